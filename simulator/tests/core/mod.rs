//! The core alone: costs, control registers, traps, rights, and the rollback of a run ahead.

#[cfg(compiled)]
mod compiled;
mod costs;
mod energy;
mod fuzz;
mod rights;
mod rollback;
mod system;
