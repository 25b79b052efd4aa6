//! The imports of the source point down: no ring of files that import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The `use` items of each module, every imported path on its own.
type Uses = BTreeMap<String, Vec<Use>>;

struct Use {
    /// The path as it is written, without `as`.
    path: Vec<String>,
    /// Re-exported: the item is not used here.
    is_public: bool,
}

/// Reads the modules of a folder, but not their tests.
fn read(folder: &Path, name: &str, into: &mut Uses) {
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let child = if name.is_empty() { stem.clone() } else { format!("{name}::{stem}") };
        match stem.as_str() {
            "tests" | "toy" | "guess" => {}
            _ if path.is_dir() => read(&path, &child, into),
            "mod" | "lib" => _ = into.insert(name.to_owned(), uses(&path)),
            _ if path.extension().is_some_and(|extension| extension == "rs") => {
                into.insert(child, uses(&path));
            }
            _ => {}
        }
    }
}

fn uses(file: &Path) -> Vec<Use> {
    let source = fs::read_to_string(file).expect("a file of the source");
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut uses = Vec::new();
    for item in code.split(';') {
        let item = item.rsplit("\n\n").next().unwrap_or_default();
        let Some((before, tree)) = item.split_once("use ") else { continue };
        let visibility = before.rsplit('\n').next().unwrap_or_default().trim();
        if visibility.is_empty() || visibility.starts_with("pub") {
            let is_public = visibility.starts_with("pub");
            uses.extend(paths(tree).into_iter().map(|path| Use { path, is_public }));
        }
    }
    uses
}

/// Every path of a `use` tree.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((start, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let mut depth = 0;
    let parts = inner.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| paths(&format!("{start}{}", part.trim()))).collect()
}

/// The module in which an imported path ends, through re-exports; `None` outside this crate.
fn target(all: &Uses, module: &str, path: &[String], depth: usize) -> Option<String> {
    let parent = |name: &str| name.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned());
    let join =
        |base: &str, part: &str| if base.is_empty() { part.to_owned() } else { format!("{base}::{part}") };
    let mut rest = path;
    let mut base = match path.first().map(String::as_str)? {
        "crate" => {
            rest = &rest[1..];
            String::new()
        }
        "self" => {
            rest = &rest[1..];
            module.to_owned()
        }
        "super" => {
            let mut base = module.to_owned();
            while rest.first().is_some_and(|part| part == "super") {
                base = parent(&base);
                rest = &rest[1..];
            }
            base
        }
        first if all.contains_key(&join(module, first)) => module.to_owned(),
        _ => return None,
    };
    while let Some((part, after)) =
        rest.split_first().filter(|(part, _)| all.contains_key(&join(&base, part)))
    {
        base = join(&base, part);
        rest = after;
    }
    let re_exported = rest.first().and_then(|item| {
        let uses =
            all.get(&base).unwrap_or_else(|| panic!("{module}: {path:?} leads to {base}, which is no file"));
        let found = uses.iter().find(|found| found.path.last() == Some(item));
        found.filter(|_| depth < 6).and_then(|found| target(all, &base, &found.path, depth + 1))
    });
    Some(re_exported.unwrap_or(base))
}

/// Returns whether `to` can be reached from `from`.
fn reaches<'a>(arrows: &'a BTreeMap<&str, BTreeSet<String>>, from: &'a str, to: &str) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            open.extend(arrows.get(module).into_iter().flatten().map(String::as_str));
        }
    }
    false
}

#[test]
fn no_two_files_import_each_other_directly_or_in_a_ring() {
    check("src", &[("race::in_play", "game"), ("animal_race::turn", "animal_race::state")]);
    check("crates/furlong-cli/src", &[("play::start", "play::session")]);
    check("crates/furlong-py/src", &[("any_game", "arena")]);
    check("crates/furlong-post/src", &[("mailbox", "mail")]);
    check("crates/furlong-tables/src", &[("live_table", "open_table"), ("post", "open_table")]);
    check("crates/furlong-serve/src", &[("server", "network")]);
    check("crates/furlong-learn/src", &[("campaign", "lesson")]);
}

/// The modules of the library from the bottom up; those of one line are side by side.
const LAYERS: [&[&str]; 12] = [
    &["common"],
    &["formats"],
    &["ruleset"],
    &["game"],
    &["encoding", "text"],
    &["bot", "learned"],
    &["race", "record"],
    &["batch", "testkit", "trace"],
    &["analysis", "arena", "design"],
    &["animal_race", "gotham", "hare_tortoise"],
    &["conformance", "forward", "table"],
    &["any"],
];

#[test]
fn modules_of_the_library_import_from_their_own_layer_or_from_below() {
    let layer = |module: &str| {
        let first = module.split("::").next().unwrap_or_default();
        LAYERS.iter().position(|modules| modules.contains(&first))
    };
    let all = modules("src");
    let mut up = Vec::new();
    for (from, targets) in arrows(&all) {
        for to in targets {
            if let (Some(own), Some(other)) = (layer(from), layer(&to))
                && other > own
            {
                up.push(format!("{from} -> {to}"));
            }
        }
    }
    assert!(up.is_empty(), "these point up:\n{}", up.join("\n"));
}

fn modules(source: &str) -> Uses {
    let mut all = Uses::new();
    read(Path::new(source), "", &mut all);
    all
}

/// The modules that each module imports from.
fn arrows(all: &Uses) -> BTreeMap<&str, BTreeSet<String>> {
    let of = |(module, uses): (&String, &Vec<Use>)| {
        let used = uses.iter().filter(|found| !found.is_public);
        used.filter_map(|found| target(all, module, &found.path, 0)).filter(|to| to != module).collect()
    };
    all.iter().map(|each| (each.0.as_str(), of(each))).collect()
}

/// Checks the files below a folder, which have at least these arrows.
fn check(source: &str, known: &[(&str, &str)]) {
    let all = modules(source);
    let arrows = arrows(&all);
    for (from, to) in known {
        assert!(arrows[from].contains(*to), "{from} -> {to}");
    }
    let each = arrows.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (*from, to.as_str())));
    let up: Vec<String> = each
        .filter(|(from, to)| reaches(&arrows, to, from))
        .map(|(from, to)| format!("{from} -> {to}"))
        .collect();
    assert!(up.is_empty(), "in rings:\n{}", up.join("\n"));
}
