//! Sessions of the toy game without a terminal.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use crate::args::VERBS;
use crate::args::shell::man_page;
use crate::command::{Game, command, furlong_games, obey};
use crate::dash::Dash;
use crate::failure::Failure;
use crate::play::save::SaveFile;
use crate::play::session::Session;
use crate::screen::Screen;
use furlong::bot::BotKind;
use furlong::record::Player;
use furlong::table::{GameTable, Occupant};
use furlong::{Bot, BotError, Decision, Race, RaceGame as _, Record, Roster};

/// A game of these players, named as in records.
fn race(players: &[&str], seed: u64) -> Race<Dash> {
    let game = Dash::short();
    let setup = game.setup(players.len() as u8);
    let mut race = Race::new(game, &setup, seed).expect("a set-up that fits");
    let occupants = players.iter().map(|text| text.parse::<Occupant>().expect("a player"));
    let seats = race.seats().iter().zip(occupants).map(|(seat, who)| who.player(seat, None)).collect();
    race.set_players(seats);
    race
}

/// Runs a session with this input, and returns its output and its result.
fn session(race: Race<Dash>, path: &Path, typed: &str) -> (String, Result<(), Failure>) {
    session_at(race, path, typed, false)
}

/// Runs a session like [`session`], at a terminal or not.
fn session_at(
    race: Race<Dash>,
    path: &Path,
    typed: &str,
    is_interactive: bool,
) -> (String, Result<(), Failure>) {
    let mut out = Vec::new();
    let save = (SaveFile::at(path.to_owned()), None);
    let input = Cursor::new(typed.as_bytes().to_vec());
    let table = Box::new(GameTable::new(race).expect("a table"));
    let session = Session::new(table, save, "furlong play dash", Screen::plain(&mut out, 80), input);
    let ended = session.offering_analysis(is_interactive).run();
    (String::from_utf8(out).expect("text"), ended)
}

fn saved(path: &Path) -> Record<Dash> {
    Record::from_json(&std::fs::read_to_string(path).expect("a saved game")).expect("a record")
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    (folder, path)
}

#[test]
fn the_help_of_a_verb_fits_on_a_screen() {
    for verb in VERBS {
        for game in furlong_games() {
            let mut command = command(std::slice::from_ref(&game), |_| true).term_width(80);
            command.build();
            let of_verb = command.find_subcommand_mut(verb.name).expect("the verb");
            let of_game = of_verb.find_subcommand_mut(game.id()).expect("the game");
            let lines = of_game.render_help().to_string().lines().count();
            let most = if verb.name == "play" { 24 } else { 40 };
            assert!(lines <= most, "{} {}: {lines} lines", verb.name, game.id());
        }
    }
}

#[test]
fn each_verb_stands_under_one_purpose() {
    let mut command = command(&furlong_games(), |_| false);
    let help = command.render_help().to_string();
    for verb in command.get_subcommands().map(clap::Command::get_name).filter(|verb| *verb != "help") {
        let lines = help.lines().filter(|line| line.starts_with(&format!("  {verb} "))).count();
        assert_eq!(lines, 1, "{verb}");
    }
}

#[test]
fn completions_and_man_pages_name_every_verb_and_option() {
    let games = furlong_games();
    let mut complete = Vec::new();
    clap_complete::generate(
        clap_complete::Shell::Fish,
        &mut command(&games, |_| true),
        "furlong",
        &mut complete,
    );
    let complete = String::from_utf8(complete).expect("text");
    let page = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let page = man_page(&words, &mut command(&games, |_| true));
        page.map(|page| String::from_utf8(page).expect("text").replace("\\-", "-"))
    };
    let whole = page(&[]).expect("a page");
    for verb in command(&games, |_| false).get_subcommands().map(clap::Command::get_name) {
        assert!(complete.contains(&format!("-a \"{verb}\"")), "{verb}");
        assert!(whole.contains(&format!("furlong-{verb}(1)")), "{verb} in:\n{whole}");
    }
    assert!(complete.contains("-l people"), "{complete}");
    let of_play = page(&["play", "gotham"]).expect("a page");
    for part in ["furlong play gotham", "--people", "--resume", "the latest one that is not over"] {
        assert!(of_play.contains(part), "{part} in:\n{of_play}");
    }
    assert!(
        page(&["play", "chess"]).expect_err("no such game").to_string().contains("no man page for `chess`")
    );
}

/// bash itself offers the options that begin like the typed word.
#[cfg(unix)]
#[test]
fn bash_completes_the_options_of_a_game() {
    let mut script = Vec::new();
    let (shell, games) = (clap_complete::Shell::Bash, furlong_games());
    clap_complete::generate(shell, &mut command(&games, |_| true), "furlong", &mut script);
    script.extend(
        b"\nCOMP_WORDS=(furlong play gotham --peo) COMP_CWORD=3; _furlong furlong --peo gotham; echo \"${COMPREPLY[*]}\"\n",
    );
    let (_folder, path) = folder();
    std::fs::write(&path, script).expect("written");
    // A machine without bash has nothing to test here.
    let Ok(output) = std::process::Command::new("bash").arg(&path).output() else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "--people", "{output:?}");
}

const WALKS: &str = "walk\n1\nwalk\n1\nwalk\n1\nwalk\n1\nwalk\n1\n";

#[test]
fn a_person_plays_a_game_to_its_end() {
    let (_folder, path) = folder();
    let (text, ended) = session(race(&["person", "random"], 1), &path, &format!("lucky 2\n{WALKS}"));
    ended.expect("a game");
    for shown in ["Roll and walk", "(person)", "You pick 2.", "Bot 2 picks a number.", "1. "] {
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
    assert!(text.contains("The game is over."), "{text}");
    assert!(Race::resume(saved(&path)).expect("it replays").is_over());
}

#[test]
fn the_key_points_are_offered_after_a_game_at_a_terminal_only() {
    const QUESTION: &str = "luck or mistakes? (yes or no)";
    let over = |typed: &str, is_interactive: bool| {
        let (_folder, path) = folder();
        // The bot is at the goal after two rests and three walks.
        let typed = format!("2\nrest\nrest\nwalk\nwalk\nwalk\n{typed}");
        let (text, ended) = session_at(race(&["person", "walker"], 2), &path, &typed, is_interactive);
        ended.expect("a game");
        assert!(text.contains("The game is over."), "{text}");
        text
    };
    let points = over("yes\n", true);
    for shown in [
        QUESTION,
        "Turning points:\n- Round ",
        "What decided it",
        "you chose `rest`. With `walk`: a chance of ",
    ] {
        assert!(points.contains(shown), "{shown} in:\n{points}");
    }
    assert!(points.lines().all(|line| line.len() <= 80), "{points}");
    for declined in ["no\n", ""] {
        let text = over(declined, true);
        assert!(text.contains(QUESTION) && !text.contains("Turning points"), "{text}");
    }
    assert!(!over("yes\n", false).contains(QUESTION), "in a pipe nothing is asked");
}

#[test]
fn what_is_no_move_gets_a_sentence_and_is_asked_again() {
    let (_folder, path) = folder();
    let (text, ended) = session(race(&["person", "random"], 1), &path, "7\n\nfly\n0\n\u{1b}[A\n2\nq\n");
    ended.expect("left");
    for shown in [
        "There is no choice 7: choose 1 to 3.",
        "Choose 1 to 3, or type a move",
        "`fly` is not possible here.",
        "There is no choice 0",
        "You pick 2.",
    ] {
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
}

#[test]
fn a_command_that_is_misspelt_or_has_too_much_is_told() {
    let (_folder, path) = folder();
    let (text, _) = session(race(&["person", "random"], 1), &path, "hlep\nundo 2\nlog 5\nq\n");
    for shown in [
        "`hlep` is not possible here. Did you mean `help`?",
        "`undo` takes no argument: type `undo` alone.",
        "`log` takes no argument: type `log` alone.",
    ] {
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
}

/// Text in a file that tries to mislead its readers.
const HOSTILE: &str = "A\u{1b}]0;title\u{7}\u{1b}[2J\nThe game is over.\u{202e}\u{200b}\u{9b}2J";

#[test]
fn a_file_cannot_rule_the_terminal_by_its_names() {
    let (_folder, path) = folder();
    let mut race = race(&["person", "random"], 1);
    race.proceed();
    let seats = race.record().seats.iter().map(|seat| Player { name: HOSTILE.to_owned(), ..seat.clone() });
    let seats: Vec<Player> = seats.collect();
    race.set_players(seats);
    let json = race.record().to_json();
    let about = serde_json::to_string(&format!("{HOSTILE} A dash")).expect("a text");
    let json = json.replace("\"A dash of nine squares.\"", &about);
    assert!(json.contains("A dash\""), "the ruleset is hostile too: {json}");
    let race = Race::resume(Record::from_json(&json).expect("a record")).expect("it replays");
    let (text, ended) = session(race, &path, "2\nlog\nhint\n?\nq\n");
    ended.expect("left");
    assert!(text.contains("A\u{fffd}]0;title\u{fffd}\u{fffd}[2J The game is over."), "{text}");
    assert!(!text.lines().any(|line| line.trim().starts_with("The game is over.")), "{text}");
    let is_hidden = |letter: char| letter.is_control() && letter != '\n';
    assert!(!text.contains(is_hidden) && !text.contains(['\u{202e}', '\u{200b}']), "{text:?}");
    let kept = saved(&path).seats.iter().all(|seat| seat.name == HOSTILE);
    assert!(kept, "the record is as it was");
}

#[test]
fn the_end_of_the_input_leaves_the_game_saved_and_says_how_to_go_on() {
    let (_folder, path) = folder();
    let (text, ended) = session(race(&["person", "random"], 1), &path, "1\n");
    ended.expect("left");
    let last = text.lines().skip_while(|line| !line.contains("The game is saved in")).collect::<String>();
    assert!(last.contains("--resume"), "{text}");
    assert_eq!(saved(&path).events.len(), 3, "two picks and a roll");
}

#[test]
fn a_game_that_goes_on_later_ends_as_it_would_have() {
    let players = ["person", "random", "walker"];
    let (_first, whole) = folder();
    session(race(&players, 3), &whole, &format!("2\n{WALKS}")).1.expect("a game");
    let (_second, parts) = folder();
    session(race(&players, 3), &parts, "2\nwalk\n").1.expect("left");
    let resumed = Race::resume(saved(&parts)).expect("it replays");
    let (text, ended) = session(resumed, &parts, &WALKS[5..]);
    ended.expect("a game");
    assert!(text.contains("What happened so far:"), "{text}");
    assert_eq!(saved(&parts).to_json(), saved(&whole).to_json());
    assert!(Race::resume(saved(&whole)).expect("it replays").is_over());
    let (text, ended) = session(Race::resume(saved(&whole)).expect("it replays"), &whole, "");
    ended.expect("nothing to play");
    assert!(text.contains("The game is over."), "{text}");
}

#[test]
fn commands_explain_advise_look_back_and_save() {
    let (folder, path) = folder();
    let other = folder.path().join("other.json");
    let typed = format!("?\nhint\nhint nobody\nlog\nview\nsave {}\n2\nlog\nq\n", other.display());
    let (text, ended) = session(race(&["person", "random"], 1), &path, &typed);
    ended.expect("left");
    for shown in [
        "Who comes to square 9 first wins.",
        "undo",
        "The bot `walker` suggests:",
        "lucky 2",
        "No hint: there is no bot `nobody`; there are: walker, random.",
        "other.json, now and from now on.",
    ] {
        assert!(text.contains(shown), "{shown} in:\n{text}");
    }
    assert_eq!(saved(&path).events.len(), 0);
    assert_eq!(saved(&other).events.len(), 3);
}

#[test]
fn a_move_is_taken_back_against_bots_and_the_record_notes_it() {
    let (_folder, path) = folder();
    let (text, _) = session(race(&["person", "random"], 1), &path, "undo\n2\nundo\n3\nq\n");
    assert!(text.contains("You have no move to take back."), "{text}");
    assert!(text.contains("You took back your last move."), "{text}");
    let record = saved(&path);
    assert_eq!(record.undone.len(), 1);
    assert!(text.contains("You pick 3."), "{text}");
    assert_eq!(record.replay().expect("it replays").0.ruleset(), &*record.ruleset);
}

#[test]
fn several_people_do_not_see_the_hands_of_each_other() {
    let (_folder, path) = folder();
    let (text, _) = session(race(&["person", "person"], 1), &path, "\n3\n\n1\n\nundo\nq\n");
    let hands: Vec<&str> = text.split("Press Enter when only").collect();
    assert_eq!(hands.len(), 4, "{text}");
    assert!(hands[1].contains("Which is your lucky number?"), "{text}");
    assert!(!hands[2].contains("pick 3") && !hands[2].contains("picks 3"), "{text}");
    assert!(hands[3].contains("You pick 3.") && hands[3].contains("Player 2 picks a number."), "{text}");
    assert!(hands[3].contains("only against bots"), "{text}");
}

#[test]
fn watching_shows_everything_and_needs_no_file() {
    let (_folder, path) = folder();
    let (text, ended) = session(race(&["random", "walker"], 1), &path, "");
    ended.expect("a game");
    assert!(text.contains("Bot 2 picks 2.") && text.contains("The game is over."), "{text}");
    assert!(!path.exists());
}

#[cfg(unix)]
#[test]
fn a_bot_that_listens_is_told_again_when_a_move_is_taken_back() {
    let (folder, path) = folder();
    let heard = folder.path().join("heard");
    let bot = r#"exec:while read -r line; do printf '%s\n' "$line" >> HEARD; case $line in
        *'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2, "listens": true}';;
        *'"decide"'*) echo '{"action": 0}';; esac; done"#;
    let bot = bot.replace("HEARD", heard.to_str().expect("text"));
    session(race(&["person", &bot], 1), &path, "2\nundo\n3\nq\n").1.expect("left");
    let heard = std::fs::read_to_string(heard).expect("written");
    let lines: Vec<serde_json::Value> =
        heard.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told_in = |game: u64| -> Vec<serde_json::Value> {
        let of_game = lines.iter().filter(|line| line["type"] == "told" && line["game"] == game);
        of_game.map(|line| line["happening"].clone()).collect()
    };
    let race = Race::resume(saved(&path)).expect("it replays");
    let told = race.seen(furlong::Seat::new(1).expect("a seat"), 0);
    let told: Vec<_> = told.iter().map(|happening| serde_json::to_value(happening).expect("data")).collect();
    assert!(!told.is_empty() && told_in(1) == told, "{heard}");
    assert!(!told_in(0).is_empty() && told_in(2).is_empty(), "{heard}");
}

/// A bot that another program adds to the command: it takes the first action.
struct Hasty;

impl Bot<Dash> for Hasty {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<crate::dash::Action, BotError> {
        decision.actions.first().copied().ok_or(BotError::NoAction)
    }
}

#[test]
fn a_bot_of_another_program_plays_wherever_the_command_names_one() {
    let kind = BotKind::plain("hasty", "takes the first action");
    let games = [Game::with_bots(Roster::<Dash>::of_game().with(kind, |_| Ok(Box::new(Hasty))))];
    let (folder, _) = folder();
    let run = |words: &str| {
        let out = folder.path().join("out");
        let words = format!("furlong {words} --force --out");
        let words = words.split_whitespace().map(Into::into).chain([out.clone().into_os_string()]);
        let matches =
            command(&games, |_| true).try_get_matches_from(words).expect("the command line is right");
        obey(&games, &matches).map(|()| std::fs::read_to_string(out).expect("a file"))
    };
    for words in [
        "simulate dash --players 2 --bot hasty --games 2 --seed 1",
        "ladder dash --bot hasty --bot random --deals 2 --seed 1",
    ] {
        let text = run(words).unwrap_or_else(|error| panic!("{words}: {error}"));
        assert!(text.contains("hasty"), "{words}: {text}");
    }
    let refused =
        run("simulate dash --players 2 --bot hastier --games 2").expect_err("no such bot").to_string();
    assert!(refused.contains("`hastier`") && refused.contains("hasty"), "{refused}");
}
