//! The report on two rulesets: plain data for any program, and the text that `furlong diff` prints.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::kind::DifferenceKind;
use super::places;
use super::places::PlaceDifference;
use super::witness::{Side, Witness, length};
use super::{Beside, Difference, Differences, Search};
use crate::common::seat::{Seat, Seats};
use crate::common::standings::Standings;
use crate::formats::json;
use crate::game::Turn;
use crate::record::{Event, EventOf};
use crate::ruleset::{FieldDifference, Ruleset as _};
use crate::text::{Canvas, Marks, Names, Text, counted};

/// The canvas for a picture, narrower by the indent.
const CANVAS: Canvas = Canvas { width: 77, ..Canvas::PLAIN };
/// The maximum number of lines of happenings before a witness. If there are more, only the last few are shown: the
/// position matters then, and the record contains the rest.
const MOST_BEFORE: usize = 12;
/// The number of lines that are shown if there are more than [`MOST_BEFORE`].
const LAST_BEFORE: usize = 4;
/// The maximum number of actions, outcomes or places that are listed.
const MOST_LISTED: usize = 8;

/// The report on two rulesets. Its `Display` is the text that `furlong diff` prints.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DiffReport {
    /// The game.
    pub game: &'static str,
    /// The names of the two rulesets; the text calls them A and B.
    pub rulesets: [String; 2],
    /// The extent of the search.
    pub search: Search,
    /// `true` when the search was stopped early.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_stopped: bool,
    /// The differences.
    pub differences: Vec<GroupReport>,
}

/// Fields that are exchanged together, and their witnesses.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GroupReport {
    /// The fields, usually one.
    pub fields: Vec<FieldReport>,
    /// The base ruleset of the search.
    pub beside: Beside,
    /// The number of races played.
    pub games: u64,
    /// One for each kind of difference that was found.
    pub witnesses: Vec<WitnessReport>,
}

/// A field in which the rulesets differ.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FieldReport {
    /// The path of the field.
    pub path: &'static str,
    /// The clauses of the field.
    pub clause: &'static str,
    /// The meaning of the field.
    pub meaning: &'static str,
    /// The value under both rulesets, as TOML.
    pub values: [String; 2],
    /// The value under both rulesets, in a few words.
    pub in_words: [String; 2],
    /// The parts of the value that differ, each with both values, if only parts differ.
    pub parts: Vec<(String, [String; 2])>,
}

/// A witness in words.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WitnessReport {
    /// The way in which the rulesets diverge.
    pub kind: DifferenceKind,
    /// The set-up of the race.
    pub setup: Value,
    /// The events that lead to the position, as in records.
    pub events: Vec<Value>,
    /// The event at which the rulesets diverge.
    pub parting: Option<Value>,
    /// The number of seats; 0 when they diverge in the set-up.
    pub seats: u8,
    /// The number of decisions among the events.
    pub decisions: usize,
    /// The happenings before the witness, in sentences.
    pub before: Vec<String>,
    /// The picture before the rulesets diverge, as the seat to move sees it.
    pub picture: String,
    /// The event that is tried, in words.
    pub tried: Option<String>,
    /// The answer of each ruleset.
    pub says: [Sentences; 2],
    /// The places at which the resulting positions differ.
    pub places: Vec<PlaceDifference>,
}

/// The answer of one ruleset, line by line.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Sentences(pub Vec<String>);

impl DifferenceKind {
    /// Returns the kind in words, for rulesets called A and B.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::SetUp => "only one of them allows this table",
            Self::Start => "the race begins differently",
            Self::Turn => "a different seat is to move",
            Self::OnlyFirst => "A allows what B forbids",
            Self::OnlySecond => "B allows what A forbids",
            Self::Actions => "each allows what the other forbids",
            Self::Chances => "the possible outcomes of chance differ",
            Self::Result => "the same event has another result",
            Self::Standings => "the standings would differ if the race stopped here",
            Self::Screen => "the same position is shown differently",
        }
    }
}

impl<G: Text> Differences<G> {
    /// Returns the report in words.
    pub fn report(&self) -> DiffReport {
        DiffReport {
            game: G::ID,
            rulesets: [0, 1].map(|side| self.rulesets[side].title().name.clone()),
            search: self.search,
            is_stopped: self.is_stopped,
            differences: self.groups.iter().map(group).collect(),
        }
    }
}

fn group<G: Text>(difference: &Difference<G>) -> GroupReport {
    GroupReport {
        fields: difference.fields.iter().map(field).collect(),
        beside: difference.beside,
        games: difference.games,
        witnesses: difference.witnesses.iter().filter_map(witness).collect(),
    }
}

fn field(difference: &FieldDifference) -> FieldReport {
    FieldReport {
        path: difference.field.path,
        clause: difference.field.clause,
        meaning: difference.field.meaning,
        values: difference.values.clone(),
        in_words: [0, 1].map(|side| difference.in_words(side)),
        parts: difference.parts.iter().map(|part| (part.path.clone(), part.values.clone())).collect(),
    }
}

/// Describes the witness; `None` when it does not replay.
fn witness<G: Text>(witness: &Witness<G>) -> Option<WitnessReport> {
    let sides = [witness.side(0)?, witness.side(1)?];
    let seats = sides.iter().find_map(|side| Some(side.game.seats(side.before.as_ref()?)));
    let names = seats.map_or_else(|| Names::new(Vec::new()), Names::numbered);
    let first = &sides[0];
    let is_begun = !matches!(witness.kind, DifferenceKind::SetUp | DifferenceKind::Start);
    let picture = first.before.as_ref().filter(|_| is_begun).map_or_else(String::new, |state| {
        let view = first.game.view(state, first.game.turn(state).viewer());
        first.game.draw(&view, &Marks::NONE, &names, &CANVAS)
    });
    let words = Words {
        kind: witness.kind,
        names: &names,
        parting: witness.parting.as_ref().map(|event| match event {
            Event::Action(choice) => (Some(choice.seat), label(first, event)),
            Event::Chance(_) => (None, label(first, event)),
        }),
        sides: [0, 1].map(|side| told(witness, side, &sides[side], &names)),
    };
    Some(WitnessReport {
        kind: witness.kind,
        setup: json::plain(&witness.setup),
        events: witness.events.iter().map(json::plain).collect(),
        parting: witness.parting.as_ref().map(json::plain),
        seats: if witness.kind == DifferenceKind::SetUp { 0 } else { seats.map_or(0, Seats::count) },
        decisions: length(&witness.events).0,
        before: first.game.narrate_all(&first.path, &names),
        picture,
        tried: words.tried(),
        says: [words.says(0), words.says(1)],
        places: words.places(),
    })
}

/// Returns the label of an event at a witness.
fn label<G: Text>(Side { game, before, .. }: &Side<G>, event: &EventOf<G>) -> String {
    match event {
        Event::Action(choice) => before
            .as_ref()
            .map_or_else(String::new, |state| game.label(&game.view(state, choice.seat), choice.action)),
        Event::Chance(outcome) => outcome.chance.to_string(),
    }
}

/// Returns everything that the description of one side needs.
fn told<G: Text>(witness: &Witness<G>, side: usize, said: &Side<G>, names: &Names) -> Told {
    let Side { game, before, after, happenings, .. } = said;
    let moment = |state: &G::State| {
        let picture = |seat: Seat| {
            game.draw(&game.view(state, seat), &Marks::NONE, &names.addressing(Some(seat)), &CANVAS)
        };
        Moment {
            turn: game.turn(state),
            standings: game.standings_if_stopped(state),
            pictures: game.seats(state).iter().map(picture).collect(),
            position: json::plain(&game.position(state)),
        }
    };
    let refusal = before.as_ref().zip(witness.parting.as_ref()).and_then(|(state, event)| match event {
        Event::Action(choice) => game.play(&mut state.clone(), choice.action, &mut ()).err(),
        Event::Chance(_) => None,
    });
    let mut chances = Vec::new();
    if let Some(state) = before {
        game.chances(state, &mut chances);
    }
    Told {
        table: match game.start(&witness.setup) {
            Ok(state) => format!("a table of {}", game.seats(&state)),
            Err(error) => error.to_string(),
        },
        only: witness.only(side).iter().map(|event| label(said, event)).collect(),
        refusal: refusal.map(|reason| reason.to_string()),
        chances: chances.iter().map(|weighted| (weighted.outcome.to_string(), weighted.weight)).collect(),
        sentences: game.narrate_all(happenings, names),
        happenings: happenings.iter().map(json::plain).collect(),
        before: before.as_ref().map(moment),
        after: after.as_ref().map(moment),
    }
}

/// A position of one side, for its description.
struct Moment {
    turn: Turn,
    /// The standings if the race stopped here.
    standings: Standings,
    /// The picture that each seat sees.
    pictures: Vec<String>,
    position: Value,
}

/// One side of a witness, for its description.
struct Told {
    /// The answer to the set-up.
    table: String,
    /// The labels of the actions that only this side allows.
    only: Vec<String>,
    /// The reason why this side refuses the event at which the rulesets diverge.
    refusal: Option<String>,
    /// The possible outcomes of chance, with their weights.
    chances: Vec<(String, u32)>,
    /// The happenings of the event at which the rulesets diverge, in sentences and as data.
    sentences: Vec<String>,
    happenings: Vec<Value>,
    before: Option<Moment>,
    after: Option<Moment>,
}

/// A witness with its two sides, for describing it in words.
struct Words<'a> {
    kind: DifferenceKind,
    names: &'a Names,
    /// The seat and the label of the event at which the rulesets diverge.
    parting: Option<(Option<Seat>, String)>,
    sides: [Told; 2],
}

impl Words<'_> {
    /// Describes the event that has different results under the two rulesets.
    fn tried(&self) -> Option<String> {
        let (seat, label) = self.parting.as_ref().filter(|_| self.kind == DifferenceKind::Result)?;
        Some(match seat {
            Some(seat) => format!("{}: {label}", self.names.name(*seat)),
            None => format!("chance brings {label}"),
        })
    }

    fn says(&self, side: usize) -> Sentences {
        let said = &self.sides[side];
        let before = said.before.as_ref();
        Sentences(match self.kind {
            DifferenceKind::SetUp => vec![said.table.clone()],
            // The rulesets say nothing here: the report lists the places that differ.
            DifferenceKind::Start => Vec::new(),
            DifferenceKind::Turn => before.map(|before| self.turn(before.turn)).into_iter().collect(),
            DifferenceKind::OnlyFirst | DifferenceKind::OnlySecond | DifferenceKind::Actions => {
                self.actions(said)
            }
            DifferenceKind::Chances => before.map_or_else(Vec::new, |_| vec![chances(&said.chances)]),
            DifferenceKind::Result => self.result(side),
            DifferenceKind::Standings => {
                before.map(|before| self.standings(&before.standings)).into_iter().collect()
            }
            DifferenceKind::Screen => shown(side, self.sides.each_ref().map(|side| side.before.as_ref())),
        })
    }

    fn turn(&self, turn: Turn) -> String {
        match turn {
            Turn::Seat(seat) => format!("{} is to move", self.names.name(seat)),
            Turn::Chance(point) => {
                let whose =
                    point.owner.map_or(String::new(), |seat| format!(", for {}", self.names.name(seat)));
                format!("chance is to decide: {}{whose}", point.purpose.name())
            }
            Turn::Over => "the race is over".to_owned(),
        }
    }

    /// Lists the actions that only this side allows, or the reason why it refuses those of the other side.
    fn actions(&self, said: &Told) -> Vec<String> {
        if let (Some(Moment { turn: Turn::Seat(seat), .. }), [_, ..]) = (&said.before, &said.only[..]) {
            return vec![format!("{}: {}", self.names.name(*seat), listed_in_short(&said.only))];
        }
        said.refusal.iter().map(|reason| format!("no: {reason}")).collect()
    }

    /// Lists the happenings of the event, starting at the first difference.
    fn result(&self, side: usize) -> Vec<String> {
        let [own, other] = [&self.sides[side], &self.sides[1 - side]];
        let mut lines = own.sentences[common(&own.sentences, &other.sentences)..].to_vec();
        if let (Some(own), Some(other)) = (&own.after, &other.after) {
            if own.turn == Turn::Over && (other.turn != own.turn || other.standings != own.standings) {
                lines.push(self.standings(&own.standings));
            } else if own.turn != other.turn {
                lines.push(format!("Then {}.", self.turn(own.turn)));
            }
        }
        if own.sentences == other.sentences && lines.is_empty() {
            lines = shown(side, self.sides.each_ref().map(|side| side.after.as_ref()));
        }
        if lines.is_empty() {
            // A difference that shows in no sentence is printed as data.
            let data = &own.happenings[common(&own.happenings, &other.happenings)..];
            lines.extend(data.iter().map(Value::to_string));
        }
        if lines.is_empty() {
            lines.push("Nothing else happens.".to_owned());
        }
        lines
    }

    fn standings(&self, standings: &Standings) -> String {
        let rows = standings.rows.iter();
        let told =
            rows.map(|row| format!("{} place {} ({})", self.names.name(row.seat), row.place, row.score));
        format!("{}: {}", standings.ending, told.collect::<Vec<_>>().join(", "))
    }

    fn places(&self) -> Vec<PlaceDifference> {
        let is_start = self.kind == DifferenceKind::Start;
        let moments = self.sides.each_ref().map(|side| if is_start { &side.before } else { &side.after });
        match (self.kind, moments) {
            (DifferenceKind::Start | DifferenceKind::Result, [Some(one), Some(other)]) => {
                places::differences([&one.position, &other.position])
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the number of equal items at the start of both lists.
fn common<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Lists the possible outcomes of chance.
fn chances(all: &[(String, u32)]) -> String {
    let ways: u64 = all.iter().map(|(_, weight)| u64::from(*weight)).sum();
    if all.iter().all(|(_, weight)| *weight == all[0].1) {
        let labels: Vec<String> = all.iter().map(|(label, _)| label.clone()).collect();
        return format!("one of {}, equally likely", listed_in_short(&labels));
    }
    let told = all.iter().map(|(label, weight)| format!("{label} ({weight} of {ways})"));
    listed_in_short(&told.collect::<Vec<_>>())
}

/// Returns the lines that only this side shows, to the first seat whose pictures differ.
fn shown(side: usize, moments: [Option<&Moment>; 2]) -> Vec<String> {
    let [Some(one), Some(other)] = moments else { return Vec::new() };
    let drawn = one.pictures.iter().zip(&other.pictures).find(|(one, other)| one != other);
    let Some((one, other)) = drawn else { return Vec::new() };
    let [own, other] = if side == 0 { [one, other] } else { [other, one] };
    let other: Vec<&str> = other.lines().collect();
    let own = own.lines().filter(|line| !other.contains(line)).map(str::trim);
    own.take(MOST_LISTED).map(str::to_owned).collect()
}

/// Lists the first few items, and the number of the rest.
fn listed_in_short(all: &[String]) -> String {
    let first = all.iter().take(MOST_LISTED).cloned().collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(MOST_LISTED) {
        0 => first,
        more => format!("{first}, and {more} more"),
    }
}

impl fmt::Display for DiffReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.rulesets;
        let fields: usize = self.differences.iter().map(|group| group.fields.len()).sum();
        if fields == 0 {
            return writeln!(f, "{}: {a} and {b} are equal: they differ in no field.", self.game);
        }
        let fields = counted(fields as i64, "field", "fields");
        writeln!(f, "{}: A is {a}, B is {b}. They differ in {fields}.", self.game)?;
        let games: u64 = self.differences.iter().map(|group| group.games).sum();
        if self.is_stopped {
            let races = counted(games as i64, "race", "races");
            writeln!(f, "Stopped after {races}, before the search was complete.")?;
        }
        for (group, number) in self.differences.iter().zip(1..) {
            writeln!(f)?;
            group.write(f, number, &self.rulesets)?;
        }
        let witnesses = self.differences.iter().flat_map(|group| &group.witnesses).count();
        let witnesses = counted(witnesses as i64, "witness", "witnesses");
        writeln!(f, "\n{witnesses}; {games} races, seed {}.", self.search.seed)
    }
}

impl GroupReport {
    fn write(&self, f: &mut fmt::Formatter<'_>, number: usize, rulesets: &[String; 2]) -> fmt::Result {
        for (field, index) in self.fields.iter().zip(0..) {
            let number = if index == 0 { format!("{number}. ") } else { "   ".to_owned() };
            writeln!(f, "{number}{}: {} ({})", field.path, field.meaning, field.clause)?;
            field.write(f)?;
        }
        let these = if self.fields.len() == 1 { "this field" } else { "these fields" };
        if self.witnesses.is_empty() {
            let games = self.games;
            return writeln!(
                f,
                "   No example in {games} races: {these} may affect play rarely, or not at all."
            );
        }
        let [a, b] = rulesets;
        match self.beside {
            Beside::First => writeln!(f, "   Seen with {a}: A as it is, B with {these} of {b}.")?,
            Beside::Second => writeln!(f, "   Seen with {b}: A with {these} of {a}, B as it is.")?,
        }
        self.witnesses.iter().try_for_each(|witness| write!(f, "{witness}"))
    }
}

impl FieldReport {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, name) in ["A", "B"].iter().enumerate() {
            let parts = self.parts.iter().map(|(path, values)| format!("{path}: {}", values[side]));
            let parts = listed_in_short(&parts.collect::<Vec<_>>());
            writeln!(f, "   {name}  {}", if parts.is_empty() { &self.in_words[side] } else { &parts })?;
        }
        Ok(())
    }
}

impl fmt::Display for WitnessReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n   * {}", self.kind.in_words())?;
        if self.seats > 0 {
            let events = match (self.events.len(), self.decisions) {
                (0, _) => "before the first event".to_owned(),
                (1, _) => "after 1 event".to_owned(),
                (events, 0) => format!("after {events} events"),
                (events, decisions) => format!("after {events} events, {decisions} of them decisions"),
            };
            writeln!(f, "     {}, {events}", counted(self.seats, "player", "players"))?;
        }
        let mut before = &self.before[..];
        if before.len() > MOST_BEFORE {
            before = &before[before.len() - LAST_BEFORE..];
            writeln!(f, "       ... (the record shows them all)")?;
        }
        before.iter().try_for_each(|line| writeln!(f, "       {line}"))?;
        if !self.picture.is_empty() {
            writeln!(f)?;
            for line in self.picture.lines() {
                writeln!(f, "{}", format!("   {line}").trim_end())?;
            }
            writeln!(f)?;
        }
        if let Some(tried) = &self.tried {
            writeln!(f, "     {tried}")?;
        }
        for (side, told) in ["A", "B"].iter().zip(&self.says) {
            for (line, index) in told.0.iter().zip(0..) {
                let side = if index == 0 { side } else { " " };
                writeln!(f, "     {side}  {line}")?;
            }
        }
        for place in self.places.iter().take(MOST_LISTED) {
            let PlaceDifference { path, values: [one, other] } = place;
            writeln!(f, "       {path}: A {one}, B {other}")?;
        }
        match self.places.len().saturating_sub(MOST_LISTED) {
            0 => Ok(()),
            more => writeln!(f, "       and {more} more places"),
        }
    }
}
