//! The test kit: a correct game passes, and for every law there are games that break it and fail.

use std::collections::HashSet;
use std::sync::Arc;

use crate::dice_race::{self, Twins};
use crate::flaw::Flaw;
use crate::flawed_encoding::FLAWS_OF_ENCODING;
use crate::own_game::{self, TokenDash};
use crate::toy::Flawed;
use furlong::common::Share;
use furlong::testkit::{self, Broken, Checked, Enumerated, Law, Options, ResamplingError, ResamplingOptions};
use furlong::{Bot, Bots, Race, RaceGame, Record, Seat, ruleset};
use proptest::prelude::*;

/// Every flaw with the law that it breaks in played games.
const FLAWS: [(Flaw, Law); 57] = [
    (Flaw::StartVaries, Law::Start),
    (Flaw::AnyNumberOfPlayersStarts, Law::Start),
    (Flaw::ActionsDescend, Law::Actions),
    (Flaw::ActionsRepeat, Law::Actions),
    (Flaw::AcceptsAnyRuleset, Law::Ruleset),
    (Flaw::SumsWeightsIn32Bits, Law::Sampling),
    (Flaw::ActionsKeepTheBuffer, Law::Actions),
    (Flaw::ActionsAreMissing, Law::Actions),
    (Flaw::ActionIsPossibleInNoWay, Law::Actions),
    (Flaw::PlayRefusesTheRoll, Law::Play),
    (Flaw::PlayDiffersUnchecked, Law::Play),
    (Flaw::RefusalPlays, Law::Refusal),
    (Flaw::RefusalChanges, Law::Refusal),
    (Flaw::RefusalTells, Law::Refusal),
    (Flaw::ChancesDescend, Law::Chances),
    (Flaw::ChanceWeighsNothing, Law::Chances),
    (Flaw::ChancesOnASeatsTurn, Law::Chances),
    (Flaw::ResolveRefusesASix, Law::Resolve),
    (Flaw::ResolveDiffersUnchecked, Law::Resolve),
    (Flaw::ImpossibleComes, Law::Impossible),
    (Flaw::ImpossibleChanges, Law::Impossible),
    (Flaw::SamplesWhatIsNotListed, Law::Sampling),
    (Flaw::SamplesUnfairly, Law::Sampling),
    (Flaw::NobodyDecides, Law::Deciding),
    (Flaw::DecidesWithoutActions, Law::Deciding),
    (Flaw::DecidesOtherwiseAhead, Law::Deciding),
    (Flaw::RefusesAhead, Law::Deciding),
    (Flaw::AcceptsAnythingAhead, Law::Refusal),
    (Flaw::ChoiceBarsWhatWaits, Law::Waiting),
    (Flaw::PositionLosesTheBag, Law::Position),
    (Flaw::PositionIsRefused, Law::Position),
    (Flaw::ViewForgetsInJson, Law::Json),
    (Flaw::ViewOfAnotherSeat, Law::Views),
    (Flaw::ResamplesAnotherTurn, Law::Views),
    (Flaw::ResamplesNothing, Law::Views),
    (Flaw::ActionsDependOnHiddenTokens, Law::Secrecy),
    (Flaw::StandingsCountHiddenTokens, Law::Secrecy),
    (Flaw::ViewLeaks, Law::Told),
    (Flaw::OrderLeaks, Law::Told),
    (Flaw::RefusalLeaks, Law::Twins),
    (Flaw::TellingTwiceTellsLess, Law::Telling),
    (Flaw::ListeningChanges, Law::Listening),
    (Flaw::PlacesSkip, Law::Standings),
    (Flaw::RacingAfterTheEnd, Law::Standings),
    (Flaw::TwoWinners, Law::Standings),
    (Flaw::ReturnsTooMuch, Law::Standings),
    (Flaw::RunnersSwap, Law::Runners),
    (Flaw::RunnersOfStrangers, Law::Runners),
    (Flaw::RunnersLeave, Law::Runners),
    (Flaw::EndIsNotMarked, Law::Marks),
    (Flaw::RuleIsNotInTheRuleset, Law::Replay),
    (Flaw::RollsTellWhatANeighbourHolds, Law::Memory),
    (Flaw::SamplesASixTwiceAsOften, Law::Sampling),
    (Flaw::WildActionPanics, Law::Refusal),
    (Flaw::WildOutcomePanics, Law::Impossible),
    (Flaw::WildPositionPanics, Law::Position),
    (Flaw::RunnersStandStill, Law::Runners),
];

/// Every flaw with the law that it breaks in the enumeration of histories.
const FLAWS_OF_RESAMPLING: [(Flaw, Law); 4] = [
    (Flaw::ResamplesUnfairly, Law::Resampling),
    (Flaw::ResamplesWhatCannotBe, Law::Resampling),
    (Flaw::WaysAreNotCounted, Law::Resampling),
    (Flaw::HiddenTokensAreTold, Law::Memory),
];

/// Every flaw of a bot that is told to stop.
const FLAWS_OF_STOPS: [(Flaw, Law); 4] = [
    (Flaw::StopIsNotHeeded, Law::Stops),
    (Flaw::StopIsNotTold, Law::Stops),
    (Flaw::StopMakesIllegal, Law::Stops),
    (Flaw::StopFails, Law::Stops),
];

fn token_dash() -> TokenDash {
    TokenDash::new(ruleset::open("short").expect("an embedded ruleset")).expect("playable rules")
}

fn check(flaw: Flaw, options: &Options) -> Result<Checked, Broken> {
    testkit::check_tables(&Flawed::with(flaw), options)
}

fn enumerate(flaw: Flaw, options: &ResamplingOptions) -> Result<Enumerated, ResamplingError> {
    let game = Flawed::with(flaw);
    let start = game.start(&2).expect("two players");
    testkit::check_resampling(&game, &start, options)
}

fn six_events() -> ResamplingOptions {
    ResamplingOptions::default().seed(3).events(6).limit(50_000).draws(2_000).views(1_000).level(1e-6)
}

/// A bot for a game without bots of its own.
fn bot<G: Bots>(spec: &str) -> Box<dyn Bot<G>> {
    G::bot(&spec.parse().expect("a bot")).expect("every game has it")
}

#[test]
fn the_open_dice_game_is_searched() {
    let rules = ruleset::open::<dice_race::Rules>("short").expect("an embedded ruleset");
    let twins = Arc::new(Twins::new(rules).expect("playable rules"));
    let won = (0..20).filter(|seed| {
        let mut race = Race::new(twins.clone(), &twins.setup(2), *seed).expect("two players");
        let mut bots = [bot::<Twins>("search:iterations=100"), bot::<Twins>("random")];
        race.play_out(&mut bots, 10_000).expect("it ends").shares()[Seat::FIRST] == Share::WIN
    });
    let won = won.count();
    assert!(won >= 15, "{won} of 20 games: random play has so many in one of 48 tries");
}

#[test]
fn the_search_spends_the_hidden_token_that_wins() {
    let last_move = r#"{"seats": 2, "phase": "Choose", "to_move": 1, "squares": [12, 9, 0, 0], "bag": [5, 2, 2],
        "hands": [[0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0]]}"#;
    let table = serde_json::from_str(last_move).expect("a position");
    for seed in 0..10 {
        let mut race = Race::from_position(token_dash(), &table, seed).expect("it can be");
        let chosen = race.ask(&mut bot::<TokenDash>("search:iterations=200")).expect("a choice");
        assert_eq!(
            chosen,
            own_game::Action::Spend(1),
            "4 squares are sure to win, a die in three of six cases"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_lawful_game_passes_from_any_seed(seed: u64, players in 2_u8..=4) {
        let game = token_dash();
        let checked = testkit::check(&game, &players, &Options::default().seed(seed).games(2));
        let checked = checked.expect("a lawful game");
        prop_assert_eq!(checked.finished, 2);
        prop_assert_eq!(checked.states, checked.events + 2);
        prop_assert!(checked.distributions >= 2);
    }
}

#[test]
fn the_game_that_is_to_be_spoiled_is_lawful_before() {
    let checked = check(Flaw::Nothing, &Options::default()).expect("no flaw yet");
    assert_eq!((checked.games, checked.finished), (30, 30));
    assert!(checked.enumerated.open_views > 100, "{checked:?}");
    let enumerated = enumerate(Flaw::Nothing, &six_events()).expect("no flaw yet");
    assert!(enumerated.open_views > 10, "{enumerated:?}");
}

#[test]
fn every_flaw_is_caught_and_named_by_its_law() {
    for (flaw, law) in FLAWS {
        let broken = check(flaw, &Options::default()).expect_err(&format!("{flaw:?} passes"));
        assert_eq!(broken.law, law, "{flaw:?}: {broken}");
    }
}

#[test]
fn every_flaw_of_resampling_is_caught_and_named_by_its_law() {
    for (flaw, law) in FLAWS_OF_RESAMPLING {
        match enumerate(flaw, &six_events()).expect_err(&format!("{flaw:?} passes")) {
            ResamplingError::Broken(broken) => assert_eq!(broken.law, law, "{flaw:?}: {broken}"),
            other => panic!("{flaw:?} is small enough: {other}"),
        }
    }
}

#[test]
fn one_call_finds_the_flaws_of_resampling_too() {
    for (flaw, law) in FLAWS_OF_RESAMPLING {
        let broken = check(flaw, &Options::default()).expect_err(&format!("{flaw:?} passes"));
        // An impossible state also has another view, which is found before anything is enumerated.
        let law = if flaw == Flaw::ResamplesWhatCannotBe { Law::Views } else { law };
        assert_eq!(broken.law, law, "{flaw:?}: {broken}");
    }
}

#[test]
fn a_seat_that_is_told_what_others_draw_is_found_without_enumeration() {
    let options = Options::default().histories(0);
    let broken = check(Flaw::HiddenTokensAreTold, &options).expect_err("it tells what is drawn");
    assert_eq!(broken.law, Law::Memory, "{broken}");
}

#[test]
fn every_law_has_a_flaw_that_breaks_it() {
    let caught = [&FLAWS[..], &FLAWS_OF_RESAMPLING, &FLAWS_OF_ENCODING, &FLAWS_OF_STOPS]
        .concat()
        .into_iter()
        .map(|(_, law)| law);
    let caught: HashSet<Law> = caught.collect();
    let all: HashSet<Law> = <Law as strum::IntoEnumIterator>::iter().collect();
    assert_eq!(caught, all);
}

#[test]
fn every_flaw_of_a_bot_that_is_told_to_stop_is_caught() {
    let check = |flaw| testkit::check_stops(&Flawed::with(flaw), &Options::default().games(2));
    let checked = check(Flaw::Nothing).expect("no flaw yet");
    assert_eq!(checked.decisions, 2 * checked.cut_short, "one bot of two takes its time");
    for (flaw, law) in FLAWS_OF_STOPS {
        let broken = check(flaw).expect_err(&format!("{flaw:?} passes"));
        assert_eq!(broken.law, law, "{flaw:?}: {broken}");
    }
}

/// Every bot of a game, with every number of players.
fn bots_stop<G: Bots>(ruleset: &str) {
    let game = G::new(ruleset::open(ruleset).expect("an embedded ruleset")).expect("playable rules");
    let checked = testkit::check_stops(&game, &Options::default().games(1)).expect("they stop");
    assert!(checked.cut_short > 0, "{checked:?}");
}

#[test]
fn the_bots_of_every_game_stop_when_they_are_told() {
    bots_stop::<TokenDash>("short");
    bots_stop::<furlong::animal_race::AnimalRace>("classic");
    bots_stop::<furlong::hare_tortoise::HareTortoise>("classic");
    bots_stop::<furlong::gotham::Gotham>("standard");
}

#[test]
fn a_record_with_a_ruleset_out_of_the_range_of_its_schema_is_refused() {
    let game = token_dash();
    let record = Race::new(game, &2, 1).expect("two play").record().to_json();
    let with = |old: &str, new: &str| {
        assert!(record.contains(old), "{record}");
        let record = Record::<TokenDash>::from_json(&record.replace(old, new)).expect("a record");
        Race::resume(record).map(drop).expect_err("out of range").to_string()
    };
    assert_eq!(
        with("\"finish\":12", "\"finish\":255"),
        "the ruleset in the record: finish: must be a whole number from 1 to 99, not 255"
    );
    assert_eq!(
        with("[5,3,2]", "[5,3,200]"),
        "the ruleset in the record: bag[2]: must be a whole number from 0 to 50, not 200"
    );
    // The schema allows each number, and the game needs eight tokens.
    assert_eq!(with("[5,3,2]", "[5,0,2]"), "the ruleset in the record: bag: 8 tokens are dealt to 4 seats");
}

#[test]
fn a_game_that_varies_does_not_replay() {
    // Other laws, left out here, would find it earlier.
    let except: &[Law] = &[Law::Play, Law::Resolve, Law::Listening, Law::Told, Law::Marks];
    let options = Options::default().except(except);
    let broken = check(Flaw::PlayVaries, &options).expect_err("it varies");
    assert_eq!(broken.law, Law::Replay, "{broken}");
}

#[test]
fn a_law_that_is_excepted_is_not_checked() {
    for law in [Law::Marks, Law::Runners] {
        let (flaw, _) = FLAWS.into_iter().find(|(_, breaks)| *breaks == law).expect("listed");
        let except: &'static [Law] = if law == Law::Marks { &[Law::Marks] } else { &[Law::Runners] };
        assert!(check(flaw, &Options::default().except(except)).is_ok(), "{flaw:?}");
    }
}

#[test]
fn the_same_seed_breaks_the_law_at_the_same_event() {
    let options = Options::default().seed(11);
    let broken = check(Flaw::ViewLeaks, &options).expect_err("it leaks");
    assert_eq!(check(Flaw::ViewLeaks, &options), Err(broken.clone()));
    let told = broken.to_string();
    assert!(told.starts_with("the law of told is broken (seed 11, game "), "{told}");
}

#[test]
fn a_game_that_is_capped_is_unfinished_and_no_law_is_broken() {
    let options = Options::default().cap(5).games(3);
    let checked = testkit::check(&token_dash(), &4, &options).expect("a lawful game");
    assert_eq!((checked.games, checked.finished, checked.events), (3, 0, 15));
}

#[test]
fn a_set_up_that_does_not_fit_is_told_as_the_law_of_start() {
    let broken = testkit::check(&token_dash(), &9, &Options::default()).expect_err("nine players");
    assert_eq!(broken.law, Law::Start);
}

#[test]
fn too_many_histories_are_told_before_they_are_kept() {
    let options = six_events().limit(20);
    assert!(matches!(
        enumerate(Flaw::Nothing, &options),
        Err(ResamplingError::TooMany { limit: 20, events: 3..=6 })
    ));
}

#[test]
fn a_start_that_hides_something_is_not_taken_for_one() {
    let game = token_dash();
    let mut table = game.start(&2).expect("two players");
    for token in [0, 1, 2, 0] {
        game.resolve(&mut table, own_game::Outcome::Token(token), &mut ()).expect("in the bag");
    }
    let enumerated = testkit::check_resampling(&game, &table, &six_events());
    let Err(ResamplingError::Broken(broken)) = enumerated else { panic!("{enumerated:?}") };
    assert_eq!((broken.law, broken.event), (Law::Resampling, 0), "{broken}");
}

#[test]
fn without_the_law_of_memory_fewer_histories_are_kept() {
    let whole = enumerate(Flaw::Nothing, &six_events()).expect("lawful");
    let options = six_events().except(&[Law::Memory]);
    let merged = enumerate(Flaw::HiddenTokensAreTold, &options).expect("not looked at");
    assert!(merged.histories < whole.histories, "{merged:?} {whole:?}");
    assert_eq!(merged.views, whole.views);
}
