//! The positions of tiles and routers: in a grid, or drawn router by router.

use super::ChipConfig;
use serde::{Deserialize, Serialize};

/// The connection of the routers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// Each router has links to its neighbours in its row and column.
    #[default]
    Mesh,
    /// A mesh whose rows and columns are closed to rings.
    Torus,
    /// Routers and links are listed in the table `drawn`.
    Drawn,
}

impl ChipConfig {
    /// Number of tiles on the chip.
    pub fn tiles(&self) -> u32 {
        match (&self.mesh, &self.drawn) {
            (Some(mesh), _) => mesh.columns * mesh.rows,
            (None, Some(drawn)) => drawn.tiles.len() as u32,
            (None, None) => 0,
        }
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

    /// The routers of the endpoints that follow the tiles: memory controllers, then the tiles'
    /// further network interfaces.
    pub fn further_routers(&self) -> Vec<u32> {
        let controllers = self.controllers();
        let interfaces = self.further_interfaces();
        let routers = controllers.iter().map(|controller| controller.router);
        routers
            .chain(interfaces.iter().map(|&tile| self.router_of(tile)))
            .collect()
    }

    /// Columns and rows of the tiles; none if the chip is drawn.
    pub fn grid(&self) -> Option<(u32, u32)> {
        self.mesh.as_ref().map(|mesh| (mesh.columns, mesh.rows))
    }
}
