//! Builds a network from its parameters.

use super::zone::{Ahead, Border};
use super::Network;
use crate::noc::arbiter::Arbiter;
use crate::noc::bits::Bits;
use crate::noc::buffer::{Buffers, Owner};
use crate::noc::endpoint::Endpoint;
use crate::noc::link::{DelayLines, Link};
use crate::noc::router::Routers;
use crate::noc::routing::Routing;
use crate::noc::topology::{Connection, Topology};
use crate::noc::virtual_channels::VirtualChannels;
use crate::noc::{Circuits, Parameters};

impl Network {
    /// An empty network, in cycle 0.
    pub fn new(parameters: &Parameters) -> Network {
        let topology = Topology::of(parameters);
        let routing = Routing::of(parameters, &topology);
        let plan = Plan {
            channels: VirtualChannels::new(parameters, routing.channels_per_class()),
            topology: &topology,
        };
        let mut links = plan.links(parameters);
        let buffers = Buffers::new(&plan.owners(&links), parameters.buffer_flits);
        for link in &mut links {
            link.tail = buffers.all[link.to as usize].head;
        }
        let arbiter = Arbiter::new(parameters.arbiter);
        let (inner, channels) = (plan.inner(), plan.channels);
        let mut routers = Routers::new(topology.ports, channels, &links, inner, arbiter);
        routers.exclusive = parameters.circuits == Circuits::Exclusive;
        routers.queue = parameters.queue;
        let longest =
            (parameters.router + parameters.link.max(parameters.delay)).max(parameters.credit);
        Network {
            now: 0,
            inner,
            routing,
            routers,
            buffers,
            lines: DelayLines::new(longest),
            credit_delay: parameters.credit as u64,
            grants: vec![],
            opening: vec![],
            refusals: vec![],
            endpoints: vec![Endpoint::new(); topology.endpoints.len()],
            arrived: Bits::new(topology.endpoints.len()),
            waiting: 0,
            stalls: 0,
            injected: 0,
            ejected: 0,
            refused: 0,
            border: Border::default(),
            ahead: Ahead::default(),
            topology,
        }
    }
}

/// The numbering of outputs and buffers. Outputs are numbered as in `Routers`. Buffers come in this
/// order: for each router, for each traffic class, for each port, the virtual channels; then for
/// each endpoint its classes.
struct Plan<'a> {
    channels: VirtualChannels,
    topology: &'a Topology,
}

impl Plan<'_> {
    /// Number of outputs of all routers, which is also that of their input buffers.
    fn inner(&self) -> usize {
        self.topology.connections.len() * self.channels.per_port()
    }

    /// The buffer at a port for a virtual channel of a class.
    fn input(&self, port: usize, class: usize, channel: usize) -> usize {
        let (router, port) = (port / self.topology.ports, port % self.topology.ports);
        let each = self.topology.ports * self.channels.per_class;
        (router * self.channels.classes + class) * each + port * self.channels.per_class + channel
    }

    /// The links that leave each output, then each endpoint.
    fn links(&self, parameters: &Parameters) -> Vec<Link> {
        let link = |to: usize, delay: u32| Link {
            to: to as u32,
            delay: delay as u8,
            credits: parameters.buffer_flits as u8,
            ..Link::default()
        };
        let mut links = vec![];
        for &connection in &self.topology.connections {
            for number in 0..self.channels.per_port() {
                let (class, channel) = self.channels.split(number);
                links.push(match connection {
                    Connection::Port(port) => link(
                        self.input(port, class, channel),
                        parameters.router + parameters.link,
                    ),
                    Connection::Endpoint(endpoint) if channel == 0 => {
                        let buffer = self.inner() + endpoint * self.channels.classes + class;
                        link(buffer, parameters.router + parameters.delay)
                    }
                    _ => Link::default(),
                });
            }
        }
        for &port in &self.topology.endpoints {
            for class in 0..self.channels.classes {
                links.push(link(self.input(port, class, 0), parameters.delay));
            }
        }
        links
    }

    /// The owner of each buffer.
    fn owners(&self, links: &[Link]) -> Vec<Owner> {
        let mut owners = vec![Owner::default(); links.len()];
        for port in 0..self.topology.connections.len() {
            let router = port / self.topology.ports;
            for number in 0..self.channels.per_port() {
                let (class, channel) = self.channels.split(number);
                owners[self.input(port, class, channel)] = Owner {
                    node: router,
                    input: port % self.topology.ports * self.channels.per_class + channel,
                    first_output: router * self.topology.ports * self.channels.per_port()
                        + class * self.channels.per_class,
                    feeder: 0,
                };
            }
        }
        for (number, owner) in owners[self.inner()..].iter_mut().enumerate() {
            owner.node = number / self.channels.classes;
        }
        // Links without credits lead nowhere.
        for (number, link) in links.iter().enumerate().filter(|(_, l)| l.credits > 0) {
            owners[link.to as usize].feeder = number;
        }
        owners
    }
}
