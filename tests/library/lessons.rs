//! The guided first games: every step is sound under every ruleset of the library, and its figures are those of the
//! engine.

use furlong::animal_race::{self, Animal, AnimalRace};
use furlong::gotham::{self, Change, Figure, Gotham};
use furlong::hare_tortoise::{self, HareTortoise};
use furlong::text::{Canvas, Lesson, Names};
use furlong::{Race, RaceGame, Ruleset as _, Seat, Text, Turn, ruleset};

type Step<G> = Lesson<<G as RaceGame>::Position, <G as RaceGame>::Action>;

/// The game under each ruleset of the library, with its name.
fn games<G: RaceGame>() -> impl Iterator<Item = (String, G)> {
    G::Ruleset::EMBEDDED.iter().map(|embedded| {
        let ruleset = ruleset::open::<G::Ruleset>(embedded.name).expect("a ruleset of the library");
        (embedded.name.to_owned(), G::new(ruleset).expect("a playable ruleset"))
    })
}

/// The happenings after the asked action and the decisions of the others.
fn course<G: Text>(game: &G, step: &Step<G>) -> Vec<G::Happening> {
    let mut race = Race::from_position(game.clone(), &step.position, 1).expect("a sound position");
    assert_eq!(race.turn(), Turn::Seat(Seat::FIRST), "{}", step.title);
    assert!(race.actions(Seat::FIRST).contains(&step.action), "{}", step.title);
    race.play(Seat::FIRST, step.action).expect("a legal action");
    race.proceed();
    for then in &step.then {
        let Turn::Seat(seat) = race.turn() else { panic!("{}: nobody decides", step.title) };
        assert_ne!(seat, Seat::FIRST, "{}", step.title);
        race.play(seat, *then).expect("a legal action");
        race.proceed();
    }
    race.told(Seat::FIRST, 0)
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<i64> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

fn assert_sound<G: Text>(least: usize) {
    for (name, game) in games::<G>() {
        let steps = game.lessons();
        assert!(
            steps.len() >= least,
            "{name}: {:?}",
            steps.iter().map(|step| &step.title).collect::<Vec<_>>()
        );
        for step in steps {
            let place = format!("{name}, {}", step.title);
            course(&game, &step);
            // Four lines of 80 columns for what is seen, two for what it brought, one for the request.
            assert!((80..=320).contains(&step.about.len()), "{place}: {} letters", step.about.len());
            assert!(step.task.len() <= 80 && step.title.len() <= 40 && step.result.len() <= 160, "{place}");
            for text in [&step.about, &step.task, &step.result] {
                assert!(text.ends_with('.') && !text.contains("  "), "{place}: {text}");
            }
            let view = game.view(&game.state(&step.position).expect("sound"), Seat::FIRST);
            let mut actions = Vec::new();
            game.actions(&game.state(&step.position).expect("sound"), &mut actions);
            let names = Names::numbered(game.seats(&game.state(&step.position).expect("sound")));
            for action in actions {
                let text = game.explain(&view, action);
                assert!(text.ends_with('.') && !text.contains("  "), "{place}, {action:?}: {text}");
                let picture = game.draw_choice(&view, action, &names, &Canvas::PLAIN);
                let lines = picture.lines().filter(|line| line.starts_with(' ') || line.starts_with("Below"));
                lines.for_each(|line| assert!(line.chars().count() <= 80, "{place}: {line}"));
            }
        }
    }
}

#[test]
fn every_step_can_be_set_up_and_played_and_its_texts_fit() {
    assert_sound::<HareTortoise>(7);
    assert_sound::<AnimalRace>(4);
    assert_sound::<Gotham>(5);
}

#[test]
fn the_carrots_of_a_step_are_those_that_the_engine_pays_and_draws() {
    for (name, game) in games::<HareTortoise>() {
        for step in game.lessons() {
            let said = [numbers(&step.result), numbers(&step.about)].concat();
            for happening in course(&game, &step) {
                let (runner, carrots) = match happening {
                    hare_tortoise::Happening::Draws { runner, carrots, source } => {
                        // The hare is a gamble: nobody knows beforehand what it brings.
                        if source == hare_tortoise::Source::Hare || step.title == "A hare square" {
                            continue;
                        }
                        (runner, carrots)
                    }
                    hare_tortoise::Happening::Pays { runner, carrots, .. }
                    | hare_tortoise::Happening::Finishes { runner, carrots, .. } => (runner, carrots),
                    _ => continue,
                };
                if runner.seat == Seat::FIRST && step.title != "A hare square" {
                    assert!(
                        said.contains(&carrots.into()),
                        "{name}, {}: {carrots} in {}",
                        step.title,
                        step.result
                    );
                }
            }
        }
    }
}

#[test]
fn the_animals_run_as_a_step_says() {
    for (name, game) in games::<AnimalRace>() {
        for step in game.lessons() {
            let seen = course(&game, &step);
            let runs = seen.iter().filter_map(|happening| match happening {
                animal_race::Happening::Moves { animal, from, to, .. } => Some((*animal, to - from, *to)),
                _ => None,
            });
            let runs: Vec<(Animal, u8, u8)> = runs.collect();
            let said = numbers(&step.result);
            let place = format!("{name}, {}: {runs:?}", step.title);
            match step.title.as_str() {
                "The lamb and the streams" => {
                    let (_, _, to) =
                        runs.iter().find(|(animal, ..)| *animal == Animal::Lamb).expect("it runs");
                    assert!(said.contains(&i64::from(*to)), "{place}");
                }
                "The hare naps" => {
                    let naps = |happening: &&animal_race::Happening| {
                        matches!(happening, animal_race::Happening::Naps { .. })
                    };
                    assert!(seen.iter().any(|happening| naps(&happening)), "{place}");
                    assert!(runs.iter().all(|(animal, ..)| *animal != Animal::Hare), "{place}");
                    assert!(runs.iter().any(|(animal, ..)| *animal == Animal::Fox), "{place}");
                }
                "The wolf howls" => {
                    let [(Animal::Wolf, tiles, _)] = runs[..] else { panic!("{place}") };
                    assert!(said.contains(&tiles.into()), "{place}");
                }
                "Choose who runs" => {
                    let (_, tiles, _) = runs[0];
                    assert!(said.contains(&tiles.into()), "{place}");
                }
                "The end of the race" => {
                    let points = seen.iter().find_map(|happening| match happening {
                        animal_race::Happening::GameEnds { points, .. } => points.first().copied(),
                        _ => None,
                    });
                    assert!(said.contains(&points.expect("the end").into()), "{place}");
                }
                "Cards on the table" | "Your bets" => assert!(runs.is_empty(), "{place}"),
                _ => {}
            }
        }
    }
}

#[test]
fn the_figures_go_where_a_step_says_and_the_last_steps_are_won() {
    for (name, game) in games::<Gotham>() {
        for step in game.lessons() {
            let seen = course(&game, &step);
            let mut own = seen.iter().filter_map(|happening| match happening {
                gotham::Happening::TakesEffect { change: Change::Moves { figure, to, .. }, .. } => {
                    (*figure == Figure::ALL[0]).then_some(*to)
                }
                _ => None,
            });
            let place = format!("{name}, {}", step.title);
            if let Some(to) = own.next_back() {
                assert!(step.result.contains(&to.to_string()), "{place}: {to} in {}", step.result);
            }
            let winners = seen.iter().find_map(|happening| match happening {
                gotham::Happening::GameEnds { winners, .. } => Some(winners.clone()),
                _ => None,
            });
            let is_won = step.result.contains("have won");
            assert_eq!(winners == Some(vec![Seat::FIRST]), is_won, "{place}: {winners:?}");
        }
    }
}
