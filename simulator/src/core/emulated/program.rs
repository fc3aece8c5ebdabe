//! A program compiled for the emulated host, and the memory that it uses.

use super::super::code::CodeImage;
use super::super::trace::Tracing;
use super::super::view::{Region as Range, RegionMap, READ, WRITE};
use super::super::Lookaside;
use super::buffer::Buffer;
use super::lookaside::{look_up, Granule, Pages};
use super::region::Region;
use super::translate::translate;
use super::{arena, Gate};
use crate::config::{CoreCosts, Energy};
use std::sync::atomic::{AtomicPtr, Ordering};

/// The address of the program's code in the cores' address space.
pub(super) const BASE: u32 = 0x8000_1000;
/// Two ranges of data, which have different differences between address and offset in memory. The
/// second range ends in the middle of a granule of the lookaside (the compiled code's cache of
/// address translations).
pub(super) const RANGES: [Range; 2] = [
    Range {
        start: 0x8000_4000,
        len: 3 << PAGE_SHIFT,
        offset: 0,
    },
    Range {
        start: 0x2000_0000,
        len: (1 << PAGE_SHIFT) + 0x218,
        offset: 3 << PAGE_SHIFT,
    },
];
/// Number of pages of each range that have an entry in the lookaside.
const KNOWN: usize = 2;
pub(super) const PAGE_SHIFT: u32 = 10;
pub(super) const RIGHTS: [u8; 6] = [READ | WRITE, READ, READ, READ | WRITE, READ, READ | WRITE];

/// For each page of memory, whether other cores may access it. One page of each range is such a
/// page.
pub(super) const SHARED: [bool; 6] = [false, true, false, false, true, false];
const PAGES: Pages = Pages {
    rights: &RIGHTS,
    shared: &SHARED,
    shift: PAGE_SHIFT,
};

pub(super) struct Program {
    pub code: CodeImage,
    pub enter: super::Enter,
    pub tracing: Tracing,
    pub granules: *mut Granule,
    pub shift: i64,
    /// The entrances of the compiled code, each with the index of its operation.
    pub entrances: Vec<(usize, *const u8)>,
    /// The kinds of the compiled instructions.
    pub kinds: Vec<super::super::Opcode>,
    _buffer: Buffer,
}

impl Program {
    /// Compiles a program; none if its first instruction cannot be compiled.
    pub fn new(words: &[u32], tracing: Tracing, gate: &Gate) -> Option<Program> {
        let code = code(words);
        let region = Region::from(&code, 0, 200, |_| false, |_| true)?;
        let parts = region.blocks.values().flat_map(|block| &block.parts);
        let kinds = parts.map(|part| code.ops()[part.index].kind).collect();
        let table = vec![gate.exit as u64; code.ops().len()];
        let table = arena::slice(&table);
        // SAFETY: nothing else uses the table, and entries of both types have eight bytes.
        let table = unsafe {
            std::slice::from_raw_parts(table.as_ptr().cast::<AtomicPtr<u8>>(), table.len())
        };
        let (buffer, found) = translate(&code, &region, table, gate.exit, tracing, &|_| None)?;
        let mut entrances = Vec::new();
        for (index, offset) in found {
            table[index].store(buffer.at(offset).cast_mut(), Ordering::Relaxed);
            entrances.push((index, buffer.at(offset)));
        }
        let (granules, shift) = lookaside();
        Some(Program {
            code,
            enter: gate.enter,
            tracing,
            granules,
            shift,
            entrances,
            kinds,
            _buffer: buffer,
        })
    }
}

fn code(words: &[u32]) -> CodeImage {
    // All costs differ, and so do their sums. Packed by `count`, one of them is too large for an
    // immediate of the host.
    let costs = CoreCosts {
        load_use: 3,
        branch_taken: 5,
        multiply: 7,
        divide: 290,
        float_divide: 31,
        ..CoreCosts::default()
    };
    let energy = Energy {
        integer: 1,
        branch: 1 << 4,
        multiply: 1 << 8,
        divide: 1 << 12,
        load: 1 << 16,
        store: 1 << 20,
        float: 1 << 24,
        ..Energy::default()
    };
    let bytes: Vec<u8> = words.iter().copied().flat_map(u32::to_le_bytes).collect();
    CodeImage::new(BASE, &bytes, &costs).with_energy(&energy)
}

pub(super) fn regions() -> RegionMap {
    let mut regions = RegionMap::default();
    RANGES.iter().for_each(|&range| regions.set(range));
    regions
}

/// Makes a lookaside, the compiled code's cache of address translations, with entries for the first
/// pages of each range in `RANGES`. Returns the address of the entries, and the lookaside's shift.
fn lookaside() -> (*mut Granule, i64) {
    let mut shift = None;
    let lookaside = arena::put(Lookaside::default());
    // SAFETY: nothing else uses the lookaside.
    let granules = unsafe { (*lookaside).granules() };
    let regions = regions();
    for start in RANGES.map(|range| range.start) {
        for address in (start..).step_by(1 << PAGE_SHIFT).take(KNOWN) {
            let translate = |address, bytes| regions.translate(address, bytes);
            let granule = look_up(address, translate, PAGES, &mut shift);
            // SAFETY: there is an entry with this index.
            let entry = unsafe { &mut *granules.add(Lookaside::index(address)) };
            *entry = granule.expect("it is memory");
        }
    }
    (granules, shift.expect("an address has been looked up"))
}
