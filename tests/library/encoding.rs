//! Games as numbers: the laws of each encoding under every ruleset, and the page that documents them.

use std::fs;

use furlong::animal_race::{Action, Animal, AnimalRace, Card, Placement};
use furlong::encoding::{Encoded, EncodingError, Features, Specification, mask, mask_bits, sample};
use furlong::gotham::{self, Gotham, Rank};
use furlong::hare_tortoise::{self, HareTortoise, Square};
use furlong::testkit::{Options, check_encoding};
use furlong::{RaceGame, Ruleset as _, Stream, ruleset};
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
    use hare_tortoise::Action as Move;
    assert_eq!(HareTortoise::index_of(Move::To(Square::FINISH)), Some(HareTortoise::ACTIONS - 1));
    for impossible in
        [Move::Runner(3), Move::Back(Square::START), Move::Back(Square::FINISH), Move::To(Square::START)]
    {
        assert_eq!(HareTortoise::index_of(impossible), None, "{impossible:?}");
    }
    use gotham::{Action as Choice, Effect};
    assert_eq!(Gotham::index_of(Choice::Draw(Rank::Fourth)), Some(3));
    for impossible in [
        Effect::Forward(0),
        Effect::Back(gotham::MOST_STEP + 1),
        Effect::Behind(0, Rank::Third),
        Effect::InFrontOf(3, Rank::Second),
        Effect::SwapWith(Rank::Second),
    ] {
        let action = Choice::Place(gotham::Card::new(Rank::Second, impossible));
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
    assert_eq!(short, [0.5; 3]);
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
    let logits = [0.0, f32::NEG_INFINITY, 2.0_f32.ln(), 3.0_f32.ln()];
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
        whole += &format!("\n## {title}\n\n{}", specification.markdown());
    }
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(PAGE, &whole).expect("the page is written");
    } else {
        assert!(page == whole, "{PAGE} is not up to date: run this test with UPDATE_GOLDENS=1");
    }
}
