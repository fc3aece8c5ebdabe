//! What a debugger needs: single cycles, cores that are held, words that are changed from outside.

use super::Chip;
use crate::memory;
use crate::tile::cores::State;
use crate::tile::ports::Cycle;

impl Chip {
    /// Simulates one cycle and moves on to the next in which anything happens, or comes to rest. No
    /// core runs ahead, so all are where the clock is, as they must be before: after `interrupt`.
    pub fn step(&mut self) {
        if self.ending.is_none() {
            self.cycle::<false>();
        }
    }

    /// A core that would issue an instruction in the next cycle issues it a cycle later.
    pub fn hold(&mut self, core: u32) {
        let (number, index) = self.locate(core);
        let tile = &mut self.tiles[number];
        let hart = &mut tile.cores.harts[index];
        if hart.state == State::Running && hart.core.time <= self.now {
            hart.core.time = self.now + 1;
            self.fast.enter(number, tile);
        }
    }

    /// Sends a core to an instruction. Whatever it waits for, it waits for that again when it comes
    /// back to the instruction at which it stands.
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
        self.fast.enter(number, tile);
    }

    /// The cycle after whose turns of the cores the chip stands, if the cores come first, and
    /// otherwise that before whose turns it stands.
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
        self.fast.enter(number, tile);
    }
}
