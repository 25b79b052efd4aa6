//! Orders of the postal game: a sheet becomes an action, and sheets become a round (HP-04, HP-05).

use furlong::hare_tortoise::postal::{Basis, Occasion, PostalGame, Sent, Sheet, Situation};
use furlong::hare_tortoise::{Action, HareTortoise, Setup};
use furlong::{RaceGame, Seat, Turn};
use serde::Deserialize;
use serde_json::Value;

use super::expect::{expect_same, expect_values};
use super::files::Fields;
use super::run::{Moment, expect_part, json_of, text};

/// The orders of a case, and what becomes of them.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Post {
    /// The sheet of the seat to move; without one it has sent none.
    sheet: Option<String>,
    action: Option<Action>,
    order: Option<String>,
    default: Option<Value>,
    passed_over: Option<Vec<String>>,
    fault: Option<String>,
    /// The sheets of a whole round.
    sheets: Option<Vec<String>>,
    #[serde(default)]
    dice: Vec<u8>,
    sequence: Option<Vec<Seat>>,
    #[serde(default)]
    after: Fields,
}

/// Checks the part `postal` of a case.
pub(super) fn check(moment: &Moment<HareTortoise>, value: &Value) -> Result<(), String> {
    let post = Post::deserialize(value).map_err(text)?;
    match &post.sheets {
        Some(sheets) => post.adjudicate(moment, sheets),
        None => post.resolve(moment),
    }
}

impl Post {
    /// Resolves the sheet of the seat to move.
    fn resolve(&self, moment: &Moment<HareTortoise>) -> Result<(), String> {
        let Moment { game, state, seen, .. } = moment;
        let parsed = self.sheet.as_deref().map(|sheet| Sheet::parse(sheet, &Occasion::default())).transpose();
        let sheet = match (&self.fault, parsed) {
            (None, Ok(sheet)) => sheet,
            (None, Err(error)) => return Err(error.to_string()),
            (Some(_), Ok(_)) => return Err("the sheet has no fault".to_owned()),
            (Some(fault), Err(error)) => return expect_part(&error.to_string(), fault),
        };
        let Turn::Seat(seat) = game.turn(state) else { return Err("no seat is to move".to_owned()) };
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let view = game.view(state, seat);
        let resolution = Situation { game, view: &view, seen }.resolve(sheet.as_ref(), &actions);
        let expected = self.action.ok_or("a sheet has an `action` or a `fault`")?;
        expect_same("the action", &json_of(&resolution.action), &json_of(&expected))?;
        let (order, default) = match &resolution.basis {
            Basis::Order { order, .. } => (json_of(order), Value::Null),
            Basis::Default(default) => (Value::Null, json_of(default)),
        };
        self.order
            .as_ref()
            .map_or(Ok(()), |expected| expect_same("the order", &order, &json_of(expected)))?;
        self.default.as_ref().map_or(Ok(()), |expected| expect_same("the default", &default, expected))?;
        let reasons: Vec<&String> = resolution.passed_over.iter().map(|passed| &passed.reason).collect();
        let expected = self.passed_over.as_ref();
        expected.map_or(Ok(()), |expected| expect_same("passed over", &json_of(&reasons), &json_of(expected)))
    }

    /// Adjudicates the first round of a game from these sheets.
    fn adjudicate(&self, moment: &Moment<HareTortoise>, sheets: &[String]) -> Result<(), String> {
        let setup = moment.start.get("setup").ok_or("a round begins with a set-up")?;
        let setup = Setup::deserialize(setup).map_err(text)?;
        let names = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"].map(str::to_owned);
        let names = &names[..usize::from(setup.players)];
        let mut postal = PostalGame::new("case", moment.game, &setup, names, 1).map_err(text)?;
        let file = |(number, sheet): (usize, &String)| Sent::text(format!("{number}.txt"), sheet.as_str());
        let sent = sheets.iter().enumerate().map(file).collect();
        let report = postal.adjudicate(sent, &self.dice).map_err(text)?;
        let sequence = json_of(&report.sequence);
        if let Some(expected) = &self.sequence {
            expect_same("the sequence", &sequence, &json_of(expected))?;
        }
        let race = postal.race().map_err(text)?;
        expect_values(&json_of(&race.position()), &self.after, &[])
    }
}
