//! Rulesets of a user's own by which the race hardly moves: every bot decides all the same.

use furlong::animal_race::{AnimalRace, ByAnimal, CardCounts, TableLimits};
use furlong::{BotSpec, Bots, Race, Turn};

use super::kit::changed;

/// Three animals can move, a tile of sixty, and each only when all its cards lie on the table. Once one of them is
/// set aside as a second bet, its animal stays where it is for good, and nobody can win.
fn slowest() -> AnimalRace {
    changed("classic", |rules| {
        rules.table = TableLimits { placement: 1, cards: 40, of_one_animal: 15 };
        rules.cards = CardCounts { hare: 27, tortoise: 15, wolf: 25, howl: 0, fox: 15, lamb: 15 };
        (rules.track.tiles, rules.track.streams) = (60, 60);
        let none = vec![0; 16];
        let full = (0..16).map(|cards| u8::from(cards == 15)).collect::<Vec<_>>();
        rules.movement.steps = ByAnimal {
            hare: none.clone(),
            tortoise: full.clone(),
            wolf: none,
            fox: full.clone(),
            lamb: full,
        };
    })
}

/// The race at the decision after this number of others, with the bots' own choices of `bot` before it.
fn race_after(decisions: usize, bot: &str) -> Race<AnimalRace> {
    let game = slowest();
    let setup = furlong::RaceGame::setup(&game, 3);
    let mut race = Race::new(game, &setup, 1).expect("three may play");
    let mut bot = AnimalRace::bot(&bot.parse().expect("a spec")).expect("a bot of the game");
    for _ in 0..decisions {
        assert!(matches!(race.proceed(), Turn::Seat(_)), "nobody arrives");
        race.ask(&mut bot).expect("a legal choice");
    }
    race.proceed();
    race
}

#[test]
fn every_bot_decides_where_the_race_hardly_moves() {
    for kind in AnimalRace::BOTS {
        let few = match kind.parameters.first() {
            Some(("worlds", _)) => ":worlds=1",
            Some(("iterations", _)) => ":iterations=2",
            Some(_) | None => "",
        };
        let spec: BotSpec = format!("{}{few}", kind.name).parse().expect("a spec");
        let mut bot = AnimalRace::bot(&spec).expect("a bot of the game");
        for decisions in [0, 3, 60] {
            let mut race = race_after(decisions, "random");
            race.ask(&mut bot).expect("a legal choice");
            assert!(!race.is_over(), "{spec}: nobody has won after {decisions} decisions");
        }
    }
}
