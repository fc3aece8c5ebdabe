//! The results of a run.

use super::measurement::Latency;
use super::options::Placement;

/// The load of a link between two routers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLoad {
    /// Numbers of the routers.
    pub from: usize,
    pub to: usize,
    /// Flits per cycle, in the window.
    pub load: f64,
    /// Flits per cycle that travelled on circuits, in the window.
    pub circuits: f64,
}

/// The figures of the packets of one priority. [`Report`] explains each figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The QoS field of these packets.
    pub level: u8,
    pub latency: Latency,
    pub offered: f64,
    pub accepted: f64,
    pub saturated: bool,
}

/// The state of a circuit at the end of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CircuitState {
    /// Another circuit was in the way, and the run ended before the next attempt; or the run ended
    /// before the open packet was acknowledged.
    Waiting,
    /// Another circuit was in the way, and the chip makes no further attempt.
    Refused,
    Open,
    Closed,
}

/// The figures of a circuit, over the whole run.
#[derive(Debug, Clone, PartialEq)]
pub struct Circuit {
    pub placement: Placement,
    /// Number of links between routers on the circuit's route.
    pub hops: usize,
    pub state: CircuitState,
    /// Number of open packets that were sent.
    pub attempts: u64,
    /// Cycles from the start of the first open packet until its acknowledgement has returned. None
    /// if no acknowledgement has returned.
    pub open_cycles: Option<u64>,
    /// Cycles from the start of the close packet until its acknowledgement has returned. None if
    /// the acknowledgement has not returned.
    pub close_cycles: Option<u64>,
    /// Latencies of the circuit's packets of data that have arrived.
    pub latency: Latency,
    /// Latency of a packet of the circuit in an empty network, in cycles.
    pub latency_alone: u64,
    /// Number of packets of data that have arrived.
    pub packets: u64,
    /// Flits per cycle from the arrival of the first flit to the arrival of the last one. None if
    /// fewer than two flits arrived.
    pub throughput: Option<f64>,
}

/// The results of a run. Rates are in flits per node and cycle, over the window. Latencies are in
/// cycles, and count the packets that were generated in the window and have arrived. If there is no
/// such packet, the latencies are none. All figures except `links` and `circuits` leave out packets
/// that travel on circuits.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub latency: Latency,
    /// Rate of the packets that were generated.
    pub offered: f64,
    /// Rate of the packets whose last flit arrived.
    pub accepted: f64,
    /// Whether the network is saturated: the queue of some source grew in the window by more than 8
    /// packets and by more than 5 % of the packets that this source generated in it, or packets of
    /// the window had not arrived when the drain reached its limit.
    pub saturated: bool,
    /// `generated` is the number of packets generated in the window, `arrived` the number of these
    /// packets that have arrived.
    pub generated: u64,
    pub arrived: u64,
    /// Flits per cycle that arrived from each node, counted by packets as in `accepted`.
    pub shares: Vec<f64>,
    pub links: Vec<LinkLoad>,
    /// Flits per cycle that each node takes.
    pub ejection: Vec<f64>,
    /// The figures of each priority, the highest first.
    pub levels: Vec<Level>,
    pub circuits: Vec<Circuit>,
    /// Number of cycles that were simulated.
    pub cycles: u64,
    /// Number of times that a flit went through a router, in all cycles.
    pub flit_hops: u64,
}
