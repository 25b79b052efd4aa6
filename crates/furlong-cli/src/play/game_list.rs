//! The games that the menu offers, without their types.

use std::ops::RangeInclusive;

use crate::failure::Failure;
use crate::play::full_screen::{Menu, explained_by};
use crate::play::start::game_named;
use furlong::any::CatalogueEntry;
use furlong::record::{self, Player};
use furlong::ruleset::Title;
use furlong::table::{GameTable, Shown, Table};
use furlong::text::{counted, plain};
use furlong::{Playable, Race, Record, Roster, Ruleset as _};

/// The number of players suggested to newcomers.
pub(crate) const USUAL: u8 = 4;

/// Opens a record with other players.
type Seated = fn(&str, Vec<Player>) -> Result<Box<dyn Table>, Failure>;

/// A game that the menu offers.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub(crate) offer: CatalogueEntry,
    about: fn(&str) -> Result<About, Failure>,
    replay: fn(&str) -> Result<Box<dyn Table>, Failure>,
    seated: Seated,
}

/// A description of a ruleset, for people who choose one.
pub(crate) struct About {
    /// The numbers of players.
    pub(crate) players: RangeInclusive<u8>,
    /// The title and description of the ruleset.
    title: Title,
    /// The guide of the game and its complete rules.
    pub(crate) rules: String,
}

impl Offered {
    pub(crate) fn with_bots<G: Playable>(bots: Roster<G>) -> Self {
        Self {
            offer: CatalogueEntry::with_bots(bots),
            about: about::<G>,
            replay: replay::<G>,
            seated: seated::<G>,
        }
    }

    /// The table of a record with other players.
    pub(crate) fn seated(&self, json: &str, players: Vec<Player>) -> Result<Box<dyn Table>, Failure> {
        (self.seated)(json, players)
    }

    /// The description of a ruleset of the game.
    pub(crate) fn about(&self, ruleset: &str) -> Result<About, Failure> {
        (self.about)(ruleset)
    }
}

fn about<G: Playable>(ruleset: &str) -> Result<About, Failure> {
    let game = game_named::<G>(ruleset)?;
    let guide: Vec<String> = game.guide().iter().map(|topic| format!("{topic}\n")).collect();
    let rules = format!("{}\n{}", guide.join("\n"), game.rules());
    Ok(About { players: game.players(), title: game.ruleset().title().plain(), rules })
}

fn replay<G: Playable>(json: &str) -> Result<Box<dyn Table>, Failure> {
    let record = Record::<G>::from_json(json).map_err(Failure::failed)?;
    Ok(Box::new(GameTable::replay(Race::resume(record).map_err(Failure::failed)?)))
}

fn seated<G: Playable>(json: &str, players: Vec<Player>) -> Result<Box<dyn Table>, Failure> {
    let record = Record::<G>::from_json(json).map_err(Failure::failed)?;
    let mut race = Race::resume(record).map_err(Failure::failed)?;
    race.set_players(players);
    Ok(Box::new(GameTable::new(race)?))
}

/// Opens a recorded game of any of these games for a replay.
pub(crate) fn open(games: &[Offered], json: &str) -> Result<Box<dyn Table>, Failure> {
    let id = record::game_of(json).map_err(Failure::failed)?;
    let game = games.iter().find(|game| game.offer.id == id);
    let game = game.ok_or_else(|| Failure::Failed(format!("there is no game `{id}`")))?;
    (game.replay)(json)
}

impl About {
    /// The explanation of the ruleset: its origin, its numbers of players, and its reconstructed parts.
    fn explained(&self) -> Vec<Shown> {
        let Title { name, about, reconstructed } = &self.title;
        let (least, most) = (self.players.start(), self.players.end());
        let players = if least == most {
            format!("For {}.", counted(*most, "player", "players"))
        } else {
            format!("For {least} to {most} players.")
        };
        let mut shown = explained_by(name, about);
        shown.push(Shown::Sentence(players));
        if !reconstructed.is_empty() {
            shown.push(Shown::Paragraph("Reconstructed, because no source states it:".to_owned()));
        }
        shown.extend(reconstructed.iter().cloned().map(Shown::Item));
        shown
    }
}

impl Offered {
    /// The explanation of a ruleset of the game.
    pub(crate) fn explained(&self, ruleset: &str) -> Vec<Shown> {
        match self.about(ruleset) {
            Ok(about) => about.explained(),
            Err(failure) => vec![Shown::Refused(failure.to_string())],
        }
    }
}

/// Asks for one of the rulesets of a game.
pub(crate) fn choose_ruleset(menu: &mut Menu, offered: &Offered) -> Result<Option<&'static str>, Failure> {
    let offer = &offered.offer;
    let about = |name: &str, text: &str| {
        let about = text.lines().find_map(|line| line.strip_prefix("about = "));
        (name.to_owned(), about.map(|about| plain(about.trim_matches('"')).into_owned()))
    };
    let choices = offer.rulesets.iter().map(|ruleset| about(ruleset.name, ruleset.text)).collect();
    let name = |index: usize| offer.rulesets[index].name;
    let explain = |index| offered.explained(name(index));
    let ruleset = menu.offer_explained((offer.title, "Which edition?"), choices, 0, &explain)?;
    Ok(ruleset.map(name))
}
