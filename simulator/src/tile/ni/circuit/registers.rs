//! The circuit of a core, as its registers show it (`docs/register-map.md`).

/// A circuit, as it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CircuitSpec {
    /// Endpoint: tiles, then memory controllers.
    pub target: u16,
    /// Answers have a circuit of their own.
    pub duplex: bool,
}

/// A core's circuit, as `CIRCUIT_STATE` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    #[default]
    Closed = 0,
    Opening = 1,
    Open = 2,
    Closing = 3,
}

/// The result of a core's latest command, as `CIRCUIT_RESULT` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    /// There has been none, or it is being carried out.
    #[default]
    Pending = 0,
    Done = 1,
    /// Another circuit is in the way.
    Refused = 2,
    /// The core has a circuit already.
    HasOne = 3,
    /// The chip has no circuits.
    NoCircuits = 4,
    /// The core has no such circuit that could be closed.
    NotOpen = 5,
}

/// A core's latest command, and its state.
#[derive(Debug, Clone, Copy, Default)]
pub struct CoreCircuit {
    pub state: State,
    pub spec: CircuitSpec,
    pub result: Outcome,
}
