//! The state of each byte, and the blocks of the heap.

use super::finding::{Finding, Kind, Point};
use super::pages::{self, Pages};
use super::Access;
use crate::memory::Place;
use std::collections::BTreeMap;
use std::ops::Range;

/// The state of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum State {
    /// The byte may be accessed.
    #[default]
    Open,
    /// The byte is part of the heap, and of no block.
    Unallocated,
    /// The byte is next to a block, but belongs to no block.
    Outside,
    /// The byte is part of a heap block that has been freed.
    Freed,
    /// The byte is between two global variables.
    Gap,
    /// The byte belongs to a register that a function has saved on the stack.
    Saved,
}

/// A block of the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Address of the first byte, in the address space of the core that allocated the block.
    pub address: u32,
    pub bytes: u32,
    pub allocated: Point,
    pub freed: Option<Point>,
}

/// Bytes in front of each block, which hold its length.
const HEADER: u32 = 4;

#[derive(Debug, Default)]
pub struct Heap {
    states: Pages<State>,
    /// All allocated blocks, and the freed blocks whose bytes have not been allocated again. The
    /// key is the place of the block's first byte.
    blocks: BTreeMap<Place, Block>,
}

impl Heap {
    pub fn forget(&mut self, endpoint: u16, range: Range<u32>) {
        let inside: Vec<Place> = self
            .blocks
            .range((endpoint, range.start)..(endpoint, range.end))
            .map(|(place, _)| *place)
            .collect();
        for place in inside {
            self.blocks.remove(&place);
        }
        self.states.clear(endpoint, range);
    }

    pub fn mark(&mut self, place: Place, bytes: u32, state: State) {
        self.states.fill(place, bytes, state);
    }

    /// Makes bytes of the stack accessible.
    pub fn open(&mut self, (endpoint, start): Place, bytes: u32) {
        self.states
            .clear(endpoint, start..start.saturating_add(bytes));
    }

    pub fn allocate(&mut self, place: Place, address: u32, bytes: u32, slack: u32, by: Point) {
        let (endpoint, start) = place;
        let end = start.saturating_add(bytes).saturating_add(slack);
        // Forget the freed blocks that overlap the new one.
        let before = self.blocks.range(..place).next_back();
        let before = before.filter(|((other, at), block)| {
            *other == endpoint && block.freed.is_some() && at + block.bytes > start
        });
        let inside = self.blocks.range(place..(endpoint, end));
        let gone: Vec<Place> = inside.chain(before).map(|(place, _)| *place).collect();
        for (endpoint, start) in gone {
            let bytes = self.blocks.remove(&(endpoint, start));
            let rest = start + bytes.map_or(0, |block| block.bytes);
            if rest > end {
                self.mark((endpoint, end), rest - end, State::Unallocated);
            }
        }
        self.mark(
            (endpoint, start.saturating_sub(HEADER)),
            HEADER,
            State::Outside,
        );
        self.mark(place, bytes, State::Open);
        let behind = start + bytes;
        let own = slack.saturating_sub(HEADER);
        self.mark((endpoint, behind), own, State::Outside);
        // The last of these bytes may be the header of the next block. They may also be memory that
        // the program has obtained from `sbrk`; that memory stays accessible.
        for offset in behind + own..behind + slack {
            let state = self.states.get_mut((endpoint, offset));
            if *state != State::Open {
                *state = State::Outside;
            }
        }
        let block = Block {
            address,
            bytes,
            allocated: by,
            freed: None,
        };
        self.blocks.insert(place, block);
    }

    /// Frees the block that begins at `place`. Returns a finding if no allocated block begins
    /// there.
    pub fn free(&mut self, place: Place, address: u32, by: Point) -> Option<Finding> {
        let bytes = match self.blocks.get_mut(&place) {
            Some(block) if block.freed.is_none() => {
                block.freed = Some(by);
                block.bytes
            }
            found => {
                let kind = match found {
                    Some(_) => Kind::DoubleFree,
                    None => Kind::BadFree,
                };
                let mut finding = Finding::new(kind, by, address, 0);
                finding.block = self.near(place).filter(|(block, distance)| {
                    kind == Kind::DoubleFree || (0..i64::from(block.bytes)).contains(distance)
                });
                return Some(finding);
            }
        };
        self.mark(place, bytes, State::Freed);
        None
    }

    /// Makes a freed block an allocated one again.
    pub fn undo_free(&mut self, place: Place) {
        if let Some(block) = self.blocks.get_mut(&place) {
            block.freed = None;
            let bytes = block.bytes;
            self.mark(place, bytes, State::Open);
        }
    }

    /// The heap block that contains the byte `place` or is next to it, and the byte's offset from
    /// the start of the block.
    fn near(&self, place: Place) -> Option<(Block, i64)> {
        let (endpoint, offset) = place;
        let of_endpoint = |(other, _): &(&Place, &Block)| other.0 == endpoint;
        let before = self.blocks.range(..=place).next_back().filter(of_endpoint);
        let behind = self.blocks.range(place..).next().filter(of_endpoint);
        let distance = |at: &Place| i64::from(offset) - i64::from(at.1);
        let before = before.map(|(at, block)| (*block, distance(at)));
        let behind = behind.map(|(at, block)| (*block, distance(at)));
        match (before, behind) {
            // The byte belongs to the block behind it only if it is in that block's header and is
            // closer to that block than to the block before it.
            (Some(before), Some(behind)) => {
                let past = before.1 - i64::from(before.0.bytes);
                let closer = past >= 0 && -behind.1 <= i64::from(HEADER) && -behind.1 <= past;
                Some(if closer { behind } else { before })
            }
            (before, behind) => before.or(behind),
        }
    }

    /// Whether all of these bytes may be accessed. If they are in two pages, the result may be
    /// false although all of them may be accessed.
    #[inline]
    pub fn are_open(&self, place: Place, bytes: u32) -> bool {
        self.states.are_default(place, bytes)
    }

    /// Whether an access relative to the stack pointer may reach all of these bytes, which may
    /// include saved registers. If the bytes are in two pages, the result may be false although the
    /// access may reach all of them.
    #[inline]
    pub fn are_of_frame(&self, (endpoint, start): Place, bytes: u32) -> bool {
        let page = self.states.page((endpoint, start));
        let first = start as usize % pages::PAGE;
        page.is_none_or(|page| {
            let of_frame = |state: &State| matches!(state, State::Open | State::Saved);
            (page.get(first..first + bytes as usize)).is_some_and(|all| all.iter().all(of_frame))
        })
    }

    /// Returns what is wrong with an access, if anything is.
    pub fn check(&self, access: &Access) -> Option<Finding> {
        let (endpoint, start) = access.place;
        let state = |offset: u32| match self.states.get((endpoint, offset)) {
            Some(State::Saved) if access.may_meet_saved => State::Open,
            state => state.copied().unwrap_or_default(),
        };
        let mut offsets = start..start.saturating_add(access.bytes);
        if access.is_lenient && offsets.clone().any(|offset| state(offset) == State::Open) {
            return None;
        }
        let wrong = offsets.find(|&offset| state(offset) != State::Open)?;
        let kind = match state(wrong) {
            State::Open => return None,
            State::Unallocated => Kind::Unallocated,
            State::Outside => Kind::Outside,
            State::Freed => Kind::Freed,
            State::Gap => Kind::Gap,
            State::Saved => Kind::Saved,
        };
        let address = access.address.wrapping_add(wrong - start);
        let mut finding = Finding::new(kind, access.by, address, access.bytes);
        finding.writes = access.writes;
        if !matches!(kind, Kind::Gap | Kind::Saved) {
            finding.block = self.near((endpoint, wrong));
        }
        Some(finding)
    }

    /// The block that begins at `place`.
    pub fn block(&self, place: Place) -> Option<&Block> {
        self.blocks.get(&place)
    }

    /// The block that contains a byte, and the byte's offset from its start.
    pub fn around(&self, place: Place) -> Option<(Block, i64)> {
        let (at, block) = self.blocks.range(..=place).next_back()?;
        let distance = place.1.wrapping_sub(at.1);
        (at.0 == place.0 && distance < block.bytes).then(|| (*block, distance.into()))
    }

    pub fn is_root(&self, place: Place) -> bool {
        let state = self.states.get(place).copied().unwrap_or_default();
        matches!(state, State::Open | State::Saved) && self.around(place).is_none()
    }

    pub fn blocks(&self) -> impl Iterator<Item = (Place, &Block)> {
        let all = self.blocks.iter().map(|(place, block)| (*place, block));
        all.filter(|(_, block)| block.freed.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(offset: u32, bytes: u32) -> Access {
        Access {
            by: Point::default(),
            place: (0, offset),
            address: offset,
            bytes,
            writes: true,
            is_lenient: false,
            may_meet_saved: false,
        }
    }

    fn kind(heap: &Heap, offset: u32, bytes: u32) -> Option<Kind> {
        heap.check(&access(offset, bytes)).map(|found| found.kind)
    }

    /// A heap that begins at address 96, with blocks of 40 bytes at addresses 112 and 160.
    fn heap() -> Heap {
        let mut heap = Heap::default();
        heap.mark((0, 96), 4000, State::Unallocated);
        for start in [112, 160] {
            heap.allocate((0, start), start, 40, 8, Point::default());
        }
        heap
    }

    #[test]
    fn a_block_ends_at_its_last_byte() {
        let heap = heap();
        assert_eq!(kind(&heap, 112, 8), None);
        assert_eq!(kind(&heap, 148, 4), None);
        assert_eq!(kind(&heap, 149, 4), Some(Kind::Outside));
        assert_eq!(kind(&heap, 152, 4), Some(Kind::Outside));
        assert_eq!(kind(&heap, 108, 4), Some(Kind::Outside));
        assert_eq!(kind(&heap, 2000, 1), Some(Kind::Unallocated));
        assert_eq!(kind(&heap, 50, 1), None);
    }

    #[test]
    fn the_nearest_block_is_named() {
        let heap = heap();
        for (offset, block, distance) in [(152, 112, 40), (157, 160, -3), (108, 112, -4)] {
            let found = heap.check(&access(offset, 1)).and_then(|found| found.block);
            let found = found.map(|(block, distance)| (block.address, distance));
            assert_eq!(found, Some((block, distance)), "{offset}");
        }
    }

    #[test]
    fn a_block_is_freed_once() {
        let mut heap = heap();
        let free = |heap: &mut Heap, offset| {
            let found = heap.free((0, offset), offset, Point::default());
            found.map(|found| found.kind)
        };
        assert_eq!(free(&mut heap, 112), None);
        assert_eq!(kind(&heap, 112, 1), Some(Kind::Freed));
        assert_eq!(free(&mut heap, 112), Some(Kind::DoubleFree));
        assert_eq!(free(&mut heap, 164), Some(Kind::BadFree));
        heap.allocate((0, 112), 112, 12, 4, Point::default());
        assert_eq!(kind(&heap, 112, 8), None);
        assert_eq!(heap.blocks().count(), 2);
    }

    #[test]
    fn a_word_of_the_library_needs_one_byte() {
        let mut heap = heap();
        heap.allocate((0, 304), 304, 5, 7, Point::default());
        let mut word = access(308, 4);
        assert!(heap.check(&word).is_some());
        word.is_lenient = true;
        assert_eq!(heap.check(&word), None);
        word.place.1 = 312;
        assert!(heap.check(&word).is_some());
    }
}
