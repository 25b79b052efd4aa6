//! The table as values: whole games as goldens, the JSON form, and what each reader may see.

use std::collections::BTreeSet;
use std::fs;

use furlong::animal_race::AnimalRace;
use furlong::common::SeatSet;
use furlong::game::Mark;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::record::Player;
use furlong::table::{Board, GameTable, Message, Outcome, Reader, Request, Shown, Stage, Stride, Table, Way};
use furlong::testkit::twin_records;
use furlong::{NewRace, Playable, Race, RaceGame as _, Record, Seat, Text as _, ruleset};

const YOU: Reader = Reader::Player(Seat::FIRST);

/// A race under these rules, with these players.
fn race<G: Playable>(rules: &str, players: &[&str], seed: u64) -> Race<G> {
    let game = G::new(ruleset::open(rules).expect("embedded")).expect("playable");
    let setup = game.setup(players.len() as u8);
    let mut race = Race::new(game, &setup, seed).expect("a set-up that fits");
    seat(&mut race, players);
    race
}

fn seat<G: Playable>(race: &mut Race<G>, players: &[&str]) {
    let named = players.iter().zip(1..);
    let player = |(player, number): (&&str, u8)| Player {
        name: format!("player {number}"),
        player: (*player).to_owned(),
        colour: None,
    };
    race.set_players(named.map(player).collect());
}

fn table<G: Playable>(rules: &str, players: &[&str], seed: u64) -> GameTable<G> {
    GameTable::new(race(rules, players, seed)).expect("a table")
}

/// Lets chance and bots decide until a person has to.
fn proceed(table: &mut dyn Table) -> Stage {
    loop {
        match table.advance().expect("the bots of the game play") {
            Stage::Bot(_) | Stage::Chance => {}
            stage => return stage,
        }
    }
}

/// Plays a game of one person, and returns all that the person is shown, a value a line. Of the boards only the first and
/// the last are kept, for the pictures have goldens of their own.
fn played(table: &mut dyn Table) -> String {
    let mut lines = Vec::new();
    let keep = |lines: &mut Vec<String>, message: Message, has_board: bool| {
        assert_eq!(message.to, YOU);
        let shown = message.shown.iter().filter(|shown| has_board || !matches!(shown, Shown::Board(_)));
        lines.extend(shown.map(|shown| serde_json::to_string(shown).expect("plain data")));
    };
    keep(&mut lines, table.introduction(YOU), true);
    for number in 0.. {
        let stage = proceed(table);
        keep(&mut lines, table.news(YOU), true);
        if stage == Stage::Over {
            break;
        }
        assert_eq!(stage, Stage::Person(Seat::FIRST));
        keep(&mut lines, table.display(YOU), number == 0);
        let count = table.question(Seat::FIRST).expect("a question").choices.len();
        let request = Request::Number(1 + number % count);
        lines.push(serde_json::to_string(&request).expect("plain data"));
        let reply = table.answer(YOU, &request).expect("a seat of the table");
        assert_eq!(reply.outcome, Outcome::Decided, "{:?}", reply.message);
    }
    keep(&mut lines, table.display(YOU), true);
    let (sentence, places) = table.ending(YOU);
    keep(
        &mut lines,
        Message { shown: vec![Shown::Sentence(sentence), Shown::Places(places)], ..table.log(YOU) },
        true,
    );
    lines.join("\n") + "\n"
}

/// Compares a whole game with its golden.
fn is_golden<G: Playable>(rules: &str, players: &[&str]) {
    let text = played(&mut table::<G>(rules, players, 2026));
    let path = format!("{}/tests/table/{}.jsonl", env!("CARGO_MANIFEST_DIR"), G::ID);
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &text).expect("a golden");
    }
    let kept =
        fs::read_to_string(&path).expect("a golden: make it with UPDATE_GOLDENS=1").replace("\r\n", "\n");
    for (number, (line, kept)) in (1..).zip(text.lines().zip(kept.lines())) {
        assert_eq!(line, kept, "{path}, line {number}");
    }
    assert_eq!(text.lines().count(), kept.lines().count(), "{path}");
}

#[test]
fn a_whole_game_as_values_is_golden() {
    is_golden::<AnimalRace>("classic", &["person", "heuristic"]);
    is_golden::<HareTortoise>("classic", &["person", "heuristic"]);
    is_golden::<Gotham>("standard", &["person", "heuristic"]);
}

/// The lines of the blocks of JSON in docs/table.md, by the number of the block.
fn documented(block: usize) -> Vec<String> {
    let docs = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/table.md")).expect("a page");
    let docs = docs.replace("\r\n", "\n");
    let blocks = docs.split("```json\n").skip(1);
    let block = blocks.map(|block| block.split("```").next().unwrap_or_default()).nth(block);
    block.expect("a block").lines().map(str::to_owned).collect()
}

/// The name of the kind of a value in JSON.
fn kind(json: &str) -> String {
    json.split('"').nth(1).expect("a name").to_owned()
}

#[test]
fn the_page_shows_every_kind_of_value_as_it_is_written() {
    let [message] = &documented(0)[..] else { panic!("one message") };
    let read: Message = serde_json::from_str(message).expect("a message");
    assert_eq!(serde_json::to_string(&read).expect("plain data"), *message);
    assert_eq!(read.version, furlong::table::TABLE_VERSION);
    for line in documented(1) {
        let read: Shown = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_string(&read).expect("plain data"), line);
    }
    for line in documented(2) {
        let read: Request = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_string(&read).expect("plain data"), line);
    }
    for (block, kinds) in [(1, Shown::KINDS), (2, Request::KINDS)] {
        let shown: BTreeSet<String> = documented(block).iter().map(|line| kind(line)).collect();
        assert_eq!(shown, kinds.iter().map(|kind| (*kind).to_owned()).collect());
    }
}

/// All that a table says to the first seat and to those who ask for everything, as JSON.
fn said(record: &Record<impl Playable>, is_opened: bool) -> Vec<String> {
    let mut race = Race::resume(record.clone()).expect("a game by the rules");
    let players: Vec<&str> = race.seats().iter().map(|_| "person").collect();
    seat(&mut race, &players);
    let mut table = GameTable::new(race).expect("a table");
    if is_opened {
        table.open();
    }
    let mut said = Vec::new();
    let readers = [YOU, Reader::Beside(Seat::FIRST), Reader::Watcher, Reader::All];
    for reader in readers {
        said.extend([
            table.introduction(reader),
            table.display(reader),
            table.log(reader),
            table.news(reader),
            table.guide(reader),
        ]);
    }
    let requests = ["?", "? 1", "hint random", "log", "fly", "why", "view", "0", "undo", "chart"];
    let requests = requests.map(|line| line.parse().expect("every line is a request"));
    for request in requests.iter().chain([&Request::ExplainChoice(1)]) {
        for reader in readers {
            said.push(table.answer(reader, request).expect("a seat of the table").message);
        }
    }
    let (sentence, places) = table.ending(YOU);
    let mut shown = vec![Shown::Sentence(sentence), Shown::Places(places)];
    let boards = [table.board(YOU, Some(0)), table.board(Reader::All, None)];
    shown.extend(boards.into_iter().flatten().map(Shown::Board));
    shown.extend(table.question(Seat::FIRST).map(Shown::Question));
    shown.push(Shown::Sentence(
        table.svg(YOU, Some(0)).to_string() + &table.svg(Reader::All, None).to_string(),
    ));
    shown.extend(table.possessions(Reader::All).map(Shown::Places));
    said.push(Message { shown, ..table.log(YOU) });
    said.iter().map(|message| serde_json::to_string(message).expect("plain data")).collect()
}

/// Looks at games that the first seat cannot tell apart, and returns their number.
fn are_alike<G: Playable>(rules: &str, seeds: std::ops::Range<u64>) -> usize {
    let game = G::new(ruleset::open(rules).expect("embedded")).expect("playable");
    let of = |seed: u64| twin_records(&game, &game.setup(3), Seat::FIRST, 20 + (seed % 30) as u32, seed);
    let twins: Vec<_> = seeds.filter_map(of).collect();
    for [one, other] in &twins {
        assert_eq!(said(one, false), said(other, false));
    }
    assert!(twins.iter().any(|[one, other]| said(one, true) != said(other, true)), "they differ when opened");
    twins.len()
}

#[test]
fn a_table_says_the_same_in_games_that_a_seat_cannot_tell_apart() {
    assert!(are_alike::<AnimalRace>("classic", 0..40) > 15);
    assert!(are_alike::<Gotham>("standard", 0..40) > 15);
}

#[test]
fn everything_is_shown_when_nobody_is_left_to_hide_it_from() {
    let mut table = table::<Gotham>("standard", &["person", "person"], 3);
    proceed(&mut table);
    let is_refused = |message: Message| matches!(&message.shown[..], [Shown::Refused(_)]);
    assert!(is_refused(table.log(Reader::All)) && is_refused(table.news(Reader::All)));
    assert!(!table.is_open() && table.possessions(Reader::All).is_none());
    let second = Reader::Player(Seat::new(1).expect("a seat"));
    assert!(!is_refused(table.log(second)));
    table.open();
    assert!(!is_refused(table.log(Reader::All)) && table.possessions(Reader::All).is_some());
    let only_bots = self::table::<Gotham>("standard", &["random", "random"], 3);
    assert!(only_bots.is_open());
}

#[test]
fn people_who_choose_in_secret_answer_in_any_order() {
    let mut table = table::<AnimalRace>("classic", &["person", "person", "random"], 5);
    assert!(matches!(proceed(&mut table), Stage::Person(_)));
    let people: SeatSet = table.people();
    assert_eq!(table.deciding(), people, "both bet at once");
    let [first, second] = [Seat::FIRST, Seat::new(1).expect("a seat")].map(Reader::Player);
    let bet = table.question(Seat::new(1).expect("a seat")).expect("a question").choices[0].clone();
    let reply = table.answer(second, &Request::Words(bet.label)).expect("a seat of the table");
    assert_eq!(reply.outcome, Outcome::Decided);
    assert_eq!(table.deciding(), SeatSet::only(Seat::FIRST));
    let before = table.log(first);
    let reply = table.answer(second, &Request::Number(1)).expect("a seat of the table");
    assert!(matches!(&reply.message.shown[..], [Shown::Refused(_)]), "{reply:?}");
    assert_eq!(table.log(first), before, "nobody is told of the bet of another");
    let reply = table.answer(first, &Request::Number(1)).expect("a seat of the table");
    assert_eq!(reply.outcome, Outcome::Decided);
    let outside = Reader::Player(Seat::new(6).expect("a seat"));
    table.answer(outside, &Request::Help).expect_err("no seat of this table");
}

/// The picture without the ways that animals ran, and without the legend that names them: a game that is gone through
/// again marks what the last decision moved, a game that is played what has moved since one's own.
fn unmarked(board: Option<Board>) -> Option<Vec<String>> {
    const LEGEND: [&str; 4] = ["S start", "F finish", "~ stream", "- its way here"];
    let is_legend = |line: &str| LEGEND.iter().any(|sign| line.contains(sign));
    let lines = |board: Board| {
        let lines = board.picture.lines().filter(|line| !is_legend(line));
        lines.map(|line| line.replace('-', ".")).collect()
    };
    board.map(lines)
}

#[test]
fn a_game_that_is_gone_through_again_shows_each_moment_as_it_was() {
    let mut table = table::<AnimalRace>("classic", &["person", "heuristic"], 9);
    let mut then = Vec::new();
    for _ in 0..6 {
        proceed(&mut table);
        then.push((table.events(), table.log(YOU), unmarked(table.board(YOU, None))));
        table.answer(YOU, &Request::Number(1)).expect("a seat of the table");
    }
    let mut replay = table.replay();
    assert_eq!((replay.now(), replay.stage()), (0, Stage::Replay { is_over: false }));
    for (moment, log, board) in then {
        replay.go_to(moment).expect("a moment of the game");
        assert_eq!((replay.log(YOU), unmarked(replay.board(YOU, None))), (log, board));
        let answered = replay.answer(YOU, &Request::Number(1)).expect("a seat of the table");
        assert_eq!(answered.outcome, Outcome::Asked, "nothing is played in a replay");
    }
    replay.go(Stride::Game, Way::Forward);
    assert_eq!(replay.now(), table.events());
    let events = table.events();
    let wrong = replay.go_to(events + 1).expect_err("there is no such event").to_string();
    assert_eq!(wrong, format!("there is no event {}: the game has {events}", events + 1));
    assert_eq!(replay.now(), events, "a wrong moment changes nothing");
}

#[test]
fn a_move_is_taken_back_and_told_anew() {
    let mut table = table::<AnimalRace>("classic", &["person", "random"], 4);
    proceed(&mut table);
    let before = (table.log(YOU), table.display(YOU));
    table.answer(YOU, &Request::Number(1)).expect("a seat of the table");
    proceed(&mut table);
    table.news(YOU);
    let reply = table.answer(YOU, &Request::Undo).expect("a seat of the table");
    assert_eq!(reply.outcome, Outcome::TakenBack);
    proceed(&mut table);
    assert_eq!((table.log(YOU), table.display(YOU)), before);
    assert_eq!(table.undone().len(), 1);
}

#[test]
fn those_without_a_seat_see_what_is_open_to_all() {
    let mut table = table::<Gotham>("standard", &["person", "person"], 3);
    proceed(&mut table);
    let told = |table: &dyn Table, reader: Reader| format!("{:?}", table.log(reader).shown);
    let [first, second] = [Seat::FIRST, Seat::new(1).expect("a seat")].map(Reader::Player);
    assert!(told(&table, first).contains("You get `") && told(&table, second).contains("You get `"));
    let watched = told(&table, Reader::Watcher);
    assert!(watched.contains("Player 1 gets a card with back") && !watched.contains('`'), "{watched}");
    assert!(matches!(table.display(Reader::Watcher).shown[..], [Shown::Places(_)]));
    assert_eq!(table.news(Reader::Watcher).shown.len(), table.log(Reader::Watcher).shown.len());
    assert!(table.news(Reader::Watcher).shown.is_empty(), "it was told before");
    let mut replies = ["1", "hint", "? card", "why", "undo"].iter().map(|line| {
        let request = line.parse().expect("every line is a request");
        table.answer(Reader::Watcher, &request).expect("no seat is wrong").message.shown
    });
    assert!(replies.all(|shown| matches!(shown[..], [Shown::Refused(_)])));
    let svg = |reader| table.svg(reader, None).to_string();
    let drawn = svg(Reader::Watcher);
    assert!(drawn.contains("data-name=\"deck-1\"") && drawn != svg(YOU), "{drawn}");
}

#[test]
fn each_step_of_a_guided_game_is_a_board_a_paragraph_and_a_question() {
    let game = HareTortoise::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let mut table = GameTable::guided(&game, "Now play.").expect("steps");
    let mut steps = 0;
    loop {
        steps += 1;
        let sight = table.display(YOU).shown;
        let [Shown::Heading(step), Shown::Board(_), Shown::Paragraph(_), Shown::Question(_)] = &sight[..]
        else {
            panic!("{sight:?}")
        };
        assert!(step.starts_with(&format!("Step {steps} of {}", game.lessons().len())), "{step}");
        let hint = table.answer(YOU, &Request::Hint(None)).expect("a learner").message.shown;
        let [Shown::Sentence(hint)] = &hint[..] else { panic!("{hint:?}") };
        let asked = hint.split('`').nth(1).expect("an action").to_owned();
        let reply = table.answer(YOU, &Request::Words(asked)).expect("a learner");
        assert_eq!(reply.outcome, Outcome::Decided, "{reply:?}");
        let next = table.question(Seat::FIRST).expect("what next");
        match table.answer(YOU, &Request::Nothing).expect("a learner").outcome {
            Outcome::Begins => {
                assert_eq!(next.text, "That was all. Now play.");
                break;
            }
            outcome => assert_eq!((outcome, next.text.as_str()), (Outcome::TakenBack, "What next?")),
        }
    }
    assert_eq!(steps, game.lessons().len());
}

#[test]
fn a_bot_goes_on_for_somebody_who_has_left_and_wrong_players_change_nothing() {
    let mut table = table::<AnimalRace>("classic", &["person", "person"], 8);
    proceed(&mut table);
    let second = Seat::new(1).expect("a seat");
    let players = |second: &str| {
        let mut players = table.players().to_vec();
        players[1].player = second.to_owned();
        players
    };
    let [unknown, known] = ["nobody", "random"].map(players);
    let problem = table.sit(unknown).expect_err("no bot has this name").to_string();
    assert!(problem.contains("nobody"), "{problem}");
    table.sit(Vec::new()).expect_err("nobody at all");
    assert_eq!((table.people().len(), table.only_person()), (2, None));
    table.sit(known).expect("a bot");
    assert_eq!((table.people().len(), table.only_person()), (1, Some(Seat::FIRST)));
    while proceed(&mut table) == Stage::Person(Seat::FIRST) {
        table.answer(YOU, &Request::Number(1)).expect("a seat of the table");
    }
    assert_eq!(table.stage(), Stage::Over);
    assert_eq!(table.players()[second.index()].player, "random");
}

/// Plays a game of a person who takes the first choice against a bot, and returns the number of turns that the person has had
/// right after its own. At each turn only what has happened since the one before is new.
fn turns_in_a_row<G: Playable>(rules: &str, seed: u64) -> usize {
    let mut table = table::<G>(rules, &["person", "random"], seed);
    // The number of events before the last turn, and whether the bot has decided since.
    let (mut last, mut is_interrupted, mut in_a_row) = (None, false, 0);
    loop {
        match table.proceed() {
            Stage::Person(seat) => {
                let since = table.race().happenings_since(last.unwrap_or(0)).iter();
                let mut marks = since.filter_map(|happening| table.race().game().mark(happening));
                if last.is_none() || is_interrupted || marks.any(|mark| mark == Mark::TurnEnds(seat)) {
                    let now = table.events();
                    if let Some(last) = last.replace(now) {
                        assert_eq!(table.since_turn(YOU), last, "{}: at event {now}", G::ID);
                        in_a_row += usize::from(!is_interrupted);
                    }
                    is_interrupted = false;
                }
                table.answer(YOU, &Request::Number(1)).expect("a seat of the table");
            }
            Stage::Bot(_) => {
                table.ask_bot().expect("a move");
                is_interrupted = true;
            }
            Stage::Chance => {}
            _ => return in_a_row,
        }
    }
}

#[test]
fn after_two_turns_in_a_row_only_the_second_one_is_new() {
    assert!(turns_in_a_row::<AnimalRace>("classic", 21) > 0);
    assert!(turns_in_a_row::<Gotham>("standard", 21) > 0);
}

/// A table of three random bots.
fn table_of_bots() -> Box<dyn Table> {
    let wanted = NewRace::default().game("animal-race").players(Some(3)).seed(Some(7));
    let mut race = furlong::catalogue().begin(&wanted).expect("a race");
    let bot = |name: &str| Player { name: name.to_owned(), player: "random".to_owned(), colour: None };
    race.set_players(["a", "b", "c"].map(bot).to_vec());
    race.table().expect("a table")
}

#[test]
fn bots_that_think_beside_the_table_finish_the_game() {
    let mut table = table_of_bots();
    while let Stage::Bot(_) = table.proceed() {
        let thought = table.thinking().expect("a bot is to move").think();
        assert!(table.decided(thought).expect("a legal action"));
    }
    assert_eq!(table.stage(), Stage::Over);
    assert!(table.thinking().is_none());
}

#[test]
fn the_answer_of_a_bot_that_has_lost_its_seat_is_dropped() {
    let mut table = table_of_bots();
    assert!(matches!(table.proceed(), Stage::Bot(_)));
    let thinking = table.thinking().expect("a bot is to move");
    let (players, before) = (table.players().to_vec(), table.record_json());
    table.sit(players).expect("the same players");
    assert!(!table.decided(thinking.think()).expect("nothing goes wrong"));
    assert_eq!(table.record_json(), before);
    assert!(table.thinking().is_some(), "another bot sits there");
}
