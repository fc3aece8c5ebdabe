//! Where tiles and routers are: in a grid, or drawn router by router. The keys of chip files say
//! `switch` for a router, and so do the names here that stand for keys.

use super::ChipConfig;
use serde::{Deserialize, Serialize};

/// Columns and rows of a mesh or a torus; tiles are numbered row by row, and each has a router
/// of the same number.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    /// 1 to 64.
    pub columns: u32,
    /// 1 to 64; at most 1,024 tiles in all.
    pub rows: u32,
}

/// Switches and links as the chip file lists them.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// How many, 1 to 1,024, numbered from 0. Each has at most 32 ports.
    pub switches: u32,
    /// By tile: its switch. At most 1,024 tiles; a switch may have several, or none.
    pub tiles: Vec<u32>,
    /// Pairs of switches, each with a link in both directions; all switches hang together.
    pub links: Vec<[u32; 2]>,
    /// By switch, by the target's switch: the next switch on the route. Empty: routes are computed.
    #[serde(default)]
    pub routes: Vec<Vec<u32>>,
}

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
