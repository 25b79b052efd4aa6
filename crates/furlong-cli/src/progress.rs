//! The progress of a run of many games: a bar on a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal as _};
use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use furlong::arena::Progress;

/// Shows a progress bar that counts these units while the work runs, and removes it afterwards. No bar is shown unless
/// the standard error is a terminal.
pub(super) fn behind_a_bar<T>(units: &str, work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> T) -> T {
    // Text can always be written to a line of the bar.
    let named = units.to_owned();
    let rate = move |state: &ProgressState, line: &mut dyn Write| {
        _ = write!(line, "{}", rate(state.per_sec(), &named));
    };
    let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {units}, {{rate}}, {{eta}} left");
    let bar = bar(0, &template, |style| style.with_key("rate", rate));
    let begun = Once::new();
    let done = work(&|progress| {
        bar.set_length(progress.games);
        bar.set_position(progress.done);
        // A run that goes on begins with games that took no time.
        begun.call_once(|| bar.reset_eta());
    });
    bar.finish_and_clear();
    done
}

/// Shows a progress bar of the time that is left, with the number of games, while the work runs.
pub(super) fn behind_a_clock<T>(time: Duration, work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> T) -> T {
    let started = Instant::now();
    let bar = bar(time.as_secs(), "{wide_bar} {msg}, {eta} left", |style| style);
    let done = work(&|progress| {
        bar.set_position(started.elapsed().min(time).as_secs());
        bar.set_message(format!("{} games", HumanCount(progress.done)));
    });
    bar.finish_and_clear();
    done
}

fn bar(length: u64, template: &str, keys: impl FnOnce(ProgressStyle) -> ProgressStyle) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(length).with_style(keys(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
}

/// Formats a rate such as `127 games/s`, with a decimal if it is slow.
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
