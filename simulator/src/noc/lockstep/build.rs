//! Builds the network from its parameters.

use super::choice::{Choice, Choices};
use super::{Arrivals, Counters, Length};
use super::{Coordinates, Input, Lockstep, Output, Packet, Queues, Word, FACING, PORTS, WORD};
use crate::noc::arbiter::Arbiter;
use crate::noc::routing::adaptive::Adaptive;
use crate::noc::topology::mesh::{EAST, LOCAL, SOUTH, WEST};
use crate::noc::topology::Topology;
use crate::noc::{DimensionOrder, Parameters, Shape};

impl Lockstep {
    /// An empty network in cycle 0, for packets of this many flits, all of one level. None if the
    /// network is no mesh, if links differ, if routes follow neither one order of dimensions nor a
    /// turn model, if there are several virtual channels, or if buffers have too many slots.
    pub fn new(parameters: &Parameters, flits: u8) -> Option<Lockstep> {
        let Shape::Mesh {
            columns,
            rows,
            order,
        } = parameters.shape
        else {
            return None;
        };
        let topology = Topology::of(parameters);
        let adaptive = Adaptive::of(order, &topology, columns);
        let is_covered =
            adaptive.is_some() || matches!(order, DimensionOrder::Xy | DimensionOrder::Yx);
        let one_channel = parameters.channels <= 1;
        let others = !parameters.links.is_empty();
        if parameters.buffer_flits > Counters::MOST || others || !is_covered || !one_channel {
            return None;
        }
        let routers = columns * rows;
        let arbiter = Arbiter::new(parameters.arbiter);
        let words = (0..routers.div_ceil(WORD)).map(|word| {
            let here = routers - word * WORD;
            let all = if here < WORD { (1 << here) - 1 } else { !0 };
            let free = Counters::new(all, parameters.buffer_flits);
            Word {
                credits: [free; PORTS],
                ready: free,
                ..Word::default()
            }
        });
        let words: Vec<Word> = words.collect();
        let rows_first = order != DimensionOrder::Yx;
        let position = |router: usize| {
            let (column, row) = ((router % columns) as u8, (router / columns) as u8);
            let (first, second) = if rows_first {
                (column, row)
            } else {
                (row, column)
            };
            Coordinates { first, second }
        };
        let output = |number: usize| {
            let (router, port) = (number / PORTS, number % PORTS);
            let queue = match port {
                LOCAL => routers * PORTS + router,
                EAST => (router + 1) * PORTS + FACING[port],
                WEST => router.saturating_sub(1) * PORTS + FACING[port],
                SOUTH => (router + columns) * PORTS + FACING[port],
                _ => router.saturating_sub(columns) * PORTS + FACING[port],
            };
            Output {
                requests: 0,
                arbiter,
                tail: 0,
                queue: queue as u32,
                flits: 0,
            }
        };
        let (hop, out) = (
            parameters.router + parameters.link,
            parameters.router + parameters.delay,
        );
        let longest = hop.max(out).max(parameters.credit);
        let cycles = (u64::from(longest) + 1).next_power_of_two();
        // A packet is in a queue while its flits need slots there, and one more packet may be on
        // its way.
        let places = (parameters.buffer_flits + 1).next_power_of_two() as u8;
        let outputs: Vec<Output> = (0..routers * PORTS).map(output).collect();
        let positions: Vec<Coordinates> = (0..routers).map(position).collect();
        let queues = routers * (PORTS + 1) * usize::from(places);
        Some(Lockstep {
            now: 0,
            routers,
            columns,
            rows_first,
            choice: adaptive.map(|routing| Choice {
                routing,
                words: vec![Choices::default(); words.len()],
            }),
            length: Length::new(flits),
            hop: hop.into(),
            out: out.into(),
            delay: parameters.delay.into(),
            credit: parameters.credit.into(),
            arrivals: vec![Arrivals::default(); words.len() * cycles as usize],
            words,
            arrived: 0,
            cycles,
            positions: positions.into(),
            outputs: outputs.into(),
            inputs: vec![Input::default(); routers * PORTS].into(),
            queues: Queues {
                all: vec![Packet::default(); queues].into(),
                places,
            },
            sent: vec![0; routers].into(),
            taken: vec![0; routers].into(),
        })
    }
}
