//! Files and data in written form: JSON of a game's types, files that name their format and version, and reading files
//! up to a stated size.

pub(crate) mod as_text;
mod error_code;
pub mod files;
mod format;
pub mod json;

pub use error_code::ErrorCode;
pub use format::{FileError, Format, HeaderError};

/// Returns whether a field has its default value, so that it need not be written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
