//! The board in characters.

use std::fmt::Write as _;

use super::action::Action;
use super::animals::{Animal, ByAnimal};
use super::bets::Bets;
use super::cards::Cards;
use super::game::AnimalRace;
use super::narrate::{bets_in_words, place_word};
use super::view::View;
use crate::text::{Canvas, Ink, Names, capitalized, counted, listed, separated};

impl AnimalRace {
    /// The table as a seat sees it, while it considers this action.
    pub(super) fn draw_considered(
        &self,
        view: &View,
        considered: Option<Action>,
        names: &Names,
        canvas: &Canvas,
    ) -> String {
        let mut picture = String::new();
        let aims = considered.and_then(|action| self.aims(view, action)).unwrap_or_default();
        self.draw_track(&mut picture, view, &aims, canvas);
        let placed = match considered {
            Some(Action::Place(placement)) => view.open.table.checked_add(placement.cards()),
            _ => None,
        };
        self.draw_table(&mut picture, view, placed, names, canvas);
        draw_own(&mut picture, view, names, canvas);
        picture
    }

    /// Draws the track, an animal a line, with a mark on the tile to which it would run; on narrow screens in words.
    fn draw_track(&self, picture: &mut String, view: &View, aims: &ByAnimal<Option<u8>>, canvas: &Canvas) {
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
            let aim = format!(" >{}", initial(animal).to_ascii_lowercase());
            for tile in 0..=tiles {
                let mark = if aims[animal] == Some(tile) {
                    canvas.paint(&aim, ink(animal))
                } else if tile == at {
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
            let is_aim = aims[animal] == Some(self.finish());
            let arrived = match place {
                Some(place) => place.to_string(),
                None if is_aim => aim,
                None => "|".to_owned(),
            };
            let _ = writeln!(picture, "{arrived:>cell$}");
        }
        if !fits {
            if !open.streams.is_empty() {
                let _ = writeln!(picture, "Streams on tiles {}.", listed(open.streams.iter()));
            }
        } else if !open.streams.is_empty() {
            let runs = Animal::ALL.into_iter().any(|animal| aims[animal].is_some());
            let aim = if runs { ", > where an animal runs with your choice" } else { "" };
            let key = format!("S start, F finish, ~ stream{aim}");
            let _ = writeln!(picture, "{}", canvas.paint(&key, Ink::Faint));
        }
    }

    fn place_in_words(&self, at: u8, place: Option<u8>) -> String {
        match (at, place) {
            (_, Some(place)) => format!("{} on the podium", place_word(place)),
            (0, None) => "start line".to_owned(),
            (tile, None) => format!("tile {tile} of {}", self.finish() - 1),
        }
    }

    /// Draws podium, table, deck and players.
    fn draw_table(
        &self,
        picture: &mut String,
        view: &View,
        placed: Option<Cards>,
        names: &Names,
        canvas: &Canvas,
    ) {
        let open = &view.open;
        let arrived = open.podium.iter().zip(1..);
        let podium = arrived.map(|(animal, place)| {
            format!("{} {}", place_word(place), canvas.paint(&animal.to_string(), ink(animal)))
        });
        if !open.podium.is_empty() {
            let _ = writeln!(picture, "Podium   {}", separated(podium, ", "));
        }
        let limits = &self.ruleset.table;
        let with = placed.map_or_else(String::new, |table| format!(", with your choice {}", table.len()));
        let _ = writeln!(
            picture,
            "Table    {} ({}{with} of {} cards; {} of one animal at most)",
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
        let seats = open.players.iter().take(view.hands.len()).map(|seat| {
            let token = if seat == open.first { "*" } else { "" };
            let total =
                if open.games > 1 { format!(", {} points", open.totals[seat]) } else { String::new() };
            format!("{}{token} ({}{total})", names.of(seat), counted(view.hands[seat], "card", "cards"))
        });
        let _ = writeln!(picture, "Players  {}", separated(seats, ", "));
    }
}

/// Draws the own bets and hand.
fn draw_own(picture: &mut String, view: &View, names: &Names, canvas: &Canvas) {
    let owner = capitalized(&names.possessive(view.seat));
    let heading = |what: &str| canvas.paint(&format!("{owner} {what}"), Ink::Bold);
    let bets = if view.bets == Bets::default() { "none yet".to_owned() } else { bets_in_words(view.bets) };
    let _ = writeln!(picture, "{}  {}", heading("bets"), bets);
    let _ = writeln!(picture, "{}  {}", heading("hand"), heap(view.hand, canvas));
}

fn heap(cards: Cards, canvas: &Canvas) -> String {
    if cards.is_empty() {
        return "no cards".to_owned();
    }
    let parts =
        cards.iter().map(|(card, count)| canvas.paint(&format!("{count} {card}"), ink(card.animal())));
    separated(parts, ", ")
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
