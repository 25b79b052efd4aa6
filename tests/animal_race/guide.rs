//! The guide gives the rules in force, in plain sentences.

use furlong::animal_race::{
    AnimalRace, CardCounts, MovementMode, Nap, RaceEnds, Ruleset, SecondBet, StreamEffect, TieBreak,
};
use furlong::{RaceGame as _, Ruleset as _, Text as _};

use super::kit::{changed, game, names, with_line};

fn guide(game: &AnimalRace) -> String {
    let topics: Vec<String> = game.guide().iter().map(ToString::to_string).collect();
    topics.join("\n")
}

#[test]
fn the_guide_of_each_ruleset_has_its_numbers_and_no_clauses() {
    for name in names() {
        let game = game(name);
        let Ruleset { cards, table, track, end, hand, .. } = game.ruleset();
        let guide = guide(&game);
        assert!(guide.lines().all(|line| !line.trim().is_empty()), "{name}: {guide}");
        assert!(!["AR-", "AA-", "AC-"].iter().any(|clause| guide.contains(clause)), "{name}: {guide}");
        for expected in [
            format!("{} racing cards", cards.pack().count()),
            format!("{} hare,", cards.hare),
            format!("{} lamb.", cards.lamb),
            format!("hold {hand} again"),
            format!("as soon as {} cards", table.cards),
            format!("or {} of one animal", table.of_one_animal),
            format!("{} tiles", track.tiles),
            format!("{} points for the first", end.points[0]),
            format!("{} for the second and {} for the third", end.points[1], end.points[2]),
        ] {
            assert!(guide.contains(&expected), "{name}: `{expected}` in {guide}");
        }
    }
}

#[test]
fn an_animal_that_takes_no_part_is_in_no_text() {
    let animals = ["hare", "tortoise", "wolf", "fox", "lamb"];
    for absent in animals {
        let game = changed("royal-turtle", |rules| {
            let CardCounts { hare, tortoise, wolf, howl, fox, lamb } = &mut rules.cards;
            (*wolf, *howl) = (13, 3);
            for (animal, count) in animals.into_iter().zip([hare, tortoise, &mut *wolf, fox, lamb]) {
                *count = if animal == absent { 0 } else { *count };
            }
            *howl = if absent == "wolf" { 0 } else { *howl };
        });
        let shown = [
            guide(&game),
            game.ruleset().in_words().join("\n"),
            game.glossary().iter().map(ToString::to_string).collect(),
        ];
        for text in shown {
            let named = text.to_lowercase();
            assert!(named.contains("tortoise") || absent == "tortoise");
            assert!(!named.contains(absent), "{absent}: {text}");
        }
    }
}

#[test]
fn the_guide_says_how_each_animal_runs() {
    let classic = guide(&game("classic"));
    for expected in [
        "The hare stays without a card and runs 2 tiles with 1 to 4 cards. But with 4 cards it naps",
        "The tortoise runs 1 tile with 0 to 3 cards and 2 tiles with 4 cards.",
        "The fox runs one tile for each of its cards on the table.",
        "The lamb stays without a card, and otherwise runs one tile more than it has cards on the table.",
        "3 of its cards howl",
        "It stops at the first stream",
    ] {
        assert!(classic.contains(expected), "`{expected}` in {classic}");
    }
    let apprentice = guide(&game("apprentice"));
    assert!(!apprentice.contains("howl") && !apprentice.contains("naps"), "{apprentice}");
    assert!(apprentice.contains("Every animal runs one tile for each of its cards"), "{apprentice}");
    assert!(apprentice.contains("Tiles 2, 4, 6, 8 and 10 have turbo tokens"), "{apprentice}");
    let slow_fox = guide(&with_line("classic", "fox = [0, 1, 2, 3, 4]", "fox = [0, 1, 1, 3, 3]"));
    let expected =
        "The fox stays without a card, runs 1 tile with 1 or 2 cards and 3 tiles with 3 or 4 cards.";
    assert!(slow_fox.contains(expected), "{slow_fox}");
}

#[test]
fn a_changed_rule_changes_the_guide() {
    let changes: [fn(&mut Ruleset); 10] = [
        |rules| rules.hand = 5,
        |rules| rules.players.most = 4,
        |rules| rules.starting_bets.three = 0,
        |rules| rules.second_bet = SecondBet::None,
        |rules| rules.track.streams = 3,
        |rules| rules.movement.mode = MovementMode::ByPlayers,
        |rules| rules.movement.nap = Nap::Never,
        |rules| rules.movement.streams = StreamEffect::NoEffect,
        |rules| rules.end.when = RaceEnds::FirstArrivalAfterPhase,
        |rules| rules.end.tie_break = TieBreak::DealtBets,
    ];
    let classic = guide(&game("classic"));
    for (index, change) in changes.into_iter().enumerate() {
        assert_ne!(guide(&changed("classic", change)), classic, "change {index}");
    }
}
