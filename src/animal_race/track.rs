//! The tiles of the track.

use serde::{Deserialize, Serialize};

/// The most tiles that a track may have.
pub const MOST_TILES: u8 = 60;

/// A set of tiles, 1 to [`MOST_TILES`]; written as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Tiles(u64);

impl Tiles {
    /// No tile.
    pub const NONE: Self = Self(0);

    /// Whether the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: u8) -> bool {
        tile <= MOST_TILES && self.0 >> tile & 1 == 1
    }

    /// The set with this tile, 1 to [`MOST_TILES`], in it as well.
    #[inline]
    pub const fn with(self, tile: u8) -> Self {
        Self(self.0 | 1 << (tile & 63))
    }

    /// The first tile of the set after `from` and not after `to`.
    #[inline]
    pub const fn first_between(self, from: u8, to: u8) -> Option<u8> {
        let reached = (u64::MAX >> (63 - to as u32)) & !(u64::MAX >> (63 - from as u32));
        match (self.0 & reached).trailing_zeros() {
            64 => None,
            tile => Some(tile as u8),
        }
    }

    /// How many tiles it has.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether it has none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its tiles in ascending order.
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
}
