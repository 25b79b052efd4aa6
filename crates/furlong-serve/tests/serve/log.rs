//! The log of the command.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::Page;

#[tokio::test]
async fn the_log_has_an_object_on_each_line_and_no_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    // Nobody listens there.
    let nowhere =
        std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let mut server = Command::new(env!("CARGO_BIN_EXE_furlong-serve"))
        .args(["--port", "0", "--log", "json", "--webhook", &format!("http://{nowhere}/hook-secret")])
        .args(["--mail-command", "no-such-command", "--mail-from", "furlong@games.example", "--data"])
        .arg(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(server.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let mut log = vec![lines.next().expect("a line")];
    let first: Value = serde_json::from_str(&log[0]).expect("JSON");
    assert_eq!(first["message"], "listening");
    let address = first["link"].as_str().and_then(|link| link.split('/').nth(2)).expect("an address");

    let mut page = Page::open(address.parse().expect("an address")).await;
    let players = json!([{ "name": "Quirin" }, { "bot": "postal" }]);
    let wanted = json!({ "game": "hare-tortoise", "players": players, "post": { "title": "spring" } });
    let (table, tokens) = page.open_table(wanted).await;
    page.join(&table, &tokens[0]).await;
    let mail = json!({ "at": { "table": table, "do": { "mail": "quirin@example.org" } } });
    page.call(mail).await.expect("an address");
    let (game, seats) = page.open_table(json!({ "game": "gotham", "players": [{}, {}] })).await;
    page.join(&game, &seats[0]).await;
    let message = json!({ "at": { "table": game, "do": { "say": { "text": "whispered" } } } });
    page.call(message).await.expect("a message");
    page.send(format!("{{\"id\":1,\"call\":{{\"join\":\"{}\"}}}}", tokens[0])).await.expect("sent");
    let is_logged = |log: &[String], text: &str| log.iter().any(|line| line.contains(text));
    while !(is_logged(&log, "the webhook could not") && is_logged(&log, "a mail could not")) {
        log.push(lines.next().expect("another line"));
    }
    server.kill().expect("it runs");
    server.wait().expect("it has ended");
    log.extend(lines);

    for line in &log {
        let event: Value = serde_json::from_str(line).expect("JSON");
        assert!(event["timestamp"].is_string() && event["level"].is_string(), "{event}");
    }
    let log = log.join("\n");
    let claimed: String = tokens[0].chars().rev().collect();
    for secret in [&tokens[0], &claimed, "Quirin", "quirin@", "whispered", "hook-secret", "spring"] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}
