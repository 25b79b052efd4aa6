//! Turns: AR-10 to AR-15.

use furlong::animal_race::{
    Action, Animal, AnimalRace, Animals, Card, Cards, Happening, Illegal, Phase, Placement, Reshuffle,
};
use furlong::{RaceGame, Turn};

use super::kit::{
    Fox, Hare, Lamb, Play, Scene, Wolf, cards, changed, game, limit_to_two_of_one_animal, placement, rules,
    seat,
};

fn refusal(scene: &Scene, placement: Placement) -> Option<Illegal> {
    let mut play = scene.begin();
    let before = play.state;
    let is_listed = play.actions().contains(&Action::Place(placement));
    let refused = play.game.play(&mut play.state, Action::Place(placement), &mut play.seen).err();
    assert_eq!(is_listed, refused.is_none(), "list and check agree");
    if refused.is_some() {
        assert_eq!(play.state, before, "a refused action changes nothing");
        assert!(play.seen.is_empty());
    }
    refused
}

#[test]
fn ar_10_one_to_four_cards_of_one_animal() {
    let scene = Scene::new(&game("classic"), 3).hand(0, "5 hare, 1 fox");
    let mut play = scene.begin();
    let hares = (1..=4).map(|count| Action::Place(Placement::plain(Hare, count)));
    let expected: Vec<Action> = hares.chain([Action::Place(Placement::plain(Fox, 1))]).collect();
    assert_eq!(play.actions(), expected);
    assert_eq!(refusal(&scene, Placement::plain(Hare, 0)), Some(Illegal::Nothing), "no passing");
    assert_eq!(refusal(&scene, Placement::plain(Hare, 5)), Some(Illegal::TooMany { placed: 5, most: 4 }));
    assert_eq!(
        refusal(&scene, Placement::plain(Fox, 2)),
        Some(Illegal::TooFewInHand { card: Card::Fox, placed: 2, held: 1 })
    );
    play.lay("2 hare");
    assert_eq!(play.position().open.table, cards("2 hare"));
}

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

#[test]
fn ar_10_a_placement_says_how_many_wolves_howl() {
    let scene = Scene::new(&game("classic"), 2).hand(0, "2 wolf, 2 howl, 2 lamb");
    let wolves: Vec<(u8, u8)> = scene
        .begin()
        .actions()
        .iter()
        .filter_map(|action| match action {
            Action::Place(Placement { animal: Wolf, plain, howls }) => Some((*plain, *howls)),
            _ => None,
        })
        .collect();
    assert_eq!(wolves, [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]);
    let with_howl = Placement { animal: Lamb, plain: 1, howls: 1 };
    assert_eq!(refusal(&scene, with_howl), Some(Illegal::NoHowls(Lamb)));
    assert_eq!(
        refusal(&scene, Placement { animal: Wolf, plain: 0, howls: 3 }),
        Some(Illegal::TooFewInHand { card: Card::Howl, placed: 3, held: 2 })
    );
}

#[test]
fn ar_10_another_number_at_once() {
    let game = super::kit::with_line("classic", "placement = 4", "placement = 2");
    let scene = Scene::new(&game, 2).hand(0, "6 hare");
    assert_eq!(scene.begin().actions(), [1, 2].map(|count| Action::Place(Placement::plain(Hare, count))));
}

#[test]
fn ar_11_at_most_eight_cards_and_four_of_one_animal() {
    let scene =
        Scene::new(&game("classic"), 3).table("3 hare, 3 tortoise, 1 fox").hand(0, "2 hare, 2 wolf, 2 fox");
    assert_eq!(refusal(&scene, placement("2 wolf")), Some(Illegal::TableFull { cards: 9, most: 8 }));
    assert_eq!(refusal(&scene, placement("1 wolf")), None);
    let scene = Scene::new(&game("classic"), 3).table("3 hare").hand(0, "2 hare, 2 wolf, 2 howl");
    assert_eq!(
        refusal(&scene, placement("2 hare")),
        Some(Illegal::TooManyOfOne { animal: Hare, cards: 5, most: 4 })
    );
    // howl cards are wolf cards
    let scene = scene.table("1 wolf, 1 howl");
    assert_eq!(
        refusal(&scene, Placement { animal: Wolf, plain: 2, howls: 1 }),
        Some(Illegal::TooManyOfOne { animal: Wolf, cards: 5, most: 4 })
    );
    assert_eq!(refusal(&scene, placement("1 wolf, 1 howl")), None);
}

#[test]
fn ar_12_the_hand_is_refilled_to_six_card_by_card() {
    let scene = Scene::new(&game("classic"), 3).hand(0, "3 hare, 3 fox");
    let mut play = scene.begin();
    play.lay("3 hare");
    for left in [3, 2, 1] {
        let Turn::Chance(point) = play.turn() else { panic!("a card is to be drawn") };
        assert_eq!((point.owner, point.purpose.name()), (Some(seat(0)), "refill"));
        assert_eq!(play.position().hands[seat(0)].len(), 6 - left);
        let deck = play.position().deck;
        let weights: Vec<(Card, u32)> = deck.iter().map(|(card, count)| (card, count.into())).collect();
        let chances = play.chances();
        assert_eq!(chances.len(), weights.len());
        assert!(
            weights.iter().all(|(card, count)| {
                chances.contains(&(furlong::animal_race::Chance::Card(*card), *count))
            })
        );
        play.draw(Card::Lamb);
    }
    assert_eq!(play.position().hands[seat(0)], cards("3 fox, 3 lamb"));
    assert_eq!(play.turn(), Turn::Seat(seat(1)));
}

/// Three players; the deck has `deck`, one fox and one hare lie on the table, the rest is discarded.
fn thin_deck(reshuffle: Reshuffle, deck: &str) -> Scene {
    let game = changed("classic", |rules| rules.reshuffle = reshuffle);
    Scene::new(&game, 3).table("1 fox, 1 hare").hand(0, "3 hare, 3 lamb").deck(deck)
}

fn reshuffles(play: &Play) -> usize {
    play.seen.iter().filter(|happening| matches!(happening, Happening::Reshuffles { .. })).count()
}

#[test]
fn ar_12_a_deck_that_runs_out_is_replaced_in_the_middle_of_a_refill() {
    let mut play = thin_deck(Reshuffle::WhenNeeded, "2 wolf").begin();
    let discard = play.game.view(&play.state, seat(0)).discard;
    assert!(!discard.is_empty());
    play.lay("3 hare").draw(Card::Wolf);
    assert_eq!(reshuffles(&play), 0);
    play.draw(Card::Wolf);
    // the third card is due: the discard is the deck now, and what lies on the table is not in it
    assert_eq!(reshuffles(&play), 1);
    assert_eq!(play.position().deck, discard);
    assert_eq!(play.position().open.table, cards("1 fox, 4 hare"));
    assert!(play.game.view(&play.state, seat(1)).discard.is_empty());
    let card = discard.iter().next().expect("a discard").0;
    play.draw(card);
    assert!(play.saw(|happening| matches!(happening, Happening::RacingBegins { .. })));
}

#[test]
fn ar_12_a_deck_that_runs_out_with_the_last_card_stays_empty_until_one_is_needed() {
    let mut play = thin_deck(Reshuffle::WhenNeeded, "1 wolf").begin();
    play.lay("1 lamb").draw(Card::Wolf);
    assert_eq!(play.turn(), Turn::Seat(seat(1)));
    assert_eq!((play.position().deck, reshuffles(&play)), (Cards::NONE, 0));
    let action = play.actions()[0];
    play.act(action);
    assert_eq!(reshuffles(&play), 1);
    assert!(!play.position().deck.is_empty());
}

#[test]
fn ar_12_at_once_an_empty_deck_is_replaced_before_a_card_is_needed() {
    let mut play = thin_deck(Reshuffle::AtOnce, "1 wolf").begin();
    let discard = play.game.view(&play.state, seat(0)).discard;
    play.lay("1 lamb").draw(Card::Wolf);
    assert_eq!(play.turn(), Turn::Seat(seat(1)));
    assert_eq!((play.position().deck, reshuffles(&play)), (discard, 1));
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
fn ar_13_eight_cards_or_four_of_one_animal_trigger_after_the_refill() {
    for (table, last, triggers) in [
        ("3 hare", "1 hare", true),
        ("3 hare, 3 tortoise, 1 fox", "1 lamb", true),
        ("3 hare, 3 tortoise", "1 lamb", false),
        ("2 hare", "1 hare", false),
        ("1 wolf, 2 howl", "1 wolf", true),
        ("3 hare, 3 tortoise, 1 wolf", "1 hare", true),
    ] {
        let scene = Scene::new(&game("classic"), 4).table(table).hand(0, "2 hare, 2 wolf, 2 lamb");
        let mut play = scene.begin();
        play.lay(last);
        let is_race = |happening: &Happening| matches!(happening, Happening::RacingBegins { .. });
        assert!(!play.saw(is_race), "{table} and {last}: not before the refill");
        play.draw_all();
        assert_eq!(play.saw(is_race), triggers, "{table} and {last}");
        assert_eq!(play.position().open.table.is_empty(), triggers);
        assert_eq!(play.turn(), Turn::Seat(seat(1)));
    }
}

#[test]
fn ar_13_other_limits_of_the_table() {
    let game = changed("classic", |rules| {
        rules.table.cards = 3;
        limit_to_two_of_one_animal(rules);
    });
    let scene = Scene::new(&game, 2).hand(0, "3 hare, 3 lamb");
    assert_eq!(
        refusal(&scene, placement("3 hare")),
        Some(Illegal::TooManyOfOne { animal: Hare, cards: 3, most: 2 })
    );
    let mut play = scene.begin();
    play.place("2 hare");
    assert_eq!(play.tile(Hare), 2, "two hares are enough");
    let mut play = scene.table("1 fox, 1 wolf").begin();
    play.place("1 lamb");
    assert_eq!((play.tile(Fox), play.tile(Lamb)), (1, 2), "three cards are enough");
}

// AX-01, AR-13
#[test]
fn ax_01_a_player_may_have_several_turns_and_gets_no_third_one() {
    let scene = Scene::new(&game("classic"), 3)
        .hand(0, "1 hare, 2 tortoise, 3 fox")
        .hand(1, "3 lamb, 3 tortoise")
        .hand(2, "3 wolf, 3 lamb");
    let mut play = scene.begin();
    play.place("1 hare").place("1 lamb").place("1 wolf");
    assert_eq!(play.turn(), Turn::Seat(seat(0)));
    play.place("2 tortoise");
    assert_eq!(play.turn(), Turn::Seat(seat(1)));
    play.place("2 tortoise");
    assert!(play.saw(|happening| matches!(happening, Happening::RacingBegins { .. })));
    // AR-29: the token has gone to the left of seat 0
    assert_eq!(play.turn(), Turn::Seat(seat(1)));
    assert_eq!(play.tiles(), [2, 2, 1, 0, 2]);
}

#[test]
fn ar_14_cards_of_an_animal_on_the_podium_may_be_played_and_count() {
    let scene =
        Scene::new(&game("classic"), 2).podium(&[Hare]).table("3 hare").hand(0, "3 hare, 3 fox").at(Wolf, 1);
    assert_eq!(refusal(&scene, placement("1 hare")), None);
    let mut play = scene.begin();
    play.place("1 hare");
    assert_eq!(play.podium(), [Hare]);
    assert_eq!(play.tiles(), [12, 1, 1, 0, 0], "they trigger the phase, and the hare does not move any more");
}

#[test]
fn ar_15_a_ruleset_whose_cards_can_run_out_is_refused() {
    let mut rules = rules("classic");
    // five hands of six, five second bets, eight cards on the table: 43 are just enough
    (rules.cards.hare, rules.cards.tortoise, rules.cards.wolf) = (9, 9, 9);
    (rules.cards.howl, rules.cards.fox, rules.cards.lamb) = (0, 8, 8);
    assert!(AnimalRace::new(rules.clone()).is_ok());
    rules.cards.lamb = 7;
    let faults = AnimalRace::new(rules.clone()).expect_err("42 cards are too few");
    assert_eq!(faults.0[0].field, "cards");
    rules.players.most = 4;
    assert!(AnimalRace::new(rules).is_ok(), "for four they are enough");
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
