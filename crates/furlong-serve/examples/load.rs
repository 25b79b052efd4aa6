//! A load test: many people at many tables of one server, on this computer only. It measures how long a move takes to
//! reach the others' screens, and the memory of the server.
//!
//! ```text
//! cargo build --release -p furlong-serve --example load && cargo build --release -p furlong-serve
//! ulimit -n 20000; target/release/examples/load 1000 60
//! ```
//!
//! The first argument is the number of tables, each with three people who move every ten seconds, the second the number
//! of seconds to measure. The program starts the server and stops it.
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

type Failure = Box<dyn Error + Send + Sync>;
type Times = Arc<Mutex<Vec<Duration>>>;

const PEOPLE: usize = 3;
/// The interval between moves: each of the three people moves once in ten seconds.
const PACE: Duration = Duration::from_millis(10_000 / PEOPLE as u64);
/// The longest time to wait for a push; a later one counts as this long.
const LONGEST: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let tables = numbers.next().unwrap_or(Ok(1_000))?;
    let seconds = numbers.next().unwrap_or(Ok(60))?;
    let folder = std::env::temp_dir().join(format!("furlong-load-{}", std::process::id()));
    let (mut server, address) = start(&folder)?;
    println!("page and hello: {:?}", first_page(address).await?);
    let times = Times::default();
    let begin = Instant::now() + Duration::from_secs(10 + tables / 50);
    let end = begin + Duration::from_secs(seconds);
    let people = (0..tables).map(|number| {
        let times = Arc::clone(&times);
        tokio::spawn(async move {
            // They come one after the other.
            sleep(Duration::from_millis(number * 20)).await;
            table(address, number, begin, end, times).await
        })
    });
    let people: Vec<_> = people.collect();
    sleep_until(begin).await;
    println!("after all have come: {}", memory(&server));
    let mut failures = 0;
    for table in people {
        if let Err(error) = table.await? {
            failures += 1;
            println!("a table failed: {error}");
        }
    }
    println!("at the end: {}", memory(&server));
    server.kill()?;
    server.wait()?;
    _ = std::fs::remove_dir_all(folder);
    let mut times = std::mem::take(&mut *times.lock().map_err(|_| "a table has panicked")?);
    times.sort();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{tables} tables, {} people, {} screens reached in {seconds} s; move to screen: p50 {:?}, p90 {:?}, p99 {:?}, longest {:?}; \
         {failures} tables failed",
        tables as usize * PEOPLE,
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        times.last().copied().unwrap_or_default()
    );
    Ok(())
}

fn start(folder: &std::path::Path) -> Result<(Child, SocketAddr), Failure> {
    let here = std::env::current_exe()?;
    let release = here.parent().and_then(|examples| examples.parent()).ok_or("not in a target folder")?;
    let mut child = Command::new(release.join("furlong-serve"))
        .args(["--port", "0", "--data"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no pipe")?).read_line(&mut line)?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).ok_or("no address")?;
    Ok((child, address.parse()?))
}

fn memory(server: &Child) -> String {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let lines = status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", ")
}

/// The time to load all files of the page, one after another and uncompressed, and the server's first answer.
async fn first_page(address: SocketAddr) -> Result<Duration, Failure> {
    let start = Instant::now();
    let (mut names, mut at) = (vec![String::new()], 0);
    while let Some(name) = names.get(at).cloned() {
        let text = get(address, &format!("/{name}")).await?;
        for part in text.split('"').map(|part| part.trim_start_matches("./")) {
            let is_file = part.rsplit_once('.').is_some_and(|(_, kind)| ["js", "css"].contains(&kind));
            if is_file && part.len() < 40 && !names.iter().any(|known| known == part) {
                names.push(part.to_owned());
            }
        }
        at += 1;
    }
    let mut page = open(address).await?;
    call(&mut page, "{\"hello\":{\"version\":1}}").await?;
    Ok(start.elapsed())
}

async fn get(address: SocketAddr, path: &str) -> Result<String, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

type Page = WebSocketStream<TcpStream>;

async fn open(address: SocketAddr) -> Result<Page, Failure> {
    let mut request = format!("ws://{address}/ws").into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{address}").parse()?);
    let stream = TcpStream::connect(address).await?;
    // As browsers do.
    stream.set_nodelay(true)?;
    Ok(client_async(request, stream).await?.0)
}

async fn next(page: &mut Page) -> Result<String, Failure> {
    loop {
        match page.next().await.ok_or("the connection has ended")?? {
            Message::Text(text) => return Ok(text.to_string()),
            Message::Close(_) => return Err("the connection was closed".into()),
            _ => {}
        }
    }
}

/// Returns the reply to a call, ignoring pushes before it.
async fn call(page: &mut Page, call: &str) -> Result<String, Failure> {
    page.send(Message::text(format!("{{\"id\":7,\"call\":{call}}}"))).await?;
    loop {
        let text = next(page).await?;
        if text.starts_with("{\"id\":7") {
            return Ok(text);
        }
    }
}

/// What a simulated player needs to know about its seat.
#[derive(Clone, Copy)]
struct Seen {
    events: u64,
    /// The number of choices, if the seat is asked.
    choices: usize,
    is_over: bool,
}

impl Seen {
    /// Reads a view without parsing all of it.
    fn of(text: &str) -> Self {
        let events = text.split_once("\"events\":").map_or("", |(_, rest)| rest);
        let digits = events.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
        let question = text.split_once("\"question\":{").map_or("", |(_, rest)| rest);
        Self {
            events: events[..digits].parse().unwrap_or(0),
            choices: question.matches("\"action\":").count(),
            is_over: text.contains("\"stage\":\"over\""),
        }
    }
}

/// Plays at one table. When a game is over, its people open another table.
async fn table(
    address: SocketAddr,
    number: u64,
    begin: Instant,
    end: Instant,
    times: Times,
) -> Result<(), Failure> {
    let game = ["animal-race", "hare-tortoise", "gotham"][number as usize % 3];
    let mut pages = Vec::new();
    for _ in 0..PEOPLE {
        pages.push(open(address).await?);
    }
    let mut turn = Instant::now() + PACE * (number % 10) as u32 / 10;
    while Instant::now() < end {
        let players = "{\"name\":\"Ada\"},{\"name\":\"Bea\"},{\"name\":\"Cid\"}";
        let wanted = format!("{{\"open-table\":{{\"game\":\"{game}\",\"players\":[{players}]}}}}");
        let opened = call(&mut pages[0], &wanted).await?;
        let id = between(&opened, "\"table\":\"", "\"")?.to_owned();
        let tokens: Vec<String> = between(&opened, "\"tokens\":[", "]")?
            .split(',')
            .map(|token| token.trim_matches('"').to_owned())
            .collect();
        let mut seen = Vec::new();
        for (page, token) in pages.iter_mut().zip(&tokens) {
            let view = call(
                page,
                &format!(
                    "{{\"join\":{{\"table\":\"{id}\",\"token\":\"{token}\",\"claim\":\"{:032}\"}}}}",
                    seen.len()
                ),
            )
            .await?;
            seen.push(Seen::of(&view));
        }
        // The others were pushed that somebody has come.
        while !seen[0].is_over && Instant::now() < end {
            let Some(asked) = seen.iter().position(|seen| seen.choices > 0) else {
                return Err("nobody is asked".into());
            };
            turn += PACE;
            sleep_until(turn).await;
            let Seen { events, choices, .. } = seen[asked];
            let choice = 1 + (events as usize * 7 + number as usize) % choices;
            let answer =
                format!("{{\"answer\":{{\"request\":{{\"number\":{choice}}},\"events\":{events}}}}}");
            drain(&mut pages).await?;
            let sent = Instant::now();
            let reply = format!("{{\"id\":7,\"call\":{{\"at\":{{\"table\":\"{id}\",\"do\":{answer}}}}}}}");
            pages[asked].send(Message::text(reply)).await?;
            for (seat, page) in pages.iter_mut().enumerate() {
                let text = timeout(LONGEST, pushed(page, &id)).await;
                let passed = sent.elapsed();
                match text {
                    Ok(text) => seen[seat] = Seen::of(&text?),
                    Err(_) => return Err("a push did not come".into()),
                }
                if seat != asked && sent >= begin {
                    times.lock().map_err(|_| "a table has panicked")?.push(passed);
                }
            }
        }
        for page in &mut pages {
            call(page, &format!("{{\"leave\":{{\"table\":\"{id}\"}}}}")).await?;
        }
    }
    Ok(())
}

/// The next push of a table.
async fn pushed(page: &mut Page, table: &str) -> Result<String, Failure> {
    loop {
        let text = next(page).await?;
        if text.contains("\"refused\"") {
            return Err(text.into());
        }
        if text.starts_with("{\"push\"") && text.contains(table) {
            return Ok(text);
        }
    }
}

/// Reads the messages that have already arrived.
async fn drain(pages: &mut [Page]) -> Result<(), Failure> {
    for page in pages {
        while let Ok(text) = timeout(Duration::ZERO, next(page)).await {
            text?;
        }
    }
    Ok(())
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Result<&'a str, Failure> {
    let rest = text.split_once(before).ok_or_else(|| format!("no {before} in {text}"))?.1;
    Ok(rest.split_once(after).ok_or("cut off")?.0)
}
