//! A race of any game, chosen by name at run time: for programs that offer all games, servers, other languages.
//!
//! What differs from game to game is JSON here: views, actions, outcomes of chance. Actions can also be typed
//! in words. A [`Catalogue`] holds the games that a program offers, its own among them.
//!
//! ```
//! use furlong::{BotSpec, NewRace, Turn};
//!
//! let catalogue = furlong::catalogue(); // and `.with::<MyGame>()`
//! let wanted = NewRace { game: "animal-race", players: Some(3), seed: Some(7), ..NewRace::default() };
//! let mut race = catalogue.begin(&wanted)?;
//! let bot = BotSpec::named("random");
//! while let Turn::Seat(seat) = race.proceed() {
//!     let choices = race.choices(seat);
//!     if choices.len() == 1 {
//!         race.play(seat, &choices[0].action)?;
//!     } else {
//!         race.ask(&bot)?;
//!     }
//! }
//! assert_eq!(race.standings().rows.len(), 3);
//!
//! // The record says itself which game it is of.
//! let again = catalogue.resume(&race.record_json())?;
//! assert_eq!(again.standings(), race.standings());
//! # Ok::<(), furlong::AnyError>(())
//! ```

use std::any::Any;
use std::error::Error;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::arena;
use crate::arena::diff::{DiffError, DiffReport, Search};
use crate::bot::{Bot, BotError, BotKind, BotSpec, Considered, UnknownBot};
use crate::fault::Faults;
use crate::game::{ImpossibleOutcome, SetupError, SetupOption, Turn, Weighted};
use crate::playable::Playable;
use crate::race::{Race, TurnError};
use crate::record::{self, Player, Record, RecordError};
use crate::ruleset::{Embedded, Ruleset, RulesetError};
use crate::seat::{Seat, SeatSet, Seats};
use crate::standings::Standings;
use crate::streams::Streams;
use crate::text::{Canvas, Misread, Names};

/// Why something with a race of any game came to nothing. The race is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum AnyError {
    /// No game has this name.
    #[error("there is no game `{name}`; there are: {known}")]
    UnknownGame {
        /// The name asked for.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The ruleset cannot be had.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The ruleset is not playable.
    #[error("the ruleset: {0}")]
    Unplayable(Faults),
    /// The set-up does not fit the ruleset.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A text is no record of a game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record does not replay: at which event, and why.
    #[error("the record does not replay: {0}")]
    Replay(Box<dyn Error + Send + Sync>),
    /// There is no such bot.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// A bot's turn came to nothing.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// A bot gave no advice.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The JSON is no action or outcome of this game at all.
    #[error("not of this game: {0}")]
    Foreign(serde_json::Error),
    /// The action is refused.
    #[error("{0}")]
    Illegal(Box<dyn Error + Send + Sync>),
    /// What was typed is no action.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// The outcome cannot come.
    #[error(transparent)]
    Impossible(#[from] ImpossibleOutcome),
}

/// The games that a program offers.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    games: Vec<Offer>,
}

/// A game of a catalogue, and what can be said about it before it begins.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// Its name in files and on command lines.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The rulesets of the library, the usual one first.
    pub rulesets: &'static [Embedded],
    /// Its bots, the usual opponent first.
    pub bots: &'static [BotKind],
    /// The options of its set-up.
    pub options: &'static [SetupOption],
    begin: fn(&NewRace<'_>) -> Result<AnyRace, AnyError>,
    resume: fn(&str) -> Result<AnyRace, AnyError>,
    diff: fn(&str, &str, &Search) -> Result<DiffReport, AnyError>,
}

/// What a new race is to be.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRace<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The name of the ruleset or the path of its file; the usual one when `None`.
    pub ruleset: Option<&'a str>,
    /// The number of players; the fewest that the ruleset allows when `None`.
    pub players: Option<u8>,
    /// Options of the set-up, by name.
    pub options: &'a [(&'a str, &'a str)],
    /// Where all chance comes from; one that nobody knows beforehand when `None`.
    pub seed: Option<u64>,
}

impl Catalogue {
    /// A catalogue without games.
    pub const fn new() -> Self {
        Self { games: Vec::new() }
    }

    /// The same catalogue with one more game; it takes the place of one with the same name.
    pub fn with<G: Playable>(mut self) -> Self {
        self.games.retain(|offer| offer.id != G::ID);
        self.games.push(Offer {
            id: G::ID,
            title: G::TITLE,
            rulesets: G::Ruleset::EMBEDDED,
            bots: G::BOTS,
            options: G::OPTIONS,
            begin: begin::<G>,
            resume: resume::<G>,
            diff: diff::<G>,
        });
        self
    }

    /// The games, in the order in which they were added.
    pub fn games(&self) -> &[Offer] {
        &self.games
    }

    /// The game of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn game(&self, name: &str) -> Result<&Offer, AnyError> {
        self.games.iter().find(|offer| offer.id == name).ok_or_else(|| AnyError::UnknownGame {
            name: name.to_owned(),
            known: self.games.iter().map(|offer| offer.id).collect::<Vec<_>>().join(", "),
        })
    }

    /// Begins a race.
    ///
    /// # Errors
    /// When there is no such game or ruleset, or the set-up does not fit.
    pub fn begin(&self, wanted: &NewRace<'_>) -> Result<AnyRace, AnyError> {
        (self.game(wanted.game)?.begin)(wanted)
    }

    /// Tells in what two rulesets of a game differ, and looks for positions in which it shows: see
    /// [`arena::diff`](mod@crate::arena::diff). Each ruleset is a name or the path of a file.
    ///
    /// # Errors
    /// When there is no such game or ruleset, or one of them cannot be played.
    pub fn diff(
        &self,
        game: &str,
        first: &str,
        second: &str,
        search: &Search,
    ) -> Result<DiffReport, AnyError> {
        (self.game(game)?.diff)(first, second, search)
    }

    /// Goes on with a recorded race of any game of the catalogue.
    ///
    /// # Errors
    /// When the text is no record of one of these games, or it does not replay.
    pub fn resume(&self, json: &str) -> Result<AnyRace, AnyError> {
        (self.game(&record::game_of(json)?)?.resume)(json)
    }
}

fn begin<G: Playable>(wanted: &NewRace<'_>) -> Result<AnyRace, AnyError> {
    let usual = G::Ruleset::EMBEDDED.first().map_or("", |embedded| embedded.name);
    let ruleset = G::Ruleset::open(wanted.ruleset.unwrap_or(usual))?;
    let game = G::new(ruleset).map_err(AnyError::Unplayable)?;
    let mut setup = game.setup(wanted.players.unwrap_or(*game.players().start()));
    for (option, value) in wanted.options {
        game.set_option(&mut setup, option, value)?;
    }
    Ok(AnyRace::from(Race::new(game, &setup, wanted.seed.unwrap_or_else(Streams::any_seed))?))
}

fn diff<G: Playable>(first: &str, second: &str, search: &Search) -> Result<DiffReport, AnyError> {
    let found = arena::diff::<G>(&G::Ruleset::open(first)?, &G::Ruleset::open(second)?, search);
    match found {
        Ok(differences) => Ok(differences.report()),
        Err(DiffError::Unplayable { faults, .. }) => Err(AnyError::Unplayable(faults)),
        Err(DiffError::Ruleset(error)) => Err(error.into()),
    }
}

fn resume<G: Playable>(json: &str) -> Result<AnyRace, AnyError> {
    let race = Race::<G>::resume(Record::from_json(json)?);
    Ok(AnyRace::from(race.map_err(|error| AnyError::Replay(Box::new(error)))?))
}

/// One legal action of any game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnyChoice {
    /// The action, as records write it.
    pub action: Value,
    /// What people call it, and can type.
    pub label: String,
    /// What to know of it beside its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A race of any game. [`Race`] is the same for one game; its documentation holds here too.
pub struct AnyRace(Box<dyn Erased>);

impl<G: Playable> From<Race<G>> for AnyRace {
    fn from(race: Race<G>) -> Self {
        Self(Box::new(Held { race, bots: Vec::new() }))
    }
}

impl fmt::Debug for AnyRace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyRace")
            .field("game", &self.game())
            .field("turn", &self.turn())
            .finish_non_exhaustive()
    }
}

impl AnyRace {
    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.0.game()
    }

    /// The race as one of this game; `None` when it is of another.
    pub fn of<G: Playable>(&self) -> Option<&Race<G>> {
        self.0.as_any().downcast_ref::<Held<G>>().map(|held| &held.race)
    }

    /// The seats at the table.
    pub fn seats(&self) -> Seats {
        self.0.seats()
    }

    /// Who moves next.
    pub fn turn(&self) -> Turn {
        self.0.turn()
    }

    /// Lets chance decide until a seat is to move or the race is over, and says which.
    pub fn proceed(&mut self) -> Turn {
        self.0.proceed()
    }

    /// The seats that may decide now.
    pub fn deciding(&self) -> SeatSet {
        self.0.deciding()
    }

    /// The legal actions of a seat; none when it has nothing to decide.
    pub fn choices(&self, seat: Seat) -> Vec<AnyChoice> {
        self.0.choices(seat)
    }

    /// A question for the seat that is to decide.
    pub fn question(&self, seat: Seat) -> String {
        self.0.question(seat)
    }

    /// Decides for a seat, with an action as JSON.
    ///
    /// # Errors
    /// When it is no action of this game, the seat has nothing to decide, or it is not legal.
    pub fn play(&mut self, seat: Seat, action: &Value) -> Result<(), AnyError> {
        self.0.play(seat, action)
    }

    /// Decides for a seat, with an action as people type it. Gives the action as JSON.
    ///
    /// # Errors
    /// One sentence that says why it is no legal action now.
    pub fn play_typed(&mut self, seat: Seat, typed: &str) -> Result<Value, AnyError> {
        self.0.play_typed(seat, typed)
    }

    /// Asks a bot for the seat that is to move, plays what it says, and gives it. A seat keeps its bot as
    /// long as the same one is asked for.
    ///
    /// # Errors
    /// When there is no such bot, no seat is to move, or the bot fails.
    pub fn ask(&mut self, bot: &BotSpec) -> Result<Value, AnyError> {
        self.0.ask(bot)
    }

    /// What a bot thinks of the best actions of a seat, the best first.
    ///
    /// # Errors
    /// When there is no such bot, the seat has nothing to decide, or the bot fails.
    pub fn consider(&mut self, seat: Seat, bot: &BotSpec) -> Result<Vec<Considered<Value>>, AnyError> {
        self.0.consider(seat, bot)
    }

    /// The outcomes that can come, with their weights; none when it is not chance's turn.
    pub fn chances(&self) -> Vec<Weighted<Value>> {
        self.0.chances()
    }

    /// Lets chance decide one event. `None` when it is not chance's turn.
    pub fn draw(&mut self) -> Option<Value> {
        self.0.draw()
    }

    /// Enters an outcome of chance from outside.
    ///
    /// # Errors
    /// When it is none of this game, or cannot come now.
    pub fn resolve(&mut self, outcome: &Value) -> Result<(), AnyError> {
        self.0.resolve(outcome)
    }

    /// What a seat may know, as JSON.
    pub fn view(&self, seat: Seat) -> Value {
        self.0.view(seat)
    }

    /// The whole position with everything hidden in it, as JSON: not for players.
    pub fn position(&self) -> Value {
        self.0.position()
    }

    /// The table as a seat sees it, as lines of text.
    pub fn picture(&self, seat: Seat, names: &Names, canvas: &Canvas) -> String {
        self.0.picture(seat, names, canvas)
    }

    /// How many events there have been.
    pub fn events(&self) -> usize {
        self.0.events()
    }

    /// What a seat was told from this event (from 0) on, as JSON.
    pub fn told(&self, seat: Seat, since: usize) -> Vec<Value> {
        self.0.told(seat, since)
    }

    /// What a seat was told from this event (from 0) on, in sentences.
    pub fn narrated(&self, seat: Seat, since: usize, names: &Names) -> Vec<String> {
        self.0.narrated(seat, since, names)
    }

    /// Places and scores. Before the end they tell no more than every seat may know.
    pub fn standings(&self) -> Standings {
        self.0.standings()
    }

    /// Takes back the last decision of this seat and all that came after it.
    pub fn undo(&mut self, seat: Seat) -> bool {
        self.0.undo(seat)
    }

    /// Writes into the record who sits where, in the order of seats.
    pub fn set_players(&mut self, players: Vec<Player>) {
        self.0.set_players(players);
    }

    /// The record so far, as JSON.
    pub fn record_json(&self) -> String {
        self.0.record_json()
    }
}

/// What [`AnyRace`] can do, without the game in its types.
trait Erased: Send {
    fn game(&self) -> &'static str;
    fn as_any(&self) -> &dyn Any;
    fn seats(&self) -> Seats;
    fn turn(&self) -> Turn;
    fn proceed(&mut self) -> Turn;
    fn deciding(&self) -> SeatSet;
    fn choices(&self, seat: Seat) -> Vec<AnyChoice>;
    fn question(&self, seat: Seat) -> String;
    fn play(&mut self, seat: Seat, action: &Value) -> Result<(), AnyError>;
    fn play_typed(&mut self, seat: Seat, typed: &str) -> Result<Value, AnyError>;
    fn ask(&mut self, bot: &BotSpec) -> Result<Value, AnyError>;
    fn consider(&mut self, seat: Seat, bot: &BotSpec) -> Result<Vec<Considered<Value>>, AnyError>;
    fn chances(&self) -> Vec<Weighted<Value>>;
    fn draw(&mut self) -> Option<Value>;
    fn resolve(&mut self, outcome: &Value) -> Result<(), AnyError>;
    fn view(&self, seat: Seat) -> Value;
    fn position(&self) -> Value;
    fn picture(&self, seat: Seat, names: &Names, canvas: &Canvas) -> String;
    fn events(&self) -> usize;
    fn told(&self, seat: Seat, since: usize) -> Vec<Value>;
    fn narrated(&self, seat: Seat, since: usize, names: &Names) -> Vec<String>;
    fn standings(&self) -> Standings;
    fn undo(&mut self, seat: Seat) -> bool;
    fn set_players(&mut self, players: Vec<Player>);
    fn record_json(&self) -> String;
}

/// A race of one game, and the bots that were asked for its seats.
struct Held<G: Playable> {
    race: Race<G>,
    bots: Vec<(Seat, BotSpec, Box<dyn Bot<G>>)>,
}

/// Plain data as JSON; everything in a game is made of fields that JSON can write.
fn json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

fn from_json<T: DeserializeOwned>(data: &Value) -> Result<T, AnyError> {
    T::deserialize(data).map_err(AnyError::Foreign)
}

impl<G: Playable> Erased for Held<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn as_any(&self) -> &dyn Any {
        self
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

    fn choices(&self, seat: Seat) -> Vec<AnyChoice> {
        let game = self.race.game();
        let view = self.race.view(seat);
        let choice = |action| AnyChoice {
            action: json(&action),
            label: game.label(&view, action),
            remark: game.remark(&view, action),
        };
        self.race.actions(seat).into_iter().map(choice).collect()
    }

    fn question(&self, seat: Seat) -> String {
        self.race.game().question(&self.race.view(seat))
    }

    fn play(&mut self, seat: Seat, action: &Value) -> Result<(), AnyError> {
        let action = from_json(action)?;
        self.race.play(seat, action).map_err(|error| AnyError::Illegal(Box::new(error)))
    }

    fn play_typed(&mut self, seat: Seat, typed: &str) -> Result<Value, AnyError> {
        let actions = self.race.actions(seat);
        let action = self.race.game().read_action(&self.race.view(seat), &actions, typed)?;
        self.race.play(seat, action).map_err(|error| AnyError::Illegal(Box::new(error)))?;
        Ok(json(&action))
    }

    fn ask(&mut self, spec: &BotSpec) -> Result<Value, AnyError> {
        let Turn::Seat(seat) = self.race.turn() else { return Err(TurnError::NobodysTurn.into()) };
        let known = self.bots.iter().position(|(owner, asked, _)| *owner == seat && asked == spec);
        let index = if let Some(index) = known {
            index
        } else {
            let bot = G::bot(spec)?;
            self.bots.retain(|(owner, ..)| *owner != seat);
            self.bots.push((seat, spec.clone(), bot));
            self.bots.len() - 1
        };
        Ok(json(&self.race.ask(&mut self.bots[index].2)?))
    }

    fn consider(&mut self, seat: Seat, spec: &BotSpec) -> Result<Vec<Considered<Value>>, AnyError> {
        let mut bot = G::bot(spec)?;
        let actions = self.race.actions(seat);
        if actions.is_empty() {
            return Err(BotError::NoAction.into());
        }
        let mut rng = self.race.bot_stream(seat);
        let best = bot.consider(self.race.game(), &self.race.view(seat), &actions, &mut rng)?;
        let erased = |best: Considered<G::Action>| Considered {
            action: json(&best.action),
            chance: best.chance,
            reason: best.reason,
        };
        Ok(best.into_iter().map(erased).collect())
    }

    fn chances(&self) -> Vec<Weighted<Value>> {
        let erased =
            |chance: Weighted<G::Chance>| Weighted { outcome: json(&chance.outcome), weight: chance.weight };
        self.race.chances().into_iter().map(erased).collect()
    }

    fn draw(&mut self) -> Option<Value> {
        self.race.draw().map(|outcome| json(&outcome))
    }

    fn resolve(&mut self, outcome: &Value) -> Result<(), AnyError> {
        Ok(self.race.resolve(from_json(outcome)?)?)
    }

    fn view(&self, seat: Seat) -> Value {
        json(&self.race.view(seat))
    }

    fn position(&self) -> Value {
        json(&self.race.position())
    }

    fn picture(&self, seat: Seat, names: &Names, canvas: &Canvas) -> String {
        self.race.game().draw(&self.race.view(seat), names, canvas)
    }

    fn events(&self) -> usize {
        self.race.events()
    }

    fn told(&self, seat: Seat, since: usize) -> Vec<Value> {
        self.race.told(seat, since).iter().map(json).collect()
    }

    fn narrated(&self, seat: Seat, since: usize, names: &Names) -> Vec<String> {
        let game = self.race.game();
        self.race.told(seat, since).iter().filter_map(|happening| game.narrate(happening, names)).collect()
    }

    fn standings(&self) -> Standings {
        self.race.standings()
    }

    fn undo(&mut self, seat: Seat) -> bool {
        self.race.undo(seat)
    }

    fn set_players(&mut self, players: Vec<Player>) {
        self.race.set_players(players);
    }

    fn record_json(&self) -> String {
        self.race.record().to_json()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::toy::Dash;

    fn race() -> AnyRace {
        let wanted =
            NewRace { game: "dash", seed: Some(3), options: &[("first", "2")], ..NewRace::default() };
        Catalogue::new().with::<Dash>().begin(&wanted).expect("a race")
    }

    #[test]
    fn actions_can_be_data_or_words() {
        let mut race = race();
        let second = Seat::new(1).expect("a seat");
        assert_eq!(race.choices(Seat::FIRST)[2].action, json!({ "pick": 3 }));
        race.play(second, &json!({ "pick": 1 })).expect("a secret choice ahead of its turn");
        assert_eq!(race.deciding(), SeatSet::only(Seat::FIRST));
        assert_eq!(race.play_typed(Seat::FIRST, "lucky 2").expect("legal"), json!({ "pick": 2 }));
        assert_eq!(race.proceed(), Turn::Seat(second), "the option of the set-up holds");
        assert_eq!(race.narrated(second, 0, &Names::numbered(race.seats()))[1], "Seat 2 picks 1.");
    }

    #[test]
    fn what_is_wrong_is_refused_and_changes_nothing() {
        let mut race = race();
        let before = race.record_json();
        let first = Seat::FIRST;
        assert!(matches!(race.play(first, &json!("fly")), Err(AnyError::Foreign(_))));
        assert!(matches!(race.play(first, &json!("walk")), Err(AnyError::Illegal(_))));
        assert!(matches!(race.play_typed(first, "fly"), Err(AnyError::Misread(_))));
        assert!(matches!(race.ask(&BotSpec::named("nobody")), Err(AnyError::UnknownBot(_))));
        assert!(matches!(race.resolve(&json!({ "die": 2 })), Err(AnyError::Impossible(_))));
        assert_eq!(race.record_json(), before);
    }

    #[test]
    fn a_record_goes_on_whatever_game_it_is_of() {
        let catalogue = Catalogue::new().with::<Dash>();
        let mut race = race();
        race.ask(&BotSpec::named("walker")).expect("a bot");
        let mut again = catalogue.resume(&race.record_json()).expect("it replays");
        for race in [&mut race, &mut again] {
            while matches!(race.proceed(), Turn::Seat(_)) {
                race.ask(&BotSpec::named("random")).expect("a bot");
            }
        }
        assert_eq!(again.record_json(), race.record_json());
        assert_eq!(again.of::<Dash>().map(Race::is_over), Some(true));
        let foreign = race.record_json().replace("\"dash\"", "\"chess\"");
        assert!(matches!(catalogue.resume(&foreign), Err(AnyError::UnknownGame { .. })));
        assert!(matches!(catalogue.resume("{}"), Err(AnyError::Record(_))));
    }

    #[test]
    fn a_game_that_is_not_there_is_told_with_those_that_are() {
        let error = Catalogue::new().with::<Dash>().begin(&NewRace::default()).expect_err("no name");
        assert_eq!(error.to_string(), "there is no game ``; there are: dash");
    }
}
