//! `furlong rules`: which rulesets there are, what they say, whether a file is right, and a new one to edit.

use std::io;
use std::path::Path;

use crate::args::Rules;
use crate::failure::Failure;
use crate::files;
use crate::files::Access;
use crate::new_file::cannot_write;
use crate::screen::Screen;
use furlong::any::CatalogueEntry;
use furlong::ruleset::{self, Loaded, Source};
use furlong::{Playable, Ruleset};

/// Carries out a `furlong rules` request for one game.
pub(super) fn rules<G: Playable>(asked: Rules) -> Result<(), Failure> {
    let mut screen = Screen::standard(true);
    match asked {
        Rules::List { .. } => list::<G>(&mut screen),
        Rules::Show { ruleset: name, .. } => {
            let name = name.as_deref().unwrap_or(CatalogueEntry::of::<G>().usual_ruleset());
            let loaded = Loaded::<G::Ruleset>::open(Source::typed(name))?;
            let game = G::new(loaded.rules().clone()).map_err(Failure::failed)?;
            screen.text(G::TITLE)?;
            screen.guide(&game.guide())?;
            screen.heading("Every field")?;
            let description = ruleset::describe(&loaded).map_err(Failure::failed)?;
            Ok(screen.text(&description.to_string())?)
        }
        Rules::Check { ruleset: name, .. } => {
            let loaded = Loaded::<G::Ruleset>::open(Source::typed(&name))?;
            G::new(loaded.rules().clone()).map_err(|faults| Failure::Failed(format!("{name}: {faults}")))?;
            Ok(screen.text(&format!("{name}: a valid ruleset of {}.", G::ID))?)
        }
        Rules::New { file, extends, .. } => {
            let extends = extends.as_deref().unwrap_or(CatalogueEntry::of::<G>().usual_ruleset());
            new::<G>(&mut screen, file.as_deref(), extends)
        }
    }
}

fn list<G: Playable>(screen: &mut Screen<Box<dyn io::Write>>) -> Result<(), Failure> {
    screen.heading(&format!("{}: {}", G::ID, G::TITLE))?;
    for title in ruleset::list::<G::Ruleset>().map_err(Failure::failed)? {
        let mark = if title.reconstructed.is_empty() { "" } else { " (partly reconstructed)" };
        let title = title.plain();
        screen.item(&format!("{:<18}  {}{mark}", title.name, title.about))?;
    }
    Ok(())
}

fn new<G: Playable>(
    screen: &mut Screen<Box<dyn io::Write>>,
    file: Option<&Path>,
    extends: &str,
) -> Result<(), Failure> {
    // A path is seen from the new file, as it will be when the file is read; a name is not.
    let is_name = G::Ruleset::EMBEDDED.iter().any(|embedded| embedded.name == extends);
    let beside = file.and_then(Path::parent).unwrap_or(Path::new("")).join(extends);
    let path = beside.display().to_string();
    let base = Loaded::<G::Ruleset>::open(Source::typed(if is_name { extends } else { &path }))?;
    let name = file.and_then(Path::file_stem).map_or("mine".into(), |stem| stem.to_string_lossy());
    let starter = ruleset::starter(base.rules(), extends, &name).map_err(Failure::failed)?;
    let Some(file) = file else { return Ok(screen.verbatim(&starter)?) };
    files::create(file, Access::Usual, &starter).map_err(|error| cannot_write(file, &error))?;
    let path = file.display();
    Ok(screen
        .text(&format!("{path} extends {extends}. Edit it, then: furlong rules check {} {path}", G::ID))?)
}
