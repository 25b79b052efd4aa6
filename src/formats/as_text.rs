//! Values that serde writes and reads as text.

/// Makes serde write a type with its `Display` and read it with its `FromStr`.
/// Use it with `#[serde(try_from = "String", into = "String")]`.
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
