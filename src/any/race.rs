//! Races whose type does not name the game.

use std::any::Any;
use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::bot::{AnyBot, AnyDecision, Heard, Owned};
use super::error::AnyError;
use crate::bot::{BotError, BotSpec, Considered, Roster, StopFlag};
use crate::common::sealed::Sealed;
use crate::common::seat::{Seat, SeatSet, Seats};
use crate::common::standings::Standings;
use crate::formats::json;
use crate::game::{Runner, Turn, Weighted, list};
use crate::playable::Playable;
use crate::race::{MoveError, Race, TurnError};
use crate::record::Player;
use crate::ruleset::{Ruleset as _, Title};
use crate::table::{Choice, GameTable, Table, TableError, names_of};
use crate::text::{Canvas, Marks, Names, Svg, Topic};

/// A race of any game. Every [`Race`] of a [`Playable`] game becomes one by [`Into`], and the documentation there
/// applies here too. Nothing else can implement it. A `Box<dyn AnyRace>` can be cloned.
pub trait AnyRace: Debug + Send + Sync + Sealed {
    /// The name of the game in files and on command lines.
    fn game(&self) -> &'static str;

    /// The name of the game for people.
    fn title(&self) -> &'static str;

    /// The ruleset in force, as JSON.
    fn ruleset(&self) -> Value;

    /// The name and the description of the ruleset in force.
    fn ruleset_title(&self) -> &Title;

    /// The rules in force, for people: see [`Text::rules`](crate::Text::rules).
    fn rules(&self) -> String;

    /// The rules in force in brief, for newcomers: see [`Text::guide`](crate::Text::guide).
    fn guide(&self) -> Vec<Topic>;

    /// A copy of the race.
    fn boxed(&self) -> Box<dyn AnyRace>;

    /// The race as [`Any`], for [`AnyRace::of`](trait.AnyRace.html#method.of).
    fn as_any(&self) -> &dyn Any;

    /// Does the same as [`AnyRace::as_any`], for [`AnyRace::of_mut`](trait.AnyRace.html#method.of_mut).
    fn as_any_mut(&mut self) -> &mut dyn Any;

    /// The seats at the table.
    fn seats(&self) -> Seats;

    /// Returns whose turn it is.
    fn turn(&self) -> Turn;

    /// Returns whether the race is over.
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Draws chance outcomes until a seat is to move or the race is over, and returns the turn.
    fn proceed(&mut self) -> Turn;

    /// The seats that may decide now.
    fn deciding(&self) -> SeatSet;

    /// The legal actions of a seat; empty when it has nothing to decide.
    fn choices(&self, seat: Seat) -> Vec<Choice>;

    /// A question for the seat that has to decide, in words.
    ///
    /// # Errors
    /// When the seat is not at the table.
    fn question(&self, seat: Seat) -> Result<String, AnyError>;

    /// Plays an action, given as JSON, for a seat.
    ///
    /// # Errors
    /// When the JSON is not an action of this game, the seat has nothing to decide, or the action is illegal.
    fn play(&mut self, seat: Seat, action: &Value) -> Result<(), AnyError>;

    /// Plays an action, as people type it, for a seat. Returns the action as JSON.
    ///
    /// # Errors
    /// One sentence with the reason why it is not a legal action now.
    fn play_typed(&mut self, seat: Seat, typed: &str) -> Result<Value, AnyError>;

    /// Creates a bot of the game for one seat.
    ///
    /// # Errors
    /// When no bot has this name.
    fn bot(&self, spec: &BotSpec) -> Result<AnyBot, AnyError>;

    /// Returns the decision of a seat, for `bot`. The decision owns a copy of its data, so the race can be used while
    /// the bot thinks: [`AnyBot::choose`] answers it, and [`AnyRace::play`] plays the answer.
    ///
    /// # Errors
    /// When the seat has nothing to decide, or the bot belongs to another game.
    fn decision(&self, seat: Seat, bot: &AnyBot) -> Result<AnyDecision, AnyError>;

    /// Asks a bot for an action of the seat to move, plays it, and returns it.
    ///
    /// # Errors
    /// When no seat is to move, the bot fails, or it belongs to another game.
    fn ask(&mut self, bot: &mut AnyBot) -> Result<Value, AnyError> {
        self.ask_until(bot, &StopFlag::default())
    }

    /// Asks a bot like [`AnyRace::ask`]. If the flag is raised before the bot has answered, nothing is played.
    ///
    /// # Errors
    /// As for [`AnyRace::ask`], and when the flag is raised.
    fn ask_until(&mut self, bot: &mut AnyBot, stop: &StopFlag) -> Result<Value, AnyError>;

    /// Returns the best actions of a seat in a bot's opinion, the best first.
    ///
    /// # Errors
    /// When no bot has this name, the seat has nothing to decide, or the bot fails.
    fn consider(&self, seat: Seat, bot: &BotSpec) -> Result<Vec<Considered<Value>>, AnyError> {
        let mut bot = self.bot(bot)?;
        let decision = self.decision(seat, &bot)?;
        bot.consider(decision)
    }

    /// The possible outcomes with their weights; empty when no chance event is next.
    fn chances(&self) -> Vec<Weighted<Value>>;

    /// Draws the outcome of one chance event. Returns `None` when no chance event is next.
    fn draw(&mut self) -> Option<Value>;

    /// Sets the outcome of the next chance event, instead of drawing it.
    ///
    /// # Errors
    /// When the JSON is not an outcome of this game, or the outcome is not possible now.
    fn resolve(&mut self, outcome: &Value) -> Result<(), AnyError>;

    /// Returns everything that a seat may know, as JSON.
    ///
    /// # Errors
    /// When the seat is not at the table.
    fn view(&self, seat: Seat) -> Result<Value, AnyError>;

    /// Returns the position as JSON. It contains everything hidden, so never show it to players.
    fn position(&self) -> Value;

    /// The table as a seat sees it, as lines of text.
    ///
    /// # Errors
    /// When the seat is not at the table.
    fn picture(&self, seat: Seat, names: &Names, canvas: &Canvas) -> Result<String, AnyError>;

    /// The board as a picture, as a seat sees it.
    ///
    /// # Errors
    /// When the seat is not at the table.
    fn svg(&self, seat: Seat, names: &Names) -> Result<Svg, AnyError>;

    /// The runners on the track, in a fixed order.
    fn runners(&self) -> Vec<Runner>;

    /// The number of events so far.
    fn events(&self) -> usize;

    /// The happenings from event `since` (counted from 0) as `seat` sees them, as JSON.
    fn seen(&self, seat: Seat, since: usize) -> Vec<Value>;

    /// The happenings from event `since` (counted from 0) as `seat` sees them, in sentences.
    fn narrated(&self, seat: Seat, since: usize, names: &Names) -> Vec<String>;

    /// The places and scores. Before the end they reveal only public information.
    fn standings(&self) -> Standings;

    /// Takes back a secret choice of `seat` that has not been carried out yet, and returns it as JSON.
    ///
    /// # Errors
    /// When the seat has no such choice.
    fn withdraw(&mut self, seat: Seat) -> Result<Value, AnyError>;

    /// Takes back the last decision of `seat`: its choice that has not been carried out yet, or else its last
    /// carried-out decision with everything after it. Bots that follow the game get a new report the next time they
    /// are asked.
    ///
    /// # Errors
    /// When the seat has no decision that can be taken back.
    fn undo(&mut self, seat: Seat) -> Result<(), AnyError>;

    /// Returns the happenings from event `since` (counted from 0) as a spectator without a seat sees them, as JSON.
    /// Spectators may also see the runners and the standings.
    fn seen_by_watchers(&self, since: usize) -> Vec<Value>;

    /// Returns the same happenings as [`AnyRace::seen_by_watchers`], in sentences.
    fn narrated_for_watchers(&self, since: usize, names: &Names) -> Vec<String>;

    /// Returns the players' names from the record; `seat 1` and so on when the record names none.
    fn names(&self) -> Names;

    /// Sets the players of the record, in the order of seats.
    fn set_players(&mut self, players: Vec<Player>);

    /// The record so far, as JSON.
    fn record_json(&self) -> String;

    /// Returns a table with a copy of the race and its players.
    ///
    /// # Errors
    /// When the record names another number of players, or a bot that the game does not have.
    fn table(&self) -> Result<Box<dyn Table>, TableError>;

    /// The numbers of players that the rules allow.
    fn players(&self) -> RangeInclusive<u8>;

    /// Returns the table of the guided first game under these rules: see [`GameTable::guided`].
    ///
    /// # Errors
    /// When there is no guided game under these rules.
    fn guided(&self, last_words: &str) -> Result<Box<dyn Table>, TableError>;

    /// Returns a table that replays a copy of the race.
    fn replay(&self) -> Box<dyn Table>;
}

impl dyn AnyRace + '_ {
    /// Returns the race as a race of game `G`; `None` when it belongs to another game.
    pub fn of<G: Playable>(&self) -> Option<&Race<G>> {
        self.as_any().downcast_ref()
    }

    /// Returns the race as a mutable race of game `G`; `None` when it belongs to another game.
    pub fn of_mut<G: Playable>(&mut self) -> Option<&mut Race<G>> {
        self.as_any_mut().downcast_mut()
    }
}

impl Clone for Box<dyn AnyRace> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

fn from_json<T: DeserializeOwned>(data: &Value) -> Result<T, AnyError> {
    json::from_value(data).map_err(AnyError::Foreign)
}

impl<E: std::error::Error + Send + Sync + 'static> From<MoveError<E>> for AnyError {
    fn from(error: MoveError<E>) -> Self {
        match error {
            MoveError::NotAtTheTable(error) => error.into(),
            error => Self::Illegal(Box::new(error)),
        }
    }
}

/// A race together with the bots that its catalogue offers.
#[derive(Clone, Debug)]
pub(super) struct Offered<G: Playable> {
    pub(super) race: Race<G>,
    pub(super) bots: Arc<Roster<G>>,
}

impl<G: Playable> From<Race<G>> for Box<dyn AnyRace> {
    /// The race with the bots of its game.
    fn from(race: Race<G>) -> Self {
        Box::new(Offered { race, bots: Arc::new(Roster::of_game()) })
    }
}

impl<G: Playable> Sealed for Offered<G> {}

impl<G: Playable> AnyRace for Offered<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn ruleset(&self) -> Value {
        json::plain(self.race.game().ruleset())
    }

    fn ruleset_title(&self) -> &Title {
        self.race.game().ruleset().title()
    }

    fn rules(&self) -> String {
        self.race.game().rules()
    }

    fn guide(&self) -> Vec<Topic> {
        self.race.game().guide()
    }

    fn boxed(&self) -> Box<dyn AnyRace> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.race
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        &mut self.race
    }

    fn seats(&self) -> Seats {
        self.race.seats()
    }

    fn turn(&self) -> Turn {
        self.race.turn()
    }

    fn proceed(&mut self) -> Turn {
        self.race.proceed()
    }

    fn deciding(&self) -> SeatSet {
        self.race.deciding()
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let Ok(view) = self.race.view(seat) else { return Vec::new() };
        Choice::list(self.race.game(), &view, &self.race.actions(seat))
    }

    fn question(&self, seat: Seat) -> Result<String, AnyError> {
        Ok(self.race.game().question(&self.race.view(seat)?))
    }

    fn play(&mut self, seat: Seat, action: &Value) -> Result<(), AnyError> {
        let action = from_json(action)?;
        Ok(self.race.play(seat, action)?)
    }

    fn play_typed(&mut self, seat: Seat, typed: &str) -> Result<Value, AnyError> {
        let view = self.race.view(seat)?;
        let action = self.race.game().read_action(&view, &self.race.actions(seat), typed)?;
        self.race.play(seat, action)?;
        Ok(json::plain(&action))
    }

    fn bot(&self, spec: &BotSpec) -> Result<AnyBot, AnyError> {
        Ok(AnyBot::new(spec.clone(), self.bots.bot(spec)?))
    }

    fn decision(&self, seat: Seat, bot: &AnyBot) -> Result<AnyDecision, AnyError> {
        let (view, actions) = (self.race.view(seat)?, self.race.actions(seat));
        if actions.is_empty() {
            return Err(BotError::NoAction.into());
        }
        let heard = Heard { seat, undone: self.race.record().undone.len(), events: self.race.events() };
        let before = bot.heard.filter(|before| before.is_continued_by(&heard));
        let since = before.map_or(0, |before| before.events);
        let news = if bot.of::<G>()?.listens() { self.race.seen(seat, since) } else { Vec::new() };
        let (game, rng) = (self.race.shared_game(), self.race.bot_stream(seat));
        Ok(AnyDecision::new(Owned {
            game,
            seat,
            view,
            actions,
            rng,
            stop: None,
            is_afresh: before.is_none(),
            news,
            heard,
        }))
    }

    fn ask_until(&mut self, bot: &mut AnyBot, stop: &StopFlag) -> Result<Value, AnyError> {
        let Turn::Seat(seat) = self.race.turn() else { return Err(TurnError::NobodysTurn.into()) };
        let decision = self.decision(seat, bot)?.until(stop);
        let action = bot.choose(decision).map_err(|error| match error {
            AnyError::Bot(error) => TurnError::of(seat, error).into(),
            error => error,
        })?;
        if stop.load(Ordering::Relaxed) {
            return Err(TurnError::of(seat, BotError::Stopped).into());
        }
        let chosen = from_json(&action)?;
        self.race.play(seat, chosen).map_err(|reason| TurnError::illegal(seat, &action, &reason))?;
        Ok(action)
    }

    fn chances(&self) -> Vec<Weighted<Value>> {
        let erased = |chance: Weighted<G::Chance>| Weighted {
            outcome: json::plain(&chance.outcome),
            weight: chance.weight,
        };
        self.race.chances().into_iter().map(erased).collect()
    }

    fn draw(&mut self) -> Option<Value> {
        self.race.draw().map(|outcome| json::plain(&outcome))
    }

    fn resolve(&mut self, outcome: &Value) -> Result<(), AnyError> {
        Ok(self.race.resolve(from_json(outcome)?)?)
    }

    fn view(&self, seat: Seat) -> Result<Value, AnyError> {
        Ok(json::plain(&self.race.view(seat)?))
    }

    fn position(&self) -> Value {
        json::plain(&self.race.position())
    }

    fn picture(&self, seat: Seat, names: &Names, canvas: &Canvas) -> Result<String, AnyError> {
        Ok(self.race.game().draw(&self.race.view(seat)?, &Marks::NONE, names, canvas))
    }

    fn svg(&self, seat: Seat, names: &Names) -> Result<Svg, AnyError> {
        Ok(self.race.game().svg(&self.race.view(seat)?, &Marks::NONE, names))
    }

    fn runners(&self) -> Vec<Runner> {
        list(|into| self.race.game().runners(self.race.state(), into))
    }

    fn events(&self) -> usize {
        self.race.events()
    }

    fn seen(&self, seat: Seat, since: usize) -> Vec<Value> {
        self.race.seen(seat, since).iter().map(json::plain).collect()
    }

    fn narrated(&self, seat: Seat, since: usize, names: &Names) -> Vec<String> {
        let game = self.race.game();
        self.race.seen(seat, since).iter().filter_map(|happening| game.narrate(happening, names)).collect()
    }

    fn standings(&self) -> Standings {
        self.race.standings()
    }

    fn withdraw(&mut self, seat: Seat) -> Result<Value, AnyError> {
        Ok(json::plain(&self.race.withdraw(seat)?))
    }

    fn undo(&mut self, seat: Seat) -> Result<(), AnyError> {
        Ok(self.race.undo(seat)?)
    }

    fn seen_by_watchers(&self, since: usize) -> Vec<Value> {
        self.race.seen_by_watchers(since).iter().map(json::plain).collect()
    }

    fn narrated_for_watchers(&self, since: usize, names: &Names) -> Vec<String> {
        let game = self.race.game();
        self.race
            .seen_by_watchers(since)
            .iter()
            .filter_map(|happening| game.narrate(happening, names))
            .collect()
    }

    fn names(&self) -> Names {
        names_of(&self.race.record().seats)
    }

    fn set_players(&mut self, players: Vec<Player>) {
        self.race.set_players(players);
    }

    fn record_json(&self) -> String {
        self.race.record().to_json()
    }

    fn table(&self) -> Result<Box<dyn Table>, TableError> {
        Ok(Box::new(GameTable::with_bots(self.race.clone(), Arc::clone(&self.bots))?))
    }

    fn players(&self) -> RangeInclusive<u8> {
        self.race.game().players()
    }

    fn guided(&self, last_words: &str) -> Result<Box<dyn Table>, TableError> {
        Ok(Box::new(GameTable::guided(self.race.game(), last_words)?))
    }

    fn replay(&self) -> Box<dyn Table> {
        Box::new(GameTable::replay_with_bots(self.race.clone(), Arc::clone(&self.bots)))
    }
}
