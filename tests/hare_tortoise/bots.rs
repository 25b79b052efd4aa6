//! The heuristic bot.

use furlong::Ruleset as _;
use furlong::bot::Considered;
use furlong::hare_tortoise::{Action, HareTortoise, HeuristicBot, PlayerPosition, Position, Ruleset, Square};
use furlong::{
    Bot as _, BotError, BotSpec, Bots as _, Decision, Race, RaceGame as _, Seat, Streams, Turn, ruleset,
};

fn game(ruleset: &str) -> HareTortoise {
    HareTortoise::new(ruleset::open(ruleset).expect("a ruleset of the library")).expect("it is playable")
}

/// The bot's view of the actions of a classic four-player turn; the others stand on Start.
fn considered(game: &HareTortoise, carrots: u16, square: u8, lettuces: u8) -> Vec<Considered<Action>> {
    let other = r#"{ "carrots": 65, "runners": [{ "square": 0, "lettuces": 3 }] }"#;
    let position = format!(
        r#"{{ "players": [{{ "carrots": {carrots}, "runners": [{{ "square": {square}, "lettuces": {lettuces} }}] }},
               {other}, {other}, {other}],
             "phase": "move", "round": {{ "number": 9, "first": 0, "members": [0, 1, 2, 3], "slot": 0 }} }}"#
    );
    let position: Position = serde_json::from_str(&position).expect("the position reads");
    let state = game.state(&position).expect("the position can be");
    let view = game.view(&state, Seat::FIRST);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut rng = Streams::new(1).bot(Seat::FIRST, 0);
    let chosen =
        HeuristicBot.choose(&mut Decision::new(game, &view, &actions, &mut rng)).expect("it can choose");
    let best =
        HeuristicBot.consider(&mut Decision::new(game, &view, &actions, &mut rng)).expect("it can choose");
    assert_eq!(best[0].action, chosen);
    assert!(best.iter().all(|one| one.reason.is_some()));
    best
}

#[test]
fn it_finishes_when_it_may_and_is_rid_of_carrots_when_it_may_not() {
    let game = game("classic");
    let best = considered(&game, 25, 61, 0);
    assert_eq!(best[0].action, Action::To(Square::FINISH));
    assert_eq!(best[0].reason.as_deref(), Some("brings the runner home"));
    // HT-28: 36 carrots, of which 6 are paid for three squares, are too many by 10.
    assert_eq!(considered(&game, 36, 61, 0)[0].action, Action::Pay);
}

#[test]
fn it_goes_back_to_a_tortoise_without_carrots_and_to_a_lettuce_with_them() {
    let game = game("classic");
    let back = Square::new(50).expect("a square");
    assert_eq!(considered(&game, 2, 54, 0)[0].action, Action::Back(back));
    let lettuce = Square::new(57).expect("a square");
    assert_eq!(considered(&game, 30, 55, 1)[0].action, Action::To(lettuce));
}

/// Plays at most 300 rounds, or until the end that is asked for, and returns the race.
fn played(
    game: &HareTortoise,
    bots: &[&str],
    seed: u64,
    is_enough: impl Fn(&Race<HareTortoise>) -> bool,
) -> Race<HareTortoise> {
    let setup = game.setup(bots.len() as u8);
    let mut race = Race::new(game.clone(), &setup, seed).expect("a number of players that fits");
    let mut bots: Vec<_> = bots
        .iter()
        .map(|name| HareTortoise::bot(&BotSpec::named(name)).expect("there is such a bot"))
        .collect();
    while let Turn::Seat(seat) = race.proceed() {
        if race.position().round.number > 300 || is_enough(&race) {
            break;
        }
        race.ask(&mut *bots[seat.index()]).expect("it plays legally");
    }
    race
}

#[test]
fn it_brings_every_ruleset_and_number_of_players_to_the_end() {
    for ruleset in Ruleset::EMBEDDED {
        let game = game(ruleset.name);
        for players in game.players() {
            for seed in 0..2 {
                let race = played(&game, &vec!["heuristic"; usize::from(players)], seed, |_| false);
                assert!(race.is_over(), "{}, {players} players, seed {seed}", ruleset.name);
            }
        }
    }
}

// Long series give far more (`examples/duel.rs`).
#[test]
fn it_is_home_first_against_random_bots() {
    let game = game("classic");
    for bots in [vec!["random", "heuristic"], vec!["random", "random", "heuristic", "random"]] {
        let seat = bots.iter().position(|name| *name == "heuristic").expect("it sits there");
        let is_first = |seed: &u64| {
            let is_home =
                |player: &PlayerPosition| player.runners.iter().all(|runner| runner.arrived.is_some());
            let anyone = |race: &Race<HareTortoise>| race.position().players.iter().any(is_home);
            is_home(&played(&game, &bots, *seed, anyone).position().players[seat])
        };
        let firsts = (0..20).filter(is_first).count();
        assert!(firsts >= 18, "{firsts} of 20 among {}", bots.len());
    }
}

#[test]
fn without_an_action_it_says_so() {
    let game = game("classic");
    let state = game.start(&game.setup(2)).expect("two can play");
    let view = game.view(&state, Seat::FIRST);
    let mut rng = Streams::new(1).bot(Seat::FIRST, 0);
    assert_eq!(HeuristicBot.choose(&mut Decision::new(&game, &view, &[], &mut rng)), Err(BotError::NoAction));
    assert_eq!(
        HeuristicBot.consider(&mut Decision::new(&game, &view, &[], &mut rng)),
        Err(BotError::NoAction)
    );
}

#[test]
fn with_far_too_many_carrots_it_goes_where_it_is_rid_of_them() {
    // HT-28: back to the tortoise and on again would bring 17 carrots each time, for ever.
    let game = game("olympiad");
    let player = |(carrots, square): (u16, u8)| {
        format!(r#"{{ "carrots": {carrots}, "runners": [{{ "square": {square}, "lettuces": 0 }}] }}"#)
    };
    let players = [(1_529, 45), (30, 61), (30, 12)].map(player).join(", ");
    let position = format!(
        r#"{{ "players": [{players}], "phase": "move",
             "round": {{ "number": 190, "first": 0, "members": [0, 1, 2], "slot": 0 }} }}"#
    );
    let position: Position = serde_json::from_str(&position).expect("the position reads");
    let mut race = Race::from_position(game.clone(), &position, 1).expect("the position can be");
    let mut bots: Vec<_> = (0..3)
        .map(|_| HareTortoise::bot(&BotSpec::named("heuristic")).expect("there is such a bot"))
        .collect();
    race.play_out(&mut bots, 2_000).expect("it ends");
    assert!(race.is_over());
}
