//! Jugging the hare: what is drawn, and what each effect does (HT-30 to HT-39).

use rand::{Rng, RngExt};

use super::action::Chance;
use super::board::Square;
use super::game::HareTortoise;
use super::happening::{Drawn, Happening, Source};
use super::movement::BUNCH;
use super::policy::{
    DropBackToStart, Effect, JuggedLettuce, Mechanism, MoveUpToFinish, TakenCarrotSquare, TooFewToGive,
    WithoutLettuces,
};
use super::ruleset::{CARDS, count};
use super::state::{Duty, Phase, State};
use crate::common::observer::Observer;
use crate::common::seat::Seat;
use crate::game::Weighted;

impl HareTortoise {
    /// Everything that may be drawn for the runner on its hare square.
    pub(super) fn draws(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        let numbers = 1..=CARDS as u8;
        match self.mechanism() {
            Mechanism::Chart => {
                into.extend(numbers.map(|card| Weighted { outcome: Chance::Card(card), weight: 1 }));
            }
            Mechanism::Table => {
                into.extend(numbers.map(|die| Weighted { outcome: Chance::Die(die), weight: 1 }));
            }
            Mechanism::Pack => into.extend(Effect::ALL.iter().filter_map(|effect| {
                let weight = u32::from(self.cards_on_top(state, *effect));
                (weight > 0).then_some(Weighted { outcome: Chance::PackCard(*effect), weight })
            })),
            Mechanism::Passing => {}
        }
    }

    /// Draws one outcome for the runner on its hare square.
    pub(super) fn draw_hare<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        match self.mechanism() {
            Mechanism::Chart => Chance::Card(rng.random_range(1..=CARDS as u8)),
            Mechanism::Table => Chance::Die(rng.random_range(1..=CARDS as u8)),
            Mechanism::Pack | Mechanism::Passing => {
                let unseen = self.pack_size - state.pack_known;
                if unseen == 0 {
                    return Chance::PackCard(state.pack[0]);
                }
                let mut nth = rng.random_range(0..unseen);
                for effect in Effect::ALL {
                    let cards = self.cards_on_top(state, *effect);
                    if nth < cards {
                        return Chance::PackCard(*effect);
                    }
                    nth -= cards;
                }
                Chance::PackCard(state.pack[0])
            }
        }
    }

    /// The number of cards with this effect that may lie on top: those not seen in this cycle. If all are known,
    /// only the top card counts.
    pub(super) fn cards_on_top(&self, state: &State, effect: Effect) -> u8 {
        if state.pack_known == self.pack_size {
            u8::from(state.known_cards().first() == Some(&effect))
        } else {
            // An unchecked view may know cards from another pack.
            self.pack[effect as usize].saturating_sub(count(state.known_cards(), effect))
        }
    }

    /// The effect of an outcome for a runner in this race position; `None` if the outcome does not belong to this
    /// mechanism.
    pub(super) fn effect_of(&self, outcome: Chance, position: u8) -> Option<Effect> {
        let column = usize::from(position.saturating_sub(1));
        match (self.mechanism(), outcome) {
            (Mechanism::Chart, Chance::Card(card)) => {
                let row = self.chart.get(usize::from(card).wrapping_sub(1))?;
                row.get(column).copied()
            }
            (Mechanism::Table, Chance::Die(die)) if (1..=6).contains(&die) => {
                self.table.get(usize::from(die - 1) + column).copied()
            }
            (Mechanism::Pack, Chance::PackCard(effect)) => Some(effect),
            _ => None,
        }
    }

    /// Carries out an outcome.
    pub(super) fn jug(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        let runner = state.runner;
        let (square, position) = (state.of(runner).square, state.race_position(runner));
        let Some(effect) = self.effect_of(outcome, position) else {
            return; // no legal event: an outcome of another mechanism
        };
        let drawn = match outcome {
            Chance::Card(card) => Drawn::Card(card),
            Chance::Die(die) => Drawn::Die(die),
            Chance::PackCard(_) | Chance::First(_) => Drawn::PackCard,
        };
        state.jugs += 1;
        if drawn == Drawn::PackCard {
            self.put_under_the_pack(state, effect);
        }
        let name = state.name(runner);
        seen.see(|| Happening::Jugs { runner: name, square, position, drawn, effect });
        self.carry_out(state, runner, effect, seen);
    }

    /// Puts the drawn card under the pack. Once all cards have been seen, their order repeats.
    fn put_under_the_pack(&self, state: &mut State, effect: Effect) {
        if state.pack_known == self.pack_size {
            state.pack[..usize::from(self.pack_size)].rotate_left(1);
        } else {
            state.pack[usize::from(state.pack_known)] = effect;
            state.pack_known += 1;
        }
    }

    fn carry_out(&self, state: &mut State, runner: u8, effect: Effect, seen: &mut impl Observer<Happening>) {
        let seat = state.owner(runner);
        match effect {
            Effect::MissATurn => self.miss_a_turn(state, runner, seen),
            Effect::ChewACarrot => {
                state.phase = Phase::ChewCarrot;
                return;
            }
            Effect::AnotherMove => {
                state.phase = Phase::AnotherMove;
                return;
            }
            Effect::MissOrMove => {
                let at = state.of(runner).square;
                if state.behind(at) > state.ahead_of(at) {
                    self.miss_a_turn(state, runner, seen);
                } else {
                    state.phase = Phase::AnotherMove;
                    return;
                }
            }
            Effect::BackToACarrotSquare
            | Effect::ForwardToACarrotSquare
            | Effect::DropBack
            | Effect::MoveUp => {
                if let Some(to) = self.destination(state, runner, effect) {
                    self.put(state, runner, to, seen);
                    return;
                }
                seen.see(|| Happening::NoEffect { runner: state.name(runner), effect });
            }
            Effect::ChewALettuce => self.jug_a_lettuce(state, runner, seen),
            Effect::LastTurnFree => {
                // HT-38
                let paid = state.paid;
                state.draw(runner, paid, Source::Hare, seen);
            }
            Effect::CarrotsBecome => {
                let carrots = self.ruleset.hare.carrots_become;
                state.carrots[seat] = carrots;
                seen.see(|| Happening::CarrotsBecome { seat, carrots });
            }
            Effect::DrawForLettuces => match self.lettuces(state, runner) {
                0 => self.miss_a_turn(state, runner, seen),
                held => state.draw(runner, BUNCH * u16::from(held), Source::Hare, seen),
            },
            Effect::ShowCarrots => {
                let carrots = state.carrots[seat];
                seen.see(|| Happening::ShowsCarrots { seat, carrots });
            }
            Effect::GiveToThoseBehind => self.give_to_those_behind(state, runner, seen),
            Effect::LoseHalf => {
                let half = state.carrots[seat] / 2;
                state.pay(runner, half, super::happening::Expense::Hare, seen);
            }
            Effect::ShuffleAndCollect => self.shuffle_and_collect(state, seat, seen),
        }
        self.end_turn(state, seen);
    }

    /// HT-34 to HT-36: the square to which an effect moves the runner; `None` if it stays.
    fn destination(&self, state: &State, runner: u8, effect: Effect) -> Option<Square> {
        let at = state.of(runner).square;
        match effect {
            Effect::BackToACarrotSquare => {
                let behind = at.behind() & self.board.carrots;
                self.vacant_carrot_square(state, behind, Square::foremost)
            }
            Effect::ForwardToACarrotSquare => {
                let ahead = at.ahead() & self.board.carrots;
                self.vacant_carrot_square(state, ahead, Square::hindmost)
            }
            Effect::DropBack => {
                let neighbour = Square::foremost(state.stood_on() & at.behind())?;
                let mut room = neighbour.behind() & self.open(state, runner);
                if self.ruleset.hare.drop_back_to_start == DropBackToStart::Goes {
                    // HT-35: Start always counts, even if the neighbour stands on it.
                    room |= Square::START.bit();
                }
                Square::foremost(room)
            }
            Effect::MoveUp => {
                let neighbour = Square::hindmost(state.stood_on() & at.ahead())?;
                // HT-36: a tortoise square cannot be reached forward.
                let room = neighbour.ahead() & self.open(state, runner) & !self.board.tortoises;
                Square::hindmost(room).or_else(|| {
                    let may = self.ruleset.hare.move_up_to_finish == MoveUpToFinish::IfItMay
                        && self.may_finish(state, runner, state.carrots[state.owner(runner)]);
                    may.then_some(Square::FINISH)
                })
            }
            _ => None,
        }
    }

    /// HT-34: the nearest of these carrot squares that is free.
    fn vacant_carrot_square(
        &self,
        state: &State,
        squares: u64,
        nearest: fn(u64) -> Option<Square>,
    ) -> Option<Square> {
        let taken = state.occupied();
        match self.ruleset.hare.taken_carrot_square {
            TakenCarrotSquare::NextVacant => nearest(squares & !taken),
            TakenCarrotSquare::Nothing => nearest(squares).filter(|square| !square.is_in(taken)),
        }
    }

    /// HT-37: carries out a jug that says to chew a lettuce.
    fn jug_a_lettuce(&self, state: &mut State, runner: u8, seen: &mut impl Observer<Happening>) {
        if self.lettuces(state, runner) == 0 {
            match self.ruleset.hare.without_lettuces {
                WithoutLettuces::MissATurn => self.miss_a_turn(state, runner, seen),
                WithoutLettuces::Nothing => {
                    let effect = Effect::ChewALettuce;
                    seen.see(|| Happening::NoEffect { runner: state.name(runner), effect });
                }
            }
            return;
        }
        match self.ruleset.hare.chew_a_lettuce {
            JuggedLettuce::AtOnce => self.chew(state, runner, true, seen),
            JuggedLettuce::AsIfJustArrived => {
                state.of_mut(runner).duty = Duty::Chew;
                seen.see(|| Happening::WillChew { runner: state.name(runner) });
            }
        }
    }

    /// 2008 pack: the player gives 10 to each other player with a runner behind, or less if there are too few
    /// carrots.
    fn give_to_those_behind(&self, state: &mut State, runner: u8, seen: &mut impl Observer<Happening>) {
        let (from, at) = (state.owner(runner), state.of(runner).square);
        let is_behind =
            |seat: &Seat| *seat != from && state.runners_of(*seat).any(|other| state.of(other).square < at);
        let takers: crate::common::seat::SeatSet = state.seats.iter().filter(is_behind).collect();
        let number = u16::from(takers.len());
        let amounts: &[u16] = match self.ruleset.hare.too_few_to_give {
            TooFewToGive::Fewer => &[BUNCH, 5, 1],
            TooFewToGive::Nothing => &[BUNCH],
        };
        let enough = |amount: &&u16| **amount * number <= state.carrots[from];
        let Some(&carrots) = amounts.iter().find(enough).filter(|_| number > 0) else {
            let effect = Effect::GiveToThoseBehind;
            seen.see(|| Happening::NoEffect { runner: state.name(runner), effect });
            return;
        };
        for to in takers {
            hand_over(state, from, to, carrots, seen);
        }
    }

    /// 2008 pack: the whole pack is shuffled, and each other player still racing gives one carrot, if it has any.
    #[allow(clippy::unused_self, reason = "reads as one of the game's rules")]
    fn shuffle_and_collect(&self, state: &mut State, to: Seat, seen: &mut impl Observer<Happening>) {
        state.pack = [Effect::MissATurn; super::ruleset::PACK];
        state.pack_known = 0;
        seen.see(|| Happening::Shuffles);
        for from in state.racers.iter().filter(|seat| *seat != to) {
            if state.carrots[from] > 0 {
                hand_over(state, from, to, 1, seen);
            }
        }
    }
}

/// Hands carrots from one player to another.
fn hand_over(state: &mut State, from: Seat, to: Seat, carrots: u16, seen: &mut impl Observer<Happening>) {
    state.carrots[from] -= carrots;
    state.carrots[to] = state.carrots[to].saturating_add(carrots);
    seen.see(|| Happening::Gives { from, to, carrots });
}
