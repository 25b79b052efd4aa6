//! The numbers for Prometheus.

use furlong_serve::{Bounds, Outgoing};
use serde_json::json;
use tokio::net::TcpListener;

use crate::client::{Page, Running, raw};

async fn scraped(server: &Running) -> String {
    raw(server.metrics, "GET /metrics HTTP/1.1\r\nHost: prometheus\r\n\r\n").await
}

#[tokio::test]
async fn the_numbers_count_what_happened_and_name_nobody() {
    // Nobody listens there any more.
    let nowhere = TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
    let outgoing = Outgoing { webhook: Some(format!("http://{nowhere}/secret")), ..Outgoing::default() };
    let server = Running::start(None, Bounds { outgoing, ..Bounds::default() }).await;
    let mut page = Page::open(server.address).await;
    let players = json!([{ "name": "Quirin" }, { "name": "Bea" }]);
    let (table, tokens) = page.open_table(json!({ "game": "hare-tortoise", "players": players })).await;
    page.join(&table, &tokens[0]).await;
    page.call(json!({ "at": { "table": "a0", "do": "record" } })).await.expect_err("no such table");
    page.send("nonsense".to_owned()).await.expect("sent");
    page.next().await.expect("a refusal");
    let text = scraped(&server).await;
    for line in [
        "furlong_connections 1",
        "furlong_tables 1",
        "furlong_people_to_move 1",
        "furlong_call_seconds_count{call=\"open-table\"} 1",
        "furlong_call_seconds_count{call=\"record\"} 1",
        "furlong_call_seconds_count{call=\"unreadable\"} 1",
        "furlong_refusals_total{code=\"no-such-table\"} 1",
        "furlong_refusals_total{code=\"unreadable\"} 1",
        "furlong_failed_saves_total 0",
    ] {
        assert!(text.lines().any(|own| own == line), "{line} is missing:\n{text}");
    }
    for secret in [&table, &tokens[0], "Quirin", "secret"] {
        assert!(!text.contains(secret), "{secret} is in the numbers:\n{text}");
    }

    let players = json!([{ "name": "Quirin" }, { "bot": "postal" }]);
    page.open_table(json!({ "game": "hare-tortoise", "players": players, "post": { "title": "spring" } }))
        .await;
    let failed = "furlong_messages_total{kind=\"webhook\",result=\"failed\"} 1";
    while !scraped(&server).await.contains(failed) {
        tokio::task::yield_now().await;
    }
    let elsewhere = raw(server.metrics, "GET / HTTP/1.1\r\nHost: prometheus\r\n\r\n").await;
    assert!(elsewhere.starts_with("HTTP/1.1 404"), "{elsewhere}");
    server.stop().await;
}
