//! The trace of a run: the activity of a chip over time.

use onchip_simulator::chip::Chip;
use onchip_simulator::host::Process;
use onchip_simulator::observe::Picture;
use onchip_simulator::program::{Capture, Index, Probe, Symbols};
use onchip_simulator::tile::cores::recorder::Recorder;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Words to record: the number of an argument, offsets, the number of words, and the argument and
/// offset of an index. `Capture` explains these parts.
pub type Words = (u8, Vec<i32>, u32, Option<(u8, Option<i32>)>);

/// A function to observe: its name, whether users know it, the number of arguments to record, and
/// the words to record at its entry and at its end.
pub type Function = (String, bool, u8, Vec<Words>, Vec<Words>);

pub fn probe((function, is_region, arguments, entry, exit): Function) -> Probe {
    let captures = |all: Vec<Words>| {
        let all = all.into_iter();
        all.map(|(argument, offsets, words, index)| Capture {
            argument,
            offsets,
            words,
            index: index.map(|(argument, offset)| Index { argument, offset }),
        })
        .collect()
    };
    Probe {
        function,
        is_region,
        arguments: arguments.min(8),
        entry: captures(entry),
        exit: captures(exit),
    }
}

/// The names of all functions of a program.
#[pyfunction]
pub fn functions(elf: &[u8]) -> Vec<String> {
    let all = Symbols::new(elf).functions().into_iter();
    all.map(|(name, _)| name).collect()
}

/// The recording of a core: the job's number on the chip, the program's number, the rank (none for
/// a kernel), the thread and the core; a list of the observed functions, each with its name, the
/// number of words per call, and its calls; and the core's states. Calls and states have the
/// recorder's binary format (`tile/cores/recorder.rs`).
pub type Recorded<'py> = (
    u16,
    usize,
    Option<u32>,
    u32,
    u32,
    Vec<(String, usize, Bound<'py, PyBytes>)>,
    Bound<'py, PyBytes>,
);

pub fn recorded<'py>(
    py: Python<'py>,
    all: Vec<(u32, u32, &Recorder)>,
    processes: &[Process],
) -> Vec<Recorded<'py>> {
    let row = |(process, thread, recorder): (u32, u32, &Recorder)| {
        let process = processes.get(process as usize)?;
        let rank = process.kernel.is_none().then(|| process.number());
        let core = process.cores().nth(thread as usize)?;
        let probes = recorder.probes().probes.iter().zip(recorder.calls());
        let calls = probes
            .map(|(probe, rows)| {
                let bytes: Vec<u8> = rows.iter().flat_map(|word| word.to_ne_bytes()).collect();
                let bytes = PyBytes::new(py, &bytes);
                (probe.function.clone(), probe.width(), bytes)
            })
            .collect();
        let states = recorder.states().iter();
        let states: Vec<u8> = states.flat_map(|state| state.to_ne_bytes()).collect();
        let states = PyBytes::new(py, &states);
        let (job, program) = (process.job, process.program);
        Some((job, program, rank, thread, core, calls, states))
    };
    all.into_iter().filter_map(row).collect()
}

/// Returns the links, the samples of all pictures, and the cores of each tile. `links` has the
/// network, router and port of each link. Each element of `samples` has the cycle; two arrays of
/// 64-bit words as bytes (the flits of each link; and for each core three numbers of cycles: with a
/// process, asleep, and stalled); an array of 32-bit words with the number of requests and answers
/// that wait in each tile; and at the end circuits and priorities as in [`Picture`].
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
