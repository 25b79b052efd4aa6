//! Cards: the race position on the back, the effect on the face, and the small language in which ruleset files
//! write effects.
//!
//! | written | clause | meaning |
//! |---|---|---|
//! | `forward 4`, `back 2` | GO-22 | that many spaces along or against the main direction |
//! | `5 in front of 2nd`, `1 behind 1st` | GO-23 | to the location so far ahead of or behind that figure |
//! | `swap with 3rd` | GO-24 | the two figures exchange location and lane |
//! | `back to start` | GO-25 | to coordinate 0 |
//! | `finish to snail` | GO-27 | the finish sign moves to that animal's space |
//!
//! In a deck, ` x2` after an effect means two such cards.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::schema::MOST_STEP;
use crate::formats::as_text::as_text;

/// A race position, which is also the back of a card and its deck (GO-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("examples" = [1, 4])))]
#[serde(try_from = "u8", into = "u8")]
pub enum Rank {
    /// The leading figure.
    First,
    /// The second.
    Second,
    /// The third.
    Third,
    /// The fourth and last.
    Fourth,
}

impl Rank {
    /// The four ranks, starting with the first.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Third, Self::Fourth];

    /// The index of the rank, from 0 for the first to 3 for the fourth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number on the back: 1 to 4.
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The rank with this index. Only the lower two bits count.
    #[inline]
    pub(super) const fn of_bits(index: u8) -> Self {
        // Written as a match, it compiles to the index itself, without a lookup.
        match index & 3 {
            0 => Self::First,
            1 => Self::Second,
            2 => Self::Third,
            _ => Self::Fourth,
        }
    }

    /// The rank with this number, 1 to 4.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::First),
            2 => Some(Self::Second),
            3 => Some(Self::Third),
            4 => Some(Self::Fourth),
            _ => None,
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["1st", "2nd", "3rd", "4th"][self.index()])
    }
}

impl FromStr for Rank {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        match text.trim().to_lowercase().as_str() {
            "1" | "1st" | "first" => Ok(Self::First),
            "2" | "2nd" | "second" => Ok(Self::Second),
            "3" | "3rd" | "third" => Ok(Self::Third),
            "4" | "4th" | "fourth" | "last" => Ok(Self::Fourth),
            other => Err(Unreadable(format!("`{other}` is not a position in the race: write 1st to 4th"))),
        }
    }
}

impl TryFrom<u8> for Rank {
    type Error = Unreadable;

    fn try_from(number: u8) -> Result<Self, Unreadable> {
        Self::new(number)
            .ok_or_else(|| Unreadable(format!("{number} is not a position in the race: write 1 to 4")))
    }
}

impl From<Rank> for u8 {
    fn from(rank: Rank) -> Self {
        rank.number()
    }
}

/// The animals along the track. The finish sign can stand on their spaces.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
pub enum Animal {
    /// The sign starts here by the usual rules.
    Fish,
    /// Named by a card of the first.
    Hedgehog,
    /// Named by a card of the second.
    Tortoise,
    /// Named by a card of the third.
    Snail,
    /// Named by a card of the last.
    Sheep,
}

/// The text on the face of a card, about the figure in the position on its back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum Effect {
    /// Back to the start (GO-25).
    ToStart,
    /// Some spaces against the main direction (GO-22).
    Back(u8),
    /// Some spaces along the main direction (GO-22).
    Forward(u8),
    /// Some spaces ahead of the figure of this rank (GO-23).
    InFrontOf(u8, Rank),
    /// Some spaces behind the figure of this rank (GO-23).
    Behind(u8, Rank),
    /// Exchanges location and lane with the figure of this rank (GO-24).
    SwapWith(Rank),
    /// The sign moves, no figure does (GO-27).
    FinishTo(Animal),
}

impl Effect {
    /// The other rank that the effect refers to.
    pub const fn other(self) -> Option<Rank> {
        match self {
            Self::InFrontOf(_, rank) | Self::Behind(_, rank) | Self::SwapWith(rank) => Some(rank),
            Self::ToStart | Self::Back(_) | Self::Forward(_) | Self::FinishTo(_) => None,
        }
    }

    /// The form of the effect, and the first and second things that it names (spaces, a rank or an animal), each as
    /// a number.
    const fn parts(self) -> [u16; 3] {
        match self {
            Self::ToStart => [0, 0, 0],
            Self::Back(spaces) => [1, spaces as u16, 0],
            Self::Forward(spaces) => [2, spaces as u16, 0],
            Self::InFrontOf(spaces, rank) => [3, spaces as u16, rank as u16],
            Self::Behind(spaces, rank) => [4, spaces as u16, rank as u16],
            Self::SwapWith(rank) => [5, rank as u16, 0],
            Self::FinishTo(animal) => [6, animal as u16, 0],
        }
    }

    /// The effect with these parts.
    fn of_parts([form, first, second]: [u16; 3]) -> Self {
        let rank = |number: u16| Rank::of_bits(number as u8);
        match form {
            0 => Self::ToStart,
            1 => Self::Back(first as u8),
            2 => Self::Forward(first as u8),
            3 => Self::InFrontOf(first as u8, rank(second)),
            4 => Self::Behind(first as u8, rank(second)),
            5 => Self::SwapWith(rank(first)),
            _ => Self::FinishTo(Animal::VARIANTS[usize::from(first) % Animal::VARIANTS.len()]),
        }
    }

    /// The number of spaces that the effect names.
    pub const fn spaces(self) -> Option<u8> {
        match self {
            Self::Back(spaces)
            | Self::Forward(spaces)
            | Self::InFrontOf(spaces, _)
            | Self::Behind(spaces, _) => Some(spaces),
            Self::ToStart | Self::SwapWith(_) | Self::FinishTo(_) => None,
        }
    }
}

impl Effect {
    /// Effects that differ in one thing: one space more or fewer, another rank, or another animal.
    fn nearby(self) -> Vec<Self> {
        let near = |spaces: u8| [spaces.saturating_sub(1).max(1), spaces.saturating_add(1).min(MOST_STEP)];
        let others = |rank: Rank| Rank::ALL.into_iter().filter(move |other| *other != rank);
        let mut found: Vec<Self> = match self {
            Self::ToStart => Vec::new(),
            Self::Back(spaces) => near(spaces).map(Self::Back).to_vec(),
            Self::Forward(spaces) => near(spaces).map(Self::Forward).to_vec(),
            Self::InFrontOf(spaces, rank) => {
                let near = near(spaces).map(|spaces| Self::InFrontOf(spaces, rank));
                near.into_iter().chain(others(rank).map(|rank| Self::InFrontOf(spaces, rank))).collect()
            }
            Self::Behind(spaces, rank) => {
                let near = near(spaces).map(|spaces| Self::Behind(spaces, rank));
                near.into_iter().chain(others(rank).map(|rank| Self::Behind(spaces, rank))).collect()
            }
            Self::SwapWith(rank) => others(rank).map(Self::SwapWith).collect(),
            Self::FinishTo(_) => Animal::VARIANTS.iter().map(|animal| Self::FinishTo(*animal)).collect(),
        };
        found.retain(|effect| *effect != self);
        found
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ToStart => f.write_str("back to start"),
            Self::Back(spaces) => write!(f, "back {spaces}"),
            Self::Forward(spaces) => write!(f, "forward {spaces}"),
            Self::InFrontOf(spaces, rank) => write!(f, "{spaces} in front of {rank}"),
            Self::Behind(spaces, rank) => write!(f, "{spaces} behind {rank}"),
            Self::SwapWith(rank) => write!(f, "swap with {rank}"),
            Self::FinishTo(animal) => write!(f, "finish to {animal}"),
        }
    }
}

/// The instruction that an effect stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instruction {
    /// The figure goes to the start (GO-25).
    ToStart,
    /// The figure goes some spaces ahead of the figure of this rank, which may be itself (GO-22, GO-23). If
    /// negative, behind it.
    AheadOf(Rank, i16),
    /// The figure exchanges location and lane with the figure of this rank (GO-24).
    Swap(Rank),
    /// The sign moves (GO-27).
    Sign(Animal),
}

/// A text that is not a card, an effect or a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

impl FromStr for Effect {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let lower = text.trim().to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().filter(|word| *word != "the").collect();
        let spaces = |word: &str| {
            word.parse::<u8>().map_err(|_| Unreadable(format!("`{word}` is not a number of spaces")))
        };
        match words.as_slice() {
            ["back", "to", "start"] => Ok(Self::ToStart),
            ["back", count] => Ok(Self::Back(spaces(count)?)),
            ["forward", count] => Ok(Self::Forward(spaces(count)?)),
            [count, "in", "front", "of", rank] => Ok(Self::InFrontOf(spaces(count)?, rank.parse()?)),
            [count, "behind", rank] => Ok(Self::Behind(spaces(count)?, rank.parse()?)),
            ["swap", "with", rank] => Ok(Self::SwapWith(rank.parse()?)),
            ["finish", "to", animal] => animal.parse().map(Self::FinishTo).map_err(|_| {
                let known: Vec<&str> = Animal::VARIANTS.iter().map(<&str>::from).collect();
                Unreadable(format!("`{animal}` is not an animal of the track: {}", known.join(", ")))
            }),
            _ => Err(Unreadable(format!(
                "`{}` is not an effect: write `forward 4`, `back 2`, `back to start`, `5 in front of 2nd`, `1 behind \
                 1st`, `swap with 3rd` or `finish to snail`",
                text.trim()
            ))),
        }
    }
}

as_text!(Effect);

/// One line of a deck: an effect and how many cards have it, as in `forward 2 x2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The effect of the cards.
    pub effect: Effect,
    /// The number of these cards.
    pub copies: u8,
}

impl Line {
    /// The lines that can replace this one: with one card more, with one fewer, or with one card changed to a
    /// nearby effect. `own` is the back of the deck, which no effect refers to.
    pub(super) fn steps(self, own: Option<Rank>) -> Vec<Vec<Self>> {
        let with = |copies: u8| (copies > 0).then_some(Self { copies, ..self });
        let fewer = with(self.copies - 1);
        let mut steps =
            vec![with(self.copies.saturating_add(1)).into_iter().collect(), fewer.into_iter().collect()];
        let nearby = self.effect.nearby().into_iter().filter(|effect| own.is_none() || effect.other() != own);
        steps.extend(
            nearby.map(|effect| fewer.into_iter().chain([Self { effect, copies: 1 }]).collect::<Vec<Self>>()),
        );
        steps
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.effect.fmt(f)?;
        if self.copies == 1 { Ok(()) } else { write!(f, " x{}", self.copies) }
    }
}

impl FromStr for Line {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let Some((effect, copies)) = text.rsplit_once(" x") else {
            return Ok(Self { effect: text.parse()?, copies: 1 });
        };
        let copies = copies.trim().parse().ok().filter(|copies| *copies > 0);
        let copies = copies.ok_or_else(|| {
            Unreadable(format!(
                "`{}`: after ` x` write how many such cards there are, at least 1",
                text.trim()
            ))
        })?;
        Ok(Self { effect: effect.parse()?, copies })
    }
}

/// A card: two cards with the same back and text are the same to everybody.
///
/// It is packed, for cards are handed over at every decision: 2 bits for the back, 3 for the form of the effect,
/// 8 for the first thing that the effect says and 2 for the second, so that cards ascend as their backs and
/// effects do.
///
/// ```
/// use furlong::gotham::{Card, Effect, Rank};
/// let card: Card = "2nd: swap with 3rd".parse()?;
/// assert_eq!(card, Card::new(Rank::Second, Effect::SwapWith(Rank::Third)));
/// assert_eq!(card.back().number(), 2);
/// assert_eq!(card.to_string(), "2nd: swap with 3rd");
/// # Ok::<(), furlong::gotham::Unreadable>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("examples" = ["2nd: swap with 3rd"])))]
#[serde(try_from = "String", into = "String")]
pub struct Card(u16);

impl Card {
    /// All codes are below this number.
    pub(super) const CODES: usize = 1 << u16::BITS;

    /// The card with this back and this effect.
    pub const fn new(back: Rank, effect: Effect) -> Self {
        let [form, first, second] = effect.parts();
        Self((back as u16) << 13 | form << 10 | first << 2 | second)
    }

    /// The race position that the card acts on, which is also the deck it belongs to.
    #[inline]
    pub const fn back(self) -> Rank {
        Rank::of_bits((self.0 >> 13) as u8)
    }

    /// The effect of the card.
    pub fn effect(self) -> Effect {
        Effect::of_parts([self.0 >> 10 & 7, self.0 >> 2 & 0xff, self.0 & 3])
    }

    /// The effect of the card, reduced to one form for all ways to name a location.
    pub(super) fn instruction(self) -> Instruction {
        match self.effect() {
            Effect::ToStart => Instruction::ToStart,
            Effect::Forward(spaces) => Instruction::AheadOf(self.back(), i16::from(spaces)),
            Effect::Back(spaces) => Instruction::AheadOf(self.back(), -i16::from(spaces)),
            Effect::InFrontOf(spaces, other) => Instruction::AheadOf(other, i16::from(spaces)),
            Effect::Behind(spaces, other) => Instruction::AheadOf(other, -i16::from(spaces)),
            Effect::SwapWith(other) => Instruction::Swap(other),
            Effect::FinishTo(animal) => Instruction::Sign(animal),
        }
    }

    /// A unique number, to look the card up by.
    #[inline]
    pub(super) const fn code(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Card({self})")
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.back(), self.effect())
    }
}

impl FromStr for Card {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (back, effect) = text.split_once(':').ok_or_else(|| {
            Unreadable(format!("`{}` is not a card: write its back, a colon and its text", text.trim()))
        })?;
        Ok(Self::new(back.parse()?, effect.parse()?))
    }
}

as_text!(Card);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_reads_back_what_it_writes() {
        let texts = [
            "back to start",
            "back 2",
            "forward 7",
            "5 in front of 2nd",
            "1 behind 1st",
            "swap with 4th",
            "finish to hedgehog",
        ];
        for text in texts {
            let line: Line = format!("{text} x3").parse().expect("an effect");
            assert_eq!((line.effect.to_string().as_str(), line.copies), (text, 3));
            let card = Card::new(Rank::Second, line.effect);
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }

    #[test]
    fn what_is_no_effect_is_refused_with_a_reason() {
        for text in ["", "x2", "forward", "forward 300", "forward -1", "swap with 5th", "finish to lion"] {
            let said = text.parse::<Line>().expect_err(text).to_string();
            assert!(!said.is_empty());
        }
        assert!("forward 2 x0".parse::<Line>().is_err());
        assert!("swap with the last".parse::<Effect>().is_ok());
    }
}
