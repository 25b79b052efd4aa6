//! Games in words and pictures: the trait [`Text`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{RaceGame, Turn, Weighted};
use crate::ground::seat::Seat;
use crate::ground::sentences::sentences;
use crate::ruleset::Ruleset as _;
use crate::text::{Canvas, Names, Paint, Svg, capitalized, separated};

/// A game in words and pictures: a guide to its rules, labels of actions, sentences about happenings, and the board
/// in characters.
///
/// A game with this trait can be played in the terminal. Only labels, narration and the table must be written; what is typed
/// is read back by its label.
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

    /// A short introduction for new players: the subject of the game and the way to win. The default is the
    /// description in the ruleset.
    fn introduction(&self) -> String {
        self.ruleset().title().about.clone()
    }

    /// The rules in force in brief, as a person explains them at the table to a newcomer: short sentences, in the
    /// order in which they are needed. The default is one topic with the introduction.
    fn guide(&self) -> Vec<Topic> {
        vec![Topic::new("The game", [self.introduction()])]
    }

    /// A guided first game under the rules in force: a few turns from set positions, in the order in which a newcomer
    /// needs them. By default there are none.
    fn lessons(&self) -> Vec<Lesson<Self::Position, Self::Action>> {
        Vec::new()
    }

    /// The meaning of an action for the viewer, under the rules in force: its price, its gain, and what may follow, in a
    /// few sentences. The default is its label with its remark.
    fn explain(&self, view: &Self::View, action: Self::Action) -> String {
        let label = capitalized(&self.label(view, action));
        self.remark(view, action).map_or_else(|| format!("{label}."), |remark| format!("{label}: {remark}."))
    }

    /// The words of the game, each with its meaning under the rules in force: also the letters and signs of the board. A
    /// title may give [several names](meaning_of). The default is the guide.
    fn glossary(&self) -> Vec<Topic> {
        self.guide()
    }

    /// The meaning of a word of the game, or of a square or a card that it names; `None` when it names nothing. The
    /// default looks into the glossary, where the last `s` of a word does not matter.
    fn look_up(&self, _view: &Self::View, word: &str) -> Option<String> {
        meaning_of(&self.glossary(), word)
    }

    /// The rules in force, for people. The default is the ruleset's title, its rules in words, and its
    /// reconstructed parts.
    fn rules(&self) -> String {
        let title = self.ruleset().title().plain();
        let mut lines = vec![format!("{}: {}", title.name, title.about)];
        lines.extend(self.ruleset().in_words());
        lines.extend(title.reconstructed.iter().map(|what| format!("Reconstructed: {what}")));
        lines.join("\n")
    }

    /// The sheets that players may consult during play. By default there are no sheets.
    fn aids(&self, _view: &Self::View) -> Vec<Aid> {
        Vec::new()
    }

    /// The action as people name and type it: `2 hare`.
    fn label(&self, view: &Self::View, action: Self::Action) -> String;

    /// A remark on the action, such as its cost or its gain; `None` when its label says enough.
    fn remark(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// The use of the action, in a few words to the seat that has the view: `moves your fox 2 tiles further`. A hint
    /// gives it as its reason. By default nothing is said.
    fn purpose(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// Reads a typed action, in any form that the game understands. The default accepts its label. The
    /// numbers of a list of choices are read elsewhere.
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

    /// Reads a typed outcome, one of the possible ones. The default accepts its `Display` form.
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
            Misread(format!("`{typed}` is not possible; possible are: {possible}"))
        })
    }

    /// The happening as one sentence with its full stop; `None` when it needs no line.
    fn narrate(&self, happening: &Self::Happening, names: &Names) -> Option<String>;

    /// Several happenings in a row, to be read at once. Related ones may share a line.
    fn narrate_all(&self, happenings: &[Self::Happening], names: &Names) -> Vec<String> {
        happenings.iter().filter_map(|happening| self.narrate(happening, names)).collect()
    }

    /// The question for the seat that has to decide: `Which cards do you place?`.
    fn question(&self, _view: &Self::View) -> String {
        "What do you do?".to_owned()
    }

    /// The table as a seat sees it, as lines of text, with these marks where the game knows how to draw them. Pictures fit
    /// the canvas; a line of words may be longer and is wrapped where it is shown.
    fn draw(
        &self,
        view: &Self::View,
        marks: &Marks<'_, Self::View, Self::Action>,
        names: &Names,
        canvas: &Canvas,
    ) -> String;

    /// The table with everything open, for people who may see all. The default is the picture of the seat to move, for
    /// games where [`Text::tally`] tells the rest.
    fn draw_open(&self, state: &Self::State, names: &Names, canvas: &Canvas) -> String {
        self.draw(&self.view(state, self.turn(state).eyes()), &Marks::NONE, names, canvas)
    }

    /// The possessions of each seat in this state, everything hidden included: for the end of a game, and for people
    /// who may see all. The default shows the scores.
    fn tally(&self, state: &Self::State) -> Tally {
        let rows = self.standings(state).rows;
        Tally { titles: vec!["score"], rows: rows.iter().map(|row| vec![row.score.to_string()]).collect() }
    }

    /// The moments within one event that deserve a look each, such as cards that are carried out one after the other.
    /// `before` is the view of a seat before the event, and `seen` what that seat sees happen; nothing else may be told.
    /// By default there are none: the table after the event says enough.
    fn scenes(&self, _before: &Self::View, _seen: &[Self::Happening]) -> Vec<Scene<Self::View>> {
        Vec::new()
    }

    /// The board as a picture for pages, as a seat sees it, with these marks. What can be tapped or moves has a
    /// [name](Svg::named). The default shows the lines of [`Text::draw`].
    fn svg(&self, view: &Self::View, marks: &Marks<'_, Self::View, Self::Action>, names: &Names) -> Svg {
        Svg::of_lines(&self.draw(view, marks, names, &Canvas::PLAIN), Self::TITLE)
    }

    /// The board as a picture for those who have no seat: what lies open to all, and nothing that the seat of this view knows
    /// alone, so that the views of all seats give the same. By default there is none.
    fn svg_for_watchers(&self, _view: &Self::View, _names: &Names) -> Option<Svg> {
        None
    }

    /// The names of the things on the [picture](Text::svg) and in the [hand](Text::hand) that an action is about: whoever
    /// taps one of them means this action, or one of several. By default there are none.
    fn on(&self, _view: &Self::View, _action: Self::Action) -> Vec<String> {
        Vec::new()
    }

    /// The things that the viewer holds: cards of one kind, carrots. By default nothing.
    fn hand(&self, _view: &Self::View) -> Vec<Held> {
        Vec::new()
    }
}

/// A part of a [guide](Text::guide). `Display` writes the title on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// A few words, such as `Your turn`.
    pub title: String,
    /// Paragraphs of sentences, one a line. A line that begins with `- ` is an item of a list.
    pub text: String,
}

impl Topic {
    /// A topic of these paragraphs; empty ones are left out.
    pub fn new(title: &str, paragraphs: impl IntoIterator<Item = String>) -> Self {
        let written = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty());
        Self { title: title.to_owned(), text: separated(written, "\n") }
    }

    /// The names that its title gives in a glossary, the usual one first.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.title.split(", ")
    }
}

/// The text of the topic of a glossary that has this name, where the last `s` of a word does not matter. A title in a
/// glossary may give other names after the first one: `tortoise, T, turtle`.
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
    /// The title of each column, with its unit where a number needs one: `carrots`.
    pub titles: Vec<&'static str>,
    /// A row for each seat, in seat order, with a cell for each title.
    pub rows: Vec<Vec<String>>,
}

impl Tally {
    /// A table with these titles, and a row for each seat.
    pub const fn new(titles: Vec<&'static str>, rows: Vec<Vec<String>>) -> Self {
        Self { titles, rows }
    }
}

/// A step of a [guided first game](Text::lessons): a set position, what there is to see, and an action to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson<P, A> {
    /// A few words, such as `A carrot square`.
    pub title: String,
    /// The position; the first seat is to move.
    pub position: P,
    /// Two or three sentences on what the learner sees.
    pub about: String,
    /// The request, as one sentence: `Move to square 5.`
    pub task: String,
    /// The action that is asked for.
    pub action: A,
    /// Actions that the rules forbid here. They are offered all the same: who tries one learns why not.
    pub forbidden: Vec<A>,
    /// The decisions of the others after this action, in the order of their turns.
    pub then: Vec<A>,
    /// The outcome of chance after the action is told in front of `result`, which cannot know it.
    pub tells_chance: bool,
    /// The sentences on what this action and those decisions bring.
    pub result: String,
}

impl<P, A> Lesson<P, A> {
    /// A step without its sentences and without decisions of the others: `Lesson { about, task, ..Lesson::new(...) }`.
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

/// The steps of a guided first game that the rules in force allow: in each position the first seat may take its action, and
/// none of those that are said to be forbidden.
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
    /// The word that shows it when typed: one word in lower case that is not an action of the game.
    pub name: &'static str,
    /// The contents, as a short clause: `what each step costs`.
    pub about: &'static str,
    /// The sheet, as lines of text.
    pub text: String,
}

impl Aid {
    /// A sheet with the word that shows it and its contents in a clause.
    pub const fn new(name: &'static str, about: &'static str, text: String) -> Self {
        Self { name, about, text }
    }
}

/// Things of one kind that a seat [holds](Text::hand).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Held {
    /// The name by which a choice is [about](Text::on) them.
    pub name: String,
    /// Their kind, for people.
    pub label: String,
    /// The number of them.
    pub count: u16,
    /// The classes of their [paint](crate::text::Paint::class).
    pub paint: String,
}

impl Held {
    /// So many things of a kind, in this paint.
    pub fn new(name: impl Into<String>, label: impl Into<String>, count: u16, paint: Paint) -> Self {
        Self { name: name.into(), label: label.into(), count, paint: paint.class() }
    }
}

/// The marks on a [picture](Text::draw) of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks<'a, V, A> {
    /// An action that the seat considers: the picture shows what it does, as far as that is sure.
    pub choice: Option<A>,
    /// An earlier view of the same seat: the picture shows what has moved since.
    pub since: Option<&'a V>,
}

impl<V, A> Marks<'_, V, A> {
    /// No marks.
    pub const NONE: Self = Self { choice: None, since: None };

    /// The marks of an action that is considered.
    pub const fn choice(action: A) -> Self {
        Self { choice: Some(action), since: None }
    }
}

/// A [moment within one event](Text::scenes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene<V> {
    /// The view of the seat at this moment.
    pub view: V,
    /// The number of happenings of the event up to this moment.
    pub happenings: usize,
}

/// The error for typed text that is not an action: one sentence with the reason.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misread(pub String);

sentences!(Misread);
