//! The game in words: labels, typed input, and the lines that go with the picture of the track.

use super::action::Action;
use super::cards::{Card, Effect, Rank};
use super::explain::glossary;
use super::game::Gotham;
use super::guide::guide;
use super::happening::Happening;
use super::narrate::runner;
use super::picture;
use super::picture::Note;
use super::policy::Drawing;
use super::position::Position;
use super::review::thumb;
use super::state::{Phase, State};
use super::svg::{self, Eyes};
use super::track::Figure;
use super::view::View;
use crate::common::seat::{Seat, SeatSet};
use crate::text::{
    Aid, Canvas, Cover, Frame, HandItem, Ink, Lesson, Marks, Misread, Names, Picture, Puzzle, Svg, Tally,
    Text, Topic, capitalized, columns, counted, meaning_of, padded, separated, sound_puzzles,
};

fn backs_in_words(backs: [u8; 4]) -> String {
    let each = |back: Rank| std::iter::repeat_n(back.number(), usize::from(backs[back.index()]));
    separated(Rank::ALL.into_iter().flat_map(each), " ")
}

impl Gotham {
    /// The figures in the order of their ranks, each with the place where it stood before if it has moved, and with
    /// the backs in its player's hand.
    fn positions(view: &View, since: Option<&View>, names: &Names) -> Vec<Note> {
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
            let was = since.and_then(|since| view.moved_from(since, standing.figure));
            let text = format!(
                "{rank}  {} at {:>3}{}, lane {}{hand}",
                padded(&runner(standing.figure, owner, names), 18),
                standing.at,
                was.map_or_else(String::new, |was| format!(" (was {was})")),
                view.lane(rank)
            );
            Note { text, ink: Some(picture::ink(standing.figure, names)) }
        });
        lines.collect()
    }

    fn decks_in_words(view: &View) -> String {
        let left = Rank::ALL.into_iter().map(|back| view.left(back));
        let used = Rank::ALL.into_iter().map(|back| view.carried_out(back).count());
        format!("Decks 1st to 4th: {} cards left; {} used", separated(left, ", "), separated(used, ", "))
    }

    fn deposit_in_words(view: &View, columns: usize) -> Vec<String> {
        let cards = view.deposit().map(|placed| {
            let face = placed.card.map_or_else(|| "face down".to_owned(), |card| card.effect().to_string());
            format!("{} [{}] {face}", placed.figure, placed.back.number())
        });
        let cards: Vec<String> = cards.collect();
        let empty = ["empty".to_owned()];
        in_lines("Pile     ", if cards.is_empty() { &empty } else { &cards }, columns)
    }

    fn hand_in_words(view: &View, names: &Names, columns: usize) -> Vec<String> {
        let cards: Vec<String> = view.hand().map(|card| card.to_string()).collect();
        in_lines(&format!("{} hand  ", capitalized(&names.possessive(view.seat()))), &cards, columns)
    }

    /// The round, the sign, and what counts as beyond it.
    fn round_in_words(&self, view: &View) -> [String; 2] {
        let space = self.ruleset.track.animals.space(view.sign());
        let spaces = self.ruleset.track.spaces;
        let round = format!(
            "Round {}. The finish sign is at the {}, space {space} of {spaces}.",
            view.round(),
            view.sign()
        );
        let [forward, back] = self.first_beyond(view);
        let beyond = format!("Beyond it: {forward} and up, or {back} and down (which is backwards).");
        [round, beyond]
    }

    /// The round and the sign, in a line that fits into the ring.
    fn round_in_brief(&self, view: &View) -> String {
        let space = self.ruleset.track.animals.space(view.sign());
        let [forward, back] = self.first_beyond(view);
        format!(
            "Round {}. Finish: {} on {space}; beyond: {forward} and up, {back} and down",
            view.round(),
            view.sign()
        )
    }

    /// The first locations beyond the sign, forwards and backwards: as many spaces as there are from the start.
    fn first_beyond(&self, view: &View) -> [i32; 2] {
        let [forward, back] = self.way_to(self.ruleset.track.animals.space(view.sign()), 0);
        [forward, -back]
    }

    /// The decks that players have drawn from, if all draw before anybody places.
    fn drawn_in_words(&self, view: &View) -> Option<String> {
        let all_draw = self.ruleset.rules.drawing == Drawing::AllBeforePlacing;
        let drew = Figure::ALL.iter().zip(view.drew());
        let drew = drew.filter_map(|(figure, back)| back.map(|back| format!("{figure} from {back}")));
        let drew = separated(drew, ", ");
        (all_draw && !drew.is_empty()).then(|| format!("Drawn    {drew}"))
    }

    /// Draws the table with a line for each figure, for narrow screens. The short form leaves out the draws and
    /// what a card would do.
    fn draw_strips(
        &self,
        view: &View,
        marks: &Marks<'_, View, Action>,
        names: &Names,
        canvas: &Canvas,
        is_short: bool,
    ) -> Vec<String> {
        let strips = picture::strips(&self.ruleset.track, view, marks.since, names, canvas);
        let mut all = vec![Note::from(self.round_in_brief(view))];
        let has_key = strips.is_some() && !is_short;
        all.extend(strips.unwrap_or_else(|| Self::positions(view, marks.since, names)));
        // The ring changes to lines while the pile grows.
        all.extend(has_key.then(|| Note::from(picture::key_to_strips(marks.since.is_some(), canvas))));
        if !is_short {
            all.extend(self.drawn_in_words(view).map(Note::from));
        }
        all.extend(Self::deposit_in_words(view, canvas.width).into_iter().map(Note::from));
        if let (Some(Action::Place(card)), false) = (marks.choice, is_short) {
            all.push(self.prospect_in_brief(view, card).into());
        }
        let hand = Self::hand_in_words(view, names, canvas.width).into_iter();
        all.extend(hand.map(|text| Note { text, ink: Some(Ink::Bold) }));
        all.iter().map(|note| note.paint(canvas)).collect()
    }

    /// The lines of words that go with the ring: the round, the figures, the decks and the pile.
    fn notes(
        &self,
        view: &View,
        marks: &Marks<'_, View, Action>,
        names: &Names,
        is_short: bool,
        columns: usize,
    ) -> Vec<Note> {
        let considered = match marks.choice {
            Some(Action::Place(card)) => Some(card),
            _ => None,
        };
        let mut notes = if is_short {
            vec![Note::from(self.round_in_brief(view))]
        } else {
            self.round_in_words(view).map(Note::from).into()
        };
        notes.extend(Self::positions(view, marks.since, names));
        if !is_short {
            notes.push(Self::decks_in_words(view).into());
        }
        notes.extend(self.drawn_in_words(view).map(Note::from));
        notes.extend(Self::deposit_in_words(view, columns).into_iter().map(Note::from));
        notes.extend(considered.map(|card| Note::from(self.prospect_in_brief(view, card))));
        notes
    }

    /// Draws the table as a seat sees it. As room gets scarce, it goes from the ring with a key to its marks, to
    /// the ring without the key, then the hand within the ring without what can be looked up. Without room for a
    /// ring it uses a line for each figure, then words, then as few of them as possible.
    fn draw_table(
        &self,
        view: &View,
        marks: &Marks<'_, View, Action>,
        names: &Names,
        canvas: &Canvas,
    ) -> String {
        let board = &self.ruleset.track;
        let inside = |is_large: bool| {
            picture::infield(board, canvas, is_large).map_or(canvas.width, |(columns, _)| columns)
        };
        let notes = |is_short: bool, columns: usize| self.notes(view, marks, names, is_short, columns);
        let hand = |columns: usize| {
            let lines = Self::hand_in_words(view, names, columns).into_iter();
            lines.map(|text| Note { text, ink: Some(Ink::Bold) }).collect::<Vec<_>>()
        };
        let ring = |notes: Vec<Note>, form: (bool, bool), below: Vec<Note>| {
            let mut lines = picture::track(board, view, marks.since, &notes, form, names, canvas);
            lines.extend(below.iter().map(|note| note.paint(canvas)));
            lines
        };
        let in_brief = || {
            let figures = Rank::ALL.into_iter().zip(view.figures());
            let figures = figures.map(|(rank, stand)| format!("{rank} {} {}", stand.figure, stand.at));
            let mut all = vec![Note::from(self.round_in_brief(view)), separated(figures, ", ").into()];
            all.extend(Self::deposit_in_words(view, canvas.width).into_iter().map(Note::from));
            all.extend(hand(canvas.width));
            all.iter().map(|note| note.paint(canvas)).collect::<Vec<_>>()
        };
        let in_words = || {
            let animals = Note::from(picture::animals_in_words(&self.ruleset.track, canvas.width));
            let all = notes(true, canvas.width).into_iter().chain([animals]).chain(hand(canvas.width));
            all.map(|note| note.paint(canvas)).collect::<Vec<_>>()
        };
        let forms: [&dyn Fn() -> Vec<String>; 6] = [
            &|| ring(notes(false, inside(false)), (true, false), hand(canvas.width)),
            &|| ring(notes(false, inside(false)), (false, false), hand(canvas.width)),
            &|| {
                ring(
                    notes(true, inside(false)).into_iter().chain(hand(inside(false))).collect(),
                    (false, false),
                    Vec::new(),
                )
            },
            &|| self.draw_strips(view, marks, names, canvas, false),
            &|| self.draw_strips(view, marks, names, canvas, true),
            &in_words,
        ];
        if picture::is_wide_enough(board, canvas) && canvas.height < usize::MAX {
            let large = ring(notes(false, inside(true)), (true, true), hand(canvas.width)).join("\n");
            if canvas.has_room_for(&large) {
                return large;
            }
        }
        let mut drawn = forms.iter().map(|form| form().join("\n"));
        drawn.find(|picture| canvas.has_room_for(picture)).unwrap_or_else(|| in_brief().join("\n"))
    }
}

/// Lists texts after a heading, in lines of at most `width` columns.
fn in_lines(heading: &str, texts: &[String], width: usize) -> Vec<String> {
    let mut lines = vec![heading.to_owned()];
    let margin = " ".repeat(columns(heading));
    for (index, text) in texts.iter().enumerate() {
        let end = if index + 1 < texts.len() { "; " } else { "" };
        let line = lines.last_mut().map_or(0, |line| columns(line));
        if line > margin.len() && line + columns(text) + end.trim_end().len() > width {
            lines.push(margin.clone());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(text);
            line.push_str(end);
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

impl Text for Gotham {
    const TITLE: &'static str = "Gotham (Ostfriesenlauf), by Stephan Riedel";

    const COVER: Option<Cover> = Some(Cover {
        pictures: &[Picture::Snail, Picture::Fish, Picture::Hedgehog, Picture::Sheep, Picture::Finish],
        summary: "Move your figure with cards whose effect depends on its place. Be furthest beyond the finish sign when a \
                  round ends.",
        minutes: 20,
        difficulty: "medium",
    });

    fn introduction(&self) -> String {
        let [forward, back] = self.way_from_the_start();
        format!(
            "Four figures run round a circular track. Each round, everybody draws a card and places one face down, \
             the last figure's player first; then all cards are carried out in that order. A card acts on the figure \
             that is 1st, 2nd, 3rd or 4th at that moment: the number on its back says which, and everybody sees the \
             backs. The race ends when a figure is beyond the finish sign after the last card of a round, in either \
             direction: {forward} spaces forward from the start, or {back} backward. The one furthest beyond wins. \
             Some cards move the sign."
        )
    }

    fn guide(&self) -> Vec<Topic> {
        guide(&self.ruleset)
    }

    fn lessons(&self) -> Vec<Lesson<Position, Action>> {
        self.first_game()
    }

    fn puzzles(&self) -> Vec<Puzzle<Position, Action>> {
        sound_puzzles(self, include_str!("../../puzzles/gotham.json"))
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

    fn aids(&self, view: &View) -> Vec<Aid> {
        self.sheets(view)
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

    fn purpose(&self, view: &View, action: Action) -> Option<String> {
        self.purpose_of(view, action)
    }

    fn hindsight(&self, view: &View, action: Action, names: &Names) -> String {
        self.could_have(view, action, names)
    }

    fn rule_of_thumb(&self, view: &View, taken: Action, better: Action) -> Option<String> {
        thumb(view, taken, better)
    }

    fn result_reasons(&self, end: &State, seen: &[Happening], names: &Names) -> Vec<String> {
        self.result_in_words(end, seen, names)
    }

    fn read_action(&self, view: &View, actions: &[Action], typed: &str) -> Result<Action, Misread> {
        let text = typed.trim().to_lowercase();
        let legal = || {
            format!("you can: {}", separated(actions.iter().map(|action| self.label(view, *action)), "; "))
        };
        if view.phase() == Phase::ChooseDeck {
            let word = text.trim_start_matches("draw").trim_start().trim_start_matches("deck");
            let back: Rank = word.parse().map_err(|_| {
                Misread(format!("`{}` is not a deck: type 1 to 4, or `draw 2`", typed.trim()))
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
            [] => Err(Misread(format!("`{}` is not a card in your hand; {}", typed.trim(), legal()))),
            several => {
                let labels = separated(several.iter().map(|action| self.label(view, **action)), " or ");
                Err(Misread(format!("that could be {labels}: name the back too")))
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

    fn svg(&self, view: &View, marks: &Marks<'_, View, Action>, names: &Names) -> Svg {
        svg::svg(self, view, marks, Eyes::Seat, names)
    }

    fn svg_for_watchers(&self, view: &View, since: Option<&View>, names: &Names) -> Option<Svg> {
        Some(svg::svg(self, view, &Marks { choice: None, since }, Eyes::Watcher, names))
    }

    fn draw_for_watchers(&self, view: &View, names: &Names, canvas: &Canvas) -> Option<String> {
        let mut notes: Vec<Note> = self.round_in_words(view).map(Note::from).into();
        notes.extend(Self::positions(view, None, names));
        notes.push(Self::decks_in_words(view).into());
        let lines = picture::track(&self.ruleset.track, view, None, &notes, (true, false), names, canvas);
        Some(lines.join("\n") + "\n")
    }

    fn on(&self, _view: &View, action: Action) -> Vec<String> {
        vec![match action {
            Action::Draw(back) => svg::deck_name(back),
            Action::Place(card) => svg::hand_name(card),
        }]
    }

    fn facts(&self, view: &View) -> Vec<String> {
        let of = |owner: u8| {
            let stands = Rank::ALL.into_iter().zip(view.figures());
            let own = stands.filter(|(_, stand)| {
                stand.figure.owner(view.players()).is_some_and(|seat| seat.index() == usize::from(owner))
            });
            separated(own.map(|(rank, stand)| format!("{rank}, on {}", stand.at)), "; ")
        };
        (0..view.players()).map(of).collect()
    }

    fn hand(&self, view: &View) -> Vec<HandItem> {
        svg::held(view)
    }

    fn draw(&self, view: &View, marks: &Marks<'_, View, Action>, names: &Names, canvas: &Canvas) -> String {
        self.draw_table(view, marks, names, canvas)
    }

    fn frames(&self, before: &View, seen: &[Happening]) -> Vec<Frame<View>> {
        self.pile_in_frames(before, seen)
    }
}
