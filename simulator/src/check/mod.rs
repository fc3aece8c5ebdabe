//! Finds mistakes in a program's run: accesses to memory that belongs to no object, and races. A
//! race is two accesses to one byte by different cores or tasks, at least one of which writes,
//! without any synchronisation between them.
//!
//! Cores tell the [`Checker`] what they are about to do, in the order of simulated time. So a core
//! that is checked does not execute ahead of the other cores. The checker changes nothing on the
//! chip.

mod clocks;
mod finding;
mod heap;
mod history;
mod objects;
mod pages;
mod ports;
mod races;
mod tasks;
mod undefined;

pub use finding::{Finding, Kind, Other, Point};
pub use heap::{Block, State};
pub use objects::Objects;
pub use races::{Key, Order};
pub use tasks::{Dependence, NewTask, ThreadMemory};

use crate::memory::Place;
use crate::program::CallTree;
use finding::Findings;
use heap::Heap;
use ports::Ports;
use races::Races;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use undefined::Undefined;

/// The checker, shared by all parts of a chip.
pub type SharedChecker = Arc<Mutex<Checker>>;

/// An access of a core to memory.
#[derive(Debug, Clone, Copy)]
pub struct Access {
    pub by: Point,
    /// The first accessed byte: its place in a memory, and its address in the core's address space.
    pub place: Place,
    pub address: u32,
    pub bytes: u32,
    pub writes: bool,
    /// Whether the access is allowed if at least one of its bytes is accessible. That holds for
    /// library functions that load whole words and ignore the bytes of other objects, and for
    /// atomics on a byte, which the compiler implements by atomics on a word.
    pub is_lenient: bool,
    /// Whether the access may reach registers that a function has saved on the stack.
    pub may_meet_saved: bool,
}

/// What the checker knows about a chip's memory and cores.
#[derive(Debug, Default)]
pub struct Checker {
    heap: Heap,
    pub races: Races,
    pub undefined: Undefined,
    pub calls: CallTree,
    pub objects: Objects,
    pub ports: Ports,
    findings: Findings,
    /// The buffers of pending messages. Each entry holds the bytes of the buffer, whether the
    /// message writes the buffer, and the instruction that began the message.
    messages: Vec<((u16, Range<u32>), bool, Point)>,
    /// Whether to find where NaNs first appear.
    pub finds_nan: bool,
}

impl Checker {
    /// A checker for a chip with this many cores.
    pub fn new(cores: u32) -> Checker {
        Checker {
            races: Races::new(cores as usize),
            ..Checker::default()
        }
    }

    /// Forgets the state of bytes that now belong to a new process.
    pub fn begin(&mut self, endpoint: u16, bytes: Range<u32>) {
        self.heap.forget(endpoint, bytes.clone());
        (self.messages).retain(|((other, range), ..)| {
            *other != endpoint || range.end <= bytes.start || bytes.end <= range.start
        });
        self.undefined.forget(endpoint, bytes.clone());
        self.races.forget(endpoint, bytes);
    }

    /// Sets the state of bytes that belong to no block.
    pub fn mark(&mut self, place: Place, bytes: u32, state: State) {
        self.heap.mark(place, bytes, state);
    }

    /// Notes that a function has allocated bytes of the stack. If it is a function of the program,
    /// the bytes are undefined at first.
    pub fn begin_frame(&mut self, place: Place, bytes: u32, of_program: bool) {
        self.heap.open(place, bytes);
        match of_program {
            true => self.undefined.begin(place, bytes),
            false => self.undefined.copy(None, place, bytes),
        }
    }

    /// Notes that a process has allocated a block of the heap. The `slack` bytes behind the block
    /// belong to no block.
    pub fn allocate(&mut self, place: Place, address: u32, bytes: u32, slack: u32, by: Point) {
        self.heap.allocate(place, address, bytes, slack, by);
        self.races
            .forget(place.0, place.1..place.1.saturating_add(bytes));
    }

    /// Notes that a process is about to free a block.
    pub fn free(&mut self, place: Place, address: u32, by: Point) {
        if let Some(finding) = self.heap.free(place, address, by) {
            self.findings.note(finding);
        }
    }

    /// Makes a freed block an allocated one again, because `realloc` has found no room for a larger
    /// block.
    pub fn keep(&mut self, place: Place) {
        self.heap.undo_free(place);
    }

    /// Notes that a core is about to access memory.
    pub fn access(&mut self, access: &Access) {
        if let Some(finding) = self.heap.check(access) {
            self.findings.note(finding);
        }
    }

    /// Whether all of these bytes may be accessed, and are defined.
    #[inline]
    pub fn are_plain(&self, place: Place, bytes: u32) -> bool {
        self.heap.are_open(place, bytes) && self.undefined.are_defined(place, bytes)
    }

    /// Checks an access whose operands are defined. `of_frame` says that the access is relative to
    /// the stack pointer, so it may reach saved registers. Returns whether the program may access
    /// all of the bytes and, for a load, whether all of them are defined. If so, a store makes its
    /// bytes defined; otherwise nothing changes.
    #[inline]
    pub fn access_plainly(
        &mut self,
        place: Place,
        bytes: u32,
        writes: bool,
        of_frame: bool,
    ) -> bool {
        let is_defined = self.undefined.are_defined(place, bytes);
        let may = match of_frame {
            true => self.heap.are_of_frame(place, bytes),
            false => self.heap.are_open(place, bytes),
        };
        if may && writes && !is_defined {
            self.undefined.store(place, bytes, 0);
        }
        may && (writes || is_defined)
    }

    /// Notes that a pending message uses these bytes. `is_received` says whether it writes them.
    pub fn begin_message(&mut self, memory: (u16, Range<u32>), is_received: bool, by: Point) {
        self.messages.push((memory, is_received, by));
    }

    /// Notes that the latest message that used these bytes is no longer pending.
    pub fn end_message(&mut self, memory: &(u16, Range<u32>)) {
        if let Some(at) = self
            .messages
            .iter()
            .rposition(|(other, ..)| other == memory)
        {
            self.messages.remove(at);
        }
    }

    /// Whether messages are pending.
    pub fn has_messages(&self) -> bool {
        !self.messages.is_empty()
    }

    /// Reports an access of the program to the buffer of a pending message. The program may read a
    /// buffer that is being sent.
    pub fn meet_messages(&mut self, access: &Access) {
        let (endpoint, start) = access.place;
        let met = self
            .messages
            .iter()
            .find(|((other, bytes), is_received, _)| {
                *other == endpoint
                    && start < bytes.end
                    && bytes.start < start + access.bytes
                    && (access.writes || *is_received)
            });
        if let Some(&(_, is_received, by)) = met {
            self.findings.note(Finding {
                writes: access.writes,
                other: Some(Other::Message {
                    by,
                    writes: is_received,
                }),
                ..Finding::new(Kind::Message, access.by, access.address, access.bytes)
            });
        }
    }

    /// Notes an access of the program, and reports its race with an earlier access, if there is
    /// one.
    pub fn share(&mut self, access: &Access, order: Order) {
        if let Some(finding) = self.races.access(access, order) {
            self.findings.note(finding);
        }
    }

    /// The length of the block that begins at `place`.
    pub fn block_bytes(&self, place: Place) -> Option<u32> {
        self.heap.block(place).map(|block| block.bytes)
    }

    /// The bytes of the block that contains the byte `place`, as an endpoint and a range of
    /// offsets.
    pub fn block_around(&self, place: Place) -> Option<(u16, Range<u32>)> {
        let (block, distance) = self.heap.around(place)?;
        let start = place.1 - distance as u32;
        Some((place.0, start..start + block.bytes))
    }

    /// The instruction that allocated the block around a byte.
    pub fn allocation(&self, place: Place) -> Option<Point> {
        Some(self.heap.around(place)?.0.allocated)
    }

    /// Whether a block contains the byte.
    pub fn is_in_block(&self, place: Place) -> bool {
        self.heap.around(place).is_some()
    }

    /// Reports an instruction whose effect depends on undefined bits. `from` is the memory from
    /// which the core has loaded those bits.
    pub fn note_undefined(&mut self, by: Point, from: Option<(Place, u32)>) {
        let mut finding = Finding::new(
            Kind::Undefined,
            by,
            from.map_or(0, |(_, address)| address),
            0,
        );
        finding.block = from.and_then(|(place, _)| self.heap.around(place));
        self.findings.note(finding);
    }

    /// Reports the objects of MPI that a process has not freed when `MPI_Finalize` returns.
    pub fn finalize(&mut self, process: u32) {
        for finding in self.objects.left(process) {
            self.findings.note(finding);
        }
        self.objects.forget(process);
    }

    pub fn note(&mut self, finding: Finding) {
        self.findings.note(finding);
    }

    /// The findings, sorted by kind and instruction. Writes to closed ports come last, in the order
    /// in which they happened.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.all().chain(self.ports.lost())
    }

    /// The number of different findings, and the one that was added last.
    pub fn latest(&self) -> (usize, Option<&Finding>) {
        self.findings.latest()
    }

    /// Whether the program may access this byte, and no block contains it. Such a byte may be part
    /// of a pointer into the heap.
    pub fn is_root(&self, place: Place) -> bool {
        self.heap.is_root(place)
    }

    /// The blocks that have not been freed.
    pub fn blocks(&self) -> impl Iterator<Item = (Place, &Block)> {
        self.heap.blocks()
    }
}
