//! Findings by several player types: whether they hold whoever plays.

use serde::Serialize;
use strum::Display;

use super::difference::{ALPHA, Verdict};
use super::stats::Estimate;

/// How a finding depends on who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Finding {
    /// The difference is significant, and in the same direction, for every player type.
    Holds,
    /// The difference does not hold for every player type, and the types differ significantly from each other.
    Differs,
    /// Neither is shown.
    Open,
}

impl Finding {
    /// Returns the finding from the verdict for each player type, corrected for the number of types, and from the
    /// differences between each type and the first.
    pub(crate) fn of(verdicts: &[Verdict], apart: &[Option<Apart>]) -> Self {
        let first = verdicts.first().copied().unwrap_or(Verdict::Open);
        if first.is_found() && verdicts.iter().all(|verdict| *verdict == first) {
            return Self::Holds;
        }
        if apart.iter().flatten().any(Apart::is_found) { Self::Differs } else { Self::Open }
    }

    /// Returns the finding in words, for a table.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Holds => "holds for all",
            Self::Differs => "differs by player",
            Self::Open => "not decided",
        }
    }
}

/// The difference between a figure for one player type and for the first, on common deals.
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
    use crate::arena::stats::Method;

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
}
