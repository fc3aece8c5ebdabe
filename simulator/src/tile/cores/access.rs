//! Memory accesses that a core cannot carry out alone: to registers, devices, other tiles, DRAM,
//! and pages that other cores watch. For an access that is not allowed, this file finds the cause
//! of the fault.

use super::protection::{Owner, READ, WRITE};
use super::{CoreComplex, CorePorts};
use crate::core::{Access, AccessKind};
use crate::memory;
use crate::protocol::core_registers::{REGISTERS, REGISTERS_END};
use crate::protocol::map::{CODE, DATA};
use crate::protocol::{AtomicOp, Attempt, Cause};
use crate::tile::ports::Cycle;

/// The atomic operation of an access, and its operand. The access must be neither a load nor a
/// store.
pub(super) fn atomic_of(kind: AccessKind) -> (AtomicOp, u32) {
    match kind {
        AccessKind::Amo { op, value, .. } => (AtomicOp::Modify(op), value),
        AccessKind::StoreConditional { value, .. } => (AtomicOp::StoreConditional, value),
        _ => (AtomicOp::LoadReserved, 0),
    }
}

/// How a fault report names an access of this kind.
pub fn attempt_of(access: &Access) -> Attempt {
    match access.kind {
        AccessKind::Load { .. } => Attempt::Load,
        AccessKind::Store { .. } => Attempt::Store,
        _ => Attempt::Atomic,
    }
}

impl CoreComplex {
    /// Carries out an access that the core has left to the tile.
    pub(super) fn access(&mut self, core: usize, mut access: Access, ports: &mut CorePorts) {
        let attempt = attempt_of(&access);
        let misaligned = Cause::Misaligned(access.bytes);
        if !access.address.is_multiple_of(access.bytes) {
            if !ports.chip.cycle.costs.splits || attempt == Attempt::Atomic {
                return self.trap(core, attempt, misaligned, access.address, ports);
            }
            access = self.harts[core].core.part(&access);
        }
        if attempt == Attempt::Atomic && !self.order_atomic(core, access.order, ports) {
            return;
        }
        let address = access.address;
        if (REGISTERS..REGISTERS_END).contains(&address) {
            if access.is_part() {
                return self.trap(core, attempt, misaligned, address, ports);
            }
            let done = match access.kind {
                AccessKind::Load { .. } if access.bytes == 4 => {
                    self.read_register(core, &access, ports)
                }
                AccessKind::Store { value } if access.bytes == 4 => {
                    self.write_register(core, &access, value as u32, ports)
                }
                _ => false,
            };
            if !done {
                self.trap(core, attempt, Cause::Register, address, ports);
            }
            return;
        }
        if let Some(offset) = self.own(core, address, access.bytes) {
            let rights = match access.kind {
                AccessKind::Load { .. } => READ,
                AccessKind::Store { .. } => WRITE,
                _ => READ | WRITE,
            };
            if self.own_with(core, address, access.bytes, rights).is_some() {
                self.own_access(core, &access, offset, ports);
            } else {
                let cause = self.why_not(core, address, offset);
                self.trap(core, attempt, cause, address, ports);
            }
            return;
        }
        let elsewhere = self.harts[core].elsewhere(address, access.bytes);
        if (CODE..DATA).contains(&address) && elsewhere != address && access.writes() {
            return self.trap(core, attempt, Cause::ReadOnly, address, ports);
        }
        match ports.chip.map.resolve(elsewhere, access.bytes) {
            Some(target) if target.device && access.is_part() => {
                self.trap(core, attempt, misaligned, address, ports);
            }
            Some(target) if target.device && target.endpoint == self.tile => {
                self.own_device(core, &access, target.offset, ports);
            }
            Some(target) if self.is_cached(core, address) => {
                self.cached_access(core, access, target, ports);
            }
            Some(target) => self.remote(core, access, target, ports),
            None => self.trap(core, attempt, Cause::Unmapped, address, ports),
        }
    }

    /// The cause of the fault if a core accesses a page of its own tile without the right to do so.
    pub(super) fn why_not(&self, core: usize, address: u32, offset: u32) -> Cause {
        let hart = &self.harts[core];
        match self.tag(offset) {
            None => Cause::Unmapped,
            Some(tag) if tag.owner == Owner::Nobody => Cause::Unowned,
            Some(tag) if tag.job == hart.job && tag.rights(hart.job, hart.owner) & READ != 0 => {
                Cause::ReadOnly
            }
            Some(_) if (CODE..DATA).contains(&address) => Cause::ReadOnly,
            Some(_) => Cause::NotExposed,
        }
    }

    /// Carries out an access to the memory of the core's own tile. If it writes, wakes cores that
    /// watch the bytes.
    fn own_access(&mut self, core: usize, access: &Access, offset: u32, ports: &mut CorePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        if !self.banks.take(offset, access.bytes, now) {
            // Another access has already taken one of the banks in this cycle.
            self.harts[core].core.time = now + 1;
            return;
        }
        self.harts[core].core.served(access.bytes);
        let number = self.core_number(core);
        match access.kind {
            AccessKind::Load { .. } => {
                let value = memory::read(&self.memory, offset, access.bytes);
                let next = now + costs.load + u64::from(access.load_use);
                self.harts[core].core.complete(access, value, next);
            }
            AccessKind::Store { value } => {
                let next = now + costs.store;
                memory::write(&mut self.memory, offset, access.bytes, value);
                self.written(offset, access.bytes, Some(core), ports.chip.cycle);
                self.harts[core].core.complete(access, 0, next);
            }
            kind => {
                let (op, value) = atomic_of(kind);
                let next = now + costs.atomic;
                if !self.begin_atomic(core, op, (self.tile, offset)) {
                    self.harts[core].core.complete(access, 1, next);
                    return;
                }
                let result = self.atomic(op, offset, value, number, Some(core), ports.chip.cycle);
                self.harts[core].core.complete(access, result.into(), next);
            }
        }
    }

    /// Whether a core may go on with an atomic operation. A store-conditional may go on only if the
    /// core has reserved `word`; otherwise it fails at once. A load-reserved reserves `word`.
    pub(super) fn begin_atomic(&mut self, core: usize, op: AtomicOp, word: (u16, u32)) -> bool {
        let hart = &mut self.harts[core];
        match op {
            AtomicOp::LoadReserved => {
                hart.reserved = Some(word);
                true
            }
            AtomicOp::StoreConditional => hart.reserved.take() == Some(word),
            _ => true,
        }
    }

    /// Carries out an atomic operation on this tile's memory. Returns the value for the initiator:
    /// the old value of the word, or, for a store-conditional, 0 for success and 1 for failure.
    pub fn atomic(
        &mut self,
        op: AtomicOp,
        offset: u32,
        operand: u32,
        holder: u32,
        by: Option<usize>,
        cycle: Cycle,
    ) -> u32 {
        let old = memory::read(&self.memory, offset, 4) as u32;
        let (new, result) = match op {
            AtomicOp::LoadReserved => {
                self.reserve(holder, offset);
                return old;
            }
            AtomicOp::StoreConditional if self.release(holder, offset) => (operand, 0),
            AtomicOp::StoreConditional => return 1,
            AtomicOp::Modify(op) => (op.apply(old, operand), old),
        };
        memory::write(&mut self.memory, offset, 4, new.into());
        self.written(offset, 4, by, cycle);
        result
    }
}
