//! Reads memory at an address of a core from outside the simulation, for reports and debuggers.

use super::Chip;
use crate::protocol::map::Target;

/// The memory that contains the byte at an address of a core, and the byte's offset in this memory.
/// None if no memory contains it.
pub fn locate(chip: &Chip, core: u32, address: u32) -> Option<Target> {
    let (tile, index) = chip.locate(core);
    let cores = &chip.tiles[tile].cores;
    if let Some(offset) = cores.own(index, address, 1) {
        return Some(Target {
            endpoint: tile as u16,
            offset,
            device: false,
        });
    }
    let elsewhere = cores.harts[index].elsewhere(address, 1);
    (chip.shared.map.resolve(elsewhere, 1)).filter(|target| !target.device)
}

/// Reads a byte.
pub fn read(chip: &mut Chip, at: Target) -> u8 {
    let endpoint = usize::from(at.endpoint);
    let offset = at.offset as usize;
    match endpoint.checked_sub(chip.tiles.len()) {
        None => chip.tiles[endpoint].cores.memory[offset],
        Some(controller) => chip.controllers[controller].memory()[offset],
    }
}

/// Reads bytes from an address on, up to the first byte that does not exist. Returns the number of
/// bytes read.
pub fn read_all(chip: &mut Chip, core: u32, address: u32, bytes: &mut [u8]) -> usize {
    for (at, byte) in bytes.iter_mut().enumerate() {
        let next = address.checked_add(at as u32);
        let Some(found) = next.and_then(|next| locate(chip, core, next)) else {
            return at;
        };
        *byte = read(chip, found);
    }
    bytes.len()
}
