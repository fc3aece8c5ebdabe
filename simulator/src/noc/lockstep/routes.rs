//! Routes in the lockstep model: the outputs that a head flit requests.

use super::{members, Coordinates, Model, EAST, LOCAL, NORTH, NO_MIDDLE, SOUTH, WEST};
use crate::noc::routing::Routing;
use std::hint::select_unpredictable;
use std::ops::Range;

/// The routing rule of a network. Dimension-order routing on a mesh with one virtual channel needs
/// no such rule.
#[derive(Debug, Clone)]
pub struct Routes {
    pub routing: Routing,
    /// For each tile, how many of its packets have had an intermediate router drawn at random.
    pub packets: Vec<u64>,
}

impl Routes {
    /// Draws the intermediate router of a tile's next packet at random. Returns `NO_MIDDLE` if the
    /// routing uses none.
    pub fn draw_middle(&mut self, tile: usize, target: usize) -> u16 {
        let Routing::ByMiddle(routing) = &self.routing else {
            return NO_MIDDLE;
        };
        self.packets[tile] += 1;
        routing.draw(tile, target, self.packets[tile]) as u16
    }
}

/// A head flit at the front of an input, and the intermediate router that its packet must reach
/// first.
struct Head {
    input: usize,
    router: usize,
    target: usize,
    middle: Option<usize>,
}

/// What a head requests: its two possible ports (equal if there is only one), a group of virtual
/// channels, and the intermediate router that it must still reach. The virtual channels are those
/// behind the two ports, or behind the escape port if there is one.
type Request = ([usize; 2], usize, Option<usize>);

impl<const CHANNELS: usize> Model<CHANNELS> {
    /// Routes the head flits that have come to the front of `inputs` of the 64 routers in
    /// `words[number]`.
    #[inline(always)]
    pub(super) fn route(&mut self, number: usize, inputs: Range<usize>) {
        if self.routes.is_some() {
            return self.route_by_rule(number, inputs);
        }
        let word = &mut self.words[number];
        for input in inputs {
            let heads = members(number, word.take_heads(input));
            for (router, bit, packet) in self.queues.fronts(heads, CHANNELS, input) {
                let port = next_port(self.rows_first, self.positions[router], packet.target);
                word.wanted[input][port] |= bit;
                self.outputs[router * CHANNELS + port].requests |= 1 << input;
            }
        }
    }

    /// Routes heads as `route` does, by the rule in `routes`.
    #[inline(never)]
    fn route_by_rule(&mut self, number: usize, inputs: Range<usize>) {
        let routes = self.routes.take().expect("there is a rule");
        match &routes.routing {
            Routing::Minimal(minimal) => self.request(number, inputs, |head| {
                let ports = minimal.ports(head.router, head.target);
                let group = minimal.escape_channel(head.router, head.target);
                (ports, group, head.middle)
            }),
            Routing::Adaptive(adaptive) => self.request(number, inputs, |head| {
                let (from, _) = Self::split(head.input);
                let ports = adaptive.ports(head.router, from, head.target);
                (ports, 0, head.middle)
            }),
            Routing::ByMiddle(by_middle) => self.request(number, inputs, |head| {
                let (port, group, next) = by_middle.route(head.router, head.target, head.middle);
                ([port; 2], group, next)
            }),
            routing => self.request(number, inputs, |head| {
                let group = match Self::split(head.input) {
                    (LOCAL, _) => routing.first_group(head.router),
                    (_, channel) => routing.group(channel, Self::EACH),
                };
                let (port, group) = routing.route(head.router, head.target, group);
                ([port; 2], group, head.middle)
            }),
        }
        self.routes = Some(routes);
    }

    /// Makes each new head at the front of `inputs` request the output that `rule` returns. If
    /// heads have a choice, records the possible outputs instead.
    #[inline(always)]
    fn request(
        &mut self,
        number: usize,
        inputs: Range<usize>,
        mut rule: impl FnMut(Head) -> Request,
    ) {
        let word = &mut self.words[number];
        let mut waiting = self.choice.as_mut().map(|choice| &mut choice.words[number]);
        for input in inputs {
            let heads = word.take_heads(input);
            if let Some(waiting) = &mut waiting {
                waiting.begin(input, heads);
            }
            let mut at_middle = 0;
            let heads = members(number, heads);
            for (router, bit, packet) in self.queues.fronts(heads, CHANNELS, input) {
                let Coordinates { first, second } = packet.target;
                let middle = (packet.middle != NO_MIDDLE).then_some(packet.middle.into());
                let (ports, group, next) = rule(Head {
                    input,
                    router,
                    target: usize::from(second) * self.columns + usize::from(first),
                    middle,
                });
                if next != middle {
                    at_middle |= bit;
                }
                if let Some(waiting) = &mut waiting {
                    waiting.note(input, bit, ports, group);
                    continue;
                }
                let output = Self::number(ports[0], group);
                word.wanted[input][output] |= bit;
                self.outputs[router * CHANNELS + output].requests |= 1 << input;
            }
            for (router, _) in members(number, at_middle) {
                self.queues.reach_middle(router * CHANNELS + input);
            }
        }
    }
}

/// The port by which a packet leaves a router under dimension-order routing on a mesh.
#[inline(always)]
fn next_port(rows_first: bool, here: Coordinates, target: Coordinates) -> usize {
    let (first, second) = match rows_first {
        true => ((EAST, WEST), (SOUTH, NORTH)),
        false => ((SOUTH, NORTH), (EAST, WEST)),
    };
    // The code selects values instead of branching: the host would often mispredict the branches,
    // because a packet may turn at any router.
    let select = select_unpredictable::<usize>;
    let in_first = select(target.first > here.first, first.0, first.1);
    let in_second = select(target.second > here.second, second.0, second.1);
    let then = select(target.second != here.second, in_second, LOCAL);
    select(target.first != here.first, in_first, then)
}
