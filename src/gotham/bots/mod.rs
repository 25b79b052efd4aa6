//! The bots of the game.

mod guide;
mod heuristic;
mod levels;

pub use guide::Guide;
pub(super) use guide::shares_after_round;
pub use heuristic::HeuristicBot;
use levels::HARD_0_1;
pub use levels::{EASY, HARD, MEDIUM};

use self::heuristic::MOST_WORLDS;
use super::game::Gotham;
use crate::bot::{
    Bot, BotKind, BotSpec, Bots, RANDOM, RandomBot, Unguided, UnknownBot, flat_bot, search_bot,
};
#[cfg(feature = "learned")]
use crate::learned::{self, Embedded, Levels};

/// The weights of the learned bots. The first line of the file has the command that made them.
#[cfg(feature = "learned")]
static WEIGHTS: Embedded = Embedded::new(
    include_bytes!("../../../weights/gotham.weights"),
    Levels { beginner: 12.0, club: 4.0, expert: 200 },
);

impl Bots for Gotham {
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
        BotKind::plain(
            "heuristic",
            "weighs what its cards would do, given the turn order and the card backs",
        )
        .with_parameters(&[("worlds", "deals of the hidden cards that it tries for each decision; 20")]),
        BotKind::search("hard", "simulates 10000 games per decision, to the end of the round"),
        BotKind::search("medium", "simulates 500 games per decision"),
        BotKind::search("easy", "simulates 50 games per decision, playing on at random"),
        BotKind::flat("tries every action in 50 simulated games, without a tree"),
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
            #[cfg(feature = "learned")]
            "learned" | "beginner" | "club" | "strong" => WEIGHTS.bot(spec),
            #[cfg(feature = "learned")]
            "expert" => WEIGHTS.expert(spec),
            "hard" => search_bot(spec, Guide, HARD),
            "hard-0.1" => search_bot(spec, Guide, HARD_0_1),
            "medium" => search_bot(spec, Guide, MEDIUM),
            "easy" => search_bot(spec, Unguided, EASY),
            "flat" => flat_bot(spec, Guide, HARD),
            "heuristic" => heuristic_bot(spec),
            _ => Ok(Box::new(RandomBot)),
        }
    }
}

fn heuristic_bot(spec: &BotSpec) -> Result<Box<dyn Bot<Gotham>>, UnknownBot> {
    let mut bot = HeuristicBot::default();
    if let Some(value) = spec.parameters.get("worlds") {
        let parsed = value.parse().ok().filter(|worlds| (1..=MOST_WORLDS).contains(worlds));
        let allowed = || format!("a whole number from 1 to {MOST_WORLDS}");
        bot.worlds = parsed.ok_or_else(|| spec.refuse("worlds", allowed()))?;
    }
    Ok(Box::new(bot))
}
