//! The track: 63 squares of eight kinds between Start and the finish (HT-01).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::common::fault::Faults;
use crate::text::separated;

/// The number of squares between Start and the finish.
pub(super) const SQUARES: usize = 63;
/// The number of the finish.
pub(super) const FINISH: u8 = 64;
/// The maximum number of runners on the track: the chart has a column for each position (HT-01).
pub(super) const RUNNERS: usize = 6;

/// A place on the track: Start (0), one of the squares 1 to 63, or the finish (64).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "u8", into = "u8")]
pub struct Square(u8);

impl Square {
    /// Start, where every runner begins.
    pub const START: Self = Self(0);
    /// The finish.
    pub const FINISH: Self = Self(FINISH);

    /// The square with this number; `None` beyond the finish.
    pub const fn new(number: u8) -> Option<Self> {
        if number <= FINISH { Some(Self(number)) } else { None }
    }

    /// The number of the square, from 0 for Start to 64 for the finish.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The square with a number that is known to be on the track.
    #[inline]
    pub(super) const fn at(number: u8) -> Self {
        Self(number)
    }

    /// The squares from Start to 63 that lie strictly behind, as a bit mask.
    #[inline]
    pub(super) const fn behind(self) -> u64 {
        if self.0 >= FINISH { !0 } else { (1 << self.0) - 1 }
    }

    /// The squares up to 63 that lie strictly ahead, as a bit mask.
    #[inline]
    pub(super) const fn ahead(self) -> u64 {
        if self.0 >= FINISH { 0 } else { !1 << self.0 }
    }

    /// The squares up to 63 that lie ahead and not beyond the number `last`, as a bit mask.
    #[inline]
    pub(super) fn ahead_to(self, last: u8) -> u64 {
        let beyond = |number: u8| 2_u64 << number.min(FINISH - 1);
        beyond(last).wrapping_sub(beyond(self.0))
    }

    /// Returns whether the square is one of `squares`, which must lie between Start and the finish.
    #[inline]
    pub(super) const fn is_in(self, squares: u64) -> bool {
        // The shift maps the finish to Start, which is never in the mask.
        squares.wrapping_shr(self.0 as u32) & 1 == 1
    }

    /// The square as a bit mask; empty for the finish.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        if self.0 >= FINISH { 0 } else { 1 << self.0 }
    }

    /// The foremost square of a bit mask.
    #[inline]
    pub(super) const fn foremost(mask: u64) -> Option<Self> {
        if mask == 0 { None } else { Some(Self(63 - mask.leading_zeros() as u8)) }
    }

    /// The hindmost square of a bit mask.
    #[inline]
    pub(super) const fn hindmost(mask: u64) -> Option<Self> {
        if mask == 0 { None } else { Some(Self(mask.trailing_zeros() as u8)) }
    }
}

impl fmt::Display for Square {
    /// Writes the square as `22`, `Start` or `the finish`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("Start"),
            FINISH => f.pad("the finish"),
            number => number.fmt(f),
        }
    }
}

/// A number that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a square: Start is 0, the squares are 1 to 63, the finish is 64")]
pub struct NoSuchSquare(pub u8);

impl TryFrom<u8> for Square {
    type Error = NoSuchSquare;

    fn try_from(number: u8) -> Result<Self, NoSuchSquare> {
        Self::new(number).ok_or(NoSuchSquare(number))
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}

/// The kind of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SquareKind {
    /// Lets a runner stay and draw or pay (HT-25).
    Carrot,
    /// Lets a runner chew a lettuce (HT-26).
    Lettuce,
    /// Makes a runner jug the hare (HT-30).
    Hare,
    /// Can only be reached backward, and pays for that (HT-24).
    Tortoise,
    /// Pays the runner in second position (HT-20).
    Two,
    /// Pays the runner in third position.
    Three,
    /// Pays the runner in fourth position.
    Four,
    /// Pays the runner in first, fifth or sixth position.
    Flag,
}

impl SquareKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Carrot,
        Self::Lettuce,
        Self::Hare,
        Self::Tortoise,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Flag,
    ];

    /// The letter or digit of this kind in a board's text.
    pub const fn code(self) -> char {
        match self {
            Self::Carrot => 'C',
            Self::Lettuce => 'L',
            Self::Hare => 'H',
            Self::Tortoise => 'T',
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
            Self::Flag => 'F',
        }
    }

    /// The name of this kind: `carrot`, `number 2`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Carrot => "carrot",
            Self::Lettuce => "lettuce",
            Self::Hare => "hare",
            Self::Tortoise => "tortoise",
            Self::Two => "number 2",
            Self::Three => "number 3",
            Self::Four => "number 4",
            Self::Flag => "flag",
        }
    }

    /// Returns whether this kind of square pays a runner in this race position (HT-20, HP-06).
    #[inline]
    pub const fn pays(self, position: u8) -> bool {
        match self {
            Self::Two => position == 2,
            Self::Three => position == 3,
            Self::Four => position == 4,
            Self::Flag => matches!(position, 1 | 5 | 6),
            Self::Carrot | Self::Lettuce | Self::Hare | Self::Tortoise => false,
        }
    }
}

/// A whole track, with a bit mask of each kind of square that the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    kinds: [SquareKind; SQUARES],
    /// The squares of each kind, in the order of [`SquareKind::ALL`].
    of_kind: [u64; SquareKind::ALL.len()],
    pub(super) carrots: u64,
    pub(super) lettuces: u64,
    pub(super) hares: u64,
    pub(super) tortoises: u64,
    pub(super) fours: u64,
    /// The number squares and flags.
    pub(super) numbers: u64,
    /// Those of `numbers` that pay in each race position, starting with the first.
    paying: [u64; RUNNERS],
}

impl Board {
    /// Reads a board from 63 codes, one for each square from 1 to 63. Spaces and line ends may go anywhere.
    ///
    /// # Errors
    /// Every square with an unknown code; a wrong number of squares; a board without a tortoise or without a
    /// lettuce square, on which nobody could go back or finish. The faults name the field `board.squares`.
    ///
    /// ```
    /// use furlong::hare_tortoise::Board;
    /// assert!(Board::read("H C H 3").unwrap_err().to_string().contains("4 squares"));
    /// ```
    pub fn read(text: &str) -> Result<Self, Faults> {
        const FIELD: &str = "board.squares";
        let mut faults = Faults::none();
        let mut kinds = Vec::with_capacity(SQUARES);
        for (index, code) in text.chars().filter(|c| !c.is_whitespace()).enumerate() {
            match SquareKind::ALL.iter().find(|kind| kind.code() == code) {
                Some(kind) => kinds.push(*kind),
                None if index < SQUARES => {
                    let problem = format!("square {} is `{code}`, not one of C L H T 2 3 4 F", index + 1);
                    faults.add(FIELD, problem);
                    kinds.push(SquareKind::Carrot);
                }
                None => kinds.push(SquareKind::Carrot),
            }
        }
        let count = kinds.len();
        let Ok(kinds) = <[SquareKind; SQUARES]>::try_from(kinds) else {
            faults.add(FIELD, format!("{count} squares, but the track has {SQUARES}"));
            return Err(faults);
        };
        let those = |is_wanted: &dyn Fn(SquareKind) -> bool| {
            let squares = (1..).zip(kinds).filter(|(_, kind)| is_wanted(*kind));
            squares.fold(0_u64, |mask, (number, _)| mask | 1 << number)
        };
        let mask = |wanted| those(&|kind| kind == wanted);
        let board = Self {
            kinds,
            of_kind: SquareKind::ALL.map(mask),
            carrots: mask(SquareKind::Carrot),
            lettuces: mask(SquareKind::Lettuce),
            hares: mask(SquareKind::Hare),
            tortoises: mask(SquareKind::Tortoise),
            fours: mask(SquareKind::Four),
            numbers: mask(SquareKind::Two)
                | mask(SquareKind::Three)
                | mask(SquareKind::Four)
                | mask(SquareKind::Flag),
            paying: std::array::from_fn(|ahead| those(&|kind| kind.pays(ahead as u8 + 1))),
        };
        faults.expect(board.tortoises != 0, FIELD, || "no tortoise square (T): there must be one".to_owned());
        faults.expect(board.lettuces != 0, FIELD, || "no lettuce square (L): there must be one".to_owned());
        faults.check().map(|()| board)
    }

    /// The kind of a square; `None` for Start and the finish.
    #[inline]
    pub fn kind(&self, square: Square) -> Option<SquareKind> {
        self.kinds.get(usize::from(square.0).wrapping_sub(1)).copied()
    }

    /// The squares of a kind.
    #[inline]
    pub(super) const fn of_kind(&self, kind: SquareKind) -> u64 {
        self.of_kind[kind as usize]
    }

    /// The squares that pay a runner in this race position (HT-20).
    #[inline]
    pub(super) fn paying(&self, position: u8) -> u64 {
        self.paying.get(usize::from(position).wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// Checks a longest step (HT-22): a runner without lettuces must get past the squares that it cannot enter (HT-23),
    /// which are lettuces, tortoises, and those that are `closed`. With shorter steps it could never finish.
    ///
    /// # Errors
    /// What is wrong with the step.
    pub(super) fn check_longest_step(&self, squares: u8, closed: u64) -> Result<(), String> {
        if !(1..=FINISH).contains(&squares) {
            return Err(format!("{squares} squares: a longest step has 1 to {FINISH}"));
        }
        let mut barred = self.lettuces | self.tortoises | closed;
        let mut needed = 1;
        // Each round leaves the squares that begin a row of one square more.
        while barred != 0 {
            barred &= barred >> 1;
            needed += 1;
        }
        if squares < needed {
            return Err(format!(
                "{squares} squares: a runner without lettuces needs {needed} to get past this track"
            ));
        }
        Ok(())
    }

    /// The board as text, ten squares on each line, in the form that [`Board::read`] reads.
    pub fn to_text(&self) -> String {
        let lines = self.kinds.chunks(10).map(|row| separated(row.iter().map(|kind| kind.code()), " "));
        separated(lines, "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const B: &str = "H C H 3 C H F 2 4 L  T 3 C H T F 2 4 T 3  C L 2 T H C 4 3 2 T  H F C H 2 3 T C H C
                     2 L T 3 4 H 2 F C T  H 3 2 4 C T L H C F  C H C";

    #[test]
    fn a_board_reads_back_what_it_writes() {
        let board = Board::read(B).expect("board B is sound");
        assert_eq!(Board::read(&board.to_text()), Ok(board.clone()));
        assert_eq!(board.kind(Square(10)), Some(SquareKind::Lettuce));
        assert_eq!(board.kind(Square(63)), Some(SquareKind::Carrot));
        assert_eq!(board.kind(Square::START), None);
        assert_eq!(board.kind(Square::FINISH), None);
        let count = |mask: u64| mask.count_ones();
        // HT-01: the counts of board B.
        assert_eq!(
            [board.hares, board.carrots, board.lettuces, board.tortoises, board.fours].map(count),
            [12, 13, 4, 9, 5]
        );
    }

    #[test]
    fn a_bad_board_is_refused_with_every_fault() {
        let short = Board::read(&B[..40]).expect_err("too short");
        assert!(short.to_string().contains("but the track has 63"), "{short}");
        let odd = Board::read(&B.replace('T', "x")).expect_err("no such code");
        assert_eq!(odd.len(), 9 + 1, "each x, and no tortoise left: {odd}");
    }

    #[test]
    fn flags_pay_the_first_fifth_and_sixth() {
        // HT-20, HP-06
        let paid = |kind: SquareKind| (1..=6).filter(|p| kind.pays(*p)).collect::<Vec<u8>>();
        assert_eq!(paid(SquareKind::Flag), [1, 5, 6]);
        assert_eq!(paid(SquareKind::Three), [3]);
        assert!(paid(SquareKind::Hare).is_empty());
    }
}
