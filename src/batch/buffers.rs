//! The buffers of a batch, which belong to the caller.

use super::divide::Divide;
use crate::common::seat::{SeatMap, Seats};
use crate::common::standings::Share;
use crate::encoding::{self, Encoded, EncodingError, Features as _};

/// The value that stands for no seat, when nobody decides in a game.
pub const NO_SEAT: u8 = u8::MAX;
/// The ending of a step after which the game continues.
pub const GOES_ON: u8 = 0;
/// The ending of a step in which the game ended by its rules.
pub const ENDED: u8 = 1;
/// The ending of a step in which the game was cut off.
pub const CUT_OFF: u8 = 2;

/// Buffers for the numbers of a batch, with one row for each game. A batch does not write buffers that are empty.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Buffers<'a> {
    /// The seat to move in each game, numbered from 0, or [`NO_SEAT`].
    pub seats: &'a mut [u8],
    /// The features of the view of the seat to move.
    pub features: &'a mut [f32],
    /// A byte mask of the legal actions: [`Encoded::ACTIONS`] bytes for each game.
    pub mask: &'a mut [u8],
    /// A bit mask of the legal actions: [`encoding::mask_words`] words for each game.
    pub mask_bits: &'a mut [u64],
    /// [`GOES_ON`], [`ENDED`] or [`CUT_OFF`], for each game.
    pub endings: &'a mut [u8],
    /// The share of the win of each seat at the table, in seat order; 0 unless the game has ended.
    pub rewards: &'a mut [f32],
}

/// Methods that set a buffer.
macro_rules! setters {
    ($($field:ident: $number:ty),*) => {
        $(
            #[doc = concat!("Sets the buffer `", stringify!($field), "`.")]
            #[must_use]
            pub fn $field(mut self, $field: &'a mut [$number]) -> Self {
                self.$field = $field;
                self
            }
        )*
    };
}

impl<'a> Buffers<'a> {
    setters!(seats: u8, features: f32, mask: u8, mask_bits: u64, endings: u8, rewards: f32);

    /// Checks that each buffer that is present has a row for each game.
    pub(super) fn check<G: Encoded>(&self, games: usize, seats: Seats) -> Result<(), EncodingError> {
        let check = |name, found, row| match found {
            0 => Ok(()),
            found => EncodingError::check_size(name, games * row, found),
        };
        check("seats", self.seats.len(), 1)?;
        check("features of views", self.features.len(), G::ViewFeatures::LEN)?;
        check("masks", self.mask.len(), G::ACTIONS)?;
        check("masks of bits", self.mask_bits.len(), encoding::mask_words::<G>())?;
        check("endings", self.endings.len(), 1)?;
        check("rewards", self.rewards.len(), usize::from(seats.count()))
    }

    /// Reborrows the buffers.
    pub(super) fn borrowed(&mut self) -> Buffers<'_> {
        Buffers {
            seats: &mut *self.seats,
            features: &mut *self.features,
            mask: &mut *self.mask,
            mask_bits: &mut *self.mask_bits,
            endings: &mut *self.endings,
            rewards: &mut *self.rewards,
        }
    }

    /// Writes the ending of a step, and the rewards if the game has ended.
    #[inline]
    pub(super) fn end(&mut self, place: usize, seats: Seats, ending: u8, returns: Option<&SeatMap<Share>>) {
        if let Some(to) = self.endings.get_mut(place) {
            *to = ending;
        }
        if let Some(row) = row(self.rewards, place, usize::from(seats.count())) {
            for (reward, seat) in row.iter_mut().zip(seats.iter()) {
                *reward = match returns {
                    Some(returns) if ending == ENDED => returns[seat].as_f64() as f32,
                    _ => 0.0,
                };
            }
        }
    }
}

/// The row of a game in a buffer; `None` for an absent buffer.
#[inline]
pub(super) fn row<T>(buffer: &mut [T], place: usize, width: usize) -> Option<&mut [T]> {
    buffer.get_mut(place * width..(place + 1) * width)
}

impl Divide for Buffers<'_> {
    fn split(self, at: usize, of: usize) -> (Self, Self) {
        let (seats, features) = (self.seats.split(at, of), self.features.split(at, of));
        let (mask, mask_bits) = (self.mask.split(at, of), self.mask_bits.split(at, of));
        let (endings, rewards) = (self.endings.split(at, of), self.rewards.split(at, of));
        let first = Self {
            seats: seats.0,
            features: features.0,
            mask: mask.0,
            mask_bits: mask_bits.0,
            endings: endings.0,
            rewards: rewards.0,
        };
        let second = Self {
            seats: seats.1,
            features: features.1,
            mask: mask.1,
            mask_bits: mask_bits.1,
            endings: endings.1,
            rewards: rewards.1,
        };
        (first, second)
    }
}
