//! Circuits in the report of a deadlock: those that stand, and who waits for another one.

use crate::chip::Chip;
use crate::tile::ni::{CircuitState, Wanted};
use crate::tile::slot::State;
use crate::tile::Tile;

/// The circuits that stand, at most so many: others may be waiting for them.
pub fn standing_circuits(chip: &Chip, most: usize) -> impl Iterator<Item = String> + '_ {
    let tiles = chip.config.tiles();
    let standing = chip.tiles.iter().filter_map(|tile| {
        let (core, wanted) = tile.ni.circuits.standing()?;
        Some((tile.core_number(core), wanted))
    });
    standing.take(most).map(move |(core, wanted)| {
        format!("  core {core} holds a circuit to {}", ends(wanted, tiles))
    })
}

/// Where a circuit ends, and whether it leads back, on a chip of so many tiles.
fn ends(wanted: Wanted, tiles: u32) -> String {
    let target = match u32::from(wanted.target) {
        tile if tile < tiles => format!("tile {tile}"),
        controller => format!("memory controller {}", controller - tiles),
    };
    let duplex = if wanted.duplex { ", full duplex" } else { "" };
    format!("{target}{duplex}")
}

/// Of a core that sleeps while its circuit is being opened: that would wake it.
pub fn waits_for_circuit(chip: &Chip, tile: &Tile, place: usize) -> Option<String> {
    let wish = tile.ni.circuits.wish(place);
    let asleep = matches!(tile.cores[place].state, State::Waiting);
    let opening = wish.state == CircuitState::Opening;
    (asleep && opening).then(|| {
        let ends = ends(wish.wanted, chip.config.tiles());
        format!("waits for a circuit to {ends},")
    })
}
