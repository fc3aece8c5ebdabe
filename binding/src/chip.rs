//! Chip files.

use onchip_simulator::config::ChipConfig;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::Path;

create_exception!(
    _core,
    ChipError,
    PyException,
    "A chip file is wrong; says file, line, key, and what would be right."
);

/// Reads and checks a chip file.
pub fn read(text: &str, path: &str) -> PyResult<ChipConfig> {
    ChipConfig::from_toml(text, Path::new(path))
        .map_err(|error| ChipError::new_err(error.to_string()))
}

/// The chip as nested dictionaries, with the defaults of the keys that the file leaves out.
#[pyfunction]
pub fn check_chip<'py>(py: Python<'py>, text: &str, path: &str) -> PyResult<Bound<'py, PyDict>> {
    let chip = read(text, path)?;
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
        ("memory_kb", chip.tile.memory_kb),
        ("banks", chip.tile.banks),
        ("page_bytes", chip.tile.page_bytes),
    ])?;
    let priority = format!("{:?}", chip.tile.bank_priority).to_lowercase();
    tile.set_item("bank_priority", priority)?;
    dict.set_item("tile", tile)?;
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
        ])?,
    )?;
    let network = table(&[
        ("switch", chip.network.switch),
        ("link", chip.network.link),
        ("credit", chip.network.credit),
        ("buffer_flits", chip.network.buffer_flits),
        ("payload_flits", chip.network.payload_flits),
    ])?;
    let topology = format!("{:?}", chip.network.topology).to_lowercase();
    network.set_item("topology", topology)?;
    if chip.mesh.is_some() {
        let routing = format!("{:?}", chip.network.routing).to_lowercase();
        network.set_item("routing", routing)?;
    }
    dict.set_item("network", network)?;
    let dram = table(&[
        ("size_mb", chip.dram.size_mb),
        ("latency", chip.dram.latency),
    ])?;
    dram.set_item("switches", &chip.dram.switches)?;
    dict.set_item("dram", dram)?;
    dict.set_item("host", table(&[("call", chip.host.call)])?)?;
    Ok(dict)
}
