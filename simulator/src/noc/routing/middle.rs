//! Routes by way of a random router, the *middle*. The middle may be any router (Valiant 1982), or
//! a router on a shortest route (ROMM: Nesson and Johnsson 1995). Such routes spread the load of
//! unfavourable traffic patterns over more links.
//!
//! By dimension order, a packet goes to its middle and then to its target. Each of these two legs
//! has separate virtual channels, and packets of the second leg never wait for packets of the first
//! leg. So packets can wait for each other in a circle only within a leg.
//!
//! Packets from one endpoint to another may overtake each other.

use super::coordinates::Positions;
use super::torus::step;
use super::Routing;
use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;
use crate::splitmix64::{mix, STEP};

#[derive(Debug, Clone)]
pub struct ByMiddle {
    positions: Positions,
    size: (usize, usize),
    is_torus: bool,
    /// Whether the intermediate router lies on a shortest route.
    shortest: bool,
    /// The routes of each leg.
    pub leg: Box<Routing>,
    /// The router of each endpoint.
    homes: Vec<usize>,
}

impl ByMiddle {
    /// Routing on a grid of at most 255 columns and rows.
    pub fn new(
        topology: &Topology,
        size: (usize, usize),
        is_torus: bool,
        shortest: bool,
        leg: Routing,
    ) -> ByMiddle {
        ByMiddle {
            positions: Positions::new(topology, size.0, DimensionOrder::Xy),
            size,
            is_torus,
            shortest,
            leg: Box::new(leg),
            homes: (topology.endpoints.iter())
                .map(|port| port / topology.ports)
                .collect(),
        }
    }

    /// The signed distance between two coordinates, in the direction in which packets travel.
    fn offset(&self, from: u8, to: u8, size: usize) -> isize {
        let direct = to as isize - from as isize;
        match self.is_torus && from != to && step(from, to, size as u8).up != (direct > 0) {
            true => direct - direct.signum() * size as isize,
            false => direct,
        }
    }

    /// Number of routers that may be the middle (intermediate router) of a packet between two
    /// endpoints. All are equally likely.
    pub fn count(&self, source: usize, target: usize) -> usize {
        match self.shortest {
            true => {
                let [across, along] = self.offsets(source, target);
                (across.unsigned_abs() + 1) * (along.unsigned_abs() + 1)
            }
            false => self.size.0 * self.size.1,
        }
    }

    fn offsets(&self, source: usize, target: usize) -> [isize; 2] {
        let from = self.positions.endpoints[source];
        let to = self.positions.endpoints[target];
        [
            self.offset(from.first, to.first, self.size.0),
            self.offset(from.second, to.second, self.size.1),
        ]
    }

    /// Draws the middle (intermediate router) of a packet at random. `packet` is the number of the
    /// packet at its source. The result depends only on the arguments, so the order of events does
    /// not affect it.
    pub fn draw(&self, source: usize, target: usize, packet: u64) -> usize {
        let number = packet << 16 | source as u64;
        let drawn = mix(number.wrapping_mul(STEP)) % self.count(source, target) as u64;
        self.middle(source, target, drawn as usize)
    }

    /// The tile at the middle (intermediate router) with number `number` among those that are
    /// possible. `number` must be below `count`.
    pub fn middle(&self, source: usize, target: usize, number: usize) -> usize {
        if !self.shortest {
            return number;
        }
        let [across, along] = self.offsets(source, target);
        let width = across.unsigned_abs() + 1;
        let from = self.positions.endpoints[source];
        let place = |from: u8, way: isize, steps: usize, size: usize| {
            let place = from as isize + way.signum() * steps as isize;
            place.rem_euclid(size as isize) as usize
        };
        let column = place(from.first, across, number % width, self.size.0);
        let row = place(from.second, along, number / width, self.size.1);
        row * self.size.0 + column
    }

    /// The port by which a packet leaves a router, the virtual channel at the other end of the
    /// link, and the middle (intermediate router) that the packet must still reach after this
    /// router.
    pub fn route(
        &self,
        router: usize,
        target: usize,
        middle: Option<usize>,
    ) -> (usize, usize, Option<usize>) {
        let middle = middle.filter(|&middle| self.homes[middle] != router);
        let (port, channel) = self.leg.route(router, middle.unwrap_or(target), 0);
        match middle {
            Some(_) => (port, channel, middle),
            None => (port, self.leg.channels_per_class() + channel, None),
        }
    }
}
