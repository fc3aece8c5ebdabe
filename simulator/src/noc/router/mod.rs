//! Routers: input buffers, a crossbar, an arbiter for each virtual channel of an output.
//!
//! In every cycle each output of each router passes on at most one flit, from a buffer whose oldest
//! flit requests it. That takes a credit, a free slot at the other end of its link; the head of a
//! packet must also have been chosen by the output's arbiter, which then serves that buffer until
//! the packet's last flit has passed (wormhole). All this holds for each virtual channel by itself;
//! of those that could pass a flit on, the first one does. The allocation of a cycle sees only the
//! state at its start.

mod allocation;
mod circuit;
mod output;

pub use allocation::Grant;
pub use output::{Output, ANY_INPUT};

use super::arbiter::Arbiter;
use super::bits::Bits;
use super::link::Link;
use super::table::Table;
use super::virtual_channels::VirtualChannels;

/// The outputs of all routers. Virtual channel v of port p of router r has the number (r · ports +
/// p) · channels + v; then come the endpoints' links into their routers, as outputs that no input
/// can request.
#[derive(Debug, Clone)]
pub struct Routers {
    /// Ports of each.
    pub ports: usize,
    pub channels: VirtualChannels,
    pub outputs: Table<Output>,
    /// Number of the first output that is an endpoint's link.
    pub inner: usize,
    /// The outputs that pass a flit on in the next cycle, so that only these are visited.
    pub movable: Bits,
    /// Heads of different levels may ask for the same output.
    pub by_level: bool,
    /// By port and class: the virtual channel that was served last. Empty if each class has one.
    served: Vec<u8>,
    /// Packets from other inputs do not start on the links of circuits.
    pub exclusive: bool,
}

impl Routers {
    /// Routers with so many `ports` each; the links of `inner` outputs, then of the endpoints.
    pub fn new(
        ports: usize,
        channels: VirtualChannels,
        links: &[Link],
        inner: usize,
        arbiter: Arbiter,
    ) -> Routers {
        let each = channels.per_port();
        let output = |(number, &link): (usize, &Link)| {
            let router = number / each / ports;
            let (class, _) = channels.split(number % each);
            let first = router * ports * each + class * ports * channels.per_class;
            Output::new(link, first, arbiter)
        };
        Routers {
            ports,
            outputs: links
                .iter()
                .enumerate()
                .map(output)
                .collect::<Vec<_>>()
                .into(),
            inner,
            movable: Bits::new(links.len()),
            by_level: false,
            served: match channels.per_class {
                1 => vec![],
                per_class => vec![0; inner / per_class],
            },
            exclusive: false,
            channels,
        }
    }

    /// The oldest flit of an input requests `output`, from the next allocation on.
    #[inline]
    pub fn request(&mut self, output: usize, input: u8) {
        let state = &mut self.outputs[output];
        state.requests |= 1 << input;
        self.movable.insert_if(output, state.can_move());
    }

    /// A slot is known to be free at the end of a link.
    #[inline]
    pub fn add_credit(&mut self, link: usize) {
        let state = &mut self.outputs[link];
        state.link.credits += 1;
        if state.link.credits == 1 {
            self.movable.insert_if(link, state.can_move());
        }
    }

    /// A virtual channel has been served: another one of its class comes first the next time.
    #[inline]
    pub fn served_channel(&mut self, output: usize) {
        if !self.served.is_empty() {
            let per_class = self.channels.per_class;
            self.served[output / per_class] = (output % per_class) as u8;
        }
    }

    /// The state of an output becomes that of another network's.
    pub fn copy_output(&mut self, number: usize, from: &Routers) {
        self.outputs[number] = from.outputs[number];
        self.movable.set(number, from.movable.has(number));
        let channel = number / self.channels.per_class;
        if let (Some(to), Some(&from)) = (self.served.get_mut(channel), from.served.get(channel)) {
            *to = from;
        }
    }

    /// Puts an output among those that are visited, or takes it out.
    fn revisit(&mut self, output: usize) {
        let can_move = self.outputs[output].can_move();
        self.movable.insert_if(output, can_move);
        self.movable.remove_if(output, !can_move);
    }
}
