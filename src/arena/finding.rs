//! Findings by several player types: whether they hold for all of them.

use serde::Serialize;
use strum::Display;

use super::difference::{ALPHA, Difference, Verdict};
use super::stats::Estimate;
use crate::learned::is_of_network;
use crate::text::listed;

/// A difference between player types below this share of the standard deviation of a deal counts as small.
pub const SMALL: f64 = 0.2;

/// Returns the words for all these player types: `all players (club and random)`. Levels that play by one network are
/// called so, because what they have in common may be true only of that network.
pub fn all_players(players: &[String]) -> String {
    let mut bots = players.iter().flat_map(|lineup| lineup.split(" | "));
    let who = if bots.all(is_of_network) { "all levels of one network" } else { "all players" };
    format!("{who} ({})", listed(players))
}

/// How a difference, or a figure, depends on who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Finding {
    /// The difference is significant, and in the same direction, for every player type.
    Holds,
    /// The figure is about the same for every player type: none is more than [`SMALL`] away from the first.
    Alike,
    /// The player types differ significantly, and the finding does not hold for all of them.
    Differs,
    /// None of these is significant.
    Open,
}

impl Finding {
    /// Returns the finding about a difference, from the verdicts of all player types, corrected for their number, and
    /// from how far each differs from the first.
    pub(crate) fn of(verdicts: &[Verdict], apart: &[Option<Apart>]) -> Self {
        let first = verdicts.first().copied().unwrap_or(Verdict::Open);
        if first.is_found() && verdicts.iter().all(|verdict| *verdict == first) {
            return Self::Holds;
        }
        if apart.iter().flatten().any(Apart::is_found) { Self::Differs } else { Self::Open }
    }

    /// Returns the finding about a figure, from the differences between each further player type and the first.
    pub fn on_figure<'a>(kinds: impl IntoIterator<Item = &'a Difference, IntoIter: Clone>) -> Self {
        let mut kinds = kinds.into_iter();
        match (kinds.clone().any(|kind| kind.verdict.is_found()), kinds.all(is_small)) {
            (true, _) => Self::Differs,
            (false, true) => Self::Alike,
            (false, false) => Self::Open,
        }
    }

    /// Describes the finding for a table; `apart` is how far the further player types are from the first.
    pub fn in_words<'a>(self, apart: impl IntoIterator<Item = &'a Apart>) -> &'static str {
        match self {
            Self::Holds if apart.into_iter().any(Apart::is_found) => "holds for all, in other sizes",
            Self::Holds => "holds for all",
            Self::Alike => "alike for all",
            Self::Differs => "differs by player",
            Self::Open => "not decided",
        }
    }
}

/// Returns whether the whole interval of a difference is small.
fn is_small(difference: &Difference) -> bool {
    let Some(gained) = difference.difference.filter(|_| difference.verdict == Verdict::Open) else {
        return false;
    };
    // Where nothing varies, only an interval of nothing but 0 is small.
    let deviation = difference.effect.filter(|effect| *effect != 0.0).map(|effect| gained.value / effect);
    difference.is_within(SMALL * deviation.unwrap_or(0.0).abs())
}

/// How much a figure differs between a player type and the first one, on the same deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Apart {
    /// The mean of the differences, deal by deal.
    pub difference: Estimate,
    /// The two-sided p-value of this difference alone. `None` where nothing was tested.
    pub raw_p_value: Option<f64>,
    /// The p-value after correction for the number of all differences between player types.
    pub p_value: Option<f64>,
}

impl Apart {
    /// Returns whether the two player types differ significantly.
    pub fn is_found(&self) -> bool {
        self.p_value.is_some_and(|p| p < ALPHA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Metric;
    use crate::arena::stats::{Interval, Method};

    fn apart(p_value: f64) -> Apart {
        let difference = Estimate { value: 1.0, interval: None, method: Method::PairedT };
        Apart { difference, raw_p_value: Some(p_value), p_value: Some(p_value) }
    }

    #[test]
    fn a_finding_holds_only_where_every_kind_shows_the_same_direction() {
        use Verdict::{Less, More, Open, Unfinished};
        for (verdicts, p_value, expected) in [
            (&[More, More][..], 0.5, Finding::Holds),
            // The player types may differ in the size of the effect.
            (&[Less, Less, Less], 0.01, Finding::Holds),
            (&[More, Less], 0.01, Finding::Differs),
            (&[More, Open], 0.01, Finding::Differs),
            (&[Open, Open], 0.01, Finding::Differs),
            // One player type shows it and the other does not: that alone is no difference between them.
            (&[More, Open], 0.2, Finding::Open),
            (&[More, Unfinished], 0.2, Finding::Open),
            (&[], 0.2, Finding::Open),
        ] {
            assert_eq!(
                Finding::of(verdicts, &[None, Some(apart(p_value))]),
                expected,
                "{verdicts:?} {p_value}"
            );
        }
        assert_eq!(Finding::of(&[More], &[]), Finding::Holds);
    }

    /// A difference with this 95 % interval, in standard deviations of a deal.
    fn figure(low: f64, high: f64, verdict: Verdict) -> Difference {
        let value = f64::midpoint(low, high);
        let interval = Some(Interval { low, high });
        Difference {
            metric: Metric::number("rounds", "the number of rounds"),
            same_as: None,
            base: None,
            other: None,
            difference: Some(Estimate { value, interval, method: Method::PairedT }),
            effect: Some(value),
            pairs: 100,
            raw_p_value: None,
            p_value: None,
            verdict,
        }
    }

    #[test]
    fn a_figure_is_alike_only_where_no_kind_can_be_far_from_the_first() {
        let near = figure(-0.1, 0.15, Verdict::Open);
        let far = figure(-0.1, 0.3, Verdict::Open);
        // Beyond chance, however small it is.
        let apart = figure(0.05, 0.15, Verdict::More);
        let unfinished = figure(-0.1, 0.15, Verdict::Unfinished);
        for (kinds, expected) in [
            (vec![&near], Finding::Alike),
            (vec![&near, &near], Finding::Alike),
            (vec![&near, &far], Finding::Open),
            (vec![&near, &apart], Finding::Differs),
            (vec![&far, &apart], Finding::Differs),
            (vec![&near, &unfinished], Finding::Open),
        ] {
            assert_eq!(Finding::on_figure(kinds.iter().copied()), expected, "{kinds:?}");
        }
    }

    #[test]
    fn each_finding_has_words_of_its_own_and_a_size_is_told_only_of_what_holds() {
        let found = [Finding::Holds, Finding::Alike, Finding::Differs, Finding::Open];
        let plain = found.map(|finding| finding.in_words([&apart(0.2)]));
        assert_eq!(plain, ["holds for all", "alike for all", "differs by player", "not decided"]);
        let apart = found.map(|finding| finding.in_words([&apart(0.2), &apart(0.01)]));
        assert_eq!(apart, ["holds for all, in other sizes", plain[1], plain[2], plain[3]]);
    }
}
