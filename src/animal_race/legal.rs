//! The legal actions of a seat, and the outcomes that chance may bring.

use rand::{Rng, RngExt};

use super::action::{Action, Chance, Illegal, Placement};
use super::animals::{ANIMALS, Animal};
use super::cards::{Card, Cards, MOST_OF_ONE};
use super::game::AnimalRace;
use super::racing::movable;
use super::state::{Phase, State};
use crate::common::seat::Seat;
use crate::game::Weighted;

/// The plain-card placements of each animal. A list copies all of them and is then cut to length, which is faster than
/// a loop with an unpredictable end.
const PLAIN: [[Action; MOST_OF_ONE as usize]; ANIMALS] = {
    let mut placements = [[Action::Move(Animal::Hare); MOST_OF_ONE as usize]; ANIMALS];
    let mut animal = 0;
    while animal < ANIMALS {
        let mut plain = 0;
        while plain < MOST_OF_ONE {
            let placement = Placement::plain(Animal::ALL[animal], plain + 1);
            placements[animal][plain as usize] = Action::Place(placement);
            plain += 1;
        }
        animal += 1;
    }
    placements
};

impl AnimalRace {
    /// Adds the actions of a seat that decides now, in ascending order.
    #[inline]
    pub(super) fn add_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        match state.phase {
            // AR-07: any seat that has not bet yet, even before its turn
            Phase::SecondBet(_) => {
                into.extend(state.hands[seat].iter().map(|(card, _)| Action::Bet(card)));
            }
            Phase::Placing(_) => self.add_placements(state.hands[seat], state.table, into),
            Phase::Moving { moved, .. } => into.extend(movable(state, moved).iter().map(Action::Move)),
            _ => {}
        }
    }

    /// The action of the seat to move at the place that `pick` chooses: see
    /// [`RaceGame::pick_action`](crate::RaceGame::pick_action).
    #[inline]
    pub(super) fn nth_action(&self, state: &State, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        match state.phase {
            Phase::Placing(seat) => self.nth_placement(state.hands[seat], state.table, pick),
            Phase::SecondBet(seat) => {
                let cards = || state.hands[seat].iter().map(|(card, _)| card);
                cards().nth(pick(cards().count() as u32) as usize).map(Action::Bet)
            }
            Phase::Moving { moved, .. } => {
                let movable = movable(state, moved);
                movable.iter().nth(pick(movable.len().into()) as usize).map(Action::Move)
            }
            _ => None,
        }
    }

    /// AR-10, AR-11: the number of cards of each animal that may be placed now, if the hand holds them.
    #[inline]
    fn room(&self, table: Cards) -> [u8; ANIMALS] {
        let limits = &self.ruleset.table;
        let room = (limits.cards - table.len()).min(limits.placement);
        let mut rooms = [0; ANIMALS];
        for animal in Animal::ALL {
            rooms[animal.index()] = room.min(limits.of_one_animal - table.of(animal));
        }
        rooms
    }

    #[inline]
    fn nth_placement(&self, hand: Cards, table: Cards, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        let room = self.room(table);
        let of_wolves = |plain: u8| {
            let most_howls = hand[Card::Howl].min(room[Animal::Wolf.index()] - plain);
            u32::from(most_howls) + u32::from(plain > 0)
        };
        // The placements of an animal run from the previous animal's end to its own.
        let (mut ends, mut count) = ([0; ANIMALS], 0);
        for animal in Animal::ALL {
            let plain = hand[animal.card()].min(room[animal.index()]);
            count += if animal == Animal::Wolf && hand[Card::Howl] > 0 {
                (0..=plain).map(of_wolves).sum()
            } else {
                u32::from(plain)
            };
            ends[animal.index()] = count;
        }
        if count == 0 {
            return None;
        }
        let place = pick(count);
        // All are compared: the processor cannot predict where a search would stop.
        let before = ends.iter().filter(|end| **end <= place).count();
        let animal = *Animal::ALL.get(before)?;
        let mut place = place - if before == 0 { 0 } else { ends[before - 1] };
        let mut placement = Placement::plain(animal, 0);
        if animal == Animal::Wolf && hand[Card::Howl] > 0 {
            while place >= of_wolves(placement.plain) {
                place -= of_wolves(placement.plain);
                placement.plain += 1;
            }
            // Without a plain card there is at least one howl.
            placement.howls = place as u8 + u8::from(placement.plain == 0);
        } else {
            placement.plain = place as u8 + 1;
        }
        Some(Action::Place(placement))
    }

    // AR-10, AR-11
    #[inline]
    fn add_placements(&self, hand: Cards, table: Cards, into: &mut Vec<Action>) {
        for (animal, room) in Animal::ALL.into_iter().zip(self.room(table)) {
            let plain = hand[animal.card()].min(room);
            if animal != Animal::Wolf || hand[Card::Howl] == 0 {
                let end = into.len() + usize::from(plain);
                into.extend_from_slice(&PLAIN[animal.index()]);
                into.truncate(end);
                continue;
            }
            for plain in 0..=plain {
                for howls in u8::from(plain == 0)..=hand[Card::Howl].min(room - plain) {
                    into.push(Action::Place(Placement { animal, plain, howls }));
                }
            }
        }
    }

    /// Checks an action of a seat that decides now.
    #[inline]
    pub(super) fn check_action(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        match (state.phase, action) {
            // AR-07: any seat that has not bet yet, even before its turn
            (Phase::SecondBet(_), Action::Bet(card)) => {
                if state.hands[seat][card] > 0 {
                    Ok(())
                } else {
                    Err(Illegal::NotInHand(card))
                }
            }
            (Phase::Placing(_), Action::Place(placement)) => {
                self.check_placement(state.hands[seat], state.table, placement)
            }
            (Phase::Moving { moved, .. }, Action::Move(animal)) => {
                let may_move = movable(state, moved).contains(animal);
                if may_move { Ok(()) } else { Err(Illegal::CannotMove(animal)) }
            }
            (Phase::SecondBet(_), _) => Err(Illegal::WrongKind("the second bet")),
            (Phase::Placing(_), _) => Err(Illegal::WrongKind("which cards to place")),
            (Phase::Moving { .. }, _) => Err(Illegal::WrongKind("which animal moves")),
            _ => Err(Illegal::NobodysTurn),
        }
    }

    // AR-10, AR-11
    pub(super) fn check_placement(
        &self,
        hand: Cards,
        table: Cards,
        placement: Placement,
    ) -> Result<(), Illegal> {
        let limits = &self.ruleset.table;
        let Placement { animal, plain, howls } = placement;
        let placed = placement.count();
        if placed == 0 {
            return Err(Illegal::Nothing);
        }
        if howls > 0 && animal != Animal::Wolf {
            return Err(Illegal::NoHowls(animal));
        }
        for (card, count) in [(animal.card(), plain), (Card::Howl, howls)] {
            if count > hand[card] {
                return Err(Illegal::TooFewInHand { card, placed: count, held: hand[card] });
            }
        }
        if placed > limits.placement {
            return Err(Illegal::TooMany { placed, most: limits.placement });
        }
        let cards = u16::from(table.len()) + u16::from(placed);
        if cards > limits.cards.into() {
            return Err(Illegal::TableFull { cards, most: limits.cards });
        }
        let cards = u16::from(table.of(animal)) + u16::from(placed);
        if cards > limits.of_one_animal.into() {
            return Err(Illegal::TooManyOfOne { animal, cards, most: limits.of_one_animal });
        }
        Ok(())
    }

    /// AA-02: the turbo tiles that have no token yet.
    fn free_turbo_tiles<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u8> + 'a {
        self.ruleset.track.turbo_tiles.iter().copied().filter(|tile| !state.turbo.contains(tile))
    }

    /// AR-05: the tiles without a stream.
    fn dry_tiles<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u8> + 'a {
        (1..=self.ruleset.track.tiles).filter(|tile| !state.streams.contains(*tile))
    }

    /// Adds the outcomes of the next chance event, in ascending order.
    pub(super) fn add_chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        let one = |outcome| Weighted { outcome, weight: 1 };
        match state.phase {
            Phase::StartingBet(_) => {
                into.extend(state.undealt_bets(self.animals).iter().map(Chance::StartingBet).map(one));
            }
            Phase::Stream => into.extend(self.dry_tiles(state).map(Chance::Stream).map(one)),
            Phase::Turbo(_) => {
                into.extend(self.free_turbo_tiles(state).map(Chance::Turbo).map(one));
                into.sort_unstable_by_key(|weighted| weighted.outcome);
            }
            Phase::FirstPlayerBeforeDeal | Phase::FirstPlayerAfterBets => {
                into.extend(state.seats.iter().map(Chance::FirstPlayer).map(one));
            }
            Phase::Deal(_) | Phase::Refill(_) => {
                let outcome = |(card, count): (Card, u8)| Weighted {
                    outcome: Chance::Card(card),
                    weight: count.into(),
                };
                into.extend(state.deck.iter().map(outcome));
            }
            Phase::SecondBet(_) | Phase::Placing(_) | Phase::Moving { .. } | Phase::Over => {}
        }
    }

    /// Draws an outcome of the next chance event, always one that is possible.
    #[inline]
    pub(super) fn draw_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        let mut pick = |count: u8| rng.random_range(0..u32::from(count)) as u8;
        match state.phase {
            Phase::Deal(_) | Phase::Refill(_) => {
                let place = pick(state.deck.len());
                Chance::Card(state.deck.nth(place).unwrap_or(Card::Hare))
            }
            Phase::StartingBet(_) => {
                let undealt = state.undealt_bets(self.animals);
                let place = pick(undealt.len()).into();
                Chance::StartingBet(undealt.iter().nth(place).unwrap_or(Animal::Hare))
            }
            Phase::Stream => {
                let place = pick(self.ruleset.track.tiles - state.streams.len()).into();
                Chance::Stream(self.dry_tiles(state).nth(place).unwrap_or(1))
            }
            Phase::Turbo(_) => {
                let place = pick(self.free_turbo_tiles(state).count() as u8).into();
                Chance::Turbo(self.free_turbo_tiles(state).nth(place).unwrap_or(1))
            }
            _ => {
                let number = pick(state.seats.count());
                Chance::FirstPlayer(Seat::new(number).unwrap_or(Seat::FIRST))
            }
        }
    }
}
