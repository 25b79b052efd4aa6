//! Goals of a toy game whose true values are known.

use super::*;
use crate::arena::{Arena, Entrant, Progress};
use crate::bot::BotSpec;
use crate::game::RaceGame as _;
use crate::seat::Seat;
use crate::toy::Dash;

const QUIET: &(dyn Fn(Progress) + Sync) = &|_| ();

/// Games of one bot at a table of two.
fn arena(bot: &str, seed: u64, groups: u64) -> Arena<Dash> {
    let game = Dash::short();
    let setup = game.setup(2);
    let entrant = Entrant::of(&bot.parse::<BotSpec>().expect("a spec")).expect("a bot");
    Arena::new(game, setup, vec![entrant; 2], seed, groups)
}

fn goals(text: &str) -> Goals {
    Goals::from_toml(&format!("[goals]\n{text}")).unwrap_or_else(|error| panic!("{error}"))
}

/// The chance of the first seat to win when both seats walk.
fn first_wins() -> f64 {
    let game = Dash::short();
    let start = game.start(&game.setup(2)).expect("it starts");
    game.value_of_walking(&start, Seat::FIRST)
}

#[test]
fn few_runs_in_twenty_decide_wrongly_however_often_they_look() {
    const RUNS: u64 = 400;
    let truth = first_wins();
    // The limits are next to the truth: no goal is met, and the gap of the second is missed by nothing.
    let [above, below, gap] = [truth + 1e-9, truth - 1e-9, (2.0 * truth - 1.0).abs() - 1e-9];
    let both = goals(&format!(
        "wins-seat-1 = [{{ above = {above} }}, {{ below = {below} }}]\nseat-share = {{ gap-below = {gap} }}"
    ));
    let is_wrong = |seed: &u64| {
        let checked = check(&both, &arena("walker", *seed, 1_500), QUIET).expect("it runs");
        checked.count(GoalVerdict::Met) > 0
    };
    let wrong = (0..RUNS).filter(is_wrong).count() as f64 / RUNS as f64;
    assert!(wrong <= ERROR, "{wrong}");
}

#[test]
fn goals_with_room_are_decided_as_they_are() {
    let truth = first_wins();
    let text = format!(
        "wins-seat-1 = [{{ within = [{}, {}] }}, {{ below = {} }}]\n\
         rounds = {{ share-within = [2, 5], above = 0.9 }}\n\
         seat-share = {{ gap-below = 0.9 }}",
        truth - 0.1,
        truth + 0.1,
        truth - 0.1
    );
    let checked = check(&goals(&text), &arena("walker", 1, 20_000), QUIET).expect("it runs");
    let verdicts: Vec<GoalVerdict> = checked.findings.iter().map(|finding| finding.verdict).collect();
    assert_eq!(
        verdicts,
        [GoalVerdict::Met, GoalVerdict::Missed, GoalVerdict::Met, GoalVerdict::Met],
        "{checked}"
    );
    assert!(checked.games < 20_000, "decided before the end: {checked}");
    let missed = &checked.findings[1];
    assert!(missed.off.is_some_and(|off| (off - 0.1).abs() < 0.06), "{missed}");
    assert!(missed.off_at_least > Some(0.0) && missed.off_at_least < missed.off, "{missed}");
    for finding in &checked.findings[..2] {
        assert!(finding.interval.is_some_and(|interval| interval.contains(truth)), "{finding}");
    }
}

#[test]
fn skill_is_measured_in_games_of_its_own() {
    let text = r#"skill = { better = "walker", others = "random", better-wins = [0.6, 1] }
                  unfinished = { below = 0.2 }"#;
    let checked = check(&goals(text), &arena("walker", 4, 2_000), QUIET).expect("it runs");
    assert!(checked.is_met(), "{checked}");
    assert_eq!(checked.findings[0].goal.to_string(), "wins of walker against random within 0.6 to 1");
}

#[test]
fn a_check_is_the_same_on_any_number_of_threads_and_of_what_was_not_played_nothing_is_decided() {
    let limits = goals("rounds = { below = 4.5 }\nwins-seat-1 = { above = 0.5 }");
    let on = |threads: usize| {
        let mut arena = arena("random", 7, 900);
        arena.threads = std::num::NonZeroUsize::new(threads);
        check(&limits, &arena, QUIET).expect("it runs")
    };
    assert_eq!(on(1), on(2));
    let few = check(&limits, &arena("random", 7, 40), QUIET).expect("it runs");
    assert_eq!((few.games, few.count(GoalVerdict::Open)), (40, 2), "{few}");
    assert!(few.findings.iter().all(|finding| finding.interval.is_none() && finding.value.is_some()));
}

#[test]
fn a_goal_for_an_unknown_metric_is_refused_with_its_line() {
    let error = check(&goals("rouds = { below = 4 }"), &arena("random", 1, 10), QUIET);
    let error = error.expect_err("no such metric").to_string();
    assert!(
        error.starts_with("text:2: goals.rouds: there is no such metric; did you mean `rounds`?"),
        "{error}"
    );
}

/// The faults of a file of goals for the toy, each in one line.
#[track_caller]
fn faults(text: &str) -> Vec<String> {
    let metrics = arena("random", 1, 1).metrics().expect("metrics");
    let known =
        read::Known { metrics: &metrics, refuses: &|spec| <Dash as crate::bot::Bots>::bot(spec).err() };
    let error = Goals::read(crate::ruleset::Origin::Text, text.to_owned(), Some(&known));
    error.expect_err(text).to_string().lines().map(str::to_owned).collect()
}

#[test]
fn all_faults_of_a_file_are_told_with_line_and_field() {
    let found = faults(
        r#"goal = 1
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
"#,
    );
    let expected = [
        "text:1: goal: there is no such field; did you mean `goals`?; there is only [goals]",
        "text:3: goals.round: there is no such metric; did you mean `rounds`?",
        "text:4: goals.rounds.within: must be two different numbers, the lesser first, not [10, 8]",
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
        "text:12: goals.seat-share.gap-below: must be a number between 0 and 1, as 0.02 for 2 %, not 2",
        "text:13: goals.mover-share: has no limit: write `gap-below`",
        "text:13: goals.mover-share.gap: there is no such key",
        "text:14: goals.skill.others: must be another bot than `better`, which is walker too",
        "text:14: goals.skill.better-wins: must be two numbers from 0 to 1, the lesser first, not [0.8, 0.7]",
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\nis not\n{expected}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
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
