//! Events that wake a core: those of the network interface and the devices, and writes to memory
//! that it watches.

use super::hart::State;
use super::CoreComplex;
use crate::protocol::core_registers::EVENT_WRITTEN;
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Tells a core of an event, and wakes it if it is asleep.
    pub fn signal(&mut self, core: usize, event: u32, cycle: Cycle) {
        let Cycle { now, costs } = cycle;
        let hart = &mut self.harts[core];
        hart.events |= event;
        if hart.state != State::Waiting {
            return;
        }
        if let Some(access) = hart.pending.take() {
            let issued = hart.since;
            let time = (now + costs.wakeup)
                .max(issued + costs.register)
                .max(cycle.retry());
            let events = std::mem::take(&mut hart.events);
            self.resume(core, time, cycle);
            self.harts[core].core.complete(&access, events.into(), time);
        }
    }

    /// A stalled core runs again from cycle `time` on. The others of its tile may be ahead of the
    /// clock: they are rolled back first, because their checkpoint shows this core stalled.
    pub fn resume(&mut self, core: usize, time: u64, cycle: Cycle) {
        self.synchronize_for_interface(cycle);
        self.harts[core].resume(cycle.now, time);
    }

    /// Bytes of this tile have been written by the core `by`, or by the network interface: the
    /// cores that watch them get an event, and others' reservations end.
    #[inline]
    pub fn written(&mut self, offset: u32, bytes: u32, by: Option<usize>, cycle: Cycle) {
        let watched = self.harts.iter().any(|hart| hart.watches(offset, bytes));
        if watched || !self.reservations.is_empty() {
            self.tell_of_write(offset, bytes, by, cycle);
        }
    }

    fn tell_of_write(&mut self, offset: u32, bytes: u32, by: Option<usize>, cycle: Cycle) {
        if !self.reservations.is_empty() {
            self.lapse(offset, bytes, by.map(|core| self.core_number(core)));
        }
        for core in 0..self.harts.len() {
            if by != Some(core) && self.harts[core].watches(offset, bytes) {
                self.signal(core, EVENT_WRITTEN, cycle);
            }
        }
    }
}
