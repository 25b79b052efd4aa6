//! Valid inputs of each format, from which others are made.

use std::fs;

use furlong::animal_race::AnimalRace;
use furlong::arena::{Arena, Part, Question, Shard, Trial};
use furlong::design::goals::Goals;
use furlong::design::tune::{Tune, TuneError};
use furlong::design::vary::VaryError;
use furlong::design::{Plan, Vary};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::hare_tortoise::postal::{PostalGame, Sent};
use furlong::ruleset::{self, extending};
use furlong::{Bots, Playable, Race, RaceGame as _, RandomBot, Ruleset, Stream, Turn};
use rand::SeedableRng;
use serde::Serialize;

use super::sheets::sheet;

/// The valid inputs of a format.
pub(super) fn of(format: &str) -> Vec<Vec<u8>> {
    let texts = match format {
        "sheets" => sheets(),
        "rulesets" => each(rulesets::<AnimalRace>, rulesets::<HareTortoise>, rulesets::<Gotham>),
        "positions" => each(positions::<AnimalRace>, positions::<HareTortoise>, positions::<Gotham>),
        "views" => each(views::<AnimalRace>, views::<HareTortoise>, views::<Gotham>),
        "records" => each(records::<AnimalRace>, records::<HareTortoise>, records::<Gotham>),
        "setups" => each(setups::<AnimalRace>, setups::<HareTortoise>, setups::<Gotham>),
        "moves" => each(moves::<AnimalRace>, moves::<HareTortoise>, moves::<Gotham>),
        "typed" => each(typed::<AnimalRace>, typed::<HareTortoise>, typed::<Gotham>),
        "postal-games" => postal_games(),
        "parts" => parts(),
        "variations" => variations(),
        "searches" => searches(),
        "ladders" => ladders(),
        "goals" => goals(),
        "words" => words(),
        other => panic!("there are no inputs for {other}"),
    };
    texts.into_iter().map(String::into_bytes).collect()
}

/// Sheets by the grammar, and the examples of its documentation.
fn sheets() -> Vec<String> {
    let language = include_str!("../../../src/hare_tortoise/postal/language.md");
    let blocks = language.split("```text\n").skip(1).filter_map(|block| block.split("```").next());
    let mut rng = Stream::seed_from_u64(1);
    blocks.map(str::to_owned).chain((0..200).map(|_| sheet(&mut rng))).collect()
}

fn each(one: fn() -> Vec<String>, two: fn() -> Vec<String>, three: fn() -> Vec<String>) -> Vec<String> {
    [one, two, three].into_iter().flat_map(|texts| texts()).collect()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

fn open<G: Playable>(name: &str) -> G {
    G::new(ruleset::open(name).expect("embedded")).expect("playable")
}

fn rulesets<G: Playable>() -> Vec<String> {
    let whole = G::Ruleset::EMBEDDED.iter().map(|embedded| embedded.text.to_owned());
    let first = ruleset::open::<G::Ruleset>(G::Ruleset::EMBEDDED[0].name).expect("embedded");
    let last = G::Ruleset::EMBEDDED.last().and_then(|last| ruleset::open::<G::Ruleset>(last.name).ok());
    let short =
        extending(&last.expect("embedded"), &first, G::Ruleset::EMBEDDED[0].name).expect("it can be written");
    whole.chain([short]).collect()
}

/// Races of random bots under each ruleset, some events long.
fn races<G: Playable>(events: usize) -> impl Iterator<Item = Race<G>> {
    G::Ruleset::EMBEDDED.iter().zip(1..).map(move |(embedded, seed)| {
        let game = open::<G>(embedded.name);
        let players = (*game.players().start() + (seed % 2) as u8).min(*game.players().end());
        let setup = game.setup(players);
        let mut race = Race::new(game, &setup, seed).expect("a set-up that fits");
        while race.events() < events && matches!(race.proceed(), Turn::Seat(_)) {
            race.ask(&mut RandomBot).expect("a legal choice");
        }
        race
    })
}

fn positions<G: Playable>() -> Vec<String> {
    races::<G>(0).chain(races(40)).chain(races(90)).map(|race| json(&race.position())).collect()
}

fn views<G: Playable>() -> Vec<String> {
    let of = |race: Race<G>| {
        let seats: Vec<_> = race.seats().iter().collect();
        seats.into_iter().map(move |seat| json(&race.view(seat).expect("at the table")))
    };
    races::<G>(20).chain(races(80)).flat_map(of).collect()
}

fn records<G: Playable>() -> Vec<String> {
    races::<G>(30).map(|race| race.record().to_json()).collect()
}

fn setups<G: Playable>() -> Vec<String> {
    let game = open::<G>(G::Ruleset::EMBEDDED[0].name);
    let setups = game.players().map(|players| json(&game.setup(players)));
    setups.chain(G::OPTIONS.iter().map(|option| format!("{}=2", option.name))).collect()
}

fn moves<G: Playable>() -> Vec<String> {
    let events = races::<G>(60).flat_map(|race| race.record().events.clone());
    let of = |event| match event {
        furlong::record::Event::Action(played) => json(&played.action),
        furlong::record::Event::Chance(resolved) => json(&resolved.chance),
    };
    let mut moves: Vec<String> = events.map(of).collect();
    moves.sort();
    moves.dedup();
    moves
}

fn typed<G: Playable>() -> Vec<String> {
    let labels = races::<G>(12).flat_map(|race| {
        let Turn::Seat(seat) = race.turn() else { return Vec::new() };
        let view = race.view(seat).expect("at the table");
        race.actions(seat).into_iter().map(|action| race.game().label(&view, action)).collect()
    });
    let words = open::<G>(G::Ruleset::EMBEDDED[0].name).glossary().into_iter().map(|topic| topic.title);
    let other = ["2 hare", "to 22", "+3", "back", "4th: 1 in front of 1st", "hare, 2 tortoise and a fox"];
    labels.chain(words).chain(other.map(str::to_owned)).collect()
}

fn postal_games() -> Vec<String> {
    let game = open::<HareTortoise>("postal");
    let game_of = |rounds: u16| {
        let names = ["Ann", "Bob"].map(str::to_owned);
        let mut postal = PostalGame::new("spring", &game, &game.setup(2), &names, 7).expect("two players");
        for round in 1..=rounds {
            let sheet = format!("player A\nround {round}\nfirst: if B on 5: to 8\n to 5; back\nchew: draw\n");
            let sent = vec![Sent::text("a.txt", sheet.as_str()), Sent::text("b.txt", "player B\nfly")];
            postal.adjudicate(sent, &[]).expect("an open round");
        }
        postal
    };
    let mut corrected = game_of(2);
    corrected.adjudicate_again(1, Vec::new(), &["a.txt".to_owned()], None).expect("a round with this sheet");
    corrected.drop_out(furlong::Seat::FIRST).expect("a player");
    [game_of(0), game_of(1), game_of(2), corrected].iter().map(PostalGame::to_json).collect()
}

/// An arena of random bots for runs of many games.
fn arena(groups: u64) -> Arena<AnimalRace> {
    Trial::<AnimalRace>::new("random").expect("a bot").groups(groups).arena("apprentice").expect("an arena")
}

fn parts() -> Vec<String> {
    let run = arena(2).run().expect("it runs");
    let part = |question, runs| Part { shard: Shard::WHOLE, groups: 2, question, runs };
    let compared = part(Question::Compare, vec![run.clone(), run.clone()]);
    vec![part(Question::Measure, vec![run]).to_json(), compared.to_json()]
}

fn variations() -> Vec<String> {
    let fields = ["hand=6"];
    let wanted = fields.map(|field| field.parse().expect("a field"));
    let vary = Vary::new(arena(1), &wanted).expect("there are steps");
    let plan = Plan::Each { games: 4 };
    let mut run = vary.begin(plan, Shard::WHOLE, fields.map(str::to_owned).to_vec()).expect("enough games");
    let begun = run.to_json();
    vary.play(&mut run, &|_| (), &mut |_| Ok::<(), VaryError>(())).expect("random bots play on");
    vec![begun, run.to_json()]
}

fn searches() -> Vec<String> {
    let goals = Goals::from_toml("[goals]\nracing-phases = { within = [8, 9] }\n").expect("goals");
    let mut tune = Tune::new(arena(1), goals);
    tune.fields = vec!["hand".parse().expect("a field")];
    tune.games = 400;
    let mut kept = tune.begin().expect("enough games");
    let mut rounds = 0;
    let mut goes_on = || {
        rounds += 1;
        rounds < 4
    };
    tune.search(&mut kept, &|_| (), &mut goes_on, &mut |_| Ok::<(), TuneError>(())).expect("it searches");
    vec![kept.to_json()]
}

/// Two tables of two bots, some deals played.
fn ladders() -> Vec<String> {
    let course = "0123456789abcdef";
    let won = format!(r#"{{"alone": 840, "rest": 840, "course": "{course}"}}"#);
    let pairing = |seats: u8, deals: &str| {
        format!(r#"{{"seats": {seats}, "alone": 0, "rest": 1, "deals": [{deals}]}}"#)
    };
    let table = |deals: &str| {
        format!(
            r#"{{"game": "animal-race", "ruleset": "classic", "rules": {{}}, "seed": 1, "most_events": 20000,
            "openings": 0, "deals": 3, "bots": ["random", "heuristic"], "pairings": [{}, {}]}}"#,
            pairing(2, deals),
            pairing(3, "")
        )
    };
    let lost = won.replace(r#""alone": 840"#, r#""alone": 0, "unfinished": 1, "forfeited": 1"#);
    let more = won.replace(course, "fedcba9876543210");
    vec![table(""), table(&won), table(&[won.as_str(), &lost, &more].join(", "))]
}

fn goals() -> Vec<String> {
    let files = [
        "examples/goals/animal-race.toml",
        "crates/furlong-cli/tests/command/goals/met.toml",
        "crates/furlong-cli/tests/command/goals/faulty.toml",
    ];
    files.map(|file| fs::read_to_string(file).expect("a file of goals")).to_vec()
}

fn words() -> Vec<String> {
    let kinds = AnimalRace::BOTS.iter().chain(HareTortoise::BOTS).chain(Gotham::BOTS);
    let bots = kinds.flat_map(|kind| {
        let first = [kind.name.to_owned()];
        first.into_iter().chain(kind.parameters.iter().map(|(name, _)| format!("{}:{name}=2", kind.name)))
    });
    let fields = furlong::animal_race::Ruleset::FIELDS.iter().chain(furlong::gotham::Ruleset::FIELDS);
    let fields = fields.map(|field| format!("{}=1", field.path));
    let board = ruleset::open::<furlong::hare_tortoise::Ruleset>("classic").expect("embedded");
    let others = [
        "hand=4..8",
        "movement.hare=1,2,4",
        "track.tiles=9,[1,2],\"x\"",
        "3",
        "8",
        "2/4",
        "1/1",
        "0123456789abcdef",
        "2999-12-01",
        "2999-12-01T20:00",
        "1st",
        "4th",
        "forward 2",
        "back 2",
        "swap with 2nd",
        "1 in front of 1st",
        "swap with 2nd x6",
        "1st: forward 2",
        "4th: 1 in front of 1st",
    ];
    bots.chain(fields).chain(others.map(str::to_owned)).chain([board.board.squares.clone()]).collect()
}
