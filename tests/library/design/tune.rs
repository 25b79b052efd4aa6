//! Searches in a toy game, whose races are the longer the further the goal.

use furlong::arena::{Arena, Entrant, Progress};
use furlong::design::goals::Goals;
use furlong::design::tune::{Candidate, SavedSearch, Tune, TuneError, Tuned};
use furlong::ruleset::to_toml;
use furlong::{BotSpec, RaceGame as _, Ruleset as _};

use crate::dash::Dash;

const QUIET: &(dyn Fn(Progress) + Sync) = &|_| ();

/// A search over the square of the goal, which is 9.
fn tune(goals: &str, games: u64) -> Tune<Dash> {
    let game = Dash::short();
    let setup = game.setup(2);
    let walker = Entrant::of(&"walker".parse::<BotSpec>().expect("a spec")).expect("a bot");
    let goals = Goals::from_toml(&format!("[goals]\n{goals}")).unwrap_or_else(|error| panic!("{error}"));
    let mut tune = Tune::new(Arena::new(game, setup, vec![walker; 2], 3, 1), goals);
    (tune.games, tune.confirmation) = (games, 4_000);
    tune
}

/// Searches until the end, or until `most` candidates were played.
fn search(
    tune: &Tune<Dash>,
    kept: &mut SavedSearch,
    most: usize,
) -> Tuned<<Dash as furlong::RaceGame>::Ruleset> {
    let mut left = most;
    let mut goes_on = || {
        left = left.saturating_sub(1);
        left > 0
    };
    tune.search::<TuneError>(kept, QUIET, &mut goes_on, &mut |_| Ok(()))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The square of the goal of each candidate of the front.
fn squares<R: furlong::Ruleset>(tuned: &Tuned<R>) -> Vec<String> {
    let toml = |candidate: &Candidate<R>| to_toml(&candidate.ruleset).expect("it can be written");
    let square = |toml: String| toml.lines().next().unwrap_or_default().to_owned();
    tuned.front.iter().map(|candidate| square(toml(candidate))).collect()
}

#[test]
fn a_search_finds_a_ruleset_some_steps_away_and_confirms_it() {
    // About ten rounds need a goal on a square above 20.
    let tune = tune("rounds = { within = [9, 11] }\nunfinished = { below = 0.1 }", 40_000);
    let mut tuned = search(&tune, &mut tune.begin().expect("a search"), usize::MAX);
    assert!(tuned.base.distance > 0.0 && tuned.front[0].distance == 0.0, "{:?}", tuned.front[0].sought);
    assert!(tuned.games <= 40_000 && tuned.candidates > 10, "{} games", tuned.games);
    assert!(tuned.front.iter().all(|candidate| candidate.confirmation.is_none()));
    tune.confirm(&mut tuned, QUIET).expect("it runs");
    let confirmed = tuned.front[0].confirmation.as_ref().expect("checked");
    assert!(confirmed.is_met(), "{confirmed}");
    assert_eq!(confirmed.seed, tuned.fresh_seed);
    assert_ne!(tuned.fresh_seed, tuned.task.setting.seed);
    assert_eq!(tuned.front[0].ruleset.title().name, "short-tuned-1");
}

#[test]
fn goals_that_no_ruleset_meets_are_not_confirmed() {
    let tune = tune("rounds = [{ above = 8 }, { below = 5 }]", 20_000);
    let mut tuned = search(&tune, &mut tune.begin().expect("a search"), usize::MAX);
    tune.confirm(&mut tuned, QUIET).expect("it runs");
    // The front has what is closer to the one goal and further from the other.
    assert!(tuned.front.len() > 1, "{:?}", squares(&tuned));
    assert!(
        tuned.front.iter().all(|found| found.confirmation.as_ref().is_some_and(|checked| !checked.is_met()))
    );
}

#[test]
fn a_search_that_was_broken_off_ends_as_if_it_had_not_been() {
    let tune = tune("rounds = { within = [9, 11] }", 20_000);
    let mut whole = tune.begin().expect("a search");
    let expected = search(&tune, &mut whole, usize::MAX);
    let mut kept = tune.begin().expect("a search");
    let part = search(&tune, &mut kept, 20);
    assert!(part.games < expected.games && kept.played.len() == 19);
    let mut read = SavedSearch::from_json(&kept.to_json()).expect("as written");
    assert_eq!(read, kept);
    let resumed = search(&tune, &mut read, usize::MAX);
    assert_eq!(squares(&resumed), squares(&expected));
    let figures =
        |tuned: &Tuned<_>| (tuned.games, tuned.rounds, tuned.candidates, tuned.front[0].sought.clone());
    assert_eq!(figures(&resumed), figures(&expected));
    assert_eq!(read, whole, "the same games in the same order");
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let mut one = tune("rounds = { above = 9 }", 10);
    assert_eq!(one.begin().expect_err("too few").to_string(), "a search needs at least 64 games, not 10");
    one.games = 10_000;
    one.fields = ["speed", "goal=9", "goal=fast"].map(|field| field.parse().expect("a field")).to_vec();
    let TuneError::Fields(faults) = one.begin().expect_err("no such fields") else { panic!("other fields") };
    assert_eq!(faults.len(), 2, "{faults}");
    one.fields.truncate(2);
    one.fields.remove(0);
    assert!(matches!(one.begin(), Err(TuneError::NoSteps)));
    let other = tune("rounds = { above = 9.5 }", 10_000);
    one.fields.clear();
    let error =
        other.search::<TuneError>(&mut one.begin().expect("a search"), QUIET, &mut || true, &mut |_| Ok(()));
    let error = error.expect_err("other goals").to_string();
    assert!(error.contains("the goals are rounds above 9, weight 1, not rounds above 9.5"), "{error}");
}
