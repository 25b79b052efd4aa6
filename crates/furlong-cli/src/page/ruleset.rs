//! A page about a ruleset: the results of many games, the lead over time, the spaces, a typical game, and a
//! comparison with the ruleset that it extends.

use maud::{Markup, html};

use super::axis::{Axis, BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, tenth};
use super::curves::{Doubling, course, depth, tension};
use super::sheet::blocks_body;
use super::{cell, picture, table, words_table};
use crate::lab::comparison_report::contrast_blocks;
use crate::lab::figures::estimated;
use crate::lab::replay_stats::{ReplayStats, Uses};
use crate::lab::run_sentences::luck_sentences;
use furlong::Seat;
use furlong::arena::{Comparison, Endings, Report, Results, Scale, Skill};
use furlong::ruleset::FieldDifference;
use furlong::table::{Reader, Table};
use furlong::text::{capitalized, counted};

/// What a ruleset's page has in addition to the results of the games.
pub(crate) struct RulesetPage<'a> {
    /// The ruleset in one sentence.
    pub(crate) about: &'a str,
    /// The rules in brief, line by line.
    pub(crate) rules: String,
    /// The answer in words.
    pub(crate) sentences: &'a [String],
    pub(crate) stats: &'a ReplayStats,
    /// The names of the game's own curves.
    pub(crate) curves: &'static [&'static str],
    pub(crate) skill: Option<Skill>,
    /// The gain of each doubling of a search.
    pub(crate) depth: &'a [Doubling],
    /// The part that depends on who plays, if there were several player types.
    pub(crate) players: Option<Markup>,
    pub(crate) typical: Option<&'a TypicalGame>,
    pub(crate) against: Option<Against>,
}

/// A typical game, and the file name of its record.
pub(crate) struct TypicalGame {
    pub(crate) replay: Box<dyn Table>,
    pub(crate) file: String,
}

/// A comparison of the ruleset with the one that it extends.
#[derive(Debug)]
pub(crate) struct Against {
    /// The name of the extended ruleset.
    pub(crate) base: String,
    pub(crate) differences: Vec<FieldDifference>,
    /// The comparison with the extended ruleset as base; `None` if that ruleset cannot be played at this table.
    pub(crate) comparison: Option<Comparison>,
}

impl RulesetPage<'_> {
    /// The ruleset in one sentence, and its rules in brief.
    pub(crate) fn rules(&self) -> Markup {
        html! {
            @if !self.about.is_empty() { p { (capitalized(self.about)) } }
            details { summary { "The rules in brief" } @for line in self.rules.lines() { p.note { (line) } } }
        }
    }

    /// How the games went.
    pub(crate) fn games(&self) -> Markup {
        html! {
            @if let Some(players) = &self.players { (players) }
            (tension(self.stats)) (course(self.stats, self.curves)) (spaces(self.stats)) (choices(self.stats))
        }
    }

    /// Luck and skill, a typical game, and the ruleset that this one extends.
    pub(crate) fn judged(&self, report: &Report<'_>, ruleset: &str) -> Markup {
        html! {
            h2 { "Luck and skill" }
            (luck_and_skill(report, self.skill.as_ref()))
            (depth(self.depth))
            @if let Some(game) = self.typical { (typical_game(game)) }
            @if let Some(against) = &self.against { (against_base(against, ruleset)) }
        }
    }
}

/// The spaces on which runners stand, as a bar chart.
fn spaces(stats: &ReplayStats) -> Markup {
    let ends = stats.stays.first_key_value().zip(stats.stays.last_key_value());
    let Some(((first, _), (last, _))) = ends else { return html! {} };
    let all = stats.stays.values().sum::<u64>() as f64;
    let share = |count: u64| count as f64 / all;
    let most = stats.stays.values().copied().max().map_or(0.0, share);
    let across = Axis::between(f64::from(*first) - 0.5, f64::from(*last) + 0.5, LEFT, RIGHT);
    let up = Axis::around([0.0, most], BOTTOM, TOP);
    let width =
        tenth((across.at(f64::from(*first) + 0.5) - across.at(f64::from(*first) - 0.5) - 1.0).max(0.6));
    html! {
        h2 { "Use of the spaces" }
        p {
            "The share of runners on each space at the end of a turn, in "
            (counted(stats.games as i64, "game", "games")) ", without those that had finished. Spaces count along \
                the track from the start, and beyond one lap on a circular track."
        }
        svg.curves viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="The use of each space" {
            title { "The share of runners on each space" }
            @for (value, y) in up.marks() {
                line.grid x1=(LEFT) x2=(RIGHT) y1=(y) y2=(y) {}
                text.mark x=(LEFT - 8.0) y=(y + 4.0) text-anchor="end" { (Scale::Share.figure(value)) }
            }
            @for (value, x) in across.marks() {
                text.mark x=(x) y=(BOTTOM + 22.0) text-anchor="middle" { (across.label(value)) }
            }
            text.mark x=(f64::midpoint(LEFT, RIGHT)) y=(HEIGHT - 8.0) text-anchor="middle" { "spaces from the start" }
            g.side-1 {
                @for (space, count) in &stats.stays {
                    @let y = up.at(share(*count));
                    rect x=(tenth(across.at(f64::from(*space)) - width / 2.0)) y=(y) width=(width) height=(tenth(BOTTOM - y)) {
                        title { "space " (space) ": " (Scale::Share.figure(share(*count))) }
                    }
                }
            }
            line.axis x1=(LEFT) x2=(RIGHT) y1=(BOTTOM) y2=(BOTTOM) {}
        }
    }
}

/// The number of choices that are visible at once; the others are folded.
const CHOICES: usize = 20;

/// The actions by label, most frequent first.
fn choices(stats: &ReplayStats) -> Markup {
    let mut choices: Vec<(&String, &Uses)> = stats.choices.iter().collect();
    choices.sort_by_key(|(_, uses)| std::cmp::Reverse((uses.taken, uses.offered)));
    let share = |part: u64, all: u64| Scale::Share.figure(part as f64 / all as f64);
    let of_taken = |uses: &Uses| if uses.taken == 0 { String::new() } else { share(uses.won, uses.taken) };
    let row = |(label, uses): &(&String, &Uses)| {
        let taken = cell(share(uses.taken, uses.offered));
        vec![
            cell(label),
            cell(uses.taken),
            cell(share(uses.taken, stats.decisions)),
            taken,
            cell(of_taken(uses)),
        ]
    };
    let columns = ["choice", "taken", "of all decisions", "of those that offered it", "won"];
    let rows: Vec<Vec<Markup>> = choices.iter().map(row).collect();
    let (first, others) = rows.split_at(CHOICES.min(rows.len()));
    let part = |rows: &[Vec<Markup>]| table(&columns, &[(String::new(), rows.to_vec())]);
    html! {
        h2 { "Use of the choices" }
        p {
            "The actions taken in " (counted(stats.decisions as i64, "decision", "decisions"))
            " with a choice. Won: the share taken by seats that won or shared the win in the end. This does not \
             measure what a choice is worth, since leaders may prefer it; furlong price measures what the elements \
             of a game are worth."
        }
        (part(first))
        @if !others.is_empty() {
            details {
                summary { (counted(others.len() as i64, "other choice", "other choices")) }
                (part(others))
            }
        }
    }
}

/// The number of games with each ending.
pub(crate) fn endings(results: &Results) -> Markup {
    let counted_as = |name: &str| {
        let Ok(column) = results.column(name) else { return 0 };
        results.distribution(column).map_or(0, |values| values.count_of(1.0))
    };
    let (ties, nobody) = (counted_as("ties"), counted_as("nobody-wins"));
    let rows = [
        ("one seat wins", results.finished().saturating_sub(ties + nobody)),
        ("several seats are first", ties),
        ("nobody wins", nobody),
        ("unfinished", results.unfinished()),
        ("forfeited", results.forfeited()),
    ];
    let row = |(ending, count): (&str, u64)| {
        let share = count as f64 / results.games().max(1) as f64;
        vec![cell(ending), cell(count), cell(Scale::Share.figure(share))]
    };
    let rows = rows.into_iter().filter(|(_, count)| *count > 0).map(row).collect();
    table(&["ending", "games", "share"], &[(String::new(), rows)])
}

fn luck_and_skill(report: &Report<'_>, skill: Option<&Skill>) -> Markup {
    let luck = luck_sentences(report);
    html! {
        @if luck.is_empty() { p { "Luck was not measured in these games." } }
        @for told in &luck { p { (told) } }
        @match skill {
            None => p { "Skill is measured only if one bot, other than random, plays all seats." },
            Some(skill) => {
                @for told in skill.endings.iter().filter_map(Endings::in_words) { p.warning { (told) } }
                @let [share, within] = estimated(Some(&skill.share), Scale::Share);
                @let [gain, gain_within] = estimated(Some(&skill.gain), Scale::Share);
                p {
                    "One " (skill.better) " bot against " (skill.others) " bots in all other seats wins " (share)
                    (within_words(&within)) " of its games; the share of a " (skill.others) " bot among equals is "
                    (estimated(Some(&skill.fair), Scale::Share)[0]) ". The gain is " (gain) (within_words(&gain_within))
                    ", on the same deals."
                }
            }
        }
    }
}

fn within_words(interval: &str) -> String {
    if interval.is_empty() { String::new() } else { format!(" (95 % interval {interval})") }
}

/// A typical game at its start, after one third, after two thirds, and at its end.
fn typical_game(game: &TypicalGame) -> Markup {
    let TypicalGame { replay, file } = game;
    let events = replay.events();
    let mut moment_of = replay.replay();
    let mut board = |event: usize| {
        moment_of.go_to(event).is_ok().then(|| picture(&moment_of.svg(Reader::Beside(Seat::FIRST), None)))
    };
    let moments = [
        ("At the start", 0),
        ("After a third", events / 3),
        ("After two thirds", 2 * events / 3),
        ("At the end", events),
    ];
    html! {
        h2 { "A typical game" }
        p {
            "The game closest to the medians of all common metrics except wins by seat: it has the smallest sum of \
             distances in standard deviations. Its record is in the file " b { (file) }
            " next to this page: furlong replay " (file) " replays it. It was played by "
            (replay.players().iter().map(|player| player.player.as_str()).collect::<Vec<_>>().join(" | "))
            ". The boards show only public information."
        }
        @for (moment, event) in moments {
            @if let Some(board) = board(event) {
                h3 { (moment) ", " (event) " of " (counted(events as i64, "event", "events")) }
                (board)
            }
        }
    }
}

/// The rules that differ from the base ruleset, and the differences in results on the same deals.
fn against_base(against: &Against, ruleset: &str) -> Markup {
    let Against { base, differences, comparison } = against;
    let rows = differences.iter().flat_map(|difference| {
        let row = |rule: String, [first, second]: [String; 2]| vec![cell(rule), cell(first), cell(second)];
        let path = difference.field.path;
        if difference.parts.is_empty() {
            return vec![row(path.to_owned(), [difference.in_words(0), difference.in_words(1)])];
        }
        let parts = difference.parts.iter();
        parts.map(|part| row(format!("{path} {}", part.path), part.values.clone())).collect()
    });
    html! {
        h2 { "Against " (base) ", which it extends" }
        @if differences.is_empty() {
            p { "No rule differs." }
        } @else {
            (words_table(&["rule", base, ruleset], rows.collect()))
        }
        @match comparison {
            None => p { (base) " cannot be played with this number of players, so nothing is compared." },
            Some(comparison) => {
                @for contrast in &comparison.contrasts {
                    p { "A is " (base) ", B is " (ruleset) "." }
                    (blocks_body(&contrast_blocks(contrast, "B")))
                }
            }
        }
    }
}
