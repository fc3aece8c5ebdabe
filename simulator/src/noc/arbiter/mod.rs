//! Arbiters: who gets an output that several inputs ask for. Each has its own file; a switch knows
//! only `pick` and `granted`.

pub mod round_robin;
