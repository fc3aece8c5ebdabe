//! The energy that instructions use, on chips whose file has a table of energies.

use super::instruction::Opcode;
use super::Core;
use crate::config::Energy;

/// The price of one execution of an instruction, in energy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Price {
    /// Energy in femtojoules, without the energy of memory accesses.
    pub energy: u32,
    /// Number of memory words that the instruction accesses. Their energy is counted separately.
    pub words: u32,
}

/// The energy that a core has used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Spent {
    /// Energy of the core's instructions, in femtojoules.
    pub energy: u64,
    /// Number of words that the banks of the tile have served for the core.
    pub words: u64,
}

impl Spent {
    #[inline(always)]
    pub(super) fn add(&mut self, price: Price) {
        self.energy += u64::from(price.energy);
        self.words += u64::from(price.words);
    }

    /// Takes back the price of an instruction that was not executed.
    pub(super) fn refund(&mut self, price: Price) {
        self.energy -= u64::from(price.energy);
        self.words -= u64::from(price.words);
    }
}

impl Core {
    /// Counts the words of an access of `bytes` bytes that the tile's banks have served.
    pub fn served(&mut self, bytes: u32) {
        if self.price.words > 0 {
            self.spent.words += u64::from(bytes.div_ceil(4));
        }
    }
}

impl Price {
    /// Price of an instruction of this kind.
    pub fn of(kind: Opcode, energy: &Energy) -> Price {
        Price {
            energy: energy_of(kind, energy),
            words: words_of(kind),
        }
    }
}

/// Number of words that an instruction accesses in banks. An atomic counts once, because a bank
/// reads and writes the word in one access.
fn words_of(kind: Opcode) -> u32 {
    match kind {
        Opcode::Fld | Opcode::Fsd => 2,
        _ => kind.is_memory().into(),
    }
}

fn energy_of(kind: Opcode, energy: &Energy) -> u32 {
    use Opcode::*;
    match kind {
        kind if kind.is_load() => energy.load,
        kind if kind.is_atomic() => energy.atomic,
        kind if kind.is_memory() => energy.store,
        kind if kind.is_branch() => energy.branch,
        Mul | Mulh | Mulhsu | Mulhu => energy.multiply,
        Div | Divu | Rem | Remu => energy.divide,
        FmulS | FmulD => energy.float_multiply,
        FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => {
            energy.float_fused
        }
        FdivS | FsqrtS | FdivD | FsqrtD => energy.float_divide,
        kind if kind.is_float() => energy.float,
        _ => energy.integer,
    }
}
