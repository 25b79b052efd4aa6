//! What two rulesets of a game make different: the fields, and for each a *witness*, a reachable position in
//! which the difference shows.
//!
//! Two whole rulesets often part before the first move, and then nothing more can be said of them side by side. So
//! each field is looked at by itself: one ruleset as it is, against the same one with this field as in the other.
//! Where a field cannot be exchanged alone (a pack of cards and the rule that draws from it), the smallest group
//! that can is looked at. First the first ruleset is taken for it, and if nothing is found there the second one,
//! for a rule may matter only beside others.
//!
//! Both are then played at once: the same set-up, the same events, as long as they lead to the same position. Where
//! one allows what the other does not, or the same event leads to something else, is a witness. (A position that only
//! keeps books in another way, so that nobody is told or shown anything else, is none: play goes on until something
//! comes of it.) The simplest one that was found is made simpler by leaving out events, and kept: one for each
//! [`Kind`] of difference.
//!
//! That nothing was found in so many races proves nothing: the field may matter seldom, or not to play at all.
//!
//! ```
//! use furlong::animal_race::AnimalRace;
//! use furlong::Ruleset as _;
//! use furlong::arena::diff::{Search, diff};
//!
//! let open = |name| furlong::animal_race::Ruleset::open(name);
//! let search = Search { games: 4, ..Search::default() };
//! let differences = diff::<AnimalRace>(&open("classic")?, &open("course")?, &search)?;
//!
//! // AR-34: the first player is drawn after the bets, and not given.
//! let drawn = differences.of("first-player").expect("they differ in it");
//! let witness = &drawn.witnesses[0];
//! assert!(witness.holds());
//! // The same race under both, up to where they part, as records that replay.
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
#[cfg(test)]
mod tests;
mod witness;

use search::Looks;
use settings::Plan;

pub use kind::Kind;
pub use places::PlaceDifference;
pub use report::{DiffReport, FieldReport, Group, Told, WitnessReport};
pub use settings::Search;
pub use witness::{Side, Witness};

use serde::Serialize;

use super::parallel::each;
use crate::bot::{Bots, StopFlag};
use crate::fault::Faults;
use crate::game::RaceGame;
use crate::ruleset::{FieldDifference, Ruleset as _, RulesetError, differences, with_fields_of};
use crate::text::Text;

/// All that was found about two rulesets.
#[derive(Clone, Debug)]
pub struct Differences<G: RaceGame> {
    /// The two rulesets.
    pub rulesets: [G::Ruleset; 2],
    /// How long was looked.
    pub search: Search,
    /// The fields in which they differ, in groups that go together, in the order of the schema. None when the
    /// rulesets are equal but for what they say of themselves.
    pub groups: Vec<Difference<G>>,
    /// The search was stopped before all was looked at.
    pub is_stopped: bool,
}

/// A field, or some that go together, in which two rulesets differ, and what it makes different.
#[derive(Clone, Debug)]
pub struct Difference<G: RaceGame> {
    /// The fields.
    pub fields: Vec<FieldDifference>,
    /// Beside which rules it was looked at, last.
    pub beside: Beside,
    /// One witness for each kind of difference that was found, in the order of kinds.
    pub witnesses: Vec<Witness<G>>,
    /// How many races were played.
    pub games: u64,
}

/// Beside which rules a field was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beside {
    /// Those of the first ruleset: as it is, against it with this field of the second.
    First,
    /// Those of the second ruleset: it with this field of the first, against it as it is.
    Second,
}

/// Why two rulesets cannot be set side by side.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiffError {
    /// One of them is not playable.
    #[error("{ruleset}: {faults}")]
    Unplayable {
        /// Its name.
        ruleset: String,
        /// What is wrong with it.
        faults: Faults,
    },
    /// One of them does not fit its schema.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
}

impl<G: RaceGame> Differences<G> {
    /// What was found about the field at this path; `None` when the rulesets do not differ in it.
    pub fn of(&self, path: &str) -> Option<&Difference<G>> {
        let has = |group: &&Difference<G>| group.fields.iter().any(|field| field.field.path == path);
        self.groups.iter().find(has)
    }
}

impl<G: RaceGame> Difference<G> {
    /// The witness of this kind.
    pub fn witness(&self, kind: Kind) -> Option<&Witness<G>> {
        self.witnesses.iter().find(|witness| witness.kind == kind)
    }
}

/// Tells in what two rulesets of a game differ, and looks for witnesses of each difference.
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

/// As [`diff`], and ends within a moment when the flag is raised, with what has been found until then.
///
/// # Errors
/// As [`diff`].
pub fn diff_until<G: Text + Bots>(
    first: &G::Ruleset,
    second: &G::Ruleset,
    search: &Search,
    stop: &StopFlag,
) -> Result<Differences<G>, DiffError> {
    // Made once, for a game may keep what its bots have worked out.
    let games = [&game::<G>(first.clone())?, &game::<G>(second.clone())?];
    let groups = groups::groups::<G>([first, second], differences(first, second)?)?;
    let plan = Plan { search, stop };
    let look = |(): &mut (), fields| look(games, fields, plan);
    let mut groups = each(groups.into_iter(), &look).collect::<Result<Vec<_>, _>>()?;
    together(&mut groups, games, plan)?;
    let rulesets = [first, second].map(Clone::clone);
    Ok(Differences { rulesets, search: *search, groups, is_stopped: plan.is_stopped() })
}

/// Fields that show nothing each by itself may do so together.
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

/// Looks for witnesses of these fields, beside the first ruleset and then beside the second: of what they change in
/// play, and where there is nothing of that, of how the race is reckoned and shown.
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

/// The first game with these fields as in the second one; `None` when that cannot be played.
fn mixed<G: RaceGame>([base, other]: [&G; 2], fields: &[FieldDifference]) -> Result<Option<G>, DiffError> {
    let paths: Vec<_> = fields.iter().map(|difference| difference.field).collect();
    let name = mixed_name(&base.ruleset().title().name, fields);
    match with_fields_of(base.ruleset(), other.ruleset(), &paths, &name) {
        Ok(ruleset) => Ok(G::new(ruleset).ok()),
        // A struct that cannot hold these values together is no fault of the schema.
        Err(RulesetError::Unwritable(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn game<G: RaceGame>(ruleset: G::Ruleset) -> Result<G, DiffError> {
    let name = ruleset.title().name.clone();
    G::new(ruleset).map_err(|faults| DiffError::Unplayable { ruleset: name, faults })
}

/// `classic-with-hare-chew-a-carrot`: a name for the ruleset with these fields of another.
fn mixed_name(base: &str, fields: &[FieldDifference]) -> String {
    let named = fields.first().map_or(String::new(), |field| field.field.path.replace('.', "-"));
    let more = if fields.len() > 1 { format!("-and-{}-more", fields.len() - 1) } else { String::new() };
    format!("{base}-with-{named}{more}")
}
