//! The rules as data: every choice that editions make differently.

use std::fmt;

use serde::{Deserialize, Serialize};

pub(super) use super::board::RUNNERS;
use super::board::{Board, FINISH};
use super::policy::{
    AnotherMove, AnotherMoveStuck, BackAtStart, ChewCarrot, DropBackToStart, Effect, EmptyOrder, FinishLimit,
    FoursWithThree, JuggedLettuce, LettuceOwner, LimitBinds, Mechanism, MissBinds, MoveUpToFinish,
    OthersCarrots, PoolEmptyFor, PutOnHare, RaceEnds, RunnerChoice, StuckTrigger, TakenCarrotSquare,
    TooFewToGive, TooFewToPay, TurnOrder, WithoutLettuces,
};
use crate::ground::fault::Faults;
use crate::ground::seat::Seat;
use crate::ruleset::Title;

/// The fewest and the most players (HT-01).
pub(super) const PLAYERS: std::ops::RangeInclusive<u8> = 2..=6;
/// The cards of a chart.
pub(super) const CARDS: usize = 6;
/// The sums of a die and a position, 2 to 12.
pub(super) const SUMS: usize = 11;
/// The most cards of a pack.
pub(super) const PACK: usize = 24;

/// One value for each number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByPlayers<T> {
    /// For two players.
    #[serde(rename = "2")]
    pub two: T,
    /// For three players.
    #[serde(rename = "3")]
    pub three: T,
    /// For four players.
    #[serde(rename = "4")]
    pub four: T,
    /// For five players.
    #[serde(rename = "5")]
    pub five: T,
    /// For six players.
    #[serde(rename = "6")]
    pub six: T,
}

impl<T: Copy> ByPlayers<T> {
    /// The value for a number of players; below two or above six that of the nearest number.
    pub const fn of(&self, players: u8) -> T {
        match players {
            0..=2 => self.two,
            3 => self.three,
            4 => self.four,
            5 => self.five,
            _ => self.six,
        }
    }

    pub(super) fn each(&self) -> [(u8, T); 5] {
        [(2, self.two), (3, self.three), (4, self.four), (5, self.five), (6, self.six)]
    }
}

/// The first player (HT-07): written `"drawn"`, or as the number of a seat, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "WordOrNumber", into = "WordOrNumber")]
pub enum FirstPlayer {
    /// A fair draw, one chance event.
    Drawn,
    /// This seat.
    Given(Seat),
}

/// The longest paid step (HT-22): written `"none"` when there is no limit, or as a number of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "WordOrNumber", into = "WordOrNumber")]
pub enum LongestStep {
    /// As far as the carrots carry.
    Unlimited,
    /// At most this number of squares.
    Squares(u8),
}

impl LongestStep {
    /// The limit in squares; the whole track when there is none.
    pub(super) const fn squares(self) -> u8 {
        match self {
            Self::Unlimited => FINISH,
            Self::Squares(squares) => squares,
        }
    }
}

/// The written form of [`FirstPlayer`] and [`LongestStep`].
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum WordOrNumber {
    Number(u8),
    Word(String),
}

impl fmt::Display for WordOrNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => write!(f, "`{word}`"),
        }
    }
}

impl TryFrom<WordOrNumber> for FirstPlayer {
    type Error = String;

    fn try_from(written: WordOrNumber) -> Result<Self, String> {
        let seat = match &written {
            WordOrNumber::Word(word) if word == "drawn" => return Ok(Self::Drawn),
            WordOrNumber::Number(number @ 1..) if number <= PLAYERS.end() => Seat::new(number - 1),
            _ => None,
        };
        seat.map(Self::Given)
            .ok_or_else(|| format!("{written}: write \"drawn\", or the number of a seat from 1 to 6"))
    }
}

impl From<FirstPlayer> for WordOrNumber {
    fn from(first: FirstPlayer) -> Self {
        match first {
            FirstPlayer::Drawn => Self::Word("drawn".to_owned()),
            FirstPlayer::Given(seat) => Self::Number(seat.number() + 1),
        }
    }
}

impl TryFrom<WordOrNumber> for LongestStep {
    type Error = String;

    fn try_from(written: WordOrNumber) -> Result<Self, String> {
        match &written {
            WordOrNumber::Word(word) if word == "none" => Ok(Self::Unlimited),
            WordOrNumber::Number(squares @ 1..=FINISH) => Ok(Self::Squares(*squares)),
            _ => Err(format!("{written}: write \"none\", or a number of squares from 1 to {FINISH}")),
        }
    }
}

impl From<LongestStep> for WordOrNumber {
    fn from(longest: LongestStep) -> Self {
        match longest {
            LongestStep::Unlimited => Self::Word("none".to_owned()),
            LongestStep::Squares(squares) => Self::Number(squares),
        }
    }
}

/// The rules of one edition.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// Name and origin of the ruleset.
    #[serde(rename = "ruleset")]
    pub title: Title,
    /// The track.
    pub board: BoardRules,
    /// The stocks of the players at the start.
    pub start: StartRules,
    /// Order and turns.
    pub turns: TurnRules,
    /// Moving.
    pub movement: MovementRules,
    /// Lettuces.
    pub lettuces: LettuceRules,
    /// Runners without a legal action.
    pub stuck: StuckRules,
    /// The finish and the end of the race.
    pub finish: FinishRules,
    /// Hare squares.
    pub hare: HareRules,
    /// The postal game's order sheets.
    pub orders: OrderRules,
    /// The display for people.
    pub screen: ScreenRules,
}

/// The table `[board]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BoardRules {
    /// HT-01: the 63 squares, as [`Board::read`] reads them.
    pub squares: String,
}

/// The table `[start]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StartRules {
    /// HT-02, HT-03, HP-01: a player's carrots.
    pub carrots: ByPlayers<u16>,
    /// HT-02, HT-03, HP-01: a player's runners.
    pub runners: ByPlayers<u8>,
    /// HT-02, HT-03, HP-01: lettuces, of each runner or in a player's pool.
    pub lettuces: ByPlayers<u8>,
    /// HT-07.
    pub first_player: FirstPlayer,
}

/// The table `[turns]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TurnRules {
    /// HT-07, HP-02.
    pub order: TurnOrder,
    /// HT-04.
    pub runner: RunnerChoice,
    /// HT-32.
    pub miss_binds: MissBinds,
}

/// The table `[movement]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MovementRules {
    /// HT-22.
    pub longest_step: LongestStep,
    /// HT-06.
    pub fours_with_three: FoursWithThree,
}

/// The table `[lettuces]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LettuceRules {
    /// HT-04.
    pub belong_to: LettuceOwner,
    /// HT-04.
    pub pool_empty_for: PoolEmptyFor,
}

/// The table `[stuck]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StuckRules {
    /// HT-27.
    pub back_to_start: StuckTrigger,
    /// HT-27.
    pub at_start: BackAtStart,
}

/// The table `[finish]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FinishRules {
    /// HT-28, HP-03.
    pub limit: FinishLimit,
    /// HT-28, HP-03: the number of carrots.
    pub carrots: u16,
    /// HT-05.
    pub limit_binds: LimitBinds,
    /// HT-29.
    pub race_ends: RaceEnds,
}

/// The table `[hare]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HareRules {
    /// HT-30, HP-07.
    pub mechanism: Mechanism,
    /// HT-30: for each of six cards its effect in each of six positions.
    pub chart: Vec<Vec<Effect>>,
    /// HP-07: the effects of the sums 2 to 12.
    pub table: Vec<Effect>,
    /// The cards of the pack, in any order.
    pub pack: Vec<Effect>,
    /// HT-31.
    pub put_on_hare: PutOnHare,
    /// HT-31: the most jugs in a turn.
    pub most_jugs: u8,
    /// HT-33.
    pub chew_a_carrot: ChewCarrot,
    /// HT-34.
    pub taken_carrot_square: TakenCarrotSquare,
    /// HT-35.
    pub drop_back_to_start: DropBackToStart,
    /// HT-36.
    pub move_up_to_finish: MoveUpToFinish,
    /// HT-37.
    pub chew_a_lettuce: JuggedLettuce,
    /// HT-37.
    pub without_lettuces: WithoutLettuces,
    /// HT-39.
    pub another_move: AnotherMove,
    /// HT-39.
    pub another_move_stuck: AnotherMoveStuck,
    /// The 2008 pack: what the carrots become.
    pub carrots_become: u16,
    /// The 2008 pack.
    pub too_few_to_give: TooFewToGive,
    /// The olympiad rule.
    pub too_few_to_pay: TooFewToPay,
}

/// The table `[orders]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OrderRules {
    /// HP-05.
    pub empty_on_carrot_square: EmptyOrder,
}

/// The table `[screen]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScreenRules {
    /// HT-08, HP-10.
    pub others_carrots: OthersCarrots,
}

impl Ruleset {
    /// Every inconsistency between the values.
    pub(super) fn find_faults(&self) -> Faults {
        let mut faults = Faults::none();
        if let Err(found) = Board::read(&self.board.squares) {
            faults.append(found);
        }
        for (players, runners) in self.start.runners.each() {
            let most = RUNNERS as u8 / players;
            faults.expect((1..=most).contains(&runners), format_args!("start.runners.{players}"), || {
                format!("{runners} runners: with {players} players each has 1 to {most}")
            });
        }
        if let LongestStep::Squares(squares) = self.movement.longest_step {
            faults.expect((1..=FINISH).contains(&squares), "movement.longest-step", || {
                format!("{squares} squares: a longest step has 1 to {FINISH}")
            });
        }
        if let FirstPlayer::Given(seat) = self.start.first_player {
            faults.expect(seat.number() < *PLAYERS.end(), "start.first-player", || {
                format!("seat {seat}: seats are 1 to {}", PLAYERS.end())
            });
        }
        self.hare.find_faults(&mut faults);
        faults
    }
}

impl HareRules {
    fn find_faults(&self, faults: &mut Faults) {
        faults.expect(self.most_jugs > 0, "hare.most-jugs", || {
            "0: a runner that comes onto a hare square jugs at least once".to_owned()
        });
        let chart_wanted = self.mechanism == Mechanism::Chart || !self.chart.is_empty();
        faults.expect(!chart_wanted || self.chart.len() == CARDS, "hare.chart", || {
            format!("{} cards: a chart has {CARDS}", self.chart.len())
        });
        for (row, effects) in self.chart.iter().enumerate() {
            faults.expect(effects.len() == RUNNERS, format_args!("hare.chart[{row}]"), || {
                format!("{} effects: each card has {RUNNERS}, one a race position", effects.len())
            });
        }
        let table_wanted = self.mechanism == Mechanism::Table || !self.table.is_empty();
        faults.expect(!table_wanted || self.table.len() == SUMS, "hare.table", || {
            format!("{} effects: the table has {SUMS}, for the sums 2 to 12", self.table.len())
        });
        let pack_wanted = self.mechanism == Mechanism::Pack || !self.pack.is_empty();
        faults.expect(!pack_wanted || (1..=PACK).contains(&self.pack.len()), "hare.pack", || {
            format!("{} cards: a pack has 1 to {PACK}", self.pack.len())
        });
        for (field, effects) in [("hare.chart", self.chart.concat()), ("hare.table", self.table.clone())] {
            faults.expect(!effects.contains(&Effect::ShuffleAndCollect), field, || {
                format!("`{}`: only a pack can be shuffled", Effect::ShuffleAndCollect.word())
            });
        }
    }

    /// The effects that can come under this mechanism.
    pub(super) fn effects(&self) -> Vec<Effect> {
        match self.mechanism {
            Mechanism::Chart => self.chart.concat(),
            Mechanism::Table => self.table.clone(),
            Mechanism::Pack => self.pack.clone(),
            Mechanism::Passing => Vec::new(),
        }
    }
}

/// The number of cards with this effect.
pub(super) fn count(cards: &[Effect], effect: Effect) -> u8 {
    cards.iter().filter(|card| **card == effect).count() as u8
}
