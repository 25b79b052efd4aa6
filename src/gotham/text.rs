//! The game in words: labels, what can be typed, and the lines below the picture of the track.

use super::action::Action;
use super::cards::{Card, Effect, Rank};
use super::explain::glossary;
use super::game::Gotham;
use super::guide::guide;
use super::happening::Happening;
use super::narrate::runner;
use super::picture;
use super::picture::Note;
use super::policy::{Drawing, OnTheSign};
use super::position::Position;
use super::state::{Phase, State};
use super::svg;
use super::track::Figure;
use super::view::View;
use crate::ground::seat::{Seat, SeatSet};
use crate::text::{
    Canvas, Ink, Lesson, Misread, Names, Svg, Tally, Text, Topic, capitalized, counted, meaning_of, separated,
};

fn backs_in_words(backs: [u8; 4]) -> String {
    let each = |back: Rank| std::iter::repeat_n(back.number(), usize::from(backs[back.index()]));
    separated(Rank::ALL.into_iter().flat_map(each), " ")
}

impl Gotham {
    /// The figures in the order of their ranks, each with the backs in the hand of its player.
    fn positions(view: &View, names: &Names) -> Vec<Note> {
        let mut shown = SeatSet::EMPTY;
        let lines = Rank::ALL.into_iter().zip(view.figures()).map(|(rank, standing)| {
            let owner = standing.figure.owner(view.players());
            let holds = |seat: Seat| view.backs(seat).iter().any(|count| *count > 0);
            let is_new = |seat: &Seat| *seat != view.seat() && !shown.contains(*seat) && holds(*seat);
            let hand = owner.filter(is_new);
            let hand = hand.map_or_else(String::new, |seat| {
                shown = shown.with(seat);
                format!("; backs {}", backs_in_words(view.backs(seat)))
            });
            let text = format!(
                "{rank}  {:<18} at {:>3}, lane {}{hand}",
                runner(standing.figure, owner, names),
                standing.at,
                view.lane(rank)
            );
            let ink = if owner == Some(view.seat()) { Ink::Bold } else { picture::ink(standing.figure) };
            Note { text, ink: Some(ink) }
        });
        lines.collect()
    }

    fn decks_in_words(view: &View) -> String {
        let decks = Rank::ALL.into_iter().map(|back| {
            let carried_out = view.carried_out(back).count();
            format!("{}+{carried_out}", view.left(back))
        });
        format!("Decks 1st to 4th, left + carried out: {}", separated(decks, ", "))
    }

    fn deposit_in_words(view: &View, names: &Names) -> String {
        let cards = view.deposit().map(|placed| {
            let face = placed.card.map_or_else(|| "face down".to_owned(), |card| card.effect().to_string());
            let owner = placed.figure.owner(view.players());
            format!("[{}] for {}: {face}", placed.back.number(), runner(placed.figure, owner, names))
        });
        let cards = separated(cards, "; ");
        format!("Deposit  {}", if cards.is_empty() { "empty" } else { &cards })
    }

    /// The table as a seat sees it, while it considers placing this card.
    fn draw_considered(
        &self,
        view: &View,
        considered: Option<Card>,
        names: &Names,
        canvas: &Canvas,
    ) -> String {
        let space = self.ruleset.track.animals.space(view.sign());
        let spaces = self.ruleset.track.spaces;
        let round = format!(
            "Round {}. The finish sign stands at the {}, space {space} of {spaces}.",
            view.round(),
            view.sign()
        );
        // GO-31, with the sign's space itself as the ruleset has it.
        let beyond = match self.ruleset.rules.on_the_sign {
            OnTheSign::NotBeyond => {
                format!("Beyond it is above {space}, or backwards below {}.", space - spaces)
            }
            OnTheSign::Beyond => {
                format!("Beyond it is from {space} on, or backwards from {} on.", space - spaces)
            }
        };
        let mut notes = vec![Note::from(round), Note::from(beyond)];
        notes.extend(Self::positions(view, names));
        notes.push(Self::decks_in_words(view).into());
        notes.extend(considered.map(|card| Note::from(self.prospect_in_brief(view, card))));
        let mut lines = picture::track(&self.ruleset.track, view, &notes, canvas);
        if self.ruleset.rules.drawing == Drawing::AllBeforePlacing && view.drew().iter().any(Option::is_some)
        {
            let drew = Figure::ALL.iter().zip(view.drew());
            let drew = drew.filter_map(|(figure, back)| back.map(|back| format!("{figure} from {back}")));
            lines.push(format!("Drawn    {}", separated(drew, ", ")));
        }
        lines.push(Self::deposit_in_words(view, names));
        let heading = format!("{} hand", capitalized(&names.possessive(view.seat())));
        lines.push(format!("{}  {}", canvas.paint(&heading, Ink::Bold), separated(view.hand(), "; ")));
        lines.join("\n")
    }
}

impl Text for Gotham {
    const TITLE: &'static str = "Gotham (Ostfriesenlauf), by Stephan Riedel";

    fn introduction(&self) -> String {
        "Four figures run round a circular track. Each round everybody draws a card and places one face down, \
         the last figure's player first; then all cards are carried out in that order. A card acts on the \
         figure that is 1st, 2nd, 3rd or 4th at that moment: the number on its back says which, and everybody sees the \
         backs. The race ends when, after the last card of a round, a figure is beyond the finish sign, in \
         whichever direction it got there; the one furthest beyond wins. Some cards move the sign."
            .to_owned()
    }

    fn guide(&self) -> Vec<Topic> {
        guide(&self.ruleset)
    }

    fn lessons(&self) -> Vec<Lesson<Position, Action>> {
        self.first_game()
    }

    fn explain(&self, view: &View, action: Action) -> String {
        self.explain_action(view, action)
    }

    fn glossary(&self) -> Vec<Topic> {
        glossary(&self.ruleset)
    }

    fn look_up(&self, view: &View, word: &str) -> Option<String> {
        meaning_of(&self.glossary(), word).or_else(|| self.explain_word(view, word))
    }

    fn label(&self, _view: &View, action: Action) -> String {
        match action {
            Action::Draw(back) => format!("draw {}", back.number()),
            Action::Place(card) => card.to_string(),
        }
    }

    fn remark(&self, view: &View, action: Action) -> Option<String> {
        match action {
            Action::Draw(back) => {
                let left = view.left(back);
                Some(format!("a card for the {back}, {} left", counted(left, "card", "cards")))
            }
            Action::Place(card) => {
                let now = view.figures()[card.back().index()].figure;
                let held = view.hand().filter(|held| *held == card).count();
                let copies = if held > 1 { format!(", {held} such cards") } else { String::new() };
                Some(format!("{} is {now} now{copies}", card.back()))
            }
        }
    }

    fn read_action(&self, view: &View, actions: &[Action], typed: &str) -> Result<Action, Misread> {
        let text = typed.trim().to_lowercase();
        let legal = || {
            format!("you can: {}", separated(actions.iter().map(|action| self.label(view, *action)), "; "))
        };
        if view.phase() == Phase::ChooseDeck {
            let word = text.trim_start_matches("draw").trim_start().trim_start_matches("deck");
            let back: Rank = word.parse().map_err(|_| {
                Misread(format!("`{}` names no deck: type 1 to 4, or `draw 2`", typed.trim()))
            })?;
            let action = Action::Draw(back);
            return if actions.contains(&action) {
                Ok(action)
            } else {
                Err(Misread(format!("the deck of the {back} is empty; {}", legal())))
            };
        }
        let text = text.trim_start_matches("place").trim();
        let fits = |action: &&Action| match action {
            Action::Draw(_) => false,
            Action::Place(card) => {
                text.parse::<Card>() == Ok(*card)
                    || text.parse::<Effect>() == Ok(card.effect())
                    || text.strip_prefix(&card.back().number().to_string()).is_some_and(|effect| {
                        effect.starts_with(' ') && effect.parse::<Effect>() == Ok(card.effect())
                    })
            }
        };
        let found: Vec<&Action> = actions.iter().filter(fits).collect();
        match found.as_slice() {
            [action] => Ok(**action),
            [] => Err(Misread(format!("`{}` is no card of your hand; {}", typed.trim(), legal()))),
            several => {
                let labels = separated(several.iter().map(|action| self.label(view, **action)), " or ");
                Err(Misread(format!("that can be {labels}: name the back as well")))
            }
        }
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        self.sentence(happening, names)
    }

    fn question(&self, view: &View) -> String {
        match view.phase() {
            Phase::ChooseDeck => "From which deck do you draw?",
            Phase::Place => "Which card do you place face down?",
            _ => "What do you do?",
        }
        .to_owned()
    }

    fn tally(&self, state: &State) -> Tally {
        self.tally_of(state)
    }

    fn svg(&self, view: &View, names: &Names) -> Svg {
        svg::svg(self, view, names)
    }

    fn draw(&self, view: &View, names: &Names, canvas: &Canvas) -> String {
        self.draw_considered(view, None, names, canvas)
    }

    fn draw_choice(&self, view: &View, action: Action, names: &Names, canvas: &Canvas) -> String {
        let card = match action {
            Action::Place(card) => Some(card),
            Action::Draw(_) => None,
        };
        self.draw_considered(view, card, names, canvas)
    }
}
