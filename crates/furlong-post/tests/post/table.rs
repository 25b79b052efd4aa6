//! A table for a postal game, and e-mails to its master.

use furlong::hare_tortoise::postal::{PostalGame, Sent};
use furlong::hare_tortoise::{FirstPlayer, HareTortoise};
use furlong::{RaceGame, Seat, ruleset};

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A game of these players in which the first moves first.
pub(crate) fn begin(names: &[&str]) -> PostalGame {
    let game = HareTortoise::new(ruleset::open("postal").expect("embedded")).expect("playable");
    let mut setup = game.setup(names.len() as u8);
    setup.first = Some(FirstPlayer::Given(seat(0)));
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    PostalGame::new("spring", &game, &setup, &names, 5).expect("a game")
}

/// The game to whose master the e-mails of `tests/mails` are.
pub(crate) fn begun() -> PostalGame {
    begin(&["Ann", "Björn", "Céline", "Dan", "Eve", "Fritz Groß"])
}

/// The one file in these bytes.
pub(crate) fn one(file: &str, text: &str) -> Sent {
    let mut sent = furlong_post::read(file, text.as_bytes());
    assert_eq!(sent.len(), 1, "{file}");
    sent.remove(0)
}

/// An e-mail with these headers and this text.
pub(crate) fn mail(headers: &str, text: &str) -> Sent {
    one("a.eml", &format!("From: Ann <ann@example.org>\n{headers}\n\n{text}"))
}

/// The orders of a sheet as it is written.
pub(crate) fn on_one_line(sheet: &str) -> String {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    sheet.lines().skip(2).map(words).collect::<Vec<_>>().join(" | ")
}

/// The orders of a file for the first round as they read back, or all its faults.
pub(crate) fn orders(sent: &Sent) -> Result<String, String> {
    let sheet = sent.sheet(&begun().occasion().expect("a round is open"));
    let sheet = sheet.map(|sheet| sheet.to_string()).map_err(|faulty| faulty.to_string())?;
    Ok(on_one_line(&sheet))
}
