//! The state of a price run: what was asked, and the sums of each element so far. It is plain data, so that a run can
//! be saved, resumed and split into parts.

use serde::{Deserialize, Serialize};

use super::super::tally::Tally;
use super::Uses;
use crate::arena::{Arena, ArenaError, Element, Endings, Measured, Mergeable, Setting, Shard};
use crate::formats::is_default;
use crate::formats::{FileError, Format};

const FORMAT: Format = Format { name: "furlong-price", version: 1, a_file: "a file of prices" };

/// The reason why prices cannot be measured.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PriceError {
    /// The run is of another release, which may play differently.
    #[error("played by furlong {0}, whose bots may play differently")]
    Release(String),
    /// The run has other rules, players or elements.
    #[error("the prices belong to another run")]
    OtherRun,
    /// The games cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// A price run: what was asked, and what was played so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PriceRun {
    /// The facts that the games depend on. One bot plays all seats.
    pub setting: Setting,
    /// The number of deals of each element.
    pub deals: u64,
    /// The part of the elements that this run plays.
    pub shard: Shard,
    /// The elements of all parts.
    pub elements: Vec<Ban>,
    /// The same elements on the same deals for each further player type: see [`PriceRun::by_player_type`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Self>,
}

/// The games in which one seat must not use an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// The name of the element.
    pub element: String,
    /// The actions that use the element, as a noun phrase without its final full stop.
    pub meaning: String,
    /// The share of the win of the restricted seat minus the mean share of the others, deal by deal. `None` until all
    /// deals are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<Tally>,
    /// The number of games that reached the limit of events.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unfinished: u64,
    /// The decisions of the free seats.
    pub free: Uses,
    /// The decisions of the seat that must not use the element.
    pub restricted: Uses,
    /// For further player types: the gain minus the gain by the first type, deal by deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<Tally>,
}

impl PriceRun {
    /// Creates a run of these elements, given by their indices in [`Measured::ELEMENTS`], with nothing played yet.
    /// There is one arena for each player type.
    ///
    /// # Errors
    /// When the games cannot be played.
    pub fn begin<G: Measured>(
        arenas: &[Arena<G>],
        elements: &[usize],
        shard: Shard,
    ) -> Result<Self, PriceError> {
        let mut kinds = arenas.iter().map(|arena| Self::of_kind(arena, elements));
        let mut begun = kinds.next().unwrap_or(Err(ArenaError::NoGames.into()))?;
        (begun.shard, begun.others) = (shard, kinds.collect::<Result<_, _>>()?);
        Ok(begun)
    }

    /// Creates the run of one player type.
    fn of_kind<G: Measured>(arena: &Arena<G>, elements: &[usize]) -> Result<Self, PriceError> {
        let ban = |element: &Element| Ban {
            element: element.name.to_owned(),
            meaning: element.meaning.to_owned(),
            gain: None,
            unfinished: 0,
            free: Uses::default(),
            restricted: Uses::default(),
            apart: None,
        };
        Ok(Self {
            setting: arena.setting()?,
            deals: arena.groups.end - arena.groups.start,
            shard: Shard::WHOLE,
            elements: elements.iter().filter_map(|place| G::ELEMENTS.get(*place)).map(ban).collect(),
            others: Vec::new(),
        })
    }

    /// Returns the run of each player type, beginning with this run itself.
    pub fn by_player_type(&self) -> impl Iterator<Item = &Self> + Clone {
        std::iter::once(self).chain(&self.others)
    }

    /// Returns the run of the player type at this place of [`PriceRun::by_player_type`].
    pub(super) fn kind_mut(&mut self, kind: usize) -> &mut Self {
        match kind {
            0 => self,
            other => &mut self.others[other - 1],
        }
    }

    /// Returns whether the text names the format of such files, in any version.
    pub fn is_format(json: &str) -> bool {
        FORMAT.is_of(json)
    }

    /// Writes the run as JSON.
    pub fn to_json(&self) -> String {
        FORMAT.write(self)
    }

    /// Reads a run written by any release. Only the release that wrote it can continue it.
    ///
    /// # Errors
    /// When the text is not a price run, or is damaged.
    pub fn from_json(json: &str) -> Result<Self, FileError> {
        let read: Self = FORMAT.read(json)?;
        let fits = |other: &Self| other.others.is_empty() && other.elements.len() == read.elements.len();
        if !read.others.iter().all(fits) {
            return Err(FileError::damaged("elements and players do not fit together"));
        }
        Ok(read)
    }

    /// Returns the name of the bot that plays all seats.
    pub fn bot(&self) -> &str {
        self.setting.lineup.first().map_or("", String::as_str)
    }

    /// Returns how the games of an element ended. The winners of forfeited games are known.
    pub(super) fn endings(&self, ban: &Ban) -> Endings {
        Endings {
            of: format!("{} without {}", self.bot(), ban.element),
            games: self.deals.saturating_mul(self.setting.seats.count().into()),
            unfinished: ban.unfinished,
            forfeited: 0,
            most_unfinished: self.setting.most_unfinished,
        }
    }

    /// Returns whether all elements of this part have been played.
    pub fn is_complete(&self) -> bool {
        self.left().next().is_none()
    }

    /// Returns the elements of this part that are still to be played, by their indices.
    pub(super) fn left(&self) -> impl Iterator<Item = usize> {
        let own = self.shard.places(self.elements.len());
        own.filter(|place| self.elements[*place].gain.is_none())
    }

    /// Checks that these are the games of the run.
    pub(super) fn check<G: Measured>(&self, arenas: &[Arena<G>]) -> Result<(), PriceError> {
        if self.by_player_type().count() != arenas.len() {
            return Err(PriceError::OtherRun);
        }
        for (kind, arena) in self.by_player_type().zip(arenas) {
            if !kind.setting.is_same_but_for_release(&arena.setting()?) {
                return Err(PriceError::OtherRun);
            }
        }
        if !self.is_complete() && !self.setting.is_of_this_release() {
            return Err(PriceError::Release(self.setting.release.clone()));
        }
        Ok(())
    }
}

impl Mergeable for PriceRun {
    /// The elements that each player type has played, with their indices.
    type Own = Vec<Vec<(usize, Ban)>>;

    fn shard(&self) -> Shard {
        self.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        let mut both = self.by_player_type().zip(other.by_player_type());
        let differs = both.find_map(|(one, other)| one.setting.differs_from(&other.setting));
        differs.or_else(|| {
            let elements =
                |part: &Self| part.elements.iter().map(|ban| ban.element.clone()).collect::<Vec<_>>();
            let asked = |part: &Self| (part.deals, elements(part), part.others.len());
            (asked(self) != asked(other))
                .then(|| "the elements or the numbers of their games are different".to_owned())
        })
    }

    fn is_complete(&self) -> bool {
        self.is_complete()
    }

    fn take(&mut self) -> Self::Own {
        let own = |kind: &Self| {
            let places = self.shard.places(self.elements.len());
            places.map(|place| (place, kind.elements[place].clone())).collect()
        };
        self.by_player_type().map(own).collect()
    }

    fn join(&mut self, own: Self::Own) {
        for (kind, own) in own.into_iter().enumerate() {
            for (place, ban) in own {
                self.kind_mut(kind).elements[place] = ban;
            }
        }
        self.shard = Shard::WHOLE;
    }
}
