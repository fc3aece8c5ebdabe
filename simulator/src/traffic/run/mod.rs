//! A simulation of synthetic traffic, cycle by cycle: warm-up, measured window, and drain.

mod figures;
mod steady;

use super::circuit::Circuit;
use super::measurement::{Latencies, Packet, Packets};
use super::mix::Mix;
use super::options::{Options, TrafficError};
use super::pattern::Pattern;
use super::placement::placements;
use super::random::Chance;
use super::report::Report;
use super::source::Source;
use super::CYCLES_PER_CLOCK_READ;
use crate::config::ChipConfig;
use crate::noc::{Flit, LinkStatistics, Network};
use figures::Snapshot;
use std::time::{Duration, Instant};
use steady::Steady;

/// A network under synthetic traffic.
#[derive(Debug, Clone)]
pub struct Traffic {
    network: Network,
    /// A faster model of the network. If it supports this simulation, it carries the packets, and
    /// `network` does not.
    steady: Option<Box<Steady>>,
    pattern: Pattern,
    options: Options,
    mix: Mix,
    /// A source for each node and priority. All sources of node 0 come first, and those of the
    /// highest priority first among them.
    sources: Vec<Source>,
    circuits: Vec<Circuit>,
    packets: Packets,
    /// For each priority, the latencies of the packets that were generated in the window.
    latencies: Vec<Latencies>,
    /// For each source, the number of its packets that arrived in the window.
    delivered: Vec<u64>,
    /// For each node, the number of packets that it took in the window.
    taken: Vec<u64>,
    before: Snapshot,
    after: Snapshot,
    /// Number of packets generated in the window, and how many of them have arrived.
    expected: u64,
    arrived: u64,
    /// The cycle that is simulated next.
    cycle: u64,
}

impl Traffic {
    /// A simulation in cycle 0 with an empty network. `chip` must have been checked.
    pub fn new(chip: &ChipConfig, options: &Options) -> Result<Traffic, TrafficError> {
        options.check()?;
        let pattern = Pattern::of(chip, options)?;
        let network = Network::new(&chip.network_parameters());
        let nodes = chip.tiles() as usize;
        let mix = Mix::new(chip, &network, options);
        let levels = mix.levels.len();
        let end = options.warmup + options.measure + options.drain;
        let source = |number: usize| {
            let (node, index) = (number / levels, number % levels);
            let rate = options.rate * mix.levels[index].share;
            let chance = Chance::new(rate / options.packet as f64);
            Source::new(options.seed, index * nodes + node, chance, end)
        };
        let circuit = |numbered| Circuit::new(chip, &network, options, numbered);
        let circuits = (0..).zip(placements(chip, &network, options)?);
        let sources: Vec<Source> = (0..nodes * levels).map(source).collect();
        Ok(Traffic {
            steady: Steady::new(chip, options, &sources).map(Box::new),
            pattern,
            options: options.clone(),
            sources,
            circuits: circuits.map(circuit).collect(),
            packets: Packets::default(),
            latencies: vec![Latencies::default(); levels],
            delivered: vec![0; nodes * levels],
            taken: vec![0; nodes],
            before: Snapshot::default(),
            after: Snapshot::default(),
            expected: u64::MAX,
            arrived: 0,
            cycle: 0,
            mix,
            network,
        })
    }

    /// Continues the simulation for about `limit` of the host's time. Returns true if it has ended.
    pub fn run(&mut self, limit: Duration) -> bool {
        let start = Instant::now();
        while !self.ended() {
            self.step();
            if self.cycle.is_multiple_of(CYCLES_PER_CLOCK_READ) && start.elapsed() >= limit {
                break;
            }
        }
        self.ended()
    }

    /// Runs from beginning to end.
    pub fn run_to_end(&mut self) -> Report {
        while !self.ended() {
            self.step();
        }
        self.report()
    }

    fn window_end(&self) -> u64 {
        self.options.warmup + self.options.measure
    }

    fn ended(&self) -> bool {
        self.cycle > self.window_end()
            && (self.arrived == self.expected && self.circuits.iter().all(Circuit::may_end)
                || self.cycle > self.window_end() + self.options.drain)
    }

    fn step(&mut self) {
        if self.cycle == self.options.warmup {
            self.before = self.snapshot();
        }
        if self.cycle == self.window_end() {
            self.after = self.snapshot();
            self.expected = self.after.packets() - self.before.packets();
        }
        match self.steady.take() {
            Some(mut steady) => {
                self.step_steady(&mut steady);
                self.steady = Some(steady);
            }
            None => self.step_network(),
        }
        self.cycle += 1;
    }

    fn step_network(&mut self) {
        self.network.step(self.cycle);
        self.take();
        for circuit in &mut self.circuits {
            circuit.hand_over(&mut self.network, self.cycle);
        }
        self.hand_over();
    }

    /// Makes every node take a flit, if one has arrived there.
    fn take(&mut self) {
        let mut next = 0;
        while let Some(node) = self.network.next_arrived(next) {
            next = node + 1;
            let flit = self.network.take(node);
            if flit.service().on_circuit() {
                self.circuits[flit.packet() as usize].take(flit, self.cycle);
                continue;
            }
            if flit.is_last() {
                self.arrive(node, flit.packet());
            }
        }
    }

    /// Records that a node has taken the last flit of a packet.
    #[inline]
    fn arrive(&mut self, node: usize, packet: u32) {
        let window = self.options.warmup..self.window_end();
        let packet = self.packets.end(packet);
        let source = packet.source as usize;
        if window.contains(&packet.born) {
            self.latencies[source % self.mix.levels.len()].add(self.cycle - packet.born);
            self.arrived += 1;
        }
        if window.contains(&self.cycle) {
            self.delivered[source] += 1;
            self.taken[node] += 1;
        }
    }

    /// Makes every node hand over a flit of one of its sources, if a source has one and the network
    /// has a slot for it.
    fn hand_over(&mut self) {
        let levels = self.mix.levels.len();
        for (node, sources) in self.sources.chunks_exact_mut(levels).enumerate() {
            let Some(index) = self.mix.turn(sources, &self.network, node, self.cycle) else {
                continue;
            };
            let source = &mut sources[index];
            if source.sent == 0 {
                source.target = self.pattern.target(node, &mut source.targets);
                source.begun += 1;
                source.packet = self.packets.begin(Packet {
                    born: source.born(),
                    source: (node * levels + index) as u32,
                });
            }
            let flit = Flit::of_packet(
                source.packet,
                source.target,
                source.sent,
                self.options.packet,
                self.mix.levels[index].service,
            );
            self.network.inject(node, flit);
            source.sent += 1;
            if flit.is_last() {
                source.finish();
            }
        }
    }

    /// The traffic that each link has carried so far.
    fn links_so_far(&self) -> Vec<LinkStatistics> {
        let mut links = self.network.statistics().links;
        if let Some(steady) = &self.steady {
            for link in &mut links {
                link.flits = steady.network.flits(link.router, link.port);
            }
        }
        links
    }

    /// Number of packets that a source has begun, but of which it has not handed over a flit: 0 or
    /// 1.
    fn not_begun(&self, source: usize) -> u64 {
        let steady = self.steady.as_ref();
        steady.map_or(0, |steady| steady.network.is_waiting(source).into())
    }

    /// The number of packets in flight that do not travel on circuits, and the statistics of the
    /// network that carries them.
    #[cfg(test)]
    pub(super) fn in_flight(&self) -> (usize, crate::noc::Statistics) {
        let mut statistics = self.network.statistics();
        if let Some(steady) = &self.steady {
            (statistics.ejected, statistics.in_flight) = steady.network.counts();
            statistics.injected = statistics.ejected + statistics.in_flight;
        }
        (self.packets.count(), statistics)
    }
}
