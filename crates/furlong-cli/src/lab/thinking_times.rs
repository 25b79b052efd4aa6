//! The thinking times of bots.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use furlong::bot::choosing;
use furlong::{Bot, Playable};

/// The number of decisions for each thinking time in nanoseconds, rounded to two digits. Only decisions with a
/// choice count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Times(BTreeMap<u64, u64>);

impl Times {
    pub(crate) fn note(&mut self, time: Duration) {
        let nanos = time.as_nanos() as u64;
        let unit = 10_u64.pow(nanos.max(1).ilog10().saturating_sub(1));
        *self.0.entry((nanos + unit / 2) / unit * unit).or_default() += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The time that `percent` of the decisions did not exceed.
    pub(crate) fn percentile(&self, percent: u64) -> Option<Duration> {
        let wanted = (self.count() * percent).div_ceil(100);
        let mut seen = 0;
        let reaches = |(nanos, count): (&u64, &u64)| {
            seen += count;
            (seen >= wanted).then(|| Duration::from_nanos(*nanos))
        };
        self.0.iter().find_map(reaches)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (nanos, count) in &other.0 {
            *self.0.entry(*nanos).or_default() += count;
        }
    }
}

/// The thinking times of a bot that plays on several threads.
pub(crate) type SharedTimes = Arc<Mutex<Times>>;

/// Returns the bot with its decisions timed. It makes the same choices as without timing.
pub(crate) fn timed<G: Playable>(bot: Box<dyn Bot<G>>, times: SharedTimes) -> Box<dyn Bot<G>> {
    choosing(bot, move |bot, decision| {
        let (choices, started) = (decision.actions.len(), Instant::now());
        let chosen = bot.choose(decision);
        if choices > 1 {
            times.lock().unwrap_or_else(PoisonError::into_inner).note(started.elapsed());
        }
        chosen
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_percentiles() {
        let mut times = Times::default();
        assert_eq!(times.percentile(50), None);
        for millis in 1..=100 {
            times.note(Duration::from_micros(1_000 * millis + 3));
        }
        assert_eq!(times.count(), 100);
        assert_eq!(times.percentile(50), Some(Duration::from_millis(50)));
        assert_eq!(times.percentile(90), Some(Duration::from_millis(90)));
        times.note(Duration::ZERO);
        assert_eq!(times.percentile(1), Some(Duration::from_millis(1)), "the second of 101");
        let kept = serde_json::to_string(&times).expect("data");
        assert_eq!(serde_json::from_str::<Times>(&kept).expect("the same data"), times);
    }
}
