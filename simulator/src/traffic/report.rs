//! What a run has shown.

/// The load of a link between two switches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLoad {
    /// Numbers of the switches.
    pub from: usize,
    pub to: usize,
    /// Flits a cycle, in the window.
    pub load: f64,
}

/// Rates are in flits a node and cycle, over the window; latencies in cycles, of the packets that
/// were generated in the window and have arrived (none if there are none).
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub latency_mean: Option<f64>,
    pub latency_p50: Option<u64>,
    pub latency_p99: Option<u64>,
    pub latency_max: Option<u64>,
    /// Flits of the packets that were generated.
    pub offered: f64,
    /// Flits of the packets whose last flit arrived.
    pub accepted: f64,
    /// The network does not keep up: the queue of some source grew, from the beginning of the window
    /// to its end, by more than 8 packets and more than 5 % of what the source generated; or packets
    /// of the window were still under way when the drain's limit was reached.
    pub saturated: bool,
    /// Packets generated in the window, and those of them that have arrived.
    pub generated: u64,
    pub arrived: u64,
    /// Flits a cycle by source, counted like `accepted`: each node's share.
    pub shares: Vec<f64>,
    pub links: Vec<LinkLoad>,
    /// Flits a cycle that each node takes.
    pub ejection: Vec<f64>,
    /// Cycles that were simulated in all.
    pub cycles: u64,
    /// Flits that went through a switch, in all cycles.
    pub flit_hops: u64,
}
