//! The race itself: who is to move, and what happens when somebody plays.

use std::fmt::Debug;
use std::sync::Arc;

use crate::bot;
use crate::bot::{Bot, Decision};
use crate::common::observer::{Both, Observer};
use crate::common::seat::{Seat, SeatSet, Seats};
use crate::common::standings::Standings;
use crate::game::streams::{Deal, Stream, StreamCounts};
use crate::game::{ChancePoint, ImpossibleOutcome, RaceGame, Turn, Weighted, list};
use crate::record::{Event, EventOf, Played, Resolved};

use super::error::{MoveError, NotAtTheTable, TurnError, UndoError};
use super::history::{History, Log};

/// A game in play: its rules, its state, its random numbers and its history in one value.
///
/// Chance outcomes come from the streams of a seed ([`Race::draw`]) or from outside ([`Race::resolve`]).
///
/// ```
/// use furlong::gotham::Gotham;
/// use furlong::{Race, RaceGame, RandomBot, Seat, Turn, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let mut race = Race::new(game.clone(), &game.setup(3), 7)?;
/// // You have the first seat, and a bot the others.
/// while let Turn::Seat(seat) = race.proceed() {
///     if seat == Seat::FIRST {
///         let actions = race.actions(seat); // shown to you with `race.view(seat)`
///         race.play(seat, actions[0])?;
///     } else {
///         race.ask(&mut RandomBot)?;
///     }
/// }
/// assert!(race.is_over() && race.standings().rows.len() == 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `L` is what the race keeps of its course: a [`History`] with the record and the happenings, or nothing with `()`
/// (see [`Race::without_history`]).
#[derive(Clone, Debug)]
pub struct Race<G: RaceGame, L = History<G>> {
    pub(super) game: Arc<G>,
    pub(super) state: G::State,
    pub(super) deal: Deal,
    pub(super) counts: StreamCounts,
    pub(super) events: usize,
    /// Secret choices that wait for their seat's turn.
    pub(super) waiting: Vec<Played<G::Action>>,
    /// A buffer for the actions of the seat to move.
    pub(super) listed: Vec<G::Action>,
    pub(super) log: L,
}

/// A game by value or in an [`Arc`].
pub trait Shared {
    /// The type of the game.
    type Game: RaceGame;

    /// Converts the game into an [`Arc`].
    fn shared(self) -> Arc<Self::Game>;
}

impl<G: RaceGame> Shared for G {
    type Game = G;

    fn shared(self) -> Arc<G> {
        Arc::new(self)
    }
}

impl<G: RaceGame> Shared for Arc<G> {
    type Game = G;

    fn shared(self) -> Self {
        self
    }
}

impl<G: RaceGame, L: Log<G>> Race<G, L> {
    /// The game with its rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game in an [`Arc`].
    pub fn shared_game(&self) -> Arc<G> {
        Arc::clone(&self.game)
    }

    /// The state, including everything hidden. It is for programs that run games, not for players.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The seats at the table.
    pub fn seats(&self) -> Seats {
        self.game.seats(&self.state)
    }

    /// Returns who moves next: a seat, chance, or nobody.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Returns everything that a seat may know.
    ///
    /// # Errors
    /// When the seat is not at the table.
    pub fn view(&self, seat: Seat) -> Result<G::View, NotAtTheTable> {
        let seats = self.seats();
        if seats.contains(seat) { Ok(self.seat_view(seat)) } else { Err(NotAtTheTable { seat, seats }) }
    }

    /// Returns the view of a seat that is known to be at the table. For any other seat, use [`Race::view`].
    pub fn seat_view(&self, seat: Seat) -> G::View {
        self.game.view(&self.state, seat)
    }

    /// The seats that may decide now and have not decided yet. With secret simultaneous choices there are several.
    pub fn deciding(&self) -> SeatSet {
        self.waiting.iter().fold(self.game.deciding(&self.state), |seats, choice| seats.without(choice.seat))
    }

    /// Lists the legal actions of a seat, in ascending order. The list is empty if the seat has nothing to decide.
    pub fn actions(&self, seat: Seat) -> Vec<G::Action> {
        list(|into| self.list(seat, into))
    }

    fn list(&self, seat: Seat, into: &mut Vec<G::Action>) {
        into.clear();
        if self.deciding().contains(seat) {
            self.game.actions_of(&self.state, seat, into);
        }
    }

    /// The places and scores. Before the end they reveal only public information.
    pub fn standings(&self) -> Standings {
        self.game.standings(&self.state)
    }

    /// The number of events so far.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Plays an action for a seat. A secret choice made before the seat's turn waits, hidden from the other seats.
    ///
    /// # Errors
    /// When the seat is not at the table or has nothing to decide, or the action is illegal. The race is
    /// unchanged.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), MoveError<G::Illegal>> {
        self.play_heard(seat, action, &mut ())
    }

    fn play_heard(
        &mut self,
        seat: Seat,
        action: G::Action,
        heard: &mut impl Observer<G::Happening>,
    ) -> Result<(), MoveError<G::Illegal>> {
        let seats = self.seats();
        if !seats.contains(seat) {
            return Err(NotAtTheTable { seat, seats }.into());
        }
        if !self.deciding().contains(seat) {
            return Err(MoveError::NotYourTurn(seat));
        }
        self.game.check_of(&self.state, seat, action).map_err(MoveError::Illegal)?;
        let choice = Played { seat, action };
        if self.turn() == Turn::Seat(seat) {
            self.carry_out(choice, heard);
            self.play_waiting(heard);
        } else {
            self.wait(choice);
        }
        Ok(())
    }

    /// Carries out a choice that has already been checked.
    fn carry_out(&mut self, choice: Played<G::Action>, heard: &mut impl Observer<G::Happening>) {
        self.game.apply(&mut self.state, choice.action, &mut Both(self.log.listener(), heard));
        self.counts.next_decision(choice.seat);
        self.end(Event::Action(choice));
    }

    pub(super) fn end(&mut self, event: EventOf<G>) {
        self.events += 1;
        self.log.end(event);
    }

    pub(super) fn wait(&mut self, choice: Played<G::Action>) {
        self.waiting.push(choice);
        self.log.wait(&self.waiting);
    }

    /// Takes back the secret choice of a seat that waits for its turn, and returns it. Nobody has seen it, so nothing
    /// else changes, and the record does not mention it.
    ///
    /// # Errors
    /// When no choice of the seat is waiting.
    pub fn withdraw(&mut self, seat: Seat) -> Result<G::Action, UndoError> {
        let seats = self.seats();
        if !seats.contains(seat) {
            return Err(NotAtTheTable { seat, seats }.into());
        }
        let is_own = |choice: &Played<G::Action>| choice.seat == seat;
        let place = self.waiting.iter().position(is_own).ok_or(UndoError::NotWaiting(seat))?;
        let choice = self.waiting.remove(place);
        self.log.wait(&self.waiting);
        Ok(choice.action)
    }

    /// Plays the waiting secret choices whose turn has come.
    fn play_waiting(&mut self, heard: &mut impl Observer<G::Happening>) {
        while !self.waiting.is_empty() {
            let Turn::Seat(seat) = self.turn() else { return };
            let Some(index) = self.waiting.iter().position(|choice| choice.seat == seat) else { return };
            let choice = self.waiting.swap_remove(index);
            self.log.wait(&self.waiting);
            // It was checked when it was made, and secret choices of other seats do not change which actions are legal.
            self.carry_out(choice, heard);
        }
    }

    /// Lists the possible outcomes with their weights. The list is empty if no chance event is next.
    pub fn chances(&self) -> Vec<Weighted<G::Chance>> {
        list(|into| self.game.chances(&self.state, into))
    }

    /// Enters a chance outcome from outside: a card drawn or a die rolled at a real table.
    ///
    /// # Errors
    /// When the outcome cannot come now. The race is unchanged.
    pub fn resolve(&mut self, outcome: G::Chance) -> Result<(), ImpossibleOutcome> {
        let Turn::Chance(point) = self.turn() else { return Err(ImpossibleOutcome::NotChancesTurn) };
        self.game.resolve(&mut self.state, outcome, &mut self.log.listener())?;
        self.counts.next_chance(point);
        self.end(Event::Chance(Resolved { chance: outcome, by_hand: true }));
        Ok(())
    }

    /// Draws the outcome of one chance event from the streams. Returns `None` when no chance event is next.
    pub fn draw(&mut self) -> Option<G::Chance> {
        self.draw_heard(&mut ())
    }

    fn draw_heard(&mut self, heard: &mut impl Observer<G::Happening>) -> Option<G::Chance> {
        let Turn::Chance(point) = self.turn() else { return None };
        Some(self.draw_at(point, heard))
    }

    /// Draws the outcome of the chance event at this point, and carries it out.
    fn draw_at(&mut self, point: ChancePoint, heard: &mut impl Observer<G::Happening>) -> G::Chance {
        let nth = self.counts.next_chance(point);
        let chance = self.game.sample_chance(&self.state, &mut self.deal.chance(point, nth));
        self.game.apply_chance(&mut self.state, chance, &mut Both(self.log.listener(), heard));
        self.end(Event::Chance(Resolved { chance, by_hand: false }));
        chance
    }

    /// Draws chance outcomes until a seat is to move or the game is over, and returns the turn.
    pub fn proceed(&mut self) -> Turn {
        self.proceed_within(usize::MAX)
    }

    /// Works like [`Race::proceed`], but stops after a total of `most_events` events, possibly before a chance event.
    pub fn proceed_within(&mut self, most_events: usize) -> Turn {
        self.proceed_heard(&mut (), most_events)
    }

    fn proceed_heard(&mut self, heard: &mut impl Observer<G::Happening>, most: usize) -> Turn {
        while self.events < most && self.draw_heard(heard).is_some() {}
        self.play_waiting(heard);
        self.turn()
    }

    /// The random generator for the next decision of this seat's bot.
    pub fn bot_stream(&self, seat: Seat) -> Stream {
        self.deal.bot(seat, self.counts.decisions(seat))
    }

    /// Asks a bot for an action of the seat to move, and plays it.
    ///
    /// # Errors
    /// When the bot fails or chooses an illegal action. The race is unchanged.
    pub fn ask(&mut self, bot: &mut (impl Bot<G> + ?Sized)) -> Result<G::Action, TurnError> {
        let Turn::Seat(seat) = self.turn() else { return Err(TurnError::NobodysTurn) };
        self.ask_for(seat, bot, &mut ())
    }

    /// Asks a bot for an action of the seat to move.
    fn ask_for(
        &mut self,
        seat: Seat,
        bot: &mut (impl Bot<G> + ?Sized),
        heard: &mut impl Observer<G::Happening>,
    ) -> Result<G::Action, TurnError> {
        let mut rng = self.bot_stream(seat);
        if bot.is_random()
            && self.waiting.is_empty()
            && let Some(action) = self.game.sample_action(&self.state, &mut rng)
        {
            self.carry_out(Played { seat, action }, heard);
            return Ok(action);
        }
        let mut actions = std::mem::take(&mut self.listed);
        self.list(seat, &mut actions);
        let mut decision = Decision::within(&*self.game, &self.state, seat, &actions, &mut rng);
        decision = decision.at(self.events + 1);
        let chosen = bot::asked(|| bot.choose(&mut decision));
        self.listed = actions;
        let action = chosen.map_err(|error| TurnError::of(seat, error))?;
        self.play_heard(seat, action, heard).map_err(|reason| TurnError::illegal(seat, &action, &reason))?;
        Ok(action)
    }

    /// Plays to the end with one bot for each seat. Bots that listen receive the happenings that their seats
    /// see.
    ///
    /// # Errors
    /// When a bot fails, or the game is not over after `most_events` events. The events played so far remain.
    pub fn play_out(
        &mut self,
        bots: &mut [Box<dyn Bot<G>>],
        most_events: usize,
    ) -> Result<Standings, TurnError> {
        if bots.iter().any(Bot::listens) {
            if self.events == 0 {
                begin_listening(&*self.game, self.seats(), bots)?;
            }
            self.play_out_heard(bots, most_events, &mut Vec::new())
        } else {
            self.play_out_heard(bots, most_events, &mut ())
        }
    }

    fn play_out_heard<E: Ears<G>>(
        &mut self,
        bots: &mut [Box<dyn Bot<G>>],
        most_events: usize,
        ears: &mut E,
    ) -> Result<Standings, TurnError> {
        loop {
            let turn = self.turn();
            let is_cut = self.events >= most_events;
            if is_cut || !matches!(turn, Turn::Chance(_)) {
                ears.report(&self.game, self.seats(), bots)?;
            }
            match turn {
                Turn::Over => {
                    let standings = self.standings();
                    tell_end(&*self.game, self.seats(), &standings, bots)?;
                    return Ok(standings);
                }
                Turn::Seat(seat) if self.waiting.iter().any(|choice| choice.seat == seat) => {
                    self.play_waiting(ears);
                }
                _ if is_cut => return Err(TurnError::TooLong(most_events)),
                Turn::Chance(point) => _ = self.draw_at(point, ears),
                Turn::Seat(seat) => {
                    let bot = bots.get_mut(seat.index()).ok_or(TurnError::NoBot(seat))?;
                    self.ask_for(seat, bot, ears)?;
                }
            }
        }
    }
}

/// Lets the bots that listen begin a game.
pub(crate) fn begin_listening<G: RaceGame>(
    game: &G,
    seats: Seats,
    bots: &mut [Box<dyn Bot<G>>],
) -> Result<(), TurnError> {
    let listening = bots.iter_mut().zip(seats.iter()).filter(|(bot, _)| bot.listens());
    for (bot, seat) in listening {
        reach(seat, || bot.begin(game, seat))?;
    }
    Ok(())
}

/// Reports the end of a game to the bots that listen, if the game is over.
pub(crate) fn tell_end<G: RaceGame>(
    game: &G,
    seats: Seats,
    standings: &Standings,
    bots: &mut [Box<dyn Bot<G>>],
) -> Result<(), TurnError> {
    for (bot, seat) in bots.iter_mut().zip(seats.iter()).filter(|(bot, _)| bot.listens()) {
        reach(seat, || bot.over(game, seat, standings))?;
    }
    Ok(())
}

/// Calls a bot's listening methods. A panic becomes a failure of the bot.
pub(super) fn reach(seat: Seat, tell: impl FnOnce()) -> Result<(), TurnError> {
    let told = || {
        tell();
        Ok(())
    };
    bot::asked(told).map_err(|error| TurnError::of(seat, error))
}

/// Collects happenings for the bots that listen; `()` is for games where none does.
pub(crate) trait Ears<G: RaceGame>: Observer<G::Happening> {
    /// Reports to each listening bot what its seat sees of the happenings since the last report.
    ///
    /// # Errors
    /// When a bot fails.
    fn report(&mut self, game: &G, seats: Seats, bots: &mut [Box<dyn Bot<G>>]) -> Result<(), TurnError>;

    /// Keeps an event, if events are kept.
    #[inline]
    fn keep(&mut self, _event: EventOf<G>) {}
}

impl<G: RaceGame> Ears<G> for () {
    #[inline]
    fn report(&mut self, _: &G, _: Seats, _: &mut [Box<dyn Bot<G>>]) -> Result<(), TurnError> {
        Ok(())
    }
}

impl<G: RaceGame> Ears<G> for Vec<G::Happening> {
    fn report(&mut self, game: &G, seats: Seats, bots: &mut [Box<dyn Bot<G>>]) -> Result<(), TurnError> {
        for (bot, seat) in bots.iter_mut().zip(seats.iter()).filter(|(bot, _)| bot.listens()) {
            for seen in self.iter().filter_map(|happening| game.seen_by(happening, seat)) {
                reach(seat, || bot.observe(game, seat, &seen))?;
            }
        }
        self.clear();
        Ok(())
    }
}
