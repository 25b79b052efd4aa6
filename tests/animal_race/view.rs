//! The knowledge of a seat: AR-08.

use furlong::animal_race::{Action, Card, Happening, Phase, Setup, View};
use furlong::{RaceGame, Seat, Turn};
use serde_json::Value;

use super::kit::{Fox, Hare, Lamb, Play, Scene, Wolf, bet, cards, game, names, race, seat, stream};

fn view(play: &Play, number: u8) -> View {
    play.game.view(&play.state, seat(number))
}

#[test]
fn ar_08_a_seat_sees_the_table_the_discard_all_sizes_and_its_own_cards() {
    let scene = Scene::new(&game("classic"), 3)
        .table("2 fox")
        .at(Wolf, 4)
        .podium(&[Lamb])
        .hand(0, "3 hare, 3 wolf")
        .bets(0, bet(&[Hare], Card::Howl))
        .deck("9 tortoise, 2 lamb");
    let mut play = scene.begin();
    let before = play.position();
    play.place("3 hare");
    let seen = view(&play, 0);
    let position = play.position();
    assert_eq!(seen.open, position.open);
    assert_eq!(seen.deck, 8);
    assert_eq!(seen.hands.as_slice(), [6, 6, 6]);
    assert_eq!((seen.hand, seen.bets), (position.hands[seat(0)], bet(&[Hare], Card::Howl)));
    assert_eq!(seen.starting_bets.as_slice(), [1, 1, 1]);
    assert_eq!(seen.revealed, None);
    // the discard is what is nowhere else
    let mut rest = play.game.ruleset().cards.pack();
    for heap in before.hands.iter().chain([&before.deck, &before.open.table]) {
        rest = rest.checked_sub(*heap).expect("all cards are in the pack");
    }
    for bets in before.bets.as_slice() {
        rest[bets.chosen.expect("a second bet")] -= 1;
    }
    assert_eq!(seen.discard, rest);
    // perfect memory: the deck at the last shuffle, the own draws, and for each seat how many it has drawn
    // and which cards it has placed
    assert_eq!(seen.since_shuffle.deck, cards("9 tortoise, 2 lamb"));
    assert_eq!(seen.own_drawn, cards("3 tortoise"));
    assert_eq!(seen.since_shuffle.drawn.as_slice(), [3, 0, 0]);
    assert_eq!(seen.since_shuffle.placed.as_slice(), [cards("3 hare"), cards(""), cards("")]);
    // seat 1 sees the same but not which
    let other = view(&play, 1);
    assert_eq!(other.since_shuffle, seen.since_shuffle);
    assert_eq!(other.own_drawn, cards(""));
}

#[test]
fn ar_08_the_memory_begins_anew_with_every_shuffle() {
    let mut play =
        Scene::new(&game("classic"), 2).table("1 fox").hand(0, "3 hare, 3 wolf").deck("1 tortoise").begin();
    let discard = view(&play, 1).discard;
    play.lay("2 hare").draw(Card::Tortoise);
    // the second card is due, and the discard has become the deck: its cards are known to all
    for number in 0..2 {
        let seen = view(&play, number);
        assert_eq!(seen.since_shuffle.deck, discard);
        assert_eq!(seen.since_shuffle.drawn.as_slice(), [0, 0]);
        assert!(seen.since_shuffle.placed.as_slice().iter().all(|heap| heap.is_empty()));
        assert!(seen.own_drawn.is_empty());
    }
    let shown: Vec<Happening> =
        play.seen.iter().filter_map(|happening| play.game.seen_by(happening, seat(1))).collect();
    assert!(shown.contains(&Happening::Reshuffles { deck: discard }));
}

#[test]
fn ar_08_the_bets_are_revealed_at_the_end_and_hands_are_not() {
    let scene =
        Scene::new(&game("classic"), 3).podium(&[Hare, Wolf]).at(Lamb, 11).bets(2, bet(&[Fox], Card::Hare));
    let play = race(&scene, "4 lamb");
    assert_eq!(play.turn(), Turn::Over);
    let revealed = view(&play, 0).revealed.expect("it is over");
    assert_eq!(revealed[seat(2)], bet(&[Fox], Card::Hare));
    // another hand of seat 1 makes no other view
    let mut other = play.position();
    let (one, two) = (other.hands[seat(1)], other.hands[seat(2)]);
    assert_ne!(one, two);
    other.hands = super::kit::list(&[other.hands[seat(0)], two, one]);
    other.since_shuffle = None;
    let mut same = play.position();
    same.since_shuffle = None;
    let seen = [same, other].map(|position| {
        let state = play.game.state(&position).expect("hands can be the other way round");
        play.game.view(&state, seat(0))
    });
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn ar_08_what_happens_to_others_is_reported_without_the_secret() {
    let secret = [
        Happening::DrawsBet { seat: seat(1), animal: Some(Hare) },
        Happening::Draws { seat: seat(1), card: Some(Card::Howl) },
        Happening::SetsAside { seat: seat(1), card: Some(Card::Howl) },
    ];
    let hidden = [
        Happening::DrawsBet { seat: seat(1), animal: None },
        Happening::Draws { seat: seat(1), card: None },
        Happening::SetsAside { seat: seat(1), card: None },
    ];
    let game = game("classic");
    for (whole, part) in secret.iter().zip(&hidden) {
        assert_eq!(game.seen_by(whole, seat(1)).as_ref(), Some(whole));
        assert_eq!(game.seen_by(whole, seat(0)).as_ref(), Some(part));
    }
}

/// Two states that differ only in what seat 0 may not know.
fn swapped(play: &Play) -> Option<Play> {
    let mut position = play.position();
    let seats = play.game.seats(&play.state).count();
    if seats < 3 || !matches!(position.open.phase, Phase::Placing(_)) {
        return None;
    }
    // seats 1 and 2 swap bets; what they chose was in the deck before the first shuffle
    let bets = position.bets;
    position.bets = super::kit::list(
        &(0..seats).map(|number| bets[seat([0, 2, 1, 3, 4][usize::from(number)])]).collect::<Vec<_>>(),
    );
    let memory = position.since_shuffle.as_mut()?;
    if memory.deck == play.game.ruleset().cards.pack() {
        let mut drawn = memory.drawn.as_slice().to_vec();
        for (own, other) in [(1, 2), (2, 1)] {
            if let (Some(old), Some(new)) = (bets[seat(own)].chosen, bets[seat(other)].chosen) {
                let heap = &mut drawn[usize::from(own)];
                heap[old] -= 1;
                heap[new] += 1;
            }
        }
        memory.drawn = super::kit::list(&drawn);
    }
    let state = play.game.state(&position).ok()?;
    Some(Play { game: play.game.clone(), state, seen: Vec::new() })
}

#[test]
fn ar_08_no_view_tells_the_others_bets() {
    let mut swaps = 0;
    for name in names() {
        let game = game(name);
        for players in game.players() {
            for seed in 0..6 {
                let mut play = Play::from_start(&game, players);
                super::laws::play_at_random(&mut play, &mut stream(seed), |play| {
                    if let Some(other) = swapped(play) {
                        swaps += u32::from(other.state != play.state);
                        assert_eq!(view(play, 0), view(&other, 0));
                    }
                });
            }
        }
    }
    assert!(swaps > 100, "{swaps} swaps");
}

#[test]
fn ar_08_a_view_reads_back_from_json() {
    for name in names() {
        let game = game(name);
        let setup = Setup { games: 2, ..game.setup(2) };
        let state = game.start(&setup).expect("they may play");
        let mut play = Play { game, state, seen: Vec::new() };
        super::laws::play_at_random(&mut play, &mut stream(8), |play| {
            for number in 0..2 {
                let seen = view(play, number);
                let json = serde_json::to_string(&seen).expect("plain data");
                assert_eq!(serde_json::from_str::<View>(&json).expect("just written"), seen);
            }
        });
    }
}

#[test]
fn ar_08_a_view_has_no_field_for_others_hands_or_bets() {
    let play = Scene::new(&game("classic"), 2).begin();
    let json = serde_json::to_value(view(&play, 0)).expect("plain data");
    let fields: Vec<&str> = json.as_object().expect("a table").keys().map(String::as_str).collect();
    let mut known = [
        "seat",
        "open",
        "starting-bets",
        "discard",
        "deck",
        "hands",
        "hand",
        "bets",
        "own-drawn",
        "since-shuffle",
    ];
    known.sort_unstable();
    let mut fields = fields;
    fields.sort_unstable();
    assert_eq!(fields, known);
    assert!(json["hands"].as_array().expect("a list").iter().all(Value::is_number), "sizes only");
    assert!(json["deck"].is_number() && json["since-shuffle"]["drawn"][0].is_number());
}

#[test]
fn ways_count_the_physical_cards_of_an_action() {
    let mut play = Scene::new(&game("classic"), 2).hand(0, "3 wolf, 2 howl, 1 fox").begin();
    let seen = view(&play, 0);
    for (written, ways) in [("2 wolf, 1 howl", 3 * 2), ("2 wolf", 3), ("3 wolf, 1 howl", 2), ("1 fox", 1)] {
        let action = Action::Place(super::kit::placement(written));
        assert!(play.actions().contains(&action));
        assert_eq!(play.game.ways(&seen, action), ways, "{written}");
    }
    // all sets of 1 to 4 wolves of five, and the fox
    let sum: u64 = play.actions().into_iter().map(|action| play.game.ways(&seen, action)).sum();
    assert_eq!(sum, 5 + 10 + 10 + 5 + 1);
    play.place("1 fox");
    assert_eq!(play.turn(), Turn::Seat(Seat::new(1).expect("a seat")));
}
