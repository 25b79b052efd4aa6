//! The loop that plays one game of a run, without a record.

use std::hash::Hash as _;
use std::sync::atomic::Ordering;

use super::common_metrics::Gauge;
use crate::bot;
use crate::bot::{Bot, BotError, Decision, StopFlag};
use crate::common::observer::{Both, Observer};
use crate::common::seat::{Seat, SeatSet, Seats};
use crate::common::stable_hash::EventHasher;
use crate::game::streams::{Stream, StreamCounts, Streams};
use crate::game::{RaceGame, Turn, any_place};
use crate::race::{Ears, TurnError, begin_listening, tell_end};
use crate::record::{Event, EventOf, Played, Resolved};

/// The length of a game, and the hash of its events.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Length {
    pub(super) events: u32,
    pub(super) decisions: u32,
    /// The hash of all events.
    pub(super) course: EventHasher,
}

/// The reason why a game ended, when no bot failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Over,
    /// The game reached the limit of events.
    TooLong,
    /// The run was stopped.
    Stopped,
}

/// The source of a game's randomness, and its limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    pub(super) streams: Streams,
    /// See [`Arena::repetition`](super::run::Arena).
    pub(super) repetition: u64,
    /// The number of random decisions before the bots are asked.
    pub(super) openings: u32,
    pub(super) most_events: u32,
    pub(super) stop: &'a StopFlag,
}

/// The number of events between two checks of the stop flag: less than a millisecond unless bots think.
const PATIENCE: u32 = 1 << 10;

/// Plays a game from `state` until it is over, reaches the limit of events or is stopped. The same streams give the
/// same game as [`crate::Race`] with these bots. `length` is set even when a bot fails. If a bot follows the game, as
/// every bot process does, `events` are kept, because such a bot may play another game the next time.
pub(super) fn play<G: RaceGame, W: Gauge<G>>(
    game: &G,
    state: &mut G::State,
    bots: &mut [Box<dyn Bot<G>>],
    terms: Terms<'_>,
    gauge: &mut W,
    (actions, events): (&mut Vec<G::Action>, &mut Vec<EventOf<G>>),
    length: &mut Length,
) -> Result<End, TurnError> {
    events.clear();
    if bots.iter().any(Bot::listens) {
        begin_listening(game, game.seats(state), bots)?;
        let mut ears = Taping { heard: Vec::new(), events };
        let end = play_heard(game, state, bots, terms, (gauge, &mut ears), actions, length)?;
        if end == End::Over {
            tell_end(game, game.seats(state), &game.standings(state), bots)?;
        }
        Ok(end)
    } else {
        play_heard(game, state, bots, terms, (gauge, &mut ()), actions, length)
    }
}

/// Reports the happenings to bots that follow the game, and keeps the events.
struct Taping<'a, G: RaceGame> {
    heard: Vec<G::Happening>,
    events: &'a mut Vec<EventOf<G>>,
}

impl<G: RaceGame> Observer<G::Happening> for Taping<'_, G> {
    fn see(&mut self, happening: impl FnOnce() -> G::Happening) {
        self.heard.see(happening);
    }
}

impl<G: RaceGame> Ears<G> for Taping<'_, G> {
    fn report(&mut self, game: &G, seats: Seats, bots: &mut [Box<dyn Bot<G>>]) -> Result<(), TurnError> {
        self.heard.report(game, seats, bots)
    }

    fn keep(&mut self, event: EventOf<G>) {
        self.events.push(event);
    }
}

fn play_heard<G: RaceGame, W: Gauge<G>, E: Ears<G>>(
    game: &G,
    state: &mut G::State,
    bots: &mut [Box<dyn Bot<G>>],
    Terms { streams, repetition, openings, most_events, stop }: Terms<'_>,
    (gauge, ears): (&mut W, &mut E),
    actions: &mut Vec<G::Action>,
    length: &mut Length,
) -> Result<End, TurnError> {
    let deal = streams.deal().repeated(repetition);
    let mut counts = StreamCounts::new();
    let seated = game.seats(state).iter().zip(&*bots);
    let random: SeatSet = seated.filter(|(_, bot)| bot.is_random()).map(|(seat, _)| seat).collect();
    let mut pause = 0;
    loop {
        if length.events >= pause {
            match game.turn(state) {
                Turn::Over => return Ok(End::Over),
                _ if length.events >= most_events => return Ok(End::TooLong),
                _ if stop.load(Ordering::Relaxed) => return Ok(End::Stopped),
                _ => pause = most_events.min(length.events + PATIENCE),
            }
        }
        match game.turn(state) {
            Turn::Over => return Ok(End::Over),
            Turn::Chance(point) => {
                let mut rng = deal.chance(point, counts.next_chance(point));
                let outcome = game.sample_chance(state, &mut rng);
                outcome.hash(&mut length.course);
                gauge.draws(game, state, outcome);
                ears.keep(Event::Chance(Resolved { chance: outcome, by_hand: false }));
                game.apply_chance(state, outcome, &mut Both(gauge.listener(game), &mut *ears));
            }
            Turn::Seat(seat) => {
                let Some(bot) = bots.get_mut(seat.index()) else { return Err(TurnError::NoBot(seat)) };
                let nth = counts.next_decision(seat);
                let mut rng = deal.bot(seat, nth);
                let is_opening = length.decisions < openings;
                let is_drawn = random.contains(seat) && !is_opening;
                let draw = |count| {
                    gauge.decides(count);
                    any_place(count, &mut rng)
                };
                let drawn = if is_drawn { game.pick_action(state, draw) } else { None };
                let action = if let Some(action) = drawn {
                    action
                } else {
                    game.actions(state, actions);
                    gauge.decides(actions.len() as u32);
                    let opening = if is_opening { deal.opening(seat, nth, actions) } else { None };
                    match opening {
                        Some(action) => action,
                        None => asked(game, state, (seat, bot), actions, rng, (length.events, stop))?,
                    }
                };
                action.hash(&mut length.course);
                ears.keep(Event::Action(Played { seat, action }));
                game.apply(state, action, &mut Both(gauge.listener(game), &mut *ears));
                length.decisions += 1;
            }
        }
        length.events += 1;
        gauge.settles(game, state);
        ears.report(game, game.seats(state), bots)?;
    }
}

/// Returns the action that a bot chooses. This is a separate function so that the loop of random games keeps its
/// values in registers.
#[inline(never)]
fn asked<G: RaceGame>(
    game: &G,
    state: &G::State,
    (seat, bot): (Seat, &mut Box<dyn Bot<G>>),
    actions: &[G::Action],
    mut rng: Stream,
    (events, stop): (u32, &StopFlag),
) -> Result<G::Action, TurnError> {
    let mut decision =
        Decision::within(game, state, seat, actions, &mut rng).at(events as usize + 1).until(stop);
    let chosen = bot::asked(|| bot.choose(&mut decision));
    // An answer that was cut short may not be the one that the bot would have given.
    let chosen = if decision.was_stopped() { Err(BotError::Stopped) } else { chosen };
    let action = chosen.map_err(|error| TurnError::of(seat, error))?;
    // All are compared, not only up to the chosen one, because a processor cannot predict its place.
    if actions.iter().filter(|listed| **listed == action).count() == 0 {
        game.check(state, action).map_err(|reason| TurnError::illegal(seat, &action, &reason))?;
    }
    Ok(action)
}
