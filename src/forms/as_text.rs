//! Values that are kept as text.

/// Lets serde keep a type as its text, with `#[serde(try_from = "String", into = "String")]`: as `Display` writes it and
/// `FromStr` reads it.
macro_rules! as_text {
    ($type:ty) => {
        impl TryFrom<String> for $type {
            type Error = <Self as std::str::FromStr>::Err;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    };
}

pub(crate) use as_text;
