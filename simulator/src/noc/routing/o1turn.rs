//! O1TURN routing on a mesh (Seo, Ali, Lim, Rafique and Thottethodi 2005): packets go along rows
//! first or along columns first, equally often, so that links along rows and along columns share
//! the load.
//!
//! In the paper, each packet chooses at random. Here all packets of an endpoint use one order, so
//! that packets from one endpoint to another never overtake each other. If routers are coloured
//! like a checkerboard, the endpoints of white routers send along rows first, and those of black
//! routers along columns first. Each order has a separate virtual channel, which a packet never
//! leaves. So packets can wait for each other in a circle only within one order.

use super::mesh::Mesh;
use crate::noc::topology::Topology;

/// The virtual channel of packets that go along rows first, and the one of packets that go along
/// columns first.
const ROWS_FIRST: usize = 0;
const COLUMNS_FIRST: usize = 1;

#[derive(Debug, Clone)]
pub struct O1Turn {
    rows_first: Mesh<true>,
    columns_first: Mesh<false>,
    columns: usize,
    /// Number of ports of each router, and the number of each endpoint's port, as in `Topology`.
    ports: usize,
    endpoints: Vec<usize>,
}

impl O1Turn {
    /// Routing on a mesh of at most 256 columns.
    pub fn new(topology: &Topology, columns: usize) -> O1Turn {
        O1Turn {
            rows_first: Mesh::new(topology, columns),
            columns_first: Mesh::new(topology, columns),
            columns,
            ports: topology.ports,
            endpoints: topology.endpoints.clone(),
        }
    }

    /// The virtual channel in which the packets of an endpoint start.
    pub fn channel(&self, endpoint: usize) -> usize {
        let router = self.endpoints[endpoint] / self.ports;
        match (router / self.columns + router % self.columns) % 2 {
            0 => ROWS_FIRST,
            _ => COLUMNS_FIRST,
        }
    }

    /// The port by which a packet in virtual channel `channel` leaves `router` towards endpoint
    /// `target`, and the virtual channel that it then uses.
    pub fn route(&self, router: usize, target: usize, channel: usize) -> (usize, usize) {
        let port = match channel {
            ROWS_FIRST => self.rows_first.port(router, target),
            _ => self.columns_first.port(router, target),
        };
        // An endpoint has one buffer for all packets of a traffic class: that of channel 0.
        match self.endpoints[target] == router * self.ports + port {
            true => (port, 0),
            false => (port, channel),
        }
    }
}
