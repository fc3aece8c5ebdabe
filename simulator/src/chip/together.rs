//! Tiles that run ahead together, on several threads of the host.
//!
//! A run ahead reaches nothing but its tile, so that of several tiles can be made at the same time,
//! and what comes out is the same whoever makes them. Tiles whose cores can run ahead for long do
//! not all come to the end of their last run ahead in one cycle: when the first does, those that
//! follow soon run on with it (`tile/cores/continuation.rs`). Everything else happens in one thread
//! and in the same order as without others.

use super::Chip;
use crate::float_environment;
use crate::noc::Bits;
use crate::tile::cores::{CoreComplex, Worth};
use crate::tile::Tile;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// The threads, and the tiles that they may run.
#[derive(Debug)]
pub(super) struct Together {
    /// Threads, the calling one included.
    jobs: usize,
    worth: Worth,
    /// Made when there is something for them to do.
    pool: Option<Arc<ThreadPool>>,
    /// There is, but no pool.
    hindered: bool,
    /// The chip runs in the pool, or may have to.
    on: bool,
    /// Tiles whose cores are ahead and may be able to run on.
    ready: Bits,
    /// Tiles whose run ahead is due.
    due: Vec<usize>,
}

impl Together {
    pub fn new(tiles: usize) -> Together {
        Together {
            jobs: 1,
            worth: Worth::default(),
            pool: None,
            hindered: false,
            on: false,
            ready: Bits::new(tiles),
            due: Vec::new(),
        }
    }

    /// Whether the chip has to leave its loop, because it can go on in the pool.
    #[inline]
    pub fn is_hindered(&self) -> bool {
        self.hindered
    }

    #[inline]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Threads, the calling one included.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Visits of tiles in a cycle that make zones worth it.
    pub fn visits(&self) -> u32 {
        self.worth.visits
    }

    /// Whether there is a pool; if not, the chip has to leave its loop to get one.
    pub fn has_pool(&mut self) -> bool {
        self.hindered = self.pool.is_none();
        !self.hindered
    }

    /// The pool, made if there is need. Without it, if the host gives no threads.
    pub fn pool(&mut self) -> Option<Arc<ThreadPool>> {
        if std::mem::take(&mut self.hindered) {
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
    /// Lets so many threads of the host run tiles ahead, if there is work for them.
    pub fn set_jobs(&mut self, jobs: usize) {
        self.fast.together.jobs = jobs.clamp(1, self.tiles.len().max(1));
        self.fast.together.pool = None;
        self.fast.zones = None;
    }

    /// Sets what runs ahead are made by several threads; for tests.
    pub fn set_worth(&mut self, worth: Worth) {
        self.fast.together.worth = worth;
    }

    /// Calls `run`, in the pool if there is one, until it does not return for want of it.
    pub(super) fn on_threads(&mut self, run: impl Fn(&mut Chip) + Sync) {
        loop {
            let pool = self.fast.together.pool();
            self.fast.together.on = self.fast.together.jobs > 1;
            match pool {
                Some(pool) => pool.install(|| run(self)),
                None => run(self),
            }
            self.fast.together.on = false;
            if !self.fast.together.hindered {
                return;
            }
        }
    }

    /// As `run_cores`; long runs ahead are made together.
    pub(super) fn run_cores_together(&mut self, now: u64) -> u32 {
        let mut visited = 0;
        let mut ports = self.shared.ports(now);
        let mut due = std::mem::take(&mut self.fast.together.due);
        while let Some(number) = self.fast.agenda.calendar.take_due(now) {
            let tile = &mut self.tiles[number];
            tile.issue_due(&mut ports);
            self.fast
                .watch_interface(number, tile.has_active_interface());
            visited += 1;
            let is_sound = ports.reports.faults.is_empty();
            if is_sound && tile.cores.goes_far(&self.fast.together.worth) {
                due.push(number);
                continue;
            }
            tile.cores.run_ahead();
            if is_sound {
                self.fast.enter(number, tile);
            }
        }
        if !due.is_empty() {
            self.run_far(&mut due, now);
            visited += due.len() as u32;
            due.clear();
        }
        self.fast.together.due = due;
        visited
    }

    /// Runs these tiles ahead, and others that will be due soon.
    fn run_far(&mut self, chosen: &mut Vec<usize>, now: u64) {
        let together = &mut self.fast.together;
        let worth = together.worth;
        let due = chosen.len();
        let mut number = 0;
        while let Some(next) = together.ready.next(number) {
            number = next + 1;
            let cores = &self.tiles[next].cores;
            if !cores.may_go_on(&worth) {
                together.ready.remove_if(next, true);
            } else if cores.can_go_on(now, &worth) {
                chosen.push(next);
            }
        }
        if chosen.len() < worth.tiles {
            chosen.truncate(due);
        } else if together.pool.is_none() {
            together.hindered = true;
            chosen.truncate(due);
        }
        chosen.sort_unstable();
        if chosen.len() < worth.tiles || together.pool.is_none() {
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
            self.fast.enter(number, tile);
            let ready = tile.cores.may_go_on(&worth);
            self.fast.together.ready.insert_if(number, ready);
        }
    }
}

/// The tiles of these numbers, which are in ascending order.
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
