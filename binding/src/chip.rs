//! Chip files.

use onchip_simulator::config::{with_settings, ChipConfig, Key, Table, Value, KEYS};
use onchip_simulator::noc::Networks;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pyo3::IntoPyObjectExt;
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

/// Returns the text of a chip file with other values for some keys. Each value is given as
/// `TABLE.KEY=VALUE`. Raises ValueError if one of the values is wrong; the exception says what is
/// wrong.
#[pyfunction]
pub fn change_chip(text: &str, settings: Vec<String>) -> PyResult<String> {
    with_settings(text, settings).map_err(PyValueError::new_err)
}

/// Returns all keys that a chip file may have: each with its name (`TABLE.KEY`), its possible
/// values, its default and its meaning.
#[pyfunction]
pub fn chip_keys() -> Vec<(String, String, String, &'static str)> {
    let range = |key: &Key| key.kind.to_string().replace('`', "");
    let keys = KEYS.iter();
    keys.map(|key| (key.path(), range(key), key.default(), key.meaning))
        .collect()
}

#[pymethods]
impl Chip {
    /// Reads the text of a chip file. `path` is the file from which the text comes. Raises
    /// ChipError if the text is wrong.
    #[new]
    fn new(text: &str, path: PathBuf) -> PyResult<Chip> {
        ChipConfig::from_toml(text, &path)
            .map(|config| Chip { config })
            .map_err(|error| ChipError::new_err(error.to_string()))
    }

    /// The chip as nested dictionaries. Keys that the file leaves out have their defaults.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(py, &self.config.values())
    }

    /// The number of links between routers on each route: a row for each source tile, with a number
    /// for each target tile.
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

/// A value of a chip file as a Python object.
fn value<'py>(py: Python<'py>, found: &Value) -> PyResult<Bound<'py, PyAny>> {
    match found {
        Value::Table(table) => Ok(dictionary(py, table)?.into_any()),
        Value::Array(list) => {
            let items = list.iter().map(|item| value(py, item));
            Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
        Value::String(text) => text.into_bound_py_any(py),
        other => other.as_integer().into_bound_py_any(py),
    }
}

fn dictionary<'py>(py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, found) in table {
        dict.set_item(key, value(py, found)?)?;
    }
    Ok(dict)
}
