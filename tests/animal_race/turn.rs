//! Turns, where a case does not reach: AR-12, AR-15, and actions that are not asked for.

use furlong::animal_race::{
    Action, Animal, AnimalRace, Animals, Card, Cards, Happening, Phase, Placement, Reshuffle,
};
use furlong::{RaceGame, Turn};

use super::kit::{Fox, Hare, Lamb, Play, Scene, Wolf, cards, changed, game, rules, seat};

#[test]
fn an_action_of_another_kind_is_refused_by_what_is_decided_now() {
    let kind = |scene: &Scene, action: Action| {
        let state = scene.state();
        scene.game.check(&state, action).expect_err("another kind of action").to_string()
    };
    let mut scene = Scene::new(&game("apprentice"), 2);
    let place = Action::Place(Placement::plain(Fox, 1));
    assert_eq!(kind(&scene, Action::Move(Hare)), "the decision now is which cards to place");
    assert_eq!(kind(&scene, Action::Bet(Card::Hare)), "the decision now is which cards to place");
    // AR-07
    let mut second = Play::from_start(&game("classic"), 2);
    second.draw_all();
    let error = second.game.check(&second.state, place).expect_err("a placement");
    assert_eq!(error.to_string(), "the decision now is the second bet");
    // AA-05
    scene = scene.table("4 hare");
    scene.open.phase = Phase::Moving { seat: seat(0), moved: Animals::NONE };
    assert_eq!(kind(&scene, place), "the decision now is which animal moves");
}

fn reshuffles(play: &Play) -> usize {
    play.seen.iter().filter(|happening| matches!(happening, Happening::Reshuffles { .. })).count()
}

#[test]
fn ar_12_at_once_without_a_discard_means_as_soon_as_there_is_one() {
    // All cards that are nowhere else are the deck's last one: nothing is discarded yet.
    let game = changed("classic", |rules| {
        rules.reshuffle = Reshuffle::AtOnce;
        (rules.cards.hare, rules.cards.tortoise, rules.cards.wolf) = (12, 4, 2);
        (rules.cards.howl, rules.cards.fox, rules.cards.lamb) = (0, 2, 2);
        rules.players = furlong::animal_race::Players { least: 2, most: 2 };
    });
    let scene = Scene::new(&game, 2)
        .table("2 hare, 2 tortoise, 1 wolf")
        .hand(0, "5 hare, 1 tortoise")
        .hand(1, "5 hare, 1 tortoise")
        .bets(0, super::kit::bet(&[Hare, Fox], Card::Fox))
        .bets(1, super::kit::bet(&[Wolf, Lamb], Card::Lamb));
    let position = scene.position();
    assert_eq!(position.deck.len(), 3);
    let mut play = scene.begin();
    play.place("1 hare").place("1 tortoise");
    // the last card is drawn and there is no discard yet
    play.lay("1 hare").draw(Card::Lamb);
    assert_eq!(reshuffles(&play), 1, "the phase is over, and its cards become the deck");
    assert_eq!(play.position().deck, cards("4 hare, 3 tortoise, 1 wolf"));
    assert_eq!(play.position().open.table, Cards::NONE);
}

#[test]
fn ar_15_a_card_can_always_be_placed_and_always_be_drawn_with_the_smallest_pack() {
    for reshuffle in [Reshuffle::WhenNeeded, Reshuffle::AtOnce] {
        let game = changed("classic", |rules| {
            rules.reshuffle = reshuffle;
            (rules.cards.hare, rules.cards.tortoise, rules.cards.wolf) = (9, 9, 6);
            (rules.cards.howl, rules.cards.fox, rules.cards.lamb) = (3, 8, 8);
        });
        for seed in 0..20 {
            let mut play = Play::from_start(&game, 5);
            let mut rng = super::kit::stream(seed);
            super::laws::play_at_random(&mut play, &mut rng, |play| {
                if let Phase::Placing(seat) = play.position().open.phase {
                    assert!(!play.actions().is_empty(), "seat {seat} can place a card");
                    assert!(play.position().open.table.len() <= 7);
                    let table = play.position().open.table;
                    assert!(Animal::ALL.iter().all(|animal| table.of(*animal) <= 3));
                }
            });
            assert_eq!(play.turn(), Turn::Over);
        }
    }
}

#[test]
fn ar_15_numbers_that_nothing_can_be_played_with_are_refused() {
    let changes: [fn(&mut furlong::animal_race::Ruleset); 10] = [
        |rules| rules.hand = 0,
        |rules| {
            rules.hand = 16;
            rules.players.most = 2;
        },
        |rules| rules.table.placement = 0,
        |rules| rules.table.cards = 0,
        |rules| rules.table.of_one_animal = 0,
        |rules| {
            // more than the table of steps can hold
            rules.table.of_one_animal = 20;
            rules.table.cards = 40;
            rules.movement.steps = furlong::animal_race::ByAnimal::new(|_| vec![1; 21]);
        },
        |rules| rules.players.least = 1,
        |rules| rules.players.most = 6,
        |rules| rules.track.tiles = 0,
        |rules| rules.movement.steps.fox = vec![0, 1],
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut rules = rules("classic");
        change(&mut rules);
        assert!(AnimalRace::new(rules).is_err(), "change {number}");
    }
}
