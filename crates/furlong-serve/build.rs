//! Lists the files of the page, so that they can be embedded in the program, and sets its version.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

#[path = "../furlong-cli/build.rs"]
mod version;

fn main() -> io::Result<()> {
    version::main();
    println!("cargo::rerun-if-changed=page");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    let mut names: Vec<String> = fs::read_dir(&folder)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    let mut list = String::from("&[\n");
    for name in names.iter().filter(|name| folder.join(name).is_file()) {
        let path = folder.join(name);
        // Writing to a string does not fail.
        _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("files.rs"), list)
}
