//! A tile: a core complex (cores and their banked memory), network interfaces, and devices.
//!
//! Each part is a separate struct. The documentation of [`ports`] says which part may use which
//! others.

pub mod cores;
pub mod devices;
pub mod dma;
pub mod ni;
pub mod ports;

use crate::config::ChipConfig;
use crate::memory::OutOfMemory;
use crate::protocol::{Packets, Reply, Request};
use cores::{CoreComplex, CorePorts, Surroundings};
use devices::{CircuitPorts, DevicePorts, Devices};
use dma::Engine;
use ni::{InterfacePorts, NetworkInterface, QueueAttempt, Retry, TileInterfaces};
use ports::{Costs, Cycle, Ports};

/// A tile of the chip. It occupies whole cache lines of the host, because different host threads
/// may simulate neighbouring tiles.
#[derive(Debug)]
#[repr(align(64))]
pub struct Tile {
    /// Number of the tile, which is also the endpoint of its first network interface.
    pub number: u16,
    pub cores: CoreComplex,
    /// The network interfaces: at least one.
    pub interfaces: Vec<NetworkInterface>,
    pub devices: Devices,
}

impl Tile {
    /// Makes a tile for networks with `classes` traffic classes. `links` contains the number of
    /// links on the route to each memory controller.
    pub fn new(
        number: u16,
        config: &ChipConfig,
        costs: &Costs,
        classes: usize,
        links: Vec<u32>,
    ) -> Result<Tile, OutOfMemory> {
        let parts = config.tile_parts(number.into());
        let cores = parts.cores;
        let engine = Engine::new(
            cores,
            costs.command_buffers,
            config.ni.dma_reads,
            [costs.line, costs.multicast_line],
        );
        Ok(Tile {
            number,
            cores: CoreComplex::new(number, config)?,
            interfaces: (0..parts.interfaces as usize)
                .map(|interface| {
                    let endpoint = costs.entrances.of_interface(number, interface);
                    NetworkInterface::new(number, endpoint, engine.clone(), cores, classes)
                })
                .collect(),
            devices: Devices::new(number, config, links),
        })
    }

    /// Makes the cores do their work of this cycle.
    pub fn issue_due(&mut self, ports: &mut Ports) {
        self.cores.stop_for_interrupts(ports.cycle.now);
        let Some(first) = self.cores.first_due(ports.cycle.now) else {
            return;
        };
        let mut ports = CorePorts {
            chip: ports,
            tile: &mut CoreSurroundings {
                interfaces: TileInterfaces::all(&mut self.interfaces),
                devices: &mut self.devices,
            },
        };
        self.cores.issue_due(first, &mut ports);
    }

    /// Makes each network interface do its work of this cycle. The first turn rotates over the
    /// interfaces from cycle to cycle, so that each one eventually gets the banks for which it
    /// waits.
    pub fn exchange(&mut self, ports: &mut Ports) {
        if let [only] = &mut self.interfaces[..] {
            ports.turn_to(only.endpoint);
            return only.exchange(&mut InterfacePorts {
                chip: ports,
                cores: &mut self.cores,
                devices: &mut self.devices,
                others: [&mut [], &mut []],
            });
        }
        let count = self.interfaces.len();
        let first = (ports.cycle.now % count as u64) as usize;
        for interface in (first..count).chain(0..first) {
            let (before, rest) = self.interfaces.split_at_mut(interface);
            let (this, behind) = rest.split_first_mut().expect("there is this one");
            ports.turn_to(this.endpoint);
            this.exchange(&mut InterfacePorts {
                chip: ports,
                cores: &mut self.cores,
                devices: &mut self.devices,
                others: [before, behind],
            });
        }
    }

    /// Whether a network interface may have something to do in this cycle.
    #[inline]
    pub fn can_exchange(&self, ports: &mut Ports) -> bool {
        self.interfaces.iter().any(|interface| {
            ports.turn_to(interface.endpoint);
            ports.requests.has_arrived()
                || ports.responses.has_arrived()
                || interface.next_event(ports) <= ports.cycle.now
        })
    }

    /// The next cycle in which a network interface may have something to do if no flit arrives. For
    /// the meaning of the result, see [`NetworkInterface::next_event`].
    #[inline]
    pub fn next_exchange(&self, ports: &mut Ports) -> u64 {
        let next = self.interfaces.iter().map(|interface| {
            ports.turn_to(interface.endpoint);
            interface.next_event(ports)
        });
        next.min().unwrap_or(u64::MAX)
    }

    /// The network interface that a core uses.
    pub fn ni(&self, core: usize) -> &NetworkInterface {
        &self.interfaces[core % self.interfaces.len()]
    }

    /// The network interface that a core uses, mutable.
    pub fn ni_mut(&mut self, core: usize) -> &mut NetworkInterface {
        let interfaces = self.interfaces.len();
        &mut self.interfaces[core % interfaces]
    }

    /// Whether a network interface has work that does not depend on an arrival.
    #[inline]
    pub fn has_active_interface(&self, now: u64) -> bool {
        self.interfaces
            .iter()
            .any(|interface| interface.is_active(now))
    }

    /// The earliest cycle in which a core of the tile has an action. None if no core has one.
    pub fn next_event(&self) -> Option<u64> {
        self.cores.next_event()
    }

    /// Closes the circuit of a core whose job has ended.
    pub fn abandon_circuit(&mut self, core: usize, cycle: Cycle, packets: &mut Packets) {
        let ports = CircuitPorts {
            cycle,
            cores: &mut self.cores,
            priorities: &self.devices.priorities,
            packets,
        };
        let interfaces = self.interfaces.len();
        let ni = &mut self.interfaces[core % interfaces];
        ni.circuits.abandon(core, ports);
    }

    /// Prepares a core for another process. Its transfers and devices get their reset state.
    /// Requests of the old job that still wait in these devices get no answer.
    pub fn reset_core(&mut self, core: usize, packets: &mut Packets) {
        let interfaces = self.interfaces.len();
        self.interfaces[core % interfaces].reset(core, &self.devices);
        self.devices.reset(core, packets);
    }

    /// The accesses to full or empty queues that the network interfaces keep repeating
    /// ([`NetworkInterface::retried_queues`]).
    pub fn retried_queues(&self) -> Option<Vec<QueueAttempt>> {
        let all = self.interfaces.iter();
        let tried = all.map(|ni| ni.retried_queues(&self.cores, &self.devices));
        Some(tried.collect::<Option<Vec<_>>>()?.concat())
    }
}

/// The network interfaces and devices of a tile, as its cores use them.
struct CoreSurroundings<'a> {
    interfaces: TileInterfaces<'a>,
    devices: &'a mut Devices,
}

impl Surroundings for CoreSurroundings<'_> {
    fn engine(&mut self, core: usize) -> &mut Engine {
        &mut self.interfaces.of_core(core).engine
    }

    fn accesses(&mut self, core: usize) -> u64 {
        self.interfaces.of_core(core).entered()
    }

    fn send(&mut self, core: usize, ready: u64, packet: u32) {
        self.interfaces.of_core(core).enter(ready, packet);
    }

    fn retry(&mut self, core: usize, ready: u64) {
        self.interfaces
            .of_core(core)
            .retry(ready, Retry::Core(core));
    }

    fn complete_transfer(
        &mut self,
        core: usize,
        number: usize,
        cores: &mut CoreComplex,
        chip: &mut Ports,
    ) {
        self.interfaces.of_core(core).complete_transfer(
            core,
            number,
            chip.cycle,
            cores,
            chip.packets,
        );
    }

    fn serve(&mut self, request: &mut Request, cores: &mut CoreComplex, chip: &mut Ports) -> Reply {
        let mut ports = DevicePorts {
            cycle: chip.cycle,
            map: chip.map,
            cores,
            interfaces: &mut self.interfaces,
            packets: chip.packets,
        };
        self.devices.serve(request, &mut ports)
    }
}
