//! The routines by which the interpreter enters compiled code, and by which that code returns.

use super::super::super::fast::Context;
use super::super::super::Core;
use super::super::buffer::Buffer;
use super::super::{Exchange, Gate};
use super::{f_home, f_offset, x_offset, Home, Register, X_HOMES};
use dynasmrt::aarch64::Aarch64Relocation;
use dynasmrt::{dynasm, DynasmApi, VecAssembler};
use std::mem::{offset_of, transmute};

/// Emits the gate: the routine that enters compiled code, and the routine by which that code
/// returns. None if the host refuses executable memory.
pub(in super::super) fn gate() -> Option<Gate> {
    let (code, exit) = code()?;
    let code = Buffer::new(&code)?;
    Some(Gate {
        // SAFETY: the code has been emitted for this signature.
        enter: unsafe { transmute::<*const u8, super::super::Enter>(code.at(0)) },
        exit: code.at(exit),
        _code: code,
    })
}

/// The number of the system register FPSR, S3_3_C4_C4_1, without the upper bit of its first field.
const FPSR: u32 = 0b101_1010_0010_0001;
/// The position of the sticky *inexact* flag in FPSR.
const FPSR_IXC: u32 = 4;

/// Emits the code of the gate. Returns the code, and the offset of its exit routine.
fn code() -> Option<(Vec<u8>, usize)> {
    let mut a: VecAssembler<Aarch64Relocation> = VecAssembler::new(0);
    let exchange = offset_of!(Context, compiled);
    let granules = (exchange + offset_of!(Exchange, granules)) as u32;
    let shift = (exchange + offset_of!(Exchange, shift_or_0)) as u32;
    let log = (exchange + offset_of!(Exchange, log)) as u32;
    let count = (exchange + offset_of!(Exchange, count)) as u32;
    let charged = (exchange + offset_of!(Exchange, charged)) as u32;
    let end = (exchange + offset_of!(Exchange, end)) as u32;
    let demand_end = (exchange + offset_of!(Exchange, demand_end)) as u32;
    let bank_mask = (exchange + offset_of!(Exchange, bank_mask)) as u32;
    let trace = offset_of!(Context, trace) as u32;
    let fcsr = offset_of!(Core, fcsr) as u32;
    let missed = (exchange + offset_of!(Exchange, missed)) as u32;
    // The arguments are the core, the memory, the context and the address of the compiled code. A
    // called function must preserve the lower halves of `v8` to `v15`, so they are saved here.
    dynasm!(a ; .arch aarch64
        ; sub sp, sp, 192
        ; stp x19, x20, [sp, 32]
        ; stp x21, x22, [sp, 48]
        ; stp x23, x24, [sp, 64]
        ; stp x25, x26, [sp, 80]
        ; stp x27, x28, [sp, 96]
        ; str x30, [sp, 112]
        ; stp d8, d9, [sp, 128]
        ; stp d10, d11, [sp, 144]
        ; stp d12, d13, [sp, 160]
        ; stp d14, d15, [sp, 176]
        ; stp x2, xzr, [sp]
        ; ldr x4, [x2, trace]
        ; str x4, [sp, 16]
        ; ldr w4, [x2, end]
        ; str w4, [sp, 24]
        ; ldr w4, [x2, bank_mask]
        ; str w4, [sp, 28]
        ; ldr x4, [x2, demand_end]
        ; str x4, [sp, 120]
        ; mov x28, x0
        ; ldr x27, [x2, granules]
        ; ldr x23, [x2, shift]
        ; add x26, x1, x23
        ; ldr w25, [x2, count]
        ; ldr x24, [x2, log]
        ; movz x0, 0xffff, LSL 32
        ; movk x0, 0xffff, LSL 48
        ; fmov d27, x0
        ; msr FPSR, xzr);
    for (guest, host) in X_HOMES {
        dynasm!(a ; .arch aarch64 ; ldr W(Register(host)), [x28, x_offset(guest)]);
    }
    for guest in 0..32 {
        if let Home::Host(host) = f_home(guest) {
            dynasm!(a ; .arch aarch64 ; ldr D(host), [x28, f_offset(guest)]);
        }
    }
    dynasm!(a ; .arch aarch64 ; br x3);
    let exit = a.offset().0;
    for (guest, host) in X_HOMES {
        dynasm!(a ; .arch aarch64 ; str W(Register(host)), [x28, x_offset(guest)]);
    }
    for guest in 0..32 {
        if let Home::Host(host) = f_home(guest) {
            dynasm!(a ; .arch aarch64 ; str D(host), [x28, f_offset(guest)]);
        }
    }
    dynasm!(a ; .arch aarch64
        ; ldp x1, x3, [sp]
        ; str w2, [x1, missed]
        ; str x3, [x1, charged]
        ; ldr x3, [sp, 16]
        ; str x3, [x1, trace]
        ; str x24, [x1, log]
        ; str w25, [x1, count]
        ; mrs x3, FPSR
        ; lsr w3, w3, FPSR_IXC
        ; and w3, w3, 1
        ; ldr w1, [x28, fcsr]
        ; orr w1, w1, w3
        ; str w1, [x28, fcsr]
        ; ldp d14, d15, [sp, 176]
        ; ldp d12, d13, [sp, 160]
        ; ldp d10, d11, [sp, 144]
        ; ldp d8, d9, [sp, 128]
        ; ldr x30, [sp, 112]
        ; ldp x27, x28, [sp, 96]
        ; ldp x25, x26, [sp, 80]
        ; ldp x23, x24, [sp, 64]
        ; ldp x21, x22, [sp, 48]
        ; ldp x19, x20, [sp, 32]
        ; add sp, sp, 192
        ; ret);
    Some((a.finalize().ok()?, exit))
}
