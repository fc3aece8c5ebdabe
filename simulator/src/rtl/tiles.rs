//! Records a program on the tiles of a chip, for comparisons with tiles in hardware: what the
//! loader puts into each tile, and the cycle in which each instruction issues.

use crate::chip::Shown;
use crate::protocol::map::CODE;
use crate::tile::cores::State;
use crate::tile::Tile;

/// The record of all tiles of a chip that has one core in each tile.
#[derive(Debug, Default)]
pub struct Tiles {
    pub tiles: Vec<Recorded>,
}

/// The record of a tile.
#[derive(Debug, Default)]
pub struct Recorded {
    /// The tile's memory before the first cycle.
    pub memory: Vec<u8>,
    /// Offset in `memory` of the byte at address 0x1000, where the program's code begins.
    pub code: u32,
    /// Global address and size in bytes of the data window, and global address of the process
    /// record.
    pub data_base: u32,
    pub data_bytes: u32,
    pub process: u32,
    /// The address of each executed instruction, and the cycle in which it issued.
    pub issued: Vec<(u32, u64)>,
    /// Number of instructions that the core had executed when it last issued one.
    executed: Option<u64>,
}

impl Tiles {
    /// Records which cores issue an instruction in this cycle. Must be called in every cycle from
    /// the first one on, before interfaces and cores act.
    pub fn moved(&mut self, shown: Shown, now: u64) {
        if self.tiles.is_empty() {
            self.tiles = shown.tiles.iter().map(Recorded::before).collect();
        }
        for (recorded, tile) in self.tiles.iter_mut().zip(shown.tiles) {
            recorded.look_at(tile, now);
        }
    }
}

impl Recorded {
    fn before(tile: &Tile) -> Recorded {
        let (cores, hart) = (&tile.cores, &tile.cores.harts[0]);
        Recorded {
            memory: cores.memory[..cores.bytes() as usize].to_vec(),
            code: hart.regions.translate(CODE, 4).unwrap_or_default(),
            data_base: hart.data.base,
            data_bytes: hart.data.bytes,
            process: hart.record_address,
            ..Recorded::default()
        }
    }

    fn look_at(&mut self, tile: &Tile, now: u64) {
        let hart = &tile.cores.harts[0];
        // An access that has waited for a bank issues again in the next cycle, but is recorded
        // once.
        let again = self.executed == Some(hart.core.instret);
        if hart.state == State::Running && hart.core.time == now && !again {
            self.issued.push((hart.core.pc, now));
            self.executed = Some(hart.core.instret);
        }
    }
}
