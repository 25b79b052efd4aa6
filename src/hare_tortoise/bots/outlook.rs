//! The turns that a seat's runners need to come home, by the plan of a runner that has the track to itself.

use crate::bot::BotError;
use crate::game::RaceGame as _;
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::board::{FINISH, Square};
use crate::hare_tortoise::game::HareTortoise;
use crate::hare_tortoise::plan::{ByHeaps, HEAP, Plan};
use crate::hare_tortoise::policy::{Effect, LettuceOwner, LimitBinds};
use crate::hare_tortoise::ruleset::RUNNERS;
use crate::hare_tortoise::state::{Phase, State};
use crate::hare_tortoise::view::View;
use crate::seat::Seat;

/// The cost of a jug in turns where its outcomes are not looked at one by one.
const JUG: f32 = 0.5;
/// With more heaps than these, in which carrots are shared out, heaps become larger.
const HEAPS: u16 = 64;

/// The judgement of a seat.
pub(super) struct Outlook<'a> {
    game: &'a HareTortoise,
    seat: Seat,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(game: &'a HareTortoise, view: &View) -> Result<Self, BotError> {
        // A view that was typed or changed is refused, not played.
        let check = game.faults_of(view.state()).check();
        check.map_err(|faults| BotError::Failed(format!("this view is impossible: {faults}")))?;
        Ok(Self { game, seat: view.seat() })
    }

    /// The judgement of a seat in a state that a search imagines.
    pub(super) fn imagined(game: &'a HareTortoise, seat: Seat) -> Self {
        Self { game, seat }
    }

    /// The turns to go after an action, on average; `jugs` hares have been jugged before it in this turn.
    pub(super) fn turns_after(&self, state: &State, action: Action, jugs: u8) -> f32 {
        let mut after = *state;
        self.game.apply(&mut after, action, &mut ());
        if matches!(action, Action::Runner(_)) {
            return self.fewest(&after, jugs);
        }
        self.turns_within(&after, jugs)
    }

    /// Each action with about the turns to go after it, without a look at what comes before the turn is over.
    pub(super) fn at_a_glance(
        &self,
        state: &State,
        actions: &[Action],
    ) -> impl Iterator<Item = (Action, f32)> {
        let mut stepped = *state;
        // The turns of others in between change nothing here.
        let only_steps = self.is_followed(state);
        actions.iter().map(move |action| {
            let (turns, is_to_jug) = match *action {
                Action::To(to) if only_steps && to != Square::FINISH => {
                    (stepped.runners, stepped.carrots) = (state.runners, state.carrots);
                    self.game.step(&mut stepped, to, &mut ());
                    let is_to_jug = self.game.is_jugged_on(to) && self.game.may_jug(state);
                    (self.turns_to_go(&stepped), is_to_jug)
                }
                action => {
                    let mut after = *state;
                    self.game.apply(&mut after, action, &mut ());
                    (self.turns_to_go(&after), after.phase == Phase::Jug)
                }
            };
            (*action, if is_to_jug { JUG + turns } else { turns })
        })
    }

    /// Returns whether another seat has the next turn.
    fn is_followed(&self, state: &State) -> bool {
        let misses = |seat: Seat| {
            state.missing.contains(seat) || state.racing(seat).any(|runner| state.of(runner).misses)
        };
        state.racers.without(self.seat).iter().any(|seat| !misses(seat))
    }

    /// The turns to go from within a turn that may not be over yet.
    fn turns_within(&self, state: &State, jugs: u8) -> f32 {
        match state.phase {
            Phase::Jug if jugs == 0 => {
                let mut outcomes = Vec::with_capacity(Effect::ALL.len());
                self.game.chances(state, &mut outcomes);
                let (mut sum, mut weights) = (0.0, 0.0);
                for drawn in outcomes {
                    let mut after = *state;
                    self.game.apply_chance(&mut after, drawn.outcome, &mut ());
                    sum += drawn.weight as f32 * self.turns_within(&after, jugs + 1);
                    weights += drawn.weight as f32;
                }
                sum / weights
            }
            // A jug after a jug is not worth a closer look.
            Phase::Jug => JUG + self.turns_to_go(state),
            Phase::ChewCarrot | Phase::AnotherMove | Phase::MoveOff => self.fewest(state, jugs),
            Phase::FirstPlayer | Phase::Runner | Phase::Move | Phase::Over => self.turns_to_go(state),
        }
    }

    /// The turns to go with the best action.
    fn fewest(&self, state: &State, jugs: u8) -> f32 {
        let mut actions = Vec::with_capacity(usize::from(FINISH));
        self.game.actions(state, &mut actions);
        let turns = actions.iter().map(|action| self.turns_after(state, *action, jugs));
        turns.min_by(f32::total_cmp).unwrap_or_else(|| self.turns_to_go(state))
    }

    /// The turns that the seat's runners need from the next turn on.
    pub(super) fn turns_to_go(&self, state: &State) -> f32 {
        let missed = if state.missing.contains(self.seat) { 1.0 } else { 0.0 };
        let (pool, carrots) = (state.pool[self.seat], state.carrots[self.seat]);
        let mut racing = state.racing(self.seat);
        let Some(first) = racing.next() else { return missed };
        let first = self.way(state, first);
        if racing.clone().next().is_none() {
            return missed + first.with(pool).turns(carrots);
        }
        let mut ways = [None; RUNNERS];
        ways[0] = Some(first);
        let mut count = 1;
        for runner in racing {
            ways[count] = Some(self.way(state, runner));
            count += 1;
        }
        let ways = &ways[..count];
        missed
            + match self.game.ruleset.finish.limit_binds {
                LimitBinds::EveryRunner => self.one_by_one(ways, pool, carrots),
                LimitBinds::LastRunner => shared_out(ways, pool, carrots),
            }
    }

    /// HT-05: the turns of several runners together when none may come home while the others hold many carrots:
    /// the first of them uses up what there is.
    fn one_by_one(&self, ways: &[Option<Way<'_>>], pool: u8, carrots: u16) -> f32 {
        let left = carrots.min(self.game.ruleset.finish.carrots);
        let turns_with_first = |first: usize| {
            let turns = |(index, way): (usize, &Option<Way<'_>>)| {
                let (pool, carrots) = if index == first { (pool, carrots) } else { (0, left) };
                way.map_or(0.0, |way| way.with(pool).turns(carrots))
            };
            ways.iter().enumerate().map(turns).sum()
        };
        (0..ways.len()).map(turns_with_first).min_by(f32::total_cmp).unwrap_or(0.0)
    }

    /// The way of a runner to the finish.
    fn way(&self, state: &State, runner: u8) -> Way<'a> {
        let at = state.of(runner);
        let own_lettuces = match self.game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => Some(at.lettuces),
            LettuceOwner::Player => None,
        };
        // HT-20, and the olympiad's pay: as if nobody moved before its next turn.
        let paid = i32::from(self.game.carrots_in_turn(state, runner)) - i32::from(state.carrots[self.seat]);
        Way {
            plan: self.game.plan(state.race_position(runner)),
            square: at.square,
            own_lettuces,
            missed: if at.misses { 1.0 } else { 0.0 },
            must_chew: self.game.must_chew(state, runner),
            paid,
        }
    }
}

/// The turns of several runners together when carrots, and lettuces of a pool, are shared out at best.
fn shared_out(ways: &[Option<Way<'_>>], pool: u8, carrots: u16) -> f32 {
    let [Some(way), others @ ..] = ways else { return 0.0 };
    if others.is_empty() {
        return way.with(pool).turns(carrots);
    }
    let mut fewest = f32::INFINITY;
    for lettuces in 0..=pool {
        let (own, left) = (way.with(lettuces), pool - lettuces);
        fewest = match others {
            [Some(last)] => fewest_of_two(&own, &last.with(left), carrots, fewest),
            _ => fewest_of_shares(&own, carrots, fewest, |carrots| shared_out(others, left, carrots)),
        };
    }
    fewest
}

/// The turns with the best share of the carrots for a runner, where `others` gives the turns of the others with the
/// rest; at most `fewest`.
#[inline]
fn fewest_of_shares(own: &WithLettuces<'_>, carrots: u16, fewest: f32, others: impl Fn(u16) -> f32) -> f32 {
    let heap = HEAP * (1 + carrots / (HEAP * HEAPS));
    (0..=carrots / heap).fold(fewest, |fewest, heaps| {
        let share = heaps * heap;
        let turns = own.turns(share);
        if turns < fewest { fewest.min(turns + others(carrots - share)) } else { fewest }
    })
}

/// The turns of two runners with the best shares of the carrots; at most `fewest`.
#[inline]
fn fewest_of_two(own: &WithLettuces<'_>, other: &WithLettuces<'_>, carrots: u16, fewest: f32) -> f32 {
    const LANES: usize = 4;
    let heaps = carrots / HEAP;
    let rows = own.turns_by_heaps(0, heaps).zip(other.turns_by_heaps(carrots % HEAP, heaps));
    let Some((own_turns, other_turns)) = rows else {
        return fewest_of_shares(own, carrots, fewest, |carrots| other.turns(carrots));
    };
    let together = |own_turns: f32, other_turns: f32| own.with(own_turns) + other.with(other_turns);
    // One instruction, where `f32::min` takes several: no number of turns is undefined.
    let fewer = |fewest: f32, turns: f32| if turns < fewest { turns } else { fewest };
    // The more heaps the one has, the fewer the other. Several shares are compared at once, each in a lane.
    let mut lanes = [fewest; LANES];
    let (mut ascending, mut descending) = (own_turns.chunks_exact(LANES), other_turns.rchunks_exact(LANES));
    for (own_turns, other_turns) in (&mut ascending).zip(&mut descending) {
        for (lane, fewest) in lanes.iter_mut().enumerate() {
            *fewest = fewer(*fewest, together(own_turns[lane], other_turns[LANES - 1 - lane]));
        }
    }
    let rest = ascending.remainder().iter().zip(descending.remainder().iter().rev());
    let rest = rest.map(|(own_turns, other_turns)| together(*own_turns, *other_turns));
    rest.chain(lanes).fold(fewest, fewer)
}

/// The way of a runner to the finish, for any share of the carrots.
#[derive(Clone, Copy)]
struct Way<'a> {
    plan: &'a Plan,
    square: Square,
    /// `None` where lettuces come from the player's pool.
    own_lettuces: Option<u8>,
    missed: f32,
    must_chew: bool,
    /// The carrots that its square pays or costs at its next turn.
    paid: i32,
}

impl<'a> Way<'a> {
    /// The way with its own lettuces, or with `pool` lettuces of a pool.
    fn with(&self, pool: u8) -> WithLettuces<'a> {
        let lettuces = self.own_lettuces.unwrap_or(pool);
        let (rest, chewing, paid) = if lettuces > 0 && self.must_chew {
            (lettuces - 1, 1.0, self.plan.carrots_from_a_lettuce().into())
        } else {
            (lettuces, 0.0, self.paid)
        };
        WithLettuces { row: self.plan.row(self.square, rest), missed: self.missed, chewing, paid }
    }
}

/// The way of a runner to the finish with its lettuces.
struct WithLettuces<'a> {
    row: &'a ByHeaps,
    missed: f32,
    /// The turn in which it chews before it moves off, if it does.
    chewing: f32,
    /// The carrots that come or go before it moves off.
    paid: i32,
}

impl WithLettuces<'_> {
    /// The turns with `carrots` of its own.
    #[inline]
    fn turns(&self, carrots: u16) -> f32 {
        let expected = (i32::from(carrots) + self.paid).clamp(0, u16::MAX.into());
        self.with(self.row.turns(expected as u16))
    }

    /// The turns of the plan, and those before the runner moves off.
    #[inline]
    fn with(&self, turns: f32) -> f32 {
        self.missed + (self.chewing + turns)
    }

    /// The turns of the plan with `carrots` of its own, and with 1 to `heaps` heaps more; `None` where the plan does not
    /// have them all.
    #[inline]
    fn turns_by_heaps(&self, carrots: u16, heaps: u16) -> Option<&[f32]> {
        let expected = u16::try_from(i32::from(carrots) + self.paid).ok()?;
        self.row.turns_by_heaps(expected, heaps)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::hare_tortoise::Ruleset;
    use crate::ruleset;
    use crate::streams::Stream;

    #[test]
    fn two_runners_share_carrots_as_any_number_does() {
        let rules = ruleset::open::<Ruleset>("olympiad").expect("a ruleset of the library");
        let game = HareTortoise::new(rules).expect("it is playable");
        let mut rng = Stream::seed_from_u64(1);
        let mut way = |position: u8| {
            let square = Square::at(rng.random_range(0..FINISH));
            let (missed, chewing) =
                (f32::from(rng.random_range(0..2_u8)), f32::from(rng.random_range(0..2_u8)));
            let (lettuces, paid) = (rng.random_range(0..4), 10 * rng.random_range(-2..7));
            WithLettuces { row: game.plan(position).row(square, lettuces), missed, chewing, paid }
        };
        // Up to more carrots than a plan has, and with as few as are all paid.
        for carrots in (0..400).flat_map(|carrots| [carrots; 8]) {
            let (own, other) = (way(1), way(4));
            let fewest = f32::from(carrots % 40);
            let expected = fewest_of_shares(&own, carrots, fewest, |carrots| other.turns(carrots));
            let found = fewest_of_two(&own, &other, carrots, fewest);
            assert_eq!(found.to_bits(), expected.to_bits(), "{carrots} carrots");
        }
    }
}
