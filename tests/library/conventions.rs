//! House rules that the compiler does not check: one public path to every type, and errors that read as sentences.

use std::error::Error;
use std::fs;
use std::path::Path;

use furlong::arena::Trial;
use furlong::gotham::{Gotham, Ruleset};
use furlong::ruleset::{Source, open};

/// The names of the modules that `lib.rs` declares with `keyword`.
fn root_modules(source: &str, keyword: &str) -> Vec<String> {
    let declared = source.lines().filter_map(|line| line.strip_prefix(keyword)?.strip_suffix(';'));
    declared.map(str::to_owned).collect()
}

#[test]
fn a_type_that_the_root_exports_has_no_second_public_path() {
    let source = fs::read_to_string("src/lib.rs").expect("the root of the crate");
    let public = root_modules(&source, "pub mod ");
    assert!(
        public.contains(&"ruleset".to_owned()) && root_modules(&source, "mod ").contains(&"open".to_owned())
    );
    let exports = source.lines().filter_map(|line| line.strip_prefix("pub use "));
    for export in exports {
        let module = export.split("::").next().unwrap_or_default();
        // A public module exports its other items itself; the root exports only items of a private part of
        // it.
        let from_private_part = export.matches("::").count() == 2 && !export.ends_with('{');
        assert!(!public.iter().any(|name| name == module) || from_private_part, "{export}");
    }
}

#[test]
fn errors_of_tests_read_as_sentences_and_others_show_their_variant() {
    let asked = || -> Result<(), Box<dyn Error>> {
        let rules = open::<Ruleset>(Source::Text(
            "[ruleset]\nname = \"odd\"\nextends = \"standard\"\n[track]\nspaces = 0\n[hand]\nsize = 0",
        ))?;
        Trial::<Gotham>::new("random")?.run(&rules)?;
        Ok(())
    };
    let error = asked().expect_err("a track without spaces");
    assert!(!format!("{error:?}").contains(['{', '[', '"']), "{error:?}");
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = Trial::<Gotham>::new("heuristc").expect_err("there is no such bot");
    assert!(format!("{error:?}").starts_with("Name {"), "others show their variant: {error:?}");
}

/// The paths that a file of this repository names: the words that begin like one, without quotes and brackets around them.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|end: char| end.is_whitespace() || "\"'(),;".contains(end));
    let is_path = |word: &&str| {
        let first = word.split('/').next().unwrap_or_default();
        word.contains('/')
            && !word.contains('$')
            && ["src", "tests", "crates", "examples", "docs"].contains(&first)
    };
    words.map(|word| word.split(':').next().unwrap_or_default().trim_end_matches('.')).filter(is_path)
}

#[test]
fn the_files_and_packages_that_tools_are_told_of_exist() {
    // A package has its sources and not the files of the tools.
    if Path::new("Cargo.toml.orig").exists() {
        return;
    }
    let workspace: toml::Table = fs::read_to_string("Cargo.toml").expect("a manifest").parse().expect("TOML");
    let members =
        workspace["workspace"]["members"].as_array().expect("a list").iter().filter_map(toml::Value::as_str);
    let packages: Vec<String> = members
        .chain(["."])
        .map(|folder| {
            let manifest = fs::read_to_string(Path::new(folder).join("Cargo.toml")).expect("a manifest");
            let manifest: toml::Table = manifest.parse().expect("TOML");
            manifest["package"]["name"].as_str().expect("a name").to_owned()
        })
        .collect();
    let mut tried = 0;
    for tool in [".cargo/mutants.toml", ".ci/run", ".ci/supply", ".ci/faults"] {
        let text = fs::read_to_string(tool).unwrap_or_else(|error| panic!("{tool}: {error}"));
        for path in named_paths(&text) {
            let is_there = glob::glob(path).expect("a pattern").next().is_some();
            assert!(is_there, "{tool} names {path}, which is not there");
            tried += 1;
        }
        let named = text.split("--package ").skip(1).filter_map(|rest| rest.split_whitespace().next());
        for package in named {
            assert!(packages.iter().any(|name| name == package), "{tool} names the package {package}");
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried} paths and packages are named");
    // The expression of `.ci/faults` has names of files below `src`.
    let faults = fs::read_to_string(".ci/faults").expect("it was read");
    let names = faults.split_once("--re '(").and_then(|(_, rest)| rest.split_once(")\\.rs'"));
    for name in names.expect("an expression").0.split('|') {
        let is_there = glob::glob(&format!("src/**/{name}.rs")).expect("a pattern").next().is_some();
        assert!(is_there, ".ci/faults names {name}.rs, which is not there");
    }
}
