//! `furlong price`: what each element of the rules is worth.

mod report;

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::args::{FileArgs, Price as Asked};
use crate::failure::Failure;
use crate::lab::game_files::Files;
use crate::lab::many_games::{arena, games_by, saved_arena};
use crate::lab::run_file::{RunFile, merged, read_run, shard_of};
use crate::named::game;
use crate::progress::behind_a_bar;
use furlong::arena::Arena;
use furlong::design::{
    Price,
    price::{PriceError, PriceRun},
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
    let mut files = Files::of(&asked.pages, &asked.kept.output)?;
    let file = RunFile::of(&asked.kept, files.out.take());
    // The values of positions come from the game's own bots.
    let roster = Roster::<G>::of_game();
    let (arenas, mut run) = match &asked.kept.resumed.resume {
        Some(path) => resumed(&roster, asked, path)?,
        None => begun(&roster, asked)?,
    };
    behind_a_bar("games", |show| run.play(&arenas, show, &mut |run| file.save(|| run.to_json())))?;
    let prices = Price::of(&run);
    if prices.elements.is_empty() {
        return Err(Failure::Stopped("stopped before any result".to_owned()));
    }
    let played = || counted(prices.elements.len() as i64, "element", "elements");
    let stopped = (!run.is_complete()).then(played);
    file.end(run.shard, stopped, || run.to_json(), || tell(&run, &prices, files))
}

/// Starts a new run from the command line.
fn begun<G: Playable>(roster: &Roster<G>, asked: &Asked) -> Result<(Vec<Arena<G>>, PriceRun), Failure> {
    let elements = places::<G>(&asked.elements)?;
    let named = counted(elements.len() as i64, "element", "elements");
    let shard = shard_of(&asked.kept, elements.len(), &named)?;
    let game = game::<G>(asked.ruleset.as_ref())?;
    asked.games.bots.only(roster)?;
    let of_kind = |games| {
        let arena = arena(roster, games, game.clone(), None)?;
        // The ban changes seats within each deal.
        let groups = 0..asked.count.div_ceil(arena.lineup.len() as u64);
        Ok(arena.groups(groups))
    };
    let kinds = games_by(roster, &asked.games, &asked.kinds)?;
    let arenas = kinds.iter().map(of_kind).collect::<Result<Vec<_>, Failure>>()?;
    let run = PriceRun::begin(&arenas, &elements, shard)?;
    Ok((arenas, run))
}

/// Reads the run from a file.
fn resumed<G: Playable>(
    roster: &Roster<G>,
    asked: &Asked,
    path: &Path,
) -> Result<(Vec<Arena<G>>, PriceRun), Failure> {
    let run = read_run(path, PriceRun::from_json)?;
    let (limits, allow_exec) = (asked.games.limits, asked.kept.resumed.allow_exec);
    let of_kind = |kind: &PriceRun| saved_arena(roster, path, &kind.setting, run.shard, limits, allow_exec);
    let arenas = run.by_player_type().map(of_kind).collect::<Result<_, _>>()?;
    Ok((arenas, run))
}

/// Merges the parts of a run.
pub(crate) fn merge_parts(paths: &[PathBuf], asked: &FileArgs) -> Result<(), Failure> {
    let mut files = Files::begin(asked)?;
    let out = files.out.take();
    let whole = merged(paths, PriceRun::from_json)?;
    out.map_or(Ok(()), |out| out.write(&whole.to_json()))?;
    tell(&whole, &Price::of(&whole), files)
}

/// Shows the prices, and writes the table and the page.
fn tell(run: &PriceRun, prices: &Price, files: Files) -> Result<(), Failure> {
    let json = || {
        json!({
            "game": run.setting.game, "ruleset": run.setting.ruleset, "seats": run.setting.seats, "seed": run.setting.seed, "openings": run.setting.openings,
            "bot": run.bot(), "release": run.setting.release, "prices": prices,
        })
    };
    files.show(&report::sheet(run, prices), json, |out| report::write_csv(out, prices))
}

/// The indices of the named elements, or of all if none is named.
fn places<G: Playable>(names: &[String]) -> Result<Vec<usize>, Failure> {
    if G::ELEMENTS.is_empty() {
        return Err(Failure::usage("this game has no elements to price"));
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
