//! Power over time: samples of the energy that the chip has used, taken at the end of each window
//! of cycles.

use super::EnergyUse;

/// The energy, in femtojoules, that the chip has used up to a cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sample {
    pub cycle: u64,
    pub cores: u64,
    pub network: u64,
    pub memory: u64,
    pub leakage: u64,
}

impl Sample {
    /// The sample for cycle `cycle`. `energy` is the energy used up to it.
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
