//! Finds the event that decided a game, in a quick analysis.

use std::cmp::Ordering;

use super::error::AnalysisError;
use super::grade::decided_seats;
use crate::arena::{Estimator, Value};
use crate::bot::{Bots, StopFlag};
use crate::common::order::sort_by;
use crate::common::seat::Seat;
use crate::game::{Mark, RaceGame, Turn};
use crate::record::{Event, Record, ReplayError, apply};

/// The event that raised a winner's share of the win most, as found by a quick analysis.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The number of the event, from 1.
    pub event: usize,
    /// The number of its round, from 1.
    pub round: u32,
    /// The winner whose share rose.
    pub seat: Seat,
    /// The seat's share before the event.
    pub before: f64,
    /// The seat's share after it.
    pub after: f64,
    /// The seat that decided; `None` for chance.
    pub by: Option<Seat>,
}

/// The maximum number of moments on a level of the search, so that a long game takes no more work than a short one.
const MOST_MOMENTS: usize = 33;

/// The number of events that are estimated again.
const CANDIDATES: usize = 3;

/// The factor by which an event that is estimated again gets more playouts.
const LONGER: u32 = 4;

/// Finds the largest swing of a recorded game: the event that raised a winner's share most, or lowered a seat's share
/// most where nobody wins; `None` for a game without one. A forced move is never one. It first finds the stretch with
/// the largest swing, which is a round unless the game has very many, and then the event within it. It examines only a few positions, by playouts from each, and therefore takes a small part of the time of a whole
/// [analysis](super::analyse). It can miss an event if other events in its stretch undo its effect.
///
/// The amount of work depends only on the number of playouts and their events. At most 33 positions are examined for
/// the rounds and each time a stretch is divided; then the three events that seem to have changed most get four times
/// the playouts.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::arena::Estimator;
/// use furlong::{Bots, Race, RaceGame, analysis, ruleset};
///
/// let game = AnimalRace::new(ruleset::open("apprentice")?)?;
/// let mut race = Race::new(game.clone(), &game.setup(2), 7)?;
/// let mut bots = [AnimalRace::bot(&"random".parse()?)?, AnimalRace::bot(&"random".parse()?)?];
/// race.play_out(&mut bots, 10_000)?;
///
/// let estimator = Estimator::of::<AnimalRace>().bot("random".parse()?).playouts(10);
/// let swing = analysis::largest_swing(race.record(), &estimator, &Default::default())?.expect("events");
/// assert!(swing.event <= race.events() && swing.before != swing.after);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the record does not replay, the estimator's bot is unknown or fails, or `stop` is raised.
pub fn largest_swing<G: Bots>(
    record: &Record<G>,
    estimator: &Estimator,
    stop: &StopFlag,
) -> Result<Option<Swing>, AnalysisError<G::Illegal>> {
    let (game, start) = record.open()?;
    let seats = game.seats(&start);
    let Moments { states, rounds, forced, by } = moments(&game, start, record)?;
    let end = states.last().filter(|end| game.turn(end) == Turn::Over).map(|end| game.returns(end));
    let (seats, way) =
        decided_seats(seats.iter(), |seat| end.as_ref().map_or(0.0, |end| end[*seat].as_f64()));
    // The largest change of a share between each of these moments and the next, sorted by size.
    let changes = |estimator: &Estimator, moments: &[usize]| {
        let positions: Vec<_> = moments.iter().map(|moment| states[*moment].clone()).collect();
        let values = estimator.values(&game, &positions, stop, &|| ())?;
        let change = |(between, values): (&[usize], &[Value])| {
            let (before, after) = (values[0].shares, values[1].shares);
            let of = |seat| Change {
                from: between[0],
                to: between[1],
                seat,
                before: before[seat],
                after: after[seat],
                size: way * (after[seat] - before[seat]),
            };
            seats.iter().copied().map(of).min_by(Change::larger)
        };
        let mut changes: Vec<_> = moments.windows(2).zip(values.windows(2)).filter_map(change).collect();
        // A forced move changes nothing but the estimate.
        let is_open = |change: &Change| change.to > change.from + 1 || !forced[change.from];
        changes.retain(|change| change.size > 0.0 && is_open(change));
        sort_by(&mut changes, Change::larger);
        Ok::<_, AnalysisError<G::Illegal>>(changes)
    };
    let begins = |event: &usize| *event == 0 || rounds[*event] != rounds[event - 1];
    let events = rounds.len();
    let mut wanted = (0..events).filter(begins).chain([events]).collect::<Vec<_>>();
    let candidates = loop {
        let found = changes(estimator, &thinned(&wanted))?;
        match found.first() {
            None => return Ok(None),
            Some(Change { from, to, .. }) if *to == from + 1 => break found,
            Some(Change { from, to, .. }) => wanted = (*from..=*to).collect(),
        }
    };
    // The largest of many estimates is partly large by chance, so those that look largest are estimated again with
    // more playouts.
    let again = estimator.clone().seed(estimator.seed + 1).playouts(LONGER * estimator.playouts);
    let mut confirmed = Vec::new();
    for candidate in candidates.iter().filter(|change| change.to == change.from + 1).take(CANDIDATES) {
        confirmed.extend(changes(&again, &[candidate.from, candidate.to])?);
    }
    sort_by(&mut confirmed, Change::larger);
    Ok(confirmed.first().map(|change| Swing {
        event: change.to,
        round: rounds[change.from],
        seat: change.seat,
        before: change.before,
        after: change.after,
        by: by[change.from],
    }))
}

/// The change of a seat's share between two moments, given as event numbers.
struct Change {
    from: usize,
    to: usize,
    seat: Seat,
    before: f64,
    after: f64,
    /// The change in the direction that decides.
    size: f64,
}

impl Change {
    /// Compares by size, the largest first.
    fn larger(&self, other: &Self) -> Ordering {
        other.size.total_cmp(&self.size)
    }
}

/// Returns the first and the last of these moments and evenly spaced ones between them, at most [`MOST_MOMENTS`].
fn thinned(moments: &[usize]) -> Vec<usize> {
    let last = moments.len().saturating_sub(1);
    let steps = last.min(MOST_MOMENTS - 1);
    (0..=steps).filter_map(|step| moments.get(last * step / steps.max(1)).copied()).collect()
}

/// The moments of a record.
struct Moments<G: RaceGame> {
    /// The states before each event, and at the end.
    states: Vec<G::State>,
    /// The round of each event, from 1.
    rounds: Vec<u32>,
    /// For each event, `true` if it is a forced move.
    forced: Vec<bool>,
    /// The seat that decides each event.
    by: Vec<Option<Seat>>,
}

fn moments<G: RaceGame>(
    game: &G,
    mut state: G::State,
    record: &Record<G>,
) -> Result<Moments<G>, ReplayError<G::Illegal>> {
    let (mut states, mut rounds) = (vec![state.clone()], Vec::with_capacity(record.events.len()));
    let (mut forced, mut by, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut round, mut seen) = (1, Vec::new());
    for (event, number) in record.events.iter().zip(1..) {
        rounds.push(round);
        let seat = if let Event::Action(played) = event { Some(played.seat) } else { None };
        if let Some(seat) = seat {
            game.actions_of(&state, seat, &mut actions);
        }
        forced.push(seat.is_some() && actions.len() < 2);
        by.push(seat);
        seen.clear();
        apply(game, &mut state, event, number, &mut seen)?;
        states.push(state.clone());
        let ends = seen.iter().filter(|happening| game.mark(happening) == Some(Mark::RoundEnds));
        round += ends.count() as u32;
    }
    Ok(Moments { states, rounds, forced, by })
}

#[cfg(test)]
mod tests {
    use super::{MOST_MOMENTS, thinned};

    #[test]
    fn many_moments_are_thinned_to_the_same_number_from_the_first_to_the_last() {
        assert_eq!(thinned(&[]), [0_usize; 0]);
        assert_eq!(thinned(&[3]), [3]);
        assert_eq!(thinned(&[3, 8, 9]), [3, 8, 9]);
        let many: Vec<usize> = (10..=1000).collect();
        let few = thinned(&many);
        assert_eq!((few.len(), few.first(), few.last()), (MOST_MOMENTS, Some(&10), Some(&1000)));
        assert!(few.windows(2).all(|pair| pair[0] < pair[1]), "{few:?}");
    }
}
