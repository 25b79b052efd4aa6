//! The command `furlong-serve`: starts a server of tables and prints its address.
#![allow(clippy::print_stderr, reason = "it is there to print")]

use std::io::{Write as _, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::Parser;
use etcetera::BaseStrategy as _;
use furlong_serve::{Bounds, Outgoing, Server, Store, address};
use tokio::net::TcpListener;
use tracing::{info, warn};

/// Play race games in the browser, each on your own phone.
///
/// Serves this computer only, or its network with `--lan`. Tables are kept in a file and continue after a restart.
#[derive(Debug, Parser)]
#[command(version = env!("FURLONG_VERSION"), args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 7447)]
    port: u16,
    #[command(flatten)]
    folder: Folder,
    /// Open the tables to your network, and show a code that a phone can scan
    #[arg(long)]
    lan: bool,
    /// The address to listen at, such as 0.0.0.0 for all of this computer's; `--name` gives the name to call it by
    #[arg(long, value_name = "ADDRESS", conflicts_with = "lan")]
    listen: Option<IpAddr>,
    /// Another name by which pages call the server, such as that of a proxy in front of it; links in feeds and mails have the first
    #[arg(long, value_name = "HOST")]
    name: Vec<String>,
    /// The address of a proxy in front of the server; its X-Forwarded-For header says from where a page comes
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,
    /// Post each turn at a slow table to this address, as JSON
    #[arg(long, value_name = "URL", value_parser = web_address)]
    webhook: Option<String>,
    /// Remind people by mail; the command takes each mail on its standard input, as `sendmail -t` does
    #[arg(long, value_name = "COMMAND", requires = "mail_from")]
    mail_command: Option<String>,
    /// The sender of mails
    #[arg(long, value_name = "ADDRESS", requires = "mail_command")]
    mail_from: Option<String>,
    /// Tell Prometheus about the server at this address, under /metrics, without any protection
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// Write the log, on standard error, as text or with a JSON object on each line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log: Log,
    /// Forget tables that nobody has touched for this many days
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    keep: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Log {
    Text,
    Json,
}

impl Log {
    fn start(self) {
        let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
        match self {
            Self::Text => log.init(),
            Self::Json => log.json().flatten_event(true).init(),
        }
    }
}

#[derive(Debug, clap::Args)]
struct Folder {
    /// The folder of the file with the tables [default: your data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Folder {
    fn path(self) -> anyhow::Result<PathBuf> {
        Ok(match self.data {
            Some(folder) => folder,
            None => etcetera::choose_base_strategy()?.data_dir().join("furlong").join("tables"),
        })
    }
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Copy all tables to a new file; the server may be running
    Backup {
        #[command(flatten)]
        folder: Folder,
        /// The new file
        file: PathBuf,
    },
    /// Put the tables from a backup into a folder that has none
    Restore {
        #[command(flatten)]
        folder: Folder,
        /// The backup
        file: PathBuf,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let done = match arguments.command.take() {
        None => serve(arguments).await,
        Some(Command::Backup { folder, file }) => {
            folder.path().and_then(|folder| furlong_serve::backup(&folder, &file))
        }
        Some(Command::Restore { folder, file }) => {
            folder.path().and_then(|folder| furlong_serve::restore(&folder, &file))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Takes an address of the web.
fn web_address(text: &str) -> Result<String, &'static str> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    if is_web { Ok(text.to_owned()) } else { Err("an address begins with https:// or http://") }
}

async fn serve(arguments: Arguments) -> anyhow::Result<()> {
    let folder = arguments.folder.path()?;
    let store = Store::open(&folder)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64;
    arguments.log.start();
    if let Err(error) = store.forget_before(now.saturating_sub(arguments.keep.saturating_mul(24 * 3_600_000)))
    {
        warn!(error = format!("{error:#}"), "cannot forget old tables");
    }
    // Each connection is an open file. Where the system gives no more, silent ones are closed earlier.
    _ = rlimit::increase_nofile_limit(u64::MAX);
    // A name is that of a proxy, and a proxy encrypts.
    let home = arguments.name.first().map(|name| format!("https://{name}/"));
    let mut bounds = Bounds { names: arguments.name, proxies: arguments.trusted_proxy, ..Bounds::default() };
    bounds.outgoing = Outgoing {
        webhook: arguments.webhook,
        mail_command: arguments.mail_command,
        mail_from: arguments.mail_from.unwrap_or_default(),
    };
    let address = match arguments.listen {
        None if arguments.lan => Some(address::in_network()?),
        stated => stated,
    };
    // Pages may call the server by this address.
    bounds.names.extend(address.map(|address| match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }));
    let address = address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let listener = listen(SocketAddr::new(address, arguments.port)).await?;
    let link = format!("http://{}/", listener.local_addr()?);
    bounds.home = home.unwrap_or_else(|| link.clone());
    match arguments.log {
        Log::Json => info!(link, data = %folder.display(), "listening"),
        Log::Text => say(&format!(
            "Furlong is running at {link} (Ctrl-C stops it).\nTables are kept in {}.",
            folder.display()
        )),
    }
    if arguments.lan {
        say(
            "Everybody on this network can open tables, and nothing is encrypted. Scan this code with a phone:",
        );
        say(&address::qr(&link)?);
    }
    let mut server = Server::new(listener, store, bounds)?;
    if let Some(address) = arguments.metrics {
        server = server.with_metrics(listen(address).await?);
    }
    server.run(stopped()).await
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| format!("cannot open {address}"))
}

/// Prints a line. The server continues even if nobody can read it.
fn say(text: &str) {
    _ = writeln!(stdout(), "{text}");
}

/// Completes when the command should end.
async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = ended.recv() => {}
            }
            return;
        }
    }
    _ = interrupted.await;
}
