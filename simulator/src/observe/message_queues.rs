//! The queues with which MPI matches messages in a process: posted receives and unexpected
//! messages. `runtime/mpi/core` maintains them.

use crate::chip::Chip;
use crate::host::Process;
use crate::memory;
use crate::program::Program;
use crate::tile::cores::protection::READ;

/// Offsets of members of `struct oc_request`, in bytes.
pub const REQUEST_NEXT: u32 = 0;
pub const REQUEST_BYTES: u32 = 12;
pub const REQUEST_TAG: u32 = 20;
pub const REQUEST_SENDER: u32 = 40;
pub const REQUEST_SENDER_BITS: u32 = 44;
/// Offsets of members of `struct oc_arrival`, in bytes.
pub const ARRIVAL_NEXT: u32 = 0;
pub const ARRIVAL_SENDER: u32 = 4;
pub const ARRIVAL_TAG: u32 = 8;
pub const ARRIVAL_BYTES: u32 = 12;
/// `OC_CONTEXTS`: the number of contexts of each communicator. Messages that the user sends have
/// the first one.
pub const CONTEXTS: u32 = 4;
/// `MPI_ANY_TAG`.
pub const ANY_TAG: i32 = -2;
/// Largest number of entries that a report reads from a queue.
pub const MOST_ENTRIES: usize = 1024;

/// The values that MPI compares to match a message with a receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Envelope {
    /// Number of the communicator's context.
    pub context: u32,
    /// Rank of the sender in the communicator. None for a receive from any rank.
    pub source: Option<u32>,
    /// The tag. None for a receive with any tag.
    pub tag: Option<i32>,
    /// Length in bytes of a message or of a receive's buffer.
    pub bytes: u32,
}

/// The receives that have no message yet, and the messages that have no receive yet. Those of
/// collectives are not included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MessageQueues {
    pub posted: Vec<Envelope>,
    pub unexpected: Vec<Envelope>,
}

impl MessageQueues {
    /// The queues of a process. Empty if its program does not contain MPI's matching.
    pub fn of(chip: &Chip, program: &Program, process: &Process) -> MessageQueues {
        let (number, index) = chip.locate(process.core);
        let cores = &chip.tiles[number].cores;
        let word = |address: u32| {
            let at = cores.own_with(index, address, 4, READ)?;
            Some(memory::read(&cores.memory, at, 4) as u32)
        };
        let list = |name: &str, next: u32| {
            let first = program.symbols.address(name).and_then(word).unwrap_or(0);
            let later = move |&at: &u32| word(at.wrapping_add(next));
            let all = std::iter::successors(Some(first), later);
            all.take_while(|&at| at != 0).take(MOST_ENTRIES)
        };
        let posted = list("oc_posted", REQUEST_NEXT).filter_map(|at| {
            let sender = word(at + REQUEST_SENDER)?;
            let any = word(at + REQUEST_SENDER_BITS)? & 0xffff == 0;
            let tag = word(at + REQUEST_TAG)? as i32;
            Some(Envelope {
                context: sender >> 16,
                source: (!any).then_some(sender & 0xffff),
                tag: (tag != ANY_TAG).then_some(tag),
                bytes: word(at + REQUEST_BYTES)?,
            })
        });
        let unexpected = list("oc_unexpected", ARRIVAL_NEXT).filter_map(|at| {
            let sender = word(at + ARRIVAL_SENDER)?;
            Some(Envelope {
                context: sender >> 16,
                source: Some(sender & 0xffff),
                tag: Some(word(at + ARRIVAL_TAG)? as i32),
                bytes: word(at + ARRIVAL_BYTES)?,
            })
        });
        let is_users = |envelope: &Envelope| envelope.context.is_multiple_of(CONTEXTS);
        MessageQueues {
            posted: posted.filter(is_users).collect(),
            unexpected: unexpected.filter(is_users).collect(),
        }
    }

    /// Describes why the first posted receive does not match the unexpected message that is most
    /// similar to it.
    pub fn near_miss(&self) -> Option<String> {
        let receive = self.posted.first()?;
        let misses = |message: &&Envelope| {
            let tag = receive.tag.is_some() && receive.tag != message.tag;
            let source = receive.source.is_some() && receive.source != message.source;
            let context = receive.context != message.context;
            u32::from(tag) + u32::from(source) + 2 * u32::from(context)
        };
        let message = self.unexpected.iter().min_by_key(misses)?;
        let mut wrong = Vec::new();
        if let (Some(wanted), Some(tag)) = (receive.tag, message.tag) {
            if wanted != tag {
                wrong.push(format!("its tag is {tag}, not {wanted}"));
            }
        }
        if let (Some(wanted), Some(source)) = (receive.source, message.source) {
            if wanted != source {
                wrong.push(format!("it is from rank {source}, not {wanted}"));
            }
        }
        if receive.context != message.context {
            wrong.push("it was sent in another communicator".to_string());
        }
        Some(format!(
            "a message of {} bytes is there, but {}",
            message.bytes,
            wrong.join(", and ")
        ))
    }
}
