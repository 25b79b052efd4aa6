//! The price of a choice that a bot may not make.

use std::slice;

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
    let mut run = PriceRun::begin(slice::from_ref(arena), &places, Shard::WHOLE).expect("games");
    run.play(slice::from_ref(arena), &|_| (), &mut |_| Ok::<(), PriceError>(())).expect("games");
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
    let begin = |shard| PriceRun::begin(slice::from_ref(&arena), &elements, shard).expect("games");
    let keep = &mut |_: &PriceRun| Ok::<(), PriceError>(());
    let mut whole = begin(Shard::WHOLE);
    whole.play(slice::from_ref(&arena), &|_| (), keep).expect("games");

    let parts = [2, 1].map(|number| {
        let mut part = begin(Shard::new(number, 2).expect("a part"));
        part.play(slice::from_ref(&arena), &|_| (), keep).expect("games");
        let read = PriceRun::from_json(&part.to_json()).expect("its own format");
        assert_eq!(read, part);
        (format!("part {number}"), read)
    });
    assert_eq!(furlong::arena::merge(parts.clone()).expect("all parts").to_json(), whole.to_json());
    let [one, _] = parts;
    assert!(furlong::arena::merge([one]).is_err(), "a part is missing");

    // Stopped after the first element.
    let mut stopped = begin(Shard::WHOLE);
    let first = stopped.play(slice::from_ref(&arena), &|_| (), &mut |_| Err(PriceError::OtherRun));
    assert!(first.is_err() && !stopped.is_complete());
    assert_eq!(stopped.elements.iter().filter(|ban| ban.gain.is_some()).count(), 1);
    let mut resumed = PriceRun::from_json(&stopped.to_json()).expect("its own format");
    resumed.play(slice::from_ref(&arena), &|_| (), keep).expect("games");
    assert_eq!(resumed, whole);

    let other = arena.clone().seed(4);
    assert_eq!(resumed.play(slice::from_ref(&other), &|_| (), keep), Err(PriceError::OtherRun));
}

#[test]
fn kinds_of_players_are_priced_on_the_same_deals_and_told_apart() {
    let heuristic = Entrant::of(&"heuristic".parse().expect("a bot")).expect("a bot of the game");
    let random = Entrant::new("random", || Box::new(RandomBot));
    let [first, second] = [heuristic, random].map(|bot| arena(bot, 60));
    let places = ["number"].map(place);
    let keep = &mut |_: &PriceRun| Ok::<(), PriceError>(());
    let kinds = [first.clone(), second.clone()];
    let mut run = PriceRun::begin(&kinds, &places, Shard::WHOLE).expect("games");
    run.play(&kinds, &|_| (), keep).expect("games");
    assert_eq!(PriceRun::from_json(&run.to_json()).as_ref(), Ok(&run));
    for (kind, arena) in run.by_player_type().zip([first, second]) {
        let mut alone = PriceRun::begin(slice::from_ref(&arena), &places, Shard::WHOLE).expect("games");
        alone.play(slice::from_ref(&arena), &|_| (), keep).expect("games");
        assert_eq!(
            (kind.elements[0].gain, kind.elements[0].free),
            (alone.elements[0].gain, alone.elements[0].free)
        );
    }
    let [gain, other] = [&run, &run.others[0]].map(|kind| kind.elements[0].gain.expect("played").mean());
    let apart = run.others[0].elements[0].apart.expect("told apart").mean();
    assert!((apart - (other - gain)).abs() < 1e-12, "{apart}");
    let prices = Price::of(&run);
    assert_eq!(prices.players, ["heuristic", "random"]);
    assert_eq!(prices.elements[0].others[0].finding, prices.elements[0].finding);
}
