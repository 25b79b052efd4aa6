//! The review of an analysed game: what decided it, how good the decisions were, and what to try next time.

use super::alternative::{Alternative, chances, percent};
use super::contract::Table;
use super::output::Reader;
use crate::analysis::{Analysis, EventEffect, Grade};
use crate::bot::BotSpec;
use crate::common::seat::Seat;
use crate::text::{Names, capitalized, counted, separated};

/// The smallest change of a share of the win at which an event is said to have decided a game.
pub(super) const DECISIVE: f64 = 0.1;

/// The sentence on a game without a decisive event.
const NO_MOMENT: &str = "No single moment decided it: the chances changed little by little.";

/// Reviews an analysed game for a reader, in sentences: why it ended as it did, the event that decided it, and the
/// grades of the decisions. A player also gets the best and the worst move, and a suggestion. Everything hidden may be
/// revealed. The list is empty where the game may not be seen.
pub fn review(table: &dyn Table, analysis: &Analysis, reader: Reader) -> Vec<String> {
    let replay = opened(table);
    let review = Review { table: &*replay, analysis, reader, names: reader.names(table.names()) };
    let mut lines = if analysis.is_over { replay.result_reasons(reader) } else { Vec::new() };
    lines.push(review.deciding());
    if analysis.settings.worlds > 0 {
        lines.extend(review.grades());
        lines.push(Grade::meaning());
        lines.extend(reader.player().into_iter().flat_map(|seat| review.of_player(seat)));
    }
    let bot = in_players_words(&analysis.settings.estimator.bot);
    lines.push(format!("A chance is the share of wins if all play on like {bot}."));
    lines
}

/// Names the event that decided an analysed game, and what would have been better, in the words of the
/// [review](review()).
pub fn deciding(table: &dyn Table, analysis: &Analysis, reader: Reader) -> String {
    Review { table: &*opened(table), analysis, reader, names: reader.names(table.names()) }.deciding()
}

/// A replay of the game at a table, with everything hidden revealed.
fn opened(table: &dyn Table) -> Box<dyn Table> {
    let mut replay = table.replay();
    replay.open();
    replay
}

/// Describes how an event changed a seat's chance: `Your chance falls from 40 % to 25 %`.
pub fn change_of_chance(names: &Names, event: &EventEffect, seat: Seat) -> String {
    format!(
        "{} chance {} from {} % to {} %",
        capitalized(&names.possessive(seat)),
        if event.change(seat) < 0.0 { "falls" } else { "rises" },
        percent(event.before.shares[seat]),
        percent(event.after[seat])
    )
}

/// Names the bot of the playouts by a level that players know. The policy of `strong`, drawn from, has no level of its
/// own.
pub(super) fn in_players_words(bot: &BotSpec) -> String {
    match bot.to_string().as_str() {
        "learned:heat=1" => "`strong`, with varied moves".to_owned(),
        name => format!("`{name}`"),
    }
}

struct Review<'a> {
    table: &'a dyn Table,
    analysis: &'a Analysis,
    reader: Reader,
    names: Names,
}

impl Review<'_> {
    /// Describes the event that decided the game, and what would have been better.
    fn deciding(&self) -> String {
        let decisive = self.analysis.deciding_event();
        let Some((event, winner)) = decisive.filter(|(event, seat)| event.change(*seat).abs() >= DECISIVE)
        else {
            return NO_MOMENT.to_owned();
        };
        let luck = if event.seat.is_none() { " was luck" } else { "" };
        let told = [self.told(event), self.chance(event, winner)];
        format!(
            "What decided it{luck}, in round {}: {}",
            event.round,
            separated(told.into_iter().chain(self.better(event)), " ")
        )
    }

    fn told(&self, event: &EventEffect) -> String {
        self.table.in_brief(self.reader, event.number)
    }

    fn chance(&self, event: &EventEffect, seat: Seat) -> String {
        change_of_chance(&self.names, event, seat) + "."
    }

    fn alternative(&self, event: &EventEffect) -> Option<Alternative> {
        let best = serde_json::to_value(&event.judgement.as_ref()?.best).ok()?;
        self.table.alternative(self.reader, event.number, &best)
    }

    /// Describes what would have been better in a decision, if anything.
    fn better(&self, event: &EventEffect) -> Option<String> {
        self.alternative(event)?.sentence(&self.names, event.seat?, event.judgement.as_ref()?)
    }

    /// Counts the decisions of each grade: of the reader, or of all seats.
    fn grades(&self) -> Vec<String> {
        let seats = self.table.seats().iter();
        let shown = seats.filter(|seat| self.reader.player().is_none_or(|player| player == *seat));
        let line = |seat: Seat| {
            let [best, inaccuracies, mistakes] = self.analysis.grades(seat);
            let inaccuracies = counted(inaccuracies as i64, "inaccuracy", "inaccuracies");
            let mistakes = counted(mistakes as i64, "mistake", "mistakes");
            let whose = capitalized(&self.names.possessive(seat));
            format!("{whose} decisions: {best} best, {inaccuracies}, {mistakes}.")
        };
        shown.map(line).collect()
    }

    /// Names the best and the worst move of a player, and what to try next time.
    fn of_player(&self, seat: Seat) -> Vec<String> {
        let whose = capitalized(&self.names.possessive(seat));
        let best = self.analysis.best_move(seat).map(|event| {
            format!(
                "{whose} best move, in round {}: {} {}",
                event.round,
                self.told(event),
                self.chance(event, seat)
            )
        });
        let worst = self.analysis.worst_move(seat).and_then(|event| {
            let (alternative, judgement) = (self.alternative(event)?, event.judgement.as_ref()?);
            Some(format!(
                "{whose} worst move, in round {}: `{}`. {}: {}.",
                event.round,
                alternative.taken,
                self.names.does(seat, &alternative.could(), &alternative.could()),
                chances(judgement)
            ))
        });
        let next = match (&worst, self.rule(seat)) {
            (None, _) => {
                let has_won = self.analysis.seats[seat.index()].result >= 0.5;
                let next = if has_won {
                    "play against a stronger bot"
                } else {
                    "play like this again; luck and the others decided more here"
                };
                format!("No decision was clearly worse than the best. For next time: {next}.")
            }
            (Some(_), Some(rule)) => format!("For next time: {rule}"),
            (Some(_), None) => "For next time: ask for a hint before a decision like that.".to_owned(),
        };
        best.into_iter().chain(worst).chain([next]).collect()
    }

    /// The rule of thumb that would have saved a seat most.
    fn rule(&self, seat: Seat) -> Option<String> {
        let mut rules: Vec<(String, f64)> = Vec::new();
        let worse = self.analysis.judged(seat).filter(|(_, judgement)| judgement.grade() != Grade::Best);
        for (event, judgement) in worse {
            let Some(rule) = self.alternative(event).and_then(|alternative| alternative.rule) else {
                continue;
            };
            match rules.iter_mut().find(|(known, _)| *known == rule) {
                Some((_, loss)) => *loss += judgement.loss,
                None => rules.push((rule, judgement.loss)),
            }
        }
        rules.into_iter().min_by(|one, other| other.1.total_cmp(&one.1)).map(|(rule, _)| rule)
    }
}
