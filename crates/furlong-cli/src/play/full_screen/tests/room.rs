//! The use of room: large boards on large screens, whole lines at the end, and columns that stay aligned.

use super::*;

/// A game of this many players with these names, played by bots that choose at random, up to this many events.
fn table<G: Playable>(players: u8, names: &[&str], most_events: usize) -> Box<dyn Table> {
    let game = G::from_usual();
    let mut race = Race::new(game.clone(), &game.setup(players), 7).expect("a game");
    let heuristic = "heuristic".parse().expect("a bot");
    let mut bots: Vec<_> = (0..players).map(|_| G::bot(&heuristic).expect("a bot")).collect();
    _ = race.play_out(&mut bots, most_events);
    let bot: Occupant = "random".parse().expect("a player");
    let seated = |seat: Seat| {
        let who = if seat == Seat::FIRST { &Occupant::Person } else { &bot };
        who.player(seat, names.get(seat.index()).map(|name| (*name).to_owned()).as_ref())
    };
    let seats = race.seats().iter().map(seated).collect();
    race.set_players(seats);
    Box::new(GameTable::new(race).expect("a table"))
}

/// The screen at the next question.
fn at_question<G: Playable>(names: &[&str], size: (u16, u16)) -> Sitting {
    let mut sitting = Sitting::new(table::<G>(4, names, 0), size);
    sitting.next_question();
    sitting
}

fn large_board<G: Playable>(words: &[&str]) {
    let mut sitting = at_question::<G>(&[], (200, 60));
    let shown = sitting.shown();
    for word in words {
        assert!(shown.contains(word), "{word} of {} in:\n{shown}", G::ID);
    }
    // The question is close below the board, and the log beside it.
    let lines: Vec<&str> = shown.lines().collect();
    let question = lines.iter().position(|line| line.contains(&sitting.state.question)).expect("a question");
    let above = lines[..question].iter().rev().take_while(|line| line.trim().is_empty());
    assert!(above.count() <= 1, "{} in:\n{shown}", G::ID);
    // Beside a sheet, its end is on another line.
    let newest: String = sitting.state.news.last().expect("news").text.chars().take(20).collect();
    let column = lines.iter().find_map(|line| line.find(&newest)).expect("the log");
    assert!(column > 100, "{column} in:\n{shown}");
    // A sheet leaves the log where it is.
    sitting.press(KeyCode::Char('?'));
    let shown = sitting.shown();
    let sheet = shown.lines().find_map(|line| line.find("The rules in brief")).expect("a sheet");
    assert!(sheet > column && shown.contains(&newest), "{} in:\n{shown}", G::ID);
}

#[test]
fn a_large_screen_has_a_large_board_with_words_and_the_log_and_sheets_beside_it() {
    large_board::<HareTortoise>(&[" 1:hare ", "10:lettuce", " 4:number 3", "11:tortoise"]);
    large_board::<AnimalRace>(&["S     1     2     3"]);
    large_board::<Gotham>(&["0 start", "hedgehog", "26 sign", "tortoise", "snail"]);
}

#[test]
fn a_board_with_short_forms_explains_them() {
    let shown = at_question::<HareTortoise>(&[], (80, 24)).shown();
    assert!(shown.contains("L lettuce") && shown.contains("4:3 square 4, a 3"), "{shown}");
    let shown = at_question::<Gotham>(&[], (80, 24)).shown();
    assert!(shown.contains("26Ffi") && shown.contains("sn snail, sh sheep; Ffi finish"), "{shown}");
}

/// Every line of the places at the end is whole at every size.
fn ends_whole<G: Playable>(players: u8) {
    let names = ["Ada Lovelace of London", "李小龙", "🐢 Bob", "Dan", "Eve"];
    for size in SIZES {
        let mut sitting = Sitting::new(table::<G>(players, &names, 10_000), size);
        let mut shown = sitting.next();
        while sitting.state.is_in_frame {
            shown = sitting.next();
        }
        assert_eq!(sitting.state.stage, Stage::Over, "{}", G::ID);
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A wide letter takes two cells, of which the second is empty.
        let shown_words = words(&shown.replace("李 小 龙", "李小龙").replace("🐢  ", "🐢 "));
        for line in &sitting.state.panel {
            assert!(shown_words.contains(&words(line)), "{line} of {} at {size:?}:\n{shown}", G::ID);
        }
        for (_, name) in sitting.session.table().seats().iter().zip(names) {
            let first = name.split(' ').next().expect("a word");
            assert!(shown_words.contains(first), "{name} of {} at {size:?}:\n{shown}", G::ID);
        }
    }
}

#[test]
fn no_line_is_clipped_at_the_end_of_a_game() {
    ends_whole::<HareTortoise>(5);
    ends_whole::<AnimalRace>(5);
    ends_whole::<Gotham>(4);
}

/// The columns at which this word stands in the lines that contain all of these names.
fn columns(shown: &str, names: &[&str], word: &str) -> Vec<usize> {
    let line = |name: &&str| shown.lines().find(|line| line.contains(*name) && line.contains(word));
    let lines: Vec<&str> = names.iter().filter_map(line).collect();
    assert_eq!(lines.len(), names.len(), "{word} in:\n{shown}");
    lines.iter().map(|line| line[..line.find(word).expect("found")].chars().count()).collect()
}

#[test]
fn names_with_wide_letters_keep_columns_aligned_at_every_size() {
    let names = ["You", "李小龙", "🐢 Bob", "Dan"];
    // As cells of the screen: a wide letter is followed by an empty one.
    let painted = ["You", "李 小 龙", "🐢", "Dan"];
    for size in SIZES {
        let shown = at_question::<HareTortoise>(&names, size).shown();
        let unit = if shown.contains("carrots, 3") { "3 lettuces" } else { "3l" };
        let found = columns(&shown, &painted, unit);
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?} at {size:?} in:\n{shown}");
        let shown = at_question::<Gotham>(&["Ada", "李小龙", "🐢 Bob", "Dan"], size).shown();
        let word = if shown.contains(", lane 1") { ", lane" } else { "   0" };
        let found = columns(&shown, &painted[1..], word);
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?} at {size:?} in:\n{shown}");
    }
}
