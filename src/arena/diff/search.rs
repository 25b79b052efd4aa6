//! The search for witnesses: races under two rulesets at once, played at random and by a bot of the game.

use rand::RngExt;

use super::kind::DifferenceKind;
use super::lockstep::{Lockstep, Parting, Step, action, disagree_on_setup, outcome};
use super::settings::{Plan, Search};
use super::shorten::{Found, shorten};
use super::witness::{Witness, length};
use crate::bot::{Bot, BotSpec, Bots, Decision};
use crate::common::order::sort_by_key;
use crate::common::seat::Seat;
use crate::game::streams::{Stream, StreamCounts, Streams};
use crate::game::{RaceGame, Turn};
use crate::record::EventOf;
use crate::text::Text;

/// A bot makes one in this many decisions at random, so that its races vary.
const STRAY: u32 = 8;
/// The number of paths of each kind that are shortened, because the shortest path found may not stay the shortest.
const KEPT: usize = 6;
/// The maximum number of races, and of events in each, in the search for differences in standings and pictures.
const SHOWN: (u64, usize) = (4, 60);

/// The search with one number of players, and the best paths found.
struct Hunt<'a, G: RaceGame> {
    games: [&'a G; 2],
    setup: &'a G::Setup,
    plan: Plan<'a>,
    looks: Looks,
    /// The shortest paths found of each kind, in ascending order of length.
    best: [Vec<Found<G>>; DifferenceKind::COUNT],
}

/// The kind of differences to look for in each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// All differences in play.
    Play,
    /// Differences in standings and pictures while the race goes on.
    Shown,
}

/// Returns the simplest witness of each kind for two games, in the order of kinds, and the number of races played.
pub(super) fn witnesses<G: Text + Bots>(
    games: [&G; 2],
    plan: Plan<'_>,
    looks: Looks,
) -> (Vec<Witness<G>>, u64) {
    let (mut best, mut played) = (Vec::new(), 0);
    for players in all_players(games) {
        let setup = games[0].setup(players);
        let all = if disagree_on_setup(games, &setup) {
            vec![Found { events: Vec::new(), parting: Parting { kind: DifferenceKind::SetUp, event: None } }]
        } else {
            let best = [const { Vec::new() }; DifferenceKind::COUNT];
            let mut hunt = Hunt { games, setup: &setup, plan, looks, best };
            played += hunt.play();
            // A stopped search returns at once, without looking for the simplest witness.
            let simplest = |found: Vec<Found<G>>| {
                if plan.is_stopped() { found.into_iter().next() } else { shorten(games, &setup, found) }
            };
            hunt.best.into_iter().filter_map(simplest).collect()
        };
        for found in all {
            keep(&mut best, witness(games, &setup, plan.search, found), players);
        }
    }
    let mut witnesses: Vec<Witness<G>> = best.into_iter().map(|(witness, _)| witness).collect();
    if witnesses
        .iter()
        .any(|witness| matches!(witness.kind, DifferenceKind::OnlyFirst | DifferenceKind::OnlySecond))
    {
        witnesses.retain(|witness| witness.kind != DifferenceKind::Actions);
    }
    sort_by_key(&mut witnesses, |witness| witness.kind);
    (witnesses, played)
}

/// Returns every number of players that at least one of the two games allows, in ascending order.
fn all_players<G: RaceGame>(games: [&G; 2]) -> impl Iterator<Item = u8> {
    let [one, other] = games.map(RaceGame::players);
    *one.start().min(other.start())..=*one.end().max(other.end())
}

fn witness<G: RaceGame>(games: [&G; 2], setup: &G::Setup, search: &Search, found: Found<G>) -> Witness<G> {
    Witness {
        kind: found.parting.kind,
        rulesets: games.map(|game| game.ruleset().clone()),
        setup: setup.clone(),
        events: found.events,
        parting: found.parting.event,
        seed: search.seed,
    }
}

/// Keeps the simplest witness of each kind.
fn keep<G: RaceGame>(best: &mut Vec<(Witness<G>, u8)>, new: Witness<G>, players: u8) {
    match best.iter_mut().find(|(known, _)| known.kind == new.kind) {
        Some((known, seats)) if new.length(players) < known.length(*seats) => {
            (*known, *seats) = (new, players);
        }
        Some(_) => {}
        None => best.push((new, players)),
    }
}

impl<G: Text + Bots> Hunt<'_, G> {
    /// Plays the races and returns their number.
    fn play(&mut self) -> u64 {
        let Some(start) = Lockstep::start(self.games, self.setup) else { return 0 };
        if start.is_apart() {
            self.offer(&[], Parting { kind: DifferenceKind::Start, event: None });
            return 1;
        }
        let Search { games, most_events, .. } = *self.plan.search;
        let (races, most_events) = match self.looks {
            Looks::Play => (games, most_events),
            Looks::Shown => (games.min(SHOWN.0), most_events.min(SHOWN.1)),
        };
        for race in 0..races {
            if self.plan.is_stopped() {
                return race;
            }
            // After half of the races, the remaining ones only look for a shorter path.
            let shortest = self.best.iter().filter_map(|found| found.first());
            let longest = shortest.map(|found| found.events.len()).max();
            let most = longest.filter(|_| 2 * race >= races).unwrap_or(usize::MAX);
            self.race(start.clone(), race, most.min(most_events));
        }
        races
    }

    /// Plays one race until the rulesets diverge.
    fn race(&mut self, mut race: Lockstep<'_, G>, number: u64, most_events: usize) {
        let streams = Streams { seed: self.plan.search.seed, group: number };
        let mut counts = StreamCounts::new();
        let mut bots = self.bots(number);
        let (mut events, mut partings) = (Vec::new(), Vec::new());
        loop {
            self.look(&mut race, &mut partings);
            for parting in partings.drain(..) {
                self.offer(&events, parting);
            }
            let [turn, other] = race.turns();
            if turn != other || events.len() >= most_events || self.plan.is_stopped() {
                return;
            }
            let event = match turn {
                Turn::Over => return,
                Turn::Chance(point) => {
                    let mut rng = streams.chance(point, counts.next_chance(point));
                    chance(&race, &mut rng)
                }
                Turn::Seat(seat) => {
                    let mut rng = streams.bot(seat, counts.next_decision(seat));
                    let bot = bots.get_mut(seat.index());
                    decision(&race, seat, bot, &mut rng)
                }
            };
            let Some(event) = event else { return };
            match race.step(&event) {
                Step::Same => events.push(event),
                Step::Parted => {
                    return self.offer(&events, Parting { kind: DifferenceKind::Result, event: Some(event) });
                }
                Step::Refused => return,
            }
        }
    }

    fn look(&self, race: &mut Lockstep<'_, G>, partings: &mut Vec<Parting<G>>) {
        race.partings(partings);
        if self.looks == Looks::Shown {
            partings.clear();
            let mut note = |kind| partings.push(Parting { kind, event: None });
            if race.standings_differ() {
                note(DifferenceKind::Standings);
            }
            if race.pictures_differ() {
                note(DifferenceKind::Screen);
            }
        }
    }

    /// Returns the bots of a race. Every other race is played by the first bot of the game, the rest at random.
    fn bots(&self, number: u64) -> Vec<Box<dyn Bot<G>>> {
        let Some(usual) = G::BOTS.first().filter(|_| number % 2 == 1) else { return Vec::new() };
        let spec = BotSpec::named(usual.name);
        let seats = self.games[0].start(self.setup).map_or(0, |state| self.games[0].seats(&state).count());
        (0..seats).filter_map(|_| G::bot(&spec).ok()).collect()
    }

    fn offer(&mut self, events: &[EventOf<G>], parting: Parting<G>) {
        let best = &mut self.best[parting.kind as usize];
        let place = best.partition_point(|known| length(&known.events) <= length(events));
        if place < KEPT {
            best.truncate(KEPT - 1);
            best.insert(place, Found { events: events.to_vec(), parting });
        }
    }
}

/// Returns an outcome that is possible under both rulesets: the one that the first game draws, or else any.
fn chance<G: Text>(race: &Lockstep<'_, G>, rng: &mut Stream) -> Option<EventOf<G>> {
    let drawn = race.games[0].sample_chance(&race.states[0], rng);
    if race.chances[1].iter().any(|weighted| weighted.outcome == drawn) {
        return Some(outcome::<G>(drawn));
    }
    any(&race.common_events(), rng)
}

/// Returns an action that both rulesets allow: the bot's choice, or else any.
fn decision<G: Text>(
    race: &Lockstep<'_, G>,
    seat: Seat,
    bot: Option<&mut Box<dyn Bot<G>>>,
    rng: &mut Stream,
) -> Option<EventOf<G>> {
    let common = race.common_events();
    let Some(bot) = bot.filter(|_| rng.random_range(0..STRAY) > 0) else { return any(&common, rng) };
    let view = race.games[0].view(&race.states[0], seat);
    let chosen = bot.choose(&mut Decision::new(race.games[0], &view, &race.actions[0], rng)).ok();
    let chosen = chosen.map(|chosen| action::<G>(seat, chosen)).filter(|chosen| common.contains(chosen));
    chosen.or_else(|| any(&common, rng))
}

fn any<T: Copy>(all: &[T], rng: &mut Stream) -> Option<T> {
    if all.is_empty() { None } else { Some(all[rng.random_range(0..all.len())]) }
}
