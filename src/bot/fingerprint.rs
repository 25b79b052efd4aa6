//! A number that stands for what a seat was told, so that a search can tell nodes apart without keeping
//! the happenings themselves.

use std::fmt;

use serde::ser::{self, Serialize};

use crate::game::RaceGame;
use crate::observer::Observer;
use crate::seat::Seat;

/// Listens for one seat and keeps a number of 64 bits of what it is told, in the order of telling.
///
/// Different tellings have different numbers but for a chance of about one in 10<sup>19</sup> a pair, and a search that
/// mixes up two of its nodes so is a little weaker and not wrong.
pub(super) struct Told<'a, G> {
    game: &'a G,
    seat: Seat,
    pub(super) fingerprint: Fingerprint,
}

impl<'a, G: RaceGame> Told<'a, G> {
    pub(super) fn to(game: &'a G, seat: Seat) -> Self {
        Self { game, seat, fingerprint: Fingerprint::default() }
    }
}

impl<G: RaceGame> Observer<G::Happening> for Told<'_, G> {
    fn see(&mut self, happening: impl FnOnce() -> G::Happening) {
        if let Some(told) = self.game.seen_by(&happening(), self.seat) {
            // Plain data is always written: a map with keys that are no texts has a fingerprint too.
            _ = told.serialize(&mut self.fingerprint);
        }
    }
}

/// The number, which takes in everything that is serialized into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fingerprint(pub(super) u64);

impl Fingerprint {
    fn take(&mut self, word: u64) {
        // Multiplication carries low bits up, and the shift brings them down again.
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn take_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.take(u64::from_le_bytes(word));
        }
        self.take(bytes.len() as u64);
    }
}

/// What a happening of a user's own may say while it is written.
#[derive(Debug)]
pub(super) struct NotWritten;

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it cannot be written")
    }
}

impl std::error::Error for NotWritten {}

impl ser::Error for NotWritten {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self
    }
}

type Written = Result<(), NotWritten>;

/// Numbers of all sizes are taken in as one word.
macro_rules! take_numbers {
    ($($method:ident: $number:ty => $word:expr;)*) => {
        $(fn $method(self, number: $number) -> Written {
            let word: fn($number) -> u64 = $word;
            self.take(word(number));
            Ok(())
        })*
    };
}

impl ser::Serializer for &mut Fingerprint {
    type Ok = ();
    type Error = NotWritten;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    take_numbers! {
        serialize_bool: bool => u64::from;
        serialize_i8: i8 => |number| number as u64;
        serialize_i16: i16 => |number| number as u64;
        serialize_i32: i32 => |number| number as u64;
        serialize_i64: i64 => |number| number as u64;
        serialize_u8: u8 => u64::from;
        serialize_u16: u16 => u64::from;
        serialize_u32: u32 => u64::from;
        serialize_u64: u64 => |number| number;
        serialize_f32: f32 => |number| u64::from(number.to_bits());
        serialize_f64: f64 => f64::to_bits;
        serialize_char: char => u64::from;
    }

    fn serialize_str(self, text: &str) -> Written {
        self.take_bytes(text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Written {
        self.take_bytes(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Written {
        self.take(0);
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Written {
        self.take(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Written {
        Ok(())
    }

    fn serialize_unit_variant(self, _name: &'static str, index: u32, _variant: &'static str) -> Written {
        self.take(index.into());
        Ok(())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _name: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        value: &T,
    ) -> Written {
        self.take(index.into());
        value.serialize(self)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self, NotWritten> {
        self.take(len.unwrap_or(usize::MAX) as u64);
        Ok(self)
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self, NotWritten> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Self, NotWritten> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self, NotWritten> {
        self.take(index.into());
        Ok(self)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self, NotWritten> {
        self.take(len.unwrap_or(usize::MAX) as u64);
        Ok(self)
    }

    fn serialize_struct(self, _name: &'static str, len: usize) -> Result<Self, NotWritten> {
        // Fields that are left out change the number of those that follow.
        self.take(len as u64);
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        len: usize,
    ) -> Result<Self, NotWritten> {
        self.take(u64::from(index) << 32 | len as u64);
        Ok(self)
    }
}

/// The parts of a value are taken in one after another.
macro_rules! take_parts {
    ($($kind:ident: $method:ident;)*) => {
        $(impl ser::$kind for &mut Fingerprint {
            type Ok = ();
            type Error = NotWritten;

            fn $method<T: ?Sized + Serialize>(&mut self, part: &T) -> Written {
                part.serialize(&mut **self)
            }

            fn end(self) -> Written {
                Ok(())
            }
        })*
    };
}

take_parts! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
}

impl ser::SerializeMap for &mut Fingerprint {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Written {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        Ok(())
    }
}

/// Fields have names, since those of structs may be left out.
macro_rules! take_fields {
    ($($kind:ident;)*) => {
        $(impl ser::$kind for &mut Fingerprint {
            type Ok = ();
            type Error = NotWritten;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, _name: &'static str, value: &T) -> Written {
                value.serialize(&mut **self)
            }

            fn skip_field(&mut self, _name: &'static str) -> Written {
                self.take(u64::MAX);
                Ok(())
            }

            fn end(self) -> Written {
                Ok(())
            }
        })*
    };
}

take_fields! {
    SerializeStruct;
    SerializeStructVariant;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Action, Dash, Happening};

    fn fingerprint(value: impl Serialize) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        value.serialize(&mut fingerprint).expect("plain data");
        fingerprint
    }

    #[test]
    fn equal_values_have_equal_fingerprints_and_others_do_not() {
        let seat = Seat::FIRST;
        let happenings = [
            Happening::Picked { seat, number: None },
            Happening::Picked { seat, number: Some(0) },
            Happening::Picked { seat, number: Some(1) },
            Happening::Rolled { seat, die: 1 },
            Happening::Walked { seat, to: 1 },
            Happening::Rested { seat },
            Happening::RoundEnds,
        ];
        for (index, one) in happenings.iter().enumerate() {
            for (other_index, other) in happenings.iter().enumerate() {
                assert_eq!(fingerprint(one) == fingerprint(other), index == other_index, "{one:?} {other:?}");
            }
        }
        assert_ne!(fingerprint((1, 2)), fingerprint((2, 1)));
        assert_ne!(fingerprint([vec![1], vec![]]), fingerprint([vec![], vec![1]]));
        assert_ne!(fingerprint("ab"), fingerprint("ab\0"));
    }

    #[test]
    fn a_secret_choice_looks_the_same_to_the_others_and_not_to_its_seat() {
        let game = Dash::short();
        let state = game.start(&game.setup(2)).expect("two can play");
        let told = |number, seat| {
            let mut told = Told::to(&game, seat);
            game.play_unchecked(&mut state.clone(), Action::Pick(number), &mut told);
            told.fingerprint
        };
        let other = Seat::new(1).expect("a second seat");
        assert_eq!(told(1, other), told(2, other));
        assert_ne!(told(1, Seat::FIRST), told(2, Seat::FIRST));
    }
}
