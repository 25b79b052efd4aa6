//! A bot that is a process of its own, in any language: it reads views and legal actions as JSON, one line
//! each, and writes its choice as one line of JSON.
//!
//! # The protocol
//!
//! The process is started once a game and seat. It reads from its standard input, line by line:
//!
//! 1. once, in the beginning, who it is and what is played:
//!    `{"type": "hello", "protocol": "furlong-bot", "version": 1, "game": "animal-race", "ruleset": {...},
//!    "setup": {...}, "seat": 1}`. Seats count from 0. `setup` is `null` when the game began from a position.
//!    A hello is not answered.
//! 2. for each decision, what its seat may know and do:
//!    `{"type": "choose", "view": {...}, "actions": [...], "labels": ["2 hare", ...], "random": 123456}`.
//!    `actions` are all legal actions, `labels` the same in words; `random` is a number below 2^32 that comes
//!    from the seed of the game: a bot that takes its chance from it plays the same game again.
//!
//! It answers each `choose` with one line: `{"action": 3}`, the index in `actions` from 0, or
//! `{"action": {...}}`, one of `actions` itself (where actions are numbers, a number is still the index).
//! When the game is over its standard input ends, and it should end too: what still runs two seconds later is
//! killed, with all that it has started (on Unix: its process group). The last line that it writes to its standard
//! error is kept for the message when it fails.
//!
//! A process that ends, answers too late, answers before it is asked, or answers what is not an action has failed: it
//! is killed, the game stops there, and its record is kept. A line of an answer has less than 2^20 bytes; of the last
//! line of the standard error 2^12 are kept.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand::Rng as _;
use serde::Serialize;
use serde_json::Value;

use super::running::{Running, shortened};
use super::{Bot, BotError, Decision};
use crate::game::RaceGame;
use crate::seat::Seat;
use crate::text::Text;

/// The version of the protocol that the hello names.
pub const PROTOCOL_VERSION: u32 = 1;

/// How a process is asked for: `exec:COMMAND`, or `exec:seconds=2.5 COMMAND` with a time limit for each
/// decision (10 seconds when none is given). The command runs in the shell.
///
/// ```
/// use furlong::bot::ProcessSpec;
/// let spec: ProcessSpec = "exec:seconds=2.5 python3 mybot.py".parse()?;
/// assert_eq!(spec.command, "python3 mybot.py");
/// assert_eq!(spec.limit.as_secs_f64(), 2.5);
/// assert_eq!(spec.to_string(), "exec:seconds=2.5 python3 mybot.py");
/// # Ok::<(), furlong::bot::NoCommand>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSpec {
    /// What the shell runs.
    pub command: String,
    /// The time for one decision.
    pub limit: Duration,
}

impl ProcessSpec {
    /// The word that a bot which is a process begins with.
    pub const PREFIX: &'static str = "exec:";
    /// The time for one decision when none is given.
    pub const USUAL_LIMIT: Duration = Duration::from_secs(10);
}

impl fmt::Display for ProcessSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::PREFIX)?;
        if self.limit != Self::USUAL_LIMIT {
            write!(f, "seconds={} ", self.limit.as_secs_f64())?;
        }
        f.write_str(&self.command)
    }
}

/// A text that names no process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no command: write `exec:COMMAND` or `exec:seconds=N COMMAND`, with N above 0")]
pub struct NoCommand(pub String);

impl FromStr for ProcessSpec {
    type Err = NoCommand;

    fn from_str(text: &str) -> Result<Self, NoCommand> {
        let wrong = || NoCommand(text.to_owned());
        let rest = text.trim().strip_prefix(Self::PREFIX).ok_or_else(wrong)?.trim();
        let (limit, command) = match rest.strip_prefix("seconds=") {
            None => (Self::USUAL_LIMIT, rest),
            Some(rest) => {
                let (seconds, command) = rest.split_once(' ').ok_or_else(wrong)?;
                let seconds: f64 = seconds.parse().map_err(|_| wrong())?;
                let limit = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
                (limit, command.trim())
            }
        };
        if command.is_empty() || limit.is_zero() {
            return Err(wrong());
        }
        Ok(Self { command: command.to_owned(), limit })
    }
}

/// A line that a process reads.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", bound = "")]
enum Message<'a, G: RaceGame> {
    /// The game and the seat.
    Hello {
        protocol: &'static str,
        version: u32,
        game: &'static str,
        ruleset: &'a G::Ruleset,
        setup: &'a Value,
        seat: Seat,
    },
    /// A decision.
    Choose { view: &'a G::View, actions: &'a [G::Action], labels: &'a [String], random: u32 },
}

/// The message as a line; it is plain data, which JSON can always write.
fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// A bot that is a process. It starts with the first decision and ends when this value is dropped.
#[derive(Debug)]
pub struct ProcessBot {
    spec: ProcessSpec,
    setup: Value,
    running: Option<Running>,
}

impl ProcessBot {
    /// A bot that will be this process. It is told of the set-up in its hello, as JSON.
    pub fn new(spec: ProcessSpec, setup: Value) -> Self {
        Self { spec, setup, running: None }
    }

    /// Asks one question. A process that does not run yet is started, with a hello.
    fn ask(&mut self, hello: &impl Serialize, question: &impl Serialize) -> Result<String, String> {
        if self.running.is_none() {
            let started = Running::start(&self.spec.command, &json(hello));
            self.running = Some(started.map_err(|error| format!("cannot be started: {error}"))?);
        }
        let running = self.running.as_mut().ok_or("is not running")?;
        running.ask(json(question), self.spec.limit)
    }
}

impl Drop for ProcessBot {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            running.let_end();
        }
    }
}

impl<G: Text> Bot<G> for ProcessBot {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        let rng = &mut *decision.rng;
        if actions.is_empty() {
            return Err(BotError::NoAction);
        }
        let command = self.spec.command.clone();
        let failed = |problem: String| BotError::Failed(format!("`{command}` {problem}"));
        let labels: Vec<String> = actions.iter().map(|action| game.label(view, *action)).collect();
        let setup = self.setup.clone();
        let hello: Message<'_, G> = Message::Hello {
            protocol: "furlong-bot",
            version: PROTOCOL_VERSION,
            game: G::ID,
            ruleset: game.ruleset(),
            setup: &setup,
            seat: decision.seat,
        };
        let question: Message<'_, G> =
            Message::Choose { view, actions, labels: &labels, random: rng.next_u32() };
        let chosen = self.ask(&hello, &question).map_err(failed).and_then(|answer| {
            read_answer(&answer, actions).map_err(|wrong| match wrong {
                WrongAnswer::Unreadable(problem) => failed(problem),
                WrongAnswer::NotLegal { action, reason } => BotError::NotLegal { action, reason },
            })
        });
        if chosen.is_err() {
            // It is out of step with the questions: it is not asked again.
            self.running = None;
        }
        chosen
    }
}

/// Why an answer is no action.
enum WrongAnswer {
    /// It cannot be understood.
    Unreadable(String),
    /// It can, and is not one of the legal actions.
    NotLegal { action: String, reason: String },
}

/// The action that an answer means.
fn read_answer<A: serde::Serialize + Copy>(answer: &str, actions: &[A]) -> Result<A, WrongAnswer> {
    let shown = shortened(answer);
    let unreadable = |what: &str| WrongAnswer::Unreadable(format!("answered {what}: {shown}"));
    let answer: Value = serde_json::from_str(answer).map_err(|_| unreadable("no JSON"))?;
    let action = answer.get("action").ok_or_else(|| unreadable("without an \"action\""))?;
    if let Some(number) = action.as_number() {
        let index = number.as_u64().and_then(|index| actions.get(index as usize));
        let reason = format!("there are actions 0 to {}", actions.len() - 1);
        return index.copied().ok_or(WrongAnswer::NotLegal { action: format!("action {number}"), reason });
    }
    let is_chosen = |legal: &&A| serde_json::to_value(legal).is_ok_and(|legal| legal == *action);
    actions.iter().find(is_chosen).copied().ok_or_else(|| WrongAnswer::NotLegal {
        action: action.to_string().chars().take(120).collect(),
        reason: format!("it is none of the {} actions that it was given", actions.len()),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::race::Race;
    use crate::seat::Seat;
    use crate::toy::Dash;

    fn ask(command: &str) -> Result<String, String> {
        let game = Dash::short();
        let setup = crate::RaceGame::setup(&game, 2);
        let mut race = Race::new(game, &setup, 1).expect("a set-up that fits");
        let spec = format!("exec:seconds=5 {command}").parse().expect("a command");
        let mut bot = ProcessBot::new(spec, Value::Null);
        assert_eq!(race.proceed(), crate::Turn::Seat(Seat::FIRST));
        let action = race.ask(&mut bot).map_err(|error| error.to_string())?;
        Ok(serde_json::to_string(&action).expect("an action is JSON"))
    }

    #[test]
    fn a_process_chooses_by_number_or_by_action() {
        let by_number = r#"read hello; read question; echo '{"action": 2}'; cat"#;
        assert_eq!(ask(by_number), Ok(r#"{"pick":3}"#.to_owned()));
        let by_action = r#"read hello; read question; echo '{"action": {"pick": 1}}'; cat"#;
        assert_eq!(ask(by_action), Ok(r#"{"pick":1}"#.to_owned()));
    }

    #[test]
    fn it_is_told_who_it_is_and_what_it_may_do() {
        let checks = r#"
            read hello; read question
            case $hello in *'"type":"hello"'*'"game":"dash"'*'"seat":0'*) ;; *) echo "$hello" >&2; exit 1;; esac
            case $question in *'"type":"choose"'*'"labels":["lucky 1"'*) ;; *) echo "$question" >&2; exit 1;; esac
            echo '{"action": 0}'; cat"#;
        assert_eq!(ask(checks), Ok(r#"{"pick":1}"#.to_owned()));
    }

    #[test]
    fn a_process_that_dies_is_told_with_its_last_words() {
        let error = ask("echo I am lost >&2; exit 3").expect_err("it dies");
        assert!(error.contains("seat 1 has failed"), "{error}");
        assert!(error.contains("its last words: I am lost"), "{error}");
    }

    #[test]
    fn nonsense_is_told_with_what_was_said() {
        for (answer, complaint) in [
            ("hello!", "answered no JSON: hello!"),
            ("{}", "answered without an \"action\""),
            (r#"{"action": 3}"#, "chose action 3, which is not legal: there are actions 0 to 2"),
            (r#"{"action": -1}"#, "chose action -1"),
            (r#"{"action": "walk"}"#, "chose \"walk\", which is not legal"),
        ] {
            let error = ask(&format!("read a; read b; echo '{answer}'; cat")).expect_err("nonsense");
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn a_process_that_is_silent_runs_out_of_time() {
        let game = Dash::short();
        let setup = crate::RaceGame::setup(&game, 2);
        let mut race = Race::new(game, &setup, 1).expect("a set-up that fits");
        let spec = "exec:seconds=0.05 cat >/dev/null".parse().expect("a command");
        let error = race.ask(&mut ProcessBot::new(spec, Value::Null)).expect_err("no answer");
        assert!(error.to_string().contains("did not answer within 0.05 s"), "{error}");
        assert_eq!(race.events(), 0);
    }

    /// What is read from a pipe that only the process and what it starts hold open, once all of them have gone. The
    /// command opens it as file 3 before it answers.
    fn read_to_the_end(ask: impl FnOnce(&str)) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::read_to_string(pipe).expect("a pipe")
        });
        ask(&format!("exec 3> {}", pipe.display()));
        reader.join().expect("read")
    }

    #[test]
    fn what_a_process_has_started_ends_with_it() {
        let starts = r"(sleep 20; echo survived >&3) >/dev/null 2>&1 & read a; read b; ";
        let end = read_to_the_end(|open| {
            let answered = ask(&format!("{open}; {starts} echo '{{\"action\": 0}}'; cat"));
            assert_eq!(answered, Ok(r#"{"pick":1}"#.to_owned()));
        });
        assert_eq!(end, "", "after the game");
        let end = read_to_the_end(|open| {
            ask(&format!("{open}; {starts} echo nonsense; cat")).expect_err("nonsense");
        });
        assert_eq!(end, "", "after a fault");
        let end = read_to_the_end(|open| {
            ask(&format!("{open}; (sleep 20; echo survived >&3) >/dev/null 2>&1 & exit 3"))
                .expect_err("it dies");
        });
        assert_eq!(end, "", "after its death");
    }

    #[test]
    fn a_process_sees_the_end_of_the_game_and_may_end_by_itself() {
        let command = r#"; read a; read b; echo '{"action": 0}'; while read c; do :; done; echo end >&3"#;
        let end = read_to_the_end(|open| {
            ask(&format!("{open}{command}")).expect("an answer");
        });
        assert_eq!(end, "end\n");
    }

    #[test]
    fn an_answer_that_comes_ahead_of_its_question_is_a_fault() {
        let two = r#"read a; read b; printf '{"action": 0}\n{"action": 1}\n'; cat"#;
        let error = ask(two).expect_err("two answers");
        assert!(error.contains("wrote more than one line for one question"), "{error}");
        assert!(ask(r#"yes '{"action": 0}'"#).is_err());
        let game = Dash::short();
        let setup = crate::RaceGame::setup(&game, 2);
        let mut race = Race::new(game, &setup, 1).expect("a set-up that fits");
        // The second answer is there when a file says so.
        let end = read_to_the_end(|open| {
            let command = format!(
                r#"{open}; read a; read b; echo '{{"action": 0}}'; echo '{{"action": 0}}'; exec 3>&-; cat"#
            );
            let spec = format!("exec:seconds=5 {command}").parse().expect("a command");
            let mut bot = ProcessBot::new(spec, Value::Null);
            let faults = (0..3).filter_map(|_| {
                race.proceed();
                race.ask(&mut bot).err()
            });
            let first = faults.map(|error| error.to_string()).next().expect("a fault");
            assert!(first.contains("before it was asked") || first.contains("more than one line"), "{first}");
        });
        assert_eq!(end, "");
    }

    #[test]
    fn endless_output_is_cut_off() {
        let error = ask("tr '\\0' x </dev/zero").expect_err("no end of the line");
        assert!(error.contains("answered with a line of 1048576 bytes or more"), "{}", error.len());
        let error = ask("head -c 9000000 /dev/zero | tr '\\0' x >&2; exit 1").expect_err("it dies");
        assert!(error.contains("its last words: xxx") && error.len() < 5_000, "{}", error.len());
        let chatty = r#"yes 'I am thinking' >&2 & read a; read b; echo '{"action": 2}'; cat"#;
        assert_eq!(ask(chatty), Ok(r#"{"pick":3}"#.to_owned()));
    }

    #[test]
    fn a_command_needs_words_and_time() {
        for wrong in ["exec:", "exec:seconds=3", "exec:seconds=0 cat", "exec:seconds=x cat", "python3"] {
            assert_eq!(wrong.parse::<ProcessSpec>(), Err(NoCommand(wrong.to_owned())));
        }
    }
}
