//! Puzzles from the user's mistakes: a moment of a game as its player saw it, and the question for a better move.

use super::SavedGame;
use crate::failure::Failure;
use crate::play::full_screen::{Answer, ScreenModel, Stage};
use crate::play::game_list::Offered;
use crate::play::print::labels;
use crate::play::typed_line::Typed;
use crate::replays::analyse::cached::{CachedAnalysis, Mistake};
use crate::screen::Screen;
use furlong::record::Player;
use furlong::table::{Occupant, Outcome, Reader, Request, Shown, Table};
use furlong::text::{Canvas, Names, plain};
use furlong::{BotSpec, Seat, Streams};

/// The choices after an answer.
const NEXT: [(&str, Option<&str>); 3] =
    [("the next one", None), ("try again", Some("the same position")), ("leave", None)];

/// A mistake of a person in a saved game.
pub(crate) struct Puzzle {
    game: SavedGame,
    mistake: Mistake,
}

/// The mistakes that people made in these games, the largest first.
pub(crate) fn puzzles(games: &[SavedGame], offered: &[Offered]) -> Vec<Puzzle> {
    let of_game = |game: &SavedGame| {
        let table = game.open(offered).ok()?;
        let kept = CachedAnalysis::read(&game.path, table.seed(), table.events())?;
        let is_person = |mistake: &Mistake| table.people().iter().any(|seat| seat.index() == mistake.seat);
        let own = kept.mistakes.into_iter().filter(is_person);
        Some(own.map(|mistake| Puzzle { game: game.clone(), mistake }).collect::<Vec<_>>())
    };
    let mut puzzles: Vec<Puzzle> = games.iter().filter_map(of_game).flatten().collect();
    puzzles.sort_by(|one, other| other.mistake.loss.total_cmp(&one.mistake.loss));
    puzzles
}

#[cfg(test)]
impl Puzzle {
    /// A puzzle from the first decision of the person in this game.
    pub(crate) fn of_first_decision(game: SavedGame, offered: &[Offered]) -> Self {
        let table = game.open(offered).expect("a game");
        let person = table.people().iter().next().expect("a person");
        let name = table.names().name(person).to_lowercase();
        let is_own = |event: &usize| {
            table.event(*event).is_some_and(|words| words.to_lowercase() == format!("{name} decides."))
        };
        let event = (1..=table.events()).find(is_own).expect("a decision");
        let (taken, best) = ("fox".to_owned(), "lamb".to_owned());
        Self { game, mistake: Mistake { event, seat: person.index(), taken, best, loss: 0.2, error: 0.05 } }
    }
}

/// A puzzle on the full screen.
pub(crate) struct PuzzleScreen {
    /// The game from that moment on, with a person in the seat.
    table: Box<dyn Table>,
    seat: Seat,
    mistake: Mistake,
    /// The value of the answer in words, once there is one.
    said: Option<String>,
    screen: Screen<Vec<u8>>,
    /// True if the player has asked for another puzzle.
    pub(crate) wants_next: bool,
}

impl PuzzleScreen {
    pub(crate) fn open(puzzle: &Puzzle, offered: &[Offered]) -> Result<Self, Failure> {
        let Puzzle { game, mistake } = puzzle;
        let mut replay = game.open(offered)?;
        replay.go_to(mistake.event - 1).map_err(Failure::failed)?;
        let seats = replay.seats();
        let seat = seats.iter().nth(mistake.seat).unwrap_or(Seat::FIRST);
        // The others do not move here.
        let random = Occupant::Bot(BotSpec::named("random"));
        let players = replay.players().iter().zip(seats.iter()).map(|(player, other)| {
            let occupant = if other == seat { &Occupant::Person } else { &random };
            Player { player: occupant.to_string(), ..player.clone() }
        });
        let mut table = replay.play_on(Streams::any_seed(), players.collect())?;
        table.proceed();
        let (mistake, screen) = (mistake.clone(), Screen::kept(Canvas::PLAIN));
        Ok(Self { table, seat, mistake, said: None, screen, wants_next: false })
    }

    /// The value of an answer in words, with the reason.
    fn judge(&mut self, answer: &str) -> Result<String, Failure> {
        let Mistake { taken, best, loss, error, .. } = &self.mistake;
        let points = format!("{:.0} points (+- {:.0})", 100.0 * loss, 100.0 * error);
        let verdict = if answer == best {
            format!("Yes. You played `{taken}`; `{best}` was better by {points} out of 100.")
        } else if answer == taken {
            format!("That is what you played. `{best}` was better by {points} out of 100.")
        } else {
            format!("The analysis found `{best}`, better than your `{taken}` by {points} out of 100.")
        };
        let asked = Request::Explain(best.clone());
        let reply = self.table.answer(Reader::Player(self.seat), &asked)?;
        let explained = reply.message.shown.into_iter().find_map(|shown| match shown {
            Shown::Sentence(text) => Some(text),
            _ => None,
        });
        Ok(format!("{} {}", plain(&verdict), explained.unwrap_or_default()))
    }
}

impl ScreenModel for PuzzleScreen {
    fn title(&self) -> String {
        format!("{}, find the better move", self.table.heading())
    }

    fn names(&self) -> Names {
        self.table.names().addressing(Some(self.seat))
    }

    fn people(&self) -> usize {
        // Nothing is taken back here.
        2
    }

    fn stage(&self) -> Stage {
        Stage::Choice
    }

    fn picture(&mut self, choice: Option<usize>) -> Result<String, Failure> {
        let choice = choice.filter(|_| self.said.is_none());
        let board = self.table.board(Reader::Player(self.seat), choice).unwrap_or_default();
        self.screen.picture(&board.picture)?;
        Ok(self.screen.take())
    }

    fn explanation(&self) -> String {
        self.said.clone().unwrap_or_default()
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        if self.said.is_some() {
            let next = NEXT.map(|(label, about)| (label.to_owned(), about.map(str::to_owned)));
            return ("What next?".to_owned(), next.to_vec());
        }
        let choices = self.table.question(self.seat).map_or_else(Vec::new, |asked| labels(&asked.choices));
        let round = self.table.round();
        (format!("Round {round}. You made a mistake here: find a better move."), choices)
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        let Typed::Asked(request) = typed else { return Ok(Answer::Leave) };
        if self.said.is_some() {
            match request {
                Request::Number(1) | Request::Nothing => self.wants_next = true,
                Request::Number(2) => {
                    self.said = None;
                    return Ok(Answer::GoesOn);
                }
                _ => {}
            }
            return Ok(Answer::Leave);
        }
        let chosen = match &request {
            Request::Number(number) => number.checked_sub(1).and_then(|index| {
                self.table.question(self.seat)?.choices.get(index).map(|choice| choice.label.clone())
            }),
            Request::Words(words) => self.table.question(self.seat).and_then(|question| {
                let choices = question.choices.into_iter();
                choices.map(|choice| choice.label).find(|label| label.eq_ignore_ascii_case(words.trim()))
            }),
            // A bot's advice would be the answer.
            Request::Hint(_) => {
                return Ok(Answer::Told(vec![Shown::Refused("There are no hints in puzzles.".to_owned())]));
            }
            _ => None,
        };
        if let Some(chosen) = chosen {
            self.said = Some(self.judge(&chosen)?);
            return Ok(Answer::GoesOn);
        }
        let is_move = matches!(request, Request::Words(_) | Request::Nothing | Request::Number(_));
        if is_move {
            let refused = Shown::Refused("Choose a move from the list.".to_owned());
            return Ok(Answer::Told(vec![refused]));
        }
        let reply = self.table.answer(Reader::Player(self.seat), &request)?;
        Ok(match reply.outcome {
            Outcome::Asked if request == Request::Log => Answer::Log(reply.message.shown),
            _ => Answer::Told(reply.message.shown),
        })
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.screen.draw_on(canvas);
        self.table.draw_on(canvas);
    }
}
