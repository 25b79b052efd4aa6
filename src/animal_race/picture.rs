//! Draws the board with characters.

use std::fmt::Write as _;

use super::action::Action;
use super::animals::{Animal, ByAnimal};
use super::bets::Bets;
use super::cards::Cards;
use super::game::AnimalRace;
use super::narrate::{bets_in_words, place_word};
use super::view::View;
use crate::text::{Canvas, Ink, Marks, Names, capitalized, counted, listed, separated};

/// The width of an animal's name, in columns.
const MARGIN: usize = 10;
/// The width of a tile, in columns.
const CELL: usize = 3;
/// The width of a tile on a large screen.
const LARGE_CELL: usize = 6;

impl AnimalRace {
    /// Draws the table as a seat sees it. If there is not enough room, details that can be looked up go first.
    pub(super) fn draw_table(
        &self,
        view: &View,
        marks: &Marks<'_, View, Action>,
        names: &Names,
        canvas: &Canvas,
    ) -> String {
        let all = self.draw_parts(view, marks, names, canvas, CELL, true);
        if canvas.has_ample_room_for(&all) {
            let cell = if self.fits(canvas, LARGE_CELL) { LARGE_CELL } else { CELL };
            return self.draw_parts(view, marks, names, canvas, cell, true);
        }
        if canvas.has_room_for(&all) {
            return all;
        }
        let short = self.draw_parts(view, marks, names, canvas, CELL, false);
        if canvas.has_room_for(&short) {
            return short;
        }
        let race = self.draw_race(view, marks, names, canvas);
        if canvas.has_room_for(&race) {
            return race;
        }
        self.draw_in_brief(view, names, canvas)
    }

    /// Draws the track, the cards on the table, and what the seat has: what you look at while you decide.
    fn draw_race(
        &self,
        view: &View,
        marks: &Marks<'_, View, Action>,
        names: &Names,
        canvas: &Canvas,
    ) -> String {
        let mut picture = String::new();
        let aims = marks.choice.and_then(|action| self.aims(view, action)).unwrap_or_default();
        self.draw_track(&mut picture, view, &aims, marks.since, canvas, CELL);
        self.draw_heap(&mut picture, view, canvas);
        draw_own(&mut picture, view, names, canvas);
        picture
    }

    /// Draws the track and the cards on the table, and nothing of what the seat has.
    pub(super) fn draw_public(&self, view: &View, canvas: &Canvas) -> String {
        let mut picture = String::new();
        self.draw_track(&mut picture, view, &ByAnimal::default(), None, canvas, CELL);
        self.draw_heap(&mut picture, view, canvas);
        picture
    }

    /// Draws the cards on the table as a short line.
    fn draw_heap(&self, picture: &mut String, view: &View, canvas: &Canvas) {
        let (on_table, limits) = (heap(view.open.table, canvas), &self.ruleset.table);
        let most = format!("{} of {}; of one {}", view.open.table.len(), limits.cards, limits.of_one_animal);
        let _ = writeln!(picture, "Table    {on_table} ({most})");
    }

    /// Draws the table in the fewest lines: the animals in words, the cards on the table, and what the seat has.
    fn draw_in_brief(&self, view: &View, names: &Names, canvas: &Canvas) -> String {
        let open = &view.open;
        let animals = self.animals.iter().map(|animal| {
            let at = match (open.podium.place(animal), self.at(view, animal)) {
                (Some(place), _) => place_word(place).to_owned(),
                (None, 0) => "start".to_owned(),
                (None, tile) => tile.to_string(),
            };
            canvas.paint(&format!("{animal} {at}"), ink(animal))
        });
        let streams = if open.streams.is_empty() {
            String::new()
        } else {
            format!("; streams {}", listed(open.streams.iter()))
        };
        let mut picture = format!("Tiles    {}{streams}\n", separated(animals, ", "));
        self.draw_heap(&mut picture, view, canvas);
        draw_own(&mut picture, view, names, canvas);
        picture
    }

    /// Draws the table, either with a key to its marks and a line for the deck, or in fewer lines.
    fn draw_parts(
        &self,
        view: &View,
        marks: &Marks<'_, View, Action>,
        names: &Names,
        canvas: &Canvas,
        cell: usize,
        is_long: bool,
    ) -> String {
        let mut picture = String::new();
        let aims = marks.choice.and_then(|action| self.aims(view, action)).unwrap_or_default();
        self.draw_track(&mut picture, view, &aims, marks.since, canvas, cell);
        if is_long && self.fits(canvas, CELL) && !view.open.streams.is_empty() {
            let runs = Animal::ALL.into_iter().any(|animal| aims[animal].is_some());
            let aim = if runs { ", > where it would run" } else { "" };
            let has_run = |since: &View| {
                Animal::ALL.iter().any(|animal| self.at(since, *animal) < self.at(view, *animal))
            };
            let path = if marks.since.is_some_and(has_run) { ", - its way" } else { "" };
            let key = format!("S start, F finish, ~ stream{aim}{path}, * began the round");
            let _ = writeln!(picture, "{}", canvas.paint(&key, Ink::Faint));
        }
        let placed = match marks.choice {
            Some(Action::Place(placement)) => view.open.table.checked_add(placement.cards()),
            _ => None,
        };
        self.draw_cards(&mut picture, view, placed, names, canvas, is_long);
        draw_own(&mut picture, view, names, canvas);
        picture
    }

    /// The tile of an animal, or one beyond the last if it has arrived.
    fn at(&self, view: &View, animal: Animal) -> u8 {
        let arrived = view.open.podium.place(animal).map(|_| self.finish());
        arrived.or(view.open.animals[animal]).unwrap_or(0)
    }

    /// Returns whether a picture of the track with tiles of this width fits. Long tracks and narrow screens get one
    /// line of words for each animal.
    fn fits(&self, canvas: &Canvas, cell: usize) -> bool {
        MARGIN + (usize::from(self.finish()) + 1) * cell <= canvas.width
    }

    /// Draws the track, a line for each animal, with a mark on the tile that it would reach and its way since an
    /// earlier view. On narrow screens, in words. Where tiles are large, an empty line is below each line.
    fn draw_track(
        &self,
        picture: &mut String,
        view: &View,
        aims: &ByAnimal<Option<u8>>,
        since: Option<&View>,
        canvas: &Canvas,
        cell: usize,
    ) {
        let (open, gap) = (&view.open, if cell > CELL { "\n" } else { "" });
        if open.games > 1 {
            let _ = writeln!(picture, "Game {} of {}", open.game, open.games);
        }
        let tiles = self.finish() - 1;
        let fits = self.fits(canvas, cell);
        if fits {
            let _ = write!(picture, "{:MARGIN$}{:>cell$}", "", "S");
            for tile in 1..=tiles {
                let _ = write!(picture, "{tile:>cell$}");
            }
            let _ = writeln!(picture, "{:>cell$}{gap}", "F");
        }
        for animal in self.animals.iter() {
            let (place, at) = (open.podium.place(animal), self.at(view, animal));
            let _ = write!(picture, "{}", canvas.paint(&format!("{animal:MARGIN$}"), ink(animal)));
            if !fits {
                let _ = writeln!(picture, "{}", self.place_in_words(at, place));
                continue;
            }
            // In the next game of a championship, an animal stands farther back than before.
            let way = since.map_or(at, |since| self.at(since, animal))..at;
            let aim = format!(">{}", initial(animal).to_ascii_lowercase());
            for tile in 0..=tiles {
                let (mark, paint) = if aims[animal] == Some(tile) {
                    (aim.clone(), ink(animal))
                } else if tile == at {
                    (initial(animal).to_string(), ink(animal))
                } else if open.streams.contains(tile) {
                    ("~".to_owned(), Ink::Blue)
                } else if tile > 0 && open.turbo[animal] == tile {
                    ("+2".to_owned(), Ink::Yellow)
                } else if way.contains(&tile) {
                    ("-".to_owned(), ink(animal))
                } else {
                    (".".to_owned(), Ink::Faint)
                };
                picture.push_str(&canvas.paint(&format!("{mark:>cell$}"), paint));
            }
            let is_aim = aims[animal] == Some(self.finish());
            let arrived = match place {
                Some(place) => place.to_string(),
                None if is_aim => aim,
                None => "|".to_owned(),
            };
            let _ = writeln!(picture, "{arrived:>cell$}{gap}");
        }
        if !fits && !open.streams.is_empty() {
            let _ = writeln!(picture, "Streams on tiles {}.", listed(open.streams.iter()));
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
    fn draw_cards(
        &self,
        picture: &mut String,
        view: &View,
        placed: Option<Cards>,
        names: &Names,
        canvas: &Canvas,
        is_long: bool,
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
        let most = if is_long {
            format!("{} cards; {} of one animal at most", limits.cards, limits.of_one_animal)
        } else {
            format!("{}; of one animal {}", limits.cards, limits.of_one_animal)
        };
        let (heap, count) = (heap(open.table, canvas), open.table.len());
        let _ = writeln!(picture, "Table    {heap} ({count}{with} of {most})");
        let deck = format!("{}; discard {}", counted(view.deck, "card", "cards"), view.discard.len());
        let seats = open.players.iter().take(view.hands.len()).map(|seat| {
            let token = if seat == open.first { "*" } else { "" };
            let total =
                if open.games > 1 { format!(", {} points", open.totals[seat]) } else { String::new() };
            let held = if is_long {
                counted(view.hands[seat], "card", "cards")
            } else {
                view.hands[seat].to_string()
            };
            let name = canvas.paint(&names.of(seat), names.colour(seat).ink());
            format!("{name}{token} ({held}{total})")
        });
        let seats = separated(seats, ", ");
        let _ = if is_long {
            writeln!(picture, "Deck     {deck}\nPlayers  {seats}")
        } else {
            writeln!(picture, "Cards    {seats}; deck {}, discard {}", view.deck, view.discard.len())
        };
    }
}

/// Draws the seat's own bets and hand.
fn draw_own(picture: &mut String, view: &View, names: &Names, canvas: &Canvas) {
    let owner = capitalized(&names.possessive(view.seat));
    let heading = |what: &str| canvas.paint(&format!("{owner} {what}"), names.colour(view.seat).ink());
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
