//! Loading of a job: its waiting cores fetch its programs into their tiles by DMA.

use super::Chip;
use crate::protocol::Destination;
use crate::tile::cores::State;
use crate::tile::dma::{Direction, Start};

/// The DMA command buffer that fetches the program of a core.
const BUFFER: usize = 0;

/// A piece of a program that is fetched from DRAM into a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetch {
    /// Global address in DRAM.
    pub from: u32,
    /// Byte offset in the tile's memory.
    pub to: u32,
    pub bytes: u32,
}

/// A job that is being loaded.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) job: u16,
    /// The cores of the job: chip-wide number of each, and the pieces that it must still fetch.
    cores: Vec<(u32, Vec<Fetch>)>,
    /// Number of cores that have not received all their pieces yet.
    left: usize,
}

impl Chip {
    /// Accepts a job of which only these pieces must still be loaded. When all cores have fetched
    /// their pieces, they start.
    pub fn await_arrival(&mut self, job: u16, cores: Vec<(u32, Vec<Fetch>)>) {
        let numbers: Vec<u32> = cores.iter().map(|(core, _)| *core).collect();
        self.arrivals.push(Arrival {
            job,
            left: cores.len(),
            cores,
        });
        for core in numbers {
            let (tile, index) = self.locate(core);
            let hart = &mut self.tiles[tile].cores.harts[index];
            hart.enter(State::Loading, self.now);
            self.fetch_next(core, self.now);
        }
    }

    /// Starts the transfer of the next piece to a core. An earlier transfer must be complete.
    pub(super) fn fetch_next(&mut self, core: u32, now: u64) {
        let found = self
            .arrivals
            .iter_mut()
            .enumerate()
            .find_map(|(at, arrival)| {
                let (_, fetches) = arrival.cores.iter_mut().find(|(own, _)| *own == core)?;
                let next = fetches.pop();
                arrival.left -= usize::from(next.is_none());
                Some((at, next, arrival.left))
            });
        match found {
            Some((_, Some(fetch), _)) => self.fetch(core, fetch, now),
            Some((at, None, 0)) => self.start_arrived(at, now),
            _ => {}
        }
    }

    fn fetch(&mut self, core: u32, fetch: Fetch, now: u64) {
        let (number, index) = self.locate(core);
        let tile = &mut self.tiles[number];
        let transfer = Start {
            direction: Direction::Get,
            only_tries: false,
            to: None,
            level: None,
            offset: fetch.to,
            counter: Destination::None,
            pc: tile.cores.harts[index].core.pc,
            ready: now + self.shared.costs.dma_start,
            after: tile.ni(index).entered(),
        };
        let buffer = tile.ni_mut(index).engine.buffer(index, BUFFER);
        buffer.remote = fetch.from;
        buffer.bytes = fetch.bytes;
        buffer.start(transfer);
        tile.ni_mut(index).engine.enqueue(index, BUFFER);
        let counts = &mut tile.cores.harts[index].counts;
        counts.transfers += 1;
        counts.transfer_bytes += u64::from(fetch.bytes);
        self.fast.agenda.note_active(number, true);
    }

    /// Starts the cores of a job when all of them have received their pieces. They issue their
    /// first instruction in cycle `now`.
    fn start_arrived(&mut self, at: usize, now: u64) {
        let arrival = self.arrivals.remove(at);
        for controller in &mut self.controllers {
            controller.partition.hide_images(arrival.job);
        }
        for (core, _) in arrival.cores {
            let (number, index) = self.locate(core);
            let tile = &mut self.tiles[number];
            tile.cores.synchronize(now);
            tile.ni_mut(index).engine.reset(index);
            let hart = &mut tile.cores.harts[index];
            hart.resume(now, now);
            hart.counts.started = now;
            self.fast.agenda.calendar.enter(number, Some(now));
        }
    }
}
