//! Contracts that only the library implements.

/// A type of the library. A contract that asks for it can grow without breaking programs, since they cannot implement it.
pub trait Sealed {}
