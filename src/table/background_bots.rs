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
        if bots_before != self.bots_before || self.lost().is_some() {
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

#[cfg(test)]
mod tests {
    use crate::any::new_race::NewRace;
    use crate::table::{Stage, Table};

    fn table() -> Box<dyn Table> {
        let wanted = NewRace::default().game("animal-race").players(Some(3)).seed(Some(7));
        let mut race = crate::catalogue().begin(&wanted).expect("a race");
        let bot = |name: &str| crate::record::Player {
            name: name.to_owned(),
            player: "random".to_owned(),
            colour: None,
        };
        race.set_players(["a", "b", "c"].map(bot).to_vec());
        race.table().expect("a table")
    }

    #[test]
    fn bots_that_think_beside_the_table_finish_the_game() {
        let mut table = table();
        while let Stage::Bot(_) = table.proceed() {
            let thought = table.thinking().expect("a bot is to move").think();
            assert!(table.decided(thought).expect("a legal action"));
        }
        assert_eq!(table.stage(), Stage::Over);
        assert!(table.thinking().is_none());
    }

    #[test]
    fn the_answer_of_a_bot_that_has_lost_its_seat_is_dropped() {
        let mut table = table();
        assert!(matches!(table.proceed(), Stage::Bot(_)));
        let thinking = table.thinking().expect("a bot is to move");
        let (players, before) = (table.players().to_vec(), table.record_json());
        table.sit(players).expect("the same players");
        assert!(!table.decided(thinking.think()).expect("nothing goes wrong"));
        assert_eq!(table.record_json(), before);
        assert!(table.thinking().is_some(), "another bot sits there");
    }
}
