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
    behind_a_bar_saying(units, |show, _| work(show))
}

/// Shows such a bar, with a line below it that the work changes.
pub(super) fn behind_a_bar_saying<T>(
    units: &str,
    work: impl FnOnce(&(dyn Fn(Progress) + Sync), &dyn Fn(&str)) -> T,
) -> T {
    // Text can always be written to a line of the bar.
    let named = units.to_owned();
    let rate = move |state: &ProgressState, line: &mut dyn Write| {
        _ = write!(line, "{}", rate(state.per_sec(), &named));
    };
    let template =
        format!("{{wide_bar}} {{human_pos}}/{{human_len}} {units}, {{rate}}, {{eta}} left\n{{wide_msg}}");
    let bar = bar(0, &template, |style| style.with_key("rate", rate));
    let begun = Once::new();
    let show = |progress: Progress| {
        bar.set_length(progress.games);
        bar.set_position(progress.done);
        // A run that goes on begins with games that took no time.
        begun.call_once(|| bar.reset_eta());
    };
    let done = work(&show, &|line| bar.set_message(line.to_owned()));
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
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let variable = |name: &str| std::env::var(name).ok();
    let style = if is_utf8(variable) { style } else { style.progress_chars("=> ") };
    ProgressBar::new(length).with_style(keys(style))
}

/// Returns whether the locale that these variables of the environment choose has the letters of a bar. Without a
/// locale, the terminal is expected to have them.
fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
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
    fn a_locale_without_unicode_gets_a_bar_in_ascii() {
        let is_utf8 = |set: &[(&str, &str)]| {
            super::is_utf8(|name| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(is_utf8(&[]) && is_utf8(&[("LANG", "en_GB.UTF-8")]) && is_utf8(&[("LC_ALL", "C.utf8")]));
        assert!(!is_utf8(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]));
        assert!(!is_utf8(&[("LC_ALL", ""), ("LC_CTYPE", "POSIX")]));
    }

    #[test]
    fn the_rate_is_rounded() {
        assert_eq!(
            [126.8068, 0.834_21, 61_234.56].map(|count| rate(count, "games")),
            ["127 games/s", "0.8 games/s", "61,235 games/s"]
        );
    }
}
