//! The decisions of players and of chance, and the reasons why an action is refused.

use serde::{Deserialize, Serialize};

use super::board::Square;
use super::policy::Effect;
use super::words::{carrots, lettuces};
use crate::common::seat::Seat;
use crate::game::Purpose;

/// Drawing the first player.
pub const FIRST_PLAYER: Purpose = Purpose::new(0, "first player");
/// Drawing the card or the die for a jugged hare.
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
    /// A card of the pack, given by its effect.
    PackCard(Effect),
}

/// The reason why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The race is over.
    #[error("the race is over")]
    Over,
    /// Chance has to decide now.
    #[error("chance is to decide, not a player")]
    ChancesTurn,
    /// The runner for this turn must be chosen first.
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
    /// The player has fewer than 10 carrots to pay.
    #[error("there are only {0} carrots, not 10 to pay")]
    FewerThanTen(u16),
    /// The runner must move, or do what its square allows (HT-21).
    #[error("the runner may not stay and do nothing")]
    MustMove,
    /// The runner chews a carrot, so the player may only draw or pay.
    #[error("the player must chew a carrot: draw or pay")]
    MustChewCarrot,
    /// There is another legal action (HT-27).
    #[error("only a runner without any other action goes back to Start")]
    NotStuck,
    /// This is not the nearest tortoise behind (HT-24).
    #[error("{0} is not the nearest tortoise behind")]
    NotTheNearestTortoise(Square),
    /// The tortoise square is taken (HT-24).
    #[error("a runner stands on the tortoise on {0}")]
    TortoiseTaken(Square),
    /// The square is not ahead.
    #[error("{0} is not ahead of the runner")]
    NotAhead(Square),
    /// The step is longer than agreed (HT-22).
    #[error("{squares} squares are more than the longest step of {longest}")]
    TooLong {
        /// The length of the step.
        squares: u8,
        /// The longest step allowed.
        longest: u8,
    },
    /// The player has too few carrots (HT-22).
    #[error("the move costs {cost} carrots and there are {carrots}")]
    TooDear {
        /// The price of the move.
        cost: u16,
        /// The player's carrots.
        carrots: u16,
    },
    /// A tortoise square cannot be reached forward (HT-23).
    #[error("{0} is a tortoise square, which is only reached backward")]
    Tortoise(Square),
    /// Another runner stands there (HT-23).
    #[error("a runner stands on {0}")]
    Taken(Square),
    /// A runner without lettuces may not enter a lettuce square (HT-23).
    #[error("{0} is a lettuce square, and no lettuce is left to chew")]
    NoLettuceLeft(Square),
    /// The number-4 squares are closed with three players (HT-06).
    #[error("{0} is a number-4 square, closed with three players")]
    Closed(Square),
    /// The runner still has lettuces, so it may not finish (HT-28).
    #[error("{} must be chewed before the finish", lettuces(*.0))]
    LettucesLeft(u8),
    /// The runner has too many carrots to finish (HT-28, HP-03).
    #[error("{} would be left at the finish, and {most} are allowed", carrots(*left))]
    TooManyCarrots {
        /// The carrots that would be left.
        left: u16,
        /// The limit.
        most: u32,
    },
}
