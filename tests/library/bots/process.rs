//! Processes that play the toy game, written for the shell.

use std::fs;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use furlong::arena::{Arena, Entrant};
use furlong::bot::{FailureKind, ProcessBot, ProcessPool};
use furlong::race::TurnError;
use furlong::{Bot, BotError, Decision, Race, RaceGame as _, RandomBot, Seat, Seats, Turn, rand};
use serde_json::Value;

use crate::dash::{Dash, Happening};
use crate::json;

/// The time after which a test gives up what it waits for: more than a process needs on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The answer to the hello.
const READY: &str = r#"read h; echo '{"protocol": "furlong-bot", "version": 2}'; "#;

fn race() -> Race<Dash> {
    let game = Dash::short();
    let setup = game.setup(2);
    Race::new(game, &setup, 1).expect("a set-up that fits")
}

fn pool(command: &str) -> ProcessPool {
    ProcessPool::new(format!("exec:seconds=5 {command}").parse().expect("a command"))
}

fn bot(command: &str) -> ProcessBot {
    pool(command).bot(Value::Null, race().seats())
}

/// Asks a process for the first decision of a race.
fn ask(command: &str) -> Result<String, String> {
    let mut race = race();
    assert_eq!(race.proceed(), Turn::Seat(Seat::FIRST));
    let action = race.ask(&mut bot(command)).map_err(|error| error.to_string())?;
    Ok(serde_json::to_string(&action).expect("an action is JSON"))
}

/// Asks a process that answers the hello, and then does this.
fn ask_ready(rest: &str) -> Result<String, String> {
    ask(&format!("{READY}{rest}"))
}

#[test]
fn a_process_chooses_by_number_or_by_action() {
    let by_number = r#"read game; read question; echo '{"action": 2}'; cat"#;
    assert_eq!(ask_ready(by_number), Ok(r#"{"pick":3}"#.to_owned()));
    let by_action = r#"read game; read question; echo '{"action": {"pick": 1}}'; cat"#;
    assert_eq!(ask_ready(by_action), Ok(r#"{"pick":1}"#.to_owned()));
}

#[test]
fn a_process_reads_the_lines_that_are_documented() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    let command = listener(&heard);
    let mut race = race();
    let mut bot = bot(&command);
    race.proceed();
    race.notify(&mut bot, Seat::FIRST, 0);
    race.ask(&mut bot).expect("an answer");
    race.notify(&mut bot, Seat::FIRST, 0);
    drop(bot);
    let heard = fs::read_to_string(heard).expect("written");
    let lines: Vec<&str> = heard.lines().collect();
    let random = race_random();
    let ruleset = serde_json::to_string(race.game().ruleset()).expect("plain data");
    let view = r#"{"seat":0,"table":{"first":0,"lucky":[null,null],"squares":[0,0],"phase":{"pick":0}}}"#;
    let actions = r#"[{"pick":1},{"pick":2},{"pick":3}],"labels":["lucky 1","lucky 2","lucky 3"]"#;
    assert_eq!(
        lines,
        [
            r#"{"type":"hello","protocol":"furlong-bot","version":2}"#.to_owned(),
            format!(
                r#"{{"type":"game","game":0,"name":"dash","ruleset":{ruleset},"setup":null,"seat":0,"players":2}}"#
            ),
            format!(r#"{{"type":"decide","game":0,"view":{view},"actions":{actions},"random":{random}}}"#),
            r#"{"type":"told","game":0,"happening":{"picked":{"seat":0,"number":1}}}"#.to_owned(),
            r#"{"type":"over","game":0,"end":"stopped"}"#.to_owned(),
        ]
    );
}

/// The number that the first decision of the race hands to its bot.
fn race_random() -> u32 {
    rand::Rng::next_u32(&mut race().bot_stream(Seat::FIRST))
}

/// A process that listens, takes the first action, and writes all that it reads into this file.
fn listener(heard: &Path) -> String {
    let heard = heard.display();
    format!(
        r#"while read -r line; do printf '%s\n' "$line" >> {heard}; case $line in
           *'"hello"'*) echo '{{"protocol": "furlong-bot", "version": 2, "listens": true}}';;
           *'"decide"'*) echo '{{"action": 0}}';; esac; done"#
    )
}

/// Takes the first action, and keeps what it is told.
struct InProcess(Arc<Mutex<Vec<Happening>>>);

impl Bot<Dash> for InProcess {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<crate::dash::Action, BotError> {
        Ok(decision.actions[0])
    }

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, _game: &Dash, _seat: Seat, happening: &Happening) {
        self.0.lock().expect("one thread").push(happening.clone());
    }
}

fn arena(entrant: Entrant<Dash>, groups: u64, threads: usize) -> Arena<Dash> {
    let game = Dash::short();
    let setup = game.setup(3);
    let lineup = vec![
        entrant,
        Entrant::new("random", || Box::new(RandomBot)),
        Entrant::new("random", || Box::new(RandomBot)),
    ];
    let threads = std::num::NonZeroUsize::new(threads);
    Arena::new(game, setup, lineup, 11, groups).threads(threads)
}

/// An entrant that is a process.
fn process(name: &str, command: &str) -> Entrant<Dash> {
    let pool = pool(command);
    let players = Seats::try_from(3).expect("seats");
    Entrant::new(name, move || Box::new(pool.bot(Value::Null, players)))
}

#[test]
fn a_process_is_told_exactly_what_a_bot_in_the_program_is_told_and_plays_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    let told = Arc::default();
    let ears = Arc::clone(&told);
    let within = Entrant::new("first", move || Box::new(InProcess(Arc::clone(&ears))));
    let [within, without] = [within, process("first", &listener(&heard))]
        .map(|entrant| arena(entrant, 20, 1).run().expect("it runs"));
    assert_eq!(within, without);
    let heard = fs::read_to_string(heard).expect("written");
    let lines: Vec<Value> = heard.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let happenings = lines.iter().filter(|line| line["type"] == "told").map(|line| line["happening"].clone());
    let told: Vec<Value> = told
        .lock()
        .expect("one thread")
        .iter()
        .map(|happening| json::to_value(happening).expect("data"))
        .collect();
    assert!(told.len() > 600, "{}", told.len());
    assert_eq!(happenings.collect::<Vec<_>>(), told);
    // A game is over before the next one begins, and nothing is written outside of one.
    let mut next = 0;
    for line in lines.iter().skip(1) {
        assert_eq!(line["game"], next);
        next += u64::from(line["type"] == "over");
    }
    assert_eq!(next, 60, "three seatings of twenty deals");
}

#[test]
fn a_process_is_started_at_most_once_a_thread_in_two_hundred_games() {
    for (threads, games, least, most) in [(1, "", 1, 1), (2, "", 1, 2), (1, "games=50 ", 4, 4)] {
        let folder = tempfile::tempdir().expect("a folder");
        let starts = folder.path().join("starts");
        let command =
            format!("{games}echo x >> {}; {}", starts.display(), listener(&folder.path().join("heard")));
        let arena = arena(process("first", &command), 67, threads);
        assert_eq!(arena.run().expect("it runs").games(), 201);
        let starts = fs::read_to_string(starts).expect("written").lines().count();
        assert!(
            (least..=most + usize::from(!games.is_empty())).contains(&starts),
            "{starts} with {threads} threads"
        );
    }
}

#[test]
fn a_process_of_another_version_is_refused_in_one_sentence() {
    let first = r#"read hello; echo '{"protocol": "furlong-bot", "version": 1}'; cat"#;
    let error = ask(first).expect_err("another version");
    assert!(error.contains("speaks version 1 of furlong-bot, and not version 2 of furlong-bot"), "{error}");
    let error = ask(r#"read hello; echo '{"action": 0}'; cat"#).expect_err("no hello");
    let wanted =
        r#"answered `hello` without {"protocol": "furlong-bot", "version": 2} (missing field `protocol`): {"#;
    assert!(error.contains(wanted), "{error}");
}

#[test]
fn a_hello_with_a_byte_order_mark_is_understood_and_one_that_says_a_thing_twice_is_not() {
    let marked = r#"read h; printf '\357\273\277{"protocol": "furlong-bot", "version": 2}\n'; "#;
    let rest = r#"read a; read b; echo '{"action": 0}'; cat"#;
    assert_eq!(ask(&format!("{marked}{rest}")), Ok(r#"{"pick":1}"#.to_owned()));
    let twice = r#"read h; echo '{"protocol": "furlong-bot", "version": 2, "version": 2}'; cat"#;
    let error = ask(twice).expect_err("which one counts?");
    assert!(error.contains(r#""version": 2} (duplicate field `version`): "#), "{error}");
}

#[test]
fn the_last_words_of_a_process_that_dies_are_reported() {
    for dies in ["echo I am lost >&2; exit 3", &format!("{READY} read game; echo I am lost >&2; exit 3")] {
        let error = ask(dies).expect_err("it dies");
        assert!(error.contains("seat 1 has failed"), "{error}");
        assert!(error.contains("last line on standard error: I am lost"), "{error}");
    }
}

#[test]
fn a_process_that_has_failed_fails_from_then_on_and_another_game_gets_a_new_one() {
    let pool = pool(&format!("{READY} read game; read question; echo nonsense; cat"));
    let (mut race, mut bot) = (race(), pool.bot(Value::Null, Seats::MOST));
    race.proceed();
    let first = race.ask(&mut bot).expect_err("nonsense");
    assert_eq!(race.ask(&mut bot), Err(first.clone()));
    assert_eq!(race.ask(&mut pool.bot(Value::Null, Seats::MOST)), Err(first));
}

#[test]
fn nonsense_is_reported_with_what_was_said() {
    for (answer, complaint) in [
        ("hello!", "answered something that is not JSON: hello!"),
        ("{}", "answered without one \"action\" (missing field `action`): {}"),
        ("3", "answered without one \"action\""),
        (r#"{"action": 0, "action": 1}"#, "without one \"action\" (duplicate field `action`)"),
        (r#"{"action": {"pick": 1, "pick": 2}}"#, "without one \"action\" (duplicate field `pick`)"),
        (r#"{"action": 3}"#, "chose action 3, which is not legal: `read h; echo"),
        (r#"{"action": 3}"#, "` was given the actions 0 to 2; last line on standard error: I mean it"),
        (r#"{"action": -1}"#, "chose action -1"),
        (r#"{"action": "walk"}"#, "chose \"walk\", which is not legal"),
        (r#"{"action": "walk"}"#, "` was given 3 others; last line on standard error: I mean it"),
    ] {
        let error = ask_ready(&format!("read a; read b; echo I mean it >&2; echo '{answer}'; cat"))
            .expect_err("nonsense");
        assert!(
            error.contains(complaint) && error.contains("last line on standard error: I mean it"),
            "{error}"
        );
    }
}

#[test]
fn a_process_that_is_silent_runs_out_of_time() {
    let mut race = race();
    let spec = format!("exec:seconds=0.05 {READY} cat >/dev/null").parse().expect("a command");
    let error = race.ask(&mut ProcessPool::new(spec).bot(Value::Null, Seats::MOST)).expect_err("no answer");
    assert!(error.to_string().contains("did not answer within 0.05 s"), "{error}");
    assert_eq!(race.events(), 0);
}

#[test]
fn a_process_that_closes_its_input_has_ended_and_is_not_late() {
    let closed = r#"read hello; exec 0<&-; echo '{"protocol": "furlong-bot", "version": 2}'; sleep 60"#;
    let error = ask(closed).expect_err("nobody reads the question");
    assert!(error.contains("closed its input instead of answering"), "{error}");
}

#[test]
fn only_a_program_that_was_never_ready_counts_as_not_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = folder.path().join("mark");
    let once = format!("test -e {0} && exit 3; touch {0}; {READY} exit 3", mark.display());
    for (command, kinds) in [("exit 3", [FailureKind::Start; 2]), (&*once, [FailureKind::Crash; 2])] {
        let pool = pool(command);
        let failed = || {
            let mut race = race();
            race.proceed();
            let error = race.ask(&mut pool.bot(Value::Null, Seats::MOST)).expect_err("it ends");
            let TurnError::Failed { error, .. } = error else { panic!("{error}") };
            error.kind()
        };
        assert_eq!([failed(), failed()], kinds, "{command}");
    }
}

#[test]
fn a_process_that_does_not_read_what_it_is_told_fails_when_it_is_asked() {
    let listens = r#"read h; echo '{"protocol": "furlong-bot", "version": 2, "listens": true}'; sleep 60"#;
    let spec = format!("exec:seconds=0.2 {listens}").parse().expect("a command");
    let mut bot = ProcessPool::new(spec).bot(Value::Null, Seats::MOST);
    let mut race = race();
    race.proceed();
    let happening = Happening::Rolled { seat: Seat::FIRST, die: 6 };
    // More than a pipe holds.
    for _ in 0..10_000 {
        bot.observe(race.game(), Seat::FIRST, &happening);
    }
    let error = race.ask(&mut bot).expect_err("it is stuck");
    assert!(error.to_string().contains("does not read its input"), "{error}");
}

#[test]
fn a_process_that_thinks_is_stopped_by_the_flag_of_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = folder.path().join("asked");
    let command = format!("{READY} read game; read question; echo > {}; cat", asked.display());
    let spec = format!("exec:seconds=3000 {command}").parse().expect("a command");
    let pool = ProcessPool::new(spec);
    let entrant = Entrant::new("slow", move || Box::new(pool.bot(Value::Null, Seats::MOST)));
    let arena = arena(entrant, 1, 1);
    let stop = furlong::bot::StopFlag::clone(&arena.stop);
    let run = std::thread::spawn(move || arena.run());
    let since = Instant::now();
    while !asked.exists() {
        assert!(since.elapsed() < PATIENCE && !run.is_finished(), "the process is not asked");
        std::thread::yield_now();
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(run.join().expect("no panic").is_ok_and(|results| results.games() == 0));
}

/// The text from a pipe that only the process and what it starts hold open, once all of them have gone. The command
/// opens it as file 3 before it answers.
fn read_to_the_end(ask: impl FnOnce(&str)) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let (sender, end) = channel();
    std::thread::spawn({
        let pipe = pipe.clone();
        move || sender.send(fs::read_to_string(pipe).expect("a pipe"))
    });
    ask(&format!("exec 3> {}", pipe.display()));
    // A process that is killed before it opens the pipe leaves the reader waiting.
    end.recv_timeout(PATIENCE).expect("the pipe is opened, and closed by all")
}

#[test]
fn what_a_process_has_started_ends_with_it() {
    let starts = format!("(sleep 20; echo survived >&3) >/dev/null 2>&1 & {READY} read a; read b; ");
    let end = read_to_the_end(|open| {
        let answered = ask(&format!("{open}; {starts} echo '{{\"action\": 0}}'; cat >/dev/null"));
        assert_eq!(answered, Ok(r#"{"pick":1}"#.to_owned()));
    });
    assert_eq!(end, "", "after the game");
    let end = read_to_the_end(|open| {
        ask(&format!("{open}; {starts} echo nonsense; cat")).expect_err("nonsense");
    });
    assert_eq!(end, "", "after a fault");
    let end = read_to_the_end(|open| {
        ask(&format!("{open}; (sleep 20; echo survived >&3) >/dev/null 2>&1 & exit 3")).expect_err("it dies");
    });
    assert_eq!(end, "", "after its death");
    let end = read_to_the_end(|open| {
        let command = format!(
            "{open}; (sleep 20; echo survived >&3) >/dev/null 2>&1 & {}",
            listener(Path::new("/dev/null"))
        );
        arena(process("first", &command), 10, 2).run().expect("it runs");
    });
    assert_eq!(end, "", "after a run");
}

#[test]
fn a_process_sees_the_end_of_the_run_and_may_end_by_itself() {
    let command = format!(
        r#"; {READY} read a; read b; echo '{{"action": 0}}'; while read c; do :; done; echo end >&3"#
    );
    let end = read_to_the_end(|open| {
        ask(&format!("{open}{command}")).expect("an answer");
    });
    assert_eq!(end, "end\n");
}

#[test]
fn an_answer_that_comes_ahead_of_its_question_is_a_fault() {
    let two = r#"read a; read b; printf '{"action": 0}\n{"action": 1}\n'; cat"#;
    let error = ask_ready(two).expect_err("two answers");
    assert!(error.contains("wrote more than one line for one question"), "{error}");
    assert!(ask(r#"yes '{"action": 0}'"#).is_err());
    let mut race = race();
    let end = read_to_the_end(|open| {
        let command = format!(
            r#"{open}; {READY} read a; read b; echo '{{"action": 0}}'; echo '{{"action": 0}}'; exec 3>&-; cat"#
        );
        let mut bot = bot(&command);
        let faults = (0..3).filter_map(|_| {
            race.proceed();
            race.ask(&mut bot).err()
        });
        let first = faults.map(|error| error.to_string()).next().expect("a fault");
        // A second answer that is slow counts for the second question, and then the copy of that question is the fault.
        let faults = ["before it was asked", "more than one line", "without one \"action\""];
        assert!(faults.iter().any(|fault| first.contains(fault)), "{first}");
    });
    assert_eq!(end, "");
}

#[test]
fn endless_output_is_cut_off() {
    let error = ask("tr '\\0' x </dev/zero").expect_err("no end of the line");
    assert!(error.contains("answered with a line of 1048576 bytes or more"), "{}", error.len());
    let error = ask("head -c 9000000 /dev/zero | tr '\\0' x >&2; exit 1").expect_err("it dies");
    assert!(error.contains("last line on standard error: xxx") && error.len() < 5_000, "{}", error.len());
    let chatty = format!(r#"yes 'I am thinking' >&2 & {READY} read a; read b; echo '{{"action": 2}}'; cat"#);
    assert_eq!(ask(&chatty), Ok(r#"{"pick":3}"#.to_owned()));
}
