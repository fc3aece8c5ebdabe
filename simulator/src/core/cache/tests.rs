use super::super::random::Random;
use super::super::UndoLog;
use super::*;
use crate::config::{DataCache, Replacement, WriteMiss, WritePolicy};
use std::collections::HashMap;

/// A simple model of a cache: for each set the lines that are present, and the state of the
/// replacement policy.
struct Model {
    keys: DataCache,
    sets: Vec<Set>,
    /// The addresses of the bytes that are dirty.
    dirty: HashMap<u32, ()>,
}

#[derive(Clone)]
struct Set {
    /// The line of each way.
    ways: Vec<Option<u32>>,
    /// Numbers of the ways, the least recently used first.
    by_use: Vec<usize>,
    next: usize,
    /// For each inner node of the replacement tree, by its path from the root, whether the way to
    /// replace is in the right half.
    right: HashMap<String, bool>,
}

impl Model {
    fn new(keys: &DataCache) -> Model {
        let ways = keys.ways as usize;
        let set = Set {
            ways: vec![None; ways],
            by_use: (0..ways).collect(),
            next: 0,
            right: HashMap::new(),
        };
        let sets = keys.size_kb * 1024 / keys.line_bytes / keys.ways;
        Model {
            keys: keys.clone(),
            sets: vec![set; sets as usize],
            dirty: HashMap::new(),
        }
    }

    fn set(&mut self, address: u32) -> (&mut Set, u32) {
        let line = address / self.keys.line_bytes;
        let index = line as usize % self.sets.len();
        (&mut self.sets[index], line)
    }

    /// Records the use of a way.
    fn note(set: &mut Set, way: usize) {
        set.by_use.retain(|&other| other != way);
        set.by_use.push(way);
        let (mut low, mut high, mut path) = (0, set.ways.len(), String::new());
        while high - low > 1 {
            let middle = (low + high) / 2;
            let is_right = way >= middle;
            set.right.insert(path.clone(), !is_right);
            path.push(if is_right { 'r' } else { 'l' });
            (low, high) = if is_right {
                (middle, high)
            } else {
                (low, middle)
            };
        }
    }

    /// Makes an access, after which the line is present. Returns whether the access hits.
    fn access(&mut self, address: u32, bytes: u32, writes: bool) -> bool {
        let keys = self.keys.clone();
        let (set, line) = self.set(address);
        let found = set.ways.iter().position(|&way| way == Some(line));
        let way = found.unwrap_or_else(|| {
            let way = set.ways.iter().position(Option::is_none);
            let way = way.unwrap_or_else(|| match keys.replacement {
                Replacement::Lru => set.by_use[0],
                Replacement::RoundRobin => set.next,
                Replacement::Tree => {
                    let (mut low, mut high, mut path) = (0, set.ways.len(), String::new());
                    while high - low > 1 {
                        let is_right = set.right.get(&path).copied().unwrap_or(false);
                        let middle = (low + high) / 2;
                        path.push(if is_right { 'r' } else { 'l' });
                        (low, high) = if is_right {
                            (middle, high)
                        } else {
                            (low, middle)
                        };
                    }
                    low
                }
                Replacement::Random => unreachable!("nobody else knows its numbers"),
            });
            set.next = (way + 1) % set.ways.len();
            way
        });
        let gone = set.ways[way].replace(line).filter(|_| found.is_none());
        Model::note(set, way);
        if let Some(gone) = gone {
            let bytes = keys.line_bytes;
            self.dirty.retain(|&at, ()| at / bytes != gone);
        }
        if writes {
            self.dirty
                .extend((address..address + bytes).map(|at| (at, ())));
        }
        found.is_some()
    }
}

fn keys(size_kb: u32, line_bytes: u32, ways: u32, replacement: Replacement) -> DataCache {
    DataCache {
        size_kb,
        line_bytes,
        ways,
        replacement,
        write: WritePolicy::Back,
        write_miss: WriteMiss::Allocate,
        ..DataCache::default()
    }
}

/// A random access: near the previous one, or anywhere.
fn next(random: &mut Random, last: u32) -> (u32, u32, bool) {
    let bytes = random.of(&[1, 2, 4, 8]);
    let address = match random.below(4) {
        0 => random.below(1 << 14),
        _ => last + random.below(24),
    };
    (
        FIRST_CACHED + address % (1 << 14) / bytes * bytes,
        bytes,
        random.below(3) == 0,
    )
}

/// Makes an access. On a miss, fetches the line as the tile would.
fn access(
    cache: &Cache,
    memory: &mut [u8],
    log: &mut UndoLog,
    what: (u32, u32, bool),
    uses: (u64, u64),
) -> bool {
    let note = |entry: Entry| log.push(entry.offset, entry.bytes, entry.old);
    if cache.access(memory, what, uses, note).is_some() {
        return true;
    }
    let line = cache.victim(memory, what.0);
    cache.drop(memory, line);
    cache.fill(memory, line, what.0);
    let note = |entry: Entry| log.push(entry.offset, entry.bytes, entry.old);
    assert!(cache.access(memory, what, uses, note).is_some());
    false
}

#[test]
fn hits_and_dirty_bytes_are_those_of_a_textbook() {
    let shapes = [
        (1, 16, 1),
        (1, 32, 4),
        (2, 64, 8),
        (4, 128, 2),
        (3, 32, 3),
        (2, 16, 16),
    ];
    let policies = [Replacement::Lru, Replacement::Tree, Replacement::RoundRobin];
    for (size, line, ways) in shapes {
        for policy in policies {
            if policy == Replacement::Tree && !u32::is_power_of_two(ways) {
                continue;
            }
            let keys = keys(size, line, ways, policy);
            let mut cache = Cache::new(&keys, 1000).expect("it has a size");
            let mut memory = vec![0xff; cache.end as usize];
            cache.reset(&mut memory);
            cache.cover(FIRST_CACHED, 1 << 14);
            let mut model = Model::new(&keys);
            let mut log = UndoLog::new(4);
            let mut random = Random(u64::from(size + line + ways));
            let mut last = 0;
            for now in 1..20_000 {
                let what = next(&mut random, last);
                last = what.0 - FIRST_CACHED;
                let hit = access(&cache, &mut memory, &mut log, what, (now, u64::MAX));
                assert_eq!(hit, model.access(what.0, what.1, what.2), "{keys:?} {now}");
                log.clear();
            }
            let lines = cache.sets * ways;
            let mut dirty = HashMap::new();
            for line in 0..lines {
                while let Some(bytes) = cache.dirty_bytes(&memory, line, 16) {
                    let start = cache.address(&memory, line).expect("it is present");
                    dirty.extend(bytes.clone().map(|inside| (start + inside, ())));
                    cache.clean(&mut memory, line, bytes);
                }
            }
            assert_eq!(dirty, model.dirty, "{keys:?}");
            assert_eq!(cache.first_dirty(&memory), None);
        }
    }
}

/// All lines have different places in memory when each way is contiguous. Closed ways are at the
/// start of this memory, below the border to the open ways.
#[test]
fn a_border_leaves_the_ways_behind_it() {
    let keys = keys(12, 32, 3, Replacement::RoundRobin);
    let (end, at) = (1 << 16, 1 << 16);
    let mut cache = Cache::of_ways(&keys, end, at).expect("it has a size");
    let mut memory = vec![0; cache.end as usize];
    cache.reset(&mut memory);
    assert_eq!(cache.room(), (end - (12 << 10), 12 << 10, 4 << 10));
    let mut places: Vec<u32> = cache.all_lines().map(|line| cache.data_at(line)).collect();
    for ways in (0..=3).rev() {
        let open = ways * (4 << 10);
        let beyond = cache.lines_beyond(open).map(|line| cache.data_at(line));
        let beyond: Vec<u32> = beyond.collect();
        assert_eq!(beyond.len() as u32, (3 - ways) * 128);
        assert!(beyond.iter().all(|&place| place < end - open));
        cache.open_ways(open);
        assert_eq!(cache.open_bytes(), open);
        for number in 0..if ways > 0 { 500 } else { 0 } {
            let address = FIRST_CACHED + 4096 * number;
            let line = cache.victim(&memory, address);
            assert!(cache.data_at(line) >= end - open);
            cache.drop(&mut memory, line);
            cache.fill(&mut memory, line, address);
            assert_eq!(cache.find(&memory, address), Some(line));
        }
    }
    places.sort_unstable();
    assert!(places.windows(2).all(|pair| pair[1] - pair[0] == 32));
    assert_eq!(places.first(), Some(&(end - (12 << 10))));
}

/// A log need not contain the use numbers that were written since its start. When the core repeats
/// the accesses after a rollback, the cache gets the state that it had before.
#[test]
fn undoing_and_executing_again_gives_the_same_cache() {
    for policy in [
        Replacement::Lru,
        Replacement::Tree,
        Replacement::RoundRobin,
        Replacement::Random,
    ] {
        let mut cache = Cache::new(&keys(1, 32, 4, policy), 0).expect("it has a size");
        let mut memory = vec![0; cache.end as usize];
        cache.reset(&mut memory);
        cache.cover(FIRST_CACHED, 1 << 14);
        let mut log = UndoLog::new(4);
        let mut random = Random(7);
        let (mut last, mut now) = (0, 0);
        for _ in 0..200 {
            let begin = (memory.clone(), now);
            let accesses: Vec<_> = (0..random.below(60))
                .map(|_| {
                    let what = next(&mut random, last);
                    last = what.0 - FIRST_CACHED;
                    what
                })
                .collect();
            // A core that executes ahead of the chip's clock makes only accesses that hit.
            let run = |memory: &mut Vec<u8>, log: &mut UndoLog, upto: usize| {
                let mut uses = begin.1;
                for &what in &accesses[..upto] {
                    let note = |entry: Entry| log.push(entry.offset, entry.bytes, entry.old);
                    if cache
                        .access(memory, what, (uses + 1, begin.1), note)
                        .is_some()
                    {
                        uses += 1;
                    }
                }
                uses
            };
            run(&mut memory, &mut log, accesses.len());
            log.restore(&mut memory);
            let half = accesses.len() / 2;
            let mut again = begin.0.clone();
            let uses = run(&mut again, &mut UndoLog::new(4), half);
            assert_eq!(run(&mut memory, &mut log, half), uses);
            assert!(memory == again, "{policy:?}");
            log.clear();
            now = uses;
            for &what in &accesses {
                now += 1;
                access(&cache, &mut memory, &mut log, what, (now, u64::MAX));
            }
            log.clear();
        }
    }
}
