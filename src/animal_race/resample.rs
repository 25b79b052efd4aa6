//! The information set of a view: all states that agree with it, and random samples of them.

use rand::{Rng, RngExt};

use super::animals::Animals;
use super::cards::Cards;
use super::check::{expect_len, expect_seat};
use super::game::AnimalRace;
use super::placed_origins::HeldSplit;
use super::position::Open;
use super::state::{Memory, Phase, State};
use super::unseen::{OTHERS, OtherSeat, Unseen};
use super::view::View;
use crate::common::fault::Faults;
use crate::common::seat::{Seat, SeatList, Seats};

/// All states that a view leaves open, prepared once so that drawing one is fast.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// The known part: a state without the hidden cards.
    known: State,
    /// The starting bet cards that the viewer has not seen.
    unseen_bets: Animals,
    /// The number of hidden starting bets of each seat.
    starting_bets: SeatList<u8, 5>,
    unseen: Unseen,
    /// Whether the second bets belong to the held heap, as they do once the deck has been reshuffled.
    bets_are_held: bool,
    held_split: HeldSplit,
}

impl InformationSet {
    /// The information set of a view, or every inconsistency in the view.
    pub(super) fn of(game: &AnimalRace, view: &View) -> Result<Self, Faults> {
        let mut faults = Faults::none();
        let Some(mut known) = game.read_open(&view.open, &mut faults) else { return Err(faults) };
        game.check_open(&known, &mut faults);
        let seats = known.seats;
        check_lens(view, seats, &mut faults);
        faults.check()?;

        let mut faults = Faults::none();
        game.check_seen_bets(view, &known, &mut faults);
        known.hands[view.seat] = view.hand;
        known.bets[view.seat] = view.bets;
        if let Some(revealed) = view.revealed {
            for seat in seats.iter() {
                known.bets[seat] = revealed[seat];
            }
        }
        game.check_totals(&known, &mut faults);
        let unseen = game.count_unseen(view, &mut known, &mut faults);
        // A position may leave out the obvious. A view contains all of it, as do the states that it stands for.
        faults.expect(Open::of(&known) == view.open, "open", || {
            "not in full: it names the tile of each animal that races and of no other, and the points of each seat"
                .to_owned()
        });
        faults.check()?;
        let held_split = unseen.and_then(|unseen| Some((unseen, HeldSplit::new(&unseen)?)));
        let Some((unseen, held_split)) = held_split else {
            let problem = "the pack of the ruleset does not allow this distribution of the cards";
            return Err(Faults::one("since-shuffle", problem));
        };
        let is_hidden = |seat: Seat| seat != view.seat && view.revealed.is_none();
        let starting_bets =
            SeatList::new(seats, |seat| if is_hidden(seat) { view.starting_bets[seat] } else { 0 });
        let bets_are_held = view.since_shuffle.deck != game.pack;
        let unseen_bets = known.undealt_bets(game.animals);
        Ok(Self { known, unseen_bets, starting_bets, unseen, bets_are_held, held_split })
    }

    /// A random state of the set.
    ///
    /// The unseen cards are dealt to the unseen places, each physical deal equally likely. Cards that a seat held
    /// when the deck was shuffled and cards of that deck form two heaps. Both heaps are known, and the cards that
    /// the seat has placed since may come from either.
    #[inline]
    pub(super) fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let mut state = self.known;
        self.deal_starting_bets(&mut state, rng);
        self.deal_cards(&mut state, &self.held_split.sample(rng), rng);
        state
    }

    /// AR-04: deals the others' starting bets; the rest leaves the game unseen.
    fn deal_starting_bets<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        let mut rest = self.unseen_bets;
        for seat in state.seats.iter() {
            for _ in 0..self.starting_bets[seat] {
                let place = rng.random_range(0..u32::from(rest.len()).max(1)) as usize;
                let Some(animal) = rest.iter().nth(place) else { return };
                rest = rest.without(Animals::NONE.with(animal));
                state.bets[seat].dealt = state.bets[seat].dealt.with(animal);
            }
        }
    }

    /// Deals the rest of both heaps after the placed cards, of which `from_held` were held.
    fn deal_cards<R: Rng + ?Sized>(&self, state: &mut State, from_held: &[Cards; OTHERS], rng: &mut R) {
        let Unseen { mut held, mut drawn, .. } = self.unseen;
        for (other, from_held) in self.unseen.others().iter().zip(from_held) {
            let mut from_drawn = other.placed;
            from_drawn.take(*from_held);
            held.take(*from_held);
            drawn.take(from_drawn);
        }
        for (other, from_held) in self.unseen.others().iter().zip(from_held) {
            let seat = other.seat;
            let bets = if self.bets_are_held { &mut held } else { &mut drawn };
            if other.hides_bet {
                state.bets[seat].chosen = bets.take_some(1, rng).nth(0);
            }
            let kept = held.take_some(other.held - from_held.len(), rng);
            let still_drawn = drawn.take_some(other.drawn + from_held.len() - other.placed.len(), rng);
            state.hands[seat] = kept;
            state.hands[seat].put(still_drawn);
            state.memory.drawn[seat] = still_drawn;
            state.memory.drawn[seat].put(other.placed);
            state.memory.drawn[seat].take(*from_held);
            if let (false, Some(card)) = (self.bets_are_held, state.bets[seat].chosen) {
                state.memory.drawn[seat].put(Cards::of_one(card));
            }
        }
        state.deck = drawn;
    }
}

fn check_lens(view: &View, seats: Seats, faults: &mut Faults) {
    expect_seat(faults, "seat", view.seat, seats);
    expect_len(faults, "starting-bets", view.starting_bets.len(), seats);
    expect_len(faults, "hands", view.hands.len(), seats);
    expect_len(faults, "since-shuffle.drawn", view.since_shuffle.drawn.len(), seats);
    expect_len(faults, "since-shuffle.placed", view.since_shuffle.placed.len(), seats);
    if let Some(revealed) = view.revealed {
        expect_len(faults, "revealed", revealed.len(), seats);
    }
}

impl AnimalRace {
    /// AR-04, AR-07: checks that the bets and hands of the view are those of its phase.
    fn check_seen_bets(&self, view: &View, state: &State, faults: &mut Faults) {
        for seat in state.seats.iter() {
            let (dealt, number) = (view.starting_bets[seat], seat.number());
            self.expect_dealt(state, seat, dealt, format_args!("starting-bets[{number}]"), faults);
            self.expect_hand_size(state.phase, seat, view.hands[seat], faults);
        }
        let (dealt, expected) = (view.bets.dealt.len(), view.starting_bets[view.seat]);
        faults.expect(dealt == expected, "bets.dealt", || {
            format!("{dealt} animals; the seat has been dealt {expected}")
        });
        self.expect_chosen(state.phase, view.seat, view.bets.chosen.is_some(), "bets.chosen", faults);
        faults.expect(view.revealed.is_some() == (state.phase == Phase::Over), "revealed", || {
            "the bets are revealed exactly when the game is over".to_owned()
        });
        let Some(revealed) = view.revealed else { return };
        let mut seen = Animals::NONE;
        for seat in state.seats.iter() {
            let bets = revealed[seat];
            let fits = bets.dealt.len() == self.starting_bets(state)
                && seen.intersection(bets.dealt).is_empty()
                && bets.chosen.is_some() == self.has_second_bet(state.phase, seat)
                && (seat != view.seat || bets == view.bets);
            faults.expect(fits, format_args!("revealed[{}]", seat.number()), || {
                "the seat cannot have had these bets".to_owned()
            });
            seen = seen.union(bets.dealt);
        }
    }

    /// Counts the unseen cards and their places, and fills in the known memory. `None` if the numbers do not add
    /// up.
    fn count_unseen(&self, view: &View, state: &mut State, faults: &mut Faults) -> Option<Unseen> {
        let since = &view.since_shuffle;
        state.memory = Memory::of_deck(since.deck);
        state.memory.drawn[view.seat] = view.own_drawn;
        let mut placed_since = Cards::NONE;
        for seat in state.seats.iter() {
            state.memory.placed[seat] = since.placed[seat];
            placed_since = placed_since.checked_add(since.placed[seat])?;
        }
        // Every card that was outside the deck when it was shuffled was on the table or in a hand.
        let open = view.discard.checked_add(state.table)?;
        self.pack.checked_sub(open)?;
        let on_table_then = open.checked_sub(placed_since)?;
        let mut held = self.pack.checked_sub(since.deck)?.checked_sub(on_table_then)?;
        let mut drawn = since.deck.checked_sub(view.own_drawn)?;

        // Before the first reshuffle everything comes from the pack, including the second bets.
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

        let mut unseen = Unseen::default();
        let mut hidden_bets = 0;
        for seat in state.seats.iter().filter(|seat| *seat != view.seat) {
            let has_bet = self.has_second_bet(state.phase, seat);
            if let Some(shown) = state.bets[seat].chosen.filter(|_| has_bet) {
                let heap = if is_first_deck { &mut drawn } else { &mut held };
                *heap = heap.checked_sub(Cards::of_one(shown))?;
            }
            let other = self.other_seat(view, state, seat, has_bet, is_first_deck)?;
            hidden_bets += u32::from(other.hides_bet);
            unseen.add(other);
        }
        (unseen.held, unseen.drawn) = (held, drawn);
        let (bets_held, bets_drawn) = if is_first_deck { (0, hidden_bets) } else { (hidden_bets, 0) };
        let places = |count: fn(&OtherSeat) -> u8| {
            unseen.others().iter().map(|other| u32::from(count(other))).sum::<u32>()
        };
        let to_draw = matches!(state.phase, Phase::Deal(_) | Phase::Refill(_));
        let adds_up = places(|other| other.held) + bets_held == u32::from(held.len())
            && places(|other| other.drawn) + bets_drawn + u32::from(view.deck) == u32::from(drawn.len())
            && !(to_draw && view.deck == 0)
            && (!state.phase.is_before_turns() || (open.is_empty() && is_first_deck));
        adds_up.then_some(unseen)
    }

    /// What the viewer knows about another seat; `None` if its numbers do not add up.
    fn other_seat(
        &self,
        view: &View,
        state: &State,
        seat: Seat,
        has_bet: bool,
        is_first_deck: bool,
    ) -> Option<OtherSeat> {
        let since = &view.since_shuffle;
        let (placed, drawn) = (since.placed[seat], since.drawn[seat]);
        let bet_was_drawn = u8::from(has_bet && is_first_deck);
        let held = (u16::from(view.hands[seat]) + u16::from(placed.len()) + u16::from(bet_was_drawn))
            .checked_sub(u16::from(drawn))?;
        let held = u8::try_from(held).ok()?;
        // At most one full hand was held when the deck was shuffled.
        (held <= self.first_hand()).then_some(OtherSeat {
            seat,
            held,
            drawn: drawn.checked_sub(bet_was_drawn)?,
            placed,
            hides_bet: has_bet && state.bets[seat].chosen.is_none(),
        })
    }
}
