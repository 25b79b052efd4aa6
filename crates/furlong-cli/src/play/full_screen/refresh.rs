//! Updates the state of the screen from its model.

use furlong::text::Canvas;

use super::paint::{picture_rows, rows_above_sheet, table_width};
use super::screen_model::{ScreenModel, Stage, TableFrame};
use super::state::{Asks, MOST_NEWS, State};
use crate::failure::Failure;

/// The number of rows for the table that the sentences on the result leave.
const LEAST_TABLE: u16 = 12;

/// Fetches the new steps of the game from the model, and colours the names of the players.
fn frames(model: &mut dyn ScreenModel, canvas: &Canvas) -> Result<Vec<TableFrame>, Failure> {
    let (mut frames, names) = (model.frames()?, model.names());
    for news in frames.iter_mut().flat_map(|frame| &mut frame.news) {
        news.text = names.painted(&news.text, canvas);
    }
    Ok(frames)
}

impl State {
    /// Updates everything on the screen from the model, for a screen of this size.
    pub(super) fn refresh(
        &mut self,
        model: &mut dyn ScreenModel,
        (width, height): (u16, u16),
    ) -> Result<(), Failure> {
        let canvas =
            Canvas { width: usize::from(table_width(width)), height: usize::MAX, colour: self.has_colour };
        model.draw_on(Canvas { height: usize::from(picture_rows(self, (width, height), 0)), ..canvas });
        self.come_to(model.stage());
        let title = std::mem::replace(&mut self.title, model.title());
        (self.people, self.times) = (model.people(), model.times());
        self.unused_keys = model.unused_keys();
        // One person's screen must stay hidden from the next.
        if matches!(self.stage, Stage::Notice(..)) {
            self.news.clear();
            self.picture.clear();
            self.message.clear();
            self.sheet = None;
        } else {
            self.frames.extend(frames(model, &canvas)?);
            self.since = model.since_turn();
            if self.people == 0 && (self.is_skipping || self.stage == Stage::Over) {
                self.end_scenes();
            }
            if self.begin_scene() {
                // A scene belongs to the round before, and the title names the round.
                if !title.is_empty() {
                    self.title = title;
                }
                return Ok(());
            }
        }
        let asked = match self.stage {
            Stage::Choice | Stage::Over | Stage::Replay { .. } => model.choices(),
            Stage::Notice(..) | Stage::Others(_) | Stage::Menu { .. } => Default::default(),
        };
        if asked.1 != self.choices || model.first_choice() != self.first_choice {
            self.cursor = model.first_choice();
            self.digits.clear();
        }
        self.first_choice = model.first_choice();
        (self.question, self.choices) = asked;
        if self.stage == Stage::Choice {
            self.is_skipping = false;
        }
        self.cursor = self.cursor.filter(|index| *index < self.choices.len());
        self.panel.clear();
        if matches!(self.stage, Stage::Choice | Stage::Over | Stage::Replay { .. }) {
            // A panel leaves room for the table.
            let picture = model.picture(None)?.trim_end().lines().count();
            let rows = usize::from(height).saturating_sub(picture + 5);
            self.take_panel(model, &canvas, rows);
        }
        if !matches!(self.stage, Stage::Notice(..)) {
            if self.stage == Stage::Over {
                // It starts, and the sentence says so.
                model.is_quick_analysis_pending();
            }
            self.explain(model, &canvas, (width, height));
            let rows = picture_rows(self, (width, height), self.panel.len());
            // A hint is read beside the board, or below it.
            let is_beside = table_width(width) < width;
            let rows = rows_above_sheet(self, (width, height)).filter(|_| !is_beside).unwrap_or(rows);
            model.draw_on(Canvas { height: usize::from(rows), ..canvas });
            self.picture = model.picture(self.marked().filter(|_| self.stage == Stage::Choice))?;
        }
        model.draw_on(canvas);
        Ok(())
    }

    /// Updates the sentences above the question. After the end, the person's names are coloured in them.
    fn explain(&mut self, model: &mut dyn ScreenModel, canvas: &Canvas, size: (u16, u16)) {
        self.explanation = model.explanation();
        self.new_level = model.new_level_offered();
        if let Some(reason) = &self.new_level {
            let told = format!("{}\n{reason}", self.explanation);
            told.trim_start().clone_into(&mut self.explanation);
        }
        // A lesson's words stay as they are: they say what matters without colours.
        if self.stage != Stage::Over {
            return;
        }
        let reasons = model.result_reasons().join("\n");
        let short = self.explanation.clone();
        format!("{reasons}\n{short}").trim_start().clone_into(&mut self.explanation);
        if picture_rows(self, size, self.panel.len()) < LEAST_TABLE {
            self.explanation = short;
        }
        let names = model.names();
        self.explanation = names.painted(&self.explanation, canvas);
        self.question = names.painted(&self.question, canvas);
    }

    /// Enters a stage of the game, and gives up what was begun in the last one.
    fn come_to(&mut self, stage: Stage) {
        if stage == self.stage {
            return;
        }
        (self.cursor, self.typed) = (None, None);
        self.draft.clear();
        self.spelled.clear();
        // When the game is over, there is no need to ask whether to leave it.
        if stage == Stage::Over {
            self.asks = Asks::Nothing;
        }
        self.digits.clear();
        self.stage = stage;
    }

    /// Updates the lines below the question, as many as there are rows.
    fn take_panel(&mut self, model: &dyn ScreenModel, canvas: &Canvas, rows: usize) {
        let names = model.names();
        let lines = model.panel(canvas.width, rows).into_iter();
        self.panel = lines.map(|line| names.painted(&line, canvas)).collect();
    }

    /// Updates the clocks when nothing else has changed.
    pub(super) fn tick(&mut self, model: &dyn ScreenModel, width: u16) {
        self.times = model.times();
        let canvas =
            Canvas { width: usize::from(table_width(width)), colour: self.has_colour, ..Canvas::PLAIN };
        self.take_panel(model, &canvas, self.panel.len());
    }

    /// Shows the next of the steps on the way to the present table, and returns whether there is one.
    fn begin_scene(&mut self) -> bool {
        self.is_in_frame = false;
        while let Some(frame) = self.frames.pop_front() {
            if matches!(self.stage, Stage::Others(_)) && !frame.news.is_empty() {
                self.message.clear();
            }
            self.news.extend(frame.news);
            self.news.drain(..self.news.len().saturating_sub(MOST_NEWS));
            if let Some(picture) = frame.picture {
                (self.picture, self.is_in_frame) = (picture, true);
                (self.question, self.choices) = Default::default();
                self.panel.clear();
                self.explanation.clear();
                return true;
            }
        }
        false
    }
}
