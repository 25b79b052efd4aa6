//! Faults of external data: all of them at once, each with its field.

use std::fmt;
use std::ops::Deref;

use crate::common::words::separated;

/// One fault: its field, and the allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field, as a path from the top of the data: `cards.hare`, `hands[1]`.
    pub field: String,
    /// One clear sentence without its final full stop: the problem and the allowed values.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            self.problem.fmt(f)
        } else {
            write!(f, "{}: {}", self.field, self.problem)
        }
    }
}

/// All faults of one piece of data, a slice of [`Fault`]. As an error it is never empty. Faults are only ever added.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{}", separated(.0, "; "))]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// An empty list.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Adds a fault.
    pub fn add(&mut self, field: impl Into<String>, problem: impl Into<String>) {
        self.0.push(Fault { field: field.into(), problem: problem.into() });
    }

    /// Adds a fault unless `holds`. The field and the problem are only formatted then, so checking valid data allocates
    /// nothing: pass `format_args!` for a field with a number.
    pub fn expect(&mut self, holds: bool, field: impl fmt::Display, problem: impl FnOnce() -> String) {
        if !holds {
            self.add(field.to_string(), problem());
        }
    }

    /// Adds all faults of a part of the data.
    pub fn append(&mut self, part: Self) {
        self.0.extend(part.0);
    }

    /// A list of one fault.
    pub fn one(field: impl Into<String>, problem: impl Into<String>) -> Self {
        let mut faults = Self::none();
        faults.add(field, problem);
        faults
    }

    /// Returns `Ok` when the list is empty.
    pub fn check(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl Deref for Faults {
    type Target = [Fault];

    fn deref(&self) -> &[Fault] {
        &self.0
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
