//! The situations of a check, each carried out under one ruleset.

use std::sync::Arc;

use super::Check;
use super::report::{Fault, Situation};
use super::survey::{Place, Survey, kind_of};
use crate::bot::{Bot as _, FailureKind, ProcessBot, RandomBot};
use crate::common::seat::Seat;
use crate::game::{RaceGame, Turn};
use crate::race::{Race, TurnError};
use crate::text::Text;

/// The number of events in a game that is not played to its end.
const SOME_EVENTS: usize = 60;
/// The number of events after which a game breaks off.
const FEW_EVENTS: usize = 12;

/// A game in which the program has a seat.
struct Seated<G: RaceGame> {
    situation: Situation,
    race: Race<G>,
    seat: Seat,
    bot: ProcessBot,
    /// The number of events that were reported to the program.
    heard: usize,
}

impl<G: Text> Seated<G> {
    /// Reports to the program what has happened since the last report.
    fn tell(&mut self) {
        self.race.notify(&mut self.bot, self.seat, self.heard);
        self.heard = self.race.events();
    }

    fn is_asked(&self) -> bool {
        self.race.turn() == Turn::Seat(self.seat)
    }
}

impl<G: Text> Check<'_, G> {
    /// Carries out one kind of situation under this ruleset.
    pub(super) fn carry_out(&mut self, situation: Situation, game: &Arc<G>, survey: &Survey<'_, G>) {
        match situation {
            Situation::WholeGame => {
                for (place, players) in (0..).zip(&survey.sizes) {
                    for number in 0..self.asked.games {
                        self.play_from_the_start(
                            situation,
                            survey,
                            *players,
                            place + number,
                            self.asked.most_events,
                        );
                    }
                }
            }
            Situation::BrokenOff => {
                for (number, players) in (100..).zip(&survey.sizes) {
                    self.play_from_the_start(situation, survey, *players, number, FEW_EVENTS);
                }
            }
            Situation::TakenBack => {
                for (number, players) in (200..).zip(&survey.sizes) {
                    _ = self.with_a_move_taken_back(survey, *players, number);
                }
            }
            Situation::TakenOver => {
                survey.places().for_each(|place| self.taken_over(situation, survey, place));
            }
            Situation::LongGame => {
                survey.longest.into_iter().for_each(|place| self.taken_over(situation, survey, place));
            }
            Situation::FromPosition => {
                for place in survey.places().filter(|place| place.events > FEW_EVENTS).take(2) {
                    self.play_from_a_position(game, survey, place);
                }
            }
        }
    }

    /// Gives the program a seat in a game and reports everything that has happened; `None` when the check is over.
    fn sit(
        &mut self,
        situation: Situation,
        race: Race<G>,
        seat: Seat,
        setup: Option<&G::Setup>,
    ) -> Option<Seated<G>> {
        if self.is_enough() {
            return None;
        }
        let mut bot = self.bot(setup, race.seats());
        race.notify_from_start(&mut bot, seat);
        self.found.rulesets.last_mut()?.games += 1;
        Some(Seated { situation, heard: race.events(), race, seat, bot })
    }

    /// Gives the program a seat in a new game.
    fn begin(
        &mut self,
        situation: Situation,
        survey: &Survey<'_, G>,
        players: u8,
        number: u64,
    ) -> Option<Seated<G>> {
        let race = survey.begin(players, number)?;
        let (seat, setup) = (Self::seat(number, race.seats()), race.game().setup(players));
        self.sit(situation, race, seat, Some(&setup))
    }

    /// Plays a game from its start, up to this number of events.
    fn play_from_the_start(
        &mut self,
        situation: Situation,
        survey: &Survey<'_, G>,
        players: u8,
        number: u64,
        most_events: usize,
    ) {
        if let Some(mut seated) = self.begin(situation, survey, players, number) {
            self.play(&mut seated, most_events);
        }
    }

    /// Plays a game in which the program's second decision is taken back and asked for again.
    fn with_a_move_taken_back(&mut self, survey: &Survey<'_, G>, players: u8, number: u64) -> Option<()> {
        let mut seated = self.begin(Situation::TakenBack, survey, players, number)?;
        for _ in 0..2 {
            self.reach(&mut seated)?;
            self.ask(&mut seated)?;
        }
        let first = seated.race.record().events.last().copied();
        seated.race.undo(seated.seat).ok()?;
        seated.race.notify_from_start(&mut seated.bot, seated.seat);
        seated.heard = seated.race.events();
        self.reach(&mut seated)?;
        self.ask(&mut seated)?;
        self.found.answers_alike &= seated.race.record().events.last().copied() == first;
        let most_events = seated.race.events() + SOME_EVENTS;
        self.play(&mut seated, most_events);
        Some(())
    }

    /// Asks for some decisions in a game that others have played so far.
    fn taken_over(&mut self, situation: Situation, survey: &Survey<'_, G>, place: Place) {
        let Some(race) = survey.race_at(place) else { return };
        let (setup, most_events) = (race.game().setup(place.players), race.events() + FEW_EVENTS);
        if let Some(mut seated) = self.sit(situation, race, place.seat, Some(&setup)) {
            self.play(&mut seated, most_events);
        }
    }

    /// Plays a game that begins from a position.
    fn play_from_a_position(&mut self, game: &Arc<G>, survey: &Survey<'_, G>, place: Place) {
        let Some(race) = survey.race_at(place) else { return };
        let begun = Race::from_position(Arc::clone(game), &race.position(), self.asked.seed);
        let Ok(race) = begun else { return };
        if let Some(mut seated) = self.sit(Situation::FromPosition, race, place.seat, None) {
            self.play(&mut seated, SOME_EVENTS);
        }
    }

    /// Plays on, up to this number of events.
    fn play(&mut self, seated: &mut Seated<G>, most_events: usize) {
        while seated.race.events() < most_events && !seated.race.is_over() {
            let step = if seated.is_asked() { self.ask(seated) } else { others(&mut seated.race) };
            if step.is_none() {
                return;
            }
        }
        seated.tell();
        if seated.race.is_over() {
            let Seated { race, seat, bot, .. } = seated;
            bot.over(race.game(), *seat, &race.standings());
        }
    }

    /// Plays until the program is to move; `None` when that no longer happens.
    fn reach(&mut self, seated: &mut Seated<G>) -> Option<()> {
        while !seated.is_asked() {
            if seated.race.events() >= self.asked.most_events {
                return None;
            }
            others(&mut seated.race)?;
        }
        Some(())
    }

    /// Asks the program for a decision; `None` when it fails.
    fn ask(&mut self, seated: &mut Seated<G>) -> Option<()> {
        seated.tell();
        let kinds: Vec<String> = seated.race.actions(seated.seat).iter().map(kind_of).collect();
        match seated.race.ask(&mut seated.bot) {
            Ok(_) => {
                let took = self.heard.last().took;
                self.found.rulesets.last_mut()?.note(kinds, took);
                Some(())
            }
            Err(error) => {
                let fault = self.fault(seated, &error);
                self.found.blame(fault);
                None
            }
        }
    }

    fn fault(&self, seated: &Seated<G>, error: &TurnError) -> Fault {
        let last = self.heard.last();
        let kind = match error {
            TurnError::Failed { error, .. } => error.kind(),
            _ => FailureKind::Illegal,
        };
        Fault {
            ruleset: self.found.rulesets.last().map_or_else(String::new, |asked| asked.ruleset.clone()),
            situation: seated.situation,
            players: seated.race.seats().count(),
            seat: seated.seat,
            event: seated.race.events() + 1,
            kind,
            problem: error.to_string(),
            read: last.read.clone(),
            answered: last.answered.clone(),
            complained: last.complained.clone(),
            times: 1,
        }
    }
}

/// Carries out an event that is not the program's: chance, or a random bot's decision.
fn others<G: RaceGame>(race: &mut Race<G>) -> Option<()> {
    match race.turn() {
        Turn::Over => None,
        Turn::Chance(_) => race.draw().map(|_| ()),
        Turn::Seat(_) => race.ask(&mut RandomBot).ok().map(|_| ()),
    }
}
