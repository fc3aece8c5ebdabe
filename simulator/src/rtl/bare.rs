//! A core with a flat memory, without a chip around it. It executes a program, and its cycles are
//! compared with those of a core in hardware.

use crate::config::CoreCosts;
use crate::core::{
    step, Access, AccessKind, CodeImage, Core, Lookaside, Region, RegionMap, Step, Trap, UndoLog,
    View, READ, WRITE,
};
use object::{Object, ObjectSegment};

/// The memory consists of windows of 1 MB, one at each multiple of 2²⁸ bytes below the console, as
/// in the test benches. Programs that are linked by `rtl/cores/bare.ld` are in the first window.
/// Programs for a chip also have parts at the addresses of the other windows.
const WINDOW: u32 = 1 << 20;
const WINDOWS: u32 = 15;
const PAGE_SHIFT: u32 = 10;
/// A store to this address prints a character.
const CONSOLE: u32 = 0xf000_0000;

/// What a core without a chip has done in a program.
#[derive(Debug, Default)]
pub struct BareRun {
    /// The address of each executed instruction, and the cycle in which it issued.
    pub issued: Vec<(u32, u64)>,
    pub printed: Vec<u8>,
    /// Why the program has stopped at the last address; none if it has ended with `ebreak`, as it
    /// should.
    pub fault: Option<String>,
}

/// Executes the program in an ELF file on a core with these costs, for at most `most` instructions.
/// Fails if `elf` is not an ELF file, or if a part of the program is outside the memory.
pub fn run_bare(costs: &CoreCosts, elf: &[u8], most: usize) -> Result<BareRun, String> {
    let file = object::File::parse(elf).map_err(|error| format!("no ELF file: {error}"))?;
    let mut regions = RegionMap::default();
    for window in 0..WINDOWS {
        regions.set(Region {
            start: window << 28,
            len: WINDOW,
            offset: window * WINDOW,
        });
    }
    let mut memory = vec![0; (WINDOWS * WINDOW) as usize];
    for segment in file.segments() {
        let bytes = segment.data().map_err(|error| error.to_string())?;
        let place = u32::try_from(segment.size())
            .ok()
            .and_then(|size| regions.translate(segment.address() as u32, size))
            .ok_or("the program has bytes outside the memory: 1 MB at each multiple of 2^28")?;
        let count = bytes.len().min(segment.size() as usize);
        memory[place as usize..][..count].copy_from_slice(&bytes[..count]);
    }
    let code = CodeImage::new(0, &memory[..WINDOW as usize], costs);
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

/// Carries out an access outside the memory. A store to the console prints a character; any other
/// access is an error.
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
