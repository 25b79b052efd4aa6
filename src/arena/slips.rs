//! A bot that slips now and then.

use rand::RngExt;

use crate::bot::{Bot, BotError, Decision};
use crate::game::{RaceGame, any_of};
use crate::ground::seat::Seat;
use crate::ground::standings::Standings;

/// Takes any legal action in a percentage of its decisions, each with the same chance; otherwise the bot decides.
pub(super) struct Slipping<G: RaceGame> {
    bot: Box<dyn Bot<G>>,
    percent: u8,
}

impl<G: RaceGame> Slipping<G> {
    /// The bot with slips, where it can have some.
    pub(super) fn wrap(bot: Box<dyn Bot<G>>, percent: u8) -> Box<dyn Bot<G>> {
        if percent == 0 || bot.is_random() { bot } else { Box::new(Self { bot, percent }) }
    }
}

impl<G: RaceGame> Bot<G> for Slipping<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        if decision.rng.random_range(0..100) < u32::from(self.percent) {
            return any_of(decision.actions, decision.rng).ok_or(BotError::NoAction);
        }
        self.bot.choose(decision)
    }

    fn listens(&self) -> bool {
        self.bot.listens()
    }

    fn told(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        self.bot.told(game, seat, happening);
    }

    fn over(&mut self, game: &G, seat: Seat, standings: &Standings) {
        self.bot.over(game, seat, standings);
    }
}
