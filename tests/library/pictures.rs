//! Boards as pictures: what those without a seat see, the names that choices point at, and frames in pictures.

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::record::Player;
use furlong::table::{GameTable, Reader, Request, Shown, Stage, Table};
use furlong::text::Names;
use furlong::{Playable, Race, Seat, ruleset};

/// A table of three people, without its chance carried out.
fn people<G: Playable>(rules: &str) -> GameTable<G> {
    let game = G::new(ruleset::open(rules).expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(3), 9).expect("a set-up that fits");
    race.set_players(
        ["Ada", "Bo", "Cy"]
            .map(|name| Player { name: name.to_owned(), player: "person".to_owned(), colour: None })
            .to_vec(),
    );
    GameTable::new(race).expect("a table")
}

/// Plays a whole game, and looks at the table before each decision.
fn through<G: Playable>(rules: &str, mut look: impl FnMut(&mut GameTable<G>, Seat)) {
    let mut table = people::<G>(rules);
    for number in 0..400 {
        let Stage::Person(seat) = table.proceed() else { return };
        look(&mut table, seat);
        let count = table.question(seat).expect("a question").choices.len();
        let choice = Request::Number(1 + number % count);
        table.answer(Reader::Player(seat), &choice).expect("a seat of the table");
    }
}

fn of_each_game(mut look: impl FnMut(&mut dyn Table, Seat)) {
    through::<AnimalRace>("classic", |table, seat| look(table, seat));
    through::<HareTortoise>("classic", |table, seat| look(table, seat));
    through::<Gotham>("standard", |table, seat| look(table, seat));
}

#[test]
fn the_picture_for_watchers_is_the_same_from_the_eyes_of_every_seat() {
    fn check<G: Playable>(rules: &str) {
        let mut before = None;
        through::<G>(rules, |table, _| {
            let (race, names) = (table.race(), Names::numbered(table.race().seats()));
            let views: Vec<_> = race.seats().iter().map(|seat| race.seat_view(seat)).collect();
            let since = before.replace(views.clone()).unwrap_or_else(|| views.clone());
            let seen = views.iter().zip(&since);
            let seen = seen.map(|(view, since)| race.game().svg_for_watchers(view, Some(since), &names));
            let seen: Vec<_> = seen.collect();
            assert!(seen[0].is_some() && seen.iter().all(|picture| *picture == seen[0]), "{seen:?}");
            let facts: Vec<_> =
                race.seats().iter().map(|seat| race.game().facts(&race.seat_view(seat))).collect();
            assert!(facts[0].len() == 3 && facts.iter().all(|each| *each == facts[0]), "{facts:?}");
        });
    }
    check::<AnimalRace>("classic");
    check::<HareTortoise>("classic");
    check::<Gotham>("standard");
}

#[test]
fn every_choice_points_at_things_on_the_board_or_in_the_hand() {
    of_each_game(|table, seat| {
        let picture = table.svg(Reader::Player(seat), None).unstyled();
        let hand = table.hand(seat);
        for choice in table.question(seat).expect("a question").choices {
            assert!(!choice.on.is_empty(), "{choice:?}");
            for name in choice.on {
                let is_held = hand.iter().any(|held| held.name == name);
                assert!(is_held || picture.contains(&format!("data-name=\"{name}\"")), "{name}: {picture}");
            }
        }
    });
}

#[test]
fn a_considered_choice_is_marked_for_the_seat_that_decides_alone() {
    let mut marked = 0;
    of_each_game(|table, seat| {
        let svg = |reader, choice| table.svg(reader, choice).unstyled();
        let seats = table.seats();
        marked += usize::from(svg(Reader::Player(seat), Some(0)) != svg(Reader::Player(seat), None));
        let others = seats.iter().filter(|other| *other != seat).map(Reader::Player).chain([Reader::Watcher]);
        for other in others {
            assert_eq!(svg(other, Some(0)), svg(other, None));
        }
    });
    assert!(marked > 20, "{marked}");
}

#[test]
fn scenes_in_pictures_tell_what_is_told_without_them() {
    of_each_game(|table, seat| {
        let readers = [Reader::Player(seat), Reader::Beside(seat), Reader::Watcher];
        for reader in readers {
            let now = table.now();
            let from = now.saturating_sub(7);
            let frames = table.svg_frames(reader, from, now);
            let told: Vec<Shown> = frames.iter().flat_map(|(message, _)| message.shown.clone()).collect();
            let words = |shown: &[Shown]| {
                let lines = shown.iter().map(|shown| match shown {
                    Shown::Happened(line) => line.clone(),
                    other => panic!("{other:?}"),
                });
                lines.collect::<Vec<_>>().join(" ").split(' ').count()
            };
            let plain = table.narrate(reader, from, now).shown;
            // Cards drawn one after the other can share a line.
            assert!(words(&told) >= words(&plain), "{told:?}\n{plain:?}");
            assert!(frames.len() <= 40);
        }
    });
}

#[test]
fn watchers_see_the_way_that_everybody_sees() {
    let mut moved = 0;
    of_each_game(|table, seat| {
        let now = table.now();
        let ways = |table: &mut dyn Table, reader| {
            let frames = table.svg_frames(reader, now.saturating_sub(7), now);
            frames.iter().map(|(_, svg)| svg.unstyled().matches("class=\"trail\"").count()).sum::<usize>()
        };
        let [player, watcher] = [Reader::Player(seat), Reader::Watcher].map(|reader| ways(table, reader));
        assert_eq!(watcher > 0, player > 0);
        moved += watcher;
    });
    assert!(moved > 50, "{moved}");
}

#[test]
fn what_a_seat_holds_is_its_own() {
    let mut seen = 0;
    of_each_game(|table, _| {
        for seat in table.seats().iter() {
            let hand = table.hand(seat);
            assert!(hand.iter().all(|held| !held.label.is_empty() && !held.paint.is_empty()), "{hand:?}");
            seen += usize::from(!hand.is_empty());
        }
        assert!(table.hand(Seat::new(5).expect("a seat")).is_empty(), "it is not at the table");
    });
    assert!(seen > 100, "{seen}");
}
