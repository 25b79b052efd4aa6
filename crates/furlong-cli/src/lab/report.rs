//! `furlong report`: makes a page about a ruleset, with a typical game saved as a record next to it.

use std::ops::ControlFlow;
use std::path::Path;

use crate::args::{Games, Report as Asked};
use crate::failure::Failure;
use crate::lab::depth::depth;
use crate::lab::many_games::{arena, games_by, played, skill_arenas, whole};
use crate::lab::replay_stats::ReplayStats;
use crate::lab::report_sentences::{ByPlayers, sentences};
use crate::lab::result_tables::report_sheet;
use crate::named::game_named;
use crate::new_file::NewFile;
use crate::page::{Against, RulesetPage, TypicalGame, sheet_page};
use crate::progress::behind_a_bar;
use crate::screen::Screen;
use furlong::arena::{
    Arena, Aspect, Comparison, Findings, Question, Report, Results, Skill, Stopped, Summary, run_side_by_side,
};
use furlong::bot::RANDOM;
use furlong::ruleset::{self, Loaded, Origin, Source, differences};
use furlong::table::{GameTable, Occupant};
use furlong::{Playable, Roster, Ruleset as _};

/// The maximum number of games of each run that measures skill.
const MOST_OF_SKILL: u64 = 400;

pub(crate) fn report<G: Playable>(roster: &Roster<G>, asked: Asked) -> Result<(), Failure> {
    let Asked { ruleset, count, games, kinds, seconds_per_decision, depth: doublings, html, force } = asked;
    let kinds = games_by(roster, &games.of(count).with_luck(None), &kinds)?;
    let base = extended::<G>(&ruleset)?;
    let game = game_named::<G>(&ruleset)?;
    let arenas = kinds.iter().map(|games| arena(roster, games, game.clone(), None));
    let arenas = arenas.collect::<Result<Vec<_>, _>>()?;
    let (Some(arena), Some(games)) = (arenas.first(), kinds.first()) else { return Ok(()) };
    let beside = html.with_extension("json");
    if beside == html {
        return Err(Failure::usage(
            "--html: the page cannot end in .json, which is the name of the typical game",
        ));
    }
    let (page, record) = (NewFile::begin(&html, force)?, NewFile::begin(&beside, force)?);

    let runs = played_by_all(&arenas)?;
    let told = Report::of(Question::Measure, &runs[..1], Vec::new()).map_err(Failure::failed)?;
    let (Findings::Measures(measures), Some(results)) = (&told.findings, runs.first()) else { return Ok(()) };
    let stats = ReplayStats::of(arena, results)?;
    let by_players = (runs.len() > 1).then(|| ByPlayers::of(&runs)).transpose()?;
    let sentences = sentences(results, measures, by_players.as_ref(), &stats, seconds_per_decision);
    let typical = typical(results, &measures.summaries)
        .map(|(group, seating)| typical_game(arena, group, seating, &beside))
        .transpose()?;
    let about = RulesetPage {
        about: &arena.game.ruleset().title().about,
        rules: arena.game.rules(),
        sentences: &sentences,
        stats: &stats,
        curves: G::CURVES,
        skill: skill(roster, arena, games)?,
        depth: &depth(roster, &*arena.game, games, arena.lineup.len() as u8, doublings)?,
        players: by_players.as_ref().map(ByPlayers::table),
        typical: typical.as_ref(),
        against: base.map(|base| against(roster, arena, results, base, games)).transpose()?,
    };
    page.write(&sheet_page(&report_sheet(&told, Some(&about))))?;
    let mut screen = Screen::standard(true);
    for sentence in &sentences {
        screen.text(sentence)?;
    }
    for warning in told.warnings() {
        screen.text(&format!("Warning: {warning}."))?;
    }
    match &typical {
        None => screen.text(&format!("Wrote the page {}. No game was finished.", html.display()))?,
        Some(game) => {
            record.write(&game.replay.record_json())?;
            let said = format!("Wrote the page {} and a typical game {}.", html.display(), beside.display());
            screen.text(&said)?;
        }
    }
    Ok(())
}

/// Plays the games by all player types and returns the results.
pub(super) fn played_by_all<G: Playable>(arenas: &[Arena<G>]) -> Result<Vec<Results>, Failure> {
    let go_on = |_: &[Results]| ControlFlow::Continue(());
    let runs = behind_a_bar("games", |show| run_side_by_side(arenas, show, go_on))?;
    whole(Stopped::of(&runs))?;
    Ok(runs)
}

/// The ruleset that the requested one extends; `None` if it extends none.
fn extended<G: Playable>(name: &str) -> Result<Option<G::Ruleset>, Failure> {
    let loaded = Loaded::<G::Ruleset>::open(Source::typed(name))?;
    let base = match loaded.chain().nth(1) {
        Some(Origin::Embedded(name)) => ruleset::open::<G::Ruleset>(*name),
        Some(Origin::File(path)) => ruleset::open::<G::Ruleset>(Source::File(path)),
        Some(Origin::Text) | None => return Ok(None),
    };
    Ok(Some(base?))
}

/// The group and the seating of the most typical game: the one nearest to the medians of the metrics that all games
/// have, by the smallest sum of distances in standard deviations. Of several, the first.
fn typical(results: &Results, summaries: &[Summary]) -> Option<(u64, u8)> {
    let is_common = |aspect: Aspect| !matches!(aspect, Aspect::Seats | Aspect::Own);
    let of_column = |(column, summary): (usize, &Summary)| {
        let [_, median, _] = summary.range?;
        let counts = is_common(summary.metric.aspect) && summary.same_as.is_none() && summary.deviation > 0.0;
        counts.then_some((column, median, summary.deviation))
    };
    let columns: Vec<(usize, f64, f64)> = summaries.iter().enumerate().filter_map(of_column).collect();
    let distance = |values: &[Option<f64>]| {
        let parts = columns.iter().map(|(column, median, deviation)| {
            Some((values.get(*column).copied().flatten()? - median).abs() / deviation)
        });
        parts.sum::<Option<f64>>()
    };
    let games = results.groups().iter().flat_map(|group| group.games.iter().map(move |game| (group, game)));
    let far = games
        .filter(|(_, game)| game.is_over)
        .filter_map(|(group, game)| Some((distance(&game.values)?, (group.number, game.seating))));
    far.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, place)| place)
}

fn typical_game<G: Playable>(
    arena: &Arena<G>,
    group: u64,
    seating: u8,
    path: &Path,
) -> Result<TypicalGame, Failure> {
    let replay = Box::new(GameTable::replay(arena.race(group, seating)?));
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(TypicalGame { replay, file: name })
}

/// How much the bot of the run gains against random bots; `None` if several bots play, or only random ones.
fn skill<G: Playable>(roster: &Roster<G>, arena: &Arena<G>, games: &Games) -> Result<Option<Skill>, Failure> {
    let name = arena.lineup.first().map_or("", |entrant| entrant.name());
    if arena.seatings() > 1 || name == RANDOM.name {
        return Ok(None);
    }
    let occupant = |name: &str| name.parse::<Occupant>().map_err(Failure::usage);
    let bots = [occupant(name)?, occupant(RANDOM.name)?];
    let players = Some(arena.lineup.len() as u8);
    let games = games.clone().of(games.count.min(MOST_OF_SKILL)).with_luck(Some(false));
    let [duel, among] = skill_arenas(roster, &games, &*arena.game, &bots, players)?;
    Ok(Some(Skill::of(&played(&duel)?, &played(&among)?).map_err(Failure::failed)?))
}

/// The rules that differ from the base ruleset, and the results on the same deals.
fn against<G: Playable>(
    roster: &Roster<G>,
    arena: &Arena<G>,
    results: &Results,
    base: G::Ruleset,
    games: &Games,
) -> Result<Against, Failure> {
    let differences = differences(&base, arena.game.ruleset()).map_err(Failure::failed)?;
    let name = base.title().name.clone();
    let players = Some(results.setting.seats.count());
    let of_base =
        G::new(base).ok().and_then(|game| crate::lab::many_games::arena(roster, games, game, players).ok());
    // The base ruleset may not be playable at this table.
    let comparison = match of_base {
        None => None,
        Some(of_base) => {
            let base = played(&of_base)?;
            Some(Comparison::of(&base, std::slice::from_ref(results)).map_err(Failure::failed)?)
        }
    };
    Ok(Against { base: name, differences, comparison })
}
