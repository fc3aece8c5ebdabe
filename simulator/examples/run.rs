//! Runs a linked program on a chip without the command line, for profiling the simulator.
//!
//! `run CHIP.toml PROGRAM RANKS [reference]`

use onchip_simulator::config::ChipConfig;
use onchip_simulator::loader::Mapping;
use onchip_simulator::simulation::{Options, ProgramFile, Simulation};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, chip, program, ranks, rest @ ..] = arguments.as_slice() else {
        return Err("run CHIP.toml PROGRAM RANKS [reference] [ARGUMENTS]".into());
    };
    let path = Path::new(chip);
    let config = ChipConfig::from_toml(&std::fs::read_to_string(path)?, path)?;
    let reference = rest.first().is_some_and(|word| word == "reference");
    let file = ProgramFile {
        name: program.clone(),
        elf: std::fs::read(program)?,
        ranks: ranks.parse()?,
        threads: 1,
        arguments: rest[usize::from(reference)..].to_vec(),
        kernel: false,
    };
    let options = Options {
        mapping: Mapping::Compact,
        environment: Vec::new(),
        directory: None,
        stack_bytes: 0,
        energy: false,
        power: None,
        profile: false,
        check_cache: false,
        check: false,
        check_nan: false,
        trace: None,
        livelock: None,
        jobs: 1,
        reference,
    };
    let mut simulation = Simulation::new(&config, &[file], Path::new("."), &options)?;
    let start = Instant::now();
    loop {
        let ended = simulation.run(Duration::from_millis(100));
        for (_, line) in simulation.take_output() {
            std::io::stdout().write_all(&line.bytes)?;
        }
        if ended {
            break;
        }
    }
    let (report, statistics) = simulation.report();
    let instructions = statistics.instructions();
    println!(
        "{} {}, {} cycles, {instructions} instructions, {:.1} million instructions/s\n{}",
        report.kind,
        report.exit_code,
        statistics.cycles,
        instructions as f64 / start.elapsed().as_secs_f64() / 1e6,
        report.message
    );
    Ok(())
}
