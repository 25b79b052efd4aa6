//! Settings that can get new fields without breaking programs.

/// Implements a setter method for each field of a settings struct.
///
/// The structs are `#[non_exhaustive]`, so programs start with the defaults and set what they need:
/// `Options::default().seed(3).games(2)`.
macro_rules! setters {
    ($type:ident $(<$parameter:tt $(: $bound:path)?>)? { $($field:ident: $value:ty),* $(,)? }) => {
        impl $(<$parameter $(: $bound)?>)? $type $(<$parameter>)? {
            $(
                #[doc = concat!("Sets the field `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(mut self, $field: $value) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

pub(crate) use setters;
