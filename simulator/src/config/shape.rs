//! The positions of tiles and routers: in a grid, as the chip file lists them, or generated from
//! the sizes of a topology such as a ring.

use super::{ChipConfig, Drawn, ShapeSizes, LARGEST_TILE_KB, MOST_TILE_MEMORY_KB};
use crate::noc::topology::generated::Generated;
use crate::noc::Graph;
use crate::words::words;

words! {
    /// How links connect the routers.
    Topology {
        /// Each router has links to its neighbours in its row and column.
        Mesh = "mesh",
        /// The routers form a mesh, and a link joins the two ends of each row and column.
        Torus = "torus",
        /// The table `drawn` lists routers and links.
        Drawn = "drawn",
        Ring = "ring",
        Hypercube = "hypercube",
        FlattenedButterfly = "flattened_butterfly",
        FatTree = "fat_tree",
        Dragonfly = "dragonfly",
    }
}

impl Topology {
    /// Whether a table `[mesh]` or `[drawn]` can describe the topology, so that it needs no
    /// `[shape]`.
    pub(super) fn is_of_tables(self) -> bool {
        matches!(self, Topology::Mesh | Topology::Torus | Topology::Drawn)
    }
}

impl ShapeSizes {
    /// Generates `topology` with the sizes of this table. An error consists of what is wrong with
    /// the sizes and what would be right.
    pub(super) fn generated(&self, topology: Topology) -> Result<Generated, (String, String)> {
        let sizes = self.sizes.clone();
        let needs = |what: &str| {
            let numbers = if sizes.len() == 1 {
                "number"
            } else {
                "numbers"
            };
            Err((format!("{} {numbers}", sizes.len()), what.to_string()))
        };
        Ok(match (topology, sizes.as_slice()) {
            (Topology::Mesh, _) => Generated::Mesh(sizes),
            (Topology::Torus, _) => Generated::Torus(sizes),
            (Topology::FlattenedButterfly, _) => Generated::Butterfly(sizes),
            (Topology::Ring, [_]) => Generated::Torus(sizes),
            (Topology::Ring, _) => return needs("a ring takes one: its routers"),
            (Topology::Hypercube, &[dimensions]) => Generated::Mesh(vec![2; dimensions as usize]),
            (Topology::Hypercube, _) => return needs("a hypercube takes one: its dimensions"),
            (Topology::FatTree, &[arity, levels]) => Generated::FatTree { arity, levels },
            (Topology::FatTree, _) => {
                return needs("a fat tree takes two: links of a router up or down, levels")
            }
            (Topology::Dragonfly, &[routers, groups]) => Generated::Dragonfly { routers, groups },
            (Topology::Dragonfly, _) => {
                return needs("a dragonfly takes two: routers of a group, groups")
            }
            (Topology::Drawn, _) => unreachable!("a drawn chip has no sizes"),
        })
    }
}

impl ChipConfig {
    /// Generates the routers and links from the sizes in `[shape]`; none if the chip has no such
    /// table. The sizes must have been checked.
    pub(super) fn generated(&self) -> Option<Graph> {
        let shape = self.shape.as_ref()?;
        let generated = shape.generated(self.network.topology);
        Some(generated.ok()?.graph(shape.concentration))
    }

    /// Turns a chip with a `[shape]` table into one with a list of routers and links, as from the
    /// table `[drawn]`. Other code then needs to know only such lists. The list has no routes,
    /// because the network takes them from `generated`.
    pub(super) fn draw(&mut self) {
        self.drawn = self.generated().map(|graph| Drawn {
            routers: graph.routers,
            tiles: graph.tiles,
            links: graph.links,
            routes: vec![],
        });
    }

    /// Number of tiles on the chip.
    pub fn tiles(&self) -> u32 {
        match (&self.mesh, &self.drawn) {
            (Some(mesh), _) => mesh.columns * mesh.rows,
            (None, Some(drawn)) => drawn.tiles.len() as u32,
            (None, None) => 0,
        }
    }

    /// Whether every tile of the chip may have a memory of `kb` kB (1024 bytes).
    pub fn may_have_tiles_of(&self, kb: u64) -> bool {
        kb <= LARGEST_TILE_KB.into() && kb * u64::from(self.tiles()) <= MOST_TILE_MEMORY_KB
    }

    /// Number of routers on the chip.
    pub fn routers(&self) -> u32 {
        match &self.drawn {
            Some(drawn) => drawn.routers,
            None => self.tiles(),
        }
    }

    /// The router of a tile.
    pub fn router_of(&self, tile: u32) -> u32 {
        match &self.drawn {
            Some(drawn) => drawn.tiles[tile as usize],
            None => tile,
        }
    }

    /// The routers of all endpoints after the tiles: first those of the memory controllers, then
    /// those of the second and further network interfaces of tiles.
    pub fn further_routers(&self) -> Vec<u32> {
        let controllers = self.controllers();
        let interfaces = self.further_interfaces();
        let routers = controllers.iter().map(|controller| controller.router);
        routers
            .chain(interfaces.iter().map(|&tile| self.router_of(tile)))
            .collect()
    }

    /// The columns and rows of the plane that the tiles form, and the side length of a square of
    /// tiles that share a router. The tiles of a square have successive numbers. None if the tiles
    /// do not form such a plane.
    pub fn plane(&self) -> Option<(u32, u32, u32)> {
        use Topology::{FlattenedButterfly, Mesh, Torus};
        let Some(shape) = &self.shape else {
            return self.grid().map(|(columns, rows)| (columns, rows, 1));
        };
        let side = shape.concentration.isqrt();
        match (self.network.topology, shape.sizes.as_slice()) {
            (Mesh | Torus | FlattenedButterfly, &[columns, rows])
                if side * side == shape.concentration =>
            {
                Some((columns * side, rows * side, side))
            }
            _ => None,
        }
    }

    /// Columns and rows of the tiles; none if the chip file has no table `[mesh]`.
    pub fn grid(&self) -> Option<(u32, u32)> {
        self.mesh.as_ref().map(|mesh| (mesh.columns, mesh.rows))
    }
}
