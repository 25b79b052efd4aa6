//! The set-up of a race, and its first state.

use serde::{Deserialize, Serialize};

use super::cards::Rank;
use super::decks::Decks;
use super::game::Gotham;
use super::state::State;
use super::track::{FIGURES, Figure, Track};
use crate::game::{RaceGame as _, SetupError};

/// The agreements before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// The number of players: 1 to 4.
    pub players: u8,
    /// The players' start numbers in the order of seats, 1 to 4 and all different; drawn when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_numbers: Option<Vec<u8>>,
}

impl Setup {
    pub(super) fn set(&mut self, option: &str, value: &str) -> Result<(), SetupError> {
        if option != "start-numbers" {
            return Err(SetupError::unknown_option::<Gotham>(option));
        }
        let numbers: Result<Vec<u8>, _> = value.split(',').map(|number| number.trim().parse()).collect();
        self.start_numbers = Some(numbers.map_err(|_| SetupError::Option {
            option: "start-numbers",
            problem: format!("`{value}` is not a list of start numbers, such as `4,2`"),
        })?);
        Ok(())
    }
}

impl Gotham {
    pub(super) fn first_state(&self, setup: &Setup) -> Result<State, SetupError> {
        let players = SetupError::check_players(setup.players, &self.players())?.count();
        let wrong = |problem: String| SetupError::Option { option: "start-numbers", problem };
        let mut numbers = [None; FIGURES];
        if let Some(given) = &setup.start_numbers {
            if given.len() != usize::from(players) {
                return Err(wrong(format!("{} numbers for {players} players", given.len())));
            }
            for (index, number) in given.iter().enumerate() {
                let drawn = Rank::new(*number).filter(|_| !given[..index].contains(number));
                let refused = || wrong(format!("{number}: start numbers are 1 to 4, each only once"));
                numbers[index] = Some(drawn.ok_or_else(refused)?);
            }
            Self::number_ownerless(&mut numbers);
        }
        let mut order = Figure::ALL;
        order.sort_by_key(|figure| numbers[figure.index()]);
        let sign = self.ruleset.track.finish;
        let decks = Decks::full(&self.card_index);
        Ok(State { numbers, decks, ..State::empty(players, sign, Track::at_start(order)) })
    }
}
