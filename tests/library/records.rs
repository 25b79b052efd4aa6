//! The files of all releases, in `tests/records`: each is read and replayed for ever. See the README there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use furlong::animal_race::AnimalRace;
use furlong::arena::Part;
use furlong::design::Variation;
use furlong::design::price::PriceRun;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::hare_tortoise::postal::PostalGame;
use furlong::rand::SeedableRng as _;
use furlong::record::{apply, game_of};
use furlong::{Bot, Bots, Race, RaceGame, RandomBot, Record, Ruleset, Stream, Turn, ruleset};
use serde_json::Value;

use crate::dash::{Dash, Rules};
use crate::json;

/// The releases whose folders must never disappear.
const RELEASES: [&str; 1] = ["0.1"];

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "records"].iter().collect()
}

/// The texts of the files of a folder with the ending `.json`, by their names without it.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let json = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let named = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("text"))
    };
    json.map(named).collect()
}

/// The place and the score of each seat at the end of a record.
fn end<G: RaceGame>(json: &str) -> String {
    let record = Record::<G>::from_json(json).unwrap_or_else(|error| panic!("{error}"));
    let (game, state) = record.replay().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.turn(&state), Turn::Over, "a whole game");
    let rows = game.standings(&state).rows;
    let row = |row: &furlong::common::Standing| format!("{}. with {}", row.place, row.score);
    format!("{} events; {}", record.events.len(), rows.iter().map(row).collect::<Vec<_>>().join(", "))
}

fn end_of_any(json: &str) -> String {
    match game_of(json).unwrap_or_else(|error| panic!("{error}")).as_str() {
        "animal-race" => end::<AnimalRace>(json),
        "hare-tortoise" => end::<HareTortoise>(json),
        "gotham" => end::<Gotham>(json),
        other => panic!("there is no game {other}"),
    }
}

/// A position is one of the state that it gives, and a view one of a state that is dealt from it.
fn table_is_kept<G: RaceGame>(json: &str, is_view: bool) {
    let data: Value = serde_json::from_str(json).expect("JSON");
    let parts = ["ruleset", "table"].map(|part| data[part].clone());
    let [ruleset, table] = parts;
    let game = G::new(json::from_value(&ruleset).expect("a ruleset")).expect("playable");
    if is_view {
        let view: G::View = json::from_value(&table).expect("a view");
        let mut rng = Stream::seed_from_u64(1);
        let state = game.resample(&view, &mut rng).expect("a view that can be");
        let again = game.view(&state, game.viewer(&view));
        assert_eq!(json::to_value(&again).expect("data"), table);
    } else {
        let position: G::Position = json::from_value(&table).expect("a position");
        let state = game.state(&position).expect("a position that can be");
        assert_eq!(json::to_value(&game.position(&state)).expect("data"), table);
    }
}

fn any_table_is_kept(json: &str, is_view: bool) {
    let data: Value = serde_json::from_str(json).expect("JSON");
    match data["game"].as_str().expect("a game") {
        "animal-race" => table_is_kept::<AnimalRace>(json, is_view),
        "hare-tortoise" => table_is_kept::<HareTortoise>(json, is_view),
        "gotham" => table_is_kept::<Gotham>(json, is_view),
        other => panic!("there is no game {other}"),
    }
}

#[test]
fn the_files_of_every_release_replay() {
    for release in RELEASES {
        let folder = folder().join(release);
        let ends = fs::read_to_string(folder.join("ends.txt")).expect("the ends of the games");
        let found = files(&folder.join("games"));
        let found = found.iter().map(|(name, json)| format!("{name}: {}\n", end_of_any(json)));
        assert_eq!(found.collect::<String>(), ends, "the games of {release} end as they always did");
        for (tables, is_view) in [("positions", false), ("views", true)] {
            let files = files(&folder.join(tables));
            assert!(!files.is_empty());
            for json in files.values() {
                any_table_is_kept(json, is_view);
            }
        }
        let read = |file: &str| fs::read_to_string(folder.join(file)).expect("a file");
        let postal = PostalGame::from_json(&read("postal.json")).expect("a postal game");
        let replayed = postal.replay().expect("it replays");
        assert_eq!((replayed.rounds, &replayed.different[..]), (postal.rounds().len(), &[][..]));
        assert_eq!(Turn::Over, postal.race().expect("a race").proceed(), "it was played to its end");
        let results = Part::from_json(&read("results.json")).expect("results");
        let shares = results.runs[0].scores().into_iter().map(|score| (score.name, score.share.value));
        assert_eq!(shares.collect::<Vec<_>>(), SHARES.map(|(name, share)| (name.to_owned(), share)));
        let steps = Variation::from_json(&read("vary.json")).expect("a run of steps");
        assert!(steps.is_complete);
        let played = steps.variants.iter().map(|step| (step.name(), step.alike));
        assert_eq!(played.collect::<Vec<_>>(), STEPS.map(|(name, alike)| (name.to_owned(), alike)));
        let prices = PriceRun::from_json(&read("price.json")).expect("a run of prices");
        assert!(prices.is_complete());
        let used = prices.elements.iter().map(|ban| (ban.element.clone(), ban.free.used));
        assert_eq!(used.collect::<Vec<_>>(), USES.map(|(name, used)| (name.to_owned(), used)));
    }
}

/// The shares of the win in `results.json`, whose games were counted when they were played.
const SHARES: [(&str, f64); 2] = [("heuristic", 0.55), ("random", 0.05)];

/// The steps in `vary.json`, each with the number of its 20 deals that went as under the base.
const STEPS: [(&str, u64); 11] = [
    ("track.spaces: 36 -> 48", 13),
    ("rules.start-numbers: \"highest\" -> \"any\"", 3),
    ("rules.drawing: \"each-before-placing\" -> \"all-before-placing\"", 0),
    ("rules.empty-deck-for-ownerless: \"nothing\" -> \"recycle-first\"", 20),
    ("rules.recycling: \"when-a-deck-is-empty\" -> \"every-round\"", 14),
    ("rules.onto-own-location: \"keeps-lane\" -> \"outermost-lane\"", 19),
    ("rules.on-the-sign: \"not-beyond\" -> \"beyond\"", 13),
    ("rules.backwards-on-one-location: \"inner-lane\" -> \"outer-lane\"", 20),
    ("rules.equally-far: \"shared\" -> \"forwards-wins\"", 20),
    ("rules.equally-far: \"shared\" -> \"backwards-wins\"", 20),
    ("rules.ownerless-furthest: \"all-lose\" -> \"passed-over\"", 13),
];

/// The elements in `price.json`, each with the number of its uses by the seats that may use it.
const USES: [(&str, u64); 10] = [
    ("forward", 224),
    ("back", 36),
    ("to-start", 10),
    ("to-another", 142),
    ("swap", 25),
    ("finish", 33),
    ("deck-1st", 115),
    ("deck-2nd", 123),
    ("deck-3rd", 137),
    ("deck-4th", 140),
];

/// The shortest of some whole games of bots that know the game and one that plays at random.
fn short_game<G: Bots>(game: &G, players: u8) -> Race<G> {
    let races = (1..=20).filter_map(|seed| {
        let mut race = Race::new(game.clone(), &game.setup(players), seed).expect("a set-up that fits");
        let usual = || G::bot(&"heuristic".parse().expect("a bot")).expect("a bot");
        let mut bots: Vec<Box<dyn Bot<G>>> = (1..players).map(|_| usual()).collect();
        bots.push(Box::new(RandomBot));
        race.play_out(&mut bots, 5_000).ok()?;
        Some(race)
    });
    races.min_by_key(Race::events).expect("a whole game")
}

/// The files that a release must have of this game: their folders, names and texts, made when they are asked for.
fn wanted<G: Bots>(missing: &impl Fn(&str) -> bool, write: &impl Fn(&str, &str)) {
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        for players in game.players() {
            let name = format!("{}-{}-{players}", G::ID, embedded.name);
            let paths = ["games", "positions", "views"].map(|folder| format!("{folder}/{name}.json"));
            if !paths.iter().any(|path| missing(path)) {
                continue;
            }
            let race = short_game(&game, players);
            write(&paths[0], &race.record().to_json());
            // The table in the middle of the game, seen by the seat that has the turn.
            let (events, mut state) = (&race.record().events, race.record().open().expect("playable").1);
            let mut in_turn = None;
            for (index, event) in events.iter().enumerate() {
                if let (Turn::Seat(seat), true) = (game.turn(&state), index >= events.len() / 2) {
                    in_turn = Some(seat);
                    break;
                }
                apply(&game, &mut state, event, index + 1, &mut ()).expect("legal");
            }
            let seat = in_turn.expect("a seat has the turn in the second half");
            let table = |table: Value| {
                let data = serde_json::json!({ "game": G::ID, "ruleset": game.ruleset(), "table": table });
                serde_json::to_string(&data).expect("data") + "\n"
            };
            write(&paths[1], &table(json::to_value(&game.position(&state)).expect("data")));
            write(&paths[2], &table(json::to_value(&game.view(&state, seat)).expect("data")));
        }
    }
}

#[test]
fn this_release_has_a_game_of_each_ruleset_and_number_of_players() {
    let release = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    assert!(RELEASES.contains(&release), "a new release has its own files: see tests/records/README.md");
    let folder = folder().join(release);
    let is_new = std::env::var_os("NEW_RECORDS").is_some();
    let missing = |path: &str| {
        let is_missing = !folder.join(path).exists();
        assert!(is_new || !is_missing, "{path} is missing: NEW_RECORDS=1 makes what is missing");
        is_missing
    };
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        // A file that is there is never written again.
        if !path.exists() {
            fs::write(path, text).expect("written");
        }
    };
    wanted::<AnimalRace>(&missing, &write);
    wanted::<HareTortoise>(&missing, &write);
    wanted::<Gotham>(&missing, &write);
    if is_new {
        // Nor is the end of a game that has its line.
        let kept = fs::read_to_string(folder.join("ends.txt")).unwrap_or_default();
        let line = |(name, json): (&String, &String)| {
            let start = format!("{name}: ");
            let kept = kept.lines().find(|line| line.starts_with(&start));
            kept.map_or_else(|| start.clone() + &end_of_any(json), str::to_owned) + "\n"
        };
        let ends: String = files(&folder.join("games")).iter().map(line).collect();
        fs::write(folder.join("ends.txt"), ends).expect("written");
    }
}

/// Removes the value at a path such as `track.tiles`, and returns whether there was one.
fn remove(tree: &mut Value, path: &str) -> bool {
    let (tables, key) = path.rsplit_once('.').unwrap_or(("", path));
    let table =
        tables.split('.').filter(|table| !table.is_empty()).try_fold(tree, |tree, table| tree.get_mut(table));
    table.and_then(Value::as_object_mut).is_some_and(|table| table.remove(key).is_some())
}

#[test]
fn a_field_that_came_later_has_a_default_in_old_records_and_must_be_stated_in_rulesets() {
    let game = Dash::short();
    let mut race = Race::new(game.clone(), &game.setup(2), 1).expect("a set-up that fits");
    race.play_out(&mut [RandomBot, RandomBot].map(|bot| Box::new(bot) as Box<dyn Bot<Dash>>), 400)
        .expect("it ends");
    let mut old: Value = serde_json::from_str(&race.record().to_json()).expect("JSON");
    assert!(remove(&mut old["ruleset"], "goal"));
    let read = Record::<Dash>::from_json(&old.to_string()).unwrap_or_else(|error| panic!("{error}"));
    let (_, state) = read.replay().expect("it replays");
    assert_eq!((&*read.ruleset, &state), (game.ruleset(), race.state()));
    let text = "[ruleset]\nname = \"short\"\nabout = \"a dash\"\n";
    let refused = ruleset::open::<Rules>(ruleset::Source::Text(text)).expect_err("no goal");
    assert!(refused.to_string().contains("goal: is missing"), "{refused}");
}

/// Removes each field from the ruleset of a record, which is then refused by its name or has a default.
fn each_missing_field_is_named<G: RaceGame>(json: &str) {
    let record: Value = serde_json::from_str(json).expect("JSON");
    let mut tried = 0;
    for field in G::Ruleset::FIELDS {
        let mut old = record.clone();
        if !remove(&mut old["ruleset"], field.path) {
            continue;
        }
        tried += 1;
        let Err(refused) = Record::<G>::from_json(&old.to_string()) else { continue };
        let refused = refused.to_string();
        let key = field.path.rsplit('.').next().unwrap_or_default();
        assert!(refused.contains(&format!("missing field `{key}`")), "{}: {refused}", field.path);
        assert!(refused.contains("written by another version"), "{refused}");
        assert!(!refused.contains("damaged"), "{refused}");
    }
    assert!(tried > 10, "{tried} fields of {}", G::ID);
}

#[test]
fn a_record_without_a_field_is_refused_by_the_name_of_the_field() {
    let games = folder().join("0.1/games");
    let read = |name: &str| fs::read_to_string(games.join(name).with_extension("json")).expect("a record");
    each_missing_field_is_named::<AnimalRace>(&read("animal-race-classic-2"));
    each_missing_field_is_named::<HareTortoise>(&read("hare-tortoise-classic-2"));
    each_missing_field_is_named::<Gotham>(&read("gotham-standard-2"));
}

#[test]
fn a_long_game_is_taken_back_move_by_move_and_goes_on_the_same() {
    let ruleset = ruleset::open::<furlong::hare_tortoise::Ruleset>("classic").expect("embedded");
    let game = HareTortoise::new(ruleset).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(3), 1).expect("a set-up that fits");
    let mut bots: Vec<Box<dyn Bot<HareTortoise>>> = (0..3).map(|_| Box::new(RandomBot) as _).collect();
    race.play_out(&mut bots, 400).ok();
    let ends_at = race.events();
    let seats: Vec<_> = race.seats().iter().collect();
    for step in 0..90 {
        race.undo(seats[step % 3]).expect("it has moved");
        let again = Race::resume(race.record().clone()).expect("what is left replays");
        assert_eq!((again.state(), again.happenings()), (race.state(), race.happenings()), "step {step}");
    }
    assert!(race.events() + 180 < ends_at, "{} of {ends_at} events are left", race.events());
    let left = race.record().events.clone();
    race.play_out(&mut bots, 400).ok();
    assert_eq!(race.record().events[..left.len()], left);
    let again = Race::resume(race.record().clone()).expect("it replays");
    assert_eq!(again.state(), race.state());
}
