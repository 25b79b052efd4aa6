//! A guided first game: four players, prepared positions, and the learner as the first seat to move. The squares
//! are looked up on the board in force. A lesson for which that board has no squares is left out.

mod way_home;

use super::action::Action;
use super::board::{FINISH, Square, SquareKind};
use super::game::HareTortoise;
use super::movement::{BUNCH, cost, reach};
use super::policy::Mechanism;
use super::position::Position;
use super::ruleset::FirstPlayer;
use super::setup::Setup;
use super::words::{carrots, lettuces};
use crate::common::seat::Seat;
use crate::game::{RaceGame as _, Turn, list};
use crate::text::ordinal;
use crate::text::{Lesson, counted, separated, sound_lessons};

type Step = Lesson<Position, Action>;

impl HareTortoise {
    pub(super) fn first_game(&self) -> Vec<Step> {
        let setup = Setup { players: 4, first: Some(FirstPlayer::Given(Seat::FIRST)), longest_step: None };
        let Ok(state) = self.start(&setup) else { return Vec::new() };
        let table = Table { game: self, start: self.position(&state) };
        let usual = [
            table.first_step(),
            table.carrot_square(),
            table.tortoise(),
            table.number_square(),
            table.lettuce(),
            table.hare(),
            table.forbidden(),
            table.too_many(),
            table.plan(),
        ];
        let mut steps =
            sound_lessons(self, usual.into_iter().chain(table.last_turns().into_iter().map(Some)));
        // Each step is played in a round of its own.
        for (number, step) in (1..).zip(&mut steps) {
            step.position.round.number = number;
        }
        steps
    }
}

/// The game, and the position in which it starts.
struct Table<'a> {
    game: &'a HareTortoise,
    start: Position,
}

impl Table<'_> {
    /// A position with the runners on these squares. The learner has the first runner, and holds `held` carrots.
    fn position(&self, squares: [u8; 4], held: u16) -> Position {
        let mut position = self.start.clone();
        for (player, square) in position.players.iter_mut().zip(squares) {
            player.runners[0].square = square;
        }
        position.players[0].carrots = held;
        position
    }

    /// The numbers of the squares of a kind, ascending.
    fn squares(&self, kind: SquareKind) -> impl DoubleEndedIterator<Item = u8> {
        (1..FINISH).filter(move |number| self.game.board().kind(Square::at(*number)) == Some(kind))
    }

    /// The first square from `from` on where nothing happens, and that is not in `taken`.
    fn quiet(&self, from: u8, taken: &[u8]) -> Option<u8> {
        let is_quiet = |number: &u8| {
            let kind = self.game.board().kind(Square::at(*number));
            let numbered = matches!(kind, Some(SquareKind::Two | SquareKind::Three | SquareKind::Flag));
            numbered && !taken.contains(number)
        };
        (from..FINISH).find(is_quiet)
    }

    /// The learner's square, and three quiet squares for the others, searched from these on.
    fn around(&self, own: u8, others: [u8; 3]) -> Option<[u8; 4]> {
        let mut squares = [own; 4];
        for (index, from) in others.into_iter().enumerate() {
            squares[index + 1] = self.quiet(from, &squares[..=index])?;
        }
        Some(squares)
    }

    /// The others' cheapest moves after the learner's action, in the order of turns.
    fn others(&self, position: &Position, action: Action) -> Vec<Action> {
        let (game, mut then) = (self.game, Vec::new());
        let Ok(mut state) = game.state(position) else { return then };
        let mut next = Some(action);
        while let Some(action) = next.take() {
            if game.play(&mut state, action, &mut ()).is_err() {
                break;
            }
            if then.len() == 3 || !matches!(game.turn(&state), Turn::Seat(seat) if seat != Seat::FIRST) {
                break;
            }
            let actions = list(|into| game.actions(&state, into));
            let is_quiet = |action: &&Action| matches!(action, Action::To(square) if self.quiet(square.number(), &[]) == Some(square.number()));
            next = actions.iter().find(is_quiet).copied();
            then.extend(next);
        }
        then
    }

    /// The carrot square that the first step aims at.
    fn first_target(&self) -> Option<u8> {
        self.squares(SquareKind::Carrot).rfind(|square| (3..=6).contains(square))
    }

    fn first_step(&self) -> Option<Step> {
        let target = self.first_target()?;
        let held = self.start.players[0].carrots;
        let price = cost(target);
        Some(Step {
            about: format!(
                "You are A. All runners are on Start, and the first one home wins. You hold {}. One square costs 1, \
                 two cost 3, three cost 6: each further square costs one more. What the others hold is hidden (?); \
                 you see only what they pay and draw.",
                carrots(held)
            ),
            task: format!("Run to {target}, a carrot square (C), for {}.", carrots(price)),
            result: format!(
                "{target} squares cost {}: {}. You have {} left. Long steps are fast but expensive.",
                carrots(price),
                separated(1..=target, " + "),
                held.saturating_sub(price)
            ),
            ..Step::new("A step costs carrots", self.start.clone(), Action::To(Square::at(target)))
        })
    }

    fn carrot_square(&self) -> Option<Step> {
        let own = self.first_target()?;
        let held = self.start.players[0].carrots.checked_sub(cost(own))?;
        Some(Step {
            about: format!(
                "It is your next turn, and you are still on the carrot square. Here you may stay for a turn and draw \
                 {BUNCH} carrots, or pay {BUNCH}. Paying helps near the finish, because nobody may come home with \
                 many."
            ),
            task: format!("Stay and draw {BUNCH}."),
            result: format!(
                "You drew {BUNCH} carrots and now have {}. You may stay again and again, while the others run on.",
                carrots(held + BUNCH)
            ),
            ..Step::new(
                "A carrot square",
                self.position(self.around(own, [own + 2, 1, 2])?, held),
                Action::Draw,
            )
        })
    }

    fn tortoise(&self) -> Option<Step> {
        const HELD: u16 = 8;
        let (back, own) = self.squares(SquareKind::Tortoise).find_map(|back| {
            let own = self.quiet(back + 3, &[])?;
            let nearest = self.game.nearest_tortoise(Square::at(own));
            (nearest == Some(Square::at(back)) && own > 9).then_some((back, own))
        })?;
        let squares = self.around(own, [own + 3, own + 6, 2])?;
        let drawn = BUNCH * u16::from(own - back);
        Some(Step {
            about: format!(
                "You have only {HELD} carrots, enough for {}. But behind you is a tortoise square (T), on {back}. \
                 Going back to it costs nothing, and you draw {BUNCH} carrots for each square. It must be the nearest \
                 one, and free.",
                counted(reach(HELD), "square", "squares")
            ),
            task: format!("Go back to {back}."),
            result: format!(
                "{} squares back: you drew {}, and now have {}. This is how most carrots are won.",
                own - back,
                carrots(drawn),
                drawn + HELD
            ),
            ..Step::new("Back to a tortoise", self.position(squares, HELD), Action::Back(Square::at(back)))
        })
    }

    fn number_square(&self) -> Option<Step> {
        const HELD: u16 = 30;
        let target = self.squares(SquareKind::Three).find(|square| *square > 12)?;
        let own = (target - 4..target)
            .find(|square| self.quiet(*square, &[]) == Some(*square))
            .unwrap_or(target - 3);
        let position = self.position(self.around(own, [target + 8, target + 14, 1])?, HELD);
        let action = Action::To(Square::at(target));
        let then = self.others(&position, action);
        let price = cost(target - own);
        Some(Step {
            about: format!(
                "Two runners are ahead of you and one is behind, so you are {}. A square with a 3 pays {} to a runner \
                 that is 3rd when its next turn begins. Squares with a 2 or 4 pay {} and {}; a flag (F) pays the 1st, \
                 5th and 6th.",
                ordinal(3_u8),
                carrots(3 * BUNCH),
                2 * BUNCH,
                4 * BUNCH
            ),
            task: format!("Run to {target}, a square with a 3, for {}.", carrots(price)),
            then,
            result: format!(
                "You paid {}. The others moved, and you were still 3rd when your turn began: that paid {}.",
                carrots(price),
                carrots(3 * BUNCH)
            ),
            ..Step::new("A number square", position, action)
        })
    }

    fn lettuce(&self) -> Option<Step> {
        const HELD: u16 = 20;
        let own = self.squares(SquareKind::Lettuce).find(|square| *square > 8)?;
        let position = self.position(self.around(own, [own + 8, 2, 4])?, HELD);
        let state = self.game.state(&position).ok()?;
        let held = self.game.lettuces(&state, 0);
        let drawn = 2 * BUNCH;
        Some(Step {
            about: format!(
                "You came to a lettuce square (L) on your last turn. You hold {}, and must chew them all before you \
                 finish. Chewing one takes this whole turn. It pays {BUNCH} carrots for each position: {drawn}, \
                 because you are 2nd.",
                lettuces(held)
            ),
            task: "Chew a lettuce.".to_owned(),
            result: format!(
                "You drew {}, and {} left. On your next turn you must leave this square.",
                carrots(drawn),
                counted(held.saturating_sub(1), "lettuce is", "lettuces are")
            ),
            ..Step::new("A lettuce", position, Action::Chew)
        })
    }

    fn hare(&self) -> Option<Step> {
        const HELD: u16 = 40;
        let target = self.squares(SquareKind::Hare).find(|square| *square > 20)?;
        let own = self.quiet(target.checked_sub(4)?, &[])?;
        let position = self.position(self.around(own, [target + 3, target + 9, 3])?, HELD);
        let action = Action::To(Square::at(target));
        let (how, result) = match self.game.ruleset.hare.mechanism {
            Mechanism::Chart => (
                "you draw a card at once, and the card and your position say what happens.",
                "Type `chart` to see what each card does in each position.",
            ),
            Mechanism::Table => (
                "you roll a die at once, and the die plus your position says what happens.",
                "Type `chart` to see what each sum does.",
            ),
            Mechanism::Pack => (
                "you draw a card from a pack at once, and it says what happens.",
                "Type `chart` to see the cards of the pack.",
            ),
            Mechanism::Passing => (
                "if nobody passes you before your next turn, you draw 10 carrots; otherwise you pay 10 for each \
                 player who did.",
                "Your next turn will show whether anybody has passed you.",
            ),
        };
        let then = if self.game.mechanism() == Mechanism::Passing {
            self.others(&position, action)
        } else {
            Vec::new()
        };
        Some(Step {
            about: format!(
                "A hare square (H) is ahead of you. It is a gamble: {how} You can win carrots or places, or lose them."
            ),
            task: format!("Try it: run to {target}, for {}.", carrots(cost(target.checked_sub(own)?))),
            then,
            tells_chance: true,
            result: format!("You paid {} for the step. {result}", carrots(cost(target - own))),
            ..Step::new("A hare square", position, action)
        })
    }

    /// A lesson on moves that the rules forbid: forward onto a tortoise square, onto another runner, and onto a lettuce
    /// square without lettuces.
    fn forbidden(&self) -> Option<Step> {
        const HELD: u16 = 60;
        let lettuce = self.squares(SquareKind::Lettuce).find(|square| *square > 15)?;
        let tortoise = self.squares(SquareKind::Tortoise).find(|square| square.abs_diff(lettuce) < 6)?;
        let own = self.quiet(lettuce.min(tortoise).checked_sub(3)?, &[])?;
        let target = self.quiet(own + 1, &[lettuce, tortoise])?;
        let taken = self.quiet(target + 1, &[])?;
        let mut position = self.position([own, taken, own + 20, 1], HELD);
        position.players[0].pool = 0;
        position.players[0].runners[0].lettuces = 0;
        let to = |square| Action::To(Square::at(square));
        Some(Step {
            about: format!(
                "You have chewed all your lettuces, and are on {own}. Three squares ahead are closed to you: \
                 {tortoise} is a tortoise, B is on {taken}, and {lettuce} is a lettuce. They are the last choices."
            ),
            task: format!("Try all three to see why. Then run to {target}."),
            forbidden: [tortoise, taken, lettuce].map(to).to_vec(),
            result: format!(
                "You paid {}. Tortoises are only for going back, a square holds one runner, and a lettuce square is \
                 for those with a lettuce.",
                carrots(cost(target - own))
            ),
            ..Step::new("What is forbidden", position, to(target))
        })
    }

    /// A lesson on having too many carrots to come home.
    fn too_many(&self) -> Option<Step> {
        let own = self.squares(SquareKind::Carrot).rfind(|square| *square < FINISH - 1)?;
        let (price, most) = (cost(FINISH - own), self.game.ruleset.finish.carrots);
        let held = price + most + BUNCH;
        let mut position = self.position(self.around(own, [20, 30, 40])?, held);
        position.players[0].pool = 0;
        position.players[0].runners[0].lettuces = 0;
        Some(Step {
            about: format!(
                "You have no lettuces left, and the finish is {} away and costs {}. But nobody may come home with \
                 more than {most} carrots. You hold {held}, so {} would be left: too many. On this carrot square you \
                 may pay {BUNCH} a turn. It is better to plan ahead: 10 squares at once burn 55.",
                counted(FINISH - own, "square", "squares"),
                carrots(price),
                held - price
            ),
            task: format!("Stay and pay {BUNCH}."),
            result: format!(
                "You now hold {}, and can come home on your next turn with {most} left.",
                carrots(held - BUNCH)
            ),
            ..Step::new("Too many carrots", position, Action::Pay)
        })
    }

    /// A lesson with the figures of the whole way, and a cheap way to the first lettuce.
    fn plan(&self) -> Option<Step> {
        const STEP: u8 = 4;
        let lettuce = self.squares(SquareKind::Lettuce).next().filter(|square| *square > 6)?;
        let way_stop = self.quiet(STEP, &[]).filter(|square| square + 3 <= lettuce)?;
        let held = self.start.players[0].carrots;
        let turns = u16::from(FINISH / STEP);
        let missing = (turns * cost(STEP)).checked_sub(held)?;
        Some(Step {
            about: format!(
                "{FINISH} squares in steps of {STEP}, at {} carrots each, take {turns} turns and {} carrots. You hold \
                 {held}, so you need about {missing} more. They come to those behind: a lettuce or a number pays the \
                 4th 40 and the 1st only {BUNCH}, and tortoises are behind you. So let others hurry, and chew early.",
                cost(STEP),
                turns * cost(STEP)
            ),
            task: format!(
                "Run to {way_stop} for {}, on the way to the lettuce on {lettuce}.",
                carrots(cost(way_stop))
            ),
            result: format!(
                "The other {} will cost {}: {} in all, while one long step costs {}. Short steps are cheap.",
                counted(lettuce - way_stop, "square", "squares"),
                cost(lettuce - way_stop),
                cost(way_stop) + cost(lettuce - way_stop),
                cost(lettuce)
            ),
            ..Step::new("A plan", self.start.clone(), Action::To(Square::at(way_stop)))
        })
    }
}
