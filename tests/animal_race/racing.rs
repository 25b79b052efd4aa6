//! The racing phase: AR-06, AR-20 to AR-29.

use furlong::animal_race::{Animal, Cards, Happening, Nap, StreamEffect};
use furlong::{RaceGame, Seat, Turn};

use super::kit::{
    Fox, Hare, Lamb, Play, Scene, Tortoise, Wolf, changed, game, race, seat, table_with, with_line,
};

/// All animals on tile 1, streams far away.
fn on_tile_1() -> Scene {
    Animal::ALL.into_iter().fold(Scene::new(&game("classic"), 2), |scene, animal| scene.at(animal, 1))
}

/// The tiles that an animal of the scene moves with 0, 1, 2, 3, 4 of its cards.
fn steps(scene: &Scene, animal: Animal) -> [u8; 5] {
    let from = scene.begin().tile(animal);
    [0, 1, 2, 3, 4].map(|count| race(scene, &table_with(animal, count)).tile(animal) - from)
}

#[test]
fn ar_20_the_hare_moves_two_with_any_card() {
    // the fox is ahead, so no nap
    assert_eq!(steps(&on_tile_1().at(Fox, 2), Hare), [0, 2, 2, 2, 2]);
}

#[test]
fn ar_21_the_hare_naps_with_four_cards_when_it_leads() {
    let napped = |scene: &Scene| {
        let play = race(scene, "4 hare");
        let naps = play.saw(|happening| matches!(happening, Happening::Naps { .. }));
        assert_eq!(naps, play.tile(Hare) == scene.begin().tile(Hare), "a nap is reported");
        naps
    };
    let scene = Scene::new(&game("classic"), 2);
    assert!(napped(&scene.clone().at(Hare, 5)), "alone in first place");
    assert!(napped(&scene.clone().at(Hare, 5).at(Wolf, 5)), "tied");
    assert!(!napped(&scene.clone().at(Hare, 5).at(Wolf, 6)), "second");
    assert!(!napped(&scene), "not on the start line");
    // with three cards it runs, first or not
    let play = race(&scene.at(Hare, 5), &table_with(Hare, 3));
    assert_eq!(play.tile(Hare), 7);
}

#[test]
fn ar_21_the_place_counts_when_the_hare_would_move() {
    // The hare is the first to move, so the tortoise that will pass it does not matter.
    let play = race(&Scene::new(&game("classic"), 2).at(Hare, 3).at(Tortoise, 3), "4 hare");
    assert_eq!(play.tiles(), [3, 4, 0, 0, 0]);
}

#[test]
fn ar_22_animals_on_the_podium_do_not_count_for_the_nap() {
    let scene = |game| Scene::new(&game, 2).at(Hare, 3).at(Fox, 2).podium(&[Wolf]);
    assert_eq!(race(&scene(game("classic")), "4 hare").tile(Hare), 3);
    // the other ruling: who is on the podium is ahead
    let all_count = with_line("classic", "nap = \"leads-the-track\"", "nap = \"leads-the-race\"");
    assert_eq!(race(&scene(all_count.clone()), "4 hare").tile(Hare), 5);
    let first = Scene::new(&all_count, 2).at(Hare, 3).at(Fox, 3);
    assert_eq!(race(&first, "4 hare").tile(Hare), 3, "it naps when nobody has arrived");
    let never = changed("classic", |rules| rules.movement.nap = Nap::Never);
    assert_eq!(race(&Scene::new(&never, 2).at(Hare, 3), "4 hare").tile(Hare), 5);
}

#[test]
fn ar_23_the_tortoise_always_moves() {
    assert_eq!(steps(&on_tile_1(), Tortoise), [1, 1, 1, 1, 2]);
}

#[test]
fn ar_24_the_wolf_moves_one_less_than_its_cards_from_three_on() {
    assert_eq!(steps(&on_tile_1(), Wolf), [0, 1, 1, 2, 3]);
}

#[test]
fn ar_25_a_howl_lets_only_the_wolf_move() {
    for (table, wolf) in [
        ("3 hare, 3 fox, 1 lamb, 1 howl", 1),
        ("3 hare, 3 fox, 1 wolf, 1 howl", 1),
        ("3 hare, 2 fox, 2 wolf, 1 howl", 2),
        ("1 wolf, 3 howl", 3),
        ("3 wolf, 1 howl", 3),
        // four hares or tortoises make no difference
        ("4 hare, 1 howl", 1),
        ("4 tortoise, 1 howl", 1),
    ] {
        let play = race(&on_tile_1(), table);
        assert_eq!(play.tiles(), [1, 1, 1 + wolf, 1, 1], "{table}");
        assert!(play.saw(|happening| matches!(happening, Happening::RacingBegins { howl: true, .. })));
        assert!(!play.saw(|happening| matches!(happening, Happening::Naps { .. })), "{table}: no nap");
    }
}

#[test]
fn ar_25_a_howl_holds_with_the_wolf_on_the_podium() {
    let play = race(&on_tile_1().podium(&[Wolf]), "3 hare, 3 fox, 1 lamb, 1 howl");
    assert_eq!(play.tiles(), [1, 1, 12, 1, 1]);
}

#[test]
fn ar_26_the_fox_moves_as_many_tiles_as_cards() {
    assert_eq!(steps(&on_tile_1(), Fox), [0, 1, 2, 3, 4]);
}

#[test]
fn ar_27_the_lamb_moves_one_more_than_its_cards() {
    assert_eq!(steps(&on_tile_1(), Lamb), [0, 2, 3, 4, 5]);
}

#[test]
fn ar_27_the_lamb_stops_at_the_first_stream_that_it_reaches() {
    let scene = |streams: &[u8], tile| Scene::new(&game("classic"), 2).streams(streams).at(Lamb, tile);
    let table = "4 lamb";
    for (streams, from, to) in [
        ([3, 9], 1, 3),
        ([3, 4], 1, 3),
        // right in front of it
        ([2, 9], 1, 2),
        // it starts on a stream and leaves it normally
        ([3, 11], 3, 8),
        // and stops at the next one
        ([3, 4], 3, 4),
        // behind it
        ([1, 2], 3, 8),
        // exactly its reach
        ([6, 11], 1, 6),
        // beyond its reach
        ([7, 11], 1, 6),
        // from the start line
        ([1, 2], 0, 1),
        // before the finish line
        ([1, 11], 10, 11),
        // from the last tile across the line
        ([1, 11], 11, 12),
    ] {
        assert_eq!(race(&scene(&streams, from), table).tile(Lamb), to, "{streams:?} from {from}");
    }
}

#[test]
fn ar_27_only_a_stream_before_its_reach_is_told_to_stop_it() {
    let stopped = |stream: u8| {
        let scene = Scene::new(&game("classic"), 2).streams(&[stream, 11]).at(Lamb, 1);
        race(&scene, "4 lamb").saw(|seen| matches!(seen, Happening::Moves { stream: Some(_), .. }))
    };
    assert_eq!([5, 6, 7].map(stopped), [true, false, false], "five steps from tile 1");
}

#[test]
fn ar_27_no_card_no_step_and_no_stream_stops_another_animal() {
    let scene = Scene::new(&game("classic"), 2).streams(&[1, 2]);
    assert_eq!(race(&scene, &table_with(Lamb, 0)).tile(Lamb), 0);
    assert_eq!(race(&scene, "4 fox").tiles(), [0, 1, 0, 4, 0]);
    let dry = changed("classic", |rules| rules.movement.streams = StreamEffect::NoEffect);
    assert_eq!(race(&Scene::new(&dry, 2).streams(&[1, 2]), "4 lamb").tile(Lamb), 5);
}

// AR-06, AX-04
#[test]
fn ax_04_twelve_steps_cross_the_finish_line() {
    let mut fox = 0;
    for (table, tile) in [("4 fox", 4), ("4 fox", 8), (&*table_with(Fox, 3), 11), (&*table_with(Fox, 1), 12)]
    {
        let play = race(&Scene::new(&game("classic"), 2).at(Fox, fox), table);
        fox = play.tile(Fox);
        assert_eq!(fox, tile);
        assert_eq!(play.podium().contains(&Fox), tile == 12);
    }
}

#[test]
fn ar_06_steps_beyond_the_finish_line_are_lost() {
    let play = race(&Scene::new(&game("classic"), 2).at(Fox, 10), "4 fox");
    assert_eq!(play.tile(Fox), 12);
    assert_eq!(play.podium(), [Fox]);
    let short = changed("classic", |rules| rules.track.tiles = 3);
    let play = race(&Scene::new(&short, 2), "4 fox");
    assert_eq!((play.tile(Fox), play.podium()), (4, vec![Fox]));
}

// AX-02, AR-20 to AR-27
#[test]
fn ax_02_the_rulebook_s_racing_phase() {
    let table = "4 hare, 1 wolf, 2 lamb";
    // hare and wolf lead, the lamb is right in front of a stream
    let scene = Scene::new(&game("classic"), 3)
        .at(Hare, 4)
        .at(Wolf, 4)
        .at(Tortoise, 2)
        .at(Fox, 1)
        .at(Lamb, 2)
        .streams(&[3, 8]);
    let play = race(&scene, table);
    assert_eq!(play.tiles(), [4, 3, 5, 1, 3], "nap, 1, 1, 0, and 3 but stopped after 1");
    let moves: Vec<Animal> = play
        .seen
        .iter()
        .filter_map(|happening| match happening {
            Happening::Naps { .. } => Some(Hare),
            Happening::Moves { animal, .. } => Some(*animal),
            _ => None,
        })
        .collect();
    assert_eq!(moves, [Hare, Tortoise, Wolf, Lamb], "in this order");
    // "it moves 2 when it does not lead"
    assert_eq!(race(&scene.at(Wolf, 5), table).tiles(), [6, 3, 6, 1, 3]);
}

#[test]
fn ar_28_an_animal_that_crosses_takes_the_highest_free_rank() {
    let scene = Scene::new(&game("classic"), 2).at(Hare, 11).at(Tortoise, 11).at(Fox, 3);
    let play = race(&scene, "3 hare, 3 wolf, 2 lamb");
    assert_eq!(play.podium(), [Hare, Tortoise], "in the order of movement");
    assert!(play.saw(|happening| *happening == Happening::Arrives { animal: Hare, place: 1 }));
    assert!(play.saw(|happening| *happening == Happening::Arrives { animal: Tortoise, place: 2 }));
    let play = race(&Scene::new(&game("classic"), 2).at(Hare, 11).podium(&[Lamb]), "3 hare, 3 wolf, 2 fox");
    assert_eq!(play.podium(), [Lamb, Hare]);
}

#[test]
fn ar_29_the_table_is_discarded_and_the_token_passes_to_the_left() {
    for (players, first, placing, next) in [(3, 0, 2, 1), (3, 2, 1, 0), (5, 1, 1, 2), (2, 1, 0, 0)] {
        let hand = "6 fox";
        let scene = Scene::new(&game("classic"), players)
            .first(first)
            .placing(placing)
            .hand(placing, hand)
            .table("3 fox, 1 lamb");
        let mut play = scene.begin();
        let before = play.game.view(&play.state, Seat::FIRST).discard;
        play.place("1 fox");
        assert_eq!(
            play.position().open.first,
            seat(next),
            "left of the holder, no matter who triggered the phase"
        );
        assert_eq!(play.turn(), Turn::Seat(seat(next)), "who starts the round");
        assert_eq!(play.position().open.table, Cards::NONE);
        let discard = play.game.view(&play.state, Seat::FIRST).discard;
        assert_eq!(discard.checked_sub(before), Some(super::kit::cards("4 fox, 1 lamb")));
    }
}

fn last_phase(game: &furlong::animal_race::AnimalRace) -> Play {
    race(&Scene::new(game, 2).podium(&[Lamb, Wolf]).at(Hare, 10).first(1), "3 hare, 3 fox, 2 wolf")
}

#[test]
fn ar_29_after_the_phase_that_ends_the_game_all_stays_as_it_is() {
    let play = last_phase(&game("classic"));
    assert_eq!(play.turn(), Turn::Over);
    assert_eq!(play.position().open.table.len(), 8);
    assert_eq!(play.position().open.first, seat(1));
    let tidy = with_line("classic", "after-last-phase = \"as-it-is\"", "after-last-phase = \"tidy-up\"");
    let play = last_phase(&tidy);
    assert_eq!(play.turn(), Turn::Over);
    assert_eq!(play.position().open.table, Cards::NONE);
    assert_eq!(play.position().open.first, seat(0));
}
