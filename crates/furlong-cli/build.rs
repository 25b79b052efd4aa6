//! Sets `FURLONG_VERSION` for `--version`: the release, the commit if it is known, and the target.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Also the build script of the server, which has its own folder beside this one.
pub(crate) fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name| env::var(name).unwrap_or_default();
    // While the command is developed, every commit would compile it again.
    let is_release = variable("PROFILE") == "release";
    let folder = variable("CARGO_MANIFEST_DIR");
    let commit = if is_release { commit(Path::new(&folder)) } else { None };
    let commit = commit.map(|commit| commit + ", ").unwrap_or_default();
    println!(
        "cargo::rustc-env=FURLONG_VERSION={} ({commit}{})",
        variable("CARGO_PKG_VERSION"),
        variable("TARGET")
    );
}

/// Returns the commit of the sources of a package: the one that Cargo has packed with them, or that of their repository. A
/// packed package has no repository, but may lie in somebody else's.
pub(crate) fn commit(folder: &Path) -> Option<String> {
    if let Ok(packed) = fs::read_to_string(folder.join(".cargo_vcs_info.json")) {
        let hash = packed.split_once("\"sha1\": \"")?.1;
        return hash.get(..8).map(str::to_owned);
    }
    if !folder.join("../../.git").exists() {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(folder).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // Each commit and checkout is logged there.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| folder.join(log).exists())
    {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=8", "HEAD"])
}
