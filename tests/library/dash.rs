//! A tiny game for the tests of code that works for all games.
//!
//! Every seat picks a lucky number in secret. Then each in turn rolls a die and walks or rests; a lucky roll
//! is worth one square more. The first seat at the goal wins.

use std::ops::RangeInclusive;

use furlong::arena::Measured;
use furlong::bot::{BotKind, UnknownBot};
use furlong::common::{Ending, Faults, SeatSet};
use furlong::game::{ChancePoint, Mark, Purpose, Runner, SetupError, SetupOption, Weighted};
use furlong::ruleset::{self, Embedded, Field, Kind, Title};
use furlong::text::{Canvas, Marks, Misread, Names};
use furlong::{
    Bot, BotError, BotSpec, Bots, Decision, Observer, RaceGame, RandomBot, Ruleset, Seat, SeatMap, Seats,
    Standings, Text, Turn,
};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

const DIE: Purpose = Purpose::new(0, "die");

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    ruleset: Title,
    /// A field that the first records of this game do not have.
    #[serde(default = "goal_of_old_records")]
    pub(crate) goal: u8,
}

fn goal_of_old_records() -> u8 {
    9
}

impl Ruleset for Rules {
    const GAME: &'static str = "dash";
    const EMBEDDED: &'static [Embedded] = &[Embedded {
        name: "short",
        text: "goal = 9\n[ruleset]\nname = \"short\"\nabout = \"A dash of nine squares.\"\n",
    }];
    const FIELDS: &'static [Field] =
        &[Field::new("goal", "DA-01", "the square of the goal", Kind::Integer { least: 1, most: 40 })];

    fn title(&self) -> &Title {
        &self.ruleset
    }

    fn faults(&self) -> Faults {
        Faults::none()
    }

    fn in_words(&self) -> Vec<String> {
        vec![format!("Who comes to square {} first wins.", self.goal)]
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Dash {
    rules: Rules,
}

impl Dash {
    pub(crate) fn short() -> Self {
        Self::new(ruleset::open("short").expect("the ruleset of the toy")).expect("it is playable")
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Setup {
    players: u8,
    first: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    Pick(Seat),
    Roll(Seat),
    Step { seat: Seat, die: u8 },
    Over(Seat),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct State {
    first: Seat,
    lucky: Vec<Option<u8>>,
    squares: Vec<u8>,
    phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct View {
    seat: Seat,
    table: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Action {
    Pick(u8),
    Walk,
    Rest,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::Display,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Chance {
    #[strum(to_string = "{0}")]
    Die(u8),
}

#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Happening {
    Picked { seat: Seat, number: Option<u8> },
    Rolled { seat: Seat, die: u8 },
    Walked { seat: Seat, to: u8 },
    Rested { seat: Seat },
    RoundEnds,
    Won { seat: Seat },
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Illegal {
    #[error("not now")]
    NotNow,
    #[error("numbers are 1 to 3")]
    NoSuchNumber,
}

impl RaceGame for Dash {
    const ID: &'static str = "dash";
    const OPTIONS: &'static [SetupOption] =
        &[SetupOption::new("first", "SEAT", "Who rolls first, 1 when not given")];
    type Ruleset = Rules;
    type Setup = Setup;
    type State = State;
    type Position = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type InformationSet = View;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(rules: Rules) -> Result<Self, Faults> {
        rules.check()?;
        Ok(Self { rules })
    }

    fn ruleset(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> RangeInclusive<u8> {
        2..=4
    }

    fn setup(&self, players: u8) -> Setup {
        Setup { players, first: Seat::FIRST }
    }

    fn set_option(&self, setup: &mut Setup, option: &str, value: &str) -> Result<(), SetupError> {
        let problem = |problem: String| SetupError::Option { option: "first", problem };
        match option {
            "first" => setup.first = value.parse().map_err(|error| problem(format!("{error}")))?,
            _ => return Err(SetupError::unknown_option::<Self>(option)),
        }
        Ok(())
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let seats = SetupError::check_players(setup.players, &self.players())?;
        if !seats.contains(setup.first) {
            return Err(SetupError::Option { option: "first", problem: "no such seat".into() });
        }
        let count = usize::from(setup.players);
        let phase = Phase::Pick(Seat::FIRST);
        Ok(State { first: setup.first, lucky: vec![None; count], squares: vec![0; count], phase })
    }

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn state(&self, position: &State) -> Result<State, Faults> {
        let mut faults = Faults::none();
        let count = position.squares.len();
        faults.expect((2..=4).contains(&count), "squares", || "one for each of 2 to 4 seats".into());
        faults.expect(position.lucky.len() == count, "lucky", || "one for each seat".into());
        faults.check()?;
        Ok(position.clone())
    }

    fn seats(&self, state: &State) -> Seats {
        Seats::new(state.squares.len() as u8).expect("2 to 4 seats")
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Pick(seat) | Phase::Step { seat, .. } => Turn::Seat(seat),
            Phase::Roll(seat) => Turn::Chance(ChancePoint { owner: Some(seat), purpose: DIE }),
            Phase::Over(_) => Turn::Over,
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match state.phase {
            Phase::Pick(_) => into.extend((1..=3).map(Action::Pick)),
            Phase::Step { .. } => into.extend([Action::Walk, Action::Rest]),
            Phase::Roll(_) | Phase::Over(_) => {}
        }
    }

    fn deciding(&self, state: &State) -> SeatSet {
        match state.phase {
            Phase::Pick(first) => self.seats(state).iter().filter(|seat| *seat >= first).collect(),
            Phase::Step { seat, .. } => SeatSet::only(seat),
            Phase::Roll(_) | Phase::Over(_) => SeatSet::EMPTY,
        }
    }

    fn actions_of(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        if self.deciding(state).contains(seat) {
            self.actions(state, into);
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        match (state.phase, action) {
            (Phase::Pick(_), Action::Pick(1..=3)) | (Phase::Step { .. }, Action::Walk | Action::Rest) => {
                Ok(())
            }
            (Phase::Pick(_), Action::Pick(_)) => Err(Illegal::NoSuchNumber),
            _ => Err(Illegal::NotNow),
        }
    }

    fn apply(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        let seats = self.seats(state);
        match (state.phase, action) {
            (Phase::Pick(seat), Action::Pick(number)) => {
                state.lucky[seat.index()] = Some(number);
                seen.see(|| Happening::Picked { seat, number: Some(number) });
                let next = seats.left_of(seat);
                state.phase = if next == Seat::FIRST { Phase::Roll(state.first) } else { Phase::Pick(next) };
            }
            (Phase::Step { seat, die }, step) => {
                if step == Action::Walk {
                    let bonus = u8::from(state.lucky[seat.index()] == Some(die));
                    state.squares[seat.index()] += die + bonus;
                    seen.see(|| Happening::Walked { seat, to: state.squares[seat.index()] });
                } else {
                    seen.see(|| Happening::Rested { seat });
                }
                let next = seats.left_of(seat);
                if state.squares[seat.index()] >= self.rules.goal {
                    seen.see(|| Happening::Won { seat });
                    state.phase = Phase::Over(seat);
                } else {
                    if next == state.first {
                        seen.see(|| Happening::RoundEnds);
                    }
                    state.phase = Phase::Roll(next);
                }
            }
            _ => unreachable!("the action is legal"),
        }
    }

    fn chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        into.clear();
        if matches!(state.phase, Phase::Roll(_)) {
            into.extend((1..=3).map(|die| Weighted { outcome: Chance::Die(die), weight: 1 }));
        }
    }

    fn sample_chance<R: Rng + ?Sized>(&self, _state: &State, rng: &mut R) -> Chance {
        Chance::Die(rng.random_range(1..=3))
    }

    fn apply_chance(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        let (Phase::Roll(seat), Chance::Die(die)) = (state.phase, outcome) else { return };
        seen.see(|| Happening::Rolled { seat, die });
        state.phase = Phase::Step { seat, die };
    }

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        match happening {
            Happening::Picked { seat: owner, .. } if *owner != seat => {
                Some(Happening::Picked { seat: *owner, number: None })
            }
            other => Some(other.clone()),
        }
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        match happening {
            Happening::RoundEnds => Some(Mark::RoundEnds),
            Happening::Won { .. } => Some(Mark::GameEnds),
            _ => None,
        }
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let mut table = state.clone();
        for (index, number) in table.lucky.iter_mut().enumerate() {
            if index != seat.index() {
                *number = None;
            }
        }
        View { seat, table }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn information_set(&self, view: &View) -> Result<View, Faults> {
        let state = self.state(&view.table)?;
        if !self.seats(&state).contains(view.seat) {
            return Err(Faults::one("seat", "not at the table"));
        }
        let is_shown = |(index, number): (usize, &Option<u8>)| number.is_some() && index != view.seat.index();
        if state.lucky.iter().enumerate().any(is_shown) {
            return Err(Faults::one("table.lucky", "the numbers of the others are secret"));
        }
        Ok(view.clone())
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let mut state = view.table.clone();
        let picked = match state.phase {
            Phase::Pick(seat) => seat.index(),
            _ => state.lucky.len(),
        };
        for (index, number) in state.lucky.iter_mut().enumerate().take(picked) {
            if index != view.seat.index() {
                *number = Some(rng.random_range(1..=3));
            }
        }
        state
    }

    fn standings(&self, state: &State) -> Standings {
        let ending = if matches!(state.phase, Phase::Over(_)) { Ending::Won } else { Ending::Racing };
        Standings::ranked(ending, &state.squares, |square| i32::from(*square))
    }

    fn runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.clear();
        into.extend(
            self.seats(state)
                .iter()
                .map(|seat| Runner::racing(seat.number(), seat, i32::from(state.squares[seat.index()]))),
        );
    }
}

impl Measured for Dash {
    const INDICATORS: &'static [&'static str] = &["value-of-walking"];

    /// The exact values of two players who pick 2 and walk.
    fn indicate(&self, state: &State, into: &mut [SeatMap<f64>]) {
        let seats = self.seats(state);
        for seat in seats.iter() {
            into[0][seat] = self.value_of_walking(state, seat);
        }
    }
}

impl Dash {
    /// The chance of a seat of two to win when both pick 2 and always walk.
    pub(crate) fn value_of_walking(&self, state: &State, seat: Seat) -> f64 {
        let other = self.seats(state).left_of(seat);
        let (own, theirs) = (state.squares[seat.index()], state.squares[other.index()]);
        match state.phase {
            Phase::Over(winner) => f64::from(u8::from(winner == seat)),
            Phase::Step { seat: mover, die } if mover == seat => self.walks_on(own, theirs, die),
            Phase::Step { die, .. } => 1.0 - self.walks_on(theirs, own, die),
            Phase::Pick(_) if state.first == seat => self.rolls(own, theirs),
            Phase::Roll(mover) if mover == seat => self.rolls(own, theirs),
            Phase::Pick(_) | Phase::Roll(_) => 1.0 - self.rolls(theirs, own),
        }
    }

    /// The chance of the player who is about to roll.
    fn rolls(&self, own: u8, theirs: u8) -> f64 {
        (1..=3).map(|die| self.walks_on(own, theirs, die)).sum::<f64>() / 3.0
    }

    /// The chance of the player who has rolled this.
    fn walks_on(&self, own: u8, theirs: u8, die: u8) -> f64 {
        let to = own + die + u8::from(die == 2);
        if to >= self.rules.goal { 1.0 } else { 1.0 - self.rolls(theirs, to) }
    }
}

/// Always walks, and always picks 2.
struct Walker;

impl Bot<Dash> for Walker {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<Action, BotError> {
        let wanted = [Action::Pick(2), Action::Walk];
        wanted.into_iter().find(|action| decision.actions.contains(action)).ok_or(BotError::NoAction)
    }
}

impl Bots for Dash {
    const BOTS: &'static [BotKind] =
        &[BotKind::plain("walker", "Always walks"), BotKind::plain("random", "Takes any legal action")];

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        Ok(if spec.name == "random" { Box::new(RandomBot) } else { Box::new(Walker) })
    }
}

impl Text for Dash {
    const TITLE: &'static str = "Dash";

    fn introduction(&self) -> String {
        format!("Roll and walk; the first on square {} wins.", self.rules.goal)
    }

    fn label(&self, _view: &View, action: Action) -> String {
        match action {
            Action::Pick(number) => format!("lucky {number}"),
            Action::Walk => "walk".to_owned(),
            Action::Rest => "rest".to_owned(),
        }
    }

    fn remark(&self, view: &View, action: Action) -> Option<String> {
        match (view.table.phase, action) {
            (Phase::Step { die, .. }, Action::Walk) => Some(format!("{die} on")),
            _ => None,
        }
    }

    fn read_action(&self, view: &View, actions: &[Action], typed: &str) -> Result<Action, Misread> {
        let found = actions.iter().find(|action| self.label(view, **action) == typed);
        found.copied().ok_or_else(|| Misread(format!("`{typed}` is not possible here.")))
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        Some(match happening {
            Happening::Picked { seat, number } => {
                let number = number.map_or("a number".to_owned(), |number| number.to_string());
                format!("{} {number}.", names.does(*seat, "pick", "picks"))
            }
            Happening::Rolled { seat, die } => format!("{} {die}.", names.does(*seat, "roll", "rolls")),
            Happening::Walked { seat, to } => {
                format!("{} to square {to}.", names.does(*seat, "walk", "walks"))
            }
            Happening::Rested { seat } => format!("{}.", names.does(*seat, "rest", "rests")),
            Happening::RoundEnds => return None,
            Happening::Won { seat } => format!("{} at the goal.", names.does(*seat, "are", "is")),
        })
    }

    fn question(&self, view: &View) -> String {
        match view.table.phase {
            Phase::Pick(_) => "Which is your lucky number?".to_owned(),
            _ => "Walk or rest?".to_owned(),
        }
    }

    fn draw(&self, view: &View, _marks: &Marks<'_, View, Action>, names: &Names, _canvas: &Canvas) -> String {
        let seats = Seats::new(view.table.squares.len() as u8).expect("2 to 4 seats");
        let line = |seat: Seat| format!("  {:<10} {}", names.of(seat), view.table.squares[seat.index()]);
        seats.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn the_toy_keeps_the_laws() {
    // Its views forget that a lucky roll has revealed the number.
    let except = &[furlong::testkit::Law::Memory, furlong::testkit::Law::Resampling];
    let options = furlong::testkit::Options::default().except(except);
    let checked = furlong::testkit::check_tables(&Dash::short(), &options);
    assert!(checked.expect("a lawful game").finished > 0);
}
