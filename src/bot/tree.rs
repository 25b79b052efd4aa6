//! The tree of an information-set search: one arena of nodes.
//!
//! Positions and choices alternate. A *position* is what the searching seat can distinguish when somebody is to decide:
//! everything that it has seen on the way. A *choice* is an action there, or several actions of another seat that look
//! alike to the searching seat. A position can occur in several worlds with different legal actions, so a choice counts
//! how often it was available and how often it was taken.

use std::num::NonZeroU32;

use rand::RngExt;

use crate::game::streams::Stream;

/// A link to a node. Nothing links to the root, which is node 0.
type Link = Option<NonZeroU32>;

/// The index of a node in the arena.
pub(super) type Index = u32;

/// The root: the position that is searched.
pub(super) const ROOT: Index = 0;

#[derive(Clone, Debug)]
struct Node<A> {
    /// The action of a choice; `None` for a position.
    action: Option<A>,
    /// The fingerprint of what the searching seat saw on the way to a position, or when a choice was first taken.
    told: Option<u64>,
    /// The choice that has the figures of this one, because both look the same to the searching seat.
    alike: Link,
    /// The next child of the same parent: choices in the order of actions, positions in the order of their creation.
    next: Link,
    first_child: Link,
    visits: u32,
    available: u32,
    /// The total gain of the seat that makes the choice.
    gained: f64,
}

impl<A> Node<A> {
    const fn new(action: Option<A>, told: Option<u64>, next: Link) -> Self {
        Self { action, told, alike: None, next, first_child: None, visits: 0, available: 0, gained: 0.0 }
    }

    /// The upper confidence bound of the choice's gain.
    fn upper_bound(&self, thought: f64, weighing: Weighing<'_>) -> f64 {
        let weight = if weighing.thoughts.is_empty() { 0.0 } else { weighing.thoughts_weight };
        let mut count = f64::from(self.visits) + weight;
        let mut gained = self.gained + weight * thought;
        if count < 1.0 {
            match weighing.untried {
                None => return f64::INFINITY,
                Some(worth) => (count, gained) = (1.0, worth),
            }
        }
        gained / count + weighing.exploration * (log(self.available) / count).sqrt()
    }
}

/// The results of a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    pub(super) visits: u32,
    pub(super) gained: f64,
}

impl Figures {
    /// The mean gain, where the thought counts as `weight` visits.
    pub(super) fn mean_with(&self, thought: Option<f64>, weight: f64) -> f64 {
        let (thought, weight) = thought.map_or((0.0, 0.0), |thought| (thought, weight));
        let count = f64::from(self.visits) + weight;
        if count > 0.0 { (self.gained + weight * thought) / count } else { 0.0 }
    }
}

/// The weights by which choices are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighing<'a> {
    /// The constant of the upper confidence bound.
    pub(super) exploration: f64,
    /// The assumed gain of an untried choice; `None` tries all before repeating any.
    pub(super) untried: Option<f64>,
    /// The first thoughts, one for each action, and how many visits they count for.
    pub(super) thoughts: &'a [f64],
    pub(super) thoughts_weight: f64,
}

/// A choice that is available in the current world.
#[derive(Clone, Copy, Debug)]
struct Candidate<A> {
    choice: Index,
    action: A,
    /// The number of actions that look like this one.
    alike: u32,
    thought: f64,
    /// The upper bound of what the choice may gain.
    value: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    /// The requested maximum, and the one for this search, which leaves room for the root.
    limit: usize,
    most: usize,
    candidates: Vec<Candidate<A>>,
}

impl<A: Copy + Ord> Tree<A> {
    /// Creates a tree of at most `most` nodes.
    pub(super) const fn new(most: u32) -> Self {
        let limit = most as usize;
        Self { nodes: Vec::new(), limit, most: limit, candidates: Vec::new() }
    }

    /// Empties the tree for a new search. The root has room for this many choices, whatever the maximum.
    pub(super) fn reset(&mut self, choices: usize) {
        self.nodes.clear();
        self.nodes.push(Node::new(None, None, None));
        self.most = self.limit.max(choices + 1);
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, index: Index) -> &Node<A> {
        &self.nodes[index as usize]
    }

    fn node_mut(&mut self, index: Index) -> &mut Node<A> {
        &mut self.nodes[index as usize]
    }

    /// Adds a node at the end of the arena; `None` when the arena is full.
    fn add(&mut self, node: Node<A>) -> Option<NonZeroU32> {
        let link = NonZeroU32::new(self.nodes.len() as u32).filter(|_| self.nodes.len() < self.most)?;
        self.nodes.push(node);
        Some(link)
    }

    /// Returns whether the choice was never taken.
    pub(super) fn is_untried(&self, choice: Index) -> bool {
        self.node(choice).visits == 0
    }

    /// Picks the most promising choice among these legal actions, which are in ascending order, and the action to take
    /// for it. Returns `None` when the arena is full and none of them is known.
    pub(super) fn pick(
        &mut self,
        position: Index,
        actions: &[A],
        weighing: Weighing<'_>,
        guided: impl FnOnce() -> Option<A>,
        rng: &mut Stream,
    ) -> Option<(Index, A)> {
        self.list_candidates(position, actions, weighing.thoughts, rng);
        let mut best = f64::NEG_INFINITY;
        for candidate in &mut self.candidates {
            let node = &mut self.nodes[candidate.choice as usize];
            node.available += 1;
            candidate.value = node.upper_bound(candidate.thought, weighing);
            best = best.max(candidate.value);
        }
        let is_best = |candidate: &&Candidate<A>| candidate.value >= best;
        let count = self.candidates.iter().filter(is_best).count() as u32;
        let mut chosen = self.candidates.iter().find(is_best)?;
        if count > 1 {
            // Nothing is known of them yet: takes what the guidance would do, or any.
            let wanted = guided();
            let fits = |candidate: &Candidate<A>| Some(candidate.action) == wanted;
            chosen = match self.candidates.iter().filter(is_best).find(|candidate| fits(candidate)) {
                Some(candidate) => candidate,
                None => self.candidates.iter().filter(is_best).nth(rng.random_range(0..count) as usize)?,
            };
        }
        Some((chosen.choice, chosen.action))
    }

    /// Finds the choices of these actions and adds missing ones. Choices that look alike become one candidate.
    fn list_candidates(&mut self, position: Index, actions: &[A], thoughts: &[f64], rng: &mut Stream) {
        self.candidates.clear();
        let mut before: Link = None;
        let mut next = self.node(position).first_child;
        for (index, action) in actions.iter().enumerate() {
            while let Some(link) = next
                && self.node(link.get()).action < Some(*action)
            {
                before = next;
                next = self.node(link.get()).next;
            }
            let known = next.filter(|link| self.node(link.get()).action == Some(*action));
            let Some(link) = known.or_else(|| self.add(Node::new(Some(*action), None, next))) else {
                continue;
            };
            if known.is_none() {
                match before {
                    Some(before) => self.node_mut(before.get()).next = Some(link),
                    None => self.node_mut(position).first_child = Some(link),
                }
            }
            before = Some(link);
            next = self.node(link.get()).next;
            let choice = self.node(link.get()).alike.unwrap_or(link).get();
            let thought = thoughts.get(index).copied().unwrap_or(0.0);
            match self.candidates.iter_mut().find(|candidate| candidate.choice == choice) {
                None => {
                    self.candidates.push(Candidate {
                        choice,
                        action: *action,
                        alike: 1,
                        thought,
                        value: 0.0,
                    });
                }
                Some(candidate) => {
                    // Each of them is equally likely.
                    candidate.alike += 1;
                    if rng.random_range(0..candidate.alike) == 0 {
                        candidate.action = *action;
                    }
                }
            }
        }
    }

    /// Notes what the searching seat saw when a choice of another seat was first taken. If it saw the same for an
    /// earlier choice, that one takes the figures of both. Returns the choice that has the figures.
    pub(super) fn join_alike(&mut self, position: Index, choice: Index, told: u64) -> Index {
        let mut next = self.node(position).first_child;
        while let Some(link) = next {
            let other = self.node(link.get());
            if link.get() != choice && other.alike.is_none() && other.told == Some(told) {
                self.node_mut(choice).alike = Some(link);
                return link.get();
            }
            next = other.next;
        }
        self.node_mut(choice).told = Some(told);
        choice
    }

    /// The position to which a choice has led, as far as the searching seat can tell. Adds it if it is new; returns
    /// `None` when the arena is full.
    pub(super) fn position(&mut self, choice: Index, told: u64) -> Option<Index> {
        let first = self.node(choice).first_child;
        let mut next = first;
        while let Some(link) = next {
            let position = self.node(link.get());
            if position.told == Some(told) {
                return Some(link.get());
            }
            next = position.next;
        }
        let link = self.add(Node::new(None, Some(told), first))?;
        self.node_mut(choice).first_child = Some(link);
        Some(link.get())
    }

    /// Records that a choice was taken and what it gained.
    pub(super) fn learn(&mut self, choice: Index, gained: f64) {
        let node = self.node_mut(choice);
        node.visits += 1;
        node.gained += gained;
    }

    /// Returns whether one of these actions was tried at the root.
    pub(super) fn has_tried(&self, actions: &[A]) -> bool {
        actions.iter().any(|action| self.figures(*action).visits > 0)
    }

    /// The results of an action at the root.
    pub(super) fn figures(&self, action: A) -> Figures {
        let mut next = self.nodes.first().and_then(|root| root.first_child);
        while let Some(link) = next {
            let choice = self.node(link.get());
            if choice.action == Some(action) {
                return Figures { visits: choice.visits, gained: choice.gained };
            }
            next = choice.next;
        }
        Figures::default()
    }
}

/// An approximation of the natural logarithm, to within one part in twelve: straight lines between powers of two, which
/// are the same on every machine.
fn log(number: u32) -> f64 {
    let number = number.max(1);
    let power = number.ilog2();
    let rest = f64::from(number) / f64::from(1_u32 << power) - 1.0;
    std::f64::consts::LN_2 * (f64::from(power) + rest)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    const PLAIN: Weighing<'static> =
        Weighing { exploration: 0.7, untried: None, thoughts: &[], thoughts_weight: 0.0 };

    fn pick(tree: &mut Tree<u8>, actions: &[u8], rng: &mut Stream) -> (Index, u8) {
        tree.pick(ROOT, actions, PLAIN, || None, rng).expect("there is room")
    }

    #[test]
    fn every_action_is_tried_before_one_is_repeated() {
        let mut tree = Tree::new(100);
        let mut rng = Stream::seed_from_u64(1);
        tree.reset(4);
        let mut tried = Vec::new();
        for _ in 0..4 {
            let (choice, action) = pick(&mut tree, &[2, 3, 5, 7], &mut rng);
            assert!(tree.is_untried(choice));
            tree.learn(choice, 0.5);
            tried.push(action);
        }
        tried.sort_unstable();
        assert_eq!(tried, [2, 3, 5, 7]);
    }

    #[test]
    fn an_action_that_is_seldom_available_is_not_held_back_by_the_visits_of_others() {
        let mut tree = Tree::new(100);
        let mut rng = Stream::seed_from_u64(1);
        tree.reset(2);
        for round in 0..400 {
            // Action 9 is better, but only available in every fourth world.
            let actions: &[u8] = if round % 4 == 0 { &[1, 9] } else { &[1] };
            let (choice, action) = pick(&mut tree, actions, &mut rng);
            tree.learn(choice, if action == 9 { 1.0 } else { 0.4 });
        }
        assert!(tree.figures(9).visits > 80, "{:?}", tree.figures(9));
    }

    #[test]
    fn choices_that_look_alike_share_their_figures_and_others_do_not() {
        let mut tree = Tree::new(100);
        let mut rng = Stream::seed_from_u64(1);
        tree.reset(3);
        let mut taken = [0; 3];
        for _ in 0..90 {
            let (choice, action) = pick(&mut tree, &[0, 1, 2], &mut rng);
            // The seat cannot distinguish 0 and 1.
            let told = u64::from(action == 2);
            let choice = if tree.is_untried(choice) { tree.join_alike(ROOT, choice, told) } else { choice };
            tree.learn(choice, 0.5);
            taken[usize::from(action)] += 1;
        }
        let visits = [0, 1, 2].map(|action| tree.figures(action).visits);
        assert!(visits[0] == 0 || visits[1] == 0, "one of them keeps the figures of both: {visits:?}");
        assert_eq!(visits.iter().sum::<u32>(), 90);
        assert!(visits[2].abs_diff(45) < 6, "{visits:?}");
        assert!(taken[0] > 8 && taken[1] > 8, "both are still played: {taken:?}");
    }

    #[test]
    fn the_arena_keeps_to_its_limit_and_the_root_has_room() {
        let mut tree = Tree::new(3);
        let mut rng = Stream::seed_from_u64(1);
        tree.reset(5);
        let (choice, _) = pick(&mut tree, &[1, 2, 3, 4, 5], &mut rng);
        assert_eq!(tree.len(), 6);
        assert_eq!(tree.position(choice, 8), None);
    }

    #[test]
    fn positions_are_told_apart_by_what_was_told() {
        let mut tree = Tree::new(100);
        let mut rng = Stream::seed_from_u64(1);
        tree.reset(1);
        let (choice, _) = pick(&mut tree, &[1], &mut rng);
        let one = tree.position(choice, 10).expect("there is room");
        let other = tree.position(choice, 11).expect("there is room");
        assert_ne!(one, other);
        assert_eq!(tree.position(choice, 10), Some(one));
    }

    #[test]
    fn the_logarithm_is_close_enough() {
        for number in [1_u32, 2, 3, 7, 100, 1_000, 123_456, u32::MAX] {
            assert!((log(number) - libm::log(f64::from(number))).abs() < 0.06, "{number}");
        }
    }
}
