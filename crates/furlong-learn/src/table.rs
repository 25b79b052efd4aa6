//! Games to learn from: who sits where, and what the learners saw and did.

use std::error::Error;
use std::ops::Range;

use furlong::common::SeatSet;
use furlong::encoding::{Encoded, Features as _};
use furlong::learned::{Network, Reading, best, soften};
use furlong::{Bot, BotSpec, Bots, Decision, RaceGame, Seat, Stream, Turn, ruleset};
use rand::{Rng, RngExt as _, SeedableRng as _};

/// A game under one ruleset with a number of players.
#[derive(Clone, Debug)]
pub(crate) struct Table<G: RaceGame> {
    /// The game.
    pub game: G,
    /// The agreements before it.
    pub setup: G::Setup,
    /// The number of players.
    pub players: u8,
    /// The number of decisions after which a game is stopped; nobody then gets a share.
    pub limit: u32,
}

/// The number of decisions of each player after which a game is stopped. A player that has learned nothing may never
/// end it, and very long games would dominate the learning.
const LIMIT: u32 = 150;

impl<G: RaceGame> Table<G> {
    /// A table under these rules, with the default set-up.
    pub(crate) fn of(game: G, players: u8) -> Self {
        Self { setup: game.setup(players), game, players, limit: LIMIT * u32::from(players) }
    }
}

/// Opens the game under a ruleset of the library.
pub(crate) fn edition<G: RaceGame>(name: &str) -> Result<G, Box<dyn Error + Send + Sync>> {
    Ok(G::new(ruleset::open(name)?)?)
}

/// The player of a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Player<'a> {
    /// A network whose decisions are recorded. It draws its actions by their scores.
    Learner(&'a Network),
    /// A network that plays like a learner, without being recorded.
    Rival(&'a Network),
    /// A network that takes the action with the highest score.
    Best(&'a Network),
    /// A bot.
    Bot(&'a BotSpec),
    /// A bot whose decisions are recorded.
    Teacher(&'a BotSpec),
}

/// A decision of a learner.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The seat.
    pub seat: Seat,
    /// The range of the features of its legal actions in [`Played::actions`].
    pub actions: Range<usize>,
    /// The index of the chosen action among the legal ones.
    pub chosen: usize,
    /// The logarithm of the probability with which it was drawn.
    pub chance: f32,
    /// The estimated value of the view.
    pub value: f32,
    /// The seats that had already finished.
    pub finished: SeatSet,
    /// The share of the best place that was still open, set once the game has ended. Before anybody has finished it is
    /// the share of the win. Later the others race for the next place; otherwise they would have no reason to come
    /// home.
    pub share: f32,
}

/// A finished game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Played {
    /// The features of the views, one after another.
    pub views: Vec<f32>,
    /// The features of the legal actions, one after another.
    pub actions: Vec<f32>,
    /// The recorded decisions.
    pub steps: Vec<Step>,
    /// The share of the win of each seat.
    pub shares: Vec<f32>,
    /// The number of decisions, recorded or not.
    pub decisions: u32,
    /// `true` when the game ended by its rules.
    pub is_over: bool,
}

/// Plays one game.
///
/// # Panics
/// When a bot fails: the bots of the library do not.
pub(crate) fn play<G: Encoded + Bots>(table: &Table<G>, seats: &[Player<'_>], rng: &mut impl Rng) -> Played {
    let game = &table.game;
    let mut chance = Stream::seed_from_u64(rng.next_u64());
    let mut state = game.start(&table.setup).expect("the set-up fits the rules");
    let mut sitting = Sitting::new(game, seats);
    let mut legal = Vec::new();
    loop {
        match game.turn(&state) {
            Turn::Over => {
                sitting.played.is_over = true;
                break;
            }
            Turn::Chance(_) => {
                let outcome = game.sample_chance(&state, &mut chance);
                game.apply_chance(&mut state, outcome, &mut ());
            }
            Turn::Seat(_) if sitting.played.decisions == table.limit => break,
            Turn::Seat(seat) => {
                sitting.played.decisions += 1;
                game.actions(&state, &mut legal);
                let chosen = match legal.as_slice() {
                    [_] => 0,
                    legal => sitting.decide(&state, seat, legal, rng),
                };
                game.apply(&mut state, legal[chosen], &mut ());
            }
        }
    }
    sitting.end(&state)
}

/// The players of a game in progress, with their buffers.
struct Sitting<'a, G: RaceGame> {
    game: &'a G,
    seats: &'a [Player<'a>],
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    played: Played,
    view: Vec<f32>,
    actions: Vec<f32>,
    scores: Vec<f32>,
}

impl<'a, G: Encoded + Bots> Sitting<'a, G> {
    fn new(game: &'a G, seats: &'a [Player<'a>]) -> Self {
        let bot = |player: &Player<'_>| match player {
            Player::Bot(spec) | Player::Teacher(spec) => Some(G::bot(spec).expect("the bot exists")),
            Player::Learner(_) | Player::Rival(_) | Player::Best(_) => None,
        };
        Self {
            game,
            seats,
            bots: seats.iter().map(bot).collect(),
            played: Played::default(),
            view: vec![0.0; G::ViewFeatures::LEN],
            actions: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Returns the index of the action that the player of a seat takes.
    fn decide(&mut self, state: &G::State, seat: Seat, legal: &[G::Action], rng: &mut impl Rng) -> usize {
        let view = &self.game.view(state, seat);
        let player = self.seats[seat.index()];
        match player {
            Player::Bot(_) | Player::Teacher(_) => {
                let bot = self.bots[seat.index()].as_mut().expect("bots sit where they were asked for");
                let mut own = Stream::seed_from_u64(rng.next_u64());
                let action = bot.choose(&mut Decision::new(self.game, view, legal, &mut own));
                let action = action.expect("the bots of the library do not fail");
                let chosen = legal.binary_search(&action).expect("a bot takes a legal action");
                if let Player::Teacher(_) = player {
                    self.encode(view, legal);
                    self.keep(state, seat, chosen, [0.0, 0.0]);
                }
                chosen
            }
            Player::Learner(network) | Player::Rival(network) | Player::Best(network) => {
                // As the finished bot does (`LearnedBot`), so that games end.
                let way_out = self.game.way_out(view, legal).filter(|_| matches!(player, Player::Best(_)));
                if let Some(action) = way_out {
                    return legal.binary_search(&action).expect("a way out is legal");
                }
                self.encode(view, legal);
                let reading = network.read(&self.view);
                score_all(network, &reading, &self.actions, &mut self.scores);
                if let Player::Best(_) = player {
                    return best(&self.scores).expect("there is a choice");
                }
                let (chosen, chance) = drawn(&mut self.scores, rng);
                if let Player::Learner(_) = player {
                    self.keep(state, seat, chosen, [chance, network.value(&reading)]);
                }
                chosen
            }
        }
    }

    fn encode(&mut self, view: &G::View, legal: &[G::Action]) {
        self.game.view_features(view).write(&mut self.view);
        let width = G::ActionFeatures::LEN;
        self.actions.resize(legal.len() * width, 0.0);
        for (action, features) in legal.iter().zip(self.actions.chunks_exact_mut(width)) {
            self.game.action_features(view, *action).write(features);
        }
    }

    fn keep(&mut self, state: &G::State, seat: Seat, chosen: usize, [chance, value]: [f32; 2]) {
        self.played.views.extend_from_slice(&self.view);
        let from = self.played.actions.len();
        self.played.actions.extend_from_slice(&self.actions);
        let actions = from..self.played.actions.len();
        let finished = self.finished(state);
        self.played.steps.push(Step { seat, actions, chosen, chance, value, finished, share: 0.0 });
    }

    fn finished(&self, state: &G::State) -> SeatSet {
        self.game.seats(state).iter().filter(|seat| self.game.has_finished(state, *seat)).collect()
    }

    /// Returns the finished game, with the shares of all decisions.
    fn end(mut self, state: &G::State) -> Played {
        let finished = self.finished(state);
        // Before the end nobody has a share.
        let shares = self.game.returns(state);
        let places = self.game.standings(state).rows;
        for step in &mut self.played.steps {
            if self.played.is_over && step.finished.is_empty() {
                step.share = shares[step.seat].as_f64() as f32;
                continue;
            }
            let was_open = |seat: Seat| !step.finished.contains(seat);
            let decided = places.iter().filter(|row| was_open(row.seat));
            let decided = decided.filter(|row| self.played.is_over || finished.contains(row.seat));
            let best = decided.clone().map(|row| row.place).min();
            let takers: Vec<Seat> =
                decided.filter(|row| Some(row.place) == best).map(|row| row.seat).collect();
            if takers.contains(&step.seat) {
                step.share = 1.0 / takers.len() as f32;
            }
        }
        self.played.shares = self.game.seats(state).iter().map(|seat| shares[seat].as_f64() as f32).collect();
        self.played
    }
}

/// Computes the scores of these actions.
pub(crate) fn score_all(network: &Network, reading: &Reading, actions: &[f32], into: &mut Vec<f32>) {
    into.clear();
    into.extend(actions.chunks_exact(network.action.len()).map(|features| network.score(reading, features)));
}

/// Draws an index by the scores, and returns it with the logarithm of its probability.
fn drawn(scores: &mut [f32], rng: &mut impl Rng) -> (usize, f32) {
    soften(scores);
    let mut left: f32 = rng.random();
    let mut chosen = best(scores).expect("there is a choice");
    for (place, chance) in scores.iter().enumerate() {
        if left < *chance {
            chosen = place;
            break;
        }
        left -= chance;
    }
    (chosen, libm::logf(scores[chosen]))
}
