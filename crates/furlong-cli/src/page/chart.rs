//! Charts as SVG: values with their intervals, and distributions.

use maud::{Markup, html};

use super::axis::{Axis, round_step, tenth};
use furlong::arena::{Scale, stats::Interval};

/// A value with its interval, on its own line.
#[derive(Clone, Debug)]
pub(crate) struct ChartRow {
    pub(crate) label: String,
    pub(crate) points: Vec<Point>,
}

/// A value of one series, with its interval.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) value: f64,
    pub(crate) interval: Option<Interval>,
    /// The class in the style sheet.
    pub(crate) class: &'static str,
    /// The text shown when somebody points at it.
    pub(crate) label: String,
}

/// The values of games under one ruleset.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) class: &'static str,
    /// The distinct values in ascending order, each with the number of games that have it.
    pub(super) values: Vec<(f64, u64)>,
}

const WIDTH: f64 = 480.0;
const MARGIN: f64 = 14.0;
/// The height of a label, and of each point below it.
const LABEL: f64 = 19.0;
const POINT: f64 = 11.0;
/// The maximum number of bars in a chart. More values are grouped.
const MOST_BINS: f64 = 40.0;

/// The number of characters that fit into a row, even in the larger font of a narrow screen.
const FITS: usize = 52;

impl ChartRow {
    /// The lines of text above the points: the label, and next to it the value if there is only one point and both
    /// fit. The second part of a line is aligned right.
    fn lines(&self) -> Vec<(String, &str)> {
        let mut lines: Vec<(String, &str)> =
            textwrap::wrap(&self.label, FITS).into_iter().map(|line| (line.into_owned(), "")).collect();
        if let [only] = &self.points[..] {
            let is_free = |line: &(String, &str)| line.0.chars().count() + only.label.chars().count() < FITS;
            match lines.last_mut().filter(|line| is_free(line)) {
                Some(line) => line.1 = &only.label,
                None => lines.push((String::new(), &only.label)),
            }
        }
        lines
    }
}

/// Rows of values with their intervals on one axis: shares with a line at the fair share, or differences with a
/// line at zero. A bar goes from that line to each value. Labels are above their rows, so that the chart can be
/// read on a narrow screen.
pub(crate) fn intervals(title: &str, rows: &[ChartRow], reference: f64, scale: Scale) -> Markup {
    let axis = Axis::around(shown_bounds(rows, reference), MARGIN, WIDTH - MARGIN);
    chart(title, rows, &axis, [None; 2], Some(reference), scale)
}

/// Draws rows of values on this axis.
fn chart(
    title: &str,
    rows: &[ChartRow],
    axis: &Axis,
    limits: [Option<f64>; 2],
    reference: Option<f64>,
    scale: Scale,
) -> Markup {
    let lines: Vec<Vec<(String, &str)>> = rows.iter().map(ChartRow::lines).collect();
    let texts: Vec<f64> = lines.iter().map(|lines| LABEL * lines.len() as f64).collect();
    let heights: Vec<f64> =
        rows.iter().zip(&texts).map(|(row, text)| text + POINT * row.points.len() as f64).collect();
    let tops = heights.iter().scan(0.0, |top, height| Some(std::mem::replace(top, *top + height)));
    let bottom = heights.iter().sum::<f64>() + 6.0;
    let height = bottom + 24.0;
    let [from, to] = limits;
    let (from, to) = (from.map_or(MARGIN, |from| axis.at(from)), to.map_or(WIDTH - MARGIN, |to| axis.at(to)));
    html! {
        svg.intervals viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(title) {
            title { (title) }
            @if limits != [None; 2] {
                rect.aim x=(from) width=(tenth(to - from)) y="0" height=(bottom) {}
            }
            (grid(axis, [0.0, bottom], scale))
            @if let Some(reference) = reference {
                line.reference x1=(axis.at(reference)) x2=(axis.at(reference)) y1="0" y2=(bottom) {}
            }
            @for (index, (row, top)) in rows.iter().zip(tops).enumerate() {
                (labels(&lines[index], top))
                @for (number, point) in row.points.iter().enumerate() {
                    @let y = tenth(top + texts[index] + POINT * (number as f64 + 0.5));
                    (point_mark(point, &row.label, axis, axis.at(reference.unwrap_or(point.value)), y))
                }
            }
        }
    }
}

/// The marks of an axis, as lines from top to bottom with the values below.
fn grid(axis: &Axis, [top, bottom]: [f64; 2], scale: Scale) -> Markup {
    html! {
        @for (value, x) in axis.marks() {
            line.grid x1=(x) x2=(x) y1=(top) y2=(bottom) {}
            text.mark x=(x) y=(bottom + 16.0) text-anchor=(anchor(x)) { (mark(axis, value, scale)) }
        }
    }
}

/// The lines of text above the points of a row: see [`ChartRow::lines`].
fn labels(lines: &[(String, &str)], top: f64) -> Markup {
    html! {
        @for (number, (label, value)) in lines.iter().enumerate() {
            @let y = tenth(top + LABEL * number as f64 + 13.0);
            text.label x=(MARGIN) y=(y) { (label) }
            @if !value.is_empty() { text.value x=(WIDTH - MARGIN) y=(y) text-anchor="end" { (value) } }
        }
    }
}

/// Returns the text anchor of a mark, so that no value is cut off at an end of the axis.
fn anchor(x: f64) -> &'static str {
    match x {
        _ if x < 2.0 * MARGIN => "start",
        _ if x > WIDTH - 2.0 * MARGIN => "end",
        _ => "middle",
    }
}

/// Rows of values with their intervals, on an axis on which the range between two limits is marked. The dashed line, if
/// there is a reference, is where bars begin.
pub(crate) fn aim(
    title: &str,
    rows: &[ChartRow],
    limits: [Option<f64>; 2],
    reference: Option<f64>,
    scale: Scale,
) -> Markup {
    let shown = || rows.iter().flat_map(|row| &row.points).map(|point| point.value);
    let first = reference.or_else(|| shown().next()).unwrap_or(0.0);
    // An open end shows some of the range behind its only limit.
    let far = |limit: f64| shown().map(|value| (limit - value).abs()).fold(0.0, f64::max) / 5.0;
    let behind = match limits {
        [Some(least), None] => Some(least + far(least)),
        [None, Some(most)] => Some(most - far(most)),
        _ => None,
    };
    let bounds = shown_bounds(rows, first).into_iter().chain(limits.into_iter().flatten()).chain(behind);
    chart(title, rows, &Axis::around(bounds, MARGIN, WIDTH - MARGIN), limits, reference, scale)
}

/// A point with its interval and a bar from the reference, or an arrow at the end of the axis if the value is
/// beyond it.
fn point_mark(point: &Point, label: &str, axis: &Axis, reference: f64, y: f64) -> Markup {
    let x = axis.at(point.value);
    html! {
        g class=(point.class) {
            title { (label) ": " (point.label) }
            rect.reach x=(reference.min(x)) width=(tenth((x - reference).abs())) y=(y - 3.5) height="7" {}
            @if let Some(interval) = point.interval {
                line.interval x1=(axis.at(interval.low)) x2=(axis.at(interval.high)) y1=(y) y2=(y) {}
            }
            @match axis.side_beyond(point.value) {
                Some(side) => {
                    polygon points=(format!("{x},{} {x},{} {},{y}", y - 5.0, y + 5.0, tenth(x + 9.0 * side))) {}
                }
                None => circle cx=(x) cy=(y) r="4" {}
            }
        }
    }
}

/// The values that the axis must show. Values several times as far from the reference as most are left out, so that
/// an outlier does not squash the others.
fn shown_bounds(rows: &[ChartRow], reference: f64) -> Vec<f64> {
    /// The limit, as a multiple of the third quartile of the distances.
    const REACH: f64 = 3.0;
    let points = || rows.iter().flat_map(|row| &row.points);
    let mut distances: Vec<f64> =
        points().map(|point| (point.value - reference).abs()).filter(|far| far.is_finite()).collect();
    distances.sort_by(f64::total_cmp);
    let quartile = distances.get(distances.len() * 3 / 4).copied().unwrap_or(0.0);
    let most = if quartile > 0.0 { REACH * quartile } else { f64::INFINITY };
    let all = points().flat_map(|point| {
        let interval = point.interval.unwrap_or(Interval { low: point.value, high: point.value });
        [point.value, interval.low, interval.high]
    });
    all.filter(|value| (value - reference).abs() <= most).chain([reference]).collect()
}

/// The frequency of each value as a share of the games, drawn as bars. The bars of two series are side by side.
pub(super) fn distribution(title: &str, series: &[Series], scale: Scale) -> Markup {
    const WIDTH: f64 = 370.0;
    const HEIGHT: f64 = 170.0;
    const LEFT: f64 = 44.0;
    const BOTTOM: f64 = HEIGHT - 26.0;
    let bins = Bins::of(series);
    let counted: Vec<Vec<f64>> = series.iter().map(|series| bins.shares(&series.values)).collect();
    let most = counted.iter().flatten().copied().fold(0.0, f64::max);
    let across = Axis::between(bins.low, bins.low + bins.width * bins.count as f64, LEFT, WIDTH - 10.0);
    let up = Axis::around([0.0, most], BOTTOM, 12.0);
    let bar = bins.width / series.len().max(1) as f64;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(title) {
            title { (title) }
            @for (value, y) in up.marks() {
                line.grid x1=(LEFT) x2=(WIDTH - 10.0) y1=(y) y2=(y) {}
                text.mark x=(LEFT - 6.0) y=(y + 4.0) text-anchor="end" { (percent(&up, value)) }
            }
            @for (value, x) in across.marks() {
                text.mark x=(x) y=(BOTTOM + 16.0) text-anchor="middle" { (mark(&across, value, scale)) }
            }
            @for (number, (series, shares)) in series.iter().zip(&counted).enumerate() {
                g class=(series.class) {
                    @for (index, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                        @let from = bins.low + bins.width * index as f64;
                        @let x = across.at(from + bar * number as f64);
                        rect x=(x) y=(up.at(*share)) height=(tenth(BOTTOM - up.at(*share)))
                            width=(tenth((across.at(from + bar * (number as f64 + 1.0)) - x - 0.6).max(0.6))) {
                            title { (series.name) ", " (bins.label(index, scale)) ": " (format!("{:.1} %", 100.0 * share)) }
                        }
                    }
                }
            }
            line.axis x1=(LEFT) x2=(WIDTH - 10.0) y1=(BOTTOM) y2=(BOTTOM) {}
        }
    }
}

fn mark(axis: &Axis, value: f64, scale: Scale) -> String {
    match scale {
        Scale::Share => percent(axis, value),
        Scale::Number => axis.label(value),
    }
}

fn percent(axis: &Axis, value: f64) -> String {
    let digits = axis.label(value).split('.').nth(1).map_or(0, str::len).saturating_sub(2);
    format!("{:.digits$} %", 100.0 * value)
}

/// Ranges of equal width that contain all values.
struct Bins {
    low: f64,
    width: f64,
    count: usize,
}

impl Bins {
    /// Makes the bins. Whole numbers get one bin each, as long as there are not too many.
    fn of(series: &[Series]) -> Self {
        let values = || series.iter().flat_map(|series| &series.values).map(|(value, _)| *value);
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return Self { low: 0.0, width: 1.0, count: 1 };
        }
        let are_whole = values().all(|value| value.fract() == 0.0);
        let rough = ((high - low) / MOST_BINS).max(if are_whole { 1.0 } else { 1e-9 });
        let width = round_step(rough);
        // Whole numbers are at the centre of their bins.
        let shift = if are_whole && width <= 1.0 { 0.5 } else { 0.0 };
        let low = (low / width).floor() * width - shift;
        Self { low, width, count: ((high - low) / width).floor() as usize + 1 }
    }

    fn shares(&self, values: &[(f64, u64)]) -> Vec<f64> {
        let mut counts = vec![0; self.count];
        for (value, count) in values {
            let bin = ((value - self.low) / self.width).floor() as usize;
            counts[bin.min(self.count - 1)] += count;
        }
        let all = counts.iter().sum::<u64>().max(1) as f64;
        counts.into_iter().map(|count| count as f64 / all).collect()
    }

    /// The contents of a bin in words.
    fn label(&self, index: usize, scale: Scale) -> String {
        let from = self.low + self.width * index as f64;
        match scale {
            Scale::Share => format!("{:.1} to {:.1} %", 100.0 * from, 100.0 * (from + self.width)),
            Scale::Number if self.low.fract() != 0.0 => format!("{:.0}", from + 0.5),
            Scale::Number => format!("{from:.2} to {:.2}", from + self.width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::arena::stats::Distribution;

    fn series(values: &[f64]) -> Series {
        let values = values.iter().copied().collect::<Distribution>().values();
        Series { name: "classic".to_owned(), class: "side-1", values }
    }

    #[test]
    fn every_value_is_in_one_bin() {
        for values in [vec![], vec![4.0], vec![1.0, 2.0, 2.0, 9.0], vec![0.25, 0.5, 0.75], vec![3.0, 4_000.0]]
        {
            let series = series(&values);
            let bins = Bins::of(std::slice::from_ref(&series));
            let total: f64 = bins.shares(&series.values).iter().sum();
            assert!((total - f64::from(!values.is_empty())).abs() < 1e-9, "{values:?}");
            assert!(bins.count <= 2 * MOST_BINS as usize, "{values:?}: {} bins", bins.count);
        }
        let four = series(&[1.0, 2.0, 2.0, 4.0]);
        let bins = Bins::of(std::slice::from_ref(&four));
        assert_eq!(bins.shares(&four.values), [0.25, 0.5, 0.0, 0.25]);
        assert_eq!(bins.label(1, Scale::Number), "2");
    }

    #[test]
    fn an_outlier_is_marked_and_squashes_no_other_value() {
        let row = |value: f64| ChartRow {
            label: "row".to_owned(),
            points: vec![Point { value, interval: None, class: "found", label: value.to_string() }],
        };
        let rows: Vec<ChartRow> = [0.2, -0.4, 0.5, 0.3, 40.0].into_iter().map(row).collect();
        assert!(shown_bounds(&rows, 0.0).iter().all(|value| value.abs() < 1.0));
        let chart = intervals("all", &rows, 0.0, Scale::Number).into_string();
        assert_eq!((chart.matches("<circle").count(), chart.matches("<polygon").count()), (4, 1), "{chart}");
        assert!(chart.contains(">40<"), "the figure stands beside the arrow: {chart}");
    }

    #[test]
    fn a_long_label_is_broken_and_leaves_room_for_its_value() {
        let label = "end.when: \"third-arrival-at-once\" -> \"first-arrival-after-phase\"".to_owned();
        let point =
            Point { value: 1.0, interval: None, class: "found", label: "-20.4, -23.8 to -17.1".to_owned() };
        let row = ChartRow { label: label.clone(), points: vec![point] };
        let lines = row.lines();
        let width = |(label, value): &(String, &str)| label.chars().count() + value.chars().count();
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line) <= FITS), "{lines:?}");
        let shown: Vec<&str> =
            lines.iter().map(|(label, _)| &**label).filter(|line| !line.is_empty()).collect();
        assert_eq!(shown.join(" ").replace("arrival- ", "arrival-"), label, "nothing is left out");
        assert_eq!(lines.iter().filter(|(_, value)| !value.is_empty()).count(), 1);
    }

    #[test]
    fn what_is_written_in_a_chart_is_escaped() {
        let row = ChartRow { label: "<b>&".to_owned(), points: Vec::new() };
        let chart = intervals("a < b", &[row], 0.0, Scale::Number).into_string();
        assert!(chart.contains("&lt;b&gt;&amp;") && !chart.contains("<b>"), "{chart}");
    }
}
