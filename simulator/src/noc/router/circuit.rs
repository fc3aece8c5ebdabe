//! Circuits in a router: the grant of an output is held for one input (QM III, CL IV: "a flip-flop
//! to hold/release the grant").

use super::{Routers, ANY_INPUT};

impl Routers {
    /// A circuit from `input` (of the circuits' class) holds `output` from now on.
    pub fn hold(&mut self, output: usize, input: u8) {
        self.outputs[output].restrict(1 << input);
        let per_class = self.channels.per_class;
        let port = usize::from(input) / per_class;
        self.restrict_others(output, ((1 << per_class) - 1) << (port * per_class));
    }

    /// The circuit that holds `output` does not any more; gives its input.
    pub fn release(&mut self, output: usize) -> Option<u32> {
        let input = self.outputs[output].circuit()?;
        self.outputs[output].restrict(ANY_INPUT);
        self.revisit(output);
        self.restrict_others(output, ANY_INPUT);
        Some(input)
    }

    /// Packets of other classes may start on the link of `output` only from these inputs.
    fn restrict_others(&mut self, output: usize, starters: u32) {
        if !self.exclusive {
            return;
        }
        let first = output - output % self.channels.per_port();
        for other in first + self.channels.per_class..first + self.channels.per_port() {
            self.outputs[other].restrict(starters);
            self.revisit(other);
        }
    }
}
