//! The analysis of one game as a page.

use maud::{Markup, html};

use super::axis::{Axis, LEFT, RIGHT, WIDTH, tenth};
use super::page;
use super::parts::{curve_legend, quarters};
use crate::replays::analyse::{Decided, Story, UNFINISHED, signed};
use furlong::Seat;
use furlong::analysis::{Analysis, Grade};
use furlong::arena::Scale;

const HEIGHT: f64 = 330.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = HEIGHT - 56.0;
/// The maximum number of rounds labelled below the axis.
const MARKS: u32 = 12;
/// The minimum distance between the seat numbers at the ends of the curves.
const APART: f64 = 24.0;

/// The analysis of a game as a complete page.
pub(crate) fn game_page(story: &Story) -> String {
    let Analysis { is_over, .. } = &story.analysis;
    let points = story.turning_points();
    let body = html! {
        @if !is_over { p.warning { (UNFINISHED) } }
        p { (story.summary()) }
        h2 { "What decided it" }
        ul { @for line in &story.review { li { (line) } } }
        h2 { "The chance of each seat" }
        (legend(story))
        (curves(story))
        @if !points.is_empty() {
            h2 { "Turning points" }
            ol {
                @for (event, seat) in points {
                    li {
                        (story.turning_point(event, seat))
                        @if let Some(board) = story.board(event) { (board) }
                    }
                }
            }
        }
        h2 { "Luck and choices" }
        p { "In percentage points: start + luck + own choices + others' choices = result. Luck compares chance \
            outcomes with the average. Own loss is judged from what the player knew; it is not part of the sum." }
        (sums(story))
        @if story.analysis.settings.worlds > 0 {
            h2 { "Mistakes and inaccuracies" }
            (mistakes(story))
            details {
                summary { "All decisions between several moves" }
                (decisions(story.decisions(), story))
            }
        }
        h2 { "Length" }
        (lengths(story))
        p.source { (story.estimates()) " furlong " (env!("CARGO_PKG_VERSION")) }
    };
    page(&story.title, &body)
}

/// The class of a seat's curve, which determines its colour and its dashes.
fn class(seat: Seat) -> String {
    format!("curve s{seat}")
}

fn legend(story: &Story) -> Markup {
    curve_legend(story.seats().map(|seat| (class(seat), format!("{seat} {}", story.names.name(seat)))))
}

/// Each seat's chance from the start to the end, with rounds below and numbered turning points.
fn curves(story: &Story) -> Markup {
    let events = &story.analysis.events;
    let across = Axis::between(0.0, events.len().max(1) as f64, LEFT, RIGHT);
    let up = Axis::between(0.0, 1.0, BOTTOM, TOP);
    let step = story.rounds().div_ceil(MARKS).max(1);
    let rounds = (1..=story.rounds()).filter_map(|round| {
        let first = events.iter().position(|event| event.round == round)?;
        Some((round, across.at(first as f64)))
    });
    html! {
        svg.curves viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="The chance of each seat" {
            title { "The chance of each seat over the game" }
            (quarters(&up, LEFT, RIGHT))
            @for (round, x) in rounds {
                line.grid x1=(x) x2=(x) y1=(TOP) y2=(BOTTOM) {}
                @if (round - 1) % step == 0 {
                    text.mark x=(x) y=(BOTTOM + 20.0) text-anchor="middle" { (round) }
                }
            }
            text.mark x=(f64::midpoint(LEFT, RIGHT)) y=(HEIGHT - 8.0) text-anchor="middle" { "round" }
            @for seat in story.seats() {
                path class=(class(seat)) d=(path(story, seat, &across, &up)) { title { (story.names.name(seat)) } }
            }
            @for (index, (event, seat)) in story.turning_points().into_iter().enumerate() {
                @let (x, y) = (across.at(event.number as f64), up.at(event.after[seat]));
                g.turn {
                    title { (story.turning_point(event, seat)) }
                    line x1=(x) x2=(x) y1=(TOP) y2=(y) {}
                    circle cx=(x) cy=(y) r="5" {}
                    text x=(x) y=(TOP - 8.0) text-anchor="middle" { (index + 1) }
                }
            }
            @for (seat, y) in ends(story, &up) {
                text.end x=(RIGHT + 8.0) y=(tenth(y + 5.0)) { (seat) }
            }
        }
    }
}

/// The line of a seat's chance: its value before each event, and the final result.
fn path(story: &Story, seat: Seat, across: &Axis, up: &Axis) -> String {
    let Analysis { events, seats, .. } = &story.analysis;
    let values = events.iter().map(|event| event.before.shares[seat]);
    let values = values.chain(seats.get(seat.index()).map(|sums| sums.result));
    let points =
        values.enumerate().map(|(number, value)| format!("{} {}", across.at(number as f64), up.at(value)));
    format!("M{}", points.collect::<Vec<_>>().join("L"))
}

/// The heights of the seat numbers at the ends of the curves, moved apart from top to bottom.
fn ends(story: &Story, up: &Axis) -> Vec<(Seat, f64)> {
    let mut ends: Vec<(Seat, f64)> =
        story.seats().zip(&story.analysis.seats).map(|(seat, sums)| (seat, up.at(sums.result))).collect();
    ends.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut most = BOTTOM;
    for (_, y) in &mut ends {
        *y = y.min(most);
        most = *y - APART;
    }
    ends
}

fn within(value: f64, error: f64) -> String {
    format!("{:.1} ± {:.1}", 100.0 * value, 100.0 * error)
}

fn sums(story: &Story) -> Markup {
    html! {
        table {
            tr {
                th { "seat" } th.number { "start" } th.number { "luck" } th.number { "own choices" }
                th.number { "others' choices" } th.number { "result" } th.number { "own loss" }
            }
            @for (seat, sums) in story.seats().zip(&story.analysis.seats) {
                tr {
                    td { (seat) " " (story.names.name(seat)) } td.number { (Scale::Share.figure(sums.start)) }
                    td.number { (signed(sums.luck, 1)) } td.number { (signed(sums.own, 1)) }
                    td.number { (signed(sums.others, 1)) } td.number { (Scale::Share.figure(sums.result)) }
                    td.number { (within(sums.loss, sums.loss_error)) }
                }
            }
        }
    }
}

fn mistakes(story: &Story) -> Markup {
    let mistakes = story.mistakes();
    html! {
        @if mistakes.is_empty() {
            p { "No decision was significantly worse than the best one." }
        } @else {
            p { "The largest losses with a 95 % interval above 0, judged from what the player knew." }
            (decisions(mistakes.into_iter(), story))
        }
    }
}

fn decisions<'a>(all: impl Iterator<Item = Decided<'a>>, story: &Story) -> Markup {
    html! {
        table {
            tr {
                th.number { "round" } th.number { "event" } th { "player" } th { "chose" } th { "best" }
                th.number { "loss" } th { "" }
            }
            @for Decided { event, seat, judgement, taken, best } in all {
                tr {
                    td.number { (event.round) } td.number { (event.number) } td { (story.names.name(seat)) }
                    td { (taken) } td { (best) }
                    td.number { (within(judgement.loss, judgement.error)) }
                    td { @if judgement.grade() != Grade::Best { strong { (judgement.grade()) } } }
                }
            }
        }
    }
}

fn lengths(story: &Story) -> Markup {
    html! {
        table {
            tr { th { "round" } @for round in 1..=story.rounds() { th.number { (round) } } }
            tr { td { "events" } @for count in story.events_by_round() { td.number { (count) } } }
        }
    }
}
