//! The end of a race, turn by turn to the finish: two steps to the last lettuce, the lettuce, and home. Each step
//! begins where the previous one ended. The others keep out of the way.

use super::{Step, Table};
use crate::common::seat::Seat;
use crate::game::{RaceGame as _, Turn};
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::board::{FINISH, Square, SquareKind};
use crate::hare_tortoise::movement::{BUNCH, cost};
use crate::hare_tortoise::policy::FinishLimit;
use crate::hare_tortoise::position::Position;
use crate::hare_tortoise::words::carrots;
use crate::text::{Lesson, counted};

/// The lengths to try for the two steps to the lettuce, the best one first.
const STEPS: [u8; 5] = [5, 4, 6, 3, 7];

/// The carrots that the learner has left at home, if the rules allow that number.
const LEFT: u16 = 4;

/// The squares on the way, and the carrots it takes.
struct WayHome {
    step: u8,
    lettuce: u8,
    /// The price of a step, and of the way from the lettuce to the finish.
    price: u16,
    home: u16,
    left: u16,
    most: u16,
    /// The phrase for whose limit it is, if the carrot limit grows with the place.
    whose: &'static str,
}

impl WayHome {
    /// The minimum number of carrots needed on reaching the lettuce.
    fn least(&self) -> u16 {
        self.home - BUNCH
    }

    /// The number of carrots when the learner reaches the lettuce.
    fn at_the_lettuce(&self) -> u16 {
        self.least() + self.left
    }

    fn half_way(&self) -> Square {
        Square::at(self.lettuce - self.step)
    }
}

impl Table<'_> {
    /// The steps; none if the board has no such way.
    pub(super) fn last_turns(&self) -> Vec<Step> {
        STEPS.iter().find_map(|step| self.last_turns_by(*step)).unwrap_or_default()
    }

    /// Like `last_turns`, with two steps of `step` squares each.
    fn last_turns_by(&self, step: u8) -> Option<Vec<Step>> {
        let rules = &self.game.ruleset.finish;
        let lettuce = self.squares(SquareKind::Lettuce).next_back()?;
        let own = lettuce.checked_sub(2 * step)?;
        let home = cost(FINISH - lettuce);
        let whose = match rules.limit {
            FinishLimit::Flat => "",
            FinishLimit::ByPlace => " as the first",
        };
        let (left, most) = (LEFT.min(rules.carrots), rules.carrots);
        let way = WayHome { step, lettuce, price: cost(step), home, left, most, whose };
        // Nothing may happen on the way; a flag would pay the leader.
        let is_plain = |square: &u8| {
            let kind = self.game.board().kind(Square::at(*square));
            matches!(kind, Some(SquareKind::Two | SquareKind::Three))
        };
        if home < BUNCH || ![own, own + step].iter().all(is_plain) {
            return None;
        }
        let held = 2 * way.price + way.at_the_lettuce();
        let mut position = self.position(self.around(own, [20, 30, 40])?, held);
        // The lettuces belong either to the player or to the runner.
        let player = &mut position.players[0];
        player.pool = player.pool.min(1);
        player.runners[0].lettuces = player.runners[0].lettuces.min(1);
        let mut steps = Vec::new();
        for told in [count_back(&way), self.look_at_the_others(&way), chew(&way), run_home(&way)] {
            let is_last = told.action == Action::To(Square::FINISH);
            let then = if is_last { Vec::new() } else { self.others(&position, told.action) };
            let after =
                if is_last { None } else { Some(self.position_after(&position, told.action, &then)?) };
            steps.push(Step { then, ..told.at(&position) });
            position = after.unwrap_or(position);
        }
        Some(steps)
    }

    fn look_at_the_others(&self, way: &WayHome) -> Told {
        let WayHome { step, lettuce, price, .. } = way;
        Told {
            title: "The way home: the others",
            about: format!(
                "Could anybody come home before you? What the others hold is hidden, but all began with {}, and the \
                 log (key `l`) shows what each has paid and drawn since. Add it up for anybody who comes near. Here \
                 nobody does. The lettuce is {step} squares away.",
                carrots(self.start.players[0].carrots)
            ),
            task: format!("Run to {lettuce}, the lettuce, for {}.", carrots(*price)),
            action: Action::To(Square::at(*lettuce)),
            result: format!(
                "You paid {price} and hold {}, between {} and {}, as you planned.",
                way.at_the_lettuce(),
                way.least(),
                way.least() + way.most
            ),
        }
    }

    /// The position after these decisions, when the learner is to move again.
    fn position_after(&self, position: &Position, action: Action, then: &[Action]) -> Option<Position> {
        let mut state = self.game.state(position).ok()?;
        for action in std::iter::once(&action).chain(then) {
            self.game.play(&mut state, *action, &mut ()).ok()?;
        }
        (self.game.turn(&state) == Turn::Seat(Seat::FIRST)).then(|| self.game.position(&state))
    }
}

/// A step without its position.
struct Told {
    title: &'static str,
    about: String,
    task: String,
    action: Action,
    result: String,
}

impl Told {
    fn at(self, position: &Position) -> Step {
        let Self { title, about, task, action, result } = self;
        Step { about, task, result, ..Lesson::new(title, position.clone(), action) }
    }
}

fn count_back(way: &WayHome) -> Told {
    let WayHome { step, lettuce, price, home, most, whose, .. } = way;
    let least = way.least();
    Told {
        title: "The way home",
        about: format!(
            "You lead, with {} carrots and one lettuce. Count from the end: from the lettuce on {lettuce} to home \
             costs {home}, at most {most} may be left{whose}, and chewing as the 1st pays {BUNCH}. So come to \
             {lettuce} with {least} to {}. Two steps of {step} cost {} and leave {}.",
            2 * price + way.at_the_lettuce(),
            least + most,
            2 * price,
            way.at_the_lettuce()
        ),
        task: format!("Run to {}, halfway to the lettuce, for {}.", way.half_way(), carrots(*price)),
        action: Action::To(way.half_way()),
        result: format!(
            "You paid {price} and hold {}. The others are far behind, so you have time.",
            price + way.at_the_lettuce()
        ),
    }
}

fn chew(way: &WayHome) -> Told {
    Told {
        title: "The way home: the lettuce",
        about: format!(
            "On the lettuce square you chew your last lettuce, which takes this turn. You are still 1st, so you draw \
             {}. If you had too many carrots, you would go to a carrot square next to pay some.",
            carrots(BUNCH)
        ),
        task: "Chew the last lettuce.".to_owned(),
        action: Action::Chew,
        result: format!("You drew {BUNCH} and hold {}. Now you can go home.", way.home + way.left),
    }
}

fn run_home(way: &WayHome) -> Told {
    let WayHome { lettuce, home, left, most, whose, .. } = way;
    Told {
        title: "Home",
        about: format!(
            "All your lettuces are chewed. The last {} cost {}. Of your {} carrots, {left} will be left, and at most \
             {most} may be{whose}.",
            counted(FINISH - lettuce, "square", "squares"),
            carrots(*home),
            home + left
        ),
        task: "Run to the finish.".to_owned(),
        action: Action::To(Square::FINISH),
        result: format!("You are home first, with {} left, and have won.", carrots(*left)),
    }
}
