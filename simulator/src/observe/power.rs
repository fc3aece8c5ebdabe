//! Power over time: the energy that the chip has used by the ends of equal windows of cycles.

use super::EnergyUse;

/// The energy that the chip has used up to a cycle, in femtojoules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sample {
    pub cycle: u64,
    pub cores: u64,
    pub network: u64,
    pub memory: u64,
    pub leakage: u64,
}

impl Sample {
    /// The sample for this cycle, from the energy used so far.
    pub fn of(cycle: u64, energy: &EnergyUse) -> Sample {
        Sample {
            cycle,
            cores: energy.cores(),
            network: energy.network(),
            memory: energy.memory(),
            leakage: energy.leakage(),
        }
    }
}
