//! Bots of the animal race. They see views and legal actions, never a state.

mod board;
mod course;
mod guide;
mod heuristic;
mod interest;
mod prospects;
mod reason;

use super::game::AnimalRace;
use crate::bot::{
    Bot, BotKind, BotSpec, Bots, Budget, FLAT_PARAMETERS, RANDOM, RandomBot, SEARCH_PARAMETERS, Settings,
    Unguided, UnknownBot, flat_bot, search_bot,
};

pub use course::CourseBot;
pub use guide::Guide;
pub use heuristic::HeuristicBot;

impl Bots for AnimalRace {
    const BOTS: &'static [BotKind] = &[
        BotKind {
            name: "heuristic",
            about: "weighs where each placement takes the animals of its own bets and of those that the others' \
                    cards suggest",
            parameters: &[],
        },
        BotKind {
            name: "hard",
            about: "searches 800 possible worlds for each decision",
            parameters: SEARCH_PARAMETERS,
        },
        BotKind { name: "medium", about: "searches 100 possible worlds", parameters: SEARCH_PARAMETERS },
        BotKind {
            name: "easy",
            about: "searches 20 possible worlds, playing on at random",
            parameters: SEARCH_PARAMETERS,
        },
        BotKind {
            name: "flat",
            about: "tries every action in 50 possible worlds, without a tree",
            parameters: FLAT_PARAMETERS,
        },
        BotKind {
            name: "course",
            about: "plays by the three fixed rules of a programming course",
            parameters: &[],
        },
        RANDOM,
    ];

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        Ok(match spec.name.as_str() {
            "hard" => search_bot(spec, Guide, guide::hard())?,
            "medium" => {
                search_bot(spec, Guide, Settings { budget: Budget::Iterations(100), ..guide::hard() })?
            }
            "easy" => search_bot(spec, Unguided, Settings::iterations(20))?,
            "flat" => flat_bot(spec, Guide, guide::hard())?,
            "heuristic" => Box::new(HeuristicBot),
            "course" => Box::new(CourseBot),
            _ => Box::new(RandomBot),
        })
    }
}
