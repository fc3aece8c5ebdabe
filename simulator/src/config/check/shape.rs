//! Checks the table `[shape]`, which has the sizes of topologies such as a ring or a hypercube.

use super::File;
use crate::config::error::Problem;
use crate::config::keys::MOST_TILES;
use crate::config::{ChipConfig, Drawn, Topology};
use crate::noc::routing::dependencies::circle;
use crate::noc::routing::Routing;
use crate::noc::topology::{self, MOST_PORTS};

impl File<'_> {
    /// The first mistake in the table `[shape]`. If there is none, generates the chip's list of
    /// routers and links from the table.
    pub fn check_named(&self, chip: &mut ChipConfig) -> Option<Problem> {
        let shape = chip.shape.as_ref()?;
        let about = |table, name, wrong: String, right: &str| {
            Some(self.about(table, name, wrong, right.into()))
        };
        for (table, there) in [
            ("mesh", chip.mesh.is_some()),
            ("drawn", chip.drawn.is_some()),
        ] {
            if there {
                let (at, _) = self.entry("shape")?;
                let wrong = format!("stands beside `[{table}]`");
                let right = "a chip has one of `[mesh]`, `[drawn]` and `[shape]`: take one out";
                return Some(self.problem(at, "shape".into(), wrong, right.into()));
            }
        }
        if chip.network.topology == Topology::Drawn {
            let right = "the name of a topology, or `[drawn]` instead of `[shape]`";
            return about(
                "network",
                "topology",
                "\"drawn\", but there is no table `[drawn]`".into(),
                right,
            );
        }
        if self.find("network", "routing").is_some() {
            let wrong = "is for a grid, but the chip has a shape".into();
            return about(
                "network",
                "routing",
                wrong,
                "leave it out; `[shape]` has its own routes",
            );
        }
        let generated = match shape.generated(chip.network.topology) {
            Ok(generated) => generated,
            Err((wrong, right)) => return about("shape", "sizes", wrong, &right),
        };
        let fits = |count: Option<u32>| count.is_some_and(|count| count <= MOST_TILES);
        if !fits(generated.routers()) {
            let wrong = match generated.routers() {
                Some(routers) => format!("{routers} routers"),
                None => "too many routers".into(),
            };
            return about(
                "shape",
                "sizes",
                wrong,
                &format!("a chip has at most {MOST_TILES}"),
            );
        }
        let leaves = generated.leaves().unwrap_or(0);
        if !fits(leaves.checked_mul(shape.concentration)) {
            let wrong = format!("{} tiles at each of {leaves} routers", shape.concentration);
            let right = format!(
                "a chip has at most {MOST_TILES}: {} here",
                MOST_TILES / leaves
            );
            return about("shape", "concentration", wrong, &right);
        }
        chip.draw();
        None
    }

    /// The first mistake in the list of routers and links that `ChipConfig::draw` has generated
    /// from `[shape]`. All other keys have already been checked.
    pub fn check_generated(&self, drawn: &Drawn, chip: &ChipConfig) -> Option<Problem> {
        let about = |wrong, right: &str| Some(self.about("shape", "sizes", wrong, right.into()));
        let further = chip.further_routers();
        let leaves = drawn.tiles.last().map_or(0, |&last| last + 1);
        if let Some(router) = further.iter().find(|&&router| router >= leaves) {
            let wrong = format!("router {router} has a memory controller, but no tiles");
            let right = format!(
                "controllers at the lowest level of the tree, routers 0 to {}",
                leaves - 1
            );
            return about(wrong, &right);
        }
        let parameters = chip.network_parameters();
        let graph = chip.generated()?;
        let channels = graph
            .channels
            .iter()
            .flatten()
            .max()
            .map_or(1, |&most| most as usize + 1);
        let ports = self.check_ports(drawn, chip, MOST_PORTS / channels, ("shape", "sizes"));
        if ports.is_some() {
            return ports;
        }
        let topology = topology::Topology::of(&parameters);
        let circle = circle(&topology, &Routing::of(&parameters, &topology))?;
        let link = circle[0];
        let wrong = format!(
            "packets on the link {} → {} can wait for each other for ever",
            link.from, link.to
        );
        about(wrong, "other sizes; this is a mistake of the simulator")
    }
}
