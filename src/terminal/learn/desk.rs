//! A guided first game behind the full screen.

use super::guided::Guided;
use crate::playable::Playable;
use crate::terminal::failure::Failure;
use crate::terminal::full::{Answer, Desk, Stage};
use crate::terminal::typed::Typed;
use crate::text::Canvas;

impl<G: Playable> Desk for Guided<G> {
    fn title(&self) -> String {
        format!("{}. {}", G::ID, self.heading())
    }

    fn people(&self) -> usize {
        1
    }

    fn begin(&mut self) -> Result<String, Failure> {
        Ok(self.welcome())
    }

    fn stage(&self) -> Stage {
        Stage::Choice
    }

    fn picture(&mut self, choice: Option<usize>) -> Result<String, Failure> {
        Ok(Self::picture(self, choice, &self.canvas))
    }

    fn explanation(&self) -> String {
        Self::explanation(self)
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        self.asked()
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        Ok(Self::obey(self, typed))
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.canvas = canvas;
    }
}
