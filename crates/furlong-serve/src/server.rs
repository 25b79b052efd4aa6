//! The server: desks, keeper, thinkers, and the network before them.

use std::future::Future;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use anyhow::Context as _;
use furlong_room::House;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::crowd::Addresses;
use crate::desk;
use crate::keeper::Keeper;
use crate::log;
use crate::network;
use crate::pages::Pages;
use crate::shared::{Bounds, Connections, DESKS, Shared, desk_of};
use crate::thinkers::Thinkers;
use crate::told::Told;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    ending: watch::Sender<bool>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("listener", &self.listener).finish_non_exhaustive()
    }
}

impl Server {
    /// A server with the tables of this file. What went on at them without anybody there goes on.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new(listener: TcpListener, keeper: Keeper, bounds: Bounds) -> anyhow::Result<Self> {
        let port = listener.local_addr()?.port();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let count = processors.min(DESKS.len());
        let awake = keeper.awake().unwrap_or_else(|error| {
            log(&format!("cannot find the tables where bots or clocks are running: {error:#}"));
            Vec::new()
        });
        let keeper = Arc::new(Mutex::new(keeper));
        let connections = Connections::default();
        let thinkers = Thinkers::new(processors);
        let (mut desks, mut threads) = (Vec::new(), Vec::new());
        for (number, name) in DESKS.into_iter().enumerate().take(count) {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).context("the system provides no random numbers")?;
            let house = House::new(name, furlong::catalogue(), seed).within(bounds.limits);
            let own = awake.iter().filter(|id| desk_of(id, count) == number).cloned().collect();
            let keeper = Arc::clone(&keeper);
            let (told, desk) = desk::open(house, own, keeper, Arc::clone(&connections), thinkers.clone());
            desks.push(told);
            threads.push(desk);
        }
        let (ending, end) = watch::channel(false);
        let shared = Arc::new(Shared {
            catalogue: furlong::catalogue(),
            addresses: Addresses::default(),
            reading: Semaphore::new(1),
            connections,
            desks,
            pages: Pages::new(),
            bounds,
            port,
            count: AtomicUsize::new(0),
            last: AtomicU64::new(0),
            end,
        });
        Ok(Self { listener, shared, threads, ending })
    }

    /// Serves until `until` is ready, and then lets everything that has begun be written.
    ///
    /// # Errors
    /// When a thread cannot be waited for.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let Self { listener, shared, threads, ending } = self;
        let stop = async move {
            until.await;
            _ = ending.send(true);
        };
        network::serve(listener, &shared, stop).await;
        for desk in &shared.desks {
            _ = desk.send(Told::End);
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
