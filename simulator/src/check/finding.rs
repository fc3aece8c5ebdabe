//! Mistakes of a program.

use super::heap::Block;
use crate::program::Object;
use std::collections::BTreeMap;

/// An execution of an instruction: when, by which core and where in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point {
    pub cycle: u64,
    /// Chip-wide number of the core.
    pub core: u32,
    /// Index of the process on the chip, and the number of the thread.
    pub process: u32,
    pub thread: u32,
    /// The number of the explicit task, from 1; 0 outside all tasks.
    pub task: u32,
    /// The core's call stack, as the number of a node in the call tree.
    pub calls: u32,
    pub pc: u32,
}

/// A kind of mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An access to memory of the heap that belongs to no block.
    Unallocated,
    /// An access to bytes just before or behind a heap block.
    Outside,
    /// An access to a heap block that has been freed.
    Freed,
    /// An access to bytes between two global variables.
    Gap,
    /// An access to the registers that a function has saved on the stack.
    Saved,
    /// An access to the stack memory of a function that has returned.
    Returned,
    /// A heap block that is freed a second time.
    DoubleFree,
    /// A freed pointer that does not lead to the start of a heap block.
    BadFree,
    /// A heap block to which no pointer leads when the process ends.
    Leak,
    /// An object of MPI that is not freed when `MPI_Finalize` returns.
    Object(Object),
    /// Two accesses to one byte, at least one of which writes, without any synchronisation between
    /// them.
    Race,
    /// An access to a buffer that a pending message is using.
    Message,
    /// The program calls the kernel with an object that has been closed, or writes to a port that
    /// its reader has closed.
    Closed,
    /// A branch, an address or an output depends on bits that have never been written, in a heap
    /// block or in a variable on the stack.
    Undefined,
    /// An integer division by zero.
    DivisionByZero,
    /// A NaN that an instruction has computed from operands that are not NaNs.
    Nan,
}

impl Kind {
    /// The object of MPI that the mistake is about.
    pub fn object(self) -> Option<&'static str> {
        match self {
            Kind::Object(object) => Some(object.name()),
            _ => None,
        }
    }

    /// The kind's name in the output of tools.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unallocated => "unallocated",
            Kind::Outside => "outside-block",
            Kind::Freed => "freed",
            Kind::Gap => "outside-variable",
            Kind::Saved => "outside-local",
            Kind::Returned => "returned-local",
            Kind::DoubleFree => "double-free",
            Kind::BadFree => "bad-free",
            Kind::Leak | Kind::Object(_) => "leak",
            Kind::Race => "race",
            Kind::Message => "message-buffer",
            Kind::Closed => "closed",
            Kind::Undefined => "undefined",
            Kind::DivisionByZero => "division-by-zero",
            Kind::Nan => "nan",
        }
    }
}

/// What a wrong access or call conflicts with. `by` says who made that earlier access or call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other<P> {
    /// The earlier one of the two accesses that race.
    Access {
        by: P,
        writes: bool,
        synchronises: bool,
    },
    /// The call that began a pending message, and whether the message writes the buffer.
    Message { by: P, writes: bool },
    /// The call that has closed an object. `is_own` says whether the process that now uses the
    /// object has made this call itself.
    Close { by: P, is_own: bool },
}

impl<P> Other<P> {
    /// Who made the access or call that this one conflicts with.
    pub fn by(&self) -> &P {
        match self {
            Other::Access { by, .. } | Other::Message { by, .. } | Other::Close { by, .. } => by,
        }
    }

    /// Returns this conflict with `image(by)` in place of `by`.
    pub fn map<Q>(self, image: impl FnOnce(P) -> Q) -> Other<Q> {
        match self {
            Other::Access {
                by,
                writes,
                synchronises,
            } => Other::Access {
                by: image(by),
                writes,
                synchronises,
            },
            Other::Message { by, writes } => Other::Message {
                by: image(by),
                writes,
            },
            Other::Close { by, is_own } => Other::Close {
                by: image(by),
                is_own,
            },
        }
    }
}

/// A mistake, made once or several times at the same instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    pub kind: Kind,
    pub access: Point,
    pub writes: bool,
    /// Whether the access synchronises, that is, it is atomic or next to a fence. Set only for a
    /// race.
    pub synchronises: bool,
    pub other: Option<Other<Point>>,
    /// Address of the first wrong byte in the core's address space, and the number of wrong bytes.
    pub address: u32,
    pub bytes: u32,
    /// The heap block that contains `address` or is next to it, and the offset of `address` from
    /// the start of the block, in bytes.
    pub block: Option<(Block, i64)>,
    pub times: u64,
}

impl Finding {
    /// A finding about one instruction.
    pub fn new(kind: Kind, access: Point, address: u32, bytes: u32) -> Finding {
        Finding {
            kind,
            access,
            writes: false,
            other: None,
            address,
            bytes,
            block: None,
            synchronises: false,
            times: 1,
        }
    }
}

/// The largest number of findings that are kept.
const MOST: usize = 1000;

/// Identifies the instruction of a [`Point`]: process, call stack and address.
type Site = (u32, u32, u32);

#[derive(Debug, Default)]
pub struct Findings {
    all: BTreeMap<(Kind, Site, Site), Finding>,
    /// The finding that was added last.
    latest: Option<Finding>,
}

impl Findings {
    pub fn note(&mut self, finding: Finding) {
        let site = |point: Point| (point.process, point.calls, point.pc);
        let other = finding.other.map_or((0, 0, 0), |other| site(*other.by()));
        let key = (finding.kind, site(finding.access), other);
        let is_full = self.all.len() >= MOST;
        match self.all.get_mut(&key) {
            Some(found) => found.times += 1,
            None if is_full => {}
            None => {
                self.all.insert(key, finding);
                self.latest = Some(finding);
            }
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &Finding> {
        self.all.values()
    }

    /// The number of different findings, and the one that was added last.
    pub fn latest(&self) -> (usize, Option<&Finding>) {
        (self.all.len(), self.latest.as_ref())
    }
}
