//! Plays the games of a run: a group in all its seatings, or one game again as a race with its record; and reports
//! failures.

use std::hash::Hasher as _;
use std::sync::Arc;

use super::common_metrics::{FullGauge, NoGauge};
use super::conditions::Setting;
use super::entrant::Entrant;
use super::forfeit::{FailedGame, FailurePlace, Forfeit, OnFailure};
use super::group::{Game, Group};
use super::luck::Meter;
use super::metric::Measured;
use super::play::{End, Length, Terms, play};
use super::results::Results;
use super::run::{Arena, ArenaError, Measuring};
use crate::bot::{Bot, UnknownBot};
use crate::common::seat::{Seat, SeatList, Seats};
use crate::game::streams::Streams;
use crate::game::{RaceGame, SetupError, Turn};
use crate::race::{Race, TurnError, begin_listening, tell_end};
use crate::record::{Event, EventOf, Player, Record, Rules, Start};
use crate::ruleset::Ruleset as _;

impl<G: Measured> Arena<G> {
    /// Plays a group in all seatings.
    pub(super) fn play_group(
        &self,
        number: u64,
        facts: RunFacts,
        scratch: &mut Scratch<G>,
    ) -> Result<Group, Unplayed> {
        let streams = Streams { seed: self.seed, group: number };
        // Allocated at its final size, because there can be millions of groups.
        let mut games = Vec::with_capacity(facts.seatings.into());
        for seating in 0..facts.seatings {
            games.push(self.play_game(streams, facts, seating, scratch).map_err(|failed| match failed {
                // Stopping a run may also end the process of a bot. That is not counted as a failure.
                Failed::Stopped => Unplayed::Stopped,
                Failed::Turn(_) if self.is_stopped() => Unplayed::Stopped,
                failed => {
                    let events = &scratch.events;
                    let record = || self.record_of(streams, seating, events);
                    Unplayed::Failed(Box::new(self.failed((number, seating), failed, events, record)))
                }
            })?);
        }
        Ok(Group { number, games })
    }

    /// Returns the entrant at `seat` in this seating.
    fn entrant(&self, seating: u8, seat: Seat) -> &Entrant<G> {
        &self.lineup[(seat.index() + usize::from(seating)) % self.lineup.len()]
    }

    /// Makes new bots for a seating.
    fn seat_bots(
        &self,
        seats: Seats,
        (group, seating): (u64, u8),
        bots: &mut Vec<Box<dyn Bot<G>>>,
    ) -> Result<(), UnknownBot> {
        let (seed, number) = (self.seed, self.number(group, seating));
        bots.clear();
        for seat in seats.iter() {
            let game = format_args!("game {number} of seed {seed}, {}", self.label);
            bots.push(self.entrant(seating, seat).bot_in(&game)?);
        }
        Ok(())
    }

    /// Returns the record of a game with these events, as JSON; `None` where they were not kept.
    fn record_of(&self, streams: Streams, seating: u8, events: &[EventOf<G>]) -> Option<String> {
        let is_kept = !events.is_empty();
        let start = Start::Setup(self.setup.clone());
        let mut record = Record::<G>::new(Rules::of(Arc::clone(&self.game)), start, streams);
        record.seats = self.record_seats(seating);
        record.events = events.to_vec();
        is_kept.then(|| record.to_json())
    }

    /// Returns the players of a seating, as a record names them.
    fn record_seats(&self, seating: u8) -> Vec<Player> {
        let lineup = (0..self.lineup.len())
            .map(|index| &self.lineup[(index + usize::from(seating)) % self.lineup.len()]);
        let player = |(entrant, number): (&Entrant<G>, u32)| Player {
            name: format!("bot {number}"),
            player: entrant.spec().to_owned(),
            colour: None,
        };
        lineup.zip(1..).map(player).collect()
    }

    /// Returns the number of a game in the run, from 1.
    fn number(&self, group: u64, seating: u8) -> u64 {
        group.saturating_mul(self.seatings().into()).saturating_add(u64::from(seating) + 1)
    }

    fn failed(
        &self,
        (group, seating): (u64, u8),
        error: Failed,
        events: &[EventOf<G>],
        record: impl FnOnce() -> Option<String>,
    ) -> ArenaError {
        let (seed, number) = (self.seed, self.number(group, seating));
        match error {
            Failed::Stopped => ArenaError::Stopped,
            Failed::Setup(error) => ArenaError::Setup(error),
            Failed::Bot(error) => ArenaError::NoBot { number, seed, error },
            Failed::Turn(error) => {
                let bot = error.seat().map(|seat| self.entrant(seating, seat).name().to_owned());
                let place = self.place_of(&error, bot.as_deref(), events);
                ArenaError::Game(Box::new(FailedGame {
                    game: G::ID,
                    ruleset: self.game.ruleset().title().name.clone(),
                    seed,
                    number,
                    group,
                    seating,
                    bot: bot.unwrap_or_default(),
                    error,
                    place,
                    record: record(),
                }))
            }
        }
    }

    /// Returns where a failure happened, given the events before it, and the other bots at the table.
    fn place_of(&self, error: &TurnError, bot: Option<&str>, events: &[EventOf<G>]) -> FailurePlace {
        let own =
            |seat| events.iter().filter(move |event| matches!(event, Event::Action(own) if own.seat == seat));
        let at = error.seat().filter(|_| !events.is_empty());
        let against = self.players().filter(|name| Some(*name) != bot).map(str::to_owned).collect();
        FailurePlace { at: at.map(|seat| (events.len() + 1, own(seat).count() + 1)), against }
    }

    /// Returns the forfeit of a game whose bot failed; the error itself where the run ends.
    fn forfeit(&self, error: TurnError) -> Result<Forfeit, TurnError> {
        // Stopping a run may also end the process of a bot. That is not counted as a failure.
        let goes_on = self.on_failure == OnFailure::Forfeit && !self.is_stopped();
        Forfeit::of(&error).filter(|_| goes_on).ok_or(error)
    }

    /// Plays one game of the run again, as a race with its record. The record of a forfeited game ends where the bot
    /// failed.
    ///
    /// # Errors
    /// As [`Arena::run`].
    pub fn race(&self, group: u64, seating: u8) -> Result<Race<G>, ArenaError> {
        let seats = self.check()?;
        let (mut record, mut events) = (None, Vec::new());
        let mut play = || -> Result<Race<G>, Failed> {
            let streams = Streams { seed: self.seed, group };
            let mut race = Race::in_group(Arc::clone(&self.game), &self.setup, streams)?;
            race.set_players(self.record_seats(seating));
            let mut bots = Vec::new();
            self.seat_bots(seats, (group, seating), &mut bots)?;
            if let Err(error) = self.play_race(&mut race, seats, &mut bots)?
                && let Err(error) = self.forfeit(error)
            {
                record = Some(race.record().to_json());
                events.clone_from(&race.record().events);
                return Err(error.into());
            }
            Ok(race)
        };
        let played = play();
        played.map_err(|error| self.failed((group, seating), error, &events, || record))
    }

    /// Plays a race to its end or to the limit. The inner error is the error of a bot.
    fn play_race(
        &self,
        race: &mut Race<G>,
        seats: Seats,
        bots: &mut [Box<dyn Bot<G>>],
    ) -> Result<Result<(), TurnError>, Failed> {
        let mut play = || -> Result<bool, TurnError> {
            begin_listening(&*self.game, seats, bots)?;
            let (mut left, mut heard) = (self.openings, 0);
            while race.events() < self.most_events as usize {
                heard = race.tell_all(bots, heard)?;
                match race.turn() {
                    _ if self.is_stopped() => return Ok(false),
                    Turn::Over => break,
                    Turn::Chance(_) => _ = race.draw(),
                    Turn::Seat(_) if left > 0 => {
                        left -= 1;
                        race.open_at_random();
                    }
                    Turn::Seat(seat) => _ = race.ask(&mut bots[seat.index()])?,
                }
            }
            race.tell_all(bots, heard)?;
            if race.is_over() {
                tell_end(&*self.game, seats, &race.standings(), bots)?;
            }
            Ok(true)
        };
        match play() {
            Ok(true) => Ok(Ok(())),
            Ok(false) => Err(Failed::Stopped),
            Err(error) => Ok(Err(error)),
        }
    }

    fn play_game(
        &self,
        streams: Streams,
        RunFacts { seats, seatings, own, columns }: RunFacts,
        seating: u8,
        Scratch { actions, bots, gauge, events }: &mut Scratch<G>,
    ) -> Result<Game, Failed> {
        let game = &*self.game;
        let mut state = game.start(&self.setup)?;
        self.seat_bots(seats, (streams.group, seating), bots)?;
        let terms = Terms {
            streams,
            repetition: self.repetition,
            openings: self.openings,
            most_events: self.most_events,
            stop: &self.stop,
        };
        let mut length = Length::default();
        let is_measured = self.measuring == Measuring::Everything;
        let end = if is_measured {
            gauge.begin(own, self.measures_luck().then(Meter::new::<G>));
            play(game, &mut state, bots, terms, gauge, (actions, events), &mut length)
        } else {
            play(game, &mut state, bots, terms, &mut NoGauge, (actions, events), &mut length)
        };
        // Bot processes end with their game.
        bots.clear();
        let (is_over, forfeit) = match end {
            Ok(End::Stopped) => return Err(Failed::Stopped),
            Ok(end) => (end == End::Over, None),
            Err(error) => (false, Some(self.forfeit(error)?)),
        };
        let shares = forfeit.as_ref().map_or_else(|| game.returns(&state), |forfeit| forfeit.shares(seats));
        // Allocated at their final size, because there can be millions of games.
        let mut values = Vec::with_capacity(columns);
        if is_measured {
            gauge.add_values(game, &state, &shares, forfeit.is_some(), &mut values);
        }
        if is_measured && seatings > 1 {
            values.extend(self.players().map(|name| {
                let own = seats.iter().filter(|seat| self.entrant(seating, *seat).name() == name);
                let won: Vec<f64> = own.map(|seat| shares[seat].as_f64()).collect();
                (is_over || forfeit.is_some()).then(|| won.iter().sum::<f64>() / won.len() as f64)
            }));
        }
        Ok(Game {
            seating,
            is_over,
            events: length.events,
            decisions: length.decisions,
            course: length.course.finish().into(),
            forfeit,
            shares: SeatList::new(seats, |seat| shares[seat]),
            values,
            luck: gauge.luck.take().map_or_else(Vec::new, |meter| meter.luck(seats)),
        })
    }
}

/// Buffers that a thread reuses from game to game, so that games do not allocate their own.
pub(super) struct Scratch<G: RaceGame> {
    actions: Vec<G::Action>,
    bots: Vec<Box<dyn Bot<G>>>,
    gauge: FullGauge,
    /// The events of the current game, if they are kept.
    events: Vec<EventOf<G>>,
}

impl<G: RaceGame> Default for Scratch<G> {
    fn default() -> Self {
        Self { actions: Vec::new(), bots: Vec::new(), gauge: FullGauge::default(), events: Vec::new() }
    }
}

/// Facts that are common to all games of a run, computed once.
#[derive(Clone, Copy)]
pub(super) struct RunFacts {
    seats: Seats,
    seatings: u8,
    /// The number of the game's own metrics.
    own: usize,
    /// The number of all metrics.
    columns: usize,
}

impl RunFacts {
    /// Returns the facts of a run with these `results`.
    pub(super) fn of<G: Measured>(results: &Results) -> Self {
        let Setting { seats, seatings, .. } = results.setting;
        Self { seats, seatings, own: G::metrics().len(), columns: results.metrics.len() }
    }
}

/// The reason why a group was not played.
pub(super) enum Unplayed {
    /// The run was stopped.
    Stopped,
    /// One of its games could not be played. The error is boxed, because its space would be copied with every group.
    Failed(Box<ArenaError>),
}

/// The reason why a game failed.
enum Failed {
    Stopped,
    Setup(SetupError),
    Bot(UnknownBot),
    Turn(TurnError),
}

impl From<SetupError> for Failed {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<UnknownBot> for Failed {
    fn from(error: UnknownBot) -> Self {
        Self::Bot(error)
    }
}

impl From<TurnError> for Failed {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}
