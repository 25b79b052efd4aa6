//! The standard output of `furlong postal`.

use std::io::{self, Write as _};

use crate::failure::Failure;
use furlong::text::plain_lines;

/// Writes text without control sequences.
pub(super) fn write(text: &str) -> Result<(), Failure> {
    Ok(io::stdout().write_all(plain_lines(text).as_bytes())?)
}
