#![doc = include_str!("rules.md")]

mod bots;
mod cards;
mod event;
mod metrics;
mod origins;
mod position;
mod racing;
mod rules_text;
mod ruleset;
mod scoring;
mod state;
mod text;
mod totals;
mod track;
mod turn;
mod view;

use std::ops::RangeInclusive;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::fault::Faults;
use crate::game::{ChancePoint, Mark, RaceGame, Runner, SetupError, SetupOption, Turn, Weighted};
use crate::observer::Observer;
use crate::readable::readable;
use crate::ruleset::Ruleset as _;
use crate::seat::{Seat, SeatSet, Seats};
use crate::standings::Standings;

pub use bots::{CourseBot, Guide, HeuristicBot};
pub use cards::{ANIMALS, Animal, Animals, ByAnimal, Card, Cards, KINDS, MOST_CARDS};
pub use event::{Action, Bets, Chance, Happening, Placement, purpose};
pub use position::{Open, Places, Position, SinceShuffle};
pub use ruleset::{
    AfterLastPhase, CardCounts, End, FirstPlayer, MOST_PLAYERS, Movement, MovementMode, Nap, Players,
    RaceEnds, Reshuffle, Ruleset, SecondBet, StartLine, StartingBets, Streams, Table, TieBreak, Track,
    TrackTies,
};
pub use state::{Phase, State};
pub use track::{MOST_TILES, Tiles};
pub use view::{InformationSet, View};

use bots::Odds;
use racing::{Steps, movable};

/// The most games of a championship.
pub const MOST_GAMES: u8 = 99;

/// The animal race under one ruleset.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::{Bot, Race, RaceGame, RandomBot, Ruleset};
///
/// let game = AnimalRace::new(Ruleset::open("classic")?)?;
/// let setup = game.setup(4);
/// let mut race = Race::new(game, &setup, 7)?;
/// let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = (0..4).map(|_| Box::new(RandomBot) as _).collect();
/// let standings = race.play_out(&mut bots, 10_000)?;
/// assert_eq!(standings.rows.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AnimalRace {
    rules: Ruleset,
    /// All racing cards.
    pack: Cards,
    /// AR-20 to AR-27 as a table that is quick to read.
    steps: Steps,
    /// What bots make of the distances between animals.
    odds: Odds,
}

/// What is agreed before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// AR-03: how many play.
    pub players: u8,
    /// AR-09: the first player; without one it is found as the ruleset says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// AC-01: how many games are played in a row and added up; 3 make a championship.
    #[serde(default = "one_game")]
    pub games: u8,
}

readable!(Setup);

const fn one_game() -> u8 {
    1
}

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// Chance decides now, or the game is over.
    #[error("there is nothing to decide now")]
    NobodysTurn,
    /// Something else is to be decided.
    #[error("now {0} is to be decided")]
    WrongKind(&'static str),
    /// AR-07: the card is not in the hand.
    #[error("there is no {0} card in the hand")]
    NotInHand(Card),
    /// AR-10: no card at all.
    #[error("at least one card must be placed")]
    Nothing,
    /// AR-10: a howl card shows the wolf.
    #[error("only wolf cards have a howl, {0} cards do not")]
    NoHowls(Animal),
    /// AR-10: too many at once.
    #[error("{placed} cards at once: at most {most} may be placed in one turn")]
    TooMany {
        /// How many were to be placed.
        placed: u8,
        /// How many are allowed.
        most: u8,
    },
    /// AR-10: more than the hand holds.
    #[error("{placed} {card}: the hand has only {held}")]
    NotSoMany {
        /// Which card.
        card: Card,
        /// How many were to be placed.
        placed: u8,
        /// How many there are.
        held: u8,
    },
    /// AR-11: the table would be too full.
    #[error("{cards} cards would lie on the table: at most {most} may")]
    TableFull {
        /// How many there would be.
        cards: u16,
        /// How many are allowed.
        most: u8,
    },
    /// AR-11: too many of one animal.
    #[error("{cards} {animal} cards would lie on the table: at most {most} may")]
    TooManyOfOne {
        /// Which animal.
        animal: Animal,
        /// How many there would be.
        cards: u16,
        /// How many are allowed.
        most: u8,
    },
    /// AA-05: this animal cannot be chosen.
    #[error(
        "the {0} cannot be chosen: it has moved, has arrived, is kept by the howl, or has no card on the table"
    )]
    CannotMove(Animal),
}

impl AnimalRace {
    /// Across the finish line: one beyond the last tile.
    #[inline]
    const fn finish(&self) -> u8 {
        self.rules.track.tiles + 1
    }

    /// A state with nothing in it.
    fn empty_state(&self, seats: Seats) -> State {
        State {
            phase: Phase::Over,
            seats,
            first: Seat::FIRST,
            first_is_drawn: false,
            game: 1,
            games: 1,
            totals: state::PerSeat::default(),
            streams: Tiles::NONE,
            turbo: [0; ANIMALS],
            at: [0; ANIMALS],
            arrived: [0; ANIMALS],
            table: Cards::NONE,
            deck: self.pack,
            hands: state::PerSeat::default(),
            dealt_bets: state::PerSeat::default(),
            second_bets: state::PerSeat::default(),
            memory: state::Memory::of_deck(self.pack),
        }
    }

    /// The placements that a hand allows on this table, in ascending order.
    // AR-10, AR-11
    #[inline]
    fn placements(&self, hand: Cards, table: Cards, into: &mut Vec<Action>) {
        let limits = &self.rules.table;
        let room = (limits.cards - table.len()).min(limits.placement);
        for animal in Animal::ALL {
            let room = room.min(limits.of_one_animal - table.of(animal));
            let plain_end = hand[animal.card()].min(room) + 1;
            if animal != Animal::Wolf || hand[Card::Howl] == 0 {
                for plain in 1..plain_end {
                    into.push(Action::Place(Placement::plain(animal, plain)));
                }
                continue;
            }
            for plain in 0..plain_end {
                for howls in u8::from(plain == 0)..=hand[Card::Howl].min(room - plain) {
                    into.push(Action::Place(Placement { animal, plain, howls }));
                }
            }
        }
    }

    /// Checks an action of a seat that decides now.
    #[inline]
    fn objection(&self, state: &State, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        match (state.phase, action) {
            // AR-07: any seat that has not bet yet, before its turn too
            (Phase::SecondBet(_), Action::Bet(card)) => {
                if state.hands[seat][card] > 0 {
                    Ok(())
                } else {
                    Err(IllegalAction::NotInHand(card))
                }
            }
            (Phase::Placing(_), Action::Place(placement)) => {
                self.check_placement(state.hands[seat], state.table, placement)
            }
            (Phase::Moving { moved, .. }, Action::Move(animal)) => {
                let may_move = movable(state, moved).contains(animal);
                if may_move { Ok(()) } else { Err(IllegalAction::CannotMove(animal)) }
            }
            (Phase::SecondBet(_), _) => Err(IllegalAction::WrongKind("the second bet")),
            (Phase::Placing(_), _) => Err(IllegalAction::WrongKind("which cards to place")),
            (Phase::Moving { .. }, _) => Err(IllegalAction::WrongKind("which animal moves")),
            _ => Err(IllegalAction::NobodysTurn),
        }
    }

    fn check_placement(&self, hand: Cards, table: Cards, placement: Placement) -> Result<(), IllegalAction> {
        let limits = &self.rules.table;
        let Placement { animal, plain, howls } = placement;
        let placed = placement.count();
        if placed == 0 {
            return Err(IllegalAction::Nothing);
        }
        if howls > 0 && animal != Animal::Wolf {
            return Err(IllegalAction::NoHowls(animal));
        }
        for (card, count) in [(animal.card(), plain), (Card::Howl, howls)] {
            if count > hand[card] {
                return Err(IllegalAction::NotSoMany { card, placed: count, held: hand[card] });
            }
        }
        if placed > limits.placement {
            return Err(IllegalAction::TooMany { placed, most: limits.placement });
        }
        let cards = u16::from(table.len()) + u16::from(placed);
        if cards > limits.cards.into() {
            return Err(IllegalAction::TableFull { cards, most: limits.cards });
        }
        let cards = u16::from(table.of(animal)) + u16::from(placed);
        if cards > limits.of_one_animal.into() {
            return Err(IllegalAction::TooManyOfOne { animal, cards, most: limits.of_one_animal });
        }
        Ok(())
    }

    /// The tiles of the turbo tokens that have none yet.
    fn free_turbo_tiles<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u8> + 'a {
        self.rules.track.turbo_tiles.iter().copied().filter(|tile| !state.turbo.contains(tile))
    }
}

impl RaceGame for AnimalRace {
    const ID: &'static str = "animal-race";
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: "first",
            value: "SEAT",
            meaning: "the first player (AR-09); without it the ruleset decides: seat 1, or by lot",
        },
        SetupOption {
            name: "games",
            value: "N",
            meaning: "games played in a row and added up (AC-01): 1 by default, 3 for a championship",
        },
    ];

    type Ruleset = Ruleset;
    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type InformationSet = InformationSet;
    type Happening = Happening;
    type Illegal = IllegalAction;

    fn new(rules: Ruleset) -> Result<Self, Faults> {
        rules.faults().check()?;
        let pack = rules.cards.pack();
        let mut steps = [[0; 16]; ANIMALS];
        for animal in Animal::ALL {
            for (tiles, by_cards) in steps[animal.index()].iter_mut().zip(&rules.movement.steps[animal]) {
                *tiles = *by_cards;
            }
        }
        let odds = Odds::new(rules.track.tiles + 1, &rules.end.points);
        Ok(Self { rules, pack, steps, odds })
    }

    fn ruleset(&self) -> &Ruleset {
        &self.rules
    }

    fn players(&self) -> RangeInclusive<u8> {
        self.rules.players.least..=self.rules.players.most
    }

    fn setup(&self, players: u8) -> Setup {
        Setup { players, first: None, games: 1 }
    }

    fn set_option(&self, setup: &mut Setup, option: &str, value: &str) -> Result<(), SetupError> {
        match option {
            "first" => {
                let seat = value.parse::<Seat>();
                setup.first =
                    Some(seat.map_err(|error| SetupError::Option {
                        option: "first",
                        problem: error.to_string(),
                    })?);
                Ok(())
            }
            "games" => {
                setup.games = value.parse().map_err(|_| SetupError::Option {
                    option: "games",
                    problem: format!("`{value}` is no number of games: 1 to {MOST_GAMES}"),
                })?;
                Ok(())
            }
            _ => Err(SetupError::unknown_option::<Self>(option)),
        }
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let seats = SetupError::check_players(setup.players, &self.players())?;
        if let Some(first) = setup.first.filter(|first| !seats.contains(*first)) {
            let problem = format!("there is no seat {first} at a table of {seats}");
            return Err(SetupError::Option { option: "first", problem });
        }
        if !(1..=MOST_GAMES).contains(&setup.games) {
            let problem = format!("{} games; 1 to {MOST_GAMES} can be played in a row", setup.games);
            return Err(SetupError::Option { option: "games", problem });
        }
        let mut state = self.empty_state(seats);
        state.games = setup.games;
        state.first = setup.first.unwrap_or(Seat::FIRST);
        state.first_is_drawn = setup.first.is_none() && self.rules.first_player != FirstPlayer::Given;
        self.set_up(&mut state);
        Ok(state)
    }

    fn position(&self, state: &State) -> Position {
        Self::write_position(state)
    }

    fn state(&self, position: &Position) -> Result<State, Faults> {
        self.read_position(position)
    }

    fn seats(&self, state: &State) -> Seats {
        state.seats
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let chance = |owner, purpose| Turn::Chance(ChancePoint { owner, purpose });
        match state.phase {
            Phase::SecondBet(seat) | Phase::Placing(seat) | Phase::Moving { seat, .. } => Turn::Seat(seat),
            Phase::Refill(seat) => chance(Some(seat), purpose::REFILL),
            Phase::Deal(seat) => chance(Some(seat), purpose::DEAL),
            Phase::StartingBet(seat) => chance(Some(seat), purpose::STARTING_BET),
            Phase::Stream => chance(None, purpose::STREAM),
            Phase::Turbo(_) => chance(None, purpose::TURBO),
            Phase::FirstPlayerBeforeDeal | Phase::FirstPlayerAfterBets => chance(None, purpose::FIRST_PLAYER),
            Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match state.phase {
            Phase::SecondBet(seat) => {
                into.extend(state.hands[seat].iter().map(|(card, _)| Action::Bet(card)));
            }
            Phase::Placing(seat) => self.placements(state.hands[seat], state.table, into),
            Phase::Moving { moved, .. } => into.extend(movable(state, moved).iter().map(Action::Move)),
            _ => {}
        }
    }

    // AR-07: all choose without knowing the others' choices.
    fn deciding(&self, state: &State) -> SeatSet {
        match state.phase {
            Phase::SecondBet(next) => state.seats.iter().filter(|seat| *seat >= next).collect(),
            Phase::Placing(seat) | Phase::Moving { seat, .. } => SeatSet::only(seat),
            _ => SeatSet::EMPTY,
        }
    }

    fn actions_of(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        match state.phase {
            Phase::SecondBet(next) if seat >= next && state.seats.contains(seat) => {
                into.extend(state.hands[seat].iter().map(|(card, _)| Action::Bet(card)));
            }
            Phase::Placing(mover) | Phase::Moving { seat: mover, .. } if mover == seat => {
                self.actions(state, into);
            }
            _ => {}
        }
    }

    fn ways(&self, view: &View, action: Action) -> u64 {
        match action {
            Action::Bet(card) => view.hand[card].into(),
            Action::Place(placement) => {
                let plain = choose(view.hand[placement.animal.card()], placement.plain);
                plain.saturating_mul(choose(view.hand[Card::Howl], placement.howls))
            }
            Action::Move(_) => 1,
        }
    }

    #[inline]
    fn check(&self, state: &State, action: Action) -> Result<(), IllegalAction> {
        match self.turn(state) {
            Turn::Seat(seat) => self.objection(state, seat, action),
            Turn::Chance(_) | Turn::Over => Err(IllegalAction::NobodysTurn),
        }
    }

    fn check_of(&self, state: &State, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        self.objection(state, seat, action)
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        self.act(state, action, seen);
    }

    fn chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        into.clear();
        let one = |outcome| Weighted { outcome, weight: 1 };
        match state.phase {
            Phase::StartingBet(_) => {
                into.extend(turn::undealt_bets(state).iter().map(|animal| one(Chance::StartingBet(animal))));
            }
            Phase::Stream => {
                let free = (1..=self.rules.track.tiles).filter(|tile| !state.streams.contains(*tile));
                into.extend(free.map(|tile| one(Chance::Stream(tile))));
            }
            Phase::Turbo(_) => {
                into.extend(self.free_turbo_tiles(state).map(|tile| one(Chance::Turbo(tile))));
                into.sort_unstable_by_key(|weighted| weighted.outcome);
            }
            Phase::FirstPlayerBeforeDeal | Phase::FirstPlayerAfterBets => {
                into.extend(state.seats.iter().map(|seat| one(Chance::FirstPlayer(seat))));
            }
            Phase::Deal(_) | Phase::Refill(_) => {
                let cards = state.deck.iter();
                into.extend(
                    cards.map(|(card, count)| Weighted { outcome: Chance::Card(card), weight: count.into() }),
                );
            }
            Phase::SecondBet(_) | Phase::Placing(_) | Phase::Moving { .. } | Phase::Over => {}
        }
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        let mut pick = |count: u8| rng.random_range(0..u32::from(count)) as u8;
        match state.phase {
            Phase::Deal(_) | Phase::Refill(_) => {
                let place = pick(state.deck.len());
                // The place is in the deck, so there is a card.
                Chance::Card(state.deck.nth(place).unwrap_or(Card::Hare))
            }
            Phase::StartingBet(_) => {
                let undealt = turn::undealt_bets(state);
                let place = pick(undealt.len()).into();
                Chance::StartingBet(undealt.iter().nth(place).unwrap_or(Animal::Hare))
            }
            Phase::Stream => {
                let place = pick(self.rules.track.tiles - state.streams.len()).into();
                let mut free = (1..=self.rules.track.tiles).filter(|tile| !state.streams.contains(*tile));
                Chance::Stream(free.nth(place).unwrap_or(1))
            }
            Phase::Turbo(_) => {
                let place = pick(self.free_turbo_tiles(state).count() as u8).into();
                Chance::Turbo(self.free_turbo_tiles(state).nth(place).unwrap_or(1))
            }
            _ => {
                let number = pick(state.seats.count());
                Chance::FirstPlayer(Seat::new(number).unwrap_or(Seat::FIRST))
            }
        }
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        self.happen(state, outcome, seen);
    }

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        let mut told = happening.clone();
        match &mut told {
            Happening::StartingBet { seat: owner, animal } if *owner != seat => *animal = None,
            Happening::CardDrawn { seat: owner, card } | Happening::SecondBet { seat: owner, card }
                if *owner != seat =>
            {
                *card = None;
            }
            _ => {}
        }
        Some(told)
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        match happening {
            Happening::TurnBegins { seat } => Some(Mark::TurnBegins(*seat)),
            Happening::TurnEnds { seat } => Some(Mark::TurnEnds(*seat)),
            Happening::RoundEnds { .. } => Some(Mark::RoundEnds),
            Happening::GameEnds { .. } => Some(Mark::GameEnds),
            _ => None,
        }
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.see(state, seat)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn information_set(&self, view: &View) -> Result<InformationSet, Faults> {
        self.work_out(view)
    }

    fn determinize<R: Rng + ?Sized>(&self, set: &InformationSet, rng: &mut R) -> State {
        Self::imagine(set, rng)
    }

    // AR-08: nobody knows the others' bets before the end of a game; AC-01: the points of earlier games are open.
    fn standings(&self, state: &State) -> Standings {
        match state.phase {
            Phase::Over => self.final_standings(state),
            _ => Self::standings_so_far(state),
        }
    }

    fn standings_if_stopped(&self, state: &State) -> Standings {
        self.final_standings(state)
    }

    fn runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.clear();
        into.extend(Animal::ALL.into_iter().map(|animal| {
            let place = state.arrived[animal.index()];
            Runner {
                id: animal as u8,
                owner: None,
                coordinate: state.at[animal.index()].into(),
                lane: 1,
                arrived: (place > 0).then_some(place),
            }
        }));
    }
}

/// In how many ways so many can be chosen of all; exact for every hand that a ruleset allows.
fn choose(all: u8, some: u8) -> u64 {
    let next = |ways: u64, taken| ways.saturating_mul(u64::from(all).saturating_sub(taken)) / (taken + 1);
    (0..u64::from(some)).fold(1, next)
}
