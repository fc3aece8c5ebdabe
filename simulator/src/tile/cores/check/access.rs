//! Checks accesses to memory and to devices, transfers, and calls of the host.

use super::follower::Follower;
use super::{CoreComplex, CorePorts};
use crate::check::{Access as Checked, Checker, Finding, Key, Kind, Point};
use crate::core::{
    divides_by_zero, fence_at, is_at_stack_pointer, Access, AccessKind, CodeImage, Core,
};
use crate::memory::Place;
use crate::noc::Rectangle;
use crate::program::Role;
use crate::protocol::core_registers::{HOST_CALL, REGISTERS, REGISTERS_END};
use crate::protocol::device_registers::{
    ACCUMULATOR_RESULT, ACCUMULATOR_TARGETS, COUNTER_NOTIFY, COUNTER_NOTIFY_STRIDE, COUNTER_TARGETS,
};
use crate::protocol::{decode, host_calls, Device, Map};
use crate::tile::cores::command_buffer::{is_command, rectangle};
use crate::tile::cores::register_access::buffer_register;
use crate::tile::dma::Direction;
use crate::tile::ports::Costs;

/// A store belongs to a preceding release fence if it follows within this many instructions.
const BEHIND_FENCE: u8 = 8;
/// Transfers of more bytes are assumed to carry messages, not flags.
const FLAG_BYTES: u32 = 256;

impl Follower {
    /// Reports a memory access to the checker if the access may be part of a race, or may order
    /// accesses of different cores.
    pub(super) fn share(
        &mut self,
        core: &Core,
        code: &CodeImage,
        (checked, access): (&Checked, &Access),
        of_program: bool,
        checker: &mut Checker,
    ) {
        let Checked { by, address, .. } = *checked;
        let place = checked.place;
        let key = (place.0, false, place.1 & !3);
        if !of_program {
            self.share_window(checked, checker);
            if checker.races.has_tasks() {
                self.follow_records(access, place, checker);
            }
            if self.orders_nothing() {
                return;
            }
            if access.reads() {
                self.read = Some(key);
            }
            // A store to a thread's own memory does not order tasks of the thread.
            if access.writes() && (by.task == 0 || !self.is_own_of_thread(core, address)) {
                checker.races.release(by.core, key);
            }
            return;
        }
        let may_be_elsewhere = by.task != 0 || checker.races.is_in_team(by.core);
        if may_be_elsewhere && self.is_threadprivate(core, address) {
            return;
        }
        // A core that is alone cannot acquire anything that another core has released.
        if !access.writes() && !checker.races.has_one_core() {
            self.note_loaded(place);
        }
        if matches!(access.kind, AccessKind::Amo { rd, .. } if rd != 0) {
            checker.races.take_ticket(by.core);
        }
        let mut order = self.order(access, code);
        let allocated = || checker.allocation(place);
        order.is_of_thread = match checker.races.is_in_share(by.core) {
            true => {
                self.is_threadprivate(core, address)
                    || self.memory_of_thread(by.core).has(address, allocated)
            }
            false => (checker.races.thread_memory(by.core))
                .is_some_and(|memory| memory.has(address, allocated)),
        };
        checker.share(checked, order);
        if order.acquires {
            self.read = Some(key);
        }
    }

    /// If the last instruction has read a word that another core may have released, acquires it,
    /// now that the core has the value.
    #[inline]
    pub(super) fn take_read(&mut self, core: u32, checker: &mut Checker) {
        if let Some(key) = self.read.take() {
            match self.landmarks.role(self.pc) {
                Role::Program => checker.races.acquire(core, key),
                _ => checker.races.acquire_in_library(core, key),
            }
        }
    }
}

impl CoreComplex {
    /// Reports a load, a store or an atomic to the checker.
    pub(super) fn check_access(
        &mut self,
        core: usize,
        access: &Access,
        (by, role): (Point, Role),
        follower: &mut Follower,
        checker: &mut Checker,
        ports: &mut CorePorts,
    ) {
        let (address, bytes) = (access.address, access.bytes);
        // Values from devices and from registers of the core have no undefined bits.
        follower.definedness.loaded(access, 0);
        if (REGISTERS..REGISTERS_END).contains(&address) {
            return self.check_command(core, access, by, follower, checker, ports);
        }
        let place = match self.own(core, address, bytes) {
            Some(offset) => (self.tile, offset),
            None => {
                let elsewhere = self.harts[core].elsewhere(address, bytes);
                match ports.chip.map.resolve(elsewhere, bytes) {
                    Some(target) if target.device => {
                        let device = (target.endpoint, target.offset);
                        let map = ports.chip.map;
                        return self.check_device(core, access, device, follower, checker, map);
                    }
                    Some(target) => (target.endpoint, target.offset),
                    None => return,
                }
            }
        };
        let of_program = follower.is_for_program(by.pc, checker);
        // A lenient access may touch bytes that belong to no object. The compiler implements an
        // atomic on a byte by an atomic on the word that contains the byte, and functions of the
        // library such as `strlen` load whole words.
        let is_plain = matches!(
            access.kind,
            AccessKind::Load { .. } | AccessKind::Store { .. }
        );
        let checked = Checked {
            by,
            place,
            address,
            bytes,
            writes: access.writes(),
            is_lenient: !is_plain || role != Role::Program && !access.writes() && bytes == 4,
            may_meet_saved: match role {
                Role::Program => is_at_stack_pointer(&self.harts[core].code, by.pc),
                // C++ exception handling reads the registers that callers have saved.
                _ => !of_program && !access.writes(),
            },
        };
        checker.access(&checked);
        if of_program && follower.frames.is_below(address) {
            checker.note(Finding {
                writes: checked.writes,
                ..Finding::new(Kind::Returned, by, address, bytes)
            });
        }
        if of_program && checker.has_messages() {
            checker.meet_messages(&checked);
        }
        self.follow_bits(core, access, place, follower, checker);
        let hart = &self.harts[core];
        follower.share(
            &hart.core,
            &hart.code,
            (&checked, access),
            of_program,
            checker,
        );
    }

    /// Propagates undefined bits from memory to registers, or from registers to memory.
    fn follow_bits(
        &self,
        core: usize,
        access: &Access,
        place: Place,
        follower: &mut Follower,
        checker: &mut Checker,
    ) {
        let hart = &self.harts[core];
        let bytes = access.bytes;
        let before = match access.reads() {
            true => checker.undefined.load(place, bytes),
            false => 0,
        };
        if before != 0 {
            // Undefined bits may come from a block of the heap through a copy on the stack. Reports
            // then name the block as their origin, not the copy.
            let of_block = (follower.undefined_from).is_some_and(|(at, _)| checker.is_in_block(at));
            if !of_block || checker.is_in_block(place) {
                follower.undefined_from = Some((place, access.address));
            }
        }
        if access.writes() {
            let bits = match access.kind {
                AccessKind::Store { .. } => follower.definedness.stored(&hart.core, &hart.code),
                _ => 0,
            };
            checker.undefined.store(place, bytes, bits);
        }
        follower.definedness.loaded(access, before);
    }

    /// Reports an access to a device to the checker. Such an access may order accesses that the
    /// core makes before it and after it.
    fn check_device(
        &self,
        core: usize,
        access: &Access,
        (endpoint, offset): (u16, u32),
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let number = self.core_number(core);
        let key = device_key(endpoint, offset, map);
        let orders = !follower.orders_nothing();
        if access.reads() && orders {
            follower.read = Some(key);
        }
        if access.writes() && orders {
            checker.races.release(number, key);
        }
        let register = decode(offset).filter(|_| !is_controller(endpoint, map));
        if let (Some(register), AccessKind::Store { value }) = (register, access.kind) {
            let is_counter = matches!(register.device, Device::Counter(_));
            if is_counter && register.offset == COUNTER_TARGETS {
                follower.targets.insert(key, value as u32);
            }
            let is_target = is_counter
                && (COUNTER_NOTIFY..COUNTER_TARGETS).contains(&register.offset)
                && (register.offset - COUNTER_NOTIFY).is_multiple_of(COUNTER_NOTIFY_STRIDE);
            if let (true, Some(word)) = (is_target, self.key_at(core, value as u32, map)) {
                checker.races.notifies(key, word);
                let targets = follower.targets.get(&key).copied().unwrap_or_default();
                if register.offset == COUNTER_NOTIFY && targets != 0 {
                    // This range of tile numbers also contains tiles outside the rectangle. No
                    // notification goes to these tiles, so including them is harmless.
                    for tile in targets & 0xffff..=targets >> 16 {
                        checker.races.notifies(key, (tile as u16, false, word.2));
                    }
                }
            }
            let is_accumulator = matches!(register.device, Device::Accumulator(_));
            if is_accumulator && register.offset == ACCUMULATOR_TARGETS {
                follower.targets.insert(key, value as u32);
            }
            if is_accumulator && register.offset == ACCUMULATOR_RESULT {
                // The result combines the words of all accumulators of the rectangle. So each of
                // these accumulators notifies the word that follows this core's result in memory.
                let targets = follower.targets.get(&key).copied().unwrap_or_default();
                let word = self.key_at(core, (value as u32).wrapping_add(4), map);
                for tile in targets & 0xffff..=targets >> 16 {
                    if let Some(word) = word {
                        checker.races.notifies((tile as u16, key.1, key.2), word);
                    }
                }
            }
        }
    }

    /// The key under which the checker keeps the word or device at an address of a core.
    fn key_at(&self, core: usize, address: u32, map: &Map) -> Option<Key> {
        if let Some(offset) = self.own(core, address, 4) {
            return Some((self.tile, false, offset & !3));
        }
        let target = map.resolve(self.harts[core].elsewhere(address, 4), 4)?;
        Some(match target.device {
            true => device_key(target.endpoint, target.offset, map),
            false => (target.endpoint, false, target.offset & !3),
        })
    }

    /// Reports to the checker the transfer that a store to a register starts, if the store starts
    /// one.
    fn check_command(
        &mut self,
        core: usize,
        access: &Access,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        ports: &mut CorePorts,
    ) {
        let offset = access.address - REGISTERS;
        let AccessKind::Store { value } = access.kind else {
            // The load may have shown the core that a transfer is complete.
            for key in &follower.got {
                checker.races.acquire_in_library(by.core, *key);
            }
            return;
        };
        if offset == HOST_CALL {
            let map = ports.chip.map;
            return self.check_host_call(core, value as u32, by, checker, map);
        }
        let Some((direction, to_many)) = is_command(offset, value as u32) else {
            return;
        };
        let (number, _) = buffer_register(offset);
        if number >= ports.chip.cycle.costs.command_buffers as usize {
            return;
        }
        let buffer = ports.tile.engine(core).buffer(core, number).clone();
        let map = ports.chip.map;
        // A transfer of zero bytes has no local part, but still increments its counter.
        if buffer.bytes > 0 && self.own(core, buffer.local, buffer.bytes).is_none() {
            return;
        }
        let puts = direction == Direction::Put;
        follower.got.clear();
        let remotes = match to_many {
            false => vec![buffer.remote],
            // A command without a valid rectangle causes a fault.
            true => rectangle(&buffer, ports.chip.cycle.costs, map).map_or(vec![], |to| {
                in_each(to, buffer.remote, ports.chip.cycle.costs)
            }),
        };
        let own = (buffer.local, buffer.bytes, !puts);
        self.check_part(core, own, by, follower, checker, map);
        let local = self.place_at(core, buffer.local, map);
        for &remote in &remotes {
            let part = (remote, buffer.bytes, puts);
            self.check_part(core, part, by, follower, checker, map);
        }
        for remote in remotes {
            let remote = self.place_at(core, remote, map);
            let (from, to) = if puts {
                (local, remote)
            } else {
                (remote, local)
            };
            if let Some(to) = to {
                checker.undefined.copy(from, to, buffer.bytes);
            }
        }
        let counter = (buffer.counter != 0).then(|| self.key_at(core, buffer.counter, map));
        if let Some(key) = counter.flatten() {
            checker.races.release(by.core, key);
        }
    }

    /// Reports to the checker the bytes that a call of the host reads or writes. All requested
    /// bytes count, even if the file has fewer.
    fn check_host_call(&self, core: usize, call: u32, by: Point, checker: &mut Checker, map: &Map) {
        let [_, address, bytes, _] = self.harts[core].host_arguments;
        if !matches!(call, host_calls::WRITE | host_calls::READ) || bytes == 0 {
            return;
        }
        let Some(place) = self.place_of(core, address, bytes, map) else {
            return;
        };
        let access = Checked {
            writes: call == host_calls::READ,
            ..whole(by, place, address, bytes)
        };
        checker.access(&access);
        if access.writes {
            return checker.undefined.copy(None, place, bytes);
        }
        if let Some(offset) = checker.undefined.find(place, bytes) {
            let from = (place.0, offset);
            let address = address + (offset - place.1);
            checker.note_undefined(by, Some((from, address)));
            checker.undefined.copy(None, place, bytes);
        }
    }

    /// Reports the local or the remote part of a transfer to the checker.
    fn check_part(
        &self,
        core: usize,
        (start, bytes, writes): (u32, u32, bool),
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        if bytes == 0 {
            return;
        }
        let Some(place) = self.place_of(core, start, bytes, map) else {
            if let (Some(key), true) = (self.key_at(core, start, map), bytes >= 4) {
                match writes {
                    true => checker.races.release(by.core, key),
                    false => follower.got.push(key),
                }
            }
            return;
        };
        let checked = Checked {
            writes,
            ..whole(by, place, start, bytes)
        };
        checker.access(&checked);
        follower.share_window(&checked, checker);
        if bytes > FLAG_BYTES {
            return;
        }
        for offset in (place.1 & !3..place.1 + bytes).step_by(4) {
            let key = (place.0, false, offset);
            match writes {
                true => checker.races.release(by.core, key),
                false => follower.got.push(key),
            }
        }
    }

    /// Checks an instruction of the program that accesses no memory.
    pub(super) fn check_value(
        &self,
        core: usize,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
    ) {
        let hart = &self.harts[core];
        let fence = fence_at(&hart.code, by.pc);
        follower.behind_fence = match fence {
            Some(order) => u8::from(order.releases) * BEHIND_FENCE,
            None => follower.behind_fence.saturating_sub(1),
        };
        if fence.is_some_and(|order| order.acquires) {
            for (endpoint, offset) in follower.loaded.into_iter().flatten() {
                (checker.races).acquire(by.core, (endpoint, false, offset & !3));
            }
        }
        if divides_by_zero(&hart.core, &hart.code) {
            checker.note(Finding::new(Kind::DivisionByZero, by, 0, 0));
        }
    }
}

/// The check for a load whose bytes must all be accessible.
fn whole(by: Point, place: Place, address: u32, bytes: u32) -> Checked {
    Checked {
        by,
        place,
        address,
        bytes,
        writes: false,
        is_lenient: false,
        may_meet_saved: false,
    }
}

fn is_controller(endpoint: u16, map: &Map) -> bool {
    usize::from(endpoint) >= map.tiles()
}

/// The key under which the checker keeps a device. The device is the one with a register at this
/// offset of the endpoint's window.
fn device_key(endpoint: u16, offset: u32, map: &Map) -> Key {
    let register = decode(offset).filter(|_| !is_controller(endpoint, map));
    let inside = register.map_or(0, |register| register.offset);
    (endpoint, true, offset - inside)
}

/// The address `first`, which lies in the rectangle's first tile, and the corresponding addresses
/// in all other tiles of the rectangle.
fn in_each(to: Rectangle, first: u32, costs: &Costs) -> Vec<u32> {
    let ([left, right], [top, bottom]) = (to.columns(), to.rows());
    let rows = u32::from(top)..=bottom.into();
    let tiles = rows
        .flat_map(|row| (left..=right).map(move |column| row * costs.columns + u32::from(column)));
    let base = u32::from(top) * costs.columns + u32::from(left);
    tiles
        .map(|tile| first + ((tile - base) << costs.tile_shift))
        .collect()
}
