//! Bots of Hare & Tortoise. They see views and legal actions, never the full state.

mod guide;
mod heuristic;
mod levels;
mod outlook;
mod planner;
mod reason;

use super::game::HareTortoise;
use crate::bot::{Bot, BotKind, BotSpec, Bots, RANDOM, RandomBot, UnknownBot, flat_bot, search_bot};
#[cfg(feature = "learned")]
use crate::learned::{self, Embedded, Levels};

pub use guide::Guide;
pub use heuristic::HeuristicBot;
pub(super) use heuristic::fewest_turns;
use levels::HARD_0_1;
pub use levels::{EASY, HARD, MEDIUM};
pub(super) use reason::purpose;

/// The weights of the learned bots. The first line of the file has the command that made them.
#[cfg(feature = "learned")]
static WEIGHTS: Embedded = Embedded::new(
    include_bytes!("../../../weights/hare-tortoise.weights"),
    Levels { beginner: 3.5, club: 2.2, expert: 100 },
);

impl Bots for HareTortoise {
    const BOTS: &'static [BotKind] = &[
        #[cfg(feature = "learned")]
        learned::LEARNED,
        #[cfg(feature = "learned")]
        learned::BEGINNER,
        #[cfg(feature = "learned")]
        learned::CLUB,
        #[cfg(feature = "learned")]
        learned::STRONG,
        #[cfg(feature = "learned")]
        learned::EXPERT,
        BotKind::plain("heuristic", "takes the action that leaves the fewest turns to the finish"),
        BotKind::search("hard", "simulates 1000 games per decision"),
        BotKind::search("medium", "simulates 60 games per decision, only a few moves deep"),
        BotKind::search("easy", "simulates 30 games per decision, a few moves deep, at random"),
        BotKind::flat("tries every action in 50 simulated games, without a tree"),
        BotKind {
            about: "plays at random, and rarely finishes; a yardstick for other bots",
            finishes: false,
            ..RANDOM
        },
        BotKind::search("hard-0.1", "plays like `hard` in release 0.1; a yardstick for other bots")
            .unfinished(),
    ];

    #[cfg(feature = "learned")]
    fn playout_bot() -> (BotSpec, u8) {
        learned::playout_bot()
    }

    fn schema() -> Option<serde_json::Value> {
        serde_json::from_str(include_str!("schema.json")).ok()
    }

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        match spec.name.as_str() {
            #[cfg(feature = "learned")]
            "learned" | "beginner" | "club" | "strong" => WEIGHTS.bot(spec),
            #[cfg(feature = "learned")]
            "expert" => WEIGHTS.expert(spec),
            "heuristic" => Ok(Box::new(HeuristicBot)),
            "hard" => search_bot(spec, Guide, HARD),
            "hard-0.1" => search_bot(spec, Guide, HARD_0_1),
            "medium" => search_bot(spec, Guide, MEDIUM),
            "easy" => search_bot(spec, Guide, EASY),
            "flat" => flat_bot(spec, Guide, HARD),
            _ => Ok(Box::new(RandomBot)),
        }
    }
}
