//! Samples at the ends of equal windows of cycles.

/// If this recorder chooses the length of windows, a long run has at least this number of windows,
/// and fewer than twice this number.
const WINDOWS: usize = 256;
/// Length of the first windows, in cycles, if this recorder chooses the length.
const SHORTEST: u64 = 1024;

/// Records samples of a run.
#[derive(Debug, Clone)]
pub struct Windows<T> {
    window: u64,
    /// Whether this recorder chooses the length of a window, which it doubles when there are too
    /// many windows.
    grows: bool,
    /// The samples, each with the cycle in which it was taken.
    samples: Vec<(u64, T)>,
}

impl<T> Windows<T> {
    /// Makes a recorder with windows of `window` cycles. If `window` is 0, the recorder chooses a
    /// length according to the length of the run.
    pub fn new(window: u64) -> Windows<T> {
        Windows {
            window: if window == 0 { SHORTEST } else { window },
            grows: window == 0,
            samples: Vec::new(),
        }
    }

    /// The end of the window that contains `cycle`, at which the next sample is due.
    pub fn next(&self, cycle: u64) -> u64 {
        (cycle / self.window + 1) * self.window
    }

    /// Takes a sample at the end of a window.
    pub fn take(&mut self, cycle: u64, sample: T) {
        self.samples.push((cycle, sample));
        if self.grows && self.samples.len() >= 2 * WINDOWS {
            self.window *= 2;
            let window = self.window;
            self.samples.retain(|(cycle, _)| cycle % window == 0);
        }
    }

    /// Cycles of each window, except that the last one ends with the run.
    pub fn window(&self) -> u64 {
        self.window
    }

    /// The samples so far, at the end of each window.
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
