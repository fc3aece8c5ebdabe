//! The findings of a check, by rank, source line and variable.

use super::leaks::leaks;
use crate::check::{Checker, Finding, Kind, Other, Point};
use crate::chip::Chip;
use crate::program::{Location, Program, Symbols};
use std::sync::Arc;

/// An access, or a call of the heap: its process, its place in the source, and its cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Chip-wide number of the core.
    pub core: u32,
    /// Index of the process on the chip, and the number of the thread.
    pub process: u32,
    pub thread: u32,
    /// The number of the explicit task, from 1; 0 stands for none.
    pub task: u32,
    pub cycle: u64,
    /// The library's function that the program has called; none if the program itself has acted.
    pub function: Option<String>,
    /// The line of the program, and the calls that contain it, the innermost first.
    pub calls: Vec<Location>,
    /// How many entries at the start of `calls` belong to the innermost instruction: its line, and
    /// the calls that the compiler has inlined there.
    pub inlined: usize,
}

/// A block of the heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownBlock {
    pub bytes: u32,
    /// Bytes from the block's first byte to the accessed one; negative if the access lies before.
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
    /// Whether the access synchronises: it is atomic, or fences stand beside it. Set only for a
    /// race.
    pub synchronises: bool,
    pub other: Option<Other<Actor>>,
    pub address: u32,
    pub bytes: u32,
    pub variable: Option<String>,
    pub block: Option<KnownBlock>,
    pub times: u64,
}

/// The findings of a checker so far, with the blocks that were lost. The run must have ended, or
/// `Chip::interrupt` must have been called.
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

/// The variable that contains the byte of a finding, or, if the byte lies in a gap between
/// variables, the variable before it. The finding's address may be an address in the data window or
/// a global address.
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

/// The actor for a point, with its source lines.
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
                // The library's function is either inlined here or called from here.
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
