//! The effects of rule changes: comparisons of rulesets with results that are known for a reason. Seeds are
//! fixed, so the results are reproducible.

use furlong::animal_race::AnimalRace;
use furlong::arena::{
    Comparison, Contrast, Findings, Incomparable, Measured, Metric, Question, Report, Trial, TrialError,
};
use furlong::gotham::{self, Gotham};
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bots, RaceGame, ruleset};

/// Compares two embedded rulesets with random bots on `groups` deals.
fn compare<G: Measured + Bots>(players: u8, groups: u64, first: &str, second: &str) -> Comparison {
    let random = Trial::<G>::new("random").expect("every game has the random bot");
    let trial = random.players(players).groups(groups).seed(2_026);
    trial.compare(first, [second]).expect("both rulesets can be played")
}

/// The means of a metric under the first and the second ruleset.
#[track_caller]
fn means(comparison: &Comparison, metric: &str) -> [f64; 2] {
    let found = comparison.contrasts[0].metric(metric).unwrap_or_else(|error| panic!("{error}"));
    [found.base, found.other].map(|mean| mean.expect("some games have ended").value)
}

#[test]
fn beginners_have_no_naps_howls_and_streams_but_turbos() {
    // AA-01, AA-02: the powers are left out, and each animal gets a turbo token.
    let comparison = compare::<AnimalRace>(3, 150, "classic", "apprentice");
    for power in ["naps", "howls", "stream-stops"] {
        comparison.expect_less(power).unwrap_or_else(|unmet| panic!("{unmet}"));
        assert_eq!(means(&comparison, power)[1].to_bits(), 0.0_f64.to_bits(), "{power}");
    }
    comparison.expect_more("turbos").unwrap_or_else(|unmet| panic!("{unmet}"));
}

#[test]
fn a_race_that_ends_with_the_first_arrival_has_fewer_phases() {
    // AA-07: the game ends after the phase of the first arrival, not with the third one (AR-30).
    let comparison = compare::<AnimalRace>(3, 150, "classic", "apprentice");
    comparison.expect_less("racing-phases").unwrap_or_else(|unmet| panic!("{unmet}"));
    // The third arrival ends the classic game at once, so there are exactly three on its podium.
    let podium: f64 = ["hare", "tortoise", "wolf", "fox", "lamb"]
        .into_iter()
        .map(|animal| means(&comparison, &format!("podium-{animal}"))[0])
        .sum();
    assert!((podium - 3.0).abs() < 1e-9, "{podium}");
}

#[test]
fn without_second_bets_nobody_scores_on_them() {
    // AA-03: beginners set no card aside.
    let comparison = compare::<AnimalRace>(4, 100, "classic", "apprentice");
    comparison.expect_less("points-of-chosen-bets").unwrap_or_else(|unmet| panic!("{unmet}"));
    assert_eq!(means(&comparison, "points-of-chosen-bets")[1].to_bits(), 0.0_f64.to_bits());
}

#[test]
fn choosing_who_moves_gives_more_to_decide() {
    // AA-05: in a racing phase the players choose the animals; by the rulebook the animals move by themselves.
    let comparison = compare::<AnimalRace>(4, 100, "classic", "apprentice");
    let [rulebook, beginners] =
        [0, 1].map(|side| means(&comparison, "decisions")[side] / means(&comparison, "racing-phases")[side]);
    assert!(beginners > rulebook, "{beginners} decisions a phase, {rulebook} by the rulebook");
}

#[test]
fn playing_the_last_phase_to_its_end_makes_no_game_longer() {
    // AR-30, AR-34: the rulesets differ in the number of arrivals in the last phase, not in the end of the
    // game.
    let comparison = compare::<AnimalRace>(2, 200, "classic", "course");
    comparison.expect_within("racing-phases", 0.5).unwrap_or_else(|unmet| panic!("{unmet}"));
    // The course draws the first player after the bets (AR-34), which is one more chance event.
    for unmet in [comparison.expect_more("naps"), comparison.expect_less("naps")] {
        let unmet = unmet.expect_err("the rules of napping are the same").to_string();
        for evidence in [
            "`naps` of course",
            "difference ",
            "95 % interval ",
            "p 1.000",
            "200 games under course, 200 games under classic",
            "again: furlong compare animal-race classic course --players 2 --bot random --games 200 --seed 2026",
        ] {
            assert!(unmet.contains(evidence), "{evidence} in: {unmet}");
        }
    }
}

/// The standard ruleset of Gotham's race with one change.
fn gotham_with(change: &str) -> gotham::Ruleset {
    let text = format!("[ruleset]\nname = \"changed\"\nextends = \"standard\"\n{change}");
    ruleset::open::<gotham::Ruleset>(ruleset::Source::Text(&text)).expect("a right change")
}

fn compare_gotham(players: u8, groups: u64, change: &str) -> Comparison {
    let trial = Trial::<Gotham>::new("random").expect("a bot").players(players).groups(groups).seed(7);
    trial.compare("standard", &[gotham_with(change)]).expect("they compare")
}

#[test]
fn several_rulesets_are_each_compared_with_the_first_and_corrected_together() {
    let trial = Trial::<Gotham>::new("random").expect("a bot").players(3).groups(80).seed(7);
    let (longer, usual) = (gotham_with("[track]\nspaces = 48\n"), gotham_with(""));
    let all = trial.compare("standard", [&longer, &usual]).expect("they compare");
    let alone = trial.compare("standard", [&longer]).expect("they compare");
    let same = &all.contrasts[1];
    assert_eq!((same.alike, same.groups), (80, 80), "only the name differs");
    // The same deals give the same differences; the ruleset that is the same tests nothing, so nothing is corrected for it.
    assert_eq!(all.contrasts[0].differences, alone.contrasts[0].differences);
    assert_eq!(
        [&all.contrasts[0].other, &alone.contrasts[0].other],
        ["changed (2)", "changed"],
        "names tell them apart"
    );
    let twice = trial.compare("standard", [&longer, &longer]).expect("they compare");
    let p_value =
        |contrast: &Contrast| contrast.metric("choices").expect("a metric").p_value.expect("80 pairs");
    let (once, twice) = (p_value(&alone.contrasts[0]), p_value(&twice.contrasts[1]));
    assert!(once > 0.0 && twice > once, "{twice} with twice the tests, {once} before");
    let none: [&str; 0] = [];
    let error = trial.compare("standard", none).expect_err("nothing to compare with");
    assert!(matches!(error, TrialError::Incomparable(Incomparable::NoOthers)), "{error}");
}

#[test]
fn a_trial_plays_a_setup_as_it_is_given() {
    let game = Gotham::new(gotham_with("")).expect("playable");
    let trial = Trial::<Gotham>::new("random").expect("a bot").players(4).groups(3).seed(7);
    let two = trial.run(("standard", game.setup(2))).expect("it runs");
    assert_eq!(
        (two.setting.seats.count(), two.setting.lineup.len()),
        (2, 2),
        "the set-up says how many play"
    );
    let changed = trial.compare((&gotham_with(""), game.setup(3)), [("standard", game.setup(3))]);
    let contrast = changed.expect("they compare").contrasts.remove(0);
    assert_eq!(contrast.alike, contrast.groups);
    let error = trial.run(("standard", game.setup(9))).expect_err("nine are too many");
    assert!(error.to_string().contains("9 players"), "{error}");
}

#[test]
fn a_sign_that_starts_where_a_card_sends_it_moves_less() {
    // GO-03 to GO-06, GO-27: no card sends the sign to the fish, so the first such card always moves it. With
    // this change the sign already stands at the snail, where one of the cards sends it.
    let comparison = compare_gotham(4, 600, "[track]\nfinish = \"snail\"\n");
    comparison.expect_less("finish-moves").unwrap_or_else(|unmet| panic!("{unmet}"));
}

#[test]
fn a_longer_track_is_hardly_won_backwards() {
    // GO-31: against the main direction a figure is beyond the sign below F - L. With 20 more spaces it has
    // 20 more spaces to go, while the distance to the sign in the main direction is unchanged. Fewer games
    // are won backwards, and those that would have ended so continue.
    let comparison = compare_gotham(4, 150, "[track]\nspaces = 56\n");
    comparison.expect_less("won-backwards").unwrap_or_else(|unmet| panic!("{unmet}"));
    let [usual, longer] = means(&comparison, "rounds");
    assert!(longer > usual, "{longer} rounds, {usual} before");
}

#[test]
fn nobody_loses_to_an_ownerless_figure_at_a_full_table() {
    // GO-01, GO-35: with four players every figure has an owner; with two, half of them have none.
    let trial = Trial::<Gotham>::new("random").expect("a bot").groups(150).seed(3);
    let lost = |players: u8| {
        let results = trial.clone().players(players).run("standard").expect("it runs");
        let column = results.column("ownerless-furthest").expect("a metric");
        results.summary(column).and_then(|summary| summary.mean).expect("games have ended")
    };
    assert_eq!(lost(4).value.to_bits(), 0.0_f64.to_bits());
    // The figures without owner get cards of their decks in order, as random players play theirs: they are
    // foremost about as often as the other two.
    let two = lost(2);
    assert!(two.interval.is_some_and(|interval| interval.low > 0.25 && interval.high < 0.75), "{two:?}");
}

#[test]
fn the_share_of_a_seat_is_fair_only_where_no_ownerless_figure_wins() {
    // GO-35: no seat wins with a figure without owner: the seats' shares and the games without winner add up
    // to all games.
    let trial = Trial::<Gotham>::new("random").expect("a bot").players(3).groups(100).seed(3);
    let results = trial.run("standard").expect("it runs");
    let mean = |name: &str| {
        let column = results.column(name).expect("a metric");
        results.summary(column).and_then(|summary| summary.mean).expect("games have ended").value
    };
    let won: f64 = (1..=3).map(|seat| mean(&format!("wins-seat-{seat}"))).sum();
    assert!((won + mean("nobody-wins") - 1.0).abs() < 1e-9, "{won}");
    assert!(won < 0.95, "the ownerless figure wins some games: {won}");
}

#[test]
fn the_olympiad_jugs_no_hares() {
    // Its hare squares have no effect on landing but ask a price for having been passed. Random players
    // seldom come home, so the games are compared up to the limit.
    let jugs = |ruleset: &str| {
        let game = HareTortoise::new(ruleset::open(ruleset).expect("embedded"));
        let game = game.expect("playable");
        let setup = game.setup(4);
        let mut race = furlong::Race::new(game, &setup, 4).expect("it starts");
        let mut bots: Vec<Box<dyn furlong::Bot<HareTortoise>>> =
            (0..4).map(|_| Box::new(furlong::RandomBot) as _).collect();
        _ = race.play_out(&mut bots, 2_000);
        let metrics = HareTortoise::metrics();
        let mut totals = vec![0.0; metrics.len()];
        race.happenings().iter().for_each(|happening| race.game().count(happening, &mut totals));
        let jugs = metrics.iter().position(|metric| metric.name == "jugs").expect("a metric");
        totals[jugs]
    };
    assert!(jugs("classic") > 0.0);
    assert_eq!(jugs("olympiad").to_bits(), 0.0_f64.to_bits());
}

/// Compares two embedded rulesets with the heuristic of Hare & Tortoise, whose players come home, on common
/// deals.
fn compare_hares(players: u8, groups: u64, first: &str, second: &str) -> Comparison {
    let trial =
        Trial::<HareTortoise>::new("heuristic").expect("a bot").players(players).groups(groups).seed(11);
    trial.compare(first, [second]).expect("both rulesets can be played")
}

#[test]
fn the_olympiad_jugs_no_hares_when_the_games_are_played_out_either() {
    // Its hare squares have no effect on landing, so no effect is counted.
    let comparison = compare_hares(3, 24, "classic", "olympiad");
    assert_eq!(means(&comparison, "jugs")[1].to_bits(), 0.0_f64.to_bits());
    assert!(means(&comparison, "unfinished").iter().all(|share| *share == 0.0), "the heuristic comes home");
}

#[test]
fn nobody_comes_home_with_a_lettuce_left() {
    // HT-28, HT-29: a runner may reach Home only after chewing its three lettuces, so two runners at home
    // (the race of three ends with the second) have chewed at least six.
    let trial = Trial::<HareTortoise>::new("heuristic").expect("a bot").players(3).groups(24).seed(11);
    let results = trial.run("classic").expect("it runs");
    let column = results.column("lettuces").expect("a metric");
    let [least, _, most] =
        results.summary(column).and_then(|summary| summary.range).expect("games have ended");
    assert!(least >= 6.0 && most <= 9.0, "{least} to {most}");
}

#[test]
fn a_name_that_is_no_metric_is_told_with_those_that_are() {
    let comparison = compare::<AnimalRace>(2, 5, "classic", "course");
    let error = comparison.expect_more("beauty").expect_err("no such metric").to_string();
    assert!(error.contains("`beauty`") && error.contains("racing-phases"), "{error}");
}

/// The metrics of a game for two players, as a chapter of the documentation.
fn chapter<G: Measured + Bots>(ruleset: &str, known: &[String]) -> (String, Vec<String>) {
    let trial = Trial::<G>::new("random").expect("a bot").groups(1).most_events(1);
    let metrics = trial.run(ruleset).expect("it runs").metrics;
    let line = |metric: &furlong::arena::Metric| {
        let words = match &*metric.phrase {
            "" => String::new(),
            _ => format!("  In words: {}; {}.\n", metric.in_words("N"), metric.why),
        };
        format!("- `{}`: {}.\n{words}", metric.name, metric.about)
    };
    let lines: Vec<String> = metrics.iter().map(line).collect();
    let own: String = lines.iter().filter(|line| !known.contains(line)).map(String::as_str).collect();
    (own, lines)
}

#[test]
fn the_page_of_metrics_says_what_the_metrics_say() {
    let (_, all) = chapter::<AnimalRace>("classic", &[]);
    let (hares, of_hares) = chapter::<HareTortoise>("classic", &all);
    let (gotham, _) = chapter::<Gotham>("standard", &all);
    let common: String = all.iter().filter(|line| of_hares.contains(line)).map(String::as_str).collect();
    let race: String = all.iter().filter(|line| !of_hares.contains(line)).map(String::as_str).collect();
    let page = format!(
        "# Metrics\n\n\
         Each game has one value of each metric, or none. Words in backquotes are happenings, as bots that listen\n\
         ([bots.md](bots.md)) and cases ([cases.md](cases.md)) name them. This page is generated from the definitions in the code,\n\
         which `furlong simulate --html` and `--json` show too; a test keeps it up to date. It lists the metrics of a table of two.\n\
         Larger tables have a `wins-seat` and a `wins-mover` for each seat; runs of several players have a `wins-of-NAME` for each\n\
         player, the mean over that player's seats. Reports state a metric in words, with its mean in place of N, and why it matters.\n\n\
         ## All games\n\n{common}\n## The animal race\n\n{race}\n## Hare & tortoise\n\n{hares}\n## Gotham\n\n{gotham}"
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/metrics.md");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(path, &page).expect("it can be written");
    }
    let written = std::fs::read_to_string(path).expect("the page is there");
    assert!(written == page, "docs/metrics.md is not up to date: run this test with UPDATE_GOLDENS=1");
}

/// Checks the words of all metrics of a game, and returns those metrics.
fn metrics_in_words<G: Measured + Bots>(rules: [&str; 2]) -> Vec<Metric> {
    let trial = || Trial::<G>::new("random").expect("a bot").groups(4).most_events(2_000);
    let runs = rules.map(|rules| trial().run(rules).expect("it runs"));
    let metrics = runs[0].metrics.clone();
    for metric in &metrics {
        assert_eq!(metric.phrase.matches("{}").count(), 1, "{}", metric.name);
        assert!(!metric.why.is_empty() && !metric.why.ends_with('.'), "{}", metric.name);
        assert!(
            !metric.phrase.contains(['[', ']']) && metric.phrase.contains(&*metric.unit),
            "{}",
            metric.name
        );
    }
    // What reports say of them has their words, never their names.
    let own = Report::of(Question::Measure, &runs[..1], Vec::new()).expect("a report").findings;
    let Findings::Measures(own) = own else { panic!("a run is measured") };
    let comparison = Comparison::of(&runs[0], &runs[1..]).expect("they compare");
    let told = [own.in_words(&runs[0]), comparison.contrasts[0].in_words()].concat();
    assert!(told.iter().any(|sentence| sentence.contains("the lead changes")), "{told:?}");
    for name in metrics.iter().map(|metric| &*metric.name).filter(|name| name.contains('-')) {
        assert!(told.iter().all(|sentence| !sentence.contains(name)), "{name} in {told:?}");
    }
    metrics
}

#[test]
fn every_metric_has_a_phrase_with_its_figure_and_reports_say_it() {
    let metrics = metrics_in_words::<AnimalRace>(["classic", "apprentice"]);
    metrics_in_words::<HareTortoise>(["ravensburger-1978", "ravensburger-2008"]);
    metrics_in_words::<Gotham>(["standard", "standard"]);
    let worst = metrics.iter().find(|metric| metric.name == "winner-worst-place").expect("a metric");
    assert_eq!(worst.in_words("2.50"), "the winner was at worst in place 2.50");
    let plain = furlong::arena::Metric::number("naps", "the number of naps");
    assert_eq!(plain.in_words("3.00"), "naps: 3.00");
}
