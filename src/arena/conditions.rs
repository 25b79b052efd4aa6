//! The facts that the games of a run depend on.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::endings::MOST_UNFINISHED;
use super::entrant::Commands;
use crate::common::seat::Seats;

/// Everything that the games of a run depend on, apart from their number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setting {
    /// The version of this library that plays; another version may play differently.
    pub release: String,
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The whole ruleset.
    pub rules: Value,
    /// The set-up of each game.
    pub setup: Value,
    /// The seed of all randomness.
    pub seed: u64,
    /// The seats at the table.
    pub seats: Seats,
    /// The names of the players, in the order of seats of the first seating.
    pub lineup: Vec<String>,
    /// The commands of the players that are called by names of their own.
    #[serde(default, skip_serializing_if = "Commands::is_empty")]
    pub commands: Commands,
    /// The number of seatings of each group.
    pub seatings: u8,
    /// The limit of events; a longer game counts as unfinished.
    pub most_events: u32,
    /// The number of random decisions at the start of each game.
    pub openings: u32,
    /// The maximum share of unfinished games with which figures are judged. The games do not depend on it, but the
    /// conclusions do.
    #[serde(default = "usual", skip_serializing_if = "is_usual")]
    pub most_unfinished: f64,
}

/// The default of [`Setting::most_unfinished`].
pub(super) fn usual() -> f64 {
    MOST_UNFINISHED
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
pub(super) fn is_usual(most: &f64) -> bool {
    most.total_cmp(&MOST_UNFINISHED).is_eq()
}

impl Setting {
    /// Returns the name of the player in `seat`, counted from 0, in a seating.
    pub fn player(&self, seating: u8, seat: usize) -> &str {
        &self.lineup[(seat + usize::from(seating)) % self.lineup.len()]
    }

    /// Returns the players in words: a single name where one bot has all seats.
    pub fn players(&self) -> String {
        match &self.lineup[..] {
            [first, others @ ..] if others.iter().all(|other| other == first) => first.clone(),
            all => all.join(" | "),
        }
    }

    /// Returns the command that plays these games again under some rulesets, `games` of each: `furlong compare ...`. In place
    /// of a ruleset of your own, write the path of its file.
    pub(super) fn command(&self, verb: &str, rulesets: &[&str], games: u64) -> String {
        let quoted = |word: &str| if word.contains(' ') { format!("'{word}'") } else { word.to_owned() };
        let mut words = vec!["furlong".to_owned(), verb.to_owned(), self.game.clone()];
        words.extend(rulesets.iter().map(ToString::to_string));
        words.push(format!("--players {}", self.seats.count()));
        let is_one = self.lineup.windows(2).all(|two| two[0] == two[1]);
        let bots = self.lineup.iter().take(if is_one { 1 } else { self.lineup.len() });
        words.extend(bots.map(|bot| format!("--bot {}", quoted(self.commands.spec(bot)))));
        if self.openings > 0 {
            words.push(format!("--openings {}", self.openings));
        }
        words.push(format!("--games {games} --seed {}", self.seed));
        words.join(" ")
    }

    /// Returns whether this release played the games, so that it can continue them.
    pub fn is_of_this_release(&self) -> bool {
        self.release == env!("CARGO_PKG_VERSION")
    }

    /// Returns whether these are the same games as in `other`, assuming that both releases play alike.
    pub(crate) fn is_same_but_for_release(&self, other: &Self) -> bool {
        Self { release: other.release.clone(), ..self.clone() } == *other
    }

    /// Returns the first fact that differs in `other`, with both values; `None` when the same games are played.
    pub fn differs_from(&self, other: &Self) -> Option<String> {
        let texts = |setting: &Self| {
            [
                ("the version of furlong is", setting.release.clone()),
                ("the game is", setting.game.clone()),
                ("the ruleset is", setting.ruleset.clone()),
                ("the seed is", setting.seed.to_string()),
                ("the bots are", format!("{}{}", setting.lineup.join(" | "), setting.commands)),
                ("the set-up is", setting.setup.to_string()),
                ("the limit of events is", setting.most_events.to_string()),
                ("the number of random plies (--openings) is", setting.openings.to_string()),
                (
                    "the allowed share of unfinished games (--most-unfinished) is",
                    setting.most_unfinished.to_string(),
                ),
            ]
        };
        let mut both = texts(self).into_iter().zip(texts(other));
        if let Some(((what, one), (_, other))) = both.find(|(one, other)| one != other) {
            return Some(format!("{what} {one}, not {other}"));
        }
        if self.rules != other.rules {
            return Some(format!("the rulesets called {} are different", self.ruleset));
        }
        (self != other).then(|| "the seats or the seatings are different".to_owned())
    }
}
