//! `furlong price`: the worth of each element of the rules.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::args::{FileArgs, Price as Asked};
use crate::failure::Failure;
use crate::lab::figures::{estimated, table, write_tables};
use crate::lab::many::{arena, kept_arena};
use crate::lab::run_file::{RunFile, merged, read_run, shard_of};
use crate::lab::run_words::openings_words;
use crate::new_file::NewFile;
use crate::play::start::game;
use crate::progress::behind_a_bar;
use crate::screen::print;
use furlong::arena::{Arena, Scale};
use furlong::design::{
    Price,
    price::{PriceError, PriceRun, Priced, Uses},
};
use furlong::text::{counted, suggestion};
use furlong::{Playable, Roster};

impl From<PriceError> for Failure {
    fn from(error: PriceError) -> Self {
        match error {
            PriceError::Arena(error) => error.into(),
            error => Self::failed(error),
        }
    }
}

pub(crate) fn price<G: Playable>(asked: &Asked) -> Result<(), Failure> {
    let output = &asked.kept.output;
    let file = RunFile::of(&asked.kept, NewFile::begin_any(output.out.as_ref(), output.force)?);
    // The values of positions come from bots of the game.
    let roster = Roster::<G>::of_game();
    let (arena, mut run) = match &asked.kept.resumed.resume {
        Some(path) => resumed(&roster, asked, path)?,
        None => begun(&roster, asked)?,
    };
    behind_a_bar("games", |show| run.play(&arena, show, &mut |run| file.save(|| run.to_json())))?;
    let prices = Price::of(&run);
    if prices.elements.is_empty() {
        return Err(Failure::Stopped("stopped before there was anything to report".to_owned()));
    }
    let played = || counted(prices.elements.len() as i64, "element", "elements");
    let stopped = (!run.is_complete()).then(played);
    file.end(run.shard, stopped, || run.to_json(), || tell(&run, &prices, output.json))
}

/// A new run as the command line says.
fn begun<G: Playable>(roster: &Roster<G>, asked: &Asked) -> Result<(Arena<G>, PriceRun), Failure> {
    let elements = places::<G>(&asked.elements)?;
    let named = counted(elements.len() as i64, "element", "elements");
    let shard = shard_of(&asked.kept, elements.len(), &named)?;
    let game = game::<G>(asked.ruleset.as_ref())?;
    asked.games.bots.only(roster)?;
    let arena = arena(roster, &asked.games, game, None)?;
    // The ban changes seats within each deal.
    let arena = {
        let groups = 0..asked.count.div_ceil(arena.lineup.len() as u64);
        arena.groups(groups)
    };
    let run = PriceRun::begin(&arena, &elements, shard)?;
    Ok((arena, run))
}

/// The run of a file.
fn resumed<G: Playable>(
    roster: &Roster<G>,
    asked: &Asked,
    path: &Path,
) -> Result<(Arena<G>, PriceRun), Failure> {
    let run = read_run(path, PriceRun::from_json)?;
    Ok((
        kept_arena(roster, path, &run.setting, run.shard, asked.games.limits, asked.kept.resumed.allow_exec)?,
        run,
    ))
}

/// Joins the parts of a run.
pub(crate) fn merge_parts(paths: &[PathBuf], FileArgs { pages, output }: &FileArgs) -> Result<(), Failure> {
    if pages.csv.is_some() || pages.html.is_some() {
        return Err(Failure::usage("--csv, --html: prices are a table or JSON only"));
    }
    let out = NewFile::begin_any(output.out.as_ref(), output.force)?;
    let whole = merged(paths, PriceRun::from_json)?;
    tell(&whole, &Price::of(&whole), output.json)?;
    out.map_or(Ok(()), |out| out.write(&whole.to_json()))
}

fn tell(run: &PriceRun, prices: &Price, as_json: bool) -> Result<(), Failure> {
    let json = || {
        json!({
            "game": run.setting.game, "ruleset": run.setting.ruleset, "seats": run.setting.seats, "seed": run.setting.seed, "openings": run.setting.openings,
            "bot": run.bot(), "release": run.setting.release, "prices": prices,
        })
    };
    Ok(print(as_json, json, |width| report(run, prices, width))?)
}

/// The places of the named elements; of all when none is named.
fn places<G: Playable>(names: &[String]) -> Result<Vec<usize>, Failure> {
    if G::ELEMENTS.is_empty() {
        return Err(Failure::usage("this game names no elements of its rules"));
    }
    let known = || G::ELEMENTS.iter().map(|element| element.name);
    let place = |name: &String| known().position(|known| known == name);
    let unknown: Vec<&String> = names.iter().filter(|name| place(name).is_none()).collect();
    let problem = |name: &String| {
        let hint = suggestion(name, known());
        let known = known().collect::<Vec<_>>().join(", ");
        format!("there is no element `{name}`{hint}; there are: {known}")
    };
    if !unknown.is_empty() {
        return Err(Failure::of_option("element", unknown.into_iter().map(problem)));
    }
    let all = || (0..G::ELEMENTS.len()).collect();
    Ok(if names.is_empty() { all() } else { names.iter().filter_map(place).collect() })
}

/// The prices as a table of at most `width` columns, where that is known.
fn report(run: &PriceRun, prices: &Price, width: Option<usize>) -> String {
    let seats = run.setting.seats.count();
    let mut text = format!(
        "{}, {}: {} in {} each; one of {} must not use the element, all are played by {}; seed {}; furlong {}{}\n",
        run.setting.game,
        run.setting.ruleset,
        counted(prices.deals as i64, "deal", "deals"),
        counted(seats, "seating", "seatings"),
        counted(seats, "seat", "seats"),
        run.bot(),
        run.setting.seed,
        run.setting.release,
        openings_words(run.setting.openings),
    );
    for told in &prices.unfinished {
        _ = writeln!(text, "{told}");
    }
    let mut rows = table(&["never", "gain", "95 % interval", "p", "used", "forced", ""]);
    for priced in &prices.elements {
        let Priced { element, gain, p_value, endings, free, restricted, .. } = priced;
        let [value, interval] = estimated(gain.as_ref(), Scale::Share);
        let p = p_value
            .map_or_else(String::new, |p| if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") });
        let verdict = match gain.filter(|_| priced.is_shown()) {
            Some(gain) if gain.value < 0.0 => "worth having",
            Some(_) => "better left",
            None if !endings.judge_wins() => "not judged",
            None => "",
        };
        let percent = |part: u64, all: u64| format!("{:.1} %", 100.0 * part as f64 / all as f64);
        let Uses { offered, used, .. } = free;
        let share = if *offered == 0 { "never offered".to_owned() } else { percent(*used, *offered) };
        let decisions = restricted.forced + restricted.offered;
        let forced = if decisions == 0 { String::new() } else { percent(restricted.forced, decisions) };
        rows.add_row([element.clone(), value, interval, p, share, forced, verdict.to_owned()]);
    }
    write_tables(&mut text, &[rows], width);
    for Priced { element, meaning, .. } in &prices.elements {
        _ = writeln!(text, "{element}: {meaning}.");
    }
    text.push_str(
        "gain: the share of the win of the seat that must not, less the mean share of the others; below 0 the element is worth \
         having to this bot. p: corrected for all elements (Holm). used: how often a free seat used it, of the decisions \
         that offered it and something else. forced: how often it was all that there was, so that the ban did not hold.\n",
    );
    text
}
