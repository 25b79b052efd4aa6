//! Games as numbers: the laws of each encoding under every ruleset, and the page that documents them.

use std::fs;
use std::hash::{Hash as _, Hasher as _};

use furlong::animal_race::{Action, Animal, AnimalRace, Card, Placement};
use furlong::common::StableHasher;
use furlong::encoding::{Encoded, EncodingError, Features, Specification, mask, mask_bits, sample};
use furlong::gotham::{self, Effect, Gotham, Rank};
use furlong::hare_tortoise::{self, HareTortoise, Square};
use furlong::testkit::{Options, check_encoding};
use furlong::{Race, RaceGame, RandomBot, Ruleset as _, Stream, Turn, ruleset};
use rand::SeedableRng as _;

const PAGE: &str = "docs/encoding.md";

fn keeps_the_laws<G: Encoded>(every: u32, cap: u32) {
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        let options = Options::default().seed(7).games(1).every(every).cap(cap);
        let checked =
            check_encoding(&game, &options).unwrap_or_else(|broken| panic!("{}: {broken}", embedded.name));
        assert!(
            checked.views > 0 && checked.actions > 0 && checked.twins > 0,
            "{}: {checked:?}",
            embedded.name
        );
    }
}

#[test]
fn the_animal_race_keeps_the_laws_of_encodings() {
    keeps_the_laws::<AnimalRace>(9, 10_000);
}

#[test]
fn hare_and_tortoise_keeps_the_laws_of_encodings() {
    keeps_the_laws::<HareTortoise>(29, 700);
}

#[test]
fn gotham_keeps_the_laws_of_encodings() {
    keeps_the_laws::<Gotham>(9, 1_000);
}

#[test]
fn an_index_is_one_of_an_action_that_a_ruleset_can_allow() {
    let place = |animal, plain, howls| Action::Place(Placement { animal, plain, howls });
    assert_eq!(AnimalRace::index_of(Action::Bet(Card::Hare)), Some(0));
    assert_eq!(AnimalRace::index_of(Action::Move(Animal::Lamb)), Some(AnimalRace::ACTIONS - 1));
    for impossible in [
        place(Animal::Hare, 0, 0),
        place(Animal::Hare, 16, 0),
        place(Animal::Fox, 1, 1),
        place(Animal::Wolf, 8, 8),
        place(Animal::Wolf, u8::MAX, u8::MAX),
    ] {
        assert_eq!(AnimalRace::index_of(impossible), None, "{impossible:?}");
    }
    assert_eq!(
        HareTortoise::index_of(hare_tortoise::Action::To(Square::FINISH)),
        Some(HareTortoise::ACTIONS - 1)
    );
    for impossible in [
        hare_tortoise::Action::Runner(3),
        hare_tortoise::Action::Back(Square::START),
        hare_tortoise::Action::Back(Square::FINISH),
        hare_tortoise::Action::To(Square::START),
    ] {
        assert_eq!(HareTortoise::index_of(impossible), None, "{impossible:?}");
    }
    assert_eq!(Gotham::index_of(gotham::Action::Draw(Rank::Fourth)), Some(3));
    for impossible in [
        Effect::Forward(0),
        Effect::Back(gotham::MOST_STEP + 1),
        Effect::Behind(0, Rank::Third),
        Effect::InFrontOf(3, Rank::Second),
        Effect::SwapWith(Rank::Second),
    ] {
        let action = gotham::Action::Place(gotham::Card::new(Rank::Second, impossible));
        assert_eq!(Gotham::index_of(action), None, "{impossible:?}");
    }
}

#[test]
fn buffers_of_a_wrong_size_and_models_of_another_version_are_refused_in_words() {
    let game = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let state = game.start(&game.setup(2)).expect("two may play");
    let view = game.view(&state, game.seats(&state).iter().next().expect("a seat"));
    let mut short = [0.5; 3];
    let error = game.encode(&view, &mut short).expect_err("too short");
    let needed = <AnimalRace as Encoded>::ViewFeatures::LEN;
    assert_eq!(
        error.to_string(),
        format!("the buffer for the features of a view has room for 3 values; {needed} are needed")
    );
    assert_eq!(short.map(f32::to_bits), [0.5_f32.to_bits(); 3]);
    let error = mask::<AnimalRace>(&[], &mut [7; 2]).expect_err("too short");
    assert_eq!(error, EncodingError::Size { buffer: "mask", needed: AnimalRace::ACTIONS, found: 2 });
    assert!(mask_bits::<AnimalRace>(&[], &mut [7; 9]).is_err());

    let specification = Specification::of::<AnimalRace>();
    let mut model = specification.id();
    assert_eq!(specification.check(&model), Ok(()));
    model.version += 1;
    let error = specification.check(&model).expect_err("another version").to_string();
    assert!(error.starts_with("the model is for version 2 of the encoding of animal-race (hash "), "{error}");
}

#[test]
fn an_action_is_drawn_in_proportion_to_the_exponential_of_its_logit() {
    const DRAWS: usize = 6_000;
    let mut rng = Stream::seed_from_u64(3);
    let logits = [0.0, f32::NEG_INFINITY, libm::logf(2.0), libm::logf(3.0)];
    let mut counts = [0_usize; 4];
    for _ in 0..DRAWS {
        counts[sample(&logits, &mut rng).expect("it can be drawn")] += 1;
    }
    assert_eq!(counts[1], 0);
    // Within 4.5 standard deviations of 1,000, 2,000 and 3,000.
    for (count, expected) in [(counts[0], 1_000_usize), (counts[2], 2_000), (counts[3], 3_000)] {
        assert!(count.abs_diff(expected) < 175, "{counts:?}");
    }
    for refused in [&[][..], &[f32::NEG_INFINITY], &[0.0, f32::NAN], &[0.0, f32::INFINITY]] {
        assert_eq!(sample(refused, &mut rng), None, "{refused:?}");
    }
}

/// The hash of the features of all views and legal actions in random games, one under each ruleset and number of players.
fn numbers_of<G: Encoded>() -> u64 {
    let (mut numbers, mut actions) = (StableHasher::default(), Vec::new());
    let mut of_view = vec![0.0; G::ViewFeatures::LEN];
    let mut of_action = vec![0.0; G::ActionFeatures::LEN];
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        for players in game.players() {
            let mut race = Race::new(game.clone(), &game.setup(players), 9).expect("they may play");
            while let (Turn::Seat(seat), ..400) = (race.proceed(), race.events()) {
                for seat in race.seats().iter() {
                    game.encode(&race.seat_view(seat), &mut of_view).expect("the buffer fits");
                    for number in &of_view {
                        number.to_bits().hash(&mut numbers);
                    }
                }
                let view = race.seat_view(seat);
                game.actions(race.state(), &mut actions);
                for action in &actions {
                    game.encode_action(&view, *action, &mut of_action).expect("the buffer fits");
                    for number in &of_action {
                        number.to_bits().hash(&mut numbers);
                    }
                }
                race.ask(&mut RandomBot).expect("it plays legally");
            }
        }
    }
    numbers.finish()
}

#[test]
fn the_numbers_of_a_version_never_change() {
    // Where one changes, models see something else: that is a new version of the encoding, and a new number here. A new
    // ruleset gives a new number too.
    let numbers = [
        (AnimalRace::VERSION, numbers_of::<AnimalRace>()),
        (HareTortoise::VERSION, numbers_of::<HareTortoise>()),
        (Gotham::VERSION, numbers_of::<Gotham>()),
    ];
    assert_eq!(
        numbers,
        [(1, 14_324_525_704_878_192_382), (2, 11_841_431_300_423_663_930), (1, 4_641_736_014_704_613_699)]
    );
}

#[test]
fn the_page_of_encodings_is_up_to_date() {
    const BEGINNING: &str =
        "<!-- Written by a test from here on: UPDATE_GOLDENS=1 cargo test --test library encodings -->\n";
    let page = fs::read_to_string(PAGE).unwrap_or_default();
    let (words, _) = page.split_once(BEGINNING).expect("the generated part");
    let sections = [
        ("Animal race", Specification::of::<AnimalRace>()),
        ("Hare & Tortoise", Specification::of::<HareTortoise>()),
        ("Gotham", Specification::of::<Gotham>()),
    ];
    let mut whole = words.to_owned() + BEGINNING;
    for (title, specification) in sections {
        whole += &["\n## ", title, "\n\n", &specification.markdown()].concat();
    }
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(PAGE, &whole).expect("the page is written");
    } else {
        assert!(page == whole, "{PAGE} is not up to date: run this test with UPDATE_GOLDENS=1");
    }
}
