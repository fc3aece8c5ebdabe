//! Vector clocks (Mattern, "Virtual Time and Global States of Distributed Systems").

use std::sync::Arc;

/// A clock as it was at a release; its entries are by core.
pub type Snapshot = Arc<[u32]>;

/// The clock of a core: for each core, the latest of its times that come before what this core does
/// now.
#[derive(Debug, Clone)]
pub struct Clock {
    core: usize,
    times: Vec<u32>,
    /// The clock at the latest release, unless the core has done or learnt anything since.
    released: Option<Snapshot>,
    /// The snapshot that was learnt last.
    learnt: Option<Snapshot>,
}

impl Clock {
    pub fn new(core: usize, cores: usize) -> Clock {
        let mut times = vec![0; cores];
        times[core] = 1;
        Clock {
            core,
            times,
            released: None,
            learnt: None,
        }
    }

    /// The time of the core itself.
    pub fn now(&self) -> u32 {
        self.times[self.core]
    }

    /// Whether what another core did at this time of its own comes before what this core does now.
    pub fn has_seen(&self, core: usize, time: u32) -> bool {
        self.times[core] >= time
    }

    /// Notes that what comes before a snapshot comes before everything that the core does from now
    /// on.
    pub fn learn(&mut self, snapshot: &Snapshot) {
        if self
            .learnt
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, snapshot))
        {
            return;
        }
        let mut is_news = false;
        for (time, other) in self.times.iter_mut().zip(snapshot.iter()) {
            if *other > *time {
                *time = *other;
                is_news = true;
            }
        }
        if is_news {
            self.released = None;
        }
        self.learnt = Some(snapshot.clone());
    }

    /// Notes an access, which a later release covers.
    pub fn act(&mut self) {
        self.released = None;
    }

    /// A snapshot of what the core has done and seen. What it does from now on comes later.
    pub fn release(&mut self) -> Snapshot {
        if let Some(released) = &self.released {
            return released.clone();
        }
        let snapshot: Snapshot = self.times.as_slice().into();
        self.times[self.core] += 1;
        self.released = Some(snapshot.clone());
        snapshot
    }
}

/// Both of two snapshots.
pub fn joined(one: &Snapshot, other: &Snapshot) -> Snapshot {
    if Arc::ptr_eq(one, other) || one.iter().zip(other.iter()).all(|(a, b)| a <= b) {
        return other.clone();
    }
    one.iter()
        .zip(other.iter())
        .map(|(a, b)| *a.max(b))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_covers_what_came_before() {
        let mut clocks: Vec<Clock> = (0..3).map(|core| Clock::new(core, 3)).collect();
        let first = clocks[0].now();
        let released = clocks[0].release();
        let second = clocks[0].now();
        assert!(!clocks[1].has_seen(0, first));
        clocks[1].learn(&released);
        assert!(clocks[1].has_seen(0, first) && !clocks[1].has_seen(0, second));
        let further = clocks[1].release();
        clocks[2].learn(&further);
        assert!(clocks[2].has_seen(0, first) && !clocks[2].has_seen(0, second));
    }

    #[test]
    fn a_release_without_an_access_in_between_is_the_same() {
        let mut clock = Clock::new(0, 2);
        let first = clock.release();
        assert!(Arc::ptr_eq(&first, &clock.release()));
        clock.act();
        assert!(!Arc::ptr_eq(&first, &clock.release()));
    }
}
