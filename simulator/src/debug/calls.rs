//! Calls of the program's functions by gdb, such as `print f(3)`. gdb writes the arguments, and
//! makes the core continue at the function. When the core comes to a breakpoint at the return
//! address, gdb writes the old registers back, and makes the core continue where it was. For the
//! chip, these are ordinary changes between two cycles.
//!
//! Going back, however, must treat the changes of a call as one. If the user goes back into a call
//! and changes something, the later changes are forgotten, but the end of the call must be kept. A
//! step backwards that begins after a call must end before the call.

use super::registers::Register;
use super::replay::Intervention;
use crate::chip::Chip;
use crate::tile::cores::State;

/// A change of a core's program counter by gdb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jump {
    pub core: u32,
    pub from: u32,
    pub to: u32,
    /// Number of instructions that the core had retired when gdb made the change.
    pub retired: u64,
}

/// The end of a function call that gdb has made: when the core comes to `jump.from`, it jumps back,
/// and these registers are set.
#[derive(Debug)]
pub struct Return {
    pub call: Jump,
    pub jump: Jump,
    pub registers: Vec<(Register, Vec<u8>)>,
}

impl Return {
    pub fn is_reached(&self, chip: &Chip) -> bool {
        let (tile, index) = chip.locate(self.jump.core);
        let hart = &chip.tiles[tile].cores.harts[index];
        hart.state == State::Running && hart.core.pc == self.jump.from
    }
}

impl Jump {
    /// Whether this jump is the end of the call that began with the jump `call`.
    fn ends(&self, call: &Jump) -> bool {
        self.core == call.core && self.to == call.from
    }
}

/// Pairs the jumps by which gdb began and ended function calls. Returns the first jumps of the
/// calls that have not ended, in order, and the first and last jump of each call that has ended.
fn calls<'a>(past: impl Iterator<Item = &'a Intervention>) -> (Vec<Jump>, Vec<(Jump, Jump)>) {
    let (mut open, mut ended) = (Vec::<Jump>::new(), Vec::new());
    for what in past {
        let Intervention::Jump(jump) = what else {
            continue;
        };
        match open.iter().rposition(|call| jump.ends(call)) {
            Some(at) => ended.push((open.remove(at), jump.clone())),
            None => open.push(jump.clone()),
        }
    }
    (open, ended)
}

/// The function calls by gdb that have not ended yet. Each is given as its first jump.
pub fn open<'a>(past: impl Iterator<Item = &'a Intervention>) -> Vec<Jump> {
    calls(past).0
}

/// Finds the ends of the calls `open` among the later interventions.
pub fn ends(open: &[Jump], later: &[(u64, Intervention)]) -> Vec<Return> {
    let end_of = |call: &Jump| {
        let position = (later.iter())
            .position(|(_, what)| matches!(what, Intervention::Jump(jump) if jump.ends(call)))?;
        let (cycle, Intervention::Jump(jump)) = &later[position] else {
            return None;
        };
        let mut registers: Vec<(Register, Vec<u8>)> = Vec::new();
        for (at, (when, what)) in later.iter().enumerate() {
            let Intervention::Register(core, register, value) = what else {
                continue;
            };
            // gdb writes registers back in the order of their numbers. Only floating-point
            // registers and CSRs have higher numbers than `pc`, so only these can follow the jump.
            // A next call may begin in the same cycle; its registers do not belong here.
            let is_behind = matches!(register, Register::F(_) | Register::Csr(_))
                && registers.iter().all(|(known, _)| known != register);
            let belongs = at < position || is_behind;
            if (*when, *core) == (*cycle, jump.core) && belongs {
                registers.push((*register, value.clone()));
            }
        }
        Some(Return {
            call: call.clone(),
            jump: jump.clone(),
            registers,
        })
    };
    open.iter().filter_map(end_of).collect()
}

/// The number of instructions that a core had retired before its last instruction that was not part
/// of a call by gdb. None if there is no such instruction.
pub fn before<'a>(
    past: impl Iterator<Item = &'a Intervention>,
    core: u32,
    retired: u64,
) -> Option<u64> {
    let (_, ended) = calls(past);
    let mut target = retired.checked_sub(1)?;
    while let Some((call, _)) = ended
        .iter()
        .find(|(call, end)| call.core == core && (call.retired..end.retired).contains(&target))
    {
        target = call.retired.checked_sub(1)?;
    }
    Some(target)
}
