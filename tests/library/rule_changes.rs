//! The laws of the rulesets one step away from another one, on all rulesets of the library.

use std::collections::BTreeSet;

use furlong::animal_race::AnimalRace;
use furlong::arena::{Arena, Entrant, Measured};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::ruleset::{
    Kind, RuleChanges, WantedField, differences, extending, rule_changes, with_fields_of, with_values,
};
use furlong::{BotSpec, Bots, Ruleset, animal_race, gotham, hare_tortoise, ruleset};
use proptest::prelude::*;

fn all<R: Ruleset>(base: &R) -> RuleChanges<R> {
    rule_changes(base, &[]).expect("a ruleset of the library has steps")
}

fn wanted(texts: &[&str]) -> Vec<WantedField> {
    texts.iter().map(|text| text.parse().expect("a field with values")).collect()
}

fn embedded<R: Ruleset>() -> impl Iterator<Item = R> {
    R::EMBEDDED.iter().map(|embedded| ruleset::open::<R>(embedded.name).expect("a ruleset of the library"))
}

fn changed_fields<R: Ruleset>(one: &R, other: &R) -> Vec<&'static str> {
    let found = differences(one, other).expect("they fit their schema");
    found.iter().map(|difference| difference.field.path).collect()
}

/// Each step changes exactly its field, the old value gives the base again, and a written step reads as it is.
fn laws<R: Ruleset>() {
    for base in embedded::<R>() {
        let name = &base.title().name;
        let found = all(&base);
        assert!(found.steps.len() > 30, "{name}: {} steps", found.steps.len());
        let mut met = BTreeSet::new();
        for step in &found.steps {
            let which = format!("{name}, {step}");
            let changed = differences(&base, &step.ruleset).expect("they fit their schema");
            assert_eq!(changed.len(), 1, "{which}");
            assert_eq!(changed[0].field.path, step.field.path, "{which}");
            assert!(met.insert((step.field.path, changed[0].values[1].clone())), "{which}: twice");
            assert!(step.path.starts_with(step.field.path), "{which}");
            assert_ne!(step.values[0], step.values[1], "{which}");
            assert!(step.ruleset.faults().is_empty(), "{which}");
            let back =
                with_fields_of(&step.ruleset, &base, &[step.field], "back").expect("it fits the schema");
            assert!(changed_fields(&base, &back).is_empty(), "{which}");
            let text = extending(&step.ruleset, &base, name).expect("it can be written");
            assert_eq!(
                ruleset::open::<R>(ruleset::Source::Text(&text)).as_ref().ok(),
                Some(&step.ruleset),
                "{which}:\n{text}"
            );
        }
        for refused in &found.refused {
            assert!(!refused.reason.is_empty(), "{name}, {}", refused.path);
        }
        let is_told = |path: &str| {
            let starts = |other: &str| other.strip_prefix(path).is_some_and(|rest| !rest.starts_with('-'));
            found.steps.iter().any(|step| starts(&step.path))
                || found.refused.iter().any(|refused| starts(&refused.path))
                || found.fixed.iter().any(|fixed| starts(&fixed.path))
        };
        for field in R::FIELDS {
            assert!(is_told(field.path), "{name}: {} is neither varied nor named", field.path);
        }
    }
}

#[test]
fn each_step_changes_one_field_of_an_animal_race_and_back() {
    laws::<animal_race::Ruleset>();
}

#[test]
fn each_step_changes_one_field_of_a_hare_and_tortoise_and_back() {
    laws::<hare_tortoise::Ruleset>();
}

#[test]
fn each_step_changes_one_field_of_a_gotham_and_back() {
    laws::<gotham::Ruleset>();
}

/// From a number and from a choice there is a step back.
fn returns<R: Ruleset>() {
    for base in embedded::<R>() {
        for step in all(&base).steps {
            if matches!(step.field.kind, Kind::Integer { .. } | Kind::Choice(_)) {
                let path = step.field.path.parse().expect("a path");
                let back = rule_changes(&step.ruleset, &[path]).expect("the field has steps").steps;
                let found = back.iter().any(|back| changed_fields(&back.ruleset, &base).is_empty());
                assert!(found, "{}, {step}", base.title().name);
            }
        }
    }
}

#[test]
fn a_number_and_a_choice_step_back() {
    returns::<animal_race::Ruleset>();
    returns::<hare_tortoise::Ruleset>();
    returns::<gotham::Ruleset>();
}

#[test]
fn a_deck_gets_one_card_more_one_fewer_and_one_other() {
    let base = ruleset::open::<gotham::Ruleset>("standard").expect("a ruleset of the library");
    let found =
        rule_changes(&base, &wanted(&["decks.first[1]", "decks.first[6]"])).expect("two lines of a deck");
    let shown: Vec<String> = found.steps.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "decks.first[1]: \"forward 2 x2\" -> \"forward 2 x3\"",
            "decks.first[1]: \"forward 2 x2\" -> \"forward 2\"",
            "decks.first[1]: \"forward 2 x2\" -> \"forward 2\", \"forward 1\"",
            "decks.first[1]: \"forward 2 x2\" -> \"forward 2\", \"forward 3\"",
            "decks.first[6]: \"swap with 2nd\" -> \"swap with 2nd x2\"",
            "decks.first[6]: \"swap with 2nd\" removed",
            "decks.first[6]: \"swap with 2nd\" -> \"swap with 3rd\"",
            "decks.first[6]: \"swap with 2nd\" -> \"swap with 4th\"",
        ]
    );
}

#[test]
fn a_board_steps_square_by_square_and_a_pack_card_by_card() {
    let base =
        ruleset::open::<hare_tortoise::Ruleset>("ravensburger-1978").expect("a ruleset of the library");
    let found = rule_changes(&base, &wanted(&["board.squares", "hare.pack"])).expect("two fields");
    let shown: Vec<String> = found.steps.iter().map(ToString::to_string).collect();
    for part in [
        "board.squares word 10: 2 -> T",
        "hare.pack[1]: \"last-turn-free\" -> \"chew-a-carrot\"",
        "hare.pack[2]: \"last-turn-free\" added",
        "hare.pack[1]: \"last-turn-free\" removed",
        "hare.pack[12]: \"lose-half\" added",
    ] {
        assert!(shown.iter().any(|told| told == part), "{part} is not in {shown:#?}");
    }
    assert!(shown.iter().filter(|told| told.starts_with("board.squares word ")).count() > 40, "{shown:#?}");
}

#[test]
fn all_unknown_fields_and_values_are_reported_at_once() {
    let base = ruleset::open::<animal_race::Ruleset>("classic").expect("a ruleset of the library");
    let asked = [
        "hnad",
        "movement.nap=nevr",
        "movement.nap-cards=2,40",
        "tiles",
        "movement.steps.hare[9]",
        "movement.steps.lanb",
        "hand.size",
        "movement=1",
        "nothing-of-the-kind",
    ];
    let faults = rule_changes(&base, &wanted(&asked)).expect_err("each is wrong");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let expected = [
        "hnad: there is no such field; did you mean `hand`?",
        "movement.nap: must be one of `leads-the-track`, `leads-the-race` and `never`, not `nevr`; did you mean `never`?",
        "movement.nap-cards: must be a whole number from 1 to 15, not 40",
        "tiles: there is no such field; did you mean `track.tiles`?",
        "movement.steps.hare[9]: there is no entry 9: the list has 5, counted from 0",
        "movement.steps.lanb: there is no key `lanb`; did you mean `lamb`?; there are `hare`, `tortoise`, `wolf`, \
         `fox` and `lamb`",
        "hand.size: is not a table but a whole number from 1 to 15",
        "movement: is a table of several fields: values are stated for one of them",
    ];
    for (told, expected) in told.iter().zip(expected) {
        assert_eq!(told, expected);
    }
    assert!(
        told[8].starts_with("nothing-of-the-kind: there is no such field; there are `players.least`"),
        "{told:?}"
    );
    assert_eq!(told.len(), asked.len());
    assert!("hand=".parse::<WantedField>().is_err());
}

#[test]
fn stated_values_are_words_numbers_and_lists() {
    let base = ruleset::open::<animal_race::Ruleset>("classic").expect("a ruleset of the library");
    let asked = ["movement.nap=never,leads-the-track", "end.points=[5, 3, 1],[4,2]", "track.tiles=11"];
    let found = rule_changes(&base, &wanted(&asked)).expect("right values");
    let shown: Vec<String> = found.steps.iter().map(ToString::to_string).collect();
    // The value of the base is no step.
    assert_eq!(
        shown,
        [
            "movement.nap: \"leads-the-track\" -> \"never\"",
            "end.points: [5, 3, 2] -> [5, 3, 1]",
            "end.points: [5, 3, 2] -> [4, 2]",
        ]
    );
    assert_eq!(found.steps[2].ruleset.end.points, [4, 2]);
    let range = rule_changes(&base, &wanted(&["hand=5..7"])).expect("allowed values");
    let shown: Vec<String> = range.steps.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["hand: 6 -> 5", "hand: 6 -> 7"]);
    let none = rule_changes(&base, &wanted(&["table.of-one-animal=5"])).expect("an allowed value");
    assert!(none.steps.is_empty() && none.refused[0].reason.contains("6 are needed"), "{none:?}");
}

#[test]
fn several_values_together_make_a_ruleset_or_give_all_reasons() {
    let base = ruleset::open::<hare_tortoise::Ruleset>("classic").expect("a ruleset of the library");
    let set = |values: &[(&str, &str)]| {
        let values: Vec<(String, String)> =
            values.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned())).collect();
        with_values(&base, &values, "mine")
    };
    let mine =
        set(&[("start.carrots.3", "70"), ("hare.mechanism", "passing"), ("movement.longest-step", "9")]);
    let mine = mine.expect("they fit");
    assert_eq!((mine.start.carrots.three, mine.title.name.as_str()), (70, "mine"));
    let text = extending(&mine, &base, "classic").expect("it can be written");
    assert_eq!(
        text,
        "[ruleset]\nname = \"mine\"\nextends = \"classic\"\nabout = \"A variant of `classic`.\"\n\n[start]\n\
         carrots = { 3 = 70 }\n\n[movement]\nlongest-step = 9\n\n[hare]\nmechanism = \"passing\"\n"
    );
    assert_eq!(
        ruleset::open::<hare_tortoise::Ruleset>(ruleset::Source::Text(&text)).expect("a ruleset"),
        mine
    );
    let faults =
        set(&[("start.carots", "70"), ("hare", "1"), ("finish.carrots", "-1")]).expect_err("all wrong");
    assert_eq!(faults.len(), 3, "{faults}");
    let faults = set(&[("hare.mechanism", "table")]).expect_err("there is no table");
    assert_eq!(faults.to_string(), "hare.table: 0 effects: the table has 11, for the sums 2 to 12");
}

fn walk<R: Ruleset>(base: &R, choices: &[(usize, usize)]) -> Result<(), TestCaseError> {
    let mut rules = base.clone();
    for (field, choice) in choices {
        let field = R::FIELDS[field % R::FIELDS.len()].path;
        let found = rule_changes(&rules, &wanted(&[field])).expect("a field").steps;
        if !found.is_empty() {
            rules = found[choice % found.len()].ruleset.clone();
        }
    }
    let text = extending(&rules, base, &base.title().name).expect("it can be written");
    prop_assert_eq!(ruleset::open::<R>(ruleset::Source::Text(&text)).ok(), Some(rules), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_ruleset_many_steps_away_reads_as_it_was_written(choices in prop::collection::vec((0..1000_usize, 0..1000_usize), 0..6)) {
        for base in embedded::<animal_race::Ruleset>() {
            walk(&base, &choices)?;
        }
        for base in embedded::<hare_tortoise::Ruleset>() {
            walk(&base, &choices)?;
        }
        for base in embedded::<gotham::Ruleset>() {
            walk(&base, &choices)?;
        }
    }

    #[test]
    fn any_text_for_a_field_is_read_or_refused(path in "[a-z.\\[\\]0-9-]{0,20}", value in "\\PC{0,12}") {
        let base = ruleset::open::<animal_race::Ruleset>("classic").expect("a ruleset of the library");
        let asked = [(path.clone(), value.clone()), ("movement.nap".to_owned(), value)];
        prop_assert!(with_values(&base, &asked, "mine").is_err() || !path.is_empty());
    }
}

/// Lists the metrics that fields name as defined by them but that the game does not have.
fn undefined<G: Measured + Bots>() -> Vec<&'static str> {
    let game = G::new(ruleset::open(G::Ruleset::EMBEDDED[0].name).expect("embedded")).expect("playable");
    let setup = game.setup(3);
    let bot = Entrant::of(&BotSpec::named("random")).expect("a bot");
    let metrics = Arena::new(game, setup, vec![bot; 3], 1, 1).metrics().expect("metrics");
    let is_there = |name: &str| {
        let is_named = |known: &str| match name.strip_suffix('*') {
            Some(begin) => known.starts_with(begin),
            None => known == name,
        };
        metrics.iter().any(|metric| is_named(&metric.name))
    };
    let named = G::Ruleset::FIELDS.iter().flat_map(|field| field.defines);
    named.copied().filter(|name| !is_there(name)).collect()
}

#[test]
fn fields_define_metrics_that_there_are() {
    let all = [undefined::<AnimalRace>(), undefined::<HareTortoise>(), undefined::<Gotham>()];
    assert_eq!(all.concat(), [""; 0]);
}
