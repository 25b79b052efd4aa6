//! A postal game from beginning to end: rounds with their sheets and reports, corrections, and players who come and
//! go.
//!
//! The game is one value that is stored as JSON. It contains the record of the race, which is the only source for
//! the race's state, and every adjudicated round with the files it was adjudicated from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::game::HareTortoise;
use super::super::setup::Setup;
use super::absence;
use super::absence::Substitute;
use super::deadline::Deadline;
use super::game_error::PostalError;
use super::log::LogEntry;
use super::occasion::Occasion;
use super::player_names::misread;
use super::players::{Correspondent, Holder, Roster, is_name};
use super::promise::Promise;
use super::report::{Correction, Next, Orders, Report};
use super::round;
use super::round::{AdjudicateError, RoundFiles};
use super::rounds::{Adjudicated, Files, files_of, only_new};
use super::sent::Sent;
use super::sequence::sequence;
use super::sheet_selection::Sheets;
use super::zone::Zone;
use crate::common::seat::{Seat, Seats};
use crate::formats::Format;
use crate::formats::is_default;
use crate::game::streams::Streams;
use crate::race::Race;
use crate::record::{Player, Record};

const FORMAT: Format = Format { name: "furlong-postal", version: 1, a_file: "a postal game" };

/// A postal game.
///
/// ```
/// use furlong::hare_tortoise::{HareTortoise, postal::{PostalGame, Sent}};
/// use furlong::{RaceGame, ruleset};
///
/// let game = HareTortoise::new(ruleset::open("postal")?)?;
/// let setup = game.setup(2);
/// let names = ["Ann", "Bob"].map(str::to_owned);
/// let mut postal = PostalGame::new("spring", &game, &setup, &names, 7)?;
/// let orders = Sent::text("a.txt", "player A\nround 1\nfirst: to 5\n");
/// let report = postal.adjudicate(vec![orders], &[])?;
/// assert!(report.document().to_text().contains("`to 5`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PostalGame {
    format: String,
    version: u32,
    /// Whether this is only the part of the game that everybody may see.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) is_public: bool,
    title: String,
    pub(super) players: Vec<Correspondent>,
    pub(super) rounds: Vec<Adjudicated>,
    /// Rounds as they were adjudicated before a correction, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) withdrawn: Vec<Adjudicated>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deadline: Option<Deadline>,
    /// The time zone in which times are written and read.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) zone: Zone,
    /// The folders of rounds whose sheets were not in the usual place.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) folders: BTreeMap<u16, String>,
    /// The commitment to the dice, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) promise: Option<Promise>,
    /// The master's actions, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) log: Vec<LogEntry>,
    pub(super) record: Record<HareTortoise>,
}

impl PostalGame {
    /// Starts a new game. All chance that is not entered by hand comes from the seed, including the first player if
    /// one is drawn (HT-07).
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
        check_names(names)?;
        let player = |name: &String| Player { name: name.clone(), player: "person".to_owned(), colour: None };
        race.set_players(names.iter().map(player).collect());
        // The first player must be known before orders are written.
        race.proceed();
        Ok(Self {
            format: FORMAT.name.to_owned(),
            version: FORMAT.version,
            is_public: false,
            title: title.to_owned(),
            players: names.iter().map(|name| Correspondent::new(name)).collect(),
            rounds: Vec::new(),
            withdrawn: Vec::new(),
            deadline: None,
            zone: Zone::utc(),
            folders: BTreeMap::new(),
            promise: None,
            log: Vec::new(),
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

    /// Checks that the parts of a file are consistent.
    fn check(&self, race: &Race<HareTortoise>) -> Result<(), String> {
        if race.state().per_player != 1 {
            return Err("a postal game has one runner per player".to_owned());
        }
        let seats = usize::from(race.seats().count());
        if self.players.len() != seats || self.players.iter().any(|player| player.holders.is_empty()) {
            return Err(format!("players: there are {seats} seats, and each needs a player"));
        }
        if !is_name(&self.title) {
            return Err(format!("title: `{}` is not a name", self.title.escape_debug()));
        }
        let mut names = self.players.iter().flat_map(|player| &player.holders);
        if let Some(holder) = names.find(|holder| !is_name(&holder.name)) {
            return Err(format!("players: `{}` is not a name", holder.name.escape_debug()));
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
    ///
    /// # Panics
    /// Never: the fields are plain and have text keys.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).expect("plain data with text keys");
        json.push('\n');
        json
    }

    /// The title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The players, in the order of seats.
    pub fn players(&self) -> &[Correspondent] {
        &self.players
    }

    /// The rounds that have been adjudicated.
    pub fn rounds(&self) -> &[Adjudicated] {
        &self.rounds
    }

    /// The versions of rounds before corrections, oldest first.
    pub fn withdrawn(&self) -> &[Adjudicated] {
        &self.withdrawn
    }

    /// The record of the race.
    pub fn record(&self) -> &Record<HareTortoise> {
        &self.record
    }

    /// Replays the race up to its present state.
    ///
    /// # Errors
    /// When the record does not replay, which a game that was made or read here always does.
    pub fn race(&self) -> Result<Race<HareTortoise>, PostalError> {
        self.race_before(self.record.events.len())
    }

    pub(super) fn race_before(&self, events: usize) -> Result<Race<HareTortoise>, PostalError> {
        let mut record = self.record.clone();
        record.events.truncate(events);
        Race::resume(record).map_err(|error| PostalError::Damaged(error.to_string()))
    }

    /// The occasion for which orders are due now.
    ///
    /// # Errors
    /// As [`PostalGame::race`].
    pub fn occasion(&self) -> Result<Occasion, PostalError> {
        let race = self.race()?;
        let roster = self.roster(race.state().round.number);
        let occasion = round::occasion(race.game(), race.state(), &roster);
        Ok(if self.is_over(&race) { Occasion { round: None, ..occasion } } else { occasion })
    }

    /// The number of rounds so far in which the orders of the seat's player were missing.
    pub fn missing(&self, seat: Seat) -> u16 {
        let next = self.rounds.last().map_or(1, |kept| kept.report.round.saturating_add(1));
        self.players.get(seat.index()).map_or(0, |player| player.missing(seat, next, &self.rounds))
    }

    /// The people of a round, after all rounds that have been adjudicated.
    pub(super) fn roster(&self, round: u16) -> Roster {
        Roster::of(&self.title, &self.players, round, &self.rounds)
    }

    /// The new files: without letters that contain no orders, and without mails already used in an earlier round. A
    /// mailbox contains both.
    pub fn new_among(&self, sent: Vec<Sent>) -> Vec<Sent> {
        only_new(sent, &self.rounds.iter())
    }

    /// The sheets of the open round, given the files that came for it.
    ///
    /// # Errors
    /// When the race is over.
    pub fn sheets(&self, sent: Vec<Sent>) -> Result<Sheets, PostalError> {
        let round = self.open_round()?;
        let roster = self.roster(round);
        let files = Files::of(self.reopened(round)).with(only_new(sent, &self.rounds.iter()));
        let deadline = self.deadline_of(round);
        let files = RoundFiles { sent: &files.sent, earlier: files_of(&self.rounds), deadline };
        Ok(files.sheets(&self.occasion()?, &roster))
    }

    /// Each seat's receipt of orders for the open round, given these sheets.
    ///
    /// # Errors
    /// When the race is over.
    pub fn receipts(&self, sheets: &Sheets) -> Result<Vec<Orders>, PostalError> {
        let round = self.open_round()?;
        let race = self.race()?;
        Ok(round::receipts(&sequence(race.game(), race.state()), sheets, &self.roster(round)))
    }

    /// The round as last adjudicated before a correction reopened it.
    fn reopened(&self, round: u16) -> Option<&Adjudicated> {
        self.withdrawn.iter().rfind(|kept| kept.report.round == round)
    }

    /// Adjudicates the open round from the order files that came. Dice entered by hand are used in the order in
    /// which hares are jugged; without any, the game's seed decides. The same game with the same files gives the
    /// same report. A round that a correction has reopened keeps its dice unless others are entered, and its files
    /// except those replaced by a new one of the same name.
    ///
    /// # Errors
    /// When the race is over or the dice do not fit. Wrong orders are no error: the report names them.
    pub fn adjudicate(&mut self, sent: Vec<Sent>, dice: &[u8]) -> Result<&Report, PostalError> {
        let round = self.open_round()?;
        let old = self.reopened(round);
        let files = Files::of(old).with(only_new(sent, &self.rounds.iter()));
        let dice = old.filter(|_| dice.is_empty()).map_or(dice, |kept| &kept.dice).to_vec();
        self.run(self.rounds.len(), self.record.events.len(), files, dice)
    }

    /// Returns the report that the open round would have with these files, up to the first hare whose die has not been
    /// entered by hand. It never contains a die that has not been rolled.
    ///
    /// # Errors
    /// As [`PostalGame::adjudicate`].
    pub fn preview(&self, sent: Vec<Sent>, dice: &[u8]) -> Result<Report, PostalError> {
        let round = self.open_round()?;
        let files = Files::of(self.reopened(round)).with(only_new(sent, &self.rounds.iter()));
        let deadline = self.deadline_of(round);
        let files = RoundFiles { sent: &files.sent, earlier: files_of(&self.rounds), deadline };
        Ok(round::run_known(&mut self.race()?, &self.roster(round), &files, dice)?)
    }

    /// Adjudicates a reopened round again, with the files and dice that it had. Does nothing if no correction has
    /// reopened the round.
    ///
    /// # Errors
    /// When the race is over or the dice do not fit.
    pub fn adjudicate_reopened(&mut self) -> Result<Option<&Report>, PostalError> {
        match self.open_round() {
            Ok(round) if self.reopened(round).is_some() => self.adjudicate(Vec::new(), &[]).map(Some),
            Ok(_) | Err(PostalError::Round(AdjudicateError::Over)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Adjudicates a round again after corrected orders. A corrected file replaces the one with its name. Files
    /// named in `withdrawn` no longer count, even if the same ones come again, and all others count as they came. A
    /// mail from an address that was unknown in that round does not count. The dice are those of the first time,
    /// unless others are entered. The old report is kept, and so are the reports of later rounds, which are open
    /// again.
    ///
    /// # Errors
    /// When the round has not been adjudicated, has no such file, or the dice do not fit; the game is then as it was.
    pub fn adjudicate_again(
        &mut self,
        round: u16,
        corrected: Vec<Sent>,
        withdrawn: &[String],
        dice: Option<&[u8]>,
    ) -> Result<&Report, PostalError> {
        let index = self.rounds.iter().position(|kept| kept.report.round == round).ok_or_else(|| {
            PostalError::NoRound { asked: round, last: self.rounds.last().map(|kept| kept.report.round) }
        })?;
        let old = &self.rounds[index];
        let dice = dice.unwrap_or(&old.dice).to_vec();
        let mut files = Files::of(Some(old));
        for file in withdrawn {
            if !files.withdraw(file) {
                let mut known: Vec<String> = old.sent.iter().map(|sent| sent.file.clone()).collect();
                known.sort();
                return Err(PostalError::NoSheet { round, file: file.clone(), known });
            }
        }
        let others = self.rounds.iter().filter(|kept| kept.report.round != round);
        let corrected = only_new(corrected, &others);
        // In a round that is over, nobody is asked about an address.
        let roster = Roster::of(&self.title, &self.players, round, &self.rounds[..index]);
        let is_kept = |new: &Sent| old.sent.iter().any(|kept| kept.is_same(new));
        let known = |new: Sent| if is_kept(&new) { new } else { new.without_strangers(&roster.addresses) };
        let corrected = corrected.into_iter().map(known).collect();
        self.run(index, old.events_before, files.with(corrected), dice)
    }

    /// Adjudicates a round after `index` earlier ones. Rounds from there on are withdrawn.
    fn run(
        &mut self,
        index: usize,
        events_before: usize,
        files: Files,
        dice: Vec<u8>,
    ) -> Result<&Report, PostalError> {
        self.check_whole()?;
        let mut race = self.race_before(events_before)?;
        let number = race.state().round.number;
        let roster = Roster::of(&self.title, &self.players, number, &self.rounds[..index]);
        let deadline = self.deadline_of(number);
        let of_round = RoundFiles { sent: &files.sent, earlier: files_of(&self.rounds[..index]), deadline };
        let mut report = round::run(&mut race, &roster, &of_round, &dice)?;
        report.dice = self.dice_note(index, &report);
        self.record = race.record().clone();
        self.withdrawn.extend(self.rounds.drain(index..));
        let mut before = self.withdrawn.iter().filter(|kept| kept.report.round == number);
        let times = before.clone().count() as u16;
        report.correction = before.next_back().map(|old| Correction::of(&old.report, &report, times));
        let Files { sent, withdrawn } = files;
        self.rounds.push(Adjudicated { events_before, sent, withdrawn, deadline, dice, report });
        Ok(&self.rounds[index].report)
    }

    /// Lets another person play this seat from the open round on, even if its player had dropped out.
    ///
    /// # Errors
    /// When there is no such player, or the name is not one.
    pub fn replace(&mut self, seat: Seat, name: &str) -> Result<(), PostalError> {
        self.check_seat(seat)?;
        let since = self.open_round()?;
        let mut names = self.roster(since).names;
        name.clone_into(&mut names[seat.index()]);
        check_names(&names)?;
        self.player_mut(seat)?.holders.push(Holder::new(name, since));
        if let Some(player) = self.record.seats.get_mut(seat.index()) {
            name.clone_into(&mut player.name);
        }
        Ok(())
    }

    /// Lets a player drop out: from the open round on, the seat plays by the defaults until somebody replaces the
    /// player.
    ///
    /// # Errors
    /// When there is no such player, or it has dropped out already.
    pub fn drop_out(&mut self, seat: Seat) -> Result<(), PostalError> {
        let round = self.open_round()?;
        self.holder_mut(seat, round)?.dropped_out = Some(round);
        Ok(())
    }

    /// Announces that the player is absent for this number of rounds, starting with the open one. Orders do not
    /// count as missing in these rounds; 0 ends an absence. Sheets that come anyway count.
    ///
    /// # Errors
    /// When there is no such player, or it has dropped out.
    pub fn announce_absence(
        &mut self,
        seat: Seat,
        rounds: u16,
        plays: Substitute,
    ) -> Result<(), PostalError> {
        let round = self.open_round()?;
        absence::announce(&mut self.holder_mut(seat, round)?.absences, round, rounds, plays);
        Ok(())
    }

    /// The folder that contains the sheets of a round, if it is not the usual one.
    pub fn folder(&self, round: u16) -> Option<&str> {
        self.folders.get(&round).map(String::as_str)
    }

    /// Sets the folder that contains the sheets of a round; `None` is the usual one.
    pub fn set_folder(&mut self, round: u16, folder: Option<String>) {
        match folder {
            Some(folder) => self.folders.insert(round, folder),
            None => self.folders.remove(&round),
        };
    }

    /// The master's actions, oldest first.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Adds an action of the master to the log.
    pub fn note(&mut self, entry: LogEntry) {
        self.log.push(entry);
    }

    /// The number of the round for which orders are due.
    ///
    /// # Errors
    /// When the race is over.
    pub fn open_round(&self) -> Result<u16, PostalError> {
        let race = self.race()?;
        if self.is_over(&race) { Err(AdjudicateError::Over.into()) } else { Ok(race.state().round.number) }
    }

    /// Returns whether the game is over, either because the race is, or because its players have voted to end it.
    fn is_over(&self, race: &Race<HareTortoise>) -> bool {
        let is_ended = |kept: &Adjudicated| matches!(kept.report.next, Next::Over(_));
        race.is_over() || self.rounds.last().is_some_and(is_ended)
    }

    pub(super) fn check_seat(&self, seat: Seat) -> Result<(), PostalError> {
        let last = Seat::new((self.players.len() as u8).saturating_sub(1)).unwrap_or(Seat::FIRST);
        if seat <= last { Ok(()) } else { Err(PostalError::NoPlayer(seat, last)) }
    }

    /// The person who plays a seat in a round and has not dropped out.
    pub(super) fn holder_mut(&mut self, seat: Seat, round: u16) -> Result<&mut Holder, PostalError> {
        let holder = self.player_mut(seat)?.holder_mut(round);
        if holder.is_out(round) { Err(PostalError::DroppedOut(seat)) } else { Ok(holder) }
    }

    fn player_mut(&mut self, seat: Seat) -> Result<&mut Correspondent, PostalError> {
        self.check_seat(seat)?;
        Ok(&mut self.players[seat.index()])
    }
}

/// Checks that all names are valid, and that each is read as its own seat in a sheet.
fn check_names(names: &[String]) -> Result<(), PostalError> {
    names.iter().try_for_each(|name| check_name(name))?;
    for (seat, name) in Seats::MOST.iter().zip(names) {
        if let Some(reason) = misread(names, seat) {
            return Err(PostalError::Misread { name: name.clone(), seat, reason });
        }
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), PostalError> {
    if is_name(name) { Ok(()) } else { Err(PostalError::Name(name.escape_debug().to_string())) }
}
