//! The rules in brief, as you would explain them at the table.

use super::board::{Board, FINISH, SQUARES, Square, SquareKind};
use super::movement::{BUNCH, cost};
use super::policy::{
    AnotherMove, BackAtStart, ChewCarrot, Effect, FinishLimit, FoursWithThree, JuggedLettuce, LettuceOwner,
    LimitBinds, Mechanism, PoolEmptyFor, RaceEnds, RunnerChoice, StuckTrigger, TurnOrder,
};
use super::ruleset::{HareRules, Ruleset, count};
use super::words::{carrots, lettuces};
use crate::text::{Topic, counted, listed};
use crate::text::{either, from_to, ordinal, separated};

/// The topics, in the order in which a newcomer needs them.
pub(super) fn guide(rules: &Ruleset, board: &Board) -> Vec<Topic> {
    let mut topics = vec![aim(rules), start(rules), moving(rules), back(), squares(rules, board)];
    if has(board, SquareKind::Hare) {
        topics.push(hares(&rules.hare));
    }
    topics.extend([chewing(rules), finish(rules)]);
    topics
}

fn aim(rules: &Ruleset) -> Topic {
    let ends = match rules.finish.race_ends {
        RaceEnds::AllButOne => "The race for the other places continues until only one player is left.",
        RaceEnds::FirstHome => "Then the race is over.",
    };
    Topic::new(
        "The aim",
        [format!(
            "Run from Start over {SQUARES} squares to the finish. Steps cost carrots, and long steps cost many. The first \
             player home wins. {ends}"
        )],
    )
}

/// HT-02, HT-03: what players start with. Numbers of players with the same stock share a line.
fn start(rules: &Ruleset) -> Topic {
    let stock = |players: u8| {
        let start = &rules.start;
        (start.carrots.of(players), start.runners.of(players), start.lettuces.of(players))
    };
    let players: Vec<u8> = rules.start.carrots.each().iter().map(|(players, _)| *players).collect();
    let lines = players.chunk_by(|one, next| stock(*one) == stock(*next)).map(|group| {
        let with = from_to(group);
        let (held, runners, leaves) = stock(group[0]);
        let each = match rules.lettuces.belong_to {
            _ if runners == 1 => "",
            LettuceOwner::Runner => " for each runner",
            LettuceOwner::Player => " for all runners together",
        };
        let runners = counted(runners, "runner", "runners");
        format!("- With {with} players: {runners} and {}; {}{each}.", carrots(held), lettuces(leaves))
    });
    let several = has_several_runners(rules);
    let choice = match rules.turns.runner {
        _ if !several => "",
        RunnerChoice::Alternate => "A player with several runners moves them in turn, one each turn.",
        RunnerChoice::Free => "A player with several runners chooses one of them each turn.",
    };
    let order = match rules.turns.order {
        TurnOrder::Clockwise => "Players move in turn, clockwise.",
        TurnOrder::PostalRounds => {
            "Players move in turn, clockwise. The first player of a round moves again at its end, and the next player \
             starts the next round."
        }
    };
    let first = std::iter::once("Each player begins at Start with:".to_owned());
    let turns = format!("{order} {choice}").trim_end().to_owned();
    Topic::new("What you start with", first.chain(lines).chain([turns]))
}

fn has_several_runners(rules: &Ruleset) -> bool {
    rules.start.runners.each().iter().any(|(_, runners)| *runners > 1)
}

pub(super) fn moving(rules: &Ruleset) -> Topic {
    let longest = rules.movement.longest_step.squares();
    let prices = (1..=longest.min(4))
        .map(|squares| format!("{} for {}", carrots(cost(squares)), counted(squares, "square", "squares")));
    let limit = if longest < FINISH {
        format!(" A step is at most {} long.", counted(longest, "square", "squares"))
    } else {
        String::new()
    };
    let trigger = match rules.stuck.back_to_start {
        StuckTrigger::Any => "A runner that can do nothing at all",
        StuckTrigger::WithoutCarrots => {
            "A runner that can do nothing at all, and whose player has no carrots,"
        }
    };
    let then = match rules.stuck.at_start {
        BackAtStart::EndsTurn => ". That is its turn.",
        BackAtStart::MovesOff => ", and moves off at once.",
    };
    Topic::new(
        "Moving",
        [
            format!(
                "On your turn, move forward and pay: {}. Each further square costs one more carrot than the one \
                 before. Type `card` to see all prices.{limit}",
                listed(prices)
            ),
            "You may pass other runners, but not stop on an occupied square. Your position in the race, from 1st on, \
             counts all runners ahead of yours."
                .to_owned(),
            format!("{trigger} goes back to Start, and its player has as many carrots as at the beginning{then}"),
        ],
    )
}

pub(super) fn back() -> Topic {
    Topic::new(
        "Going back to a tortoise",
        [format!(
            "Instead of moving forward, you may go back to the nearest tortoise square behind you, if it is free. \
             That costs nothing, and you draw {BUNCH} carrots for each square. You cannot move forward onto a \
             tortoise square."
        )],
    )
}

pub(super) fn has(board: &Board, kind: SquareKind) -> bool {
    number_of(board, kind) > 0
}

fn number_of(board: &Board, kind: SquareKind) -> usize {
    (1..FINISH).filter(|number| board.kind(Square::at(*number)) == Some(kind)).count()
}

fn squares(rules: &Ruleset, board: &Board) -> Topic {
    let items = SquareKind::ALL.into_iter().filter(|kind| has(board, *kind)).map(|kind| {
        let squares = counted(number_of(board, kind) as i64, "square", "squares");
        format!("- {} ({squares}): {}.", kind.name(), use_of(rules, kind))
    });
    Topic::new("The squares", items)
}

/// What a square is for, as a phrase without a subject.
pub(super) fn use_of(rules: &Ruleset, kind: SquareKind) -> String {
    match kind {
        SquareKind::Carrot => format!(
            "on your next turn you may stay, and draw {BUNCH} carrots or pay {BUNCH}. You may do so again and again"
        ),
        SquareKind::Lettuce => "you chew a lettuce here, and may come only if you have one".to_owned(),
        SquareKind::Hare => match rules.hare.mechanism {
            Mechanism::Passing => "a gamble on the others, see below".to_owned(),
            _ => "a gamble that begins at once, see below".to_owned(),
        },
        SquareKind::Tortoise => "only for going back".to_owned(),
        SquareKind::Two => pays(&[2]),
        SquareKind::Three => pays(&[3]),
        SquareKind::Four => match rules.movement.fours_with_three {
            FoursWithThree::Closed => format!("{}. With three players, nobody may stand here", pays(&[4])),
            FoursWithThree::WithoutPay => format!("{}. With three players, it pays nothing", pays(&[4])),
            FoursWithThree::Open => pays(&[4]),
        },
        SquareKind::Flag => pays(&[1, 5, 6]),
    }
}

/// HT-20: what a number square or a flag pays.
fn pays(positions: &[u16]) -> String {
    let position = either(positions.iter().map(|position| ordinal(*position)));
    let drawn = either(positions.iter().map(|position| BUNCH * position));
    format!("if you are {position} when your next turn begins, draw {drawn} carrots and then move")
}

pub(super) fn hares(rules: &HareRules) -> Topic {
    let (how, entries): (_, Vec<String>) = match rules.mechanism {
        Mechanism::Chart => {
            let cards = (1..).zip(&rules.chart);
            let how = "When you land here, you jug the hare: draw one of six cards. The card and your position in the \
            race say what happens:";
            let entry = |(card, row): (u8, &Vec<_>)| format!("- Card {card}: {}.", by_position(rules, row));
            (how.to_owned(), cards.map(entry).collect())
        }
        Mechanism::Table => {
            let sums = (2..).zip(&rules.table);
            let how = "When you land here, you jug the hare: roll a die and add your position in the race. The sum \
            says what happens:";
            let entry = |(sum, effect): (u8, &_)| format!("- {sum}: {}.", meaning(rules, *effect));
            (how.to_owned(), sums.map(entry).collect())
        }
        Mechanism::Pack => {
            let counts = Effect::ALL.iter().map(|effect| (count(&rules.pack, *effect), *effect));
            let held = counts.filter(|(count, _)| *count > 0);
            let how = "When you land here, you jug the hare: draw the top card of the pack, do what it says, and put \
            it under the pack. The cards are:";
            let entry = |(count, effect)| {
                format!("- {}: {}.", counted(count, "card", "cards"), meaning(rules, effect))
            };
            (how.to_owned(), held.map(entry).collect())
        }
        Mechanism::Passing => {
            let how = format!(
                "Nothing happens when you land here. When your next turn begins, draw {BUNCH} carrots if no player \
                 has passed you since. Otherwise pay {BUNCH} for each player that has."
            );
            (how, Vec::new())
        }
    };
    Topic::new("The hare squares", std::iter::once(how).chain(entries))
}

/// The effects of one card of a chart, with neighbouring positions grouped.
fn by_position(rules: &HareRules, row: &[Effect]) -> String {
    let placed: Vec<(u16, Effect)> = (1..).zip(row.iter().copied()).collect();
    let runs = placed.chunk_by(|(_, one), (_, next)| one == next).map(|run| {
        let effect = meaning(rules, run[0].1);
        if run.len() == row.len() {
            return effect;
        }
        let positions = run.iter().map(|(position, _)| ordinal(*position));
        format!("if you are {}, {effect}", from_to(positions))
    });
    separated(runs, "; ")
}

/// What an effect does to the runner that jugs.
fn meaning(rules: &HareRules, effect: Effect) -> String {
    match effect {
        Effect::ChewACarrot => match rules.chew_a_carrot {
            ChewCarrot::DrawOrPay => format!("draw {BUNCH} carrots or pay {BUNCH}"),
            ChewCarrot::OrNeither => format!("draw {BUNCH} carrots, pay {BUNCH}, or do neither"),
        },
        Effect::BackToACarrotSquare => "go back to the nearest free carrot square".to_owned(),
        Effect::ForwardToACarrotSquare => "go forward to the next free carrot square".to_owned(),
        Effect::DropBack => "go back to just behind the next runner behind you".to_owned(),
        Effect::MoveUp => "go forward to just in front of the next runner ahead of you".to_owned(),
        Effect::ChewALettuce => match rules.chew_a_lettuce {
            JuggedLettuce::AtOnce => "chew a lettuce at once".to_owned(),
            JuggedLettuce::AsIfJustArrived => "chew a lettuce on your next turn".to_owned(),
        },
        Effect::LastTurnFree => "get back what you paid to come here".to_owned(),
        Effect::AnotherMove => match rules.another_move {
            AnotherMove::MayStay => "you may move again".to_owned(),
            AnotherMove::MustAct => "move again".to_owned(),
        },
        Effect::CarrotsBecome => format!("you now have {}", carrots(rules.carrots_become)),
        Effect::MissATurn
        | Effect::MissOrMove
        | Effect::DrawForLettuces
        | Effect::ShowCarrots
        | Effect::GiveToThoseBehind
        | Effect::LoseHalf
        | Effect::ShuffleAndCollect => effect.meaning().to_owned(),
    }
}

pub(super) fn chewing(rules: &Ruleset) -> Topic {
    let needed = match (rules.lettuces.belong_to, rules.lettuces.pool_empty_for) {
        (LettuceOwner::Player, PoolEmptyFor::LastFinish) => {
            "You must chew all of them before your last runner finishes."
        }
        _ => "You cannot finish until you have chewed all of them.",
    };
    Topic::new(
        "Lettuces",
        [format!(
            "{needed} On the turn after you land on a lettuce square, you chew one and draw {BUNCH} carrots for each \
             position: {BUNCH} if you are 1st, {} if you are 2nd, and so on. That is your whole turn. On the next \
             turn you must leave, forward or back.",
            2 * BUNCH
        )],
    )
}

pub(super) fn finish(rules: &Ruleset) -> Topic {
    let held = rules.finish.carrots;
    let limit = match rules.finish.limit {
        FinishLimit::Flat => format!("at most {} left", carrots(held)),
        FinishLimit::ByPlace => format!(
            "few carrots left: at most {held} for the 1st home, {} for the 2nd, {} for the 3rd, and so on",
            2 * u32::from(held),
            3 * u32::from(held)
        ),
    };
    let several = has_several_runners(rules);
    let runners = match rules.finish.limit_binds {
        _ if !several => "",
        LimitBinds::EveryRunner => {
            " With several runners, you need all of them home, each within this limit."
        }
        LimitBinds::LastRunner => {
            " With several runners, you need all of them home, and only the last must be within this limit."
        }
    };
    Topic::new(
        "The finish",
        [format!(
            "The step to the finish costs the same as any other. You may finish only with no lettuces and {limit}. So \
             do not collect too many carrots; on a carrot square you can pay off the rest.{runners}"
        )],
    )
}
