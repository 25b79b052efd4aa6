//! The contract that every game fulfils: [`RaceGame`].
//!
//! Four ideas carry it. A *ruleset* is data, and a game value is one validated ruleset, immutable and
//! shared. A *state* is a small plain value without a random generator in it. *Chance* is a move of its own,
//! with exact weights, so that moves and outcomes together decide everything. And a seat sees only its
//! *view*: bots are given nothing else.
//!
//! Whatever is written once against this contract works for every game, a user's own too: races, records,
//! bots, the terminal, the test kit. `examples/own_game.rs` implements it for a tiny game with hidden tokens,
//! `examples/dice_race.rs` for an open one.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fault::Faults;
use crate::observer::Observer;
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::standings::{Share, Standings};
use crate::words::{counted, listed, span};

/// Plain data that can be compared, written and read: what an event is made of.
pub trait EventData:
    Copy + Debug + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T: Copy + Debug + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static> EventData for T {}

/// Plain data that people may read and write as JSON.
pub trait Readable: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Readable for T {}

/// The contract of a game: a race game under one validated ruleset.
///
/// * The value is immutable and shared by all threads. Everything that changes is in [`RaceGame::State`], a small
///   plain value without a random generator.
/// * Chance is a move of its own with exact integer weights. Actions and outcomes together determine a game.
/// * A seat sees its [`RaceGame::View`]. Bots are given nothing else.
///
/// A skeleton to begin with; the types are the game's own. A game with open information says less:
/// [`OpenGame`](crate::OpenGame). `examples/own_game.rs` is a whole game with hidden cards.
///
/// ```no_run
/// use std::ops::RangeInclusive;
///
/// use furlong::{Mark, Runner, SetupError, Turn, Weighted};
/// # use furlong::gotham::Ruleset as MyRules;
/// use furlong::rand::Rng;
/// use furlong::{Faults, Observer, RaceGame, Seat, Seats, Standings};
///
/// #[derive(Clone, Debug)]
/// struct MyGame(MyRules);
///
/// impl RaceGame for MyGame {
///     const ID: &'static str = "my-game";
///     type Ruleset = MyRules;
///     type Setup = u8;
///     type State = u8;
///     type Position = u8;
///     type Action = u8;
///     type Chance = u8;
///     type View = u8;
///     type InformationSet = u8;
///     type Happening = u8;
///     type Illegal = std::fmt::Error;
///
///     fn new(rules: MyRules) -> Result<Self, Faults> { todo!() }
///     fn ruleset(&self) -> &MyRules { &self.0 }
///     fn players(&self) -> RangeInclusive<u8> { todo!() }
///     fn setup(&self, players: u8) -> u8 { todo!() }
///     fn start(&self, setup: &u8) -> Result<u8, SetupError> { todo!() }
///     fn position(&self, state: &u8) -> u8 { todo!() }
///     fn state(&self, position: &u8) -> Result<u8, Faults> { todo!() }
///     fn seats(&self, state: &u8) -> Seats { todo!() }
///     fn turn(&self, state: &u8) -> Turn { todo!() }
///     // What a seat may do, and what it does.
///     fn actions(&self, state: &u8, into: &mut Vec<u8>) { todo!() }
///     fn check(&self, state: &u8, action: u8) -> Result<(), Self::Illegal> { todo!() }
///     fn apply(&self, state: &mut u8, action: u8, seen: &mut impl Observer<u8>) { todo!() }
///     // What chance may bring, and what it brings.
///     fn chances(&self, state: &u8, into: &mut Vec<Weighted<u8>>) { todo!() }
///     fn apply_chance(&self, state: &mut u8, outcome: u8, seen: &mut impl Observer<u8>) { todo!() }
///     // What a seat may know.
///     fn seen_by(&self, happening: &u8, seat: Seat) -> Option<u8> { todo!() }
///     fn mark(&self, happening: &u8) -> Option<Mark> { todo!() }
///     fn view(&self, state: &u8, seat: Seat) -> u8 { todo!() }
///     fn viewer(&self, view: &u8) -> Seat { todo!() }
///     fn information_set(&self, view: &u8) -> Result<u8, Faults> { todo!() }
///     fn determinize<R: Rng + ?Sized>(&self, set: &u8, rng: &mut R) -> u8 { todo!() }
///     // Who is where.
///     fn standings(&self, state: &u8) -> Standings { todo!() }
///     fn runners(&self, state: &u8, into: &mut Vec<Runner>) { todo!() }
/// }
/// ```
pub trait RaceGame: Clone + Debug + Send + Sync + 'static {
    /// The name of the game in files and on the command line, in `kebab-case`.
    const ID: &'static str;

    /// The rules as data.
    type Ruleset: Ruleset;
    /// What is agreed before a game: seats, first player, options.
    type Setup: Readable;
    /// A playable state: small plain data, only ever made by this game.
    type State: Clone + Debug + Eq + Hash + Send + Sync + 'static;
    /// A state in words that people can read and type, not yet checked. Its JSON is how states are saved.
    type Position: Readable;
    /// What a seat decides.
    type Action: EventData;
    /// What chance decides, displayed as people name it.
    type Chance: EventData + Display;
    /// All that one seat may know, and nothing more.
    type View: Readable;
    /// All states that a view leaves open, worked out once so that drawing one is quick.
    type InformationSet: Clone + Debug + Send + Sync;
    /// What happens while the game is played. Equal happenings have equal hashes, which tell a search the courses of
    /// a game apart.
    type Happening: Readable + Hash;
    /// Why an action is refused.
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// The game under this ruleset.
    ///
    /// # Errors
    /// Everything that is wrong with the ruleset, each fault with its field.
    fn new(ruleset: Self::Ruleset) -> Result<Self, Faults>;

    /// The rules in force.
    fn ruleset(&self) -> &Self::Ruleset;

    /// How many seats may play.
    fn players(&self) -> RangeInclusive<u8>;

    /// The usual set-up for so many players; [`RaceGame::start`] checks the number.
    fn setup(&self, players: u8) -> Self::Setup;

    /// The options of a set-up that people can set by name, on a command line or in a form; none by default.
    const OPTIONS: &'static [SetupOption] = &[];

    /// Sets one option of a set-up.
    ///
    /// # Errors
    /// When there is no such option, or it cannot have this value.
    fn set_option(&self, _setup: &mut Self::Setup, option: &str, _value: &str) -> Result<(), SetupError> {
        Err(SetupError::unknown_option::<Self>(option))
    }

    /// The first state: nothing drawn, nothing decided.
    ///
    /// # Errors
    /// When the set-up does not fit the ruleset.
    fn start(&self, setup: &Self::Setup) -> Result<Self::State, SetupError>;

    /// The state as people read it. Complete: [`RaceGame::state`] makes the same state of it.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// A playable state of a position that was typed or loaded.
    ///
    /// # Errors
    /// Everything that cannot be so under this ruleset, each fault with its field.
    fn state(&self, position: &Self::Position) -> Result<Self::State, Faults>;

    /// The seats of this state's table.
    fn seats(&self, state: &Self::State) -> Seats;

    /// Who moves next: a seat, chance, or nobody.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The legal actions of the seat to move, in ascending order, into a buffer that is emptied first.
    /// None when no seat is to move.
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// The seats that may decide now, though only one of them is to move: secret choices that all make at
    /// the same time are moves one after another, and nobody learns of them before all have chosen.
    fn deciding(&self, state: &Self::State) -> SeatSet {
        match self.turn(state) {
            Turn::Seat(seat) => SeatSet::only(seat),
            Turn::Chance(_) | Turn::Over => SeatSet::EMPTY,
        }
    }

    /// The legal actions of any seat of [`RaceGame::deciding`], ascending; none for the others.
    fn actions_of(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>) {
        if self.turn(state) == Turn::Seat(seat) {
            self.actions(state, into);
        } else {
            into.clear();
        }
    }

    /// In how many physical ways the seat that has this view can take this action: two of its five hares can
    /// be chosen in ten ways. Where cards of a kind look the same, these are the weights with which a
    /// choice among *cards* becomes a choice among *actions*.
    fn ways(&self, _view: &Self::View, _action: Self::Action) -> u64 {
        1
    }

    /// Checks an action of the seat to move.
    ///
    /// # Errors
    /// The reason why it is not legal.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Self::Illegal>;

    /// Checks an action of any seat of [`RaceGame::deciding`]; for the seat to move as [`RaceGame::check`].
    ///
    /// # Errors
    /// The reason why it is not legal.
    fn check_of(&self, state: &Self::State, _seat: Seat, action: Self::Action) -> Result<(), Self::Illegal> {
        self.check(state, action)
    }

    /// Carries out an action that is legal for the seat to move: one that [`RaceGame::actions`] lists for this
    /// state, or [`RaceGame::check`] lets pass.
    ///
    /// # Panics
    /// May panic, or make an impossible state, when the action is not legal; [`RaceGame::play`] checks it first.
    fn apply(&self, state: &mut Self::State, action: Self::Action, seen: &mut impl Observer<Self::Happening>);

    /// Checks an action of the seat to move and carries it out.
    ///
    /// # Errors
    /// The reason why it is not legal; the state is unchanged.
    #[inline]
    fn play(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        seen: &mut impl Observer<Self::Happening>,
    ) -> Result<(), Self::Illegal> {
        self.check(state, action)?;
        self.apply(state, action, seen);
        Ok(())
    }

    /// The outcomes of the chance event that is next, ascending, each with its exact weight above 0, into a
    /// buffer that is emptied first. None when it is not chance's turn. A single outcome is still an event.
    fn chances(&self, state: &Self::State, into: &mut Vec<Weighted<Self::Chance>>);

    /// Carries out an outcome that can come: one that [`RaceGame::chances`] lists for this state.
    ///
    /// # Panics
    /// May panic, or make an impossible state, when the outcome cannot come; [`RaceGame::resolve`] checks it first.
    fn apply_chance(
        &self,
        state: &mut Self::State,
        outcome: Self::Chance,
        seen: &mut impl Observer<Self::Happening>,
    );

    /// Draws one outcome with the probabilities of [`RaceGame::chances`]. A game that is played often overrides it
    /// with a draw that lists nothing.
    ///
    /// # Panics
    /// May panic when it is not chance's turn.
    fn sample_chance<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Self::Chance {
        let mut chances = Vec::new();
        self.chances(state, &mut chances);
        let ways: u32 = chances.iter().map(|weighted| weighted.weight).sum();
        let mut left = rng.random_range(0..ways);
        let drawn = chances.iter().find(|weighted| {
            let is_drawn = left < weighted.weight;
            left = left.saturating_sub(weighted.weight);
            is_drawn
        });
        drawn.expect("the number drawn is below the sum of the weights").outcome
    }

    /// Checks an outcome of chance, wherever it comes from (a die rolled by hand, a record), and carries it out.
    ///
    /// # Errors
    /// When it cannot come now; the state is unchanged.
    fn resolve(
        &self,
        state: &mut Self::State,
        outcome: Self::Chance,
        seen: &mut impl Observer<Self::Happening>,
    ) -> Result<(), ImpossibleOutcome> {
        let mut chances = Vec::new();
        self.chances(state, &mut chances);
        if !chances.iter().any(|weighted| weighted.outcome == outcome) {
            return Err(ImpossibleOutcome::of(outcome, &chances));
        }
        self.apply_chance(state, outcome, seen);
        Ok(())
    }

    /// What a seat is told of a happening: all of it, a part (a face-down card is a card without a face),
    /// or nothing. Also what a search may tell apart.
    fn seen_by(&self, happening: &Self::Happening, seat: Seat) -> Option<Self::Happening>;

    /// What a happening marks in the course of the game, for whoever cuts the stream into turns and rounds.
    /// The end of a game is always marked.
    fn mark(&self, happening: &Self::Happening) -> Option<Mark>;

    /// All that a seat may know in this state, perfect memory included.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// Whose view it is.
    fn viewer(&self, view: &Self::View) -> Seat;

    /// What this view leaves open.
    ///
    /// # Errors
    /// When no state has this view, which happens only to views that were typed or changed.
    fn information_set(&self, view: &Self::View) -> Result<Self::InformationSet, Faults>;

    /// A full state of the information set (a determinization): every physical deal of the hidden cards that
    /// agrees with the view is equally likely; what the others chose is not weighed. The view of the result,
    /// for the same seat, is the view that the set was made of.
    fn determinize<R: Rng + ?Sized>(&self, set: &Self::InformationSet, rng: &mut R) -> Self::State;

    /// A full state that this view can come from: [`RaceGame::determinize`] for who needs one only.
    ///
    /// # Errors
    /// As [`RaceGame::information_set`].
    fn resample<R: Rng + ?Sized>(&self, view: &Self::View, rng: &mut R) -> Result<Self::State, Faults> {
        Ok(self.determinize(&self.information_set(view)?, rng))
    }

    /// Places and scores. Before the end they tell no more than every seat may know: they are shown to all.
    fn standings(&self, state: &Self::State) -> Standings;

    /// Places and scores as if the game stopped here and everything hidden were revealed: for measuring games, never
    /// for players. The standings themselves where nothing hidden counts, and after the end.
    fn standings_if_stopped(&self, state: &Self::State) -> Standings {
        self.standings(state)
    }

    /// Each seat's share of the win; nothing before the end.
    fn returns(&self, state: &Self::State) -> SeatMap<Share> {
        self.standings(state).shares()
    }

    /// Who runs on the track and where, in a fixed order, into a buffer that is emptied first: the same
    /// form for all games, for drawing and for metrics.
    fn runners(&self, state: &Self::State, into: &mut Vec<Runner>);
}

/// One option of a set-up.
#[derive(Clone, Copy, Debug)]
pub struct SetupOption {
    /// Its name, in `kebab-case`.
    pub name: &'static str,
    /// What its value is, in capitals as on a command line: `SEAT`, `GAMES`.
    pub value: &'static str,
    /// What it means, with its default: one sentence without its final point.
    pub meaning: &'static str,
}

/// Who moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// This seat decides.
    Seat(Seat),
    /// Chance decides.
    Chance(ChancePoint),
    /// Nobody: the game is over.
    Over,
}

impl Turn {
    /// Chance decides, for this seat.
    pub const fn chance_of(seat: Seat, purpose: Purpose) -> Self {
        Self::Chance(ChancePoint { owner: Some(seat), purpose })
    }
}

/// Whose chance event it is and what for. Events of one owner and purpose share a random stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ChancePoint {
    /// The seat that draws; `None` when it concerns the whole table.
    pub owner: Option<Seat>,
    /// What is drawn.
    pub purpose: Purpose,
}

/// What a chance event is for: one of at most 16 a game, each a constant of that game.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(into = "String")]
pub struct Purpose {
    code: u8,
    name: &'static str,
}

impl From<Purpose> for String {
    fn from(purpose: Purpose) -> Self {
        purpose.name.to_owned()
    }
}

impl Purpose {
    /// A purpose with its number (0 to 15, its own within the game) and its name.
    ///
    /// # Panics
    /// When the number is above 15; at compile time for a constant.
    pub const fn new(code: u8, name: &'static str) -> Self {
        assert!(code < 16, "a purpose's number is 0 to 15");
        Self { code, name }
    }

    /// Its number within the game.
    #[inline]
    pub const fn code(self) -> u8 {
        self.code
    }

    /// Its name, for people.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl PartialEq for Purpose {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Purpose {}

impl Hash for Purpose {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.code.hash(hasher);
    }
}

/// An outcome with its weight: of so many equally likely physical ways, this many give this outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Weighted<C> {
    /// What comes.
    pub outcome: C,
    /// In how many ways, above 0.
    pub weight: u32,
}

/// Why an outcome of chance is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImpossibleOutcome {
    /// A seat is to move, or the game is over.
    #[error("chance has nothing to decide now")]
    NotChancesTurn,
    /// Chance is to decide, but this cannot come.
    #[error("{outcome} cannot come now; what can: {possible}")]
    CannotCome {
        /// The outcome, in words.
        outcome: String,
        /// All outcomes that can come, in words.
        possible: String,
    },
}

impl ImpossibleOutcome {
    /// The reason why an outcome is not among those that can come.
    #[cold]
    fn of<C: Display>(outcome: C, chances: &[Weighted<C>]) -> Self {
        if chances.is_empty() {
            return Self::NotChancesTurn;
        }
        let possible: Vec<String> = chances.iter().map(|weighted| weighted.outcome.to_string()).collect();
        Self::CannotCome { outcome: outcome.to_string(), possible: possible.join(", ") }
    }
}

/// Why a game cannot start so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The number of players is out of the ruleset's range.
    #[error("{}: this ruleset is for {}", counted(*asked, "player", "players"), span(*least, *most))]
    Players {
        /// How many were asked for.
        asked: u8,
        /// The fewest allowed.
        least: u8,
        /// The most allowed.
        most: u8,
    },
    /// An option of the set-up does not fit.
    #[error("{option}: {problem}")]
    Option {
        /// Its name in the set-up.
        option: &'static str,
        /// What is wrong and what is allowed.
        problem: String,
    },
}

impl SetupError {
    /// The refusal of an option that a game does not have.
    pub fn unknown_option<G: RaceGame>(option: &str) -> Self {
        let known: Vec<String> = G::OPTIONS.iter().map(|option| format!("`{}`", option.name)).collect();
        let problem = match known.as_slice() {
            [] => format!("`{option}` is not known; this game has no options"),
            known => format!("`{option}` is not known; there is {}", listed(known)),
        };
        Self::Option { option: "option", problem }
    }

    /// Checks a number of players against the ruleset's range.
    pub fn check_players(asked: u8, allowed: &RangeInclusive<u8>) -> Result<Seats, Self> {
        Seats::new(asked).filter(|seats| allowed.contains(&seats.count())).ok_or(Self::Players {
            asked,
            least: *allowed.start(),
            most: *allowed.end(),
        })
    }
}

/// What a happening marks in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A seat's turn begins.
    TurnBegins(Seat),
    /// A seat's turn is over.
    TurnEnds(Seat),
    /// A round is over.
    RoundEnds,
    /// A game is over; of a championship, one of its games.
    GameEnds,
}

/// A runner on the track, in the form that is the same for all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Runner {
    /// Its number: its index in the list of runners, the same all game long.
    pub id: u8,
    /// The seat it belongs to; `None` for runners that nobody owns.
    pub owner: Option<Seat>,
    /// Its place along the track in squares from the start; below 0 behind the start.
    pub coordinate: i32,
    /// Its lane where several stand on one square, 1 the foremost; 1 where the game knows no lanes.
    pub lane: u8,
    /// The place in which it has arrived, 1 the first; `None` while it races.
    pub arrived: Option<u8>,
}

impl Runner {
    /// A runner of this seat that races on a track without lanes.
    pub const fn racing(id: u8, owner: Seat, coordinate: i32) -> Self {
        Self { id, owner: Some(owner), coordinate, lane: 1, arrived: None }
    }
}
