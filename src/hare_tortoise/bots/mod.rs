//! Bots of Hare & Tortoise. They see views and legal actions, never a state.

mod heuristic;
mod plan;
mod reason;

use super::HareTortoise;
use crate::bot::{Bot, BotKind, BotSpec, Bots, RandomBot, UnknownBot};

pub use heuristic::HeuristicBot;
pub(super) use plan::Plan;

impl Bots for HareTortoise {
    const BOTS: &'static [BotKind] = &[
        BotKind {
            name: "heuristic",
            about: "takes what leaves it the fewest turns to the finish",
            parameters: &[],
        },
        BotKind { name: "random", about: "takes each legal action with the same chance", parameters: &[] },
    ];

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        Ok(match spec.name.as_str() {
            "heuristic" => Box::new(HeuristicBot),
            _ => Box::new(RandomBot),
        })
    }
}
