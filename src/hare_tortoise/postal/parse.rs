//! Parses order sheets by recursive descent, one function for each rule of the grammar in the documentation of
//! [`postal`](super). After a fault it continues with the next alternative, so that all faults of a sheet are reported
//! at once.

use super::super::board::{FINISH, Square};
use super::advice;
use super::error::{OrdersError, SheetPlace, UnusableSheet};
use super::instructions::{ForRound, Instructions, Lasts};
use super::lexer::{Piece, Token, pieces, whole_orders};
use super::lines::SECTIONS;
use super::mail::sheet_in;
use super::occasion::{MOST_PLAYERS, Occasion};
use super::orders::{Alternative, ChewOrder, MoveOrder, Sheet, letter};
use super::player_names::{Names, seat_of_letter};
use super::press::Letter;
use crate::common::seat::{Seat, Seats};
use crate::text::listed;
use crate::text::nearest;

/// The maximum size of a sheet in bytes. The text around it does not count.
pub const MOST_BYTES: usize = 16_384;
/// The maximum nesting depth of parentheses and `not`.
pub const MOST_NESTED: usize = 32;
/// The maximum number of faults that are reported for a sheet.
const MOST_FAULTS: usize = 20;

impl Sheet {
    /// Parses a sheet, which may be part of a mail with a greeting, quotation marks and a signature.
    ///
    /// ```
    /// use furlong::hare_tortoise::postal::{Occasion, Sheet};
    /// let sheet = Sheet::parse("player B\nround 3\nfirst: if 22 free: to 22; back", &Occasion::default())?;
    /// assert_eq!(sheet.first.len(), 2);
    /// let wrong = Sheet::parse("player B\nround 3\nfirst: fly; to 65", &Occasion::default()).unwrap_err();
    /// assert_eq!(wrong.faults.len(), 2);
    /// assert!(wrong.to_string().starts_with("line 3, column 8: expected a move"));
    /// # Ok::<(), furlong::hare_tortoise::postal::UnusableSheet>(())
    /// ```
    ///
    /// # Errors
    /// All faults of the sheet, with their places.
    pub fn parse(text: &str, occasion: &Occasion) -> Result<Self, UnusableSheet> {
        Ok(Instructions::parse(text, occasion)?.sheet_for(occasion)?.sheet.clone())
    }

    pub(super) fn is_empty(&self) -> bool {
        let Self { first, second, chew, again, .. } = self;
        first.is_empty() && second.is_empty() && chew.is_empty() && again.is_empty()
    }

    /// The fault of a `second:` section in a round in which the player has one move. The section is ignored.
    pub(super) fn superfluous(&self, occasion: &Occasion) -> Option<String> {
        let open = occasion.round.filter(|open| !self.second.is_empty() && open.moves[self.player] < 2)?;
        Some(format!(
            "`second:`, because player {} has one move in round {}",
            letter(self.player),
            open.number
        ))
    }
}

impl Instructions {
    /// Parses everything that a sheet contains, for any rounds.
    ///
    /// ```
    /// use furlong::hare_tortoise::postal::{Instructions, Occasion};
    /// let text = "player B\nround 3\nfirst: to 22\nround 4 on\nfirst: forward 3";
    /// let written = Instructions::parse(text, &Occasion::default())?;
    /// assert_eq!(written.for_round(9).map(|part| part.sheet.first.len()), Some(1));
    /// # Ok::<(), furlong::hare_tortoise::postal::UnusableSheet>(())
    /// ```
    ///
    /// # Errors
    /// All faults of the sheet, with their places.
    pub fn parse(text: &str, occasion: &Occasion) -> Result<Self, UnusableSheet> {
        let mut found = sheet_in(text);
        // The text around a sheet may be of any length.
        let lines = found.text.lines().filter(|line| !line.is_empty()).map(str::len);
        let press = found.letters.iter().map(|letter| letter.text.len());
        if lines.chain(press).map(|bytes| bytes + 1).sum::<usize>() > MOST_BYTES + 1 {
            return Err(OrdersError::TooLarge { most: MOST_BYTES }.into());
        }
        let strays = std::mem::take(&mut found.faults);
        if matches!(found.text, std::borrow::Cow::Borrowed(_)) && !strays.is_empty() {
            // The text has no sheet by the sender.
            return Err(UnusableSheet { player: None, faults: strays });
        }
        let tokens = whole_orders(pieces(&found.text));
        if tokens.iter().all(|token| matches!(token.piece, Piece::LineEnd | Piece::End)) {
            return Err(OrdersError::Empty.into());
        }
        let names = Names::of(&occasion.names);
        let (doubtful, letters) = (found.doubtful, found.letters);
        let parser =
            Parser { tokens, next: 0, nested: 0, occasion, names, doubtful, letters, faults: strays };
        let written = parser.sheet()?;
        // A template that somebody answered in plain words must not count as an order to move by default.
        let is_unfilled = |part: &ForRound| part.has_orders() && !part.withdraws && part.sheet.is_empty();
        if written.parts.iter().all(is_unfilled) {
            return Err(OrdersError::Unfilled.into());
        }
        Ok(written)
    }
}

pub(super) struct Parser<'a> {
    tokens: Vec<Token>,
    next: usize,
    pub(super) nested: usize,
    occasion: &'a Occasion,
    names: Names,
    /// The lines that may or may not be orders.
    doubtful: Vec<usize>,
    /// The texts of press, by the lines in which they begin.
    pub(super) letters: Vec<Letter>,
    faults: Vec<OrdersError>,
}

/// The words that end a section, besides the names of other sections.
const PARTS: [&str; 3] = ["round", "withdraw", "press"];

const STEPS: &str = "a move: `to 22`, `forward 3`, `back`, `stay and draw`, `stay and pay`, `stay` or `chew`";

impl Parser<'_> {
    // ---- pieces ----

    pub(super) fn token(&self) -> &Token {
        // The last piece is the end, and nothing reads beyond it.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    pub(super) fn place(&self) -> SheetPlace {
        self.token().place
    }

    pub(super) fn advance(&mut self) {
        self.next += 1;
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(&self.token().piece, Piece::Word(found) if found == word)
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.is_word(word);
        self.next += usize::from(is_there);
        is_there
    }

    pub(super) fn take_mark(&mut self, mark: &'static str) -> bool {
        let is_there = self.token().piece == Piece::Mark(mark);
        self.next += usize::from(is_there);
        is_there
    }

    /// Takes one of these words if it is next, and returns its value.
    pub(super) fn take_one<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<T> {
        words.iter().find(|(word, _)| self.take_word(word)).map(|(_, value)| *value)
    }

    pub(super) fn expected<T>(&self, expected: impl Into<String>) -> Result<T, OrdersError> {
        let Token { piece, place } = self.token();
        let (expected, found) = (expected.into(), piece.to_string());
        let from = self.next.min(self.tokens.len());
        let mut advice = advice::on(&self.tokens[from..], &expected).or_else(|| self.suggestion(&expected));
        if self.doubtful.contains(&place.line) {
            let is_none = "if the line is not an order, begin it with `#`";
            advice = Some(advice.map_or_else(|| is_none.to_owned(), |advice| format!("{advice} {is_none}")));
        }
        Err(OrdersError::Syntax { place: *place, expected, found, advice })
    }

    /// The word most similar to the next one, among those between backquotes in `expected`.
    fn suggestion(&self, expected: &str) -> Option<String> {
        let Piece::Word(written) = &self.token().piece else { return None };
        let forms = expected.split('`').skip(1).step_by(2);
        let words = forms.filter_map(|form| form.split([' ', ':']).next());
        let names = self.names.words().filter(|_| expected.contains("a player's"));
        nearest(written, words.chain(names)).map(|word| format!("did you mean `{word}`?"))
    }

    pub(super) fn word(&mut self, word: &str) -> Result<(), OrdersError> {
        if self.take_word(word) { Ok(()) } else { self.expected(format!("`{word}`")) }
    }

    pub(super) fn mark(&mut self, mark: &'static str, expected: &str) -> Result<(), OrdersError> {
        if self.take_mark(mark) { Ok(()) } else { self.expected(expected) }
    }

    pub(super) fn number(&mut self, least: u32, most: u32, what: &str) -> Result<u32, OrdersError> {
        match self.token().piece {
            Piece::Number(number) if (least..=most).contains(&number) => {
                self.advance();
                Ok(number)
            }
            _ => self.expected(format!("{what} from {least} to {most}")),
        }
    }

    fn skip_line_ends(&mut self) {
        while self.token().piece == Piece::LineEnd {
            self.advance();
        }
    }

    // ---- faults ----

    /// Notes the fault if there is one, and returns the value otherwise.
    fn note<T>(&mut self, found: Result<T, OrdersError>) -> Option<T> {
        self.nested = 0;
        found.map_err(|fault| self.faults.push(fault)).ok()
    }

    /// Skips to the end of the line, or to this mark or word before it.
    fn skip_to(&mut self, stop: &Piece) {
        while !matches!(self.token().piece, Piece::LineEnd | Piece::End) && self.token().piece != *stop {
            self.advance();
        }
    }

    // ---- the sheet ----

    fn sheet(mut self) -> Result<Instructions, UnusableSheet> {
        self.skip_line_ends();
        let player = self.header("player", Self::player);
        let writer = player.unwrap_or(Seat::FIRST);
        let mut parts: Vec<ForRound> = Vec::new();
        loop {
            let round = self.header("round", |parser| parser.round(writer));
            let mut part = round.unwrap_or_else(|| ForRound::blank(writer));
            self.part(&mut part);
            let is_same =
                |other: &ForRound| (other.sheet.round, other.lasts) == (part.sheet.round, part.lasts);
            if parts.iter().any(is_same) {
                self.faults.push(unfit(part.place, format!("`round {}` is given twice", part.sheet.round)));
            }
            parts.push(part);
            if !self.is_word("round") {
                break;
            }
        }
        self.faults.sort_by_key(OrdersError::place);
        self.faults.truncate(MOST_FAULTS);
        if self.faults.is_empty() {
            Ok(Instructions { player: writer, parts })
        } else {
            Err(UnusableSheet { player, faults: self.faults })
        }
    }

    /// Parses the part after a `round` line, up to the next such line.
    fn part(&mut self, part: &mut ForRound) {
        let writer = part.sheet.player;
        let mut given: Vec<&str> = Vec::new();
        while self.token().piece != Piece::End && !self.is_word("round") {
            let place = self.place();
            if self.take_word("withdraw") {
                part.withdraws = true;
                self.end_of_line();
                continue;
            }
            if self.is_word("press") {
                let press = self.press(writer);
                part.press.extend(self.note(press));
                self.skip_to(&Piece::LineEnd);
                self.skip_line_ends();
                continue;
            }
            let Some(name) = self.section() else {
                let fault = self
                    .colon_after_section()
                    .and_then(|()| self.expected::<()>("`first:`, `second:`, `chew:` or `again:`"));
                self.note(fault);
                self.skip_to(&Piece::LineEnd);
                self.skip_line_ends();
                continue;
            };
            if given.contains(&name) {
                self.faults.push(unfit(place, format!("`{name}:` is given twice")));
            }
            given.push(name);
            self.next += 2;
            let sheet = &mut part.sheet;
            match name {
                "first" => sheet.first = self.alternatives(Self::step),
                "second" => sheet.second = self.alternatives(Self::step),
                "chew" => sheet.chew = self.alternatives(Self::chew_order),
                "vote" => {
                    let vote = self.vote();
                    part.vote = self.note(vote);
                    self.end_of_line();
                }
                _ => sheet.again = self.alternatives(Self::step),
            }
        }
        let speaks = part.vote.is_some() || !part.press.is_empty();
        if part.withdraws && (speaks || !part.sheet.is_empty()) {
            let problem = "`withdraw` must be alone: send orders, a vote or press in another sheet";
            self.faults.push(unfit(part.place, problem.to_owned()));
        }
        if speaks && part.lasts == Lasts::UntilFurtherNotice {
            let problem = "a vote and press are for one round: write them below `round` and its number alone";
            self.faults.push(unfit(part.place, problem.to_owned()));
        }
    }

    /// Parses the end of a line, and the empty lines after it.
    fn end_of_line(&mut self) {
        if !matches!(self.token().piece, Piece::LineEnd | Piece::End) {
            let fault = self.expected::<()>("the end of the line");
            self.note(fault);
        }
        self.skip_to(&Piece::LineEnd);
        self.skip_line_ends();
    }

    /// Parses a header line. After a fault, parsing continues at the end of the line or at `round`.
    fn header<T>(
        &mut self,
        word: &str,
        value: impl FnOnce(&mut Self) -> Result<T, OrdersError>,
    ) -> Option<T> {
        let found = self.word(word).and_then(|()| {
            self.take_mark(":");
            value(self)
        });
        let found = self.note(found);
        if found.is_some() && !matches!(self.token().piece, Piece::LineEnd | Piece::End) {
            let fault = self.expected::<()>("the end of the line");
            self.note(fault);
        }
        self.skip_to(&Piece::Word("round".to_owned()));
        self.skip_line_ends();
        found
    }

    fn player(&mut self) -> Result<Seat, OrdersError> {
        match self.take_player()? {
            Some(seat) => Ok(seat),
            None => self.expected("a player's letter or name"),
        }
    }

    /// Takes the player that the next pieces name.
    pub(super) fn take_player(&mut self) -> Result<Option<Seat>, OrdersError> {
        if let Some(seat) = self.letter() {
            self.check_player(seat)?;
            self.advance();
            return Ok(Some(seat));
        }
        let from = self.next.min(self.tokens.len());
        let Some(found) = self.names.at(&self.tokens[from..]) else { return Ok(None) };
        let [seat] = found.seats[..] else {
            let letters = listed(found.seats.iter().map(|seat| letter(*seat)));
            return Err(unfit(self.place(), format!("{letters} have this name: write the letter")));
        };
        self.next += found.pieces;
        Ok(Some(seat))
    }

    /// Returns whether the next pieces name a player.
    pub(super) fn is_name(&self) -> bool {
        self.names.at(&self.tokens[self.next.min(self.tokens.len())..]).is_some()
    }

    /// The seat whose letter is the next piece.
    fn letter(&self) -> Option<Seat> {
        let Piece::Word(word) = &self.token().piece else { return None };
        seat_of_letter(word)
    }

    fn check_player(&self, seat: Seat) -> Result<(), OrdersError> {
        let seats = Seats::new(self.occasion.players.min(MOST_PLAYERS));
        if seats.is_some_and(|seats| seats.contains(seat)) {
            return Ok(());
        }
        let last = Seat::new(self.occasion.players.clamp(1, MOST_PLAYERS) - 1).map_or('?', letter);
        Err(unfit(self.place(), format!("there is no player {}: the players are A to {last}", letter(seat))))
    }

    /// The section that begins here.
    fn section(&self) -> Option<&'static str> {
        let is_followed_by_colon =
            self.tokens.get(self.next + 1).is_some_and(|token| token.piece == Piece::Mark(":"));
        SECTIONS.into_iter().find(|name| is_followed_by_colon && self.is_word(name))
    }

    /// Parses the colon after a section's name. `chew` alone is also an order, unless an order for chewing a carrot
    /// follows it.
    fn colon_after_section(&mut self) -> Result<(), OrdersError> {
        let Piece::Word(word) = &self.token().piece else { return Ok(()) };
        let Some(name) = SECTIONS.iter().find(|name| *name == word) else { return Ok(()) };
        let follows = self.tokens.get(self.next + 1).map(|token| &token.piece);
        let is_carrot =
            matches!(follows, Some(Piece::Word(word)) if ["draw", "pay", "neither"].contains(&word.as_str()));
        if *name == "chew" && !is_carrot {
            return Ok(());
        }
        self.advance();
        self.expected(format!("`:` after `{name}`"))
    }

    /// Parses the alternatives up to the next section, and returns those without faults.
    fn alternatives<T>(&mut self, order: fn(&mut Self) -> Result<T, OrdersError>) -> Vec<Alternative<T>> {
        let mut alternatives = Vec::new();
        loop {
            while matches!(self.token().piece, Piece::LineEnd | Piece::Mark(";")) {
                self.advance();
            }
            // An unknown word before a colon is a misspelled section.
            let is_section = matches!(&self.token().piece, Piece::Word(word) if word != "if")
                && self.tokens.get(self.next + 1).is_some_and(|token| token.piece == Piece::Mark(":"));
            let is_part = PARTS.iter().any(|word| self.is_word(word));
            if self.token().piece == Piece::End || is_section || is_part {
                return alternatives;
            }
            let alternative = self.alternative(order);
            match self.note(alternative) {
                Some(alternative) => alternatives.push(alternative),
                None => self.skip_to(&Piece::Mark(";")),
            }
        }
    }

    fn alternative<T>(
        &mut self,
        order: fn(&mut Self) -> Result<T, OrdersError>,
    ) -> Result<Alternative<T>, OrdersError> {
        self.colon_after_section()?;
        let condition = if self.take_word("if") {
            let condition = self.condition()?;
            self.mark(":", "`and`, `or`, or `:` before the move")?;
            Some(condition)
        } else {
            None
        };
        let alternative = Alternative { condition, order: order(self)? };
        match self.token().piece {
            Piece::LineEnd | Piece::End | Piece::Mark(";") => Ok(alternative),
            _ => self.expected("`;` or the end of the line"),
        }
    }

    fn step(&mut self) -> Result<MoveOrder, OrdersError> {
        Ok(if self.take_word("to") {
            MoveOrder::To(self.square()?)
        } else if self.take_word("forward") {
            MoveOrder::Forward(self.number(1, u32::from(FINISH), "a number of squares")? as u8)
        } else if self.take_word("back") {
            MoveOrder::Back
        } else if self.take_word("chew") {
            MoveOrder::Chew
        } else if !self.take_word("stay") {
            return self.expected(STEPS);
        } else if !self.take_word("and") {
            MoveOrder::Stay
        } else {
            match self.take_one(&[("draw", MoveOrder::StayAndDraw), ("pay", MoveOrder::StayAndPay)]) {
                Some(order) => order,
                None => return self.expected("`draw` or `pay`"),
            }
        })
    }

    fn chew_order(&mut self) -> Result<ChewOrder, OrdersError> {
        let words = [("draw", ChewOrder::Draw), ("pay", ChewOrder::Pay), ("neither", ChewOrder::Neither)];
        match self.take_one(&words) {
            Some(order) => Ok(order),
            None => self.expected("`draw`, `pay` or `neither`"),
        }
    }

    pub(super) fn square(&mut self) -> Result<Square, OrdersError> {
        if let Some(square) = self.take_one(&[("start", Square::START), ("finish", Square::FINISH)]) {
            return Ok(square);
        }
        let number = self.number(0, u32::from(FINISH), "`start`, `finish` or a square")?;
        Ok(Square::new(number as u8).unwrap_or_default())
    }
}

pub(super) fn unfit(place: SheetPlace, problem: String) -> OrdersError {
    OrdersError::Unfit { place, problem }
}
