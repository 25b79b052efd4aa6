//! The games that the menu offers, without their types.

use std::ops::RangeInclusive;

use crate::failure::Failure;
use crate::named::game_named;
use crate::play::full_screen::{Menu, explained_by};
use crate::screen::Screen;
use furlong::any::CatalogueEntry;
use furlong::record::{self, Player};
use furlong::ruleset::Title;
use furlong::table::{GameTable, PosedPuzzle, Reader, Shown, Table, posed_puzzles};
use furlong::text::{Canvas, Cover, counted, plain};
use furlong::{Playable, Race, Record, Roster, Ruleset as _};

/// The number of players suggested to newcomers.
pub(crate) const USUAL: u8 = 4;

/// The width of the picture of a game whose first lines are the board, and their number.
const BOARDS: [(&str, (usize, usize)); 3] =
    [("animal-race", (78, 6)), ("hare-tortoise", (78, 7)), ("gotham", (58, 5))];

/// Opens a record with other players.
type Seated = fn(&str, Vec<Player>) -> Result<Box<dyn Table>, Failure>;

/// A game that the menu offers.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub(crate) offer: CatalogueEntry,
    about: fn(&str) -> Result<About, Failure>,
    replay: fn(&str) -> Result<Box<dyn Table>, Failure>,
    seated: Seated,
    puzzles: fn(&str) -> Result<Vec<PosedPuzzle>, Failure>,
}

/// A description of a ruleset, for people who choose one.
pub(crate) struct About {
    /// The numbers of players.
    pub(crate) players: RangeInclusive<u8>,
    /// The title and description of the ruleset.
    title: Title,
    /// The guide of the game and its complete rules.
    pub(crate) rules: String,
    /// The board at the start, small.
    board: String,
}

impl Offered {
    pub(crate) fn with_bots<G: Playable>(bots: Roster<G>) -> Self {
        Self {
            offer: CatalogueEntry::with_bots(bots),
            about: about::<G>,
            replay: replay::<G>,
            seated: seated::<G>,
            puzzles: puzzles::<G>,
        }
    }

    /// The introduction to the game: a paragraph of facts, and the board at the start.
    pub(crate) fn introduction(&self) -> Vec<String> {
        let Ok(about) = self.about(self.offer.usual_ruleset()) else { return Vec::new() };
        let mut facts = about.players_in_words();
        if let Some(Cover { summary, minutes, difficulty, .. }) = self.offer.cover {
            facts = format!("{summary} {facts} About {minutes} minutes; {difficulty}.");
        }
        vec![facts, about.board]
    }

    /// The table of a record with other players.
    pub(crate) fn seated(&self, json: &str, players: Vec<Player>) -> Result<Box<dyn Table>, Failure> {
        (self.seated)(json, players)
    }

    /// The game's own puzzles under a ruleset.
    pub(crate) fn puzzles(&self, ruleset: &str) -> Result<Vec<PosedPuzzle>, Failure> {
        (self.puzzles)(ruleset)
    }

    /// The description of a ruleset of the game.
    pub(crate) fn about(&self, ruleset: &str) -> Result<About, Failure> {
        (self.about)(ruleset)
    }
}

fn puzzles<G: Playable>(ruleset: &str) -> Result<Vec<PosedPuzzle>, Failure> {
    Ok(posed_puzzles(&game_named::<G>(ruleset)?))
}

fn about<G: Playable>(ruleset: &str) -> Result<About, Failure> {
    let game = game_named::<G>(ruleset)?;
    let guide: Vec<String> = game.guide().iter().map(|topic| format!("{topic}\n")).collect();
    let rules = format!("{}\n{}", guide.join("\n"), game.rules());
    let (players, title) = (game.players(), game.ruleset().title().plain());
    let setup = game.setup(USUAL.clamp(*players.start(), *players.end()));
    let race = Race::new(game, &setup, 1).map_err(Failure::failed)?;
    let board = BOARDS.iter().find(|(id, _)| *id == G::ID);
    let board = board.map(|(_, size)| board_of(race, *size)).transpose()?;
    Ok(About { players, title, rules, board: board.unwrap_or_default() })
}

/// The board at the start of a race: the first lines of its picture.
fn board_of<G: Playable>(race: Race<G>, (width, lines): (usize, usize)) -> Result<String, Failure> {
    let canvas = Canvas { width, height: 14, colour: false };
    let mut table = GameTable::replay(race);
    table.draw_on(canvas);
    let mut screen = Screen::kept(canvas);
    screen.picture(&table.board(Reader::All, None).unwrap_or_default().picture)?;
    let picture = screen.take();
    let board = picture.trim_start_matches('\n').lines().take_while(|line| !line.is_empty());
    Ok(board.take(lines).collect::<Vec<_>>().join("\n"))
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
    fn players_in_words(&self) -> String {
        let (least, most) = (self.players.start(), self.players.end());
        if least == most {
            return format!("For {}.", counted(*most, "player", "players"));
        }
        format!("For {least} to {most} players.")
    }

    /// The explanation of the ruleset: its origin, its numbers of players, and its reconstructed parts.
    fn explained(&self) -> Vec<Shown> {
        let Title { name, about, reconstructed } = &self.title;
        let mut shown = explained_by(name, about);
        shown.push(Shown::Sentence(self.players_in_words()));
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
        // Lessons and first games use it too.
        let usual = if name == offer.usual_ruleset() { "the usual one: " } else { "" };
        (
            name.to_owned(),
            about.map(|about| plain(&format!("{usual}{}", about.trim_matches('"'))).into_owned()),
        )
    };
    let choices = offer.rulesets.iter().map(|ruleset| about(ruleset.name, ruleset.text)).collect();
    let name = |index: usize| offer.rulesets[index].name;
    let explain = |index| offered.explained(name(index));
    let ruleset = menu.offer_explained((offer.title, "Which edition?"), choices, 0, &explain)?;
    Ok(ruleset.map(name))
}
