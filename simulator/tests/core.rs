//! The core by itself: costs, control registers, traps, rights, and that what ran ahead can be
//! taken back.

#[allow(dead_code)]
mod bare;
#[allow(dead_code)]
#[path = "isa/build.rs"]
mod build;
#[path = "core/costs.rs"]
mod costs;
#[path = "core/energy.rs"]
mod energy;
#[path = "core/fuzz.rs"]
mod fuzz;
#[allow(dead_code)]
#[path = "isa/generate.rs"]
mod generate;
#[path = "isa/mnemonics.rs"]
mod mnemonics;
#[allow(dead_code)]
#[path = "isa/random.rs"]
mod random;
#[path = "core/rights.rs"]
mod rights;
#[path = "core/rollback.rs"]
mod rollback;
#[path = "core/system.rs"]
mod system;
#[path = "isa/values.rs"]
mod values;
