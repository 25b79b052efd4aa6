//! What is wrong with data that came from outside: every fault at once, each with its place.

use std::fmt;

/// One thing that is wrong: where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field, as a path from the top of the data: `cards.hare`, `hands[1]`.
    pub field: String,
    /// One clear sentence without its final point: what is wrong, and what is allowed.
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

/// Everything that is wrong with one piece of data. Never empty when it is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// No fault found so far.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Notes a fault.
    pub fn add(&mut self, field: impl Into<String>, problem: impl Into<String>) {
        self.0.push(Fault { field: field.into(), problem: problem.into() });
    }

    /// Notes a fault unless the condition holds; field and problem are only worded when it does not, so that
    /// data without faults is checked without a heap: `format_args!` makes a field with a number in it.
    pub fn expect(&mut self, holds: bool, field: impl fmt::Display, problem: impl FnOnce() -> String) {
        if !holds {
            self.add(field.to_string(), problem());
        }
    }

    /// A single fault.
    pub fn one(field: impl Into<String>, problem: impl Into<String>) -> Self {
        let mut faults = Self::none();
        faults.add(field, problem);
        faults
    }

    /// `Ok` when nothing was found.
    pub fn check(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}
