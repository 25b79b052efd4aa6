//! What watches a game while it is played and measures what is the same for all games.
//!
//! The lead is looked at where a turn or a round ends. Seats that have runners stand as their foremost runners do;
//! where runners belong to nobody they stand as the standings say, as if the game stopped there, whoever may know
//! that. The front of the track is looked at until the first runner has arrived.

use std::cmp::Reverse;

use super::metric::{Measured, Metric};
use crate::game::{Mark, RaceGame, Runner};
use crate::observer::Observer;
use crate::record::{self, Event, Record, ReplayError};
use crate::seat::{MAX_SEATS, Seat, SeatMap, Seats};
use crate::standings::{Ending, Share, Standings};

/// Watches one game.
pub(super) trait Gauge<G: RaceGame> {
    /// Who listens to the happenings.
    type Listener: Observer<G::Happening>;
    /// That listener.
    fn listener(&mut self) -> &mut Self::Listener;
    /// A seat is about to choose among so many actions.
    fn decides(&mut self, choices: usize);
    /// An event has been carried out.
    fn settles(&mut self, game: &G, state: &G::State);
}

/// Measures nothing, and costs nothing.
#[derive(Debug, Default)]
pub(super) struct NoGauge {
    listener: (),
}

impl<G: RaceGame> Gauge<G> for NoGauge {
    type Listener = ();

    #[inline]
    fn listener(&mut self) -> &mut () {
        &mut self.listener
    }

    #[inline]
    fn decides(&mut self, _choices: usize) {}

    #[inline]
    fn settles(&mut self, _game: &G, _state: &G::State) {}
}

/// The metrics of every game at a table of so many seats, in the order of [`FullGauge::values`].
pub(super) fn common_metrics(seats: Seats) -> Vec<Metric> {
    let mut metrics = vec![
        Metric::share(
            "unfinished",
            "games that were not over after the most events allowed; they count nowhere else",
        ),
        Metric::number("decisions", "what the seats decide"),
        Metric::number("chance-events", "what chance decides"),
        Metric::number("turns", "turns of a seat"),
        Metric::number("rounds", "rounds"),
        Metric::number("choices", "legal actions for a decision, in the mean of a game"),
        Metric::share("forced", "decisions with one legal action only"),
        Metric::share("ties", "games in which several seats are first"),
        Metric::share("nobody-wins", "games that no seat wins"),
    ];
    for seat in seats.iter() {
        metrics.push(Metric::share(
            format!("wins-seat-{seat}"),
            format!("the share of the wins of seat {seat}"),
        ));
    }
    for order in 1..=seats.count() {
        let about = format!("the share of the wins of who moves {}", ordinal(order));
        metrics.push(Metric::share(format!("wins-mover-{order}"), about));
    }
    metrics.extend([
        Metric::number("lead-changes", "how often another seat comes to stand first alone"),
        Metric::number("front-changes", "how often another runner comes to the front of the track alone"),
        Metric::number("winner-worst-place", "the worst place at which the winner stood"),
        Metric::share(
            "lead-final",
            "when in the game its last change of lead came, 0 the start and 1 the end",
        ),
        Metric::number("spread", "squares between the first and the last runner at the end"),
    ]);
    metrics
}

fn ordinal(number: u8) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}

/// Measures everything.
#[derive(Debug)]
pub(super) struct FullGauge<G: Measured> {
    happenings: Vec<G::Happening>,
    runners: Vec<Runner>,
    /// The runners when the lead was looked at last.
    runners_before: Vec<Runner>,
    decisions: u32,
    choices: u64,
    forced: u32,
    events: u32,
    turns: u32,
    rounds: u32,
    /// The seats in the order of their first turns.
    movers: Vec<Seat>,
    leader: Option<Seat>,
    lead_changes: u32,
    /// How many events there had been when the lead changed last.
    last_change: u32,
    front: Option<u8>,
    front_changes: u32,
    worst_places: [u8; MAX_SEATS],
    own: Vec<f64>,
}

impl<G: Measured> FullGauge<G> {
    /// Before the first event; `own` is the number of the game's own metrics.
    pub(super) fn new(own: usize) -> Self {
        Self {
            happenings: Vec::new(),
            runners: Vec::new(),
            runners_before: Vec::new(),
            decisions: 0,
            choices: 0,
            forced: 0,
            events: 0,
            turns: 0,
            rounds: 0,
            movers: Vec::new(),
            leader: None,
            lead_changes: 0,
            last_change: 0,
            front: None,
            front_changes: 0,
            worst_places: [1; MAX_SEATS],
            own: vec![0.0; own],
        }
    }

    /// Notes how the seats stand.
    fn see_places(&mut self, game: &G, state: &G::State) {
        let foremost = |seat: Seat| {
            let own = self.runners.iter().filter(|runner| runner.owner == Some(seat));
            own.map(|runner| (runner.arrived.map(Reverse), runner.coordinate, Reverse(runner.lane))).max()
        };
        let seats = game.seats(state);
        let on_track: Option<Vec<_>> = seats.iter().map(foremost).collect();
        let standings = match on_track {
            Some(keys) => Standings::ranked(Ending::Racing, &keys, |_| 0),
            None => game.standings(state),
        };
        self.see_standings(&standings);
    }

    fn see_standings(&mut self, standings: &Standings) {
        for row in &standings.rows {
            let worst = &mut self.worst_places[row.seat.index()];
            *worst = row.place.max(*worst);
        }
        let mut leaders = standings.leaders();
        let (Some(leader), None) = (leaders.next(), leaders.next()) else { return };
        if self.leader.replace(leader).is_some_and(|before| before != leader) {
            self.lead_changes += 1;
            self.last_change = self.events;
        }
    }

    /// Notes who is at the front of the track.
    fn see_front(&mut self) {
        let racing = self.runners.iter().filter(|runner| runner.arrived.is_none());
        let Some(front) = racing.max_by_key(|runner| (runner.coordinate, Reverse(runner.lane))) else {
            return;
        };
        let beside = |runner: &&Runner| (runner.coordinate, runner.lane) == (front.coordinate, front.lane);
        // Whoever has arrived leads no longer; two side by side do not lead alone.
        if self.runners.iter().any(|runner| runner.arrived.is_some())
            || self.runners.iter().filter(beside).count() > 1
        {
            return;
        }
        if self.front.replace(front.id).is_some_and(|before| before != front.id) {
            self.front_changes += 1;
        }
    }

    /// The values of a game that has ended or was broken off, in the order of the metrics.
    /// `shares` are the seats' shares of the win.
    pub(super) fn values(&mut self, game: &G, state: &G::State, shares: &SeatMap<Share>) -> Vec<Option<f64>> {
        let standings = game.standings(state);
        let seats = game.seats(state);
        self.see_standings(&standings);
        game.runners(state, &mut self.runners);
        let yes = |holds: bool| Some(f64::from(u8::from(holds)));
        let part = |one: f64, of: f64| (of > 0.0).then(|| one / of);
        let decisions = f64::from(self.decisions);
        let mut values = vec![
            Some(0.0),
            Some(decisions),
            Some(f64::from(self.events - self.decisions)),
            Some(f64::from(self.turns)),
            Some(f64::from(self.rounds)),
            part(self.choices as f64, decisions),
            part(f64::from(self.forced), decisions),
            yes(matches!(standings.ending, Ending::Tie | Ending::Shared)),
            yes(standings.ending == Ending::NobodyWins),
        ];
        let share = |seat: Seat| shares[seat].as_f64();
        values.extend(seats.iter().map(|seat| Some(share(seat))));
        // A seat that never had a turn has no place in the order of moving.
        values.extend(
            (0..usize::from(seats.count())).map(|order| self.movers.get(order).map(|seat| share(*seat))),
        );
        let winners = seats.iter().filter(|seat| share(*seat) > 0.0);
        let coordinates = || self.runners.iter().map(|runner| runner.coordinate);
        let spread =
            coordinates().max().zip(coordinates().min()).map(|(first, last)| f64::from(first - last));
        values.extend([
            Some(f64::from(self.lead_changes)),
            Some(f64::from(self.front_changes)),
            winners.map(|seat| f64::from(self.worst_places[seat.index()])).reduce(f64::max),
            part(f64::from(self.last_change), f64::from(self.events)),
            spread,
        ]);
        values.extend(self.own.iter().map(|total| Some(*total)));
        if standings.ending == Ending::Racing {
            values.fill(None);
            values[0] = Some(1.0);
        }
        values
    }
}

/// What is measured in a recorded game: the metrics that are the same for all games and those of this one, in the
/// order of [`Results::metrics`](super::Results::metrics), which may have more, of the players.
///
/// # Errors
/// At which event the record is wrong, and why.
pub fn measure<G: Measured>(record: &Record<G>) -> Result<Vec<Option<f64>>, ReplayError<G::Illegal>> {
    let (game, mut state) = record.open()?;
    let mut gauge = FullGauge::new(G::metrics().len());
    let mut actions = Vec::new();
    for (index, event) in record.events.iter().enumerate() {
        if matches!(event, Event::Action(_)) {
            game.actions(&state, &mut actions);
            gauge.decides(actions.len());
        }
        record::apply(&game, &mut state, event, index + 1, gauge.listener())?;
        gauge.settles(&game, &state);
    }
    Ok(gauge.values(&game, &state, &game.returns(&state)))
}

impl<G: Measured> Gauge<G> for FullGauge<G> {
    type Listener = Vec<G::Happening>;

    fn listener(&mut self) -> &mut Self::Listener {
        &mut self.happenings
    }

    fn decides(&mut self, choices: usize) {
        self.decisions += 1;
        self.choices += choices as u64;
        self.forced += u32::from(choices == 1);
    }

    fn settles(&mut self, game: &G, state: &G::State) {
        self.events += 1;
        if self.happenings.is_empty() {
            return;
        }
        let mut has_stopped = false;
        for mark in self.happenings.iter().filter_map(|happening| game.mark(happening)) {
            match mark {
                Mark::TurnBegins(seat) => {
                    self.turns += 1;
                    if !self.movers.contains(&seat) {
                        self.movers.push(seat);
                    }
                }
                Mark::RoundEnds => {
                    self.rounds += 1;
                    has_stopped = true;
                }
                Mark::TurnEnds(_) => has_stopped = true,
                Mark::GameEnds => {}
            }
        }
        if has_stopped {
            game.runners(state, &mut self.runners);
            // Standings are costly, and they change with the runners.
            if self.runners != self.runners_before {
                self.see_places(game, state);
                self.see_front();
                self.runners_before.clone_from(&self.runners);
            }
        }
        game.measure(state, &self.happenings, &mut self.own);
        self.happenings.clear();
    }
}
