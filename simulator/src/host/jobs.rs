//! The jobs of a chip: how many of their processes run, and which jobs programs ask to start.

/// The number of processes of a job that have not ended.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    processes: usize,
    /// The number of kernels among the processes.
    kernels: usize,
}

/// A program's request to start a job (`docs/register-map.md`, Host).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartRequest {
    /// The requesting process, and the chip-wide number of its core.
    pub process: u32,
    pub core: u32,
    /// Index of the job among those that can be started.
    pub image: u32,
    /// The cores for the job, in the order of its ranks.
    pub cores: Vec<u32>,
    /// Byte offset, in the tile of the requesting core, of the word that is written when the job
    /// ends.
    pub ended: u32,
}

/// The jobs, and the requests of programs.
#[derive(Debug, Default)]
pub struct Jobs {
    /// The counts of each job, by the job's number, from 1 on.
    counts: Vec<Count>,
    running: usize,
    /// Number of jobs that have processes.
    active: usize,
    /// The job whose processes may start other jobs.
    allocator: Option<u16>,
    requests: Vec<StartRequest>,
    /// Cores whose jobs a program has asked to end.
    stops: Vec<u32>,
}

impl Jobs {
    /// The number of the next job; none if there are no more numbers.
    pub fn next(&self) -> Option<u16> {
        u16::try_from(self.counts.len() + 1).ok()
    }

    /// Adds a process of a job.
    pub(super) fn add(&mut self, job: u16, kernel: bool) {
        let index = usize::from(job) - 1;
        if self.counts.len() <= index {
            self.counts.resize(index + 1, Count::default());
        }
        let count = &mut self.counts[index];
        self.active += usize::from(count.processes == 0);
        count.processes += 1;
        count.kernels += usize::from(kernel);
        self.running += 1;
    }

    /// Notes that a process of a job has ended.
    pub(super) fn end(&mut self, job: u16, kernel: bool) {
        let count = &mut self.counts[usize::from(job) - 1];
        count.processes -= 1;
        count.kernels -= usize::from(kernel);
        self.active -= usize::from(count.processes == 0);
        self.running -= 1;
    }

    /// Number of processes that have not ended.
    pub fn running(&self) -> usize {
        self.running
    }

    /// The jobs that are not over.
    pub fn active(&self) -> impl Iterator<Item = u16> + '_ {
        let counts = (1..).zip(&self.counts);
        counts.filter_map(|(job, count)| (count.processes > 0).then_some(job))
    }

    /// Whether more than one job is not over yet.
    pub fn are_several(&self) -> bool {
        self.active > 1
    }

    /// Whether every process of a job has ended.
    pub fn is_over(&self, job: u16) -> bool {
        let count = usize::from(job)
            .checked_sub(1)
            .and_then(|index| self.counts.get(index));
        count.is_none_or(|count| count.processes == 0)
    }

    pub(super) fn has_only_kernels(&self, job: u16) -> bool {
        let count = &self.counts[usize::from(job) - 1];
        count.kernels > 0 && count.kernels == count.processes
    }

    /// Lets the processes of a job start other jobs.
    pub fn set_allocator(&mut self, job: u16) {
        self.allocator = Some(job);
    }

    /// Whether the processes of a job may start other jobs.
    pub fn may_start(&self, job: u16) -> bool {
        self.allocator == Some(job)
    }

    /// Notes that a process asks for a job to be started after this cycle.
    pub fn request(&mut self, request: StartRequest) {
        self.requests.push(request);
    }

    /// Notes that a process asks for the job on a core to be ended after this cycle.
    pub fn request_stop(&mut self, core: u32) {
        self.stops.push(core);
    }

    /// Whether a program has asked to start or end a job since requests were last taken.
    pub fn has_requests(&self) -> bool {
        !self.requests.is_empty() || !self.stops.is_empty()
    }

    /// The cores whose jobs programs have asked to end since the last call.
    pub fn take_stops(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.stops)
    }

    /// The jobs that programs have asked to start since the last call.
    pub fn take_requests(&mut self) -> Vec<StartRequest> {
        std::mem::take(&mut self.requests)
    }
}
