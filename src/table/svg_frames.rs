//! Pictures of the table for pages: at one moment, and step by step.

use super::contract::Table as _;
use super::game_table::GameTable;
use super::output::{Reader, Shown};
use crate::common::seat::Seat;
use crate::playable::Playable;
use crate::text::{Marks, Svg, separated};

impl<G: Playable> GameTable<G> {
    /// Returns the action at this index, if the reader is to decide.
    pub(super) fn considered(&self, reader: Reader, choice: Option<usize>) -> Option<G::Action> {
        let seat = reader.player().filter(|seat| self.deciding().contains(*seat))?;
        self.race().actions(seat).get(choice?).copied()
    }

    /// Returns the picture at the moment that is shown.
    pub(super) fn picture(&self, reader: Reader, choice: Option<usize>) -> Svg {
        let seat = reader.seat().filter(|_| self.may_see(reader));
        let Some(seat) = seat else { return self.picture_of(reader, self.state(), None) };
        let (game, view) = (self.race().game(), self.view(seat));
        let before = self.states.get(self.turn_began(seat)).map(|state| game.view(state, seat));
        let marks = Marks { choice: self.considered(reader, choice), since: before.as_ref() };
        game.svg(&view, &marks, &reader.names(&self.names))
    }

    /// Returns the picture of a state, with the moves since an earlier state.
    fn picture_of(&self, reader: Reader, state: &G::State, since: Option<&G::State>) -> Svg {
        let (game, names) = (self.race().game(), reader.names(&self.names));
        let seat = match reader {
            Reader::Player(seat) | Reader::Beside(seat) => Some(seat),
            Reader::All => Some(game.turn(state).viewer()),
            Reader::Watcher => None,
        };
        let seat = seat.filter(|_| self.may_see(reader));
        let view = |state| game.view(state, seat.unwrap_or(Seat::FIRST));
        let (now, since) = (view(state), since.map(view));
        match seat {
            Some(_) => game.svg(&now, &Marks { choice: None, since: since.as_ref() }, &names),
            None => game
                .svg_for_watchers(&now, since.as_ref(), &names)
                .unwrap_or_else(|| self.places_in_lines(state, reader)),
        }
    }

    /// Lists the places, for readers to whom a game shows no board.
    fn places_in_lines(&self, state: &G::State, reader: Reader) -> Svg {
        let names = reader.names(&self.names);
        let rows = self.race().game().standings(state).rows;
        let lines = self.race().seats().iter().zip(&rows);
        let lines = lines.map(|(seat, row)| format!("{} {} ({})", row.place, names.name(seat), row.score));
        Svg::of_lines(&separated(lines, "\n"), G::TITLE)
    }

    /// Returns the happenings from event `from` to event `to` in steps, one for each picture.
    pub(super) fn in_pictures(&self, reader: Reader, from: usize, to: usize) -> Vec<(Vec<Shown>, Svg)> {
        let (game, names) = (self.race().game(), reader.names(&self.names));
        let mut frames: Vec<(Vec<Shown>, Svg)> = Vec::new();
        let mut told = Vec::new();
        let mut last = self.states.get(from).map(|state| self.picture_of(reader, state, None));
        for event in (from..to).filter(|_| self.may_see(reader)) {
            let (Some(before), Some(after)) = (self.states.get(event), self.states.get(event + 1)) else {
                break;
            };
            if let Some(seat) = reader.seat() {
                let mut since = game.view(before, seat);
                let happenings = self.happenings(event, event + 1).iter();
                let seen: Vec<_> = happenings.filter_map(|happening| self.seen(reader, happening)).collect();
                let mut at = 0;
                for moment in game.frames(&since, &seen) {
                    let lines = game.narrate_all(&seen[at..moment.happenings], &names);
                    told.extend(lines.into_iter().map(Shown::Happened));
                    let marks = Marks { choice: None, since: Some(&since) };
                    frames.push((std::mem::take(&mut told), game.svg(&moment.view, &marks, &names)));
                    (since, at) = (moment.view, moment.happenings);
                }
                if at > 0 {
                    told.extend(game.narrate_all(&seen[at..], &names).into_iter().map(Shown::Happened));
                    let all = self.happened(reader, event, event + 1).into_iter();
                    told.extend(all.filter(|shown| matches!(shown, Shown::Reason(_))));
                    last = Some(self.picture_of(reader, after, None));
                    if !told.is_empty() {
                        frames.extend(last.clone().map(|svg| (std::mem::take(&mut told), svg)));
                    }
                    continue;
                }
            }
            told.extend(self.happened(reader, event, event + 1));
            let now = self.picture_of(reader, after, None);
            if last.as_ref() != Some(&now) && !told.is_empty() {
                frames.push((std::mem::take(&mut told), self.picture_of(reader, after, Some(before))));
            }
            last = Some(now);
        }
        if !told.is_empty() {
            let rest = self.states.get(to).or(self.states.last());
            let svg = rest.map(|state| self.picture_of(reader, state, None));
            frames.extend(svg.map(|svg| (told, svg)));
        }
        frames
    }
}
