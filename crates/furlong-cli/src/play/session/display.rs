//! The screen of a session: the introduction, the news, and the end.

use std::io::{BufRead, Write};

use super::{MOST_UNSAVED, Saves, Session};
use crate::failure::Failure;
use crate::replays::analyse::offer_analysis;
use furlong::Seat;
use furlong::table::{Reader, Request, Shown, Stage, who_plays};

impl<I: BufRead, W: Write> Session<I, W> {
    pub(super) fn introduce(&mut self) -> Result<(), Failure> {
        let introduction = self.introduction();
        self.screen.show(&introduction)?;
        if !self.table.people().is_empty() && self.saves != Saves::Never {
            let help = "Choose by number or type a move. ? explains, hint helps, q leaves.";
            self.screen.text(help)?;
        }
        Ok(())
    }

    /// The introduction: the game, its rules, its players and its file.
    pub(super) fn introduction(&self) -> Vec<Shown> {
        let mut shown = self.table.introduction(Reader::Beside(Seat::FIRST)).shown;
        if self.saves == Saves::Never {
            return shown;
        }
        let is_watched = self.table.people().is_empty();
        if self.table.events() > 0 {
            let round = self.table.round();
            shown.insert(0, Shown::Sentence(format!("The game continues in round {round}.")));
        }
        let mut say = |text: String| shown.push(Shown::Sentence(text));
        if is_watched {
            say(self.seed_in_words());
        }
        self.clock_in_words().into_iter().for_each(&mut say);
        if let Some(branch) = self.table.branch() {
            say(branch.to_string());
        }
        if let Some(error) = &self.unsaved {
            say(format!("This game is not saved: {error}. `save FILE` saves elsewhere."));
        } else if self.saves == Saves::Always {
            let path = self.save.path().display();
            let place = match self.save.origin() {
                Some(origin) => format!("in {path} from now on; {} is not changed", origin.display()),
                None => format!("in {path}"),
            };
            let moment = match self.table.people().len() {
                0 => format!("after every {MOST_UNSAVED} events and at the end"),
                _ => "after every move".to_owned(),
            };
            say(format!("Saved {moment} {place}."));
        }
        if !is_watched {
            shown.extend(self.table.sheets());
        }
        shown
    }

    fn seed_in_words(&self) -> String {
        format!("Seed: {}.", self.table.seed())
    }

    /// Details of this game, for a request for help.
    pub(super) fn details_for(&self, request: &Request) -> Vec<Shown> {
        if self.saves == Saves::Never || !matches!(request, Request::Help | Request::ExplainChoice(_)) {
            return Vec::new();
        }
        let heading = Shown::Heading("This game".to_owned());
        let path = format!("Its file: {}.", self.save.path().display());
        let sentences = [who_plays(self.table.players()), self.seed_in_words(), path].into_iter();
        let sentences = sentences.chain(self.clock_in_words()).map(Shown::Sentence);
        std::iter::once(heading).chain(sentences).collect()
    }

    /// The news for this reader, with coloured names.
    fn news(&mut self, reader: Reader) -> Vec<Shown> {
        let (mut news, canvas) = (self.table.news(reader).shown, self.screen.canvas());
        let names = self.table.names().addressing(reader.player());
        for shown in &mut news {
            if let Shown::Happened(text) = shown {
                *text = names.painted(text, &canvas);
            }
        }
        news
    }

    /// Shows a step of other players to watchers.
    pub(super) fn show_step(&mut self) -> Result<(), Failure> {
        if self.table.people().is_empty() {
            return self.show_watchers();
        }
        if self.table.watches_rest() == Some(true) {
            let reader = match self.table.only_person() {
                Some(seat) => Reader::Player(seat),
                None => Reader::Beside(self.at_screen.unwrap_or(Seat::FIRST)),
            };
            let news = self.news(reader);
            self.screen.show(&news)?;
        }
        Ok(())
    }

    /// Shows what has happened, including everything hidden, and the table after each round.
    pub(super) fn show_watchers(&mut self) -> Result<(), Failure> {
        let news = self.news(Reader::All);
        self.screen.show(&news)?;
        let round = std::mem::replace(&mut self.round, self.table.round());
        if self.round > round && self.table.stage() != Stage::Over {
            self.show_board(Reader::Beside(Seat::FIRST))?;
            self.screen.gap()?;
        }
        Ok(())
    }

    fn show_board(&mut self, reader: Reader) -> Result<(), Failure> {
        let board = self.table.board(reader, None).map(Shown::Board);
        let board = self.changed(board.into_iter().collect());
        Ok(self.screen.show(&board)?)
    }

    /// Leaves out the lines of boards that were shown last time, if only changes are wanted.
    pub(super) fn changed(&mut self, mut shown: Vec<Shown>) -> Vec<Shown> {
        let Some(before) = &mut self.shown_lines else { return shown };
        shown.retain_mut(|value| {
            let Shown::Board(board) = value else { return true };
            let lines: Vec<String> = board.picture.lines().map(str::to_owned).collect();
            let new: Vec<&str> =
                lines.iter().filter(|line| !before.contains(line)).map(String::as_str).collect();
            board.picture = new.join("\n");
            *before = lines;
            !board.picture.is_empty()
        });
        shown
    }

    pub(super) fn show_news(&mut self, reader: Reader) -> Result<(), Failure> {
        let news = self.news(reader);
        self.show_as_news(&news)
    }

    fn show_as_news(&mut self, news: &[Shown]) -> Result<(), Failure> {
        if !news.is_empty() {
            self.screen.heading("What happened so far:")?;
            self.screen.show(news)?;
        }
        Ok(())
    }

    /// Shows the places of all people, and asks whether they want to watch the other players.
    pub(super) fn ask_about_rest(&mut self) -> Result<(), Failure> {
        if let Some(seat) = self.table.only_person() {
            self.show_news(Reader::Player(seat))?;
        }
        self.screen.gap()?;
        self.screen.text(&self.table.arrivals())?;
        let question = "The others race on. Watch them? (No skips to the end.)";
        let is_watched = self.screen.is_confirmed(question, &mut self.input)?;
        self.table.confirm(is_watched);
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let only = self.table.only_person();
        let last = Reader::Beside(self.at_screen.unwrap_or(Seat::FIRST));
        if self.table.people().len() > 1 {
            self.screen.clear()?;
        }
        let reader = only.map_or(Reader::Beside(Seat::FIRST), Reader::Player);
        let (sentence, places) = self.table.ending(reader);
        let names = self.table.names().addressing(reader.player());
        let painted = names.painted(&sentence, &self.screen.canvas());
        if self.table.people().is_empty() {
            self.show_watchers()?;
        } else if self.table.watches_rest() != Some(false) {
            let mut news = self.news(only.map_or(last, Reader::Player));
            news.retain(|shown| !says(shown, &sentence));
            self.show_as_news(&news)?;
        }
        self.show_board(reader)?;
        self.screen.heading("The game is over.")?;
        self.screen.text(&painted)?;
        self.screen.places(&places, Some(&names))?;
        for reason in self.table.result_reasons(reader) {
            let painted = names.painted(&reason, &self.screen.canvas());
            self.screen.text(&painted)?;
        }
        self.say_saved()?;
        if let Some(level) = self.new_level() {
            let said = format!("{} Play it with: {} --bot {}", level.reason, self.program, level.bot);
            self.screen.text(&said)?;
        }
        if self.offers_analysis && self.table.stage() == Stage::Over {
            return offer_analysis(&*self.table, reader, &mut self.screen, &mut self.input);
        }
        Ok(())
    }
}

/// Returns whether a line of the log repeats this sentence about the result.
pub(super) fn says(shown: &Shown, sentence: &str) -> bool {
    matches!(shown, Shown::Happened(text) if text.ends_with(sentence))
}
