//! Records what happens in a network in each cycle: which flits endpoints hand over, which they are
//! offered, and which flits leave an output of a router.
//!
//! Each event is a line, in hexadecimal except for its letter. The lines of a cycle follow a line
//! `c`, which may appear more than once for a cycle. Cycles in which nothing happens are left out.
//!
//! ```text
//! c CYCLE
//! z CYCLE                    the last line: the record is complete before this cycle
//! i ENDPOINT FLIT            the endpoint hands the flit over
//! e ENDPOINT TAKEN FLIT      the endpoint is offered the flit; TAKEN is 1 if it takes the flit
//! n ENDPOINT CLASSES         from now on, the network can take the endpoint's flits of these
//!                            classes, a bit each; before an endpoint's first such line, of all
//! r ENDPOINT                 the network refuses the circuit that the endpoint has asked for
//! k ENDPOINT                 the network says that the endpoint's circuit keeps a packet off
//! l PORT CHANNEL FLIT        the flit leaves an output in this virtual channel; PORT numbers the
//!                            outputs of all routers
//! ```

use super::flit::encode;
use super::lines::Lines;
use crate::noc::{Flit, Network, Service};

/// The record of one network.
#[derive(Debug)]
pub struct Watch {
    lines: Lines,
    now: u64,
    /// Numbers of flits so far. `passed` counts them for each output and virtual channel, `handed`
    /// for each endpoint and traffic class.
    passed: Vec<u64>,
    handed: Vec<u64>,
    /// `services` has one service of each traffic class. `ready` has for each endpoint a bit for
    /// each class, which is set if the network can take a flit of that class.
    services: Vec<Service>,
    ready: Vec<u32>,
    /// The flits that the network offers to endpoints in this cycle.
    offered: Vec<(usize, Flit)>,
}

impl Watch {
    /// Begins the record of a network in which nothing has moved yet.
    pub fn new(network: &Network) -> Watch {
        Watch {
            lines: Lines::default(),
            now: 0,
            passed: vec![0; network.outputs() * network.channels()],
            handed: vec![0; network.endpoints() * network.classes()],
            services: network.services(),
            ready: vec![(1 << network.classes()) - 1; network.endpoints()],
            offered: vec![],
        }
    }

    /// Records the part of a cycle after `Network::step`, before endpoints do anything. A flit that
    /// leaves a router in this step belongs to the previous cycle, because a cycle of the hardware
    /// ends with the step.
    pub fn moved(&mut self, network: &Network, cycle: u64) {
        let endpoints = network.endpoints();
        let channels = network.channels();
        for number in 0..self.passed.len() {
            let (port, channel) = (number / channels, number % channels);
            let (count, flit) = network.passed(port, channel);
            if count > self.passed[number] {
                self.passed[number] = count;
                let bits = encode(flit, network);
                self.lines
                    .add(cycle - 1, format_args!("l {port:x} {channel:x} {bits:x}"));
            }
        }
        self.now = cycle;
        for endpoint in network.refusals() {
            self.lines.add(cycle, format_args!("r {endpoint:x}"));
        }
        for endpoint in network.needed_endpoints() {
            self.lines.add(cycle, format_args!("k {endpoint:x}"));
        }
        for endpoint in 0..endpoints {
            let classes = self.services.iter().enumerate();
            let ready = classes.fold(0, |set, (class, &service)| {
                set | u32::from(network.ready(endpoint, service)) << class
            });
            if ready != self.ready[endpoint] {
                self.ready[endpoint] = ready;
                self.lines
                    .add(cycle, format_args!("n {endpoint:x} {ready:x}"));
            }
        }
        self.offered.clear();
        let offered = (0..endpoints).filter_map(|e| network.front(e).map(|flit| (e, flit)));
        self.offered.extend(offered);
    }

    /// Records the part of a cycle in which endpoints have taken flits and handed flits over.
    pub fn exchanged(&mut self, network: &Network) {
        let classes = network.classes();
        for (endpoint, flit) in std::mem::take(&mut self.offered) {
            let taken = u8::from(network.has_taken(endpoint));
            let bits = encode(flit, network);
            self.lines
                .add(self.now, format_args!("e {endpoint:x} {taken} {bits:x}"));
        }
        for number in 0..self.handed.len() {
            let endpoint = number / classes;
            let (count, flit) = network.handed_over(endpoint, number % classes);
            if count > self.handed[number] {
                self.handed[number] = count;
                let bits = encode(flit, network);
                self.lines
                    .add(self.now, format_args!("i {endpoint:x} {bits:x}"));
            }
        }
    }

    /// Ends the record, and returns its text.
    pub fn into_text(self) -> String {
        self.lines.into_text(self.now)
    }
}
