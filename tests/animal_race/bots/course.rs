//! The bot of the course: AB-01 to AB-04.

use std::collections::BTreeMap;

use furlong::animal_race::{Action, AnimalRace, Card, Phase};
use furlong::{Bot, BotSpec, Bots, Decision, RaceGame, Streams};

use crate::animal_race::kit::{
    Fox, Hare, Lamb, Play, Scene, Tortoise, Wolf, bet, game, placement, race, seat,
};

/// The choices of the bot of the seat to move, each with its number among a thousand.
fn choices(play: &Play, number: u8) -> BTreeMap<Action, u32> {
    let mut bot = AnimalRace::bot(&BotSpec::named("course")).expect("the game has this bot");
    let view = play.game.view(&play.state, seat(number));
    let actions = play.actions();
    let mut counts = BTreeMap::new();
    for nth in 0..1000 {
        let mut rng = Streams::new(1).bot(seat(number), nth);
        let action =
            bot.choose(&mut Decision::new(&play.game, &view, &actions, &mut rng)).expect("it can choose");
        assert!(actions.contains(&action));
        *counts.entry(action).or_insert(0) += 1;
    }
    counts
}

/// Exactly these placements, each about as often as the others.
fn assert_places(scene: &Scene, expected: &[&str]) {
    let counts = choices(&scene.begin(), 0);
    let mut placements: Vec<Action> =
        expected.iter().map(|written| Action::Place(placement(written))).collect();
    placements.sort_unstable();
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), placements);
    let fair = 1000 / expected.len() as u32;
    for (action, count) in counts {
        assert!(count.abs_diff(fair) <= 70, "{action:?} {count} times of {fair}");
    }
}

fn scene() -> Scene {
    Scene::new(&game("course"), 2).bets(0, bet(&[Hare, Fox], Card::Lamb))
}

#[test]
fn ab_01_one_card_of_an_animal_that_it_has_bet_on() {
    assert_places(&scene().hand(0, "3 hare, 3 wolf"), &["1 hare"]);
    // also of one that has finished, and before the cards of another that has finished
    assert_places(&scene().podium(&[Hare, Wolf]).hand(0, "3 hare, 3 wolf"), &["1 hare"]);
    // AB-04: each fitting animal equally likely, however many cards; the chosen bet counts too
    assert_places(&scene().hand(0, "4 hare, 1 fox, 1 lamb"), &["1 hare", "1 fox", "1 lamb"]);
}

#[test]
fn ab_02_else_as_many_cards_as_is_legal_of_one_that_has_finished() {
    let scene = scene().podium(&[Wolf, Tortoise]);
    assert_places(&scene.clone().hand(0, "5 tortoise, 1 wolf"), &["4 tortoise", "1 wolf"]);
    assert_places(&scene.clone().hand(0, "6 tortoise").table("2 tortoise"), &["2 tortoise"]);
    let full = scene.clone().hand(0, "6 tortoise").table("3 hare, 3 fox, 1 lamb");
    assert_places(&full, &["1 tortoise"]);
    // AB-04: plain wolves first
    assert_places(&scene.clone().hand(0, "3 wolf, 3 howl"), &["3 wolf, 1 howl"]);
    assert_places(&scene.hand(0, "3 wolf, 3 howl").table("2 wolf"), &["2 wolf"]);
}

#[test]
fn ab_03_else_one_card_of_the_rearmost_animal_in_its_hand() {
    let scene = scene().at(Tortoise, 3).at(Wolf, 5).hand(0, "3 tortoise, 3 wolf");
    assert_places(&scene, &["1 tortoise"]);
    assert_places(&scene.clone().at(Tortoise, 6), &["1 wolf"]);
    assert_places(&scene.clone().at(Wolf, 3), &["1 tortoise", "1 wolf"]);
    // an animal without a card in the hand does not count, be it the last
    assert_places(&scene.clone().at(Tortoise, 6).at(Hare, 0).at(Lamb, 0), &["1 wolf"]);
    // AB-04: a plain wolf before a howl
    assert_places(&scene.clone().hand(0, "2 tortoise, 1 wolf, 3 howl").at(Tortoise, 6), &["1 wolf"]);
    assert_places(&scene.hand(0, "3 tortoise, 3 howl").at(Tortoise, 6), &["1 howl"]);
}

#[test]
fn ab_04_the_second_bet_is_each_card_with_the_same_chance() {
    let mut play = Play::from_start(&game("course"), 2);
    while !matches!(play.position().open.phase, Phase::SecondBet(_)) {
        let outcome = match play.position().open.phase {
            // 4 hare, 2 howl, 1 fox for seat 0
            Phase::Deal(_) => {
                let hand = play.position().hands[seat(0)];
                let card = match hand.len() {
                    0..4 => Card::Hare,
                    4..6 => Card::Howl,
                    6 => Card::Fox,
                    _ => Card::Tortoise,
                };
                furlong::animal_race::Chance::Card(card)
            }
            _ => play.chances()[0].0,
        };
        play.resolve(outcome);
    }
    let counts = choices(&play, 0);
    for (card, of_seven) in [(Card::Hare, 4), (Card::Howl, 2), (Card::Fox, 1)] {
        let count = counts[&Action::Bet(card)];
        assert!(count.abs_diff(of_seven * 1000 / 7) <= 60, "{card} {count} times");
    }
}

#[test]
fn ab_04_the_apprentice_s_movement_is_each_animal_with_the_same_chance() {
    let play = race(&Scene::new(&game("apprentice"), 2), "3 hare, 3 fox, 1 wolf, 1 lamb");
    let counts = choices(&play, 0);
    let animals: Vec<Action> = [Hare, Wolf, Fox, Lamb].map(Action::Move).to_vec();
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), animals);
    assert!(counts.values().all(|count| count.abs_diff(250) <= 60));
}

#[test]
fn ab_04_it_plays_whole_games_of_every_ruleset() {
    for name in crate::animal_race::kit::names() {
        let game = game(name);
        for players in game.players() {
            let mut race = furlong::Race::new(game.clone(), &game.setup(players), 11).expect("they may play");
            let mut bots: Vec<_> = (0..players)
                .map(|_| AnimalRace::bot(&BotSpec::named("course")).expect("the game has this bot"))
                .collect();
            race.play_out(&mut bots, 5_000).expect("the bot's choices are legal");
        }
    }
}
