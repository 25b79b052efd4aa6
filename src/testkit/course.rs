//! Laws about the course of a game: standings, runners, marks.

use super::playthrough::Trail;
use super::{Broken, Check, Law};
use crate::common::standings::{Ending, Share, Standings};
use crate::game::{Mark, RaceGame, Turn};

impl<G: RaceGame> Check<'_, G> {
    /// Checks that places and shares are valid at any time.
    pub(super) fn standings(&self, state: &G::State) -> Result<(), Broken> {
        let standings = self.game.standings(state);
        let Standings { ending, ref rows } = standings;
        let is_over = self.game.turn(state) == Turn::Over;
        self.hold(Law::Standings, (ending == Ending::Racing) != is_over, || {
            format!("the turn is {:?} and the ending {ending}", self.game.turn(state))
        })?;
        self.hold(Law::Standings, rows.iter().map(|row| row.seat).eq(self.seats.iter()), || {
            format!("not one line for each of {} seats in order: {rows:?}", self.seats)
        })?;
        // First place belongs to the winners: when nobody wins, it stays empty.
        let best = if ending == Ending::NobodyWins { 2 } else { 1 };
        for row in rows {
            let better = rows.iter().filter(|other| other.place < row.place).count();
            self.hold(Law::Standings, usize::from(row.place) == better + best, || {
                format!("{better} are before seat {} on place {}: {rows:?}", row.seat, row.place)
            })?;
        }
        let if_stopped = self.game.standings_if_stopped(state);
        self.hold(
            Law::Standings,
            if_stopped == standings || !is_over && if_stopped.ending == ending,
            || format!("{standings:?}, and if the game stopped here {if_stopped:?}"),
        )?;
        let leaders = standings.leaders().count();
        let (fits, whole) = match ending {
            Ending::Won => (leaders == 1, Share::PARTS),
            Ending::Shared | Ending::Tie => (leaders > 1, Share::PARTS),
            Ending::NobodyWins => (leaders == 0, 0),
            Ending::Racing => (true, 0),
        };
        self.hold(Law::Standings, fits, || format!("{ending} with {leaders} on the first place"))?;
        let returns = self.game.returns(state);
        let sum: u32 = returns.0.iter().map(|share| share.parts()).sum();
        self.hold(Law::Standings, sum == whole, || {
            format!("{ending}, and the shares {returns:?} add up to {sum} of {}", Share::PARTS)
        })?;
        let shares = standings.shares();
        self.hold(Law::Standings, returns == shares, || {
            format!("the returns are {returns:?}, and the shares of the standings {shares:?}")
        })
    }

    /// Checks that the runners stay the same during a whole game.
    pub(super) fn runners(&self, state: &G::State, count: usize) -> Result<(), Broken> {
        let mut runners = Vec::new();
        self.game.runners(state, &mut runners);
        self.game.runners(state, &mut runners);
        self.hold(Law::Runners, runners.len() == count, || {
            format!("{} runners, {count} at the start", runners.len())
        })?;
        for (index, runner) in runners.iter().enumerate() {
            let is_known = usize::from(runner.id) == index
                && runner.owner.is_none_or(|owner| self.seats.contains(owner))
                && runner.lane > 0
                && runner.arrived != Some(0);
            self.hold(Law::Runners, is_known, || {
                format!("at index {index} of a table of {} stands {runner:?}", self.seats)
            })?;
        }
        Ok(())
    }

    /// Notes the runners that have moved or arrived in this game.
    pub(super) fn note_moves(&self, trail: &Trail<G>, moved: &mut Vec<bool>) {
        let (mut first, mut now) = (Vec::new(), Vec::new());
        self.game.runners(&self.start, &mut first);
        moved.resize(first.len(), false);
        for state in &trail.states {
            self.game.runners(state, &mut now);
            for ((has_moved, now), first) in moved.iter_mut().zip(&now).zip(&first) {
                *has_moved |= now.coordinate != first.coordinate || now.arrived != first.arrived;
            }
        }
    }

    /// Checks that marks name seats of the table, and that the end is marked.
    pub(super) fn marks(&self, happenings: &[G::Happening], after: &G::State) -> Result<(), Broken> {
        let mut has_ended = false;
        for mark in happenings.iter().filter_map(|happening| self.game.mark(happening)) {
            match mark {
                Mark::TurnBegins(seat) | Mark::TurnEnds(seat) => {
                    self.hold(Law::Marks, self.seats.contains(seat), || {
                        format!("{mark:?} at a table of {}", self.seats)
                    })?;
                }
                Mark::RoundEnds => {}
                Mark::GameEnds => has_ended = true,
            }
        }
        let is_over = self.game.turn(after) == Turn::Over;
        self.hold(Law::Marks, has_ended || !is_over, || {
            "the game is over and no happening marks its end".to_owned()
        })
    }
}
