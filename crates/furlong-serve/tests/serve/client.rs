//! A page without a browser, and servers for it.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use furlong_serve::{Bounds, Server, Store};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The time after which a test gives up what it waits for: more than a server needs on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server in this process, with its tables in this folder or nowhere.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) metrics: SocketAddr,
    end: oneshot::Sender<()>,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    pub(crate) async fn start(folder: Option<&Path>, bounds: Bounds) -> Self {
        let store = folder.map_or_else(Store::in_memory, Store::open).expect("a file");
        let [listener, metrics] = [
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
        ]
        .map(|listener| listener.expect("a free port"));
        let [address, scraped] =
            [&listener, &metrics].map(|listener| listener.local_addr().expect("an address"));
        let server = Server::new(listener, store, bounds).expect("a server").with_metrics(metrics);
        let (end, ended) = oneshot::channel();
        let task = tokio::spawn(server.run(async { _ = ended.await }));
        Self { address, metrics: scraped, end, task }
    }

    /// Ends it as Ctrl-C does.
    pub(crate) async fn stop(self) {
        _ = self.end.send(());
        let ended = timeout(PATIENCE, self.task).await.expect("it ends");
        ended.expect("it does not panic").expect("everything is written");
    }
}

/// The command itself, in a process of its own.
pub(crate) struct Spawned {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Spawned {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_furlong-serve"))
            .args(["--port", "0", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, said) = channel();
        thread::spawn(move || {
            let mut line = String::new();
            sender.send(out.read_line(&mut line).map(|_| line))
        });
        let line = said.recv_timeout(PATIENCE).expect("it says something").expect("it says where it is");
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
        Self { address: address.parse().expect("an address"), child }
    }

    /// Ends it at once, in the middle of whatever it does.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }
}

/// A connection as a page has it.
pub(crate) struct Page {
    socket: WebSocketStream<TcpStream>,
    ids: u64,
    pub(crate) pushed: Vec<Value>,
}

impl Page {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self::from(address, &address.to_string(), Some(&format!("http://{address}")))
            .await
            .expect("a connection")
    }

    /// A connection that names this host and comes from this origin.
    pub(crate) async fn from(address: SocketAddr, host: &str, origin: Option<&str>) -> Result<Self, Error> {
        let origin = origin.map(|origin| ("origin", origin));
        Self::with(address, &[("host", host)].into_iter().chain(origin).collect::<Vec<_>>()).await
    }

    /// A connection whose request has these headers.
    pub(crate) async fn with(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/ws").into_client_request().expect("an address");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a value"));
        }
        let stream = TcpStream::connect(address).await.expect("a server");
        let (socket, _) = timeout(PATIENCE, client_async(request, stream)).await.expect("an answer")?;
        Ok(Self { socket, ids: 0, pushed: Vec::new() })
    }

    pub(crate) async fn send(&mut self, text: String) -> Result<(), Error> {
        self.socket.send(Message::text(text)).await
    }

    /// The next message; `None` when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await;
            match next.unwrap_or_else(|_| panic!("nothing comes after {:?}", self.pushed.last()))? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends a call without waiting for the reply.
    pub(crate) async fn ask(&mut self, call: &Value) -> u64 {
        self.ids += 1;
        _ = self.send(json!({ "id": self.ids, "call": call }).to_string()).await;
        self.ids
    }

    /// The reply to a call, or the sentence that refuses it; `None` when the connection has ended.
    pub(crate) async fn try_call(&mut self, call: &Value) -> Option<Result<Value, String>> {
        let id = self.ask(call).await;
        loop {
            let message = self.next().await?;
            if message["id"] == id && message["progress"].is_null() {
                return Some(match message["refused"].as_str() {
                    Some(sentence) => Err(sentence.to_owned()),
                    None => Ok(message["reply"].clone()),
                });
            }
            self.pushed.push(message);
        }
    }

    pub(crate) async fn call(&mut self, call: Value) -> Result<Value, String> {
        self.try_call(&call).await.expect("the server is there")
    }

    pub(crate) async fn join(&mut self, table: &str, token: &str) -> Value {
        // The one who comes first claims the seat.
        let claim: String = token.chars().rev().collect();
        let call = json!({ "join": { "table": table, "token": token, "claim": claim } });
        self.call(call).await.expect("the link opens a seat")["joined"]["sight"].clone()
    }

    pub(crate) async fn open_table(&mut self, wanted: Value) -> (String, Vec<String>) {
        let reply = self.call(json!({ "open-table": wanted })).await.expect("a table");
        let table = reply["opened"]["table"].as_str().expect("a name").to_owned();
        let tokens = reply["opened"]["tokens"].as_array().expect("a list").iter();
        (table, tokens.filter_map(Value::as_str).map(str::to_owned).collect())
    }
}

/// The answer of a server to a request that is written out.
pub(crate) async fn raw(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a server");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.map(|_| ());
    assert!(read.is_ok(), "no end after {}", String::from_utf8_lossy(&answer));
    String::from_utf8_lossy(&answer).into_owned()
}
