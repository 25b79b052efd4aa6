//! The price of each element of the rules: a bot that must not use it against the same bot, which may.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::tally::Tally;
use crate::arena::stats::{Estimate, Range, holm};
use crate::arena::{Arena, ArenaError, Element, Entrant, Group, Measured, Progress};
use crate::bot::{Bot, BotError, Decision};
use crate::seat::Seat;
use crate::standings::Share;

/// The significance level of the corrected p-values.
const ALPHA: f64 = 0.05;

/// The prices of the elements of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct Price {
    /// The number of deals of each element that were played.
    pub deals: u64,
    /// One entry for each element of the game.
    pub elements: Vec<Priced>,
    /// The run was stopped; the elements that were not complete are missing.
    pub is_stopped: bool,
}

/// The price of one element.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Priced {
    /// The element.
    pub element: Element,
    /// The share of the win of the seat that must not use it, less the mean share of the other seats. Below 0 the element
    /// is worth having.
    pub gain: Option<Estimate>,
    /// The two-sided p-value, corrected for the number of elements. `None` where the ban changed nothing.
    pub p_value: Option<f64>,
    /// The decisions of the free seats.
    pub free: Uses,
    /// The decisions of the seat that must not use it.
    pub restricted: Uses,
}

/// The decisions in which an element could be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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

    fn told(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        self.bot.told(game, seat, happening);
    }
}

impl Price {
    /// Plays each element that is named, by its place in [`Measured::ELEMENTS`]: one seat of `arena` must not use it, in every
    /// seat in turn, and the first player of the line-up has all seats. `observer` is told the number of games.
    ///
    /// ```
    /// use furlong::arena::{Arena, Entrant};
    /// use furlong::design::Price;
    /// use furlong::gotham::Gotham;
    /// use furlong::{RaceGame, RandomBot, Ruleset};
    ///
    /// let game = Gotham::new(Ruleset::open("standard")?)?;
    /// let setup = game.setup(2);
    /// let random = Entrant::new("random", || Box::new(RandomBot));
    /// let prices = Price::of(&Arena::new(game, setup, vec![random; 2], 1, 20), &[0, 1], &|_| ())?;
    /// assert_eq!(prices.elements.len(), 2);
    /// assert!(prices.elements[0].free.offered > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the games cannot be played, or a bot fails.
    pub fn of<G: Measured>(
        arena: &Arena<G>,
        elements: &[usize],
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Self, ArenaError> {
        let seatings = arena.lineup.len() as u64;
        let deals = arena.groups.end - arena.groups.start;
        let games = deals.saturating_mul(seatings).saturating_mul(elements.len() as u64);
        let done = AtomicU64::new(0);
        let mut prices = Self { deals, elements: Vec::new(), is_stopped: false };
        for place in elements {
            let Some(element) = G::ELEMENTS.get(*place) else { continue };
            let [free, banned] = [Arc::<Counts>::default(), Arc::default()];
            let lineup = lineup(arena, *place, [&free, &banned]);
            let mut tally = Tally::default();
            let duel =
                Arena { lineup, luck: false, measuring: crate::arena::Measuring::Nothing, ..arena.clone() };
            duel.run_through(|group| {
                tally.add(gain(&group));
                let done = done.fetch_add(seatings, Ordering::Relaxed) + seatings;
                observer(Progress { done, games });
            })?;
            if tally.count < deals {
                prices.is_stopped = true;
                break;
            }
            prices.elements.push(Priced {
                element: *element,
                gain: tally.estimate(Range::SHARE.of_difference()),
                p_value: tally.p_value(),
                free: free.uses(),
                restricted: banned.uses(),
            });
        }
        prices.correct();
        Ok(prices)
    }

    fn correct(&mut self) {
        let mut asked: Vec<&mut f64> =
            self.elements.iter_mut().filter_map(|priced| priced.p_value.as_mut()).collect();
        let corrected = holm(&asked.iter().map(|p| **p).collect::<Vec<f64>>());
        for (p, corrected) in asked.iter_mut().zip(corrected) {
            **p = corrected;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{BotSpec, RandomBot};
    use crate::game::RaceGame as _;
    use crate::hare_tortoise::{HareTortoise, Ruleset};
    use crate::ruleset::Ruleset as _;

    fn arena(bot: Entrant<HareTortoise>, deals: u64) -> Arena<HareTortoise> {
        let game = HareTortoise::new(Ruleset::open("classic").expect("a ruleset of the library"));
        let game = game.expect("it is playable");
        let setup = game.setup(3);
        Arena::new(game, setup, vec![bot; 3], 3, deals)
    }

    fn place(name: &str) -> usize {
        HareTortoise::ELEMENTS
            .iter()
            .position(|element| element.name == name)
            .expect("an element of the game")
    }

    #[test]
    fn a_banned_bot_never_uses_the_element_and_a_free_one_does() {
        let random = Entrant::new("random", || Box::new(RandomBot));
        let prices =
            Price::of(&arena(random, 40), &[place("tortoise"), place("hare")], &|_| ()).expect("games");
        for priced in &prices.elements {
            assert!(priced.free.used > 0 && priced.free.used < priced.free.offered, "{priced:?}");
            assert!(priced.restricted.offered > 0 && priced.restricted.used == 0, "{priced:?}");
        }
        assert_eq!((prices.deals, prices.is_stopped), (40, false));
    }

    #[test]
    fn a_bot_that_may_not_go_to_number_squares_loses_to_those_that_may() {
        let spec: BotSpec = "heuristic".parse().expect("a bot");
        let bot = Entrant::of(&spec).expect("a bot of the game");
        let prices = Price::of(&arena(bot, 60), &[place("number")], &|_| ()).expect("games");
        let [number] = &prices.elements[..] else { panic!("one element: {prices:?}") };
        assert!(number.gain.expect("games").value < 0.0, "{number:?}");
    }
}
