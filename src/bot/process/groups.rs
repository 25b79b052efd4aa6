//! The processes that running bots have started, which end with the program in every case.
//!
//! A killed program cannot clean up after itself. On Windows the system ends the jobs whose last handle is closed. On Unix a
//! shell watches: it reads the list of groups from a pipe, and when the pipe closes because the program has ended, it kills
//! the groups that are left.

use std::collections::BTreeMap;
use std::io;
#[cfg(unix)]
use std::process::ChildStdin;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::group::Group;

/// The groups of the running bots, by the number of the process that leads them.
struct Groups {
    running: BTreeMap<u32, Group>,
    /// Whether no more processes may start, because the program is ending.
    is_closed: bool,
    #[cfg(unix)]
    watcher: Option<ChildStdin>,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups {
    running: BTreeMap::new(),
    is_closed: false,
    #[cfg(unix)]
    watcher: None,
});

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every bot process together with everything that it has started, and lets no more start. Call it in a program
/// that ends at a signal without dropping its bots.
pub fn end_processes() {
    let mut groups = groups();
    groups.is_closed = true;
    groups.running.clear();
}

/// Starts a process that leads a group of its own.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Locked until the process is noted, so that `end_processes` misses none.
    let mut groups = groups();
    if groups.is_closed {
        return Err(io::Error::other("the program is ending"));
    }
    #[cfg(unix)]
    groups.watch()?;
    let mut child = command.spawn()?;
    match Group::led_by(&child) {
        Ok(group) => _ = groups.running.insert(child.id(), group),
        Err(error) => {
            _ = child.kill();
            return Err(error);
        }
    }
    groups.tell('+', child.id());
    Ok(child)
}

/// Kills a process together with its group, and waits for it.
pub(super) fn end(child: &mut Child) {
    let mut groups = groups();
    // Ends the group before waiting for its leader: after that, its number could belong to another group.
    groups.running.remove(&child.id());
    groups.tell('-', child.id());
    // Nothing can be done about a process that cannot be killed.
    _ = child.kill();
    _ = child.wait();
}

/// Kills everything in the group that this process leads.
pub(super) fn end_group(process: u32) {
    groups().running.remove(&process);
}

#[cfg(unix)]
impl Groups {
    /// Starts the watcher unless it is already running. It has its own process group and ignores the terminal's
    /// signals, so it outlives the program.
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

    /// Tells the watcher that a group has started or ended.
    fn tell(&mut self, sign: char, group: u32) {
        use io::Write as _;
        // A killed watcher is not an error: nothing else depends on it.
        _ = self.watcher.as_mut().map(|watcher| writeln!(watcher, "{sign} {group}"));
    }
}

#[cfg(not(unix))]
impl Groups {
    fn tell(&mut self, _sign: char, _group: u32) {}
}
