//! The guest integer registers that an instruction reads and writes.

use super::super::code::Op;
use super::super::instruction::Opcode;

/// Register numbers; 0 stands for none.
#[derive(Clone, Copy)]
pub(super) struct Registers {
    pub sources: [u8; 2],
    pub target: u8,
}

impl Registers {
    pub fn of(op: &Op) -> Registers {
        use Opcode::*;
        let (kind, floats) = (op.kind, op.kind.float_sources());
        let source = |index: usize, register| match index < kind.sources() && !floats[index] {
            true => register,
            false => 0,
        };
        let has_target = kind.is_pure()
            || kind.is_to_integer()
            || kind.is_load() && !matches!(kind, Flw | Fld)
            || matches!(kind, Jal | Jalr);
        Registers {
            sources: [source(0, op.rs1), source(1, op.rs2)],
            target: if has_target { op.rd } else { 0 },
        }
    }
}
