//! The requests of the command line: one struct for each verb, read from its arguments in one place. Text ends here;
//! everything behind it works with values.

mod analyse;
pub(super) mod args;
mod check;
mod draw;
mod ladder;
mod learn;
mod many;
mod play;
mod price;
mod report;
mod small;
mod tune;
mod vary;

use clap::{ArgMatches, Command};

use super::facts::Facts;
use super::failure::Failure;

pub(super) use analyse::Analyse;
pub(super) use check::Check;
pub(super) use draw::Draw;
pub(super) use ladder::{Ladder, USUAL_DEALS};
pub(super) use learn::Learn;
pub(super) use many::{Compare, FilesAsked, Limits, Measured, Merge, Players, Records, Simulate};
pub(super) use play::Play;
pub(super) use price::Price;
pub(super) use report::Report;
pub(super) use small::{Advise, Diff, Replay, Rules, TableFile, Trace};
pub(super) use tune::Tune;
pub(super) use vary::{Budget, Vary};

/// A request about one game.
#[derive(Debug)]
pub(super) enum Asked {
    Play(Play),
    Learn(Learn),
    Bots,
    Trace(Trace),
    Advise(Advise),
    Simulate(Simulate),
    Compare(Compare),
    Report(Report),
    Check(Check),
    Tune(Box<Tune>),
    Diff(Diff),
    Ladder(Ladder),
    Vary(Vary),
    Price(Price),
    /// A record, and its text.
    Analyse(Analyse, String),
    /// A record, and its text.
    Draw(Draw, String),
    Replay(Replay, String),
    Rules(Rules),
}

/// A verb that is followed by the name of a game.
pub(super) struct Verb {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// The arguments that follow the name of the game.
    pub(super) command: fn(&Facts) -> Command,
    pub(super) read: fn(&Facts, &ArgMatches) -> Result<Asked, Failure>,
}

pub(super) const VERBS: [Verb; 14] = [
    Verb {
        name: "play",
        about: "Play a game, or watch bots play",
        command: Play::command,
        read: |game, matches| {
            Ok(Asked::Play(Play::read(game, matches, &format!("furlong play {}", game.id))?))
        },
    },
    Verb {
        name: "learn",
        about: "Learn a game: a guided first game of a few steps",
        command: Learn::command,
        read: |_, matches| Ok(Asked::Learn(Learn::read(matches))),
    },
    Verb {
        name: "bots",
        about: "List the bots of a game",
        command: |game| Command::new(game.id).about(game.title),
        read: |_, _| Ok(Asked::Bots),
    },
    Verb {
        name: "trace",
        about: "Write whole games as data, one line of JSON per event",
        command: Trace::command,
        read: |game, matches| Ok(Asked::Trace(Trace::read(game, matches)?)),
    },
    Verb {
        name: "advise",
        about: "Suggest a move at a table of your own",
        command: Advise::command,
        read: |game, matches| Ok(Asked::Advise(Advise::read(game, matches)?)),
    },
    Verb {
        name: "simulate",
        about: "Play many games and measure them",
        command: Simulate::command,
        read: |game, matches| Ok(Asked::Simulate(Simulate::read(game, matches)?)),
    },
    Verb {
        name: "compare",
        about: "Measure what differs under rulesets of a game",
        command: Compare::command,
        read: |game, matches| Ok(Asked::Compare(Compare::read(game, matches)?)),
    },
    Verb {
        name: "report",
        about: "Write a page about a ruleset, for other people",
        command: Report::command,
        read: |game, matches| Ok(Asked::Report(Report::read(game, matches)?)),
    },
    Verb {
        name: "check",
        about: "Play until it is decided whether a ruleset meets your goals",
        command: Check::command,
        read: |game, matches| Ok(Asked::Check(Check::read(game, matches)?)),
    },
    Verb {
        name: "tune",
        about: "Search rulesets that meet your goals",
        command: Tune::command,
        read: |game, matches| Ok(Asked::Tune(Box::new(Tune::read(game, matches)?))),
    },
    Verb {
        name: "diff",
        about: "Show the rules in which two rulesets differ, each with a position",
        command: Diff::command,
        read: |_, matches| Ok(Asked::Diff(Diff::read(matches))),
    },
    Verb {
        name: "ladder",
        about: "Rate the bots of a game: every two play each other",
        command: Ladder::command,
        read: |game, matches| Ok(Asked::Ladder(Ladder::read(game, matches)?)),
    },
    Verb {
        name: "vary",
        about: "Change each rule of a game by one step, and measure what it does",
        command: Vary::command,
        read: |game, matches| Ok(Asked::Vary(Vary::read(game, matches)?)),
    },
    Verb {
        name: "price",
        about: "Measure what each element of a game's rules is worth",
        command: Price::command,
        read: |game, matches| Ok(Asked::Price(Price::read(game, matches)?)),
    },
];
