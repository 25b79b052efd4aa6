//! The command on a pseudo-terminal, whose screen a test reads as a person would.

use std::fs;
use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command as PtyCommand, Pty, open};

use crate::run::hear_hangups;

/// The time after which a screen that does not come is given up.
const PATIENCE: Duration = Duration::from_secs(120);

/// The command at a terminal.
pub(crate) struct Terminal {
    /// `None` at the end, so that only the command holds the terminal.
    pty: Option<Pty>,
    pub(crate) child: Child,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Terminal {
    pub(crate) fn start(folder: &Path, arguments: &[&str], (rows, columns): (u16, u16)) -> Self {
        hear_hangups();
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(rows, columns)).expect("a size");
        let command = PtyCommand::new(env!("CARGO_BIN_EXE_furlong")).args(arguments).current_dir(folder);
        let command = command.env("XDG_DATA_HOME", folder).env("NO_COLOR", "1").env("TERM", "xterm");
        let child = command.spawn(pts).expect("the command starts");
        let mut reader =
            fs::File::from(std::os::fd::AsFd::as_fd(&pty).try_clone_to_owned().expect("the same terminal"));
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The end of the terminal is an error on some systems.
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { pty: Some(pty), child, output, parser: vt100::Parser::new(size(rows), size(columns), 0) }
    }

    fn pty(&mut self) -> &mut Pty {
        self.pty.as_mut().expect("until the end")
    }

    pub(crate) fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Types this.
    pub(crate) fn send(&mut self, keys: &str) {
        self.pty().write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Waits until this holds, and looks whenever more is written. Fails and shows the screen when it never does.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, mut holds: impl FnMut(&mut Self) -> bool) {
        let since = Instant::now();
        while !holds(self) {
            match self.output.recv_timeout(PATIENCE.saturating_sub(since.elapsed())) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(error) => panic!("waited in vain ({error}):\n{}", self.screen()),
            }
        }
    }

    /// Waits until the screen shows this.
    #[track_caller]
    pub(crate) fn until(&mut self, shown: &str) {
        self.wait_until(|terminal| terminal.screen().contains(shown));
    }

    /// Waits until the screen does not show this any more.
    #[track_caller]
    pub(crate) fn until_gone(&mut self, shown: &str) {
        self.wait_until(|terminal| !terminal.screen().contains(shown));
    }

    /// Gives the terminal another size. What it shows is gone until it is painted anew.
    pub(crate) fn resize(&mut self, (rows, columns): (u16, u16)) {
        self.parser.screen_mut().set_size(size(rows), size(columns));
        self.parser.process(b"\x1b[2J");
        self.pty().resize(Size::new(rows, columns)).expect("a size");
    }

    /// Presses the left button of the mouse where the screen shows this.
    pub(crate) fn click(&mut self, shown: &str) {
        let screen = self.screen();
        let found = screen.lines().zip(1..).find_map(|(line, row)| Some((row, line.find(shown)? + 1)));
        let (row, column) = found.unwrap_or_else(|| panic!("{shown} in:\n{screen}"));
        self.send(&format!("\u{1b}[<0;{column};{row}M"));
    }

    /// Returns whether the screen is another one than the usual.
    pub(crate) fn is_full_screen(&self) -> bool {
        self.parser.screen().alternate_screen()
    }

    /// Returns whether the terminal is as it was before the command.
    pub(crate) fn is_restored(&self) -> bool {
        let screen = self.parser.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }

    /// Waits until the screen shows all of these.
    pub(crate) fn shows(&mut self, all: &[&str]) {
        for shown in all {
            self.until(shown);
        }
    }

    /// Waits for a line of this kind, and returns it.
    #[track_caller]
    pub(crate) fn line(&mut self, is_meant: impl Fn(&str) -> bool) -> String {
        let mut found = None;
        self.wait_until(|terminal| {
            let screen = terminal.screen();
            found = screen.lines().map(str::trim_end).find(|line| is_meant(line)).map(str::to_owned);
            found.is_some()
        });
        found.expect("it is there")
    }

    /// Fails if the screen shows any of these. Its last line must have been waited for, since it is painted from the top.
    #[track_caller]
    pub(crate) fn hides(&self, all: &[&str]) {
        let screen = self.screen();
        for hidden in all {
            assert!(!screen.contains(hidden), "no {hidden} in:\n{screen}");
        }
    }

    /// Types Ctrl-C, and fails unless the command ends well and gives the terminal back.
    #[track_caller]
    pub(crate) fn leave(mut self) -> String {
        self.send("\u{3}");
        let (status, is_restored, last) = self.end();
        assert!(status.success() && is_restored, "{status}, restored: {is_restored}\n{last}");
        last
    }

    /// Types this, and waits until the screen shows that.
    pub(crate) fn type_until(&mut self, keys: &str, shown: &str) {
        self.send(keys);
        self.until(shown);
    }

    /// Waits for the end of the command, and returns its status and whether the terminal is as it was.
    #[track_caller]
    pub(crate) fn end(mut self) -> (ExitStatus, bool, String) {
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                break status;
            }
            assert!(since.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(1)) {
                self.parser.process(&bytes);
            }
        };
        self.pty = None;
        // Until nobody holds the terminal any more.
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.parser.process(&bytes);
        }
        (status, self.is_restored(), self.screen())
    }
}

fn size(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a size")
}
