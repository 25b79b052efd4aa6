//! Tables as the tests lay them out, and rounds played on them.

use furlong::gotham::{
    Action, Animal, Card, Chance, DeckPosition, Gotham, Happening, Line, Open, Phase, Position, Rank,
    Ruleset, Stand, State,
};
use furlong::{RaceGame, Stream, Turn, ruleset};
use rand::SeedableRng;

pub(crate) fn standard() -> Ruleset {
    ruleset::open::<Ruleset>("standard").unwrap()
}

pub(crate) fn all_cards(ruleset: &Ruleset, back: Rank) -> Vec<Card> {
    let lines = ruleset.decks.of(back).iter().map(|text| text.parse::<Line>().unwrap());
    lines.flat_map(|line| vec![Card::new(back, line.effect); usize::from(line.copies)]).collect()
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(crate) fn figures(text: &str) -> Vec<Stand> {
    text.split_whitespace()
        .map(|word| Stand {
            figure: word.chars().next().unwrap().try_into().unwrap(),
            at: word[1..].parse().unwrap(),
        })
        .collect()
}

/// A table before the first placing of a round: figures as `A2 B0 D-4 C-4`, the leading one first; each player's
/// hand begins with the card that it is going to place.
pub(crate) fn table(ruleset: &Ruleset, players: u8, sign: Animal, track: &str, placing: &[&str]) -> Position {
    let figures = figures(track);
    let mut decks: Vec<Vec<Card>> = Rank::ALL.iter().map(|back| all_cards(ruleset, *back)).collect();
    let mut hands = vec![Vec::new(); usize::from(players)];
    let order: Vec<_> = figures.iter().rev().map(|stand| stand.figure).collect();
    for (figure, text) in order.iter().zip(placing) {
        let wanted = card(text);
        if let Some(seat) = figure.owner(players) {
            let deck = &mut decks[wanted.back().index()];
            let index = deck.iter().position(|other| *other == wanted).expect("the deck has the card");
            hands[seat.index()].push(deck.remove(index));
        }
    }
    // Cards that ownerless figures are to get stay in their decks; hands are filled with others.
    let reserved: Vec<Card> = placing.iter().map(|text| card(text)).collect();
    for hand in &mut hands {
        while hand.len() < 4 {
            let deck = decks.iter_mut().max_by_key(|deck| deck.len()).unwrap();
            let index = deck.iter().position(|other| !reserved.contains(other)).unwrap();
            hand.push(deck.remove(index));
        }
    }
    let deck = |cards| DeckPosition { layers: vec![cards], carried_out: Vec::new(), top: 0 };
    let open = Open {
        players,
        phase: Phase::ChooseDeck,
        round: 1,
        acted: 0,
        sign,
        figures,
        start_numbers: Vec::new(),
        drew: Vec::new(),
    };
    Position {
        open,
        hands,
        deposit: Vec::new(),
        decks: decks.into_iter().map(deck).collect(),
        memory: Vec::new(),
    }
}

/// Plays a round in which these cards are placed, in the order of acting.
pub(crate) fn play(game: &Gotham, state: &mut State, placing: &[&str]) -> Vec<Happening> {
    let mut seen = Vec::new();
    let mut rng = Stream::seed_from_u64(5);
    let mut wanted = placing.iter().map(|text| card(text));
    let (mut actions, mut chances) = (Vec::new(), Vec::new());
    while !seen.iter().any(|happening| matches!(happening, Happening::RoundEnds { .. })) {
        match game.turn(state) {
            Turn::Over => panic!("the round does not end"),
            Turn::Seat(_) => {
                game.actions(state, &mut actions);
                let action = match actions[0] {
                    Action::Draw(_) => actions[actions.len() - 1],
                    Action::Place(_) => Action::Place(wanted.next().unwrap()),
                };
                game.play(state, action, &mut seen).unwrap();
            }
            Turn::Chance(point) => {
                game.chances(state, &mut chances);
                let outcome = if point.owner.is_none() {
                    Chance::Card(wanted.next().unwrap())
                } else {
                    game.sample_chance(state, &mut rng)
                };
                game.resolve(state, outcome, &mut seen).unwrap();
            }
        }
    }
    seen
}

/// Cards that change nothing for the others: the sign goes to where it stands.
pub(crate) const IDLE: [&str; 4] =
    ["1st: finish to hedgehog", "2nd: finish to tortoise", "3rd: finish to snail", "4th: finish to sheep"];
