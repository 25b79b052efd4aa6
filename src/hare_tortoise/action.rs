//! The decisions of players and of chance, and the reasons for which an action is refused.

use serde::{Deserialize, Serialize};

use super::board::Square;
use super::policy::Effect;
use super::words::{carrots, lettuces};
use crate::game::Purpose;
use crate::ground::seat::Seat;
use crate::ground::sentences::sentences;

/// The draw of the first player.
pub const FIRST_PLAYER: Purpose = Purpose::new(0, "first player");
/// The card or the die for a jugged hare.
pub const HARE: Purpose = Purpose::new(1, "hare");

/// A decision of a player. Legal actions are listed in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// This of the player's runners takes the turn, counted from 0 (HT-04).
    Runner(u8),
    /// Chew a lettuce (HT-26).
    Chew,
    /// Draw 10 carrots and stay (HT-25), or on chewing a carrot (HT-33).
    Draw,
    /// Pay 10 carrots and stay, or on chewing a carrot.
    Pay,
    /// Stay and do nothing.
    Stay,
    /// Back to Start, without another action (HT-27).
    ToStart,
    /// Back to the nearest tortoise, on this square (HT-24).
    Back(Square),
    /// Forward to this square, the finish included (HT-22).
    To(Square),
}

/// An outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// The first player (HT-07).
    First(Seat),
    /// The hare card with this number, 1 to 6 (HT-30).
    Card(u8),
    /// The die with this number, 1 to 6 (HP-07).
    Die(u8),
    /// A card of the pack, by its effect.
    PackCard(Effect),
}

/// The reason for which an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The race is over.
    #[error("the race is over")]
    Over,
    /// Chance is to decide.
    #[error("chance is to decide, not a player")]
    ChancesTurn,
    /// The runner of this turn is to be chosen first.
    #[error("first choose the runner of this turn")]
    ChooseRunner,
    /// There is no runner to choose now.
    #[error("the runner of this turn cannot be chosen now")]
    NoChoiceOfRunner,
    /// This runner may not be chosen (HT-04).
    #[error("runner {} may not be chosen now", .0 + 1)]
    NotThisRunner(u8),
    /// The runner must chew its lettuce (HT-26).
    #[error("the runner must chew a lettuce")]
    MustChew,
    /// There is nothing to chew here.
    #[error("there is no lettuce to chew here")]
    NothingToChew,
    /// Carrots are drawn or paid only on a carrot square (HT-25) or on chewing a carrot (HT-33).
    #[error("10 carrots are drawn or paid only on a carrot square or when chewing a carrot")]
    NoCarrotSquare,
    /// Fewer than 10 carrots.
    #[error("there are only {0} carrots, not 10 to pay")]
    FewerThanTen(u16),
    /// The runner must move, or do what its square allows (HT-21).
    #[error("the runner may not stay and do nothing")]
    MustMove,
    /// A carrot is chewed: nothing but drawing or paying.
    #[error("the player must chew a carrot: draw or pay")]
    MustChewCarrot,
    /// There is another action (HT-27).
    #[error("only a runner without any other action goes back to Start")]
    NotStuck,
    /// Not the nearest tortoise behind (HT-24).
    #[error("{0} is not the nearest tortoise behind")]
    NotTheNearestTortoise(Square),
    /// The tortoise is taken (HT-24).
    #[error("a runner stands on the tortoise on {0}")]
    TortoiseTaken(Square),
    /// Not ahead.
    #[error("{0} is not ahead of the runner")]
    NotAhead(Square),
    /// Longer than agreed (HT-22).
    #[error("{squares} squares are more than the longest step of {longest}")]
    TooLong {
        /// The length of the step.
        squares: u8,
        /// The longest allowed.
        longest: u8,
    },
    /// Too few carrots (HT-22).
    #[error("the move costs {cost} carrots and there are {carrots}")]
    TooDear {
        /// The price of the move.
        cost: u16,
        /// The player's carrots.
        carrots: u16,
    },
    /// A tortoise square is not reached forward (HT-23).
    #[error("{0} is a tortoise square, which is only reached backward")]
    Tortoise(Square),
    /// A runner stands there (HT-23).
    #[error("a runner stands on {0}")]
    Taken(Square),
    /// A lettuce square without lettuces (HT-23).
    #[error("{0} is a lettuce square, and no lettuce is left to chew")]
    NoLettuceLeft(Square),
    /// A number-4 square with three players (HT-06).
    #[error("{0} is a number-4 square, closed with three players")]
    Closed(Square),
    /// Lettuces left at the finish (HT-28).
    #[error("{} must be chewed before the finish", lettuces(*.0))]
    LettucesLeft(u8),
    /// Too many carrots at the finish (HT-28, HP-03).
    #[error("{} would be left at the finish, and {most} are allowed", carrots(*left))]
    TooManyCarrots {
        /// The carrots that would be left.
        left: u16,
        /// The limit.
        most: u32,
    },
}

sentences!(Illegal);
