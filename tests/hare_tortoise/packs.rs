//! Hares that are not a chart: the postal table, the packs of 1978 and 2008, the olympiad's rule.

use furlong::arena::Measured as _;
use furlong::hare_tortoise::{
    Action, Chance, Duty, Effect, Happening, HareTortoise, JuggedLettuce, Phase, Position, Source,
    TooFewToGive, TooFewToPay,
};
use furlong::{RaceGame, Seat, Weighted};

use super::table::{Race, game, home, on, one, player, race, seat, set_up, to};

fn outcomes(race: &Race) -> Vec<Weighted<Chance>> {
    let mut outcomes = Vec::new();
    race.game.chances(&race.state, &mut outcomes);
    outcomes
}

fn modern() -> HareTortoise {
    game("ravensburger-2008", |_| {})
}

/// The first of three on a hare square, under the 2008 pack.
fn jugging(game: HareTortoise, carrots: u16, squares: [u8; 3], pool: u8) -> Race {
    let mut players = squares.map(|square| one(65, square, 0));
    players[0].carrots = carrots;
    players[0].pool = pool;
    set_up(game, &players, |position| position.phase = Phase::Jug)
}

fn pack_card(effect: Effect) -> Chance {
    Chance::PackCard(effect)
}

#[test]
fn hp_07_a_die_is_added_to_the_race_position() {
    let effects = [
        Effect::MissATurn,
        Effect::DropBack,
        Effect::BackToACarrotSquare,
        Effect::ChewACarrot,
        Effect::LastTurnFree,
        Effect::ChewALettuce,
        Effect::ForwardToACarrotSquare,
        Effect::MoveUp,
        Effect::AnotherMove,
        Effect::ChewALettuce,
        Effect::AnotherMove,
    ];
    for position in 1..=6_u8 {
        let mut players = vec![one(65, 31, 3)];
        players.extend((1..6).map(|other| one(65, if other < position { 43 + other } else { 0 }, 3)));
        for die in 1..=6 {
            let race = set_up(game("postal", |_| {}), &players, |position| position.phase = Phase::Jug);
            assert_eq!(outcomes(&race).len(), 6);
            let race = race.draws(Chance::Die(die));
            let expected = effects[usize::from(die + position) - 2];
            let is_right = |h: &Happening| matches!(h, Happening::Jugs { effect, .. } if *effect == expected);
            assert!(race.seen(is_right), "die {die}, position {position}: {:?}", race.seen);
        }
    }
}

#[test]
fn hp_07_what_the_die_cannot_show_jugs_no_hare() {
    let players = [one(65, 31, 3), one(65, 0, 3)];
    let race = set_up(game("postal", |_| {}), &players, |position| position.phase = Phase::Jug);
    for outcome in [Chance::Die(0), Chance::Die(7), Chance::Card(1), pack_card(Effect::MoveUp)] {
        let mut state = race.state;
        race.game.apply_chance(&mut state, outcome, &mut ());
        assert_eq!(state, race.state, "{outcome:?}");
    }
}

#[test]
fn the_pack_of_1978_has_twelve_cards_each_equally_likely() {
    let race =
        set_up(game("ravensburger-1978", |_| {}), &[one(65, 1, 3), one(65, 0, 3), one(65, 0, 3)], |p| {
            p.phase = Phase::Jug;
        });
    let all = outcomes(&race);
    assert_eq!(all.iter().map(|outcome| outcome.weight).sum::<u32>(), 12);
    let weight = |effect| all.iter().find(|o| o.outcome == pack_card(effect)).map_or(0, |o| o.weight);
    for effect in [Effect::LastTurnFree, Effect::ChewACarrot, Effect::DropBack] {
        assert_eq!(weight(effect), 2, "{effect:?}");
    }
    assert_eq!(weight(Effect::ChewALettuce), 1);
    // The 1978 card lets one take, give, or do neither.
    let race = race.draws(pack_card(Effect::ChewACarrot));
    assert_eq!(race.actions(), [Action::Draw, Action::Pay, Action::Stay]);
    let position: Position = race.position();
    assert_eq!(position.pack, [Effect::ChewACarrot], "the card lies under the pack, known to all");
}

#[test]
fn a_pack_goes_round_in_the_same_order_once_all_cards_were_seen() {
    let mut known: Vec<Effect> = Vec::new();
    for (effect, cards) in [
        (Effect::LastTurnFree, 2),
        (Effect::ChewACarrot, 2),
        (Effect::DropBack, 2),
        (Effect::MoveUp, 1),
        (Effect::ForwardToACarrotSquare, 1),
        (Effect::BackToACarrotSquare, 1),
        (Effect::AnotherMove, 1),
        (Effect::MissATurn, 1),
    ] {
        known.extend(std::iter::repeat_n(effect, cards));
    }
    let players = [one(65, 31, 3), one(65, 40, 3), one(65, 0, 3)];
    let race = set_up(game("ravensburger-1978", |_| {}), &players, |position| {
        position.phase = Phase::Jug;
        position.pack.clone_from(&known);
    });
    let only = |outcome| vec![Weighted { outcome, weight: 1 }];
    assert_eq!(outcomes(&race), only(pack_card(Effect::ChewALettuce)), "the one not seen yet");
    let race = race.draws(pack_card(Effect::ChewALettuce));
    // The next hare: the first card comes again, as a draw with one outcome.
    let race = race.does(to(44)).does(to(1));
    assert_eq!(outcomes(&race), only(pack_card(Effect::LastTurnFree)));
    let race = race.draws(pack_card(Effect::LastTurnFree));
    assert_eq!(race.position().pack.last(), Some(&Effect::LastTurnFree));
    assert_eq!(race.position().pack.len(), 12);
}

#[test]
fn the_pack_of_2008_has_fifteen_cards() {
    let race = jugging(modern(), 65, [31, 0, 0], 3);
    let weights: Vec<u32> = outcomes(&race).iter().map(|outcome| outcome.weight).collect();
    assert_eq!(weights.iter().sum::<u32>(), 15);
    assert_eq!(weights, [2, 2, 2, 2, 2, 2, 2, 1]);
}

#[test]
fn card_2008_miss_a_turn_with_more_behind_or_else_move_again() {
    let ahead = jugging(modern(), 65, [31, 2, 0], 3).draws(pack_card(Effect::MissOrMove));
    assert!(ahead.position().players[0].misses);
    let even = jugging(modern(), 65, [31, 40, 0], 3).draws(pack_card(Effect::MissOrMove));
    assert_eq!(even.phase(), Phase::AnotherMove);
    // One's own runner at home counts as in front.
    let players = [player(65, &[on(31, 0), home(1)]), player(65, &[on(2, 0), on(40, 0)])];
    let own = set_up(modern(), &players, |position| position.phase = Phase::Jug);
    assert_eq!(own.draws(pack_card(Effect::MissOrMove)).phase(), Phase::AnotherMove);
}

#[test]
fn cards_2008_that_change_ones_own_carrots() {
    let drawn = |carrots, pool, effect| jugging(modern(), carrots, [31, 0, 0], pool).draws(pack_card(effect));
    assert_eq!(drawn(200, 3, Effect::CarrotsBecome).carrots(0), 65);
    assert_eq!(drawn(7, 3, Effect::CarrotsBecome).carrots(0), 65);
    assert_eq!(drawn(41, 3, Effect::LoseHalf).carrots(0), 21, "an odd one is kept");
    assert_eq!(drawn(41, 3, Effect::DrawForLettuces).carrots(0), 71);
    assert!(drawn(41, 0, Effect::DrawForLettuces).position().players[0].misses);
    let shown = drawn(41, 3, Effect::ShowCarrots);
    assert!(shown.seen(|h| *h == Happening::ShowsCarrots { seat: seat(0), carrots: 41 }));
    assert_eq!(shown.carrots(0), 41);
}

#[test]
fn card_2008_ten_to_each_player_with_a_runner_behind() {
    let give = |game, carrots, squares| {
        let race = jugging(game, carrots, squares, 3).draws(pack_card(Effect::GiveToThoseBehind));
        [race.carrots(0), race.carrots(1), race.carrots(2)]
    };
    assert_eq!(give(modern(), 50, [31, 2, 0]), [30, 75, 75]);
    assert_eq!(give(modern(), 50, [31, 40, 0]), [40, 65, 75], "only those behind");
    assert_eq!(give(modern(), 19, [31, 2, 0]), [9, 70, 70], "5 each");
    assert_eq!(give(modern(), 9, [31, 2, 0]), [7, 66, 66], "1 each");
    assert_eq!(give(modern(), 1, [31, 2, 0]), [1, 65, 65], "nothing");
    assert_eq!(give(modern(), 20, [31, 2, 0]), [0, 75, 75], "just enough for 10 each");
    assert_eq!(give(modern(), 10, [31, 2, 0]), [0, 70, 70], "just enough for 5 each");
    assert_eq!(give(modern(), 2, [31, 2, 0]), [0, 66, 66], "just enough for 1 each");
    let german = || game("ravensburger-2008", |rules| rules.hare.too_few_to_give = TooFewToGive::Nothing);
    assert_eq!(give(german(), 19, [31, 2, 0]), [19, 65, 65]);
    assert_eq!(give(modern(), 50, [31, 40, 41]), [50, 65, 65]);
}

#[test]
fn card_2008_shuffle_and_collect() {
    let mut players = [one(10, 31, 0), one(0, 2, 0), one(7, 40, 0), player(9, &[home(1)])];
    players[0].pool = 3;
    let race = set_up(modern(), &players, |position| {
        position.phase = Phase::Jug;
        position.pack = vec![Effect::LoseHalf, Effect::ShowCarrots];
    });
    let race = race.draws(pack_card(Effect::ShuffleAndCollect));
    let carrots = [0, 1, 2, 3].map(|player| race.carrots(player));
    assert_eq!(carrots, [11, 0, 6, 9], "a carrot from each racing player that has one");
    assert!(race.position().pack.is_empty(), "all fifteen are shuffled, this card included");
}

/// Seat 1 lands on the hare square 31 under the olympiad's rule, with others on these squares.
fn olympiad(game: HareTortoise, carrots: u16, others: [u8; 3]) -> Race {
    let [second, third, fourth] = others.map(|square| one(500, square, 3));
    race(game, &[one(carrots, 30, 3), second, third, fourth]).does(to(31))
}

fn championship() -> HareTortoise {
    game("olympiad", |_| {})
}

#[test]
fn olympiad_a_runner_that_nobody_passes_draws_ten_in_its_next_turn() {
    let landed = olympiad(championship(), 50, [2, 5, 40]);
    assert_eq!((landed.phase(), landed.mover(), landed.carrots(0)), (Phase::Move, 1, 49));
    let round = landed.does(to(3)).does(to(7)).does(to(41));
    assert_eq!((round.mover(), round.carrots(0)), (0, 59));
    assert!(round.seen(|h| matches!(h, Happening::Draws { source: Source::Hare, carrots: 10, .. })));
    assert_eq!(round.runner(0, 0).passed_by, None, "it pays but once");
}

#[test]
fn olympiad_a_runner_pays_ten_for_each_player_that_has_passed_it_either_way() {
    // One forward from 29 to 32, one back from 32... to the tortoise on 30, one not past it.
    let landed = olympiad(championship(), 50, [29, 33, 40]);
    let round = landed.does(to(32)).does(super::table::back(30)).does(to(41));
    assert_eq!((round.mover(), round.carrots(0)), (0, 49 - 20));
    assert!(round.seen(|h| matches!(h, Happening::PaysForPassing { passed_by: 2, carrots: 20, .. })));
    // Too few: all it has (a reconstruction), or nothing.
    let poor = |game| {
        let round = olympiad(game, 6, [29, 33, 40]).does(to(32)).does(super::table::back(30)).does(to(41));
        round.carrots(0)
    };
    assert_eq!(poor(championship()), 0);
    let lenient = game("olympiad", |rules| rules.hare.too_few_to_pay = TooFewToPay::PaysNothing);
    assert_eq!(poor(lenient), 5);
}

#[test]
fn olympiad_a_price_that_is_all_that_is_held_is_paid() {
    let left = |carrots: u16| {
        let lenient = game("olympiad", |rules| rules.hare.too_few_to_pay = TooFewToPay::PaysNothing);
        // A carrot for the step on the hare square, then 20 for the two that pass it.
        let landed = olympiad(lenient, carrots + 1, [29, 33, 40]);
        landed.does(to(32)).does(super::table::back(30)).does(to(41)).carrots(0)
    };
    assert_eq!([left(19), left(20), left(21)], [19, 0, 1]);
}

#[test]
fn carrots_paid_for_being_passed_are_measured() {
    let round =
        olympiad(championship(), 50, [29, 33, 40]).does(to(32)).does(super::table::back(30)).does(to(41));
    assert!(round.seen(|h| matches!(h, Happening::PaysForPassing { .. })));
    let paid = measured(&round, "carrots-paid");
    assert!((paid - 21.0).abs() < 1e-9, "1 for the last step and 20 for the two that passed, not {paid}");
}

// HT-37
#[test]
fn a_jugged_lettuce_that_is_chewed_later_is_measured_as_one_of_a_hare() {
    let late = game("classic", |rules| rules.hare.chew_a_lettuce = JuggedLettuce::AsIfJustArrived);
    let mut players = [one(65, 31, 3), one(65, 5, 3), one(65, 4, 3), one(65, 2, 3)];
    players[0].runners[0].duty = Duty::Chew;
    let round = race(late, &players).does(Action::Chew);
    assert_eq!((measured(&round, "lettuces"), measured(&round, "lettuces-by-hares")), (1.0, 1.0));
    players[0].runners[0] = on(10, 3);
    let round = race(game("classic", |_| {}), &players).does(Action::Chew);
    assert_eq!((measured(&round, "lettuces"), measured(&round, "lettuces-by-hares")), (1.0, 0.0));
}

/// The value of this metric for the last event.
fn measured(race: &Race, metric: &str) -> f64 {
    let metrics = HareTortoise::metrics();
    let mut totals = vec![0.0; metrics.len()];
    race.seen.iter().for_each(|happening| race.game.count(happening, &mut totals));
    totals[metrics.iter().position(|known| known.name == metric).expect("a metric")]
}

#[test]
fn olympiad_a_return_to_start_and_a_finish_pass_too() {
    // Seat 2 without a legal action on 60: its tortoise is taken, and it has no carrots.
    let players = [one(50, 58, 3), one(0, 60, 3), one(500, 56, 3), one(6, 57, 0)];
    let round = set_up(championship(), &players, |position| {
        position.players[0].runners[0] = on(58, 3);
        position.players[0].runners[0].square = 57;
        position.players[3].runners[0].square = 61;
    });
    let round = round.does(Action::Chew).does(Action::ToStart);
    assert_eq!(round.square(1), 0);
    let players = [one(50, 57, 0), one(0, 60, 3), one(500, 56, 3), one(6, 61, 0)];
    let landed = set_up(championship(), &players, |position| {
        position.players[0].runners[0].duty = furlong::hare_tortoise::Duty::Leave;
    });
    let landed = landed.does(to(58)).does(Action::ToStart);
    assert_eq!(landed.runner(0, 0).passed_by, Some(vec![seat(1)]));
    let landed = landed.does(to(59));
    assert_eq!(landed.runner(0, 0).passed_by, Some(vec![seat(1), seat(2)]));
    let landed = landed.does(to(64));
    assert_eq!(landed.carrots(0), 49 - 20, "61 to 64 does not pass 58");
    assert_eq!(landed.game.turn(&landed.state), furlong::Turn::Seat(Seat::FIRST));
}

#[test]
fn olympiad_ones_own_runner_does_not_count() {
    let two = game("olympiad", |rules| rules.start.runners.two = 2);
    let players = [player(50, &[on(30, 3), on(29, 3)]), player(500, &[on(2, 3), on(3, 3)])];
    let round = race(two, &players).does(to(31)).does(Action::Runner(0)).does(to(4)).does(to(33));
    assert_eq!(round.runner(0, 0).passed_by, Some(vec![]));
}
