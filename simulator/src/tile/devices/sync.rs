//! The synchronisation module: 32 flags for each core. Any core can set the flags of another core,
//! and that core polls its own flags.

use super::{DevicePorts, Devices};
use crate::core::AmoOp;
use crate::protocol::core_registers::EVENT_SYNC;
use crate::protocol::device_registers::*;
use crate::protocol::{Misuse, Reply, Request, Word};

/// The flags of a core.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sync {
    flags: u32,
    /// When one of these flags is set, an event wakes the core from its load of `WAIT`.
    mask: u32,
}

impl Sync {
    /// Clears `flags`, and returns those of them that were set.
    fn take(&mut self, flags: u32) -> u32 {
        let taken = self.flags & flags;
        self.flags &= !flags;
        taken
    }
}

impl Devices {
    /// Serves a request for a synchronisation module of this tile.
    pub(super) fn serve_sync(
        &mut self,
        register: Register,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let sync = &mut self.syncs[register.core];
        let at_home = request.tile == self.tile;
        match (register.offset, word) {
            (SYNC_SET, Word::Write(flags)) => {
                sync.flags |= flags;
                if flags & sync.mask != 0 {
                    ports.cores.signal(register.core, EVENT_SYNC, ports.cycle);
                }
            }
            (SYNC_CLEAR, Word::Write(flags)) => sync.flags &= !flags,
            (SYNC_READ..=SYNC_MASK, _) if !at_home => return Reply::Refused(Misuse::Polling),
            (SYNC_READ, Word::Read) => return request.answer(sync.flags),
            (SYNC_TAKE, Word::Read) => return request.answer(sync.take(sync.mask)),
            (SYNC_TAKE, Word::Modify(AmoOp::Swap, flags)) => {
                return request.answer(sync.take(flags))
            }
            (SYNC_MASK, Word::Read) => return request.answer(sync.mask),
            (SYNC_MASK, Word::Write(mask)) => {
                sync.mask = mask;
                if sync.flags & mask != 0 {
                    ports.cores.signal(register.core, EVENT_SYNC, ports.cycle);
                }
            }
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }
}
