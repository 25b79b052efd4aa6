//! `furlong puzzles`: one puzzle after another, and the list of those that were solved.

use std::fs;
use std::path::PathBuf;

use super::puzzle::{Puzzle, PuzzleScreen, mistakes};
use super::{SavedGame, saved_games};
use crate::args::Puzzles;
use crate::failure::Failure;
use crate::files::{Access, replace};
use crate::play::full_screen::{self, Menu};
use crate::play::game_list::Offered;
use crate::play::save::games_folder;
use crate::screen::Screen;
use furlong::table::Shown;
use furlong::text::counted;

/// The file that lists the puzzles of a game that were solved, one on each line.
struct Solved {
    path: PathBuf,
    ids: Vec<String>,
}

impl Solved {
    fn of(game: &str) -> Self {
        let path = games_folder().with_file_name("puzzles").join(game);
        // What cannot be read lists nothing.
        let text = fs::read_to_string(&path).unwrap_or_default();
        Self { path, ids: text.lines().map(str::to_owned).collect() }
    }

    fn contains(&self, id: &str) -> bool {
        self.ids.iter().any(|solved| solved == id)
    }

    /// Adds a puzzle. If the list cannot be written, the puzzle is only offered again.
    fn add(&mut self, id: String) {
        if !self.contains(&id) {
            self.ids.push(id);
            let is_there = self.path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok());
            if is_there {
                _ = replace(&self.path, Access::Owner, &(self.ids.join("\n") + "\n"));
            }
        }
    }
}

pub(crate) fn puzzles(asked: &Puzzles, offered: &Offered) -> Result<(), Failure> {
    if !full_screen::is_possible() {
        return Err(Failure::Failed("puzzles need an interactive terminal".to_owned()));
    }
    let has_colour = Screen::standard(asked.plain).has_colour();
    let ruleset = asked.ruleset.as_deref().unwrap_or(offered.offer.usual_ruleset());
    solve_game(&mut Menu::open(has_colour)?, offered, ruleset, has_colour)
}

/// Shows the puzzles of a game: first those from the user's own mistakes, then the game's own that are still unsolved.
pub(crate) fn solve_game(
    menu: &mut Menu,
    offered: &Offered,
    ruleset: &str,
    has_colour: bool,
) -> Result<(), Failure> {
    let (id, games) = (offered.offer.id, saved_games(&games_folder()));
    let games: Vec<SavedGame> =
        games.into_iter().filter(|game| game.game().is_ok_and(|game| game == id)).collect();
    let shipped = offered.puzzles(ruleset)?;
    let (count, mut solved) = (shipped.len(), Solved::of(id));
    let done = shipped.iter().filter(|puzzle| solved.contains(&puzzle.id)).count();
    // Once all are solved, they begin again.
    let unsolved = shipped.into_iter().filter(|puzzle| done == count || !solved.contains(&puzzle.id));
    let own = mistakes(&games, std::slice::from_ref(offered)).into_iter();
    let all: Vec<Puzzle> = own.chain(unsolved.map(Puzzle::Shipped)).collect();
    if !show(menu, all, std::slice::from_ref(offered), has_colour, &mut |id| solved.add(id))? {
        return Ok(());
    }
    let said = if count == 0 {
        let usual = offered.offer.usual_ruleset();
        format!("There are no puzzles under these rules; there may be some under `{usual}`.")
    } else {
        let all = counted(count as i64, "puzzle", "puzzles");
        format!("That was the last one. You have solved {} of {all}.", solved.ids.len().min(count))
    };
    menu.show("Puzzles", vec![Shown::Sentence(said)])
}

/// Shows one puzzle after another, and reports those of the game that are solved. Returns `false` if the person leaves
/// before the end.
fn show(
    menu: &mut Menu,
    puzzles: Vec<Puzzle>,
    offered: &[Offered],
    has_colour: bool,
    is_solved: &mut dyn FnMut(String),
) -> Result<bool, Failure> {
    let count = puzzles.len();
    for (puzzle, number) in puzzles.into_iter().zip(1..) {
        let id = match &puzzle {
            Puzzle::Shipped(puzzle) => Some(puzzle.id.clone()),
            Puzzle::Mistake(..) => None,
        };
        let mut screen = PuzzleScreen::open(puzzle, offered, (number, count))?;
        full_screen::show(&mut screen, has_colour)?;
        menu.retake()?;
        if let Some(id) = id.filter(|_| screen.is_solved) {
            is_solved(id);
        }
        if !screen.wants_next {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Shows puzzles from the user's own mistakes.
pub(super) fn solve(
    menu: &mut Menu,
    games: &[SavedGame],
    offered: &[Offered],
    has_colour: bool,
) -> Result<(), Failure> {
    let own = mistakes(games, offered);
    let said = match own.len() {
        0 => "There are no puzzles yet. Analyse a finished game (`a` at its end or in its replay): each mistake of \
              yours becomes a puzzle. `Learn` in the menu has puzzles of each game."
            .to_owned(),
        count => format!("That was the last of {}.", counted(count as i64, "puzzle", "puzzles")),
    };
    let is_over = show(menu, own, offered, has_colour, &mut |_| ())?;
    if is_over { menu.show("Puzzles", vec![Shown::Sentence(said)]) } else { Ok(()) }
}
