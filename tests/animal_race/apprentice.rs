//! The variant for beginners: AA-01 to AA-09.

use std::collections::BTreeSet;

use furlong::animal_race::{
    Action, Animal, AnimalRace, Chance, Happening, MovementMode, Phase, StartLine, TrackTies, purpose,
};
use furlong::{ChancePoint, Ending, RaceGame, Turn};

use super::kit::{
    Fox, Hare, Lamb, Play, Scene, Tortoise, Wolf, cards, changed, dealt, game, race, seat, with_line,
};

#[test]
fn aa_01_thirteen_cards_of_each_animal_and_no_howl() {
    let apprentice = game("apprentice");
    let mut play = Play::from_start(&apprentice, 4);
    assert_eq!(play.position().deck, cards("13 hare, 13 tortoise, 13 wolf, 13 fox, 13 lamb"));
    play.draw_all();
    // two streams are drawn
    assert_eq!(play.position().open.streams.len(), 2);
}

#[test]
fn aa_01_streams_have_no_effect() {
    let scene = tokens_aside(Scene::new(&game("apprentice"), 3)).streams(&[1, 2]);
    let mut play = before_movement(&scene, "4 lamb");
    play.move_animal(Lamb);
    assert_eq!(play.tile(Lamb), 4);
}

#[test]
fn aa_02_turbo_tokens_lie_on_the_even_tiles_one_each_in_any_order() {
    let mut play = Play::from_start(&game("apprentice"), 2);
    while !matches!(play.position().open.phase, Phase::Turbo(_)) {
        let (outcome, _) = play.chances()[0];
        play.resolve(outcome);
    }
    let mut orders = BTreeSet::new();
    let mut open = vec![play];
    while let Some(play) = open.pop() {
        if let Phase::Turbo(_) = play.position().open.phase {
            assert_eq!(play.turn(), Turn::Chance(ChancePoint { owner: None, purpose: purpose::TURBO }));
            for (outcome, weight) in play.chances() {
                assert_eq!(weight, 1);
                let mut next = play.clone();
                next.resolve(outcome);
                open.push(next);
            }
        } else {
            let turbo = play.position().open.turbo;
            orders.insert(Animal::ALL.map(|animal| turbo[animal]));
        }
    }
    assert_eq!(orders.len(), 120, "every order");
    let sorted = |mut tiles: [u8; 5]| {
        tiles.sort_unstable();
        tiles
    };
    assert!(orders.into_iter().all(|tiles| sorted(tiles) == [2, 4, 6, 8, 10]));
}

#[test]
fn aa_02_a_token_does_not_lie_on_another_tile() {
    let mut play = Play::from_start(&game("apprentice"), 2);
    while play.position().open.phase != Phase::Turbo(Hare) {
        let (outcome, _) = play.chances()[0];
        play.resolve(outcome);
    }
    play.resolve(Chance::Turbo(4));
    for tile in [0, 1, 3, 4, 11, 12] {
        assert!(play.game.resolve(&mut play.state, Chance::Turbo(tile), &mut ()).is_err(), "tile {tile}");
    }
}

#[test]
fn aa_03_five_cards_one_starting_bet_and_no_second_one() {
    for (players, bets) in [(2, 2), (3, 1), (4, 1), (5, 1)] {
        let mut play = Play::from_start(&game("apprentice"), players);
        play.draw_all();
        let position = play.position();
        assert_eq!(position.open.phase, Phase::Placing(seat(0)), "nobody sets a card aside");
        assert!(position.hands.as_slice().iter().all(|hand| hand.len() == 5));
        assert!(position.bets.as_slice().iter().all(|all| all.dealt.len() == bets && all.chosen.is_none()));
    }
}

/// Turbo tokens on tiles where nobody ends a move in this test: far from the start.
fn tokens_aside(scene: Scene) -> Scene {
    tokens(scene, [(Lamb, 2), (Hare, 4), (Tortoise, 6), (Wolf, 8), (Fox, 10)])
}

fn tokens(mut scene: Scene, on: [(Animal, u8); 5]) -> Scene {
    for (animal, tile) in on {
        let turbo = &mut scene.open.turbo;
        *match animal {
            Hare => &mut turbo.hare,
            Tortoise => &mut turbo.tortoise,
            Wolf => &mut turbo.wolf,
            Fox => &mut turbo.fox,
            Lamb => &mut turbo.lamb,
        } = tile;
    }
    scene
}

/// A movement phase with these cards, before anybody has chosen.
fn before_movement(scene: &Scene, table: &str) -> Play {
    let play = race(scene, table);
    assert!(matches!(play.position().open.phase, Phase::Moving { .. }));
    play
}

fn choices(play: &Play) -> Vec<Animal> {
    play.actions()
        .into_iter()
        .map(|action| match action {
            Action::Move(animal) => animal,
            other => panic!("{other:?} is no movement"),
        })
        .collect()
}

#[test]
fn aa_04_turns_and_triggers_are_the_same_with_a_hand_of_five() {
    let scene = Scene::new(&game("apprentice"), 3).hand(0, "4 hare, 1 fox").table("3 wolf");
    let mut play = scene.begin();
    assert!(play.actions().contains(&Action::Place(super::kit::placement("4 hare"))));
    play.place("1 fox");
    assert_eq!(play.turn(), Turn::Seat(seat(1)));
    assert_eq!(play.position().hands[seat(0)].len(), 5);
    let play = before_movement(&Scene::new(&game("apprentice"), 3), "3 hare, 3 fox, 2 wolf");
    assert_eq!(play.position().open.table.len(), 8);
}

#[test]
fn aa_05_the_players_choose_in_turn_from_the_first_player_on() {
    let scene = tokens_aside(Scene::new(&game("apprentice"), 3)).first(2);
    let mut play = before_movement(&scene, "3 hare, 3 fox, 2 lamb");
    assert_eq!((play.turn(), choices(&play)), (Turn::Seat(seat(2)), vec![Hare, Fox, Lamb]));
    for refused in [Tortoise, Wolf] {
        assert!(play.game.play(&mut play.state, Action::Move(refused), &mut ()).is_err(), "it has no card");
    }
    play.move_animal(Fox);
    assert_eq!((play.turn(), choices(&play)), (Turn::Seat(seat(0)), vec![Hare, Lamb]));
    play.move_animal(Hare);
    // a choice of one is still a decision
    assert_eq!((play.turn(), choices(&play)), (Turn::Seat(seat(1)), vec![Lamb]));
    let mut done = play.clone();
    done.move_animal(Lamb);
    // as many tiles as cards, no powers; the tortoise stays; the lamb's token lies on tile 2
    assert_eq!(done.tiles(), [3, 0, 0, 3, 4]);
    assert_eq!(done.turn(), Turn::Seat(seat(0)), "left of the first player");
    assert!(done.position().open.table.is_empty());
}

#[test]
fn aa_05_no_nap_and_every_animal_moves_as_many_tiles_as_cards() {
    for animal in Animal::ALL {
        let scene = tokens_aside(Scene::new(&game("apprentice"), 2)).at(animal, 1).streams(&[2, 3]);
        let mut play = before_movement(&scene, &format!("4 {animal}"));
        play.move_animal(animal);
        assert_eq!(play.tile(animal), 5, "{animal}");
    }
}

#[test]
fn aa_05_a_howl_holds_where_a_ruleset_has_both() {
    let both = changed("classic", |rules| rules.movement.mode = MovementMode::ByPlayers);
    let play = before_movement(&Scene::new(&both, 2), "3 hare, 3 fox, 1 lamb, 1 howl");
    assert_eq!(choices(&play), [Wolf], "AR-25");
    let play = race(&Scene::new(&both, 2).podium(&[Wolf]), "3 hare, 3 fox, 1 lamb, 1 howl");
    assert!(matches!(play.position().open.phase, Phase::Placing(_)), "nobody can move");
    assert_eq!(play.tiles(), [0, 0, 12, 0, 0]);
}

#[test]
fn aa_06_a_move_that_ends_on_the_own_token_goes_on_for_two_tiles_once() {
    let on = [(Hare, 4), (Tortoise, 6), (Wolf, 2), (Fox, 8), (Lamb, 10)];
    let scene = tokens(Scene::new(&game("apprentice"), 2), on);
    let mut play = before_movement(&scene, "4 hare");
    play.move_animal(Hare);
    assert_eq!(play.tile(Hare), 6);
    assert_eq!(play.position().open.turbo.hare, 4, "the token stays");
    assert!(play.saw(|happening| *happening == Happening::FindsTurbo { animal: Hare }));
    // across it, or onto another's token: nothing
    let mut play = before_movement(&scene.clone().at(Hare, 2), "4 hare");
    play.move_animal(Hare);
    assert_eq!(play.tile(Hare), 6);
    // the two tiles can cross the finish line
    let mut play = before_movement(&scene.clone().at(Lamb, 6), "4 lamb");
    play.move_animal(Lamb);
    assert_eq!((play.tile(Lamb), play.podium()), (12, vec![Lamb]));
    // and other numbers of tiles
    let three = with_line("apprentice", "turbo-steps = 2", "turbo-steps = 3");
    let mut play = before_movement(&tokens(Scene::new(&three, 2), on), "4 hare");
    play.move_animal(Hare);
    assert_eq!(play.tile(Hare), 7);
}

#[test]
fn aa_06_an_animal_that_does_not_move_does_not_end_a_move() {
    // Tokens in a game where animals may stay: the hare stands on its token and has no card.
    let turbo = changed("classic", |rules| rules.track.turbo_tiles = vec![2, 4, 6, 8, 10]);
    let scene = Scene::new(&turbo, 2).at(Hare, 2);
    assert_eq!(scene.open.turbo.hare, 2);
    let play = race(&scene, "4 fox");
    assert_eq!(play.tile(Hare), 2);
}

#[test]
fn aa_07_the_first_arrival_ends_the_game_after_all_movement_of_its_phase() {
    let scene =
        tokens_aside(Scene::new(&game("apprentice"), 3)).at(Hare, 11).at(Fox, 11).at(Wolf, 9).at(Tortoise, 7);
    let mut play = before_movement(&scene, "3 hare, 3 fox, 2 lamb");
    play.move_animal(Fox);
    assert!(matches!(play.turn(), Turn::Seat(_)), "movement goes on");
    play.move_animal(Hare).move_animal(Lamb);
    assert_eq!(play.turn(), Turn::Over);
    assert_eq!(play.podium(), [Fox, Hare], "in the order of crossing");
    assert_eq!(play.tile(Lamb), 4, "it moves 2 to its token and 2 more");
}

/// The end of an apprentice race in which the hare arrives and the others stand on these tiles.
fn over(game: &AnimalRace, tiles: [(Animal, u8); 4], bets: &[&[Animal]]) -> Play {
    let mut scene = tokens_aside(Scene::new(game, bets.len() as u8)).at(Hare, 9);
    for (animal, tile) in tiles {
        scene = scene.at(animal, tile);
    }
    for (number, bets) in bets.iter().enumerate() {
        scene = scene.bets(number as u8, dealt(bets));
    }
    let mut play = before_movement(&scene, "4 hare");
    play.move_animal(Hare);
    assert_eq!(play.turn(), Turn::Over);
    play
}

const ONE_EACH: [&[Animal]; 5] = [&[Hare], &[Tortoise], &[Wolf], &[Fox], &[Lamb]];

#[test]
fn aa_07_free_places_go_to_the_animals_nearest_to_the_finish() {
    let play = over(&game("apprentice"), [(Tortoise, 3), (Wolf, 9), (Fox, 5), (Lamb, 1)], &ONE_EACH);
    assert_eq!(play.scores(), [5, 0, 3, 2, 0]);
    assert_eq!(play.places(), [1, 4, 2, 3, 4]);
    // from the start line too
    let play = over(&game("apprentice"), [(Tortoise, 0), (Wolf, 9), (Fox, 0), (Lamb, 0)], &ONE_EACH);
    assert_eq!(play.scores(), [5, 2, 3, 2, 2]);
    let not_from_start = with_line("apprentice", "start-line = \"ranks\"", "start-line = \"no-rank\"");
    let play = over(&not_from_start, [(Tortoise, 0), (Wolf, 9), (Fox, 0), (Lamb, 0)], &ONE_EACH);
    assert_eq!(play.scores(), [5, 0, 3, 0, 0]);
    assert_eq!(not_from_start.ruleset().end.start_line, StartLine::NoRank);
}

#[test]
fn aa_08_animals_on_one_tile_share_the_better_rank_and_use_up_the_others() {
    let shared_second = [(Tortoise, 4), (Wolf, 9), (Fox, 9), (Lamb, 1)];
    let play = over(&game("apprentice"), shared_second, &ONE_EACH);
    assert_eq!(play.scores(), [5, 0, 3, 3, 0], "1, 2, 2, and then no 3rd");
    // all tied on rank 3 have rank 3
    let shared_third = [(Tortoise, 4), (Wolf, 9), (Fox, 4), (Lamb, 4)];
    assert_eq!(over(&game("apprentice"), shared_third, &ONE_EACH).scores(), [5, 2, 3, 2, 2]);
    // the other ruling: the next rank follows
    let next =
        with_line("apprentice", "track-ties = \"ranks-used-up\"", "track-ties = \"next-rank-follows\"");
    assert_eq!(over(&next, shared_second, &ONE_EACH).scores(), [5, 2, 3, 3, 0], "1, 2, 2, 3, 4");
    assert_eq!(next.ruleset().end.track_ties, TrackTies::NextRankFollows);
}

#[test]
fn aa_08_players_whose_animals_share_a_rank_are_equal() {
    let play = over(&game("apprentice"), [(Tortoise, 4), (Wolf, 9), (Fox, 9), (Lamb, 1)], &ONE_EACH);
    assert_eq!(play.places(), [1, 4, 2, 2, 4]);
    assert_eq!(play.standings().ending, Ending::Won);
}

#[test]
fn aa_09_every_bet_on_a_rank_scores() {
    let two: [&[Animal]; 2] = [&[Hare, Lamb], &[Wolf, Fox]];
    let play = over(&game("apprentice"), [(Tortoise, 4), (Wolf, 9), (Fox, 9), (Lamb, 1)], &two);
    assert_eq!((play.scores(), play.places()), (vec![5, 6], vec![2, 1]));
}
