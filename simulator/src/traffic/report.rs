//! The results of a run.

use super::measurement::Latency;
use super::options::Placement;

/// The load of a link between two routers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLoad {
    /// Numbers of the routers.
    pub from: usize,
    pub to: usize,
    /// Flits per cycle on this link, in the measured window.
    pub load: f64,
    /// Flits per cycle on this link that belonged to circuits, in the measured window.
    pub circuits: f64,
}

/// The figures for packets of one priority. The documentation of [`Report`] explains them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The QoS field of these packets.
    pub level: u8,
    pub latency: Latency,
    pub offered: f64,
    pub accepted: f64,
    pub saturated: bool,
}

/// The state of a circuit at the end of the simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CircuitState {
    /// Another circuit held a link that this one needs, and the simulation ended before the next
    /// attempt; or it ended before the packet that opens the circuit was acknowledged.
    Waiting,
    /// Another circuit held a link that this one needs, and there are no further attempts.
    Refused,
    Open,
    Closed,
}

/// The figures of a circuit, over the whole simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Circuit {
    pub placement: Placement,
    /// Number of links between routers on the circuit's route.
    pub hops: usize,
    pub state: CircuitState,
    /// Number of packets that were sent to open the circuit.
    pub attempts: u64,
    /// Cycles from the start of the first packet that opens the circuit until an acknowledgement
    /// arrived. None if no acknowledgement arrived.
    pub open_cycles: Option<u64>,
    /// Cycles from the start of the packet that closes the circuit until its acknowledgement
    /// arrived. None if it has not arrived.
    pub close_cycles: Option<u64>,
    /// Latencies of the circuit's data packets that have arrived.
    pub latency: Latency,
    /// Latency of a packet of the circuit in an empty network, in cycles.
    pub latency_alone: u64,
    /// Number of the circuit's data packets that have arrived.
    pub packets: u64,
    /// Data flits per cycle, from the arrival of the first flit to the arrival of the last one.
    /// None if fewer than two flits arrived.
    pub throughput: Option<f64>,
}

/// The results of a simulation. Rates are in flits per node and cycle, over the measured window.
/// Latencies are in cycles, and consider the packets that were generated in the window and have
/// arrived. They are none if there is no such packet. All figures except `links` and `circuits`
/// leave out packets that travel on circuits.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub latency: Latency,
    /// Rate at which packets were generated.
    pub offered: f64,
    /// Rate at which packets arrived; a packet arrives with its last flit.
    pub accepted: f64,
    /// Whether the network is saturated. It is if the queue of some source grew in the window by
    /// more than 8 packets and by more than 5 % of the packets that this source generated in it. It
    /// is also if packets of the window had not arrived when the drain reached its limit.
    pub saturated: bool,
    /// Number of packets that were generated in the window, and how many of these have arrived.
    pub generated: u64,
    pub arrived: u64,
    /// Flits per cycle that arrived from each node, counted in whole packets as in `accepted`.
    pub shares: Vec<f64>,
    pub links: Vec<LinkLoad>,
    /// Flits per cycle that each node took.
    pub ejection: Vec<f64>,
    /// The figures of each priority. The highest priority comes first.
    pub levels: Vec<Level>,
    pub circuits: Vec<Circuit>,
    /// Number of cycles that were simulated.
    pub cycles: u64,
    /// Number of times that a flit passed a router, in all cycles of the simulation.
    pub flit_hops: u64,
}
