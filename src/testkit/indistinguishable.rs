//! Twins: in two games that a seat cannot tell apart, everything that it gets is the same, to the byte.
//!
//! Besides a game of random actions, other courses of it are played, in which chance and the other seats do something
//! else that is reported to the seat in the same way. The courses do not use views or resampling, so a view that knows
//! too much cannot hide the fact. A second twin of each position is resampled from the view: its hidden cards are dealt
//! again.

use std::fmt::{Debug, Write as _};

use rand::{RngExt, SeedableRng as _};

use super::law::Spot;
use super::playthrough::{by_chance, listed};
use super::{Broken, Law};
use crate::bot::{Bots, Decision};
use crate::common::seat::Seat;
use crate::common::setters::setters;
use crate::game::streams::{Stream, Streams};
use crate::game::{RaceGame, Turn, any_of, list};
use crate::record::{Event, EventOf, Played, Record, Rules, Start};
use crate::text::{Canvas, Marks, Names, Text};

/// The number of events that another course tries instead of an event.
const TRIES: usize = 12;
/// The position of the event itself among them. Other events come first.
const SAME: usize = 3;
/// The number of actions from earlier positions that are tried where they are refused.
const REFUSED: usize = 6;

/// The options of a check of twins: how much it tests, and its seed.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwinOptions {
    /// The seed of all randomness. Equal seeds give equal checks.
    pub seed: u64,
    /// The number of positions to check, each from one seat.
    pub positions: u64,
    /// The number of events after which a game is abandoned and another begins.
    pub cap: u32,
    /// The number of other courses that are played alongside a game.
    pub courses: usize,
    /// The interval between the positions at which pictures, explanations and bots, which take time, are compared: at
    /// every position whose number is divisible by this one.
    pub every: u64,
    /// Laws that are not checked, for a game under construction.
    pub except: &'static [Law],
}

setters!(TwinOptions { seed: u64, positions: u64, cap: u32, courses: usize, every: u64, except: &'static [Law] });

impl Default for TwinOptions {
    fn default() -> Self {
        Self { seed: 0, positions: 1_000, cap: 2_000, courses: 3, every: 10, except: &[] }
    }
}

/// What a check of twins has covered without finding a broken law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Twins {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions that were compared with another course in a different state.
    pub courses: u64,
    /// The number of positions that were compared with a state with other hidden cards, resampled from the view. It is
    /// 0 in a game that hides nothing.
    pub redealt: u64,
}

impl Twins {
    pub(super) fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.courses += other.courses;
        self.redealt += other.redealt;
    }
}

/// Writes everything that a seat gets in a state as lines of text. The number of the position comes last.
pub(super) type Shown<'a, G> = dyn Fn(&G, &<G as RaceGame>::State, Seat, u64) -> String + 'a;

/// Writes the [moments](Text::frames) within an event as lines of text, given the state before it and what a seat sees
/// happen.
type Moments<G> = fn(&G, &<G as RaceGame>::State, Seat, &[<G as RaceGame>::Happening]) -> String;

/// Returns no moments, for a game that is not asked for them.
pub(super) const fn no_moments<G: RaceGame>() -> Moments<G> {
    |_, _, _, _| String::new()
}

/// Plays random games from this set-up and compares everything that a seat gets in each position and in its twins: the
/// view, actions, refusals, standings and runners; labels, remarks, questions and the table in words; the frames of
/// events; pictures, sheets and explanations; and the decisions and the advice of every bot of the game with the same
/// random numbers.
///
/// ```
/// use furlong::gotham::Gotham;
/// use furlong::testkit::{TwinOptions, check_twins};
/// use furlong::{RaceGame, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let twins = check_twins(&game, &game.setup(3), &TwinOptions::default().positions(50))?;
/// assert!(twins.courses > 25 && twins.redealt > 25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first broken law: [`Law::Twins`], [`Law::Memory`], or an event that cannot be carried out.
pub fn check_twins<G: Text + Bots>(
    game: &G,
    setup: &G::Setup,
    options: &TwinOptions,
) -> Result<Twins, Broken> {
    look_at_twins(game, setup, options, moments, &|game, state, seat, number| {
        let mut shown = words(game, state, seat);
        if number.is_multiple_of(options.every.max(1)) {
            shown += &details(game, state, seat);
            shown += &advice(game, state, seat);
        }
        shown
    })
}

/// Finds two records of one game that report the same to this seat but end in different states: a random game with at
/// most `events` events, and another course of it. Returns `None` if it finds none.
///
/// ```
/// use furlong::gotham::Gotham;
/// use furlong::{Race, RaceGame, Seat, testkit, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let twins = testkit::twin_records(&game, &game.setup(3), Seat::FIRST, 40, 7).expect("hands are hidden");
/// let [one, other] = twins.map(|record| Race::resume(record).expect("a game by the rules"));
/// assert_ne!(one.state(), other.state());
/// assert_eq!(one.view(Seat::FIRST)?, other.view(Seat::FIRST)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn twin_records<G: RaceGame>(
    game: &G,
    setup: &G::Setup,
    seat: Seat,
    events: u32,
    seed: u64,
) -> Option<[Record<G>; 2]> {
    let options = TwinOptions::default().seed(seed);
    let start = game.start(setup).ok()?;
    let mut courses =
        Courses::beside(game, start, seat, 0, &options, no_moments(), &|_, _, _, _| String::new());
    for _ in 0..events {
        let Some(event) = courses.next_event() else { break };
        courses.step(event).ok()?;
    }
    let twin = courses.others.iter().find(|other| other.state != courses.own.state)?;
    let record = |events: &[EventOf<G>]| {
        let start = Start::Setup(setup.clone());
        let mut record = Record::new(Rules::read(game.ruleset().clone()), start, Streams::new(seed));
        record.events = events.to_vec();
        record
    };
    Some([record(&courses.own.events), record(&twin.events)])
}

/// Works like [`check_twins`] with what [`RaceGame`] provides, plus the output of `shown`.
pub(super) fn look_at_twins<G: RaceGame>(
    game: &G,
    setup: &G::Setup,
    options: &TwinOptions,
    moments: Moments<G>,
    shown: &Shown<'_, G>,
) -> Result<Twins, Broken> {
    let mut done = Twins::default();
    let Ok(start) = game.start(setup) else { return Ok(done) };
    let seats: Vec<Seat> = game.seats(&start).iter().collect();
    for (number, seat) in (0..).zip(seats.into_iter().cycle()) {
        let before = done.positions;
        let mut courses = Courses::beside(game, start.clone(), seat, number, options, moments, shown);
        while done.positions < options.positions && courses.at.event < options.cap {
            let Some(event) = courses.next_event() else { break };
            courses.step(event)?;
            courses.look(&mut done)?;
        }
        if done.positions == options.positions || done.positions == before {
            break;
        }
    }
    Ok(done)
}

/// A game up to the current event.
#[derive(Clone)]
struct Course<G: RaceGame> {
    state: G::State,
    events: Vec<EventOf<G>>,
}

/// A game, and other courses of it that look the same to a seat.
struct Courses<'a, G: RaceGame> {
    game: &'a G,
    seat: Seat,
    own: Course<G>,
    others: Vec<Course<G>>,
    /// Some actions of earlier positions.
    earlier: Vec<G::Action>,
    rng: Stream,
    at: Spot,
    moments: Moments<G>,
    shown: &'a Shown<'a, G>,
}

impl<'a, G: RaceGame> Courses<'a, G> {
    fn beside(
        game: &'a G,
        start: G::State,
        seat: Seat,
        number: u32,
        options: &TwinOptions,
        moments: Moments<G>,
        shown: &'a Shown<'a, G>,
    ) -> Self {
        let own = Course { state: start, events: Vec::new() };
        Self {
            game,
            seat,
            others: vec![own.clone(); options.courses],
            own,
            earlier: Vec::new(),
            rng: Streams { seed: options.seed, group: u64::from(number) }.bot(seat, 0),
            at: Spot { seed: options.seed, game: number, event: 0, except: options.except },
            moments,
            shown,
        }
    }

    /// Draws a random event of the game; `None` at its end.
    fn next_event(&mut self) -> Option<EventOf<G>> {
        let state = &self.own.state;
        match self.game.turn(state) {
            Turn::Over => None,
            Turn::Chance(_) => Some(by_chance(self.game.sample_chance(state, &mut self.rng))),
            Turn::Seat(seat) => {
                let actions = list(|into| self.game.actions(state, into));
                let action = any_of(&actions, &mut self.rng)?;
                let nth = self.at.event as usize % REFUSED;
                match self.earlier.get_mut(nth) {
                    Some(earlier) => *earlier = action,
                    None => self.earlier.push(action),
                }
                Some(Event::Action(Played { seat, action }))
            }
        }
    }

    /// Carries out an event in the game, and a matching event in every other course: one that is reported to the seat
    /// in the same way. A course without a matching event starts again as a copy of the game.
    fn step(&mut self, event: EventOf<G>) -> Result<(), Broken> {
        let mut after = self.own.state.clone();
        let told = self.go_on(&mut after, event)?;
        let moments = (self.moments)(self.game, &self.own.state, self.seat, &told[0]);
        self.own.state = after;
        self.own.events.push(event);
        let mut others = std::mem::take(&mut self.others);
        for other in &mut others {
            if !self.follow(other, event, &told, &moments)? {
                other.clone_from(&self.own);
            }
        }
        self.others = others;
        self.at.event += 1;
        Ok(())
    }

    /// Carries out an event, and returns the reports to the seat and those to a spectator.
    fn go_on(&self, state: &mut G::State, event: EventOf<G>) -> Result<[Vec<G::Happening>; 2], Broken> {
        let (mut happenings, seats) = (Vec::new(), self.game.seats(state));
        self.at.apply(self.game, state, event, &mut happenings)?;
        let told = happenings.iter().filter_map(|happening| self.game.seen_by(happening, self.seat));
        let watched = happenings.iter().filter_map(|happening| self.game.seen_by_others(happening, seats));
        Ok([told.collect(), watched.collect()])
    }

    /// Carries out an event in another course that is reported to the seat in the same way; `false` if there is none.
    fn follow(
        &mut self,
        other: &mut Course<G>,
        event: EventOf<G>,
        [told, watched]: &[Vec<G::Happening>; 2],
        moments: &str,
    ) -> Result<bool, Broken> {
        let mut events = listed(self.game, &other.state);
        let is_possible = events.contains(&event);
        if self.game.turn(&other.state) == Turn::Seat(self.seat) {
            // The seat itself does the same, because it cannot tell the courses apart.
            events.retain(|own| *own == event);
        } else {
            for place in 0..events.len().min(TRIES) {
                let any = self.rng.random_range(place as u32..events.len() as u32);
                events.swap(place, any as usize);
            }
            if is_possible {
                events.insert(SAME.min(events.len()), event);
            }
        }
        for event in events.into_iter().take(TRIES) {
            let mut after = other.state.clone();
            let [other_told, other_watched] = self.go_on(&mut after, event)?;
            if other_told == *told {
                self.at.hold(Law::Twins, other_watched == *watched, || {
                    format!(
                        "seat {} is told {told:?} in two games, and others {watched:?} in one and {other_watched:?} in the other",
                        self.seat
                    )
                })?;
                let other_moments = (self.moments)(self.game, &other.state, self.seat, &other_told);
                self.at.hold(Law::Twins, other_moments == moments, || {
                    format!(
                        "seat {} is shown `{moments}` in one game and `{other_moments}` in the other",
                        self.seat
                    )
                })?;
                other.state = after;
                other.events.push(event);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Compares the position with its twins.
    fn look(&mut self, done: &mut Twins) -> Result<(), Broken> {
        let number = done.positions;
        done.positions += 1;
        let state = &self.own.state;
        let apart: Vec<&Course<G>> = self.others.iter().filter(|other| other.state != *state).collect();
        let course = match apart.len() as u32 {
            0 => None,
            count => Some(apart[self.rng.random_range(0..count) as usize].state.clone()),
        };
        let view = self.game.view(state, self.seat);
        let redealt = self.game.resample(&view, &mut self.rng).ok().filter(|redealt| redealt != state);
        done.courses += u64::from(course.is_some());
        done.redealt += u64::from(redealt.is_some());
        self.reports_are_remembered()?;
        let twins: Vec<G::State> = course.into_iter().chain(redealt).collect();
        if twins.is_empty() {
            return Ok(());
        }
        let own = self.everything(&self.own.state, number);
        for twin in twins {
            let other = self.everything(&twin, number);
            self.at.hold(Law::Twins, own == other, || {
                let lines = own.lines().zip(other.lines()).find(|(one, other)| one != other);
                let (one, other) = lines.unwrap_or((&own, &other));
                format!(
                    "seat {} cannot tell {:?} from {twin:?}, and gets `{one}` in one and `{other}` in the other",
                    self.seat, self.own.state
                )
            })?;
        }
        Ok(())
    }

    /// Checks that the view keeps what is reported: after two events of this state that are reported to the seat
    /// differently, it sees them differently, or they lead to one state.
    ///
    /// The events of two twins are not compared in this way: what they reveal may be worthless at once, such as the
    /// order of cards that are shown and go back into their decks, and the twins differ in other cards.
    fn reports_are_remembered(&mut self) -> Result<(), Broken> {
        let events = listed(self.game, &self.own.state);
        let any = [any_of(&events, &mut self.rng), any_of(&events, &mut self.rng)];
        let [Some(event), Some(other_event)] = any else { return Ok(()) };
        if self.game.turn(&self.own.state) == Turn::Seat(self.seat) {
            return Ok(());
        }
        let [mut one, mut other] = [self.own.state.clone(), self.own.state.clone()];
        let [[told, _], [other_told, _]] =
            [self.go_on(&mut one, event)?, self.go_on(&mut other, other_event)?];
        let is_kept = || self.game.view(&one, self.seat) != self.game.view(&other, self.seat);
        self.at.hold(Law::Memory, told == other_told || one == other || is_kept(), || {
            format!(
                "{event:?} and {other_event:?} tell seat {} {told:?} and {other_told:?}, and its view is the same afterwards",
                self.seat
            )
        })
    }

    /// Writes everything that the seat gets, one line for each part.
    fn everything(&self, state: &G::State, number: u64) -> String {
        let (game, seat) = (self.game, self.seat);
        let mut all = String::new();
        let view = game.view(state, seat);
        line(&mut all, "view", &serde_json::to_string(&view));
        line(&mut all, "turn", &(game.turn(state), game.deciding(state), game.seats(state)));
        let actions = actions_of(game, state, seat);
        if game.deciding(state).contains(seat) {
            let refused =
                |action: &G::Action| game.check_of(state, seat, *action).err().map(|why| why.to_string());
            line(&mut all, "refusals", &self.earlier.iter().map(refused).collect::<Vec<_>>());
        }
        let ways: Vec<u64> = actions.iter().map(|action| game.ways(&view, *action)).collect();
        line(&mut all, "actions", &(actions, ways));
        line(&mut all, "standings", &game.standings(state));
        line(&mut all, "runners", &list(|into| game.runners(state, into)));
        all + &(self.shown)(game, state, seat, number)
    }
}

fn line(into: &mut String, name: &str, value: &impl Debug) {
    // Writing to a string cannot fail.
    _ = writeln!(into, "{name}: {value:?}");
}

fn actions_of<G: RaceGame>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if game.deciding(state).contains(seat) {
        game.actions_of(state, seat, &mut actions);
    }
    actions
}

/// Writes the words of a position: the table, the question, the choices, and how they are read back when typed.
fn words<G: Text>(game: &G, state: &G::State, seat: Seat) -> String {
    let view = game.view(state, seat);
    let names = Names::numbered(game.seats(state));
    let actions = actions_of(game, state, seat);
    let mut all = String::new();
    line(&mut all, "table", &game.draw(&view, &Marks::NONE, &names, &Canvas::PLAIN));
    line(&mut all, "question", &game.question(&view));
    for action in &actions {
        line(&mut all, "choice", &(game.label(&view, *action), game.remark(&view, *action)));
    }
    line(&mut all, "misread", &game.read_action(&view, &actions, "a word of no game"));
    all
}

/// Draws the moments within an event, as the seat sees them.
fn moments<G: Text>(game: &G, before: &G::State, seat: Seat, seen: &[G::Happening]) -> String {
    let names = Names::numbered(game.seats(before));
    let mut all = String::new();
    for frame in game.frames(&game.view(before, seat), seen) {
        let picture = game.draw(&frame.view, &Marks::NONE, &names, &Canvas::PLAIN);
        line(&mut all, "frame", &(frame.happenings, serde_json::to_string(&frame.view), picture));
    }
    all
}

/// Writes pictures, sheets and explanations.
fn details<G: Text>(game: &G, state: &G::State, seat: Seat) -> String {
    let view = game.view(state, seat);
    let names = Names::numbered(game.seats(state));
    let mut all = String::new();
    line(&mut all, "picture", &game.svg(&view, &Marks::NONE, &names).unstyled());
    line(&mut all, "hand", &game.hand(&view));
    line(&mut all, "sheets", &game.aids(&view));
    for action in actions_of(game, state, seat) {
        line(&mut all, "explanation", &game.explain(&view, action));
        line(&mut all, "preview", &game.draw(&view, &Marks::choice(action), &names, &Canvas::PLAIN));
        line(&mut all, "preview", &game.svg(&view, &Marks::choice(action), &names).unstyled());
        line(&mut all, "on", &game.on(&view, action));
        let label = game.label(&view, action);
        line(&mut all, "meaning", &game.look_up(&view, &label));
    }
    all
}

/// Writes the decision and the advice of each bot, with few iterations.
fn advice<G: Bots>(game: &G, state: &G::State, seat: Seat) -> String {
    let actions = actions_of(game, state, seat);
    let mut all = String::new();
    if actions.is_empty() {
        return all;
    }
    let view = game.view(state, seat);
    for kind in G::BOTS {
        let known = |name: &str| kind.parameters.iter().any(|(parameter, _)| *parameter == name);
        let few = [("iterations", "8"), ("worlds", "2")].into_iter().find(|(name, _)| known(name));
        let few = few.map_or(String::new(), |(name, value)| format!(":{name}={value}"));
        let spec = format!("{}{few}", kind.name);
        let Some(Ok(mut bot)) = spec.parse().ok().map(|spec| G::bot(&spec)) else { continue };
        let mut rng = Stream::seed_from_u64(7);
        line(&mut all, &spec, &bot.choose(&mut Decision::new(game, &view, &actions, &mut rng)));
        line(&mut all, &spec, &bot.consider(&mut Decision::new(game, &view, &actions, &mut rng)));
    }
    all
}
