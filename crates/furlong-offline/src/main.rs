//! Builds `furlong.html`: the page of the server, and the library as WebAssembly in a worker, in one file that opens
//! from disk.
//!
//! ```text
//! cargo run --package furlong-offline -- furlong.html
//! ```

mod file;
mod modules;
mod wasm;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use furlong::text::{Picture, Svg};

const USAGE: &str = "cargo run --package furlong-offline -- FILE [PROFILE]\n\
    writes the page with the library in it; PROFILE is a profile of cargo, `offline` when none is named";

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "it tells what it has written, or why not")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, profile) = match arguments.as_slice() {
        [file] if !file.starts_with('-') => (file, "offline"),
        [file, profile] if !file.starts_with('-') => (file, profile.as_str()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match write(Path::new(file), profile) {
        Ok(bytes) => {
            println!("{file}: {bytes} bytes");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds everything and writes the file. Returns its size in bytes.
fn write(path: &Path, profile: &str) -> anyhow::Result<usize> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../furlong-serve/page");
    let read = |name: &str| -> anyhow::Result<String> {
        // The style of the boards and the pictures are the library's.
        if name == "board.css" {
            return Ok(Svg::STYLE.to_owned());
        }
        let path: PathBuf = page.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let library = wasm::build(profile)?;
    let index = read("index.html")?.replace("<!-- pictures -->", Picture::SPRITE);
    let html = file::html(&index, &read, &library)?;
    fs::write(path, &html).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(html.len())
}
