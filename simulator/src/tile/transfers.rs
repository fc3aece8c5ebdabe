//! Transfers: starting what a command buffer's registers describe, and its counter.

use super::destination::{AddressError, Destination};
use super::devices::Misuse;
use super::dma::{CommandBuffer, Direction, Start, Status};
use super::fault::{Attempt, Cause};
use super::hart::State;
use super::map::{DEVICES, TILES};
use super::outside::Outside;
use super::packet::{AtomicOp, Packet, PacketKind, Purpose};
use super::protection::{READ, WRITE};
use super::register_access::buffer_register;
use super::registers::*;
use super::Tile;
use crate::core::{Access, AmoOp};
use crate::memory;

/// Checks that every byte of a command's remote part exists: in tiles, in memories of controllers, or
/// in a device, which takes a single packet; those end at multiples of `line` bytes.
fn check_remote(buffer: &CommandBuffer, line: u32, out: &Outside) -> Result<(), AddressError> {
    let (first, bytes) = (buffer.remote, buffer.bytes);
    if (DEVICES..TILES).contains(&first) {
        return match out.map.resolve(first, 1) {
            Some(_) if (1..=line - first % line).contains(&bytes) => Ok(()),
            Some(_) => Err((Cause::Device(Misuse::Transfer { line }), first)),
            None => Err((Cause::Unmapped, first)),
        };
    }
    match bytes == 0 || out.map.is_memory(first, bytes) {
        true => Ok(()),
        false => Err((Cause::Unmapped, first)),
    }
}

impl Tile {
    pub(super) fn write_buffer(
        &mut self,
        core: usize,
        access: &Access,
        value: u32,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        let (number, register) = buffer_register(access.address - REGISTERS);
        if number >= self.ni.engine.per_core() {
            return false;
        }
        let buffer = self.ni.engine.buffer(core, number);
        if buffer.status == Status::Busy {
            let hart = &mut self.cores[core];
            // It is counted when it happens.
            hart.counts.register_accesses -= 1;
            hart.enter(State::Buffer(number as u8), now);
            return true;
        }
        match register {
            LOCAL => buffer.local = value,
            REMOTE => buffer.remote = value,
            BYTES => buffer.bytes = value,
            COUNTER => buffer.counter = value,
            COMMAND => {
                let Some(direction) = Tile::direction(value) else {
                    return false;
                };
                buffer.command = value;
                return self.start(core, number, direction, access, now, out);
            }
            _ => return false,
        }
        let next = now + out.costs.register;
        self.cores[core].core.complete(access, 0, next);
        true
    }

    /// Starts a transfer, after checking that its addresses exist and its local part is allowed.
    fn start(
        &mut self,
        core: usize,
        number: usize,
        direction: Direction,
        access: &Access,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        let next = now + out.costs.register;
        let line = self.ni.engine.line();
        let buffer = self.ni.engine.buffer(core, number).clone();
        let resolved = self
            .local_part(core, direction, &buffer)
            .and_then(|offset| {
                check_remote(&buffer, line, out)?;
                Ok((offset, self.destination(core, buffer.counter, out)?))
            });
        let (offset, counter) = match resolved {
            Ok(resolved) => resolved,
            Err((cause, address)) => {
                self.trap(core, Attempt::Transfer, cause, address, now, out);
                return true;
            }
        };
        let transfer = Start {
            direction,
            only_tries: matches!(buffer.command, TRY_PUT | TRY_GET),
            offset,
            counter,
            pc: self.cores[core].core.pc,
            ready: next + out.costs.dma_start,
            after: self.ni.entered(),
        };
        let hart = &mut self.cores[core];
        hart.counts.transfers += 1;
        hart.counts.transfer_bytes += u64::from(buffer.bytes);
        hart.core.complete(access, 0, next);
        self.ni.engine.buffer(core, number).start(transfer);
        if buffer.bytes == 0 {
            self.complete(core, number, now, out);
        } else {
            self.ni.engine.enqueue(core, number);
        }
        true
    }

    /// Where the local part of a command lies in the tile's memory.
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

    /// Adds one to a transfer's counter, wherever it is.
    pub(super) fn increase(
        &mut self,
        core: usize,
        counter: Destination,
        pc: u32,
        now: u64,
        out: &mut Outside,
    ) {
        let target = match counter {
            Destination::None => return,
            Destination::Own(offset) => {
                self.synchronize_for_interface(now, out);
                let value = memory::read(&self.memory, offset, 4) as u32;
                memory::write(&mut self.memory, offset, 4, value.wrapping_add(1).into());
                return self.written(offset, 4, None, now, out);
            }
            Destination::Remote(target) => target,
        };
        let mut packet = Packet {
            source: self.number,
            target: target.endpoint,
            job: self.cores[core].job,
            core: core as u8,
            bytes: 4,
            address: target.offset,
            device: target.device,
            pc,
            ..Packet::new(
                PacketKind::Atomic(AtomicOp::Modify(AmoOp::Add)),
                Purpose::Counter,
            )
        };
        packet.set_operand(1);
        let id = out.packets.add(packet);
        self.ni.enter(now + 1, id);
    }
}
