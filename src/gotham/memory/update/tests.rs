//! Compares the memory of one deck with a plain enumeration of all possible courses.
#![allow(clippy::iter_over_hash_type, reason = "weights are compared within a tolerance, in any order")]

use std::collections::{BTreeMap, HashMap};

use rand::{RngExt, SeedableRng};

use super::*;
use crate::game::RaceGame as _;
use crate::game::streams::Stream;
use crate::gotham::Gotham;
use crate::ruleset;

/// Three players, so that one figure is ownerless. Nobody has the fourth seat, which sees no card in any hand.
const PLAYERS: u8 = 3;

/// The maximum number of layers in a course where nothing is forgotten.
const LAYERS: usize = 4;

/// Small decks with equal cards.
fn game() -> Gotham {
    let texts = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let mut ruleset: crate::gotham::Ruleset = ruleset::open("standard").expect("embedded");
    ruleset.decks.first = texts(&["forward 1 x2", "forward 2 x2", "back 1"]);
    ruleset.decks.second = texts(&["forward 1 x3", "forward 2 x3"]);
    ruleset.decks.third = texts(&["forward 1 x6", "forward 2 x6"]);
    ruleset.decks.fourth = texts(&["forward 1 x3", "forward 2", "back 1", "back 2"]);
    Gotham::from_ruleset(ruleset).expect("playable")
}

/// The hidden cards of a deck: in the hand of each seat, and left in the upper layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Deal {
    hands: [Vec<Kind>; FIGURES],
    left: Vec<Kind>,
}

type Weights<T> = BTreeMap<T, f64>;

fn normalized<T: Ord>(weights: impl IntoIterator<Item = (T, f64)>) -> Weights<T> {
    let mut sums = Weights::new();
    for (value, weight) in weights {
        *sums.entry(value).or_insert(0.0) += weight;
    }
    let total: f64 = sums.values().sum();
    for weight in sums.values_mut() {
        *weight /= total;
    }
    sums
}

fn are_near<T: Ord>(one: &Weights<T>, other: &Weights<T>) -> bool {
    one.keys().eq(other.keys())
        && one.values().zip(other.values()).all(|(one, other)| (one - other).abs() < 1e-9)
}

/// Counts the cards of each kind.
fn distinct(cards: &[Kind]) -> BTreeMap<Kind, usize> {
    cards.iter().fold(BTreeMap::new(), |mut counts, kind| {
        *counts.entry(*kind).or_insert(0) += 1;
        counts
    })
}

/// A deck in play, and nothing else of the race.
struct Table {
    game: Gotham,
    back: Rank,
    rng: Stream,
}

impl Table {
    fn new(seed: u64) -> Self {
        let back = Rank::ALL[seed as usize % Rank::ALL.len()];
        Self { game: game(), back, rng: Stream::seed_from_u64(seed) }
    }

    fn start(&self) -> State {
        self.game.start(&self.game.setup(PLAYERS)).expect("three may play")
    }

    fn any<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.rng.random_range(0..list.len() as u32) as usize]
    }

    /// The figures in a random order.
    fn order(&mut self) -> [Figure; FIGURES] {
        let mut order = Figure::ALL;
        order.sort_by_cached_key(|_| self.rng.random::<u64>());
        order
    }

    fn top(&self, state: &State) -> Vec<Kind> {
        state.decks.top(&self.game.card_index, self.back).collect()
    }

    /// All deals that a state leaves open to someone who sees no hand, each with its weight.
    fn deals(&self, state: &State) -> Weights<Deal> {
        let top = state.decks.number(self.back);
        let cases: Vec<Case> = state.memory.of(self.back).copied().collect();
        let hands = state.hands.iter().enumerate().flat_map(|(index, hand)| {
            let hand: Vec<(Kind, u8)> = hand.iter().filter(|(kind, _)| kind.back() == self.back).collect();
            hand.into_iter().map(move |(kind, layer)| (index, kind, layer))
        });
        let mut pools: BTreeMap<u8, Vec<Kind>> = BTreeMap::from([(top, self.top(state))]);
        let mut places: BTreeMap<(usize, u8), usize> = BTreeMap::new();
        let shown = cases.iter().map(|case| (case.by.index(), case.kind, case.from));
        for (index, kind, layer) in hands.chain(shown) {
            pools.entry(layer).or_default().push(kind);
            *places.entry((index, layer)).or_insert(0) += 1;
        }
        let mut all = Vec::new();
        let are_all =
            LayerWays::of(state, &self.game.card_index, self.back).each_way(false, |way, weight| {
                let (mut pools, mut places) = (pools.clone(), places.clone());
                for (case, layer) in cases.iter().zip(way) {
                    let pool = pools.get_mut(layer).expect("a layer with cards");
                    let at = pool.iter().position(|kind| *kind == case.kind).expect("a card of the layer");
                    pool.remove(at);
                    *places.get_mut(&(case.by.index(), *layer)).expect("a card of the seat") -= 1;
                }
                let places: Vec<(usize, u8)> =
                    places.into_iter().flat_map(|(place, count)| std::iter::repeat_n(place, count)).collect();
                give(&places, top, &mut pools, &Deal::default(), weight, &mut all);
            });
        assert!(are_all);
        normalized(all)
    }
}

/// Gives the cards of each layer to the places for cards of that layer, in all ways.
fn give(
    places: &[(usize, u8)],
    top: u8,
    pools: &mut BTreeMap<u8, Vec<Kind>>,
    deal: &Deal,
    weight: f64,
    all: &mut Vec<(Deal, f64)>,
) {
    let Some(((hand, layer), rest)) = places.split_first() else {
        let mut deal = Deal { left: pools[&top].clone(), ..deal.clone() };
        deal.left.sort_unstable();
        deal.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        all.push((deal, weight));
        return;
    };
    let cards = pools[layer].clone();
    for (kind, count) in distinct(&cards) {
        let mut left = cards.clone();
        left.remove(cards.iter().position(|card| *card == kind).expect("one of them"));
        pools.insert(*layer, left);
        let mut deal = deal.clone();
        deal.hands[*hand].push(kind);
        give(rest, top, pools, &deal, weight * count as f64 / cards.len() as f64, all);
    }
    pools.insert(*layer, cards);
}

/// All possible states, from the viewpoint of someone who sees no hand.
struct Worlds(HashMap<State, f64>);

impl Worlds {
    fn each(&mut self, next: impl Fn(&State, &mut dyn FnMut(State, f64))) {
        let mut worlds: HashMap<State, f64> = HashMap::new();
        for (state, weight) in &self.0 {
            next(state, &mut |after, ways| *worlds.entry(after).or_default() += weight * ways);
        }
        self.0 = worlds;
    }
}

impl Table {
    fn draw(&self, state: &mut State, figure: Figure, kind: Kind) {
        let layer = state.decks.draw(&self.game.card_index, kind);
        if let Some(by) = figure.owner(PLAYERS) {
            state.hands[by.index()].add(kind, layer);
            state.memory.draw(by, self.back);
        } else {
            state.deposit.place(figure, kind, layer);
        }
    }

    /// Turns the pile over, and recycles it if the deck is empty.
    fn turn_pile(&self, state: &mut State) {
        for laid in state.deposit.cards() {
            state.decks.carry_out(&self.game.card_index, laid.kind);
        }
        state.show_deposit(&self.game.card_index);
        if state.decks.is_empty(self.back) {
            state.decks.recycle(&self.game.card_index);
        }
    }

    /// Plays a round in which everybody draws and places, in the actual state and in all possible ones.
    fn round(&mut self, actual: &mut State, worlds: &mut Worlds) {
        for figure in self.order() {
            if actual.decks.is_empty(self.back) {
                continue;
            }
            let kind = self.any(&self.top(actual));
            self.draw(actual, figure, kind);
            worlds.each(|state, keep| {
                for (kind, count) in distinct(&self.top(state)) {
                    let mut after = *state;
                    self.draw(&mut after, figure, kind);
                    keep(after, count as f64);
                }
            });
        }
        let ownerless = |state: &State| state.deposit.cards().first().map(|laid| laid.kind);
        worlds.0.retain(|state, _| ownerless(state) == ownerless(actual));
        for figure in self.order() {
            let hand = actual.hands[figure.index()].cards().iter().collect::<Vec<_>>();
            // The hand has room for the next card.
            if hand.len() < 2 || (hand.len() < 4 && self.rng.random_bool(0.2)) {
                continue;
            }
            let kind = self.any(&hand);
            let place = |state: &mut State| {
                let layer = state.hands[figure.index()].remove(kind);
                state.deposit.place(figure, kind, layer);
            };
            place(actual);
            worlds.each(|state, keep| {
                let count = distinct(&state.hands[figure.index()].cards().iter().collect::<Vec<_>>())
                    .get(&kind)
                    .copied();
                if let Some(count) = count {
                    let mut after = *state;
                    place(&mut after);
                    keep(after, count as f64);
                }
            });
        }
        self.turn_pile(actual);
        worlds.each(|state, keep| {
            let mut after = *state;
            self.turn_pile(&mut after);
            keep(after, 1.0);
        });
    }

    fn deal_of(&self, state: &State) -> Deal {
        let mut deal = Deal { left: self.top(state), ..Deal::default() };
        for (hand, held) in deal.hands.iter_mut().zip(&state.hands) {
            hand.extend(held.cards().iter());
        }
        deal
    }

    /// Merges layers until nothing is open, and returns how often. A view keeps the upper layer as a set, so the
    /// layer has no more cards of a kind than exist.
    fn check_pooling(&self, state: &State) -> usize {
        let (card_index, back) = (&self.game.card_index, self.back);
        let (mut less, mut times) = (*state, 0);
        while !less.memory.cases().is_empty() {
            less.pool(card_index, back);
            assert!(less.settle(card_index, back));
            times += 1;
            let top = less.decks.number(back);
            let hands = less.hands.iter().flat_map(|hand| hand.of(back));
            let shown = less.memory.cases().iter().map(|case| (case.kind, case.from));
            let outside = hands.chain(shown).filter(|(_, layer)| *layer == top).map(|(kind, _)| kind);
            for (kind, count) in distinct(&outside.chain(self.top(&less)).collect::<Vec<_>>()) {
                assert!(count <= card_index.copies(kind).count_ones() as usize, "{:?}", state.memory.cases());
            }
        }
        times
    }
}

// GO-15
#[test]
fn what_is_remembered_leaves_exactly_the_deals_that_can_be() {
    let (mut weighed, mut after_full, mut with_cases, mut pooled) = (0, 0, 0, 0);
    for seed in 0..170 {
        let mut table = Table::new(seed);
        let mut actual = table.start();
        let mut worlds = Worlds(HashMap::from([(actual, 1.0)]));
        let mut is_full = false;
        for _ in 0..20 {
            // Three cards may be shown, and then some are dropped if there are too many.
            is_full |= actual.memory.cases().len() > CASES_A_DECK - 3;
            table.round(&mut actual, &mut worlds);
            let nobody = Seat::new(PLAYERS).expect("a fourth seat");
            let view = table.game.view_of(&actual, nobody);
            for state in worlds.0.keys() {
                assert_eq!(table.game.view_of(state, nobody), view, "{:?}", state.memory);
            }
            let expected = normalized(worlds.0.iter().map(|(state, weight)| (table.deal_of(state), *weight)));
            let deals = table.deals(&actual);
            let are_right =
                if is_full { deals.keys().eq(expected.keys()) } else { are_near(&deals, &expected) };
            assert!(are_right, "{deals:#?}\n{expected:#?}\n{:?}", actual.memory.cases());
            pooled += table.check_pooling(&actual);
            weighed += usize::from(!is_full);
            after_full += usize::from(is_full);
            with_cases += usize::from(!actual.memory.cases().is_empty());
            if worlds.0.len() > 250 || actual.memory.cases().len() > CASES_A_DECK - 1 {
                break;
            }
        }
    }
    assert!(
        weighed > 1_400 && after_full > 300 && with_cases > 900 && pooled > 1_000,
        "{weighed}, {after_full} when full, {with_cases} with cases, {pooled} times one layer of two"
    );
}

/// A course of draws and shown cards, in physical cards, where nothing is forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Course {
    hands: [Vec<(Kind, u8)>; FIGURES],
    left: Vec<Kind>,
    /// The layer of each card that was shown.
    way: Vec<u8>,
}

/// A state in which everything shown is an open case, and all possible courses.
struct Unsettled {
    state: State,
    courses: Weights<Course>,
    /// For each case, the number of cards that its seat had drawn from each layer before it.
    drawn_before: Vec<BTreeMap<u8, u8>>,
    drawn: [BTreeMap<u8, u8>; FIGURES],
}

impl Unsettled {
    fn each(&mut self, next: impl Fn(&Course, &mut dyn FnMut(Course, f64))) {
        let mut courses = Vec::new();
        for (course, weight) in &self.courses {
            next(course, &mut |after, ways| courses.push((after, weight * ways)));
        }
        self.courses = normalized(courses);
    }

    /// Draws from the upper layer. If that was its last card, the next layer, made of `next`, comes to the top.
    fn draw(&mut self, table: &mut Table, by: Seat, next: &[Kind]) {
        let kind = table.any(&table.top(&self.state));
        let layer = self.state.decks.draw(&table.game.card_index, kind);
        self.state.hands[by.index()].add(kind, layer);
        self.state.memory.draw(by, table.back);
        *self.drawn[by.index()].entry(layer).or_insert(0) += 1;
        self.each(|course, keep| {
            for (kind, count) in distinct(&course.left) {
                let mut after = course.clone();
                after.left.remove(after.left.iter().position(|left| *left == kind).expect("one of them"));
                after.hands[by.index()].push((kind, layer));
                after.hands[by.index()].sort_unstable();
                if after.left.is_empty() {
                    after.left = next.to_vec();
                }
                keep(after, count as f64);
            }
        });
        if self.state.decks.is_empty(table.back) {
            self.state.decks.put_under(&table.game.card_index, table.back, next);
        }
    }

    fn show(&mut self, by: Seat, kind: Kind) {
        let from = self.state.hands[by.index()].remove(kind);
        self.state.memory.add(Case { by, kind, from, later: 0 });
        self.drawn_before.push(self.drawn[by.index()].clone());
        self.each(|course, keep| {
            for (at, (held, layer)) in course.hands[by.index()].iter().enumerate() {
                if *held == kind {
                    let mut after = course.clone();
                    after.hands[by.index()].remove(at);
                    after.way.push(*layer);
                    keep(after, 1.0);
                }
            }
        });
    }

    /// A random course of up to four layers.
    fn new(table: &mut Table) -> Self {
        let mut state = table.start();
        let deck = table.game.card_index.deck(table.back).to_vec();
        let layers: Vec<Vec<Kind>> = (0..LAYERS)
            .map(|_| {
                let mut layer = deck.clone();
                let count = table.rng.random_range(1..=4);
                while layer.len() > count {
                    layer.remove(table.rng.random_range(0..layer.len() as u32) as usize);
                }
                layer
            })
            .collect();
        state.decks.tops[table.back.index()] = table.game.card_index.layer(layers[0].iter().copied());
        let course = Course { left: layers[0].clone(), ..Course::default() };
        let courses = Weights::from([(course, 1.0)]);
        let mut course = Self { state, courses, drawn_before: Vec::new(), drawn: Default::default() };
        for _ in 0..table.rng.random_range(4..20) {
            let by = Seat::new(table.rng.random_range(0..PLAYERS)).expect("a seat");
            let hand = course.state.hands[by.index()].cards().iter().collect::<Vec<_>>();
            let number = usize::from(course.state.decks.number(table.back));
            if hand.len() < 4 && number + 1 < LAYERS && table.rng.random_bool(0.7) {
                course.draw(table, by, &layers[number + 1]);
            } else if !hand.is_empty() && course.state.memory.cases().len() < 6 {
                course.show(by, table.any(&hand));
            }
        }
        course
    }
}

impl Table {
    /// Checks that the ways are exactly the layers of all possible courses, with their weights.
    fn check_ways(&self, course: &Unsettled) {
        let layer_ways = LayerWays::of(&course.state, &self.game.card_index, self.back);
        let cases = layer_ways.cases();
        let mut ways = Vec::new();
        assert!(layer_ways.each_way(false, |way, weight| ways.push((way[..cases.len()].to_vec(), weight))));
        let expected =
            normalized(course.courses.iter().map(|(course, weight)| (course.way.clone(), *weight)));
        let ways = normalized(ways);
        assert!(are_near(&ways, &expected), "{ways:?}\n{expected:?}\n{cases:?}");
        let mut sorted = Vec::new();
        assert!(layer_ways.each_way(true, |way, _| sorted.push(way[..cases.len()].to_vec())));
        let ascends = |way: &&Vec<u8>| {
            (0..cases.len()).all(|one| {
                let equal = |other: &usize| {
                    cases[*other].by == cases[one].by && cases[*other].kind == cases[one].kind
                };
                (one..cases.len()).filter(equal).all(|other| way[one] <= way[other])
            })
        };
        assert_eq!(sorted, expected.keys().filter(ascends).cloned().collect::<Vec<_>>(), "{cases:?}");
        assert!(layer_ways.fit());
        let expected = normalized(course.courses.iter().map(|(course, weight)| {
            let hands = course.hands.clone().map(|hand| hand.into_iter().map(|(kind, _)| kind).collect());
            (Deal { hands, left: course.left.clone() }, *weight)
        }));
        assert!(are_near(&self.deals(&course.state), &expected));
        for (case, before) in cases.iter().zip(&course.drawn_before) {
            for layer in 0..=course.state.decks.number(self.back) {
                assert_eq!(layer_ways.drawn_before(*case, layer), before.get(&layer).copied().unwrap_or(0));
            }
        }
    }
}

impl Table {
    /// Drops every case that the state does not need.
    fn check_forgetting(&self, state: &State) -> [usize; 2] {
        let (card_index, back) = (&self.game.card_index, self.back);
        let deals = self.deals(state);
        let mut less = *state;
        let cases = |state: &State| state.memory.cases().len();
        assert!(less.settle(card_index, back));
        assert!(are_near(&self.deals(&less), &deals), "{:?}", state.memory.cases());
        let settled = cases(state) - cases(&less);
        while less.drop_certain(card_index, back) {
            assert!(self.deals(&less).keys().eq(deals.keys()), "{:?}", state.memory.cases());
        }
        let certain = cases(state) - cases(&less) - settled;
        // Layers are merged until everybody can work out all of them.
        let mut merged = 0;
        while cases(&less) > 0 {
            merged += 1;
            assert!(merged < 2 * LAYERS, "{:?}", state.memory.cases());
            less.pool(card_index, back);
            let wider = self.deals(&less);
            assert!(deals.keys().all(|deal| wider.contains_key(deal)), "{:?}", state.memory.cases());
            assert!(less.settle(card_index, back));
        }
        [settled, certain]
    }
}

// GO-15
#[test]
fn the_ways_are_those_in_which_the_cards_can_have_come_and_forgetting_loses_no_deal() {
    let (mut all, mut settled, mut certain) = (0, 0, 0);
    for seed in 0..600 {
        let mut table = Table::new(seed);
        let course = Unsettled::new(&mut table);
        table.check_ways(&course);
        let forgotten = table.check_forgetting(&course.state);
        all += course.state.memory.cases().len();
        settled += forgotten[0];
        certain += forgotten[1];
    }
    // Little is kept that could be forgotten.
    assert!(settled >= 1_226 && certain >= 254, "{settled} and {certain} of {all}");
}
