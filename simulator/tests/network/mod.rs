//! The network compared with formulas in the chip file's keys, and with its own reference.

mod backpressure;
mod chip;
mod circuit;
mod fairness;
mod flights;
mod generated;
mod latency;
mod load;
mod model;
mod multicast;
mod priority;
mod random_chips;
mod reference;
mod routing;
mod shapes;
mod soak;
mod statistics;
mod traffic;
mod zones;
