//! `--version`: the release, the commit of its sources, and the target.

use std::fs;

use crate::run::{folder, project, run, text};

#[path = "../../build.rs"]
#[allow(dead_code, clippy::print_stdout, reason = "it is a build script")]
mod build;

#[test]
fn the_version_names_the_release_and_the_commit_of_its_sources() {
    let output = run(folder().path(), &["--version"]);
    let start = concat!("furlong ", env!("CARGO_PKG_VERSION"), " (");
    assert!(text(&output.stdout).starts_with(start), "{}", text(&output.stdout));

    let root = folder();
    let package = root.path().join("crates/furlong-cli");
    fs::create_dir_all(&package).expect("a folder");
    assert_eq!(build::commit(&package), None, "neither packed nor in a repository");
    let packed = "{\n  \"git\": {\n    \"sha1\": \"5c8fa12eb584931b4f1bccfde87eb72fbfa7dc61\"\n  }\n}";
    fs::write(package.join(".cargo_vcs_info.json"), packed).expect("written");
    assert_eq!(build::commit(&package).as_deref(), Some("5c8fa12e"));

    if project().join(".git").exists() {
        let commit = build::commit(&project().join("crates/furlong-cli")).expect("a commit");
        assert!(commit.len() >= 8 && commit.bytes().all(|digit| digit.is_ascii_hexdigit()), "{commit}");
    }
}
