//! A tile: a core complex (cores and their banked memory), a network interface, and devices.
//!
//! Each part is a struct of its own that reaches the others only by its ports ([`ports`]).

pub mod cores;
pub mod devices;
pub mod ni;
pub mod ports;

use crate::config::ChipConfig;
use crate::memory::OutOfMemory;
use crate::protocol::Packets;
use cores::CoreComplex;
use devices::Devices;
use ni::{dma, NetworkInterface};
use ports::{CircuitPorts, CorePorts, Cycle, InterfacePorts, Ports};

/// A tile of the chip.
#[derive(Debug)]
pub struct Tile {
    /// Number of the tile, which is also its endpoint on the networks.
    pub number: u16,
    pub cores: CoreComplex,
    pub ni: NetworkInterface,
    pub devices: Devices,
}

impl Tile {
    /// For networks with this many traffic classes; `links` lead to each of the memory controllers.
    pub fn new(
        number: u16,
        config: &ChipConfig,
        classes: usize,
        links: Vec<u32>,
    ) -> Result<Tile, OutOfMemory> {
        let cores = config.tile_parts(number.into()).cores;
        let engine = dma::Engine::new(
            cores,
            config.ni.command_buffers,
            config.ni.dma_reads,
            4 * config.network.payload_flits,
        );
        Ok(Tile {
            number,
            cores: CoreComplex::new(number, config)?,
            ni: NetworkInterface::new(number, engine, cores, classes),
            devices: Devices::new(number, config, links),
        })
    }

    /// Runs the cores' work of this cycle.
    pub fn issue_due(&mut self, ports: &mut Ports) {
        let Some(first) = self.cores.first_due(ports.cycle.now) else {
            return;
        };
        let mut ports = CorePorts {
            chip: ports,
            ni: &mut self.ni,
            devices: &mut self.devices,
        };
        self.cores.issue_due(first, &mut ports);
    }

    /// One cycle of the network interface.
    pub fn exchange(&mut self, ports: &mut Ports) {
        ports.turn_to(self.number);
        let mut ports = InterfacePorts {
            chip: ports,
            cores: &mut self.cores,
            devices: &mut self.devices,
        };
        self.ni.exchange(&mut ports);
    }

    /// The earliest cycle in which one of its cores has something to do, if any has.
    pub fn next_event(&self) -> Option<u64> {
        self.cores.next_event()
    }

    /// The job of a core has ended: closes its circuit.
    pub fn abandon_circuit(&mut self, core: usize, cycle: Cycle, packets: &mut Packets) {
        let mut ports = CircuitPorts {
            cycle,
            cores: &mut self.cores,
            priorities: &self.devices.priorities,
            packets,
        };
        self.ni.circuits.abandon(core, &mut ports);
    }

    /// A core gets another process: its transfers and devices are as after the chip's reset. Of
    /// what the last process' job has left there, nothing is answered.
    pub fn reset_core(&mut self, core: usize, packets: &mut Packets) {
        self.ni.engine.reset(core);
        self.devices.reset(core, &mut self.ni, packets);
    }

    /// The queues that the network interface tries again, see there.
    pub fn retried_queues(&self) -> Option<Vec<(u32, bool)>> {
        self.ni.retried_queues(&self.cores, &self.devices)
    }
}
