//! A running process: its three pipes, and how it ends together with everything that it has started.
//!
//! All buffers are bounded: a few lines wait for the process to read them, one line of its answers waits at a time, and
//! the last line of its standard error is remembered. On Unix the process leads its own process group, which ends as a
//! whole.

use std::convert::Infallible;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::groups;
use super::observer::{ProcessEventKind, ProcessObserver, Reporter};
use super::protocol;
use super::protocol::{Fault, Service, shortened};
use super::spec::ProcessSpec;
use crate::bot::contract::FailureKind;
use crate::bot::{BotError, StopFlag};
use crate::formats::json;

/// The longest line of an answer, in bytes.
const LONGEST_ANSWER: u64 = 1 << 20;
/// The number of bytes that are kept of a line of the standard error.
const LONGEST_COMPLAINT: u64 = 1 << 12;
/// The time that the standard error may stay open after the process has exited.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// The time that a process has to exit after its input was closed.
pub(super) const TIME_TO_END: Duration = Duration::from_secs(2);
/// The note for a process that does not exit when its input ends.
pub(crate) const OUTSTAYS: &str = "killed because it did not exit within 2 s after its input ended";
/// The maximum number of lines that wait for a process to read them.
const MOST_UNREAD: usize = 64;
/// The interval between two checks of a stop flag, or of waiting lines.
const SOON: Duration = Duration::from_millis(20);

/// A process that has been started, with a thread for each of its three pipes, so that none can block.
#[derive(Debug)]
pub(super) struct Running {
    command: String,
    limit: Duration,
    child: Child,
    /// The lines to write; `None` after the input was closed.
    lines: Option<SyncSender<String>>,
    /// Whether nobody reads the input any more.
    is_unread: Arc<AtomicBool>,
    answers: Receiver<Answer>,
    complaints: Complaints,
    listens: bool,
    games: u64,
    reporter: Reporter,
}

/// A line that the process has written.
#[derive(Debug)]
struct Answer {
    line: String,
    /// Whether the process wrote more before anybody had read this line.
    has_more: bool,
}

/// The standard error of a process.
#[derive(Debug)]
struct Complaints {
    last: Arc<Mutex<String>>,
    /// A channel that carries nothing and closes with the pipe.
    end: Receiver<Infallible>,
}

impl Running {
    /// Starts a process and exchanges the hello.
    pub(super) fn start(
        spec: &ProcessSpec,
        observer: Option<Arc<dyn ProcessObserver>>,
    ) -> Result<Self, BotError> {
        let started = Self::spawn(spec, observer);
        let mut running = started.map_err(|error| {
            failed(FailureKind::Crash, &spec.command, &format!("cannot be started: {error}"))
        })?;
        // A process may need a while to start, whatever its limit is later.
        let patience = spec.limit.max(ProcessSpec::USUAL_LIMIT);
        let answer = running.ask(json::written(&Service::HELLO), patience, None)?;
        running.listens =
            protocol::read_ready(&answer).map_err(|problem| running.fail(FailureKind::Protocol, &problem))?;
        Ok(running)
    }

    fn spawn(spec: &ProcessSpec, observer: Option<Arc<dyn ProcessObserver>>) -> io::Result<Self> {
        let mut shell = shell(&spec.command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = groups::start(&mut shell)?;
        let reporter = Reporter::open(observer, child.id(), &spec.command);
        let (lines, to_write) = sync_channel(MOST_UNREAD);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let is_unread = Arc::<AtomicBool>::default();
        let unread = Arc::clone(&is_unread);
        thread::spawn(move || write_lines(stdin, &to_write, &unread));
        let (sender, answers) = sync_channel(1);
        let heard = reporter.clone();
        thread::spawn(move || read_answers(stdout, &sender, &heard));
        let (last, (at_end, end)) = (Arc::default(), sync_channel(1));
        let (kept, heard) = (Arc::clone(&last), reporter.clone());
        thread::spawn(move || remember_last_line(stderr, &kept, at_end, &heard));
        let complaints = Complaints { last, end };
        let (command, limit) = (spec.command.clone(), spec.limit);
        let lines = Some(lines);
        Ok(Self {
            command,
            limit,
            child,
            lines,
            is_unread,
            answers,
            complaints,
            listens: false,
            games: 0,
            reporter,
        })
    }

    /// Returns whether the process wants to read the happenings.
    pub(super) fn listens(&self) -> bool {
        self.listens
    }

    /// The number of games that the process has begun.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Begins a game, and returns its number in this process, from 0.
    pub(super) fn begin_game(&mut self) -> u64 {
        self.games += 1;
        self.games - 1
    }

    /// Asks for a decision and waits for the answer, at most for the time that is left for the game.
    pub(super) fn decide(
        &mut self,
        question: String,
        left: Option<Duration>,
        stop: Option<&StopFlag>,
    ) -> Result<String, BotError> {
        if left.is_some_and(|left| left.is_zero()) {
            return Err(self.fail(FailureKind::Time, "has no time left for this game"));
        }
        self.ask(question, left.map_or(self.limit, |left| left.min(self.limit)), stop)
    }

    fn ask(
        &mut self,
        question: String,
        limit: Duration,
        stop: Option<&StopFlag>,
    ) -> Result<String, BotError> {
        if let Ok(early) = self.answers.try_recv() {
            let early = format!("answered before it was asked: {}", shortened(&early.line));
            return Err(self.fail(FailureKind::Protocol, &early));
        }
        let deadline = Instant::now() + limit;
        self.put(question, deadline)?;
        let Answer { line, has_more } = self.wait_for_answer(deadline, limit, stop)?;
        if line.len() as u64 >= LONGEST_ANSWER {
            let long = format!("answered with a line of {LONGEST_ANSWER} bytes or more");
            return Err(self.fail(FailureKind::Protocol, &long));
        }
        if has_more {
            let more =
                format!("wrote more than one line for one question, the first being {}", shortened(&line));
            return Err(self.fail(FailureKind::Protocol, &more));
        }
        Ok(line)
    }

    fn wait_for_answer(
        &mut self,
        deadline: Instant,
        limit: Duration,
        stop: Option<&StopFlag>,
    ) -> Result<Answer, BotError> {
        let mut left = deadline.saturating_duration_since(Instant::now());
        loop {
            let begun = Instant::now();
            let answer = self.answers.recv_timeout(left.min(SOON));
            // Time in which this program itself was suspended is nobody's fault.
            left = left.saturating_sub(begun.elapsed().min(2 * SOON));
            match answer {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => {
                    let end = self.obituary();
                    return Err(self.fail(FailureKind::Crash, &end));
                }
                Err(RecvTimeoutError::Timeout) if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) => {
                    return Err(BotError::Stopped);
                }
                // A shell may outlive the program that it has started, and keep its output open.
                Err(RecvTimeoutError::Timeout) if self.is_unread.load(Ordering::Relaxed) => {
                    return Err(self.fail(FailureKind::Crash, "closed its input instead of answering"));
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let late = format!("did not answer within {} s", limit.as_secs_f64());
                    return Err(self.fail(FailureKind::Time, &late));
                }
            }
        }
    }

    /// Writes a line that needs no answer.
    pub(super) fn tell(&mut self, line: String) -> Result<(), BotError> {
        self.put(line, Instant::now() + self.limit)
    }

    /// Queues a line to be written. If too many lines are waiting, it waits until the deadline. A process that has
    /// exited is noticed by the end of its answers.
    fn put(&mut self, mut line: String, deadline: Instant) -> Result<(), BotError> {
        let Some(lines) = &self.lines else { return Ok(()) };
        self.reporter.observe(ProcessEventKind::Asked(&line));
        while let Err(TrySendError::Full(unsent)) = lines.try_send(line) {
            if Instant::now() >= deadline {
                return Err(self.fail(FailureKind::Time, "does not read its input"));
            }
            line = unsent;
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Kills the process because of a fault, and returns the error with the last line of its standard error.
    pub(super) fn fail(&mut self, kind: FailureKind, problem: &str) -> BotError {
        self.reporter.note(|| format!("it has failed: it {problem}"));
        let words = self.kill();
        failed(kind, &self.command, &format!("{problem}{words}"))
    }

    /// Kills the process because of its answer, and returns the error with the last line of its standard error.
    pub(super) fn at_fault(&mut self, fault: Fault) -> BotError {
        match fault {
            Fault::Unreadable(problem) => self.fail(FailureKind::Protocol, &problem),
            Fault::NotLegal { action, given } => {
                self.reporter.note(|| format!("it has failed: it chose {action}, and was given {given}"));
                let words = self.kill();
                BotError::NotLegal { action, reason: format!("`{}` was given {given}{words}", self.command) }
            }
        }
    }

    /// The reason why no more answers come.
    fn obituary(&mut self) -> String {
        // A process closes its output a moment before it exits.
        let ended = (0..LAST_WORDS.as_millis()).find_map(|_| {
            let status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            status
        });
        match ended {
            Some(status) => format!("exited instead of answering ({status})"),
            None => "closed its output instead of answering".to_owned(),
        }
    }

    /// Kills the process together with everything that it has started, which closes its standard error. Returns the
    /// last line of that, as the end of a sentence.
    fn kill(&mut self) -> String {
        groups::end_group(self.child.id());
        // Nothing can be done about a process that cannot be killed.
        _ = self.child.kill();
        // Nothing is ever sent: this waits for the channel to close, which a process outside the group may delay.
        _ = self.complaints.end.recv_timeout(LAST_WORDS);
        match self.complaints.last.lock().unwrap_or_else(PoisonError::into_inner).as_str() {
            "" => String::new(),
            words => format!("; last line on standard error: {words}"),
        }
    }

    /// Closes the input, which asks the process to exit.
    pub(super) fn end_input(&mut self) {
        self.lines = None;
    }

    /// Waits until the process ends, which closes its output.
    pub(super) fn wait_for_end(&self, deadline: Instant) {
        let left = || deadline.saturating_duration_since(Instant::now());
        while !left().is_zero() {
            match self.answers.recv_timeout(left()) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        self.reporter.note(|| OUTSTAYS.to_owned());
    }

    /// Reports a note about the conversation, if somebody listens.
    pub(super) fn note(&self, note: impl FnOnce() -> String) {
        self.reporter.note(note);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        groups::end(&mut self.child);
        if self.reporter.is_heard() {
            // So that the last words of the process are reported before its end.
            _ = self.complaints.end.recv_timeout(LAST_WORDS);
        }
        self.reporter.observe(ProcessEventKind::Ended("the process is gone"));
    }
}

/// The system's shell with a command line.
#[cfg(not(windows))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

/// The system's shell with a command line. It reads its line as it is, and has quotes of its own.
#[cfg(windows)]
fn shell(command: &str) -> Command {
    use std::os::windows::process::CommandExt as _;
    let mut shell = Command::new("cmd");
    shell.args(["/D", "/S", "/C"]).raw_arg(format!("\"{command}\""));
    shell
}

fn failed(kind: FailureKind, command: &str, problem: &str) -> BotError {
    BotError::Process { kind, problem: format!("`{command}` {problem}") }
}

/// Writes lines until there are no more, or `is_unread` because nobody reads them.
fn write_lines(pipe: Option<ChildStdin>, lines: &Receiver<String>, is_unread: &AtomicBool) {
    let Some(pipe) = pipe else { return };
    let mut pipe = BufWriter::new(pipe);
    for line in lines {
        // Lines that are waiting are written together.
        let mut all = std::iter::once(line).chain(lines.try_iter());
        let written = all.try_for_each(|line| writeln!(pipe, "{line}"));
        if written.and_then(|()| pipe.flush()).is_err() {
            is_unread.store(true, Ordering::Relaxed);
            return;
        }
    }
}

fn read_answers(pipe: Option<impl Read>, answers: &SyncSender<Answer>, reporter: &Reporter) {
    let Some(pipe) = pipe else { return };
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = pipe.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line);
        let answer =
            Answer { line: String::from_utf8_lossy(&line).into_owned(), has_more: !pipe.buffer().is_empty() };
        if !matches!(read, Ok(1..)) {
            return;
        }
        reporter.observe(ProcessEventKind::Answered(answer.line.trim_end_matches(['\n', '\r'])));
        if answers.send(answer).is_err() {
            return;
        }
    }
}

/// Reads a pipe to its end, and keeps the beginning of its last line that is not blank.
fn remember_last_line(
    pipe: Option<impl Read>,
    last: &Mutex<String>,
    _at_end: SyncSender<Infallible>,
    reporter: &Reporter,
) {
    let Some(pipe) = pipe else { return };
    let mut pipe = BufReader::new(pipe);
    let mut is_beginning = true;
    loop {
        let mut line = Vec::new();
        let Ok(1..) = pipe.by_ref().take(LONGEST_COMPLAINT).read_until(b'\n', &mut line) else { return };
        let text = String::from_utf8_lossy(&line);
        reporter.observe(ProcessEventKind::Complained(text.trim_end_matches(['\n', '\r'])));
        if is_beginning && !text.trim().is_empty() {
            text.trim().clone_into(&mut last.lock().unwrap_or_else(PoisonError::into_inner));
        }
        is_beginning = line.ends_with(b"\n");
    }
}
