//! A linked program: the parts of its ELF file that are loaded into a tile, its symbols, and its
//! source lines.

mod call_tree;
mod callers;
mod landmarks;
mod probes;
mod symbols;

pub use call_tree::{CallTree, QuickMap};
pub use landmarks::{
    Construct, HeapFunction, KernelCall, Landmark, Landmarks, Layout, Object, Port, Role,
};
pub use probes::{Capture, Index, Probe, Probes};
pub use symbols::{Location, Place, Symbols};

use crate::config::{ChipConfig, Isa};
use crate::core::{first_lacking, Cache, CodeImage, FIRST_CACHED};
use crate::protocol::core_registers::REGISTERS;
use crate::protocol::map::{CODE, DATA};
use object::elf::{FileHeader32, EM_RISCV, ET_EXEC, PT_LOAD, SHF_ALLOC, SHF_EXECINSTR};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader};
use object::LittleEndian;
use std::sync::Arc;

/// A file is not a program for this chip. The text says why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProgramError(pub String);

/// A program, which can be loaded into any number of tiles.
#[derive(Debug)]
pub struct Program {
    /// The name by which users know the program.
    pub name: String,
    /// Code and constants, from address `CODE` on.
    pub image: Arc<CodeImage>,
    /// Size in bytes of the code and constants in the image, rounded up to `LOAD_BYTES`.
    code_bytes: u32,
    /// Whether the code is in DRAM. If so, tiles hold only the constants of `image`.
    pub code_in_dram: bool,
    /// Offset in the image of the first byte after the last instruction.
    end_of_code: u32,
    /// Initialised data, from address `DATA` on.
    pub data: Vec<u8>,
    /// Size in bytes of all data, including zeroed data, rounded up to `LOAD_BYTES`.
    pub data_bytes: u32,
    pub entry: u32,
    /// The address at which all threads of a process but the first begin; none if the program
    /// supports only one thread.
    pub thread_entry: Option<u32>,
    /// Whether the heap is in DRAM.
    pub heap_in_dram: bool,
    /// The sections that take memory: the name and the size in bytes of each.
    pub sections: Vec<(String, u64)>,
    pub symbols: Symbols,
    /// The functions whose calls are recorded, if there are any.
    pub probes: Option<Arc<Probes>>,
    /// What `--check` needs to know about the program, if it runs with this option.
    pub landmarks: Option<Arc<Landmarks>>,
}

/// The symbol at which all threads of a process but the first begin; see
/// `runtime/hal/chip/thread_start.S`.
const THREAD_ENTRY: &str = "hal_thread_start";

/// A symbol that programs have if their heap is in DRAM; see
/// `runtime/hal/chip-dram/share_of_dram.c`.
const HEAP_IN_DRAM: &str = "hal_heap_in_dram";

/// A symbol that programs have if their code is in DRAM. `onchip cc --code dram` defines it.
const CODE_IN_DRAM: &str = "hal_code_in_dram";

/// Space in the memory map for code, and also that for data, in bytes.
const ROOM: u64 = 1 << 28;

/// The sizes of mapped code and data are multiples of this number of bytes. So functions such as
/// `strlen` may load the whole word that contains the last byte. No load is wider than this.
const LOAD_BYTES: u64 = 16;

/// A part of the address space, to which segments of the ELF file are added.
#[derive(Default)]
struct Part {
    bytes: Vec<u8>,
    length: u64,
}

impl Part {
    fn add(&mut self, start: u64, file: &[u8], memory: u64, largest: u64) {
        self.length = self.length.max(start + memory);
        if self.length > largest {
            self.bytes = Vec::new();
            return;
        }
        let end = start as usize + file.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start as usize..end].copy_from_slice(file);
    }

    /// Number of bytes that cores can load from this part.
    fn mapped(&self) -> u32 {
        self.length.next_multiple_of(LOAD_BYTES) as u32
    }
}

impl Program {
    /// Reads a linked RISC-V ELF file. If code or data are larger than a tile's memory, only their
    /// size is kept, which is enough for the later error message.
    pub fn new(name: &str, elf: &[u8], chip: &ChipConfig) -> Result<Program, ProgramError> {
        let wrong = |what: String| ProgramError(format!("{name}: {what}"));
        let broken = |error: object::Error| wrong(format!("not a whole ELF file: {error}"));
        if elf.len() < 4 || elf[..4] != *b"\x7fELF" {
            return Err(wrong(
                "not an ELF file; give a C file, or a program linked by `onchip cc`".into(),
            ));
        }
        if elf.get(4) != Some(&1) || elf.get(5) != Some(&1) {
            return Err(wrong(
                "not a 32-bit little-endian ELF file; link it with `onchip cc`".into(),
            ));
        }
        let header = FileHeader32::<LittleEndian>::parse(elf).map_err(broken)?;
        let endian = header.endian().map_err(broken)?;
        let machine = header.e_machine(endian);
        if machine != EM_RISCV {
            return Err(wrong(format!(
                "made for ELF machine {machine:?}, and the cores are RISC-V (243); link it with `onchip cc`"
            )));
        }
        if header.e_type(endian) != ET_EXEC {
            return Err(wrong(
                "not linked to an executable; link it with `onchip cc`".into(),
            ));
        }
        let table = u64::from(header.e_shnum(endian)) * u64::from(header.e_shentsize(endian));
        let end = u64::from(header.e_shoff(endian)) + table;
        if end > elf.len() as u64 {
            return Err(wrong(format!(
                "truncated: its table of sections ends at byte {end}, and there are {}",
                elf.len()
            )));
        }
        let symbols = Symbols::new(elf);
        let code_in_dram = symbols.address(CODE_IN_DRAM).is_some();
        let largest = u64::from(chip.tile.memory_kb) * 1024;
        let largest_code = if code_in_dram { ROOM } else { largest };
        let mut code = Part::default();
        let mut data = Part::default();
        for segment in header.program_headers(endian, elf).map_err(broken)? {
            // If a program has data in DRAM, their initial values are among its constants, and the
            // program itself copies them.
            let is_far = segment.p_vaddr(endian) >= FIRST_CACHED;
            let is_empty = segment.p_filesz(endian) == 0 && is_far;
            if segment.p_type(endian) != PT_LOAD || segment.p_memsz(endian) == 0 || is_empty {
                continue;
            }
            let (start, memory) = match is_far {
                true => (segment.p_paddr(endian), segment.p_filesz(endian)),
                false => (segment.p_vaddr(endian), segment.p_memsz(endian)),
            };
            let (start, memory) = (u64::from(start), u64::from(memory));
            let bytes = segment
                .data(endian, elf)
                .map_err(|()| wrong("truncated: a segment lies beyond its end".into()))?;
            if bytes.len() as u64 > memory {
                return Err(wrong(
                    "a segment is longer in the file than in memory".into(),
                ));
            }
            let (part, base, end, what) = if start < u64::from(DATA) {
                (&mut code, CODE, DATA, "code")
            } else {
                (&mut data, DATA, REGISTERS, "global data")
            };
            if start == u64::from(base) && memory > u64::from(end - base) {
                return Err(wrong(format!(
                    "does not fit: its {what} take {memory} bytes, and the memory map has room for {} (a tile of {} has {largest}); large data fit into DRAM: onchip_dram() gives it, and with --heap dram malloc()",
                    end - base, chip.name
                )));
            }
            if start < u64::from(base) || start + memory > u64::from(end).min(start + ROOM) {
                return Err(wrong(format!(
                    "a segment at {start:#010x} of {memory} bytes lies outside the memory map (code from {CODE:#x}, data from {DATA:#x}); link it with `onchip cc`"
                )));
            }
            let largest = if base == CODE { largest_code } else { largest };
            part.add(start - u64::from(base), bytes, memory, largest);
        }
        let entry = header.e_entry(endian);
        if !(u64::from(CODE)..u64::from(CODE) + code.length).contains(&u64::from(entry)) {
            return Err(wrong(format!(
                "its entry point {entry:#010x} lies outside its code"
            )));
        }
        if code.length != code.bytes.len() as u64 && code.length <= largest_code {
            return Err(wrong("its code segment is not whole in the file".into()));
        }
        check_instructions(&code.bytes, &symbols, chip).map_err(wrong)?;
        Ok(Program {
            name: name.into(),
            image: Arc::new(image(&code.bytes, code_in_dram, chip, &[])),
            code_bytes: code.mapped(),
            code_in_dram,
            end_of_code: end_of_code(header, endian, elf).min(code.mapped()),
            data_bytes: data.mapped(),
            data: data.bytes,
            entry,
            thread_entry: symbols.address(THREAD_ENTRY),
            heap_in_dram: symbols.address(HEAP_IN_DRAM).is_some(),
            sections: sections(header, endian, elf),
            symbols,
            probes: None,
            landmarks: None,
        })
    }

    /// The part of the code and constants that each tile holds: its offset in the image, and its
    /// size in bytes.
    pub fn resident(&self) -> (u32, u32) {
        let from = if self.code_in_dram {
            self.end_of_code
        } else {
            0
        };
        (from, self.code_bytes - from)
    }

    /// Makes cores execute the code from DRAM, as `onchip cc --code dram` does.
    pub fn leave_code_in_dram(&mut self, chip: &ChipConfig) {
        self.code_in_dram = true;
        self.image = Arc::new(image(self.image.bytes(), true, chip, &[]));
    }
}

/// Fails at the first instruction that the chip's cores lack. If the program has no symbols, no
/// such instruction is found, and a core traps when it executes one.
fn check_instructions(code: &[u8], symbols: &Symbols, chip: &ChipConfig) -> Result<(), String> {
    let isa = chip.core.isa;
    if isa == Isa::Rv32imafdc {
        // Cores with this instruction set have all extensions.
        return Ok(());
    }
    let mut functions = symbols.functions();
    functions.sort_by_key(|(_, range)| range.start);
    let lacking = functions.iter().find_map(|(_, range)| {
        let offset = |address: u32| address.wrapping_sub(CODE) as usize;
        let bytes = code.get(offset(range.start)..offset(range.end))?;
        first_lacking(range.start, bytes, isa)
    });
    match lacking {
        None => Ok(()),
        Some(it) => Err(format!(
            "{} has the instruction {} (address {:#x}), of the extension {}, and the cores of {} \
             are {} (core.isa); compile the program for this chip: `onchip run` does so with \
             sources, `onchip cc` with --chip and --set",
            symbols.locate(it.address),
            it.name,
            it.address,
            it.extension.to_ascii_uppercase(),
            chip.name,
            isa.name(),
        )),
    }
}

/// The code of a program for the cores of a chip. The tile records calls at the addresses
/// `observed`, so cores leave the instructions there to the tile.
fn image(bytes: &[u8], in_dram: bool, chip: &ChipConfig, observed: &[u32]) -> CodeImage {
    let cache = Cache::new(&chip.data_cache, 0);
    let mut image = CodeImage::observed(CODE, bytes, &chip.core, observed).with_cache(cache);
    if let (true, Some(cache)) = (in_dram, Cache::new(&chip.instruction_cache.shape(), 0)) {
        image = image.through_cache(cache);
    }
    match &chip.energy {
        Some(energy) => image.with_energy(energy),
        None => image,
    }
}

/// Offset from `CODE` of the end of the last section with instructions, rounded up to a multiple of
/// `LOAD_BYTES`.
fn end_of_code(header: &FileHeader32<LittleEndian>, endian: LittleEndian, elf: &[u8]) -> u32 {
    let Ok(table) = header.sections(endian, elf) else {
        return u32::MAX;
    };
    let ends = table.iter().filter_map(|section| {
        let is_code = section.sh_flags(endian).contains(SHF_ALLOC | SHF_EXECINSTR);
        let end = u64::from(section.sh_addr(endian)) + u64::from(section.sh_size(endian));
        is_code.then(|| end.saturating_sub(CODE.into()).next_multiple_of(LOAD_BYTES))
    });
    ends.max()
        .map_or(u32::MAX, |end| end.min(u32::MAX.into()) as u32)
}

/// The sections that take memory. They are used only in messages, so a file without sections is not
/// an error.
fn sections(
    header: &FileHeader32<LittleEndian>,
    endian: LittleEndian,
    elf: &[u8],
) -> Vec<(String, u64)> {
    let Ok(table) = header.sections(endian, elf) else {
        return Vec::new();
    };
    table
        .iter()
        .filter(|section| section.sh_flags(endian).contains(SHF_ALLOC))
        .filter_map(|section| {
            let name = table.section_name(endian, section).ok()?;
            Some((
                String::from_utf8_lossy(name).into_owned(),
                u64::from(section.sh_size(endian)),
            ))
        })
        .filter(|(_, bytes)| *bytes > 0)
        .collect()
}
