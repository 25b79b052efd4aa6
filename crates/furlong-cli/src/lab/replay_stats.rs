//! Statistics from replaying games of a run event by event: the lead of the eventual winner over time, the course
//! of the game, the spaces on which runners stand, and the choices that are offered and taken.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::failure::Failure;
use crate::progress::behind_a_bar;
use furlong::arena::{Arena, Estimator, Progress, Results, Value, each, leaders};
use furlong::game::Mark;
use furlong::record::{Event, Played, apply};
use furlong::{Playable, Seat};

/// The maximum number of games that are replayed.
pub(crate) const MOST_RETOLD: usize = 200;

/// The maximum number of games in which the winner's chance is estimated, and the number of playouts at each
/// moment.
pub(crate) const MOST_JUDGED: usize = 20;
pub(crate) const PLAYOUTS: u32 = 50;

/// The number of moments at which the lead is examined: the start, and the end of each tenth of a game.
pub(crate) const MOMENTS: usize = 11;

/// What was found in the replayed games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ReplayStats {
    /// The number of games.
    pub(crate) games: u64,
    /// The number of games that somebody has won.
    pub(crate) won: u64,
    /// The number of games in which an eventual winner is alone in first place, at each moment.
    pub(crate) alone: [u64; MOMENTS],
    /// The number of games in which an eventual winner is in first place, alone or with others, at each moment.
    pub(crate) first: [u64; MOMENTS],
    /// The distance in spaces between the first and the second runner at each moment of each game.
    pub(crate) ahead: Vec<[f64; MOMENTS]>,
    /// Each of the game's own quantities ([`Measured::CURVES`](furlong::arena::Measured::CURVES)) at each moment of
    /// each game.
    pub(crate) own: Vec<Vec<[f64; MOMENTS]>>,
    /// The legal actions of the decisions in each tenth of a game, and the number of these decisions.
    pub(crate) offers: [[u64; 2]; MOMENTS - 1],
    /// The chance of the eventual winners at each moment, for the games in which it was estimated.
    pub(crate) chances: Vec<[f64; MOMENTS]>,
    /// How often a runner stood on a space at the end of a turn, by coordinate. Runners that have arrived are not
    /// counted.
    pub(crate) stays: BTreeMap<i32, u64>,
    /// The number of decisions between several actions.
    pub(crate) decisions: u64,
    /// How often each action was offered and taken in these decisions, by its label.
    pub(crate) choices: BTreeMap<String, Uses>,
}

/// How often an action was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// The number of decisions that offered it.
    pub(crate) offered: u64,
    /// The number of decisions that took it.
    pub(crate) taken: u64,
    /// The number of decisions that took it by seats that went on to win the game or share the win.
    pub(crate) won: u64,
}

impl ReplayStats {
    /// Replays the first games of a run, up to [`MOST_RETOLD`].
    pub(crate) fn of<G: Playable>(arena: &Arena<G>, results: &Results) -> Result<Self, Failure> {
        let games = results.groups().iter().flat_map(|group| {
            group.games.iter().filter(|game| game.is_over).map(|game| (group.number, game.seating))
        });
        let games: Vec<(u64, u8)> = games.take(MOST_RETOLD).collect();
        let (done, all) = (AtomicU64::new(0), games.len() as u64);
        let found = behind_a_bar("games replayed", |show| {
            let one = |(): &mut (), (group, seating): (u64, u8)| {
                let found = Retold::of(arena, group, seating);
                show(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, games: all });
                found
            };
            arena.in_threads(|| each(games.into_iter(), &one).collect::<Vec<_>>())
        });
        let found = found?.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut sum = Self { own: vec![Vec::new(); G::CURVES.len()], ..Self::default() };
        for retold in &found {
            sum.add(&retold.stats);
        }
        sum.chances = chances(arena, &found)?;
        Ok(sum)
    }

    /// The fraction of a game, from 0 to 1, after which the eventual winners' average chance was last below one
    /// half.
    pub(crate) fn undecided(&self) -> Option<f64> {
        let last = |chances: &[f64; MOMENTS]| {
            chances.iter().rposition(|chance| *chance < 0.5).map_or(0, |at| at + 1)
        };
        let sum: usize = self.chances.iter().map(last).sum();
        let all = self.chances.len() * (MOMENTS - 1);
        (all > 0).then(|| sum as f64 / all as f64)
    }

    /// Counts the actions that a decision offers, and the one that it takes.
    fn see_choice<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        played: &Played<G::Action>,
        wins: bool,
        tenth: usize,
    ) {
        let mut actions = Vec::new();
        game.actions_of(state, played.seat, &mut actions);
        self.offers[tenth][0] += actions.len() as u64;
        self.offers[tenth][1] += 1;
        if actions.len() < 2 {
            return;
        }
        self.decisions += 1;
        let view = game.view(state, played.seat);
        let labels: BTreeSet<String> = actions.iter().map(|action| game.label(&view, *action)).collect();
        for label in labels {
            self.choices.entry(label).or_default().offered += 1;
        }
        let taken = self.choices.entry(game.label(&view, played.action)).or_default();
        taken.taken += 1;
        taken.won += u64::from(wins);
    }

    /// Records the lead and the course of the one game at these moments.
    fn see<G: Playable>(&mut self, game: &G, state: &G::State, winners: &[Seat], moments: &[usize]) {
        let first = leaders(game, state);
        let is_first = first.iter().any(|seat| winners.contains(&seat));
        let (mut runners, mut own) = (Vec::new(), vec![0.0; G::CURVES.len()]);
        game.runners(state, &mut runners);
        game.curves(state, &mut own);
        let mut along: Vec<i32> = runners.iter().map(|runner| runner.coordinate).collect();
        along.sort_unstable();
        let ahead = if let [.., second, first] = along[..] { f64::from(first - second) } else { 0.0 };
        for moment in moments {
            self.first[*moment] += u64::from(is_first);
            self.alone[*moment] += u64::from(is_first && first.len() == 1);
            self.ahead[0][*moment] = ahead;
            self.own.iter_mut().zip(&own).for_each(|(games, value)| games[0][*moment] = *value);
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        for moment in 0..MOMENTS {
            self.alone[moment] += other.alone[moment];
            self.first[moment] += other.first[moment];
        }
        self.ahead.extend(&other.ahead);
        self.own.iter_mut().zip(&other.own).for_each(|(games, more)| games.extend(more));
        for (sums, offers) in self.offers.iter_mut().zip(&other.offers) {
            sums.iter_mut().zip(offers).for_each(|(sum, offer)| *sum += offer);
        }
        for (space, count) in &other.stays {
            *self.stays.entry(*space).or_default() += count;
        }
        self.decisions += other.decisions;
        for (label, uses) in &other.choices {
            let sum = self.choices.entry(label.clone()).or_default();
            sum.offered += uses.offered;
            sum.taken += uses.taken;
            sum.won += uses.won;
        }
    }
}

/// A replayed game.
struct Retold<G: Playable> {
    stats: ReplayStats,
    /// The states at the moments.
    states: Vec<G::State>,
    winners: Vec<Seat>,
}

impl<G: Playable> Retold<G> {
    fn of(arena: &Arena<G>, group: u64, seating: u8) -> Result<Self, Failure> {
        let race = arena.race(group, seating)?;
        let record = race.record();
        let returns = race.game().returns(race.state());
        let winners: Vec<Seat> = race.seats().iter().filter(|seat| returns[*seat].parts() > 0).collect();
        let mut found = ReplayStats {
            games: 1,
            won: u64::from(!winners.is_empty()),
            ahead: vec![[0.0; MOMENTS]],
            own: vec![vec![[0.0; MOMENTS]]; G::CURVES.len()],
            ..ReplayStats::default()
        };
        let (game, mut state) = record.open().map_err(Failure::failed)?;
        let all = record.events.len();
        let (mut happenings, mut runners, mut seen) = (Vec::new(), Vec::new(), Vec::new());
        let mut look = |found: &mut ReplayStats, state: &G::State, number: usize| {
            let is_now = |moment: &usize| all * moment / (MOMENTS - 1) == number;
            let moments: Vec<usize> = (0..MOMENTS).filter(is_now).collect();
            if !moments.is_empty() {
                found.see(&game, state, &winners, &moments);
                seen.extend(moments.iter().map(|_| state.clone()));
            }
        };
        look(&mut found, &state, 0);
        for (event, number) in record.events.iter().zip(1..) {
            if let Event::Action(played) = event {
                let tenth = (number - 1) * (MOMENTS - 1) / all;
                found.see_choice(&game, &state, played, winners.contains(&played.seat), tenth);
            }
            happenings.clear();
            apply(&game, &mut state, event, number, &mut happenings).map_err(Failure::failed)?;
            look(&mut found, &state, number);
            let ends_turn =
                |happening: &G::Happening| matches!(game.mark(happening), Some(Mark::TurnEnds(_)));
            if happenings.iter().any(ends_turn) {
                game.runners(&state, &mut runners);
                for runner in runners.iter().filter(|runner| runner.arrived.is_none()) {
                    *found.stays.entry(runner.coordinate).or_default() += 1;
                }
            }
        }
        Ok(Self { stats: found, states: seen, winners })
    }
}

/// The chance of the eventual winners at each moment of the first games that somebody won, estimated by playouts.
fn chances<G: Playable>(arena: &Arena<G>, retold: &[Retold<G>]) -> Result<Vec<[f64; MOMENTS]>, Failure> {
    let won: Vec<&Retold<G>> = retold
        .iter()
        .filter(|game| !game.winners.is_empty() && game.states.len() == MOMENTS)
        .take(MOST_JUDGED)
        .collect();
    let states: Vec<G::State> = won.iter().flat_map(|game| game.states.iter().cloned()).collect();
    let estimator = Estimator::of::<G>().playouts(PLAYOUTS);
    let (done, all) = (AtomicU64::new(0), states.len() as u64);
    let values = behind_a_bar("positions evaluated", |show| {
        let count = || show(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, games: all });
        arena.in_threads(|| estimator.values(&*arena.game, &states, &arena.stop, &count))
    })?;
    let values = values.map_err(Failure::failed)?;
    let of_game = |(game, values): (&&Retold<G>, &[Value])| {
        let mut chances = [0.0; MOMENTS];
        for (chance, value) in chances.iter_mut().zip(values) {
            *chance = game.winners.iter().map(|seat| value.shares[*seat]).sum();
        }
        chances
    };
    Ok(won.iter().zip(values.chunks(MOMENTS)).map(of_game).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::animal_race::AnimalRace;
    use furlong::arena::Entrant;
    use furlong::{RaceGame as _, RandomBot, ruleset};

    #[test]
    fn the_winner_leads_at_the_end_and_nobody_leads_alone_at_the_start() {
        let rules = ruleset::open::<furlong::animal_race::Ruleset>("classic").expect("a ruleset");
        let game = AnimalRace::new(rules).expect("a game");
        let setup = game.setup(3);
        let random = Entrant::new("random", || Box::new(RandomBot));
        let arena = Arena::new(game, setup, vec![random; 3], 1, 60);
        let results = arena.run().expect("it runs");
        let stats = ReplayStats::of(&arena, &results).expect("they replay");
        assert_eq!(stats.games, results.finished());
        let column = results.column("nobody-wins").expect("a metric");
        let nobody = results.all_games().filter(|game| game.value(column) == Some(1.0));
        assert_eq!(stats.won, stats.games - nobody.count() as u64);
        assert_eq!(stats.first[MOMENTS - 1], stats.won, "a winner is first at the end");
        assert!(stats.alone[MOMENTS - 1] <= stats.won && stats.first[5] < stats.won, "{stats:?}");
        assert!((0..MOMENTS).all(|moment| stats.alone[moment] <= stats.first[moment]));
        let taken = stats.choices.values().map(|uses| uses.taken).sum::<u64>();
        assert_eq!(taken, stats.decisions, "each decision takes one action");
        assert!(stats.choices.values().all(|uses| uses.won <= uses.taken && uses.taken <= uses.offered));
        assert!(stats.choices.contains_key("1 hare"), "{stats:?}");
        let [cards] = &stats.own[..] else { panic!("the cards of the pile: {stats:?}") };
        assert_eq!([cards.len(), stats.ahead.len()], [60, 60]);
        assert!(cards.iter().all(|cards| cards[0] > cards[5]), "cards are drawn");
        assert!(stats.ahead.iter().all(|ahead| ahead[0].abs() < 1e-9), "all stand at the start");
        assert!(stats.offers.iter().all(|[actions, decisions]| actions >= decisions));
        assert!(stats.offers[5][1] > 0, "decisions in the middle of the games");
        assert_eq!(stats.chances.len(), MOST_JUDGED);
        let chance = |moment: usize| stats.chances.iter().map(|chances| chances[moment]).sum::<f64>();
        // One of three players wins with a chance of a third at first, and for certain at the end.
        let [start, end] = [0, MOMENTS - 1].map(|moment| chance(moment) / MOST_JUDGED as f64);
        assert!((0.2..0.65).contains(&start) && end > 0.99, "{start} {end}");
        assert!(stats.undecided().is_some_and(|part| (0.1..0.99).contains(&part)), "{stats:?}");
        assert!(stats.stays.len() > 3 && stats.stays.values().all(|count| *count > 0), "{stats:?}");
    }

    #[test]
    fn the_lead_is_known_before_anybody_is_home() {
        let game =
            furlong::gotham::Gotham::new(ruleset::open("standard").expect("a ruleset")).expect("a game");
        let setup = game.setup(4);
        let random = Entrant::new("random", || Box::new(RandomBot));
        let arena = Arena::new(game, setup, vec![random; 4], 1, 40);
        let stats = ReplayStats::of(&arena, &arena.run().expect("it runs")).expect("they replay");
        // Each of four equal seats leads in about a quarter of the games.
        assert!((3..=20).contains(&stats.alone[5]), "{stats:?}");
    }
}
