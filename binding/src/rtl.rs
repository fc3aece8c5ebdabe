//! A chip's network as a hardware description, and runs of the model to compare it with.

use crate::chip::Chip;
use onchip_simulator::rtl::{fields, netlist, random_packets, record, Access, Packet};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Of a packet: the first cycle in which it may start, source, target, flits, level, on a circuit.
type Tuple = (u64, u16, u16, u8, u8, bool);

/// The network of a chip as a SystemVerilog module called `name`, with so many bits of data in a
/// flit (None: as records have): `text`, and the sizes `DATA`, `TARGET` and `WIDTH` (bits of a
/// flit's data, its target, and all of it), `ENDPOINTS`, `PORTS` (of all routers), `CLASSES` (of
/// traffic), `CHANNELS` (virtual ones of a port).
#[pyfunction]
pub fn rtl_netlist<'py>(
    py: Python<'py>,
    chip: &Chip,
    name: &str,
    data: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let made = netlist(name, &chip.config.network_parameters(), data);
    let result = PyDict::new(py);
    result.set_item("text", made.text)?;
    result.set_item("DATA", made.data)?;
    result.set_item("TARGET", made.target)?;
    result.set_item("ENDPOINTS", made.endpoints)?;
    result.set_item("PORTS", made.ports)?;
    result.set_item("CLASSES", made.classes)?;
    result.set_item("CHANNELS", made.channels)?;
    result.set_item("WIDTH", made.width)?;
    Ok(result)
}

/// Random packets for so many cycles; each endpoint begins one in so many of 1,000 cycles.
#[pyfunction]
pub fn rtl_packets(chip: &Chip, seed: u64, cycles: u64, per_mille: usize) -> Vec<Tuple> {
    random_packets(&chip.config.network_parameters(), seed, cycles, per_mille)
        .iter()
        .map(|p| (p.due, p.source, p.target, p.flits, p.level, p.on_circuit))
        .collect()
}

/// What the model does with these packets, at most for so many cycles: lines, see
/// `simulator/src/rtl/record.rs`.
#[pyfunction]
pub fn rtl_record(chip: &Chip, packets: Vec<Tuple>, seed: u64, most: u64) -> String {
    let packet = |(due, source, target, flits, level, on_circuit)| Packet {
        due,
        source,
        target,
        flits,
        level,
        on_circuit,
    };
    let packets: Vec<Packet> = packets.into_iter().map(packet).collect();
    record(&chip.config.network_parameters(), &packets, seed, most)
}

/// The QoS fields of packets that a core sends, by the model's registers. An access is its kind
/// (0 sets the priority of an endpoint, 1 clears it, 2 sets that of unmarked packets, 3 resets all,
/// 4 is a packet), an endpoint and a priority.
#[pyfunction]
pub fn rtl_fields(endpoints: usize, accesses: Vec<(u8, u16, u8)>) -> Vec<u8> {
    let access = |(kind, target, priority)| match kind {
        0 => Access::Set(target, Some(priority)),
        1 => Access::Set(target, None),
        2 => Access::Unmarked(priority),
        3 => Access::Reset,
        _ => Access::Packet(target),
    };
    let accesses: Vec<Access> = accesses.into_iter().map(access).collect();
    fields(endpoints, &accesses)
}
