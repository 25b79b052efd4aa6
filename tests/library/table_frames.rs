//! What has happened in frames: the same sentences as the log, in its order, with a board after each change but the last.

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::table::{GameTable, Reader, Shown, Table as _};
use furlong::{Bots as _, Playable, Race, RaceGame as _, Seat, ruleset};

/// The sentences among these values.
fn sentences(shown: &[Shown]) -> Vec<&str> {
    let mut sentences = Vec::new();
    for shown in shown {
        if let Shown::Happened(text) = shown {
            sentences.push(text.as_str());
        }
    }
    sentences
}

/// Compares the frames of each event of a game with its log, and returns the most frames of one event.
fn most_scenes<G: Playable>(rules: &str) -> usize {
    let game = G::new(ruleset::open(rules).expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(4), 3).expect("a game");
    let random = "random".parse().expect("a bot");
    let mut bots: Vec<_> = (0..4).map(|_| G::bot(&random).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    let table = GameTable::replay(race);
    let mut most = 0;
    for reader in [Reader::Beside(Seat::FIRST), Reader::All, Reader::Watcher] {
        for event in 0..table.events().min(150) {
            let frames = table.frames_between(reader, event, event + 1);
            let told = table.narrate(reader, event, event + 1).shown;
            let shown: Vec<Shown> = frames.iter().flat_map(|frame| frame.shown.clone()).collect();
            assert_eq!(sentences(&shown), sentences(&told), "{} for {reader:?}: event {event}", G::ID);
            let (last, before) = frames.split_last().expect("at least the present moment");
            let is_board = |shown: &Shown| matches!(shown, Shown::Board(_));
            assert!(!last.shown.iter().any(is_board), "the table itself shows the last one");
            for frame in before {
                let (board, sentences) = frame.shown.split_last().expect("a board");
                assert!(is_board(board) && !sentences.iter().any(is_board), "{}: {frame:?}", G::ID);
            }
            assert!(before.is_empty() || reader != Reader::Watcher, "no game has a picture for watchers");
            most = most.max(frames.len());
        }
    }
    most
}

#[test]
fn scenes_tell_what_the_log_tells_with_a_board_between_them() {
    // The pile of gotham is carried out card by card, and the animals run one by one.
    assert!(most_scenes::<Gotham>("standard") >= 4);
    assert!(most_scenes::<AnimalRace>("classic") >= 3);
    assert_eq!(most_scenes::<HareTortoise>("ravensburger-2008"), 1);
}

#[test]
fn hands_are_full_while_the_animals_run_and_the_third_arrival_ends_the_race_in_words() {
    let game = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(4), 3).expect("a game");
    let random = "random".parse().expect("a bot");
    let mut bots: Vec<_> = (0..4).map(|_| AnimalRace::bot(&random).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    let table = GameTable::replay(race);
    let mut boards = 0;
    for event in 0..table.events() {
        let frames = table.frames_between(Reader::Beside(Seat::FIRST), event, event + 1);
        for shown in frames.iter().flat_map(|frame| &frame.shown) {
            let Shown::Board(board) = shown else { continue };
            // The animals run once the last player has drawn (AR-12).
            assert_eq!(board.picture.matches("(6 cards)").count(), 4, "event {event}:\n{}", board.picture);
            boards += 1;
        }
    }
    assert!(boards > 20, "{boards}");
    let log = table.narrate(Reader::All, 0, table.events()).shown;
    let ends = |sentence: &&&str| sentence.ends_with("as the third: the race ends at once.");
    assert_eq!(sentences(&log).iter().filter(ends).count(), 1);
}
