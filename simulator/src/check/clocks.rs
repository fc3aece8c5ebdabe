//! Vector clocks (Mattern, "Virtual Time and Global States of Distributed Systems").

use std::sync::Arc;

/// A copy of a vector clock, made at a release. It has a time for each strand, that is, for each
/// core or task. Missing entries are 0.
pub type Snapshot = Arc<[u32]>;

/// The vector clock of a strand. A strand is a core, or a series of explicit tasks that use one
/// strand number one after another. The clock has a time for each other strand: all that the other
/// strand did up to this time comes before what this strand does now.
#[derive(Debug, Clone)]
pub struct Clock {
    strand: usize,
    times: Vec<u32>,
    /// The clock at the latest release, unless the strand has accessed or acquired something since.
    released: Option<Snapshot>,
    /// The snapshot that was acquired last.
    acquired: Option<Snapshot>,
}

impl Clock {
    pub fn new(strand: usize) -> Clock {
        let mut times = vec![0; strand + 1];
        times[strand] = 1;
        Clock {
            strand,
            times,
            released: None,
            acquired: None,
        }
    }

    /// The strand's own time.
    pub fn now(&self) -> u32 {
        self.times[self.strand]
    }

    /// Whether the action of another core or task (`strand`) at its time `time` comes before the
    /// next action of this one.
    pub fn has_seen(&self, strand: usize, time: u32) -> bool {
        has_seen(&self.times, strand, time)
    }

    /// Begins a new task with this clock, at the clock's next time. Only the actions that the
    /// snapshot `after` contains come before the task.
    pub fn begin(&mut self, after: &Snapshot) {
        let next = self.now() + 1;
        self.times.clear();
        self.times.extend_from_slice(after);
        self.times.resize(self.times.len().max(self.strand + 1), 0);
        self.times[self.strand] = next;
        self.released = None;
        self.acquired = None;
    }

    /// Notes that this core or task acquires a snapshot: all actions in the snapshot come before
    /// its next action.
    pub fn acquire(&mut self, snapshot: &Snapshot) {
        self.acquire_except(snapshot, &[]);
    }

    /// Acquires a snapshot, but ignores its times of the cores or tasks `others`.
    pub fn acquire_except(&mut self, snapshot: &Snapshot, others: &[usize]) {
        if self
            .acquired
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, snapshot))
        {
            return;
        }
        if self.times.len() < snapshot.len() {
            self.times.resize(snapshot.len(), 0);
        }
        let mut rest = Vec::new();
        if !others.is_empty() {
            rest.extend_from_slice(snapshot);
            for &strand in others {
                if let Some(time) = rest.get_mut(strand) {
                    *time = 0;
                }
            }
        }
        let new = if others.is_empty() {
            snapshot
        } else {
            &rest[..]
        };
        if !is_covered(new, &self.times) {
            raise(&mut self.times, new);
            self.released = None;
        }
        if others.is_empty() {
            self.acquired = Some(snapshot.clone());
        }
    }

    /// Forgets the snapshot of the latest release, because this core or task has acted since. The
    /// next release takes a new snapshot, and begins a new time of the clock.
    pub fn forget_release(&mut self) {
        self.released = None;
    }

    /// Returns a snapshot of what this core or task has done and seen. All its later actions come
    /// after the snapshot.
    pub fn release(&mut self) -> Snapshot {
        if let Some(released) = &self.released {
            return released.clone();
        }
        let snapshot: Snapshot = self.times.as_slice().into();
        self.times[self.strand] += 1;
        self.released = Some(snapshot.clone());
        snapshot
    }
}

/// Whether a snapshot contains the action of a core or task (`strand`) at its time `time`. If so,
/// the action comes before the snapshot.
pub fn has_seen(snapshot: &[u32], strand: usize, time: u32) -> bool {
    snapshot.get(strand).copied().unwrap_or(0) >= time
}

/// The union of two snapshots: for each core or task, the later of the two times.
pub fn joined(one: &Snapshot, other: &Snapshot) -> Snapshot {
    let (short, long) = match one.len() <= other.len() {
        true => (one, other),
        false => (other, one),
    };
    if Arc::ptr_eq(one, other) || is_covered(short, long) {
        return long.clone();
    }
    let mut both = long.clone();
    raise(Arc::make_mut(&mut both), short);
    both
}

/// Whether each element of `times` is at most the element of `others` at the same index. The
/// compiler vectorises the comparisons.
fn is_covered(times: &[u32], others: &[u32]) -> bool {
    let pairs = times.iter().zip(others);
    pairs.fold(true, |all, (time, other)| all & (time <= other))
}

/// The index of the first element of `times` that is at most the element of `others` at the same
/// index.
pub fn first_covered(times: &[u32], others: &[u32]) -> Option<usize> {
    const SEVERAL: usize = 16;
    let parts = times.chunks(SEVERAL).zip(others.chunks(SEVERAL));
    let is_covered = |(time, other): (&u32, &u32)| time <= other;
    let any = |(times, others): (&[u32], &[u32])| {
        let pairs = times.iter().zip(others);
        pairs.fold(false, |any, pair| any | is_covered(pair))
    };
    let part = parts.clone().position(any)?;
    let (times, others) = parts.clone().nth(part)?;
    let at = times.iter().zip(others).position(is_covered)?;
    Some(SEVERAL * part + at)
}

/// Raises each element of `times` to the element of `others` at the same index if that is greater.
fn raise(times: &mut [u32], others: &[u32]) {
    for (time, other) in times.iter_mut().zip(others) {
        *time = (*time).max(*other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_covers_what_came_before() {
        let mut clocks: Vec<Clock> = (0..3).map(Clock::new).collect();
        let first = clocks[0].now();
        let released = clocks[0].release();
        let second = clocks[0].now();
        assert!(!clocks[1].has_seen(0, first));
        clocks[1].acquire(&released);
        assert!(clocks[1].has_seen(0, first) && !clocks[1].has_seen(0, second));
        let further = clocks[1].release();
        clocks[2].acquire(&further);
        assert!(clocks[2].has_seen(0, first) && !clocks[2].has_seen(0, second));
    }

    #[test]
    fn the_first_time_that_is_covered_is_found() {
        let times: Vec<u32> = (0..40).map(|at| 100 - at % 3).collect();
        for found in 0..40 {
            let mut others = vec![97; 40];
            others[found] = 100;
            others[39] = 100;
            assert_eq!(first_covered(&times, &others), Some(found));
            assert_eq!(first_covered(&times, &others[..found]), None);
        }
    }

    #[test]
    fn a_join_is_the_later_of_both() {
        let one: Snapshot = [1, 5, 3].into();
        let other: Snapshot = [2, 4, 3, 9].into();
        assert_eq!(joined(&one, &other)[..], [2, 5, 3, 9]);
        assert_eq!(joined(&other, &one)[..], [2, 5, 3, 9]);
        let less: Snapshot = [1, 4].into();
        assert!(Arc::ptr_eq(&joined(&less, &other), &other));
        let mut clock = Clock::new(1);
        clock.acquire_except(&other, &[3]);
        assert_eq!(clock.times, [2, 4, 3, 0]);
    }

    #[test]
    fn a_release_without_an_access_in_between_is_the_same() {
        let mut clock = Clock::new(0);
        let first = clock.release();
        assert!(Arc::ptr_eq(&first, &clock.release()));
        clock.forget_release();
        assert!(!Arc::ptr_eq(&first, &clock.release()));
    }
}
