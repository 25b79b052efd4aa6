//! A round robin of bots, and their ratings.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use super::course::Course;
use super::forfeit::{Forfeited, OnFailure};
use super::metric::Measured;
use super::results::{Group, Stopped, is_one, is_repetitive, repeats_told};
use super::run::{Arena, ArenaError, Entrant, Measuring, Progress};
use super::stats::{Estimate, Interval, Meeting, Range, elo_of_pool, mean_within, percentiles};
use crate::bot::StopFlag;
use crate::json;
use crate::ruleset::Ruleset as _;
use crate::standings::Share;
use crate::streams::Stream;

/// Deals that each pairing plays before the next one has its turn and the results are saved.
const TURN: u64 = 16;
/// Bootstrap resamples for the intervals of ratings.
const DRAWS: usize = 1_000;

/// A round robin of bots, at tables of one or several sizes.
///
/// Every two bots form a *pairing*: the one named first has a single seat, each seat in turn on the same deal, and the
/// second one has all other seats. All pairings play the same deals.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Ladder<G: Measured> {
    /// The game.
    pub game: Arc<G>,
    /// The set-ups, one for each number of seats.
    pub tables: Vec<G::Setup>,
    /// The bots, each named once.
    pub entrants: Vec<Entrant<G>>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of deals of each pairing.
    pub groups: u64,
    /// The limit of events; a longer game counts as unfinished.
    pub most_events: u32,
    /// The number of decisions at the start of each game that are drawn at random: see [`Arena::openings`].
    pub openings: u32,
    /// The effect of a bot's failure on the ladder.
    pub on_failure: OnFailure,
    /// The number of threads; `None` means one for each processor. The results do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// A flag that stops the ladder promptly, even within a decision.
    pub stop: StopFlag,
}

/// The results of a ladder so far. They can be saved and continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crosstable {
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The whole ruleset, so that games under different rules are never mixed.
    pub rules: serde_json::Value,
    /// The seed of all randomness.
    pub seed: u64,
    /// The limit of events.
    pub most_events: u32,
    /// The number of decisions at the start of each game that were drawn at random.
    pub openings: u32,
    /// The bots, in the order in which they were named.
    pub bots: Vec<String>,
    /// Every pairing at each table.
    pub pairings: Vec<Pairing>,
    /// The bots that have forfeited games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Forfeited>,
}

/// Two bots at a table: the first in a single seat, the second in all others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of seats.
    pub seats: u8,
    /// The index of the bot in the single seat.
    pub alone: usize,
    /// The index of the bot in all other seats.
    pub rest: usize,
    /// The wins in each deal, from deal 0 on.
    pub deals: Vec<Won>,
}

/// The wins of two bots in all seatings of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Won {
    /// The wins of the bot in the single seat, in parts of a win ([`Share::PARTS`] make one).
    pub alone: u32,
    /// The wins of the other bot in all its seats together, in parts of a win.
    pub rest: u32,
    /// The number of unfinished games, which nobody has won.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub unfinished: u32,
    /// The number of forfeited games, which the other seats share.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub forfeited: u32,
    /// The hash of the events of these games.
    pub course: Course,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_nothing(count: &u32) -> bool {
    *count == 0
}

/// A bot with its rating at tables of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// The bot.
    pub bot: String,
    /// Its rating in Elo above the bot of reference.
    pub elo: f64,
    /// The 95 % bootstrap interval of the rating over deals. `None` for a single deal, even a repeated one.
    pub interval: Option<Interval>,
    /// The number of games played.
    pub games: u64,
}

/// The reason a ladder cannot be played or continued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// There are fewer than two bots.
    #[error("a ladder needs two bots or more")]
    TooFew,
    /// One bot is named twice.
    #[error("`{0}` is named twice")]
    Twice(String),
    /// A table has fewer than two seats.
    #[error("a ladder needs tables of two seats or more")]
    Alone,
    /// Two tables have the same number of seats.
    #[error("tables of {0} seats are named twice")]
    SameTable(u8),
    /// The saved results belong to another ladder.
    #[error("the saved ladder has another {0}")]
    Other(&'static str),
    /// The saved results of a pairing are inconsistent.
    #[error("the saved results of pairing {0} are damaged")]
    Damaged(usize),
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

impl<G: Measured> Ladder<G> {
    /// The results of this ladder before its first game.
    ///
    /// # Errors
    /// When the bots or the tables do not make a ladder.
    pub fn begin(&self) -> Result<Crosstable, LadderError> {
        let bots: Vec<String> = self.entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
        if bots.len() < 2 {
            return Err(LadderError::TooFew);
        }
        if let Some((_, bot)) = bots.iter().enumerate().find(|(index, bot)| bots[..*index].contains(bot)) {
            return Err(LadderError::Twice(bot.clone()));
        }
        let mut pairings: Vec<Pairing> = Vec::new();
        for (seats, _) in self.sizes()? {
            if seats < 2 {
                return Err(LadderError::Alone);
            }
            if pairings.iter().any(|pairing| pairing.seats == seats) {
                return Err(LadderError::SameTable(seats));
            }
            for alone in 0..bots.len() {
                let rests = alone + 1..bots.len();
                pairings.extend(rests.map(|rest| Pairing { seats, alone, rest, deals: Vec::new() }));
            }
        }
        Ok(Crosstable {
            game: G::ID.to_owned(),
            ruleset: self.game.ruleset().title().name.clone(),
            rules: json::plain(self.game.ruleset()),
            seed: self.seed,
            most_events: self.most_events,
            openings: self.openings,
            bots,
            pairings,
            forfeits: Vec::new(),
        })
    }

    /// The number of games played, and of all games to play.
    pub fn progress(&self, crosstable: &Crosstable) -> Progress {
        let games = |deals: u64, pairing: &Pairing| deals.saturating_mul(u64::from(pairing.seats));
        let done = |pairing: &Pairing| games(self.groups.min(pairing.deals.len() as u64), pairing);
        Progress {
            done: crosstable.pairings.iter().map(done).sum(),
            games: crosstable.pairings.iter().map(|pairing| games(self.groups, pairing)).sum(),
        }
    }

    /// Plays the missing deals, a few of each pairing in turn. `observer` is called after each deal, from any thread;
    /// `keep` is called regularly, to save the results. When the ladder is stopped ([`Ladder::stop`]) or a bot fails,
    /// the games played so far are kept, and the early end is returned.
    ///
    /// # Errors
    /// When `crosstable` belongs to another ladder, a game cannot be played, or `keep` fails. `crosstable` keeps what was played
    /// before.
    pub fn climb<E: From<LadderError>>(
        &self,
        crosstable: &mut Crosstable,
        observer: &(dyn Fn(Progress) + Sync),
        mut keep: impl FnMut(&Crosstable) -> Result<(), E>,
    ) -> Result<Option<Stopped>, E> {
        self.check(crosstable)?;
        let Progress { done, games } = self.progress(crosstable);
        let done = AtomicU64::new(done);
        let tables = self.sizes().map_err(LadderError::from)?;
        for end in (1..=self.groups.div_ceil(TURN)).map(|turn| self.groups.min(turn * TURN)) {
            for index in 0..crosstable.pairings.len() {
                let pairing = &crosstable.pairings[index];
                let played = pairing.deals.len() as u64;
                let Some((_, setup)) = tables.iter().find(|(seats, _)| *seats == pairing.seats) else {
                    continue;
                };
                if played >= end {
                    continue;
                }
                let arena = self.arena(setup, pairing, played..end);
                let deal = u64::from(pairing.seats);
                let observe = |_: Progress| {
                    observer(Progress { done: done.fetch_add(deal, Ordering::Relaxed) + deal, games });
                };
                let results = arena.run_observed(&observe).map_err(LadderError::from)?;
                crosstable.pairings[index].deals.extend(results.groups.iter().map(Won::in_group));
                for forfeited in results.forfeits() {
                    Forfeited::count(&mut crosstable.forfeits, forfeited);
                }
                keep(crosstable)?;
                if let Some(Stopped { failure, .. }) = results.stopped {
                    let games = self.progress(crosstable);
                    return Ok(Some(Stopped { games: games.done, of: games.games, failure }));
                }
            }
        }
        Ok(None)
    }

    /// Checks that `crosstable` belongs to this ladder.
    fn check(&self, crosstable: &Crosstable) -> Result<(), LadderError> {
        let new = self.begin()?;
        let same = [
            ("game", new.game == crosstable.game),
            ("ruleset", new.rules == crosstable.rules),
            ("seed", new.seed == crosstable.seed),
            ("limit of events", new.most_events == crosstable.most_events),
            ("number of random openings", new.openings == crosstable.openings),
            ("list of bots", new.bots == crosstable.bots),
        ];
        if let Some((what, _)) = same.into_iter().find(|(_, same)| !same) {
            return Err(LadderError::Other(what));
        }
        let table = |pairing: &Pairing| (pairing.seats, pairing.alone, pairing.rest);
        if !crosstable.pairings.iter().map(table).eq(new.pairings.iter().map(table)) {
            return Err(LadderError::Other("list of tables"));
        }
        match crosstable.pairings.iter().position(|pairing| !pairing.is_sound()) {
            Some(index) => Err(LadderError::Damaged(index + 1)),
            None => Ok(()),
        }
    }

    /// The set-ups with their numbers of seats.
    fn sizes(&self) -> Result<Vec<(u8, &G::Setup)>, ArenaError> {
        let size = |setup| Ok((self.game.seats(&self.game.start(setup)?).count(), setup));
        self.tables.iter().map(size).collect()
    }

    /// The arena for the deals `groups` of a pairing.
    fn arena(&self, setup: &G::Setup, pairing: &Pairing, groups: std::ops::Range<u64>) -> Arena<G> {
        let mut lineup = vec![self.entrants[pairing.rest].clone(); usize::from(pairing.seats)];
        lineup[0] = self.entrants[pairing.alone].clone();
        Arena {
            groups,
            most_events: self.most_events,
            openings: self.openings,
            measuring: Measuring::Nothing,
            on_failure: self.on_failure,
            threads: self.threads,
            stop: StopFlag::clone(&self.stop),
            ..Arena::new(Arc::clone(&self.game), setup.clone(), lineup, self.seed, 1)
        }
    }
}

impl Won {
    /// The wins in all games of a group. In seating `s` the bot in the single seat, first in the line-up, has seat
    /// `seats - s`.
    fn in_group(group: &Group) -> Self {
        let mut won = Self { alone: 0, rest: 0, unfinished: 0, forfeited: 0, course: group.course() };
        for game in &group.games {
            won.unfinished += u32::from(!game.has_shares());
            won.forfeited += u32::from(game.forfeit.is_some());
            let seats = game.shares.len();
            for (seat, share) in game.shares.iter().enumerate() {
                let is_alone = (seat + usize::from(game.seating)) % seats == 0;
                *if is_alone { &mut won.alone } else { &mut won.rest } += share.parts();
            }
        }
        won
    }
}

impl Pairing {
    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.deals.len() as u64 * u64::from(self.seats)
    }

    /// The number of unfinished games.
    pub fn unfinished(&self) -> u64 {
        self.deals.iter().map(|won| u64::from(won.unfinished)).sum()
    }

    /// The number of forfeited games.
    pub fn forfeited(&self) -> u64 {
        self.deals.iter().map(|won| u64::from(won.forfeited)).sum()
    }

    /// The number of different deals.
    pub fn distinct(&self) -> u64 {
        self.deals.iter().map(|won| won.course).collect::<HashSet<_>>().len() as u64
    }

    /// Returns whether nothing was random: each deal has the same winners, and at least half of the deals repeat
    /// others.
    fn is_settled(&self) -> bool {
        let won: Vec<[u32; 2]> = self.deals.iter().map(|won| [won.alone, won.rest]).collect();
        is_one(&won) && is_repetitive(won.len() as u64, self.distinct())
    }

    /// The share of the wins of the bot in the single seat. Among equal players it is an equal part, or less where
    /// runners without an owner win too.
    pub fn share(&self) -> Option<Estimate> {
        self.mean(|alone, _| alone, Range::SHARE)
    }

    /// That share minus the share of one seat of the other bot. Above 0 the first bot is the better one.
    pub fn lead(&self) -> Option<Estimate> {
        let range = Range::Within(-1.0 / (f64::from(self.seats) - 1.0), 1.0);
        self.mean(|alone, other| alone - other, range)
    }

    /// The mean over deals of `of`, applied to the shares of the win per seat of both bots.
    fn mean(&self, of: impl Fn(f64, f64) -> f64, range: Range) -> Option<Estimate> {
        let games = f64::from(self.seats) * f64::from(Share::PARTS);
        let others = f64::from(self.seats) - 1.0;
        let value = |won: &Won| of(f64::from(won.alone) / games, f64::from(won.rest) / games / others);
        let mean = mean_within(&self.deals.iter().map(value).collect::<Vec<_>>(), range);
        mean.map(|mean| if self.is_settled() { mean.not_random() } else { mean })
    }

    /// The wins of both in these `deals`, without those that were not played.
    fn meeting(&self, deals: impl Iterator<Item = usize>) -> Meeting {
        let mut won = [0_u64; 2];
        for deal in deals.filter_map(|deal| self.deals.get(deal)) {
            won[0] += u64::from(deal.alone);
            won[1] += u64::from(deal.rest);
        }
        Meeting {
            players: [self.alone, self.rest],
            seats: [1.0, f64::from(self.seats) - 1.0],
            won: won.map(|parts| parts as f64 / f64::from(Share::PARTS)),
        }
    }

    /// Returns whether no deal has more wins than games.
    fn is_sound(&self) -> bool {
        let most = u32::from(self.seats) * Share::PARTS;
        let fits = |won: &Won| {
            let parts = u64::from(won.alone)
                + u64::from(won.rest)
                + u64::from(won.unfinished) * u64::from(Share::PARTS);
            parts <= u64::from(most)
        };
        self.deals.iter().all(fits)
    }
}

impl Crosstable {
    /// The numbers of seats of its tables.
    pub fn sizes(&self) -> Vec<u8> {
        let mut sizes: Vec<u8> = self.pairings.iter().map(|pairing| pairing.seats).collect();
        sizes.dedup();
        sizes
    }

    /// Warnings about the figures: a sentence for each pairing with repeated deals, and for each bot that failed.
    pub fn warnings(&self) -> Vec<String> {
        let repeats = self.pairings.iter().filter_map(|pairing| {
            let [alone, rest] = [pairing.alone, pairing.rest].map(|bot| &self.bots[bot]);
            let of = format!("{alone} against {rest}, {} seats", pairing.seats);
            repeats_told(&of, [pairing.deals.len() as u64, pairing.distinct()], self.openings)
        });
        repeats.chain(self.forfeits.iter().map(Forfeited::sentence)).collect()
    }

    /// The pairings at tables of `seats` seats.
    pub fn at(&self, seats: u8) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(move |pairing| pairing.seats == seats)
    }

    /// The ratings at tables of `seats` seats, the strongest first, in Elo above the bot with the index `origin`. The
    /// intervals are bootstrapped over deals; that of `origin` is 0 to 0.
    pub fn ratings(&self, seats: u8, origin: usize) -> Vec<Rated> {
        let deals = self.at(seats).map(|pairing| pairing.deals.len()).max().unwrap_or(0);
        let rate = |drawn: &[usize]| {
            let meetings = self.at(seats).map(|pairing| pairing.meeting(drawn.iter().copied()));
            let elo = elo_of_pool(self.bots.len(), &meetings.collect::<Vec<_>>());
            let zero = elo.get(origin).copied().unwrap_or(0.0);
            elo.into_iter().map(|elo| elo - zero).collect::<Vec<_>>()
        };
        let elo = rate(&(0..deals).collect::<Vec<_>>());
        let is_random = deals > 1 && !self.at(seats).all(Pairing::is_settled);
        let mut rng = Stream::seed_from_u64(self.seed);
        let mut drawn = vec![0; deals];
        let again: Vec<Vec<f64>> = (0..if is_random { DRAWS } else { 0 })
            .map(|_| {
                drawn.fill_with(|| rng.random_range(0..deals as u64) as usize);
                rate(&drawn)
            })
            .collect();
        let rated = |(index, bot): (usize, &String)| {
            let games = self.at(seats).filter(|pairing| [pairing.alone, pairing.rest].contains(&index));
            Rated {
                bot: bot.clone(),
                elo: elo[index],
                interval: is_random.then(|| percentiles(again.iter().map(|elo| elo[index]).collect())),
                games: games.map(Pairing::games).sum(),
            }
        };
        let mut rated: Vec<Rated> = self.bots.iter().enumerate().map(rated).collect();
        rated.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        rated
    }
}
