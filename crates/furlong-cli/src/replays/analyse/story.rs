//! The story of a game in words, from its analysis.

use std::fmt::Write as _;

use maud::Markup;

use crate::lab::figures::{table, write_tables};
use crate::page;
use furlong::analysis::{Analysis, EventEffect, Grade, Judgement};
use furlong::arena::Scale;
use furlong::table::{Reader, Table, chances, change_of_chance, deciding, percent, review};
use furlong::text::{Names, capitalized, counted, listed};
use furlong::{Seat, Seats};

/// The number of turning points shown.
const TURNING_POINTS: usize = 3;

/// The maximum number of mistakes shown.
const MISTAKES: usize = 5;

/// An analysed game in words, for a reader whose seat is addressed as "you", or for everybody.
pub(crate) struct Story {
    pub(crate) analysis: Analysis,
    pub(crate) names: Names,
    /// The game and its rules.
    pub(crate) title: String,
    pub(crate) review: Vec<String>,
    /// The sentence of the review on what decided the game.
    pub(crate) deciding: String,
    words: Vec<EventWords>,
}

/// An event in words.
struct EventWords {
    /// The event and its consequences, including everything hidden.
    sentences: String,
    /// The action taken and the best action of a judged decision.
    actions: Option<[String; 2]>,
    /// The board after the event, if it is a turning point.
    board: Option<Markup>,
}

/// A judged decision, which may be a mistake.
pub(crate) struct Decided<'a> {
    pub(crate) event: &'a EventEffect,
    pub(crate) seat: Seat,
    pub(crate) judgement: &'a Judgement,
    pub(crate) taken: &'a str,
    pub(crate) best: &'a str,
}

impl Story {
    /// The story of a game at a table for this reader.
    pub(super) fn of(table: &dyn Table, analysis: Analysis, reader: Reader) -> Self {
        let names = table.names().addressing(reader.player());
        let (review, deciding) = (review(table, &analysis, reader), deciding(table, &analysis, reader));
        let (title, words) = (table.heading(), Vec::new());
        let story = Self { analysis, names, title, review, deciding, words };
        let points: Vec<usize> = story.turning_points().iter().map(|(event, _)| event.number).collect();
        let mut replay = table.replay();
        replay.open();
        let mut words = Vec::new();
        for EventEffect { number, judgement, .. } in &story.analysis.events {
            let sentences = replay.in_brief(reader, *number);
            let best = judgement.as_ref().map(|judgement| &judgement.best);
            let actions = best.and_then(|best| replay.alternative(Reader::All, *number, best));
            let actions = actions.map(|actions| [actions.taken, actions.better]);
            let is_shown = points.contains(number) && replay.go_to(*number).is_ok();
            let board = is_shown.then(|| page::picture(&replay.svg(Reader::All, None)));
            words.push(EventWords { sentences, actions, board });
        }
        Self { words, ..story }
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> {
        Seats::MOST.iter().take(self.analysis.seats.len())
    }

    /// The number of the last round.
    pub(crate) fn rounds(&self) -> u32 {
        self.analysis.events.last().map_or(0, |event| event.round)
    }

    /// The events that changed a seat's chance most, in order, each with that seat.
    pub(crate) fn turning_points(&self) -> Vec<(&EventEffect, Seat)> {
        // A forced move changes nothing but the estimate.
        let events = self.analysis.events.iter().filter(|event| event.seat.is_none() || event.is_decision());
        let mut points: Vec<&EventEffect> = events.collect();
        points.sort_by(|one, other| other.largest_change().total_cmp(&one.largest_change()));
        points.truncate(TURNING_POINTS);
        points.sort_by_key(|event| event.number);
        points.into_iter().map(|event| (event, event.most_changed())).collect()
    }

    /// The board after a turning point.
    pub(crate) fn board(&self, event: &EventEffect) -> Option<&Markup> {
        self.words.get(event.number - 1)?.board.as_ref()
    }

    /// A turning point in words.
    pub(crate) fn turning_point(&self, event: &EventEffect, seat: Seat) -> String {
        format!(
            "Round {}, event {}: {} {} (+- {:.0} %).",
            event.round,
            event.number,
            self.words[event.number - 1].sentences,
            change_of_chance(&self.names, event, seat),
            100.0 * event.before.errors[seat]
        )
    }

    /// The judged decisions, in order.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Decided<'_>> {
        self.analysis.events.iter().zip(&self.words).filter_map(|(event, words)| {
            let [taken, best] = words.actions.as_ref()?;
            Some(Decided { event, seat: event.seat?, judgement: event.judgement.as_ref()?, taken, best })
        })
    }

    /// The largest mistakes and inaccuracies, the largest first.
    pub(crate) fn mistakes(&self) -> Vec<Decided<'_>> {
        let is_worse = |decided: &Decided<'_>| decided.judgement.grade() != Grade::Best;
        let mut mistakes: Vec<Decided<'_>> = self.decisions().filter(is_worse).collect();
        mistakes.sort_by(|one, other| other.judgement.loss.total_cmp(&one.judgement.loss));
        mistakes.truncate(MISTAKES);
        mistakes
    }

    pub(super) fn mistake(&self, decided: &Decided<'_>) -> String {
        let Decided { event, seat, judgement, taken, best } = decided;
        format!(
            "Round {}, event {}, {}: {} chose `{taken}`. With `{best}`: {}.",
            event.round,
            event.number,
            judgement.grade(),
            self.names.of(*seat),
            chances(judgement),
        )
    }

    /// The game in a few sentences: who won and why, and who made the most mistakes.
    pub(crate) fn summary(&self) -> String {
        let Analysis { seats, events, is_over, .. } = &self.analysis;
        let length = format!(
            "{} and {}",
            counted(self.rounds(), "round", "rounds"),
            counted(events.len() as i64, "event", "events")
        );
        let most = seats.iter().map(|sums| sums.result).fold(0.0, f64::max);
        let best: Vec<Seat> =
            self.seats().filter(|seat| seats[seat.index()].result > most - 1e-9 && most > 0.0).collect();
        let who = capitalized(&listed(best.iter().map(|seat| self.names.of(*seat))));
        let mut text = match best.len() {
            _ if !is_over => format!("The game is unfinished; analysed so far: {length}."),
            0 => format!("Nobody won after {length}."),
            1 => format!("{who} won after {length}."),
            _ => format!("{who} shared the win after {length}."),
        };
        for seat in best {
            let sums = &seats[seat.index()];
            let part = |value: f64| signed(value, 0);
            _ = write!(
                text,
                " {} chance was {} % at the start; luck ({} points), {} own choices ({}) and the others' choices ({}) \
                 made it {} %.",
                capitalized(&self.names.possessive(seat)),
                percent(sums.start),
                part(sums.luck),
                if self.names.you() == Some(seat) { "your" } else { "their" },
                part(sums.own),
                part(sums.others),
                percent(sums.result)
            );
        }
        let lost = |seat: &Seat| seats[seat.index()].loss;
        let loser = self.seats().max_by(|one, other| lost(one).total_cmp(&lost(other)));
        if let Some(seat) = loser.filter(|seat| lost(seat) > seats[seat.index()].loss_error) {
            let [_, inaccuracies, mistakes] = self.analysis.grades(seat);
            _ = write!(
                text,
                " Given what the players knew, {} lost the most through decisions: {} and {}.",
                self.names.of(seat),
                counted(mistakes as i64, "mistake", "mistakes"),
                counted(inaccuracies as i64, "inaccuracy", "inaccuracies"),
            );
        }
        text
    }

    /// The review, the turning points and the mistakes.
    pub(crate) fn key_points(&self) -> String {
        let mut text = String::new();
        for line in &self.review {
            _ = writeln!(text, "{line}");
        }
        let points = self.turning_points();
        if !points.is_empty() {
            text.push_str("\nTurning points:\n");
        }
        for (event, seat) in points {
            _ = writeln!(text, "- {}", self.turning_point(event, seat));
        }
        if self.analysis.settings.worlds == 0 {
            return text;
        }
        let mistakes = self.mistakes();
        text.push_str(if mistakes.is_empty() {
            "\nNo decision was significantly worse than the best one.\n"
        } else {
            "\nMistakes and inaccuracies, given what the player knew:\n"
        });
        for mistake in mistakes {
            _ = writeln!(text, "- {}", self.mistake(&mistake));
        }
        text
    }

    /// The settings of the estimates, and the hash that identifies them.
    pub(crate) fn estimates(&self) -> String {
        let Analysis { settings, fingerprint, .. } = &self.analysis;
        let judged = match settings.worlds {
            0 => String::new(),
            worlds => format!("; decisions judged in {worlds} worlds that fit what the player knew"),
        };
        format!(
            "Values are shares of the win, hidden cards included, by {}{judged} (seed {}; estimate \
             {fingerprint:016x}).",
            settings.estimator, settings.estimator.seed
        )
    }

    /// The number of events of each round.
    pub(crate) fn events_by_round(&self) -> Vec<usize> {
        let mut counts = vec![0; self.rounds() as usize];
        for event in &self.analysis.events {
            counts[event.round as usize - 1] += 1;
        }
        counts
    }

    /// The whole report as text.
    pub(super) fn report(&self, width: Option<usize>) -> String {
        let mut text = format!("{}. {}\n", self.title, self.summary());
        if !self.analysis.is_over {
            text.push_str(UNFINISHED);
            text.push('\n');
        }
        _ = writeln!(text, "{}", self.estimates());
        write_tables(&mut text, &[self.sums()], width);
        text.push_str(
            "start + luck + own choices + others' choices = result.\n\
             luck: chance outcomes compared with the average.",
        );
        text.push_str(match self.analysis.settings.worlds {
            0 => "\n",
            _ => {
                "\n\
                own loss: given what the player knew; not part of the sum, can be above 100.\n"
            }
        });
        text.push('\n');
        text.push_str(&self.key_points());
        text.push_str(&self.curves());
        let rounds: Vec<String> = self.events_by_round().iter().map(usize::to_string).collect();
        if !rounds.is_empty() {
            _ = writeln!(text, "\nEvents per round: {}", rounds.join(" "));
        }
        text
    }

    /// The parts of each seat's result, in percentage points.
    fn sums(&self) -> comfy_table::Table {
        let is_judged = self.analysis.settings.worlds > 0;
        let mut titles = vec!["", "start", "luck", "own choices", "others' choices", "result"];
        titles.extend(is_judged.then_some("own loss"));
        let mut rows = table(&titles);
        for (seat, sums) in self.seats().zip(&self.analysis.seats) {
            let change = |value: f64| signed(value, 1);
            let mut cells = vec![
                self.names.name(seat),
                Scale::Share.figure(sums.start),
                change(sums.luck),
                change(sums.own),
                change(sums.others),
                Scale::Share.figure(sums.result),
            ];
            let loss = format!("{:.1} +- {:.1}", 100.0 * sums.loss, 100.0 * sums.loss_error);
            cells.extend(is_judged.then_some(loss));
            rows.add_row(cells);
        }
        rows
    }
}

/// The warning before the analysis of an unfinished game.
pub(crate) const UNFINISHED: &str =
    "Warning: this reveals hidden cards; do not read it if you want to play on.";

/// A change in percentage points, with this number of decimals. Minus zero is zero.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{:+.decimals$}", 100.0 * value);
    if text.trim_start_matches(['-', '0', '.']).is_empty() { text.replace('-', "+") } else { text }
}
