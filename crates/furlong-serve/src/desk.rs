//! A desk: a thread with a house, which answers one message after the other.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use furlong_room::{House, Millis, Now, Outcome};

use crate::keeper::{Saved, Task};
use crate::now;
use crate::thinkers::Thinkers;
use crate::told::Told;

/// The longest time between two looks at the clocks.
const TICK: Duration = Duration::from_secs(1);

struct Desk {
    house: House,
    keeper: Sender<Task>,
    thinkers: Thinkers,
    own: Sender<Told>,
}

/// Opens a desk with these tables.
pub(crate) fn open(
    house: House,
    restored: Vec<String>,
    keeper: Sender<Task>,
    thinkers: Thinkers,
) -> (Sender<Told>, JoinHandle<()>) {
    let (own, told) = channel();
    let mut desk = Desk { house, keeper, thinkers, own: own.clone() };
    let thread = thread::spawn(move || {
        for saved in restored {
            // What cannot be read stays in the file as it is.
            _ = desk.house.restore(&saved, now());
        }
        desk.run(&told);
    });
    (own, thread)
}

impl Desk {
    fn run(&mut self, told: &Receiver<Told>) {
        let mut ticked = now().steady;
        loop {
            while let Some(work) = self.house.work() {
                self.thinkers.take(work, self.own.clone());
            }
            let outcome = match told.recv_timeout(self.until_tick()) {
                Ok(Told::Call { channel, text, now }) => {
                    self.fetch(&text, now);
                    self.house.call(channel, &text, now)
                }
                Ok(Told::Closed(channel)) => self.house.close(channel, now()),
                Ok(Told::Done(done)) => self.house.finish(done, now()),
                Ok(Told::End) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => Outcome::default(),
            };
            self.pass_on(outcome);
            let now = now();
            if now.steady.saturating_sub(ticked) >= TICK.as_millis() as Millis
                || self.house.next_tick(now) == Some(0)
            {
                ticked = now.steady;
                let outcome = self.house.tick(now);
                self.pass_on(outcome);
            }
        }
    }

    fn until_tick(&self) -> Duration {
        self.house.next_tick(now()).map_or(TICK, |left| TICK.min(Duration::from_millis(left)))
    }

    /// Brings back a table that was put away.
    fn fetch(&mut self, text: &str, now: Now) {
        let Some(id) = House::table_of(text).filter(|id| !self.house.has(id)) else { return };
        let (found, answer) = channel();
        if self.keeper.send(Task::Find { id, found }).is_ok()
            && let Ok(Some(saved)) = answer.recv()
        {
            _ = self.house.restore(&saved, now);
        }
    }

    /// Gives the keeper what has changed, and what is to be sent after it is written.
    fn pass_on(&mut self, mut outcome: Outcome) {
        if outcome.changed.is_empty() && outcome.sent.is_empty() {
            return;
        }
        let now = now();
        outcome.changed.sort();
        outcome.changed.dedup();
        let saved = outcome.changed.into_iter().filter_map(|id| {
            let text = self.house.saved(&id, now)?;
            let is_awake = self.house.is_awake(&id);
            Some(Saved { id, text, is_awake })
        });
        let saved = saved.collect();
        // When the keeper has ended, so does the server.
        _ = self.keeper.send(Task::Keep { saved, sent: outcome.sent, now: now.wall });
    }
}
