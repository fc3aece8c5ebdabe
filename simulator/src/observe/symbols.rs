//! From a program counter to a function and a source line.

use addr2line::Context;
use gimli::{EndianRcSlice, RunTimeEndian};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::rc::Rc;

/// A place in the source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    pub function: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (&self.function, &self.file, self.line) {
            (Some(function), Some(file), Some(line)) => write!(f, "{function} at {file}:{line}"),
            (Some(function), _, _) => write!(f, "{function}"),
            (None, Some(file), Some(line)) => write!(f, "{file}:{line}"),
            _ => write!(f, "unknown function"),
        }
    }
}

/// What a program's ELF file says about its code. The file is kept, and read when it is asked.
#[derive(Debug)]
pub struct Symbols {
    elf: Vec<u8>,
}

impl Symbols {
    pub fn new(elf: &[u8]) -> Symbols {
        Symbols { elf: elf.to_vec() }
    }

    /// The function and the source line of the instruction at `pc`, as far as the file knows them.
    pub fn locate(&self, pc: u32) -> Location {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return Location::default();
        };
        let mut location = Location {
            function: function(&file, pc),
            ..Location::default()
        };
        if let Some((name, line)) = line(&file, pc) {
            location.file = Some(name);
            location.line = line;
        }
        location
    }
}

/// The function symbol that covers `pc`.
fn function(file: &object::File, pc: u32) -> Option<String> {
    let pc = u64::from(pc);
    file.symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.address() <= pc)
        .filter(|symbol| pc < symbol.address() + symbol.size().max(1))
        .max_by_key(|symbol| symbol.address())
        .and_then(|symbol| symbol.name().ok().map(str::to_string))
}

/// File and line by the DWARF line table.
fn line(file: &object::File, pc: u32) -> Option<(String, Option<u32>)> {
    let load = |id: gimli::SectionId| -> Result<EndianRcSlice<RunTimeEndian>, gimli::Error> {
        let data = file
            .section_by_name(id.name())
            .and_then(|section| section.data().ok())
            .unwrap_or_default();
        Ok(EndianRcSlice::new(Rc::from(data), RunTimeEndian::Little))
    };
    let dwarf = gimli::Dwarf::load(load).ok()?;
    let context = Context::from_dwarf(dwarf).ok()?;
    let found = context.find_location(pc.into()).ok()??;
    Some((found.file?.to_string(), found.line))
}
