//! Hidden cards stay hidden: everything that a seat gets is the same, to the byte, in games that it cannot tell apart.

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::testkit::{Law, TwinOptions, Twins, check_twins};
use furlong::{Playable, RaceGame, Ruleset, ruleset};

use crate::flaw::Flaw;
use crate::toy::Flawed;

/// Looks at this number of positions for each ruleset and number of players, and returns a line for each.
fn look<G: Playable>(positions: u64, told: &mut dyn FnMut(&str, u8, Twins)) {
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        for players in game.players() {
            let options = TwinOptions::default().seed(u64::from(players)).positions(positions);
            let twins = check_twins(&game, &game.setup(players), &options);
            let twins = twins.unwrap_or_else(|broken| panic!("{}, {players}: {broken}", embedded.name));
            assert_eq!(twins.positions, positions, "{}, {players} players", embedded.name);
            told(embedded.name, players, twins);
        }
    }
}

#[test]
fn twins_of_the_animal_race_are_shown_alike() {
    look::<AnimalRace>(150, &mut |ruleset, players, twins| {
        assert!(twins.courses > 60 && twins.redealt > 60, "{ruleset}, {players} players: {twins:?}");
    });
}

#[test]
fn twins_of_gotham_are_shown_alike() {
    look::<Gotham>(150, &mut |ruleset, players, twins| {
        // A single player knows all cards but those of the decks.
        let least = if players == 1 { 0 } else { 60 };
        assert!(twins.courses >= least && twins.redealt >= least, "{ruleset}, {players} players: {twins:?}");
    });
}

#[test]
fn hare_and_tortoise_has_no_twins_for_it_hides_nothing() {
    look::<HareTortoise>(40, &mut |ruleset, players, twins| {
        assert_eq!((twins.courses, twins.redealt), (0, 0), "{ruleset}, {players} players");
    });
}

/// Leaks of each kind that the twins alone must find, each with the words in which it shows.
///
/// A report that leaks by its words alone ([`Flaw::RollsTellWhatANeighbourHolds`]) is found by the enumeration of the kit.
const PLANTED: [(Flaw, Law, &str); 10] = [
    (Flaw::ViewLeaks, Law::Twins, "`view: "),
    (Flaw::OrderLeaks, Law::Twins, "`view: "),
    (Flaw::HiddenTokensAreShownToOthers, Law::Twins, "and others "),
    (Flaw::HiddenTokensAreTold, Law::Memory, "tell seat "),
    (Flaw::ActionsDependOnHiddenTokens, Law::Twins, "`actions: "),
    (Flaw::RefusalLeaks, Law::Twins, "`refusals: "),
    (Flaw::StandingsCountHiddenTokens, Law::Twins, "`standings: "),
    (Flaw::WordsLeak, Law::Twins, "`choice: "),
    (Flaw::ScenesLeak, Law::Twins, "`frame: "),
    (Flaw::AdviceLeaks, Law::Twins, "`knowing: "),
];

#[test]
fn planted_leaks_of_every_kind_are_found_and_named() {
    let options = TwinOptions::default().positions(3_000);
    let check = |flaw| {
        let game = Flawed::with(flaw);
        check_twins(&game, &game.setup(3), &options)
    };
    let clean = check(Flaw::Nothing).expect("nothing leaks yet");
    assert!(clean.courses > 1_000 && clean.redealt > 1_000, "{clean:?}");
    for (flaw, law, words) in PLANTED {
        let broken = check(flaw).expect_err(&format!("{flaw:?} is not found"));
        assert_eq!(broken.law, law, "{flaw:?}: {broken}");
        assert!(broken.detail.contains(words), "{flaw:?}: {broken}");
    }
}

/// All positions: `LEAK_POSITIONS` of each ruleset and number of players.
#[test]
#[ignore = "takes an hour: see docs/trust.md"]
#[allow(clippy::print_stdout, reason = "reports on tables as they are done")]
fn campaign() {
    let positions = std::env::var("LEAK_POSITIONS").map_or(100_000, |text| text.parse().expect("a number"));
    let mut told = |ruleset: &str, players: u8, twins: Twins| {
        let Twins { positions, courses, redealt, .. } = twins;
        println!(
            "{ruleset}, {players} players: {positions} positions, {courses} with another course, {redealt} dealt again"
        );
    };
    for look in [look::<Gotham>, look::<HareTortoise>, look::<AnimalRace>] {
        look(positions, &mut told);
    }
}
