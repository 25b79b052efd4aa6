//! The colours of players.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use super::{Ink, Paint};

/// The colour of a player's name and pieces. Nothing is shown by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Colour {
    /// The default colour of the first seat.
    Blue,
    /// The default colour of the second seat.
    Red,
    /// The default colour of the third seat.
    Green,
    /// The default colour of the fourth seat.
    Orange,
    /// The default colour of the fifth seat.
    Purple,
    /// The default colour of the sixth seat.
    Grey,
    /// The default colour of the seventh seat.
    Teal,
    /// The default colour of the eighth seat.
    Pink,
}

impl Colour {
    /// All colours, in the order of the seats that have them by default.
    pub const ALL: [Self; 8] =
        [Self::Blue, Self::Red, Self::Green, Self::Orange, Self::Purple, Self::Grey, Self::Teal, Self::Pink];

    /// The ink of this colour in text pictures.
    pub const fn ink(self) -> Ink {
        match self {
            Self::Blue => Ink::Blue,
            Self::Red => Ink::Red,
            Self::Green => Ink::Green,
            Self::Orange => Ink::Yellow,
            Self::Purple => Ink::Magenta,
            Self::Grey => Ink::Bold,
            Self::Teal => Ink::Cyan,
            Self::Pink => Ink::Pink,
        }
    }

    /// The paint of this colour on boards.
    pub const fn paint(self) -> Paint {
        Paint::Token(self as u8)
    }

    /// Chooses a different colour for each seat: the one that its player has chosen, or else the default of the seat.
    /// If somebody else has chosen that one, the seat gets a free colour.
    pub(super) fn of_seats(chosen: &[Option<Self>]) -> [Self; 8] {
        let is_first = |index: usize, colour| !chosen[..index].contains(&Some(colour));
        let mut free: Vec<Self> =
            Self::ALL.into_iter().filter(|colour| !chosen.contains(&Some(*colour))).collect();
        let mut all = Self::ALL;
        let mut left = Vec::new();
        for (index, colour) in all.iter_mut().enumerate() {
            match chosen.get(index).copied().flatten() {
                Some(asked) if is_first(index, asked) => *colour = asked,
                _ if free.contains(colour) => free.retain(|other| other != colour),
                _ => left.push(index),
            }
        }
        for (index, colour) in left.into_iter().zip(free) {
            all[index] = colour;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_reads_back_and_has_an_ink_and_a_paint_of_its_own() {
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            assert_eq!(colour.to_string().parse(), Ok(colour));
            assert_eq!(colour.paint(), Paint::Token(index as u8));
            assert!(Colour::ALL[..index].iter().all(|other| other.ink() != colour.ink()), "{colour}");
        }
    }

    #[test]
    fn a_chosen_colour_is_kept_and_the_seats_share_the_others_without_a_clash() {
        assert_eq!(Colour::of_seats(&[]), Colour::ALL);
        let chosen = [None, Some(Colour::Blue), None, Some(Colour::Pink)];
        let all = Colour::of_seats(&chosen);
        assert_eq!((all[1], all[3]), (Colour::Blue, Colour::Pink));
        // The first seat loses its default colour and gets a free one; the third keeps its own.
        assert_eq!((all[0], all[2]), (Colour::Red, Colour::Green));
        assert!((0..8).all(|index| !all[..index].contains(&all[index])), "{all:?}");
        // If a file gives two players the same colour, the first of them keeps it.
        assert_eq!(Colour::of_seats(&[Some(Colour::Red); 2])[..2], [Colour::Red, Colour::Blue]);
    }
}
