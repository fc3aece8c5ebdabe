//! The hardware mutexes of a memory controller: test-and-set bits with an owner.

use crate::host::Host;
use crate::protocol::device_registers::MUTEX_STRIDE;
use crate::protocol::{Misuse, Reply, Request, Word};

/// The holder of a mutex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Owner {
    /// Number of the core on the chip.
    core: u32,
    job: u16,
}

/// The mutexes of a controller, by number.
#[derive(Debug)]
pub struct Mutexes {
    owners: Vec<Option<Owner>>,
}

impl Mutexes {
    pub fn new(count: u32) -> Mutexes {
        Mutexes {
            owners: vec![None; count as usize],
        }
    }

    /// Carries out a request of a core. `core` is its chip-wide number. A load takes the mutex and
    /// returns 0, or returns 1 if a core already has the mutex. A store by the owner releases the
    /// mutex. A mutex whose owner's job is over is also free.
    pub fn serve(&mut self, request: &mut Request, core: u32, host: &Host) -> Reply {
        let number = (request.offset / MUTEX_STRIDE) as usize;
        let (Some(owner), Some(word)) = (self.owners.get_mut(number), request.word()) else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let job = request.job;
        *owner = owner.filter(|owner| owner.job == job || !host.jobs.is_over(owner.job));
        let asks = Owner { core, job };
        match (word, *owner) {
            (Word::Read, None) => {
                *owner = Some(asks);
                request.answer(0)
            }
            (Word::Read, Some(_)) => request.answer(1),
            (Word::Write(_), Some(held)) if held == asks => {
                *owner = None;
                Reply::Done
            }
            (Word::Write(_), other) => {
                Reply::Refused(Misuse::NotOwner(other.map(|owner| owner.core)))
            }
            (Word::Modify(..), _) => Reply::Refused(Misuse::NoRegister),
        }
    }
}
