//! The racing phase: the cards on the table move the animals.

use super::animals::{Animal, Animals};
use super::cards::{Card, Cards};
use super::game::AnimalRace;
use super::happening::Happening;
use super::policy::{MovementMode, Nap, RaceEnds, StreamEffect, THIRD};
use super::state::{Phase, State};
use crate::common::observer::Observer;
use crate::common::seat::Seat;

impl AnimalRace {
    /// AR-13: returns whether the table triggers the racing phase.
    #[inline]
    pub(super) fn is_triggered(&self, table: Cards) -> bool {
        let limits = &self.ruleset.table;
        table.len() == limits.cards
            || Animal::ALL.iter().any(|animal| table.of(*animal) == limits.of_one_animal)
    }

    /// Carries out the racing phase, or its first part up to a player's choice.
    pub(super) fn race(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let table = state.table;
        seen.see(|| Happening::RacingBegins { table, howl: table[Card::Howl] > 0 });
        match self.ruleset.movement.mode {
            MovementMode::ByAnimal => {
                self.run_all(state, seen);
                self.end_phase(state, seen);
            }
            // AA-05: beginning with the first player
            MovementMode::ByPlayers => self.choose_mover(state, state.first, Animals::NONE, seen),
        }
    }

    /// AR-20 to AR-27: hare, tortoise, wolf, fox and lamb run by the cards on the table.
    pub(super) fn run_all(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        for animal in self.animals.iter() {
            if may_move(state, animal) {
                self.advance(state, animal, seen);
                if self.is_over_at_once(state) {
                    break;
                }
            }
        }
    }

    /// Carries out the racing phase that the table would cause now, or the rest of one that has begun, for bots
    /// that look ahead. Where players choose the order, the remaining animals move in their usual order. If the
    /// game is over, the phase is [`Phase::Over`] afterwards, even in a championship.
    pub(super) fn forecast(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        state.games = state.game;
        if !matches!(state.phase, Phase::Moving { .. } | Phase::Over) {
            self.race(state, seen);
        }
        while let Phase::Moving { seat, moved } = state.phase {
            match movable(state, moved).iter().next() {
                Some(animal) => self.move_chosen(state, seat, moved, animal, seen),
                None => self.end_phase(state, seen),
            }
        }
    }

    /// Returns the animals, the podium and the end after the racing phase that this table would cause. See
    /// [`AnimalRace::forecast`].
    #[inline]
    pub(super) fn after_racing(&self, state: &State, table: Cards) -> State {
        let mut state = State { table, ..*state };
        match self.ruleset.movement.mode {
            // The end of the phase changes nothing else that matters here.
            MovementMode::ByAnimal => {
                self.run_all(&mut state, &mut ());
                if self.is_decided(&state) {
                    state.phase = Phase::Over;
                }
            }
            MovementMode::ByPlayers => self.forecast(&mut state, &mut ()),
        }
        state
    }

    /// AA-05: lets this seat choose next, unless all animals have moved.
    fn choose_mover(
        &self,
        state: &mut State,
        seat: Seat,
        moved: Animals,
        seen: &mut impl Observer<Happening>,
    ) {
        if self.is_over_at_once(state) || movable(state, moved).is_empty() {
            self.end_phase(state, seen);
        } else {
            state.phase = Phase::Moving { seat, moved };
        }
    }

    /// AA-05: moves the animal that the seat has chosen.
    pub(super) fn move_chosen(
        &self,
        state: &mut State,
        seat: Seat,
        moved: Animals,
        animal: Animal,
        seen: &mut impl Observer<Happening>,
    ) {
        seen.see(|| Happening::Chooses { seat, animal });
        self.advance(state, animal, seen);
        self.choose_mover(state, state.seats.left_of(seat), moved.with(animal), seen);
    }

    /// Moves one animal by its cards on the table.
    #[inline]
    pub(super) fn advance(&self, state: &mut State, animal: Animal, seen: &mut impl Observer<Happening>) {
        let cards = state.table.of(animal);
        if animal == Animal::Hare && self.naps(state, cards) {
            seen.see(|| Happening::Naps { tile: state.at[Animal::Hare.index()] });
            return;
        }
        let steps = self.steps_by_cards(animal, cards);
        if steps == 0 {
            return;
        }
        self.go(state, animal, steps, seen);
        // AA-06: once; the token stays; an animal that has not moved does not end a move on it
        let tile = state.at[animal.index()];
        if state.turbo[animal.index()] == tile && tile > 0 && state.races(animal) {
            seen.see(|| Happening::FindsTurbo { animal });
            self.go(state, animal, self.ruleset.track.turbo_steps, seen);
        }
    }

    /// How many tiles an animal moves with this number of cards.
    #[inline]
    pub(super) fn steps_by_cards(&self, animal: Animal, cards: u8) -> u8 {
        // A bot that looks ahead from an unchecked view may see more cards than can lie there.
        self.steps[animal.index()].get(usize::from(cards)).copied().unwrap_or(0)
    }

    /// AR-21: returns whether the hare naps with this number of cards.
    #[inline]
    fn naps(&self, state: &State, cards: u8) -> bool {
        let movement = &self.ruleset.movement;
        let hare = state.at[Animal::Hare.index()];
        // not on the start line
        if cards != movement.nap_cards || hare == 0 {
            return false;
        }
        // AR-22: ahead of it, and still on the track; or on the podium, where all are ahead
        let is_led = |counts: fn(&State, Animal) -> bool| {
            Animal::ALL.iter().any(|other| counts(state, *other) && state.at[other.index()] > hare)
        };
        match movement.nap {
            Nap::LeadsTheTrack => !is_led(State::races),
            Nap::LeadsTheRace => !is_led(|_, _| true),
            Nap::Never => false,
        }
    }

    /// Moves an animal forward, at most across the finish line, and onto the podium if it arrives.
    #[inline]
    fn go(&self, state: &mut State, animal: Animal, steps: u8, seen: &mut impl Observer<Happening>) {
        if steps == 0 {
            return;
        }
        let from = state.at[animal.index()];
        // AR-06: steps beyond the finish line are lost
        let reach = (from + steps).min(self.finish());
        // AR-27: the first stream that it reaches; a stream that it already stands on does not hold it
        let drinks = animal == Animal::Lamb && self.ruleset.movement.streams == StreamEffect::StopTheLamb;
        let stream = if drinks { state.streams.first_between(from, reach) } else { None };
        let to = stream.unwrap_or(reach);
        state.at[animal.index()] = to;
        seen.see(|| Happening::Moves { animal, from, to, stream: stream.filter(|tile| *tile < reach) });
        // AR-28: the highest free rank of the podium
        if to == self.finish() {
            let place = state.podium.add(animal);
            seen.see(|| Happening::Arrives { animal, place });
        }
    }

    /// AR-30: returns whether the race ends within the phase.
    #[inline]
    pub(super) fn is_over_at_once(&self, state: &State) -> bool {
        self.ruleset.end.when == RaceEnds::ThirdArrivalAtOnce && state.podium.len() >= THIRD
    }

    /// AR-30, AA-07: returns whether the race is over after a phase.
    #[inline]
    pub(super) fn is_decided(&self, state: &State) -> bool {
        state.podium.len() >= self.arrivals_needed()
    }

    /// AR-30, AA-07: the number of arrivals that decide the race.
    #[inline]
    pub(super) fn arrivals_needed(&self) -> u8 {
        self.ruleset.end.when.arrivals_needed()
    }
}

/// Returns whether the howl and the podium let the animal move.
// AR-25: with a howl only the wolf moves; AR-28: an animal that has arrived does not
#[inline]
fn may_move(state: &State, animal: Animal) -> bool {
    let scared = state.table[Card::Howl] > 0 && animal != Animal::Wolf;
    !scared && state.races(animal)
}

/// AA-05: the animals that a player may choose now.
#[inline]
pub(super) fn movable(state: &State, moved: Animals) -> Animals {
    let has_cards = |animal: &Animal| state.table.of(*animal) > 0;
    let candidates = Animal::ALL.into_iter().filter(has_cards);
    candidates.filter(|animal| !moved.contains(*animal) && may_move(state, *animal)).collect()
}
