//! A simulation that can go back to an earlier cycle. It is deterministic. To go back, the debugger
//! simulates the programs again from the beginning, at full speed, up to the wanted cycle. It makes
//! each of its changes to the chip again, in the same cycle as before.
//!
//! There are no checkpoints, because each of them would need a copy of the whole chip, with
//! everything in flight.

use super::calls::{self, Jump, Return};
use super::registers::Register;
use crate::chip::Chip;
use crate::config::ChipConfig;
use crate::simulation::{Options, ProgramFile, Simulation, StartError};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

/// Number of simulated cycles between two reads of the host's clock.
const PATIENCE: u64 = 4096;

/// The data that a new start of the simulation needs.
#[derive(Debug)]
pub struct Beginning {
    pub config: ChipConfig,
    pub files: Vec<ProgramFile>,
    pub root: PathBuf,
    pub options: Options,
    /// The arguments of all calls of `Simulation::set_priority`.
    pub priorities: Vec<(u32, u32, u8)>,
}

impl Beginning {
    fn start(&self) -> Result<Simulation, StartError> {
        let mut simulation = Simulation::new(&self.config, &self.files, &self.root, &self.options)?;
        for &(process, memory, level) in &self.priorities {
            // These arguments were accepted when the simulation was first started.
            let _ = simulation.set_priority(process, memory, level);
        }
        simulation.chip_mut().shared.host.keep_answers();
        Ok(simulation)
    }
}

/// A change that the debugger makes to the chip between two cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intervention {
    /// From now on, stops these cores and no others.
    Hold(BTreeSet<u32>),
    Register(u32, Register, Vec<u8>),
    /// Makes a core continue at another instruction, even if it is waiting for something.
    Jump(Jump),
    /// Writes bytes to the memory of an endpoint. The numbers are the endpoint's, and the offset of
    /// the first byte.
    Memory(usize, u32, Vec<u8>),
}

/// A simulation that can go back to any earlier cycle.
pub struct History {
    pub beginning: Beginning,
    simulation: Simulation,
    /// The interventions in order. Each has the cycle before which it happens.
    interventions: Vec<(u64, Intervention)>,
    /// Number of interventions that have been carried out since the last start of the simulation.
    done: usize,
    held: BTreeSet<u32>,
    /// The ends of gdb's function calls that must still happen, although the interventions that
    /// would have caused them have been forgotten.
    returns: Vec<Return>,
}

impl History {
    pub fn new(beginning: Beginning) -> Result<History, StartError> {
        Ok(History {
            simulation: beginning.start()?,
            beginning,
            interventions: Vec::new(),
            done: 0,
            held: BTreeSet::new(),
            returns: Vec::new(),
        })
    }

    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    pub fn simulation_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }

    pub fn chip(&self) -> &Chip {
        self.simulation.chip()
    }

    /// The next cycle to be simulated.
    pub fn now(&self) -> u64 {
        self.simulation.cycles()
    }

    pub fn held(&self) -> &BTreeSet<u32> {
        &self.held
    }

    /// The interventions that have been carried out since the last start of the simulation.
    pub fn past(&self) -> impl Iterator<Item = &Intervention> {
        self.interventions[..self.done].iter().map(|(_, what)| what)
    }

    /// Carries out an intervention now. Forgets all interventions for later cycles, except the ends
    /// of gdb's function calls and the release of stopped cores.
    pub fn intervene(&mut self, what: Intervention) {
        let now = self.now();
        let later = self.interventions.split_off(self.done);
        let open = calls::open(self.past());
        self.returns.retain(|end| open.contains(&end.call));
        self.returns.extend(calls::ends(&open, &later));
        if !later.is_empty() && !self.held.is_empty() {
            let nobody = Intervention::Hold(BTreeSet::new());
            self.interventions.push((now, nobody));
        }
        self.simulation.chip_mut().shared.host.diverge();
        self.interventions.push((now, what));
        self.carry_out();
    }

    /// Carries out the interventions that are due before the next cycle.
    fn carry_out(&mut self) {
        while let Some((cycle, what)) = self.interventions.get(self.done) {
            if *cycle > self.now() {
                return;
            }
            let chip = self.simulation.chip_mut();
            match what {
                Intervention::Hold(cores) => self.held = cores.clone(),
                Intervention::Jump(jump) => chip.send_to(jump.core, jump.to),
                Intervention::Register(core, register, value) => {
                    let (tile, index) = chip.locate(*core);
                    register.write(&mut chip.tiles[tile].cores.harts[index].core, value);
                }
                Intervention::Memory(endpoint, offset, bytes) => {
                    match endpoint.checked_sub(chip.tiles.len()) {
                        None => chip.poke(*endpoint, *offset, bytes),
                        Some(controller) => {
                            let memory = chip.controllers[controller].memory();
                            let start = *offset as usize;
                            memory[start..start + bytes.len()].copy_from_slice(bytes);
                        }
                    }
                }
            }
            self.done += 1;
        }
    }

    /// Simulates one cycle, and skips cycles after it in which nothing happens.
    pub fn step(&mut self) {
        self.carry_out();
        let chip = self.simulation.chip_mut();
        for &core in &self.held {
            chip.hold(core);
        }
        chip.step();
        let (returns, chip) = (&self.returns, self.chip());
        let ended = returns.iter().position(|end| end.is_reached(chip));
        if let Some(end) = ended.map(|at| self.returns.remove(at)) {
            for (register, value) in end.registers {
                self.intervene(Intervention::Register(end.jump.core, register, value));
            }
            self.intervene(Intervention::Jump(end.jump));
        }
    }

    /// Starts the simulation again, with the first cycle.
    pub fn restart(&mut self) -> Result<(), StartError> {
        let mut fresh = self.beginning.start()?;
        let before = &mut self.simulation.chip_mut().shared.host;
        fresh.chip_mut().shared.host.repeat(before);
        self.simulation = fresh;
        self.done = 0;
        self.held.clear();
        Ok(())
    }

    /// Simulates until `cycle` is the next cycle, or the run ends. Returns false if `deadline` on
    /// the host's clock comes first.
    pub fn travel(&mut self, cycle: u64, deadline: Instant) -> bool {
        while self.now() < cycle && self.chip().ending().is_none() {
            self.carry_out();
            if self.held.is_empty() && self.returns.is_empty() {
                let next = self
                    .interventions
                    .get(self.done)
                    .map_or(cycle, |next| next.0);
                let next = next.min(cycle).min(self.now() + PATIENCE);
                let chip = self.simulation.chip_mut();
                chip.run_to(next);
                chip.interrupt();
            } else {
                self.step();
            }
            if Instant::now() >= deadline {
                return self.now() >= cycle;
            }
        }
        true
    }
}
