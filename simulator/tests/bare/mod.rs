//! One core with flat memory and no chip around it, for programs linked with code at 0x1000 and
//! data at 0x1000_0000.

use object::{Object, ObjectSegment, ObjectSymbol, SegmentFlags};
use onchip_simulator::config::CoreCosts;
use onchip_simulator::core::{
    next_touch, run_ahead, run_ahead_traced, run_banked, run_exact, step, Access, AccessKind,
    Cache, CodeImage, Core, Demand, Lookaside, Region, RegionMap, Step, Stop, Touch, Trace,
    UndoLog, View, READ, WRITE,
};
use onchip_simulator::memory::Banks;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// A page has `1 << PAGE_SHIFT` bytes.
pub const PAGE_SHIFT: u32 = 10;
/// Number of bytes of memory for the stack. It follows the memory of the program's segments. A
/// program without segments in memory has only these bytes, from 0x8000_0000 to 0x8010_0000.
const SPARE: usize = 1 << 20;

/// A linked program: its code and its initial memory.
pub struct Program {
    pub entry: u32,
    pub code: Arc<CodeImage>,
    pub memory: Vec<u8>,
    pub regions: RegionMap,
    pub rights: Vec<u8>,
    pub symbols: HashMap<String, u32>,
}

impl Program {
    /// Loads an ELF file.
    pub fn load(path: &Path, costs: &CoreCosts) -> Program {
        let file =
            std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let elf = object::File::parse(&*file).expect("an ELF file");
        let mut memory = vec![0; SPARE];
        let mut regions = RegionMap::default();
        let (mut code, mut next) = (None, 0u32);
        for segment in elf.segments() {
            let SegmentFlags::Elf { p_flags, .. } = segment.flags() else {
                unreachable!()
            };
            let data = segment.data().expect("the segment's bytes");
            memory.resize(
                memory.len() + segment.size().next_multiple_of(1 << PAGE_SHIFT) as usize,
                0,
            );
            memory[next as usize..][..data.len()].copy_from_slice(data);
            let (start, len) = (segment.address() as u32, segment.size() as u32);
            regions.set(Region {
                start,
                len,
                offset: next,
            });
            if p_flags.0 & object::elf::PF_X.0 != 0 {
                code = Some(CodeImage::new(start, data, costs));
            }
            next += len.next_multiple_of(1 << PAGE_SHIFT);
        }
        regions.set(Region {
            start: 0x8000_0000,
            len: memory.len() as u32,
            offset: 0,
        });
        Program {
            entry: elf.entry() as u32,
            code: Arc::new(code.expect("an executable segment")),
            rights: vec![READ | WRITE; memory.len() >> PAGE_SHIFT],
            memory,
            regions,
            symbols: elf
                .symbols()
                .filter_map(|symbol| {
                    Some((symbol.name().ok()?.to_string(), symbol.address() as u32))
                })
                .collect(),
        }
    }

    /// A program that consists of code at 0x1000.
    pub fn from_code(code: &[u8], costs: &CoreCosts) -> Program {
        Program::in_memory(code, costs, SPARE)
    }

    /// A program that consists of code at 0x1000, in a memory of `bytes` bytes.
    pub fn in_memory(code: &[u8], costs: &CoreCosts, bytes: usize) -> Program {
        let mut memory = code.to_vec();
        memory.resize(bytes, 0);
        let mut regions = RegionMap::default();
        regions.set(Region {
            start: 0x1000,
            len: code.len() as u32,
            offset: 0,
        });
        regions.set(Region {
            start: 0x8000_0000,
            len: memory.len() as u32,
            offset: 0,
        });
        Program {
            entry: 0x1000,
            code: Arc::new(CodeImage::new(0x1000, code, costs)),
            rights: vec![READ | WRITE; memory.len() >> PAGE_SHIFT],
            memory,
            regions,
            symbols: HashMap::new(),
        }
    }

    /// A core at the program's first instruction, in cycle 0, with its own memory.
    pub fn start(&self) -> Machine {
        Machine {
            core: Core::new(0, self.entry, 0),
            memory: self.memory.clone(),
            regions: self.regions.clone(),
            rights: self.rights.clone(),
            shared: Vec::new(),
            banks: None,
            cache: None,
            lookaside: Lookaside::default(),
            log: UndoLog::new(4096),
            code: self.code.clone(),
            reservation: None,
        }
    }
}

/// A core and its memory.
pub struct Machine {
    pub core: Core,
    pub memory: Vec<u8>,
    pub regions: RegionMap,
    pub rights: Vec<u8>,
    /// For each page, whether another core may touch it; empty if no core does.
    pub shared: Vec<bool>,
    pub banks: Option<Banks>,
    /// The core's data cache. `memory` holds its lines, after the pages of the program and its
    /// stack.
    pub cache: Option<Cache>,
    pub lookaside: Lookaside,
    pub log: UndoLog,
    pub code: Arc<CodeImage>,
    reservation: Option<u32>,
}

impl Machine {
    fn parts(&mut self) -> (&mut Core, View<'_>, &CodeImage) {
        let view = View {
            memory: &mut self.memory,
            regions: &self.regions,
            rights: &self.rights,
            page_shift: PAGE_SHIFT,
            shared: &self.shared,
            lookaside: &mut self.lookaside,
            cache: self.cache.as_ref(),
            code_cache: None,
            log: &mut self.log,
            banks: self.banks.as_mut(),
        };
        (&mut self.core, view, &self.code)
    }

    pub fn step(&mut self) -> Step {
        let (core, mut view, code) = self.parts();
        step(core, &mut view, code)
    }

    pub fn run_exact(&mut self, limit: u64, access_limit: u64) -> Step {
        let (core, mut view, code) = self.parts();
        run_exact(core, &mut view, code, limit, access_limit)
    }

    pub fn run_ahead(&mut self, until: u64) -> Stop {
        let (core, mut view, code) = self.parts();
        run_ahead(core, &mut view, code, until)
    }

    /// Runs as `run_ahead` does, and also returns the memory accesses that the core has made.
    pub fn run_ahead_traced(&mut self, until: u64) -> (Stop, Trace) {
        let (core, mut view, code) = self.parts();
        let mut trace = Trace {
            origin: core.time,
            touches: Vec::new(),
        };
        let stop = run_ahead_traced(core, &mut view, code, until, &mut trace);
        (stop, trace)
    }

    /// Executes the program ahead of the chip's clock, as `run_ahead` does. Also returns the
    /// accesses to shared pages, and the memory banks that all accesses use.
    pub fn run_banked(&mut self, until: u64) -> (Stop, Trace, Demand) {
        let (core, mut view, code) = self.parts();
        let (mut trace, mut demand) = (Trace::default(), Demand::default());
        trace.origin = core.time;
        let banks = view.banks.as_ref().map_or(1, |banks| banks.count());
        demand.reset(banks, core.time);
        let stop = run_banked(core, &mut view, code, until, (&mut trace, &mut demand));
        (stop, trace, demand)
    }

    /// The memory access of the next instruction, or none. The cycle of the access is counted from
    /// cycle `origin` on.
    pub fn next_touch(&mut self, origin: u64) -> Option<Touch> {
        let (core, view, code) = self.parts();
        next_touch(core, &view, code, origin)
    }

    /// Completes an instruction that a core on a chip passes to its tile. Returns false if a
    /// machine without a tile cannot execute the instruction.
    pub fn serve(&mut self, step: Step) -> bool {
        let next = self.core.time + u64::from(CoreCosts::default().atomic);
        match step {
            Step::Access(access) if !access.address.is_multiple_of(access.bytes) => {
                self.serve_part(&access)
            }
            Step::Access(access) => self.serve_reservation(&access, next),
            Step::Fence(_) | Step::FenceI => {
                let next = self.core.time + u64::from(CoreCosts::default().alu);
                self.core.retire(4, next);
                true
            }
            Step::Trap(trap) => {
                let next = self.core.time + 1;
                self.core.take_trap(trap, next)
            }
            Step::Done | Step::Wfi | Step::Observed | Step::Line(..) | Step::Fetch(_) => false,
        }
    }

    /// Serves a part of a misaligned access, with the costs of memory in the core's own tile.
    fn serve_part(&mut self, access: &Access) -> bool {
        let part = self.core.part(access);
        let Some(place) = self.regions.translate(part.address, part.bytes) else {
            return false;
        };
        let (place, costs) = (place as usize, CoreCosts::default());
        let bytes = &mut self.memory[place..place + part.bytes as usize];
        let mut value = [0; 8];
        let next = self.core.time
            + u64::from(match part.kind {
                AccessKind::Load { .. } => {
                    value[..bytes.len()].copy_from_slice(bytes);
                    costs.load + part.load_use
                }
                AccessKind::Store { value } => {
                    bytes.copy_from_slice(&value.to_le_bytes()[..bytes.len()]);
                    costs.alu
                }
                _ => return false,
            });
        self.core.complete(&part, u64::from_le_bytes(value), next);
        true
    }

    fn serve_reservation(&mut self, access: &Access, next: u64) -> bool {
        let Some(place) = self.regions.translate(access.address, access.bytes) else {
            return false;
        };
        let word = &mut self.memory[place as usize..][..4];
        match access.kind {
            AccessKind::LoadReserved { .. } => {
                self.reservation = Some(place);
                let value = u32::from_le_bytes(word.try_into().unwrap());
                self.core.complete(access, u64::from(value), next);
            }
            AccessKind::StoreConditional { value, .. } => {
                let fails = self.reservation.take() != Some(place);
                if !fails {
                    word.copy_from_slice(&value.to_le_bytes());
                }
                self.core.complete(access, u64::from(fails), next);
            }
            _ => return false,
        }
        true
    }
}
