//! Functions whose calls are recorded, and which words are recorded for each call.

use super::{image, Program};
use std::collections::HashMap;
use std::sync::Arc;

/// Words of memory that are recorded for a call. They are found from argument number `argument`:
/// each offset, in bytes, leads from a pointer to the next pointer, and the last offset leads to
/// the words. With `index`, they are instead elements of an array of 16-bit numbers, from this
/// index on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    pub argument: u8,
    pub offsets: Vec<i32>,
    pub words: u32,
    pub index: Option<Index>,
}

/// A number in an argument or, with `offset`, in the word at this offset from the address in the
/// argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    pub argument: u8,
    pub offset: Option<i32>,
}

/// A function that is observed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    pub function: String,
    /// Whether users know the function, that is, it is not an internal function of a library.
    pub is_region: bool,
    /// Number of arguments that are recorded. They are the first ones, at most eight.
    pub arguments: u8,
    /// The words that are recorded when the function is entered (`entry`) and when it returns
    /// (`exit`). Both are found from the arguments of the call.
    pub entry: Vec<Capture>,
    pub exit: Vec<Capture>,
}

impl Probe {
    /// Number of words that are recorded for a call: arguments, words at the entry, and words at
    /// the return.
    pub fn own_words(&self) -> usize {
        let captures = self.entry.iter().chain(&self.exit);
        let words: u32 = captures.map(|capture| capture.words).sum();
        usize::from(self.arguments) + words as usize
    }
}

/// The probes of a program.
#[derive(Debug, Default)]
pub struct Probes {
    pub probes: Vec<Probe>,
    /// The index in `probes` for the address of each function.
    entries: HashMap<u32, u16>,
}

impl Probes {
    /// The index of the probe whose function begins at `pc`.
    pub fn at(&self, pc: u32) -> Option<u16> {
        self.entries.get(&pc).copied()
    }
}

impl Program {
    /// Records the calls of those functions in `probes` that the program has.
    pub fn observe(&mut self, probes: &[Probe], costs: &crate::config::ChipConfig) {
        let functions = self.symbols.functions();
        let addresses: HashMap<&str, u32> = (functions.iter())
            .map(|(name, range)| (name.as_str(), range.start))
            .collect();
        let mut found = Probes::default();
        for probe in probes {
            let Some(&address) = addresses.get(probe.function.as_str()) else {
                continue;
            };
            found
                .entries
                .entry(address)
                .or_insert(found.probes.len() as u16);
            found.probes.push(probe.clone());
        }
        let entries: Vec<u32> = found.entries.keys().copied().collect();
        let ranges: Vec<_> = functions.iter().map(|(_, range)| range.clone()).collect();
        let mut observed = self.image.return_sites(&entries, &ranges);
        observed.extend(entries);
        self.image = Arc::new(image(
            self.image.bytes(),
            self.code_in_dram,
            costs,
            &observed,
        ));
        self.probes = Some(Arc::new(found));
    }
}
