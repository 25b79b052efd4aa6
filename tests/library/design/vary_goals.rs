//! Tests of steps towards goals in the animal race, including a step that is known to be nearer to a goal.

use furlong::animal_race::{AnimalRace, Ruleset};
use furlong::arena::stats::Interval;
use furlong::arena::{Arena, Entrant, Progress, Shard, merge};
use furlong::design::goals::{Goals, check};
use furlong::design::vary::{GoalsReport, Plan, Variation, Vary, VaryError};
use furlong::ruleset::{open, rule_changes};
use furlong::{BotSpec, RaceGame as _};

const QUIET: &(dyn Fn(Progress) + Sync) = &|_| ();
/// Goals about stops and choices: without the effect of streams no animal stops there, and a hand of 5 leaves fewer
/// choices.
const GOALS: &str =
    "[goals]\nnaps = { below = 3 }\nstream-stops = { below = 0.2 }\nchoices = { above = 5.2 }\n";
const FIELDS: [&str; 4] = ["hand", "table.cards", "movement.streams", "movement.nap-cards"];

fn steer(goals: &str) -> Vary<AnimalRace> {
    let fields = FIELDS.map(|field| field.parse().expect("a field"));
    let arena = arena(open("classic").expect("embedded"), 5, 1);
    Vary::new(arena, &fields).expect("there are steps").towards(Goals::from_toml(goals).expect("goals"))
}

fn arena(rules: Ruleset, seed: u64, deals: u64) -> Arena<AnimalRace> {
    let game = AnimalRace::new(rules).expect("playable");
    let setup = game.setup(3);
    let bot = Entrant::of(&BotSpec::named("random")).expect("a bot");
    Arena::new(game, setup, vec![bot; 3], seed, deals)
}

fn begun(steer: &Vary<AnimalRace>, games: u64, shard: Shard) -> Variation {
    steer.begin(Plan::Each { games }, shard, Vec::new()).expect("enough games")
}

fn played(steer: &Vary<AnimalRace>, mut run: Variation) -> Variation {
    steer.play(&mut run, QUIET, &mut |_| Ok::<(), VaryError>(())).expect("random bots play on");
    run
}

#[test]
fn the_step_that_moves_a_goal_is_first_and_one_that_leaves_another_goal_is_told() {
    let steer = steer(GOALS);
    let run = played(&steer, begun(&steer, 300, Shard::WHOLE));
    let report = GoalsReport::of(&run);
    assert_eq!(report.missed(), [1], "{report:?}");
    let nearest = report.towards(1);
    let first = &run.variants[nearest[0].place];
    assert_eq!(first.words, "the effect of a stream: none");
    // Nothing stops any more, so the goal is met.
    assert_eq!((nearest[0].goals[1].value, nearest[0].goals[1].off), (Some(0.0), Some(0.0)));
    let hand = run.variants.iter().position(|step| step.words == "a hand of 5 cards instead of 6");
    let hand = report.steps.iter().find(|step| Some(step.place) == hand).expect("played");
    assert_eq!(hand.leaves(), [2], "{hand:?}");
    assert!(report.together().iter().all(|step| step.nearer > 0.0));
    // The interval of the figure contains what a check of the step measures on other deals.
    let Interval { low, high } = hand.goals[2].interval.expect("enough deals");
    let base: Ruleset = open("classic").expect("embedded");
    let smaller_hand =
        rule_changes(&base, &["hand".parse().expect("a field")]).expect("steps").steps.swap_remove(0);
    let arena = arena(smaller_hand.ruleset, 6, 2_000);
    let checked = check(&Goals::from_toml(GOALS).expect("goals"), &arena, QUIET).expect("it runs");
    let truth = checked.findings[2].value.expect("a value");
    assert!(low < truth && truth < high && high - low < 1.0, "{low} {truth} {high}");
}

#[test]
fn parts_that_are_merged_and_a_run_that_goes_on_end_as_one_in_one_piece() {
    let steer = steer(&format!(
        "{GOALS}seat-share = {{ gap-below = 0.5 }}\n\"skill(heuristic, random)\" = {{ above = 0.5 }}\n"
    ));
    let whole = played(&steer, begun(&steer, 40, Shard::WHOLE));
    let parts = [2, 1].map(|number| {
        let part = played(&steer, begun(&steer, 40, Shard::new(number, 2).expect("a part")));
        let read = Variation::from_json(&part.to_json()).expect("its own format");
        assert_eq!(read, part);
        (format!("part {number}"), read)
    });
    assert_eq!(merge(parts).expect("all parts").to_json(), whole.to_json());
    let mut run = begun(&steer, 40, Shard::WHOLE);
    let mut saves = 0;
    let mut halfway = |_: &Variation| {
        saves += 1;
        if saves < 4 { Ok(()) } else { Err(VaryError::NoSteps) }
    };
    assert!(steer.play(&mut run, QUIET, &mut halfway).is_err());
    assert!(!run.is_complete && run.games() > 0);
    let read = Variation::from_json(&run.to_json()).expect("its own format");
    assert_eq!(played(&steer, read).to_json(), whole.to_json());
    // Goals about skill have separate games.
    assert_eq!(whole.variants[0].measured.endings.len(), 2);
}

#[test]
fn the_games_go_to_the_steps_that_promise_most() {
    let steer = steer(GOALS);
    let plan = Plan::Spread { games: 4 * 60 * steer.count() as u64 };
    let run = played(&steer, steer.begin(plan, Shard::WHOLE, Vec::new()).expect("enough games"));
    let most = run.variants.iter().max_by_key(|step| step.groups).expect("steps");
    let streams = run.variants.iter().find(|step| step.field == "movement.streams").expect("a step");
    assert_eq!(streams.groups, most.groups);
    assert!(run.variants.iter().any(|step| step.groups < most.groups / 4));
    let few = steer.begin(Plan::Spread { games: 100 }, Shard::WHOLE, Vec::new());
    assert!(few.expect_err("too few").to_string().starts_with("100 games are too few for"));
}
