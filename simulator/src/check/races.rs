//! Finds races. Two accesses to the same bytes race if they belong to different strands, at least
//! one of them writes, and nothing orders them.
//!
//! A *strand* is a core outside explicit tasks, or an explicit task (`tasks/mod.rs`). An access
//! comes before another one if both belong to one strand, or if a chain of releases and
//! acquisitions leads from one to the other (Lamport, "Time, Clocks, and the Ordering of Events in
//! a Distributed System"). All accesses that the library makes, and all accesses to devices, take
//! part in such chains: a write releases, and a read acquires what was released there. So the check
//! needs no description of the library's locks, barriers, queues and messages. The program's own
//! accesses take part if they are atomic with a memory order, or if they are next to a fence.

use super::clocks::{joined, Clock, Snapshot};
use super::finding::{Finding, Kind, Other};
use super::history::{History, Past};
use super::pages::Pages;
use super::tasks::Tasks;
use super::Access;
use crate::memory::Place;
use crate::program::QuickMap;
use std::ops::Range;

/// Identifies a word of memory or a device: the number of the endpoint, whether this is a device,
/// and the offset of the word or of the device's first register.
pub type Key = (u16, bool, u32);

/// How an access of the program synchronises with others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Order {
    /// The access is a single atomic instruction.
    pub is_atomic: bool,
    pub acquires: bool,
    pub releases: bool,
    /// The access combines a value with a word of an MPI window, that is, memory for one-sided
    /// communication. The target may load the word at the same time.
    pub combines: bool,
    /// `has_thread_number` says whether the task has asked for the number of its thread, and may
    /// therefore use memory of that thread. `program_has_number` says whether the program itself
    /// has a number that no other thread has. That is so if the program has asked for the thread's
    /// number (a request by code that the compiler has inserted does not count), or if an atomic
    /// instruction has returned a number.
    pub has_thread_number: bool,
    pub program_has_number: bool,
    /// The accessed bytes belong to the thread, whichever part of its parallel region it executes.
    pub is_of_thread: bool,
}

impl Order {
    /// Whether the access synchronises. Such accesses do not race with each other.
    fn synchronises(self) -> bool {
        self.is_atomic || self.acquires || self.releases
    }

    /// Whether an access with this order races with all accesses that would race with an access of
    /// order `other`, and perhaps with more.
    fn races_whenever(self, other: Order) -> bool {
        (!self.synchronises() || other.synchronises())
            && (!self.combines || other.combines)
            && (!self.has_thread_number || other.has_thread_number)
    }
}

#[derive(Debug, Default)]
pub struct Races {
    /// The vector clocks of cores, followed by those of tasks.
    pub(super) clocks: Vec<Clock>,
    pub(super) tasks: Tasks,
    words: History,
    /// A buffer for the accesses to a word, kept so that its memory is allocated only once.
    buffer: Vec<Past>,
    /// The clocks that were released at words of memory (`released`) and at devices.
    released: Pages<Option<Snapshot>>,
    released_at_devices: QuickMap<Key, Snapshot>,
    /// For each word or device, the counters that write it when they reach zero.
    notifiers: QuickMap<Key, Vec<Key>>,
    /// Memory of task reductions, in which each thread has a part of its own. The check finds no
    /// races there.
    per_thread: Vec<(u16, Range<u32>)>,
    /// The memory of MPI windows.
    windows: Vec<(u16, Range<u32>)>,
    /// `first` is the first core that has begun a process. `has_one_core` says whether this core
    /// is still alone: no other core has begun a process, and no task has been made. The actions of
    /// a core that is alone come before all actions of other cores, so the check need not note
    /// them.
    first: Option<u32>,
    pub(super) has_one_core: bool,
}

/// The largest number of counters along which the check follows a chain of notifications. In a
/// chain, each counter notifies the next one.
const LONGEST_CHAIN: u32 = 16;

impl Races {
    pub fn new(cores: usize) -> Races {
        Races {
            clocks: (0..cores).map(Clock::new).collect(),
            tasks: Tasks::new(cores),
            ..Races::default()
        }
    }

    /// Forgets the accesses to bytes that get a new owner, such as a new process or block.
    pub fn forget(&mut self, endpoint: u16, bytes: Range<u32>) {
        let words = bytes.start / 4..bytes.end.div_ceil(4);
        self.words.clear(endpoint, words.clone());
        self.released.clear(endpoint, words);
        for ranges in [&mut self.per_thread, &mut self.windows] {
            ranges.retain(|(other, range)| *other != endpoint || !meet(range, &bytes));
        }
    }

    /// Notes that each thread uses only its own part of these bytes, until the bytes are forgotten.
    pub fn set_apart(&mut self, endpoint: u16, bytes: Range<u32>) {
        if !self.per_thread.contains(&(endpoint, bytes.clone())) {
            self.per_thread.push((endpoint, bytes));
        }
    }

    /// Notes that bytes are the memory of an MPI window, which the library accesses for programs.
    pub fn add_window(&mut self, endpoint: u16, bytes: Range<u32>) {
        if !self.windows.contains(&(endpoint, bytes.clone())) {
            self.windows.push((endpoint, bytes));
        }
    }

    /// Whether some of these bytes belong to an MPI window.
    pub fn are_of_window(&self, (endpoint, start): Place, bytes: u32) -> bool {
        let all = start..start.saturating_add(bytes);
        (self.windows.iter()).any(|(other, range)| *other == endpoint && meet(range, &all))
    }

    /// The vector clock for what a core executes now: the clock of the core or of a task.
    pub(super) fn clock(&mut self, core: u32) -> &mut Clock {
        &mut self.clocks[self.tasks.strand(core)]
    }

    /// Notes that a core begins a process. All earlier actions of all cores come before the
    /// process.
    pub fn start(&mut self, core: u32) {
        self.has_one_core = match self.first {
            None => true,
            Some(first) => self.has_one_core && first == core,
        };
        self.first.get_or_insert(core);
        let all: Vec<Snapshot> = self.clocks.iter_mut().map(Clock::release).collect();
        self.tasks.start(core);
        for snapshot in all {
            self.clocks[core as usize].acquire(&snapshot);
        }
    }

    /// Whether only one core has ever begun a process, and no task has been made.
    pub fn has_one_core(&self) -> bool {
        self.has_one_core
    }

    /// Notes that a core has written a word or a device's register, which other cores may read.
    pub fn release(&mut self, core: u32, key: Key) {
        if self.has_one_core {
            return;
        }
        let snapshot = self.clock(core).release();
        let (endpoint, is_device, offset) = key;
        if is_device {
            self.released_at_devices
                .entry(key)
                .and_modify(|before| *before = joined(before, &snapshot))
                .or_insert(snapshot);
            return;
        }
        let word = self.released.get_mut((endpoint, offset / 4));
        *word = Some(match word {
            Some(before) => joined(before, &snapshot),
            None => snapshot,
        });
    }

    /// Notes that a core has read a word or a device, and so acquires all that was released there.
    pub fn acquire(&mut self, core: u32, key: Key) {
        self.acquire_from(core, key, LONGEST_CHAIN, false);
    }

    /// Notes that the library has read a word or a device. Such a read does not order the teams of
    /// an OpenMP league.
    pub fn acquire_in_library(&mut self, core: u32, key: Key) {
        self.acquire_from(core, key, LONGEST_CHAIN, true);
    }

    fn acquire_from(&mut self, core: u32, key: Key, left: u32, in_library: bool) {
        let (endpoint, is_device, offset) = key;
        let snapshot = match is_device {
            true => self.released_at_devices.get(&key),
            false => (self.released.get((endpoint, offset / 4))).and_then(Option::as_ref),
        };
        if let Some(snapshot) = snapshot {
            let others: &[usize] = match in_library {
                true => self.tasks.other_teams(core),
                false => &[],
            };
            self.clocks[self.tasks.strand(core)].acquire_except(snapshot, others);
        }
        if left == 0 || self.notifiers.is_empty() {
            return;
        }
        for counter in self.notifiers.get(&key).cloned().unwrap_or_default() {
            self.acquire_from(core, counter, left - 1, in_library);
        }
    }

    /// Notes that `counter` writes to the word or device `key` when `counter` reaches zero.
    pub fn notifies(&mut self, counter: Key, key: Key) {
        let counters = self.notifiers.entry(key).or_default();
        if !counters.contains(&counter) {
            counters.push(counter);
        }
    }

    /// Notes an access. If the access races with an earlier access, returns the race.
    pub fn access(&mut self, access: &Access, mut order: Order) -> Option<Finding> {
        if self.has_one_core {
            return None;
        }
        (order.has_thread_number, order.program_has_number) =
            self.tasks.has_thread_number(access.by.core);
        let (endpoint, start) = access.place;
        let is_apart = |(other, range): &(u16, Range<u32>)| {
            *other == endpoint && meet(range, &(start..start + access.bytes))
        };
        if self.per_thread.iter().any(is_apart) {
            return None;
        }
        let core = access.by.core;
        let key = (endpoint, false, start & !3);
        if order.acquires {
            self.acquire(core, key);
        }
        let mut found = None;
        let end = start + access.bytes;
        let mut first = start;
        while first < end {
            let word = first / 4;
            let last = end.min(4 * word + 4);
            let mask = (first..last).fold(0, |mask, byte| mask | 1 << (byte % 4));
            let race = self.access_word(access, (endpoint, word), mask, order);
            found = found.or(race.map(|(past, byte)| {
                let address = access.address.wrapping_add(4 * word + byte - start);
                Finding {
                    writes: access.writes,
                    synchronises: order.synchronises(),
                    other: Some(Other::Access {
                        by: past.by,
                        writes: past.writes,
                        synchronises: past.order.synchronises(),
                    }),
                    ..Finding::new(Kind::Race, access.by, address, access.bytes)
                }
            }));
            first = last;
        }
        if order.releases {
            self.release(core, key);
        }
        found
    }

    fn access_word(
        &mut self,
        access: &Access,
        word: Place,
        mask: u8,
        order: Order,
    ) -> Option<(Past, u32)> {
        let own = self.tasks.strand(access.by.core);
        let now = Past {
            by: access.by,
            strand: own as u16,
            time: self.clocks[own].now(),
            mask,
            writes: access.writes,
            order,
        };
        let mut all = std::mem::take(&mut self.buffer);
        all.clear();
        self.words.load(word, &mut all);
        let covers = |past: &Past| {
            let is_as_wide = past.mask & mask == mask && (past.writes || !access.writes);
            let is_now = past.strand == now.strand && past.time == now.time;
            is_now && is_as_wide && past.order == order
        };
        if all.iter().any(covers) {
            self.clocks[own].forget_release();
            self.buffer = all;
            return None;
        }
        let mut race = None;
        let has_seen = |past: &Past| {
            let (strand, time) = (past.strand.into(), past.time);
            past.strand == now.strand
                || self.clocks[own].has_seen(strand, time)
                || order.is_of_thread && self.thread_has_seen(access.by.core, strand, time)
        };
        all.retain(|past| {
            if !has_seen(past) {
                let common = past.mask & mask;
                let conflicts = common != 0 && (past.writes || access.writes);
                let both_synchronise = past.order.synchronises() && order.synchronises();
                let is_polled =
                    past.order.combines && !access.writes || order.combines && !past.writes;
                let is_of_thread = past.by.core == access.by.core
                    && match past.by.task == access.by.task {
                        true => order.program_has_number,
                        false => past.order.has_thread_number && order.has_thread_number,
                    };
                if conflicts && !both_synchronise && !is_polled && !is_of_thread && race.is_none() {
                    race = Some((*past, common.trailing_zeros()));
                }
                return true;
            }
            // Forget an earlier access that the new one covers, because every access that races
            // with the earlier one also races with the new one.
            let is_covered = past.mask & !mask == 0
                && (access.writes || !past.writes)
                && order.races_whenever(past.order);
            !is_covered
        });
        all.push(now);
        self.words.store(word, &all);
        self.clocks[own].forget_release();
        self.buffer = all;
        race
    }
}

fn meet(one: &Range<u32>, other: &Range<u32>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Point;

    fn access(core: u32, offset: u32, bytes: u32, writes: bool) -> Access {
        let by = Point {
            core,
            pc: offset,
            ..Point::default()
        };
        Access {
            by,
            place: (0, offset),
            address: offset,
            bytes,
            writes,
            is_lenient: false,
            may_meet_saved: false,
        }
    }

    const FLAG: Key = (0, false, 400);

    #[test]
    fn accesses_without_order_race() {
        for (first, second, races) in [
            (true, true, true),
            (true, false, true),
            (false, true, true),
            (false, false, false),
        ] {
            let mut all = Races::new(2);
            let plain = Order::default();
            assert_eq!(all.access(&access(0, 8, 4, first), plain), None);
            let found = all.access(&access(1, 8, 4, second), plain);
            assert_eq!(found.is_some(), races);
        }
    }

    #[test]
    fn what_a_core_does_alone_comes_before_the_others() {
        let plain = Order::default();
        let mut all = Races::new(2);
        all.start(0);
        all.access(&access(0, 8, 4, true), plain);
        all.start(1);
        assert_eq!(all.access(&access(1, 8, 4, true), plain), None);
        all.access(&access(0, 16, 4, true), plain);
        assert!(all.access(&access(1, 16, 4, true), plain).is_some());
        all.start(0);
        all.access(&access(1, 24, 4, true), plain);
        assert!(all.access(&access(0, 24, 4, true), plain).is_some());
    }

    #[test]
    fn a_window_ends_with_its_memory() {
        let mut all = Races::new(1);
        all.add_window(0, 64..128);
        all.forget(1, 0..256);
        all.forget(0, 128..256);
        assert!(all.are_of_window((0, 120), 4));
        all.forget(0, 120..124);
        assert!(!all.are_of_window((0, 64), 64));
    }

    #[test]
    fn a_flag_orders() {
        for is_waited_for in [true, false] {
            let mut all = Races::new(2);
            all.access(&access(0, 8, 4, true), Order::default());
            all.release(0, FLAG);
            if is_waited_for {
                all.acquire(1, FLAG);
            }
            let found = all.access(&access(1, 8, 4, true), Order::default());
            assert_eq!(found.is_none(), is_waited_for);
        }
    }

    #[test]
    fn what_follows_the_release_is_not_ordered() {
        let mut all = Races::new(2);
        all.release(0, FLAG);
        all.access(&access(0, 8, 4, true), Order::default());
        all.acquire(1, FLAG);
        assert!(all
            .access(&access(1, 8, 4, false), Order::default())
            .is_some());
    }

    #[test]
    fn neighbouring_bytes_do_not_race() {
        let mut all = Races::new(2);
        all.access(&access(0, 8, 1, true), Order::default());
        let beside = access(1, 9, 1, true);
        assert_eq!(all.access(&beside, Order::default()), None);
        let both = all.access(&access(1, 8, 2, false), Order::default());
        assert_eq!(both.map(|found| found.address), Some(8));
    }

    #[test]
    fn an_earlier_read_is_not_forgotten() {
        let mut all = Races::new(3);
        all.access(&access(0, 8, 4, false), Order::default());
        all.access(&access(1, 8, 4, false), Order::default());
        all.release(1, FLAG);
        all.acquire(2, FLAG);
        let found = all.access(&access(2, 8, 4, true), Order::default());
        assert_eq!(
            found
                .and_then(|found| found.other)
                .map(|other| other.by().core),
            Some(0)
        );
    }

    #[test]
    fn atomic_instructions_do_not_race_with_each_other() {
        let mut all = Races::new(2);
        let atomic = Order {
            is_atomic: true,
            ..Order::default()
        };
        all.access(&access(0, 8, 4, true), atomic);
        assert_eq!(all.access(&access(1, 8, 4, true), atomic), None);
        let plain = all.access(&access(1, 8, 4, false), Order::default());
        let other = plain.and_then(|found| found.other);
        assert!(matches!(
            other,
            Some(Other::Access {
                synchronises: true,
                ..
            })
        ));
    }

    #[test]
    fn an_atomic_instruction_does_not_hide_an_earlier_store() {
        let mut all = Races::new(2);
        let atomic = Order {
            is_atomic: true,
            ..Order::default()
        };
        assert_eq!(all.access(&access(0, 8, 4, true), Order::default()), None);
        assert_eq!(all.access(&access(0, 8, 4, true), atomic), None);
        assert!(all.access(&access(1, 8, 4, true), atomic).is_some());
    }

    #[test]
    fn counters_pass_on_what_was_released_to_them() {
        let mut all = Races::new(2);
        let (leaf, root) = ((0, true, 64), (0, true, 128));
        all.notifies(leaf, root);
        all.notifies(root, FLAG);
        all.access(&access(0, 8, 4, true), Order::default());
        all.release(0, leaf);
        all.acquire(1, FLAG);
        let found = all.access(&access(1, 8, 4, true), Order::default());
        assert_eq!(found, None);
    }
}
