//! Exact values of the best play in small games, against which searches and learned bots are measured.

use std::collections::{BTreeMap, HashMap};

use super::exact::{Policy, TooManyPositions, after_chance};
use crate::common::seat::Seat;
use crate::common::stable_hash::StableHasher;
use crate::game::{RaceGame, Turn, list};

/// Lower and upper bounds of a value, equal where the value is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The certain share of the win: a game that is undecided after the allowed number of decisions counts as lost.
    pub least: f64,
    /// The possible share of the win: a game that is undecided after the allowed number of decisions counts as won.
    pub most: f64,
}

impl Bounds {
    const UNKNOWN: Self = Self { least: 0.0, most: 1.0 };

    /// Combines `bounds` into one: `end` combines all lower ends, and all upper ends.
    fn from(bounds: &[Self], end: impl Fn(&mut dyn Iterator<Item = f64>) -> f64) -> Self {
        Self {
            least: end(&mut bounds.iter().map(|bounds| bounds.least)),
            most: end(&mut bounds.iter().map(|bounds| bounds.most)),
        }
    }
}

/// Returns the value of each action of the seat to move, for that seat, under perfect play from then on. The seat
/// takes the action that is best for it, and every other seat the one that is worst for it, for at most `decisions`
/// decisions in all. With two seats this is the value of the game. Everything is open: a seat knows the whole state,
/// and only chance is unknown. The list is empty where no seat is to move.
///
/// # Errors
/// When the search meets more than `most` positions.
pub fn values_of_best_play<G: RaceGame>(
    game: &G,
    position: &G::State,
    decisions: u32,
    most: usize,
) -> Result<Vec<(G::Action, Bounds)>, TooManyPositions> {
    let Turn::Seat(seat) = game.turn(position) else { return Ok(Vec::new()) };
    let mut open = OpenPlay { game, seat, most, known: HashMap::new() };
    let actions = list(|into| game.actions(position, into));
    let value = |action: G::Action| {
        let mut after = position.clone();
        game.apply(&mut after, action, &mut ());
        Ok((action, open.value(&after, decisions.saturating_sub(1))?))
    };
    actions.into_iter().map(value).collect()
}

/// Perfect play where everything is open.
struct OpenPlay<'a, G: RaceGame> {
    game: &'a G,
    seat: Seat,
    most: usize,
    /// The values found so far, by position and number of decisions left.
    known: HashMap<(G::State, u32), Bounds>,
}

impl<G: RaceGame> OpenPlay<'_, G> {
    fn value(&mut self, state: &G::State, decisions: u32) -> Result<Bounds, TooManyPositions> {
        let key = (state.clone(), decisions);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let value = match self.game.turn(state) {
            Turn::Over => {
                let won = self.game.returns(state)[self.seat].as_f64();
                Bounds { least: won, most: won }
            }
            Turn::Chance(_) => {
                let (mut values, mut weights) = (Vec::new(), Vec::new());
                for (_, after, probability) in after_chance(self.game, state) {
                    values.push(self.value(&after, decisions)?);
                    weights.push(probability);
                }
                Bounds::from(&values, |ends| ends.zip(&weights).map(|(end, weight)| end * weight).sum())
            }
            Turn::Seat(_) if decisions == 0 => Bounds::UNKNOWN,
            Turn::Seat(mover) => {
                let mut values = Vec::new();
                for action in list(|into| self.game.actions(state, into)) {
                    let mut after = state.clone();
                    self.game.apply(&mut after, action, &mut ());
                    values.push(self.value(&after, decisions - 1)?);
                }
                if mover == self.seat {
                    Bounds::from(&values, |ends| ends.fold(0.0, f64::max))
                } else {
                    Bounds::from(&values, |ends| ends.fold(1.0, f64::min))
                }
            }
        };
        if self.known.len() >= self.most {
            return Err(TooManyPositions { most: self.most });
        }
        self.known.insert(key, value);
        Ok(value)
    }
}

/// The best reply of one seat to others whose policy is known, using only what the seat may know: see [`best_reply`].
#[derive(Clone, Debug)]
pub struct BestReply<G: RaceGame> {
    /// The seat's expected share of the win.
    pub value: f64,
    /// All decisions that the seat may have to make, in any order.
    pub decisions: Vec<ReplyDecision<G>>,
}

/// A decision of the replying seat.
#[derive(Clone, Debug)]
pub struct ReplyDecision<G: RaceGame> {
    /// The view in which it decides.
    pub view: G::View,
    /// The probability that the game reaches this decision when the seat takes the actions that lead here.
    pub chance: f64,
    /// The expected share of the win of each legal action, when the seat plays the best reply from then on.
    pub actions: Vec<(G::Action, f64)>,
    /// The states that are possible here, each with its probability. The seat infers them from the start, from
    /// everything that was reported to it, and from the way the others play.
    pub states: Vec<(G::State, f64)>,
}

/// Returns the exact best reply of `seat` to others who play by `policy`, by enumerating all chance outcomes and all
/// choices. No player without knowledge of hidden things can win more against them. `start` is known to all, and the
/// seat remembers everything that is reported to it from then on.
///
/// The difference from the fair share measures how far `policy` can be exploited in this game. The tree of what the
/// seat may be told is bounded only by `most`, so this is for games of a few decisions.
///
/// # Errors
/// When the search meets more than `most` positions.
pub fn best_reply<G: RaceGame>(
    game: &G,
    start: &G::State,
    seat: Seat,
    policy: &Policy<'_, G>,
    most: usize,
) -> Result<BestReply<G>, TooManyPositions> {
    let mut reply = Reply { game, seat, policy, most, met: 0, decisions: Vec::new() };
    let value = reply.value(vec![(start.clone(), 1.0, 0)])?;
    Ok(BestReply { value, decisions: reply.decisions })
}

/// States, each with its weight.
type Weighed<S> = Vec<(S, f64)>;

/// The states reached by playing on until the seat decides again, or to the end.
struct PlayedOn<S> {
    /// The total value of the states in which the game has ended, each multiplied by its weight.
    value: f64,
    /// The other states, grouped by what the seat can tell apart.
    open: Vec<Weighed<S>>,
}

/// A state with its weight, and a hash of what was reported to the seat since its last decision.
type Believed<S> = (S, f64, u64);

struct Reply<'a, G: RaceGame> {
    game: &'a G,
    seat: Seat,
    policy: &'a Policy<'a, G>,
    most: usize,
    met: usize,
    decisions: Vec<ReplyDecision<G>>,
}

impl<G: RaceGame> Reply<'_, G> {
    /// Returns the total value of these states, each multiplied by its weight.
    fn value(&mut self, states: Vec<Believed<G::State>>) -> Result<f64, TooManyPositions> {
        let PlayedOn { mut value, open } = self.play_on(states)?;
        for states in open {
            value += self.decide(&states)?;
        }
        Ok(value)
    }

    /// Plays on by the policy and by chance until the seat decides.
    fn play_on(&mut self, mut open: Vec<Believed<G::State>>) -> Result<PlayedOn<G::State>, TooManyPositions> {
        let (mut value, mut alike) = (0.0, BTreeMap::<u64, Alike<G::State>>::new());
        while let Some((state, weight, told)) = open.pop() {
            self.met += 1;
            if self.met > self.most {
                return Err(TooManyPositions { most: self.most });
            }
            match self.game.turn(&state) {
                Turn::Over => value += weight * self.game.returns(&state)[self.seat].as_f64(),
                Turn::Seat(mover) if mover == self.seat => {
                    alike.entry(told).or_default().add(state, weight);
                }
                Turn::Seat(mover) => {
                    let actions = list(|into| self.game.actions(&state, into));
                    let chances = (self.policy)(self.game, &self.game.view(&state, mover), &actions);
                    for (action, chance) in actions.into_iter().zip(chances) {
                        if chance > 0.0 {
                            open.push(self.after(&state, action, weight * chance, told));
                        }
                    }
                }
                Turn::Chance(_) => {
                    for (outcome, _, probability) in after_chance(self.game, &state) {
                        let (mut after, mut happenings) = (state.clone(), Vec::new());
                        self.game.apply_chance(&mut after, outcome, &mut happenings);
                        open.push((after, weight * probability, self.told(told, &happenings)));
                    }
                }
            }
        }
        Ok(PlayedOn { value, open: alike.into_values().map(|alike| alike.states).collect() })
    }

    /// Returns the value of a decision in states that the seat cannot tell apart: the value of its best action.
    fn decide(&mut self, states: &[(G::State, f64)]) -> Result<f64, TooManyPositions> {
        let Some((first, _)) = states.first() else { return Ok(0.0) };
        let chance: f64 = states.iter().map(|(_, weight)| weight).sum();
        let mut actions = Vec::new();
        for action in list(|into| self.game.actions(first, into)) {
            let after = states.iter().map(|(state, weight)| self.after(state, action, *weight, 0)).collect();
            actions.push((action, self.value(after)? / chance));
        }
        let best = actions.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let states = states.iter().map(|(state, weight)| (state.clone(), weight / chance)).collect();
        let view = self.game.view(first, self.seat);
        self.decisions.push(ReplyDecision { view, chance, actions, states });
        Ok(chance * best)
    }

    fn after(&self, state: &G::State, action: G::Action, weight: f64, told: u64) -> Believed<G::State> {
        let (mut after, mut happenings) = (state.clone(), Vec::new());
        self.game.apply(&mut after, action, &mut happenings);
        (after, weight, self.told(told, &happenings))
    }

    /// Returns a hash of what the seat has been told, before and now.
    fn told(&self, before: u64, happenings: &[G::Happening]) -> u64 {
        let seen = happenings.iter().filter_map(|happening| self.game.seen_by(happening, self.seat));
        seen.fold(before, |told, seen| StableHasher::of(&(told, seen)))
    }
}

/// States that a seat cannot tell apart, each listed once with its weight.
struct Alike<S> {
    states: Weighed<S>,
    places: HashMap<S, usize>,
}

impl<S> Default for Alike<S> {
    fn default() -> Self {
        Self { states: Vec::new(), places: HashMap::new() }
    }
}

impl<S: Clone + Eq + std::hash::Hash> Alike<S> {
    fn add(&mut self, state: S, weight: f64) {
        let place = *self.places.entry(state).or_insert_with_key(|state| {
            self.states.push((state.clone(), 0.0));
            self.states.len() - 1
        });
        self.states[place].1 += weight;
    }
}
