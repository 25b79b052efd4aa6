//! A bot that makes random errors.

use rand::RngExt;

use crate::bot::{Bot, BotError, choosing};
use crate::game::{RaceGame, any_of};

/// Returns the bot with random errors: in a percentage of its decisions it takes a random legal action, each action with
/// the same chance.
pub(super) fn with_random_errors<G: RaceGame>(bot: Box<dyn Bot<G>>, percent: u8) -> Box<dyn Bot<G>> {
    if percent == 0 || bot.is_random() {
        return bot;
    }
    choosing(bot, move |bot, decision| {
        if decision.rng.random_range(0..100) < u32::from(percent) {
            return any_of(decision.actions, decision.rng).ok_or(BotError::NoAction);
        }
        bot.choose(decision)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Decision;
    use crate::common::seat::Seat;
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
        let mut bots = [with_random_errors(Box::new(Listener(std::sync::Arc::clone(&begun))), 10)];
        let seats = crate::common::seat::Seats::new(1).expect("a seat");
        begin_listening(&Dash::short(), seats, &mut bots).expect("it listens");
        assert_eq!(*begun.lock().expect("nobody panics"), [Seat::FIRST]);
    }
}
