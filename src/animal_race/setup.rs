//! The set-up of a game: what the players agree on, the first state, and what chance lays and deals.

use serde::{Deserialize, Serialize};

use super::animals::{ANIMALS, Animal};
use super::cards::Cards;
use super::game::AnimalRace;
use super::happening::Happening;
use super::policy::{FirstPlayer, SecondBet};
use super::state::{Memory, PerSeat, Phase, State};
use super::track::{Podium, Tiles};
use crate::common::observer::Observer;
use crate::common::seat::{NoSuchSeat, Seat, Seats};
use crate::game::{SetupError, SetupOption};

/// The maximum number of games in a championship.
pub const MOST_GAMES: u8 = 99;

/// The agreement before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// AR-03: the number of players.
    pub players: u8,
    /// AR-09: the first player; without one the ruleset decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// AC-01: the number of games that are played in a row and added up; 3 make a championship.
    #[serde(default = "one_game")]
    pub games: u8,
}

const fn one_game() -> u8 {
    1
}

pub(super) const OPTIONS: &[SetupOption] = &[
    SetupOption { name: "first", value: "SEAT", meaning: "first player (AR-09)" },
    SetupOption { name: "games", value: "N", meaning: "games in a row, such as 3 (AC-01) [default: 1]" },
];

impl Setup {
    /// Sets one of the [`OPTIONS`].
    pub(super) fn set(&mut self, option: &str, value: &str) -> Result<(), SetupError> {
        let wrong = |option, problem| SetupError::Option { option, problem };
        match option {
            "first" => {
                let seat = value.parse().map_err(|error: NoSuchSeat| wrong("first", error.to_string()));
                self.first = Some(seat?);
            }
            "games" => {
                let problem = || format!("`{value}` is not a number of games: write 1 to {MOST_GAMES}");
                self.games = value.parse().map_err(|_| wrong("games", problem()))?;
            }
            _ => return Err(SetupError::unknown_option::<AnimalRace>(option)),
        }
        Ok(())
    }

    /// Checks the set-up for a table with these seats.
    pub(super) fn check(self, seats: Seats) -> Result<(), SetupError> {
        if let Some(first) = self.first.filter(|first| !seats.contains(*first)) {
            let problem = format!("there is no seat {first} at a table of {seats}");
            return Err(SetupError::Option { option: "first", problem });
        }
        if !(1..=MOST_GAMES).contains(&self.games) {
            let problem = format!("{} games; 1 to {MOST_GAMES} can be played in a row", self.games);
            return Err(SetupError::Option { option: "games", problem });
        }
        Ok(())
    }
}

impl AnimalRace {
    /// A table before anything is drawn, without a phase.
    pub(super) fn empty_state(&self, seats: Seats) -> State {
        State {
            phase: Phase::Over,
            seats,
            first: Seat::FIRST,
            first_is_drawn: false,
            game: 1,
            games: 1,
            totals: PerSeat::default(),
            streams: Tiles::NONE,
            turbo: [0; ANIMALS],
            at: [0; ANIMALS],
            podium: Podium::EMPTY,
            table: Cards::NONE,
            deck: self.pack,
            hands: PerSeat::default(),
            bets: PerSeat::default(),
            memory: Memory::of_deck(self.pack),
        }
    }

    /// The first state of a checked set-up.
    pub(super) fn first_state(&self, setup: Setup, seats: Seats) -> State {
        let mut state = self.empty_state(seats);
        state.games = setup.games;
        state.first = setup.first.unwrap_or(Seat::FIRST);
        state.first_is_drawn = setup.first.is_none() && self.ruleset.first_player != FirstPlayer::Given;
        self.after_starting_bet(&mut state, Seat::FIRST);
        state
    }

    /// AC-01: begins the next game of a championship, keeping the totals and the token.
    pub(super) fn begin_next_game(&self, state: &mut State) {
        *state = State {
            first: state.seats.left_of(state.first),
            game: state.game + 1,
            games: state.games,
            totals: state.totals,
            ..self.empty_state(state.seats)
        };
        self.after_starting_bet(state, Seat::FIRST);
    }

    /// AR-04: the number of starting bets of each seat.
    pub(super) fn starting_bets(&self, state: &State) -> u8 {
        self.ruleset.starting_bets.with(state.seats.count())
    }

    /// AR-07, AA-03: the number of racing cards dealt to each seat.
    pub(super) fn first_hand(&self) -> u8 {
        self.ruleset.hand + u8::from(self.ruleset.second_bet == SecondBet::FromHand)
    }

    // Each step finds the next phase from how far its own kind has come.

    /// AR-04: deals the starting bets, seat by seat.
    pub(super) fn after_starting_bet(&self, state: &mut State, seat: Seat) {
        let needed = self.starting_bets(state);
        let lacks = |seat: &Seat| state.bets[*seat].dealt.len() < needed;
        match state.seats.iter().skip(seat.index()).find(lacks) {
            Some(seat) => state.phase = Phase::StartingBet(seat),
            None => self.after_stream(state),
        }
    }

    /// AR-05: lays the streams.
    pub(super) fn after_stream(&self, state: &mut State) {
        if state.streams.len() < self.ruleset.track.streams {
            state.phase = Phase::Stream;
        } else {
            self.after_turbo(state);
        }
    }

    /// AA-02: lays the turbo tokens, animal by animal.
    pub(super) fn after_turbo(&self, state: &mut State) {
        let unlaid = |animal: &Animal| state.turbo[animal.index()] == 0;
        match self.animals.iter().find(unlaid) {
            Some(animal) if !self.ruleset.track.turbo_tiles.is_empty() => state.phase = Phase::Turbo(animal),
            _ if state.first_is_drawn && self.ruleset.first_player == FirstPlayer::DrawnBeforeDeal => {
                state.phase = Phase::FirstPlayerBeforeDeal;
            }
            _ => state.phase = Phase::Deal(Seat::FIRST),
        }
    }

    /// AR-07: deals the hands, seat by seat; then come the second bets, if there are any.
    pub(super) fn after_deal(&self, state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
        if state.hands[seat].len() < self.first_hand() {
            state.phase = Phase::Deal(seat);
        } else if seat.number() + 1 < state.seats.count() {
            state.phase = Phase::Deal(state.seats.left_of(seat));
        } else {
            match self.ruleset.second_bet {
                SecondBet::FromHand => state.phase = Phase::SecondBet(Seat::FIRST),
                SecondBet::None => self.after_bets(state, seen),
            }
        }
    }

    /// AR-09: decides the first player, drawn at random or not; then the first turn begins.
    pub(super) fn after_bets(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        if state.first_is_drawn && self.ruleset.first_player == FirstPlayer::DrawnAfterBets {
            state.phase = Phase::FirstPlayerAfterBets;
        } else {
            state.begin_turn(state.first, seen);
        }
    }
}
