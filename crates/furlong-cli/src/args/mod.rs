//! The requests of the command line: one struct for each verb, read from its arguments in one place. Text ends here;
//! everything behind it works with values.

mod analyse;
mod check;
mod ladder;
mod many;
mod play;
mod price;
mod report;
pub(super) mod shared;
mod small;
mod tune;
mod vary;

use clap::{ArgMatches, Command};

use crate::failure::Failure;
use furlong::Offer;

pub(super) use analyse::Analyse;
pub(super) use check::Check;
pub(super) use ladder::{Ladder, USUAL_DEALS};
pub(super) use many::{Compare, FilesAsked, Games, KeptAsked, Limits, Measured, Merge, Records, Simulate};
pub(super) use play::Play;
pub(super) use price::Price;
pub(super) use report::Report;
pub(super) use small::{Advise, Bots, Diff, Draw, Learn, Replay, Rules, TableFile, Trace};
pub(super) use tune::Tune;
pub(super) use vary::{Budget, Vary};

/// A request about one game.
#[derive(Debug)]
pub(super) enum Asked {
    Play(Play),
    Learn(Learn),
    Bots(Bots),
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

/// A request about one game that stands in the arguments after its name.
pub(super) trait Request: Sized {
    /// The arguments.
    fn command(game: &Offer) -> Command;

    /// Reads them.
    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure>;
}

/// A verb that is followed by the name of a game.
pub(super) struct Verb {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// The arguments that follow the name of the game.
    pub(super) command: fn(&Offer) -> Command,
    pub(super) read: fn(&Offer, &ArgMatches) -> Result<Asked, Failure>,
}

/// Declares the verbs: for each the request that its arguments are read into, and a sentence for the list of verbs.
macro_rules! verbs {
    ($($name:literal is $request:ident: $about:literal,)+) => {
        pub(super) const VERBS: &[Verb] = &[$(
            Verb {
                name: $name,
                about: $about,
                command: $request::command,
                read: |game, matches| Ok(Asked::$request($request::read(game, matches)?.into())),
            },
        )+];
    };
}

verbs! {
    "play" is Play: "Play a game, or watch bots play",
    "learn" is Learn: "Learn a game: a guided first game of a few steps",
    "bots" is Bots: "List the bots of a game",
    "trace" is Trace: "Write whole games as data, one line of JSON per event",
    "advise" is Advise: "Suggest a move at a table of your own",
    "simulate" is Simulate: "Play many games and measure them",
    "compare" is Compare: "Measure what differs under rulesets of a game",
    "report" is Report: "Write a page about a ruleset, for other people",
    "check" is Check: "Play until it is decided whether a ruleset meets your goals",
    "tune" is Tune: "Search rulesets that meet your goals",
    "diff" is Diff: "Show the rules in which two rulesets differ, each with a position",
    "ladder" is Ladder: "Rate the bots of a game: every two play each other",
    "vary" is Vary: "Change each rule of a game by one step, and measure what it does",
    "price" is Price: "Measure what each element of a game's rules is worth",
}
