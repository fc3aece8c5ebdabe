//! Host threads that execute several tiles ahead of the clock at the same time.
//!
//! Cores that run ahead of the clock access nothing outside their tile. So several tiles can do so
//! at the same time, and the result does not depend on which thread executes a tile. Tiles that can
//! run ahead for a long time do not all finish in the same cycle. When the first tile finishes,
//! those that would finish soon after it continue together with it (`tile/cores/second_run.rs`).
//! One thread does all other work, in the order that it would have without other threads.

use super::Chip;
use crate::float_environment;
use crate::noc::Bits;
use crate::tile::cores::{CoreComplex, Thresholds};
use crate::tile::Tile;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// The host threads, and the tiles that they may execute.
#[derive(Debug)]
pub(super) struct Workers {
    /// Number of host threads, including the calling one.
    jobs: usize,
    thresholds: Thresholds,
    /// The pool of threads. None until there is work for it.
    pool: Option<Arc<ThreadPool>>,
    /// Whether the simulation loop must be left and called again, this time from a thread of the
    /// pool.
    needs_pool: bool,
    /// Whether the simulation uses the pool of threads, or may soon need it.
    on: bool,
    /// Tiles that are ahead of the clock and may be able to run further ahead.
    ready: Bits,
    /// Tiles that must now run ahead of the clock again.
    due: Vec<usize>,
}

impl Workers {
    pub fn new(tiles: usize) -> Workers {
        Workers {
            jobs: 1,
            thresholds: Thresholds::default(),
            pool: None,
            needs_pool: false,
            on: false,
            ready: Bits::new(tiles),
            due: Vec::new(),
        }
    }

    /// Whether the simulation loop must be left and called again, this time from a thread of the
    /// pool.
    #[inline]
    pub fn needs_pool(&self) -> bool {
        self.needs_pool
    }

    #[inline]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Number of host threads, including the calling one.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Number of visits to tiles in a cycle from which on it pays to divide the chip among threads.
    pub fn visits(&self) -> u32 {
        self.thresholds.visits
    }

    /// Whether the pool of threads exists. If not, requests that the simulation loop is left, so
    /// that it can be created.
    pub fn has_pool(&mut self) -> bool {
        self.needs_pool = self.pool.is_none();
        !self.needs_pool
    }

    /// Returns the pool of threads, and creates it if it has been requested. None if no pool is
    /// needed, or if the host cannot create threads.
    pub fn pool(&mut self) -> Option<Arc<ThreadPool>> {
        if std::mem::take(&mut self.needs_pool) {
            let builder = ThreadPoolBuilder::new().num_threads(self.jobs);
            let builder = builder.thread_name(|number| format!("onchip {number}"));
            let builder = builder.start_handler(|_| float_environment::set_default());
            match builder.build() {
                Ok(pool) => self.pool = Some(Arc::new(pool)),
                Err(_) => self.jobs = 1,
            }
        }
        self.pool.clone()
    }
}

impl Chip {
    /// Sets the number of host threads that may execute tiles ahead of the clock.
    pub fn set_jobs(&mut self, jobs: usize) {
        self.fast.workers.jobs = jobs.clamp(1, self.tiles.len().max(1));
        self.fast.workers.pool = None;
        self.fast.zones = None;
    }

    /// Sets the limits from which on several threads are used; for tests.
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        self.fast.workers.thresholds = thresholds;
    }

    /// Calls `run`, in the pool of threads if there is one. If `run` returns only because it needs
    /// a pool, creates the pool and calls `run` again.
    pub(super) fn on_threads(&mut self, run: impl Fn(&mut Chip) + Sync) {
        loop {
            let pool = self.fast.workers.pool();
            self.fast.workers.on = self.fast.workers.jobs > 1;
            match pool {
                Some(pool) => pool.install(|| run(self)),
                None => run(self),
            }
            self.fast.workers.on = false;
            if !self.fast.workers.needs_pool {
                return;
            }
        }
    }

    /// Does the work of `run_cores`. If several tiles can run ahead of the clock for many cycles,
    /// they do so on several threads.
    pub(super) fn run_cores_together(&mut self, now: u64) -> u32 {
        let mut visited = 0;
        let mut ports = self.shared.ports(now);
        let mut due = std::mem::take(&mut self.fast.workers.due);
        while let Some(number) = self.fast.agenda.calendar.take_due(now) {
            let tile = &mut self.tiles[number];
            tile.issue_due(&mut ports);
            self.fast
                .agenda
                .note_active(number, tile.has_active_interface(now));
            visited += 1;
            let is_sound = ports.reports.faults.is_empty();
            if is_sound && tile.cores.goes_far(&self.fast.workers.thresholds) {
                due.push(number);
                continue;
            }
            tile.cores.run_ahead();
            if is_sound {
                self.fast.agenda.enter(number, tile);
            }
        }
        if !due.is_empty() {
            self.run_far(&mut due, now);
            visited += due.len() as u32;
            due.clear();
        }
        self.fast.workers.due = due;
        visited
    }

    /// Lets the chosen tiles run ahead of the clock, together with others that would have to do so
    /// soon.
    fn run_far(&mut self, chosen: &mut Vec<usize>, now: u64) {
        let workers = &mut self.fast.workers;
        let thresholds = workers.thresholds;
        let due = chosen.len();
        let mut number = 0;
        while let Some(next) = workers.ready.next(number) {
            number = next + 1;
            let cores = &self.tiles[next].cores;
            if !cores.may_go_on(&thresholds) {
                workers.ready.remove_if(next, true);
            } else if cores.can_go_on(now, &thresholds) {
                chosen.push(next);
            }
        }
        if chosen.len() < thresholds.tiles {
            chosen.truncate(due);
        } else if workers.pool.is_none() {
            workers.needs_pool = true;
            chosen.truncate(due);
        }
        chosen.sort_unstable();
        if chosen.len() < thresholds.tiles || workers.pool.is_none() {
            for tile in each(&mut self.tiles, chosen) {
                tile.cores.run_ahead();
            }
        } else {
            let tiles: Vec<&mut CoreComplex> = each(&mut self.tiles, chosen)
                .map(|tile| &mut tile.cores)
                .collect();
            let tiles = tiles.into_par_iter().with_max_len(1);
            tiles.for_each(|cores| cores.go_on(now));
        }
        for &number in chosen.iter() {
            let tile = &self.tiles[number];
            self.fast.agenda.enter(number, tile);
            let ready = tile.cores.may_go_on(&thresholds);
            self.fast.workers.ready.insert_if(number, ready);
        }
    }
}

/// Iterates over the tiles with these numbers. The numbers must be in ascending order.
fn each<'a>(mut tiles: &'a mut [Tile], numbers: &'a [usize]) -> impl Iterator<Item = &'a mut Tile> {
    let mut next = 0;
    numbers.iter().map(move |&number| {
        let (_, from) = std::mem::take(&mut tiles).split_at_mut(number - next);
        let (tile, behind) = from.split_first_mut().expect("there is such a tile");
        tiles = behind;
        next = number + 1;
        tile
    })
}
