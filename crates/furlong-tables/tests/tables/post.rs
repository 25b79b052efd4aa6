//! Games by post: sheets, rounds, deadlines, the master, and what each link may know.
#![allow(clippy::needless_pass_by_value, reason = "commands are written where they are done")]

use serde_json::{Value, json};

use crate::client::Client;

pub(crate) const HOUR: u64 = 3_600_000;
pub(crate) const MASTER: u64 = 90;
const WATCHER: u64 = 91;

/// The channels of two players, the master and a watcher.
pub(crate) const READERS: [u64; 4] = [1, 2, MASTER, WATCHER];

/// A game by post with a channel for each person, from 1, and one for the master and for watchers.
pub(crate) struct PostGame {
    pub(crate) client: Client,
    pub(crate) table: String,
    pub(crate) tokens: Vec<Option<String>>,
    master: String,
    watch: String,
}

impl PostGame {
    /// These players, a name for a person and `=` for a bot, with so many hours for each round.
    pub(crate) fn open(players: &[&str], hours: Option<u32>) -> Self {
        Self::open_with(players, json!({ "title": "spring", "hours": hours }))
    }

    /// The same with this form.
    pub(crate) fn open_with(players: &[&str], post: Value) -> Self {
        let mut client = Client::new();
        let mut call = wanted(players, None);
        call["open-table"]["post"] = post;
        let opened = client.call(0, call).expect("a game by post");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let opened = &opened["opened"];
        let table = text(&opened["table"]).expect("a name");
        let tokens: Vec<_> = opened["tokens"].as_array().expect("a list").iter().map(text).collect();
        let master = text(&opened["master"]).expect("a link");
        let watch = text(&opened["watch"]).expect("a link");
        for (channel, token) in (1..).zip(&tokens) {
            if let Some(token) = token {
                client.join(channel, &table, token).expect("a seat");
            }
        }
        client.join(MASTER, &table, &master).expect("the master's link");
        client.join(WATCHER, &table, &watch).expect("a link for watchers");
        Self { client, table, tokens, master, watch }
    }

    pub(crate) fn command(&mut self, channel: u64, command: Value) -> Result<Value, String> {
        self.client.command(channel, &self.table, json!({ "post": command }))
    }

    /// What a link is shown now.
    pub(crate) fn look(&mut self, channel: u64) -> Value {
        let token = match channel {
            MASTER => self.master.clone(),
            WATCHER => self.watch.clone(),
            channel => self.tokens[channel as usize - 1].clone().expect("a person's seat"),
        };
        self.client.join(channel, &self.table, &token).expect("the link is known")
    }

    pub(crate) fn round(&mut self) -> Value {
        self.look(MASTER)["post"]["round"].clone()
    }

    /// Sends the orders of a seat for the open round.
    pub(crate) fn send(&mut self, channel: u64, orders: &str) -> Result<Value, String> {
        let round = self.round();
        let player = char::from(b'A' + channel as u8 - 1);
        self.command(channel, json!({ "send": format!("player {player}\nround {round}\n{orders}\n") }))
    }

    pub(crate) fn saved(&self) -> String {
        self.client.tables.saved(&self.table, 0.into()).expect("a game")
    }
}

fn wanted(players: &[&str], hours: Option<u32>) -> Value {
    let player = |player: &&str| match player.strip_prefix('=') {
        Some(_) => json!({ "bot": "postal" }),
        None => json!({ "name": player, "person": true }),
    };
    let players: Vec<Value> = players.iter().map(player).collect();
    let post = json!({ "title": "spring", "hours": hours });
    json!({ "open-table": { "game": "hare-tortoise", "players": players, "watchers": true, "post": post } })
}

/// The states of the orders of all seats, as a link is shown them.
pub(crate) fn orders(view: &Value) -> Vec<&str> {
    let players = view["post"]["players"].as_array().expect("players");
    players.iter().map(|player| player["orders"].as_str().unwrap_or("none")).collect()
}

#[test]
fn a_round_is_adjudicated_when_all_orders_are_in_and_not_before() {
    let mut game = PostGame::open(&["Ann", "Bob", "Cleo", "="], None);
    game.send(1, "first: to 5").expect("legal orders");
    game.send(2, "first: to 7").expect("legal orders");
    assert_eq!(orders(&game.look(3)), ["sent", "sent", "missing", "bot"]);
    assert_eq!(game.round(), 1);
    game.send(2, "first: to 8").expect("orders may be changed");
    game.send(3, "first: to 6").expect("legal orders");
    let view = game.look(1);
    assert_eq!(view["post"]["round"], 2);
    assert_eq!(orders(&view), ["missing", "missing", "missing", "bot"]);
    let report = view["post"]["report"].to_string();
    assert!(report.contains("`to 8`") && !report.contains("`to 7`"), "{report}");
}

#[test]
fn a_sheet_is_read_back_in_words_and_a_fault_is_mended_before_it_counts() {
    let mut game = PostGame::open(&["Ann", "Bob"], None);
    let faulty = "player A\nround 1\nfirst: go to 5";
    let reading = game.command(1, json!({ "draft": faulty })).expect("it is read")["reading"].clone();
    assert_eq!(reading["can-be-sent"], false);
    assert!(reading["paper"].to_string().contains("did you mean `to`?"), "{reading}");
    let refused = game.command(1, json!({ "send": faulty })).expect_err("a fault");
    assert!(refused.starts_with("Line 3"), "{refused}");
    assert_eq!(game.look(1)["post"]["desk"]["sheet"], faulty, "the draft is kept");
    let right = "player A\nround 1\nfirst: if B on 7: to 8\n  to 5";
    let reading = game.command(1, json!({ "draft": right })).expect("it is read")["reading"].clone();
    assert_eq!(reading["can-be-sent"], true);
    let words = reading["paper"].to_string();
    assert!(words.contains("If Bob (B) stands on 7: go to 8.") && words.contains("carried out"), "{words}");
    game.command(1, json!({ "send": right })).expect("no fault");
    let desk = game.look(1)["post"]["desk"].clone();
    assert_eq!((&desk["sent"], &desk["sheet"]), (&json!(right), &json!(right)));
    game.command(1, json!("take-back")).expect("it was sent");
    let desk = game.look(1)["post"]["desk"].clone();
    assert_eq!((&desk["sent"], &desk["sheet"]), (&Value::Null, &json!(right)));
}

#[test]
fn a_vote_and_press_without_orders_are_taken_and_the_orders_are_waited_for() {
    let mut game = PostGame::open(&["Ann", "Bob"], None);
    game.send(1, "vote: end").expect("no fault");
    game.send(2, "first: to 7\nvote: end").expect("no fault");
    assert_eq!(orders(&game.look(1)), ["missing", "sent"]);
    assert_eq!(game.round(), 1);
    game.send(1, "first: to 5\nvote: end").expect("no fault");
    assert_eq!(game.look(1)["post"]["places"].as_array().map(Vec::len), Some(2), "all have voted to end it");
}

#[test]
fn orders_for_a_later_round_alone_are_kept_and_this_round_waits() {
    let mut game = PostGame::open(&["Ann", "Bob"], None);
    let reading = game.command(1, json!({ "draft": "player A\nround 2\nfirst: to 9" })).expect("it is read");
    assert_eq!(reading["reading"]["can-be-sent"], true);
    game.command(1, json!({ "send": "player A\nround 2\nfirst: to 9" })).expect("no fault");
    game.send(2, "first: to 7").expect("legal orders");
    assert_eq!(orders(&game.look(1)), ["missing", "sent"]);
    game.command(MASTER, json!({ "adjudicate": { "round": 1 } })).expect("it is open");
    assert_eq!(orders(&game.look(1)), ["before", "missing"]);
}

#[test]
fn the_desk_of_a_player_has_each_legal_move_in_the_words_of_a_sheet() {
    let mut game = PostGame::open(&["Ann", "Bob"], None);
    let desk = game.look(1)["post"]["desk"].clone();
    let blank = desk["blank"].as_str().expect("a sheet");
    for order in desk["moves"].as_array().expect("moves") {
        let order = order[0].as_str().expect("an order");
        let sheet = blank.replace("first:", &format!("first: {order}"));
        let reading = game.command(1, json!({ "draft": sheet })).expect("it is read")["reading"].clone();
        assert_eq!(reading["can-be-sent"], true, "{sheet}");
        assert!(reading["paper"].to_string().contains("carried out"), "{sheet}");
    }
    let squares = desk["squares"].as_array().expect("squares");
    assert_eq!((squares.len(), &squares[64]), (65, &json!("to finish")));
    let sheet = blank.replace("first:", &format!("first: {}", squares[11].as_str().expect("an order")));
    let reading = game.command(1, json!({ "draft": sheet })).expect("it is read")["reading"].clone();
    let words = reading["paper"].to_string();
    assert!(words.contains("passed over, for") && words.contains("tortoise"), "{words}");
}

#[test]
fn the_deadline_lets_those_who_are_missing_move_by_default() {
    let mut game = PostGame::open(&["Ann", "Bob"], Some(72));
    let due = game.look(1)["post"]["due"].as_u64().expect("a deadline");
    assert!((72 * HOUR..=72 * HOUR + 61_000).contains(&due), "{due}");
    assert_eq!(game.client.tables.next_tick(0.into()), Some(due));
    game.send(1, "first: to 5").expect("legal orders");
    game.client.now = due - 1;
    game.client.tick();
    assert_eq!(game.round(), 1);
    game.client.now = due;
    game.client.tick();
    let view = game.client.seen(2).clone();
    assert_eq!(view["post"]["round"], 2);
    let report = view["post"]["report"].to_string();
    assert!(report.contains("Bob (B): MISSING; plays by default"), "{report}");
    assert_eq!(view["post"]["players"][1]["missed"], 1);
    assert!(view["post"]["due"].as_u64() >= Some(due + 72 * HOUR));
    let late = game.command(2, json!({ "send": "player B\nround 1\nfirst: to 7" })).expect_err("too late");
    assert!(late.contains("orders for round 1, but the open round is 2"), "{late}");
}

#[test]
fn a_deadline_that_passed_while_nobody_was_there_is_carried_out_once() {
    let mut game = PostGame::open(&["Ann", "Bob"], Some(24));
    game.send(1, "first: to 5").expect("legal orders");
    let saved = game.saved();
    assert!(game.client.tables.is_awake(&game.table));
    let mut later = Client::new();
    later.now = 1_000 * HOUR;
    later.tables.restore(&saved, later.now.into()).expect("it is sound");
    assert_eq!(later.tables.saved(&game.table, later.now.into()), Some(saved));
    later.tick();
    later.tick();
    let view = later.join(1, &game.table, game.tokens[0].as_deref().expect("a link")).expect("a seat");
    assert_eq!(view["post"]["round"], 2, "one round, and not forty");
    assert!(view["post"]["due"].as_u64() >= Some(1_024 * HOUR), "people have their time again");
    assert!(view["post"]["report"].to_string().contains("`to 5`"), "what was sent counts");
}

#[test]
fn orders_until_further_notice_count_and_do_not_run_away() {
    let mut game = PostGame::open(&["Ann", "Bob"], None);
    for channel in [1, 2] {
        let player = if channel == 1 { 'A' } else { 'B' };
        let standing =
            format!("player {player}\nround 1\nfirst: forward {channel}\nround 2 on\nfirst: forward 1; back");
        game.command(channel, json!({ "send": standing })).expect("no fault");
    }
    assert_eq!(game.round(), 2, "nobody has looked at the report yet");
    assert_eq!(orders(&game.look(1)), ["before", "missing"], "of the other it is not told");
    assert_eq!(orders(&game.look(MASTER)), ["missing", "missing"], "nor is the master");
    game.send(1, "first: to 5").expect("legal orders");
    assert_eq!(game.round(), 3, "the standing orders of Bob count");
}

#[test]
fn the_master_keeps_the_time_and_the_seats_and_sees_no_sheet() {
    let mut game = PostGame::open(&["Ann", "Bob", "Cleo"], None);
    game.send(1, "first: to 5\npress to B: the secret is out").expect("legal orders");
    let view = game.look(MASTER);
    assert_eq!(orders(&view), ["sent", "missing", "missing"]);
    let waits = view["post"]["waits"].as_str().expect("words");
    assert!(waits.contains("Bob (B) has sent nothing in this round") && !waits.contains("Ann"), "{waits}");
    assert!(!view.to_string().contains("to 5\\n") && !view.to_string().contains("secret"));
    let due = 50 * HOUR;
    game.command(MASTER, json!({ "deadline": due })).expect("it lies ahead");
    assert_eq!(game.look(2)["post"]["due"], due);
    game.command(MASTER, json!({ "deadline": null })).expect("it is taken away");
    assert_eq!(game.look(2)["post"]["due"], Value::Null);
    game.command(MASTER, json!({ "drop-out": 2 })).expect("Cleo leaves");
    let out = game.send(3, "first: to 6").expect_err("Cleo has dropped out");
    assert!(out.contains("dropped out"), "{out}");
    let reply =
        game.command(MASTER, json!({ "replace": { "seat": 2, "name": "Eve" } })).expect("a new player");
    let token = reply["link"]["token"].as_str().expect("a link").to_owned();
    let before = game.tokens[2].clone().expect("a link");
    assert!(game.client.join(3, &game.table, &before).is_err(), "the old link opens nothing");
    game.client.join(3, &game.table, &token).expect("a seat");
    game.tokens[2] = Some(token);
    game.command(MASTER, json!({ "bot": 1 })).expect("a bot goes on");
    assert_eq!(game.round(), 1, "Eve is waited for");
    game.send(3, "first: to 6").expect("legal orders");
    assert_eq!(game.round(), 2, "the bot has written by itself");
    game.command(MASTER, json!({ "adjudicate": { "round": 2 } })).expect("it is open");
    let stale = game.command(MASTER, json!({ "adjudicate": { "round": 2 } })).expect_err("a late tap");
    assert!(stale.contains("round 3 is"), "{stale}");
    let log = game.look(1)["post"]["log"].to_string();
    for words in ["Cleo (C) dropped out", "Eve (C) takes over from Cleo (C)", "the master stopped waiting"] {
        assert!(log.contains(words), "{words}: {log}");
    }
}

#[test]
fn what_may_not_be_done_is_refused_in_a_sentence() {
    let mut game = PostGame::open(&["Ann", "Bob", "="], None);
    let before = game.saved();
    let long = format!("player A\nround 1\nfirst: to 5\n{}", "# x\n".repeat(100_000));
    for (channel, command, words) in [
        (1, json!({ "send": "player B\nround 1\nfirst: to 5" }), "yours begins with `player A`"),
        (1, json!({ "send": "player A\nround 0\nfirst: to 5" }), "round"),
        (1, json!({ "send": long }), "too long"),
        (1, json!({ "draft": long }), "too long"),
        (1, json!({ "send": "" }), "player"),
        (1, json!("take-back"), "sent no orders"),
        (1, json!({ "away": { "rounds": 101, "bot": false } }), "at most 100 rounds"),
        (MASTER, json!({ "away": { "rounds": 1, "bot": false } }), "Only players"),
        (1, json!({ "report": 1 }), "no report"),
        (1, json!({ "drop-out": 1 }), "Only the master"),
        (1, json!({ "adjudicate": { "round": 1 } }), "Only the master"),
        (MASTER, json!({ "send": "player A\nround 1\nfirst: to 5" }), "has no seat"),
        (WATCHER, json!({ "draft": "" }), "Only players"),
        (WATCHER, json!({ "bot": 0 }), "Only the master"),
        (MASTER, json!({ "deadline": 0 }), "has passed"),
        (MASTER, json!({ "deadline": u64::MAX }), "400 days"),
        (MASTER, json!({ "bot": 2 }), "A bot plays seat C"),
        (MASTER, json!({ "bot": 5 }), "no such seat"),
        (MASTER, json!({ "replace": { "seat": 1, "name": "Ann" } }), "another player has this name"),
        (MASTER, json!({ "replace": { "seat": 9, "name": "Eve" } }), ""),
        (7, json!("language"), "has left the game"),
    ] {
        let refused = game.command(channel, command.clone()).expect_err(&command.to_string());
        assert!(refused.contains(words) && refused.ends_with('.'), "{command}: {refused}");
    }
    assert!(game.client.command(1, &game.table, json!("undo")).is_err());
    assert_eq!(game.saved(), before);
    let mut open = |change: Value| {
        let mut call = wanted(&["Ann", "Bob"], Some(24));
        let fields = change.as_object().expect("fields").clone();
        call["open-table"].as_object_mut().expect("a table").extend(fields);
        game.client.call(0, call).expect_err(&change.to_string())
    };
    for (change, words) in [
        (json!({ "game": "gotham" }), "Only Hare & Tortoise"),
        (json!({ "clock": "10m" }), "no clock"),
        (json!({ "post": { "hours": 0 } }), "1 to"),
        (json!({ "post": { "title": "a/b" } }), "is not a name"),
        (json!({ "post": { "hours": 24, "grace": 2_000 } }), "at most 1440 hours"),
        (json!({ "post": { "zone": "Nowhere/Town" } }), "`Nowhere/Town` is not a time zone: write"),
        (json!({ "players": [{ "name": "Ann" }, { "name": "ann" }] }), "another player has this name"),
        (json!({ "players": [{ "name": "Ann" }, { "bot": "club" }] }), "only bot"),
        (json!({ "players": [{ "bot": "postal" }, { "bot": "postal" }] }), "must be a person"),
        (json!({ "ruleset": { "name": "../x" } }), "no ruleset"),
    ] {
        let refused = open(change.clone());
        assert!(refused.contains(words) && !refused.contains("column"), "{change}: {refused}");
    }
}

#[test]
fn a_game_of_people_and_bots_comes_to_its_end_and_opens_its_dice() {
    let mut game = PostGame::open(&["Ann", "=", "=", "="], None);
    for round in 1.. {
        assert!(round < 120, "the game has no end");
        let view = game.look(1);
        if view["post"]["round"].is_null() {
            break;
        }
        // In the middle the server is closed and opened again.
        if round == 5 {
            let saved = game.saved();
            game.client = Client::new();
            game.client.tables.restore(&saved, 0.into()).expect("it is sound");
            game.look(1);
            game.look(MASTER);
        }
        let desk = &view["post"]["desk"];
        let first = desk["moves"].as_array().expect("moves").last().and_then(|order| order[0].as_str());
        let orders = format!("first: to finish\n  {}", first.unwrap_or("back"));
        if game.send(1, &orders).is_err() {
            game.command(MASTER, json!({ "adjudicate": { "round": view["post"]["round"] } }))
                .expect("it is open");
        }
    }
    let view = game.look(1);
    assert_eq!(view["post"]["places"].as_array().map(Vec::len), Some(4));
    assert!(
        view["post"]["dice"].as_str().expect("words").contains("came out the same"),
        "{}",
        view["post"]["dice"]
    );
    let first = game.command(1, json!({ "report": 1 })).expect("a report").to_string();
    let last = view["post"]["report"].to_string();
    let promise = view["post"]["promise"].as_str().expect("a hash");
    assert!(first.contains(promise) && last.contains(promise) && last.contains("spring: seed"));
    let files = game.command(1, json!("files")).expect("files")["files"].clone();
    let record = files["record"].as_str().expect("the game is over");
    let replay =
        game.client.call(0, json!({ "open-record": { "json": record } })).expect("the record is sound");
    assert!(replay["opened"]["watch"].is_string());
    let over = game.command(1, json!({ "send": "player A\nround 1\nfirst: to 5" })).expect_err("it is over");
    assert!(over.contains("The game is over"), "{over}");
    game.client.close(1);
    assert!(!game.client.tables.is_awake(&game.table));
    assert_eq!(game.client.tables.next_tick(0.into()), None);
}

#[test]
fn rulesets_say_with_how_many_players_they_are_played_by_post() {
    let mut client = Client::new();
    let hello = client.call(0, json!({ "hello": { "version": 1 } })).expect("offers");
    let mut by_post = 0;
    for game in hello["hello"]["offers"].as_array().expect("games") {
        for ruleset in game["rulesets"].as_array().expect("rulesets") {
            let numbers = ruleset["post"].as_array().expect("numbers");
            assert!(numbers.is_empty() || game["id"] == "hare-tortoise", "{ruleset}");
            for number in numbers {
                let names = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"];
                let mut call = wanted(&names[..number.as_u64().expect("a number") as usize], None);
                call["open-table"]["ruleset"] = json!({ "name": ruleset["name"] });
                client.call(0, call).unwrap_or_else(|error| panic!("{}: {error}", ruleset["name"]));
                by_post += 1;
            }
        }
    }
    assert!(by_post > 5, "{by_post}");
}
