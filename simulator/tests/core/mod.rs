//! The core by itself: costs, control registers, traps, rights, and the rollback of what ran ahead.

#[cfg(compiled)]
mod compiled;
mod costs;
mod energy;
mod fuzz;
mod rights;
mod rollback;
mod system;
