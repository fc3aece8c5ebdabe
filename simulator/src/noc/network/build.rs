//! Builds a network from its parameters.

use super::flights::Flights;
use super::middles::Middles;
use super::zone::{Ahead, Border};
use super::Network;
use crate::noc::arbiter::Arbiter;
use crate::noc::bits::Bits;
use crate::noc::buffer::{Buffer, Buffers, Owner};
use crate::noc::endpoint::Endpoint;
use crate::noc::link::{DelayLines, Link, PAUSES};
use crate::noc::multicast::Trees;
use crate::noc::router::{Pace, Routers};
use crate::noc::routing::Routing;
use crate::noc::topology::{Connection, Topology};
use crate::noc::virtual_channels::VirtualChannels;
use crate::noc::{Circuits, OtherLink, Parameters};
use std::collections::HashMap;

impl Network {
    /// Makes an empty network, in cycle 0.
    pub fn new(parameters: &Parameters) -> Network {
        let topology = Topology::of(parameters);
        let routing = Routing::of(parameters, &topology);
        let plan = Plan {
            channels: VirtualChannels::new(
                parameters,
                match parameters.channels {
                    0 => routing.channels_per_class(),
                    several => several as usize,
                },
            ),
            topology: &topology,
        };
        let mut links = plan.links(parameters, &routing);
        let buffers = Buffers::new(&plan.owners(&links), parameters.buffer_flits);
        for link in &mut links {
            link.tail = buffers.all[link.to as usize].head;
        }
        let arbiter = Arbiter::new(parameters.arbiter);
        let credit_delays = plan.credit_delays(parameters, links.len());
        let paces = plan.paces(parameters);
        let (inner, channels) = (plan.inner(), plan.channels);
        let mut routers = Routers::new(topology.ports, channels, &links, inner, arbiter);
        routers.exclusive = parameters.circuits == Circuits::Exclusive;
        routers.queue = parameters.queue;
        routers.paces = paces;
        if routing.has_choice(routers.channels.per_class) {
            let own = |buffer: &Buffer| buffer.first_output;
            routers.let_heads_choose(buffers.all.iter().take(inner).map(own));
        }
        let is_one = routers.channels.per_port() == 1 && !parameters.multicast;
        let middles = match routing {
            Routing::ByMiddle(_) => Some(Middles::new(&buffers, topology.endpoints.len())),
            _ => None,
        };
        let mut longest =
            (parameters.router + parameters.link.max(parameters.delay)).max(parameters.credit);
        for other in &parameters.links {
            let along = parameters.router + other.delay + other.flit_cycles - 1;
            longest = longest.max(along).max(other.credit);
        }
        // A signal about a circuit leaves one cycle after its cause.
        longest += u32::from(parameters.circuits != Circuits::None);
        let plain = matches!(routing, Routing::Xy(_)) && is_one;
        Network {
            now: 0,
            flights: Flights::new(parameters, plain, &routers, topology.endpoints.len()),
            unfinished: 0,
            landed: None,
            may_hold: Bits::new(topology.endpoints.len()),
            inner,
            routers,
            buffers,
            lines: DelayLines::new(longest),
            buffer_flits: parameters.buffer_flits as u8,
            credit_delay: parameters.credit as u64,
            credit_at_once: parameters.credit == 1 && credit_delays.is_empty(),
            credit_delays,
            grants: vec![],
            opening: vec![],
            middles,
            plain,
            trees: parameters.multicast.then(|| Trees::new(inner)),
            needed_outputs: vec![],
            refusals: vec![],
            needed: vec![],
            endpoints: vec![Endpoint::new(); topology.endpoints.len()],
            arrived: Bits::new(topology.endpoints.len()),
            waiting: 0,
            stalls: 0,
            injected: 0,
            ejected: 0,
            refused: 0,
            border: Border::default(),
            ahead: Ahead::default(),
            routing,
            topology,
        }
    }
}

/// How outputs and buffers are numbered. For outputs, see `Routers`. The buffers of routers come
/// first, ordered by router, traffic class, port and virtual channel. The buffers of endpoints
/// follow, ordered by endpoint and traffic class.
struct Plan<'a> {
    channels: VirtualChannels,
    topology: &'a Topology,
}

impl Plan<'_> {
    /// Number of outputs of all routers. This is also the number of input buffers of all routers.
    fn inner(&self) -> usize {
        self.topology.connections.len() * self.channels.per_port()
    }

    /// The number of the input buffer at `port` for virtual channel `channel` of `class`.
    fn input(&self, port: usize, class: usize, channel: usize) -> usize {
        let (router, port) = (port / self.topology.ports, port % self.topology.ports);
        let each = self.topology.ports * self.channels.per_class;
        (router * self.channels.classes + class) * each + port * self.channels.per_class + channel
    }

    /// The link of each output, then the links of each endpoint into its router.
    fn links(&self, parameters: &Parameters, routing: &Routing) -> Vec<Link> {
        let link = |to: usize, delay: u32| Link {
            to: to as u32,
            delay: delay as u16,
            credits: parameters.buffer_flits as u8,
            ..Link::default()
        };
        let mut links = vec![];
        let others = self.others(parameters);
        for (output, &connection) in self.topology.connections.iter().enumerate() {
            let along = match others.get(&output) {
                None => parameters.router + parameters.link,
                Some(other) => {
                    let pauses = u32::from(other.flit_cycles > 1) * u32::from(PAUSES);
                    (parameters.router + other.delay + other.flit_cycles - 1) | pauses
                }
            };
            for number in 0..self.channels.per_port() {
                let (class, channel) = self.channels.split(number);
                links.push(match connection {
                    Connection::Port(port) => link(self.input(port, class, channel), along),
                    Connection::Endpoint(endpoint) if channel == 0 => {
                        let buffer = self.inner() + endpoint * self.channels.classes + class;
                        link(buffer, parameters.router + parameters.delay)
                    }
                    _ => Link::default(),
                });
            }
        }
        for (endpoint, &port) in self.topology.endpoints.iter().enumerate() {
            let group = routing.first_group(endpoint);
            let (channel, _) = routing.channels(group, self.channels.per_class);
            for class in 0..self.channels.classes {
                links.push(link(self.input(port, class, channel), parameters.delay));
            }
        }
        links
    }

    /// The links with times of their own, by the number of the port at which they begin.
    fn others<'a>(&self, parameters: &'a Parameters) -> HashMap<usize, &'a OtherLink> {
        let sorted = |[one, other]: [u32; 2]| [one.min(other), one.max(other)];
        let listed: HashMap<[u32; 2], &OtherLink> = (parameters.links.iter())
            .map(|link| (sorted(link.routers), link))
            .collect();
        let of_port = |port: usize| {
            let [from, to] = self.topology.ends(port)?;
            Some((port, *listed.get(&sorted([from as u32, to as u32]))?))
        };
        let ports = 0..self.topology.connections.len();
        ports.filter_map(of_port).collect()
    }

    /// For each link, the cycles until its sender knows of a freed slot. Empty if all links take
    /// equally long.
    fn credit_delays(&self, parameters: &Parameters, links: usize) -> Vec<u8> {
        if parameters.links.is_empty() {
            return vec![];
        }
        let others = self.others(parameters);
        let each = self.channels.per_port();
        let of_link = |link: usize| {
            let other = others.get(&(link / each)).filter(|_| link < self.inner());
            other.map_or(parameters.credit, |other| other.credit) as u8
        };
        (0..links).map(of_link).collect()
    }

    /// For each port, how often it can pass a flit on. Empty if all ports can do so in each cycle.
    fn paces(&self, parameters: &Parameters) -> Vec<Pace> {
        if parameters.links.iter().all(|other| other.flit_cycles == 1) {
            return vec![];
        }
        let others = self.others(parameters);
        let of_port = |port: usize| Pace {
            cycles: others.get(&port).map_or(1, |other| other.flit_cycles as u8),
            free: 0,
        };
        (0..self.topology.connections.len()).map(of_port).collect()
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
