//! The trait [`RaceGame`].

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt as _};

use super::{
    EventData, ImpossibleOutcome, Mark, Readable, Runner, SetupError, SetupOption, Turn, Weighted, any_place,
    list,
};
use crate::common::fault::Faults;
use crate::common::observer::Observer;
use crate::common::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::common::standings::{Share, Standings};
use crate::ruleset::Ruleset;

/// The contract of a game: the rules of a race game under one validated ruleset.
///
/// * The value is immutable and shared by all threads. Everything that changes is in [`RaceGame::State`], a
///   small plain value that contains no random generator.
/// * Chance events are moves of their own with exact integer weights. Actions and outcomes determine a game.
/// * A seat sees only its [`RaceGame::View`]. Bots receive nothing else.
///
/// The example is a skeleton to start from: replace `MyRules` and `u8` with the game's own types. A game with open
/// information needs less, see [`OpenGame`](crate::OpenGame) and [`open_game!`](crate::open_game).
/// `examples/own_game/game.rs` is a complete game with hidden tokens.
///
/// ```no_run
/// use std::ops::RangeInclusive;
///
/// use furlong::game::{Mark, Runner, SetupError, Weighted};
/// use furlong::Turn;
/// # use furlong::gotham::Ruleset as MyRules;
/// use furlong::rand::Rng;
/// use furlong::common::Faults;
/// use furlong::{Observer, RaceGame, Seat, Seats, Standings};
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
///     // The legal actions and their effects.
///     fn actions(&self, state: &u8, into: &mut Vec<u8>) { todo!() }
///     fn check(&self, state: &u8, action: u8) -> Result<(), Self::Illegal> { todo!() }
///     fn apply(&self, state: &mut u8, action: u8, seen: &mut impl Observer<u8>) { todo!() }
///     // The chance events and their effects.
///     fn chances(&self, state: &u8, into: &mut Vec<Weighted<u8>>) { todo!() }
///     fn apply_chance(&self, state: &mut u8, outcome: u8, seen: &mut impl Observer<u8>) { todo!() }
///     // The information of each seat.
///     fn seen_by(&self, happening: &u8, seat: Seat) -> Option<u8> { todo!() }
///     fn mark(&self, happening: &u8) -> Option<Mark> { todo!() }
///     fn view(&self, state: &u8, seat: Seat) -> u8 { todo!() }
///     fn viewer(&self, view: &u8) -> Seat { todo!() }
///     fn information_set(&self, view: &u8) -> Result<u8, Faults> { todo!() }
///     fn determinize<R: Rng + ?Sized>(&self, set: &u8, rng: &mut R) -> u8 { todo!() }
///     // Standings and positions on the track.
///     fn standings(&self, state: &u8) -> Standings { todo!() }
///     fn runners(&self, state: &u8, into: &mut Vec<Runner>) { todo!() }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game",
    label = "a game implements `RaceGame`",
    note = "a game with open information implements `OpenGame`, and `open_game!` makes it a `RaceGame`"
)]
pub trait RaceGame: Clone + Debug + Send + Sync + 'static {
    /// The name of the game in files and on the command line, in `kebab-case`.
    const ID: &'static str;

    /// The ruleset: the rules as data.
    type Ruleset: Ruleset;
    /// What players agree on before a game: the number of seats, the first player, options.
    type Setup: Readable;
    /// A playable state: small plain data that only this game creates.
    type State: Clone + Debug + Eq + Hash + Send + Sync + 'static;
    /// A state in the form that people read and type, not yet checked. Its JSON is how states are saved.
    type Position: Readable;
    /// A decision of a seat.
    type Action: EventData;
    /// An outcome of a chance event. Its `Display` is its name for people.
    type Chance: EventData + Display;
    /// Everything that one seat may know, and nothing more.
    type View: Readable;
    /// All states that agree with a view, prepared so that drawing one is fast.
    type InformationSet: Clone + Debug + Send + Sync;
    /// An effect of an event, as players see it. Equal happenings have equal hashes: a search uses the hashes to tell
    /// different courses of a game apart.
    type Happening: Readable + Hash;
    /// The reason why an action is illegal.
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// Creates the game for a ruleset. It calls [`Ruleset::check`] first, because a ruleset can come from a file, a
    /// record or a program.
    ///
    /// # Errors
    /// Every fault of the ruleset, each with its field.
    fn new(ruleset: Self::Ruleset) -> Result<Self, Faults>;

    /// The ruleset in force.
    fn ruleset(&self) -> &Self::Ruleset;

    /// The range of numbers of seats that the ruleset allows.
    fn players(&self) -> RangeInclusive<u8>;

    /// Returns the default set-up for `players` players. [`RaceGame::start`] checks the number.
    fn setup(&self, players: u8) -> Self::Setup;

    /// The options of a set-up that people can set by name, on a command line or in a form. By default there are none.
    const OPTIONS: &'static [SetupOption] = &[];

    /// Sets the option named `option` of a set-up.
    ///
    /// # Errors
    /// When the game has no such option, or the option cannot have this value.
    fn set_option(&self, _setup: &mut Self::Setup, option: &str, _value: &str) -> Result<(), SetupError> {
        Err(SetupError::unknown_option::<Self>(option))
    }

    /// Returns the first state, before any card is drawn or decision made.
    ///
    /// # Errors
    /// When the set-up does not fit the ruleset.
    fn start(&self, setup: &Self::Setup) -> Result<Self::State, SetupError>;

    /// Converts a state into the form that people read. It is complete: [`RaceGame::state`] restores the same state
    /// from it.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// Converts a position that was typed or loaded into a state.
    ///
    /// # Errors
    /// Every inconsistency with this ruleset, each with its field.
    fn state(&self, position: &Self::Position) -> Result<Self::State, Faults>;

    /// The seats in the game.
    fn seats(&self, state: &Self::State) -> Seats;

    /// Returns who moves next: a seat, chance, or nobody.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Lists the legal actions of the seat to move in `into`, in ascending order. The buffer is emptied first
    /// and stays empty when no seat is to move.
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Returns one action of the list of [`RaceGame::actions`]: `pick` gets the length of the list and returns the
    /// place. Returns `None` without calling `pick` when no seat is to move. If speed matters, override this method so
    /// that it does not build the list.
    fn pick_action(&self, state: &Self::State, pick: impl FnOnce(u32) -> u32) -> Option<Self::Action> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        match actions.len() as u32 {
            0 => None,
            count => actions.get(pick(count) as usize).copied(),
        }
    }

    /// Draws one of [`RaceGame::actions`], all equally likely; `None` when no seat is to move.
    #[inline]
    fn sample_action<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Option<Self::Action> {
        self.pick_action(state, |count| any_place(count, rng))
    }

    /// Returns the seats that may decide now, although only one of them is to move. Secret simultaneous choices are
    /// successive moves that no other seat sees until all have chosen.
    fn deciding(&self, state: &Self::State) -> SeatSet {
        match self.turn(state) {
            Turn::Seat(seat) => SeatSet::only(seat),
            Turn::Chance(_) | Turn::Over => SeatSet::EMPTY,
        }
    }

    /// Lists the legal actions of any seat of [`RaceGame::deciding`] in `into`, in ascending order. The list
    /// is empty for the other seats.
    fn actions_of(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>) {
        if self.turn(state) == Turn::Seat(seat) {
            self.actions(state, into);
        } else {
            into.clear();
        }
    }

    /// The number of physical ways in which the seat with this view can take `action`: for example, two of its five
    /// hares can be chosen in ten ways. If cards of a kind look alike, these weights turn a choice among *cards* into a
    /// choice among *actions*.
    fn ways(&self, _view: &Self::View, _action: Self::Action) -> u64 {
        1
    }

    /// Checks that `action` is legal for the seat to move.
    ///
    /// # Errors
    /// The reason why it is illegal.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Self::Illegal>;

    /// Checks that `action` is legal for any seat of [`RaceGame::deciding`]. For the seat to move it equals
    /// [`RaceGame::check`].
    ///
    /// # Errors
    /// The reason why it is illegal.
    fn check_of(&self, state: &Self::State, _seat: Seat, action: Self::Action) -> Result<(), Self::Illegal> {
        self.check(state, action)
    }

    /// Carries out an action that is legal for the seat to move: [`RaceGame::actions`] lists it for this
    /// state, or [`RaceGame::check`] accepts it.
    ///
    /// # Panics
    /// An illegal action may panic or create an impossible state. [`RaceGame::play`] checks first.
    fn apply(&self, state: &mut Self::State, action: Self::Action, seen: &mut impl Observer<Self::Happening>);

    /// Checks an action of the seat to move and carries it out.
    ///
    /// # Errors
    /// The reason why it is illegal. The state is unchanged.
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

    /// Lists the outcomes of the next chance event in `into`, in ascending order, each with its exact weight
    /// above 0. The buffer is emptied first and stays empty when no chance event is next. A single outcome is
    /// still an event.
    fn chances(&self, state: &Self::State, into: &mut Vec<Weighted<Self::Chance>>);

    /// Carries out a possible outcome: one that [`RaceGame::chances`] lists for this state.
    ///
    /// # Panics
    /// An impossible outcome may panic or create an impossible state. [`RaceGame::resolve`] checks first.
    fn apply_chance(
        &self,
        state: &mut Self::State,
        outcome: Self::Chance,
        seen: &mut impl Observer<Self::Happening>,
    );

    /// Draws one outcome with the probabilities of [`RaceGame::chances`]. If speed matters, override this method so
    /// that it does not build the list.
    ///
    /// # Panics
    /// May panic when no chance event is next.
    fn sample_chance<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Self::Chance {
        let mut chances = Vec::new();
        self.chances(state, &mut chances);
        let ways: u64 = chances.iter().map(|weighted| u64::from(weighted.weight)).sum();
        // Draws only 32 bits where they are enough.
        let mut left = match u32::try_from(ways) {
            Ok(ways) => rng.random_range(0..ways).into(),
            Err(_) => rng.random_range(0..ways),
        };
        let drawn = chances.iter().find(|weighted| {
            let weight = u64::from(weighted.weight);
            let is_drawn = left < weight;
            left = left.saturating_sub(weight);
            is_drawn
        });
        drawn.expect("the number drawn is below the sum of the weights").outcome
    }

    /// Checks a chance outcome from any source (a die rolled by hand, a record) and carries it out.
    ///
    /// # Errors
    /// When the outcome cannot come now. The state is unchanged.
    fn resolve(
        &self,
        state: &mut Self::State,
        outcome: Self::Chance,
        seen: &mut impl Observer<Self::Happening>,
    ) -> Result<(), ImpossibleOutcome> {
        let chances = list(|into| self.chances(state, into));
        if !chances.iter().any(|weighted| weighted.outcome == outcome) {
            return Err(ImpossibleOutcome::of(outcome, &chances));
        }
        self.apply_chance(state, outcome, seen);
        Ok(())
    }

    /// The part of a happening that a seat sees: all of it, some of it (a face-down card without its face), or nothing.
    /// A search distinguishes courses of a game by the same parts. For a seat that is not at the table, it is what
    /// everybody can see.
    fn seen_by(&self, happening: &Self::Happening, seat: Seat) -> Option<Self::Happening>;

    /// The part of a happening that a spectator without one of these seats sees. By default it is what an empty seat
    /// sees; at a full table of [`MAX_SEATS`](crate::common::MAX_SEATS), only what all seats see alike.
    fn seen_by_others(&self, happening: &Self::Happening, seats: Seats) -> Option<Self::Happening> {
        if let Some(nobody) = Seat::new(seats.count()) {
            return self.seen_by(happening, nobody);
        }
        let mut seen = seats.iter().map(|seat| self.seen_by(happening, seat));
        let first = seen.next().flatten()?;
        seen.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// The point in the course of the game that a happening marks. Observers use marks to divide a game into turns and
    /// rounds. The end of a game is always marked.
    fn mark(&self, happening: &Self::Happening) -> Option<Mark>;

    /// Everything that a seat may know in this state. Players have perfect memory.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// The seat that a view belongs to.
    fn viewer(&self, view: &Self::View) -> Seat;

    /// Computes the information set of a view.
    ///
    /// # Errors
    /// When no state has this view. Only views that were typed or changed fail.
    fn information_set(&self, view: &Self::View) -> Result<Self::InformationSet, Faults>;

    /// Draws a full state from the information set (a determinization). Every physical deal of the hidden cards that
    /// agrees with the view has the same probability; the choices of the other seats do not change it. The drawn state
    /// gives the seat the same view again.
    fn determinize<R: Rng + ?Sized>(&self, set: &Self::InformationSet, rng: &mut R) -> Self::State;

    /// Draws one full state that agrees with the view. For many draws, compute the information set once and call
    /// [`RaceGame::determinize`].
    ///
    /// # Errors
    /// See [`RaceGame::information_set`].
    fn resample<R: Rng + ?Sized>(&self, view: &Self::View, rng: &mut R) -> Result<Self::State, Faults> {
        Ok(self.determinize(&self.information_set(view)?, rng))
    }

    /// The places and scores. Before the end they reveal only public information, because every seat can see them.
    fn standings(&self, state: &Self::State) -> Standings;

    /// The places and scores if the game stopped now and everything hidden were revealed. They are for measuring games,
    /// never for players. After the end, and in games without hidden scores, they equal [`RaceGame::standings`].
    fn standings_if_stopped(&self, state: &Self::State) -> Standings {
        self.standings(state)
    }

    /// Returns whether a seat has finished: it makes no more decisions and its place is final, although others may
    /// still be racing. By default no seat has.
    fn has_finished(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// Each seat's share of the win; no share before the end.
    fn returns(&self, state: &Self::State) -> SeatMap<Share> {
        self.standings(state).shares()
    }

    /// Lists the runners with their positions on the track in `into`, in a fixed order. The buffer is emptied first.
    /// The format is the same for all games, so that drawings and metrics work for each of them.
    fn runners(&self, state: &Self::State, into: &mut Vec<Runner>);
}
