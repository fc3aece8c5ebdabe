//! Routing: the output port on which a packet leaves a switch. Each function has its own file.

pub mod xy;
