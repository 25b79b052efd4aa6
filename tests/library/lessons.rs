//! The guided first games: every step is sound under every ruleset of the library, and its figures are those of the
//! engine.

use furlong::animal_race::{self, Animal, AnimalRace};
use furlong::gotham::{self, Change, Figure, Gotham};
use furlong::hare_tortoise::{self, HareTortoise};
use furlong::table::{GameTable, Reader, Request, Table as _};
use furlong::text::{Canvas, Lesson, Marks, Names};
use furlong::{Playable, Race, RaceGame, Ruleset as _, Seat, Text, Turn, ruleset};

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
    race.seen(Seat::FIRST, 0)
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
                let picture = game.draw(&view, &Marks::choice(action), &names, &Canvas::PLAIN);
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

/// The words of a text in small letters, one at a time.
fn plain_words(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(|letter| letter.is_ascii_lowercase());
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(is_word).map(str::to_owned)
}

/// The words that a screen or a lesson of a game prints, and that its players may ask about.
fn printed_words<G: Text>(game: &G) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for step in game.lessons() {
        let state = game.state(&step.position).expect("sound");
        let view = game.view(&state, Seat::FIRST);
        // Words between backquotes can be typed.
        for text in [&step.about, &step.task, &step.result] {
            words.extend(text.split('`').skip(1).step_by(2).map(str::to_owned));
        }
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        words.extend(actions.iter().map(|action| game.label(&view, *action)));
        for aid in game.aids(&view) {
            words.push(aid.name.to_owned());
            words.extend(plain_words(&aid.text));
        }
        for text in [&step.about, &step.task, &step.result] {
            words.extend(plain_words(text));
        }
        words.extend(plain_words(&game.question(&view)));
        // The letters that the board explains: `C carrot`, `~ stream`, `fi fish`.
        let names = Names::numbered(game.seats(&state));
        let picture = game.draw(&view, &Marks::NONE, &names, &Canvas::PLAIN);
        words.extend(plain_words(&picture));
        let is_key = |line: &&str| line.contains("; C carrot") || line.starts_with("S start");
        for part in picture.lines().filter(is_key).flat_map(|line| line.split([',', ';'])) {
            words.extend(part.split_whitespace().filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    words.extend(
        game.glossary()
            .iter()
            .flat_map(|topic| topic.title.split(", ").map(str::to_owned).collect::<Vec<_>>()),
    );
    words
}

/// Words that mean what they mean everywhere.
const ORDINARY: &str = "\
    about between cheap count counted early end explain half hurry key keeps least let like log look near planned short these \
    drawn everybody got moment same sees way \
    above across act acts add after again ahead all allowed alone among and another any anybody are \
    aside away been before began begin begins below bring burns but came can carried carries carry \
    change choices choose chooses chosen close closed come comes could counted counts dares dealt dear \
    did does done down drew driven during each either else face far farther fast fill for forbidden four \
    from front full further get give goes going good had half happens has have held help helps here \
    hinder hold holds how its just keep lacking later leave leaves left lets letters lie lies line lists \
    long looks lose many may misfortune more most moved must napped nearest needs neither next nobody \
    none nor not nothing now number odd once one ones only open order other others otherwise out over \
    own owns passed passes play quick race racing reaches right say says seat see seen set show shown \
    since six soon stand stands stay stayed stays still stop stopped stops such take takes tell tells \
    than that the their them then there they this those though three thrown time together too top turned \
    twice two under until use wait want was went were what when where whether which while who whole whom \
    whose why will win wins with without won would yet your yours \
    also although bad best certain check completely expensive enough halfway itself last make makes \
    missing pass paying pile run safely second side used wherever work works whichever sum took us new back place so cards \
    because better burn cannot land need shows some compared jump past track apart leads swaps reveal plus roll put both knows arrives free furthest however innermost means well";

fn assert_answered<G: Playable>(more: &[&str]) {
    for (name, game) in games::<G>() {
        let mut words = printed_words(&game);
        words.extend(more.iter().map(|word| (*word).to_owned()));
        let mut table = GameTable::guided(&game, "").expect("lessons");
        words.sort();
        words.dedup();
        words.retain(|word| {
            let reply = table
                .answer(Reader::Player(Seat::FIRST), &Request::Explain(word.clone()))
                .expect("an answer");
            let text = format!("{:?}", reply.message.shown);
            // A choice of another step is none here, but no word is unknown.
            let is_choice = word.contains(' ') || word.starts_with("draw") || word.parse::<u32>().is_ok();
            let is_ordinary = ORDINARY.split(' ').any(|ordinary| ordinary == word);
            !is_choice && !is_ordinary && text.contains("is not a term of this game")
        });
        assert!(words.is_empty(), "{name}: {words:?}");
    }
}

#[test]
fn every_word_that_is_printed_can_be_looked_up() {
    let hare = "T C L H F number home start chart card turtle position carrots lettuces hare flag square plan ? runner hidden price";
    let hare: Vec<&str> = hare.split(' ').chain(["race position"]).collect();
    assert_answered::<HareTortoise>(&hare);
    let animals = "H T L F S ~ fox tile table deck discard bet points hand token podium finish start";
    assert_answered::<AnimalRace>(&animals.split(' ').collect::<Vec<_>>());
    // Under some rules the wolf takes no part.
    let classic = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
    assert!(classic.glossary().iter().any(|topic| topic.title == "wolf, W"));
    let gotham = "A fish sheep sn lane ring space sign finish S F backs deck deposit hand pile round 1st 4th ownerless beyond \
                  position card draw";
    let gotham: Vec<&str> = gotham.split(' ').chain(["carried out"]).collect();
    assert_answered::<Gotham>(&gotham);
}

#[test]
fn what_a_step_brought_can_be_read_again_and_a_gamble_says_what_it_was() {
    let (_, game) = games::<HareTortoise>().next().expect("a ruleset");
    let steps = game.lessons();
    let index = steps.iter().position(|step| step.title == "A hare square").expect("a lesson");
    let view = game.view(&game.state(&steps[index].position).expect("sound"), Seat::FIRST);
    let mut table = GameTable::guided(&game, "").expect("lessons");
    table.go_to_lesson(index);
    let reader = Reader::Player(Seat::FIRST);
    let mut told = |request: Request| {
        let reply = table.answer(reader, &request).expect("an answer");
        format!("{:?}\n{:?}", reply.message.shown, table.display(reader).shown)
    };
    assert!(told(Request::Log).contains("Nothing has happened in this step yet."));
    let result = told(Request::Words(game.label(&view, steps[index].action)));
    assert!(result.contains("You jug the hare, lying 3rd: card "), "{result}");
    let log = told(Request::Log);
    assert!(log.contains("Happened(\"You jug the hare, lying 3rd: card "), "{log}");
}
