//! What a tile knows of the chip's memory controllers, for its cores and others to read.

use super::registers::*;
use super::{Misuse, Register, Reply, Request, Word};
use crate::tile::map::DRAM;
use crate::tile::outside::Outside;
use crate::tile::Tile;

impl Tile {
    /// A request for the registers of this tile about a memory controller.
    pub(super) fn memory_controller(
        &self,
        register: Register,
        number: u32,
        request: &mut Request,
        out: &Outside,
    ) -> Reply {
        let controller = out.map.controllers().get(number as usize);
        let (Some(controller), Some(Word::Read)) = (controller, request.word()) else {
            return Reply::Refused(Misuse::NoRegister);
        };
        request.answer(match register.offset {
            MEMORY_START => DRAM + controller.start as u32,
            MEMORY_BYTES => controller.bytes as u32,
            MEMORY_LINKS if controller.admits(self.number.into()) => {
                let endpoint = (out.costs.tiles + number) as usize;
                out.requests.links(self.number.into(), endpoint)
            }
            MEMORY_LINKS => MEMORY_CLOSED,
            _ => controller.mutexes,
        })
    }
}
