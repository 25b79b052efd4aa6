//! The results of a ladder: how often each bot won against each other, and the ratings that follow.

use std::collections::HashSet;
use std::mem;
use std::ops::Range;

use rand::{RngExt, SeedableRng};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::conditions::{is_usual, usual};
use super::elo_test::{EloFinding, EloTest, NoTest};
use super::endings::Endings;
use super::entrant::Commands;
use super::forfeit::Forfeited;
use super::game_hash::GameHash;
use super::group::Group;
use super::results::{is_one, is_repetitive, repeats_text};
use super::run::ArenaError;
use super::shard::{Mergeable, Shard};
use super::stats::{
    Accepted, Estimate, Interval, Meeting, Range as Bounds, elo_of_pool, elo_with_prior, mean_within,
    percentiles, square, won_against,
};
use crate::common::order::sort_by;
use crate::common::standings::Share;
use crate::formats::is_default;
use crate::game::streams::Stream;

/// The number of deals that each pairing plays before the next one takes its turn and the results are saved.
pub(super) const TURN: u64 = 16;
/// The number of draws for the intervals of ratings.
const DRAWS: usize = 1_000;

/// The results of a ladder so far. They can be saved and continued. Inconsistent results are rejected when they are
/// read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Crosstable {
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The whole ruleset, so that games under different rules are never mixed.
    pub rules: serde_json::Value,
    /// The seed of all randomness.
    pub seed: u64,
    /// The maximum number of events in a game.
    pub most_events: u32,
    /// The number of random decisions at the start of each game.
    pub openings: u32,
    /// The maximum share of unfinished games with which the figures of a pairing are judged.
    #[serde(default = "usual", skip_serializing_if = "is_usual")]
    pub most_unfinished: f64,
    /// The number of deals of each pairing in the whole ladder.
    pub deals: u64,
    /// The part of the deals that these results cover.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
    /// The bots, in the order in which they were named.
    pub bots: Vec<String>,
    /// The commands of the bots that are called by names of their own.
    #[serde(default, skip_serializing_if = "Commands::is_empty")]
    pub commands: Commands,
    /// Every pairing at each table.
    pub pairings: Vec<Pairing>,
    /// The test that ends each pairing; without it, each plays all deals.
    #[serde(default, skip_serializing_if = "is_default")]
    pub until: Option<EloTest>,
    /// The bots that have forfeited games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Forfeited>,
}

impl Crosstable {
    /// The number of the first deal of each pairing in this part.
    pub fn first_deal(&self) -> u64 {
        deals_of(self.deals, self.shard).start
    }
}

impl Serialize for Crosstable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Crosstable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Self::deserialize(deserializer)?;
        read.check().map_err(D::Error::custom)?;
        Ok(read)
    }
}

/// A pairing of two bots at a table: the first in a single seat, the second in all others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of seats.
    pub seats: u8,
    /// The index of the bot in the single seat.
    pub alone: usize,
    /// The index of the bot in all other seats.
    pub rest: usize,
    /// The wins in each deal, starting with the first deal of the part.
    pub deals: Vec<Won>,
}

/// The wins of two bots, over all seatings of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Won {
    /// The wins of the bot in the single seat, in fractions of a win ([`Share::PARTS`] make one).
    pub alone: u32,
    /// The wins of the other bot in all its seats together, in fractions of a win.
    pub rest: u32,
    /// The number of games that the bot in the single seat won outright; 0 in old files, which did not count them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outright: u32,
    /// The number of games in which it shared the win.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drawn: u32,
    /// The number of unfinished games, which nobody has won.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unfinished: u32,
    /// The number of forfeited games, whose win the other seats share.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeited: u32,
    /// The hash of the events of these games.
    pub course: GameHash,
}

/// Returns the deals of each pairing in a part of a ladder of `deals` deals. A part consists of whole turns. The
/// parts, one after the other, therefore play the games in the order of the whole ladder, and bots fail in the same
/// order.
pub(super) fn deals_of(deals: u64, shard: Shard) -> Range<u64> {
    let turns = shard.groups(Crosstable::most_parts(deals));
    turns.start.saturating_mul(TURN).min(deals)..turns.end.saturating_mul(TURN).min(deals)
}

/// A bot with its rating at tables of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// The bot.
    pub bot: String,
    /// The rating in Elo above the reference bot; `None` where no win links the two.
    pub elo: Option<f64>,
    /// The 95 % interval of the rating over deals. An end is infinite (`null` in JSON) where the results set no limit:
    /// a bot that has won nothing may be weaker by any number of points. `None` without a rating, for a single deal
    /// (even if it is repeated), and where too many games did not end.
    pub interval: Option<Interval>,
    /// The number of games played.
    pub games: u64,
}

/// The reason why a ladder cannot be played or continued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// There are fewer than two bots.
    #[error("a ladder needs two bots or more")]
    TooFew,
    /// One bot is named twice.
    #[error("`{0}` is listed twice")]
    Twice(String),
    /// A table has fewer than two seats.
    #[error("a ladder needs tables of two seats or more")]
    Alone,
    /// Two tables have the same number of seats.
    #[error("tables of {0} seats are listed twice")]
    SameTable(u8),
    /// The saved results belong to another ladder.
    #[error("the saved ladder has a different {0}")]
    Other(&'static str),
    /// The saved results of a pairing are inconsistent.
    #[error("the saved results of pairing {0} are damaged")]
    Damaged(usize),
    /// A test of strength makes no sense.
    #[error(transparent)]
    Test(#[from] NoTest),
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

impl Won {
    /// Returns the wins in all games of a group. In seating `s` the bot in the single seat, which is first in the
    /// line-up, has seat `seats - s`.
    pub(super) fn in_group(group: &Group) -> Self {
        let course = group.game_hash();
        let mut won = Self { alone: 0, rest: 0, outright: 0, drawn: 0, unfinished: 0, forfeited: 0, course };
        for game in &group.games {
            won.unfinished += u32::from(!game.has_shares());
            won.forfeited += u32::from(game.forfeit.is_some());
            let seats = game.shares.len();
            for (seat, share) in game.shares.iter().enumerate() {
                let is_alone = (seat + usize::from(game.seating)) % seats == 0;
                *if is_alone { &mut won.alone } else { &mut won.rest } += share.parts();
                won.outright += u32::from(is_alone && share.parts() == Share::PARTS);
                won.drawn += u32::from(is_alone && (1..Share::PARTS).contains(&share.parts()));
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

    /// The numbers of games that the bot in the single seat won, shared and lost; `None` for an old file, which did not
    /// count them.
    pub fn won_drawn_lost(&self) -> Option<[u64; 3]> {
        let is_counted = |won: &Won| won.alone == 0 || won.outright + won.drawn > 0;
        if !self.deals.iter().all(is_counted) {
            return None;
        }
        let sum = |of: fn(&Won) -> u32| self.deals.iter().map(|won| u64::from(of(won))).sum::<u64>();
        let (won, drawn) = (sum(|won| won.outright), sum(|won| won.drawn));
        Some([won, drawn, self.games().saturating_sub(won + drawn + self.unfinished())])
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

    fn share(&self) -> Option<Estimate> {
        self.mean(|alone, _| alone, Bounds::SHARE)
    }

    fn lead(&self) -> Option<Estimate> {
        let range = Bounds::Within(-1.0 / (f64::from(self.seats) - 1.0), 1.0);
        self.mean(|alone, other| alone - other, range)
    }

    /// Returns the lead in each deal: see [`Crosstable::lead`].
    pub(super) fn leads(&self) -> Vec<f64> {
        self.values(|alone, other| alone - other).collect()
    }

    /// Returns the wins of each deal per seat: of the bot in the single seat, and of one of the others.
    fn wins_per_seat(&self) -> Vec<[f64; 2]> {
        self.values(|alone, other| [alone, other]).collect()
    }

    /// Returns the mean over deals of `of`, applied to the shares of the win per seat of both bots.
    fn mean(&self, of: impl Fn(f64, f64) -> f64, range: Bounds) -> Option<Estimate> {
        let mean = mean_within(&self.values(of).collect::<Vec<_>>(), range);
        mean.map(|mean| if self.is_settled() { mean.not_random() } else { mean })
    }

    /// Returns `of` in each deal, applied to the shares of the win per seat of both bots.
    fn values<T>(&self, of: impl Fn(f64, f64) -> T) -> impl Iterator<Item = T> {
        let games = f64::from(self.seats) * f64::from(Share::PARTS);
        let others = f64::from(self.seats) - 1.0;
        let value = move |won: &Won| of(f64::from(won.alone) / games, f64::from(won.rest) / games / others);
        self.deals.iter().map(value)
    }

    /// Returns the wins of both bots in all deals, each with its weight.
    fn meeting(&self, weights: &[f64]) -> Meeting {
        let mut won = [0.0; 2];
        for (deal, weight) in self.deals.iter().zip(weights) {
            won[0] += weight * f64::from(deal.alone);
            won[1] += weight * f64::from(deal.rest);
        }
        Meeting {
            players: [self.alone, self.rest],
            seats: [1.0, f64::from(self.seats) - 1.0],
            won: won.map(|parts| parts / f64::from(Share::PARTS)),
        }
    }

    /// Returns whether no deal has more wins than games.
    pub(super) fn is_sound(&self) -> bool {
        let most = u32::from(self.seats) * Share::PARTS;
        let fits = |won: &Won| {
            let parts = u64::from(won.alone)
                + u64::from(won.rest)
                + u64::from(won.unfinished) * u64::from(Share::PARTS);
            let games = won.outright.saturating_add(won.drawn).saturating_add(won.unfinished);
            parts <= u64::from(most) && games <= self.seats.into()
        };
        self.deals.iter().all(fits)
    }
}

impl Crosstable {
    /// Returns the maximum number of parts for a ladder of this number of `deals`.
    pub fn most_parts(deals: u64) -> u64 {
        deals.div_ceil(TURN)
    }

    /// Checks that pairings and bots fit together, which is not certain in a file.
    ///
    /// # Errors
    /// When the results of a pairing are damaged.
    pub(super) fn check(&self) -> Result<(), LadderError> {
        let is_sound = |pairing: &Pairing| {
            pairing.seats >= 2
                && pairing.alone < pairing.rest
                && pairing.rest < self.bots.len()
                && pairing.is_sound()
        };
        match self.pairings.iter().position(|pairing| !is_sound(pairing)) {
            Some(index) => Err(LadderError::Damaged(index + 1)),
            None => Ok(()),
        }
    }

    /// Returns the first setting that differs in `other`, apart from the number of deals.
    pub(super) fn other_setting(&self, other: &Self) -> Option<&'static str> {
        let table = |pairing: &Pairing| (pairing.seats, pairing.alone, pairing.rest);
        let same = [
            ("game", self.game == other.game),
            ("ruleset", self.rules == other.rules),
            ("seed", self.seed == other.seed),
            ("limit of events", self.most_events == other.most_events),
            ("number of random openings", self.openings == other.openings),
            (
                "allowed share of unfinished games",
                self.most_unfinished.total_cmp(&other.most_unfinished).is_eq(),
            ),
            ("test of strength", self.until == other.until),
            ("list of bots", (&self.bots, &self.commands) == (&other.bots, &other.commands)),
            ("list of tables", self.pairings.iter().map(table).eq(other.pairings.iter().map(table))),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }

    /// Returns the numbers of seats of the ladder's tables.
    pub fn sizes(&self) -> Vec<u8> {
        let mut sizes: Vec<u8> = self.pairings.iter().map(|pairing| pairing.seats).collect();
        sizes.dedup();
        sizes
    }

    /// Returns warnings about the figures: one sentence for each pairing with repeated deals, and for each bot that
    /// failed.
    pub fn warnings(&self) -> Vec<String> {
        let repeats = self.pairings.iter().filter_map(|pairing| {
            repeats_text(
                &self.endings(pairing).of,
                [pairing.deals.len() as u64, pairing.distinct()],
                self.openings,
            )
        });
        repeats.chain(self.forfeits.iter().map(Forfeited::sentence)).collect()
    }

    /// Returns how the games of a pairing ended.
    pub fn endings(&self, pairing: &Pairing) -> Endings {
        let [alone, rest] = [pairing.alone, pairing.rest].map(|bot| &self.bots[bot]);
        Endings {
            of: format!("{alone} against {rest}, {} seats", pairing.seats),
            games: pairing.games(),
            unfinished: pairing.unfinished(),
            forfeited: pairing.forfeited(),
            most_unfinished: self.most_unfinished,
        }
    }

    /// Returns the share of the wins of the bot in the single seat of a pairing. Among equal players it is an equal
    /// part, or less where runners without an owner also win.
    pub fn share(&self, pairing: &Pairing) -> Option<Estimate> {
        pairing.share().map(|share| self.endings(pairing).of_wins(share))
    }

    /// Returns the share of the bot in the single seat minus the share of one seat of the other bot. Above 0 the first
    /// bot is stronger.
    pub fn lead(&self, pairing: &Pairing) -> Option<Estimate> {
        pairing.lead().map(|lead| self.endings(pairing).of_wins(lead))
    }

    /// Returns what the test of strength shows about a pairing; `None` without a test. Where too many games did not end,
    /// nothing is decided.
    pub fn tested(&self, pairing: &Pairing) -> Option<EloFinding> {
        let mut found = self.until?.of(&pairing.wins_per_seat());
        if !self.endings(pairing).judge_wins() {
            found.accepted = Accepted::Open;
        }
        Some(found)
    }

    /// Returns whether the test of strength has ended a pairing. A part of a ladder plays all its deals: only all parts
    /// together decide.
    pub(super) fn is_over(&self, pairing: &Pairing) -> bool {
        self.shard.is_whole() && self.is_decided(pairing)
    }

    fn is_decided(&self, pairing: &Pairing) -> bool {
        self.tested(pairing).is_some_and(|found| found.is_decided())
    }

    /// Adds deals to a pairing, turn by turn, until the test of strength ends it. A ladder merged from parts therefore
    /// contains the same deals as one that was played in one piece.
    fn extend(&mut self, pairing: usize, deals: &[Won]) {
        for turn in deals.chunks(TURN as usize) {
            if self.is_decided(&self.pairings[pairing]) {
                break;
            }
            self.pairings[pairing].deals.extend_from_slice(turn);
        }
    }

    /// Returns the bots at tables of `seats` seats, the strongest first, each with its rating in Elo above the last.
    pub fn standings(&self, seats: u8) -> Vec<(&str, f64)> {
        let elo = elo_of_pool(self.bots.len(), &self.meetings(seats));
        let mut bots: Vec<(&str, f64)> = self.bots.iter().map(String::as_str).zip(elo).collect();
        sort_by(&mut bots, |one, other| other.1.total_cmp(&one.1));
        let last = bots.last().map_or(0.0, |(_, elo)| *elo);
        bots.into_iter().map(|(bot, elo)| (bot, elo - last)).collect()
    }

    /// Returns the wins of each pairing at tables of `seats` seats, in all deals.
    fn meetings(&self, seats: u8) -> Vec<Meeting> {
        self.at(seats).map(|pairing| pairing.meeting(&vec![1.0; pairing.deals.len()])).collect()
    }

    /// Returns a sentence on each pairing with unfinished games. They count in no other figure.
    pub fn unfinished(&self) -> Vec<String> {
        // Forfeited games count in the wins, and a ladder has no other figures.
        let of_wins = |pairing: &Pairing| Endings { forfeited: 0, ..self.endings(pairing) }.in_words();
        self.pairings.iter().filter_map(of_wins).collect()
    }

    /// The pairings at tables of `seats` seats.
    pub fn at(&self, seats: u8) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(move |pairing| pairing.seats == seats)
    }

    /// Returns the ratings at tables of `seats` seats, the strongest first, in Elo above the bot with the index
    /// `origin`, whose rating is 0 with the interval 0 to 0.
    ///
    /// The intervals come from the Bayesian bootstrap (Rubin, 1981): each deal has a random weight, and so has the
    /// prior, half a deal for each side of a pairing. For two bots whose deals are either won or lost this is
    /// Jeffreys' interval, which has a width even where one of them has won everything.
    pub fn ratings(&self, seats: u8, origin: usize) -> Vec<Rated> {
        let pairings: Vec<&Pairing> = self.at(seats).collect();
        let deals = pairings.iter().map(|pairing| pairing.deals.len()).max().unwrap_or(0);
        let from_origin = |elo: Vec<f64>| -> Vec<f64> {
            let zero = elo.get(origin).copied().unwrap_or(0.0);
            elo.into_iter().map(|elo| elo - zero).collect()
        };
        let meetings = self.meetings(seats);
        let elo = from_origin(elo_of_pool(self.bots.len(), &meetings));
        let is_judged = pairings.iter().all(|pairing| self.endings(pairing).judge_wins());
        let is_random = is_judged && deals > 1 && !pairings.iter().all(|pairing| pairing.is_settled());
        let mut rng = Stream::seed_from_u64(self.seed);
        let mut again = || {
            let weights: Vec<f64> = (0..deals).map(|_| exponential(&mut rng)).collect();
            let meetings: Vec<Meeting> = pairings.iter().map(|pairing| pairing.meeting(&weights)).collect();
            let half_a_deal = |rng: &mut Stream| {
                let turned = libm::cos(std::f64::consts::PI * rng.random::<f64>());
                f64::from(seats) * exponential(rng) * square(turned)
            };
            let given: Vec<[f64; 2]> =
                pairings.iter().map(|_| [(); 2].map(|()| half_a_deal(&mut rng))).collect();
            from_origin(elo_with_prior(self.bots.len(), &meetings, &given))
        };
        let again: Vec<Vec<f64>> = (0..if is_random { DRAWS } else { 0 }).map(|_| again()).collect();
        let below = won_against(self.bots.len(), &meetings, origin);
        let rated = |(index, bot): (usize, &String)| {
            let own = pairings.iter().filter(|pairing| [pairing.alone, pairing.rest].contains(&index));
            let has_ceiling = below[index];
            let has_floor = won_against(self.bots.len(), &meetings, index)[origin];
            let within = |Interval { low, high }| Interval {
                low: if has_floor { low } else { f64::NEG_INFINITY },
                high: if has_ceiling { high } else { f64::INFINITY },
            };
            let is_known = has_floor || has_ceiling;
            let drawn = || percentiles(again.iter().map(|elo| elo[index]).collect());
            Rated {
                bot: bot.clone(),
                elo: is_known.then(|| elo[index]),
                interval: (is_random && is_known).then(|| within(drawn())),
                games: own.map(|pairing| pairing.games()).sum(),
            }
        };
        let mut rated: Vec<Rated> = self.bots.iter().enumerate().map(rated).collect();
        let height = |rated: &Rated| rated.elo.unwrap_or(f64::NEG_INFINITY);
        sort_by(&mut rated, |one, other| height(other).total_cmp(&height(one)));
        rated
    }
}

/// Draws a weight for the Bayesian bootstrap, from the exponential distribution.
fn exponential(rng: &mut Stream) -> f64 {
    -libm::log(1.0 - rng.random::<f64>())
}

impl Mergeable for Crosstable {
    /// The deals of each pairing, and the bots that forfeited games in them.
    type Own = (Vec<Vec<Won>>, Vec<Forfeited>);

    fn shard(&self) -> Shard {
        self.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        let what = self.other_setting(other);
        let what = what.or_else(|| (self.deals != other.deals).then_some("number of deals"));
        what.map(|what| format!("it has a different {what}"))
    }

    fn is_complete(&self) -> bool {
        let deals = deals_of(self.deals, self.shard);
        let is_played = |pairing: &Pairing| pairing.deals.len() as u64 == deals.end - deals.start;
        self.pairings.iter().all(|pairing| is_played(pairing) || self.is_over(pairing))
    }

    fn take(&mut self) -> Self::Own {
        let deals = self.pairings.iter_mut().map(|pairing| mem::take(&mut pairing.deals)).collect();
        (deals, mem::take(&mut self.forfeits))
    }

    fn join(&mut self, (deals, forfeits): Self::Own) {
        for (pairing, deals) in deals.iter().enumerate() {
            self.extend(pairing, deals);
        }
        for forfeited in forfeits {
            Forfeited::count(&mut self.forfeits, forfeited);
        }
        self.shard = Shard::WHOLE;
    }
}
