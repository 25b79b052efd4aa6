//! Checks that turn a position into a state, or report every inconsistency.

use std::num::NonZeroU8;

use super::board::{FINISH, Square};
use super::game::HareTortoise;
use super::movement::cost;
use super::policy::{BackAtStart, Effect, JuggedLettuce, LettuceOwner, Mechanism, MissBinds, RunnerChoice};
use super::position::{Position, RoundPosition};
use super::ruleset::{PACK, PLAYERS, RUNNERS, count};
use super::state::{Duty, Phase, Round, RunnerState, State};
use crate::common::fault::Faults;
use crate::common::seat::{Seat, SeatSet, Seats};

impl Position {
    /// The position as a state, not yet checked against a ruleset.
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
        let is_seated = seats.contains(self.round.first);
        faults.expect(is_seated, "round.first", || format!("there are {players} seats"));
        expect_set(&self.round.members, seats, "round.members", &mut faults);
        faults.append(self.runner_faults(seats));
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
                let passers = runner.passed_by.as_deref().unwrap_or_default();
                expect_set(passers, seats, &field("passed-by"), &mut faults);
            }
        }
        faults
    }

    /// Fills a state with values already known to fit.
    fn fill(&self, seats: Seats, per_player: u8) -> State {
        let mut state = State::new(seats, per_player, self.longest_step);
        (state.phase, state.seat) = (self.phase, self.seat);
        state.runner = self.seat.number() * per_player + self.runner;
        (state.jugs, state.paid) = (self.jugs, self.paid);
        let members = self.round.members.iter().copied().collect();
        let RoundPosition { number, first, slot, .. } = self.round;
        state.round = Round { number, first, members, slot };
        state.pack_known = self.pack.len() as u8;
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
        state.set_runners(runners.map(|runner| RunnerState {
            square: Square::new(runner.square).unwrap_or_default(),
            lettuces: runner.lettuces,
            arrived: runner.arrived.and_then(NonZeroU8::new),
            duty: runner.duty,
            misses: runner.misses,
            passed_by: runner.passed_by.as_ref().map(|seats| seats.iter().copied().collect()),
        }));
        state.racers = seats.iter().filter(|seat| state.racing(*seat).next().is_some()).collect();
        state
    }
}

impl HareTortoise {
    pub(super) fn state_of(&self, position: &Position) -> Result<State, Faults> {
        let state = position.to_state()?;
        self.faults_of(&state).check().map(|()| state)
    }

    /// Every inconsistency between a state and this ruleset.
    pub(super) fn faults_of(&self, state: &State) -> Faults {
        let mut faults = Faults::none();
        let runners = self.ruleset.start.runners.of(state.seats.count());
        if runners != state.per_player {
            let problem = format!("{} runners each: this ruleset gives {runners}", state.per_player);
            faults.add("players[0].runners", problem);
            return faults;
        }
        let longest = 1..=FINISH;
        faults.expect(longest.contains(&state.longest_step), "longest-step", || {
            format!("{}: a longest step has 1 to {FINISH} squares", state.longest_step)
        });
        for runner in 0..state.count() {
            self.check_runner(state, runner, &mut faults);
        }
        self.check_arrivals(state, &mut faults);
        for seat in state.seats.iter() {
            self.check_player(state, seat, &mut faults);
        }
        self.check_pack(state, &mut faults);
        self.check_round(state, &mut faults);
        if faults.is_empty() {
            self.check_phase(state, &mut faults);
        }
        faults
    }

    fn check_runner(&self, state: &State, runner: u8, faults: &mut Faults) {
        let at = state.of(runner);
        let (seat, index) = (state.owner(runner), state.index_of(runner));
        let is_home = at.square == Square::FINISH;
        let mut expect = |holds: bool, name: &str, problem: &dyn Fn() -> String| {
            if !holds {
                faults.add(format!("players[{}].runners[{index}].{name}", seat.number()), problem());
            }
        };
        let is_taken = at.square.is_in(state.occupied())
            && state.running()[..usize::from(runner)].iter().any(|other| other.square == at.square);
        expect(!is_taken, "square", &|| format!("two runners on {} (HT-10)", at.square));
        expect(!at.square.is_in(self.closed(state)), "square", &|| {
            format!("{} is closed with three players (HT-06)", at.square)
        });
        expect(is_home == at.arrived.is_some(), "arrived", &|| {
            "a runner has a place if, and only if, it is on 64".to_owned()
        });
        let owns = self.ruleset.lettuces.belong_to == LettuceOwner::Runner;
        expect(owns || at.lettuces == 0, "lettuces", &|| {
            "lettuces are in the player's pool under this ruleset (HT-04)".to_owned()
        });
        expect(!(is_home && at.lettuces > 0), "lettuces", &|| {
            "none are left at the finish (HT-28)".to_owned()
        });
        let on_lettuce = at.square.is_in(self.board.lettuces);
        let on_hare = at.square.is_in(self.board.hares);
        let chews_later = self.ruleset.hare.chew_a_lettuce == JuggedLettuce::AsIfJustArrived
            && self.effects.contains(&Effect::ChewALettuce);
        let duty_fits = match at.duty {
            Duty::None => true,
            Duty::Chew => on_hare && chews_later,
            Duty::Leave => on_lettuce || on_hare && chews_later,
        };
        expect(duty_fits, "duty", &|| format!("not on {} under this ruleset (HT-26, HT-37)", at.square));
        let may_miss = self.ruleset.turns.miss_binds == MissBinds::Runner && !is_home;
        expect(may_miss || !at.misses, "misses", &|| {
            "no such runner misses a turn under this ruleset (HT-32)".to_owned()
        });
        let may_be_passed = on_hare && self.mechanism() == Mechanism::Passing;
        expect(may_be_passed || at.passed_by.is_none(), "passed-by", &|| {
            "only on a hare square under the passing rule".to_owned()
        });
        expect(!at.passed_by.is_some_and(|seats| seats.contains(seat)), "passed-by", &|| {
            "only other players count".to_owned()
        });
    }

    #[allow(clippy::unused_self, reason = "one of the checks")]
    fn check_arrivals(&self, state: &State, faults: &mut Faults) {
        let arrivals = state.arrivals();
        let places = state.running().iter().filter_map(|runner| runner.arrived);
        let mask =
            places.fold(0_u32, |mask, place| mask | 1_u32.checked_shl(place.get().into()).unwrap_or(1));
        faults.expect(mask == (1 << (arrivals + 1)) - 2, "players", || {
            format!("{arrivals} runners are home, so their places must be 1 to {arrivals}, each once")
        });
    }

    fn check_player(&self, state: &State, seat: Seat, faults: &mut Faults) {
        let number = seat.number();
        let pooled = self.ruleset.lettuces.belong_to == LettuceOwner::Player;
        faults.expect(pooled || state.pool[seat] == 0, format_args!("players[{number}].pool"), || {
            "each runner has its own lettuces under this ruleset (HT-04)".to_owned()
        });
        faults.expect(
            !(state.is_home(seat) && state.pool[seat] > 0),
            format_args!("players[{number}].pool"),
            || "none are left when all runners are home (HT-28)".to_owned(),
        );
        let alternate = state.per_player > 1 && self.ruleset.turns.runner == RunnerChoice::Alternate;
        let last_fits = state.last[seat].is_none_or(|last| alternate && last < state.per_player);
        faults.expect(last_fits, format_args!("players[{number}].last"), || {
            "only where a player's runners alternate, and one of them (HT-04)".to_owned()
        });
        let may_miss = self.ruleset.turns.miss_binds == MissBinds::Player && !state.is_home(seat);
        faults.expect(
            may_miss || !state.missing.contains(seat),
            format_args!("players[{number}].misses"),
            || "no such player misses a turn under this ruleset (HT-32)".to_owned(),
        );
    }

    fn check_pack(&self, state: &State, faults: &mut Faults) {
        let known = state.known_cards();
        faults.expect(known.is_empty() || self.mechanism() == Mechanism::Pack, "pack", || {
            "there is no pack under this ruleset".to_owned()
        });
        for effect in Effect::ALL {
            let (seen, all) = (count(known, *effect), self.pack[*effect as usize]);
            faults.expect(seen <= all, "pack", || {
                format!("{seen} cards `{}`: the pack has {all}", effect.word())
            });
        }
    }

    fn check_round(&self, state: &State, faults: &mut Faults) {
        let round = state.round;
        faults.expect(round.number > 0, "round.number", || "0: rounds are counted from 1".to_owned());
        faults.expect(round.members.contains(round.first), "round.first", || {
            "the first mover is one of the members".to_owned()
        });
        let racers = state.racers;
        faults.expect(racers.iter().all(|seat| round.members.contains(seat)), "round.members", || {
            "every seat that still races is a member".to_owned()
        });
        let plays = !matches!(state.phase, Phase::FirstPlayer | Phase::Over);
        let mover = round.sequence(state.seats, self.ruleset.turns.order).nth(round.slot.into());
        faults.expect(!plays || mover == Some(state.seat), "round.slot", || {
            format!("turn {} of the round is not that of seat {}", round.slot, state.seat.number())
        });
    }

    fn check_phase(&self, state: &State, faults: &mut Faults) {
        let at = state.of(state.runner);
        let racers = state.racers;
        let is_over = self.is_over(state);
        faults.expect(is_over == (state.phase == Phase::Over), "phase", || {
            if is_over { "the race is over (HT-29)" } else { "the race is not over yet (HT-29)" }.to_owned()
        });
        if is_over || !faults.is_empty() {
            let idle = state.seat == Seat::FIRST && state.runner == 0 && state.jugs == 0 && state.paid == 0;
            faults.expect(!is_over || idle, "seat", || "after the end nobody has a turn".to_owned());
            return;
        }
        let jugs_fit = match state.phase {
            Phase::Jug => state.jugs < self.ruleset.hare.most_jugs,
            Phase::ChewCarrot | Phase::AnotherMove => (1..=self.ruleset.hare.most_jugs).contains(&state.jugs),
            Phase::MoveOff => state.jugs <= self.ruleset.hare.most_jugs,
            _ => state.jugs == 0,
        };
        faults.expect(jugs_fit, "jugs", || format!("{} jugs are impossible now (HT-31)", state.jugs));
        let juggles = matches!(state.phase, Phase::Jug | Phase::ChewCarrot | Phase::AnotherMove);
        let paid_fits = state.paid == 0 || juggles && state.paid <= cost(FINISH);
        faults.expect(paid_fits, "paid", || format!("{} carrots cannot have been paid now", state.paid));
        let on_hare = at.square.is_in(self.board.hares);
        let fits = match state.phase {
            Phase::FirstPlayer => self.is_untouched(state),
            Phase::Runner => {
                state.index_of(state.runner) == 0 && self.runner_in_turn(state, state.seat).is_none()
            }
            Phase::Move => self.may_have_turn(state),
            Phase::MoveOff => {
                self.may_have_turn(state)
                    && self.ruleset.stuck.at_start == BackAtStart::MovesOff
                    && at.square == Square::START
                    && self.moves(state, state.runner, state.carrots[state.seat]).any()
            }
            Phase::Jug => on_hare && self.mechanism() != Mechanism::Passing && self.may_have_turn(state),
            Phase::ChewCarrot => {
                on_hare && self.effects.contains(&Effect::ChewACarrot) && self.may_have_turn(state)
            }
            Phase::AnotherMove => {
                let moves = [Effect::AnotherMove, Effect::MissOrMove];
                let can_come = moves.iter().any(|effect| self.effects.contains(effect));
                on_hare && can_come && self.may_have_turn(state)
            }
            Phase::Over => true,
        };
        faults.expect(fits, "phase", || {
            "no such decision is possible with these runners and this ruleset".to_owned()
        });
        faults.expect(racers.contains(state.seat), "seat", || {
            format!("seat {} is home already", state.seat.number())
        });
    }

    /// Returns whether the runner of this turn may be the one to move.
    fn may_have_turn(&self, state: &State) -> bool {
        let at = state.of(state.runner);
        let alternates = state.per_player > 1 && self.ruleset.turns.runner == RunnerChoice::Alternate;
        let is_its_turn = !alternates || state.last[state.seat] == Some(state.index_of(state.runner));
        at.arrived.is_none()
            && is_its_turn
            && !at.misses
            && at.passed_by.is_none()
            && !state.missing.contains(state.seat)
    }

    /// Returns whether the race is in its starting position.
    #[allow(clippy::unused_self, reason = "one of the checks")]
    fn is_untouched(&self, state: &State) -> bool {
        let nobody_moved = state.running().iter().all(|runner| runner.square == Square::START);
        nobody_moved
            && (state.seat, state.runner) == (Seat::FIRST, 0)
            && state.round.slot == 0
            && state.last.0.iter().all(Option::is_none)
            && state.missing == SeatSet::EMPTY
    }
}

/// Expects each of these seats to be at the table and to be listed once.
fn expect_set(listed: &[Seat], seats: Seats, field: &str, faults: &mut Faults) {
    for (index, seat) in listed.iter().enumerate() {
        faults.expect(seats.contains(*seat), field, || format!("there is no seat {}", seat.number()));
        let is_new = !listed[..index].contains(seat);
        faults.expect(is_new, field, || format!("seat {} is listed twice", seat.number()));
    }
}
