//! Steps between rulesets, and their effects.

use furlong::arena::{Arena, Entrant, Shard, Verdict};
use furlong::design::vary::{Plan, Variation, Vary, VaryError, VaryReport};
use furlong::gotham::Gotham;
use furlong::ruleset::{self, WantedField};
use furlong::{RaceGame, RandomBot};

fn arena() -> Arena<Gotham> {
    let game =
        Gotham::new(ruleset::open("standard").expect("a ruleset of the library")).expect("it is playable");
    let setup = game.setup(3);
    let random = Entrant::new("random", || Box::new(RandomBot));
    Arena::new(game, setup, vec![random; 3], 7, 1)
}

fn vary(fields: &[&str]) -> Vary<Gotham> {
    let wanted: Vec<WantedField> = fields.iter().map(|field| field.parse().expect("a field")).collect();
    Vary::new(arena(), &wanted).expect("there are steps")
}

fn played(vary: &Vary<Gotham>, mut run: Variation) -> Variation {
    vary.play(&mut run, &|_| (), &mut |_| Ok::<(), VaryError>(())).expect("random bots play on");
    run
}

const FIELDS: [&str; 3] = ["track.spaces=24,36,60", "rules.ownerless-furthest", "rules.on-the-sign"];

fn begun(vary: &Vary<Gotham>, plan: Plan, shard: Shard) -> Variation {
    vary.begin(plan, shard, FIELDS.map(str::to_owned).to_vec()).expect("enough games")
}

#[test]
fn a_longer_track_gives_longer_games_and_a_second_run_says_the_same() {
    let vary = vary(&FIELDS);
    let plan = Plan::Each { games: 300 };
    let run = played(&vary, begun(&vary, plan, Shard::WHOLE));
    let report = VaryReport::of(&run);
    let on_rounds = report.on("rounds");
    let named = |place: usize| run.variants[place].name();
    let longer = on_rounds
        .iter()
        .find(|(place, _)| named(*place) == "a circle of 60 spaces instead of 36")
        .expect("it is longer");
    assert_eq!(longer.1.verdict, Verdict::More);
    assert!(on_rounds.windows(2).all(|pair| pair[0].1.size() >= pair[1].1.size()));
    assert_eq!(played(&vary, begun(&vary, plan, Shard::WHOLE)), run);
    assert_eq!((run.groups, run.variants[0].groups), (300, 300));
    assert_eq!(Variation::from_json(&run.to_json()).as_ref(), Ok(&run));
}

#[test]
fn a_run_that_is_broken_off_and_resumed_ends_as_one_in_one_piece() {
    let vary = vary(&FIELDS);
    for plan in [Plan::Each { games: 100 }, Plan::Spread { games: 2_000 }] {
        let mut run = begun(&vary, plan, Shard::WHOLE);
        run.strongest = 2;
        let whole = played(&vary, run.clone());
        assert!(whole.is_complete && !run.is_complete);
        for kept in 1..6 {
            let mut saved = run.clone();
            let mut left = kept;
            // The error ends the run, as a full disk would; what was kept is all that remains of it.
            let mut keep = |state: &Variation| {
                left -= 1;
                saved = state.clone();
                if left == 0 { Err(VaryError::NoSteps) } else { Ok(()) }
            };
            _ = vary.play(&mut run.clone(), &|_| (), &mut keep);
            let saved = Variation::from_json(&saved.to_json()).expect("what was written");
            assert_eq!(played(&vary, saved), whole, "after {kept} steps");
        }
    }
}

#[test]
fn parts_give_the_run_in_one_piece() {
    let vary = vary(&FIELDS);
    let plan = Plan::Each { games: 50 };
    let whole = played(&vary, begun(&vary, plan, Shard::WHOLE));
    let part = |number| played(&vary, begun(&vary, plan, Shard::new(number, 2).expect("a part")));
    let named = |number| (format!("part-{number}"), part(number));
    assert_eq!(
        furlong::arena::merge(vec![named(2), named(1)]).map(|merged| merged.variants),
        Ok(whole.variants)
    );
    let twice = furlong::arena::merge(vec![named(2), named(2)]).expect_err("a part is missing");
    assert_eq!(twice.to_string(), "part-2: part 2/2 was already given as part-2");
    let missing = furlong::arena::merge(vec![named(2)]).expect_err("a part is missing");
    assert_eq!(missing.to_string(), "part-2 is one of 2 parts; missing: 1");
}

#[test]
fn a_budget_is_spent_on_what_is_not_yet_decided() {
    let vary = vary(&["track.spaces=24,60", "rules", "track.animals"]);
    let run = played(&vary, begun(&vary, Plan::Spread { games: 6_000 }, Shard::WHOLE));
    let games: u64 = run.variants.iter().map(|variant| variant.groups).sum();
    assert!(games <= 6_000, "{games}");
    let of =
        |name: &str| run.variants.iter().find(|variant| variant.name() == name).map(|variant| variant.groups);
    let least = run.variants.iter().map(|variant| variant.groups).min();
    let most = run.variants.iter().map(|variant| variant.groups).max();
    assert_eq!(of("a circle of 60 spaces instead of 36"), least, "a great effect is decided first");
    assert!(most > least);
    let few = vary.begin(Plan::Spread { games: 10 }, Shard::WHOLE, Vec::new()).expect_err("too few games");
    assert!(few.to_string().starts_with("10 games are too few for"), "{few}");
}

#[test]
fn two_steps_together_are_their_sum_and_an_interaction() {
    let vary = vary(&["track.spaces=24,60", "track.finish=sheep"]);
    let mut run = begun(&vary, Plan::Each { games: 200 }, Shard::WHOLE);
    run.strongest = 2;
    let run = played(&vary, run);
    let [pair] = &run.pairs[..] else { panic!("two fields make one pair: {:?}", run.pairs) };
    let column = run.metrics.iter().position(|metric| metric.name == "rounds").expect("a metric");
    let single = pair.steps.map(|step| run.variants[step].differences[column].mean());
    // The pair, played by itself, differs from the base by both effects and the interaction.
    let values = [("track.spaces", "60"), ("track.finish", "sheep")];
    let values = values.map(|(field, value)| (field.to_owned(), value.to_owned()));
    let both = ruleset::with_values(arena().game.ruleset(), &values, "both").expect("they fit");
    let game = Gotham::new(both).expect("it is playable").into();
    let results = arena().game(game).groups(0..200).run().expect("random bots play on");
    let mean = results.summary(column).and_then(|summary| summary.mean).expect("games").value;
    let expected = run.base[column].mean() + single[0] + single[1] + pair.interactions[column].mean();
    assert!((mean - expected).abs() < 1e-9, "{mean} {expected}");
}

#[test]
fn an_effect_that_holds_by_definition_is_told_apart_and_not_ranked() {
    // Who draws before all place has two turns where it had one.
    let vary = vary(&["rules.drawing", "track.spaces=60"]);
    let run = played(&vary, begun(&vary, Plan::Each { games: 200 }, Shard::WHOLE));
    let report = VaryReport::of(&run);
    let drawing = run.variants.iter().position(|variant| variant.field == "rules.drawing").expect("a step");
    let by_definition = report.by_definition();
    assert!(
        by_definition.iter().any(|(place, effect)| *place == drawing && effect.metric == "turns"),
        "{by_definition:?}"
    );
    assert!(report.on("turns").iter().all(|(place, _)| *place != drawing));
    assert!(report.ranking().iter().all(|(_, effect)| !effect.by_definition));
}

#[test]
fn games_that_repeat_are_not_taken_for_evidence() {
    let ruleset =
        ruleset::open::<furlong::hare_tortoise::Ruleset>("olympiad").expect("a ruleset of the library");
    let game = furlong::hare_tortoise::HareTortoise::new(ruleset).expect("it is playable");
    let setup = game.setup(3);
    let heuristic = Entrant::of(&"heuristic".parse().expect("a bot")).expect("a bot of the game");
    let base = Arena::new(game, setup, vec![heuristic; 3], 1, 1);
    let vary = Vary::new(base, &["start.carrots.3".parse().expect("a field")]).expect("there are steps");
    let mut run = vary.begin(Plan::Each { games: 30 }, Shard::WHOLE, Vec::new()).expect("enough games");
    vary.play(&mut run, &|_| (), &mut |_| Ok::<(), VaryError>(())).expect("the bots play on");
    // Only the first player is drawn.
    assert!(run.is_repetitive() && run.distinct[1] <= 3, "{:?}", run.distinct);
    let report = VaryReport::of(&run);
    assert_eq!((report.tests, report.ranking().len()), (0, 0));
}
