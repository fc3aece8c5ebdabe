//! Observation of the chip: statistics, source lines, and reports that explain errors. They are
//! read from the chip when a simulation or a job ends, when a user asks, and at the end of each
//! window of a trace.

mod check;
mod circuits;
mod deadlock_report;
mod devices;
mod energy;
mod heap;
mod incoherence;
mod leaks;
pub mod message_queues;
mod picture;
mod power;
mod profile;
mod report;
mod statistics;
pub mod wait_record;
mod windows;

pub use check::{check_findings, Actor, CheckFinding, KnownBlock};
pub use deadlock_report::{state_name as core_state, whereabouts};
pub use energy::{CoreEnergy, EnergyUse};
pub use incoherence::{incoherences, Incoherence, Party};
pub use message_queues::{Envelope, MessageQueues};
pub use picture::Picture;
pub use power::Sample;
pub use profile::{profile, ProfileLine};
pub use report::{describe, describe_job, name as core_name, Report};
pub use statistics::{CoreStatistics, Statistics};
pub use windows::Windows;
