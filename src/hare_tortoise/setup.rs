//! What is agreed before a race.

use serde::{Deserialize, Serialize};

use super::HareTortoise;
use super::board::FINISH;
use super::ruleset::{FirstPlayer, LongestStep};
use crate::game::{SetupError, SetupOption};
use crate::seat::{Seat, Seats};

/// What is agreed before a race.
///
/// ```
/// use furlong::hare_tortoise::Setup;
/// let setup: Setup = serde_json::from_str(r#"{ "players": 4, "first": 2, "longest-step": 24 }"#)?;
/// assert_eq!(setup.players, 4);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// How many play, 2 to 6.
    pub players: u8,
    /// Who moves first, when it is not as the ruleset says (HT-07).
    #[serde(default)]
    pub first: Option<FirstPlayer>,
    /// The longest paid step, when it is not as the ruleset says (HT-22).
    #[serde(default)]
    pub longest_step: Option<LongestStep>,
}

impl HareTortoise {
    /// Who moves first, by the set-up or else by the ruleset.
    pub(super) fn first_player(&self, setup: &Setup, seats: Seats) -> Result<FirstPlayer, SetupError> {
        let first = setup.first.unwrap_or(self.ruleset.start.first_player);
        match first {
            FirstPlayer::Given(seat) if !seats.contains(seat) => Err(SetupError::Option {
                option: "first",
                problem: format!("seat {seat}: there are {seats} players"),
            }),
            _ => Ok(first),
        }
    }

    /// The longest paid step in squares, by the set-up or else by the ruleset.
    pub(super) fn longest_step(&self, setup: &Setup) -> Result<u8, SetupError> {
        let longest = setup.longest_step.unwrap_or(self.ruleset.movement.longest_step).squares();
        if (1..=FINISH).contains(&longest) {
            return Ok(longest);
        }
        let problem = format!("{longest} squares: a longest step has 1 to {FINISH}");
        Err(SetupError::Option { option: "longest-step", problem })
    }
}

/// The options that can be set by name.
pub(super) const OPTIONS: &[SetupOption] = &[
    SetupOption {
        name: "first",
        value: "SEAT",
        meaning: "the first player (HT-07), or `drawn`; without it the ruleset decides",
    },
    SetupOption {
        name: "longest-step",
        value: "SQUARES",
        meaning: "the longest paid step in squares (HT-22), or `none`; without it the ruleset decides",
    },
];

impl Setup {
    /// Sets one of [`OPTIONS`].
    pub(super) fn set(&mut self, option: &str, value: &str) -> Result<(), SetupError> {
        match option {
            "first" => {
                self.first = Some(if value == "drawn" {
                    FirstPlayer::Drawn
                } else {
                    let seat = value.parse::<Seat>();
                    FirstPlayer::Given(seat.map_err(|error| SetupError::Option {
                        option: "first",
                        problem: error.to_string(),
                    })?)
                });
                Ok(())
            }
            "longest-step" => {
                self.longest_step = Some(if value == "none" {
                    LongestStep::Unlimited
                } else {
                    let squares = value.parse().ok().filter(|squares| (1..=FINISH).contains(squares));
                    LongestStep::Squares(squares.ok_or_else(|| SetupError::Option {
                        option: "longest-step",
                        problem: format!("`{value}`: `none`, or 1 to {FINISH} squares"),
                    })?)
                });
                Ok(())
            }
            _ => Err(SetupError::unknown_option::<HareTortoise>(option)),
        }
    }
}
