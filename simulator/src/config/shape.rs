//! Where tiles and routers are: in a grid, or drawn router by router. The keys of chip files say
//! `switch` for a router, and so do the names here that stand for keys.

use super::ChipConfig;
use serde::{Deserialize, Serialize};

/// How the switches are connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// Each with its neighbours in the same row and column.
    #[default]
    Mesh,
    /// A mesh whose rows and columns are closed to rings.
    Torus,
    /// As the table `drawn` says.
    Drawn,
}

impl ChipConfig {
    /// Tiles of the chip.
    pub fn tiles(&self) -> u32 {
        match (&self.mesh, &self.drawn) {
            (Some(mesh), _) => mesh.columns * mesh.rows,
            (None, Some(drawn)) => drawn.tiles.len() as u32,
            (None, None) => 0,
        }
    }

    /// Switches of the chip.
    pub fn switches(&self) -> u32 {
        match &self.drawn {
            Some(drawn) => drawn.switches,
            None => self.tiles(),
        }
    }

    /// The switch of a tile.
    pub fn switch_of(&self, tile: u32) -> u32 {
        match &self.drawn {
            Some(drawn) => drawn.tiles[tile as usize],
            None => tile,
        }
    }

    /// The switches of the endpoints that follow the tiles: memory controllers, then the tiles'
    /// further network interfaces.
    pub fn further_switches(&self) -> Vec<u32> {
        let controllers = self.controllers();
        let interfaces = self.further_interfaces();
        let switches = controllers.iter().map(|controller| controller.switch);
        switches
            .chain(interfaces.iter().map(|&tile| self.switch_of(tile)))
            .collect()
    }

    /// Columns and rows, if the tiles stand in a grid.
    pub fn grid(&self) -> Option<(u32, u32)> {
        self.mesh.as_ref().map(|mesh| (mesh.columns, mesh.rows))
    }
}
