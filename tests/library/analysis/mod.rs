//! The analysis of recorded games.

mod exact;
mod review;

use furlong::analysis::{Analysis, Judgement, Settings, analyse, largest_swing};
use furlong::animal_race::AnimalRace;
use furlong::arena::Estimator;
use furlong::bot::StopFlag;
use furlong::game::Mark;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::rand::SeedableRng as _;
use furlong::record::{Event, Played, Rules, Start, apply};
use furlong::{BotSpec, Bots, Race, RaceGame as _, Record, Ruleset, Seat, Stream, Streams, Turn, ruleset};

/// Cheap settings: two playouts of the random bot, and this number of worlds.
fn settings<G: Bots>(worlds: u32) -> Settings {
    let estimator = Estimator::of::<G>().bot(BotSpec::named("random")).playouts(2).most_events(1_000);
    Settings::of::<G>().estimator(estimator).worlds(worlds)
}

/// The record of a game between the usual bots.
fn record<G: Bots>(ruleset: &str, players: u8, seed: u64) -> Record<G> {
    let game = G::new(ruleset::open(ruleset).expect("it loads")).expect("it is playable");
    let setup = game.setup(players);
    let mut race = Race::new(game, &setup, seed).expect("the set-up fits");
    let usual = BotSpec::named(G::BOTS[0].name);
    let mut bots: Vec<_> = (0..players).map(|_| G::bot(&usual).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    race.record().clone()
}

fn analysis<G: Bots>(record: &Record<G>, worlds: u32) -> Analysis {
    analyse(record, &settings::<G>(worlds), &StopFlag::default(), &|_| ()).expect("it replays")
}

/// One game under every ruleset, the tables from the smallest to the largest in turn.
fn assert_sums<G: Bots>() {
    for (index, embedded) in (0_u8..).zip(G::Ruleset::EMBEDDED) {
        let game = G::new(ruleset::open(embedded.name).expect("it loads")).expect("it is playable");
        let (least, most) = game.players().into_inner();
        let players = least + index % (most - least + 1);
        let analysis = analysis(&record::<G>(embedded.name, players, index.into()), 4);
        let name = format!("{}, {players} players", embedded.name);
        assert!(analysis.is_over && analysis.events.len() > 10, "{name}");
        for (seat, sums) in analysis.seats.iter().enumerate() {
            let sum = sums.start + sums.luck + sums.own + sums.others;
            assert!((sum - sums.result).abs() < 1e-9, "{name}: {sums:?}");
            let own =
                analysis.events.iter().filter(|event| event.seat.is_some_and(|own| own.index() == seat));
            let losses = own.filter_map(|event| event.judgement.as_ref());
            let loss: f64 = losses.map(|judgement| judgement.loss).sum();
            assert!((loss - sums.loss).abs() < 1e-9, "{name}: {sums:?}");
        }
        let won: f64 = analysis.seats.iter().map(|sums| sums.result).sum();
        assert!(won == 0.0 || (won - 1.0).abs() < 0.01, "{name}: {won}");
        assert!(
            analysis.events.iter().all(|event| {
                let is_choice = event.seat.is_some() && event.choices > 1;
                event.judgement.is_some() == is_choice
            }),
            "{name}: every choice is judged"
        );
    }
}

#[test]
fn the_parts_of_every_result_add_up() {
    assert_sums::<AnimalRace>();
    assert_sums::<HareTortoise>();
    assert_sums::<Gotham>();
}

#[test]
fn an_analysis_is_the_same_each_time_and_names_its_estimate() {
    let gotham = record::<Gotham>("standard", 2, 5);
    let [one, again] = [0, 1].map(|_| analysis(&gotham, 4));
    assert_eq!(one, again);
    let other = analysis(&record::<AnimalRace>("classic", 2, 5), 4);
    assert_ne!(one.fingerprint, other.fingerprint);
}

/// The judgement of a decision in this state, by a record that begins there.
fn judgement<G: Bots>(game: &G, state: &G::State, seat: Seat, action: G::Action) -> Judgement {
    let start = Start::Position(Box::new(game.position(state)));
    let mut record = Record::<G>::new(Rules::read(game.ruleset().clone()), start, Streams::new(1));
    record.events.push(Event::Action(Played { seat, action }));
    analysis(&record, 8).events[0].judgement.clone().expect("a choice")
}

/// Exchanges the hidden cards before some decisions of a game. Returns the number of decisions where the exchange
/// changed something.
fn assert_blind<G: Bots>(ruleset: &str) -> usize {
    let record = record::<G>(ruleset, 3, 2);
    let (game, mut state) = record.open().expect("it opens");
    let (mut actions, mut changed, mut decisions) = (Vec::new(), 0, 0);
    let mut rng = Stream::seed_from_u64(3);
    for (event, number) in record.events.iter().zip(1..) {
        if let (Event::Action(Played { seat, action }), Turn::Seat(_)) = (event, game.turn(&state)) {
            game.actions(&state, &mut actions);
            decisions += usize::from(actions.len() > 1);
            if actions.len() > 1 && decisions % 5 == 0 {
                let other = game.resample(&game.view(&state, *seat), &mut rng).expect("a view");
                changed += usize::from(other != state);
                let judged = [&state, &other].map(|state| judgement(&game, state, *seat, *action));
                assert_eq!(judged[0], judged[1], "{} event {number}", G::ID);
            }
        }
        apply(&game, &mut state, event, number, &mut ()).expect("it replays");
    }
    changed
}

#[test]
fn what_a_seat_did_not_know_does_not_enter_its_judgement() {
    assert!(assert_blind::<AnimalRace>("classic") > 1);
    assert!(assert_blind::<Gotham>("standard") > 1);
}

#[test]
fn a_race_is_certain_only_when_somebody_is_home() {
    let record = record::<HareTortoise>("classic", 4, 3);
    let estimator = Estimator::of::<HareTortoise>().playouts(20);
    let settings = Settings::of::<HareTortoise>().estimator(estimator).worlds(0);
    let analysis = analyse(&record, &settings, &StopFlag::default(), &|_| ()).expect("it replays");
    let (game, mut state) = record.open().expect("it opens");
    let (mut open, mut certain) = (0, 0);
    for (event, effect) in record.events.iter().zip(&analysis.events) {
        let is_home = game.seats(&state).iter().any(|seat| game.has_finished(&state, seat));
        if is_home {
            certain += 1;
            assert!(effect.before.shares.iter().all(|share| [0.0, 1.0].contains(share)), "{effect:?}");
        } else {
            open += 1;
            assert!(effect.before.shares.iter().all(|share| *share > 0.0 && *share < 1.0), "{effect:?}");
            assert!(effect.before.errors.iter().all(|error| *error > 0.01), "{effect:?}");
        }
        apply(&game, &mut state, event, effect.number, &mut ()).expect("it replays");
    }
    assert!(open > 50 && certain > 1, "{open} and {certain}");
    // A race of four equal bots is open at its start: no seat is lost there, and the winner's is no exception.
    let start = &analysis.events[0].before.shares;
    assert!(start.iter().all(|share| *share > 0.05 && *share < 0.8), "{start:?}");
}

/// The largest change of any seat's share between two lists of shares.
fn largest_change(before: &[f64], after: &[f64]) -> f64 {
    before.iter().zip(after).map(|(before, after)| (after - before).abs()).fold(0.0, f64::max)
}

fn assert_swing<G: Bots>(ruleset: &str) {
    let record = record::<G>(ruleset, 3, 2);
    let Settings { estimator, .. } = settings::<G>(0);
    let swing =
        largest_swing(&record, &estimator, &StopFlag::default()).expect("it replays").expect("events");
    let (game, start) = record.open().expect("it opens");
    let (mut states, mut rounds, mut seen) = (vec![start], vec![1_u32], Vec::new());
    for (event, number) in record.events.iter().zip(1..) {
        let mut state = states[number - 1].clone();
        seen.clear();
        furlong::record::apply(&game, &mut state, event, number, &mut seen).expect("it replays");
        let ends = seen.iter().filter(|happening| game.mark(happening) == Some(Mark::RoundEnds)).count();
        states.push(state);
        rounds.push(rounds[number - 1] + ends as u32);
    }
    // The shares are those of the positions around the event, estimated anew.
    let values = |estimator: &Estimator, events: &[usize]| {
        let positions: Vec<_> = events.iter().map(|event| states[*event].clone()).collect();
        estimator.values(&game, &positions, &StopFlag::default(), &|| ()).expect("estimates")
    };
    let again = estimator.clone().seed(estimator.seed + 1).playouts(4 * estimator.playouts);
    let around = values(&again, &[swing.event - 1, swing.event]);
    let found = [0, 1].map(|at: usize| around[at].shares[swing.seat].to_bits());
    assert_eq!([swing.before, swing.after].map(f64::to_bits), found);
    // The event lies in the round that changed a share most.
    let last = record.events.len();
    let begins = |event: &usize| *event == 0 || rounds[*event] != rounds[event - 1];
    let moments: Vec<usize> = (0..last).filter(begins).chain([last]).collect();
    let shares = values(&estimator, &moments);
    let changed = |index: &usize| largest_change(&shares[*index].shares, &shares[index + 1].shares);
    let most = (0..moments.len() - 1)
        .max_by(|one, other| changed(one).total_cmp(&changed(other)).then(other.cmp(one)))
        .expect("rounds");
    assert_eq!(swing.round, rounds[moments[most]], "{swing:?}");
    assert!((moments[most] + 1..=moments[most + 1]).contains(&swing.event), "{swing:?}");
}

#[test]
fn the_largest_swing_is_an_event_of_the_round_that_changed_most_estimated_anew() {
    assert_swing::<AnimalRace>("apprentice");
    assert_swing::<HareTortoise>("classic");
    assert_swing::<Gotham>("standard");
}

#[test]
fn a_game_without_events_has_no_swing_and_a_raised_flag_ends_the_look() {
    let mut record = record::<AnimalRace>("apprentice", 2, 1);
    let Settings { estimator, .. } = settings::<AnimalRace>(0);
    let raised = StopFlag::new(true.into());
    assert!(largest_swing(&record, &estimator, &raised).is_err());
    record.events.clear();
    assert_eq!(largest_swing(&record, &estimator, &StopFlag::default()), Ok(None));
}
