//! The table `[[link]]`: links that differ from the other links of the chip.

use super::{ChipConfig, Link};
use crate::noc::topology::Topology;
use crate::noc::{OtherLink, Parameters};

impl Link {
    /// The delays of the link between two routers that this `[[link]]` table gives.
    fn times(&self, routers: [u32; 2]) -> OtherLink {
        OtherLink {
            routers,
            delay: self.delay,
            credit: match self.credit {
                0 => self.delay,
                credit => credit,
            },
            flit_cycles: self.flit_cycles,
        }
    }

    /// The links in `all` that lead from one chiplet to another. This `[[link]]` table gives the
    /// columns and rows of a chiplet; `columns` and `rows` are the columns and rows of the chip.
    fn of_chiplets(&self, (columns, rows): (u32, u32), all: &[[u32; 2]]) -> Vec<[u32; 2]> {
        let crosses = |size: u32, one: u32, other: u32| size > 0 && one / size != other / size;
        let between = |&[one, other]: &[u32; 2]| {
            crosses(self.chiplet_columns, one % columns, other % columns)
                || rows > 1 && crosses(self.chiplet_rows, one / columns, other / columns)
        };
        all.iter().copied().filter(between).collect()
    }

    /// Whether the table stands for the links between chiplets.
    pub fn is_of_chiplets(&self) -> bool {
        self.chiplet_columns.max(self.chiplet_rows) > 0
    }
}

impl ChipConfig {
    /// All links that a `[[link]]` table describes, with their delays.
    pub fn other_links(&self) -> Vec<OtherLink> {
        let of = |link: &'_ Link| -> Vec<OtherLink> {
            link.between.iter().map(|&pair| link.times(pair)).collect()
        };
        self.link.iter().flat_map(of).collect()
    }

    /// All links between routers. Each link appears once, as a pair that begins with the lower
    /// number.
    pub fn links(&self) -> Vec<[u32; 2]> {
        let topology = Topology::of(&Parameters {
            links: vec![],
            ..self.network_parameters()
        });
        let ends = (0..topology.connections.len()).filter_map(|port| topology.ends(port));
        ends.filter(|[from, to]| from < to)
            .map(|ends| ends.map(|router| router as u32))
            .collect()
    }

    /// Fills in the list of links in each `[[link]]` table that stands for the links between
    /// chiplets.
    pub(super) fn list_links_of_chiplets(&mut self) {
        let (Some(grid), true) = (self.grid(), self.link.iter().any(Link::is_of_chiplets)) else {
            return;
        };
        let all = self.links();
        for link in self.link.iter_mut().filter(|link| link.is_of_chiplets()) {
            link.between = link.of_chiplets(grid, &all);
        }
    }
}
