//! The knowledge of a seat: AR-08.

use furlong::animal_race::{Action, Card, Phase, Setup, View};
use furlong::{Race, RaceGame, Seat, Turn};
use serde_json::Value;

use super::kit::{Fox, Hare, Lamb, Play, Scene, Wolf, bet, game, names, race, seat, stream};

fn view(play: &Play, number: u8) -> View {
    play.game.view(&play.state, seat(number))
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
fn ar_07_all_choose_without_knowing_the_others_choices() {
    let game = game("classic");
    let mut race = Race::new(game.clone(), &game.setup(3), 5).expect("three may play");
    race.proceed();
    assert_eq!(race.deciding().len(), 3, "all choose at the same time");
    let before = race.view(seat(1));
    // seat 2 chooses ahead of its turn; nothing is reported
    let choice = race.actions(seat(2))[0];
    race.play(seat(2), choice).expect("it may choose now");
    assert_eq!(race.view(seat(1)), before);
    let mut views = Vec::new();
    for choice in race.actions(seat(0)) {
        let mut race = race.clone();
        race.play(seat(0), choice).expect("it may choose");
        views.push(race.view(seat(1)));
    }
    assert!(views.len() > 1 && views.windows(2).all(|pair| pair[0] == pair[1]), "no view shows the choice");
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
