//! The Python binding of the simulator: the module `onchip._core`.

mod chip;
mod input;
mod jobs;
mod memory;
mod rtl;
mod run;
mod simulation;
mod trace;
mod traffic;

use onchip_simulator::loader;
use onchip_simulator::observe::message_queues;
use onchip_simulator::traffic::{MOST_CYCLES, PATTERNS};
use pyo3::prelude::*;

#[global_allocator]
static ALLOCATOR: memory::Allocator = memory::Allocator;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ChipError", module.py().get_type::<chip::ChipError>())?;
    module.add("LoadError", module.py().get_type::<simulation::LoadError>())?;
    module.add("MAP_RULES", loader::RULES.map(|(name, _)| name))?;
    module.add("PATTERNS", PATTERNS.map(|(name, _)| name))?;
    module.add("MOST_TRAFFIC_CYCLES", MOST_CYCLES)?;
    module.add("ANY_TAG", message_queues::ANY_TAG)?;
    module.add("CONTEXTS", message_queues::CONTEXTS)?;
    module.add("MOST_QUEUE_ENTRIES", message_queues::MOST_ENTRIES)?;
    module.add_function(wrap_pyfunction!(chip::change_chip, module)?)?;
    module.add_function(wrap_pyfunction!(chip::chip_keys, module)?)?;
    module.add_function(wrap_pyfunction!(traffic::traffic, module)?)?;
    module.add_function(wrap_pyfunction!(traffic::ends, module)?)?;
    module.add_function(wrap_pyfunction!(traffic::replay, module)?)?;
    module.add_function(wrap_pyfunction!(traffic::idle_network, module)?)?;
    module.add_function(wrap_pyfunction!(trace::functions, module)?)?;
    module.add_function(wrap_pyfunction!(rtl::rtl_netlist, module)?)?;
    module.add_function(wrap_pyfunction!(rtl::rtl_packets, module)?)?;
    module.add_function(wrap_pyfunction!(rtl::rtl_record, module)?)?;
    module.add_function(wrap_pyfunction!(rtl::rtl_replay, module)?)?;
    module.add_function(wrap_pyfunction!(rtl::rtl_fields, module)?)?;
    module.add_function(wrap_pyfunction!(rtl::rtl_reductions, module)?)?;
    module.add_function(wrap_pyfunction!(rtl::run_bare, module)?)?;
    module.add_class::<chip::Chip>()?;
    module.add_class::<simulation::Simulation>()?;
    Ok(())
}
