//! The layout of a process in the memory of its tile.
//!
//! Each core of a tile has an equal share of the tile's memory. The share of a process's core
//! contains these parts, in this order, each from the start of a page:
//! - the program's code, and the job descriptor (only in the share of the first process in the tile
//!   that needs them);
//! - the process record, with arguments and environment;
//! - the table of threads, if the process has several threads;
//! - the data, and the shared block;
//! - a block for the first thread, if the process has several threads;
//! - the heap, a guard page, and the stack.
//!
//! The share of another thread's core has the same parts, with four differences: the record is
//! empty, the data are those of the process and take no space, the shared block is the thread's
//! block, and the heap is the thread's own memory.
//!
//! If the cores of further threads directly follow the core of the first thread in its tile, the
//! parts of these threads are packed at the end of the last share, with one page of heap for each
//! thread. The rest of their shares is heap of the process, and belongs to the first thread.

use super::LoadError;
use crate::config::ChipConfig;
use crate::program::Program;
use std::path::Path;

/// A chip whose tiles have one core and much memory. If a program does not fit, the error message
/// proposes this chip.
const LARGE: &str = include_str!("../../../chips/large4x4.toml");

/// Size of a shared block in bytes: `HAL_SHARED_BLOCK` of `runtime/hal/record/job.h`.
pub const SHARED_BYTES: u32 = 8192;

/// Smallest size of a stack in bytes, unless the user requests another size.
pub const SMALLEST_STACK: u32 = 32 * 1024;

/// Consecutive bytes in a tile's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub start: u32,
    pub bytes: u32,
}

impl Span {
    pub fn end(&self) -> u32 {
        self.start + self.bytes
    }
}

/// Where the parts of a process are. `code` and `descriptor` are set only for the process that
/// brings them into the tile.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layout {
    pub share: Span,
    pub code: Option<Span>,
    pub descriptor: Option<Span>,
    pub record: Span,
    pub threads: Span,
    pub data: Span,
    pub shared: Span,
    /// The block of the first thread, if the process has several threads.
    pub block: Span,
    pub heap: Span,
    pub stack: Span,
}

/// What must be known to lay out a process or thread. All sizes are in bytes.
pub struct Needs<'a> {
    pub program: &'a Program,
    pub data: u32,
    /// Whether this process brings the program's code into the tile.
    pub code: bool,
    /// The size of the job descriptor, if this process brings it into the tile; otherwise 0.
    pub descriptor: u32,
    pub record: u32,
    /// Size of the table of threads; 0 if the process has one thread.
    pub threads: u32,
    /// Size of the block of the first thread; 0 if the process has one thread.
    pub block: u32,
    /// Size of the stack of each core. `Job::stack_bytes` explains the value 0.
    pub stack: u32,
}

impl Needs<'_> {
    /// Size in bytes of the code and constants that the process brings into the tile.
    fn code_bytes(&self) -> u32 {
        match self.code {
            true => self.program.resident().1,
            false => 0,
        }
    }
}

impl Layout {
    /// Returns this layout, moved so that its stack ends at `end`, and with a heap of one page.
    fn packed(&self, end: u32, page: u32) -> Layout {
        let stack = Span {
            start: end - self.stack.bytes,
            ..self.stack
        };
        let heap = Span {
            start: stack.start - 2 * page,
            bytes: page,
        };
        let start = heap.start - (self.heap.start - self.share.start);
        let moved = |span: Span| Span {
            start: start + (span.start - self.share.start),
            ..span
        };
        let bytes = end - start;
        Layout {
            share: Span { start, bytes },
            code: self.code.map(moved),
            descriptor: self.descriptor.map(moved),
            record: moved(self.record),
            threads: moved(self.threads),
            data: moved(self.data),
            shared: moved(self.shared),
            block: moved(self.block),
            heap,
            stack,
        }
    }
}

/// The share of a core in its tile's memory. The arguments are the tile, and the core's index in
/// the tile.
fn share((tile, core): (usize, usize), chip: &ChipConfig) -> Span {
    let page = chip.tile.page_bytes;
    let tile = chip.tile_parts(tile as u32);
    let bytes = (tile.memory_kb - chip.second_level.size_kb) * 1024 / tile.cores / page * page;
    Span {
        start: core as u32 * bytes,
        bytes,
    }
}

/// Determines the layouts of all threads of a process. `places` has the tile of each thread's core,
/// and the core's index in the tile.
pub fn lay_out(
    needs: &[Needs],
    places: &[(usize, usize)],
    chip: &ChipConfig,
) -> Result<Vec<Layout>, LoadError> {
    let page = chip.tile.page_bytes;
    let (tile, core) = places[0];
    let is_beside = |&(thread, &place): &(usize, &(usize, usize))| place == (tile, core + thread);
    let beside = places.iter().enumerate().take_while(is_beside).count() - 1;
    let own = share(places[0], chip);
    let mut end = share((tile, core + beside), chip).end();
    let mut layouts = Vec::with_capacity(needs.len());
    for thread in (1..needs.len()).rev() {
        let layout = lay_out_in(
            share(places[thread], chip),
            &needs[thread],
            places[thread].0,
            chip,
        )?;
        if thread > beside {
            layouts.push(layout);
            continue;
        }
        let layout = layout.packed(end, page);
        end = layout.share.start;
        layouts.push(layout);
    }
    let room = Span {
        start: own.start,
        bytes: end - own.start,
    };
    layouts.push(lay_out_in(room, &needs[0], tile, chip)?);
    layouts.reverse();
    Ok(layouts)
}

/// Determines the layout of a thread in the part `share` of its tile's memory.
fn lay_out_in(
    share: Span,
    needs: &Needs,
    tile: usize,
    chip: &ChipConfig,
) -> Result<Layout, LoadError> {
    let page = chip.tile.page_bytes;
    let own_bytes = self::share((tile, 0), chip).bytes;
    let round = |bytes: u32| u64::from(bytes).next_multiple_of(page.into());
    let code = needs.code_bytes();
    let parts = [
        code,
        needs.descriptor,
        needs.record,
        needs.threads,
        needs.data,
        SHARED_BYTES,
        needs.block,
        page, // the heap has at least one page
        page, // the guard page
    ];
    let parts: u64 = parts.iter().map(|&bytes| round(bytes)).sum();
    let left = u64::from(own_bytes).saturating_sub(parts);
    let stack = match needs.stack {
        0 => SMALLEST_STACK.max(left as u32 / 8 / page * page),
        bytes => bytes,
    };
    let sum = parts + round(stack);
    if sum > share.bytes.into() {
        let all = u64::from(chip.tile_parts(tile as u32).cores) * u64::from(own_bytes);
        return Err(too_large(needs, stack, sum, (share.bytes, all), chip));
    }
    let mut next = share.start;
    let mut take = |bytes: u32| {
        let span = Span { start: next, bytes };
        next += round(bytes) as u32;
        span
    };
    let code = take(code);
    let descriptor = take(needs.descriptor);
    let record = take(needs.record);
    let threads = take(needs.threads);
    let data = take(needs.data);
    let shared = take(SHARED_BYTES);
    let block = take(needs.block);
    let stack_bytes = round(stack) as u32;
    let stack = Span {
        start: share.end() - stack_bytes,
        bytes: stack_bytes,
    };
    let heap = Span {
        start: next,
        bytes: stack.start - page - next,
    };
    Ok(Layout {
        share,
        code: (code.bytes > 0).then_some(code),
        descriptor: (descriptor.bytes > 0).then_some(descriptor),
        record,
        threads,
        data,
        shared,
        block,
        heap,
        stack,
    })
}

fn too_large(
    needs: &Needs,
    stack: u32,
    sum: u64,
    (share, all): (u32, u64),
    chip: &ChipConfig,
) -> LoadError {
    let name = &needs.program.name;
    let mut sections = needs.program.sections.clone();
    sections.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    let listed: Vec<String> = sections
        .iter()
        .take(4)
        .map(|(section, bytes)| format!("{section} {bytes}"))
        .collect();
    // A thread other than the first one may need its own copy of the code, if it is in another
    // tile. It never needs its own copy of the data.
    let code = u64::from(needs.code_bytes());
    let (stack, data) = (u64::from(stack), u64::from(needs.data));
    let descriptor = u64::from(needs.descriptor);
    let largest = match sections
        .iter()
        .find(|(_, bytes)| *bytes <= code.max(data))
        .filter(|(_, bytes)| *bytes > stack.max(descriptor))
    {
        Some((section, _)) => format!("{section} is the largest"),
        None if descriptor > stack => "the job descriptor is the largest".to_string(),
        None => "the stack is the largest".to_string(),
    };
    let enough = ((sum * all).div_ceil(share.into()) + 1024 * u64::from(chip.second_level.size_kb))
        .div_ceil(1024)
        .next_power_of_two();
    let other = ChipConfig::from_toml(LARGE, Path::new("large"))
        .ok()
        .filter(|large| chip.tile.memory_kb < large.tile.memory_kb)
        .filter(|large| sum <= 1024 * u64::from(large.tile.memory_kb))
        .map(|large| format!("--chip {}", large.name));
    let larger: Vec<String> = chip
        .may_have_tiles_of(enough)
        .then(|| format!("--set tile.memory_kb={enough}"))
        .into_iter()
        .chain(other)
        .collect();
    let larger = if larger.is_empty() {
        "No tile is large enough".to_string()
    } else {
        format!("Larger tiles: {}", larger.join(" or "))
    };
    let in_dram = if chip.dram.size_mb > 0 {
        "; in DRAM is what onchip_dram() gives, and with --heap dram what malloc gives, \
         with --data dram the variables, with --code dram the code"
    } else {
        ""
    };
    LoadError::Memory(format!(
        "{name} does not fit: a process needs {sum} bytes and a core of {} has {share} \
         (sections: {}; stack {}, shared block {SHARED_BYTES}, job descriptor {}); {largest}. \
         {larger}; another stack: --stack KB{in_dram}",
        chip.name,
        listed.join(", "),
        stack,
        needs.descriptor,
    ))
}
