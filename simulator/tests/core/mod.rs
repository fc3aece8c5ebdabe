//! The core alone: costs, control registers, traps, access rights, and the rollback of a core that
//! has executed ahead of the chip's clock.

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
