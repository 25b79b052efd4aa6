//! Checks that turn a position into a state, or report every inconsistency.

use super::card_index::{CardIndex, Kind};
use super::cards::{Card, Rank};
use super::game::Gotham;
use super::hand::FULL_HAND;
use super::layer_ways::LayerWays;
use super::memory::{CASES_A_ROUND, Case, MOST_CASES};
use super::policy::Drawing;
use super::position::{Open, Position, Remembered};
use super::state::{Deposited, Phase, State};
use super::track::{FIGURES, Figure, Stand, Track};
use crate::common::fault::Faults;
use crate::common::seat::{Seat, Seats};

/// The highest number that the layer on top may have. Each layer with a lower number has a card outside the deck, or a
/// shown card with an open origin.
pub(super) const MOST_TOP: u8 = 50;

impl Gotham {
    pub(super) fn state_of(&self, position: &Position) -> Result<State, Faults> {
        let mut reader = Reader { game: self, faults: Faults::none() };
        let state = reader.read(position);
        reader.faults.check()?;
        Ok(state)
    }
}

/// Reads a position and notes every inconsistency.
struct Reader<'a> {
    game: &'a Gotham,
    faults: Faults,
}

impl Reader<'_> {
    fn read(&mut self, position: &Position) -> State {
        let open = &position.open;
        let is_fit = (1..=FIGURES as u8).contains(&open.players);
        self.faults.expect(is_fit, "players", || format!("{}; 1 to 4 play", open.players));
        let players = open.players.clamp(1, FIGURES as u8);
        let track = self.track(&open.figures);
        let numbers = self.numbers(open);
        self.drew(&open.drew, players, open.phase);
        let mut state = State { numbers, ..open.state(players, track) };
        let mut counts = Counts::new(&self.game.card_index);
        self.hands(position, players, &mut state, &mut counts);
        self.deposit(position, &mut state, &mut counts);
        self.decks(position, &mut state, &mut counts);
        counts.check(&self.game.card_index, &mut self.faults);
        self.phase(&state);
        self.memory(position, &mut state);
        state
    }

    fn kind(&mut self, field: &str, card: Card, counts: &mut Counts) -> Option<Kind> {
        let kind = self.game.card_index.kind(card);
        match kind {
            Some(kind) => counts.found[usize::from(kind.number())] += 1,
            None => self.faults.add(field, format!("this ruleset has no card `{card}`")),
        }
        kind
    }

    fn track(&mut self, figures: &[Stand]) -> Track {
        let mut stands = [Stand::default(); FIGURES];
        let mut seen = [false; FIGURES];
        for (slot, stand) in stands.iter_mut().zip(figures) {
            *slot = *stand;
            seen[stand.figure.index()] = true;
        }
        let all_once = figures.len() == FIGURES && seen == [true; FIGURES];
        self.faults.expect(all_once, "figures", || "each of A, B, C and D stands here once".to_owned());
        let in_order = stands.windows(2).all(|pair| pair[0].at >= pair[1].at);
        self.faults.expect(in_order, "figures", || {
            "the leading figure comes first: coordinates cannot ascend".to_owned()
        });
        Track::new(stands)
    }

    fn numbers(&mut self, open: &Open) -> [Option<Rank>; FIGURES] {
        let mut numbers = [None; FIGURES];
        let is_before = matches!(open.phase, Phase::Deal { .. } | Phase::StartNumber { .. });
        let given = &open.start_numbers;
        if !is_before {
            self.faults.expect(given.iter().all(Option::is_none), "start-numbers", || {
                "start numbers are kept only before the race".to_owned()
            });
            return numbers;
        }
        self.faults.expect(given.len() <= FIGURES, "start-numbers", || "at most four".to_owned());
        for (index, (slot, number)) in numbers.iter_mut().zip(given).enumerate() {
            *slot = number.and_then(Rank::new);
            self.faults.expect(slot.is_some() == number.is_some(), "start-numbers", || {
                "a start number is 1 to 4".to_owned()
            });
            let is_new = number.is_none() || !given[..index].contains(number);
            self.faults.expect(is_new, "start-numbers", || "no start number twice".to_owned());
        }
        let players = usize::from(open.players).min(FIGURES);
        let drawn = match open.phase {
            Phase::StartNumber { seat } => seat.index(),
            _ => 0,
        };
        let all_given = numbers.iter().all(Option::is_some) && drawn == 0;
        let as_drawn = numbers.iter().enumerate().all(|(index, number)| number.is_some() == (index < drawn));
        let is_deal = matches!(open.phase, Phase::Deal { .. });
        self.faults.expect(as_drawn || (all_given && is_deal), "start-numbers", || {
            "either all four are given before the deal, or the players up to the one that draws have drawn"
                .to_owned()
        });
        let allowed = self.game.start_numbers(players as u8);
        let are_allowed = all_given || numbers.iter().flatten().all(|number| allowed.contains(number));
        self.faults.expect(are_allowed, "start-numbers", || {
            "the ruleset does not let the players draw these numbers".to_owned()
        });
        numbers
    }

    fn drew(&mut self, drew: &[Option<Rank>], players: u8, phase: Phase) {
        self.faults.expect(drew.len() <= FIGURES, "drew", || "at most one for each figure".to_owned());
        let ownerless = drew.iter().take(FIGURES).skip(usize::from(players)).all(Option::is_none);
        self.faults.expect(ownerless, "drew", || "ownerless figures draw nothing".to_owned());
        self.faults.expect(phase.is_in_round() || drew.iter().all(Option::is_none), "drew", || {
            "nobody draws in this phase".to_owned()
        });
    }

    fn hands(&mut self, position: &Position, players: u8, state: &mut State, counts: &mut Counts) {
        self.faults.expect(position.hands.len() == usize::from(players), "hands", || {
            format!("{} hands for {players} players", position.hands.len())
        });
        for (index, cards) in position.hands.iter().take(FIGURES).enumerate() {
            let field = format!("hands[{index}]");
            self.faults.expect(cards.len() <= FULL_HAND, &field, || {
                format!("{} cards; a hand has at most {FULL_HAND}", cards.len())
            });
            for card in cards.iter().take(FULL_HAND) {
                if let Some(kind) = self.kind(&field, *card, counts) {
                    state.hands[index].add(kind, 0);
                }
            }
        }
    }

    fn deposit(&mut self, position: &Position, state: &mut State, counts: &mut Counts) {
        let cards = &position.deposit;
        self.faults.expect(cards.len() <= FIGURES, "deposit", || "at most four cards".to_owned());
        for (index, placed) in cards.iter().take(FIGURES).enumerate() {
            let field = format!("deposit[{index}]");
            let Some(card) = placed.card else {
                self.faults.add(field, "a state has the face of every card");
                continue;
            };
            self.faults.expect(card.back() == placed.back, &field, || {
                format!("`{card}` has not the back {}", placed.back)
            });
            let twice = cards[..index].iter().any(|other| other.figure == placed.figure);
            self.faults.expect(!twice, &field, || format!("a second card for {}", placed.figure));
            if let Some(kind) = self.kind(&field, card, counts) {
                state.deposit.place(placed.figure, kind, 0);
            }
        }
    }

    fn decks(&mut self, position: &Position, state: &mut State, counts: &mut Counts) {
        self.faults.expect(position.decks.len() == FIGURES, "decks", || "there are four decks".to_owned());
        for (back, deck) in Rank::ALL.into_iter().zip(&position.decks) {
            let field = format!("decks[{}]", back.index());
            let mut of_deck = |reader: &mut Self, cards: &[Card]| -> Vec<Kind> {
                let misplaced = cards.iter().find(|card| card.back() != back);
                if let Some(card) = misplaced {
                    reader.faults.add(&field, format!("`{card}` belongs to another deck"));
                }
                cards.iter().filter_map(|card| reader.kind(&field, *card, counts)).collect()
            };
            let layers: Vec<Vec<Kind>> = deck.layers.iter().map(|layer| of_deck(self, layer)).collect();
            let carried_out = of_deck(self, &deck.carried_out);
            let total = layers.iter().map(Vec::len).sum::<usize>() + carried_out.len();
            self.faults.expect(layers.iter().all(|layer| !layer.is_empty()), &field, || {
                "a layer has at least one card".to_owned()
            });
            if total > self.game.card_index.deck(back).len()
                || deck.layers.iter().flatten().any(|c| c.back() != back)
            {
                self.faults.add(&field, format!("{total} cards are more than the deck has"));
                continue;
            }
            for layer in &layers {
                state.decks.put_under(&self.game.card_index, back, layer);
            }
            for kind in carried_out {
                state.decks.carry_out(&self.game.card_index, kind);
            }
        }
    }

    /// Checks hands, deposit and decks against the phase.
    fn phase(&mut self, state: &State) {
        let players = Seats::new(state.players).into_iter().flat_map(Seats::iter);
        let is_race = state.acting.is_some();
        self.faults.expect(is_race || state.acted == 0, "acted", || "nobody acts in this phase".to_owned());
        self.faults.expect(is_race || state.deposit.cards().is_empty(), "deposit", || {
            "empty before the race and after it".to_owned()
        });
        for seat in players {
            let expected = hand_size(state, seat);
            let held = state.hands[seat.index()].cards().count() as usize;
            self.faults.expect(held == expected, format_args!("hands[{}]", seat.index()), || {
                format!("{held} cards; in this phase seat {seat} has {expected}")
            });
        }
        match state.phase {
            Phase::Deal { seat, .. } | Phase::StartNumber { seat } => {
                self.faults
                    .expect(seat.number() < state.players, "phase", || format!("seat {seat} does not play"));
                let at_start = state.track.stands().iter().all(|stand| stand.at == 0);
                self.faults.expect(at_start && state.round == 0, "figures", || {
                    "before the race all figures are at the start, in round 0".to_owned()
                });
            }
            Phase::ChooseDeck | Phase::Draw { .. } | Phase::Place | Phase::Ownerless => self.round(state),
            Phase::Over => {
                self.faults.expect(self.game.is_over(state), "phase", || {
                    "no figure is beyond the sign: the race is not over".to_owned()
                });
            }
        }
    }

    fn round(&mut self, state: &State) {
        let game = self.game;
        self.faults.expect(state.round > 0, "round", || "the first round is number 1".to_owned());
        let is_owned = state.acting_seat().is_some();
        self.faults.expect(is_owned == (state.phase != Phase::Ownerless), "phase", || {
            "does not fit the figure that acts".to_owned()
        });
        let all_first = game.ruleset.rules.drawing == Drawing::AllBeforePlacing;
        let draws_first = all_first && matches!(state.phase, Phase::ChooseDeck | Phase::Draw { .. });
        // The number of figures that have acted shows which have drawn and which have placed.
        for (acted, figure) in state.track.last_to_first().into_iter().enumerate() {
            let acted = acted as u8;
            let is_past = acted < state.acted;
            let is_now = acted == state.acted;
            let owned = figure.owner(state.players).is_some();
            let draws =
                owned && (is_past || (is_now && state.phase == Phase::Place) || (all_first && !draws_first));
            self.faults.expect(state.drew[figure.index()].is_some() == draws, "drew", || {
                format!("figure {figure} has {}drawn at this moment", if draws { "" } else { "not " })
            });
            let has_placed = state.deposit.cards().iter().any(|laid| laid.figure == figure);
            let places = is_past && !draws_first;
            let is_fit = if owned { has_placed == places } else { places || !has_placed };
            self.faults.expect(is_fit, "deposit", || {
                format!("figure {figure} has {}placed at this moment", if places { "" } else { "not " })
            });
        }
        let order = state.track.last_to_first();
        let rank = |laid: &Deposited| order.iter().position(|figure| *figure == laid.figure);
        let in_order = state.deposit.cards().windows(2).all(|pair| rank(&pair[0]) < rank(&pair[1]));
        self.faults.expect(in_order, "deposit", || "not in the order of acting".to_owned());
        for laid in state.deposit.cards() {
            let ownerless = laid.figure.owner(state.players).is_none();
            let back = game.card_index.card(laid.kind).back();
            self.faults.expect(!ownerless || back == state.track.rank_of(laid.figure), "deposit", || {
                format!("the card of ownerless {} has not the back of its position", laid.figure)
            });
        }
        match state.phase {
            Phase::Draw { back } => {
                self.faults.expect(state.decks.left(back) > 0, "phase", || format!("deck {back} is empty"));
            }
            Phase::Ownerless => {
                let is_empty = state.acting_rank().is_none_or(|rank| state.decks.left(rank) == 0);
                self.faults.expect(!is_empty, "phase", || "the deck of its position is empty".to_owned());
            }
            _ => {}
        }
        // GO-11: a player can always draw. Every figure that acts takes at most one card.
        let left: u32 = Rank::ALL.iter().map(|back| u32::from(state.decks.left(*back))).sum();
        let to_draw = Figure::ALL.iter().filter(|figure| {
            let has_placed = state.deposit.cards().iter().any(|laid| laid.figure == **figure);
            !has_placed && state.drew[figure.index()].is_none()
        });
        // A figure that was skipped may have drawn.
        let needed = (to_draw.count() as u32).saturating_sub(state.skipped().into());
        self.faults.expect(left >= needed, "decks", || {
            format!("{left} cards left for {needed} figures that have still to draw")
        });
    }

    /// Gives the cards their origins, and checks that these are consistent.
    fn memory(&mut self, position: &Position, state: &mut State) {
        for (back, deck) in Rank::ALL.into_iter().zip(&position.decks) {
            let is_fit = deck.top <= MOST_TOP;
            self.faults.expect(is_fit, format_args!("decks[{}].top", back.index()), || {
                format!("layers in use are numbered from 0 to {MOST_TOP}")
            });
            state.decks.set_number(back, deck.top.min(MOST_TOP));
        }
        let shown = position.memory.iter().enumerate().filter(|(_, entry)| entry.later.is_some());
        for (index, remembered) in shown {
            let Some((by, kind)) = self.remembered(index, remembered, state) else { continue };
            match (by, remembered.later) {
                (Some(by), Some(later)) => state.memory.add(Case { by, kind, from: 0, later }),
                _ => self.faults.add(format!("memory[{index}]"), "what was shown has a seat"),
            }
        }
        let is_fit = state.memory.cases().len() <= MOST_CASES - CASES_A_ROUND;
        self.faults.expect(is_fit, "memory", || {
            format!("at most {} cards that were shown", MOST_CASES - CASES_A_ROUND)
        });
        let drawn = position.memory.iter().enumerate().filter(|(_, entry)| entry.later.is_none());
        for (index, remembered) in drawn {
            let Some((by, kind)) = self.remembered(index, remembered, state) else { continue };
            let top = state.decks.number(kind.back());
            let layer = remembered.layer.filter(|layer| (1..=top).contains(layer));
            let slot = match by {
                Some(by) => state.layers_of(by, kind).filter(|layer| **layer == 0).last(),
                None => state.ownerless_layer(kind),
            };
            match (layer, slot) {
                (Some(layer), Some(slot)) => *slot = layer,
                _ => self.faults.add(
                    format!("memory[{index}]"),
                    "no such card is held or was shown, or there is no such layer",
                ),
            }
        }
        state.sort_all_layers();
        if self.faults.is_empty() {
            for back in Rank::ALL {
                let layer_ways = LayerWays::of(state, &self.game.card_index, back);
                let has_all = layer_ways.has_all_layers(state.decks.number(back));
                self.faults.expect(has_all, format_args!("decks[{}].top", back.index()), || {
                    "no card outside of the deck is of a layer between that and 0".to_owned()
                });
                let is_fit = layer_ways.fit();
                self.faults.expect(is_fit, "memory", || {
                    format!(
                        "the layer_ways of the cards of deck {back} do not fit together, or leave too much open"
                    )
                });
            }
        }
    }

    /// The seat and the kind of a remembered card.
    fn remembered(
        &mut self,
        index: usize,
        remembered: &Remembered,
        state: &State,
    ) -> Option<(Option<Seat>, Kind)> {
        let field = format!("memory[{index}]");
        let kind = remembered.card.and_then(|card| self.game.card_index.kind(card));
        let Some(kind) = kind.filter(|kind| kind.back() == remembered.back) else {
            self.faults.add(field, "a state knows the card, with this back, and the ruleset has it");
            return None;
        };
        let plays = remembered.by.is_none_or(|seat| seat.number() < state.players);
        self.faults.expect(plays, &field, || "that seat does not play".to_owned());
        let is_one = remembered.layer.is_some() != remembered.later.is_some();
        self.faults.expect(is_one, &field, || "either drawn from a layer, or shown".to_owned());
        (plays && is_one).then_some((remembered.by, kind))
    }
}

/// The number of cards that a seat holds in this phase.
fn hand_size(state: &State, seat: Seat) -> usize {
    match state.phase {
        Phase::Deal { seat: next, back } if next == seat => back.index(),
        Phase::Deal { seat: next, .. } if next < seat => 0,
        _ => {
            let figure = Figure::ALL[seat.index() % FIGURES];
            let has_drawn = state.drew[figure.index()].is_some();
            let has_placed = state.deposit.cards().iter().any(|laid| laid.figure == figure);
            if has_drawn && !has_placed { FULL_HAND } else { 4 }
        }
    }
}

impl State {
    /// The number of ownerless figures that have acted in this round without getting a card (GO-12).
    fn skipped(&self) -> u8 {
        let order = self.track.last_to_first();
        let is_placing =
            matches!(self.phase, Phase::Place | Phase::Ownerless) || !self.deposit.cards().is_empty();
        let acted = if is_placing { usize::from(self.acted).min(FIGURES) } else { 0 };
        let has_card = |figure: &Figure| self.deposit.cards().iter().any(|laid| laid.figure == *figure);
        let skipped = order[..acted].iter().filter(|f| f.owner(self.players).is_none() && !has_card(f));
        skipped.count() as u8
    }
}

/// The number of cards found of each kind.
struct Counts {
    found: [u32; 128],
    wanted: [u32; 128],
}

impl Counts {
    fn new(card_index: &CardIndex) -> Self {
        let mut wanted = [0; 128];
        for kind in Rank::ALL.into_iter().flat_map(|back| card_index.deck(back)) {
            wanted[usize::from(kind.number())] += 1;
        }
        Self { found: [0; 128], wanted }
    }

    fn check(&self, card_index: &CardIndex, faults: &mut Faults) {
        for (index, (found, wanted)) in self.found.iter().zip(&self.wanted).enumerate() {
            if found != wanted {
                let card = card_index.card(Kind::new(index as u8));
                faults.add("", format!("`{card}` is there {found} times; the ruleset has it {wanted} times"));
            }
        }
    }
}
