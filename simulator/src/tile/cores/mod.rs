//! The core complex of a tile: its cores and the banked memory that they share, with page tags and
//! reservations.
//!
//! Network interfaces and devices use cores and memory through the public methods of
//! [`CoreComplex`]. Cores use interfaces and devices through the trait [`Surroundings`].

mod access;
mod access_log;
mod bypass;
mod cache;
mod calls;
mod check;
mod code_cache;
mod command_buffer;
mod device_access;
mod hart;
mod held;
mod host_call;
mod issue;
mod profile;
pub mod protection;
pub mod recorder;
mod register_access;
mod remote;
mod rollback;
mod second_level;
mod second_run;
mod shadow;
mod strands;
mod timetable;
mod touched;
mod turns;
mod watch;
mod windows;

pub use access::attempt_of;
pub use bypass::Use;
pub use check::Follower;
pub use hart::{Counts, Hart, Past, State, Window};
pub use profile::{Part, PathCosts, Profile, Spending, Spendings};
pub use second_run::Thresholds;

use crate::check::SharedChecker;
use crate::config::{BankPriority, ChipConfig};
use crate::core::Cache;
use crate::memory::{Banks, OutOfMemory, Ram, SharedShadow};
use crate::protocol::map::CODE;
use crate::protocol::{Cause, Destination, Map, Reply, Request};
use crate::tile::dma::Engine;
use crate::tile::ports::{Cycle, Ports};
use access_log::AccessLog;
use protection::{Tag, WRITE};
use recorder::Recorder;
use rollback::RunAhead;
use second_level::SecondLevel;
use turns::Turns;

/// The parts of the chip that the tile may use for an instruction that its core cannot execute
/// alone.
pub struct CorePorts<'a, 'chip> {
    pub chip: &'a mut Ports<'chip>,
    pub tile: &'a mut dyn Surroundings,
}

/// The network interfaces and the devices of a tile, as its cores use them.
pub trait Surroundings {
    /// The DMA engine with a core's command buffers.
    fn engine(&mut self, core: usize) -> &mut Engine;

    /// Number of remote accesses that the core has handed to its network interface so far.
    fn accesses(&mut self, core: usize) -> u64;

    /// Hands a remote access of a core to its network interface. The packet may leave from cycle
    /// `ready` on.
    fn send(&mut self, core: usize, ready: u64, packet: u32);

    /// Wakes a core in cycle `ready`. The core then repeats its access to the queue that was full.
    fn retry(&mut self, core: usize, ready: u64);

    /// Completes a transfer of zero bytes.
    fn complete_transfer(
        &mut self,
        core: usize,
        number: usize,
        cores: &mut CoreComplex,
        chip: &mut Ports,
    );

    /// Lets the devices serve a request of a core.
    fn serve(&mut self, request: &mut Request, cores: &mut CoreComplex, chip: &mut Ports) -> Reply;
}

/// The error for an address that a core may not use: the cause of the fault, and the address.
type AddressError = (Cause, u32);

/// A word that a core has loaded with a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reservation {
    /// Chip-wide number of the core.
    holder: u32,
    /// Byte offset in this tile's memory.
    word: u32,
}

/// The cores of a tile and their memory.
#[derive(Debug)]
pub struct CoreComplex {
    /// Number of the tile.
    tile: u16,
    /// Chip-wide number of the tile's first core.
    first_core: u32,
    /// The bytes that programs can address, followed by the caches of the cores.
    pub memory: Ram,
    banks: Banks,
    tags: Vec<Tag>,
    page_shift: u32,
    pub harts: Vec<Hart>,
    second: Option<SecondLevel>,
    turns: Turns,
    reservations: Vec<Reservation>,
    ahead: RunAhead,
    /// Number of words that banks have served for the network interface, for queues, and for caches
    /// that fetch lines or write them back. Loads, stores and atomics of cores do not count.
    pub served: u64,
    /// Profiles of processes that have left their cores. None on a chip that makes no profiles.
    profiles: Option<PastProfiles>,
    /// Recorders of processes that have left their cores, each with the index of the process on the
    /// chip and the number of the thread.
    past_recorders: Vec<(u32, u32, Recorder)>,
    /// The logs of the cores' accesses. Empty if accesses are not logged.
    access_logs: Vec<AccessLog>,
    /// The shadow of memory, if there is one. It knows who has written each byte, and which of
    /// these writes the data caches contain.
    shadow: Option<SharedShadow>,
    /// The checker, which looks for mistakes of programs (`--check`), if there is one.
    checker: Option<SharedChecker>,
}

/// Profiles of processes, each with the index of the process on the chip.
pub type PastProfiles = Vec<(u32, PathCosts)>;

impl CoreComplex {
    pub fn new(tile: u16, config: &ChipConfig) -> Result<CoreComplex, OutOfMemory> {
        let parts = config.tile_parts(tile.into());
        let (bytes, cores) = (parts.memory_kb * 1024, parts.cores);
        let pages = (bytes / config.tile.page_bytes) as usize;
        let cores_first = config.tile.bank_priority == BankPriority::Core;
        let banks = Banks::new(parts.banks, cores_first);
        let mut end = bytes;
        let shapes = [&config.data_cache, &config.instruction_cache.shape()];
        let caches: Vec<[Option<Cache>; 2]> = (0..cores)
            .map(|_| {
                shapes.map(|keys| {
                    let cache = Cache::new(keys, end);
                    end = cache.as_ref().map_or(end, |cache| cache.end);
                    cache
                })
            })
            .collect();
        let mut second = SecondLevel::new(config, bytes, end);
        end = second.as_ref().map_or(end, SecondLevel::end);
        let first_core = config.core_numbers().number(tile.into(), 0);
        let mut memory = Ram::new(end as usize)?;
        if let Some(second) = &mut second {
            second.reset(&mut memory);
        }
        Ok(CoreComplex {
            tile,
            first_core,
            memory,
            second,
            ahead: RunAhead::new(cores, &banks, caches.iter().flatten().any(Option::is_some)),
            banks,
            tags: vec![Tag::default(); pages],
            page_shift: config.tile.page_bytes.trailing_zeros(),
            harts: (0..cores)
                .zip(caches)
                .map(|(core, [cache, code_cache])| Hart {
                    cache,
                    code_cache,
                    ..Hart::new(first_core + core, pages)
                })
                .collect(),
            turns: Turns::new(cores),
            reservations: Vec::new(),
            served: 0,
            profiles: None,
            past_recorders: Vec::new(),
            access_logs: (first_core..first_core + cores)
                .map_while(AccessLog::chosen)
                .collect(),
            shadow: None,
            checker: None,
        })
    }

    /// Whether anything observes a core: a profile, a recorder, a shadow of memory, or a check.
    pub fn is_watched(&self) -> bool {
        self.profiles.is_some()
            || self.shadow.is_some()
            || self.checker.is_some()
            || self.harts.iter().any(|hart| hart.recorder.is_some())
    }

    /// Makes profiles of all processes from now on.
    pub fn make_profiles(&mut self) {
        self.profiles.get_or_insert_default();
    }

    /// The profiles of processes that have left their cores.
    pub fn past_profiles(&self) -> &[(u32, PathCosts)] {
        self.profiles.as_deref().unwrap_or_default()
    }

    /// The recorders of processes that have left their cores, each with the numbers of its process
    /// and thread.
    pub fn past_recorders(&self) -> &[(u32, u32, Recorder)] {
        &self.past_recorders
    }

    /// Gives a core another process.
    pub fn replace(&mut self, core: usize, mut hart: Hart, now: u64) {
        if let Some(profiles) = &mut self.profiles {
            hart.profile = Some(Box::new(Profile::new(hart.core.pc, hart.part, now)));
            let before = &self.harts[core];
            if let Some(profile) = &before.profile {
                profiles.push((before.process, profile.until(before.counts.ended)));
            }
        }
        self.leave_second(core, now);
        let before = &mut self.harts[core];
        if let Some(recorder) = before.recorder.take() {
            let whose = (before.process, before.thread);
            self.past_recorders.push((whose.0, whose.1, *recorder));
        }
        hart.cache = before.cache.take();
        hart.code_cache = before.code_cache.take();
        for cache in [&mut hart.cache, &mut hart.code_cache]
            .into_iter()
            .flatten()
        {
            cache.reset(&mut self.memory);
        }
        if let (Some(cache), Some(code)) = (&mut hart.code_cache, hart.code_in_dram) {
            cache.cover_code(CODE, code.bytes);
        }
        self.harts[core] = hart;
    }

    /// Number of bytes of the tile's memory that programs can address, including those that serve
    /// as second-level cache.
    pub fn bytes(&self) -> u32 {
        (self.tags.len() as u32) << self.page_shift
    }

    /// Chip-wide number of the core with this index in the tile.
    pub fn core_number(&self, index: usize) -> u32 {
        self.first_core + index as u32
    }

    /// Number of bytes in a protection page.
    pub fn page_bytes(&self) -> u32 {
        1 << self.page_shift
    }

    /// The tag of the page of a byte. None if the byte does not exist.
    pub fn tag(&self, offset: u32) -> Option<Tag> {
        self.tags.get((offset >> self.page_shift) as usize).copied()
    }

    /// Tags all pages that the `bytes` bytes from `offset` touch.
    pub fn set_tag(&mut self, offset: u32, bytes: u32, tag: Tag) {
        let first = offset >> self.page_shift;
        let end = (offset + bytes).div_ceil(self.page_bytes());
        for page in first..end {
            self.tags[page as usize] = tag;
            self.refresh(page);
        }
        self.ahead.shared.forget();
    }

    /// Translates an address of a core into an offset in its tile's memory. None if this memory
    /// does not contain all the bytes, or if they are not in one region: the core's code, its data
    /// window, or the tile's memory.
    pub fn own(&self, core: usize, address: u32, bytes: u32) -> Option<u32> {
        self.harts[core].regions.translate(address, bytes)
    }

    /// Translates an address as [`CoreComplex::own`] does. Also returns none if the core lacks some
    /// of `rights` to one of the pages.
    pub fn own_with(&self, core: usize, address: u32, bytes: u32, rights: u8) -> Option<u32> {
        let offset = self.own(core, address, bytes)?;
        let hart = &self.harts[core];
        // An empty range may lie at the end of the memory, where there is no page.
        (offset >> self.page_shift..(offset + bytes).div_ceil(self.page_bytes()))
            .all(|page| hart.base_rights(&self.tags[page as usize]) & rights == rights)
            .then_some(offset)
    }

    /// Translates the address of a word for the network interface, which will write the word.
    /// Address 0 means no word. If the word is in another tile, that tile checks later whether the
    /// core may write it.
    pub fn destination(
        &self,
        core: usize,
        address: u32,
        map: &Map,
    ) -> Result<Destination, AddressError> {
        if address == 0 {
            return Ok(Destination::None);
        }
        if !address.is_multiple_of(4) {
            return Err((Cause::Misaligned(4), address));
        }
        if let Some(offset) = self.own_with(core, address, 4, WRITE) {
            return Ok(Destination::Own(offset));
        }
        let elsewhere = self.harts[core].elsewhere(address, 4);
        match (map.resolve(elsewhere, 4), self.own(core, address, 4)) {
            (Some(target), _) => Ok(Destination::Remote(target)),
            (None, Some(_)) => Err((Cause::NotExposed, address)),
            (None, None) => Err((Cause::Unmapped, address)),
        }
    }

    /// Takes the memory banks of these bytes for the network interface. The access may change the
    /// rights of cores to the page. Returns false if a bank has already served an access in this
    /// cycle.
    pub fn claim_banks(&mut self, offset: u32, bytes: u32, cycle: Cycle) -> bool {
        match self.ahead.strands.active {
            // Cores may have stored to the page in cycles that the clock has not reached. After a
            // change of rights, a rollback could not repeat these stores. So these cores are rolled
            // back first.
            true => {
                let page = offset & !(self.page_bytes() - 1);
                self.end_strands_using(page, self.page_bytes(), Use::Writes, cycle.now);
            }
            false => self.synchronize_for_interface(cycle),
        }
        let free = self.banks.take_for_interface(offset, bytes, cycle.now);
        self.count_served(free, bytes)
    }

    /// Takes memory banks for an access of the core whose turn it is. Returns false if a bank has
    /// already served an access in this cycle.
    pub fn claim_banks_for_core(&mut self, offset: u32, bytes: u32, cycle: Cycle) -> bool {
        let free = self.banks.take(offset, bytes, cycle.now);
        self.count_served(free, bytes)
    }

    fn count_served(&mut self, free: bool, bytes: u32) -> bool {
        self.served += u64::from(free) * u64::from(bytes.div_ceil(4));
        free
    }
}
