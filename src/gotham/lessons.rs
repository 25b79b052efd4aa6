//! A guided first game: prepared positions, with the learner as the first seat to move. A lesson for which the
//! decks in force have no cards is left out.

use super::action::Action;
use super::cards::{Animal, Card, Effect, Rank};
use super::game::Gotham;
use super::guide::lines;
use super::happening::{Change, Happening};
use super::policy::OnTheSign;
use super::position::{Placed, Position};
use super::setup::Setup;
use super::state::Phase;
use super::track::{FIGURES, Figure, Stand};
use crate::game::RaceGame as _;
use crate::text::{Lesson, counted, sound_lessons};

type Step = Lesson<Position, Action>;

const A: Figure = Figure::ALL[0];
const B: Figure = Figure::ALL[1];
const C: Figure = Figure::ALL[2];
const D: Figure = Figure::ALL[3];

impl Gotham {
    pub(super) fn first_game(&self) -> Vec<Step> {
        let mut steps = sound_lessons(
            self,
            [
                self.lesson_of_the_ring(),
                self.lesson_of_placing(),
                self.lesson_of_backs(),
                self.lesson_of_lanes(),
                self.lesson_of_swapping(),
                self.lesson_of_going_in_front(),
                self.lesson_of_an_empty_deck(),
                self.lesson_of_the_finish(),
                self.lesson_of_the_sign(),
                self.lesson_of_running_backwards(),
            ],
        );
        // Each step is played in a round of its own.
        for (number, step) in (1..).zip(&mut steps) {
            step.position.open.round = number;
        }
        steps
    }

    /// A card of a deck whose effect `fits`.
    fn card_with(&self, back: Rank, fits: impl Fn(Effect) -> bool) -> Option<Card> {
        let effect = lines(&self.ruleset, back).map(|line| line.effect).find(|effect| fits(*effect))?;
        Some(Card::new(back, effect))
    }

    /// The card of a deck that moves a figure forward by the fewest spaces, but at least by `least`.
    fn forward(&self, back: Rank, least: u8) -> Option<Card> {
        let spaces = lines(&self.ruleset, back).filter_map(|line| match line.effect {
            Effect::Forward(spaces) if spaces >= least => Some(spaces),
            _ => None,
        });
        spaces.min().map(|spaces| Card::new(back, Effect::Forward(spaces)))
    }

    /// A card on the deposit for each other figure, which moves the figure in that position.
    fn deposit(&self) -> Option<[(Figure, Card); 3]> {
        let of = |figure, back| Some((figure, self.forward(back, 2)?));
        Some([of(D, Rank::Fourth)?, of(C, Rank::Third)?, of(B, Rank::Second)?])
    }

    /// A position within a round with these figures, the first `players` of which belong to players. The learner, A, is
    /// to draw, or to place one of the cards of `hand` if it is not empty. The cards of `deposit` lie on the deposit.
    fn lesson_position(
        &self,
        players: u8,
        figures: [(Figure, i16); FIGURES],
        hands: &[&[Card]],
        deposit: &[(Figure, Card)],
    ) -> Option<Position> {
        let setup = Setup { players, start_numbers: None };
        let mut position = self.position(&self.start(&setup).ok()?);
        let mut take = |card: Card| {
            let deck = &mut position.decks[card.back().index()].layers;
            let layer = deck.first_mut()?;
            let index = layer.iter().position(|other| *other == card)?;
            Some(layer.remove(index))
        };
        let is_placing = !hands.is_empty();
        let mut held: Vec<Vec<Card>> = Vec::new();
        for cards in hands {
            held.push(cards.iter().map(|card| take(*card)).collect::<Option<_>>()?);
        }
        held.resize(players.into(), Vec::new());
        for (_, card) in deposit {
            take(*card)?;
        }
        // Fills the rest of each hand: one card of each deck in turn, without those that move the sign.
        for (index, hand) in held.iter_mut().enumerate() {
            let size = if index == 0 && is_placing { 5 } else { 4 };
            for back in Rank::ALL.into_iter().cycle().take(4 * size) {
                if hand.len() < size {
                    let layer = position.decks[back.index()].layers.first_mut()?;
                    let plain = layer.iter().position(|card| matches!(card.effect(), Effect::Forward(_)));
                    hand.extend(plain.map(|index| layer.remove(index)));
                }
            }
            hand.sort_unstable();
        }
        let open = &mut position.open;
        open.figures = figures.map(|(figure, at)| Stand { figure, at }).to_vec();
        open.phase = if is_placing { Phase::Place } else { Phase::ChooseDeck };
        open.round = 1;
        open.acted = deposit.len() as u8;
        open.start_numbers = Vec::new();
        let drew = |figure: Figure| {
            let has_placed = deposit.iter().any(|(placed, _)| *placed == figure);
            let is_owned = figure.owner(players).is_some();
            (is_owned && (has_placed || figure == A && is_placing)).then_some(Rank::First)
        };
        open.drew = Figure::ALL.map(drew).to_vec();
        position.hands = held;
        let placed = |(figure, card): &(Figure, Card)| Placed {
            figure: *figure,
            back: card.back(),
            card: Some(*card),
        };
        position.deposit = deposit.iter().map(placed).collect();
        Some(position)
    }

    /// The happenings after an action, up to the next decision.
    fn course(&self, position: &Position, action: Action) -> Option<Vec<Happening>> {
        let mut state = self.state(position).ok()?;
        let mut seen = Vec::new();
        self.play(&mut state, action, &mut seen).ok()?;
        Some(seen)
    }

    /// The final coordinate of the learner's figure.
    fn target(&self, position: &Position, action: Action) -> Option<i16> {
        let mut moves = self.course(position, action)?.into_iter().filter_map(|happening| match happening {
            Happening::TakesEffect { change: Change::Moves { figure: A, to, .. }, .. } => Some(to),
            _ => None,
        });
        moves.next_back()
    }

    fn lesson_of_the_ring(&self) -> Option<Step> {
        let position = self.lesson_position(2, [(B, 9), (C, 7), (D, 6), (A, 4)], &[], &[])?;
        Some(Step {
            about: format!(
                "You are A, on space 4 of a ring of {}. C and D run without a player. In each round, everybody draws \
                 a card and places one face down. You are 4th, and so the first to draw, from any of four decks.",
                self.ruleset.track.spaces
            ),
            task: "Draw from the deck of the 4th, whose cards move the last figure.".to_owned(),
            result: "Only you see its face. The others see the 4 on its back: it will move the figure that is then 4th."
                .to_owned(),
            ..Step::new("The ring", position, Action::Draw(Rank::Fourth))
        })
    }

    fn lesson_of_placing(&self) -> Option<Step> {
        let own = self.forward(Rank::First, 4)?;
        let deposit = self.deposit()?;
        let position = self.lesson_position(2, [(A, 12), (B, 9), (C, 7), (D, 3)], &[&[own]], &deposit)?;
        let to = self.target(&position, Action::Place(own))?;
        Some(Step {
            about: "Now you lead, so you place last. Three cards are face down on the pile, and will be carried out \
                    first. The number on a card's back says which figure it moves: a 1 moves the leader."
                .to_owned(),
            task: format!("Place `{own}`."),
            result: format!("The pile was turned over. You were still 1st when your card came up, so it took you to {to}."),
            ..Step::new("Cards face down", position, Action::Place(own))
        })
    }

    fn lesson_of_backs(&self) -> Option<Step> {
        let (plain, own) = (self.forward(Rank::First, 2)?, self.forward(Rank::Second, 3)?);
        let leap = lines(&self.ruleset, Rank::Second).filter_map(|line| match line.effect {
            Effect::Forward(spaces) => Some(spaces),
            _ => None,
        });
        let leap = Card::new(Rank::Second, Effect::Forward(leap.max()?));
        let [last, third, _] = self.deposit()?;
        let deposit = [last, third, (B, leap)];
        let position =
            self.lesson_position(2, [(A, 12), (B, 11), (C, 5), (D, 1)], &[&[plain, own]], &deposit)?;
        let to = self.target(&position, Action::Place(own))?;
        Some(Step {
            about: "B, one space behind you, has placed a card with a 2 on its back, and may run past you. Then you \
                    are 2nd when your own card comes up, and a 1 would move B."
                .to_owned(),
            task: format!("Place `{own}`: it moves you if B has passed you."),
            result: format!("B passed you, so your card for the 2nd moved you to {to}."),
            ..Step::new("Whose card is it?", position, Action::Place(own))
        })
    }

    /// The learner comes to the space to which another figure has run, and is behind it.
    fn lesson_of_lanes(&self) -> Option<Step> {
        let own = self.forward(Rank::Second, 3)?;
        let Effect::Forward(spaces) = own.effect() else { return None };
        let leap = self.forward(Rank::Second, spaces + 1)?;
        let Effect::Forward(leaps) = leap.effect() else { return None };
        let [last, third, _] = self.deposit()?;
        let to_pass = 18 + i16::from(spaces) - i16::from(leaps);
        let figures = [(A, 18), (B, to_pass), (C, 13), (D, 10)];
        let position = self.lesson_position(2, figures, &[&[own]], &[last, third, (B, leap)])?;
        let to = self.target(&position, Action::Place(own))?;
        Some(Step {
            about: "What if two figures come to one space? Each space has four lanes. A figure that arrives takes the \
                    innermost free lane, and the inner figure is ahead. B has placed a 2 and may pass you."
                .to_owned(),
            task: format!("Place `{own}`, and see which lane you take."),
            result: format!(
                "B ran to {to}. You came to {to} as well, but on lane 2: so B is 1st, and you are still 2nd."
            ),
            ..Step::new("Lanes", position, Action::Place(own))
        })
    }

    /// A position in which the learner is last and acts first with this card, and what the others do then: none of
    /// their cards moves the first two figures of four.
    fn acting_first(&self, own: Card) -> Option<(Position, Vec<Action>)> {
        let [third, fourth] = [Rank::Third, Rank::Fourth].map(|back| self.forward(back, 2));
        let (third, fourth) = (third?, fourth?);
        let Effect::Forward(spaces) = fourth.effect() else { return None };
        let other = self.forward(Rank::Fourth, spaces + 1)?;
        let hands: [&[Card]; 4] = [&[own], &[other], &[fourth], &[third]];
        let position = self.lesson_position(4, [(B, 19), (C, 15), (D, 8), (A, 1)], &hands, &[])?;
        let then = [(Rank::Third, third), (Rank::Fourth, fourth), (Rank::First, other)];
        let then = then.into_iter().flat_map(|(back, card)| [Action::Draw(back), Action::Place(card)]);
        Some((position, then.collect()))
    }

    fn lesson_of_swapping(&self) -> Option<Step> {
        let own = self.card_with(Rank::Fourth, |effect| matches!(effect, Effect::SwapWith(Rank::First)))?;
        let (position, then) = self.acting_first(own)?;
        let [first, last] = [0, 3].map(|place: usize| position.open.figures[place].at);
        Some(Step {
            about: format!(
                "You are 4th, so you act first, and your card is carried out first. With `swap with 1st`, you and the \
                 leader change places, however far apart you are: you go to {first}, and B comes to {last}."
            ),
            task: format!("Place `{own}`."),
            then,
            result: format!(
                "You are on {first} and lead, and B is last. Your card came first, so nothing could change what it did."
            ),
            ..Step::new("Swap", position, Action::Place(own))
        })
    }

    fn lesson_of_going_in_front(&self) -> Option<Step> {
        let fits = |effect| matches!(effect, Effect::InFrontOf(_, Rank::First));
        let own = self.card_with(Rank::Fourth, fits)?;
        let Effect::InFrontOf(spaces, _) = own.effect() else { return None };
        let (position, then) = self.acting_first(own)?;
        let first = position.open.figures[0].at;
        let to = first + i16::from(spaces);
        Some(Step {
            about: format!(
                "`{}` takes a figure {} past the leader, wherever the leader is: B is on {first}, so you would go to \
                 {to}. Cards with `behind` work the same way, and may take a figure back.",
                own.effect(),
                counted(spaces, "space", "spaces")
            ),
            task: format!("Place `{own}`."),
            then,
            result: format!("You ran from {} to {to}, past all others.", position.open.figures[3].at),
            ..Step::new("In front of", position, Action::Place(own))
        })
    }

    /// What is beyond the sign, and what is not.
    fn lesson_of_the_finish(&self) -> Option<Step> {
        let board = &self.ruleset.track;
        let own = self.forward(Rank::First, 3)?;
        let Effect::Forward(spaces) = own.effect() else { return None };
        let space = board.animals.space(board.finish);
        let at = space + 1 - i16::from(spaces);
        let figures = [(A, at), (B, at - 9), (C, at - 12), (D, at - 16)];
        let position = self.lesson_position(2, figures, &[&[own]], &self.deposit()?)?;
        let to = self.target(&position, Action::Place(own))?;
        let on_it = match self.ruleset.rules.on_the_sign {
            OnTheSign::NotBeyond => format!("above {space}, and not on {space} itself"),
            OnTheSign::Beyond => format!("on {space} or above"),
        };
        Some(Step {
            about: format!(
                "The finish sign (F) is at the {}, on {space}. When all cards of a round have been carried out, the \
                 race ends if a figure is beyond the sign: {on_it}. The one furthest beyond wins. You lead, on {at}, \
                 so you place last.",
                board.finish
            ),
            task: format!("Place `{own}`."),
            result: format!(
                "You are on {to} at the end of the round, beyond the sign. Nobody else is, so you have won."
            ),
            ..Step::new("Beyond the finish", position, Action::Place(own))
        })
    }

    /// A deck whose last card was drawn in this round.
    fn lesson_of_an_empty_deck(&self) -> Option<Step> {
        let mut position = self.lesson_position(
            2,
            [(C, 14), (D, 12), (A, 9), (B, 6)],
            &[],
            &[(B, self.forward(Rank::First, 2)?)],
        )?;
        let deck = position.decks.get_mut(Rank::Fourth.index())?;
        deck.carried_out = std::mem::take(&mut deck.layers).concat();
        deck.carried_out.sort_unstable();
        deck.top = 1;
        position.open.drew[B.index()] = Some(Rank::Fourth);
        Some(Step {
            about: "B drew the last card for the 4th. Nobody can draw from that deck until its used cards are put \
                    back under it, at the end of the round. Type `cards` to see which cards of each deck you have not \
                    seen."
                .to_owned(),
            task: "Try to draw 4 to see why not. Then draw 3.".to_owned(),
            forbidden: vec![Action::Draw(Rank::Fourth)],
            result: "You drew from another deck. You can draw only from a deck with cards, and place only a card in your hand."
                .to_owned(),
            ..Step::new("An empty deck", position, Action::Draw(Rank::Third))
        })
    }

    fn lesson_of_the_sign(&self) -> Option<Step> {
        let board = &self.ruleset.track;
        let moves = Rank::ALL.into_iter().filter_map(|back| {
            let card = self.card_with(back, |effect| matches!(effect, Effect::FinishTo(_)))?;
            let Effect::FinishTo(animal) = card.effect() else { return None };
            Some((board.animals.space(animal), animal, card))
        });
        let (space, animal, own): (i16, Animal, Card) = moves.min_by_key(|(space, _, _)| *space)?;
        let at = space + 1;
        if at >= board.animals.space(board.finish) {
            return None;
        }
        let figures = [(A, at), (B, at - 12), (C, at - 15), (D, at - 18)];
        let position = self.lesson_position(2, figures, &[&[own]], &self.deposit()?)?;
        Some(Step {
            about: format!(
                "The sign is at the {} on {}, far ahead of you. But one of your cards moves no figure: it takes the \
                 sign to the {animal} on {space}. You are on {at}, so you would be beyond it. Type `ranks` to see \
                 what each figure needs.",
                board.finish,
                board.animals.space(board.finish)
            ),
            task: format!("Place `{own}`."),
            result: "After the last card of the round only you were beyond the sign, so you have won. Keep such a \
                     card until you are in the right place for it."
                .to_owned(),
            ..Step::new("The sign moves", position, Action::Place(own))
        })
    }

    fn lesson_of_running_backwards(&self) -> Option<Step> {
        let board = &self.ruleset.track;
        let own =
            self.card_with(Rank::Fourth, |effect| matches!(effect, Effect::Back(spaces) if spaces > 2))?;
        let Effect::Back(spaces) = own.effect() else { return None };
        let edge = board.animals.space(board.finish) - board.spaces;
        let at = edge + i16::from(spaces) - 2;
        let others = [Rank::First, Rank::Second, Rank::Third].map(|back| self.forward(back, 2));
        let [Some(first), Some(second), Some(third)] = others else { return None };
        let figures = [(B, 9), (C, 7), (D, 3), (A, at)];
        let position = self.lesson_position(4, figures, &[&[own], &[first], &[second], &[third]], &[])?;
        let then = [(Rank::Third, third), (Rank::Second, second), (Rank::First, first)];
        let then = then.into_iter().flat_map(|(back, card)| [Action::Draw(back), Action::Place(card)]);
        Some(Step {
            about: format!(
                "Cards have driven you back past the start, to {at}. That is not bad: you can also pass the sign \
                 backwards. From this side its space counts as {edge}, and beyond it means below that. You are 4th, \
                 and act first."
            ),
            task: format!("Place `{own}`."),
            then: then.collect(),
            result: format!(
                "You went back {} to {}, beyond the sign from the other side, so you have won.",
                counted(spaces, "space", "spaces"),
                at - i16::from(spaces)
            ),
            ..Step::new("The other way round", position, Action::Place(own))
        })
    }
}
