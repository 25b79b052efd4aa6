//! Reads goals from TOML, and reports all faults at once, each with its line.

use std::path::Path;

use toml::de::DeValue;

use super::error::GoalsError;
use super::goal::{CATEGORIES, Goal, Goals, LUCK_OF_THE_DEAL, MINUTES, Measure, Over, categories};
use super::probe::SKILL_INDEX as INDEX_RANGE;
use crate::arena::stats::Range;
use crate::arena::{Metric, Scale};
use crate::bot::{BotSpec, UnknownBot};
use crate::common::order::sort_by_key;
use crate::formats::files;
use crate::ruleset::check::{in_order, joined, shown};
use crate::ruleset::error::FoundFaults;
use crate::ruleset::schema::quoted;
use crate::ruleset::sources::{Node, Sources, Tree};
use crate::ruleset::{MOST_BYTES, Origin, PlacedFault, PlacedFaults};
use crate::text::suggestion;

/// The metrics and bots of a game, against which the names in a file of goals are checked.
#[expect(missing_debug_implementations, reason = "it has a function")]
pub struct Known<'a> {
    /// The metrics of the game.
    pub metrics: &'a [Metric],
    /// A function that returns why the game has no such bot; `None` if it has one.
    pub refuses: &'a dyn Fn(&BotSpec) -> Option<UnknownBot>,
}

const SKILL: &str = "skill";
const SKILL_INDEX: &str = "skill-index";

/// The keys of each kind of goal.
const OF_METRIC: &[&str] =
    &["within", "above", "below", "share-within", "over", "players", "seats", "weight"];
const SECONDS: &str = "seconds-per-decision";
const OF_CATEGORIES: &[&str] = &["gap-below", "largest-below", "over", "players", "seats", "weight"];
const OF_SKILL: &[&str] = &["better", "others", "better-wins", "over", "seats", "weight"];
const OF_SKILL_IN_SHORT: &[&str] = &["within", "above", "below", "over", "seats", "weight"];
const OF_LUCK: &[&str] = &["within", "above", "below", "players", "seats", "weight"];
const OF_SKILL_INDEX: &[&str] = &["within", "above", "below", "seats", "weight"];

/// A reader of goals, with the faults found so far.
struct Reader<'a> {
    known: Option<&'a Known<'a>>,
    faults: FoundFaults,
    goals: Vec<(usize, Goal)>,
    /// The player types of [players], for goals that name none.
    by: Vec<BotSpec>,
    /// The table sizes of [tables], for goals that name none.
    seats: Vec<u8>,
}

/// The table of one goal, with its place.
struct Entry<'a, 't> {
    name: &'a str,
    path: &'a str,
    position: usize,
    table: &'a Tree<'t>,
}

impl Goals {
    /// Reads goals from TOML text.
    ///
    /// # Errors
    /// When the text is not TOML, or with all faults at once. Unknown metrics are found by [`super::check`], because
    /// each game has its own.
    pub fn from_toml(text: &str) -> Result<Self, GoalsError> {
        Self::read(Origin::Text, text.to_owned(), None)
    }

    /// Reads goals from a TOML file.
    ///
    /// # Errors
    /// When the file cannot be read, and as for [`Goals::from_toml`].
    pub fn from_file(path: &Path) -> Result<Self, GoalsError> {
        Self::from_file_for(path, None, &[], &[])
    }

    /// Reads goals from a TOML file, and checks them against the metrics and bots of a game. If there are player types
    /// or numbers of seats, the file is read as if it named them under `[players]` and `[tables]`.
    ///
    /// # Errors
    /// As for [`Goals::from_file`], and when the file names player types or table sizes as well.
    pub fn from_file_for(
        path: &Path,
        known: Option<&Known<'_>>,
        by: &[BotSpec],
        seats: &[u8],
    ) -> Result<Self, GoalsError> {
        let mut text = files::text(path, MOST_BYTES as u64)
            .map_err(|error| GoalsError::Unreadable { path: path.to_owned(), problem: error.to_string() })?;
        if !by.is_empty() {
            let names: Vec<String> = by.iter().map(|spec| format!("{:?}", spec.to_string())).collect();
            text = format!("{text}\n[players]\nby = [{}]\n", names.join(", "));
        }
        if !seats.is_empty() {
            text = format!("{text}\n[tables]\nseats = {seats:?}\n");
        }
        Self::read(Origin::File(path.to_owned()), text, known)
    }

    pub(super) fn read(origin: Origin, text: String, known: Option<&Known<'_>>) -> Result<Self, GoalsError> {
        let mut sources = Sources::default();
        sources.add(origin, text.clone());
        let tree = sources.tree(0)?;
        let (faults, goals) = (FoundFaults::default(), Vec::new());
        let mut reader = Reader { known, faults, goals, by: Vec::new(), seats: Vec::new() };
        reader.file(&tree);
        let Reader { mut goals, faults, by, seats, .. } = reader;
        if faults.count() > 0 {
            return Err(GoalsError::Faults(sources.placed(faults)));
        }
        sort_by_key(&mut goals, |(position, _)| *position);
        let placed = |(position, goal)| Goal { place: sources.place(Some(position)), ..goal };
        let all = goals.into_iter().map(placed).flat_map(|goal| of_each(goal, &by, &seats));
        Ok(Self { all: all.collect(), text })
    }

    /// Returns a fault for each of these goals that is about an unknown metric.
    pub(super) fn unknown(&self, goals: &[usize], metrics: &[Metric]) -> PlacedFaults {
        let faults = goals.iter().map(|index| &self.all[*index]).filter_map(|goal| {
            let (Measure::Mean(name)
            | Measure::ShareWithin { metric: name, .. }
            | Measure::Gap(name)
            | Measure::Largest(name)) = &goal.measure
            else {
                return None;
            };
            let problem = unknown_metric(name, metrics)?;
            Some(goal.placed(match goal.seats {
                Some(seats) => format!("at {seats} seats {problem}"),
                None => problem,
            }))
        });
        faults.collect()
    }
}

impl Goal {
    fn placed(&self, problem: String) -> PlacedFault {
        PlacedFault { place: self.place.clone(), field: self.field.clone(), problem }
    }

    /// Refuses the goal for a reason that shows only when games are to be played.
    pub(super) fn fault(&self, problem: impl Into<String>) -> GoalsError {
        GoalsError::Faults(std::iter::once(self.placed(problem.into())).collect())
    }
}

/// Returns a goal for each of these player types and numbers of seats; the goal itself if it names its own.
fn of_each(goal: Goal, by: &[BotSpec], seats: &[u8]) -> Vec<Goal> {
    let has_bots = matches!(goal.measure, Measure::Skill { .. } | Measure::SkillIndex { .. });
    let of_bots = if by.is_empty() || goal.players.is_some() || has_bots {
        vec![goal]
    } else {
        by.iter().map(|spec| Goal { players: Some(spec.clone()), ..goal.clone() }).collect()
    };
    let of_sizes = |goal: Goal| {
        if seats.is_empty() || goal.seats.is_some() {
            return vec![goal];
        }
        seats.iter().map(|seats| Goal { seats: Some(*seats), ..goal.clone() }).collect()
    };
    of_bots.into_iter().flat_map(of_sizes).collect()
}

/// Describes the problem if there is no metric of this name, or are not enough categories.
fn unknown_metric(name: &str, metrics: &[Metric]) -> Option<String> {
    let names = || metrics.iter().map(|metric| metric.name.as_ref());
    if name == MINUTES || names().any(|known| known == name) {
        return None;
    }
    if let Some(found) = categories(name, metrics) {
        return (found.len() < 2).then(|| "there are not two shares of this kind to compare".to_owned());
    }
    let special = CATEGORIES.map(|(goal, _)| goal).into_iter().chain([SKILL, MINUTES, LUCK_OF_THE_DEAL]);
    let special = || special.clone();
    let hint = suggestion(name, names().chain(special()));
    Some(format!("there is no such metric{hint}; there are {}, and {}", quoted(names()), quoted(special())))
}

impl Reader<'_> {
    fn add(&mut self, position: usize, field: &str, problem: impl Into<String>) {
        self.faults.add(Some(position), field, || problem.into());
    }

    fn file(&mut self, tree: &Tree<'_>) {
        let mut has_goals = false;
        for (key, value) in in_order(tree) {
            let (name, position) = (key.get_ref().as_ref(), key.span().start);
            match value.get_ref() {
                DeValue::Table(goals) if name == "goals" => {
                    has_goals = !goals.is_empty();
                    for (key, value) in in_order(goals) {
                        self.goal(key.get_ref().as_ref(), key.span().start, value);
                    }
                }
                DeValue::Table(players) if name == "players" => {
                    let entry = Entry { name, path: name, position, table: players };
                    self.only(&entry, &["by"]);
                    self.by = self.bots(&entry, "by");
                }
                DeValue::Table(tables) if name == "tables" => {
                    let entry = Entry { name, path: name, position, table: tables };
                    self.only(&entry, &["seats"]);
                    self.seats = self.seats(&entry);
                }
                other if name == "goals" => {
                    has_goals = true;
                    self.add(position, name, format!("must be a table of goals, not {}", shown(other)));
                }
                _ => {
                    let hint = suggestion(name, ["goals", "players", "tables"].into_iter());
                    let problem =
                        format!("there is no such table{hint}; there are [goals], [players] and [tables]");
                    self.add(position, name, problem);
                }
            }
        }
        if !has_goals {
            let problem = "there are no goals: write [goals], and below it a line such as `rounds = { within = [8, 10] }`";
            self.faults.add(None, "", || problem.to_owned());
        }
    }

    /// Reads the value under one name: a goal, or a list of goals.
    fn goal(&mut self, name: &str, position: usize, value: &Node<'_>) {
        let path = joined("goals", name);
        let is_metric = name != SKILL && name != LUCK_OF_THE_DEAL && bots_of(name).is_none();
        let known = self.known.filter(|_| is_metric);
        if let Some(problem) = known.and_then(|known| unknown_metric(name, known.metrics)) {
            self.add(position, &path, problem);
        }
        match value.get_ref() {
            DeValue::Table(table) => self.entry(&Entry { name, path: &path, position, table }),
            DeValue::Array(list) if !list.is_empty() => {
                for (index, value) in list.iter().enumerate() {
                    let (path, position) = (format!("{path}[{index}]"), value.span().start);
                    match value.get_ref() {
                        DeValue::Table(table) => {
                            self.entry(&Entry { name, path: &path, position, table });
                        }
                        other => {
                            self.add(
                                position,
                                &path,
                                format!("must be a goal in braces, not {}", shown(other)),
                            );
                        }
                    }
                }
            }
            other => {
                let wanted = "must be a goal such as { above = 2 }, or a list of goals";
                self.add(position, &path, format!("{wanted}, not {}", shown(other)));
            }
        }
    }

    fn entry(&mut self, entry: &Entry<'_, '_>) {
        let before = self.faults.count();
        let weight = self.number(entry, "weight").unwrap_or(1.0);
        if weight <= 0.0 {
            self.add_at(entry, "weight", format!("must be a number above 0, not {weight}"));
        }
        let over = self.over(entry);
        let players = self.bots(entry, "players");
        let seats = self.seats(entry);
        let seconds = if entry.name == MINUTES { self.seconds(entry) } else { None };
        let read = match (entry.name, bots_of(entry.name)) {
            (_, Some((verb, bots))) => self.of_two_bots(entry, verb == SKILL_INDEX, bots),
            (SKILL, _) => self.skill(entry),
            (LUCK_OF_THE_DEAL, _) => {
                self.only(entry, OF_LUCK);
                Some((Measure::LuckOfTheDeal, self.limits(entry, Some((Range::SHARE, Scale::Share)))))
            }
            (name, _) if categories(name, &[]).is_some() => self.of_categories(entry),
            (metric, _) => Some(self.metric(entry, metric)),
        };
        let Some((measure, [least, most])) = read.filter(|_| self.faults.count() == before) else { return };
        let field = entry.path.to_owned();
        let place = Sources::default().place(None);
        let goal =
            Goal { measure, least, most, weight, over, players: None, seats: None, seconds, field, place };
        self.goals.extend(of_each(goal, &players, &seats).into_iter().map(|goal| (entry.position, goal)));
    }

    /// Reads which games count.
    fn over(&mut self, entry: &Entry<'_, '_>) -> Over {
        let Some(value) = entry.table.get("over") else { return Over::All };
        match value.get_ref().as_str() {
            Some("all") => Over::All,
            Some("decided") => Over::Decided,
            _ => {
                let known = quoted(["all", "decided"]);
                self.add_at(entry, "over", format!("must be one of {known}, not {}", shown(value.get_ref())));
                Over::All
            }
        }
    }

    /// Adds a fault at a key of an entry, or at the entry itself if the key is missing.
    fn add_at(&mut self, entry: &Entry<'_, '_>, key: &str, problem: impl Into<String>) {
        let written = entry.table.get_key_value(key).map(|(key, _)| key.span().start);
        let path = joined(entry.path, key);
        match written {
            Some(position) => self.add(position, &path, problem),
            None => self.add(entry.position, entry.path, problem),
        }
    }

    /// Refuses all keys other than these.
    fn only(&mut self, entry: &Entry<'_, '_>, keys: &[&str]) {
        for (key, _) in entry.table {
            let name = key.get_ref().as_ref();
            if !keys.contains(&name) {
                let hint = suggestion(name, keys.iter().copied());
                let problem =
                    format!("there is no such key{hint}; this goal has {}", quoted(keys.iter().copied()));
                self.add(key.span().start, &joined(entry.path, name), problem);
            }
        }
    }

    fn metric(&mut self, entry: &Entry<'_, '_>, metric: &str) -> (Measure, [Option<f64>; 2]) {
        self.only(entry, &[OF_METRIC, if metric == MINUTES { &[SECONDS] } else { &[] }].concat());
        let known = self.known.and_then(|known| known.metrics.iter().find(|known| known.name == metric));
        let share = self.range(entry, "share-within");
        let is_share = entry.table.contains_key("share-within");
        let of_share = is_share.then_some((Range::SHARE, Scale::Share));
        let limits = self.limits(entry, of_share.or(known.map(|metric| (metric.range, metric.scale))));
        let measure = match share {
            Some([low, high]) => Measure::ShareWithin { metric: metric.to_owned(), low, high },
            None => Measure::Mean(metric.to_owned()),
        };
        (measure, limits)
    }

    /// Reads the limits of values, with this range and scale if they are known.
    fn limits(&mut self, entry: &Entry<'_, '_>, of: Option<(Range, Scale)>) -> [Option<f64>; 2] {
        let within = self.range(entry, "within");
        let [above, below] = ["above", "below"].map(|key| self.number(entry, key));
        if entry.table.contains_key("within") {
            for key in ["above", "below"].into_iter().filter(|key| entry.table.contains_key(*key)) {
                self.add_at(entry, key, "`within` already has both limits");
            }
        } else if !entry.table.contains_key("above") && !entry.table.contains_key("below") {
            let limits = quoted(["within", "above", "below"]);
            self.add(entry.position, entry.path, format!("has no limit: write one of {limits}"));
        }
        let limits = within.map_or([above, below], |[low, high]| [Some(low), Some(high)]);
        if let (Some(above), Some(below)) = (above, below)
            && above >= below
        {
            let problem = format!("must be less than `below`: nothing is above {above} and below {below}");
            self.add_at(entry, "above", problem);
        }
        if let Some([low, high]) = within
            && low >= high
        {
            let problem = format!("must be two different numbers, the smaller first, not [{low}, {high}]");
            self.add_at(entry, "within", problem);
        }
        if let Some((range, scale)) = of {
            self.possible(entry, limits, range, scale);
        }
        limits
    }

    /// Refuses limits that are outside the range of the values, since they decide nothing.
    fn possible(&mut self, entry: &Entry<'_, '_>, limits: [Option<f64>; 2], range: Range, scale: Scale) {
        let (low, high) = range.ends();
        let key = |one| if entry.table.contains_key("within") { "within" } else { one };
        for (key, limit) in [key("above"), key("below")].into_iter().zip(limits) {
            let Some(limit) = limit.filter(|limit| !(low..=high).contains(limit)) else { continue };
            let allowed =
                if high.is_finite() { format!("from {low} to {high}") } else { format!("at least {low}") };
            let hint = match scale {
                Scale::Share if limit > 1.0 => format!(": write {} for {limit} %", limit / 100.0),
                _ => String::new(),
            };
            self.add_at(
                entry,
                key,
                format!("the values are {allowed}, so a limit of {limit} decides nothing{hint}"),
            );
        }
    }

    /// Reads a goal about several categories: their gap, or the largest.
    fn of_categories(&mut self, entry: &Entry<'_, '_>) -> Option<(Measure, [Option<f64>; 2])> {
        self.only(entry, OF_CATEGORIES);
        let name = entry.name.to_owned();
        let has = |key: &str| entry.table.contains_key(key);
        let (key, measure) = match (has("gap-below"), has("largest-below")) {
            (true, false) => ("gap-below", Measure::Gap(name)),
            (false, true) => ("largest-below", Measure::Largest(name)),
            (true, true) => {
                self.add_at(entry, "largest-below", "is another goal: write both in a list, each in braces");
                return None;
            }
            (false, false) => {
                self.add(entry.position, entry.path, "has no limit: write `gap-below` or `largest-below`");
                return None;
            }
        };
        let most = self.number(entry, key)?;
        if !(most > 0.0 && most < 1.0) {
            let problem = format!("must be a number between 0 and 1, such as 0.02 for 2 %, not {most}");
            self.add_at(entry, key, problem);
        }
        Some((measure, [None, Some(most)]))
    }

    /// Reads the seconds per decision that a goal about minutes assumes.
    fn seconds(&mut self, entry: &Entry<'_, '_>) -> Option<f64> {
        if !entry.table.contains_key(SECONDS) {
            self.add(entry.position, entry.path, format!("lacks `{SECONDS}`, such as 10"));
        }
        let seconds = self.number(entry, SECONDS)?;
        if seconds <= 0.0 {
            self.add_at(entry, SECONDS, format!("must be a number above 0, not {seconds}"));
        }
        Some(seconds)
    }

    /// Reads a number of seats, or a list of different ones; none if the key is missing.
    fn seats(&mut self, entry: &Entry<'_, '_>) -> Vec<u8> {
        let Some(value) = entry.table.get("seats") else { return Vec::new() };
        let values = value.get_ref().as_array().map_or(std::slice::from_ref(value), |list| list);
        let is_size = |seats: &f64| seats.fract() == 0.0 && (1.0..=255.0).contains(seats);
        let size = |value| number(value).filter(is_size).map(|seats| seats as u8);
        let seats: Vec<u8> = values.iter().map(size).collect::<Option<_>>().unwrap_or_default();
        let is_twice = (1..seats.len()).any(|index| seats[..index].contains(&seats[index]));
        if seats.is_empty() || is_twice {
            let problem = "must be a number of seats, or a list of different ones, such as [2, 3, 4]";
            self.add_at(entry, "seats", problem);
        }
        seats
    }

    fn skill(&mut self, entry: &Entry<'_, '_>) -> Option<(Measure, [Option<f64>; 2])> {
        self.only(entry, OF_SKILL);
        let missing: Vec<&str> = OF_SKILL
            .iter()
            .copied()
            .filter(|key| !matches!(*key, "weight" | "over" | "seats") && !entry.table.contains_key(*key))
            .collect();
        if !missing.is_empty() {
            let all = r#"{ better = "heuristic", others = "random", better-wins = [0.65, 0.75] }"#;
            let missing = quoted(missing);
            self.add(entry.position, entry.path, format!("lacks {missing}; write it as {all}"));
        }
        let [better, others] = ["better", "others"].map(|key| self.bot(entry, key));
        let wins = self.range(entry, "better-wins");
        if let Some([low, high]) = wins
            && !(0.0 <= low && low < high && high <= 1.0)
        {
            let problem = format!("must be two numbers from 0 to 1, the smaller first, not [{low}, {high}]");
            self.add_at(entry, "better-wins", problem);
        }
        let (better, others, [low, high]) = (better?, others?, wins?);
        if better == others {
            self.add_at(entry, "others", format!("must differ from `better`, which is also {better}"));
        }
        Some((Measure::Skill { better, others }, [Some(low), Some(high)]))
    }

    /// Reads a goal about the two bots in its name: the share of the win of the first, or the skill index.
    fn of_two_bots(
        &mut self,
        entry: &Entry<'_, '_>,
        is_index: bool,
        bots: [&str; 2],
    ) -> Option<(Measure, [Option<f64>; 2])> {
        let of_skill = (OF_SKILL_IN_SHORT, Range::SHARE, Scale::Share);
        let of_index = (OF_SKILL_INDEX, INDEX_RANGE, Scale::Number);
        let (keys, range, scale) = if is_index { of_index } else { of_skill };
        self.only(entry, keys);
        let limits = self.limits(entry, Some((range, scale)));
        if bots.contains(&"") {
            self.add(entry.position, entry.path, r#"must have two bots, as in "skill(strong, club)""#);
            return None;
        }
        let [better, others] =
            bots.map(|name| self.known_bot(name).map_err(|error| self.add_at(entry, "", error.to_string())));
        let (better, others) = (better.ok()?, others.ok()?);
        if better == others {
            self.add(entry.position, entry.path, format!("must have two different bots, not {better} twice"));
        }
        let skill = |better, others| Measure::Skill { better, others };
        let index = |better, others| Measure::SkillIndex { better, others };
        Some((if is_index { index(better, others) } else { skill(better, others) }, limits))
    }

    /// Reads the name of a bot, or a list of different ones; none if the key is missing.
    fn bots(&mut self, entry: &Entry<'_, '_>, key: &str) -> Vec<BotSpec> {
        let list = entry.table.get(key).and_then(|value| value.get_ref().as_array());
        let Some(list) = list else { return self.bot(entry, key).into_iter().collect() };
        let mut bots: Vec<BotSpec> = Vec::new();
        for value in list {
            let Some(name) = value.get_ref().as_str() else {
                self.add_at(entry, key, format!("must list names of bots, not {}", shown(value.get_ref())));
                continue;
            };
            match self.known_bot(name) {
                Ok(spec) if bots.contains(&spec) => self.add_at(entry, key, format!("lists {spec} twice")),
                Ok(spec) => bots.push(spec),
                Err(error) => self.add_at(entry, key, error.to_string()),
            }
        }
        if list.is_empty() {
            self.add_at(entry, key, "must name a bot");
        }
        bots
    }

    fn bot(&mut self, entry: &Entry<'_, '_>, key: &str) -> Option<BotSpec> {
        let value = entry.table.get(key)?.get_ref();
        let Some(name) = value.as_str() else {
            self.add_at(entry, key, format!("must be the name of a bot, not {}", shown(value)));
            return None;
        };
        self.known_bot(name).map_err(|error| self.add_at(entry, key, error.to_string())).ok()
    }

    fn known_bot(&self, name: &str) -> Result<BotSpec, UnknownBot> {
        let spec = name.parse::<BotSpec>()?;
        let refused = self.known.and_then(|known| (known.refuses)(&spec));
        refused.map_or(Ok(spec), Err)
    }

    fn number(&mut self, entry: &Entry<'_, '_>, key: &str) -> Option<f64> {
        let value = entry.table.get(key)?;
        let found = number(value);
        if found.is_none() {
            self.add_at(entry, key, format!("must be a number, not {}", shown(value.get_ref())));
        }
        found
    }

    /// Reads two numbers, the smaller first.
    fn range(&mut self, entry: &Entry<'_, '_>, key: &str) -> Option<[f64; 2]> {
        let value = entry.table.get(key)?;
        let pair = value.get_ref().as_array().and_then(|list| match &list[..] {
            [low, high] => number(low).zip(number(high)),
            _ => None,
        });
        let Some((low, high)) = pair else {
            self.add_at(
                entry,
                key,
                format!("must be two numbers in brackets, not {}", shown(value.get_ref())),
            );
            return None;
        };
        if low > high && key == "share-within" {
            self.add_at(entry, key, format!("is empty: {low} is above {high}"));
        }
        Some([low, high])
    }
}

/// Returns the measure and the two bots of a goal such as `skill(strong, club)`; both are empty if there are not two.
fn bots_of(name: &str) -> Option<(&'static str, [&str; 2])> {
    [SKILL_INDEX, SKILL].into_iter().find_map(|measure| {
        let inner = name.strip_prefix(measure)?.trim_start().strip_prefix('(')?;
        let two = inner.trim_end().strip_suffix(')').and_then(|inner| inner.split_once(','));
        Some((measure, two.map_or(["", ""], |(better, others)| [better.trim(), others.trim()])))
    })
}

/// Reads a finite number.
fn number(value: &Node<'_>) -> Option<f64> {
    let found = match value.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok()? as f64,
        DeValue::Float(number) => number.as_str().parse::<f64>().ok()?,
        _ => return None,
    };
    found.is_finite().then_some(found)
}
