#![doc = include_str!("rules.md")]

mod bots;
mod cards;
mod check;
mod decks;
mod finish;
mod guidance;
mod hand;
mod happening;
mod memory;
mod metrics;
mod origins;
mod picture;
mod position;
mod resample;
mod round;
mod ruleset;
mod state;
mod text;
mod track;
mod view;
mod written;

use std::ops::RangeInclusive;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

pub use bots::HeuristicBot;
pub use cards::{Animal, Card, Effect, Line, Place, Unreadable};
pub use guidance::Guide;
pub use happening::{Direction, Happening, Outcome};
pub use position::{DeckPosition, Placed, Position, Remembered, Standing};
pub use resample::InformationSet;
pub use ruleset::{
    Animals, Backwards, Board, Decks, Drawing, EmptyDeck, EquallyFar, LEAST_DECK, LEAST_SPACES, MOST_DECK,
    MOST_SPACES, MOST_STEP, OnTheSign, OwnLocation, OwnerlessFurthest, Recycling, Rules, Ruleset,
    StartNumbers,
};
pub use state::{Phase, State};
pub use track::{FIGURES, Figure};
pub use view::View;

use crate::fault::Faults;
use crate::game::{ChancePoint, Mark, Purpose, RaceGame, Runner, SetupError, SetupOption, Turn, Weighted};
use crate::observer::Observer;
use crate::readable::readable;
use crate::ruleset::Ruleset as _;
use crate::seat::{Seat, Seats};
use crate::stable_hash::StableHasher;
use crate::standings::Standings;
use decks::Stock;
use hand::Hand;
use memory::Memory;
use state::Deposit;
use track::Track;

/// Gotham under one ruleset.
#[derive(Clone, Debug)]
pub struct Gotham {
    ruleset: Ruleset,
    stock: Stock,
    /// Tells views made by a game with this ruleset from others.
    mark: u64,
}

/// What is agreed before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// How many play: 1 to 4.
    pub players: u8,
    /// The players' start numbers in the order of seats, 1 to 4 and all different; drawn when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_numbers: Option<Vec<u8>>,
}

readable!(Setup);

/// What a seat decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Draws the top card of this deck (GO-11).
    Draw(Place),
    /// Places this card of its hand face down (GO-11).
    Place(Card),
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// The card that is dealt, drawn, or placed for an ownerless figure.
    Card(Card),
    /// The start number that a seat draws, 1 to 4.
    StartNumber(u8),
}

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// No seat is to move.
    #[error("no seat is to move now")]
    NobodysTurn,
    /// A deck is to be chosen, and this is a card.
    #[error("first a deck is chosen to draw from, and then a card placed")]
    DrawFirst,
    /// A card is to be placed, and this is a deck.
    #[error("a card is to be placed now, not drawn")]
    PlaceNow,
    /// The deck has no card left.
    #[error("the deck of the {0} is empty")]
    EmptyDeck(Place),
    /// The seat has no such card.
    #[error("there is no card `{0}` in the hand")]
    NotInHand(Card),
}

/// All four figures have a player (GO-01).
const MOST_SEATS: Seats = match Seats::new(FIGURES as u8) {
    Some(seats) => seats,
    None => panic!("four seats"),
};

/// Cards of the first hands (GO-07).
pub const DEAL: Purpose = Purpose::new(0, "deal");
/// Start numbers (GO-09).
pub const START_NUMBER: Purpose = Purpose::new(1, "start number");
/// Cards that players draw (GO-11).
pub const DRAW: Purpose = Purpose::new(2, "draw");
/// Cards placed for ownerless figures (GO-12).
pub const OWNERLESS: Purpose = Purpose::new(3, "ownerless");

impl Gotham {
    /// The deck from which the chance event that is next takes a card.
    #[inline]
    fn deck_of_chance(state: &State) -> Option<Place> {
        match state.phase {
            Phase::Deal { back, .. } | Phase::Draw { back } => Some(back),
            Phase::Ownerless => state.acting_place(),
            Phase::StartNumber { .. } | Phase::ChooseDeck | Phase::Place | Phase::Over => None,
        }
    }

    fn is_in_hand(&self, state: &State, seat: Seat, card: Card) -> bool {
        self.stock.kind(card).is_some_and(|kind| state.hands[seat.index()].cards().contains(&kind))
    }

    fn numbers_left(&self, state: &State) -> impl Iterator<Item = Place> {
        let numbers = self.start_numbers(state.players);
        numbers.iter().copied().filter(|number| !state.numbers.contains(&Some(*number)))
    }
}

impl RaceGame for Gotham {
    const ID: &'static str = "gotham";
    const OPTIONS: &'static [SetupOption] = &[SetupOption {
        name: "start-numbers",
        value: "N,N,...",
        meaning: "the players' start numbers in the order of seats (GO-09), 4 acts first; drawn by default",
    }];

    type Ruleset = Ruleset;
    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type InformationSet = InformationSet;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(ruleset: Ruleset) -> Result<Self, Faults> {
        ruleset.faults().check()?;
        let stock = Stock::new(&ruleset);
        let mark = StableHasher::of(&format!("{ruleset:?}"));
        Ok(Self { ruleset, stock, mark })
    }

    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn players(&self) -> RangeInclusive<u8> {
        1..=FIGURES as u8
    }

    fn setup(&self, players: u8) -> Setup {
        Setup { players, start_numbers: None }
    }

    fn set_option(&self, setup: &mut Setup, option: &str, value: &str) -> Result<(), SetupError> {
        if option != "start-numbers" {
            return Err(SetupError::unknown_option::<Self>(option));
        }
        let numbers: Result<Vec<u8>, _> = value.split(',').map(|number| number.trim().parse()).collect();
        setup.start_numbers = Some(numbers.map_err(|_| SetupError::Option {
            option: "start-numbers",
            problem: format!("`{value}` is no list of start numbers such as `4,2`"),
        })?);
        Ok(())
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let players = SetupError::check_players(setup.players, &self.players())?.count();
        let wrong = |problem: String| SetupError::Option { option: "start-numbers", problem };
        let mut numbers = [None; FIGURES];
        if let Some(given) = &setup.start_numbers {
            if given.len() != usize::from(players) {
                return Err(wrong(format!("{} numbers for {players} players", given.len())));
            }
            for (index, number) in given.iter().enumerate() {
                let place = Place::new(*number).filter(|_| !given[..index].contains(number));
                let refused = || wrong(format!("{number}: start numbers are 1 to 4, each only once"));
                numbers[index] = Some(place.ok_or_else(refused)?);
            }
            Self::number_ownerless(&mut numbers);
        }
        let mut order = Figure::ALL;
        order.sort_by_key(|figure| numbers[figure.index()]);
        Ok(State {
            track: Track::at_start(order),
            sign: self.ruleset.track.finish,
            players,
            phase: Phase::Deal { seat: Seat::FIRST, back: Place::First },
            numbers,
            round: 0,
            acted: 0,
            acting: None,
            drew: [None; FIGURES],
            hands: [Hand::default(); FIGURES],
            deposit: Deposit::default(),
            decks: decks::Decks::full(&self.stock),
            memory: Memory::default(),
        })
    }

    fn position(&self, state: &State) -> Position {
        self.position_of(state)
    }

    fn state(&self, position: &Position) -> Result<State, Faults> {
        self.state_of(position)
    }

    fn seats(&self, state: &State) -> Seats {
        // `start` and `state` let 1 to 4 players through.
        Seats::new(state.players).unwrap_or(MOST_SEATS)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let chance = |owner, purpose| Turn::Chance(ChancePoint { owner, purpose });
        let acting = state.acting.map(Figure::seat);
        // Most often a seat is to move: it is asked first, not one phase of seven.
        if let Phase::ChooseDeck | Phase::Place = state.phase {
            return acting.map_or(Turn::Over, Turn::Seat);
        }
        match state.phase {
            Phase::Deal { seat, .. } => chance(Some(seat), DEAL),
            Phase::StartNumber { seat } => chance(Some(seat), START_NUMBER),
            Phase::Draw { .. } => chance(acting, DRAW),
            Phase::Ownerless => chance(None, OWNERLESS),
            Phase::ChooseDeck | Phase::Place | Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match state.phase {
            // GO-11: a deck that is empty cannot be chosen. Seldom is one.
            Phase::ChooseDeck if state.decks.all_have_cards() => {
                into.extend_from_slice(&Place::ALL.map(Action::Draw));
            }
            Phase::ChooseDeck => {
                let decks = Place::ALL.into_iter().filter(|back| !state.decks.is_empty(*back));
                into.extend(decks.map(Action::Draw));
            }
            // Kinds ascend as their cards do, and equal cards stand together.
            Phase::Place => {
                let Some(figure) = state.acting else { return };
                let (kinds, count) = state.hands[figure.index()].kinds();
                into.extend_from_slice(&kinds.map(|kind| Action::Place(self.stock.card(kind))));
                into.truncate(count);
            }
            _ => {}
        }
    }

    /// GO-07: equal cards of the hand are one action, with their number as weight.
    fn ways(&self, view: &View, action: Action) -> u64 {
        match action {
            Action::Draw(_) => 1,
            Action::Place(card) => view.hand().filter(|held| *held == card).count() as u64,
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let Some(seat) = state.acting_seat() else { return Err(Illegal::NobodysTurn) };
        match (state.phase, action) {
            (Phase::ChooseDeck, Action::Draw(back)) if !state.decks.is_empty(back) => Ok(()),
            (Phase::ChooseDeck, Action::Draw(back)) => Err(Illegal::EmptyDeck(back)),
            (Phase::ChooseDeck, Action::Place(_)) => Err(Illegal::DrawFirst),
            (Phase::Place, Action::Draw(_)) => Err(Illegal::PlaceNow),
            (Phase::Place, Action::Place(card)) => {
                if self.is_in_hand(state, seat, card) {
                    Ok(())
                } else {
                    Err(Illegal::NotInHand(card))
                }
            }
            _ => Err(Illegal::NobodysTurn),
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        let Some(figure) = state.acting else { return };
        match action {
            Action::Draw(back) => {
                state.phase = Phase::Draw { back };
                seen.see(|| Happening::ChoseDeck { seat: figure.seat(), back });
            }
            Action::Place(card) => {
                if let Some(kind) = self.stock.kind(card) {
                    self.place(state, figure, kind, seen);
                }
            }
        }
    }

    fn chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        into.clear();
        if let Phase::StartNumber { .. } = state.phase {
            let numbers = self.numbers_left(state).map(|number| Chance::StartNumber(number.number()));
            into.extend(numbers.map(|outcome| Weighted { outcome, weight: 1 }));
        }
        let Some(back) = Self::deck_of_chance(state) else { return };
        for kind in state.decks.top(&self.stock, back) {
            let outcome = Chance::Card(self.stock.card(kind));
            match into.last_mut() {
                Some(last) if last.outcome == outcome => last.weight += 1,
                _ => into.push(Weighted { outcome, weight: 1 }),
            }
        }
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        if let Some(back) = Self::deck_of_chance(state) {
            let kind = state.decks.top_card(&self.stock, back, |count| rng.random_range(0..count));
            return Chance::Card(self.stock.card(kind));
        }
        let count = self.numbers_left(state).count();
        let index = rng.random_range(0..count as u32) as usize;
        Chance::StartNumber(self.numbers_left(state).nth(index).map_or(0, Place::number))
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        match outcome {
            Chance::StartNumber(number) => {
                if let (Phase::StartNumber { seat }, Some(number)) = (state.phase, Place::new(number)) {
                    self.draw_number(state, seat, number, seen);
                }
            }
            Chance::Card(card) => {
                let Some(kind) = self.stock.kind(card) else { return };
                // Most often a seat draws: that is asked first, not one phase of seven.
                if let (Phase::Draw { .. }, Some(figure)) = (state.phase, state.acting) {
                    self.draw(state, figure, kind, seen);
                    return;
                }
                match state.phase {
                    Phase::Deal { seat, .. } => self.deal(state, seat, kind, seen),
                    Phase::Ownerless => {
                        if let Some(figure) = state.acting {
                            self.place_for_ownerless(state, figure, kind, seen);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        Some(happening.seen_by(seat))
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        happening.mark()
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.view_of(state, seat)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat()
    }

    fn information_set(&self, view: &View) -> Result<InformationSet, Faults> {
        self.information_set_of(view)
    }

    fn determinize<R: Rng + ?Sized>(&self, set: &InformationSet, rng: &mut R) -> State {
        self.determinize_set(set, rng)
    }

    fn standings(&self, state: &State) -> Standings {
        self.standings_of(state)
    }

    fn runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.clear();
        into.extend(Figure::ALL.iter().map(|figure| {
            let place = state.track.place_of(*figure);
            let furthest = state.phase == Phase::Over && self.furthest(state).figures().any(|f| f == *figure);
            Runner {
                id: figure.index() as u8,
                owner: figure.owner(state.players),
                coordinate: i32::from(state.track.at_place(place).at),
                lane: state.track.lane(place),
                arrived: furthest.then_some(1),
            }
        }));
    }
}
