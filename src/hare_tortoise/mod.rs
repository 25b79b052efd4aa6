#![doc = include_str!("rules.md")]

mod action;
mod aids;
mod board;
mod bots;
mod check;
mod guidance;
mod happening;
mod jug;
mod metrics;
mod movement;
mod moves;
mod narrate;
mod policy;
mod position;
pub mod postal;
mod purse;
mod round;
mod ruleset;
mod schema;
mod setup;
mod state;
mod text;
mod turn;
mod view;

use std::cmp::Reverse;
use std::num::NonZeroU8;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use rand::{Rng, RngExt};

pub use action::{Action, Chance, Illegal};
pub use board::{Board, NoSuchSquare, Square, SquareKind};
pub use bots::HeuristicBot;
pub use guidance::Guide;
pub use happening::{Drawn, Expense, Happening, RunnerName, Source, Way};
pub use movement::{cost, reach};
pub use policy::{
    AnotherMove, AnotherMoveStuck, BackAtStart, ChewCarrot, DropBackToStart, Effect, EmptyOrder, FinishLimit,
    FoursWithThree, JuggedLettuce, LettuceOwner, LimitBinds, Mechanism, MissBinds, MoveUpToFinish,
    OthersCarrots, PoolEmptyFor, PutOnHare, RaceEnds, RunnerChoice, StuckTrigger, TakenCarrotSquare,
    TooFewToGive, TooFewToPay, TurnOrder, WithoutLettuces,
};
pub use position::{PlayerPosition, Position, RoundPosition, RunnerPosition};
pub use ruleset::{
    BoardRules, ByPlayers, FinishRules, FirstPlayer, HareRules, LettuceRules, LongestStep, MovementRules,
    OrderRules, Ruleset, ScreenRules, StartRules, StuckRules, TurnRules,
};
pub use setup::Setup;
pub use state::{Duty, Phase, State};
pub use view::View;

use crate::fault::Faults;
use crate::game::{ChancePoint, Mark, Purpose, RaceGame, Runner, SetupError, SetupOption, Turn, Weighted};
use crate::observer::Observer;
use crate::ruleset::Ruleset as _;
use crate::seat::{Seat, SeatList, SeatMap, SeatSet, Seats};
use crate::standings::{Ending, Standings};
use bots::Plan;
use ruleset::{CARDS, PACK, PLAYERS, RUNNERS, SUMS};
use state::{Round, RunnerState};

/// The draw of the first player.
pub const FIRST_PLAYER: Purpose = Purpose::new(0, "first player");
/// The card or the die for a jugged hare.
pub const HARE: Purpose = Purpose::new(1, "hare");

/// Hare & Tortoise under one ruleset.
///
/// ```
/// use furlong::hare_tortoise::{Action, HareTortoise, Ruleset, Setup, Square};
/// use furlong::{RaceGame, Ruleset as _, Seat, Turn};
/// use furlong::hare_tortoise::FirstPlayer;
///
/// let game = HareTortoise::new(Ruleset::open("classic")?)?;
/// let first = Some(FirstPlayer::Given(Seat::FIRST));
/// let mut state = game.start(&Setup { players: 4, first, longest_step: None })?;
/// let to_carrots = Action::To(Square::new(5).ok_or("no square")?);
/// game.play(&mut state, to_carrots, &mut ())?;
/// assert_eq!(game.position(&state).players[0].carrots, 65 - 15);
/// assert_eq!(game.turn(&state), Turn::Seat(Seat::new(1).ok_or("no seat")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HareTortoise {
    ruleset: Ruleset,
    board: Board,
    /// What each card does in each race position.
    chart: [[Effect; RUNNERS]; CARDS],
    /// What each sum of die and race position does, from 2 on.
    table: [Effect; SUMS],
    /// How many cards of each effect the pack has.
    pack: [u8; Effect::ALL.len()],
    pack_size: u8,
    /// The effects that can come.
    effects: Vec<Effect>,
    /// What bots plan with in each race position, worked out when the first of them asks.
    plans: [OnceLock<Arc<Plan>>; RUNNERS],
}

impl HareTortoise {
    /// The turns to the finish from everywhere, for a runner that keeps its race position.
    fn plan(&self, position: u8) -> &Plan {
        let position = position.clamp(1, RUNNERS as u8);
        self.plans[usize::from(position) - 1].get_or_init(|| Arc::new(Plan::new(self, position)))
    }

    /// The track.
    pub fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    fn mechanism(&self) -> Mechanism {
        self.ruleset.hare.mechanism
    }

    /// Everybody on Start, nothing drawn.
    fn at_start(&self, seats: Seats, longest_step: u8) -> State {
        let start = &self.ruleset.start;
        let players = seats.count();
        let (own, pooled) = match self.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => (start.lettuces.of(players), 0),
            LettuceOwner::Player => (0, start.lettuces.of(players)),
        };
        let mut state = State {
            seats,
            per_player: start.runners.of(players),
            longest_step,
            phase: Phase::FirstPlayer,
            seat: Seat::FIRST,
            runner: 0,
            jugs: 0,
            paid: 0,
            carrots: SeatMap::default(),
            pool: SeatMap::default(),
            last: SeatMap::default(),
            missing: SeatSet::EMPTY,
            racers: seats.iter().collect(),
            round: Round::begin(seats, Seat::FIRST),
            pack: [Effect::MissATurn; PACK],
            pack_known: 0,
            runners: [RunnerState::default(); RUNNERS],
        };
        for seat in seats.iter() {
            state.carrots[seat] = start.carrots.of(players);
            state.pool[seat] = pooled;
        }
        for runner in 0..state.count() {
            state.of_mut(runner).lettuces = own;
        }
        state
    }

    /// The first player is known: its turn begins (HT-07).
    fn begin(&self, state: &mut State, first: Seat, seen: &mut impl Observer<Happening>) {
        state.round = Round::begin(state.seats, first);
        self.go_on(state, first, seen);
    }
}

impl RaceGame for HareTortoise {
    const ID: &'static str = "hare-tortoise";
    const OPTIONS: &'static [SetupOption] = setup::OPTIONS;

    type Ruleset = Ruleset;
    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    /// Nothing is hidden but the order of cards that nobody has seen, so this is the one state.
    type InformationSet = State;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(ruleset: Ruleset) -> Result<Self, Faults> {
        ruleset.faults().check()?;
        let board = Board::read(&ruleset.board.squares)?;
        let effects = ruleset.hare.effects();
        let mut chart = [[Effect::MissATurn; RUNNERS]; CARDS];
        for (row, effects) in chart.iter_mut().zip(&ruleset.hare.chart) {
            row.iter_mut().zip(effects).for_each(|(place, effect)| *place = *effect);
        }
        let mut table = [Effect::MissATurn; SUMS];
        table.iter_mut().zip(&ruleset.hare.table).for_each(|(place, effect)| *place = *effect);
        let mut pack = [0; Effect::ALL.len()];
        let mut pack_size = 0;
        if ruleset.hare.mechanism == Mechanism::Pack {
            for effect in &ruleset.hare.pack {
                pack[*effect as usize] += 1;
                pack_size += 1;
            }
        }
        Ok(Self { ruleset, board, chart, table, pack, pack_size, effects, plans: Default::default() })
    }

    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn players(&self) -> RangeInclusive<u8> {
        PLAYERS
    }

    fn setup(&self, players: u8) -> Setup {
        Setup { players, first: None, longest_step: None }
    }

    fn set_option(&self, setup: &mut Setup, option: &str, value: &str) -> Result<(), SetupError> {
        setup.set(option, value)
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let seats = SetupError::check_players(setup.players, &PLAYERS)?;
        let first = self.first_player(setup, seats)?;
        let mut state = self.at_start(seats, self.longest_step(setup)?);
        if let FirstPlayer::Given(first) = first {
            self.begin(&mut state, first, &mut ());
        }
        Ok(state)
    }

    fn position(&self, state: &State) -> Position {
        state.into()
    }

    fn state(&self, position: &Position) -> Result<State, Faults> {
        let state = position.to_state()?;
        self.faults_of(&state).check().map(|()| state)
    }

    fn seats(&self, state: &State) -> Seats {
        state.seats
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::FirstPlayer => Turn::Chance(ChancePoint { owner: None, purpose: FIRST_PLAYER }),
            Phase::Jug => Turn::Chance(ChancePoint { owner: Some(state.seat), purpose: HARE }),
            Phase::Over => Turn::Over,
            Phase::Runner | Phase::Move | Phase::MoveOff | Phase::ChewCarrot | Phase::AnotherMove => {
                Turn::Seat(state.seat)
            }
        }
    }

    #[inline]
    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        self.legal(state).list(into);
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        if self.legal(state).contains(action) { Ok(()) } else { Err(self.objection(state, action)) }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        self.act(state, action, seen);
    }

    fn chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        into.clear();
        match state.phase {
            Phase::FirstPlayer => {
                let fair = |seat| Weighted { outcome: Chance::First(seat), weight: 1 };
                into.extend(state.seats.iter().map(fair));
            }
            Phase::Jug => self.draws(state, into),
            _ => {}
        }
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        if state.phase == Phase::FirstPlayer {
            let drawn = rng.random_range(0..state.seats.count());
            return Chance::First(Seat::new(drawn).unwrap_or(Seat::FIRST));
        }
        self.draw_hare(state, rng)
    }

    fn apply_chance(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        if let Chance::First(seat) = outcome {
            seen.see(|| Happening::FirstPlayer { seat });
            self.begin(state, seat, seen);
        } else {
            self.jug(state, outcome, seen);
        }
    }

    /// Everything is public: who remembers all that was drawn and paid knows everybody's carrots (HT-08).
    fn seen_by(&self, happening: &Happening, _seat: Seat) -> Option<Happening> {
        Some(*happening)
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        match happening {
            Happening::TurnBegins { seat } => Some(Mark::TurnBegins(*seat)),
            Happening::TurnEnds { seat } => Some(Mark::TurnEnds(*seat)),
            Happening::RoundEnds { .. } => Some(Mark::RoundEnds),
            Happening::GameEnds => Some(Mark::GameEnds),
            _ => None,
        }
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        View::new(seat, state.clone())
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat()
    }

    fn information_set(&self, view: &View) -> Result<State, Faults> {
        self.faults_of(view.state()).check().map(|()| view.state().clone())
    }

    /// Cards that nobody has seen are decided on drawing.
    fn determinize<R: Rng + ?Sized>(&self, set: &State, _rng: &mut R) -> State {
        set.clone()
    }

    /// HT-12: by runners home, in order of arrival, then by the sum of squares.
    fn standings(&self, state: &State) -> Standings {
        let key = |seat: Seat| {
            let own = || state.runners_of(seat).map(|runner| state.of(runner));
            let home = own().filter(|runner| runner.arrived.is_some()).count();
            let last_arrival = own().filter_map(|runner| runner.arrived).map(NonZeroU8::get).max();
            let squares: i32 = own().map(|runner| i32::from(runner.square.number())).sum();
            (home, Reverse(last_arrival), squares)
        };
        let keys: SeatList<_> = SeatList::new(state.seats, key);
        let ending = if state.phase == Phase::Over { Ending::Won } else { Ending::Racing };
        Standings::ranked(ending, &keys, |(_, _, squares)| *squares)
    }

    fn runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.clear();
        into.extend((0..state.count()).map(|id| {
            let runner = state.of(id);
            Runner {
                id,
                owner: Some(state.owner(id)),
                coordinate: i32::from(runner.square.number()),
                lane: 1,
                arrived: runner.arrived.map(NonZeroU8::get),
            }
        }));
    }
}
