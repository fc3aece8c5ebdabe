//! The answers to gdb's commands `monitor cycle`, `cores`, `network`, `queues`, `findings` and
//! `report`.

use super::debuggee::Debuggee;
use crate::chip::Chip;
use crate::noc::Statistics;
use crate::observe::message_queues::CONTEXTS;
use crate::observe::{core_name, core_state, Envelope, MessageQueues};
use crate::simulation::Simulation;
use std::fmt::Write;

const HELP: &str = "monitor cycle      the cycle before which the chip stands\n\
                    monitor cores      what each core does, and its instructions\n\
                    monitor network    flits in flight, and the busiest links\n\
                    monitor queues     messages and receives of MPI that wait for each other\n\
                    monitor findings   what --check has found so far\n\
                    monitor report     how the run has ended, as onchip says it\n";
/// Largest number of network links that an answer lists.
const LINKS: usize = 8;

/// The answer to a command.
pub fn answer(debuggee: &mut Debuggee, command: &str) -> String {
    match command {
        "cycle" => format!("cycle {}\n", debuggee.history.now()),
        "cores" => cores(debuggee),
        "network" => network(debuggee.chip()),
        "queues" => queues(debuggee.history.simulation()),
        "findings" => findings(debuggee.history.simulation_mut()),
        "report" => {
            let text = debuggee.history.simulation_mut().report().0.message;
            match text.is_empty() {
                true => "nothing to report\n".into(),
                false => text + "\n",
            }
        }
        _ => HELP.into(),
    }
}

/// The name of a core as gdb shows it for a thread: its process, its tile, and its state.
pub fn thread(chip: &Chip, core: u32) -> String {
    let (tile, index) = chip.locate(core);
    let hart = &chip.tiles[tile].cores.harts[index];
    let tile = match chip.config.grid() {
        Some((columns, _)) => format!("({}, {})", tile as u32 % columns, tile as u32 / columns),
        None => tile.to_string(),
    };
    let process = chip.shared.host.processes().get(hart.process as usize);
    let who = process.map_or(format!("core {core}"), |process| core_name(process, core));
    format!("{who}, tile {tile}: {}", core_state(hart.state))
}

fn cores(debuggee: &Debuggee) -> String {
    let chip = debuggee.chip();
    let mut text = String::new();
    for &core in &debuggee.cores {
        let (tile, index) = chip.locate(core);
        let retired = chip.tiles[tile].cores.harts[index].core.instret;
        let _ = writeln!(text, "{}, {retired} instructions", thread(chip, core));
    }
    text
}

/// A line for each finding of `--check`: its kind, and the line of the program.
fn findings(simulation: &mut Simulation) -> String {
    let mut text = String::new();
    for finding in simulation.check_findings() {
        let process = simulation.processes().get(finding.access.process as usize);
        let who = process.map_or(String::new(), |process| {
            core_name(process, finding.access.core)
        });
        let at = finding.access.calls.first().cloned().unwrap_or_default();
        let file = at.file.unwrap_or_else(|| "?".into());
        let line = at.line.unwrap_or(0);
        let _ = writeln!(text, "{who}: {} at {file}:{line}", finding.kind.name());
    }
    match text.is_empty() {
        true => "nothing has been found\n".into(),
        false => text,
    }
}

fn queues(simulation: &Simulation) -> String {
    let mut text = String::new();
    let describe = |what: &str, envelope: &Envelope| {
        let source = envelope
            .source
            .map_or("any rank".into(), |rank| format!("rank {rank}"));
        let tag = envelope
            .tag
            .map_or("any tag".into(), |tag| format!("tag {tag}"));
        let bytes = envelope.bytes;
        let comm = match envelope.context / CONTEXTS {
            0 => String::new(),
            comm => format!(", communicator {comm}"),
        };
        format!("{what} from {source} with {tag}, {bytes} bytes{comm}")
    };
    for process in simulation.processes() {
        let program = &simulation.programs()[process.program];
        let queues = MessageQueues::of(simulation.chip(), program, process);
        let who = core_name(process, process.core);
        for receive in &queues.posted {
            let _ = writeln!(text, "{who}: {}", describe("a receive", receive));
        }
        for message in &queues.unexpected {
            let _ = writeln!(text, "{who}: {}", describe("a message", message));
        }
    }
    match text.is_empty() {
        true => "no message and no receive waits\n".into(),
        false => text,
    }
}

fn network(chip: &Chip) -> String {
    let (requests, responses) = (&chip.shared.requests, &chip.shared.responses);
    let mut text = String::new();
    let mut describe = |name: &str, statistics: &Statistics| {
        let _ = writeln!(
            text,
            "{name}: {} flits in flight, {} injected, {} ejected, {} cycles stalled",
            statistics.in_flight, statistics.injected, statistics.ejected, statistics.stall_cycles
        );
        let mut links: Vec<_> = statistics.links.iter().filter(|l| l.flits > 0).collect();
        links.sort_by_key(|link| (std::cmp::Reverse(link.flits), link.router, link.port));
        for link in links.iter().take(LINKS) {
            let (router, port, flits) = (link.router, link.port, link.flits);
            let _ = writeln!(text, "  router {router} port {port}: {flits} flits");
        }
    };
    describe("requests", &requests.statistics());
    describe("responses", &responses.statistics());
    for (name, networks) in [("data requests", requests), ("data responses", responses)] {
        if let Some(statistics) = networks.data_statistics() {
            describe(name, &statistics);
        }
    }
    text
}
