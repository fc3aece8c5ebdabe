//! What happens in a network, cycle by cycle: what endpoints hand over and are offered, and every
//! flit that leaves an output of a router.
//!
//! A line each, in hexadecimal but for the letter; those of a cycle follow its `c`, which may come
//! more than once; cycles in which nothing happens are left out:
//!
//! ```text
//! c CYCLE
//! z CYCLE                    the record is complete before this one; the last line
//! i ENDPOINT FLIT            handed over
//! e ENDPOINT TAKEN FLIT      offered, and whether it is taken
//! r ENDPOINT                 the circuit that it has asked for is refused
//! l PORT CHANNEL FLIT        leaves this port (of all routers) in this virtual channel
//! ```

use super::flit::encode;
use crate::noc::{Flit, Network};
use std::fmt::{Arguments, Write};

/// The record of one network.
#[derive(Debug)]
pub struct Watch {
    text: String,
    /// The cycle of the latest `c`.
    written: Option<u64>,
    now: u64,
    /// By output and virtual channel, and by endpoint and class: flits so far.
    passed: Vec<u64>,
    handed: Vec<u64>,
    /// What endpoints are offered in this cycle.
    offered: Vec<(usize, Flit)>,
}

impl Watch {
    /// Of a network in which nothing has moved yet.
    pub fn new(network: &Network) -> Watch {
        Watch {
            text: String::new(),
            written: None,
            now: 0,
            passed: vec![0; network.outputs() * network.channels()],
            handed: vec![0; network.endpoints() * network.classes()],
            offered: vec![],
        }
    }

    /// After `Network::step` for `cycle`, before endpoints do anything. What leaves a router in
    /// this step leaves it in the cycle before, as the cycle of hardware ends with the step.
    pub fn moved(&mut self, network: &Network, cycle: u64) {
        let endpoints = network.endpoints();
        let channels = network.channels();
        for number in 0..self.passed.len() {
            let (port, channel) = (number / channels, number % channels);
            let (count, flit) = network.passed(port, channel);
            if count > self.passed[number] {
                self.passed[number] = count;
                let bits = encode(flit, endpoints);
                self.line(cycle - 1, format_args!("l {port:x} {channel:x} {bits:x}"));
            }
        }
        self.now = cycle;
        for endpoint in network.refusals() {
            self.line(cycle, format_args!("r {endpoint:x}"));
        }
        self.offered.clear();
        let offered = (0..endpoints).filter_map(|e| network.front(e).map(|flit| (e, flit)));
        self.offered.extend(offered);
    }

    /// After endpoints have taken flits and handed some over, in the same cycle.
    pub fn exchanged(&mut self, network: &Network) {
        let (endpoints, classes) = (network.endpoints(), network.classes());
        for (endpoint, flit) in std::mem::take(&mut self.offered) {
            let taken = u8::from(network.has_taken(endpoint));
            let bits = encode(flit, endpoints);
            self.line(self.now, format_args!("e {endpoint:x} {taken} {bits:x}"));
        }
        for number in 0..self.handed.len() {
            let endpoint = number / classes;
            let (count, flit) = network.handed_over(endpoint, number % classes);
            if count > self.handed[number] {
                self.handed[number] = count;
                let bits = encode(flit, endpoints);
                self.line(self.now, format_args!("i {endpoint:x} {bits:x}"));
            }
        }
    }

    /// The record, which ends here.
    pub fn into_text(mut self) -> String {
        writeln!(self.text, "z {:x}", self.now).expect("a string takes any text");
        self.text
    }

    fn line(&mut self, cycle: u64, words: Arguments) {
        if self.written != Some(cycle) {
            self.written = Some(cycle);
            writeln!(self.text, "c {cycle:x}").expect("a string takes any text");
        }
        writeln!(self.text, "{words}").expect("a string takes any text");
    }
}
