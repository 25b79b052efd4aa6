//! Information-set search: many possible worlds, and one tree of what the searching seat can distinguish.
//!
//! Each iteration draws a full state that agrees with the view, walks down the tree along choices that are legal in it,
//! plays on from the end of the tree, and adds what each seat has gained to the choices on the path. Every seat
//! maximises its own gain. Chance events are drawn as they come, and the tree distinguishes the outcomes that the
//! searching seat would see. (Single-observer information-set Monte-Carlo tree search with partially observable moves:
//! Cowling, Powley and Whitehouse, 2012.)

use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, RngExt, SeedableRng};

use super::fingerprint::Fingerprint;
use super::guidance::{Guidance, Unguided};
use super::halving::{keep_better_half, stages};
use super::settings::{Budget, ChanceInTree, NoSearch, RootRule, Settings, Spent};
use super::tree::{Figures, Index, ROOT, Tree, Weighing};
use super::{Bot, BotError, Considered, Decision, StopFlag, best_considered, bring_to, ranked, worlds_of};
use crate::common::order::best_first;
use crate::common::seat::Seat;
use crate::game::streams::Stream;
use crate::game::{RaceGame, Turn};

/// A bot that searches the possible continuations of a game.
///
/// It needs only the rules, and becomes stronger with [`Guidance`].
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::bot::{Ismcts, Settings, Unguided};
/// use furlong::{Bot, Race, RaceGame, RandomBot, ruleset};
///
/// let game = AnimalRace::new(ruleset::open("classic")?)?;
/// let setup = game.setup(2);
/// let mut race = Race::new(game, &setup, 7)?;
/// let search = Ismcts::new(Unguided, Settings::iterations(50))?;
/// let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = vec![Box::new(search), Box::new(RandomBot)];
/// race.play_out(&mut bots, 10_000)?;
/// assert!(race.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ismcts<G: RaceGame, P = Unguided> {
    guidance: P,
    settings: Settings,
    // Kept between decisions only to reuse their memory.
    trees: Vec<Tree<G::Action>>,
}

impl<G: RaceGame, P: Guidance<G>> Ismcts<G, P> {
    /// Creates a bot with this guidance and these settings.
    ///
    /// # Errors
    /// When the settings allow no search.
    pub fn new(guidance: P, settings: Settings) -> Result<Self, NoSearch> {
        settings.check()?;
        Ok(Self { guidance, settings, trees: Vec::new() })
    }

    /// Searches, and returns the results of the actions in all trees together, the most tried first.
    fn search(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        let open = worlds_of(decision)?;
        let Decision { game, seat, actions, .. } = *decision;
        let mut thoughts = Vec::new();
        if self.settings.first_thoughts > 0.0 || self.settings.candidates.is_some() {
            self.guidance.first_thoughts(game, &decision.view(), actions, &mut thoughts);
        }
        let trees = self.settings.trees;
        self.trees.resize_with(trees as usize, || Tree::new(self.settings.nodes));
        let plan = Plan {
            game,
            guidance: &self.guidance,
            settings: &self.settings,
            searcher: seat,
            open: &open,
            actions,
            thoughts: &thoughts,
            stop: decision.stop,
            is_cut: AtomicBool::new(false),
        };
        // Each tree has its own stream and its own share of the iterations, whichever thread searches it.
        let tasks: Vec<Task<'_, G::Action>> = self
            .trees
            .iter_mut()
            .zip(0..)
            .map(|(tree, number)| {
                tree.reset(actions.len());
                let budget = match self.settings.budget {
                    Budget::Iterations(all) => {
                        Budget::Iterations((all / trees + u32::from(number < all % trees)).max(1))
                    }
                    time @ Budget::Time(_) => time,
                };
                Task { tree, budget, rng: Stream::seed_from_u64(decision.rng.next_u64()) }
            })
            .collect();
        plan.carry_out(tasks);
        if plan.is_cut.load(Ordering::Relaxed) {
            decision.cut_short();
        }
        let added_up = actions.iter().map(|action| {
            self.trees.iter().map(|tree| tree.figures(*action)).fold(Figures::default(), |sum, part| {
                Figures { visits: sum.visits + part.visits, gained: sum.gained + part.gained }
            })
        });
        let figures: Vec<Figures> = added_up.collect();
        Ok(ranked(decision, &self.guidance, &figures, &mut thoughts, self.settings.first_thoughts))
    }
}

impl<G: RaceGame, P: Guidance<G>> Bot<G> for Ismcts<G, P> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        best_considered(self, decision)
    }

    /// Returns every action that the search has tried, the most tried first. The chance is the share of the win that
    /// the search expects from the action.
    fn consider(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        self.search(decision)
    }
}

/// One tree to search.
struct Task<'a, A> {
    tree: &'a mut Tree<A>,
    budget: Budget,
    rng: Stream,
}

/// The constants of one search.
struct Plan<'a, G: RaceGame, P> {
    game: &'a G,
    guidance: &'a P,
    settings: &'a Settings,
    searcher: Seat,
    open: &'a G::InformationSet,
    /// The actions of the root, and the first thoughts about them, if any.
    actions: &'a [G::Action],
    thoughts: &'a [f64],
    stop: Option<&'a StopFlag>,
    /// Whether a tree was left before its budget was spent.
    is_cut: AtomicBool,
}

impl<G: RaceGame, P: Guidance<G>> Plan<'_, G, P> {
    /// Returns whether a search with budget left must stop, and records that it does. A search that has tried nothing
    /// continues.
    fn ends(&self, tree: &Tree<G::Action>) -> bool {
        let ends = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) && tree.has_tried(self.actions);
        if ends {
            self.is_cut.store(true, Ordering::Relaxed);
        }
        ends
    }

    /// Searches all trees; with the feature `parallel`, on as many threads as the machine has.
    fn carry_out(&self, mut tasks: Vec<Task<'_, G::Action>>) {
        let is_parallel = cfg!(feature = "parallel") && tasks.len() > 1;
        let threads =
            if is_parallel { std::thread::available_parallelism().map_or(1, usize::from) } else { 1 };
        if threads < 2 {
            for task in &mut tasks {
                self.search(task);
            }
            return;
        }
        let share = tasks.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for part in tasks.chunks_mut(share) {
                scope.spawn(|| {
                    for task in part {
                        self.search(task);
                    }
                });
            }
        });
    }

    fn search(&self, task: &mut Task<'_, G::Action>) {
        let mut descent = Descent { path: Vec::new(), actions: Vec::new(), memory: P::Memory::default() };
        match self.settings.root {
            RootRule::Bounds => {
                let mut spent = Spent::nothing_of(task.budget);
                while spent.allows(1) && !self.ends(task.tree) {
                    let Some(mut world) = self.imagine(&mut task.rng) else { continue };
                    self.iterate(task.tree, &mut world, None, &mut descent, &mut task.rng);
                }
            }
            RootRule::Halving => self.search_by_halving(task, &mut descent),
        }
    }

    fn search_by_halving(&self, task: &mut Task<'_, G::Action>, descent: &mut Descent<G::Action, P::Memory>) {
        let mut running: Vec<usize> = (0..self.actions.len()).collect();
        if let Some(most) = self.settings.candidates.filter(|_| !self.thoughts.is_empty()) {
            best_first(&mut running, &|index| self.thoughts[index]);
            running.truncate(most as usize);
        }
        let stages = stages(running.len());
        for _ in 0..stages {
            let mut spent = Spent::nothing_of(task.budget.part(stages));
            while spent.allows(running.len() as u32) && !self.ends(task.tree) {
                let Some(world) = self.imagine(&mut task.rng) else { continue };
                let luck = Stream::seed_from_u64(task.rng.next_u64());
                for index in &running {
                    self.iterate(task.tree, &mut world.clone(), Some(*index), descent, &mut luck.clone());
                }
            }
            keep_better_half(&mut running, &|index| {
                let figures = task.tree.figures(self.actions[index]);
                figures.mean_with(self.thought(index), self.settings.first_thoughts)
            });
        }
    }

    /// The first thought about an action of the root, if there is one.
    fn thought(&self, index: usize) -> Option<f64> {
        self.thoughts.get(index).copied()
    }

    /// Runs one iteration: down the tree and on to the end, from the root by this action, or by the most promising one.
    fn iterate(
        &self,
        tree: &mut Tree<G::Action>,
        world: &mut G::State,
        first: Option<usize>,
        descent: &mut Descent<G::Action, P::Memory>,
        rng: &mut Stream,
    ) {
        self.descend(tree, world, first, descent, rng);
        let Descent { actions, memory, .. } = descent;
        let gains = self.settings.playouts.run(self.game, self.guidance, world, actions, memory, rng);
        for (choice, mover) in &descent.path {
            tree.learn(*choice, gains[*mover]);
        }
    }

    /// Draws a world that agrees with the view, at the turn of the searcher. Worlds that the guidance finds unlikely
    /// are drawn less often.
    fn imagine(&self, rng: &mut Stream) -> Option<G::State> {
        let mut world = self.draw_world(rng);
        bring_to(self.game, &mut world, self.searcher, rng).then_some(world)
    }

    fn draw_world(&self, rng: &mut Stream) -> G::State {
        /// The maximum number of worlds to try until one is accepted; likely worlds are accepted more often.
        const PATIENCE: u32 = 64;
        let mut kept = None;
        let mut sum = 0.0;
        for _ in 0..PATIENCE {
            let world = self.game.determinize(self.open, rng);
            let plausibility = self.guidance.plausibility(self.game, &world, self.searcher);
            if plausibility >= 1.0 || rng.random::<f64>() < plausibility {
                return world;
            }
            sum += plausibility;
            if kept.is_none() || rng.random::<f64>() * sum < plausibility {
                kept = Some(world);
            }
        }
        kept.unwrap_or_else(|| self.game.determinize(self.open, rng))
    }

    /// Walks down the tree to a choice that was never taken, or to the end of the game.
    fn descend(
        &self,
        tree: &mut Tree<G::Action>,
        world: &mut G::State,
        first: Option<usize>,
        descent: &mut Descent<G::Action, P::Memory>,
        rng: &mut Stream,
    ) {
        descent.path.clear();
        let mut position = ROOT;
        while let Turn::Seat(mover) = self.game.turn(world) {
            match first {
                Some(index) if position == ROOT => {
                    descent.actions.clear();
                    descent.actions.push(self.actions[index]);
                }
                _ => self.game.actions(world, &mut descent.actions),
            }
            let weighing = Weighing {
                exploration: self.settings.exploration,
                untried: self.settings.untried,
                thoughts: if position == ROOT && first.is_none() { self.thoughts } else { &[] },
                thoughts_weight: self.settings.first_thoughts,
            };
            let mut guess = rng.clone();
            let Descent { actions, memory, .. } = &mut *descent;
            let guided = || self.guidance.play_on(self.game, world, actions, memory, &mut guess);
            let Some((choice, action)) = tree.pick(position, actions, weighing, guided, rng) else {
                return;
            };
            let is_untried = tree.is_untried(choice);
            let mut seen = Fingerprint::of(self.game, self.searcher);
            if is_untried && mover == self.searcher {
                // A seat can distinguish its own choices, whatever it sees of them.
                self.game.apply(world, action, &mut ());
                descent.path.push((choice, mover));
                return;
            }
            self.game.apply(world, action, &mut seen);
            let choice = if is_untried { tree.join_alike(position, choice, seen.value()) } else { choice };
            let ends_here = tree.is_untried(choice);
            descent.path.push((choice, mover));
            if ends_here {
                return;
            }
            self.let_chance_decide(world, &mut seen, rng);
            match tree.position(choice, seen.value()) {
                Some(next) => position = next,
                None => return,
            }
        }
    }

    /// Draws chance events until a seat is to move.
    fn let_chance_decide(&self, world: &mut G::State, seen: &mut Fingerprint<'_, G>, rng: &mut Stream) {
        while let Turn::Chance(_) = self.game.turn(world) {
            let outcome = self.game.sample_chance(world, rng);
            match self.settings.chance {
                ChanceInTree::Seen => self.game.apply_chance(world, outcome, seen),
                ChanceInTree::Merged => self.game.apply_chance(world, outcome, &mut ()),
            }
        }
    }
}

/// Buffers for the iterations of a tree, and the cache of their guidance.
struct Descent<A, M> {
    /// The choices on the path, with the seat that took each.
    path: Vec<(Index, Seat)>,
    actions: Vec<A>,
    memory: M,
}
