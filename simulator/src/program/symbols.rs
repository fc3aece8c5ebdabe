//! Finds the function and the source line of a program counter.

use super::callers::callers;
use addr2line::Context;
use cpp_demangle::{DemangleOptions, Symbol};
use gimli::{EndianRcSlice, RunTimeEndian};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::borrow::Cow;
use std::rc::Rc;

/// A line of the source.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    pub function: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// Folders of the library's sources. The last ones are those of picolibc, of the compiler's library
/// and of the C++ library's headers. python/onchip/host/stacks.py also has a list of the folders in
/// `runtime`.
const LIBRARY: [&str; 12] = [
    "runtime/mpi/",
    "runtime/omp/",
    "runtime/hal/",
    "runtime/qos/",
    "runtime/libc/",
    "runtime/kernel/",
    "runtime/trace/",
    "/newlib/libc/",
    "/newlib/libm/",
    "/picolibc/riscv64-unknown-elf/include/",
    "/libgcc/",
    "/build/c++-",
];

impl Location {
    /// Whether the line is in the library instead of the user's program.
    pub fn is_in_library(&self) -> bool {
        is_of_library(self.file.as_deref().unwrap_or_default())
    }
}

/// Whether a source file belongs to the library.
fn is_of_library(file: &str) -> bool {
    let file = file.replace("/./", "/");
    LIBRARY.iter().any(|folder| file.contains(folder))
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

/// Symbols and source lines of a program. They are read from the ELF file when needed.
#[derive(Debug)]
pub struct Symbols {
    elf: Vec<u8>,
}

type Lines = Context<EndianRcSlice<RunTimeEndian>>;

impl Symbols {
    pub fn new(elf: &[u8]) -> Symbols {
        Symbols { elf: elf.to_vec() }
    }

    /// The address of a symbol.
    pub fn address(&self, name: &str) -> Option<u32> {
        let file = object::File::parse(&*self.elf).ok()?;
        Some(file.symbol_by_name(name)?.address() as u32)
    }

    /// All functions, by name, with their addresses.
    pub fn functions(&self) -> Vec<(String, std::ops::Range<u32>)> {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return Vec::new();
        };
        let functions = file
            .symbols()
            .filter(|symbol| symbol.kind() == SymbolKind::Text);
        functions
            .filter_map(|symbol| {
                let start = symbol.address() as u32;
                let end = start.saturating_add(symbol.size() as u32);
                Some((symbol.name().ok()?.to_string(), start..end))
            })
            .collect()
    }

    /// The addresses of all variables.
    pub fn variables(&self) -> Vec<std::ops::Range<u32>> {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return Vec::new();
        };
        let variables = file
            .symbols()
            .filter(|symbol| symbol.kind() == SymbolKind::Data && symbol.size() > 0);
        variables
            .map(|symbol| symbol.address() as u32..(symbol.address() + symbol.size()) as u32)
            .collect()
    }

    /// Whether each of the instructions `pcs` comes from a source of the library.
    pub fn are_in_library(&self, pcs: &[u32]) -> Vec<bool> {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return vec![false; pcs.len()];
        };
        let lines = lines(&file);
        let is_in_library = |&pc: &u32| {
            let found = lines.as_ref()?.find_location(pc.into()).ok()??;
            Some(is_of_library(found.file?))
        };
        pcs.iter()
            .map(|pc| is_in_library(pc).unwrap_or(false))
            .collect()
    }

    /// The variable at an address. If the address is not that of the variable's first byte, the
    /// distance in bytes follows the name.
    pub fn variable(&self, address: u32) -> Option<String> {
        let file = object::File::parse(&*self.elf).ok()?;
        let has = |symbol: &object::Symbol| {
            let distance = u64::from(address).wrapping_sub(symbol.address());
            symbol.kind() == SymbolKind::Data && distance < symbol.size()
        };
        let symbol = file.symbols().find(has)?;
        let name = symbol.name().ok()?;
        Some(match u64::from(address) - symbol.address() {
            0 => name.to_string(),
            distance => format!("{name} + {distance}"),
        })
    }

    /// The last variable that begins before an address, with the distance in bytes from the
    /// variable's first byte.
    pub fn variable_before(&self, address: u32) -> Option<String> {
        let file = object::File::parse(&*self.elf).ok()?;
        let before = file.symbols().filter(|symbol| {
            symbol.kind() == SymbolKind::Data && symbol.address() < u64::from(address)
        });
        let symbol = before.max_by_key(ObjectSymbol::address)?;
        let distance = u64::from(address) - symbol.address();
        Some(format!("{} + {distance}", symbol.name().ok()?))
    }

    /// The function and the source line of the instruction at `pc`. A part is missing if the file
    /// does not have it.
    pub fn locate(&self, pc: u32) -> Location {
        self.frames_all(&[pc]).swap_remove(0).swap_remove(0)
    }

    /// The function and the source line of each instruction in `pcs`. Each result begins with the
    /// innermost inlined call around the instruction, and has at least one location.
    pub fn frames_all(&self, pcs: &[u32]) -> Vec<Vec<Location>> {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return vec![vec![Location::default()]; pcs.len()];
        };
        let lines = lines(&file);
        let locate = |&pc| frames(&file, lines.as_ref(), pc);
        pcs.iter().map(locate).collect()
    }

    /// The chain of calls that a core with registers `x` executes at `pc`. The innermost call is
    /// first, the call in `main` last. Inlined calls count. `read` returns a word of the core's
    /// memory.
    pub fn calls(&self, pc: u32, x: [u32; 32], read: impl Fn(u32) -> Option<u32>) -> Vec<Location> {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return Vec::new();
        };
        let is_main = |pc| function(&file, pc).as_deref() == Some("main");
        let mut calls = callers(&file, pc, x, read);
        match calls.iter().position(|&call| is_main(call)) {
            _ if is_main(pc) => calls.clear(),
            Some(last) => calls.truncate(last + 1),
            None => {}
        }
        let lines = lines(&file);
        let inside = frames(&file, lines.as_ref(), pc).into_iter().skip(1);
        let outside = calls
            .iter()
            .flat_map(|&call| frames(&file, lines.as_ref(), call));
        let known = inside.chain(outside);
        known.take_while(|call| call.function.is_some()).collect()
    }
}

/// The locations of `pc` and of the inlined calls around it, the innermost first. There is at least
/// one. Nested functions of the library appear as one location with the name of the outermost,
/// because users know only that function.
fn frames(file: &object::File, lines: Option<&Lines>, pc: u32) -> Vec<Location> {
    let mut found: Vec<Location> = Vec::new();
    let frames = lines.map(|lines| lines.find_frames(pc.into()).skip_all_loads());
    if let Some(Ok(mut frames)) = frames {
        while let Ok(Some(frame)) = frames.next() {
            let name = frame.function.as_ref();
            let name = name.and_then(|name| name.raw_name().ok());
            let at = frame.location.as_ref();
            let next = Location {
                function: name.map(|name| own_name(&name)),
                file: at.and_then(|at| at.file).map(relative),
                line: at.and_then(|at| at.line),
            };
            match found.last_mut() {
                Some(last) if last.is_in_library() && next.is_in_library() => {
                    last.function = next.function;
                }
                _ => found.push(next),
            }
        }
    }
    if found.is_empty() {
        found.push(Location::default());
    }
    // The symbol table names the outermost function even without debug information.
    if let Some(outermost) = found.last_mut() {
        outermost.function = function(file, pc).or(outermost.function.take());
    }
    found
}

/// A path relative to the current folder, if it lies below that folder.
fn relative(path: &str) -> String {
    let below = std::env::current_dir().ok().and_then(|here| {
        let rest = std::path::Path::new(path).strip_prefix(here).ok()?;
        rest.to_str().map(str::to_string)
    });
    below.unwrap_or_else(|| path.to_string())
}

/// The name of the function symbol that covers `pc`. Functions that are not linked have address 0.
fn function(file: &object::File, pc: u32) -> Option<String> {
    let pc = u64::from(pc);
    file.symbols()
        .filter(|symbol| symbol.address() > 0)
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.address() <= pc)
        .filter(|symbol| pc - symbol.address() < symbol.size().max(1))
        .max_by_key(|symbol| symbol.address())
        .and_then(|symbol| symbol.name().ok())
        .map(own_name)
}

/// The name of a function as in the source, without parameters. The name of a symbol may differ in
/// three ways: the compiler appends suffixes to the names of copies (`f.isra.0`, `f.constprop.1`),
/// the library appends suffixes to the flavours of some functions (`runtime/omp/team/flavour.h`),
/// and entries before functions of MPI have a prefix (`runtime/mpi/profiling/entries.py`).
fn own_name(name: &str) -> String {
    let name = match name.find('.') {
        None | Some(0) => name,
        Some(end) => &name[..end],
    };
    let name = match name.find("_MPI_") {
        Some(end) if name.starts_with("oc_") => &name[end + 1..],
        _ => name,
    };
    let flavours = ["_with_tasks", "_without_tasks"];
    let plain = flavours.iter().find_map(|end| name.strip_suffix(end));
    let name = plain.unwrap_or(name);
    demangled(name).unwrap_or_else(|| name.to_string())
}

/// The qualified name that a C++ compiler has encoded in a symbol; none if the symbol has no such
/// form.
fn demangled(symbol: &str) -> Option<String> {
    let options = DemangleOptions::new().no_params().no_return_type();
    let read = symbol
        .starts_with("_Z")
        .then(|| Symbol::new(symbol).ok())??;
    read.demangle_with_options(&options).ok()
}

/// The largest expansion that deflate can reach ("zlib Technical Details"). Debug information that
/// claims more is broken, and would take all memory.
const MOST_EXPANSION: u64 = 1032;

/// The bytes of a section, decompressed if need be; empty if the section is missing or broken.
pub(super) fn contents<'a>(file: &object::File<'a>, name: &str) -> Cow<'a, [u8]> {
    let section = file.section_by_name(name);
    let packed = section.and_then(|section| section.compressed_data().ok());
    let packed = packed.filter(|packed| {
        let stored = packed.data.len() as u64;
        packed.uncompressed_size <= stored.saturating_mul(MOST_EXPANSION)
    });
    let bytes = packed.and_then(|packed| packed.decompress().ok());
    bytes.unwrap_or_default()
}

/// The DWARF line tables.
fn lines(file: &object::File) -> Option<Lines> {
    let load = |id: gimli::SectionId| -> Result<EndianRcSlice<RunTimeEndian>, gimli::Error> {
        let data = contents(file, id.name());
        Ok(EndianRcSlice::new(Rc::from(data), RunTimeEndian::Little))
    };
    Context::from_dwarf(gimli::Dwarf::load(load).ok()?).ok()
}
