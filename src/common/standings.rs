//! Standings: places, scores, and the ending of a game.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use crate::common::seat::{Seat, SeatList, SeatMap, Seats};

/// The ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Ending {
    /// The game is not over. The places are provisional, and the game counts as unfinished.
    Racing,
    /// One seat has won.
    Won,
    /// Several seats share the win by the rules.
    Shared,
    /// Several seats are first, and the rules name no winner.
    Tie,
    /// The game is over and no seat has won.
    NobodyWins,
}

/// One seat's row of the standings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The seat of this row.
    pub seat: Seat,
    /// The place, 1 for first. Equal seats share the better place (1, 1, 3). When nobody wins, places begin
    /// with 2.
    pub place: u8,
    /// The score by the rules of the game: points, squares, or 1 and 0 for won and lost.
    pub score: i32,
}

/// The places and scores of all seats, defined at any time of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standings {
    /// The ending, or [`Ending::Racing`].
    pub ending: Ending,
    /// One row for each seat, in seat order.
    pub rows: SeatList<Standing>,
}

impl Standings {
    /// Ranks the seats by a key, the largest first. Equal keys share the better place. The first place stays
    /// empty when nobody wins. `keys` are in seat order; `score` computes the score of each row.
    ///
    /// ```
    /// use furlong::common::Ending;
    /// use furlong::Standings;
    /// let standings = Standings::ranked(Ending::Tie, &[4, 7, 7], |points| *points);
    /// let places: Vec<u8> = standings.rows.iter().map(|row| row.place).collect();
    /// assert_eq!(places, [3, 1, 1]);
    /// ```
    pub fn ranked<K: Ord>(ending: Ending, keys: &[K], score: impl Fn(&K) -> i32) -> Self {
        let best = if ending == Ending::NobodyWins { 2 } else { 1 };
        let row = |(key, seat): (&K, Seat)| {
            let ahead = keys.iter().filter(|other| *other > key).count() as u8;
            Standing { seat, place: best + ahead, score: score(key) }
        };
        Self { ending, rows: keys.iter().zip(Seats::MOST.iter()).map(row).collect() }
    }

    /// Returns the rows in order of place; equal places in seat order.
    pub fn by_place(&self) -> SeatList<Standing> {
        let mut rows = self.rows;
        rows.sort_by_key(|row| (row.place, row.seat));
        rows
    }

    /// Lists the seats in first place.
    pub fn leaders(&self) -> impl Iterator<Item = Seat> + '_ {
        self.rows.iter().filter(|row| row.place == 1).map(|row| row.seat)
    }

    /// Each seat's share of the win: all of it for a sole winner, and equal parts for a shared win or a tie. All other
    /// seats get no share, and no seat gets one before the end or when nobody wins.
    pub fn shares(&self) -> SeatMap<Share> {
        let mut shares = SeatMap::default();
        if let Ending::Won | Ending::Shared | Ending::Tie = self.ending {
            let part = Share::equal_part(self.leaders().count());
            for seat in self.leaders() {
                shares[seat] = part;
            }
        }
        shares
    }
}

/// A share of one win, exact for every number of winners up to [`MAX_SEATS`](crate::common::MAX_SEATS).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share(u32);

impl Share {
    /// The number of parts in a whole win: 840, the smallest number that is divisible by 1 to 8.
    pub const PARTS: u32 = 840;
    /// No share.
    pub const NONE: Self = Self(0);
    /// A whole win.
    pub const WIN: Self = Self(Self::PARTS);

    /// The share of each of `winners` equal winners.
    pub const fn equal_part(winners: usize) -> Self {
        if winners == 0 { Self::NONE } else { Self(Self::PARTS / winners as u32) }
    }

    /// The share in parts of [`Share::PARTS`].
    #[inline]
    pub const fn parts(self) -> u32 {
        self.0
    }

    /// The share as a fraction of one win, 0 to 1.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::PARTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::seat::MAX_SEATS;

    #[test]
    fn shares_of_every_number_of_winners_add_up_to_one_win() {
        for winners in 1..=MAX_SEATS {
            assert_eq!(Share::equal_part(winners).parts() * winners as u32, Share::PARTS);
        }
    }

    #[test]
    fn nobody_has_a_share_while_the_race_goes_on_or_when_nobody_wins() {
        for ending in [Ending::Racing, Ending::NobodyWins] {
            let standings = Standings::ranked(ending, &[3, 1], |points| *points);
            assert_eq!(standings.shares(), SeatMap::default());
        }
    }

    #[test]
    fn nobody_stands_first_when_nobody_wins() {
        let lost = Standings::ranked(Ending::NobodyWins, &[0, 0, 0], |points| *points);
        assert!(lost.rows.iter().all(|row| row.place == 2));
        assert_eq!(lost.leaders().count(), 0);
        let won = Standings::ranked(Ending::Won, &[0, 1, 0], |points| *points);
        assert!(won.rows.iter().map(|row| row.place).eq([2, 1, 2]));
    }
}
