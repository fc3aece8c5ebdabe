//! Names of devices in reports.

use super::report::name;
use crate::chip::Chip;
use crate::protocol::map::Target;
use crate::protocol::{decode, Device};
use crate::tile::cores::{Hart, State};
use crate::tile::devices::Reader;
use crate::tile::dma::{Direction, Status};
use crate::tile::Tile;

/// The name of the device at an address, and of the core that owns the device. None if no device
/// has a register there.
pub fn device(chip: &Chip, address: u32) -> Option<String> {
    let target = chip.shared.map.resolve(address, 1)?;
    at(chip, target)
}

/// Describes a memory that only some tiles may use, and lists these tiles. `address` is an address
/// in it.
pub fn closed_memory(chip: &Chip, address: u32) -> String {
    let target = chip.shared.map.resolve(address, 1);
    let number =
        target.and_then(|target| usize::from(target.endpoint).checked_sub(chip.tiles.len()));
    let Some(controller) = number.map(|number| &chip.shared.map.controllers()[number]) else {
        return "which this tile may not use".into();
    };
    let tiles: Vec<String> = controller.tiles.iter().map(u32::to_string).collect();
    let name = controller.name.as_deref().unwrap_or_default();
    format!(
        "in memory \"{name}\", which is for tiles {}",
        tiles.join(", ")
    )
}

fn at(chip: &Chip, target: Target) -> Option<String> {
    if !target.device {
        return None;
    }
    let Some(tile) = chip.tiles.get(usize::from(target.endpoint)) else {
        let controller = usize::from(target.endpoint) - chip.tiles.len();
        return Some(format!("a mutex of memory controller {controller}"));
    };
    let register = decode(target.offset)?;
    if let Device::Memory(_) | Device::Fpu = register.device {
        return Some(format!("{} in tile {}", register.device, target.endpoint));
    }
    let hart = tile.cores.harts.get(register.core)?;
    let process = chip.shared.host.processes().get(hart.process as usize);
    let whose = match process {
        Some(process) => name(process, tile.cores.core_number(register.core)),
        None => format!("core {}", tile.cores.core_number(register.core)),
    };
    Some(format!("{} of {whose}", register.device))
}

/// Describes how a core waits for a queue. None if it does not.
pub fn waits_at_queue(chip: &Chip, tile: &Tile, index: usize) -> Option<String> {
    let hart = &tile.cores.harts[index];
    let asked = hart.pending.as_ref().map(|access| access.address);
    let (what, target) = match hart.waits_in() {
        State::Element | State::Data => ("an element", queue(chip, asked?)?),
        State::QueueFull => {
            let access = hart.pending.as_ref()?;
            let what = if access.writes() {
                "a slot"
            } else {
                "an element"
            };
            (what, queue(chip, access.address)?)
        }
        State::Enqueue | State::Fence | State::StoreLimit => ("a slot", hart.enqueue?),
        State::Buffer(_) | State::Waiting => return transfer(chip, tile, index, hart),
        State::Off | State::Loading | State::Running | State::Held | State::Code | State::Ended => {
            return None
        }
    };
    Some(format!("waits for {what} in {}", at(chip, target)?))
}

/// If a core waits for an element of a queue: the core that got the latest element of this queue.
pub fn last_reader(chip: &Chip, hart: &Hart) -> Option<Reader> {
    let access = hart.pending.as_ref().filter(|access| !access.writes())?;
    if !matches!(
        hart.waits_in(),
        State::Element | State::Data | State::QueueFull
    ) {
        return None;
    }
    let port = queue(chip, access.address)?;
    let tile = chip.tiles.get(usize::from(port.endpoint))?;
    tile.devices.last_reader(port.offset)
}

/// The target of an address. None unless it is a register of a queue.
fn queue(chip: &Chip, address: u32) -> Option<Target> {
    let target = chip.shared.map.resolve(address, 1)?;
    let register = decode(target.offset).filter(|_| target.device)?;
    matches!(register.device, Device::Queue(_)).then_some(target)
}

/// Describes how a DMA transfer of a core waits for a queue. If the core waits for a certain
/// command buffer, only the transfer of this buffer counts. If it sleeps, it may wait for the
/// transfer of any buffer.
fn transfer(chip: &Chip, tile: &Tile, index: usize, hart: &Hart) -> Option<String> {
    let buffers = tile.ni(index).engine.buffers(index).iter().enumerate();
    let mut busy = buffers.filter(|&(number, buffer)| {
        let is_awaited = match hart.state {
            State::Buffer(only) => usize::from(only) == number,
            _ => true,
        };
        is_awaited && buffer.status == Status::Busy
    });
    busy.find_map(|(_, buffer)| {
        let target = queue(chip, buffer.remote)?;
        let what = match buffer.transfer.direction {
            Direction::Put => "a slot",
            Direction::Get => "an element",
        };
        let queue = at(chip, target)?;
        Some(format!(
            "waits for a DMA transfer, which waits for {what} in {queue}"
        ))
    })
}
