//! Reads order sheets: a recursive descent over the grammar in the documentation of
//! [`postal`](super), one function a rule.

use super::super::board::{FINISH, Square};
use super::super::policy::Effect;
use super::error::{OrdersError, Place};
use super::lexer::{Piece, Token, pieces};
use super::orders::{
    Alternative, ChewOrder, Comparison, Condition, Deed, Jug, Quantity, Sheet, Step, Target, Test, Who,
    letter,
};
use crate::seat::{Seat, SeatMap, Seats};

/// The largest sheet that is read, in bytes.
pub const MOST_BYTES: usize = 16_384;
/// How deep parentheses and `not` may be nested.
pub const MOST_NESTED: usize = 32;
/// The most players of a race.
const MOST_PLAYERS: u8 = 6;

/// What a sheet is written for, as far as it is known: with it, a sheet that does not fit is refused with the
/// place of the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// How many players there are.
    pub players: u8,
    /// The round that is open.
    pub round: Option<RoundOpen>,
}

/// The round for which orders are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundOpen {
    /// Its number.
    pub number: u16,
    /// How many moves each seat has in it (HP-02).
    pub moves: SeatMap<u8>,
}

impl Default for Occasion {
    /// Any game, any round.
    fn default() -> Self {
        Self { players: MOST_PLAYERS, round: None }
    }
}

impl Sheet {
    /// Reads a sheet as it came: bytes that may be anything.
    ///
    /// # Errors
    /// What is wrong and where.
    pub fn read(bytes: &[u8], occasion: &Occasion) -> Result<Self, OrdersError> {
        if bytes.len() > MOST_BYTES {
            return Err(OrdersError::TooLarge { most: MOST_BYTES });
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let sound = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = sound.matches('\n').count() + 1;
            let column = sound.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
            OrdersError::NotText { place: Place { line, column } }
        })?;
        Self::parse(text, occasion)
    }

    /// Reads a sheet.
    ///
    /// ```
    /// use furlong::hare_tortoise::postal::{Occasion, Sheet};
    /// let sheet = Sheet::parse("player B\nround 3\nfirst: if 22 free: to 22; back", &Occasion::default())?;
    /// assert_eq!(sheet.first.len(), 2);
    /// let wrong = Sheet::parse("player B\nround 3\nfirst: fly", &Occasion::default()).unwrap_err();
    /// assert!(wrong.to_string().starts_with("line 3, column 8: expected a move"));
    /// # Ok::<(), furlong::hare_tortoise::postal::OrdersError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong and where.
    pub fn parse(text: &str, occasion: &Occasion) -> Result<Self, OrdersError> {
        if text.len() > MOST_BYTES {
            return Err(OrdersError::TooLarge { most: MOST_BYTES });
        }
        let tokens = pieces(text);
        if tokens.iter().all(|token| matches!(token.piece, Piece::LineEnd | Piece::End)) {
            return Err(OrdersError::Empty);
        }
        Parser { tokens, next: 0, nested: 0, occasion }.sheet()
    }
}

struct Parser<'a> {
    tokens: Vec<Token>,
    next: usize,
    nested: usize,
    occasion: &'a Occasion,
}

const STEPS: &str = "a move: `to 22`, `forward 3`, `back`, `stay and draw`, `stay and pay`, `stay` or `chew`";
const CHEWS: &str = "`draw`, `pay` or `neither`";
const SECTIONS: [&str; 4] = ["first", "second", "chew", "again"];

impl Parser<'_> {
    // ---- pieces ----

    fn token(&self) -> &Token {
        // The last piece is the end, beyond which nobody goes.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn place(&self) -> Place {
        self.token().place
    }

    fn advance(&mut self) {
        self.next += 1;
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token().piece, Piece::Word(found) if found == word)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.is_word(word);
        self.next += usize::from(is_there);
        is_there
    }

    fn take_mark(&mut self, mark: &'static str) -> bool {
        let is_there = self.token().piece == Piece::Mark(mark);
        self.next += usize::from(is_there);
        is_there
    }

    fn expected<T>(&self, expected: impl Into<String>) -> Result<T, OrdersError> {
        let Token { piece, place } = self.token();
        Err(OrdersError::Syntax { place: *place, expected: expected.into(), found: piece.to_string() })
    }

    fn word(&mut self, word: &str) -> Result<(), OrdersError> {
        if self.take_word(word) { Ok(()) } else { self.expected(format!("`{word}`")) }
    }

    fn mark(&mut self, mark: &'static str, expected: &str) -> Result<(), OrdersError> {
        if self.take_mark(mark) { Ok(()) } else { self.expected(expected) }
    }

    fn number(&mut self, least: u32, most: u32, what: &str) -> Result<u32, OrdersError> {
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

    /// Between two parts of a sheet stand line ends.
    fn line_end(&mut self) -> Result<(), OrdersError> {
        if !matches!(self.token().piece, Piece::LineEnd | Piece::End) {
            return self.expected("the end of the line");
        }
        self.skip_line_ends();
        Ok(())
    }

    // ---- the sheet ----

    fn sheet(mut self) -> Result<Sheet, OrdersError> {
        self.skip_line_ends();
        self.word("player")?;
        let player = self.player()?;
        self.line_end()?;
        self.word("round")?;
        let round = self.round(player)?;
        self.line_end()?;
        let mut sheet = Sheet { player, round, first: vec![], second: vec![], chew: vec![], again: vec![] };
        let mut given: Vec<&str> = Vec::new();
        while self.token().piece != Piece::End {
            let place = self.place();
            let Some(name) = self.section() else {
                return self.expected("`first:`, `second:`, `chew:` or `again:`");
            };
            if given.contains(&name) {
                return Err(unfit(place, format!("`{name}:` is given twice")));
            }
            given.push(name);
            self.check_section(name, player, place)?;
            self.next += 2;
            match name {
                "first" => sheet.first = self.alternatives(Self::step)?,
                "second" => sheet.second = self.alternatives(Self::step)?,
                "chew" => sheet.chew = self.alternatives(Self::chew_order)?,
                _ => sheet.again = self.alternatives(Self::step)?,
            }
        }
        Ok(sheet)
    }

    fn player(&mut self) -> Result<Seat, OrdersError> {
        let Some(seat) = self.letter() else { return self.expected("a player's letter") };
        self.check_player(seat)?;
        self.advance();
        Ok(seat)
    }

    /// The seat that the next piece names by its letter.
    fn letter(&self) -> Option<Seat> {
        let Piece::Word(word) = &self.token().piece else { return None };
        let [byte @ b'a'..=b'z'] = word.as_bytes() else { return None };
        // `I` is the writer.
        Seat::new(byte - b'a').filter(|_| *byte != b'i')
    }

    fn check_player(&self, seat: Seat) -> Result<(), OrdersError> {
        let seats = Seats::new(self.occasion.players.min(MOST_PLAYERS));
        if seats.is_some_and(|seats| seats.contains(seat)) {
            return Ok(());
        }
        let last = Seat::new(self.occasion.players.clamp(1, MOST_PLAYERS) - 1).map_or('?', letter);
        Err(unfit(self.place(), format!("there is no player {}: the players are A to {last}", letter(seat))))
    }

    fn round(&mut self, player: Seat) -> Result<u16, OrdersError> {
        let place = self.place();
        let round = self.number(1, u32::from(u16::MAX), "the number of a round")? as u16;
        let Some(open) = self.occasion.round else { return Ok(round) };
        if round != open.number {
            let problem = format!("orders for round {round}, but the open round is {}", open.number);
            return Err(unfit(place, problem));
        }
        if open.moves[player] == 0 {
            let problem = format!("player {} has no move in round {round}", letter(player));
            return Err(unfit(place, problem));
        }
        Ok(round)
    }

    /// The section that begins here.
    fn section(&self) -> Option<&'static str> {
        let is_followed_by_colon =
            self.tokens.get(self.next + 1).is_some_and(|token| token.piece == Piece::Mark(":"));
        SECTIONS.into_iter().find(|name| is_followed_by_colon && self.is_word(name))
    }

    fn check_section(&self, name: &str, player: Seat, place: Place) -> Result<(), OrdersError> {
        match self.occasion.round {
            Some(open) if name == "second" && open.moves[player] < 2 => {
                let problem = format!(
                    "player {} has one move in round {}; `second:` is for who moves first and last",
                    letter(player),
                    open.number
                );
                Err(unfit(place, problem))
            }
            _ => Ok(()),
        }
    }

    fn alternatives<T>(
        &mut self,
        order: fn(&mut Self) -> Result<T, OrdersError>,
    ) -> Result<Vec<Alternative<T>>, OrdersError> {
        let mut alternatives = Vec::new();
        loop {
            while self.token().piece == Piece::LineEnd || self.token().piece == Piece::Mark(";") {
                self.advance();
            }
            if self.token().piece == Piece::End || self.section().is_some() {
                return Ok(alternatives);
            }
            let condition = if self.take_word("if") {
                let condition = self.condition()?;
                self.mark(":", "`and`, `or`, or `:` before the move")?;
                Some(condition)
            } else {
                None
            };
            alternatives.push(Alternative { condition, order: order(self)? });
            if !matches!(self.token().piece, Piece::LineEnd | Piece::End | Piece::Mark(";")) {
                return self.expected("`;` or the end of the line");
            }
        }
    }

    fn step(&mut self) -> Result<Step, OrdersError> {
        Ok(if self.take_word("to") {
            Step::To(self.square()?)
        } else if self.take_word("forward") {
            Step::Forward(self.number(1, u32::from(FINISH), "a number of squares")? as u8)
        } else if self.take_word("back") {
            Step::Back
        } else if self.take_word("chew") {
            Step::Chew
        } else if self.take_word("stay") {
            if !self.take_word("and") {
                Step::Stay
            } else if self.take_word("draw") {
                Step::StayAndDraw
            } else if self.take_word("pay") {
                Step::StayAndPay
            } else {
                return self.expected("`draw` or `pay`");
            }
        } else {
            return self.expected(STEPS);
        })
    }

    fn chew_order(&mut self) -> Result<ChewOrder, OrdersError> {
        Ok(if self.take_word("draw") {
            ChewOrder::Draw
        } else if self.take_word("pay") {
            ChewOrder::Pay
        } else if self.take_word("neither") {
            ChewOrder::Neither
        } else {
            return self.expected(CHEWS);
        })
    }

    // ---- conditions ----

    fn condition(&mut self) -> Result<Condition, OrdersError> {
        let mut parts = vec![self.conjunction()?];
        while self.take_word("or") {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::Or(parts) })
    }

    fn conjunction(&mut self) -> Result<Condition, OrdersError> {
        let mut parts = vec![self.negation()?];
        while self.take_word("and") {
            parts.push(self.negation()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::And(parts) })
    }

    fn negation(&mut self) -> Result<Condition, OrdersError> {
        let place = self.place();
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(unfit(place, format!("nested deeper than {MOST_NESTED}")));
        }
        let condition = if self.take_word("not") {
            Condition::Not(Box::new(self.negation()?))
        } else if self.take_mark("(") {
            let inner = self.condition()?;
            self.mark(")", "`and`, `or` or `)`")?;
            inner
        } else {
            Condition::Test(self.test()?)
        };
        self.nested -= 1;
        Ok(condition)
    }

    fn test(&mut self) -> Result<Test, OrdersError> {
        if let Some(quantity) = self.quantity() {
            let (comparison, number) = self.comparison()?;
            return Ok(Test::Count(Who::Me, quantity, comparison, number));
        }
        if let Some(who) = self.who()? {
            return self.test_of(who);
        }
        if matches!(self.token().piece, Piece::Number(_)) || self.is_word("start") || self.is_word("finish") {
            let square = self.square()?;
            self.take_word("is");
            self.word("free")?;
            return Ok(Test::Free(square));
        }
        self.expected(
            "a condition: a player's letter, `me`, a square, `position`, `carrots`, `lettuces`, `not` or `(`",
        )
    }

    fn test_of(&mut self, who: Who) -> Result<Test, OrdersError> {
        if let Some(quantity) = self.quantity() {
            let (comparison, number) = self.comparison()?;
            return Ok(Test::Count(who, quantity, comparison, number));
        }
        if !self.take_word("is") {
            self.take_word("has");
        }
        if self.take_word("on") {
            return Ok(Test::On(who, self.square()?));
        }
        if self.take_word("ahead") {
            self.word("of")?;
            return Ok(Test::AheadOf(who, self.target()?));
        }
        if self.take_word("behind") {
            return Ok(Test::Behind(who, self.target()?));
        }
        if self.take_word("passed") {
            return Ok(Test::Passed(who, self.target()?));
        }
        Ok(Test::Did(who, self.deed()?))
    }

    fn deed(&mut self) -> Result<Deed, OrdersError> {
        if self.take_word("went") || self.take_word("gone") {
            self.word("back")?;
            return Ok(Deed::WentBack);
        }
        let plain = [
            ("moved", Deed::Moved),
            ("drew", Deed::Drew),
            ("paid", Deed::Paid),
            ("chewed", Deed::Chewed),
            ("missed", Deed::Missed),
        ];
        for (word, deed) in plain {
            if self.take_word(word) {
                return Ok(deed);
            }
        }
        if self.take_word("jugged") {
            return Ok(Deed::Jugged(self.jug()?));
        }
        self.expected(
            "`on`, `ahead of`, `behind`, `passed`, `position`, `carrots`, `lettuces`, `moved`, `went back`, `drew`, \
             `paid`, `chewed`, `missed` or `jugged`",
        )
    }

    fn jug(&mut self) -> Result<Jug, OrdersError> {
        if matches!(self.token().piece, Piece::Number(_)) {
            return Ok(Jug::Number(self.number(1, 6, "a number of the die")? as u8));
        }
        let Piece::Word(word) = &self.token().piece else { return Ok(Jug::Any) };
        if let Some(effect) = Effect::ALL.iter().find(|effect| effect.word() == word) {
            self.advance();
            return Ok(Jug::Effect(*effect));
        }
        if word == "and" || word == "or" {
            return Ok(Jug::Any);
        }
        let words: Vec<&str> = Effect::ALL.iter().map(|effect| effect.word()).collect();
        self.expected(format!("a number of the die, or an effect: {}", words.join(", ")))
    }

    fn who(&mut self) -> Result<Option<Who>, OrdersError> {
        if self.take_word("me") || self.take_word("i") {
            return Ok(Some(Who::Me));
        }
        let Some(seat) = self.letter() else { return Ok(None) };
        self.check_player(seat)?;
        self.advance();
        Ok(Some(Who::Player(seat)))
    }

    fn target(&mut self) -> Result<Target, OrdersError> {
        if let Some(who) = self.who()? {
            return Ok(Target::Runner(who));
        }
        if matches!(self.token().piece, Piece::Number(_)) || self.is_word("start") || self.is_word("finish") {
            return Ok(Target::Square(self.square()?));
        }
        self.expected("a player's letter, `me` or a square")
    }

    fn square(&mut self) -> Result<Square, OrdersError> {
        if self.take_word("start") {
            return Ok(Square::START);
        }
        if self.take_word("finish") {
            return Ok(Square::FINISH);
        }
        let number = self.number(0, u32::from(FINISH), "`start`, `finish` or a square")?;
        Ok(Square::new(number as u8).unwrap_or_default())
    }

    fn quantity(&mut self) -> Option<Quantity> {
        let words = [
            ("position", Quantity::Position),
            ("carrots", Quantity::Carrots),
            ("lettuces", Quantity::Lettuces),
        ];
        words.into_iter().find(|(word, _)| self.take_word(word)).map(|(_, quantity)| quantity)
    }

    fn comparison(&mut self) -> Result<(Comparison, u16), OrdersError> {
        let is = self.take_word("is");
        let comparison = if self.take_word("at") {
            if self.take_word("least") {
                Comparison::AtLeast
            } else if self.take_word("most") {
                Comparison::AtMost
            } else {
                return self.expected("`least` or `most`");
            }
        } else if is {
            if self.take_word("not") { Comparison::IsNot } else { Comparison::Is }
        } else {
            let marks = [
                ("=", Comparison::Is),
                ("!=", Comparison::IsNot),
                ("<", Comparison::Below),
                ("<=", Comparison::AtMost),
                (">", Comparison::Above),
                (">=", Comparison::AtLeast),
            ];
            match marks.into_iter().find(|(mark, _)| self.take_mark(mark)) {
                Some((_, comparison)) => comparison,
                None => {
                    return self.expected("`is`, `is not`, `at least`, `at most`, or one of = != < <= > >=");
                }
            }
        };
        Ok((comparison, self.number(0, u32::from(u16::MAX), "a number")? as u16))
    }
}

fn unfit(place: Place, problem: String) -> OrdersError {
    OrdersError::Unfit { place, problem }
}
