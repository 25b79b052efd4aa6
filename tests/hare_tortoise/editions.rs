//! The differences of the editions, and files that set every choice.

use furlong::hare_tortoise::{
    Action, BackAtStart, ByPlayers, Duty, Effect, FirstPlayer, Happening, HareTortoise, LongestStep,
    Mechanism, MissBinds, Phase, PoolEmptyFor, Ruleset, RunnerChoice, Setup,
};
use furlong::ruleset::{self, Kind};
use furlong::{RaceGame, Ruleset as _, Seat, Text as _};
use rand::{RngExt, SeedableRng};

use super::table::{Race, game, home, on, one, player, race, seat, set_up, to};

const NAMES: [&str; 5] = ["classic", "postal", "ravensburger-1978", "ravensburger-2008", "olympiad"];

#[test]
fn every_edition_starts_with_its_own_carrots_and_runners() {
    let expected = [
        ([105, 65, 65, 91, 91], 2),
        ([65, 65, 65, 65, 65], 1), // HP-01, HP-09
        ([98, 68, 68, 98, 98], 2),
        ([98, 68, 68, 98, 98], 2),
        ([65, 65, 65, 65, 65], 1),
    ];
    for (name, (carrots, runners)) in NAMES.into_iter().zip(expected) {
        let game = game(name, |_| {});
        for (players, carrots) in (2..=6).zip(carrots) {
            let state = game.start(&game.setup(players)).expect("the usual set-up");
            let position = game.position(&state);
            let own = if players == 2 { runners } else { 1 };
            assert!(
                position.players.iter().all(|p| p.carrots == carrots && p.runners.len() == own),
                "{name}"
            );
        }
    }
}

#[test]
fn hp_06_hp_08_the_postal_flag_counts_for_three_and_number_4_squares_are_open() {
    let players = [one(65, 8, 3), one(65, 7, 3), one(65, 0, 3)];
    let race = race(game("postal", |_| {}), &players);
    assert!(race.may(to(9)), "a number-4 square with three players");
    assert!(race.refuses(to(11)).contains("tortoise"));
    let race = race.does(super::table::to(9));
    assert_eq!(race.carrots(1), 65, "second on a flag: nothing");
}

#[test]
fn hp_02_in_a_postal_round_the_first_mover_moves_last_as_well() {
    let game = game("postal", |_| {});
    let first = Some(FirstPlayer::Given(Seat::FIRST));
    let state = game.start(&Setup { players: 4, first, longest_step: None }).expect("a sound set-up");
    let mut race = Race { game, state, seen: Vec::new() };
    let mut movers = Vec::new();
    for square in [2, 4, 5, 7, 8, 9, 12, 13, 16, 17] {
        movers.push((race.position().round.number, race.mover(), race.position().round.slot));
        race = race.does(to(square));
    }
    let round = |number, seats: [usize; 5]| (0..).zip(seats).map(move |(slot, seat)| (number, seat, slot));
    let expected: Vec<_> = round(1, [0, 1, 2, 3, 0]).chain(round(2, [1, 2, 3, 0, 1])).collect();
    assert_eq!(movers, expected);
}

#[test]
fn hp_02_players_at_home_are_skipped_and_the_list_of_a_round_is_fixed() {
    // Seat 1 begins the round and comes home in it: seats 2 and 3, and then a new round begins with seat 2.
    let players = [one(11, 63, 0), one(65, 2, 3), one(65, 0, 3)];
    let race_on = race(game("postal", |_| {}), &players).does(to(64)).does(to(4)).does(to(5));
    let round = race_on.position().round;
    assert_eq!((round.number, round.first, round.slot), (2, seat(1), 0));
    assert_eq!(round.members, [seat(1), seat(2)]);
    // A missed turn uses up the one of the round.
    let mut players = [one(65, 4, 3), one(65, 3, 3), one(65, 0, 3)];
    players[1].runners[0].misses = true;
    let race_on = race(game("postal", |_| {}), &players).does(to(5));
    assert_eq!((race_on.mover(), race_on.position().round.slot), (2, 2));
}

#[test]
fn clockwise_a_round_is_one_turn_of_each() {
    let players = [one(65, 4, 3), one(65, 2, 3), one(65, 0, 3)];
    let race_on = race(game("classic", |_| {}), &players).does(to(5)).does(to(7));
    assert_eq!(race_on.position().round.number, 1);
    let race_on = race_on.does(to(4));
    assert_eq!((race_on.position().round.number, race_on.mover()), (2, 0));
}

#[test]
fn ravensburger_2008_the_runner_is_chosen_in_every_turn_and_paid_for_then() {
    let mut players = [player(65, &[on(8, 0), on(40, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    players[0].pool = 5;
    players[1].pool = 5;
    let race_on = set_up(game("ravensburger-2008", |_| {}), &players, |position| {
        position.phase = Phase::Runner;
    });
    assert_eq!(race_on.actions(), [Action::Runner(0), Action::Runner(1)]);
    assert_eq!(race_on.carrots(0), 65, "nothing is paid before the choice");
    let chosen = race_on.does(Action::Runner(0));
    assert_eq!(chosen.carrots(0), 85, "HT-20: second on a number 2");
    let chosen = chosen.does(to(9));
    assert_eq!((chosen.mover(), chosen.phase()), (1, Phase::Runner));
}

#[test]
fn ravensburger_2008_who_has_chewed_is_the_only_one_to_choose() {
    let mut players = [player(65, &[on(10, 0), on(40, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    players[0].pool = 5;
    let race_on = set_up(game("ravensburger-2008", |_| {}), &players, |position| {
        position.phase = Phase::Runner;
    });
    let race_on = race_on.does(Action::Runner(0)).does(Action::Chew);
    assert_eq!((race_on.lettuces(0), race_on.runner(0, 0).duty), (4, Duty::Leave));
    let race_on = race_on.does(Action::Runner(1)).does(to(5));
    assert_eq!(race_on.actions(), [Action::Runner(0)]);
    assert_eq!(race_on.refuses(Action::Runner(1)), "runner 2 may not be chosen now");
}

#[test]
fn ravensburger_2008_a_runner_without_an_action_is_not_chosen_while_the_other_has_one() {
    // No carrots: on 7 nothing can be done; the other goes back to a tortoise, or stays on a carrot square.
    let players = [player(0, &[on(9, 0), on(5, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    let choose = |players: &[_]| {
        set_up(game("ravensburger-2008", |_| {}), players, |position| position.phase = Phase::Runner)
    };
    assert_eq!(choose(&players).actions(), [Action::Runner(1)]);
    let both = [player(0, &[on(9, 0), on(6, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    assert_eq!(choose(&both).actions(), [Action::Runner(0), Action::Runner(1)]);
    // The payment of the number square counts: second on 8 draws 20 first.
    let paid = [player(0, &[on(6, 0), on(8, 0)]), player(65, &[on(2, 0), on(9, 0)])];
    assert_eq!(choose(&paid).actions(), [Action::Runner(1)]);
}

#[test]
fn ravensburger_2008_the_pool_must_be_empty_and_an_empty_one_lets_a_runner_go() {
    let mut players = [player(3, &[on(63, 0), on(40, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    players[0].pool = 1;
    let moving = |game, players: &[_]| set_up(game, players, |_| {});
    let edition = || game("ravensburger-2008", |_| {});
    assert!(moving(edition(), &players).refuses(to(64)).contains("1 lettuce must"));
    let last_only =
        game("ravensburger-2008", |rules| rules.lettuces.pool_empty_for = PoolEmptyFor::LastFinish);
    assert!(moving(last_only, &players).may(to(64)));
    players[0].pool = 0;
    assert!(moving(edition(), &players).may(to(64)));
    // HT-04: a runner that waits to chew when the pool is empty takes a usual turn.
    let waiting = [player(30, &[on(22, 0), on(40, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    let waiting = moving(edition(), &waiting);
    assert!(!waiting.may(Action::Chew) && waiting.may(to(23)));
}

#[test]
fn ravensburger_2008_the_second_runner_home_may_keep_twenty_when_it_is_its_players_last() {
    let players = |carrots| [player(carrots, &[on(63, 0), home(1)]), player(65, &[on(2, 0), on(4, 0)])];
    let edition = || game("ravensburger-2008", |_| {});
    assert!(race(edition(), &players(21)).may(to(64)));
    assert!(!race(edition(), &players(22)).may(to(64)));
    let first = [player(900, &[on(63, 0), on(2, 0)]), player(65, &[on(5, 0), on(4, 0)])];
    assert!(race(edition(), &first).may(to(64)), "HT-05: no limit for the first of two");
}

#[test]
fn ravensburger_2008_a_missed_turn_is_the_players() {
    let edition = game("ravensburger-2008", |rules| assert_eq!(rules.turns.miss_binds, MissBinds::Player));
    let mut players = [player(65, &[on(8, 0), on(40, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    players[1].misses = true;
    let race_on = race(edition, &players).does(to(9));
    assert_eq!((race_on.mover(), race_on.phase()), (0, Phase::Runner));
    // With a choice of one's own the runner may be bound instead: it cannot be chosen in that turn.
    let bound = game("ravensburger-2008", |rules| rules.turns.miss_binds = MissBinds::Runner);
    let mut players = [player(65, &[on(8, 0), on(40, 0)]), player(65, &[on(2, 0), on(4, 0)])];
    players[1].runners[0].misses = true;
    let race_on = race(bound, &players).does(to(9));
    assert_eq!(race_on.actions(), [Action::Runner(1)]);
    assert!(!race_on.does(Action::Runner(1)).runner(1, 0).misses);
}

#[test]
fn ht_04_a_turn_that_a_player_misses_uses_up_no_runners_turn() {
    let bound = || game("classic", |rules| rules.turns.miss_binds = MissBinds::Player);
    let mut players = [player(65, &[on(8, 3), on(40, 3)]), player(65, &[on(2, 3), on(4, 3)])];
    players[1].last = Some(0);
    let due = race(bound(), &players).does(to(9)).position();
    assert_eq!((due.seat, due.runner), (seat(1), 1), "runner 2 follows runner 1");
    players[1].misses = true;
    let missed = race(bound(), &players).does(to(9));
    assert!(missed.seen(|happening| matches!(happening, Happening::Misses { runner: None, .. })));
    let due = missed.does(to(41)).position();
    assert_eq!((due.seat, due.runner), (seat(1), 1), "and is still due after a missed turn");
}

#[test]
fn ravensburger_2008_number_4_squares_pay_nothing_to_three() {
    // Two runners each would make a fourth place of three players' runners.
    let three = |name| game(name, |rules| rules.start.runners.three = 2);
    let players = [
        player(65, &[on(20, 0), on(12, 0)]),
        player(65, &[on(9, 0), on(0, 0)]),
        player(65, &[on(13, 0), on(0, 0)]),
    ];
    let paid = |name, runner: RunnerChoice| {
        let race_on = set_up(three(name), &players, |position| {
            let alternate = runner == RunnerChoice::Alternate;
            position.players[1].last = alternate.then_some(1);
            position.players[0].last = alternate.then_some(0);
        });
        let race_on = race_on.does(to(21));
        if runner == RunnerChoice::Free {
            race_on.does(Action::Runner(0)).carrots(1)
        } else {
            race_on.carrots(1)
        }
    };
    assert_eq!(paid("ravensburger-2008", RunnerChoice::Free), 65);
    assert_eq!(paid("ravensburger-1978", RunnerChoice::Alternate), 65 + 40);
}

#[test]
fn reconstructions_are_named_wherever_the_rules_are_told() {
    for (name, count) in NAMES.into_iter().zip([1, 2, 2, 0, 1]) {
        let ruleset = ruleset::open::<Ruleset>(name).expect("a ruleset of the library");
        assert_eq!(ruleset.title().reconstructed.len(), count, "{name}");
        let seen = HareTortoise::new(ruleset).expect("a playable ruleset").rules();
        assert_eq!(seen.lines().filter(|line| line.starts_with("Reconstructed: ")).count(), count);
    }
}

/// A race by chance for a while: every action that is listed must be playable.
fn wander(game: &HareTortoise, players: u8, events: u32, seed: u64) {
    let mut rng = furlong::Stream::seed_from_u64(seed);
    let mut state = game.start(&game.setup(players)).expect("the usual set-up");
    let mut actions = Vec::new();
    for _ in 0..events {
        match game.turn(&state) {
            furlong::Turn::Over => return,
            furlong::Turn::Chance(_) => {
                let outcome = game.sample_chance(&state, &mut rng);
                game.resolve(&mut state, outcome, &mut ()).expect("what is drawn can come");
            }
            furlong::Turn::Seat(_) => {
                game.actions(&state, &mut actions);
                let action = actions[rng.random_range(0..actions.len())];
                game.play(&mut state, action, &mut ()).expect("what is listed is legal");
            }
        }
        let position = game.position(&state);
        assert_eq!(game.state(&position).as_ref(), Ok(&state), "{position:?}");
    }
}

#[test]
fn a_file_of_ones_own_can_set_every_choice() {
    let mut set = 0;
    for base in ["classic", "ravensburger-2008"] {
        let embedded = Ruleset::EMBEDDED.iter().find(|ruleset| ruleset.name == base).expect("embedded");
        for field in Ruleset::FIELDS {
            let choices = match field.kind {
                Kind::Choice(choices) => choices,
                Kind::WordOrInteger { ref word, .. } => std::slice::from_ref(word),
                _ => continue,
            };
            for choice in choices {
                let mut file: toml::Table = embedded.text.parse().expect("TOML");
                let (table, name) = field.path.split_once('.').expect("a field in a table");
                file[table].as_table_mut().expect("a table").insert(name.to_owned(), choice.word.into());
                let text = toml::to_string(&file).expect("TOML again");
                let needs_table = choice.word == "table" || choice.word == "pack" || choice.word == "chart";
                if field.path == "hare.mechanism" && needs_table {
                    continue;
                }
                let ruleset = ruleset::from_toml::<Ruleset>(&text).expect("a sound file");
                let game = HareTortoise::new(ruleset).expect("a playable ruleset");
                for players in [2, 3] {
                    wander(&game, players, 400, 7);
                }
                set += 1;
            }
        }
    }
    assert!(set > 80, "{set} choices");
}

#[test]
fn the_schema_names_every_field_of_a_file() {
    fn paths(prefix: &str, value: &toml::Value, into: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) if !Ruleset::FIELDS.iter().any(|field| field.path == prefix) => {
                for (key, value) in table {
                    let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                    paths(&path, value, into);
                }
            }
            _ => into.push(prefix.to_owned()),
        }
    }
    for embedded in Ruleset::EMBEDDED {
        let ruleset = ruleset::from_toml::<Ruleset>(embedded.text).expect("a sound file");
        let value = toml::Value::try_from(&ruleset).expect("TOML");
        let mut found = Vec::new();
        paths("", &value, &mut found);
        found.retain(|path| !path.starts_with("ruleset."));
        let mut known: Vec<String> = Ruleset::FIELDS.iter().map(|field| field.path.to_owned()).collect();
        found.sort();
        known.sort();
        assert_eq!(found, known);
    }
}

#[test]
fn faults_of_a_ruleset_are_told_all_at_once() {
    let mut ruleset = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
    ruleset.board.squares = "H C".to_owned();
    ruleset.start.runners.four = 2;
    ruleset.hare.chart[2].pop();
    ruleset.hare.most_jugs = 0;
    ruleset.stuck.at_start = BackAtStart::EndsTurn;
    let faults = HareTortoise::new(ruleset).expect_err("four faults");
    let mut fields: Vec<&str> = faults.0.iter().map(|fault| fault.field.as_str()).collect();
    fields.sort_unstable();
    fields.dedup();
    assert_eq!(fields, ["board.squares", "hare.chart[2]", "hare.most-jugs", "start.runners.4"]);
}

#[test]
fn what_a_hare_square_draws_is_whole_also_where_it_is_not_used() {
    let fields = |change: &dyn Fn(&mut Ruleset)| -> Vec<String> {
        let mut ruleset = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
        change(&mut ruleset);
        let faults = HareTortoise::new(ruleset).err().map(|faults| faults.0).unwrap_or_default();
        faults.into_iter().map(|fault| fault.field).collect()
    };
    assert_eq!(fields(&|ruleset| ruleset.hare.chart.clear()), ["hare.chart"], "the chart decides");
    assert_eq!(fields(&|ruleset| ruleset.hare.mechanism = Mechanism::Table), ["hare.table"]);
    assert_eq!(fields(&|ruleset| ruleset.hare.mechanism = Mechanism::Pack), ["hare.pack"]);
    assert_eq!(fields(&|ruleset| ruleset.hare.table = vec![Effect::MoveUp]), ["hare.table"]);
    assert_eq!(fields(&|ruleset| ruleset.hare.pack = vec![Effect::MoveUp; 200]), ["hare.pack"]);
}

#[test]
fn a_value_by_players_is_that_of_the_nearest_number() {
    let values = ByPlayers { two: 2, three: 3, four: 4, five: 5, six: 6 };
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|players| values.of(players)), [2, 2, 2, 3, 4, 5, 6, 6]);
}

#[test]
fn the_first_player_is_drawn_or_a_number() {
    let read = |text: &str| serde_json::from_str::<FirstPlayer>(text).ok();
    assert_eq!(read("\"drawn\""), Some(FirstPlayer::Drawn));
    assert_eq!(read("6"), Some(FirstPlayer::Given(seat(5))));
    assert_eq!([read("\"first\""), read("0"), read("7")], [None; 3]);
}

#[test]
fn the_longest_step_is_none_or_a_number() {
    let read = |text: &str| serde_json::from_str::<LongestStep>(text).ok();
    assert_eq!(read("\"none\""), Some(LongestStep::Unlimited));
    assert_eq!(read("5"), Some(LongestStep::Squares(5)));
    assert_eq!([read("\"any\""), read("0"), read("65")], [None; 3]);
}
