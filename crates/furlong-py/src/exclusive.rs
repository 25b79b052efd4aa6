//! Values that only one caller at a time may use, while Python continues.

use std::sync::{Mutex, TryLockError};

use pyo3::prelude::*;

use crate::errors::{InUse, raise};

/// A value in a Python object. It is used without Python's lock, and by one thread at a time. Other threads do not
/// wait, because they might wait for a bot in Python that waits for them.
#[derive(Debug)]
pub(crate) struct Exclusive<T>(Mutex<T>);

impl<T: Send> Exclusive<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Uses the value, while other Python threads can run.
    pub(crate) fn free<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        py.detach(|| self.with(work))
    }

    /// Reads the value unless it is in use, without a word to Python: for its garbage collector.
    pub(crate) fn peek<R>(&self, read: impl FnOnce(&T) -> R) -> Option<R> {
        self.0.try_lock().ok().map(|value| read(&value))
    }

    /// Uses the value for a short time.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        match self.0.try_lock() {
            Ok(mut value) => Ok(work(&mut value)),
            Err(TryLockError::Poisoned(value)) => Ok(work(&mut value.into_inner())),
            Err(TryLockError::WouldBlock) => {
                Err(raise::<InUse>("this object is in use by another thread, or by a bot that it asks"))
            }
        }
    }
}
