//! Observation: figures, source lines, and reports that name the cause. Nothing here costs the
//! simulation anything while it runs.

mod circuits;
mod deadlock;
mod devices;
mod heap;
mod report;
mod statistics;
pub mod wait_record;

pub use report::{describe, Report};
pub use statistics::{CoreStatistics, Statistics};
