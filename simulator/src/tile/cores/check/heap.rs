//! Checks calls of heap functions (`malloc`, `free` and so on).

use super::follower::Follower;
use super::{CoreComplex, A0};
use crate::check::{Checker, Finding, Kind, Point, State};
use crate::program::{HeapFunction, Layout};
use crate::protocol::Map;

/// Size of the C library's `struct mallinfo` in bytes.
const MALLINFO: u32 = 40;

/// A call of a heap function that has not returned.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeapCall {
    pub(super) function: HeapFunction,
    pub(super) layout: Layout,
    pub(super) arguments: [u32; 3],
    pub(super) returns_to: u32,
    /// The instruction that has led to the function: a call, or a jump in place of a call and a
    /// return (a tail call).
    pub(super) from: u32,
    pub(super) stack: u32,
    /// Whether the program has made the call, possibly as a tail call, and not the library.
    pub(super) is_of_program: bool,
}

impl CoreComplex {
    pub(super) fn heap_begins(
        &self,
        core: usize,
        call: &HeapCall,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let block = call.arguments[0];
        let frees = match call.function {
            HeapFunction::Free => true,
            // A block that is resized counts as freed until the call returns.
            HeapFunction::Resize => true,
            _ => false,
        };
        if !frees || block == 0 {
            return;
        }
        match self.place_at(core, block, map) {
            Some(place) => {
                let bytes = checker.block_bytes(place).unwrap_or(0);
                let undefined = &checker.undefined;
                follower.resized.clear();
                if call.function == HeapFunction::Resize {
                    let bits = |byte| undefined.load((place.0, place.1 + byte), 1) as u8;
                    follower.resized.extend((0..bytes).map(bits));
                }
                checker.free(place, block, by);
            }
            None => checker.note(Finding::new(Kind::BadFree, by, block, 0)),
        }
    }

    pub(super) fn heap_returns(
        &self,
        core: usize,
        call: &HeapCall,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let [first, second, third] = call.arguments;
        let result = self.harts[core].core.x(A0);
        let (block, bytes) = match call.function {
            HeapFunction::Allocate => (result, first),
            HeapFunction::AllocateArray => (result, first.wrapping_mul(second)),
            HeapFunction::AllocateAligned => (result, second),
            HeapFunction::AllocateTo if result == 0 => {
                if let Some(place) = self.place_of(core, first, 4, map) {
                    checker.undefined.copy(None, place, 4);
                }
                (self.own_word(core, first).unwrap_or(0), third)
            }
            HeapFunction::Resize => match (result, first, second) {
                (0, 0, _) | (0, _, 0) => return,
                (0, ..) => return self.heap_keeps(core, first, checker, map),
                _ => (result, second),
            },
            HeapFunction::Extend if result != u32::MAX && first as i32 > 0 => {
                if let Some(place) = self.place_of(core, result, first, map) {
                    checker.mark(place, first, State::Open);
                }
                return;
            }
            // The checker does not see the function's own stores, so the bytes of the result are
            // marked as defined here.
            HeapFunction::Describe => {
                if let Some(place) = self.place_of(core, first, MALLINFO, map) {
                    checker.undefined.copy(None, place, MALLINFO);
                }
                return;
            }
            _ => return,
        };
        if block == 0 {
            return;
        }
        if let Some(place) = self.place_of(core, block, bytes, map) {
            let slack = call.layout.slack(bytes);
            let by = Point {
                pc: call.from,
                ..by
            };
            checker.allocate(place, block, bytes, slack, by);
            if call.function == HeapFunction::AllocateArray || !call.is_of_program {
                return checker.undefined.copy(None, place, bytes);
            }
            checker.undefined.begin(place, bytes);
            if call.function == HeapFunction::Resize {
                let kept = (place.1..place.1 + bytes).zip(&follower.resized);
                for (offset, bits) in kept {
                    (checker.undefined).store((place.0, offset), 1, u64::from(*bits));
                }
            }
        }
    }

    /// Marks a block as allocated again after `realloc` has failed.
    pub(super) fn heap_keeps(&self, core: usize, block: u32, checker: &mut Checker, map: &Map) {
        if let Some(place) = self.place_at(core, block, map) {
            checker.keep(place);
        }
    }
}
