//! Games of any kind, their moves as data or words.

use std::sync::{Arc, Mutex};

use furlong::any::{AnyBot, AnyError};
use furlong::bot::BotKind;
use furlong::common::SeatSet;
use furlong::ruleset::Source;
use furlong::text::{Canvas, Names};
use furlong::{
    AnyRace, Bot, BotError, BotSpec, Catalogue, Decision, NewRace, Race, RandomBot, Roster, Seat, Turn,
};
use serde_json::json;

use crate::dash::Dash;

fn race() -> Box<dyn AnyRace> {
    let wanted = NewRace::default().game("dash").seed(Some(3)).options(&[("first", "2")]);
    Catalogue::new().with::<Dash>().begin(&wanted).expect("a race")
}

#[test]
fn actions_can_be_data_or_words() {
    let mut race = race();
    let second = Seat::new(1).expect("a seat");
    assert_eq!(race.choices(Seat::FIRST)[2].action, json!({ "pick": 3 }));
    race.play(second, &json!({ "pick": 1 })).expect("a secret choice ahead of its turn");
    assert_eq!(race.deciding(), SeatSet::only(Seat::FIRST));
    assert_eq!(race.play_typed(Seat::FIRST, "lucky 2").expect("legal"), json!({ "pick": 2 }));
    assert_eq!(race.proceed(), Turn::Seat(second), "the option of the set-up holds");
    assert_eq!(race.narrated(second, 0, &Names::numbered(race.seats()))[1], "Seat 2 picks 1.");
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let mut race = race();
    let before = race.record_json();
    let first = Seat::FIRST;
    assert!(matches!(race.play(first, &json!("fly")), Err(AnyError::Foreign(_))));
    assert!(matches!(race.play(first, &json!("walk")), Err(AnyError::Illegal(_))));
    assert!(matches!(race.play_typed(first, "fly"), Err(AnyError::Misread(_))));
    assert!(matches!(race.bot(&BotSpec::named("nobody")), Err(AnyError::UnknownBot(_))));
    assert!(matches!(race.resolve(&json!({ "die": 2 })), Err(AnyError::Impossible(_))));
    assert_eq!(race.record_json(), before);
}

#[test]
fn a_record_goes_on_whatever_game_it_is_of() {
    let catalogue = Catalogue::new().with::<Dash>();
    let mut race = race();
    let mut walker = race.bot(&BotSpec::named("walker")).expect("a bot");
    race.ask(&mut walker).expect("it walks");
    let mut again = catalogue.resume(&race.record_json()).expect("it replays");
    for race in [&mut race, &mut again] {
        let mut random = race.bot(&BotSpec::named("random")).expect("a bot");
        while matches!(race.proceed(), Turn::Seat(_)) {
            race.ask(&mut random).expect("it plays");
        }
    }
    assert_eq!(again.record_json(), race.record_json());
    assert_eq!(again.of::<Dash>().map(Race::is_over), Some(true));
    let foreign = race.record_json().replace("\"dash\"", "\"chess\"");
    assert!(matches!(catalogue.resume(&foreign), Err(AnyError::UnknownGame { .. })));
    assert!(matches!(catalogue.resume("{}"), Err(AnyError::Record(_))));
}

#[test]
fn a_seat_that_is_not_at_the_table_is_refused_and_gets_no_view() {
    let mut race = race();
    let seat = Seat::new(7).expect("a seat of a larger table");
    let before = race.record_json();
    let names = Names::numbered(race.seats());
    let sentence = "there is no seat 8: the table has 2 seats";
    let refusals = [
        race.view(seat).map(drop),
        race.picture(seat, &names, &Canvas::PLAIN).map(drop),
        race.question(seat).map(drop),
        race.consider(seat, &BotSpec::named("random")).map(drop),
        race.play(seat, &json!("walk")),
        race.play_typed(seat, "walk").map(drop),
    ];
    for refusal in refusals {
        assert_eq!(refusal.expect_err("no such seat").to_string(), sentence);
    }
    assert!(race.seen(seat, 0).is_empty() && race.choices(seat).is_empty());
    assert_eq!(race.undo(seat).expect_err("no such seat").to_string(), sentence);
    assert_eq!(race.record_json(), before);
}

/// Keeps how many happenings it was told since it began, and plays at random.
struct Listener(Arc<Mutex<(u32, usize)>>);

impl Bot<Dash> for Listener {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<crate::dash::Action, BotError> {
        RandomBot.choose(decision)
    }

    fn listens(&self) -> bool {
        true
    }

    fn begin(&mut self, _game: &Dash, _seat: Seat) {
        let mut heard = self.0.lock().expect("one thread");
        *heard = (heard.0 + 1, 0);
    }

    fn observe(&mut self, _game: &Dash, _seat: Seat, _happening: &crate::dash::Happening) {
        self.0.lock().expect("one thread").1 += 1;
    }
}

#[test]
fn a_bot_that_listens_is_told_afresh_after_a_move_was_taken_back() {
    let mut race = race();
    let heard = Arc::new(Mutex::new((0, 0)));
    let mut bot = AnyBot::from_bot::<Dash>("listener", Box::new(Listener(Arc::clone(&heard))));
    let mut ask = |race: &mut Box<dyn AnyRace>| {
        race.proceed();
        let told = race.seen(Seat::FIRST, 0).len();
        race.ask(&mut bot).expect("it plays");
        (told, *heard.lock().expect("one thread"))
    };
    assert_eq!(ask(&mut race), (0, (1, 0)), "it begins");
    race.play(Seat::new(1).expect("a seat"), &json!({ "pick": 1 })).expect("legal");
    race.proceed();
    let second = Seat::new(1).expect("a seat");
    race.play(second, &json!("walk")).expect("the second seat rolls first");
    let (told, heard_then) = ask(&mut race);
    assert_eq!(heard_then, (1, told), "it hears what came since");
    race.undo(Seat::FIRST).expect("it has just moved");
    let (told, heard_then) = ask(&mut race);
    assert_eq!(heard_then, (2, told), "it begins again and hears everything once");
}

#[test]
fn a_race_is_shared_copied_and_does_not_wait_for_a_bot_that_thinks() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    let mut race = race();
    is_shared(&race);
    let mut bot = race.bot(&BotSpec::named("walker")).expect("a bot");
    let decision = race.decision(Seat::FIRST, &bot).expect("seat 1 picks a number");
    let copy = race.clone();
    let answer = std::thread::spawn(move || bot.choose(decision)).join().expect("it does not panic");
    race.play(Seat::FIRST, &answer.expect("it chooses")).expect("legal");
    assert_ne!(race.record_json(), copy.record_json());
}

#[test]
fn a_client_names_rulesets_and_sends_texts_and_no_file_is_opened() {
    let folder = std::env::temp_dir().join(format!("furlong-any-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("long.toml");
    std::fs::write(&path, "goal = 30\n[ruleset]\nname = \"long\"\n").expect("written");
    let named = path.to_str().expect("a path in UTF-8");
    let begin = |source: Source<'_>| {
        let wanted = NewRace::default().game("dash").ruleset(Some(source)).seed(Some(1));
        Catalogue::new().with::<Dash>().begin(&wanted).map_err(|error| error.to_string())
    };
    let error = begin(named.into()).expect_err("it is no name");
    assert!(error.contains("there is no ruleset `") && error.contains("`short`"), "{error}");
    let extending = format!("[ruleset]\nname = \"mine\"\nextends = {named:?}");
    let error = begin(Source::Text(&extending)).expect_err("it extends a file");
    assert!(error.contains("only a file can extend another file"), "{error}");
    begin(Source::Text("goal = 30\n[ruleset]\nname = \"long\"")).expect("a text");
    begin(Source::File(&path)).expect("a file, where the program says so");
    begin("short".into()).expect("an embedded ruleset");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_game_that_is_not_there_is_told_with_those_that_are() {
    let error = Catalogue::new().with::<Dash>().begin(&NewRace::default()).expect_err("no name");
    assert_eq!(error.to_string(), "there is no game ``; there are: dash");
}

/// Takes one of the first actions: as many as its parameter says.
struct Careful(usize);

impl Bot<Dash> for Careful {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<crate::dash::Action, BotError> {
        let first = decision.actions.len().min(self.0);
        RandomBot.choose(&mut decision.among(&decision.actions[..first]))
    }
}

/// The bots of the toy, and one of another program.
fn with_careful() -> Roster<Dash> {
    let kind = BotKind::plain("careful", "takes one of the first actions")
        .with_parameters(&[("first", "the number of actions that it looks at; 1")]);
    Roster::of_game().with(kind, |spec| {
        let first = spec.parameters.get("first").map_or(Some(1), |text| text.parse().ok());
        let first = first.filter(|first| *first > 0);
        Ok(Box::new(Careful(first.ok_or_else(|| spec.refuse("first", "a number from 1"))?)))
    })
}

#[test]
fn a_bot_of_another_program_is_asked_for_by_name_as_those_of_the_game() {
    let catalogue = Catalogue::new().with_bots(with_careful());
    let names = |bots: &[BotKind]| bots.iter().map(|kind| kind.name).collect::<Vec<_>>();
    assert_eq!(names(&catalogue.games()[0].bots).last(), Some(&"careful"));
    let mut race = catalogue.begin(&NewRace::default().game("dash").seed(Some(3))).expect("a race");
    let first = race.choices(Seat::FIRST)[0].action.clone();
    let careful = BotSpec::named("careful");
    assert_eq!(race.consider(Seat::FIRST, &careful).expect("advice")[0].action, first);
    let mut bot = race.bot(&careful).expect("a bot");
    assert_eq!(race.ask(&mut bot).expect("it plays"), first);
    // A race that goes on, and a copy, know the bot as well.
    for race in [catalogue.resume(&race.record_json()).expect("it replays"), race.clone()] {
        let refused = |spec: &str| race.bot(&spec.parse().expect("a spec")).expect_err(spec).to_string();
        assert_eq!(refused("careful:first=0"), "the bot `careful` cannot have first = `0`: a number from 1");
        assert!(refused("careful:last=1").contains("has no parameter `last`; it has: first"));
        assert!(refused("careless").ends_with(", careful"));
        race.bot(&"walker".parse().expect("a spec")).expect("a bot of the game");
    }
    let without = Catalogue::new().with::<Dash>();
    let race = without.begin(&NewRace::default().game("dash")).expect("a race");
    assert!(matches!(race.bot(&careful), Err(AnyError::UnknownBot(_))));
}

#[test]
fn a_bot_takes_the_place_of_one_with_the_same_name() {
    let count = Roster::<Dash>::of_game().kinds().len();
    let kind = BotKind::plain("random", "takes the first action");
    let bots = with_careful().with(kind, |_| Ok(Box::new(Careful(1))));
    assert_eq!(bots.kinds().len(), count + 1);
    let entrant = furlong::arena::Entrant::of_roster(&bots, &BotSpec::named("random")).expect("a bot");
    assert!(!entrant.bot().expect("a bot").is_random());
}

#[test]
fn races_under_equal_rules_share_them() {
    use furlong::gotham::Gotham;
    let catalogue = furlong::catalogue();
    let begin = |seed| {
        let wanted = NewRace::default().game("gotham").players(Some(4)).seed(Some(seed));
        catalogue.begin(&wanted).expect("a race")
    };
    let first = begin(1);
    let game = |race: &dyn AnyRace| race.of::<Gotham>().expect("gotham").shared_game();
    let (mut others, mut bare_races) = (Vec::new(), Vec::new());
    let held = allocation_counter::measure(|| others.push(begin(2)));
    others.push(catalogue.resume(&first.record_json()).expect("it replays"));
    others.push(catalogue.clone().begin(&NewRace::default().game("gotham")).expect("a race"));
    for race in &others {
        assert!(Arc::ptr_eq(&game(&*first), &game(&**race)));
    }
    // Most of it is room for the events to come.
    assert!(held.bytes_current < 8_000, "{} bytes", held.bytes_current);
    let race = others[0].of::<Gotham>().expect("gotham").clone();
    let bare = allocation_counter::measure(|| bare_races.push(Box::new(race.without_history())));
    assert!(bare.bytes_current < 2_000, "{} bytes", bare.bytes_current);
    let text = "[ruleset]\nname = 'mine'\nextends = 'standard'";
    let wanted = NewRace::default().game("gotham").ruleset(Some(Source::Text(text)));
    let mine = catalogue.begin(&wanted).expect("a race");
    assert!(!Arc::ptr_eq(&game(&*first), &game(&*mine)));
    assert_eq!(mine.ruleset_title().name, "mine");
    assert!(mine.title().starts_with("Gotham"));
}

#[test]
fn a_server_has_the_words_of_a_race_and_what_lies_open() {
    let mut race = race();
    race.proceed();
    let second = Seat::new(1).expect("a seat");
    race.play(Seat::FIRST, &json!({ "pick": 1 })).expect("legal");
    race.play(second, &json!({ "pick": 2 })).expect("legal");
    race.proceed();
    let names = race.names();
    assert_eq!(race.seen_by_watchers(0).len(), race.narrated_for_watchers(0, &names).len());
    assert!(race.rules().contains(&race.ruleset_title().name) && !race.guide().is_empty());
    assert_eq!(race.ruleset()["ruleset"]["name"], json!(race.ruleset_title().name));
    assert!(race.svg(second, &names).expect("a board").to_string().starts_with("<svg"));
}
