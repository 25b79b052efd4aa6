//! Gotham: what seats know. The views and the deals drawn for them are compared with an exact filter that
//! keeps every state that a seat cannot rule out, with its weight, and knows nothing of how views are made.
#![allow(clippy::iter_over_hash_type, reason = "weights are compared within a tolerance, in any order")]

use std::collections::HashMap;

use furlong::game::Weighted;
use furlong::gotham::{
    Action, Animal, Chance, Drawing, EmptyDeck, Gotham, Happening, Recycling, Ruleset, State,
};
use furlong::{RaceGame, Seat, Seats, Stream, Turn, ruleset};
use rand::{RngExt, SeedableRng};

use super::kit::{IDLE, play, standard, table};

/// Decks of five or six cards; only two of them vary, so that the filter stays small.
fn tiny(first: &[&str], third: &[&str]) -> Ruleset {
    let texts = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let mut ruleset = ruleset::open::<Ruleset>("standard").unwrap();
    ruleset.track.spaces = 1000;
    ruleset.track.animals.fish = 900;
    ruleset.decks.first = texts(first);
    ruleset.decks.second = texts(&["forward 2 x5"]);
    ruleset.decks.third = texts(third);
    ruleset.decks.fourth = texts(&["forward 1 x5"]);
    ruleset
}

/// Every state that a seat cannot rule out, with the number of physical ways that lead to it.
struct Filter<'a> {
    game: &'a Gotham,
    seat: Seat,
    states: HashMap<State, f64>,
}

impl Filter<'_> {
    fn seen(&self, happenings: &[Happening]) -> Vec<Happening> {
        happenings.iter().filter_map(|happening| self.game.seen_by(happening, self.seat)).collect()
    }

    /// Follows an event of which the seat saw this.
    fn follow(&mut self, saw: &[Happening], own: Option<Action>) {
        let mut next: HashMap<State, f64> = HashMap::new();
        let (mut actions, mut chances) = (Vec::new(), Vec::new());
        for (state, weight) in &self.states {
            let mut keep = |after: State, seen: Vec<Happening>, ways: f64| {
                let tells = seen.iter().filter_map(|happening| self.game.seen_by(happening, self.seat));
                if tells.eq(saw.iter().cloned()) {
                    *next.entry(after).or_default() += weight * ways;
                }
            };
            match self.game.turn(state) {
                Turn::Chance(_) => {
                    self.game.chances(state, &mut chances);
                    let all: f64 = chances.iter().map(|Weighted { weight, .. }| f64::from(*weight)).sum();
                    for Weighted { outcome, weight } in &chances {
                        let (mut after, mut seen) = (*state, Vec::new());
                        self.game.resolve(&mut after, *outcome, &mut seen).unwrap();
                        keep(after, seen, f64::from(*weight) / all);
                    }
                }
                Turn::Seat(mover) => {
                    self.game.actions(state, &mut actions);
                    let view = self.game.view(state, mover);
                    for action in actions.iter().filter(|action| own.is_none_or(|own| own == **action)) {
                        let (mut after, mut seen) = (*state, Vec::new());
                        self.game.play(&mut after, *action, &mut seen).unwrap();
                        keep(after, seen, self.game.ways(&view, *action) as f64);
                    }
                }
                Turn::Over => {}
            }
        }
        let total: f64 = next.values().sum();
        for weight in next.values_mut() {
            *weight /= total;
        }
        self.states = next;
    }

    /// No view tells the states apart, and deals are drawn as often as they should be.
    fn compare(&self, actual: &State, rng: &mut Stream, samples: u32) {
        let view = self.game.view(actual, self.seat);
        for state in self.states.keys() {
            assert_eq!(self.game.view(state, self.seat), view, "a view tells more than its seat has seen");
        }
        let mut drawn: HashMap<State, u32> = HashMap::new();
        for _ in 0..samples {
            *drawn.entry(self.game.resample(&view, rng).unwrap()).or_default() += 1;
        }
        let json = |state: &State| serde_json::to_string(&self.game.position(state)).unwrap();
        let shown = serde_json::to_string(&view).unwrap();
        for state in drawn.keys() {
            assert!(self.states.contains_key(state), "a deal that cannot be: {}\nof {shown}", json(state));
        }
        for (state, share) in &self.states {
            let count = f64::from(drawn.get(state).copied().unwrap_or(0));
            let expected = share * f64::from(samples);
            let deviation = (expected * (1.0 - share)).sqrt();
            assert!(
                (count - expected).abs() <= 5.5 * deviation + 1.5,
                "drawn {count} times, expected {expected}: {}\nof {shown}",
                json(state)
            );
        }
    }
}

/// Plays a random game and compares what one seat knows with the filter, at every fifth event.
fn follow_a_game(ruleset: &Ruleset, players: u8, seat: u8, seed: u64, rounds: usize) -> usize {
    let game = Gotham::new(ruleset.clone()).unwrap();
    let mut rng = Stream::seed_from_u64(seed);
    let mut state = game.start(&game.setup(players)).unwrap();
    let seat = Seat::new(seat).unwrap();
    let mut known = Filter { game: &game, seat, states: HashMap::from([(state, 1.0)]) };
    let (mut actions, mut events, mut most) = (Vec::new(), 0, 1);
    let mut ended = 0;
    while ended < rounds {
        let mut happened = Vec::new();
        let mut own = None;
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(_) => {
                let outcome: Chance = game.sample_chance(&state, &mut rng);
                game.resolve(&mut state, outcome, &mut happened).unwrap();
            }
            Turn::Seat(mover) => {
                game.actions(&state, &mut actions);
                // The varying decks are preferred, so that much is hidden.
                let varying = |action: &&Action| match action {
                    Action::Draw(back) => back.number() % 2 == 1,
                    Action::Place(card) => card.back().number() % 2 == 1,
                };
                let liked: Vec<Action> = actions.iter().filter(varying).copied().collect();
                let pool = if liked.is_empty() || rng.random_bool(0.3) { &actions } else { &liked };
                let action = pool[rng.random_range(0..pool.len() as u32) as usize];
                own = (mover == seat).then_some(action);
                game.play(&mut state, action, &mut happened).unwrap();
            }
        }
        ended += happened.iter().filter(|happening| matches!(happening, Happening::RoundEnds { .. })).count();
        let saw = known.seen(&happened);
        known.follow(&saw, own);
        assert!(known.states.contains_key(&state));
        most = most.max(known.states.len());
        events += 1;
        if events % 5 == 0 && known.states.len() < 400 {
            known.compare(&state, &mut rng, 1500);
        }
    }
    most
}

// GO-14, GO-15
#[test]
fn a_view_is_what_a_seat_can_know_and_its_deals_are_equally_likely() {
    let simple = tiny(&["forward 1 x3", "swap with 2nd x2"], &["forward 2 x5"]);
    let double = tiny(&["forward 1 x2", "swap with 2nd x2", "back 1", "2 behind 2nd"], &["forward 2 x5"]);
    let mut widest = 0;
    for seed in 0..4 {
        for (ruleset, players, seat) in [(&simple, 2, 0), (&double, 2, 1), (&double, 3, 0), (&simple, 4, 2)] {
            let most = follow_a_game(ruleset, players, seat, seed, 7);
            widest = widest.max(most);
        }
    }
    assert!(widest > 20, "hardly anything was hidden: {widest}");
}

// GO-14, GO-15
#[test]
fn a_view_knows_recycled_layers_by_every_rule_of_recycling_and_drawing() {
    let mut every_round =
        tiny(&["forward 1 x2", "swap with 2nd x2", "back 1"], &["forward 1 x3", "back 2 x2"]);
    every_round.rules.recycling = Recycling::EveryRound;
    let mut at_once = tiny(&["forward 1 x3", "swap with 2nd x2"], &["forward 2 x5"]);
    at_once.rules.drawing = Drawing::AllBeforePlacing;
    at_once.rules.empty_deck_for_ownerless = EmptyDeck::RecycleFirst;
    for seed in 10..13 {
        for (ruleset, players, seat) in [(&every_round, 2, 0), (&at_once, 3, 1), (&at_once, 1, 0)] {
            follow_a_game(ruleset, players, seat, seed, 6);
        }
    }
}

#[test]
fn go_15_faces_are_shown_to_those_who_see_them_and_backs_to_all() {
    let game = Gotham::new(standard()).unwrap();
    let mut state = game.state(&table(&standard(), 4, Animal::Fish, "D9 B5 C5 A2", &IDLE)).unwrap();
    let seen = play(&game, &mut state, &IDLE);
    for happening in &seen {
        for seat in game.seats(&state).iter() {
            match (happening, game.seen_by(happening, seat)) {
                (
                    Happening::Draws { seat: who, card: Some(face), .. },
                    Some(Happening::Draws { back, card: shown, .. }),
                )
                | (
                    Happening::Places { seat: who, card: Some(face), .. },
                    Some(Happening::Places { back, card: shown, .. }),
                ) => {
                    assert_eq!(back, face.back());
                    assert_eq!(shown, (*who == seat).then_some(*face));
                }
                (_, shown) => assert_eq!(shown.as_ref(), Some(happening)),
            }
        }
    }
    let view = game.view(&state, Seat::FIRST);
    assert_eq!(view.hand().count(), 4);
    assert_eq!(
        Seats::new(4).unwrap().iter().map(|seat| view.backs(seat).iter().sum::<u8>()).collect::<Vec<_>>(),
        [4; 4]
    );
}
