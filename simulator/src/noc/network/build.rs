//! A network from a chip file.

use super::Network;
use crate::config::ChipConfig;
use crate::noc::bits::Bits;
use crate::noc::buffer::{Buffers, Owner};
use crate::noc::endpoint::Endpoint;
use crate::noc::link::{DelayLines, Link};
use crate::noc::routing::xy::Xy;
use crate::noc::switch::Switches;
use crate::noc::topology::mesh::mesh;
use crate::noc::topology::{Connection, Topology};

impl Network {
    /// An empty network, in cycle 0, for a chip that `ChipConfig` has checked.
    pub fn new(chip: &ChipConfig) -> Network {
        let (keys, ni) = (&chip.network, &chip.ni);
        let columns = chip.mesh.columns as usize;
        let topology = mesh(columns, chip.mesh.rows as usize, &chip.dram.switches);
        let ports = topology.connections.len();
        let link = |to: usize, delay: u32| Link {
            to: to as u32,
            delay: delay as u8,
            credits: keys.buffer_flits as u8,
            ..Link::default()
        };
        let of_switches = topology.connections.iter().map(|way| match *way {
            Connection::Nothing => Link::default(),
            Connection::Port(port) => link(port, keys.switch + keys.link),
            Connection::Endpoint(endpoint) => link(ports + endpoint, keys.switch + ni.delay),
        });
        let of_endpoints = topology.endpoints.iter().map(|&port| link(port, ni.delay));
        let mut links: Vec<Link> = of_switches.chain(of_endpoints).collect();
        let buffers = Buffers::new(&buffers(&topology, &links), keys.buffer_flits);
        for link in &mut links {
            link.tail = buffers.all[link.to as usize].head;
        }
        Network {
            now: 0,
            ports,
            routing: Xy::new(&topology, columns),
            switches: Switches::new(topology.ports, &links),
            buffers,
            lines: DelayLines::new((keys.switch + keys.link.max(ni.delay)).max(keys.credit)),
            credit_delay: keys.credit as u64,
            grants: vec![],
            endpoints: vec![Endpoint::new(); topology.endpoints.len()],
            arrived: Bits::new(topology.endpoints.len()),
            injected: 0,
            ejected: 0,
            topology,
        }
    }
}

/// Whose the buffers are: those of all ports, then those of the endpoints.
fn buffers(topology: &Topology, links: &[Link]) -> Vec<Owner> {
    let ports = 0..topology.connections.len();
    let owner = |port: usize| Owner {
        switch: port / topology.ports,
        input: port % topology.ports,
        feeder: 0,
    };
    let mut owners: Vec<Owner> = ports
        .chain(topology.endpoints.iter().copied())
        .map(owner)
        .collect();
    // Links without a credit lead nowhere.
    let connected = links
        .iter()
        .enumerate()
        .filter(|(_, link)| link.credits > 0);
    for (number, link) in connected {
        owners[link.to as usize].feeder = number;
    }
    owners
}
