//! The price of each element of the rules: a bot that must not use it against the same bot, which may.

mod run;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

pub use self::run::{Ban, PriceError, PriceRun};
use super::tally::Tally;
use crate::arena::stats::{Estimate, Range, holm};
use crate::arena::{ALPHA, Arena, Endings, Entrant, Group, Measured, Measuring, Progress};
use crate::bot::{Bot, BotError, Decision};
use crate::ground::seat::Seat;
use crate::ground::standings::Share;

/// The prices of the elements of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct Price {
    /// The number of deals of each element.
    pub deals: u64,
    /// A sentence on each element with games that did not end.
    pub unfinished: Vec<String>,
    /// One entry for each element whose games were all played.
    pub elements: Vec<Priced>,
    /// The run was stopped; the elements that were not complete are missing.
    pub is_stopped: bool,
}

/// The price of one element.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Priced {
    /// The name of the element.
    pub element: String,
    /// The actions that use it, as a noun phrase without its final full stop.
    pub meaning: String,
    /// The share of the win of the seat that must not use it, less the mean share of the other seats. Below 0 the element
    /// is worth having.
    pub gain: Option<Estimate>,
    /// The two-sided p-value of this element alone. `None` where the ban changed nothing, and where too many games did not
    /// end.
    pub raw_p_value: Option<f64>,
    /// The p-value corrected for the number of elements.
    pub p_value: Option<f64>,
    /// The endings of its games.
    pub endings: Endings,
    /// The decisions of the free seats.
    pub free: Uses,
    /// The decisions of the seat that must not use it.
    pub restricted: Uses,
}

/// The decisions in which an element could be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uses {
    /// Decisions between several actions, of which some use the element.
    pub offered: u64,
    /// Those in which an action was chosen that uses it.
    pub used: u64,
    /// Decisions in which all legal actions use it, so that the ban does not hold.
    pub forced: u64,
}

impl Priced {
    /// Returns whether the ban changes the share of the win beyond chance.
    pub fn is_shown(&self) -> bool {
        self.p_value.is_some_and(|p| p < ALPHA)
    }
}

/// Counts of decisions, from all games.
#[derive(Debug, Default)]
struct Counts {
    offered: AtomicU64,
    used: AtomicU64,
    forced: AtomicU64,
}

impl Counts {
    fn uses(&self) -> Uses {
        let [offered, used, forced] =
            [&self.offered, &self.used, &self.forced].map(|count| count.load(Ordering::Relaxed));
        Uses { offered, used, forced }
    }
}

/// A bot whose uses of an element are counted, and may be forbidden. It works for every bot that chooses among the actions
/// of its decision.
struct Watched<B> {
    bot: B,
    element: usize,
    is_banned: bool,
    counts: Arc<Counts>,
}

impl<G: Measured, B: Bot<G>> Bot<G> for Watched<B> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        let (game, element) = (decision.game, self.element);
        let others = decision.actions.iter().copied().filter(|action| !game.uses(*action, element));
        let others: Vec<G::Action> = others.collect();
        let note = |count: &AtomicU64| _ = count.fetch_add(1, Ordering::Relaxed);
        if others.len() == decision.actions.len() {
            return self.bot.choose(decision);
        }
        if others.is_empty() {
            note(&self.counts.forced);
            return self.bot.choose(decision);
        }
        note(&self.counts.offered);
        if self.is_banned {
            return self.bot.choose(&mut decision.among(&others));
        }
        let action = self.bot.choose(decision)?;
        if game.uses(action, element) {
            note(&self.counts.used);
        }
        Ok(action)
    }

    fn listens(&self) -> bool {
        self.bot.listens()
    }

    fn begin(&mut self, game: &G, seat: Seat) {
        self.bot.begin(game, seat);
    }

    fn told(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        self.bot.told(game, seat, happening);
    }
}

impl Price {
    /// The prices in a run; elements that are not complete are left out.
    pub fn of(run: &PriceRun) -> Self {
        let of_ban = |ban: &Ban| {
            let endings = run.endings(ban);
            ban.gain.map(|gain| {
                let estimate = gain.estimate(Range::SHARE.of_difference());
                let p_value = gain.p_value().filter(|_| endings.judge_wins());
                Priced {
                    element: ban.element.clone(),
                    meaning: ban.meaning.clone(),
                    gain: estimate.map(|gain| endings.of_wins(gain)),
                    raw_p_value: p_value,
                    p_value,
                    endings,
                    free: ban.free,
                    restricted: ban.restricted,
                }
            })
        };
        let mut elements: Vec<Priced> = run.elements.iter().filter_map(of_ban).collect();
        let raw: Vec<f64> = elements.iter().filter_map(|priced| priced.p_value).collect();
        let tested = elements.iter_mut().filter_map(|priced| priced.p_value.as_mut());
        tested.zip(holm(&raw)).for_each(|(p_value, corrected)| *p_value = corrected);
        let unfinished = elements.iter().filter_map(|priced| priced.endings.told()).collect();
        Self { deals: run.deals, unfinished, elements, is_stopped: !run.is_complete() }
    }
}

impl PriceRun {
    /// Plays the elements of this part that are not played yet: one seat of `arena` must not use the element, in every seat
    /// in turn, and the first player of the line-up has all seats. `observer` receives the number of games, and `keep` is
    /// called with the run after each element, to save it. A run that is stopped ([`Arena::stop`]) can go on later, with
    /// the same results.
    ///
    /// ```
    /// use furlong::arena::{Arena, Entrant, Shard};
    /// use furlong::design::Price;
    /// use furlong::design::price::{PriceError, PriceRun};
    /// use furlong::gotham::Gotham;
    /// use furlong::{RaceGame, RandomBot, ruleset};
    ///
    /// let game = Gotham::new(ruleset::open("standard")?)?;
    /// let setup = game.setup(2);
    /// let random = Entrant::new("random", || Box::new(RandomBot));
    /// let arena = Arena::new(game, setup, vec![random; 2], 1, 20);
    /// let mut run = PriceRun::begin(&arena, &[0, 1], Shard::WHOLE)?;
    /// run.play(&arena, &|_| (), &mut |_| Ok::<(), PriceError>(()))?;
    /// let prices = Price::of(&run);
    /// assert_eq!(prices.elements.len(), 2);
    /// assert!(prices.elements[0].free.offered > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the run is of other games or another release, when the games cannot be played or a bot fails; and the errors of
    /// `keep`.
    pub fn play<G: Measured, E: From<PriceError>>(
        &mut self,
        arena: &Arena<G>,
        observer: &(dyn Fn(Progress) + Sync),
        keep: &mut dyn FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.check(arena)?;
        let seatings = arena.lineup.len() as u64;
        let left: Vec<usize> = self.left().collect();
        let games = self.deals.saturating_mul(seatings).saturating_mul(left.len() as u64);
        let done = AtomicU64::new(0);
        for place in left {
            let name = &self.elements[place].element;
            let element = G::ELEMENTS.iter().position(|element| element.name == name);
            let element = element.ok_or(PriceError::OtherRun)?;
            let [free, banned] = [Arc::<Counts>::default(), Arc::default()];
            let duel = Arena {
                lineup: lineup(arena, element, [&free, &banned]),
                groups: 0..self.deals,
                luck: false,
                measuring: Measuring::Nothing,
                ..arena.clone()
            };
            let (mut tally, mut unfinished) = (Tally::default(), 0);
            let played = duel.run_through(|group| {
                tally.add(gain(&group));
                unfinished += group.games.iter().filter(|game| !game.has_shares()).count() as u64;
                let done = done.fetch_add(seatings, Ordering::Relaxed) + seatings;
                observer(Progress { done, games });
            });
            played.map_err(PriceError::Arena)?;
            if tally.count < self.deals {
                break;
            }
            let ban = &mut self.elements[place];
            (ban.gain, ban.unfinished) = (Some(tally), unfinished);
            (ban.free, ban.restricted) = (free.uses(), banned.uses());
            keep(self)?;
        }
        Ok(())
    }
}

/// The line-up of an element: the banned player once, and the free one in all other seats.
fn lineup<G: Measured>(
    arena: &Arena<G>,
    element: usize,
    [free, banned]: [&Arc<Counts>; 2],
) -> Vec<Entrant<G>> {
    let Some(bot) = arena.lineup.first() else { return Vec::new() };
    let watched = |is_banned: bool, counts: &Arc<Counts>| {
        let name = if is_banned { format!("{} without", bot.name()) } else { bot.name().to_owned() };
        let (bot, counts) = (bot.clone(), Arc::clone(counts));
        Entrant::trying(name, move || {
            let counts = Arc::clone(&counts);
            Ok(Box::new(Watched { bot: bot.bot()?, element, is_banned, counts }) as Box<dyn Bot<G>>)
        })
    };
    let mut lineup = vec![watched(false, free); arena.lineup.len()];
    lineup[0] = watched(true, banned);
    lineup
}

/// The share of the win of the banned seat less the mean of the others, over the seatings of a deal.
fn gain(group: &Group) -> f64 {
    let (mut own, mut others, mut seats) = (0, 0, 0);
    for game in &group.games {
        for (index, share) in game.shares.iter().enumerate() {
            // The banned player is the first of the line-up, which is rotated by the seating.
            let is_banned = (index + usize::from(game.seating)).is_multiple_of(game.shares.len());
            *(if is_banned { &mut own } else { &mut others }) += u64::from(share.parts());
            seats += 1;
        }
    }
    let games = group.games.len().max(1) as f64;
    let free = (f64::from(seats) - games).max(1.0);
    (own as f64 / games - others as f64 / free) / f64::from(Share::PARTS)
}
