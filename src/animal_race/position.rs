//! States as people read and write them, and the checks that make a playable state of what was written.

use serde::{Deserialize, Serialize};

use super::cards::{Animal, Animals, ByAnimal, Card, Cards};
use super::event::Bets;
use super::racing::movable;
use super::ruleset::{AfterLastPhase, FirstPlayer, RaceEnds, SecondBet, THIRD};
use super::state::{Memory, Phase, State};
use super::track::Tiles;
use super::turn::bets;
use super::{AnimalRace, MOST_GAMES};
use crate::fault::Faults;
use crate::readable::readable;
use crate::seat::{Seat, SeatList, Seats};
use crate::text::span;

/// A state in words, not yet checked: what a person types or a file holds.
///
/// [`RaceGame::state`](crate::RaceGame::state) makes a playable state of it. Only what matters need be
/// written; this is a puzzle for two players in the middle of a game:
///
/// ```
/// use furlong::animal_race::{AnimalRace, Position, Ruleset};
/// use furlong::{RaceGame, Ruleset as _, Turn};
///
/// let position: Position = serde_json::from_str(r#"{
///     "open": { "players": 2, "phase": { "placing": 0 }, "streams": [3, 9],
///               "animals": { "hare": 6, "tortoise": 9, "wolf": 0, "fox": 4 }, "podium": ["lamb"],
///               "table": { "hare": 3 } },
///     "deck": { "hare": 2, "fox": 9, "lamb": 5 },
///     "hands": [{ "hare": 3, "fox": 2, "howl": 1 }, { "lamb": 6 }],
///     "bets": [{ "dealt": ["hare", "fox"], "chosen": "wolf" }, { "dealt": ["lamb", "wolf"], "chosen": "lamb" }]
/// }"#)?;
/// let game = AnimalRace::new(Ruleset::open("classic")?)?;
/// let state = game.state(&position)?;
/// assert!(matches!(game.turn(&state), Turn::Seat(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// What everybody sees.
    pub open: Open,
    /// The deck.
    pub deck: Cards,
    /// The hand of each seat.
    pub hands: SeatList<Cards, 5>,
    /// The bets of each seat.
    pub bets: SeatList<Bets, 5>,
    /// AR-08: what a perfect memory keeps of the deck. When it is left out, the deck counts as shuffled
    /// just now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_shuffle: Option<SinceShuffle<Cards>>,
}

readable!(Position);

/// AR-08: what has become of the deck since it was shuffled last; before the first time, since the pack was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SinceShuffle<D: Copy + Default> {
    /// The deck as it was shuffled.
    pub deck: Cards,
    /// What each seat has drawn since: the cards, or for who may not see them, their number.
    #[serde(bound(serialize = "D: Serialize", deserialize = "D: Deserialize<'de>"))]
    pub drawn: SeatList<D, 5>,
    /// What each seat has placed since.
    pub placed: SeatList<Cards, 5>,
}

/// All that lies open on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Open {
    /// How many play.
    pub players: Seats,
    /// What is to be decided next.
    pub phase: Phase,
    /// The holder of the first-player token.
    #[serde(default = "first_seat")]
    pub first: Seat,
    /// Whether the holder is still to be drawn by lot.
    #[serde(default)]
    pub first_is_drawn: bool,
    /// AC-01: the game of the championship, from 1.
    #[serde(default = "one")]
    pub game: u8,
    /// AC-01: how many games there are.
    #[serde(default = "one")]
    pub games: u8,
    /// AC-01: points of the games that are over, of each seat.
    #[serde(default)]
    pub totals: SeatList<u16, 5>,
    /// AR-05: the tiles with a stream.
    #[serde(default)]
    pub streams: Tiles,
    /// AA-02: the tile of each turbo token, 0 for none.
    #[serde(default)]
    pub turbo: ByAnimal<u8>,
    /// The tile of each animal on the track, 0 for the start line; of one on the podium it is not read.
    #[serde(default)]
    pub animals: Places,
    /// The animals on the podium, the first one first.
    #[serde(default)]
    pub podium: Vec<Animal>,
    /// The cards on the table.
    #[serde(default)]
    pub table: Cards,
}

readable!(Open);

/// The tile of each animal on the track; animals that are not named stand on the start line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Places {
    /// The hare's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hare: Option<u8>,
    /// The tortoise's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tortoise: Option<u8>,
    /// The wolf's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wolf: Option<u8>,
    /// The fox's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fox: Option<u8>,
    /// The lamb's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lamb: Option<u8>,
}

impl Places {
    /// The tile of this animal, if it is written.
    pub fn of(&self, animal: Animal) -> Option<u8> {
        match animal {
            Animal::Hare => self.hare,
            Animal::Tortoise => self.tortoise,
            Animal::Wolf => self.wolf,
            Animal::Fox => self.fox,
            Animal::Lamb => self.lamb,
        }
    }

    fn new(mut place: impl FnMut(Animal) -> Option<u8>) -> Self {
        Self {
            hare: place(Animal::Hare),
            tortoise: place(Animal::Tortoise),
            wolf: place(Animal::Wolf),
            fox: place(Animal::Fox),
            lamb: place(Animal::Lamb),
        }
    }
}

const fn first_seat() -> Seat {
    Seat::FIRST
}

const fn one() -> u8 {
    1
}

impl AnimalRace {
    /// All that lies open in a state.
    pub(super) fn open(state: &State) -> Open {
        let mut podium: Vec<Animal> =
            Animal::ALL.into_iter().filter(|animal| !state.races(*animal)).collect();
        podium.sort_unstable_by_key(|animal| state.arrived[animal.index()]);
        Open {
            players: state.seats,
            phase: state.phase,
            first: state.first,
            first_is_drawn: state.first_is_drawn,
            game: state.game,
            games: state.games,
            totals: SeatList::new(state.seats, |seat| state.totals[seat]),
            streams: state.streams,
            turbo: ByAnimal::new(|animal| state.turbo[animal.index()]),
            animals: Places::new(|animal| state.races(animal).then_some(state.at[animal.index()])),
            podium,
            table: state.table,
        }
    }

    /// The state in words.
    pub(super) fn write_position(state: &State) -> Position {
        let seats = state.seats;
        Position {
            open: Self::open(state),
            deck: state.deck,
            hands: SeatList::new(seats, |seat| state.hands[seat]),
            bets: SeatList::new(seats, |seat| bets(state, seat)),
            since_shuffle: Some(SinceShuffle {
                deck: state.memory.deck,
                drawn: SeatList::new(seats, |seat| state.memory.drawn[seat]),
                placed: SeatList::new(seats, |seat| state.memory.placed[seat]),
            }),
        }
    }

    /// A playable state of a position, or everything that cannot be.
    pub(super) fn read_position(&self, position: &Position) -> Result<State, Faults> {
        let mut faults = Faults::none();
        let Some(mut state) = self.read_open(&position.open, &mut faults) else { return Err(faults) };
        let seats = state.seats;
        check_len(&mut faults, "hands", position.hands.len(), seats);
        check_len(&mut faults, "bets", position.bets.len(), seats);
        if let Some(memory) = &position.since_shuffle {
            check_len(&mut faults, "since-shuffle.drawn", memory.drawn.len(), seats);
            check_len(&mut faults, "since-shuffle.placed", memory.placed.len(), seats);
        }
        faults.check()?;

        let mut faults = Faults::none();
        state.deck = position.deck;
        for seat in seats.iter() {
            state.hands[seat] = position.hands[seat];
            state.dealt_bets[seat] = position.bets[seat].dealt;
            state.second_bets[seat] = position.bets[seat].chosen;
        }
        state.memory = match &position.since_shuffle {
            Some(memory) => {
                let mut known = Memory::of_deck(memory.deck);
                for seat in seats.iter() {
                    known.drawn[seat] = memory.drawn[seat];
                    known.placed[seat] = memory.placed[seat];
                }
                known
            }
            None if is_before_turns(state.phase) => {
                let mut known = Memory::of_deck(self.pack);
                for seat in seats.iter() {
                    known.drawn[seat] = state.held(seat);
                }
                known
            }
            None => Memory::of_deck(state.deck),
        };
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

    /// What lies open, as a state without cards in hands and deck; `None` when its numbers have no meaning.
    pub(super) fn read_open(&self, open: &Open, faults: &mut Faults) -> Option<State> {
        let allowed = self.rules.players;
        let players = open.players.count();
        faults.expect((allowed.least..=allowed.most).contains(&players), "open.players", || {
            format!("{players} players; this ruleset is for {}", span(allowed.least, allowed.most))
        });
        if !open.totals.is_empty() {
            check_len(faults, "open.totals", open.totals.len(), open.players);
        }
        for (index, animal) in open.podium.iter().enumerate() {
            faults.expect(!open.podium[..index].contains(animal), "open.podium", || {
                format!("the {animal} is there twice")
            });
        }
        for animal in Animal::ALL {
            let tile = open.animals.of(animal).unwrap_or(0);
            faults.expect(tile <= self.rules.track.tiles, format_args!("open.animals.{animal}"), || {
                format!("tile {tile}; the tiles are 1 to {}, and 0 is the start line", self.rules.track.tiles)
            });
        }
        if !faults.0.is_empty() {
            return None;
        }
        let mut state = self.empty_state(open.players);
        state.phase = open.phase;
        state.first = open.first;
        state.first_is_drawn = open.first_is_drawn;
        state.game = open.game;
        state.games = open.games;
        if !open.totals.is_empty() {
            for seat in open.players.iter() {
                state.totals[seat] = open.totals[seat];
            }
        }
        state.streams = open.streams;
        state.table = open.table;
        for animal in Animal::ALL {
            let index = animal.index();
            state.turbo[index] = open.turbo[animal];
            let place = open.podium.iter().position(|other| *other == animal);
            state.arrived[index] = place.map_or(0, |place| place as u8 + 1);
            state.at[index] =
                place.map_or(open.animals.of(animal).unwrap_or(0), |_| self.rules.track.tiles + 1);
        }
        Some(state)
    }

    /// Seats, games, tiles and the table against the phase.
    pub(super) fn check_open(&self, state: &State, faults: &mut Faults) {
        let seats = state.seats;
        for (field, seat) in [("open.phase", seat_of(state.phase)), ("open.first", Some(state.first))] {
            if let Some(seat) = seat {
                faults.expect(seats.contains(seat), field, || {
                    format!("seat number {} (from 0) at a table of {seats}", seat.number())
                });
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
            Phase::Turbo(_) => !self.rules.track.turbo_tiles.is_empty(),
            Phase::SecondBet(_) => self.rules.second_bet == SecondBet::FromHand,
            _ => true,
        };
        faults.expect(exists, "open.phase", || "the ruleset has no such phase".to_owned());
        let is_early = is_before_turns(state.phase);
        let draws = self.rules.first_player;
        let may_be_open = state.game == 1
            && match state.phase {
                Phase::FirstPlayerBeforeDeal => draws == FirstPlayer::DrawnBeforeDeal,
                Phase::FirstPlayerAfterBets | Phase::Deal(_) | Phase::SecondBet(_) => {
                    draws == FirstPlayer::DrawnAfterBets
                }
                _ => is_early && draws != FirstPlayer::Given,
            };
        let must_be_open = matches!(state.phase, Phase::FirstPlayerBeforeDeal | Phase::FirstPlayerAfterBets);
        faults.expect(
            if state.first_is_drawn { may_be_open } else { !must_be_open },
            "open.first-is-drawn",
            || "this does not fit the phase, or the ruleset does not draw the first player then".to_owned(),
        );
        self.check_tiles(state, faults);
        self.check_race(state, faults);
    }

    /// AR-05, AA-02: streams and tokens lie where and when they may.
    fn check_tiles(&self, state: &State, faults: &mut Faults) {
        let track = &self.rules.track;
        let laid = state.streams.len();
        let fits = match state.phase {
            Phase::StartingBet(_) => laid == 0,
            Phase::Stream => laid < track.streams,
            _ => laid == track.streams,
        };
        faults.expect(fits, "open.streams", || {
            format!("{laid} streams in this phase; the ruleset has {}", track.streams)
        });
        faults.expect(state.streams.iter().all(|tile| tile <= track.tiles), "open.streams", || {
            format!("a stream beyond tile {}", track.tiles)
        });
        for animal in Animal::ALL {
            let tile = state.turbo[animal.index()];
            let is_laid = !track.turbo_tiles.is_empty()
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

    /// AR-11, AR-13, AR-30: table and podium are such that the phase can be.
    fn check_race(&self, state: &State, faults: &mut Faults) {
        let limits = &self.rules.table;
        let table = state.table;
        let in_limits = Animal::ALL.iter().all(|animal| {
            let plain_and_howls = |card: &Card| u16::from(table[*card]);
            let of_animal = Card::ALL.iter().filter(|card| card.animal() == *animal);
            of_animal.map(plain_and_howls).sum::<u16>() <= u16::from(limits.of_one_animal)
        });
        let total: u16 = Card::ALL.iter().map(|card| u16::from(table[*card])).sum();
        if !in_limits || total > u16::from(limits.cards) {
            faults.add(
                "open.table",
                format!(
                    "{total} cards; at most {} and {} of one animal may lie there",
                    limits.cards, limits.of_one_animal
                ),
            );
            return;
        }
        // AR-30: nobody arrives after the third
        let at_once = self.rules.end.when == RaceEnds::ThirdArrivalAtOnce;
        faults.expect(!at_once || state.arrivals() <= THIRD, "open.podium", || {
            "the race is over at once when the third animal arrives".to_owned()
        });
        let is_racing = matches!(state.phase, Phase::Placing(_) | Phase::Refill(_) | Phase::Moving { .. });
        let is_decided = self.is_decided(state);
        match state.phase {
            Phase::Placing(_) => faults.expect(!self.is_triggered(state.table), "open.table", || {
                "these cards trigger the racing phase, so nobody can be placing".to_owned()
            }),
            Phase::Refill(_) => faults.expect(!table.is_empty(), "open.table", || {
                "nobody refills without having placed a card".to_owned()
            }),
            Phase::Moving { moved, .. } => {
                let may_choose = !movable(state, moved).is_empty();
                let by_players = self.rules.movement.mode == super::ruleset::MovementMode::ByPlayers;
                faults.expect(
                    by_players && self.is_triggered(state.table) && may_choose,
                    "open.phase",
                    || "nobody has an animal to move".to_owned(),
                );
            }
            Phase::Over => {
                faults.expect(is_decided, "open.podium", || {
                    "too few animals for a race that is over".to_owned()
                });
                // AR-29
                let fits = match self.rules.end.after_last_phase {
                    AfterLastPhase::AsItIs => self.is_triggered(table),
                    AfterLastPhase::TidyUp => table.is_empty(),
                };
                faults.expect(fits, "open.table", || {
                    "these are not the cards that lie there after the last racing phase".to_owned()
                });
            }
            _ => {
                let untouched = table.is_empty() && state.at == [0; super::cards::ANIMALS];
                faults.expect(untouched, "open", || {
                    "cards on the table or animals on the track before the first turn".to_owned()
                });
            }
        }
        let is_moving = matches!(state.phase, Phase::Moving { .. });
        let may_have_arrived = !is_decided || (is_moving && !self.is_over_at_once(state));
        faults.expect(!is_racing || may_have_arrived, "open.podium", || {
            "so many animals have arrived that the race is over".to_owned()
        });
        if faults.0.is_empty() {
            self.check_late_arrivals(state, faults);
        }
    }

    /// AR-30, AA-07: a race that was not decided before its last racing phase was decided in it: whoever came so late
    /// has moved in it, and the animals that have moved are those that could.
    fn check_late_arrivals(&self, state: &State, faults: &mut Faults) {
        let moves = |animal: Animal| {
            let is_scared = state.table[Card::Howl] > 0 && animal != Animal::Wolf;
            !is_scared && self.steps_by_cards(animal, state.table.of(animal)) > 0
        };
        let has_moved: Animals = match state.phase {
            Phase::Moving { seat, moved } => {
                let is_turn = (0..moved.len()).fold(state.first, |next, _| state.seats.left_of(next)) == seat;
                let could = moved.iter().all(|animal| state.table.of(animal) > 0);
                faults.expect(is_turn && could, "open.phase", || {
                    "these animals cannot have moved before this seat's turn to move one".to_owned()
                });
                moved.iter().filter(|animal| moves(*animal)).collect()
            }
            Phase::Over if self.rules.end.after_last_phase == AfterLastPhase::AsItIs => {
                Animal::ALL.into_iter().filter(|animal| moves(*animal)).collect()
            }
            _ => return,
        };
        let late = |animal: &Animal| state.arrived[animal.index()] >= self.arrivals_needed();
        for animal in Animal::ALL.into_iter().filter(late) {
            faults.expect(has_moved.contains(animal), "open.podium", || {
                format!("the {animal} has not moved in this racing phase, and was not there before it")
            });
        }
        // AR-20: in the order of the animals; whoever follows in it follows on the podium.
        let by_animal = self.rules.movement.mode == super::ruleset::MovementMode::ByAnimal;
        let places: Vec<u8> = Animal::ALL
            .iter()
            .filter(|animal| late(animal))
            .map(|animal| state.arrived[animal.index()])
            .collect();
        faults.expect(!by_animal || places.is_sorted(), "open.podium", || {
            "the last to arrive are not in the order in which the animals move".to_owned()
        });
    }

    /// AR-04, AR-07: each seat has the bets that it has at this phase.
    fn check_bets(&self, state: &State, faults: &mut Faults) {
        let needed = self.starting_bets(state);
        let mut seen = Animals::NONE;
        for seat in state.seats.iter() {
            let dealt = state.dealt_bets[seat];
            let expected = match state.phase {
                Phase::StartingBet(next) if seat == next => 0..=needed.saturating_sub(1),
                Phase::StartingBet(next) if seat > next => 0..=0,
                _ => needed..=needed,
            };
            let field = format!("bets[{}].dealt", seat.number());
            faults.expect(expected.contains(&dealt.len()), &field, || {
                format!("{} starting bets in this phase; each seat is dealt {needed}", dealt.len())
            });
            faults.expect(seen.without(dealt) == seen, &field, || {
                "an animal that another seat has been dealt; there is one card of each".to_owned()
            });
            seen = seen.union(dealt);
            let has_chosen = state.second_bets[seat].is_some();
            let field = format!("bets[{}].chosen", seat.number());
            faults.expect(has_chosen == self.has_second_bet(state.phase, seat), &field, || {
                if has_chosen {
                    "no second bet can lie there in this phase"
                } else {
                    "the second bet is missing"
                }
                .to_owned()
            });
        }
    }

    /// AR-07: whether this seat has set its second bet aside at this phase.
    pub(super) fn has_second_bet(&self, phase: Phase, seat: Seat) -> bool {
        self.rules.second_bet == SecondBet::FromHand
            && match phase {
                Phase::SecondBet(next) => seat < next,
                Phase::Deal(_) => false,
                _ => !is_before_deal(phase),
            }
    }

    /// AR-02: deck, hands, table and bets are all in the pack. `false` when they are not.
    fn check_pack(&self, state: &State, faults: &mut Faults) -> bool {
        let mut heaps: Vec<(String, Cards)> =
            vec![("deck".into(), state.deck), ("open.table".into(), state.table)];
        for seat in state.seats.iter() {
            heaps.push((format!("hands[{}]", seat.number()), state.hands[seat]));
            if let Some(card) = state.second_bets[seat] {
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
        faults.expect(rest.is_empty() || !is_before_turns(state.phase), "deck", || {
            format!("{rest} are missing: nothing has been discarded in this phase")
        });
        true
    }

    /// AR-07, AR-12: the hands are as large as they are at this phase.
    pub(super) fn check_hands(&self, state: &State, faults: &mut Faults) {
        for seat in state.seats.iter() {
            let size = state.hands[seat].len();
            let allowed = self.hand_sizes(state.phase, seat);
            faults.expect(allowed.contains(&size), format_args!("hands[{}]", seat.number()), || {
                format!("{size} cards; in this phase it has {} to {}", allowed.start(), allowed.end())
            });
        }
        let draws = matches!(state.phase, Phase::Deal(_) | Phase::Refill(_));
        faults.expect(!draws || !state.deck.is_empty(), "deck", || {
            "it is empty, but a card is to be drawn".to_owned()
        });
    }

    /// AR-07, AR-12: how many cards a seat can have in hand at this phase.
    pub(super) fn hand_sizes(&self, phase: Phase, seat: Seat) -> std::ops::RangeInclusive<u8> {
        let (full, first) = (self.rules.hand, self.first_hand());
        match phase {
            Phase::Deal(next) if seat == next => 0..=first - 1,
            Phase::Deal(next) if seat > next => 0..=0,
            Phase::Deal(_) => first..=first,
            Phase::SecondBet(next) if seat >= next => first..=first,
            Phase::Refill(next) if seat == next => full.saturating_sub(self.rules.table.placement)..=full - 1,
            phase if is_before_deal(phase) => 0..=0,
            _ => full..=full,
        }
    }

    /// AR-08: deck, hands and memory tell the same story.
    fn check_memory(&self, state: &State, faults: &mut Faults) {
        let Memory { deck, drawn, placed } = &state.memory;
        faults.expect(*deck == self.pack || !is_before_turns(state.phase), "since-shuffle.deck", || {
            "before the first turn it is the whole pack".to_owned()
        });
        let mut rest = Some(*deck);
        for seat in state.seats.iter() {
            rest = rest.and_then(|rest| rest.checked_sub(drawn[seat]));
        }
        faults.expect(rest == Some(state.deck), "since-shuffle.drawn", || {
            "the shuffled deck without what was drawn since is not the deck".to_owned()
        });
        // Whatever lay outside the deck when it was shuffled: in hands, set aside, on the table.
        let mut outside = self.pack.checked_sub(*deck);
        faults.expect(outside.is_some(), "since-shuffle.deck", || "more cards than the pack has".to_owned());
        // AR-07: once the deck has been shuffled again, a second bet was set aside before, and never drawn since.
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
            if let (true, Some(bet)) = (was_shuffled, state.second_bets[seat]) {
                outside = outside.and_then(|outside| outside.checked_sub(Cards::of_one(bet)));
            }
        }
        faults.expect(outside.is_some(), "since-shuffle.deck", || {
            "the seats hold or have placed more cards than there are beside the shuffled deck".to_owned()
        });
    }
}

/// The seat that a phase is about.
fn seat_of(phase: Phase) -> Option<Seat> {
    match phase {
        Phase::StartingBet(seat)
        | Phase::Deal(seat)
        | Phase::SecondBet(seat)
        | Phase::Placing(seat)
        | Phase::Refill(seat)
        | Phase::Moving { seat, .. } => Some(seat),
        Phase::Stream
        | Phase::Turbo(_)
        | Phase::FirstPlayerBeforeDeal
        | Phase::FirstPlayerAfterBets
        | Phase::Over => None,
    }
}

/// Whether no racing card has been dealt yet.
pub(super) const fn is_before_deal(phase: Phase) -> bool {
    matches!(phase, Phase::StartingBet(_) | Phase::Stream | Phase::Turbo(_) | Phase::FirstPlayerBeforeDeal)
}

/// Whether no turn has begun yet.
pub(super) const fn is_before_turns(phase: Phase) -> bool {
    is_before_deal(phase)
        || matches!(phase, Phase::Deal(_) | Phase::SecondBet(_) | Phase::FirstPlayerAfterBets)
}

fn check_len(faults: &mut Faults, field: &str, len: usize, seats: Seats) {
    faults.expect(len == usize::from(seats.count()), field, || {
        format!("{len} entries; one for each of {seats} players is needed")
    });
}
