//! Builds the lockstep model of a network from its parameters.

use super::choice::Choice;
use super::{Arrivals, Coordinates, Counters, Length, Line, Model, Output, Queues, Routes};
use super::{Word, FACING, WORD};
use crate::noc::arbiter::Arbiter;
use crate::noc::routing::Routing;
use crate::noc::topology::{Connection, Topology};
use crate::noc::Parameters;

impl<const CHANNELS: usize> Model<CHANNELS> {
    /// Makes an empty network in cycle 0, for a mesh or torus and packets of `flits` flits. Returns
    /// none if not all links are alike, or if buffers have too many slots for the model.
    pub fn new(
        parameters: &Parameters,
        columns: usize,
        topology: &Topology,
        routing: Routing,
        flits: u8,
    ) -> Option<Self> {
        let slots = parameters.buffer_flits;
        if slots > Counters::MOST || !parameters.links.is_empty() {
            return None;
        }
        let routers = topology.routers;
        let words = (0..routers.div_ceil(WORD)).map(|word| {
            let here = routers - word * WORD;
            let all = if here < WORD { (1 << here) - 1 } else { !0 };
            Word::new(all, slots)
        });
        let words: Vec<Word<CHANNELS>> = words.collect();
        let is_in_order = matches!(routing, Routing::Xy(_) | Routing::Yx(_)) && Self::EACH == 1;
        let rows_first = !(is_in_order && matches!(routing, Routing::Yx(_)));
        let position = |router: usize| {
            let (column, row) = ((router % columns) as u8, (router / columns) as u8);
            let (first, second) = match rows_first {
                true => (column, row),
                false => (row, column),
            };
            Coordinates { first, second }
        };
        let arbiter = Arbiter::new(parameters.arbiter);
        let output = |number: usize| {
            let (router, (port, channel)) = (number / CHANNELS, Self::split(number % CHANNELS));
            let queue = match topology.connections[router * topology.ports + port] {
                Connection::Port(other) => {
                    other / topology.ports * CHANNELS + Self::number(FACING[port], channel)
                }
                _ => routers * CHANNELS + router,
            };
            Output {
                requests: 0,
                arbiter,
                tail: 0,
                queue,
                flits: 0,
            }
        };
        let (hop, out) = (
            parameters.router + parameters.link,
            parameters.router + parameters.delay,
        );
        let longest = hop.max(out).max(parameters.credit);
        let cycles = (u64::from(longest) + 1).next_power_of_two();
        let outputs: Vec<Output> = (0..routers * CHANNELS).map(output).collect();
        let positions: Vec<Coordinates> = (0..routers).map(position).collect();
        Some(Model {
            now: 0,
            routers,
            columns,
            rows_first,
            choice: Choice::of(&routing, words.len(), slots, flits.into()),
            routes: (!is_in_order).then(|| {
                let packets = vec![0; routers];
                Box::new(Routes { routing, packets })
            }),
            length: Length::new(flits),
            hop: hop.into(),
            out: out.into(),
            delay: parameters.delay.into(),
            credit: parameters.credit.into(),
            arrivals: vec![Arrivals::default(); words.len() * cycles as usize],
            words,
            lines: Line::both(topology, columns),
            arrived: 0,
            cycles,
            positions: positions.into(),
            outputs: outputs.into(),
            queues: Queues::new(routers * (CHANNELS + 1), slots),
            sent: vec![0; routers].into(),
        })
    }
}
