//! The network compared with formulas in the keys of the chip file, and with its reference mode.

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
