//! Ladders of bots.

use std::sync::atomic::{AtomicU64, Ordering};

use furlong::animal_race::AnimalRace;
use furlong::arena::stats::Accepted;
use furlong::arena::{
    Arena, Crosstable, EloTest, Entrant, GameHash, Ladder, LadderError, NoTest, Progress, Rated, Shard,
    Stopped, Won,
};
use furlong::bot::StopFlag;
use furlong::common::{Share, StableHasher};
use furlong::{Bot, BotSpec, RaceGame as _, RandomBot, Stream};
use rand::{RngExt as _, SeedableRng as _};

use super::{game, threads};

/// A ladder of random bots with these `names`.
pub(super) fn ladder(names: &[&str], groups: u64) -> Ladder<AnimalRace> {
    let game = game::<AnimalRace>();
    let entrant = |name: &&str| Entrant::new(*name, || Box::new(RandomBot) as Box<dyn Bot<AnimalRace>>);
    let tables = vec![game.setup(2), game.setup(4)];
    Ladder::new(game, tables, names.iter().map(entrant).collect(), 5, groups)
}

/// Plays all of a ladder, or until `deals` deals are done in this call.
pub(super) fn climb(ladder: &Ladder<AnimalRace>, crosstable: &mut Crosstable, deals: u64) {
    let ladder = ladder.clone().stop(StopFlag::default());
    let done = AtomicU64::new(0);
    let observer = |_: Progress| {
        if done.fetch_add(1, Ordering::Relaxed) + 1 >= deals {
            ladder.stop.store(true, Ordering::Relaxed);
        }
    };
    let stopped = ladder.climb::<LadderError>(crosstable, &observer, |_| Ok(())).expect("it is this ladder");
    let Progress { done: games, games: of } = ladder.progress(crosstable);
    assert_eq!(stopped, (games < of).then_some(Stopped { games, of, failure: None, game: None }));
}

#[test]
fn a_ladder_that_was_broken_off_goes_on_to_the_same_end() {
    let ladder = ladder(&["a", "b", "c"], 40);
    let mut at_once = ladder.begin().expect("a ladder");
    climb(&ladder, &mut at_once, u64::MAX);
    assert!(at_once.pairings.iter().all(|pairing| pairing.deals.len() == 40));
    assert_eq!(at_once.sizes(), [2, 4]);
    let mut in_parts = ladder.begin().expect("a ladder");
    for deals in [1, 20, 57] {
        let few = ladder.clone().threads(threads(2));
        climb(&few, &mut in_parts, deals);
        let kept = serde_json::to_string(&in_parts).expect("data");
        in_parts = serde_json::from_str(&kept).expect("the same data");
    }
    assert_ne!(in_parts, at_once, "not all is played yet");
    climb(&ladder, &mut in_parts, u64::MAX);
    assert_eq!(in_parts, at_once);
}

#[test]
fn a_ladder_counts_as_the_arena_does() {
    let game = game::<AnimalRace>();
    let entrant = |name: &str| Entrant::of(&name.parse::<BotSpec>().expect("a name")).expect("a bot");
    let entrants = vec![entrant("heuristic"), entrant("random")];
    let ladder = ladder(&[], 20).entrants(entrants.clone());
    let mut crosstable = ladder.begin().expect("a ladder");
    climb(&ladder, &mut crosstable, u64::MAX);
    let lineup = vec![entrants[0].clone(), entrants[1].clone(), entrants[1].clone(), entrants[1].clone()];
    let setup = game.setup(4);
    let results = Arena::new(game, setup, lineup, 5, 20).run().expect("it runs");
    let pairing = crosstable.at(4).next().expect("a pairing");
    let shares: Vec<f64> = results.scores().iter().map(|score| score.share.value).collect();
    let (share, lead) =
        (crosstable.share(pairing).expect("games").value, crosstable.lead(pairing).expect("games").value);
    assert!((share - shares[0]).abs() < 1e-12 && (lead - (shares[0] - shares[1])).abs() < 1e-12);
    let rated = crosstable.ratings(4, 1);
    assert_eq!(rated[0].bot, "heuristic");
    let interval = rated[0].interval.expect("twenty deals have one");
    assert!(interval.low > 0.0, "it is stronger, and the interval says so: {rated:?}");
    assert_eq!((rated[1].elo, rated[1].games), (Some(0.0), 80));
}

#[test]
fn bots_that_are_alike_are_rated_alike() {
    let ladder = ladder(&["a", "b"], 30);
    let mut crosstable = ladder.begin().expect("a ladder");
    climb(&ladder, &mut crosstable, u64::MAX);
    for seats in [2, 4] {
        let lead = crosstable.at(seats).next().and_then(|pairing| crosstable.lead(pairing)).expect("games");
        assert!(lead.value.abs() < 1e-12, "{lead:?}");
        assert!(
            crosstable.ratings(seats, 0).iter().all(|rated| rated.elo.is_some_and(|elo| elo.abs() < 0.01))
        );
    }
}

#[test]
fn what_makes_no_ladder_is_refused() {
    let refused = |ladder: &Ladder<AnimalRace>| ladder.begin().expect_err("it makes no ladder");
    assert_eq!(refused(&ladder(&["a"], 1)), LadderError::TooFew);
    assert_eq!(refused(&ladder(&["a", "b", "a"], 1)), LadderError::Twice("a".to_owned()));
    let good = ladder(&["a", "b"], 4);
    let twice = vec![good.game.setup(3), good.game.setup(3)];
    assert_eq!(refused(&good.clone().tables(twice)), LadderError::SameTable(3));

    let mut crosstable = good.begin().expect("a ladder");
    climb(&good, &mut crosstable, u64::MAX);
    let other = |ladder: &Ladder<AnimalRace>, crosstable: &Crosstable| {
        let mut crosstable = crosstable.clone();
        let before = crosstable.clone();
        let refused = ladder.climb::<LadderError>(&mut crosstable, &|_| (), |_| Ok(()));
        assert_eq!(crosstable, before, "nothing is lost");
        refused.expect_err("it is another ladder")
    };
    assert_eq!(other(&good.clone().seed(6), &crosstable), LadderError::Other("seed"));
    assert_eq!(other(&ladder(&["a", "c"], 4), &crosstable), LadderError::Other("list of bots"));
    let one_table = good.clone().tables(vec![good.game.setup(2)]);
    assert_eq!(other(&one_table, &crosstable), LadderError::Other("list of tables"));
    crosstable.pairings[1].deals[2].rest = 5 * furlong::common::Share::PARTS;
    assert_eq!(other(&good, &crosstable), LadderError::Damaged(2));
}

#[test]
fn the_parts_of_a_ladder_make_the_ladder_and_others_are_refused_by_name() {
    let ladder = ladder(&["a", "b", "c"], 70);
    let mut whole = ladder.begin().expect("a ladder");
    climb(&ladder, &mut whole, u64::MAX);
    assert_eq!(Crosstable::most_parts(70), 5);
    let part = |number| {
        let ladder = ladder.clone().shard(Shard::new(number, 3).expect("a part"));
        let mut part = ladder.begin().expect("a ladder");
        climb(&ladder, &mut part, u64::MAX);
        (format!("part {number}"), part)
    };
    let parts = [3, 1, 2].map(part);
    let deals = parts.each_ref().map(|(_, part)| part.pairings[0].deals.len());
    assert_eq!(deals, [22, 16, 32], "whole turns of 16 deals, and the rest");
    assert_eq!(furlong::arena::merge(parts.clone()), Ok(whole));
    let refused = |parts: &[(String, Crosstable)]| {
        furlong::arena::merge(parts.to_vec()).expect_err("not all parts of one ladder").to_string()
    };
    assert_eq!(refused(&parts[..2]), "part 3 is one of 3 parts; missing: 2");
    let [(name, mut other), ..] = parts.clone();
    other.seed = 6;
    let other = [parts[1].clone(), (name.clone(), other)];
    assert_eq!(refused(&other), "part 3 and part 1 belong to different runs: it has a different seed");
    let [(_, mut short), ..] = parts.clone();
    short.pairings[1].deals.pop();
    assert_eq!(
        refused(&[parts[1].clone(), (name, short)]),
        "part 3 is incomplete: continue it with --resume"
    );
    // A part has the deals of its number: with more deals in the ladder they would be others.
    let longer = ladder.shard(Shard::new(3, 3).expect("a part")).groups(80);
    let error = longer.climb::<LadderError>(&mut parts[0].1.clone(), &|_| (), |_| Ok(()));
    assert_eq!(error, Err(LadderError::Other("part of the deals")));
}

/// A deal of two games, of which the first of two bots has won this many.
fn won(number: u64, won: u32, unfinished: u32) -> Won {
    Won {
        alone: won * Share::PARTS,
        rest: (2 - won - unfinished) * Share::PARTS,
        outright: won,
        drawn: 0,
        unfinished,
        forfeited: 0,
        course: GameHash::from(number),
    }
}

/// The number of wins in a game of a run: 1 with the probability `share`. A hash takes the place of a die, so that each
/// run has its own games.
fn wins(run: u64, game: u64, share: f64) -> u32 {
    let mixed = StableHasher::of(&(run, game));
    u32::from((mixed >> 11) as f64 / (1_u64 << 53) as f64 / share < 1.0)
}

/// The ratings of two bots above the second one, of which the first has won this many of each deal's two games.
fn rated(deals: &[u32], unfinished: u32) -> Rated {
    let names = ["a", "b"];
    let mut crosstable = ladder(&names, deals.len() as u64).begin().expect("a ladder");
    crosstable.pairings[0].deals =
        (0..).zip(deals).map(|(number, all)| won(number, *all, unfinished)).collect();
    let rated = crosstable.ratings(2, 1).into_iter().find(|rated| rated.bot == "a");
    rated.expect("it is rated")
}

#[test]
fn who_loses_all_has_a_rating_without_a_lower_limit_and_who_wins_all_one_without_an_upper_one() {
    // Jeffreys' bound after none of six: a share of 0.3307, which is -122 points.
    let lost = rated(&[0; 6], 0).interval.expect("six deals have one");
    assert!(lost.low.is_infinite() && lost.low < 0.0, "{lost:?}");
    assert!((-170.0..-85.0).contains(&lost.high), "{lost:?}");
    let won = rated(&[2; 6], 0).interval.expect("six deals have one");
    assert!(won.high.is_infinite() && won.high > 0.0 && (85.0..170.0).contains(&won.low), "{won:?}");
    let json = serde_json::to_value(rated(&[0; 6], 0)).expect("data");
    assert!(json["interval"]["low"].is_null() && json["interval"]["high"].is_number(), "{json}");
}

#[test]
fn without_a_game_that_anybody_won_there_is_no_rating() {
    let unknown = rated(&[0; 6], 2);
    assert_eq!((unknown.elo, unknown.interval), (None, None));
}

#[test]
fn the_interval_of_a_rating_holds_the_true_one() {
    for (share, deals) in [(0.5_f64, 6), (0.9, 6), (0.98, 20)] {
        let elo = 400.0 * libm::log10(share / (1.0 - share));
        let held = (0..40).filter(|run| {
            let deals: Vec<u32> = (0..deals)
                .map(|deal| wins(*run, 2 * deal, share) + wins(*run, 2 * deal + 1, share))
                .collect();
            rated(&deals, 0).interval.is_some_and(|interval| interval.contains(elo))
        });
        // At 95 %, fewer than 34 of 40 have a probability of 0.3 %.
        let held = held.count();
        assert!(held >= 34, "{held} of 40 hold {elo:.0} points after {deals} deals");
    }
}

#[test]
fn a_ladder_with_a_test_ends_by_itself() {
    let test = EloTest::new(0.0, 200.0).expect("a test");
    let entrant = |name: &str| Entrant::of(&name.parse::<BotSpec>().expect("a name")).expect("a bot");
    let game = game::<AnimalRace>();
    let tables = vec![game.setup(2)];
    let bots = ["random", "course"].map(entrant).to_vec();
    let ladder = Ladder::new(game, tables, bots, 3, 4_000).until(Some(test));
    let mut at_once = ladder.begin().expect("a ladder");
    climb_all(&ladder, &mut at_once);
    let [pairing] = &at_once.pairings[..] else { panic!("one pairing") };
    assert_eq!(pairing.deals.len(), 64, "the first look decides between a strong bot and a random one");
    let found = at_once.tested(pairing).expect("a test");
    assert!(found.accepted == Accepted::First && found.llr < found.bounds.lower, "{found:?}");
    let [won, drawn, lost] = pairing.won_drawn_lost().expect("they are counted");
    assert!(won + drawn + lost == 128 && lost > 64, "{won} {drawn} {lost}");
    // Played on, it stays as it is.
    let mut again: Crosstable =
        serde_json::from_value(serde_json::to_value(&at_once).expect("data")).expect("data");
    climb_all(&ladder, &mut again);
    assert_eq!(again, at_once);
    let other = ladder.until(None).climb::<LadderError>(&mut again, &|_| (), |_| Ok(()));
    assert_eq!(other, Err(LadderError::Other("test of strength")));
}

#[test]
fn a_test_of_strength_decides_the_same_for_merged_parts() {
    let test = EloTest::new(0.0, 10.0).expect("a test");
    let game = game::<AnimalRace>();
    let random = |name| Entrant::new(name, || Box::new(RandomBot) as Box<dyn Bot<AnimalRace>>);
    let course = Entrant::of(&BotSpec::named("course")).expect("a bot");
    let bots = vec![course, random("a"), random("b")];
    let ladder = || Ladder::new(game.clone(), vec![game.setup(2)], bots.clone(), 3, 200).until(Some(test));
    let mut at_once = ladder().begin().expect("a ladder");
    climb_all(&ladder(), &mut at_once);
    let deals: Vec<usize> = at_once.pairings.iter().map(|pairing| pairing.deals.len()).collect();
    assert_eq!(deals, [112, 112, 200], "only the random bots are alike");
    let part = |number: u32| {
        let ladder = ladder().shard(Shard::new(number, 3).expect("a part"));
        let mut part = ladder.begin().expect("a ladder");
        climb_all(&ladder, &mut part);
        (format!("part {number}"), part)
    };
    assert_eq!(furlong::arena::merge([3, 1, 2].map(part)), Ok(at_once));
}

fn climb_all(ladder: &Ladder<AnimalRace>, crosstable: &mut Crosstable) {
    let stopped = ladder.climb::<LadderError>(crosstable, &|_| (), |_| Ok(()));
    assert_eq!(stopped, Ok(None));
}

#[test]
fn a_test_of_strength_errs_no_more_often_than_it_says() {
    let test = EloTest { alpha: 0.05, beta: 0.1, ..EloTest::new(0.0, 60.0).expect("a test") };
    // Two games a deal, each won by the bot alone with the probability `share`.
    let ended = |share: f64, run: u64| {
        let mut rng = Stream::seed_from_u64(run);
        let mut won: Vec<[f64; 2]> = Vec::new();
        loop {
            let deal = |()| {
                let wins = [(); 2].map(|()| f64::from(u8::from(rng.random_bool(share)))).iter().sum::<f64>();
                [wins / 2.0, 1.0 - wins / 2.0]
            };
            won.extend([(); 16].map(deal));
            let found = test.of(&won);
            if found.is_decided() {
                return found.accepted;
            }
        }
    };
    let share = 1.0 / (1.0 + libm::pow(10.0, -60.0 / 400.0));
    let wrong = |share: f64, error: Accepted| (0..200).filter(|run| ended(share, *run) == error).count();
    // At 5 and 10 %, 20 and 33 of 200 or more have a probability below 0.3 %.
    let (first, second) = (wrong(0.5, Accepted::Second), wrong(share, Accepted::First));
    assert!(first < 20 && second < 33, "{first} and {second} of 200 wrong");
}

#[test]
fn tests_that_make_no_sense_are_refused() {
    for (elo0, elo1) in [(0.0, 0.0), (5.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-2_000.0, 0.0)] {
        assert_eq!(EloTest::new(elo0, elo1), Err(NoTest), "{elo0} {elo1}");
    }
    let odd = EloTest { alpha: 0.0, ..EloTest::new(0.0, 1.0).expect("a test") };
    assert_eq!(ladder(&["a", "b"], 4).until(Some(odd)).begin(), Err(LadderError::Test(NoTest)));
}

#[test]
fn in_a_gauntlet_only_the_first_bot_meets_the_others() {
    let gauntlet = ladder(&["a", "b", "c"], 4).is_gauntlet(true).begin().expect("a ladder");
    let pairs: Vec<_> = gauntlet.at(2).map(|pairing| (pairing.alone, pairing.rest)).collect();
    assert_eq!(pairs, [(0, 1), (0, 2)]);
}

#[test]
fn a_bot_that_joins_later_meets_all_others_and_their_games_stay() {
    let (two, three) = (ladder(&["a", "b"], 20), ladder(&["a", "b", "c"], 20));
    let mut before = two.begin().expect("a ladder");
    climb(&two, &mut before, u64::MAX);
    let mut joined = three.begin_after(&before).expect("it has one bot more");
    climb(&three, &mut joined, u64::MAX);
    let mut at_once = three.begin().expect("a ladder");
    climb(&three, &mut at_once, u64::MAX);
    assert_eq!(joined, at_once);
    let refused = |ladder: &Ladder<AnimalRace>| ladder.begin_after(&before).expect_err("another ladder");
    assert_eq!(refused(&ladder(&["b", "a", "c"], 20)), LadderError::Other("list of bots"));
    assert_eq!(refused(&three.seed(6)), LadderError::Other("seed"));
}
