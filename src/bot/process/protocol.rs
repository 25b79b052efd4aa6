//! The lines of the protocol, version 2: `docs/bots.md` describes them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;

use super::duplicate_keys::Unambiguous;
use crate::common::seat::{Seat, Seats};
use crate::common::standings::Standings;
use crate::formats::json;
use crate::game::RaceGame;

/// The name of the protocol.
const PROTOCOL: &str = "furlong-bot";
/// The version of the protocol, which the hello names.
pub const PROTOCOL_VERSION: u32 = 2;

/// A line about the process itself, in any game.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Service {
    /// The first line of a process.
    Hello { protocol: &'static str, version: u32 },
    /// The end of a game, with the places and shares of the win by seat if the game is over.
    Over {
        game: u64,
        end: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        places: Vec<u8>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        shares: Vec<f64>,
    },
}

impl Service {
    pub(super) const HELLO: Self = Self::Hello { protocol: PROTOCOL, version: PROTOCOL_VERSION };

    /// Creates the line for the end of a game: with these standings, or without any for a game that ends early.
    pub(super) fn over(game: u64, standings: Option<&Standings>) -> Self {
        let Some(standings) = standings else {
            return Self::Over { game, end: "stopped".to_owned(), places: Vec::new(), shares: Vec::new() };
        };
        let (shares, rows) = (standings.shares(), &standings.rows);
        Self::Over {
            game,
            end: standings.ending.to_string(),
            places: rows.iter().map(|row| row.place).collect(),
            shares: rows.iter().map(|row| shares[row.seat].as_f64()).collect(),
        }
    }
}

/// A line of one game; `game` is its number in this process.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", bound = "")]
pub(super) enum Message<'a, G: RaceGame> {
    /// The beginning of a game.
    Game {
        game: u64,
        name: &'static str,
        ruleset: &'a G::Ruleset,
        setup: &'a Value,
        seat: Seat,
        players: Seats,
    },
    /// A happening as the seat sees it.
    Told { game: u64, happening: &'a G::Happening },
    /// A decision of the seat.
    Decide {
        game: u64,
        view: &'a G::View,
        actions: &'a [G::Action],
        labels: &'a [String],
        random: u32,
        /// The time that is left for the game, if it is limited.
        #[serde(skip_serializing_if = "Option::is_none")]
        seconds: Option<f64>,
    },
}

/// The answer to the hello.
#[derive(Deserialize)]
struct Ready {
    protocol: String,
    version: u32,
    #[serde(default)]
    listens: bool,
}

/// Reads the answer to the hello: whether the process listens. Some libraries begin their output with a byte order
/// mark, which means nothing in UTF-8.
pub(super) fn read_ready(answer: &str) -> Result<bool, String> {
    let answer = answer.strip_prefix('\u{feff}').unwrap_or(answer);
    let ready: Ready = serde_json::from_str(answer).map_err(|error| {
        let wanted = format!(r#"{{"protocol": "{PROTOCOL}", "version": {PROTOCOL_VERSION}}}"#);
        let because = if error.is_data() { format!(" ({})", json::reason(&error)) } else { String::new() };
        format!("answered `hello` without {wanted}{because}: {}", shortened(answer))
    })?;
    if (ready.protocol.as_str(), ready.version) == (PROTOCOL, PROTOCOL_VERSION) {
        return Ok(ready.listens);
    }
    let (protocol, version) = (shortened(&ready.protocol), ready.version);
    Err(format!("speaks version {version} of {protocol}, and not version {PROTOCOL_VERSION} of {PROTOCOL}"))
}

/// The answer to a question. Unknown keys are ignored, so authors can add their own; a duplicate known key is an error.
#[derive(Deserialize)]
struct Chosen {
    action: Unambiguous,
}

/// The fault of an answer to a question.
#[derive(Debug)]
pub(super) enum Fault {
    /// The answer cannot be read; the text completes a sentence about the process.
    Unreadable(String),
    /// The answer is not a legal action.
    NotLegal {
        /// The choice, as the process wrote it.
        action: String,
        /// The legal actions, as the end of `it was given ...`.
        given: String,
    },
}

/// Reads the answer to a question: which action it means.
pub(super) fn read_action<A: Serialize + Copy>(answer: &str, actions: &[A]) -> Result<A, Fault> {
    let Chosen { action: Unambiguous(action) } = serde_json::from_str(answer).map_err(|error| {
        let fault = match error.classify() {
            Category::Data => format!("without one \"action\" ({})", json::reason(&error)),
            _ => "something that is not JSON".to_owned(),
        };
        Fault::Unreadable(format!("answered {fault}: {}", shortened(answer)))
    })?;
    if let Some(number) = action.as_number() {
        let index = number.as_u64().and_then(|index| actions.get(index as usize));
        let not_legal = || Fault::NotLegal {
            action: format!("action {number}"),
            given: format!("the actions 0 to {}", actions.len() - 1),
        };
        return index.copied().ok_or_else(not_legal);
    }
    let is_chosen = |legal: &&A| json::plain(legal) == action;
    actions.iter().find(is_chosen).copied().ok_or_else(|| Fault::NotLegal {
        action: shortened(&action.to_string()),
        given: format!("{} others", actions.len()),
    })
}

/// Shortens what a process wrote, for a message.
pub(super) fn shortened(text: &str) -> String {
    text.trim().chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::super::mutate::mutated;
    use super::*;
    use crate::game::streams::Stream;

    /// Reads `FUZZ_INPUTS` lines in a campaign (`docs/trust.md`).
    #[test]
    fn lines_that_are_nearly_right_are_taken_or_refused() {
        let count = std::env::var("FUZZ_INPUTS").map_or(3_000, |text| text.parse().expect("a number"));
        let lines = [
            r#"{"protocol": "furlong-bot", "version": 2, "listens": true}"#,
            r#"{"action": 2}"#,
            r#"{"action": "rest", "why": "it is the last"}"#,
            r#"{"action": "walk"}"#,
        ];
        let lines = lines.map(|line| line.as_bytes().to_vec());
        let actions = ["walk", "roll", "rest"];
        let mut taken = [0_u32; 2];
        for number in 0..count {
            let mut rng = Stream::seed_from_u64(number);
            let line = String::from_utf8_lossy(&mutated(&lines, &mut rng)).into_owned();
            taken[0] += u32::from(read_ready(&line).is_ok());
            let action = read_action(&line, &actions);
            assert!(action.as_ref().map_or(true, |action| actions.contains(action)), "{line}: {action:?}");
            taken[1] += u32::from(action.is_ok());
        }
        assert!(taken.iter().all(|taken| *taken > 0), "{taken:?}");
    }
}
