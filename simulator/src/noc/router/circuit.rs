//! Circuits in a router: an output holds its grant for one input (section III of the paper QM and
//! section IV of the paper CL, `docs/papers.md`: "a flip-flop to hold/release the grant").

use super::{Routers, ANY_INPUT};

impl Routers {
    /// Makes a circuit from `input` hold `output` from now on. `input` must belong to the traffic
    /// class of circuits.
    pub fn hold(&mut self, output: usize, input: u8) {
        self.outputs[output].restrict(1 << input);
        self.outputs[output].told = false;
        if !self.queue {
            self.exclude_others(output, input);
        }
    }

    /// Records that a packet on the circuit from `input` has passed `output`, which shows that the
    /// circuit is complete. If packets that open circuits may wait for other circuits, packets of
    /// other classes are excluded from the link only from now on.
    pub fn used(&mut self, output: usize, input: u8) {
        if self.queue {
            self.exclude_others(output, input);
        }
    }

    /// Allows packets of other classes to start on the link of `output` only if they come from the
    /// port of `input`.
    fn exclude_others(&mut self, output: usize, input: u8) {
        let per_class = self.channels.per_class;
        let port = usize::from(input) / per_class;
        self.restrict_others(output, ((1 << per_class) - 1) << (port * per_class));
    }

    /// The output that a circuit holds if it uses the same port as `output`.
    pub fn of_circuit(&self, output: usize) -> usize {
        output - output % self.channels.per_port()
    }

    /// Whether a circuit holds `output` and keeps a packet off its link, and its initiator has not
    /// been told.
    pub fn is_needed(&self, output: usize) -> bool {
        let state = &self.outputs[output];
        let kept_off =
            || (output..output + self.channels.per_port()).any(|o| self.outputs[o].keeps_off());
        !state.told && state.circuit().is_some() && kept_off()
    }

    /// Ends the circuit that holds `output`. Returns the input of the circuit.
    pub fn release(&mut self, output: usize) -> Option<u32> {
        let input = self.outputs[output].circuit()?;
        self.outputs[output].restrict(ANY_INPUT);
        self.revisit(output);
        self.restrict_others(output, ANY_INPUT);
        Some(input)
    }

    /// Allows packets of other classes to start on the link of `output` only if they come from one
    /// of the inputs `starters`.
    fn restrict_others(&mut self, output: usize, starters: u64) {
        if !self.exclusive {
            return;
        }
        let first = self.of_circuit(output);
        for other in first + self.channels.per_class..first + self.channels.per_port() {
            self.outputs[other].restrict(starters);
            self.revisit(other);
        }
    }
}
