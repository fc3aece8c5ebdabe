//! Finds the calls that a stopped core is in: unwinds the stack by the DWARF call frame information
//! of the program.

use super::symbols::contents;
use gimli::{
    BaseAddresses, CfaRule, DebugFrame, LittleEndian, Register, RegisterRule, UnwindContext,
    UnwindSection,
};

/// Most calls that are followed.
const DEEPEST: usize = 64;
/// Return address and stack pointer (RISC-V psABI, register convention).
const RA: usize = 1;
const SP: usize = 2;

/// The calls that a core with these registers is in, the innermost first: for each the address of
/// the last byte of the call instruction. `read` returns a word of the core's memory.
pub fn callers(
    file: &object::File,
    pc: u32,
    mut x: [u32; 32],
    read: impl Fn(u32) -> Option<u32>,
) -> Vec<u32> {
    let bytes = contents(file, ".debug_frame");
    let mut frames = DebugFrame::new(&bytes, LittleEndian);
    frames.set_address_size(4);
    let mut calls = Vec::new();
    let mut at = pc;
    while calls.len() < DEEPEST {
        let known = caller_of(&frames, at, &mut x, &read).is_some();
        // Where nothing is known, `ra` still holds the return address, but only in the innermost
        // function.
        if !known && !calls.is_empty() || x[RA] == 0 {
            break;
        }
        at = x[RA].wrapping_sub(1);
        calls.push(at);
    }
    calls
}

/// Turns the registers into those of the caller, with its program counter in `ra`.
fn caller_of(
    frames: &DebugFrame<gimli::EndianSlice<LittleEndian>>,
    pc: u32,
    x: &mut [u32; 32],
    read: &impl Fn(u32) -> Option<u32>,
) -> Option<()> {
    let mut context = UnwindContext::new();
    let row = frames
        .unwind_info_for_address(
            &BaseAddresses::default(),
            &mut context,
            pc.into(),
            DebugFrame::cie_from_offset,
        )
        .ok()?;
    let CfaRule::RegisterAndOffset { register, offset } = row.cfa() else {
        return None;
    };
    let base = *x.get(usize::from(register.0))?;
    let frame = base.wrapping_add(*offset as u32);
    let callee = *x;
    for (number, value) in x.iter_mut().enumerate().skip(1) {
        *value = match row.register(Register(number as u16)) {
            Some(RegisterRule::Offset(offset)) => read(frame.wrapping_add(offset as u32))?,
            _ => callee[number],
        };
    }
    x[SP] = frame;
    Some(())
}
