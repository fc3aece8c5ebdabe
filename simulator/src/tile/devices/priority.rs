//! Priorities. A core's packets have a QoS field that depends on the endpoint to which they go
//! (section III of the paper QM, `docs/papers.md`: "when the application demands a given QoS level,
//! the NI correspondingly tags the packet").

use super::{DevicePorts, Devices};
use crate::noc::Service;
use crate::protocol::device_registers::*;
use crate::protocol::{Misuse, Reply, Request, Word};
use crate::tile::ports::Cycle;
use std::collections::BTreeMap;

/// The table entry for an endpoint to which the core has given no priority. Packets to such an
/// endpoint have the QoS field `Table::unmarked`.
const UNMARKED: u8 = u8::MAX;

/// The priorities of a core.
#[derive(Debug, Clone, Default)]
struct Table {
    /// QoS field of packets to endpoints to which the core has given no priority.
    unmarked: u8,
    /// For each endpoint, the QoS field of packets to it. Most cores never set one, so the list is
    /// empty until one is set.
    targets: Vec<u8>,
}

/// The priorities of all cores of a tile.
#[derive(Debug)]
pub struct Priorities {
    tables: Vec<Table>,
    /// Whether any priority has been set. Before that, the tables are not read.
    in_use: bool,
}

impl Priorities {
    pub fn new(cores: u32) -> Priorities {
        Priorities {
            tables: vec![Table::default(); cores as usize],
            in_use: false,
        }
    }

    /// How the network serves a core's requests to an endpoint, and the answers to these requests.
    #[inline]
    pub fn service(&self, core: u8, target: u16) -> Service {
        match self.in_use {
            true => Service::level(self.field(core.into(), target.into())),
            false => Service::BEST_EFFORT,
        }
    }

    fn field(&self, core: usize, target: usize) -> u8 {
        let table = &self.tables[core];
        match table.targets.get(target) {
            None | Some(&UNMARKED) => table.unmarked,
            Some(&field) => field,
        }
    }

    /// The endpoints for which cores of the tile have set a QoS field above 0, and for each of them
    /// the highest such field.
    pub fn marked(&self) -> Vec<(u16, u8)> {
        let mut highest = BTreeMap::new();
        let tables = self.tables.iter().filter(|_| self.in_use);
        for (target, &field) in tables.flat_map(|table| table.targets.iter().enumerate()) {
            if field != UNMARKED && field > 0 {
                let most = highest.entry(target as u16).or_insert(field);
                *most = field.max(*most);
            }
        }
        highest.into_iter().collect()
    }

    /// Sets the QoS field of a core's packets to an endpoint.
    pub fn set(&mut self, core: usize, target: usize, field: u8, endpoints: usize) {
        let targets = &mut self.tables[core].targets;
        if targets.is_empty() {
            targets.resize(endpoints, UNMARKED);
        }
        targets[target] = field;
        self.in_use = true;
    }

    /// Undoes `set`: a core's packets to an endpoint have the core's QoS field for unmarked packets
    /// again.
    pub fn clear(&mut self, core: usize, target: usize, endpoints: usize) {
        self.set(core, target, UNMARKED, endpoints);
    }

    /// Sets the QoS field of a core's packets to endpoints for which no other field has been set.
    pub fn set_unmarked(&mut self, core: usize, field: u8) {
        self.tables[core].unmarked = field;
        self.in_use = true;
    }

    /// Removes all priorities of a core except the field of unmarked packets.
    pub fn forget(&mut self, core: usize) {
        self.tables[core].targets = Vec::new();
    }

    /// Resets the priorities of a core to the values that they have when the chip starts.
    pub fn reset(&mut self, core: usize) {
        self.tables[core] = Table::default();
    }
}

/// The QoS field for a word that a program writes as a priority. An error if the word is too large.
fn field_of(word: u32) -> Result<u8, Misuse> {
    match word {
        0..=HIGHEST => Ok(word as u8),
        _ => Err(Misuse::Priority(word)),
    }
}

impl Devices {
    /// Serves a request for the priority of a core's packets to an endpoint.
    pub(super) fn serve_priority(
        &mut self,
        register: Register,
        target: u32,
        request: &mut Request,
        ports: &DevicePorts,
    ) -> Reply {
        let Cycle { costs, .. } = ports.cycle;
        let endpoints = costs.endpoints;
        if target >= endpoints {
            return Reply::Refused(Misuse::NoEndpoint { target, endpoints });
        }
        let (core, target) = (register.core, target as usize);
        let priorities = &mut self.priorities;
        match request.word() {
            Some(Word::Read) => return request.answer(priorities.field(core, target).into()),
            Some(Word::Write(PRIORITY_NONE)) => {
                priorities.clear(core, target, endpoints as usize);
            }
            Some(Word::Write(word)) => match field_of(word) {
                Ok(field) => priorities.set(core, target, field, endpoints as usize),
                Err(misuse) => return Reply::Refused(misuse),
            },
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }

    /// Serves a request for a register that concerns all priorities of a core, or the whole
    /// network.
    pub(super) fn serve_quality(
        &mut self,
        register: Register,
        request: &mut Request,
        ports: &DevicePorts,
    ) -> Reply {
        let Cycle { costs, .. } = ports.cycle;
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let priorities = &mut self.priorities;
        match (register.offset, word) {
            (QOS_UNMARKED, Word::Read) => {
                return request.answer(priorities.tables[register.core].unmarked.into())
            }
            (QOS_UNMARKED, Word::Write(word)) => match field_of(word) {
                Ok(field) => priorities.set_unmarked(register.core, field),
                Err(misuse) => return Reply::Refused(misuse),
            },
            (QOS_LEVELS, Word::Read) => return request.answer(costs.levels),
            (QOS_HIGHEST, Word::Read) => return request.answer(HIGHEST),
            (CIRCUITS, Word::Read) => return request.answer(costs.circuits.into()),
            (QOS_RESET, Word::Write(_)) => priorities.forget(register.core),
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }
}
