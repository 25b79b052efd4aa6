//! Settings that can grow without breaking programs.

/// Implements one method for each field of a settings struct, which sets it.
///
/// The structs are `#[non_exhaustive]`, so programs begin with the defaults and set what they need:
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
