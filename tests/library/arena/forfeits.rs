//! Failing bots forfeit their games, and only those, where this is asked for.

use furlong::animal_race::AnimalRace;
use furlong::arena::{
    Arena, ArenaError, Entrant, Forfeited, LadderError, OnFailure, Pairing, Part, Question, Shard, merge,
};
use furlong::bot::FailureKind;
use furlong::common::Share;
use furlong::formats::FileError;
use furlong::{Bot, BotError, Decision, RaceGame, RandomBot};
use rand::RngExt as _;

use super::ladder::{climb, ladder};
use super::{arena, as_bytes, threads};

/// Plays at random, and fails now and then by its random stream: in the same games each time.
struct Frail;

impl Bot<AnimalRace> for Frail {
    fn choose(
        &mut self,
        decision: &mut Decision<'_, AnimalRace>,
    ) -> Result<<AnimalRace as RaceGame>::Action, BotError> {
        if decision.rng.random_bool(0.02) {
            return Err(BotError::Failed("out of order".to_owned()));
        }
        RandomBot.choose(decision)
    }
}

fn frail(players: u8, groups: u64) -> Arena<AnimalRace> {
    let mut arena = arena::<AnimalRace>(players, groups, &["sound"; 5][..usize::from(players)]);
    arena.lineup[0] = Entrant::new("frail", || Box::new(Frail));
    arena.on_failure(OnFailure::Forfeit)
}

#[test]
fn a_bot_that_fails_forfeits_its_game_and_the_run_goes_on() {
    let arena = frail(4, 30);
    let results = arena.run().expect("it runs");
    assert_eq!((results.games(), results.stopped.as_ref()), (120, None));
    let forfeited = results.forfeited();
    assert!((10..110).contains(&forfeited), "{forfeited}");
    assert_eq!((results.finished() + forfeited, results.unfinished()), (120, 0));
    let all = results.forfeits();
    let [Forfeited { bot, games, reason, kinds }] = all else { panic!("{all:?}") };
    assert_eq!((bot.as_str(), *games, reason.as_str()), ("frail", forfeited, "out of order"));
    assert_eq!(*kinds, [(FailureKind::Crash, forfeited)].into());
    let [share, is_unfinished, is_forfeited, turns] = ["wins-of-sound", "unfinished", "forfeited", "turns"]
        .map(|name| results.column(name).expect("measured"));
    let mut lost = 0;
    for game in results.groups().iter().flat_map(|group| &group.games) {
        let value = |column: usize| game.values[column];
        assert_eq!(value(is_unfinished), Some(0.0));
        assert_eq!(value(is_forfeited), Some(f64::from(u8::from(game.forfeit.is_some()))));
        assert_eq!(
            value(turns).is_some(),
            game.is_over,
            "it counts in the metrics of the game when it is over"
        );
        let Some(forfeit) = &game.forfeit else { continue };
        lost += 1;
        assert_eq!(results.setting.player(game.seating, forfeit.seat.index()), "frail");
        for (seat, own) in game.shares.iter().enumerate() {
            let due = if seat == forfeit.seat.index() { Share::NONE } else { Share::equal_part(3) };
            assert_eq!(*own, due);
        }
        assert!((value(share).expect("a share") - 1.0 / 3.0).abs() < 1e-9);
    }
    assert_eq!(lost, forfeited);
    let stopped = arena.on_failure(OnFailure::Stop).run();
    assert!(matches!(stopped, Err(ArenaError::Game(_))), "{stopped:?}");
}

#[test]
fn forfeits_are_the_same_on_any_number_of_threads_and_in_parts() {
    let whole = |count| frail(3, 90).threads(threads(count)).run().expect("it runs");
    let one = whole(1);
    assert!(one.forfeited() > 0);
    assert_eq!(as_bytes(&one), as_bytes(&whole(2)));
    let parts = (1..=3).map(|number| {
        let shard = Shard::new(number, 3).expect("a shard");
        let runs = vec![frail(3, 90).groups(shard.groups(90)).run().expect("it runs")];
        let part = Part { shard, groups: 90, question: Question::Measure, runs };
        (number.to_string(), Part::from_json(&part.to_json()).expect("it reads back"))
    });
    assert_eq!(merge(parts).expect("they are of one run").runs, [one]);
}

#[test]
fn the_record_of_a_forfeited_game_ends_where_its_bot_failed() {
    let arena = frail(2, 20);
    let results = arena.run().expect("it runs");
    let mut seen = 0;
    for group in results.groups() {
        for game in group.games.iter().filter(|game| game.forfeit.is_some()) {
            let race = arena.race(group.number, game.seating).expect("it is played again");
            assert_eq!((race.events(), race.is_over()), (game.events as usize, false));
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_part_whose_forfeit_has_no_seat_is_refused() {
    let results = frail(2, 20).run().expect("it runs");
    let whole = Part { shard: Shard::WHOLE, groups: 20, question: Question::Measure, runs: vec![results] };
    let mut damaged = whole.clone();
    let mut groups = damaged.runs[0].take_groups();
    let mut games = groups.iter_mut().flat_map(|group| &mut group.games);
    let forfeit = games.find_map(|game| game.forfeit.as_mut()).expect("a forfeit");
    forfeit.seat = furlong::Seat::new(5).expect("a seat");
    for group in groups {
        damaged.runs[0].add(group, true);
    }
    assert!(Part::from_json(&whole.to_json()).is_ok());
    assert!(matches!(Part::from_json(&damaged.to_json()), Err(FileError::Damaged(_))));
}

#[test]
fn a_ladder_counts_forfeits_by_pairing_and_by_bot() {
    let mut ladder = ladder(&["a", "b"], 20);
    ladder.entrants.push(Entrant::new("frail", || Box::new(Frail)));
    let mut crosstable = ladder.begin().expect("a ladder");
    let stopped =
        ladder.climb::<LadderError>(&mut crosstable, &|_| (), |_| Ok(())).expect("what was played is kept");
    assert!(stopped.is_some_and(|stopped| stopped.failure.is_some()));
    // A ladder begun without forfeits goes on with them.
    let ladder = ladder.on_failure(OnFailure::Forfeit);
    climb(&ladder, &mut crosstable, u64::MAX);
    let forfeited: Vec<u64> = crosstable.pairings.iter().map(Pairing::forfeited).collect();
    let with_frail: Vec<bool> = crosstable.pairings.iter().map(|pairing| pairing.rest == 2).collect();
    assert!(
        forfeited.iter().zip(with_frail).all(|(games, is_frail)| (*games > 0) == is_frail),
        "{forfeited:?}"
    );
    let [all] = &crosstable.forfeits[..] else { panic!("{:?}", crosstable.forfeits) };
    assert_eq!((all.bot.as_str(), all.games), ("frail", forfeited.iter().sum::<u64>()));
    assert_eq!(
        crosstable.warnings(),
        [format!(
            "frail forfeited {} games (the other seats share the win): the first time out of order ({} crash)",
            all.games, all.games
        )]
    );
    let parts = |pairing: &Pairing| -> u64 {
        pairing.deals.iter().map(|won| u64::from(won.alone) + u64::from(won.rest)).sum()
    };
    // The win of a game may go to nobody, but that of a forfeited one goes to the other seats.
    assert!(
        crosstable
            .pairings
            .iter()
            .all(|pairing| parts(pairing) >= pairing.forfeited() * u64::from(Share::PARTS))
    );
}
