//! A number that stands for data, so that a search can tell nodes apart and a run can count its different games
//! without keeping what happened in them.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::ser::{self, Serialize};

/// The number, which takes in everything that is serialized or hashed into it.
///
/// It is the same on every machine. Different data have different numbers but for a chance of about one in
/// 10<sup>19</sup> a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint(pub(crate) u64);

impl Fingerprint {
    /// Of this value alone.
    pub(crate) fn of(value: &impl Hash) -> Self {
        let mut fingerprint = Self::default();
        value.hash(&mut fingerprint);
        fingerprint
    }

    #[inline]
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

/// Numbers of all sizes are hashed as one word, the same on machines of any word size and byte order.
macro_rules! hash_numbers {
    ($($method:ident: $number:ty;)*) => {
        $(#[inline]
        fn $method(&mut self, number: $number) {
            self.take(number as u64);
        })*
    };
}

impl Hasher for Fingerprint {
    hash_numbers! {
        write_u8: u8;
        write_u16: u16;
        write_u32: u32;
        write_u64: u64;
        write_usize: usize;
        write_i8: i8;
        write_i16: i16;
        write_i32: i32;
        write_i64: i64;
        write_isize: isize;
    }

    fn write(&mut self, bytes: &[u8]) {
        self.take_bytes(bytes);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What a happening of a user's own may say while it is written.
#[derive(Debug)]
pub(crate) struct NotWritten;

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
    use crate::seat::Seat;
    use crate::toy::Happening;

    fn fingerprint(value: impl Serialize) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        value.serialize(&mut fingerprint).expect("plain data");
        fingerprint
    }

    #[test]
    fn a_hashed_value_has_the_same_number_everywhere() {
        // Parts of a run are played on different machines, and their games are counted together.
        assert_eq!(Fingerprint::of(&(1_u8, Some(2_u16), -1_i32)), Fingerprint(0x851e_e265_d16d_8177));
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
}
