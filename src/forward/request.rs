//! Reads the fields of a request, and checks them against the limits.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::bot::{BotSpec, Roster};
use crate::formats::{ErrorCode, json};
use crate::game::RaceGame;
use crate::playable::Playable;

/// The reason why a request cannot be answered, as a code and a sentence.
pub(super) type Problem = (ErrorCode, String);

/// A request: a JSON object, whose unknown fields are ignored.
pub(super) struct Request<'a>(pub(super) &'a Value);

/// What a request is about.
pub(super) enum Source<G: RaceGame> {
    /// The worlds that agree with a view.
    Open(Box<G::View>, Box<G::InformationSet>),
    /// A whole state.
    State(Box<G::State>),
}

impl Request<'_> {
    /// Reads a field that may be missing.
    pub(super) fn optional<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Problem> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let read = json::from_value(value);
                read.map(Some)
                    .map_err(|error| (ErrorCode::Unreadable, format!("`{name}`: {}", json::reason(&error))))
            }
        }
    }

    pub(super) fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, Problem> {
        self.optional(name)?.ok_or_else(|| (ErrorCode::Unreadable, format!("`{name}` is missing")))
    }

    pub(super) fn number(&self, name: &str, usual: u64) -> Result<u64, Problem> {
        Ok(self.optional(name)?.unwrap_or(usual))
    }

    /// Reads a number of at least 1, which is also the default.
    pub(super) fn count(&self, name: &str, most: u64) -> Result<u64, Problem> {
        match self.number(name, 1)? {
            count if (1..=most).contains(&count) => Ok(count),
            count => {
                let code = if count > most { ErrorCode::TooMany } else { ErrorCode::BadValue };
                Err((code, format!("`{name}` is {count}; it can be 1 to {most}")))
            }
        }
    }

    /// Reads the state in the field `position`.
    pub(super) fn state<G: RaceGame>(&self, game: &G) -> Result<G::State, Problem> {
        let position: G::Position = self.field("position")?;
        game.state(&position).map_err(|faults| (ErrorCode::BadValue, format!("`position`: {faults}")))
    }

    /// Reads the field `view` or `position`.
    pub(super) fn source<G: RaceGame>(&self, game: &G) -> Result<Source<G>, Problem> {
        let Some(view) = self.optional::<G::View>("view")? else {
            return if self.0.get("position").is_some() {
                Ok(Source::State(Box::new(self.state(game)?)))
            } else {
                Err((ErrorCode::Unreadable, "`view` or `position` is missing".to_owned()))
            };
        };
        let open = game
            .information_set(&view)
            .map_err(|faults| (ErrorCode::BadValue, format!("`view`: {faults}")))?;
        Ok(Source::Open(Box::new(view), Box::new(open)))
    }

    /// Reads the bot in the field `player`, which plays on; the random bot if it is missing.
    pub(super) fn player<G: Playable>(&self, bots: &Roster<G>) -> Result<BotSpec, Problem> {
        let typed: Option<String> = self.optional("player")?;
        let spec: BotSpec = typed.as_deref().unwrap_or("random").parse().map_err(no_player)?;
        bots.bot(&spec).map_err(no_player)?;
        Ok(spec)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
fn no_player(error: impl ToString) -> Problem {
    (ErrorCode::UnknownName, format!("`player`: {}", error.to_string()))
}
