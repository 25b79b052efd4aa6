//! The default player of a table.

use furlong::animal_race::AnimalRace;
use furlong::arena::{STEADY, UsualAt, usual_at};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::ruleset::Source;
use furlong::{BotSpec, Bots, RaceGame, Roster, ruleset};

use super::Measured;

/// The default player of the default ruleset with these values, at a table with these options.
fn usual<G: Measured + Bots>(values: &str, players: u8, options: &[(&str, &str)]) -> UsualAt {
    let text = format!("{values}\n[ruleset]\nname = \"own\"\nextends = \"{}\"", first::<G>());
    let ruleset =
        if values.is_empty() { ruleset::open(first::<G>()) } else { ruleset::open(Source::Text(&text)) };
    let game = G::new(ruleset.expect("it is a ruleset")).expect("it is playable");
    let mut setup = game.setup(players);
    for (option, value) in options {
        game.set_option(&mut setup, option, value).expect("it is an option");
    }
    usual_at(&Roster::default(), &game, &setup)
}

fn first<G: RaceGame>() -> &'static str {
    use furlong::Ruleset as _;
    G::Ruleset::EMBEDDED.first().expect("a ruleset").name
}

#[test]
fn under_the_rulesets_of_the_library_the_usual_bot_plays() {
    let expected = |bot| (bot, None);
    let found = |usual: UsualAt| (usual.bot, usual.reason);
    assert_eq!(found(usual::<AnimalRace>("", 4, &[])), expected(BotSpec::usual::<AnimalRace>()));
    assert_eq!(found(usual::<HareTortoise>("", 2, &[])), expected(BotSpec::usual::<HareTortoise>()));
    assert_eq!(found(usual::<Gotham>("", 3, &[])), expected(BotSpec::usual::<Gotham>()));
}

#[test]
#[cfg(feature = "learned")]
fn where_what_was_learned_fails_the_steady_bot_plays() {
    let points = usual::<AnimalRace>("[end]\npoints = [1, 1, 8]", 4, &[]);
    let hand = usual::<AnimalRace>("hand = 3", 2, &[]);
    let carrots = usual::<HareTortoise>("[finish]\ncarrots = 0", 4, &[]);
    let steps = usual::<HareTortoise>("", 4, &[("longest-step", "3")]);
    for usual in [points, hand, carrots, steps] {
        assert_eq!(usual.bot, BotSpec::named(STEADY));
        let reason = usual.reason.expect("there is a reason");
        assert!(reason.contains("of 480 games"), "{reason}");
    }
}

#[test]
#[cfg(feature = "learned")]
fn where_what_was_learned_holds_the_usual_bot_plays_on() {
    let limit = usual::<HareTortoise>("[finish]\ncarrots = 10", 2, &[]);
    assert_eq!((limit.bot, limit.reason), (BotSpec::usual::<HareTortoise>(), None));
}

#[test]
fn a_table_always_has_the_same_default_player() {
    let again = || usual::<AnimalRace>("[end]\npoints = [1, 1, 8]", 2, &[]);
    assert_eq!(again(), again());
}
