//! The board in characters.

use std::fmt::Write as _;

use super::animals::Animal;
use super::bets::Bets;
use super::cards::Cards;
use super::game::AnimalRace;
use super::narrate::{bets_in_words, ordinal};
use super::view::View;
use crate::text::{Canvas, Ink, Names, counted, listed};

impl AnimalRace {
    /// Draws the track, an animal a line; on narrow screens in words.
    pub(super) fn draw_track(&self, picture: &mut String, view: &View, canvas: &Canvas) {
        let open = &view.open;
        if open.games > 1 {
            let _ = writeln!(picture, "Game {} of {}", open.game, open.games);
        }
        let tiles = self.finish() - 1;
        let cell = 3;
        let margin = 10;
        // Long tracks and narrow screens get one line an animal, without a picture.
        let fits = margin + (usize::from(tiles) + 2) * cell <= canvas.width;
        if fits {
            let _ = write!(picture, "{:margin$}{:>cell$}", "", "S");
            for tile in 1..=tiles {
                let _ = write!(picture, "{tile:>cell$}");
            }
            let _ = writeln!(picture, "{:>cell$}", "F");
        }
        for animal in Animal::ALL {
            let place = open.podium.place(animal);
            let at = place.map_or(open.animals[animal].unwrap_or(0), |_| self.finish());
            let _ = write!(picture, "{}", canvas.paint(&format!("{animal:margin$}"), ink(animal)));
            if !fits {
                let _ = writeln!(picture, "{}", self.place_in_words(at, place));
                continue;
            }
            for tile in 0..=tiles {
                let mark = if tile == at {
                    canvas.paint(&format!("{:>cell$}", initial(animal)), ink(animal))
                } else if open.streams.contains(tile) {
                    canvas.paint("  ~", Ink::Blue)
                } else if tile > 0 && open.turbo[animal] == tile {
                    canvas.paint(" +2", Ink::Yellow)
                } else {
                    canvas.paint("  .", Ink::Faint)
                };
                picture.push_str(&mark);
            }
            let arrived = place.map_or_else(|| "|".to_owned(), |place| place.to_string());
            let _ = writeln!(picture, "{arrived:>cell$}");
        }
        if !fits {
            let streams: Vec<String> = open.streams.iter().map(|tile| tile.to_string()).collect();
            if !streams.is_empty() {
                let _ = writeln!(picture, "Streams on tiles {}.", listed(&streams));
            }
        } else if !open.streams.is_empty() {
            let _ = writeln!(picture, "{}", canvas.paint("S start, F finish, ~ stream", Ink::Faint));
        }
    }

    fn place_in_words(&self, at: u8, place: Option<u8>) -> String {
        match (at, place) {
            (_, Some(place)) => format!("{} on the podium", ordinal(place)),
            (0, None) => "start line".to_owned(),
            (tile, None) => format!("tile {tile} of {}", self.finish() - 1),
        }
    }

    /// Draws podium, table, deck and players.
    pub(super) fn draw_table(&self, picture: &mut String, view: &View, names: &Names, canvas: &Canvas) {
        let open = &view.open;
        let arrived = open.podium.iter().zip(1..);
        let podium: Vec<String> = arrived
            .map(|(animal, place)| {
                format!("{} {}", ordinal(place), canvas.paint(&animal.to_string(), ink(animal)))
            })
            .collect();
        if !podium.is_empty() {
            let _ = writeln!(picture, "Podium   {}", podium.join(", "));
        }
        let limits = &self.rules.table;
        let _ = writeln!(
            picture,
            "Table    {} ({} of {} cards; {} of one animal at most)",
            heap(open.table, canvas),
            open.table.len(),
            limits.cards,
            limits.of_one_animal
        );
        let _ = writeln!(
            picture,
            "Deck     {}; discard {}",
            counted(view.deck, "card", "cards"),
            view.discard.len()
        );
        let seats: Vec<String> = open
            .players
            .iter()
            .take(view.hands.len())
            .map(|seat| {
                let token = if seat == open.first { "*" } else { "" };
                let total =
                    if open.games > 1 { format!(", {} points", open.totals[seat]) } else { String::new() };
                format!("{}{token} ({}{total})", names.of(seat), counted(view.hands[seat], "card", "cards"))
            })
            .collect();
        let _ = writeln!(picture, "Players  {}", seats.join(", "));
    }
}

/// Draws the own bets and hand.
pub(super) fn draw_own(picture: &mut String, view: &View, canvas: &Canvas) {
    let bets = if view.bets == Bets::default() { "none yet".to_owned() } else { bets_in_words(view.bets) };
    let _ = writeln!(picture, "{}  {}", canvas.paint("Your bets", Ink::Bold), bets);
    let _ = writeln!(picture, "{}  {}", canvas.paint("Your hand", Ink::Bold), heap(view.hand, canvas));
}

fn heap(cards: Cards, canvas: &Canvas) -> String {
    if cards.is_empty() {
        return "no cards".to_owned();
    }
    let parts: Vec<String> = cards
        .iter()
        .map(|(card, count)| canvas.paint(&format!("{count} {card}"), ink(card.animal())))
        .collect();
    parts.join(", ")
}

pub(super) fn initial(animal: Animal) -> char {
    match animal {
        Animal::Hare => 'H',
        Animal::Tortoise => 'T',
        Animal::Wolf => 'W',
        Animal::Fox => 'F',
        Animal::Lamb => 'L',
    }
}

fn ink(animal: Animal) -> Ink {
    match animal {
        Animal::Hare => Ink::Magenta,
        Animal::Tortoise => Ink::Green,
        Animal::Wolf => Ink::Cyan,
        Animal::Fox => Ink::Red,
        Animal::Lamb => Ink::Blue,
    }
}
