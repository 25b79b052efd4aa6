//! Weights as files, and the bots that play by them.

use furlong::Stream;
use furlong::animal_race::AnimalRace;
#[cfg(feature = "learned")]
use furlong::arena::{Arena, Entrant};
use furlong::encoding::{Encoded, Features as _};
#[cfg(feature = "learned")]
use furlong::gotham::Gotham;
#[cfg(feature = "learned")]
use furlong::hare_tortoise::{Action, HareTortoise, Square};
use furlong::learned::{HEAD, Network, Origin, TRUNK, Weights, WeightsError};
#[cfg(feature = "learned")]
use furlong::{Bot, BotError, BotSpec, Bots, Decision, Race, RaceGame, Ruleset as _, Turn, ruleset};
use rand::{RngExt as _, SeedableRng as _};

fn some_weights<G: Encoded>(seed: u64) -> Weights {
    let mut rng = Stream::seed_from_u64(seed);
    let mut network = Network::zeros(G::ViewFeatures::LEN, G::ActionFeatures::LEN);
    for part in network.parts_mut() {
        for weight in part {
            *weight = rng.random_range(-0.5..0.5);
        }
    }
    Weights { network, origin: Origin { command: "none".to_owned(), games: 0, seed } }
}

#[test]
fn weights_are_read_as_they_were_written() {
    let weights = some_weights::<AnimalRace>(1);
    let bytes = weights.write::<AnimalRace>();
    assert_eq!(Weights::read::<AnimalRace>(&bytes), Ok(weights));
}

/// A file with this change in its first line.
fn with_header(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = bytes.iter().position(|byte| *byte == b'\n').expect("a first line");
    let header = std::str::from_utf8(&bytes[..end]).expect("text");
    assert!(header.contains(from), "{header}");
    let mut changed = header.replacen(from, to, 1).into_bytes();
    changed.extend(&bytes[end..]);
    changed
}

#[test]
fn other_weights_are_refused_with_the_reason() {
    let bytes = some_weights::<AnimalRace>(1).write::<AnimalRace>();
    let reason = |bytes: &[u8]| Weights::read::<AnimalRace>(bytes).expect_err("refused").to_string();
    let cut = &bytes[..bytes.len() - 4];
    assert!(reason(cut).starts_with("the numbers of these weights are damaged: "), "{}", reason(cut));
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("numbers") ^= 1;
    assert_eq!(reason(&damaged), "the numbers of these weights are damaged: their hash is another one");
    let newer = with_header(&bytes, "\"version\":1", "\"version\":2");
    assert_eq!(Weights::read::<AnimalRace>(&newer), Err(WeightsError::Version { found: 2 }));
    let wider = with_header(&bytes, &format!("[{TRUNK},{HEAD}]"), "[7,9]");
    assert_eq!(Weights::read::<AnimalRace>(&wider), Err(WeightsError::Layers { found: [7, 9] }));
    let other = with_header(&bytes, "\"game\":\"animal-race\"", "\"game\":\"gotham\"");
    assert!(matches!(Weights::read::<AnimalRace>(&other), Err(WeightsError::Encoding(_))));
    assert!(
        reason(&other).contains("gotham") && reason(&other).contains("animal-race"),
        "{}",
        reason(&other)
    );
    for nothing in [&b""[..], b"\n", b"{}\n", b"PK\x03\x04", b"{\"format\":1}"] {
        assert!(matches!(Weights::read::<AnimalRace>(nothing), Err(WeightsError::Form(_))), "{nothing:?}");
    }
}

#[cfg(feature = "learned")]
/// Plays games of learned bots under every ruleset and number of players, and returns the hash of all that they did.
fn plays<G: Encoded + Bots>() {
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        for players in game.players() {
            let play = |spec: &str| {
                let spec: BotSpec = spec.parse().expect("a bot");
                let mut race = Race::new(game.clone(), &game.setup(players), 3).expect("the players fit");
                let mut bots: Vec<Box<dyn Bot<G>>> =
                    (0..players).map(|_| G::bot(&spec).expect("a bot")).collect();
                race.play_out(&mut bots, 20_000).expect("bots that play on");
                assert!(race.is_over(), "{}, {players} players: {spec}", embedded.name);
                serde_json::to_string(race.record()).expect("JSON")
            };
            assert_eq!(play("learned"), play("learned"));
            play("learned:heat=1");
            play("beginner");
        }
    }
}

#[cfg(feature = "learned")]
#[test]
fn learned_bots_finish_their_games_under_every_ruleset() {
    plays::<AnimalRace>();
    plays::<Gotham>();
    plays::<HareTortoise>();
}

#[cfg(feature = "learned")]
#[test]
fn strong_bots_leave_a_circle_in_which_both_draw_and_pay_the_same_carrots() {
    let game = HareTortoise::new(ruleset::open("abacus-2000").expect("embedded")).expect("playable");
    let setup = game.setup(2);
    let strong = Entrant::of(&BotSpec::named("strong")).expect("a bot of the game");
    // The game of this deal went on for ever.
    let arena = Arena::new(game, setup, vec![strong; 2], 3, 1).groups(151..152);
    let results = arena.run().expect("it is played");
    assert_eq!((results.unfinished(), results.group_count()), (0, 1));
}

/// Asks a bot forty times at the start of a game, and returns what it chooses.
#[cfg(feature = "learned")]
fn choices<G: Encoded + Bots>(ruleset: &str, bot: &str) -> Vec<G::Action> {
    let game = G::new(ruleset::open(ruleset).expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(3), 7).expect("three play");
    let Turn::Seat(seat) = race.proceed() else { panic!("somebody begins") };
    let (view, actions) = (race.view(seat).expect("a seat"), race.actions(seat));
    let mut bot = G::bot(&bot.parse().expect("a bot")).expect("it exists");
    let mut rng = Stream::seed_from_u64(5);
    let mut choose = || bot.choose(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("actions");
    std::array::from_fn::<_, 40, _>(|_| choose()).to_vec()
}

#[cfg(feature = "learned")]
fn has_levels<G: Encoded + Bots>(ruleset: &str) {
    let levels: Vec<&str> = G::BOTS.iter().filter(|kind| kind.is_level).map(|kind| kind.name).collect();
    assert_eq!(levels, ["beginner", "club", "strong", "expert"]);
    assert_eq!(BotSpec::usual::<G>().name, "learned");
    let kinds = |bot: &str| {
        let mut choices = choices::<G>(ruleset, bot);
        choices.sort();
        choices.dedup();
        choices.len()
    };
    assert_eq!(choices::<G>(ruleset, "strong"), choices::<G>(ruleset, "learned"));
    assert_eq!(kinds("learned"), 1, "the best action has no variety");
    assert!(kinds("beginner") > 1 && kinds("beginner") >= kinds("learned:heat=0.1"));
    for wrong in ["beginner:heat=2", "strong:heat=1", "learned:heat=-1", "learned:heat=warm"] {
        assert!(G::bot(&wrong.parse().expect("a spec")).is_err(), "{wrong}");
    }
}

#[cfg(feature = "learned")]
#[test]
fn each_game_has_four_levels_which_differ_in_their_heat() {
    has_levels::<AnimalRace>("classic");
    has_levels::<Gotham>("standard");
    has_levels::<HareTortoise>("classic");
}

#[cfg(feature = "learned")]
#[test]
fn no_level_misses_a_run_home_that_wins_at_once() {
    // HT-28
    let game = HareTortoise::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let home = Action::To(Square::FINISH);
    for level in ["beginner", "club", "strong"] {
        let mut bot = HareTortoise::bot(&BotSpec::named(level)).expect("it exists");
        let mut wins = 0;
        for seed in 0..60 {
            let mut race = Race::new(game.clone(), &game.setup(4), seed).expect("four play");
            while let Turn::Seat(seat) = race.proceed() {
                let players = game.position(race.state()).players;
                let is_open = players.iter().all(|player| player.runners[0].arrived.is_none());
                let can_win = is_open && race.actions(seat).contains(&home);
                let action = race.ask(&mut *bot).expect("a legal action");
                assert!(!can_win || action == home, "{level}, seed {seed}: {action:?} instead");
                wins += u32::from(can_win);
            }
        }
        assert!(wins >= 40, "{level}: {wins}");
    }
}

#[cfg(feature = "learned")]
#[test]
fn two_runners_of_a_player_do_not_wait_for_each_other_in_a_circle() {
    // HT-10, HT-28: with these rules one runner drew the carrots that the other then paid, in one game of a hundred.
    let values = [("start.carrots.2", "98"), ("lettuces.pool-empty-for", "\"every-finish\"")];
    let values = values.map(|(path, value)| (path.to_owned(), value.to_owned()));
    let rules = ruleset::open("gibsons-1987").expect("embedded");
    let rules = ruleset::with_values(&rules, &values, "circles").expect("they fit");
    let game = HareTortoise::new(rules).expect("playable");
    let mut bots =
        ["learned", "heuristic"].map(|name| HareTortoise::bot(&BotSpec::named(name)).expect("a bot"));
    for seed in 0..400 {
        let mut race = Race::new(game.clone(), &game.setup(2), seed).expect("two play");
        while let Turn::Seat(seat) = race.proceed() {
            race.ask(&mut *bots[(seat.index() + seed as usize) % 2]).expect("a legal action");
            assert!(race.events() < 2_000, "seed {seed}: it does not end");
        }
    }
}

#[cfg(feature = "learned")]
#[test]
fn a_learned_bot_tells_how_likely_it_takes_each_action() {
    let game = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(4), 7).expect("four play");
    let Turn::Seat(seat) = race.proceed() else { panic!("somebody begins") };
    let (view, actions) = (race.view(seat).expect("a seat"), race.actions(seat));
    let mut rng = race.bot_stream(seat);
    let mut bot = AnimalRace::bot(&BotSpec::named("learned")).expect("it exists");
    let considered = bot.consider(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("actions");
    assert_eq!(considered.len(), actions.len());
    let chosen = bot.choose(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("actions");
    assert_eq!(considered[0].action, chosen);
    let value = considered[0].chance.expect("a value");
    assert!((0.0..=1.0).contains(&value));
    let nothing = bot.choose(&mut Decision::new(&game, &view, &[], &mut rng));
    assert_eq!(nothing, Err(BotError::NoAction));
}
