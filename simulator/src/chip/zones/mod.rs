//! Zones of the chip, which threads of the host simulate side by side.
//!
//! Where much happens in every cycle, the chip is *divided*: each zone gets some of the tiles, the
//! routers at them, and the controllers there. Zones reach each other by the links that cross their
//! borders alone, and what leaves one in a cycle arrives in another one in the next cycle at the
//! earliest. So the threads meet after each cycle ([`post`]), and nothing depends on which of them
//! is faster. As soon as anything needs the whole chip (a call of the host, a fault, a job that has
//! been loaded, a chip that is quiet), the zones are *united* after that cycle, and all goes on as
//! on a chip that has never been divided.
//!
//! Zones only read what they share, except for packets: each belongs to one place at a time
//! (`protocol/packets.rs`).

mod activity;
mod post;
mod zone;

use super::deadlock::asks_for_livelock;
use super::shared::Shared;
use super::Chip;
use crate::config::ChipConfig;
use crate::noc::{Networks, ZonePlan};
use crate::tile::Tile;
pub(super) use activity::Activity;
use activity::WINDOW;
use post::{Attendant, Post};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::Mutex;
use std::time::Instant;
use zone::{Common, Part, Zone};

/// Cycles after which an episode that does not help is given up.
const FIRST_JUDGEMENT: u64 = 8 * WINDOW;
/// Bytes that packets may take which might be added in a cycle.
const MOST_BYTES: usize = 64 << 20;

/// The zones of a chip, and when to use them.
#[derive(Debug)]
pub(super) struct Zones {
    plan: ZonePlan,
    /// By zone, the number behind that of its last tile.
    ends: Vec<usize>,
    zones: Vec<Zone>,
    post: Post,
    /// Packets that a zone may add in a cycle, at most.
    reserve: usize,
}

impl Zones {
    /// Divides a chip into as many zones, if that is possible. Of chips with circuits, whose
    /// refusals go back along routes, and of those whose cores come before interfaces it is not.
    pub fn new(chip: &Chip, zones: usize) -> Option<Zones> {
        let costs = &chip.shared.costs;
        if zones < 2 || zones > usize::from(u8::MAX) || costs.circuits || costs.cores_first {
            return None;
        }
        let tiles = chip.tiles.len();
        let ends: Vec<usize> = (1..=zones).map(|zone| zone * tiles / zones).collect();
        let of_tile = |tile: usize| ends.partition_point(|&end| end <= tile);
        let further: Vec<(usize, usize)> = costs.entrances.further().collect();
        let of_endpoint = |endpoint: usize| match endpoint < tiles {
            true => Some(of_tile(endpoint)),
            false => {
                let place = further.binary_search_by_key(&endpoint, |&(endpoint, _)| endpoint);
                place.ok().map(|place| of_tile(further[place].1))
            }
        };
        let plan = chip.shared.requests.plan(zones, of_endpoint)?;
        let reserve = most_added(&chip.config, chip.shared.requests.classes());
        let packet = 2 * crate::protocol::PAYLOAD_BYTES;
        if 2 * reserve * zones * packet > MOST_BYTES {
            return None;
        }
        Some(Zones {
            zones: (0..zones)
                .map(|number| Zone::new(number, tiles, &chip.shared))
                .collect(),
            post: Post::new(zones, 2 * chip.shared.requests.count()),
            plan,
            ends,
            reserve,
        })
    }
}

/// The packets that all tiles together can add in a cycle at most: each core may issue an access
/// and each interface complete a transfer of each network, with a counter elsewhere, and begin a
/// packet of its own. With several classes it may begin one of each command buffer and all
/// notifications.
fn most_added(config: &ChipConfig, classes: usize) -> usize {
    let of_tile = |tile| {
        let parts = config.tile_parts(tile);
        let (cores, interfaces) = (parts.cores as usize, parts.interfaces as usize);
        let several = match classes {
            1 => 0,
            _ => {
                let counters = config.ni.counters as usize;
                cores * (config.ni.command_buffers as usize + 4 * counters)
            }
        };
        cores + 4 * interfaces + several
    };
    (0..config.tiles()).map(of_tile).sum()
}

impl Chip {
    /// After a cycle with so many visits of tiles, with several threads: whether to divide the
    /// chip. Gives up the loop if there is need of a pool first.
    pub(super) fn is_to_be_divided(&mut self, visits: u32) -> bool {
        let fast = &mut self.fast;
        if !fast.together.is_on() || !fast.activity.note(visits, fast.together.visits(), self.now) {
            return false;
        }
        let can = self.ending.is_none()
            && !self.is_wanted()
            && !self.tiles.iter().any(|tile| tile.cores.is_watched())
            && self.zones().is_some();
        can && self.fast.together.has_pool()
    }

    /// The zones, made if they can be.
    fn zones(&mut self) -> Option<&mut Zones> {
        if self.fast.zones.is_none() {
            let zones = Zones::new(self, self.fast.together.jobs());
            self.fast.zones = Some(zones.map(Box::new));
        }
        self.fast.zones.as_mut()?.as_deref_mut()
    }

    /// Divides the chip and simulates from this cycle on until something needs it whole, or at
    /// about `deadline` the host's time is up.
    pub(super) fn run_zones(&mut self, deadline: Option<Instant>) {
        let start = self.now;
        let look = self.next_look(start.saturating_sub(1));
        let until = look.saturating_sub(1).max(start);
        let Some(mut zones) = self.fast.zones.take().flatten() else {
            return;
        };
        let began = Instant::now();
        self.divide(&mut zones);
        let End { last, in_flight } = self.run_divided(&mut zones, start..=until, deadline);
        self.unite(&mut zones, last);
        let mut calling: Vec<usize> = vec![];
        let mut visits = 0;
        for zone in &mut zones.zones {
            calling.append(&mut zone.calling);
            visits += std::mem::take(&mut zone.visits);
        }
        self.fast.zones = Some(Some(zones));
        let mut ports = self.shared.ports(last);
        for number in calling {
            // Its cores are still due.
            self.fast.agenda.calendar.enter(number, Some(last));
        }
        let agenda = &mut self.fast.agenda;
        agenda.issue::<true>(&mut self.tiles, 0, &mut ports, &mut vec![]);
        let worth = self.fast.together.visits();
        self.fast.activity.ended(began, visits, worth, last);
        self.end_cycle(last, in_flight);
    }

    fn divide(&mut self, all: &mut Zones) {
        let shared = &mut self.shared;
        if self.now > 0 {
            shared.requests.step(self.now - 1);
            shared.responses.step(self.now - 1);
        }
        let packets = shared.packets.divide(all.zones.len(), 2 * all.reserve);
        let mut first = 0;
        for (zone, packets) in all.zones.iter_mut().zip(packets) {
            for (networks, own) in both(shared, &mut zone.requests, &mut zone.responses) {
                networks.divide(&all.plan, zone.number, own);
            }
            zone.packets = packets;
            let tiles = first..all.ends[zone.number];
            first = tiles.end;
            self.fast.agenda.move_to(&mut zone.agenda, tiles, self.now);
        }
    }

    /// After cycle `last`, and once more moving flits.
    fn unite(&mut self, all: &mut Zones, last: u64) {
        let shared = &mut self.shared;
        let mut first = 0;
        for zone in &mut all.zones {
            zone.receive(last + 1, &all.post);
            for (networks, own) in both(shared, &mut zone.requests, &mut zone.responses) {
                networks.unite(&all.plan, zone.number, own);
            }
            shared.packets.unite(std::mem::take(&mut zone.packets));
            let tiles = first..all.ends[zone.number];
            first = tiles.end;
            zone.agenda.move_to(&mut self.fast.agenda, tiles, last);
            shared.reports.append(&mut zone.reports);
        }
        self.now = last;
    }

    fn run_divided(
        &mut self,
        all: &mut Zones,
        cycles: std::ops::RangeInclusive<u64>,
        deadline: Option<Instant>,
    ) -> End {
        let pool = self.fast.together.pool().expect("there is a pool");
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads = threads.min(all.zones.len()).min(pool.current_num_threads());
        let common = Common {
            costs: &self.shared.costs,
            map: &self.shared.map,
            host: &self.shared.host,
            post: &all.post,
            reserve: all.reserve,
        };
        let mut tiles: &mut [Tile] = &mut self.tiles;
        let mut first = 0;
        let mut parts: Vec<Vec<Part>> = (0..threads).map(|_| vec![]).collect();
        for zone in &mut all.zones {
            let (own, others) = tiles.split_at_mut(all.ends[zone.number] - first);
            tiles = others;
            let part = Part {
                first,
                controllers: vec![],
                tiles: own,
                zone,
            };
            first += part.tiles.len();
            parts[part.zone.number % threads].push(part);
        }
        for controller in &mut self.controllers {
            let zone = all.plan.zone_of(controller.endpoint().into());
            parts[zone % threads][zone / threads]
                .controllers
                .push(controller);
        }
        let parts: Vec<Mutex<Vec<Part>>> = parts.into_iter().map(Mutex::new).collect();
        let course = Course {
            common,
            cycles,
            worth: self.fast.together.visits(),
            most: self.fast.activity.most(self.fast.together.visits()),
            in_flight: self.shared.requests.balance() + self.shared.responses.balance(),
            began: Instant::now(),
            deadline,
        };
        let ends = pool.broadcast(|thread| {
            let parts = parts.get(thread.index())?;
            let mut parts = parts.lock().expect("no other thread has them");
            Some(course.run(&mut parts))
        });
        ends.into_iter().flatten().next().expect("a thread has run")
    }
}

/// The chip's networks, each with a zone's.
fn both<'a>(
    shared: &'a mut Shared,
    requests: &'a mut Networks,
    responses: &'a mut Networks,
) -> [(&'a mut Networks, &'a mut Networks); 2] {
    [
        (&mut shared.requests, requests),
        (&mut shared.responses, responses),
    ]
}

/// The end of an episode.
struct End {
    /// The last cycle.
    last: u64,
    /// Something is in flight after it.
    in_flight: bool,
}

/// How threads go from cycle to cycle.
struct Course<'a> {
    common: Common<'a>,
    cycles: std::ops::RangeInclusive<u64>,
    /// Visits in a cycle that make it worth it.
    worth: u32,
    /// Nanoseconds that a visit may cost.
    most: f64,
    /// Flits in flight at the beginning.
    in_flight: i64,
    began: Instant,
    deadline: Option<Instant>,
}

impl Course<'_> {
    /// Simulates some of the zones together with the threads that have the others. When it ends
    /// flits have moved once more.
    ///
    /// In a cycle a zone needs two things from the others: their mail of the cycle before, which
    /// they have sent when their flits had moved, and, before interfaces and cores have their
    /// turns, whether all may go on. So no thread waits for a line of another one's cache that has
    /// only just been written.
    fn run(&self, parts: &mut [Part]) -> End {
        let _attendant = Attendant(self.common.post);
        let start = *self.cycles.start();
        let mut now = start;
        let mut visits = 0;
        loop {
            for part in &mut *parts {
                if now > start {
                    part.zone.receive(now - 1, self.common.post);
                }
                part.zone.step(now, self.common.post);
            }
            if now > start {
                self.common.post.wait(now - 1);
                if let Some(end) = self.end(now - 1) {
                    return end;
                }
            }
            for part in &mut *parts {
                part.take_turns(now, &self.common);
            }
            if parts[0].zone.number == 0 && now.is_multiple_of(WINDOW) {
                self.look(now, &mut visits);
            }
            for part in &*parts {
                self.common.post.close(now, part.zone.number);
            }
            now += 1;
        }
    }

    /// The first thread's look at the clock, and at whether it still is worth it.
    fn look(&self, now: u64, visits: &mut u64) {
        let cycles = now - self.cycles.start();
        if cycles < WINDOW {
            return;
        }
        let before = self.common.post.statuses(now - 1);
        let all: u64 = before
            .iter()
            .map(|status| status.visits.load(Relaxed))
            .sum();
        let since = all - std::mem::replace(visits, all);
        let clock = Instant::now();
        let cost = (clock - self.began).as_nanos() as f64 / all as f64;
        let is_idle = since < WINDOW * u64::from(self.worth) / 2;
        let is_late = self.deadline.is_some_and(|deadline| clock >= deadline);
        if is_idle || is_late || cycles >= FIRST_JUDGEMENT && cost > self.most {
            self.common.post.statuses(now)[0]
                .leaves
                .store(true, Relaxed);
        }
    }

    /// How the episode ends, if the chip has to be whole after this cycle: all threads find the
    /// same.
    fn end(&self, now: u64) -> Option<End> {
        let statuses = self.common.post.statuses(now);
        let mut leaves = now == *self.cycles.end();
        let mut is_still = asks_for_livelock(now);
        let (mut is_active, mut has_signals, mut balance) = (false, false, self.in_flight);
        for status in statuses {
            leaves |= status.leaves.load(Relaxed);
            is_active |= status.is_active.load(Relaxed);
            has_signals |= status.has_signals.load(Relaxed);
            is_still &= status.is_still.load(Relaxed);
            balance += status.balance.load(Relaxed);
        }
        let in_flight = balance != 0 || has_signals;
        let end = End {
            last: now,
            in_flight,
        };
        (leaves || is_still || !is_active && !in_flight).then_some(end)
    }
}
