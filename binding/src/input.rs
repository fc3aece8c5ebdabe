//! Standard input from a Python function.

use onchip_simulator::float_environment;
use onchip_simulator::host::{Input, Line};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, Mutex, PoisonError};

/// A line that a rank has printed: (rank, stream, bytes).
pub type Printed<'py> = (u32, u8, Bound<'py, PyBytes>);

pub fn printed(py: Python<'_>, lines: Vec<(u32, Line)>) -> Vec<Printed<'_>> {
    let lines = lines.into_iter();
    lines
        .map(|(rank, line)| (rank, line.stream, PyBytes::new(py, &line.bytes)))
        .collect()
}

/// An exception of the Python function that reads input. The caller of `Simulation.run` gets it.
#[derive(Debug, Clone, Default)]
pub struct Failed(Arc<Mutex<Option<PyErr>>>);

impl Failed {
    fn put(&self, error: PyErr) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[derive(Debug)]
pub struct PythonInput {
    read: Py<PyAny>,
    failed: Failed,
}

impl PythonInput {
    pub fn new(read: Py<PyAny>, failed: Failed) -> PythonInput {
        PythonInput { read, failed }
    }
}

impl Input for PythonInput {
    /// The Python function may change this thread's floating-point environment, so the simulation's
    /// environment is restored after the call.
    fn read(&mut self, lines: Vec<(u32, Line)>, buffer: &mut [u8]) -> usize {
        let read = |py: Python<'_>| {
            let answer = self.read.call1(py, (buffer.len(), printed(py, lines)));
            answer.and_then(|bytes| bytes.extract::<Vec<u8>>(py))
        };
        match float_environment::in_default(|| Python::attach(read)) {
            Ok(bytes) => {
                let count = bytes.len().min(buffer.len());
                buffer[..count].copy_from_slice(&bytes[..count]);
                count
            }
            Err(error) => {
                self.failed.put(error);
                0
            }
        }
    }
}
