//! The `furlong` command: its verbs, and the games that they work on.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::failure::{Failure, exit_code};
use super::rules::Asked;
use super::{advise, args, diff, ladder, lists, many, merge, replay, rules, start, traces};
use crate::playable::Playable;
use crate::record;

/// A game that the command offers: what it does for each verb.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    id: &'static str,
    play: Verb,
    bots: Verb,
    trace: Verb,
    advise: Verb,
    simulate: Verb,
    compare: Verb,
    diff: Verb,
    ladder: Verb,
    replay: fn(&ArgMatches, &str) -> Result<(), Failure>,
    rules: fn(Asked<'_>) -> Result<(), Failure>,
    /// A verb that only this game has.
    pub(super) own: Option<Verb>,
}

/// Something to do with a game: what can be typed after its name, and how it is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verb {
    pub(super) options: fn() -> Command,
    pub(super) run: fn(&ArgMatches) -> Result<(), Failure>,
}

impl Game {
    /// Any game, a user's own too.
    pub const fn of<G: Playable>() -> Self {
        Self {
            id: G::ID,
            play: Verb {
                options: args::play_command::<G>,
                run: |matches| start::play::<G>(matches, &format!("furlong play {}", G::ID)),
            },
            bots: Verb { options: || Command::new(G::ID).about(G::TITLE), run: |_| lists::bots::<G>() },
            trace: Verb { options: traces::trace_command::<G>, run: traces::trace::<G> },
            advise: Verb { options: advise::advise_command::<G>, run: advise::advise::<G> },
            simulate: Verb { options: many::simulate_command::<G>, run: many::simulate::<G> },
            compare: Verb { options: many::compare_command::<G>, run: many::compare::<G> },
            diff: Verb { options: diff::diff_command::<G>, run: diff::diff::<G> },
            ladder: Verb { options: ladder::ladder_command::<G>, run: ladder::ladder::<G> },
            replay: replay::replay::<G>,
            rules: rules::rules_of::<G>,
            own: None,
        }
    }

    /// Its name on the command line.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// What it does about its rulesets.
    pub(super) fn rules(&self) -> fn(Asked<'_>) -> Result<(), Failure> {
        self.rules
    }
}

/// The verbs that are followed by the name of a game, and what they do.
const VERBS: [(&str, &str, VerbOf); 8] = [
    ("play", "Play a game, or watch bots play", |game| game.play),
    ("bots", "List the bots of a game", |game| game.bots),
    ("trace", "Write whole games as data, one line of JSON an event", |game| game.trace),
    ("advise", "What to play at a table of your own", |game| game.advise),
    ("simulate", "Play many games and measure them", |game| game.simulate),
    ("compare", "Tell what two rulesets of a game make different", |game| game.compare),
    ("diff", "Show in which rules two rulesets differ, each with a position", |game| game.diff),
    ("ladder", "Rate the bots of a game: every two play each other", |game| game.ladder),
];

/// What a game does for one verb.
type VerbOf = fn(&Game) -> Verb;

/// The `main` of a command that offers these games: reads the command line, does it, and gives the exit code.
pub fn command_main(games: &[Game]) -> ExitCode {
    let matches = command(games).try_get_matches();
    exit_code(matches.map_err(Failure::from).and_then(|matches| obey(games, &matches)))
}

fn command(games: &[Game]) -> Command {
    let mut command = Command::new("furlong")
        .about("Race games under many rulesets")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .allow_external_subcommands(true)
        .subcommand_value_name("VERB")
        .subcommand_help_heading("Verbs");
    for (name, about, verb) in VERBS {
        command = command.subcommand(
            Command::new(name)
                .about(about)
                .subcommand_required(true)
                .disable_help_subcommand(true)
                .allow_external_subcommands(true)
                .subcommand_value_name("GAME")
                .subcommand_help_heading("Games")
                .subcommands(games.iter().map(|game| (verb(game).options)())),
        );
    }
    let own = games.iter().filter_map(|game| game.own);
    command = command.subcommands(own.map(|verb| (verb.options)()));
    command = command.subcommand(merge::merge_command());
    command.subcommand(replay::replay_command()).subcommand(rules::rules_command(games))
}

fn obey(games: &[Game], matches: &ArgMatches) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("merge", matches)) => merge::merge_parts(matches),
        Some(("replay", matches)) => replay_any(games, matches),
        Some(("rules", matches)) => rules::rules(games, matches),
        Some((name, matches)) => {
            let own = games.iter().filter_map(|game| game.own);
            if let Some(verb) = own.into_iter().find(|verb| (verb.options)().get_name() == name) {
                return (verb.run)(matches);
            }
            let verb = VERBS.iter().find(|(verb, ..)| *verb == name).map(|(.., verb)| verb);
            let verb =
                verb.ok_or_else(|| Failure::Usage(format!("there is no verb `{name}` (try --help)")))?;
            let (id, rest) = matches.subcommand().ok_or_else(|| Failure::usage("which game?"))?;
            (verb(find(games, id)?).run)(rest)
        }
        None => Err(Failure::usage("say what to do (try --help)")),
    }
}

/// The game of this name.
pub(super) fn find<'a>(games: &'a [Game], id: &str) -> Result<&'a Game, Failure> {
    games.iter().find(|game| game.id == id).ok_or_else(|| {
        let known: Vec<&str> = games.iter().map(|game| game.id).collect();
        Failure::Usage(format!("there is no game `{id}`; there are: {}", known.join(", ")))
    })
}

/// The record says which game it is of.
fn replay_any(games: &[Game], matches: &ArgMatches) -> Result<(), Failure> {
    let path = matches.get_one::<PathBuf>("file").ok_or_else(|| Failure::usage("which file?"))?;
    let json = start::read(path, start::MOST_OF_A_GAME)?;
    let id = record::game_of(&json).map_err(|error| start::in_file(path, error))?;
    let game = find(games, &id).map_err(|error| start::in_file(path, error))?;
    (game.replay)(matches, &json)
}

/// The argument that is a record.
pub(super) fn record_file() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .help("A saved game")
        .required(true)
        .value_parser(value_parser!(PathBuf))
}
