//! HT-30 to HT-39: jugging the hare.

use furlong::hare_tortoise::{
    Action, AnotherMove, AnotherMoveStuck, Chance, ChewCarrot, DropBackToStart, Duty, Happening,
    HareTortoise, JuggedLettuce, MissBinds, MoveUpToFinish, Phase, PutOnHare, Ruleset, TakenCarrotSquare,
    WithoutLettuces,
};
use furlong::{Purpose, RaceGame, Turn};

use super::table::{Race, back, classic, game, home, on, one, player, race, seat, set_up, to};

const MISS: u8 = 1;
const CARROT_SQUARE: u8 = 2;
const NEIGHBOUR: u8 = 3;
const CHEW: u8 = 4;
const FREE: u8 = 5;
const AGAIN: u8 = 6;

fn with(change: impl FnOnce(&mut Ruleset)) -> HareTortoise {
    game("classic", change)
}

/// The first player, with `carrots` and `lettuces`, has gone a square onto this hare square.
fn jugging(game: HareTortoise, hare: u8, carrots: u16, lettuces: u8, others: [u8; 3]) -> Race {
    let others = others.map(|square| one(65, square, 3));
    let [second, third, fourth] = others;
    let players = [one(carrots, hare, lettuces), second, third, fourth];
    set_up(game, &players, |position| {
        position.phase = Phase::Jug;
        position.paid = 1;
    })
}

#[test]
fn ht_30_a_runner_that_comes_onto_a_hare_jugs_at_once() {
    let race = race(classic(), &[one(65, 0, 3), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)]).does(to(6));
    let Turn::Chance(point) = race.game.turn(&race.state) else { panic!("chance should draw") };
    assert_eq!((point.owner, point.purpose), (Some(seat(0)), furlong::hare_tortoise::HARE));
    assert_ne!(point.purpose, Purpose::new(0, "first player"));
    let mut outcomes = Vec::new();
    race.game.chances(&race.state, &mut outcomes);
    let cards: Vec<Chance> = outcomes.iter().map(|outcome| outcome.outcome).collect();
    assert_eq!(cards, (1..=6).map(Chance::Card).collect::<Vec<_>>());
    assert!(outcomes.iter().all(|outcome| outcome.weight == 1));
    let mut state = race.state;
    let refused = race.game.resolve(&mut state, Chance::Card(7), &mut ());
    assert!(refused.unwrap_err().to_string().contains("card 7 is not possible now"));
    assert_eq!(state, race.state);
    assert_eq!(race.refuses(to(7)), "chance is to decide, not a player");
}

#[test]
fn ht_30_the_chart_goes_by_card_and_race_position() {
    use furlong::hare_tortoise::Effect;
    for (position, second, third, fourth) in [
        (1, Effect::BackToACarrotSquare, Effect::DropBack, Effect::ChewACarrot),
        (2, Effect::BackToACarrotSquare, Effect::DropBack, Effect::ChewALettuce),
        (3, Effect::BackToACarrotSquare, Effect::MoveUp, Effect::ChewALettuce),
        (4, Effect::ForwardToACarrotSquare, Effect::MoveUp, Effect::ChewALettuce),
    ] {
        let others = [1, 2, 3].map(|other| if other < position { 40 + other } else { 0 });
        for (card, expected) in [
            (1, Effect::MissATurn),
            (2, second),
            (3, third),
            (4, fourth),
            (5, Effect::LastTurnFree),
            (6, Effect::AnotherMove),
        ] {
            let race = jugging(classic(), 31, 65, 3, others).card(card);
            let is_right = |h: &Happening| matches!(h, Happening::Jugs { effect, .. } if *effect == expected);
            assert!(race.seen(is_right), "card {card}, position {position}: {:?}", race.seen);
        }
    }
}

#[test]
fn ht_31_put_on_a_hare_by_an_effect_it_jugs_again() {
    // Third on 31 with runners on 33 and 45: up to 34, a hare.
    let chain = jugging(classic(), 31, 65, 3, [33, 45, 0]).card(NEIGHBOUR);
    assert_eq!((chain.square(0), chain.phase(), chain.position().jugs), (34, Phase::Jug, 1));
    // HT-38: it came by an effect, so nothing is paid back.
    let chain = chain.card(FREE);
    assert_eq!((chain.carrots(0), chain.position().jugs, chain.mover()), (65, 0, 1));
    let quiet = with(|rules| rules.hare.put_on_hare = PutOnHare::Nothing);
    let quiet = jugging(quiet, 31, 65, 3, [33, 45, 0]).card(NEIGHBOUR);
    assert_eq!((quiet.square(0), quiet.mover()), (34, 1));
}

#[test]
fn ht_31_the_sixteenth_jug_is_carried_out_and_a_seventeenth_not_drawn() {
    let fifteen = |jugs| {
        let players = [one(65, 31, 3), one(65, 33, 3), one(65, 45, 3), one(65, 0, 3)];
        set_up(classic(), &players, |position| {
            position.phase = Phase::Jug;
            position.jugs = jugs;
        })
    };
    let last = fifteen(15).card(NEIGHBOUR);
    assert_eq!((last.square(0), last.mover()), (34, 1), "carried out, and then the turn is over");
    assert!(last.seen(|h| matches!(h, Happening::JugsNoMore { .. })));
    assert_eq!(fifteen(14).card(NEIGHBOUR).phase(), Phase::Jug);
    // A further move counts for the same turn.
    let moved = fifteen(15).card(AGAIN).does(to(34));
    assert_eq!((moved.square(0), moved.mover()), (34, 1));
}

#[test]
fn ht_32_a_missed_turn_is_the_runners_own_or_its_players() {
    let race_on = jugging(classic(), 31, 65, 3, [0, 0, 0]).card(MISS);
    assert!(race_on.runner(0, 0).misses);
    let race_on = race_on.does(to(2)).does(to(5)).does(to(7));
    assert_eq!(race_on.mover(), 1, "seat 1 is skipped");
    assert!(!race_on.runner(0, 0).misses);

    // Two runners that alternate: the partner moves, then the runner's own turn is skipped.
    let players = [player(65, &[on(31, 3), on(2, 3)]), player(65, &[on(12, 3), home(1)])];
    let jug = |game| set_up(game, &players, |position| position.phase = Phase::Jug);
    let race_on = jug(classic()).card(MISS).does(to(13));
    assert_eq!((race_on.mover(), race_on.position().runner), (0, 1));
    let race_on = race_on.does(to(5)).does(to(16));
    assert_eq!(race_on.mover(), 1, "the runner on 31 is skipped");
    let race_on = race_on.does(to(17));
    assert_eq!((race_on.mover(), race_on.position().runner), (0, 1), "and its partner is next");

    let whole = with(|rules| rules.turns.miss_binds = MissBinds::Player);
    let race_on = jug(whole).card(MISS).does(to(13));
    assert_eq!(race_on.mover(), 1, "the player's whole turn is skipped");
    assert!(!race_on.position().players[0].misses);
}

#[test]
fn ht_33_chewing_a_carrot_is_drawing_or_paying_ten() {
    let race_on = jugging(classic(), 31, 65, 3, [0, 0, 0]).card(CHEW);
    assert_eq!(race_on.actions(), [Action::Draw, Action::Pay]);
    assert_eq!(race_on.refuses(Action::Stay), "the player must chew a carrot: draw or pay");
    let race_on = race_on.does(Action::Pay);
    assert_eq!((race_on.carrots(0), race_on.square(0), race_on.mover()), (55, 31, 1));
    let poor = jugging(classic(), 31, 9, 3, [0, 0, 0]).card(CHEW);
    assert_eq!(poor.actions(), [Action::Draw]);
    assert!(poor.refuses(Action::Pay).contains("only 9 carrots"));
    assert_eq!(poor.does(Action::Draw).carrots(0), 19);
    let just_enough = jugging(classic(), 31, 10, 3, [0, 0, 0]).card(CHEW);
    assert_eq!(just_enough.does(Action::Pay).carrots(0), 0);
    let lenient = with(|rules| rules.hare.chew_a_carrot = ChewCarrot::OrNeither);
    let neither = jugging(lenient, 31, 65, 3, [0, 0, 0]).card(CHEW).does(Action::Stay);
    assert_eq!(neither.carrots(0), 65);
}

#[test]
fn ht_34_to_the_nearest_free_carrot_square_or_nowhere() {
    // First on 31: carrot squares behind are 26, 21, 13, 5, 2.
    assert_eq!(jugging(classic(), 31, 65, 3, [0, 0, 0]).card(CARROT_SQUARE).square(0), 26);
    assert_eq!(jugging(classic(), 31, 65, 3, [26, 0, 0]).card(CARROT_SQUARE).square(0), 21);
    // First on 1: none behind.
    let none = jugging(classic(), 1, 65, 3, [0, 0, 0]).card(CARROT_SQUARE);
    assert_eq!((none.square(0), none.mover()), (1, 1));
    assert!(none.seen(|h| matches!(h, Happening::NoEffect { .. })));
    // Fourth on 31: forward, free of charge, past the taken 33 to 38; on 62 with 63 taken nowhere.
    let forward = jugging(classic(), 31, 65, 3, [33, 41, 44]).card(CARROT_SQUARE);
    assert_eq!((forward.square(0), forward.carrots(0)), (38, 65));
    let players =
        [one(65, 62, 3), one(65, 63, 3), player(0, &[home(1)]), player(0, &[home(2)]), one(9, 0, 3)];
    let nowhere = set_up(classic(), &players, |position| position.phase = Phase::Jug).card(CARROT_SQUARE);
    assert_eq!(nowhere.square(0), 62);
    // The note of 1995: a taken one has no effect.
    let by_note = || with(|rules| rules.hare.taken_carrot_square = TakenCarrotSquare::Nothing);
    assert_eq!(jugging(by_note(), 31, 65, 3, [26, 0, 0]).card(CARROT_SQUARE).square(0), 31);
    assert_eq!(jugging(by_note(), 31, 65, 3, [21, 0, 0]).card(CARROT_SQUARE).square(0), 26);
}

#[test]
fn ht_35_dropping_back_to_the_square_behind_the_neighbour() {
    // First on 31, the nearest behind on 24: 23. On 23 taken as well: 22, but not without lettuces: 21.
    assert_eq!(jugging(classic(), 31, 65, 3, [24, 0, 0]).card(NEIGHBOUR).square(0), 23);
    assert_eq!(jugging(classic(), 31, 65, 3, [24, 23, 0]).card(NEIGHBOUR).square(0), 22);
    assert_eq!(jugging(classic(), 31, 65, 0, [24, 23, 0]).card(NEIGHBOUR).square(0), 21);
    // Onto a tortoise: nothing is drawn.
    let tortoise = jugging(classic(), 31, 65, 3, [25, 0, 0]).card(NEIGHBOUR);
    assert_eq!((tortoise.square(0), tortoise.carrots(0)), (24, 65));
    // Onto a hare: it jugs again (HT-31).
    assert_eq!(jugging(classic(), 31, 65, 3, [26, 0, 0]).card(NEIGHBOUR).phase(), Phase::Jug);
    // Start always counts, with the neighbour on it or just before it.
    assert_eq!(jugging(classic(), 31, 65, 3, [0, 0, 0]).card(NEIGHBOUR).square(0), 0);
    assert_eq!(jugging(classic(), 31, 65, 3, [1, 0, 0]).card(NEIGHBOUR).square(0), 0);
    let stays = || with(|rules| rules.hare.drop_back_to_start = DropBackToStart::Stays);
    assert_eq!(jugging(stays(), 31, 65, 3, [0, 0, 0]).card(NEIGHBOUR).square(0), 31);
    assert_eq!(jugging(stays(), 31, 65, 3, [1, 0, 0]).card(NEIGHBOUR).square(0), 31);
    assert_eq!(jugging(stays(), 31, 65, 3, [2, 0, 0]).card(NEIGHBOUR).phase(), Phase::Jug, "onto 1");
}

#[test]
fn ht_35_the_last_one_stays_and_ones_own_other_runner_counts() {
    let players = [player(65, &[on(3, 3), on(9, 3)]), player(65, &[on(12, 3), home(1)])];
    // Two ahead and one home: fourth on 3; with card 3 it would move up, so ask a chart that drops it.
    let drops = with(|rules| {
        rules.hare.chart = vec![vec![furlong::hare_tortoise::Effect::DropBack; 6]; 6];
    });
    let last = set_up(drops, &players, |position| position.phase = Phase::Jug).card(NEIGHBOUR);
    assert_eq!(last.square(0), 3);
    assert!(last.seen(|h| matches!(h, Happening::NoEffect { .. })));
    let players = [player(65, &[on(14, 3), on(9, 3)]), player(65, &[on(0, 3), home(1)])];
    let own = set_up(classic(), &players, |position| position.phase = Phase::Jug).card(NEIGHBOUR);
    assert_eq!(own.square(0), 8, "behind the own runner on 9");
}

#[test]
fn ht_36_moving_up_to_the_square_in_front_of_the_neighbour() {
    // Third on 31 with others on 38 and 46: 39 is a hare. On 40: 41.
    assert_eq!(jugging(classic(), 31, 65, 3, [40, 46, 0]).card(NEIGHBOUR).square(0), 41);
    // 42 is a lettuce square and 43 a tortoise: with lettuces 42, without 44.
    assert_eq!(jugging(classic(), 31, 65, 3, [41, 46, 0]).card(NEIGHBOUR).square(0), 42);
    assert_eq!(jugging(classic(), 31, 65, 0, [41, 46, 0]).card(NEIGHBOUR).square(0), 44);
    assert_eq!(jugging(classic(), 31, 65, 3, [40, 41, 0]).card(NEIGHBOUR).square(0), 42, "41 is taken");
    assert_eq!(jugging(classic(), 31, 65, 3, [41, 46, 0]).card(NEIGHBOUR).carrots(0), 65, "free of charge");
}

#[test]
fn ht_36_moving_up_onto_the_finish_for_a_runner_that_may() {
    let players =
        |carrots, lettuces| [one(carrots, 62, lettuces), one(65, 63, 3), player(0, &[home(1)]), one(9, 0, 3)];
    let up = |game, carrots, lettuces| {
        let race = set_up(game, &players(carrots, lettuces), |position| position.phase = Phase::Jug);
        race.card(NEIGHBOUR)
    };
    let home_now = up(classic(), 20, 0);
    assert_eq!((home_now.square(0), home_now.runner(0, 0).arrived), (64, Some(2)));
    assert_eq!(home_now.mover(), 1);
    assert_eq!(up(classic(), 21, 0).square(0), 62, "too many carrots");
    assert_eq!(up(classic(), 20, 1).square(0), 62, "a lettuce left");
    let never = with(|rules| rules.hare.move_up_to_finish = MoveUpToFinish::Never);
    assert_eq!(up(never, 20, 0).square(0), 62);
}

#[test]
fn ht_36_runners_at_home_are_nobodys_neighbours() {
    let players = [one(9, 62, 0), player(0, &[home(1)]), player(0, &[home(2)]), one(9, 0, 3), one(9, 0, 3)];
    let race_on = set_up(classic(), &players, |position| position.phase = Phase::Jug).card(NEIGHBOUR);
    assert_eq!(race_on.square(0), 62, "no runner ahead still races");
}

#[test]
fn ht_37_a_jugged_lettuce_is_chewed_at_once() {
    let chewed = jugging(classic(), 31, 65, 3, [40, 0, 0]).card(CHEW);
    assert_eq!((chewed.lettuces(0), chewed.carrots(0), chewed.mover()), (2, 85, 1));
    let without = jugging(classic(), 31, 65, 0, [40, 0, 0]).card(CHEW);
    assert!(without.runner(0, 0).misses);
    let kind = with(|rules| rules.hare.without_lettuces = WithoutLettuces::Nothing);
    let without = jugging(kind, 31, 65, 0, [40, 0, 0]).card(CHEW);
    assert!(!without.runner(0, 0).misses);
}

#[test]
fn ht_37_or_as_on_a_lettuce_square_just_reached() {
    let later = with(|rules| rules.hare.chew_a_lettuce = JuggedLettuce::AsIfJustArrived);
    let race_on = jugging(later, 31, 65, 3, [40, 0, 0]).card(CHEW);
    assert_eq!((race_on.lettuces(0), race_on.runner(0, 0).duty), (3, Duty::Chew));
    let race_on = race_on.does(Action::Draw).does(to(2)).does(to(5));
    assert_eq!(race_on.actions(), [Action::Chew]);
    let race_on = race_on.does(Action::Chew);
    assert_eq!((race_on.lettuces(0), race_on.carrots(0)), (2, 85));
    let race_on = race_on.does(Action::Draw).does(to(4)).does(to(7));
    assert!(race_on.may(to(32)) && !race_on.may(Action::Chew), "and then it leaves");
}

#[test]
fn ht_38_a_free_turn_pays_back_the_move_onto_this_very_square() {
    let start = [one(65, 0, 3), one(65, 2, 3), one(65, 0, 3), one(65, 0, 3)];
    let free = race(classic(), &start).does(to(6)).card(FREE);
    assert_eq!((free.carrots(0), free.square(0)), (65, 6));
    // After another move only that one's price.
    let again = race(classic(), &start).does(to(3)).card(AGAIN).does(to(6)).card(FREE);
    assert_eq!(again.carrots(0), 65 - 6);
}

#[test]
fn ht_39_another_move_is_as_in_a_turn_or_staying() {
    let again = jugging(classic(), 31, 65, 3, [0, 0, 0]).card(AGAIN);
    assert!(again.may(Action::Stay) && again.may(back(30)) && again.may(to(32)) && again.may(to(34)));
    assert!(!again.may(Action::Draw));
    let stayed = jugging(classic(), 31, 65, 3, [0, 0, 0]).card(AGAIN).does(Action::Stay);
    assert_eq!((stayed.square(0), stayed.mover()), (31, 1));
    let went_back = jugging(classic(), 31, 65, 3, [0, 0, 0]).card(AGAIN).does(back(30));
    assert_eq!(went_back.carrots(0), 75);
    let finished = jugging(classic(), 62, 3, 0, [0, 0, 0]).card(AGAIN).does(to(64));
    assert_eq!(finished.runner(0, 0).arrived, Some(1));
    assert_eq!(again.does(to(34)).phase(), Phase::Jug);
    let must = with(|rules| rules.hare.another_move = AnotherMove::MustAct);
    assert!(!jugging(must, 31, 65, 3, [0, 0, 0]).card(AGAIN).may(Action::Stay));
}

#[test]
fn ht_39_without_a_move_it_stays_and_does_not_go_back_to_start() {
    let stuck = jugging(classic(), 1, 0, 3, [0, 0, 0]).card(AGAIN);
    assert_eq!(stuck.actions(), [Action::Stay]);
    let must = with(|rules| rules.hare.another_move = AnotherMove::MustAct);
    assert_eq!(jugging(must, 1, 0, 3, [0, 0, 0]).card(AGAIN).actions(), [Action::Stay]);
    let hard = with(|rules| rules.hare.another_move_stuck = AnotherMoveStuck::BackToStart);
    let hard = jugging(hard, 1, 0, 3, [0, 0, 0]).card(AGAIN);
    assert_eq!(hard.actions(), [Action::ToStart]);
    assert_eq!(hard.does(Action::ToStart).carrots(0), 65);
}
