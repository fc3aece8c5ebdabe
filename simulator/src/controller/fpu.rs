//! A floating-point unit at a memory controller, shared by the cores of several tiles. It follows
//! the paper CL (Joven and others, "QoS-Driven Reconfigurable Parallel Computing for NoC-Based
//! Clustered MPSoCs", section III: a decoupled unit behind a network interface).
//!
//! Each core has its own operand registers in the unit. The load of a result starts an operation.
//! Operations begin in the order in which these loads arrive, and their results leave in that
//! order. A core waits for one result at most, so the unit can hold all requests, and no request
//! waits in the network.

use crate::config::{ChipConfig, SharedFloat, SharedFloatCosts};
use crate::core::{compute, Opcode};
use crate::protocol::device_registers::*;
use crate::protocol::{Request, Word};
use std::collections::VecDeque;

/// Rounding modes in an instruction: towards zero, or the dynamic mode that `fcsr` contains.
const TO_ZERO: u8 = 1;
const DYNAMIC: u8 = 7;

/// The operations in the order of their registers, each for single and for double precision.
const OPERATIONS: [[Opcode; 2]; 14] = {
    use Opcode::*;
    [
        [FaddS, FaddD],
        [FsubS, FsubD],
        [FmulS, FmulD],
        [FdivS, FdivD],
        [FsqrtS, FsqrtD],
        [FmaddS, FmaddD],
        [FeqS, FeqD],
        [FltS, FltD],
        [FleS, FleD],
        [FcvtWS, FcvtWD],
        [FcvtWuS, FcvtWuD],
        [FcvtSW, FcvtDW],
        [FcvtSWu, FcvtDWu],
        [FcvtDS, FcvtSD],
    ]
};

/// The registers of a core in the unit.
#[derive(Debug, Clone, Copy, Default)]
struct Set {
    job: u16,
    operands: [u64; 3],
    /// The upper half of the latest result.
    upper: u32,
    fcsr: u32,
}

/// Number of operations of each kind. The kinds differ in the energy that they take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Operations {
    pub multiply: u64,
    pub fused: u64,
    /// Quotients and square roots.
    pub divide: u64,
    pub others: u64,
}

impl Operations {
    pub fn all(&self) -> u64 {
        self.multiply + self.fused + self.divide + self.others
    }
}

/// The unit.
#[derive(Debug)]
pub struct Fpu {
    costs: SharedFloatCosts,
    is_pipelined: bool,
    /// The registers of each core, by chip-wide number of the core.
    sets: Vec<Set>,
    /// The first cycle in which the next operation may begin.
    free: u64,
    /// For each packet that waits for a result, the cycle in which the result is ready. The packets
    /// leave in this order.
    results: VecDeque<(u32, u64)>,
    pub operations: Operations,
    /// Number of cycles that operations have waited for other operations.
    pub waited: u64,
}

/// The outcome of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The request is answered at once.
    Done,
    /// The request starts an operation. It is answered when [`Fpu::take_result`] returns its
    /// packet.
    Computes,
    Refused,
}

impl Fpu {
    /// The floating-point unit of a controller. None if it has none.
    pub fn new(kind: SharedFloat, chip: &ChipConfig) -> Option<Box<Fpu>> {
        let unit = Fpu {
            costs: chip.fpu.clone(),
            is_pipelined: kind == SharedFloat::Pipelined,
            sets: vec![Set::default(); chip.cores() as usize],
            free: 0,
            results: VecDeque::new(),
            operations: Operations::default(),
            waited: 0,
        };
        (kind != SharedFloat::None).then(|| Box::new(unit))
    }

    /// Whether any operation is running, or any result has not left yet.
    pub fn is_active(&self) -> bool {
        !self.results.is_empty()
    }

    /// Removes and returns the packet whose result may leave in this cycle.
    pub fn take_result(&mut self, now: u64) -> Option<u32> {
        let due = self.results.front().is_some_and(|result| result.1 <= now);
        due.then(|| self.results.pop_front())?
            .map(|result| result.0)
    }

    /// Carries out a request that has arrived as packet `packet` in cycle `now`. `core` is the
    /// chip-wide number of the requesting core.
    pub fn serve(
        &mut self,
        request: &mut Request,
        core: u32,
        (packet, now): (u32, u64),
    ) -> Outcome {
        let set = &mut self.sets[core as usize];
        if set.job != request.job {
            *set = Set::default();
            set.job = request.job;
        }
        let register = request.offset - FPU;
        match (register, request.word()) {
            (FPU_OPERANDS..FPU_UPPER, Some(Word::Write(word))) => {
                let (operand, shift) = (&mut set.operands[register as usize / 8], register % 8 * 8);
                *operand = *operand & !(0xffff_ffff << shift) | u64::from(word) << shift;
            }
            (FPU_UPPER, Some(Word::Read)) => {
                request.answer(set.upper);
            }
            (FPU_FCSR, Some(Word::Read)) => {
                request.answer(set.fcsr);
            }
            (FPU_FCSR, Some(Word::Write(word))) => set.fcsr = word & 0xff,
            (FPU_SINGLE.., Some(Word::Read)) => {
                let format = usize::from(register >= FPU_DOUBLE);
                let number = register - [FPU_SINGLE, FPU_DOUBLE][format];
                let Some(kinds) = OPERATIONS.get(number as usize / 4) else {
                    return Outcome::Refused;
                };
                let result = set.compute(kinds[format], format);
                set.upper = (result >> 32) as u32;
                request.answer(result as u32);
                self.book(kinds[1], packet, now);
                return Outcome::Computes;
            }
            _ => return Outcome::Refused,
        }
        Outcome::Done
    }

    /// Reserves the unit for the cycles of an operation, and queues the packet that waits for its
    /// result.
    fn book(&mut self, kind: Opcode, packet: u32, now: u64) {
        use Opcode::*;
        let (costs, counts) = (&self.costs, &mut self.operations);
        let (latency, count) = match kind {
            FaddD | FsubD => (costs.add, &mut counts.others),
            FmulD => (costs.multiply, &mut counts.multiply),
            FmaddD => (costs.fused, &mut counts.fused),
            FdivD => (costs.divide, &mut counts.divide),
            FsqrtD => (costs.root, &mut counts.divide),
            FeqD | FltD | FleD => (costs.compare, &mut counts.others),
            _ => (costs.convert, &mut counts.others),
        };
        *count += 1;
        let (start, latency) = (now.max(self.free), u64::from(latency));
        self.waited += start - now;
        self.free = start + if self.is_pipelined { 1 } else { latency };
        self.results.push_back((packet, start + latency));
    }
}

impl Set {
    /// Computes the result of an operation on the operands. `format` is 0 for single precision.
    fn compute(&mut self, kind: Opcode, format: usize) -> u64 {
        use Opcode::*;
        let rm = match kind {
            FcvtWS | FcvtWuS | FcvtWD | FcvtWuD => TO_ZERO,
            _ => DYNAMIC,
        };
        let operands = match format {
            0 => self.operands.map(|operand| operand & 0xffff_ffff),
            _ => self.operands,
        };
        compute(kind, rm, operands, self.operands[0] as u32, &mut self.fcsr)
    }
}
