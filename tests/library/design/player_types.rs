//! Findings by several kinds of players: what holds whoever plays, what depends on it, and what is not decided.

use furlong::arena::{Arena, Entrant, Finding, Shard, Verdict, merge};
use furlong::design::vary::{Effect, Plan, Variation, Vary, VaryError, VaryReport};
use furlong::ruleset::WantedField;
use furlong::{Bot, BotError, Decision, RaceGame, RandomBot};
use rand::RngExt as _;

use crate::dash::{Action, Dash};

/// Walks under the rules as they are, and mostly rests under all others.
struct Contrary;

impl Bot<Dash> for Contrary {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<Action, BotError> {
        let rests = decision.game.ruleset().goal != 9 && decision.rng.random_range(0..4_u8) > 0;
        let wanted = if rests { Action::Rest } else { Action::Walk };
        Ok(if decision.actions.contains(&wanted) { wanted } else { decision.actions[0] })
    }
}

fn random() -> Entrant<Dash> {
    Entrant::new("random", || Box::new(RandomBot))
}

fn walker() -> Entrant<Dash> {
    Entrant::of(&"walker".parse().expect("a bot")).expect("a bot of the toy")
}

fn contrary() -> Entrant<Dash> {
    Entrant::new("contrary", || Box::new(Contrary))
}

fn vary(kinds: [Entrant<Dash>; 2], goals: &str) -> Vary<Dash> {
    let [first, second] = kinds.map(|kind| vec![kind; 2]);
    let game = Dash::short();
    let setup = game.setup(2);
    let wanted: WantedField = format!("goal={goals}").parse().expect("a field");
    Vary::new(Arena::new(game, setup, first, 3, 1), &[wanted]).expect("steps").by(vec![second])
}

fn begun(vary: &Vary<Dash>, games: u64, shard: Shard) -> Variation {
    vary.begin(Plan::Each { games }, shard, Vec::new()).expect("enough games")
}

fn played(vary: &Vary<Dash>, mut run: Variation) -> Variation {
    vary.play(&mut run, &|_| (), &mut |_| Ok::<(), VaryError>(())).expect("the bots play on");
    run
}

fn effect(report: &VaryReport, step: usize, metric: &str) -> Effect {
    let found = report.steps[step].effects.iter().find(|effect| effect.metric == metric);
    found.expect("a metric").clone()
}

fn verdicts(effect: &Effect) -> Vec<Verdict> {
    effect.by_player_type().map(|kind| kind.verdict).collect()
}

#[test]
fn a_finding_that_two_kinds_of_players_share_holds() {
    let vary = vary([random(), walker()], "18");
    let report = VaryReport::of(&played(&vary, begun(&vary, 200, Shard::WHOLE)));
    assert_eq!(report.players, ["random", "walker"]);
    let longer = effect(&report, 0, "decisions");
    assert_eq!((longer.finding, verdicts(&longer)), (Finding::Holds, vec![Verdict::More; 2]));
    // Twice the way takes random players, who rest half of the time, more decisions longer.
    let differences: Vec<f64> =
        longer.by_player_type().filter_map(|kind| Some(kind.difference?.value)).collect();
    assert!(differences[0] > differences[1] + 1.0, "{differences:?}");
    let apart = longer.others[0].apart.expect("two kinds are told apart");
    assert!((apart.difference.value - (differences[1] - differences[0])).abs() < 1e-9 && apart.is_found());
    assert!(
        longer.size()
            <= longer.by_player_type().filter_map(|kind| Some(kind.effect?.abs())).fold(0.0, f64::max)
    );
    assert_eq!(report.ranking()[0].1.finding, Finding::Holds);
}

#[test]
fn a_finding_that_depends_on_who_plays_differs() {
    let vary = vary([random(), contrary()], "8");
    let report = VaryReport::of(&played(&vary, begun(&vary, 400, Shard::WHOLE)));
    let shorter = effect(&report, 0, "decisions");
    assert_eq!((shorter.finding, verdicts(&shorter)), (Finding::Differs, vec![Verdict::Less, Verdict::More]));
    let within = shorter.others[0].apart.and_then(|apart| apart.difference.interval).expect("an interval");
    assert!(within.low > 0.0, "{within:?}");
}

#[test]
fn what_is_beyond_chance_by_one_kind_only_is_not_decided() {
    let vary = vary([walker(), random()], "10");
    let of = |games: u64| {
        let run = played(&vary, begun(&vary, games, Shard::WHOLE));
        effect(&VaryReport::of(&run), 0, "decisions")
    };
    // A square more is more decisions for all. Of a growing number of games the one kind shows it sooner than the other.
    let found: Vec<Effect> = (10..80).map(of).collect();
    let by_one = found.iter().find(|effect| verdicts(effect).contains(&Verdict::Open) && effect.is_found());
    let by_one = by_one.expect("a number of games that shows it by one kind only");
    assert_eq!(by_one.finding, Finding::Open);
    assert!(!by_one.others[0].apart.expect("told apart").is_found());
    assert!(found.iter().all(|effect| effect.finding != Finding::Differs));
    assert_eq!((found[0].finding, found[0].is_found()), (Finding::Open, false));
    assert_eq!(of(400).finding, Finding::Holds);
}

#[test]
fn parts_and_a_resumed_run_of_two_kinds_are_the_run_in_one_piece() {
    let vary = vary([random(), contrary()], "5,8,12");
    let whole = played(&vary, begun(&vary, 40, Shard::WHOLE));
    assert_eq!(Variation::from_json(&whole.to_json()).as_ref(), Ok(&whole));
    let part = |number| {
        let shard = Shard::new(number, 2).expect("a part");
        (format!("part-{number}"), played(&vary, begun(&vary, 40, shard)))
    };
    let merged = merge(vec![part(2), part(1)]).expect("both parts");
    assert!(merged == whole, "{merged:?}");
    for kept in 1..3 {
        let (mut saved, mut left) = (whole.clone(), kept);
        let mut keep = |state: &Variation| {
            left -= 1;
            saved = state.clone();
            if left == 0 { Err(VaryError::NoSteps) } else { Ok(()) }
        };
        _ = vary.play(&mut begun(&vary, 40, Shard::WHOLE), &|_| (), &mut keep);
        let saved = Variation::from_json(&saved.to_json()).expect("what was written");
        assert_eq!(played(&vary, saved), whole, "after {kept} steps");
    }
    let game = Dash::short();
    let setup = game.setup(2);
    let one = Arena::new(game, setup, vec![random(); 2], 3, 1);
    let by_one = Vary::new(one, &["goal=5,8,12".parse().expect("a field")]).expect("steps");
    let foreign = by_one.play(&mut whole.clone(), &|_| (), &mut |_| Ok::<(), VaryError>(()));
    assert_eq!(foreign, Err(VaryError::OtherRun), "other players are another run");
}

#[test]
fn each_kind_has_the_figures_of_a_run_by_itself() {
    let both = vary([random(), walker()], "8,12");
    let run = played(&both, begun(&both, 60, Shard::WHOLE));
    let game = Dash::short();
    let setup = game.setup(2);
    let alone = Arena::new(game, setup, vec![walker(); 2], 3, 1);
    let alone = Vary::new(alone, &["goal=8,12".parse().expect("a field")]).expect("steps");
    let alone = played(&alone, begun(&alone, 60, Shard::WHOLE));
    let second = run.by_player_type().nth(1).expect("two kinds");
    assert_eq!((&second.base, second.groups), (&alone.base, alone.groups));
    let differences = |run: &Variation| -> Vec<_> {
        run.variants.iter().map(|step| (step.alike, step.differences.clone())).collect()
    };
    assert_eq!(differences(second), differences(&alone));
    // What sets the kinds apart is the difference of their differences.
    let column = run.metrics.iter().position(|metric| metric.name == "decisions").expect("a metric");
    let [first, other] = [&run, second].map(|kind| kind.variants[1].differences[column].mean());
    assert!((second.variants[1].apart[column].mean() - (other - first)).abs() < 1e-9);
}
