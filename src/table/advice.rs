//! Advice from bots and the reasons for their decisions, in words.

use serde_json::Value;

use super::players::{NoPlayer, Occupant};
use crate::analysis::Grade;
use crate::bot::{Bot, BotSpec, Considered, Decision, Roster, UnknownBot};
use crate::common::seat::{Seat, Seats};
use crate::race::Race;
use crate::text::{Names, Text, plain};

/// Creates a bot that only gives advice, and plays for nobody.
pub(super) fn adviser<G: Text>(
    bots: &Roster<G>,
    spec: &str,
    seats: Seats,
) -> Result<Box<dyn Bot<G>>, NoPlayer> {
    let entrant = spec.parse::<Occupant>()?.entrant(bots, &Value::Null, seats)?;
    // A person cannot be asked for advice.
    Ok(entrant.ok_or_else(|| UnknownBot::Form(spec.to_owned()))?.bot()?)
}

/// The iterations of the bot that is asked for hints. There are more than in play, because it must also judge how much
/// better one action is than another.
const ITERATIONS: u32 = 500;

/// Returns the bot that gives hints when nobody names one: the highest level, or the default bot of a game without
/// levels.
pub(super) fn usual_adviser<G: Text>(bots: &Roster<G>) -> BotSpec {
    let Some(level) = bots.kinds().iter().rfind(|kind| kind.is_level) else { return bots.usual() };
    let mut spec = BotSpec::named(level.name);
    if level.parameters.iter().any(|(name, _)| *name == "iterations") {
        spec.parameters.insert("iterations".to_owned(), ITERATIONS.to_string());
    }
    spec
}

/// Describes the best two actions of an advice to one of these seats, each with its chance and the reason, how they
/// compare, and what the chances mean.
pub fn advice_lines<G: Text>(
    game: &G,
    view: &G::View,
    seats: Seats,
    advice: &[Considered<G::Action>],
) -> Vec<String> {
    let best = &advice[..advice.len().min(2)];
    let has_chances = best.iter().any(|considered| considered.chance.is_some());
    let even = 100.0 / f64::from(seats.count());
    let meaning = has_chances.then(|| {
        format!("%: the share of the win that the bot expects for you; an even share is {even:.0} %.")
    });
    let lines = best.iter().map(|considered| in_words(game, view, considered));
    lines.chain(comparison(game, view, advice)).chain(meaning).collect()
}

/// Describes how much better the first action is than the next best; `None` for a bot that gives no chances.
fn comparison<G: Text>(game: &G, view: &G::View, advice: &[Considered<G::Action>]) -> Option<String> {
    let [first, second, ..] = advice else { return None };
    let ahead = first.chance? - second.chance?;
    let [first, second] = [first, second].map(|considered| game.label(view, considered.action));
    let more = format!("about {:.0} more wins in 100 than `{second}`", 100.0 * ahead);
    Some(if ahead >= Grade::MISTAKE {
        format!("The bot is sure that `{first}` is best: {more}.")
    } else if ahead >= Grade::INACCURACY {
        format!("The bot prefers `{first}`: {more}.")
    } else {
        format!("The bot is not sure: `{second}` is about as good as `{first}`.")
    })
}

/// Describes an action with its chance and the reason.
fn in_words<G: Text>(game: &G, view: &G::View, considered: &Considered<G::Action>) -> String {
    let label = game.label(view, considered.action);
    let chance = considered.chance.map_or_else(String::new, |chance| format!(" ({:.0} %)", chance * 100.0));
    let purpose = game.purpose(view, considered.action);
    let reason = considered.reason.as_ref().map(|reason| plain(reason).into_owned());
    // A bot may state the purpose itself.
    let reason = match (purpose, reason) {
        (Some(purpose), Some(reason)) if !reason.contains(&purpose) => Some(format!("{purpose}; {reason}")),
        (purpose, reason) => reason.or(purpose),
    };
    let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
    format!("{label}{chance}{reason}")
}

/// Describes the best two actions of the seat to move with its bot's reasons, as a line of the log. The reasons
/// address the bot. `None` when there is no choice, or the bot gives no reason.
pub(super) fn reasons<G: Text>(
    race: &Race<G>,
    bot: &mut dyn Bot<G>,
    seat: Seat,
    names: &Names,
) -> Option<String> {
    const SHOWN: usize = 2;
    let (view, actions, mut rng) = (race.seat_view(seat), race.actions(seat), race.bot_stream(seat));
    if actions.len() < 2 {
        return None;
    }
    let considered = bot.consider(&mut Decision::new(race.game(), &view, &actions, &mut rng)).ok()?;
    let says_why =
        |considered: &Considered<G::Action>| considered.chance.is_some() || considered.reason.is_some();
    let best = considered.iter().take(SHOWN).filter(|considered| says_why(considered));
    let best: Vec<String> = best.map(|considered| in_words(race.game(), &view, considered)).collect();
    (!best.is_empty()).then(|| format!("{} to itself: {}.", names.name(seat), best.join("; or ")))
}

/// The number of worlds in which the views of a seat are compared.
const WORLDS: usize = 64;

/// Returns whether `reader` knows everything that `seat` sees: in each world that the reader considers possible,
/// `seat` sees the same.
pub(super) fn is_open_to<G: Text>(race: &Race<G>, seat: Seat, reader: Seat) -> bool {
    let (game, seen) = (race.game(), race.seat_view(seat));
    let Ok(worlds) = game.information_set(&race.seat_view(reader)) else { return false };
    let mut rng = race.bot_stream(reader);
    (0..WORLDS).all(|_| game.view(&game.determinize(&worlds, &mut rng), seat) == seen)
}
