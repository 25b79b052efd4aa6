//! One case: its game, its start, its events, and what must follow.

use std::collections::BTreeSet;
use std::fmt::Display;

use furlong::record::{self, EventOf, Start};
use furlong::{BotSpec, Bots, Decision, RaceGame, Seat, Streams, Turn, ruleset};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Executed;
use super::expect::{
    Ranking, expect_fit, expect_in_order, expect_never, expect_same, expect_values, place, same_items,
};
use super::files::Fields;
use crate::json;

/// The fields that expect something of a case that can be played.
const EXPECTATIONS: [&str; 15] = [
    "after",
    "absent",
    "happens",
    "never",
    "turn",
    "actions",
    "legal",
    "chances",
    "runners",
    "standings",
    "stopped",
    "refused",
    "seats",
    "bot",
    "postal",
];

/// A case as it is written, with the fields of its base and its file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
struct Case<G: RaceGame> {
    clauses: Vec<String>,
    shows: String,
    ruleset: String,
    #[serde(default)]
    rules: Fields,
    start: Value,
    #[serde(default)]
    change: Fields,
    #[serde(default)]
    events: Vec<EventOf<G>>,
    unplayable: Option<String>,
    #[serde(default)]
    after: Fields,
    #[serde(default)]
    absent: Vec<String>,
    #[serde(default)]
    happens: Vec<Value>,
    #[serde(default)]
    never: Vec<Value>,
    turn: Option<Value>,
    actions: Option<Vec<Value>>,
    #[serde(default)]
    legal: Vec<G::Action>,
    chances: Option<Vec<Value>>,
    runners: Option<Value>,
    standings: Option<Ranking>,
    stopped: Option<Ranking>,
    #[serde(default)]
    refused: Vec<Refused<G>>,
    #[serde(default)]
    seats: Vec<Seen>,
    bot: Option<Bot>,
    postal: Option<Value>,
}

/// The moment after the last event of a case.
pub(super) struct Moment<'a, G: RaceGame> {
    pub(super) game: &'a G,
    pub(super) state: &'a G::State,
    /// The happenings in the events.
    pub(super) seen: &'a [G::Happening],
    /// The start as it is written.
    pub(super) start: &'a Value,
}

/// A check of what belongs to one game alone.
pub(super) type Check<G> = fn(&Moment<G>, &Value) -> Result<(), String>;

/// An event that is refused, and a part of the sentence that says why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Refused<G: RaceGame> {
    event: EventOf<G>,
    reason: String,
}

/// The knowledge of a seat: values in its view, and the reports to it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Seen {
    seat: Seat,
    #[serde(default)]
    view: Fields,
    #[serde(default)]
    absent: Vec<String>,
    #[serde(default)]
    happens: Vec<Value>,
    #[serde(default)]
    never: Vec<Value>,
}

/// The choices of a bot with their shares.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bot {
    name: String,
    chooses: Vec<Choice>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    action: Value,
    weight: u32,
}

/// Runs a case.
pub(super) fn run<G: Bots>(fields: &Fields, postal: Option<Check<G>>) -> Result<Executed, String> {
    let mut case: Case<G> = json::from_value(&Value::Object(fields.clone())).map_err(text)?;
    let rules = rules::<G>(&case.ruleset, &case.rules);
    let written = rules.as_ref().map_or(Value::Null, json_of);
    let begun = rules.and_then(|rules| case.begin(rules));
    let mut happened = BTreeSet::new();
    match (&case.unplayable, begun) {
        (None, Ok((game, state))) => {
            happened = case.play(&game, state.clone(), postal)?;
            // Otherwise the case could not fail, whatever its events do.
            let had_events = !std::mem::take(&mut case.events).is_empty();
            if had_events && case.play(&game, state, postal).is_ok() {
                return Err("it holds without its events too".to_owned());
            }
        }
        (None, Err(refusal)) => return Err(refusal),
        (Some(_), Ok(_)) => return Err("it can be played".to_owned()),
        (Some(reason), Err(refusal)) => {
            expect_part(&refusal, reason)?;
        }
    }
    let expects = EXPECTATIONS.iter().any(|name| fields.contains_key(*name));
    if expects == case.unplayable.is_some() {
        return Err("a case either expects something or cannot be played".to_owned());
    }
    if case.shows.is_empty() || case.clauses.is_empty() {
        return Err("a case names its clauses and says what it shows".to_owned());
    }
    let never =
        case.never.iter().chain(case.seats.iter().flat_map(|seen| &seen.never)).map(name_of).collect();
    Ok(Executed { clauses: case.clauses.into_iter().collect(), rules: written, happened, never })
}

pub(super) fn text(error: impl Display) -> String {
    error.to_string()
}

/// The name of a happening.
fn name_of(happening: &Value) -> String {
    let keyed = happening.as_object().and_then(|happening| happening.keys().next()).map(String::as_str);
    keyed.or(happening.as_str()).unwrap_or_default().to_owned()
}

pub(super) fn json_of(value: &impl Serialize) -> Value {
    json::to_value(value).expect("plain data")
}

/// The rules of a case: an embedded ruleset, and what it changes, in the form of a ruleset file.
fn rules<G: RaceGame>(name: &str, changes: &Fields) -> Result<G::Ruleset, String> {
    if changes.is_empty() {
        return ruleset::open::<G::Ruleset>(name).map_err(text);
    }
    let mut file = changes.clone();
    file.insert("ruleset".to_owned(), json!({ "name": "case", "extends": name }));
    let file = toml::Table::try_from(file).map_err(text)?;
    ruleset::open::<G::Ruleset>(ruleset::Source::Text(&file.to_string())).map_err(text)
}

pub(super) fn expect_part(sentence: &str, part: &str) -> Result<(), String> {
    if part.len() > 1 && sentence.contains(part) {
        Ok(())
    } else {
        Err(format!("refused for another reason than `{part}`:\n    {sentence}"))
    }
}

impl<G: Bots> Case<G> {
    /// The game and the state before the first event.
    fn begin(&self, rules: G::Ruleset) -> Result<(G, G::State), String> {
        let game = G::new(rules).map_err(text)?;
        let mut start = self.start.clone();
        let changed = start.as_object_mut().and_then(|start| start.values_mut().next());
        let changed = changed.ok_or("`start` is a set-up or a position")?;
        for (pointer, value) in &self.change {
            *place(changed, pointer)? = value.clone();
        }
        let state = match json::from_value(&start).map_err(text)? {
            Start::<G::Setup, G::Position>::Setup(setup) => game.start(&setup).map_err(text)?,
            Start::Position(position) => game.state(&position).map_err(text)?,
        };
        Ok((game, state))
    }

    /// Plays the events and returns the names of what happened.
    fn play(
        &self,
        game: &G,
        mut state: G::State,
        postal: Option<Check<G>>,
    ) -> Result<BTreeSet<String>, String> {
        let mut seen = Vec::new();
        for (index, event) in self.events.iter().enumerate() {
            record::apply(game, &mut state, event, index + 1, &mut seen).map_err(text)?;
        }
        let position = json_of(&game.position(&state));
        expect_values(&position, &self.after, &self.absent)?;
        let happened: Vec<Value> = seen.iter().map(json_of).collect();
        expect_in_order(&happened, &self.happens)?;
        expect_never(&happened, &self.never)?;
        self.expect_choices(game, &state)?;
        if let Some(expected) = &self.runners {
            let mut runners = Vec::new();
            game.runners(&state, &mut runners);
            expect_fit("the runners", &json_of(&runners), expected)?;
        }
        for (expected, found) in
            [(&self.standings, game.standings(&state)), (&self.stopped, game.standings_if_stopped(&state))]
        {
            expected.as_ref().map_or(Ok(()), |expected| expected.expect(&found))?;
        }
        for refused in &self.refused {
            let mut after = state.clone();
            match record::apply(game, &mut after, &refused.event, 1, &mut ()) {
                Ok(()) => return Err(format!("it is not refused: {:?}", refused.event)),
                Err(error) => expect_part(&error.to_string(), &refused.reason)?,
            }
            if after != state {
                return Err("a refused event changes the state".to_owned());
            }
        }
        for expected in &self.seats {
            let told: Vec<Value> = seen
                .iter()
                .filter_map(|happening| game.seen_by(happening, expected.seat))
                .map(|happening| json_of(&happening))
                .collect();
            let view = json_of(&game.view(&state, expected.seat));
            expect_values(&view, &expected.view, &expected.absent)
                .and_then(|()| expect_in_order(&told, &expected.happens))
                .and_then(|()| expect_never(&told, &expected.never))
                .map_err(|reason| format!("seat {}: {reason}", json_of(&expected.seat)))?;
        }
        self.expect_bot(game, &state)?;
        if let Some(value) = &self.postal {
            let check = postal.ok_or("only hare & tortoise is played by post")?;
            check(&Moment { game, state: &state, seen: &seen, start: &self.start }, value)?;
        }
        Ok(happened.iter().map(name_of).collect())
    }

    /// The turn, the legal actions, and the outcomes with their weights.
    fn expect_choices(&self, game: &G, state: &G::State) -> Result<(), String> {
        if let Some(expected) = &self.turn {
            expect_same("the turn", &json_of(&game.turn(state)), expected)?;
        }
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        if let Some(expected) = &self.actions {
            let found: Vec<Value> = actions.iter().map(json_of).collect();
            same_items("the legal actions", &found, expected)?;
        }
        if let Some(action) = self.legal.iter().find(|action| !actions.contains(action)) {
            return Err(format!("it is not legal: {}", json_of(action)));
        }
        if let Some(expected) = &self.chances {
            let mut chances = Vec::new();
            game.chances(state, &mut chances);
            let found: Vec<Value> = chances.iter().map(json_of).collect();
            same_items("the outcomes", &found, expected)?;
        }
        Ok(())
    }

    /// Asks the bot 1,000 times. Each action must come as often as its weight says, within five standard deviations.
    fn expect_bot(&self, game: &G, state: &G::State) -> Result<(), String> {
        const ASKED: u32 = 1_000;
        let Some(expected) = &self.bot else { return Ok(()) };
        let Turn::Seat(seat) = game.turn(state) else { return Err("no seat is to move".to_owned()) };
        let mut bot = G::bot(&BotSpec::named(&expected.name)).map_err(text)?;
        let view = game.view(state, seat);
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let mut chosen = Vec::new();
        for number in 0..ASKED {
            let mut rng = Streams::new(1).bot(seat, number);
            let decision = &mut Decision::new(game, &view, &actions, &mut rng);
            chosen.push(json_of(&bot.choose(decision).map_err(text)?));
        }
        let weights: u32 = expected.chooses.iter().map(|choice| choice.weight).sum();
        for choice in &expected.chooses {
            let share = f64::from(choice.weight) / f64::from(weights);
            let count = chosen.iter().filter(|action| **action == choice.action).count() as f64;
            let mean = f64::from(ASKED) * share;
            if (count - mean).abs() > 5.0 * (mean * (1.0 - share)).sqrt() {
                return Err(format!("{} comes {count} times of {ASKED}, not about {mean}", choice.action));
            }
        }
        let is_expected = |action: &Value| expected.chooses.iter().any(|choice| choice.action == *action);
        let other = chosen.iter().find(|action| !is_expected(action));
        other.map_or(Ok(()), |action| Err(format!("the bot also chooses {action}")))
    }
}
