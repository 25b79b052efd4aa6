//! Rules as data: the board, the decks, and every choice that the rulebook leaves open.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::cards::{Animal, Line, Place};
use super::policy::{
    Backwards, Drawing, EmptyDeck, EquallyFar, OnTheSign, OwnLocation, OwnerlessFurthest, Recycling,
    StartNumbers,
};
use super::schema::{self, LEAST_DECK, LEAST_SPACES, MOST_DECK, MOST_SPACES, MOST_STEP};
use crate::fault::Faults;
use crate::ruleset::{Embedded, Field, Ruleset as RulesetData, Title};

/// The rules of one game.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// Its name and description.
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
    /// The animal that the finish sign stands at first (GO-08).
    pub finish: Animal,
    /// The spaces of the animals.
    pub animals: Animals,
}

/// The positions of the animals, in spaces from the start along the main direction (GO-36).
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

impl RulesetData for Ruleset {
    const GAME: &'static str = "gotham";

    const EMBEDDED: &'static [Embedded] =
        &[Embedded { name: "standard", text: include_str!("../../rulesets/gotham/standard.toml") }];

    const FIELDS: &'static [Field] = schema::FIELDS;

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
