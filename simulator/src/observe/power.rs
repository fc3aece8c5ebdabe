//! Power over time: what the chip has taken at the ends of equal windows of cycles.

use super::EnergyUse;

/// What the chip has taken up to a cycle, in femtojoules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sample {
    pub cycle: u64,
    pub cores: u64,
    pub network: u64,
    pub memory: u64,
    pub leakage: u64,
}

impl Sample {
    /// Sample of the energy that a chip has used up to this cycle.
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
