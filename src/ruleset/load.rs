//! Reading rulesets: following `extends`, merging, checking, and making the struct.

use std::collections::BTreeMap;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeArray, DeValue};

use super::blame::blamed;
use super::check::{Checker, joined};
use super::error::{Place, PlacedFault, RulesetError};
use super::nearest::suggestion;
use super::schema::{Field, Kind, TITLE, quoted};
use super::sources::{Node, Origin, Sources, Tree};
use super::{Embedded, Ruleset};
use crate::files::{self, ReadError};

/// The most bytes that a ruleset may have.
pub const MOST_BYTES: usize = 256 * 1024;

/// A ruleset together with where each of its values was written.
#[derive(Clone, Debug)]
pub struct Loaded<R> {
    rules: R,
    sources: Sources,
    positions: BTreeMap<String, usize>,
}

impl<R: Ruleset> Loaded<R> {
    /// A ruleset of the library by its name, or a file by its path (with a separator or ending in `.toml`).
    ///
    /// # Errors
    /// When there is no such ruleset, the file cannot be read, or anything in it is wrong.
    pub fn open(name_or_path: &str) -> Result<Self, RulesetError> {
        if is_path(name_or_path) {
            return Self::from_file(Path::new(name_or_path));
        }
        let embedded = find::<R>(name_or_path, None)?;
        Self::from_source(Origin::Embedded(embedded.name), embedded.text.to_owned())
    }

    /// A ruleset of a file.
    ///
    /// # Errors
    /// When the file cannot be read, or anything in it is wrong.
    pub fn from_file(path: &Path) -> Result<Self, RulesetError> {
        Self::from_source(Origin::File(path.to_owned()), read(path, None)?)
    }

    /// A ruleset of a text in TOML; what it extends must be a ruleset of the library.
    ///
    /// # Errors
    /// When anything in it is wrong.
    pub fn from_toml(text: &str) -> Result<Self, RulesetError> {
        if text.len() > MOST_BYTES {
            return Err(RulesetError::TooLong { origin: Origin::Text, most: MOST_BYTES });
        }
        Self::from_source(Origin::Text, text.to_owned())
    }

    fn from_source(origin: Origin, text: String) -> Result<Self, RulesetError> {
        let sources = follow::<R>(origin, text)?;
        let (rules, positions) = resolve::<R>(&sources)?;
        Ok(Self { rules, sources, positions })
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The rules alone.
    pub fn into_rules(self) -> R {
        self.rules
    }

    /// What was read: the ruleset asked for first, then what it extends, and so on.
    pub fn chain(&self) -> impl ExactSizeIterator<Item = &Origin> {
        self.sources.origins()
    }

    /// Where a value was written: a path such as `movement.hare` or `decks.1[3]`. When it has no line of its own
    /// it is the line of what it stands in.
    pub fn place(&self, field: &str) -> Place {
        self.sources.place(written(&self.positions, field))
    }
}

/// A name asks for a ruleset of the library, anything that looks like a path for a file.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\'])
        || Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"))
}

fn find<R: Ruleset>(name: &str, asked_by: Option<Box<Place>>) -> Result<&'static Embedded, RulesetError> {
    let names = || R::EMBEDDED.iter().map(|embedded| embedded.name);
    R::EMBEDDED.iter().find(|embedded| embedded.name == name).ok_or_else(|| RulesetError::Unknown {
        game: R::GAME,
        name: name.to_owned(),
        suggestion: suggestion(name, names()),
        known: quoted(names()),
        asked_by,
    })
}

fn read(path: &Path, asked_by: Option<Box<Place>>) -> Result<String, RulesetError> {
    let origin = Origin::File(path.to_owned());
    files::text(path, MOST_BYTES as u64).map_err(|error| match error {
        ReadError::Io(source) => RulesetError::Unreadable { path: path.to_owned(), source, asked_by },
        ReadError::TooLarge(_) => RulesetError::TooLong { origin, most: MOST_BYTES },
        ReadError::NotUtf8 { line } => RulesetError::NotUtf8 { place: Place { origin, line: Some(line) } },
    })
}

/// Reads the ruleset and everything that it extends.
fn follow<R: Ruleset>(origin: Origin, text: String) -> Result<Sources, RulesetError> {
    let mut sources = Sources::default();
    let mut next = Some((origin, text));
    while let Some((origin, text)) = next.take() {
        sources.add(origin.clone(), text);
        let Some((name, place)) = extends(&sources)? else { break };
        let (base, text) = base::<R>(&origin, &name, &place)?;
        let met = sources.origins().map(identity).collect::<Vec<_>>();
        if let Some(first) = met.iter().position(|known| *known == identity(&base)) {
            let names = sources.origins().skip(first).chain([&base]).map(Origin::to_string);
            let chain = names.collect::<Vec<_>>().join(" -> ");
            return Err(RulesetError::Loop { place, chain });
        }
        next = Some((base, text));
    }
    Ok(sources)
}

/// What the newest text extends, and where it says so.
fn extends(sources: &Sources) -> Result<Option<(String, Place)>, RulesetError> {
    let tree = sources.tree(sources.origins().len().saturating_sub(1))?;
    let title = tree.get("ruleset").and_then(|title| title.get_ref().as_table());
    let Some((key, value)) = title.and_then(|title| title.get_key_value("extends")) else { return Ok(None) };
    let place = sources.place(Some(key.span().start));
    match value.get_ref().as_str() {
        Some(name) => Ok(Some((name.to_owned(), place))),
        None => Err(RulesetError::Faults(vec![PlacedFault {
            place,
            field: "ruleset.extends".to_owned(),
            problem: "must be the name of a ruleset or the path of a file, in quotes".to_owned(),
        }])),
    }
}

/// The ruleset that is extended: one of the library, or a file beside the one that extends it.
fn base<R: Ruleset>(origin: &Origin, name: &str, place: &Place) -> Result<(Origin, String), RulesetError> {
    if !is_path(name) {
        let embedded = find::<R>(name, Some(Box::new(place.clone())))?;
        return Ok((Origin::Embedded(embedded.name), embedded.text.to_owned()));
    }
    let Origin::File(file) = origin else {
        let known = quoted(R::EMBEDDED.iter().map(|embedded| embedded.name));
        return Err(RulesetError::ExtendsFile { place: place.clone(), path: name.to_owned(), known });
    };
    let path = file.parent().unwrap_or(Path::new("")).join(name);
    let text = read(&path, Some(Box::new(place.clone())))?;
    Ok((Origin::File(path), text))
}

/// The same for two paths that lead to one file.
fn identity(origin: &Origin) -> Origin {
    match origin {
        Origin::File(path) => Origin::File(path.canonicalize().unwrap_or_else(|_| path.clone())),
        other => other.clone(),
    }
}

/// Merges the texts, checks the values and makes the struct.
fn resolve<R: Ruleset>(sources: &Sources) -> Result<(R, BTreeMap<String, usize>), RulesetError> {
    let mut tree = merged::<R>(sources, 0)?;
    complete_title(&mut tree, sources);
    let positions = positions(&tree);
    let mut faults = Vec::new();

    let fields: Vec<Field> = TITLE.iter().chain(R::FIELDS).copied().collect();
    let mut checker = Checker::new(&fields);
    checker.check(&tree);
    let names: Vec<&str> = R::EMBEDDED.iter().map(|embedded| embedded.name).collect();
    let needed: Vec<Field> = TITLE[..1].iter().chain(R::FIELDS).copied().collect();
    checker.missing(&needed, &tree, (sources.origins().len() == 1).then_some(&names[..]));
    check_name(&tree, &mut checker);
    let Checker { faults: found, unknown, .. } = checker;
    faults.extend(found.into_iter().map(|fault| (fault.position, fault.field, fault.problem)));

    // The struct may be made in spite of wrong values, and then says what is wrong between them.
    for (table, key) in &unknown {
        remove(&mut tree, table, key);
    }
    remove(&mut tree, "ruleset", "extends");
    let known_fields: Vec<String> = faults.iter().map(|(_, field, _)| field.clone()).collect();
    let made = R::deserialize(toml::de::Deserializer::from(Spanned::new(0..0, tree)));
    match &made {
        Ok(rules) => faults.extend(
            (rules.faults().0.into_iter())
                .filter(|fault| !known_fields.iter().any(|known| is_within(&fault.field, known)))
                .map(|fault| blamed(rules, sources, &positions, fault)),
        ),
        // A text that the game reads itself: the schema cannot tell what is wrong with it.
        Err(error) if faults.is_empty() => {
            let position = error.span().map(|span| span.start);
            let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            let field = position.map_or("", |position| path_at(&positions, position));
            faults.push((position, field.to_owned(), message));
        }
        Err(_) => {}
    }
    match made {
        Ok(rules) if faults.is_empty() => Ok((rules, positions)),
        _ => Err(RulesetError::Faults(placed(faults, sources))),
    }
}

/// The faults in the order of files and lines, those of the file as a whole first.
fn placed(mut faults: Vec<(Option<usize>, String, String)>, sources: &Sources) -> Vec<PlacedFault> {
    faults.sort_by_key(|(position, _, _)| *position);
    let placed = |(position, field, problem)| PlacedFault { place: sources.place(position), field, problem };
    faults.into_iter().map(placed).collect()
}

/// The ruleset of the chain from this text on, when its values alone make one.
pub(super) fn inherited<R: Ruleset>(sources: &Sources, first: usize) -> Option<R> {
    let mut tree = merged::<R>(sources, first).ok()?;
    complete_title(&mut tree, sources);
    remove(&mut tree, "ruleset", "extends");
    R::deserialize(toml::de::Deserializer::from(Spanned::new(0..0, tree))).ok()
}

/// The values of the chain from this text on.
fn merged<R: Ruleset>(sources: &Sources, first: usize) -> Result<Tree<'_>, RulesetError> {
    let mut tree = sources.tree(first)?;
    for index in first + 1..sources.origins().len() {
        let mut base = sources.tree(index)?;
        // A ruleset that changes another is not the other: only the list of reconstructions carries over.
        for key in ["name", "about", "extends"] {
            remove(&mut base, "ruleset", key);
        }
        fill(&mut tree, base, "", R::FIELDS);
    }
    Ok(tree)
}

/// Takes from `base` what `tree` does not have, table by table; other values are never mixed.
fn fill<'a>(tree: &mut Tree<'a>, base: Tree<'a>, path: &str, fields: &[Field]) {
    for (key, value) in base {
        let child = joined(path, key.get_ref());
        let Some(own) = tree.get_mut(key.get_ref().as_ref()) else {
            tree.insert(key, value);
            continue;
        };
        let is_mixed =
            fields.iter().all(|field| field.path != child || matches!(field.kind, Kind::Table { .. }));
        if let (DeValue::Table(own), DeValue::Table(below), true) =
            (own.get_mut(), value.into_inner(), is_mixed)
        {
            fill(own, below, &child, fields);
        }
    }
}

/// Gives the title what the file may leave out: a file's name is its stem, and the rest follows from `extends`.
fn complete_title(tree: &mut Tree<'_>, sources: &Sources) {
    let mut origins = sources.origins();
    let (asked, base) = (origins.next(), origins.next());
    if !tree.contains_key("ruleset") {
        tree.insert(Spanned::new(0..0, "ruleset".into()), Node::new(0..0, DeValue::Table(Tree::new())));
    }
    let Some((header, title)) = tree.iter_mut().find(|(key, _)| key.get_ref() == "ruleset") else { return };
    let span = header.span();
    let DeValue::Table(title) = title.get_mut() else { return };
    let mut default = |key: &'static str, value: DeValue<'static>| {
        if !title.contains_key(key) {
            title.insert(Spanned::new(span.clone(), key.into()), Node::new(span.clone(), value));
        }
    };
    let name = match asked {
        Some(Origin::File(path)) => kebab(&path.file_stem().unwrap_or_default().to_string_lossy()),
        Some(Origin::Embedded(name)) => (*name).to_owned(),
        Some(Origin::Text) | None => String::new(),
    };
    if !name.is_empty() {
        default("name", DeValue::String(name.into()));
    }
    let about = match base {
        Some(Origin::Embedded(name)) => format!("A variant of `{name}`."),
        Some(Origin::File(path)) => format!("A variant of {}.", path.display()),
        Some(Origin::Text) | None => String::new(),
    };
    default("about", DeValue::String(about.into()));
    default("reconstructed", DeValue::Array(DeArray::new()));
}

/// Names are typed on command lines and kept in records: lower case with hyphens.
fn check_name(tree: &Tree<'_>, checker: &mut Checker<'_>) {
    let title = tree.get("ruleset").and_then(|title| title.get_ref().as_table());
    let Some((key, name)) = title.and_then(|title| title.get_key_value("name")) else { return };
    if name.get_ref().as_str().is_some_and(|name| name.is_empty() || kebab(name) != name) {
        let problem = "must be in lower case with hyphens, as in `my-rules`, and has other characters";
        checker.add(Some(key.span().start), "ruleset.name", problem.to_owned());
    }
}

/// The text in lower case with hyphens.
fn kebab(text: &str) -> String {
    let letters = text.to_lowercase();
    let words = letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn remove(tree: &mut Tree<'_>, table: &str, key: &str) {
    if table.is_empty() {
        tree.remove(key);
        return;
    }
    let (first, rest) = table.split_once('.').unwrap_or((table, ""));
    if let Some(DeValue::Table(inner)) = tree.get_mut(first).map(Spanned::get_mut) {
        remove(inner, rest, key);
    }
}

/// The position of every value, by its path.
fn positions(tree: &Tree<'_>) -> BTreeMap<String, usize> {
    fn note(value: &Node<'_>, path: &str, position: usize, into: &mut BTreeMap<String, usize>) {
        into.insert(path.to_owned(), position);
        match value.get_ref() {
            DeValue::Table(table) => {
                for (key, value) in table {
                    note(value, &joined(path, key.get_ref()), key.span().start, into);
                }
            }
            DeValue::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    note(value, &format!("{path}[{index}]"), value.span().start, into);
                }
            }
            _ => {}
        }
    }
    let mut positions = BTreeMap::new();
    for (key, value) in tree {
        note(value, key.get_ref(), key.span().start, &mut positions);
    }
    positions
}

/// The position of this value, or of the nearest thing around it that is written.
pub(super) fn written(positions: &BTreeMap<String, usize>, field: &str) -> Option<usize> {
    let mut path = field;
    loop {
        if let Some(position) = positions.get(path) {
            return Some(*position);
        }
        path = &path[..path.rfind(['.', '['])?];
    }
}

/// Whether the path is this one or leads into it.
fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The path of the value at this position, for faults that only know their position.
fn path_at(positions: &BTreeMap<String, usize>, position: usize) -> &str {
    let before = positions.iter().filter(|(_, start)| **start <= position);
    before.max_by_key(|(path, start)| (**start, path.len())).map_or("", |(path, _)| path)
}
