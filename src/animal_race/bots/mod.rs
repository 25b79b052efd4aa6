//! Bots of the animal race. They see views and legal actions, never the full state.

mod board;
mod course;
mod guide;
mod heuristic;
mod interest;
mod levels;
mod prospects;
mod reason;

use super::game::AnimalRace;
use crate::bot::{
    Bot, BotKind, BotSpec, Bots, RANDOM, RandomBot, Unguided, UnknownBot, flat_bot, search_bot,
};

#[cfg(feature = "learned")]
use crate::learned::{self, Embedded, Levels};

pub use course::CourseBot;
pub use guide::Guide;
pub use heuristic::HeuristicBot;
use levels::HARD_0_1;
pub use levels::{EASY, HARD, MEDIUM};
pub(super) use reason::{brought, purpose};

/// The weights of the learned bot. The first line of the file has the command that made them.
#[cfg(feature = "learned")]
static WEIGHTS: Embedded = Embedded::new(
    include_bytes!("../../../weights/animal-race.weights"),
    Levels { beginner: 4.5, club: 2.3, expert: 400 },
);

impl Bots for AnimalRace {
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
        BotKind::plain("heuristic", "weighs how each placement helps its bets, and the others' likely bets"),
        BotKind::search("hard", "simulates 800 games per decision"),
        BotKind::search("medium", "simulates 100 games per decision"),
        BotKind::search("easy", "simulates 20 games per decision, playing on at random"),
        BotKind::flat("tries every action in 50 simulated games, without a tree"),
        BotKind::plain("course", "plays by the three fixed rules of a programming course"),
        BotKind::search("hard-0.1", "plays like `hard` in release 0.1; a yardstick for other bots")
            .unfinished(),
        RANDOM,
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
            "hard" => search_bot(spec, Guide, HARD),
            "hard-0.1" => search_bot(spec, Guide, HARD_0_1),
            "medium" => search_bot(spec, Guide, MEDIUM),
            "easy" => search_bot(spec, Unguided, EASY),
            "flat" => flat_bot(spec, Guide, HARD),
            "heuristic" => Ok(Box::new(HeuristicBot)),
            #[cfg(feature = "learned")]
            "learned" | "beginner" | "club" | "strong" => WEIGHTS.bot(spec),
            #[cfg(feature = "learned")]
            "expert" => WEIGHTS.expert(spec),
            "course" => Ok(Box::new(CourseBot)),
            _ => Ok(Box::new(RandomBot)),
        }
    }
}
