//! Issues the instructions that are due in a cycle, and handles traps and interrupts.

use super::hart::{Hart, State};
use super::{CoreComplex, CorePorts};
use crate::core::{next_access, Step, Trap};
use crate::protocol::core_registers::EVENT_INTERRUPTED;
use crate::protocol::{Attempt, Cause, Fault};
use crate::tile::ports::Cycle;

/// After a fence with release order, the tile expects a store that announces earlier stores (a
/// release store) within this many instructions. Compilers put this store right after the fence; in
/// hand-written code it may be further away.
const ANNOUNCING: u64 = 16;

/// Whether a core issues an instruction in this cycle.
fn issues(hart: &Hart, now: u64) -> bool {
    hart.state == State::Running && hart.core.time == now
}

/// Whether a core sleeps in a load from `WAIT` and its deadline or timer wakes it in this cycle.
fn expires(hart: &Hart, now: u64) -> bool {
    let end = hart.deadline.min(hart.next_tick);
    hart.state == State::Waiting && end <= now && hart.since < now
}

/// Whether a core waits for a line and the second-level cache delivers this line in this cycle.
fn has_line(hart: &Hart, now: u64) -> bool {
    matches!(hart.state, State::Data | State::Code)
        && hart.line_ready.is_some_and(|ready| ready <= now)
}

/// Whether a core is reset in this cycle.
fn restarts(hart: &Hart, now: u64) -> bool {
    hart.state == State::Held && hart.restart.is_some() && hart.core.time <= now
}

/// Whether a core has an action in this cycle.
#[inline]
pub(super) fn is_due(hart: &Hart, now: u64) -> bool {
    // Most cores are running, so this state is tested first.
    if hart.state == State::Running {
        return issues(hart, now);
    }
    match hart.state {
        State::Waiting => expires(hart, now),
        State::Data | State::Code => has_line(hart, now),
        State::Held => restarts(hart, now),
        _ => false,
    }
}

impl CoreComplex {
    /// The first core, in the order of turns, that has an action in this cycle.
    pub fn first_due(&self, now: u64) -> Option<usize> {
        let mut turns = self.turns.of(now);
        turns.find(|&core| is_due(&self.harts[core], now))
    }

    /// Gives the cores their turns of this cycle. `first` is the first core with an action. If a
    /// core calls the host at a time when the host accepts no call, the function returns early; the
    /// next call of this function continues with the same core.
    pub fn issue_due(&mut self, first: usize, ports: &mut CorePorts) {
        let now = ports.chip.cycle.now;
        if self.ahead.strands.active && self.issue_beside(ports) {
            return;
        }
        self.synchronize_for_core(now, first);
        // The loop begins with the first turn of the cycle and not with `first`, because cores with
        // earlier turns may just have been rolled back to this cycle.
        for core in self.turns.of(now) {
            if !is_due(&self.harts[core], now) {
                continue;
            }
            if has_line(&self.harts[core], now) {
                let hart = &mut self.harts[core];
                hart.line_ready = None;
                hart.pending = None;
                hart.resume(now, now);
            }
            if restarts(&self.harts[core], now) {
                self.restart(core, now);
            }
            if issues(&self.harts[core], now) {
                self.issue(core, ports);
                if ports.chip.reports.call {
                    return;
                }
            } else if expires(&self.harts[core], now) {
                let events = self.harts[core].expire(now);
                self.signal(core, events, ports.chip.cycle);
            }
        }
    }

    /// Issues the instruction of a core that is due in this cycle.
    pub(super) fn issue(&mut self, core: usize, ports: &mut CorePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let hart = &mut self.harts[core];
        if hart.interrupts != 0 && hart.pending.is_none() {
            if let Some(number) = hart.due_interrupt(now) {
                hart.events |= EVENT_INTERRUPTED;
                self.enter_next_lines(core);
                let next = now + costs.alu + costs.branch_taken;
                self.harts[core].core.take_interrupt(number, next);
                return;
            }
        }
        if let Some(profile) = &mut hart.profile {
            profile.issue(&hart.core, &hart.code, now);
        }
        if self.harts[core].recorder.is_some() {
            self.observe(core, now);
        }
        if self.checker.is_some() {
            let quiet_until = std::mem::take(&mut ports.chip.quiet_until);
            if quiet_until > now + 1 && self.harts[core].interrupts == 0 {
                self.check_stretch(core, quiet_until, ports);
                if self.harts[core].core.time > now {
                    return;
                }
            }
            self.check(core, ports);
        }
        let step = match (self.access_logs.is_empty(), self.is_followed(core)) {
            _ if self.harts[core].announces() => self.step_announcing(core),
            (true, false) => self.step(core),
            (false, false) => self.step_recorded(core),
            (_, true) => self.step_followed(core, ports),
        };
        match step {
            Step::Done | Step::Observed => {}
            Step::Access(access) => self.access(core, access, ports),
            Step::Fence(order) => {
                if !self.order(core, order, ports) {
                    return;
                }
                let hart = &mut self.harts[core];
                if order.announces && hart.cache.is_some() {
                    hart.announces_until = hart.core.instret + 1 + ANNOUNCING;
                }
                let waits = order.releases || hart.cache.is_none();
                if waits && hart.stores_outstanding > 0 {
                    hart.enter(State::Fence, now);
                } else {
                    hart.core.retire(4, now + costs.fence);
                }
            }
            Step::FenceI => {
                self.drop_instructions(core);
                self.harts[core].core.retire(4, now + costs.fence);
            }
            Step::Fetch(line) => self.fetch_instructions(core, line, ports),
            Step::Wfi => self.harts[core].core.retire(4, now + costs.alu),
            Step::Line(operation, address) => {
                self.operate_on_line(core, operation, address, ports);
            }
            Step::Trap(trap) => {
                let cause = match trap.cause {
                    Trap::ILLEGAL => Cause::IllegalInstruction(trap.value),
                    Trap::BREAKPOINT => Cause::Breakpoint,
                    Trap::ECALL => Cause::EnvironmentCall,
                    Trap::STACK => Cause::StackLimit(trap.value),
                    _ => Cause::FetchOutside,
                };
                let pc = self.harts[core].core.pc;
                self.trap(core, Attempt::Execute, cause, pc, ports);
            }
        }
    }

    /// Executes the due instruction of a core, and records its access in the log.
    fn step_recorded(&mut self, core: usize) -> Step {
        let hart = &self.harts[core];
        let place = (hart.core.pc, hart.core.instret);
        let access = next_access(&hart.core, &hart.code);
        let step = self.step(core);
        self.access_logs[core].note(place, access, &step);
        step
    }

    /// Executes the due instruction of a core that has executed a release fence, but not yet the
    /// store that announces earlier stores. Accesses to cached memory are left to the tile.
    fn step_announcing(&mut self, core: usize) -> Step {
        let hart = &self.harts[core];
        let place = (hart.core.pc, hart.core.instret);
        let access = next_access(&hart.core, &hart.code);
        let step = self.step_past_cache(core);
        if let Some(log) = self.access_logs.get_mut(core) {
            log.note(place, access, &step);
        }
        step
    }

    /// Executes the due instruction of a core. If its access hits in the data cache, reports the
    /// access to the shadow of memory, which knows who has written each byte.
    fn step_followed(&mut self, core: usize, ports: &CorePorts) -> Step {
        let hart = &self.harts[core];
        let access = next_access(&hart.core, &hart.code);
        if let Some(access) = access.filter(|access| self.hits(core, access)) {
            self.report_hit(core, &access, ports);
        }
        self.step(core)
    }

    /// Handles a trap: calls the program's handler if it has one, and reports a fault otherwise.
    pub(super) fn trap(
        &mut self,
        core: usize,
        attempt: Attempt,
        cause: Cause,
        address: u32,
        ports: &mut CorePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let number = self.core_number(core);
        let hart = &mut self.harts[core];
        let fault = Fault {
            cycle: now,
            core: number,
            pc: hart.core.pc,
            attempt,
            cause,
            address,
        };
        let (code, value) = fault.code();
        let next = now + costs.alu + costs.branch_taken;
        if !hart.core.take_trap(Trap { cause: code, value }, next) {
            ports.chip.reports.faults.push(fault);
        }
    }
}
