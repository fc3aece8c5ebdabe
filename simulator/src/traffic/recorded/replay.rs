//! Replays recorded packets on a network without cores.

use super::{Ends, Recording};
use crate::config::ChipConfig;
use crate::noc::{Flit, Network, Service};
use crate::traffic::{TrafficError, CYCLES_PER_CLOCK_READ};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

/// A packet of which flits are still being handed over, and the first cycle in which its next flit
/// may follow.
#[derive(Debug, Clone, Copy)]
struct Sending {
    packet: u32,
    flits: u8,
    due: u64,
}

/// The packets that an endpoint sends on one network.
#[derive(Debug, Clone, Default)]
struct Source {
    /// Packets that only wait for a certain cycle, each with this cycle. The earliest is at the
    /// top.
    due: BinaryHeap<Reverse<(u64, u32)>>,
    /// The packets that are being handed over, at most one of each traffic class.
    sending: Vec<Sending>,
}

/// The progress of a packet.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    /// Number of events for which the packet must still wait. An event is the arrival of another
    /// packet, or the departure of the packet before it.
    missing: u32,
    /// Number of cycles for which the target has not taken the current flit.
    held: u64,
    sent: u64,
    taken: u64,
}

/// The state of a replay: networks, and the packets of a recording.
#[derive(Debug)]
pub struct Replay {
    recording: Recording,
    networks: Vec<Network>,
    /// The sources of each network.
    sources: Vec<Vec<Source>>,
    progress: Vec<Progress>,
    /// For each packet, the packets that wait for its arrival.
    dependents: Vec<Vec<u32>>,
    /// For each packet, the packet that waits for its departure.
    next: Vec<Option<u32>>,
    /// Number of packets that have not arrived yet.
    left: usize,
    cycle: u64,
}

impl Replay {
    /// A replay on a chip, beginning in cycle 0.
    pub fn new(chip: &ChipConfig, recording: Recording) -> Result<Replay, TrafficError> {
        let ends = Ends::of(chip);
        if ends != recording.ends {
            return Err(TrafficError(format!(
                "packets of the chip {}, which has {}; {} has {ends}; right: a chip with as many, \
                 whatever connects them",
                recording.chip, recording.ends, chip.name
            )));
        }
        let network = Network::new(&chip.network_parameters());
        let count = recording.packets.len();
        let mut sources = vec![vec![Source::default(); ends.endpoints]; ends.networks];
        let mut progress = vec![Progress::default(); count];
        let mut dependents = vec![vec![]; count];
        let mut next = vec![None; count];
        let mut last = vec![vec![None; ends.endpoints]; ends.networks];
        for (number, packet) in (0..).zip(&recording.packets) {
            let last = last[packet.network][packet.source].replace(number);
            let before = last.filter(|_| !packet.is_timed);
            if let Some(before) = before {
                next[before as usize] = Some(number);
            }
            let missing = packet.waited.len() + usize::from(before.is_some());
            progress[number as usize].missing = missing as u32;
            if missing == 0 {
                let due = &mut sources[packet.network][packet.source].due;
                due.push(Reverse((packet.delay, number)));
            }
            for &other in &packet.waited {
                dependents[other as usize].push(number);
            }
        }
        Ok(Replay {
            networks: vec![network; ends.networks],
            sources,
            progress,
            dependents,
            next,
            left: count,
            cycle: 0,
            recording,
        })
    }

    /// Continues the replay for about `limit` of the host's time. Returns true if all packets have
    /// arrived.
    pub fn run(&mut self, limit: Duration) -> bool {
        let start = Instant::now();
        let mut steps = 0u64;
        while self.left > 0 {
            self.step();
            steps += 1;
            if steps.is_multiple_of(CYCLES_PER_CLOCK_READ) && start.elapsed() >= limit {
                break;
            }
        }
        self.left == 0
    }

    /// For each packet, the cycle in which its source handed its first flit over, and the cycle in
    /// which its target took the last flit.
    pub fn cycles(&self) -> Vec<(u64, u64)> {
        let of = |packet: &Progress| (packet.sent, packet.taken);
        self.progress.iter().map(of).collect()
    }

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    fn step(&mut self) {
        for number in 0..self.networks.len() {
            self.networks[number].step(self.cycle);
            let mut next = 0;
            while let Some(endpoint) = self.networks[number].next_arrived(next) {
                next = endpoint + 1;
                self.take(number, endpoint);
            }
        }
        for number in 0..self.networks.len() {
            for endpoint in 0..self.sources[number].len() {
                self.hand_over(number, endpoint);
            }
        }
        self.cycle += 1;
        if self.networks.iter().all(Network::idle) {
            self.skip();
        }
    }

    /// Advances the clock to the next cycle in which a packet may leave. Nothing may be in flight.
    fn skip(&mut self) {
        let sources = self.sources.iter().flatten();
        let due = sources.filter_map(|source| match source.sending.first() {
            Some(sending) => Some(sending.due),
            None => source.due.peek().map(|Reverse((due, _))| *due),
        });
        self.cycle = self.cycle.max(due.min().unwrap_or(0));
    }

    /// Makes an endpoint take the flit that has arrived, if the flit has waited there for as many
    /// cycles as in the recording.
    fn take(&mut self, network: usize, endpoint: usize) {
        let Some(flit) = self.networks[network].front(endpoint) else {
            return;
        };
        let number = flit.packet();
        let holds = &self.recording.packets[number as usize].holds;
        let hold = holds.iter().find(|hold| hold.0 == flit.sequence());
        let progress = &mut self.progress[number as usize];
        if hold.is_some_and(|hold| progress.held < hold.1) {
            progress.held += 1;
            return;
        }
        progress.held = 0;
        self.networks[network].take(endpoint);
        if flit.is_last() {
            progress.taken = self.cycle;
            self.left -= 1;
            for packet in std::mem::take(&mut self.dependents[number as usize]) {
                self.happened(packet);
            }
        }
    }

    /// Records that one of the events for which a packet waits has happened.
    fn happened(&mut self, packet: u32) {
        let missing = &mut self.progress[packet as usize].missing;
        *missing -= 1;
        if *missing > 0 {
            return;
        }
        let recorded = &self.recording.packets[packet as usize];
        let due = match recorded.is_timed {
            true => recorded.delay.max(self.cycle),
            false => recorded.delay + self.cycle,
        };
        let source = &mut self.sources[recorded.network][recorded.source];
        source.due.push(Reverse((due, packet)));
    }

    /// Makes an endpoint hand over a flit: the next flit of a packet that it is already handing
    /// over, or the first flit of another packet.
    fn hand_over(&mut self, network: usize, endpoint: usize) {
        let source = &self.sources[network][endpoint];
        let services = |packet: u32| {
            let recorded = &self.recording.packets[packet as usize];
            Service::level(recorded.level)
        };
        let ready = |packet: u32| self.networks[network].ready(endpoint, services(packet));
        let follows = |sending: &Sending| sending.due <= self.cycle && ready(sending.packet);
        if let Some(place) = source.sending.iter().position(follows) {
            return self.send(network, endpoint, place);
        }
        let Some(&Reverse((due, packet))) = source.due.peek() else {
            return;
        };
        let class = |packet| self.networks[network].class(services(packet));
        let is_free = |sending: &Sending| class(sending.packet) != class(packet);
        if due <= self.cycle && source.sending.iter().all(is_free) && ready(packet) {
            let sending = Sending {
                packet,
                flits: 0,
                due: self.cycle,
            };
            let source = &mut self.sources[network][endpoint];
            source.due.pop();
            source.sending.push(sending);
            let place = source.sending.len() - 1;
            self.progress[packet as usize].sent = self.cycle;
            if let Some(next) = self.next[packet as usize] {
                self.happened(next);
            }
            self.send(network, endpoint, place);
        }
    }

    /// Hands over the next flit of the packet that is at position `place` of the endpoint's
    /// `sending`.
    fn send(&mut self, network: usize, endpoint: usize, place: usize) {
        let sending = &mut self.sources[network][endpoint].sending[place];
        let recorded = &self.recording.packets[sending.packet as usize];
        let flit = Flit::of_packet(
            sending.packet,
            recorded.target as u16,
            sending.flits,
            recorded.flits,
            Service::level(recorded.level),
        );
        self.networks[network].inject(endpoint, flit);
        sending.flits += 1;
        let pause = recorded
            .pauses
            .iter()
            .find(|pause| pause.0 == sending.flits);
        sending.due = self.cycle + 1 + pause.map_or(0, |pause| pause.1);
        if flit.is_last() {
            self.sources[network][endpoint].sending.remove(place);
        }
    }
}
