//! Finds the calls that a stopped core is executing. It unwinds the stack with the program's DWARF
//! call frame information.

use super::symbols::contents;
use gimli::{
    BaseAddresses, CfaRule, DebugFrame, EhFrame, EndianSlice, LittleEndian, Register, RegisterRule,
    UnwindContext, UnwindSection,
};
use object::{Object, ObjectSection};

/// Largest number of calls in a chain.
const DEEPEST: usize = 64;
/// The registers `ra` (return address) and `sp` (stack pointer), as in the RISC-V psABI.
const RA: usize = 1;
const SP: usize = 2;

/// The calls that a core with the registers `x` is executing at `pc`, the innermost first. Each
/// call is given as the address of the last byte of the calling instruction. `read` returns a word
/// of the core's memory.
pub fn callers(
    file: &object::File,
    pc: u32,
    mut x: [u32; 32],
    read: impl Fn(u32) -> Option<u32>,
) -> Vec<u32> {
    let (debug, eh) = (contents(file, ".debug_frame"), contents(file, ".eh_frame"));
    let mut for_debuggers = DebugFrame::new(&debug, LittleEndian);
    for_debuggers.set_address_size(4);
    // The compiler writes `.eh_frame` for functions through which C++ exceptions may pass.
    let mut for_exceptions = EhFrame::new(&eh, LittleEndian);
    for_exceptions.set_address_size(4);
    let section = file.section_by_name(".eh_frame");
    let bases = BaseAddresses::default().set_eh_frame(section.map_or(0, |it| it.address()));
    let mut calls = Vec::new();
    let mut at = pc;
    while calls.len() < DEEPEST {
        let found = caller_of(&for_debuggers, &bases, at, &x, &read)
            .or_else(|| caller_of(&for_exceptions, &bases, at, &x, &read));
        // Without information about the innermost function, assume that `ra` still holds the return
        // address. For an outer function without information, the chain ends.
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

/// The registers of the calling function, with its program counter in `ra`. None if there is no
/// information about the function at `pc`.
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
