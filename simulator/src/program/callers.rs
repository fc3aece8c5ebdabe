//! Finds the chain of calls that a stopped core is executing. For this, it unwinds the stack by the
//! DWARF call frame information of the program.

use super::symbols::contents;
use gimli::{
    BaseAddresses, CfaRule, DebugFrame, EhFrame, EndianSlice, LittleEndian, Register, RegisterRule,
    UnwindContext, UnwindSection,
};
use object::{Object, ObjectSection};

/// Largest number of calls that are followed.
const DEEPEST: usize = 64;
/// Return address and stack pointer (RISC-V psABI, register convention).
const RA: usize = 1;
const SP: usize = 2;

/// The chain of calls that a core with these registers is executing, the innermost first. Each call
/// is given as the address of the last byte of the calling instruction. `read` returns a word of
/// the core's memory.
pub fn callers(
    file: &object::File,
    pc: u32,
    mut x: [u32; 32],
    read: impl Fn(u32) -> Option<u32>,
) -> Vec<u32> {
    let (debug, eh) = (contents(file, ".debug_frame"), contents(file, ".eh_frame"));
    let mut for_debuggers = DebugFrame::new(&debug, LittleEndian);
    for_debuggers.set_address_size(4);
    // The compiler writes `.eh_frame` for functions through which exceptions may pass.
    let mut for_exceptions = EhFrame::new(&eh, LittleEndian);
    for_exceptions.set_address_size(4);
    let section = file.section_by_name(".eh_frame");
    let bases = BaseAddresses::default().set_eh_frame(section.map_or(0, |it| it.address()));
    let mut calls = Vec::new();
    let mut at = pc;
    while calls.len() < DEEPEST {
        let found = caller_of(&for_debuggers, &bases, at, &x, &read)
            .or_else(|| caller_of(&for_exceptions, &bases, at, &x, &read));
        // If there is no information about the function, `ra` still holds the return address, but
        // only in the innermost function.
        let known = found.is_some();
        x = found.unwrap_or(x);
        if !known && !calls.is_empty() || x[RA] == 0 {
            break;
        }
        at = x[RA].wrapping_sub(1);
        calls.push(at);
    }
    calls
}

/// The registers of the caller, with its program counter in `ra`.
fn caller_of<'a, Section>(
    frames: &Section,
    bases: &BaseAddresses,
    pc: u32,
    callee: &[u32; 32],
    read: &impl Fn(u32) -> Option<u32>,
) -> Option<[u32; 32]>
where
    Section: UnwindSection<EndianSlice<'a, LittleEndian>>,
{
    let mut context = UnwindContext::new();
    let row = frames
        .unwind_info_for_address(bases, &mut context, pc.into(), Section::cie_from_offset)
        .ok()?;
    let CfaRule::RegisterAndOffset { register, offset } = row.cfa() else {
        return None;
    };
    let base = *callee.get(usize::from(register.0))?;
    let frame = base.wrapping_add(*offset as u32);
    let mut x = *callee;
    for (number, value) in x.iter_mut().enumerate().skip(1) {
        if let Some(RegisterRule::Offset(offset)) = row.register(Register(number as u16)) {
            *value = read(frame.wrapping_add(offset as u32))?;
        }
    }
    x[SP] = frame;
    Some(x)
}
