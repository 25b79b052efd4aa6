//! Games that do not end: no figure of the others is judged, since they are the short ones.

use furlong::animal_race::AnimalRace;
use std::slice;

use furlong::arena::{
    Answer, Arena, Endings, Entrant, Findings, Ladder, LadderError, Measures, Places, Question, Report,
    SeatTest, Sequential, Shard, Skill, Trial, Unmet, Verdict,
};
use furlong::design::goals::{GoalVerdict, Goals, Unexpected};
use furlong::design::price::{Price, PriceError, PriceRun};
use furlong::design::vary::{Plan, VaryReport};
use furlong::design::{Vary, vary::VaryError};

/// About half of the games of three random players have more events.
const HALF: u32 = 173;

fn trial() -> Trial<AnimalRace> {
    Trial::<AnimalRace>::new("random").expect("a bot").players(3).groups(80).most_events(HALF)
}

fn cut() -> Arena<AnimalRace> {
    trial().arena("classic").expect("an arena")
}

#[test]
fn figures_of_the_games_that_happened_to_end_are_not_judged() {
    let results = cut().run().expect("it runs");
    let Endings { games, unfinished, .. } = results.endings();
    assert!(games == 80 && (20..60).contains(&unfinished), "{unfinished}");
    for summary in results.summaries() {
        let is_judged = ["unfinished", "forfeited"].contains(&&*summary.metric.name);
        let interval = summary.mean.and_then(|mean| mean.interval);
        assert_eq!(interval.is_some(), is_judged, "{summary:?}");
    }
    assert!(results.scores().iter().all(|score| score.share.interval.is_none()));
    assert!(
        [Places::Seats, Places::TurnOrder].iter().all(|places| SeatTest::of(&results, *places).is_none())
    );
    let unmet = results.expect_between("rounds", 0.0..).expect_err("only the short games have rounds");
    assert!(matches!(unmet, Unmet::NotJudged(_)), "{unmet}");
    let told = format!("not judged: classic: {unfinished} of 80 games did not end, more than 1 %: ");
    assert!(unmet.to_string().starts_with(&told), "{unmet}");
    let again =
        "again: furlong simulate animal-race --ruleset classic --players 3 --bot random --games 80 --seed 1";
    let end = format!("{} of 80 games ended; {again}", 80 - unfinished);
    assert!(unmet.to_string().ends_with(&end), "{unmet}");
    results.expect_between("unfinished", 0.1..=0.9).expect("their share is known");
    let runs = [results];
    let report = Report::of(Question::Measure, &runs, Vec::new()).expect("a report");
    let Findings::Measures(measures) = &report.findings else { panic!("measures") };
    assert!(Measures::in_words(measures, &runs[0])[0].contains("did not end, more than 1 %"));
    assert!(report.to_json()["in-words"][0].to_string().contains("did not end, more than 1 %"));
    // A test may allow them.
    let allowed = trial().most_unfinished(1.0).run("classic").expect("it runs");
    allowed.expect_between("rounds", 9.0..12.0).expect("of those that ended");
    assert!(SeatTest::of(&allowed, Places::Seats).is_some());
}

#[test]
fn rulesets_are_not_compared_by_the_games_that_happened_to_end() {
    let comparison = trial().compare("classic", ["apprentice"]).expect("they compare");
    let contrast = &comparison.contrasts[0];
    for difference in &contrast.differences {
        let is_judged = ["unfinished", "forfeited"].contains(&&*difference.metric.name);
        assert_eq!(difference.verdict != Verdict::Unfinished, is_judged, "{difference:?}");
        let is_silent = difference.p_value.is_none() && !difference.is_within(f64::INFINITY);
        assert_eq!(is_silent, !is_judged, "{difference:?}");
    }
    assert!(contrast.seats.is_none() && contrast.turn_order.is_none());
    assert!(contrast.in_words()[0].contains("of 80 games did not end, more than 1 %"), "{contrast:?}");
    for unmet in [
        comparison.expect_more("turbos"),
        comparison.expect_less("naps"),
        comparison.expect_within("rounds", 1e9),
    ] {
        let unmet = unmet.expect_err("nothing is judged");
        let told = unmet.to_string();
        assert!(matches!(unmet, Unmet::NotJudged(_)) && told.contains(" of 80 games ended under "), "{told}");
    }
    let allowed = trial().most_unfinished(0.9).on(["turbos"]);
    allowed.compare("classic", ["apprentice"]).expect("they compare").expect_more("turbos").expect("allowed");
}

#[test]
fn no_test_decides_anything_by_the_games_that_happened_to_end() {
    let ask = |of| Sequential::new(of, 0.5).expect("a question");
    let arenas = [cut(), trial().arena("apprentice").expect("an arena")];
    let (_, stops) = ask("turbos").compare(&arenas, &|_| ()).expect("it runs");
    assert_eq!(stops[0].outcome, Answer::Unfinished);
    let several = trial().bots(vec!["random".parse().expect("a bot"), "course".parse().expect("a bot")]);
    let mixed: Arena<AnimalRace> = several.players(2).arena("classic").expect("an arena");
    let mixed = mixed.most_events(HALF / 2);
    assert_eq!(ask("course").duel(&mixed, &|_| ()).expect("it runs").1.outcome, Answer::Unfinished);
    let duel = mixed.run().expect("it runs");
    let skill = Skill::of(&duel, &duel).expect("the gain");
    assert!(skill.gain.interval.is_none() && skill.share.interval.is_none(), "{skill:?}");

    let goals =
        Goals::from_toml("[goals]\nrounds = { above = 1 }\nunfinished = { below = 0.9 }").expect("goals");
    let unmet = trial().groups(4_000).expect("classic", &goals).expect_err("not all are judged");
    assert!(unmet.to_string().starts_with("random | random | random: "), "{unmet}");
    let Unexpected::NotMet(checked) = unmet else { panic!("{unmet}") };
    let verdicts: Vec<GoalVerdict> = checked.findings.iter().map(|finding| finding.verdict).collect();
    assert_eq!(verdicts, [GoalVerdict::Unfinished, GoalVerdict::Met], "{checked}");
    assert!(checked.games < 1_000, "what can no longer be judged is not played: {checked}");
    trial().groups(4_000).most_unfinished(1.0).expect("classic", &goals).expect("allowed");
}

#[test]
fn rules_elements_and_bots_are_not_ranked_by_the_games_that_happened_to_end() {
    let vary = Vary::new(cut(), &["hand".parse().expect("a field")]).expect("steps");
    let mut run = vary.begin(Plan::Each { games: 80 }, Shard::WHOLE, Vec::new()).expect("games");
    vary.play(&mut run, &|_| (), &mut |_| Ok::<(), VaryError>(())).expect("games");
    let report = VaryReport::of(&run);
    assert!(report.unfinished.len() > 1 && report.unfinished[0].starts_with("classic: "), "{report:?}");
    for effect in report.steps.iter().flat_map(|step| &step.effects) {
        let is_judged = ["unfinished", "forfeited"].contains(&&*effect.metric);
        assert_eq!(effect.verdict != Verdict::Unfinished, is_judged, "{effect:?}");
        assert!(
            is_judged || effect.p_value.is_none() && effect.difference.is_none_or(|of| of.interval.is_none())
        );
    }

    let arena = cut();
    let mut run = PriceRun::begin(slice::from_ref(&arena), &[0], Shard::WHOLE).expect("games");
    run.play(slice::from_ref(&arena), &|_| (), &mut |_| Ok::<(), PriceError>(())).expect("games");
    let prices = Price::of(&run);
    assert!(prices.unfinished[0].contains("of 240 games did not end, more than 1 %"), "{prices:?}");
    assert!(
        prices.elements[0].p_value.is_none()
            && prices.elements[0].gain.is_some_and(|gain| gain.interval.is_none())
    );

    let entrants = ["random", "course"]
        .map(|name| Entrant::<AnimalRace>::of(&name.parse().expect("a bot")).expect("a bot"));
    let ladder = Ladder::new(arena.game.clone(), vec![arena.setup], entrants.into(), 1, 16).most_events(HALF);
    let mut crosstable = ladder.begin().expect("a ladder");
    ladder.climb::<LadderError>(&mut crosstable, &|_| (), |_| Ok(())).expect("it runs");
    assert!(crosstable.unfinished()[0].starts_with("random against course, 3 seats: "), "{crosstable:?}");
    assert!(crosstable.lead(&crosstable.pairings[0]).is_some_and(|lead| lead.interval.is_none()));
    assert!(crosstable.ratings(3, 0).iter().all(|rated| rated.interval.is_none()));
}
