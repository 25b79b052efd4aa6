//! Whole games and lessons, as painted on screens of several sizes.

mod room;
mod stray_keys;

use std::io::{self, Empty};
use std::thread;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::backend::TestBackend;
use ratatui_core::buffer::Cell;
use ratatui_core::style::Color;
use ratatui_core::terminal::Terminal;

use super::keyboard::Intent;
use super::paint::paint;
use super::screen_model::{Analysing, Answer, News, ScreenModel, Stage};
use super::state::State;
use crate::dash::Dash;
use crate::play::game_list::Offered;
use crate::play::save::SaveFile;
use crate::play::saved_games::Levels;
use crate::play::session::{Saves, Session};
use crate::play::typed_line::Typed;
use crate::screen::Screen;
use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::record::{Flag, Player};
use furlong::table::{GameTable, Occupant, Reader, Request, Shown, Table};
use furlong::text::{Canvas, Colour};
use furlong::{Bots as _, Playable, Race, RaceGame as _, Roster, Seat};

const SIZES: [(u16, u16); 4] = [(80, 24), (60, 20), (120, 40), (200, 60)];

/// A session on a screen that is kept in memory.
struct Sitting {
    session: Session<Empty, Vec<u8>>,
    state: State,
    size: (u16, u16),
}

impl Sitting {
    fn new(table: Box<dyn Table>, size: (u16, u16)) -> Self {
        let save = (SaveFile::at("".into()), Some(Saves::Never));
        let session = Session::new(table, save, "", Screen::kept(Canvas::PLAIN), io::empty());
        Self { session, state: State::new(false), size }
    }

    /// The screen as it is painted at present.
    fn shown(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).expect("a screen");
        terminal.draw(|frame| paint(frame, &mut self.state)).expect("painted");
        let buffer = terminal.backend().buffer();
        let line =
            |row: u16| (0..self.size.0).map(|column| buffer[(column, row)].symbol()).collect::<String>();
        (0..self.size.1).map(line).map(|line| line.trim_end().to_owned() + "\n").collect::<Vec<_>>().concat()
    }

    /// Presses a key. Returns `false` if the game is left.
    fn press(&mut self, code: KeyCode) -> bool {
        let Intent::Obey(typed) = self.state.press(KeyEvent::new(code, KeyModifiers::NONE)) else {
            return true;
        };
        match self.session.obey(typed).expect("an answer") {
            Answer::GoesOn => self.state.cursor = None,
            Answer::Told(values) => self.state.tell(values, self.size.0),
            Answer::Log(values) => self.state.show_log(values),
            Answer::TakenBack(values) => self.state.take_back(values, self.size.0),
            Answer::Leave | Answer::Begin => return false,
        }
        true
    }

    /// Presses the keys of these letters, then Enter.
    fn spell(&mut self, word: &str) {
        word.chars().for_each(|letter| _ = self.press(KeyCode::Char(letter)));
        self.press(KeyCode::Enter);
    }

    /// Plays the first choice.
    fn play_first(&mut self) {
        self.press(KeyCode::Home);
        self.press(KeyCode::Enter);
    }

    /// Goes on to the next question.
    fn next_question(&mut self) {
        self.next();
        while self.state.stage != Stage::Choice || self.state.is_in_frame {
            self.next();
        }
    }

    /// The first seat's decisions, and the complete record.
    fn decisions(&self) -> (usize, String) {
        let record = self.session.table().record_json();
        (record.matches("\"seat\":0,\"action\"").count(), record)
    }

    /// Goes on to the next picture, and returns it.
    fn next(&mut self) -> String {
        if matches!(self.state.stage, Stage::Others(_)) && !self.state.is_in_frame {
            self.session.step().expect("a step");
        }
        self.state.refresh(&mut self.session, self.size).expect("a picture");
        self.shown()
    }
}

/// The colours of this word's letters, wherever it is on the screen.
fn colours_of(sitting: &mut Sitting, word: &str) -> Vec<Color> {
    let mut terminal = Terminal::new(TestBackend::new(sitting.size.0, sitting.size.1)).expect("a screen");
    terminal.draw(|frame| paint(frame, &mut sitting.state)).expect("painted");
    let cells = &terminal.backend().buffer().content;
    let is_here = |cells: &[Cell]| cells.iter().map(Cell::symbol).collect::<String>() == word;
    let found = cells.windows(word.len()).filter(|cells| is_here(cells));
    found.flat_map(|cells| cells.iter().map(|cell| cell.fg)).collect()
}

fn name_in_its_colour<G: Playable>() {
    let game = G::from_usual();
    let mut race = Race::new(game.clone(), &game.setup(3), 7).expect("a game");
    let player = |(name, player, colour): (&str, &str, _)| Player {
        name: name.to_owned(),
        player: player.to_owned(),
        colour,
    };
    let players = [
        ("Ada", "person", None),
        ("Bob", "random", Some(Colour::Teal)),
        ("Cleo", "random", Some(Colour::Blue)),
    ];
    race.set_players(players.map(player).to_vec());
    let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), (120, 40));
    sitting.state = State::new(true);
    let mut seen = [0; 2];
    for _ in 0..60 {
        sitting.next();
        if sitting.state.stage == Stage::Choice && !sitting.state.is_in_frame {
            for (seen, (name, colour)) in seen.iter_mut().zip([("Bob", Color::Cyan), ("Cleo", Color::Blue)]) {
                let colours = colours_of(&mut sitting, name);
                assert!(
                    colours.iter().all(|shown| *shown == colour),
                    "{} {name}: {colours:?}\n{}",
                    G::ID,
                    sitting.shown()
                );
                *seen += colours.len();
            }
            sitting.play_first();
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{}: {seen:?}", G::ID);
}

#[test]
fn a_name_stands_in_the_colour_of_its_player_on_the_table_and_in_the_log() {
    name_in_its_colour::<HareTortoise>();
    name_in_its_colour::<AnimalRace>();
    name_in_its_colour::<Gotham>();
}

fn guided<G: Playable>() -> Box<dyn Table> {
    let game = G::from_usual();
    Box::new(GameTable::guided(&game, "Now play.").expect("lessons"))
}

/// Makes a game under the usual rules.
trait Usual: Playable {
    fn from_usual() -> Self {
        let name = furlong::any::CatalogueEntry::of::<Self>().usual_ruleset();
        Self::new(furlong::ruleset::open::<Self::Ruleset>(name).expect("a ruleset of the library"))
            .expect("playable")
    }
}

impl<G: Playable> Usual for G {}

/// Goes through all lessons. `board` is part of the picture of the whole board, which fits on all but the smallest
/// screens; `large` is part of the one on a large screen.
fn walk_lessons<G: Playable>(board: &str, large: &str) {
    for size in SIZES {
        let mut sitting = Sitting::new(guided::<G>(), size);
        let mut words = 0;
        for picture in 0.. {
            let shown = sitting.next();
            assert!(!shown.contains("do not fit") && picture < 300, "{} at {size:?}:\n{shown}", G::ID);
            if sitting.state.is_in_frame {
                continue;
            }
            // A word that is to be typed is typed exactly as shown.
            let (remarks, lesson) = (sitting.state.explanation.clone(), sitting.session.table().lesson());
            if let Some((_, word)) = remarks.split_once("Type `").filter(|_| sitting.state.sheet.is_none()) {
                sitting.spell(word.split('`').next().expect("a word"));
                assert!(sitting.state.sheet.is_some(), "{}: {remarks}", G::ID);
                assert_eq!(sitting.session.table().lesson(), lesson);
                words += 1;
            }
            if sitting.state.sheet.is_some() {
                sitting.press(KeyCode::Esc);
            } else if size.0 >= 80 && sitting.state.stage == Stage::Choice {
                let board = if size == (200, 60) { large } else { board };
                assert!(!shown.contains("w reasons"), "nobody gives reasons in a lesson:\n{shown}");
                assert!(shown.contains(board), "{} at {size:?}:\n{shown}", G::ID);
            }
            // The cursor is on what is asked for, so Enter goes through all steps, also after a step whose cards were
            // turned over.
            let is_sheet = sitting.state.sheet.is_some();
            assert!(
                is_sheet || sitting.state.cursor.is_some() == (sitting.state.stage == Stage::Choice),
                "{shown}"
            );
            let is_over = !sitting.press(KeyCode::Enter);
            if is_over {
                assert!(shown.contains("play your first game now") && words > 0, "{shown}");
                break;
            }
        }
    }
}

#[test]
fn enter_goes_through_all_lessons_and_every_line_fits() {
    walk_lessons::<HareTortoise>(" 1:H  2:C", " 1:hare      2:carrot");
    walk_lessons::<AnimalRace>("S  1  2  3", "S     1     2     3");
    walk_lessons::<Gotham>("0S    1     2", "0 start  1        2");
}

#[test]
fn those_who_are_not_home_are_asked_with_the_place_that_they_race_for() {
    let game = HareTortoise::from_usual();
    let spec = "heuristic".parse().expect("a bot");
    let mut asked = [0; 2];
    for seed in 1..=4 {
        let mut race = Race::new(game.clone(), &game.setup(3), seed).expect("a game");
        let mut bots: Vec<_> = (0..3).map(|_| HareTortoise::bot(&spec).expect("a bot")).collect();
        race.play_out(&mut bots, 10_000).expect("it ends");
        for events in (0..race.events()).rev().take(200) {
            let mut record = race.record().clone();
            record.events.truncate(events);
            let race = Race::resume(record).expect("it replays");
            let home = race.seats().iter().filter(|seat| game.has_finished(race.state(), *seat)).count();
            let mut table = GameTable::new(race).expect("a table");
            table.proceed();
            let Some(question) = table.question(Seat::FIRST) else { continue };
            asked[home.min(1)] += 1;
            assert_eq!(
                question.text.starts_with("You race on for 2nd place. "),
                home == 1,
                "{}",
                question.text
            );
        }
    }
    assert!(asked.iter().all(|count| *count > 0), "{asked:?}");
}

/// A finished game of a person against a bot of this level, which the person has won or not.
fn finished_game(level: &str, has_won: bool, seed: u64) -> Race<AnimalRace> {
    let game = AnimalRace::from_usual();
    let random = "random".parse().expect("a bot");
    let play = |seed: u64| {
        let mut race = Race::new(game.clone(), &game.setup(2), seed).expect("a game");
        let mut bots: Vec<_> = (0..2).map(|_| AnimalRace::bot(&random).expect("a bot")).collect();
        race.play_out(&mut bots, 10_000).expect("it ends");
        let players = ["person", level].map(|player| player.parse::<Occupant>().expect("a player"));
        let players = race.seats().iter().zip(&players).map(|(seat, who)| who.player(seat, None)).collect();
        race.set_players(players);
        race
    };
    let ends = |race: &Race<AnimalRace>| (race.standings().rows[Seat::FIRST].place == 1) == has_won;
    (seed..seed + 100).map(play).find(ends).expect("such an end")
}

#[test]
fn the_end_offers_the_next_level_after_a_win_and_an_easier_one_after_three_losses() {
    let offered = || Offered::with_bots(Roster::<AnimalRace>::of_game());
    for size in SIZES.into_iter().chain([(160, 50)]) {
        let folder = tempfile::tempdir().expect("a folder");
        let at_end = |race: Race<AnimalRace>| {
            let Sitting { session, state, size } =
                Sitting::new(Box::new(GameTable::new(race).expect("a table")), size);
            let levels = Levels::new(offered(), folder.path().to_owned());
            let mut sitting = Sitting { session: session.with_levels(Some(levels)), state, size };
            let mut shown = sitting.next();
            while sitting.state.is_in_frame {
                shown = sitting.next();
            }
            let key = KeyEvent::new(KeyCode::Char('n'), KeyModifiers::NONE);
            (shown, sitting.state.press(key), sitting.session.at_new_level().expect("a game").0)
        };
        let (shown, key, again) = at_end(finished_game("beginner", true, 1));
        assert!(
            shown.contains("You won against `beginner`; the next level is `club`."),
            "{size:?}:\n{shown}"
        );
        assert!(shown.contains("n change level") && key == Intent::NewLevel, "{size:?}:\n{shown}");
        let players: Vec<&str> = again.players().iter().map(|player| &*player.player).collect();
        assert_eq!(players, ["person", "club"]);
        assert_eq!(again.events(), 0, "a new game");
        for number in 1..=3 {
            let lost = finished_game("club", false, 100 * number);
            let record = lost.record().to_json();
            let (shown, key, _) = at_end(lost);
            let is_offered = shown.contains("`club` won 3 times in a row; `beginner` is easier.");
            assert_eq!(is_offered, number == 3, "{size:?}:\n{shown}");
            assert_eq!(key == Intent::NewLevel, number == 3, "{size:?}:\n{shown}");
            std::fs::write(folder.path().join(format!("{number}.json")), record).expect("written");
        }
    }
}

/// Plays a game. `has_race` recognizes the smallest picture of the race, which is visible at every choice.
fn play_through<G: Playable>(pictures: usize, has_race: fn(&str) -> bool) {
    for size in SIZES {
        let game = G::from_usual();
        let race = Race::new(game.clone(), &game.setup(4), 7).expect("a game");
        let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), size);
        for _ in 0..pictures {
            let shown = sitting.next();
            if sitting.state.stage == Stage::Over {
                break;
            }
            assert!(!shown.contains("do not fit"), "{} at {size:?}:\n{shown}", G::ID);
            if sitting.state.stage == Stage::Choice && !sitting.state.is_in_frame {
                // What has happened since the last turn is always visible, or counted.
                let mut news = sitting.state.news.iter().filter(|news| news.event > sitting.state.since);
                let last = news
                    .next_back()
                    .map(|news| news.text.split_whitespace().next().unwrap_or_default().to_owned());
                assert!(last.is_none_or(|word| shown.contains(&word)), "{} at {size:?}:\n{shown}", G::ID);
                assert!(size != (60, 20) || has_race(&shown), "{} at {size:?}:\n{shown}", G::ID);
                sitting.press(KeyCode::End);
                sitting.press(KeyCode::Enter);
            }
        }
    }
}

#[test]
fn the_table_and_the_news_are_in_view_at_every_choice() {
    play_through::<HareTortoise>(120, |shown| shown.contains(":C "));
    play_through::<AnimalRace>(120, |shown| shown.contains("S  1  2  3"));
    // A line for each figure ends with the 36 spaces of the track.
    play_through::<Gotham>(120, |shown| {
        let tracks = shown.lines().filter_map(|line| line.split_whitespace().next_back());
        tracks.filter(|track| track.chars().count() == 36).count() == 4
    });
}

#[test]
fn the_pile_of_gotham_is_carried_out_card_by_card() {
    let game = Gotham::from_usual();
    let race = Race::new(game.clone(), &game.setup(4), 7).expect("a game");
    let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), (80, 24));
    let mut frames = Vec::new();
    for _ in 0..60 {
        let shown = sitting.next();
        if sitting.state.is_in_frame {
            frames.push(shown);
        } else if !frames.is_empty() {
            break;
        } else if sitting.state.stage == Stage::Choice {
            sitting.play_first();
        }
    }
    // The pile is turned and four cards follow. Each except those of the sign moves a figure, which is marked.
    assert_eq!(frames.len(), 5, "{}", frames.concat());
    assert_eq!(frames[0].matches("face down").count(), 3, "{}", frames[0]);
    assert!(frames[4].matches("face down").count() == 0, "{}", frames[4]);
    for frame in &frames[1..] {
        assert!(frame.contains("placed by") && frame.contains("Space: next"), "{frame}");
        assert!(!frame.contains("more: l"), "the log opens at a choice: {frame}");
        let moved = frame.contains(" moves ");
        assert!(!moved || frame.contains("(was ") && frame.contains('*'), "{frame}");
    }
}

#[test]
fn the_log_opens_at_its_newest_line_and_a_sheet_stands_beside_a_wide_table() {
    let game = HareTortoise::from_usual();
    let race = Race::new(game.clone(), &game.setup(4), 7).expect("a game");
    let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), (80, 24));
    for _ in 0..60 {
        sitting.next();
        if sitting.state.stage == Stage::Choice {
            sitting.play_first();
        }
    }
    for _ in 0..60 {
        if sitting.state.stage != Stage::Choice {
            sitting.next();
        }
    }
    let newest = sitting.state.news.last().expect("news").text.clone();
    sitting.press(KeyCode::Char('l'));
    assert!(sitting.shown().contains(&newest[..30.min(newest.len())]), "{}", sitting.shown());
    sitting.press(KeyCode::Esc);
    sitting.size = (130, 40);
    sitting.next();
    sitting.press(KeyCode::Home);
    sitting.press(KeyCode::Char('?'));
    let shown = sitting.shown();
    assert!(shown.contains("Where do you run") && shown.contains("Under the cursor"), "{shown}");
}

#[test]
fn the_end_says_what_decided_the_game_and_an_unfinished_one_says_nothing() {
    let game = HareTortoise::from_usual();
    let mut race = Race::new(game.clone(), &game.setup(2), 7).expect("a game");
    let mut unfinished = Sitting::new(Box::new(GameTable::new(race.clone()).expect("a table")), (80, 24));
    assert!(!unfinished.session.is_quick_analysis_pending(), "there is something to hide");
    let usual = "heuristic".parse().expect("a bot");
    let mut bots: Vec<_> = (0..2).map(|_| HareTortoise::bot(&usual).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), (80, 24));
    // The end is shown at once, and the sentence appears in its place.
    let shown = sitting.next();
    assert!(shown.contains("A first look at what decided it: ") && shown.contains("r play again"), "{shown}");
    while sitting.session.is_quick_analysis_pending() {
        let explanation = sitting.session.explanation();
        assert!(explanation.starts_with("A first look at what decided it: "), "{explanation}");
        thread::yield_now();
    }
    let shown = sitting.next();
    assert!(shown.contains("play on like") && !shown.contains("analysing ..."), "{shown}");
    assert!(shown.contains("a what decided it"), "{shown}");
}

#[test]
fn after_the_analysis_the_end_says_what_the_review_says() {
    let game = Dash::short();
    let mut race = Race::new(game.clone(), &game.setup(2), 2).expect("a game");
    let random = "random".parse().expect("a bot");
    let mut bots: Vec<_> = (0..2).map(|_| Dash::bot(&random).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), (80, 24));
    assert!(sitting.next().contains("A first look at what decided it: "));
    let told = loop {
        match sitting.session.analyse().expect("an analysis") {
            Analysing::GoesOn(_) => thread::yield_now(),
            Analysing::Done(told) => break told,
        }
    };
    let [Shown::Sentence(review)] = &told[..] else { panic!("{told:?}") };
    let said = sitting.session.explanation();
    assert!(review.lines().any(|line| line == said) && !said.contains("first look"), "{said} in:\n{review}");
    assert!(said.contains(" decided it"), "{said}");
}

/// A finished game of a person and bots that play at random.
fn finished<G: Playable>(ruleset: &str) -> GameTable<G> {
    let game = G::new(furlong::ruleset::open(ruleset).expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(3), 7).expect("a game");
    let random = "random".parse().expect("a bot");
    let mut bots: Vec<_> = (0..3).map(|_| G::bot(&random).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    let players = ["person", "random", "random"].map(|player| player.parse::<Occupant>().expect("a player"));
    race.set_players(race.seats().iter().zip(&players).map(|(seat, who)| who.player(seat, None)).collect());
    GameTable::new(race).expect("a table")
}

#[test]
fn the_end_gives_its_reasons_where_the_table_keeps_its_room() {
    for size in [(60, 20), (80, 24), (100, 30), (120, 40)] {
        let tables: [Box<dyn Table>; 2] =
            [Box::new(finished::<AnimalRace>("classic")), Box::new(finished::<Gotham>("standard"))];
        for (table, reason) in tables.into_iter().zip(["You bet on ", "The card that decided it was "]) {
            let mut sitting = Sitting::new(table, size);
            sitting.state.has_colour = true;
            sitting.next();
            while sitting.state.is_in_frame {
                sitting.next();
            }
            while sitting.session.is_quick_analysis_pending() {
                thread::yield_now();
            }
            let shown = sitting.next();
            assert!(shown.contains("r play again") && shown.contains("1. "), "{size:?}:\n{shown}");
            let is_large = size.1 >= 40;
            assert!(!is_large || shown.contains(reason), "{size:?}:\n{shown}");
            // The person, who has the first seat, is blue in all sentences.
            if shown.contains("You bet on") {
                assert!(colours_of(&mut sitting, "You").contains(&Color::Blue), "{size:?}");
            }
            assert!(!is_large || !shown.contains("do not fit"), "{size:?}:\n{shown}");
        }
    }
}

#[test]
fn a_refused_move_is_answered_beside_the_board_in_the_place_of_the_question_where_it_is_long() {
    for size in SIZES {
        let game = HareTortoise::from_usual();
        let race = Race::new(game.clone(), &game.setup(4), 7).expect("a game");
        let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), size);
        while sitting.state.stage != Stage::Choice {
            sitting.next();
        }
        let question = sitting.state.question.clone();
        sitting.press(KeyCode::Down);
        sitting.press(KeyCode::Char('/'));
        "to 22".chars().for_each(|letter| _ = sitting.press(KeyCode::Char(letter)));
        sitting.press(KeyCode::Enter);
        let shown = sitting.next();
        assert!(shown.contains("253 carrots") && sitting.state.sheet.is_none(), "{size:?}:\n{shown}");
        assert!(
            (shown.contains(" 1:H") || shown.contains(" 1:hare")) && shown.contains(&question),
            "{size:?}:\n{shown}"
        );
        let long =
            "A reason that is longer than a line of the screen, since it names many things: ".repeat(2);
        sitting.state.tell(vec![Shown::Refused(long.clone())], size.0);
        let shown = sitting.next();
        let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(long.trim()) && sitting.state.sheet.is_none(), "{size:?}:\n{shown}");
        assert!(
            (shown.contains(" 1:H") || shown.contains(" 1:hare")) && shown.contains(">1  to "),
            "{size:?}:\n{shown}"
        );
        assert!(!shown.contains(&question), "{size:?}:\n{shown}");
        sitting.press(KeyCode::Down);
        assert!(sitting.next().contains(&question), "{size:?}");
    }
}

/// A menu painted on screens of all sizes.
pub(crate) fn painted_menu(title: &str, text: &str, choices: &[(String, Option<String>)]) -> Vec<String> {
    let on_screen = |size| {
        let mut state = State::new(false);
        state.offer(title, text, choices.to_vec());
        painted(&mut state, size)
    };
    SIZES.into_iter().chain([(160, 50)]).map(on_screen).collect()
}

/// The first pictures of a model, on screens of all sizes.
pub(crate) fn painted_model(open: impl Fn() -> Box<dyn ScreenModel>) -> Vec<String> {
    let on_screen = |size| {
        let (mut state, mut model) = (State::new(false), open());
        state.refresh(&mut *model, size).expect("a picture");
        painted(&mut state, size)
    };
    SIZES.map(on_screen).to_vec()
}

/// A state painted at this size.
fn painted(state: &mut State, (columns, rows): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a screen");
    terminal.draw(|frame| paint(frame, state)).expect("painted");
    let buffer = terminal.backend().buffer();
    let line = |row: u16| (0..columns).map(|column| buffer[(column, row)].symbol()).collect::<String>();
    (0..rows).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_remark_in_a_menu_ends_where_a_part_ends_and_what_is_under_the_cursor_is_explained() {
    let remark =
        "the first part, the second part: and a third one that is too long for the line of a narrow screen";
    let choices = vec![("one".to_owned(), Some(remark.to_owned())), ("other".to_owned(), None)];
    let mut state = State::new(false);
    state.offer("A title", "A question?", choices);
    let shown = painted(&mut state, (60, 20));
    let line = shown.lines().find(|line| line.contains("> one")).expect("the choice").trim_end();
    assert!(line.ends_with("the second part"), "{shown}");
    assert!(shown.contains("? what is it"), "{shown}");
    state.press(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
    let intent = state.press(KeyEvent::new(KeyCode::Char('?'), KeyModifiers::NONE));
    assert_eq!(intent, Intent::Obey(Typed::Asked(Request::ExplainChoice(2))));
}

#[test]
fn a_menu_shows_every_choice_and_the_whole_remark_under_the_cursor_at_every_size() {
    let long = "a remark that is longer than the line of any small terminal, so that its end has room only below the choices: unmistakable";
    for size in SIZES {
        let mut state = State::new(false);
        let choices = (1..=9).map(|number| (format!("Choice {number}"), Some(long.to_owned())));
        state.offer("A title", "A question?", choices.collect());
        let shown = painted(&mut state, size);
        for number in 1..=9 {
            assert!(shown.contains(&format!("Choice {number}")), "{size:?}:\n{shown}");
        }
        assert!(shown.contains("A question?") && shown.contains("unmistakable"), "{size:?}:\n{shown}");
        // What is being typed stays where it is when the terminal changes size.
        state.typed = Some("Ada".to_owned());
        assert!(painted(&mut state, size).contains("> Ada_"), "{size:?}");
        let smaller = painted(&mut state, (size.0 - 10, size.1 - 4));
        assert!(smaller.contains("> Ada_") && smaller.contains("A question?"), "{size:?}:\n{smaller}");
    }
}

fn look_up_all<G: Playable>() {
    let game = G::from_usual();
    let race = Race::new(game.clone(), &game.setup(4), 7).expect("a game");
    let mut table = GameTable::new(race).expect("a table");
    let topics = game.glossary();
    let words: Vec<&str> = topics.iter().flat_map(|topic| topic.title.split(", ")).collect();
    assert!(words.len() > 5, "{words:?}");
    for word in words {
        let request = Request::Explain(word.to_owned());
        let reply = table.answer(Reader::Player(Seat::FIRST), &request).expect("a seat");
        let [Shown::Sentence(text)] = &reply.message.shown[..] else { panic!("{word}: {reply:?}") };
        assert!(!text.contains("not a word of this game") && text.len() > word.len() + 10, "{word}: {text}");
    }
}

#[test]
fn every_word_of_the_help_is_explained() {
    look_up_all::<HareTortoise>();
    look_up_all::<AnimalRace>();
    look_up_all::<Gotham>();
}

#[test]
fn the_time_that_is_left_stands_in_the_title_and_a_game_that_is_lost_on_time_has_places() {
    for size in SIZES {
        let game = HareTortoise::from_usual();
        let mut race = Race::new(game.clone(), &game.setup(3), 7).expect("a game");
        let players =
            ["person", "person", "random"].map(|player| player.parse::<Occupant>().expect("a player"));
        let names = ["Ada with a name that is as long as a line", "Bob"].map(str::to_owned);
        let seats = race.seats().iter().zip(&players);
        race.set_players(seats.map(|(seat, player)| player.player(seat, names.get(seat.index()))).collect());
        let mut table = GameTable::new(race).expect("a table");
        table.play_by("10m+5s".parse().expect("a time"), Flag::Lose).expect("clocks");
        let mut sitting = Sitting::new(Box::new(table), size);
        sitting.session.begin().expect("begun");
        while sitting.state.stage != Stage::Choice {
            sitting.next();
            sitting.session.confirm(true);
        }
        let at_screen = sitting.session.table().at_screen().expect("somebody");
        assert!(sitting.session.think(Duration::from_millis(28_400)).expect("time").is_none());
        assert_eq!(sitting.session.until_next_second(), Some(Duration::from_millis(600)));
        let shown = sitting.next();
        assert!(shown.contains("Time left: Ada with a n 9:32, Bob 10:00."), "{size:?}:\n{shown}");
        let title = shown.lines().next().expect("a title").to_owned();
        assert!(title.contains("9:32") && title.starts_with(" Hare & Tor"), "{size:?}: {title}");
        assert!(title.chars().count() <= usize::from(size.0), "{title}");
        let said = sitting.session.think(Duration::from_secs(9999)).expect("time");
        assert!(said.is_some_and(|said| said.ends_with("is up.")));
        let shown = sitting.next();
        assert!(shown.contains("of time and lose") && shown.contains("share the win."), "{size:?}:\n{shown}");
        assert!(shown.contains("3. ") && sitting.session.table().lost() == Some(at_screen), "{shown}");
    }
}

#[test]
fn news_that_have_no_room_are_counted_with_the_key_that_shows_them() {
    for size in [(80, 24), (60, 20)] {
        let news = |number| News {
            text: format!("Event number {number} has a sentence of its own."),
            is_reason: number == 5,
            event: number,
        };
        let mut state =
            State { stage: Stage::Choice, news: (1..=9).map(news).collect(), ..State::new(false) };
        state.settings.set_key('l', 'x').expect("free");
        (state.picture, state.question) = ("a row of the board\n".repeat(16), "Where to?".to_owned());
        state.choices = vec![("here".to_owned(), None), ("there".to_owned(), None)];
        let shown = painted(&mut state, size);
        let counted =
            shown.lines().find_map(|line| line.trim().strip_prefix("... ")?.strip_suffix(" more: x"));
        let counted: usize =
            counted.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{shown}"));
        let told = (1..=9).filter(|number| shown.contains(&format!("Event number {number} "))).count();
        // A bot's thoughts give way without being counted.
        assert_eq!(counted + told, 8, "{size:?}:\n{shown}");
        assert!(shown.contains("Event number 9 ") && !shown.contains("number 5 "), "{shown}");
    }
}

#[test]
fn the_title_names_the_round_of_the_scene_that_is_shown() {
    let game = Gotham::from_usual();
    let mut race = Race::new(game.clone(), &game.setup(3), 7).expect("a game");
    let players = ["person", "random", "random"].map(|player| player.parse::<Occupant>().expect("a player"));
    race.set_players(race.seats().iter().zip(&players).map(|(seat, who)| who.player(seat, None)).collect());
    let mut sitting = Sitting::new(Box::new(GameTable::new(race).expect("a table")), (80, 24));
    let (mut title, mut later) = (String::new(), 0);
    for _ in 0..200 {
        sitting.next();
        if sitting.state.is_in_frame && !title.is_empty() {
            assert_eq!(sitting.state.title, title);
            later += usize::from(sitting.session.title() != title);
        } else if sitting.state.stage == Stage::Choice {
            sitting.play_first();
        }
        title.clone_from(&sitting.state.title);
    }
    assert!(later > 0, "a round ends while its cards are shown");
}
