//! The rules as a forward model for programs in other languages: legal actions, their consequences, and playouts.
//!
//! A [`ForwardModel`] answers requests; each request and each answer is a JSON object. A bot program can ask it about
//! the views that it was sent, and can thus search without knowing the rules. `docs/bots.md` describes the requests;
//! `furlong rules-server GAME` answers them line by line.
//!
//! The model knows nothing about the game that the program is playing. Worlds are drawn from the view in the request,
//! where each deal that agrees with it is equally likely, so the model cannot reveal more than the view does. Between
//! requests it keeps nothing but the ruleset: the same request gives the same answer.

mod bounds;
mod playing;
mod request;
mod worlds;

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::bot::Roster;
use crate::formats::{ErrorCode, json as forms};
use crate::game::{Turn, list};
use crate::playable::Playable;
use crate::record::Rules;
use playing::Playing;
use request::{Problem, Request, Source};
use worlds::{object, shares, stream};

pub use bounds::{MOST_EVENTS, MOST_OF_A_PLAYOUT, MOST_PLAYOUTS, MOST_WORLDS};

/// The number of outcomes at which they are no longer listed.
pub const MOST_OUTCOMES: usize = 100;

/// The rules of a game, ready to answer requests.
///
/// ```
/// use furlong::gotham::Gotham;
/// use furlong::forward::ForwardModel;
/// use furlong::{Race, RaceGame, Turn, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let mut race = Race::new(game.clone(), &game.setup(2), 7)?;
/// let Turn::Seat(seat) = race.proceed() else { panic!("somebody begins") };
/// let view = serde_json::to_value(race.view(seat)?)?;
///
/// let mut rules = ForwardModel::<Gotham>::new();
/// let ruleset = serde_json::to_value(game.ruleset())?;
/// rules.answer(&serde_json::json!({ "type": "game", "ruleset": ruleset }));
/// let answer = rules.answer(&serde_json::json!({ "type": "playouts", "view": view, "count": 20, "random": 1 }));
/// assert_eq!(answer["values"].as_array().map(Vec::len), Some(race.actions(seat).len()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ForwardModel<G: Playable> {
    bots: Roster<G>,
    game: Option<Arc<G>>,
}

impl<G: Playable> Default for ForwardModel<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> ForwardModel<G> {
    /// Creates a model without a ruleset yet; the request `game` sets one.
    pub fn new() -> Self {
        Self::with_bots(Roster::of_game())
    }

    /// Creates a model whose playouts can be played by these bots.
    pub fn with_bots(bots: Roster<G>) -> Self {
        Self { bots, game: None }
    }

    /// Answers a request. If it cannot be answered, the answer is an object with the fields `error`, one sentence,
    /// and `code`, an [`ErrorCode`], and nothing changes. A field `id` of the request is repeated in the answer.
    pub fn answer(&mut self, request: &Value) -> Value {
        let mut answer = match self.answered(&Request(request)) {
            Ok(answer) => answer,
            Err((code, problem)) => object(json!({ "error": problem, "code": code.to_string() })),
        };
        if let Some(id) = request.get("id") {
            answer.insert("id".to_owned(), id.clone());
        }
        Value::Object(answer)
    }

    fn answered(&mut self, request: &Request<'_>) -> Result<Map<String, Value>, Problem> {
        let kind: String = request.field("type")?;
        if kind == "game" {
            return self.begin(request);
        }
        let game = self.game.as_ref().ok_or_else(|| {
            (ErrorCode::Illegal, "there is no ruleset yet: send the line `game` first".to_owned())
        })?;
        match kind.as_str() {
            "actions" => self.actions(game, request),
            "worlds" => worlds(game, request),
            "look" => Ok(look(&**game, &request.state(&**game)?)),
            "play" => play(&**game, request),
            "next" => self.playing(game, request)?.next(request),
            "playouts" => self.playing(game, request)?.playouts(request),
            other => Err((
                ErrorCode::UnknownName,
                format!(
                    "there is no request `{other}`; there are: game, actions, worlds, look, play, next, playouts"
                ),
            )),
        }
    }

    /// Sets the ruleset from a request `game`.
    fn begin(&mut self, request: &Request<'_>) -> Result<Map<String, Value>, Problem> {
        let rules: Rules<G> = request.field("ruleset")?;
        let game = rules.game().map_err(|faults| (ErrorCode::BadRuleset, format!("`ruleset`: {faults}")))?;
        let players = game.players();
        self.game = Some(game);
        Ok(object(json!({ "game": G::ID, "players": [players.start(), players.end()] })))
    }

    /// Lists the legal actions of the viewer, or of the seat to move in a position.
    fn actions(&self, game: &Arc<G>, request: &Request<'_>) -> Result<Map<String, Value>, Problem> {
        let playing = self.playing(game, request)?;
        let (seat, actions) = playing.actions()?;
        let view = playing.view(seat);
        let labels: Vec<String> = actions.iter().map(|action| game.label(&view, *action)).collect();
        Ok(object(json!({ "seat": seat, "actions": forms::plain(&actions), "labels": labels })))
    }

    fn playing<'a>(&'a self, game: &'a Arc<G>, request: &Request<'_>) -> Result<Playing<'a, G>, Problem> {
        let source = request.source(&**game)?;
        let player = request.player(&self.bots)?;
        Ok(Playing { game, bots: &self.bots, source, player, random: request.number("random", 0)? })
    }
}

/// Draws positions that agree with a view.
fn worlds<G: Playable>(game: &Arc<G>, request: &Request<'_>) -> Result<Map<String, Value>, Problem> {
    let Source::Open(_, open) = request.source(&**game)? else {
        return Err((ErrorCode::Unreadable, "`view` is missing".to_owned()));
    };
    let (count, random) = (request.count("count", MOST_WORLDS)?, request.number("random", 0)?);
    let world = |number| game.determinize(&open, &mut stream(random, number));
    let positions: Vec<Value> =
        (0..count).map(|number| forms::plain(&game.position(&world(number)))).collect();
    Ok(object(json!({ "positions": positions })))
}

/// Carries out one event in a position: an action or an outcome.
fn play<G: Playable>(game: &G, request: &Request<'_>) -> Result<Map<String, Value>, Problem> {
    let mut state = request.state(game)?;
    let mut happened: Vec<G::Happening> = Vec::new();
    match (request.optional::<G::Action>("action")?, request.optional::<G::Chance>("outcome")?) {
        (Some(action), None) => {
            game.play(&mut state, action, &mut happened)
                .map_err(|reason| (ErrorCode::Illegal, reason.to_string()))?;
        }
        (None, Some(outcome)) => {
            game.resolve(&mut state, outcome, &mut happened)
                .map_err(|reason| (ErrorCode::Illegal, reason.to_string()))?;
        }
        _ => return Err((ErrorCode::Unreadable, "`play` needs an `action` or an `outcome`".to_owned())),
    }
    let mut answer = look(game, &state);
    answer.insert("position".to_owned(), forms::plain(&game.position(&state)));
    answer.insert("happened".to_owned(), forms::plain(&happened));
    Ok(answer)
}

/// Returns the seat to move in a state and its actions; at the end the places and shares.
fn look<G: Playable>(game: &G, state: &G::State) -> Map<String, Value> {
    match game.turn(state) {
        Turn::Seat(seat) => {
            let actions = list(|into| game.actions(state, into));
            object(
                json!({ "turn": "seat", "seat": seat, "actions": forms::plain(&actions), "view": forms::plain(&game.view(state, seat)) }),
            )
        }
        Turn::Chance(point) => {
            let outcomes = list(|into| game.chances(state, into));
            let listed = if outcomes.len() < MOST_OUTCOMES { forms::plain(&outcomes) } else { Value::Null };
            object(json!({ "turn": "chance", "purpose": point.purpose.name(), "outcomes": listed }))
        }
        Turn::Over => {
            let rows = game.standings(state).rows;
            let places: Vec<u8> = rows.iter().map(|row| row.place).collect();
            object(json!({ "turn": "over", "places": places, "shares": shares(game, state) }))
        }
    }
}
