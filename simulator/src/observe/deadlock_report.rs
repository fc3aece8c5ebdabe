//! The report of a deadlock: it says which process waits for what.

use super::circuits::{open_circuits, waits_for_circuit};
use super::devices::{last_reader, waits_at_queue};
use super::message_queues::MessageQueues;
use super::report::{line_of, name, place_of, process_name, user_line};
use super::wait_record;
use crate::chip::{Chip, Ending};
use crate::host::Process;
use crate::memory;
use crate::program::{Place, Program};
use crate::tile::cores::{Hart, State};
use std::sync::Arc;

/// Largest number of lines that a report lists.
const LISTED: usize = 32;
/// The function in which all threads but the first begin. A thread is idle if it is there without
/// a call from the program.
const IDLE: &str = "hal_start_thread";

/// The text of the report: what each process waits for, or where it runs.
pub(super) fn standstill(
    chip: &Chip,
    programs: &[Arc<Program>],
    processes: &[&Process],
    ending: &Ending,
) -> String {
    // Kernel processes are left out, because they always wait for calls from programs.
    let processes = processes.iter().copied();
    let processes: Vec<&Process> = processes.filter(|p| p.kernel.is_none()).collect();
    let waiting: Vec<&Process> = (processes.iter().copied())
        .filter(|p| p.ended.is_none())
        .collect();
    let ended = processes.len() - waiting.len();
    let (cycle, all) = (chip.cycles() - 1, processes.len());
    let stuck = waiting.len();
    let have_ended = match ended {
        0 => String::new(),
        1 => ", 1 has ended".into(),
        ended => format!(", {ended} have ended"),
    };
    let head = match ending {
        Ending::NetworkDeadlock => format!(
            "network deadlock at cycle {cycle}: packets wait for circuits that nobody closes; {stuck} of {all} processes wait for ever"
        ),
        Ending::Livelock(cycles) => format!(
            "livelock at cycle {cycle}: no progress for {cycles} cycles (--livelock), that is, no store to another tile, no DMA transfer, no call of the host but for a lock that is held; {stuck} of {all} processes have not ended"
        ),
        _ => format!("deadlock at cycle {cycle}: {stuck} of {all} processes wait for ever"),
    };
    let mut lines = vec![head + &have_ended];
    lines.extend(whereabouts(chip, programs, &waiting));
    lines.extend(open_circuits(chip, LISTED));
    lines.join("\n")
}

/// For each of these processes, a line that says what it waits for, or where it runs.
pub fn whereabouts(chip: &Chip, programs: &[Arc<Program>], processes: &[&Process]) -> Vec<String> {
    let mut lines = Vec::new();
    // Finding source lines takes long, so only the listed processes are described.
    let mut more: usize = processes.iter().map(|p| p.cores().count()).sum();
    let waits = processes.iter().flat_map(|p| waits_of(chip, programs, p));
    for (threads, wait) in waits.take(LISTED) {
        lines.push(format!("  {wait}"));
        more -= threads;
    }
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    lines
}

/// Lines that say what the threads of a process wait for, and for each line the number of threads
/// that it describes. A single line describes all idle threads.
fn waits_of(chip: &Chip, programs: &[Arc<Program>], process: &Process) -> Vec<(usize, String)> {
    let is_idle = |&core: &u32| {
        process.thread_on(core) != 0
            && matches!(place_of(chip, programs, process, core),
                Place::Outside { began, .. } if began == IDLE)
    };
    let (idle, busy): (Vec<u32>, Vec<u32>) = process.cores().partition(is_idle);
    let mut lines: Vec<(usize, String)> = (busy.iter())
        .map(|&core| (1, waits_for(chip, programs, process, core)))
        .collect();
    let queues = MessageQueues::of(chip, &programs[process.program], process);
    if let (Some((_, first)), Some(miss)) = (lines.first_mut(), queues.near_miss()) {
        *first += &format!("\n    {miss}");
    }
    let idle: Vec<usize> = idle.iter().map(|&core| process.thread_on(core)).collect();
    let whose = process_name(process);
    match idle[..] {
        [] => {}
        [one] => lines.push((1, format!("thread {one} of {whose} is idle"))),
        _ => {
            let all = ranges(&idle);
            let line = format!("threads {all} of {whose} are idle");
            lines.push((idle.len(), line));
        }
    }
    lines
}

/// If a core waits for an element of a queue, such as a queue used as a lock: describes the core
/// that took the last element, and its source line. Otherwise empty.
fn taken(chip: &Chip, programs: &[Arc<Program>], hart: &Hart) -> String {
    let Some(reader) = last_reader(chip, hart) else {
        return String::new();
    };
    let tile = &chip.tiles[usize::from(reader.tile)];
    let index = usize::from(reader.core);
    let processes = chip.shared.host.processes();
    let Some(process) = processes.get(tile.cores.harts[index].process as usize) else {
        return String::new();
    };
    let who = name(process, tile.cores.core_number(index));
    let symbols = &programs[process.program].symbols;
    let line = line_of(&symbols.locate(reader.caller.wrapping_sub(1)));
    format!("; the last element went to {who}{line}")
}

/// Ascending numbers in words: `1, 3 to 5`.
fn ranges(numbers: &[usize]) -> String {
    let rows = numbers.chunk_by(|before, after| before + 1 == *after);
    let words = rows.map(|row| match row {
        [first, last] => format!("{first}, {last}"),
        [first, .., last] => format!("{first} to {last}"),
        _ => row[0].to_string(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A core's state in words.
pub fn state_name(state: State) -> &'static str {
    match state {
        State::Waiting => "waits",
        State::Code => "waits for instructions from DRAM",
        State::Data => "waits for the answer of a remote access",
        State::StoreLimit | State::Fence => "waits for the acknowledgement of its stores",
        State::Buffer(_) => "waits for a DMA transfer",
        State::Element => "waits for an element of a queue",
        State::QueueFull => "waits for a slot in a queue",
        State::Enqueue => "waits for the acknowledgement of its enqueue",
        State::Loading => "waits for its program",
        State::Off => "has no program",
        State::Running => "runs",
        State::Held => "is held",
        State::Ended => "has ended",
    }
}

/// The name of the process on core `core`, which prevents another core from issuing instructions.
fn holder_name(chip: &Chip, core: u32) -> String {
    let (tile, index) = chip.locate(core);
    let process = chip.tiles[tile].cores.harts[index].process as usize;
    match chip.shared.host.processes().get(process) {
        Some(process) => name(process, core),
        None => format!("core {core}"),
    }
}

/// Describes the event that a process waits for. If the process has filled in its wait record, the
/// description comes from there.
fn waits_for(chip: &Chip, programs: &[Arc<Program>], process: &Process, core: u32) -> String {
    let (number, index) = chip.locate(core);
    let tile = &chip.tiles[number];
    let hart = &tile.cores.harts[index];
    let who = name(process, core);
    let at = match place_of(chip, programs, process, core) {
        Place::Library(function) | Place::Outside { function, .. } => function,
        Place::Program => {
            let symbols = &programs[process.program].symbols;
            symbols.locate(hart.core.pc).to_string()
        }
    };
    let what = waits_at_queue(chip, tile, index).or_else(|| waits_for_circuit(chip, tile, index));
    let what = what.as_deref().unwrap_or(match hart.waits_in() {
        State::Off | State::Ended => "does nothing",
        state => state_name(state),
    });
    let line = user_line(chip, programs, process, core);
    if let (State::Held, Some(holder)) = (hart.state, hart.held_by) {
        return format!(
            "{who} is held by {} in {at}{line}",
            holder_name(chip, holder)
        );
    }
    let in_function = || format!("{who} {what} in {at}{line}{}", taken(chip, programs, hart));
    let record = Some(hart.wait_record)
        .filter(|&at| at != 0)
        .and_then(|at| tile.cores.own(index, at, wait_record::BYTES));
    let Some(record) = record else {
        return in_function();
    };
    let word = |member: u32| memory::read(&tile.cores.memory, record + member, 4) as u32;
    let call = word(wait_record::CALL);
    let Some(call) = (call != 0)
        .then(|| tile.cores.string(index, call, 64))
        .flatten()
    else {
        return in_function();
    };
    let call = String::from_utf8_lossy(&call).into_owned();
    let peer = match word(wait_record::PEER) as i32 {
        wait_record::ANY => "any rank".to_string(),
        wait_record::ALL => "the other ranks".to_string(),
        wait_record::ANY_CLUSTER => "any cluster".to_string(),
        wait_record::ALL_CLUSTERS => "the other clusters".to_string(),
        peer if peer >= wait_record::CLUSTER => format!("cluster {}", peer - wait_record::CLUSTER),
        rank => {
            let mut peers = chip.shared.host.processes().iter();
            match peers.find(|p| p.job == process.job && p.number() as i32 == rank) {
                Some(Process {
                    ended: Some((0, _)),
                    ..
                }) => format!("rank {rank}, which has ended"),
                Some(Process {
                    ended: Some((code, _)),
                    ..
                }) => format!("rank {rank}, which has ended with exit code {code}"),
                _ => format!("rank {rank}"),
            }
        }
    };
    let of_cluster = wait_record::is_cluster(word(wait_record::PEER) as i32);
    let tag = match word(wait_record::TAG) as i32 {
        wait_record::NO_TAG => String::new(),
        port if of_cluster && port >= 0 => format!(" (port {port})"),
        wait_record::ANY if of_cluster => " (any port)".into(),
        wait_record::ANY => " (any tag)".into(),
        tag => format!(" (tag {tag})"),
    };
    format!("{who} waits in {call} for {peer}{tag}{line}")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_in_a_row_are_named_by_the_first_and_the_last() {
        assert_eq!(ranges(&[1, 3, 4, 5, 7, 8]), "1, 3 to 5, 7, 8");
        assert_eq!(ranges(&[2]), "2");
    }
}
