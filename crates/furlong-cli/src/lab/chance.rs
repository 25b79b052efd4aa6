//! `furlong chance`: how much of a game is decided by the luck of the deal, and how much by skill.

use serde_json::{Value, json};

use crate::args::{Chance as Asked, Games};
use crate::failure::Failure;
use crate::lab::figures::estimated;
use crate::lab::many_games::arena;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::named::game;
use crate::play::lineup::BotArgs;
use crate::progress::behind_a_bar;
use crate::screen::print;
use furlong::arena::{Arena, Decided, FixedDeals, Progress, Scale, SkillAndChance};
use furlong::text::{counted, listed};
use furlong::{BotSpec, Playable, Roster, table::Occupant};

/// Bots of graded strength that do not play every deal alike.
const USUAL: [&str; 2] = ["beginner", "club"];

pub(crate) fn chance<G: Playable>(roster: &Roster<G>, asked: &Asked) -> Result<(), Failure> {
    if asked.times < 2 || asked.deals < 2 {
        return Err(Failure::usage("--deals, --times: must be at least 2"));
    }
    let usual = USUAL.map(|name| Occupant::Bot(BotSpec::named(name)));
    let kinds = asked.by.or(roster, usual)?;
    let game = game::<G>(asked.ruleset.as_ref())?;
    let lineups = kinds.iter().map(|kind| vec![kind]);
    let lineups = lineups.chain(kinds.windows(2).map(|two| vec![&two[1], &two[0]]));
    let arenas = lineups.map(|bots| {
        let games = Games { bots: BotArgs::in_all_seats(bots), ..asked.games.clone() };
        Ok(arena(roster, &games.with_luck(Some(false)), game.clone(), None)?.groups(0..asked.deals))
    });
    let arenas = arenas.collect::<Result<Vec<Arena<G>>, Failure>>()?;
    let mut tables = arenas.iter().map(FixedDeals::begin).collect::<Result<Vec<_>, _>>()?;
    let whole = behind_a_bar("games", |show| play(&arenas, &mut tables, asked.times, show))?;
    if tables.iter().all(|table| table.repetitions < 2) {
        return Err(Failure::Stopped("stopped before any result".to_owned()));
    }
    print(asked.json, || told_as_json(&tables), |width| sheet(&tables).to_text(width, true))?;
    if whole {
        return Ok(());
    }
    let played: u64 = tables.iter().map(FixedDeals::games).sum();
    Err(Failure::Stopped(format!("stopped after {}", counted(played as i64, "game", "games"))))
}

/// Plays every deal at every table the requested number of times, and returns whether it was not stopped. The
/// tables take turns, so that all have played equally much if it is stopped.
fn play<G: Playable>(
    arenas: &[Arena<G>],
    tables: &mut [FixedDeals],
    times: u64,
    show: &(dyn Fn(Progress) + Sync),
) -> Result<bool, Failure> {
    let of_each = |arena: &Arena<G>| (arena.groups.end - arena.groups.start) * u64::from(arena.seatings());
    let games = times * arenas.iter().map(of_each).sum::<u64>();
    for _ in 0..times {
        for index in 0..arenas.len() {
            let before: u64 = tables.iter().map(FixedDeals::games).sum();
            let show = |progress: Progress| show(Progress { done: before + progress.done, games });
            if tables[index].play_once(&arenas[index], &show)?.is_some() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The name of a table: its players, each listed once.
fn players(table: &FixedDeals) -> String {
    let mut names: Vec<&String> = table.setting.lineup.iter().collect();
    names.dedup();
    names.truncate(2);
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}

fn told_as_json(tables: &[FixedDeals]) -> Value {
    let told = |table: &FixedDeals| json!({ "of": table, "deals": table.deals(), "games": table.games(), "decided": table.decided(), "skill": table.skill() });
    json!({ "tables": tables.iter().map(told).collect::<Vec<_>>() })
}

fn sheet(tables: &[FixedDeals]) -> Sheet {
    let setting = &tables[0].setting;
    let games: u64 = tables.iter().map(FixedDeals::games).sum();
    let run = format!(
        "{}, {}: {} at a table of {}, {} in all{}; seed {}; furlong {}\n",
        setting.game,
        setting.ruleset,
        counted(tables[0].deals() as i64, "deal", "deals"),
        setting.seats.count(),
        counted(games as i64, "game", "games"),
        setting.commands,
        setting.seed,
        setting.release
    );
    let decided: Vec<(String, Decided)> =
        tables.iter().filter_map(|table| Some((players(table), table.decided()?))).collect();
    let skills: Vec<(String, SkillAndChance)> =
        tables.iter().filter_map(|table| Some((players(table), table.skill()?))).collect();
    let mut blocks = vec![Block::Run(run), Block::Answer(answer(&decided, &skills))];
    let unfinished = tables.iter().filter_map(|table| table.endings().in_words());
    blocks.extend(unfinished.map(Block::Unfinished));
    blocks.extend(tables.iter().filter_map(FixedDeals::warning).map(Block::Warning));
    blocks.push(Block::Tables(vec![deal_table(&decided), skill_table(&skills)]));
    blocks.push(Block::note(
        "luck of the deal: the share of the variance of a seat's result that the deal explains (everything dealt, \
         drawn and rolled). uncertainty: the share of the uncertainty about the winner (entropy) that the deal \
         removes. outliers: deals whose winners differ from those of all deals (about 1 % by chance). span: a seat's \
         wins on its best deal minus its worst; trimmed: without 5 % at each end; by chance: expected from the \
         number of games alone. S = (K - L) / (K + L): K is the variance explained by the player type, L by the \
         deal; 1 is all skill, -1 all chance, for players who differ as these do.",
    ));
    let title = format!("{}, {}: chance and skill", setting.game, setting.ruleset);
    Sheet { title, blocks }
}

/// The findings, in a sentence or two.
fn answer(decided: &[(String, Decided)], skills: &[(String, SkillAndChance)]) -> Vec<String> {
    let of_deal = |(players, decided): &(String, Decided)| {
        let share = &decided.by_the_deal;
        match share.interval {
            Some(interval) if interval.low <= 0.0 => format!("no significant part among {players}"),
            _ => format!("{} among {players}", estimated(Some(share), Scale::Share)[0]),
        }
    };
    let mut lines = vec![format!(
        "Share of a seat's result explained by the deal: {}.",
        listed(decided.iter().map(of_deal))
    )];
    let of_skill = |(players, skill): &(String, SkillAndChance)| {
        let more = match skill.index.interval {
            Some(interval) if interval.low > 0.0 => "skill matters more than the deal",
            Some(interval) if interval.high < 0.0 => "the deal matters more than skill",
            _ => "neither skill nor the deal matters significantly more",
        };
        format!("Between {players}, {more} (S = {:.2}).", skill.index.value)
    };
    lines.extend(skills.iter().map(of_skill));
    lines
}

fn deal_table(decided: &[(String, Decided)]) -> Table {
    let row = |(players, decided): &(String, Decided)| {
        let [by_deal, interval] = estimated(Some(&decided.by_the_deal), Scale::Share);
        let [removed, _] = estimated(Some(&decided.uncertainty_removed), Scale::Share);
        let [outliers, _] = estimated(Some(&decided.outliers), Scale::Share);
        let [trimmed, within] = estimated(Some(&decided.trimmed_span), Scale::Share);
        let [of_removed, of_outliers, of_span, of_trimmed] =
            decided.by_chance.map(|share| Scale::Share.figure(share));
        let span = Scale::Share.figure(decided.span);
        Row::new(
            players.clone(),
            [
                by_deal,
                interval,
                removed,
                of_removed,
                outliers,
                of_outliers,
                span,
                of_span,
                trimmed,
                within,
                of_trimmed,
            ],
        )
    };
    let columns = [
        "players",
        "luck of the deal",
        "95 % interval",
        "uncertainty",
        "by chance",
        "outliers",
        "by chance",
        "span",
        "by chance",
        "trimmed",
        "95 % interval",
        "by chance",
    ];
    Table::new(&columns, decided.iter().map(row).collect())
}

fn skill_table(skills: &[(String, SkillAndChance)]) -> Table {
    let row = |(players, skill): &(String, SkillAndChance)| {
        let [gain, interval] = estimated(Some(&skill.gain), Scale::Share);
        let within = skill
            .index
            .interval
            .map_or_else(String::new, |index| format!("{:.2} to {:.2}", index.low, index.high));
        Row::new(
            players.clone(),
            [
                gain,
                interval,
                format!("{:.4}", skill.skill),
                format!("{:.4}", skill.chance),
                format!("{:.2}", skill.index.value),
                within,
            ],
        )
    };
    let columns = ["first and second", "gain of a seat", "95 % interval", "K", "L", "S", "95 % interval"];
    Table::new(&columns, skills.iter().map(row).collect())
}
