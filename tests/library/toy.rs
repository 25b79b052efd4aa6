//! The game of the example with a flaw, which breaks one law.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use furlong::common::{Ending, Faults, Share};
use furlong::common::{MAX_SEATS, SeatSet};
use furlong::game::{ChancePoint, ImpossibleOutcome, Mark, Runner, SetupError, Weighted};
use furlong::{Observer, RaceGame, Ruleset as _, Seat, Seats, Standings};
use furlong::{SeatMap, Stream};
use furlong::{Turn, ruleset};
use rand::{Rng, RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::flaw::Flaw;
use crate::json;
use crate::own_game::{Action, Happening, Illegal, Outcome, Rules, Seen, Table, TokenDash};

/// The name of a ruleset that is accepted whatever it says.
const UNCHECKED: &str = "unchecked";

/// A game with a flaw.
#[derive(Clone, Debug)]
pub(crate) struct Flawed {
    pub(crate) game: TokenDash,
    flaw: Flaw,
    calls: Arc<AtomicU32>,
}

/// A view with room for information that it should not contain.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FlawedView {
    pub(crate) seen: Seen,
    leak: Option<Value>,
    #[serde(skip)]
    forgotten: bool,
    /// The hand of the left neighbour: neither written nor compared, and yet there.
    #[serde(skip)]
    pub(crate) cached: [u8; 3],
}

impl PartialEq for FlawedView {
    fn eq(&self, other: &Self) -> bool {
        (&self.seen, &self.leak, self.forgotten) == (&other.seen, &other.leak, other.forgotten)
    }
}

impl Flawed {
    pub(crate) fn with(flaw: Flaw) -> Self {
        let name = if flaw == Flaw::AcceptsAnyRuleset { UNCHECKED } else { "checked" };
        let text = format!("[ruleset]\nname = '{name}'\nextends = 'short'");
        let rules: Rules = ruleset::open(ruleset::Source::Text(&text)).expect("an embedded ruleset");
        Self { game: TokenDash::new(rules).expect("playable rules"), flaw, calls: Arc::default() }
    }

    pub(crate) fn is(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    /// Returns `true` once in every `often` calls.
    fn now_and_then(&self, often: u32) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed) % often == often - 1
    }

    /// The leak of a view: the hand of the viewer's left neighbour, or a list of all seats in the order of their hands.
    fn leak(&self, table: &Table, seat: Seat) -> Option<Value> {
        let left = table_seats(table).left_of(seat);
        match self.flaw {
            Flaw::ViewLeaks => Some(field(table, "hands")[left.index()].clone()),
            Flaw::OrderLeaks => {
                let hands = field(table, "hands");
                let mut seats: Vec<Seat> = table_seats(table).iter().collect();
                seats.sort_by_key(|seat| hands[seat.index()].to_string());
                Some(json!(seats))
            }
            _ => None,
        }
    }

    /// A state with the leak of this view, which only some of the states have that look so.
    fn that_leaks_so(&self, view: &FlawedView, rng: &mut (impl Rng + ?Sized)) -> Option<Table> {
        const PATIENCE: usize = 300;
        let mut drawn = (0..PATIENCE).map(|_| self.game.determinize(&view.seen, rng));
        drawn.find(|table| self.leak(table, self.viewer(view)) == view.leak)
    }

    /// Returns whether the left neighbour may decide ahead of its turn.
    fn decides_ahead(&self) -> bool {
        matches!(
            self.flaw,
            Flaw::DecidesOtherwiseAhead
                | Flaw::RefusesAhead
                | Flaw::AcceptsAnythingAhead
                | Flaw::ChoiceBarsWhatWaits
        )
    }

    /// Returns whether somebody has begun the race with two squares, after which this flaw lets nobody roll.
    fn is_barred(&self, table: &Table) -> bool {
        let squares: [u8; 4] = json::from_value(&field(table, "squares")).expect("squares");
        self.is(Flaw::ChoiceBarsWhatWaits) && squares.contains(&2) && squares.iter().sum::<u8>() == 2
    }

    fn is_listed(&self, table: &Table, action: Action) -> bool {
        let mut actions = Vec::new();
        self.actions(table, &mut actions);
        actions.contains(&action)
    }

    /// Moves seat 1 forward by one square.
    fn spoil(table: &mut Table) {
        let squares = field(table, "squares");
        let first = squares[0].as_u64().unwrap_or(0);
        *table = changed(table, "squares", json!([first + 1, squares[1], squares[2], squares[3]]));
    }

    /// Reports to every seat a token of the left neighbour when a die is rolled.
    fn tell_too_much(&self, table: &Table, outcome: Outcome, seen: &mut impl Observer<Happening>) {
        if !self.is(Flaw::RollsTellWhatANeighbourHolds) || !matches!(outcome, Outcome::Die(_)) {
            return;
        }
        let Turn::Chance(ChancePoint { owner: Some(seat), .. }) = self.turn(table) else { return };
        let left = table_seats(table).left_of(seat);
        let hand = field(table, "hands")[left.index()].clone();
        if let Some(token) = (0..3_u8).find(|token| hand[usize::from(*token)] != 0) {
            seen.see(|| Happening::Spent(left, token));
        }
    }

    fn after_an_event(&self, table: &mut Table, heard: usize) {
        if self.is(Flaw::ListeningChanges) && heard > 0
            || self.is(Flaw::PlayVaries) && self.now_and_then(5)
            || self.is(Flaw::RuleIsNotInTheRuleset)
        {
            Self::spoil(table);
        }
    }
}

fn field(table: &Table, name: &str) -> Value {
    json::to_value(table).expect("a table is plain data")[name].clone()
}

fn changed(table: &Table, name: &str, value: Value) -> Table {
    let mut data = json::to_value(table).expect("a table is plain data");
    data[name] = value;
    json::from_value(&data).expect("still a table")
}

fn table_seats(table: &Table) -> Seats {
    json::from_value(&field(table, "seats")).expect("seats")
}

/// Passes happenings on and counts them, when its observer listens.
struct Counting<'a, O> {
    to: &'a mut O,
    heard: usize,
}

impl<H, O: Observer<H>> Observer<H> for Counting<'_, O> {
    fn see(&mut self, happening: impl FnOnce() -> H) {
        let heard = &mut self.heard;
        self.to.see(|| {
            *heard += 1;
            happening()
        });
    }
}

impl RaceGame for Flawed {
    const ID: &'static str = TokenDash::ID;
    type Ruleset = Rules;
    type Setup = u8;
    type State = Table;
    type Position = Table;
    type Action = Action;
    type Chance = Outcome;
    type View = FlawedView;
    type InformationSet = FlawedView;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(rules: Rules) -> Result<Self, Faults> {
        let is_unchecked = rules.title().name == UNCHECKED;
        let game = match TokenDash::new(rules) {
            Err(_) if is_unchecked => return Ok(Self::with(Flaw::AcceptsAnyRuleset)),
            checked => checked?,
        };
        Ok(Self { game, flaw: Flaw::Nothing, calls: Arc::default() })
    }

    fn ruleset(&self) -> &Rules {
        self.game.ruleset()
    }

    fn players(&self) -> RangeInclusive<u8> {
        self.game.players()
    }

    fn setup(&self, players: u8) -> u8 {
        self.game.setup(players)
    }

    fn start(&self, players: &u8) -> Result<Table, SetupError> {
        let players = if self.is(Flaw::AnyNumberOfPlayersStarts) { (*players).clamp(2, 4) } else { *players };
        let mut table = self.game.start(&players)?;
        if self.is(Flaw::StartVaries) && self.now_and_then(2) {
            Self::spoil(&mut table);
        }
        Ok(table)
    }

    fn position(&self, table: &Table) -> Table {
        if self.is(Flaw::PositionLosesTheBag) {
            return changed(table, "bag", json!([0, 0, 0]));
        }
        self.game.position(table)
    }

    fn state(&self, table: &Table) -> Result<Table, Faults> {
        let squares = field(table, "squares");
        let is_far = (0..4).any(|seat| squares[seat].as_u64() > Some(100));
        assert!(!(self.is(Flaw::WildPositionPanics) && is_far), "far beyond the finish");
        if self.is(Flaw::PositionIsRefused) && field(table, "phase") == "Roll" {
            return Err(Faults::one("phase", "not while the die rolls"));
        }
        self.game.state(table)
    }

    fn seats(&self, table: &Table) -> Seats {
        self.game.seats(table)
    }

    fn turn(&self, table: &Table) -> Turn {
        self.game.turn(table)
    }

    fn actions(&self, table: &Table, into: &mut Vec<Action>) {
        let before = into.clone();
        self.game.actions(table, into);
        match self.flaw {
            Flaw::ActionsDescend => into.reverse(),
            Flaw::ActionsRepeat => into.extend(into.last().copied()),
            Flaw::ActionsKeepTheBuffer => into.extend(before),
            Flaw::ChoiceBarsWhatWaits if self.is_barred(table) => {
                into.retain(|action| *action != Action::Roll);
            }
            Flaw::ActionsAreMissing if into.len() == 1 => into.clear(),
            // Rolling is illegal when the next hand has a token 2.
            Flaw::ActionsDependOnHiddenTokens if into.len() > 1 => {
                let Turn::Seat(seat) = self.turn(table) else { return };
                let left = table_seats(table).left_of(seat);
                if field(table, "hands")[left.index()][0] != 0 {
                    into.retain(|action| *action != Action::Roll);
                }
            }
            _ => {}
        }
    }

    fn deciding(&self, table: &Table) -> SeatSet {
        match self.turn(table) {
            Turn::Seat(_) if self.is(Flaw::NobodyDecides) => SeatSet::EMPTY,
            Turn::Seat(_) if self.is(Flaw::DecidesWithoutActions) => table_seats(table).iter().collect(),
            Turn::Seat(seat) if self.decides_ahead() => {
                SeatSet::only(seat).with(table_seats(table).left_of(seat))
            }
            Turn::Seat(seat) => SeatSet::only(seat),
            Turn::Chance(_) | Turn::Over => SeatSet::EMPTY,
        }
    }

    fn actions_of(&self, table: &Table, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        if self.turn(table) == Turn::Seat(seat) {
            self.actions(table, into);
        } else if self.decides_ahead() && self.deciding(table).contains(seat) {
            if self.is(Flaw::ChoiceBarsWhatWaits) {
                self.game.actions(&changed(table, "to_move", json!(seat)), into);
            } else {
                into.push(Action::Spend(0));
            }
        }
    }

    fn check_of(&self, table: &Table, seat: Seat, action: Action) -> Result<(), Illegal> {
        match self.flaw {
            // Another reason when the left neighbour holds a token of the smallest number.
            Flaw::RefusalLeaks
                if self.check(table, action).is_err() && self.view(table, seat).cached[0] > 0 =>
            {
                Err(Illegal::NotNow)
            }
            _ if self.turn(table) == Turn::Seat(seat) => self.check(table, action),
            Flaw::AcceptsAnythingAhead => Ok(()),
            Flaw::DecidesOtherwiseAhead if action == Action::Spend(0) => Ok(()),
            Flaw::ChoiceBarsWhatWaits => {
                let mut ahead = Vec::new();
                self.actions_of(table, seat, &mut ahead);
                if ahead.contains(&action) { Ok(()) } else { Err(Illegal::NotNow) }
            }
            _ => Err(Illegal::NotNow),
        }
    }

    fn ways(&self, view: &FlawedView, action: Action) -> u64 {
        match self.flaw {
            Flaw::ActionIsPossibleInNoWay if action == Action::Spend(2) => 0,
            Flaw::WaysAreNotCounted => 1,
            _ => self.game.ways(&view.seen, action),
        }
    }

    fn check(&self, table: &Table, action: Action) -> Result<(), Illegal> {
        let asks_the_list =
            matches!(self.flaw, Flaw::ActionsDependOnHiddenTokens | Flaw::ChoiceBarsWhatWaits);
        if asks_the_list && !self.is_listed(table, action) {
            return Err(Illegal::NotNow);
        }
        self.game.check(table, action)
    }

    fn play(
        &self,
        table: &mut Table,
        action: Action,
        seen: &mut impl Observer<Happening>,
    ) -> Result<(), Illegal> {
        let is_listed = self.is_listed(table, action);
        match self.flaw {
            Flaw::ActionsDependOnHiddenTokens | Flaw::ChoiceBarsWhatWaits if !is_listed => {
                return Err(Illegal::NotNow);
            }
            Flaw::WildActionPanics if matches!(action, Action::Spend(3..)) => panic!("no such token"),
            Flaw::PlayRefusesTheRoll if action == Action::Roll => return Err(Illegal::NotNow),
            Flaw::RefusalPlays if !is_listed => return Ok(()),
            Flaw::RefusalChanges if !is_listed => Self::spoil(table),
            Flaw::RefusalTells if !is_listed => seen.see(|| Happening::Over),
            _ => {}
        }
        let mut seen = Counting { to: seen, heard: 0 };
        self.game.play(table, action, &mut seen)?;
        self.after_an_event(table, seen.heard);
        if self.is(Flaw::PlayDiffersUnchecked) {
            Self::spoil(table);
        }
        Ok(())
    }

    fn apply(&self, table: &mut Table, action: Action, seen: &mut impl Observer<Happening>) {
        let mut seen = Counting { to: seen, heard: 0 };
        self.game.apply(table, action, &mut seen);
        self.after_an_event(table, seen.heard);
    }

    fn chances(&self, table: &Table, into: &mut Vec<Weighted<Outcome>>) {
        self.game.chances(table, into);
        match self.flaw {
            Flaw::ChancesDescend => into.reverse(),
            Flaw::SumsWeightsIn32Bits => into.iter_mut().for_each(|weighted| weighted.weight *= 800_000_000),
            Flaw::ChanceWeighsNothing => into.iter_mut().take(1).for_each(|weighted| weighted.weight = 0),
            Flaw::ChancesOnASeatsTurn if matches!(self.turn(table), Turn::Seat(_)) => {
                into.push(Weighted { outcome: Outcome::Die(1), weight: 1 });
            }
            _ => {}
        }
    }

    fn sample_chance<R: Rng + ?Sized>(&self, table: &Table, rng: &mut R) -> Outcome {
        if self.is(Flaw::SumsWeightsIn32Bits) {
            let mut chances = Vec::new();
            self.chances(table, &mut chances);
            let ways: u32 = chances.iter().map(|weighted| weighted.weight).sum();
            return chances[rng.random_range(0..ways) as usize % chances.len()].outcome;
        }
        if self.is(Flaw::SamplesASixTwiceAsOften) && field(table, "phase") == "Roll" {
            return Outcome::Die(rng.random_range(1..=7).min(6));
        }
        match self.game.sample_chance(table, rng) {
            Outcome::Die(6) if self.is(Flaw::SamplesWhatIsNotListed) => Outcome::Die(7),
            Outcome::Die(1) if self.is(Flaw::SamplesUnfairly) => self.game.sample_chance(table, rng),
            drawn => drawn,
        }
    }

    fn resolve(
        &self,
        table: &mut Table,
        outcome: Outcome,
        seen: &mut impl Observer<Happening>,
    ) -> Result<(), ImpossibleOutcome> {
        let mut outcomes = Vec::new();
        self.chances(table, &mut outcomes);
        let is_listed = outcomes.iter().any(|weighted| weighted.outcome == outcome);
        match self.flaw {
            Flaw::ResolveRefusesASix if outcome == Outcome::Die(6) => {
                return Err(ImpossibleOutcome::NotChancesTurn);
            }
            Flaw::WildOutcomePanics if matches!(outcome, Outcome::Token(3..) | Outcome::Die(7..)) => {
                panic!("no such token, or no such number")
            }
            Flaw::ImpossibleComes if !is_listed => return Ok(()),
            Flaw::ImpossibleChanges if !is_listed => Self::spoil(table),
            _ => {}
        }
        let mut seen = Counting { to: seen, heard: 0 };
        if is_listed {
            self.tell_too_much(table, outcome, &mut seen);
        }
        self.game.resolve(table, outcome, &mut seen)?;
        self.after_an_event(table, seen.heard);
        if self.is(Flaw::ResolveDiffersUnchecked) {
            Self::spoil(table);
        }
        Ok(())
    }

    fn apply_chance(&self, table: &mut Table, outcome: Outcome, seen: &mut impl Observer<Happening>) {
        let mut seen = Counting { to: seen, heard: 0 };
        self.tell_too_much(table, outcome, &mut seen);
        self.game.apply_chance(table, outcome, &mut seen);
        self.after_an_event(table, seen.heard);
    }

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        match happening {
            Happening::Rolled(whose, number) if self.is(Flaw::TellingTwiceTellsLess) => {
                Some(Happening::Rolled(*whose, number.saturating_sub(1)))
            }
            dealt if self.is(Flaw::HiddenTokensAreTold) => Some(dealt.clone()),
            other => self.game.seen_by(other, seat),
        }
    }

    fn seen_by_others(&self, happening: &Happening, seats: Seats) -> Option<Happening> {
        match happening {
            dealt if self.is(Flaw::HiddenTokensAreShownToOthers) => Some(dealt.clone()),
            _ => self.game.seen_by_others(happening, seats),
        }
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        self.game.mark(happening).filter(|mark| !self.is(Flaw::EndIsNotMarked) || *mark != Mark::GameEnds)
    }

    fn view(&self, table: &Table, viewer: Seat) -> FlawedView {
        FlawedView {
            seen: self.game.view(table, viewer),
            leak: self.leak(table, viewer),
            forgotten: self.is(Flaw::ViewForgetsInJson),
            cached: {
                let left = table_seats(table).left_of(viewer);
                json::from_value(&field(table, "hands")[left.index()]).expect("a hand")
            },
        }
    }

    fn viewer(&self, view: &FlawedView) -> Seat {
        if self.is(Flaw::ViewOfAnotherSeat) { Seat::FIRST } else { self.game.viewer(&view.seen) }
    }

    fn information_set(&self, view: &FlawedView) -> Result<FlawedView, Faults> {
        if self.is(Flaw::ResamplesNothing) {
            return Err(Faults::one("", "no idea"));
        }
        self.game.information_set(&view.seen)?;
        let leaks = matches!(self.flaw, Flaw::ViewLeaks | Flaw::OrderLeaks);
        let is_possible = if leaks {
            self.that_leaks_so(view, &mut Stream::seed_from_u64(1)).is_some()
        } else {
            view.leak.is_none()
        };
        if is_possible { Ok(view.clone()) } else { Err(Faults::one("leak", "there is no such state")) }
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &FlawedView, rng: &mut R) -> Table {
        let one = self.game.determinize(&view.seen, rng);
        match self.flaw {
            Flaw::ResamplesAnotherTurn => {
                let left = table_seats(&one).left_of(self.viewer(view));
                changed(&one, "to_move", json!(left))
            }
            Flaw::ResamplesUnfairly => {
                let other = self.game.determinize(&view.seen, rng);
                let twos = |table: &Table| field(table, "bag")[0].as_u64();
                if twos(&one) > twos(&other) { one } else { other }
            }
            // Spent tokens return to the bag: the view of the numbers is the same only without counting.
            Flaw::ResamplesWhatCannotBe => changed(&one, "bag", json!([5, 3, 2])),
            Flaw::ViewLeaks | Flaw::OrderLeaks => self.that_leaks_so(view, rng).unwrap_or(one),
            _ => one,
        }
    }

    fn standings(&self, table: &Table) -> Standings {
        let mut standings = self.game.standings(table);
        let is_over = self.turn(table) == Turn::Over;
        match self.flaw {
            Flaw::PlacesSkip => {
                standings.rows.iter_mut().for_each(|row| row.place += u8::from(row.place > 1));
            }
            Flaw::RacingAfterTheEnd => standings.ending = Ending::Racing,
            Flaw::StandingsCountHiddenTokens if !is_over => {
                let hands = field(table, "hands");
                for row in standings.rows.iter_mut() {
                    let fives = hands[row.seat.index()].as_array().and_then(|hand| hand.last()?.as_i64());
                    row.score += fives.unwrap_or(0) as i32;
                }
            }
            Flaw::TwoWinners if is_over => {
                standings.rows.iter_mut().for_each(|row| row.place = 1);
                standings.ending = Ending::Won;
            }
            _ => {}
        }
        standings
    }

    fn returns(&self, table: &Table) -> SeatMap<Share> {
        if self.is(Flaw::ReturnsTooMuch) {
            return SeatMap([Share::WIN; MAX_SEATS]);
        }
        self.standings(table).shares()
    }

    fn runners(&self, table: &Table, into: &mut Vec<Runner>) {
        self.game.runners(table, into);
        match self.flaw {
            Flaw::RunnersStandStill => {
                for runner in into {
                    (runner.coordinate, runner.arrived) = (0, None);
                }
            }
            Flaw::RunnersSwap => into.sort_by_key(|runner| -runner.coordinate),
            Flaw::RunnersOfStrangers => into.iter_mut().for_each(|runner| runner.owner = Seat::new(7)),
            Flaw::RunnersLeave => into.retain(|runner| runner.arrived.is_none()),
            _ => {}
        }
    }
}
