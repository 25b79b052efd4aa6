//! Words as rows of eight bytes or 64 bits: finding the one at a given place without a loop.

/// A word with a one in each byte.
pub(crate) const EACH: u64 = 0x0101_0101_0101_0101;

/// Returns the index of the first byte of `ends` above `place`, or 8 if no byte is above it. The bytes must be in
/// ascending order; they and the place are at most 127.
#[inline]
pub(crate) const fn byte_beyond(ends: u64, place: u32) -> u32 {
    // Subtracts in all bytes at once: the top bit that was added stays set in each byte that did not borrow.
    let beyond = ((ends | EACH << 7) - EACH * ((place & 127) as u64 + 1)) & EACH << 7;
    beyond.trailing_zeros() / 8
}

/// A mask of 64 bits, prepared for counting its set bits and for finding the one at a given place.
///
/// Processors can do both in one step, but not every x86-64 has the instructions, and a loop over the bits is
/// mispredicted at every call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits {
    mask: u64,
    /// The number of set bits up to and including each byte.
    ends: u64,
}

impl Bits {
    #[inline]
    pub(crate) const fn new(mask: u64) -> Self {
        let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Self { mask, ends: bytes.wrapping_mul(EACH) }
    }

    /// Counts the set bits.
    #[inline]
    pub(crate) const fn count(self) -> u32 {
        (self.ends >> 56) as u32
    }

    /// Returns the position of the set bit number `place`, both counted from 0. There must be one.
    #[inline]
    pub(crate) const fn nth(self, place: u32) -> u32 {
        let byte = 8 * (byte_beyond(self.ends, place) & 7);
        let before = (self.ends << 8 >> byte) as u32 & 0xff;
        // Spreads the bits of the byte over the bytes of a word, each as 0 or 1.
        let bits = ((self.mask >> byte & 0xff) * EACH) & 0x8040_2010_0804_0201;
        let spread = bits + 0x7f * EACH;
        let ends = (spread >> 7 & EACH).wrapping_mul(EACH);
        byte + byte_beyond(ends, place - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_bits_of_a_mask_are_counted_and_found_in_ascending_order() {
        for mask in
            [1, 1 << 63, u64::MAX, 0x8001_0000_00ff_0180, 0x0123_4567_89ab_cdef, 0xf000_0000_0000_000f]
        {
            let bits = Bits::new(mask);
            let set: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
            let found: Vec<u32> = (0..bits.count()).map(|place| bits.nth(place)).collect();
            assert_eq!(found, set, "{mask:#x}");
        }
        assert_eq!(Bits::new(0).count(), 0);
    }
}
