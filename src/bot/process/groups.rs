//! The process groups of the bots that run, which end with the program, however it ends.
//!
//! A program that is killed can end nothing itself. So a shell watches it: it reads from a pipe which groups there are,
//! and when the pipe ends, because the program has, it kills those that are left.

use std::collections::BTreeSet;
use std::io;
#[cfg(unix)]
use std::process::ChildStdin;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The processes that run, by their numbers, which are also those of their groups.
struct Groups {
    running: BTreeSet<u32>,
    /// No more are started, for the program ends.
    is_closed: bool,
    #[cfg(unix)]
    watcher: Option<ChildStdin>,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups {
    running: BTreeSet::new(),
    is_closed: false,
    #[cfg(unix)]
    watcher: None,
});

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every process that plays, with all that it has started, and lets no more begin: for a program that ends at a
/// signal, without dropping its bots.
pub fn end_processes() {
    let mut groups = groups();
    groups.is_closed = true;
    for process in &groups.running {
        end_group(*process);
    }
}

/// Starts a process, which leads a group on Unix.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Locked until it is noted, so that `end_processes` misses none.
    let mut groups = groups();
    if groups.is_closed {
        return Err(io::Error::other("the program is ending"));
    }
    #[cfg(unix)]
    groups.watch()?;
    let child = command.spawn()?;
    groups.running.insert(child.id());
    groups.tell('+', child.id());
    Ok(child)
}

/// Ends a process together with its group, and waits for it.
pub(super) fn end(child: &mut Child) {
    let mut groups = groups();
    // The group, as long as its number cannot have gone to another: before its leader is waited for.
    end_group(child.id());
    groups.tell('-', child.id());
    // There is nothing to do about a process that cannot be ended.
    _ = child.kill();
    _ = child.wait();
    groups.running.remove(&child.id());
}

/// Ends the process group that this process leads. One that has gone cannot be ended, and need not.
#[cfg(unix)]
pub(super) fn end_group(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(process as i32) {
        _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn end_group(_process: u32) {}

#[cfg(unix)]
impl Groups {
    /// Starts the watcher unless it runs already. It has a process group of its own and ignores the terminal's signals, so
    /// it outlives the program.
    fn watch(&mut self) -> io::Result<()> {
        use std::os::unix::process::CommandExt as _;
        use std::process::Stdio;

        const WATCH: &str = r#"trap '' HUP INT TERM TSTP
groups=
while read -r sign group; do
    case $sign in
        +) groups="$groups $group" ;;
        -) others=
           for other in $groups; do [ "$other" = "$group" ] || others="$others $other"; done
           groups=$others ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done"#;
        if self.watcher.is_none() {
            let mut shell = Command::new("sh");
            shell.args(["-c", WATCH]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            self.watcher = shell.process_group(0).spawn()?.stdin;
        }
        Ok(())
    }

    /// Tells the watcher of a group that has begun or ended.
    fn tell(&mut self, sign: char, group: u32) {
        use io::Write as _;
        // A watcher that has been killed is not needed for anything else.
        _ = self.watcher.as_mut().map(|watcher| writeln!(watcher, "{sign} {group}"));
    }
}

#[cfg(not(unix))]
impl Groups {
    fn tell(&mut self, _sign: char, _group: u32) {}
}
