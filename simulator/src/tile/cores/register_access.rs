//! Loads and stores to a core's registers (`docs/register-map.md`).

use super::hart::{State, Watch, Window};
use super::protection::READ;
use super::{CoreComplex, CorePorts};
use crate::core::{Access, Cache, CacheOperation, FAR_DATA, FIRST_CACHED, MOST_LINE_BYTES};
use crate::protocol::core_registers::*;
use crate::protocol::fault::{Attempt, Cause};
use crate::tile::ports::Cycle;

/// The number of the command buffer to which a register belongs, and the register's offset in it.
pub(super) fn buffer_register(offset: u32) -> (usize, u32) {
    let inside = offset - BUFFER;
    ((inside / BUFFER_STRIDE) as usize, inside % BUFFER_STRIDE)
}

impl CoreComplex {
    /// Carries out a load from a register. Returns false if the register does not exist or cannot
    /// be read.
    pub(super) fn read_register(
        &mut self,
        core: usize,
        access: &Access,
        ports: &mut CorePorts,
    ) -> bool {
        let Cycle { now, costs } = ports.chip.cycle;
        let offset = access.address - REGISTERS;
        self.harts[core].counts.register_accesses += 1;
        self.harts[core].uses_at_once();
        if offset == WAIT {
            self.wait(core, access, ports);
            return true;
        }
        if offset == INTERRUPT_EVENTS {
            let events = self.harts[core].take_interrupts();
            let next = now + costs.register;
            self.harts[core].core.complete(access, events.into(), next);
            return true;
        }
        let Some(value) = self.register(core, offset, ports) else {
            return false;
        };
        let entry = match offset {
            KERNEL_CALL => value.into(),
            _ => 0,
        };
        let next = now + costs.register + entry;
        self.harts[core].core.complete(access, value.into(), next);
        true
    }

    /// The value of a register, for registers that can be read without a side effect. These exclude
    /// `WAIT` and `INTERRUPT_EVENTS`. None if the register cannot be read.
    fn register(&self, core: usize, offset: u32, ports: &mut CorePorts) -> Option<u32> {
        let Cycle { costs, .. } = ports.chip.cycle;
        let number = self.core_number(core);
        let tile = self.tile.into();
        let hart = &self.harts[core];
        Some(match offset {
            CORE => number,
            TILE => tile,
            TILES => costs.tiles,
            TILE_CORES => self.harts.len() as u32,
            TILE_CORE => core as u32,
            TILE_SHIFT => costs.tile_shift,
            COLUMNS => costs.columns,
            CLOCK_MHZ => costs.clock_mhz,
            DRAM_BYTES => ports.chip.map.dram_bytes(),
            PROCESS => hart.record_address,
            DATA_BASE => hart.data.base,
            DATA_BYTES => hart.data.bytes,
            BUFFERS => costs.command_buffers,
            COUNTERS => costs.counters,
            QUEUES => costs.queues,
            MUTEXES => costs.mutexes,
            LINE => costs.line,
            MULTICAST_LINE => costs.multicast_line,
            ACCUMULATORS => costs.accumulators,
            CONTROLLERS => ports.chip.map.controllers().len() as u32,
            DRAM_CONTROLLERS => ports.chip.map.dram_controllers(),
            ARM_ADDRESS => hart.arm_address,
            ARM_BYTES => hart.arm_bytes,
            DEADLINE_LO => hart.deadline as u32,
            DEADLINE_HI => (hart.deadline >> 32) as u32,
            RECORD => hart.wait_record,
            KERNEL_CALL => costs.kernel_call,
            PERIOD_LO => hart.period as u32,
            PERIOD_HI => (hart.period >> 32) as u32,
            INTERRUPT_ENABLE => hart.interrupts,
            THREAD => hart.thread,
            THREADS => hart.threads,
            THREAD_TABLE => hart.thread_table,
            CACHE_START => hart.cache.as_ref().map_or(0, |cache| cache.range().0),
            CACHE_BYTES => hart.cache.as_ref().map_or(0, |cache| cache.range().1),
            FAR_DATA_BASE => hart.far_data.base,
            FAR_DATA_BYTES => hart.far_data.bytes,
            CACHE_LINE => hart.cache.as_ref().map_or(0, Cache::line_bytes),
            SECOND_BYTES => self
                .second
                .as_ref()
                .map_or(0, |second| second.cache().open_bytes()),
            SECOND_MOST => self
                .second
                .as_ref()
                .map_or(0, |second| second.cache().room().1),
            SECOND_WAY => self
                .second
                .as_ref()
                .map_or(0, |second| second.cache().room().2),
            SECOND_START => (self.second.as_ref()).map_or(0, |second| {
                ports.chip.map.tile_base(tile) + second.cache().room().0
            }),
            HOST_A0..=HOST_A3 if offset.is_multiple_of(4) => {
                hart.host_arguments[((offset - HOST_A0) / 4) as usize]
            }
            HOST_RESULT => hart.host_result,
            BUFFER..HOST_A0 => {
                let (number, register) = buffer_register(offset);
                if number >= costs.command_buffers as usize {
                    return None;
                }
                let buffer = ports.tile.engine(core).buffer(core, number);
                match register {
                    LOCAL => buffer.local,
                    REMOTE => buffer.remote,
                    BYTES => buffer.bytes,
                    COUNTER => buffer.counter,
                    COMMAND => buffer.command,
                    STATUS => buffer.status as u32,
                    TARGETS if costs.multicast_line > 0 => buffer.targets,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Carries out a load from `WAIT`: returns the pending events, or puts the core to sleep if
    /// there are none.
    fn wait(&mut self, core: usize, access: &Access, ports: &mut CorePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let hart = &mut self.harts[core];
        hart.events |= hart.expire(now);
        if hart.events != 0 {
            let events = std::mem::take(&mut hart.events);
            let next = now + costs.register;
            hart.core.complete(access, events.into(), next);
        } else {
            hart.pending = Some(*access);
            hart.enter(State::Waiting, now);
        }
    }

    /// Carries out a store to a register. Returns false if the register does not exist or cannot be
    /// written.
    pub(super) fn write_register(
        &mut self,
        core: usize,
        access: &Access,
        value: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let Cycle { now, costs } = ports.chip.cycle;
        let offset = access.address - REGISTERS;
        if offset == HOST_CALL {
            self.write_host_call(core, access, value, ports);
            return true;
        }
        if matches!(offset, FAR_DATA_BASE | FAR_DATA_BYTES) {
            return self.write_window_register(core, access, value, ports);
        }
        if (CACHE_START..=CACHE_COMMAND).contains(&offset) {
            return self.write_cache_register(core, access, value, ports);
        }
        if offset == SECOND_BYTES {
            let (is_valid, is_done) = self.move_border(core, value, ports);
            if !is_done {
                return is_valid;
            }
        }
        self.harts[core].counts.register_accesses += 1;
        let next = now + costs.register;
        let hart = &mut self.harts[core];
        match offset {
            SECOND_BYTES => {}
            ARM_ADDRESS => hart.arm_address = value,
            ARM_BYTES => {
                hart.arm_bytes = value;
                let address = hart.arm_address;
                if !self.arm_range(core, address, value) {
                    let cause = match self.own(core, address, value) {
                        Some(offset) => self.why_not(core, address, offset),
                        None => Cause::Unmapped,
                    };
                    self.trap(core, Attempt::Store, cause, address, ports);
                    return true;
                }
            }
            DEADLINE_LO => hart.deadline = hart.deadline & !0xffff_ffff | u64::from(value),
            DEADLINE_HI => hart.deadline = hart.deadline & 0xffff_ffff | u64::from(value) << 32,
            RECORD => hart.wait_record = value,
            PERIOD_LO => hart.start_timer(hart.period & !0xffff_ffff | u64::from(value), now),
            PERIOD_HI => {
                hart.start_timer(hart.period & 0xffff_ffff | u64::from(value) << 32, now);
            }
            INTERRUPT_ENABLE => hart.enable_interrupts(value),
            HOST_A0..=HOST_A3 if offset.is_multiple_of(4) => {
                hart.host_arguments[((offset - HOST_A0) / 4) as usize] = value;
            }
            BUFFER..HOST_A0 => return self.write_buffer(core, access, value, ports),
            _ => return false,
        }
        self.harts[core].core.complete(access, 0, next);
        true
    }

    /// Carries out a store to a register of the data cache. Returns false if there is no cache, or
    /// if the register rejects the value.
    fn write_cache_register(
        &mut self,
        core: usize,
        access: &Access,
        value: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let Cycle { now, costs } = ports.chip.cycle;
        let Some(before) = self.harts[core].cache.as_ref().map(|cache| cache.range().0) else {
            return false;
        };
        let offset = access.address - REGISTERS;
        let operation = match (offset, value) {
            (CACHE_START, FIRST_CACHED..) => CacheOperation::Flush,
            (CACHE_BYTES, bytes) if bytes <= before.wrapping_neg() => CacheOperation::Flush,
            (CACHE_COMMAND, CLEAN_ALL) => CacheOperation::Clean,
            (CACHE_COMMAND, FLUSH_ALL) => CacheOperation::Flush,
            (CACHE_COMMAND, INVALIDATE_ALL) => CacheOperation::Invalidate,
            _ => return false,
        };
        if !self.operate_on_all(core, operation, ports) {
            return true;
        }
        let hart = &mut self.harts[core];
        if let Some(cache) = &mut hart.cache {
            match offset {
                // A write of the start address makes the cache cover no addresses, until the
                // program also writes the number of bytes.
                CACHE_START => cache.cover(value, 0),
                CACHE_BYTES => cache.cover(before, value),
                _ => {}
            }
        }
        hart.counts.register_accesses += 1;
        hart.core.complete(access, 0, now + costs.register);
        true
    }

    /// Carries out a store to a register of the far data window. Returns false if the register
    /// rejects the value.
    fn write_window_register(
        &mut self,
        core: usize,
        access: &Access,
        value: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let Cycle { now, costs } = ports.chip.cycle;
        let is_base = access.address - REGISTERS == FAR_DATA_BASE;
        let is_valid = match is_base {
            // Lines of the cache must correspond to whole lines of the memory behind the window.
            true => value >= FIRST_CACHED && value.is_multiple_of(MOST_LINE_BYTES),
            false => value <= FAR_DATA.wrapping_neg() && value.is_multiple_of(MOST_LINE_BYTES),
        };
        if !is_valid {
            return false;
        }
        if !self.operate_on_all(core, CacheOperation::Flush, ports) {
            return true;
        }
        let hart = &mut self.harts[core];
        match is_base {
            true => {
                hart.far_data = Window {
                    base: value,
                    bytes: 0,
                }
            }
            false => hart.far_data.bytes = value,
        }
        let bytes = hart.far_data.bytes;
        if let Some(cache) = &mut hart.cache {
            cache.cover_far_data(bytes);
        }
        hart.counts.register_accesses += 1;
        hart.core.complete(access, 0, now + costs.register);
        true
    }

    /// Calls the host, if the host accepts a call in this cycle.
    fn write_host_call(&mut self, core: usize, access: &Access, call: u32, ports: &mut CorePorts) {
        let cycle = ports.chip.cycle;
        let Some(host) = ports.chip.host.to_call() else {
            ports.chip.reports.call = true;
            return;
        };
        let hart = &mut self.harts[core];
        hart.counts.register_accesses += 1;
        hart.counts.host_calls += 1;
        (hart.core).complete(access, 0, cycle.now + cycle.costs.host_call);
        self.host_call(core, call, host, cycle);
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
        let hart = &mut self.harts[core];
        hart.events &= hart.interrupts;
        true
    }
}
