//! Requests that are kept out, and what pages are told to keep out.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use furlong_serve::Bounds;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;

use crate::client::{Page, Running, raw};

#[tokio::test]
async fn the_page_comes_with_a_strict_policy_and_packed() {
    let server = Running::start(None, Bounds::default()).await;
    let host = server.address;
    for path in ["/", "/index.html", "/main.js", "/style.css", "/board.css"] {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
        );
        let answer = raw(host, &request).await.to_lowercase();
        assert!(answer.starts_with("http/1.1 200"), "{path}: {answer}");
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "content-encoding: gzip",
        ] {
            assert!(answer.contains(header), "{path}: {header}");
        }
    }
    server.stop().await;
}

/// The response for this path.
async fn got(host: SocketAddr, path: &str) -> String {
    raw(host, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).await
}

#[tokio::test]
async fn the_page_names_all_its_modules_at_once() {
    let server = Running::start(None, Bounds::default()).await;
    let host = server.address;
    let page = got(host, "/").await;
    let modules: Vec<&str> =
        page.split("modulepreload\" href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(modules.contains(&"main.js") && modules.contains(&"catalogue.js"), "{modules:?}");
    assert!(!modules.contains(&"service-worker.js"), "{modules:?}");
    server.stop().await;
}

#[tokio::test]
async fn the_service_worker_keeps_the_files_of_the_page_alone() {
    let server = Running::start(None, Bounds::default()).await;
    let host = server.address;
    let worker = got(host, "/service-worker.js").await;
    let after = |mark: &str| worker.split(mark).nth(1).unwrap_or_default();
    let version = after("VERSION = \"").split('"').next().unwrap_or_default();
    assert!(version.len() == 8 && version.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version:?}");
    let files = after("FILES = [").split(']').next().unwrap_or_default();
    let files: Vec<&str> = files.split(", ").map(|path| path.trim_matches('"')).collect();
    assert!(
        ["/", "/main.js", "/board.css", "/icon.svg"].iter().all(|path| files.contains(path)),
        "{files:?}"
    );
    assert!(
        ["/ws", "/service-worker.js", "/index.html"].iter().all(|path| !files.contains(path)),
        "{files:?}"
    );
    for path in files {
        // One file that is missing would keep the browser from installing all.
        let answer = got(host, path).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    let manifest = got(host, "/manifest.webmanifest").await.to_lowercase();
    assert!(manifest.contains("content-type: application/manifest+json"), "{manifest}");
    assert!(manifest.contains("manifest-src 'self'"), "{manifest}");
    server.stop().await;
}

#[tokio::test]
async fn no_path_leads_out_of_the_page() {
    let server = Running::start(None, Bounds::default()).await;
    let host = server.address;
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/main.js/../../Cargo.toml",
        "/\\..\\x",
        "/tables.sqlite",
    ] {
        let answer = got(host, path).await;
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"), "{path}: {answer}");
    }
    let answer = raw(
        host,
        &format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    )
    .await;
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn a_page_from_elsewhere_and_another_name_of_the_server_are_refused() {
    let server = Running::start(None, Bounds::default()).await;
    let (address, host) = (server.address, server.address.to_string());
    let own = format!("http://{host}");
    for (host, origin, status) in [
        (host.as_str(), None, 403),
        (&host, Some("http://evil.example"), 403),
        (&host, Some("null"), 403),
        ("evil.example", Some("http://evil.example"), 421),
    ] {
        match Page::from(address, host, origin).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status().as_u16(), status, "{host} {origin:?}"),
            other => panic!("{host} {origin:?}: {:?}", other.map(|_| ())),
        }
    }
    assert!(Page::from(address, &host, Some(&own)).await.is_ok());
    let answer = raw(address, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn a_full_server_and_a_message_that_is_too_long_are_refused() {
    let mut bounds = Bounds { connections: 1, ..Bounds::default() };
    bounds.limits.message = 1_000;
    let server = Running::start(None, bounds).await;
    let mut page = Page::open(server.address).await;
    let host = server.address.to_string();
    match Page::from(server.address, &host, Some(&format!("http://{host}"))).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status().as_u16(), 503),
        other => panic!("{:?}", other.map(|_| ())),
    }
    assert!(page.call(json!({ "hello": { "version": 1 } })).await.is_ok());
    _ = page.send("x".repeat(2_000)).await;
    assert!(page.next().await.is_none(), "the connection is closed");
    server.stop().await;
}

#[tokio::test]
async fn texts_that_are_no_calls_are_answered_and_the_connection_stays() {
    let server = Running::start(None, Bounds::default()).await;
    let mut page = Page::open(server.address).await;
    for text in
        ["", "?", "{}", "[]", "{\"id\":1}", "{\"id\":1,\"call\":{\"at\":{\"table\":\"\",\"do\":\"undo\"}}}"]
    {
        page.send(text.to_owned()).await.expect("sent");
        let answer = page.next().await.expect("an answer");
        assert!(answer["refused"].is_string(), "{text}: {answer}");
    }
    assert!(page.call(json!({ "hello": { "version": 1 } })).await.is_ok());
    server.stop().await;
}

/// The longest time that a test waits for what must come.
const LONGEST: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_connection_that_does_not_say_what_it_wants_is_closed() {
    let bounds = Bounds { silence: Duration::from_millis(400), ..Bounds::default() };
    let server = Running::start(None, bounds).await;
    let host = server.address;
    for (request, answers) in [
        (String::new(), 0),
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\n"), 0),
        // Somebody who has asked once may ask again, but not whenever it may be.
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"), 1),
    ] {
        let answer = timeout(LONGEST, raw(host, &request)).await.expect("it is closed");
        assert_eq!(answer.matches("HTTP/1.1 200").count(), answers, "{request:?}: {answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_connection_that_does_not_take_what_it_is_sent_is_closed() {
    let bounds = Bounds { patience: Duration::from_secs(1), ..Bounds::default() };
    let server = Running::start(None, bounds).await;
    let mut page = Page::open(server.address).await;
    let (table, tokens) = page.open_table(json!({ "game": "gotham", "players": [{}, {}] })).await;
    page.join(&table, &tokens[0]).await;
    let call = json!({ "id": 1, "call": { "at": { "table": table, "do": { "moment": 0 } } } }).to_string();
    let closed = async { while page.send(call.clone()).await.is_ok() {} };
    timeout(LONGEST, closed).await.expect("it is closed");
    server.stop().await;
}

#[tokio::test]
async fn a_long_message_comes_whole() {
    let server = Running::start(None, Bounds::default()).await;
    let mut page = Page::open(server.address).await;
    let offers = page.call(json!({ "hello": { "version": 1 } })).await.expect("an answer");
    assert!(offers.to_string().len() > 8 << 10 && offers["hello"]["offers"][2]["id"].is_string(), "{offers}");
    server.stop().await;
}

#[tokio::test]
async fn silent_connections_make_room_for_those_who_ask() {
    let server = Running::start(None, Bounds { asking: 8, ..Bounds::default() }).await;
    let host = server.address;
    let mut page = Page::open(host).await;
    let begin = format!("GET / HTTP/1.1\r\nHost: {host}\r\n");
    // Somebody who has asked before is not silent.
    let mut asked = TcpStream::connect(host).await.expect("a server");
    asked.write_all(format!("{begin}\r\n").as_bytes()).await.expect("sent");
    assert!(asked.read(&mut [0; 1_000]).await.expect("an answer") > 0);
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(TcpStream::connect(host).await.expect("it is taken in"));
    }
    let answer = timeout(LONGEST, raw(host, &format!("{begin}Connection: close\r\n\r\n"))).await;
    assert!(answer.expect("an answer").starts_with("HTTP/1.1 200"));
    // The first to come was the first to go; it read the end before its time was up.
    let closed = timeout(LONGEST, silent[0].read(&mut [0])).await.expect("it is closed");
    assert!(matches!(closed, Ok(0) | Err(_)), "{closed:?}");
    asked.write_all(format!("{begin}Connection: close\r\n\r\n").as_bytes()).await.expect("it is open");
    let mut rest = Vec::new();
    timeout(LONGEST, asked.read_to_end(&mut rest)).await.expect("an answer").expect("read");
    assert_eq!(String::from_utf8_lossy(&rest).matches("HTTP/1.1 200").count(), 1);
    assert!(page.call(json!({ "hello": { "version": 1 } })).await.is_ok(), "pages stay");
    server.stop().await;
}

#[tokio::test]
async fn addresses_behind_a_trusted_proxy_have_their_own_limits() {
    for (proxies, may_enter) in [(vec![Ipv4Addr::LOCALHOST.into()], false), (Vec::new(), true)] {
        let server = Running::start(None, Bounds { of_address: 1, proxies, ..Bounds::default() }).await;
        let origin = format!("http://{}", server.address);
        let page = async |address| {
            Page::with(server.address, &[("origin", &origin), ("x-forwarded-for", address)]).await
        };
        let _first = page("192.0.2.7").await.expect("the first");
        let _other = page("192.0.2.8").await.expect("another address");
        assert_eq!(page("192.0.2.7").await.is_ok(), may_enter);
        server.stop().await;
    }
}
