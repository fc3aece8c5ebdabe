//! Chips whose routers do not form a mesh, and distances on them.

use super::chip::{chip, Keys};
use super::traffic::Random;
use onchip_simulator::config::{ChipConfig, DimensionOrder, Drawn, Link, Topology};
use onchip_simulator::noc::routing::up_down::up_down;
use onchip_simulator::noc::Network;

/// A torus with memory controllers on the routers `memory`.
pub fn torus(columns: u32, rows: u32, memory: &[u32], keys: Keys) -> ChipConfig {
    let mut chip = chip(columns, rows, memory, keys);
    chip.network.topology = Topology::Torus;
    chip
}

/// A mesh on which packets go along the dimensions in the given order.
pub fn ordered(
    order: DimensionOrder,
    columns: u32,
    rows: u32,
    memory: &[u32],
    keys: Keys,
) -> ChipConfig {
    let mut chip = chip(columns, rows, memory, keys);
    chip.network.routing = order;
    chip
}

/// A connected graph with two memory controllers: a random tree, `more_links` further links, and
/// one to three tiles per router on average.
pub fn drawn(routers: u32, more_links: u32, random: &mut Random, keys: Keys) -> ChipConfig {
    let mut below = |bound: u32| random.below(bound as usize) as u32;
    let mut links: Vec<[u32; 2]> = (1..routers).map(|new| [below(new), new]).collect();
    for _ in 0..more_links {
        let link = [below(routers), below(routers)];
        let known = links.iter().any(|l| *l == link || *l == [link[1], link[0]]);
        if link[0] != link[1] && !known {
            links.push(link);
        }
    }
    let tiles = routers * (1 + below(3));
    let mut chip = chip(1, 1, &[below(routers), below(routers)], keys);
    chip.mesh = None;
    chip.network.topology = Topology::Drawn;
    chip.drawn = Some(Drawn {
        routers,
        tiles: (0..tiles).map(|_| below(routers)).collect(),
        links,
        routes: vec![],
    });
    chip
}

/// Number of links on the route between two endpoints: by the formulas of docs/chip-file.md or, on
/// a drawn chip, by its routes.
pub fn hops(chip: &ChipConfig, from: usize, to: usize) -> u32 {
    let (from, to) = (router(chip, from), router(chip, to));
    if let Some(drawn) = &chip.drawn {
        let computed = match drawn.routes.is_empty() {
            true => up_down(drawn.routers, &drawn.links),
            false => drawn.routes.clone(),
        };
        let next = |&here: &u32| (here != to).then(|| computed[here as usize][to as usize]);
        return std::iter::successors(Some(from), next).count() as u32 - 1;
    }
    let (columns, rows) = chip.grid().expect("a grid");
    let along = |a: u32, b: u32, size: u32| match chip.network.topology {
        Topology::Torus => a.abs_diff(b).min(size - a.abs_diff(b)),
        _ => a.abs_diff(b),
    };
    along(from % columns, to % columns, columns) + along(from / columns, to / columns, rows)
}

/// The router of an endpoint.
fn router(chip: &ChipConfig, endpoint: usize) -> u32 {
    match endpoint.checked_sub(chip.tiles() as usize) {
        Some(further) => chip.further_routers()[further],
        None => match &chip.drawn {
            Some(drawn) => drawn.tiles[endpoint],
            None => endpoint as u32,
        },
    }
}

/// Gives about half of the links of a chip, in both directions, delays that differ from the other
/// links' delays.
pub fn vary_links(chip: &mut ChipConfig, random: &mut Random) {
    for pair in chip.links() {
        if random.chance(500) {
            chip.link.push(Link {
                between: vec![pair],
                delay: 1 + random.below(9) as u32,
                credit: random.below(6) as u32,
                flit_cycles: 1 + random.below(3) as u32,
                ..Link::default()
            });
        }
    }
}

/// The delay, the credit delay and the cycles per flit of each link between routers on the route
/// from one endpoint to another.
pub fn links_of_route(chip: &ChipConfig, from: usize, to: usize) -> Vec<[u32; 3]> {
    let network = Network::new(&chip.network_parameters());
    let ports = network.outputs() / chip.routers() as usize;
    let mut links = vec![];
    network.follow(from, to, |output| {
        let Some(next) = network.neighbour(output / ports, output % ports) else {
            return;
        };
        let ends = [(output / ports) as u32, next as u32];
        let joins = |link: &&Link| {
            let [one, other] = ends;
            link.between.contains(&[one, other]) || link.between.contains(&[other, one])
        };
        links.push(match chip.link.iter().find(joins) {
            Some(link) if link.credit == 0 => [link.delay, link.delay, link.flit_cycles],
            Some(link) => [link.delay, link.credit, link.flit_cycles],
            None => [chip.network.link, chip.network.credit, 1],
        });
    });
    links
}
