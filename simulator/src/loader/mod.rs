//! Loading a job: programs and descriptors into memories, tags on pages, cores released.
//!
//! One path, used at the start and while the chip runs.

mod descriptor;
mod layout;
mod mapping;
mod program;

pub use layout::SHARED_BYTES;
pub use mapping::Mapping;
pub use program::Program;

use crate::chip::Chip;
use crate::core::{Core, Region};
use crate::host::Process;
use crate::tile::devices::registers::{QUEUE_SHARE, QUEUE_SHARE_STRIDE};
use crate::tile::map::{CODE, DATA, DEVICES, DEVICES_SHIFT};
use crate::tile::protection::{Exposure, Owner, Tag};
use crate::tile::slot::{Slot, State};
use descriptor::{Place, Record};
use layout::{lay_out, Layout, Needs, Span};
use std::sync::Arc;

/// Why a job cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The file is not a program for this chip.
    #[error("{0}")]
    Elf(String),
    /// There are not enough cores.
    #[error("{0}")]
    Ranks(String),
    /// A process does not fit into its share of a tile's memory.
    #[error("{0}")]
    Memory(String),
}

/// Some processes of a job that run the same program with the same arguments.
#[derive(Debug, Clone)]
pub struct Part {
    pub program: Arc<Program>,
    /// Index of the program among the simulation's programs.
    pub index: usize,
    pub ranks: u32,
    /// Without the program's name.
    pub arguments: Vec<String>,
}

/// A job: its parts, in the order of the command line, and how they are placed.
#[derive(Debug, Clone)]
pub struct Job {
    pub parts: Vec<Part>,
    pub mapping: Mapping,
    /// `NAME=VALUE` each.
    pub environment: Vec<String>,
    pub stack_bytes: u32,
}

/// A process of the job, before it is written.
struct Placed<'a> {
    core: u32,
    part: &'a Part,
    arguments: Vec<String>,
    layout: Layout,
}

impl Chip {
    /// Loads a job onto cores that are free, and releases them at the current cycle. Gives its number.
    pub fn load(&mut self, job: &Job) -> Result<u16, LoadError> {
        let placed = self.place_job(job)?;
        let host = &self.outside.host;
        self.outside.packets.refuse(|job| host.is_over(job));
        let number = host.next_job();
        let places: Vec<Place> = placed
            .iter()
            .map(|p| Place {
                core: p.core,
                program: p.part.index as u32,
                shared: self.global(p.core, p.layout.shared.start),
                queues: self.queues_of(p.core),
            })
            .collect();
        let mut descriptors = vec![0; self.tiles.len()];
        let mut code = vec![Vec::new(); self.tiles.len()];
        for (index, process) in placed.iter().enumerate() {
            let (tile, _) = self.place(process.core);
            self.clear(process);
            let layout = &process.layout;
            if let Some(span) = layout.code {
                code[tile].push((process.part.index, span));
            }
            if let Some(span) = layout.descriptor {
                descriptors[tile] = self.global(process.core, span.start);
                let bytes = descriptor::job(number, &places, descriptors[tile]);
                self.write(process.core, span, &bytes);
            }
            let at = code[tile].iter().find(|(i, _)| *i == process.part.index);
            let code = at
                .expect("the first process of a program brings its code")
                .1;
            self.write_process(process, index as u32, descriptors[tile], &job.environment);
            self.tag(process, number);
            self.release(process, index as u32, number, code);
        }
        Ok(number)
    }

    /// Chooses cores and lays the processes out.
    fn place_job<'a>(&self, job: &'a Job) -> Result<Vec<Placed<'a>>, LoadError> {
        let chip = &self.config;
        let count: usize = job.parts.iter().map(|part| part.ranks as usize).sum();
        let free: Vec<u32> = (0..chip.cores())
            .filter(|&core| self.is_free(core))
            .collect();
        if count > free.len() || count == 0 {
            let taken = match chip.cores() as usize - free.len() {
                0 => String::new(),
                taken => format!(", of which {taken} are taken"),
            };
            return Err(LoadError::Ranks(format!(
                "{count} ranks do not fit on {}: it has {} cores{taken}, and each runs one rank",
                chip.name,
                chip.cores()
            )));
        }
        let cores = job.mapping.choose(&free, chip.tile.cores, count);
        let parts = job
            .parts
            .iter()
            .flat_map(|part| std::iter::repeat_n(part, part.ranks as usize));
        let mut has_descriptor = vec![false; self.tiles.len()];
        let mut has_code = vec![Vec::new(); self.tiles.len()];
        let mut placed = Vec::with_capacity(count);
        for (core, part) in cores.into_iter().zip(parts) {
            let (tile, place) = self.place(core);
            let mut arguments = vec![part.program.name.clone()];
            arguments.extend(part.arguments.iter().cloned());
            let needs = Needs {
                program: &part.program,
                code: !has_code[tile].contains(&part.index),
                descriptor: match std::mem::replace(&mut has_descriptor[tile], true) {
                    true => 0,
                    false => descriptor::job_bytes(count),
                },
                record: descriptor::record_bytes(&arguments, &job.environment),
                stack: job.stack_bytes,
            };
            if needs.code {
                has_code[tile].push(part.index);
            }
            let layout = lay_out(&needs, place as u32, chip)?;
            placed.push(Placed {
                core,
                part,
                arguments,
                layout,
            });
        }
        Ok(placed)
    }

    /// Whether a core and its share of the memory can be given to a process: it has none, or the
    /// whole of its job is over. What that job has left on its way is refused or dropped.
    fn is_free(&self, core: u32) -> bool {
        let (tile, place) = self.place(core);
        let slot = &self.tiles[tile].cores[place];
        match slot.state {
            State::Off => true,
            State::Ended => self.outside.host.is_over(slot.job),
            _ => false,
        }
    }

    fn global(&self, core: u32, offset: u32) -> u32 {
        let (tile, _) = self.place(core);
        self.outside.map.tile_base(tile as u32) + offset
    }

    /// Address of the queues of a core.
    fn queues_of(&self, core: u32) -> u32 {
        let (tile, place) = self.place(core);
        let window = DEVICES + ((tile as u32) << DEVICES_SHIFT);
        window + QUEUE_SHARE + place as u32 * QUEUE_SHARE_STRIDE
    }

    fn write(&mut self, core: u32, span: Span, bytes: &[u8]) {
        let (tile, _) = self.place(core);
        let start = span.start as usize;
        self.tiles[tile].memory[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// Empties the process' share of the memory.
    fn clear(&mut self, process: &Placed) {
        let (tile, place) = self.place(process.core);
        let now = self.cycles();
        let share = process.layout.share;
        let tile = &mut self.tiles[tile];
        tile.settle(now);
        // Memory that has never been used is zero already, and need not be touched.
        if tile.cores[place].state != State::Off {
            tile.memory[share.start as usize..share.end() as usize].fill(0);
        }
        tile.set_tag(share.start, share.bytes, Tag::default());
    }

    fn write_process(&mut self, process: &Placed, place: u32, job: u32, environment: &[String]) {
        let layout = &process.layout;
        let core = process.core;
        if let Some(span) = layout.code {
            self.write(core, span, process.part.program.image.bytes());
        }
        self.write(core, layout.data, &process.part.program.data);
        let record = Record {
            job,
            place,
            heap: self.global(core, layout.heap.start),
            heap_end: self.global(core, layout.heap.end()),
            stack: self.global(core, layout.stack.start),
            stack_end: self.global(core, layout.stack.end()),
            shared: self.global(core, layout.shared.start),
        };
        let at = self.global(core, layout.record.start);
        let bytes = descriptor::process(&record, &process.arguments, environment, at);
        self.write(core, layout.record, &bytes);
    }

    /// Tags the pages of a process (`ARCHITECTURE.md`, Protection).
    fn tag(&mut self, process: &Placed, job: u16) {
        let (tile, place) = self.place(process.core);
        let layout = &process.layout;
        let own = Owner::Process(place as u8);
        let tags = [
            (layout.code, Owner::Code, Exposure::Closed),
            (layout.descriptor, Owner::Job, Exposure::Closed),
            (Some(layout.record), own, Exposure::Closed),
            (Some(layout.data), own, Exposure::Write),
            (Some(layout.shared), Owner::Job, Exposure::Write),
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
            self.tiles[tile].set_tag(span.start, span.bytes, tag);
        }
    }

    /// Gives the core its bases and its process, and lets it start in the current cycle.
    fn release(&mut self, process: &Placed, index: u32, job: u16, code: Span) {
        let now = self.cycles();
        let (number, place) = self.place(process.core);
        let program = &process.part.program;
        let record_address = self.global(process.core, process.layout.record.start);
        let base = self.outside.map.tile_base(number as u32);
        let stack = self.global(process.core, process.layout.stack.start);
        let host_process = self.outside.host.add(Process {
            job,
            core: process.core,
            program: process.part.index,
            place: index,
            stack,
            rank: None,
            active: false,
            ended: None,
        });
        let tile = &mut self.tiles[number];
        let bytes = tile.memory.len() as u32;
        tile.ni.engine.reset(place);
        tile.reset_devices(place, &mut self.outside.packets);
        let pages = tile.cores[place].rights.len();
        let mut slot = Slot::new(process.core, pages);
        slot.core = Core::new(process.core, program.entry, now);
        slot.core.stack_limit = stack;
        slot.code = program.image.clone();
        let map = |start, span: Span| Region {
            start,
            len: span.bytes,
            offset: span.start,
        };
        slot.regions.set(map(CODE, code));
        slot.regions.set(map(DATA, process.layout.data));
        let all = Span { start: 0, bytes };
        slot.regions.set(map(base, all));
        slot.job = job;
        slot.process = host_process;
        slot.record_address = record_address;
        slot.enter(State::Running, now);
        slot.counts.started = now;
        tile.cores[place] = slot;
        tile.refresh_all();
        self.released(number);
    }
}
