//! `furlong playtest`: a form for a game of people, or games of people compared with those of bots.

use std::path::PathBuf;

use crate::args::{Playtest as Asked, SECONDS_PER_DECISION};
use crate::failure::{Failure, in_file};
use crate::lab::many_games::{arena, games_by};
use crate::lab::report::played_by_all;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::named::{game_named, read};
use crate::screen::print;
use furlong::arena::stats::{Distribution, holm, permutation_test};
use furlong::arena::{Aspect, Metric, Results, Scale, measure};
use furlong::ruleset::differences;
use furlong::text::{counted, listed};
use furlong::{Playable, Race, Record, Roster};

/// The maximum size of a file with games of people.
const MOST_BYTES: u64 = 16 << 20;

/// The draws of a test, and the probability at which a difference is marked.
const DRAWS: u32 = 20_000;
const LEVEL: f64 = 0.05;

/// The values of the metrics of a game of people, by the names of metrics.
type OfPeople = Vec<(String, f64)>;

/// Games of people.
#[derive(Default)]
struct People {
    games: Vec<OfPeople>,
    /// The milliseconds of all their decisions that were measured.
    thought_ms: Vec<u64>,
}

pub(crate) fn playtest<G: Playable>(roster: &Roster<G>, asked: Asked) -> Result<(), Failure> {
    let Asked { ruleset, people, count, games, kinds } = asked;
    let kinds = games_by(roster, &games.of(count).with_luck(Some(false)), &kinds)?;
    let game = game_named::<G>(&ruleset)?;
    let arenas = kinds.iter().map(|games| arena(roster, games, game.clone(), None));
    let arenas = arenas.collect::<Result<Vec<_>, _>>()?;
    let Some(first) = arenas.first() else { return Ok(()) };
    let (seats, metrics) = (first.lineup.len(), first.metrics().map_err(Failure::failed)?);
    let played = |path: &PathBuf| {
        let text = read(path, MOST_BYTES)?;
        let is_table = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let found = if is_table { rows(&text) } else { recorded(&text, &game, seats, &metrics) };
        found.map_err(|why| in_file(path, why))
    };
    let mut all = People::default();
    for path in &people {
        let found = played(path)?;
        all.games.extend(found.games);
        all.thought_ms.extend(found.thought_ms);
    }
    let runs = played_by_all(&arenas)?;
    let sheet = if people.is_empty() { form(&runs) } else { compared(&runs, &all)? };
    let heading = format!("{}, {}: {}\n", G::TITLE, ruleset, counted(seats as i64, "player", "players"));
    Ok(print(false, String::new, |width| heading + &sheet.to_text(width, true))?)
}

/// Reads a saved game, which must have the same rules and as many players.
fn recorded<G: Playable>(text: &str, game: &G, seats: usize, metrics: &[Metric]) -> Result<People, String> {
    let record = Record::<G>::from_json(text).map_err(|error| error.to_string())?;
    let values = measure(&record).map_err(|error| error.to_string())?;
    // The last time of a seat is for a decision that it did not make.
    let thought = record.thought_ms.iter().filter_map(|times| Some(times.split_last()?.1.to_vec()));
    let thought_ms = thought.flatten().collect();
    let race = Race::resume(record).map_err(|error| error.to_string())?;
    let differences =
        differences(game.ruleset(), race.game().ruleset()).map_err(|error| error.to_string())?;
    if !differences.is_empty() {
        let fields = listed(differences.iter().map(|difference| format!("`{}`", difference.field.path)));
        return Err(format!("this game was played by other rules, which differ in {fields}"));
    }
    let count = race.seats().count();
    if usize::from(count) != seats {
        let players = counted(count, "player", "players");
        return Err(format!("this game has {players}, and the bots play with {seats} (see --players)"));
    }
    if !race.is_over() {
        return Err("this game is not over".to_owned());
    }
    let named =
        metrics.iter().zip(values).filter_map(|(metric, value)| Some((metric.name.to_string(), value?)));
    Ok(People { games: vec![named.collect()], thought_ms })
}

/// Reads rows of figures under headings, separated by commas or semicolons. An empty cell has no value.
fn rows(text: &str) -> Result<People, String> {
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (headings, _) = lines.next().ok_or("the file is empty")?;
    let separator = if headings.contains(';') { ';' } else { ',' };
    let headings: Vec<&str> = headings.split(separator).map(str::trim).collect();
    let games = lines.map(|(line, number)| {
        let cells: Vec<&str> = line.split(separator).map(str::trim).collect();
        if cells.len() != headings.len() {
            let expected = counted(headings.len() as i64, "heading", "headings");
            return Err(format!("line {number} has {} cells for {expected}", cells.len()));
        }
        let filled = headings.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
        let value = |(heading, cell): (&&str, &str)| {
            let value: Option<f64> = cell.parse().ok().filter(|value: &f64| value.is_finite());
            let value = value.ok_or_else(|| format!("line {number}: `{cell}` is not a number"))?;
            Ok(((*heading).to_owned(), value))
        };
        filled.map(value).collect()
    });
    Ok(People { games: games.collect::<Result<_, String>>()?, thought_ms: Vec::new() })
}

/// The metrics that people can count at a table: numbers that vary.
fn countable(run: &Results) -> impl Iterator<Item = (usize, &Metric)> {
    run.metrics.iter().enumerate().filter(|(column, metric)| {
        let counts = metric.scale == Scale::Number && metric.aspect != Aspect::Seats;
        counts && !metric.phrase.is_empty() && varies(run, *column)
    })
}

fn varies(run: &Results, column: usize) -> bool {
    run.distribution(column).is_some_and(|values| !values.is_constant())
}

/// The values of all games, in ascending order.
fn values(run: &Results, column: usize) -> Vec<f64> {
    let counts = run.distribution(column).map(Distribution::values).unwrap_or_default();
    counts.into_iter().flat_map(|(value, count)| std::iter::repeat_n(value, count as usize)).collect()
}

/// The form: what to count, what to expect, and questions.
fn form(runs: &[Results]) -> Sheet {
    let Some(first) = runs.first() else { return Sheet { title: String::new(), blocks: Vec::new() } };
    let expected = |run: &Results, metric: &Metric, column: usize| {
        let values = values(run, column);
        let at = |share: f64| values.get((share * values.len() as f64) as usize).copied().unwrap_or(f64::NAN);
        let [low, high] = [at(0.05), at(0.95)].map(|value| metric.scale.spoken(value));
        if low == high { low } else { format!("{low} to {high}") }
    };
    let row = |(column, metric): (usize, &Metric)| {
        Row::new(
            metric.in_words("____"),
            runs.iter().map(|run| expected(run, metric, column)).collect::<Vec<_>>(),
        )
    };
    let headings: Vec<&str> = countable(first).map(|(_, metric)| &*metric.name).collect();
    let decisions = first.column("decisions").ok().and_then(|column| first.distribution(column)?.range());
    let minutes = decisions.map_or_else(String::new, |[_, median, _]| {
        let minutes = median * f64::from(SECONDS_PER_DECISION) / 60.0;
        format!(" (about {minutes:.0} at {SECONDS_PER_DECISION} seconds for each decision)")
    });
    let blocks = vec![
        Block::Note("Date ____________  Players ________________________________________________".to_owned()),
        Block::Note(format!("Winner ______________________  Minutes ____{minutes}")),
        Block::Tables(vec![table(&["to count"], runs, countable(first).map(row).collect())]),
        Block::note(
            "The columns hold nine tenths of the games of bots.\n\
             Which rule was looked up, forgotten, or argued about? ____________________________\n\
             When did the game drag, and when was it exciting? ________________________________\n\
             When did you know who would win? _________________________________________________\n\
             Would you play again at once? ____________________________________________________\n",
        ),
        Block::Note(format!("Headings of a .csv file, to compare: {}", headings.join(","))),
    ];
    Sheet { title: String::new(), blocks }
}

/// The bot in all seats of a run.
fn bot(run: &Results) -> &str {
    run.setting.lineup.first().map_or("", String::as_str)
}

/// A table with a column for each bot after the others.
fn table(columns: &[&str], runs: &[Results], rows: Vec<Row>) -> Table {
    let bots: Vec<String> = runs.iter().map(|run| format!("`{}`", bot(run))).collect();
    let columns: Vec<&str> = columns.iter().copied().chain(bots.iter().map(String::as_str)).collect();
    Table::new(&columns, rows)
}

/// The column of a metric, the metric, and its values in the games of people.
type Compared<'a> = (usize, &'a Metric, Vec<f64>);

/// The means of people and of each bot, and the bot that is closest to people.
fn compared(runs: &[Results], people: &People) -> Result<Sheet, Failure> {
    let Some(first) = runs.first() else { return Ok(Sheet { title: String::new(), blocks: Vec::new() }) };
    for (name, _) in people.games.iter().flatten() {
        first.column(name).map_err(Failure::failed)?;
    }
    let of_people = |metric: &Metric| -> Vec<f64> {
        people
            .games
            .iter()
            .flatten()
            .filter(|(name, _)| *name == metric.name)
            .map(|(_, value)| *value)
            .collect()
    };
    let columns: Vec<Compared> = (0..first.metrics.len())
        .filter(|column| runs.iter().any(|run| varies(run, *column)))
        .map(|column| (column, &first.metrics[column], of_people(&first.metrics[column])))
        .filter(|(_, metric, values)| metric.aspect != Aspect::Seats && !values.is_empty())
        .collect();
    if columns.is_empty() {
        return Err(Failure::failed("none of the figures of these people varies in the games of the bots"));
    }
    let tested: Vec<Vec<f64>> = runs
        .iter()
        .map(|run| {
            let p = |(column, _, few): &Compared| {
                permutation_test(few, &values(run, *column), DRAWS, run.setting.seed)
            };
            holm(&columns.iter().map(p).collect::<Vec<_>>())
        })
        .collect();
    let rows = columns.iter().enumerate().map(|(row, (column, metric, few))| {
        let of_bot = |(run, p): (&Results, &Vec<f64>)| {
            let mark = if p[row] < LEVEL { "*" } else { "" };
            let moments =
                run.distribution(*column).map(Distribution::moments).filter(|moments| moments.count > 0);
            moments.map_or_else(|| "-".to_owned(), |moments| metric.scale.figure(moments.mean) + mark)
        };
        let figures = std::iter::once(few.len().to_string())
            .chain([metric.scale.figure(mean(few))])
            .chain(runs.iter().zip(&tested).map(of_bot));
        Row::of_metric(metric, figures.collect::<Vec<_>>())
    });
    let mut nearest: Vec<(&str, f64)> =
        runs.iter().filter_map(|run| Some((bot(run), distance(run, &columns)?))).collect();
    nearest.sort_by(|one, other| one.1.total_cmp(&other.1));
    let near = listed(nearest.iter().map(|(name, far)| format!("`{name}` {far:.2}")));
    let mut answer = vec![
        format!("{} of people.", counted(people.games.len() as i64, "game", "games")),
        format!("Average distance from the people, in standard deviations of a game: {near}."),
    ];
    answer.extend(thinking(&people.thought_ms));
    let blocks = vec![
        Block::Answer(answer),
        Block::Tables(vec![table(&["metric", "games", "people"], runs, rows.collect())]),
        Block::note("*: people differ significantly from this bot. Few games show large differences only."),
    ];
    Ok(Sheet { title: String::new(), blocks })
}

/// The average distance of a bot's games from those of people, in its own standard deviations; `None` if none of its
/// figures varies.
fn distance(run: &Results, columns: &[Compared]) -> Option<f64> {
    let parts = columns.iter().filter_map(|(column, _, few)| {
        let moments = run.distribution(*column)?.moments();
        (moments.variance > 0.0).then(|| (mean(few) - moments.mean).abs() / moments.variance.sqrt())
    });
    let parts: Vec<f64> = parts.collect();
    (!parts.is_empty()).then(|| mean(&parts))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Describes the thinking times of people, in milliseconds; `None` if none were measured.
fn thinking(thought_ms: &[u64]) -> Option<String> {
    let mut sorted = thought_ms.to_vec();
    sorted.sort_unstable();
    let seconds = |at: usize| Some(*sorted.get(at)? as f64 / 1000.0);
    let (median, quarter) = (seconds(sorted.len().saturating_sub(1) / 2)?, seconds(3 * sorted.len() / 4)?);
    let decisions = counted(sorted.len() as i64, "decision", "decisions");
    Some(format!(
        "Of {decisions} of people, half took up to {median:.1} seconds, and a quarter {quarter:.1} or more."
    ))
}
