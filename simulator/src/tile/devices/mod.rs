//! Devices of a tile: what its cores, and those of other tiles, reach through its window of the
//! memory map (`docs/register-map.md`).
//!
//! A device is a file here, with one function that carries out a request. To add one: its offsets in
//! [`registers`], its place in [`find`], its line in [`Tile::device`].

mod misuse;
pub mod registers;
mod request;
mod sync;

use super::outside::Outside;
use super::slot::State;
use super::Tile;
use registers::*;

pub use misuse::Misuse;
pub use request::{operation_of, Asker, Reply, Request, Word};
pub use sync::Sync;

/// A device of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// The synchronisation module.
    Sync,
}

/// A register of a tile's window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Register {
    pub device: Device,
    /// Place in the tile of the core whose device it is.
    pub core: usize,
    /// In the device.
    pub offset: u32,
}

/// The register at an offset of the window, if a tile with so many cores has one there.
pub fn find(offset: u32, cores: usize) -> Option<Register> {
    const SYNC_END: u32 = SYNC + SYNC_STRIDE * 16;
    let (device, core, offset) = match offset {
        SYNC..SYNC_END => {
            let inside = offset - SYNC;
            (Device::Sync, inside / SYNC_STRIDE, inside % SYNC_STRIDE)
        }
        _ => return None,
    };
    let core = core as usize;
    (core < cores).then_some(Register {
        device,
        core,
        offset,
    })
}

/// The devices of a tile, by the place of their core.
#[derive(Debug)]
pub struct Devices {
    syncs: Vec<Sync>,
}

impl Devices {
    pub fn new(cores: u32) -> Devices {
        Devices {
            syncs: vec![Sync::default(); cores as usize],
        }
    }
}

impl Tile {
    /// Carries out a request for this tile's devices, wherever it comes from.
    pub(super) fn device(&mut self, request: &mut Request, now: u64, out: &mut Outside) -> Reply {
        let Some(register) = find(request.offset, self.cores.len()) else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let slot = &self.cores[register.core];
        if slot.state == State::Off || slot.job != request.job {
            return Reply::Refused(Misuse::OtherJob);
        }
        match register.device {
            Device::Sync => self.sync(register, request, now, out),
        }
    }

    /// A core of this tile gets another process: its devices are as after the chip's reset.
    pub fn reset_devices(&mut self, core: usize) {
        self.devices.syncs[core] = Sync::default();
    }
}
