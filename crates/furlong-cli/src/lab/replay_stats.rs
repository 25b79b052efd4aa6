//! Games of a run that are played again, event by event: the lead of the later winner over time, the spaces on which
//! runners stand, and the choices that are offered and taken.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::failure::Failure;
use crate::progress::behind_a_bar;
use furlong::arena::{Arena, Progress, Results, each, leaders};
use furlong::game::Mark;
use furlong::record::{Event, Played, apply};
use furlong::{Playable, Seat};

/// The most games that are played again.
pub(crate) const MOST_RETOLD: usize = 200;

/// The moments of a game at which the lead is looked at: the start, and the end of each tenth.
pub(crate) const MOMENTS: usize = 11;

/// The findings in games that are played again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReplayStats {
    /// The number of games.
    pub(crate) games: u64,
    /// The number of games that somebody has won.
    pub(crate) won: u64,
    /// The games in which a later winner is alone on the first place, at each moment.
    pub(crate) alone: [u64; MOMENTS],
    /// The games in which a later winner is on the first place, alone or with others, at each moment.
    pub(crate) first: [u64; MOMENTS],
    /// The number of times that a runner stood on a space at the end of a turn, by its coordinate. Runners that have
    /// arrived are not counted.
    pub(crate) stays: BTreeMap<i32, u64>,
    /// The decisions between several actions.
    pub(crate) decisions: u64,
    /// The uses of each action in these decisions, by its label.
    pub(crate) choices: BTreeMap<String, Uses>,
}

/// The uses of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// The decisions that offered it.
    pub(crate) offered: u64,
    /// The decisions that took it.
    pub(crate) taken: u64,
    /// The decisions that took it, of seats that were to win the game or to share the win.
    pub(crate) won: u64,
}

impl ReplayStats {
    /// Plays the first games of a run again, as many as [`MOST_RETOLD`].
    pub(crate) fn of<G: Playable>(arena: &Arena<G>, results: &Results) -> Result<Self, Failure> {
        let games = results.groups().iter().flat_map(|group| {
            group.games.iter().filter(|game| game.is_over).map(|game| (group.number, game.seating))
        });
        let games: Vec<(u64, u8)> = games.take(MOST_RETOLD).collect();
        let (done, all) = (AtomicU64::new(0), games.len() as u64);
        let found = behind_a_bar("games again", |show| {
            let one = |(): &mut (), (group, seating): (u64, u8)| {
                let found = Self::of_game(arena, group, seating);
                show(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, games: all });
                found
            };
            arena.in_threads(|| each(games.into_iter(), &one).collect::<Vec<_>>())
        });
        let mut sum = Self::default();
        for found in found? {
            sum.add(&found?);
        }
        Ok(sum)
    }

    fn of_game<G: Playable>(arena: &Arena<G>, group: u64, seating: u8) -> Result<Self, Failure> {
        let race = arena.race(group, seating)?;
        let record = race.record();
        let returns = race.game().returns(race.state());
        let winners: Vec<Seat> = race.seats().iter().filter(|seat| returns[*seat].parts() > 0).collect();
        let mut found = Self { games: 1, won: u64::from(!winners.is_empty()), ..Self::default() };
        let (game, mut state) = record.open().map_err(Failure::failed)?;
        found.see_lead(&game, &state, &winners, 0, record.events.len());
        let (mut happenings, mut runners) = (Vec::new(), Vec::new());
        for (event, number) in record.events.iter().zip(1..) {
            if let Event::Action(played) = event {
                found.see_choice(&game, &state, played, winners.contains(&played.seat));
            }
            happenings.clear();
            apply(&game, &mut state, event, number, &mut happenings).map_err(Failure::failed)?;
            found.see_lead(&game, &state, &winners, number, record.events.len());
            let ends_turn =
                |happening: &G::Happening| matches!(game.mark(happening), Some(Mark::TurnEnds(_)));
            if happenings.iter().any(ends_turn) {
                game.runners(&state, &mut runners);
                for runner in runners.iter().filter(|runner| runner.arrived.is_none()) {
                    *found.stays.entry(runner.coordinate).or_default() += 1;
                }
            }
        }
        Ok(found)
    }

    /// Counts the actions that a decision offers, and the one that it takes.
    fn see_choice<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        played: &Played<G::Action>,
        wins: bool,
    ) {
        let mut actions = Vec::new();
        game.actions_of(state, played.seat, &mut actions);
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

    /// Looks at the lead after `number` of `all` events, where that is one of the moments.
    fn see_lead<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        winners: &[Seat],
        number: usize,
        all: usize,
    ) {
        let is_now = |moment: &usize| all * moment / (MOMENTS - 1) == number;
        let moments: Vec<usize> = (0..MOMENTS).filter(is_now).collect();
        if moments.is_empty() || winners.is_empty() {
            return;
        }
        let first = leaders(game, state);
        let is_first = first.iter().any(|seat| winners.contains(&seat));
        for moment in moments {
            self.first[moment] += u64::from(is_first);
            self.alone[moment] += u64::from(is_first && first.len() == 1);
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        for moment in 0..MOMENTS {
            self.alone[moment] += other.alone[moment];
            self.first[moment] += other.first[moment];
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
        // Four seats that are equal lead in about a quarter of the games.
        assert!((3..=20).contains(&stats.alone[5]), "{stats:?}");
    }
}
