//! Routers: input buffers, a crossbar, and an arbiter for each virtual channel of an output.
//!
//! In every cycle, a port passes on at most one flit. The flit comes from a buffer whose oldest
//! flit requests an output of the port, and it needs a credit, that is, a free slot at the other
//! end of the link. A head must also be chosen by the output's arbiter. The arbiter then serves
//! only the head's buffer until the last flit of the packet has passed (wormhole).
//!
//! An output is a virtual channel of a port, and has an arbiter and credits of its own. If several
//! outputs of a port could pass a flit on, those of the first traffic class go first, and the
//! outputs of a class take turns. The allocation uses the state at the start of the cycle, before
//! any flit moves.

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

/// How often a port can pass flits on.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Number of cycles for which one flit occupies the link behind the port.
    pub cycles: u8,
    /// The first cycle in which the port may pass a flit on.
    pub free: u64,
}

/// The outputs of all routers. Virtual channel v of port p of router r has the number (r · ports +
/// p) · channels + v. After these outputs come the links from endpoints to their routers, which are
/// stored as outputs that no input can request.
#[derive(Debug, Clone)]
pub struct Routers {
    /// Number of ports of each router.
    pub ports: usize,
    pub channels: VirtualChannels,
    pub outputs: Table<Output>,
    /// Number of the first entry in `outputs` that is an endpoint's link.
    pub inner: usize,
    /// The outputs that have both a flit and a credit for this flit. The allocation visits no
    /// others.
    pub movable: Bits,
    /// Whether heads with different priority levels may request the same output.
    pub by_level: bool,
    /// For each port and class, the virtual channel that was served last. Empty if each class has
    /// one virtual channel and heads do not choose their outputs.
    served: Vec<u8>,
    /// For each input, the output that the packet at its front has chosen. Empty if heads do not
    /// choose their outputs.
    pub chosen: Vec<u32>,
    /// The inputs whose front flit is a head that has not been granted an output. Such a head
    /// chooses its output again in each cycle.
    pub heads: Bits,
    /// For each port, how often it can pass a flit on. Empty if all ports can do so in each cycle.
    pub paces: Vec<Pace>,
    /// Whether a circuit is exclusive: only packets from its own input may start on its links.
    pub exclusive: bool,
    /// Whether packets that open circuits wait for other circuits. If they do, a circuit excludes
    /// packets of other classes from its links only when its first data packet passes. So packets
    /// of other classes never wait for a circuit that is itself waiting.
    pub queue: bool,
}

impl Routers {
    /// Makes the outputs of routers with `ports` ports each. The first `inner` links leave outputs
    /// of routers, the others leave endpoints.
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
            chosen: vec![],
            heads: Bits::new(0),
            paces: vec![],
            exclusive: false,
            queue: false,
            channels,
        }
    }

    /// Records that the oldest flit of an input requests `output`, from the next allocation on.
    #[inline]
    pub fn request(&mut self, output: usize, input: u8) {
        let state = &mut self.outputs[output];
        state.requests |= 1 << input;
        self.movable.insert_if(output, state.can_move());
    }

    /// Records that the sender of a link knows of another free slot at the end of the link.
    #[inline]
    pub fn add_credit(&mut self, link: usize) {
        let state = &mut self.outputs[link];
        state.link.credits += 1;
        if state.link.credits == 1 {
            self.movable.insert_if(link, state.can_move());
        }
    }

    /// Whether the caller must call `served_channel` after an output has passed a flit on. This is
    /// so if a class has several virtual channels, or if heads choose their outputs.
    #[inline]
    pub fn notes_channels(&self) -> bool {
        !self.served.is_empty()
    }

    /// Records that an output has passed a flit on. Next time, another virtual channel of the
    /// flit's class has the first turn.
    #[inline]
    pub fn served_channel(&mut self, output: usize) {
        let per_class = self.channels.per_class;
        self.served[output / per_class] = (output % per_class) as u8;
    }

    /// Lets heads choose their outputs. For each input, `outputs` yields an output of the input's
    /// router, as an initial choice.
    pub fn let_heads_choose(&mut self, outputs: impl Iterator<Item = u32>) {
        self.chosen = outputs.collect();
        self.heads = Bits::new(self.chosen.len());
        self.served = vec![0; self.inner / self.channels.per_class];
    }

    /// Makes the head at the front of an input request `output` instead of its previous choice.
    /// `number` is the input's number among all inputs, and `input` its number in its router and
    /// class.
    pub fn choose(&mut self, number: usize, input: u8, output: usize) {
        let before = std::mem::replace(&mut self.chosen[number], output as u32) as usize;
        if before != output {
            let state = &mut self.outputs[before];
            state.requests &= !(1 << input);
            let stops = !state.can_move();
            self.movable.remove_if(before, stops);
        }
        self.request(output, input);
    }

    /// Records that a port has passed a flit on in cycle `now`. `output` is any output of the port.
    pub fn pause(&mut self, output: usize, now: u64) {
        let pace = &mut self.paces[output / self.channels.per_port()];
        pace.free = now + u64::from(pace.cycles);
    }

    /// Whether the link of a port is still carrying a flit.
    #[inline]
    fn pauses(&self, port: usize, now: u64) -> bool {
        self.paces.get(port).is_some_and(|pace| pace.free > now)
    }

    /// Copies the state of an output from another network.
    pub fn copy_output(&mut self, number: usize, from: &Routers) {
        self.outputs[number] = from.outputs[number];
        self.movable.set(number, from.movable.has(number));
        let port = number / self.channels.per_port();
        if let (Some(to), Some(&from)) = (self.paces.get_mut(port), from.paces.get(port)) {
            *to = from;
        }
        let channel = number / self.channels.per_class;
        if let (Some(to), Some(&from)) = (self.served.get_mut(channel), from.served.get(channel)) {
            *to = from;
        }
    }

    /// Adds an output to `movable` or removes it from there, depending on its state.
    fn revisit(&mut self, output: usize) {
        let can_move = self.outputs[output].can_move();
        self.movable.insert_if(output, can_move);
        self.movable.remove_if(output, !can_move);
    }
}
