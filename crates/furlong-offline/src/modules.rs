//! The modules of the page in the order in which they can be loaded: each after the modules that it imports.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};

/// A module of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Module {
    /// The name of the file.
    pub(crate) name: String,
    pub(crate) source: String,
}

/// Returns the module with this name and everything that it imports, dependencies first. `read` reads a file of the
/// page.
pub(crate) fn in_order(
    name: &str,
    read: &dyn Fn(&str) -> anyhow::Result<String>,
) -> anyhow::Result<Vec<Module>> {
    let (mut ordered, mut begun) = (Vec::new(), BTreeMap::new());
    add(name, read, &mut ordered, &mut begun)?;
    Ok(ordered)
}

/// Adds a module after its imports. `begun` records for each name whether its module has been added yet.
fn add(
    name: &str,
    read: &dyn Fn(&str) -> anyhow::Result<String>,
    ordered: &mut Vec<Module>,
    begun: &mut BTreeMap<String, bool>,
) -> anyhow::Result<()> {
    match begun.insert(name.to_owned(), false) {
        Some(true) => {
            begun.insert(name.to_owned(), true);
            return Ok(());
        }
        Some(false) => bail!("{name} imports itself through other files"),
        None => {}
    }
    let source = read(name)?;
    for import in imports(&source) {
        add(import, read, ordered, begun).with_context(|| format!("imported by {name}"))?;
    }
    begun.insert(name.to_owned(), true);
    ordered.push(Module { name: name.to_owned(), source });
    Ok(())
}

/// The names of the files that a module imports: `"./name"` after `from` or `import`.
fn imports(source: &str) -> impl Iterator<Item = &str> {
    source
        .split('"')
        .collect::<Vec<_>>()
        .into_iter()
        .scan("", |before, part| {
            let is_import = before.trim_end().ends_with("from") || before.trim_end().ends_with("import");
            *before = part;
            Some(part.strip_prefix("./").filter(|_| is_import))
        })
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> anyhow::Result<String> {
        let sources = [
            ("main.js", "import { a } from \"./a.js\";\nimport \"./b.js\";\nconst text = \"./c.js\";"),
            ("a.js", "import {\n  b,\n} from \"./b.js\";"),
            ("b.js", "export const b = 1;"),
            ("ring.js", "import \"./again.js\";"),
            ("again.js", "import \"./ring.js\";"),
        ];
        let found = sources.iter().find(|(other, _)| *other == name);
        found.map(|(_, source)| (*source).to_owned()).with_context(|| format!("no file {name}"))
    }

    #[test]
    fn a_module_stands_after_those_that_it_imports() {
        let ordered = in_order("main.js", &read).expect("all are there");
        let names: Vec<&str> = ordered.iter().map(|module| module.name.as_str()).collect();
        assert_eq!(names, ["b.js", "a.js", "main.js"]);
    }

    #[test]
    fn a_ring_of_imports_is_refused() {
        let error = in_order("ring.js", &read).expect_err("it imports itself");
        assert!(format!("{error:#}").contains("ring.js imports itself"), "{error:#}");
    }
}
