//! The formats that are read from outside, each as a function of any bytes. Whatever is accepted must hold together;
//! everything else must be refused. The fuzz targets and the tests call the same functions.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::str::FromStr;

use furlong::animal_race::AnimalRace;
use furlong::arena::{Crosstable, GameHash, Part, Report, Shard, merge};
use furlong::design::goals::Goals;
use furlong::design::tune::SavedSearch;
use furlong::design::{Variation, VaryReport};
use furlong::encoding::{Encoded, Features as _};
use furlong::formats::FileError;
use furlong::gotham::{self, Gotham};
use furlong::hare_tortoise::postal::{MOST_BYTES, Moment, Occasion, PostalGame, RoundOpen, Sheet, moves_of};
use furlong::hare_tortoise::{Board, HareTortoise};
use furlong::ruleset::{self, WantedField, rule_changes, to_toml, with_values};
use furlong::text::{Canvas, Marks, Names};
use furlong::{AnyRace, BotSpec, Bots, NewRace, Playable, Race, Record, Ruleset, Seat, Stream, Turn};
use rand::{RngExt, SeedableRng};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A format: its name, and the function that reads any bytes as it and returns whether they are accepted.
pub(crate) type Reader = (&'static str, fn(&[u8]) -> bool);

/// All formats.
pub(crate) const READERS: [Reader; 15] = [
    ("sheets", sheets),
    ("rulesets", |bytes| {
        in_each_game(bytes, &[ruleset::<AnimalRace>, ruleset::<HareTortoise>, ruleset::<Gotham>])
    }),
    ("positions", |bytes| {
        in_each_game(bytes, &[position::<AnimalRace>, position::<HareTortoise>, position::<Gotham>])
    }),
    ("views", |bytes| {
        in_each_game(bytes, &[view::<AnimalRace, false>, view::<HareTortoise, true>, view::<Gotham, true>])
    }),
    ("records", |bytes| {
        in_each_game(bytes, &[record::<AnimalRace>, record::<HareTortoise>, record::<Gotham>])
    }),
    ("setups", |bytes| in_each_game(bytes, &[setup::<AnimalRace>, setup::<HareTortoise>, setup::<Gotham>])),
    ("moves", moves),
    ("typed", |bytes| in_each_game(bytes, &[typed::<AnimalRace>, typed::<HareTortoise>, typed::<Gotham>])),
    ("postal-games", postal_game),
    ("parts", part),
    ("variations", variation),
    ("searches", |bytes| {
        let kept = checked(bytes, SavedSearch::from_json, SavedSearch::to_json);
        kept.is_some_and(|kept| same(Ok(kept), SavedSearch::to_json, SavedSearch::from_json))
    }),
    ("ladders", ladder),
    ("goals", |bytes| {
        let goals = text(bytes).and_then(|text| Goals::from_toml(text).ok());
        goals.is_some_and(|goals| goals.all().iter().all(|goal| !goal.to_string().is_empty()))
    }),
    ("words", words),
];

/// The function that reads this format.
pub(crate) fn reader(format: &str) -> Option<fn(&[u8]) -> bool> {
    READERS.iter().find(|(name, _)| *name == format).map(|(_, read)| *read)
}

/// The text of a file, as all formats but order sheets have it read before.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

fn in_each_game(bytes: &[u8], readers: &[fn(&str) -> bool]) -> bool {
    let Some(text) = text(bytes) else { return false };
    // Every game reads it, also after one has accepted it.
    readers.iter().filter(|read| read(text)).count() > 0
}

/// Returns whether it was read, and checks that it reads the same when it is written.
fn same<T, E>(
    read: Result<T, E>,
    write: impl Fn(&T) -> String,
    again: impl Fn(&str) -> Result<T, E>,
) -> bool {
    let Ok(value) = read else { return false };
    let written = write(&value);
    let Ok(again) = again(&written) else { panic!("what was written does not read: {written}") };
    assert_eq!(write(&again), written);
    true
}

thread_local! {
    static GAMES: RefCell<HashMap<TypeId, Box<dyn Any>>> = RefCell::default();
}

/// The game under each of its rulesets.
fn games<G: Playable>() -> Rc<Vec<G>> {
    let open = |name| G::new(ruleset::open(name).expect("embedded")).expect("playable");
    let all = || Rc::new(G::Ruleset::EMBEDDED.iter().map(|embedded| open(embedded.name)).collect::<Vec<G>>());
    GAMES.with_borrow_mut(|games| {
        let games = games.entry(TypeId::of::<G>()).or_insert_with(|| Box::new(all()));
        Rc::clone(games.downcast_ref().expect("games of this type"))
    })
}

/// An order sheet, alone or in a mail, for any game and for a game of people with names.
fn sheets(bytes: &[u8]) -> bool {
    let names = ["Ann", "Mary Jane", "Ann Lee", "Start"].map(str::to_owned).to_vec();
    let seats = [1, 2, 3, 0, 1].map(|number| Seat::new(number).expect("a seat"));
    let round = Some(RoundOpen { number: 3, moves: moves_of(&seats) });
    let accepted =
        [Occasion::default(), Occasion { players: 4, round, names, addresses: Vec::new() }].map(|occasion| {
            match Sheet::parse(&String::from_utf8_lossy(bytes), &occasion) {
                Ok(sheet) => {
                    let written = sheet.to_string();
                    // Each alternative gets a line of its own, so that a sheet near the limit is written beyond it.
                    if written.len() <= MOST_BYTES {
                        let again = Sheet::parse(&written, &occasion);
                        assert_eq!(again.as_ref(), Ok(&sheet), "written as:\n{written}");
                    }
                    true
                }
                Err(refused) => {
                    assert!(!refused.faults.is_empty() && !refused.to_string().is_empty());
                    false
                }
            }
        });
    accepted.contains(&true)
}

/// The events that are played under each ruleset and number of players.
const EVENTS: usize = 40;

/// A ruleset that is read is written and read again, told in words, and played.
fn ruleset<G: Playable>(text: &str) -> bool {
    let Ok(ruleset) = ruleset::open::<G::Ruleset>(ruleset::Source::Text(text)) else { return false };
    let written = to_toml(&ruleset).expect("a ruleset can be written");
    assert_eq!(
        ruleset::open::<G::Ruleset>(ruleset::Source::Text(&written)).as_ref().ok(),
        Some(&ruleset),
        "{written}"
    );
    let Ok(game) = G::new(ruleset) else { return false };
    assert!(!game.rules().is_empty() && !game.introduction().is_empty());
    let (_, _, lessons) = (game.guide(), game.glossary(), game.lessons());
    drop(lessons);
    for players in game.players() {
        let Ok(mut state) = game.start(&game.setup(players)) else { continue };
        play(&game, &mut state);
        show(&game, &state);
    }
    true
}

fn play<G: Playable>(game: &G, state: &mut G::State) {
    let mut rng = Stream::seed_from_u64(1);
    let mut actions = Vec::new();
    for _ in 0..EVENTS {
        match game.turn(state) {
            Turn::Over => break,
            Turn::Chance(_) => {
                let outcome = game.sample_chance(state, &mut rng);
                game.apply_chance(state, outcome, &mut ());
            }
            Turn::Seat(_) => {
                game.actions(state, &mut actions);
                let action = actions[rng.random_range(0..actions.len())];
                game.apply(state, action, &mut ());
            }
        }
    }
}

/// Everything that seats are shown of a state.
fn show<G: Playable>(game: &G, state: &G::State) {
    let names = Names::numbered(game.seats(state));
    let (mut actions, mut outcomes, mut runners) = (Vec::new(), Vec::new(), Vec::new());
    game.chances(state, &mut outcomes);
    game.runners(state, &mut runners);
    let _ = (game.standings(state), game.tally(state));
    for seat in game.seats(state).iter() {
        let view = game.view(state, seat);
        let twin = game.resample(&view, &mut Stream::seed_from_u64(1)).expect("the view of a state");
        assert_eq!(game.view(&twin, seat), view);
        assert!(!game.draw(&view, &Marks::NONE, &names, &Canvas::PLAIN).is_empty());
        game.actions_of(state, seat, &mut actions);
        for action in actions.iter().take(8) {
            assert!(!game.label(&view, *action).is_empty() && !game.explain(&view, *action).is_empty());
        }
    }
}

/// A position that is read is a state or refused. A state has views, and comes back from its own position.
fn position<G: Playable>(text: &str) -> bool {
    let Ok(position) = serde_json::from_str::<G::Position>(text) else { return false };
    let is_state = |game: &G| {
        let Ok(state) = game.state(&position) else { return false };
        let again = game.state(&game.position(&state)).expect("a state's own position");
        assert_eq!(again, state);
        check_written(text, &game.position(&state));
        show(game, &state);
        true
    };
    games::<G>().iter().filter(|game| is_state(game)).count() > 0
}

/// A view has features, though they mean nothing when it is impossible. One that is accepted leaves some state open. `IS_WHOLE` where nothing can be left out of a view of this game.
fn view<G: Playable + Encoded, const IS_WHOLE: bool>(text: &str) -> bool {
    let Ok(view) = serde_json::from_str::<G::View>(text) else { return false };
    let is_open = |game: &G| {
        let mut features = vec![0.0; G::ViewFeatures::LEN];
        game.encode(&view, &mut features).expect("the buffer fits");
        assert!(features.iter().all(|number| (-1.0..=1.0).contains(number)), "{features:?}");
        let Ok(state) = game.resample(&view, &mut Stream::seed_from_u64(1)) else { return false };
        assert!(!IS_WHOLE || game.view(&state, game.viewer(&view)) == view);
        check_written(text, &view);
        assert_eq!(game.state(&game.position(&state)).expect("what is resampled can be"), state);
        show(game, &state);
        true
    };
    games::<G>().iter().filter(|game| is_open(game)).count() > 0
}

/// Expects every value that was typed to be written again. Others may be written too, where something was left out, and
/// lists may be in another order.
fn check_written(typed: &str, value: &impl serde::Serialize) {
    let written = serde_json::to_value(value).expect("every value is written");
    let typed = serde_json::from_str(typed).expect("JSON");
    assert!(is_within(&typed, &written), "{typed}\nis read as\n{written}");
}

fn is_within(typed: &Value, written: &Value) -> bool {
    match (typed, written) {
        (Value::Object(typed), Value::Object(written)) => typed.iter().all(|(name, value)| {
            // What is nothing at all need not be written.
            written.get(name).map_or(is_nothing(value), |written| is_within(value, written))
        }),
        // An empty list is one that is left out.
        (Value::Array(typed), Value::Array(_)) if typed.is_empty() => true,
        (Value::Array(typed), Value::Array(written)) => {
            let (mut typed, mut written) = (typed.clone(), written.clone());
            while written.len() > typed.len() && written.last().is_some_and(Value::is_null) {
                written.pop();
            }
            let is_each = |typed: &[Value], written: &[Value]| {
                typed.len() == written.len()
                    && typed.iter().zip(written).all(|(typed, written)| is_within(typed, written))
            };
            is_each(&typed, &written) || {
                let without_spaces = |value: &Value| value.to_string().replace(' ', "");
                typed.sort_by_key(without_spaces);
                written.sort_by_key(without_spaces);
                is_each(&typed, &written)
            }
        }
        // Cards may be typed shorter, and with other spaces.
        (Value::String(typed), Value::String(written)) => {
            let card = |text: &str| gotham::Card::from_str(text).ok();
            typed == written || card(typed).is_some_and(|typed| card(written) == Some(typed))
        }
        // The values of fields alone, in their order, are read too.
        (Value::Array(values), Value::Object(fields)) => values.len() <= fields.len(),
        _ => typed == written,
    }
}

fn is_nothing(value: &Value) -> bool {
    let nothing = [Value::Null, false.into(), 0.into(), Value::Array(vec![]), Value::Object(Map::new())];
    nothing.contains(value)
}

/// A record that is read replays or is refused, and what replays can be told, written, and played on.
fn record<G: Playable>(text: &str) -> bool {
    let Ok(record) = Record::<G>::from_json(text) else { return false };
    let Ok(mut race) = Race::resume(record) else { return false };
    let again = Record::<G>::from_json(&race.record().to_json()).expect("a record that was written");
    assert_eq!(again.to_json(), race.record().to_json());
    let names = Names::numbered(race.seats());
    let any: Box<dyn AnyRace> = race.clone().into();
    for seat in race.seats().iter() {
        let _ = any.narrated(seat, 0, &names);
    }
    if let Turn::Seat(seat) = race.proceed() {
        let first = race.actions(seat)[0];
        race.play(seat, first).expect("a listed action");
    }
    true
}

/// The agreements before a game, as JSON, or as an option with its value.
fn setup<G: Playable>(text: &str) -> bool {
    let mut accepted = false;
    for game in games::<G>().iter() {
        let (option, value) = text.split_once('=').unwrap_or((text, ""));
        let mut setup = game.setup(*game.players().start());
        accepted |= game.set_option(&mut setup, option, value).is_ok() && game.start(&setup).is_ok();
        let Ok(setup) = serde_json::from_str(text) else { continue };
        let Ok(mut state) = game.start(&setup) else { continue };
        play(game, &mut state);
        show(game, &state);
        accepted = true;
    }
    accepted
}

/// The races in which moves and words are tried: one of each game, in the middle.
fn races() -> Vec<Box<dyn AnyRace>> {
    let begun = |offer: &furlong::any::CatalogueEntry| {
        let wanted = NewRace::default().game(offer.id).players(Some(3)).seed(Some(5));
        let mut race = furlong::catalogue().begin(&wanted).expect("a race");
        for _ in 0..9 {
            if let Turn::Seat(seat) = race.proceed() {
                let first = race.choices(seat)[0].action.clone();
                race.play(seat, &first).expect("a choice");
            }
        }
        race.proceed();
        race
    };
    furlong::catalogue().games().iter().map(begun).collect()
}

thread_local! {
    static RACES: Vec<Box<dyn AnyRace>> = races();
}

/// Actions and outcomes as JSON, as a server gets them.
fn moves(bytes: &[u8]) -> bool {
    let Ok(data) = serde_json::from_slice::<serde_json::Value>(bytes) else { return false };
    RACES.with(|races| {
        let plays = |race: &dyn AnyRace| {
            let mut race = race.boxed();
            let before = race.record_json();
            let played = race.seats().iter().any(|seat| race.play(seat, &data).is_ok());
            let done = race.resolve(&data).is_ok() || played;
            assert_eq!(race.record_json() != before, done, "what is refused changes nothing");
            done
        };
        races.iter().filter(|race| plays(race.as_ref())).count() > 0
    })
}

/// Words that people type where an action, an outcome or a word of the game is wanted.
fn typed<G: Playable>(text: &str) -> bool {
    RACES.with(|races| {
        let race = races.iter().find_map(|race| race.of::<G>()).expect("a race of each game");
        let (game, Turn::Seat(seat)) = (race.game(), race.turn()) else { return false };
        let (view, actions) = (race.view(seat).expect("at the table"), race.actions(seat));
        let read = game.read_action(&view, &actions, text);
        if let Ok(action) = &read {
            assert!(actions.contains(action), "{action:?} is not listed");
        }
        let is_word = game.look_up(&view, text).is_some();
        let start = game.start(&game.setup(3)).expect("three may play");
        let mut outcomes = Vec::new();
        game.chances(&start, &mut outcomes);
        let is_outcome = game.read_outcome(&outcomes, text).is_ok();
        read.is_ok() || is_word || is_outcome
    })
}

/// A postal game that is read can be replayed, shown, and played on.
fn postal_game(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(mut postal) = PostalGame::from_json(text) else { return false };
    let written = postal.to_json();
    assert_eq!(PostalGame::from_json(&written).expect("a game that was written").to_json(), written);
    // A round that came out otherwise is reported, and one that cannot be adjudicated any more is refused.
    let _ = (postal.replay(), postal.deadline(), postal.occasion().expect("it replays"));
    for number in 0..postal.players().len() {
        let seat = Seat::new(number as u8).expect("as many as seats");
        let _ = (postal.page(seat).map(|page| page.to_markdown().len()), postal.missing(seat));
    }
    let last = postal.rounds().last().map_or(1, |round| round.report.round);
    let _ =
        postal.adjudicate_again(last, Vec::new(), &[], None).map(|report| report.document().to_text().len());
    let _ = postal.adjudicate(Vec::new(), &[]).map(|report| report.document().to_markdown().len());
    true
}

/// A file that has a checksum. It would refuse nearly every change, so a content that reads without it is given one that
/// fits.
fn checked<T: DeserializeOwned>(
    bytes: &[u8],
    read: fn(&str) -> Result<T, FileError>,
    write: fn(&T) -> String,
) -> Option<T> {
    let text = text(bytes)?;
    let unchecked = || {
        let file: serde_json::Value = serde_json::from_str(text).ok()?;
        let content = serde_json::from_str::<T>(&file.get("content")?.to_string()).ok()?;
        read(&write(&content)).ok()
    };
    read(text).ok().or_else(unchecked)
}

/// A part of a run is refused or makes a report.
fn part(bytes: &[u8]) -> bool {
    let Some(part) = checked(bytes, Part::from_json, Part::to_json) else { return false };
    if let Ok(whole) = merge(vec![("part".to_owned(), part)]) {
        let report = Report::of(whole.question, &whole.runs, Vec::new());
        _ = report.map(|report| (report.to_json(), report.warnings(), report.luck(), report.stopped()));
    }
    true
}

fn variation(bytes: &[u8]) -> bool {
    let Some(run) = checked(bytes, Variation::from_json, Variation::to_json) else { return false };
    let report = VaryReport::of(&run);
    let _ = (report.to_json(&run), report.ranking().len(), report.on("rounds").len(), run.is_repetitive());
    _ = furlong::arena::merge(vec![("part".to_owned(), run)]);
    true
}

fn ladder(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(table) = serde_json::from_str::<Crosstable>(text) else { return false };
    let _ = table.warnings();
    for seats in table.sizes() {
        let _ = table.ratings(seats, 0);
    }
    for pairing in &table.pairings {
        let _ = (pairing.games(), pairing.distinct(), table.share(pairing), table.lead(pairing));
    }
    true
}

/// Single words and short texts: bots, fields, squares, cards, seats, times.
fn words(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let accepted = [
        bot(text),
        field::<AnimalRace>(text),
        field::<HareTortoise>(text),
        field::<Gotham>(text),
        word::<Seat>(text),
        word::<Shard>(text),
        word::<GameHash>(text),
        word::<Moment>(text),
        word::<gotham::Rank>(text),
        word::<gotham::Effect>(text),
        word::<gotham::Line>(text),
        word::<gotham::Card>(text),
        same(Board::read(text), Board::to_text, Board::read),
    ];
    accepted.contains(&true)
}

fn word<T: FromStr<Err: std::fmt::Display> + ToString>(text: &str) -> bool {
    same(text.parse::<T>().map_err(|error| error.to_string()), T::to_string, |text| {
        text.parse().map_err(|error: T::Err| error.to_string())
    })
}

fn bot(text: &str) -> bool {
    let Ok(spec) = text.parse::<BotSpec>() else { return false };
    assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec));
    AnimalRace::bot(&spec).is_ok() | HareTortoise::bot(&spec).is_ok() | Gotham::bot(&spec).is_ok()
}

/// A field to vary with its values, and a field that is set to a value.
fn field<G: Playable>(text: &str) -> bool {
    let games = games::<G>();
    let game = games.first().expect("a ruleset");
    let (path, value) = text.split_once('=').unwrap_or((text, ""));
    let set = with_values(game.ruleset(), &[(path.to_owned(), value.to_owned())], "set").is_ok();
    // All steps of a ruleset are many rulesets, which depend on nothing that is read.
    let wanted = text.parse::<WantedField>().ok().filter(|wanted| !wanted.values.is_empty());
    set | wanted.is_some_and(|wanted| rule_changes(game.ruleset(), &[wanted]).is_ok())
}
