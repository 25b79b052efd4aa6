//! The state of a run of prices: what was asked, and the sums of each element so far. It is plain data, so a run can be
//! saved, resumed and split into parts.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::tally::Tally;
use super::Uses;
use crate::arena::{Arena, ArenaError, Element, Measured, MergeError, Piece, Shard, in_order};
use crate::format::{Format, HeaderError};
use crate::json;
use crate::ruleset::Ruleset as _;
use crate::seat::Seats;

const FORMAT: Format = Format { name: "furlong-price", version: 1, a_file: "a file of prices" };

/// The reason that prices cannot be measured.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PriceError {
    /// Another release may play differently.
    #[error("played by furlong {0}, which may play differently")]
    Release(String),
    /// The run has other rules, players or elements.
    #[error("the prices are of another run")]
    OtherRun,
    /// The games cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// The reason a text is no file of prices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PriceFileError {
    /// It has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A field is missing, unknown, or has an impossible value.
    #[error("damaged: {0}")]
    Damaged(String),
}

/// A run of prices: what was asked, and what was played so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PriceRun {
    format: String,
    version: u32,
    /// The version of this library that played.
    pub release: String,
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The whole ruleset.
    pub rules: Value,
    /// The set-up of each game.
    pub setup: Value,
    /// The seats at the table.
    pub seats: Seats,
    /// The seed of all randomness.
    pub seed: u64,
    /// The name of the bot that plays all seats.
    pub bot: String,
    /// The limit of events.
    pub most_events: u32,
    /// The number of decisions at the start of each game that are drawn at random.
    pub openings: u32,
    /// The number of deals of each element.
    pub deals: u64,
    /// The part of the elements that this run plays.
    pub shard: Shard,
    /// The elements of all parts.
    pub elements: Vec<Ban>,
}

/// The games in which one seat must not use an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// The name of the element.
    pub element: String,
    /// The actions that use it.
    pub meaning: String,
    /// The share of the win of that seat less the mean share of the others, deal by deal. `None` before all are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<Tally>,
    /// The decisions of the free seats.
    pub free: Uses,
    /// The decisions of the seat that must not use it.
    pub restricted: Uses,
}

impl PriceRun {
    /// A run of these elements, by their places in [`Measured::ELEMENTS`], in the games of `arena`, of which nothing is
    /// played.
    ///
    /// # Errors
    /// When the games cannot be played.
    pub fn begin<G: Measured>(
        arena: &Arena<G>,
        elements: &[usize],
        shard: Shard,
    ) -> Result<Self, PriceError> {
        let game = &*arena.game;
        let state = game.start(&arena.setup).map_err(ArenaError::from)?;
        let ban = |element: &Element| Ban {
            element: element.name.to_owned(),
            meaning: element.meaning.to_owned(),
            gain: None,
            free: Uses::default(),
            restricted: Uses::default(),
        };
        Ok(Self {
            format: FORMAT.name.to_owned(),
            version: FORMAT.version,
            release: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::ID.to_owned(),
            ruleset: game.ruleset().title().name.clone(),
            rules: json::plain(game.ruleset()),
            setup: json::plain(&arena.setup),
            seats: game.seats(&state),
            seed: arena.seed,
            bot: arena.lineup.first().map_or_else(String::new, |entrant| entrant.name().to_owned()),
            most_events: arena.most_events,
            openings: arena.openings,
            deals: arena.groups.end - arena.groups.start,
            shard,
            elements: elements.iter().filter_map(|place| G::ELEMENTS.get(*place)).map(ban).collect(),
        })
    }

    /// Returns whether the text names the format of such files.
    pub fn is_one(json: &str) -> bool {
        FORMAT.check(json).is_ok()
    }

    /// Writes the run as JSON.
    pub fn to_json(&self) -> String {
        // Plain fields with text keys can always be written as JSON.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads a run, by any release. Only its own release continues it.
    ///
    /// # Errors
    /// When the text is no run of prices, or is damaged.
    pub fn from_json(json: &str) -> Result<Self, PriceFileError> {
        FORMAT.check(json)?;
        serde_json::from_str(json).map_err(|error| PriceFileError::Damaged(error.to_string()))
    }

    /// Returns whether all elements of this part have been played.
    pub fn is_complete(&self) -> bool {
        self.left().next().is_none()
    }

    /// The elements of this part that are still to be played, by their places.
    pub(super) fn left(&self) -> impl Iterator<Item = usize> {
        self.own().filter(|place| self.elements[*place].gain.is_none())
    }

    fn own(&self) -> impl Iterator<Item = usize> {
        let (first, step) = (self.shard.number() - 1, self.shard.of());
        (first as usize..self.elements.len()).step_by(step as usize)
    }

    /// Makes sure that these are the games of the run.
    pub(super) fn check<G: Measured>(&self, arena: &Arena<G>) -> Result<(), PriceError> {
        let is_same = self.rules == json::plain(arena.game.ruleset())
            && self.setup == json::plain(&arena.setup)
            && arena.lineup.first().is_some_and(|entrant| entrant.name() == self.bot)
            && (self.seed, self.most_events, self.openings)
                == (arena.seed, arena.most_events, arena.openings);
        if !is_same {
            return Err(PriceError::OtherRun);
        }
        if !self.is_complete() && self.release != env!("CARGO_PKG_VERSION") {
            return Err(PriceError::Release(self.release.clone()));
        }
        Ok(())
    }

    /// Joins the parts of a run, given in any order, each with a name for error messages.
    ///
    /// # Errors
    /// When the parts are not all those of one run, each given once and complete.
    pub fn merge(parts: impl IntoIterator<Item = (String, Self)>) -> Result<Self, MergeError> {
        let (mut whole, parts) = in_order(parts.into_iter().map(Ok::<_, MergeError>))?;
        for (place, ban) in parts.flatten() {
            whole.elements[place] = ban;
        }
        whole.shard = Shard::WHOLE;
        Ok(whole)
    }
}

impl Piece for PriceRun {
    /// The elements that it has played, with their places.
    type Own = Vec<(usize, Ban)>;

    fn shard(&self) -> Shard {
        self.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        let asked = |part: &Self| {
            let unplayed = |ban: &Ban| ban.element.clone();
            let elements: Vec<String> = part.elements.iter().map(unplayed).collect();
            Self { shard: Shard::WHOLE, elements: Vec::new(), ..part.clone() }.to_json() + &elements.join(" ")
        };
        (asked(self) != asked(other)).then(|| {
            "the rules, the bot, the seed, the games, the elements or the version of furlong are different"
                .to_owned()
        })
    }

    fn is_complete(&self) -> bool {
        self.is_complete()
    }

    fn take(&mut self) -> Self::Own {
        self.own().map(|place| (place, self.elements[place].clone())).collect()
    }
}
