//! Divides work on rows among threads.

#[cfg(feature = "parallel")]
use crate::common::threads::join;

/// Work on rows that can be split in two.
pub(super) trait Divide: Sized {
    /// Splits off the first `at` of `of` rows.
    fn split(self, at: usize, of: usize) -> (Self, Self);
}

impl<T> Divide for &[T] {
    fn split(self, at: usize, of: usize) -> (Self, Self) {
        self.split_at(self.len() / of.max(1) * at)
    }
}

impl<T> Divide for &mut [T] {
    fn split(self, at: usize, of: usize) -> (Self, Self) {
        let width = self.len() / of.max(1);
        self.split_at_mut(width * at)
    }
}

impl<A: Divide, B: Divide> Divide for (A, B) {
    fn split(self, at: usize, of: usize) -> (Self, Self) {
        let ((first, second), (other_first, other_second)) = (self.0.split(at, of), self.1.split(at, of));
        ((first, other_first), (second, other_second))
    }
}

/// Work with a first part that knows the number of rows.
pub(super) trait Rows {
    fn rows(&self) -> usize;
}

impl<T, B> Rows for (&[T], B) {
    fn rows(&self) -> usize {
        self.0.len()
    }
}

impl<T, B> Rows for (&mut [T], B) {
    fn rows(&self) -> usize {
        self.0.len()
    }
}

/// Does the work in `parts` parts, each on its own thread if there are threads.
pub(super) fn divide<J: Divide + Rows + Send>(job: J, parts: usize, work: &(impl Fn(J) + Sync)) {
    let rows = job.rows();
    let parts = if cfg!(feature = "parallel") { parts.min(rows) } else { 1 };
    if parts <= 1 {
        return work(job);
    }
    let (first, second) = job.split(rows * (parts / 2) / parts, rows);
    join(|| divide(first, parts / 2, work), || divide(second, parts - parts / 2, work));
}

#[cfg(not(feature = "parallel"))]
fn join(first: impl FnOnce(), second: impl FnOnce()) {
    first();
    second();
}
