//! A tile: cores, banked memory with page tags, and a network interface.

mod access;
mod register_access;
mod rollback;

mod destination;
mod device_access;
pub mod devices;
pub mod dma;
pub mod fault;
pub mod hart;
mod host_call;
pub mod map;
pub mod ni;
pub mod outside;
pub mod packet;
mod packing;
pub mod protection;
pub mod registers;
mod transfers;
mod watch;

use crate::config::ChipConfig;
use crate::memory::{Banks, OutOfMemory, Ram};
use devices::Devices;
use hart::{Hart, State};
use ni::NetworkInterface;
use protection::Tag;
use rollback::RunAhead;

pub use outside::{Costs, Outside};

/// A word that a core has loaded with a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reservation {
    /// Number of the core on the chip.
    holder: u32,
    /// Byte offset in this tile's memory.
    word: u32,
}

/// One place on the network.
#[derive(Debug)]
pub struct Tile {
    /// Number of the tile, which is also its endpoint on the networks.
    pub number: u16,
    pub memory: Ram,
    banks: Banks,
    tags: Vec<Tag>,
    page_shift: u32,
    pub cores: Vec<Hart>,
    reservations: Vec<Reservation>,
    pub ni: NetworkInterface,
    pub devices: Devices,
    ahead: RunAhead,
}

impl Tile {
    pub fn new(number: u16, config: &ChipConfig, classes: usize) -> Result<Tile, OutOfMemory> {
        let bytes = config.tile.memory_kb * 1024;
        let pages = (bytes / config.tile.page_bytes) as usize;
        let cores = config.tile.cores;
        let engine = dma::Engine::new(
            cores,
            config.ni.command_buffers,
            config.ni.dma_reads,
            4 * config.network.payload_flits,
        );
        Ok(Tile {
            number,
            memory: Ram::new(bytes as usize)?,
            banks: Banks::new(config.tile.banks),
            tags: vec![Tag::default(); pages],
            page_shift: config.tile.page_bytes.trailing_zeros(),
            cores: (0..cores)
                .map(|core| Hart::new(u32::from(number) * cores + core, pages))
                .collect(),
            reservations: Vec::new(),
            ni: NetworkInterface::new(engine, cores, classes),
            devices: Devices::new(config),
            ahead: RunAhead::new(config.tile.banks),
        })
    }

    /// Number on the chip of the core at this place in the tile.
    pub fn core_number(&self, place: usize) -> u32 {
        u32::from(self.number) * self.cores.len() as u32 + place as u32
    }

    /// Bytes in a protection page.
    pub fn page_bytes(&self) -> u32 {
        1 << self.page_shift
    }

    /// The tag of the page that holds this byte, if the byte exists.
    pub fn tag(&self, offset: u32) -> Option<Tag> {
        self.tags.get((offset >> self.page_shift) as usize).copied()
    }

    /// Tags all pages that `bytes` from `offset` touch.
    pub fn set_tag(&mut self, offset: u32, bytes: u32, tag: Tag) {
        let first = offset >> self.page_shift;
        let end = (offset + bytes).div_ceil(self.page_bytes());
        for page in first..end {
            self.tags[page as usize] = tag;
            self.refresh(page);
        }
    }

    /// Translates an address of a core's own: its code, its data window, or its tile's memory.
    pub fn own(&self, core: usize, address: u32, bytes: u32) -> Option<u32> {
        self.cores[core].regions.translate(address, bytes)
    }

    /// Like `own`, and every page grants the core these rights.
    pub fn own_with(&self, core: usize, address: u32, bytes: u32, rights: u8) -> Option<u32> {
        let offset = self.own(core, address, bytes)?;
        let hart = &self.cores[core];
        // An empty range may lie at the very end, where no page is.
        (offset >> self.page_shift..(offset + bytes).div_ceil(self.page_bytes()))
            .all(|page| hart.base_rights(&self.tags[page as usize]) & rights == rights)
            .then_some(offset)
    }

    /// The earliest cycle in which one of its cores has something to do, if any has.
    pub fn next_event(&self) -> Option<u64> {
        self.cores
            .iter()
            .filter_map(|hart| match hart.state {
                State::Running => Some(hart.core.time),
                State::Waiting if hart.deadline < hart::NEVER => {
                    Some(hart.deadline.max(hart.since + 1))
                }
                _ => None,
            })
            .min()
    }
}
