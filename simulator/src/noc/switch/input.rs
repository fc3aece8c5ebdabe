//! An input of a switch: what is known of the packet at the front of its buffer.

#[derive(Debug, Clone, Copy)]
pub struct Input {
    /// The cycle in which the oldest flit could leave at the earliest, if there is one.
    pub since: u64,
    /// Cycles in which the oldest flit could have left, but for the others.
    pub stalled: u64,
    /// The output by which the packet at the front leaves.
    pub output: u32,
    /// The link that fills the buffer, which gets the credits.
    pub feeder: u32,
    /// This input in a set of inputs of its switch.
    pub bit: u32,
    /// The switch.
    pub switch: u32,
}

impl Input {
    /// The input at `port`, of switches with so many `ports`.
    pub fn new(port: usize, ports: usize, feeder: usize) -> Input {
        Input {
            since: 0,
            stalled: 0,
            output: 0,
            feeder: feeder as u32,
            bit: 1 << (port % ports),
            switch: (port / ports) as u32,
        }
    }
}
