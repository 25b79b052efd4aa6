//! Bots of the animal race. They see views and legal actions, never a state.

mod course;
mod heuristic;
mod interest;
mod prospects;
mod reason;

use super::AnimalRace;
use crate::bot::{Bot, BotKind, BotSpec, Bots, RandomBot, UnknownBot};

pub use course::CourseBot;
pub use heuristic::HeuristicBot;

impl Bots for AnimalRace {
    const BOTS: &'static [BotKind] = &[
        BotKind {
            name: "heuristic",
            about: "weighs where each placement takes the animals that it and, by what they play, the others bet on",
            parameters: &[],
        },
        BotKind {
            name: "course",
            about: "plays by the three fixed rules of a programming course",
            parameters: &[],
        },
        BotKind { name: "random", about: "takes each legal action with the same chance", parameters: &[] },
    ];

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        Ok(match spec.name.as_str() {
            "heuristic" => Box::new(HeuristicBot),
            "course" => Box::new(CourseBot),
            _ => Box::new(RandomBot),
        })
    }
}
