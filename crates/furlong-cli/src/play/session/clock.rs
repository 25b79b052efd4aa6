//! The clocks of a session. The session measures how long a person thinks, and the table stores the time left.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use super::Session;
use crate::failure::Failure;
use furlong::record::Flag;
use furlong::table::Stage;
use furlong::text::{plain, separated};

/// The maximum length of a name next to a clock.
const LONGEST_NAME: usize = 12;

impl<I: BufRead, W: Write> Session<I, W> {
    /// Subtracts the thinking time from the person's clock. If it runs out, a sentence says what follows.
    pub(super) fn think(&mut self, elapsed: Duration) -> Result<Option<String>, Failure> {
        let Stage::Person(seat) = self.table.stage() else { return Ok(None) };
        if !self.table.run_clock(seat, elapsed)? {
            return Ok(None);
        }
        self.has_person_moved = true;
        self.save_or_warn()?;
        let whose = if self.table.only_person().is_some() || self.table.people().is_empty() {
            "Your time".to_owned()
        } else {
            format!("The time of {}", self.table.names().name(seat))
        };
        let goes_on = match self.table.clocks().map(|clocks| &clocks.flag) {
            Some(Flag::Bot(bot)) => format!(": `{}` plays on", plain(&bot.to_string())),
            _ => String::new(),
        };
        Ok(Some(format!("{whose} is up{goes_on}.")))
    }

    /// The time left to each person, starting with the one at the screen.
    pub(super) fn times(&self) -> Vec<String> {
        let Some(clocks) = self.table.clocks() else { return Vec::new() };
        let at_screen = self.table.at_screen();
        let mut seats: Vec<_> = clocks.seats().collect();
        seats.sort_by_key(|seat| (Some(*seat) != at_screen, *seat));
        let time = |seat| {
            let left = clocks.in_words(seat)?;
            let name = self.table.names().name(seat);
            let name: String = name.chars().take(LONGEST_NAME).collect();
            Some(if seats.len() == 1 { left } else { format!("{} {left}", name.trim_end()) })
        };
        seats.iter().filter_map(|seat| time(*seat)).collect()
    }

    /// The time control, and what happens when time is up; `None` without clocks.
    pub(super) fn clock_in_words(&self) -> Option<String> {
        let clocks = self.table.clocks()?;
        let follows = match &clocks.flag {
            Flag::Lose => "a player who runs out of time loses, and the others share the win".to_owned(),
            Flag::Bot(bot) => {
                format!("`{}` plays on for a player who runs out of time", plain(&bot.to_string()))
            }
        };
        Some(format!("Time limit: {}; {follows}.", clocks.control))
    }

    /// The times left, in one line; `None` without clocks.
    pub(super) fn times_in_a_line(&self) -> Option<String> {
        let times = self.times();
        (!times.is_empty()).then(|| format!("Time left: {}.", separated(times, ", ")))
    }

    /// The time until the running clock shows another second; `None` if no clock runs.
    pub(super) fn until_next_second(&self) -> Option<Duration> {
        let Stage::Person(seat) = self.table.stage() else { return None };
        let left = self.table.clocks()?.left(seat).filter(|left| !left.is_zero())?;
        let part = Duration::from_millis(u64::from(left.subsec_millis()));
        Some(if part.is_zero() { Duration::from_secs(1) } else { part })
    }

    /// The current time of the watch that measures thinking times.
    pub(super) fn moment(&self) -> Instant {
        (self.watch)()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use crate::dash::Dash;
    use crate::play::save::SaveFile;
    use crate::screen::Screen;
    use furlong::record::Clocks;
    use furlong::table::{GameTable, Occupant, Table as _};
    use furlong::{Race, RaceGame as _, Record, Seat};

    thread_local! {
        static LOOKS: Cell<u64> = const { Cell::new(0) };
        static START: Instant = Instant::now();
    }

    /// A watch that advances by a minute each time it is read.
    fn minutes() -> Instant {
        LOOKS.set(LOOKS.get() + 1);
        START.with(|start| *start) + Duration::from_secs(60 * LOOKS.get())
    }

    /// A game of a person and a bot with clocks.
    fn race(time: &str, flag: &str) -> Race<Dash> {
        let game = Dash::short();
        let setup = game.setup(2);
        let mut race = Race::new(game, &setup, 1).expect("a set-up that fits");
        let occupants = ["person", "walker"].map(|text| text.parse::<Occupant>().expect("a player"));
        let seats = race.seats().iter().zip(occupants).map(|(seat, who)| who.player(seat, None)).collect();
        race.set_players(seats);
        let (time, flag) = (time.parse().expect("a time"), flag.parse().expect("a consequence"));
        *race.clocks_mut() = Some(Clocks::new(time, flag, [Seat::FIRST]));
        race
    }

    /// Everything shown for this input, with each line typed after a minute.
    fn played(race: Race<Dash>, path: &Path, typed: &str) -> String {
        let mut out = Vec::new();
        let table = Box::new(GameTable::new(race).expect("a table"));
        let input = Cursor::new(typed.as_bytes().to_vec());
        let save = (SaveFile::at(path.to_owned()), None);
        let session = Session::new(table, save, "furlong play dash", Screen::plain(&mut out, 80), input);
        session.timed_by(minutes).run().expect("a game");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_resumed_game_goes_on_with_the_time_that_was_left_and_is_lost_when_it_is_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        let text = played(race("3m", "lose"), &path, "2\nq\n");
        for shown in ["who runs out of time loses", "Time left: 3:00.", "Time left: 2:00."] {
            assert!(text.contains(shown), "{shown} in:\n{text}");
        }
        let resumed = || {
            let json = std::fs::read_to_string(&path).expect("saved");
            Race::resume(Record::<Dash>::from_json(&json).expect("a record")).expect("a game")
        };
        // The line that left the game came after another minute, and this one is too late.
        let text = played(resumed(), &folder.path().join("again.json"), "rest\nrest\nrest\n");
        for shown in ["Time left: 1:00.", "Your time is up.", "You run out of time and lose. Bot 2 wins."] {
            assert!(text.contains(shown), "{shown} in:\n{text}");
        }
        assert!(!text.contains("You rest"), "{text}");
        assert!(resumed().record().clocks.as_ref().is_some_and(|clocks| clocks.lost().is_none()));
    }

    #[test]
    fn a_bot_goes_on_to_the_end_for_a_person_whose_time_is_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        let text = played(race("30s/move", "bot:walker"), &path, "2\n");
        for shown in ["Your time is up: `walker` plays on.", "The game is over."] {
            assert!(text.contains(shown), "{shown} in:\n{text}");
        }
        let json = std::fs::read_to_string(&path).expect("saved");
        let record = Record::<Dash>::from_json(&json).expect("a record");
        assert_eq!(record.seats[0].player, "walker");
        assert!(GameTable::new(Race::resume(record).expect("a game")).expect("a table").lost().is_none());
    }
}
