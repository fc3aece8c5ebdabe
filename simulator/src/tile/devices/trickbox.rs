//! The trickbox: the unit through which a host core holds, releases and resets single cores. It
//! follows the paper CL (Joven and others, "QoS-Driven Reconfigurable Parallel Computing for
//! NoC-Based Clustered MPSoCs", section III).

use super::{DevicePorts, Devices};
use crate::protocol::device_registers::*;
use crate::protocol::{Misuse, Reply, Request, Word};
use crate::tile::cores::State;

impl Devices {
    /// Serves a request for the trickbox of a core of this tile.
    pub(super) fn serve_trickbox(
        &mut self,
        register: Register,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let (core, cycle) = (register.core, ports.cycle);
        let own = (request.tile, usize::from(request.core)) == (self.tile, core);
        if self.hosts.is_empty() || !own && !self.hosts.contains(&request.tile.into()) {
            let is_there = !self.hosts.is_empty();
            return Reply::Refused(Misuse::Trickbox { is_there });
        }
        let hart = &ports.cores.harts[core];
        match (register.offset, word) {
            (TRICKBOX_STATE, Word::Read) => {
                let held = u32::from(hart.held_by.is_some()) * CORE_HELD;
                let resetting = u32::from(hart.restart.is_some()) * CORE_RESETTING;
                return request.answer(match hart.state {
                    State::Ended => CORE_FINISHED,
                    _ => held | resetting,
                });
            }
            (TRICKBOX_HOLD, Word::Write(_)) => {
                let tile = request.tile.into();
                let holder = cycle.costs.cores.number(tile, request.core.into());
                ports.cores.hold(core, holder, cycle);
            }
            (TRICKBOX_RELEASE, Word::Write(_)) => ports.cores.release_core(core, cycle),
            (TRICKBOX_RESET, Word::Write(0)) => {
                let entry = hart.entry;
                ports.cores.reset_to(core, entry, cycle);
            }
            (TRICKBOX_RESET, Word::Write(pc)) => ports.cores.reset_to(core, pc & !1, cycle),
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }
}
