//! Endpoints that send known packets and check the packets that they receive.

use onchip_simulator::config::ChipConfig;
use onchip_simulator::noc::{Flit, Network, Service};
use std::collections::{HashMap, VecDeque};

/// A random number generator, SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Returns true in `per_mille` of 1,000 cases.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille as usize
    }
}

/// A packet to send, and the cycle in which it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packet {
    pub source: usize,
    pub target: usize,
    pub flits: u8,
    pub service: Service,
    pub due: u64,
    /// The cycles in which the first flit was sent and taken, and in which the last flit was taken.
    pub injected: u64,
    pub head: u64,
    pub last: u64,
}

/// A network with its endpoints.
pub struct Traffic {
    pub network: Network,
    pub cycle: u64,
    pub packets: Vec<Packet>,
    /// Number of flits sent, and number of flits taken, by all endpoints.
    pub sent: u64,
    pub received: u64,
    reference: bool,
    /// Whether packets from one endpoint to another keep their order.
    ordered: bool,
    /// For each endpoint and class, the packets that the endpoint has yet to send. `progress` is
    /// the number of flits that it has sent of the first packet in the queue.
    queues: Vec<Vec<VecDeque<u32>>>,
    progress: Vec<Vec<u8>>,
    /// For each endpoint and class, the packet that is arriving, and the position of its next flit.
    arriving: Vec<Vec<Option<(u32, u8)>>>,
    /// For each source, target and class, the latest packet that has arrived.
    latest: HashMap<(usize, usize, usize), u32>,
}

impl Traffic {
    pub fn new(chip: &ChipConfig) -> Traffic {
        let network = Network::new(&chip.network_parameters());
        let routing = chip.network.routing;
        let adaptive = routing.is_adaptive() || routing.is_by_middle();
        let (endpoints, classes) = (network.endpoints(), network.classes());
        Traffic {
            network,
            cycle: 0,
            packets: vec![],
            sent: 0,
            received: 0,
            reference: false,
            ordered: !adaptive && chip.network.channels <= 1,
            queues: vec![vec![VecDeque::new(); classes]; endpoints],
            progress: vec![vec![0; classes]; endpoints],
            arriving: vec![vec![None; classes]; endpoints],
            latest: HashMap::new(),
        }
    }

    /// Makes the network use its reference steps.
    pub fn by_reference(mut self) -> Traffic {
        self.reference = true;
        self
    }

    /// Number of packets that `endpoint` has yet to send, including the one that it is sending.
    pub fn waiting(&self, endpoint: usize) -> usize {
        self.queues[endpoint].iter().map(VecDeque::len).sum()
    }

    /// Adds a best-effort packet after those that wait already. Returns the packet's number.
    pub fn send(&mut self, source: usize, target: usize, flits: u8) -> usize {
        self.send_as(Service::BEST_EFFORT, source, target, flits)
    }

    /// Adds a packet after those of its class that wait already. Returns its number.
    pub fn send_as(&mut self, service: Service, source: usize, target: usize, flits: u8) -> usize {
        let class = self.network.class(service);
        self.queues[source][class].push_back(self.packets.len() as u32);
        self.packets.push(Packet {
            source,
            target,
            flits,
            service,
            due: self.cycle,
            injected: 0,
            head: 0,
            last: 0,
        });
        self.packets.len() - 1
    }

    /// Simulates a cycle in which every endpoint sends as much as it can. An endpoint takes an
    /// arrival if `takes` returns true.
    pub fn step(&mut self, mut takes: impl FnMut(usize) -> bool) {
        if self.reference {
            self.network.step_every(self.cycle);
        } else {
            self.network.step(self.cycle);
        }
        let mut next = 0;
        while let Some(endpoint) = self.network.next_arrived(next) {
            if takes(endpoint) {
                self.take(endpoint);
                assert_eq!(self.network.front(endpoint), None, "one flit a cycle");
            }
            next = endpoint + 1;
        }
        for endpoint in 0..self.queues.len() {
            self.offer(endpoint);
        }
        self.cycle += 1;
    }

    /// Simulates until all packets have arrived. Panics if this takes more than `within` cycles.
    pub fn finish(&mut self, within: u64) {
        let end = self.cycle + within;
        while self.sent > self.received || (0..self.queues.len()).any(|e| self.waiting(e) > 0) {
            assert!(self.cycle < end, "not empty after {within} cycles");
            self.step(|_| true);
        }
    }

    /// Simulates until all packets have arrived, except refused open packets, which never arrive.
    /// Panics if this takes more than `within` cycles.
    pub fn finish_refused(&mut self, within: u64) {
        let end = self.cycle + within;
        let arrived = |t: &Traffic| t.sent == t.received + t.network.statistics().refused;
        while !arrived(self) || (0..self.queues.len()).any(|e| self.waiting(e) > 0) {
            assert!(self.cycle < end, "not empty after {within} cycles");
            self.step(|_| true);
        }
    }

    fn take(&mut self, endpoint: usize) {
        let shown = self.network.front(endpoint).expect("it was announced");
        let flit = self.network.take(endpoint);
        assert_eq!(shown, flit);
        self.received += 1;
        let packet = &mut self.packets[flit.packet() as usize];
        assert_eq!(packet.target, endpoint, "a flit has gone astray");
        let class = self.network.class(packet.service);
        assert_eq!(flit.service(), packet.service);
        let arriving = &mut self.arriving[endpoint][class];
        let expected = match *arriving {
            Some(expected) => expected,
            None => {
                packet.head = self.cycle;
                let route = (packet.source, packet.target, class);
                if let Some(before) = self.latest.insert(route, flit.packet()) {
                    assert!(
                        before < flit.packet() || !self.ordered,
                        "packets of {route:?} changed places"
                    );
                }
                (flit.packet(), 0)
            }
        };
        assert_eq!(
            (flit.packet(), flit.sequence()),
            expected,
            "packets are mixed"
        );
        assert_eq!(flit.is_last(), flit.sequence() + 1 == packet.flits);
        if flit.is_last() {
            packet.last = self.cycle;
        }
        *arriving = (!flit.is_last()).then_some((flit.packet(), flit.sequence() + 1));
    }

    /// Sends a flit of the first class that has a flit and may send it.
    fn offer(&mut self, endpoint: usize) {
        for class in 0..self.network.classes() {
            let Some(&number) = self.queues[endpoint][class].front() else {
                continue;
            };
            let packet = &mut self.packets[number as usize];
            let service = packet.service;
            if !self.network.ready(endpoint, service) {
                continue;
            }
            let (target, sequence) = (packet.target as u16, self.progress[endpoint][class]);
            let flit = Flit::of_packet(number, target, sequence, packet.flits, service);
            if flit.is_head() {
                packet.injected = self.cycle;
            }
            self.network.inject(endpoint, flit);
            assert!(!self.network.ready(endpoint, service), "one flit a cycle");
            self.sent += 1;
            self.progress[endpoint][class] = if flit.is_last() { 0 } else { sequence + 1 };
            if flit.is_last() {
                self.queues[endpoint][class].pop_front();
            }
            return;
        }
    }
}
