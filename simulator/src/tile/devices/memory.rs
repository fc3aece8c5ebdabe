//! The registers of a tile that describe the chip's memory controllers.

use super::{DevicePorts, Devices};
use crate::config::SharedFloat;
use crate::protocol::device_registers::*;
use crate::protocol::map::{DEVICES, DEVICES_SHIFT, DRAM};
use crate::protocol::{Misuse, Reply, Request, Word};
use crate::tile::cores::CoreComplex;
use std::ops::Range;

impl Devices {
    /// Serves a request for the registers of this tile that describe a memory controller.
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
        let part = self.part_of(request, number as usize, ports.cores);
        let start = DRAM + controller.start as u32;
        request.answer(match register.offset {
            MEMORY_START => start + part.as_ref().map_or(0, |part| part.start),
            MEMORY_BYTES => part.map_or(controller.bytes as u32, |part| part.len() as u32),
            MEMORY_LINKS if controller.admits(self.tile.into()) => self.links[number as usize],
            MEMORY_LINKS => MEMORY_CLOSED,
            _ => controller.mutexes,
        })
    }

    /// Serves a request for the address of the nearest shared floating-point unit. If several units
    /// are equally near, it is the first one.
    pub(super) fn serve_nearest_fpu(&self, request: &mut Request, ports: &DevicePorts) -> Reply {
        let Some(Word::Read) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let controllers = ports.map.controllers().iter().zip(&self.links).enumerate();
        let units = controllers.filter(|(_, (controller, _))| {
            controller.fpu != SharedFloat::None && controller.admits(self.tile.into())
        });
        let nearest = units.min_by_key(|(_, (_, &links))| links);
        request.answer(nearest.map_or(0, |(number, _)| {
            let endpoint = ports.cycle.costs.tiles + number as u32;
            DEVICES + (endpoint << DEVICES_SHIFT) + FPU
        }))
    }

    /// Sets, for each memory controller, the part of its memory that belongs to a core's job. If
    /// `parts` is empty, the job may use the whole memory of each controller.
    pub fn set_parts(&mut self, core: usize, parts: Vec<Range<u32>>) {
        self.parts[core] = parts;
    }

    /// The part of a controller's memory that belongs to a request's job. None if jobs do not
    /// divide the memory.
    fn part_of(&self, request: &Request, number: usize, cores: &CoreComplex) -> Option<Range<u32>> {
        let core = cores
            .harts
            .iter()
            .position(|hart| hart.job == request.job)?;
        self.parts[core].get(number).cloned()
    }
}
