//! The guide gives the rules in force, in plain sentences.

use furlong::hare_tortoise::{
    FinishLimit, FoursWithThree, HareTortoise, LongestStep, Mechanism, RaceEnds, Ruleset, RunnerChoice,
};
use furlong::{RaceGame as _, Ruleset as _, Text as _, ruleset};

fn rules(name: &str) -> Ruleset {
    ruleset::open::<Ruleset>(name).expect("a ruleset of the library")
}

fn guide(ruleset: Ruleset) -> String {
    let game = HareTortoise::new(ruleset).expect("a playable ruleset");
    let topics: Vec<String> = game.guide().iter().map(ToString::to_string).collect();
    topics.join("\n")
}

#[test]
fn the_guide_of_each_ruleset_has_its_numbers_and_no_clauses() {
    for embedded in Ruleset::EMBEDDED {
        let ruleset = rules(embedded.name);
        let guide = guide(ruleset.clone());
        assert!(guide.lines().all(|line| !line.trim().is_empty()), "{guide}");
        assert!(!guide.contains("HT-") && !guide.contains("HP-"), "{guide}");
        let lettuces = ruleset.board.squares.matches('L').count();
        for expected in [
            "1 carrot for 1 square, 3 carrots for 2 squares, 6 carrots for 3 squares and 10 carrots for 4 squares"
                .to_owned(),
            format!("{} carrots", ruleset.start.carrots.two),
            format!("{} carrots", ruleset.start.carrots.four),
            format!("at most {}", ruleset.finish.carrots),
            format!("- lettuce ({lettuces} squares): "),
        ] {
            assert!(guide.contains(&expected), "{}: `{expected}` in {guide}", embedded.name);
        }
    }
}

#[test]
fn the_guide_lists_the_chart_the_table_or_the_pack() {
    let entries = |name| {
        let game = HareTortoise::new(rules(name)).expect("a playable ruleset");
        let topics = game.guide();
        let hare = topics.iter().find(|topic| topic.title == "The hare squares").expect("hare squares");
        hare.text.lines().filter(|line| line.starts_with("- ")).count()
    };
    assert_eq!(entries("classic"), 6);
    assert_eq!(entries("postal"), 11);
    assert_eq!(entries("ravensburger-1978"), 9);
    assert_eq!(entries("ravensburger-2008"), 8);
    assert_eq!(entries("olympiad"), 0);
    let classic = guide(rules("classic"));
    let fourth =
        "- Card 4: if you are 1st, draw 10 carrots or pay 10; if you are 2nd to 6th, chew a lettuce at once.";
    assert!(classic.contains(fourth), "{classic}");
    assert!(guide(rules("ravensburger-2008")).contains("- 2 cards: you now have 65 carrots."));
}

#[test]
fn the_guide_leaves_out_squares_that_the_board_has_not() {
    let mut ruleset = rules("classic");
    ruleset.board.squares = ruleset.board.squares.replace(['H', 'F'], "C");
    let guide = guide(ruleset);
    assert!(
        !guide.contains("hare (") && !guide.contains("flag") && !guide.contains("The hare squares"),
        "{guide}"
    );
    assert!(guide.contains("- tortoise (") && guide.contains("- number 2 ("), "{guide}");
}

#[test]
fn a_changed_rule_changes_the_guide() {
    let changes: [fn(&mut Ruleset); 9] = [
        |ruleset| ruleset.start.carrots.three = 70,
        |ruleset| ruleset.start.lettuces.six = 4,
        |ruleset| ruleset.turns.runner = RunnerChoice::Free,
        |ruleset| ruleset.movement.longest_step = LongestStep::Squares(24),
        |ruleset| ruleset.movement.fours_with_three = FoursWithThree::Open,
        |ruleset| ruleset.finish.carrots = 15,
        |ruleset| ruleset.finish.limit = FinishLimit::ByPlace,
        |ruleset| ruleset.finish.race_ends = RaceEnds::FirstHome,
        |ruleset| ruleset.hare.mechanism = Mechanism::Passing,
    ];
    let classic = guide(rules("classic"));
    for (index, change) in changes.into_iter().enumerate() {
        let mut ruleset = rules("classic");
        change(&mut ruleset);
        assert_ne!(guide(ruleset), classic, "change {index}");
    }
}
