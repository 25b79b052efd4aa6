//! Tests with faulty goal files, read with the metrics and the bots of a toy game.

use super::read::Known;
use super::*;
use crate::arena::{Arena, Entrant};
use crate::bot::{BotSpec, Bots as _};
use crate::dash::Dash;
use crate::game::RaceGame as _;
use crate::ruleset::Origin;

/// Returns the faults of a goal file for the toy game, one line each.
#[track_caller]
fn faults(text: &str) -> Vec<String> {
    let game = Dash::short();
    let setup = game.setup(2);
    let bot = Entrant::of(&BotSpec::named("random")).expect("a bot");
    let metrics = Arena::new(game, setup, vec![bot; 2], 1, 1).metrics().expect("metrics");
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
        "text:1: goal: there is no such table; did you mean `goals`?; there are [goals] and [players]",
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
        "text:13: goals.mover-share: has no limit: write `gap-below`",
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
