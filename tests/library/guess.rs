//! A game with hidden information, chance and an opponent that is small enough to be worked out by hand.
//!
//! Chance deals seat 2 a number that seat 1 does not see. Seat 1 plays *safe* or *gambles*. When it gambles it
//! guesses the number, and wins when it is right. When it plays safe, seat 2 is *fair* or *kind* to it, and a
//! die decides. Who looked at one deal at a time would always gamble: in each of them the guess is easy.

use std::ops::RangeInclusive;

use furlong::common::{Ending, Faults};
use furlong::game::{ChancePoint, Mark, Purpose, Runner, SetupError, Weighted};
use furlong::ruleset::{Embedded, Field, Title};
use furlong::{Observer, RaceGame, Ruleset, Seat, Seats, Standings, Turn};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::json;

/// The number of sides of the die.
pub(crate) const SIDES: u32 = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rules {
    ruleset: Title,
    /// The number of copies of each number in the pack.
    pub(crate) pack: [u32; 3],
    /// On how many sides of the die seat 1 wins when seat 2 is fair, and when it is kind.
    pub(crate) fair: u32,
    pub(crate) kind: u32,
}

impl Ruleset for Rules {
    const GAME: &'static str = "guess";
    const EMBEDDED: &'static [Embedded] = &[];
    const FIELDS: &'static [Field] = &[];

    fn title(&self) -> &Title {
        &self.ruleset
    }

    fn faults(&self) -> Faults {
        Faults::none()
    }

    fn in_words(&self) -> Vec<String> {
        Vec::new()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Guess {
    rules: Rules,
}

impl Guess {
    pub(crate) fn with(pack: [u32; 3], fair: u32, kind: u32) -> Self {
        let title = serde_json::json!({ "name": "guess", "about": "A test." });
        let title = json::from_value(&title).expect("a title");
        Self { rules: Rules { ruleset: title, pack, fair, kind } }
    }

    /// The most that seat 1 can win, by trying all of its plans against the best reply of seat 2.
    pub(crate) fn exact_value(&self, action: Action) -> f64 {
        let all: u32 = self.rules.pack.iter().sum();
        let wins = |lucky: u32| f64::from(lucky) / f64::from(SIDES);
        match action {
            Action::Safe => [self.rules.fair, self.rules.kind].map(wins).into_iter().fold(1.0, f64::min),
            _ => (0..3_usize)
                .map(|guess| {
                    let deals = (0..3_usize).map(|number| (number == guess, self.rules.pack[number]));
                    let won = deals.filter(|(is_right, _)| *is_right).map(|(_, ways)| ways).sum::<u32>();
                    f64::from(won) / f64::from(all)
                })
                .fold(0.0, f64::max),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Phase {
    Deal,
    Choose,
    Guess,
    Answer,
    Die { lucky: u32 },
    Over(Seat),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct State {
    number: Option<u8>,
    phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct View {
    seat: Seat,
    table: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Action {
    Safe,
    Gamble,
    Guess(u8),
    Fair,
    Kind,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::Display,
)]
pub(crate) enum Chance {
    #[strum(to_string = "{0}")]
    Number(u8),
    #[strum(to_string = "{0}")]
    Side(u32),
}

#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub(crate) enum Happening {
    Dealt(Option<u8>),
    Chosen(Action),
    Rolled(u32),
    Over,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("not now")]
pub(crate) struct Illegal;

const SECOND: Option<Seat> = Seat::new(1);

fn second() -> Seat {
    SECOND.expect("there are two seats")
}

impl RaceGame for Guess {
    const ID: &'static str = "guess";
    type Ruleset = Rules;
    type Setup = u8;
    type State = State;
    type Position = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type InformationSet = View;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(rules: Rules) -> Result<Self, Faults> {
        Ok(Self { rules })
    }

    fn ruleset(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> RangeInclusive<u8> {
        2..=2
    }

    fn setup(&self, players: u8) -> u8 {
        players
    }

    fn start(&self, players: &u8) -> Result<State, SetupError> {
        SetupError::check_players(*players, &self.players())?;
        Ok(State { number: None, phase: Phase::Deal })
    }

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn state(&self, position: &State) -> Result<State, Faults> {
        Ok(position.clone())
    }

    fn seats(&self, _state: &State) -> Seats {
        Seats::new(2).expect("two seats")
    }

    fn turn(&self, state: &State) -> Turn {
        let point = |code, name| ChancePoint { owner: None, purpose: Purpose::new(code, name) };
        match state.phase {
            Phase::Deal => Turn::Chance(point(0, "deal")),
            Phase::Die { .. } => Turn::Chance(point(1, "die")),
            Phase::Choose | Phase::Guess => Turn::Seat(Seat::FIRST),
            Phase::Answer => Turn::Seat(second()),
            Phase::Over(_) => Turn::Over,
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match state.phase {
            Phase::Choose => into.extend([Action::Safe, Action::Gamble]),
            Phase::Guess => into.extend((0..3).map(Action::Guess)),
            Phase::Answer => into.extend([Action::Fair, Action::Kind]),
            _ => {}
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let mut legal = Vec::new();
        self.actions(state, &mut legal);
        if legal.contains(&action) { Ok(()) } else { Err(Illegal) }
    }

    fn apply(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        seen.see(|| Happening::Chosen(action));
        state.phase = match action {
            Action::Safe => Phase::Answer,
            Action::Gamble => Phase::Guess,
            Action::Guess(guess) if Some(guess) == state.number => Phase::Over(Seat::FIRST),
            Action::Guess(_) => Phase::Over(second()),
            Action::Fair => Phase::Die { lucky: self.rules.fair },
            Action::Kind => Phase::Die { lucky: self.rules.kind },
        };
    }

    fn chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        into.clear();
        match state.phase {
            Phase::Deal => into.extend(
                (0..3)
                    .zip(self.rules.pack)
                    .map(|(n, weight)| Weighted { outcome: Chance::Number(n), weight }),
            ),
            Phase::Die { .. } => {
                into.extend((1..=SIDES).map(|side| Weighted { outcome: Chance::Side(side), weight: 1 }));
            }
            _ => {}
        }
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        if state.phase == Phase::Deal {
            return Chance::Number(self.deal(rng));
        }
        Chance::Side(rng.random_range(1..=SIDES))
    }

    fn apply_chance(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        match (outcome, state.phase) {
            (Chance::Number(number), _) => {
                seen.see(|| Happening::Dealt(Some(number)));
                *state = State { number: Some(number), phase: Phase::Choose };
            }
            (Chance::Side(side), Phase::Die { lucky }) => {
                seen.see(|| Happening::Rolled(side));
                state.phase = Phase::Over(if side <= lucky { Seat::FIRST } else { second() });
                seen.see(|| Happening::Over);
            }
            _ => {}
        }
    }

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        match happening {
            Happening::Dealt(_) if seat == Seat::FIRST => Some(Happening::Dealt(None)),
            other => Some(other.clone()),
        }
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        (*happening == Happening::Over).then_some(Mark::GameEnds)
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let number = state.number.filter(|_| seat != Seat::FIRST);
        View { seat, table: State { number, phase: state.phase } }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn information_set(&self, view: &View) -> Result<View, Faults> {
        Ok(view.clone())
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let number = view.table.number.or_else(|| Some(self.deal(rng)));
        State { number, phase: view.table.phase }
    }

    fn standings(&self, state: &State) -> Standings {
        let Phase::Over(winner) = state.phase else {
            return Standings::ranked(Ending::Racing, &[0, 0], |score| *score);
        };
        let scores = [i32::from(winner == Seat::FIRST), i32::from(winner != Seat::FIRST)];
        Standings::ranked(Ending::Won, &scores, |score| *score)
    }

    fn runners(&self, _state: &State, into: &mut Vec<Runner>) {
        into.clear();
    }
}

impl Guess {
    fn deal<R: Rng + ?Sized>(&self, rng: &mut R) -> u8 {
        let [zeros, ones, twos] = self.rules.pack;
        let card = rng.random_range(0..zeros + ones + twos);
        if card < zeros { 0 } else { u8::from(card >= zeros + ones) + 1 }
    }
}
