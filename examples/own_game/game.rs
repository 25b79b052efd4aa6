//! A complete race game of your own: the whole contract for a tiny game, with bots, checks, and play in the terminal.
//!
//! Token Dash: every seat has two hidden tokens. On your turn you roll the die or spend a token; all seats then see
//! the number of a spent token. When a seat reaches the finish, the round is completed, and the foremost seat wins.

use std::fmt;

use furlong::Text;
use furlong::Turn;
use furlong::arena::Measured;
use furlong::common::{Ending, Faults};
use furlong::encoding::Encoded;
use furlong::game::{Mark, Purpose, Runner, SetupError, Weighted};
use furlong::ruleset::{Embedded, Field, Kind, Title};
use furlong::text::Names;
use furlong::text::{Canvas, HandItem, Marks, Paint};
use furlong::{Bots, Observer, RaceGame, Ruleset, Seat, Seats, Standings};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

const DEAL: Purpose = Purpose::new(0, "tokens");
const ROLL: Purpose = Purpose::new(1, "die");
/// The numbers on the tokens. Piles and hands count the tokens of each number.
const NUMBERS: [u8; 3] = [2, 4, 6];
const HAND: u8 = 2;
type Pile = [u8; 3];

/// The ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    ruleset: Title,
    finish: u8,
    bag: Pile,
}

impl Ruleset for Rules {
    const GAME: &'static str = TokenDash::ID;
    const EMBEDDED: &'static [Embedded] =
        &[Embedded { name: "short", text: "finish = 12\nbag = [5, 3, 2]\n[ruleset]\nname = 'short'" }];
    const FIELDS: &'static [Field] = &[
        Field::new("finish", "TD-1", "the square where the finish is", Kind::Integer { least: 1, most: 99 }),
        Field::new(
            "bag",
            "TD-2",
            "the number of tokens with 2, with 4 and with 6",
            Kind::List { each: &Kind::Integer { least: 0, most: 50 }, least: 3, most: 3 },
        ),
    ];

    fn title(&self) -> &Title {
        &self.ruleset
    }

    fn faults(&self) -> Faults {
        let mut faults = Faults::none();
        faults.expect(sum(self.bag) >= 4 * HAND, "bag", || "8 tokens are dealt to 4 seats".to_owned());
        faults
    }
}

/// The game under a ruleset.
#[derive(Clone, Debug)]
pub struct TokenDash(Rules);

/// A complete state, which is also its own position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    seats: Seats,
    phase: Phase,
    to_move: Seat,
    squares: [u8; 4],
    hands: [Pile; 4],
    bag: Pile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Phase {
    Deal,
    Choose,
    Roll,
    Over,
}

/// What a seat sees: its own tokens, how many tokens the others hold, and the tokens it has not seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    viewer: Seat,
    seats: Seats,
    phase: Phase,
    to_move: Seat,
    squares: [u8; 4],
    held: [u8; 4],
    hand: Pile,
    unseen: Pile,
}

/// A decision of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Spend a token, given by its index in `NUMBERS`.
    Spend(u8),
}

/// A chance outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// A token from the bag, given by its index in `NUMBERS`.
    Token(u8),
    /// The number on the die.
    Die(u8),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => write!(f, "token {}", NUMBERS.get(usize::from(*token)).unwrap_or(&0)),
            Self::Die(number) => number.fmt(f),
        }
    }
}

/// An effect of an event.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub enum Happening {
    /// A seat gets a token. The other seats do not see its number.
    Dealt(Seat, Option<u8>),
    /// A seat spends a token.
    Spent(Seat, u8),
    /// A seat rolls a number.
    Rolled(Seat, u8),
    /// The game ends.
    Over,
}

/// The reason why an action is illegal.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Illegal {
    /// A chance event is next, or the game is over.
    #[error("no seat is to move")]
    NotNow,
    /// The seat to move does not hold this token.
    #[error("there is no such token in the hand")]
    NoToken,
}

fn sum(pile: Pile) -> u8 {
    pile.into_iter().fold(0, u8::saturating_add)
}

/// Draws a token from the pile; every physical token has the same probability.
fn draw<R: Rng + ?Sized>(pile: Pile, rng: &mut R) -> u8 {
    let mut left = rng.random_range(0..sum(pile));
    let mut token = 0;
    while left >= pile[token] {
        left -= pile[token];
        token += 1;
    }
    token as u8
}

/// Deals the tokens that the viewer has not seen to the other seats.
fn deal(view: &Seen, mut pick: impl FnMut(Pile) -> u8) -> Table {
    let Seen { viewer, seats, phase, to_move, squares, held, hand, unseen } = view.clone();
    let mut table = Table { seats, phase, to_move, squares, hands: [[0; 3]; 4], bag: unseen };
    for seat in seats.iter().filter(|seat| *seat != viewer && seat.index() < 4) {
        for _ in 0..held[seat.index()] {
            let token = pick(table.bag) as usize;
            table.bag[token] = table.bag[token].saturating_sub(1);
            table.hands[seat.index()][token] += 1;
        }
    }
    table.hands[viewer.index() % 4] = hand;
    table
}

impl TokenDash {
    fn advance(&self, table: &mut Table, squares: u8, seen: &mut impl Observer<Happening>) {
        table.squares[table.to_move.index()] += squares;
        table.to_move = table.seats.left_of(table.to_move);
        let round_is_over = table.to_move == Seat::FIRST;
        table.phase = Phase::Choose;
        if round_is_over && table.squares.iter().any(|square| *square >= self.0.finish) {
            table.phase = Phase::Over;
            seen.see(|| Happening::Over);
        }
    }
}

impl RaceGame for TokenDash {
    const ID: &'static str = "token-dash";
    type Ruleset = Rules;
    type Setup = u8;
    type State = Table;
    type Position = Table;
    type Action = Action;
    type Chance = Outcome;
    type View = Seen;
    type InformationSet = Seen;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(rules: Rules) -> Result<Self, Faults> {
        rules.check()?;
        Ok(Self(rules))
    }

    fn ruleset(&self) -> &Rules {
        &self.0
    }

    fn players(&self) -> std::ops::RangeInclusive<u8> {
        2..=4
    }

    fn setup(&self, players: u8) -> u8 {
        players
    }

    fn start(&self, players: &u8) -> Result<Table, SetupError> {
        let seats = SetupError::check_players(*players, &self.players())?;
        let (phase, to_move, bag) = (Phase::Deal, Seat::FIRST, self.0.bag);
        Ok(Table { seats, phase, to_move, squares: [0; 4], hands: [[0; 3]; 4], bag })
    }

    fn position(&self, table: &Table) -> Table {
        table.clone()
    }

    fn state(&self, table: &Table) -> Result<Table, Faults> {
        let mut faults = Faults::none();
        let tokens = |token: usize| {
            u32::from(table.bag[token]) + table.hands.iter().map(|h| u32::from(h[token])).sum::<u32>()
        };
        let fits = (0..3).all(|token| tokens(token) <= u32::from(self.0.bag[token]));
        faults.expect(fits, "bag", || "there are more tokens than the rules have".to_owned());
        let seated = self.players().contains(&table.seats.count()) && table.seats.contains(table.to_move);
        faults.expect(seated, "seats", || "2 to 4, the one to move among them".to_owned());
        let hands = table.hands.iter().take(table.seats.count().into());
        let to_deal: Option<u8> = hands.map(|hand| HAND.checked_sub(sum(*hand))).sum();
        let can_deal = to_deal.is_some_and(|left| (1..=sum(table.bag)).contains(&left));
        let dealt = table.phase != Phase::Deal || can_deal;
        faults.expect(dealt, "hands", || "the bag holds what is still to be dealt".to_owned());
        faults.check().map(|()| table.clone())
    }

    fn seats(&self, table: &Table) -> Seats {
        table.seats
    }

    fn turn(&self, table: &Table) -> Turn {
        let chance = |purpose| Turn::chance_of(table.to_move, purpose);
        match table.phase {
            Phase::Deal => chance(DEAL),
            Phase::Choose => Turn::Seat(table.to_move),
            Phase::Roll => chance(ROLL),
            Phase::Over => Turn::Over,
        }
    }

    fn actions(&self, table: &Table, into: &mut Vec<Action>) {
        into.clear();
        if table.phase == Phase::Choose {
            let hand = table.hands[table.to_move.index()];
            into.push(Action::Roll);
            into.extend((0..3).filter(|token| hand[*token as usize] > 0).map(Action::Spend));
        }
    }

    fn ways(&self, view: &Seen, action: Action) -> u64 {
        match action {
            Action::Roll => 1,
            Action::Spend(token) => u64::from(view.hand[token as usize]),
        }
    }

    fn check(&self, table: &Table, action: Action) -> Result<(), Illegal> {
        let hand = table.hands[table.to_move.index()];
        match action {
            _ if table.phase != Phase::Choose => Err(Illegal::NotNow),
            Action::Spend(token) if hand.get(token as usize).is_none_or(|count| *count == 0) => {
                Err(Illegal::NoToken)
            }
            _ => Ok(()),
        }
    }

    fn apply(&self, table: &mut Table, action: Action, seen: &mut impl Observer<Happening>) {
        let seat = table.to_move;
        match action {
            Action::Roll => table.phase = Phase::Roll,
            Action::Spend(token) => {
                table.hands[seat.index()][token as usize] -= 1;
                seen.see(|| Happening::Spent(seat, token));
                self.advance(table, NUMBERS[token as usize], seen);
            }
        }
    }

    fn chances(&self, table: &Table, into: &mut Vec<Weighted<Outcome>>) {
        into.clear();
        match table.phase {
            Phase::Deal => into.extend((0..3).filter(|token| table.bag[*token as usize] > 0).map(|token| {
                Weighted { outcome: Outcome::Token(token), weight: u32::from(table.bag[token as usize]) }
            })),
            Phase::Roll => into.extend((1..=6).map(|n| Weighted { outcome: Outcome::Die(n), weight: 1 })),
            Phase::Choose | Phase::Over => {}
        }
    }

    fn apply_chance(&self, table: &mut Table, outcome: Outcome, seen: &mut impl Observer<Happening>) {
        let seat = table.to_move;
        match outcome {
            Outcome::Token(token) => {
                table.bag[token as usize] -= 1;
                table.hands[seat.index()][token as usize] += 1;
                seen.see(|| Happening::Dealt(seat, Some(token)));
                table.to_move = table.seats.left_of(seat);
                if sum(table.hands[table.to_move.index()]) == HAND {
                    table.phase = Phase::Choose;
                }
            }
            Outcome::Die(number) => {
                seen.see(|| Happening::Rolled(seat, number));
                self.advance(table, number, seen);
            }
        }
    }

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        match happening {
            Happening::Dealt(whose, _) if *whose != seat => Some(Happening::Dealt(*whose, None)),
            open => Some(open.clone()),
        }
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        match happening {
            Happening::Spent(seat, _) | Happening::Rolled(seat, _) => Some(Mark::TurnEnds(*seat)),
            Happening::Over => Some(Mark::GameEnds),
            Happening::Dealt(..) => None,
        }
    }

    fn view(&self, table: &Table, viewer: Seat) -> Seen {
        let hand = table.hands[viewer.index()];
        let mut unseen = table.bag;
        for seat in table.seats.iter().filter(|seat| *seat != viewer) {
            for (count, held) in unseen.iter_mut().zip(table.hands[seat.index()]) {
                *count += held;
            }
        }
        let Table { seats, phase, to_move, squares, hands, .. } = table.clone();
        Seen { viewer, seats, phase, to_move, squares, held: hands.map(sum), hand, unseen }
    }

    fn viewer(&self, view: &Seen) -> Seat {
        view.viewer
    }

    fn information_set(&self, view: &Seen) -> Result<Seen, Faults> {
        if !view.seats.contains(view.viewer) {
            return Err(Faults::one("viewer", "not at the table"));
        }
        let others = (0..4).filter(|seat| *seat != view.viewer.index());
        let hidden: u32 = others.map(|seat| u32::from(view.held[seat])).sum();
        if view.unseen.iter().map(|count| u32::from(*count)).sum::<u32>() < hidden {
            return Err(Faults::one("unseen", "fewer tokens than the others hold"));
        }
        // All deals that fit a view have the same sizes: if one is possible, all are.
        let first = |bag: Pile| bag.iter().position(|count| *count > 0).unwrap_or(0) as u8;
        let table = self.state(&deal(view, first))?;
        if self.view(&table, view.viewer) == *view {
            Ok(view.clone())
        } else {
            Err(Faults::one("held", "no table looks like this"))
        }
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &Seen, rng: &mut R) -> Table {
        deal(view, |bag| draw(bag, rng))
    }

    fn standings(&self, table: &Table) -> Standings {
        let squares = &table.squares[..table.seats.count() as usize];
        let furthest = squares.iter().max();
        let ending = match squares.iter().filter(|square| Some(*square) == furthest).count() {
            _ if table.phase != Phase::Over => Ending::Racing,
            1 => Ending::Won,
            _ => Ending::Shared,
        };
        Standings::ranked(ending, squares, |square| i32::from(*square))
    }

    fn runners(&self, table: &Table, into: &mut Vec<Runner>) {
        into.clear();
        let arrived = |square| (square >= self.0.finish).then_some(1);
        into.extend(table.seats.iter().map(|seat| {
            let square = table.squares[seat.index()];
            Runner::racing(seat.number(), seat, square.into()).arrived(arrived(square))
        }));
    }
}

impl Text for TokenDash {
    const TITLE: &'static str = "Token Dash";

    fn introduction(&self) -> String {
        "Roll the die or spend one of your two hidden tokens; the furthest wins.".to_owned()
    }

    fn label(&self, _view: &Seen, action: Action) -> String {
        match action {
            Action::Roll => "roll".to_owned(),
            Action::Spend(token) => format!("spend {}", NUMBERS[token as usize]),
        }
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        Some(match happening {
            Happening::Dealt(seat, None) => format!("{} a token.", names.does(*seat, "draw", "draws")),
            Happening::Dealt(seat, Some(token)) => {
                format!("{} the token {}.", names.does(*seat, "draw", "draws"), NUMBERS[*token as usize])
            }
            Happening::Spent(seat, token) => {
                format!("{} the token {}.", names.does(*seat, "spend", "spends"), NUMBERS[*token as usize])
            }
            Happening::Rolled(seat, number) => format!("{} a {number}.", names.does(*seat, "roll", "rolls")),
            Happening::Over => "The race is over.".to_owned(),
        })
    }

    fn on(&self, _view: &Seen, action: Action) -> Vec<String> {
        match action {
            Action::Roll => Vec::new(),
            Action::Spend(token) => vec![format!("token-{}", NUMBERS[token as usize])],
        }
    }

    fn hand(&self, view: &Seen) -> Vec<HandItem> {
        let held = NUMBERS.iter().zip(view.hand).filter(|(_, count)| *count > 0);
        let token = |(number, count): (&u8, u8)| {
            HandItem::new(format!("token-{number}"), format!("token {number}"), count.into(), Paint::Orange)
        };
        held.map(token).collect()
    }

    fn question(&self, _view: &Seen) -> String {
        "Do you roll, or spend a token?".to_owned()
    }

    fn draw(&self, view: &Seen, _marks: &Marks<'_, Seen, Action>, names: &Names, _canvas: &Canvas) -> String {
        let line = |seat: Seat| {
            format!(
                "{:>3} {} ({} tokens)",
                view.squares[seat.index()],
                names.of(seat),
                view.held[seat.index()]
            )
        };
        view.seats.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The seats in clockwise order from the viewer, as the features name them.
const SEATS: [&str; 4] = ["own", "left-1", "left-2", "left-3"];
const TOKENS: [&str; 3] = ["2", "4", "6"];

furlong::features! {
    /// The features of a view, for programs that learn.
    pub struct ViewFeatures {
        is_there: [f32; SEATS] = "the seat is at the table" (yes);
        way: [f32; SEATS] = "squares to the finish" ("squares" / 12.0);
        held: [f32; SEATS] = "tokens in the hand" ("tokens" / 2.0);
        hand: [f32; TOKENS] = "tokens in the own hand" ("tokens" / 2.0);
        unseen: [f32; TOKENS] = "tokens that the viewer has not seen" ("tokens" / 8.0);
    }
}

furlong::features! {
    /// The features of an action.
    pub struct ActionFeatures {
        rolls: f32 = "the die is rolled" (yes);
        squares: f32 = "squares forward, of a die on average" ("squares" / 6.0);
        arrives: f32 = "the finish is reached, with a die the chance of it" ("certainties" / 1.0);
    }
}

impl Encoded for TokenDash {
    const VERSION: u32 = 1;
    const ACTIONS: usize = 1 + NUMBERS.len();
    type ViewFeatures = ViewFeatures;
    type ActionFeatures = ActionFeatures;

    fn index_of(action: Action) -> Option<usize> {
        match action {
            Action::Roll => Some(0),
            Action::Spend(token) => (usize::from(token) < NUMBERS.len()).then_some(1 + usize::from(token)),
        }
    }

    fn action_at(index: usize) -> Option<Action> {
        match index {
            0 => Some(Action::Roll),
            _ => (index < Self::ACTIONS).then(|| Action::Spend(index as u8 - 1)),
        }
    }

    fn view_features(&self, view: &Seen) -> ViewFeatures {
        let mut features = ViewFeatures {
            is_there: [0.0; 4],
            way: [0.0; 4],
            held: [0.0; 4],
            hand: view.hand.map(f32::from),
            unseen: view.unseen.map(f32::from),
        };
        for (place, seat) in view.seats.clockwise_from(view.viewer).enumerate().take(SEATS.len()) {
            let index = seat.index() % SEATS.len();
            features.is_there[place] = 1.0;
            features.way[place] = self.0.finish.saturating_sub(view.squares[index]).into();
            features.held[place] = view.held[index].into();
        }
        features
    }

    fn action_features(&self, view: &Seen, action: Action) -> ActionFeatures {
        let square = view.squares[view.viewer.index() % SEATS.len()];
        let way = f32::from(self.0.finish.saturating_sub(square));
        match action {
            Action::Roll => {
                ActionFeatures { rolls: 1.0, squares: 3.5, arrives: ((7.0 - way) / 6.0).clamp(0.0, 1.0) }
            }
            Action::Spend(token) => {
                let squares = NUMBERS.get(usize::from(token)).copied().unwrap_or(0).into();
                ActionFeatures { rolls: 0.0, squares, arrives: if squares >= way { 1.0 } else { 0.0 } }
            }
        }
    }
}

/// Token Dash uses the default bots, which know only the rules, and the metrics common to all games.
impl Bots for TokenDash {}
impl Measured for TokenDash {}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::ruleset;
    use furlong::testkit::{self, Options};

    /// The laws that bots, records and the terminal rely on.
    #[test]
    fn the_game_keeps_the_laws() {
        let game = TokenDash::new(ruleset::open("short").expect("embedded")).expect("playable");
        let checked = testkit::check_tables(&game, &Options::default()).expect("a lawful game");
        assert_eq!(checked.finished, checked.games);
        testkit::check_encoding(&game, &Options::default()).expect("a lawful encoding");
    }
}
