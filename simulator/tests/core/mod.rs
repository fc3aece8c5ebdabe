//! The core alone: costs, control registers, traps, rights, and the rollback of a run ahead.

#[cfg(compiled)]
mod compiled;
mod costs;
mod energy;
mod fuzz;
#[cfg(compiled)]
mod random_loops;
mod rights;
mod rollback;
#[cfg(compiled)]
mod special_numbers;
mod system;
