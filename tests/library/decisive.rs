//! The sentence on what decided a game, and the one on its end, of whole games.

use furlong::animal_race::AnimalRace;
use furlong::bot::StopFlag;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::record::Player;
use furlong::table::{GameTable, Reader, Stage, Table};
use furlong::{Playable, Race, RaceGame as _, ruleset};

const NAMES: [&str; 2] = ["Dr. No", "Ada"];

/// A game of two bots that is over.
fn over<G: Playable>(rules: &str, seed: u64) -> GameTable<G> {
    let game = G::new(ruleset::open(rules).expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(2), seed).expect("a set-up that fits");
    let player = |name: &str| Player { name: name.to_owned(), player: "heuristic".to_owned(), colour: None };
    race.set_players(NAMES.map(player).to_vec());
    let mut table = GameTable::new(race).expect("a table");
    while matches!(table.advance().expect("bots play"), Stage::Bot(_) | Stage::Chance) {}
    table
}

/// Fails unless this is one whole sentence on what decided a game of these players, perhaps with a second one on what
/// would have been better.
fn assert_sentence(said: &str) {
    let (said, better) = match said.split_once(" moves). ") {
        Some((said, better)) => (format!("{said} moves)."), Some(better)),
        None => (said.to_owned(), None),
    };
    let bare = NAMES.iter().fold(said.clone(), |rest, name| rest.replace(name, "Somebody"));
    let is_one = bare.ends_with('.') && !bare.contains(". ") && !bare.contains("..");
    assert!(is_one && !bare.contains("is over") && !bare.contains("event "), "{said}");
    let found = bare.strip_prefix("A first look at what decided it: ").expect("it says that it is only that");
    let is_luck = found.starts_with("luck, in round ");
    let is_decided = (found.starts_with("in round ") || is_luck)
        && [", and Somebody's chance to win ", ", and your chance to win "]
            .iter()
            .any(|words| bare.contains(words))
        && bare.contains(" % (if all play on like `strong`, with varied moves)");
    assert!(
        better.is_none_or(|better| better.contains(" could have ")
            && better.contains(" more wins in 100 (+- ")
            && !better.contains('%')
            && !is_luck),
        "{better:?}"
    );
    assert!(is_decided || found.starts_with("no single moment, "), "{said}");
}

fn say_it_in_a_sentence<G: Playable>(rules: &str) {
    let mut decided = 0;
    for seed in 1..=3 {
        let table = over::<G>(rules, seed);
        let said = Table::decided_by(&table, Reader::All, &StopFlag::default());
        assert_sentence(&said);
        decided += usize::from(!said.contains("no single moment"));
        if seed == 1 {
            // The same game is decided by the same event wherever it is looked at.
            let again = table.replay().decided_by(Reader::All, &StopFlag::default());
            assert_eq!(said, again);
        }
        for (name, seat) in NAMES.iter().zip(table.seats().iter()) {
            let own = Table::decided_by(&table, Reader::Player(seat), &StopFlag::default());
            assert_sentence(&own);
            assert_eq!(own.contains(" you"), said.contains(name), "{own}");
            // What decided it is told of a winner.
            let is_won = table.ending(Reader::Player(seat)).0.starts_with("You win");
            assert!(!own.contains(" your chance to win") || is_won, "{own}");
            assert!(!own.contains(name), "{own}");
        }
    }
    assert!(decided > 0, "{rules}: some event of three games decides");
}

#[test]
fn whole_games_say_in_one_sentence_what_decided_them() {
    say_it_in_a_sentence::<AnimalRace>("apprentice");
    say_it_in_a_sentence::<HareTortoise>("classic");
    say_it_in_a_sentence::<Gotham>("standard");
}

#[test]
fn what_decides_a_game_and_what_an_event_brought_are_not_told_before_its_end_to_those_who_play() {
    let game = AnimalRace::new(ruleset::open("apprentice").expect("embedded")).expect("playable");
    let race = Race::new(game.clone(), &game.setup(2), 1).expect("a set-up that fits");
    let mut table = GameTable::new(race).expect("a table");
    table.advance().expect("chance decides");
    assert!(!table.is_open());
    let hidden = "The game is not over, so hidden information stays hidden.";
    assert_eq!(Table::decided_by(&table, Reader::All, &StopFlag::default()), hidden);
    assert_eq!(Table::in_brief(&table, Reader::All, 1), hidden);
}

#[test]
fn an_end_without_a_winner_says_why() {
    // A figure that nobody owns is furthest beyond the finish in some games of two.
    let endings = (1..40).map(|seed| over::<Gotham>("standard", seed).ending(Reader::All).0);
    let nobody = endings.into_iter().find(|ending| ending.starts_with("Nobody wins")).expect("such a game");
    let figures =
        ["C", "D"].map(|figure| format!("Nobody wins: {figure} (ownerless) is furthest beyond the finish."));
    assert!(figures.contains(&nobody), "{nobody}");
    // A result by points says how many.
    let (won, _) = over::<AnimalRace>("apprentice", 1).ending(Reader::All);
    assert!(won.contains(" with ") && won.ends_with("points."), "{won}");
}
