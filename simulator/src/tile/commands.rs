//! Reading and writing a core's registers (`docs/register-map.md`).

use super::dma::{CommandBuffer, Counter, Direction, Start, Status};
use super::fault::{Attempt, Cause};
use super::map::DRAM;
use super::outside::Outside;
use super::packet::{AtomicOp, Kind, Packet, Purpose, PAYLOAD_BYTES};
use super::protection::{READ, WRITE};
use super::registers::*;
use super::slot::{State, Watch};
use super::Tile;
use crate::core::{Access, AmoOp};
use crate::memory;

/// Why a command cannot be carried out, and the address that is wrong.
type Wrong = (Cause, u32);

/// Checks that every byte of a command's remote part exists: in tiles, or in DRAM.
fn check_remote(buffer: &CommandBuffer, out: &Outside) -> Result<(), Wrong> {
    let (first, bytes) = (buffer.remote, buffer.bytes);
    if bytes == 0 {
        return Ok(());
    }
    let exists = |address| out.map.resolve(address, 1).is_some();
    let last = first.checked_add(bytes - 1);
    let whole = last.is_some_and(|last| exists(last) && (last >= DRAM) == (first >= DRAM));
    match exists(first) && whole {
        true => Ok(()),
        false => Err((Cause::Unmapped, first)),
    }
}

/// The command buffer that a register belongs to, and which of its registers it is.
fn buffer_register(offset: u32) -> (usize, u32) {
    let inside = offset - BUFFER;
    ((inside / BUFFER_STRIDE) as usize, inside % BUFFER_STRIDE)
}

impl Tile {
    /// A load from a register. False: there is none, or it cannot be read.
    pub(super) fn read_register(
        &mut self,
        core: usize,
        access: &Access,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        let offset = access.address - REGISTERS;
        self.cores[core].counts.register_accesses += 1;
        if offset == WAIT {
            self.wait(core, access, now, out);
            return true;
        }
        let Some(value) = self.register(core, offset, out) else {
            return false;
        };
        let next = now + out.costs.register;
        self.cores[core].core.complete(access, value.into(), next);
        true
    }

    /// The value of a register other than `WAIT`.
    fn register(&mut self, core: usize, offset: u32, out: &Outside) -> Option<u32> {
        let number = self.core_number(core);
        let tile = self.number.into();
        let per_core = self.ni.engine.per_core();
        let slot = &self.cores[core];
        let costs = &out.costs;
        Some(match offset {
            CORE => number,
            TILE => tile,
            TILES => costs.tiles,
            TILE_CORES => costs.tile_cores,
            TILE_SHIFT => costs.tile_shift,
            COLUMNS => costs.columns,
            CLOCK_MHZ => costs.clock_mhz,
            DRAM_BYTES => out.map.dram_bytes(),
            PROCESS => slot.record_address,
            DATA_BASE => self.base + slot.regions.regions()[1].offset,
            DATA_BYTES => slot.regions.regions()[1].len,
            BUFFERS => per_core as u32,
            ARM_ADDRESS => slot.arm_address,
            ARM_BYTES => slot.arm_bytes,
            DEADLINE_LO => slot.deadline as u32,
            DEADLINE_HI => (slot.deadline >> 32) as u32,
            RECORD => slot.wait_record,
            HOST_A0..=HOST_A3 if offset.is_multiple_of(4) => {
                slot.host_arguments[((offset - HOST_A0) / 4) as usize]
            }
            HOST_RESULT => slot.host_result,
            BUFFER..HOST_A0 => {
                let (number, register) = buffer_register(offset);
                if number >= per_core {
                    return None;
                }
                let buffer = self.ni.engine.buffer(core, number);
                match register {
                    LOCAL => buffer.local,
                    REMOTE => buffer.remote,
                    BYTES => buffer.bytes,
                    COUNTER => buffer.counter,
                    COMMAND => buffer.command,
                    STATUS => buffer.status as u32,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// A load from `WAIT`: returns the events there are, or puts the core to sleep.
    fn wait(&mut self, core: usize, access: &Access, now: u64, out: &Outside) {
        let slot = &mut self.cores[core];
        if slot.deadline <= now {
            slot.events |= EVENT_DEADLINE;
        }
        if slot.events != 0 {
            let events = std::mem::take(&mut slot.events);
            let next = now + out.costs.register;
            slot.core.complete(access, events.into(), next);
        } else {
            slot.pending = Some(*access);
            slot.enter(State::Waiting, now);
        }
    }

    /// A store to a register. False: there is none, or it cannot be written.
    pub(super) fn write_register(
        &mut self,
        core: usize,
        access: &Access,
        value: u32,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        let offset = access.address - REGISTERS;
        self.cores[core].counts.register_accesses += 1;
        let next = now + out.costs.register;
        let slot = &mut self.cores[core];
        match offset {
            ARM_ADDRESS => slot.arm_address = value,
            ARM_BYTES => {
                slot.arm_bytes = value;
                let address = slot.arm_address;
                if !self.arm_range(core, address, value) {
                    let cause = match self.own(core, address, value) {
                        Some(offset) => self.why_not(core, address, offset),
                        None => Cause::Unmapped,
                    };
                    self.trap(core, Attempt::Store, cause, address, now, out);
                    return true;
                }
            }
            DEADLINE_LO => slot.deadline = slot.deadline & !0xffff_ffff | u64::from(value),
            DEADLINE_HI => slot.deadline = slot.deadline & 0xffff_ffff | u64::from(value) << 32,
            RECORD => slot.wait_record = value,
            HOST_A0..=HOST_A3 if offset.is_multiple_of(4) => {
                slot.host_arguments[((offset - HOST_A0) / 4) as usize] = value;
            }
            HOST_CALL => {
                self.cores[core].counts.host_calls += 1;
                let next = now + out.costs.host_call;
                self.cores[core].core.complete(access, 0, next);
                self.host_call(core, value, now, out);
                return true;
            }
            BUFFER..HOST_A0 => return self.write_buffer(core, access, value, now, out),
            _ => return false,
        }
        self.cores[core].core.complete(access, 0, next);
        true
    }

    fn arm_range(&mut self, core: usize, address: u32, bytes: u32) -> bool {
        let watch = if bytes == 0 {
            None
        } else {
            let Some(start) = self.own_with(core, address, bytes, READ) else {
                return false;
            };
            Some(Watch {
                start,
                end: start + bytes,
            })
        };
        self.arm(core, watch);
        self.cores[core].events = 0;
        true
    }

    fn write_buffer(
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
            let slot = &mut self.cores[core];
            // It is counted when it happens.
            slot.counts.register_accesses -= 1;
            slot.enter(State::Buffer(number as u8), now);
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
        let buffer = self.ni.engine.buffer(core, number).clone();
        let resolved = self
            .local_part(core, direction, &buffer)
            .and_then(|offset| {
                check_remote(&buffer, out)?;
                Ok((offset, self.counter(core, buffer.counter, out)?))
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
            offset,
            counter,
            pc: self.cores[core].core.pc,
            ready: next + out.costs.dma_start,
            after: self.ni.entered(),
        };
        let slot = &mut self.cores[core];
        slot.counts.transfers += 1;
        slot.counts.transfer_bytes += u64::from(buffer.bytes);
        slot.core.complete(access, 0, next);
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
    ) -> Result<u32, Wrong> {
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

    /// Where a command's counter is. Whether others expose it is found out by asking them.
    fn counter(&self, core: usize, address: u32, out: &Outside) -> Result<Counter, Wrong> {
        if address == 0 {
            return Ok(Counter::None);
        }
        if !address.is_multiple_of(4) {
            return Err((Cause::Misaligned, address));
        }
        if let Some(offset) = self.own_with(core, address, 4, WRITE) {
            return Ok(Counter::Own(offset));
        }
        match (out.map.resolve(address, 4), self.own(core, address, 4)) {
            (Some((target, offset)), _) => Ok(Counter::Remote(target, offset)),
            (None, Some(_)) => Err((Cause::NotExposed, address)),
            (None, None) => Err((Cause::Unmapped, address)),
        }
    }

    /// Adds one to a transfer's counter, wherever it is.
    pub(super) fn increase(
        &mut self,
        core: usize,
        counter: Counter,
        pc: u32,
        now: u64,
        out: &mut Outside,
    ) {
        let (target, address) = match counter {
            Counter::None => return,
            Counter::Own(offset) => {
                self.settle_for_interface(now, out);
                let value = memory::read(&self.memory, offset, 4) as u32;
                memory::write(&mut self.memory, offset, 4, value.wrapping_add(1).into());
                return self.written(offset, 4, None, now, out);
            }
            Counter::Remote(target, offset) => (target, offset),
        };
        let mut packet = Packet {
            kind: Kind::Atomic(AtomicOp::Modify(AmoOp::Add)),
            purpose: Purpose::Counter,
            source: self.number,
            target,
            job: self.cores[core].job,
            core: core as u8,
            bytes: 4,
            address,
            local: 0,
            pc,
            refused: false,
            reads_late: false,
            payload: [0; PAYLOAD_BYTES],
        };
        packet.set_operand(1);
        let id = out.packets.add(packet);
        self.ni.enter(now + 1, id);
    }
}
