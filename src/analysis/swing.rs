//! The event that changed a game most, found in a short look at it.

use super::error::AnalysisError;
use super::{Course, mean};
use crate::arena::{Estimator, Value};
use crate::bot::{Bots, StopFlag};
use crate::ground::seat::Seat;
use crate::record::Record;

/// The event that changed a seat's share of the win most, as a short look finds it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The number of the event, from 1.
    pub event: usize,
    /// The number of its round, from 1.
    pub round: u32,
    /// The seat whose share changed most.
    pub seat: Seat,
    /// The seat's share before the event; before a chance event, its mean over all outcomes.
    pub before: f64,
    /// The seat's share after it.
    pub after: f64,
}

/// The largest swing of a recorded game: first the round that changed a seat's share most, and then the event within it. It
/// looks at few positions, so that it takes a small part of the time of a whole [analysis](super::analyse); an event whose
/// effect others of its round undo can escape it. `None` for a game without events.
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
    let Course { steps, positions, last, .. } = Course::of(&game, start, record)?;
    let end = [(last, 1.0)];
    // The positions whose mean is the value before each event, and at the end.
    let from = |event: usize| steps.get(event).map_or(&end[..], |step| &step.from[..]);
    let values = |moments: &[usize]| {
        let wanted: Vec<usize> = moments.iter().flat_map(|moment| from(*moment)).map(|(at, _)| *at).collect();
        let states: Vec<_> = wanted.iter().map(|at| positions[*at].clone()).collect();
        let found = estimator.values(&game, &states, stop, &|| ())?;
        let mut all = vec![Value::default(); positions.len()];
        wanted.into_iter().zip(found).for_each(|(at, value)| all[at] = value);
        let shares = |moment: &usize| mean(&all, from(*moment)).shares;
        Ok::<_, AnalysisError<G::Illegal>>(moments.iter().map(shares).collect::<Vec<_>>())
    };
    // The moments between which the largest change lies, the seat, and its shares.
    let largest = |moments: &[usize]| {
        let shares = values(moments)?;
        let changes = moments.windows(2).zip(shares.windows(2)).flat_map(|(between, shares)| {
            let change = |seat| (between[0], between[1], seat, shares[0][seat], shares[1][seat]);
            seats.iter().map(change).collect::<Vec<_>>()
        });
        // Of equal ones, the first.
        let larger = |one: &(_, _, _, f64, f64), other: &(_, _, _, f64, f64)| {
            (other.4 - other.3).abs().total_cmp(&(one.4 - one.3).abs())
        };
        Ok::<_, AnalysisError<G::Illegal>>(changes.min_by(larger))
    };
    let begins = |event: &usize| *event == 0 || steps[*event].round != steps[event - 1].round;
    let rounds: Vec<usize> = (0..steps.len()).filter(begins).chain([steps.len()]).collect();
    let Some((first, end, ..)) = largest(&rounds)? else { return Ok(None) };
    let events: Vec<usize> = (first..=end).collect();
    Ok(largest(&events)?.map(|(event, _, seat, before, after)| Swing {
        event: event + 1,
        round: steps[event].round,
        seat,
        before,
        after,
    }))
}
