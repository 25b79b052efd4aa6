//! Explains actions and words under the rules in force.

use super::action::{Action, Placement};
use super::animals::{Animal, ByAnimal};
use super::game::AnimalRace;
use super::guide::{end, points_in_words, power, race, run, track, turn};
use super::picture::initial;
use super::policy::{MovementMode, Nap, StreamEffect};
use super::ruleset::Ruleset;
use super::state::State;
use super::view::View;
use crate::common::fault::Faults;
use crate::text::{Topic, counted};

impl AnimalRace {
    /// The certain consequences of an action, and how its animal runs.
    pub(super) fn explain_action(&self, view: &View, action: Action) -> String {
        match action {
            Action::Bet(card) => format!(
                "You then have another bet on the {}, hidden from the others. Each bet scores by the rank of its \
                 animal: {}. {}",
                card.animal(),
                points_in_words(&self.ruleset),
                runs(&self.ruleset, card.animal())
            ),
            Action::Place(placement) => self.explain_placement(view, placement),
            Action::Move(animal) => {
                let aims = self.aims(view, action);
                let to = aims
                    .and_then(|aims| aims[animal])
                    .map_or_else(String::new, |to| format!(" It reaches {}.", self.tile_words(to)));
                format!("{}{to}", runs(&self.ruleset, animal))
            }
        }
    }

    fn explain_placement(&self, view: &View, placement: Placement) -> String {
        let Some(table) = view.open.table.checked_add(placement.cards()) else { return String::new() };
        let limits = &self.ruleset.table;
        let mut text = format!(
            "Then {} of the {} on the table, and {} in all; at most {} are allowed.",
            counted(table.of(placement.animal), "card", "cards"),
            match table.of(placement.animal) {
                1 => format!("{} is", placement.animal),
                _ => format!("{} are", placement.animal),
            },
            table.len(),
            limits.cards
        );
        text.push_str(if self.is_triggered(table) {
            " So the animals run once you have drawn."
        } else {
            " The animals do not run yet."
        });
        if placement.howls > 0 {
            text.push_str(" One of them is a howl, so only the wolf will run.");
        }
        format!("{text} {}", runs(&self.ruleset, placement.animal))
    }

    /// The tile that each animal would reach at once; `None` if the action lets no animal run, or if other players
    /// decide the order.
    pub(super) fn aims(&self, view: &View, action: Action) -> Option<ByAnimal<Option<u8>>> {
        let mut state = self.read_open(&view.open, &mut Faults::none())?;
        let before = state;
        match action {
            Action::Place(placement) => {
                let table = state.table.checked_add(placement.cards())?;
                if !self.is_triggered(table) || self.ruleset.movement.mode == MovementMode::ByPlayers {
                    return None;
                }
                state.table = table;
                self.run_all(&mut state, &mut ());
            }
            Action::Move(animal) => self.advance(&mut state, animal, &mut ()),
            Action::Bet(_) => return None,
        }
        let at = |state: &State, animal: Animal| state.at[animal.index()];
        Some(ByAnimal::new(|animal| Some(at(&state, animal)).filter(|to| *to != at(&before, animal))))
    }

    pub(super) fn tile_words(&self, tile: u8) -> String {
        if tile >= self.finish() { "the finish line".to_owned() } else { format!("tile {tile}") }
    }
}

/// How an animal runs, in sentences.
fn runs(rules: &Ruleset, animal: Animal) -> String {
    format!("The {animal} {}.{}", run(rules, animal), power(rules, animal))
}

/// Terms whose meaning no ruleset changes.
const FIXED: [(&str, &str); 8] = [
    (
        "small letter, >",
        "A small letter with > shows where its animal would go with the choice under the cursor.",
    ),
    ("sheet", "Pages to look up at any time: type `animals`, `cards` or `scores`."),
    ("way, -", "The tiles that an animal has run since your last turn."),
    ("finish line, |", "The animal has not crossed the finish line. Once it has, its rank stands there."),
    (
        "plan",
        "Make the animals run when it helps your bets: any cards fill the table. Look at `scores` first, and at \
         `animals` for those whose cards change nothing. Hold back the cards of animals that others need, and keep \
         some of your own for the end. Two bets on one animal count twice, and its cards help both.",
    ),
    (
        "hidden, secret",
        "Bets and hands are hidden, so nobody knows whom a player helps. The cards on the table are a clue.",
    ),
    ("unseen", "Cards in the deck, in the hands of others, or set aside as their bets."),
    (
        "token, first player, *",
        "The first-player token, shown as *: its holder starts the round. It passes to the left.",
    ),
];

/// The glossary of the game.
pub(super) fn glossary(rules: &Ruleset) -> Vec<Topic> {
    let animals = rules.animals().iter().map(|animal| {
        // `F` also stands for the finish.
        let other =
            if animal == Animal::Fox { " At the right end of the track F is the finish line." } else { "" };
        (format!("{animal}, {}", initial(animal)), format!("{}{other}", runs(rules, animal)))
    });
    let howl = (rules.cards.howl > 0).then(|| {
        format!(
            "{} of the wolf's cards howl. They count as wolf cards, and while one of them is on the table no other \
             animal runs.",
            rules.cards.howl
        )
    });
    let stream = (rules.track.streams > 0).then_some(match rules.streams() {
        StreamEffect::StopTheLamb => {
            "A tile marked ~. The lamb stops at the first stream that it reaches, and leaves it the next time it runs."
        }
        StreamEffect::NoEffect => "A tile marked ~. Under these rules it has no effect.",
    });
    let nap = (rules.nap() != Nap::Never).then(|| runs(rules, Animal::Hare));
    let turbo = (!rules.track.turbo_tiles.is_empty()).then(|| track(rules).text);
    let words = [
        ("howl", howl),
        ("stream, ~, drink", stream.map(str::to_owned)),
        ("nap", nap),
        ("turbo, turbo token, +", turbo),
        ("table, turn, place, card, hand, draw, player, bot, you, pass", Some(turn(rules).text)),
        (
            "bet, starting bet, second bet, point, score",
            Some(format!(
                "A card that names an animal. It scores by the animal's rank: {}.",
                points_in_words(rules)
            )),
        ),
        (
            "podium, finish, home, cross, tied, end, win, rank, lead, leading, last, first, second, third, 1st, 2nd, 3rd, 4th, 5th",
            Some(end(rules).text),
        ),
        ("tile, track, start, S, .", Some(track(rules).text)),
        ("animal, run, ran, move, racing phase, round", Some(race(rules).text)),
        (
            "deck, discard",
            Some(
                "The racing cards that are left to draw. When it is empty, the discard is shuffled."
                    .to_owned(),
            ),
        ),
    ];
    let fixed = FIXED.map(|(word, text)| (word, Some(text.to_owned())));
    let words = words.into_iter().chain(fixed).filter_map(|(word, text)| Some((word.to_owned(), text?)));
    animals.chain(words).map(|(word, text)| Topic::new(&word, [text])).collect()
}
