//! The functions that a debugger needs: it simulates single cycles, holds cores, and changes the
//! state of the chip.

use super::Chip;
use crate::memory;
use crate::tile::cores::State;
use crate::tile::ports::Cycle;

impl Chip {
    /// Simulates one cycle, and advances the clock to the next cycle in which anything happens. The
    /// simulation may come to its end. No core executes ahead of the clock. No core may be ahead
    /// before the call either, so `interrupt` must have been called.
    pub fn step(&mut self) {
        if self.ending.is_none() {
            self.cycle::<false>();
        }
    }

    /// Delays a core by a cycle: if it would issue an instruction in the next cycle, it issues this
    /// instruction one cycle later.
    pub fn hold(&mut self, core: u32) {
        let (number, index) = self.locate(core);
        let tile = &mut self.tiles[number];
        let hart = &mut tile.cores.harts[index];
        if hart.state == State::Running && hart.core.time <= self.now {
            hart.core.time = self.now + 1;
            self.fast.agenda.enter(number, tile);
        }
    }

    /// Makes a core continue at the instruction at `pc`. If it was waiting for something, it will
    /// wait again when it comes back to the instruction that waited.
    pub fn send_to(&mut self, core: u32, pc: u32) {
        let (number, index) = self.locate(core);
        let cycle = Cycle {
            now: self.last(),
            costs: &self.shared.costs,
        };
        let tile = &mut self.tiles[number];
        tile.cores.harts[index].pending = None;
        if tile.cores.harts[index].state != State::Running {
            tile.cores.resume(index, self.now, cycle);
        }
        tile.cores.harts[index].core.go_to(pc);
        self.fast.agenda.enter(number, tile);
    }

    /// The cycle to which a debugger's change belongs: the cycle that has just ended if cores have
    /// their turns before interfaces, and otherwise the cycle that is about to begin.
    fn last(&self) -> u64 {
        self.now - u64::from(self.shared.costs.cores_first && self.now > 0)
    }

    /// Writes bytes of a tile's memory between two cycles, and wakes the cores that watch them.
    pub fn poke(&mut self, number: usize, offset: u32, bytes: &[u8]) {
        let cycle = Cycle {
            now: self.last(),
            costs: &self.shared.costs,
        };
        let tile = &mut self.tiles[number];
        tile.cores.synchronize_for_interface(cycle);
        for (at, &byte) in (offset..).zip(bytes) {
            memory::write(&mut tile.cores.memory, at, 1, byte.into());
        }
        tile.cores.written(offset, bytes.len() as u32, None, cycle);
        self.fast.agenda.enter(number, tile);
    }
}
