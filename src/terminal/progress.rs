//! The progress of a run of many games: a bar on a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal as _};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use crate::arena::Progress;

/// A bar for this number of games.
pub(super) fn bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {rate}, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    // Text can always be written to a line of the bar.
    let rate = |state: &ProgressState, line: &mut dyn Write| _ = write!(line, "{}", rate(state.per_sec()));
    ProgressBar::new(games).with_style(style.with_key("rate", rate))
}

/// Shows the progress of the run.
pub(super) fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_position(progress.done);
}

/// `127 games/s`; of slow games with a decimal.
fn rate(games: f64) -> String {
    if games < 10.0 {
        format!("{games:.1} games/s")
    } else {
        format!("{} games/s", HumanCount(games.round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_rounded() {
        assert_eq!(
            [126.8068, 0.834_21, 61_234.56].map(rate),
            ["127 games/s", "0.8 games/s", "61,235 games/s"]
        );
    }
}
