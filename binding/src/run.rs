//! A simulation that runs freely or under a debugger.

use onchip_simulator::debug::Session;
use onchip_simulator::float_environment;
use onchip_simulator::simulation::Simulation;
use std::ops::Deref;
use std::time::Duration;

pub enum Run {
    Free(Box<Simulation>),
    Debugged(Box<Session>),
}

impl Run {
    /// Runs as `Simulation::run` does.
    pub fn run(&mut self, time: Duration) -> bool {
        float_environment::in_default(|| match self {
            Run::Free(simulation) => simulation.run(time),
            Run::Debugged(session) => session.run(time),
        })
    }

    /// Calls `act` on the simulation, in the floating-point environment in which its cores execute.
    pub fn enter<T>(&mut self, act: impl FnOnce(&mut Simulation) -> T) -> T {
        float_environment::in_default(|| match self {
            Run::Free(simulation) => act(simulation),
            Run::Debugged(session) => act(session.simulation_mut()),
        })
    }

    /// Sets a priority as `Simulation::set_priority` does.
    pub fn set_priority(&mut self, process: u32, memory: u32, level: u8) -> Result<(), String> {
        match self {
            Run::Free(simulation) => simulation.set_priority(process, memory, level),
            Run::Debugged(session) => session.set_priority(process, memory, level),
        }
    }

    pub fn gdb_port(&self) -> Option<u16> {
        match self {
            Run::Free(_) => None,
            Run::Debugged(session) => session.port(),
        }
    }
}

impl Deref for Run {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        match self {
            Run::Free(simulation) => simulation,
            Run::Debugged(session) => session.simulation(),
        }
    }
}
