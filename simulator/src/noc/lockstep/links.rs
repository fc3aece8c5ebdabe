//! The links between routers. A flit or a credit is a bit in a word, at the position of its router.
//! A link moves the bit to the position of a neighbouring router.

use super::{Model, EAST, FACING, NORTH, SOUTH, WEST, WORD};
use crate::noc::topology::{Connection, Topology};

/// The links along one dimension.
#[derive(Debug, Clone)]
pub struct Line {
    /// The difference between the numbers of two neighbours in this dimension.
    distance: usize,
    /// On a torus, the links that join the two ends of a row or column. `around` is the difference
    /// between the numbers of the two routers. `ends` contains two sets of routers for each word:
    /// those at which a link to higher numbers wraps around, and those at which a link to lower
    /// numbers does.
    around: usize,
    ends: Vec<[u64; 2]>,
}

impl Line {
    /// The links along rows and along columns of a mesh or torus.
    pub fn both(topology: &Topology, columns: usize) -> [Line; 2] {
        [(EAST, 1, columns), (SOUTH, columns, topology.routers)].map(|(up, distance, length)| {
            let leads_around = |router: usize, port: usize| {
                let connection = topology.connections[router * topology.ports + port];
                matches!(connection, Connection::Port(other)
                    if (other / topology.ports < router) == (port == up))
            };
            let mut ends = vec![[0; 2]; topology.routers.div_ceil(WORD)];
            for router in 0..topology.routers {
                for (end, port) in [up, FACING[up]].into_iter().enumerate() {
                    let bit = u64::from(leads_around(router, port)) << (router % WORD);
                    ends[router / WORD][end] |= bit;
                }
            }
            if ends.iter().all(|&ends| ends == [0; 2]) {
                ends.clear();
            }
            Line {
                distance,
                around: length - distance,
                ends,
            }
        })
    }
}

impl<const CHANNELS: usize> Model<CHANNELS> {
    /// Sends flits that pass outputs to the neighbours, and also the credits for flits that leave
    /// inputs.
    #[inline(always)]
    pub(super) fn send_to_neighbours(
        &mut self,
        number: usize,
        passing: &[u64; CHANNELS],
        leaving: &[u64; CHANNELS],
    ) {
        self.send_by::<EAST>(number, passing, leaving);
        self.send_by::<WEST>(number, passing, leaving);
        self.send_by::<SOUTH>(number, passing, leaving);
        self.send_by::<NORTH>(number, passing, leaving);
    }

    /// Sends the flits and credits of one port to the neighbour at the end of its link.
    #[inline(always)]
    fn send_by<const PORT: usize>(
        &mut self,
        number: usize,
        passing: &[u64; CHANNELS],
        leaving: &[u64; CHANNELS],
    ) {
        let line = &self.lines[usize::from(PORT >= SOUTH)];
        let is_up = PORT == EAST || PORT == SOUTH;
        let (distance, around) = (line.distance, line.around);
        match line.ends.get(number) {
            Some(ends) => {
                let ends = ends[usize::from(!is_up)];
                self.send_far::<PORT>(number, is_up, distance, passing, leaving, !ends);
                self.send_far::<PORT>(number, !is_up, around, passing, leaving, ends);
            }
            None => self.send_far::<PORT>(number, is_up, distance, passing, leaving, !0),
        }
    }

    /// Sends the flits and credits of one port, in the routers of `set`. They go to routers whose
    /// numbers are higher by `distance` if `is_up`, and lower otherwise.
    #[inline(always)]
    fn send_far<const PORT: usize>(
        &mut self,
        number: usize,
        is_up: bool,
        distance: usize,
        passing: &[u64; CHANNELS],
        leaving: &[u64; CHANNELS],
        set: u64,
    ) {
        let (words, shift) = (distance / WORD, distance % WORD);
        let (hop, credit) = (
            self.at(self.now + self.hop),
            self.at(self.now + self.credit),
        );
        let mut send_to = |word: usize, moved: &dyn Fn(u64) -> u64| {
            for channel in 0..Self::EACH {
                let here = Self::number(PORT, channel);
                let there = Self::number(FACING[PORT], channel);
                self.arrivals[hop + word].flits[there] |= moved(passing[here] & set);
                self.arrivals[credit + word].credits[there] |= moved(leaving[here] & set);
            }
        };
        let all = self.words.len();
        match is_up {
            true => {
                let to = number + words;
                if to < all {
                    send_to(to, &|bits| bits << shift);
                }
                if shift > 0 && to + 1 < all {
                    send_to(to + 1, &|bits| bits >> (WORD - shift));
                }
            }
            false => {
                if number >= words {
                    send_to(number - words, &|bits| bits >> shift);
                }
                if shift > 0 && number > words {
                    send_to(number - words - 1, &|bits| bits << (WORD - shift));
                }
            }
        }
    }
}
