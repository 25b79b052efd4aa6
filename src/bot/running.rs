//! A process that plays: its three pipes, and its end together with all that it has started.
//!
//! Nothing that it writes is kept without bound: one line of its answers waits at a time, and the last line of
//! its standard error is remembered. On Unix it leads a process group of its own, which ends as a whole.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line of an answer, in bytes.
const LONGEST_ANSWER: u64 = 1 << 20;
/// How much of a line of the standard error is kept, in bytes.
const LONGEST_COMPLAINT: u64 = 1 << 12;
/// The time in which the standard error of a process that has gone may end.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// The time that a process has to end when its input has ended.
const TIME_TO_END: Duration = Duration::from_secs(2);
/// The hello and one question: what is written while a process does not read.
const MOST_UNREAD: usize = 2;

/// The processes that run, by their numbers, which are also those of their groups.
struct Processes {
    running: BTreeSet<u32>,
    /// No more are started, for the program ends.
    is_closed: bool,
}

static PROCESSES: Mutex<Processes> = Mutex::new(Processes { running: BTreeSet::new(), is_closed: false });

/// Ends every bot that is a process, with all that it has started, and lets no more begin: for a program that ends
/// at a signal, without dropping its bots.
pub fn end_processes() {
    let mut processes = PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
    processes.is_closed = true;
    for process in &processes.running {
        end_group(*process);
    }
}

/// Ends the process group that this process leads. One that has gone cannot be ended, and need not.
#[cfg(unix)]
fn end_group(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(process as i32) {
        _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_process: u32) {}

/// A process that has been started, with a thread for each of its three pipes, so that none can block.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    /// Gone when its input has ended.
    questions: Option<SyncSender<String>>,
    answers: Receiver<Answer>,
    complaints: Complaints,
}

/// A line that it has written.
#[derive(Debug)]
struct Answer {
    line: String,
    /// It has written on before anybody has read this.
    has_more: bool,
}

/// What it writes to its standard error.
#[derive(Debug)]
struct Complaints {
    last: Arc<Mutex<String>>,
    /// Says nothing, and ends with the pipe.
    end: Receiver<Infallible>,
}

impl Running {
    pub(super) fn start(command: &str, hello: &str) -> io::Result<Self> {
        let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut shell = Command::new(shell);
        shell.args([option, command]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mut child = {
            // Locked until it is noted, so that `end_processes` misses none.
            let mut processes = PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
            if processes.is_closed {
                return Err(io::Error::other("the program is ending"));
            }
            let child = shell.spawn()?;
            processes.running.insert(child.id());
            child
        };
        let (questions, to_ask) = sync_channel(MOST_UNREAD);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        thread::spawn(move || write_lines(stdin, &to_ask));
        let (sender, answers) = sync_channel(1);
        thread::spawn(move || read_answers(stdout, &sender));
        let (last, (at_end, end)) = (Arc::default(), sync_channel(1));
        let kept = Arc::clone(&last);
        thread::spawn(move || remember_last_line(stderr, &kept, at_end));
        let mut running =
            Self { child, questions: Some(questions), answers, complaints: Complaints { last, end } };
        // The first line always finds room.
        _ = running.put(hello.to_owned());
        Ok(running)
    }

    /// Asks one question and waits for its answer.
    pub(super) fn ask(&mut self, question: String, limit: Duration) -> Result<String, String> {
        if let Ok(early) = self.answers.try_recv() {
            return Err(format!("answered before it was asked: {}", shortened(&early.line)));
        }
        self.put(question)?;
        match self.answers.recv_timeout(limit) {
            Ok(Answer { line, .. }) if line.len() as u64 >= LONGEST_ANSWER => {
                Err(format!("answered with a line of {LONGEST_ANSWER} bytes or more"))
            }
            Ok(Answer { line, has_more: true }) => {
                Err(format!("wrote more than one line for one question, first: {}", shortened(&line)))
            }
            Ok(answer) => Ok(answer.line),
            Err(RecvTimeoutError::Timeout) => {
                end_group(self.child.id());
                Err(format!("did not answer within {} s{}", limit.as_secs_f64(), self.last_words()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.obituary()),
        }
    }

    /// Lets a line be written. A process that has gone shows itself by the end of its answers.
    fn put(&mut self, line: String) -> Result<(), String> {
        use std::sync::mpsc::TrySendError::Full;
        match self.questions.as_ref().map(|questions| questions.try_send(line)) {
            Some(Err(Full(_))) => Err("answers without reading what it is asked".to_owned()),
            _ => Ok(()),
        }
    }

    /// Why there are no more answers.
    fn obituary(&mut self) -> String {
        let words = self.last_words();
        // A process that ends closes its output a moment before it has ended.
        let ended = (0..LAST_WORDS.as_millis()).find_map(|_| {
            let status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            status
        });
        match ended {
            Some(status) => format!("has ended instead of answering ({status}){words}"),
            None => format!("has closed its output instead of answering{words}"),
        }
    }

    /// The last line that it wrote to its standard error, as the end of a sentence.
    fn last_words(&self) -> String {
        // Nothing is ever sent: this waits for the end, if it comes soon.
        _ = self.complaints.end.recv_timeout(LAST_WORDS);
        match self.complaints.last.lock().unwrap_or_else(PoisonError::into_inner).as_str() {
            "" => String::new(),
            words => format!("; its last words: {words}"),
        }
    }

    /// Ends its input and lets it end by itself, which the end of its answers shows.
    pub(super) fn let_end(&mut self) {
        self.questions = None;
        let deadline = Instant::now() + TIME_TO_END;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.answers.recv_timeout(left).is_err() {
                return;
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut processes = PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
        // The group, as long as its number cannot have gone to another: before its leader is waited for.
        end_group(self.child.id());
        // There is nothing to do about a process that cannot be ended.
        _ = self.child.kill();
        _ = self.child.wait();
        processes.running.remove(&self.child.id());
    }
}

/// The beginning of what a process wrote, for a message.
pub(super) fn shortened(text: &str) -> String {
    text.trim().chars().take(120).collect()
}

fn write_lines(pipe: Option<ChildStdin>, lines: &Receiver<String>) {
    let Some(mut pipe) = pipe else { return };
    for line in lines {
        if writeln!(pipe, "{line}").and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_answers(pipe: Option<impl Read>, answers: &SyncSender<Answer>) {
    let Some(pipe) = pipe else { return };
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = pipe.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line);
        let answer =
            Answer { line: String::from_utf8_lossy(&line).into_owned(), has_more: !pipe.buffer().is_empty() };
        if !matches!(read, Ok(1..)) || answers.send(answer).is_err() {
            return;
        }
    }
}

/// Reads a pipe to its end and keeps the beginning of its last line that is not blank.
fn remember_last_line(pipe: Option<impl Read>, last: &Mutex<String>, _at_end: SyncSender<Infallible>) {
    let Some(pipe) = pipe else { return };
    let mut pipe = BufReader::new(pipe);
    let mut is_beginning = true;
    loop {
        let mut line = Vec::new();
        let Ok(1..) = pipe.by_ref().take(LONGEST_COMPLAINT).read_until(b'\n', &mut line) else { return };
        let text = String::from_utf8_lossy(&line);
        if is_beginning && !text.trim().is_empty() {
            text.trim().clone_into(&mut last.lock().unwrap_or_else(PoisonError::into_inner));
        }
        is_beginning = line.ends_with(b"\n");
    }
}
