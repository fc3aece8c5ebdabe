//! The whole chip: latencies by formula, protection, and equal results with both schedulers.

mod accumulators;
mod build;
mod chips;
#[cfg(compiled)]
mod compiled;
mod counters;
mod device_latency;
mod device_misuse;
mod energy;
mod events;
mod interfaces;
mod jobs;
mod latency;
mod load_later;
mod manners;
mod memories;
mod message_queues;
mod misaligned;
mod multicast;
mod order;
mod polling;
mod profile;
mod programs;
mod protection;
mod quality;
mod queues;
mod random_chips;
mod refused;
mod registers;
mod reuse;
mod same_cycle;
mod schedulers;
mod threads;
mod wait_record;
