//! Warm-up, window, drain: one cycle after the other.

use super::measurement::{Latencies, Packet, Packets};
use super::options::{Options, TrafficError};
use super::pattern::Pattern;
use super::random::Chance;
use super::report::{LinkLoad, Report};
use super::source::Source;
use crate::config::ChipConfig;
use crate::noc::{Flit, LinkStatistics, Network, Service};
use std::time::{Duration, Instant};

/// Cycles between two looks at the clock.
const SLICE: u64 = 64;

/// A queue may grow by so much without being called saturated: packets, and percent of those
/// generated.
const GROWTH_PACKETS: u64 = 8;
const GROWTH_PERCENT: u64 = 5;

/// What the counters said at one end of the window.
#[derive(Debug, Clone, Default)]
struct Snapshot {
    links: Vec<LinkStatistics>,
    /// By source: packets generated, and those waiting in its queue.
    generated: Vec<u64>,
    waiting: Vec<u64>,
}

/// A network under synthetic traffic.
#[derive(Debug, Clone)]
pub struct Traffic {
    network: Network,
    pattern: Pattern,
    options: Options,
    sources: Vec<Source>,
    packets: Packets,
    latencies: Latencies,
    /// By source: packets that arrived in the window.
    delivered: Vec<u64>,
    /// By node: packets that it took in the window.
    taken: Vec<u64>,
    before: Snapshot,
    after: Snapshot,
    /// Packets generated in the window.
    expected: u64,
    /// The next cycle.
    cycle: u64,
}

impl Traffic {
    /// An empty network in cycle 0, for a chip that `ChipConfig` has checked.
    pub fn new(chip: &ChipConfig, options: &Options) -> Result<Traffic, TrafficError> {
        options.check()?;
        let pattern = Pattern::of(chip, options)?;
        let chance = Chance::new(options.rate / options.packet as f64);
        let end = options.warmup + options.measure + options.drain;
        let nodes = chip.tiles() as usize;
        Ok(Traffic {
            network: Network::new(chip),
            pattern,
            sources: (0..nodes)
                .map(|node| Source::new(options.seed, node, chance, end))
                .collect(),
            options: options.clone(),
            packets: Packets::default(),
            latencies: Latencies::default(),
            delivered: vec![0; nodes],
            taken: vec![0; nodes],
            before: Snapshot::default(),
            after: Snapshot::default(),
            expected: u64::MAX,
            cycle: 0,
        })
    }

    /// Goes on for about so much host time; true when the run has ended.
    pub fn run(&mut self, limit: Duration) -> bool {
        let start = Instant::now();
        while !self.ended() {
            self.step();
            if self.cycle.is_multiple_of(SLICE) && start.elapsed() >= limit {
                break;
            }
        }
        self.ended()
    }

    /// From beginning to end.
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
            && (self.latencies.packets == self.expected
                || self.cycle > self.window_end() + self.options.drain)
    }

    fn step(&mut self) {
        if self.cycle == self.options.warmup {
            self.before = self.snapshot();
        }
        if self.cycle == self.window_end() {
            self.after = self.snapshot();
            let count = |snapshot: &Snapshot| snapshot.generated.iter().sum::<u64>();
            self.expected = count(&self.after) - count(&self.before);
        }
        self.network.step(self.cycle);
        self.take();
        self.hand_over();
        self.cycle += 1;
    }

    /// Every node takes a flit, if there is one.
    fn take(&mut self) {
        let window = self.options.warmup..self.window_end();
        let mut next = 0;
        while let Some(node) = self.network.next_arrived(next) {
            next = node + 1;
            let flit = self.network.take(node);
            if !flit.is_last() {
                continue;
            }
            let packet = self.packets.end(flit.packet);
            if window.contains(&packet.born) {
                self.latencies.add(self.cycle - packet.born);
            }
            if window.contains(&self.cycle) {
                self.delivered[packet.source as usize] += 1;
                self.taken[node] += 1;
            }
        }
    }

    /// Every source hands a flit over, if it has one and the network a place for it.
    fn hand_over(&mut self) {
        for (node, source) in self.sources.iter_mut().enumerate() {
            if !source.has_packet(self.cycle) || !self.network.ready(node, Service::BEST_EFFORT) {
                continue;
            }
            if source.sent == 0 {
                source.target = self.pattern.target(node, &mut source.targets);
                source.begun += 1;
                source.packet = self.packets.begin(Packet {
                    born: source.born(),
                    source: node as u32,
                });
            }
            let length = self.options.packet;
            let flit = Flit::of_packet(
                source.packet,
                source.target,
                source.sent,
                length,
                Service::BEST_EFFORT,
            );
            self.network.inject(node, flit);
            source.sent += 1;
            if flit.is_last() {
                source.finish();
            }
        }
    }

    fn snapshot(&mut self) -> Snapshot {
        for source in &mut self.sources {
            source.counter.count_until(self.cycle);
        }
        let generated = |source: &Source| source.counter.packets;
        let waiting = |source: &Source| source.counter.packets - source.begun;
        Snapshot {
            links: self.network.statistics().links,
            generated: self.sources.iter().map(generated).collect(),
            waiting: self.sources.iter().map(waiting).collect(),
        }
    }

    /// Whether the queue of some source has grown too much.
    fn queues_grew(&self) -> bool {
        (0..self.sources.len()).any(|node| {
            let generated = self.after.generated[node] - self.before.generated[node];
            let growth = self.after.waiting[node].saturating_sub(self.before.waiting[node]);
            growth > GROWTH_PACKETS && growth * 100 > generated * GROWTH_PERCENT
        })
    }

    /// What the run has shown; it must have ended.
    pub fn report(&self) -> Report {
        let cycles = self.options.measure as f64;
        let flits = |packets: u64| packets as f64 * self.options.packet as f64;
        let nodes = self.sources.len() as f64;
        let per_cycle = |counts: &[u64]| -> Vec<f64> {
            counts.iter().map(|&count| flits(count) / cycles).collect()
        };
        let links = self.before.links.iter().zip(&self.after.links);
        let load = |(before, after): (&LinkStatistics, &LinkStatistics)| {
            let to = self.network.neighbour(after.switch, after.port)?;
            Some(LinkLoad {
                from: after.switch,
                to,
                load: (after.flits - before.flits) as f64 / cycles,
            })
        };
        let all_links = self.network.statistics().links;
        Report {
            latency_mean: self.latencies.mean(),
            latency_p50: self.latencies.percentile(50),
            latency_p99: self.latencies.percentile(99),
            latency_max: self.latencies.max(),
            offered: flits(self.expected) / nodes / cycles,
            accepted: flits(self.delivered.iter().sum()) / nodes / cycles,
            saturated: self.latencies.packets < self.expected || self.queues_grew(),
            generated: self.expected,
            arrived: self.latencies.packets,
            shares: per_cycle(&self.delivered),
            links: links.filter_map(load).collect(),
            ejection: per_cycle(&self.taken),
            cycles: self.cycle,
            flit_hops: all_links.iter().map(|link| link.flits).sum(),
        }
    }

    /// Packets under way, and flits: what the network says it was given, and holds.
    #[cfg(test)]
    pub(super) fn under_way(&self) -> (usize, crate::noc::Statistics) {
        (self.packets.count(), self.network.statistics())
    }
}
