//! Errors that read as sentences wherever they appear.

/// Makes `{:?}` of an error write the same sentence as its `Display`.
///
/// A test that ends in `?`, a `main` and `unwrap` show an error with `{:?}`; the derived format would bury the message
/// in type names.
macro_rules! sentences {
    ($type:ident $(<$parameter:ident>)?) => {
        impl $(<$parameter>)? std::fmt::Debug for $type $(<$parameter>)?
        where
            Self: std::fmt::Display,
        {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(crate) use sentences;
