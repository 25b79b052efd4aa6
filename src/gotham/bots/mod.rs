//! The bots of the game.

mod guide;
mod heuristic;

pub use guide::Guide;
pub(super) use guide::shares_after_round;
pub use heuristic::HeuristicBot;

use self::heuristic::MOST_WORLDS;
use super::game::Gotham;
use crate::bot::{
    Bot, BotKind, BotSpec, Bots, Budget, FLAT_PARAMETERS, RANDOM, RandomBot, SEARCH_PARAMETERS, Settings,
    Unguided, UnknownBot, flat_bot, search_bot,
};

impl Bots for Gotham {
    const BOTS: &'static [BotKind] = &[
        BotKind {
            name: "heuristic",
            about: "looks at what its cards would do, given the order of placing and the backs on the deposit",
            parameters: &[("worlds", "deals of the hidden cards that it looks at for each decision; 20")],
        },
        BotKind {
            name: "hard",
            about: "searches 10000 possible worlds for each decision, to the end of the round",
            parameters: SEARCH_PARAMETERS,
        },
        BotKind { name: "medium", about: "searches 500 possible worlds", parameters: SEARCH_PARAMETERS },
        BotKind {
            name: "easy",
            about: "searches 50 possible worlds, playing on at random to the end",
            parameters: SEARCH_PARAMETERS,
        },
        BotKind {
            name: "flat",
            about: "tries every action in 50 possible worlds, without a tree",
            parameters: FLAT_PARAMETERS,
        },
        RANDOM,
    ];

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        match spec.name.as_str() {
            "hard" => return search_bot(spec, Guide, guide::hard()),
            "medium" => {
                return search_bot(
                    spec,
                    Guide,
                    Settings { budget: Budget::Iterations(500), ..guide::hard() },
                );
            }
            "easy" => return search_bot(spec, Unguided, Settings::iterations(50)),
            "flat" => return flat_bot(spec, Guide, guide::hard()),
            "random" => return Ok(Box::new(RandomBot)),
            _ => {}
        }
        let mut bot = HeuristicBot::default();
        if let Some(value) = spec.parameters.get("worlds") {
            let parsed = value.parse().ok().filter(|worlds| (1..=MOST_WORLDS).contains(worlds));
            bot.worlds = parsed.ok_or_else(|| UnknownBot::Value {
                bot: spec.name.clone(),
                parameter: "worlds".to_owned(),
                value: value.clone(),
                allowed: format!("a whole number from 1 to {MOST_WORLDS}"),
            })?;
        }
        Ok(Box::new(bot))
    }
}
