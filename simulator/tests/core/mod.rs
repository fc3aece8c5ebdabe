//! The core by itself: costs, control registers, traps, rights, and that what ran ahead can be
//! taken back.

#[cfg(compiled)]
mod compiled;
mod costs;
mod energy;
mod fuzz;
mod rights;
mod rollback;
mod system;
