//! Properties of floating-point instructions, for the emitters of all hosts.

use super::super::code::Op;
use super::super::decode::uses_rounding;
use super::super::instruction::Opcode;
use super::host;

/// Whether the compiler can translate the instruction.
pub(super) fn is_known(op: &Op) -> bool {
    use Opcode::*;
    const TO_ZERO: u8 = 1;
    match op.kind {
        FaddS | FsubS | FmulS | FdivS | FsqrtS | FaddD | FsubD | FmulD | FdivD | FsqrtD
        | FcvtSD | FcvtSW | FcvtSWu => matches!(op.rm, 0 | 7),
        FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => {
            host::host_fuses() && matches!(op.rm, 0 | 7)
        }
        FcvtWS | FcvtWuS | FcvtWD | FcvtWuD => op.rd != 0 && op.rm == TO_ZERO,
        FeqS | FltS | FleS | FeqD | FltD | FleD | FmvXW => op.rd != 0,
        FclassS | FclassD => false,
        _ => true,
    }
}

/// Whether the rounding mode is the one that the register `frm` selects at run time. Compiled code
/// can only round to nearest, so it must then check `frm`.
pub(super) fn rounds_by_frm(op: &Op) -> bool {
    const DYNAMIC: u8 = 7;
    uses_rounding(op.kind) && op.rm == DYNAMIC
}

/// The source registers that must hold NaN-boxed singles.
pub(super) fn singles(op: &Op) -> impl Iterator<Item = u8> {
    use Opcode::*;
    let count = match op.kind {
        FaddS | FsubS | FmulS | FdivS | FsgnjS | FsgnjnS | FsgnjxS | FminS | FmaxS | FeqS
        | FltS | FleS => 2,
        FsqrtS | FcvtWS | FcvtWuS | FcvtDS => 1,
        FmaddS | FmsubS | FnmsubS | FnmaddS => 3,
        _ => 0,
    };
    [op.rs1, op.rs2, op.rs3].into_iter().take(count)
}

/// Whether the floating-point register that the instruction writes holds a NaN-boxed single
/// afterwards. None if the instruction writes no floating-point register.
pub(super) fn result(op: &Op) -> Option<bool> {
    use Opcode::*;
    match op.kind {
        Flw | FmvWX | FcvtSD | FcvtSW | FcvtSWu => Some(true),
        FmvXW | FeqS | FltS | FleS | FeqD | FltD | FleD | FcvtWS | FcvtWuS | FcvtWD | FcvtWuD => {
            None
        }
        Fld => Some(false),
        kind if kind.is_float() => Some((kind as u8) < FmaddD as u8),
        _ => None,
    }
}
