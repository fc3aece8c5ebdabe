//! A chip's network as a hardware description, and runs of the model for comparisons with it.

use crate::chip::Chip;
use onchip_simulator::rtl::{
    self, fields, netlist, random_packets, record, reductions, replay, Operation, Packet,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::time::Instant;

/// A packet: its first cycle, source, target, number of flits, level, whether it is on a circuit,
/// and whether its target is a rectangle of tiles.
type Tuple = (u64, u16, u16, u8, u8, bool, bool);

/// The parameters of a chip's network as a SystemVerilog package. `data` is the number of data bits
/// in a flit; with None, a flit has as many data bits as the records of runs need. The result is a
/// dictionary: `text` is the package; `DATA`, `TARGET` and `WIDTH` are sizes in bits, of a flit's
/// data, of its target, and of the whole flit; `ENDPOINTS`, `ROUTERS`, `PORTS` (of all routers),
/// `CLASSES` (of traffic) and `CHANNELS` (virtual channels of a port) are counts.
#[pyfunction]
pub fn rtl_netlist<'py>(
    py: Python<'py>,
    chip: &Chip,
    data: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let made = netlist(&chip.config.network_parameters(), data);
    let result = PyDict::new(py);
    result.set_item("text", made.text)?;
    result.set_item("DATA", made.data)?;
    result.set_item("TARGET", made.target)?;
    result.set_item("ENDPOINTS", made.endpoints)?;
    result.set_item("ROUTERS", made.routers)?;
    result.set_item("PORTS", made.ports)?;
    result.set_item("CLASSES", made.classes)?;
    result.set_item("CHANNELS", made.channels)?;
    result.set_item("WIDTH", made.width)?;
    Ok(result)
}

/// Returns random packets for `cycles` cycles. In each cycle an endpoint begins a packet with
/// probability `per_mille` / 1,000.
#[pyfunction]
pub fn rtl_packets(chip: &Chip, seed: u64, cycles: u64, per_mille: usize) -> Vec<Tuple> {
    random_packets(&chip.config.network_parameters(), seed, cycles, per_mille)
        .iter()
        .map(|p| {
            let way = (p.on_circuit, p.to_many);
            (p.due, p.source, p.target, p.flits, p.level, way.0, way.1)
        })
        .collect()
}

/// Runs the model with these packets for at most `most` cycles, and returns the record of the run.
/// `simulator/src/rtl/watch.rs` describes the record's lines. Without a seed, endpoints accept
/// every flit at once.
#[pyfunction]
pub fn rtl_record(chip: &Chip, packets: Vec<Tuple>, seed: Option<u64>, most: u64) -> String {
    let parameters = chip.config.network_parameters();
    record(&parameters, &of_tuples(packets), seed, most)
}

/// Runs the packets as `rtl_record` does, but keeps no record. Returns the length of the run in
/// cycles of the chip, and in seconds of the host.
#[pyfunction]
pub fn rtl_replay(chip: &Chip, packets: Vec<Tuple>, seed: Option<u64>, most: u64) -> (u64, f64) {
    let (parameters, packets) = (chip.config.network_parameters(), of_tuples(packets));
    let started = Instant::now();
    let cycles = replay(&parameters, &packets, seed, most);
    (cycles, started.elapsed().as_secs_f64())
}

fn of_tuples(packets: Vec<Tuple>) -> Vec<Packet> {
    let packet = |(due, source, target, flits, level, on_circuit, to_many)| Packet {
        due,
        source,
        target,
        flits,
        level,
        on_circuit,
        to_many,
    };
    packets.into_iter().map(packet).collect()
}

/// Applies accesses to the QoS registers of a core in the model, and returns the QoS field of each
/// packet that the core sends. An access is a kind, an endpoint and a priority. The kinds are: 0
/// sets the priority of packets to the endpoint, 1 clears it, 2 sets the priority of packets to all
/// endpoints for which none is set, 3 resets all registers, 4 sends a packet to the endpoint.
#[pyfunction]
pub fn rtl_fields(endpoints: usize, accesses: Vec<(u8, u16, u8)>) -> Vec<u8> {
    let access = |(kind, target, priority)| match kind {
        0 => Operation::Set(target, Some(priority)),
        1 => Operation::Set(target, None),
        2 => Operation::Unmarked(priority),
        3 => Operation::Reset,
        _ => Operation::Packet(target),
    };
    let accesses: Vec<Operation> = accesses.into_iter().map(access).collect();
    fields(endpoints, &accesses)
}

/// Applies accesses to a model's accumulator on a mesh, and returns what the accumulator shows
/// after each access. An access has a kind (0 puts a new accumulator into a tile, 1 writes a
/// register, 2 takes a result) and two numbers: the tile, or the register's offset and the word.
/// What is returned for an access has three parts: whether the access is a fault; the operation and
/// the word of a result that waits to leave, or None; the tile to which results go, or None.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn rtl_reductions(
    columns: u32,
    rows: u32,
    accesses: Vec<(u8, u32, u32)>,
) -> Vec<(bool, Option<(u32, u32)>, Option<u32>)> {
    let access = |(kind, first, second)| match kind {
        0 => reductions::Event::Tile(first),
        1 => reductions::Event::Write(first, second),
        _ => reductions::Event::Take,
    };
    let accesses: Vec<_> = accesses.into_iter().map(access).collect();
    let shown = reductions::reductions(columns, rows, &accesses);
    shown
        .into_iter()
        .map(|shown| (shown.fault, shown.leaving, shown.next))
        .collect()
}

/// Runs a linked program on a single core with flat memory and no chip around it, for at most
/// `most` instructions. Returns the address and issue cycle of each instruction as 32-bit numbers,
/// the output of the program, and the reason why the program ended (None for `ebreak`). Raises
/// ValueError if the file is not a linked program, or if the program does not fit into the memory.
#[pyfunction]
pub fn run_bare<'py>(
    py: Python<'py>,
    chip: &Chip,
    elf: &[u8],
    most: usize,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, Option<String>)> {
    let run = rtl::run_bare(&chip.config.core, elf, most).map_err(PyValueError::new_err)?;
    let numbers = run
        .issued
        .iter()
        .flat_map(|&(pc, cycle)| [pc, cycle as u32]);
    let bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
    let printed = PyBytes::new(py, &run.printed);
    Ok((PyBytes::new(py, &bytes), printed, run.fault))
}
