//! The race in words: names of actions, questions, and the player aids.

use std::fmt::{self, Write as _};

use super::action::{Action, Chance, Illegal};
use super::board::{FINISH, Square, SquareKind};
use super::bots::purpose;
use super::explain::glossary;
use super::game::HareTortoise;
use super::guide::{guide, hares};
use super::happening::Happening;
use super::movement::{BUNCH, cost, reach};
use super::picture;
use super::policy::{Effect, Mechanism};
use super::position::Position;
use super::standings::tally;
use super::state::{Phase, State};
use super::svg;
use super::view::View;
use super::words::{carrots, letter};
use crate::text::{
    Aid, Canvas, Cover, HandItem, Lesson, Marks, Misread, Names, Picture, Puzzle, Svg, Tally, Text, Topic,
    meaning_of, sound_puzzles,
};
use crate::text::{capitalized, counted, ordinal, separated};

/// The number of prices in a row of the race card.
const IN_ROW: usize = 7;

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(seat) => write!(f, "seat {seat}"),
            Self::Card(card) => write!(f, "card {card}"),
            Self::Die(die) => write!(f, "die {die}"),
            Self::PackCard(effect) => f.write_str(effect.word()),
        }
    }
}

impl Text for HareTortoise {
    const TITLE: &'static str = "Hare & Tortoise, by David Parlett";

    const COVER: Option<Cover> = Some(Cover {
        pictures: &[Picture::Carrot, Picture::Hare, Picture::Tortoise, Picture::Lettuce, Picture::Flag],
        summary: "Pay carrots to run: the further you go, the dearer each square. Be home first, with few carrots left and \
                  all your lettuces eaten.",
        minutes: 20,
        difficulty: "needs planning",
    });

    fn introduction(&self) -> String {
        "Pay carrots to run: 1 for one square, 3 for two, 6 for three, and so on. You get more by going back to a \
         tortoise, by standing on the number of your race position, on carrot squares, and by chewing your lettuces. \
         Hare squares are a gamble. To win, cross the line first, with no lettuces and few carrots left."
            .to_owned()
    }

    fn guide(&self) -> Vec<Topic> {
        guide(&self.ruleset, self.board())
    }

    fn lessons(&self) -> Vec<Lesson<Position, Action>> {
        self.first_game()
    }

    fn puzzles(&self) -> Vec<Puzzle<Position, Action>> {
        sound_puzzles(self, include_str!("../../puzzles/hare-tortoise.json"))
    }

    fn explain(&self, view: &View, action: Action) -> String {
        self.explain_action(view, action)
    }

    fn glossary(&self) -> Vec<Topic> {
        glossary(&self.ruleset, self.board())
    }

    fn look_up(&self, view: &View, word: &str) -> Option<String> {
        let number = word.trim().trim_start_matches("square").trim().parse().ok();
        match number.and_then(Square::new) {
            Some(square) => Some(self.explain_square(view, square)),
            None => meaning_of(&self.glossary(), word),
        }
    }

    fn aids(&self, view: &View) -> Vec<Aid> {
        vec![
            Aid { name: "chart", about: "what the hare squares do", text: self.hare_chart(view) },
            Aid { name: "card", about: "what each step costs", text: race_card(view) },
        ]
    }

    fn label(&self, view: &View, action: Action) -> String {
        let stays = if view.state().phase == Phase::ChewCarrot { "" } else { "stay and " };
        match action {
            Action::Runner(index) => format!("runner {}", index + 1),
            Action::Chew => "chew".to_owned(),
            Action::Draw => format!("{stays}draw 10"),
            Action::Pay => format!("{stays}pay 10"),
            Action::Stay if view.state().phase == Phase::ChewCarrot => "neither".to_owned(),
            Action::Stay => "stay".to_owned(),
            Action::ToStart => "back to Start".to_owned(),
            Action::Back(square) => format!("back to {square}"),
            Action::To(square) => format!("to {square}"),
        }
    }

    fn remark(&self, view: &View, action: Action) -> Option<String> {
        let state = view.state();
        let at = state.of(state.runner).square;
        match action {
            Action::Runner(index) => {
                let runner = state.runners_of(state.seat).start + index;
                Some(picture::place_words(self, state, runner))
            }
            Action::Chew => {
                let drawn = u16::from(state.race_position(state.runner)) * BUNCH;
                Some(format!("draws {drawn}"))
            }
            Action::ToStart => {
                let start = self.ruleset.start.carrots.of(state.seats.count());
                Some(format!("with {}", carrots(start)))
            }
            Action::Back(square) => {
                let squares = u16::from(at.number() - square.number());
                Some(format!("draws {}, tortoise", BUNCH * squares))
            }
            Action::To(square) => {
                let price = carrots(cost(square.number() - at.number()));
                Some(match self.board().kind(square) {
                    Some(kind) => format!("{price}, {}", kind.name()),
                    None => price,
                })
            }
            Action::Draw | Action::Pay | Action::Stay => None,
        }
    }

    fn purpose(&self, view: &View, action: Action) -> Option<String> {
        Some(purpose(self, view.state(), action))
    }

    fn hindsight(&self, view: &View, action: Action, _names: &Names) -> String {
        self.could_have(view.state(), action)
    }

    fn rule_of_thumb(&self, view: &View, taken: Action, better: Action) -> Option<String> {
        self.thumb(view.state(), taken, better)
    }

    fn read_action(&self, view: &View, actions: &[Action], typed: &str) -> Result<Action, Misread> {
        let words = typed.trim().to_lowercase();
        let by_label = actions.iter().find(|action| self.label(view, **action).to_lowercase() == words);
        if let Some(action) = by_label {
            return Ok(*action);
        }
        let state = view.state();
        let action = self.read_freely(&words, state).ok_or_else(|| {
            Misread(match words.as_str() {
                "back" => "There is no tortoise square behind the runner to go back to.".to_owned(),
                _ => format!(
                    "`{}` is not a move here: type one from the list, or `+3` for 3 squares.",
                    typed.trim()
                ),
            })
        })?;
        if actions.contains(&action) {
            return Ok(action);
        }
        Err(Misread(capitalized(&format!("{}.", self.objection(state, action)))))
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        self.sentence(happening, names)
    }

    fn narrate_all(&self, happenings: &[Happening], names: &Names) -> Vec<String> {
        self.sentences(happenings, names)
    }

    fn question(&self, view: &View) -> String {
        let state = view.state();
        let question = match state.phase {
            Phase::Runner => "Which runner moves?",
            Phase::ChewCarrot => "The hare lets you chew a carrot: do you draw 10 or pay 10?",
            Phase::AnotherMove => "Another move: where do you run, or do you stay?",
            Phase::Move if self.must_chew(state, state.runner) => "The runner must chew a lettuce.",
            Phase::Move if self.board().kind(state.of(state.runner).square) == Some(SquareKind::Carrot) => {
                "Where do you run, or do you stay and draw or pay 10?"
            }
            _ => "Where do you run?",
        };
        let home = state.seats.iter().filter(|seat| state.is_home(*seat)).count() as u8;
        let question = match home {
            0 => question.to_owned(),
            home => format!("You race on for {} place. {question}", ordinal(home + 1)),
        };
        let question = match self.not_home(state) {
            Some(reason) => format!("{question} You cannot go home: {reason}."),
            None => question,
        };
        if state.per_player > 1 && state.phase != Phase::Runner {
            let name = state.name(state.runner);
            return format!("Runner {} ({}): {question}", name.index + 1, letter(name));
        }
        question
    }

    fn tally(&self, state: &State) -> Tally {
        tally(state)
    }

    fn svg(&self, view: &View, marks: &Marks<'_, View, Action>, names: &Names) -> Svg {
        svg::svg(self, view, marks, names)
    }

    fn svg_for_watchers(&self, view: &View, since: Option<&View>, names: &Names) -> Option<Svg> {
        Some(svg::svg(self, view, &Marks { choice: None, since }, names))
    }

    fn draw_for_watchers(&self, view: &View, names: &Names, canvas: &Canvas) -> Option<String> {
        Some(picture::draw_for_watchers(self, view, names, canvas))
    }

    fn on(&self, view: &View, action: Action) -> Vec<String> {
        svg::names_of(view, action)
    }

    fn facts(&self, view: &View) -> Vec<String> {
        picture::facts(self, view.state())
    }

    fn hand(&self, view: &View) -> Vec<HandItem> {
        self.held(view)
    }

    fn draw_open(&self, state: &State, names: &Names, canvas: &Canvas) -> String {
        picture::draw_open(self, state, names, canvas)
    }

    fn draw(&self, view: &View, marks: &Marks<'_, View, Action>, names: &Names, canvas: &Canvas) -> String {
        picture::draw(self, view, marks, names, canvas)
    }
}

impl HareTortoise {
    /// The reason why the runner may not finish, even though its carrots would carry it home.
    fn not_home(&self, state: &State) -> Option<Illegal> {
        let home = Action::To(Square::FINISH);
        let may_run =
            matches!(state.phase, Phase::Move | Phase::AnotherMove) && !self.must_chew(state, state.runner);
        let reason = (may_run && !self.legal(state).contains(home)).then(|| self.objection(state, home))?;
        matches!(reason, Illegal::TooManyCarrots { .. } | Illegal::LettucesLeft(_)).then_some(reason)
    }

    /// Reads an action typed in a short form: `22`, `+3`, `back`, `draw`, `finish`, `runner 2`.
    fn read_freely(&self, words: &str, state: &State) -> Option<Action> {
        let square = words.strip_prefix("to ");
        let words = square.unwrap_or(words).trim();
        let at = state.of(state.runner).square.number();
        let action = match words {
            "chew" => Action::Chew,
            "draw" | "draw 10" | "stay and draw" => Action::Draw,
            "pay" | "pay 10" | "stay and pay" => Action::Pay,
            "stay" | "neither" => Action::Stay,
            "start" | "back to start" => Action::ToStart,
            "finish" | "the finish" | "home" => Action::To(Square::FINISH),
            _ => {
                if let Some(steps) = words.strip_prefix('+').or_else(|| words.strip_prefix("forward ")) {
                    let steps: u8 = steps.trim().parse().ok()?;
                    return Square::new(at.checked_add(steps)?).map(Action::To);
                }
                if let Some(index) = words.strip_prefix("runner ") {
                    let index: u8 = index.trim().parse().ok()?;
                    return Some(Action::Runner(index.checked_sub(1)?));
                }
                if let Some(square) = words.strip_prefix("back") {
                    let square = square.trim().trim_start_matches("to").trim();
                    return match square.parse() {
                        Ok(number) => Square::new(number).map(Action::Back),
                        Err(_) if square.is_empty() => {
                            self.nearest_tortoise(Square::at(at)).map(Action::Back)
                        }
                        Err(_) => None,
                    };
                }
                let number: u8 = words.parse().ok()?;
                if state.phase == Phase::Runner && square.is_none() {
                    return Some(Action::Runner(number.checked_sub(1)?));
                }
                return Square::new(number).map(Action::To);
            }
        };
        Some(action)
    }

    /// The chart, the table or the pack as in the rules, and what is known of it in this race.
    pub(super) fn hare_chart(&self, view: &View) -> String {
        let state = view.state();
        let mut text = format!("{}\n", hares(&self.ruleset.hare).text);
        match self.ruleset.hare.mechanism {
            Mechanism::Chart | Mechanism::Table => {
                let positions: Vec<String> =
                    state.racing(view.seat()).map(|runner| ordinal(state.race_position(runner))).collect();
                if !positions.is_empty() {
                    let _ = writeln!(text, "You are {} now.", positions.join(" and "));
                }
            }
            Mechanism::Pack => text.push_str(&self.pack_words(state)),
            Mechanism::Passing => {}
        }
        text
    }

    /// The cards that may be drawn next. Everybody has seen those that went under the pack.
    fn pack_words(&self, state: &State) -> String {
        if state.known_cards().is_empty() {
            return "No card of this pack has been seen yet.\n".to_owned();
        }
        let on_top = |effect: &&Effect| self.cards_on_top(state, **effect) > 0;
        let cards = Effect::ALL.iter().filter(on_top);
        let cards =
            cards.map(|effect| format!("{} x {}", self.cards_on_top(state, *effect), effect.meaning()));
        format!("The next card is one of these: {}.\n", separated(cards, "; "))
    }
}

/// The prices of all steps, and how far the viewer's carrots reach.
fn race_card(view: &View) -> String {
    let mut text = "Squares: carrots\n".to_owned();
    let prices: Vec<String> = (1..=FINISH).map(|n| format!("{n:>3}: {:<5}", cost(n))).collect();
    for row in prices.chunks(IN_ROW) {
        let _ = writeln!(text, "{}", row.concat().trim_end());
    }
    let state = view.state();
    let held = state.carrots[view.seat()];
    let farthest = reach(held).min(state.longest_step);
    let _ = writeln!(text, "{} are enough for {}.", carrots(held), counted(farthest, "square", "squares"));
    text
}
