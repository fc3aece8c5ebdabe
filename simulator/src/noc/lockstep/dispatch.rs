//! Chooses the lockstep model by the number of virtual channels of a network.

use super::{Model, MOST};
use crate::noc::routing::Routing;
use crate::noc::topology::Topology;
use crate::noc::{Parameters, Shape};

/// The lockstep model, by the number of virtual channels of a port.
#[derive(Debug, Clone)]
pub enum Lockstep {
    One(Model<5>),
    Two(Model<9>),
    Three(Model<13>),
    Four(Model<17>),
}

macro_rules! with {
    ($lockstep:expr, $model:ident => $result:expr) => {
        match $lockstep {
            Lockstep::One($model) => $result,
            Lockstep::Two($model) => $result,
            Lockstep::Three($model) => $result,
            Lockstep::Four($model) => $result,
        }
    };
}

impl Lockstep {
    /// Makes an empty network in cycle 0, for packets of `flits` flits, all of one priority level.
    /// Returns none if the network is neither a mesh nor a torus, if some links differ from others,
    /// if ports have too many virtual channels, or if buffers have too many slots.
    pub fn new(parameters: &Parameters, flits: u8) -> Option<Lockstep> {
        let (Shape::Mesh { columns, .. } | Shape::Torus { columns, .. }) = parameters.shape else {
            return None;
        };
        let topology = Topology::of(parameters);
        let routing = Routing::of(parameters, &topology);
        let channels = match parameters.channels {
            0 => routing.channels_per_class(),
            several => several as usize,
        };
        const { assert!(MOST == 4, "there is a variant for each number") };
        Some(match channels {
            1 => Lockstep::One(Model::new(parameters, columns, &topology, routing, flits)?),
            2 => Lockstep::Two(Model::new(parameters, columns, &topology, routing, flits)?),
            3 => Lockstep::Three(Model::new(parameters, columns, &topology, routing, flits)?),
            4 => Lockstep::Four(Model::new(parameters, columns, &topology, routing, flits)?),
            _ => return None,
        })
    }

    /// Simulates the network up to `cycle`. Tiles take flits as soon as they arrive. When a tile
    /// takes the last flit of a packet, calls `arrived` with the tile and the name of the packet.
    #[inline]
    pub fn step(&mut self, cycle: u64, mut arrived: impl FnMut(usize, u32)) {
        with!(self, model => model.step(cycle, &mut arrived));
    }

    /// Makes a tile hand over a packet, flit by flit, from this cycle on. The tile must have handed
    /// over its previous packet. The network does not read `name`.
    #[inline]
    pub fn send(&mut self, tile: usize, name: u32, target: u16) {
        with!(self, model => model.send(tile, name, target));
    }

    /// Makes each tile that is sending hand over a flit if its router has a free slot. Calls `sent`
    /// with each tile that has handed over the last flit of its packet.
    #[inline]
    pub fn hand_over(&mut self, mut sent: impl FnMut(usize)) {
        with!(self, model => model.hand_over(&mut sent));
    }

    /// Whether a tile has a packet of which it has handed over no flit yet.
    pub fn is_waiting(&self, tile: usize) -> bool {
        with!(self, model => model.is_waiting(tile))
    }

    /// Number of flits that a port of a router has passed on so far.
    pub fn flits(&self, router: usize, port: usize) -> u64 {
        with!(self, model => model.flits(router, port))
    }

    /// Number of flits that tiles have taken so far, and number of flits in buffers and on links.
    pub fn counts(&self) -> (u64, u64) {
        with!(self, model => model.counts())
    }
}
