//! A bot that makes random errors.

use rand::RngExt;

use crate::bot::{Bot, BotError, Decision};
use crate::common::seat::Seat;
use crate::common::standings::Standings;
use crate::game::{RaceGame, any_of};

/// A bot that takes a random legal action in a percentage of its decisions, each action with the same chance.
pub(super) struct RandomErrors<G: RaceGame> {
    bot: Box<dyn Bot<G>>,
    percent: u8,
}

impl<G: RaceGame> RandomErrors<G> {
    /// Wraps the bot so that it makes random errors, if `percent` allows any.
    pub(super) fn wrap(bot: Box<dyn Bot<G>>, percent: u8) -> Box<dyn Bot<G>> {
        if percent == 0 || bot.is_random() { bot } else { Box::new(Self { bot, percent }) }
    }
}

impl<G: RaceGame> Bot<G> for RandomErrors<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        if decision.rng.random_range(0..100) < u32::from(self.percent) {
            return any_of(decision.actions, decision.rng).ok_or(BotError::NoAction);
        }
        self.bot.choose(decision)
    }

    fn listens(&self) -> bool {
        self.bot.listens()
    }

    fn begin(&mut self, game: &G, seat: Seat) {
        self.bot.begin(game, seat);
    }

    fn observe(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        self.bot.observe(game, seat, happening);
    }

    fn over(&mut self, game: &G, seat: Seat, standings: &Standings) {
        self.bot.over(game, seat, standings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dash::Dash;
    use crate::race::begin_listening;

    /// A bot that records which calls it gets.
    struct Listener(std::sync::Arc<std::sync::Mutex<Vec<Seat>>>);

    impl Bot<Dash> for Listener {
        fn choose(&mut self, _: &mut Decision<'_, Dash>) -> Result<<Dash as RaceGame>::Action, BotError> {
            Err(BotError::NoAction)
        }

        fn listens(&self) -> bool {
            true
        }

        fn begin(&mut self, _: &Dash, seat: Seat) {
            self.0.lock().expect("nobody panics").push(seat);
        }
    }

    #[test]
    fn a_bot_with_random_errors_hears_that_its_game_begins() {
        let begun = std::sync::Arc::default();
        let mut bots = [RandomErrors::wrap(Box::new(Listener(std::sync::Arc::clone(&begun))), 10)];
        let seats = crate::common::seat::Seats::new(1).expect("a seat");
        begin_listening(&Dash::short(), seats, &mut bots).expect("it listens");
        assert_eq!(*begun.lock().expect("nobody panics"), [Seat::FIRST]);
    }
}
