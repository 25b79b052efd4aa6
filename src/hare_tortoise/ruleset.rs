//! The rules as data: every choice in which editions differ.

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
use crate::common::fault::Faults;
use crate::common::seat::Seat;
use crate::ruleset::Title;

/// The minimum and maximum number of players (HT-01).
pub(super) const PLAYERS: std::ops::RangeInclusive<u8> = 2..=6;
/// The number of cards in a chart.
pub(super) const CARDS: usize = 6;
/// The number of possible sums of a die and a position, 2 to 12.
pub(super) const SUMS: usize = 11;
/// The maximum number of cards in a pack.
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
    /// The value for a number of players. Below two or above six, the value of the nearest number.
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
    /// The limit in squares; the whole track if there is none.
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
    /// The name and origin of the ruleset.
    #[serde(rename = "ruleset")]
    pub title: Title,
    /// The track.
    pub board: BoardRules,
    /// What players have at the start.
    pub start: StartRules,
    /// The order of turns.
    pub turns: TurnRules,
    /// How runners move.
    pub movement: MovementRules,
    /// Whom lettuces belong to.
    pub lettuces: LettuceRules,
    /// What happens to runners without a legal action.
    pub stuck: StuckRules,
    /// The finish and the end of the race.
    pub finish: FinishRules,
    /// How hare squares work.
    pub hare: HareRules,
    /// How order sheets of the postal game are read.
    pub orders: OrderRules,
    /// What people see on the screen.
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
    /// HT-02, HT-03, HP-01: the number of carrots of a player.
    pub carrots: ByPlayers<u16>,
    /// HT-02, HT-03, HP-01: the number of runners of a player.
    pub runners: ByPlayers<u8>,
    /// HT-02, HT-03, HP-01: the number of lettuces, of each runner or in a player's pool.
    pub lettuces: ByPlayers<u8>,
    /// HT-07: the first player.
    pub first_player: FirstPlayer,
}

/// The table `[turns]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TurnRules {
    /// HT-07, HP-02: the order in which players move.
    pub order: TurnOrder,
    /// HT-04: how the runner is chosen if a player has several.
    pub runner: RunnerChoice,
    /// HT-32: whether a missed turn binds the runner or the player.
    pub miss_binds: MissBinds,
}

/// The table `[movement]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MovementRules {
    /// HT-22: the longest step allowed.
    pub longest_step: LongestStep,
    /// HT-06: how number-4 squares work when three play.
    pub fours_with_three: FoursWithThree,
}

/// The table `[lettuces]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LettuceRules {
    /// HT-04: whether lettuces belong to runners or players.
    pub belong_to: LettuceOwner,
    /// HT-04: which runners need an empty pool to finish.
    pub pool_empty_for: PoolEmptyFor,
}

/// The table `[stuck]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StuckRules {
    /// HT-27: which runners go back to Start without a legal action.
    pub back_to_start: StuckTrigger,
    /// HT-27: what happens to the rest of the turn after going back to Start.
    pub at_start: BackAtStart,
}

/// The table `[finish]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FinishRules {
    /// HT-28, HP-03: how the carrot limit at the finish grows.
    pub limit: FinishLimit,
    /// HT-28, HP-03: the number of carrots that the limit starts from.
    pub carrots: u16,
    /// HT-05: which runners the carrot limit binds.
    pub limit_binds: LimitBinds,
    /// HT-29: when the race ends.
    pub race_ends: RaceEnds,
}

/// The table `[hare]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HareRules {
    /// HT-30, HP-07: how a hare square works.
    pub mechanism: Mechanism,
    /// HT-30: the effect of each of six cards in each of six positions.
    pub chart: Vec<Vec<Effect>>,
    /// HP-07: the effects of the sums 2 to 12.
    pub table: Vec<Effect>,
    /// The cards of the pack, in any order.
    pub pack: Vec<Effect>,
    /// HT-31: what happens to a runner that an effect puts on a hare square.
    pub put_on_hare: PutOnHare,
    /// HT-31: the maximum number of jugs in a turn.
    pub most_jugs: u8,
    /// HT-33: what a player who chews a carrot may do.
    pub chew_a_carrot: ChewCarrot,
    /// HT-34: where a runner goes if the nearest carrot square is taken.
    pub taken_carrot_square: TakenCarrotSquare,
    /// HT-35: what dropping back does if only Start is left behind.
    pub drop_back_to_start: DropBackToStart,
    /// HT-36: what moving up does if only the finish is left ahead.
    pub move_up_to_finish: MoveUpToFinish,
    /// HT-37: when a runner chews a lettuce by a jug.
    pub chew_a_lettuce: JuggedLettuce,
    /// HT-37: what a jug that says to chew a lettuce does to a runner without lettuces.
    pub without_lettuces: WithoutLettuces,
    /// HT-39: whether another move must be taken.
    pub another_move: AnotherMove,
    /// HT-39: what happens to a runner that has no other move.
    pub another_move_stuck: AnotherMoveStuck,
    /// The 2008 pack: the number to which the carrots are set.
    pub carrots_become: u16,
    /// The 2008 pack: what happens with too few carrots to give 10 to each.
    pub too_few_to_give: TooFewToGive,
    /// The olympiad rule: what happens with too few carrots to pay for having been passed.
    pub too_few_to_pay: TooFewToPay,
}

/// The table `[orders]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OrderRules {
    /// HP-05: what an empty order on a carrot square means.
    pub empty_on_carrot_square: EmptyOrder,
}

/// The table `[screen]`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScreenRules {
    /// HT-08, HP-10: whether people see the others' carrots.
    pub others_carrots: OthersCarrots,
}

impl Ruleset {
    /// Every inconsistency between the values.
    pub(super) fn find_faults(&self) -> Faults {
        let mut faults = Faults::none();
        let board = Board::read(&self.board.squares).map_err(|found| faults.append(found)).ok();
        for (players, runners) in self.start.runners.each() {
            let most = RUNNERS as u8 / players;
            faults.expect((1..=most).contains(&runners), format_args!("start.runners.{players}"), || {
                format!("{runners} runners: with {players} players each has 1 to {most}")
            });
        }
        if let (LongestStep::Squares(squares), Some(board)) = (self.movement.longest_step, &board)
            && let Err(problem) = board.check_longest_step(squares, 0)
        {
            faults.add("movement.longest-step", problem);
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

    /// The effects that are possible under this mechanism.
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
