//! The order of the files in a folder, which decides which of a player's sheets is the newest.

use std::cmp::Ordering;

/// Compares two names in natural order: numbers by value, longer names after their prefixes, ignoring case, and the
/// file extension last.
pub fn by_name(one: &str, other: &str) -> Ordering {
    let (small, other_small) = (one.to_lowercase(), other.to_lowercase());
    let parts = |file| {
        let (stem, ending) = str::rsplit_once(file, '.').unwrap_or((file, ""));
        (pieces(stem), ending)
    };
    parts(&small).cmp(&parts(&other_small)).then_with(|| one.cmp(other))
}

/// A piece of a name; numbers come before letters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Piece<'a> {
    /// Its digits without leading zeros, and their number.
    Number(usize, &'a str),
    Letters(&'a str),
}

fn pieces(name: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|letter: char| letter.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        let digits = piece.trim_start_matches('0');
        pieces.push(if is_number { Piece::Number(digits.len(), digits) } else { Piece::Letters(piece) });
        rest = behind;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_in_which_people_count() {
        let names = [
            "06-tom.txt",
            "06-tom-corr.txt",
            "007.txt",
            "10.txt",
            "ann.txt",
            "ann (1).txt",
            "ann (2).txt",
            "Bob.txt",
            "bob-2.txt",
            "bob-10.txt",
            "cleo.eml",
            "cleo.txt",
            "cleo-2.txt",
        ];
        for pair in names.windows(2) {
            assert_eq!(by_name(pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(by_name(pair[1], pair[0]), Ordering::Greater, "{pair:?}");
        }
        assert_eq!(by_name("a1", "a01"), by_name("a01", "a1").reverse());
    }
}
