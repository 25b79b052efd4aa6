//! House rules that the compiler does not check: one public path to every type.

use std::fs;

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
        public.contains(&"ruleset".to_owned()) && root_modules(&source, "mod ").contains(&"seat".to_owned())
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
