//! The server: workers, store, compute pool, and the network in front of them.

use std::future::Future;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use anyhow::Context as _;
use furlong_tables::Tables;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tracing::error;

use crate::compute_pool::ComputePool;
use crate::connection_limits::Addresses;
use crate::message::WorkerMessage;
use crate::messenger::Messenger;
use crate::metrics::Metrics;
use crate::metrics_page;
use crate::network;
use crate::pages::Pages;
use crate::push::PushKey;
use crate::shared::{Bounds, Connections, Shared, WORKERS, worker_of};
use crate::store::Store;
use crate::worker;

/// A listening server.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    ending: watch::Sender<bool>,
    metrics: Option<TcpListener>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("listener", &self.listener).finish_non_exhaustive()
    }
}

impl Server {
    /// Creates a server with the tables in this file. Whatever was happening at them without people continues.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new(listener: TcpListener, store: Store, mut bounds: Bounds) -> anyhow::Result<Self> {
        let address = listener.local_addr()?;
        if bounds.home.is_empty() {
            bounds.home = format!("http://{address}/");
        }
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let count = processors.min(WORKERS.len());
        let awake = store.awake().unwrap_or_else(|error| {
            error!(error = format!("{error:#}"), "cannot find the tables where bots or clocks are running");
            Vec::new()
        });
        let push = PushKey::of(&store);
        let store = Arc::new(Mutex::new(store));
        let connections = Connections::default();
        let compute_pool = ComputePool::new(processors);
        bounds.limits.has_mail = bounds.outgoing.mail_command.is_some();
        bounds.limits.has_push = push.is_some();
        let metrics = Arc::<Metrics>::default();
        let messenger =
            Messenger::new(bounds.outgoing.clone(), bounds.home.clone(), push.clone(), Arc::clone(&metrics));
        let (mut workers, mut threads) = (Vec::new(), Vec::new());
        for (number, name) in WORKERS.into_iter().enumerate().take(count) {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).context("the system provides no random numbers")?;
            let tables = Tables::new(name, furlong::catalogue(), seed).with_limits(bounds.limits);
            let own = awake.iter().filter(|id| worker_of(id, count) == number).cloned().collect();
            let store = Arc::clone(&store);
            let (sender, worker) = worker::open(
                tables,
                own,
                store,
                Arc::clone(&connections),
                compute_pool.clone(),
                messenger.clone(),
                Arc::clone(&metrics),
            );
            workers.push(sender);
            threads.push(worker);
        }
        let (ending, end) = watch::channel(false);
        let shared = Arc::new(Shared {
            catalogue: furlong::catalogue(),
            addresses: Addresses::new(std::mem::take(&mut bounds.proxies)),
            hand_overs: Mutex::default(),
            reading: Semaphore::new(1),
            connections,
            metrics,
            push_key: push.map(|key| key.public()),
            workers,
            pages: Pages::new(),
            bounds,
            port: address.port(),
            count: AtomicUsize::new(0),
            last: AtomicU64::new(0),
            end,
        });
        Ok(Self { listener, shared, threads, ending, metrics: None })
    }

    /// Tells Prometheus about the server at `/metrics` of this address too.
    #[must_use]
    pub fn with_metrics(self, listener: TcpListener) -> Self {
        Self { metrics: Some(listener), ..self }
    }

    /// Serves until `until` is ready, and then saves everything that was begun.
    ///
    /// # Errors
    /// When a thread cannot be waited for.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let Self { listener, shared, threads, ending, metrics } = self;
        if let Some(listener) = metrics {
            let shared = Arc::clone(&shared);
            tokio::spawn(async move { metrics_page::serve(listener, &shared).await });
        }
        let stop = async move {
            until.await;
            _ = ending.send(true);
        };
        network::serve(listener, &shared, stop).await;
        for worker in &shared.workers {
            _ = worker.send(WorkerMessage::End);
        }
        tokio::task::spawn_blocking(move || {
            for thread in threads {
                _ = thread.join();
            }
        })
        .await?;
        Ok(())
    }
}
