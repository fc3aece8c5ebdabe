//! The registers of a tile that describe the chip's memory controllers.

use super::{Devices, Register};
use crate::protocol::device_registers::*;
use crate::protocol::map::DRAM;
use crate::protocol::{Misuse, Reply, Request, Word};
use crate::tile::ports::DevicePorts;

impl Devices {
    /// A request for the registers of this tile about a memory controller.
    pub(super) fn serve_controller(
        &self,
        register: Register,
        number: u32,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let controller = ports.map.controllers().get(number as usize);
        let (Some(controller), Some(Word::Read)) = (controller, request.word()) else {
            return Reply::Refused(Misuse::NoRegister);
        };
        request.answer(match register.offset {
            MEMORY_START => DRAM + controller.start as u32,
            MEMORY_BYTES => controller.bytes as u32,
            MEMORY_LINKS if controller.admits(self.tile.into()) => self.links[number as usize],
            MEMORY_LINKS => MEMORY_CLOSED,
            _ => controller.mutexes,
        })
    }
}
