//! Reasons for which devices refuse requests.

use std::fmt;

/// Why a device refuses a request. If the request were repeated, the device would refuse it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misuse {
    /// The register does not exist, or does not allow such an access.
    NoRegister,
    /// Each core has only `per_core` of these devices. `devices` is the key of the chip file, in
    /// the table `ni`, that sets their number.
    Absent {
        devices: &'static str,
        per_core: u32,
    },
    /// The device belongs to a core that executes another job or none.
    OtherJob,
    /// Only cores of the same tile may read this register. Cores of other tiles must not poll it.
    Polling,
    /// The chip has no trickbox, or this core may not use it.
    Trickbox { is_there: bool },
    /// A DMA transfer from or to a device must fit into one packet of at most `line` bytes, but
    /// does not.
    Transfer { line: u32 },
    /// A notification cannot write a word at this address.
    Notification(u32),
    /// The result of an accumulator cannot be written at this address in these tiles.
    Result { address: u32, targets: u32 },
    /// The accumulator has no targets.
    NoTargets,
    /// Words with different operations were sent for one reduction, or words of the next reduction
    /// arrived before this one was over.
    Mixed,
    /// This word is not a valid priority.
    Priority(u32),
    /// The chip has no such endpoint.
    NoEndpoint { target: u32, endpoints: u32 },
    /// The queue has not been opened.
    Closed,
    /// The queue is already open, so it cannot be changed.
    Open,
    /// The queue cannot be closed, because this many readers wait.
    Readers(u32),
    /// The size of the access differs from the size of the queue's elements.
    Element { bytes: u32 },
    /// Cores of other tiles may not take elements from this queue.
    SingleReader,
    /// The message is longer than an element of the inbox, or its length is not a multiple of a
    /// word.
    Message { bytes: u32 },
    /// Elements cannot be dequeued from an inbox.
    Inbox,
    /// The core tries to drop more elements than there are. Or the queue is not an inbox, or
    /// belongs to another tile.
    Drop { elements: u32, count: u32 },
    /// Elements of this size do not fit into a packet of at most `line` bytes.
    Size { bytes: u32, line: u32 },
    /// The ring of the queue must be in the memory of the queue's core, but is not.
    Ring { base: u32 },
    /// This word is not a command for a queue.
    Control(u32),
    /// A core that does not hold the mutex tries to release it. If another core holds it, that
    /// core's number is given.
    NotOwner(Option<u32>),
}

/// Says what is wrong and how to correct it. The text continues a sentence that begins with "store
/// to address 0x…, ".
impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Misuse::NoRegister => write!(
                f,
                "where no device has a register that accepts it (docs/register-map.md lists them)"
            ),
            Misuse::Absent { devices, per_core } => write!(
                f,
                "where a core has {per_core} {devices}; ni.{devices} in the chip file sets how many"
            ),
            Misuse::OtherJob => write!(
                f,
                "a device of a core that works for another job or for none"
            ),
            Misuse::Polling => write!(
                f,
                "which only cores of its own tile may access; from elsewhere flags are set and cleared"
            ),
            Misuse::Trickbox { is_there: false } => write!(
                f,
                "a trickbox, which this chip does not have; trickbox.hosts in the chip file names the tiles whose cores use it"
            ),
            Misuse::Trickbox { is_there: true } => write!(
                f,
                "a trickbox, which only cores of the tiles in trickbox.hosts of the chip file use, and each core its own"
            ),
            Misuse::Transfer { line } => write!(
                f,
                "a device, which accepts transfers of one packet only: within {line} aligned bytes"
            ),
            Misuse::Notification(address) => write!(
                f,
                "to notify {address:#010x}, where no word can be written; right: an aligned word of memory or of a device, or 0 for none"
            ),
            Misuse::Result { address, targets } => write!(
                f,
                "to bring results to {address:#010x} in the tiles {} to {}; right: an address of the own tile's memory, a multiple of 8, and the corners of a rectangle that contains this tile, or 0 for none",
                targets & 0xffff,
                targets >> 16
            ),
            Misuse::NoTargets => write!(
                f,
                "an accumulator that is not set up; its core first writes ACCUMULATOR_TARGETS and ACCUMULATOR_RESULT"
            ),
            Misuse::Mixed => write!(
                f,
                "an accumulator that combines words with another operation, or whose last result has not left: each tile gives one word to a reduction, all with one operation, and the next one after the result"
            ),
            Misuse::Priority(word) => write!(
                f,
                "to set priority {word}; right: 0 to 7, or 0xffffffff for that of unmarked packets"
            ),
            Misuse::NoEndpoint { target, endpoints } => write!(
                f,
                "for endpoint {target}; the chip's tiles and then its memory controllers are 0 to {}",
                endpoints - 1
            ),
            Misuse::Closed => write!(
                f,
                "a queue that is closed; its core opens it first, by writing 1, 2 or 3 to QUEUE_CONTROL"
            ),
            Misuse::Open => write!(
                f,
                "a queue that is open; close it before you set it up again"
            ),
            Misuse::Readers(readers) => write!(
                f,
                "to close a queue on which {readers} readers wait; give them elements first"
            ),
            Misuse::Element { bytes } => write!(
                f,
                "a queue whose elements have {bytes} bytes; put and get whole ones, from the port's first byte on"
            ),
            Misuse::SingleReader => write!(
                f,
                "a single-reader queue, from which only cores of its own tile may dequeue; QUEUE_CONTROL 2 opens one for multiple readers"
            ),
            Misuse::Message { bytes } => write!(
                f,
                "an inbox, whose elements have a multiple of 4 bytes up to {bytes}, put from the port's first byte on"
            ),
            Misuse::Inbox => write!(
                f,
                "an inbox, whose elements its own core reads where they lie, and drops by QUEUE_DROP"
            ),
            Misuse::Drop { elements, count } => write!(
                f,
                "to drop {elements} elements of a queue that is no inbox of a core of its own tile, or holds only {count}"
            ),
            Misuse::Size { bytes, line } => write!(
                f,
                "to open a queue with elements of {bytes} bytes; right: a multiple of 4, from 4 to {line} (network.payload_flits)"
            ),
            Misuse::Ring { base } => write!(
                f,
                "to open a queue with a ring at {base:#010x} that does not lie in aligned memory of the queue's own process, or has no element"
            ),
            Misuse::Control(command) => write!(
                f,
                "command {command}, which queues do not have; 1, 2 and 3 open one, 0 closes it"
            ),
            Misuse::NotOwner(Some(core)) => write!(
                f,
                "to release a mutex that core {core} holds; only that core may release it"
            ),
            Misuse::NotOwner(None) => write!(
                f,
                "to release a mutex that nobody holds; a load that gives 0 takes it first"
            ),
        }
    }
}
