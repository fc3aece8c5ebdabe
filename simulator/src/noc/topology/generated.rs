//! Topologies that a chip file selects by name, as graphs with routes: meshes and tori of any
//! number of dimensions, flattened butterflies, fat trees and dragonflies.
//!
//! `docs/chip-file.md` explains for each topology why its packets never wait for each other in a
//! circle. `routing::dependencies` searches the graphs that are made here for such circles.

use crate::noc::routing::torus::step;
use crate::noc::Graph;

/// A topology with its sizes.
#[derive(Debug, Clone, PartialEq)]
pub enum Generated {
    /// Routers in a grid of these sizes. A packet travels one dimension after the other, so no turn
    /// leads back into an earlier dimension (Dally and Seitz 1987).
    Mesh(Vec<u32>),
    /// A mesh whose rows, columns and so on are closed to rings, each with a dateline
    /// (`routing::torus`).
    Torus(Vec<u32>),
    /// A grid in which each router is connected to every other router of its row, of its column,
    /// and so on for higher dimensions (a flattened butterfly: Kim, Dally and Abts 2007). A packet
    /// travels one dimension after the other.
    Butterfly(Vec<u32>),
    /// A k-ary n-tree (Petrini and Vanneschi 1997) with levels of k^(n - 1) routers each. The
    /// routers of the lowest level have tiles. Packets go up to a common ancestor, then down; no
    /// turn leads from down to up.
    FatTree { arity: u32, levels: u32 },
    /// Groups of routers (Kim, Dally, Scott and Abts 2008). Any two routers of a group are
    /// connected, and so are any two groups, by one link. A packet takes a link within its group, a
    /// link to the target's group, and a link within the target's group. The last of these links
    /// uses virtual channel 1, the others use channel 0.
    Dragonfly { routers: u32, groups: u32 },
}

impl Generated {
    /// The number of routers. None if it does not fit into 32 bits.
    pub fn routers(&self) -> Option<u32> {
        match self {
            Generated::Mesh(sizes) | Generated::Torus(sizes) | Generated::Butterfly(sizes) => {
                let product = |all: u32, &size: &u32| all.checked_mul(size);
                sizes.iter().try_fold(1, product)
            }
            Generated::FatTree { levels, .. } => self.leaves()?.checked_mul(*levels),
            Generated::Dragonfly { routers, groups } => routers.checked_mul(*groups),
        }
    }

    /// The number of routers that have tiles: all routers or, in a tree, those of the lowest level.
    /// Routers with tiles have the lowest numbers.
    pub fn leaves(&self) -> Option<u32> {
        match self {
            Generated::FatTree { arity, levels } => arity.checked_pow(levels - 1),
            _ => self.routers(),
        }
    }

    /// The graph in which each router that has tiles has `tiles` of them.
    pub fn graph(&self, tiles: u32) -> Graph {
        let routers = self.routers().expect("the sizes have been checked");
        let leaves = self.leaves().expect("the sizes have been checked");
        let mut links = vec![];
        for one in 0..routers {
            let above = (one + 1..routers).filter(|&other| self.joins(one, other));
            links.extend(above.map(|other| [one, other]));
        }
        let row = |from: u32| (0..routers).map(move |to| self.next(from, to));
        let (mut routes, mut channels) = (vec![], vec![]);
        for from in 0..routers {
            let (next, channel): (Vec<u32>, Vec<u8>) = row(from).unzip();
            routes.push(next);
            channels.push(channel);
        }
        if channels.iter().flatten().all(|&channel| channel == 0) {
            channels.clear();
        }
        Graph {
            routers,
            tiles: (0..leaves * tiles).map(|tile| tile / tiles).collect(),
            links,
            routes,
            channels,
        }
    }

    /// Whether a link joins two routers. `one` must be the router with the lower number.
    fn joins(&self, one: u32, other: u32) -> bool {
        match self {
            Generated::Mesh(sizes) | Generated::Torus(sizes) | Generated::Butterfly(sizes) => {
                let mut differ = digits(sizes, one, other).filter(|(_, a, b)| a != b);
                let (Some((size, a, b)), None) = (differ.next(), differ.next()) else {
                    return false;
                };
                match self {
                    Generated::Butterfly(_) => true,
                    Generated::Torus(_) => b - a == 1 || b - a == size - 1,
                    _ => b - a == 1,
                }
            }
            Generated::FatTree { arity, .. } => {
                let leaves = self.leaves().expect("the sizes have been checked");
                let (level, above) = (one / leaves, other / leaves);
                let unit = arity.pow(level);
                let others = |place: u32| (place % unit, place / unit / arity);
                above == level + 1 && others(one % leaves) == others(other % leaves)
            }
            Generated::Dragonfly { routers, .. } => {
                let (from, to) = (one / routers, other / routers);
                from == to || self.gateway(from, to) == one && self.gateway(to, from) == other
            }
        }
    }

    /// The router in group `from` that has the link to group `to`. The links to other groups are
    /// distributed over the routers of a group in turn: first the link to the next group, then the
    /// link to the group after that, and so on.
    fn gateway(&self, from: u32, to: u32) -> u32 {
        let Generated::Dragonfly { routers, groups } = self else {
            unreachable!("only a dragonfly has groups");
        };
        let place = (to + groups - from - 1) % groups;
        from * routers + place / (groups - 1).div_ceil(*routers)
    }

    /// The next router on the route between two routers, and the virtual channel at the end of the
    /// link to it. A router without tiles is never a target. If `to` is such a router, the result
    /// may be `from` itself.
    fn next(&self, from: u32, to: u32) -> (u32, u8) {
        if from == to {
            return (from, 0);
        }
        match self {
            Generated::Mesh(sizes) | Generated::Torus(sizes) | Generated::Butterfly(sizes) => {
                let mut stride = 1;
                for (size, here, there) in digits(sizes, from, to) {
                    if here != there {
                        let (next, channel) = match self {
                            Generated::Butterfly(_) => (there, 0),
                            Generated::Torus(_) => {
                                let step = step(here as u8, there as u8, size as u8);
                                let up = if step.up { 1 } else { size - 1 };
                                ((here + up) % size, step.channel as u8)
                            }
                            _ if there > here => (here + 1, 0),
                            _ => (here - 1, 0),
                        };
                        return (from - here * stride + next * stride, channel);
                    }
                    stride *= size;
                }
                unreachable!("two routers differ in a digit")
            }
            Generated::FatTree { arity, .. } => {
                let leaves = self.leaves().expect("the sizes have been checked");
                let (level, place) = (from / leaves, from % leaves);
                if to >= leaves {
                    return (from, 0);
                }
                let with_digit = |level: u32| {
                    let unit = arity.pow(level);
                    let digit = |place: u32| place / unit % arity;
                    place - digit(place) * unit + digit(to) * unit
                };
                let unit = arity.pow(level);
                if place / unit == to / unit {
                    ((level - 1) * leaves + with_digit(level - 1), 0)
                } else {
                    ((level + 1) * leaves + with_digit(level), 0)
                }
            }
            Generated::Dragonfly { routers, .. } => {
                let (here, there) = (from / routers, to / routers);
                if here == there {
                    return (to, 1);
                }
                let gateway = self.gateway(here, there);
                match from == gateway {
                    true => (self.gateway(there, here), 0),
                    false => (gateway, 0),
                }
            }
        }
    }
}

/// For each dimension, its size and the coordinates of the two routers in it. A router's
/// coordinates are the digits of its number, the lowest digit first.
fn digits(sizes: &[u32], one: u32, other: u32) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
    let mut stride = 1;
    sizes.iter().map(move |&size| {
        let digit = |router: u32| router / stride % size;
        let found = (size, digit(one), digit(other));
        stride *= size;
        found
    })
}
