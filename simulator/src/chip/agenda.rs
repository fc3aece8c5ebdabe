//! The tiles of a chip, or of a zone, that the fast scheduler has to visit because they have work.

use super::calendar::Calendar;
use crate::noc::Bits;
use crate::tile::ports::Ports;
use crate::tile::Tile;
use std::ops::Range;

/// Which tiles have work, and in which cycle.
#[derive(Debug)]
pub struct Agenda {
    pub(super) calendar: Calendar,
    /// Tiles whose network interfaces have work even if no flit arrives.
    pub(super) active: Bits,
}

impl Agenda {
    pub fn new(tiles: usize) -> Agenda {
        Agenda {
            calendar: Calendar::new(tiles),
            active: Bits::new(tiles),
        }
    }

    /// Updates the cycle in which the cores of a tile will next have work.
    pub fn enter(&mut self, number: usize, tile: &Tile) {
        self.calendar.enter(number, tile.next_event());
    }

    /// If `active` is set, records that network interfaces of this tile have work even if no flit
    /// arrives.
    #[inline]
    pub fn note_active(&mut self, tile: usize, active: bool) {
        self.active.insert_if(tile, active);
    }

    /// Moves the entries of some tiles to another agenda. No tile may have work before cycle `now`.
    pub(super) fn move_to(&mut self, other: &mut Agenda, tiles: Range<usize>, now: u64) {
        other.calendar.turn_to(now);
        for tile in tiles {
            other.calendar.enter(tile, self.calendar.take(tile));
            other.active.set(tile, self.active.has(tile));
            self.active.set(tile, false);
        }
    }

    /// Visits the network interfaces that have work, for example flits to take. The first tile in
    /// `tiles` has number `first`. Returns the number of visits.
    pub(super) fn exchange(&mut self, tiles: &mut [Tile], first: usize, ports: &mut Ports) -> u32 {
        self.look_at_further_interfaces(ports);
        let mut visits = 0;
        for word in first / 64..(first + tiles.len()).div_ceil(64) {
            let arrived = ports.requests.arrived(word) | ports.responses.arrived(word);
            let mut visited = self.active.take_word(word) | arrived;
            while visited != 0 {
                let number = word * 64 + visited.trailing_zeros() as usize;
                // Endpoint numbers above those of the tiles belong to memory controllers.
                let Some(tile) = tiles.get_mut(number - first) else {
                    break;
                };
                visited &= visited - 1;
                // A tile at which a flit has arrived always has work.
                let can_exchange = arrived >> (number % 64) & 1 != 0 || tile.can_exchange(ports);
                if can_exchange {
                    tile.exchange(ports);
                    self.enter(number, tile);
                    visits += 1;
                }
                self.note_active(number, tile.has_active_interface(ports.cycle.now));
            }
        }
        visits
    }

    /// Marks the tiles whose additional network interfaces have received flits as active.
    fn look_at_further_interfaces(&mut self, ports: &Ports) {
        for (endpoint, tile) in ports.cycle.costs.entrances.further() {
            let (word, bit) = (endpoint / 64, endpoint % 64);
            let arrived = ports.requests.arrived(word) | ports.responses.arrived(word);
            self.active.insert_if(tile, arrived >> bit & 1 != 0);
        }
    }

    /// Makes the due cores issue their instructions. If `AHEAD` is set, the cores then run ahead of
    /// the clock as far as they can. Returns the number of tiles visited. Adds a tile to `calling`
    /// if one of its cores is to call the host at a time when the host accepts no call.
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
            if AHEAD && ports.quiet_until > 0 {
                let next = match self.active.is_empty() {
                    true => self.calendar.earliest(ports.cycle.now).unwrap_or(u64::MAX),
                    false => 0,
                };
                ports.quiet_until = ports.quiet_until.min(next);
            }
            tile.issue_due(ports);
            if std::mem::take(&mut ports.reports.call) {
                calling.push(number);
                continue;
            }
            if AHEAD {
                tile.cores.run_ahead();
            }
            // After a fault, the tiles' next cycles are not entered here. The jobs with faults end
            // first, and then the next cycles of all tiles are entered (`end_faulty_jobs`).
            if ports.reports.faults.is_empty() {
                self.enter(number, tile);
            }
            self.note_active(number, tile.has_active_interface(ports.cycle.now));
            visited += 1;
        }
        visited
    }
}
