//! Every bot of every game brings the game to its end, whoever else plays.

use furlong::animal_race::AnimalRace;
use furlong::bot::BotKind;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::{HareTortoise, LongestStep};
use furlong::rand::{RngExt as _, SeedableRng as _};
use furlong::ruleset::rule_changes;
use furlong::{BotSpec, Bots, Race, Ruleset as _, Stream, ruleset};

/// The events after which a game counts as unfinished: a game of six takes some hundreds.
const MOST_EVENTS: usize = 5_000;

/// The bots of a table, in seat order.
type Mixture = Vec<&'static BotKind>;

/// All mixtures of this many bots, without regard to the order of seats. Of the bots that need not come home one can sit at
/// a table, since the others end the game; two may not.
fn mixtures<G: Bots>(seats: u8) -> Vec<Mixture> {
    let mut all: Vec<Mixture> = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |mixture: &Mixture| {
            let from = mixture.last().map_or(0, |last| {
                G::BOTS.iter().position(|kind| kind.name == last.name).expect("it is one of them")
            });
            G::BOTS[from..].iter().map(|kind| [mixture.as_slice(), &[kind]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|mixture| mixture.iter().filter(|kind| !kind.finishes).count() < 2);
    all
}

/// Plays one game, and reports it if it does not end.
fn unfinished<G: Bots>(game: &G, bots: &[BotSpec], seed: u64) -> Option<String> {
    unfinished_with(game, &game.setup(bots.len() as u8), bots, seed)
}

fn unfinished_with<G: Bots>(game: &G, setup: &G::Setup, bots: &[BotSpec], seed: u64) -> Option<String> {
    let mut race = Race::new(game.clone(), setup, seed).expect("the set-up fits");
    let mut players: Vec<_> = bots.iter().map(|spec| G::bot(spec).expect("a bot")).collect();
    _ = race.play_out(&mut players, MOST_EVENTS);
    let names: Vec<String> = bots.iter().map(ToString::to_string).collect();
    let rules = &game.ruleset().title().name;
    (!race.is_over()).then(|| format!("{}, {rules}, seed {seed}: {}", G::ID, names.join(" | ")))
}

/// The game under every ruleset of the library.
fn games<G: Bots>() -> Vec<G> {
    let open = |name| G::new(ruleset::open(name).expect("it loads")).expect("it is playable");
    G::Ruleset::EMBEDDED.iter().map(|embedded| open(embedded.name)).collect()
}

/// The bot with a small budget: what it plays for stays the same.
fn thrifty(kind: &BotKind) -> BotSpec {
    let budget = |name: &str| kind.parameters.iter().any(|(known, _)| *known == name);
    let few = [("iterations", 8), ("worlds", 1)].into_iter().find(|(name, _)| budget(name));
    let few = few.map_or_else(String::new, |(name, count)| format!(":{name}={count}"));
    format!("{}{few}", kind.name).parse().expect("a spec")
}

/// The most mixtures of each number of players that are played: of more, every so-manieth is.
const MOST_MIXTURES: usize = 50;

/// Plays one game of each mixture, or of a sample of them. The rulesets take turns, and so do the seats.
fn assert_all_end<G: Bots>() {
    let games = games::<G>();
    let (mut played, mut faults) = (0, Vec::new());
    for players in 1..=8 {
        let mixtures = mixtures::<G>(players);
        let step = mixtures.len().div_ceil(MOST_MIXTURES);
        for (index, mixture) in mixtures.iter().enumerate().step_by(step) {
            let game = &games[(index + played) % games.len()];
            if !game.players().contains(&players) {
                continue;
            }
            let mut bots: Vec<BotSpec> = mixture.iter().map(|kind| thrifty(kind)).collect();
            bots.rotate_left(index % usize::from(players));
            faults.extend(unfinished(game, &bots, index as u64));
            played += 1;
        }
    }
    assert!(played > 50, "{played} games");
    assert!(faults.is_empty(), "{} of {played} games do not end:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_mixture_of_bots_brings_hare_and_tortoise_to_its_end() {
    assert_all_end::<HareTortoise>();
}

#[test]
fn every_mixture_of_bots_brings_the_animal_race_to_its_end() {
    assert_all_end::<AnimalRace>();
}

#[test]
fn every_mixture_of_bots_brings_gotham_to_its_end() {
    assert_all_end::<Gotham>();
}

/// Plays races under rules that nobody has played: each is some steps away from an edition, drawn at random.
fn assert_drawn_rules_end<G: Bots>(drawn: u64, change: impl Fn(&mut G::Setup, u64)) {
    let (mut played, mut faults) = (0, Vec::new());
    for number in 0..drawn {
        let mut rng = Stream::seed_from_u64(number);
        let editions = G::Ruleset::EMBEDDED;
        let mut rules: G::Ruleset =
            ruleset::open(editions[number as usize % editions.len()].name).expect("embedded");
        for _ in 0..rng.random_range(1..=6) {
            let mut near = rule_changes(&rules, &[]).expect("they have neighbours").steps;
            rules = near.swap_remove(rng.random_range(0..near.len())).ruleset;
        }
        let game = G::new(rules).expect("a step leads to rules that can be played");
        let players = rng.random_range(game.players().start().max(&2).to_owned()..=*game.players().end());
        let mut setup = game.setup(players);
        change(&mut setup, number);
        if game.start(&setup).is_err() {
            continue;
        }
        played += 1;
        for name in ["heuristic", "learned", "beginner"] {
            let bots = vec![BotSpec::named(name); players.into()];
            let found = unfinished_with(&game, &setup, &bots, number);
            let rules = ruleset::to_toml(game.ruleset()).expect("it was read");
            faults.extend(found.map(|found| format!("{found}, {setup:?}\n{rules}")));
        }
    }
    assert!(4 * played > 3 * drawn, "{played} set-ups fit their rules");
    assert!(faults.is_empty(), "{} games do not end:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn bots_end_hare_and_tortoise_under_drawn_rules_and_with_short_steps() {
    assert_drawn_rules_end::<HareTortoise>(24, |setup, number| {
        let lengths = [3, 4, 5, 6, 8, 10, 15];
        setup.longest_step = lengths.get(number as usize % 8).map(|squares| LongestStep::Squares(*squares));
    });
}

#[test]
fn bots_end_the_animal_race_and_gotham_under_drawn_rules() {
    assert_drawn_rules_end::<AnimalRace>(24, |_, _| ());
    assert_drawn_rules_end::<Gotham>(24, |_, _| ());
}

/// `docs/strength.md` tells the result.
#[expect(clippy::print_stdout, reason = "a campaign tells what it has found")]
fn play_many_tables<G: Bots>(tables: u32) {
    let mut rng = Stream::seed_from_u64(38);
    let (games, mut faults) = (games::<G>(), Vec::new());
    for number in 0..tables {
        let game = &games[rng.random_range(0..games.len())];
        let players = rng.random_range(game.players());
        let mut bots: Vec<&BotKind> = Vec::new();
        while bots.len() < players.into() {
            let kind = &G::BOTS[rng.random_range(0..G::BOTS.len())];
            if kind.finishes || bots.iter().all(|other| other.finishes) {
                bots.push(kind);
            }
        }
        let bots: Vec<BotSpec> = bots.iter().map(|kind| BotSpec::named(kind.name)).collect();
        faults.extend(unfinished(game, &bots, number.into()));
    }
    println!("{}: {} of {tables} games unfinished", G::ID, faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
#[ignore = "a campaign of a quarter of an hour"]
fn many_tables_of_random_mixtures_end() {
    play_many_tables::<HareTortoise>(3_000);
    play_many_tables::<AnimalRace>(3_000);
    play_many_tables::<Gotham>(3_000);
}
