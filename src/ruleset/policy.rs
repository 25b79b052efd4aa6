//! Choices between rules, each declared once with its word, meaning, clause and documentation.

/// Declares choices between rules as enums. A choice has its clauses and, for the schema, a meaning that is a noun
/// phrase; each of its values has its word in files and a short clause. The macro generates documentation,
/// serialization and the schema's row (`Nap::field("movement.nap")`).
///
/// ```text
/// policy! {
///     Nap("AR-21, AR-22", "the animals that the hare must lead to nap") {
///         LeadsTheTrack = "leads-the-track": "those still on the track",
///         Never = "never": "it does not nap",
///     }
/// }
/// ```
macro_rules! policy {
    ($($name:ident($clause:literal, $about:literal) {
        $($variant:ident = $word:literal: $meaning:literal,)+
    })+) => {$(
        #[doc = concat!($clause, ": ", $about, ".")]
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`: ", $meaning, ".")]
                #[serde(rename = $word)]
                $variant,
            )+
        }

        impl $name {
            /// All values of the choice.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The word and the meaning of each value, in the same order as `ALL`.
            pub const CHOICES: &'static [$crate::ruleset::Choice] =
                &[$($crate::ruleset::Choice { word: $word, meaning: $meaning }),+];

            /// Creates the schema's field for this choice, with its clauses and its meaning.
            pub const fn field(path: &'static str) -> $crate::ruleset::Field {
                $crate::ruleset::Field::new(path, $clause, $about, $crate::ruleset::Kind::Choice(Self::CHOICES))
            }

            /// The word of this value in files.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The meaning: a short clause without its final full stop.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),+ }
            }
        }

        impl std::fmt::Display for $name {
            /// Writes the word in files.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    )+};
}

pub(crate) use policy;
