//! Chip files.

use onchip_simulator::config::{key_help, with_settings, ChipConfig};
use onchip_simulator::noc::Networks;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;

create_exception!(
    _core,
    ChipError,
    PyException,
    "A chip file is wrong; says file, line, key, and what would be right."
);

/// A chip file that has been read and checked.
#[pyclass(frozen)]
pub struct Chip {
    pub config: ChipConfig,
}

/// The text of a chip file with other values of some keys, each `TABLE.KEY=VALUE`. ValueError says
/// what is wrong with one of these.
#[pyfunction]
pub fn change_chip(text: &str, settings: Vec<String>) -> PyResult<String> {
    with_settings(text, settings).map_err(PyValueError::new_err)
}

/// Every key of a chip file: its name with its table, values, default and meaning.
#[pyfunction]
pub fn chip_keys() -> Vec<(String, String, &'static str, &'static str)> {
    key_help()
        .map(|help| {
            let range = help.key.kind.to_string().replace('`', "");
            (help.key.path(), range, help.default, help.meaning)
        })
        .collect()
}

#[pymethods]
impl Chip {
    /// From the text of a chip file; `path` is where it is from. ChipError if it is wrong.
    #[new]
    fn new(text: &str, path: PathBuf) -> PyResult<Chip> {
        ChipConfig::from_toml(text, &path)
            .map(|config| Chip { config })
            .map_err(|error| ChipError::new_err(error.to_string()))
    }

    /// The chip as nested dictionaries, with the defaults of the keys that the file leaves out.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        tables(py, &self.config)
    }

    /// Links between routers from each tile (a row) to each tile, on the routes of packets.
    fn distances(&self) -> Vec<Vec<u32>> {
        let networks = Networks::new(&self.config.network_parameters());
        let tiles = self.config.tiles() as usize;
        let row = |source| {
            (0..tiles)
                .map(|target| networks.links(source, target))
                .collect()
        };
        (0..tiles).map(row).collect()
    }
}

fn tables<'py>(py: Python<'py>, chip: &ChipConfig) -> PyResult<Bound<'py, PyDict>> {
    let table = |entries: &[(&str, u32)]| -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in entries {
            dict.set_item(key, value)?;
        }
        Ok(dict)
    };
    let dict = PyDict::new(py);
    dict.set_item("name", &chip.name)?;
    dict.set_item("description", &chip.description)?;
    if let Some(mesh) = &chip.mesh {
        let mesh = [("columns", mesh.columns), ("rows", mesh.rows)];
        dict.set_item("mesh", table(&mesh)?)?;
    }
    if let Some(drawn) = &chip.drawn {
        let entries = table(&[("switches", drawn.switches)])?;
        entries.set_item("tiles", &drawn.tiles)?;
        entries.set_item("links", &drawn.links)?;
        entries.set_item("routes", &drawn.routes)?;
        dict.set_item("drawn", entries)?;
    }
    let core = &chip.core;
    dict.set_item(
        "core",
        table(&[
            ("clock_mhz", core.clock_mhz),
            ("alu", core.alu),
            ("load", core.load),
            ("load_use", core.load_use),
            ("branch_taken", core.branch_taken),
            ("multiply", core.multiply),
            ("divide", core.divide),
            ("atomic", core.atomic),
            ("float", core.float),
            ("float_divide", core.float_divide),
        ])?,
    )?;
    let tile = table(&[
        ("cores", chip.tile.cores),
        ("resource_managers", chip.tile.resource_managers),
        ("memory_kb", chip.tile.memory_kb),
        ("banks", chip.tile.banks),
        ("interfaces", chip.tile.interfaces),
        ("page_bytes", chip.tile.page_bytes),
    ])?;
    tile.set_item("bank_priority", word(chip.tile.bank_priority))?;
    dict.set_item("tile", tile)?;
    let kinds = PyList::empty(py);
    for kind in &chip.tile_kind {
        let entries = table(&[
            ("cores", kind.cores),
            ("resource_managers", kind.resource_managers),
            ("memory_kb", kind.memory_kb),
            ("banks", kind.banks),
            ("interfaces", kind.interfaces),
        ])?;
        entries.set_item("name", &kind.name)?;
        entries.set_item("tiles", &kind.tiles)?;
        kinds.append(entries)?;
    }
    dict.set_item("tile_kind", kinds)?;
    let ni = &chip.ni;
    dict.set_item(
        "ni",
        table(&[
            ("register", ni.register),
            ("dma_start", ni.dma_start),
            ("wakeup", ni.wakeup),
            ("delay", ni.delay),
            ("command_buffers", ni.command_buffers),
            ("dma_reads", ni.dma_reads),
            ("stores", ni.stores),
            ("counters", ni.counters),
            ("queues", ni.queues),
            ("retry", ni.retry),
        ])?,
    )?;
    let network = table(&[
        ("switch", chip.network.switch),
        ("link", chip.network.link),
        ("credit", chip.network.credit),
        ("link_bits", chip.network.link_bits),
        ("buffer_flits", chip.network.buffer_flits),
        ("payload_flits", chip.network.payload_flits),
        ("levels", chip.network.levels),
        ("networks", chip.network.networks),
    ])?;
    network.set_item("topology", word(chip.network.topology))?;
    if chip.mesh.is_some() {
        network.set_item("routing", word(chip.network.routing))?;
    }
    network.set_item("buffers", word(chip.network.buffers))?;
    network.set_item("arbiter", word(chip.network.arbiter))?;
    network.set_item("circuits", word(chip.network.circuits))?;
    network.set_item("circuit_conflict", word(chip.network.circuit_conflict))?;
    dict.set_item("network", network)?;
    let dram = table(&[
        ("size_mb", chip.dram.size_mb),
        ("latency", chip.dram.latency),
        ("mutexes", chip.dram.mutexes),
    ])?;
    dram.set_item("switches", &chip.dram.switches)?;
    dict.set_item("dram", dram)?;
    let mut memories = vec![];
    for memory in &chip.memory {
        let entries = PyDict::new(py);
        entries.set_item("name", &memory.name)?;
        entries.update(
            table(&[
                ("switch", memory.switch),
                ("size_kb", memory.size_kb),
                ("latency", memory.latency),
                ("mutexes", memory.mutexes),
            ])?
            .as_mapping(),
        )?;
        entries.set_item("tiles", &memory.tiles)?;
        memories.push(entries);
    }
    dict.set_item("memory", memories)?;
    dict.set_item("host", table(&[("call", chip.host.call)])?)?;
    if let Some(energy) = &chip.energy {
        dict.set_item("energy", table(&energy.entries())?)?;
    }
    Ok(dict)
}

/// A choice as the chip file has it: `PerLevel` is `per_level`.
fn word(choice: impl std::fmt::Debug) -> String {
    let mut word = String::new();
    for letter in format!("{choice:?}").chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}
