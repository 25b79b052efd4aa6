//! A table of four for a postal game.

use furlong::hare_tortoise::postal::{Mail, PostalGame, Sent};
use furlong::hare_tortoise::{FirstPlayer, HareTortoise};
use furlong::{RaceGame, Seat, ruleset};

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A game of Ann, Bob, Cleo and Dan in which seat `first` moves first.
pub(crate) fn begin(first: u8, seed: u64) -> PostalGame {
    let game = HareTortoise::new(ruleset::open("postal").expect("embedded")).expect("playable");
    let mut setup = game.setup(4);
    setup.first = Some(FirstPlayer::Given(seat(first)));
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    PostalGame::new("spring", &game, &setup, &names, seed).expect("a game")
}

pub(crate) fn sent(file: &str, text: &str) -> Sent {
    Sent::text(file, text)
}

/// A mail that came this number of minutes after 2026-11-25 09:00 UTC.
pub(crate) fn mail(file: &str, from: &str, address: &str, minute: i64, text: &str) -> Sent {
    let received = Some(1_795_597_200 + 60 * minute);
    let (from, address) = (Some(from.to_owned()), Some(address.to_owned()));
    let mail = Mail { from, address, received, date: received, ..Mail::default() };
    Sent { mail: Some(mail), ..sent(file, text) }
}
