//! Finds the function and the source line for a program counter.

use super::callers::callers;
use crate::core::{CodeImage, Link};
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

/// Where a core is.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// In the program itself.
    Program,
    /// In this function of the library, which the program has called.
    Library(String),
    /// In a function of the library, without a call from the program; the thread began in `began`.
    Outside { began: String, function: String },
}

/// Folders in which the library's sources are. The last ones are those of picolibc, of the
/// compiler's library and of the headers of the C++ library. The file python/onchip/host/stacks.py
/// also lists the folders in `runtime`.
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
    /// Whether the line belongs to the library, and not to the user's program.
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

/// Symbols and source lines of a program, which are read from its ELF file when they are needed.
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

    /// The names and the address ranges of all functions.
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

    /// For each of the instructions at `pcs`, whether it comes from a source file of the library.
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

    /// The name of the variable that contains an address. If the address is not that of its first
    /// byte, the distance in bytes follows the name.
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

    /// The name of the last variable that begins before an address, and the distance in bytes from
    /// its first byte.
    pub fn variable_before(&self, address: u32) -> Option<String> {
        let file = object::File::parse(&*self.elf).ok()?;
        let before = file.symbols().filter(|symbol| {
            symbol.kind() == SymbolKind::Data && symbol.address() < u64::from(address)
        });
        let symbol = before.max_by_key(ObjectSymbol::address)?;
        let distance = u64::from(address) - symbol.address();
        Some(format!("{} + {distance}", symbol.name().ok()?))
    }

    /// The function and the source line of the instruction at `pc`. What the ELF file does not tell
    /// is missing.
    pub fn locate(&self, pc: u32) -> Location {
        self.frames_all(&[pc]).swap_remove(0).swap_remove(0)
    }

    /// The functions and source lines of the instructions at `pcs`. The list for an instruction has
    /// at least one location: the innermost inlined call comes first, then the calls around it.
    pub fn frames_all(&self, pcs: &[u32]) -> Vec<Vec<Location>> {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return vec![vec![Location::default()]; pcs.len()];
        };
        let lines = lines(&file);
        let locate = |&pc| frames(&file, lines.as_ref(), pc);
        pcs.iter().map(locate).collect()
    }

    /// Where a core with registers `x` is at `pc`. `read` returns a word of the core's memory.
    ///
    /// If a function has jumped to another one at its end, it has left no return address. A
    /// function of the library is then found by the instruction in the program that called it. A
    /// function of the program is recognised by the call through a register: the library calls the
    /// program so, but none of its own functions in which a thread waits.
    pub fn place(
        &self,
        pc: u32,
        x: [u32; 32],
        read: impl Fn(u32) -> Option<u32>,
        code: &CodeImage,
    ) -> Place {
        let Ok(file) = object::File::parse(&*self.elf) else {
            return Place::Program;
        };
        let lines = lines(&file);
        let at = |pc| frames(&file, lines.as_ref(), pc);
        let in_library = |frames: &[Location]| frames.iter().all(Location::is_in_library);
        let name = |frames: &[Location]| frames[0].function.clone().unwrap_or_default();
        let first = at(pc);
        if !first[0].is_in_library() {
            return Place::Program;
        }
        if !in_library(&first) {
            return Place::Library(name(&first));
        }
        let mut inner = first.clone();
        for call in callers(&file, pc, x, read) {
            let outer = at(call);
            // A call has four bytes or two. Two calls of two bytes may follow each other, and only
            // the second one returns here.
            let starts = [call.wrapping_sub(3), call.wrapping_sub(1)];
            let back = Link::Call(call.wrapping_add(1));
            let start = starts.into_iter().find(|&start| code.link(start) == back);
            if !in_library(&outer) {
                let called = start.and_then(|start| code.callee(start));
                let called = called.filter(|&function| in_library(&at(function)));
                let called = called.and_then(|called| function(&file, called));
                return Place::Library(called.unwrap_or_else(|| name(&inner)));
            }
            if start.is_some_and(|start| code.calls_by_register(start)) {
                return Place::Library(name(&inner));
            }
            inner = outer;
        }
        Place::Outside {
            began: name(&inner),
            function: name(&first),
        }
    }

    /// The calls that a core with the registers `x` is executing at `pc`, inlined calls included.
    /// The innermost call is first, and the call in `main` is last. `read` returns a word of the
    /// core's memory.
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

/// The location of `pc`, and the locations of the inlined calls around it, the innermost first.
/// There is at least one. Consecutive functions of the library appear as one location with the name
/// of the outermost, because users know only that function.
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
    // The symbol table has the name of the outermost function even if there is no debug
    // information.
    if let Some(outermost) = found.last_mut() {
        outermost.function = function(file, pc).or(outermost.function.take());
    }
    found
}

/// Makes a path relative to the current folder, if it is in that folder.
fn relative(path: &str) -> String {
    let below = std::env::current_dir().ok().and_then(|here| {
        let rest = std::path::Path::new(path).strip_prefix(here).ok()?;
        rest.to_str().map(str::to_string)
    });
    below.unwrap_or_else(|| path.to_string())
}

/// The name of the function symbol that covers `pc`. Functions that the linker has left out have
/// address 0. A function of the C library has its public name, `read`, beside the one by which the
/// library itself calls it, `__oc_read` (`runtime/libc/names/weak.h`).
fn function(file: &object::File, pc: u32) -> Option<String> {
    let pc = u64::from(pc);
    file.symbols()
        .filter(|symbol| symbol.address() > 0)
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.address() <= pc)
        .filter(|symbol| pc - symbol.address() < symbol.size().max(1))
        .filter_map(|symbol| Some((symbol.address(), symbol.name().ok()?)))
        .max_by_key(|(address, name)| (*address, !name.starts_with("__oc_")))
        .map(|(_, name)| name)
        .map(own_name)
}

/// Converts the name of a symbol to the name of the function in the source, without parameters.
/// They may differ in three ways: the compiler appends suffixes to copies of a function
/// (`f.isra.0`, `f.constprop.1`), the library appends suffixes to variants of some functions
/// (`runtime/omp/team/flavour.h`), and the entries in front of MPI functions have a prefix
/// (`runtime/mpi/profiling/entries.py`).
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

/// The qualified name that a C++ compiler has encoded in a symbol. None if the symbol does not have
/// such a form.
fn demangled(symbol: &str) -> Option<String> {
    let options = DemangleOptions::new().no_params().no_return_type();
    let read = symbol
        .starts_with("_Z")
        .then(|| Symbol::new(symbol).ok())??;
    read.demangle_with_options(&options).ok()
}

/// The largest factor by which decompression with deflate can expand data ("zlib Technical
/// Details"). Debug information that claims a larger one is broken, and would take all memory.
const MOST_EXPANSION: u64 = 1032;

/// The bytes of a section, decompressed if necessary. Empty if the section is missing or broken.
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
