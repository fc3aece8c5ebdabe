//! What the interface tells the cores: transfers completed, watched memory written.

use crate::tile::dma::{Direction, Status};
use crate::tile::hart::State;
use crate::tile::outside::Outside;
use crate::tile::registers::{EVENT_TRANSFER, EVENT_WRITTEN, GET, PUT, TRY_GET, TRY_PUT};
use crate::tile::Tile;

impl Tile {
    /// A transfer's data lie at their target.
    pub(in crate::tile) fn complete(
        &mut self,
        core: usize,
        number: usize,
        now: u64,
        out: &mut Outside,
    ) {
        let buffer = self.ni.engine.buffer(core, number);
        let (counter, pc) = (buffer.transfer.counter, buffer.transfer.pc);
        self.increase(core, counter, pc, now, out);
        self.end_transfer(core, number, Status::Done, now, out);
    }

    /// A queue has been full, or empty, and the transfer has only tried.
    pub(super) fn give_up(&mut self, core: usize, number: usize, now: u64, out: &Outside) {
        self.end_transfer(core, number, Status::Full, now, out);
    }

    fn end_transfer(
        &mut self,
        core: usize,
        number: usize,
        status: Status,
        now: u64,
        out: &Outside,
    ) {
        self.ni.engine.buffer(core, number).status = status;
        self.signal(core, EVENT_TRANSFER, now, out);
        if self.cores[core].state == State::Buffer(number as u8) {
            self.resume(core, now, out.costs.retry(now), out);
        }
    }

    /// Tells a core of an event, and wakes it if it is asleep.
    pub(in crate::tile) fn signal(&mut self, core: usize, event: u32, now: u64, out: &Outside) {
        let hart = &mut self.cores[core];
        hart.events |= event;
        if hart.state != State::Waiting {
            return;
        }
        if let Some(access) = hart.pending.take() {
            let issued = hart.since;
            let time = (now + out.costs.wakeup)
                .max(issued + out.costs.register)
                .max(out.costs.retry(now));
            let events = std::mem::take(&mut hart.events);
            self.resume(core, now, time, out);
            self.cores[core].core.complete(&access, events.into(), time);
        }
    }

    /// A core that stood still runs again from cycle `time` on. The others of its tile may be ahead
    /// of the clock: they are put back first, because their checkpoint shows this core standing.
    pub(in crate::tile) fn resume(&mut self, core: usize, now: u64, time: u64, out: &Outside) {
        self.synchronize_for_interface(now, out);
        self.cores[core].resume(now, time);
    }

    /// Bytes of this tile have been written by the core `by`, or by the network interface: those
    /// who watch them are told, and others' reservations end.
    pub(in crate::tile) fn written(
        &mut self,
        offset: u32,
        bytes: u32,
        by: Option<usize>,
        now: u64,
        out: &Outside,
    ) {
        if !self.reservations.is_empty() {
            self.lapse(offset, bytes, by.map(|core| self.core_number(core)));
        }
        for core in 0..self.cores.len() {
            if by != Some(core) && self.cores[core].watches(offset, bytes) {
                self.signal(core, EVENT_WRITTEN, now, out);
            }
        }
    }

    /// Direction of a command.
    pub(in crate::tile) fn direction(command: u32) -> Option<Direction> {
        match command {
            PUT | TRY_PUT => Some(Direction::Put),
            GET | TRY_GET => Some(Direction::Get),
            _ => None,
        }
    }
}
