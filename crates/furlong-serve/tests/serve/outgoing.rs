//! Messages to people who are away from their table. The tests send them only to listeners of their own.

use furlong_serve::{Bounds, Outgoing};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::client::{Page, Running};

fn by_post() -> Value {
    let players = json!([{ "name": "Ada" }, { "bot": "postal" }]);
    json!({ "game": "hare-tortoise", "players": players, "post": { "title": "spring" } })
}

#[tokio::test]
async fn a_webhook_is_told_of_turns_at_slow_tables_alone() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let webhook = Some(format!("http://{}/secret", listener.local_addr().expect("an address")));
    let outgoing = Outgoing { webhook, ..Outgoing::default() };
    let bounds = Bounds { outgoing, home: "https://games.example/".to_owned(), ..Bounds::default() };
    let server = Running::start(None, bounds).await;
    let mut page = Page::open(server.address).await;
    page.open_table(json!({ "game": "gotham", "players": [{}, {}] })).await;
    let (table, tokens) = page.open_table(by_post()).await;
    let (mut stream, _) = listener.accept().await.expect("a call");
    let (mut read, mut part) = (Vec::new(), [0; 1_000]);
    while !read.ends_with(b"}") {
        let length = stream.read(&mut part).await.expect("the request");
        assert!(length > 0, "{}", String::from_utf8_lossy(&read));
        read.extend(&part[..length]);
    }
    stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").await.expect("sent");
    let read = String::from_utf8(read).expect("text");
    assert!(read.starts_with("POST /secret HTTP/1.1"), "{read}");
    let body: Value = serde_json::from_str(read.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
    let link = format!("https://games.example/#t={table}");
    let text = format!("Ada (A), it is your turn at spring: {link}");
    assert_eq!(body, json!({ "table": "spring", "player": "Ada (A)", "link": link, "text": text }));
    assert!(!read.contains(&tokens[0]));
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn the_link_in_a_mail_confirms_its_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("mail");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("a command");
    assert!(made.success());
    let outgoing = Outgoing {
        mail_command: Some(format!("tee {}", pipe.display())),
        mail_from: "furlong@games.example".to_owned(),
        ..Outgoing::default()
    };
    let server = Running::start(None, Bounds { outgoing, ..Bounds::default() }).await;
    let mut page = Page::open(server.address).await;
    let (table, tokens) = page.open_table(by_post()).await;
    page.join(&table, &tokens[0]).await;
    let address = json!({ "at": { "table": table, "do": { "mail": "ada@example.org" } } });
    page.call(address).await.expect("an address");
    let mail = tokio::task::spawn_blocking(move || std::fs::read_to_string(pipe)).await.expect("no panic");
    let mail = mail.expect("a mail");
    assert!(mail.contains("\nTo: ada@example.org\nSubject: Your address for spring\n"), "{mail}");
    let mark = format!("/#m={table}.");
    let secret = mail.split(&mark).nth(1).and_then(|rest| rest.lines().next()).expect("a link");
    let confirm = json!({ "mail": { "table": table, "secret": secret } });
    let confirmed = page.call(confirm).await.expect("the link works");
    assert_eq!(confirmed["mail"]["confirmed"], true);
    server.stop().await;
}

#[tokio::test]
async fn a_server_without_mail_takes_no_addresses() {
    let server = Running::start(None, Bounds::default()).await;
    let mut page = Page::open(server.address).await;
    let (table, tokens) = page.open_table(by_post()).await;
    page.join(&table, &tokens[0]).await;
    let address = json!({ "at": { "table": table, "do": { "mail": "ada@example.org" } } });
    assert_eq!(page.call(address).await, Err("This server sends no mail.".to_owned()));
    server.stop().await;
}
