//! Loads rulesets: follows `extends`, merges the files, checks the values and creates the struct.

use std::collections::BTreeMap;
use std::path::Path;

use super::blame::{blamed, refused};
use super::check::{Checker, is_within};
use super::error::{Origin, PlacedFault, PlacedFaults, RulesetError, SourceLine};
use super::merge::{check_name, complete_title, json_of, merged, positions, remove, written};
use super::schema::{Field, TITLE};
use super::sources::Sources;
use super::{Embedded, Ruleset};
use crate::common::fault::Fault;
use crate::common::nearest::suggestion;
use crate::common::words::{separated, shortened};
use crate::formats::files;
use crate::formats::files::ReadError;
use crate::formats::json;

/// The maximum number of bytes in a ruleset.
pub const MOST_BYTES: usize = 256 * 1024;

/// The source of a ruleset. A name always means an embedded ruleset, so a server may pass on what a client has sent: no
/// file is opened unless the source is [`Source::File`], and a text can only extend embedded rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// An embedded ruleset, by its name.
    Embedded(&'a str),
    /// A file, by its path. It may extend other files.
    File(&'a Path),
    /// TOML text.
    Text(&'a str),
}

impl<'a> Source<'a> {
    /// Returns the source that a person names on a command line: a path (with a separator, or ending in `.toml`) is a
    /// file; anything else is the name of an embedded ruleset. Do not use it for text from a client.
    ///
    /// ```
    /// use std::path::Path;
    /// use furlong::ruleset::Source;
    ///
    /// assert_eq!(Source::typed("classic"), Source::Embedded("classic"));
    /// assert_eq!(Source::typed("rules/mine.toml"), Source::File(Path::new("rules/mine.toml")));
    /// ```
    pub fn typed(name_or_path: &'a str) -> Self {
        if is_path(name_or_path) { Self::File(Path::new(name_or_path)) } else { Self::Embedded(name_or_path) }
    }
}

/// The name of an embedded ruleset.
impl<'a> From<&'a str> for Source<'a> {
    fn from(name: &'a str) -> Self {
        Self::Embedded(name)
    }
}

/// The path of a file.
impl<'a> From<&'a Path> for Source<'a> {
    fn from(path: &'a Path) -> Self {
        Self::File(path)
    }
}

/// Loads a ruleset from its source: `"classic"` is an embedded one.
///
/// # Errors
/// When the ruleset is unknown, the file cannot be read, or its contents are faulty.
///
/// # Example
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::{RaceGame, ruleset};
///
/// let game = AnimalRace::new(ruleset::open("classic")?)?;
/// assert_eq!(game.setup(4).players, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open<'a, R: Ruleset>(source: impl Into<Source<'a>>) -> Result<R, RulesetError> {
    Loaded::open(source).map(Loaded::into_rules)
}

/// A ruleset with the place where each of its values was written.
#[derive(Clone, Debug)]
pub struct Loaded<R> {
    rules: R,
    sources: Sources,
    positions: BTreeMap<String, usize>,
}

impl<R: Ruleset> Loaded<R> {
    /// Loads a ruleset from its source.
    ///
    /// # Errors
    /// When the ruleset is unknown, the file cannot be read, or its contents are faulty.
    pub fn open<'a>(source: impl Into<Source<'a>>) -> Result<Self, RulesetError> {
        let (origin, text) = match source.into() {
            Source::Embedded(name) => {
                let embedded = find::<R>(name, None)?;
                (Origin::Embedded(embedded.name), embedded.text.to_owned())
            }
            Source::File(path) => (Origin::File(path.to_owned()), read(path, None)?),
            Source::Text(text) if text.len() > MOST_BYTES => {
                return Err(RulesetError::TooLong { origin: Origin::Text, most: MOST_BYTES });
            }
            Source::Text(text) => (Origin::Text, text.to_owned()),
        };
        Self::from_source(origin, text)
    }

    fn from_source(origin: Origin, text: String) -> Result<Self, RulesetError> {
        let sources = follow::<R>(origin, text)?;
        let (rules, positions) = resolve::<R>(&sources)?;
        Ok(Self { rules, sources, positions })
    }

    /// The ruleset.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The ruleset without the places.
    pub fn into_rules(self) -> R {
        self.rules
    }

    /// The sources: the requested ruleset first, then the ones that it extends.
    pub fn chain(&self) -> impl ExactSizeIterator<Item = &Origin> {
        self.sources.origins()
    }

    /// Returns the place of a value, given its path such as `movement.hare` or `decks.1[3]`. A value without its own
    /// line has the line of the value that contains it.
    pub fn place(&self, field: &str) -> SourceLine {
        self.sources.place(written(&self.positions, field))
    }
}

/// Returns whether a name looks like a file path; other names are embedded rulesets.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\'])
        || Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"))
}

fn find<R: Ruleset>(
    name: &str,
    asked_by: Option<Box<SourceLine>>,
) -> Result<&'static Embedded, RulesetError> {
    let names = || R::EMBEDDED.iter().map(|embedded| embedded.name);
    R::EMBEDDED.iter().find(|embedded| embedded.name == name).ok_or_else(|| RulesetError::Unknown {
        game: R::GAME,
        name: name.to_owned(),
        suggestion: suggestion(name, names()),
        known: names().collect(),
        asked_by,
    })
}

fn read(path: &Path, asked_by: Option<Box<SourceLine>>) -> Result<String, RulesetError> {
    let origin = Origin::File(path.to_owned());
    files::text(path, MOST_BYTES as u64).map_err(|error| match error {
        ReadError::Io(source) => RulesetError::Unreadable { path: path.to_owned(), source, asked_by },
        ReadError::TooLarge(_) => RulesetError::TooLong { origin, most: MOST_BYTES },
        ReadError::NotUtf8 { line } => {
            RulesetError::NotUtf8 { place: SourceLine { origin, line: Some(line) } }
        }
    })
}

/// Reads the ruleset and every ruleset that it extends.
fn follow<R: Ruleset>(origin: Origin, text: String) -> Result<Sources, RulesetError> {
    let mut sources = Sources::default();
    let mut next = Some((origin, text));
    while let Some((origin, text)) = next.take() {
        sources.add(origin.clone(), text);
        let Some((name, place)) = extends(&sources)? else { break };
        let (base, text) = base::<R>(&origin, &name, &place)?;
        let met = sources.origins().map(identity).collect::<Vec<_>>();
        if let Some(first) = met.iter().position(|known| *known == identity(&base)) {
            let chain = separated(sources.origins().skip(first).chain([&base]), " -> ");
            return Err(RulesetError::Loop { place, chain });
        }
        next = Some((base, text));
    }
    Ok(sources)
}

/// Returns the `extends` of the last text, with its place.
fn extends(sources: &Sources) -> Result<Option<(String, SourceLine)>, RulesetError> {
    let tree = sources.tree(sources.origins().len().saturating_sub(1))?;
    let title = tree.get("ruleset").and_then(|title| title.get_ref().as_table());
    let Some((key, value)) = title.and_then(|title| title.get_key_value("extends")) else { return Ok(None) };
    let place = sources.place(Some(key.span().start));
    match value.get_ref().as_str() {
        Some(name) => Ok(Some((name.to_owned(), place))),
        None => Err(RulesetError::Faults(PlacedFaults::from_iter([PlacedFault {
            place,
            field: "ruleset.extends".to_owned(),
            problem: "must be the name of a ruleset or the path of a file, in quotes".to_owned(),
        }]))),
    }
}

/// Loads the extended ruleset: an embedded one, or a file relative to the extending one.
fn base<R: Ruleset>(
    origin: &Origin,
    name: &str,
    place: &SourceLine,
) -> Result<(Origin, String), RulesetError> {
    if !is_path(name) {
        let embedded = find::<R>(name, Some(Box::new(place.clone())))?;
        return Ok((Origin::Embedded(embedded.name), embedded.text.to_owned()));
    }
    let Origin::File(file) = origin else {
        let known = R::EMBEDDED.iter().map(|embedded| embedded.name).collect();
        return Err(RulesetError::ExtendsFile { place: place.clone(), path: name.to_owned(), known });
    };
    let path = file.parent().unwrap_or(Path::new("")).join(name);
    let text = read(&path, Some(Box::new(place.clone())))?;
    Ok((Origin::File(path), text))
}

/// Returns an origin that is equal for all paths to the same file.
fn identity(origin: &Origin) -> Origin {
    match origin {
        Origin::File(path) => Origin::File(path.canonicalize().unwrap_or_else(|_| path.clone())),
        other => other.clone(),
    }
}

/// Merges the texts, checks the values and creates the struct.
fn resolve<R: Ruleset>(sources: &Sources) -> Result<(R, BTreeMap<String, usize>), RulesetError> {
    let mut tree = merged::<R>(sources, 0)?;
    complete_title(&mut tree, sources);
    let positions = positions(&tree);

    let fields: Vec<Field> = TITLE.iter().chain(R::FIELDS).copied().collect();
    let mut checker = Checker::new(&fields);
    checker.check(&tree);
    let names: Vec<&str> = R::EMBEDDED.iter().map(|embedded| embedded.name).collect();
    let needed: Vec<Field> = TITLE[..1].iter().chain(R::FIELDS).copied().collect();
    checker.missing(&needed, &tree, (sources.origins().len() == 1).then_some(&names[..]));
    check_name(&tree, &mut checker);
    let Checker { mut faults, unknown, .. } = checker;
    if faults.more > 0 {
        return Err(RulesetError::Faults(sources.placed(faults)));
    }

    // The struct may exist despite wrong values; its own faults are then reported too.
    for (table, key) in &unknown {
        remove(&mut tree, table, key);
    }
    remove(&mut tree, "ruleset", "extends");
    let known_fields: Vec<String> = faults.first.iter().map(|(_, field, _)| field.clone()).collect();
    let values = json_of(tree);
    let made = json::from_value::<R>(&values);
    match &made {
        Ok(rules) => {
            let is_new = |fault: &Fault| !known_fields.iter().any(|known| is_within(&fault.field, known));
            for fault in rules.faults().into_iter().filter(is_new) {
                faults.add_found(|| blamed(rules, sources, &positions, fault));
            }
        }
        // A text that the game itself parses: the schema cannot say what is wrong with it.
        Err(error) if faults.count() == 0 => {
            let error = json::reason(error);
            let field = refused::<R>(values, &error);
            let message = separated(error.split_whitespace(), " ");
            faults.add(written(&positions, &field), &field, || shortened(&message, 400));
        }
        Err(_) => {}
    }
    match made {
        Ok(rules) if faults.count() == 0 => Ok((rules, positions)),
        _ => Err(RulesetError::Faults(sources.placed(faults))),
    }
}
