//! The screen, painted into a buffer: each board in a set position, keys, and the sheet of another person.

use std::io;
use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::backend::TestBackend;
use ratatui_core::terminal::Terminal;
use serde_json::Value;

use super::desk::{Answer, Desk, Leap, Stage};
use super::paint::{paint, table_width};
use super::state::{State, Wish};
use crate::animal_race::AnimalRace;
use crate::dash::Dash;
use crate::gotham::Gotham;
use crate::hare_tortoise::HareTortoise;
use crate::playable::Playable;
use crate::race::Race;
use crate::ruleset::{self, Ruleset as _};
use crate::seat::Seat;
use crate::terminal::film::{Film, Way};
use crate::terminal::save::SaveFile;
use crate::terminal::screen::Screen;
use crate::terminal::session::{Saves, Session};
use crate::terminal::table::{Occupant, player};
use crate::terminal::typed::Typed;
use crate::terminal::viewing::Viewing;
use crate::text::Canvas;

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

    /// The replay of a game of three bots, left after at most `most_events`, in which the first `people` seats are people.
    fn replay_of<G: Playable>(game: G, people: usize, most_events: usize, size: (u16, u16)) -> Self {
        let setup = game.setup(3);
        let mut race = Race::new(game, &setup, 5).expect("a set-up that fits");
        let bot: Occupant = G::BOTS[0].name.parse().expect("a bot");
        let mut bots: Vec<_> = race
            .seats()
            .iter()
            .map(|_| bot.bot(&Value::Null, race.seats()).expect("a bot").expect("no person"))
            .collect();
        // A game that is left unfinished is an error of the race only.
        _ = race.play_out(&mut bots, most_events);
        let seats = race
            .seats()
            .iter()
            .map(|seat| player(seat, if seat.index() < people { &Occupant::Person } else { &bot }, None));
        let seats = seats.collect();
        race.set_players(seats);
        let film = Film::new(race.record().clone()).expect("it replays");
        let desk = Box::new(Viewing::new(film, Path::new("game.json")));
        let mut sight = Self { desk, state: State::new(false), size };
        sight.refresh();
        sight
    }

    fn refresh(&mut self) {
        let size = (table_width(self.size.0), self.size.1);
        self.state.refresh(&mut *self.desk, size).expect("a picture");
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
            Wish::Confirm(is_yes) => self.desk.confirm(is_yes),
            Wish::Leap(leap) => {
                self.desk.leap(leap).expect("a moment");
                self.state.news.clear();
            }
            Wish::ChangeEyes if !self.desk.asks_first() => {
                self.desk.change_eyes();
                self.state.news.clear();
            }
            _ => {}
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
    let ruleset = ruleset::open::<G::Ruleset>(G::Ruleset::EMBEDDED[0].name).expect("it loads");
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
    assert!(
        text.contains(" lines do not fit (80 x 24 has room): v shows all") && text.contains("> 1  to 1"),
        "{text}"
    );
    narrow.obey(KeyCode::Char('v'));
    narrow.text();
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
fn the_choice_under_the_cursor_is_marked_on_the_board_and_explained() {
    let mut sight = usual::<HareTortoise>((80, 24));
    assert!(sight.text().contains(">-1   -3   -6"), "{}", sight.text());
    sight.obey(KeyCode::Char('5'));
    assert!(sight.text().contains(" -10 >-15  -21"), "{}", sight.text());
    sight.obey(KeyCode::Char('?'));
    let text = sight.text();
    assert!(text.contains("5 squares cost 1 + 2 + 3 + 4 + 5 = 15 carrots"), "{text}");
    let mut sight = usual::<AnimalRace>((80, 24));
    sight.obey(KeyCode::Enter);
    assert!(sight.text().contains("with your choice 1 of 8 cards"), "{}", sight.text());
    let mut sight = usual::<Gotham>((80, 24));
    sight.obey(KeyCode::Enter);
    let text = sight.text();
    assert!(text.contains("Your card, for sure:") || text.contains("Your card as it stands now:"), "{text}");
    let answer = sight.desk.obey(Typed::read("? sign")).expect("an answer");
    assert!(matches!(answer, Answer::Text(text) if text.contains("Five animals sit along the track")));
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
    let stopped = sight.desk.analyse(&crate::bot::StopFlag::new(true.into()), &|_| ());
    assert!(stopped.is_err(), "it can be ended");
    let told = sight.desk.analyse(&crate::bot::StopFlag::default(), &|_| ()).expect("key points");
    assert!(told.contains("Turning points"), "{told}");
    assert_eq!(sight.press(KeyCode::Char('b')), Wish::Replay);
    assert_eq!(sight.press(KeyCode::Char('e')), Wish::Page);
    assert_eq!(sight.press(KeyCode::Char('q')), Wish::Leave);
}

#[test]
fn people_take_the_seat_before_they_see_anything() {
    let ruleset =
        ruleset::open::<<AnimalRace as crate::game::RaceGame>::Ruleset>("classic").expect("it loads");
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

#[test]
fn a_recorded_game_is_gone_through_by_event_move_turn_and_round() {
    let mut sight = Sight::replay_of(Dash::short(), 0, 1_000, (80, 24));
    assert!(sight.text().contains("Event 0 of "), "{}", sight.text());
    let mut at = |code: KeyCode| {
        sight.obey(code);
        let question = sight.state.question.clone();
        let event = question.strip_prefix("Event ").and_then(|rest| rest.split(' ').next());
        event.and_then(|event| event.parse::<usize>().ok()).unwrap_or_else(|| panic!("{question}"))
    };
    assert_eq!([at(KeyCode::Right), at(KeyCode::Right), at(KeyCode::Left)], [1, 2, 1]);
    // Three picks, a roll and a step each.
    assert_eq!([at(KeyCode::Down), at(KeyCode::Down), at(KeyCode::Down)], [2, 3, 5]);
    assert_eq!(at(KeyCode::Up), 3);
    let first_round = at(KeyCode::PageDown);
    assert_eq!(first_round, 9, "three picks, and three rolls with a step each");
    assert_eq!(at(KeyCode::PageUp), 0);
    let last = at(KeyCode::End);
    assert_eq!([at(KeyCode::PageDown), at(KeyCode::Char('t')), at(KeyCode::Right)], [last; 3]);
    assert_eq!(at(KeyCode::Home), 0);
    let to = |digit: char| KeyCode::Char(digit);
    assert_eq!([at(to('1')), at(to('2')), at(KeyCode::Enter)], [0, 0, 12]);
    sight.obey(KeyCode::End);
    let text = sight.text();
    assert!(text.contains("wins.") && text.contains("player  score"), "{text}");
    assert_eq!(sight.press(KeyCode::Char('p')), Wish::Nothing, "there is nothing to play on");
    assert!(sight.text().contains("go back first"));
    sight.obey(KeyCode::Left);
    assert_eq!(sight.press(KeyCode::Char('p')), Wish::PlayOn);
    assert!(sight.desk.leap(Leap::To(99_999)).is_err());
}

#[test]
fn a_replay_is_seen_from_any_seat_and_an_unfinished_one_only_after_a_notice() {
    let picks = |sight: &mut Sight| {
        sight.state.news.clear();
        sight.obey(KeyCode::Home);
        sight.obey(KeyCode::Right);
        sight.text()
    };
    let mut sight = Sight::replay_of(Dash::short(), 0, 1_000, (80, 24));
    assert!(picks(&mut sight).contains("Bot 1 picks 2."));
    sight.obey(KeyCode::Char('s'));
    assert!(picks(&mut sight).contains("You pick 2."));
    sight.obey(KeyCode::Char('s'));
    let text = picks(&mut sight);
    assert!(text.contains("Bot 1 picks a number.") && text.contains("as bot 2 sees it"), "{text}");

    let mut sight = Sight::replay_of(Dash::short(), 1, 7, (80, 24));
    assert!(picks(&mut sight).contains("You pick 2."), "from the eyes of its only person");
    sight.obey(KeyCode::Char('s'));
    assert!(sight.text().contains("This game is not over."), "{}", sight.text());
    sight.obey(KeyCode::Esc);
    assert!(sight.text().contains("as player 1 sees it"), "{}", sight.text());
    sight.obey(KeyCode::Char('s'));
    sight.obey(KeyCode::Enter);
    sight.obey(KeyCode::Char('s'));
    assert!(sight.text().contains("as bot 2 sees it"), "{}", sight.text());

    let mut sight = Sight::replay_of(Dash::short(), 2, 7, (80, 24));
    assert!(!sight.text().contains("picks"), "{}", sight.text());
    sight.obey(KeyCode::Esc);
    assert!(sight.text().contains("This game is not over."), "nobody has agreed");
    sight.obey(KeyCode::Enter);
    assert!(picks(&mut sight).contains("Player 1 picks 2."));
}

#[test]
fn an_analysed_replay_has_the_curves_and_goes_from_one_key_point_to_the_next() {
    let mut sight = Sight::replay_of(Dash::short(), 0, 1_000, (80, 24));
    assert!(sight.desk.leap(Leap::KeyPoint(Way::Forward)).is_err(), "not analysed yet");
    assert!(sight.desk.write_page().expect("no page yet").is_none());
    let told = sight.desk.analyse(&crate::bot::StopFlag::default(), &|_| ()).expect("key points");
    assert!(told.contains("Turning points"), "{told}");
    sight.obey(KeyCode::Char('n'));
    let text = sight.text();
    assert!(text.contains("Turning point. Round ") || text.contains("Mistake. Round "), "{text}");
    let marks = text.lines().find(|line| line.trim_start().starts_with(['^', 'o', '!'])).expect("the marks");
    assert!(marks.contains('^'), "{text}");
    let curve = text.lines().find(|line| line.starts_with("bot 1") && line.contains('%')).expect("a curve");
    assert!(curve.ends_with(|digit: char| digit.is_ascii_digit()), "{text}");
    let first = sight.state.question.clone();
    sight.obey(KeyCode::Char('n'));
    assert_ne!(sight.state.question, first);
    sight.obey(KeyCode::Char('N'));
    assert_eq!(sight.state.question, first);
}

#[test]
fn bots_give_their_reasons_in_the_log_and_never_hidden_ones_in_play() {
    let mut open = usual::<HareTortoise>((80, 24));
    open.obey(KeyCode::Char('w'));
    assert!(open.text().contains("The log tells the bots' reasons"), "{}", open.text());
    for _ in 0..4 {
        open.obey(KeyCode::Enter);
    }
    assert!(open.state.news.iter().any(|line| line.contains("to itself: ")), "{:?}", open.state.news);
    let mut hidden = usual::<AnimalRace>((80, 24));
    hidden.obey(KeyCode::Char('w'));
    for _ in 0..4 {
        hidden.obey(KeyCode::Enter);
    }
    assert!(!hidden.state.news.iter().any(|line| line.contains("to itself: ")), "{:?}", hidden.state.news);

    let ruleset =
        ruleset::open::<<AnimalRace as crate::game::RaceGame>::Ruleset>("classic").expect("it loads");
    let game = <AnimalRace as crate::game::RaceGame>::new(ruleset).expect("it is playable");
    let mut replay = Sight::replay_of(game, 0, 60, (80, 24));
    replay.obey(KeyCode::Char('w'));
    let has_reasons = |sight: &mut Sight| sight.state.news.iter().any(|line| line.contains("to itself: "));
    for _ in 0..4 {
        replay.obey(KeyCode::Down);
    }
    assert!(has_reasons(&mut replay), "{}", replay.text());
    replay.obey(KeyCode::Char('s'));
    replay.obey(KeyCode::Char('s'));
    let told: Vec<&String> = replay.state.news.iter().filter(|line| line.contains("to itself: ")).collect();
    assert!(told.iter().all(|line| line.contains("bot 2 to itself")), "{told:?}");
    assert!(replay.state.news.iter().any(|line| line.contains("ets ")), "{:?}", replay.state.news);
}

#[test]
fn every_replay_fits_a_small_screen_with_its_panel() {
    let size = (80, 24);
    let game =
        |name| ruleset::open::<<HareTortoise as crate::game::RaceGame>::Ruleset>(name).expect("it loads");
    let hare = <HareTortoise as crate::game::RaceGame>::new(game("classic")).expect("it is playable");
    let text = Sight::replay_of(hare, 0, 2_000, size).text();
    for shown in ["63:C Home", "Event 0 of ", "player  square", "p play on"] {
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
}
