//! A hasher that gives the same values on every machine and in every run.

use std::hash::{Hash, Hasher};

/// A 64-bit hasher whose result depends only on the hashed values: not on the width of a word, its byte order, or the
/// run. It does not resist deliberate collisions.
///
/// ```
/// use furlong::common::StableHasher;
/// assert_eq!(StableHasher::of(&(1_u8, "hare")), StableHasher::of(&(1_u8, "hare")));
/// assert_ne!(StableHasher::of(&(1_u8, "hare")), StableHasher::of(&(2_u8, "hare")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StableHasher(u64);

/// An odd number without a pattern: the golden ratio in 64 bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl StableHasher {
    /// Hashes one value.
    pub fn of(value: &(impl Hash + ?Sized)) -> u64 {
        let mut hasher = Self::default();
        value.hash(&mut hasher);
        hasher.finish()
    }
}

/// Hashes numbers of every width as one word, so the width of `usize` and of an enum's tag makes no difference.
macro_rules! write_as_word {
    ($($method:ident: $number:ty)*) => {
        $(#[inline]
        fn $method(&mut self, number: $number) {
            self.write_u64(number as u64);
        })*
    };
}

/// The methods of a hasher that hashes words.
macro_rules! hash_words {
    () => {
        write_as_word! {
            write_u8: u8
            write_u16: u16
            write_u32: u32
            write_usize: usize
            write_i8: i8
            write_i16: i16
            write_i32: i32
            write_i64: i64
            write_isize: isize
        }

        fn write_u128(&mut self, number: u128) {
            self.write_u64(number as u64);
            self.write_u64((number >> 64) as u64);
        }

        fn write_i128(&mut self, number: i128) {
            self.write_u128(number as u128);
        }

        fn write(&mut self, bytes: &[u8]) {
            for chunk in bytes.chunks(8) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                self.write_u64(u64::from_le_bytes(word));
            }
            self.write_u64(bytes.len() as u64);
        }
    };
}

impl Hasher for StableHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        // Multiplication carries low bits up, and the shift brings them down again.
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(SPREAD);
        self.0 = mixed ^ (mixed >> 32);
    }

    hash_words!();

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A cheaper [`StableHasher`] for a whole game: each event costs a third as much, because only the end mixes. Until
/// then, the words are the coefficients of a polynomial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventHasher(u64);

impl Default for EventHasher {
    fn default() -> Self {
        // With 0, leading words that are 0 would make no difference.
        Self(1)
    }
}

impl Hasher for EventHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.wrapping_mul(SPREAD).wrapping_add(word);
    }

    hash_words!();

    fn finish(&self) -> u64 {
        StableHasher::of(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_value_is_pinned_and_does_not_depend_on_the_width_of_numbers() {
        assert_eq!(StableHasher::of(&7_u8), StableHasher::of(&7_usize));
        assert_eq!(StableHasher::of(&-1_i8), StableHasher::of(&-1_i64));
        assert_eq!(StableHasher::of(&(1_u8, "hare", Some(3_i16))), PINNED);
    }

    const PINNED: u64 = 17_497_244_119_426_860_218;

    #[test]
    fn order_and_borders_make_a_difference() {
        assert_ne!(StableHasher::of(&(1, 2)), StableHasher::of(&(2, 1)));
        assert_ne!(StableHasher::of(&[vec![1], vec![]]), StableHasher::of(&[vec![], vec![1]]));
        assert_ne!(StableHasher::of("ab"), StableHasher::of("ab\0"));
    }

    #[test]
    fn the_hash_of_events_depends_on_their_number_and_order() {
        let of = |words: &[u8]| {
            let mut hasher = EventHasher::default();
            for word in words {
                word.hash(&mut hasher);
            }
            hasher.finish()
        };
        let games: [&[u8]; 7] = [&[], &[0], &[0, 0], &[1], &[0, 1], &[1, 0], &[1, 0, 0]];
        for (number, game) in games.iter().enumerate() {
            assert!(games[..number].iter().all(|other| of(other) != of(game)), "{game:?}");
        }
    }
}
