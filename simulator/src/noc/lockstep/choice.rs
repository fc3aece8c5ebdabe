//! How head flits choose an output. A head chooses between two ports that lead nearer to the
//! target, among the virtual channels of a group, or between the group and an escape channel. It
//! chooses again in each cycle until it is granted an output. `Network::best_output` defines which
//! output is best.

use super::counters::{at_least, equal, more, Total};
use super::{Model, Word, EAST, LOCAL, MOST, NORTH, PORTS, SOUTH, WEST};
use crate::noc::routing::Routing;
use std::array::from_fn;

/// Pairs of ports between which a head may choose: one port along the row, one along the column.
const PAIRS: [(usize, usize); 4] = [(EAST, SOUTH), (EAST, NORTH), (WEST, SOUTH), (WEST, NORTH)];

/// Whether a port leads along the row.
#[inline(always)]
fn is_row(port: usize) -> bool {
    matches!(port, EAST | WEST)
}

/// The head flits in 64 routers that have not been granted an output. Each router has one bit in a
/// word.
#[derive(Debug, Clone, Copy)]
pub struct Heads<const CHANNELS: usize> {
    /// For each input, the routers where the front of the input is a head that has not been granted
    /// an output.
    pub waiting: [u64; CHANNELS],
    /// For each input and port, the routers whose head may leave by the port.
    to: [[u64; PORTS]; CHANNELS],
    /// For each input and group of virtual channels, the routers whose head may use the group. The
    /// channels are those of the head's port, or of its escape port if it has one.
    group: [[u64; MOST]; CHANNELS],
}

impl<const CHANNELS: usize> Heads<CHANNELS> {
    /// Records that heads have come to the front of an input, in the routers of `set`.
    #[inline(always)]
    pub fn begin(&mut self, input: usize, set: u64) {
        self.waiting[input] |= set;
        self.to[input].iter_mut().for_each(|heads| *heads &= !set);
        self.group[input]
            .iter_mut()
            .for_each(|heads| *heads &= !set);
    }

    /// Records the ports by which one head may leave, and its group of virtual channels.
    #[inline(always)]
    pub fn note(&mut self, input: usize, head: u64, ports: [usize; 2], group: usize) {
        for port in ports {
            self.to[input][port] |= head;
        }
        self.group[input][group] |= head;
    }
}

/// The outputs that heads may be granted, and which of them are best. Each router has one bit in a
/// word, and the heads of 64 routers share one offer.
struct Offer<const CHANNELS: usize> {
    /// For each port, the routers where at least one of its outputs is free. An output is free if
    /// no packet is passing it and the buffer behind it has enough free slots.
    free: [u64; PORTS],
    /// For each virtual channel and output, the routers where this output is the best one of its
    /// group for a head that arrived in this virtual channel. Virtual channels count modulo the
    /// size of a group.
    best: [[u64; CHANNELS]; MOST],
    /// For each pair of ports, the routers where the port along the column is better than the port
    /// along the row.
    along: [u64; PAIRS.len()],
}

/// How the heads of a network choose their outputs, and the waiting heads of each 64 routers.
#[derive(Debug, Clone)]
pub struct Choice<const CHANNELS: usize> {
    pub words: Vec<Heads<CHANNELS>>,
    /// The first virtual channel that is not an escape channel.
    first: usize,
    /// Number of virtual channels in a group. An escape channel is a group of its own.
    size: usize,
    /// Whether a head may have two ports to choose between.
    is_adaptive: bool,
    /// Number of free slots that the buffer behind an output needs before a packet may start there.
    /// The first number applies while some flits of the packet have not arrived in the input's
    /// buffer, the second one when all of them have.
    needed: [u32; 2],
    /// The packet length in flits, if a packet whose flits are all in one buffer needs fewer free
    /// slots than a buffer has.
    whole: Option<u32>,
}

impl<const CHANNELS: usize> Choice<CHANNELS> {
    /// How heads choose under a routing rule, with `slots` slots in each buffer. None if heads have
    /// no choice.
    pub fn of(routing: &Routing, words: usize, slots: u32, flits: u32) -> Option<Self> {
        let each = Model::<CHANNELS>::EACH;
        let is_adaptive = matches!(routing, Routing::Adaptive(_) | Routing::Minimal(_));
        if !is_adaptive && each == routing.channels_per_class() {
            return None;
        }
        let has_escape = matches!(routing, Routing::Minimal(_));
        let groups = routing.channels_per_class();
        let main = if has_escape { groups - 1 } else { 0 };
        let (first, size) = routing.channels(main, each);
        let heads = Heads {
            waiting: [0; CHANNELS],
            to: [[0; PORTS]; CHANNELS],
            group: [[0; MOST]; CHANNELS],
        };
        Some(Choice {
            words: vec![heads; words],
            first,
            size,
            is_adaptive,
            needed: match has_escape {
                true => [slots, flits.min(slots)],
                false => [0; 2],
            },
            whole: (has_escape && flits < slots).then_some(flits),
        })
    }

    /// The first virtual channel among which heads choose.
    #[inline(always)]
    fn first<const SIZE: usize>(&self) -> usize {
        match SIZE {
            1 => Model::<CHANNELS>::EACH - 1,
            _ => self.first,
        }
    }

    /// The outputs that the heads in 64 routers may be granted, if an output needs `needed` free
    /// slots behind it.
    #[inline(always)]
    fn offer<const SIZE: usize>(&self, word: &Word<CHANNELS>, needed: u32) -> Offer<CHANNELS> {
        let mut offer = Offer {
            free: [0; PORTS],
            best: [[0; CHANNELS]; MOST],
            along: [0; PAIRS.len()],
        };
        let each = Model::<CHANNELS>::EACH;
        let mut totals = [Total::default(); PORTS];
        let mut greatest = [Total::default(); PORTS];
        for port in LOCAL + 1..PORTS {
            for first in (self.first::<SIZE>()..each).step_by(SIZE) {
                let first = Model::<CHANNELS>::number(port, first);
                let outputs = first..first + SIZE;
                let mut free = [0; CHANNELS];
                for output in outputs.clone() {
                    let credits = &word.credits[output].0;
                    free[output] = !word.taken[output] & at_least(credits, needed);
                    offer.free[port] |= free[output];
                }
                compare::<CHANNELS, SIZE>(word, first, &free, &mut offer.best);
                for output in outputs.filter(|_| self.is_adaptive) {
                    totals[port].add(&word.credits[output]);
                    greatest[port].set_for(&word.credits[output], offer.best[0][output]);
                }
            }
        }
        if !self.is_adaptive {
            return offer;
        }
        for (better, (across, along)) in offer.along.iter_mut().zip(PAIRS) {
            let [here, there] = [along, across].map(|port| &totals[port].0);
            let mut more_room = more(here, there);
            if SIZE > 1 {
                let is_equal = equal(here, there);
                more_room |= is_equal & more(&greatest[along].0, &greatest[across].0);
            }
            *better = offer.free[along] & (!offer.free[across] | more_room);
        }
        offer
    }

    /// Makes heads at an input request outputs of `offer`. `heads` is the set of their routers.
    #[inline(always)]
    fn request<const SIZE: usize>(
        &self,
        offer: &Offer<CHANNELS>,
        all: &Heads<CHANNELS>,
        input: usize,
        heads: u64,
        wanted: &mut [u64; CHANNELS],
    ) {
        let each = Model::<CHANNELS>::EACH;
        let first = self.first::<SIZE>();
        let has_groups = SIZE > 1 && first == 0 && SIZE < each;
        let (_, own) = Model::<CHANNELS>::split(input);
        let best = &offer.best[own % SIZE];
        let to = all.to[input].map(|to| to & heads);
        let (across, along) = (to[EAST] | to[WEST], to[SOUTH] | to[NORTH]);
        let pairs = PAIRS.into_iter().zip(offer.along);
        let goes_along = pairs.fold(0, |all, ((across, along), better)| {
            all | to[across] & to[along] & better
        });
        let goes_across = across & along & !goes_along;
        wanted[LOCAL] |= to[LOCAL];
        let mut waits = heads;
        for (port, &to) in to.iter().enumerate().skip(LOCAL + 1) {
            let turns = if is_row(port) {
                goes_along
            } else {
                goes_across
            };
            let chosen = to & !turns;
            waits &= !(chosen & offer.free[port]);
            for channel in first..each {
                let output = Model::<CHANNELS>::number(port, channel);
                let is_of_group = match has_groups {
                    true => all.group[input][channel / SIZE],
                    false => !0,
                };
                wanted[output] |= chosen & is_of_group & best[output];
            }
        }
        for (port, &to) in to.iter().enumerate().skip(LOCAL + 1) {
            let is_second = if is_row(port) { 0 } else { across };
            let escapes = to & !is_second & waits;
            for channel in 0..first {
                let output = Model::<CHANNELS>::number(port, channel);
                wanted[output] |= escapes & all.group[input][channel];
            }
        }
    }

    /// Makes each waiting head in 64 routers request the best output that it may be granted.
    #[inline(always)]
    fn choose<const SIZE: usize>(&self, number: usize, word: &mut Word<CHANNELS>) {
        if SIZE > Model::<CHANNELS>::EACH {
            return;
        }
        let heads = &self.words[number];
        let [of_part, of_whole] = self.needed;
        let offer = self.offer::<SIZE>(word, of_part);
        let other = self.whole.map(|_| self.offer::<SIZE>(word, of_whole));
        for input in 0..CHANNELS {
            let waiting = heads.waiting[input];
            let wanted = &mut word.wanted[input];
            *wanted = [0; CHANNELS];
            let Some((flits, other)) = self.whole.zip(other.as_ref()) else {
                self.request::<SIZE>(&offer, heads, input, waiting, wanted);
                continue;
            };
            let whole = at_least(&word.lengths[input].0, flits);
            self.request::<SIZE>(&offer, heads, input, waiting & !whole, wanted);
            self.request::<SIZE>(other, heads, input, waiting & whole, wanted);
        }
    }
}

/// Finds the best free output of a group, separately for heads from each virtual channel. `first`
/// is the first output of the group. The best output has the most credits. If several have equally
/// many, it is the first one in cyclic order from the head's own virtual channel on.
#[inline(always)]
fn compare<const CHANNELS: usize, const SIZE: usize>(
    word: &Word<CHANNELS>,
    first: usize,
    free: &[u64; CHANNELS],
    best: &mut [[u64; CHANNELS]; MOST],
) {
    let credits = |channel: usize| &word.credits[first + channel].0;
    // For each pair of virtual channels, the routers where the second one is free and has more
    // credits than the first one.
    let worse: [[u64; SIZE]; SIZE] =
        from_fn(|one| from_fn(|other| free[first + other] & more(credits(other), credits(one))));
    for own in 0..SIZE {
        for turn in 0..SIZE {
            let one = (own + turn) % SIZE;
            let mut wins = free[first + one];
            for before in 0..turn {
                let other = (own + before) % SIZE;
                wins &= !free[first + other] | worse[other][one];
            }
            for after in turn + 1..SIZE {
                wins &= !worse[one][(own + after) % SIZE];
            }
            best[own][first + one] = wins;
        }
    }
}

impl<const CHANNELS: usize> Model<CHANNELS> {
    /// Makes each waiting head in the 64 routers of word `number` request the best output that it
    /// may be granted.
    #[inline(never)]
    pub(super) fn choose(&mut self, number: usize) {
        if let Some(choice) = &self.choice {
            let word = &mut self.words[number];
            match choice.size {
                1 => choice.choose::<1>(number, word),
                2 => choice.choose::<2>(number, word),
                3 => choice.choose::<3>(number, word),
                _ => choice.choose::<MOST>(number, word),
            }
        }
    }

    /// Records that flits leave inputs, so heads no longer wait there.
    #[inline(always)]
    pub(super) fn note_leaving(&mut self, number: usize, leaving: &[u64; CHANNELS]) {
        if let Some(choice) = &mut self.choice {
            let waiting = &mut choice.words[number].waiting;
            for (waiting, leaving) in waiting.iter_mut().zip(leaving) {
                *waiting &= !leaving;
            }
        }
    }
}
