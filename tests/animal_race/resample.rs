//! Resampling against the physical deals, counted one by one.
//!
//! The model: every physical deal of the unseen cards to the unseen places is equally likely. Cards that the
//! others held when the deck was shuffled and cards of that deck are different heaps; which of their cards the
//! others have placed is any choice that shows the kinds that were seen.

use std::collections::BTreeMap;

use furlong::animal_race::{Animal, AnimalRace, Card, Cards, Phase, Position, SecondBet, View};
use furlong::{RaceGame, Seat, Turn};
use rand::RngExt;

use super::kit::{Play, changed, game, limit_to_two_of_one_animal, seat, stream};

/// A game with few cards: hands of two, so that every deal can be counted.
fn tiny(players: u8, second_bet: SecondBet) -> AnimalRace {
    changed("classic", |rules| {
        rules.players.most = players;
        rules.second_bet = second_bet;
        rules.hand = 2;
        rules.table.placement = 2;
        rules.table.cards = 3;
        limit_to_two_of_one_animal(rules);
        rules.cards =
            furlong::animal_race::CardCounts { hare: 4, tortoise: 2, wolf: 1, howl: 1, fox: 3, lamb: 1 };
    })
}

/// A place where an unseen card can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// With this seat, in its hand or placed since.
    Seat(usize),
    /// Set aside by this seat.
    Bet(usize),
    Deck,
}

/// The ways to put physical cards into places with limited room, as sets.
fn deals(cards: &[Card], room: &mut [(Place, u8)], so_far: &mut Vec<Place>, each: &mut impl FnMut(&[Place])) {
    if so_far.len() == cards.len() {
        each(so_far);
        return;
    }
    for index in 0..room.len() {
        if room[index].1 > 0 {
            room[index].1 -= 1;
            so_far.push(room[index].0);
            deals(cards, room, so_far, each);
            so_far.pop();
            room[index].1 += 1;
        }
    }
}

fn laid_out(heap: Cards) -> Vec<Card> {
    heap.iter().flat_map(|(card, count)| std::iter::repeat_n(card, count.into())).collect()
}

fn one(card: Card) -> Cards {
    let mut heap = Cards::NONE;
    heap[card] = 1;
    heap
}

fn minus(all: Cards, some: Cards) -> Cards {
    all.checked_sub(some).expect("the cards are there")
}

fn plus(all: Cards, more: Cards) -> Cards {
    all.checked_add(more).expect("few cards")
}

/// The hidden part of a state: hands, second bets, draws since the shuffle. The starting bets are apart.
type Hidden = (Vec<[u8; 6]>, Vec<Option<Card>>, Vec<[u8; 6]>);

/// Heaps as what can be ordered.
fn key(heaps: &[Cards]) -> Vec<[u8; 6]> {
    heaps.iter().map(|heap| Card::ALL.map(|card| heap[card])).collect()
}

/// One way to deal a heap: what each seat gets in hand or has placed, what it has set aside, in how many ways.
type Deal = (Vec<Cards>, Vec<Option<Card>>, u64);

fn choose(all: u8, some: u8) -> u64 {
    if some > all {
        return 0;
    }
    (0..u64::from(some)).fold(1, |ways, taken| ways * (u64::from(all) - taken) / (taken + 1))
}

/// All that can be hidden behind a view, with the number of physical ways, starting bets aside.
#[expect(clippy::too_many_lines, reason = "nested enumerations, one for each hidden thing")]
fn count(play: &Play, view: &View) -> BTreeMap<Hidden, u64> {
    let pack = play.game.ruleset().cards.pack();
    let others: Vec<Seat> = play.game.seats(&play.state).iter().filter(|seat| *seat != view.seat).collect();
    let since = &view.since_shuffle;
    let is_first = since.deck == pack;
    let bets: Vec<bool> = play.position().bets.iter().map(|bets| bets.chosen.is_some()).collect();

    // Heap by heap: what the viewer does not know the place of, and the places.
    let drawn_heap = minus(since.deck, view.own_drawn);
    let mut held_heap = minus(pack, since.deck);
    let placed_by_all = since.placed.as_slice().iter().fold(Cards::NONE, |sum, heap| plus(sum, *heap));
    held_heap = minus(held_heap, minus(plus(view.discard, view.open.table), placed_by_all));
    let own = plus(plus(view.hand, view.bets.chosen.map_or(Cards::NONE, one)), since.placed[view.seat]);
    held_heap = minus(held_heap, minus(own, view.own_drawn));

    let mut held_room = Vec::new();
    let mut drawn_room = vec![(Place::Deck, view.deck)];
    for other in &others {
        let number = other.index();
        let bet = u8::from(bets[number]);
        let drawn = since.drawn[*other] - if is_first { bet } else { 0 };
        drawn_room.push((Place::Seat(number), drawn));
        held_room.push((Place::Seat(number), view.hands[*other] + since.placed[*other].len() - drawn));
        let room = if is_first { &mut drawn_room } else { &mut held_room };
        room.push((Place::Bet(number), bet));
    }

    let mut ways = BTreeMap::new();
    let seats = usize::from(play.game.seats(&play.state).count());
    let held_deals = deal_heap(held_heap, &mut held_room, seats);
    let drawn_deals = deal_heap(drawn_heap, &mut drawn_room, seats);
    for (held, held_bets, held_ways) in &held_deals {
        for (drawn, drawn_bets, drawn_ways) in &drawn_deals {
            // Then each seat has placed some of its physical cards, of the kinds that were seen.
            let mut choices = vec![(Vec::new(), Vec::new(), held_ways * drawn_ways)];
            for number in 0..seats {
                if number == view.seat.index() {
                    for (hands, draws, _) in &mut choices {
                        hands.push(view.hand);
                        draws.push(view.own_drawn);
                    }
                    continue;
                }
                let placed = since.placed[seat(number as u8)];
                let mut next = Vec::new();
                for from_held in sub_heaps(placed) {
                    let from_drawn = minus(placed, from_held);
                    let picks: u64 = Card::ALL
                        .into_iter()
                        .map(|card| {
                            choose(held[number][card], from_held[card])
                                * choose(drawn[number][card], from_drawn[card])
                        })
                        .product();
                    if picks == 0 {
                        continue;
                    }
                    let hand = plus(minus(held[number], from_held), minus(drawn[number], from_drawn));
                    let mut draws = drawn[number];
                    if let Some(card) = drawn_bets[number] {
                        draws[card] += 1;
                    }
                    for (hands, all_draws, ways) in &choices {
                        let (mut hands, mut all_draws): (Vec<Cards>, Vec<Cards>) =
                            (hands.clone(), all_draws.clone());
                        hands.push(hand);
                        all_draws.push(draws);
                        next.push((hands, all_draws, ways * picks));
                    }
                }
                choices = next;
            }
            for (hands, draws, number_of_ways) in choices {
                let mut bets: Vec<Option<Card>> =
                    held_bets.iter().zip(drawn_bets).map(|(held, drawn)| held.or(*drawn)).collect();
                bets[view.seat.index()] = view.bets.chosen;
                *ways.entry((key(&hands), bets, key(&draws))).or_insert(0) += number_of_ways;
            }
        }
    }
    ways
}

/// Every deal of a heap to these places.
fn deal_heap(heap: Cards, room: &mut [(Place, u8)], seats: usize) -> Vec<Deal> {
    let cards = laid_out(heap);
    let mut all: BTreeMap<_, Deal> = BTreeMap::new();
    deals(&cards, room, &mut Vec::new(), &mut |places| {
        let mut at = vec![Cards::NONE; seats];
        let mut bets = vec![None; seats];
        for (card, place) in cards.iter().zip(places) {
            match place {
                Place::Seat(number) => at[*number][*card] += 1,
                Place::Bet(number) => bets[*number] = Some(*card),
                Place::Deck => {}
            }
        }
        all.entry((key(&at), bets.clone())).or_insert((at, bets, 0)).2 += 1;
    });
    all.into_values().collect()
}

/// All heaps within a heap.
fn sub_heaps(heap: Cards) -> Vec<Cards> {
    Card::ALL.into_iter().fold(vec![Cards::NONE], |heaps, card| {
        heaps
            .into_iter()
            .flat_map(|some| {
                (0..=heap[card]).map(move |count| {
                    let mut more = some;
                    more[card] = count;
                    more
                })
            })
            .collect()
    })
}

/// The hidden part of a full state.
fn hidden(position: &Position) -> Hidden {
    let memory = position.since_shuffle.as_ref().expect("a state's memory is written");
    let bets = position.bets.iter().map(|bets| bets.chosen).collect();
    (key(position.hands.as_slice()), bets, key(memory.drawn.as_slice()))
}

/// Asserts that counts fit weights: chi-square over all outcomes, rare ones together, within five deviations.
fn assert_fits<K: Ord + std::fmt::Debug>(seen: &BTreeMap<K, u32>, weights: &BTreeMap<K, u64>, what: &str) {
    let draws: u32 = seen.values().sum();
    let all: u64 = weights.values().sum();
    for outcome in seen.keys() {
        assert!(weights.contains_key(outcome), "{what}: {outcome:?} cannot be");
    }
    let (mut chi_square, mut classes) = (0.0, 0);
    let mut rare = (0.0, 0.0);
    let mut add = |seen: f64, expected: f64| {
        chi_square += (seen - expected) * (seen - expected) / expected;
        classes += 1;
    };
    for (outcome, weight) in weights {
        let expected = f64::from(draws) * *weight as f64 / all as f64;
        let count = f64::from(seen.get(outcome).copied().unwrap_or(0));
        if expected < 5.0 {
            rare = (rare.0 + count, rare.1 + expected);
        } else {
            add(count, expected);
        }
    }
    if rare.1 >= 5.0 {
        add(rare.0, rare.1);
    }
    let freedom = f64::from(classes - 1);
    assert!(classes > 1, "{what}: nothing is hidden");
    assert!(
        chi_square < freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0,
        "{what}: chi-square {chi_square:.1} at {freedom} degrees of freedom"
    );
}

const DRAWS: u32 = 12_000;

/// Counts and compares what is imagined for a view.
fn check(play: &Play, viewer: Seat, rng: &mut furlong::Stream, what: &str) {
    let view = play.game.view(&play.state, viewer);
    let weights = count(play, &view);
    assert!(weights.contains_key(&hidden(&play.position())), "{what}: the true state is one of them");
    let mut seen = BTreeMap::new();
    for _ in 0..DRAWS {
        let state = play.game.resample(&view, rng).expect("a state has this view");
        *seen.entry(hidden(&play.game.position(&state))).or_insert(0) += 1;
    }
    assert_fits(&seen, &weights, what);
}

/// Checks the first few positions of random games that are as asked for.
fn check_positions(game: &AnimalRace, players: u8, wanted: impl Fn(&Play, &View) -> bool, most: usize) {
    let mut rng = stream(77);
    let mut checked = 0;
    for seed in 0..200 {
        let mut play = Play::from_start(game, players);
        let mut last = None;
        let viewer = seat(rng.random_range(0..players));
        let skip = rng.random_range(0..6);
        let mut found = 0;
        super::laws::play_at_random(&mut play, &mut stream(seed), |play| {
            let is_turn = matches!(play.turn(), Turn::Seat(_))
                || matches!(play.position().open.phase, Phase::Refill(_));
            if last.is_none() && is_turn && wanted(play, &play.game.view(&play.state, viewer)) {
                found += 1;
                if found > skip {
                    last = Some(play.clone());
                }
            }
        });
        if let Some(play) = last {
            check(&play, viewer, &mut rng, &format!("{players} players, game {seed}"));
            checked += 1;
            if checked == most {
                return;
            }
        }
    }
    panic!("only {checked} positions were found");
}

fn is_first_deck(play: &Play, view: &View) -> bool {
    view.since_shuffle.deck == play.game.ruleset().cards.pack()
}

fn placed_by_others(view: &View) -> u8 {
    let placed = view.since_shuffle.placed.as_slice().iter().map(|heap| heap.len());
    placed.sum::<u8>() - view.since_shuffle.placed[view.seat].len()
}

#[test]
fn ar_08_before_the_first_shuffle_every_deal_is_equally_likely() {
    for (players, second_bet) in [(2, SecondBet::FromHand), (3, SecondBet::FromHand), (3, SecondBet::None)] {
        let game = tiny(players, second_bet);
        check_positions(&game, players, is_first_deck, 2);
    }
}

#[test]
fn ar_08_after_a_shuffle_every_deal_is_equally_likely() {
    for (players, second_bet) in [(2, SecondBet::FromHand), (3, SecondBet::FromHand), (3, SecondBet::None)] {
        let game = tiny(players, second_bet);
        let wanted = |play: &Play, view: &View| !is_first_deck(play, view) && placed_by_others(view) > 0;
        check_positions(&game, players, wanted, 3);
    }
}

#[test]
fn ar_08_revealed_bets_are_not_imagined_anew() {
    let game = tiny(3, SecondBet::FromHand);
    let mut play = Play::from_start(&game, 3);
    let mut rng = stream(5);
    super::laws::play_at_random(&mut play, &mut rng, |_| {});
    let view = play.game.view(&play.state, seat(1));
    for _ in 0..50 {
        let state = game.resample(&view, &mut rng).expect("a state has this view");
        assert_eq!(game.position(&state).bets, play.position().bets);
    }
}

// AR-04: those left over leave the game unseen, so each of the others can be anybody's.
#[test]
fn ar_04_the_others_starting_bets_are_any_of_those_not_seen() {
    for (players, outcomes) in [(2, 3), (3, 12), (5, 24)] {
        let mut play = Play::from_start(&game("classic"), players);
        play.draw_all();
        let view = play.game.view(&play.state, seat(0));
        let mut rng = stream(6);
        let mut seen: BTreeMap<Vec<Vec<Animal>>, u32> = BTreeMap::new();
        for _ in 0..6_000 {
            let state = play.game.resample(&view, &mut rng).expect("a state has this view");
            let bets = play.game.position(&state).bets;
            *seen.entry(bets.iter().map(|bets| bets.dealt.into()).collect()).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), outcomes, "{players} players");
        let weights = seen.keys().map(|bets| (bets.clone(), 1)).collect();
        assert_fits(&seen, &weights, "starting bets");
    }
}
