//! Rules without effect at a table: they are named, and nothing is claimed about them.

use furlong::arena::Shard;
use furlong::arena::{Arena, Entrant, all_players};
use furlong::design::goals::Goals;
use furlong::design::tune::{Tune, TuneError};
use furlong::design::vary::{Plan, Vary, VaryError};
use furlong::hare_tortoise::HareTortoise;
use furlong::ruleset::{WantedField, open};
use furlong::{BotSpec, RaceGame as _};

/// A table of a bot that sees every field of the rules.
fn table(players: u8) -> Arena<HareTortoise> {
    let game = HareTortoise::new(open("classic").expect("embedded")).expect("playable");
    let setup = game.setup(players);
    let bot = Entrant::of(&BotSpec::named("club")).expect("a bot");
    Arena::new(game, setup, vec![bot; players.into()], 5, 1)
}

fn fields(names: &[&str]) -> Vec<WantedField> {
    names.iter().map(|name| name.parse().expect("a field")).collect()
}

#[test]
fn a_rule_for_three_players_is_not_played_by_four() {
    // HT-18: the numbers 4 count at a table of three, if the ruleset says so.
    const STEPS: [&str; 2] = [
        r#"movement.fours-with-three: "closed" -> "without-pay""#,
        r#"movement.fours-with-three: "closed" -> "open""#,
    ];
    let alone = fields(&["movement.fours-with-three"]);
    let words = match Vary::new(table(4), &alone) {
        Err(VaryError::NotReached(words)) => words,
        other => panic!("{other:?}"),
    };
    assert!(
        words.starts_with("without effect at this table, where 128 deals")
            && words.ends_with(&STEPS.join("; ")),
        "{words}"
    );
    assert_eq!(Vary::new(table(3), &alone).expect("it counts").count(), 2);
    // Beside a rule that matters, it is named and left out.
    let vary =
        Vary::new(table(4), &fields(&["movement.fours-with-three", "finish.carrots=10"])).expect("a step");
    let run = vary.begin(Plan::Each { games: 16 }, Shard::WHOLE, Vec::new()).expect("enough games");
    assert_eq!(run.not_reached, STEPS);
    assert_eq!(run.variants.len(), 1);
}

#[test]
fn a_search_does_not_try_a_rule_without_effect() {
    let goals = Goals::from_toml("[goals]\nrounds = { below = 1 }\n").expect("goals");
    let mut tune = Tune::new(table(4), goals);
    (tune.fields, tune.games) = (fields(&["movement.fours-with-three", "finish.carrots=10"]), 1_500);
    let mut kept = tune.begin().expect("a search");
    let tuned =
        tune.search::<TuneError>(&mut kept, &|_| (), &mut || true, &mut |_| Ok(())).expect("club plays on");
    assert_eq!(tuned.not_reached.len(), 2);
    assert!(tuned.candidates > 1, "the other rule is tried");
    assert!(!kept.to_json().contains(r#""movement.fours-with-three","\""#), "{}", kept.to_json());
}

#[test]
fn levels_of_one_network_are_not_called_all_players() {
    let words =
        |players: &[&str]| all_players(&players.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    assert_eq!(words(&["club", "learned:heat=1"]), "all levels of one network (club and learned:heat=1)");
    assert_eq!(words(&["club", "heuristic"]), "all players (club and heuristic)");
    assert_eq!(
        words(&["club | random", "beginner | strong"]),
        "all players (club | random and beginner | strong)"
    );
}
