//! Curves over the course of a game, and over doublings of a search.

use maud::{Markup, html};

use super::axis::{Axis, BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH};
use super::parts::{curve_legend, quarters, row};
use super::{ChartRow, intervals};
use crate::lab::figures::estimate_words;
use crate::lab::replay_stats::{MOMENTS, MOST_JUDGED, PLAYOUTS, ReplayStats};
use furlong::arena::{Scale, Skill};
use furlong::text::counted;

/// A search compared with one of half its size.
#[derive(Debug)]
pub(crate) struct Doubling {
    /// The number of worlds of the smaller search.
    pub(crate) worlds: u32,
    pub(crate) skill: Skill,
}

impl Doubling {
    fn name(&self) -> String {
        format!("{} worlds against {}", 2 * self.worlds, self.worlds)
    }
}

/// A curve: its name, and its values at the moments. Values of a tenth of the game are drawn at its middle.
struct Curve {
    name: String,
    values: Vec<f64>,
    /// The band around it: at each moment the first and third quartiles of the games.
    band: Vec<[f64; 2]>,
}

impl Curve {
    fn new(name: &str, values: Vec<f64>) -> Self {
        Self { name: name.to_owned(), values, band: Vec::new() }
    }

    /// The mean over games, with a band that holds the middle half of them.
    fn of(name: &str, games: &[[f64; MOMENTS]]) -> Self {
        let at = |moment: usize| {
            let mut values: Vec<f64> = games.iter().map(|game| game[moment]).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        let quartiles =
            |values: Vec<f64>| [values.len() / 4, values.len() - 1 - values.len() / 4].map(|at| values[at]);
        let moments = 0..if games.is_empty() { 0 } else { MOMENTS };
        Self {
            name: name.to_owned(),
            values: moments.clone().map(at).map(mean).collect(),
            band: moments.map(at).map(quartiles).collect(),
        }
    }
}

/// Curves on one axis, from the start of a game to its end.
fn curves(title: &str, curves: &[Curve], scale: Scale) -> Markup {
    let across = Axis::between(0.0, (MOMENTS - 1) as f64, LEFT, RIGHT);
    let up = match scale {
        Scale::Share => Axis::between(0.0, 1.0, BOTTOM, TOP),
        Scale::Number => {
            let values =
                curves.iter().flat_map(|curve| curve.values.iter().chain(curve.band.as_flattened()).copied());
            Axis::around(values.chain([0.0]), BOTTOM, TOP)
        }
    };
    let is_known = |(_, value): &(usize, &f64)| value.is_finite();
    let path = |values: &[f64]| {
        let shift = if values.len() < MOMENTS { 0.5 } else { 0.0 };
        let point = |(moment, value): (usize, &f64)| {
            format!("{} {}", across.at(moment as f64 + shift), up.at(*value))
        };
        format!("M{}", values.iter().enumerate().filter(is_known).map(point).collect::<Vec<_>>().join("L"))
    };
    let band = |band: &[[f64; 2]]| {
        let point = |(moment, value): (usize, f64)| format!("{},{}", across.at(moment as f64), up.at(value));
        let low = band.iter().map(|[low, _]| *low).enumerate();
        let high = band.iter().map(|[_, high]| *high).enumerate().rev();
        low.chain(high).map(point).collect::<Vec<_>>().join(" ")
    };
    let class = |index: usize| format!("curve s{}", index % 4 + 1);
    html! {
        (curve_legend(curves.iter().enumerate().map(|(index, curve)| (class(index), curve.name.clone()))))
        svg.curves viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(title) {
            title { (title) }
            @match scale {
                Scale::Share => (quarters(&up, LEFT, RIGHT)),
                Scale::Number => @for (value, y) in up.marks() {
                    line.grid x1=(LEFT) x2=(RIGHT) y1=(y) y2=(y) {}
                    text.mark x=(LEFT - 8.0) y=(y + 4.0) text-anchor="end" { (up.label(value)) }
                }
            }
            @for moment in (0..MOMENTS).step_by(2) {
                @let x = across.at(moment as f64);
                line.grid x1=(x) x2=(x) y1=(TOP) y2=(BOTTOM) {}
                text.mark x=(x) y=(BOTTOM + 22.0) text-anchor="middle" { (10 * moment) " %" }
            }
            text.mark x=(f64::midpoint(LEFT, RIGHT)) y=(HEIGHT - 8.0) text-anchor="middle" { "of the game's events" }
            @for (index, curve) in curves.iter().enumerate() {
                @if !curve.band.is_empty() { polygon class=(format!("band {}", class(index))) points=(band(&curve.band)) {} }
                path class=(class(index)) d=(path(&curve.values)) { title { (curve.name) } }
            }
        }
    }
}

/// The share of the games in which the eventual winner leads, at each tenth of a game.
pub(super) fn tension(stats: &ReplayStats) -> Markup {
    let share = |counts: &[u64; MOMENTS]| {
        counts.iter().map(|count| *count as f64 / stats.won.max(1) as f64).collect()
    };
    let shown = [
        Curve::new("a later winner leads alone", share(&stats.alone)),
        Curve::new("a later winner leads, alone or with others", share(&stats.first)),
    ];
    html! {
        h2 { "Tension over time" }
        p {
            "Of " (counted(stats.won as i64, "game", "games")) " that somebody won, among the first "
            (counted(stats.games as i64, "finished game", "finished games")) ", the share in which a later winner \
                leads at that point: the start, and each tenth of the game's events. Seats rank by their foremost \
                runners; at the end, and in games where seats own no runners, they rank as if the game stopped \
                there, with hidden information included. A curve that stays low means that the winner is open for \
                a long time."
        }
        (curves("The share of games in which a later winner leads", &shown, Scale::Share))
        (winner(stats))
    }
}

/// The chance of the eventual winner over time.
fn winner(stats: &ReplayStats) -> Markup {
    let games = stats.chances.len();
    if games == 0 {
        return html! {};
    }
    let shown = [Curve::of("the later winner's chance", &stats.chances)];
    html! {
        p {
            "The later winner's chance, in " (counted(games as i64, "game", "games")) " (at most " (MOST_JUDGED)
            "): the share of " (PLAYOUTS) " games that bots play on from each point, with all cards known. The band holds the middle half of the games."
        }
        (curves("The later winner's chance", &shown, Scale::Share))
    }
}

/// The lead, the choices, and the game's own quantities over the course of a game.
pub(super) fn course(stats: &ReplayStats, own: &[&str]) -> Markup {
    // A tenth without any decision has no mean, and no point on the curve.
    let offers = stats.offers.iter().map(|[actions, decisions]| match decisions {
        0 => f64::NAN,
        decisions => *actions as f64 / *decisions as f64,
    });
    let one = |curve: Curve| curves(&curve.name.clone(), &[curve], Scale::Number);
    html! {
        h2 { "The course of a game" }
        p { "Averages over the same games, at the start and after each tenth of the events; a band holds the \
            middle half of the games. Choices are averaged within each tenth." }
        (one(Curve::of("spaces between the first runner and the second", &stats.ahead)))
        (one(Curve::new("actions that a decision can choose from", offers.collect())))
        @for (name, games) in own.iter().zip(&stats.own) { (one(Curve::of(name, games))) }
    }
}

/// The gain of each doubling of a search.
pub(super) fn depth(doublings: &[Doubling]) -> Markup {
    if doublings.is_empty() {
        return html! {};
    }
    let rows: Vec<ChartRow> =
        doublings.iter().map(|doubling| row(doubling.name(), &doubling.skill.gain)).collect();
    html! {
        h3 { "Depth of skill" }
        p {
            "What one hard bot gains above the fair share when it searches twice as many worlds as the others on \
             the same deals, with 95 % intervals. As long as a doubling gains something, there is more to find in \
             the game."
        }
        (intervals("Gain by doublings of the search", &rows, 0.0, Scale::Share))
        @for doubling in doublings {
            p.note { (doubling.name()) ": " (estimate_words(Some(&doubling.skill.gain), Scale::Share)) "." }
        }
    }
}
