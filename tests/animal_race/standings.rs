//! The end and the score: AR-30 to AR-33, and standings of games that are stopped.

use furlong::animal_race::{AnimalRace, Bets, Card, Happening, RaceEnds, TieBreak};
use furlong::{Ending, RaceGame, Turn};

use super::kit::{Fox, Hare, Lamb, Play, Scene, Tortoise, Wolf, bet, changed, game, race, seat, with_line};

#[test]
fn ar_30_the_third_arrival_ends_the_game_at_once() {
    let scene = |game: &AnimalRace| {
        Scene::new(game, 2).at(Hare, 11).at(Tortoise, 11).at(Wolf, 11).at(Fox, 11).at(Lamb, 11)
    };
    let table = "2 hare, 1 tortoise, 2 wolf, 2 fox, 1 lamb";
    let play = race(&scene(&game("classic")), table);
    assert_eq!(play.turn(), Turn::Over);
    assert_eq!(play.podium(), [Hare, Tortoise, Wolf]);
    assert_eq!((play.tile(Fox), play.tile(Lamb)), (11, 11), "movement still due is not carried out");
    let mut play = play;
    let late = furlong::animal_race::Action::Place(super::kit::placement("1 hare"));
    assert!(play.game.play(&mut play.state, late, &mut ()).is_err());

    // the course looks after the whole phase: all five arrive
    let play = race(&scene(&game("course")), table);
    assert_eq!(play.turn(), Turn::Over);
    assert_eq!(play.podium(), [Hare, Tortoise, Wolf, Fox, Lamb]);
}

#[test]
fn ar_30_two_arrivals_do_not_end_it() {
    for name in ["classic", "course"] {
        let play = race(&Scene::new(&game(name), 2).at(Fox, 11).podium(&[Hare]), "4 fox");
        assert_eq!(play.podium(), [Hare, Fox]);
        assert!(matches!(play.turn(), Turn::Seat(_)), "{name}");
    }
    let first_ends = with_line("classic", "\"third-arrival-at-once\"", "\"first-arrival-after-phase\"");
    let play = race(&Scene::new(&first_ends, 2).at(Hare, 11).at(Lamb, 11), "3 hare, 3 lamb, 2 wolf");
    assert_eq!(play.podium(), [Hare, Lamb]);
    assert_eq!(play.turn(), Turn::Over);
    let apprentice = changed("apprentice", |rules| rules.end.when = RaceEnds::ThirdArrivalAtOnce);
    let scene = Scene::new(&apprentice, 3)
        .podium(&[Hare, Tortoise])
        .at(Wolf, 11)
        .at(Fox, 1)
        .table("3 wolf, 3 fox, 1 lamb");
    let mut play = scene.hand(0, "4 hare, 1 lamb").begin();
    play.place("1 lamb").move_animal(Wolf);
    assert_eq!((play.turn(), play.tile(Fox)), (Turn::Over, 1), "at once, also where players choose");
}

#[test]
fn ar_30_ranks_beyond_the_third_score_nothing_so_the_points_are_the_same() {
    for name in ["classic", "course"] {
        let scene = Scene::new(&game(name), 2)
            .bets(0, bet(&[Fox, Lamb], Card::Fox))
            .bets(1, bet(&[Hare, Wolf], Card::Tortoise));
        let scene = scene.at(Hare, 11).at(Tortoise, 11).at(Wolf, 11).at(Fox, 11).at(Lamb, 11);
        let play = race(&scene, "2 hare, 1 tortoise, 2 wolf, 2 fox, 1 lamb");
        assert_eq!(play.scores(), [0, 5 + 2 + 3], "{name}");
        assert_eq!(play.standings().ending, Ending::Won);
    }
}

/// The end of a race: hare, wolf and lamb arrive in this order, the others do not.
fn over(game: &AnimalRace, bets: &[Bets]) -> Play {
    let mut scene = Scene::new(game, bets.len() as u8).podium(&[Hare, Wolf]).at(Lamb, 11).at(Fox, 2);
    for (number, bets) in bets.iter().enumerate() {
        scene = scene.bets(number as u8, *bets);
    }
    race(&scene, "4 lamb")
}

#[test]
fn ar_31_bets_score_by_the_rank_of_their_animal() {
    let play = over(
        &game("classic"),
        &[
            bet(&[Hare], Card::Wolf),
            bet(&[Wolf], Card::Howl),
            bet(&[Lamb], Card::Lamb),
            bet(&[Fox], Card::Tortoise),
        ],
    );
    // two bets on one animal score twice, a howl is a wolf, ranks beyond the third score nothing
    assert_eq!(play.scores(), [8, 6, 4, 0]);
    assert_eq!(play.places(), [1, 2, 3, 4]);
    let ends = play.seen.iter().find_map(|happening| match happening {
        Happening::GameEnds { points, bets, .. } => Some((points.to_vec(), bets[seat(1)])),
        _ => None,
    });
    assert_eq!(ends, Some((vec![8, 6, 4, 0], bet(&[Wolf], Card::Howl))));
    let other = with_line("classic", "points = [5, 3, 2]", "points = [10, 1]");
    let play = over(&other, &[bet(&[Hare], Card::Wolf), bet(&[Lamb], Card::Lamb), bet(&[Wolf], Card::Howl)]);
    assert_eq!(play.scores(), [11, 0, 2]);
}

// AX-03, AR-31
#[test]
fn ax_03_the_rulebook_s_final_scoring() {
    let play = over(
        &game("classic"),
        &[bet(&[Lamb], Card::Lamb), bet(&[Hare], Card::Tortoise), bet(&[Wolf], Card::Hare)],
    );
    assert_eq!(play.scores(), [2 + 2, 5, 3 + 5]);
    assert_eq!(play.places(), [3, 2, 1]);
    assert_eq!(play.standings().ending, Ending::Won);
    assert_eq!(play.game.returns(&play.state)[seat(2)].as_f64().total_cmp(&1.0), std::cmp::Ordering::Equal);
}

#[test]
fn ar_32_with_equal_points_the_best_bet_is_ahead() {
    // 5 + 0 against 3 + 2
    let bets = [bet(&[Wolf], Card::Lamb), bet(&[Hare], Card::Fox), bet(&[Tortoise], Card::Fox)];
    let play = over(&game("classic"), &bets);
    assert_eq!(play.scores(), [5, 5, 0]);
    assert_eq!(play.places(), [2, 1, 3]);
    assert_eq!(play.standings().ending, Ending::Won);
}

/// Points with which bets of the same best rank and the same sum can differ in the next one.
fn three_bets(tie_break: TieBreak) -> AnimalRace {
    changed("classic", |rules| {
        rules.end.tie_break = tie_break;
        rules.end.points = vec![5, 2, 0];
        rules.starting_bets.two = 2;
    })
}

#[test]
fn ar_32_then_the_next_best_bet_counts() {
    // 5 + 0 + 0 each: hare, lamb, fox against hare, tortoise, fox; the lamb is on the podium
    let bets = [bet(&[Tortoise, Fox], Card::Hare), bet(&[Hare, Lamb], Card::Fox)];
    let play = over(&three_bets(TieBreak::BestBetThenNext), &bets);
    assert_eq!((play.scores(), play.places()), (vec![5, 5], vec![2, 1]));
    assert_eq!(play.standings().ending, Ending::Won);
    // the other ruling: the best bet only
    let play = over(&three_bets(TieBreak::BestBet), &bets);
    assert_eq!((play.scores(), play.places()), (vec![5, 5], vec![1, 1]));
    assert_eq!(play.standings().ending, Ending::Tie);
    // the best bet still counts
    let bets = [bet(&[Wolf, Fox], Card::Wolf), bet(&[Tortoise, Lamb], Card::Lamb)];
    let play = over(&three_bets(TieBreak::BestBet), &bets);
    assert_eq!((play.scores(), play.places()), (vec![4, 0], vec![1, 2]));
}

#[test]
fn ar_32_who_is_still_equal_shares_the_place_and_a_shared_first_place_is_a_tie() {
    // the fox and the tortoise are nowhere: beyond the third rank all are equal
    let play = over(
        &game("classic"),
        &[bet(&[Fox], Card::Hare), bet(&[Tortoise], Card::Hare), bet(&[Lamb], Card::Lamb)],
    );
    assert_eq!((play.scores(), play.places()), (vec![5, 5, 4], vec![1, 1, 3]));
    assert_eq!(play.standings().ending, Ending::Tie);
    assert_eq!(play.game.returns(&play.state)[seat(0)].parts(), 420);
    assert_eq!(play.game.returns(&play.state)[seat(2)].parts(), 0);
    // further down the places are shared too, and the game is won
    let play = over(
        &game("classic"),
        &[bet(&[Fox], Card::Lamb), bet(&[Tortoise], Card::Lamb), bet(&[Hare], Card::Lamb)],
    );
    assert_eq!(play.places(), [2, 2, 1]);
    assert_eq!(play.standings().ending, Ending::Won);
}

#[test]
fn ar_33_the_course_compares_the_points_of_the_dealt_bets_and_then_shares_the_win() {
    let course = game("course");
    // 5 each: hare dealt, against wolf dealt and lamb chosen
    let play = over(&course, &[bet(&[Wolf, Fox], Card::Lamb), bet(&[Hare, Tortoise], Card::Fox)]);
    assert_eq!((play.scores(), play.places()), (vec![5, 5], vec![2, 1]));
    assert_eq!(play.standings().ending, Ending::Won);
    // the chosen bet is better but the dealt ones count
    let play = over(&course, &[bet(&[Wolf, Lamb], Card::Fox), bet(&[Tortoise, Fox], Card::Hare)]);
    assert_eq!((play.scores(), play.places()), (vec![5, 5], vec![1, 2]));
    // 3 + 5 chosen against 3 of ... : still equal, the win is shared
    let shared = changed("course", |rules| rules.end.points = vec![3, 3, 3]);
    let play = over(&shared, &[bet(&[Wolf, Fox], Card::Hare), bet(&[Lamb, Tortoise], Card::Howl)]);
    assert_eq!((play.scores(), play.places()), (vec![6, 6], vec![1, 1]));
    assert_eq!(play.standings().ending, Ending::Shared);
    assert_eq!(play.game.returns(&play.state)[seat(1)].parts(), 420);
    // the same table by the rulebook's tie-break is a tie
    let tie = changed("course", |rules| {
        rules.end.points = vec![3, 3, 3];
        rules.end.tie_break = TieBreak::BestBetThenNext;
    });
    let play = over(&tie, &[bet(&[Wolf, Fox], Card::Hare), bet(&[Lamb, Tortoise], Card::Howl)]);
    assert_eq!(play.places(), [1, 2], "first and second against second and third");
}

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
