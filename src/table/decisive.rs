//! Finds the event that decided a game and describes it in a sentence, the same for every front end.

use serde_json::Value;

use super::alternative::Alternative;
use super::game_table::GameTable;
use super::output::Reader;
use super::review::{DECISIVE, in_players_words};
use crate::analysis::{AnalysisError, Settings, Swing, judge, largest_swing};
use crate::arena::Estimator;
use crate::bot::StopFlag;
use crate::common::seat::Seat;
use crate::formats::json;
use crate::game::Mark;
use crate::playable::Playable;
use crate::record::{Event, apply};
use crate::text::{Names, capitalized, separated};

/// The text that stands in for the sentence on what decided a game, while it is being worked out.
pub const DECIDING_EVENT_PENDING: &str = "A first look at what decided it: analysing ...";

/// The beginning of the sentence. It says that a whole analysis may name something else, because the quick analysis
/// examines only a few positions.
const FIRST_LOOK: &str = "A first look at what decided it";

/// The number of playouts from each position of the quick analysis.
const FEW: u32 = 32;

/// The maximum number of events in a playout. A game that needs more counts as undecided.
const LONG: u32 = 2_000;

/// The number of worlds in which the quick analysis judges the decision that it has found.
const WORLDS: u32 = 64;

/// The maximum number of letters for the sentences of an event; further consequences are left out.
const LETTERS: usize = 160;

impl<G: Playable> GameTable<G> {
    /// Describes the event that decided the game to this reader, or states that there was none.
    pub(super) fn decided_by(
        &self,
        reader: Reader,
        stop: &StopFlag,
    ) -> Result<String, AnalysisError<G::Illegal>> {
        let estimator = Estimator::of::<G>().playouts(FEW).most_events(LONG);
        let swing = largest_swing(self.race.record(), &estimator, stop)?;
        let Some(swing) = swing.filter(|swing| (swing.after - swing.before).abs() >= DECISIVE) else {
            return Ok(format!(
                "{FIRST_LOOK}: no single moment, because the chances changed little by little."
            ));
        };
        let Swing { event, round, seat, before, after, by } = swing;
        let names = reader.names(&self.names);
        let turn = if after < before { "falls" } else { "rises" };
        // Chance decides nothing.
        let what = if by.is_some() { "" } else { "luck, " };
        let mut text = format!(
            "{FIRST_LOOK}: {what}in round {round}, {}, and {} chance to win {turn} from about {} % to about {} % (if all \
             play on like {}).",
            self.cause(event, &names),
            names.possessive(seat),
            roughly(before),
            roughly(after),
            in_players_words(&estimator.bot)
        );
        let settings = Settings { estimator, worlds: WORLDS };
        let judgement = by.map(|_| judge(self.race.record(), event, &settings, stop)).transpose()?.flatten();
        if let (Some(mover), Some(judgement)) = (by, judgement) {
            let alternative = self.alternative_at(event, &judgement.best, &names);
            let better = alternative.and_then(|alternative| alternative.sentence(&names, mover, &judgement));
            text.extend(better.iter().flat_map(|better| [" ", better]));
        }
        Ok(text)
    }

    /// Describes an event, counted from 1, as a clause: its first sentence, or what was decided or drawn.
    fn cause(&self, event: usize, names: &Names) -> String {
        let told = self.sentences_of(event, names).into_iter().next();
        let is_one = |sentence: &String| !without(sentence, &self.called()).contains(". ");
        let clause = told.filter(is_one).unwrap_or_else(|| self.bare(event, names));
        let clause = clause.trim_end_matches('.');
        // A name at the beginning of a sentence is capitalized; within a sentence it is not.
        let rest = |name: &String| Some((name.clone(), clause.strip_prefix(&*capitalized(name))?));
        let addressed = names.you().map(|you| names.of(you));
        let called: Vec<String> = self.called().into_iter().chain(addressed).collect();
        let first = called.iter().filter_map(rest).max_by_key(|(name, _)| name.len());
        first.map_or_else(|| clause.to_owned(), |(name, rest)| name + rest)
    }

    /// Returns the sentences of an event, counted from 1, including everything hidden, but without those on the end of
    /// a round or of the game.
    fn sentences_of(&self, event: usize, names: &Names) -> Vec<String> {
        let game = self.race.game();
        let tells = |happening: &&G::Happening| {
            !matches!(game.mark(happening), Some(Mark::RoundEnds | Mark::GameEnds))
        };
        let happenings = self.happenings(event.saturating_sub(1), event).iter().filter(tells);
        game.narrate_all(&happenings.cloned().collect::<Vec<_>>(), names)
    }

    /// Returns the names of all players.
    fn called(&self) -> Vec<String> {
        self.race.seats().iter().map(|seat| self.names.name(seat)).collect()
    }

    /// Describes an event, counted from 1, by the name of the action or of the outcome.
    fn bare(&self, event: usize, names: &Names) -> String {
        let before = event.saturating_sub(1);
        match self.race.record().events.get(before) {
            None => String::new(),
            Some(Event::Chance(resolved)) => format!("chance brings {}", resolved.chance),
            Some(Event::Action(played)) => {
                let label = self.label_at(before, played.seat, played.action).unwrap_or_default();
                format!("{}: {label}", names.does(played.seat, "decide", "decides"))
            }
        }
    }

    /// Returns the name of an action that a seat has taken after this number of events.
    fn label_at(&self, events: usize, seat: Seat, action: G::Action) -> Option<String> {
        Some(self.race.game().label(&self.view_at(events, seat)?, action))
    }

    /// Returns the view of a seat after this number of events.
    fn view_at(&self, events: usize, seat: Seat) -> Option<G::View> {
        let record = self.race.record();
        let (game, mut state) = record.open().ok()?;
        for (event, number) in record.events.get(..events)?.iter().zip(1..) {
            apply(&game, &mut state, event, number, &mut ()).ok()?;
        }
        Some(game.view(&state, seat))
    }

    /// Compares the action that was taken at an event, counted from 1, with another one.
    pub(super) fn alternative_at(&self, event: usize, other: &Value, names: &Names) -> Option<Alternative> {
        let (before, game) = (event.checked_sub(1)?, self.race.game());
        let Event::Action(played) = self.race.record().events.get(before)? else { return None };
        let (view, better) = (self.view_at(before, played.seat)?, json::from_value(other).ok()?);
        Some(Alternative {
            taken: game.label(&view, played.action),
            better: game.label(&view, better),
            hindsight: game.hindsight(&view, better, names),
            rule: game.rule_of_thumb(&view, played.action, better),
        })
    }

    /// Describes the consequences of an event, counted from 1: as many of its sentences as fit in a short paragraph,
    /// including everything hidden; only the event itself if there are none.
    pub(super) fn in_brief(&self, event: usize, names: &Names) -> String {
        let mut letters = 0;
        let mut told = self.sentences_of(event, names);
        let fitting = told.iter().take_while(|sentence| {
            let is_first = letters == 0;
            letters += sentence.len();
            is_first || letters <= LETTERS
        });
        told.truncate(fitting.count());
        if told.is_empty() {
            format!("{}.", capitalized(&self.bare(event, names)))
        } else {
            separated(told, " ")
        }
    }
}

/// Removes these names from a sentence, since they may contain full stops.
fn without(sentence: &str, names: &[String]) -> String {
    names.iter().fold(sentence.to_owned(), |rest, name| rest.replace(name, ""))
}

/// Rounds an approximate share of the win to steps of five percent; 0 and 100 are used only if they are certain.
fn roughly(share: f64) -> u32 {
    if share <= 0.0 || share >= 1.0 {
        100 * share as u32
    } else {
        5 * (20.0 * share).round().clamp(1.0, 19.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::roughly;

    #[test]
    fn only_what_is_certain_is_said_to_be_so() {
        assert_eq!([0.0, 0.01, 0.48, 0.99, 1.0].map(roughly), [0, 5, 50, 95, 100]);
    }
}
