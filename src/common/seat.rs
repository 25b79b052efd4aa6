//! Seats at the table, and values for each seat.

use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::common::words::listed;

/// The largest number of seats in a game of this library.
pub const MAX_SEATS: usize = 8;

/// A seat at the table, numbered clockwise from 0; by default the first.
///
/// The left neighbour of seat `s` is `s + 1`; seat 0 follows the last one. People count from 1, so a seat is
/// written and parsed as `1`, `2`, ... Data files (JSON) contain the number from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The first seat, number 0.
    pub const FIRST: Self = Self(0);

    /// Returns the seat with this number, counted from 0; `None` from [`MAX_SEATS`] on.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// The number, counted from 0.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    /// Writes the number counted from 1, as people count.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

/// The error for a text or number that is not a seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a seat: seats are 1 to {MAX_SEATS}")]
pub struct NoSuchSeat(pub String);

impl FromStr for Seat {
    type Err = NoSuchSeat;

    fn from_str(text: &str) -> Result<Self, NoSuchSeat> {
        let counted: Option<u8> = text.trim().parse().ok();
        counted.and_then(|n| n.checked_sub(1)).and_then(Self::new).ok_or_else(|| NoSuchSeat(text.to_owned()))
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Self, NoSuchSeat> {
        Self::new(number).ok_or_else(|| NoSuchSeat(format!("seat number {number} (from 0)")))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

/// The number of seats in a game: 1 to [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "u8", into = "u8")]
pub struct Seats(u8);

impl Seats {
    /// The largest number of seats.
    pub const MOST: Self = Self(MAX_SEATS as u8);

    /// Returns a table of `count` seats; `None` for 0 and above [`MAX_SEATS`].
    pub const fn new(count: u8) -> Option<Self> {
        if count >= 1 && count as usize <= MAX_SEATS { Some(Self(count)) } else { None }
    }

    /// The number of seats.
    #[inline]
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Returns whether `seat` is at this table.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// All seats in ascending order.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        (0..self.0).map(Seat)
    }

    /// Returns the left neighbour of `seat`, the next one clockwise.
    #[inline]
    pub const fn left_of(self, seat: Seat) -> Seat {
        if seat.0 + 1 >= self.0 { Seat(0) } else { Seat(seat.0 + 1) }
    }

    /// Lists all seats clockwise, beginning with `first`.
    #[inline]
    pub fn clockwise_from(self, first: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        (0..self.0).map(move |step| Seat((first.0 + step) % self.0))
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Seats {
    type Error = NoSuchSeat;

    fn try_from(count: u8) -> Result<Self, NoSuchSeat> {
        Self::new(count).ok_or_else(|| NoSuchSeat(format!("{count} seats")))
    }
}

impl From<Seats> for u8 {
    fn from(seats: Seats) -> Self {
        seats.0
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Creates the set of one seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Returns whether `seat` is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Returns the set with `seat` added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Returns the set with `seat` removed.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Returns the next seat of the set after `seat`, clockwise; `seat` itself if there is no other.
    #[inline]
    pub const fn next_after(self, seat: Seat) -> Seat {
        let later = self.0 & (0xfe << seat.0);
        let next = if later == 0 { self.0 } else { later };
        if next == 0 { seat } else { Seat(next.trailing_zeros() as u8) }
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The seats in ascending order.
    #[inline]
    pub fn iter(self) -> SeatsOf {
        self.into_iter()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for SeatSet {
    /// Writes the seats counted from 1: `1, 2 and 4`; `none` for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&if self.is_empty() { "none".to_owned() } else { listed(self.iter()) })
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = SeatsOf;

    fn into_iter(self) -> SeatsOf {
        SeatsOf(self)
    }
}

/// An iterator over the seats of a [`SeatSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct SeatsOf(SeatSet);

impl Iterator for SeatsOf {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let first = Seat(self.0.0.trailing_zeros() as u8);
        self.0.0 &= self.0.0.wrapping_sub(1);
        (usize::from(first.0) < MAX_SEATS).then_some(first)
    }
}

/// One value for each of at most `N` seats, stored inline so that states stay plain data.
///
/// ```
/// use furlong::{Seat, SeatMap};
///
/// let mut squares = SeatMap::<u8>::default();
/// squares[Seat::FIRST] += 3;
/// assert_eq!(squares[Seat::FIRST], 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatMap<T, const N: usize = MAX_SEATS>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for SeatMap<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}

impl<T, const N: usize> Index<Seat> for SeatMap<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T, const N: usize> IndexMut<Seat> for SeatMap<T, N> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T, const N: usize> SeatMap<T, N> {
    /// Each seat with its value, in seat order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(index, value)| (Seat(index as u8), value))
    }
}

impl<T: Serialize, const N: usize> Serialize for SeatMap<T, N> {
    /// Writes a plain list of `N` values in seat order.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for SeatMap<T, N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        let count = values.len();
        let values = values.try_into();
        values.map(Self).map_err(|_| serde::de::Error::invalid_length(count, &"one value for each seat"))
    }
}

/// Implements the schema for values by seat, which are written as a plain list.
#[cfg(feature = "schema")]
macro_rules! schema_of_a_list {
    ($($by_seat:ident),*) => {$(
        impl<T: schemars::JsonSchema, const N: usize> schemars::JsonSchema for $by_seat<T, N> {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                format!("BySeat_of_{}", T::schema_name()).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <Vec<T>>::json_schema(generator)
            }
        }
    )*};
}

#[cfg(feature = "schema")]
schema_of_a_list!(SeatMap, SeatList);

/// A list with one value for each seat at a table, stored inline. It dereferences to a slice in seat order
/// and is written as a plain list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatList<T, const N: usize = MAX_SEATS> {
    len: u8,
    // Items from `len` on always have the default value, so that equal lists compare equal.
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> SeatList<T, N> {
    /// Creates a list with one value for each seat. Seats from `N` on are left out.
    #[inline]
    pub fn new(seats: Seats, value: impl FnMut(Seat) -> T) -> Self {
        seats.iter().map(value).collect()
    }
}

impl<T, const N: usize> SeatList<T, N> {
    /// The values in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> Deref for SeatList<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T, const N: usize> DerefMut for SeatList<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a SeatList<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for SeatList<T, N> {
    /// Collects the values in seat order. Items from `N` on are left out.
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut list = Self::default();
        for (item, value) in list.items.iter_mut().zip(values) {
            *item = value;
            list.len += 1;
        }
        list
    }
}

impl<T: Copy + Default, const N: usize> Default for SeatList<T, N> {
    fn default() -> Self {
        Self { len: 0, items: [T::default(); N] }
    }
}

impl<T: Copy + Default, const N: usize> Index<Seat> for SeatList<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.items[seat.index()]
    }
}

impl<T: Serialize, const N: usize> Serialize for SeatList<T, N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for SeatList<T, N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        if values.len() > N {
            return Err(serde::de::Error::invalid_length(values.len(), &"one value for each seat"));
        }
        Ok(values.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_reads_back_what_it_writes() {
        for seat in Seats::new(8).into_iter().flat_map(Seats::iter) {
            assert_eq!(seat.to_string().parse::<Seat>(), Ok(seat));
        }
        assert!("0".parse::<Seat>().is_err());
        assert!("9".parse::<Seat>().is_err());
    }

    #[test]
    fn the_left_neighbour_of_the_last_seat_is_the_first() {
        let three = Seats::new(3).expect("three seats");
        let around: Vec<u8> = three.clockwise_from(Seat(2)).map(Seat::number).collect();
        assert_eq!(around, [2, 0, 1]);
        assert_eq!(three.left_of(Seat(2)), Seat::FIRST);
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: SeatSet = [Seat(4), Seat(1)].into_iter().collect();
        assert_eq!(set.iter().map(Seat::number).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(set.len(), 2);
        assert_eq!(set.without(Seat(4)), SeatSet::only(Seat(1)));
    }

    #[test]
    fn the_next_of_a_set_goes_round_the_table() {
        let set: SeatSet = [Seat(1), Seat(4), Seat(7)].into_iter().collect();
        let next = |seat| set.next_after(Seat(seat)).number();
        assert_eq!([0, 1, 2, 4, 6, 7].map(next), [1, 4, 4, 7, 7, 1]);
        assert_eq!(SeatSet::only(Seat(3)).next_after(Seat(3)), Seat(3));
        assert_eq!(SeatSet::EMPTY.next_after(Seat(2)), Seat(2));
    }
}
