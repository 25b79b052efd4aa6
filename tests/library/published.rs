//! The figures that others have published of these games, against those measured here. Where the two differ,
//! `docs/skill_and_chance.md` says why.

use furlong::arena::stats::Estimate;
use furlong::arena::{Arena, Entrant, Measured, Results, Shard};
use furlong::design::price::{Price, PriceError, PriceRun};
use furlong::hare_tortoise::{HareTortoise, cost};
use furlong::{BotSpec, Bots, Ruleset as _, ruleset};

fn arena<G: Measured + Bots>(ruleset: &str, bot: &str, players: u8, deals: u64) -> Arena<G> {
    let game = G::new(ruleset::open(ruleset).expect("a ruleset of the library")).expect("it is playable");
    let setup = game.setup(players);
    let bot = Entrant::of(&bot.parse::<BotSpec>().expect("a bot")).expect("a bot of the game");
    Arena::new(game, setup, vec![bot; usize::from(players)], 1, deals)
}

/// The mean of a metric.
fn mean(results: &Results, name: &str) -> Estimate {
    let found = results.summaries().into_iter().find(|summary| summary.metric.name == name);
    found.and_then(|summary| summary.mean).expect("a metric with a mean")
}

/// Parlett, The Oxford History of Board Games, chapter 6: 64 squares for 65 carrots.
#[test]
fn moves_of_ten_and_four_cost_what_a_player_begins_with_and_seven_and_eight_one_carrot_less() {
    let rules =
        ruleset::open::<furlong::hare_tortoise::Ruleset>("olympiad").expect("a ruleset of the library");
    let carrots = rules.start.carrots.of(4);
    assert_eq!((cost(10) + cost(4), cost(7) + cost(8)), (65, 64));
    assert_eq!((carrots, cost(1) * 64), (65, 64), "one step at a time leaves one carrot");
    // The longest first move is onto the lettuce of the board's later form.
    assert_eq!((cost(10), cost(11)), (55, 66));
}

/// The printed times are those of a game at which nobody hurries and nobody ponders: between ten seconds and a minute a
/// decision, whoever plays.
#[test]
fn a_game_takes_as_long_as_its_box_says() {
    fn seconds<G: Measured + Bots>(bot: &str, [least, most]: [f64; 2]) -> [f64; 2] {
        let usual = G::Ruleset::EMBEDDED[0].name;
        let results = arena::<G>(usual, bot, 4, 300).run().expect("it is played");
        assert_eq!(results.unfinished(), 0);
        let decisions = mean(&results, "decisions").value;
        [60.0 * least / decisions, 60.0 * most / decisions]
    }
    for bot in ["heuristic", "club", "learned"] {
        // Wikipedia and Rio Grande: 45 to 60 minutes. The English rulebook of Ravensburger: around 45.
        let of_hare = seconds::<HareTortoise>(bot, [45.0, 60.0]);
        // IELLO: 15 to 20 minutes for one game of the animal race.
        let of_animals = seconds::<furlong::animal_race::AnimalRace>(bot, [15.0, 20.0]);
        for [least, most] in [of_hare, of_animals] {
            assert!(least > 10.0 && most < 60.0, "{bot}: {least:.0} to {most:.0} seconds a decision");
        }
        assert!(
            of_hare[0] > of_animals[1],
            "the hare takes more thought a decision: {of_hare:?}, {of_animals:?}"
        );
    }
}

/// The championship seats the lowest-ranked player first and the highest-ranked last (rules of the 22nd Mind Sports Olympiad,
/// 5). Among equals the last has the worst place, for players of each of these levels.
#[test]
fn the_order_of_the_championship_is_a_handicap_for_its_leaders() {
    for (bot, deals) in [("beginner", 3_000), ("club", 1_500)] {
        let results = arena::<HareTortoise>("olympiad", bot, 4, deals).run().expect("it is played");
        assert_eq!(results.unfinished(), 0);
        let of_mover = |place: u8| mean(&results, &format!("wins-mover-{place}"));
        let (last, fair) = (of_mover(4).interval.expect("many games"), 0.25);
        assert!(last.high < fair, "{bot}: {last:?}");
        assert!((1..=3).all(|place| of_mover(place).value > of_mover(4).value), "{bot}");
        assert!(of_mover(2).interval.expect("many games").low > fair, "{bot}: the second gains most");
    }
}

/// A player of 2006 (sologamer.blogspot.com, 14 July) never uses the carrot squares, whose ten carrots are a poor deal beside
/// the forty or more of a tortoise, and despises the hares. Priced with the strongest quick bot: tortoises are worth more than
/// carrot squares indeed; but both are worth having, and hares most of all.
#[test]
fn tortoises_are_worth_more_than_carrot_squares_and_hares_are_not_to_be_despised() {
    let arenas = [arena::<HareTortoise>("classic", "learned", 4, 400)];
    let place = |name: &str| HareTortoise::ELEMENTS.iter().position(|element| element.name == name);
    let places = ["carrot", "tortoise", "hare"].map(|name| place(name).expect("an element of the game"));
    let mut run = PriceRun::begin(&arenas, &places, Shard::WHOLE).expect("games");
    run.play(&arenas, &|_| (), &mut |_| Ok::<(), PriceError>(())).expect("games");
    let prices = Price::of(&run);
    let gains: Vec<_> =
        prices.elements.iter().map(|priced| priced.gain.expect("played").interval.expect("many")).collect();
    let [carrot, tortoise, hare] = gains[..] else { panic!("three elements") };
    assert!(carrot.high < 0.0, "{carrot:?}");
    assert!(tortoise.high < carrot.low && hare.high < tortoise.low, "{carrot:?}, {tortoise:?}, {hare:?}");
}
