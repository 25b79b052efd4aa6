//! Runs `furlong postal` in a folder.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::run::{output, text};

pub(crate) fn furlong(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
    output(command.arg("postal").args(arguments).current_dir(folder))
}

pub(crate) fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = furlong(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    text(&output.stdout)
}

/// The one line of error, and the exit code.
pub(crate) fn bad(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = furlong(folder, arguments);
    let error = text(&output.stderr);
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{arguments:?}: {error}");
    (error, output.status.code().expect("an exit code"))
}

pub(crate) const NEW: [&str; 5] = ["new", "--names", "Ann,Bob,Cleo,Dan", "--seed", "7"];

/// Writes a file, and makes its folder.
pub(crate) fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}
