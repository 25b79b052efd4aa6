//! Complete games as lines of JSON.

use std::sync::Arc;

use furlong::trace::{FORMAT, Trace};
use furlong::{Bot, BotError, Decision, RaceGame as _, RandomBot, Seat};
use serde_json::Value;

use crate::dash::Dash;
use crate::json;

fn lines(games: u64, most_events: usize) -> Vec<Value> {
    let game = Dash::short();
    let setup = game.setup(3);
    let trace = Trace::new(game, setup, vec!["random".to_owned(); 3]);
    let trace = trace.seed(5).games(games).most_events(most_events);
    let mut out = Vec::new();
    trace
        .write(|| (0..3).map(|_| Box::new(RandomBot) as Box<dyn Bot<Dash>>).collect(), &mut out)
        .expect("a trace");
    let text = String::from_utf8(out).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_event_stands_with_all_that_could_have_been() {
    let lines = lines(2, 1000);
    assert_eq!(lines[0]["format"], FORMAT);
    assert_eq!(lines.iter().filter(|line| line["type"] == "end").count(), 2);
    for line in &lines {
        if line["type"] == "decision" {
            let legal = line["actions"].as_array().expect("a list");
            assert!(legal.contains(&line["action"]));
            assert_eq!(line["views"].as_array().expect("a list").len(), 3);
        }
        if line["type"] == "chance" {
            let outcomes = line["outcomes"].as_array().expect("few outcomes");
            assert!(outcomes.iter().any(|weighted| weighted["outcome"] == line["outcome"]));
            assert_eq!(line["purpose"], "die");
            assert_eq!(line["views"].as_array().expect("a list").len(), 3);
        }
    }
}

#[test]
fn it_says_who_plays_and_what_each_seat_knows_at_the_end() {
    let lines = lines(1, 1000);
    assert_eq!(lines[0]["players"], serde_json::json!(["random", "random", "random"]));
    let end = lines.last().expect("an end");
    assert_eq!((&end["type"], &end["over"]), (&"end".into(), &true.into()));
    assert_eq!(end["views"].as_array().expect("a list").len(), 3);
}

#[test]
fn a_game_that_is_too_long_is_left_unfinished() {
    let lines = lines(2, 5);
    let ends: Vec<&Value> = lines.iter().filter(|line| line["type"] == "end").collect();
    assert_eq!(ends.len(), 2, "the next game is played all the same");
    assert!(ends.iter().all(|end| end["over"] == false && end["events"] == 5), "{ends:?}");
}

/// Takes the first action, and counts the reported happenings.
struct Counting(Arc<std::sync::atomic::AtomicUsize>);

impl Bot<Dash> for Counting {
    fn choose(&mut self, decision: &mut Decision<'_, Dash>) -> Result<crate::dash::Action, BotError> {
        Ok(decision.actions[0])
    }

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, _game: &Dash, _seat: Seat, _happening: &crate::dash::Happening) {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn bots_that_listen_are_told_what_happens() {
    let game = Dash::short();
    let (setup, told) = (game.setup(2), Arc::<std::sync::atomic::AtomicUsize>::default());
    let players = vec!["counting".to_owned(); 2];
    let trace = Trace::new(game, setup, players);
    let mut out = Vec::new();
    let bot = || Box::new(Counting(Arc::clone(&told))) as Box<dyn Bot<Dash>>;
    trace.write(|| vec![bot(), bot()], &mut out).expect("a trace");
    let end = String::from_utf8(out).expect("text").lines().last().map(str::to_owned).expect("an end");
    let end: Value = serde_json::from_str(&end).expect("JSON");
    // Every event has at least one happening, and both seats see all of them.
    let events = end["events"].as_u64().expect("a number");
    assert!(told.load(std::sync::atomic::Ordering::Relaxed) as u64 >= 2 * events, "{end}");
}

#[test]
fn replaying_the_lines_by_the_rules_gives_the_next_position() {
    let game = Dash::short();
    let lines = lines(1, 1000);
    for pair in lines[2..].windows(2) {
        let mut state = json::from_value(&pair[0]["position"]).expect("a position of the game");
        if pair[0]["type"] == "decision" {
            let action = json::from_value(&pair[0]["action"]).expect("an action");
            game.play(&mut state, action, &mut ()).expect("legal");
        } else {
            let outcome = json::from_value(&pair[0]["outcome"]).expect("an outcome");
            game.resolve(&mut state, outcome, &mut ()).expect("possible");
        }
        assert_eq!(json::to_value(&state).expect("JSON"), pair[1]["position"]);
    }
}
