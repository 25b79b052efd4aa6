//! The set-up of a race, and its first state.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::action::Chance;
use super::board::FINISH;
use super::game::HareTortoise;
use super::happening::Happening;
use super::policy::LettuceOwner;
use super::ruleset::{FirstPlayer, LongestStep, PLAYERS};
use super::state::{Round, State};
use crate::common::observer::Observer;
use crate::common::seat::{Seat, Seats};
use crate::game::{SetupError, SetupOption, Weighted};

/// The agreements before a race.
///
/// ```
/// use furlong::hare_tortoise::Setup;
/// let setup: Setup = serde_json::from_str(r#"{ "players": 4, "first": 2, "longest-step": 24 }"#)?;
/// assert_eq!(setup.players, 4);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// The number of players, 2 to 6.
    pub players: u8,
    /// The first player (HT-07), instead of the ruleset's choice.
    #[serde(default)]
    pub first: Option<FirstPlayer>,
    /// The longest paid step (HT-22), instead of the ruleset's.
    #[serde(default)]
    pub longest_step: Option<LongestStep>,
}

/// The options that can be set by name.
pub(super) const OPTIONS: &[SetupOption] = &[
    SetupOption { name: "first", value: "SEAT", meaning: "first player, or `drawn` (HT-07)" },
    SetupOption { name: "longest-step", value: "SQUARES", meaning: "longest paid step, or `none` (HT-22)" },
];

impl Setup {
    /// Sets one of [`OPTIONS`].
    pub(super) fn set(&mut self, option: &str, value: &str) -> Result<(), SetupError> {
        let wrong = |option, problem| SetupError::Option { option, problem };
        match (option, value) {
            ("first", "drawn") => self.first = Some(FirstPlayer::Drawn),
            ("first", _) => {
                let seat = value.parse::<Seat>().map_err(|error| wrong("first", error.to_string()))?;
                self.first = Some(FirstPlayer::Given(seat));
            }
            ("longest-step", "none") => self.longest_step = Some(LongestStep::Unlimited),
            ("longest-step", _) => {
                let squares = value.parse().ok().filter(|squares| (1..=FINISH).contains(squares));
                let problem =
                    || wrong("longest-step", format!("`{value}`: `none`, or 1 to {FINISH} squares"));
                self.longest_step = Some(LongestStep::Squares(squares.ok_or_else(problem)?));
            }
            _ => return Err(SetupError::unknown_option::<HareTortoise>(option)),
        }
        Ok(())
    }
}

impl HareTortoise {
    /// A race in its first state, before the first player is drawn if that is needed.
    pub(super) fn first_state(&self, setup: &Setup) -> Result<State, SetupError> {
        let seats = SetupError::check_players(setup.players, &PLAYERS)?;
        let first = setup.first.unwrap_or(self.ruleset.start.first_player);
        let longest = setup.longest_step.unwrap_or(self.ruleset.movement.longest_step).squares();
        let mut state = self.at_start(seats, longest);
        self.board
            .check_longest_step(longest, self.closed(&state))
            .map_err(|problem| SetupError::Option { option: "longest-step", problem })?;
        match first {
            FirstPlayer::Drawn => {}
            FirstPlayer::Given(seat) if seats.contains(seat) => {
                state.round = Round::begin(seats, seat);
                self.go_on(&mut state, seat, &mut ());
            }
            FirstPlayer::Given(seat) => {
                let problem = format!("seat {seat}: there are {seats} players");
                return Err(SetupError::Option { option: "first", problem });
            }
        }
        Ok(state)
    }

    /// All runners on Start, before the first player is known.
    pub(super) fn at_start(&self, seats: Seats, longest_step: u8) -> State {
        let start = &self.ruleset.start;
        let players = seats.count();
        let (own, pooled) = match self.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => (start.lettuces.of(players), 0),
            LettuceOwner::Player => (0, start.lettuces.of(players)),
        };
        let mut state = State::new(seats, start.runners.of(players), longest_step);
        for seat in seats.iter() {
            state.carrots[seat] = start.carrots.of(players);
            state.pool[seat] = pooled;
        }
        for runner in 0..state.count() {
            state.of_mut(runner).lettuces = own;
        }
        state
    }

    /// HT-07: begins the first turn, with `first` as the first player.
    pub(super) fn begin(&self, state: &mut State, first: Seat, seen: &mut impl Observer<Happening>) {
        seen.see(|| Happening::FirstPlayer { seat: first });
        state.round = Round::begin(state.seats, first);
        self.go_on(state, first, seen);
    }
}

/// HT-07: adds every seat as a possible first player.
pub(super) fn first_players(state: &State, into: &mut Vec<Weighted<Chance>>) {
    into.extend(state.seats.iter().map(|seat| Weighted { outcome: Chance::First(seat), weight: 1 }));
}

/// Draws the first player.
pub(super) fn draw_first<R: Rng + ?Sized>(state: &State, rng: &mut R) -> Chance {
    let drawn = rng.random_range(0..state.seats.count());
    Chance::First(Seat::new(drawn).unwrap_or(Seat::FIRST))
}
