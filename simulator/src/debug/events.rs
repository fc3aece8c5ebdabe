//! The events that are reported to gdb: a core has come to a breakpoint, or watched memory has
//! changed or was accessed.
//!
//! A core comes to a breakpoint in the first cycle in which its next instruction is at the
//! breakpoint. This event is reported once, even if gdb removes its breakpoints and inserts them
//! again meanwhile. If several cores come to breakpoints in one cycle, the core with the lowest
//! number is reported at once. Each other core is reported when gdb resumes it.
//!
//! gdb assumes that a RISC-V core stops before an access to watched memory, and steps the core over
//! the access itself (`have_nonsteppable_watchpoint` in gdb's sources). So an access by a core is
//! reported before the cycle of the access. A run backwards comes to this report after it has
//! passed the access. A write by a network interface is reported after it has happened.

use crate::chip::addresses;
use crate::chip::Chip;
use crate::core::next_access;
use crate::protocol::core_registers::REGISTERS;
use crate::protocol::map::{Target, DATA};
use crate::tile::cores::protection::Owner;
use crate::tile::cores::State;
use gdbstub::target::ext::breakpoints::WatchKind;
use std::collections::{BTreeSet, HashMap};

/// An event that stops the chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The chip stops before this cycle is simulated.
    pub at: u64,
    pub core: u32,
    pub kind: EventKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    Breakpoint,
    Watch(WatchKind, u32),
}

/// A watchpoint as gdb sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watchpoint {
    pub address: u32,
    pub bytes: u32,
    pub kind: WatchKind,
}

/// The memory of a watchpoint in one process.
#[derive(Debug)]
struct Watched {
    point: Watchpoint,
    /// The core that is reported if the memory has changed but no core of the tile has written it.
    owner: u32,
    targets: Vec<Target>,
    last: Vec<u8>,
}

#[derive(Debug, Default)]
pub struct Events {
    pub breakpoints: BTreeSet<u32>,
    pub watchpoints: Vec<Watchpoint>,
    /// For each core, the breakpoint that was reported last, and the number of instructions that
    /// the core had retired when it came there.
    reported: HashMap<u32, (u32, u64)>,
    /// For each core, the number of instructions that it had retired before its watched access that
    /// was reported last.
    reported_accesses: HashMap<u32, u64>,
    watched: Vec<Watched>,
}

impl Events {
    /// The cores that have come to a breakpoint in `at`, if this has not been reported to gdb yet,
    /// in the order of their numbers.
    pub fn arrivals(&self, chip: &Chip, cores: &[u32], at: &BTreeSet<u32>) -> Vec<u32> {
        if at.is_empty() {
            return Vec::new();
        }
        let stands = |core: &u32| {
            let (tile, index) = chip.locate(*core);
            let hart = &chip.tiles[tile].cores.harts[index];
            hart.state != State::Ended
                && at.contains(&hart.core.pc)
                && self.reported.get(core) != Some(&(hart.core.pc, hart.core.instret))
        };
        cores.iter().copied().filter(stands).collect()
    }

    /// Marks as reported the breakpoint to which a core has come.
    pub fn mark_reported(&mut self, chip: &Chip, core: u32) {
        let (tile, index) = chip.locate(core);
        let hart = &chip.tiles[tile].cores.harts[index].core;
        self.reported.insert(core, (hart.pc, hart.instret));
    }

    /// Forgets all reports and the contents of watched memory.
    pub fn forget(&mut self) {
        self.reported.clear();
        self.reported_accesses.clear();
        self.watched.clear();
    }

    /// Whether the watchpoint of this event is still set. Always true for a breakpoint.
    pub fn is_set(&self, kind: &EventKind) -> bool {
        match *kind {
            EventKind::Breakpoint => true,
            EventKind::Watch(kind, address) => (self.watchpoints.iter())
                .any(|point| point.kind == kind && point.address == address),
        }
    }

    /// Records the contents of watched memory, with which later contents are compared.
    pub fn look(&mut self, chip: &mut Chip, cores: &[u32], points: &[Watchpoint]) {
        self.watched.clear();
        for &point in points {
            let is_window = (DATA..REGISTERS).contains(&point.address);
            let mut seen = BTreeSet::new();
            for &core in cores {
                let bytes = point.address..point.address.saturating_add(point.bytes);
                let targets = bytes.map(|address| addresses::locate(chip, core, address));
                let Some(targets) = targets.collect::<Option<Vec<_>>>() else {
                    continue;
                };
                let Some(first) = targets.first() else {
                    continue;
                };
                // The threads of a process share its data window, so an address in the window leads
                // to the same bytes for all of them. Any other address leads to the same bytes for
                // all cores. So memory that has been seen for one core needs no second entry.
                if !seen.insert((first.endpoint, first.offset)) {
                    continue;
                }
                let last = targets
                    .iter()
                    .map(|&at| addresses::read(chip, at))
                    .collect();
                let owner = match is_window {
                    true => core,
                    false => owner(chip, cores, *first).unwrap_or(core),
                };
                self.watched.push(Watched {
                    point,
                    owner,
                    targets,
                    last,
                });
            }
        }
    }

    /// The cores that are about to access watched memory in the next cycle, with the kind of
    /// access.
    pub fn accesses(&self, chip: &Chip, cores: &[u32]) -> Vec<Accessing> {
        let mut found = Vec::new();
        if self.watched.is_empty() {
            return found;
        }
        for &core in cores {
            let (tile, index) = chip.locate(core);
            let hart = &chip.tiles[tile].cores.harts[index];
            if hart.state != State::Running || hart.core.time > chip.cycles() {
                continue;
            }
            let Some(access) = next_access(&hart.core, &hart.code) else {
                continue;
            };
            let bytes = access.address..access.address.saturating_add(access.bytes);
            let touched: Vec<_> =
                (bytes.filter_map(|address| addresses::locate(chip, core, address))).collect();
            for (number, watched) in self.watched.iter().enumerate() {
                let kind = watched.point.kind;
                let matches = match kind {
                    WatchKind::Write => access.writes(),
                    WatchKind::Read => access.reads(),
                    WatchKind::ReadWrite => true,
                };
                if matches
                    && watched
                        .targets
                        .iter()
                        .any(|target| touched.contains(target))
                {
                    found.push(Accessing {
                        core,
                        number,
                        retired: hart.core.instret,
                        kind: EventKind::Watch(kind, watched.point.address),
                    });
                }
            }
        }
        found
    }

    /// Those of `accesses` that have not been reported to gdb.
    pub fn unreported(&self, accesses: &[Accessing]) -> Vec<Accessing> {
        let is_new = |a: &&Accessing| self.reported_accesses.get(&a.core) != Some(&a.retired);
        accesses.iter().filter(is_new).copied().collect()
    }

    /// Notes that this access has been reported to gdb.
    pub fn mark_access_reported(&mut self, access: &Accessing) {
        self.reported_accesses.insert(access.core, access.retired);
    }

    /// The watched memory that has changed in a cycle although no core of the tile has written it.
    /// `accesses` are the accesses that cores were about to make before that cycle.
    pub fn changes(&mut self, chip: &mut Chip, accesses: &[Accessing]) -> Vec<Event> {
        let mut events = Vec::new();
        for (number, watched) in self.watched.iter_mut().enumerate() {
            let targets = watched.targets.iter();
            let bytes: Vec<u8> = targets.map(|&at| addresses::read(chip, at)).collect();
            let has_changed = bytes != watched.last;
            watched.last = bytes;
            let by_core = accesses
                .iter()
                .any(|a| a.number == number && a.has_happened(chip));
            let kind = watched.point.kind;
            if has_changed && !by_core && kind != WatchKind::Read {
                events.push(Event {
                    at: chip.cycles(),
                    core: watched.owner,
                    kind: EventKind::Watch(kind, watched.point.address),
                });
            }
        }
        events.sort_by_key(|event| event.core);
        events
    }
}

/// An access to watched memory that a core is about to make.
#[derive(Debug, Clone, Copy)]
pub struct Accessing {
    pub core: u32,
    /// Index of the watched memory.
    number: usize,
    retired: u64,
    pub kind: EventKind,
}

impl Accessing {
    /// Whether the core has made the access. If a bank has refused it, the core has not.
    pub fn has_happened(&self, chip: &Chip) -> bool {
        let (tile, index) = chip.locate(self.core);
        let hart = &chip.tiles[tile].cores.harts[index];
        hart.core.instret != self.retired || hart.state != State::Running
    }
}

/// The core to whose process a byte of a tile's memory belongs, if that core is in `cores`.
fn owner(chip: &Chip, cores: &[u32], at: Target) -> Option<u32> {
    let tile = chip.tiles.get(usize::from(at.endpoint))?;
    let index = match tile.cores.tag(at.offset)?.owner {
        Owner::Process(index) | Owner::Shared(index, _) => usize::from(index),
        _ => return None,
    };
    Some(tile.cores.core_number(index)).filter(|core| cores.contains(core))
}
