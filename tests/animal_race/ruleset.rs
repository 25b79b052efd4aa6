//! Rulesets as data: the schema says what the struct holds, and every choice is one that there is.

use furlong::animal_race::{AnimalRace, Animals, MovementMode, RaceEnds, Ruleset, StartLine, StreamEffect};
use furlong::common::Faults;
use furlong::ruleset::{self, Kind, schema_faults};
use furlong::{Bot, Race, RaceGame, RandomBot, Ruleset as _};
use serde_json::Value;

use super::kit::{Fox, Hare, Lamb, Tortoise, Wolf, changed, rules};

#[test]
fn schema_struct_and_embedded_rulesets_agree() {
    assert_eq!(schema_faults::<Ruleset>(), Faults::none());
}

/// The struct with this field set, read as JSON: as in a record, which no schema has checked.
fn with(path: &str, value: &Value) -> Option<Ruleset> {
    let mut all = serde_json::to_value(rules("classic")).expect("a ruleset is plain data");
    *all.pointer_mut(&format!("/{}", path.replace('.', "/"))).expect("a field") = value.clone();
    serde_json::from_value(all).ok()
}

#[test]
fn every_choice_of_the_table_can_be_played() {
    for field in Ruleset::FIELDS {
        let Kind::Choice(choices) = field.kind else { continue };
        for choice in choices {
            let rules = with(field.path, &choice.word.into()).expect("the struct has the choice");
            let game = AnimalRace::new(rules).expect("the choice is playable");
            for players in game.players() {
                let mut play = super::kit::Play::from_start(&game, players);
                super::laws::play_at_random(&mut play, &mut super::kit::stream(1), |_| {});
            }
            assert!(!game.ruleset().in_words().is_empty());
        }
        assert!(with(field.path, &"something-else".into()).is_none(), "{}", field.path);
    }
}

// AR-15: extremes that get past `AnimalRace::new` must be playable.
#[test]
fn ar_15_numbers_at_the_limits_are_refused_or_played() {
    let mut played = 0;
    for field in Ruleset::FIELDS {
        let Kind::Integer { least, most } = field.kind else { continue };
        for number in [0, 1, least, least + 1, most - 1, most, most + 1, 254, 255] {
            let Some(rules) = with(field.path, &number.into()) else { continue };
            let Ok(game) = AnimalRace::new(rules) else { continue };
            played += 1;
            for players in [*game.players().start(), *game.players().end()] {
                let mut play = super::kit::Play::from_start(&game, players);
                super::laws::play_at_random(&mut play, &mut super::kit::stream(2), |_| {});
            }
        }
    }
    assert!(played > 30, "{played}");
}

#[test]
fn ar_15_limits_of_the_table_with_long_steps_are_played() {
    let mut rules = rules("classic");
    rules.table = furlong::animal_race::TableLimits { placement: 15, cards: 40, of_one_animal: 15 };
    rules.cards =
        furlong::animal_race::CardCounts { hare: 26, tortoise: 25, wolf: 25, howl: 1, fox: 25, lamb: 25 };
    rules.hand = 15;
    rules.track.tiles = 60;
    rules.track.streams = 60;
    rules.movement.steps = furlong::animal_race::ByAnimal::new(|_| (0..16).collect());
    rules.movement.nap_cards = 15;
    let game = AnimalRace::new(rules).expect("as large as can be");
    for players in [2, 5] {
        let mut play = super::kit::Play::from_start(&game, players);
        super::laws::play_at_random(&mut play, &mut super::kit::stream(4), |_| {});
        assert_eq!(play.podium().len().min(3), 3);
    }
}

fn words(change: impl FnOnce(&mut Ruleset)) -> String {
    let mut rules = rules("classic");
    change(&mut rules);
    assert_eq!(rules.faults(), Faults::none());
    rules.in_words().join("\n")
}

// AA-08, AA-07: with more points than arrivals, animals still on the track score.
#[test]
fn aa_08_ranks_on_the_track_are_worded_where_they_score() {
    let ties = "Animals on one tile share the better rank";
    for when in [RaceEnds::ThirdArrivalAtOnce, RaceEnds::ThirdArrivalAfterPhase] {
        for ranks in 1..=5 {
            let text = words(|rules| {
                rules.end.when = when;
                rules.end.points = vec![1; ranks];
                rules.end.start_line = StartLine::NoRank;
            });
            assert_eq!(text.contains(ties), ranks > 3, "{ranks} ranks:\n{text}");
            assert_eq!(text.contains("still on the track then rank"), ranks > 3, "{ranks} ranks:\n{text}");
            assert_eq!(text.contains("start line have no rank"), ranks > 3, "{ranks} ranks:\n{text}");
        }
    }
    let first = |ranks| {
        words(|rules| {
            rules.end.when = RaceEnds::FirstArrivalAfterPhase;
            rules.end.points = vec![1; ranks];
        })
    };
    assert!(!first(1).contains(ties));
    assert!(first(2).contains(ties) && first(2).contains("start line rank like all others"));
}

// AA-05: an animal without cards does not move, whatever its step for no cards is.
#[test]
fn aa_05_the_words_promise_no_move_without_cards_where_players_choose() {
    let text = words(|rules| rules.movement.mode = MovementMode::ByPlayers);
    assert!(text.contains("The tortoise moves 1, 1, 1, 2 tiles with 1 to 4 of its cards"), "{text}");
    assert!(text.contains("An animal without cards does not move."), "{text}");
    let text = words(|_| ());
    assert!(text.contains("The tortoise moves 1, 1, 1, 1, 2 tiles with 0 to 4 of its cards"), "{text}");
    assert!(!text.contains("without cards"), "{text}");
}

#[test]
fn the_words_leave_out_what_cannot_come() {
    assert!(!words(|rules| rules.movement.nap_cards = 5).contains("naps"));
    let without = words(|rules| rules.track.streams = 0);
    assert!(without.contains("none of them shows a stream") && !without.contains("lamb stops"), "{without}");
    let idle = words(|rules| rules.movement.streams = StreamEffect::NoEffect);
    assert!(idle.contains("without effect: 2"), "{idle}");
}

#[test]
fn one_number_of_players_is_not_told_as_a_range() {
    let game = AnimalRace::new(rules("course")).expect("playable");
    let refused = game.start(&game.setup(3)).expect_err("a table of three").to_string();
    assert_eq!(refused, "3 players: this ruleset is for 2");
}

// AR-15: the cards are those of `classic`; it is the hand that asks for more.
#[test]
fn ar_15_a_hand_that_asks_for_more_cards_is_told_at_its_own_line() {
    let refused = |text: &str| {
        ruleset::open::<Ruleset>(ruleset::Source::Text(text)).expect_err("too few cards").to_string()
    };
    let mine = "[ruleset]\nname = \"mine\"\nextends = \"classic\"\n";
    assert_eq!(
        refused(&format!("hand = 15\n{mine}")),
        "text:1: hand: conflicts with `cards`, inherited from ruleset classic:16: 81 racing cards; 5 players can hold \
         80 and the table 8, so at least 88 are needed"
    );
    // Neither would be too much alone.
    let two = refused(&format!("hand = 12\n{mine}[table]\ncards = 20\n"));
    assert!(
        two.starts_with("text:1: hand: conflicts with `cards`, inherited from ruleset classic:16"),
        "{two}"
    );
    assert!(two.ends_with("so at least 85 are needed (with `table.cards`, text:6)"), "{two}");
    let both = refused(&format!("hand = 15\n{mine}[cards]\nhare = 1\n"));
    assert!(both.starts_with("text:5: cards: 64 racing cards"), "{both}");
}

/// The fault of a ruleset that is changed like this; empty when it has none.
fn fault(name: &str, change: impl FnOnce(&mut Ruleset)) -> String {
    let mut rules = rules(name);
    change(&mut rules);
    rules.faults().to_string()
}

// AR-30: a race that nobody can end is no race.
#[test]
fn ar_30_rules_by_which_too_few_animals_can_arrive_are_refused() {
    let stand = |rules: &mut Ruleset, animals: usize| {
        let steps = &mut rules.movement.steps;
        let all = [&mut steps.hare, &mut steps.tortoise, &mut steps.wolf, &mut steps.fox, &mut steps.lamb];
        all.into_iter().take(animals).for_each(|steps| steps.fill(0));
    };
    let never = "movement.steps: only 0 animals can ever move, and the race goes on until 3 have arrived";
    assert_eq!(fault("classic", |rules| stand(rules, 5)), never);
    assert!(fault("classic", |rules| stand(rules, 3)).contains("only 2 animals can ever move"));
    assert_eq!(fault("classic", |rules| stand(rules, 2)), "");
    let first_ends = |animals| {
        fault("classic", |rules| {
            rules.end.when = RaceEnds::FirstArrivalAfterPhase;
            stand(rules, animals);
        })
    };
    assert_eq!(first_ends(4), "");
    assert!(first_ends(5).contains("the race goes on until 1 has arrived"));
    // Steps for more cards than can lie on the table, or than the pack has.
    assert!(
        fault("classic", |rules| {
            stand(rules, 3);
            rules.movement.steps.hare = vec![0, 0, 0, 0, 2];
            rules.cards.hare = 3;
            rules.cards.tortoise = 32;
        })
        .contains("only 2 animals")
    );
    // AA-05: the players choose only among the animals with cards.
    assert!(
        fault("apprentice", |rules| {
            stand(rules, 5);
            rules.movement.steps.hare[0] = 1;
        })
        .contains("only 0 animals")
    );
    let waits = fault("classic", |rules| {
        stand(rules, 3);
        rules.movement.steps.hare[0] = 1;
    });
    assert_eq!(waits, "", "the hare moves when it has no cards");
}

// AR-01, AR-04
#[test]
fn an_animal_without_cards_takes_no_part() {
    // A tortoise would run without cards too.
    let game = changed("classic", |rules| {
        rules.cards.tortoise = 0;
        rules.players.most = 4;
    });
    let (mut dealt, mut runners) = (Animals::NONE, Vec::new());
    for seed in 0..60 {
        let mut race = Race::new(game.clone(), &game.setup(2), seed).expect("two may play");
        let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = vec![Box::new(RandomBot), Box::new(RandomBot)];
        race.play_out(&mut bots, 5_000).expect("random bots play legal actions");
        let position = game.position(race.state());
        dealt = position.bets.iter().fold(dealt, |all, bets| all.union(bets.dealt));
        assert_eq!(position.open.animals[Tortoise], Some(0));
        assert!(!position.open.podium.contains(Tortoise));
        game.runners(race.state(), &mut runners);
        assert_eq!(runners.len(), 4);
        let mut moved = position;
        moved.open.animals[Tortoise] = Some(3);
        let faults = game.state(&moved).expect_err("it does not run").to_string();
        assert!(faults.contains("the tortoise takes no part under this ruleset"), "{faults}");
    }
    let all = [Hare, Wolf, Fox, Lamb].into_iter().collect::<Animals>();
    assert_eq!(dealt, all, "each of the others was dealt");
    let mut rules = rules("classic");
    rules.cards.tortoise = 0;
    let faults = AnimalRace::new(rules).expect_err("four starting bets").to_string();
    assert!(faults.contains("1 for each of 5 players; there are only 4 starting bet cards"), "{faults}");
}
