//! What a seat may know (AR-08), and full states that agree with it.
//!
//! A seat sees everything on the table and in the discard, all sizes, its own hand and bets, and keeps a
//! perfect memory of the deck: how it was shuffled last, what the seat itself has drawn since, how many cards
//! each other seat has drawn, and which it has placed. When the game is over, the bets are revealed.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::AnimalRace;
use super::cards::{Animals, Card, Cards};
use super::event::Bets;
use super::origins::Origins;
use super::position::{Open, SinceShuffle, is_before_turns};
use super::ruleset::MOST_PLAYERS;
use super::state::{Memory, Phase, State};
use super::turn::{bets, undealt_bets};
use crate::fault::Faults;
use crate::readable::readable;
use crate::seat::{Seat, SeatList};

/// All that one seat may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// What everybody sees.
    pub open: Open,
    /// How many starting bets each seat has been dealt.
    pub starting_bets: SeatList<u8, 5>,
    /// The discard.
    pub discard: Cards,
    /// How many cards the deck has.
    pub deck: u8,
    /// How many cards each seat has in its hand.
    pub hands: SeatList<u8, 5>,
    /// The own hand.
    pub hand: Cards,
    /// The own bets.
    pub bets: Bets,
    /// What the seat has drawn itself since the deck was shuffled last.
    pub own_drawn: Cards,
    /// The deck since it was shuffled last, and how many cards each seat has drawn of it.
    pub since_shuffle: SinceShuffle<u8>,
    /// All bets, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<SeatList<Bets, 5>>,
}

readable!(View);

impl AnimalRace {
    /// What this seat may know in this state.
    pub(super) fn see(&self, state: &State, seat: Seat) -> View {
        let seats = state.seats;
        let is_over = state.phase == Phase::Over;
        View {
            seat,
            open: Self::open(state),
            starting_bets: SeatList::new(seats, |seat| state.dealt_bets[seat].len()),
            discard: state.discard(self.pack),
            deck: state.deck.len(),
            hands: SeatList::new(seats, |seat| state.hands[seat].len()),
            hand: state.hands[seat],
            bets: bets(state, seat),
            own_drawn: state.memory.drawn[seat],
            since_shuffle: SinceShuffle {
                deck: state.memory.deck,
                drawn: SeatList::new(seats, |seat| state.memory.drawn[seat].len()),
                placed: SeatList::new(seats, |seat| state.memory.placed[seat]),
            },
            revealed: is_over.then(|| SeatList::new(seats, |seat| bets(state, seat))),
        }
    }

    /// A full state that this view can come from.
    ///
    /// The unseen cards are dealt to the unseen places, each physical deal equally likely. Cards that a seat
    /// held when the deck was shuffled and cards of that deck are told apart: both heaps are known, and what
    /// the seat has placed since may come from either.
    #[inline]
    pub(super) fn imagine<R: Rng + ?Sized>(set: &InformationSet, rng: &mut R) -> State {
        let mut state = set.known.clone();
        imagine_starting_bets(&mut state, set.starting_bets, rng);
        deal_unseen(&mut state, &set.unseen, &set.origins.sample(rng), rng);
        state
    }

    /// What a view leaves open.
    pub(super) fn work_out(&self, view: &View) -> Result<InformationSet, Faults> {
        let mut faults = Faults::none();
        let Some(mut state) = self.read_open(&view.open, &mut faults) else { return Err(faults) };
        self.check_open(&state, &mut faults);
        let seats = state.seats;
        faults.expect(seats.contains(view.seat), "seat", || {
            format!("seat number {} (from 0) at a table of {seats}", view.seat.number())
        });
        let lens = [
            ("starting-bets", view.starting_bets.len()),
            ("hands", view.hands.len()),
            ("since-shuffle.drawn", view.since_shuffle.drawn.len()),
            ("since-shuffle.placed", view.since_shuffle.placed.len()),
            ("revealed", view.revealed.map_or(usize::from(seats.count()), |bets| bets.len())),
        ];
        for (field, len) in lens {
            faults.expect(len == usize::from(seats.count()), field, || {
                format!("{len} entries; one for each of {seats} players is needed")
            });
        }
        faults.check()?;

        let mut faults = Faults::none();
        self.check_seen_bets(view, &state, &mut faults);
        state.hands[view.seat] = view.hand;
        state.dealt_bets[view.seat] = view.bets.dealt;
        state.second_bets[view.seat] = view.bets.chosen;
        if let Some(revealed) = view.revealed {
            for seat in seats.iter() {
                state.dealt_bets[seat] = revealed[seat].dealt;
                state.second_bets[seat] = revealed[seat].chosen;
            }
        }
        self.check_totals(&state, &mut faults);
        let unseen = self.count_unseen(view, &mut state, &mut faults);
        faults.check()?;
        let origins = unseen.as_ref().and_then(Origins::new);
        let (Some(unseen), Some(origins)) = (unseen, origins) else {
            let problem = "these cards cannot all be where the view says, by the pack of the ruleset";
            return Err(Faults::one("since-shuffle", problem));
        };
        let is_hidden = |seat: Seat| seat != view.seat && view.revealed.is_none();
        let starting_bets =
            SeatList::new(seats, |seat| if is_hidden(seat) { view.starting_bets[seat] } else { 0 });
        Ok(InformationSet { known: state, starting_bets, unseen, origins })
    }

    /// AR-04, AR-07: the bets that the view tells of are those of its phase.
    fn check_seen_bets(&self, view: &View, state: &State, faults: &mut Faults) {
        let needed = self.starting_bets(state);
        for seat in state.seats.iter() {
            let dealt = view.starting_bets[seat];
            let expected = match state.phase {
                Phase::StartingBet(next) if seat == next => 0..=needed.saturating_sub(1),
                Phase::StartingBet(next) if seat > next => 0..=0,
                _ => needed..=needed,
            };
            faults.expect(
                expected.contains(&dealt),
                format_args!("starting-bets[{}]", seat.number()),
                || format!("{dealt} starting bets in this phase; each seat is dealt {needed}"),
            );
            let size = view.hands[seat];
            let sizes = self.hand_sizes(state.phase, seat);
            faults.expect(sizes.contains(&size), format_args!("hands[{}]", seat.number()), || {
                format!("{size} cards; in this phase it has {} to {}", sizes.start(), sizes.end())
            });
        }
        faults.expect(view.bets.dealt.len() == view.starting_bets[view.seat], "bets.dealt", || {
            format!(
                "{} animals; the seat has been dealt {}",
                view.bets.dealt.len(),
                view.starting_bets[view.seat]
            )
        });
        let has_chosen = self.has_second_bet(state.phase, view.seat);
        faults.expect(view.bets.chosen.is_some() == has_chosen, "bets.chosen", || {
            if has_chosen { "the second bet is missing" } else { "no second bet can lie there in this phase" }
                .to_owned()
        });
        let is_over = state.phase == Phase::Over;
        faults.expect(view.revealed.is_some() == is_over, "revealed", || {
            "the bets are revealed exactly when the game is over".to_owned()
        });
        if let Some(revealed) = view.revealed {
            let mut seen = Animals::NONE;
            for seat in state.seats.iter() {
                let Bets { dealt, chosen } = revealed[seat];
                let fits = dealt.len() == needed
                    && seen.without(dealt) == seen
                    && chosen.is_some() == self.has_second_bet(state.phase, seat)
                    && (seat != view.seat || revealed[seat] == view.bets);
                faults.expect(fits, format_args!("revealed[{}]", seat.number()), || {
                    "bets that the seat cannot have had".to_owned()
                });
                seen = seen.union(dealt);
            }
        }
    }

    /// Where the unseen cards are, by number; `None` when the numbers do not add up.
    fn count_unseen(&self, view: &View, state: &mut State, faults: &mut Faults) -> Option<Unseen> {
        let since = &view.since_shuffle;
        state.memory = Memory::of_deck(since.deck);
        // Everything that lay outside the deck when it was shuffled and was not on the table was held.
        let mut placed_since = Cards::NONE;
        for seat in state.seats.iter() {
            state.memory.placed[seat] = since.placed[seat];
            placed_since = placed_since.checked_add(since.placed[seat])?;
        }
        let open = view.discard.checked_add(state.table)?;
        self.pack.checked_sub(open)?;
        let on_table_then = open.checked_sub(placed_since)?;
        let mut held = self.pack.checked_sub(since.deck)?.checked_sub(on_table_then)?;
        let drawn = since.deck.checked_sub(view.own_drawn)?;
        state.memory.drawn[view.seat] = view.own_drawn;

        // Before the first shuffle everything comes from the pack, the second bets too.
        let is_first_deck = since.deck == self.pack;
        let own_bet = view.bets.chosen.map_or(Cards::NONE, Cards::of_one);
        let own = view.hand.checked_add(own_bet)?.checked_add(since.placed[view.seat])?;
        held = held.checked_sub(own.checked_sub(view.own_drawn)?)?;
        let sizes_fit =
            view.hand.len() == view.hands[view.seat] && view.own_drawn.len() == since.drawn[view.seat];
        if !sizes_fit {
            faults.add("hand", "its size, or that of `own-drawn`, is not the one that the view counts");
            return None;
        }

        let mut unseen = Unseen { held, drawn, bets_are_held: !is_first_deck, ..Unseen::default() };
        for seat in state.seats.iter().filter(|seat| *seat != view.seat) {
            let has_bet = self.has_second_bet(state.phase, seat);
            let shown = state.second_bets[seat].map_or(Cards::NONE, Cards::of_one);
            if has_bet && !shown.is_empty() {
                let heap = if is_first_deck { &mut unseen.drawn } else { &mut unseen.held };
                *heap = heap.checked_sub(shown)?;
            }
            let hidden_bet = u8::from(has_bet && shown.is_empty());
            let bet_was_drawn = u8::from(has_bet && is_first_deck);
            let placed = since.placed[seat];
            let kept = (u16::from(view.hands[seat]) + u16::from(placed.len()) + u16::from(bet_was_drawn))
                .checked_sub(u16::from(since.drawn[seat]))?;
            let place = OtherSeat {
                seat,
                held: u8::try_from(kept).ok()?,
                drawn: since.drawn[seat].checked_sub(bet_was_drawn)?,
                placed,
                hidden_bet,
            };
            // What was held when the deck was shuffled is at most a hand.
            if place.held > self.first_hand() {
                return None;
            }
            unseen.others[usize::from(unseen.len)] = place;
            unseen.len += 1;
        }
        let others = || unseen.others().iter();
        let bets: u16 = others().map(|other| u16::from(other.hidden_bet)).sum();
        let held_places: u16 = others().map(|other| u16::from(other.held)).sum::<u16>()
            + if unseen.bets_are_held { bets } else { 0 };
        let drawn_places: u16 = others().map(|other| u16::from(other.drawn)).sum::<u16>()
            + u16::from(view.deck)
            + if unseen.bets_are_held { 0 } else { bets };
        let to_draw = matches!(state.phase, Phase::Deal(_) | Phase::Refill(_));
        let adds_up = held_places == u16::from(unseen.held.len())
            && drawn_places == u16::from(unseen.drawn.len())
            && !(to_draw && view.deck == 0)
            && (!is_before_turns(state.phase) || (open.is_empty() && is_first_deck));
        adds_up.then_some(unseen)
    }
}

/// All states that a view leaves open, worked out once so that drawing one is quick.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// What is known, as a state without the hidden cards.
    known: State,
    /// How many hidden starting bets each seat has.
    starting_bets: SeatList<u8, 5>,
    unseen: Unseen,
    origins: Origins,
}

/// The most other seats.
pub(super) const OTHERS: usize = MOST_PLAYERS as usize - 1;

/// The unseen cards and the places where they can be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unseen {
    /// What the other seats held, hidden, when the deck was shuffled last.
    pub(super) held: Cards,
    /// What was in that deck and the viewer has not drawn.
    pub(super) drawn: Cards,
    /// Whether the second bets are of the first heap: they are once the deck has been shuffled again.
    pub(super) bets_are_held: bool,
    others: [OtherSeat; OTHERS],
    len: u8,
}

/// Another seat, as the viewer knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OtherSeat {
    seat: Seat,
    /// How many cards it had in its hand when the deck was shuffled.
    pub(super) held: u8,
    /// How many cards it has drawn since, a second bet aside.
    pub(super) drawn: u8,
    /// What it has placed since.
    pub(super) placed: Cards,
    /// Whether it has a second bet that is not revealed: 0 or 1.
    hidden_bet: u8,
}

impl Default for OtherSeat {
    fn default() -> Self {
        Self { seat: Seat::FIRST, held: 0, drawn: 0, placed: Cards::NONE, hidden_bet: 0 }
    }
}

impl Unseen {
    /// Two heaps, and other seats that held, drew and placed these cards; nobody has a second bet.
    #[cfg(test)]
    pub(super) fn of(held: Cards, drawn: Cards, seats: &[(u8, u8, Cards)]) -> Self {
        let mut unseen = Self { held, drawn, len: seats.len() as u8, ..Self::default() };
        for (other, (held, drawn, placed)) in unseen.others.iter_mut().zip(seats) {
            *other = OtherSeat { held: *held, drawn: *drawn, placed: *placed, ..OtherSeat::default() };
        }
        unseen
    }

    /// The other seats.
    pub(super) fn others(&self) -> &[OtherSeat] {
        &self.others[..usize::from(self.len)]
    }
}

/// AR-04: the others' starting bets, and those that left the game unseen.
fn imagine_starting_bets<R: Rng + ?Sized>(state: &mut State, hidden: SeatList<u8, 5>, rng: &mut R) {
    let mut rest = undealt_bets(state);
    for seat in state.seats.iter() {
        for _ in 0..hidden[seat] {
            let place = rng.random_range(0..u32::from(rest.len()).max(1)) as usize;
            let Some(animal) = rest.iter().nth(place) else { return };
            rest = rest.without(Animals::NONE.with(animal));
            state.dealt_bets[seat] = state.dealt_bets[seat].with(animal);
        }
    }
}

/// Deals the unseen cards to the unseen places: what is left of either heap after the placed cards.
fn deal_unseen<R: Rng + ?Sized>(
    state: &mut State,
    unseen: &Unseen,
    from_held: &[Cards; OTHERS],
    rng: &mut R,
) {
    let (mut held, mut drawn) = (unseen.held, unseen.drawn);
    for (other, from_held) in unseen.others().iter().zip(from_held) {
        let mut from_drawn = other.placed;
        from_drawn.take(*from_held);
        held.take(*from_held);
        drawn.take(from_drawn);
    }
    for (other, from_held) in unseen.others().iter().zip(from_held) {
        let seat = other.seat;
        let bets = if unseen.bets_are_held { &mut held } else { &mut drawn };
        if other.hidden_bet == 1 {
            state.second_bets[seat] = take_any(bets, rng);
        }
        let kept = take_some(&mut held, other.held - from_held.len(), rng);
        let still_drawn = take_some(&mut drawn, other.drawn + from_held.len() - other.placed.len(), rng);
        state.hands[seat] = kept;
        state.hands[seat].put(still_drawn);
        state.memory.drawn[seat] = still_drawn;
        state.memory.drawn[seat].put(other.placed);
        state.memory.drawn[seat].take(*from_held);
        if let (false, Some(card)) = (unseen.bets_are_held, state.second_bets[seat]) {
            state.memory.drawn[seat][card] += 1;
        }
    }
    state.deck = drawn;
}

/// Takes a card out of a heap, each equally likely.
#[inline]
fn take_any<R: Rng + ?Sized>(heap: &mut Cards, rng: &mut R) -> Option<Card> {
    let card = heap.nth(rng.random_range(0..u32::from(heap.len()).max(1)) as u8)?;
    heap[card] -= 1;
    Some(card)
}

/// Takes so many cards out of a heap, each set equally likely.
#[inline]
fn take_some<R: Rng + ?Sized>(heap: &mut Cards, count: u8, rng: &mut R) -> Cards {
    let mut taken = Cards::NONE;
    for _ in 0..count {
        if let Some(card) = take_any(heap, rng) {
            taken[card] += 1;
        }
    }
    taken
}
