//! Compares rulesets, or line-ups, in every metric on the same deals.
//!
//! Groups with the same number share their random streams on all sides and are compared in pairs, which removes much
//! of the variance. Cards are drawn only when they are needed, so the games of a pair stay aligned only in part.

use serde::Serialize;

use super::difference::{Difference, Verdict, correct, differences};
use super::endings::Endings;
use super::expect::{Unmet, evidence};
use super::group::Group;
use super::metric::Places;
use super::results::{Incomparable, Results, UnknownMetric, twin};
use super::seats::SeatTest;
use super::stats::Estimate;

/// A comparison of one ruleset or line-up, the base, with others in every metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// The ruleset of the base.
    pub base: String,
    /// The seed, which all sides share.
    pub seed: u64,
    /// The number of tests for which the p-values are corrected.
    pub tests: u64,
    /// One entry for each ruleset or line-up compared with the base, in their order.
    pub contrasts: Vec<Contrast>,
    /// The command that plays the games again.
    #[serde(skip)]
    again: String,
}

/// The comparison of one ruleset or line-up with the base.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contrast {
    /// The ruleset of the base.
    pub base: String,
    /// The ruleset of the other side.
    pub other: String,
    /// The number of pairs of groups.
    pub groups: u64,
    /// How the games ended: those of the base, then those of the other side.
    pub endings: [Endings; 2],
    /// The number of pairs whose games are equal in all metrics.
    pub alike: u64,
    /// The value of each seat on both sides, where one bot plays all seats.
    pub seats: Option<SeatComparison>,
    /// The value of each place in turn order on both sides: the first mover, the second, and so on.
    pub turn_order: Option<SeatComparison>,
    /// One entry for each metric.
    pub differences: Vec<Difference>,
}

/// The value of each seat or place on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatComparison {
    /// The test of the places under the base.
    pub base: SeatTest,
    /// The test of the places on the other side.
    pub other: SeatTest,
    /// The gap between the best and the worst place: the gap of the other side minus that of the base. Its interval
    /// combines the bounds of both gaps, so it is wide.
    pub gap: Estimate,
}

impl SeatComparison {
    fn of(base: &Results, other: &Results, places: Places) -> Option<Self> {
        let (base, other) = (SeatTest::of(base, places)?, SeatTest::of(other, places)?);
        Some(Self { gap: base.gap_difference(&other), base, other })
    }
}

impl Comparison {
    /// Compares each run in `others` with `base`. All runs have the same seed and tables of the same size. The
    /// p-values are corrected for the number of all differences in all comparisons.
    ///
    /// # Errors
    /// When the runs cannot be compared, or there are no others.
    pub fn of(base: &Results, others: &[Results]) -> Result<Self, Incomparable> {
        Self::on::<&str>(&[], base, others)
    }

    /// Compares like [`Comparison::of`], but only in the named metrics; in all where none is named. Every test makes
    /// the correction of the p-values stricter, so name the metric if you ask about only one.
    ///
    /// # Errors
    /// As [`Comparison::of`]; also when there is no such metric.
    pub fn on<S: AsRef<str>>(names: &[S], base: &Results, others: &[Results]) -> Result<Self, Incomparable> {
        let mut comparison = Self::uncorrected(names, base, others)?;
        comparison.tests = correct(&mut comparison.sides_mut().collect::<Vec<_>>());
        Ok(comparison)
    }

    /// Returns the differences of each contrast.
    pub(super) fn sides_mut(&mut self) -> impl Iterator<Item = &mut [Difference]> {
        self.contrasts.iter_mut().map(|contrast| &mut contrast.differences[..])
    }

    /// Compares like [`Comparison::on`], without correcting the p-values yet.
    pub(super) fn uncorrected<S: AsRef<str>>(
        names: &[S],
        base: &Results,
        others: &[Results],
    ) -> Result<Self, Incomparable> {
        if others.is_empty() {
            return Err(Incomparable::NoOthers);
        }
        let found = names.iter().map(|name| base.column(name.as_ref()));
        let mut columns = found.collect::<Result<Vec<_>, _>>()?;
        if columns.is_empty() {
            columns = (0..base.metrics.len()).collect();
        }
        columns.sort_unstable();
        columns.dedup();
        let contrasts = others.iter().map(|other| Contrast::of(base, other, &columns));
        let mut contrasts = contrasts.collect::<Result<Vec<_>, _>>()?;
        let runs: Vec<&Results> = [base].into_iter().chain(others).collect();
        let sides = sides(&runs);
        for (contrast, other) in contrasts.iter_mut().zip(&sides[1..]) {
            (contrast.base, contrast.other) = (sides[0].clone(), other.clone());
            let [of_base, of_other] = &mut contrast.endings;
            (of_base.of, of_other.of) = (sides[0].clone(), other.clone());
        }
        for (place, column) in columns.iter().enumerate() {
            // If the twin is not among the requested columns, no other test covers both.
            let same_as = twin(&runs, *column).filter(|twin| columns.contains(twin));
            let same_as = same_as.map(|twin| base.metrics[twin].name.clone());
            for contrast in &mut contrasts {
                contrast.differences[place].same_as.clone_from(&same_as);
            }
        }
        Ok(Self {
            game: base.setting.game.clone(),
            base: sides[0].clone(),
            seed: base.setting.seed,
            tests: 0,
            contrasts,
            again: base.setting.command(
                "compare",
                &runs.iter().map(|run| &*run.setting.ruleset).collect::<Vec<_>>(),
                base.games(),
            ),
        })
    }

    /// Checks that every other side has significantly more of the metric called `name` than the base.
    ///
    /// ```
    /// use furlong::animal_race::AnimalRace;
    /// use furlong::arena::Trial;
    ///
    /// let trial = Trial::<AnimalRace>::new("random")?.groups(60);
    /// let comparison = trial.compare("classic", ["apprentice"])?;
    /// comparison.expect_more("turbos")?;
    /// let unmet = comparison.expect_more("naps").expect_err("no animal naps");
    /// assert!(unmet.to_string().contains("interval"), "{unmet}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such metric, or one side does not have significantly more; the error states what was measured.
    pub fn expect_more(&self, name: &str) -> Result<(), Unmet> {
        self.expect(name, "more than", |difference| difference.verdict == Verdict::More)
    }

    /// Checks that every other side has significantly less of the metric called `name` than the base.
    ///
    /// # Errors
    /// As [`Comparison::expect_more`].
    pub fn expect_less(&self, name: &str) -> Result<(), Unmet> {
        self.expect(name, "less than", |difference| difference.verdict == Verdict::Less)
    }

    /// Checks that the whole interval of every difference in the metric called `name` lies between `-margin` and
    /// `margin`.
    ///
    /// # Errors
    /// As [`Comparison::expect_more`].
    pub fn expect_within(&self, name: &str, margin: f64) -> Result<(), Unmet> {
        let what = format!("within {margin} of");
        self.expect(name, &what, |difference| difference.is_within(margin))
    }

    fn expect(&self, name: &str, what: &str, holds: impl Fn(&Difference) -> bool) -> Result<(), Unmet> {
        let mut unmet = Vec::new();
        for contrast in &self.contrasts {
            let difference = contrast.metric(name)?;
            if difference.verdict == Verdict::Unfinished {
                let told = contrast.endings.iter().filter_map(Endings::in_words).collect::<Vec<_>>();
                let evidence = evidence(difference, what, &contrast.endings, self.tests);
                return Err(Unmet::NotJudged(format!(
                    "{} {evidence}; again: {}",
                    told.join(" "),
                    self.again
                )));
            }
            if !holds(difference) {
                unmet.push(evidence(difference, what, &contrast.endings, self.tests));
            }
        }
        if unmet.is_empty() {
            Ok(())
        } else {
            Err(Unmet::NotShown(format!("{}; again: {}", unmet.join("; "), self.again)))
        }
    }
}

impl Contrast {
    /// Compares two runs; the p-values are not corrected yet.
    fn of(base: &Results, other: &Results, columns: &[usize]) -> Result<Self, Incomparable> {
        check(base, other)?;
        let pairs = pairs(base, other);
        if pairs.is_empty() {
            return Err(Incomparable::NoGroups);
        }
        let differences = differences(base, other, columns);
        let alike = pairs.iter().filter(|(one, two)| {
            let [one, two] = [&base.groups()[*one], &other.groups()[*two]];
            one.games.iter().map(|game| &game.values).eq(two.games.iter().map(|game| &game.values))
        });
        let alike = alike.count();
        Ok(Self {
            base: base.setting.ruleset.clone(),
            other: other.setting.ruleset.clone(),
            groups: pairs.len() as u64,
            endings: [base.endings(), other.endings()],
            alike: alike as u64,
            seats: SeatComparison::of(base, other, Places::Seats),
            turn_order: SeatComparison::of(base, other, Places::TurnOrder),
            differences,
        })
    }

    /// Returns the difference in the metric called `name`.
    ///
    /// # Errors
    /// When there is no such metric.
    pub fn metric(&self, name: &str) -> Result<&Difference, UnknownMetric> {
        let found = self.differences.iter().find(|difference| difference.metric.name == name);
        let metrics = self.differences.iter().map(|difference| &difference.metric);
        found.ok_or_else(|| UnknownMetric::among(metrics, name))
    }
}

/// Returns the names of the rulesets; a name that occurs several times gets the number of the run: `classic (1)`.
fn sides(runs: &[&Results]) -> Vec<String> {
    let name = |run: &Results| run.setting.ruleset.clone();
    let told = |(number, run): (usize, &&Results)| {
        let is_alone = runs.iter().filter(|other| name(other) == name(run)).count() == 1;
        if is_alone { name(run) } else { format!("{} ({number})", name(run)) }
    };
    (1..).zip(runs).map(told).collect()
}

fn check(base: &Results, other: &Results) -> Result<(), Incomparable> {
    if base.setting.game != other.setting.game {
        return Err(Incomparable::Games(base.setting.game.clone(), other.setting.game.clone()));
    }
    if (base.setting.seats, base.setting.seatings) != (other.setting.seats, other.setting.seatings) {
        let seats = (base.setting.seats.count(), other.setting.seats.count());
        return Err(Incomparable::Tables(seats.0, seats.1, base.setting.seatings, other.setting.seatings));
    }
    if base.setting.seed != other.setting.seed {
        return Err(Incomparable::Seeds(base.setting.seed, other.setting.seed));
    }
    if base.metrics.is_empty() || base.metrics != other.metrics {
        return Err(Incomparable::NothingMeasured);
    }
    Ok(())
}

/// Returns the indices, in both runs, of the groups that both have. The groups are in ascending order.
fn pairs(base: &Results, other: &Results) -> Vec<(usize, usize)> {
    let mut others = other.groups().iter().enumerate().peekable();
    let pair = |(index, group): (usize, &Group)| {
        while others.next_if(|(_, other)| other.number < group.number).is_some() {}
        others.next_if(|(_, other)| other.number == group.number).map(|(place, _)| (index, place))
    };
    base.groups().iter().enumerate().filter_map(pair).collect()
}
