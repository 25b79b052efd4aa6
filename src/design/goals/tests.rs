//! Tests with faulty goal files, read with the metrics and the bots of a toy game.

use super::read::Known;
use super::*;
use crate::arena::{Arena, Entrant, Progress};
use crate::bot::{BotSpec, Bots as _};
use crate::dash::Dash;
use crate::game::RaceGame as _;
use crate::gotham::Gotham;
use crate::ruleset::Origin;

const QUIET: &(dyn Fn(Progress) + Sync) = &|_| ();

/// The toy game, with one bot in all seats of a table of two.
fn arena(bot: &str, groups: u64) -> Arena<Dash> {
    let game = Dash::short();
    let setup = game.setup(2);
    let bot = Entrant::of(&BotSpec::named(bot)).expect("a bot");
    Arena::new(game, setup, vec![bot; 2], 1, groups)
}

fn checked(goals: &str, arena: &Arena<Dash>) -> Checked {
    let goals = Goals::from_toml(&format!("[goals]\n{goals}")).expect("goals");
    check(&goals, arena, QUIET).expect("it runs")
}

/// Returns the faults of a goal file for the toy game, one line each.
#[track_caller]
fn faults(text: &str) -> Vec<String> {
    let metrics = arena("random", 1).metrics().expect("metrics");
    let known = Known { metrics: &metrics, refuses: &|spec| Dash::bot(spec).err() };
    let error = Goals::read(Origin::Text, text.to_owned(), Some(&known));
    error.expect_err(text).to_string().lines().map(str::to_owned).collect()
}

#[test]
fn all_faults_of_a_file_are_told_with_line_and_field() {
    let text = r#"goal = 1
[goals]
round = { within = [8, 10] }
rounds = { within = [10, 8], weight = -1 }
turns = { above = 9, below = 3 }
decisions = { wihtin = [1, 2] }
choices = { within = [1, 2], above = 1 }
spread = { within = 7 }
forced = { below = 30 }
ties = [{ share-within = [1, 0], above = 0.5 }, 3]
unfinished = "never"
seat-share = { gap-below = 2 }
mover-share = { gap = 0.1 }
skill = { better = "walker", others = "walker", better-wins = [0.8, 0.7] }
"skill(walker, random)" = { above = 1.5 }
"skill(walker)" = { above = 0.5 }
"skill(shark, walker)" = { above = 0.5, over = "won" }
chance-events = { above = 1, players = "shark" }
"#;
    let expected = [
        "text:1: goal: there is no such table; did you mean `goals`?; there are [goals], [players] and [tables]",
        "text:3: goals.round: there is no such metric; did you mean `rounds`?",
        "text:4: goals.rounds.within: must be two different numbers, the smaller first, not [10, 8]",
        "text:4: goals.rounds.weight: must be a number above 0, not -1",
        "text:5: goals.turns.above: must be less than `below`: nothing is above 9 and below 3",
        "text:6: goals.decisions: has no limit: write one of `within`, `above` and `below`",
        "text:6: goals.decisions.wihtin: there is no such key; did you mean `within`?",
        "text:7: goals.choices.above: `within` already has both limits",
        "text:8: goals.spread.within: must be two numbers in brackets, not 7",
        "text:9: goals.forced.below: the values are from 0 to 1, so a limit of 30 decides nothing: write 0.3 for 30 %",
        "text:10: goals.ties[0].share-within: is empty: 1 is above 0",
        "text:10: goals.ties[1]: must be a goal in braces, not 3",
        "text:11: goals.unfinished: must be a goal such as { above = 2 }, or a list of goals, not `never`",
        "text:12: goals.seat-share.gap-below: must be a number between 0 and 1, such as 0.02 for 2 %, not 2",
        "text:13: goals.mover-share: has no limit: write `gap-below` or `largest-below`",
        "text:13: goals.mover-share.gap: there is no such key",
        "text:14: goals.skill.others: must differ from `better`, which is also walker",
        "text:14: goals.skill.better-wins: must be two numbers from 0 to 1, the smaller first, not [0.8, 0.7]",
        "text:15: goals.skill(walker, random).above: the values are from 0 to 1, so a limit of 1.5 decides nothing",
        "text:16: goals.skill(walker): must have two bots, as in \"skill(strong, club)\"",
        "text:17: goals.skill(shark, walker): there is no bot `shark`",
        "text:17: goals.skill(shark, walker).over: must be one of `all` and `decided`, not `won`",
        "text:18: goals.chance-events.players: there is no bot `shark`",
    ];
    let check = |found: &[String], expected: &[&str]| {
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found}\nis not\n{expected}");
        }
        assert_eq!(found.len(), expected.len(), "{found:#?}");
    };
    // Twenty are named, and the others counted.
    let (mut found, (first, others)) = (faults(text), expected.split_at(20));
    assert_eq!(found.pop(), Some(format!("and {} more", others.len())));
    check(&found, first);
    let last = text.lines().zip(1..).map(|(line, number)| if number == 2 || number > 16 { line } else { "" });
    check(&faults(&last.collect::<Vec<_>>().join("\n")), others);
}

#[test]
fn a_file_without_goals_and_what_is_not_toml_are_refused() {
    for none in ["", "[goals]", "# nothing"] {
        assert!(faults(none)[0].starts_with("text: there are no goals: write [goals]"));
    }
    assert!(faults("[goals")[0].starts_with("text:1:7: not TOML: "));
    let unknown = faults("[goals]\nskill = { better = \"shark\", others = 3 }");
    assert!(unknown[0].starts_with("text:2: goals.skill: lacks `better-wins`"), "{unknown:?}");
    assert!(unknown[1].starts_with("text:2: goals.skill.better: there is no bot `shark`"), "{unknown:?}");
    assert!(
        unknown[2].starts_with("text:2: goals.skill.others: must be the name of a bot, not 3"),
        "{unknown:?}"
    );
}

#[test]
fn player_types_are_checked_and_only_goals_without_players_take_them() {
    let of = |players: &str| faults(&format!("[goals]\nrounds = {{ above = 1 }}\n[players]\n{players}"));
    assert!(of("by = [\"shark\"]")[0].starts_with("text:4: players.by: there is no bot `shark`"));
    assert!(of("by = []")[0].starts_with("text:4: players.by: must name a bot"));
    assert!(of("by = [\"random\", \"random\"]")[0].starts_with("text:4: players.by: lists random twice"));
    assert!(of("for = \"random\"")[0].starts_with("text:4: players.for: there is no such key"));
    let text = r#"
        [goals]
        rounds = [{ above = 1 }, { above = 2, players = ["random", "walker"] }]
        "skill(walker, random)" = { above = 0.5 }
        [players]
        by = ["walker", "random"]
    "#;
    let goals = Goals::from_toml(text).expect("goals");
    let read: Vec<String> = goals.all().iter().map(ToString::to_string).collect();
    let expected = [
        "rounds of walker above 1",
        "rounds of random above 1",
        "rounds of random above 2",
        "rounds of walker above 2",
        "wins of walker against random above 0.5",
    ];
    assert_eq!(read, expected);
}

#[test]
fn categories_minutes_luck_and_table_sizes_are_read_and_their_faults_named() {
    let text = r#"
        [goals]
        "wins-seat-*" = [{ largest-below = 0.6 }, { gap-below = 0.1, seats = [2, 3] }]
        minutes = { within = [30, 45], seconds-per-decision = 20 }
        luck-of-the-deal = { below = 0.2, players = "random" }
        "skill-index(walker, random)" = { above = 0 }
        [tables]
        seats = [2]
    "#;
    let goals = Goals::from_toml(text).expect("goals");
    let read: Vec<String> = goals.all().iter().map(ToString::to_string).collect();
    let expected = [
        "wins-seat-* largest at 2 seats below 0.6",
        "wins-seat-* gap at 2 seats below 0.1",
        "wins-seat-* gap at 3 seats below 0.1",
        "minutes at 20 s per decision at 2 seats within 30 to 45",
        "luck of the deal of random at 2 seats below 0.2",
        "skill index of walker and random at 2 seats above 0",
    ];
    assert_eq!(read, expected);
    let found = faults(
        r#"[goals]
minutes = { below = 30 }
rounds = { below = 30, seconds-per-decision = 10 }
"round*" = { gap-below = 0.1 }
seat-share = { gap-below = 0.1, largest-below = 0.5 }
turns = { below = 30, seats = [2, 2] }
"skill-index(walker, walker)" = { above = -2 }
luck-of-the-deal = { below = 0.2, over = "decided" }
"#,
    );
    let expected = [
        "text:2: goals.minutes: lacks `seconds-per-decision`, such as 10",
        "text:3: goals.rounds.seconds-per-decision: there is no such key",
        "text:4: goals.round*: there are not two shares of this kind to compare",
        "text:5: goals.seat-share.largest-below: is another goal: write both in a list, each in braces",
        "text:6: goals.turns.seats: must be a number of seats, or a list of different ones",
        "text:7: goals.skill-index(walker, walker): must have two different bots",
        "text:7: goals.skill-index(walker, walker).above: the values are from -1 to 1",
        "text:8: goals.luck-of-the-deal.over: there is no such key",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\nis not\n{expected}");
    }
}

#[test]
fn categories_are_the_metrics_whose_names_begin_alike() {
    let text = "\"wins-seat-*\" = [{ gap-below = 0.9 }, { largest-below = 0.95 }, { largest-below = 0.3 }]\n\
                seat-share = { gap-below = 0.9 }\nwins-seat-1 = { above = 0 }";
    let found = checked(text, &arena("walker", 2_000));
    let [gap, room, tight, same, first] = &found.findings[..] else { panic!("{found}") };
    assert_eq!((gap.value, gap.interval), (same.value, same.interval));
    let wins = first.value.expect("a share");
    assert_eq!(room.value, Some(wins.max(1.0 - wins)));
    assert_eq!((room.verdict, tight.verdict), (GoalVerdict::Met, GoalVerdict::Missed), "{found}");
    assert_eq!(tight.goal.to_string(), "wins-seat-* largest below 0.3");
}

#[test]
fn minutes_are_the_decisions_with_their_seconds() {
    let text = "minutes = [{ above = 0, seconds-per-decision = 30 }, \
                { share-within = [0, 1000], above = 0.9, seconds-per-decision = 30 }]\ndecisions = { above = 0 }";
    let found = checked(text, &arena("random", 300));
    let value = |index: usize| found.findings[index].value.expect("a value");
    assert!((value(0) - value(2) / 2.0).abs() < 1e-9 && value(1) > 0.99, "{found}");
}

#[test]
fn fixed_deals_are_measured_in_games_of_their_own_and_not_in_searches() {
    let text = "luck-of-the-deal = { below = 0.9 }\n\"skill-index(walker, random)\" = { above = -0.9 }";
    let found = checked(text, &arena("random", 2_000));
    let [luck, index] = &found.findings[..] else { panic!("{found}") };
    assert_eq!(
        (luck.deals, luck.verdict, index.verdict),
        (100, GoalVerdict::Met, GoalVerdict::Met),
        "{found}"
    );
    let goals = Goals::from_toml(&format!("[goals]\n{text}")).expect("goals");
    let error = runs(&goals, &arena("random", 10)).expect_err("a search").to_string();
    assert!(
        error.starts_with("text:2: goals.luck-of-the-deal: only `check` measures fixed deals"),
        "{error}"
    );
    // A walker plays each deal alike, whatever the deal decides.
    let alike = checked("luck-of-the-deal = { below = 0.9 }", &arena("walker", 400));
    assert_eq!(alike.findings[0].verdict, GoalVerdict::Open);
    assert!(alike.warnings[0].contains("played the same way every time"), "{:?}", alike.warnings);
}

#[test]
fn a_goal_at_several_tables_is_met_when_it_is_met_at_each() {
    let sizes =
        |limits: &str| checked(&format!("{limits}\n[tables]\nseats = [2, 3]"), &arena("random", 8_000));
    let all = sizes("decisions = { below = 90 }");
    assert_eq!((all.findings.len(), all.verdicts()), (2, vec![GoalVerdict::Met]), "{all}");
    let [two, three] = [0, 1].map(|index| all.findings[index].value.expect("a share"));
    let one = sizes(&format!("decisions = {{ below = {} }}", f64::midpoint(two, three)));
    let each: Vec<GoalVerdict> = one.findings.iter().map(|finding| finding.verdict).collect();
    assert_eq!(
        (each, one.verdicts()),
        (vec![GoalVerdict::Met, GoalVerdict::Missed], vec![GoalVerdict::Missed])
    );
    let refused = |text: &str, arena: &Arena<Dash>| {
        let goals = Goals::from_toml(&format!("[goals]\n{text}")).expect("goals");
        check(&goals, arena, QUIET).expect_err("refused").to_string()
    };
    let five = refused("rounds = { above = 1, seats = 5 }", &arena("walker", 10));
    assert!(five.starts_with("text:2: goals.rounds: 5 seats: "), "{five}");
    let third = refused("wins-seat-3 = { above = 0.1, seats = [3, 2] }", &arena("walker", 10));
    assert!(third.starts_with("text:2: goals.wins-seat-3: at 2 seats there is no such metric"), "{third}");
    let mut mixed = arena("walker", 10);
    mixed.lineup[1] = arena("random", 1).lineup[0].clone();
    let mixed = refused("rounds = { above = 1, seats = 3 }", &mixed);
    assert!(mixed.contains("another number of seats needs one bot for all of them"), "{mixed}");
}

#[test]
fn games_that_nobody_wins_are_mentioned_where_skill_counts_them_as_lost() {
    let game = Gotham::new(crate::ruleset::open("standard").expect("embedded")).expect("playable");
    let bot = Entrant::of(&BotSpec::named("random")).expect("a bot");
    let arena = Arena::new(game.clone(), game.setup(2), vec![bot; 2], 1, 100);
    let checked = |over: &str| {
        let goals = format!("[goals]\n\"skill(heuristic, random)\" = {{ above = 0.5{over} }}");
        check(&Goals::from_toml(&goals).expect("goals"), &arena, QUIET).expect("it runs")
    };
    let [all, decided] = ["", ", over = \"decided\""].map(checked);
    assert!(all.warnings[0].contains("which count as lost; `over = \"decided\"` leaves them out"), "{all}");
    assert!(decided.warnings.is_empty() && decided.findings[0].value > all.findings[0].value, "{decided}");
}
