//! The track as a picture: a lane for each animal, with streams and tokens.

use super::animals::Animal;
use super::game::AnimalRace;
use super::picture::initial;
use super::view::View;
use crate::text::{Paint, Svg};

const NAMES: f64 = 80.0;
const TILE: f64 = 46.0;
const LANE: f64 = 40.0;
const GAP: f64 = 4.0;
const HEAD: f64 = 24.0;

pub(super) fn svg(game: &AnimalRace, view: &View) -> Svg {
    let finish = game.finish();
    let columns = f64::from(finish) + 1.0;
    let lanes = f64::from(game.animals.len());
    let mut svg =
        Svg::new(NAMES + columns * TILE + GAP, HEAD + lanes * LANE + GAP, "The track and its animals");
    for tile in 0..=finish {
        let name = match tile {
            0 => "start".to_owned(),
            tile if tile == finish => "finish".to_owned(),
            tile => tile.to_string(),
        };
        svg.words((left(tile) + TILE / 2.0, HEAD - 8.0), &name);
    }
    for (lane, animal) in game.animals.iter().enumerate() {
        draw_lane(&mut svg, game, view, lane, animal);
    }
    svg
}

fn left(tile: u8) -> f64 {
    NAMES + f64::from(tile) * TILE
}

fn draw_lane(svg: &mut Svg, game: &AnimalRace, view: &View, lane: usize, animal: Animal) {
    let open = &view.open;
    let top = HEAD + lane as f64 * LANE;
    let middle = top + LANE / 2.0;
    svg.note((6.0, middle + 4.0), &animal.to_string());
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
        let mark = match tile {
            _ if open.streams.contains(tile) => "~",
            _ if is_token => "+2",
            _ => continue,
        };
        svg.words((left(tile) + TILE / 2.0, middle + 4.0), mark);
    }
    let place = open.podium.place(animal);
    let at = place.map_or(open.animals[animal].unwrap_or(0), |_| game.finish());
    let letters = place.map_or_else(|| initial(animal).to_string(), |place| place.to_string());
    let title = match place {
        Some(place) => format!("the {animal} has arrived in place {place}"),
        None => format!("the {animal} on tile {at}"),
    };
    svg.token((left(at) + TILE / 2.0, middle), 14.0, Paint::Token(lane as u8), &letters, &title);
}
