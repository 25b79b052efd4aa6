//! Tests of a race on the toy game.

use std::sync::{Arc, Mutex};

use furlong::bot::StopFlag;
use furlong::bot::{Settings, Unguided, flat_bot, search_bot};
use furlong::common::Ending;
use furlong::race::{MoveError, NotAtTheTable, TurnError, UndoError};
use furlong::record::{Event, EventOf, Played};
use furlong::{Bot, BotError, BotSpec, Decision, Race, RaceGame as _, RandomBot, Record, Seat, Streams};

use crate::dash::{Action, Chance, Dash, Happening};

fn race() -> Race<Dash> {
    fresh(1)
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

#[test]
fn a_move_taken_back_takes_secret_choices_that_wait_with_it() {
    let mut race = race();
    race.play(seat(0), Action::Pick(1)).expect("its turn");
    race.play(seat(2), Action::Pick(3)).expect("a secret choice may come early");
    assert_eq!((race.events(), race.record().waiting.len()), (1, 1));
    assert!(!race.deciding().contains(seat(2)));
    race.undo(seat(0)).expect("its choice was carried out");
    assert!(race.record().waiting.is_empty(), "what waited is taken back");
    assert_eq!(race.deciding(), race.seats().iter().collect());
    race.play(seat(2), Action::Pick(2)).expect("it chooses anew");
    race.play(seat(0), Action::Pick(1)).expect("its turn");
    race.play(seat(1), Action::Pick(1)).expect("its turn");
    let last = race.record().events.last().copied();
    assert_eq!(last, Some(Event::Action(Played { seat: seat(2), action: Action::Pick(2) })));
}

#[test]
fn a_secret_choice_that_waits_is_the_last_decision_of_its_seat_and_goes_alone() {
    let mut race = race();
    assert_eq!(race.undo(seat(2)), Err(UndoError::Nothing(seat(2))));
    assert_eq!(race.withdraw(seat(2)), Err(UndoError::NotWaiting(seat(2))));
    race.play(seat(2), Action::Pick(3)).expect("a secret choice may come early");
    race.play(seat(1), Action::Pick(2)).expect("so may this");
    race.undo(seat(2)).expect("its choice waits");
    assert_eq!(race.record().waiting, [Played { seat: seat(1), action: Action::Pick(2) }]);
    assert!(race.record().undone.is_empty(), "nobody has seen it");
    assert_eq!(race.deciding(), [seat(0), seat(2)].into_iter().collect());
    let mut light = race.clone().without_history();
    assert_eq!(light.withdraw(seat(1)), Ok(Action::Pick(2)));
    assert_eq!(light.deciding(), light.seats().iter().collect());
    race.play(seat(0), Action::Pick(1)).expect("its turn");
    assert_eq!(race.events(), 2, "the choice that still waited is carried out");
    race.undo(seat(1)).expect("it was carried out");
    assert_eq!((race.events(), race.record().undone.len()), (1, 1));
    assert!(race.record().waiting.is_empty());
}

#[test]
fn a_bot_that_panics_has_failed_and_the_race_goes_on() {
    struct Panics(bool);
    impl Bot<Dash> for Panics {
        fn choose(&mut self, _: &mut Decision<'_, Dash>) -> Result<Action, BotError> {
            panic!("no {}", "idea")
        }
        fn listens(&self) -> bool {
            self.0
        }
        fn observe(&mut self, _: &Dash, _: Seat, _: &Happening) {
            panic!("too much")
        }
    }
    let mut race = race();
    let failure = race.ask(&mut Panics(false)).expect_err("it panics").to_string();
    assert_eq!(failure, "the bot of seat 1 has failed: it panicked: no idea");
    race.ask(&mut RandomBot).expect("another bot goes on");
    let mut bots: Vec<Box<dyn Bot<Dash>>> =
        vec![Box::new(RandomBot), Box::new(RandomBot), Box::new(Panics(true))];
    let failure = race.play_out(&mut bots, 1_000).expect_err("it panics").to_string();
    assert_eq!(failure, "the bot of seat 3 has failed: it panicked: too much");
}

#[test]
fn a_search_decides_for_every_seat_that_may_decide_and_gives_its_best_when_it_is_stopped() {
    let race = race();
    let raised: StopFlag = Arc::new(true.into());
    let bots = ["search:iterations=200", "search:iterations=200,root=halving,trees=2", "flat:worlds=3"];
    for spec in bots {
        for seat in race.deciding() {
            let (view, actions) = (race.view(seat).expect("at the table"), race.actions(seat));
            let mut bot = bot_of_rules(spec);
            let ask = |stop: Option<&StopFlag>, bot: &mut dyn Bot<Dash>| {
                let mut rng = race.bot_stream(seat);
                let mut decision = Decision::new(race.game(), &view, &actions, &mut rng);
                decision.stop = stop;
                let found = bot.consider(&mut decision).expect("it finds something");
                (found, decision.was_stopped())
            };
            let (whole, is_cut) = ask(None, &mut *bot);
            assert!(!is_cut && whole.len() == actions.len(), "{spec}, seat {seat}: {whole:?}");
            let (best, is_cut) = ask(Some(&raised), &mut *bot);
            assert!(is_cut && actions.contains(&best[0].action), "{spec}, seat {seat}: {best:?}");
        }
    }
}

/// A bot that knows only the rules, whatever bots the game names.
fn bot_of_rules(spec: &str) -> Box<dyn Bot<Dash>> {
    let spec: BotSpec = spec.parse().expect("a bot");
    let settings = Settings::iterations(10);
    let bot = match spec.name.as_str() {
        "search" => search_bot(&spec, Unguided, settings),
        _ => flat_bot(&spec, Unguided, settings),
    };
    bot.expect("a bot")
}

#[test]
fn secret_choices_that_wait_are_resumed_and_illegal_ones_refused() {
    let mut race = race();
    race.play(seat(0), Action::Pick(1)).expect("its turn");
    assert_eq!(race.happenings_since(0), race.happenings());
    assert!(!race.happenings().is_empty() && race.happenings_since(1).is_empty());
    race.play(seat(2), Action::Pick(3)).expect("a secret choice may come early");
    let mut record = race.record().clone();
    let resumed = Race::resume(record.clone()).expect("it replays");
    assert_eq!((resumed.record().to_json(), resumed.deciding()), (race.record().to_json(), race.deciding()));
    record.waiting[0].action = Action::Walk;
    let refused = Race::resume(record.clone()).expect_err("nobody walks yet").to_string();
    assert_eq!(refused, "the move that seat 3 chose in advance is not legal");
    record.events.push(Event::Action(Played { seat: seat(1), action: Action::Walk }));
    let refused = Race::resume(record).expect_err("nobody walks yet").to_string();
    assert!(refused.starts_with("event 2: seat 2: "), "{refused}");
}

#[test]
fn the_error_of_a_bot_names_its_seat() {
    let error = race().play_out(&mut walkers(2), 1_000).expect_err("three play");
    assert_eq!((error.seat(), TurnError::TooLong(7).seat()), (Some(seat(2)), None));
}

#[test]
fn an_outcome_entered_by_hand_is_marked_so_for_good() {
    let mut race = race();
    for number in 0..3 {
        race.play(seat(number), Action::Pick(1)).expect("its turn");
    }
    race.resolve(Chance::Die(2)).expect("a die may show that");
    let by_hand = |race: &Race<Dash>| {
        let chance = |event: &EventOf<Dash>| match event {
            Event::Chance(outcome) => Some(outcome.by_hand),
            Event::Action(_) => None,
        };
        race.record().events.iter().filter_map(chance).collect::<Vec<_>>()
    };
    race.play(seat(0), Action::Walk).expect("its turn");
    race.draw().expect("the next seat rolls");
    assert_eq!(by_hand(&race), [true, false]);
    let json = race.record().to_json();
    assert_eq!(json.matches("\"by-hand\":true").count(), 1, "{json}");
    let read = Race::resume(Record::from_json(&json).expect("a record")).expect("it replays");
    assert_eq!(by_hand(&read), [true, false]);
    assert!(race.play(seat(1), Action::Walk).is_ok() && race.undo(seat(1)).is_ok());
    assert_eq!(by_hand(&race), [true, false], "what stays keeps its mark");
}

#[test]
fn an_outcome_entered_by_hand_counts_so_that_no_later_draw_repeats_it() {
    for seed in 0..20 {
        let drawn = finished(seed);
        let mut by_hand = fresh(seed);
        for (index, event) in drawn.record().events.iter().enumerate() {
            match event {
                Event::Action(choice) => by_hand.play(choice.seat, choice.action).expect("legal"),
                Event::Chance(outcome) => {
                    let mut resumed = Race::resume(by_hand.record().clone()).expect("it replays");
                    assert_eq!(resumed.draw(), Some(outcome.chance), "event {index}");
                    // The outcome that would be drawn, so that all later ones are the same unless this one is not
                    // counted. The first two rolls of each seat are by hand.
                    if index < 15 {
                        by_hand.resolve(outcome.chance).expect("it may come");
                    } else {
                        assert_eq!(by_hand.draw(), Some(outcome.chance), "event {index}");
                    }
                }
            }
        }
        assert_eq!(by_hand.state(), drawn.state());
    }
}

#[test]
fn a_recorded_action_of_the_wrong_seat_is_refused() {
    let mut race = race();
    race.play(seat(0), Action::Pick(1)).expect("its turn");
    race.play(seat(1), Action::Pick(2)).expect("its turn");
    // Each seat may pick any number, so only the seat is wrong.
    let mut record = race.record().clone();
    record.events[1] = Event::Action(Played { seat: seat(2), action: Action::Pick(2) });
    let sentence = "event 2: seat 3 decides, but it is the turn of seat 2";
    assert_eq!(record.replay().expect_err("not its turn").to_string(), sentence);
    assert_eq!(Race::resume(record).expect_err("not its turn").to_string(), sentence);
}

#[test]
fn a_seat_that_is_not_at_the_table_is_refused() {
    let mut race = race();
    let refusal = NotAtTheTable { seat: seat(7), seats: race.seats() };
    assert_eq!(race.view(seat(7)), Err(refusal));
    assert_eq!(race.play(seat(7), Action::Pick(1)), Err(MoveError::NotAtTheTable(refusal)));
    assert!(race.actions(seat(7)).is_empty() && race.seen(seat(7), 0).is_empty());
    assert_eq!(race.undo(seat(7)), Err(UndoError::NotAtTheTable(refusal)));
    assert_eq!(race.withdraw(seat(7)), Err(UndoError::NotAtTheTable(refusal)));
}

#[test]
fn an_illegal_secret_choice_ahead_of_its_turn_is_refused_with_its_own_reason() {
    let mut race = race();
    let refused = race.play(seat(2), Action::Pick(4));
    assert_eq!(refused, Err(MoveError::Illegal(crate::dash::Illegal::NoSuchNumber)));
    assert!(race.record().waiting.is_empty());
}

/// A race that has just begun.
fn fresh(seed: u64) -> Race<Dash> {
    let game = Dash::short();
    let setup = game.setup(3);
    Race::new(game, &setup, seed).expect("a set-up that fits")
}

/// A race of random moves, played to its end.
fn finished(seed: u64) -> Race<Dash> {
    let mut race = fresh(seed);
    let mut bots: Vec<Box<dyn Bot<Dash>>> = (0..3).map(|_| Box::new(RandomBot) as _).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    race
}

#[test]
fn taking_back_leads_to_the_state_that_the_rest_of_the_record_leads_to() {
    for seed in 0..20 {
        let mut race = finished(seed);
        for step in 0.. {
            if race.undo(seat(step % 3)).is_err() {
                break;
            }
            let again = Race::resume(race.record().clone()).expect("what is left replays");
            assert_eq!(race.state(), again.state());
            assert_eq!((race.happenings(), race.events()), (again.happenings(), again.events()));
            let (mut one, mut other) = (race.clone(), again);
            assert_eq!(
                (one.proceed(), one.state()),
                (other.proceed(), other.state()),
                "the same chance follows"
            );
        }
    }
}

#[test]
fn a_game_of_exactly_so_many_events_is_played_out_and_one_event_fewer_is_too_few() {
    let most = finished(3).events();
    let play = |most| {
        let game = Dash::short();
        let mut race = Race::new(game.clone(), &game.setup(3), 3).expect("a set-up that fits");
        let mut bots: Vec<Box<dyn Bot<Dash>>> = (0..3).map(|_| Box::new(RandomBot) as _).collect();
        (race.play_out(&mut bots, most).map(|standings| standings.ending), race.events())
    };
    assert_eq!(play(most), (Ok(Ending::Won), most));
    assert_eq!(play(most - 1), (Err(TurnError::TooLong(most - 1)), most - 1));
}

#[test]
fn a_race_without_history_goes_on_as_the_one_with_it() {
    for seed in 0..20 {
        let game = Dash::short();
        let mut race = Race::new(game.clone(), &game.setup(3), seed).expect("a set-up that fits");
        race.play(seat(0), Action::Pick(1)).expect("its turn");
        race.play(seat(2), Action::Pick(3)).expect("a secret choice that waits");
        let mut bots: Vec<Box<dyn Bot<Dash>>> = (0..3).map(|_| Box::new(RandomBot) as _).collect();
        let mut light = race.clone().without_history();
        let standings = race.play_out(&mut bots, 10_000).expect("it ends");
        assert_eq!(light.play_out(&mut bots, 10_000), Ok(standings));
        assert_eq!((race.state(), race.events()), (light.state(), light.events()));
    }
}

/// Collects the happenings reported to it, and plays at random.
#[derive(Default)]
struct Listener(Arc<Mutex<Vec<Happening>>>);

impl Bot<Dash> for Listener {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<Action, BotError> {
        RandomBot.choose(decision)
    }

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, _game: &Dash, seat: Seat, happening: &Happening) {
        assert_eq!(seat.number(), 1);
        self.0.lock().expect("one thread").push(happening.clone());
    }
}

#[test]
fn a_bot_that_listens_is_told_what_its_seat_sees_in_order_with_history_or_without() {
    let game = Dash::short();
    let race = Race::new(game.clone(), &game.setup(3), 5).expect("a set-up that fits");
    let heard = || {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let listener = Listener(Arc::clone(&heard));
        let bots: Vec<Box<dyn Bot<Dash>>> =
            vec![Box::new(RandomBot), Box::new(listener), Box::new(RandomBot)];
        (bots, heard)
    };
    let (mut bots, with_history) = heard();
    let mut whole = race.clone();
    whole.play_out(&mut bots, 10_000).expect("it ends");
    assert_eq!(*with_history.lock().expect("one thread"), whole.seen(seat(1), 0));
    let (mut bots, without) = heard();
    race.without_history().play_out(&mut bots, 10_000).expect("it ends");
    assert_eq!(*without.lock().expect("one thread"), whole.seen(seat(1), 0));
    let later = Arc::new(Mutex::new(Vec::new()));
    whole.notify(&mut Listener(Arc::clone(&later)), seat(1), 2);
    assert_eq!(*later.lock().expect("one thread"), whole.seen(seat(1), 2));
}

#[test]
fn a_branch_shares_the_first_events_and_goes_its_own_way_from_there() {
    let mut race = race();
    race.play_out(&mut walkers(3), 1_000).expect("it ends");
    let shared = race.record().events.len() / 2;
    let branch = race.record().branch(shared, Streams::new(99));
    let read = Record::from_json(&branch.to_json()).expect("a record");
    let mut other = Race::<Dash>::resume(read).expect("it replays");
    assert_eq!(other.record().events[..], race.record().events[..shared]);
    let named = other.record().branch.expect("it names the game that it comes from");
    assert_eq!((named.streams, named.events), (Streams::new(1), shared));
    other.play_out(&mut walkers(3), 1_000).expect("it ends");
    assert_ne!(other.record().events, race.record().events, "other dice");
    while (0..3).any(|number| other.undo(seat(number)).is_ok()) {}
    assert_eq!(other.undo(seat(0)), Err(UndoError::Shared(seat(0))));
    assert!(other.events() >= shared, "what both games share stays");
    let twice = other.record().branch(usize::MAX, Streams::new(5)).branch.expect("a branch");
    assert_eq!(twice.events, other.events(), "there are no more events to share");
}

#[test]
fn a_branch_of_more_events_than_there_are_is_refused() {
    let mut record = race().record().branch(0, Streams::new(3));
    record.branch = record.branch.map(|branch| furlong::record::Branch { events: 7, ..branch });
    let refused = Race::resume(record).expect_err("no event is there");
    assert_eq!(refused.to_string(), "the record shares 7 events with another game, but has only 0");
}

fn walkers(count: usize) -> Vec<Box<dyn Bot<Dash>>> {
    let spec = "walker".parse().expect("a bot");
    (0..count).map(|_| <Dash as furlong::Bots>::bot(&spec).expect("a bot")).collect()
}
