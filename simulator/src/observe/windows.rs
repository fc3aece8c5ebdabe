//! Samples that are taken at the end of each window of cycles. All windows have equal length.

/// If the recorder chooses the window length, a long simulation has at least this number of windows
/// and fewer than twice as many.
const WINDOWS: usize = 256;
/// The window length in cycles with which a recorder begins if it chooses the length.
const SHORTEST: u64 = 1024;

/// Records samples of a run.
#[derive(Debug, Clone)]
pub struct Windows<T> {
    window: u64,
    /// Whether the recorder chooses the window length. It doubles the length when there are too
    /// many windows.
    grows: bool,
    /// The samples, and for each sample the cycle in which it was taken.
    samples: Vec<(u64, T)>,
}

impl<T> Windows<T> {
    /// Makes a recorder with windows of `window` cycles. If `window` is 0, the recorder adapts the
    /// length to the length of the simulation.
    pub fn new(window: u64) -> Windows<T> {
        Windows {
            window: if window == 0 { SHORTEST } else { window },
            grows: window == 0,
            samples: Vec::new(),
        }
    }

    /// The cycle in which the next sample is due: the end of the window that contains `cycle`.
    pub fn next(&self, cycle: u64) -> u64 {
        (cycle / self.window + 1) * self.window
    }

    /// Adds a sample, taken at the end of a window in cycle `cycle`.
    pub fn take(&mut self, cycle: u64, sample: T) {
        self.samples.push((cycle, sample));
        if self.grows && self.samples.len() >= 2 * WINDOWS {
            self.window *= 2;
            let window = self.window;
            self.samples.retain(|(cycle, _)| cycle % window == 0);
        }
    }

    /// Window length in cycles. The last window may be shorter.
    pub fn window(&self) -> u64 {
        self.window
    }

    /// The samples so far, one for each window.
    pub fn samples(&self) -> &[(u64, T)] {
        &self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_grow_with_the_run_and_stay_equal() {
        let mut recorder = Windows::new(0);
        let mut cycle = 0;
        while cycle < 10_000_000 {
            cycle = recorder.next(cycle);
            recorder.take(cycle, ());
            assert!(recorder.samples().len() < 2 * WINDOWS);
        }
        assert!(recorder.samples().len() >= WINDOWS);
        for (sample, number) in recorder.samples().iter().zip(1..) {
            assert_eq!(sample.0, number * recorder.window());
        }
    }
}
