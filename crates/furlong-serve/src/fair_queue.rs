//! A queue in which people take turns, however many items each of them has.

use std::collections::VecDeque;

/// Waiting items, in a line for each person. The first line is served next and then moves to the end.
#[derive(Debug)]
pub(crate) struct FairQueue<P, T> {
    lines: VecDeque<(P, VecDeque<T>)>,
}

impl<P, T> Default for FairQueue<P, T> {
    fn default() -> Self {
        Self { lines: VecDeque::new() }
    }
}

impl<P: PartialEq, T> FairQueue<P, T> {
    /// Adds an item of a person, and returns the number of items served before it.
    pub(crate) fn enter(&mut self, person: P, thing: T) -> usize {
        let found = self.lines.iter().position(|(other, _)| *other == person);
        let line = found.unwrap_or_else(|| {
            self.lines.push_back((person, VecDeque::new()));
            self.lines.len() - 1
        });
        let own = self.lines[line].1.len();
        self.lines[line].1.push_back(thing);
        let before = |(index, (_, things)): (usize, &(P, VecDeque<T>))| {
            things.len().min(own + usize::from(index < line))
        };
        self.lines.iter().enumerate().map(before).sum()
    }

    /// Removes and returns the next item.
    pub(crate) fn next(&mut self) -> Option<T> {
        let (person, mut things) = self.lines.pop_front()?;
        let next = things.pop_front();
        if !things.is_empty() {
            self.lines.push_back((person, things));
        }
        next
    }

    /// The items in the order in which they will be served.
    pub(crate) fn in_order(&self) -> Vec<&T> {
        let longest = self.lines.iter().map(|(_, things)| things.len()).max().unwrap_or(0);
        (0..longest)
            .flat_map(|turn| self.lines.iter().filter_map(move |(_, things)| things.get(turn)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_waits_for_many_things_takes_turns_with_the_others() {
        let mut queue = FairQueue::default();
        let places = [("Ada", 1), ("Ada", 2), ("Ada", 3), ("Bea", 4), ("Cid", 5), ("Bea", 6)]
            .map(|(person, thing)| queue.enter(person, thing));
        assert_eq!(places, [0, 1, 2, 1, 2, 4]);
        assert_eq!(queue.in_order(), [&1, &4, &5, &2, &6, &3]);
        assert_eq!(queue.next(), Some(1));
        assert_eq!(queue.enter("Dan", 7), 3, "after one thing of each of the others");
        let rest: Vec<i32> = std::iter::from_fn(|| queue.next()).collect();
        assert_eq!(rest, [4, 5, 2, 7, 6, 3]);
        assert_eq!(queue.next(), None);
    }
}
