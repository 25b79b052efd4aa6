//! The screen, painted into a buffer: each board in a set position, keys, and the sheet of another person.

use std::io;
use std::path::PathBuf;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::desk::{Answer, Desk, Stage};
use super::paint::{paint, table_width};
use super::state::{State, Wish};
use crate::animal_race::AnimalRace;
use crate::gotham::Gotham;
use crate::hare_tortoise::HareTortoise;
use crate::playable::Playable;
use crate::race::Race;
use crate::ruleset::Ruleset as _;
use crate::seat::Seat;
use crate::terminal::save::SaveFile;
use crate::terminal::screen::Screen;
use crate::terminal::session::{Saves, Session};
use crate::terminal::table::{Occupant, player};
use crate::terminal::typed::Typed;
use crate::text::Canvas;
use crate::toy::Dash;

/// A game before a screen of this size, without a terminal.
struct Sight {
    desk: Box<dyn Desk>,
    state: State,
    size: (u16, u16),
}

impl Sight {
    /// A game of `players` seats, the first `people` of them people.
    fn of<G: Playable>(game: G, players: u8, people: u8, size: (u16, u16)) -> Self {
        let setup = game.setup(players);
        let mut race = Race::new(game, &setup, 5).expect("a set-up that fits");
        let occupant = |seat: Seat| {
            if seat.index() < usize::from(people) { "person" } else { G::BOTS[0].name }
        };
        let seats = race.seats().iter().map(|seat| {
            let occupant: Occupant = occupant(seat).parse().expect("a player");
            player(seat, &occupant, None)
        });
        let seats = seats.collect();
        race.set_players(seats);
        let save = (SaveFile::at(PathBuf::new()), Some(Saves::OnFailure));
        let session = Session::new(race, save, "furlong play", Screen::kept(Canvas::PLAIN), io::empty());
        let mut desk = Box::new(session.expect("a session"));
        desk.begin().expect("an introduction");
        let mut sight = Self { desk, state: State::new(false), size };
        sight.refresh();
        sight
    }

    fn refresh(&mut self) {
        self.state.refresh(&mut *self.desk, table_width(self.size.0)).expect("a picture");
    }

    /// The others decide until a person does.
    fn go_on(&mut self) {
        for _ in 0..1000 {
            self.refresh();
            if !matches!(self.state.stage, Stage::Others(_)) {
                return;
            }
            self.desk.step().expect("a step");
        }
        panic!("nobody else decides");
    }

    fn press(&mut self, code: KeyCode) -> Wish {
        self.state.press(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// Presses a key, and does what it asks for.
    fn obey(&mut self, code: KeyCode) {
        match self.press(code) {
            Wish::Obey(typed) => match self.desk.obey(typed).expect("an answer") {
                Answer::Text(text) => self.state.tell(&text, self.size.0),
                Answer::TakenBack(text) => self.state.take_back(&text, self.size.0),
                Answer::GoesOn | Answer::Leave => {}
            },
            Wish::SitDown => self.desk.sit_down(),
            Wish::Nothing | Wish::Leave | Wish::Quit | Wish::Rematch | Wish::Analyse => {}
        }
        self.go_on();
    }

    /// The lines of the screen.
    fn lines(&mut self) -> Vec<String> {
        let backend = TestBackend::new(self.size.0, self.size.1);
        let mut terminal = Terminal::new(backend).expect("a buffer");
        terminal.draw(|frame| paint(frame, &mut self.state)).expect("drawn");
        let buffer = terminal.backend().buffer();
        let row =
            |y| (0..self.size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..self.size.1).map(row).collect()
    }

    fn text(&mut self) -> String {
        self.lines().join("\n")
    }
}

fn usual<G: Playable>(size: (u16, u16)) -> Sight {
    let ruleset = G::Ruleset::open(G::Ruleset::EMBEDDED[0].name).expect("it loads");
    let mut sight = Sight::of(G::new(ruleset).expect("it is playable"), 4, 1, size);
    sight.go_on();
    sight
}

#[test]
fn every_board_and_all_choices_are_in_view_on_a_small_terminal() {
    let text = usual::<HareTortoise>((80, 24)).text();
    for shown in [
        "Start",
        "63:C Home",
        "> A You             65 carrots",
        "Where to:",
        "10  to 10 - 55 carrots, lettuce",
        "h hint",
    ] {
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
    let text = usual::<AnimalRace>((80, 24)).text();
    for shown in ["hare        H", "Your hand  ", "second bet?", ">1  hare", " 5  lamb", "q leave"] {
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
    let text = usual::<Gotham>((80, 24)).text();
    for shown in ["0S    1     2", "30    29he", "1st  B (bot 2)", "Your hand", "> 1  draw 1", "draw 4"] {
        let shown = shown.trim_start_matches("> ");
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
    assert!(!text.contains("shows the whole table"), "nothing is cut:\n{text}");
}

#[test]
fn a_wide_screen_has_the_log_beside_the_table_and_a_small_one_says_what_it_cuts() {
    let mut wide = usual::<HareTortoise>((120, 40));
    let line = wide.lines().into_iter().find(|line| line.contains("You move first.")).expect("the news");
    assert!(line.find("You move first.").expect("it is there") > 80, "{line}");
    let mut narrow = usual::<HareTortoise>((60, 16));
    let text = narrow.text();
    assert!(text.contains("... v shows the whole table") && text.contains("> 1  to 1"), "{text}");
    narrow.press(KeyCode::Char('v'));
    narrow.press(KeyCode::End);
    assert!(narrow.text().contains("Bot 4"), "the rest can be scrolled to");
    // Nothing is so small that it panics.
    for size in [(1, 1), (20, 3), (10, 8), (300, 100)] {
        usual::<Gotham>(size).text();
    }
}

#[test]
fn a_choice_is_made_by_arrows_digits_words_and_mouse() {
    let mut sight = usual::<HareTortoise>((80, 24));
    sight.text();
    sight.press(KeyCode::Down);
    sight.press(KeyCode::Right);
    assert_eq!(sight.press(KeyCode::Enter), Wish::Obey(Typed::Number(7)));
    for digit in ['1', '0'] {
        sight.press(KeyCode::Char(digit));
    }
    assert_eq!(sight.press(KeyCode::Enter), Wish::Obey(Typed::Number(10)));
    sight.press(KeyCode::Char('9'));
    sight.press(KeyCode::Char('3'));
    assert_eq!(sight.press(KeyCode::Enter), Wish::Obey(Typed::Number(3)), "there is no choice 93");

    sight.press(KeyCode::Char('/'));
    for letter in "TO 1".chars() {
        sight.press(KeyCode::Char(letter));
    }
    assert!(sight.text().contains("> TO 1_"));
    assert_eq!(sight.press(KeyCode::Enter), Wish::Obey(Typed::Words("TO 1".to_owned())));
    sight.press(KeyCode::Tab);
    for letter in "to 10".chars().take(4) {
        sight.press(KeyCode::Char(letter));
    }
    sight.press(KeyCode::Tab);
    assert_eq!(
        sight.press(KeyCode::Enter),
        Wish::Obey(Typed::Words("to 1".to_owned())),
        "the first that fits"
    );

    sight.text();
    let (place, _) = *sight.state.places.iter().find(|(_, index)| *index == 7).expect("in view");
    let click = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: place.x + 2,
        row: place.y,
        modifiers: KeyModifiers::NONE,
    };
    assert_eq!(sight.state.click(click), Wish::Nothing);
    assert_eq!(sight.state.click(click), Wish::Obey(Typed::Number(8)), "a second click decides");
}

#[test]
fn words_that_are_no_move_get_a_sentence_and_keys_without_a_meaning_do_nothing() {
    let mut sight = usual::<AnimalRace>((80, 24));
    let before = sight.text();
    for code in [KeyCode::Char('z'), KeyCode::F(5), KeyCode::Esc, KeyCode::Char('0')] {
        assert_eq!(sight.press(code), Wish::Nothing);
    }
    assert_eq!(sight.text(), before);
    let answer = sight.desk.obey(Typed::read("hlep")).expect("an answer");
    let Answer::Text(text) = answer else { panic!("{answer:?}") };
    assert!(text.contains("Did you mean `help`?"), "{text}");
    let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(sight.state.press(ctrl_c), Wish::Quit);
}

#[test]
fn hint_help_log_and_undo_are_read_on_a_sheet_that_any_key_closes() {
    let mut sight = usual::<AnimalRace>((80, 24));
    sight.obey(KeyCode::Char('h'));
    assert!(sight.text().contains("The bot `heuristic`"), "{}", sight.text());
    sight.obey(KeyCode::Char('x'));
    assert!(sight.text().contains("second bet?"));
    sight.obey(KeyCode::Char('?'));
    assert!(sight.text().contains("rules in brief") && sight.state.page.1 > 24, "{}", sight.text());
    sight.obey(KeyCode::PageDown);
    sight.obey(KeyCode::End);
    assert!(sight.text().contains("leaves the game"), "{}", sight.text());
    sight.obey(KeyCode::Esc);
    sight.obey(KeyCode::Enter);
    assert!(sight.text().contains("Which cards do you place?"), "{}", sight.text());
    assert!(sight.text().contains("aside as the second bet"));
    sight.obey(KeyCode::Char('u'));
    let text = sight.text();
    assert!(text.contains("second bet?") && text.contains("Your last move is taken back."), "{text}");
    assert!(!text.contains("aside as the second bet"), "it did not happen:\n{text}");
}

#[test]
fn a_game_is_played_to_its_end_and_left() {
    let mut sight = Sight::of(Dash::short(), 2, 1, (80, 24));
    sight.go_on();
    for _ in 0..200 {
        if sight.state.stage == Stage::Over {
            break;
        }
        sight.obey(KeyCode::Enter);
    }
    let text = sight.text();
    assert!(text.contains("1. ") && text.contains("2. "), "{text}");
    assert_eq!(sight.press(KeyCode::Enter), Wish::Nothing);
    assert_eq!(sight.press(KeyCode::Char('r')), Wish::Rematch);
    assert_eq!(sight.press(KeyCode::Char('a')), Wish::Analyse);
    let told = sight.desk.analyse(&crate::bot::StopFlag::default(), &|_| ()).expect("key points");
    assert!(told.contains("Turning points"), "{told}");
    let stopped = sight.desk.analyse(&crate::bot::StopFlag::new(true.into()), &|_| ());
    assert!(stopped.is_err(), "it can be ended");
    assert_eq!(sight.press(KeyCode::Char('q')), Wish::Leave);
}

#[test]
fn people_take_the_seat_before_they_see_anything() {
    let ruleset = <AnimalRace as crate::game::RaceGame>::Ruleset::open("classic").expect("it loads");
    let game = <AnimalRace as crate::game::RaceGame>::new(ruleset).expect("it is playable");
    let mut sight = Sight::of(game, 2, 2, (80, 24));
    sight.go_on();
    let text = sight.text();
    assert!(text.contains("It is the turn of player 1.") && !text.contains("Your hand"), "{text}");
    assert_eq!(sight.press(KeyCode::Char('l')), Wish::Nothing, "nothing can be read yet");
    sight.obey(KeyCode::Enter);
    assert!(sight.text().contains("Your hand"));
    sight.obey(KeyCode::Enter);
    let text = sight.text();
    assert!(text.contains("It is the turn of player 2."), "{text}");
    assert!(!text.contains("Your") && !text.contains("You "), "nothing of player 1 is left:\n{text}");
}

#[test]
fn steps_of_the_others_are_shown_at_a_pace_and_skipped_on_request() {
    let mut sight = usual::<AnimalRace>((80, 24));
    let usual = sight.state.pace();
    sight.press(KeyCode::Char('+'));
    assert!(sight.state.pace() < usual);
    for _ in 0..9 {
        sight.press(KeyCode::Char('-'));
    }
    assert!(sight.state.pace() > usual);
    sight.state.stage = Stage::Others("bot 2".to_owned());
    assert!(sight.text().contains("bot 2 decides ..."));
    sight.press(KeyCode::Char(' '));
    assert!(sight.state.pace().is_zero());
    sight.go_on();
    assert!(!sight.state.is_skipping, "until it is the person's turn again");
}
