//! A guided first game behind the full screen.

use std::path::PathBuf;

use super::guided::Guided;
use crate::arena::Progress;
use crate::bot::StopFlag;
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

    fn news(&mut self) -> Vec<String> {
        Vec::new()
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

    fn panel(&self, _columns: usize, _rows: usize) -> Vec<String> {
        Vec::new()
    }

    fn confirm(&mut self, _is_yes: bool) {}

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        Ok(Self::obey(self, typed))
    }

    fn analyse(
        &mut self,
        _stop: &StopFlag,
        _observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<String, Failure> {
        Ok(String::new())
    }

    fn write_page(&mut self) -> Result<Option<PathBuf>, Failure> {
        Ok(None)
    }

    fn leave(&mut self) -> Result<String, Failure> {
        Ok(String::new())
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.canvas = canvas;
    }
}
