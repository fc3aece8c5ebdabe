//! Errors in the use of data caches, with rank, source line and variable.

use crate::chip::Chip;
use crate::host::Process;
use crate::memory::{Finding, Mistake, Shadow, Write};
use crate::program::{Location, Program};
use crate::protocol::map::Target;
use std::sync::Arc;

/// Source files that contain the C library's locks.
const LOCKS: [&str; 2] = ["runtime/libc/lock/lock.c", "runtime/libc/pthread/lock.c"];

/// Who made an access: core and process, place in the source, and cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// Chip-wide number of the core.
    pub core: u32,
    /// Index of the process on the chip, and number of the thread. None if the core has no process.
    pub process: Option<(u32, u32)>,
    /// The source line in the user's program. Parts of it may be unknown.
    pub location: Location,
    pub cycle: u64,
}

/// An error in the use of data caches, with the instructions involved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoherence {
    pub mistake: Mistake,
    /// The wrong access. This is a read, or for [`Mistake::Overwritten`] the store.
    pub access: Party,
    /// The write that the wrong access has not seen or has overwritten.
    pub other: Party,
    /// For [`Mistake::Invalidated`], the instruction that invalidated the line.
    pub dropped: Option<Party>,
    /// Address of the first byte, for the core that made the wrong access.
    pub address: u32,
    /// The variable that contains the first byte. None if there is none.
    pub variable: Option<String>,
    /// Whether the core that made the wrong access has also stored to the aligned 16 bytes around
    /// the first byte.
    pub stores_nearby: bool,
    /// Number of bytes for which the error occurred; each occurrence counts.
    pub times: u64,
}

/// The errors that `shadow` has found so far. The shadow records who has written each byte.
pub fn incoherences(chip: &Chip, programs: &[Arc<Program>], shadow: &Shadow) -> Vec<Incoherence> {
    let resolve = |finding: &Finding| {
        let access = party(chip, programs, finding.access);
        let address = finding.address.unwrap_or_else(|| {
            let (endpoint, offset) = finding.place;
            let device = false;
            chip.shared.map.global(Target {
                endpoint,
                offset,
                device,
            })
        });
        let program = access
            .process
            .map(|(process, _)| &process_of(chip, process).program);
        let variable = program.and_then(|&program| programs[program].symbols.variable(address));
        Incoherence {
            mistake: finding.mistake,
            access,
            other: party(chip, programs, finding.other),
            dropped: finding
                .dropped
                .map(|dropped| party(chip, programs, dropped)),
            address,
            variable,
            stores_nearby: finding.stores_nearby,
            times: finding.times,
        }
    };
    let is_mistake = |finding: &&Finding| {
        let is_old = matches!(finding.mistake, Mistake::Stale | Mistake::Unflushed);
        !is_old || !is_in_lock(chip, programs, finding.access)
    };
    shadow.findings().filter(is_mistake).map(resolve).collect()
}

/// Whether a read was made by a lock function of the C library. Such functions read a lock's owner
/// and type without synchronisation. A thread looks for its own number, which no other thread
/// stores, and the type never changes. So it does no harm if they read an old value.
fn is_in_lock(chip: &Chip, programs: &[Arc<Program>], read: Write) -> bool {
    let (tile, index) = chip.locate(read.by.core);
    let process = chip.tiles[tile].cores.harts[index].process;
    let process = chip.shared.host.processes().get(process as usize);
    let file =
        process.and_then(|process| programs[process.program].symbols.locate(read.by.pc).file);
    file.is_some_and(|file| LOCKS.iter().any(|locks| file.ends_with(locks)))
}

fn process_of(chip: &Chip, process: u32) -> &Process {
    &chip.shared.host.processes()[process as usize]
}

fn party(chip: &Chip, programs: &[Arc<Program>], write: Write) -> Party {
    let by = write.by;
    let (tile, index) = chip.locate(by.core);
    let hart = &chip.tiles[tile].cores.harts[index];
    let processes = chip.shared.host.processes();
    let process = processes.get(hart.process as usize);
    let location = process.map_or_else(Location::default, |process| {
        let symbols = &programs[process.program].symbols;
        let inside = symbols.locate(by.pc);
        let outside = symbols.locate(by.caller.saturating_sub(2));
        match inside.is_in_library() && outside.line.is_some() && !outside.is_in_library() {
            true => outside,
            false => inside,
        }
    });
    Party {
        core: by.core,
        process: process.map(|_| (hart.process, hart.thread)),
        location,
        cycle: write.cycle,
    }
}
