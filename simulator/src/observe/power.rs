//! Power over time: what the chip has taken at the ends of equal windows of cycles.

use super::EnergyUse;

/// Windows that a recorder keeps if it chooses their length itself: at most twice as many.
const WINDOWS: usize = 256;
/// Cycles of its first windows.
const SHORTEST: u64 = 1024;

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
    /// Of a chip that has come to this cycle.
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

/// Takes the samples of a run.
#[derive(Debug, Clone)]
pub struct PowerRecorder {
    window: u64,
    /// The recorder chooses the window: doubles it when there are many.
    grows: bool,
    samples: Vec<Sample>,
}

impl PowerRecorder {
    /// With windows of so many cycles, at least one; 0: as the length of the run needs.
    pub fn new(window: u64) -> PowerRecorder {
        PowerRecorder {
            window: if window == 0 { SHORTEST } else { window },
            grows: window == 0,
            samples: Vec::new(),
        }
    }

    /// The end of the window that `cycle` lies in: where the next sample is due.
    pub fn next(&self, cycle: u64) -> u64 {
        (cycle / self.window + 1) * self.window
    }

    /// Takes a sample at the end of a window.
    pub fn take(&mut self, sample: Sample) {
        self.samples.push(sample);
        if self.grows && self.samples.len() >= 2 * WINDOWS {
            self.window *= 2;
            let window = self.window;
            self.samples.retain(|sample| sample.cycle % window == 0);
        }
    }

    /// Cycles of each window but the last one, which ends with the run.
    pub fn window(&self) -> u64 {
        self.window
    }

    /// The samples so far, at the end of each window.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_grow_with_the_run_and_stay_equal() {
        let mut recorder = PowerRecorder::new(0);
        let mut cycle = 0;
        while cycle < 10_000_000 {
            cycle = recorder.next(cycle);
            recorder.take(Sample {
                cycle,
                ..Sample::default()
            });
            assert!(recorder.samples().len() < 2 * WINDOWS);
        }
        assert!(recorder.samples().len() >= WINDOWS);
        for (sample, number) in recorder.samples().iter().zip(1..) {
            assert_eq!(sample.cycle, number * recorder.window());
        }
    }
}
