//! Draws the track as a picture: a lane for each animal with streams and tokens, the cards on the table below, and
//! what a seat holds.

use super::action::Action;
use super::animals::Animal;
use super::cards::{Card, Cards};
use super::game::AnimalRace;
use super::view::View;
use crate::text::{HandItem, Marks, Paint, Picture, Svg, counted};

const NAMES: f64 = 70.0;
const TILE: f64 = 25.0;
const LANE: f64 = 34.0;
const GAP: f64 = 2.0;
/// The size of an animal.
const SIZE: f64 = 25.0;
const HEAD: f64 = 20.0;
/// The place of the cards on the table, right of the deck.
const DECK: f64 = 42.0;
/// The height of the cards on the table.
const TABLE: f64 = 48.0;

/// The name of a card in choices and in the hand.
pub(super) fn hand_name(card: Card) -> String {
    format!("hand-{card}")
}

/// What the seat holds: its racing cards and its bets.
pub(super) fn held(view: &View) -> Vec<HandItem> {
    let cards = view.hand.iter().map(|(card, count)| {
        HandItem::new(hand_name(card), card.to_string(), count.into(), Paint::Card).with_picture(face(card))
    });
    let bets = Animal::ALL.into_iter().filter_map(|animal| {
        let count = view.bets.animals().filter(|bet| *bet == animal).count() as u16;
        (count > 0).then(|| {
            HandItem::new(format!("bet-{animal}"), format!("bet on the {animal}"), count, Paint::Orange)
                .with_picture(portrait(animal))
        })
    });
    cards.chain(bets).collect()
}

/// The picture of an animal.
fn portrait(animal: Animal) -> Picture {
    match animal {
        Animal::Hare => Picture::Hare,
        Animal::Tortoise => Picture::Tortoise,
        Animal::Wolf => Picture::Wolf,
        Animal::Fox => Picture::Fox,
        Animal::Lamb => Picture::Sheep,
    }
}

/// The picture on a card.
fn face(card: Card) -> Picture {
    if card == Card::Howl { Picture::Howl } else { portrait(card.animal()) }
}

pub(super) fn svg(game: &AnimalRace, view: &View, marks: &Marks<'_, View, Action>) -> Svg {
    let finish = game.finish();
    let columns = f64::from(finish) + 1.0;
    let lanes = f64::from(game.animals.len());
    let below = HEAD + lanes * LANE;
    let width = (NAMES + columns * TILE + GAP).max(360.0);
    let mut svg = Svg::new(width, below + TABLE + 26.0, "The track, its animals and the cards on the table");
    for tile in 0..=finish {
        let name = match tile {
            0 => "S".to_owned(),
            tile if tile == finish => "F".to_owned(),
            tile => tile.to_string(),
        };
        svg.words((left(tile) + TILE / 2.0, HEAD - 6.0), &name);
    }
    let aims = marks.choice.and_then(|action| game.aims(view, action)).unwrap_or_default();
    for (lane, animal) in game.animals.iter().enumerate() {
        draw_lane(&mut svg, game, view, lane, animal);
        draw_animal(&mut svg, game, view, marks.since, (lane, animal));
        if let Some(aim) = aims[animal] {
            let middle = middle(lane);
            let to = left(aim) + TILE / 2.0;
            svg.line(&[(left(at(game, view, animal)) + TILE / 2.0, middle), (to, middle)], Paint::Way);
            svg.ghost((to, middle), 12.0, "");
            svg.shade((to, middle), SIZE, portrait(animal));
        }
    }
    let placed = match marks.choice {
        Some(Action::Place(placement)) => placement.cards(),
        _ => Cards::default(),
    };
    draw_table(&mut svg, game, view, placed, below + 8.0);
    svg
}

fn left(tile: u8) -> f64 {
    NAMES + f64::from(tile) * TILE
}

fn middle(lane: usize) -> f64 {
    HEAD + (lane as f64 + 0.5) * LANE
}

/// The tile on which an animal stands, or one beyond the last if it has arrived.
fn at(game: &AnimalRace, view: &View, animal: Animal) -> u8 {
    let open = &view.open;
    open.podium.place(animal).map_or(open.animals[animal].unwrap_or(0), |_| game.finish())
}

fn draw_lane(svg: &mut Svg, game: &AnimalRace, view: &View, lane: usize, animal: Animal) {
    let open = &view.open;
    let top = HEAD + lane as f64 * LANE;
    svg.note((2.0, middle(lane) + 4.0), &animal.to_string());
    for tile in 0..=game.finish() {
        let is_token = tile > 0 && open.turbo[animal] == tile;
        let paint = match tile {
            0 => Paint::Plain,
            tile if tile == game.finish() => Paint::Red,
            tile if open.streams.contains(tile) => Paint::Blue,
            _ if is_token => Paint::Orange,
            _ => Paint::Green,
        };
        svg.rect((left(tile) + GAP / 2.0, top + GAP / 2.0), (TILE - GAP, LANE - GAP), paint);
        let at = (left(tile) + TILE / 2.0, middle(lane));
        if open.streams.contains(tile) {
            svg.picture(at, 18.0, Picture::Water);
        } else if is_token {
            svg.sign((at.0, at.1 + 4.0), "+2");
        }
    }
}

/// Draws the token of an animal, with its way since an earlier view.
fn draw_animal(
    svg: &mut Svg,
    game: &AnimalRace,
    view: &View,
    since: Option<&View>,
    (lane, animal): (usize, Animal),
) {
    let (place, at) = (view.open.podium.place(animal), at(game, view, animal));
    let point = |tile: u8| (left(tile) + TILE / 2.0, middle(lane));
    let before = since.map_or(at, |since| self::at(game, since, animal));
    // In the next game of a championship, an animal stands farther back than before.
    if before < at {
        let way: Vec<_> = (before..=at).map(point).collect();
        svg.trail(&animal.to_string(), &way, |svg, from| svg.picture(from, SIZE, portrait(animal)));
    }
    let title = match place {
        Some(place) => format!("the {animal} has arrived in place {place}"),
        None => format!("the {animal} on tile {at}"),
    };
    svg.named(&animal.to_string(), &title, |svg| {
        let (x, y) = point(at);
        svg.spot((x, y), 13.0);
        svg.picture((x, y), SIZE, portrait(animal));
        if let Some(place) = place {
            svg.ghost((x - 9.0, y + 9.0), 6.5, &place.to_string());
        }
    });
}

/// Draws the cards on the table, together with those that a considered choice would add.
fn draw_table(svg: &mut Svg, game: &AnimalRace, view: &View, placed: Cards, top: f64) {
    let limits = &game.ruleset.table;
    let on_table = view.open.table;
    let heading = format!(
        "Table: {} of {}; {} of one animal at most.",
        counted(on_table.len(), "card", "cards"),
        limits.cards,
        limits.of_one_animal,
    );
    svg.note((2.0, top + 8.0), "Deck");
    svg.note((DECK, top + 8.0), &heading);
    let deck = counted(view.deck, "card", "cards");
    svg.named("deck", &format!("the deck, {deck} left"), |svg| {
        svg.picture((18.0, top + 37.0), TABLE - 6.0, Picture::CardBack);
        svg.rect((6.0, top + 29.0), (24.0, 16.0), Paint::Card);
        svg.sign((18.0, top + 41.5), &view.deck.to_string());
    });
    let kinds = Card::ALL.into_iter().filter(|card| on_table[*card] + placed[*card] > 0);
    for (index, card) in kinds.enumerate() {
        let (x, y) = (DECK + index as f64 * 56.0, top + 16.0);
        let (lying, added) = (on_table[card], placed[card]);
        let title =
            format!("{} on the table", counted(lying, &format!("{card} card"), &format!("{card} cards")));
        svg.named(&format!("table-{card}"), &title, |svg| {
            svg.rect((x, y), (53.0, TABLE - 6.0), Paint::Card);
            // A sum needs more room than a number.
            let (at, size) = if added > 0 { (11.0, 20.0) } else { (16.0, 26.0) };
            svg.picture((x + at, y + 16.0), size, face(card));
            let count = if added > 0 { format!("{lying}+{added}") } else { lying.to_string() };
            svg.sign((x + at + 24.0, y + 21.0), &count);
            svg.words((x + 26.5, y + 38.0), &card.to_string());
        });
    }
}
