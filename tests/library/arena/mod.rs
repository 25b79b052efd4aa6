//! Properties of every run of many games.

mod by_players;
mod diff;
mod fairness;
mod forfeits;
mod ladder;
mod luck;
mod repeats;
mod run_sums;
mod unfinished;
mod usual;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use furlong::animal_race::AnimalRace;
use furlong::arena::{
    Answer, Arena, ArenaError, BATCH, Comparison, Entrant, Game, Incomparable, LEAST_GROUPS, Measured,
    Measuring, OnFailure, Progress, Results, Sequential, SequentialError, Skill, Stopped, Trial, Verdict,
    run_side_by_side, stats,
};
use furlong::common::SeatList;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::record::Event;
use furlong::{
    Bot, BotError, BotSpec, Bots, Decision, Race, RaceGame, RandomBot, Ruleset as _, Seat, Streams, ruleset,
};

fn game<G: RaceGame>() -> G {
    let usual = G::Ruleset::EMBEDDED.first().expect("a ruleset").name;
    G::new(ruleset::open(usual).expect("it is embedded")).expect("it is playable")
}

fn arena<G: Measured + Bots>(players: u8, groups: u64, names: &[&str]) -> Arena<G> {
    let game = game::<G>();
    let setup = game.setup(players);
    let entrant = |name: &&str| Entrant::new(*name, || Box::new(RandomBot));
    Arena::new(game, setup, names.iter().map(entrant).collect(), 11, groups).most_events(3_000)
}

fn threads(count: usize) -> Option<NonZeroUsize> {
    NonZeroUsize::new(count)
}

fn as_bytes(results: &Results) -> String {
    serde_json::to_string(results).expect("results are data")
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let arena = arena::<AnimalRace>(3, 150, &["a", "b", "b"]);
    let run = |count| as_bytes(&arena.clone().threads(threads(count)).run().expect("it runs"));
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
    let other_seed = arena.clone().seed(12).run().expect("it runs");
    assert_ne!(one, as_bytes(&other_seed));
}

/// Plays random games of every ruleset and compares the runners around each event.
fn moves_are_told<G: Measured>() {
    let (mut moves, mut others) = (0, 0);
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("it is embedded")).expect("it is playable");
        for players in game.players() {
            let mut race = Race::new(game.clone(), &game.setup(players), 5).expect("the players fit");
            let (mut before, mut now, mut seen) = (Vec::new(), Vec::new(), Vec::new());
            let mut state = race.state().clone();
            game.runners(&state, &mut before);
            let mut bots: Vec<Box<dyn Bot<G>>> = (0..players).map(|_| Box::new(RandomBot) as _).collect();
            // Its only error is that the game is longer.
            _ = race.play_out(&mut bots, 600);
            for event in &race.record().events {
                seen.clear();
                match event {
                    Event::Action(played) => game.apply(&mut state, played.action, &mut seen),
                    Event::Chance(resolved) => game.apply_chance(&mut state, resolved.chance, &mut seen),
                }
                game.runners(&state, &mut now);
                let told = seen.iter().filter(|happening| game.is_move(happening)).count();
                assert!(before == now || told > 0, "{} {} for {players}: {seen:?}", G::ID, embedded.name);
                (moves, others) = (moves + told, others + seen.len() - told);
                std::mem::swap(&mut before, &mut now);
            }
        }
    }
    assert!(moves > 100 && others > moves, "{moves} moves, {others} other happenings");
}

#[test]
fn runners_change_only_with_a_happening_that_is_a_move() {
    moves_are_told::<AnimalRace>();
    moves_are_told::<HareTortoise>();
    moves_are_told::<Gotham>();
}

/// A bot against itself under another name: in each group both win exactly as much.
fn ties<G: Measured + Bots>(groups: u64) {
    let game = game::<G>();
    for players in game.players().filter(|players| *players >= 2) {
        let names: Vec<&str> = ["a", "b", "b", "b", "b", "b", "b", "b"][..usize::from(players)].to_vec();
        let results = arena::<G>(players, groups, &names).run().expect("it runs");
        assert_eq!(results.setting.seatings, players);
        assert_eq!(results.shares_of("a"), results.shares_of("b"), "{} for {players}", G::ID);
        // The columns that no seating changes: all but the last ones, which are of the players.
        let same = results.column("wins-of-a").expect("two players are told apart");
        for group in results.groups() {
            let first = &group.games[0];
            let is_first =
                |game: &Game| game.shares == first.shares && game.values[..same] == first.values[..same];
            assert!(group.games.iter().all(is_first));
        }
    }
}

#[test]
fn a_bot_against_itself_ties_every_group_in_every_game() {
    ties::<AnimalRace>(12);
    ties::<HareTortoise>(3);
    ties::<Gotham>(8);
}

#[test]
fn a_thinking_bot_against_itself_ties_every_group() {
    let game = game::<Gotham>();
    let setup = game.setup(2);
    let spec: BotSpec = "heuristic:worlds=3".parse().expect("a bot");
    let thinker = |name: &str| {
        let spec = spec.clone();
        Entrant::<Gotham>::new(name, move || Gotham::bot(&spec).expect("there is such a bot"))
    };
    let results = Arena::new(game, setup, vec![thinker("a"), thinker("b")], 3, 4).run().expect("it runs");
    assert_eq!(results.shares_of("a"), results.shares_of("b"));
    let wins: f64 = results.shares_of("a").iter().sum();
    assert!(wins > 0.0, "somebody wins");
}

#[test]
fn the_arena_plays_the_games_that_a_race_plays() {
    let arena = arena::<AnimalRace>(3, 5, &["random", "random", "random"]);
    let results = arena.run().expect("it runs");
    assert_eq!(results.setting.seatings, 1, "one player in all seats has one seating");
    for group in results.groups() {
        let streams = Streams { seed: 11, group: group.number };
        let mut race = Race::in_group(arena.game.clone(), &arena.setup, streams).expect("it starts");
        let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = (0..3).map(|_| Box::new(RandomBot) as _).collect();
        race.play_out(&mut bots, 10_000).expect("it ends");
        assert_eq!(race.events(), group.games[0].events as usize);
        let shares = race.standings().shares();
        assert_eq!(SeatList::new(race.seats(), |seat| shares[seat]), group.games[0].shares);
    }
}

/// Plays at random, but asks for the view.
struct Looking;

impl<G: RaceGame> Bot<G> for Looking {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        std::hint::black_box(&decision.view());
        RandomBot.choose(decision)
    }
}

#[test]
fn a_bot_plays_the_same_whether_or_not_it_is_shown_a_view() {
    let blind = arena::<Gotham>(3, 6, &["x", "x", "x"]);
    let looking = Entrant::new("x", || Box::new(Looking));
    let seeing = blind.clone().lineup(vec![looking; 3]);
    assert_eq!(blind.run().expect("it runs"), seeing.run().expect("it runs"));
}

/// Has a fault.
struct Panicking;

impl Bot<Gotham> for Panicking {
    fn choose(&mut self, _: &mut Decision<'_, Gotham>) -> Result<<Gotham as RaceGame>::Action, BotError> {
        panic!("no idea")
    }
}

#[test]
fn a_bot_that_panics_has_failed_and_its_games_are_forfeited_like_those_of_others() {
    let panicking = Entrant::new("wild", || Box::new(Panicking));
    let arena = arena::<Gotham>(3, 1, &["x", "x", "x"]);
    let mut lineup = arena.lineup.clone();
    lineup[1] = panicking;
    let arena = arena.lineup(lineup);
    let error = arena.run().expect_err("it panics").to_string();
    assert!(error.contains("it panicked: no idea"), "{error}");
    let results = arena.on_failure(OnFailure::Forfeit).run().expect("the run goes on");
    assert!(results.groups().iter().flat_map(|group| &group.games).all(|game| game.forfeit.is_some()));
}

/// Plays at random, and keeps the happenings that are reported to it.
struct Listening(Arc<Mutex<Vec<<Gotham as RaceGame>::Happening>>>);

impl Bot<Gotham> for Listening {
    fn choose(
        &mut self,
        decision: &mut Decision<'_, Gotham>,
    ) -> Result<<Gotham as RaceGame>::Action, BotError> {
        RandomBot.choose(decision)
    }

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, _game: &Gotham, seat: Seat, happening: &<Gotham as RaceGame>::Happening) {
        if seat == Seat::FIRST {
            self.0.lock().expect("one thread").push(happening.clone());
        }
    }
}

#[test]
fn a_bot_that_listens_is_told_what_its_seat_sees_and_plays_the_same_game() {
    let deaf = arena::<Gotham>(3, 1, &["x", "x", "x"]);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let listening = Entrant::new("x", move || Box::new(Listening(Arc::clone(&ears))));
    let hearing = deaf.clone().lineup(vec![listening; 3]);
    assert_eq!(deaf.run().expect("it runs"), hearing.run().expect("it runs"));
    let told = std::mem::take(&mut *heard.lock().expect("one thread"));
    let race = hearing.race(0, 0).expect("the same game");
    assert_eq!(told, race.seen(Seat::FIRST, 0));
    assert_eq!(
        told,
        *heard.lock().expect("one thread"),
        "a game that is played again for its record is told too"
    );
}

#[test]
fn measuring_does_not_change_the_games() {
    let measured = arena::<HareTortoise>(4, 6, &["x"; 4]);
    let bare = measured.clone().measuring(Measuring::Nothing);
    let (measured, bare) = (measured.run().expect("it runs"), bare.run().expect("it runs"));
    for (one, other) in measured.groups().iter().zip(bare.groups()) {
        assert_eq!(
            (one.games[0].events, &one.games[0].shares),
            (other.games[0].events, &other.games[0].shares)
        );
    }
}

#[test]
fn games_that_do_not_end_are_counted_and_give_nobody_a_share() {
    let arena = arena::<HareTortoise>(4, 8, &["x"; 4]).most_events(40);
    let results = arena.run().expect("it runs");
    assert_eq!((results.games(), results.finished()), (8, 0));
    let unfinished = results.summary(results.column("unfinished").expect("a metric")).expect("a summary");
    assert!((unfinished.mean.expect("values").value - 1.0).abs() < 1e-12);
    let decisions = results.summary(results.column("decisions").expect("a metric")).expect("a summary");
    assert_eq!((decisions.games, decisions.mean), (0, None));
    assert!(results.shares_of("x").iter().all(|share| *share <= 0.0));
}

#[test]
fn breaking_off_keeps_a_beginning_of_the_whole_run() {
    let arena = arena::<AnimalRace>(2, 400, &["x", "x"]);
    let whole = arena.run().expect("it runs");
    let seen = AtomicU64::new(0);
    let broken = arena.run_observed(&|progress| {
        assert_eq!(progress.games, 400);
        if seen.fetch_add(1, Ordering::Relaxed) + 1 >= 100 {
            arena.stop.store(true, Ordering::Relaxed);
        }
    });
    let mut broken = broken.expect("it is no error");
    let kept = broken.take_groups();
    assert_eq!(
        broken.stopped,
        Some(Stopped { games: kept.len() as u64, of: 400, failure: None, game: None })
    );
    assert!(kept.len() >= BATCH as usize && kept.len() < 400, "{}", kept.len());
    assert_eq!(kept[..], whole.groups()[..kept.len()]);
}

/// Fails at its first decision.
struct Failing;

impl Bot<AnimalRace> for Failing {
    fn choose(
        &mut self,
        _decision: &mut Decision<'_, AnimalRace>,
    ) -> Result<<AnimalRace as RaceGame>::Action, BotError> {
        Err(BotError::Failed("out of order".to_owned()))
    }
}

#[test]
fn a_bot_that_fails_ends_the_run() {
    let arena = arena::<AnimalRace>(2, 100_000, &["x", "x"]);
    let arena = arena.lineup(vec![Entrant::new("failing", || Box::new(Failing)); 2]);
    let result = arena.run();
    assert!(matches!(result, Err(ArenaError::Game(_))), "{result:?}");
}

#[test]
fn runs_side_by_side_are_the_runs_alone() {
    let arena = arena::<AnimalRace>(2, 150, &["x", "x"]);
    let arenas = [arena.clone(), arena.clone(), arena.clone()];
    let all = run_side_by_side(&arenas, &|_| (), |_| ControlFlow::Continue(())).expect("they run");
    let alone = arena.run().expect("it runs");
    assert_eq!(all, [alone.clone(), alone.clone(), alone.clone()]);
    let seen = AtomicU64::new(0);
    let observer = &|progress: Progress| {
        assert_eq!(progress.games, 450);
        if seen.fetch_add(1, Ordering::Relaxed) + 1 >= 300 {
            arena.stop.store(true, Ordering::Relaxed);
        }
    };
    let all = run_side_by_side(&arenas, observer, |_| ControlFlow::Continue(())).expect("they run");
    let one = &all[0];
    assert!((64..128).contains(&one.groups().len()), "{}", one.groups().len());
    assert!(all.iter().all(|run| run == one));
    assert_eq!(one.stopped, Some(Stopped { games: one.games(), of: 150, failure: None, game: None }));
    assert_eq!(one.groups()[..], alone.groups()[..one.groups().len()]);
}

#[test]
fn enough_is_looked_at_after_each_batch_of_groups() {
    let arena = arena::<AnimalRace>(2, 400, &["x", "x"]);
    let stop = |results: &Results| {
        if results.groups().len() >= 70 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let results = arena.run_until(&|_| (), stop).expect("it runs");
    assert_eq!(results.groups().len() as u64, 2 * BATCH);
}

#[test]
fn groups_that_are_given_away_are_those_of_a_run_that_keeps_them() {
    let mut arena = arena::<AnimalRace>(2, 1_100, &["x", "x"]);
    arena.measuring = Measuring::Nothing;
    let kept = arena.run().expect("it runs");
    for threads in [1, 2] {
        arena.threads = NonZeroUsize::new(threads);
        let mut given = Vec::new();
        let rest = arena.run_through(|group| given.push(group)).expect("it runs");
        assert_eq!(given, kept.groups());
        let mut without = kept.clone();
        without.take_groups();
        assert_eq!(rest, without);
    }
}

#[test]
fn what_cannot_be_played_is_told() {
    let fitting = arena::<AnimalRace>(3, 1, &["x"; 3]);
    assert_eq!(fitting.clone().groups(0..0).run(), Err(ArenaError::NoGames));
    let short = fitting.clone().lineup(fitting.lineup[..2].to_vec());
    assert_eq!(short.run(), Err(ArenaError::Lineup { entrants: 2, seats: 3 }));
    let one = fitting.run().expect("it runs");
    let other = fitting.seed(12).run().expect("it runs");
    assert_eq!(Comparison::of(&one, &[other]), Err(Incomparable::Seeds(11, 12)));
    assert!(one.column("beauty").is_err());
}

#[test]
fn a_ruleset_compared_with_itself_differs_in_nothing() {
    let results = arena::<AnimalRace>(2, 40, &["x", "x"]).run().expect("it runs");
    let comparison = Comparison::of(&results, slice::from_ref(&results)).expect("they compare");
    let contrast = &comparison.contrasts[0];
    assert_eq!(contrast.alike, contrast.groups);
    assert!(contrast.differences.iter().all(|difference| difference.verdict == Verdict::Open));
    // That 40 deals went the same way shows that few others can differ, not that none can.
    assert!(matches!(comparison.expect_within("decisions", 0.0), Err(furlong::arena::Unmet::NotShown(_))));
    assert_eq!(comparison.expect_within("decisions", 0.2), Ok(()));
    assert_eq!(Comparison::of(&results, &[]), Err(Incomparable::NoOthers));
}

#[test]
fn the_better_bot_wins_more_than_its_share() {
    let trial = Trial::<AnimalRace>::new("random")
        .expect("a bot")
        .bots(vec!["heuristic".parse().expect("a bot"), "random".parse().expect("a bot")])
        .groups(60);
    let scores = trial.run("classic").expect("it runs").scores();
    let interval = scores[0].share.interval.expect("60 groups have one");
    assert_eq!(scores[0].name, "heuristic");
    assert!(interval.low > 0.5, "{interval:?}");
}

#[test]
fn metrics_of_a_game_agree_with_each_other() {
    let results = arena::<AnimalRace>(4, 30, &["x"; 4]).run().expect("it runs");
    let column = |name: &str| results.column(name).expect("a metric");
    let sum = |prefix: &str, values: &[Option<f64>]| -> f64 {
        let named = results.metrics.iter().zip(values);
        named.filter(|(metric, _)| metric.name.starts_with(prefix)).filter_map(|(_, value)| *value).sum()
    };
    for game in results.groups().iter().flat_map(|group| &group.games) {
        let values = &game.values;
        let value = |name: &str| values[column(name)].expect("a finished game has it");
        assert!(game.is_over);
        assert!((value("decisions") - f64::from(game.decisions)).abs() < 1e-9);
        assert!((value("decisions") + value("chance-events") - f64::from(game.events)).abs() < 1e-9);
        assert!((sum("wins-seat-", values) - 1.0).abs() < 1e-9);
        assert!((sum("wins-mover-", values) - 1.0).abs() < 1e-9);
        // AR-30: the game ends with the third arrival.
        assert!((sum("podium-", values) - 3.0).abs() < 1e-9);
        assert!((sum("first-", values) - 1.0).abs() < 1e-9);
        assert!(value("howls") + value("naps") <= 2.0 * value("racing-phases"));
        assert!(value("winner-worst-place") >= 1.0 && value("lead-final") <= 1.0);
        // A share of the decisions, so that events which nobody decides do not move it.
        let last_change = value("lead-final") * value("decisions");
        assert!((last_change - last_change.round()).abs() < 1e-6, "{last_change}");
    }
}

#[test]
fn what_is_counted_in_two_ways_is_the_same() {
    let game = game::<HareTortoise>();
    let setup = game.setup(4);
    let mut race = Race::new(game, &setup, 5).expect("it starts");
    let mut bots: Vec<Box<dyn Bot<HareTortoise>>> = (0..4).map(|_| Box::new(RandomBot) as _).collect();
    // Random play rarely gets home; the counts on the path are enough.
    _ = race.play_out(&mut bots, 3_000);
    let metrics = HareTortoise::metrics();
    let mut totals = vec![0.0; metrics.len()];
    race.happenings().iter().for_each(|happening| race.game().count(happening, &mut totals));
    let sum = |names: &dyn Fn(&str) -> bool| -> f64 {
        let named = metrics.iter().zip(&totals).filter(|(metric, _)| names(&metric.name));
        named.map(|(_, total)| *total).sum()
    };
    let jugs = sum(&|name| name == "jugs");
    assert!(jugs > 0.0 && (jugs - sum(&|name| name.starts_with("jugs-"))).abs() < 1e-9);
    let thirds = ["lettuces-early", "lettuces-halfway", "lettuces-late"];
    let lettuces = sum(&|name| name == "lettuces");
    assert!(lettuces > 0.0 && (lettuces - sum(&|name| thirds.contains(&name))).abs() < 1e-9);
    // HT-03: three lettuces for each of four runners, and none comes twice.
    assert!(lettuces <= 12.0);
}

fn go_on(_: Progress) {}

/// Two rulesets of the animal race for two random bots.
fn rulesets(first: &str, second: &str, groups: u64, count: usize) -> [Arena<AnimalRace>; 2] {
    [first, second].map(|name| {
        let game = AnimalRace::new(ruleset::open(name).expect("embedded")).expect("playable");
        arena(2, groups, &["x", "x"]).game(game.into()).threads(threads(count))
    })
}

#[test]
fn a_clear_difference_stops_early_and_no_difference_is_accepted() {
    let outcome = |second: &str, metric: &str, difference: f64, count: usize| {
        let [one, other] = rulesets("classic", second, 1_000, count);
        let sequential = Sequential::new(metric, difference).expect("a question");
        let (runs, stops) = sequential.compare(&[one, other], &go_on).expect("it runs");
        assert_eq!(stops[0].groups, runs[0].groups().len() as u64);
        (runs, stops[0].clone())
    };
    // AA-07: the beginners' race ends with the first arrival.
    let (runs, stop) = outcome("apprentice", "racing-phases", 1.0, 1);
    assert_eq!((stop.outcome, stop.groups), (Answer::Less, BATCH));
    assert!(stop.llr_less >= stop.bounds.upper);
    assert_eq!((runs, stop), outcome("apprentice", "racing-phases", 1.0, 2));
    // AR-30, AR-34: the `course` ruleset ends a game when `classic` does.
    let (runs, stop) = outcome("course", "racing-phases", 0.5, 1);
    assert_eq!(stop.outcome, Answer::Neither);
    assert!((LEAST_GROUPS..1_000).contains(&stop.groups), "{}", stop.groups);
    assert_eq!((runs, stop), outcome("course", "racing-phases", 0.5, 2));
    // A question that these few games cannot decide stays open, with all of them played.
    let (_, stop) = outcome("course", "decisions", 0.001, 2);
    assert_eq!((stop.outcome, stop.groups), (Answer::Open, 1_000));
}

#[test]
fn equal_players_are_seldom_told_apart_and_a_better_one_is() {
    let ask = |bots: [&str; 2], of: &str, seed| {
        let game = game::<AnimalRace>();
        let setup = game.setup(2);
        let entrant = |bot: &str| {
            let name = bot.to_owned();
            let spec: BotSpec = bot.trim_end_matches('2').parse().expect("a bot");
            Entrant::new(name, move || AnimalRace::bot(&spec).expect("there is such a bot"))
        };
        let arena = Arena::new(game, setup, bots.map(entrant).to_vec(), seed, 640);
        Sequential::new(of, 0.1).expect("a question").duel(&arena, &go_on).map(|(_, stop)| stop.outcome)
    };
    // A bot against itself ties every deal, so the difference is certainly 0.
    assert!((1..=3).all(|seed| ask(["random", "random2"], "random2", seed) == Ok(Answer::Neither)));
    assert_eq!(ask(["course", "random"], "course", 1), Ok(Answer::More));
    assert_eq!(ask(["course", "random"], "random", 1), Ok(Answer::Less));
    assert_eq!(ask(["random", "random"], "random", 1), Err(SequentialError::Alone("random".to_owned())));
    assert!(matches!(ask(["course", "random"], "x", 1), Err(SequentialError::UnknownPlayer { .. })));
    assert!([0.0, -1.0, f64::NAN].into_iter().all(|wrong| Sequential::new("x", wrong).is_err()));
}

#[test]
fn a_bot_that_cannot_be_made_again_is_an_error_and_no_other_bot() {
    use std::sync::Arc;
    let made = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&made);
    let fragile = Entrant::trying("fragile", move || match counted.fetch_add(1, Ordering::Relaxed) {
        0..6 => Ok(Box::new(RandomBot)),
        _ => Err(furlong::bot::UnknownBot::Form("gone".to_owned())),
    });
    let arena = arena::<Gotham>(2, 10, &["x", "x"]).lineup(vec![fragile; 2]).threads(threads(1));
    let error = arena.run().expect_err("the seventh bot fails to start");
    assert!(matches!(error, ArenaError::NoBot { .. }), "{error}");
}

#[test]
fn differences_have_intervals_in_the_range_of_their_metric() {
    let [one, other] = rulesets("classic", "apprentice", 12, 2);
    let comparison = Comparison::of(&one.run().expect("it runs"), &[other.run().expect("it runs")]);
    let contrast = comparison.expect("they compare").contrasts.remove(0);
    let mut methods = Vec::new();
    for row in &contrast.differences {
        let estimates = [(row.base, row.metric.range), (row.difference, row.metric.range.of_difference())];
        for (estimate, range) in estimates {
            let Some(estimate) = estimate else { continue };
            methods.push(estimate.method);
            let Some(interval) = estimate.interval else { continue };
            let (low, high) = match range {
                stats::Range::Any => (f64::NEG_INFINITY, f64::INFINITY),
                stats::Range::AtLeast(low) => (low, f64::INFINITY),
                stats::Range::Within(low, high) => (low, high),
            };
            assert!(low <= interval.low && interval.high <= high, "{row:?}");
        }
    }
    for method in [stats::Method::PairedT, stats::Method::Score, stats::Method::Exact] {
        assert!(methods.contains(&method), "{methods:?}");
    }
    let seats = contrast.seats.expect("one bot plays all seats");
    assert!((seats.base.fair - 0.5).abs() < 1e-12 && seats.base.shares.iter().count() == 2);
}

#[test]
fn skill_is_what_a_better_bot_gains_over_self_play() {
    let trial = |bots: &[&str]| {
        Trial::<AnimalRace>::new("random")
            .expect("a bot")
            .bots(bots.iter().map(|bot| bot.parse().expect("a bot")).collect())
            .groups(80)
    };
    let run = |bots: &[&str]| trial(bots).run("classic").expect("it runs");
    let skill = Skill::of(&run(&["course", "random"]), &run(&["random"])).expect("they belong together");
    let interval = skill.gain.interval.expect("80 groups have one");
    assert!(interval.low > 0.0 && (skill.fair.value - 0.5).abs() < 1e-12, "{skill:?}");
    // A bot that is no better gains nothing, in every group.
    let none = Skill::of(&run(&["random"]), &run(&["random"])).expect("they belong together");
    let interval = none.gain.interval.expect("80 groups have one");
    assert!(
        none.gain.value == 0.0 && interval.low.total_cmp(&-interval.high).is_eq() && interval.high < 0.05,
        "{interval:?}"
    );
}
