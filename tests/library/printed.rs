//! Every token that the screens of whole games print can be looked up.

use std::collections::BTreeSet;

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::record::Player;
use furlong::table::{GameTable, Reader, Request, Shown, Stage, Table};
use furlong::{Playable, Race, Ruleset as _, Seat, ruleset};

/// The moments of a game that are looked at.
const MOMENTS: usize = 400;

/// The text that a value prints on the screen.
fn printed(shown: &Shown) -> String {
    match shown {
        Shown::Board(board) => board.picture.clone(),
        Shown::Happened(text) => text.clone(),
        Shown::Question(question) => {
            let remarks = question.choices.iter().filter_map(|choice| choice.remark.clone());
            question
                .choices
                .iter()
                .map(|choice| choice.label.clone())
                .chain(remarks)
                .collect::<Vec<_>>()
                .join(" ")
        }
        _ => String::new(),
    }
}

/// Returns whether a token is a word, which the test of the lessons looks up, or a mark of a sentence.
fn is_word(token: &str) -> bool {
    let mut letters = token.chars();
    let is_first = letters.next().is_none_or(|first| first.is_ascii_alphabetic());
    let is_single = token.len() == 1 && token.chars().all(|letter| letter.is_ascii_uppercase());
    is_first && !is_single && letters.all(|letter| letter.is_ascii_lowercase() || "-'".contains(letter))
}

/// The tokens of a game, other than words, that cannot be looked up at the moment at which they are printed.
fn unknown<G: Playable>(rules: &str) -> BTreeSet<String> {
    let game = G::new(ruleset::open::<G::Ruleset>(rules).expect("embedded")).expect("playable");
    let players = 4.clamp(*game.players().start(), *game.players().end());
    let mut race = Race::new(game.clone(), &game.setup(players), 5).expect("a set-up that fits");
    let player = |seat: Seat| Player {
        name: format!("bot {seat}"),
        player: if seat == Seat::FIRST { "person" } else { "random" }.to_owned(),
        colour: None,
    };
    race.set_players(race.seats().iter().map(player).collect());
    let mut table = GameTable::new(race).expect("a table");
    let reader = Reader::Player(Seat::FIRST);
    let (mut asked, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for moment in 0..MOMENTS {
        let stage = table.advance().expect("bots that play");
        let mut shown = table.news(reader).shown;
        shown.extend(table.display(reader).shown);
        let text = shown.iter().map(printed).collect::<Vec<_>>().join(" ");
        let tokens =
            text.split_whitespace().map(|token| token.trim_matches(|letter| ",.;:()`!".contains(letter)));
        for token in tokens.filter(|token| !is_word(token)) {
            if asked.insert(token.to_owned()) {
                let reply = table.answer(reader, &Request::Explain(token.to_owned())).expect("an answer");
                let said = format!("{:?}", reply.message.shown);
                if said.contains("is not a term of this game") {
                    unknown.insert(token.to_owned());
                }
            }
        }
        match stage {
            Stage::Person(seat) => {
                let count = table.question(seat).expect("a question").choices.len();
                table.answer(reader, &Request::Number(1 + moment * 7 % count)).expect("an answer");
            }
            Stage::Bot(_) | Stage::Chance => {}
            _ => break,
        }
    }
    assert!(asked.len() > 20, "{rules}: {asked:?}");
    unknown
}

fn assert_answered<G: Playable>() {
    for embedded in G::Ruleset::EMBEDDED {
        let unknown = unknown::<G>(embedded.name);
        assert!(unknown.is_empty(), "{} {}: {unknown:?}", G::ID, embedded.name);
    }
}

/// The answer to somebody who looks up a token in a new game.
fn answer<G: Playable>(rules: &str, token: &str) -> String {
    let game = G::new(ruleset::open::<G::Ruleset>(rules).expect("embedded")).expect("playable");
    let race = Race::new(game.clone(), &game.setup(4), 5).expect("a set-up that fits");
    let mut table = GameTable::new(race).expect("a table");
    let asked = Request::Explain(token.to_owned());
    let reply = table.answer(Reader::Player(Seat::FIRST), &asked).expect("an answer");
    let [Shown::Sentence(text)] = &reply.message.shown[..] else { panic!("{token}: {reply:?}") };
    text.clone()
}

#[test]
fn every_token_that_whole_games_print_can_be_looked_up() {
    assert_answered::<HareTortoise>();
    assert_answered::<AnimalRace>();
    assert_answered::<Gotham>();
}

#[test]
fn a_token_that_is_put_together_is_explained_by_its_parts() {
    let gotham = answer::<Gotham>("standard", "AB..*");
    assert!(
        gotham.starts_with("AB: A runner on the ring") && gotham.contains("*: The figure has moved"),
        "{gotham}"
    );
    assert!(answer::<Gotham>("standard", "13+0").contains("left to draw"));
    assert!(answer::<HareTortoise>("classic", "ABC").starts_with("ABC: A letter on the track"));
    assert!(answer::<HareTortoise>("classic", "10:L").starts_with("10: Square 10. Lettuce"));
    assert!(answer::<HareTortoise>("classic", "365").starts_with("365: a number"));
    for unknown in ["XY*", "xyzzy*", "*.*", "?!"] {
        let text = answer::<AnimalRace>("classic", unknown);
        assert!(text.contains("is not a term") || unknown == "*.*", "{unknown}: {text}");
    }
}
