//! Names of the seats in sentences.

use crate::common::seat::{Seat, Seats};
use crate::text::{Canvas, Colour, capitalized, plain};

/// The names of the seats, and the seat that sentences address as "you".
#[derive(Clone, Debug)]
pub struct Names {
    called: Vec<String>,
    colours: [Colour; 8],
    you: Option<Seat>,
}

impl Names {
    /// Creates the names `seat 1`, `seat 2`, ...; no seat is addressed.
    pub fn numbered(seats: Seats) -> Self {
        Self::usual(seats.iter().map(|seat| format!("seat {seat}")).collect())
    }

    /// Creates names from a list in seat order; further seats are called `seat N`. Names come from files and people, so
    /// line ends and control characters become visible marks.
    pub fn new(mut names: Vec<String>) -> Self {
        for name in &mut names {
            *name = plain(name).into_owned();
        }
        Self::usual(names)
    }

    fn usual(called: Vec<String>) -> Self {
        Self { called, colours: Colour::ALL, you: None }
    }

    /// Sets the colours that the players have chosen.
    #[must_use]
    pub fn coloured(self, chosen: &[Option<Colour>]) -> Self {
        Self { colours: Colour::of_seats(chosen), ..self }
    }

    /// The colour of a seat.
    pub fn colour(&self, seat: Seat) -> Colour {
        self.colours[seat.index()]
    }

    /// Paints the names of players in a sentence in their colours, and "you" and "your" in the colour of the seat that
    /// is addressed. Only whole words are painted.
    pub fn painted(&self, sentence: &str, canvas: &Canvas) -> String {
        if !canvas.colour {
            return sentence.to_owned();
        }
        let you = self.you.map(|seat| self.colour(seat));
        let you = you.into_iter().flat_map(|colour| ["you", "your"].map(|word| (word, colour)));
        let called = self.called.iter().map(String::as_str).zip(self.colours);
        let words: Vec<(&str, Colour)> = called.chain(you).collect();
        let (mut painted, mut rest) = (String::new(), sentence);
        while let Some(letter) = rest.chars().next() {
            let is_inside = painted.ends_with(char::is_alphanumeric);
            let here = words.iter().filter(|(word, _)| !is_inside && begins_with_word(rest, word));
            let here = here.max_by_key(|(word, _)| word.len());
            let columns = if let Some((name, colour)) = here {
                painted.push_str(&canvas.paint(&rest[..name.len()], colour.ink()));
                name.len()
            } else {
                painted.push(letter);
                letter.len_utf8()
            };
            rest = &rest[columns..];
        }
        painted
    }

    /// Returns the names with seat `you` addressed as "you".
    #[must_use]
    pub fn addressing(&self, you: Option<Seat>) -> Self {
        Self { you, ..self.clone() }
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
        self.called.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }

    /// Writes the subject and verb of a sentence: `You draw`, `Ada draws`.
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

    /// Returns `your`, or `Ada's`.
    pub fn possessive(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "your".to_owned() } else { format!("{}'s", self.name(seat)) }
    }
}

/// Returns whether a text begins with this name as a whole word, perhaps with a capital.
fn begins_with_word(text: &str, name: &str) -> bool {
    let after = text.strip_prefix(name).or_else(|| {
        let capital = capitalized(name);
        text.strip_prefix(&*capital).filter(|_| capital.len() == name.len())
    });
    !name.is_empty() && after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_their_colours_where_they_are_words_of_their_own() {
        let names = ["player 1", "Ada", "Ada B"].map(str::to_owned).to_vec();
        let names = Names::new(names).coloured(&[None, Some(Colour::Teal)]);
        let canvas = Canvas { colour: true, ..Canvas::PLAIN };
        let ink = |text: &str, colour: Colour| canvas.paint(text, colour.ink());
        let sentence = "Player 1 passes Ada, Ada B's Adam and player 12.";
        assert_eq!(
            names.painted(sentence, &canvas),
            format!(
                "{} passes {}, {}'s Adam and player 12.",
                ink("Player 1", Colour::Blue),
                ink("Ada", Colour::Teal),
                ink("Ada B", Colour::Green)
            )
        );
        assert_eq!(names.painted(sentence, &Canvas::PLAIN), sentence);
        // Readers find themselves in their own colour, too.
        let names = names.addressing(Some(Seat::FIRST));
        let sentence = "You pass Ada, and your carrots stay yours.";
        assert_eq!(
            names.painted(sentence, &canvas),
            format!(
                "{} pass {}, and {} carrots stay yours.",
                ink("You", Colour::Blue),
                ink("Ada", Colour::Teal),
                ink("your", Colour::Blue)
            )
        );
    }
}
