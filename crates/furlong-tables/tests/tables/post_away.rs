//! Games by post of people who are late or away, and whose clocks show other hours.

use serde_json::{Value, json};

use crate::post::{HOUR, MASTER, PostGame, orders};

#[test]
fn late_orders_are_taken_within_the_grace_and_called_late() {
    let form = json!({ "title": "spring", "hours": 24, "grace": 12, "zone": "Europe/Berlin" });
    let mut game = PostGame::open_with(&["Ann", "Bob", "Cleo"], form);
    let due = game.look(1)["post"]["due"].as_u64().expect("a deadline");
    game.send(1, "first: to 5").expect("legal orders");
    game.client.now = due + HOUR;
    game.client.tick();
    let view = game.look(1);
    assert_eq!((&view["post"]["round"], &view["post"]["until"]), (&json!(1), &json!(due + 12 * HOUR)));
    assert_eq!(game.client.tables.next_tick(0.into()), Some(due + 12 * HOUR));
    game.send(2, "first: to 7").expect("the grace is not over");
    game.client.now = due + 12 * HOUR;
    game.client.tick();
    let report = game.look(1)["post"]["report"].to_string();
    assert!(report.contains("Ann (A): in (sheet of A)\""), "{report}");
    assert!(report.contains("Bob (B): in (sheet of B), 1 h late"), "{report}");
    assert!(report.contains("Cleo (C): MISSING"), "{report}");
}

#[test]
fn a_deadline_that_finds_nobody_missing_has_no_grace() {
    let mut game = PostGame::open_with(&["Ann", "Bob"], json!({ "hours": 24, "grace": 12 }));
    let standing = "first: forward 1\nround 2 on\nfirst: forward 1; back";
    for channel in [1, 2] {
        game.send(channel, standing).expect("legal orders");
    }
    assert_eq!(orders(&game.look(1)), ["before", "missing"]);
    game.client.now = game.look(1)["post"]["due"].as_u64().expect("a deadline");
    game.client.tick();
    assert_eq!(game.round(), 3);
}

#[test]
fn the_deadline_is_told_in_the_zone_of_the_game() {
    let mut game = PostGame::open_with(&["Ann", "Bob"], json!({ "zone": "Europe/Berlin", "grace": 3 }));
    assert_eq!(game.look(1)["post"]["due-words"], Value::Null);
    game.command(MASTER, json!({ "deadline": 10 * HOUR })).expect("it lies ahead");
    let view = game.look(1);
    let words = "1970-01-01 11:00 Europe/Berlin (10:00 UTC)";
    assert_eq!((&view["post"]["due-words"], &view["post"]["zone"]), (&json!(words), &json!("Europe/Berlin")));
    assert!(view["post"]["log"].to_string().contains("1970-01-01 11:00 Europe/Berlin"));
    assert!(view["post"]["desk"]["page"].to_string().contains(words), "it stands on the page too");
    game.command(MASTER, json!({ "deadline": null })).expect("it is taken away");
    assert_eq!(game.look(1)["post"]["due-words"], Value::Null);
}

#[test]
fn whoever_is_away_is_not_waited_for_and_not_missing() {
    let mut game = PostGame::open(&["Ann", "Bob", "Cleo"], None);
    game.command(2, json!({ "away": { "rounds": 2, "bot": true } })).expect("Bob may leave");
    game.command(3, json!({ "away": { "rounds": 1, "bot": false } })).expect("Cleo too");
    assert_eq!(game.look(2)["post"]["desk"]["away"], json!({ "until": 2, "bot": true }));
    assert_eq!(orders(&game.look(2)), ["missing", "away", "missing"]);
    assert_eq!(orders(&game.look(1)), ["missing", "missing", "missing"], "nobody else is told");
    game.send(1, "first: to 5").expect("legal orders");
    let report = game.look(1)["post"]["report"].to_string();
    assert!(report.contains("Bob (B): absent; a bot plays"), "{report}");
    assert!(report.contains("Cleo (C): absent; plays by default"), "{report}");
    assert_eq!(game.look(1)["post"]["players"][2]["missed"], 0);
    game.send(1, "first: forward 1; back").expect("legal orders");
    assert_eq!(game.round(), 2, "Cleo is back");
    game.command(2, json!({ "away": { "rounds": 0, "bot": false } })).expect("Bob is back too");
    game.send(3, "first: forward 1; back").expect("legal orders");
    assert_eq!(game.round(), 2);
}

#[test]
fn a_round_in_which_all_are_away_waits_for_its_deadline() {
    let mut game = PostGame::open(&["Ann", "Bob"], Some(24));
    for channel in [1, 2] {
        game.command(channel, json!({ "away": { "rounds": 9, "bot": true } })).expect("they may leave");
    }
    assert_eq!(game.round(), 1);
    game.client.now = game.look(1)["post"]["due"].as_u64().expect("a deadline");
    game.client.tick();
    assert_eq!(game.round(), 2, "one round, and not nine");
}
