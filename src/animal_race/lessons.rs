//! A guided first game: three players if the rules allow it, prepared positions, and the learner as the first seat
//! to move. A lesson whose position the rules in force do not allow is left out.

use super::action::{Action, Placement};
use super::animals::{Animal, Animals, ByAnimal};
use super::bets::Bets;
use super::cards::{Card, Cards};
use super::game::AnimalRace;
use super::guide::{points_in_words, power, run};
use super::happening::Happening;
use super::policy::{MovementMode, Nap, SecondBet, StreamEffect};
use super::position::{Open, Position};
use super::state::Phase;
use super::track::{OnTrack, Podium, Tiles};
use crate::common::seat::{Seat, SeatList, Seats};
use crate::game::{RaceGame as _, list};
use crate::text::{Lesson, counted, listed, ordinal, separated, sound_lessons};

type Step = Lesson<Position, Action>;

/// Cards of one kind.
fn of(card: Card, count: u8) -> Cards {
    Cards::of_kind(card, count)
}

/// Several heaps as one.
fn heap(parts: &[Cards]) -> Cards {
    parts.iter().fold(Cards::NONE, |mut heap, part| {
        heap.put(*part);
        heap
    })
}

impl AnimalRace {
    pub(super) fn first_game(&self) -> Vec<Step> {
        sound_lessons(
            self,
            [
                self.lesson_of_bets(),
                self.lesson_of_placing(),
                self.lesson_of_running(),
                self.lesson_of_choosing(),
                self.lesson_of_streams(),
                self.lesson_of_naps(),
                self.lesson_of_howls(),
                self.lesson_of_limits(),
                self.lesson_of_the_plan(),
                self.lesson_of_the_end(),
            ],
        )
    }

    /// A position in which the learner places cards: with these animals on the track or the podium, this table, and
    /// this hand, filled up to its full size.
    fn lesson_position(
        &self,
        phase: Phase,
        at: &[(Animal, u8)],
        table: Cards,
        hand: Cards,
    ) -> Option<Position> {
        let rules = &self.ruleset;
        let seats = Seats::new(3_u8.clamp(rules.players.least, rules.players.most))?;
        let is_before = matches!(phase, Phase::SecondBet(_));
        let has_second = rules.second_bet == SecondBet::FromHand;
        let size = rules.hand + u8::from(is_before);
        let mut left = self.pack.checked_sub(table)?.checked_sub(hand)?;
        let mut draw = |count: u8| {
            (0..count).try_fold(Cards::NONE, |drawn, _| {
                // One of each kind in turn, starting with the kinds of which most are left.
                let card = Card::ALL
                    .into_iter()
                    .max_by_key(|card| (left[*card], std::cmp::Reverse(drawn[*card])))?;
                left = left.checked_sub(Cards::of_one(card))?;
                drawn.checked_add(Cards::of_one(card))
            })
        };
        let own = heap(&[hand, draw(size.checked_sub(hand.len())?)?]);
        let dealt = rules.starting_bets.with(seats.count());
        // The others bet on animals that come in late, so that the learner wins in the end.
        let others = if self.animals.contains(Animal::Lamb) { Card::Lamb } else { Card::Tortoise };
        let order = [Animal::Hare, Animal::Lamb, Animal::Wolf, Animal::Tortoise, Animal::Fox];
        let mut hands = SeatList::new(seats, |_| own);
        let mut bets = SeatList::new(seats, |_| Bets::default());
        for (index, (held, bet)) in hands.iter_mut().zip(bets.iter_mut()).enumerate() {
            let order = order.iter().filter(|animal| self.animals.contains(**animal));
            let mine = order.skip(index * usize::from(dealt)).take(usize::from(dealt));
            bet.dealt = mine.fold(Animals::NONE, |all, animal| all.with(*animal));
            if index > 0 {
                *held = draw(size)?;
            }
            if has_second && !is_before {
                bet.chosen = Some(if index == 0 { Card::Fox } else { others });
            }
        }
        // The second bets come from the pack as well.
        let chosen: Vec<Cards> = bets.iter().filter_map(|bets| bets.chosen.map(Cards::of_one)).collect();
        let deck = left.checked_sub(heap(&chosen))?;
        let at = || at.iter().filter(|(animal, _)| self.animals.contains(*animal));
        let tile = |animal: Animal| at().find(|(other, _)| *other == animal).map(|(_, tile)| *tile);
        let podium: Vec<Animal> =
            at().filter(|(_, tile)| *tile >= self.finish()).map(|(animal, _)| *animal).collect();
        Some(Position {
            open: Open {
                players: seats,
                phase,
                first: Seat::FIRST,
                first_is_drawn: false,
                game: 1,
                games: 1,
                totals: SeatList::default(),
                streams: self.lesson_streams(),
                turbo: self.lesson_tokens(),
                animals: OnTrack::new(|animal| tile(animal).filter(|tile| *tile < self.finish())),
                podium: Podium::try_from(podium).ok()?,
                table,
            },
            deck,
            hands,
            bets,
            since_shuffle: None,
        })
    }

    /// Puts the turbo tokens on their tiles in the order of the animals.
    fn lesson_tokens(&self) -> ByAnimal<u8> {
        let mut tiles = self.ruleset.track.turbo_tiles.iter().copied().peekable();
        ByAnimal::new(|animal| tiles.next_if(|_| self.animals.contains(animal)).unwrap_or(0))
    }

    /// Puts the first stream on tile 5, and the others at the end of the track.
    fn lesson_streams(&self) -> Tiles {
        let tiles = self.ruleset.track.tiles;
        let rest = (1..=tiles).rev().filter(|tile| *tile != STREAM);
        let all = std::iter::once(STREAM.min(tiles)).chain(rest);
        all.take(self.ruleset.track.streams.into()).fold(Tiles::NONE, Tiles::with)
    }

    fn placing(&self, title: &str, at: &[(Animal, u8)], table: Cards, placed: Placement) -> Option<Step> {
        let position = self.lesson_position(Phase::Placing(Seat::FIRST), at, table, placed.cards())?;
        Some(Step {
            task: format!("Place {}.", placed.cards()),
            ..Step::new(title, position, Action::Place(placed))
        })
    }

    fn lesson_of_bets(&self) -> Option<Step> {
        if self.ruleset.second_bet == SecondBet::None {
            return None;
        }
        let hand = heap(&[of(Card::Fox, 3), of(Card::Tortoise, 1)]);
        let position = self.lesson_position(Phase::SecondBet(Seat::FIRST), &[], Cards::NONE, hand)?;
        let points = points_in_words(&self.ruleset);
        let dealt = listed(position.bets.first()?.dealt.iter().map(|animal| format!("the {animal}")));
        Some(Step {
            about: format!(
                "{} run, and nobody owns them. You were dealt a bet on {}. Bets are hidden, so nobody knows whom you \
                 help. Set one of your {} cards aside face down, as another bet on its animal; a second bet on one \
                 animal counts twice. You hold 3 fox cards, which can help the fox.",
                counted(self.animals.len(), "animal", "animals"),
                dealt,
                self.ruleset.hand + 1
            ),
            task: "Set a fox card aside.".to_owned(),
            result: format!(
                "You have also bet on the fox. At the end, each bet scores by the rank of its animal: {points}."
            ),
            ..Step::new("Your bets", position, Action::Bet(Card::Fox))
        })
    }

    fn lesson_of_placing(&self) -> Option<Step> {
        let (limits, steps) = (self.ruleset.table, &self.ruleset.movement.steps[Animal::Hare]);
        let table = heap(&[of(Card::Tortoise, 1), of(Card::Lamb, 1)]);
        // The fewest cards with which the hare runs farthest without triggering a racing phase at once.
        let most =
            limits.placement.min(limits.of_one_animal - 1).min(limits.cards.checked_sub(table.len() + 1)?);
        let tiles = |count: u8| steps.get(usize::from(count)).copied();
        let count = (1..=most).rev().max_by_key(|count| tiles(*count))?;
        let step = self.placing(
            "Cards on the table",
            &[(Animal::Fox, 1), (Animal::Tortoise, 1)],
            table,
            Placement::plain(Animal::Hare, count),
        )?;
        let more = match self.ruleset.movement.nap {
            _ if tiles(count + 1) != tiles(count) => String::new(),
            Nap::Never => ". More cards do not help it".to_owned(),
            Nap::LeadsTheTrack | Nap::LeadsTheRace => {
                format!(
                    ". More cards do not help it, and {} can make it nap",
                    self.ruleset.movement.nap_cards
                )
            }
        };
        Some(Step {
            about: format!(
                "You have bet on the hare and want it to run. On your turn, place 1 to {} cards of one animal face \
                 up, then draw until you hold {} again. The animals run once {} cards are on the table, or {} of one \
                 animal.",
                limits.placement.min(limits.of_one_animal),
                self.ruleset.hand,
                limits.cards,
                limits.of_one_animal
            ),
            result: format!(
                "The animals wait: {} of {} cards are on the table. The hare would run {} now{more}.",
                table.len() + count,
                limits.cards,
                counted(tiles(count)?, "tile", "tiles")
            ),
            ..step
        })
    }

    /// The fewest cards with which an animal runs at all: where players choose, one without cards stays.
    fn fewest_cards(&self) -> u8 {
        u8::from(self.ruleset.movement.mode == MovementMode::ByPlayers)
    }

    /// The tiles that each animal runs, by the number of its cards: `hare 0 2 2 2 2, tortoise 1 1 1 1 2`.
    fn tiles_in_brief(&self) -> String {
        let steps = |animal: Animal| {
            let steps = self.ruleset.movement.steps[animal].iter().skip(self.fewest_cards().into());
            separated(steps, " ")
        };
        let all: Vec<(Animal, String)> = self.animals.iter().map(|animal| (animal, steps(animal))).collect();
        match &all[..] {
            [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => {
                format!("each animal {first}")
            }
            _ => separated(all.iter().map(|(animal, steps)| format!("{animal} {steps}")), ", "),
        }
    }

    /// A table on which one more card of this kind makes the animals run.
    fn nearly_full(&self, card: Card) -> Cards {
        of(card, self.ruleset.table.of_one_animal - 1)
    }

    fn lesson_of_running(&self) -> Option<Step> {
        let table = heap(&[self.nearly_full(Card::Fox), of(Card::Hare, 1), of(Card::Tortoise, 1)]);
        let at = [(Animal::Hare, 2), (Animal::Tortoise, 1), (Animal::Fox, 1)];
        let step = self.placing("The animals run", &at, table, Placement::plain(Animal::Fox, 1))?;
        let (limit, mode) = (self.ruleset.table.of_one_animal, self.ruleset.movement.mode);
        let result = match mode {
            MovementMode::ByAnimal => format!(
                "They ran one after another: {}. Then the cards left the table, and the first-player token passed to the left.",
                separated(self.animals.iter(), ", ")
            ),
            MovementMode::ByPlayers => {
                "They run now. Each player in turn, from the first player on, chooses one that has cards on the table."
                    .to_owned()
            }
        };
        Some(Step {
            about: format!(
                "{} fox cards are on the table. With your {}, the animals run, each by its own cards. Tiles with {} \
                 to {limit} cards: {}. Type `animals` to look this up.",
                limit - 1,
                ordinal(limit),
                self.fewest_cards(),
                self.tiles_in_brief()
            ),
            result,
            ..step
        })
    }

    fn lesson_of_choosing(&self) -> Option<Step> {
        if self.ruleset.movement.mode == MovementMode::ByAnimal {
            return None;
        }
        let table = heap(&[of(Card::Fox, self.ruleset.table.of_one_animal), of(Card::Hare, 1)]);
        let phase = Phase::Moving { seat: Seat::FIRST, moved: Animals::NONE };
        let position =
            self.lesson_position(phase, &[(Animal::Hare, 2), (Animal::Fox, 1)], table, Cards::NONE)?;
        let tiles = *self.ruleset.movement.steps[Animal::Hare].get(1)?;
        Some(Step {
            about: format!(
                "The animals run, and you choose first. Choose one with cards on the table: the hare has 1, the fox \
                 {}. An animal that ends its run on its turbo token (+{}) runs further.",
                self.ruleset.table.of_one_animal, self.ruleset.track.turbo_steps
            ),
            task: "Let the hare run.".to_owned(),
            result: format!(
                "The hare had 1 card and ran {}. The next player chooses now.",
                counted(tiles, "tile", "tiles")
            ),
            ..Step::new("Choose who runs", position, Action::Move(Animal::Hare))
        })
    }

    fn lesson_of_streams(&self) -> Option<Step> {
        let stops =
            self.ruleset.movement.streams == StreamEffect::StopTheLamb && self.ruleset.track.streams > 0;
        let limit = self.ruleset.table.of_one_animal;
        let tiles = *self.ruleset.movement.steps[Animal::Lamb].get(usize::from(limit))?;
        // The stream must lie on its way, and not at its end.
        let from = STREAM.checked_sub(2)?;
        if !stops || from + tiles <= STREAM {
            return None;
        }
        let table = heap(&[self.nearly_full(Card::Lamb), of(Card::Fox, 1)]);
        let at = [(Animal::Hare, 2), (Animal::Lamb, from)];
        let step = self.placing("The lamb and the streams", &at, table, Placement::plain(Animal::Lamb, 1))?;
        Some(Step {
            about: format!(
                "The lamb is fast: with {limit} cards it runs {tiles} tiles. But it stops to drink at the first \
                 stream (~) that it reaches, and leaves it the next time it runs. There is one on tile {STREAM}, 2 \
                 tiles ahead of it."
            ),
            result: format!(
                "The lamb stopped at the stream on tile {STREAM}, although its cards were enough for {tiles} tiles."
            ),
            ..step
        })
    }

    fn lesson_of_naps(&self) -> Option<Step> {
        let movement = &self.ruleset.movement;
        if movement.nap == Nap::Never || movement.nap_cards != self.ruleset.table.of_one_animal {
            return None;
        }
        let at = [(Animal::Hare, 6), (Animal::Fox, 3), (Animal::Tortoise, 2)];
        let table = heap(&[self.nearly_full(Card::Hare), of(Card::Fox, 2)]);
        let step = self.placing("The hare naps", &at, table, Placement::plain(Animal::Hare, 1))?;
        Some(Step {
            about: format!(
                "The hare leads, and {} hare cards are on the table. It {}.{} See what a nap does: it helps those who \
                 bet on another animal.",
                movement.nap_cards - 1,
                run(&self.ruleset, Animal::Hare),
                power(&self.ruleset, Animal::Hare)
            ),
            result: format!(
                "With {} cards on the table, the leading hare napped and stayed where it was, while the fox ran.",
                movement.nap_cards
            ),
            ..step
        })
    }

    fn lesson_of_howls(&self) -> Option<Step> {
        if self.ruleset.cards.howl == 0 {
            return None;
        }
        let at = [(Animal::Hare, 6), (Animal::Fox, 5), (Animal::Wolf, 2)];
        let table = heap(&[self.nearly_full(Card::Wolf), of(Card::Hare, 2), of(Card::Lamb, 1)]);
        let howl = Placement { animal: Animal::Wolf, plain: 0, howls: 1 };
        let step = self.placing("The wolf howls", &at, table, howl)?;
        let limit = self.ruleset.table.of_one_animal;
        let tiles = *self.ruleset.movement.steps[Animal::Wolf].get(usize::from(limit))?;
        Some(Step {
            about: format!(
                "{} of the wolf's cards howl. A howl counts as a wolf card, and while it is on the table no other \
                 animal runs: the {} would stay where they are.",
                self.ruleset.cards.howl,
                listed([Animal::Hare, Animal::Tortoise, Animal::Lamb])
            ),
            task: "Place a howl.".to_owned(),
            result: format!("Only the wolf ran: {} with {limit} cards.", counted(tiles, "tile", "tiles")),
            ..step
        })
    }

    /// Placements that the rules forbid: too many cards of one animal, and more cards than fit on the table.
    fn lesson_of_limits(&self) -> Option<Step> {
        let limits = self.ruleset.table;
        let (lambs, room) = (limits.of_one_animal.checked_sub(1)?, 2);
        let hares = limits.cards.checked_sub(lambs + 1 + room)?;
        let table = heap(&[of(Card::Lamb, lambs), of(Card::Fox, 1), of(Card::Hare, hares)]);
        let hand = heap(&[of(Card::Fox, room + 1), of(Card::Lamb, 2)]);
        let at = [(Animal::Hare, 3), (Animal::Fox, 4), (Animal::Lamb, 1)];
        let position = self.lesson_position(Phase::Placing(Seat::FIRST), &at, table, hand)?;
        let [lamb, many, fox] = [(Animal::Lamb, 2), (Animal::Fox, room + 1), (Animal::Fox, room)]
            .map(|(animal, count)| Placement::plain(animal, count));
        Some(Step {
            about: format!(
                "The table holds at most {} cards, and at most {} of one animal. Now it has {}, {lambs} of them lamb. \
                 So {} and {} are forbidden; they are the last choices. Type `cards` to see how many cards of each \
                 animal are left.",
                limits.cards,
                limits.of_one_animal,
                table.len(),
                lamb.cards(),
                many.cards()
            ),
            task: format!("Try both to see why. Then place {}.", fox.cards()),
            forbidden: vec![Action::Place(lamb), Action::Place(many)],
            result: format!(
                "With {} cards the table was full, so the animals run. You may not pass, and not place cards of two animals.",
                limits.cards
            ),
            ..Step::new("What is forbidden", position, Action::Place(fox))
        })
    }

    /// Cards that change nothing for their own animal, but make all animals run while that helps the learner's bet.
    fn lesson_of_the_plan(&self) -> Option<Step> {
        const FROM: u8 = 6;
        let (limits, steps) = (self.ruleset.table, &self.ruleset.movement.steps);
        let (foxes, fillers) = (limits.of_one_animal.checked_sub(1)?, 2);
        let tortoise = *steps[Animal::Tortoise].first()?;
        let changes_nothing =
            steps[Animal::Tortoise].iter().take(usize::from(fillers) + 1).all(|tiles| *tiles == tortoise);
        let fox = *steps[Animal::Fox].get(usize::from(foxes))?;
        let is_first = FROM + fox > FROM + 2 && FROM + fox < self.finish();
        if self.ruleset.movement.mode == MovementMode::ByPlayers || !changes_nothing || !is_first {
            return None;
        }
        let wolves = limits.cards.checked_sub(foxes + fillers + 1)?;
        let table = heap(&[of(Card::Fox, foxes), of(Card::Hare, 1), of(Card::Wolf, wolves)]);
        let at = [(Animal::Hare, 4), (Animal::Tortoise, 3), (Animal::Fox, FROM), (Animal::Lamb, FROM + 2)];
        let step = self.placing("A plan", &at, table, Placement::plain(Animal::Tortoise, fillers))?;
        Some(Step {
            about: format!(
                "Make the animals run when it helps your bets. Your fox has {foxes} cards here and would pass the \
                 lamb, but others may change that before your next turn. {fillers} cards are missing to make {}. The \
                 tortoise runs {} with or without {fillers} cards, so use its cards. Type `scores` to see your points.",
                limits.cards,
                counted(tortoise, "tile", "tiles")
            ),
            result: format!(
                "The table was full, so they ran: your fox went {} to tile {} and leads, before anybody could stop it.",
                counted(fox, "tile", "tiles"),
                FROM + fox
            ),
            ..step
        })
    }

    fn lesson_of_the_end(&self) -> Option<Step> {
        let needed = usize::from(self.ruleset.end.when.arrivals_needed());
        let home = [Animal::Tortoise, Animal::Hare].into_iter().take(needed - 1);
        let mut at: Vec<(Animal, u8)> = home.map(|animal| (animal, self.finish())).collect();
        at.extend([(Animal::Fox, self.finish() - 1), (Animal::Wolf, 4), (Animal::Lamb, 5)]);
        let mut step = self.placing(
            "The end of the race",
            &at,
            self.nearly_full(Card::Fox),
            Placement::plain(Animal::Fox, 1),
        )?;
        if self.ruleset.movement.mode == MovementMode::ByPlayers {
            let table = of(Card::Fox, self.ruleset.table.of_one_animal);
            let phase = Phase::Moving { seat: Seat::FIRST, moved: Animals::NONE };
            step.position = self.lesson_position(phase, &at, table, Cards::NONE)?;
            step.action = Action::Move(Animal::Fox);
            "Let the fox run.".clone_into(&mut step.task);
        }
        let arrivals = match needed {
            1 => "The race ends with the first animal across the finish line.".to_owned(),
            _ => format!(
                "{} across the finish line. The race ends when {needed} are there.",
                counted(needed as i64 - 1, "animal is", "animals are")
            ),
        };
        let points = self.points_after(&step)?;
        Some(Step {
            about: format!(
                "{arrivals} The fox is on the last tile. At the end, all bets are shown, and each scores by the rank \
                 of its animal: {}. Two bets on one animal score twice.",
                points_in_words(&self.ruleset)
            ),
            result: format!("The race is over, and your bets score {}.", counted(points, "point", "points")),
            ..step
        })
    }

    /// The learner's points if the race ends with this step.
    fn points_after(&self, step: &Step) -> Option<u16> {
        let mut state = self.state(&step.position).ok()?;
        let mut seen = Vec::new();
        self.play(&mut state, step.action, &mut seen).ok()?;
        for _ in 0..self.ruleset.hand {
            let chances = list(|into| self.chances(&state, into));
            let Some(first) = chances.first() else { break };
            self.apply_chance(&mut state, first.outcome, &mut seen);
        }
        seen.iter().find_map(|happening| match happening {
            Happening::GameEnds { points, .. } => points.first().copied(),
            _ => None,
        })
    }
}

/// The tile of a stream in all lessons, if the rules have streams.
const STREAM: u8 = 5;
