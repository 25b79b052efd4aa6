//! The rules of the animal race as data, and the checks that refuse a ruleset.

use serde::{Deserialize, Serialize};

use super::animals::{ANIMALS, Animal, Animals, ByAnimal, MOST_PLAYERS};
use super::cards::{Cards, MOST_CARDS, MOST_HAND, MOST_OF_ONE};
use super::policy::{
    AfterLastPhase, FirstPlayer, MovementMode, Nap, RaceEnds, Reshuffle, SecondBet, StartLine, StreamEffect,
    TieBreak, TrackTies,
};
use super::track::MOST_TILES;
use crate::common::fault::Faults;
use crate::ruleset::Title;
use crate::text::counted;

/// A ruleset of the animal race.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// The name and description of the ruleset.
    pub ruleset: Title,
    /// AR-03: the number of players.
    pub players: Players,
    /// AR-02: the racing cards.
    pub cards: CardCounts,
    /// AR-04: starting bet cards for each player, by the number of players.
    pub starting_bets: StartingBets,
    /// AR-07: the source of the second bet.
    pub second_bet: SecondBet,
    /// AR-07, AR-12: the number of cards in a hand.
    pub hand: u8,
    /// AR-12: when the discard becomes the deck.
    pub reshuffle: Reshuffle,
    /// AR-09: the first player.
    pub first_player: FirstPlayer,
    /// AR-05: the track.
    pub track: Track,
    /// AR-10, AR-11: the limits of the table.
    pub table: TableLimits,
    /// AR-20 to AR-27: the movement of the animals.
    pub movement: Movement,
    /// AR-29 to AR-33: end and scoring.
    pub end: End,
}

/// The numbers of players allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Players {
    /// The minimum.
    pub least: u8,
    /// The maximum.
    pub most: u8,
}

/// The number of racing cards of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardCounts {
    /// Hare cards.
    pub hare: u8,
    /// Tortoise cards.
    pub tortoise: u8,
    /// Plain wolf cards.
    pub wolf: u8,
    /// Wolf cards with a howl.
    pub howl: u8,
    /// Fox cards.
    pub fox: u8,
    /// Lamb cards.
    pub lamb: u8,
}

impl CardCounts {
    /// All cards as one heap.
    pub const fn pack(self) -> Cards {
        Cards::new([self.hare, self.tortoise, self.wolf, self.howl, self.fox, self.lamb])
    }
}

/// Starting bet cards for each player, by the number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartingBets {
    /// The number for two players.
    #[serde(rename = "2")]
    pub two: u8,
    /// The number for three players.
    #[serde(rename = "3")]
    pub three: u8,
    /// The number for four players.
    #[serde(rename = "4")]
    pub four: u8,
    /// The number for five players.
    #[serde(rename = "5")]
    pub five: u8,
}

impl StartingBets {
    /// The number of starting bets that each of `players` players gets.
    pub const fn with(self, players: u8) -> u8 {
        match players {
            ..=2 => self.two,
            3 => self.three,
            4 => self.four,
            5.. => self.five,
        }
    }
}

/// The track.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Track {
    /// Tiles between start line and finish line.
    pub tiles: u8,
    /// The number of tiles that show a stream.
    pub streams: u8,
    /// AA-02: the tiles on which the turbo tokens are laid, one for each animal; empty for none.
    pub turbo_tiles: Vec<u8>,
    /// AA-06: the number of tiles that a turbo token adds.
    pub turbo_steps: u8,
}

/// Limits of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableLimits {
    /// AR-10: the maximum number of cards in one placement.
    pub placement: u8,
    /// AR-11, AR-13: the number of cards that triggers the racing phase, which is also the maximum.
    pub cards: u8,
    /// AR-11, AR-13: the number of cards of one animal that triggers the racing phase, which is also the maximum.
    pub of_one_animal: u8,
}

/// The movement of the animals.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Movement {
    /// AA-05: the order in which they move.
    pub mode: MovementMode,
    /// AR-20 to AR-27: tiles by the number of the animal's cards on the table, starting with 0 cards.
    pub steps: ByAnimal<Vec<u8>>,
    /// AR-21, AR-22: the condition under which the hare naps.
    pub nap: Nap,
    /// AR-21: the number of hare cards that makes it nap.
    pub nap_cards: u8,
    /// AR-27: the effect of streams.
    pub streams: StreamEffect,
}

/// End and scoring.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct End {
    /// AA-07, AR-30: what ends the race.
    pub when: RaceEnds,
    /// AR-29: what happens to the table after the last phase.
    pub after_last_phase: AfterLastPhase,
    /// AA-08: the ranks of animals that share a tile.
    pub track_ties: TrackTies,
    /// AA-07: the ranks of animals on the start line.
    pub start_line: StartLine,
    /// AR-31: points of a bet by its animal's rank, starting with the first.
    pub points: Vec<u8>,
    /// AR-32, AR-33: how players with equal points are ordered.
    pub tie_break: TieBreak,
}

impl Ruleset {
    /// Every inconsistency of the rules.
    pub(super) fn inconsistencies(&self) -> Faults {
        let mut faults = Faults::none();
        self.check_players(&mut faults);
        self.check_cards(&mut faults);
        self.check_track(&mut faults);
        self.check_movement(&mut faults);
        faults.expect((1..=ANIMALS).contains(&self.end.points.len()), "end.points", || {
            format!("points for {} ranks; there may be 1 to {ANIMALS}", self.end.points.len())
        });
        faults
    }

    /// AR-01: the animals that take part, which are those with racing cards.
    pub fn animals(&self) -> Animals {
        let pack = self.cards.pack();
        Animal::ALL.into_iter().filter(|animal| pack.of(*animal) > 0).collect()
    }

    /// AR-21: the condition under which the hare naps. It is `Never` if the hare takes no part, or if too few of its
    /// cards can lie on the table.
    pub(super) fn nap(&self) -> Nap {
        let can =
            self.animals().contains(Animal::Hare) && self.movement.nap_cards <= self.table.of_one_animal;
        if can { self.movement.nap } else { Nap::Never }
    }

    /// AR-27: the effect of streams. Without a lamb they have none.
    pub(super) fn streams(&self) -> StreamEffect {
        let can = self.track.streams > 0 && self.animals().contains(Animal::Lamb);
        if can { self.movement.streams } else { StreamEffect::NoEffect }
    }

    fn check_players(&self, faults: &mut Faults) {
        let Players { least, most } = self.players;
        faults.expect(2 <= least && least <= most && most <= MOST_PLAYERS, "players", || {
            format!("{least} to {most} players; the minimum must be at least 2, the maximum at most {MOST_PLAYERS}")
        });
        // AR-04: there is one starting bet card for each animal.
        let animals = self.animals().len();
        for players in least.max(2)..=most.min(MOST_PLAYERS) {
            let bets = self.starting_bets.with(players);
            faults.expect(
                u16::from(bets) * u16::from(players) <= u16::from(animals),
                format_args!("starting-bets.{players}"),
                || {
                    format!(
                        "{bets} for each of {players} players; there are only {animals} starting bet cards"
                    )
                },
            );
        }
    }

    /// AR-15: checks that a card can always be placed, and that one can always be drawn.
    fn check_cards(&self, faults: &mut Faults) {
        faults.expect((1..=MOST_HAND).contains(&self.hand), "hand", || {
            format!("{} cards; a hand has 1 to {MOST_HAND}", self.hand)
        });
        let TableLimits { placement, cards, of_one_animal } = self.table;
        for (field, number) in [("placement", placement), ("cards", cards), ("of-one-animal", of_one_animal)]
        {
            faults.expect(number >= 1, format_args!("table.{field}"), || {
                "0 cards; at least 1 must be allowed".to_owned()
            });
        }
        faults.expect(of_one_animal <= MOST_OF_ONE, "table.of-one-animal", || {
            format!("{of_one_animal} cards; at most {MOST_OF_ONE} can be allowed")
        });
        let counts = self.cards.pack();
        let total = counts.count();
        let bets = u32::from(self.second_bet == SecondBet::FromHand);
        let held = u32::from(self.players.most) * (u32::from(self.hand) + bets);
        let needed = held + u32::from(cards);
        faults.expect(total <= MOST_CARDS.into(), "cards", || {
            format!("{total} racing cards; at most {MOST_CARDS} are allowed")
        });
        // The worst case: with full hands, second bets and a full table, nothing need be left to draw.
        faults.expect(total >= needed, "cards", || {
            format!(
                "{total} racing cards; {} players can hold {held} and the table {cards}, so at least {needed} are needed",
                self.players.most
            )
        });
    }

    fn check_track(&self, faults: &mut Faults) {
        let Track { tiles, streams, turbo_tiles, .. } = &self.track;
        faults.expect((1..=MOST_TILES).contains(tiles), "track.tiles", || {
            format!("{tiles} tiles; 1 to {MOST_TILES} are allowed")
        });
        faults.expect(streams <= tiles, "track.streams", || {
            format!("{streams} streams on {tiles} tiles; there can be no more streams than tiles")
        });
        let animals = usize::from(self.animals().len());
        faults.expect(turbo_tiles.is_empty() || turbo_tiles.len() == animals, "track.turbo-tiles", || {
            format!("{} tiles; one for each of the {animals} animals is needed, or none", turbo_tiles.len())
        });
        for (index, tile) in turbo_tiles.iter().enumerate() {
            let field = format!("track.turbo-tiles[{index}]");
            faults.expect((1..=*tiles).contains(tile), &field, || {
                format!("tile {tile}; the tiles are 1 to {tiles}")
            });
            faults.expect(!turbo_tiles[..index].contains(tile), &field, || {
                format!("tile {tile} twice; each token has a tile of its own")
            });
        }
    }

    fn check_movement(&self, faults: &mut Faults) {
        let needed = usize::from(self.table.of_one_animal) + 1;
        for animal in Animal::ALL {
            let steps = &self.movement.steps[animal];
            faults.expect(steps.len() == needed, format_args!("movement.steps.{animal}"), || {
                format!(
                    "{} numbers; {needed} are needed, for 0 to {} cards",
                    steps.len(),
                    self.table.of_one_animal
                )
            });
            faults.expect(
                steps.iter().all(|tiles| *tiles <= MOST_TILES),
                format_args!("movement.steps.{animal}"),
                || format!("a step is at most {MOST_TILES} tiles"),
            );
        }
        faults.expect(self.track.turbo_steps <= MOST_TILES, "track.turbo-steps", || {
            format!("a step is at most {MOST_TILES} tiles")
        });
        // AR-30, AA-07: a race that cannot be decided never ends.
        let (moving, needed) = (self.moving(), self.end.when.arrivals_needed());
        faults.expect(moving >= usize::from(needed), "movement.steps", || {
            let moving = counted(moving as i64, "animal", "animals");
            let arrived = counted(needed, "has arrived", "have arrived");
            format!("only {moving} can ever move, and the race goes on until {arrived}")
        });
    }

    /// The number of animals that can move, that is, with some number of cards that the table allows.
    fn moving(&self) -> usize {
        // AA-05: players choose among the animals with cards.
        let least = usize::from(self.movement.mode == MovementMode::ByPlayers);
        let pack = self.cards.pack();
        let moves = |animal: &Animal| {
            let most = self.table.of_one_animal.min(self.table.cards).min(pack.of(*animal));
            self.movement.steps[*animal]
                .iter()
                .take(usize::from(most) + 1)
                .skip(least)
                .any(|tiles| *tiles > 0)
        };
        self.animals().iter().filter(moves).count()
    }
}
