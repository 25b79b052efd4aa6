//! Rules as data: the board, the decks, and every choice that the rulebook leaves open.

use serde::{Deserialize, Serialize};
use strum::{Display, VariantArray};

use super::cards::{Animal, Line, Place};
use crate::fault::Faults;
use crate::ruleset::{Choice, Embedded, Field, Kind, Ruleset as RulesetData, Title};

/// The fewest spaces of a track (GO-36).
pub const LEAST_SPACES: i64 = 20;
/// The most spaces of a track: with [`MOST_STEP`], coordinates stay in 16 bits (GO-38).
pub const MOST_SPACES: i64 = 1000;
/// The longest step of a card. Four cards a round, 200 rounds and the longest track still fit in 16 bits:
/// 1000 + 4 * 200 * 39 = 32,200 (GO-38). Races that go on beyond stop at the edge of the numbers.
pub const MOST_STEP: u8 = 39;
/// The fewest cards of a deck (GO-36): four in hands and one to draw.
pub const LEAST_DECK: usize = 5;
/// The most cards of a deck, so that a state stays small.
pub const MOST_DECK: usize = 24;

/// The rules of one game.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// What it says about itself.
    pub ruleset: Title,
    /// The track and the spaces of the animals.
    pub track: Board,
    /// The cards of the four decks.
    pub decks: Decks,
    /// The choices that the rulebook leaves open.
    pub rules: Rules,
}

/// The track (GO-36).
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Board {
    /// The number of spaces of the whole circle.
    pub spaces: i16,
    /// On whose space the finish sign stands at first (GO-08).
    pub finish: Animal,
    /// The spaces of the animals.
    pub animals: Animals,
}

/// Where the animals are, in spaces from the start along the main direction (GO-36).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Animals {
    /// The space of the fish.
    pub fish: i16,
    /// The space of the hedgehog.
    pub hedgehog: i16,
    /// The space of the tortoise.
    pub tortoise: i16,
    /// The space of the snail.
    pub snail: i16,
    /// The space of the sheep.
    pub sheep: i16,
}

impl Animals {
    /// The space of one of them.
    pub const fn space(&self, animal: Animal) -> i16 {
        match animal {
            Animal::Fish => self.fish,
            Animal::Hedgehog => self.hedgehog,
            Animal::Tortoise => self.tortoise,
            Animal::Snail => self.snail,
            Animal::Sheep => self.sheep,
        }
    }
}

/// The four decks, each a list of effects with their numbers: `forward 2 x2` (GO-03 to GO-06).
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Decks {
    /// Cards for the first.
    pub first: Vec<String>,
    /// Cards for the second.
    pub second: Vec<String>,
    /// Cards for the third.
    pub third: Vec<String>,
    /// Cards for the fourth and last.
    pub fourth: Vec<String>,
}

impl Decks {
    /// The field and the lines of the deck for a position.
    pub fn of(&self, back: Place) -> (&'static str, &[String]) {
        match back {
            Place::First => ("decks.first", &self.first),
            Place::Second => ("decks.second", &self.second),
            Place::Third => ("decks.third", &self.third),
            Place::Fourth => ("decks.fourth", &self.fourth),
        }
    }
}

/// The choices that the rulebook leaves open.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rules {
    /// GO-09.
    pub start_numbers: StartNumbers,
    /// GO-11.
    pub drawing: Drawing,
    /// GO-12.
    pub empty_deck_for_ownerless: EmptyDeck,
    /// GO-14.
    pub recycling: Recycling,
    /// GO-26.
    pub onto_own_location: OwnLocation,
    /// GO-31.
    pub on_the_sign: OnTheSign,
    /// GO-33.
    pub backwards_on_one_location: Backwards,
    /// GO-34.
    pub equally_far: EquallyFar,
    /// GO-35.
    pub ownerless_furthest: OwnerlessFurthest,
}

/// A policy: an enum whose words stand in ruleset files.
macro_rules! policy {
    ($(#[$about:meta])* $name:ident { $($(#[doc = $meaning:literal])+ $variant:ident,)+ }) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, Display, VariantArray, Serialize, Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        #[strum(serialize_all = "kebab-case")]
        #[non_exhaustive]
        pub enum $name {
            $($(#[doc = $meaning])+ $variant,)+
        }
    };
}

policy! {
    /// Which start numbers are drawn when none are given (GO-09).
    StartNumbers {
        /// As many of the highest as there are players.
        Highest,
        /// Any of the four.
        Any,
    }
}
policy! {
    /// When players draw (GO-11).
    Drawing {
        /// Each immediately before placing.
        EachBeforePlacing,
        /// All in the order of acting, and then all place.
        AllBeforePlacing,
    }
}
policy! {
    /// What is placed for an ownerless figure whose deck is empty (GO-12).
    EmptyDeck {
        /// Nothing.
        Nothing,
        /// The cards carried out are recycled at once, and then its deck is drawn from if it has cards.
        RecycleFirst,
    }
}
policy! {
    /// When the cards carried out go under their decks (GO-14).
    Recycling {
        /// At the end of a round in which at least one deck is empty.
        WhenADeckIsEmpty,
        /// At the end of every round.
        EveryRound,
    }
}
policy! {
    /// What a move that ends on the figure's own location does (GO-26).
    OwnLocation {
        /// It leaves the figure on its lane.
        KeepsLane,
        /// The figure arrives behind the others that stand there.
        OutermostLane,
    }
}
policy! {
    /// Whether a figure on the sign's space is beyond it (GO-31).
    OnTheSign {
        /// It is not.
        NotBeyond,
        /// It is, by no space.
        Beyond,
    }
}
policy! {
    /// Which of several figures on one location wins that crossed backwards (GO-33).
    Backwards {
        /// The one on the inner lane.
        InnerLane,
        /// The one on the outer lane.
        OuterLane,
    }
}
policy! {
    /// Who wins when the best of both directions are equally far beyond (GO-34).
    EquallyFar {
        /// Both.
        Shared,
        /// The one that crossed along the main direction.
        ForwardsWins,
        /// The one that crossed against it.
        BackwardsWins,
    }
}
policy! {
    /// What happens when an ownerless figure is furthest beyond the sign (GO-35).
    OwnerlessFurthest {
        /// The game ends and nobody wins.
        AllLose,
        /// Ownerless figures do not count; the race goes on until a player's figure has crossed.
        PassedOver,
    }
}

const fn choice(word: &'static str, meaning: &'static str) -> Choice {
    Choice { word, meaning }
}

const fn field(path: &'static str, clause: &'static str, meaning: &'static str, kind: Kind) -> Field {
    Field { path, clause, meaning, kind }
}

const ANIMALS: &[Choice] = &[
    choice("fish", "on the space of the fish"),
    choice("hedgehog", "on the space of the hedgehog"),
    choice("tortoise", "on the space of the tortoise"),
    choice("snail", "on the space of the snail"),
    choice("sheep", "on the space of the sheep"),
];

const DECK: Kind = Kind::List { each: &Kind::Text, least: 1, most: MOST_DECK };

impl RulesetData for Ruleset {
    const GAME: &'static str = "gotham";

    const EMBEDDED: &'static [Embedded] =
        &[Embedded { name: "standard", text: include_str!("../../rulesets/gotham/standard.toml") }];

    const FIELDS: &'static [Field] = &[
        field(
            "track.spaces",
            "GO-36",
            "spaces of the whole circle",
            Kind::Integer { least: LEAST_SPACES, most: MOST_SPACES },
        ),
        field("track.finish", "GO-08", "where the finish sign stands at first", Kind::Choice(ANIMALS)),
        field(
            "track.animals",
            "GO-36",
            "the animals' spaces, counted from the start along the main direction, above 0 and below the length",
            Kind::Table {
                keys: &["fish", "hedgehog", "tortoise", "snail", "sheep"],
                each: &Kind::Integer { least: 1, most: MOST_SPACES - 1 },
            },
        ),
        field("decks.first", "GO-03", "cards for the first, as effects with their numbers", DECK),
        field("decks.second", "GO-04", "cards for the second, as effects with their numbers", DECK),
        field("decks.third", "GO-05", "cards for the third, as effects with their numbers", DECK),
        field("decks.fourth", "GO-06", "cards for the fourth and last, as effects with their numbers", DECK),
        field(
            "rules.start-numbers",
            "GO-09",
            "which start numbers are drawn",
            Kind::Choice(&[
                choice("highest", "as many of the highest as there are players"),
                choice("any", "any of the four"),
            ]),
        ),
        field(
            "rules.drawing",
            "GO-11",
            "when players draw",
            Kind::Choice(&[
                choice("each-before-placing", "each immediately before placing"),
                choice("all-before-placing", "all in the order of acting, and then all place"),
            ]),
        ),
        field(
            "rules.empty-deck-for-ownerless",
            "GO-12",
            "what is placed for an ownerless figure whose deck is empty",
            Kind::Choice(&[
                choice("nothing", "nothing"),
                choice(
                    "recycle-first",
                    "the cards carried out are recycled first, then its deck gives a card",
                ),
            ]),
        ),
        field(
            "rules.recycling",
            "GO-14",
            "when the cards carried out go under their decks",
            Kind::Choice(&[
                choice("when-a-deck-is-empty", "at the end of a round in which a deck is empty"),
                choice("every-round", "at the end of every round"),
            ]),
        ),
        field(
            "rules.onto-own-location",
            "GO-26",
            "what a move onto the own location does",
            Kind::Choice(&[
                choice("keeps-lane", "the figure stays on its lane"),
                choice("outermost-lane", "the figure arrives behind the others there"),
            ]),
        ),
        field(
            "rules.on-the-sign",
            "GO-31",
            "whether the sign's space is beyond the sign",
            Kind::Choice(&[choice("not-beyond", "it is not"), choice("beyond", "it is, by no space")]),
        ),
        field(
            "rules.backwards-on-one-location",
            "GO-33",
            "who wins of several on one location that crossed backwards",
            Kind::Choice(&[
                choice("inner-lane", "the one on the inner lane"),
                choice("outer-lane", "the one on the outer lane"),
            ]),
        ),
        field(
            "rules.equally-far",
            "GO-34",
            "who wins when both sides are equally far beyond",
            Kind::Choice(&[
                choice("shared", "the best of each side share the win"),
                choice("forwards-wins", "the one that crossed along the main direction"),
                choice("backwards-wins", "the one that crossed against it"),
            ]),
        ),
        field(
            "rules.ownerless-furthest",
            "GO-35",
            "when an ownerless figure is furthest",
            Kind::Choice(&[
                choice("all-lose", "the game ends and nobody wins"),
                choice("passed-over", "the race goes on until a player's figure has crossed"),
            ]),
        ),
    ];

    fn title(&self) -> &Title {
        &self.ruleset
    }

    fn faults(&self) -> Faults {
        let mut faults = Faults::none();
        self.track.check(&mut faults);
        for back in Place::ALL {
            self.check_deck(back, &mut faults);
        }
        faults
    }

    fn in_words(&self) -> Vec<String> {
        let Self { track, rules, .. } = self;
        let mut words = Vec::new();
        let animals: Vec<String> = Animal::VARIANTS
            .iter()
            .map(|animal| format!("{animal} {}", track.animals.space(*animal)))
            .collect();
        words.push(format!(
            "The track is a circle of {} spaces, run clockwise from the start; the animals stand on {}. The \
             finish sign starts at the {}.",
            track.spaces,
            crate::text::listed(&animals),
            track.finish
        ));
        for back in Place::ALL {
            let (_, lines) = self.decks.of(back);
            words.push(format!("Cards for the {back}: {}.", lines.join(", ")));
        }
        words.push(match rules.start_numbers {
            StartNumbers::Highest => "The players draw the highest start numbers among them.".to_owned(),
            StartNumbers::Any => "The players draw among all four start numbers.".to_owned(),
        });
        words.push(match rules.drawing {
            Drawing::EachBeforePlacing => {
                "From the last figure to the leading one, each draws a card from a deck of choice and at once \
                 places one face down."
                    .to_owned()
            }
            Drawing::AllBeforePlacing => {
                "From the last figure to the leading one all draw a card from a deck of choice; then in the \
                 same order all place one face down."
                    .to_owned()
            }
        });
        words.push(format!(
            "For an ownerless figure the top card of the deck of its position is placed unseen; when that deck \
             is empty, {}.",
            match rules.empty_deck_for_ownerless {
                EmptyDeck::Nothing => "nothing is placed",
                EmptyDeck::RecycleFirst => "the cards carried out are recycled first",
            }
        ));
        words.push(
            "Then the cards are carried out in the order of placing, each on the positions as they are then."
                .to_owned(),
        );
        words.push(format!(
            "The cards carried out go under their decks at the end of {}.",
            match rules.recycling {
                Recycling::WhenADeckIsEmpty => "a round in which a deck is empty",
                Recycling::EveryRound => "every round",
            }
        ));
        words.push(format!(
            "A figure that is moved onto its own location {}.",
            match rules.onto_own_location {
                OwnLocation::KeepsLane => "keeps its lane",
                OwnLocation::OutermostLane => "takes the outermost lane there",
            }
        ));
        words.push(format!(
            "After the last card of a round, the figure furthest beyond the sign wins, in either direction; a \
             figure on the sign's space is {}.",
            match rules.on_the_sign {
                OnTheSign::NotBeyond => "not beyond it",
                OnTheSign::Beyond => "beyond it",
            }
        ));
        words.push(format!(
            "On one location the inner lane wins{}; when the best of both directions are equally far, {}.",
            match rules.backwards_on_one_location {
                Backwards::InnerLane => " in both directions",
                Backwards::OuterLane => " forwards, the outer lane backwards",
            },
            match rules.equally_far {
                EquallyFar::Shared => "they share the win",
                EquallyFar::ForwardsWins => "the one that ran forwards wins",
                EquallyFar::BackwardsWins => "the one that ran backwards wins",
            }
        ));
        words.push(match rules.ownerless_furthest {
            OwnerlessFurthest::AllLose => {
                "When an ownerless figure is furthest beyond the sign, nobody wins.".to_owned()
            }
            OwnerlessFurthest::PassedOver => {
                "Ownerless figures cannot win: the race goes on until a player's figure has crossed."
                    .to_owned()
            }
        });
        words
    }
}

impl Board {
    fn check(&self, faults: &mut Faults) {
        let spaces = i64::from(self.spaces);
        let allowed = LEAST_SPACES..=MOST_SPACES;
        faults.expect(allowed.contains(&spaces), "track.spaces", || {
            format!("{spaces} spaces; a track has {LEAST_SPACES} to {MOST_SPACES}")
        });
        for animal in Animal::VARIANTS {
            let space = self.animals.space(*animal);
            faults.expect(0 < space && space < self.spaces, format_args!("track.animals.{animal}"), || {
                format!(
                    "space {space} is not on the track: above 0, where the figures start, and below {spaces}"
                )
            });
        }
    }
}

impl Ruleset {
    /// Notes what is wrong with one deck.
    fn check_deck(&self, back: Place, faults: &mut Faults) {
        let (field, lines) = self.decks.of(back);
        let mut cards = 0;
        for (index, text) in lines.iter().enumerate() {
            let here = format!("{field}[{index}]");
            let line: Line = match text.parse() {
                Ok(line) => line,
                Err(unreadable) => {
                    faults.add(here, unreadable.to_string());
                    continue;
                }
            };
            cards += usize::from(line.copies);
            // GO-23: a card cannot refer to its own position.
            faults.expect(line.effect.other() != Some(back), &here, || {
                format!("`{text}` is a card of the {back} itself: it must name another position")
            });
            // GO-38: longer steps could leave the coordinates' 16 bits.
            let step_is_fit = line.effect.spaces().is_none_or(|spaces| (1..=MOST_STEP).contains(&spaces));
            faults
                .expect(step_is_fit, &here, || format!("`{text}`: a card moves by 1 to {MOST_STEP} spaces"));
        }
        faults.expect((LEAST_DECK..=MOST_DECK).contains(&cards), field, || {
            format!("{cards} cards; a deck has {LEAST_DECK} to {MOST_DECK}")
        });
    }
}
