//! A race of secret simultaneous choices, with a custom bot.
//!
//! Secret Steps: in each round all seats choose 1, 2 or 3 in secret, and then all choices are shown. A seat whose number
//! nobody else has chosen moves that many squares; the others stay. After the round in which somebody reaches the goal,
//! or after the last round, the foremost seat wins.
//!
//! Secret choices are moves made one after the other that nobody sees: `turn` names one seat after the other,
//! `deciding` returns all seats that have not yet chosen, and the view leaves out what the others have chosen.

use std::ops::RangeInclusive;

use furlong::arena::Measured;
use furlong::bot::{BotKind, Considered};
use furlong::common::SeatSet;
use furlong::common::{Ending, Faults};
use furlong::game::Mark;
use furlong::game::{Runner, SetupError, Weighted};
use furlong::ruleset::{Embedded, Field, Kind, Title};
use furlong::text::{Canvas, Marks, Names};
use furlong::{Bot, BotError, Bots, Decision, Observer, RaceGame};
use furlong::{Ruleset, Seat, Seats, Standings, Text, Turn};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// The maximum number of seats.
const SEATS: usize = 4;
/// The numbers that can be chosen.
const STEPS: RangeInclusive<u8> = 1..=3;

/// The ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    ruleset: Title,
    goal: u8,
    rounds: u8,
}

impl Ruleset for Rules {
    const GAME: &'static str = SecretSteps::ID;
    const EMBEDDED: &'static [Embedded] = &[Embedded {
        name: "usual",
        text: "goal = 12\nrounds = 30\n[ruleset]\nname = 'usual'\nabout = 'Step where nobody else does.'",
    }];
    const FIELDS: &'static [Field] = &[
        Field::new("goal", "SS-1", "the square that ends the race", Kind::Integer { least: 3, most: 60 }),
        Field::new("rounds", "SS-2", "the most rounds", Kind::Integer { least: 1, most: 99 }),
    ];

    fn title(&self) -> &Title {
        &self.ruleset
    }
}

/// The game under a ruleset.
#[derive(Clone, Debug)]
pub struct SecretSteps(Rules);

/// A complete state, which is also its own position. In a view, it contains only the viewer's own choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    seats: Seats,
    round: u8,
    squares: [u8; SEATS],
    /// The next seat to choose; nobody when the race is over.
    to_choose: Option<Seat>,
    /// The choices of this round.
    chosen: [Option<u8>; SEATS],
    /// The numbers that were shown in the previous round.
    shown: [Option<u8>; SEATS],
}

/// The view of a seat: everything that the seat knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    viewer: Seat,
    table: Table,
}

/// An effect of a choice.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub enum Happening {
    /// A seat chooses a number, which the others do not see.
    Chooses(Seat, Option<u8>),
    /// A seat's number is shown, and the seat now stands on this square.
    Shows(Seat, u8, u8),
    /// The round ends.
    RoundEnds,
    /// The race ends.
    Over,
}

/// The reason why a choice is illegal.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Illegal {
    /// The race is over.
    #[error("the race is over")]
    Over,
    /// A number that is not one of the steps.
    #[error("the numbers are 1, 2 and 3")]
    NoStep,
}

impl SecretSteps {
    /// Shows the choices of the round and moves each seat that is alone with its number.
    fn end_round(&self, table: &mut Table, seen: &mut impl Observer<Happening>) {
        let chosen = std::mem::take(&mut table.chosen);
        for seat in table.seats.iter() {
            let number = chosen[seat.index()].unwrap_or_default();
            if chosen.iter().filter(|other| **other == Some(number)).count() == 1 {
                table.squares[seat.index()] += number;
            }
            seen.see(|| Happening::Shows(seat, number, table.squares[seat.index()]));
        }
        table.shown = chosen;
        seen.see(|| Happening::RoundEnds);
        if table.round == self.0.rounds || table.squares.iter().any(|square| *square >= self.0.goal) {
            table.to_choose = None;
            seen.see(|| Happening::Over);
        } else {
            table.round += 1;
            table.to_choose = Some(Seat::FIRST);
        }
    }
}

impl RaceGame for SecretSteps {
    const ID: &'static str = "secret-steps";
    type Ruleset = Rules;
    type Setup = u8;
    type State = Table;
    type Position = Table;
    type Action = u8;
    /// There is no chance in this game.
    type Chance = u8;
    type View = View;
    type InformationSet = View;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(rules: Rules) -> Result<Self, Faults> {
        rules.check()?;
        Ok(Self(rules))
    }

    fn ruleset(&self) -> &Rules {
        &self.0
    }

    fn players(&self) -> RangeInclusive<u8> {
        2..=SEATS as u8
    }

    fn setup(&self, players: u8) -> u8 {
        players
    }

    fn start(&self, players: &u8) -> Result<Table, SetupError> {
        let seats = SetupError::check_players(*players, &self.players())?;
        let none = [None; SEATS];
        let to_choose = Some(Seat::FIRST);
        Ok(Table { seats, round: 1, squares: [0; SEATS], to_choose, chosen: none, shown: none })
    }

    fn position(&self, table: &Table) -> Table {
        table.clone()
    }

    fn state(&self, table: &Table) -> Result<Table, Faults> {
        let mut faults = Faults::none();
        let Table { seats, round, squares, to_choose, chosen, shown } = table;
        let count = usize::from(seats.count());
        faults.expect(self.players().contains(&seats.count()), "seats", || "2 to 4 seats play".to_owned());
        faults.check()?;
        let mut faults = Faults::none();
        faults.expect((1..=self.0.rounds).contains(round), "round", || format!("1 to {}", self.0.rounds));
        let most = u32::from(self.0.goal) + 2;
        let is_on_track = squares[..count].iter().all(|square| u32::from(*square) <= most);
        let is_empty = squares[count..].iter().all(|square| *square == 0);
        faults.expect(is_on_track && is_empty, "squares", || format!("0 to {most}, and 0 without a seat"));
        let is_racing = squares.iter().all(|square| *square < self.0.goal);
        let may_choose = to_choose.is_none_or(|seat| seats.contains(seat) && is_racing);
        let may_be_over = to_choose.is_some() || !is_racing || *round == self.0.rounds;
        faults.expect(may_choose && may_be_over, "to_choose", || {
            "a seat of the table until somebody has arrived or the last round has ended".to_owned()
        });
        let chosen_before = to_choose.map_or(0, Seat::index).min(SEATS);
        let is_choice = |number: &u8| STEPS.contains(number);
        let in_turn = chosen[..chosen_before].iter().all(|number| number.as_ref().is_some_and(is_choice))
            && chosen[chosen_before..].iter().all(Option::is_none);
        faults.expect(in_turn, "chosen", || "1 to 3 for the seats before the one to choose".to_owned());
        let is_shown = |number: &Option<u8>| number.as_ref().is_some_and(is_choice);
        let has_shown = shown[..count].iter().all(is_shown) || shown.iter().all(Option::is_none);
        let is_first = *round == 1 && to_choose.is_some();
        let fits = has_shown && shown[count..].iter().all(Option::is_none) && is_first == shown[0].is_none();
        faults.expect(fits, "shown", || "1 to 3 for every seat after the first round".to_owned());
        faults.check().map(|()| table.clone())
    }

    fn seats(&self, table: &Table) -> Seats {
        table.seats
    }

    fn turn(&self, table: &Table) -> Turn {
        table.to_choose.map_or(Turn::Over, Turn::Seat)
    }

    fn actions(&self, table: &Table, into: &mut Vec<u8>) {
        into.clear();
        if table.to_choose.is_some() {
            into.extend(STEPS);
        }
    }

    fn deciding(&self, table: &Table) -> SeatSet {
        table.seats.iter().filter(|seat| table.to_choose.is_some_and(|first| *seat >= first)).collect()
    }

    fn actions_of(&self, table: &Table, seat: Seat, into: &mut Vec<u8>) {
        into.clear();
        if self.deciding(table).contains(seat) {
            into.extend(STEPS);
        }
    }

    fn check(&self, table: &Table, number: u8) -> Result<(), Illegal> {
        match table.to_choose {
            None => Err(Illegal::Over),
            Some(_) if STEPS.contains(&number) => Ok(()),
            Some(_) => Err(Illegal::NoStep),
        }
    }

    fn apply(&self, table: &mut Table, number: u8, seen: &mut impl Observer<Happening>) {
        let Some(seat) = table.to_choose else { return };
        table.chosen[seat.index()] = Some(number);
        seen.see(|| Happening::Chooses(seat, Some(number)));
        match table.seats.left_of(seat) {
            Seat::FIRST => self.end_round(table, seen),
            next => table.to_choose = Some(next),
        }
    }

    fn chances(&self, _table: &Table, into: &mut Vec<Weighted<u8>>) {
        into.clear();
    }

    fn apply_chance(&self, _table: &mut Table, _outcome: u8, _seen: &mut impl Observer<Happening>) {}

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        match happening {
            Happening::Chooses(whose, _) if *whose != seat => Some(Happening::Chooses(*whose, None)),
            open => Some(open.clone()),
        }
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        match happening {
            Happening::RoundEnds => Some(Mark::RoundEnds),
            Happening::Over => Some(Mark::GameEnds),
            Happening::Chooses(..) | Happening::Shows(..) => None,
        }
    }

    fn view(&self, table: &Table, viewer: Seat) -> View {
        let mut table = table.clone();
        for (seat, number) in table.chosen.iter_mut().enumerate() {
            *number = number.filter(|_| seat == viewer.index());
        }
        View { viewer, table }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.viewer
    }

    fn information_set(&self, view: &View) -> Result<View, Faults> {
        // Any choices for the others will do: this checks everything else as a state.
        let table = self.state(&with_choices(view, || *STEPS.start()))?;
        let is_own = table.seats.contains(view.viewer) && self.view(&table, view.viewer) == *view;
        if is_own { Ok(view.clone()) } else { Err(Faults::one("viewer", "no seat sees the table so")) }
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> Table {
        with_choices(view, || rng.random_range(STEPS))
    }

    fn standings(&self, table: &Table) -> Standings {
        let squares = &table.squares[..usize::from(table.seats.count())];
        let foremost = squares.iter().max();
        let ending = match squares.iter().filter(|square| Some(*square) == foremost).count() {
            _ if table.to_choose.is_some() => Ending::Racing,
            1 => Ending::Won,
            _ => Ending::Shared,
        };
        Standings::ranked(ending, squares, |square| i32::from(*square))
    }

    fn runners(&self, table: &Table, into: &mut Vec<Runner>) {
        into.clear();
        into.extend(table.seats.iter().map(|seat| {
            let square = table.squares[seat.index()];
            let arrived = (square >= self.0.goal).then_some(1);
            Runner::racing(seat.number(), seat, square.into()).arrived(arrived)
        }));
    }
}

/// Completes a view to a table, with choices for the other seats that have chosen.
fn with_choices(view: &View, mut choose: impl FnMut() -> u8) -> Table {
    let mut table = view.table.clone();
    let chosen = table.to_choose.map_or(0, Seat::index);
    for (seat, number) in table.chosen.iter_mut().enumerate().take(chosen) {
        if seat != view.viewer.index() {
            *number = Some(choose());
        }
    }
    table
}

impl Text for SecretSteps {
    const TITLE: &'static str = "Secret Steps";

    fn label(&self, _view: &View, number: u8) -> String {
        number.to_string()
    }

    fn question(&self, _view: &View) -> String {
        "Which number do you choose?".to_owned()
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        match happening {
            Happening::Chooses(seat, Some(number)) => {
                Some(format!("{} {number}.", names.does(*seat, "choose", "chooses")))
            }
            Happening::Chooses(seat, None) => {
                Some(format!("{} a number.", names.does(*seat, "choose", "chooses")))
            }
            Happening::Shows(seat, number, square) => {
                let shows = names.does(*seat, "show", "shows");
                Some(format!("{shows} {number} and {} on square {square}.", stand(*seat, names)))
            }
            Happening::RoundEnds => None,
            Happening::Over => Some("The race is over.".to_owned()),
        }
    }

    fn draw(&self, view: &View, _marks: &Marks<'_, View, u8>, names: &Names, _canvas: &Canvas) -> String {
        let Table { seats, round, squares, shown, .. } = &view.table;
        let line = |seat: Seat| {
            let last = shown[seat.index()].map_or(String::new(), |number| format!(", last {number}"));
            format!("{:>3} of {}  {}{last}", squares[seat.index()], self.0.goal, names.of(seat))
        };
        let lines = seats.iter().map(line).collect::<Vec<_>>().join("\n");
        format!("Round {round}\n{lines}")
    }
}

fn stand(seat: Seat, names: &Names) -> &'static str {
    if names.you() == Some(seat) { "stand" } else { "stands" }
}

impl Bots for SecretSteps {}
impl Measured for SecretSteps {}

/// A bot that expects the others to repeat their last numbers, and takes the largest number that is left.
#[derive(Clone, Copy, Debug)]
pub struct Evader;

impl Evader {
    /// Its name and what it does, for menus and help.
    pub const KIND: BotKind = BotKind::plain("evader", "expects the others to repeat themselves, and evades");
}

impl Bot<SecretSteps> for Evader {
    fn choose(&mut self, decision: &mut Decision<'_, SecretSteps>) -> Result<u8, BotError> {
        let best = self.consider(decision)?;
        best.first().map(|best| best.action).ok_or(BotError::NoAction)
    }

    fn consider(
        &mut self,
        decision: &mut Decision<'_, SecretSteps>,
    ) -> Result<Vec<Considered<u8>>, BotError> {
        let View { viewer, table } = decision.view();
        let others = || table.seats.iter().filter(|seat| *seat != viewer);
        let repeat = |number: u8| others().filter(|seat| table.shown[seat.index()] == Some(number)).count();
        let mut best: Vec<u8> = decision.actions.to_vec();
        best.sort_by_key(|number| (repeat(*number), std::cmp::Reverse(*number)));
        // If three evaders all chose alike, they would meet on the same number.
        if repeat(best[0]) == repeat(best[1]) && decision.rng.random_bool(0.5) {
            best.swap(0, 1);
        }
        let why = |number| match repeat(number) {
            0 => "nobody has shown it before".to_owned(),
            seats => format!("{seats} of the others have shown it before"),
        };
        Ok(best.into_iter().map(|number| Considered::new(number).reason(why(number))).collect())
    }
}

#[cfg(test)]
mod tests {
    use furlong::testkit::{self, Options, TwinOptions};
    use furlong::{BotSpec, Race, Roster, ruleset};

    use super::*;

    fn game() -> SecretSteps {
        SecretSteps::new(ruleset::open("usual").expect("embedded")).expect("playable")
    }

    #[test]
    fn the_game_keeps_the_laws_and_tells_no_secret() {
        testkit::check_tables(&game(), &Options::default()).expect("a lawful game");
        for players in 2..=4 {
            let options = TwinOptions::default().positions(200);
            let twins = testkit::check_twins(&game(), &players, &options).expect("no leak");
            assert!(twins.redealt > 10, "{twins:?}");
        }
    }

    #[test]
    fn those_who_chose_the_same_number_stay() {
        let mut table = game().start(&3).expect("three may play");
        for number in [3, 3, 2] {
            game().play(&mut table, number, &mut ()).expect("legal");
        }
        assert_eq!(table.squares, [0, 0, 2, 0]);
    }

    #[test]
    fn the_own_bot_evades_what_both_others_have_shown() {
        let bots = Roster::of_game().with(Evader::KIND, |_| Ok(Box::new(Evader)));
        let mut evader = bots.bot(&BotSpec::named("evader")).expect("a bot");
        for seed in 0..20 {
            let mut race = Race::new(game(), &3, seed).expect("three may play");
            for (seat, number) in race.seats().iter().zip([1, 3, 3]) {
                race.play(seat, number).expect("legal");
            }
            assert_ne!(race.ask(&mut evader).expect("it plays"), 3);
        }
    }
}
