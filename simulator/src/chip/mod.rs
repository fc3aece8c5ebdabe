//! The chip: tiles, networks, memory controllers, and the schedulers.
//!
//! The fast scheduler ([`fast`]) visits only active parts, and lets cores execute ahead of the
//! clock. The reference scheduler ([`reference`]) visits every part in every cycle. Both use the
//! same tiles and networks, but they share no code that decides when a part does something.

pub mod addresses;
mod agenda;
mod arrival;
mod calendar;
mod deadlock;
mod fast;
mod jobs;
mod reference;
mod rest;
mod shared;
mod stepping;
mod workers;
mod zones;

use crate::check::SharedChecker;
use crate::config::ChipConfig;
use crate::controller::Controller;
use crate::host::Host;
use crate::memory::{OutOfMemory, SharedShadow};
use crate::protocol::fault::Fault;
use crate::tile::cores::State;
use crate::tile::Tile;
use arrival::Arrival;
pub use arrival::Fetch;
use deadlock::Watchdog;
use fast::Fast;
use jobs::Attendance;
pub use jobs::EndedJob;
pub use reference::{Moment, Shown};
use shared::Shared;
use std::collections::HashMap;
use std::ops::Range;

/// Why the simulation of a chip has come to an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Every process has ended.
    Exit,
    /// A process has ended its job.
    Abort(crate::host::Abort),
    /// The job that starts jobs has ended this one.
    Stopped,
    /// A program has caused a fault, for example by a forbidden access.
    Fault(Fault),
    /// All processes that have not ended wait for each other.
    Deadlock,
    /// Packets in the networks block each other, because the programs do not close their circuits.
    NetworkDeadlock,
    /// Processes run or repeat accesses, but have made no progress for this many cycles.
    Livelock(u64),
}

impl Ending {
    /// Whether the processes made no progress: they would wait for ever, or run for ever.
    pub fn is_standstill(&self) -> bool {
        matches!(
            self,
            Ending::Deadlock | Ending::NetworkDeadlock | Ending::Livelock(_)
        )
    }
}

/// A chip. Between two calls that simulate it, its state can be read.
#[derive(Debug)]
pub struct Chip {
    pub config: ChipConfig,
    pub tiles: Vec<Tile>,
    pub controllers: Vec<Controller>,
    /// State that the tiles share.
    pub shared: Shared,
    /// The cycle that will be simulated next.
    now: u64,
    ending: Option<Ending>,
    fast: Fast,
    watchdog: Watchdog,
    pub(crate) jobs: Attendance,
    arrivals: Vec<Arrival>,
    /// The code of programs in DRAM, by index of the program: for each memory controller, the range
    /// of the controller's memory that contains the code.
    pub(crate) code: HashMap<usize, Vec<Range<u32>>>,
}

impl Chip {
    /// A chip without programs. `config` must have been checked.
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
                .map(|number| {
                    Tile::new(number as u16, config, &shared.costs, classes, links(number))
                })
                .collect::<Result<_, _>>()?,
            controllers: (controllers.iter().zip(tiles..))
                .map(|(controller, endpoint)| Controller::new(endpoint as u16, controller, config))
                .collect::<Result<_, _>>()?,
            shared,
            now: 0,
            ending: None,
            fast: Fast::new(tiles as usize),
            watchdog: Watchdog::new(config),
            jobs: Attendance::default(),
            arrivals: Vec::new(),
            code: HashMap::new(),
        })
    }

    /// Attaches a shadow, which records who has written each byte, to the memories of controllers
    /// and to the data caches, which contain copies of these bytes.
    pub fn follow(&mut self, shadow: &SharedShadow) {
        for tile in &mut self.tiles {
            tile.cores.follow(shadow.clone());
        }
        for controller in &mut self.controllers {
            controller.follow(shadow.clone());
        }
    }

    /// Attaches a checker, which observes the programs (`--check`).
    pub fn check_by(&mut self, checker: &SharedChecker) {
        self.fast.checks = true;
        for tile in &mut self.tiles {
            tile.cores.check_by(checker.clone());
        }
    }

    /// Cycles simulated so far.
    pub fn cycles(&self) -> u64 {
        self.now
    }

    /// Why the simulation has come to an end, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The tile of a core, and the core's index in it.
    pub fn locate(&self, core: u32) -> (usize, usize) {
        self.shared.costs.cores.locate(core)
    }

    /// The number of instructions that all cores have retired. During a simulation, it includes
    /// instructions that cores have executed ahead of the clock. At its end, it is exact.
    pub fn instructions(&self) -> u64 {
        let harts = self.tiles.iter().flat_map(|tile| &tile.cores.harts);
        harts.map(|hart| hart.core.instret).sum()
    }

    /// Called after a cycle. Handles jobs that have ended, and ends the simulation if no job is
    /// left.
    fn conclude(&mut self, cycle: u64) {
        let (host, reports) = (&self.shared.host, &mut self.shared.reports);
        if !reports.are_there() && !host.has_ended() && host.aborting().is_none() {
            return;
        }
        for core in std::mem::take(&mut reports.transferred) {
            self.fetch_next(core, cycle + 1);
        }
        let stopping = self.shared.host.take_stopping();
        self.stop(stopping, cycle);
        let fault = self.end_faulty_jobs(cycle);
        while let Some(abort) = self.shared.host.aborting() {
            self.end_job(abort, cycle);
        }
        self.finish_jobs(cycle);
        if let Some(fault) = fault {
            return self.come_to_rest(Ending::Fault(fault), cycle);
        }
        if self.shared.host.jobs.running() > 0 || self.jobs.are_to_come() {
            return;
        }
        let ending = match (&self.jobs.fault, self.shared.host.aborted()) {
            (Some(fault), _) => Ending::Fault(fault.clone()),
            (None, Some(abort)) => Ending::Abort(abort),
            (None, None) => Ending::Exit,
        };
        self.come_to_rest(ending, cycle);
    }

    /// Ends all processes of a job after this cycle.
    fn end_job(&mut self, abort: crate::host::Abort, cycle: u64) {
        self.shared.host.end_job(abort);
        let stopping = self.shared.host.take_stopping();
        self.stop(stopping, cycle);
    }

    /// Stops these cores after this cycle. Cores that have stopped earlier are left alone.
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
            tile.cores.enter_next_lines(index);
            self.fast.agenda.enter(number, tile);
        }
    }

    /// Ends the simulation after this cycle, and brings every core to its state at the end of the
    /// cycle.
    fn come_to_rest(&mut self, ending: Ending, cycle: u64) {
        self.now = cycle + 1;
        self.ending = Some(ending);
        self.synchronize(cycle + 1);
        for tile in &mut self.tiles {
            for core in 0..tile.cores.harts.len() {
                if tile.cores.harts[core].state != State::Ended {
                    tile.cores.enter_next_lines(core);
                }
            }
        }
        self.shared.host.flush();
    }

    /// Rolls back all cores that have executed cycle `limit` or later ones.
    fn synchronize(&mut self, limit: u64) {
        for tile in &mut self.tiles {
            tile.cores.synchronize(limit);
        }
    }

    /// Interrupts the simulation: brings every core to the chip's current cycle, so that all counts
    /// are exact.
    pub fn interrupt(&mut self) {
        if self.ending.is_none() {
            self.synchronize(self.now);
            for (number, tile) in self.tiles.iter().enumerate() {
                self.fast.agenda.enter(number, tile);
            }
        }
    }

    /// Whether a core is waiting for something, and not running.
    pub fn is_waiting(&self, core: u32) -> bool {
        let (tile, index) = self.locate(core);
        !matches!(
            self.tiles[tile].cores.harts[index].state,
            State::Off | State::Loading | State::Running | State::Ended
        )
    }

    /// Makes the scheduler visit a tile, because one of its cores has been given a process. If the
    /// simulation had come to an end because all processes had ended, it continues.
    pub fn released(&mut self, tile: usize) {
        if matches!(self.ending, Some(Ending::Exit | Ending::Abort(_))) {
            self.ending = None;
        }
        self.fast.agenda.calendar.enter(tile, Some(self.now));
    }
}
