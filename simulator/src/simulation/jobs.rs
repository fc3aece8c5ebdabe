//! Jobs that start while the chip runs, at a given cycle or at a program's request.

use super::{Options, Simulation, StartError};
use crate::chip::EndedJob;
use crate::host::{errno, Line, StartRequest};
use crate::loader::{Images, Job, LoadError, Mapping, Part};
use crate::observe::{describe_job, Report};

/// A program that jobs run.
#[derive(Debug, Clone)]
pub struct ImageFile {
    pub name: String,
    pub elf: Vec<u8>,
}

/// A job that can be started.
#[derive(Debug, Clone)]
pub struct JobFile {
    /// Index of the program among the images.
    pub image: usize,
    /// Cores of each rank.
    pub threads: u32,
    pub arguments: Vec<String>,
    pub environment: Vec<String>,
}

/// A job that starts at a given cycle.
#[derive(Debug, Clone)]
pub struct Start {
    pub cycle: u64,
    /// Index of the job among those that can be started.
    pub job: usize,
    /// The job's cores, in the order of its ranks. The threads of a rank follow each other.
    pub cores: Vec<u32>,
}

/// The jobs that can be started, and those that start by themselves.
#[derive(Debug, Clone, Default)]
pub struct Workload {
    pub images: Vec<ImageFile>,
    pub jobs: Vec<JobFile>,
    pub starts: Vec<Start>,
}

/// The history of a job. Cycles count from the start of the run.
#[derive(Debug, Clone)]
pub struct JobRecord {
    /// Number of the job on the chip; 0 if it could not be loaded.
    pub number: u16,
    /// Index of the job in the workload.
    pub job: usize,
    pub cores: Vec<u32>,
    /// The cycle in which a program asked for the job, or in which a job without a request began to
    /// load.
    pub asked: u64,
    /// The cycle of the job's first instruction; none until the job has ended.
    pub started: Option<u64>,
    /// The job's last cycle; none until the job has ended.
    pub ended: Option<u64>,
    /// Number of instructions of all cores of the job; 0 until the job has ended.
    pub instructions: u64,
    /// The report on how the job has ended, or, with the kind `load`, on why the job could not be
    /// loaded.
    pub report: Option<Report>,
}

/// A word in memory that is written when a job ends, because a program waits for the end.
#[derive(Debug, Clone, Copy)]
struct Waiter {
    number: u16,
    core: u32,
    process: u32,
    /// Byte offset of the word in the core's tile.
    word: u32,
}

/// The values that a `Waiter`'s word gets: if the job ended with exit code 0, and otherwise.
const ENDED_WELL: u32 = 1;
const ENDED_BADLY: u32 = 2;

/// The jobs of a run.
#[derive(Debug)]
pub(super) struct JobRun {
    files: Vec<JobFile>,
    /// Index of the first image's program among the simulation's programs.
    first: usize,
    /// The programs in DRAM; none on a chip without DRAM, where the loader writes programs straight
    /// into tiles.
    images: Option<Images>,
    /// The jobs that start at given cycles, the last one first.
    starts: Vec<Start>,
    stack_bytes: u32,
    records: Vec<JobRecord>,
    /// The report on the end of the job that starts other jobs.
    allocator: Option<Report>,
    waiters: Vec<Waiter>,
}

impl JobRun {
    /// The report on the job that starts other jobs, which says how the job has ended or that it
    /// still runs. If there is no such job, the report says whether all jobs have ended.
    pub(super) fn report(&self, all_ended: bool) -> Report {
        let stands = Report {
            kind: if all_ended { "exit" } else { "running" },
            exit_code: 0,
            message: String::new(),
        };
        self.allocator.clone().unwrap_or(stands)
    }
}

impl Simulation {
    /// Reads the programs of a workload, and puts them into DRAM. On a chip without DRAM, jobs can
    /// only start at given cycles.
    pub(super) fn prepare(
        &mut self,
        workload: Workload,
        on_demand: bool,
        options: &Options,
    ) -> Result<(), StartError> {
        let first = self.programs.len();
        for image in &workload.images {
            self.enter(&image.name, &image.elf)?;
        }
        self.chip.store_code(&self.programs)?;
        let has_dram = self.chip.config.dram.size_mb > 0;
        let images = match on_demand || has_dram {
            true => Some(self.chip.store_images(&self.programs, first)?),
            false => None,
        };
        let mut starts = workload.starts;
        starts.reverse();
        starts.sort_by_key(|start| std::cmp::Reverse(start.cycle));
        self.chip.attend();
        self.jobs = Some(JobRun {
            files: workload.jobs,
            first,
            images,
            starts,
            stack_bytes: options.stack_bytes,
            records: Vec::new(),
            allocator: None,
            waiters: Vec::new(),
        });
        Ok(())
    }

    /// Lets the job with this number start other jobs.
    pub(super) fn allow(&mut self, number: u16) {
        self.chip.shared.host.jobs.set_allocator(number);
    }

    /// Does the work between two cycles: ends jobs that are to end, describes those that have
    /// ended, notifies programs that wait for their ends, and starts other jobs.
    pub(super) fn attend(&mut self) {
        for core in self.chip.shared.host.jobs.take_stops() {
            self.chip.end_job_on(core);
        }
        for ended in self.chip.take_ended() {
            self.end(&ended);
        }
        for request in self.chip.shared.host.jobs.take_requests() {
            self.answer(request);
        }
        let now = self.chip.cycles();
        while let Some(start) = self.take_due(now) {
            // A failure to load the job is in the job's record.
            self.start(start.job, &start.cores).ok();
        }
        let next = self.jobs.as_ref().and_then(|jobs| jobs.starts.last());
        let next = next.map(|start| start.cycle);
        self.chip.set_alarm(next);
    }

    /// The history of the workload's jobs so far, in the order of their starts.
    pub fn records(&self) -> &[JobRecord] {
        self.jobs.as_ref().map_or(&[], |jobs| &jobs.records)
    }

    /// The lines printed since the last call, each with the job's number on the chip and the number
    /// by which users know the process.
    pub fn take_job_output(&mut self) -> Vec<(u16, u32, Line)> {
        let lines = self.chip.shared.host.take_output().into_iter();
        let processes = self.chip.shared.host.processes();
        lines
            .map(|(number, line)| (processes[line.process as usize].job, number, line))
            .collect()
    }

    fn take_due(&mut self, now: u64) -> Option<Start> {
        let starts = &mut self.jobs.as_mut()?.starts;
        starts.pop_if(|start| start.cycle <= now)
    }

    /// Starts the job that a program has requested, and returns the job's number to the program.
    fn answer(&mut self, request: StartRequest) {
        let result = match self.start(request.image as usize, &request.cores) {
            Ok(number) => {
                self.jobs.as_mut().expect("jobs").waiters.push(Waiter {
                    number,
                    core: request.core,
                    process: request.process,
                    word: request.ended,
                });
                i32::from(number)
            }
            Err(LoadError::Memory(_)) => -errno::ENOMEM,
            Err(_) => -errno::EINVAL,
        };
        let (tile, index) = self.chip.locate(request.core);
        self.chip.tiles[tile].cores.harts[index].host_result = result as u32;
    }

    /// Loads a job onto cores. Returns its number on the chip.
    fn start(&mut self, job: usize, cores: &[u32]) -> Result<u16, LoadError> {
        let now = self.chip.cycles();
        let loaded = self.load(job, cores);
        let jobs = self.jobs.as_mut().expect("a simulation of jobs");
        jobs.records.push(JobRecord {
            number: *loaded.as_ref().unwrap_or(&0),
            job,
            cores: cores.to_vec(),
            asked: now,
            started: None,
            ended: None,
            instructions: 0,
            report: loaded.as_ref().err().map(|error| Report {
                kind: "load",
                exit_code: 0,
                message: error.to_string(),
            }),
        });
        loaded
    }

    fn load(&mut self, job: usize, cores: &[u32]) -> Result<u16, LoadError> {
        let jobs = self.jobs.as_ref().expect("a simulation of jobs");
        let Some(file) = jobs.files.get(job) else {
            let there = jobs.files.len();
            return Err(LoadError::Elf(format!("there is no job {job} of {there}")));
        };
        let threads = file.threads.max(1) as usize;
        if cores.is_empty() || !cores.len().is_multiple_of(threads) {
            let given = cores.len();
            return Err(LoadError::Ranks(format!(
                "{given} cores are not a multiple of {threads}, the cores of each rank"
            )));
        }
        let index = jobs.first + file.image;
        let part = Part {
            program: self.programs[index].clone(),
            index,
            ranks: (cores.len() / threads) as u32,
            threads: file.threads,
            arguments: file.arguments.clone(),
            kernel: false,
        };
        let job = Job {
            parts: vec![part],
            mapping: Mapping::Given(cores.chunks(threads).map(Into::into).collect()),
            environment: file.environment.clone(),
            stack_bytes: jobs.stack_bytes,
        };
        self.chip.load_from(&job, jobs.images.as_ref())
    }

    /// Notes how a job has ended, and notifies the programs that wait for its end.
    fn end(&mut self, ended: &EndedJob) {
        let report = describe_job(&self.chip, &self.programs, ended);
        if ended.ending.is_standstill() && self.chip.ending().is_none() {
            self.chip.end_deadlock(ended.job);
        }
        let is_well = report.kind == "exit" && report.exit_code == 0;
        let harts = |core: &u32| {
            let (tile, index) = self.chip.locate(*core);
            &self.chip.tiles[tile].cores.harts[index]
        };
        let Some(jobs) = &mut self.jobs else { return };
        let own = |record: &&mut JobRecord| record.number == ended.job;
        if let Some(record) = jobs.records.iter_mut().rev().find(own) {
            record.instructions = record.cores.iter().map(|c| harts(c).core.instret).sum();
            record.started = record.cores.first().map(|c| harts(c).counts.started);
            record.ended = Some(ended.cycle);
            record.report = Some(report);
        } else {
            jobs.allocator = Some(report);
        }
        let waiting = |waiter: &Waiter| waiter.number == ended.job;
        let answered: Vec<Waiter> = jobs
            .waiters
            .extract_if(.., |waiter| waiting(waiter))
            .collect();
        for waiter in answered {
            let word = if is_well { ENDED_WELL } else { ENDED_BADLY };
            let (tile, index) = self.chip.locate(waiter.core);
            let hart = &self.chip.tiles[tile].cores.harts[index];
            if hart.process == waiter.process {
                self.chip.write_word(waiter.core, waiter.word, word);
            }
        }
    }
}
