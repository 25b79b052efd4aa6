//! The requests of the command line: a struct for each verb, whose fields are its arguments and say what the help says.
//! Text ends here; everything behind it works with values.
//!
//! `groups` has the groups of arguments that several verbs have, and `values` the readers of single values. Where a help
//! names what each game has of its own it has a word in braces, such as `{rulesets}`, which `about_game` fills in.

mod about_game;
mod chance;
mod groups;
mod many_games;
mod saved;
mod search;
pub(crate) mod shell;
mod table;
mod values;

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches as _};

use furlong::any::CatalogueEntry;

pub(super) use about_game::{bots_help, filled, filled_for};
pub(super) use chance::Chance;
pub(super) use groups::{
    AFTER_ALL, EventsArg, FileArgs, Games, Limits, OutputArgs, OwnOptions, PageArgs, SavedRunArgs, SeedArg,
};
pub(super) use many_games::{
    Compare, Ladder, Measured, Merge, Playtest, Records, Report, SECONDS_PER_DECISION, Simulate,
};
pub(super) use saved::{Analyse, Draw, MyGames, Replay, Rules};
pub(super) use search::{Budget, Check, Price, Tune, Vary};
pub(super) use shell::{Completions, Man};
pub(super) use table::{Advise, Bots, Diff, Learn, Play, Puzzles, RulesServer, TableFile, Trace};
pub(super) use values::whole;

/// A request about one game.
#[derive(Debug)]
pub(super) enum Asked {
    Play(Box<Play>),
    Learn(Learn),
    Puzzles(Puzzles),
    Bots(Bots),
    RulesServer(RulesServer),
    Trace(Box<Trace>),
    Advise(Box<Advise>),
    Simulate(Box<Simulate>),
    Compare(Box<Compare>),
    Report(Box<Report>),
    Playtest(Box<Playtest>),
    Check(Box<Check>),
    Tune(Box<Tune>),
    Diff(Diff),
    Ladder(Box<Ladder>),
    Vary(Box<Vary>),
    Price(Box<Price>),
    Chance(Box<Chance>),
    Analyse(Analyse, RecordFile),
    Draw(Draw, RecordFile),
    Replay(Replay, RecordFile),
    Rules(Rules),
}

/// The file of a record, and its text.
#[derive(Debug)]
pub(super) struct RecordFile {
    pub(super) path: PathBuf,
    pub(super) json: String,
}

/// A verb that is followed by the name of a game.
pub(super) struct Verb {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// The arguments that follow the name of the game.
    pub(super) command: fn(&CatalogueEntry) -> Command,
    pub(super) read: fn(&ArgMatches) -> Result<Asked, Error>,
}

/// The arguments of a request about this game, and those that only this game has.
pub(super) fn command_of<R: Args>(game: &CatalogueEntry, own: Vec<Arg>) -> Command {
    filled_for(game, R::augment_args(Command::new(game.id).args(own)))
}

/// Declares the verbs: for each the request that its arguments are read into, and a sentence for the list of verbs.
macro_rules! verbs {
    ($($name:literal is $request:ident $(with $own:path)?: $about:literal,)+) => {
        pub(super) const VERBS: &[Verb] = &[$(
            Verb {
                name: $name,
                about: $about,
                command: |game| command_of::<$request>(game, [Vec::new(), $($own(game))?].concat()),
                read: |matches| Ok(Asked::$request($request::from_arg_matches(matches)?.into())),
            },
        )+];
    };
}

verbs! {
    "play" is Play with Play::options_of: "Play a game, or watch bots play",
    "learn" is Learn: "Learn a game in a short guided race",
    "puzzles" is Puzzles: "Find the best move in positions of a game",
    "bots" is Bots: "List the bots of a game, or check your own",
    "rules-server" is RulesServer: "Answer questions about the rules, for bots that search",
    "trace" is Trace: "Write whole games as JSON, one line per event",
    "advise" is Advise: "Suggest a move for a game on your own table",
    "simulate" is Simulate: "Play many games and report the figures",
    "compare" is Compare: "Compare rulesets on the same deals",
    "report" is Report: "Write a page about a ruleset",
    "playtest" is Playtest: "Prepare a playtest, or compare people with bots",
    "check" is Check: "Test whether a ruleset meets your goals",
    "tune" is Tune: "Search for rulesets that meet your goals",
    "diff" is Diff: "Show how two rulesets differ, with positions",
    "ladder" is Ladder: "Rate the bots of a game against each other",
    "vary" is Vary: "Measure the effect of each small rule change",
    "price" is Price: "Measure what each element of the rules is worth",
    "chance" is Chance: "Measure luck and skill",
}
