//! The heuristic bot: it plays without search, by the tiles that each placement would bring the animals to.
//!
//! For each placement the game forecasts the racing phase ([`AnimalRace::forecast`]), and the bot adds up the
//! worth of the animals' tiles to its seat: the points that bets on them promise, times the seat's interest in
//! them. A table that does not trigger the racing phase yet counts in part. The cards that it keeps and those that
//! it draws count by the worth of a step of their animals, so that useless cards are spent when they do no harm, and
//! make room for others.

use super::board::Board;
use super::interest::{Inference, interest, interest_in};
use super::prospects::{Met, Points, SECOND_BET};
use super::reason;
use crate::animal_race::action::{Action, Placement};
use crate::animal_race::animals::Animal;
use crate::animal_race::cards::{Card, Cards, KINDS};
use crate::animal_race::game::AnimalRace;
use crate::animal_race::state::State;
use crate::animal_race::view::View;
use crate::bot::{Bot, BotError, Considered, Decision};
use crate::fault::Faults;
use crate::seat::Seat;

// The constants are found by play of the bot against itself and against the bot of the course.

/// The part of the forecast that counts while others may still add to the table.
const UNDECIDED_TABLE: f64 = 0.65;
/// The worth of a card in the hand, in steps of its animal.
const CARD_IN_HAND: f64 = 0.35;
/// The additional worth of a howl in the hand, in points.
const HOWL_IN_HAND: f64 = 0.3;
/// The additional worth of a second bet with a howl card, which is then out of the game.
const HOWL_AS_BET: f64 = -0.3;

/// The number of actions that [`HeuristicBot::consider`] reports.
const REPORTED: usize = 3;

/// Plays by the tiles that the animals would reach, and by the bets on them.
///
/// It keeps no memory of its own, draws no random numbers, and takes some microseconds for a decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot;

impl Bot<AnimalRace> for HeuristicBot {
    fn choose(&mut self, decision: &mut Decision<'_, AnimalRace>) -> Result<Action, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        let mut met = [Met::NONE];
        let mut outlook = Outlook::new(game, view, Inference::Placements, &mut met)?;
        // The last of equals: of the same animal, more cards.
        let best = outlook.values(actions).max_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(action, _)| action).ok_or(BotError::NoAction)
    }

    fn consider(
        &mut self,
        decision: &mut Decision<'_, AnimalRace>,
    ) -> Result<Vec<Considered<Action>>, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        let mut met = [Met::NONE];
        let mut outlook = Outlook::new(game, view, Inference::Placements, &mut met)?;
        let mut valued: Vec<(Action, f64)> = outlook.values(actions).collect();
        valued.reverse();
        if valued.is_empty() {
            return Err(BotError::NoAction);
        }
        valued.sort_by(|a, b| b.1.total_cmp(&a.1));
        let considered = |(action, _)| Considered {
            action,
            chance: None,
            reason: Some(reason::of(game, view, &outlook.state, action)),
        };
        Ok(valued.into_iter().take(REPORTED).map(considered).collect())
    }
}

/// The estimates of a seat that do not depend on the action.
pub(super) struct Outlook<'a> {
    game: &'a AnimalRace,
    /// The open information; hands and deck are not read.
    state: State,
    hand: Cards,
    interest: Points,
    /// The worth of the animals where they are.
    now: f64,
    /// The worth of each card in the hand.
    cards: [f64; KINDS],
    /// The average worth of a card from the deck.
    fresh_card: f64,
    /// The boards that were met. Placements in a row often lead to the same: three hares as far as two.
    met: &'a mut [Met],
}

impl<'a> Outlook<'a> {
    pub(super) fn new(
        game: &'a AnimalRace,
        view: &View,
        inference: Inference,
        met: &'a mut [Met],
    ) -> Result<Self, BotError> {
        let mut faults = Faults::none();
        let state = game.read_open(&view.open, &mut faults);
        if let Some(state) = &state {
            game.check_open(state, &mut faults);
        }
        let state = state.filter(|_| faults.0.is_empty());
        let state = state.ok_or_else(|| BotError::Failed(format!("this view is impossible: {faults}")))?;
        Ok(Self::of(
            game,
            state,
            interest(view, inference),
            view.hand,
            view.since_shuffle.deck,
            view.own_drawn,
            met,
        ))
    }

    /// The estimates in a state that a search imagines, from the knowledge of the seat there.
    pub(super) fn imagined(game: &'a AnimalRace, state: &State, seat: Seat, met: &'a mut [Met]) -> Self {
        let interest = interest_in(state, seat, Inference::Placements);
        let memory = &state.memory;
        Self::of(game, state.clone(), interest, state.hands[seat], memory.deck, memory.drawn[seat], met)
    }

    fn of(
        game: &'a AnimalRace,
        state: State,
        interest: Points,
        hand: Cards,
        shuffled: Cards,
        drawn: Cards,
        met: &'a mut [Met],
    ) -> Self {
        let (now, cards, fresh_card) = (0.0, [0.0; KINDS], 0.0);
        let mut outlook = Self { game, state, hand, interest, now, cards, fresh_card, met };
        let board = Board::of(&outlook.state);
        outlook.now = outlook.worth(&board);
        let steps = Animal::ALL.map(|animal| outlook.worth_of_step(board, animal));
        outlook.cards = Card::ALL.map(|card| {
            let howl = if card == Card::Howl { HOWL_IN_HAND } else { 0.0 };
            CARD_IN_HAND * steps[card.animal().index()] + howl
        });
        outlook.fresh_card = outlook.worth_of_fresh_card(shuffled, drawn);
        outlook
    }

    /// The worth of the animals where they are to this seat, in points.
    fn worth(&mut self, board: &Board) -> f64 {
        let prospects = self.game.prospects_among(self.met, board);
        prospects.iter().zip(&self.interest).map(|(points, interest)| points * interest).sum()
    }

    /// The worth of a step of this animal; beyond the finish line that of the last step before it.
    fn worth_of_step(&mut self, mut board: Board, animal: Animal) -> f64 {
        if board.podium.contains(animal) {
            return 0.0;
        }
        let tile = &mut board.at[animal.index()];
        if *tile + 1 < self.game.finish() {
            *tile += 1;
            self.worth(&board) - self.now
        } else {
            *tile -= 1;
            self.now - self.worth(&board)
        }
    }

    /// The average over the cards that the seat has not seen since the deck was shuffled.
    fn worth_of_fresh_card(&self, shuffled: Cards, drawn: Cards) -> f64 {
        let mut cards = 0.0;
        let mut worth = 0.0;
        for (card, count) in shuffled.iter() {
            let unseen = f64::from(count.saturating_sub(drawn[card]));
            cards += unseen;
            worth += unseen * self.cards[card.index()];
        }
        if cards > 0.0 { worth / cards } else { 0.0 }
    }

    /// Each action with its worth in points.
    pub(super) fn values(&mut self, actions: &[Action]) -> impl Iterator<Item = (Action, f64)> {
        actions.iter().map(|action| (*action, self.value(*action)))
    }

    fn value(&mut self, action: Action) -> f64 {
        match action {
            Action::Bet(card) => {
                SECOND_BET[card.animal().index()] + if card == Card::Howl { HOWL_AS_BET } else { 0.0 }
            }
            Action::Place(placement) => self.value_of_placement(placement),
            Action::Move(_) => {
                let mut state = self.state.clone();
                self.game.act(&mut state, action, &mut ());
                self.game.forecast(&mut state, &mut ());
                self.worth(&Board::of(&state))
            }
        }
    }

    fn value_of_placement(&mut self, placement: Placement) -> f64 {
        let mut table = self.state.table;
        table.put(placement.cards());
        let counts = if self.game.is_triggered(table) { 1.0 } else { UNDECIDED_TABLE };
        let board = Board::after_racing(self.game, &self.state, table);
        let worth = self.worth(&board);
        let places = counts * worth + (1.0 - counts) * self.now;

        let mut kept = self.hand;
        kept.take(placement.cards());
        let kept_cards: f64 =
            Card::ALL.iter().map(|card| f64::from(kept[*card]) * self.cards[card.index()]).sum();
        places + kept_cards + f64::from(placement.count()) * self.fresh_card
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animal_race::{CourseBot, Ruleset, Setup};
    use crate::bot::{BotSpec, Bots};
    use crate::game::RaceGame;
    use crate::race::Race;
    use crate::ruleset::{self, Ruleset as _};
    use crate::streams::Streams;

    fn game(ruleset: &str) -> AnimalRace {
        AnimalRace::new(ruleset::open(ruleset).expect("a ruleset of the library")).expect("it is playable")
    }

    fn considered(ruleset: &str, position: &str) -> Vec<Considered<Action>> {
        let game = game(ruleset);
        let position = serde_json::from_str(position).expect("the position reads");
        let state = game.state(&position).expect("the position can be");
        let view = game.view(&state, Seat::FIRST);
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let mut rng = Streams::new(1).bot(Seat::FIRST, 0);
        let chosen =
            HeuristicBot.choose(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("it can choose");
        let best = HeuristicBot
            .consider(&mut Decision::new(&game, &view, &actions, &mut rng))
            .expect("it can choose");
        assert_eq!(best[0].action, chosen);
        assert!(best.len() == actions.len().min(REPORTED) && best.iter().all(|one| one.reason.is_some()));
        best
    }

    /// A turn of the first seat, which has bet on fox and wolf.
    fn turn(hand: &str, open: &str) -> String {
        format!(
            r#"{{ "open": {{ "players": 2, "phase": {{ "placing": 0 }}, "streams": [3, 9], {open} }},
                "deck": {{ "lamb": 4, "fox": 4 }}, "hands": [{hand}, {{ "lamb": 6 }}],
                "bets": [{{ "dealt": ["fox", "wolf"], "chosen": "fox" }},
                         {{ "dealt": ["hare", "lamb"], "chosen": "hare" }}] }}"#
        )
    }

    #[test]
    fn it_brings_its_own_animal_home() {
        let open = r#""animals": { "hare": 8, "tortoise": 8, "wolf": 2, "fox": 8, "lamb": 8 }"#;
        let best = considered("classic", &turn(r#"{ "fox": 4, "hare": 2 }"#, open));
        assert_eq!(best[0].action, Action::Place(Placement::plain(Animal::Fox, 4)));
        assert_eq!(best[0].reason.as_deref(), Some("brings your fox across the finish line"));
    }

    #[test]
    fn it_puts_a_rivals_hare_to_sleep() {
        // AR-21: the fourth hare card
        let open = r#""animals": { "hare": 9, "fox": 7, "wolf": 2 }, "table": { "hare": 3, "fox": 2 }"#;
        let best = considered("classic", &turn(r#"{ "hare": 1, "tortoise": 5 }"#, open));
        assert_eq!(best[0].action, Action::Place(Placement::plain(Animal::Hare, 1)));
        assert_eq!(best[0].reason.as_deref(), Some("puts the hare to sleep"));
    }

    #[test]
    fn it_howls_when_the_rivals_animals_are_about_to_arrive() {
        // AR-25
        let open = r#""animals": { "hare": 10, "lamb": 10, "fox": 6, "wolf": 9 }, "table": { "hare": 3, "lamb": 3 }"#;
        let best = considered("classic", &turn(r#"{ "howl": 2, "wolf": 2, "tortoise": 2 }"#, open));
        let Action::Place(placement) = best[0].action else { panic!("a placement was due") };
        assert!(placement.howls > 0, "{placement:?}");
    }

    #[test]
    fn it_plays_every_ruleset_number_of_players_and_championship_to_the_end() {
        for ruleset in Ruleset::EMBEDDED {
            let game = game(ruleset.name);
            for players in game.players() {
                let setup = Setup { games: 3, ..game.setup(players) };
                let mut race = Race::new(game.clone(), &setup, 5).expect("the set-up fits");
                let mut bots: Vec<Box<dyn Bot<AnimalRace>>> =
                    (0..players).map(|_| Box::new(HeuristicBot) as _).collect();
                let standings = race.play_out(&mut bots, 10_000).expect("it plays legally to the end");
                assert!(race.is_over() && standings.rows.iter().any(|row| row.score > 0));
            }
        }
    }

    /// Its share of the wins in percent over 400 games for two, 200 deals with the sides swapped.
    fn share(ruleset: &str, other: &str) -> f64 {
        let game = game(ruleset);
        let other: BotSpec = other.parse().expect("the name of a bot");
        let mut shares = 0.0;
        for group in 0..200 {
            for seat in [0, 1] {
                let mut race = Race::in_group(game.clone(), &game.setup(2), Streams { seed: 3, group })
                    .expect("two can play");
                let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = vec![Box::new(HeuristicBot)];
                bots.insert(1 - seat, AnimalRace::bot(&other).expect("there is such a bot"));
                race.play_out(&mut bots, 10_000).expect("both play legally");
                let seat = Seat::new(seat as u8).expect("a seat of two");
                shares += race.game().returns(race.state())[seat].as_f64();
            }
        }
        shares / 4.0
    }

    // Long series give about 97 and 90 % (`examples/duel.rs`); 400 games have a standard error of at most 2.5
    // points, so these bounds hold unless the bot has become a weaker one.
    #[test]
    fn it_is_much_stronger_than_the_random_bot_and_the_bot_of_the_course() {
        let against_random = share("classic", "random");
        assert!(against_random >= 88.0, "{against_random} %");
        let against_course = share("classic", "course");
        assert!(against_course >= 78.0, "{against_course} %");
    }

    #[test]
    fn without_an_action_it_says_so() {
        let game = game("classic");
        let state = game.start(&game.setup(2)).expect("two can play");
        let view = game.view(&state, Seat::FIRST);
        let mut rng = Streams::new(1).bot(Seat::FIRST, 0);
        assert_eq!(
            HeuristicBot.choose(&mut Decision::new(&game, &view, &[], &mut rng)),
            Err(BotError::NoAction)
        );
        assert_eq!(
            CourseBot.choose(&mut Decision::new(&game, &view, &[], &mut rng)),
            Err(BotError::NoAction)
        );
    }
}
