//! Synthetic traffic, and the speed at which the network is simulated.

use crate::chip::Chip;
use onchip_simulator::float_environment::in_default;
use onchip_simulator::noc::Network;
use onchip_simulator::traffic::recorded::{Ends, Recording, Replay};
use onchip_simulator::traffic::{
    Circuit, CircuitState, Expectation, Latency, Level, LinkLoad, Options, Placement, Report,
    Share, Traffic, TrafficError,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::{Duration, Instant};

/// Longest time for which a run continues without a check for Ctrl-C.
const SLICE: Duration = Duration::from_millis(50);

fn value_error(error: TrafficError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Runs synthetic traffic on a chip's network, without cores. The keys of the result are those of
/// `onchip noc --json` (docs/noc.md). Raises ValueError for wrong options. Ctrl-C ends the run.
#[pyfunction]
#[pyo3(signature = (chip, *, pattern="uniform", rate=0.1, packet=4, seed=1, warmup=3000, measure=10000, drain=10000, to_self=true, hotspots=vec![], hotspot_share=0.2, priorities=vec![], circuits=vec![], random_circuits=0, random_circuits_rate=None, close_after=None))]
#[allow(clippy::too_many_arguments)]
pub fn traffic<'py>(
    py: Python<'py>,
    chip: &Chip,
    pattern: &str,
    rate: f64,
    packet: u8,
    seed: u64,
    warmup: u64,
    measure: u64,
    drain: u64,
    to_self: bool,
    hotspots: Vec<usize>,
    hotspot_share: f64,
    priorities: Vec<(u8, f64)>,
    circuits: Vec<(usize, usize, Option<f64>)>,
    random_circuits: usize,
    random_circuits_rate: Option<f64>,
    close_after: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let chip = &chip.config;
    let share = |(level, share)| Share { level, share };
    let placement = |(from, to, rate)| Placement { from, to, rate };
    let options = Options {
        pattern: pattern.parse().map_err(value_error)?,
        rate,
        packet,
        seed,
        warmup,
        measure,
        drain,
        to_self,
        hotspots,
        hotspot_share,
        priorities: priorities.into_iter().map(share).collect(),
        circuits: circuits.into_iter().map(placement).collect(),
        random_circuits,
        random_circuits_rate,
        close_after,
    };
    let expected = py
        .detach(|| in_default(|| Expectation::new(chip, &options)))
        .map_err(value_error)?;
    let mut run = in_default(|| Traffic::new(chip, &options)).map_err(value_error)?;
    let mut seconds = 0.0;
    loop {
        let ended = py.detach(|| {
            let start = Instant::now();
            let ended = in_default(|| run.run(SLICE));
            seconds += start.elapsed().as_secs_f64();
            ended
        });
        if ended {
            break;
        }
        py.check_signals()?;
    }
    let dict = PyDict::new(py);
    dict.set_item("pattern", pattern)?;
    dict.set_item("rate", rate)?;
    dict.set_item("packet", packet)?;
    dict.set_item("seed", seed)?;
    dict.set_item("hops", expected.hops)?;
    dict.set_item("latency_zero_load", expected.zero_load)?;
    dict.set_item("bound", expected.bound)?;
    put(&dict, &in_default(|| run.report()))?;
    dict.set_item("wall_seconds", seconds)?;
    Ok(dict)
}

/// A chip's number of endpoints, its number of networks, and the width of its links in bits, as in
/// the first line of a packet file.
#[pyfunction]
pub fn ends(chip: &Chip) -> (usize, usize, u32) {
    let ends = Ends::of(&chip.config);
    (ends.endpoints, ends.networks, ends.link_bits)
}

/// Replays recorded packets on a chip's network, without cores. `text` is the text of a packet
/// file. The keys of the result are those of `onchip noc --replay FILE --json` (docs/noc.md).
/// Raises ValueError with the number of a line, or None, and a message. Ctrl-C ends the run.
#[pyfunction]
pub fn replay<'py>(py: Python<'py>, chip: &Chip, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let recording = Recording::parse(text)
        .map_err(|mistake| PyValueError::new_err((Some(mistake.line), mistake.text)))?;
    let refused = |error: TrafficError| PyValueError::new_err((None::<usize>, error.to_string()));
    let mut run = Replay::new(&chip.config, recording).map_err(refused)?;
    while !py.detach(|| in_default(|| run.run(SLICE))) {
        py.check_signals()?;
    }
    let (recording, cycles) = (run.recording(), run.cycles());
    let recorded = recording.packets.iter();
    let recorded: Vec<_> = recorded.map(|packet| (packet.sent, packet.taken)).collect();
    let moved = recorded
        .iter()
        .zip(&cycles)
        .filter(|(one, other)| one != other);
    let mean = |all: &[(u64, u64)]| match all.len() {
        0 => None,
        packets => {
            let sum: u64 = all.iter().map(|(sent, taken)| taken - sent).sum();
            Some(sum as f64 / packets as f64)
        }
    };
    let end = |all: &[(u64, u64)]| all.iter().map(|&(_, taken)| taken).max().unwrap_or(0);
    let flits = recording
        .packets
        .iter()
        .map(|packet| u64::from(packet.flits));
    let dict = PyDict::new(py);
    dict.set_item("recorded_chip", &recording.chip)?;
    dict.set_item("packets", cycles.len())?;
    dict.set_item("flits", flits.sum::<u64>())?;
    dict.set_item("moved", moved.count())?;
    dict.set_item("end", end(&cycles))?;
    dict.set_item("recorded_end", end(&recorded))?;
    dict.set_item("latency_mean", mean(&cycles))?;
    dict.set_item("recorded_latency_mean", mean(&recorded))?;
    Ok(dict)
}

fn put(dict: &Bound<'_, PyDict>, report: &Report) -> PyResult<()> {
    put_latency(dict, &report.latency)?;
    dict.set_item("offered", report.offered)?;
    dict.set_item("accepted", report.accepted)?;
    dict.set_item("saturated", report.saturated)?;
    dict.set_item("generated", report.generated)?;
    dict.set_item("arrived", report.arrived)?;
    dict.set_item("shares", &report.shares)?;
    dict.set_item("ejection", &report.ejection)?;
    let links = |load: fn(&LinkLoad) -> f64| -> Vec<(usize, usize, f64)> {
        let links = report.links.iter();
        links.map(|link| (link.from, link.to, load(link))).collect()
    };
    dict.set_item("links", links(|link| link.load))?;
    dict.set_item("circuit_links", links(|link| link.circuits))?;
    let py = dict.py();
    let levels = report.levels.iter().map(|level| of_level(py, level));
    dict.set_item("levels", levels.collect::<PyResult<Vec<_>>>()?)?;
    let circuits = report.circuits.iter();
    let circuits = circuits.map(|circuit| of_circuit(py, circuit));
    dict.set_item("circuits", circuits.collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("cycles", report.cycles)?;
    dict.set_item("flit_hops", report.flit_hops)
}

fn put_latency(dict: &Bound<'_, PyDict>, latency: &Latency) -> PyResult<()> {
    dict.set_item("latency_mean", latency.mean)?;
    dict.set_item("latency_p50", latency.p50)?;
    dict.set_item("latency_p99", latency.p99)?;
    dict.set_item("latency_max", latency.max)
}

fn of_level<'py>(py: Python<'py>, level: &Level) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("level", level.level)?;
    put_latency(&dict, &level.latency)?;
    dict.set_item("offered", level.offered)?;
    dict.set_item("accepted", level.accepted)?;
    dict.set_item("saturated", level.saturated)?;
    Ok(dict)
}

fn of_circuit<'py>(py: Python<'py>, circuit: &Circuit) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("from", circuit.placement.from)?;
    dict.set_item("to", circuit.placement.to)?;
    dict.set_item("rate", circuit.placement.rate)?;
    dict.set_item("hops", circuit.hops)?;
    let state = match circuit.state {
        CircuitState::Waiting => "waiting",
        CircuitState::Refused => "refused",
        CircuitState::Open => "open",
        CircuitState::Closed => "closed",
    };
    dict.set_item("state", state)?;
    dict.set_item("attempts", circuit.attempts)?;
    dict.set_item("open_cycles", circuit.open_cycles)?;
    dict.set_item("close_cycles", circuit.close_cycles)?;
    dict.set_item("packets", circuit.packets)?;
    dict.set_item("latency_min", circuit.latency.min)?;
    put_latency(&dict, &circuit.latency)?;
    dict.set_item("latency_alone", circuit.latency_alone)?;
    dict.set_item("throughput", circuit.throughput)?;
    Ok(dict)
}

/// Returns the seconds that the host takes to simulate `cycles` cycles of a chip's idle network.
#[pyfunction]
pub fn idle_network(py: Python<'_>, chip: &Chip, cycles: u64) -> PyResult<f64> {
    let chip = &chip.config;
    let mut network = Network::new(&chip.network_parameters());
    Ok(py.detach(|| {
        let start = Instant::now();
        for cycle in 0..cycles {
            network.step(std::hint::black_box(cycle));
        }
        let seconds = start.elapsed().as_secs_f64();
        std::hint::black_box(&network);
        seconds
    }))
}
