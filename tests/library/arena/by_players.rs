//! Comparisons by several kinds of players: what holds, what differs, and the statistics of each kind.

use furlong::animal_race::AnimalRace;
use furlong::arena::{
    ByPlayers, Comparison, Finding, Part, Question, Report, Results, Shard, Trial, Verdict, merge,
};

/// The runs of both rulesets by each of these bots.
fn runs(bots: &[&str], deals: u64) -> Vec<Results> {
    let by = |bot: &&str| {
        let trial = Trial::<AnimalRace>::new(bot).expect("a bot").players(2).groups(deals).seed(4);
        ["classic", "apprentice"].map(|rules| trial.run(rules).expect("they play on"))
    };
    bots.iter().flat_map(by).collect()
}

fn compared(runs: &[Results]) -> ByPlayers {
    ByPlayers::of(&runs.chunks(2).collect::<Vec<_>>()).expect("they can be compared")
}

fn verdicts(found: &ByPlayers, metric: &str) -> (Finding, Vec<Verdict>) {
    let shared = found.findings[0].iter().find(|shared| shared.metric == metric).expect("a metric");
    let verdict = |contrast: &&furlong::arena::Contrast| contrast.metric(metric).expect("a metric").verdict;
    (shared.finding, found.contrasts(0).iter().map(verdict).collect())
}

#[test]
fn a_difference_that_two_kinds_of_players_share_holds() {
    let runs = runs(&["random", "heuristic"], 80);
    let found = compared(&runs);
    assert_eq!(found.players, ["random", "heuristic"]);
    assert_eq!(verdicts(&found, "naps"), (Finding::Holds, vec![Verdict::Less; 2]));
    let words = found.in_words(0);
    assert!(
        words[0].starts_with("For all players (random and heuristic), apprentice differs from classic"),
        "{words:?}"
    );
    // Each kind has the differences of a comparison by itself, with p-values that pay for both.
    let alone = Comparison::of(&runs[2], &runs[3..]).expect("they can be compared");
    let [own, both] = [&alone, &found.comparisons[1]].map(|comparison| &comparison.contrasts[0].differences);
    assert!(own.iter().zip(both).all(|(one, other)| one.difference == other.difference));
    assert!(found.comparisons[1].tests > alone.tests);
    assert!(own.iter().zip(both).all(|(one, other)| one.p_value <= other.p_value));
}

#[test]
fn kinds_of_players_of_one_name_are_nowhere_apart() {
    let one = runs(&["heuristic"], 60);
    let found = compared(&[one.clone(), one].concat());
    let apart = found.findings[0].iter().flat_map(|shared| &shared.apart).flatten();
    assert!(apart.clone().count() > 20 && apart.clone().all(|apart| apart.p_value.is_none()));
    assert!(found.findings[0].iter().all(|shared| shared.finding != Finding::Differs));
}

#[test]
fn parts_of_a_comparison_by_players_are_the_whole() {
    let runs = runs(&["random", "heuristic"], 40);
    let question = Question::CompareByPlayers { kinds: 2 };
    let report = Report::of(question, &runs, Vec::new()).expect("a report").to_json();
    let part = |shard: Shard| {
        let runs = runs.iter().map(|run| {
            let mut own = run.clone();
            let groups = own.take_groups();
            for group in groups.into_iter().filter(|group| shard.groups(40).contains(&group.number)) {
                own.add(group, true);
            }
            own
        });
        Part { shard, groups: 40, question, runs: runs.collect() }
    };
    let parts = [2, 1].map(|number| part(Shard::new(number, 2).expect("a shard")));
    let read = parts.map(|part| {
        let read = Part::from_json(&part.to_json()).expect("its own format");
        (part.shard.to_string(), read)
    });
    let whole: Part = merge(read).expect("both parts");
    let merged = Report::of(question, &whole.runs, Vec::new()).expect("a report").to_json();
    assert_eq!(merged, report);
    let odd = Part { runs: runs[..3].to_vec(), ..whole };
    let refused = Part::from_json(&odd.to_json()).expect_err("three runs by two kinds");
    assert!(
        refused.to_string().contains("3 runs instead of 2 or more for each of 2 player types"),
        "{refused}"
    );
}
