//! Features: named numbers in fixed places.

/// Numbers with names, in fixed places. The macro [`features!`](crate::features) creates a struct that implements it.
pub trait Features {
    /// The names, meanings, units and ranges.
    const LAYOUT: Layout;
    /// The number of features.
    const LEN: usize = Self::LAYOUT.len();

    /// Writes the features in the order of the layout, each divided by its scale and clamped to its range. Features
    /// beyond the end of the buffer are left out.
    fn write(&self, out: &mut [f32]);
}

/// The features of a struct, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The blocks, one for each field.
    pub blocks: &'static [Block],
}

/// Features with one meaning: a single one, one for each item of a list, or one for each pair of items of two lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The name of the field.
    pub name: &'static str,
    /// The items that have a feature each; empty for a single feature.
    pub of: &'static [&'static str],
    /// The second list of items; empty unless the features are for pairs.
    pub by: &'static [&'static str],
    /// The meaning: a phrase without a full stop.
    pub meaning: &'static str,
    /// The unit: `cards`, `tiles`; `yes` for a feature that is 1 for yes and 0 for no.
    pub unit: &'static str,
    /// The quantity in this unit that is written as 1. Larger ones are clamped.
    pub one: f32,
    /// Whether the quantity can be below 0. The range is then -1 to 1 instead of 0 to 1.
    pub is_signed: bool,
}

/// One feature with its full name.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// The full name: `hand.hare`, `placed.left-1.fox`.
    pub name: String,
    /// The block that gives the feature its meaning, unit and range.
    pub block: Block,
}

impl Layout {
    /// The number of features.
    pub const fn len(&self) -> usize {
        let (mut len, mut block) = (0, 0);
        while block < self.blocks.len() {
            len += self.blocks[block].len();
            block += 1;
        }
        len
    }

    /// Returns whether there are no features.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lists all features in order.
    pub fn features(&self) -> impl Iterator<Item = Feature> {
        self.blocks.iter().flat_map(|block| {
            (0..block.len()).map(|place| Feature { name: block.name_at(place), block: *block })
        })
    }
}

impl Block {
    /// The number of features.
    pub const fn len(&self) -> usize {
        let (of, by) = (self.of.len(), self.by.len());
        (if of == 0 { 1 } else { of }) * (if by == 0 { 1 } else { by })
    }

    /// Returns `false`, because a block has at least one feature.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The smallest number that can be written.
    pub const fn least(&self) -> f32 {
        if self.is_signed { -1.0 } else { 0.0 }
    }

    /// The name of the feature at a place of the block.
    fn name_at(&self, place: usize) -> String {
        let rows = self.by.len().max(1);
        let parts = [self.of.get(place / rows), self.by.get(place % rows)];
        let name = self.name.replace('_', "-");
        parts.into_iter().flatten().fold(name, |name, part| name + "." + part)
    }
}

/// A number, a row of numbers or a table of numbers, as one row.
pub trait Flat {
    /// All numbers in order.
    fn flat(&self) -> &[f32];
}

impl Flat for f32 {
    #[inline]
    fn flat(&self) -> &[f32] {
        std::slice::from_ref(self)
    }
}

impl<const N: usize> Flat for [f32; N] {
    #[inline]
    fn flat(&self) -> &[f32] {
        self
    }
}

impl<const N: usize, const M: usize> Flat for [[f32; N]; M] {
    #[inline]
    fn flat(&self) -> &[f32] {
        self.as_flattened()
    }
}

/// 1 for yes, 0 for no.
#[inline]
pub const fn flag(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

/// 1 at a place and 0 elsewhere.
#[inline]
pub fn one_of<const N: usize>(place: usize) -> [f32; N] {
    std::array::from_fn(|other| flag(other == place))
}

/// Lists the words of a policy's choices, as a constant.
macro_rules! words {
    ($policy:ident) => {{
        let mut words = [""; $policy::ALL.len()];
        let mut place = 0;
        while place < words.len() {
            words[place] = $policy::ALL[place].word();
            place += 1;
        }
        words
    }};
}

pub(crate) use words;

/// Writes the numbers, divided by `one` and clamped to the range, and returns the rest of the buffer.
#[doc(hidden)]
#[expect(clippy::inline_always, reason = "only its callers know the length of each field")]
#[inline(always)]
pub fn write_block<'a>(numbers: &[f32], one: f32, least: f32, out: &'a mut [f32]) -> &'a mut [f32] {
    let (block, rest) = out.split_at_mut(numbers.len().min(out.len()));
    let scale = 1.0 / one;
    for (place, number) in block.iter_mut().zip(numbers) {
        // NaN becomes the smallest number: `max` takes the other operand.
        *place = (number * scale).max(least).min(1.0);
    }
    rest
}

/// Creates a struct of [`Features`](crate::encoding::Features): fields with their meaning, unit and range.
///
/// A field is a number, a row with a number for each item of a list, or a table for two lists. You give its value in
/// its unit; it is written divided by the quantity that counts as 1, and clamped to the range. The range is 0 to 1, or
/// -1 to 1 after `signed`. A field in `yes` is 1 or 0.
///
/// ```
/// use furlong::encoding::Features;
///
/// const ANIMALS: [&str; 2] = ["hare", "tortoise"];
/// furlong::features! {
///     /// The features of a view.
///     pub struct Seen {
///         is_mine: f32 = "the viewer is to move" (yes);
///         way: [f32; ANIMALS] = "tiles to the finish line" ("tiles" / 20.0);
///         lead: f32 = "lead of the viewer" (signed "tiles" / 10.0);
///     }
/// }
///
/// let seen = Seen { is_mine: 1.0, way: [10.0, 25.0], lead: -5.0 };
/// let mut numbers = [0.0; Seen::LEN];
/// seen.write(&mut numbers);
/// assert_eq!(numbers, [1.0, 0.5, 1.0, -0.5]);
/// let names: Vec<String> = Seen::LAYOUT.features().map(|feature| feature.name).collect();
/// assert_eq!(names, ["is-mine", "way.hare", "way.tortoise", "lead"]);
/// ```
#[macro_export]
macro_rules! features {
    (@type f32) => { f32 };
    (@type [f32; $of:expr]) => { [f32; $of.len()] };
    (@type [f32; $of:expr, $by:expr]) => { [[f32; $by.len()]; $of.len()] };
    (@of f32) => { &[] };
    (@of [f32; $of:expr $(, $by:expr)?]) => { &$of };
    (@by f32) => { &[] };
    (@by [f32; $of:expr]) => { &[] };
    (@by [f32; $of:expr, $by:expr]) => { &$by };
    (@unit (yes)) => { "yes" };
    (@unit ($(signed)? $unit:literal / $one:expr)) => { $unit };
    (@one (yes)) => { 1.0 };
    (@one ($(signed)? $unit:literal / $one:expr)) => { $one };
    (@signed (signed $unit:literal / $one:expr)) => { true };
    (@signed $scale:tt) => { false };
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($field:ident: $type:tt = $meaning:literal $scale:tt);* $(;)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $visibility struct $name {
            $(#[doc = $meaning] pub $field: $crate::features!(@type $type),)*
        }

        impl $crate::encoding::Features for $name {
            const LAYOUT: $crate::encoding::Layout = $crate::encoding::Layout {
                blocks: &[$($crate::encoding::Block {
                    name: stringify!($field),
                    of: $crate::features!(@of $type),
                    by: $crate::features!(@by $type),
                    meaning: $meaning,
                    unit: $crate::features!(@unit $scale),
                    one: $crate::features!(@one $scale),
                    is_signed: $crate::features!(@signed $scale),
                }),*],
            };

            #[inline]
            fn write(&self, out: &mut [f32]) {
                let rest = out;
                $(let rest = $crate::encoding::write_block(
                    $crate::encoding::Flat::flat(&self.$field),
                    $crate::features!(@one $scale),
                    if $crate::features!(@signed $scale) { -1.0 } else { 0.0 },
                    rest,
                );)*
                let _ = rest;
            }
        }
    };
}
