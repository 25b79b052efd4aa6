//! A state of the game, and the same in words that people can read and type.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use super::Gotham;
use super::cards::{Animal, Card, Place};
use super::decks::{Decks, Kind, Stock};
use super::hand::{FULL_HAND, Hand};
use super::memory::{Deed, MOST_NOTES, Memory, NOTES_A_ROUND, Note, Table};
use super::ruleset::Drawing;
use super::track::{FIGURES, Figure, Stand, Track};
use crate::fault::Faults;
use crate::readable::readable;
use crate::seat::{Seat, Seats};

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
// Asked at every event: a number of its own is read faster than one that is packed into the seats.
#[repr(u8)]
pub enum Phase {
    /// The next card of this deck is dealt to this seat (GO-07).
    Deal {
        /// Who gets it.
        seat: Seat,
        /// From which deck.
        back: Place,
    },
    /// This seat draws its start number (GO-09).
    StartNumber {
        /// Who draws.
        seat: Seat,
    },
    /// The acting seat chooses a deck to draw from (GO-11).
    ChooseDeck,
    /// The acting seat draws the top card of the deck it has chosen (GO-11).
    Draw {
        /// From which deck.
        back: Place,
    },
    /// The acting seat places a card (GO-11).
    Place,
    /// The top card of its deck is placed for the acting figure, which is ownerless (GO-12).
    Ownerless,
    /// The race is over (GO-30).
    Over,
}

/// A card on the deposit, and the figure that it was placed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Laid {
    pub(super) figure: Figure,
    pub(super) kind: Kind,
}

/// The deposit: the cards of a round in the order of placing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Deposit {
    cards: [Laid; FIGURES],
    count: u8,
}

impl Deposit {
    #[inline]
    pub(super) fn cards(&self) -> &[Laid] {
        &self.cards[..usize::from(self.count)]
    }

    pub(super) fn cards_mut(&mut self) -> &mut [Laid] {
        &mut self.cards[..usize::from(self.count)]
    }

    #[inline]
    pub(super) fn place(&mut self, figure: Figure, kind: Kind) {
        self.cards[usize::from(self.count)] = Laid { figure, kind };
        self.count += 1;
    }
}

/// A state of the game: plain data of at most 256 bytes, made by [`Gotham`] only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) track: Track,
    pub(super) sign: Animal,
    pub(super) players: u8,
    pub(super) phase: Phase,
    /// Before the race: the start numbers, given or drawn so far, by figure.
    pub(super) numbers: [Option<Place>; FIGURES],
    /// The round, from 1; 0 before the race.
    pub(super) round: u16,
    /// How many figures have acted in this pass of the round, in the order from last to first.
    pub(super) acted: u8,
    /// The figure that acts now, in the position after those; none before the race and after it. Kept, for turn,
    /// actions and play all ask for it.
    pub(super) acting: Option<Figure>,
    /// The decks that the players have drawn from in this round, by figure.
    pub(super) drew: [Option<Place>; FIGURES],
    pub(super) hands: [Hand; FIGURES],
    pub(super) deposit: Deposit,
    pub(super) decks: Decks,
    pub(super) memory: Memory,
}

impl State {
    /// The position whose figure acts: GO-10, from last to first. Nobody moves while cards are placed, so the
    /// positions at the beginning of the round are those of now.
    #[inline]
    pub(super) fn acting_place(&self) -> Option<Place> {
        (FIGURES as u8 - 1).checked_sub(self.acted).map(Place::of_bits)
    }

    /// The figure whose turn it is to act: GO-10. None when all have acted.
    #[inline]
    pub(super) fn next_to_act(&self) -> Option<Figure> {
        self.acting_place().map(|place| self.track.at_place(place).figure)
    }

    /// The seat that acts in this round now.
    #[inline]
    pub(super) fn acting_seat(&self) -> Option<Seat> {
        self.acting.and_then(|figure| figure.owner(self.players))
    }

    /// The hands of the players.
    pub(super) fn players_hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.players)]
    }
}

/// A figure on the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Which figure.
    pub figure: Figure,
    /// Spaces from the start along the main direction; negative behind it.
    pub at: i16,
}

/// A card on the deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The figure that it was placed for.
    pub figure: Figure,
    /// Its back.
    pub back: Place,
    /// The card; `None` for those who have not seen it.
    pub card: Option<Card>,
}

/// A deck and the cards carried out that came from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeckPosition {
    /// The cards left, in layers from the top: nothing of a layer is drawn before all of the layer above.
    pub layers: Vec<Vec<Card>>,
    /// The cards carried out since the last recycling.
    pub carried_out: Vec<Card>,
    /// The number by which [`Remembered`] calls the layer on top; 0 when nothing is known of where the cards
    /// in the hands come from.
    #[serde(default)]
    pub top: u8,
}

/// What everybody has seen of the origin of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remembered {
    /// Who drew the card from a layer or showed it; `None`: it was drawn for an ownerless figure.
    pub by: Option<Seat>,
    /// The number of the layer that it was drawn from; `None`: it was carried out, and came from any layer
    /// that fits.
    pub layer: Option<u8>,
    /// Its back.
    pub back: Place,
    /// The card; `None` for those who have not seen it.
    pub card: Option<Card>,
}

/// A state as people read and type it, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// How many play; the figures beyond are ownerless.
    pub players: u8,
    /// What is to be done next.
    pub phase: Phase,
    /// The round, from 1; 0 before the race.
    pub round: u16,
    /// How many figures have acted, from the last to the first: in a rule of drawing all before placing, in
    /// this pass.
    #[serde(default)]
    pub acted: u8,
    /// Where the finish sign stands.
    pub sign: Animal,
    /// The figures from the leading one to the last; on one location the inner lane first.
    pub figures: Vec<Standing>,
    /// Before the race: the start numbers known so far, by figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_numbers: Vec<Option<u8>>,
    /// The decks drawn from in this round, by figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drew: Vec<Option<Place>>,
    /// The hands of the players.
    pub hands: Vec<Vec<Card>>,
    /// The deposit in the order of placing.
    #[serde(default)]
    pub deposit: Vec<Placed>,
    /// The four decks.
    pub decks: Vec<DeckPosition>,
    /// What everybody can remember of the origin of cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<Remembered>,
}

readable!(Position);

impl Gotham {
    pub(super) fn cards_of(&self, kinds: impl IntoIterator<Item = impl Borrow<Kind>>) -> Vec<Card> {
        kinds.into_iter().map(|kind| self.stock.card(*kind.borrow())).collect()
    }

    pub(super) fn position_of(&self, state: &State) -> Position {
        let is_before = matches!(state.phase, Phase::Deal { .. } | Phase::StartNumber { .. });
        let numbers = state.numbers.map(|number| number.map(Place::number));
        let stands = state.track.stands();
        Position {
            players: state.players,
            phase: state.phase,
            round: state.round,
            acted: state.acted,
            sign: state.sign,
            figures: stands.iter().map(|stand| Standing { figure: stand.figure, at: stand.at }).collect(),
            start_numbers: if is_before { numbers.to_vec() } else { Vec::new() },
            drew: if is_before || state.phase == Phase::Over { Vec::new() } else { state.drew.to_vec() },
            hands: state.players_hands().iter().map(|hand| self.cards_of(hand.cards())).collect(),
            deposit: state.deposit.cards().iter().map(|laid| self.placed(*laid)).collect(),
            decks: Place::ALL
                .into_iter()
                .map(|back| DeckPosition {
                    layers: state
                        .decks
                        .layers(&self.stock, back)
                        .into_iter()
                        .map(|layer| self.cards_of(layer))
                        .collect(),
                    carried_out: self.cards_of(state.decks.carried_out(&self.stock, back)),
                    top: state.memory.top(back),
                })
                .collect(),
            memory: state.memory.notes().iter().map(|note| self.remembered(*note)).collect(),
        }
    }

    pub(super) fn placed(&self, laid: Laid) -> Placed {
        let card = self.stock.card(laid.kind);
        Placed { figure: laid.figure, back: card.back(), card: Some(card) }
    }

    pub(super) fn remembered(&self, note: Note) -> Remembered {
        let card = self.stock.card(note.kind());
        Remembered { by: note.by(), layer: note.layer(), back: card.back(), card: Some(card) }
    }

    pub(super) fn state_of(&self, position: &Position) -> Result<State, Faults> {
        let mut reader = Reader { game: self, faults: Faults::none() };
        let state = reader.read(position);
        reader.faults.check()?;
        Ok(state)
    }
}

/// Reads a position and notes everything that cannot be.
struct Reader<'a> {
    game: &'a Gotham,
    faults: Faults,
}

impl Reader<'_> {
    fn read(&mut self, position: &Position) -> State {
        let is_fit = (1..=FIGURES as u8).contains(&position.players);
        self.faults.expect(is_fit, "players", || format!("{}; 1 to 4 play", position.players));
        let players = position.players.clamp(1, FIGURES as u8);
        let track = self.track(&position.figures);
        let mut state = State {
            track,
            sign: position.sign,
            players,
            phase: position.phase,
            numbers: self.numbers(position),
            round: position.round,
            acted: position.acted,
            acting: None,
            drew: self.drew(position, players),
            hands: [Hand::default(); FIGURES],
            deposit: Deposit::default(),
            decks: Decks::empty(),
            memory: Memory::default(),
        };
        let mut counts = Counts::new(&self.game.stock);
        state.acting = match position.phase {
            Phase::ChooseDeck | Phase::Draw { .. } | Phase::Place | Phase::Ownerless => state.next_to_act(),
            Phase::Deal { .. } | Phase::StartNumber { .. } | Phase::Over => None,
        };
        self.hands(position, players, &mut state, &mut counts);
        self.deposit(position, &mut state, &mut counts);
        self.decks(position, &mut state, &mut counts);
        counts.check(&self.game.stock, &mut self.faults);
        self.phase(&state);
        self.memory(position, &mut state);
        state
    }

    fn kind(&mut self, field: &str, card: Card, counts: &mut Counts) -> Option<Kind> {
        let kind = self.game.stock.kind(card);
        match kind {
            Some(kind) => counts.found[usize::from(kind.number())] += 1,
            None => self.faults.add(field, format!("this ruleset has no card `{card}`")),
        }
        kind
    }

    fn track(&mut self, figures: &[Standing]) -> Track {
        let mut stands = [Stand::default(); FIGURES];
        let mut seen = [false; FIGURES];
        for (slot, standing) in stands.iter_mut().zip(figures) {
            *slot = Stand { figure: standing.figure, at: standing.at };
            seen[standing.figure.index()] = true;
        }
        let all_once = figures.len() == FIGURES && seen == [true; FIGURES];
        self.faults.expect(all_once, "figures", || "each of A, B, C and D stands here once".to_owned());
        let in_order = stands.windows(2).all(|pair| pair[0].at >= pair[1].at);
        self.faults.expect(in_order, "figures", || {
            "the leading figure comes first: coordinates cannot ascend".to_owned()
        });
        Track::new(stands)
    }

    fn numbers(&mut self, position: &Position) -> [Option<Place>; FIGURES] {
        let mut numbers = [None; FIGURES];
        let is_before = matches!(position.phase, Phase::Deal { .. } | Phase::StartNumber { .. });
        let given = &position.start_numbers;
        if !is_before {
            self.faults.expect(given.iter().all(Option::is_none), "start-numbers", || {
                "start numbers are kept only before the race".to_owned()
            });
            return numbers;
        }
        self.faults.expect(given.len() <= FIGURES, "start-numbers", || "at most four".to_owned());
        for (index, (slot, number)) in numbers.iter_mut().zip(given).enumerate() {
            *slot = number.and_then(Place::new);
            self.faults.expect(slot.is_some() == number.is_some(), "start-numbers", || {
                "a start number is 1 to 4".to_owned()
            });
            let is_new = number.is_none() || !given[..index].contains(number);
            self.faults.expect(is_new, "start-numbers", || "no start number twice".to_owned());
        }
        let players = usize::from(position.players).min(FIGURES);
        let drawn = match position.phase {
            Phase::StartNumber { seat } => seat.index(),
            _ => 0,
        };
        let all_given = numbers.iter().all(Option::is_some) && drawn == 0;
        let as_drawn = numbers.iter().enumerate().all(|(index, number)| number.is_some() == (index < drawn));
        let is_deal = matches!(position.phase, Phase::Deal { .. });
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

    fn drew(&mut self, position: &Position, players: u8) -> [Option<Place>; FIGURES] {
        let mut drew = [None; FIGURES];
        for (slot, back) in drew.iter_mut().zip(&position.drew) {
            *slot = *back;
        }
        self.faults
            .expect(position.drew.len() <= FIGURES, "drew", || "at most one for each figure".to_owned());
        let ownerless = drew.iter().skip(usize::from(players)).all(Option::is_none);
        self.faults.expect(ownerless, "drew", || "ownerless figures draw nothing".to_owned());
        drew
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
                    state.hands[index].add(kind);
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
                state.deposit.place(placed.figure, kind);
            }
        }
    }

    fn decks(&mut self, position: &Position, state: &mut State, counts: &mut Counts) {
        self.faults.expect(position.decks.len() == FIGURES, "decks", || "there are four decks".to_owned());
        for (back, deck) in Place::ALL.into_iter().zip(&position.decks) {
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
            if total > self.game.stock.deck(back).len()
                || deck.layers.iter().flatten().any(|c| c.back() != back)
            {
                self.faults.add(&field, format!("{total} cards are more than the deck has"));
                continue;
            }
            for layer in &layers {
                state.decks.put_under(&self.game.stock, back, layer);
            }
            for kind in carried_out {
                state.decks.carry_out(&self.game.stock, kind);
            }
        }
    }

    /// What the phase demands of hands, deposit and decks.
    fn phase(&mut self, state: &State) {
        let players = Seats::new(state.players).into_iter().flat_map(Seats::iter);
        let is_race = state.acting.is_some();
        self.faults.expect(is_race || state.acted == 0, "acted", || "nobody acts in this phase".to_owned());
        self.faults.expect(is_race || state.deposit.cards().is_empty(), "deposit", || {
            "empty before the race and after it".to_owned()
        });
        for seat in players {
            let expected = hand_size(state, seat);
            let held = state.hands[seat.index()].cards().len();
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
        // Who has drawn and who has placed follows from how many have acted.
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
        let rank = |laid: &Laid| order.iter().position(|figure| *figure == laid.figure);
        let in_order = state.deposit.cards().windows(2).all(|pair| rank(&pair[0]) < rank(&pair[1]));
        self.faults.expect(in_order, "deposit", || "not in the order of acting".to_owned());
        for laid in state.deposit.cards() {
            let ownerless = laid.figure.owner(state.players).is_none();
            let back = game.stock.card(laid.kind).back();
            self.faults.expect(!ownerless || back == state.track.place_of(laid.figure), "deposit", || {
                format!("the card of ownerless {} has not the back of its position", laid.figure)
            });
        }
        match state.phase {
            Phase::Draw { back } => {
                self.faults.expect(state.decks.left(back) > 0, "phase", || format!("deck {back} is empty"));
            }
            Phase::Ownerless => {
                let is_empty = state.acting_place().is_none_or(|place| state.decks.left(place) == 0);
                self.faults.expect(!is_empty, "phase", || "the deck of its position is empty".to_owned());
            }
            _ => {}
        }
        // GO-11: a player can always draw. Every figure that acts takes one card at most.
        let left: u32 = Place::ALL.iter().map(|back| u32::from(state.decks.left(*back))).sum();
        let to_draw = Figure::ALL.iter().filter(|figure| {
            let has_placed = state.deposit.cards().iter().any(|laid| laid.figure == **figure);
            !has_placed && state.drew[figure.index()].is_none()
        });
        // One that was skipped may have drawn.
        let needed = (to_draw.count() as u32).saturating_sub(state.skipped().into());
        self.faults.expect(left >= needed, "decks", || {
            format!("{left} cards left for {needed} figures that have still to draw")
        });
    }

    fn memory(&mut self, position: &Position, state: &mut State) {
        let stock = &self.game.stock;
        self.faults
            .expect(position.memory.len() <= MOST_NOTES, "memory", || format!("at most {MOST_NOTES} notes"));
        for (back, deck) in Place::ALL.into_iter().zip(&position.decks) {
            let is_fit = deck.top <= MOST_NOTES as u8;
            self.faults.expect(is_fit, format_args!("decks[{}].top", back.index()), || {
                format!("layers in use are numbered from 0 to {MOST_NOTES}")
            });
            state.memory.set_top(back, deck.top.min(MOST_NOTES as u8));
        }
        for (index, remembered) in position.memory.iter().take(MOST_NOTES).enumerate() {
            let field = format!("memory[{index}]");
            let Some(kind) = remembered.card.and_then(|card| stock.kind(card)) else {
                self.faults.add(field, "a state knows the card, and the ruleset has it");
                continue;
            };
            let deed = match (remembered.by, remembered.layer) {
                (by, Some(layer)) if (1..=MOST_NOTES as u8).contains(&layer) => Deed::Drew { by, layer },
                (Some(by), None) => Deed::Showed { by },
                _ => {
                    self.faults.add(field, "either drawn from a layer from 1 on, or shown by a seat");
                    continue;
                }
            };
            let plays = remembered.by.is_none_or(|seat| seat.number() < state.players);
            self.faults.expect(plays, &field, || "that seat does not play".to_owned());
            let back = stock.card(kind).back();
            let is_started = remembered.layer.is_none_or(|layer| layer <= state.memory.top(back));
            self.faults.expect(is_started && remembered.back == back, &field, || {
                "the card has another back, or nothing was drawn from that layer yet".to_owned()
            });
            state.memory.add(Note::new(deed, kind));
        }
        let is_possible = self.faults.0.is_empty().then(|| Gotham::memory_is_possible(state));
        self.faults.expect(is_possible != Some(false), "memory", || {
            "does not fit the cards in the hands and on the deposit".to_owned()
        });
        if is_possible == Some(true) {
            self.origins(state);
        }
    }

    /// What the notes of a whole deck must agree with.
    fn origins(&mut self, state: &State) {
        let drawn = state.drew.iter().flatten().count() + state.deposit.cards().len();
        let most = MOST_NOTES - NOTES_A_ROUND + drawn.min(FIGURES);
        self.faults.expect(state.memory.notes().len() <= most, "memory", || {
            format!("at most {most} notes at this moment of a round")
        });
        // As the hands were before anybody placed.
        let mut hands = state.hands;
        for laid in state.deposit.cards() {
            if let Some(seat) = laid.figure.owner(state.players) {
                hands[seat.index()].add(laid.kind);
            }
        }
        let table = Table { stock: &self.game.stock, decks: &state.decks, hands: &hands };
        let ownerless =
            state.deposit.cards().iter().filter(|laid| laid.figure.owner(state.players).is_none());
        for back in Place::ALL {
            let memory = &state.memory;
            let field = format!("decks[{}].top", back.index());
            self.faults.expect(memory.has_all_layers(back), &field, || {
                "of a layer between that and 0, no note tells that a card was drawn".to_owned()
            });
            let outside = table.held_of(back)
                + ownerless.clone().filter(|laid| laid.kind.back() == back).count() as u32;
            let slots = memory.base_slots(back, outside);
            let is_fit = slots > 0 || slots == 0 && (memory.top(back) == 0 || memory.is_open(back));
            self.faults.expect(is_fit, &field, || "no card outside of the deck is of layer 0".to_owned());
            let seats_only = memory.without_ownerless();
            self.faults.expect(seats_only.has_ways(back, &table), "memory", || {
                format!("the notes of deck {back} do not fit together, or leave too much open")
            });
        }
    }
}

/// How many cards a seat has in this phase.
fn hand_size(state: &State, seat: Seat) -> usize {
    match state.phase {
        Phase::Deal { seat: next, back } if next == seat => back.index(),
        Phase::Deal { seat: next, .. } if next < seat => 0,
        Phase::Deal { .. } | Phase::StartNumber { .. } | Phase::Over => 4,
        _ => {
            let figure = Figure::ALL[seat.index() % FIGURES];
            let has_drawn = state.drew[figure.index()].is_some();
            let has_placed = state.deposit.cards().iter().any(|laid| laid.figure == figure);
            if has_drawn && !has_placed { FULL_HAND } else { 4 }
        }
    }
}

impl State {
    /// Ownerless figures that have acted in this round and got no card (GO-12).
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

/// How often each kind was found, by its number.
struct Counts {
    found: [u32; 128],
    wanted: [u32; 128],
}

impl Counts {
    fn new(stock: &Stock) -> Self {
        let mut wanted = [0; 128];
        for kind in Place::ALL.into_iter().flat_map(|back| stock.deck(back)) {
            wanted[usize::from(kind.number())] += 1;
        }
        Self { found: [0; 128], wanted }
    }

    fn check(&self, stock: &Stock, faults: &mut Faults) {
        for (index, (found, wanted)) in self.found.iter().zip(&self.wanted).enumerate() {
            if found != wanted {
                let card = stock.card(Kind::new(index as u8));
                faults.add("", format!("`{card}` is there {found} times; the ruleset has it {wanted} times"));
            }
        }
    }
}
