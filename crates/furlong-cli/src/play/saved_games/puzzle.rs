//! A puzzle on the full screen: a moment of a game as its player saw it, and the question for the best move. It is one of
//! the game's own puzzles, or comes from a mistake of the user.

use super::SavedGame;
use crate::failure::Failure;
use crate::play::full_screen::{Answer, ScreenModel, Stage};
use crate::play::game_list::Offered;
use crate::play::print::labels;
use crate::play::typed_line::Typed;
use crate::replays::analyse::cached::{CachedAnalysis, Mistake};
use crate::screen::Screen;
use furlong::record::Player;
use furlong::table::{Occupant, Outcome, PosedPuzzle, Reader, Request, Shown, Table};
use furlong::text::{Canvas, Names, plain};
use furlong::{BotSpec, Seat, Streams};

/// A puzzle, which is a mistake of a person in a saved game, or one of the game's own.
#[derive(Debug)]
pub(crate) enum Puzzle {
    Mistake(SavedGame, Mistake),
    Shipped(PosedPuzzle),
}

/// The mistakes that people made in these games, the largest first.
pub(crate) fn mistakes(games: &[SavedGame], offered: &[Offered]) -> Vec<Puzzle> {
    let of_game = |game: &SavedGame| {
        let table = game.open(offered).ok()?;
        let kept = CachedAnalysis::read(&game.path, table.seed(), table.events())?;
        let is_person = |mistake: &Mistake| table.people().iter().any(|seat| seat.index() == mistake.seat);
        let own = kept.mistakes.into_iter().filter(is_person);
        Some(own.map(|mistake| (game.clone(), mistake)).collect::<Vec<_>>())
    };
    let mut mistakes: Vec<(SavedGame, Mistake)> = games.iter().filter_map(of_game).flatten().collect();
    mistakes.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
    mistakes.into_iter().map(|(game, mistake)| Puzzle::Mistake(game, mistake)).collect()
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
        Self::Mistake(game, Mistake { event, seat: person.index(), taken, best, loss: 0.2, error: 0.05 })
    }
}

/// A puzzle on the full screen.
pub(crate) struct PuzzleScreen {
    /// The game from that moment on, with a person in the seat.
    table: Box<dyn Table>,
    seat: Seat,
    best: String,
    about: About,
    /// The number of the puzzle, and the number of all.
    place: (usize, usize),
    /// The value of the answer in words, once there is one.
    said: Option<String>,
    /// The choices after the answer.
    nexts: Vec<Next>,
    screen: Screen<Vec<u8>>,
    /// True if the player has asked for a hint.
    is_hinted: bool,
    /// True if the player has asked for another puzzle.
    pub(crate) wants_next: bool,
    /// True if the first answers included the best move before it was shown.
    pub(crate) is_solved: bool,
}

/// The source of a puzzle, with the words on its best move.
enum About {
    Mistake { taken: String, more: String },
    Shipped { hints: [String; 2], explanation: String },
}

/// A choice after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    Again,
    Show,
    Leave,
}

impl Next {
    const fn label(self) -> &'static str {
        match self {
            Self::GoOn => "the next one",
            Self::Again => "try again",
            Self::Show => "show the answer",
            Self::Leave => "leave",
        }
    }
}

impl PuzzleScreen {
    pub(crate) fn open(puzzle: Puzzle, offered: &[Offered], place: (usize, usize)) -> Result<Self, Failure> {
        let (table, seat, best, about) = match puzzle {
            Puzzle::Shipped(PosedPuzzle { table, seat, best, hints, explanation, .. }) => {
                (table, seat, best, About::Shipped { hints, explanation })
            }
            Puzzle::Mistake(game, mistake) => {
                let (table, seat) = at_mistake(&game, &mistake, offered)?;
                let [more, margin] = [mistake.loss, mistake.error].map(|share| 100.0 * share);
                let more = format!("wins about {more:.0} more games in 100 (+- {margin:.0})");
                (table, seat, mistake.best, About::Mistake { taken: mistake.taken, more })
            }
        };
        let screen = Screen::kept(Canvas::PLAIN);
        let (said, nexts) = (None, Vec::new());
        let (wants_next, is_solved, is_hinted) = (false, false, false);
        Ok(Self { table, seat, best, about, place, said, nexts, screen, is_hinted, wants_next, is_solved })
    }

    /// The value of an answer in words, with the reason.
    fn judge(&mut self, answer: &str) -> Result<String, Failure> {
        let (best, is_best) = (&self.best, *answer == self.best);
        self.nexts = vec![Next::GoOn, Next::Again, Next::Leave];
        let verdict = match &self.about {
            About::Shipped { explanation, .. } if is_best => {
                self.is_solved = true;
                format!("Yes. {explanation}")
            }
            About::Shipped { hints: [rule, _], .. } => {
                self.nexts = vec![Next::Again, Next::Show, Next::GoOn, Next::Leave];
                let verdict = format!("`{answer}` is not the best move here. {rule}");
                return self.explained(&verdict, answer);
            }
            About::Mistake { taken, more } if is_best => {
                format!("Yes. You played `{taken}`; `{best}` {more}.")
            }
            About::Mistake { taken, more } if answer == taken => {
                format!("That is what you played. `{best}` {more}.")
            }
            About::Mistake { taken, more } => {
                format!("The analysis found `{best}`, which {more} than your `{taken}`.")
            }
        };
        self.explained(&verdict, &self.best.clone())
    }

    /// The sentence, and what a move means.
    fn explained(&mut self, verdict: &str, label: &str) -> Result<String, Failure> {
        let asked = Request::Explain(label.to_owned());
        let reply = self.table.answer(Reader::Player(self.seat), &asked)?;
        let explained = reply.message.shown.into_iter().find_map(|shown| match shown {
            Shown::Sentence(text) => Some(text),
            _ => None,
        });
        Ok(format!("{} {}", plain(verdict), explained.unwrap_or_default()))
    }

    /// Carries out the choice after an answer.
    fn choose_next(&mut self, request: &Request) -> Result<Answer, Failure> {
        let chosen = match request {
            Request::Nothing => self.nexts.first(),
            Request::Number(number) => number.checked_sub(1).and_then(|index| self.nexts.get(index)),
            Request::Words(words) => {
                self.nexts.iter().find(|next| next.label().eq_ignore_ascii_case(words.trim()))
            }
            _ => None,
        };
        match chosen {
            Some(Next::GoOn) => self.wants_next = true,
            Some(Next::Again) => {
                self.said = None;
                return Ok(Answer::GoesOn);
            }
            Some(Next::Show) => {
                let explanation = match &self.about {
                    About::Shipped { explanation, .. } => explanation.clone(),
                    About::Mistake { .. } => String::new(),
                };
                let best = self.best.clone();
                self.said = Some(self.explained(&format!("It is `{best}`. {explanation}"), &best)?);
                self.nexts = vec![Next::GoOn, Next::Leave];
                return Ok(Answer::GoesOn);
            }
            Some(Next::Leave) => {}
            None => {
                let refused = Shown::Refused("Choose from the list.".to_owned());
                return Ok(Answer::Told(vec![refused]));
            }
        }
        Ok(Answer::Leave)
    }
}

/// The table at the moment of a mistake, with a person in the seat.
fn at_mistake(
    game: &SavedGame,
    mistake: &Mistake,
    offered: &[Offered],
) -> Result<(Box<dyn Table>, Seat), Failure> {
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
    Ok((table, seat))
}

impl ScreenModel for PuzzleScreen {
    fn title(&self) -> String {
        let (number, count) = self.place;
        format!("{}, puzzle {number} of {count}", self.table.heading())
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

    fn unused_keys(&self) -> &'static [char] {
        // After the answer, nothing is left to look up in the list of moves.
        if self.said.is_some() { &['l', 'u', 'w', 'h', 'v', '?', '/'] } else { &['l', 'u', 'w'] }
    }

    fn explanation(&self) -> String {
        self.said.clone().unwrap_or_default()
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        if self.said.is_some() {
            let nexts = self.nexts.iter().map(|next| (next.label().to_owned(), None));
            return ("What next?".to_owned(), nexts.collect());
        }
        let asked = self.table.question(self.seat);
        let choices = asked.as_ref().map_or_else(Vec::new, |asked| labels(&asked.choices));
        let asked = asked.map_or_else(String::new, |asked| asked.text);
        let question = match &self.about {
            About::Mistake { .. } => {
                format!("Round {}. You made a mistake here: find a better move.", self.table.round())
            }
            About::Shipped { .. } => format!("{asked} One move is clearly best here. Find it."),
        };
        (question, choices)
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        let Typed::Asked(request) = typed else { return Ok(Answer::Leave) };
        let is_move = matches!(request, Request::Words(_) | Request::Nothing | Request::Number(_));
        if self.said.is_some() && is_move {
            return self.choose_next(&request);
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
                let is_first = !std::mem::replace(&mut self.is_hinted, true);
                let hint = match &self.about {
                    About::Mistake { taken, .. } => {
                        format!("You played `{taken}`. Something else is better.")
                    }
                    About::Shipped { hints: [general, _], .. } if is_first => {
                        format!("{general} (Ask again for more.)")
                    }
                    About::Shipped { hints: [_, what], .. } => what.clone(),
                };
                return Ok(Answer::Told(vec![Shown::Sentence(plain(&hint).into_owned())]));
            }
            _ => None,
        };
        if let Some(chosen) = chosen {
            self.said = Some(self.judge(&chosen)?);
            return Ok(Answer::GoesOn);
        }
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
