//! The progress of a run of many games: a bar on a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal as _};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use crate::arena::Progress;

/// A bar for this number of games, or of other units.
pub(super) fn bar(count: u64, units: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {units}, {{rate}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    // Text can always be written to a line of the bar.
    let units = units.to_owned();
    let rate = move |state: &ProgressState, line: &mut dyn Write| {
        _ = write!(line, "{}", rate(state.per_sec(), &units));
    };
    ProgressBar::new(count).with_style(style.with_key("rate", rate))
}

/// A bar for a run of so many seconds; its message says what was done.
pub(super) fn time_bar(seconds: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {msg}, {eta} left");
    ProgressBar::new(seconds).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Shows the progress of the run.
pub(super) fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_position(progress.done);
}

/// `127 games/s`; of slow ones with a decimal.
fn rate(count: f64, units: &str) -> String {
    if count < 10.0 {
        format!("{count:.1} {units}/s")
    } else {
        format!("{} {units}/s", HumanCount(count.round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_rounded() {
        assert_eq!(
            [126.8068, 0.834_21, 61_234.56].map(|count| rate(count, "games")),
            ["127 games/s", "0.8 games/s", "61,235 games/s"]
        );
    }
}
