//! The rules of the animal race as data: what a ruleset file holds, and what it must not.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};

use super::cards::{ANIMALS, Animal, ByAnimal, Card, Cards, MOST_CARDS};
use super::track::MOST_TILES;
use crate::fault::Faults;
use crate::ruleset::{Choice, Embedded, Field, Kind, Title};
use crate::text::counted;

/// The most seats of this game: there are five starting bet cards.
pub const MOST_PLAYERS: u8 = ANIMALS as u8;

/// The most cards of a hand: what a seat may not know stays few enough to be counted through.
const MOST_HAND: u8 = 15;

/// The most cards of one animal on the table: its steps are a table of so many and one.
const MOST_OF_ONE: u8 = 15;

/// How many arrivals end a race that goes on to the third.
pub(super) const THIRD: u8 = 3;

macro_rules! policy {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames, Serialize, Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        #[strum(serialize_all = "kebab-case")]
        #[non_exhaustive]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }
    };
}

policy! {
    /// Where the second bet comes from.
    // AR-07, AA-03
    SecondBet {
        /// One more card is dealt, and each player sets one of them aside.
        FromHand,
        /// There is none.
        None,
    }
}

policy! {
    /// Who decides in which order the animals move.
    // AR-20 to AR-27, AA-05
    MovementMode {
        /// The order of the animals is fixed.
        ByAnimal,
        /// The players choose in turn, among the animals that have cards on the table.
        ByPlayers,
    }
}

policy! {
    /// When the hare's full set of cards sends it to sleep.
    // AR-21, AR-22
    Nap {
        /// When no animal still on the track is ahead of it.
        LeadsTheTrack,
        /// When no animal is ahead of it, those on the podium included.
        LeadsTheRace,
        /// Never.
        Never,
    }
}

policy! {
    /// What a stream does.
    // AR-27, AA-01
    Streams {
        /// The lamb stops at the first one that it reaches.
        StopTheLamb,
        /// Nothing.
        NoEffect,
    }
}

policy! {
    /// When the discard becomes the new deck.
    // AR-12
    Reshuffle {
        /// When a card is to be drawn and the deck is empty.
        WhenNeeded,
        /// As soon as the deck is empty.
        AtOnce,
    }
}

policy! {
    /// What happens to the table after the phase that ends a game.
    // AR-29
    AfterLastPhase {
        /// The cards stay on the table and the token with its holder.
        AsItIs,
        /// The cards are discarded and the token passes, as after every phase.
        TidyUp,
    }
}

policy! {
    /// When a race is over.
    // AR-30, AA-07
    RaceEnds {
        /// At once when the third animal arrives.
        ThirdArrivalAtOnce,
        /// After the phase in which the third animal arrives.
        ThirdArrivalAfterPhase,
        /// After the phase in which the first animal arrives.
        FirstArrivalAfterPhase,
    }
}

policy! {
    /// How the ranks count of animals that share a tile.
    // AA-08
    TrackTies {
        /// They share the better rank, and the ranks they take up are gone: 1, 2, 2, 4.
        RanksUsedUp,
        /// They share the better rank, and the next rank follows: 1, 2, 2, 3.
        NextRankFollows,
    }
}

policy! {
    /// Whether animals that never left the start line have a rank.
    // AA-07
    StartLine {
        /// They have, like all others.
        Ranks,
        /// They have none.
        NoRank,
    }
}

policy! {
    /// Who is ahead among players with the same points.
    // AR-32, AR-33
    TieBreak {
        /// Whose best bet ranks higher, then the next one; who is still equal ties.
        BestBetThenNext,
        /// Whose best bet ranks higher; who is still equal ties.
        BestBet,
        /// Who has more points from the dealt bets; who is still equal shares the win.
        DealtBets,
    }
}

policy! {
    /// How the first player is found, unless the set-up names one.
    // AR-09
    FirstPlayer {
        /// Outside the game; seat 1 unless the set-up says otherwise.
        Given,
        /// By lot, after the second bets.
        DrawnAfterBets,
        /// By lot, before the racing cards are dealt.
        DrawnBeforeDeal,
    }
}

/// A ruleset of the animal race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// What it says about itself.
    pub ruleset: Title,
    /// AR-03: how many may play.
    pub players: Players,
    /// AR-02: the racing cards.
    pub cards: CardCounts,
    /// AR-04: starting bet cards for each player, by the number of players.
    pub starting_bets: StartingBets,
    /// AR-07: where the second bet comes from.
    pub second_bet: SecondBet,
    /// AR-07, AR-12: cards in a hand.
    pub hand: u8,
    /// AR-12: when the discard becomes the deck.
    pub reshuffle: Reshuffle,
    /// AR-09: how the first player is found.
    pub first_player: FirstPlayer,
    /// AR-05: the track.
    pub track: Track,
    /// AR-10, AR-11: the table.
    pub table: Table,
    /// AR-20 to AR-27: how the animals move.
    pub movement: Movement,
    /// AR-29 to AR-33: end and scoring.
    pub end: End,
}

/// How many may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Players {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}

/// The racing cards by kind.
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
    /// All of them as one heap.
    pub const fn pack(self) -> Cards {
        Cards::new([self.hare, self.tortoise, self.wolf, self.howl, self.fox, self.lamb])
    }
}

/// Starting bet cards for each player, by the number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartingBets {
    /// With two players.
    #[serde(rename = "2")]
    pub two: u8,
    /// With three players.
    #[serde(rename = "3")]
    pub three: u8,
    /// With four players.
    #[serde(rename = "4")]
    pub four: u8,
    /// With five players.
    #[serde(rename = "5")]
    pub five: u8,
}

impl StartingBets {
    /// How many each of so many players gets.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Track {
    /// Tiles between start line and finish line.
    pub tiles: u8,
    /// How many of them show a stream.
    pub streams: u8,
    /// AA-02: the tiles on which the turbo tokens are laid, as many as animals; empty for none.
    pub turbo_tiles: Vec<u8>,
    /// AA-06: the tiles that a turbo token adds.
    pub turbo_steps: u8,
}

/// Limits of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Table {
    /// AR-10: the most cards of one placement.
    pub placement: u8,
    /// AR-11, AR-13: so many cards in all trigger the racing phase, and no more may lie there.
    pub cards: u8,
    /// AR-11, AR-13: so many of one animal do as well.
    pub of_one_animal: u8,
}

/// How the animals move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Movement {
    /// AA-05: who decides on the order.
    pub mode: MovementMode,
    /// AR-20 to AR-27: tiles by the number of the animal's cards on the table, from 0 cards on.
    pub steps: ByAnimal<Vec<u8>>,
    /// AR-21, AR-22: when the hare naps.
    pub nap: Nap,
    /// AR-21: with how many hare cards.
    pub nap_cards: u8,
    /// AR-27: what streams do.
    pub streams: Streams,
}

/// End and scoring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct End {
    /// AR-30, AA-07: when the race is over.
    pub when: RaceEnds,
    /// AR-29: what happens to the table then.
    pub after_last_phase: AfterLastPhase,
    /// AA-08: how the ranks of animals on one tile count.
    pub track_ties: TrackTies,
    /// AA-07: whether animals on the start line rank.
    pub start_line: StartLine,
    /// AR-31: points of a bet by its animal's rank, the first rank first.
    pub points: Vec<u8>,
    /// AR-32, AR-33: who is ahead with the same points.
    pub tie_break: TieBreak,
}

const TILES: Kind = Kind::Integer { least: 0, most: MOST_TILES as i64 };

const fn field(path: &'static str, clause: &'static str, meaning: &'static str, kind: Kind) -> Field {
    Field { path, clause, meaning, kind }
}

const fn choice(word: &'static str, meaning: &'static str) -> Choice {
    Choice { word, meaning }
}

const FIELDS: &[Field] = &[
    field("players.least", "AR-03", "the fewest players", Kind::Integer { least: 2, most: 5 }),
    field("players.most", "AR-03", "the most players", Kind::Integer { least: 2, most: 5 }),
    field(
        "cards",
        "AR-02",
        "how many racing cards of each kind there are; `howl` counts the wolf cards with a howl, `wolf` the others",
        Kind::Table { keys: Card::VARIANTS, each: &Kind::Integer { least: 0, most: 40 } },
    ),
    field(
        "starting-bets",
        "AR-04",
        "how many starting bet cards each player is dealt, by the number of players; there is one card for each animal",
        Kind::Table { keys: &["2", "3", "4", "5"], each: &Kind::Integer { least: 0, most: 5 } },
    ),
    field(
        "second-bet",
        "AR-07",
        "where the second bet comes from",
        Kind::Choice(&[
            choice("from-hand", "one racing card more is dealt, and each player sets one aside in secret"),
            choice("none", "there is no second bet"),
        ]),
    ),
    field(
        "hand",
        "AR-07, AR-12",
        "cards in a hand after each refill",
        Kind::Integer { least: 1, most: MOST_HAND as i64 },
    ),
    field(
        "reshuffle",
        "AR-12",
        "when the discard is shuffled into a new deck (ruling)",
        Kind::Choice(&[
            choice("when-needed", "when a card is to be drawn and the deck is empty"),
            choice("at-once", "as soon as the deck is empty"),
        ]),
    ),
    field(
        "first-player",
        "AR-09",
        "how the first player is found when the set-up does not name one",
        Kind::Choice(&[
            choice("given", "outside the game: seat 1"),
            choice("drawn-after-bets", "by lot, after the second bets"),
            choice("drawn-before-deal", "by lot, before the racing cards are dealt"),
        ]),
    ),
    field(
        "track.tiles",
        "AR-05",
        "tiles between the start line and the finish line",
        Kind::Integer { least: 1, most: MOST_TILES as i64 },
    ),
    field("track.streams", "AR-05", "how many tiles, drawn by lot, show a stream", TILES),
    field(
        "track.turbo-tiles",
        "AA-02",
        "the tiles on which the turbo tokens are laid at random, one for each of the five animals; an empty list for no tokens",
        Kind::List { each: &TILES, least: 0, most: ANIMALS },
    ),
    field(
        "track.turbo-steps",
        "AA-06",
        "the tiles that the own turbo token adds to a move that ends on it",
        TILES,
    ),
    field(
        "table.placement",
        "AR-10",
        "the most cards that may be placed in one turn",
        Kind::Integer { least: 1, most: 15 },
    ),
    field(
        "table.cards",
        "AR-11, AR-13",
        "so many cards on the table trigger the racing phase, and more may not lie there",
        Kind::Integer { least: 1, most: 40 },
    ),
    field(
        "table.of-one-animal",
        "AR-11, AR-13",
        "so many cards of one animal trigger the racing phase, and more may not lie there",
        Kind::Integer { least: 1, most: MOST_OF_ONE as i64 },
    ),
    field(
        "movement.mode",
        "AR-20, AA-05",
        "who decides in which order the animals move",
        Kind::Choice(&[
            choice("by-animal", "the order is fixed: hare, tortoise, wolf, fox, lamb"),
            choice("by-players", "the players choose in turn among the animals with cards on the table"),
        ]),
    ),
    field(
        "movement.steps",
        "AR-20 to AR-27, AA-05",
        "tiles that each animal moves, by the number of its cards on the table: first with no card (only `by-animal`: where players choose, an animal without cards does not move), then with one, and so on up to `table.of-one-animal`",
        Kind::Table { keys: Animal::VARIANTS, each: &Kind::List { each: &TILES, least: 2, most: 16 } },
    ),
    field(
        "movement.nap",
        "AR-21, AR-22",
        "when `movement.nap-cards` hare cards let the hare nap where it is (who counts is a ruling)",
        Kind::Choice(&[
            choice("leads-the-track", "when no animal still on the track is ahead of it"),
            choice("leads-the-race", "when no animal is ahead of it, those on the podium included"),
            choice("never", "never"),
        ]),
    ),
    field(
        "movement.nap-cards",
        "AR-21",
        "the number of hare cards with which the hare may nap",
        Kind::Integer { least: 1, most: 15 },
    ),
    field(
        "movement.streams",
        "AR-27, AA-01",
        "what a stream does",
        Kind::Choice(&[
            choice("stop-the-lamb", "the lamb stops at the first stream that it reaches in a move"),
            choice("no-effect", "nothing"),
        ]),
    ),
    field(
        "end.when",
        "AR-30, AA-07",
        "when a race is over",
        Kind::Choice(&[
            choice("third-arrival-at-once", "at once when the third animal crosses the finish line"),
            choice(
                "third-arrival-after-phase",
                "after the racing phase in which the third animal crosses it",
            ),
            choice(
                "first-arrival-after-phase",
                "after the racing phase in which the first animal crosses it",
            ),
        ]),
    ),
    field(
        "end.after-last-phase",
        "AR-29",
        "what happens to the table after the phase that ends a game (ruling)",
        Kind::Choice(&[
            choice("as-it-is", "the cards stay on the table and the token with its holder"),
            choice("tidy-up", "the cards are discarded and the token passes, as after every phase"),
        ]),
    ),
    field(
        "end.track-ties",
        "AA-08",
        "how the ranks count of animals that share a tile (ruling)",
        Kind::Choice(&[
            choice(
                "ranks-used-up",
                "they share the better rank, and the ranks they take up are gone: 1, 2, 2, 4",
            ),
            choice("next-rank-follows", "they share the better rank, and the next rank follows: 1, 2, 2, 3"),
        ]),
    ),
    field(
        "end.start-line",
        "AA-07",
        "whether animals that stand on the start line at the end have a rank",
        Kind::Choice(&[choice("ranks", "they have, like all others"), choice("no-rank", "they have none")]),
    ),
    field(
        "end.points",
        "AR-31",
        "points of a bet by the rank of its animal, the first rank first; further ranks score nothing, and animals still on the track may have the last of these ranks",
        Kind::List { each: &Kind::Integer { least: 0, most: 100 }, least: 1, most: ANIMALS },
    ),
    field(
        "end.tie-break",
        "AR-32, AR-33",
        "who is ahead among players with the same points",
        Kind::Choice(&[
            choice(
                "best-bet-then-next",
                "whose best bet ranks higher, then the next one; who is still equal ties (ruling)",
            ),
            choice("best-bet", "whose best bet ranks higher; who is still equal ties"),
            choice(
                "dealt-bets",
                "who has more points from the dealt bets; who is still equal shares the win",
            ),
        ]),
    ),
];

impl crate::ruleset::Ruleset for Ruleset {
    const GAME: &'static str = "animal-race";

    const EMBEDDED: &'static [Embedded] = &[
        Embedded { name: "classic", text: include_str!("../../rulesets/animal-race/classic.toml") },
        Embedded { name: "course", text: include_str!("../../rulesets/animal-race/course.toml") },
        Embedded { name: "apprentice", text: include_str!("../../rulesets/animal-race/apprentice.toml") },
    ];

    const FIELDS: &'static [Field] = FIELDS;

    fn title(&self) -> &Title {
        &self.ruleset
    }

    fn faults(&self) -> Faults {
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

    fn in_words(&self) -> Vec<String> {
        super::rules_text::in_words(self)
    }
}

impl Ruleset {
    fn check_players(&self, faults: &mut Faults) {
        let Players { least, most } = self.players;
        faults.expect(2 <= least && least <= most && most <= MOST_PLAYERS, "players", || {
            format!("{least} to {most} players; the fewest must be 2 or more, the most up to {MOST_PLAYERS}")
        });
        // AR-04: there is one starting bet card for each animal.
        for players in least.max(2)..=most.min(MOST_PLAYERS) {
            let bets = self.starting_bets.with(players);
            faults.expect(
                usize::from(bets) * usize::from(players) <= ANIMALS,
                format_args!("starting-bets.{players}"),
                || {
                    format!(
                        "{bets} for each of {players} players; there are only {ANIMALS} starting bet cards"
                    )
                },
            );
        }
    }

    /// AR-15: a card can always be placed, and one can always be drawn.
    fn check_cards(&self, faults: &mut Faults) {
        faults.expect((1..=MOST_HAND).contains(&self.hand), "hand", || {
            format!("{} cards; a hand has 1 to {MOST_HAND}", self.hand)
        });
        let Table { placement, cards, of_one_animal } = self.table;
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
        // Hands and second bets full, the table full: only then nothing need be left to draw.
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
        faults.expect(matches!(turbo_tiles.len(), 0 | ANIMALS), "track.turbo-tiles", || {
            format!("{} tiles; one for each of the {ANIMALS} animals is needed, or none", turbo_tiles.len())
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
            let have = if needed == 1 { "has" } else { "have" };
            format!("only {moving} can ever move, and the race goes on until {needed} {have} arrived")
        });
    }

    /// The number of animals that some number of cards moves which can lie on the table.
    fn moving(&self) -> usize {
        // AA-05: players choose among the animals with cards.
        let least = usize::from(self.movement.mode == MovementMode::ByPlayers);
        let pack = self.cards.pack();
        let moves = |animal: &&Animal| {
            let most = self.table.of_one_animal.min(self.table.cards).min(pack.of(**animal));
            self.movement.steps[**animal]
                .iter()
                .take(usize::from(most) + 1)
                .skip(least)
                .any(|tiles| *tiles > 0)
        };
        Animal::ALL.iter().filter(moves).count()
    }
}

impl RaceEnds {
    /// AR-30, AA-07: the number of arrivals that decide the race.
    #[inline]
    pub(super) fn arrivals_needed(self) -> u8 {
        match self {
            Self::ThirdArrivalAtOnce | Self::ThirdArrivalAfterPhase => THIRD,
            Self::FirstArrivalAfterPhase => 1,
        }
    }
}
