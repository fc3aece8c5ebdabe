//! Which tiles have something to do: what the fast scheduler visits, of the chip or of a zone.

use super::calendar::Calendar;
use crate::noc::Bits;
use crate::tile::ports::Ports;
use crate::tile::Tile;
use std::ops::Range;

/// The scheduler's state of tiles.
#[derive(Debug)]
pub struct Agenda {
    pub(super) calendar: Calendar,
    /// Tiles whose network interface has something to do of its own.
    pub(super) active: Bits,
}

impl Agenda {
    pub fn new(tiles: usize) -> Agenda {
        Agenda {
            calendar: Calendar::new(tiles),
            active: Bits::new(tiles),
        }
    }

    /// A tile's cores may have other work than was entered.
    pub fn enter(&mut self, number: usize, tile: &Tile) {
        self.calendar.enter(number, tile.next_event());
    }

    /// A tile's network interface may have something to do.
    #[inline]
    pub fn watch_interface(&mut self, tile: usize, active: bool) {
        self.active.insert_if(tile, active);
    }

    /// Moves what is entered of some tiles to another one; nothing is due before cycle `now`.
    pub(super) fn move_to(&mut self, other: &mut Agenda, tiles: Range<usize>, now: u64) {
        other.calendar.turn_to(now);
        for tile in tiles {
            other.calendar.enter(tile, self.calendar.take(tile));
            other.active.set(tile, self.active.has(tile));
            self.active.set(tile, false);
        }
    }

    /// The network interfaces that have flits to take or something to do, of tiles of which
    /// `first` has the lowest number. Gives how many were visited.
    pub(super) fn exchange(&mut self, tiles: &mut [Tile], first: usize, ports: &mut Ports) -> u32 {
        self.look_at_further_interfaces(ports);
        let mut visits = 0;
        for word in first / 64..(first + tiles.len()).div_ceil(64) {
            let arrived = ports.requests.arrived(word) | ports.responses.arrived(word);
            let mut visited = self.active.take_word(word) | arrived;
            while visited != 0 {
                let number = word * 64 + visited.trailing_zeros() as usize;
                // Behind the tiles are the memory controllers.
                let Some(tile) = tiles.get_mut(number - first) else {
                    break;
                };
                visited &= visited - 1;
                // A tile to which a flit has come need not be asked.
                let can_exchange = arrived >> (number % 64) & 1 != 0 || tile.can_exchange(ports);
                if can_exchange {
                    tile.exchange(ports);
                    self.enter(number, tile);
                    visits += 1;
                }
                self.watch_interface(number, tile.has_active_interface());
            }
        }
        visits
    }

    /// Tiles to whose further interfaces flits have come are visited.
    fn look_at_further_interfaces(&mut self, ports: &Ports) {
        for (endpoint, tile) in ports.cycle.costs.entrances.further() {
            let (word, bit) = (endpoint / 64, endpoint % 64);
            let arrived = ports.requests.arrived(word) | ports.responses.arrived(word);
            self.active.insert_if(tile, arrived >> bit & 1 != 0);
        }
    }

    /// The cores that have something to do in this cycle, and then, if `AHEAD`, as far ahead as
    /// they can. Gives how many tiles were visited. Those that call the host, which they cannot
    /// now, are put into `calling`.
    pub(super) fn issue<const AHEAD: bool>(
        &mut self,
        tiles: &mut [Tile],
        first: usize,
        ports: &mut Ports,
        calling: &mut Vec<usize>,
    ) -> u32 {
        let mut visited = 0;
        while let Some(number) = self.calendar.take_due(ports.cycle.now) {
            let tile = &mut tiles[number - first];
            tile.issue_due(ports);
            if std::mem::take(&mut ports.reports.call) {
                calling.push(number);
                continue;
            }
            if AHEAD {
                tile.cores.run_ahead();
            }
            // A core that has met a fault stays where it is, and so does the chip after this cycle.
            if ports.reports.faults.is_empty() {
                self.enter(number, tile);
            }
            self.watch_interface(number, tile.has_active_interface());
            visited += 1;
        }
        visited
    }
}
