//! Memory accesses off the fast path: registers, devices, other tiles, DRAM, delicate pages, faults.

use super::devices::{self, Register};
use super::fault::{Attempt, Cause, Fault};
use super::hart::{Hart, State};
use super::map::{Target, CODE};
use super::outside::Outside;
use super::packet::{AtomicOp, Packet, PacketKind, Purpose, PAYLOAD_BYTES};
use super::protection::{Owner, READ, WRITE};
use super::registers::{EVENT_DEADLINE, REGISTERS, REGISTERS_END};
use super::Tile;
use crate::core::{Access, AccessKind, Step, Trap};
use crate::memory;

/// The operation and the operand of an access that is neither a load nor a store.
fn atomic_of(kind: AccessKind) -> (AtomicOp, u32) {
    match kind {
        AccessKind::Amo { op, value, .. } => (AtomicOp::Modify(op), value),
        AccessKind::StoreConditional { value, .. } => (AtomicOp::StoreConditional, value),
        _ => (AtomicOp::LoadReserved, 0),
    }
}

/// What an access tries to do.
pub(super) fn attempt_of(access: &Access) -> Attempt {
    match access.kind {
        AccessKind::Load { .. } => Attempt::Load,
        AccessKind::Store { .. } => Attempt::Store,
        _ => Attempt::Atomic,
    }
}

impl Tile {
    /// What the cores of this tile have to do in this cycle, in the order of their numbers.
    pub fn due(&mut self, now: u64, out: &mut Outside) {
        let issues = |hart: &Hart| hart.state == State::Running && hart.core.time == now;
        let expires =
            |hart: &Hart| hart.state == State::Waiting && hart.deadline <= now && hart.since < now;
        let is_due = |hart: &Hart| issues(hart) || expires(hart);
        let Some(first) = self.cores.iter().position(is_due) else {
            return;
        };
        self.synchronize_for_core(now, first);
        // From the first core on: some may have been put back to this cycle.
        for core in 0..self.cores.len() {
            if issues(&self.cores[core]) {
                self.issue(core, now, out);
            } else if expires(&self.cores[core]) {
                self.signal(core, EVENT_DEADLINE, now, out);
            }
        }
    }

    /// The core issues the instruction that is due in this cycle, whatever it is.
    fn issue(&mut self, core: usize, now: u64, out: &mut Outside) {
        match self.step(core) {
            Step::Done => {}
            Step::Access(access) => self.access(core, access, now, out),
            Step::Fence => {
                let hart = &mut self.cores[core];
                if hart.stores_outstanding > 0 {
                    hart.enter(State::Fence, now);
                } else {
                    hart.core.retire(4, now + out.costs.alu);
                }
            }
            Step::FenceI => self.cores[core].core.retire(4, now + out.costs.alu),
            Step::Wfi => self.cores[core].core.retire(4, now + out.costs.alu),
            Step::Trap(trap) => {
                let cause = match trap.cause {
                    Trap::ILLEGAL => Cause::IllegalInstruction(trap.value),
                    Trap::BREAKPOINT => Cause::Breakpoint,
                    Trap::ECALL => Cause::EnvironmentCall,
                    Trap::STACK => Cause::StackLimit(trap.value),
                    _ => Cause::FetchOutside,
                };
                let pc = self.cores[core].core.pc;
                self.trap(core, Attempt::Execute, cause, pc, now, out);
            }
        }
    }

    fn access(&mut self, core: usize, access: Access, now: u64, out: &mut Outside) {
        let address = access.address;
        let attempt = attempt_of(&access);
        if !address.is_multiple_of(access.bytes) {
            return self.trap(core, attempt, Cause::Misaligned, address, now, out);
        }
        if (REGISTERS..REGISTERS_END).contains(&address) {
            let done = match access.kind {
                AccessKind::Load { .. } if access.bytes == 4 => {
                    self.read_register(core, &access, now, out)
                }
                AccessKind::Store { value } if access.bytes == 4 => {
                    self.write_register(core, &access, value as u32, now, out)
                }
                _ => false,
            };
            if !done {
                self.trap(core, attempt, Cause::Register, address, now, out);
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
                self.own_access(core, &access, offset, now, out);
            } else {
                let cause = self.why_not(core, address, offset);
                self.trap(core, attempt, cause, address, now, out);
            }
            return;
        }
        let elsewhere = self.cores[core].elsewhere(address, access.bytes);
        match out.map.resolve(elsewhere, access.bytes) {
            Some(target) if target.device && target.endpoint == self.number => {
                self.own_device(core, &access, target.offset, now, out);
            }
            Some(target) => self.remote(core, access, target, now, out),
            None => self.trap(core, attempt, Cause::Unmapped, address, now, out),
        }
    }

    /// Why a page of the own tile may not be touched.
    pub(super) fn why_not(&self, core: usize, address: u32, offset: u32) -> Cause {
        let hart = &self.cores[core];
        match self.tag(offset) {
            None => Cause::Unmapped,
            Some(tag) if tag.owner == Owner::Nobody => Cause::Unowned,
            Some(tag) if tag.job == hart.job && tag.rights(hart.job, hart.owner) & READ != 0 => {
                Cause::ReadOnly
            }
            Some(_) if (CODE..super::map::DATA).contains(&address) => Cause::ReadOnly,
            Some(_) => Cause::NotExposed,
        }
    }

    /// An access to the own tile that somebody may have to be told of.
    fn own_access(
        &mut self,
        core: usize,
        access: &Access,
        offset: u32,
        now: u64,
        out: &mut Outside,
    ) {
        let costs = &out.costs;
        if !self.banks.take(offset, access.bytes, now) {
            // The bank has served somebody in this cycle.
            self.cores[core].core.time = now + 1;
            return;
        }
        let number = self.core_number(core);
        match access.kind {
            AccessKind::Load { .. } => {
                let value = memory::read(&self.memory, offset, access.bytes);
                let next = now + costs.load + u64::from(access.load_use);
                self.cores[core].core.complete(access, value, next);
            }
            AccessKind::Store { value } => {
                let next = now + costs.alu;
                memory::write(&mut self.memory, offset, access.bytes, value);
                self.written(offset, access.bytes, Some(core), now, out);
                self.cores[core].core.complete(access, 0, next);
            }
            kind => {
                let (op, value) = atomic_of(kind);
                let next = now + costs.atomic;
                if !self.may_conditionally_store(core, op, (self.number, offset)) {
                    self.cores[core].core.complete(access, 1, next);
                    return;
                }
                let result = self.atomic(op, offset, value, number, Some(core), now, out);
                self.cores[core].core.complete(access, result.into(), next);
            }
        }
    }

    /// Keeps which word the core's latest load-reserved was for. A store-conditional to any other
    /// word fails at once.
    fn may_conditionally_store(&mut self, core: usize, op: AtomicOp, word: (u16, u32)) -> bool {
        let hart = &mut self.cores[core];
        match op {
            AtomicOp::LoadReserved => {
                hart.reserved = Some(word);
                true
            }
            AtomicOp::StoreConditional => hart.reserved.take() == Some(word),
            _ => true,
        }
    }

    /// An access to another tile, to DRAM, or to a device elsewhere.
    fn remote(&mut self, core: usize, access: Access, target: Target, now: u64, out: &mut Outside) {
        let ready = now + out.costs.register;
        let is_port = target.device
            && u32::from(target.endpoint) < out.costs.tiles
            && devices::decode(target.offset).is_some_and(Register::is_port);
        let mut payload = [0; PAYLOAD_BYTES];
        let (kind, purpose) = match access.kind {
            AccessKind::Load { .. } => {
                self.cores[core].counts.remote_loads += 1;
                (PacketKind::Read, Purpose::Load)
            }
            AccessKind::Store { value } => {
                if is_port && self.cores[core].enqueue.is_some() {
                    self.cores[core].enter(State::Enqueue, now);
                    return;
                }
                if self.cores[core].stores_outstanding >= out.costs.stores {
                    self.cores[core].enter(State::StoreLimit, now);
                    return;
                }
                self.cores[core].counts.remote_stores += 1;
                payload[..8].copy_from_slice(&value.to_le_bytes());
                let purpose = match is_port {
                    true => Purpose::Enqueue,
                    false => Purpose::Store,
                };
                (PacketKind::Write, purpose)
            }
            kind => {
                if is_port && self.cores[core].enqueue.is_some() {
                    self.cores[core].enter(State::Enqueue, now);
                    return;
                }
                let (op, value) = atomic_of(kind);
                self.cores[core].counts.remote_atomics += 1;
                let word = (target.endpoint, target.offset);
                if !self.may_conditionally_store(core, op, word) {
                    self.cores[core].core.complete(&access, 1, ready);
                    return;
                }
                payload[..4].copy_from_slice(&value.to_le_bytes());
                (PacketKind::Atomic(op), Purpose::Load)
            }
        };
        let hart = &mut self.cores[core];
        let packet = Packet {
            source: self.number,
            target: target.endpoint,
            job: hart.job,
            core: core as u8,
            bytes: access.bytes as u8,
            address: target.offset,
            device: target.device,
            pc: hart.core.pc,
            payload,
            ..Packet::new(kind, purpose)
        };
        let id = out.packets.add(packet);
        self.ni.enter(ready, id);
        if purpose != Purpose::Load {
            hart.stores_outstanding += 1;
            hart.enqueue = hart.enqueue.or(is_port.then_some(target));
            hart.core.complete(&access, 0, ready);
        } else {
            hart.pending = Some(access);
            hart.enter(State::Answer, now);
        }
    }

    /// A trap: the program's handler takes it, or it is a fault.
    pub(super) fn trap(
        &mut self,
        core: usize,
        attempt: Attempt,
        cause: Cause,
        address: u32,
        now: u64,
        out: &mut Outside,
    ) {
        let number = self.core_number(core);
        let hart = &mut self.cores[core];
        let fault = Fault {
            cycle: now,
            core: number,
            pc: hart.core.pc,
            attempt,
            cause,
            address,
        };
        let (code, value) = fault.code();
        let next = now + out.costs.alu + out.costs.branch_taken;
        if !hart.core.take_trap(Trap { cause: code, value }, next) {
            out.faults.push(fault);
        }
    }
}
