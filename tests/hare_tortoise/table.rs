//! Setting a race up in a few words, playing it, and asking what has become of it.

use furlong::hare_tortoise::{
    Action, Chance, Happening, HareTortoise, Phase, PlayerPosition, Position, RoundPosition, Ruleset,
    RunnerChoice, RunnerPosition, Square, State,
};
use furlong::{RaceGame, Seat, Turn, ruleset};

/// The edition, with a few fields changed.
pub(crate) fn game(name: &str, change: impl FnOnce(&mut Ruleset)) -> HareTortoise {
    let mut ruleset = ruleset::open::<Ruleset>(name).expect("a ruleset of the library");
    change(&mut ruleset);
    HareTortoise::new(ruleset).expect("a playable ruleset")
}

pub(crate) fn classic() -> HareTortoise {
    game("classic", |_| {})
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn to(square: u8) -> Action {
    Action::To(Square::new(square).unwrap())
}

pub(crate) fn back(square: u8) -> Action {
    Action::Back(Square::new(square).unwrap())
}

/// A runner on this square with `lettuces`.
pub(crate) fn on(square: u8, lettuces: u8) -> RunnerPosition {
    RunnerPosition { square, lettuces, ..Default::default() }
}

/// A player with `carrots`.
pub(crate) fn player(carrots: u16, runners: &[RunnerPosition]) -> PlayerPosition {
    PlayerPosition { carrots, runners: runners.to_vec(), ..Default::default() }
}

/// One player with one runner.
pub(crate) fn one(carrots: u16, square: u8, lettuces: u8) -> PlayerPosition {
    player(carrots, &[on(square, lettuces)])
}

/// A race under way.
pub(crate) struct Race {
    pub(crate) game: HareTortoise,
    pub(crate) state: State,
    pub(crate) seen: Vec<Happening>,
}

/// The first player's turn, with its first runner, in these places.
pub(crate) fn race(game: HareTortoise, players: &[PlayerPosition]) -> Race {
    set_up(game, players, |_| {})
}

/// As [`race`], with something changed.
pub(crate) fn set_up(
    game: HareTortoise,
    players: &[PlayerPosition],
    change: impl FnOnce(&mut Position),
) -> Race {
    let count = players.len() as u8;
    let is_home = |player: &PlayerPosition| player.runners.iter().all(|runner| runner.arrived.is_some());
    let members = (0..count).map(seat).filter(|seat| !is_home(&players[seat.index()])).collect();
    let mut position = Position {
        players: players.to_vec(),
        phase: Phase::Move,
        seat: seat(0),
        runner: 0,
        jugs: 0,
        paid: 0,
        round: RoundPosition { number: 1, first: seat(0), members, slot: 0 },
        pack: Vec::new(),
        longest_step: 64,
    };
    let alternates = game.ruleset().turns.runner == RunnerChoice::Alternate;
    if alternates && players[0].runners.len() > 1 {
        position.players[0].last.get_or_insert(0);
    }
    change(&mut position);
    let state = game.state(&position).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(game.position(&state), position, "a position is complete");
    Race { game, state, seen: Vec::new() }
}

impl Race {
    /// The player to move does this.
    pub(crate) fn does(mut self, action: Action) -> Self {
        self.seen.clear();
        let done = self.game.play(&mut self.state, action, &mut self.seen);
        done.unwrap_or_else(|illegal| panic!("{action:?}: {illegal}"));
        self
    }

    /// This is drawn.
    pub(crate) fn draws(mut self, outcome: Chance) -> Self {
        self.seen.clear();
        let done = self.game.resolve(&mut self.state, outcome, &mut self.seen);
        done.unwrap_or_else(|impossible| panic!("{outcome:?}: {impossible}"));
        self
    }

    pub(crate) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        actions
    }

    /// The player to move, from 0.
    pub(crate) fn mover(&self) -> usize {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => seat.index(),
            other => panic!("a player should be to move, not {other:?}"),
        }
    }

    pub(crate) fn seen(&self, happening: impl Fn(&Happening) -> bool) -> bool {
        self.seen.iter().any(happening)
    }
}
