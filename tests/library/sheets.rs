//! The sheets of the games during whole games: they fit beside the table, name no clause, and count what a seat has not seen.

use furlong::animal_race::AnimalRace;
use furlong::gotham::{Gotham, Rank};
use furlong::{Playable, Race, RaceGame, Ruleset as _, Seat, Text, Turn, ruleset};

/// The columns of the narrowest screen that the games are made for.
const NARROW: usize = 60;

/// Plays games at random under each ruleset, and hands each decision's views to `look`.
fn at_each_decision<G: Playable>(look: impl Fn(&str, &Race<G>, Seat)) {
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("a ruleset of the library")).expect("playable");
        for players in game.players() {
            let mut race = Race::new(game.clone(), &game.setup(players), 5).expect("a set-up");
            let mut bot = G::bot(&"random".parse().expect("a bot")).expect("a bot of every game");
            for _ in 0..120 {
                let Turn::Seat(_) = race.proceed() else { break };
                race.seats().iter().for_each(|reader| look(embedded.name, &race, reader));
                race.ask(&mut *bot).expect("a legal action");
            }
        }
    }
}

fn sheet<G: Text>(game: &G, view: &G::View, name: &str) -> String {
    let mut aids = game.aids(view).into_iter();
    aids.find(|aid| aid.name == name).expect("a sheet of this name").text
}

/// The last number of a row that begins with this word.
fn last_number(sheet: &str, row: &str) -> u32 {
    let line = sheet.lines().find(|line| line.trim_start().starts_with(row)).expect("a row of this name");
    line.split_whitespace().last().and_then(|cell| cell.parse().ok()).expect("a number")
}

fn assert_plain<G: Text>(game: &G, view: &G::View, clauses: &[&str]) {
    for aid in game.aids(view) {
        assert!(!clauses.iter().any(|clause| aid.text.contains(clause)), "{}", aid.text);
        // Sentences and lists are wrapped; rows of tables are not.
        let rows = aid.text.lines().filter(|line| line.starts_with("  "));
        rows.for_each(|row| assert!(row.chars().count() <= NARROW, "{row}"));
        assert!(aid.text.ends_with('\n') && !aid.text.contains("\n\n"), "{}", aid.text);
    }
}

#[test]
fn the_animal_race_counts_the_cards_that_a_seat_has_not_seen() {
    at_each_decision::<AnimalRace>(|name, race, reader| {
        let view = race.view(reader).expect("a seat");
        assert_plain(race.game(), &view, &["AR-", "AA-", "AC-"]);
        let cards = sheet(race.game(), &view, "cards");
        let kinds = ["hare", "tortoise", "wolf", "howl", "fox", "lamb"];
        let rows = kinds.iter().filter(|kind| cards.contains(&format!("\n  {kind} ")));
        let unseen: u32 = rows.map(|kind| last_number(&cards, kind)).sum();
        // The state knows how many cards lie where nobody sees them.
        let position = race.game().position(race.state());
        let hands = position.hands.iter().enumerate().filter(|(index, _)| *index != reader.index());
        let hands: u32 = hands.map(|(_, hand)| hand.count()).sum();
        let bets = position.bets.iter().enumerate().filter(|(index, _)| *index != reader.index());
        let aside = bets.filter(|(_, bets)| bets.chosen.is_some());
        assert_eq!(unseen, position.deck.count() + hands + aside.count() as u32, "{name}: {cards}");
        let scores = sheet(race.game(), &view, "scores");
        if position.open.games == 1 {
            let tally = race.game().tally(race.state());
            let score = format!("Your bets score {}.", tally.rows[reader.index()].last().expect("points"));
            assert!(scores.contains(&score), "{name}: `{score}` in {scores}");
        }
    });
}

#[test]
fn gotham_counts_the_cards_that_a_seat_has_not_seen() {
    at_each_decision::<Gotham>(|name, race, reader| {
        let view = race.view(reader).expect("a seat");
        assert_plain(race.game(), &view, &["GO-"]);
        let cards = sheet(race.game(), &view, "cards");
        let decks: Vec<&str> = cards.split(" left in the deck").collect();
        for (deck, back) in decks[1..].iter().zip(Rank::ALL) {
            let unseen = deck.lines().find_map(|line| line.strip_prefix("- unseen: ")).unwrap_or_default();
            let copies =
                |card: &str| card.rsplit_once(" x").and_then(|(_, count)| count.parse::<usize>().ok());
            let unseen: usize = unseen
                .split("; ")
                .filter(|card| !card.is_empty())
                .map(|card| copies(card).unwrap_or(1))
                .sum();
            let others = race.seats().iter().filter(|seat| *seat != reader);
            let held: usize = others.map(|seat| usize::from(view.backs(seat)[back.index()])).sum();
            let laid = view.deposit().filter(|placed| placed.back == back && placed.card.is_none()).count();
            assert_eq!(unseen, usize::from(view.left(back)) + held + laid, "{name}, {back}: {cards}");
        }
        let ranks = sheet(race.game(), &view, "ranks");
        assert_eq!(ranks.lines().filter(|line| line.starts_with("  ")).count(), 5, "{ranks}");
    });
}

#[test]
fn the_way_to_the_finish_is_counted_in_both_directions() {
    let game = Gotham::new(ruleset::open("standard").expect("embedded")).expect("playable");
    let set_up = game.setup(2);
    let mut race = Race::new(game, &set_up, 1).expect("a set-up");
    race.proceed();
    let view = race.view(Seat::FIRST).expect("a seat");
    let ranks = sheet(race.game(), &view, "ranks");
    // All stand at the start: the fish on 26 is passed with 27 spaces, or with 11 the other way round on 36.
    let rows = ranks.lines().filter(|line| line.trim_end().ends_with("27       11"));
    assert_eq!(rows.count(), 4, "{ranks}");
}
