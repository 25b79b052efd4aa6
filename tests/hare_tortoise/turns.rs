//! HT-20 to HT-29: a turn.

use furlong::hare_tortoise::{
    Action, BackAtStart, Duty, FinishLimit, Happening, Phase, RaceEnds, StuckTrigger, Way, cost,
};
use furlong::{Ending, RaceGame};

use super::table::{back, classic, game, home, one, player, race, seat, set_up, to};

#[test]
fn ht_20_a_number_square_pays_a_runner_of_its_position_before_it_moves() {
    // Square, race position by those ahead, and what is paid.
    for (square, ahead, paid) in [
        (8, 1, 20),
        (8, 0, 0),
        (12, 2, 30),
        (12, 1, 0),
        (9, 3, 40),
        (7, 0, 10),
        (7, 1, 0),
        (7, 4, 50),
        (7, 5, 60),
    ] {
        let mut players = vec![one(90, 3, 3), one(50, square, 3)];
        for other in 0..4 {
            players.push(one(90, if other < ahead { 25 + other } else { 0 }, 3));
        }
        if ahead == 5 {
            players[0].runners[0].square = 20;
        }
        // The first player passes nobody: it goes a square on, or stays behind.
        let first_move = if ahead == 5 { to(21) } else { to(4) };
        let race = race(classic(), &players).does(first_move);
        assert_eq!(race.mover(), 1);
        assert_eq!(race.carrots(1), 50 + paid, "square {square}, {ahead} ahead");
        assert!(race.actions().len() > 1, "and then it moves");
    }
}

#[test]
fn ht_20_the_number_is_paid_before_it_is_asked_whether_the_runner_can_move() {
    // No carrots on 8, lying second: 20 carrots, so it need not go back to Start.
    let players = [one(90, 9, 3), one(0, 8, 3), one(90, 0, 3), one(90, 0, 3)];
    let race = race(classic(), &players).does(to(10));
    assert_eq!(race.carrots(1), 20);
    assert!(!race.may(Action::ToStart));
}

#[test]
fn ht_21_a_runner_must_move() {
    let race = race(classic(), &[one(65, 7, 3), one(65, 0, 3), one(65, 0, 3), one(65, 0, 3)]);
    assert_eq!(race.refuses(Action::Stay), "the runner may not stay and do nothing");
    assert!(race.refuses(Action::Draw).contains("only on a carrot square"));
    assert!(race.refuses(Action::ToStart).contains("only a runner without any other action"));
}

#[test]
fn ht_22_a_step_forward_is_paid_from_the_own_carrots() {
    let start = [one(65, 0, 3), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)];
    for square in [3, 4, 5, 6, 7, 8, 9, 10] {
        let race = race(classic(), &start).does(to(square));
        assert_eq!(race.carrots(0), 65 - cost(square));
    }
    assert!(race(classic(), &start).refuses(to(12)).contains("costs 78 carrots and there are 65"));
    for square in [3, 4, 5, 6, 7, 8, 9, 10] {
        let with =
            |carrots| race(classic(), &[one(carrots, 0, 3), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)]);
        assert_eq!(with(cost(square)).does(to(square)).carrots(0), 0, "all that it has is enough");
        assert!(!with(cost(square) - 1).may(to(square)));
    }
}

#[test]
fn ht_22_the_longest_step_binds_the_finish_and_not_effects() {
    let players = [one(20, 59, 0), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)];
    let limited = set_up(classic(), &players, |position| position.longest_step = 4);
    assert!(limited.refuses(to(64)).contains("more than the longest step of 4"));
    let too_dear = [one(14, 59, 0), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)];
    let as_long = set_up(classic(), &too_dear, |position| position.longest_step = 5);
    assert_eq!(as_long.refuses(to(64)), "the move costs 15 carrots and there are 14");
    let just_paid = race(classic(), &[one(cost(10), 0, 0), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)]);
    assert!(just_paid.refuses(to(10)).contains("lettuce"));
    let allowed = set_up(classic(), &players, |position| position.longest_step = 5);
    assert!(allowed.may(to(64)));
    // An effect: fourth on the hare square 1, forward to the carrot square 5 (2 is taken), with steps of 1.
    let players = [one(65, 0, 3), one(65, 2, 3), one(65, 8, 3), one(65, 9, 3)];
    let limited = set_up(classic(), &players, |position| position.longest_step = 1);
    assert_eq!(limited.does(to(1)).card(2).square(0), 5);
}

#[test]
fn ht_23_where_one_may_not_go_forward() {
    let race = race(classic(), &[one(65, 9, 0), one(65, 12, 3), one(65, 0, 3), one(65, 0, 3)]);
    assert!(race.refuses(to(11)).contains("tortoise square"));
    assert!(race.refuses(to(12)).contains("a runner stands on 12"));
    assert!(race.refuses(to(10)).contains("no lettuce left"));
    assert!(race.refuses(to(9)).contains("not ahead"));
    assert!(race.may(to(13)), "runners may be passed");
}

#[test]
fn ht_24_back_to_the_nearest_tortoise_for_ten_a_square() {
    let alone = [one(5, 22, 3), one(65, 0, 3), one(65, 0, 3), one(65, 0, 3)];
    let race_on = set_up(classic(), &alone, |position| position.players[0].runners[0].duty = Duty::Leave);
    assert!(race_on.refuses(back(15)).contains("not the nearest tortoise"));
    let race_on = race_on.does(back(19));
    assert_eq!((race_on.square(0), race_on.carrots(0)), (19, 35));
    // From a tortoise to the next one.
    let race_on = race(classic(), &[one(5, 19, 3), one(65, 0, 3), one(65, 0, 3), one(65, 0, 3)]);
    assert_eq!(race_on.does(back(15)).carrots(0), 45);
    // Taken: the farther one may not be chosen instead.
    let taken = race(classic(), &[one(5, 20, 3), one(65, 19, 3), one(65, 0, 3), one(65, 0, 3)]);
    assert!(taken.refuses(back(19)).contains("a runner stands on the tortoise"));
    assert!(!taken.may(back(15)));
}

#[test]
fn ht_25_on_a_carrot_square_one_may_draw_or_pay_and_stay_again_and_again() {
    let players = [one(15, 5, 3), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)];
    let race_on = race(classic(), &players);
    assert!(race_on.may(Action::Draw) && race_on.may(Action::Pay) && race_on.may(to(6)));
    assert!(!race_on.may(Action::Stay), "to stay without either is not allowed");
    let race_on = race_on.does(Action::Pay);
    assert_eq!((race_on.square(0), race_on.carrots(0)), (5, 5));
    let race_on = race_on.does(to(3)).card(5).does(to(1)).card(5).does(to(4));
    assert!(race_on.refuses(Action::Pay).contains("only 5 carrots"));
    assert_eq!(race_on.does(Action::Draw).carrots(0), 15);
}

#[test]
fn ht_25_ten_carrots_are_enough_to_pay_ten_and_nine_are_not() {
    let with = |carrots| race(classic(), &[one(carrots, 5, 3), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)]);
    assert_eq!(with(10).does(Action::Pay).carrots(0), 0);
    assert!(!with(9).may(Action::Pay));
}

#[test]
fn ht_26_on_a_lettuce_square_one_chews_and_leaves_in_the_turn_after() {
    let players = [one(15, 10, 3), one(65, 20, 3), one(65, 0, 3), one(65, 0, 3)];
    let race_on = race(classic(), &players);
    assert_eq!(race_on.actions(), [Action::Chew]);
    assert_eq!(race_on.refuses(to(12)), "the runner must chew a lettuce");
    let race_on = race_on.does(Action::Chew);
    assert_eq!((race_on.lettuces(0), race_on.carrots(0), race_on.square(0)), (2, 15 + 20, 10));
    assert_eq!(race_on.runner(0, 0).duty, Duty::Leave);
    let race_on = race_on.does(to(21)).does(to(2)).does(to(5));
    assert!(!race_on.may(Action::Chew) && race_on.may(to(12)));
    let race_on = race_on.does(to(12));
    assert_eq!(race_on.runner(0, 0).duty, Duty::None, "the square may be used again later");
}

#[test]
fn ht_27_without_a_legal_action_back_to_start_with_lettuces_as_they_are() {
    // No carrots, no tortoise behind.
    let players = [one(0, 7, 2), one(65, 20, 3), one(65, 0, 3), one(65, 0, 3)];
    let stuck = race(classic(), &players);
    assert_eq!(stuck.actions(), [Action::ToStart]);
    let stuck = stuck.does(Action::ToStart);
    assert_eq!((stuck.square(0), stuck.carrots(0), stuck.lettuces(0), stuck.mover()), (0, 65, 2, 1));
    assert!(stuck.seen(|h| matches!(h, Happening::Moves { way: Way::NoAction, .. })));
    // Too many carrots near the finish: downwards too.
    let players = [one(900, 62, 0), one(65, 63, 3), one(65, 56, 3), one(65, 0, 3)];
    let rich = race(classic(), &players);
    assert_eq!(rich.actions(), [Action::ToStart]);
    assert_eq!(rich.does(Action::ToStart).carrots(0), 65);
}

#[test]
fn ht_27_the_choices_who_goes_back_and_what_follows() {
    let narrow = || game("classic", |rules| rules.stuck.back_to_start = StuckTrigger::WithoutCarrots);
    let players = [one(900, 62, 0), one(65, 63, 3), one(65, 56, 3), one(65, 0, 3)];
    assert_eq!(race(narrow(), &players).actions(), [Action::Stay]);
    assert_eq!(race(narrow(), &players).does(Action::Stay).square(0), 62);
    let poor = [one(0, 7, 2), one(65, 20, 3), one(65, 0, 3), one(65, 0, 3)];
    assert_eq!(race(narrow(), &poor).actions(), [Action::ToStart]);

    let moving_off = || game("classic", |rules| rules.stuck.at_start = BackAtStart::MovesOff);
    let off = race(moving_off(), &poor).does(Action::ToStart);
    assert_eq!((off.phase(), off.mover(), off.square(0)), (Phase::MoveOff, 0, 0));
    assert!(!off.may(Action::ToStart));
    assert_eq!(off.does(to(5)).mover(), 1);
    // Stuck again, with starting carrots for nothing: the turn ends.
    let hopeless = game("classic", |rules| {
        rules.stuck.at_start = BackAtStart::MovesOff;
        rules.start.carrots.four = 0;
    });
    assert_eq!(race(hopeless, &poor).does(Action::ToStart).mover(), 1);
}

#[test]
fn ht_28_the_finish_without_lettuces_and_with_at_most_twenty_carrots_left() {
    let first = |carrots, square, lettuces| {
        race(classic(), &[one(carrots, square, lettuces), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)])
    };
    assert!(first(23, 62, 0).may(to(64)));
    assert!(first(24, 62, 0).refuses(to(64)).contains("21 carrots would be left at the finish, and 20"));
    assert!(first(23, 62, 1).refuses(to(64)).contains("1 lettuce must"));
    assert!(first(2, 62, 0).refuses(to(64)).contains("costs 3 carrots and there are 2"));
}

#[test]
fn hp_03_ten_carrots_for_the_first_place_and_ten_more_for_each_further_one() {
    for (at_home, most) in [(0, 10), (1, 20), (2, 30)] {
        for (carrots, may) in [(most + 1, true), (most + 2, false)] {
            let mut players = vec![one(carrots, 63, 0), one(65, 2, 3), one(65, 0, 3)];
            players.extend((1..=2).map(|n| if n <= at_home { player(0, &[home(n)]) } else { one(9, 0, 3) }));
            let race =
                race(game("postal", |rules| assert_eq!(rules.finish.limit, FinishLimit::ByPlace)), &players);
            assert_eq!(race.may(to(64)), may, "{at_home} home, {carrots} carrots");
        }
    }
}

#[test]
fn ht_29_the_race_goes_on_until_one_player_is_left_or_ends_with_the_first() {
    let players = [one(1, 63, 0), one(65, 2, 3), one(65, 0, 3)];
    let race_on = race(classic(), &players).does(to(64));
    assert_eq!((race_on.phase(), race_on.mover()), (Phase::Move, 1));
    let sprint = game("classic", |rules| rules.finish.race_ends = RaceEnds::FirstHome);
    let over = race(sprint, &players).does(to(64));
    assert_eq!(over.phase(), Phase::Over);
    let standings = over.game.standings(&over.state);
    assert_eq!(standings.ending, Ending::Won);
    assert_eq!(standings.leaders().collect::<Vec<_>>(), [seat(0)]);
    assert!(over.seen(|h| *h == Happening::GameEnds));
    let players = [one(1, 63, 0), player(0, &[home(1)]), one(65, 0, 3)];
    assert_eq!(race(classic(), &players).does(to(64)).phase(), Phase::Over);
}

// HT-23
#[test]
fn nobody_without_lettuces_moves_onto_a_lettuce_square_occupied_or_not() {
    let own = one(60, 8, 0);
    for other in [14, 10] {
        let race_on = race(classic(), &[own.clone(), one(60, other, 3), one(60, 0, 3)]);
        assert!(!race_on.may(to(10)), "the other stands on {other}");
        assert!(race_on.may(to(12)));
    }
    // HT-21: carrots are paid on a carrot square only, and there only by who has ten
    let on_hare = race(classic(), &[one(9, 1, 3), one(60, 12, 3), one(60, 0, 3)]);
    let on_carrots = race(classic(), &[one(9, 2, 3), one(60, 12, 3), one(60, 0, 3)]);
    assert_ne!(on_hare.refuses(Action::Pay), on_carrots.refuses(Action::Pay));
}
