//! Observers of happenings.

/// Receives every happening of a move, in order.
///
/// A closure creates the happening, so an observer that ignores it costs nothing. `()` ignores everything, a `Vec`
/// collects happenings, and [`ObserverFn`] calls a closure.
pub trait Observer<H> {
    /// Receives a happening.
    fn see(&mut self, happening: impl FnOnce() -> H);

    /// Returns whether the observer uses happenings at all. The compiler can optimize for the answer.
    #[inline]
    fn listens(&self) -> bool {
        true
    }
}

/// Ignores everything.
impl<H> Observer<H> for () {
    #[inline(always)]
    fn see(&mut self, _happening: impl FnOnce() -> H) {}

    #[inline]
    fn listens(&self) -> bool {
        false
    }
}

/// Collects everything.
impl<H> Observer<H> for Vec<H> {
    #[inline]
    fn see(&mut self, happening: impl FnOnce() -> H) {
        self.push(happening());
    }
}

/// Calls a closure with each happening.
///
/// ```
/// use furlong::common::ObserverFn;
/// use furlong::Observer;
/// let mut count = 0;
/// let mut listener = ObserverFn(|_: &str| count += 1);
/// listener.see(|| "the hare naps");
/// assert_eq!(count, 1);
/// ```
#[derive(Debug)]
pub struct ObserverFn<F>(pub F);

impl<H, F: FnMut(H)> Observer<H> for ObserverFn<F> {
    #[inline]
    fn see(&mut self, happening: impl FnOnce() -> H) {
        (self.0)(happening());
    }
}

impl<H, O: Observer<H>> Observer<H> for &mut O {
    #[inline]
    fn see(&mut self, happening: impl FnOnce() -> H) {
        (**self).see(happening);
    }

    #[inline]
    fn listens(&self) -> bool {
        (**self).listens()
    }
}

/// Reports each happening to two observers.
#[derive(Debug)]
pub struct Both<A, B>(pub A, pub B);

impl<H: Clone, A: Observer<H>, B: Observer<H>> Observer<H> for Both<A, B> {
    #[inline]
    fn see(&mut self, happening: impl FnOnce() -> H) {
        match (self.0.listens(), self.1.listens()) {
            (true, true) => {
                let happening = happening();
                self.0.see(|| happening.clone());
                self.1.see(|| happening);
            }
            (true, false) => self.0.see(happening),
            (false, true) => self.1.see(happening),
            (false, false) => {}
        }
    }

    #[inline]
    fn listens(&self) -> bool {
        self.0.listens() || self.1.listens()
    }
}
