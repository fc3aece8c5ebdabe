//! The chip as a whole: latencies by formula, protection, both schedulers alike.

mod build;
mod latency;
mod load_later;
mod protection;
mod registers;
mod schedulers;
