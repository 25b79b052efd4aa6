//! Wild data: actions, outcomes and positions that no game creates, but that a file or a bot can contain.
//!
//! They are derived from the JSON of valid data: one number, word or list is changed, added or removed. If
//! the result still reads as data of its type, the game must refuse it with a reason or accept it as valid,
//! and must never panic.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{Rng, RngExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::law::Spot;
use super::{Broken, Check, Law};
use crate::common::seat::Seat;
use crate::game::streams::{Stream, Streams};
use crate::game::{RaceGame, Turn, any_of, list};
use crate::ruleset::{Ruleset as _, out_of_range};

/// The number of values from other points, and of wild ones, that are tried in each state.
const TRIES: u32 = 4;
/// The maximum number of attempts to make wild values for a state.
const ATTEMPTS: u32 = 4 * TRIES;

/// Returns the value with one part of its JSON changed; `None` if the result has another type or is the same.
fn changed<T, R>(value: &T, rng: &mut R) -> Option<T>
where
    T: Serialize + DeserializeOwned + PartialEq,
    R: Rng + ?Sized,
{
    let mut data = serde_json::to_value(value).ok()?;
    let mut left = rng.random_range(0..parts(&data));
    let part = part_mut(&mut data, &mut left)?;
    *part = change(part, rng);
    serde_json::from_value(data).ok().filter(|wild| wild != value)
}

/// Counts the parts of a JSON value, including the value itself.
fn parts(data: &Value) -> u32 {
    1 + match data {
        Value::Array(list) => list.iter().map(parts).sum(),
        Value::Object(fields) => fields.values().map(parts).sum(),
        _ => 0,
    }
}

/// Returns the part with number `left`, counted from the whole value.
fn part_mut<'a>(data: &'a mut Value, left: &mut u32) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(data);
    }
    *left -= 1;
    match data {
        Value::Array(list) => list.iter_mut().find_map(|part| part_mut(part, left)),
        Value::Object(fields) => fields.values_mut().find_map(|part| part_mut(part, left)),
        _ => None,
    }
}

/// Returns a replacement for a part of JSON.
fn change<R: Rng + ?Sized>(part: &Value, rng: &mut R) -> Value {
    let any = rng.random_range(0..4_u32);
    match part {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            let near = if any % 2 == 0 { number.saturating_add(1) } else { number.saturating_sub(1) };
            let far = [0, 7, 64, 127, 200, 255, 65_535, -1];
            if any < 2 { json!(near) } else { json!(far[rng.random_range(0..far.len() as u32) as usize]) }
        }
        Value::Array(list) => {
            let mut list = list.clone();
            match any {
                0 => drop(list.pop()),
                1 => list.extend(list.first().cloned()),
                2 => list.clear(),
                _ => list.reverse(),
            }
            Value::Array(list)
        }
        Value::Bool(is) => json!(!is),
        Value::Null => json!(any),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            let nth = rng.random_range(0..fields.len().max(1) as u32) as usize;
            if let Some(name) = fields.keys().nth(nth).cloned() {
                fields.remove(&name);
            }
            Value::Object(fields)
        }
        Value::String(_) => Value::Null,
    }
}

/// Runs the closure, and turns a panic into its message.
pub(super) fn without_panic<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(|words| (*words).to_owned()));
        format!("panics: {}", words.unwrap_or_default())
    })
}

/// The number of rulesets with one changed part that are tried.
const RULESETS: u64 = 24;
/// The number of events that are played under each accepted ruleset.
const EVENTS: u32 = 100;

/// Checks that rulesets outside the range of their schema are refused, and that accepted ones can be played.
pub(super) fn wild_rulesets<G: RaceGame>(game: &G, spot: Spot) -> Result<(), Broken> {
    for (field, rules) in out_of_range(game.ruleset()) {
        let refused = without_panic(|| G::new(rules.clone()).is_err());
        spot.hold(Law::Ruleset, refused == Ok(true), || match refused {
            Err(panics) => format!("the ruleset {rules:?}, whose `{field}` is out of range, {panics}"),
            Ok(_) => format!("the ruleset {rules:?}, whose `{field}` is out of range, is accepted"),
        })?;
    }
    for number in 0..RULESETS {
        let mut rng = Streams { seed: spot.seed, group: number }.bot(Seat::FIRST, 0);
        let Some(rules) = changed(game.ruleset(), &mut rng) else { continue };
        let played = without_panic(|| match (G::new(rules.clone()), rules.check()) {
            (Err(_), _) => Ok(()),
            (Ok(_), Err(faults)) => Err(format!("is accepted in spite of this: {faults}")),
            (Ok(game), Ok(())) => play_a_little(&game, &mut rng),
        });
        let wrong = played.and_then(|played| played).err();
        spot.hold(Law::Ruleset, wrong.is_none(), || {
            format!("the ruleset {rules:?} {}", wrong.unwrap_or_default())
        })?;
    }
    Ok(())
}

/// Plays the beginning of a game at random, with the fewest players.
fn play_a_little<G: RaceGame>(game: &G, rng: &mut Stream) -> Result<(), String> {
    let setup = game.setup(*game.players().start());
    let mut state =
        game.start(&setup).map_err(|error| format!("is accepted, and no game starts: {error}"))?;
    for _ in 0..EVENTS {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Seat(seat) => {
                let Some(action) = game.sample_action(&state, rng) else {
                    return Err(format!("leads to a turn of seat {seat} without an action"));
                };
                game.apply(&mut state, action, &mut ());
            }
            Turn::Chance(_) => {
                let outcome = game.sample_chance(&state, rng);
                game.apply_chance(&mut state, outcome, &mut ());
            }
        }
    }
    Ok(())
}

impl<G: RaceGame> Check<'_, G> {
    /// Returns values from other points of the game, and wild ones derived from them.
    fn misplaced<T>(&mut self, of: &[T]) -> Vec<T>
    where
        T: Copy + Serialize + DeserializeOwned + PartialEq,
    {
        let mut misplaced: Vec<T> = (0..TRIES).filter_map(|_| any_of(of, &mut self.rng)).collect();
        for _ in 0..ATTEMPTS {
            if misplaced.len() as u32 >= 2 * TRIES {
                break;
            }
            let Some(lawful) = any_of(of, &mut self.rng) else { break };
            misplaced.extend(changed(&lawful, &mut self.rng));
        }
        misplaced
    }

    /// Checks that actions that are not listed are refused, in turn and ahead of it.
    pub(super) fn refuses_actions(&mut self, state: &G::State, lawful: &[G::Action]) -> Result<(), Broken> {
        let listed = list(|into| self.game.actions(state, into));
        for action in self.misplaced(lawful) {
            for seat in self.game.deciding(state) {
                let own = list(|into| self.game.actions_of(state, seat, into));
                let agrees = without_panic(|| {
                    own.contains(&action) == self.game.check_of(state, seat, action).is_ok()
                });
                self.hold(Law::Refusal, agrees == Ok(true), || match agrees {
                    Err(panics) => format!("`check_of` of {action:?} for seat {seat} {panics}"),
                    Ok(_) => {
                        format!("{action:?} is not among {own:?} of seat {seat}, and `check_of` lets it pass")
                    }
                })?;
            }
            if !listed.contains(&action) {
                let play = |after: &mut _, heard: &mut _| self.game.play(after, action, heard).is_err();
                self.is_refused(Law::Refusal, state, &action, play)?;
            }
        }
        Ok(())
    }

    /// Checks that outcomes that are not listed are refused.
    pub(super) fn refuses_outcomes(&mut self, state: &G::State, lawful: &[G::Chance]) -> Result<(), Broken> {
        let listed = list(|into| self.game.chances(state, into));
        for outcome in self.misplaced(lawful) {
            if !listed.iter().any(|weighted| weighted.outcome == outcome) {
                let resolve =
                    |after: &mut _, heard: &mut _| self.game.resolve(after, outcome, heard).is_err();
                self.is_refused(Law::Impossible, state, &outcome, resolve)?;
            }
        }
        Ok(())
    }

    /// Checks that a refusal leaves no trace.
    fn is_refused(
        &self,
        law: Law,
        state: &G::State,
        event: &impl Debug,
        refuse: impl FnOnce(&mut G::State, &mut Vec<G::Happening>) -> bool,
    ) -> Result<(), Broken> {
        let (mut after, mut heard) = (state.clone(), Vec::new());
        let refused = without_panic(|| refuse(&mut after, &mut heard));
        self.hold(law, refused == Ok(true), || match refused {
            Err(panics) => format!("{event:?} is not listed, and {panics}"),
            Ok(_) => format!("{event:?} is not listed, and happens"),
        })?;
        self.hold(law, after == *state && heard.is_empty(), || {
            format!("{event:?} is refused, but leaves {after:?} and reports {heard:?}")
        })
    }

    /// Checks that positions that were never played are refused, or become states on which every method works.
    pub(super) fn wild_positions(&mut self, state: &G::State) -> Result<(), Broken> {
        let lawful = self.game.position(state);
        for _ in 0..TRIES {
            let Some(wild) = changed(&lawful, &mut self.rng) else { continue };
            let asked = without_panic(|| match self.game.state(&wild) {
                Err(_) => Ok(()),
                Ok(accepted) => self.answers(&accepted),
            });
            let wrong = asked.and_then(|asked| asked).err();
            self.hold(Law::Position, wrong.is_none(), || {
                format!("the position {wild:?}: {}", wrong.unwrap_or_default())
            })?;
        }
        Ok(())
    }

    /// Checks that views that no state has are refused, or that the states resampled from them have these views.
    pub(super) fn wild_views(&self, state: &G::State) -> Result<(), Broken> {
        let mut rng = self.rng.clone();
        for seat in self.seats.iter() {
            let lawful = self.game.view(state, seat);
            for _ in 0..TRIES {
                let Some(wild) = changed(&lawful, &mut rng) else { continue };
                let rng = &mut rng;
                let again = without_panic(|| {
                    let drawn = self.game.resample(&wild, rng).ok()?;
                    let viewer = self.game.viewer(&wild);
                    // A seat that is not at the table has no view.
                    let is_there = self.game.seats(&drawn).contains(viewer);
                    Some(is_there.then(|| self.game.view(&drawn, viewer)))
                });
                let holds = again
                    .as_ref()
                    .is_ok_and(|again| again.as_ref().is_none_or(|again| again.as_ref() == Some(&wild)));
                self.hold(Law::Views, holds, || match again {
                    Err(panics) => format!("the view {wild:?} {panics}"),
                    Ok(again) => format!("the view {wild:?} is accepted, and resampled it is {again:?}"),
                })?;
            }
        }
        Ok(())
    }

    /// Checks that every method works on the state of a position, and that the state has a valid position.
    fn answers(&self, state: &G::State) -> Result<(), String> {
        let again = self.game.state(&self.game.position(state));
        if again.as_ref() != Ok(state) {
            return Err(format!("accepted as {state:?}, whose own position is accepted as {again:?}"));
        }
        let actions = list(|into| self.game.actions(state, into));
        let outcomes = list(|into| self.game.chances(state, into));
        let _ = list(|into| self.game.runners(state, into));
        let _ = self.game.standings(state);
        let listed = match self.game.turn(state) {
            Turn::Seat(_) => !actions.is_empty(),
            Turn::Chance(_) => !outcomes.is_empty(),
            Turn::Over => true,
        };
        if !listed {
            return Err(format!("accepted as {state:?}, from which nothing can come"));
        }
        for seat in self.game.seats(state).iter() {
            let _ = self.game.view(state, seat);
        }
        Ok(())
    }
}
