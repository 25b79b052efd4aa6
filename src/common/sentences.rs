//! Errors of tests, which read as sentences wherever they appear.

/// Makes `{:?}` of an error write the same sentence as its `Display`.
///
/// Only for errors that a test of rules ends with: it shows them with `{:?}` after `?` and `unwrap`, and a derived `Debug`
/// would bury the message in type names. All others derive `Debug`, which shows programmers the variant and its fields.
macro_rules! sentences {
    ($type:ident) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(crate) use sentences;
