//! Topologies: which output leads to which input, and where the endpoints are. Each has its own
//! file; the routers know only the tables made here.

pub mod drawn;
pub mod mesh;
pub mod torus;

use super::{Parameters, Shape};

/// Ports of a router at most: as many as a set of inputs has bits.
pub const MOST_PORTS: usize = 32;

/// What a port of a router is connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connection {
    /// Nothing: the edge of a mesh.
    Nothing,
    /// The port with this number (of all routers), in both directions.
    Port(usize),
    /// The endpoint with this number, in both directions.
    Endpoint(usize),
}

/// Routers with the same number of ports each. Port p of router s has the number
/// `s * ports + p` among all of them.
#[derive(Debug, Clone)]
pub struct Topology {
    pub routers: usize,
    /// Ports of each router, connected or not; at most 32.
    pub ports: usize,
    /// By number of the port.
    pub connections: Vec<Connection>,
    /// By endpoint: the number of its port.
    pub endpoints: Vec<usize>,
}

impl Topology {
    /// The topology of a network.
    pub fn of(parameters: &Parameters) -> Topology {
        let further = &parameters.further;
        match parameters.shape {
            Shape::Drawn(ref graph) => drawn::drawn(graph, further),
            Shape::Torus { columns, rows, .. } => torus::torus(columns, rows, further),
            Shape::Mesh { columns, rows, .. } => mesh::mesh(columns, rows, further),
        }
    }

    /// Routers that have no connection yet.
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

    /// Puts the next endpoint on a port.
    pub fn attach(&mut self, port: usize) {
        self.connections[port] = Connection::Endpoint(self.endpoints.len());
        self.endpoints.push(port);
    }
}
