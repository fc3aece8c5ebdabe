//! The results of a run.

use super::measurement::Latency;
use super::options::Placement;

/// The load of a link between two routers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLoad {
    /// Numbers of the routers.
    pub from: usize,
    pub to: usize,
    /// Flits a cycle, in the window.
    pub load: f64,
    /// Those of them that travelled on circuits.
    pub circuits: f64,
}

/// Figures of the packets of one priority, as in [`Report`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// Their QoS field.
    pub level: u8,
    pub latency: Latency,
    pub offered: f64,
    pub accepted: f64,
    pub saturated: bool,
}

/// How far a circuit has come at the end of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CircuitState {
    /// Another circuit is in the way and this one retries, or the run ended before an answer.
    Waiting,
    /// Another circuit was in the way, and the chip does not try again.
    Refused,
    Open,
    Closed,
}

/// Figures of a circuit, over the whole run.
#[derive(Debug, Clone, PartialEq)]
pub struct Circuit {
    pub placement: Placement,
    /// Links between routers in flight.
    pub hops: usize,
    pub state: CircuitState,
    /// Open packets that were sent.
    pub attempts: u64,
    /// Cycles from the first open packet's start until the acknowledgement is back; none if it
    /// never came.
    pub open_cycles: Option<u64>,
    /// Cycles from the close packet's start until its acknowledgement is back; none if it never
    /// came.
    pub close_cycles: Option<u64>,
    /// Latency of the circuit's packets that have arrived, in cycles.
    pub latency: Latency,
    /// Latency of a packet of the circuit in an empty network, in cycles.
    pub latency_alone: u64,
    /// Packets that have arrived.
    pub packets: u64,
    /// Flits a cycle from the arrival of its first to that of its last; none if there are fewer
    /// than two.
    pub throughput: Option<f64>,
}

/// Rates are in flits a node and cycle, over the window; latencies in cycles, of the packets that
/// were generated in the window and have arrived (none if there are none). All but `links` and
/// `circuits` is about packets that do not travel on circuits.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub latency: Latency,
    /// Flits of the packets that were generated.
    pub offered: f64,
    /// Flits of the packets whose last flit arrived.
    pub accepted: f64,
    /// The network does not keep up: the queue of some source grew, from the beginning of the
    /// window to its end, by more than 8 packets and more than 5 % of what the source generated; or
    /// packets of the window were still in flight when the drain's limit was reached.
    pub saturated: bool,
    /// Packets generated in the window, and those of them that have arrived.
    pub generated: u64,
    pub arrived: u64,
    /// Flits a cycle by node that sent them, counted like `accepted`: each node's share.
    pub shares: Vec<f64>,
    pub links: Vec<LinkLoad>,
    /// Flits a cycle that each node takes.
    pub ejection: Vec<f64>,
    /// By priority, the highest first.
    pub levels: Vec<Level>,
    pub circuits: Vec<Circuit>,
    /// Cycles that were simulated in all.
    pub cycles: u64,
    /// Flits that went through a router, in all cycles.
    pub flit_hops: u64,
}
