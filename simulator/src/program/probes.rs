//! Functions whose calls are recorded, and the words that are recorded for each call.

use super::{image, Program};
use std::collections::HashMap;
use std::sync::Arc;

/// Words of memory to record. The path to the words begins at the argument with number `argument`.
/// Each offset, in bytes, leads from a pointer to the next pointer, and the last offset leads to
/// the words. With an `index`, the words are elements of an array of 16-bit numbers, from the
/// element with that index on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    pub argument: u8,
    pub offsets: Vec<i32>,
    pub words: u32,
    pub index: Option<Index>,
}

/// A number: an argument, or the word at an offset from the address in an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    pub argument: u8,
    pub offset: Option<i32>,
}

/// A function that is observed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    pub function: String,
    /// Whether users know the function, because it is no internal function of a library.
    pub is_region: bool,
    /// Number of arguments that are recorded: the first ones, at most eight.
    pub arguments: u8,
    /// The words that are recorded when the function is entered (`entry`) and when it returns
    /// (`exit`). The paths of both begin at the arguments of the call.
    pub entry: Vec<Capture>,
    pub exit: Vec<Capture>,
}

impl Probe {
    /// Number of words that are recorded for a call: arguments, words at its entry, words at its
    /// end.
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
    /// Index of the probe, by the address of its function.
    entries: HashMap<u32, u16>,
}

impl Probes {
    /// The index of the probe whose function begins at `pc`.
    pub fn at(&self, pc: u32) -> Option<u16> {
        self.entries.get(&pc).copied()
    }
}

impl Program {
    /// Observes the functions of `probes` that the program has.
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
