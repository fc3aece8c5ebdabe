//! The registers as gdb numbers and describes them (`features/riscv` in gdb's sources, and "RISC-V
//! Features" in its manual).

use crate::chip::Chip;
use crate::core::Core;
use crate::protocol::map::DATA;
use gdbstub::arch::{Arch, RegId, Registers};
use std::num::NonZeroUsize;
use std::sync::LazyLock;

/// The cores' architecture.
#[derive(Debug)]
pub enum RiscV {}

/// The registers that gdb asks for at every stop.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stopped {
    pub x: [u32; 32],
    pub pc: u32,
    pub f: [u64; 32],
}

/// A register, by gdb's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Register {
    X(u8),
    Pc,
    F(u8),
    /// A control and status register, by its number in the RISC-V specification.
    Csr(u16),
    /// The registers `rank`, `window` and `cycle`, which the RISC-V specification does not have.
    Rank,
    Window,
    Cycle,
}

const PC: usize = 32;
const FIRST_F: usize = 33;
const FIRST_CSR: usize = 65;
/// gdb's number of the register `rank`. The 4096 numbers before it are those of the CSRs.
const RANK: usize = FIRST_CSR + 4096;
const WINDOW: usize = RANK + 1;
const CYCLE: usize = RANK + 2;
/// Numbers and names of the CSRs that a core has.
const CSRS: [(u16, &str); 15] = [
    (0x001, "fflags"),
    (0x002, "frm"),
    (0x003, "fcsr"),
    (0x300, "mstatus"),
    (0x301, "misa"),
    (0x304, "mie"),
    (0x305, "mtvec"),
    (0x340, "mscratch"),
    (0x341, "mepc"),
    (0x342, "mcause"),
    (0x343, "mtval"),
    (0x344, "mip"),
    (0xb00, "mcycle"),
    (0xb02, "minstret"),
    (0xf14, "mhartid"),
];
const X_NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];
const F_NAMES: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

static DESCRIPTION: LazyLock<String> = LazyLock::new(describe);

fn describe() -> String {
    let register = |name: &str, number: usize, bits: u32, kind: &str| {
        format!("<reg name=\"{name}\" bitsize=\"{bits}\" regnum=\"{number}\" type=\"{kind}\"/>")
    };
    // gdb does not save these registers when it calls a function of the program.
    let unsaved = |name: &str, number: usize, bits: u32| {
        register(name, number, bits, "int").replace("/>", " save-restore=\"no\"/>")
    };
    let feature = |name: &str, inside: String| {
        format!("<feature name=\"org.gnu.gdb.riscv.{name}\">{inside}</feature>")
    };
    let chip = [
        unsaved("rank", RANK, 32),
        unsaved("window", WINDOW, 32),
        unsaved("cycle", CYCLE, 64),
    ];
    let is_float = |number: u16| number <= 3;
    let csrs = |float: bool| {
        let own = CSRS.iter().filter(|(number, _)| is_float(*number) == float);
        own.map(|(number, name)| {
            let at = FIRST_CSR + usize::from(*number);
            match float {
                true => register(name, at, 32, "int"),
                false => unsaved(name, at, 32),
            }
        })
        .collect::<String>()
    };
    let x = X_NAMES.iter().zip(0..);
    let x: String = x
        .map(|(name, number)| {
            let kind = match number {
                1 => "code_ptr",
                2..=4 | 8 => "data_ptr",
                _ => "int",
            };
            register(name, number, 32, kind)
        })
        .collect();
    let f = F_NAMES.iter().zip(FIRST_F..);
    let f: String = f
        .map(|(name, number)| register(name, number, 64, "riscv_double"))
        .collect();
    let union = "<union id=\"riscv_double\"><field name=\"float\" type=\"ieee_single\"/>\
                 <field name=\"double\" type=\"ieee_double\"/></union>";
    [
        "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>".into(),
        "<architecture>riscv:rv32</architecture>".into(),
        feature("cpu", x + &register("pc", PC, 32, "code_ptr")),
        feature("fpu", union.to_string() + &f + &csrs(true)),
        feature("csr", csrs(false)),
        format!("<feature name=\"onchip\">{}</feature>", chip.concat()),
        "</target>".into(),
    ]
    .concat()
}

impl Arch for RiscV {
    type Usize = u32;
    type Registers = Stopped;
    type BreakpointKind = usize;
    type RegId = Register;

    fn target_description_xml() -> Option<&'static str> {
        Some(&DESCRIPTION)
    }
}

impl Registers for Stopped {
    type ProgramCounter = u32;

    fn pc(&self) -> u32 {
        self.pc
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        let words = self.x.iter().chain([&self.pc]);
        let bytes = words.flat_map(|word| word.to_le_bytes());
        let doubles = self.f.iter().flat_map(|double| double.to_le_bytes());
        bytes.chain(doubles).for_each(|byte| write_byte(Some(byte)));
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        const WORDS: usize = 33 * 4;
        let (words, doubles) = bytes.split_at_checked(WORDS).ok_or(())?;
        let word = |at: usize| {
            let bytes = words.get(4 * at..4 * at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        for (at, x) in self.x.iter_mut().enumerate() {
            *x = word(at).ok_or(())?;
        }
        self.pc = word(PC).ok_or(())?;
        for (f, bytes) in self.f.iter_mut().zip(doubles.chunks_exact(8)) {
            *f = u64::from_le_bytes(bytes.try_into().map_err(|_| ())?);
        }
        Ok(())
    }
}

impl RegId for Register {
    fn from_raw_id(id: usize) -> Option<(Register, Option<NonZeroUsize>)> {
        let register = match id {
            0..PC => Register::X(id as u8),
            PC => Register::Pc,
            FIRST_F..FIRST_CSR => Register::F((id - FIRST_F) as u8),
            FIRST_CSR..RANK => Register::Csr((id - FIRST_CSR) as u16),
            RANK => Register::Rank,
            WINDOW => Register::Window,
            CYCLE => Register::Cycle,
            _ => return None,
        };
        Some((register, NonZeroUsize::new(register.bytes())))
    }
}

impl Register {
    fn bytes(self) -> usize {
        match self {
            Register::F(_) | Register::Cycle => 8,
            _ => 4,
        }
    }

    /// The register's bytes, if the core has the register. `core` is a chip-wide number. The
    /// register `window` has the number that leads from the address of a variable in the data
    /// window to the global address.
    pub fn read(self, chip: &Chip, core: u32) -> Option<Vec<u8>> {
        let (tile, index) = chip.locate(core);
        let hart = &chip.tiles[tile].cores.harts[index];
        let core = &hart.core;
        Some(match self {
            Register::Rank => {
                let processes = chip.shared.host.processes();
                let number = processes.get(hart.process as usize)?.number();
                number.to_le_bytes().into()
            }
            Register::Window => hart.data.base.wrapping_sub(DATA).to_le_bytes().into(),
            Register::Cycle => chip.cycles().to_le_bytes().into(),
            Register::X(number) => core.x[usize::from(number)].to_le_bytes().into(),
            Register::Pc => core.pc.to_le_bytes().into(),
            Register::F(number) => core.f[usize::from(number)].to_le_bytes().into(),
            Register::Csr(number) => core.read_csr(number.into())?.to_le_bytes().into(),
        })
    }

    /// Writes the register. Returns false if it is read-only, or `value` has the wrong length.
    pub fn write(self, core: &mut Core, value: &[u8]) -> bool {
        let mut bytes = [0; 8];
        if value.len() != self.bytes() {
            return false;
        }
        bytes[..value.len()].copy_from_slice(value);
        let value = u64::from_le_bytes(bytes);
        match self {
            Register::X(number) => core.set_x(number, value as u32),
            Register::Pc => core.go_to(value as u32),
            Register::F(number) => core.f[usize::from(number)] = value,
            Register::Csr(number) => return core.write_csr(number.into(), value as u32),
            Register::Rank | Register::Window | Register::Cycle => {
                return false;
            }
        }
        true
    }

    /// The registers that differ between two states, with their values in `after`.
    pub fn changes(before: &Stopped, after: &Stopped) -> Vec<(Register, Vec<u8>)> {
        let mut changes = Vec::new();
        for number in 0..32u8 {
            let at = usize::from(number);
            if before.x[at] != after.x[at] {
                changes.push((Register::X(number), after.x[at].to_le_bytes().into()));
            }
            if before.f[at] != after.f[at] {
                changes.push((Register::F(number), after.f[at].to_le_bytes().into()));
            }
        }
        if before.pc != after.pc {
            changes.push((Register::Pc, after.pc.to_le_bytes().into()));
        }
        changes
    }
}

impl Stopped {
    pub fn of(core: &Core) -> Stopped {
        Stopped {
            x: core.x,
            pc: core.pc,
            f: core.f,
        }
    }
}
