//! The heuristic bot. It does not search, and judges each placement by the tiles that the animals would reach.
//!
//! For each placement the game forecasts the racing phase ([`AnimalRace::forecast`]), and the bot adds up what the
//! animals' tiles are worth to its seat: the expected points of bets on the animals, times the seat's interest in them.
//! A table that does not trigger the racing phase yet counts in part. Cards that the bot keeps or draws count by the
//! value of a step of their animals. So it gets rid of useless cards when they do no harm, and makes room for others.

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
use crate::common::fault::Faults;
use crate::common::seat::Seat;

// The constants were found by letting the bot play against itself and against the bot of the course.

/// The share of the forecast that counts while others may still add to the table.
const UNDECIDED_TABLE: f64 = 0.65;
/// The value of a card in the hand, measured in steps of its animal.
const CARD_IN_HAND: f64 = 0.35;
/// The additional value of a howl in the hand, in points.
const HOWL_IN_HAND: f64 = 0.3;
/// The additional value of using a howl card as the second bet, which takes it out of the game.
const HOWL_AS_BET: f64 = -0.3;

/// The number of actions that [`HeuristicBot::consider`] reports.
const REPORTED: usize = 3;

/// Plays by the tiles that the animals would reach, and by its bets on them.
///
/// It keeps no memory, draws no random numbers, and takes a few microseconds for a decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot;

impl Bot<AnimalRace> for HeuristicBot {
    fn choose(&mut self, decision: &mut Decision<'_, AnimalRace>) -> Result<Action, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        let mut met = [Met::NONE];
        let mut outlook = Outlook::new(game, &view, Inference::Placements, &mut met)?;
        // The last of equal actions wins: of the same animal, the one with more cards.
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
        let mut outlook = Outlook::new(game, &view, Inference::Placements, &mut met)?;
        let mut valued: Vec<(Action, f64)> = outlook.values(actions).collect();
        valued.reverse();
        if valued.is_empty() {
            return Err(BotError::NoAction);
        }
        valued.sort_by(|a, b| b.1.total_cmp(&a.1));
        let considered = |(action, _)| Considered {
            action,
            chance: None,
            reason: Some(reason::of(game, &view, &outlook.state, action)),
        };
        Ok(valued.into_iter().take(REPORTED).map(considered).collect())
    }
}

/// A seat's estimates that do not depend on the action.
pub(super) struct Outlook<'a> {
    game: &'a AnimalRace,
    /// The open information. The hands and the deck in it are not read.
    state: State,
    hand: Cards,
    interest: Points,
    /// The value of the animals where they stand now.
    now: f64,
    /// The value of each card in the hand.
    cards: [f64; KINDS],
    /// The average value of a card from the deck.
    fresh_card: f64,
    /// The boards met so far. Placements listed in a row often lead to the same board: three hare cards run as far
    /// as two.
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
        let state = state.filter(|_| faults.is_empty());
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

    /// The estimates in a state that a search imagines, made with the knowledge of the seat there.
    pub(super) fn imagined(game: &'a AnimalRace, state: &State, seat: Seat, met: &'a mut [Met]) -> Self {
        let interest = interest_in(state, seat, Inference::Placements);
        let memory = &state.memory;
        Self::of(game, *state, interest, state.hands[seat], memory.deck, memory.drawn[seat], met)
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

    /// The value to this seat, in points, of the animals where they stand.
    fn worth(&mut self, board: &Board) -> f64 {
        let prospects = self.game.prospects_among(self.met, board);
        prospects.iter().zip(&self.interest).map(|(points, interest)| points * interest).sum()
    }

    /// The value of one step of this animal. Beyond the finish line, the value of the last step before it.
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

    /// The average value of a card that the seat has not seen since the deck was shuffled.
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

    /// Returns each action with its value in points.
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
                let mut state = self.state;
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
