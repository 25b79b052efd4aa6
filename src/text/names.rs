//! Names of the seats in sentences.

use crate::ground::seat::{Seat, Seats};
use crate::text::capitalized;
use crate::text::plain;

/// The names of the seats, and the seat that sentences address as "you".
#[derive(Clone, Debug)]
pub struct Names {
    names: Vec<String>,
    you: Option<Seat>,
}

impl Names {
    /// The names `seat 1`, `seat 2`, ...; no seat is addressed.
    pub fn numbered(seats: Seats) -> Self {
        Self { names: seats.iter().map(|seat| format!("seat {seat}")).collect(), you: None }
    }

    /// The given names in seat order; further seats are called `seat N`. Names come from files and people, so
    /// line ends and control characters become visible marks.
    pub fn new(mut names: Vec<String>) -> Self {
        for name in &mut names {
            *name = plain(name).into_owned();
        }
        Self { names, you: None }
    }

    /// The same names with seat `you` addressed as "you".
    #[must_use]
    pub fn addressing(&self, you: Option<Seat>) -> Self {
        Self { names: self.names.clone(), you }
    }

    /// The seat that is addressed as "you".
    pub fn you(&self) -> Option<Seat> {
        self.you
    }

    /// The seat's name, or `you`.
    pub fn of(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "you".to_owned() } else { self.name(seat) }
    }

    /// The seat's name, even if the seat is addressed.
    pub fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }

    /// The subject and verb of a sentence: `You draw`, `Ada draws`.
    ///
    /// ```
    /// use furlong::Seat;
    /// use furlong::text::Names;
    /// let names = Names::new(vec!["Ada".into(), "Bob".into()]).addressing(Some(Seat::FIRST));
    /// assert_eq!(names.does(Seat::FIRST, "draw", "draws"), "You draw");
    /// assert_eq!(names.does(Seat::new(1).unwrap(), "draw", "draws"), "Bob draws");
    /// ```
    pub fn does(&self, seat: Seat, you_do: &str, they_do: &str) -> String {
        if self.you == Some(seat) {
            format!("You {you_do}")
        } else {
            format!("{} {they_do}", capitalized(&self.name(seat)))
        }
    }

    /// `your`, or `Ada's`.
    pub fn possessive(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "your".to_owned() } else { format!("{}'s", self.name(seat)) }
    }
}
