//! Feeds over the network.

use std::net::SocketAddr;

use furlong_serve::Bounds;
use serde_json::{Value, json};

use crate::client::{Page, Running, raw};

async fn get(host: SocketAddr, path: &str, known: &str) -> String {
    raw(
        host,
        &format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nIf-None-Match: {known}\r\nConnection: close\r\n\r\n"
        ),
    )
    .await
}

#[tokio::test]
async fn a_feed_is_sent_once_until_it_changes_even_by_a_server_that_was_restarted() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(Some(folder.path()), Bounds::default()).await;
    let mut page = Page::open(server.address).await;
    let players = json!([{ "name": "Ada" }, { "bot": "postal" }]);
    let wanted =
        json!({ "game": "hare-tortoise", "players": players, "post": { "title": "spring & summer" } });
    let (table, tokens) = page.open_table(wanted).await;
    page.join(&table, &tokens[0]).await;
    let token: String = tokens[0].chars().rev().collect();
    let glance = page.call(json!({ "glance": { "table": table, "token": token } })).await.expect("a table");
    let path = format!("/feed/{}", glance["glance"]["feed"].as_str().expect("an address"));
    let host = server.address;
    let first = get(host, &path, "\"other\"").await;
    assert!(first.starts_with("HTTP/1.1 200"), "{first}");
    assert!(first.contains("content-type: application/atom+xml"), "{first}");
    let page_address = format!("<link href=\"http://{host}/#t={table}\"/>");
    assert_eq!(first.matches(&page_address).count(), 2, "of the feed and its entry: {first}");
    assert!(first.contains("<title>Ada (A), it is your turn at spring &amp; summer</title>"), "{first}");
    assert!(!first.contains(&token) && !first.contains(&tokens[0]), "nobody can play by it");
    let tag = first.split("etag: ").nth(1).and_then(|rest| rest.split("\r\n").next()).expect("a tag");
    server.stop().await;

    let server =
        Running::start(Some(folder.path()), Bounds { home: format!("http://{host}/"), ..Bounds::default() })
            .await;
    let host = server.address;
    for known in [tag.to_owned(), format!("\"x\", W/{tag}")] {
        let again = get(host, &path, &known).await;
        assert!(again.starts_with("HTTP/1.1 304") && again.contains(tag), "{again}");
    }
    let mut page = Page::open(host).await;
    page.call(json!({ "join": { "table": table, "token": token } })).await.expect("the seat");
    let orders: Value = json!({ "post": { "send": "player A\nround 1\nfirst: to 5" } });
    page.call(json!({ "at": { "table": table, "do": orders } })).await.expect("no fault");
    let next = get(host, &path, tag).await;
    assert!(next.starts_with("HTTP/1.1 200") && next.matches("<entry>").count() == 2, "{next}");
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_feed_is_refused_in_the_words_of_a_table_that_is_gone() {
    let server = Running::start(None, Bounds::default()).await;
    let mut page = Page::open(server.address).await;
    let (table, tokens) = page.open_table(json!({ "game": "gotham", "players": [{}, {}] })).await;
    page.join(&table, &tokens[0]).await;
    let gone = page.call(json!({ "join": { "table": "a0", "token": "0" } })).await.expect_err("no table");
    for path in [
        format!("/feed/{table}.0"),
        format!("/feed/{table}.{}", tokens[0]),
        "/feed/a0.0".into(),
        "/feed/".into(),
    ] {
        let answer = get(server.address, &path, "").await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert_eq!(answer.split("\r\n\r\n").nth(1), Some(format!("{gone}\n").as_str()), "{path}");
    }
    server.stop().await;
}
