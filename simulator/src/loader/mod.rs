//! Loads a job: writes programs and descriptors to memory, tags pages with their owners, and starts
//! the cores.
//!
//! A job is loaded in the same way at the start of the simulation and while the chip runs.

mod descriptor;
mod images;
mod layout;
mod mapping;

pub use images::Images;
pub use layout::{SHARED_BYTES, SMALLEST_STACK};
pub use mapping::{Mapping, RULES};

use crate::chip::{Chip, Fetch};
use crate::config::Start;
use crate::core::{Core, Region};
use crate::host::{Process, Thread};
use crate::program::{Program, ProgramError};
use crate::protocol::device_registers::{QUEUE_SHARE, QUEUE_SHARE_STRIDE};
use crate::protocol::map::{CODE, DATA, DEVICES, DEVICES_SHIFT};
use crate::tile::cores::protection::{Exposure, Owner, Tag};
use crate::tile::cores::recorder::Recorder;
use crate::tile::cores::{Follower, Hart, State, Window};
use descriptor::{Entry, Record};
use layout::{lay_out, Layout, Needs, Span};
use std::ops::Range;
use std::sync::Arc;

/// The reason why a job cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A program does not suit the chip or the job; the text says why.
    #[error("{0}")]
    Elf(String),
    /// There are too few free cores, or the user has named cores that cannot be used, or the chip
    /// has run too many jobs.
    #[error("{0}")]
    Ranks(String),
    /// A process does not fit into its share of a tile's memory, or the chip lacks the DRAM or the
    /// caches that a program needs.
    #[error("{0}")]
    Memory(String),
}

impl From<ProgramError> for LoadError {
    fn from(ProgramError(message): ProgramError) -> LoadError {
        LoadError::Elf(message)
    }
}

/// The processes of a job that run one program with the same arguments.
#[derive(Debug, Clone)]
pub struct Part {
    pub program: Arc<Program>,
    /// Index of the program in the simulation's list of programs.
    pub index: usize,
    pub ranks: u32,
    /// Number of threads of each process. Each thread gets a core.
    pub threads: u32,
    /// Arguments, without the program's name.
    pub arguments: Vec<String>,
    /// Whether this part is the kernel. If so, `ranks` is ignored: in each tile in which the job
    /// has other processes, the kernel has one process, which gets the last core of the tile.
    pub kernel: bool,
}

impl Part {
    /// The arguments of a process, from the program's name on. Only the first thread of the process
    /// gets them.
    fn arguments_of(&self, is_first: bool) -> Vec<String> {
        let own = std::iter::once(&self.program.name).chain(&self.arguments);
        own.filter(|_| is_first).cloned().collect()
    }
}

/// A job: its parts in the order of the command line, and how its cores are chosen.
#[derive(Debug, Clone)]
pub struct Job {
    pub parts: Vec<Part>,
    pub mapping: Mapping,
    /// Environment variables, each as `NAME=VALUE`.
    pub environment: Vec<String>,
    /// Size of each core's stack in bytes. 0 means an eighth of the space that the other parts of
    /// the process leave in the core's share of the tile's memory, but at least `SMALLEST_STACK`.
    pub stack_bytes: u32,
}

/// A thread of a process, with the core that has been chosen for it.
struct Placed<'a> {
    core: u32,
    part: &'a Part,
    /// Index of the program in the job.
    program: u32,
    /// Index of the process in the job. `thread` is the index of the thread in the process.
    index: usize,
    thread: u32,
    /// Arguments of the process; empty for all threads but the first.
    arguments: Vec<String>,
    /// If the process is a kernel, its number among the job's kernels.
    kernel: Option<u32>,
    layout: Layout,
}

impl Placed<'_> {
    fn is_first(&self) -> bool {
        self.thread == 0
    }
}

impl Chip {
    /// Loads a job onto free cores, and starts the cores in the current cycle. Returns the job's
    /// number.
    pub fn load(&mut self, job: &Job) -> Result<u16, LoadError> {
        self.load_from(job, None)
    }

    /// Loads a job as `load` does. If `images` is given, DMA brings the programs from their images
    /// in DRAM, and the cores start when all transfers are complete.
    pub fn load_from(&mut self, job: &Job, images: Option<&Images>) -> Result<u16, LoadError> {
        let placed = self.place_job(job)?;
        let host = &self.shared.host;
        self.shared.packets.refuse(|job| host.jobs.is_over(job));
        let Some(number) = host.jobs.next() else {
            return Err(LoadError::Ranks("a chip runs at most 65,535 jobs".into()));
        };
        let parts = self.assign_parts(number, placed.len() as u32);
        let mut arriving = Vec::new();
        let first = placed.iter().filter(|thread| thread.is_first());
        let entries: Vec<Entry> = first.map(|p| self.entry(p, p.layout.shared)).collect();
        let kernels = placed.iter().filter(|p| p.kernel.is_some()).count() as u32;
        let mut descriptors = vec![0; self.tiles.len()];
        let mut code = vec![Vec::new(); self.tiles.len()];
        for team in placed.chunk_by(|one, next| one.index == next.index) {
            for thread in team {
                let (tile, _) = self.locate(thread.core);
                self.clear(thread);
                let layout = &thread.layout;
                if let Some(span) = layout.code {
                    code[tile].push((thread.part.index, span));
                }
                match images {
                    Some(images) => {
                        arriving.push((thread.core, self.fetches(thread, number, images)))
                    }
                    None => self.write_program(thread),
                }
                if let Some(span) = layout.descriptor {
                    descriptors[tile] = self.global(thread.core, span.start);
                    let bytes = descriptor::job(number, &entries, kernels, descriptors[tile]);
                    self.write(thread.core, span, &bytes);
                }
                self.write_thread(thread, team, descriptors[tile], &job.environment);
            }
            let process = self.enter_process(team, number);
            for thread in team {
                let (tile, _) = self.locate(thread.core);
                let at = code[tile].iter().find(|(i, _)| *i == thread.part.index);
                // A program whose code is in DRAM may have no constants. If so, tiles contain no
                // part of its image.
                let code = at.map_or(Span::default(), |(_, span)| *span);
                self.tag(thread, team, number);
                let holder = self.holder(&placed, thread);
                self.release(thread, team, process, number, code, holder);
                let (tile, index) = self.locate(thread.core);
                self.tiles[tile].devices.set_parts(index, parts.clone());
            }
        }
        if images.is_some() {
            self.await_arrival(number, arriving);
        }
        Ok(number)
    }

    /// Gives a job that is about to be loaded its part of each memory controller's memory, and
    /// returns these parts. Empty if jobs do not share these memories.
    fn assign_parts(&mut self, job: u16, cores: u32) -> Vec<Range<u32>> {
        let (host, of) = (&self.shared.host, self.config.cores());
        // If no other job can be started, this job gets all memories.
        let cores = if self.jobs.attended { cores } else { of };
        let controllers = self.controllers.iter_mut();
        let parts = controllers.filter_map(|controller| {
            controller
                .partition
                .free_parts(|job| host.jobs.is_over(job));
            controller.partition.assign_part(job, cores, of)
        });
        parts.collect()
    }

    /// The DMA transfers that bring the program into the share of a thread's core.
    fn fetches(&mut self, thread: &Placed, job: u16, images: &Images) -> Vec<Fetch> {
        let (tile, _) = self.locate(thread.core);
        let code = thread.layout.code.map(|span| span.start);
        let data = thread.is_first().then_some(thread.layout.data.start);
        let (from, _) = thread.part.program.resident();
        images.fetches(self, job, thread.part.index, tile, (code, from), data)
    }

    /// Writes the program into the share of a thread's core: the code if this thread brings it, and
    /// the data if it is the first thread of its process.
    fn write_program(&mut self, thread: &Placed) {
        let program = &thread.part.program;
        if let Some(span) = thread.layout.code {
            let (from, _) = program.resident();
            let bytes = program.image.bytes().get(from as usize..);
            self.write(thread.core, span, bytes.unwrap_or_default());
        }
        if thread.is_first() {
            self.write(thread.core, thread.layout.data, &program.data);
        }
    }

    /// Chooses the cores of a job, and determines the layouts of its processes.
    fn place_job<'a>(&self, job: &'a Job) -> Result<Vec<Placed<'a>>, LoadError> {
        let chip = &self.config;
        let kernel = job.parts.iter().find(|part| part.kernel);
        let mut parts: Vec<&Part> = (job.parts.iter())
            .filter(|part| !part.kernel)
            .flat_map(|part| std::iter::repeat_n(part, part.ranks as usize))
            .collect();
        let free: Vec<u32> = (0..chip.cores())
            .filter(|&core| self.is_free(core))
            .filter(|&core| kernel.is_none() || self.is_beside_kernel(core))
            .filter(|&core| job.mapping.is_given() || !self.is_resource_manager(core))
            .collect();
        let threads = || parts.iter().map(|part| part.threads.max(1));
        let count = threads().map(u64::from).sum::<u64>();
        if count > free.len() as u64 || count == 0 {
            return Err(self.too_many(&parts, free.len(), kernel.is_some()));
        }
        let mut cores = job
            .mapping
            .choose(
                &free,
                |core| self.locate(core),
                threads(),
                |a, b| self.tile_distance(a, b),
            )
            .map_err(LoadError::Ranks)?;
        let ranks = cores.len();
        if let Some(part) = kernel {
            let mut used: Vec<u32> = cores
                .concat()
                .iter()
                .map(|c| self.kernel_core(*c))
                .collect();
            used.sort_unstable();
            used.dedup();
            parts.extend(used.iter().map(|_| part));
            cores.extend(used.into_iter().map(|core| vec![core]));
        }
        let mut has_descriptor = vec![false; self.tiles.len()];
        let mut has_code = vec![Vec::new(); self.tiles.len()];
        let mut placed = Vec::with_capacity(cores.len());
        for (index, (cores, part)) in cores.into_iter().zip(&parts).enumerate() {
            let program = &part.program;
            if cores.len() > 1 && program.thread_entry.is_none() {
                return Err(LoadError::Elf(format!(
                    "{} has nothing for further threads to run; compile it with -fopenmp",
                    program.name
                )));
            }
            if program.heap_in_dram && chip.dram.size_mb == 0 {
                return Err(LoadError::Memory(format!(
                    "{} has its heap in DRAM (--heap dram), and {} has no DRAM; \
                     `onchip chip list` shows which chips have",
                    program.name, chip.name
                )));
            }
            if program.code_in_dram {
                let missing = match (chip.dram.size_mb, chip.instruction_cache.size_kb) {
                    (0, _) => "DRAM; `onchip chip list` shows which chips have",
                    (_, 0) => "instruction caches; --set instruction_cache.size_kb=4 adds them",
                    _ => "",
                };
                if !missing.is_empty() {
                    return Err(LoadError::Memory(format!(
                        "{} has its code in DRAM (--code dram), and {} has no {missing}",
                        program.name, chip.name
                    )));
                }
            }
            let threads = descriptor::threads_bytes(cores.len() as u32);
            let mut needs = Vec::with_capacity(cores.len());
            for (thread, &core) in cores.iter().enumerate() {
                let (tile, _) = self.locate(core);
                let is_first = thread == 0;
                let arguments = part.arguments_of(is_first);
                let environment = match is_first {
                    true => job.environment.as_slice(),
                    false => &[],
                };
                needs.push(Needs {
                    program,
                    data: if is_first { program.data_bytes } else { 0 },
                    code: !has_code[tile].contains(&part.index),
                    // Only the first thread of a process needs the descriptor.
                    descriptor: match is_first && !has_descriptor[tile] {
                        true => descriptor::job_bytes(parts.len()),
                        false => 0,
                    },
                    record: descriptor::record_bytes(&arguments, environment),
                    threads,
                    block: if threads > 0 && is_first {
                        SHARED_BYTES
                    } else {
                        0
                    },
                    stack: job.stack_bytes,
                });
                has_descriptor[tile] |= is_first;
                if !has_code[tile].contains(&part.index) {
                    has_code[tile].push(part.index);
                }
            }
            let places: Vec<_> = cores.iter().map(|&core| self.locate(core)).collect();
            let layouts = lay_out(&needs, &places, chip)?;
            for (thread, (core, layout)) in cores.into_iter().zip(layouts).enumerate() {
                placed.push(Placed {
                    core,
                    part,
                    program: (part.index - job.parts[0].index) as u32,
                    index,
                    thread: thread as u32,
                    arguments: part.arguments_of(thread == 0),
                    kernel: index.checked_sub(ranks).map(|kernel| kernel as u32),
                    layout,
                });
            }
        }
        Ok(placed)
    }

    /// The core that a kernel would get in the tile of `core`: the last one of the tile.
    fn kernel_core(&self, core: u32) -> u32 {
        let (tile, _) = self.locate(core);
        let last = self.tiles[tile].cores.harts.len() - 1;
        self.tiles[tile].cores.core_number(last)
    }

    /// Whether a core is reserved for the kernel, so that programs get it only if the user names
    /// it.
    fn is_resource_manager(&self, core: u32) -> bool {
        let (tile, index) = self.locate(core);
        let parts = self.config.tile_parts(tile as u32);
        index as u32 >= parts.cores - parts.resource_managers
    }

    /// Whether a core can be given to a process of a job that has a kernel in each of its tiles.
    fn is_beside_kernel(&self, core: u32) -> bool {
        let kernel = self.kernel_core(core);
        core != kernel && self.is_free(kernel)
    }

    /// The error for a job with more ranks than free cores. Its text says how many would fit.
    fn too_many(&self, parts: &[&Part], free: usize, kernel: bool) -> LoadError {
        let cores = self.config.cores();
        let managers = (0..cores)
            .filter(|&core| self.is_resource_manager(core))
            .count();
        let taken = match cores as usize - free {
            0 => String::new(),
            1 if managers == 1 => ", of which 1 is a resource manager".into(),
            1 if kernel => ", of which 1 is taken or runs a kernel".into(),
            1 => ", of which 1 is taken".into(),
            taken if taken == managers => {
                format!(", of which {taken} are resource managers")
            }
            taken if kernel => format!(", of which {taken} are taken or run a kernel"),
            taken => format!(", of which {taken} are taken"),
        };
        let threads = || parts.iter().map(|part| part.threads.max(1) as usize);
        let most = threads().max().unwrap_or(1);
        let (of, what) = match most {
            1 => (String::new(), "rank"),
            _ => (format!(" of {most} threads"), "thread of a rank"),
        };
        let right = match free / most {
            0 if free > 0 => format!("at most {free} threads"),
            0 if kernel => "a chip with more cores in each tile".into(),
            0 => "a chip with more free cores".into(),
            _ if threads().any(|count| count != most) => format!("at most {free} threads in all"),
            1 => "1 rank".into(),
            fitting => format!("at most {fitting} ranks"),
        };
        let (ranks, verb) = match parts.len() {
            1 => ("1 rank".to_string(), "does"),
            ranks => (format!("{ranks} ranks"), "do"),
        };
        LoadError::Ranks(format!(
            "{ranks}{of} {verb} not fit on {}: it has {cores} cores{taken}, and a core runs one \
             {what}; right: {right}",
            self.config.name,
        ))
    }

    /// The distance between two tiles: the difference of their columns plus that of their rows. If
    /// the tiles do not form a grid, it is the difference of their numbers.
    fn tile_distance(&self, one: u32, other: u32) -> u32 {
        match self.config.grid() {
            Some((columns, _)) => {
                (one % columns).abs_diff(other % columns)
                    + (one / columns).abs_diff(other / columns)
            }
            None => one.abs_diff(other),
        }
    }

    /// A thread's entry in the table of its job's processes, or of its process's threads.
    fn entry(&self, thread: &Placed, block: Span) -> Entry {
        Entry {
            core: thread.core,
            program: thread.program,
            shared: self.global(thread.core, block.start),
            queues: self.queues_of(thread.core),
        }
    }

    /// Whether a core, with its share of the memory, can be given to a new process: the core has no
    /// process, or all processes of its job have ended. Packets of that job that are still in
    /// flight will be refused or dropped.
    fn is_free(&self, core: u32) -> bool {
        let (tile, index) = self.locate(core);
        let hart = &self.tiles[tile].cores.harts[index];
        match hart.state {
            State::Off => true,
            State::Ended => self.shared.host.jobs.is_over(hart.job),
            _ => false,
        }
    }

    fn global(&self, core: u32, offset: u32) -> u32 {
        let (tile, _) = self.locate(core);
        self.shared.map.tile_base(tile as u32) + offset
    }

    /// Address of the queues of a core.
    fn queues_of(&self, core: u32) -> u32 {
        let (tile, index) = self.locate(core);
        let window = DEVICES + ((tile as u32) << DEVICES_SHIFT);
        window + QUEUE_SHARE + index as u32 * QUEUE_SHARE_STRIDE
    }

    fn write(&mut self, core: u32, span: Span, bytes: &[u8]) {
        let (tile, _) = self.locate(core);
        let start = span.start as usize;
        self.tiles[tile].cores.memory[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// Fills the share of the memory that a thread gets with zeros, and removes its page tags.
    fn clear(&mut self, process: &Placed) {
        let (tile, _) = self.locate(process.core);
        let now = self.cycles();
        let share = process.layout.share;
        let tile = &mut self.tiles[tile];
        tile.cores.synchronize(now);
        // If all cores of a tile are off, its memory has never been used, so it is already zero.
        // All cores are checked, because the thread may get the shares of several of them.
        if tile.cores.harts.iter().any(|hart| hart.state != State::Off) {
            tile.cores.memory[share.start as usize..share.end() as usize].fill(0);
        }
        tile.cores.set_tag(share.start, share.bytes, Tag::default());
    }

    fn write_thread(&mut self, thread: &Placed, team: &[Placed], job: u32, environment: &[String]) {
        let layout = &thread.layout;
        let core = thread.core;
        let mut environment = environment;
        if !thread.is_first() {
            environment = &[];
        }
        if layout.threads.bytes > 0 {
            let entries: Vec<Entry> = (team.iter())
                .map(|t| match t.is_first() {
                    true => self.entry(t, t.layout.block),
                    false => self.entry(t, t.layout.shared),
                })
                .collect();
            self.write(core, layout.threads, &descriptor::threads(&entries));
        }
        let record = Record {
            job,
            index: thread.index as u32,
            heap: self.global(core, layout.heap.start),
            heap_end: self.global(core, layout.heap.end()),
            stack: self.global(core, layout.stack.start),
            stack_end: self.global(core, layout.stack.end()),
            shared: self.global(core, layout.shared.start),
        };
        let at = self.global(core, layout.record.start);
        let bytes = descriptor::process(&record, &thread.arguments, environment, at);
        self.write(core, layout.record, &bytes);
    }

    /// The first core, as an index in the tile of `thread`, among the cores in that tile that the
    /// threads of the same process (`team`) have.
    fn owner(&self, thread: &Placed, team: &[Placed]) -> u8 {
        let (tile, _) = self.locate(thread.core);
        let mut here = team.iter().map(|t| self.locate(t.core));
        here.find_map(|(number, index)| (number == tile).then_some(index as u8))
            .expect("the thread is one of its team")
    }

    /// Tags the pages of a thread with their owner (`docs/memory-map.md`, Protection).
    fn tag(&mut self, thread: &Placed, team: &[Placed], job: u16) {
        let (tile, _) = self.locate(thread.core);
        let layout = &thread.layout;
        let own = Owner::Process(self.owner(thread, team));
        let shared = match thread.is_first() {
            true => Owner::Job,
            false => own,
        };
        // Threads in other tiles read the record of their process.
        let record = match team {
            [_] => Exposure::Closed,
            _ => Exposure::Read,
        };
        let tags = [
            (layout.code, Owner::Code, Exposure::Closed),
            (layout.descriptor, Owner::Job, record),
            (Some(layout.record), own, record),
            (Some(layout.threads), own, record),
            (Some(layout.data), own, Exposure::Write),
            (Some(layout.shared), shared, Exposure::Write),
            (Some(layout.block), own, Exposure::Write),
            (Some(layout.heap), own, Exposure::Write),
            (Some(layout.stack), own, Exposure::Write),
        ];
        for (span, owner, exposure) in tags {
            let Some(span) = span.filter(|span| span.bytes > 0) else {
                continue;
            };
            let tag = Tag {
                job,
                owner,
                exposure,
            };
            self.tiles[tile].cores.set_tag(span.start, span.bytes, tag);
        }
    }

    /// Adds a process to the host's list of processes, and returns its index in the list.
    fn enter_process(&mut self, team: &[Placed], job: u16) -> u32 {
        let first = &team[0];
        let stack = |thread: &Placed| Span {
            start: self.global(thread.core, thread.layout.stack.start),
            bytes: thread.layout.stack.bytes,
        };
        let process = Process {
            job,
            core: first.core,
            program: first.part.index,
            index: first.index as u32,
            kernel: first.kernel,
            stack: stack(first).start,
            stack_bytes: stack(first).bytes,
            threads: (team[1..].iter())
                .map(|thread| Thread {
                    core: thread.core,
                    stack: stack(thread).start,
                    stack_bytes: stack(thread).bytes,
                })
                .collect(),
            rank: None,
            active: false,
            redirected: false,
            heap_full: None,
            refused: None,
            ended: None,
        };
        self.shared.host.add(process)
    }

    /// The core that holds a thread's core stopped when it is loaded; none if the thread's core
    /// starts at once. With `trickbox.start = "held"`, the job's first core in a tile of
    /// `trickbox.hosts` holds the first core of each process outside these tiles. The other threads
    /// of a process wait for its first core anyway.
    fn holder(&self, placed: &[Placed], thread: &Placed) -> Option<u32> {
        let keys = &self.config.trickbox;
        let is_host = |core| keys.hosts.contains(&(self.locate(core).0 as u32));
        if keys.start == Start::Running || !thread.is_first() || is_host(thread.core) {
            return None;
        }
        let mut first = placed.iter().filter(|other| other.is_first());
        first.find_map(|host| is_host(host.core).then_some(host.core))
    }

    /// Gives a core its process, and the base addresses of its windows. The core starts in the
    /// current cycle, unless core `holder` holds it stopped.
    fn release(
        &mut self,
        thread: &Placed,
        team: &[Placed],
        process: u32,
        job: u16,
        code: Span,
        holder: Option<u32>,
    ) {
        let now = self.cycles();
        let (number, index) = self.locate(thread.core);
        let program = &thread.part.program;
        let layout = &thread.layout;
        let record_address = self.global(thread.core, layout.record.start);
        let base = self.shared.map.tile_base(number as u32);
        let stack = self.global(thread.core, layout.stack.start);
        let owner = self.owner(thread, team);
        let data = team[0].layout.data;
        let window = Window {
            base: self.global(team[0].core, data.start),
            bytes: data.bytes,
        };
        let thread_table = match layout.threads.bytes {
            0 => 0,
            _ => self.global(thread.core, layout.threads.start),
        };
        let code_in_dram = self.code_in_dram(job, thread.part.index, number);
        let entry = match thread.is_first() {
            true => program.entry,
            false => program.thread_entry.unwrap_or(program.entry),
        };
        let isa = self.config.core.isa;
        let tile = &mut self.tiles[number];
        let bytes = tile.cores.bytes();
        tile.reset_core(index, &mut self.shared.packets);
        let pages = tile.cores.harts[index].rights.len();
        let past = tile.cores.harts[index].past_until(now);
        let mut hart = Hart::new(thread.core, pages);
        hart.past = past;
        let delay = self.shared.costs.perturb.of_start(thread.core, now);
        hart.core = Core::new(thread.core, entry, now + delay).with_isa(isa);
        hart.core.stack_limit = stack;
        hart.code = program.image.clone();
        let map = |start, span: Span| Region {
            start,
            len: span.bytes,
            offset: span.start,
        };
        hart.regions.set(map(CODE + program.resident().0, code));
        hart.code_in_dram = code_in_dram;
        // A thread in another tile than its process reaches the data window over the network.
        if window.base.wrapping_sub(base) < bytes {
            hart.regions.set(map(DATA, data));
        }
        let all = Span { start: 0, bytes };
        hart.regions.set(map(base, all));
        hart.job = job;
        hart.process = process;
        hart.owner = owner;
        hart.thread = thread.thread;
        hart.threads = team.len() as u32;
        hart.thread_table = thread_table;
        hart.data = window;
        hart.entry = entry;
        hart.held_by = holder;
        hart.record_address = record_address;
        hart.recorder = (program.probes.as_ref()).map(|probes| Box::new(Recorder::new(probes)));
        hart.follower = (program.landmarks.as_ref()).map(|known| Box::new(Follower::new(known)));
        hart.resume(now, now + delay);
        hart.counts.started = now;
        tile.cores.replace(index, hart, now);
        let range = |span: Span| span.start..span.end();
        let (share, heap) = (range(layout.share), range(layout.heap));
        let stack = stack..stack + layout.stack.bytes;
        tile.cores
            .begin_check(index, share, heap, stack, data.start);
        tile.cores.refresh_all();
        self.released(number);
    }
}
