//! Errors that read as sentences wherever they are shown.

/// Lets `{:?}` of an error write the sentence of its `Display`.
///
/// A test that ends in `?`, a `main` and `unwrap` show an error by `{:?}`; the derived one would bury what is wrong and
/// where in the names of types.
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
