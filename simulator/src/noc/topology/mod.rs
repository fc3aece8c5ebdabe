//! Topologies: which output leads to which input, and where the endpoints are. Routers use nothing
//! but the tables made here.

pub mod drawn;
pub mod generated;
pub mod mesh;
pub mod torus;

use super::{Parameters, Shape};

/// Largest number of ports of a router.
pub const MOST_PORTS: usize = 32;

/// Largest number of inputs of a router for one traffic class. Each virtual channel of a port is a
/// separate input. A set of inputs is a word with this many bits.
pub const MOST_INPUTS: usize = 64;

/// What a port's link leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connection {
    /// The port is not connected: it is at the edge of a mesh.
    Nothing,
    /// The port is connected, in both directions, to the port with this number (over all routers).
    Port(usize),
    /// The port is connected, in both directions, to this endpoint.
    Endpoint(usize),
}

/// The routers of a network and how their ports are connected. All routers have the same number of
/// ports. Port p of router s has the number `s * ports + p`.
#[derive(Debug, Clone)]
pub struct Topology {
    pub routers: usize,
    /// Number of ports of each router, whether they are connected or not; at most 32.
    pub ports: usize,
    /// The connection of each port, by its number.
    pub connections: Vec<Connection>,
    /// The number of each endpoint's port.
    pub endpoints: Vec<usize>,
}

impl Topology {
    /// The topology that the parameters of a network describe.
    pub fn of(parameters: &Parameters) -> Topology {
        let further = &parameters.further;
        match parameters.shape {
            Shape::Drawn(ref graph) => drawn::drawn(graph, further),
            Shape::Torus { columns, rows, .. } => torus::torus(columns, rows, further),
            Shape::Mesh { columns, rows, .. } => mesh::mesh(columns, rows, further),
        }
    }

    /// Routers that are not connected yet.
    pub fn new(routers: usize, ports: usize) -> Topology {
        Topology {
            routers,
            ports,
            connections: vec![Connection::Nothing; routers * ports],
            endpoints: vec![],
        }
    }

    /// Connects two ports, in both directions.
    pub fn join(&mut self, one: usize, other: usize) {
        self.connections[one] = Connection::Port(other);
        self.connections[other] = Connection::Port(one);
    }

    /// The routers at the two ends of a port's link; the first one is the port's own router. None
    /// if the link does not lead to another router.
    pub fn ends(&self, port: usize) -> Option<[usize; 2]> {
        match self.connections[port] {
            Connection::Port(other) => Some([port / self.ports, other / self.ports]),
            _ => None,
        }
    }

    /// Connects the next endpoint to a port.
    pub fn attach(&mut self, port: usize) {
        self.connections[port] = Connection::Endpoint(self.endpoints.len());
        self.endpoints.push(port);
    }
}
