//! The results of a simulation, computed from its counts.

use super::Traffic;
use crate::noc::LinkStatistics;
use crate::traffic::measurement::Latencies;
use crate::traffic::report::{Level, LinkLoad, Report};
use crate::traffic::source::Source;

/// The network counts as saturated if the queue of a source grows in the window by more than this
/// number of packets, and by more than this percentage of the packets that the source generates in
/// it.
const GROWTH_PACKETS: u64 = 8;
const GROWTH_PERCENT: u64 = 5;

/// The counts at the beginning or at the end of the window.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    links: Vec<LinkStatistics>,
    /// For each source, the number of packets that it has generated so far, and the number in its
    /// queue.
    generated: Vec<u64>,
    waiting: Vec<u64>,
}

impl Snapshot {
    /// Number of packets that all sources have generated.
    pub fn packets(&self) -> u64 {
        self.generated.iter().sum()
    }
}

impl Traffic {
    pub(super) fn snapshot(&self) -> Snapshot {
        let generated = |source: &Source| source.generated(self.cycle);
        let generated: Vec<u64> = self.sources.iter().map(generated).collect();
        let waiting = |(number, source): (usize, &Source)| {
            generated[number] + self.not_begun(number) - source.begun
        };
        Snapshot {
            links: self.links_so_far(),
            waiting: self.sources.iter().enumerate().map(waiting).collect(),
            generated,
        }
    }

    /// The results of the simulation, which must have ended.
    pub fn report(&self) -> Report {
        let mut latencies = Latencies::default();
        for level in &self.latencies {
            latencies.add_all(level);
        }
        let levels: Vec<Level> = (0..self.mix.levels.len())
            .map(|index| self.level(index))
            .collect();
        let all_links = self.links_so_far();
        let node_flits = |sources: &[u64]| self.per_cycle(sources.iter().sum());
        Report {
            latency: latencies.figures(),
            offered: self.per_node(self.expected),
            accepted: self.per_node(self.delivered.iter().sum()),
            saturated: levels.iter().any(|level| level.saturated),
            generated: self.expected,
            arrived: latencies.packets,
            shares: self
                .delivered
                .chunks(levels.len())
                .map(node_flits)
                .collect(),
            links: self.links(),
            ejection: self
                .taken
                .iter()
                .map(|&count| self.per_cycle(count))
                .collect(),
            levels,
            circuits: self
                .circuits
                .iter()
                .map(|circuit| circuit.report())
                .collect(),
            cycles: self.cycle,
            flit_hops: all_links.iter().map(|link| link.flits).sum(),
        }
    }

    /// Converts a number of packets in the window to flits per cycle.
    fn per_cycle(&self, packets: u64) -> f64 {
        packets as f64 * self.options.packet as f64 / self.options.measure as f64
    }

    /// Converts a number of packets in the window to flits per node and cycle.
    fn per_node(&self, packets: u64) -> f64 {
        self.per_cycle(packets) / self.taken.len() as f64
    }

    fn level(&self, index: usize) -> Level {
        let count = self.mix.levels.len();
        let of_level = |counts: &[u64]| -> u64 { counts.iter().skip(index).step_by(count).sum() };
        let generated = of_level(&self.after.generated) - of_level(&self.before.generated);
        let latencies = &self.latencies[index];
        let sources = (index..self.sources.len()).step_by(count);
        Level {
            level: self.mix.levels[index].field,
            latency: latencies.figures(),
            offered: self.per_node(generated),
            accepted: self.per_node(of_level(&self.delivered)),
            saturated: latencies.packets < generated
                || sources.into_iter().any(|source| self.queue_grew(source)),
        }
    }

    /// Whether the queue of a source has grown so much that the network counts as saturated.
    fn queue_grew(&self, source: usize) -> bool {
        let generated = self.after.generated[source] - self.before.generated[source];
        let growth = self.after.waiting[source].saturating_sub(self.before.waiting[source]);
        growth > GROWTH_PACKETS && growth * 100 > generated * GROWTH_PERCENT
    }

    fn links(&self) -> Vec<LinkLoad> {
        let cycles = self.options.measure as f64;
        let load = |(before, after): (&LinkStatistics, &LinkStatistics)| {
            let to = self.network.neighbour(after.router, after.port)?;
            Some(LinkLoad {
                from: after.router,
                to,
                load: (after.flits - before.flits) as f64 / cycles,
                circuits: (after.circuit_flits - before.circuit_flits) as f64 / cycles,
            })
        };
        let pairs = self.before.links.iter().zip(&self.after.links);
        pairs.filter_map(load).collect()
    }
}
