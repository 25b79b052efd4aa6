//! The track: its tiles, the animals on them, and the podium beyond the finish line.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::animals::{ANIMALS, Animal};

/// The maximum number of tiles of a track.
pub const MOST_TILES: u8 = 60;

/// A set of tiles, 1 to [`MOST_TILES`]; written as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Tiles(u64);

impl Tiles {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns whether the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: u8) -> bool {
        tile <= MOST_TILES && self.0 >> tile & 1 == 1
    }

    /// The set with this tile, 1 to [`MOST_TILES`], added.
    #[inline]
    #[must_use]
    pub const fn with(self, tile: u8) -> Self {
        Self(self.0 | 1 << (tile & 63))
    }

    /// The first tile of the set that is after `from` and not after `to`.
    #[inline]
    pub const fn first_between(self, from: u8, to: u8) -> Option<u8> {
        let reached = (u64::MAX >> (63 - to as u32)) & !(u64::MAX >> (63 - from as u32));
        match (self.0 & reached).trailing_zeros() {
            64 => None,
            tile => Some(tile as u8),
        }
    }

    /// The number of tiles in the set.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles of the set in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=MOST_TILES).filter(move |tile| self.contains(*tile))
    }
}

impl TryFrom<Vec<u8>> for Tiles {
    type Error = String;

    fn try_from(tiles: Vec<u8>) -> Result<Self, String> {
        tiles.into_iter().try_fold(Self::NONE, |set, tile| {
            if (1..=MOST_TILES).contains(&tile) && !set.contains(tile) {
                Ok(set.with(tile))
            } else {
                Err(format!("tile {tile}: each tile from 1 to {MOST_TILES} can be listed once"))
            }
        })
    }
}

impl From<Tiles> for Vec<u8> {
    fn from(tiles: Tiles) -> Self {
        tiles.iter().collect()
    }
}

/// The tile of each animal on the track, where it is known; written as a table without the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "BTreeMap<Animal, u8>", into = "BTreeMap<Animal, u8>")]
pub struct OnTrack([Option<u8>; ANIMALS]);

impl OnTrack {
    /// Makes a table with `tile` for each animal.
    pub fn new(tile: impl FnMut(Animal) -> Option<u8>) -> Self {
        Self(Animal::ALL.map(tile))
    }
}

impl Index<Animal> for OnTrack {
    type Output = Option<u8>;

    fn index(&self, animal: Animal) -> &Option<u8> {
        &self.0[animal.index()]
    }
}

impl IndexMut<Animal> for OnTrack {
    fn index_mut(&mut self, animal: Animal) -> &mut Option<u8> {
        &mut self.0[animal.index()]
    }
}

impl From<BTreeMap<Animal, u8>> for OnTrack {
    fn from(tiles: BTreeMap<Animal, u8>) -> Self {
        Self::new(|animal| tiles.get(&animal).copied())
    }
}

impl From<OnTrack> for BTreeMap<Animal, u8> {
    fn from(tiles: OnTrack) -> Self {
        Animal::ALL.into_iter().filter_map(|animal| Some((animal, tiles[animal]?))).collect()
    }
}

/// The animals that have arrived, each once; written as a list in the order of arrival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<Animal>", into = "Vec<Animal>")]
pub struct Podium {
    /// The place of each animal, from 1; 0 while it races.
    places: [u8; ANIMALS],
}

impl Podium {
    /// The empty podium.
    pub const EMPTY: Self = Self { places: [0; ANIMALS] };

    /// Returns whether the animal has arrived.
    #[inline]
    pub const fn contains(self, animal: Animal) -> bool {
        self.places[animal.index()] > 0
    }

    /// The place of the animal, from 1; `None` while it is still racing.
    #[inline]
    pub fn place(self, animal: Animal) -> Option<u8> {
        let place = self.places[animal.index()];
        (place > 0).then_some(place)
    }

    /// The number of animals that have arrived.
    #[inline]
    pub fn len(self) -> u8 {
        self.places.iter().filter(|place| **place > 0).count() as u8
    }

    /// All places in one word, one byte for each animal.
    #[inline]
    pub(super) const fn word(self) -> u64 {
        let [hare, tortoise, wolf, fox, lamb] = self.places;
        u64::from_le_bytes([hare, tortoise, wolf, fox, lamb, 0, 0, 0])
    }

    /// Returns whether nobody has arrived.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.places == [0; ANIMALS]
    }

    /// AR-28: gives a racing animal the best free place, and returns it.
    #[inline]
    pub(super) fn add(&mut self, animal: Animal) -> u8 {
        let place = self.len() + 1;
        self.places[animal.index()] = place;
        place
    }

    /// The animals in the order of arrival.
    pub fn iter(self) -> impl Iterator<Item = Animal> {
        let at = move |place| Animal::ALL.into_iter().find(|animal| self.place(*animal) == Some(place));
        (1..=self.len()).filter_map(at)
    }
}

impl TryFrom<Vec<Animal>> for Podium {
    type Error = String;

    fn try_from(animals: Vec<Animal>) -> Result<Self, String> {
        let mut podium = Self::EMPTY;
        for animal in animals {
            if podium.contains(animal) {
                return Err(format!("the {animal} stands on the podium twice"));
            }
            podium.add(animal);
        }
        Ok(podium)
    }
}

impl From<Podium> for Vec<Animal> {
    fn from(podium: Podium) -> Self {
        podium.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_tile_between_leaves_out_where_one_starts() {
        let tiles = Tiles::NONE.with(3).with(7);
        assert_eq!(tiles.first_between(0, 11), Some(3));
        assert_eq!(tiles.first_between(3, 11), Some(7));
        assert_eq!(tiles.first_between(3, 6), None);
        assert_eq!(tiles.first_between(6, 7), Some(7));
        assert_eq!(tiles.first_between(0, 0), None);
    }

    #[test]
    fn a_podium_is_a_list_in_the_order_of_arrival_with_each_animal_once() {
        let podium: Podium = serde_json::from_str(r#"["fox", "hare"]"#).expect("two animals");
        assert_eq!(podium.iter().collect::<Vec<_>>(), [Animal::Fox, Animal::Hare]);
        assert_eq!((podium.place(Animal::Hare), podium.place(Animal::Lamb)), (Some(2), None));
        assert_eq!(serde_json::to_string(&podium).expect("plain data"), r#"["fox","hare"]"#);
        assert_eq!((podium.is_empty(), Podium::EMPTY.is_empty()), (false, true));
        let error = serde_json::from_str::<Podium>(r#"["fox", "fox"]"#).expect_err("one fox");
        assert!(error.to_string().contains("the fox stands on the podium twice"), "{error}");
    }
}
