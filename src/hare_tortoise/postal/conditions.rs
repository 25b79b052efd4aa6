//! Parses the conditions of order sheets, the lower half of the grammar.

use super::super::policy::Effect;
use super::error::OrdersError;
use super::lexer::Piece;
use super::orders::{Comparison, Condition, Jug, PastAction, Quantity, Target, Test, Who};
use super::parse::{MOST_NESTED, Parser, unfit};
use crate::text::separated;

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Result<Condition, OrdersError> {
        self.several("or", Self::conjunction, Condition::Or)
    }

    fn conjunction(&mut self) -> Result<Condition, OrdersError> {
        self.several("and", Self::negation, Condition::And)
    }

    /// Parses one part, or several joined by this word.
    fn several(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Condition, OrdersError>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Result<Condition, OrdersError> {
        let mut parts = vec![part(self)?];
        while self.take_word(word) {
            parts.push(part(self)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { join(parts) })
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
        if let Some(count) = self.count(Who::Me)? {
            return Ok(count);
        }
        if let Some(who) = self.who()? {
            return self.test_of(who);
        }
        if self.is_at_square() {
            let square = self.square()?;
            self.take_word("is");
            self.word("free")?;
            return Ok(Test::Free(square));
        }
        self.expected(
            "a condition: a player's letter or name, `me`, a square, `position`, `carrots`, `lettuces`, `not` or `(`",
        )
    }

    fn test_of(&mut self, who: Who) -> Result<Test, OrdersError> {
        if let Some(count) = self.count(who)? {
            return Ok(count);
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
        Ok(Test::Did(who, self.past_action()?))
    }

    fn past_action(&mut self) -> Result<PastAction, OrdersError> {
        if self.take_word("went") || self.take_word("gone") {
            self.word("back")?;
            return Ok(PastAction::WentBack);
        }
        let words = [
            ("moved", PastAction::Moved),
            ("drew", PastAction::Drew),
            ("paid", PastAction::Paid),
            ("chewed", PastAction::Chewed),
            ("missed", PastAction::Missed),
        ];
        if let Some(action) = self.take_one(&words) {
            return Ok(action);
        }
        if self.take_word("jugged") {
            return Ok(PastAction::Jugged(self.jug()?));
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
        self.expected(format!("a number of the die, or an effect: `{}`", separated(Effect::ALL, "`, `")))
    }

    fn who(&mut self) -> Result<Option<Who>, OrdersError> {
        if self.take_word("me") || self.take_word("i") {
            return Ok(Some(Who::Me));
        }
        Ok(self.take_player()?.map(Who::Player))
    }

    fn target(&mut self) -> Result<Target, OrdersError> {
        if let Some(who) = self.who()? {
            return Ok(Target::Runner(who));
        }
        if self.is_at_square() {
            return Ok(Target::Square(self.square()?));
        }
        self.expected("a player's letter or name, `me` or a square")
    }

    fn is_at_square(&self) -> bool {
        matches!(self.token().piece, Piece::Number(_)) || self.is_word("start") || self.is_word("finish")
    }

    /// Parses a comparison with a number of a runner or its player.
    fn count(&mut self, who: Who) -> Result<Option<Test>, OrdersError> {
        let words = [
            ("position", Quantity::Position),
            ("carrots", Quantity::Carrots),
            ("lettuces", Quantity::Lettuces),
        ];
        let Some(quantity) = self.take_one(&words) else { return Ok(None) };
        let comparison = self.comparison()?;
        let number = self.number(0, u32::from(u16::MAX), "a number")? as u16;
        Ok(Some(Test::Count(who, quantity, comparison, number)))
    }

    fn comparison(&mut self) -> Result<Comparison, OrdersError> {
        let is = self.take_word("is");
        if self.take_word("at") {
            return match self.take_one(&[("least", Comparison::AtLeast), ("most", Comparison::AtMost)]) {
                Some(comparison) => Ok(comparison),
                None => self.expected("`least` or `most`"),
            };
        }
        if is {
            return Ok(if self.take_word("not") { Comparison::IsNot } else { Comparison::Is });
        }
        let marks = [
            ("=", Comparison::Is),
            ("!=", Comparison::IsNot),
            ("<", Comparison::Below),
            ("<=", Comparison::AtMost),
            (">", Comparison::Above),
            (">=", Comparison::AtLeast),
        ];
        match marks.into_iter().find(|(mark, _)| self.take_mark(mark)) {
            Some((_, comparison)) => Ok(comparison),
            None => self.expected("`is`, `is not`, `at least`, `at most`, or one of = != < <= > >="),
        }
    }
}
