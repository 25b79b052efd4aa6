//! Describes happenings in sentences.

use super::game::HareTortoise;
use super::happening::{Drawn, Expense, Happening, RunnerName, Source, Way};
use super::movement::BUNCH;
use super::words::carrots;
use crate::text::Names;
use crate::text::{capitalized, counted, ordinal};

impl HareTortoise {
    /// Describes a happening in one sentence; `None` if it needs no sentence.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "as in the other games, whose happenings are larger"
    )]
    pub(super) fn sentence(&self, happening: &Happening, names: &Names) -> Option<String> {
        Some(match *happening {
            Happening::TurnBegins { .. } | Happening::TurnEnds { .. } => return None,
            Happening::FirstPlayer { seat } => format!("{} first.", names.does(seat, "move", "moves")),
            Happening::Chooses { runner } => {
                format!("{} runner {}.", names.does(runner.seat, "choose", "chooses"), runner.index + 1)
            }
            Happening::Misses { runner: None, seat } => {
                format!("{} a turn.", names.does(seat, "miss", "misses"))
            }
            Happening::ShowsCarrots { seat, carrots: count } => {
                format!("{} {}.", names.does(seat, "show", "shows"), carrots(count))
            }
            Happening::CarrotsBecome { seat, carrots: count } => {
                format!("{} {} now.", names.does(seat, "have", "has"), carrots(count))
            }
            Happening::Gives { from, to, carrots: count } => {
                format!("{} {} {}.", names.does(from, "give", "gives"), names.of(to), carrots(count))
            }
            Happening::Shuffles => "The pack is shuffled.".to_owned(),
            Happening::Home { seat, place } => {
                format!("{} home in {} place.", names.does(seat, "are", "is"), ordinal(place))
            }
            Happening::RoundEnds { round } => format!("Round {round} is over."),
            Happening::GameEnds => "The race is over.".to_owned(),
            Happening::NoEffect { runner, .. } => {
                format!("It has no effect on {}{}.", names.of(runner.seat), which(runner))
            }
            of_a_runner => return self.sentence_of_runner(of_a_runner, names),
        })
    }

    /// Describes several happenings in a row. A move and what it costs or brings become one sentence.
    pub(super) fn sentences(&self, happenings: &[Happening], names: &Names) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = happenings;
        while let Some(first) = rest.first() {
            let joined = rest.get(1).and_then(|second| self.sentence_of_step(*first, *second, names));
            let count = if joined.is_some() { 2 } else { 1 };
            let alone = || self.sentence_of_pay(*first, names).or_else(|| self.sentence(first, names));
            lines.extend(joined.or_else(alone));
            rest = &rest[count..];
        }
        lines
    }

    /// What a number square or a flag pays, with the position it is paid for: ten for each (HT-20). Reports by
    /// post, which are kept as they were sent, name only the square.
    fn sentence_of_pay(&self, happening: Happening, names: &Names) -> Option<String> {
        let Happening::Draws { carrots: count, source: Source::NumberSquare, .. } = happening else {
            return None;
        };
        let sentence = self.sentence(&happening, names)?;
        let lying = format!(" for lying {}", ordinal(count / BUNCH));
        Some(sentence.replace(for_source(Source::NumberSquare), &lying))
    }

    /// A paid move, or one back to a tortoise, with its carrots.
    fn sentence_of_step(&self, first: Happening, second: Happening, names: &Names) -> Option<String> {
        let (moved, paid_or_drawn) = match (first, second) {
            (
                Happening::Pays { runner, carrots: count, expense: Expense::Move },
                Happening::Moves { runner: moving, way: Way::Forward, .. },
            ) if runner == moving => (second, format!("for {}", carrots(count))),
            (
                Happening::Moves { runner: moving, way: Way::Back, .. },
                Happening::Draws { runner, carrots: count, source: Source::Tortoise },
            ) if runner == moving => {
                let draws = if names.you() == Some(runner.seat) { "draw" } else { "draws" };
                (first, format!("and {draws} {}", carrots(count)))
            }
            _ => return None,
        };
        let sentence = self.sentence(&moved, names)?;
        Some(format!("{} {paid_or_drawn}.", sentence.trim_end_matches('.')))
    }

    /// Describes an event of one runner in a sentence.
    fn sentence_of_runner(&self, happening: Happening, names: &Names) -> Option<String> {
        let does = |runner: RunnerName, you: &str, they: &str| {
            let verb = if names.you() == Some(runner.seat) { you } else { they };
            format!("{}{} {verb}", capitalized(&names.of(runner.seat)), which(runner))
        };
        Some(match happening {
            Happening::Misses { runner: Some(runner), .. } => {
                format!("{} a turn.", does(runner, "miss", "misses"))
            }
            Happening::Draws { runner, carrots: count, source } => {
                format!("{} {}{}.", does(runner, "draw", "draws"), carrots(count), for_source(source))
            }
            Happening::Pays { runner, carrots: count, expense } => {
                format!("{} {}{}.", does(runner, "pay", "pays"), carrots(count), for_expense(expense))
            }
            Happening::Moves { runner, from, to, way } => {
                let kind = self.board().kind(to).map_or(String::new(), |kind| format!(" ({})", kind.name()));
                let why = if way == Way::NoAction { ", without a legal move" } else { "" };
                format!("{} from {from} to {to}{kind}{why}.", does(runner, "move", "moves"))
            }
            Happening::Chews { runner, position, left, .. } => {
                let chews = does(runner, "chew", "chews");
                format!("{chews} a lettuce, lying {}; {left} left.", ordinal(position))
            }
            Happening::Jugs { runner, position, drawn, effect, .. } => {
                let drawn = match drawn {
                    Drawn::Card(card) => format!("card {card}"),
                    Drawn::Die(die) => format!("a {die}"),
                    Drawn::PackCard => "a card".to_owned(),
                };
                let jugs = does(runner, "jug the hare", "jugs the hare");
                format!("{jugs}, lying {}: {drawn}, {}.", ordinal(position), effect.meaning())
            }
            Happening::JugsNoMore { runner, .. } => {
                format!("{} the hare no more in this turn.", does(runner, "jug", "jugs"))
            }
            Happening::WillChew { runner } => {
                format!("{} a lettuce here next turn.", does(runner, "chew", "chews"))
            }
            Happening::WillMiss { runner } => {
                format!("{} the next turn.", does(runner, "will miss", "will miss"))
            }
            Happening::PaysForPassing { runner, passed_by, carrots: count } => {
                let players = counted(passed_by, "player", "players");
                format!("{} {} for {players} that passed.", does(runner, "pay", "pays"), carrots(count))
            }
            Happening::Stays { runner } => format!("{}.", does(runner, "stay", "stays")),
            Happening::Finishes { runner, place, carrots: count } => {
                let comes = does(runner, "cross the line", "crosses the line");
                format!("{comes} as number {place}, with {} left.", carrots(count))
            }
            _ => return None,
        })
    }
}

/// The number of a player's second or third runner; the first does not need one.
fn which(runner: RunnerName) -> String {
    if runner.index > 0 { format!(" (runner {})", runner.index + 1) } else { String::new() }
}

fn for_source(source: Source) -> &'static str {
    match source {
        Source::NumberSquare => " for the number square",
        Source::Tortoise => " for going back to the tortoise",
        Source::CarrotSquare => " on the carrot square",
        Source::Lettuce => " for the lettuce",
        Source::Hare => " for the hare",
    }
}

fn for_expense(expense: Expense) -> &'static str {
    match expense {
        Expense::Move => "",
        Expense::CarrotSquare => " on the carrot square",
        Expense::Hare => " for the hare",
    }
}
