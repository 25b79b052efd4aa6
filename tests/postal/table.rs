//! A table of four for a postal game.

use furlong::hare_tortoise::postal::{PostalGame, Sent};
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
    Sent::new(file, text.as_bytes())
}
