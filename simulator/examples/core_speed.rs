//! Speed of one bare core: `core_speed PROGRAM [exact|CORES]`, a program linked with `benchmarks/sim/core.ld`.
//!
//! Prints the result, instructions, cycles, and millions of instructions a second. With CORES, that many cores
//! with memory of their own run it in turn, some two thousand cycles at a time.

#[allow(dead_code)]
#[path = "../tests/bare/mod.rs"]
mod bare;

use bare::Program;
use onchip_simulator::config::CoreCosts;
use onchip_simulator::core::{Step, Stop};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let program = Program::load(arguments[1].as_ref(), &CoreCosts::default());
    let mode = arguments.get(2).map_or("1", |mode| mode);
    let cores: usize = mode.parse().unwrap_or(1);
    let mut machines: Vec<_> = (0..cores).map(|_| program.start()).collect();
    let begin = Instant::now();
    if mode == "exact" {
        let ended = machines[0].run_exact(u64::MAX, u64::MAX);
        assert!(matches!(ended, Step::Trap(_)), "{ended:?}");
    }
    let mut running = if mode == "exact" { 0 } else { cores };
    while running > 0 {
        running = 0;
        for machine in &mut machines {
            let until = machine.core.time + 2000;
            loop {
                match machine.run_ahead(until) {
                    Stop::LogFull => machine.log.clear(),
                    Stop::Limit => {
                        running += 1;
                        break;
                    }
                    Stop::Slow => break,
                }
            }
            machine.log.clear();
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let instructions: u64 = machines.iter().map(|machine| machine.core.instret).sum();
    println!(
        "{:08x} {} instructions, {} cycles, {:.3} s, {:.1} MIPS",
        machines[0].core.x[10],
        instructions,
        machines[0].core.time,
        seconds,
        instructions as f64 / seconds / 1e6
    );
}
