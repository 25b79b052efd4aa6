//! Grades of decisions, and the decisions of an analysed game that matter most.

use super::{Analysis, EventEffect, Judgement};
use crate::common::seat::{Seat, Seats};

/// The grade of a decision, by the share of the win that it lost against the best action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Grade {
    /// No action was better, as far as the estimate can tell.
    Best,
    /// Another action was better by [`Grade::INACCURACY`] or more.
    Inaccuracy,
    /// Another action was better by [`Grade::MISTAKE`] or more.
    Mistake,
}

impl Grade {
    /// The smallest loss of an inaccuracy. Hints call an action better from this difference on.
    pub const INACCURACY: f64 = 0.02;
    /// The smallest loss of a mistake. Hints are sure of an action from this difference on.
    pub const MISTAKE: f64 = 0.1;

    /// The grades in a sentence.
    pub fn meaning() -> String {
        format!(
            "An inaccuracy lowers the chance by {:.0} % or more compared with the best move, and a mistake by {:.0} % or \
             more. A loss within its margin (+-) counts as none.",
            100.0 * Self::INACCURACY,
            100.0 * Self::MISTAKE
        )
    }
}

impl Judgement {
    /// Returns the grade of the decision. A loss counts only if its whole interval is above 0, in the whole per cent that
    /// sentences show.
    pub fn grade(&self) -> Grade {
        let shown = |share: f64| (100.0 * share).round();
        match self.loss {
            loss if shown(loss) <= shown(self.error) || loss < Grade::INACCURACY => Grade::Best,
            loss if loss < Grade::MISTAKE => Grade::Inaccuracy,
            _ => Grade::Mistake,
        }
    }

    /// Returns whether the decision was a mistake.
    pub fn is_mistake(&self) -> bool {
        self.grade() == Grade::Mistake
    }
}

impl EventEffect {
    /// Returns whether a seat decided between several actions. Chance and forced moves decide nothing.
    pub fn is_decision(&self) -> bool {
        self.seat.is_some() && self.choices > 1
    }

    /// Returns the seat whose value the event changed most, for the better or the worse.
    pub fn most_changed(&self) -> Seat {
        // Changes of two seats that mirror each other are equal, but for their last bits: then the first seat counts.
        let size = |seat: &Seat| (1e9 * self.change(*seat).abs()).round();
        let seats = Seats::MOST.iter().take(self.after.len());
        seats.min_by(|one, other| size(other).total_cmp(&size(one))).unwrap_or(Seat::FIRST)
    }

    /// Returns the size of the largest change of a seat's value.
    pub fn largest_change(&self) -> f64 {
        self.change(self.most_changed()).abs()
    }
}

impl Analysis {
    /// Returns the decision or the outcome of chance that raised the value of a winner most, with this winner. Where
    /// nobody won, it is the one that lowered a value most. It is never a forced move.
    pub fn deciding_event(&self) -> Option<(&EventEffect, Seat)> {
        let result = |seat: &Seat| self.seats[seat.index()].result;
        let (winners, way) = decided_seats(Seats::MOST.iter().take(self.seats.len()), result);
        let events = self.events.iter().filter(|event| event.seat.is_none() || event.is_decision());
        let changes = events.flat_map(|event| winners.iter().map(move |seat| (event, *seat)));
        largest(changes, |(event, seat)| way * event.change(*seat))
    }

    /// Returns the numbers of decisions of a seat with each grade.
    pub fn grades(&self, seat: Seat) -> [usize; 3] {
        let mut counts = [0; 3];
        for (_, judgement) in self.judged(seat) {
            counts[judgement.grade() as usize] += 1;
        }
        counts
    }

    /// Returns the decision of a seat that raised its own value most, among those to which nothing was better.
    pub fn best_move(&self, seat: Seat) -> Option<&EventEffect> {
        let best = self.judged(seat).filter(|(_, judgement)| judgement.grade() == Grade::Best);
        largest(best.map(|(event, _)| event), |event| event.change(seat))
            .filter(|event| event.change(seat) > 0.0)
    }

    /// Returns the decision of a seat that lost most, given what it knew; `None` if it never lost anything.
    pub fn worst_move(&self, seat: Seat) -> Option<&EventEffect> {
        let worse = self.judged(seat).filter(|(_, judgement)| judgement.grade() != Grade::Best);
        largest(worse, |(_, judgement)| judgement.loss).map(|(event, _)| event)
    }

    /// The judged decisions of a seat, in order.
    pub fn judged(&self, seat: Seat) -> impl Iterator<Item = (&EventEffect, &Judgement)> {
        let own = self.events.iter().filter(move |event| event.seat == Some(seat));
        own.filter_map(|event| Some((event, event.judgement.as_ref()?)))
    }
}

/// Returns the winners by these results, and 1 because their values rise to the end. Where nobody wins, returns all
/// seats, and -1.
pub(super) fn decided_seats(
    seats: impl Iterator<Item = Seat> + Clone,
    result: impl Fn(&Seat) -> f64,
) -> (Vec<Seat>, f64) {
    let most = seats.clone().map(|seat| result(&seat)).fold(0.0, f64::max);
    let way = if most > 0.0 { 1.0 } else { -1.0 };
    (seats.filter(|seat| result(seat) >= most).collect(), way)
}

/// The first of the values with the largest size.
fn largest<T>(values: impl Iterator<Item = T>, size: impl Fn(&T) -> f64) -> Option<T> {
    values.min_by(|one, other| size(other).total_cmp(&size(one)))
}
