//! The state that the tiles of a chip share, and the ports through which they access it.

use crate::config::ChipConfig;
use crate::controller::ControllerPorts;
use crate::host::Host;
use crate::noc::Networks;
use crate::protocol::{Map, NetworkPort, Packets};
use crate::tile::ports::{Costs, Cycle, HostPort, Ports, Reports};

/// The parts of a chip outside its tiles and memory controllers, which tiles share.
#[derive(Debug)]
pub struct Shared {
    pub costs: Costs,
    pub map: Map,
    pub packets: Packets,
    pub requests: Networks,
    pub responses: Networks,
    pub host: Host,
    pub reports: Reports,
}

impl Shared {
    /// The shared state of a chip. `config` must have been checked.
    pub fn new(config: &ChipConfig, host: Host) -> Shared {
        let mut network = Networks::new(&config.network_parameters());
        if config.perturb.seed != 0 && config.perturb.ties != 0 {
            network.randomize(|output| config.perturb.of_ties(output));
        }
        Shared {
            costs: Costs::new(config),
            map: Map::new(config),
            packets: Packets::default(),
            requests: network.clone(),
            responses: network,
            host,
            reports: Reports::default(),
        }
    }

    /// The networks for requests, then those for responses.
    pub fn networks(&self) -> [&Networks; 2] {
        [&self.requests, &self.responses]
    }

    /// The ports of the tiles in a cycle. The caller selects a tile with `Ports::turn_to`.
    #[inline]
    pub fn ports(&mut self, now: u64) -> Ports<'_> {
        Ports {
            cycle: Cycle {
                now,
                costs: &self.costs,
            },
            map: &self.map,
            requests: NetworkPort::new(0, &mut self.requests),
            responses: NetworkPort::new(0, &mut self.responses),
            packets: &mut self.packets,
            host: HostPort::Calls(&mut self.host),
            reports: &mut self.reports,
            quiet_until: 0,
        }
    }

    /// The ports of the memory controller at an endpoint in a cycle.
    #[inline]
    pub fn controller_ports(&mut self, endpoint: u16, now: u64) -> ControllerPorts<'_> {
        ControllerPorts {
            now,
            requests: NetworkPort::new(endpoint, &mut self.requests),
            responses: NetworkPort::new(endpoint, &mut self.responses),
            packets: &mut self.packets,
            host: &self.host,
        }
    }
}
