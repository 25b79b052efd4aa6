//! Standings: of games that are stopped, and of championships.

use furlong::RaceGame;
use furlong::animal_race::{Card, Happening, Setup};
use furlong::common::Ending;

use super::kit::{Fox, Hare, Lamb, Play, Scene, Tortoise, Wolf, bet, game, names, seat, stream};

#[test]
fn standings_before_the_end_rank_the_track_as_it_is() {
    // podium: fox; then hare 7, wolf and lamb 5 (they share rank 3), tortoise 0
    let scene = Scene::new(&game("classic"), 4)
        .podium(&[Fox])
        .at(Hare, 7)
        .at(Wolf, 5)
        .at(Lamb, 5)
        .bets(0, bet(&[Fox], Card::Hare))
        .bets(1, bet(&[Wolf], Card::Lamb))
        .bets(2, bet(&[Tortoise], Card::Tortoise))
        .bets(3, bet(&[Hare], Card::Tortoise));
    let play = scene.begin();
    assert_eq!(play.scores(), [8, 4, 0, 3]);
    assert_eq!(play.places(), [1, 2, 4, 3]);
    assert_eq!(play.standings().ending, Ending::Racing);
    // AR-08: not for players, who are shown that nobody has points yet
    let shown = play.game.standings(&play.state);
    assert!(shown.rows.iter().all(|row| (row.place, row.score) == (1, 0)) && shown.ending == Ending::Racing);
    assert!((0..4).all(|number| play.game.returns(&play.state)[seat(number)].parts() == 0));
    // nobody has left the start line: all animals share the first rank
    let play = Scene::new(&game("classic"), 3).begin();
    assert_eq!(play.scores(), [10, 10, 10]);
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
}
