//! Many games side by side: each is the race of its streams, whatever plays beside it.

use std::num::NonZeroUsize;

use furlong::animal_race::AnimalRace;
use furlong::batch::{ActionLists, Batch, Buffers, CUT_OFF, ENDED, GOES_ON, NO_SEAT, Reset, WAIT};
use furlong::encoding::{self, Encoded, EncodingError, Features};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, Race, RaceGame, RandomBot, Ruleset as _, Seat, Turn, ruleset};

fn usual<G: RaceGame>() -> G {
    G::new(ruleset::open(G::Ruleset::EMBEDDED[0].name).expect("embedded")).expect("playable")
}

/// All numbers that a batch writes.
#[derive(Clone, Debug, PartialEq)]
struct Numbers {
    seats: Vec<u8>,
    features: Vec<f32>,
    mask: Vec<u8>,
    mask_bits: Vec<u64>,
    endings: Vec<u8>,
    rewards: Vec<f32>,
}

impl Numbers {
    fn of<G: Encoded>(batch: &Batch<G>) -> Self {
        let games = batch.len();
        Self {
            seats: vec![7; games],
            features: vec![7.0; games * G::ViewFeatures::LEN],
            mask: vec![7; games * G::ACTIONS],
            mask_bits: vec![7; games * encoding::mask_words::<G>()],
            endings: vec![7; games],
            rewards: vec![7.0; games * usize::from(batch.seats().count())],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers::default()
            .seats(&mut self.seats)
            .features(&mut self.features)
            .mask(&mut self.mask)
            .mask_bits(&mut self.mask_bits)
            .endings(&mut self.endings)
            .rewards(&mut self.rewards)
    }
}

/// A logit for each action, different in each game: what a model would do.
fn logits<G: Encoded>(numbers: &Numbers) -> Vec<f32> {
    let rows = numbers.features.chunks(G::ViewFeatures::LEN);
    rows.flat_map(|row| {
        let sum: f32 = row.iter().sum();
        (0..G::ACTIONS).map(move |index| (sum * (index + 1) as f32).sin())
    })
    .collect()
}

/// Plays a batch by sampled actions, and each game again as a race. Returns how often a step ended in each way.
fn games_can_be_played_again<G: Encoded>(
    players: u8,
    games: usize,
    steps: usize,
    most_events: u32,
) -> [u32; 3] {
    let game: G = usual();
    let setup = game.setup(players);
    let mut batch =
        Batch::new(game.clone(), &setup, 5, games).expect("they may play").most_events(most_events);
    let mut numbers = Numbers::of(&batch);
    batch.observe(&mut numbers.buffers()).expect("the buffers fit");
    let begin = |batch: &Batch<G>, number| {
        Race::in_group(game.clone(), &setup, batch.streams(number)).expect("they may play")
    };
    let mut races: Vec<Race<G>> = (0..games as u64).map(|number| begin(&batch, number)).collect();
    let (mut chosen, mut ends) = (vec![0; games], [0; 3]);
    for _ in 0..steps {
        batch.sample(&logits::<G>(&numbers), &mut chosen).expect("logits");
        for (place, race) in races.iter_mut().enumerate() {
            let Turn::Seat(seat) = race.proceed() else { panic!("a seat is to move") };
            assert_eq!(numbers.seats[place], seat.number());
            let mut features = vec![0.0; G::ViewFeatures::LEN];
            race.game().encode(&race.seat_view(seat), &mut features).expect("the buffer fits");
            assert_eq!(numbers.features.chunks(G::ViewFeatures::LEN).nth(place), Some(&*features));
            let mut mask = vec![0; G::ACTIONS];
            encoding::mask::<G>(&race.actions(seat), &mut mask).expect("the buffer fits");
            assert_eq!(numbers.mask.chunks(G::ACTIONS).nth(place), Some(&*mask));
            // A bot with the same logits draws the same from the stream of its decision.
            let logits = logits::<G>(&numbers)[place * G::ACTIONS..][..G::ACTIONS].to_vec();
            let legal: Vec<f32> =
                (0..G::ACTIONS).filter(|index| mask[*index] == 1).map(|index| logits[index]).collect();
            let drawn = encoding::sample(&legal, &mut race.bot_stream(seat)).expect("logits");
            let action = race.actions(seat)[drawn];
            assert_eq!(G::index_of(action), Some(chosen[place] as usize));
            race.play(seat, action).expect("it is legal");
        }
        batch.step(&chosen, &mut numbers.buffers()).expect("legal actions");
        let rewards = numbers.rewards.chunks(players.into());
        for (place, (race, rewards)) in races.iter_mut().zip(rewards).enumerate() {
            let turn = race.proceed_within(most_events as usize);
            let ending = match turn {
                Turn::Over => ENDED,
                _ if race.events() >= most_events as usize => CUT_OFF,
                _ => GOES_ON,
            };
            assert_eq!(numbers.endings[place], ending);
            ends[usize::from(ending)] += 1;
            let shares = race.game().returns(race.state());
            let shares: Vec<f32> = race.seats().iter().map(|seat| shares[seat].as_f64() as f32).collect();
            assert_eq!(rewards, shares);
            if ending != GOES_ON {
                *race = begin(&batch, batch.number(place).expect("a place"));
            }
        }
    }
    ends
}

#[test]
fn a_game_of_a_batch_can_be_played_again_as_a_race() {
    let ends = games_can_be_played_again::<AnimalRace>(3, 5, 150, 190);
    assert!(ends[1] > 0 && ends[2] > 0, "some games ended and some were cut off: {ends:?}");
    let ends = games_can_be_played_again::<HareTortoise>(2, 3, 150, 120);
    assert!(ends[2] > 0, "some were cut off: {ends:?}");
    let ends = games_can_be_played_again::<Gotham>(3, 4, 150, 100);
    assert!(ends[1] > 0 && ends[2] > 0, "some games ended and some were cut off: {ends:?}");
}

#[test]
fn random_decisions_of_a_batch_are_those_of_random_bots() {
    let game: AnimalRace = usual();
    let setup = game.setup(4);
    let mut batch = Batch::new(game.clone(), &setup, 11, 3).expect("four may play");
    let (mut chosen, mut endings, mut rewards) = (vec![0; 3], vec![0; 3], vec![0.0; 12]);
    let mut compared = 0;
    while compared < 6 {
        batch.sample_uniform(&mut chosen).expect("the buffer fits");
        let numbers: Vec<u64> = (0..3).filter_map(|place| batch.number(place)).collect();
        let mut buffers = Buffers::default().endings(&mut endings).rewards(&mut rewards);
        batch.step(&chosen, &mut buffers).expect("legal actions");
        for place in (0..3).filter(|place| endings[*place] == ENDED) {
            let mut race =
                Race::in_group(game.clone(), &setup, batch.streams(numbers[place])).expect("it begins");
            let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = (0..4).map(|_| Box::new(RandomBot) as _).collect();
            let shares = race.play_out(&mut bots, 10_000).expect("random games end").shares();
            let shares: Vec<f32> = race.seats().iter().map(|seat| shares[seat].as_f64() as f32).collect();
            assert_eq!(&rewards[4 * place..][..4], shares);
            assert_eq!(batch.number(place), Some(numbers[place] + 3));
            compared += 1;
        }
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let game: AnimalRace = usual();
    let played = |threads| {
        let threads = NonZeroUsize::new(threads).expect("some");
        let mut batch =
            Batch::new(game.clone(), &game.setup(5), 3, 13).expect("five may play").threads(threads);
        let mut numbers = Numbers::of(&batch);
        let mut lists = ActionLists::with_features();
        let mut chosen = vec![0; 13];
        let mut all = Vec::new();
        for _ in 0..40 {
            batch.observe(&mut numbers.buffers()).expect("the buffers fit");
            batch.list(&mut lists);
            all.push((numbers.clone(), lists.clone()));
            let logits: Vec<f32> = lists
                .features
                .chunks(lists.features.len() / lists.indices.len())
                .map(|row| row.iter().sum())
                .collect();
            batch.sample_listed(&logits, &mut chosen).expect("logits");
            batch.step(&chosen, &mut numbers.buffers()).expect("legal actions");
            all.push((numbers.clone(), lists.clone()));
        }
        all
    };
    let one = played(1);
    assert!([2, 3, 50].into_iter().all(|threads| played(threads) == one));
}

#[test]
fn the_lists_of_a_batch_are_its_masks() {
    let game: AnimalRace = usual();
    let mut batch = Batch::new(game.clone(), &game.setup(2), 3, 4).expect("two may play");
    let (mut numbers, mut lists, mut chosen) =
        (Numbers::of(&batch), ActionLists::with_features(), vec![0; 4]);
    for _ in 0..30 {
        batch.sample_uniform(&mut chosen).expect("the buffer fits");
        batch.step(&chosen, &mut numbers.buffers()).expect("legal actions");
        batch.list(&mut lists);
        let mut begin = 0;
        for (place, mask) in numbers.mask.chunks(AnimalRace::ACTIONS).enumerate() {
            let legal = (0..).zip(mask).filter(|(_, is_legal)| **is_legal == 1).map(|(index, _)| index);
            assert!(lists.indices[begin..lists.ends[place]].iter().copied().eq(legal));
            let view = batch.view(place).expect("a seat is to move");
            for row in begin..lists.ends[place] {
                let width = <AnimalRace as Encoded>::ActionFeatures::LEN;
                let action = AnimalRace::action_at(lists.indices[row] as usize).expect("an action");
                let mut features = vec![0.0; width];
                game.encode_action(&view, action, &mut features).expect("the buffer fits");
                assert_eq!(&lists.features[row * width..][..width], features);
            }
            begin = lists.ends[place];
        }
        assert_eq!(begin, lists.indices.len());
    }
}

#[test]
fn what_a_batch_refuses_changes_nothing() {
    let game: AnimalRace = usual();
    let mut batch = Batch::new(game.clone(), &game.setup(2), 3, 2).expect("two may play");
    let mut before = Numbers::of(&batch);
    batch.observe(&mut before.buffers()).expect("the buffers fit");
    let mut numbers = before.clone();
    let first = first_legal(&batch, 0);
    let error = batch.step(&[first, 200], &mut numbers.buffers()).expect_err("not legal");
    assert!(error.to_string().starts_with("game 1: action 200 is not legal; these are: 0, "), "{error}");
    let error = batch.step(&[first, u32::MAX - 1], &mut numbers.buffers()).expect_err("no action");
    assert!(matches!(error, EncodingError::NotLegal { game: 1, index: 0xffff_fffe, .. }));
    assert!(batch.step(&[first], &mut numbers.buffers()).is_err());
    let mut short = [9.0; 3];
    let error = batch.step(&[first, first], &mut Buffers::default().rewards(&mut short)).expect_err("short");
    assert_eq!(error.to_string(), "the buffer for the rewards has room for 3 values; 4 are needed");
    assert_eq!(short.map(f32::to_bits), [9.0_f32.to_bits(); 3]);
    let mut chosen = [9; 2];
    let mut logits = vec![0.0; 2 * AnimalRace::ACTIONS];
    logits[AnimalRace::ACTIONS + first_legal(&batch, 1) as usize] = f32::NAN;
    assert_eq!(batch.sample(&logits, &mut chosen), Err(EncodingError::Logits { game: 1 }));
    assert!(
        batch.sample(&logits[1..], &mut chosen).is_err() && batch.sample_listed(&[], &mut chosen).is_err()
    );
    assert_eq!(chosen, [9; 2]);
    assert_eq!(numbers, before);
    batch.observe(&mut numbers.buffers()).expect("the buffers fit");
    assert_eq!(numbers, before);
}

/// The index of the first legal action at a place.
fn first_legal(batch: &Batch<AnimalRace>, place: usize) -> u32 {
    AnimalRace::index_of(batch.actions(place)[0]).expect("legal") as u32
}

#[test]
fn a_game_that_ends_before_anybody_decides_waits_without_a_seat() {
    let game: AnimalRace = usual();
    let mut batch = Batch::new(game.clone(), &game.setup(2), 3, 1).expect("two may play").most_events(3);
    let mut numbers = Numbers::of(&batch);
    batch.observe(&mut numbers.buffers()).expect("the buffers fit");
    assert_eq!((numbers.seats[0], batch.seat(0), batch.view(0)), (NO_SEAT, None::<Seat>, None));
    assert!(numbers.mask.iter().all(|byte| *byte == 0));
    let mut chosen = [7];
    batch.sample_uniform(&mut chosen).expect("the buffer fits");
    batch.step(&chosen, &mut numbers.buffers()).expect("the index is not read");
    assert_eq!((numbers.endings[0], batch.number(0)), (CUT_OFF, Some(1)));
}

/// Plays random games until each place has ended several, and returns the rewards of every game by its number.
fn rewards_by_number(reset: Reset) -> Vec<(u64, Vec<f32>)> {
    let game: AnimalRace = usual();
    let mut batch = Batch::new(game.clone(), &game.setup(3), 4, 5).expect("three may play").resets(reset);
    let mut numbers = Numbers::of(&batch);
    let (mut chosen, mut ended) = (vec![0; 5], Vec::new());
    while ended.len() < 40 {
        batch.sample_uniform(&mut chosen).expect("the buffer fits");
        let playing: Vec<u64> = (0..5).filter_map(|place| batch.number(place)).collect();
        batch.step(&chosen, &mut numbers.buffers()).expect("legal actions");
        let over: Vec<usize> = (0..5).filter(|place| numbers.endings[*place] != GOES_ON).collect();
        for place in &over {
            ended.push((playing[*place], numbers.rewards[3 * place..][..3].to_vec()));
            let (number, seat) = (batch.number(*place), numbers.seats[*place]);
            assert_eq!(number == Some(playing[*place]), reset != Reset::SameStep);
            assert_eq!(seat == NO_SEAT, reset != Reset::SameStep);
        }
        if reset == Reset::ByHand && !over.is_empty() {
            assert!(batch.view_of(over[0], Seat::FIRST).is_some() && batch.view(over[0]).is_none());
            let indices: Vec<u32> = (0..5).map(|place| if place == over[0] { 0 } else { WAIT }).collect();
            let refused = batch.step(&indices, &mut numbers.buffers());
            assert_eq!(refused, Err(EncodingError::Over { game: over[0] }));
            batch.step(&[WAIT; 5], &mut numbers.buffers()).expect("all wait");
            assert_eq!(numbers.seats[over[0]], NO_SEAT);
            batch.reset(|place| over.contains(&place), &mut numbers.buffers()).expect("the buffers fit");
            assert!(numbers.seats.iter().all(|seat| *seat != NO_SEAT));
        }
    }
    ended.sort_by_key(|(number, _)| *number);
    ended.truncate(25);
    ended
}

#[test]
fn the_games_are_the_same_whatever_follows_an_end() {
    let usual = rewards_by_number(Reset::SameStep);
    assert!(usual.iter().map(|(number, _)| *number).eq(0..25));
    assert_eq!(rewards_by_number(Reset::NextStep), usual);
    assert_eq!(rewards_by_number(Reset::ByHand), usual);
}

#[test]
fn a_game_that_waits_stands_still_while_another_is_played() {
    let game: AnimalRace = usual();
    let mut batch = Batch::new(game.clone(), &game.setup(2), 3, 2).expect("two may play");
    let (mut before, mut after) = (Numbers::of(&batch), Numbers::of(&batch));
    batch.observe(&mut before.buffers()).expect("the buffers fit");
    batch.step(&[WAIT, first_legal(&batch, 1)], &mut after.buffers()).expect("legal");
    let row = <AnimalRace as Encoded>::ViewFeatures::LEN;
    assert_eq!(before.features[..row], after.features[..row]);
    assert_ne!(before.features[row..], after.features[row..]);
}

#[test]
fn a_bot_decides_in_a_batch_as_in_the_same_race() {
    let game: AnimalRace = usual();
    let setup = game.setup(2);
    let mut batch = Batch::new(game.clone(), &setup, 8, 3).expect("two may play").resets(Reset::ByHand);
    let mut bot =
        <AnimalRace as furlong::Bots>::bot(&"hard:iterations=20".parse().expect("a bot")).expect("it is");
    let mut races: Vec<Race<AnimalRace>> = (0..3)
        .map(|number| Race::in_group(game.clone(), &setup, batch.streams(number)).expect("two"))
        .collect();
    for _ in 0..6 {
        let chosen: Vec<u32> = (0..3).map(|place| batch.ask(place, &mut bot).expect("it decides")).collect();
        for (race, index) in races.iter_mut().zip(&chosen) {
            race.proceed();
            let action = race.ask(&mut bot).expect("it decides");
            assert_eq!(AnimalRace::index_of(action), Some(*index as usize));
        }
        batch.step(&chosen, &mut Buffers::default()).expect("legal actions");
    }
}
