//! One core with a flat memory and without a chip. It runs a program whose cycles are compared with
//! those of a core in hardware.

use crate::config::CoreCosts;
use crate::core::{
    step, Access, AccessKind, CodeImage, Core, Lookaside, Region, RegionMap, Step, Trap, UndoLog,
    View, READ, WRITE,
};
use object::{Object, ObjectSegment};

/// Bytes of the memory, which begins at address 0, as `rtl/cores/bare.ld` and the test benches have
/// it.
const MEMORY: u32 = 1 << 20;
const PAGE_SHIFT: u32 = 10;
/// A store to this address prints a character.
const CONSOLE: u32 = 0xf000_0000;

/// A program's run on a bare core.
#[derive(Debug, Default)]
pub struct BareRun {
    /// For each instruction its address, and the cycle in which it issues.
    pub issued: Vec<(u32, u64)>,
    pub printed: Vec<u8>,
    /// The reason why the run has ended at the last address; none if it ended with `ebreak`, as it
    /// should.
    pub fault: Option<String>,
}

/// Runs an ELF file on a core with these costs for at most `most` instructions. Fails if the file
/// is not such a program.
pub fn run_bare(costs: &CoreCosts, elf: &[u8], most: usize) -> Result<BareRun, String> {
    let file = object::File::parse(elf).map_err(|error| format!("no ELF file: {error}"))?;
    let mut memory = vec![0; MEMORY as usize];
    for segment in file.segments() {
        let bytes = segment.data().map_err(|error| error.to_string())?;
        let start = segment.address() as usize;
        let end = start.saturating_add(segment.size() as usize);
        let part = memory.get_mut(start..end);
        let part = part.ok_or("the program does not fit into a memory of 1 MB at address 0")?;
        let count = bytes.len().min(part.len());
        part[..count].copy_from_slice(&bytes[..count]);
    }
    let code = CodeImage::new(0, &memory, costs);
    let mut regions = RegionMap::default();
    regions.set(Region {
        start: 0,
        len: MEMORY,
        offset: 0,
    });
    let rights = vec![READ | WRITE; memory.len() >> PAGE_SHIFT];
    let (mut lookaside, mut log) = (Lookaside::default(), UndoLog::new(1));
    log.set_recording(false);
    let mut core = Core::new(0, file.entry() as u32, 0).with_isa(costs.isa);
    let mut run = BareRun::default();
    while run.issued.len() < most {
        let mut view = View {
            memory: &mut memory,
            regions: &regions,
            rights: &rights,
            page_shift: PAGE_SHIFT,
            shared: &[],
            lookaside: &mut lookaside,
            cache: None,
            code_cache: None,
            log: &mut log,
            banks: None,
        };
        let issue = (core.pc, core.time);
        run.issued.push(issue);
        match step(&mut core, &mut view, &code) {
            Step::Done => {}
            Step::Fence(_) | Step::FenceI => {
                let next = core.time + u64::from(costs.fence());
                core.retire(4, next);
            }
            Step::Access(access) => {
                if let Err(fault) = outside(&mut core, &access, costs, &mut run.printed) {
                    run.fault = Some(fault);
                    return Ok(run);
                }
            }
            Step::Trap(trap) if trap.cause == Trap::BREAKPOINT => return Ok(run),
            other => {
                run.fault = Some(format!("{other:?}"));
                return Ok(run);
            }
        }
    }
    run.fault = Some(format!("no end after {most} instructions"));
    Ok(run)
}

/// Carries out the only access that the core cannot: a store to the console.
fn outside(
    core: &mut Core,
    access: &Access,
    costs: &CoreCosts,
    printed: &mut Vec<u8>,
) -> Result<(), String> {
    match access.kind {
        AccessKind::Store { value } if access.address == CONSOLE => {
            printed.push(value as u8);
            core.complete(access, 0, core.time + u64::from(costs.store()));
            Ok(())
        }
        _ => Err(format!(
            "an access of {} bytes at {:#x}, which is misaligned, atomic or outside of memory",
            access.bytes, access.address
        )),
    }
}
