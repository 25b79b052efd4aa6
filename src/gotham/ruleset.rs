//! Rules as data: the board, the decks, and every choice that the rulebook leaves open.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::cards::{Animal, Line, Rank};
use super::policy::{
    Backwards, Drawing, EmptyDeck, EquallyFar, OnTheSign, OwnLocation, OwnerlessFurthest, Recycling,
    StartNumbers,
};
use super::schema;
use super::schema::{LEAST_DECK, LEAST_SPACES, MOST_DECK, MOST_SPACES, MOST_STEP};
use crate::common::fault::Faults;
use crate::ruleset::{Embedded, Field, Ruleset as RulesetData, Title, embedded};

/// The rules of one game.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// The name and description of the rules.
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
    /// The animal at which the finish sign stands first (GO-08).
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
    /// The space of `animal`.
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

/// The four decks, each a list of effects with their numbers of cards: `forward 2 x2` (GO-03 to GO-06).
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Decks {
    /// The cards that move the first figure.
    pub first: Vec<String>,
    /// The cards that move the second figure.
    pub second: Vec<String>,
    /// The cards that move the third figure.
    pub third: Vec<String>,
    /// The cards that move the fourth and last figure.
    pub fourth: Vec<String>,
}

impl Decks {
    /// The lines of the deck with this back.
    pub fn of(&self, back: Rank) -> &[String] {
        [&self.first, &self.second, &self.third, &self.fourth][back.index()]
    }
}

/// The choices that the rulebook leaves open.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rules {
    /// GO-09: which start numbers are drawn.
    pub start_numbers: StartNumbers,
    /// GO-11: when players draw.
    pub drawing: Drawing,
    /// GO-12: what happens when the deck for an ownerless figure is empty.
    pub empty_deck_for_ownerless: EmptyDeck,
    /// GO-14: when cards are recycled.
    pub recycling: Recycling,
    /// GO-26: what a move onto its own location does to a figure.
    pub onto_own_location: OwnLocation,
    /// GO-31: whether a figure on the sign's space is beyond the sign.
    pub on_the_sign: OnTheSign,
    /// GO-33: who wins backwards on one location.
    pub backwards_on_one_location: Backwards,
    /// GO-34: who wins when both directions are equally far beyond the sign.
    pub equally_far: EquallyFar,
    /// GO-35: what happens if an ownerless figure is furthest.
    pub ownerless_furthest: OwnerlessFurthest,
}

/// The ruleset fields of the decks, in the order of their backs.
const DECKS: [&str; 4] = ["decks.first", "decks.second", "decks.third", "decks.fourth"];

impl RulesetData for Ruleset {
    const GAME: &'static str = "gotham";

    const EMBEDDED: &'static [Embedded] = embedded!("gotham": "standard");

    const FIELDS: &'static [Field] = schema::FIELDS;

    fn title(&self) -> &Title {
        &self.ruleset
    }

    /// Varies a line of a deck: one card more, one fewer, or one of its cards with a nearby effect.
    fn text_steps(field: &Field, text: &str) -> Vec<Vec<String>> {
        let Ok(line) = text.parse::<Line>() else { return Vec::new() };
        let own = Rank::ALL.into_iter().find(|back| DECKS[back.index()] == field.path);
        line.steps(own).into_iter().map(|lines| lines.iter().map(Line::to_string).collect()).collect()
    }

    fn faults(&self) -> Faults {
        let mut faults = Faults::none();
        self.track.check(&mut faults);
        for back in Rank::ALL {
            self.check_deck(back, &mut faults);
        }
        faults
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
    /// Notes the faults of one deck.
    fn check_deck(&self, back: Rank, faults: &mut Faults) {
        let field = DECKS[back.index()];
        let mut cards = 0;
        for (index, text) in self.decks.of(back).iter().enumerate() {
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
                format!("`{text}` is a card of the {back} itself: it must name a different position")
            });
            // GO-38: longer steps could exceed the 16 bits of a coordinate.
            let step_is_fit = line.effect.spaces().is_none_or(|spaces| (1..=MOST_STEP).contains(&spaces));
            faults
                .expect(step_is_fit, &here, || format!("`{text}`: a card moves by 1 to {MOST_STEP} spaces"));
        }
        faults.expect((LEAST_DECK..=MOST_DECK).contains(&cards), field, || {
            format!("{cards} cards; a deck has {LEAST_DECK} to {MOST_DECK}")
        });
    }
}
