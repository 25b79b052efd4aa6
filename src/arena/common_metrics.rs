//! Gauges, which watch a game as it is played, and the metrics common to all games.

use std::mem;

use super::lead::Lead;
use super::luck::Meter;
use super::metric::{Aspect, Measured, Metric};
use super::stats::Range;
use crate::common::observer::Observer;
use crate::common::seat::{Seat, SeatMap, Seats};
use crate::common::standings::{Ending, Share};
use crate::game::{Mark, RaceGame};
use crate::record;
use crate::record::{Event, Record, ReplayError};

/// Measures one game.
pub(super) trait Gauge<G: RaceGame> {
    /// Returns the observer of the next event's happenings.
    fn listener<'a>(&'a mut self, game: &'a G) -> impl Observer<G::Happening>;
    /// Notes that a seat is about to choose among `choices` actions.
    fn decides(&mut self, choices: u32);
    /// Notes that chance is about to bring `outcome`.
    fn draws(&mut self, game: &G, state: &G::State, outcome: G::Chance);
    /// Notes that an event has been carried out.
    fn settles(&mut self, game: &G, state: &G::State);
}

/// Measures nothing, at no cost.
#[derive(Debug, Default)]
pub(super) struct NoGauge;

impl<G: RaceGame> Gauge<G> for NoGauge {
    #[inline]
    fn listener<'a>(&'a mut self, _game: &'a G) -> impl Observer<G::Happening> {}

    #[inline]
    fn decides(&mut self, _choices: u32) {}

    #[inline]
    fn draws(&mut self, _game: &G, _state: &G::State, _outcome: G::Chance) {}

    #[inline]
    fn settles(&mut self, _game: &G, _state: &G::State) {}
}

/// Returns the metrics common to all games at a table with these `seats`, in the order of [`FullGauge::values`]. With
/// its definition another program can count the same from the happenings of the game, which are given in backquotes.
#[expect(clippy::too_many_lines, reason = "one row for each metric")]
pub(super) fn common_metrics(seats: Seats) -> Vec<Metric> {
    let count = seats.count();
    let mut metrics = vec![
        Metric::share(
            "unfinished",
            "1 if the game reached the limit of events before it was over, else 0; an unfinished game has no other \
             value except forfeited (0)",
        ).about(Aspect::Length).said("{} of the games were not over at the limit of events", "games without an end say nothing about who wins"),
        Metric::share(
            "forfeited",
            "1 if a bot failed and so forfeited the game, else 0; a forfeited game has no other values except \
             unfinished (0) and the wins: 0 for the seat of that bot, equal parts for all others",
        ).about(Aspect::Wins).said("{} of the games ended because a bot failed", "they are no games between players"),
        Metric::number(
            "decisions",
            "the number of actions carried out, including those with a single legal action and those of a random \
             opening",
        ).about(Aspect::Length).said("a game takes {} [decisions]", "with the time of a decision it is the length of a game at the table"),
        Metric::number(
            "chance-events",
            "the number of outcomes of chance carried out, such as a card, a die or a draw, including those with a \
             single possible outcome",
        ).about(Aspect::Luck).said("chance decides {} [times] in a game", "the more, the less a single one weighs"),
        Metric::number("turns", "the number of `turn-begins`, over all seats").about(Aspect::Length).said("a game has {} [turns] of all players together", "so often somebody waits for somebody else"),
        Metric::number(
            "rounds",
            "the number of `round-ends`; a round that is not played to its end has none",
        ).about(Aspect::Length).said("a game lasts {} [rounds]", "it is how long a game feels"),
        Metric::number(
            "choices",
            "the mean number of legal actions over all decisions; a forced decision counts as 1",
        ).about(Aspect::Choices).said("a player chooses among {} [actions]", "with few of them a turn plays itself, with many it takes long")
        .within(Range::AtLeast(1.0)),
        Metric::share("forced", "the share of all decisions that have exactly one legal action").about(Aspect::Choices).said("{} of the decisions leave no choice", "a player who cannot choose only carries out"),
        Metric::share(
            "ties",
            "1 if several seats are first at the end, whether they share the win or the rules name no winner; else 0",
        ).about(Aspect::Wins).said("{} of the games end with several first", "a race wants one winner"),
        Metric::share("nobody-wins", "1 if the game is over and no seat has won, else 0").about(Aspect::Wins).said("nobody wins {} of the games", "an end without a winner disappoints"),
    ];
    for seat in seats.iter() {
        metrics.push(Metric::share(
            format!("wins-seat-{seat}"),
            format!(
                "the share of the win of seat {seat}: 1 for a sole winner, equal parts for seats that are first \
                 together, 0 for all others and if nobody wins"
            ),
        ).about(Aspect::Seats).said(
            format!("seat {seat} wins {{}} of the games"),
            "a seat that wins more than its share has an advantage that nobody has earned",
        ));
    }
    for order in 1..=count {
        let about = format!(
            "the share of the win, as in wins-seat, of the seat whose first `turn-begins` is number {order} among \
             the first ones of all seats; no value if fewer seats had a turn"
        );
        metrics.push(Metric::share(format!("wins-mover-{order}"), about).about(Aspect::Seats).said(
            format!("who moves as number {order} wins {{}} of the games"),
            "moving first or last should not decide",
        ));
    }
    metrics.extend([
        Metric::number(
            "lead-changes",
            "the number of times that the lead passes to another seat. The lead is sampled at the end of the game, \
             and after each event with `turn-ends` or `round-ends` if a runner's position has changed since the \
             last sample. The leader is the only seat on place 1. Seats rank by their foremost runners (home first, \
             then further along the track, then the inner lane); at the end of the game, and in games where a seat \
             owns no runner, they rank by the standings. Samples without a sole leader are skipped, and the first \
             leader is not a change",
        ).about(Aspect::Tension).said("the lead changes {} [times]", "where it never does, the race is decided early"),
        Metric::number(
            "front-changes",
            "the number of times that the front passes to another runner: the one that is alone in front (furthest \
             along the track, then in the inner lane), at the samples of lead-changes except the one at the end, \
             until the first runner is home",
        ).about(Aspect::Tension).said("another runner comes to the front {} [times]", "it is what the board shows of the race"),
        Metric::number(
            "winner-worst-place",
            "the worst place that a winner had at any sample of lead-changes, and 1 before the first sample; tied \
             seats have the better place. With several winners, the worst place of any of them; no value if nobody \
             wins",
        ).about(Aspect::Tension).said("the winner was at worst in place {}", "the higher the number, the further winners come back")
        .within(Range::Within(1.0, count.into())),
        Metric::share(
            "lead-final",
            "the number of decisions up to the sample that showed the last lead change, as a share of all decisions; 0 \
             without a change",
        ).about(Aspect::Tension).said("the lead changes for the last time after {} of the decisions", "what follows is played with the winner in front"),
        Metric::number(
            "spread",
            "spaces along the track between the first and the last of all runners when the game is over",
        ).about(Aspect::Tension).said("at the end {} [spaces] lie between the first and the last runner", "those far behind have long had nothing to win"),
    ]);
    metrics
}

/// Measures all metrics.
#[derive(Debug, Default)]
pub(super) struct FullGauge {
    counts: Counts,
    lead: Lead,
    decisions: u32,
    choices: u64,
    forced: u32,
    events: u32,
    /// The meter of luck, if it is measured.
    pub(super) luck: Option<Meter>,
}

/// The metrics that are counted happening by happening.
#[derive(Debug, Default)]
struct Counts {
    turns: u32,
    rounds: u32,
    /// The seats in the order of their first turns.
    movers: Vec<Seat>,
    /// `true` when a turn or a round has ended in the current event.
    has_stopped: bool,
    /// `true` when a runner may have moved since the last sample of the lead.
    has_moved: bool,
    /// The game's own metrics.
    own: Vec<f64>,
}

impl Counts {
    fn note(&mut self, mark: Mark) {
        match mark {
            Mark::TurnBegins(seat) => {
                self.turns += 1;
                if !self.movers.contains(&seat) {
                    self.movers.push(seat);
                }
            }
            Mark::RoundEnds => {
                self.rounds += 1;
                self.has_stopped = true;
            }
            Mark::TurnEnds(_) => self.has_stopped = true,
            Mark::GameEnds => {}
        }
    }
}

/// Counts happenings without keeping them.
struct Counter<'a, G> {
    game: &'a G,
    counts: &'a mut Counts,
}

impl<G: Measured> Observer<G::Happening> for Counter<'_, G> {
    #[inline]
    fn see(&mut self, happening: impl FnOnce() -> G::Happening) {
        let happening = happening();
        if let Some(mark) = self.game.mark(&happening) {
            self.counts.note(mark);
        }
        self.counts.has_moved |= self.game.is_move(&happening);
        self.game.count(&happening, &mut self.counts.own);
    }
}

impl FullGauge {
    /// Starts a game and reuses the lists of the previous one. `own` is the number of the game's own metrics, and
    /// `luck` measures luck.
    pub(super) fn begin(&mut self, own: usize, luck: Option<Meter>) {
        let Self { counts: Counts { mut movers, own: mut totals, .. }, mut lead, .. } = mem::take(self);
        movers.clear();
        totals.clear();
        totals.resize(own, 0.0);
        lead.begin();
        // Nobody has looked at the runners yet, so they count as moved.
        let counts = Counts { movers, has_moved: true, own: totals, ..Counts::default() };
        *self = Self { counts, lead, luck, ..Self::default() };
    }

    /// Appends the values of a game that has ended or was cut short to the empty list `values`, in the order of the
    /// metrics. `shares` contains the seats' shares of the win.
    pub(super) fn add_values<G: Measured>(
        &mut self,
        game: &G,
        state: &G::State,
        shares: &SeatMap<Share>,
        is_forfeited: bool,
        values: &mut Vec<Option<f64>>,
    ) {
        let standings = game.standings_if_stopped(state);
        let seats = game.seats(state);
        self.lead.see_standings(&standings, self.decisions);
        if standings.ending != Ending::Racing {
            game.sum_up(state, &mut self.counts.own);
        }
        let yes = |holds: bool| Some(f64::from(holds));
        let part = |one: f64, of: f64| (of > 0.0).then(|| one / of);
        let decisions = f64::from(self.decisions);
        values.extend([
            yes(standings.ending == Ending::Racing && !is_forfeited),
            yes(is_forfeited),
            Some(decisions),
            Some(f64::from(self.events - self.decisions)),
            Some(f64::from(self.counts.turns)),
            Some(f64::from(self.counts.rounds)),
            part(self.choices as f64, decisions),
            part(f64::from(self.forced), decisions),
            yes(matches!(standings.ending, Ending::Tie | Ending::Shared)),
            yes(standings.ending == Ending::NobodyWins),
        ]);
        let share = |seat: Seat| shares[seat].as_f64();
        let before_wins = values.len();
        values.extend(seats.iter().map(|seat| Some(share(seat))));
        // A seat that never had a turn has no rank in the turn order.
        values.extend(
            (0..usize::from(seats.count()))
                .map(|order| self.counts.movers.get(order).map(|seat| share(*seat))),
        );
        let wins = before_wins..values.len();
        let winners = seats.iter().filter(|seat| share(*seat) > 0.0);
        values.extend([
            Some(f64::from(self.lead.changes)),
            Some(f64::from(self.lead.front_changes)),
            winners.map(|seat| f64::from(self.lead.worst_place(seat))).reduce(f64::max),
            part(f64::from(self.lead.last_change), decisions),
            self.lead.spread(game, state),
        ]);
        values.extend(self.counts.own.iter().map(|total| Some(*total)));
        if standings.ending == Ending::Racing {
            let is_kept = |index: usize| index < 2 || (is_forfeited && wins.contains(&index));
            values
                .iter_mut()
                .enumerate()
                .filter(|(index, _)| !is_kept(*index))
                .for_each(|(_, value)| *value = None);
        }
    }
}

/// Measures a recorded game: the common metrics and the game's own, in the order of
/// [`Results::metrics`](super::Results::metrics), which may continue with metrics of the players.
///
/// # Errors
/// When the record does not replay; the error names the event and the reason.
pub fn measure<G: Measured>(record: &Record<G>) -> Result<Vec<Option<f64>>, ReplayError<G::Illegal>> {
    let (game, mut state) = record.open()?;
    let mut gauge = FullGauge::default();
    gauge.begin(G::metrics().len(), None);
    let mut actions = Vec::new();
    for (index, event) in record.events.iter().enumerate() {
        if matches!(event, Event::Action(_)) {
            game.actions(&state, &mut actions);
            Gauge::<G>::decides(&mut gauge, actions.len() as u32);
        }
        record::apply(&game, &mut state, event, index + 1, &mut gauge.listener(&game))?;
        gauge.settles(&game, &state);
    }
    let mut values = Vec::new();
    gauge.add_values(&game, &state, &game.returns(&state), false, &mut values);
    Ok(values)
}

impl<G: Measured> Gauge<G> for FullGauge {
    #[inline]
    fn listener<'a>(&'a mut self, game: &'a G) -> impl Observer<G::Happening> {
        Counter { game, counts: &mut self.counts }
    }

    #[inline]
    fn decides(&mut self, choices: u32) {
        self.decisions += 1;
        self.choices += u64::from(choices);
        self.forced += u32::from(choices == 1);
    }

    #[inline]
    fn draws(&mut self, game: &G, state: &G::State, outcome: G::Chance) {
        if let Some(luck) = &mut self.luck {
            luck.draws(game, state, outcome);
        }
    }

    #[inline]
    fn settles(&mut self, game: &G, state: &G::State) {
        self.events += 1;
        if mem::take(&mut self.counts.has_stopped) && mem::take(&mut self.counts.has_moved) {
            self.lead.sample(game, state, self.decisions);
        }
    }
}
