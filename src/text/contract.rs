//! Games in words and pictures: the trait [`Text`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::common::seat::Seat;
use crate::game::{RaceGame, Turn, Weighted};
use crate::ruleset::Ruleset as _;
use crate::text::{Canvas, Names, Paint, Picture, Puzzle, Svg, capitalized, separated};

/// A game in words and pictures: a guide to its rules, labels of actions, sentences about happenings, and the board in
/// characters.
///
/// A game with this trait can be played in the terminal. You must write only labels, narration and the table; typed
/// input is matched against the labels.
///
/// ```
/// use furlong::gotham::Gotham;
/// use furlong::text::{Canvas, Marks, Names};
/// use furlong::{Race, RaceGame, Text, Turn, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let mut race = Race::new(game.clone(), &game.setup(2), 7)?;
/// let Turn::Seat(seat) = race.proceed() else { panic!("somebody begins") };
/// let (view, actions) = (race.view(seat)?, race.actions(seat));
/// let names = Names::numbered(race.seats()).addressing(Some(seat));
/// println!("{}\n{}", game.draw(&view, &Marks::NONE, &names, &Canvas::PLAIN), game.question(&view));
/// let typed = game.label(&view, actions[0]);
/// assert_eq!(game.read_action(&view, &actions, &typed)?, actions[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Text: RaceGame {
    /// The game's title with its author.
    const TITLE: &'static str;

    /// What a list of games shows besides the title. By default there is nothing.
    const COVER: Option<Cover> = None;

    /// A short introduction for new players: the subject of the game and the way to win. The default is the
    /// description in the ruleset.
    fn introduction(&self) -> String {
        self.ruleset().title().about.clone()
    }

    /// A short explanation of the rules in force, as you would explain them to a newcomer at the table: short
    /// sentences, in the order in which they are needed. The default is one topic with the introduction.
    fn guide(&self) -> Vec<Topic> {
        vec![Topic::new("The game", [self.introduction()])]
    }

    /// A guided first game under the rules in force: a few turns from prepared positions, in the order in which a
    /// newcomer needs them. By default there are none.
    fn lessons(&self) -> Vec<Lesson<Self::Position, Self::Action>> {
        Vec::new()
    }

    /// Puzzles under the rules in force: positions in which a single move is clearly best. By default there are none.
    fn puzzles(&self) -> Vec<Puzzle<Self::Position, Self::Action>> {
        Vec::new()
    }

    /// The meaning of an action for the viewer, under the rules in force: its price, its gain, and what may follow, in
    /// a few sentences. The default is its label and its remark.
    fn explain(&self, view: &Self::View, action: Self::Action) -> String {
        let label = capitalized(&self.label(view, action));
        self.remark(view, action).map_or_else(|| format!("{label}."), |remark| format!("{label}: {remark}."))
    }

    /// The words of the game, each with its meaning under the rules in force, including the letters and signs of the
    /// board. A title may give [several names](meaning_of). The default is the guide.
    fn glossary(&self) -> Vec<Topic> {
        self.guide()
    }

    /// The meaning of a word of the game, or of a square or a card that the word names; `None` for an unknown word. By
    /// default it looks in the glossary and ignores a final `s`.
    fn look_up(&self, _view: &Self::View, word: &str) -> Option<String> {
        meaning_of(&self.glossary(), word)
    }

    /// The rules in force, for people. By default: the ruleset's title, its rules in words, and its reconstructed
    /// parts.
    fn rules(&self) -> String {
        let title = self.ruleset().title().plain();
        let mut lines = vec![format!("{}: {}", title.name, title.about)];
        lines.extend(self.ruleset().in_words());
        lines.extend(title.reconstructed.iter().map(|what| format!("Reconstructed: {what}")));
        lines.join("\n")
    }

    /// The sheets that players may consult during play. By default there are none.
    fn aids(&self, _view: &Self::View) -> Vec<Aid> {
        Vec::new()
    }

    /// The action as people write and type it: `2 hare`.
    fn label(&self, view: &Self::View, action: Self::Action) -> String;

    /// A remark on the action, such as its cost or its gain; `None` when its label says enough.
    fn remark(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// What the action does, in a few words to the seat that has the view: `moves your fox 2 tiles further`. Hints give
    /// it as their reason. By default there is none.
    fn purpose(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// Describes what the viewer could have done instead of another action, as words that follow "could have": `run
    /// home for 66 carrots and won at once`. The default names the label.
    fn hindsight(&self, view: &Self::View, action: Self::Action, _names: &Names) -> String {
        format!("chosen `{}`", self.label(view, action))
    }

    /// A rule of thumb that the action `better` follows and the action `taken` does not, as an imperative clause with its
    /// full stop. By default there is none.
    fn rule_of_thumb(
        &self,
        _view: &Self::View,
        _taken: Self::Action,
        _better: Self::Action,
    ) -> Option<String> {
        None
    }

    /// What led to the result of a finished game, in sentences for people: the bets and how they came in, or the rule that
    /// put one figure ahead of another. `seen` is everything that has happened. By default there are none.
    fn result_reasons(&self, _end: &Self::State, _seen: &[Self::Happening], _names: &Names) -> Vec<String> {
        Vec::new()
    }

    /// Reads a typed action, in any form that the game understands. By default it accepts the label. The number of an
    /// item in a list of choices is read elsewhere.
    ///
    /// # Errors
    /// One sentence with the reason why it is not a legal action now.
    fn read_action(
        &self,
        view: &Self::View,
        actions: &[Self::Action],
        typed: &str,
    ) -> Result<Self::Action, Misread> {
        let typed = typed.trim().to_lowercase();
        let found = actions.iter().find(|action| self.label(view, **action).to_lowercase() == typed);
        found.copied().ok_or_else(|| {
            let labels = separated(actions.iter().map(|action| self.label(view, *action)), ", ");
            Misread(format!("`{typed}` is not one of the choices: {labels}."))
        })
    }

    /// Reads a typed outcome, one of the possible ones. By default it accepts the `Display` form.
    ///
    /// # Errors
    /// One sentence that lists the possible outcomes.
    fn read_outcome(
        &self,
        outcomes: &[Weighted<Self::Chance>],
        typed: &str,
    ) -> Result<Self::Chance, Misread> {
        let typed = typed.trim().to_lowercase();
        let found = outcomes.iter().find(|w| w.outcome.to_string().to_lowercase() == typed);
        found.map(|w| w.outcome).ok_or_else(|| {
            let possible = separated(outcomes.iter().map(|w| w.outcome), ", ");
            Misread(format!("`{typed}` is not possible; possible: {possible}"))
        })
    }

    /// Describes the happening in one sentence with its full stop; `None` when it needs no line.
    fn narrate(&self, happening: &Self::Happening, names: &Names) -> Option<String>;

    /// Describes several happenings in a row, to be read at once. Related ones may share a line.
    fn narrate_all(&self, happenings: &[Self::Happening], names: &Names) -> Vec<String> {
        happenings.iter().filter_map(|happening| self.narrate(happening, names)).collect()
    }

    /// The question for the seat that has to decide: `Which cards do you place?`.
    fn question(&self, _view: &Self::View) -> String {
        "What do you do?".to_owned()
    }

    /// Draws the table as a seat sees it, as lines of text, with these marks if the game knows how to draw them.
    /// Pictures fit the canvas; a line of words may be longer and is wrapped where it is shown.
    fn draw(
        &self,
        view: &Self::View,
        marks: &Marks<'_, Self::View, Self::Action>,
        names: &Names,
        canvas: &Canvas,
    ) -> String;

    /// Draws the table with everything open, for people who may see all of it. The default is the picture of the seat
    /// to move, for games where [`Text::tally`] shows the rest.
    fn draw_open(&self, state: &Self::State, names: &Names, canvas: &Canvas) -> String {
        self.draw(&self.view(state, self.turn(state).viewer()), &Marks::NONE, names, canvas)
    }

    /// The possessions of each seat in this state, including everything hidden: for the end of a game, and for people
    /// who may see everything. The default shows the scores.
    fn tally(&self, state: &Self::State) -> Tally {
        let rows = self.standings(state).rows;
        Tally { titles: vec!["score"], rows: rows.iter().map(|row| vec![row.score.to_string()]).collect() }
    }

    /// The moments within one event that deserve a picture each, for example when cards are carried out one after
    /// another. `before` is the view of a seat before the event, and `seen` is what that seat sees happen; a frame must
    /// reveal nothing else. By default there are none: the table after the event is enough.
    fn frames(&self, _before: &Self::View, _seen: &[Self::Happening]) -> Vec<Frame<Self::View>> {
        Vec::new()
    }

    /// Draws the board as a picture for web pages, as a seat sees it, with these marks. Things that can be tapped or
    /// that move have [names](Svg::named). The default shows the lines of [`Text::draw`].
    fn svg(&self, view: &Self::View, marks: &Marks<'_, Self::View, Self::Action>, names: &Names) -> Svg {
        Svg::of_lines(&self.draw(view, marks, names, &Canvas::PLAIN), Self::TITLE)
    }

    /// Draws the board for spectators, who have no seat: only what everybody can see, and nothing that only the seat of
    /// this view knows, so that all views of a state give the same picture. It marks what has moved `since` an earlier
    /// view of the same seat. By default there is none.
    fn svg_for_watchers(
        &self,
        _view: &Self::View,
        _since: Option<&Self::View>,
        _names: &Names,
    ) -> Option<Svg> {
        None
    }

    /// Draws the board for spectators as lines of text, with only what everybody can see, so that all views of a state give
    /// the same picture. By default there is none.
    fn draw_for_watchers(&self, _view: &Self::View, _names: &Names, _canvas: &Canvas) -> Option<String> {
        None
    }

    /// The names of the things on the [picture](Text::svg) and in the [hand](Text::hand) that an action is about.
    /// Tapping one of them chooses this action, or offers it among others. By default there are none.
    fn on(&self, _view: &Self::View, _action: Self::Action) -> Vec<String> {
        Vec::new()
    }

    /// What everybody may know about each seat, in a few words such as `3rd, 2 lettuces`, in the order of the seats. All
    /// views of a state give the same. By default there is nothing.
    fn facts(&self, _view: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// The things that the viewer holds, such as cards of one kind or carrots. By default there are none.
    fn hand(&self, _view: &Self::View) -> Vec<HandItem> {
        Vec::new()
    }
}

/// What a list of games [shows about a game](Text::COVER).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cover {
    /// The pictures of its runners and things, the most important first.
    pub pictures: &'static [Picture],
    /// What the players do, in two short sentences.
    pub summary: &'static str,
    /// The length of a game of four, at a quarter of a minute for each decision.
    pub minutes: u8,
    /// How hard it is, in a word or two.
    pub difficulty: &'static str,
}

/// A part of a [guide](Text::guide). `Display` writes the title on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The title in a few words, such as `Your turn`.
    pub title: String,
    /// Paragraphs of sentences, one on each line. A line that begins with `- ` is a list item.
    pub text: String,
}

impl Topic {
    /// Creates a topic from these paragraphs; empty ones are left out.
    pub fn new(title: &str, paragraphs: impl IntoIterator<Item = String>) -> Self {
        let written = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty());
        Self { title: title.to_owned(), text: separated(written, "\n") }
    }

    /// The names that the title gives in a glossary, the usual one first.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.title.split(", ")
    }
}

/// Finds the text of the glossary topic with this name, ignoring a final `s`. A title in a glossary may give other
/// names after the first one: `tortoise, T, turtle`.
pub fn meaning_of(glossary: &[Topic], word: &str) -> Option<String> {
    let bare = |word: &str| {
        let word = word.trim().to_lowercase();
        if word.len() > 1 { word.trim_end_matches('s').to_owned() } else { word }
    };
    let word = bare(word);
    glossary.iter().find(|topic| topic.names().any(|name| bare(name) == word)).map(|topic| topic.text.clone())
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.title, self.text)
    }
}

/// A table of the [possessions](Text::tally) of the seats.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The title of each column, with its unit if a number needs one: `carrots`.
    pub titles: Vec<&'static str>,
    /// One row for each seat, in seat order, with a cell for each title.
    pub rows: Vec<Vec<String>>,
}

impl Tally {
    /// Creates a table with these titles, and a row for each seat.
    pub const fn new(titles: Vec<&'static str>, rows: Vec<Vec<String>>) -> Self {
        Self { titles, rows }
    }
}

/// A step of a [guided first game](Text::lessons): a prepared position, what to look at, and an action to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson<P, A> {
    /// The title in a few words, such as `A carrot square`.
    pub title: String,
    /// The position; the first seat is to move.
    pub position: P,
    /// Two or three sentences on what the learner sees.
    pub about: String,
    /// The task, as one sentence: `Move to square 5.`
    pub task: String,
    /// The action to take.
    pub action: A,
    /// Actions that the rules forbid here. They are offered anyway: trying one explains why not.
    pub forbidden: Vec<A>,
    /// The decisions of the other seats after this action, in the order of their turns.
    pub then: Vec<A>,
    /// Whether the chance outcome after the action is reported before `result`, because the result cannot know it.
    pub tells_chance: bool,
    /// The sentences on what this action and the decisions after it lead to.
    pub result: String,
}

impl<P, A> Lesson<P, A> {
    /// Creates a step without its sentences and without decisions of others:
    /// `Lesson { about, task, ..Lesson::new(...) }`.
    pub fn new(title: &str, position: P, action: A) -> Self {
        Self {
            title: title.to_owned(),
            position,
            about: String::new(),
            task: String::new(),
            action,
            forbidden: Vec::new(),
            then: Vec::new(),
            tells_chance: false,
            result: String::new(),
        }
    }
}

/// Returns the steps of a guided first game that agree with the rules in force: the first seat may take the step's
/// action in its position, and none of the forbidden ones.
pub(crate) fn sound_lessons<G: RaceGame>(
    game: &G,
    steps: impl IntoIterator<Item = Option<Lesson<G::Position, G::Action>>>,
) -> Vec<Lesson<G::Position, G::Action>> {
    let is_sound = |step: &Lesson<G::Position, G::Action>| {
        game.state(&step.position).is_ok_and(|state| {
            game.turn(&state) == Turn::Seat(Seat::FIRST)
                && game.check(&state, step.action).is_ok()
                && step.forbidden.iter().all(|action| game.check(&state, *action).is_err())
        })
    };
    steps.into_iter().flatten().filter(is_sound).collect()
}

/// A player aid: a sheet next to the board, such as a chart or a price list.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aid {
    /// The word that you type to show the sheet: one word in lower case that is not an action of the game.
    pub name: &'static str,
    /// The contents, as a short clause: `what each step costs`.
    pub about: &'static str,
    /// The sheet, as lines of text.
    pub text: String,
}

impl Aid {
    /// Creates a sheet with the word that shows it and its contents in a clause.
    pub const fn new(name: &'static str, about: &'static str, text: String) -> Self {
        Self { name, about, text }
    }
}

/// Things of one kind that a seat [holds](Text::hand).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HandItem {
    /// The name that links choices [about](Text::on) these things to them.
    pub name: String,
    /// Their kind, in words for people.
    pub label: String,
    /// The number of things.
    pub count: u16,
    /// The CSS classes of their [paint](crate::text::Paint::class).
    pub paint: String,
    /// The picture of one of them, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// The value on the face of a card, which is empty for a card without one. `None` for things that are only counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl HandItem {
    /// Creates a number of things of one kind, in this paint.
    pub fn new(name: impl Into<String>, label: impl Into<String>, count: u16, paint: Paint) -> Self {
        Self {
            name: name.into(),
            label: label.into(),
            count,
            paint: paint.class(),
            picture: None,
            value: None,
        }
    }

    /// Shows these things with this picture.
    #[must_use]
    pub fn with_picture(self, picture: Picture) -> Self {
        Self { picture: Some(picture), ..self }
    }

    /// Shows this value on these cards.
    #[must_use]
    pub fn with_value(self, value: impl Into<String>) -> Self {
        Self { value: Some(value.into()), ..self }
    }
}

/// The marks on a [picture](Text::draw) of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks<'a, V, A> {
    /// An action that the seat is considering. The picture shows what it would do, as far as that is certain.
    pub choice: Option<A>,
    /// An earlier view of the same seat. The picture shows what has moved since then.
    pub since: Option<&'a V>,
}

impl<V, A> Marks<'_, V, A> {
    /// No marks.
    pub const NONE: Self = Self { choice: None, since: None };

    /// Marks an action that the seat is considering.
    pub const fn choice(action: A) -> Self {
        Self { choice: Some(action), since: None }
    }
}

/// A [moment within one event](Text::frames).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<V> {
    /// The view of the seat at this moment.
    pub view: V,
    /// The number of happenings of the event up to this moment.
    pub happenings: usize,
}

/// The error for typed text that is not an action: one sentence with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misread(pub String);
