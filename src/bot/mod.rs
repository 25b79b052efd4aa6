//! Bots: programs that play, using only what their seat may know.
//!
//! A bot gets a view and the legal actions, never a state, so a bot that cheats does not compile. Its random numbers
//! come from the stream of its seat, with one generator for each decision.

pub(crate) mod contract;
pub(crate) mod decision;
mod fingerprint;
mod flat;
pub(crate) mod game_bots;
mod guidance;
mod halving;
mod ismcts;
mod levels;
mod playout;
#[cfg(feature = "process")]
mod process;
pub(crate) mod random;
mod reference;
pub(crate) mod roster;
#[cfg(feature = "schema")]
pub mod schema;
mod settings;
pub(crate) mod spec;
mod tree;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::seq::SliceRandom as _;

use crate::common::order::{best_first, sort_indices};
use crate::common::seat::Seat;
use crate::game::streams::Stream;
use crate::game::{RaceGame, Turn};
use crate::text::counted;
use tree::Figures;

pub(crate) use contract::{Bot, BotError};
pub use contract::{FailureKind, choosing};
pub(crate) use decision::Decision;
pub use flat::FlatMonteCarlo;
pub(crate) use game_bots::Bots;
pub use guidance::{Guidance, Unguided};
pub(crate) use halving::{keep_better_half, stages};
pub use ismcts::Ismcts;
pub use levels::{FLAT_PARAMETERS, SEARCH_PARAMETERS, flat_bot, search_bot};
pub use playout::Playouts;
#[cfg(feature = "process")]
pub(crate) use process::OUTSTAYS;
#[cfg(feature = "process")]
pub use process::{
    NoCommand, PROTOCOL_VERSION, ProcessBot, ProcessEvent, ProcessEventKind, ProcessObserver, ProcessPool,
    ProcessSpec, end_processes,
};
pub(crate) use random::RandomBot;
pub use reference::reference;
pub(crate) use roster::Roster;
pub use settings::{Budget, ChanceInTree, NoSearch, RootRule, Settings};
pub use spec::UnknownBot;
pub use spec::gentlest;
pub(crate) use spec::{BotSpec, usual_bot};

/// A flag that stops an operation early. Those who stop it raise the flag, and the operation checks it now and then.
pub type StopFlag = Arc<AtomicBool>;

/// An action that a bot has considered.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Considered<A> {
    /// The action.
    pub action: A,
    /// The share of the win that the bot expects, 0 to 1, if it estimates one.
    pub chance: Option<f64>,
    /// The reason in a few words, when the bot gives one.
    pub reason: Option<String>,
}

impl<A> Considered<A> {
    /// Creates an action without an estimate and without a reason.
    pub const fn new(action: A) -> Self {
        Self { action, chance: None, reason: None }
    }

    /// Sets the share of the win that the bot expects, 0 to 1.
    #[must_use]
    pub fn chance(self, chance: f64) -> Self {
        Self { chance: Some(chance), ..self }
    }

    /// Sets the reason, in a few words.
    #[must_use]
    pub fn reason(self, reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..self }
    }
}

/// The percentage of random errors of a playout player that otherwise always decides alike.
pub(crate) const USUAL_RANDOM_ERRORS: u8 = 10;

/// The search that knows only the rules of a game.
const SEARCH: BotKind = BotKind::search("search", "simulates 500 games per decision");

/// Flat Monte Carlo, for any game.
const FLAT: BotKind = BotKind::flat("tries every action in 50 simulated games, without a tree");

/// The random bot, for any game.
pub const RANDOM: BotKind = BotKind::plain("random", "plays at random");

/// A type of bot that you can ask for by name.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    /// The name.
    pub name: &'static str,
    /// A description: one sentence without its final full stop.
    pub about: &'static str,
    /// The parameters, each with its meaning and default.
    pub parameters: &'static [(&'static str, &'static str)],
    /// Whether this bot finishes its games against any opponents. Menus offer people only such bots.
    pub finishes: bool,
    /// Whether this is a level of play, which people choose by its name. If a game has levels, menus offer people
    /// nothing else.
    pub is_level: bool,
}

impl BotKind {
    /// Creates a bot without parameters.
    pub const fn plain(name: &'static str, about: &'static str) -> Self {
        Self { name, about, parameters: &[], finishes: true, is_level: false }
    }

    /// Sets the parameters, each with its meaning and default.
    ///
    /// ```
    /// use furlong::bot::BotKind;
    ///
    /// const PATIENT: BotKind = BotKind::plain("patient", "thinks for long")
    ///     .with_parameters(&[("depth", "the moves that it looks ahead; 3")]);
    /// assert_eq!(PATIENT.parameters.len(), 1);
    /// ```
    #[must_use]
    pub const fn with_parameters(self, parameters: &'static [(&'static str, &'static str)]) -> Self {
        Self { parameters, ..self }
    }

    /// Marks the bot as one that need not finish its games: useful for measuring others, but no opponent for people.
    #[must_use]
    pub const fn unfinished(self) -> Self {
        Self { finishes: false, ..self }
    }

    /// Marks the bot as a level of play.
    #[must_use]
    pub const fn as_level(self) -> Self {
        Self { is_level: true, ..self }
    }

    /// Creates a searching bot, with the parameters of [`search_bot`].
    pub const fn search(name: &'static str, about: &'static str) -> Self {
        Self::plain(name, about).with_parameters(SEARCH_PARAMETERS)
    }

    /// Creates the bot `flat`, with the parameters of [`flat_bot`].
    pub const fn flat(about: &'static str) -> Self {
        Self::plain("flat", about).with_parameters(FLAT_PARAMETERS)
    }
}

/// Returns the worlds that are possible at a decision. A search carries out actions unchecked, so this function checks
/// them, in one of these worlds.
fn worlds_of<G: RaceGame>(decision: &Decision<'_, G>) -> Result<G::InformationSet, BotError> {
    let game = decision.game;
    if decision.actions.is_empty() {
        return Err(BotError::NoAction);
    }
    let open = game.information_set(&decision.view());
    let open = open.map_err(|faults| BotError::Failed(faults.to_string()))?;
    let mut rng = decision.rng.clone();
    let mut world = game.determinize(&open, &mut rng);
    if !game.deciding(&world).contains(decision.seat) || !bring_to(game, &mut world, decision.seat, &mut rng)
    {
        return Err(BotError::Failed(format!("seat {} has nothing to decide", decision.seat)));
    }
    for action in decision.actions {
        game.check(&world, *action).map_err(|reason| {
            let action = serde_json::to_string(action).unwrap_or_default();
            BotError::Failed(format!("{action} is listed as legal but is not: {reason}"))
        })?;
    }
    Ok(open)
}

/// Brings a world to the turn of a seat that may decide ahead of it. The seats before it choose at random, because it
/// sees nothing of what they choose. Returns whether its turn comes.
pub(crate) fn bring_to<G: RaceGame>(game: &G, world: &mut G::State, seat: Seat, rng: &mut Stream) -> bool {
    while let Turn::Seat(mover) = game.turn(world) {
        if mover == seat {
            return true;
        }
        let Some(action) = game.sample_action(world, rng) else { return false };
        game.apply(world, action, &mut ());
        if !game.deciding(world).contains(seat) {
            return false;
        }
    }
    false
}

/// Asks a bot. A panic becomes a failure of the bot, so that neither other games nor the program end with it.
pub(crate) fn asked<T>(ask: impl FnOnce() -> Result<T, BotError>) -> Result<T, BotError> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|panic| Err(BotError::Failed(panic_message(&*panic))))
}

/// Returns the failure of a bot from the payload of its panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    let words: Vec<&str> = words.split_whitespace().collect();
    format!("it panicked: {}", words.join(" "))
}

/// Chooses the action that the bot considers best, for a bot that thinks only when there is a choice.
fn best_considered<G: RaceGame>(
    bot: &mut impl Bot<G>,
    decision: &mut Decision<'_, G>,
) -> Result<G::Action, BotError> {
    if let [only] = decision.actions {
        return Ok(*only);
    }
    let best = bot.consider(decision)?;
    best.first().map(|best| best.action).ok_or(BotError::NoAction)
}

/// Ranks the actions that a search has tried, the most tried first, with what they have gained on average. First
/// thoughts, weighted as `thoughts_weight` visits, decide between those that were tried equally often.
///
/// When all tried actions have the same value, the win is already lost or certain, and the search cannot help. The
/// guidance's first thoughts then decide, or chance if there are none, so that the race for the other places still
/// ends.
fn ranked<G: RaceGame>(
    decision: &mut Decision<'_, G>,
    guidance: &impl Guidance<G>,
    figures: &[Figures],
    thoughts: &mut Vec<f64>,
    thoughts_weight: f64,
) -> Vec<Considered<G::Action>> {
    let actions = decision.actions;
    let mut tried: Vec<usize> = (0..actions.len()).filter(|index| figures[*index].visits > 0).collect();
    if brought_the_same(tried.iter().map(|index| figures[*index])) {
        if thoughts.is_empty() {
            guidance.first_thoughts(decision.game, &decision.view(), actions, thoughts);
        }
        tried.shuffle(decision.rng);
        best_first(&mut tried, &|index| thoughts.get(index).copied().unwrap_or_default());
    } else {
        let worth = |index: usize| figures[index].mean_with(thoughts.get(index).copied(), thoughts_weight);
        sort_indices(&mut tried, &|one, other| {
            let visits = figures[other].visits.cmp(&figures[one].visits);
            visits.then_with(|| worth(other).total_cmp(&worth(one)))
        });
    }
    let tell = |index: usize| Considered {
        action: actions[index],
        chance: Some(figures[index].mean_with(None, 0.0)),
        reason: Some(format!(
            "tried in {}",
            counted(figures[index].visits, "simulated game", "simulated games")
        )),
    };
    tried.into_iter().map(tell).collect()
}

/// Returns whether all figures have the same average gain, except for rounding.
fn brought_the_same(mut figures: impl Iterator<Item = Figures>) -> bool {
    const EXACT: f64 = 1e-9;
    let first = figures.next().unwrap_or_default().mean_with(None, 0.0);
    figures.all(|figures| (figures.mean_with(None, 0.0) - first).abs() < EXACT)
}
