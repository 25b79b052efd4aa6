//! The `furlong` command: its verbs, and the games that they work with.

use std::fmt::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, FromArgMatches as _, Subcommand as _};

use crate::args::shell;
use crate::args::{
    AFTER_ALL, Analyse, Asked, Completions, Draw, Man, Merge, MyGames, Play, RecordFile, Replay, Rules,
    VERBS, command_of, filled,
};
use crate::failure::{Failure, exit_code, in_file};
use crate::files::MOST_OF_A_GAME;
use crate::lab::{
    bots as bots_verb, chance, check, diff, ladder, many_games, merge, playtest, price, report, rules_server,
    traces, tune, vary,
};
use crate::play::game_list::Offered;
use crate::play::save::games_folder;
use crate::play::{advise, full_screen, learn, menu, saved_games, start};
use crate::replays::{analyse, draw, verb as replay};
use crate::rules;
use furlong::animal_race::AnimalRace;
use furlong::any::CatalogueEntry;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::text::{separated, suggestion};
use furlong::{Playable, Roster, record};

/// A game that the command offers, with the function that carries out a verb for it.
#[derive(Clone)]
pub struct Game {
    offered: Offered,
    carry_out: Arc<dyn Fn(Asked) -> Result<(), Failure>>,
    /// A verb that only this game has.
    pub(super) own: Option<OwnVerb>,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.offered).finish()
    }
}

/// A verb of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnVerb {
    pub(super) command: fn() -> Command,
    pub(super) run: fn(&ArgMatches) -> Result<(), Failure>,
}

impl Game {
    /// The entry of a game. A program adds an entry for its own game.
    pub fn of<G: Playable>() -> Self {
        Self::with_bots(Roster::<G>::of_game())
    }

    /// The entry of a game with these bots, which are its own and the program's. They play wherever `--bot` names
    /// one. Goals of `check` and values of positions always come from the game's own bots.
    pub fn with_bots<G: Playable>(bots: Roster<G>) -> Self {
        let offered = Offered::with_bots(bots.clone());
        Self { offered, carry_out: Arc::new(move |asked| carry_out(&bots, asked)), own: None }
    }

    /// The name of the game on the command line.
    pub fn id(&self) -> &'static str {
        self.offered.offer.id
    }
}

/// Carries out a verb for one game.
fn carry_out<G: Playable>(bots: &Roster<G>, asked: Asked) -> Result<(), Failure> {
    match asked {
        Asked::Play(play) => start::play(bots, &play, &format!("furlong play {}", G::ID)),
        Asked::Learn(asked) => learn::learn::<G>(&asked),
        Asked::Puzzles(asked) => saved_games::puzzles(&asked, &Offered::with_bots(bots.clone())),
        Asked::Bots(asked) => bots_verb::bots(bots, &asked),
        Asked::RulesServer(_) => rules_server::serve(bots),
        Asked::Trace(trace) => traces::trace(bots, &trace),
        Asked::Advise(advise) => advise::advise(bots, &advise),
        Asked::Simulate(simulate) => many_games::simulate(bots, *simulate),
        Asked::Compare(compare) => many_games::compare(bots, *compare),
        Asked::Report(asked) => report::report(bots, *asked),
        Asked::Playtest(asked) => playtest::playtest(bots, *asked),
        Asked::Check(asked) => check::check_goals(bots, &asked),
        Asked::Tune(asked) => tune::tune(bots, &asked),
        Asked::Diff(diff) => diff::diff::<G>(&diff),
        Asked::Ladder(ladder) => ladder::ladder(bots, &ladder),
        Asked::Price(price) => price::price::<G>(&price),
        Asked::Chance(asked) => chance::chance(bots, &asked),
        Asked::Vary(vary) => vary::vary(bots, &vary),
        Asked::Analyse(analyse, record) => analyse::analyse::<G>(&analyse, &record),
        Asked::Draw(asked, record) => draw::draw::<G>(&asked, &record),
        Asked::Replay(replay, record) => replay::replay(bots, &replay, &record),
        Asked::Rules(asked) => rules::rules::<G>(asked),
    }
}

/// The `main` of the `furlong` command, with the games of this library.
// Its verbs are compiled here so that programs, examples and tests share them.
pub fn furlong_main() -> ExitCode {
    command_main(&furlong_games())
}

/// The games of this library.
pub(crate) fn furlong_games() -> [Game; 3] {
    [Game::of::<AnimalRace>(), Game::of::<HareTortoise>().with_postal(), Game::of::<Gotham>()]
}

/// The `main` of a command that offers these games. It parses the command line, carries it out, and returns the
/// exit code.
pub fn command_main(games: &[Game]) -> ExitCode {
    if std::env::args_os().len() < 2 && full_screen::is_possible() {
        let carry_out = |words: Vec<String>| {
            let words: Vec<String> = std::iter::once("furlong".to_owned()).chain(words).collect();
            obey(
                games,
                &command(games, |verb| words.iter().any(|word| word == verb)).try_get_matches_from(&words)?,
            )
        };
        return exit_code(menu::menu(
            &games.iter().map(|game| game.offered.clone()).collect::<Vec<_>>(),
            &carry_out,
        ));
    }
    if std::env::args_os().len() < 2 && full_screen::is_terminal() {
        let (columns, rows) = full_screen::LEAST;
        let problem = format!("the menu needs a terminal of {columns} x {rows} (--help lists the verbs)");
        return exit_code(Err(Failure::Usage(problem)));
    }
    // All verbs of all games have thousands of arguments, so only those of the verbs named are built.
    let is_named = |verb: &str| std::env::args_os().any(|word| word == verb);
    let matches = command(games, is_named).try_get_matches();
    exit_code(matches.map_err(Failure::from).and_then(|matches| obey(games, &matches)))
}

/// The `main` of a program that plays one game. It parses the command line, plays, and returns the exit code.
pub fn play_main<G: Playable>() -> ExitCode {
    play_with_bots(&Roster::<G>::of_game())
}

/// Like [`play_main`], with these bots, which are the game's own and the program's.
pub fn play_with_bots<G: Playable>(bots: &Roster<G>) -> ExitCode {
    let game = CatalogueEntry::with_bots(bots.clone());
    let program = std::env::args().next().unwrap_or_else(|| G::ID.to_owned());
    let command = command_of::<Play>(&game, Play::options_of(&game)).bin_name(program.clone());
    let play = command.try_get_matches().and_then(|matches| Play::from_arg_matches(&matches));
    exit_code(play.map_err(Failure::from).and_then(|play| start::play(bots, &play, &program)))
}

/// The command with all its verbs. Verbs that are not named get no games, and so no arguments.
pub(crate) fn command(games: &[Game], is_named: impl Fn(&str) -> bool) -> Command {
    let mut command = Command::new("furlong")
        .about("Play race games, and test changes to their rules")
        .max_term_width(80)
        .disable_help_flag(true)
        .arg(
            Arg::new("help")
                .short('h')
                .long("help")
                .action(ArgAction::HelpShort)
                .global(true)
                .display_order(AFTER_ALL + 1)
                .help("Print help"),
        )
        .version(env!("FURLONG_VERSION"))
        .subcommand_required(true)
        .allow_external_subcommands(true)
        .subcommand_value_name("VERB");
    for verb in VERBS {
        let offering = if is_named(verb.name) { games } else { &[] };
        command = command.subcommand(
            Command::new(verb.name)
                .about(verb.about)
                .subcommand_required(true)
                .disable_help_subcommand(true)
                .allow_external_subcommands(true)
                .subcommand_value_name("GAME")
                .subcommand_help_heading("Games")
                .after_help(format!("`furlong {} GAME --help` lists the options.", verb.name))
                .subcommands(offering.iter().map(|game| (verb.command)(&game.offered.offer))),
        );
    }
    let words = [("{games}", separated(games.iter().map(Game::id), ", "))];
    let of_all = [
        Analyse::augment_args(Command::new("analyse")),
        Completions::augment_args(Command::new("completions")),
        Draw::augment_args(Command::new("draw")),
        MyGames::augment_args(Command::new("games")),
        Man::augment_args(Command::new("man")),
        Merge::augment_args(Command::new("merge")),
        Replay::augment_args(Command::new("replay")),
        Rules::augment_subcommands(Command::new("rules")),
    ];
    let own = games.iter().filter_map(|game| game.own);
    let command = command
        .subcommands(own.map(|verb| (verb.command)()))
        .subcommands(of_all.map(|command| filled(command, &words)));
    let verbs = by_purpose(&command);
    command.help_template(format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{verbs}"))
}

/// The verbs in the order of the help, under headings that say what they are for.
const PURPOSES: &[(&str, &[&str])] = &[
    ("Play", &["play", "learn", "puzzles", "games", "advise"]),
    ("Replay and analyse", &["replay", "analyse", "draw"]),
    (
        "Measure",
        &[
            "simulate", "compare", "chance", "ladder", "vary", "price", "check", "tune", "report",
            "playtest", "merge",
        ],
    ),
    ("Rules", &["rules", "diff"]),
    ("Bots", &["bots", "trace", "rules-server"]),
    ("Play by post", &["postal"]),
    ("Shell", &["completions", "man"]),
];

/// The list of verbs for the help. clap has one heading for all of them.
fn by_purpose(command: &Command) -> String {
    let heading = command.get_styles().get_header();
    let name = command.get_styles().get_literal();
    let mut text = String::new();
    for (purpose, verbs) in PURPOSES {
        let found: Vec<&Command> = verbs.iter().filter_map(|verb| command.find_subcommand(verb)).collect();
        if found.is_empty() {
            continue;
        }
        // Writing to a text cannot fail.
        _ = writeln!(text, "{heading}{purpose}:{heading:#}");
        for verb in found {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            _ = writeln!(text, "  {name}{:<12}{name:#}  {about}", verb.get_name());
        }
        text.push('\n');
    }
    text.push_str("`furlong VERB --help` explains a verb; without a verb, a menu opens.\n");
    text
}

pub(crate) fn obey(games: &[Game], matches: &ArgMatches) -> Result<(), Failure> {
    let (name, matches) = matches.subcommand().ok_or_else(|| Failure::usage("name a verb (try --help)"))?;
    if let Some(verb) = VERBS.iter().find(|verb| verb.name == name) {
        let (id, matches) = matches.subcommand().ok_or_else(|| Failure::usage("name a game"))?;
        let game = find(games, id)?;
        return (game.carry_out)((verb.read)(matches)?);
    }
    match name {
        "merge" => merge::merge(&Merge::from_arg_matches(matches)?, |id| {
            Ok(find(games, id)?.offered.offer.usual_bot())
        }),
        "analyse" => {
            let asked = Analyse::from_arg_matches(matches)?;
            with_record(games, asked.file.clone(), |record| Asked::Analyse(asked, record))
        }
        "completions" => {
            shell::completions(&Completions::from_arg_matches(matches)?, &mut command(games, |_| true))
        }
        "man" => shell::man(&Man::from_arg_matches(matches)?, &mut command(games, |_| true)),
        "draw" => {
            let asked = Draw::from_arg_matches(matches)?;
            with_record(games, asked.file.clone(), |record| Asked::Draw(asked, record))
        }
        "games" => {
            let offered: Vec<Offered> = games.iter().map(|game| game.offered.clone()).collect();
            saved_games::games(&MyGames::from_arg_matches(matches)?, &offered)
        }
        "replay" => {
            let asked = Replay::from_arg_matches(matches)?;
            with_record(games, asked.file.clone(), |record| Asked::Replay(asked, record))
        }
        "rules" => {
            let rules = Rules::from_arg_matches(matches)?;
            let asked = rules.game().map(|id| find(games, id).map(std::slice::from_ref)).transpose()?;
            let mut asked = asked.unwrap_or(games).iter();
            asked.try_for_each(|game| (game.carry_out)(Asked::Rules(rules.clone())))
        }
        name => {
            let mut own = games.iter().filter_map(|game| game.own);
            let verb = own.find(|verb| (verb.command)().get_name() == name);
            (verb.ok_or_else(|| no_verb(games, name))?.run)(matches)
        }
    }
}

fn no_verb(games: &[Game], name: &str) -> Failure {
    let command = command(games, |_| false);
    let meant = suggestion(name, command.get_subcommands().map(Command::get_name));
    Failure::Usage(format!("there is no verb `{name}`{meant} (try --help)"))
}

/// Finds the game with this name.
fn find<'a>(games: &'a [Game], id: &str) -> Result<&'a Game, Failure> {
    games.iter().find(|game| game.id() == id).ok_or_else(|| {
        let known: Vec<&str> = games.iter().map(Game::id).collect();
        Failure::Usage(format!("there is no game `{id}`; there are: {}", known.join(", ")))
    })
}

/// Carries out a verb for a recorded game. The record says which game it belongs to.
fn with_record(
    games: &[Game],
    named: Option<PathBuf>,
    asked: impl FnOnce(RecordFile) -> Asked,
) -> Result<(), Failure> {
    let path = saved_games::path_of(named, &games_folder())?;
    let json = crate::named::read(&path, MOST_OF_A_GAME)?;
    let id = record::game_of(&json).map_err(|error| in_file(&path, error))?;
    let game = find(games, &id).map_err(|error| in_file(&path, error))?;
    (game.carry_out)(asked(RecordFile { path, json }))
}
