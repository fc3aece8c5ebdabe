//! The registers of DMA command buffers. A write to `COMMAND` starts the transfer that they
//! describe.

use super::hart::State;
use super::protection::{READ, WRITE};
use super::register_access::buffer_register;
use super::{AddressError, CoreComplex, CorePorts};
use crate::core::Access;
use crate::noc::Rectangle;
use crate::protocol::core_registers::*;
use crate::protocol::device_registers::HIGHEST;
use crate::protocol::map::{DEVICES, TILES};
use crate::protocol::{Attempt, Cause, Map, Misuse};
use crate::tile::dma::{CommandBuffer, Direction, Start, Status};
use crate::tile::ports::{Costs, Cycle};

/// The meaning of a word written to `COMMAND`.
#[derive(Clone, Copy)]
struct Command {
    direction: Direction,
    only_tries: bool,
    /// The transfer goes to all tiles of a rectangle.
    to_many: bool,
    level: Option<u8>,
}

impl Command {
    fn of(word: u32) -> Option<Command> {
        let (command, level) = (word & ((1 << LEVEL_SHIFT) - 1), word >> LEVEL_SHIFT);
        Some(Command {
            direction: match command {
                PUT | TRY_PUT | MULTICAST => Direction::Put,
                GET | TRY_GET => Direction::Get,
                _ => return None,
            },
            only_tries: matches!(command, TRY_PUT | TRY_GET),
            to_many: command == MULTICAST,
            level: match level.checked_sub(OWN_LEVEL) {
                None if level == 0 => None,
                Some(level @ 0..=HIGHEST) => Some(level as u8),
                _ => return None,
            },
        })
    }
}

/// The direction of the transfer that a store of `value` starts, and whether the transfer goes to a
/// rectangle of tiles. None if the store starts no transfer.
pub(super) fn is_command(offset: u32, value: u32) -> Option<(Direction, bool)> {
    let is_register = (BUFFER..HOST_A0).contains(&offset) && buffer_register(offset).1 == COMMAND;
    let command = is_register.then(|| Command::of(value))??;
    Some((command.direction, command.to_many))
}

/// Checks that every byte of a command's remote part exists in a tile, in a controller's memory, or
/// in a device. A part in a device must fit one packet; packets end at multiples of `line` bytes.
fn check_remote(buffer: &CommandBuffer, line: u32, map: &Map) -> Result<(), AddressError> {
    let (first, bytes) = (buffer.remote, buffer.bytes);
    if (DEVICES..TILES).contains(&first) {
        return match map.resolve(first, 1) {
            Some(_) if (1..=line - first % line).contains(&bytes) => Ok(()),
            Some(_) => Err((Cause::Device(Misuse::Transfer { line }), first)),
            None => Err((Cause::Unmapped, first)),
        };
    }
    match bytes == 0 || map.is_memory(first, bytes) {
        true => Ok(()),
        false => Err((Cause::Unmapped, first)),
    }
}

/// The rectangle of tiles to which a command writes, according to its register for target tiles. An
/// error if the register contains no valid rectangle, or if the remote part is not in the memory of
/// the rectangle's first tile.
pub(super) fn rectangle(
    buffer: &CommandBuffer,
    costs: &Costs,
    map: &Map,
) -> Result<Rectangle, AddressError> {
    let (first, last) = (buffer.targets & 0xffff, buffer.targets >> 16);
    let is_there = map
        .resolve(buffer.remote, buffer.bytes)
        .is_some_and(|target| !target.device && u32::from(target.endpoint) == first);
    let to = match is_there && last < costs.tiles {
        true => Rectangle::between(first, last, costs.columns),
        false => None,
    };
    to.ok_or((Cause::Unmapped, buffer.remote))
}

impl CoreComplex {
    /// Carries out a store to a register of a command buffer. Returns false if this register does
    /// not exist or cannot be written.
    pub(super) fn write_buffer(
        &mut self,
        core: usize,
        access: &Access,
        value: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let Cycle { now, costs } = ports.chip.cycle;
        let (number, register) = buffer_register(access.address - REGISTERS);
        if number >= costs.command_buffers as usize {
            return false;
        }
        let buffer = ports.tile.engine(core).buffer(core, number);
        if buffer.status == Status::Busy {
            let hart = &mut self.harts[core];
            // The core tries again later, and the access is counted when it is carried out.
            hart.counts.register_accesses -= 1;
            hart.enter(State::Buffer(number as u8), now);
            return true;
        }
        match register {
            LOCAL => buffer.local = value,
            REMOTE => buffer.remote = value,
            BYTES => buffer.bytes = value,
            COUNTER => buffer.counter = value,
            TARGETS if costs.multicast_line > 0 => buffer.targets = value,
            COMMAND => {
                let has_multicasts = costs.multicast_line > 0;
                let is_there = |command: &Command| !command.to_many || has_multicasts;
                let Some(command) = Command::of(value).filter(is_there) else {
                    return false;
                };
                buffer.command = value;
                self.start_transfer(core, number, command, access, ports);
                return true;
            }
            _ => return false,
        }
        let next = now + costs.register;
        self.harts[core].core.complete(access, 0, next);
        true
    }

    /// Starts a transfer, if its addresses exist and the core may access its local part.
    fn start_transfer(
        &mut self,
        core: usize,
        number: usize,
        command: Command,
        access: &Access,
        ports: &mut CorePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let next = now + costs.register;
        let buffer = ports.tile.engine(core).buffer(core, number).clone();
        let resolved = self
            .local_part(core, command.direction, &buffer)
            .and_then(|offset| {
                let to = match command.to_many {
                    true => Some(rectangle(&buffer, costs, ports.chip.map)?),
                    false => None,
                };
                check_remote(&buffer, costs.line, ports.chip.map)?;
                Ok((
                    offset,
                    to,
                    self.destination(core, buffer.counter, ports.chip.map)?,
                ))
            });
        let (offset, to, counter) = match resolved {
            Ok(resolved) => resolved,
            Err((cause, address)) => {
                return self.trap(core, Attempt::Transfer, cause, address, ports);
            }
        };
        let hart = &mut self.harts[core];
        let transfer = Start {
            direction: command.direction,
            only_tries: command.only_tries,
            to,
            level: command.level,
            offset,
            counter,
            pc: hart.core.pc,
            ready: next + costs.dma_start,
            after: ports.tile.accesses(core),
        };
        hart.counts.transfers += 1;
        hart.counts.transfer_bytes += u64::from(buffer.bytes);
        hart.core.complete(access, 0, next);
        let engine = ports.tile.engine(core);
        engine.buffer(core, number).start(transfer);
        if buffer.bytes == 0 {
            (ports.tile).complete_transfer(core, number, self, ports.chip);
        } else {
            engine.enqueue(core, number);
        }
    }

    /// The offset of a command's local part in the tile's memory.
    fn local_part(
        &self,
        core: usize,
        direction: Direction,
        buffer: &CommandBuffer,
    ) -> Result<u32, AddressError> {
        let (local, bytes) = (buffer.local, buffer.bytes);
        let rights = match direction {
            Direction::Put => READ,
            Direction::Get => WRITE,
        };
        if bytes == 0 {
            return Ok(0);
        }
        match self.own_with(core, local, bytes, rights) {
            Some(offset) => Ok(offset),
            None if self.own(core, local, bytes).is_some() => Err((Cause::NotExposed, local)),
            None => Err((Cause::Unmapped, local)),
        }
    }
}
