//! What a chip does over time.

use onchip_simulator::chip::Chip;
use onchip_simulator::host::Process;
use onchip_simulator::observe::Picture;
use onchip_simulator::program::{Capture, Probe, Symbols};
use onchip_simulator::simulation::CoreEvents;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// An argument's number, offsets, words: see `Capture`.
pub type Words = (u8, Vec<i32>, u32);

/// A function to observe: its name, how many arguments are recorded, what at its entry, and at its
/// end.
pub type Function = (String, u8, Vec<Words>, Vec<Words>);

pub fn probe((function, arguments, entry, exit): Function) -> Probe {
    let captures = |all: Vec<Words>| {
        let all = all.into_iter();
        all.map(|(argument, offsets, words)| Capture {
            argument,
            offsets,
            words,
        })
        .collect()
    };
    Probe {
        function,
        arguments,
        entry: captures(entry),
        exit: captures(exit),
    }
}

/// The names of a program's functions.
#[pyfunction]
pub fn functions(elf: &[u8]) -> Vec<String> {
    let all = Symbols::new(elf).functions().into_iter();
    all.map(|(name, _)| name).collect()
}

/// Rank (none for a kernel), thread, core, names of the observed functions, events as words of the
/// machine (`tile/cores/recorder.rs`).
pub type Events<'py> = (Option<u32>, u32, u32, Vec<String>, Bound<'py, PyBytes>);

pub fn events<'py>(
    py: Python<'py>,
    all: Vec<CoreEvents>,
    processes: &[Process],
) -> PyResult<Vec<Events<'py>>> {
    let row = |of: CoreEvents| {
        let process = processes.get(of.process as usize)?;
        let rank = process.kernel.is_none().then(|| process.number());
        let core = match of.thread {
            0 => process.core,
            thread => process.threads.get(thread as usize - 1)?.core,
        };
        let names = of
            .probes
            .probes
            .iter()
            .map(|p| p.function.clone())
            .collect();
        let bytes: Vec<u8> = of
            .events
            .iter()
            .flat_map(|word| word.to_ne_bytes())
            .collect();
        Some((rank, of.thread, core, names, PyBytes::new(py, &bytes)))
    };
    Ok(all.into_iter().filter_map(row).collect())
}

/// `links`: network, router, port of each; `samples`: cycle, then as bytes of 64-bit words the
/// flits of each link, and present, asleep and stalled cycles of each core, and as 32-bit words
/// what is queued in each tile; then circuits and priorities, as [`Picture`] has them.
pub fn pictures<'py>(
    py: Python<'py>,
    pictures: &[(u64, Picture)],
    chip: &Chip,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("links", Picture::links(chip))?;
    let bytes = |words: &mut dyn Iterator<Item = u64>| {
        let bytes: Vec<u8> = words.flat_map(u64::to_ne_bytes).collect();
        PyBytes::new(py, &bytes)
    };
    let samples: Vec<_> = pictures
        .iter()
        .map(|(cycle, picture)| {
            let queued: Vec<u8> = (picture.queued.iter())
                .flat_map(|n| n.to_ne_bytes())
                .collect();
            (
                *cycle,
                bytes(&mut picture.flits.iter().copied()),
                bytes(&mut picture.cores.iter().flatten().copied()),
                PyBytes::new(py, &queued),
                picture.circuits.clone(),
                picture.priorities.clone(),
            )
        })
        .collect();
    dict.set_item("samples", samples)?;
    let tiles: Vec<Vec<u32>> = (chip.tiles.iter())
        .map(|tile| {
            let cores = 0..tile.cores.harts.len();
            cores.map(|index| tile.cores.core_number(index)).collect()
        })
        .collect();
    dict.set_item("tiles", tiles)?;
    Ok(dict)
}
