//! HT-01 to HT-12: material, set-up, race position, standings.

use furlong::hare_tortoise::{
    Action, Board, Chance, FirstPlayer, Happening, HareTortoise, LettuceOwner, LongestStep, OthersCarrots,
    Phase, Setup, Square,
};
use furlong::{Ending, RaceGame, Seat, Turn};

use super::table::{Race, classic, game, home, on, one, player, race, seat, set_up, to};

fn begin(players: u8) -> Race {
    let game = classic();
    let first = Some(FirstPlayer::Given(Seat::FIRST));
    let state = game.start(&Setup { players, first, longest_step: None }).expect("a sound set-up");
    Race { game, state, seen: Vec::new() }
}

#[test]
fn ht_01_two_to_six_play_on_sixty_three_squares() {
    let game = classic();
    assert!(game.start(&game.setup(1)).is_err());
    assert!(game.start(&game.setup(7)).is_err());
    let kinds = (1..=63).filter(|n| game.board().kind(Square::new(*n).unwrap()).is_some()).count();
    assert_eq!(kinds, 63);
    assert!(Square::new(65).is_none());
}

#[test]
fn ht_02_ht_03_carrots_runners_and_lettuces_depend_on_the_number_of_players() {
    for (players, carrots, runners) in [(2, 105, 2), (3, 65, 1), (4, 65, 1), (5, 91, 1), (6, 91, 1)] {
        let position = begin(players).position();
        assert_eq!(position.players.len(), usize::from(players));
        for player in position.players {
            assert_eq!((player.carrots, player.runners.len()), (carrots, runners), "{players} players");
            assert!(player.runners.iter().all(|runner| (runner.square, runner.lettuces) == (0, 3)));
        }
    }
}

#[test]
fn ht_04_which_runner_begins_is_chosen_and_then_they_alternate() {
    let race = begin(2);
    assert_eq!(race.phase(), Phase::Runner);
    assert_eq!(race.actions(), [Action::Runner(0), Action::Runner(1)]);
    assert_eq!(race.refuses(to(2)), "first choose the runner of this turn");
    let race = race.does(Action::Runner(1)).does(to(2));
    assert_eq!(race.runner(0, 1).square, 2);
    let race = race.does(Action::Runner(0)).does(to(5));
    // From now on nothing is chosen: seat 1's other runner, then seat 2's.
    assert_eq!((race.phase(), race.mover(), race.position().runner), (Phase::Move, 0, 0));
    let race = race.does(to(8));
    assert_eq!((race.mover(), race.position().runner), (1, 1));
    // HT-03: both runners are paid from one stock.
    assert_eq!(race.carrots(0), 105 - 3 - 36);
}

#[test]
fn ht_04_when_one_runner_is_home_the_other_moves_in_every_turn() {
    let players = [player(60, &[on(4, 3), home(1)]), player(60, &[on(2, 3), on(8, 3)])];
    let race = race(classic(), &players).does(to(5)).does(Action::Runner(0)).does(to(7));
    assert_eq!((race.mover(), race.phase(), race.position().runner), (0, Phase::Move, 0));
}

#[test]
fn ht_04_a_runner_needs_its_own_lettuces_gone_and_not_its_partners() {
    let players = [player(7, &[on(61, 0), on(20, 3)]), player(60, &[on(2, 3), on(8, 3)])];
    assert!(race(classic(), &players).may(to(64)));
    let players = [player(7, &[on(61, 1), on(20, 0)]), player(60, &[on(2, 3), on(8, 3)])];
    assert!(race(classic(), &players).refuses(to(64)).contains("1 lettuce must be chewed"));
}

#[test]
fn ht_05_the_carrot_limit_binds_a_players_last_runner_only() {
    let rich = [player(500, &[on(63, 0), on(20, 3)]), player(60, &[on(2, 3), on(8, 3)])];
    let race_on = race(classic(), &rich).does(to(64));
    assert_ne!(race_on.phase(), Phase::Over, "one runner home has not won");
    let last = [player(22, &[on(63, 0), home(1)]), player(60, &[on(2, 3), on(8, 3)])];
    assert!(race(classic(), &last).refuses(to(64)).contains("21 carrots would be left"));
    let last = [player(21, &[on(63, 0), home(1)]), player(60, &[on(2, 3), on(8, 3)])];
    let over = race(classic(), &last).does(to(64));
    assert_eq!(over.phase(), Phase::Over);
    assert_eq!(over.game.standings(&over.state).rows[seat(0)].place, 1);
}

#[test]
fn ht_06_number_4_squares_are_closed_with_three_players_to_moves_and_effects() {
    let three = |first, second| [first, second, one(65, 0, 3)];
    // A move forward: 9 is a number-4 square.
    let race_on = race(classic(), &three(one(65, 8, 3), one(65, 2, 3)));
    assert!(race_on.refuses(to(9)).contains("closed with three players"));
    let four = [one(65, 8, 3), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)];
    assert!(race(classic(), &four).may(to(9)));
    // Dropping back from 14 (hare): behind the runner on 10 lies 9, closed, so 8.
    let dropped = race(classic(), &three(one(65, 13, 3), one(65, 10, 3))).does(to(14)).card(3);
    assert_eq!(dropped.square(0), 8);
    // Moving up from 14, third, over the runner on 17: 18 is closed, 19 a tortoise, so 20.
    let leaders = [one(65, 13, 3), one(65, 17, 3), one(65, 40, 3)];
    assert_eq!(race(classic(), &leaders).does(to(14)).card(3).square(0), 20);
    // A position with a runner there is refused.
    let mut position = race(classic(), &leaders).position();
    position.players[1].runners[0].square = 18;
    assert!(classic().state(&position).unwrap_err().to_string().contains("closed with three players"));
}

#[test]
fn ht_07_the_first_player_is_drawn_or_given_then_clockwise() {
    let game = classic();
    let state = game.start(&game.setup(4)).expect("the usual set-up");
    let mut outcomes = Vec::new();
    game.chances(&state, &mut outcomes);
    assert_eq!(outcomes.len(), 4);
    assert!(outcomes.iter().all(|outcome| outcome.weight == 1));
    let race = Race { game, state, seen: Vec::new() }.draws(Chance::First(seat(2)));
    assert_eq!(race.mover(), 2);
    let race = race.does(to(2)).does(to(5));
    assert_eq!(race.mover(), 0);
    let given = Setup { players: 3, first: Some(FirstPlayer::Given(seat(3))), longest_step: None };
    assert!(race.game.start(&given).unwrap_err().to_string().contains("there are 3 players"));
    for (number, fits) in [(5, true), (6, false)] {
        let mut rules = race.game.ruleset().clone();
        rules.start.first_player = FirstPlayer::Given(seat(number));
        assert_eq!(HareTortoise::new(rules).is_ok(), fits, "six play at most");
    }
}

#[test]
fn ht_08_hp_10_carrots_are_hidden_on_screens_only() {
    use furlong::{Canvas, Names, Seats, Text};
    for (name, shown) in [("classic", OthersCarrots::Hidden), ("postal", OthersCarrots::Open)] {
        let game = game(name, |_| {});
        assert_eq!(game.ruleset().screen.others_carrots, shown);
        let race = race(game, &[one(61, 4, 3), one(62, 2, 3), one(63, 0, 3), one(64, 0, 3)]);
        let view = race.game.view(&race.state, seat(0));
        assert_eq!(view.position().players[1].carrots, 62, "a perfect memory has the number");
        let names = Names::numbered(Seats::new(4).unwrap());
        let picture = race.game.draw(&view, &names, &Canvas::PLAIN);
        assert!(picture.contains("61"), "{picture}");
        assert_eq!(picture.contains("62 carrots"), shown == OthersCarrots::Open, "{picture}");
        assert_eq!(picture.contains("? carrots"), shown == OthersCarrots::Hidden, "{picture}");
    }
}

#[test]
fn ht_09_carrots_end_at_the_greatest_number() {
    let race = race(classic(), &[one(65_530, 5, 3), one(5, 2, 3), one(5, 0, 3), one(5, 0, 3)]);
    let race = race.does(Action::Draw);
    assert_eq!(race.carrots(0), 65_535);
    assert!(race.seen(|h| matches!(h, Happening::Draws { carrots: 5, .. })));
}

#[test]
fn ht_09_number_pay_and_skipped_turns_come_in_the_step_before() {
    let mut players = [one(65, 0, 3), one(65, 1, 3), one(30, 8, 3), one(65, 0, 3)];
    players[1].runners[0].misses = true;
    // Seat 2 on a hare misses; seat 3 lies second on a number 2 once seat 1 has gone to 10.
    let race = race(classic(), &players).does(to(10));
    assert_eq!(race.mover(), 2);
    assert_eq!(race.carrots(2), 50);
    assert!(race.seen(|h| matches!(h, Happening::Misses { seat, .. } if seat.index() == 1)));
    assert!(!race.runner(1, 0).misses);
}

#[test]
fn ht_10_all_runners_count_for_the_race_position_home_ones_and_ones_own_too() {
    // Seat 1's runner on 29 (number 2): ahead of it only its own partner on 40.
    let players = [player(60, &[on(28, 3), on(40, 3)]), player(60, &[on(29, 3), on(2, 3)])];
    let race_on = set_up(classic(), &players, |position| position.players[1].last = Some(1));
    let race_on = race_on.does(to(31)).card(5);
    // On 29: ahead are 31 and 40: third, so nothing is paid.
    assert_eq!(race_on.carrots(1), 60);
    // Three ahead, one of them home: fourth on 27.
    let players = [one(60, 4, 3), one(50, 27, 3), one(9, 30, 3), one(9, 33, 3), player(9, &[home(1)])];
    let race_on = race(classic(), &players).does(to(5));
    assert_eq!(race_on.carrots(1), 50 + 40);
}

#[test]
fn ht_10_several_share_only_start_and_the_finish() {
    let mut position = race(classic(), &[one(9, 4, 3), one(9, 0, 3), one(9, 0, 3), one(9, 0, 3)]).position();
    position.players[1].runners[0].square = 4;
    assert!(classic().state(&position).unwrap_err().to_string().contains("two runners on 4"));
}

#[test]
fn ht_11_those_at_home_keep_their_places() {
    let players = [one(1, 63, 0), one(1, 2, 3), player(0, &[home(1)]), one(1, 0, 3)];
    let race = race(classic(), &players).does(to(64));
    assert_eq!(race.runner(0, 0).arrived, Some(2));
    assert_eq!(race.runner(2, 0).arrived, Some(1));
    assert!(race.seen(|h| matches!(h, Happening::Finishes { place: 2, carrots: 0, .. })));
}

#[test]
fn ht_12_a_stopped_race_is_ranked_by_runners_home_and_then_by_squares() {
    let players = [one(1, 8, 3), one(1, 2, 3), player(0, &[home(1)]), one(1, 0, 3), one(1, 0, 3)];
    let stopped = race(classic(), &players);
    let standings = stopped.game.standings(&stopped.state);
    assert_eq!(standings.ending, Ending::Racing);
    let places: Vec<u8> = standings.rows.iter().map(|row| row.place).collect();
    assert_eq!(places, [2, 3, 1, 4, 4]);
    // Two runners: one home beats squares, and the earlier arrival beats the later.
    let players = [player(9, &[on(5, 3), home(2)]), player(9, &[on(2, 3), home(1)])];
    let stopped = race(classic(), &players);
    assert_eq!(stopped.game.standings(&stopped.state).rows[seat(1)].place, 1);
}

#[test]
fn ht_22_the_set_up_may_agree_on_a_longest_step() {
    let game = classic();
    let limit = Some(LongestStep::Squares(5));
    let first = Some(FirstPlayer::Given(Seat::FIRST));
    let state = game.start(&Setup { players: 4, first, longest_step: limit }).expect("a sound set-up");
    let race = Race { game, state, seen: Vec::new() };
    assert!(race.may(to(5)));
    assert!(race.refuses(to(6)).contains("more than the longest step of 5"));
    assert_eq!(race.game.turn(&race.state), Turn::Seat(Seat::FIRST));
}

#[test]
fn ht_04_lettuces_may_be_a_players_pool() {
    let game = game("ravensburger-2008", |_| {});
    assert_eq!(game.ruleset().lettuces.belong_to, LettuceOwner::Player);
    let state = game.start(&game.setup(2)).expect("two players");
    let position = game.position(&state);
    assert_eq!(position.players[0].pool, 5);
    assert_eq!(position.players[0].runners[0].lettuces, 0);
}

// HT-01
#[test]
fn every_unknown_letter_of_a_board_is_named_and_its_length() {
    let faults = Board::read(&"?".repeat(70)).expect_err("no board").0;
    assert_eq!(faults.len(), 63 + 1);
    assert_eq!(faults[62].problem, "square 63 is `?`, not one of C L H T 2 3 4 F");
    assert_eq!(faults[63].problem, "70 squares, but the track has 63");
}
