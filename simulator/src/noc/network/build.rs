//! A network from a chip file.

use super::Network;
use crate::config::{ChipConfig, Circuits};
use crate::noc::arbiter::Arbiter;
use crate::noc::bits::Bits;
use crate::noc::buffer::{Buffers, Owner};
use crate::noc::endpoint::Endpoint;
use crate::noc::lanes::Lanes;
use crate::noc::link::{DelayLines, Link};
use crate::noc::routing::Routing;
use crate::noc::switch::Switches;
use crate::noc::topology::{Connection, Topology};

impl Network {
    /// An empty network, in cycle 0, for a chip that `ChipConfig` has checked.
    pub fn new(chip: &ChipConfig) -> Network {
        let keys = &chip.network;
        let topology = Topology::of(chip);
        let routing = Routing::of(chip, &topology);
        let plan = Plan {
            lanes: Lanes::new(keys, routing.classes()),
            topology: &topology,
        };
        let mut links = plan.links(chip);
        let buffers = Buffers::new(&plan.owners(&links), keys.buffer_flits);
        for link in &mut links {
            link.tail = buffers.all[link.to as usize].head;
        }
        let arbiter = Arbiter::new(keys.arbiter);
        let (inner, lanes) = (plan.inner(), plan.lanes);
        let mut switches = Switches::new(topology.ports, lanes, &links, inner, arbiter);
        switches.exclusive = keys.circuits == Circuits::Exclusive;
        let longest = (keys.switch + keys.link.max(chip.ni.delay)).max(keys.credit);
        Network {
            now: 0,
            inner,
            routing,
            switches,
            buffers,
            lines: DelayLines::new(longest),
            credit_delay: keys.credit as u64,
            grants: vec![],
            opening: vec![],
            refusals: vec![],
            endpoints: vec![Endpoint::new(); topology.endpoints.len()],
            arrived: Bits::new(topology.endpoints.len()),
            injected: 0,
            ejected: 0,
            refused: 0,
            topology,
        }
    }
}

/// How outputs and buffers are numbered. Outputs: see `Switches`. Buffers: for each switch, for each
/// of its planes, for each of its ports, its classes; then for each endpoint its planes.
struct Plan<'a> {
    lanes: Lanes,
    topology: &'a Topology,
}

impl Plan<'_> {
    /// Outputs of all switches, and as many input buffers.
    fn inner(&self) -> usize {
        self.topology.connections.len() * self.lanes.each()
    }

    /// The buffer behind a port for the class of a plane.
    fn input(&self, port: usize, plane: usize, class: usize) -> usize {
        let (switch, port) = (port / self.topology.ports, port % self.topology.ports);
        let each = self.topology.ports * self.lanes.classes;
        (switch * self.lanes.planes + plane) * each + port * self.lanes.classes + class
    }

    /// What leads from each output, then from each endpoint.
    fn links(&self, chip: &ChipConfig) -> Vec<Link> {
        let (keys, ni) = (&chip.network, &chip.ni);
        let link = |to: usize, delay: u32| Link {
            to: to as u32,
            delay: delay as u8,
            credits: keys.buffer_flits as u8,
            ..Link::default()
        };
        let mut links = vec![];
        for &way in &self.topology.connections {
            for lane in 0..self.lanes.each() {
                let (plane, class) = (lane / self.lanes.classes, lane % self.lanes.classes);
                links.push(match way {
                    Connection::Port(port) => {
                        link(self.input(port, plane, class), keys.switch + keys.link)
                    }
                    Connection::Endpoint(endpoint) if class == 0 => {
                        let buffer = self.inner() + endpoint * self.lanes.planes + plane;
                        link(buffer, keys.switch + ni.delay)
                    }
                    _ => Link::default(),
                });
            }
        }
        for &port in &self.topology.endpoints {
            for plane in 0..self.lanes.planes {
                links.push(link(self.input(port, plane, 0), ni.delay));
            }
        }
        links
    }

    /// Whose the buffers are.
    fn owners(&self, links: &[Link]) -> Vec<Owner> {
        let mut owners = vec![Owner::default(); links.len()];
        for port in 0..self.topology.connections.len() {
            let switch = port / self.topology.ports;
            for lane in 0..self.lanes.each() {
                let (plane, class) = (lane / self.lanes.classes, lane % self.lanes.classes);
                owners[self.input(port, plane, class)] = Owner {
                    place: switch,
                    input: port % self.topology.ports * self.lanes.classes + class,
                    first_output: switch * self.topology.ports * self.lanes.each()
                        + plane * self.lanes.classes,
                    feeder: 0,
                };
            }
        }
        for (number, owner) in owners[self.inner()..].iter_mut().enumerate() {
            owner.place = number / self.lanes.planes;
        }
        // Links without a credit lead nowhere.
        for (number, link) in links.iter().enumerate().filter(|(_, l)| l.credits > 0) {
            owners[link.to as usize].feeder = number;
        }
        owners
    }
}
