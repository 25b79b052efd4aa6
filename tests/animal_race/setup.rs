//! Material and set-up: AR-01 to AR-09.

use furlong::animal_race::{
    Action, Animal, AnimalRace, Bets, Card, Chance, Phase, Ruleset, SecondBet, Setup, purpose,
};
use furlong::{ChancePoint, Race, RaceGame, Ruleset as _, Seat, SetupError, Turn};

use super::kit::{
    Fox, Hare, Lamb, Play, Scene, Tortoise, Wolf, cards, changed, game, names, rules, seat, with_line,
};

#[test]
fn ar_01_hare_tortoise_wolf_fox_and_lamb_run() {
    assert_eq!(Animal::ALL, [Hare, Tortoise, Wolf, Fox, Lamb]);
    let play = Play::from_start(&game("classic"), 3);
    let mut runners = Vec::new();
    play.game.runners(&play.state, &mut runners);
    assert_eq!(runners.len(), 5);
    assert!(runners.iter().all(|runner| runner.owner.is_none() && runner.coordinate == 0));
}

#[test]
fn ar_02_the_pack_has_81_cards() {
    for name in ["classic", "course"] {
        let pack = rules(name).cards.pack();
        assert_eq!(pack, cards("18 hare, 17 tortoise, 13 wolf, 3 howl, 15 fox, 15 lamb"));
        assert_eq!(pack.len(), 81);
        assert_eq!(pack.of(Wolf), 16);
        assert_eq!(Play::from_start(&game(name), 2).position().deck, pack);
    }
}

#[test]
fn ar_03_two_to_five_play_and_the_course_is_for_two() {
    for (name, allowed) in [("classic", 2..=5), ("apprentice", 2..=5), ("course", 2..=2)] {
        let game = game(name);
        for players in 0..=9 {
            assert_eq!(
                game.start(&game.setup(players)).is_ok(),
                allowed.contains(&players),
                "{name} {players}"
            );
        }
    }
    let too_many = game("classic").start(&game("classic").setup(6));
    assert_eq!(too_many, Err(SetupError::Players { asked: 6, least: 2, most: 5 }));
}

#[test]
fn ar_03_left_of_a_seat_is_the_next_number() {
    let mut play = Scene::new(&game("classic"), 3).placing(1).begin();
    for expected in [2, 0, 1] {
        let action = play.actions()[0];
        play.act(action).draw_all();
        assert_eq!(play.turn(), Turn::Seat(seat(expected)));
    }
}

#[test]
fn ar_04_starting_bets_are_different_animals_dealt_seat_by_seat() {
    for (players, each) in [(2, 2), (3, 1), (4, 1), (5, 1)] {
        let mut play = Play::from_start(&game("classic"), players);
        let mut dealt = Vec::new();
        for number in 0..players {
            for _ in 0..each {
                let owner = ChancePoint { owner: Some(seat(number)), purpose: purpose::STARTING_BET };
                assert_eq!(play.turn(), Turn::Chance(owner));
                // every animal that is left is equally likely
                let left: Vec<(Chance, u32)> = Animal::ALL
                    .into_iter()
                    .filter(|animal| !dealt.contains(animal))
                    .map(|animal| (Chance::StartingBet(animal), 1))
                    .collect();
                assert_eq!(play.chances(), left);
                let Chance::StartingBet(animal) = left[left.len() / 2].0 else { unreachable!() };
                dealt.push(animal);
                play.resolve(Chance::StartingBet(animal));
            }
        }
        assert_eq!(play.position().open.phase, Phase::Stream);
        let again = play.game.resolve(&mut play.state, Chance::StartingBet(Hare), &mut ());
        assert!(again.is_err(), "all starting bets are dealt");
    }
}

#[test]
fn ar_04_other_numbers_of_starting_bets() {
    let game = with_line("classic", "3 = 1\n", "3 = 0\n");
    let play = Play::from_start(&game, 3);
    assert_eq!(play.position().open.phase, Phase::Stream);
    let mut rules = rules("classic");
    rules.starting_bets.three = 2;
    assert!(AnimalRace::new(rules).is_err(), "six starting bets of five cards");
}

fn laid_out(name: &str, players: u8) -> Play {
    let mut play = Play::from_start(&game(name), players);
    while matches!(play.position().open.phase, Phase::StartingBet(_)) {
        let (outcome, _) = play.chances()[0];
        play.resolve(outcome);
    }
    play
}

#[test]
fn ar_05_each_placement_of_two_streams_is_equally_likely() {
    let play = laid_out("classic", 3);
    let mut ways = std::collections::BTreeMap::new();
    for (first, weight) in play.chances() {
        assert_eq!(weight, 1);
        let mut then = play.clone();
        then.resolve(first);
        assert_eq!(then.turn(), Turn::Chance(ChancePoint { owner: None, purpose: purpose::STREAM }));
        for (second, weight) in then.chances() {
            assert_eq!(weight, 1);
            let mut laid = then.clone();
            laid.resolve(second);
            *ways.entry(Vec::<u8>::from(laid.position().open.streams)).or_insert(0) += 1;
            assert_eq!(laid.position().open.phase, Phase::Deal(Seat::FIRST));
        }
    }
    assert_eq!(ways.len(), 55);
    assert!(ways.iter().all(|(tiles, count)| tiles.len() == 2 && *count == 2));
    assert!(ways.keys().flatten().all(|tile| (1..=11).contains(tile)));
}

#[test]
fn ar_05_a_stream_lies_on_a_tile_without_one() {
    let mut play = laid_out("classic", 2);
    play.resolve(Chance::Stream(4));
    for tile in [0, 4, 12, 255] {
        let refused = play.game.resolve(&mut play.state, Chance::Stream(tile), &mut ());
        assert!(refused.is_err(), "tile {tile}");
    }
}

#[test]
fn ar_05_no_streams_when_the_ruleset_has_none() {
    let game = with_line("classic", "streams = 2\n", "streams = 0\n");
    let mut play = Play::from_start(&game, 5);
    for _ in 0..5 {
        let (outcome, _) = play.chances()[0];
        play.resolve(outcome);
    }
    assert_eq!(play.position().open.phase, Phase::Deal(Seat::FIRST));
}

// AR-06 is held by racing.rs, where animals cross the finish line.

#[test]
fn ar_07_seven_cards_each_and_one_set_aside() {
    let mut play = laid_out("classic", 3);
    play.resolve(Chance::Stream(1)).resolve(Chance::Stream(2));
    for number in 0..3 {
        for drawn in 0..7 {
            let owner = ChancePoint { owner: Some(seat(number)), purpose: purpose::DEAL };
            assert_eq!(play.turn(), Turn::Chance(owner), "card {drawn} of seat {number}");
            let total: u32 = play.chances().iter().map(|(_, weight)| weight).sum();
            assert_eq!(total, 81 - u32::from(number) * 7 - drawn, "one way for each card of the deck");
            let card = if number == 0 { Card::Howl } else { Card::Fox };
            let card = if play.position().deck[card] > 0 && drawn < 2 { card } else { Card::Hare };
            let card = if play.position().deck[card] > 0 { card } else { Card::Tortoise };
            play.draw(card);
        }
    }
    assert_eq!(play.turn(), Turn::Seat(Seat::FIRST));
    // each kind in the hand can be bet on, a howl too, and no other
    assert_eq!(play.actions(), [Action::Bet(Card::Hare), Action::Bet(Card::Howl)]);
    assert!(play.game.play(&mut play.state, Action::Bet(Card::Lamb), &mut ()).is_err());
    play.act(Action::Bet(Card::Howl)).act(Action::Bet(Card::Fox)).act(Action::Bet(Card::Fox));
    let position = play.position();
    assert_eq!(position.bets[seat(0)].chosen, Some(Card::Howl));
    assert!(position.bets[seat(0)].animals().any(|animal| animal == Wolf), "a howl is a bet on the wolf");
    assert!(position.hands.iter().all(|hand| hand.len() == 6));
    // the card is out of play: one howl is left for the seat, and one of the three is bet
    assert_eq!(position.hands[seat(0)][Card::Howl], 1);
    assert_eq!(position.deck[Card::Howl], 1);
}

#[test]
fn ar_07_a_second_bet_may_be_on_the_animal_of_a_starting_bet() {
    let scene = Scene::new(&game("classic"), 2).bets(0, super::kit::bet(&[Hare, Fox], Card::Hare));
    let animals: Vec<Animal> = scene.position().bets[Seat::FIRST].animals().collect();
    assert_eq!(animals, [Hare, Fox, Hare]);
    scene.state();
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

#[test]
fn ar_07_without_second_bets_the_hand_is_dealt_as_it_is_refilled() {
    let game = changed("classic", |rules| rules.second_bet = SecondBet::None);
    let mut play = Play::from_start(&game, 3);
    play.draw_all();
    assert_eq!(play.position().open.phase, Phase::Placing(Seat::FIRST));
    assert!(play.position().hands.iter().all(|hand| hand.len() == 6));
    assert!(play.position().bets.iter().all(|bets| bets.chosen.is_none()));
}

fn phases_of_set_up(game: &AnimalRace, setup: Setup) -> (Vec<&'static str>, Seat) {
    let mut play =
        Play { game: game.clone(), state: game.start(&setup).expect("it can start"), seen: Vec::new() };
    let mut purposes: Vec<&'static str> = Vec::new();
    loop {
        let purpose = match play.turn() {
            Turn::Chance(point) => point.purpose.name(),
            Turn::Seat(_) if matches!(play.position().open.phase, Phase::SecondBet(_)) => "second bet",
            _ => return (purposes, play.position().open.first),
        };
        if purposes.last() != Some(&purpose) {
            purposes.push(purpose);
        }
        match play.chances().last() {
            Some((outcome, _)) => play.resolve(*outcome),
            None => play.act(play.actions()[0]),
        };
    }
}

#[test]
fn ar_09_the_first_player_is_given_or_drawn_and_chance_comes_in_order() {
    let given = ["starting bet", "stream", "deal", "second bet"];
    let classic = game("classic");
    assert_eq!(phases_of_set_up(&classic, classic.setup(3)), (given.to_vec(), Seat::FIRST));
    let named = Setup { first: Some(seat(2)), ..classic.setup(3) };
    assert_eq!(phases_of_set_up(&classic, named), (given.to_vec(), seat(2)));

    // AR-34
    let course = game("course");
    let drawn = ["starting bet", "stream", "deal", "second bet", "first player"];
    assert_eq!(phases_of_set_up(&course, course.setup(2)), (drawn.to_vec(), seat(1)));
    let named = Setup { first: Some(seat(0)), ..course.setup(2) };
    assert_eq!(phases_of_set_up(&course, named), (given.to_vec(), seat(0)), "who is named is not drawn");

    let before = with_line("course", "\"drawn-after-bets\"", "\"drawn-before-deal\"");
    let drawn = ["starting bet", "stream", "first player", "deal", "second bet"];
    assert_eq!(phases_of_set_up(&before, before.setup(2)), (drawn.to_vec(), seat(1)));

    let apprentice = game("apprentice");
    let order = ["starting bet", "stream", "turbo token", "deal"];
    assert_eq!(phases_of_set_up(&apprentice, apprentice.setup(4)), (order.to_vec(), Seat::FIRST));
}

#[test]
fn ar_09_every_seat_is_drawn_with_the_same_chance_and_goes_first() {
    let mut play = Play::from_start(&game("course"), 2);
    play.draw_all();
    while let Some(action) = play.actions().first().copied() {
        play.act(action);
    }
    assert_eq!(play.chances(), [(Chance::FirstPlayer(seat(0)), 1), (Chance::FirstPlayer(seat(1)), 1)]);
    play.resolve(Chance::FirstPlayer(seat(1)));
    assert_eq!(play.turn(), Turn::Seat(seat(1)));
    assert_eq!(play.position().open.first, seat(1));
}

#[test]
fn ar_09_a_first_player_has_a_seat_at_the_table() {
    let game = game("classic");
    let refused = game.start(&Setup { first: Some(seat(3)), ..game.setup(3) });
    assert!(matches!(refused, Err(SetupError::Option { option: "first", .. })));
}

#[test]
fn ar_34_the_course_is_for_two_with_two_starting_bets_each_and_one_more() {
    let mut play = Play::from_start(&game("course"), 2);
    play.draw_all();
    while let Some(action) = play.actions().first().copied() {
        play.act(action);
    }
    let bets = play.position().bets;
    assert!(bets.iter().all(|Bets { dealt, chosen }| dealt.len() == 2 && chosen.is_some()));
    assert_eq!(names().collect::<Vec<_>>(), ["classic", "course", "apprentice"]);
    assert_eq!(Ruleset::GAME, "animal-race");
}
