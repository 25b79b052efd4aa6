//! The differences between two rulesets of a game: the fields that differ, and for each field a *witness*, a reachable
//! position in which it matters.
//!
//! Two whole rulesets often diverge before the first move, and then cannot be compared any further. So each field is
//! examined alone: one ruleset plays against a copy of itself that has this field from the other. Where a field cannot
//! be exchanged alone (a pack of cards and the rule that draws from it), the smallest group of fields that can be
//! exchanged is examined. The first ruleset is the base. Where it gives no witness the second one is tried, since a
//! rule may matter only together with others.
//!
//! Both are then played in lockstep, with the same set-up and the same events, as long as they lead to the same
//! position. A witness is a position in which one allows what the other does not, or in which the same event has
//! different results. (Positions that differ only in bookkeeping, so that no player could tell, are not witnesses:
//! play goes on until the difference has an effect.) The simplest witnesses are shortened by leaving out events, and
//! one is kept for each [`DifferenceKind`].
//!
//! A search that finds no witness proves nothing: the field may matter only rarely, or not affect play at all.
//!
//! ```
//! use furlong::animal_race::{AnimalRace, Ruleset};
//! use furlong::arena::diff::{Search, diff};
//! use furlong::ruleset;
//!
//! let open = |name| ruleset::open::<Ruleset>(name);
//! let search = Search::default().games(4);
//! let differences = diff::<AnimalRace>(&open("classic")?, &open("course")?, &search)?;
//!
//! // AR-34: the first player is drawn after the bets, and not given.
//! let drawn = differences.of("first-player").expect("they differ in it");
//! let witness = &drawn.witnesses[0];
//! assert!(witness.holds());
//! // The same race under both, up to the divergence, as records that replay.
//! for side in [0, 1] {
//!     witness.record(side).replay()?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod groups;
mod kind;
mod lockstep;
mod places;
mod report;
mod search;
mod settings;
mod shorten;
mod witness;

use search::Looks;
use settings::Plan;

pub use kind::DifferenceKind;
pub use places::PlaceDifference;
pub use report::{DiffReport, FieldReport, GroupReport, Sentences, WitnessReport};
pub use settings::Search;
pub use witness::{Side, Witness};

use serde::Serialize;

use super::parallel::each;
use crate::bot::{Bots, StopFlag};
use crate::common::fault::Faults;
use crate::game::RaceGame;
use crate::ruleset::{FieldDifference, Ruleset as _, RulesetError, differences, with_fields_of};
use crate::text::Text;

/// The differences between two rulesets, as far as the search found them.
#[derive(Clone, Debug)]
pub struct Differences<G: RaceGame> {
    /// The two rulesets.
    pub rulesets: [G::Ruleset; 2],
    /// The extent of the search.
    pub search: Search,
    /// The fields that differ, in groups that are exchanged together, in the order of the schema. Empty when the
    /// rulesets are equal except for their titles.
    pub groups: Vec<Difference<G>>,
    /// `true` when the search was stopped early.
    pub is_stopped: bool,
}

/// A field that differs between two rulesets, or several fields that are exchanged together, with the witnesses.
#[derive(Clone, Debug)]
pub struct Difference<G: RaceGame> {
    /// The fields.
    pub fields: Vec<FieldDifference>,
    /// The base ruleset of the last search.
    pub beside: Beside,
    /// One witness for each kind of difference that was found, in the order of kinds.
    pub witnesses: Vec<Witness<G>>,
    /// The number of races played.
    pub games: u64,
}

/// The base ruleset of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beside {
    /// The first ruleset, which is compared with a copy of itself that has this field from the second.
    First,
    /// The second ruleset, which is compared with a copy of itself that has this field from the first.
    Second,
}

/// The reason why two rulesets cannot be compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiffError {
    /// One of them is not playable.
    #[error("{ruleset}: {faults}")]
    Unplayable {
        /// The name of the unplayable ruleset.
        ruleset: String,
        /// The faults of the ruleset.
        #[source]
        faults: Faults,
    },
    /// One of them does not fit its schema.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
}

impl<G: RaceGame> Differences<G> {
    /// Returns the difference in the field at `path`; `None` when the rulesets agree in it.
    pub fn of(&self, path: &str) -> Option<&Difference<G>> {
        let has = |group: &&Difference<G>| group.fields.iter().any(|field| field.field.path == path);
        self.groups.iter().find(has)
    }
}

impl<G: RaceGame> Difference<G> {
    /// Returns the witness of this kind.
    pub fn witness(&self, kind: DifferenceKind) -> Option<&Witness<G>> {
        self.witnesses.iter().find(|witness| witness.kind == kind)
    }
}

/// Lists the fields in which two rulesets differ, and searches for witnesses of each difference.
///
/// # Errors
/// When a ruleset cannot be played.
pub fn diff<G: Text + Bots>(
    first: &G::Ruleset,
    second: &G::Ruleset,
    search: &Search,
) -> Result<Differences<G>, DiffError> {
    diff_until(first, second, search, &StopFlag::default())
}

/// Searches like [`diff`], but returns promptly when `stop` is raised, with the findings so far.
///
/// # Errors
/// As [`diff`].
pub fn diff_until<G: Text + Bots>(
    first: &G::Ruleset,
    second: &G::Ruleset,
    search: &Search,
    stop: &StopFlag,
) -> Result<Differences<G>, DiffError> {
    // The games are made once, since a game may cache the work of its bots.
    let games = [&game::<G>(first.clone())?, &game::<G>(second.clone())?];
    let groups = groups::groups::<G>([first, second], differences(first, second)?)?;
    let plan = Plan { search, stop };
    let look = |(): &mut (), fields| look(games, fields, plan);
    let mut groups = each(groups.into_iter(), &look).collect::<Result<Vec<_>, _>>()?;
    together(&mut groups, games, plan)?;
    let rulesets = [first, second].map(Clone::clone);
    Ok(Differences { rulesets, search: *search, groups, is_stopped: plan.is_stopped() })
}

/// Searches again, with all fields that have no witness exchanged together.
fn together<G: Text + Bots>(
    groups: &mut Vec<Difference<G>>,
    games: [&G; 2],
    plan: Plan<'_>,
) -> Result<(), DiffError> {
    let is_silent = |group: &Difference<G>| group.witnesses.is_empty();
    if plan.is_stopped() || groups.iter().filter(|group| is_silent(group)).count() < 2 {
        return Ok(());
    }
    let fields = groups.iter().filter(|group| is_silent(group)).flat_map(|group| group.fields.clone());
    let found = look(games, fields.collect(), plan)?;
    if found.witnesses.iter().any(|witness| witness.kind.is_of_play()) {
        groups.retain(|group| !is_silent(group));
        groups.push(found);
    }
    Ok(())
}

/// Searches for witnesses of these `fields`, with the first ruleset as the base and then with the second. It looks for
/// differences in play first, then for differences in standings and pictures.
fn look<G: Text + Bots>(
    [first, second]: [&G; 2],
    fields: Vec<FieldDifference>,
    plan: Plan<'_>,
) -> Result<Difference<G>, DiffError> {
    let mixed = [mixed([first, second], &fields)?, mixed([second, first], &fields)?];
    let mut found = Difference { fields, beside: Beside::First, witnesses: Vec::new(), games: 0 };
    for looks in [Looks::Play, Looks::Shown] {
        let pairs = [
            (Beside::First, mixed[0].as_ref().map(|mixed| [first, mixed])),
            (Beside::Second, mixed[1].as_ref().map(|mixed| [mixed, second])),
        ];
        for (beside, games) in pairs {
            let Some(games) = games else { continue };
            let (witnesses, played) = search::witnesses(games, plan, looks);
            found.games += played;
            if !witnesses.is_empty() {
                (found.beside, found.witnesses) = (beside, witnesses);
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// Returns the game `base` with these `fields` of `other`; `None` when it cannot be played.
fn mixed<G: RaceGame>([base, other]: [&G; 2], fields: &[FieldDifference]) -> Result<Option<G>, DiffError> {
    let paths: Vec<_> = fields.iter().map(|difference| difference.field).collect();
    let name = mixed_name(&base.ruleset().title().name, fields);
    match with_fields_of(base.ruleset(), other.ruleset(), &paths, &name) {
        Ok(ruleset) => Ok(G::new(ruleset).ok()),
        // Values that do not fit together in a ruleset are not an error.
        Err(RulesetError::Unwritable(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn game<G: RaceGame>(ruleset: G::Ruleset) -> Result<G, DiffError> {
    let name = ruleset.title().name.clone();
    G::new(ruleset).map_err(|faults| DiffError::Unplayable { ruleset: name, faults })
}

/// Returns a name for the ruleset with these `fields` of another, such as `classic-with-hare-chew-a-carrot`.
fn mixed_name(base: &str, fields: &[FieldDifference]) -> String {
    let named = fields.first().map_or(String::new(), |field| field.field.path.replace('.', "-"));
    let more = if fields.len() > 1 { format!("-and-{}-more", fields.len() - 1) } else { String::new() };
    format!("{base}-with-{named}{more}")
}
