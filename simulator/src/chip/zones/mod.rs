//! Zones: parts of the chip that different host threads simulate at the same time (conservative
//! synchronisation).
//!
//! While many tiles are active in every cycle, the chip is *divided*: each zone gets some of the
//! tiles, their routers, and their memory controllers. Zones affect each other only through the
//! links that cross their borders, and a flit that leaves a zone arrives in another zone in the
//! next cycle at the earliest. Because of this lookahead, threads synchronise only once in a cycle
//! ([`channels`]), and no result depends on which thread is faster. Some events need the whole
//! chip: a call of the host, a fault, the end of loading a job, or a chip on which little happens.
//! After the cycle of such an event, the zones are *united*, and the simulation continues as on a
//! chip that has never been divided.
//!
//! Zones only read the data that they share. Packets are the exception: each packet belongs to one
//! tile or controller at a time (`protocol/packets.rs`).

mod activity;
mod channels;
mod zone;

use super::deadlock::asks_for_livelock;
use super::shared::Shared;
use super::Chip;
use crate::config::ChipConfig;
use crate::noc::{Networks, ZonePlan};
use crate::tile::ports::Costs;
use crate::tile::Tile;
pub(super) use activity::Activity;
use activity::WINDOW;
use channels::{Channels, PanicGuard};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::Mutex;
use std::time::Instant;
use zone::{Common, RunningZone, Zone};

/// An episode is a sequence of cycles in which the chip is divided. It ends after this number of
/// cycles if it does not save time.
const FIRST_JUDGEMENT: u64 = 8 * WINDOW;
/// Largest amount of memory, in bytes, that may be reserved for the packets that tiles add in a
/// cycle.
const MOST_BYTES: usize = 64 << 20;

/// The zones of a chip.
#[derive(Debug)]
pub(super) struct Zones {
    plan: ZonePlan,
    /// For each zone, the number of its last tile plus 1.
    ends: Vec<usize>,
    zones: Vec<Zone>,
    channels: Channels,
    /// Largest number of packets that a zone may add in a cycle.
    reserve: usize,
}

impl Zones {
    /// Plans the division of a chip into `zones` zones. Returns none if the chip cannot be divided.
    /// For example, it has circuits, whose refusals return along their routes, or its cores have
    /// their turns before its interfaces.
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
                let found = further.binary_search_by_key(&endpoint, |&(endpoint, _)| endpoint);
                found.ok().map(|index| of_tile(further[index].1))
            }
        };
        let plan = chip.shared.requests.plan(zones, of_endpoint)?;
        let reserve = most_added(
            &chip.config,
            &chip.shared.costs,
            chip.shared.requests.classes(),
        );
        let packet = 2 * crate::protocol::PAYLOAD_BYTES;
        if 2 * reserve * zones * packet > MOST_BYTES {
            return None;
        }
        Some(Zones {
            zones: (0..zones)
                .map(|number| Zone::new(number, tiles, &chip.shared))
                .collect(),
            channels: Channels::new(zones, 2 * chip.shared.requests.count()),
            plan,
            ends,
            reserve,
        })
    }
}

/// The largest number of packets that all tiles together can add in a cycle.
///
/// Each core may issue an access, which is one packet. On a chip with caches, an access may instead
/// fetch a line in pieces, and write back as many pieces of lines as a core may have unacknowledged
/// stores. The fetch of an instruction may add as many packets as such an access, and so may the
/// fetch of the next line. In each network, each interface may complete a transfer whose counter is
/// in another tile, and may begin a packet of its own. With several traffic classes, an interface
/// may begin a packet of each command buffer, and all notifications.
fn most_added(config: &ChipConfig, costs: &Costs, classes: usize) -> usize {
    let lines = [
        (config.data_cache.size_kb, config.data_cache.line_bytes),
        (
            config.instruction_cache.size_kb,
            config.instruction_cache.line_bytes,
        ),
    ];
    let cached = lines.iter().filter(|(size_kb, _)| *size_kb > 0);
    let line = cached.map(|(_, bytes)| bytes.div_ceil(costs.line)).max();
    let of_core = 1 + line.map_or(0, |pieces| costs.stores + 3 * pieces) as usize;
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
        of_core * cores + 4 * interfaces + several
    };
    (0..config.tiles()).map(of_tile).sum()
}

impl Chip {
    /// Decides whether to divide the chip into zones after a cycle with `visits` visits to tiles.
    /// If the chip should be divided but the pool of threads does not exist yet, requests the pool
    /// and returns false.
    pub(super) fn is_to_be_divided(&mut self, visits: u32) -> bool {
        let fast = &mut self.fast;
        if !fast.workers.is_on() || !fast.activity.note(visits, fast.workers.visits(), self.now) {
            return false;
        }
        let can = self.ending.is_none()
            && !self.is_wanted()
            && !self.tiles.iter().any(|tile| tile.cores.is_watched())
            && self.zones().is_some();
        can && self.fast.workers.has_pool()
    }

    /// The zones, which the first call creates. None if the chip cannot be divided.
    fn zones(&mut self) -> Option<&mut Zones> {
        if self.fast.zones.is_none() {
            let zones = Zones::new(self, self.fast.workers.jobs());
            self.fast.zones = Some(zones.map(Box::new));
        }
        self.fast.zones.as_mut()?.as_deref_mut()
    }

    /// Divides the chip into zones and simulates it from this cycle on, until something needs the
    /// whole chip, or until about `deadline` on the host's clock.
    pub(super) fn run_zones(&mut self, deadline: Option<Instant>) {
        let start = self.now;
        let stop = self.next_stop(start.saturating_sub(1));
        let until = stop.saturating_sub(1).max(start);
        let Some(mut zones) = self.fast.zones.take().flatten() else {
            return;
        };
        let began = Instant::now();
        self.divide(&mut zones);
        let EpisodeEnd { last, in_flight } = self.run_divided(&mut zones, start..=until, deadline);
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
            // The cores of this tile have not had their turns in this cycle yet.
            self.fast.agenda.calendar.enter(number, Some(last));
        }
        let agenda = &mut self.fast.agenda;
        agenda.issue::<true>(&mut self.tiles, 0, &mut ports, &mut vec![]);
        let worth = self.fast.workers.visits();
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

    /// Unites the zones after cycle `last`. In the zones, flits have already moved for the next
    /// cycle.
    fn unite(&mut self, all: &mut Zones, last: u64) {
        let shared = &mut self.shared;
        let mut first = 0;
        for zone in &mut all.zones {
            zone.receive(last + 1, &all.channels);
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
    ) -> EpisodeEnd {
        let pool = self.fast.workers.pool().expect("there is a pool");
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads = threads.min(all.zones.len()).min(pool.current_num_threads());
        let common = Common {
            costs: &self.shared.costs,
            map: &self.shared.map,
            host: &self.shared.host,
            channels: &all.channels,
            reserve: all.reserve,
        };
        let mut tiles: &mut [Tile] = &mut self.tiles;
        let mut first = 0;
        let mut parts: Vec<Vec<RunningZone>> = (0..threads).map(|_| vec![]).collect();
        for zone in &mut all.zones {
            let (own, others) = tiles.split_at_mut(all.ends[zone.number] - first);
            tiles = others;
            let part = RunningZone {
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
        let parts: Vec<Mutex<Vec<RunningZone>>> = parts.into_iter().map(Mutex::new).collect();
        let episode = Episode {
            common,
            cycles,
            worth: self.fast.workers.visits(),
            most: self.fast.activity.most(self.fast.workers.visits()),
            in_flight: self.shared.requests.balance() + self.shared.responses.balance(),
            began: Instant::now(),
            deadline,
        };
        let ends = pool.broadcast(|thread| {
            let parts = parts.get(thread.index())?;
            let mut parts = parts.lock().expect("no other thread has them");
            Some(episode.run(&mut parts))
        });
        ends.into_iter().flatten().next().expect("a thread has run")
    }
}

/// The chip's networks for requests and for answers, each paired with a zone's part of it.
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
struct EpisodeEnd {
    /// The last cycle.
    last: u64,
    /// Whether anything is in flight after cycle `last`.
    in_flight: bool,
}

/// An episode: a sequence of cycles in which the chip is divided into zones. All threads share this
/// data.
struct Episode<'a> {
    common: Common<'a>,
    cycles: std::ops::RangeInclusive<u64>,
    /// It is worthwhile to divide the chip if there are at least this many visits to tiles in a
    /// cycle.
    worth: u32,
    /// The host time, in nanoseconds, that a visit to a tile may take; otherwise the division does
    /// not save time.
    most: f64,
    /// Number of flits in flight at the beginning of the episode.
    in_flight: i64,
    began: Instant,
    deadline: Option<Instant>,
}

impl Episode<'_> {
    /// Simulates some of the zones, while other threads simulate the others. When the function
    /// returns, flits have already moved for the next cycle.
    ///
    /// In each cycle, a zone needs two things from the other zones:
    /// - the flits and credits that crossed its border in the previous cycle. The other zones send
    ///   them when they have moved their flits;
    /// - the decision whether all zones may go on. It is needed before the zone's interfaces and
    ///   cores have their turns.
    ///
    /// After other threads have written these, this thread does other work before it reads them. So
    /// it seldom waits for a cache line that has only just been written.
    fn run(&self, parts: &mut [RunningZone]) -> EpisodeEnd {
        let _guard = PanicGuard(self.common.channels);
        let start = *self.cycles.start();
        let mut now = start;
        let mut visits = 0;
        loop {
            for part in &mut *parts {
                if now > start {
                    part.zone.receive(now - 1, self.common.channels);
                }
                part.zone.step(now, self.common.channels);
            }
            if now > start {
                self.common.channels.wait(now - 1);
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
                self.common.channels.close(now, part.zone.number);
            }
            now += 1;
        }
    }

    /// Only called by the first thread. Reads the clock, and decides whether the division is still
    /// worthwhile.
    fn look(&self, now: u64, visits: &mut u64) {
        let cycles = now - self.cycles.start();
        if cycles < WINDOW {
            return;
        }
        let before = self.common.channels.statuses(now - 1);
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
            self.common.channels.statuses(now)[0]
                .must_unite
                .store(true, Relaxed);
        }
    }

    /// Whether and how the episode ends after this cycle. None if the zones may go on. All threads
    /// get the same result.
    fn end(&self, now: u64) -> Option<EpisodeEnd> {
        let statuses = self.common.channels.statuses(now);
        let mut must_unite = now == *self.cycles.end();
        let mut is_still = asks_for_livelock(now);
        let (mut is_active, mut has_signals, mut balance) = (false, false, self.in_flight);
        for status in statuses {
            must_unite |= status.must_unite.load(Relaxed);
            is_active |= status.is_active.load(Relaxed);
            has_signals |= status.has_signals.load(Relaxed);
            is_still &= status.is_still.load(Relaxed);
            balance += status.balance.load(Relaxed);
        }
        let in_flight = balance != 0 || has_signals;
        let end = EpisodeEnd {
            last: now,
            in_flight,
        };
        (must_unite || is_still || !is_active && !in_flight).then_some(end)
    }
}
