//! One core with flat memory and no chip around it, for programs linked with code at 0x1000 and data at 0x1000_0000.

use object::{Object, ObjectSegment, SegmentFlags};
use onchip_simulator::config::CoreCosts;
use onchip_simulator::core::{
    run_ahead, run_exact, step, CodeImage, Core, Region, RegionMap, Step, Stop, UndoLog, View,
    READ, WRITE,
};
use std::path::Path;
use std::sync::Arc;

/// Bytes of memory, at 0x8000_0000.
pub const MEMORY: usize = 1 << 20;
const PAGE_SHIFT: u32 = 10;

/// A linked program: its code, and memory as it stands before the first instruction.
pub struct Program {
    pub entry: u32,
    pub code: Arc<CodeImage>,
    pub memory: Vec<u8>,
    pub regions: RegionMap,
    pub rights: Vec<u8>,
}

impl Program {
    /// Loads an ELF file.
    pub fn load(path: &Path, costs: &CoreCosts) -> Program {
        let file =
            std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let elf = object::File::parse(&*file).expect("an ELF file");
        let mut memory = vec![0; MEMORY];
        let mut regions = RegionMap::default();
        let (mut code, mut next) = (None, 0u32);
        for segment in elf.segments() {
            let SegmentFlags::Elf { p_flags, .. } = segment.flags() else {
                unreachable!()
            };
            let data = segment.data().expect("the segment's bytes");
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
            len: MEMORY as u32,
            offset: 0,
        });
        Program {
            entry: elf.entry() as u32,
            code: Arc::new(code.expect("an executable segment")),
            memory,
            regions,
            rights: vec![READ | WRITE; MEMORY >> PAGE_SHIFT],
        }
    }

    /// A core at the program's first instruction, at cycle 0, with memory of its own.
    pub fn start(&self) -> Machine {
        Machine {
            core: Core::new(0, self.entry, 0),
            memory: self.memory.clone(),
            regions: self.regions.clone(),
            rights: self.rights.clone(),
            log: UndoLog::new(4096),
            code: self.code.clone(),
        }
    }
}

/// A core and its memory.
pub struct Machine {
    pub core: Core,
    pub memory: Vec<u8>,
    pub regions: RegionMap,
    pub rights: Vec<u8>,
    pub log: UndoLog,
    pub code: Arc<CodeImage>,
}

impl Machine {
    fn parts(&mut self) -> (&mut Core, View<'_>, &CodeImage) {
        let view = View {
            memory: &mut self.memory,
            regions: &self.regions,
            rights: &self.rights,
            page_shift: PAGE_SHIFT,
            log: &mut self.log,
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
}
