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
//! When the game is over its standard input ends, and it should end too. What it writes to its standard
//! error is kept for the message when it fails.
//!
//! A process that ends, answers too late, or answers what is not an action has failed: the game stops there,
//! and its record is kept.

use std::fmt;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use rand::Rng as _;
use serde_json::{Value, json};

use super::{Bot, BotError};
use crate::streams::Stream;
use crate::text::Text;

/// The version of the protocol that the hello names.
pub const PROTOCOL_VERSION: u32 = 1;
/// The longest line that a bot may write, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// How long a process that has ended may take to hand over its last words.
const LAST_WORDS: Duration = Duration::from_millis(200);

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

/// A bot that is a process. It starts with the first decision and ends when this value is dropped.
#[derive(Debug)]
pub struct ProcessBot {
    spec: ProcessSpec,
    setup: Value,
    running: Option<Running>,
}

/// A process that has been started, with a thread for each of its three pipes, so that none can block.
#[derive(Debug)]
struct Running {
    child: Child,
    questions: Sender<String>,
    answers: Receiver<String>,
    complaints: Receiver<String>,
    last_complaint: String,
}

impl ProcessBot {
    /// A bot that will be this process. It is told of the set-up in its hello, as JSON.
    pub fn new(spec: ProcessSpec, setup: Value) -> Self {
        Self { spec, setup, running: None }
    }

    fn hello<G: Text>(&self, game: &G, view: &G::View) -> Value {
        json!({
            "type": "hello",
            "protocol": "furlong-bot",
            "version": PROTOCOL_VERSION,
            "game": G::ID,
            "ruleset": game.ruleset(),
            "setup": self.setup,
            "seat": game.viewer(view),
        })
    }

    /// Asks one question and waits for the answer.
    fn ask(&mut self, question: &Value) -> Result<String, String> {
        let limit = self.spec.limit;
        let Some(running) = &mut self.running else { return Err("is not running".to_owned()) };
        running.hear_complaints(Duration::ZERO);
        // A process that has gone shows itself by the end of its answers.
        _ = running.questions.send(question.to_string());
        match running.answers.recv_timeout(limit) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = limit.as_secs_f64();
                Err(format!("did not answer within {seconds} s{}", running.last_words()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(running.obituary()),
        }
    }
}

impl<G: Text> Bot<G> for ProcessBot {
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        actions: &[G::Action],
        rng: &mut Stream,
    ) -> Result<G::Action, BotError> {
        if actions.is_empty() {
            return Err(BotError::NoAction);
        }
        let command = self.spec.command.clone();
        let failed = |problem: String| BotError::Failed(format!("`{command}` {problem}"));
        if self.running.is_none() {
            let hello = self.hello(game, view);
            let running = Running::start(&self.spec.command)
                .map_err(|error| failed(format!("cannot be started: {error}")))?;
            _ = running.questions.send(hello.to_string());
            self.running = Some(running);
        }
        let labels: Vec<String> = actions.iter().map(|action| game.label(view, *action)).collect();
        let question = json!({
            "type": "choose", "view": view, "actions": actions, "labels": labels, "random": rng.next_u32(),
        });
        let chosen = self.ask(&question).map_err(failed).and_then(|answer| {
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
    let shown: String = answer.trim().chars().take(120).collect();
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

impl Running {
    fn start(command: &str) -> std::io::Result<Self> {
        let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut child = Command::new(shell)
            .args([option, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (questions, to_ask) = channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for question in to_ask {
                    if writeln!(stdin, "{question}").and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        let answers = lines_of(child.stdout.take());
        let complaints = lines_of(child.stderr.take());
        Ok(Self { child, questions, answers, complaints, last_complaint: String::new() })
    }

    /// Why there are no more answers.
    fn obituary(&mut self) -> String {
        let words = self.last_words();
        match self.child.try_wait() {
            Ok(Some(status)) => format!("has ended instead of answering ({status}){words}"),
            _ => format!("has closed its output instead of answering{words}"),
        }
    }

    /// The last line that it wrote to its standard error, as the end of a sentence.
    fn last_words(&mut self) -> String {
        self.hear_complaints(LAST_WORDS);
        match self.last_complaint.trim() {
            "" => String::new(),
            words => format!("; its last words: {words}"),
        }
    }

    /// Keeps the last line of what has come over its standard error, of a bounded number of lines, since
    /// some processes never stop talking.
    fn hear_complaints(&mut self, patience: Duration) {
        let lines = std::iter::from_fn(|| self.complaints.recv_timeout(patience).ok());
        if let Some(last) = lines.take(10_000).filter(|line| !line.trim().is_empty()).last() {
            self.last_complaint = last;
        }
    }
}

/// The lines that a pipe gives, read in a thread of its own.
fn lines_of(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, lines) = channel();
    if let Some(pipe) = pipe {
        thread::spawn(move || {
            let mut pipe = BufReader::new(pipe);
            loop {
                let mut line = Vec::new();
                let read = pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                let is_over = !matches!(read, Ok(1..));
                if is_over || sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
    }
    lines
}

impl Drop for Running {
    fn drop(&mut self) {
        // There is nothing to do about a process that cannot be ended.
        _ = self.child.kill();
        _ = self.child.wait();
    }
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
            (
                r#"{"action": 3}"#,
                "chose action 3, which is not legal: there are actions 0 to 2; the position: {",
            ),
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

    #[test]
    fn a_command_needs_words_and_time() {
        for wrong in ["exec:", "exec:seconds=3", "exec:seconds=0 cat", "exec:seconds=x cat", "python3"] {
            assert_eq!(wrong.parse::<ProcessSpec>(), Err(NoCommand(wrong.to_owned())));
        }
    }
}
