//! Perft: the number of event sequences of each length, from fixed positions of every ruleset and number of
//! players. Every change to the rules that changes a game changes a number here.
//!
//! `tests/perft/GAME.toml` contains the numbers. The head of each file explains them, so that another
//! implementation can count the same. `UPDATE_GOLDENS=1` counts anew.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::record::{Event, EventOf, Start};
use furlong::{RaceGame, Ruleset, Turn, ruleset};
use serde::Deserialize;

use crate::json;

/// The largest number of sequences and states counted from one position.
const MOST_SEQUENCES: u64 = 100_000;
const MOST_STATES: usize = 4_000;
/// The largest number of states, of all lengths together, in a digest.
const MOST_DIGESTED: usize = 400;

const HEAD: &str = "\
# Perft: the number of sequences of events by length. Each action of `actions` and each outcome of `chances`
# is one event, whatever its weight; sequences that end earlier, with the game, are not counted on.
#
# `ruleset` is one of the library, with the fields of `changes` instead of its own; `start` is as in a record;
# `events`, as in a record, lead from it to the position that is counted from. `counts` are the sequences of
# 1, 2, 3, ... events. `digest` is the sum modulo 2^64, over all sequences of 1 to `digested` events, of the
# FNV-1a hash (64 bits) of the position reached: as JSON in UTF-8, keys sorted, without spaces, and without
# the fields `unpinned` at its top level.
";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    unpinned: Vec<String>,
    line: Vec<Line>,
}

/// A position and the numbers counted from it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    about: String,
    ruleset: String,
    #[serde(default)]
    changes: String,
    players: u8,
    start: String,
    #[serde(default)]
    events: String,
    #[serde(default)]
    counts: Vec<u64>,
    #[serde(default)]
    digested: usize,
    #[serde(default)]
    digest: String,
}

fn path<G: RaceGame>() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "perft", &format!("{}.toml", G::ID)].iter().collect()
}

fn read<G: RaceGame>() -> Table {
    let text = fs::read_to_string(path::<G>()).expect("the file of the game");
    toml::from_str(&text).expect("lines as the head of the file says")
}

/// The game under the ruleset of a line.
fn game<G: RaceGame>(line: &Line) -> G {
    let text = format!("{}[ruleset]\nname = 'counted'\nextends = '{}'\n", line.changes, line.ruleset);
    let rules = ruleset::open::<G::Ruleset>(ruleset::Source::Text(&text)).expect("a ruleset of the library");
    G::new(rules).expect("playable rules")
}

/// Plays a listed event.
fn play<G: RaceGame>(game: &G, state: &mut G::State, event: EventOf<G>) {
    match event {
        Event::Action(choice) => game.apply(state, choice.action, &mut ()),
        Event::Chance(outcome) => game.apply_chance(state, outcome.chance, &mut ()),
    }
}

/// The position of a line.
fn position<G: RaceGame>(game: &G, line: &Line) -> G::State {
    let start: Start<G::Setup, G::Position> = serde_json::from_str(&line.start).expect("a start");
    let mut state = match &start {
        Start::Setup(setup) => game.start(setup).expect("a set-up that fits"),
        Start::Position(position) => game.state(position).expect("a position that can be"),
    };
    if !line.events.is_empty() {
        let events: Vec<EventOf<G>> = serde_json::from_str(&line.events).expect("events");
        for event in events {
            play(game, &mut state, event);
        }
    }
    state
}

/// Calls `each` with every state after one event.
fn each_next<G: RaceGame>(game: &G, state: &G::State, mut each: impl FnMut(G::State)) {
    let (mut actions, mut chances) = (Vec::new(), Vec::new());
    match game.turn(state) {
        Turn::Over => {}
        Turn::Seat(_) => game.actions(state, &mut actions),
        Turn::Chance(_) => game.chances(state, &mut chances),
    }
    for action in actions {
        let mut next = state.clone();
        game.apply(&mut next, action, &mut ());
        each(next);
    }
    for weighted in chances {
        let mut next = state.clone();
        game.apply_chance(&mut next, weighted.outcome, &mut ());
        each(next);
    }
}

/// The distinct states after sequences of one length, each with its number of sequences.
type Level<S> = Vec<(S, u64)>;

fn next_level<G: RaceGame>(game: &G, level: &Level<G::State>) -> Level<G::State> {
    let mut next: Level<G::State> = Vec::new();
    let mut index = HashMap::new();
    for (state, sequences) in level {
        each_next(game, state, |reached| {
            let at = *index.entry(reached.clone()).or_insert(next.len());
            if at == next.len() {
                next.push((reached, 0));
            }
            next[at].1 += sequences;
        });
    }
    next
}

/// The hash of a state's position.
fn hash<G: RaceGame>(game: &G, state: &G::State, unpinned: &[String]) -> u64 {
    let mut position = json::to_value(&game.position(state)).expect("a position is plain data");
    position.sort_all_objects();
    for field in unpinned {
        position.as_object_mut().expect("a position has fields").remove(field);
    }
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    position.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, fnv)
}

/// The numbers counted from the position of a line.
#[derive(Clone, Debug, PartialEq)]
struct Counted {
    counts: Vec<u64>,
    digested: usize,
    digest: String,
}

/// Counts as far as the pinned numbers go, or without them as far as the limits allow.
fn count<G: RaceGame>(game: &G, line: &Line, unpinned: &[String], pinned: Option<&Counted>) -> Counted {
    let mut level = vec![(position(game, line), 1)];
    let (mut counts, mut digested, mut digest, mut states) = (Vec::new(), 0, 0_u64, 0);
    loop {
        level = next_level(game, &level);
        let sequences: u64 = level.iter().map(|(_, sequences)| sequences).sum();
        states += level.len();
        let is_first = counts.is_empty();
        let (goes_on, is_digested) = match pinned {
            Some(pinned) => (counts.len() < pinned.counts.len(), counts.len() < pinned.digested),
            None => (
                sequences > 0 && (is_first || sequences <= MOST_SEQUENCES && level.len() <= MOST_STATES),
                is_first || states <= MOST_DIGESTED,
            ),
        };
        if !goes_on {
            return Counted { counts, digested, digest: format!("{digest:016x}") };
        }
        if is_digested {
            digested += 1;
            let sum = |sum: u64, (state, sequences): &(G::State, u64)| {
                sum.wrapping_add(hash(game, state, unpinned).wrapping_mul(*sequences))
            };
            digest = level.iter().fold(digest, sum);
        }
        counts.push(sequences);
    }
}

fn write(table: &Table) -> String {
    let mut text = format!("{HEAD}\nunpinned = {:?}\n", table.unpinned);
    for line in &table.line {
        let Line { about, ruleset, changes, players, start, events, counts, digested, digest } = line;
        let _ = write!(text, "\n[[line]]\nabout = \"{about}\"\nruleset = \"{ruleset}\"\n");
        if !changes.is_empty() {
            let _ = writeln!(text, "changes = '''\n{changes}'''");
        }
        let _ = writeln!(text, "players = {players}\nstart = '{start}'");
        if !events.is_empty() {
            let _ = writeln!(text, "events = '''\n{events}'''");
        }
        let _ = writeln!(text, "counts = {counts:?}\ndigested = {digested}\ndigest = \"{digest}\"");
    }
    text
}

/// Counts from every position of the game's file, and compares or updates the numbers.
fn check<G: RaceGame>() {
    let mut table = read::<G>();
    let is_update = std::env::var_os("UPDATE_GOLDENS").is_some();
    for line in &mut table.line {
        let pinned =
            Counted { counts: line.counts.clone(), digested: line.digested, digest: line.digest.clone() };
        let as_far = (!is_update).then_some(&pinned);
        let counted = count(&game::<G>(line), line, &table.unpinned, as_far);
        if is_update {
            Counted { counts: line.counts, digested: line.digested, digest: line.digest } = counted;
        } else {
            let Line { ruleset, players, about, .. } = line;
            assert_eq!(counted, pinned, "{}, {ruleset}, {players} players, {about}", G::ID);
        }
    }
    if is_update {
        fs::write(path::<G>(), write(&table)).expect("the file of the game");
    }
    assert_covers::<G>(&table);
}

/// Every ruleset and number of players has a line from the start and one from a later position.
fn assert_covers<G: RaceGame>(table: &Table) {
    for embedded in G::Ruleset::EMBEDDED {
        let rules = ruleset::open::<G::Ruleset>(embedded.name).expect("a ruleset of the library");
        let game = G::new(rules).expect("playable rules");
        for players in game.players() {
            let setup = Start::<_, G::Position>::Setup(game.setup(players));
            let setup = serde_json::to_string(&setup).expect("plain data");
            let of_table = |line: &&Line| line.ruleset == embedded.name && line.players == players;
            let is_start = |line: &Line| line.start == setup && line.events.is_empty();
            let (starts, later): (Vec<_>, Vec<_>) =
                table.line.iter().filter(of_table).partition(|line| is_start(line));
            let name = embedded.name;
            assert!(!starts.is_empty() && !later.is_empty(), "{}, {name}, {players} players", G::ID);
        }
    }
}

#[test]
fn animal_race_has_as_many_sequences_of_events_as_ever() {
    check::<AnimalRace>();
}

#[test]
fn hare_and_tortoise_has_as_many_sequences_of_events_as_ever() {
    check::<HareTortoise>();
}

#[test]
fn gotham_has_as_many_sequences_of_events_as_ever() {
    check::<Gotham>();
}
