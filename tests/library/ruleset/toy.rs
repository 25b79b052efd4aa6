//! A toy ruleset with a field of every kind, for the tests of this module.

use std::collections::BTreeMap;

use furlong::Ruleset;
use furlong::common::Faults;
use furlong::ruleset::{Choice, Embedded, Field, Kind, Title};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Toy {
    pub(super) laps: u8,
    pub(super) ruleset: Title,
    pub(super) movement: Movement,
    pub(super) carrots: Carrots,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Movement {
    pub(super) hare: u8,
    pub(super) longest_step: LongestStep,
    pub(super) nap: Nap,
    pub(super) tracks: Vec<Vec<u8>>,
}

/// The word `none`, or a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum LongestStep {
    Squares(u8),
    Word(Unlimited),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Unlimited {
    #[serde(rename = "none")]
    None,
}

/// The animals that the hare must lead to nap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Nap {
    AnimalsOnTrack,
    Never,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Carrots {
    pub(super) at_start: BTreeMap<u8, u16>,
    pub(super) board: Board,
}

/// A text that the game itself parses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Board(pub(super) String);

impl TryFrom<String> for Board {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.contains('?') { Err("`?` is no square".to_owned()) } else { Ok(Self(text)) }
    }
}

impl From<Board> for String {
    fn from(board: Board) -> Self {
        board.0
    }
}

const SMALL: Kind = Kind::Integer { least: 0, most: 9 };

impl Ruleset for Toy {
    const GAME: &'static str = "toy";
    const EMBEDDED: &'static [Embedded] = &[
        Embedded { name: "classic", text: include_str!("classic.toml") },
        Embedded {
            name: "quick",
            text: "[ruleset]\nname = \"quick\"\nextends = \"classic\"\n\n[movement]\nhare = 4\n",
        },
    ];
    const FIELDS: &'static [Field] = &[
        Field::new(
            "movement.hare",
            "TO-01",
            "how far the hare runs, in squares",
            Kind::Integer { least: 1, most: 6 },
        ),
        Field::new(
            "movement.longest-step",
            "TO-02",
            "the longest step, in squares",
            Kind::WordOrInteger { word: Choice { word: "none", meaning: "no limit" }, least: 0, most: 9 },
        ),
        Field::new(
            "movement.nap",
            "TO-03",
            "those that the hare must lead to nap",
            Kind::Choice(&[
                Choice { word: "animals-on-track", meaning: "those that still run" },
                Choice { word: "never", meaning: "it does not nap" },
            ]),
        ),
        Field::new(
            "movement.tracks",
            "TO-04",
            "the squares of each track",
            Kind::List { each: &Kind::List { each: &SMALL, least: 1, most: 40 }, least: 1, most: 3 },
        ),
        Field::new("laps", "TO-05", "how many laps are run", Kind::Integer { least: 1, most: 3 }),
        Field::new(
            "carrots.at-start",
            "TO-06",
            "the carrots of each player at the start, by the number of players",
            Kind::Table { keys: &["2", "3", "10"], each: &Kind::Integer { least: 0, most: 200 } },
        ),
        Field::new("carrots.board", "TO-07", "the squares, one letter each", Kind::Text),
    ];

    fn title(&self) -> &Title {
        &self.ruleset
    }

    fn faults(&self) -> Faults {
        let mut faults = Faults::none();
        for (track, squares) in self.movement.tracks.iter().enumerate() {
            for (square, value) in squares.iter().enumerate() {
                faults.expect(*value != 7, format_args!("movement.tracks[{track}][{square}]"), || {
                    "7 brings bad luck".to_owned()
                });
            }
        }
        faults.expect(self.movement.hare != 5 || self.laps != 3, "movement.hare.speed", || {
            format!("{} squares tire the hare in {} laps", self.movement.hare, self.laps)
        });
        faults
    }

    fn field_in_words(&self, field: &Field) -> Option<Vec<String>> {
        match field.path {
            "movement.hare" => Some(vec![format!("The hare runs {} squares.", self.movement.hare)]),
            "movement.tracks" => Some(Vec::new()),
            _ => None,
        }
    }
}
