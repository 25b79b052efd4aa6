//! Findings in sentences: the significant differences first, in order of importance.

use std::borrow::Cow;

use super::compare::{Contrast, SeatComparison};
use super::difference::{Difference, Verdict};
use super::endings::Endings;
use super::expect::p_words;
use super::metric::{Aspect, Metric, Places, Scale};
use super::report::Measures;
use super::results::{Results, Summary};
use super::seats::SeatTest;
use super::stats::{Estimate, Interval};
use crate::common::order::{sort_by, sort_by_key};
use crate::text::{capitalized, counted, listed};

/// The maximum number of metrics of an aspect that a sentence states; the rest are only counted.
const STATED: usize = 3;

impl Contrast {
    /// Returns the significant differences by aspect, each once, the strongest of an aspect first.
    pub fn found(&self) -> Vec<(Aspect, Vec<&Difference>)> {
        let strength = |difference: &Difference| difference.effect.map_or(f64::INFINITY, f64::abs);
        let of_aspect = |aspect: Aspect| {
            let is_found = |difference: &&Difference| {
                difference.metric.aspect == aspect
                    && difference.verdict.is_found()
                    && difference.same_as.is_none()
            };
            let mut found: Vec<&Difference> = self.differences.iter().filter(is_found).collect();
            sort_by(&mut found, |one, other| strength(other).total_cmp(&strength(one)));
            (aspect, found)
        };
        Aspect::ALL.into_iter().map(of_aspect).filter(|(_, found)| !found.is_empty()).collect()
    }

    /// Returns the metrics without a significant difference, each once, except those that are 0 in all games.
    pub fn open(&self) -> Vec<&Difference> {
        let is_nothing = |side: Option<Estimate>| side.is_none_or(|mean| mean.value == 0.0);
        let is_open = |difference: &&Difference| {
            difference.verdict == Verdict::Open
                && difference.same_as.is_none()
                && !(is_nothing(difference.base) && is_nothing(difference.other))
        };
        self.differences.iter().filter(is_open).collect()
    }

    /// Returns the metrics that cannot be judged because too many games did not end.
    pub fn not_judged(&self) -> Vec<&Difference> {
        let is_judged = |difference: &&Difference| difference.verdict != Verdict::Unfinished;
        self.differences.iter().filter(|difference| !is_judged(difference)).collect()
    }

    /// Lists the metrics that equal another one in every game: `turns = rounds`.
    pub fn duplicate_metrics(&self) -> Vec<String> {
        let twins = self.differences.iter().map(|difference| (&difference.metric, &difference.same_as));
        twins_in_words(twins)
    }

    /// Returns the comparisons of seats and of places in turn order; only the first where the two are identical.
    pub fn seat_comparisons(&self) -> impl Iterator<Item = &SeatComparison> {
        let is_other = |both: &&SeatComparison| {
            let sides = |both: &SeatComparison| [both.base.shares, both.other.shares];
            self.seats.as_ref().is_none_or(|seats| sides(seats) != sides(both))
        };
        self.seats.iter().chain(self.turn_order.as_ref().filter(is_other))
    }

    /// Returns the answer in sentences: the games that did not end, the extent of the comparison, a sentence on each
    /// aspect with a significant difference, and the aspects without any.
    pub fn in_words(&self) -> Vec<String> {
        let Self { base, other, endings, groups, alike, .. } = self;
        let mut sentences: Vec<String> = endings.iter().filter_map(Endings::in_words).collect();
        sentences.push(format!(
            "{other} against {base}: {} each on {}, of which {alike} played out the same way.",
            counted(endings[1].games as i64, "game", "games"),
            counted(*groups as i64, "common deal", "common deals"),
        ));
        let found = self.found();
        for (aspect, all) in &found {
            let mut parts: Vec<String> = all.iter().take(STATED).map(|found| stated(found)).collect();
            if all.len() > STATED {
                parts.push(format!("and {} more", all.len() - STATED));
            }
            sentences.push(format!("{}: {}.", capitalized(aspect.in_words()), parts.join("; ")));
        }
        let tested = |aspect: Aspect| {
            let own = || self.differences.iter().filter(move |difference| difference.metric.aspect == aspect);
            own().any(|difference| difference.p_value.is_some())
                && own().all(|difference| difference.verdict != Verdict::Unfinished)
        };
        let silent = Aspect::ALL
            .into_iter()
            .filter(|aspect| tested(*aspect) && found.iter().all(|(found, _)| found != aspect));
        let silent: Vec<&str> = silent.map(Aspect::in_words).collect();
        if self.differences.iter().all(|difference| difference.p_value.is_none()) {
            sentences.push("Nothing could be tested, so no difference is claimed.".to_owned());
        } else if found.is_empty() {
            let of = if self.not_judged().is_empty() { "difference" } else { "tested difference" };
            sentences.push(format!("No {of} is significant."));
        } else if !silent.is_empty() {
            sentences.push(format!("No significant difference in {}.", listed(&silent)));
        }
        sentences
    }
}

impl Difference {
    /// Returns the means of both sides in words, with enough digits to tell them apart where they differ
    /// significantly.
    pub fn sides_in_words(&self) -> [String; 2] {
        let scale = self.metric.scale;
        match (self.base, self.other, self.verdict) {
            (Some(base), Some(other), Verdict::More | Verdict::Less) => {
                scale.figures([base.value, other.value])
            }
            (base, other, _) => {
                [base, other].map(|side| side.map_or_else(|| "-".to_owned(), |mean| scale.figure(mean.value)))
            }
        }
    }
}

/// States a difference with its evidence: `a game lasts 4.21 rounds instead of 9.97 (-5.76, 95 % interval -6.12 to
/// -5.40, effect -2.31)`.
fn stated(difference: &Difference) -> String {
    let scale = difference.metric.scale;
    let mut evidence = Vec::new();
    if let Some(Estimate { value, interval, .. }) = difference.difference {
        let Interval { low, high } = interval.unwrap_or(Interval { low: value, high: value });
        let [shown, low, high] = scale.figures([value, low, high]);
        evidence.push(format!("{}{shown}", if value > 0.0 { "+" } else { "" }));
        evidence.extend(interval.map(|_| format!("95 % interval {low} to {high}")));
    }
    evidence.extend(difference.effect.map(|effect| format!("effect {effect:+.2}")));
    let [base, other] = difference.sides_in_words();
    format!("{} instead of {base} ({})", difference.metric.in_words(&other), evidence.join(", "))
}

impl Measures {
    /// Returns the answer in sentences: the games that did not end, the length of a game, the shares of the seats, and
    /// the lead.
    pub fn in_words(&self, results: &Results) -> Vec<String> {
        let mut sentences: Vec<String> = results.endings().in_words().into_iter().collect();
        sentences.push(format!(
            "{} under {} on {}.",
            counted(results.games() as i64, "game", "games"),
            results.setting.ruleset,
            counted(results.group_count() as i64, "deal", "deals"),
        ));
        let summary = |name: &str| self.summaries.iter().find(|summary| summary.metric.name == name);
        let middle = |summary: &Summary| {
            let [least, median, most] = summary.range?.map(|value| summary.metric.scale.spoken(value));
            let middle = summary.metric.in_words(&median);
            Some(format!("{middle} (median; {least} to {most})"))
        };
        let lengths: Vec<String> =
            ["rounds", "turns", "decisions"].into_iter().filter_map(|name| middle(summary(name)?)).collect();
        if !lengths.is_empty() {
            sentences.push(format!("Length: {}.", lengths.join("; ")));
        }
        sentences.extend(self.fairness());
        let mean = |name: &str| {
            let summary = summary(name)?;
            Some(summary.metric.in_words(&summary.metric.scale.spoken(summary.mean?.value)))
        };
        for (aspect, names) in [
            (Aspect::Tension, &["lead-changes", "winner-worst-place", "lead-final"][..]),
            (Aspect::Choices, &["choices", "forced"]),
        ] {
            let parts: Vec<String> = names.iter().filter_map(|name| mean(name)).collect();
            if !parts.is_empty() {
                sentences.push(format!("{}: {}.", capitalized(aspect.in_words()), parts.join(", ")));
            }
        }
        sentences
    }

    /// Returns the tests of equal seats and of equal places in turn order; only the first where the two are identical.
    pub fn seat_tests(&self) -> impl Iterator<Item = &SeatTest> {
        let is_other = |test: &&SeatTest| self.seats.as_ref().is_none_or(|seats| seats.shares != test.shares);
        self.seats.iter().chain(self.turn_order.as_ref().filter(is_other))
    }

    /// Returns one sentence on the fairness of seats and of turn order, significant results first.
    fn fairness(&self) -> Option<String> {
        let mut tests: Vec<&SeatTest> = self.seat_tests().collect();
        sort_by_key(&mut tests, |test| !test.is_found());
        let parts: Vec<String> = tests.into_iter().map(SeatTest::in_words).collect();
        let aspect = capitalized(Aspect::Seats.in_words());
        (!parts.is_empty()).then(|| format!("{aspect}: {}.", parts.join("; ")))
    }

    /// Lists the metrics that equal another one in every game: `turns = rounds`.
    pub fn duplicate_metrics(&self) -> Vec<String> {
        twins_in_words(self.summaries.iter().map(|summary| (&summary.metric, &summary.same_as)))
    }
}

impl SeatTest {
    /// Returns the test in words, as a part of a sentence: `seat 2 wins 30.5 % of the games and seat 4 wins 21.1 %,
    /// beyond chance (p below 0.001)`.
    fn in_words(&self) -> String {
        let p = p_words(self.p_value);
        if !self.is_found() {
            return format!("the {} do not differ significantly ({p})", self.places.in_words());
        }
        let one = self.places.one();
        let [(best, most), (worst, least)] = self.ends();
        let [most, least] = [most, least].map(|share| Scale::Share.figure(share));
        format!(
            "{one} {best} wins {most} of the games and {one} {worst} wins {least}, a significant difference \
            ({p})"
        )
    }
}

impl Places {
    /// The places in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::TurnOrder => "positions in turn order",
        }
    }

    /// Returns the word for one place, which goes before its number.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Seats => "seat",
            Self::TurnOrder => "mover",
        }
    }
}

fn twins_in_words<'a>(all: impl Iterator<Item = (&'a Metric, &'a Option<Cow<'static, str>>)>) -> Vec<String> {
    all.filter_map(|(metric, twin)| Some(format!("{} = {}", metric.name, twin.as_ref()?))).collect()
}
