//! The network that a chip file describes.

use super::{ChipConfig, CircuitConflict, Drawn, Topology};
use crate::noc::{Graph, Multicast, Parameters, Shape};

impl Drawn {
    /// The routers and links of the table `[drawn]`, as a graph for the network.
    pub fn graph(&self) -> Graph {
        Graph {
            routers: self.routers,
            tiles: self.tiles.clone(),
            links: self.links.clone(),
            routes: self.routes.clone(),
            channels: vec![],
        }
    }
}

impl ChipConfig {
    /// The largest number of payload bytes in a multicast packet, a power of two. A packet with
    /// this payload, a header and an address fits into a buffer. None if the chip has no
    /// multicasts, or if a buffer has no room for a packet with one word.
    pub fn multicast_line(&self) -> Option<u32> {
        let keys = &self.network;
        let words = (keys.buffer_flits * keys.link_bits / 32).saturating_sub(2);
        let most = words.min(keys.payload_flits);
        (keys.multicast == Multicast::Rectangle && most > 0).then(|| 4 << most.ilog2())
    }

    /// The parameters of the chip's network.
    pub fn network_parameters(&self) -> Parameters {
        let keys = &self.network;
        let order = keys.routing;
        let (columns, rows) = self.grid().unwrap_or_default();
        let (columns, rows) = (columns as usize, rows as usize);
        Parameters {
            shape: match (&self.drawn, keys.topology) {
                (Some(drawn), _) => Shape::Drawn(self.generated().unwrap_or(drawn.graph())),
                (None, Topology::Torus) => Shape::Torus {
                    columns,
                    rows,
                    order,
                },
                (None, _) => Shape::Mesh {
                    columns,
                    rows,
                    order,
                },
            },
            links: self.other_links(),
            further: self.further_routers(),
            router: keys.router,
            link: keys.link,
            credit: keys.credit,
            delay: self.ni.delay,
            buffer_flits: keys.buffer_flits,
            levels: keys.levels,
            buffers: keys.buffers,
            channels: keys.channels,
            arbiter: keys.arbiter,
            circuits: keys.circuits,
            queue: keys.circuit_conflict == CircuitConflict::Queue,
            multicast: keys.multicast == Multicast::Rectangle,
            networks: keys.networks,
        }
    }
}
