//! The animal race in words: introduction, labels, typed actions, and questions.

use strum::VariantNames;

use super::action::{Action, Illegal, Placement};
use super::bots::purpose;
use super::cards::Card;
use super::explain::glossary;
use super::frames::race_in_frames;
use super::game::AnimalRace;
use super::guide::guide;
use super::happening::Happening;
use super::narrate::drawn_in_a_row;
use super::policy::{MovementMode, SecondBet};
use super::position::Position;
use super::state::{Phase, State};
use super::svg;
use super::view::View;
use crate::common::seat::Seat;
use crate::text::{
    Aid, Canvas, Cover, Frame, HandItem, Lesson, Marks, Misread, Names, Picture, Puzzle, Svg, Tally, Text,
    Topic, capitalized, counted, listed, separated, sound_puzzles,
};

impl Text for AnimalRace {
    const TITLE: &'static str = "The animal race (Gary Kim's Tales & Games: The Hare & the Tortoise)";

    const COVER: Option<Cover> = Some(Cover {
        pictures: &[Picture::Fox, Picture::Hare, Picture::Tortoise, Picture::Wolf, Picture::Sheep],
        summary: "Bet in secret on animals, and play cards that make them run. Get yours home first without showing which ones \
                  they are.",
        minutes: 15,
        difficulty: "easy",
    });

    fn introduction(&self) -> String {
        let rules = &self.ruleset;
        let second_bet = match rules.second_bet {
            SecondBet::FromHand => " You add one more bet from your first hand.",
            SecondBet::None => "",
        };
        let movement = match rules.movement.mode {
            MovementMode::ByAnimal => "each in its own way, by the number of its cards there",
            MovementMode::ByPlayers => {
                "the players take turns to choose one, and it moves one tile for each of its cards there"
            }
        };
        format!(
            "{} run a race. Nobody owns them: you bet on them in secret, and your starting bets are hidden from the \
             others.{second_bet} On your turn, place 1 to {} cards of one animal. As soon as {} cards are on the \
             table, or {} of one animal, the animals run: {movement}. Bets on the first animals score {} points. The \
             most points win.",
            capitalized(&listed(self.animals.iter())),
            rules.table.placement,
            rules.table.cards,
            rules.table.of_one_animal,
            listed(&rules.end.points),
        )
    }

    fn guide(&self) -> Vec<Topic> {
        guide(&self.ruleset)
    }

    fn lessons(&self) -> Vec<Lesson<Position, Action>> {
        self.first_game()
    }

    fn puzzles(&self) -> Vec<Puzzle<Position, Action>> {
        sound_puzzles(self, include_str!("../../puzzles/animal-race.json"))
    }

    fn explain(&self, view: &View, action: Action) -> String {
        self.explain_action(view, action)
    }

    fn glossary(&self) -> Vec<Topic> {
        glossary(&self.ruleset)
    }

    fn aids(&self, view: &View) -> Vec<Aid> {
        self.sheets(view)
    }

    fn label(&self, _view: &View, action: Action) -> String {
        match action {
            Action::Bet(card) => card.to_string(),
            Action::Place(placement) => placement.cards().to_string(),
            Action::Move(animal) => animal.to_string(),
        }
    }

    fn remark(&self, view: &View, action: Action) -> Option<String> {
        match action {
            Action::Place(placement) => {
                let table = view.open.table.checked_add(placement.cards())?;
                self.is_triggered(table).then(|| "then the animals run".to_owned())
            }
            Action::Move(animal) => {
                let cards = usize::from(view.open.table.of(animal));
                let tiles = self.ruleset.movement.steps[animal].get(cards)?;
                Some(counted(*tiles, "tile", "tiles"))
            }
            // AR-07: a howl card is a wolf card.
            Action::Bet(Card::Howl) => Some("a bet on the wolf; its howl is then out of play".to_owned()),
            Action::Bet(_) => None,
        }
    }

    fn purpose(&self, view: &View, action: Action) -> Option<String> {
        purpose(self, view, action)
    }

    fn hindsight(&self, view: &View, action: Action, names: &Names) -> String {
        self.could_have(view, action, names)
    }

    fn rule_of_thumb(&self, view: &View, taken: Action, better: Action) -> Option<String> {
        self.thumb(view, taken, better)
    }

    fn result_reasons(&self, end: &State, _seen: &[Happening], names: &Names) -> Vec<String> {
        vec![self.bets_in_words(end, names)]
    }

    fn read_action(&self, view: &View, actions: &[Action], typed: &str) -> Result<Action, Misread> {
        let cards = read_cards(typed)?;
        let action = match view.open.phase {
            Phase::SecondBet(_) => Action::Bet(read_bet(&cards)?),
            Phase::Moving { .. } => Action::Move(read_bet(&cards)?.animal()),
            _ => Action::Place(read_placement(&cards)?),
        };
        if actions.contains(&action) {
            return Ok(action);
        }
        let reason = match action {
            Action::Bet(card) => Illegal::NotInHand(card),
            Action::Move(animal) => Illegal::CannotMove(animal),
            Action::Place(placement) => self
                .check_placement(view.hand, view.open.table, placement)
                .err()
                .unwrap_or(Illegal::NobodysTurn),
        };
        Err(Misread(capitalized(&format!("{reason}."))))
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        self.sentence(happening, names)
    }

    fn narrate_all(&self, happenings: &[Happening], names: &Names) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = happenings;
        while let Some(first) = rest.first() {
            // Cards that a seat draws in a row become one line.
            let (seat, drawn, count) = drawn_in_a_row(rest);
            if count > 1 {
                lines.push(format!("{} {drawn}.", names.does(seat, "draw", "draws")));
            } else {
                lines.extend(self.narrate(first, names));
            }
            rest = &rest[count.max(1)..];
        }
        lines
    }

    fn question(&self, view: &View) -> String {
        match view.open.phase {
            Phase::SecondBet(_) => "Which card do you set aside as your second bet?".to_owned(),
            Phase::Moving { .. } => "Which animal moves next?".to_owned(),
            _ => "Which cards do you place?".to_owned(),
        }
    }

    fn tally(&self, state: &State) -> Tally {
        self.tally_of(state)
    }

    fn svg(&self, view: &View, marks: &Marks<'_, View, Action>, _names: &Names) -> Svg {
        svg::svg(self, view, marks)
    }

    fn svg_for_watchers(&self, view: &View, since: Option<&View>, _names: &Names) -> Option<Svg> {
        Some(svg::svg(self, view, &Marks { choice: None, since }))
    }

    fn draw_for_watchers(&self, view: &View, _names: &Names, canvas: &Canvas) -> Option<String> {
        Some(self.draw_public(view, canvas))
    }

    fn on(&self, _view: &View, action: Action) -> Vec<String> {
        match action {
            Action::Bet(card) => vec![svg::hand_name(card)],
            Action::Place(placement) => {
                placement.cards().iter().map(|(card, _)| svg::hand_name(card)).collect()
            }
            Action::Move(animal) => vec![animal.to_string()],
        }
    }

    fn facts(&self, view: &View) -> Vec<String> {
        let open = &view.open;
        let of = |seat: Seat| {
            let points = (open.games > 1).then(|| counted(open.totals[seat], "point", "points"));
            let cards = Some(counted(view.hands[seat], "card", "cards"));
            separated(points.into_iter().chain(cards), ", ")
        };
        open.players.iter().map(of).collect()
    }

    fn hand(&self, view: &View) -> Vec<HandItem> {
        svg::held(view)
    }

    fn draw(&self, view: &View, marks: &Marks<'_, View, Action>, names: &Names, canvas: &Canvas) -> String {
        self.draw_table(view, marks, names, canvas)
    }

    fn frames(&self, before: &View, seen: &[Happening]) -> Vec<Frame<View>> {
        race_in_frames(before, seen)
    }
}

/// Reads typed cards: `2 hare`, `wolf howl wolf`, `hare and hare`.
fn read_cards(typed: &str) -> Result<Vec<(Card, u8)>, Misread> {
    let mut cards = Vec::new();
    let mut count = None;
    for word in typed.split(|letter: char| letter.is_whitespace() || ",+".contains(letter)) {
        let word = word.to_lowercase();
        if word.is_empty()
            || ["place", "play", "bet", "move", "and", "on", "the", "x"].contains(&word.as_str())
        {
            continue;
        }
        if let Ok(number) = word.parse::<u8>() {
            if count.replace(number).is_some() {
                return Err(Misread(format!("Two numbers in a row in `{typed}`: write `2 hare`.")));
            }
            continue;
        }
        cards.push((read_card(&word)?, count.take().unwrap_or(1)));
    }
    match (count, cards.is_empty()) {
        (Some(number), _) => Err(Misread(format!("{number} of which card? Write `{number} hare`."))),
        (None, true) => Err(Misread("Name a card, such as `2 hare`.".to_owned())),
        (None, false) => Ok(cards),
    }
}

/// Reads a kind of card by its name, or by an unambiguous beginning of it.
fn read_card(word: &str) -> Result<Card, Misread> {
    let singular = word.strip_suffix('s').unwrap_or(word).replace("wolve", "wolf");
    let fits = |card: &Card| card.to_string().starts_with(&singular);
    let fitting: Vec<Card> = Card::ALL.into_iter().filter(fits).collect();
    match fitting[..] {
        [card] => Ok(card),
        [] => {
            Err(Misread(format!("There is no card `{word}`; the cards are {}.", Card::VARIANTS.join(", "))))
        }
        [..] => Err(Misread(format!("`{word}` can mean {}.", separated(fitting, " or ")))),
    }
}

fn read_bet(cards: &[(Card, u8)]) -> Result<Card, Misread> {
    match cards {
        [(card, 1)] => Ok(*card),
        _ => Err(Misread("Name just one.".to_owned())),
    }
}

fn read_placement(cards: &[(Card, u8)]) -> Result<Placement, Misread> {
    let animal = cards[0].0.animal();
    let mut placement = Placement { animal, plain: 0, howls: 0 };
    for (card, count) in cards {
        if card.animal() != animal {
            return Err(Misread("All cards of a turn must show the same animal.".to_owned()));
        }
        let sum = if *card == Card::Howl { &mut placement.howls } else { &mut placement.plain };
        *sum = sum.saturating_add(*count);
    }
    Ok(placement)
}
