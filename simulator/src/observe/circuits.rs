//! Circuits in the report of a deadlock: open circuits, and the cores that wait for one.

use crate::chip::Chip;
use crate::tile::cores::State;
use crate::tile::devices::{CircuitSpec, CircuitState};
use crate::tile::Tile;

/// Lists open circuits, at most `most` of them. A circuit that is being opened may wait for one of
/// them.
pub fn open_circuits(chip: &Chip, most: usize) -> impl Iterator<Item = String> + '_ {
    let tiles = chip.config.tiles();
    let open = chip.tiles.iter().filter_map(|tile| {
        let (core, spec) = tile.ni(0).circuits.current_open()?;
        Some((tile.cores.core_number(core), spec))
    });
    open.take(most)
        .map(move |(core, spec)| format!("  core {core} holds a circuit to {}", ends(spec, tiles)))
}

/// Describes where a circuit ends, and whether it has a reverse circuit. `tiles` is the number of
/// tiles.
fn ends(spec: CircuitSpec, tiles: u32) -> String {
    let target = match u32::from(spec.target) {
        tile if tile < tiles => format!("tile {tile}"),
        controller => format!("memory controller {}", controller - tiles),
    };
    let duplex = if spec.duplex { ", full duplex" } else { "" };
    format!("{target}{duplex}")
}

/// Describes the circuit that a sleeping core waits for, that is, a circuit that is being opened.
/// None if the core does not sleep, or does not wait for a circuit.
pub fn waits_for_circuit(chip: &Chip, tile: &Tile, index: usize) -> Option<String> {
    let circuit = tile.ni(index).circuits.of_core(index);
    let asleep = matches!(tile.cores.harts[index].state, State::Waiting);
    let opening = circuit.state == CircuitState::Opening;
    (asleep && opening).then(|| {
        let ends = ends(circuit.spec, chip.config.tiles());
        format!("waits for a circuit to {ends},")
    })
}
