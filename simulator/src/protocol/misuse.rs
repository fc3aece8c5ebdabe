//! Reasons for which devices refuse requests.

use std::fmt;

/// The reason why a device refuses a request. The device would refuse the request again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misuse {
    /// The register does not exist, or does not allow such an access.
    NoRegister,
    /// A core has only `per_core` of these devices. `devices` is the name of the key in the table
    /// `ni`.
    Absent {
        devices: &'static str,
        per_core: u32,
    },
    /// The device belongs to a core that works for another job, or for none.
    OtherJob,
    /// Only cores of the register's own tile may read it. Other tiles must not poll it.
    Polling,
    /// The chip has no trickbox, or the requesting core may not use it.
    Trickbox { is_there: bool },
    /// A DMA transfer from or to a device does not fit into one packet of at most `line` bytes.
    Transfer { line: u32 },
    /// The target of a notification is this address, at which no word can be written.
    Notification(u32),
    /// The result of an accumulator cannot go to this address in these tiles.
    Result { address: u32, targets: u32 },
    /// The accumulator has no targets.
    NoTargets,
    /// The words of a reduction have different operations, or words of the next reduction come
    /// before this one is over.
    Mixed,
    /// The word is not a priority.
    Priority(u32),
    /// The chip has no such endpoint.
    NoEndpoint { target: u32, endpoints: u32 },
    /// The queue has not been opened.
    Closed,
    /// The queue is open, and cannot be changed.
    Open,
    /// The queue cannot be closed while this many readers wait.
    Readers(u32),
    /// The length of the access differs from that of the queue's elements.
    Element { bytes: u32 },
    /// Another tile may not take elements from this queue.
    SingleReader,
    /// The message is longer than an element of the inbox, or does not consist of words.
    Message { bytes: u32 },
    /// Elements cannot be taken from an inbox.
    Inbox,
    /// The core drops too many elements, or elements of a queue that is no inbox or belongs to
    /// another tile.
    Drop { elements: u32, count: u32 },
    /// Elements of this size do not fit a packet of at most `line` bytes.
    Size { bytes: u32, line: u32 },
    /// The ring is not in memory of the queue's core.
    Ring { base: u32 },
    /// The word is not a command of a queue.
    Control(u32),
    /// The core that releases the mutex does not hold it. The given core holds the mutex, or no
    /// core does.
    NotOwner(Option<u32>),
}

/// Says what is wrong, and what would be right. The text follows "store to address 0x…, ".
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
