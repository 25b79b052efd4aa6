//! The number of turns that a seat's runners need to get home, by the plan of a runner that has the track to
//! itself.

use crate::bot::BotError;
use crate::common::seat::Seat;
use crate::game::RaceGame as _;
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::board::{FINISH, Square};
use crate::hare_tortoise::game::HareTortoise;
use crate::hare_tortoise::plan::{ByHeaps, HEAP, Plan};
use crate::hare_tortoise::policy::{Effect, LettuceOwner, LimitBinds};
use crate::hare_tortoise::ruleset::RUNNERS;
use crate::hare_tortoise::state::{Phase, State};
use crate::hare_tortoise::view::View;

/// The cost of a jug in turns, used when its outcomes are not examined one by one.
const JUG: f32 = 0.5;
/// The maximum number of heaps in which carrots are shared out. If there would be more, heaps become larger.
const HEAPS: u16 = 64;
/// The minimum difference in turns that makes an action certainly worse, however sums are rounded.
const MARGIN: f32 = 0.01;
/// The number of shares that are compared at once.
const LANES: usize = 4;

/// A seat's estimate of the turns that it needs.
pub(super) struct Outlook<'a> {
    game: &'a HareTortoise,
    seat: Seat,
    /// Whether the race takes too long: all race positions then count as the first one. Otherwise two runners may step
    /// back in turn for ever, because each is nearer to the finish by the plan of a later position.
    pub(super) is_overlong: bool,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(game: &'a HareTortoise, view: &View) -> Result<Self, BotError> {
        // A view that was typed or changed by hand is checked before it is played.
        let check = game.faults_of(view.state()).check();
        check.map_err(|faults| BotError::Failed(format!("this view is impossible: {faults}")))?;
        Ok(Self::imagined(game, view.seat(), view.state()))
    }

    /// The estimate of a seat in a state that a search imagines.
    pub(super) fn imagined(game: &'a HareTortoise, seat: Seat, state: &State) -> Self {
        Self { game, seat, is_overlong: game.is_overlong(state) }
    }

    /// The turns to go after an action, on average. `jugs` is the number of hares jugged before it in this turn.
    pub(super) fn turns_after(&self, state: &State, action: Action, jugs: u8) -> f32 {
        let mut after = *state;
        self.game.apply(&mut after, action, &mut ());
        if matches!(action, Action::Runner(_)) {
            return self.fewest(&after, jugs);
        }
        self.turns_within(&after, jugs)
    }

    /// The first of the actions that leave about the fewest turns, without examining the rest of the turn.
    pub(super) fn best_at_a_glance(&self, state: &State, actions: &[Action]) -> Option<Action> {
        let (mut stepped, mut ways) = (*state, self.ways(state));
        // Other seats' turns in between change nothing here.
        let only_steps = self.is_followed(state);
        let mut best: Option<(Action, f32)> = None;
        for action in actions {
            let fewest = best.map_or(f32::INFINITY, |(_, fewest)| fewest);
            let turns = match *action {
                Action::To(to) if only_steps && to != Square::FINISH => {
                    stepped.copy_runners(state);
                    self.game.step(&mut stepped, to, &mut ());
                    self.update(&mut ways, &stepped);
                    let is_to_jug = self.game.is_jugged_on(to) && self.game.may_jug(state);
                    let jug = if is_to_jug { JUG } else { 0.0 };
                    jug + self.turns_of(&ways, &stepped, fewest - jug + MARGIN)
                }
                action => {
                    let mut after = *state;
                    self.game.apply(&mut after, action, &mut ());
                    let jug = if after.phase == Phase::Jug { JUG } else { 0.0 };
                    jug + self.turns_to_go(&after)
                }
            };
            if turns < fewest {
                best = Some((*action, turns));
            }
        }
        best.map(|(action, _)| action)
    }

    /// Returns whether another seat has the next turn.
    fn is_followed(&self, state: &State) -> bool {
        let misses = |seat: Seat| {
            state.missing.contains(seat) || state.racing(seat).any(|runner| state.of(runner).misses)
        };
        state.racers.without(self.seat).iter().any(|seat| !misses(seat))
    }

    /// The turns to go in a state in which the turn may not be over yet.
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
            // A jug after a jug is not worth a closer analysis.
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
        self.turns_of(&self.ways(state), state, f32::INFINITY)
    }

    /// Like `turns_to_go`, with the ways of its runners known. If there are not fewer turns than `fewest`, returns
    /// any number from `fewest` up.
    #[inline]
    fn turns_of(&self, ways: &Ways<'_>, state: &State, fewest: f32) -> f32 {
        let missed = if state.missing.contains(self.seat) { 1.0 } else { 0.0 };
        let (pool, carrots) = (state.pool[self.seat], state.carrots[self.seat]);
        let ways = ways.racing();
        let one_by_one = ways.len() > 1 && self.game.ruleset.finish.limit_binds == LimitBinds::EveryRunner;
        let turns = if one_by_one {
            self.one_by_one(ways, pool, carrots)
        } else {
            shared_out(ways, pool, carrots, fewest - missed)
        };
        missed + turns
    }

    /// The ways of the seat's runners.
    #[inline]
    fn ways(&self, state: &State) -> Ways<'a> {
        let mut ways = Ways { ways: [None; RUNNERS], racing: 0 };
        for runner in state.racing(self.seat) {
            ways.ways[ways.racing] = Some(self.way(state, runner, self.position(state, runner)));
            ways.racing += 1;
        }
        ways
    }

    /// Updates the ways after a step of the runner to move. The ways of other runners change only with their race
    /// positions.
    #[inline]
    fn update(&self, ways: &mut Ways<'a>, state: &State) {
        for way in ways.ways[..ways.racing].iter_mut().flatten() {
            let position = self.position(state, way.runner);
            if way.runner == state.runner || way.position != position {
                *way = self.way(state, way.runner, position);
            }
        }
    }

    /// The race position of a runner, whose plan it follows.
    #[inline]
    fn position(&self, state: &State, runner: u8) -> u8 {
        if self.is_overlong { 1 } else { state.race_position(runner) }
    }

    /// HT-05: the turns of several runners together when none may come home while the others hold many carrots: the
    /// first of them uses up the surplus.
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

    /// The way to the finish of a runner in this race position.
    #[expect(
        clippy::inline_always,
        reason = "asked at every step of a search, and a call costs half as much as it does"
    )]
    #[inline(always)]
    fn way(&self, state: &State, runner: u8, position: u8) -> Way<'a> {
        let at = state.of(runner);
        let own_lettuces = match self.game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => Some(at.lettuces),
            LettuceOwner::Player => None,
        };
        // HT-20, and the olympiad's pay: calculated as if nobody moved before the runner's next turn.
        let in_turn = self.game.carrots_in_position(state, runner, position);
        let paid = i32::from(in_turn) - i32::from(state.carrots[self.seat]);
        Way {
            runner,
            position,
            plan: self.game.plan(position, state.longest_step),
            square: at.square,
            own_lettuces,
            missed: if at.misses { 1.0 } else { 0.0 },
            must_chew: self.game.must_chew(state, runner),
            paid,
        }
    }
}

/// The turns of several runners together when carrots, and the lettuces of a pool, are shared out in the best way.
/// If there are not fewer than `fewest`, returns any number from `fewest` up.
fn shared_out(ways: &[Option<Way<'_>>], pool: u8, carrots: u16, mut fewest: f32) -> f32 {
    let [Some(way), others @ ..] = ways else { return 0.0 };
    if others.is_empty() {
        return way.with(pool).turns(carrots);
    }
    for lettuces in 0..=pool {
        let (own, left) = (way.with(lettuces), pool - lettuces);
        let with_rest = |carrots| shared_out(others, left, carrots, f32::INFINITY);
        fewest = match others {
            [Some(last)] => fewest_of_two(&own, &last.with(left), carrots, fewest),
            _ => fewest_of_shares(&own, carrots, fewest, with_rest),
        };
    }
    fewest
}

/// The turns with the best share of the carrots for a runner, where `others` returns the turns of the others with
/// the rest. At most `fewest`.
#[inline]
fn fewest_of_shares(own: &WithLettuces<'_>, carrots: u16, fewest: f32, others: impl Fn(u16) -> f32) -> f32 {
    let heap = HEAP * (1 + carrots / (HEAP * HEAPS));
    (0..=carrots / heap).fold(fewest, |fewest, heaps| {
        let share = heaps * heap;
        let turns = own.turns(share);
        if turns < fewest { fewest.min(turns + others(carrots - share)) } else { fewest }
    })
}

/// The turns of two runners with the best shares of the carrots. At most `fewest`.
#[inline]
fn fewest_of_two(own: &WithLettuces<'_>, other: &WithLettuces<'_>, carrots: u16, fewest: f32) -> f32 {
    // Half the moves are worse than an earlier one even if both runners had as many of the carrots as they like.
    if own.fewest_turns(carrots) + other.fewest_turns(carrots) >= fewest {
        return fewest;
    }
    let heaps = carrots / HEAP;
    let rows = own.turns_by_heaps(0, heaps).zip(other.turns_by_heaps(carrots % HEAP, heaps));
    let rows = rows.filter(|(own_turns, _)| own_turns.len() >= LANES && carrots < HEAP * HEAPS);
    let Some((own_turns, other_turns)) = rows else {
        return fewest_of_shares(own, carrots, fewest, |carrots| other.turns(carrots));
    };
    if own.moves_off_at_once() && other.moves_off_at_once() {
        return fewest_together(own_turns, other_turns, fewest, |own_turns, other_turns| {
            own_turns + other_turns
        });
    }
    let together = |own_turns: f32, other_turns: f32| own.with(own_turns) + other.with(other_turns);
    fewest_together(own_turns, other_turns, fewest, together)
}

/// The fewest turns of two runners together, where each heap of carrots goes to one or the other. At most `fewest`.
/// There must be at least [`LANES`] ways to share the heaps out.
#[inline]
fn fewest_together(
    own_turns: &[f32],
    other_turns: &[f32],
    fewest: f32,
    together: impl Fn(f32, f32) -> f32,
) -> f32 {
    let mut lanes = [fewest; LANES];
    // Several shares are compared at once, one in each lane.
    let mut compare = |own_turns: &[f32; LANES], other_turns: &[f32; LANES]| {
        for (lane, fewest) in lanes.iter_mut().enumerate() {
            *fewest = fewer(*fewest, together(own_turns[lane], other_turns[LANES - 1 - lane]));
        }
    };
    let (ascending, descending) = (own_turns.as_chunks().0, other_turns.as_rchunks().1);
    for (own_turns, other_turns) in ascending.iter().zip(descending.iter().rev()) {
        compare(own_turns, other_turns);
    }
    // The last shares are compared together with a few that were already compared, not one by one.
    if let (Some(own_turns), Some(other_turns)) = (own_turns.last_chunk(), other_turns.first_chunk()) {
        compare(own_turns, other_turns);
    }
    lanes.into_iter().fold(fewest, fewer)
}

/// The smaller number, in one instruction; [`f32::min`] takes several. No number of turns is NaN.
#[inline]
fn fewer(one: f32, other: f32) -> f32 {
    if other < one { other } else { one }
}

/// The ways to the finish of a seat's racing runners, in their order.
struct Ways<'a> {
    ways: [Option<Way<'a>>; RUNNERS],
    /// The number of racing runners.
    racing: usize,
}

impl<'a> Ways<'a> {
    fn racing(&self) -> &[Option<Way<'a>>] {
        &self.ways[..self.racing]
    }
}

/// The way of a runner to the finish, for any share of the carrots.
#[derive(Clone, Copy)]
struct Way<'a> {
    runner: u8,
    /// The race position that the runner keeps.
    position: u8,
    plan: &'a Plan,
    square: Square,
    /// The runner's own lettuces; `None` if lettuces come from the player's pool.
    own_lettuces: Option<u8>,
    missed: f32,
    must_chew: bool,
    /// The carrots that the runner's square pays or costs at its next turn.
    paid: i32,
}

impl<'a> Way<'a> {
    /// The way with the runner's own lettuces, or with `pool` lettuces from a pool.
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

/// The way of a runner to the finish, with its lettuces known.
struct WithLettuces<'a> {
    row: &'a ByHeaps,
    missed: f32,
    /// The turn, if any, in which the runner chews before it moves off.
    chewing: f32,
    /// The carrots gained or paid before the runner moves off.
    paid: i32,
}

impl WithLettuces<'_> {
    /// The number of turns with `carrots` of its own.
    #[inline]
    fn turns(&self, carrots: u16) -> f32 {
        let expected = (i32::from(carrots) + self.paid).clamp(0, u16::MAX.into());
        self.with(self.row.turns(expected as u16))
    }

    /// The turns of the plan, plus those before the runner moves off.
    #[inline]
    fn with(&self, turns: f32) -> f32 {
        self.missed + (self.chewing + turns)
    }

    /// A lower bound for the turns with any share of `carrots`.
    #[inline]
    fn fewest_turns(&self, carrots: u16) -> f32 {
        self.with(self.row.fewest(i32::from(carrots) + self.paid))
    }

    /// Returns whether no turn is lost before the runner moves off.
    #[inline]
    fn moves_off_at_once(&self) -> bool {
        self.missed + self.chewing == 0.0
    }

    /// The turns of the plan with `carrots` of its own, and with 1 to `heaps` heaps more; `None` if the plan does
    /// not contain them all.
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
    use crate::game::streams::Stream;
    use crate::hare_tortoise::Ruleset;
    use crate::ruleset;

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
            WithLettuces { row: game.plan(position, FINISH).row(square, lettuces), missed, chewing, paid }
        };
        // Up to more carrots than a plan covers, and down to so few that all of them are paid.
        for carrots in (0..400).flat_map(|carrots| [carrots; 8]) {
            let (own, other) = (way(1), way(4));
            let fewest = f32::from(carrots % 40);
            let expected = fewest_of_shares(&own, carrots, fewest, |carrots| other.turns(carrots));
            let found = fewest_of_two(&own, &other, carrots, fewest);
            assert_eq!(found.to_bits(), expected.to_bits(), "{carrots} carrots");
        }
    }
}
