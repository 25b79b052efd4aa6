//! A state in words that people can read and type, and the way from there to a playable state.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use super::board::{FINISH, Square};
use super::policy::Effect;
use super::ruleset::{PACK, PLAYERS, RUNNERS};
use super::state::{Duty, Phase, Round, RunnerState, State};
use crate::fault::Faults;
use crate::readable::readable;
use crate::seat::{Seat, SeatMap, SeatSet, Seats};

/// A race as people read and type it, not yet checked. Seats and runners are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// The players, in the order of seats.
    pub players: Vec<PlayerPosition>,
    /// What is to be decided.
    pub phase: Phase,
    /// Who decides, or whose runner jugs; 0 while the first player is drawn and after the end.
    #[serde(default = "first_seat")]
    pub seat: Seat,
    /// Which of that player's runners has the turn; 0 while it is still to be chosen.
    #[serde(default)]
    pub runner: u8,
    /// How often the hare was jugged in this turn (HT-31).
    #[serde(default)]
    pub jugs: u8,
    /// The carrots paid in this turn for the move onto this very square (HT-38).
    #[serde(default)]
    pub paid: u16,
    /// The round that is played.
    pub round: RoundPosition,
    /// The cards known to lie at the bottom of the pack, the uppermost of them first.
    #[serde(default)]
    pub pack: Vec<Effect>,
    /// The longest paid step agreed before the game, in squares; 64 when there is no limit (HT-22).
    #[serde(default = "unlimited")]
    pub longest_step: u8,
}

/// What one player has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayerPosition {
    /// Its carrots.
    pub carrots: u16,
    /// Its lettuces, where a player's runners share one pool.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pool: u8,
    /// Its runners.
    pub runners: Vec<RunnerPosition>,
    /// Which of its runners it moved last, where they alternate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u8>,
    /// Whether its whole next turn is skipped.
    #[serde(default, skip_serializing_if = "is_false")]
    pub misses: bool,
}

readable!(PlayerPosition);

/// Where one runner stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct RunnerPosition {
    /// Its square: 0 is Start, 64 the finish.
    pub square: u8,
    /// Its own lettuces; 0 where its player has a pool.
    #[serde(default)]
    pub lettuces: u8,
    /// In which place it came home, 1 the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u8>,
    /// What it owes its square.
    #[serde(default, skip_serializing_if = "owes_nothing")]
    pub duty: Duty,
    /// Whether its next turn is skipped.
    #[serde(default, skip_serializing_if = "is_false")]
    pub misses: bool,
    /// Under the passing rule, on a hare square: which players have passed it since it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed_by: Option<Vec<Seat>>,
}

readable!(RunnerPosition);

/// Who moves in which order in this round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoundPosition {
    /// Its number, from 1.
    pub number: u16,
    /// Who moves first in it.
    pub first: Seat,
    /// Who raced when it began.
    pub members: Vec<Seat>,
    /// Which turn of it this is, from 0, skipped ones counted.
    pub slot: u8,
}

fn first_seat() -> Seat {
    Seat::FIRST
}

fn unlimited() -> u8 {
    FINISH
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn owes_nothing(duty: &Duty) -> bool {
    *duty == Duty::None
}

impl From<&State> for Position {
    fn from(state: &State) -> Self {
        let player = |seat: Seat| PlayerPosition {
            carrots: state.carrots[seat],
            pool: state.pool[seat],
            runners: state.runners_of(seat).map(|runner| state.of(runner).into()).collect(),
            last: state.last[seat],
            misses: state.missing.contains(seat),
        };
        Self {
            players: state.seats.iter().map(player).collect(),
            phase: state.phase,
            seat: state.seat,
            runner: state.index_of(state.runner),
            jugs: state.jugs,
            paid: state.paid,
            round: RoundPosition {
                number: state.round.number,
                first: state.round.first,
                members: state.round.members.iter().collect(),
                slot: state.round.slot,
            },
            pack: state.known_cards().to_vec(),
            longest_step: state.longest_step,
        }
    }
}

impl From<&RunnerState> for RunnerPosition {
    fn from(runner: &RunnerState) -> Self {
        Self {
            square: runner.square.number(),
            lettuces: runner.lettuces,
            arrived: runner.arrived.map(NonZeroU8::get),
            duty: runner.duty,
            misses: runner.misses,
            passed_by: runner.passed_by.map(|seats| seats.iter().collect()),
        }
    }
}

impl Position {
    /// The state of this form, whatever the rules say of it.
    pub(super) fn to_state(&self) -> Result<State, Faults> {
        let mut faults = Faults::none();
        let players = self.players.len();
        let per_player = self.players.first().map_or(0, |player| player.runners.len());
        let seats = u8::try_from(players).ok().and_then(Seats::new).filter(|n| PLAYERS.contains(&n.count()));
        let Some(seats) = seats else {
            return Err(Faults::one("players", format!("{players} players: there are 2 to 6")));
        };
        for (index, player) in self.players.iter().enumerate() {
            let count = player.runners.len();
            faults.expect(count == per_player, format_args!("players[{index}].runners"), || {
                format!("{count} runners: the first player has {per_player}")
            });
        }
        faults.expect(per_player > 0 && players * per_player <= RUNNERS, "players[0].runners", || {
            format!("{per_player} runners each: players times runners is 1 to {RUNNERS}")
        });
        faults.expect(seats.contains(self.seat), "seat", || format!("there are {players} seats"));
        faults.expect(usize::from(self.runner) < per_player.max(1), "runner", || {
            format!("{}: each player has {per_player}, counted from 0", self.runner)
        });
        faults.expect(self.pack.len() <= PACK, "pack", || {
            format!("{} cards: a pack has at most {PACK}", self.pack.len())
        });
        let is_seated = |seat: &Seat| seats.contains(*seat);
        faults.expect(is_seated(&self.round.first), "round.first", || format!("there are {players} seats"));
        faults.expect(self.round.members.iter().all(is_seated), "round.members", || {
            format!("there are {players} seats")
        });
        faults.0.extend(self.runner_faults(seats).0);
        faults.check()?;
        Ok(self.fill(seats, per_player as u8))
    }

    fn runner_faults(&self, seats: Seats) -> Faults {
        let mut faults = Faults::none();
        for (player_index, player) in self.players.iter().enumerate() {
            for (index, runner) in player.runners.iter().enumerate() {
                let field = |name: &str| format!("players[{player_index}].runners[{index}].{name}");
                faults.expect(runner.square <= FINISH, field("square"), || {
                    format!("{}: squares are 0 (Start) to {FINISH} (the finish)", runner.square)
                });
                faults.expect(runner.arrived != Some(0), field("arrived"), || {
                    "0: places are counted from 1".to_owned()
                });
                let passers = runner.passed_by.iter().flatten();
                for passer in passers.filter(|seat| !seats.contains(**seat)) {
                    faults.add(field("passed-by"), format!("there is no seat {}", passer.number()));
                }
            }
        }
        faults
    }

    /// The state, once everything is known to have room in it.
    fn fill(&self, seats: Seats, per_player: u8) -> State {
        let mut state = State {
            seats,
            per_player,
            longest_step: self.longest_step,
            phase: self.phase,
            seat: self.seat,
            runner: self.seat.number() * per_player + self.runner,
            jugs: self.jugs,
            paid: self.paid,
            carrots: SeatMap::default(),
            pool: SeatMap::default(),
            last: SeatMap::default(),
            missing: SeatSet::EMPTY,
            racers: SeatSet::EMPTY,
            round: Round {
                number: self.round.number,
                first: self.round.first,
                members: self.round.members.iter().copied().collect(),
                slot: self.round.slot,
            },
            pack: [Effect::MissATurn; PACK],
            pack_known: self.pack.len() as u8,
            runners: [RunnerState::default(); RUNNERS],
        };
        for (place, card) in state.pack.iter_mut().zip(&self.pack) {
            *place = *card;
        }
        for (seat, player) in seats.iter().zip(&self.players) {
            state.carrots[seat] = player.carrots;
            state.pool[seat] = player.pool;
            state.last[seat] = player.last;
            if player.misses {
                state.missing = state.missing.with(seat);
            }
        }
        let runners = self.players.iter().flat_map(|player| &player.runners);
        for (place, runner) in state.runners.iter_mut().zip(runners) {
            *place = RunnerState {
                square: Square::new(runner.square).unwrap_or_default(),
                lettuces: runner.lettuces,
                arrived: runner.arrived.and_then(NonZeroU8::new),
                duty: runner.duty,
                misses: runner.misses,
                passed_by: runner.passed_by.as_ref().map(|seats| seats.iter().copied().collect()),
            };
        }
        state.racers = seats.iter().filter(|seat| state.racing(*seat).next().is_some()).collect();
        state
    }
}
