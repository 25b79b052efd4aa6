//! The differences of the editions, and files that set every choice.

use furlong::hare_tortoise::{
    BackAtStart, ByPlayers, Effect, FirstPlayer, HareTortoise, LongestStep, Mechanism, Ruleset, Setup,
};
use furlong::ruleset::{self, Kind};
use furlong::{RaceGame, Ruleset as _, Text as _};
use rand::{RngExt, SeedableRng};

use super::table::seat;

const RECONSTRUCTED: [(&str, usize); 8] = [
    ("classic", 1),
    ("postal", 2),
    ("gibsons-1987", 3),
    ("ravensburger-1978", 2),
    ("ravensburger-1995", 3),
    ("abacus-2000", 4),
    ("ravensburger-2008", 0),
    ("olympiad", 1),
];

#[test]
fn reconstructions_are_named_wherever_the_rules_are_told() {
    for (name, count) in RECONSTRUCTED {
        let ruleset = ruleset::open::<Ruleset>(name).expect("a ruleset of the library");
        assert_eq!(ruleset.title().reconstructed.len(), count, "{name}");
        let seen = HareTortoise::new(ruleset).expect("a playable ruleset").rules();
        assert_eq!(seen.lines().filter(|line| line.starts_with("Reconstructed: ")).count(), count);
    }
}

/// A race by chance for a while: every action that is listed must be playable.
fn wander(game: &HareTortoise, players: u8, events: u32, seed: u64) {
    let mut rng = furlong::Stream::seed_from_u64(seed);
    let mut state = game.start(&game.setup(players)).expect("the usual set-up");
    let mut actions = Vec::new();
    for _ in 0..events {
        match game.turn(&state) {
            furlong::Turn::Over => return,
            furlong::Turn::Chance(_) => {
                let outcome = game.sample_chance(&state, &mut rng);
                game.resolve(&mut state, outcome, &mut ()).expect("what is drawn can come");
            }
            furlong::Turn::Seat(_) => {
                game.actions(&state, &mut actions);
                let action = actions[rng.random_range(0..actions.len())];
                game.play(&mut state, action, &mut ()).expect("what is listed is legal");
            }
        }
        let position = game.position(&state);
        assert_eq!(game.state(&position).as_ref(), Ok(&state), "{position:?}");
    }
}

#[test]
fn a_file_of_ones_own_can_set_every_choice() {
    let mut set = 0;
    for base in ["classic", "ravensburger-2008"] {
        let embedded = Ruleset::EMBEDDED.iter().find(|ruleset| ruleset.name == base).expect("embedded");
        for field in Ruleset::FIELDS {
            let choices = match field.kind {
                Kind::Choice(choices) => choices,
                Kind::WordOrInteger { ref word, .. } => std::slice::from_ref(word),
                _ => continue,
            };
            for choice in choices {
                let mut file: toml::Table = embedded.text.parse().expect("TOML");
                let (table, name) = field.path.split_once('.').expect("a field in a table");
                file[table].as_table_mut().expect("a table").insert(name.to_owned(), choice.word.into());
                let text = toml::to_string(&file).expect("TOML again");
                let needs_table = choice.word == "table" || choice.word == "pack" || choice.word == "chart";
                if field.path == "hare.mechanism" && needs_table {
                    continue;
                }
                let ruleset = ruleset::open::<Ruleset>(ruleset::Source::Text(&text)).expect("a sound file");
                let game = HareTortoise::new(ruleset).expect("a playable ruleset");
                for players in [2, 3] {
                    wander(&game, players, 400, 7);
                }
                set += 1;
            }
        }
    }
    assert!(set > 80, "{set} choices");
}

#[test]
fn the_schema_names_every_field_of_a_file() {
    fn paths(prefix: &str, value: &toml::Value, into: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) if !Ruleset::FIELDS.iter().any(|field| field.path == prefix) => {
                for (key, value) in table {
                    let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                    paths(&path, value, into);
                }
            }
            _ => into.push(prefix.to_owned()),
        }
    }
    for embedded in Ruleset::EMBEDDED {
        let ruleset = ruleset::open::<Ruleset>(ruleset::Source::Text(embedded.text)).expect("a sound file");
        let value = toml::Value::try_from(&ruleset).expect("TOML");
        let mut found = Vec::new();
        paths("", &value, &mut found);
        found.retain(|path| !path.starts_with("ruleset."));
        let mut known: Vec<String> = Ruleset::FIELDS.iter().map(|field| field.path.to_owned()).collect();
        found.sort();
        known.sort();
        assert_eq!(found, known);
    }
}

#[test]
fn faults_of_a_ruleset_are_told_all_at_once() {
    let mut ruleset = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
    ruleset.board.squares = "H C".to_owned();
    ruleset.start.runners.four = 2;
    ruleset.hare.chart[2].pop();
    ruleset.hare.most_jugs = 0;
    ruleset.stuck.at_start = BackAtStart::EndsTurn;
    let faults = HareTortoise::new(ruleset).expect_err("four faults");
    let mut fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    fields.sort_unstable();
    fields.dedup();
    assert_eq!(fields, ["board.squares", "hare.chart[2]", "hare.most-jugs", "start.runners.4"]);
}

#[test]
fn what_a_hare_square_draws_is_whole_also_where_it_is_not_used() {
    let fields = |change: &dyn Fn(&mut Ruleset)| -> Vec<String> {
        let mut ruleset = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
        change(&mut ruleset);
        let faults = HareTortoise::new(ruleset).err().map(|faults| faults.to_vec()).unwrap_or_default();
        faults.into_iter().map(|fault| fault.field).collect()
    };
    assert_eq!(fields(&|ruleset| ruleset.hare.chart.clear()), ["hare.chart"], "the chart decides");
    assert_eq!(fields(&|ruleset| ruleset.hare.mechanism = Mechanism::Table), ["hare.table"]);
    assert_eq!(fields(&|ruleset| ruleset.hare.mechanism = Mechanism::Pack), ["hare.pack"]);
    assert_eq!(fields(&|ruleset| ruleset.hare.table = vec![Effect::MoveUp]), ["hare.table"]);
    assert_eq!(fields(&|ruleset| ruleset.hare.pack = vec![Effect::MoveUp; 200]), ["hare.pack"]);
}

#[test]
fn a_value_by_players_is_that_of_the_nearest_number() {
    let values = ByPlayers { two: 2, three: 3, four: 4, five: 5, six: 6 };
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|players| values.of(players)), [2, 2, 2, 3, 4, 5, 6, 6]);
}

#[test]
fn the_first_player_is_drawn_or_a_number() {
    let read = |text: &str| serde_json::from_str::<FirstPlayer>(text).ok();
    assert_eq!(read("\"drawn\""), Some(FirstPlayer::Drawn));
    assert_eq!(read("6"), Some(FirstPlayer::Given(seat(5))));
    assert_eq!([read("\"first\""), read("0"), read("7")], [None; 3]);
    for (number, fits) in [(5, true), (6, false)] {
        let mut rules = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
        rules.start.first_player = FirstPlayer::Given(seat(number));
        assert_eq!(HareTortoise::new(rules).is_ok(), fits, "six play at most");
    }
}

#[test]
fn the_longest_step_is_none_or_a_number() {
    let read = |text: &str| serde_json::from_str::<LongestStep>(text).ok();
    assert_eq!(read("\"none\""), Some(LongestStep::Unlimited));
    assert_eq!(read("5"), Some(LongestStep::Squares(5)));
    assert_eq!([read("\"any\""), read("0"), read("65")], [None; 3]);
}

/// HT-22, HT-23: squares 10 and 11 are a lettuce and a tortoise, which a runner without lettuces must pass in one step.
#[test]
fn steps_too_short_to_get_past_the_track_are_refused() {
    let mut rules = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
    let game = HareTortoise::new(rules.clone()).expect("playable");
    for (longest, starts) in [(1, false), (2, false), (3, true)] {
        let setup = Setup { longest_step: Some(LongestStep::Squares(longest)), ..game.setup(2) };
        assert_eq!(game.start(&setup).is_ok(), starts, "{longest} squares");
        rules.movement.longest_step = LongestStep::Squares(longest);
        assert_eq!(HareTortoise::new(rules.clone()).is_ok(), starts, "{longest} squares");
    }
}
