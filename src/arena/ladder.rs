//! A round robin of bots, and their ratings.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::crosstable::{Crosstable, LadderError, Pairing, TURN, Won, deals_of};
use super::elo_test::EloTest;
use super::endings::MOST_UNFINISHED;
use super::entrant::{Commands, Entrant};
use super::forfeit::{Forfeited, OnFailure};
use super::metric::Measured;
use super::results::Stopped;
use super::run::{Arena, ArenaError, MOST_EVENTS, Measuring, Progress};
use super::shard::Shard;
use crate::bot::StopFlag;
use crate::common::setters::setters;
use crate::formats::json;
use crate::ruleset::Ruleset as _;

/// A round robin of bots, at tables of one or several sizes.
///
/// Every two bots form a *pairing*: the bot named first has a single seat, each seat in turn on the same deal, and the
/// second bot has all other seats. All pairings play the same deals.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::arena::{Entrant, Ladder, LadderError};
/// use furlong::{BotSpec, RaceGame, ruleset};
///
/// let game = AnimalRace::new(ruleset::open("classic")?)?;
/// let tables = vec![game.setup(3)];
/// let entrant = |name| Entrant::of(&BotSpec::named(name));
/// let ladder = Ladder::new(game, tables, vec![entrant("course")?, entrant("random")?], 7, 4);
/// let mut crosstable = ladder.begin()?;
/// ladder.climb::<LadderError>(&mut crosstable, &|_| (), |_| Ok(()))?;
/// let rated = crosstable.ratings(3, 0);
/// assert_eq!(rated.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The number of deals of each pairing, over all parts of the ladder.
    pub groups: u64,
    /// The part of the deals to play.
    pub shard: Shard,
    /// The limit of events; a longer game counts as unfinished.
    pub most_events: u32,
    /// The number of random decisions at the start of each game: see [`Arena::openings`].
    pub openings: u32,
    /// A test that ends each pairing before its last deal, when it is decided. [`Ladder::groups`] is then the most that is
    /// played.
    pub until: Option<EloTest>,
    /// Whether only the first bot meets the others.
    pub is_gauntlet: bool,
    /// The maximum share of unfinished games with which the figures of a pairing are judged: see
    /// [`Endings`](super::Endings).
    pub most_unfinished: f64,
    /// What happens when a bot fails.
    pub on_failure: OnFailure,
    /// The number of threads; `None` means one for each processor. The results do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// A flag that stops the ladder promptly, even within a decision.
    pub stop: StopFlag,
}

setters!(Ladder<G: Measured> { game: Arc<G>, tables: Vec<G::Setup>, entrants: Vec<Entrant<G>>, seed: u64, groups: u64, shard: Shard, most_events: u32, openings: u32, until: Option<EloTest>, is_gauntlet: bool, most_unfinished: f64, on_failure: OnFailure, threads: Option<NonZeroUsize>, stop: StopFlag });

impl<G: Measured> Ladder<G> {
    /// Creates the whole ladder of these bots with `groups` deals of each pairing, with the default settings of an
    /// [`Arena`].
    pub fn new(
        game: impl Into<Arc<G>>,
        tables: Vec<G::Setup>,
        entrants: Vec<Entrant<G>>,
        seed: u64,
        groups: u64,
    ) -> Self {
        Self {
            game: game.into(),
            tables,
            entrants,
            seed,
            groups,
            shard: Shard::WHOLE,
            most_events: MOST_EVENTS,
            openings: 0,
            until: None,
            is_gauntlet: false,
            most_unfinished: MOST_UNFINISHED,
            on_failure: OnFailure::Stop,
            threads: None,
            stop: StopFlag::default(),
        }
    }

    /// Returns the results of this ladder before its first game.
    ///
    /// # Errors
    /// When the bots or the tables do not fit a ladder.
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
            for alone in 0..if self.is_gauntlet { 1 } else { bots.len() } {
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
            most_unfinished: self.most_unfinished,
            deals: self.groups,
            shard: self.shard,
            bots,
            commands: Commands::of(&self.entrants),
            pairings,
            until: self.until.map(EloTest::check).transpose()?,
            forfeits: Vec::new(),
        })
    }

    /// Returns a ladder that begins with the games of another one, which had fewer bots: the first ones of this ladder.
    ///
    /// ```
    /// use furlong::animal_race::AnimalRace;
    /// use furlong::arena::{Entrant, Ladder, LadderError};
    /// use furlong::{BotSpec, RaceGame, ruleset};
    ///
    /// let game = AnimalRace::new(ruleset::open("classic")?)?;
    /// let entrants = |names: &[&str]| -> Result<Vec<_>, _> {
    ///     names.iter().map(|name| Entrant::of(&BotSpec::named(*name))).collect()
    /// };
    /// let tables = vec![game.setup(3)];
    /// let two = Ladder::new(game.clone(), tables.clone(), entrants(&["course", "random"])?, 7, 4);
    /// let mut played = two.begin()?;
    /// two.climb::<LadderError>(&mut played, &|_| (), |_| Ok(()))?;
    /// let three = Ladder::new(game, tables, entrants(&["course", "random", "heuristic"])?, 7, 4);
    /// let begun = three.begin_after(&played)?;
    /// assert_eq!(three.progress(&begun).done, 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Ladder::begin`], and when anything but the bots at the end of the list differs.
    pub fn begin_after(&self, before: &Crosstable) -> Result<Crosstable, LadderError> {
        let mut crosstable = self.begin()?;
        for pairing in &mut crosstable.pairings {
            let is_same = |known: &&Pairing| {
                (known.seats, known.alone, known.rest) == (pairing.seats, pairing.alone, pairing.rest)
            };
            if let Some(known) = before.pairings.iter().find(is_same) {
                pairing.deals.clone_from(&known.deals);
            }
        }
        crosstable.forfeits.clone_from(&before.forfeits);
        // What was played is all that was there, so that nothing is lost.
        let fits = crosstable.bots.starts_with(&before.bots);
        let games = |of: &Crosstable| of.pairings.iter().map(Pairing::games).sum::<u64>();
        if !fits || games(&crosstable) != games(before) {
            return Err(LadderError::Other("list of bots"));
        }
        let alike = Crosstable {
            bots: before.bots.clone(),
            commands: before.commands.clone(),
            pairings: before.pairings.clone(),
            ..crosstable.clone()
        };
        alike.other_setting(before).map_or(Ok(crosstable), |what| Err(LadderError::Other(what)))
    }

    /// Returns the number of games played, and the number to play in all.
    pub fn progress(&self, crosstable: &Crosstable) -> Progress {
        let games = |deals: u64, pairing: &Pairing| deals.saturating_mul(u64::from(pairing.seats));
        let deals = deals_of(self.groups, self.shard);
        let own = deals.end - deals.start;
        let done = |pairing: &Pairing| games(own.min(pairing.deals.len() as u64), pairing);
        Progress {
            done: crosstable.pairings.iter().map(done).sum(),
            games: crosstable.pairings.iter().map(|pairing| games(own, pairing)).sum(),
        }
    }

    /// Plays the missing deals, a few of each pairing in turn. `observer` is called after each deal, from any thread;
    /// `keep` is called regularly, to save the results. When the ladder is stopped ([`Ladder::stop`]) or a bot fails,
    /// the games played so far are kept, and the early end is returned.
    ///
    /// # Errors
    /// When `crosstable` belongs to another ladder, a game cannot be played, or `keep` fails. `crosstable` keeps what
    /// was played before.
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
        crosstable.deals = self.groups;
        let deals = deals_of(self.groups, self.shard);
        let turns = deals.start / TURN + 1..=deals.end.div_ceil(TURN);
        for end in turns.map(|turn| deals.end.min(turn.saturating_mul(TURN))) {
            for index in 0..crosstable.pairings.len() {
                let pairing = &crosstable.pairings[index];
                let next = deals.start + pairing.deals.len() as u64;
                let Some((_, setup)) = tables.iter().find(|(seats, _)| *seats == pairing.seats) else {
                    continue;
                };
                if next >= end || crosstable.is_over(pairing) {
                    continue;
                }
                let arena = self.arena(setup, pairing, next..end);
                let seatings = u64::from(pairing.seats);
                let observe = |_: Progress| {
                    observer(Progress {
                        done: done.fetch_add(seatings, Ordering::Relaxed) + seatings,
                        games,
                    });
                };
                let results = arena.run_observed(&observe).map_err(LadderError::from)?;
                crosstable.pairings[index].deals.extend(results.groups().iter().map(Won::in_group));
                for forfeited in results.forfeits() {
                    Forfeited::count(&mut crosstable.forfeits, forfeited.clone());
                }
                keep(crosstable)?;
                if let Some(Stopped { failure, game, .. }) = results.stopped {
                    let games = self.progress(crosstable);
                    return Ok(Some(Stopped { games: games.done, of: games.games, failure, game }));
                }
            }
        }
        Ok(None)
    }

    /// Checks that `crosstable` belongs to this ladder.
    fn check(&self, crosstable: &Crosstable) -> Result<(), LadderError> {
        if let Some(what) = self.begin()?.other_setting(crosstable) {
            return Err(LadderError::Other(what));
        }
        // Only a whole ladder can be extended: with more deals, parts would cover different ones.
        let is_part = !(self.shard.is_whole() && crosstable.shard.is_whole());
        if is_part && (self.shard, self.groups) != (crosstable.shard, crosstable.deals) {
            return Err(LadderError::Other("part of the deals"));
        }
        crosstable.check()
    }

    /// Returns the set-ups with their numbers of seats.
    fn sizes(&self) -> Result<Vec<(u8, &G::Setup)>, ArenaError> {
        let size = |setup| Ok((self.game.seats(&self.game.start(setup)?).count(), setup));
        self.tables.iter().map(size).collect()
    }

    /// Returns the arenas of the games that were played, one for each pairing that has any. They are labelled by the
    /// ruleset, the number of seats, and the positions of the two bots in the list.
    ///
    /// # Errors
    /// When `crosstable` belongs to another ladder, or a game cannot begin.
    pub fn played(&self, crosstable: &Crosstable) -> Result<Vec<Arena<G>>, LadderError> {
        self.check(crosstable)?;
        let (tables, first) = (self.sizes()?, deals_of(self.groups, self.shard).start);
        let arena = |pairing: &Pairing| {
            let (_, setup) = tables.iter().find(|(seats, _)| *seats == pairing.seats)?;
            let Pairing { seats, alone, rest, .. } = pairing;
            let arena = self.arena(setup, pairing, first..first + pairing.deals.len() as u64);
            let label = format!("{}-{seats}-seats-{}-against-{}", arena.label, alone + 1, rest + 1);
            Some(arena.label(label))
        };
        Ok(crosstable.pairings.iter().filter_map(arena).filter(|arena| !arena.groups.is_empty()).collect())
    }

    /// Returns the arena for the deals `groups` of a pairing.
    fn arena(&self, setup: &G::Setup, pairing: &Pairing, groups: Range<u64>) -> Arena<G> {
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
