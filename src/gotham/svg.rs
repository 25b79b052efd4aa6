//! Draws the circular track as a picture: a ring of spaces, clockwise, with the figures, the animals and the finish
//! sign; within it the standings, the decks and the deposit. Also draws what a seat holds.

use strum::VariantArray as _;

use super::action::Action;
use super::cards::{Animal, Card, Effect, Rank};
use super::game::Gotham;
use super::happening::Change;
use super::narrate::runner;
use super::position::Placed;
use super::track::Figure;
use super::view::View;
use crate::text::{HandItem, Marks, Names, Paint, Picture, Svg, around, counted};

/// The width of the picture.
const SIDE: f64 = 380.0;
const MARGIN: f64 = 4.0;
/// The maximum width of a space.
const SPACE: f64 = 38.0;

/// The name of a card in choices and in the hand.
pub(super) fn hand_name(card: Card) -> String {
    format!("hand-{card}")
}

/// The name of a deck in choices and on the board.
pub(super) fn deck_name(back: Rank) -> String {
    format!("deck-{}", back.number())
}

/// The colour of a back.
fn paint(back: Rank) -> Paint {
    [Paint::Orange, Paint::Green, Paint::Purple, Paint::Blue][back.index()]
}

/// The picture of an animal.
fn portrait(animal: Animal) -> Picture {
    match animal {
        Animal::Fish => Picture::Fish,
        Animal::Hedgehog => Picture::Hedgehog,
        Animal::Tortoise => Picture::Tortoise,
        Animal::Snail => Picture::Snail,
        Animal::Sheep => Picture::Sheep,
    }
}

/// The picture on the face of a card.
fn picture(effect: Effect) -> Picture {
    match effect {
        Effect::ToStart => Picture::Start,
        Effect::Forward(_) | Effect::InFrontOf(..) => Picture::Forward,
        Effect::Back(_) | Effect::Behind(..) => Picture::Back,
        Effect::SwapWith(_) => Picture::Swap,
        Effect::FinishTo(animal) => portrait(animal),
    }
}

/// The number of spaces on the face of a card; empty if it has none.
fn value(effect: Effect) -> String {
    match effect {
        Effect::Forward(spaces)
        | Effect::Back(spaces)
        | Effect::InFrontOf(spaces, _)
        | Effect::Behind(spaces, _) => spaces.to_string(),
        Effect::ToStart | Effect::SwapWith(_) | Effect::FinishTo(_) => String::new(),
    }
}

/// What the seat holds: its cards.
pub(super) fn held(view: &View) -> Vec<HandItem> {
    let mut held: Vec<HandItem> = Vec::new();
    for card in view.hand() {
        let name = hand_name(card);
        match held.last_mut() {
            Some(last) if last.name == name => last.count += 1,
            _ => {
                let item = HandItem::new(name, card.to_string(), 1, paint(card.back()));
                held.push(item.with_picture(picture(card.effect())).with_value(value(card.effect())));
            }
        }
    }
    held
}

/// The view that a picture shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Eyes {
    /// The seat's own view, with the cards that it has placed.
    Seat,
    /// The view of somebody who has no seat.
    Watcher,
}

/// Draws the table with these marks.
pub(super) fn svg(
    game: &Gotham,
    view: &View,
    marks: &Marks<'_, View, Action>,
    eyes: Eyes,
    names: &Names,
) -> Svg {
    let ring = Ring::new(game.ruleset.track.spaces);
    let mut svg = Svg::new(SIDE, SIDE, "The track, its figures and the finish sign");
    draw_spaces(&mut svg, game, view, &ring);
    if let Some(since) = marks.since {
        for stand in view.figures() {
            if let Some(from) = view.moved_from(since, stand.figure) {
                let figure = stand.figure.to_string();
                svg.trail(&figure, &ring.way(from, stand.at), |svg, at| {
                    svg.pawn(at, ring.pawn(), colour(stand.figure, names), &figure);
                });
            }
        }
    }
    draw_figures(&mut svg, view, &ring, names);
    if let Some(Action::Place(card)) = marks.choice {
        match game.change_now(view, card) {
            Some(Change::Moves { figure, from, to, .. }) => {
                svg.line(&ring.way(from, to), Paint::Way);
                svg.ghost(ring.middle(to), 10.0, &figure.to_string());
            }
            Some(Change::Swaps { figure, with }) => {
                let at = |figure: Figure| view.figures().into_iter().find(|stand| stand.figure == figure);
                let [from, to] = [figure, with].map(|figure| at(figure).map_or(0, |stand| stand.at));
                svg.line(&ring.way(from, to), Paint::Way);
            }
            Some(Change::SignMoves { to, .. }) => {
                let at = ring.middle(game.ruleset.track.animals.space(to));
                svg.ghost(at, 12.0, "");
                svg.shade(at, 16.0, Picture::Finish);
            }
            None => {}
        }
    }
    draw_infield(&mut svg, view, &ring, eyes, names);
    svg
}

/// The spaces in a square ring, clockwise from the upper left corner.
struct Ring {
    spaces: i16,
    /// The number of spaces on a side, not counting the corner that ends it.
    side: i16,
    /// The distance from one space to the next.
    width: f64,
}

impl Ring {
    fn new(spaces: i16) -> Self {
        let spaces = spaces.max(1);
        let side = (spaces + 3) / 4;
        Self { spaces, side, width: (SIDE - 2.0 * MARGIN) / (f64::from(side) + 1.0) }
    }

    /// The width of a space as drawn.
    fn space(&self) -> f64 {
        (self.width - 2.0).min(SPACE)
    }

    /// The size of a figure.
    fn pawn(&self) -> f64 {
        (self.space() / 2.0).clamp(10.0, 19.0)
    }

    /// The way along the ring from one coordinate to another, at most once round.
    fn way(&self, from: i16, to: i16) -> Vec<(f64, f64)> {
        let spaces = to.saturating_sub(from).clamp(-self.spaces, self.spaces);
        let step = spaces.signum();
        (0..=spaces.abs()).map(|number| self.middle(to - spaces + step * number)).collect()
    }

    /// The centre of the space at a coordinate.
    fn middle(&self, at: i16) -> (f64, f64) {
        let space = at.rem_euclid(self.spaces);
        let (side, along) = (space / self.side, f64::from(space % self.side));
        let end = f64::from(self.side);
        let (column, row) = match side {
            0 => (along, 0.0),
            1 => (end, along),
            2 => (end - along, end),
            _ => (0.0, end - along),
        };
        let place = |index: f64| ((MARGIN + (index + 0.5) * self.width) * 10.0).round() / 10.0;
        (place(column), place(row))
    }
}

fn draw_spaces(svg: &mut Svg, game: &Gotham, view: &View, ring: &Ring) {
    let animals = &game.ruleset.track.animals;
    let sign = animals.space(view.sign());
    let width = ring.space();
    for space in 0..ring.spaces {
        let here = Animal::VARIANTS.iter().copied().find(|animal| animals.space(*animal) == space);
        let has_sign = sign == space;
        let animal = if has_sign { Some(view.sign()) } else { here };
        let paint = match animal {
            Some(_) if has_sign => Paint::Red,
            Some(_) => Paint::Teal,
            None if space == 0 => Paint::Orange,
            None => Paint::Plain,
        };
        let title = match animal {
            Some(animal) if has_sign => format!("space {space}, the {animal} with the finish sign"),
            Some(animal) => format!("space {space}, the {animal}"),
            None => format!("space {space}"),
        };
        let (x, y) = ring.middle(space);
        svg.named(&space.to_string(), &title, |svg| {
            svg.rect((x - width / 2.0, y - width / 2.0), (width, width), paint);
            svg.words((x - width / 2.0 + 9.0, y - width / 2.0 + 11.0), &space.to_string());
            if let Some(animal) = animal {
                svg.picture((x - width / 8.0, y + width / 7.0), width * 0.62, portrait(animal));
            } else if space == 0 {
                svg.picture((x - width / 8.0, y + width / 7.0), width * 0.62, Picture::Start);
            }
            if has_sign {
                svg.picture((x + width / 3.0, y - width / 5.0), width * 0.55, Picture::Finish);
            }
        });
    }
}

/// The colour of a figure: that of its player, or of the seat that would own it.
fn colour(figure: Figure, names: &Names) -> Paint {
    names.colour(figure.seat()).paint()
}

/// Draws the figures on their spaces.
fn draw_figures(svg: &mut Svg, view: &View, ring: &Ring, names: &Names) {
    let figures = view.figures();
    for space in 0..ring.spaces {
        let here: Vec<_> = figures.iter().filter(|stand| stand.at.rem_euclid(ring.spaces) == space).collect();
        let (x, y) = ring.middle(space);
        // A single figure leaves the number of the space visible.
        let x = if here.len() == 1 { x + ring.space() / 5.0 } else { x };
        let places = around((x, y - 2.0), here.len(), (ring.space() / 2.0 - 2.0).min(17.0));
        for (stand, at) in here.iter().zip(places) {
            let owner = runner(stand.figure, stand.figure.owner(view.players()), names);
            let title = format!("{owner} at {}", stand.at);
            let figure = stand.figure.to_string();
            svg.named(&figure, &title, |svg| {
                svg.pawn(at, ring.pawn(), colour(stand.figure, names), &figure);
            });
        }
    }
}

/// Draws the words and the cards within the ring.
fn draw_infield(svg: &mut Svg, view: &View, ring: &Ring, eyes: Eyes, names: &Names) {
    let (left, top) = (MARGIN + ring.width + 8.0, MARGIN + ring.width);
    let mut line = top + 16.0;
    let mut note = |svg: &mut Svg, text: &str, below: f64| {
        svg.note((left, line), text);
        line += below;
    };
    note(svg, &format!("Round {}. The finish sign is at the {}.", view.round(), view.sign()), 20.0);
    for (rank, stand) in Rank::ALL.into_iter().zip(view.figures()) {
        let owner = runner(stand.figure, stand.figure.owner(view.players()), names);
        note(svg, &format!("{rank}  {owner} at {}, lane {}", stand.at, view.lane(rank)), 16.0);
    }
    let across = (SIDE - 2.0 * left + 4.0) / 4.0;
    note(svg, "Decks", 8.0);
    let decks = line;
    for back in Rank::ALL {
        let (x, count) = (left + across * back.index() as f64, view.left(back));
        let title = format!("the deck of the {back}, {} left", counted(count, "card", "cards"));
        svg.named(&deck_name(back), &title, |svg| {
            draw_card(svg, (x, decks), (across - 4.0, 48.0), Some(back));
            svg.value((x + across / 2.0 - 2.0, decks + 24.0), &back.to_string());
            svg.words((x + across / 2.0 - 2.0, decks + 38.0), &format!("{count} left"));
        });
    }
    line = decks + 64.0;
    svg.note((left, line), "Pile");
    for (index, placed) in view.deposit().enumerate() {
        draw_placed(
            svg,
            view,
            placed,
            (left + across * index as f64, line + 8.0),
            across - 4.0,
            (eyes, names),
        );
    }
    let below = line + 72.0;
    if below + 50.0 < SIDE - top {
        draw_animals(svg, (left, below), across * 4.0 / Animal::VARIANTS.len() as f64);
    }
}

/// Names the animals of the track, where there is room for it.
fn draw_animals(svg: &mut Svg, (left, top): (f64, f64), across: f64) {
    let width = across * Animal::VARIANTS.len() as f64;
    svg.city((left, top), (width, width * 0.12));
    for (index, animal) in Animal::VARIANTS.iter().enumerate() {
        let x = left + across * (index as f64 + 0.5);
        svg.picture((x, top + 24.0), 24.0, portrait(*animal));
        svg.words((x, top + 49.0), &animal.to_string());
    }
}

/// Draws a card on the deposit: the figure for which it was placed, its back, and its face for those who know it.
fn draw_placed(
    svg: &mut Svg,
    view: &View,
    placed: Placed,
    (x, y): (f64, f64),
    width: f64,
    (eyes, names): (Eyes, &Names),
) {
    let is_own = placed.figure.owner(view.players()) == Some(view.seat());
    let card = placed.card.filter(|_| eyes == Eyes::Seat || !is_own);
    let face = card.map_or_else(|| "face down".to_owned(), |card| card.effect().to_string());
    let title = format!("{} has placed a card of the {}, {face}", placed.figure, placed.back);
    svg.named(&format!("deposit-{}", placed.figure), &title, |svg| {
        draw_card(svg, (x, y), (width, 62.0), card.is_none().then_some(placed.back));
        svg.pawn((x + 14.0, y + 14.0), 20.0, colour(placed.figure, names), &placed.figure.to_string());
        match card {
            Some(card) => {
                svg.picture((x + width - 18.0, y + 16.0), 22.0, picture(card.effect()));
                svg.sign((x + width - 34.0, y + 21.0), &value(card.effect()));
            }
            None => svg.sign((x + width - 18.0, y + 18.0), &placed.back.to_string()),
        }
        let (first, second) = in_two_lines(&face);
        svg.words((x + width / 2.0, y + 40.0), first);
        svg.words((x + width / 2.0, y + 53.0), second);
    });
}

/// Draws a card: its face, or its back in the colour of its rank.
fn draw_card(svg: &mut Svg, (x, y): (f64, f64), (width, height): (f64, f64), back: Option<Rank>) {
    svg.rect((x, y), (width, height), Paint::Card);
    if let Some(back) = back {
        svg.rect((x + 3.0, y + 3.0), (width - 6.0, height - 6.0), paint(back));
    }
}

/// Splits a face into two lines: `5 in front of 2nd` becomes `5 in front` and `of 2nd`.
fn in_two_lines(face: &str) -> (&str, &str) {
    let at = if face.len() > 9 { face.rfind(" of ").or_else(|| face.rfind(' ')) } else { None };
    at.map_or((face, ""), |at| (&face[..at], face[at..].trim_start()))
}
