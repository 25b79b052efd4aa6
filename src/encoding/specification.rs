//! The specification of an encoding: everything that a model relies on, its hash, and its page of documentation.

use std::fmt::Write as _;

use super::Encoded;
use super::error::{EncodingError, EncodingId};
use super::features::{Features as _, Layout};
use crate::common::stable_hash::StableHasher;

/// Everything that a model relies on: the version, the vocabulary, and the features with their meanings, units and
/// ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Specification {
    /// The name of the game.
    pub game: &'static str,
    /// The version.
    pub version: u32,
    /// The actions of the vocabulary, as JSON.
    pub actions: Vec<String>,
    /// The features of a view.
    pub view: Layout,
    /// The features of an action.
    pub action: Layout,
}

impl Specification {
    /// The specification of a game's encoding.
    pub fn of<G: Encoded>() -> Self {
        let json = |index| {
            let action = G::action_at(index)?;
            // Actions are plain data (`EventData`), which can always be written.
            serde_json::to_string(&action).ok()
        };
        Self {
            game: G::ID,
            version: G::VERSION,
            actions: (0..G::ACTIONS).filter_map(json).collect(),
            view: G::ViewFeatures::LAYOUT,
            action: G::ActionFeatures::LAYOUT,
        }
    }

    /// The identity of the encoding, for model files.
    pub fn id(&self) -> EncodingId {
        EncodingId { game: self.game.to_owned(), version: self.version, hash: self.hash() }
    }

    /// The hash of the whole specification, the same on every machine.
    pub fn hash(&self) -> u64 {
        let numbers = |layout: Layout| {
            let words = layout.features().map(|feature| {
                let block = feature.block;
                (feature.name, block.meaning, block.unit, block.one.to_bits(), block.is_signed)
            });
            words.collect::<Vec<_>>()
        };
        StableHasher::of(&(self.game, self.version, &self.actions, numbers(self.view), numbers(self.action)))
    }

    /// Checks that a model is for this encoding.
    ///
    /// # Errors
    /// When it is for another game, version or specification.
    pub fn check(&self, model: &EncodingId) -> Result<(), EncodingError> {
        let own = self.id();
        if own == *model { Ok(()) } else { Err(EncodingError::OtherEncoding { model: model.clone(), own }) }
    }

    /// Returns the section of `docs/encoding.md` about this game.
    pub fn markdown(&self) -> String {
        let mut page = String::new();
        // Writing to a string cannot fail.
        _ = writeln!(
            page,
            "Version {}, hash `{:016x}`: {} actions, {} features of a view, {} of an action.\n",
            self.version,
            self.hash(),
            self.actions.len(),
            self.view.len(),
            self.action.len()
        );
        page.push_str("### Features of a view\n\n");
        table(&mut page, self.view);
        page.push_str("\n### Features of an action\n\n");
        table(&mut page, self.action);
        page.push_str("\n### Actions\n\nIn each line only the numbers change, in ascending order.\n\n");
        page.push_str("| indices | first action | last action |\n|---|---|---|\n");
        let mut begin = 0;
        for run in self.actions.chunk_by(|one, other| shape(one) == shape(other)) {
            let end = begin + run.len() - 1;
            _ = match run {
                [only] => writeln!(page, "| {begin} | `{only}` | |"),
                run => writeln!(page, "| {begin} to {end} | `{}` | `{}` |", run[0], run[run.len() - 1]),
            };
            begin += run.len();
        }
        page
    }
}

fn table(page: &mut String, layout: Layout) {
    page.push_str("| places | name | meaning | unit | written as 1 | range |\n|---|---|---|---|---|---|\n");
    let mut place = 0;
    for block in layout.blocks {
        let places = match block.len() {
            1 => place.to_string(),
            len => format!("{place} to {}", place + len - 1),
        };
        let of = |names: &[&str]| {
            if names.is_empty() { String::new() } else { format!(" of {}", names.join(", ")) }
        };
        let name = block.name.replace('_', "-");
        let (of, by) = (of(block.of), of(block.by));
        let by = if by.is_empty() { by } else { format!(", each{by}") };
        let (meaning, unit, one, least) = (block.meaning, block.unit, block.one, block.least());
        _ = writeln!(page, "| {places} | `{name}`{of}{by} | {meaning} | {unit} | {one} | {least} to 1 |");
        place += block.len();
    }
}

/// Removes the numbers and their suffixes from a text.
fn shape(text: &str) -> String {
    let without = text.split(|c: char| c.is_ascii_digit());
    let parts = without.map(|part| {
        ["st", "nd", "rd", "th"].iter().fold(part, |part, end| part.strip_prefix(end).unwrap_or(part))
    });
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("#")
}
