//! The routines by which the interpreter enters compiled code, and by which that code returns.

use super::super::super::fast::Context;
use super::super::super::Core;
use super::super::buffer::Buffer;
use super::super::Gate;
use super::{Register, F_HOMES, X_HOMES};
use crate::float_environment::MXCSR_DEFAULT;
use dynasmrt::x64::X64Relocation;
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi, VecAssembler};
use std::mem::{offset_of, transmute};

/// Bits of `mxcsr` for the exceptions invalid, denormal, division by zero, overflow, underflow and
/// inexact.
const MXCSR_FLAGS: i8 = 0x3f;

/// Converts the exception flags of `mxcsr` to those of `fflags`. RISC-V has no exception for
/// subnormal operands.
fn fflags(mxcsr: u8) -> u8 {
    let bit = |from: u8, to: u8| (mxcsr >> from & 1) << to;
    bit(0, 4) | bit(2, 3) | bit(3, 2) | bit(4, 1) | bit(5, 0)
}

/// Emits the gate: the routine that enters compiled code, and the routine by which that code
/// returns. None if the host refuses executable memory.
pub(in super::super) fn gate() -> Option<Gate> {
    let mut a: VecAssembler<X64Relocation> = VecAssembler::new(0);
    let exchange = offset_of!(Context, compiled);
    let granules = (exchange + offset_of!(super::super::Exchange, granules)) as i32;
    let shift = (exchange + offset_of!(super::super::Exchange, shift_or_0)) as i32;
    let log = (exchange + offset_of!(super::super::Exchange, log)) as i32;
    let count = (exchange + offset_of!(super::super::Exchange, count)) as i32;
    let charged = (exchange + offset_of!(super::super::Exchange, charged)) as i32;
    let end = (exchange + offset_of!(super::super::Exchange, end)) as i32;
    let demand_end = (exchange + offset_of!(super::super::Exchange, demand_end)) as i32;
    let bank_mask = (exchange + offset_of!(super::super::Exchange, bank_mask)) as i32;
    let cache = (exchange + offset_of!(super::super::Exchange, cache)) as i32;
    let known_hits = offset_of!(Context, known_hits) as i32;
    let code_cache = (exchange + offset_of!(super::super::Exchange, code_cache)) as i32;
    let known_lines = offset_of!(Context, known_lines) as i32;
    let trace = offset_of!(Context, trace) as i32;
    let missed = (exchange + offset_of!(super::super::Exchange, missed)) as i32;
    // The arguments are the core, the memory, the context and the address of the compiled code.
    dynasm!(a ; .arch x64
        ; push rbx ; push rbp ; push r12 ; push r13 ; push r14 ; push r15
        ; sub rsp, 112
        ; mov rbp, rdi
        ; mov r14, [rdx + shift]
        ; mov [rsp + 24], r14
        ; add r14, rsi
        ; mov [rsp + 8], rdx
        ; mov rax, rcx
        ; mov r13, [rdx + granules]
        ; mov rcx, [rdx + log]
        ; mov [rsp], rcx
        ; mov rcx, [rdx + trace]
        ; mov [rsp + 32], rcx
        ; mov ecx, [rdx + end]
        ; mov [rsp + 40], ecx
        ; mov ecx, [rdx + bank_mask]
        ; mov [rsp + 44], ecx
        ; mov rcx, [rdx + demand_end]
        ; mov [rsp + 48], rcx
        ; mov rcx, [rdx + cache]
        ; mov [rsp + 56], rcx
        ; sub rcx, r14
        ; mov [rsp + 96], rcx
        ; mov rcx, [rdx + known_hits]
        ; mov [rsp + 64], rcx
        ; mov rcx, [rdx + code_cache]
        ; mov [rsp + 72], rcx
        ; mov rcx, [rdx + known_lines]
        ; mov [rsp + 80], rcx
        ; mov QWORD [rsp + 16], 0
        ; stmxcsr [rsp + 88]
        ; test BYTE [rsp + 88], MXCSR_FLAGS
        ; jz >clear
        ; mov DWORD [rsp + 88], MXCSR_DEFAULT as i32
        ; ldmxcsr [rsp + 88]
        ; clear:
        ; movsxd r15, DWORD [rdx + count]);
    for (guest, host) in X_HOMES {
        dynasm!(a ; .arch x64 ; mov Rd(Register(host)), [rbp + super::x_offset(guest)]);
    }
    for (guest, host) in F_HOMES {
        dynasm!(a ; .arch x64 ; movsd Rx(Register(host)), [rbp + super::f_offset(guest)]);
    }
    dynasm!(a ; .arch x64 ; jmp rax);
    let exit = a.offset().0;
    for (guest, host) in X_HOMES {
        dynasm!(a ; .arch x64 ; mov [rbp + super::x_offset(guest)], Rd(Register(host)));
    }
    for (guest, host) in F_HOMES {
        dynasm!(a ; .arch x64 ; movsd [rbp + super::f_offset(guest)], Rx(Register(host)));
    }
    dynasm!(a ; .arch x64
        ; mov rcx, [rsp + 8]
        ; mov [rcx + missed], edx
        ; mov rdx, [rsp]
        ; mov [rcx + log], rdx
        ; mov rdx, [rsp + 32]
        ; mov [rcx + trace], rdx
        ; mov rdx, [rsp + 16]
        ; mov [rcx + charged], rdx
        ; mov [rcx + count], r15d
        ; stmxcsr [rsp + 88]
        ; movzx ecx, BYTE [rsp + 88]
        ; and ecx, MXCSR_FLAGS as i32
        ; lea rdx, [>fflags]
        ; movzx ecx, BYTE [rdx + rcx]
        ; or [rbp + offset_of!(Core, fcsr) as i32], ecx
        ; add rsp, 112
        ; pop r15 ; pop r14 ; pop r13 ; pop r12 ; pop rbp ; pop rbx
        ; ret
        ; fflags:);
    for flags in 0..=MXCSR_FLAGS as u8 {
        a.push(fflags(flags));
    }
    let code = Buffer::new(&a.finalize().ok()?)?;
    Some(Gate {
        // SAFETY: the code has been emitted for this signature.
        enter: unsafe { transmute::<*const u8, super::super::Enter>(code.at(0)) },
        exit: code.at(exit),
        _code: code,
    })
}
