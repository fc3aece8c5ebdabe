//! Jobs that start while a chip runs.

use onchip_simulator::host::Line;
use onchip_simulator::simulation::{ImageFile, JobFile, JobRecord, Start, Workload};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::path::PathBuf;

/// A line that a rank of a job has printed: (job, rank, stream, bytes).
pub type Printed<'py> = (u16, u32, u8, Bound<'py, PyBytes>);

pub fn printed(py: Python<'_>, lines: Vec<(u16, u32, Line)>) -> Vec<Printed<'_>> {
    let lines = lines.into_iter();
    lines
        .map(|(job, rank, line)| (job, rank, line.stream, PyBytes::new(py, &line.bytes)))
        .collect()
}

fn item<'py>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyAny>> {
    dict.get_item(key)?
        .ok_or_else(|| PyKeyError::new_err(key.to_string()))
}

fn dicts<'py>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<Vec<Bound<'py, PyDict>>> {
    item(dict, key)?.extract()
}

/// Converts a workload from Python. It has `images` (each with `name` and `elf`), `jobs` (each with
/// `image`, an index; `threads` of each rank; `args`; `environment`) and `starts` (each with
/// `cycle`; `job`, an index; `cores`).
pub fn workload(dict: &Bound<'_, PyDict>) -> PyResult<Workload> {
    let images = dicts(dict, "images")?.into_iter().map(|image| {
        Ok(ImageFile {
            name: (item(&image, "name")?.extract::<PathBuf>()?)
                .to_string_lossy()
                .into_owned(),
            elf: item(&image, "elf")?.extract()?,
        })
    });
    let jobs = dicts(dict, "jobs")?.into_iter().map(|job| {
        Ok(JobFile {
            image: item(&job, "image")?.extract()?,
            threads: item(&job, "threads")?.extract()?,
            arguments: item(&job, "args")?.extract()?,
            environment: item(&job, "environment")?.extract()?,
        })
    });
    let starts = dicts(dict, "starts")?.into_iter().map(|start| {
        Ok(Start {
            cycle: item(&start, "cycle")?.extract()?,
            job: item(&start, "job")?.extract()?,
            cores: item(&start, "cores")?.extract()?,
        })
    });
    Ok(Workload {
        images: images.collect::<PyResult<_>>()?,
        jobs: jobs.collect::<PyResult<_>>()?,
        starts: starts.collect::<PyResult<_>>()?,
    })
}

/// A dictionary for each job that was started.
pub fn records<'py>(py: Python<'py>, records: &[JobRecord]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for record in records {
        let dict = PyDict::new(py);
        dict.set_item("number", record.number)?;
        dict.set_item("job", record.job)?;
        dict.set_item("cores", &record.cores)?;
        dict.set_item("asked", record.asked)?;
        dict.set_item("started", record.started)?;
        dict.set_item("ended", record.ended)?;
        dict.set_item("instructions", record.instructions)?;
        let report = record.report.as_ref();
        dict.set_item("kind", report.map_or("running", |report| report.kind))?;
        dict.set_item("exit_code", report.map(|report| report.exit_code))?;
        dict.set_item("message", report.map(|report| &report.message))?;
        list.append(dict)?;
    }
    Ok(list)
}
