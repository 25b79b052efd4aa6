//! The price of a choice that a bot may not make.

use furlong::arena::{Arena, Entrant, Measured as _, Shard};
use furlong::design::price::{Price, PriceError, PriceRun};
use furlong::hare_tortoise::HareTortoise;
use furlong::{BotSpec, RaceGame as _, RandomBot, ruleset};

fn arena(bot: Entrant<HareTortoise>, deals: u64) -> Arena<HareTortoise> {
    let game = HareTortoise::new(ruleset::open("classic").expect("a ruleset of the library"));
    let game = game.expect("it is playable");
    let setup = game.setup(3);
    Arena::new(game, setup, vec![bot; 3], 3, deals)
}

fn place(name: &str) -> usize {
    HareTortoise::ELEMENTS.iter().position(|element| element.name == name).expect("an element of the game")
}

fn prices(arena: &Arena<HareTortoise>, names: &[&str]) -> Price {
    let places: Vec<usize> = names.iter().map(|name| place(name)).collect();
    let mut run = PriceRun::begin(arena, &places, Shard::WHOLE).expect("games");
    run.play(arena, &|_| (), &mut |_| Ok::<(), PriceError>(())).expect("games");
    Price::of(&run)
}

#[test]
fn a_banned_bot_never_uses_the_element_and_a_free_one_does() {
    let random = Entrant::new("random", || Box::new(RandomBot));
    let prices = prices(&arena(random, 40), &["tortoise", "hare"]);
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
    let prices = prices(&arena(bot, 60), &["number"]);
    let [number] = &prices.elements[..] else { panic!("one element: {prices:?}") };
    assert!(number.gain.expect("games").value < 0.0, "{number:?}");
}

#[test]
fn a_run_in_parts_and_one_that_is_resumed_end_as_one_in_one_piece() {
    let random = Entrant::new("random", || Box::new(RandomBot));
    let arena = arena(random, 20);
    let elements = ["tortoise", "hare", "number"].map(place);
    let begin = |shard| PriceRun::begin(&arena, &elements, shard).expect("games");
    let keep = &mut |_: &PriceRun| Ok::<(), PriceError>(());
    let mut whole = begin(Shard::WHOLE);
    whole.play(&arena, &|_| (), keep).expect("games");

    let parts = [2, 1].map(|number| {
        let mut part = begin(Shard::new(number, 2).expect("a part"));
        part.play(&arena, &|_| (), keep).expect("games");
        let read = PriceRun::from_json(&part.to_json()).expect("its own format");
        assert_eq!(read, part);
        (format!("part {number}"), read)
    });
    assert_eq!(furlong::arena::merge(parts.clone()).expect("all parts").to_json(), whole.to_json());
    let [one, _] = parts;
    assert!(furlong::arena::merge([one]).is_err(), "a part is missing");

    // Stopped after the first element.
    let mut stopped = begin(Shard::WHOLE);
    let first = stopped.play(&arena, &|_| (), &mut |_| Err(PriceError::OtherRun));
    assert!(first.is_err() && !stopped.is_complete());
    assert_eq!(stopped.elements.iter().filter(|ban| ban.gain.is_some()).count(), 1);
    let mut resumed = PriceRun::from_json(&stopped.to_json()).expect("its own format");
    resumed.play(&arena, &|_| (), keep).expect("games");
    assert_eq!(resumed, whole);

    let other = arena.clone().seed(4);
    assert_eq!(resumed.play(&other, &|_| (), keep), Err(PriceError::OtherRun));
}
