//! Gotham: what seats remember of recycled layers. Views are compared with an exact filter that follows all deals
//! of one small deck, with their weights, by nothing but what a seat saw.
#![allow(clippy::iter_over_hash_type, reason = "weights are compared within a tolerance, in any order")]

use std::collections::{HashMap, VecDeque};

use furlong::gotham::{
    Action, Card, Chance, Drawing, EmptyDeck, Figure, Gotham, Happening, Position, Rank, Recycling, Ruleset,
    State,
};
use furlong::{RaceGame, Seat, Stream, Turn, ruleset};
use rand::{RngExt, SeedableRng};

/// Small decks with equal cards on a track so long that the race goes on.
fn small(decks: [&[&str]; 4]) -> Ruleset {
    let texts = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let mut ruleset = ruleset::open::<Ruleset>("standard").unwrap();
    ruleset.track.spaces = 1000;
    ruleset.track.animals.fish = 900;
    let [first, second, third, fourth] = decks.map(texts);
    (ruleset.decks.first, ruleset.decks.second) = (first, second);
    (ruleset.decks.third, ruleset.decks.fourth) = (third, fourth);
    ruleset
}

/// Two sets of decks under all choices that drawing and recycling have.
fn rulesets() -> Vec<Ruleset> {
    let pairs = small([
        &["forward 1 x2", "forward 2 x2", "swap with 2nd", "back 1"],
        &["forward 1 x2", "forward 2 x2", "back 1 x2"],
        &["forward 1 x2", "forward 2 x2", "forward 3 x2", "back 1 x2"],
        &["forward 1 x2", "forward 2", "back 1", "back 2"],
    ]);
    let triples = small([
        &["forward 1 x3", "forward 2 x3", "back 1"],
        &["forward 1 x3", "back 2 x2"],
        &["forward 1 x4", "forward 2 x3"],
        &["forward 1 x2", "forward 2 x2", "back 1"],
    ]);
    let mut all = Vec::new();
    for decks in [pairs, triples] {
        for recycling in [Recycling::WhenADeckIsEmpty, Recycling::EveryRound] {
            for drawing in [Drawing::EachBeforePlacing, Drawing::AllBeforePlacing] {
                for empty_deck_for_ownerless in [EmptyDeck::Nothing, EmptyDeck::RecycleFirst] {
                    let mut ruleset = decks.clone();
                    ruleset.rules.recycling = recycling;
                    ruleset.rules.drawing = drawing;
                    ruleset.rules.empty_deck_for_ownerless = empty_deck_for_ownerless;
                    all.push(ruleset);
                }
            }
        }
    }
    all
}

/// The hidden cards of one deck.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Deal {
    hands: [Vec<Card>; 4],
    deposit: Vec<(Figure, Card)>,
    top: Vec<Card>,
}

impl Deal {
    /// The cards of one deck in a position.
    fn of(position: &Position, back: Rank) -> Self {
        let mut deal = Self::default();
        for (hand, cards) in deal.hands.iter_mut().zip(&position.hands) {
            hand.extend(cards.iter().filter(|card| card.back() == back));
        }
        let placed = position.deposit.iter().filter(|placed| placed.back == back);
        deal.deposit = placed.map(|placed| (placed.figure, placed.card.unwrap())).collect();
        deal.top = position.decks[back.index()].layers.first().cloned().unwrap_or_default();
        deal
    }
}

fn distinct(cards: &[Card]) -> Vec<(usize, f64)> {
    let firsts = (0..cards.len()).filter(|index| *index == 0 || cards[index - 1] != cards[*index]);
    firsts.map(|at| (at, cards.iter().filter(|card| **card == cards[at]).count() as f64)).collect()
}

/// All deals of one deck that a seat cannot rule out.
#[derive(Clone)]
struct Filter {
    seat: Seat,
    back: Rank,
    deals: HashMap<Deal, f64>,
    below: VecDeque<Vec<Card>>,
}

impl Filter {
    fn new(position: &Position, seat: Seat, back: Rank) -> Self {
        let deals = HashMap::from([(Deal::of(position, back), 1.0)]);
        Self { seat, back, deals, below: VecDeque::new() }
    }

    fn each(&mut self, next: impl Fn(&Deal, f64, &mut dyn FnMut(Deal, f64))) {
        let mut deals: HashMap<Deal, f64> = HashMap::new();
        for (deal, weight) in &self.deals {
            next(deal, *weight, &mut |deal, weight| *deals.entry(deal).or_default() += weight);
        }
        let total: f64 = deals.values().sum();
        for weight in deals.values_mut() {
            *weight /= total;
        }
        self.deals = deals;
    }

    fn draw(&mut self, card: Option<Card>, give: impl Fn(&mut Deal, Card)) {
        self.each(|deal, weight, keep| {
            for (at, ways) in distinct(&deal.top) {
                let mut next = deal.clone();
                let drawn = next.top.remove(at);
                if card.is_none_or(|card| card == drawn) {
                    give(&mut next, drawn);
                    keep(next, weight * ways);
                }
            }
        });
        let is_empty = self.deals.keys().all(|deal| deal.top.is_empty());
        if let Some(layer) = is_empty.then(|| self.below.pop_front()).flatten() {
            self.each(|deal, weight, keep| keep(Deal { top: layer.clone(), ..deal.clone() }, weight));
        }
    }

    /// Follows what the seat sees.
    fn follow(&mut self, happening: &Happening) {
        let to_hand = |seat: Seat| {
            move |deal: &mut Deal, card| {
                deal.hands[seat.index()].push(card);
                deal.hands[seat.index()].sort_unstable();
            }
        };
        match happening {
            Happening::Gets { seat, back, card } | Happening::Draws { seat, back, card }
                if *back == self.back =>
            {
                self.draw(*card, to_hand(*seat));
            }
            Happening::OwnerlessGets { figure, back, card } if *back == self.back => {
                self.draw(*card, |deal, card| deal.deposit.push((*figure, card)));
            }
            Happening::Places { seat, back, card } if *back == self.back => {
                self.each(|deal, weight, keep| {
                    for (at, ways) in distinct(&deal.hands[seat.index()]) {
                        let mut next = deal.clone();
                        let placed = next.hands[seat.index()].remove(at);
                        next.deposit.push((Figure::ALL[seat.index()], placed));
                        if card.is_none_or(|card| card == placed) {
                            keep(next, weight * ways);
                        }
                    }
                });
            }
            Happening::TakesEffect { placed_for, card, .. } if card.back() == self.back => {
                self.each(|deal, weight, keep| {
                    if let Some(at) = deal.deposit.iter().position(|laid| laid == &(*placed_for, *card)) {
                        let mut next = deal.clone();
                        next.deposit.remove(at);
                        keep(next, weight);
                    }
                });
            }
            Happening::Recycles { back, cards } if *back == self.back => {
                let is_empty = self.deals.keys().all(|deal| deal.top.is_empty());
                if is_empty {
                    self.each(|deal, weight, keep| keep(Deal { top: cards.clone(), ..deal.clone() }, weight));
                } else {
                    self.below.push_back(cards.clone());
                }
            }
            _ => {}
        }
    }

    /// Compares the deals drawn for the seat's view with those that are possible: all are among them and, unless so much
    /// is open that only that is kept, drawn as often as they should be.
    fn compare(&self, game: &Gotham, state: &State, is_weighed: bool, rng: &mut Stream) {
        let view = game.view(state, self.seat);
        let set = game.information_set(&view).unwrap();
        let samples = (self.deals.len() * 8).clamp(100, 600);
        let mut drawn: HashMap<Deal, f64> = HashMap::new();
        for _ in 0..samples {
            let world = game.position(&game.determinize(&set, rng));
            *drawn.entry(Deal::of(&world, self.back)).or_default() += 1.0;
        }
        let shown = || serde_json::to_string(&view).unwrap();
        for deal in drawn.keys() {
            assert!(self.deals.contains_key(deal), "a deal that cannot be: {deal:?}\nof {}", shown());
        }
        for (deal, share) in self.deals.iter().filter(|_| is_weighed) {
            let expected = share * samples as f64;
            let deviation = (expected * (1.0 - share)).sqrt();
            let count = drawn.get(deal).copied().unwrap_or(0.0);
            assert!(
                (count - expected).abs() <= 5.5 * deviation + 2.0,
                "drawn {count} times, expected {expected}: {deal:?}\nof {}",
                shown()
            );
        }
    }
}

/// Counts of what was compared.
#[derive(Debug, Default)]
struct Compared {
    points: usize,
    with_open_cases: usize,
    /// After so much was open that weights were not kept.
    after_full: usize,
    most_cases: usize,
}

/// The open cases of a deck from which on weights may not be kept: four can be added before that is decided.
const FULL: usize = 6 - 4;

fn follow_a_game(ruleset: &Ruleset, players: u8, seed: u64, rounds: u16, compared: &mut Compared) {
    let game = Gotham::new(ruleset.clone()).unwrap();
    let mut rng = Stream::seed_from_u64(seed);
    let mut state = game.start(&game.setup(players)).unwrap();
    let seat = Seat::new(rng.random_range(0..players)).unwrap();
    let start = game.position(&state);
    let mut filters = Rank::ALL.map(|back| Filter::new(&start, seat, back));
    let (mut actions, mut full) = (Vec::new(), [false; 4]);
    let mut compared_round = 0;
    loop {
        let mut happened = Vec::new();
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(_) => {
                let outcome = game.sample_chance(&state, &mut rng);
                game.resolve(&mut state, outcome, &mut happened).unwrap();
            }
            Turn::Seat(_) => {
                game.actions(&state, &mut actions);
                let action = actions[rng.random_range(0..actions.len() as u32) as usize];
                game.play(&mut state, action, &mut happened).unwrap();
            }
        }
        for happening in happened.iter().filter_map(|happening| game.seen_by(happening, seat)) {
            for filter in &mut filters {
                filter.follow(&happening);
            }
        }
        let position = game.position(&state);
        let cases =
            |back| position.memory.iter().filter(|note| note.back == back && note.later.is_some()).count();
        for (full, back) in full.iter_mut().zip(Rank::ALL) {
            *full |= cases(back) > FULL;
            compared.most_cases = compared.most_cases.max(cases(back));
        }
        if position.open.round > rounds {
            break;
        }
        // Once a round, at any moment of it.
        if compared_round < position.open.round && rng.random_bool(0.3) {
            compared_round = position.open.round;
            for filter in &filters {
                assert!(filter.deals.contains_key(&Deal::of(&position, filter.back)));
                let is_full = full[filter.back.index()];
                if position.memory.iter().any(|note| note.back == filter.back) {
                    filter.compare(&game, &state, !is_full, &mut rng);
                    compared.points += 1;
                    compared.with_open_cases += usize::from(cases(filter.back) > 0);
                    compared.after_full += usize::from(is_full);
                }
            }
        }
    }
}

/// Plays under those of the rulesets with these numbers, each with 1 to 4 players. `least` are the fewest moments with
/// open cases, the fewest after memory was full, and the fewest cases of a deck that are open at once somewhere.
fn follow_games(numbers: std::ops::Range<usize>, least: [usize; 3]) {
    let mut compared = Compared::default();
    for (index, ruleset) in rulesets().iter().enumerate().filter(|(index, _)| numbers.contains(index)) {
        for players in 1..=4 {
            for seed in 0..2 {
                let seed = seed * 1000 + index as u64 * 10 + u64::from(players);
                follow_a_game(ruleset, players, seed, 33, &mut compared);
            }
        }
    }
    let Compared { points, with_open_cases, after_full, most_cases } = compared;
    let found = [with_open_cases, after_full, most_cases];
    assert!(points > 2_200 && found.iter().zip(least).all(|(found, least)| *found >= least), "{compared:?}");
}

// GO-14, GO-15
#[test]
fn views_allow_exactly_the_deals_that_can_be_of_pairs_recycled_when_a_deck_is_empty() {
    follow_games(0..4, [670, 330, 6]);
}

// GO-14, GO-15
#[test]
fn views_allow_exactly_the_deals_that_can_be_of_pairs_recycled_every_round() {
    follow_games(4..8, [460, 260, 6]);
}

// GO-14, GO-15
#[test]
fn views_allow_exactly_the_deals_that_can_be_of_triples_recycled_when_a_deck_is_empty() {
    follow_games(8..12, [1_080, 770, 7]);
}

// GO-14, GO-15
#[test]
fn views_allow_exactly_the_deals_that_can_be_of_triples_recycled_every_round() {
    follow_games(12..16, [640, 440, 7]);
}

/// An event of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Action(Action),
    Chance(Chance),
}

/// Carries an event out; `None` when it cannot be. Returns what happened.
fn carry_out(game: &Gotham, state: &mut State, event: Event) -> Option<Vec<Happening>> {
    let mut happened = Vec::new();
    match event {
        Event::Action(action) => game.play(state, action, &mut happened).ok()?,
        Event::Chance(outcome) => game.resolve(state, outcome, &mut happened).ok()?,
    }
    Some(happened)
}

/// A random game: its events, and the drawer and the card of each that is a draw.
fn random_game(game: &Gotham, players: u8, most: usize, rng: &mut Stream) -> (State, Vec<Event>) {
    let start = game.start(&game.setup(players)).unwrap();
    let (mut state, mut events, mut actions) = (start, Vec::new(), Vec::new());
    while events.len() < most && game.turn(&state) != Turn::Over {
        let event = if let Turn::Chance(_) = game.turn(&state) {
            Event::Chance(game.sample_chance(&state, rng))
        } else {
            game.actions(&state, &mut actions);
            Event::Action(actions[rng.random_range(0..actions.len() as u32) as usize])
        };
        carry_out(game, &mut state, event).unwrap();
        events.push(event);
    }
    (start, events)
}

/// The number of views compared after two draws were exchanged, as long as the seat sees the same.
fn exchange(game: &Gotham, start: &State, events: &[Event], draws: [usize; 2], seat: Seat) -> usize {
    let mut other_events = events.to_vec();
    other_events.swap(draws[0], draws[1]);
    let (mut state, mut other) = (*start, *start);
    let mut compared = 0;
    for (index, (event, other_event)) in events.iter().zip(&other_events).enumerate() {
        let seen = |happened: &[Happening]| -> Vec<_> {
            happened.iter().filter_map(|happening| game.seen_by(happening, seat)).collect()
        };
        let happened = carry_out(game, &mut state, *event).unwrap();
        let Some(other_happened) = carry_out(game, &mut other, *other_event) else { break };
        if seen(&happened) != seen(&other_happened) {
            break;
        }
        // Not at every event: every tenth, and all the ends of rounds.
        let ends = happened.iter().any(|happening| matches!(happening, Happening::RoundEnds { .. }));
        if index > draws[0] && (ends || index % 10 == 0) {
            let bytes = |state: &State| serde_json::to_string(&game.view(state, seat)).unwrap();
            let (one, another) = (bytes(&state), bytes(&other));
            assert!(
                one == another,
                "saw the same up to event {index}, but had the views\n{one}\nand\n{another}"
            );
            compared += 1;
        }
    }
    compared
}

// GO-15
#[test]
fn two_courses_that_told_a_seat_the_same_give_it_the_same_view() {
    let (mut pairs, mut views) = (0, 0);
    let mut all = rulesets();
    all.push(ruleset::open::<Ruleset>("standard").unwrap());
    for (ruleset, seed) in all.iter().flat_map(|ruleset| (0..3).map(move |seed| (ruleset, seed))) {
        let game = Gotham::new(ruleset.clone()).unwrap();
        let mut rng = Stream::seed_from_u64(seed);
        let players = 2 + (seed % 3) as u8;
        let (start, events) = random_game(&game, players, 400, &mut rng);
        let card = |index: usize| match events[index] {
            Event::Chance(Chance::Card(card)) => Some(card),
            _ => None,
        };
        let seat = Seat::new(rng.random_range(0..players)).unwrap();
        for _ in 0..400 {
            let first = rng.random_range(0..events.len() as u32) as usize;
            let second = (first + 1..events.len().min(first + 60)).find(|second| {
                let (one, another) = (card(first), card(*second));
                one.zip(another).is_some_and(|(one, another)| one != another && one.back() == another.back())
                    && rng.random_bool(0.4)
            });
            if let Some(second) = second {
                let compared = exchange(&game, &start, &events, [first, second], seat);
                pairs += usize::from(compared > 0);
                views += compared;
            }
        }
    }
    assert!(pairs > 250 && views > 1_500, "only {pairs} pairs and {views} views");
}
