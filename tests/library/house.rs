//! House rules that the compiler does not check: one public path to every type, and errors that read as sentences.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

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

/// The lines of all sources below `folder`, each with its file.
fn lines_below(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries =
        fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path());
    let lines = |path: PathBuf| {
        if path.is_dir() {
            return lines_below(&path);
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        text.lines().map(|line| (path.clone(), line.to_owned())).collect()
    };
    entries.flat_map(lines).collect()
}

#[test]
fn an_error_reads_as_a_sentence_where_a_test_ends_in_a_question_mark() {
    let asked = || -> Result<(), Box<dyn Error>> {
        let rules = open::<Ruleset>(Source::Text(
            "[ruleset]\nname = \"odd\"\nextends = \"standard\"\n[track]\nspaces = 0\n[hand]\nsize = 0",
        ))?;
        Trial::new("random")?.run::<Gotham>(&rules)?;
        Ok(())
    };
    let error = asked().expect_err("a track without spaces");
    assert!(!format!("{error:?}").contains(['{', '[', '"']), "{error:?}");
    assert_eq!(format!("{error:?}"), error.to_string());
    let own = |(_, line): &(PathBuf, String)| line.contains("thiserror::Error") && line.contains("Debug");
    let derived: Vec<_> = lines_below(Path::new("src")).into_iter().filter(own).collect();
    assert!(derived.is_empty(), "these need `sentences!`: {derived:?}");
}
