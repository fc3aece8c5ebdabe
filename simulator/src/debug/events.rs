//! What gdb wants to be told: cores that have come to a breakpoint, memory that has changed or was
//! accessed.
//!
//! A core has come to a breakpoint when its next instruction is there, at the first cycle for which
//! that is so. It is told once, however often gdb removes its breakpoints and inserts them again,
//! and whatever other cores come to in the same cycle: the first in the order of their numbers is
//! told, the others when gdb goes on.
//!
//! gdb takes it that a RISC-V core stops before the access that a watchpoint is about, and steps it
//! over that by itself (`have_nonsteppable_watchpoint` in gdb's sources). So a core's own access is
//! told before its cycle; backwards, that is, behind it. What the network interface writes is told
//! when it is there.

use crate::chip::addresses;
use crate::chip::Chip;
use crate::core::next_access;
use crate::protocol::core_registers::REGISTERS;
use crate::protocol::map::{Target, DATA};
use crate::tile::cores::protection::Owner;
use crate::tile::cores::State;
use gdbstub::target::ext::breakpoints::WatchKind;
use std::collections::{BTreeSet, HashMap};

/// Something that stops the chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The cycle before which the chip stands.
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

/// The bytes of a watchpoint in one process.
#[derive(Debug)]
struct Watched {
    point: Watchpoint,
    /// The core that is named if nobody in the tile has written it.
    owner: u32,
    places: Vec<Target>,
    last: Vec<u8>,
}

#[derive(Debug, Default)]
pub struct Events {
    pub breakpoints: BTreeSet<u32>,
    pub watchpoints: Vec<Watchpoint>,
    /// For each core, the breakpoint that was reported last, and the number of instructions that
    /// the core had retired there.
    told: HashMap<u32, (u32, u64)>,
    /// For each core, the number of instructions that it had retired before the watched access that
    /// was reported last.
    told_accesses: HashMap<u32, u64>,
    watched: Vec<Watched>,
}

impl Events {
    /// The cores that stand at a breakpoint and have not been told, in the order of their numbers.
    pub fn arrivals(&self, chip: &Chip, cores: &[u32], at: &BTreeSet<u32>) -> Vec<u32> {
        if at.is_empty() {
            return Vec::new();
        }
        let stands = |core: &u32| {
            let (tile, index) = chip.locate(*core);
            let hart = &chip.tiles[tile].cores.harts[index];
            hart.state != State::Ended
                && at.contains(&hart.core.pc)
                && self.told.get(core) != Some(&(hart.core.pc, hart.core.instret))
        };
        cores.iter().copied().filter(stands).collect()
    }

    /// Whatever breakpoint this core stands at has been told.
    pub fn tell(&mut self, chip: &Chip, core: u32) {
        let (tile, index) = chip.locate(core);
        let hart = &chip.tiles[tile].cores.harts[index].core;
        self.told.insert(core, (hart.pc, hart.instret));
    }

    /// Nothing has been told, and the watched bytes are as they are now.
    pub fn forget(&mut self) {
        self.told.clear();
        self.told_accesses.clear();
        self.watched.clear();
    }

    /// Whether what has happened is about something that is set now.
    pub fn has(&self, kind: &EventKind) -> bool {
        match *kind {
            EventKind::Breakpoint => true,
            EventKind::Watch(kind, address) => (self.watchpoints.iter())
                .any(|point| point.kind == kind && point.address == address),
        }
    }

    /// The watched bytes are as they are now.
    pub fn look(&mut self, chip: &mut Chip, cores: &[u32], points: &[Watchpoint]) {
        self.watched.clear();
        for &point in points {
            let is_window = (DATA..REGISTERS).contains(&point.address);
            let mut seen = BTreeSet::new();
            for &core in cores {
                let bytes = point.address..point.address.saturating_add(point.bytes);
                let places = bytes.map(|address| addresses::locate(chip, core, address));
                let Some(places) = places.collect::<Option<Vec<_>>>() else {
                    continue;
                };
                let Some(first) = places.first() else {
                    continue;
                };
                // A process' threads share its data window; everything else is there once.
                if !seen.insert((first.endpoint, first.offset)) {
                    continue;
                }
                let last = places.iter().map(|&at| addresses::read(chip, at)).collect();
                let owner = match is_window {
                    true => core,
                    false => owner(chip, cores, *first).unwrap_or(core),
                };
                self.watched.push(Watched {
                    point,
                    owner,
                    places,
                    last,
                });
            }
        }
    }

    /// Before a cycle: the cores that are about to access what is watched, and how.
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
                let is_meant = match kind {
                    WatchKind::Write => access.writes(),
                    WatchKind::Read => access.reads(),
                    WatchKind::ReadWrite => true,
                };
                if is_meant && watched.places.iter().any(|place| touched.contains(place)) {
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

    /// The accesses among `accesses` that have not been reported.
    pub fn untold(&self, accesses: &[Accessing]) -> Vec<Accessing> {
        let is_new = |a: &&Accessing| self.told_accesses.get(&a.core) != Some(&a.retired);
        accesses.iter().filter(is_new).copied().collect()
    }

    /// Notes that this access has been reported.
    pub fn tell_access(&mut self, access: &Accessing) {
        self.told_accesses.insert(access.core, access.retired);
    }

    /// After a cycle: the watched bytes that have changed, though no core of the tile has written
    /// them. `accesses` are those of the cycle.
    pub fn changes(&mut self, chip: &mut Chip, accesses: &[Accessing]) -> Vec<Event> {
        let mut events = Vec::new();
        for (number, watched) in self.watched.iter_mut().enumerate() {
            let places = watched.places.iter();
            let bytes: Vec<u8> = places.map(|&at| addresses::read(chip, at)).collect();
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

/// A core that is about to access what is watched.
#[derive(Debug, Clone, Copy)]
pub struct Accessing {
    pub core: u32,
    /// Index of what is watched.
    number: usize,
    retired: u64,
    pub kind: EventKind,
}

impl Accessing {
    /// Whether it has been issued: a bank may have refused it.
    pub fn has_happened(&self, chip: &Chip) -> bool {
        let (tile, index) = chip.locate(self.core);
        let hart = &chip.tiles[tile].cores.harts[index];
        hart.core.instret != self.retired || hart.state != State::Running
    }
}

/// The core whose process a byte of a tile belongs to.
fn owner(chip: &Chip, cores: &[u32], at: Target) -> Option<u32> {
    let tile = chip.tiles.get(usize::from(at.endpoint))?;
    let index = match tile.cores.tag(at.offset)?.owner {
        Owner::Process(index) | Owner::Shared(index, _) => usize::from(index),
        _ => return None,
    };
    Some(tile.cores.core_number(index)).filter(|core| cores.contains(core))
}
