//! The errors that the checker (`--check`) has found, with rank, source line and variable.

use super::leaks::leaks;
use crate::check::{Checker, Finding, Kind, Other, Point};
use crate::chip::Chip;
use crate::program::{Location, Program, Symbols};
use std::sync::Arc;

/// Who made an access or called a heap function: the process, the place in the source, and the
/// cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Chip-wide number of the core.
    pub core: u32,
    /// Index of the process on the chip, and the number of the thread.
    pub process: u32,
    pub thread: u32,
    /// The number of the explicit task, from 1 on. 0 if there is none.
    pub task: u32,
    pub cycle: u64,
    /// The library function that the program has called and that made the access. None if the
    /// program made it directly.
    pub function: Option<String>,
    /// The source line in the program, then those of the enclosing calls, the innermost first.
    pub calls: Vec<Location>,
    /// The number of entries at the start of `calls` that belong to one instruction: its source
    /// line, and the calls that the compiler has inlined there.
    pub inlined: usize,
}

/// A block of the heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownBlock {
    pub bytes: u32,
    /// Offset in bytes of the accessed byte from the start of the block. Negative if it is before
    /// the block.
    pub distance: i64,
    pub allocated: Actor,
    pub freed: Option<Actor>,
}

/// A mistake of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFinding {
    pub kind: Kind,
    pub access: Actor,
    pub writes: bool,
    /// Whether the access synchronises: it is atomic, or is next to a fence. Only set for a race.
    pub synchronises: bool,
    pub other: Option<Other<Actor>>,
    pub address: u32,
    pub bytes: u32,
    pub variable: Option<String>,
    pub block: Option<KnownBlock>,
    pub times: u64,
}

/// The errors that a checker has found so far, including leaked blocks. The simulation must have
/// ended, or `Chip::interrupt` must have been called.
pub fn check_findings(
    chip: &mut Chip,
    programs: &[Arc<Program>],
    checker: &Checker,
) -> Vec<CheckFinding> {
    let lost = leaks(chip, programs, checker);
    let chip = &*chip;
    let program = |point: Point| {
        let process = chip.shared.host.processes().get(point.process as usize)?;
        Some(&*programs[process.program])
    };
    let actor = |point: Point| Actor {
        core: point.core,
        process: point.process,
        thread: point.thread,
        task: point.task,
        cycle: point.cycle,
        ..located(point, checker, program(point))
    };
    let resolve = |finding: &Finding| {
        let address = finding.address;
        let symbols = program(finding.access).map(|program| &program.symbols);
        CheckFinding {
            kind: finding.kind,
            access: actor(finding.access),
            writes: finding.writes,
            other: finding.other.map(|other| other.map(actor)),
            synchronises: finding.synchronises,
            address,
            bytes: finding.bytes,
            variable: symbols.and_then(|symbols| variable(chip, finding, symbols)),
            block: finding.block.map(|(block, distance)| KnownBlock {
                bytes: block.bytes,
                distance,
                allocated: actor(block.allocated),
                freed: block.freed.map(actor),
            }),
            times: finding.times,
        }
    };
    checker.findings().chain(&lost).map(resolve).collect()
}

/// The variable that contains the byte of a finding. If the byte is in a gap between variables, the
/// variable before the gap. The address of the finding may be in the data window, or a global
/// address.
fn variable(chip: &Chip, finding: &Finding, symbols: &Symbols) -> Option<String> {
    let (tile, index) = chip.locate(finding.access.core);
    let window = chip.tiles[tile].cores.harts[index].data;
    let inside = finding.address.wrapping_sub(window.base);
    let address = match inside < window.bytes {
        true => crate::protocol::map::DATA + inside,
        false => finding.address,
    };
    match finding.kind {
        Kind::Gap => symbols.variable_before(address),
        _ => symbols.variable(address),
    }
}

/// The actor at a point of execution, with its source lines.
fn located(point: Point, checker: &Checker, program: Option<&Program>) -> Actor {
    let mut pcs = checker.calls.path(point.calls);
    pcs.push(point.pc);
    pcs.reverse();
    let is_of_program = |at: &Location| at.line.is_some() && !at.is_in_library();
    let mut function = None;
    let mut calls: Vec<Location> = Vec::new();
    let mut inlined = 0;
    if let Some(program) = program {
        let frames = program.symbols.frames_all(&pcs);
        for (frames, pc) in frames.into_iter().zip(&pcs) {
            let is_first = calls.is_empty();
            let own = frames.iter().position(is_of_program);
            calls.extend(frames.iter().filter(|at| is_of_program(at)).cloned());
            if let (true, Some(own)) = (is_first, own) {
                inlined = calls.len();
                // The library function is either inlined in this line or called from it.
                let inlined = own.checked_sub(1).map(|last| frames[last].clone());
                let callee = (program.image.callee(*pc)).filter(|_| *pc != point.pc);
                let callee = callee.map(|callee| program.symbols.locate(callee));
                function = inlined.or(callee).and_then(|at| at.function);
            }
        }
        if calls.is_empty() {
            calls.push(program.symbols.locate(point.pc));
        }
    }
    Actor {
        core: 0,
        process: 0,
        thread: 0,
        task: 0,
        cycle: 0,
        function,
        calls,
        inlined,
    }
}
