//! Checks that turn a position into a playable state, or report every inconsistency.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::animals::{ANIMALS, Animal, Animals};
use super::cards::{Card, Cards};
use super::game::AnimalRace;
use super::policy::{AfterLastPhase, FirstPlayer, MovementMode, RaceEnds, SecondBet, THIRD};
use super::position::{Open, Position};
use super::racing::movable;
use super::setup::MOST_GAMES;
use super::state::{Memory, Phase, State};
use super::track::MOST_TILES;
use crate::common::fault::Faults;
use crate::common::seat::{Seat, Seats};
use crate::text::span;

impl AnimalRace {
    /// Makes a playable state from a position, or returns every inconsistency in it.
    pub(super) fn state_of(&self, position: &Position) -> Result<State, Faults> {
        let mut faults = Faults::none();
        let Some(mut state) = self.read_open(&position.open, &mut faults) else { return Err(faults) };
        let seats = state.seats;
        expect_len(&mut faults, "hands", position.hands.len(), seats);
        expect_len(&mut faults, "bets", position.bets.len(), seats);
        if let Some(memory) = &position.since_shuffle {
            expect_len(&mut faults, "since-shuffle.drawn", memory.drawn.len(), seats);
            expect_len(&mut faults, "since-shuffle.placed", memory.placed.len(), seats);
        }
        faults.check()?;

        let mut faults = Faults::none();
        state.deck = position.deck;
        for seat in seats.iter() {
            state.hands[seat] = position.hands[seat];
            state.bets[seat] = position.bets[seat];
        }
        state.memory = self.read_memory(position, &state);
        self.check_open(&state, &mut faults);
        self.check_bets(&state, &mut faults);
        if self.check_pack(&state, &mut faults) {
            self.check_hands(&state, &mut faults);
            self.check_memory(&state, &mut faults);
            self.check_totals(&state, &mut faults);
        }
        faults.check()?;
        Ok(state)
    }

    /// AR-08: the memory that the position gives, or that of a deck that has just been shuffled.
    fn read_memory(&self, position: &Position, state: &State) -> Memory {
        let is_dealt = state.phase.is_before_turns();
        let mut known = Memory::of_deck(match &position.since_shuffle {
            Some(memory) => memory.deck,
            None if is_dealt => self.pack,
            None => state.deck,
        });
        for seat in state.seats.iter() {
            match &position.since_shuffle {
                Some(memory) => {
                    known.drawn[seat] = memory.drawn[seat];
                    known.placed[seat] = memory.placed[seat];
                }
                None if is_dealt => known.drawn[seat] = state.held(seat),
                None => {}
            }
        }
        known
    }

    /// Makes a state of the open information, without cards in hands and deck; `None` if its numbers make no sense.
    pub(super) fn read_open(&self, open: &Open, faults: &mut Faults) -> Option<State> {
        let allowed = self.ruleset.players;
        let players = open.players.count();
        faults.expect((allowed.least..=allowed.most).contains(&players), "open.players", || {
            format!("{players} players; this ruleset is for {}", span(allowed.least, allowed.most))
        });
        if !open.totals.is_empty() {
            expect_len(faults, "open.totals", open.totals.len(), open.players);
        }
        for animal in Animal::ALL {
            let tile = open.animals[animal].unwrap_or(0);
            let stands = tile > 0 || open.turbo[animal] > 0 || open.podium.contains(animal);
            faults.expect(
                !stands || self.animals.contains(animal),
                format_args!("open.animals.{animal}"),
                || format!("the {animal} takes no part under this ruleset"),
            );
            faults.expect(tile <= self.ruleset.track.tiles, format_args!("open.animals.{animal}"), || {
                format!(
                    "tile {tile}; the tiles are 1 to {}, and 0 is the start line",
                    self.ruleset.track.tiles
                )
            });
        }
        if !faults.is_empty() {
            return None;
        }
        let at = |animal| {
            if open.podium.contains(animal) { self.finish() } else { open.animals[animal].unwrap_or(0) }
        };
        let mut state = State {
            phase: open.phase,
            first: open.first,
            first_is_drawn: open.first_is_drawn,
            game: open.game,
            games: open.games,
            streams: open.streams,
            turbo: Animal::ALL.map(|animal| open.turbo[animal]),
            at: Animal::ALL.map(at),
            podium: open.podium,
            table: open.table,
            ..self.empty_state(open.players)
        };
        for (seat, total) in open.players.iter().zip(&open.totals) {
            state.totals[seat] = *total;
        }
        Some(state)
    }

    /// Checks seats, game numbers, tiles and table against the phase.
    pub(super) fn check_open(&self, state: &State, faults: &mut Faults) {
        let seats = state.seats;
        for (field, seat) in [("open.phase", state.phase.seat()), ("open.first", Some(state.first))] {
            if let Some(seat) = seat {
                expect_seat(faults, field, seat, seats);
            }
        }
        let fits = (1..=state.games).contains(&state.game) && state.games <= MOST_GAMES;
        faults.expect(fits, "open.game", || {
            format!("game {} of {}; at most {MOST_GAMES} are played in a row", state.game, state.games)
        });
        faults.expect(state.phase != Phase::Over || state.game == state.games, "open.phase", || {
            format!("over after game {} of {}", state.game, state.games)
        });
        let exists = match state.phase {
            Phase::StartingBet(_) => self.starting_bets(state) > 0,
            Phase::Turbo(_) => !self.ruleset.track.turbo_tiles.is_empty(),
            Phase::SecondBet(_) => self.ruleset.second_bet == SecondBet::FromHand,
            _ => true,
        };
        faults.expect(exists, "open.phase", || "the ruleset has no such phase".to_owned());
        let draws = self.ruleset.first_player;
        let may_be_drawn = state.game == 1
            && match state.phase {
                Phase::FirstPlayerBeforeDeal => draws == FirstPlayer::DrawnBeforeDeal,
                Phase::FirstPlayerAfterBets | Phase::Deal(_) | Phase::SecondBet(_) => {
                    draws == FirstPlayer::DrawnAfterBets
                }
                phase => phase.is_before_turns() && draws != FirstPlayer::Given,
            };
        let is_drawn_now = matches!(state.phase, Phase::FirstPlayerBeforeDeal | Phase::FirstPlayerAfterBets);
        faults.expect(
            if state.first_is_drawn { may_be_drawn } else { !is_drawn_now },
            "open.first-is-drawn",
            || "this does not fit the phase, or the ruleset does not draw the first player then".to_owned(),
        );
        self.check_tiles(state, faults);
        if self.check_table(state, faults) {
            self.check_race(state, faults);
        }
    }

    /// AR-05, AA-02: checks where and when streams and tokens lie.
    fn check_tiles(&self, state: &State, faults: &mut Faults) {
        let track = &self.ruleset.track;
        let laid = state.streams.len();
        let fits = match state.phase {
            Phase::StartingBet(_) => laid == 0,
            Phase::Stream => laid < track.streams,
            _ => laid == track.streams,
        };
        faults.expect(fits, "open.streams", || {
            format!("{laid} streams in this phase; the ruleset has {}", track.streams)
        });
        faults.expect(state.streams.first_between(track.tiles, MOST_TILES).is_none(), "open.streams", || {
            format!("a stream beyond tile {}", track.tiles)
        });
        for animal in Animal::ALL {
            let tile = state.turbo[animal.index()];
            let is_laid = !track.turbo_tiles.is_empty()
                && self.animals.contains(animal)
                && match state.phase {
                    Phase::StartingBet(_) | Phase::Stream => false,
                    Phase::Turbo(next) => animal < next,
                    _ => true,
                };
            if is_laid {
                faults.expect(track.turbo_tiles.contains(&tile), format_args!("open.turbo.{animal}"), || {
                    format!("tile {tile}; the tokens lie on {:?}", track.turbo_tiles)
                });
                let earlier = &state.turbo[..animal.index()];
                faults.expect(!earlier.contains(&tile), format_args!("open.turbo.{animal}"), || {
                    format!("tile {tile} has another token already")
                });
            } else {
                faults.expect(tile == 0, format_args!("open.turbo.{animal}"), || {
                    "no token lies there in this phase".to_owned()
                });
            }
        }
    }

    /// AR-11: checks that the table is within its limits.
    fn check_table(&self, state: &State, faults: &mut Faults) -> bool {
        let limits = &self.ruleset.table;
        let total = state.table.count();
        let fits = total <= u32::from(limits.cards)
            && Animal::ALL.iter().all(|animal| state.table.of(*animal) <= limits.of_one_animal);
        faults.expect(fits, "open.table", || {
            format!(
                "{total} cards; the table holds at most {}, and {} of one animal",
                limits.cards, limits.of_one_animal
            )
        });
        fits
    }

    /// AR-13, AR-30: checks that table and podium fit the phase.
    fn check_race(&self, state: &State, faults: &mut Faults) {
        let table = state.table;
        // AR-30: nobody arrives after the third
        let at_once = self.ruleset.end.when == RaceEnds::ThirdArrivalAtOnce;
        faults.expect(!at_once || state.podium.len() <= THIRD, "open.podium", || {
            "the race is over at once when the third animal arrives".to_owned()
        });
        let is_decided = self.is_decided(state);
        match state.phase {
            Phase::Placing(_) => faults.expect(!self.is_triggered(table), "open.table", || {
                "these cards trigger the racing phase, so nobody can be placing".to_owned()
            }),
            Phase::Refill(_) => faults.expect(!table.is_empty(), "open.table", || {
                "nobody refills without having placed a card".to_owned()
            }),
            Phase::Moving { moved, .. } => {
                let by_players = self.ruleset.movement.mode == MovementMode::ByPlayers;
                let is_moving = by_players && self.is_triggered(table) && !movable(state, moved).is_empty();
                faults.expect(is_moving, "open.phase", || "nobody has an animal to move".to_owned());
            }
            Phase::Over => {
                faults.expect(is_decided, "open.podium", || {
                    "too few animals for a race that is over".to_owned()
                });
                // AR-29
                let fits = match self.ruleset.end.after_last_phase {
                    AfterLastPhase::AsItIs => self.is_triggered(table),
                    AfterLastPhase::TidyUp => table.is_empty(),
                };
                faults.expect(fits, "open.table", || {
                    "these are not the cards that lie there after the last racing phase".to_owned()
                });
            }
            _ => faults.expect(table.is_empty() && state.at == [0; ANIMALS], "open", || {
                "cards on the table or animals on the track before the first turn".to_owned()
            }),
        }
        let goes_on = match state.phase {
            Phase::Placing(_) | Phase::Refill(_) => !is_decided,
            Phase::Moving { .. } => !self.is_over_at_once(state),
            _ => true,
        };
        faults.expect(goes_on, "open.podium", || "with this number of arrivals the race is over".to_owned());
        if faults.is_empty() {
            self.check_late_arrivals(state, faults);
        }
    }

    /// AR-30, AA-07: checks that the deciding animals can have arrived in the racing phase that decides the race.
    fn check_late_arrivals(&self, state: &State, faults: &mut Faults) {
        let can_move = |animal: &Animal| {
            let is_scared = state.table[Card::Howl] > 0 && *animal != Animal::Wolf;
            !is_scared && self.steps_by_cards(*animal, state.table.of(*animal)) > 0
        };
        let has_moved: Animals = match state.phase {
            Phase::Moving { seat, moved } => {
                let is_turn = (0..moved.len()).fold(state.first, |next, _| state.seats.left_of(next)) == seat;
                let had_cards = moved.iter().all(|animal| state.table.of(animal) > 0);
                faults.expect(is_turn && had_cards, "open.phase", || {
                    "these animals cannot have moved before this seat's turn to move one".to_owned()
                });
                moved.iter().filter(can_move).collect()
            }
            Phase::Over if self.ruleset.end.after_last_phase == AfterLastPhase::AsItIs => {
                self.animals.iter().filter(can_move).collect()
            }
            _ => return,
        };
        let late = || state.podium.iter().skip(usize::from(self.arrivals_needed()) - 1);
        for animal in late() {
            faults.expect(has_moved.contains(animal), "open.podium", || {
                format!("the {animal} has not moved in this racing phase, and was not there before it")
            });
        }
        // AR-20: animals that move one after another also arrive one after another
        let by_animal = self.ruleset.movement.mode == MovementMode::ByAnimal;
        faults.expect(!by_animal || late().is_sorted(), "open.podium", || {
            "the last to arrive are not in the order in which the animals move".to_owned()
        });
    }

    /// AR-04, AR-07: checks that each seat has the bets of its phase.
    fn check_bets(&self, state: &State, faults: &mut Faults) {
        let mut seen = Animals::NONE;
        for seat in state.seats.iter() {
            let (dealt, number) = (state.bets[seat].dealt, seat.number());
            self.expect_dealt(state, seat, dealt.len(), format_args!("bets[{number}].dealt"), faults);
            faults.expect(seen.without(dealt) == seen, format_args!("bets[{number}].dealt"), || {
                "an animal that another seat has been dealt; there is one card of each".to_owned()
            });
            for animal in dealt.without(self.animals).iter() {
                faults.add(
                    format!("bets[{number}].dealt"),
                    format!("the {animal} takes no part under this ruleset"),
                );
            }
            seen = seen.union(dealt);
            let has_chosen = state.bets[seat].chosen.is_some();
            self.expect_chosen(state.phase, seat, has_chosen, format_args!("bets[{number}].chosen"), faults);
        }
    }

    /// AR-04: expects a number of starting bets that the seat can have in this phase.
    pub(super) fn expect_dealt(
        &self,
        state: &State,
        seat: Seat,
        dealt: u8,
        field: impl Display,
        faults: &mut Faults,
    ) {
        let needed = self.starting_bets(state);
        let expected = match state.phase {
            Phase::StartingBet(next) if seat == next => 0..=needed.saturating_sub(1),
            Phase::StartingBet(next) if seat > next => 0..=0,
            _ => needed..=needed,
        };
        faults.expect(expected.contains(&dealt), field, || {
            format!("{dealt} starting bets in this phase; each seat is dealt {needed}")
        });
    }

    /// AR-07: expects a second bet if and only if the seat has one in this phase.
    pub(super) fn expect_chosen(
        &self,
        phase: Phase,
        seat: Seat,
        has_chosen: bool,
        field: impl Display,
        faults: &mut Faults,
    ) {
        faults.expect(has_chosen == self.has_second_bet(phase, seat), field, || {
            if has_chosen { "no second bet can lie there in this phase" } else { "the second bet is missing" }
                .to_owned()
        });
    }

    /// AR-07: returns whether this seat has set its second bet aside by this phase.
    pub(super) fn has_second_bet(&self, phase: Phase, seat: Seat) -> bool {
        self.ruleset.second_bet == SecondBet::FromHand
            && match phase {
                Phase::SecondBet(next) => seat < next,
                Phase::Deal(_) => false,
                _ => !phase.is_before_deal(),
            }
    }

    /// AR-02: checks that deck, hands, table and bets together fit into the pack. Returns `false` if they do not.
    fn check_pack(&self, state: &State, faults: &mut Faults) -> bool {
        let mut heaps: Vec<(String, Cards)> =
            vec![("deck".into(), state.deck), ("open.table".into(), state.table)];
        for seat in state.seats.iter() {
            heaps.push((format!("hands[{}]", seat.number()), state.hands[seat]));
            if let Some(card) = state.bets[seat].chosen {
                heaps.push((format!("bets[{}].chosen", seat.number()), Cards::of_one(card)));
            }
        }
        let mut rest = self.pack;
        for (field, heap) in heaps {
            let Some(less) = rest.checked_sub(heap) else {
                faults.add(field, format!("{heap}; of the pack only {rest} are left for it"));
                return false;
            };
            rest = less;
        }
        faults.expect(rest.is_empty() || !state.phase.is_before_turns(), "deck", || {
            format!("{rest} are missing: nothing has been discarded in this phase")
        });
        true
    }

    /// AR-07, AR-12: checks that the hands have the sizes of the phase.
    fn check_hands(&self, state: &State, faults: &mut Faults) {
        for seat in state.seats.iter() {
            self.expect_hand_size(state.phase, seat, state.hands[seat].len(), faults);
        }
        let draws = matches!(state.phase, Phase::Deal(_) | Phase::Refill(_));
        faults.expect(!draws || !state.deck.is_empty(), "deck", || {
            "it is empty, but a card must be drawn".to_owned()
        });
    }

    /// AR-07, AR-12: expects a hand size that the seat can have in this phase.
    pub(super) fn expect_hand_size(&self, phase: Phase, seat: Seat, size: u8, faults: &mut Faults) {
        let allowed = self.hand_sizes(phase, seat);
        faults.expect(allowed.contains(&size), format_args!("hands[{}]", seat.number()), || {
            format!("{size} cards; in this phase it has {} to {}", allowed.start(), allowed.end())
        });
    }

    fn hand_sizes(&self, phase: Phase, seat: Seat) -> RangeInclusive<u8> {
        let (full, first) = (self.ruleset.hand, self.first_hand());
        match phase {
            Phase::Deal(next) if seat == next => 0..=first - 1,
            Phase::Deal(next) if seat > next => 0..=0,
            Phase::Deal(_) => first..=first,
            Phase::SecondBet(next) if seat >= next => first..=first,
            Phase::Refill(next) if seat == next => {
                full.saturating_sub(self.ruleset.table.placement)..=full - 1
            }
            phase if phase.is_before_deal() => 0..=0,
            _ => full..=full,
        }
    }

    /// AR-08: checks that the memory accounts for the deck and for all cards outside it.
    fn check_memory(&self, state: &State, faults: &mut Faults) {
        let Memory { deck, drawn, placed } = &state.memory;
        faults.expect(*deck == self.pack || !state.phase.is_before_turns(), "since-shuffle.deck", || {
            "before the first turn it is the whole pack".to_owned()
        });
        let mut rest = Some(*deck);
        for seat in state.seats.iter() {
            rest = rest.and_then(|rest| rest.checked_sub(drawn[seat]));
        }
        faults.expect(rest == Some(state.deck), "since-shuffle.drawn", || {
            "the shuffled deck without the cards drawn since is not the deck".to_owned()
        });
        // Cards that were outside the deck when it was shuffled: in hands, set aside, or on the table.
        let mut outside = self.pack.checked_sub(*deck);
        faults.expect(outside.is_some(), "since-shuffle.deck", || "more cards than the pack has".to_owned());
        // AR-07: once the deck has been reshuffled, a second bet was set aside before that and never drawn since.
        let was_shuffled = *deck != self.pack;
        for seat in state.seats.iter() {
            let hand = if was_shuffled { state.hands[seat] } else { state.held(seat) };
            let kept = hand.checked_add(placed[seat]).and_then(|all| all.checked_sub(drawn[seat]));
            faults.expect(kept.is_some(), format_args!("since-shuffle.drawn[{}]", seat.number()), || {
                "cards that the seat has neither in its hand nor placed".to_owned()
            });
            let most = self.first_hand();
            faults.expect(
                kept.is_none_or(|kept| kept.count() <= most.into()),
                format_args!("since-shuffle.placed[{}]", seat.number()),
                || format!("the seat must have held more than {most} cards when the deck was shuffled"),
            );
            outside = outside.and_then(|outside| outside.checked_sub(kept?));
            if let (true, Some(bet)) = (was_shuffled, state.bets[seat].chosen) {
                outside = outside.and_then(|outside| outside.checked_sub(Cards::of_one(bet)));
            }
        }
        faults.expect(outside.is_some(), "since-shuffle.deck", || {
            "the seats hold or have placed more cards than there are outside the shuffled deck".to_owned()
        });
    }
}

/// Expects one entry for each seat.
pub(super) fn expect_len(faults: &mut Faults, field: &str, len: usize, seats: Seats) {
    faults.expect(len == usize::from(seats.count()), field, || {
        format!("{len} entries; one for each of {seats} players is needed")
    });
}

/// Expects a seat that is at the table.
pub(super) fn expect_seat(faults: &mut Faults, field: &str, seat: Seat, seats: Seats) {
    faults.expect(seats.contains(seat), field, || {
        format!("seat number {} (from 0) at a table of {seats}", seat.number())
    });
}
