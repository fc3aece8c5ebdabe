//! A simulation, from the chip file and the programs to the report.

mod jobs;
mod progress;

use crate::check::{Checker, SharedChecker};
use crate::chip::{addresses, Chip, Moment};
use crate::config::ChipConfig;
use crate::host::{Host, Input, Line};
use crate::loader::{Job, LoadError, Mapping, Part};
use crate::memory::{OutOfMemory, SharedShadow};
use crate::noc::{Network, Networks};
use crate::observe::{
    check_findings, describe, incoherences, profile, whereabouts, CheckFinding, EnergyUse,
    Incoherence, Picture, ProfileLine, Report, Sample, Statistics, Windows,
};
use crate::program::{Location, Probe, Program};
use crate::rtl::{Interfaces, Tiles, Watch};
use crate::tile::cores::recorder::Recorder;
use crate::tile::devices::HIGHEST;
use crate::traffic::recorded::{Recorder as PacketRecorder, Recording};
use jobs::JobRun;
pub use jobs::{ImageFile, JobFile, JobRecord, Start, Workload};
use progress::ProgressWatch;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Cycles between two reads of the host's clock while packets are recorded.
const RECORDED: u64 = 1024;

/// Why a simulation cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error("{0}: {1}")]
    Root(String, std::io::Error),
}

/// A program that the command line names.
#[derive(Debug, Clone)]
pub struct ProgramFile {
    pub name: String,
    pub elf: Vec<u8>,
    pub ranks: u32,
    /// Threads of each rank.
    pub threads: u32,
    pub arguments: Vec<String>,
    /// Whether the program is the kernel. The loader decides how many processes it has.
    pub kernel: bool,
}

/// Options of a run.
#[derive(Debug, Clone)]
pub struct Options {
    pub mapping: Mapping,
    pub environment: Vec<String>,
    /// The working directory in which processes start, if it lies below the directory that contains
    /// all their files.
    pub directory: Option<PathBuf>,
    /// Stack of each core, in bytes. `Job::stack_bytes` says what 0 means.
    pub stack_bytes: u32,
    /// Whether to use the reference scheduler.
    pub reference: bool,
    /// Whether to count energy, if the chip file gives energies.
    pub energy: bool,
    /// If set, record power in windows of this many cycles. With 0, the windows grow with the
    /// length of the run.
    pub power: Option<u64>,
    /// Whether to count the cycles of each instruction. If so, no core executes beyond the chip's
    /// current cycle.
    pub profile: bool,
    /// Whether to look for copies in data caches that differ from memory. If so, no core executes
    /// beyond the chip's current cycle.
    pub check_cache: bool,
    /// Whether to look for mistakes with memory and between threads. If so, no core executes beyond
    /// the chip's current cycle.
    pub check: bool,
    /// Whether the check also finds where NaNs first appear.
    pub check_nan: bool,
    /// If set, record the activity of the chip, and the calls of these functions.
    pub trace: Option<Vec<Probe>>,
    /// If set, end the run after this many cycles without progress.
    pub livelock: Option<u64>,
    /// Largest number of host threads.
    pub jobs: usize,
}

/// A chip with the programs of one job, which may start further jobs.
pub struct Simulation {
    chip: Chip,
    programs: Vec<Arc<Program>>,
    reference: bool,
    power: Option<Windows<Sample>>,
    /// The functions whose calls are recorded, and pictures of the chip over time; none unless the
    /// user wants a trace.
    probes: Option<Vec<Probe>>,
    pictures: Option<Windows<Picture>>,
    progress: Option<ProgressWatch>,
    jobs: Option<JobRun>,
    /// The recorder of packets, if the user wants them.
    recorder: Option<PacketRecorder>,
    shadow: Option<SharedShadow>,
    checker: Option<SharedChecker>,
}

impl Simulation {
    /// Builds the chip and loads the job. The programs' files are below `root`.
    pub fn new(
        config: &ChipConfig,
        files: &[ProgramFile],
        root: &Path,
        options: &Options,
    ) -> Result<Simulation, StartError> {
        let mut simulation = Simulation::without_jobs(config, root, options)?;
        let job = simulation.job_of(files, options)?;
        simulation.chip.store_code(&simulation.programs)?;
        simulation.chip.load(&job)?;
        Ok(simulation)
    }

    fn without_jobs(
        config: &ChipConfig,
        root: &Path,
        options: &Options,
    ) -> Result<Simulation, StartError> {
        let mut host =
            Host::new(root).map_err(|e| StartError::Root(root.display().to_string(), e))?;
        if let Some(directory) = &options.directory {
            let started = host.start_in(directory);
            started.map_err(|e| StartError::Root(directory.display().to_string(), e))?;
        }
        let mut config = config.clone();
        if !options.energy {
            config.energy = None;
        }
        let mut chip = Chip::new(&config, host)?;
        chip.set_jobs(options.jobs);
        if options.profile {
            for tile in &mut chip.tiles {
                tile.cores.make_profiles();
            }
        }
        let shadow = options.check_cache.then(SharedShadow::default);
        if let Some(shadow) = &shadow {
            chip.follow(shadow);
        }
        let checker = options.check.then(|| {
            let mut checker = Checker::new(chip.config.cores());
            checker.finds_nan = options.check_nan;
            SharedChecker::new(Mutex::new(checker))
        });
        if let Some(checker) = &checker {
            chip.check_by(checker);
        }
        Ok(Simulation {
            chip,
            shadow,
            checker,
            programs: Vec::new(),
            reference: options.reference,
            power: options.power.map(Windows::new),
            probes: options.trace.clone(),
            pictures: options.trace.as_ref().map(|_| Windows::new(0)),
            progress: options.livelock.map(ProgressWatch::new),
            jobs: None,
            recorder: None,
        })
    }

    /// Builds the chip, loads the job of `files` unless `files` is empty, and lets this job start
    /// the jobs of a workload. Power is not recorded.
    pub fn with_workload(
        config: &ChipConfig,
        files: &[ProgramFile],
        workload: Workload,
        root: &Path,
        options: &Options,
    ) -> Result<Simulation, StartError> {
        let mut simulation = Simulation::without_jobs(config, root, options)?;
        simulation.power = None;
        let job = simulation.job_of(files, options)?;
        simulation.prepare(workload, !files.is_empty(), options)?;
        if !files.is_empty() {
            let number = simulation.chip.load(&job)?;
            simulation.allow(number);
        }
        simulation.attend();
        Ok(simulation)
    }

    /// The job of the command line's programs.
    fn job_of(&mut self, files: &[ProgramFile], options: &Options) -> Result<Job, StartError> {
        let mut parts = Vec::new();
        for file in files {
            let program = self.enter(&file.name, &file.elf)?;
            parts.push(Part {
                program: self.programs[program].clone(),
                index: program,
                ranks: file.ranks,
                threads: file.threads,
                arguments: file.arguments.clone(),
                kernel: file.kernel,
            });
        }
        Ok(Job {
            parts,
            mapping: options.mapping.clone(),
            environment: options.environment.clone(),
            stack_bytes: options.stack_bytes,
        })
    }

    /// Reads a program. Returns its index.
    fn enter(&mut self, name: &str, elf: &[u8]) -> Result<usize, StartError> {
        let mut program = Program::new(name, elf, &self.chip.config).map_err(LoadError::from)?;
        if let Some(probes) = &self.probes {
            program.observe(probes, &self.chip.config);
        }
        if self.checker.is_some() {
            program.find_landmarks();
        }
        self.programs.push(Arc::new(program));
        Ok(self.programs.len() - 1)
    }

    /// Sets the standard input of the first process. Without this call, it is empty.
    pub fn set_input(&mut self, input: Box<dyn Input>) {
        self.chip.shared.host.set_input(input);
    }

    /// Sets the priority of all accesses that a process makes to the memory of another process's
    /// tile, as if the program had set it before its first instruction.
    pub fn set_priority(&mut self, process: u32, memory: u32, level: u8) -> Result<(), String> {
        let processes = self.processes();
        let core_of = |number: u32| match processes.get(number as usize) {
            Some(process) => Ok(process.core),
            None => Err(format!(
                "there is no process {number}; processes are 0 to {}",
                processes.len() - 1
            )),
        };
        let (core, target) = (core_of(process)?, core_of(memory)?);
        if u32::from(level) > HIGHEST {
            return Err(format!(
                "there is no level {level}; levels are 0 to {HIGHEST}"
            ));
        }
        let (tile, core) = self.chip.locate(core);
        let (target, _) = self.chip.locate(target);
        let endpoints = self.chip.shared.costs.endpoints as usize;
        let priorities = &mut self.chip.tiles[tile].devices.priorities;
        priorities.set(core, target, level, endpoints);
        Ok(())
    }

    /// Records all packets from now on; the chip must be in cycle 0. From then on the reference
    /// scheduler runs the chip.
    pub fn record_packets(&mut self) {
        self.recorder = Some(PacketRecorder::new(&self.chip.config));
    }

    /// The recorded packets, if the user wanted them.
    pub fn recorded_packets(&self) -> Option<&Recording> {
        self.recorder.as_ref().map(PacketRecorder::recording)
    }

    /// Runs for about `time` of the host's time. Returns true if the simulation has ended.
    pub fn run(&mut self, time: Duration) -> bool {
        self.run_until(Instant::now().checked_add(time))
    }

    /// Runs to the end.
    pub fn finish(&mut self) {
        self.run_until(None);
    }

    fn run_until(&mut self, deadline: Option<Instant>) -> bool {
        let records = self.recorder.is_some();
        if records || self.power.is_some() || self.pictures.is_some() || self.progress.is_some() {
            return self.record(deadline);
        }
        loop {
            if self.reference {
                self.chip.run_reference(deadline);
            } else {
                self.chip.run(deadline);
            }
            if self.jobs.is_some() {
                self.attend();
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if self.chip.ending().is_some() || is_late {
                return self.chip.ending().is_some();
            }
        }
    }

    /// Runs to a cycle with the reference scheduler, and records the events in each network and at
    /// the interfaces. The records of request networks come first. Returns true if the simulation
    /// has ended. The first call must be in cycle 0.
    pub fn record_networks(
        &mut self,
        watches: &mut Vec<Watch>,
        interfaces: &mut Interfaces,
        end: u64,
    ) -> bool {
        self.chip.keep_written();
        self.chip.run_shown_to(end, |moment, now, shown| {
            if moment == Moment::Exchanged {
                interfaces.exchanged(shown, now);
            }
            let all = shown.networks.into_iter().flat_map(Networks::all);
            for (number, network) in all.enumerate() {
                if watches.len() == number {
                    watches.push(Watch::new(network));
                }
                match moment {
                    Moment::Moved => watches[number].moved(network, now),
                    Moment::Exchanged => watches[number].exchanged(network),
                }
            }
        });
        self.chip.ending().is_some()
    }

    /// Runs to a cycle with the reference scheduler, and records the actions of the tiles. Returns
    /// true if the simulation has ended. The first call must be in cycle 0.
    pub fn record_tiles(&mut self, tiles: &mut Tiles, end: u64) -> bool {
        self.chip.run_shown_to(end, |moment, now, shown| {
            if moment == Moment::Moved {
                tiles.moved(shown, now);
            }
        });
        self.chip.ending().is_some()
    }

    /// Runs window by window, takes a sample at the end of each, and checks in between whether
    /// there is progress.
    fn record(&mut self, deadline: Option<Instant>) -> bool {
        loop {
            let now = self.chip.cycles();
            let power = self.power.as_ref().map(|windows| windows.next(now));
            let picture = self.pictures.as_ref().map(|windows| windows.next(now));
            let look = self.progress.as_ref().map(|watch| watch.next(now));
            let packets = self.recorder.as_ref().map(|_| now + RECORDED);
            let ends = power.into_iter().chain(picture).chain(look).chain(packets);
            let end = ends.min().unwrap_or(u64::MAX);
            match (&mut self.recorder, self.reference) {
                (Some(recorder), _) => self.chip.run_shown_to(end, |moment, now, shown| {
                    let networks = shown.networks.into_iter().flat_map(Networks::all);
                    let networks: Vec<&Network> = networks.collect();
                    match moment {
                        Moment::Moved => recorder.moved(&networks),
                        Moment::Exchanged => recorder.exchanged(&networks, &shown, now),
                    }
                }),
                (None, true) => {
                    self.chip.run_reference_to(end);
                }
                (None, false) => {
                    self.chip.run_to(end);
                }
            }
            let now = self.chip.cycles();
            if self.chip.ending().is_none() && now == end {
                self.chip.interrupt();
                if let Some(windows) = self.power.as_mut().filter(|_| power == Some(now)) {
                    windows.take(now, sample(&self.chip));
                }
                if let Some(windows) = self.pictures.as_mut().filter(|_| picture == Some(now)) {
                    windows.take(now, Picture::of(&self.chip));
                }
                if let Some(watch) = self.progress.as_mut().filter(|_| look == Some(now)) {
                    watch.look(&mut self.chip);
                }
            }
            if self.jobs.is_some() {
                self.attend();
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if self.chip.ending().is_some() || is_late {
                return self.chip.ending().is_some();
            }
        }
    }

    /// The energy that the chip has used so far, exact to the cycle; none if the energy is not
    /// counted.
    pub fn energy(&mut self) -> Option<EnergyUse> {
        self.chip.interrupt();
        EnergyUse::of(&self.chip)
    }

    /// The cycles of each line so far; empty unless a profile was requested.
    pub fn profile(&mut self) -> Vec<ProfileLine> {
        self.chip.interrupt();
        profile(&self.chip, &self.programs)
    }

    /// The program's mistakes with data caches so far; empty unless `check_cache` is set.
    pub fn incoherences(&mut self) -> Vec<Incoherence> {
        self.chip.interrupt();
        let shadow = self.shadow.as_ref();
        shadow.map_or_else(Vec::new, |shadow| {
            let shadow = shadow.lock().expect("nobody panics with the shadow");
            incoherences(&self.chip, &self.programs, &shadow)
        })
    }

    /// The number of mistakes that a check has found, and the core of the latest one.
    pub fn latest_finding(&self) -> (usize, Option<u32>) {
        self.checker.as_ref().map_or((0, None), |checker| {
            let checker = checker.lock().expect("nobody panics with the checker");
            let (count, latest) = checker.latest();
            (count, latest.map(|finding| finding.access.core))
        })
    }

    /// The mistakes with memory and between threads so far; empty unless `check` is set.
    pub fn check_findings(&mut self) -> Vec<CheckFinding> {
        self.chip.interrupt();
        let checker = self.checker.clone();
        checker.map_or_else(Vec::new, |checker| {
            let checker = checker.lock().expect("nobody panics with the checker");
            check_findings(&mut self.chip, &self.programs, &checker)
        })
    }

    /// The number of cycles of a window, and a sample for the end of each window. The last window
    /// ends now. None if power is not recorded.
    pub fn power(&mut self) -> Option<(u64, Vec<Sample>)> {
        self.chip.interrupt();
        let recorder = self.power.as_ref()?;
        let kept = recorder.samples().iter();
        let mut samples: Vec<Sample> = kept.map(|&(_, sample)| sample).collect();
        let now = self.chip.cycles();
        if samples.last().is_none_or(|last| last.cycle < now) {
            samples.push(sample(&self.chip));
        }
        Some((recorder.window(), samples))
    }

    /// Returns at most `bytes` bytes of memory from `address` on, as the first core of a process
    /// sees them; fewer if the memory ends there. `process` is the process's index on the chip.
    pub fn memory(&mut self, process: u32, address: u32, bytes: usize) -> Vec<u8> {
        self.chip.interrupt();
        let Some(process) = self.processes().get(process as usize) else {
            return Vec::new();
        };
        let (core, mut found) = (process.core, vec![0; bytes]);
        let there = addresses::read_all(&mut self.chip, core, address, &mut found);
        found.truncate(there);
        found
    }

    /// The recorders of calls and activity, one for each core of each process, with the process's
    /// index on the chip and the thread's number in the process.
    pub fn recorders(&self) -> Vec<(u32, u32, &Recorder)> {
        let mut all = Vec::new();
        for tile in &self.chip.tiles {
            let past = tile.cores.past_recorders().iter();
            all.extend(past.map(|(process, thread, recorder)| (*process, *thread, recorder)));
            let now = tile.cores.harts.iter();
            all.extend(now.filter_map(|hart| {
                let recorder = hart.recorder.as_deref()?;
                Some((hart.process, hart.thread, recorder))
            }));
        }
        all
    }

    /// For each program, the source lines of recorded calls, by the address to which each returns.
    /// Calls from inside the library are left out.
    pub fn call_sites(&self) -> Vec<BTreeMap<u32, Location>> {
        let mut returns = vec![BTreeSet::new(); self.programs.len()];
        for (process, _, recorder) in self.recorders() {
            if let Some(process) = self.processes().get(process as usize) {
                returns[process.program].extend(recorder.return_addresses());
            }
        }
        let locate = |(program, returns): (&Arc<Program>, &BTreeSet<u32>)| {
            let calls: Vec<u32> = returns.iter().map(|pc| pc.saturating_sub(1)).collect();
            let frames = program.symbols.frames_all(&calls).into_iter();
            let sites = returns
                .iter()
                .copied()
                .zip(frames.map(|mut all| all.swap_remove(0)));
            sites.filter(|(_, at)| !at.is_in_library()).collect()
        };
        self.programs.iter().zip(&returns).map(locate).collect()
    }

    /// The pictures of the chip at the ends of windows. The last window ends now. Empty if pictures
    /// are not recorded.
    pub fn pictures(&mut self) -> Vec<(u64, Picture)> {
        self.chip.interrupt();
        let Some(windows) = &self.pictures else {
            return Vec::new();
        };
        let mut all = windows.samples().to_vec();
        let now = self.chip.cycles();
        if all.last().is_none_or(|(cycle, _)| *cycle < now) {
            all.push((now, Picture::of(&self.chip)));
        }
        all
    }

    /// Describes in a few lines where each process that has not ended is.
    pub fn whereabouts(&mut self) -> Vec<String> {
        self.chip.interrupt();
        let processes = self.chip.shared.host.processes().iter();
        let processes: Vec<_> = processes
            .filter(|p| p.ended.is_none() && p.kernel.is_none())
            .collect();
        whereabouts(&self.chip, &self.programs, &processes)
    }

    /// The programs, in the order of `Process::program`.
    pub fn programs(&self) -> &[Arc<Program>] {
        &self.programs
    }

    /// The chip. Unless the reference scheduler runs the chip, cores may have executed beyond its
    /// current cycle.
    pub fn chip(&self) -> &Chip {
        &self.chip
    }

    /// The chip, to be changed. Unless the reference scheduler runs the chip, cores may have
    /// executed beyond its current cycle; `Chip::interrupt` brings them back.
    pub fn chip_mut(&mut self) -> &mut Chip {
        &mut self.chip
    }

    pub fn cycles(&self) -> u64 {
        self.chip.cycles()
    }

    pub fn instructions(&self) -> u64 {
        self.chip.instructions()
    }

    /// The lines printed since the last call, each with the number by which users know the process.
    pub fn take_output(&mut self) -> Vec<(u32, Line)> {
        self.chip.shared.host.take_output()
    }

    /// Returns the report and the figures, which are exact to the cycle. The report says how the
    /// simulation has ended, or that it still runs. With a workload, the report describes the job
    /// of the command line. The call also moves lines that processes have begun and not finished to
    /// the output.
    pub fn report(&mut self) -> (Report, Statistics) {
        self.chip.interrupt();
        self.chip.shared.host.flush();
        let report = match &self.jobs {
            Some(jobs) => jobs.report(self.chip.ending().is_some()),
            None => describe(&self.chip, &self.programs),
        };
        (report, Statistics::of(&self.chip))
    }

    /// All processes on the chip, kernels included.
    pub fn processes(&self) -> &[crate::host::Process] {
        self.chip.shared.host.processes()
    }
}

/// The energy that a chip has used so far; zero if the energy is not counted.
fn sample(chip: &Chip) -> Sample {
    let energy = EnergyUse::of(chip).unwrap_or_default();
    Sample::of(chip.cycles(), &energy)
}
