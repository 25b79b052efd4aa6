//! The price of each element of the rules: a bot that must not use it plays against the same bot, which may. Several
//! player types can play the same deals.

mod run;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

pub use self::run::{Ban, PriceError, PriceRun};
use super::tally::Tally;
use crate::arena::stats::{Estimate, Range, correct};
use crate::arena::{
    ALPHA, Apart, Arena, Endings, Entrant, Finding, Group, Measured, Measuring, Progress, Verdict,
};
use crate::bot::{Bot, choosing};
use crate::common::standings::Share;

/// The prices of the elements of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct Price {
    /// The player types, each by its bot.
    pub players: Vec<String>,
    /// The number of deals for each element.
    pub deals: u64,
    /// A sentence on each element with games that did not end.
    pub unfinished: Vec<String>,
    /// One entry for each element whose games were all played.
    pub elements: Vec<Priced>,
    /// `true` when the run was stopped; the elements that were not complete are missing.
    pub is_stopped: bool,
}

/// The price of one element.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Priced {
    /// The name of the element.
    pub element: String,
    /// The actions that use the element, as a noun phrase without its final full stop.
    pub meaning: String,
    /// The share of the win of the seat that must not use the element, minus the mean share of the other seats. If it
    /// is below 0, the element is worth having.
    pub gain: Option<Estimate>,
    /// The two-sided p-value of this element alone. `None` if the ban changed nothing, and if too many games did not
    /// end.
    pub raw_p_value: Option<f64>,
    /// The p-value corrected for the number of elements and of player types.
    pub p_value: Option<f64>,
    /// Whether the price holds for all player types.
    pub finding: Finding,
    /// The gain minus the gain by the first player type; `None` for the first type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<Apart>,
    /// How the games of this element ended.
    pub endings: Endings,
    /// The decisions of the free seats.
    pub free: Uses,
    /// The decisions of the seat that must not use the element.
    pub restricted: Uses,
    /// The same price for each further player type. All other fields are those of the first type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Self>,
}

/// The decisions in which an element could be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uses {
    /// The number of decisions between several actions, some of which use the element.
    pub offered: u64,
    /// The number of these decisions in which the chosen action uses the element.
    pub used: u64,
    /// The number of decisions in which every legal action uses the element, so that the ban does not apply.
    pub forced: u64,
}

impl Priced {
    /// Returns whether the ban changes the share of the win significantly.
    pub fn is_shown(&self) -> bool {
        self.p_value.is_some_and(|p| p < ALPHA)
    }

    /// Returns the price for each player type, in their order.
    pub fn by_player_type(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.others)
    }

    fn verdict(&self) -> Verdict {
        self.p_value.map_or(Verdict::Open, |p| Verdict::of(p, self.gain))
    }

    /// Adds the same price for the other player types, and the finding for all of them.
    fn join(&mut self, others: Vec<Self>) {
        self.others = others;
        let verdicts: Vec<Verdict> = self.by_player_type().map(Self::verdict).collect();
        let apart: Vec<Option<Apart>> = self.by_player_type().map(|kind| kind.apart).collect();
        let finding = Finding::of(&verdicts, &apart);
        self.finding = finding;
        self.others.iter_mut().for_each(|other| other.finding = finding);
    }
}

/// Counts of decisions, over all games.
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

/// Wraps a bot to count how often it uses an element, and to forbid it if asked. It can wrap any bot that chooses among
/// the actions of its decision.
fn watched<G: Measured>(
    bot: Box<dyn Bot<G>>,
    element: usize,
    is_banned: bool,
    counts: Arc<Counts>,
) -> Box<dyn Bot<G>> {
    let note = |count: &AtomicU64| _ = count.fetch_add(1, Ordering::Relaxed);
    choosing(bot, move |bot, decision| {
        let game = decision.game;
        let others = decision.actions.iter().copied().filter(|action| !game.uses(*action, element));
        let others: Vec<G::Action> = others.collect();
        if others.len() == decision.actions.len() {
            return bot.choose(decision);
        }
        if others.is_empty() {
            note(&counts.forced);
            return bot.choose(decision);
        }
        note(&counts.offered);
        if is_banned {
            return bot.choose(&mut decision.among(&others));
        }
        let action = bot.choose(decision)?;
        if game.uses(action, element) {
            note(&counts.used);
        }
        Ok(action)
    })
}

impl Price {
    /// Returns the prices in a run; elements that are not complete are left out.
    pub fn of(run: &PriceRun) -> Self {
        let mut by_kind: Vec<Vec<Priced>> = run.by_player_type().map(|kind| prices_of(run, kind)).collect();
        correct(by_kind.iter_mut().flatten().filter_map(|priced| priced.p_value.as_mut()), 1.0);
        let apart = by_kind.iter_mut().flatten().filter_map(|priced| priced.apart.as_mut()?.p_value.as_mut());
        correct(apart, 1.0);
        let unfinished = by_kind.iter().flatten().filter_map(|priced| priced.endings.in_words()).collect();
        let mut kinds = by_kind.into_iter().map(Vec::into_iter);
        let mut elements: Vec<Priced> = kinds.next().into_iter().flatten().collect();
        let mut others: Vec<_> = kinds.collect();
        for priced in &mut elements {
            priced.join(others.iter_mut().filter_map(Iterator::next).collect());
        }
        let players = run.by_player_type().map(|kind| kind.bot().to_owned()).collect();
        Self { players, deals: run.deals, unfinished, elements, is_stopped: !run.is_complete() }
    }
}

/// Returns the prices for one player type, not yet corrected.
fn prices_of(run: &PriceRun, kind: &PriceRun) -> Vec<Priced> {
    let range = Range::SHARE.of_difference();
    let of_ban = |(ban, first): (&Ban, &Ban)| {
        let endings = kind.endings(ban);
        let are_judged = endings.judge_wins() && run.endings(first).judge_wins();
        let apart = ban.apart.and_then(|apart| {
            let difference = apart.estimate(range.of_difference())?;
            let p_value = apart.p_value().filter(|_| are_judged);
            Some(Apart { difference, raw_p_value: p_value, p_value })
        });
        ban.gain.map(|gain| {
            let p_value = gain.p_value().filter(|_| endings.judge_wins());
            Priced {
                element: ban.element.clone(),
                meaning: ban.meaning.clone(),
                gain: gain.estimate(range).map(|gain| endings.of_wins(gain)),
                raw_p_value: p_value,
                p_value,
                finding: Finding::Open,
                apart,
                endings,
                free: ban.free,
                restricted: ban.restricted,
                others: Vec::new(),
            }
        })
    };
    kind.elements.iter().zip(&run.elements).filter_map(of_ban).collect()
}

impl PriceRun {
    /// Plays the remaining elements of this part, in the arena of each player type. One seat must not use the element
    /// (every seat in turn), and the first player of the line-up has all seats. `observer` receives the number of
    /// games, and `keep` is called with the run after each element, to save it. A run that is stopped
    /// ([`Arena::stop`]) can be resumed later, with the same results.
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
    /// let kinds = [arena];
    /// let mut run = PriceRun::begin(&kinds, &[0, 1], Shard::WHOLE)?;
    /// run.play(&kinds, &|_| (), &mut |_| Ok::<(), PriceError>(()))?;
    /// let prices = Price::of(&run);
    /// assert_eq!(prices.elements.len(), 2);
    /// assert!(prices.elements[0].free.offered > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the run belongs to other games or another release, when the games cannot be played or a bot fails; and the
    /// errors of `keep`.
    pub fn play<G: Measured, E: From<PriceError>>(
        &mut self,
        arenas: &[Arena<G>],
        observer: &(dyn Fn(Progress) + Sync),
        keep: &mut dyn FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.check(arenas)?;
        let left: Vec<usize> = self.left().collect();
        let of_deal: u64 = arenas.iter().map(|arena| arena.lineup.len() as u64).sum();
        let games = self.deals.saturating_mul(of_deal).saturating_mul(left.len() as u64);
        let done = AtomicU64::new(0);
        let observe = |count: u64| {
            let done = done.fetch_add(count, Ordering::Relaxed) + count;
            observer(Progress { done, games });
        };
        for place in left {
            let name = &self.elements[place].element;
            let element = G::ELEMENTS.iter().position(|element| element.name == name);
            let element = element.ok_or(PriceError::OtherRun)?;
            let mut duels = Vec::new();
            for arena in arenas {
                let duel = Duel::play(arena, element, self.deals, &observe)?;
                if (duel.gains.len() as u64) < self.deals {
                    return Ok(());
                }
                duels.push(duel);
            }
            for (kind, duel) in duels.iter().enumerate() {
                let ban = &mut self.kind_mut(kind).elements[place];
                ban.gain = Some(tally(duel.gains.iter().copied()));
                let apart = duel.gains.iter().zip(&duels[0].gains).map(|(own, first)| own - first);
                ban.apart = (kind > 0).then(|| tally(apart));
                (ban.unfinished, ban.free, ban.restricted) = (duel.unfinished, duel.free, duel.restricted);
            }
            keep(self)?;
        }
        Ok(())
    }
}

fn tally(values: impl Iterator<Item = f64>) -> Tally {
    let mut tally = Tally::default();
    values.for_each(|value| tally.add(value));
    tally
}

/// The games of one element by one player type.
struct Duel {
    /// The gain of each deal.
    gains: Vec<f64>,
    unfinished: u64,
    free: Uses,
    restricted: Uses,
}

impl Duel {
    fn play<G: Measured>(
        arena: &Arena<G>,
        element: usize,
        deals: u64,
        observe: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, PriceError> {
        let [free, banned] = [Arc::<Counts>::default(), Arc::default()];
        let duel = Arena {
            lineup: lineup(arena, element, [&free, &banned]),
            groups: 0..deals,
            luck: false,
            measuring: Measuring::Nothing,
            ..arena.clone()
        };
        let (mut gains, mut unfinished) = (Vec::new(), 0);
        duel.run_through(|group| {
            gains.push(gain(&group));
            unfinished += group.games.iter().filter(|game| !game.has_shares()).count() as u64;
            observe(group.games.len() as u64);
        })?;
        Ok(Self { gains, unfinished, free: free.uses(), restricted: banned.uses() })
    }
}

/// Returns the line-up for an element: the banned player once, and the free one in all other seats.
fn lineup<G: Measured>(
    arena: &Arena<G>,
    element: usize,
    [free, banned]: [&Arc<Counts>; 2],
) -> Vec<Entrant<G>> {
    let Some(bot) = arena.lineup.first() else { return Vec::new() };
    let entrant = |is_banned: bool, counts: &Arc<Counts>| {
        let name = if is_banned { format!("{} without", bot.name()) } else { bot.name().to_owned() };
        let (bot, counts) = (bot.clone(), Arc::clone(counts));
        Entrant::trying(name, move || Ok(watched(bot.bot()?, element, is_banned, Arc::clone(&counts))))
    };
    let mut lineup = vec![entrant(false, free); arena.lineup.len()];
    lineup[0] = entrant(true, banned);
    lineup
}

/// Returns the share of the win of the banned seat minus the mean of the others, over the seatings of a deal.
fn gain(group: &Group) -> f64 {
    let (mut own, mut others, mut seats) = (0, 0, 0);
    for game in &group.games {
        for (index, share) in game.shares.iter().enumerate() {
            // The banned player is the first in the line-up, which is rotated by the seating.
            let is_banned = (index + usize::from(game.seating)).is_multiple_of(game.shares.len());
            *(if is_banned { &mut own } else { &mut others }) += u64::from(share.parts());
            seats += 1;
        }
    }
    let games = group.games.len().max(1) as f64;
    let free = (f64::from(seats) - games).max(1.0);
    (own as f64 / games - others as f64 / free) / f64::from(Share::PARTS)
}
