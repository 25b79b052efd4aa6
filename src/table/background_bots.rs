//! Bots that think away from the table, so that people can use it meanwhile.

use std::any::Any;

use super::game_table::GameTable;
use super::thinking::{Thinking, Thought};
use crate::bot::{self, Bot, BotError, Decision};
use crate::game::Turn;
use crate::playable::Playable;
use crate::race::TurnError;

/// The bot itself, with its action.
struct Answer<G: Playable> {
    bot: Box<dyn Bot<G>>,
    action: Result<G::Action, BotError>,
}

impl<G: Playable> GameTable<G> {
    /// Takes the bot that is to move away from the table, together with its decision.
    pub(super) fn send_away(&mut self) -> Option<Thinking> {
        let Turn::Seat(seat) = self.race.turn() else { return None };
        self.tell_bots();
        let mut bot = self.bots.get_mut(seat.index())?.take()?;
        let (game, view) = (self.race.shared_game(), self.race.seat_view(seat));
        let (actions, mut rng) = (self.race.actions(seat), self.race.bot_stream(seat));
        let answer = move || {
            let mut decision = Decision::new(&*game, &view, &actions, &mut rng);
            let action = bot::asked(|| bot.choose(&mut decision));
            Box::new(Answer::<G> { bot, action }) as Box<dyn Any + Send>
        };
        Some(Thinking { seat, bots_before: self.bots_before, answer: Box::new(answer) })
    }

    /// Seats the bot again, and plays its action. Returns `false`, and changes nothing, when the table has other bots
    /// by now, or the game is lost on time.
    pub(super) fn take_in(&mut self, thought: Thought) -> Result<bool, TurnError> {
        let Thought { seat, bots_before, answer } = thought;
        let Ok(answer) = answer.downcast::<Answer<G>>() else { return Ok(false) };
        if bots_before != self.bots_before || self.early_loss().is_some() {
            return Ok(false);
        }
        let Answer { bot, action } = *answer;
        if let Some(place) = self.bots.get_mut(seat.index()) {
            *place = Some(bot);
        }
        let action = action.map_err(|error| TurnError::of(seat, error))?;
        self.race.play(seat, action).map_err(|reason| TurnError::illegal(seat, &action, &reason))?;
        self.time_bot(seat);
        Ok(true)
    }
}
