//! Championships: AC-01 to AC-03.

use furlong::animal_race::{AnimalRace, Card, Happening, Phase, Setup};
use furlong::{Ending, RaceGame, Seat, Turn};

use super::kit::{
    Fox, Hare, Lamb, Play, Scene, Wolf, bet, dealt, game, list, names, race, seat, stream, with_line,
};

/// Seat 1 holds the token; the third animal arrives in this phase.
fn end_of_game(game: &AnimalRace, number: u8, totals: &[u16]) -> Play {
    let mut scene = Scene::new(game, totals.len() as u8).podium(&[Hare, Wolf]).at(Lamb, 11).first(1);
    scene.open.game = number;
    scene.open.games = 3;
    scene.open.totals = list(totals);
    race(&scene, "4 lamb")
}

#[test]
fn ac_01_points_add_up_and_the_token_passes_to_the_left_for_the_next_game() {
    let scene_totals = [0, 0, 0];
    let play = end_of_game(&game("classic"), 1, &scene_totals);
    let open = play.position().open;
    assert_eq!((open.game, open.games), (2, 3));
    // hare 5 and tortoise, wolf 3; all bet on the lamb, 2
    assert_eq!(open.totals.as_slice(), [7, 2, 5]);
    assert_eq!(open.first, seat(2), "the token passes once, to the left of its holder");
    assert_eq!(open.phase, Phase::StartingBet(Seat::FIRST));
    assert!(play.saw(|happening| *happening == Happening::GameBegins { game: 2 }));
    // AR-08: the bets of the game that is over have been revealed
    assert!(play.saw(|happening| {
        matches!(happening, Happening::GameEnds { game: 1, bets, .. } if bets[seat(0)] == bet(&[Hare], Card::Lamb))
    }));
    // everything else is as at the start
    let fresh = Play::from_start(&game("classic"), 3).position();
    assert_eq!((play.position().deck, play.tiles()), (fresh.deck, [0; 5]));
    assert_eq!(play.position().since_shuffle, fresh.since_shuffle);
}

#[test]
fn ac_01_only_the_first_game_draws_its_first_player() {
    for (name, draws) in [("course", true), ("classic", false)] {
        let mut play = end_of_game(&game(name), 2, &[9, 4]);
        assert_eq!(play.position().open.totals.as_slice(), [9 + 5 + 2, 4 + 3 + 2]);
        play.draw_all();
        while let Some(action) = play.actions().first().copied() {
            if play.position().open.phase == Phase::Placing(seat(0)) {
                break;
            }
            play.act(action);
        }
        assert!(!play.saw(|happening| matches!(happening, Happening::GoesFirst { .. })), "{name}");
        assert_eq!(play.turn(), Turn::Seat(seat(0)), "left of seat 1");
        let mut first = Play::from_start(&game(name), 2);
        first.draw_all();
        while let Some(action) = first.actions().first().copied() {
            if matches!(first.position().open.phase, Phase::Placing(_)) {
                break;
            }
            first.act(action);
            first.draw_all();
        }
        assert_eq!(first.saw(|happening| matches!(happening, Happening::GoesFirst { .. })), draws);
    }
}

#[test]
fn ac_02_the_highest_sum_wins_and_equal_sums_are_a_tie_in_every_ruleset() {
    for name in ["classic", "course"] {
        // seat 0 adds 5 + 2, seat 1 adds 3 + 2
        let play = end_of_game(&game(name), 3, &[5, 7]);
        assert_eq!((play.turn(), play.scores()), (Turn::Over, vec![12, 12]), "{name}");
        assert_eq!(play.places(), [1, 1], "{name}: the best bet of the last game does not count");
        assert_eq!(play.standings().ending, Ending::Tie);
        let play = end_of_game(&game(name), 3, &[5, 8]);
        assert_eq!((play.places(), play.standings().ending), (vec![2, 1], Ending::Won));
        assert!(play.saw(|happening| matches!(happening, Happening::Ends { .. })));
    }
    let apprentice = game("apprentice");
    let mut scene = Scene::new(&apprentice, 2).at(Hare, 9).at(Wolf, 9).at(Fox, 8);
    scene = scene.bets(0, dealt(&[Hare, Lamb])).bets(1, dealt(&[Wolf, Fox]));
    (scene.open.game, scene.open.games, scene.open.totals) = (3, 3, list(&[5, 5]));
    let mut play = race(&scene, "4 hare");
    play.act(furlong::animal_race::Action::Move(Hare));
    assert_eq!((play.scores(), play.places()), (vec![10, 10], vec![1, 1]));
    assert_eq!(play.standings().ending, Ending::Tie);
}

#[test]
fn ac_02_standings_within_a_championship_add_the_game_as_it_stands() {
    let mut scene = Scene::new(&game("classic"), 3).podium(&[Hare]).at(Fox, 3).at(Wolf, 2);
    (scene.open.game, scene.open.games, scene.open.totals) = (2, 3, list(&[8, 10, 0]));
    let play = scene.begin();
    // seat 2 has bet on the wolf, rank 3
    assert_eq!(play.scores(), [13, 10, 2]);
    // AR-08: the bets are secret, so what is shown to all are the points of the first game
    let shown = play.game.standings(&play.state);
    assert_eq!(
        shown.rows.iter().map(|row| (row.place, row.score)).collect::<Vec<_>>(),
        [(2, 8), (1, 10), (3, 0)]
    );
    assert_eq!(play.standings().ending, Ending::Racing);
}

#[test]
fn ac_03_any_ruleset_can_be_played_as_a_championship() {
    for name in names() {
        let game = game(name);
        let setup = Setup { games: 3, ..game.setup(2) };
        let state = game.start(&setup).expect("three games in a row");
        let mut play = Play { game, state, seen: Vec::new() };
        super::laws::play_at_random(&mut play, &mut stream(3), |_| {});
        let ends: Vec<Vec<u16>> = play
            .seen
            .iter()
            .filter_map(|happening| match happening {
                Happening::GameEnds { points, .. } => Some(points.as_slice().to_vec()),
                _ => None,
            })
            .collect();
        assert_eq!(ends.len(), 3, "{name}");
        let sums: Vec<i32> =
            (0..2).map(|seat| ends.iter().map(|points| i32::from(points[seat])).sum()).collect();
        assert_eq!(play.scores(), sums);
    }
    for games in [0, 100] {
        assert!(
            game("classic").start(&Setup { games, ..game("classic").setup(2) }).is_err(),
            "{games} games"
        );
    }
}

// AC-01 with AR-29's other choice: the token passes after every phase, and once more after the game.
#[test]
fn ac_01_with_tidying_the_token_passes_after_the_phase_as_well() {
    let tidy = with_line("classic", "after-last-phase = \"as-it-is\"", "after-last-phase = \"tidy-up\"");
    assert_eq!(end_of_game(&tidy, 1, &[0, 0, 0]).position().open.first, seat(0));
}
