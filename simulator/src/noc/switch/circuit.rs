//! Circuits in a switch: the grant of an output is held for one input (QM III, CL IV: "a flip-flop to
//! hold/release the grant").

use super::{Switches, ANYBODY};

impl Switches {
    /// A circuit from `input` (of the circuits' plane) holds `output` from now on.
    pub fn hold(&mut self, output: usize, input: u8) {
        self.outputs[output].restrict(1 << input);
        let classes = self.lanes.classes;
        let port = usize::from(input) / classes;
        self.bar(output, ((1 << classes) - 1) << (port * classes));
    }

    /// The circuit that holds `output` does not any more; gives its input.
    pub fn release(&mut self, output: usize) -> Option<u32> {
        let input = self.outputs[output].circuit()?;
        self.outputs[output].restrict(ANYBODY);
        self.revisit(output);
        self.bar(output, ANYBODY);
        Some(input)
    }

    /// Best effort on the link of `output` may start only from these inputs.
    fn bar(&mut self, output: usize, starters: u32) {
        if !self.exclusive {
            return;
        }
        let first = output - output % self.lanes.each();
        for other in first + self.lanes.classes..first + self.lanes.each() {
            self.outputs[other].restrict(starters);
            self.revisit(other);
        }
    }
}
