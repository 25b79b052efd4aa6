//! A postal game over its whole life: players, rounds with their sheets and reports, corrections.
//!
//! The game is one value that is kept as JSON. It holds the record of the race, which alone says how the race
//! stands; beside it every adjudicated round with the files it was adjudicated from.

use serde::{Deserialize, Serialize};

use super::super::game::HareTortoise;
use super::super::setup::Setup;
use super::super::state::State;
use super::parse::Occasion;
use super::report::{Orders, Report};
use super::round::{self, AdjudicateError, Sent, Table};
use crate::format::{Format, HeaderError};
use crate::game::SetupError;
use crate::plain::plain;
use crate::race::Race;
use crate::record::{Player, Record};
use crate::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::streams::Streams;

const FORMAT: Format = Format { name: "furlong-postal", version: 1, a_file: "a postal game" };
/// The longest name of a game or a player, in letters.
const LONGEST_NAME: usize = 40;

/// A postal game.
///
/// ```
/// use furlong::hare_tortoise::{HareTortoise, Ruleset, postal::{PostalGame, Sent}};
/// use furlong::{RaceGame, Ruleset as _};
///
/// let game = HareTortoise::new(Ruleset::open("postal")?)?;
/// let setup = game.setup(2);
/// let names = ["Ann", "Bob"].map(str::to_owned);
/// let mut postal = PostalGame::new("spring", &game, &setup, &names, 7)?;
/// let orders = Sent::new("a.txt", b"player A\nround 1\nfirst: to 5\n");
/// let report = postal.adjudicate(vec![orders], &[])?;
/// assert!(report.to_text().contains("`to 5`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PostalGame {
    format: String,
    version: u32,
    /// What the game is called.
    title: String,
    players: Vec<Correspondent>,
    rounds: Vec<Adjudicated>,
    /// Rounds as they were adjudicated before a correction, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    withdrawn: Vec<Adjudicated>,
    record: Record<HareTortoise>,
}

/// Who plays a seat, and who did before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Correspondent {
    /// The people who have played it, one after another; never empty.
    pub holders: Vec<Holder>,
    /// Since which round nobody plays it: it moves by the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped_out: Option<u16>,
}

/// Somebody who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Holder {
    /// The name.
    pub name: String,
    /// Since which round.
    pub since: u16,
}

impl Correspondent {
    /// Who plays it now, or did last.
    pub fn name(&self) -> &str {
        self.holders.last().map_or("", |holder| &holder.name)
    }

    fn since(&self) -> u16 {
        self.holders.last().map_or(1, |holder| holder.since)
    }
}

/// A round that has been adjudicated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adjudicated {
    /// How many events of the record come before it.
    pub events_before: usize,
    /// The order files that came.
    pub sent: Vec<Sent>,
    /// The dice that were entered by hand; none when the seed decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// What was reported.
    pub report: Report,
}

/// Why something cannot be done with a postal game. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PostalError {
    /// The text has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The file has no sound record, or its rounds do not fit the record.
    #[error("damaged postal game: {0}")]
    Damaged(String),
    /// The game cannot begin so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The ruleset cannot be played by post.
    #[error("a postal game has one runner a player; under the ruleset `{0}` each has {1}")]
    Runners(String, u8),
    /// A name is missing, too long, or holds what does not fit on a line.
    #[error("`{0}` is no name: 1 to {LONGEST_NAME} letters on one line")]
    Name(String),
    /// There are not as many names as players.
    #[error("{names} names for {players} players")]
    Names {
        /// How many names.
        names: usize,
        /// How many players.
        players: u8,
    },
    /// There is no such player.
    #[error("there is no player {}: the players are A to {}", super::letter(*.0), super::letter(*.1))]
    NoPlayer(Seat, Seat),
    /// The player has dropped out already.
    #[error("player {} has dropped out already", super::letter(*.0))]
    DroppedOut(Seat),
    /// The round has not been adjudicated.
    #[error("round {asked} has not been adjudicated{}", latest(*.last))]
    NoRound {
        /// The round asked for.
        asked: u16,
        /// The latest one that has been.
        last: Option<u16>,
    },
    /// The round cannot be adjudicated so.
    #[error(transparent)]
    Round(#[from] AdjudicateError),
}

fn latest(last: Option<u16>) -> String {
    last.map_or("; none has".to_owned(), |last| format!("; the latest is round {last}"))
}

/// What a replay of a whole postal game has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// How many rounds were adjudicated again.
    pub rounds: usize,
    /// Those whose report came out otherwise.
    pub different: Vec<u16>,
}

impl PostalGame {
    /// A new game. All chance that is not entered by hand comes from the seed, the first player too, where it
    /// is drawn (HT-07).
    ///
    /// # Errors
    /// When the set-up, the ruleset or a name does not fit.
    pub fn new(
        title: &str,
        game: &HareTortoise,
        setup: &Setup,
        names: &[String],
        seed: u64,
    ) -> Result<Self, PostalError> {
        let mut race = Race::in_group(game.clone(), setup, Streams::new(seed))?;
        let players = race.seats().count();
        let runners = race.state().per_player;
        if runners != 1 {
            let name = race.record().ruleset.title.name.clone();
            return Err(PostalError::Runners(name, runners));
        }
        if names.len() != usize::from(players) {
            return Err(PostalError::Names { names: names.len(), players });
        }
        check_name(title)?;
        names.iter().try_for_each(|name| check_name(name))?;
        let player = |name: &String| Player { name: name.clone(), player: "person".to_owned() };
        race.set_players(names.iter().map(player).collect());
        // Who moves first is known before orders are written.
        race.proceed();
        let held = |name: &String| Correspondent {
            holders: vec![Holder { name: name.clone(), since: 1 }],
            dropped_out: None,
        };
        Ok(Self {
            format: FORMAT.name.to_owned(),
            version: FORMAT.version,
            title: title.to_owned(),
            players: names.iter().map(held).collect(),
            rounds: Vec::new(),
            withdrawn: Vec::new(),
            record: race.record().clone(),
        })
    }

    /// Reads a game, and checks every event of its record.
    ///
    /// # Errors
    /// When the text is no postal game, or what it holds does not fit together.
    pub fn from_json(json: &str) -> Result<Self, PostalError> {
        FORMAT.check(json)?;
        let damaged = |error: &dyn std::fmt::Display| PostalError::Damaged(error.to_string());
        let game: Self = serde_json::from_str(json).map_err(|error| damaged(&error))?;
        let race = Race::resume(game.record.clone()).map_err(|error| damaged(&error))?;
        game.check(&race).map_err(|problem| damaged(&problem))?;
        Ok(game)
    }

    /// Whether the parts of a file fit together.
    fn check(&self, race: &Race<HareTortoise>) -> Result<(), String> {
        if race.state().per_player != 1 {
            return Err("a postal game has one runner a player".to_owned());
        }
        let seats = usize::from(race.seats().count());
        if self.players.len() != seats || self.players.iter().any(|player| player.holders.is_empty()) {
            return Err(format!("players: there are {seats} seats, and each has somebody"));
        }
        if check_name(&self.title).is_err() {
            return Err(format!("title: `{}` is no name", self.title.escape_debug()));
        }
        let mut names = self.players.iter().flat_map(|player| &player.holders);
        if let Some(holder) = names.find(|holder| check_name(&holder.name).is_err()) {
            return Err(format!("players: `{}` is no name", holder.name.escape_debug()));
        }
        let mut last = 0;
        for round in &self.rounds {
            if round.events_before < last || round.events_before > self.record.events.len() {
                return Err(format!("round {}: its events are not in the record", round.report.round));
            }
            last = round.events_before;
        }
        Ok(())
    }

    /// The game as JSON.
    pub fn to_json(&self) -> String {
        // Plain fields with text keys, which JSON can always write.
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// What the game is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Who plays, in the order of seats.
    pub fn players(&self) -> &[Correspondent] {
        &self.players
    }

    /// The rounds that have been adjudicated.
    pub fn rounds(&self) -> &[Adjudicated] {
        &self.rounds
    }

    /// Rounds as they were before a correction, the oldest first.
    pub fn withdrawn(&self) -> &[Adjudicated] {
        &self.withdrawn
    }

    /// The record of the race, for whatever works with records.
    pub fn record(&self) -> &Record<HareTortoise> {
        &self.record
    }

    /// The race as it stands.
    ///
    /// # Errors
    /// When the record does not replay, which a game that was made or read here always does.
    pub fn race(&self) -> Result<Race<HareTortoise>, PostalError> {
        self.race_before(self.record.events.len())
    }

    fn race_before(&self, events: usize) -> Result<Race<HareTortoise>, PostalError> {
        let mut record = self.record.clone();
        record.events.truncate(events);
        Race::resume(record).map_err(|error| PostalError::Damaged(error.to_string()))
    }

    /// The occasion for which orders are wanted now.
    ///
    /// # Errors
    /// As [`PostalGame::race`].
    pub fn occasion(&self) -> Result<Occasion, PostalError> {
        let race = self.race()?;
        Ok(if race.is_over() {
            Occasion { players: race.seats().count(), round: None }
        } else {
            round::occasion(race.game(), race.state())
        })
    }

    /// How often the orders of the one who plays this seat were missing.
    pub fn missing(&self, seat: Seat) -> u16 {
        let since = self.players.get(seat.index()).map_or(1, Correspondent::since);
        count_missing(&self.rounds, seat, since)
    }

    /// The table of the open round.
    fn table(&self, race: &Race<HareTortoise>) -> Table {
        let (seats, round) = (race.seats(), number(race.state()));
        let mut missing = SeatMap::default();
        for seat in seats.iter() {
            missing[seat] = self.missing(seat);
        }
        let since = |seat: &Seat| self.players[seat.index()].dropped_out;
        let has_dropped = |seat: &Seat| since(seat).is_some_and(|since| since <= round);
        let dropped_out: SeatSet = seats.iter().filter(has_dropped).collect();
        let names = self.players.iter().map(|player| player.name().to_owned()).collect();
        Table { title: self.title.clone(), names, dropped_out, missing }
    }

    /// Adjudicates the open round from the order files that came. Dice that are entered by hand are used in
    /// the order in which hares are jugged; without any, the game's seed decides. The same game with the same
    /// files gives the same report.
    ///
    /// # Errors
    /// When the race is over or the dice do not fit. Wrong orders are no error: they are told in the report.
    pub fn adjudicate(&mut self, sent: Vec<Sent>, dice: &[u8]) -> Result<&Report, PostalError> {
        let mut race = self.race()?;
        let table = self.table(&race);
        let events_before = race.events();
        let report = round::run(&mut race, &table, &sent, dice)?;
        self.record = race.record().clone();
        Ok(self.keep(Adjudicated { events_before, sent, dice: dice.to_vec(), report }))
    }

    fn keep(&mut self, adjudicated: Adjudicated) -> &Report {
        self.rounds.push(adjudicated);
        &self.rounds[self.rounds.len() - 1].report
    }

    /// Adjudicates a round again after corrected orders. A corrected file takes the place of the one with its
    /// name; the others count as they came. The dice are those of the first time, unless others are entered.
    /// The old report is kept, and so are those of the rounds after it, which are open again.
    ///
    /// # Errors
    /// When the round has not been adjudicated, or the dice do not fit; the game is then as it was.
    pub fn adjudicate_again(
        &mut self,
        round: u16,
        corrected: Vec<Sent>,
        dice: Option<&[u8]>,
    ) -> Result<&Report, PostalError> {
        let index = self.rounds.iter().position(|kept| kept.report.round == round).ok_or_else(|| {
            PostalError::NoRound { asked: round, last: self.rounds.last().map(|kept| kept.report.round) }
        })?;
        let old = &self.rounds[index];
        let dice = dice.map_or_else(|| old.dice.clone(), <[u8]>::to_vec);
        let is_kept = |sent: &&Sent| corrected.iter().all(|new| new.file != sent.file);
        let mut sent: Vec<Sent> = old.sent.iter().filter(is_kept).cloned().collect();
        sent.extend(corrected);
        let events_before = old.events_before;
        let mut race = self.race_before(events_before)?;
        let table = self.table_as_it_was(index, race.seats());
        let report = round::run(&mut race, &table, &sent, &dice)?;
        self.record = race.record().clone();
        self.withdrawn.extend(self.rounds.drain(index..));
        Ok(self.keep(Adjudicated { events_before, sent, dice, report }))
    }

    /// Somebody else plays this seat from the open round on, also one whose player had dropped out.
    ///
    /// # Errors
    /// When there is no such player or the name is none.
    pub fn replace(&mut self, seat: Seat, name: &str) -> Result<(), PostalError> {
        check_name(name)?;
        let since = self.open_round()?;
        let player = self.player_mut(seat)?;
        player.holders.push(Holder { name: name.to_owned(), since });
        player.dropped_out = None;
        if let Some(player) = self.record.seats.get_mut(seat.index()) {
            name.clone_into(&mut player.name);
        }
        Ok(())
    }

    /// The player drops out: from the open round on the seat plays by the defaults, until somebody replaces it.
    ///
    /// # Errors
    /// When there is no such player, or it has dropped out already.
    pub fn drop_out(&mut self, seat: Seat) -> Result<(), PostalError> {
        let since = self.open_round()?;
        let player = self.player_mut(seat)?;
        if player.dropped_out.is_some() {
            return Err(PostalError::DroppedOut(seat));
        }
        player.dropped_out = Some(since);
        Ok(())
    }

    /// The number of the round for which orders are wanted.
    ///
    /// # Errors
    /// When the race is over.
    pub fn open_round(&self) -> Result<u16, PostalError> {
        let race = self.race()?;
        if race.is_over() { Err(AdjudicateError::Over.into()) } else { Ok(number(race.state())) }
    }

    fn player_mut(&mut self, seat: Seat) -> Result<&mut Correspondent, PostalError> {
        let last = Seat::new((self.players.len() as u8).saturating_sub(1)).unwrap_or(Seat::FIRST);
        self.players.get_mut(seat.index()).ok_or(PostalError::NoPlayer(seat, last))
    }

    /// Adjudicates every round again from its own files and dice, and compares the reports: whether the game
    /// is what its files make of it. The life of the players is as it was in each round.
    ///
    /// # Errors
    /// When a round cannot be adjudicated at all any more.
    pub fn replay(&self) -> Result<Replayed, PostalError> {
        let mut replayed = Replayed { rounds: 0, different: Vec::new() };
        let first = self.rounds.first().map_or(self.record.events.len(), |round| round.events_before);
        let mut race = self.race_before(first)?;
        for (index, kept) in self.rounds.iter().enumerate() {
            let table = self.table_as_it_was(index, race.seats());
            let report = round::run(&mut race, &table, &kept.sent, &kept.dice)?;
            replayed.rounds += 1;
            if report != kept.report {
                replayed.different.push(kept.report.round);
            }
        }
        Ok(replayed)
    }

    /// The table of a round that is long over: who played then, and who had dropped out.
    fn table_as_it_was(&self, index: usize, seats: Seats) -> Table {
        let earlier = &self.rounds[..index];
        let mut table = Table {
            title: self.title.clone(),
            names: Vec::new(),
            dropped_out: SeatSet::EMPTY,
            missing: SeatMap::default(),
        };
        let Some(kept) = self.rounds.get(index) else { return table };
        for (seat, player) in seats.iter().zip(&self.players) {
            let then = player.holders.iter().rfind(|holder| holder.since <= kept.report.round);
            let since = then.map_or(1, |holder| holder.since);
            table.names.push(then.map_or(player.name(), |holder| &holder.name).to_owned());
            table.missing[seat] = count_missing(earlier, seat, since);
            if kept.report.orders.get(seat.index()) == Some(&Orders::DroppedOut) {
                table.dropped_out = table.dropped_out.with(seat);
            }
        }
        table
    }
}

/// In how many of these rounds from one on the orders of a seat were missing.
fn count_missing(rounds: &[Adjudicated], seat: Seat, since: u16) -> u16 {
    let is_missing = |round: &&Adjudicated| {
        round.report.round >= since
            && matches!(round.report.orders.get(seat.index()), Some(Orders::Missing { .. }))
    };
    rounds.iter().filter(is_missing).count() as u16
}

fn number(state: &State) -> u16 {
    state.round.number
}

fn check_name(name: &str) -> Result<(), PostalError> {
    let is_name = !name.trim().is_empty() && name.chars().count() <= LONGEST_NAME && plain(name) == name;
    if is_name { Ok(()) } else { Err(PostalError::Name(name.escape_debug().to_string())) }
}
