//! The heuristic bot.

use furlong::Ruleset as _;
use furlong::animal_race::{Action, Animal, AnimalRace, CourseBot, HeuristicBot, Placement, Ruleset, Setup};
use furlong::bot::Considered;
use furlong::{Bot, BotError, BotSpec, Bots, Decision, Race, RaceGame, Seat, Streams, ruleset};

fn game(ruleset: &str) -> AnimalRace {
    AnimalRace::new(ruleset::open(ruleset).expect("a ruleset of the library")).expect("it is playable")
}

fn considered(ruleset: &str, position: &str) -> Vec<Considered<Action>> {
    let game = game(ruleset);
    let position = serde_json::from_str(position).expect("the position reads");
    let state = game.state(&position).expect("the position can be");
    let view = game.view(&state, Seat::FIRST);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut rng = Streams::new(1).bot(Seat::FIRST, 0);
    let chosen =
        HeuristicBot.choose(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("it can choose");
    let best =
        HeuristicBot.consider(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("it can choose");
    assert_eq!(best[0].action, chosen);
    assert!(best.len() == actions.len().min(3) && best.iter().all(|one| one.reason.is_some()));
    best
}

/// A turn of the first seat, which has bet on fox and wolf.
fn turn(hand: &str, open: &str) -> String {
    format!(
        r#"{{ "open": {{ "players": 2, "phase": {{ "placing": 0 }}, "streams": [3, 9], {open} }},
            "deck": {{ "lamb": 4, "fox": 4 }}, "hands": [{hand}, {{ "lamb": 6 }}],
            "bets": [{{ "dealt": ["fox", "wolf"], "chosen": "fox" }},
                     {{ "dealt": ["hare", "lamb"], "chosen": "hare" }}] }}"#
    )
}

#[test]
fn it_brings_its_own_animal_home() {
    let open = r#""animals": { "hare": 8, "tortoise": 8, "wolf": 2, "fox": 8, "lamb": 8 }"#;
    let best = considered("classic", &turn(r#"{ "fox": 4, "hare": 2 }"#, open));
    assert_eq!(best[0].action, Action::Place(Placement::plain(Animal::Fox, 4)));
    let reason = best[0].reason.as_deref().expect("a reason");
    // The fox comes in first, as both bets on it say.
    assert_eq!(
        reason,
        "brings your fox across the finish line; your bets stand at 10 points then; leaves no card for your bets, and draws 4 new cards"
    );
}

#[test]
fn it_puts_a_rivals_hare_to_sleep() {
    // AR-21: the fourth hare card
    let open = r#""animals": { "hare": 9, "fox": 7, "wolf": 2 }, "table": { "hare": 3, "fox": 2 }"#;
    let best = considered("classic", &turn(r#"{ "hare": 1, "tortoise": 5 }"#, open));
    assert_eq!(best[0].action, Action::Place(Placement::plain(Animal::Hare, 1)));
    let reason = best[0].reason.as_deref().expect("a reason");
    assert!(reason.starts_with("puts the hare to sleep; your bets stand at "), "{reason}");
}

#[test]
fn it_howls_when_the_rivals_animals_are_about_to_arrive() {
    // AR-25
    let open =
        r#""animals": { "hare": 10, "lamb": 10, "fox": 6, "wolf": 9 }, "table": { "hare": 3, "lamb": 3 }"#;
    let best = considered("classic", &turn(r#"{ "howl": 2, "wolf": 2, "tortoise": 2 }"#, open));
    let Action::Place(placement) = best[0].action else { panic!("a placement was due") };
    assert!(placement.howls > 0, "{placement:?}");
}

#[test]
fn it_plays_every_ruleset_number_of_players_and_championship_to_the_end() {
    for ruleset in Ruleset::EMBEDDED {
        let game = game(ruleset.name);
        for players in game.players() {
            let setup = Setup { games: 3, ..game.setup(players) };
            let mut race = Race::new(game.clone(), &setup, 5).expect("the set-up fits");
            let mut bots: Vec<Box<dyn Bot<AnimalRace>>> =
                (0..players).map(|_| Box::new(HeuristicBot) as _).collect();
            let standings = race.play_out(&mut bots, 10_000).expect("it plays legally to the end");
            assert!(race.is_over() && standings.rows.iter().any(|row| row.score > 0));
        }
    }
}

/// Its share of the wins in percent over 400 games for two, 200 deals with the sides swapped.
fn share(ruleset: &str, other: &str) -> f64 {
    let game = game(ruleset);
    let other: BotSpec = other.parse().expect("the name of a bot");
    let mut shares = 0.0;
    for group in 0..200 {
        for seat in [0, 1] {
            let mut race = Race::in_group(game.clone(), &game.setup(2), Streams { seed: 3, group })
                .expect("two can play");
            let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = vec![Box::new(HeuristicBot)];
            bots.insert(1 - seat, AnimalRace::bot(&other).expect("there is such a bot"));
            race.play_out(&mut bots, 10_000).expect("both play legally");
            let seat = Seat::new(seat as u8).expect("a seat of two");
            shares += race.game().returns(race.state())[seat].as_f64();
        }
    }
    shares / 4.0
}

// Long series give about 97 and 90 % (`examples/duel.rs`); 400 games have a standard error of at most 2.5
// points, so these bounds hold unless the bot has become a weaker one.
#[test]
fn it_is_much_stronger_than_the_random_bot_and_the_bot_of_the_course() {
    let against_random = share("classic", "random");
    assert!(against_random >= 88.0, "{against_random} %");
    let against_course = share("classic", "course");
    assert!(against_course >= 78.0, "{against_course} %");
}

#[test]
fn without_an_action_it_says_so() {
    let game = game("classic");
    let state = game.start(&game.setup(2)).expect("two can play");
    let view = game.view(&state, Seat::FIRST);
    let mut rng = Streams::new(1).bot(Seat::FIRST, 0);
    assert_eq!(HeuristicBot.choose(&mut Decision::new(&game, &view, &[], &mut rng)), Err(BotError::NoAction));
    assert_eq!(CourseBot.choose(&mut Decision::new(&game, &view, &[], &mut rng)), Err(BotError::NoAction));
}
