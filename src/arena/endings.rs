//! How the games of a run ended, which decides whether its figures can be judged.
//!
//! A game that is broken off has no values, and it is not like the games that end: it is longer. The figures of the
//! games that did end are therefore biased by an unknown amount. If more than a set share of the games was broken off,
//! nothing is judged: there is no interval, no p-value and no verdict.

use serde::{Deserialize, Serialize};

use super::stats::Estimate;
use crate::text::counted;

/// The default for the maximum share of games without an end with which figures are judged.
pub const MOST_UNFINISHED: f64 = 0.01;

/// The number of games by how they ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Endings {
    /// A name for the games: their ruleset or their players.
    pub of: String,
    /// The number of games.
    pub games: u64,
    /// The number of games that reached the limit of events. They have a value only for the metrics `unfinished` and
    /// `forfeited`.
    pub unfinished: u64,
    /// The number of games that ended because a bot failed. Besides `unfinished` and `forfeited`, they have a value
    /// only for the wins.
    pub forfeited: u64,
    /// The maximum share of games without a value with which a figure is judged.
    pub most_unfinished: f64,
}

impl Endings {
    /// Adds the endings of more games with the same name.
    pub(crate) fn add(&mut self, more: &Self) {
        self.games += more.games;
        self.unfinished += more.unfinished;
        self.forfeited += more.forfeited;
    }

    /// Returns whether figures of the metric called `name` are judged, because few enough games were broken off before
    /// they had a value.
    pub fn judge(&self, name: &str) -> bool {
        self.few(match name {
            "unfinished" | "forfeited" => 0,
            name if name.starts_with("wins-") => self.unfinished,
            _ => self.unfinished + self.forfeited,
        })
    }

    /// Returns whether the shares of the win are judged.
    pub fn judge_wins(&self) -> bool {
        self.few(self.unfinished)
    }

    /// Returns whether the figures of all metrics are judged.
    pub fn judge_all(&self) -> bool {
        self.few(self.unfinished + self.forfeited)
    }

    fn few(&self, missing: u64) -> bool {
        missing as f64 <= self.most_unfinished * self.games as f64
    }

    /// Returns the share of the games that were broken off.
    pub(crate) fn share_broken_off(&self) -> f64 {
        (self.unfinished + self.forfeited) as f64 / self.games.max(1) as f64
    }

    /// Returns an estimate of wins, without its interval where it is not judged.
    pub(crate) fn of_wins(&self, estimate: Estimate) -> Estimate {
        if self.judge_wins() { estimate } else { estimate.unfinished() }
    }

    /// Returns a sentence on the games that did not end; `None` where all did.
    pub fn in_words(&self) -> Option<String> {
        let Self { of, games, unfinished, forfeited, most_unfinished } = self;
        let games = counted(*games as i64, "game", "games");
        let limit = || format!("more than {} %", (most_unfinished * 1e6).round() / 1e4);
        if !self.judge_wins() {
            return Some(format!(
                "{of}: {unfinished} of {games} did not end, {}: nothing else is judged, because the other figures \
                 cover only the games that happened to end.",
                limit()
            ));
        }
        if !self.judge_all() {
            return Some(format!(
                "{of}: {} of {games} did not end ({forfeited} forfeited), {}: only wins are judged, because the \
                 other figures cover only the games that happened to end.",
                unfinished + forfeited,
                limit()
            ));
        }
        (*unfinished > 0).then(|| {
            format!(
                "{of}: {unfinished} of {games} did not end; they count only as unfinished, without a winner."
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_judged_up_to_the_stated_share_of_games_without_its_value() {
        let of = |unfinished, forfeited| Endings {
            games: 200,
            unfinished,
            forfeited,
            most_unfinished: MOST_UNFINISHED,
            ..Endings::default()
        };
        let judged =
            |endings: Endings| ["unfinished", "wins-seat-1", "rounds"].map(|name| endings.judge(name));
        assert_eq!(judged(of(0, 0)), [true; 3]);
        assert_eq!(judged(of(2, 0)), [true; 3]);
        assert_eq!(judged(of(2, 1)), [true, true, false]);
        assert_eq!(judged(of(3, 0)), [true, false, false]);
        assert_eq!(judged(Endings { most_unfinished: 1.0, ..of(200, 0) }), [true; 3]);
        let told = |endings: Endings| endings.in_words().unwrap_or_default();
        assert!(told(of(3, 0)).contains("3 of 200 games did not end, more than 1 %"), "{}", told(of(3, 0)));
        assert!(told(of(0, 3)).contains("(3 forfeited)"), "{}", told(of(0, 3)));
        assert_eq!((told(of(0, 0)), of(0, 2).in_words()), (String::new(), None));
    }
}
