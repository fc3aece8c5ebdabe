//! The host behind the chip: console, files, and a list of the processes with their ends.

mod console;
pub mod errno;
mod files;
mod folders;
mod input;
mod jobs;
mod locks;
mod outside;
mod pipe;

use console::Console;
pub use console::Line;
pub use files::{Files, STATUS_BYTES};
pub use folders::ENTRY_BYTES;
pub use input::Input;
use jobs::Jobs;
pub use jobs::StartRequest;
pub use locks::wants;
pub use outside::Outside;
use std::path::Path;

/// A process, as the host knows it.
#[derive(Debug, Clone)]
pub struct Process {
    pub job: u16,
    /// The number on the chip of the first core of the process.
    pub core: u32,
    /// Index of the process's program among the simulation's programs.
    pub program: usize,
    /// Index of the process in its job.
    pub index: u32,
    /// The number of the kernel in its job, if the process is a kernel. Kernels serve the other
    /// processes of the job, and end with the last of them.
    pub kernel: Option<u32>,
    /// Global address of the lowest byte of the stack. The page below it belongs to no process.
    pub stack: u32,
    pub stack_bytes: u32,
    /// The cores of the process after the first one, from thread 1 on.
    pub threads: Vec<Thread>,
    /// MPI rank, once it is known.
    pub rank: Option<u32>,
    /// Whether the process is between MPI_Init and MPI_Finalize.
    pub active: bool,
    /// Whether the process has closed one of the standard streams' file numbers, or assigned the
    /// number to another file.
    pub redirected: bool,
    /// The latest call of malloc for which the heap had too little free memory.
    pub heap_full: Option<HeapFull>,
    /// The latest path that the process could not open because it leads out of the directory of
    /// files.
    pub refused: Option<String>,
    /// Exit code, and the cycle of the end; none while the process runs.
    pub ended: Option<(i32, u64)>,
}

/// A call of malloc for which a heap had too little free memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeapFull {
    /// Bytes that malloc asked for.
    pub asked: u32,
    /// Bytes of the heap.
    pub heap: u32,
    /// Whether the heap is in DRAM, not in the tile.
    pub in_dram: bool,
}

/// A core of a process, other than the first core, and the stack of the thread on this core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thread {
    pub core: u32,
    pub stack: u32,
    pub stack_bytes: u32,
}

impl Process {
    /// All cores of the process, in the order of its threads.
    pub fn cores(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::once(self.core).chain(self.threads.iter().map(|thread| thread.core))
    }

    /// The number of the process's thread on a core; 0 if the process has no thread there.
    pub fn thread_on(&self, core: u32) -> usize {
        self.cores().position(|own| own == core).unwrap_or(0)
    }

    /// Global address of the lowest byte of the stack of the thread on a core.
    pub fn stack_on(&self, core: u32) -> u32 {
        match self.thread_on(core) {
            0 => self.stack,
            thread => self.threads[thread - 1].stack,
        }
    }

    /// Size in bytes of the stack of the thread on a core.
    pub fn stack_bytes_on(&self, core: u32) -> u32 {
        match self.thread_on(core) {
            0 => self.stack_bytes,
            thread => self.threads[thread - 1].stack_bytes,
        }
    }

    /// The number by which users know the process: its rank, or its index in the job before it has
    /// a rank.
    pub fn number(&self) -> u32 {
        self.rank.unwrap_or(self.index)
    }
}

/// The end of a job by one of its processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abort {
    pub process: u32,
    /// Number of the core on the chip.
    pub core: u32,
    pub code: i32,
    pub cycle: u64,
    /// Set if a wrong call of free() has ended the job.
    pub bad_free: Option<BadFree>,
}

/// A wrong argument of free().
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadFree {
    pub address: u32,
    /// Whether the pointer was freed before. If it was not, malloc has never returned it.
    pub twice: bool,
}

/// The exit code of a job that a wrong call of free() has ended, as after abort(): 128 + SIGABRT.
const ABORTED: i32 = 134;

#[derive(Debug)]
pub struct Host {
    console: Console,
    outside: Outside,
    processes: Vec<Process>,
    pub jobs: Jobs,
    /// The aborts that have ended their job (`aborted`), and the aborts that have not ended their
    /// job yet (`aborting`).
    aborted: Vec<Abort>,
    aborting: Vec<Abort>,
    /// Jobs whose last process has ended since the last call of `take_over`.
    over: Vec<u16>,
    /// The cores of processes that have ended since the last call of `take_stopping`: processes
    /// with several threads, processes whose job is ended, and kernels whose job is over.
    stopping: Vec<u32>,
}

impl Host {
    /// A host whose files are below `root`. Its standard input is empty.
    pub fn new(root: &Path) -> std::io::Result<Host> {
        Ok(Host {
            console: Console::default(),
            outside: Outside::new(root)?,
            processes: Vec::new(),
            jobs: Jobs::default(),
            aborted: Vec::new(),
            aborting: Vec::new(),
            over: Vec::new(),
            stopping: Vec::new(),
        })
    }

    /// Makes processes start in a directory, if it lies below the directory that contains all their
    /// files.
    pub fn start_in(&mut self, directory: &Path) -> std::io::Result<()> {
        self.outside.start_in(directory)
    }

    /// Connects the standard input.
    pub fn set_input(&mut self, input: Box<dyn Input>) {
        self.outside.set_input(input);
    }

    /// Prepares for repetitions of the run: keeps the answers of files and standard input.
    pub fn keep_answers(&mut self) {
        self.outside.keep();
        self.console.keep();
    }

    /// Makes this host repeat the run of another one, from the beginning. This host returns the
    /// same answers from files and input, and suppresses lines that the other host has passed on.
    pub fn repeat(&mut self, other: &mut Host) {
        std::mem::swap(&mut self.outside, &mut other.outside);
        self.outside.rewind();
        self.console.repeat(&mut other.console);
    }

    /// Allows the programs to depart from the run that is being repeated.
    pub fn diverge(&mut self) {
        self.outside.forget_rest();
    }

    /// Adds a process, and returns its index.
    pub fn add(&mut self, process: Process) -> u32 {
        self.jobs.add(process.job, process.kernel.is_some());
        self.processes.push(process);
        self.processes.len() as u32 - 1
    }

    /// All processes, by index.
    pub fn processes(&self) -> &[Process] {
        &self.processes
    }

    /// Whether every process of a job had ended before the last call of `take_over`.
    pub fn was_over(&self, job: u16) -> bool {
        self.jobs.is_over(job) && !self.over.contains(&job)
    }

    /// Whether no process runs any more, or whether `take_over` or `take_stopping` would return
    /// anything.
    pub fn has_ended(&self) -> bool {
        self.jobs.running() == 0 || !self.over.is_empty() || !self.stopping.is_empty()
    }

    /// The jobs whose last process has ended since the last call.
    pub fn take_over(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.over)
    }

    /// The cores of processes that have ended since the last call. A process is left out if none of
    /// its cores can still run.
    pub fn take_stopping(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.stopping)
    }

    /// Passes on the unfinished lines of all processes.
    pub fn flush(&mut self) {
        for process in 0..self.processes.len() {
            self.console.flush(process as u32);
        }
    }

    /// The abort of the next job that has to be ended.
    pub fn aborting(&self) -> Option<Abort> {
        self.aborting.first().copied()
    }

    /// The first abort that has ended a job.
    pub fn aborted(&self) -> Option<Abort> {
        self.aborted.first().copied()
    }

    /// The first abort of a job, if one of its processes has ended it.
    pub fn abort_of(&self, job: u16) -> Option<Abort> {
        let mut aborted = self.aborted.iter();
        let own = |abort: &&Abort| self.processes[abort.process as usize].job == job;
        aborted.find(own).copied()
    }

    /// Ends the processes of the job that `aborting` has returned. `take_stopping` returns the
    /// cores of those that were still running.
    pub fn end_job(&mut self, abort: Abort) {
        self.aborting.retain(|other| *other != abort);
        self.aborted.push(abort);
        let job = self.processes[abort.process as usize].job;
        self.stop_job(job, abort.code, abort.cycle);
    }

    /// Ends the processes of a job with exit code `code`. When only kernels are left, they end with
    /// code 0. `take_stopping` returns the cores of all processes that were still running.
    pub fn stop_job(&mut self, job: u16, code: i32, cycle: u64) {
        for index in 0..self.processes.len() {
            let process = &self.processes[index];
            if process.job == job && process.ended.is_none() {
                self.stopping.extend(process.cores());
                self.exit(index as u32, code, cycle);
            }
        }
    }

    /// The lines printed since the last call, each with the number by which users know its process.
    pub fn take_output(&mut self) -> Vec<(u32, Line)> {
        let lines = self.console.take().into_iter();
        lines
            .map(|line| (self.processes[line.process as usize].number(), line))
            .collect()
    }

    pub fn exit(&mut self, process: u32, code: i32, cycle: u64) {
        let own = &mut self.processes[process as usize];
        if own.ended.is_some() {
            // Another thread has ended the process in this cycle.
            return;
        }
        own.ended = Some((code, cycle));
        if !own.threads.is_empty() {
            self.stopping.extend(own.cores());
        }
        let (job, is_kernel) = (own.job, own.kernel.is_some());
        self.jobs.end(job, is_kernel);
        self.console.flush(process);
        self.outside.close_all(process);
        if self.jobs.has_only_kernels(job) {
            self.end_kernels(job, cycle);
        }
        if self.jobs.is_over(job) {
            self.over.push(job);
        }
    }

    /// Ends the kernels of a job that has no other processes left.
    fn end_kernels(&mut self, job: u16, cycle: u64) {
        for index in 0..self.processes.len() {
            let process = &mut self.processes[index];
            if process.job == job && process.ended.is_none() {
                process.ended = Some((0, cycle));
                self.stopping.extend(process.cores());
                self.jobs.end(job, true);
                self.console.flush(index as u32);
                self.outside.close_all(index as u32);
            }
        }
    }

    pub fn abort(&mut self, process: u32, core: u32, code: i32, cycle: u64) {
        self.aborting.push(Abort {
            process,
            core,
            code,
            cycle,
            bad_free: None,
        });
    }

    /// Ends a job because of a wrong call of free().
    pub fn bad_free(&mut self, process: u32, core: u32, bad_free: BadFree, cycle: u64) {
        self.aborting.push(Abort {
            process,
            core,
            code: ABORTED,
            cycle,
            bad_free: Some(bad_free),
        });
    }

    /// Whether a file number is still that of a standard stream.
    fn is_standard(&self, process: u32, file: i32) -> bool {
        (0..files::FIRST).contains(&file) && !self.processes[process as usize].redirected
    }

    pub fn write(&mut self, process: u32, file: i32, bytes: &[u8]) -> i32 {
        let answer = if self.is_standard(process, file) {
            files::STANDARD + file
        } else {
            self.outside.ask(|files| files.write(process, file, bytes))
        };
        match files::standard(answer) {
            Some(stream @ 1..=2) => {
                self.console.write(process, stream as u8, bytes);
                bytes.len() as i32
            }
            Some(_) => -errno::EBADF,
            None => answer,
        }
    }

    pub fn read(&mut self, process: u32, file: i32, buffer: &mut [u8]) -> i32 {
        let answer = if self.is_standard(process, file) {
            files::STANDARD + file
        } else {
            self.outside
                .read(buffer, |files, buffer| files.read(process, file, buffer))
        };
        match files::standard(answer) {
            Some(0) => self.read_input(process, buffer),
            Some(_) => -errno::EBADF,
            None => answer,
        }
    }

    /// Reads standard input.
    fn read_input(&mut self, process: u32, buffer: &mut [u8]) -> i32 {
        if process != 0 {
            return 0;
        }
        self.console.flush(process);
        if let Some(answer) = self.outside.repeated(buffer) {
            return answer;
        }
        let printed = self.take_output();
        self.outside.read_input(printed, buffer)
    }

    pub fn open(&mut self, process: u32, path: &str, how: u32, mode: u32) -> i32 {
        let open = |files: &mut Files| files.open(process, path, how, mode);
        match self.outside.ask(open) {
            files::OUTSIDE => {
                self.processes[process as usize].refused = Some(path.into());
                -errno::EACCES
            }
            answer => answer,
        }
    }

    /// Makes a call to `files` whose answer is a number.
    pub fn ask(&mut self, call: impl FnOnce(&mut Files) -> i32) -> i32 {
        self.outside.ask(call)
    }

    /// Makes a call to `files` whose answer is the count of bytes that it has written to `buffer`.
    pub fn fill(
        &mut self,
        buffer: &mut [u8],
        call: impl FnOnce(&mut Files, &mut [u8]) -> i32,
    ) -> i32 {
        self.outside.read(buffer, call)
    }

    pub fn close(&mut self, process: u32, file: i32) -> i32 {
        self.processes[process as usize].redirected |= file < files::FIRST;
        self.outside.ask(|files| files.close(process, file))
    }

    /// Makes a copy of a file number (`Files::copy`).
    pub fn copy(&mut self, process: u32, file: i32, to: i32, exact: bool) -> i32 {
        self.processes[process as usize].redirected |= exact && to < files::FIRST;
        self.outside
            .ask(|files| files.copy(process, file, to, exact))
    }

    /// The flags with which a file is open (`Files::flags`).
    pub fn flags(&mut self, process: u32, file: i32) -> i32 {
        let answer = if self.is_standard(process, file) {
            files::STANDARD + file
        } else {
            self.outside.ask(|files| files.flags(process, file))
        };
        match files::standard(answer) {
            Some(stream) => i32::from(stream != 0),
            None => answer,
        }
    }

    pub fn seek(&mut self, process: u32, file: i32, offset: i32, whence: u32) -> i32 {
        self.outside
            .ask(|files| files.seek(process, file, offset, whence))
    }

    /// Passes on a record for tools. Records stay in the order in which processes make them.
    pub fn record(&mut self, process: u32, bytes: &[u8], cycle: u64) -> i32 {
        self.console.record(process, bytes, cycle);
        0
    }

    pub fn set_rank(&mut self, process: u32, rank: u32) -> i32 {
        self.processes[process as usize].rank = Some(rank);
        0
    }

    pub fn set_heap_full(&mut self, process: u32, full: HeapFull) -> i32 {
        self.processes[process as usize].heap_full = Some(full);
        0
    }

    pub fn set_active(&mut self, process: u32, active: bool) -> i32 {
        self.processes[process as usize].active = active;
        0
    }
}
