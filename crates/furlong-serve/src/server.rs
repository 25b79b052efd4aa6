//! The server: desks, keeper, thinkers, and the network before them.

use std::future::Future;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use anyhow::Context as _;
use furlong_room::House;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::desk;
use crate::keeper::{Connections, Keeper};
use crate::network;
use crate::pages::Pages;
use crate::shared::{Bounds, DESKS, Shared, home};
use crate::thinkers::Thinkers;
use crate::told::Told;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    ending: watch::Sender<bool>,
    failed: Arc<Mutex<Option<String>>>,
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
    /// When the tables cannot be read, or the system gives no random numbers.
    pub fn new(listener: TcpListener, keeper: Keeper, bounds: Bounds) -> anyhow::Result<Self> {
        let port = listener.local_addr()?.port();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let awake = keeper.awake()?;
        let connections = Connections::default();
        let (ending, end) = watch::channel(false);
        let failed = Arc::new(Mutex::new(None));
        let (tasks, thread) = keeper.run(Arc::clone(&connections), {
            let (failed, ending) = (Arc::clone(&failed), ending.clone());
            move |why| {
                if let Ok(mut failed) = failed.lock() {
                    *failed = Some(why);
                }
                _ = ending.send(true);
            }
        });
        let thinkers = Thinkers::new(processors);
        let (mut desks, mut threads) = (Vec::new(), Vec::new());
        for (number, name) in DESKS.into_iter().enumerate().take(processors.max(1)) {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).context("the system gives no random numbers")?;
            let house = House::new(name, furlong::catalogue(), seed).within(bounds.limits);
            let is_own = |saved: &&String| home(saved, processors) == number;
            let restored = awake.iter().filter(is_own).cloned().collect();
            let (told, desk) = desk::open(house, restored, tasks.clone(), thinkers.clone());
            desks.push(told);
            threads.push(desk);
        }
        // It ends when no desk can ask it any longer.
        threads.push(thread);
        let (count, last) = (AtomicUsize::new(0), AtomicU64::new(0));
        let pages = Pages::new();
        let shared = Arc::new(Shared { connections, desks, pages, bounds, port, count, last, end });
        Ok(Self { listener, shared, threads, ending, failed })
    }

    /// Serves until `until` is ready, and then lets everything that has begun be written.
    ///
    /// # Errors
    /// When the tables cannot be written.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let Self { listener, shared, threads, ending, failed } = self;
        let mut end = shared.end.clone();
        let stop = async move {
            tokio::select! {
                () = until => { _ = ending.send(true); }
                _ = end.wait_for(|is_over| *is_over) => {}
            }
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
        match failed.lock().ok().and_then(|mut failed| failed.take()) {
            Some(why) => anyhow::bail!(why),
            None => Ok(()),
        }
    }
}
