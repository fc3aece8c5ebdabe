//! A simulation from chip file and programs to report.

use crate::chip::Chip;
use crate::config::ChipConfig;
use crate::host::{Host, Input, Line};
use crate::loader::{Job, LoadError, Mapping, Part};
use crate::memory::OutOfMemory;
use crate::observe::{describe, Report, Statistics};
use crate::program::Program;
use crate::tile::devices::HIGHEST;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why a simulation cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error("{0}: {1}")]
    Root(String, std::io::Error),
}

/// A program of the command line.
#[derive(Debug, Clone)]
pub struct ProgramFile {
    pub name: String,
    pub elf: Vec<u8>,
    pub ranks: u32,
    /// Of each rank.
    pub threads: u32,
    pub arguments: Vec<String>,
    /// It is the kernel, whose processes the loader counts.
    pub kernel: bool,
}

/// How the programs are run.
#[derive(Debug, Clone)]
pub struct Options {
    pub mapping: Mapping,
    pub environment: Vec<String>,
    /// 0: as `Job::stack_bytes`.
    pub stack_bytes: u32,
    /// Use the reference scheduler.
    pub reference: bool,
}

/// A chip with the programs of one job on it.
pub struct Simulation {
    chip: Chip,
    programs: Vec<Arc<Program>>,
    reference: bool,
}

impl Simulation {
    /// Builds the chip and loads the job; files are taken below `root`.
    pub fn new(
        config: &ChipConfig,
        files: &[ProgramFile],
        root: &Path,
        options: &Options,
    ) -> Result<Simulation, StartError> {
        let host = Host::new(root).map_err(|e| StartError::Root(root.display().to_string(), e))?;
        let mut chip = Chip::new(config, host)?;
        let mut programs = Vec::new();
        let mut parts = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let program =
                Arc::new(Program::new(&file.name, &file.elf, config).map_err(LoadError::from)?);
            programs.push(program.clone());
            parts.push(Part {
                program,
                index,
                ranks: file.ranks,
                threads: file.threads,
                arguments: file.arguments.clone(),
                kernel: file.kernel,
            });
        }
        chip.load(&Job {
            parts,
            mapping: options.mapping.clone(),
            environment: options.environment.clone(),
            stack_bytes: options.stack_bytes,
        })?;
        Ok(Simulation {
            chip,
            programs,
            reference: options.reference,
        })
    }

    /// Connects the standard input of the first process, which is empty otherwise.
    pub fn set_input(&mut self, input: Box<dyn Input>) {
        self.chip.shared.host.set_input(input);
    }

    /// Gives all accesses of a process to the memory of another process' tile a priority, as if it
    /// had been set before the first instruction.
    pub fn set_priority(&mut self, process: u32, memory: u32, level: u8) -> Result<(), String> {
        let processes = self.processes();
        let core_of = |number: u32| match processes.get(number as usize) {
            Some(process) => Ok(process.core),
            None => Err(format!(
                "there is no process {number}; processes are 0 to {}",
                processes.len() - 1
            )),
        };
        let (core, target) = (core_of(process)?, core_of(memory)?);
        if u32::from(level) > HIGHEST {
            return Err(format!(
                "there is no level {level}; levels are 0 to {HIGHEST}"
            ));
        }
        let (tile, core) = self.chip.locate(core);
        let (target, _) = self.chip.locate(target);
        let endpoints = self.chip.shared.costs.endpoints as usize;
        let priorities = &mut self.chip.tiles[tile].devices.priorities;
        priorities.set(core, target, level, endpoints);
        Ok(())
    }

    /// Runs for about as long, on the host's clock; true when the simulation has ended.
    pub fn run(&mut self, time: Duration) -> bool {
        self.run_until(Instant::now().checked_add(time))
    }

    /// Runs to the end.
    pub fn finish(&mut self) {
        self.run_until(None);
    }

    fn run_until(&mut self, deadline: Option<Instant>) -> bool {
        let ending = if self.reference {
            self.chip.run_reference(deadline)
        } else {
            self.chip.run(deadline)
        };
        ending.is_some()
    }

    /// The chip itself.
    pub fn chip(&mut self) -> &mut Chip {
        &mut self.chip
    }

    pub fn cycles(&self) -> u64 {
        self.chip.cycles()
    }

    pub fn instructions(&self) -> u64 {
        self.chip.instructions()
    }

    /// Lines printed since the last call, with the number that users know their process by.
    pub fn take_output(&mut self) -> Vec<(u32, Line)> {
        self.chip.shared.host.take_output()
    }

    /// How it ended, or stands, and its figures; exact to the cycle. Lines that processes have
    /// begun can be taken, too.
    pub fn report(&mut self) -> (Report, Statistics) {
        self.chip.interrupt();
        self.chip.shared.host.flush();
        (
            describe(&self.chip, &self.programs),
            Statistics::of(&self.chip),
        )
    }

    /// The program and the process of every rank, for tables.
    pub fn processes(&self) -> &[crate::host::Process] {
        self.chip.shared.host.processes()
    }
}
