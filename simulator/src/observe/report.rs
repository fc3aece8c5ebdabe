//! The report on how a simulation has ended: what is wrong, where, and how to correct it.

use super::deadlock_report::standstill;
use super::devices::{closed_memory, device};
use super::heap::heap_full;
use crate::chip::{Chip, EndedJob, Ending};
use crate::config::Misaligned;
use crate::host::{Abort, BadFree, Process};
use crate::memory;
use crate::program::Program;
use crate::program::{Location, Place};
use crate::protocol::fault::{Attempt, Cause, Fault};
use crate::protocol::map::TILES;
use crate::tile::cores::protection::READ;
use std::sync::Arc;

/// Largest number of calls that a report lists.
const CALLS: usize = 12;

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How the simulation ended: `exit`, `abort`, `stopped` (by the job allocator), `fault`,
    /// `stack`, `deadlock`, `network`, `livelock`, or `load` (the job could not be loaded).
    /// `running` if it has not ended.
    pub kind: &'static str,
    /// For `exit` and `running`, the first exit code that is not 0, in the order of the job's
    /// processes, or 0 if all are 0. For `abort`, an exit code made from the job's code (see
    /// `status`). Otherwise 0.
    pub exit_code: i32,
    /// The text of the report. Empty if there is nothing to report.
    pub message: String,
}

/// Describes why the simulation of the chip has ended.
pub fn describe(chip: &Chip, programs: &[Arc<Program>]) -> Report {
    let processes: Vec<&Process> = chip.shared.host.processes().iter().collect();
    describe_ending(chip, programs, &processes, chip.ending())
}

/// Describes how a job has ended. Must be called before another job gets the job's cores.
pub fn describe_job(chip: &Chip, programs: &[Arc<Program>], ended: &EndedJob) -> Report {
    let processes = chip.shared.host.processes().iter();
    let processes: Vec<&Process> = processes.filter(|p| p.job == ended.job).collect();
    describe_ending(chip, programs, &processes, Some(&ended.ending))
}

/// Describes how these processes have ended, or that they are still running.
fn describe_ending(
    chip: &Chip,
    programs: &[Arc<Program>],
    processes: &[&Process],
    ending: Option<&Ending>,
) -> Report {
    let code = |process: &&Process| {
        process
            .ended
            .map(|(code, _)| code)
            .filter(|&code| code != 0)
    };
    let exit_code = processes.iter().find_map(code).unwrap_or(0);
    let (kind, exit_code, message) = match ending {
        None => ("running", exit_code, String::new()),
        Some(Ending::Exit) => ("exit", exit_code, String::new()),
        Some(Ending::Abort(abort)) => {
            let process = &chip.shared.host.processes()[abort.process as usize];
            let message = format!(
                "{}{}{}",
                name(process, abort.core),
                abort.bad_free.map_or_else(
                    || format!(" ended the job with exit code {}", status(abort.code)),
                    bad_free
                ),
                abort_line(chip, programs, abort)
            );
            ("abort", status(abort.code), message)
        }
        Some(Ending::Stopped) => ("stopped", 0, "its allocator has ended it".into()),
        Some(Ending::Fault(fault)) => {
            let kind = if overflows_stack(chip, fault) {
                "stack"
            } else {
                "fault"
            };
            (kind, 0, describe_fault(chip, programs, fault))
        }
        Some(ending @ Ending::Deadlock) => {
            ("deadlock", 0, standstill(chip, programs, processes, ending))
        }
        Some(ending @ Ending::NetworkDeadlock) => {
            ("network", 0, standstill(chip, programs, processes, ending))
        }
        Some(ending @ Ending::Livelock(_)) => {
            ("livelock", 0, standstill(chip, programs, processes, ending))
        }
    };
    // A program that ends with exit code 0 has handled a full heap, or a file that it could not
    // open. So neither of them is reported as a cause.
    let causes = match kind {
        "running" => [None, None],
        "exit" if exit_code == 0 => [None, None],
        _ => [heap_full(chip, processes), refused(processes)],
    };
    let message = Some(message).filter(|text| !text.is_empty());
    let lines = std::iter::once(message).chain(causes);
    let lines: Vec<_> = lines.flatten().collect();
    Report {
        kind,
        exit_code,
        message: lines.join("\n"),
    }
}

/// Names a file that one of these processes could not open. Programs can only open files below one
/// folder.
fn refused(processes: &[&Process]) -> Option<String> {
    let mut refused = processes.iter();
    let (name, path) = refused.find_map(|process| {
        let path = process.refused.as_ref()?;
        Some((process_name(process), path))
    })?;
    Some(format!(
        "{name} could not open {path}: programs reach only files below the folder that --root \
         names, by default the current one"
    ))
}

/// Describes what is wrong with a call of free().
fn bad_free(bad: BadFree) -> String {
    let address = bad.address;
    match bad.twice {
        true => format!(": free({address:#010x}) of memory that is free already (a double free)"),
        false => format!(
            ": free({address:#010x}) of a block that malloc has not allocated, or whose size has been overwritten"
        ),
    }
}

/// The exit code for the abort code of a job. As in operating systems, it is the lowest eight bits.
/// It is 1 if only higher bits are set, because 0 would mean success.
fn status(code: i32) -> i32 {
    match code & 0xff {
        0 if code != 0 => 1,
        low => low,
    }
}

/// The name of a process. This is its rank; for a kernel, its cluster; and before MPI has given the
/// process a rank, its index in the job.
pub(super) fn process_name(process: &Process) -> String {
    match (process.rank, process.kernel) {
        (Some(rank), _) => format!("rank {rank}"),
        (None, Some(kernel)) => format!("the kernel of cluster {kernel}"),
        (None, None) => format!("process {}", process.index),
    }
}

/// The name of a core of a process. For the core of the first thread, it is the name of the
/// process.
pub fn name(process: &Process, core: u32) -> String {
    let whose = process_name(process);
    match process.thread_on(core) {
        0 => format!("{whose} (core {core})"),
        thread => format!("thread {thread} of {whose} (core {core})"),
    }
}

fn process_of(chip: &Chip, core: u32) -> Option<&Process> {
    let (tile, index) = chip.locate(core);
    let process = chip.tiles[tile].cores.harts[index].process;
    chip.shared.host.processes().get(process as usize)
}

fn describe_fault(chip: &Chip, programs: &[Arc<Program>], fault: &Fault) -> String {
    let process = process_of(chip, fault.core);
    let who = process.map_or(format!("core {}", fault.core), |p| name(p, fault.core));
    let location = process.map_or(String::new(), |process| {
        programs[process.program]
            .symbols
            .locate(fault.pc)
            .to_string()
    });
    let calls = process.map_or(String::new(), |process| {
        called_from(&calls(chip, programs, process, fault.core, fault.pc))
    });
    let attempt = match fault.attempt {
        Attempt::Load => "load from",
        Attempt::Store => "store to",
        Attempt::Atomic => "atomic access to",
        Attempt::Transfer => "DMA transfer with",
        Attempt::Notification => "notification of",
        Attempt::Execute => "execution at",
    };
    let address = fault.address;
    let what = match fault.cause {
        Cause::IllegalInstruction(bits) if bits & 3 == 3 => {
            format!("illegal instruction {bits:#010x}")
        }
        Cause::IllegalInstruction(bits) => format!("illegal instruction {:#06x}", bits & 0xffff),
        Cause::Breakpoint => {
            "ebreak: a breakpoint, or code that the compiler takes for unreachable (__builtin_trap)".into()
        }
        Cause::StackLimit(to) => {
            let stack = process.map_or(0, |process| process.stack_on(fault.core));
            let more = stack - to;
            format!(
                "stack overflow: {more} bytes beyond the end of the stack at {stack:#010x}; {}",
                larger_stack(process, fault, more)
            )
        }
        Cause::NoCache => "an instruction for a data cache, which this chip lacks; `--set data_cache.size_kb=16` would add one".into(),
        Cause::NotCached => format!(
            "cbo.zero of {address:#010x}, which is not cached: clear it by stores, or let CACHE_START and CACHE_BYTES cover it"
        ),
        Cause::EnvironmentCall => "environment call (ecall), which nothing handles".into(),
        Cause::FetchOutside if address >= TILES => format!(
            "execution at {address:#010x}, outside the program's code; stacks and heaps are not executable, so a nested function cannot be called by its address"
        ),
        Cause::FetchOutside if address < 0x1000 => format!(
            "execution at {address:#010x}: a call through a null pointer, or the end of a function that lacks its return statement"
        ),
        Cause::FetchOutside => format!("execution at {address:#010x}, outside the program's code"),
        Cause::Misaligned(bytes) => format!(
            "misaligned {attempt} address {address:#010x}: {bytes} bytes need a multiple of {bytes}{}",
            split_would_help(chip, fault)
        ),
        Cause::Unmapped if address < 0x1000 => {
            format!("{attempt} address {address:#010x}: a null pointer, or close to one")
        }
        Cause::Unmapped => format!("{attempt} address {address:#010x}, which is not mapped"),
        Cause::Unowned => match process.filter(|p| is_guard(chip, p, fault.core, address)) {
            Some(process) => format!(
                "stack overflow: {attempt} address {address:#010x}, in the guard page below the stack that starts at {:#010x}; {}",
                process.stack_on(fault.core),
                larger_stack(Some(process), fault, process.stack_on(fault.core) - address)
            ),
            None if process.is_some_and(|p| is_below_stack(chip, p, fault.core, address)) => format!(
                "{attempt} address {address:#010x}, in the guard page between heap and stack: beyond the end of a block of malloc, or before the beginning of a local array"
            ),
            None => format!("{attempt} address {address:#010x}, in a page that no process owns"),
        },
        Cause::NotExposed => format!(
            "{attempt} address {address:#010x}, in a page that belongs to another process or is not exposed to this one"
        ),
        Cause::OtherTiles => {
            format!("{attempt} address {address:#010x}, {}", closed_memory(chip, address))
        }
        Cause::ReadOnly => format!("{attempt} address {address:#010x}, which is read-only"),
        Cause::Device(misuse) => {
            let device = device(chip, address).map_or(String::new(), |name| format!(" ({name})"));
            format!("{attempt} address {address:#010x}{device}, {misuse}")
        }
        Cause::Register => format!("{attempt} address {address:#010x}, where no register accepts it"),
    };
    format!(
        "{who}: {what}\n  pc {:#010x} in {location}, cycle {}{calls}",
        fault.pc, fault.cycle
    )
}

/// Explains how to get a stack that is larger by `more` bytes, and at least twice as large as now.
fn larger_stack(process: Option<&Process>, fault: &Fault, more: u32) -> String {
    let bytes = process.map_or(0, |process| process.stack_bytes_on(fault.core));
    let needed = (u64::from(bytes) + u64::from(more)).max(2 * u64::from(bytes));
    format!(
        "it has {} kB; --stack {} sets a larger one",
        bytes / 1024,
        needed.div_ceil(1024).next_power_of_two()
    )
}

/// Explains how to make the chip carry out a misaligned access.
fn split_would_help(chip: &Chip, fault: &Fault) -> &'static str {
    match (fault.attempt, chip.config.core.misaligned) {
        (Attempt::Load | Attempt::Store, Misaligned::Fault) => {
            "; copy them with memcpy, or let the core split the access: --set core.misaligned=split"
        }
        _ => "",
    }
}

/// The source line of the user's program that ended a job. It is unknown if the core already
/// belongs to another job.
fn abort_line(chip: &Chip, programs: &[Arc<Program>], abort: &Abort) -> String {
    match process_of(chip, abort.core) {
        Some(process)
            if process.job == chip.shared.host.processes()[abort.process as usize].job =>
        {
            user_line(chip, programs, process, abort.core)
        }
        _ => String::new(),
    }
}

/// The calls through which a core of a process has reached `pc`, the innermost first.
fn calls(
    chip: &Chip,
    programs: &[Arc<Program>],
    process: &Process,
    core: u32,
    pc: u32,
) -> Vec<Location> {
    let (number, index) = chip.locate(core);
    let tile = &chip.tiles[number];
    let symbols = &programs[process.program].symbols;
    let x = tile.cores.harts[index].core.x;
    symbols.calls(pc, x, reader(chip, number, index))
}

/// Reads words of the memory of a core, the one with this index in its tile.
fn reader(chip: &Chip, tile: usize, index: usize) -> impl Fn(u32) -> Option<u32> + '_ {
    let cores = &chip.tiles[tile].cores;
    move |address| {
        let at = cores.own_with(index, address, 4, READ)?;
        Some(memory::read(&cores.memory, at, 4) as u32)
    }
}

/// The lines of a report for these calls. Only the innermost `CALLS` of them are shown.
fn called_from(calls: &[Location]) -> String {
    let mut text: String = calls
        .iter()
        .take(CALLS)
        .map(|call| format!("\n  called from {call}"))
        .collect();
    if calls.len() > CALLS {
        text += "\n  …";
    }
    text
}

/// Whether a fault was caused by a stack that has grown into its guard page.
fn overflows_stack(chip: &Chip, fault: &Fault) -> bool {
    matches!(fault.cause, Cause::StackLimit(_))
        || matches!(fault.cause, Cause::Unowned)
            && process_of(chip, fault.core)
                .is_some_and(|p| is_guard(chip, p, fault.core, fault.address))
}

/// Whether an address is in the page below the stack of a core's thread, and the stack pointer is
/// below that stack, too.
fn is_guard(chip: &Chip, process: &Process, core: u32, address: u32) -> bool {
    const SP: usize = 2;
    let (tile, index) = chip.locate(core);
    let sp = chip.tiles[tile].cores.harts[index].core.x[SP];
    is_below_stack(chip, process, core, address) && sp < process.stack_on(core)
}

/// Whether an address is in the page below the stack of a core's thread.
fn is_below_stack(chip: &Chip, process: &Process, core: u32, address: u32) -> bool {
    let page = chip.config.tile.page_bytes;
    let stack = process.stack_on(core);
    (stack - page..stack).contains(&address)
}

/// The source line of the user's program that a core is executing. If the core is in the library,
/// the line of the innermost call from outside the library. The function in the wait record need
/// not be on the stack, because it may have ended with a tail call.
pub(super) fn user_line(
    chip: &Chip,
    programs: &[Arc<Program>],
    process: &Process,
    core: u32,
) -> String {
    let (number, index) = chip.locate(core);
    let pc = chip.tiles[number].cores.harts[index].core.pc;
    let at = programs[process.program].symbols.locate(pc);
    let calls = calls(chip, programs, process, core, pc);
    // Functions of the C++ library have no source lines, so they cannot be distinguished from the
    // user's functions by them.
    let mut with_lines = calls.iter().filter(|call| call.line.is_some());
    match with_lines.find(|call| !call.is_in_library()) {
        Some(call) if at.is_in_library() => line_of(call),
        _ => String::new(),
    }
}

/// Where a core of a process is.
pub(super) fn place_of(
    chip: &Chip,
    programs: &[Arc<Program>],
    process: &Process,
    core: u32,
) -> Place {
    let (number, index) = chip.locate(core);
    let core = &chip.tiles[number].cores.harts[index].core;
    let program = &programs[process.program];
    let read = reader(chip, number, index);
    (program.symbols).place(core.pc, core.x, read, &program.image)
}

/// The text `, at file:line`. Empty if the line does not belong to the user's program.
pub(super) fn line_of(at: &Location) -> String {
    match at {
        Location {
            file: Some(file),
            line: Some(line),
            ..
        } if !at.is_in_library() => format!(", at {file}:{line}"),
        _ => String::new(),
    }
}
