//! The chip: tiles, networks, memory controllers, and the schedulers.
//!
//! The fast scheduler ([`fast`]) touches only what is active and lets cores run ahead; the
//! reference scheduler ([`reference`]) visits everything in every cycle. They share the tiles, the
//! networks and nothing that decides when these do something.

mod calendar;
mod fast;
mod livelock;
mod reference;
mod shared;
mod watchdog;

use crate::config::ChipConfig;
use crate::controller::Controller;
use crate::host::Host;
use crate::memory::OutOfMemory;
use crate::protocol::fault::Fault;
use crate::tile::cores::State;
use crate::tile::ports::Cycle;
use crate::tile::Tile;
use fast::Fast;
use shared::Shared;
use watchdog::Watchdog;

/// Why a chip is at rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Every process has ended.
    Exit,
    /// A process has ended its job.
    Abort(crate::host::Abort),
    /// A program did something forbidden.
    Fault(Fault),
    /// All processes that have not ended wait for each other.
    Deadlock,
}

/// Events of a chip between two calls that run it.
#[derive(Debug)]
pub struct Chip {
    pub config: ChipConfig,
    pub tiles: Vec<Tile>,
    pub controllers: Vec<Controller>,
    /// State that the tiles share.
    pub shared: Shared,
    /// The cycle that is simulated next.
    now: u64,
    ending: Option<Ending>,
    fast: Fast,
    watchdog: Watchdog,
}

impl Chip {
    /// A chip without programs, from a checked chip file.
    pub fn new(config: &ChipConfig, host: Host) -> Result<Chip, OutOfMemory> {
        let shared = Shared::new(config, host);
        let tiles = config.tiles();
        let controllers = shared.map.controllers();
        let links = |tile: u32| -> Vec<u32> {
            (0..controllers.len())
                .map(|number| {
                    shared
                        .requests
                        .links(tile as usize, tiles as usize + number)
                })
                .collect()
        };
        let classes = shared.requests.classes();
        Ok(Chip {
            config: config.clone(),
            tiles: (0..tiles)
                .map(|number| Tile::new(number as u16, config, classes, links(number)))
                .collect::<Result<_, _>>()?,
            controllers: (controllers.iter().zip(tiles..))
                .map(|(controller, endpoint)| Controller::new(endpoint as u16, controller, config))
                .collect::<Result<_, _>>()?,
            shared,
            now: 0,
            ending: None,
            fast: Fast::new(tiles as usize),
            watchdog: Watchdog::new(config),
        })
    }

    /// Cycles simulated so far.
    pub fn cycles(&self) -> u64 {
        self.now
    }

    /// Why the chip is at rest, if it is.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The tile of a core, and the core's index in it.
    pub fn locate(&self, core: u32) -> (usize, usize) {
        let cores = self.shared.costs.tile_cores;
        ((core / cores) as usize, (core % cores) as usize)
    }

    /// Instructions retired by all cores. Exact at rest; otherwise it includes what has been
    /// executed ahead of the clock.
    pub fn instructions(&self) -> u64 {
        let harts = self.tiles.iter().flat_map(|tile| &tile.cores.harts);
        harts.map(|hart| hart.core.instret).sum()
    }

    /// After a cycle: whether it was the last one, and why.
    fn conclude(&mut self, cycle: u64) {
        let host = &self.shared.host;
        if self.shared.reports.faults.is_empty() && !host.has_ended() && host.aborting().is_none() {
            return;
        }
        let stopping = self.shared.host.take_stopping();
        self.stop(stopping, cycle);
        while let Some(abort) = self.shared.host.aborting() {
            self.end_job(abort, cycle);
        }
        self.abandon_circuits(cycle);
        let first = self
            .shared
            .reports
            .faults
            .iter()
            .min_by_key(|f| (f.cycle, f.core));
        let ending = match (first, self.shared.host.aborted()) {
            (Some(fault), _) => Ending::Fault(fault.clone()),
            (None, _) if self.shared.host.running() > 0 => return,
            (None, Some(abort)) => Ending::Abort(abort),
            (None, None) => Ending::Exit,
        };
        self.come_to_rest(ending, cycle);
    }

    /// Every process of a job ends after this cycle.
    fn end_job(&mut self, abort: crate::host::Abort, cycle: u64) {
        let cores = self.shared.host.end_job(abort);
        self.shared.host.take_stopping();
        self.stop(cores, cycle);
    }

    /// These cores stop after this cycle, if they have not stopped before.
    fn stop(&mut self, cores: Vec<u32>, cycle: u64) {
        for core in cores {
            let (number, index) = self.locate(core);
            let tile = &mut self.tiles[number];
            tile.cores.synchronize(cycle + 1);
            let hart = &mut tile.cores.harts[index];
            if hart.state == State::Ended {
                continue;
            }
            hart.enter(State::Ended, cycle);
            hart.counts.ended = cycle;
            self.fast.enter(number, tile);
        }
    }

    /// Closes the circuits of the jobs that are over, so that others find a free network.
    fn abandon_circuits(&mut self, cycle: u64) {
        let over = self.shared.host.take_over();
        if over.is_empty() || !self.shared.costs.circuits {
            return;
        }
        let at = Cycle {
            now: cycle,
            costs: &self.shared.costs,
        };
        for (number, tile) in self.tiles.iter_mut().enumerate() {
            for core in 0..tile.cores.harts.len() {
                if over.contains(&tile.cores.harts[core].job) {
                    tile.abandon_circuit(core, at, &mut self.shared.packets);
                }
            }
            self.fast.watch_interface(number, tile.ni.is_active());
        }
    }

    /// The chip stops after this cycle: every core is where it was at its end.
    fn come_to_rest(&mut self, ending: Ending, cycle: u64) {
        self.now = cycle + 1;
        self.ending = Some(ending);
        self.synchronize(cycle + 1);
        self.shared.host.flush();
    }

    /// Rolls back what cores have executed from cycle `limit` on.
    fn synchronize(&mut self, limit: u64) {
        for tile in &mut self.tiles {
            tile.cores.synchronize(limit);
        }
    }

    /// Whether nothing can happen any more but from outside the chip.
    fn is_quiescent(&self) -> bool {
        let networks = self.shared.requests.idle() && self.shared.responses.idle();
        networks
            && !self.controllers.iter().any(Controller::is_active)
            && !self.tiles.iter().any(|tile| tile.ni.is_active())
            && self.tiles.iter().all(|tile| tile.next_event().is_none())
    }

    /// Interrupts the simulation: puts every core where the clock is, so that all figures are
    /// exact.
    pub fn interrupt(&mut self) {
        if self.ending.is_none() {
            self.synchronize(self.now);
            for (number, tile) in self.tiles.iter().enumerate() {
                self.fast.enter(number, tile);
            }
        }
    }

    /// Whether a core is waiting for something.
    pub fn is_waiting(&self, core: u32) -> bool {
        let (tile, index) = self.locate(core);
        !matches!(
            self.tiles[tile].cores.harts[index].state,
            State::Off | State::Running | State::Ended
        )
    }

    /// A core has got a process: the scheduler visits it from now on, also on a chip that was at
    /// rest because all processes had ended.
    pub fn released(&mut self, tile: usize) {
        if matches!(self.ending, Some(Ending::Exit | Ending::Abort(_))) {
            self.ending = None;
        }
        self.fast.look_at(tile, self.now);
    }
}
