//! Writes the data structures that a started process finds in memory: the job descriptor, the
//! process record and the table of threads. `runtime/hal/record/job.h` declares them.

/// `HAL_JOB_MAGIC` of `job.h`.
const MAGIC: u32 = u32::from_le_bytes(*b"OCJB");
/// Size in bytes of `struct hal_job`, without the table of processes after it.
const JOB_BYTES: u32 = 20;
/// Bytes of `struct hal_place`.
const PLACE_BYTES: u32 = 16;
/// Bytes of `struct hal_process`.
const PROCESS_BYTES: u32 = 40;

/// An entry of the table of a job's processes, or of a process's threads (`struct hal_place`).
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub core: u32,
    pub program: u32,
    /// Global address of the shared block of the process or the thread.
    pub shared: u32,
    /// Address of the queues of the core (devices that receive messages).
    pub queues: u32,
}

fn words(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Size in bytes of a job descriptor with `entries` entries.
pub fn job_bytes(entries: usize) -> u32 {
    JOB_BYTES + PLACE_BYTES * entries as u32
}

fn table(entries: &[Entry]) -> impl Iterator<Item = u32> + '_ {
    (entries.iter()).flat_map(|p| [p.core, p.program, p.shared, p.queues])
}

/// Size in bytes of a process's table of threads. A process with one thread has no table.
pub fn threads_bytes(threads: u32) -> u32 {
    match threads {
        0 | 1 => 0,
        threads => PLACE_BYTES * threads,
    }
}

/// The bytes of a process's table of threads.
pub fn threads(entries: &[Entry]) -> Vec<u8> {
    words(table(entries))
}

/// The bytes of a job descriptor, which is stored at the global address `at`. The last `kernels`
/// entries describe the job's kernel processes.
pub fn job(number: u16, entries: &[Entry], kernels: u32, at: u32) -> Vec<u8> {
    let processes = entries.len() as u32 - kernels;
    let head = [MAGIC, number.into(), processes, kernels, at + JOB_BYTES];
    words(head.into_iter().chain(table(entries)))
}

/// The contents of a process record, without its strings. All addresses are global.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    pub job: u32,
    pub index: u32,
    pub heap: u32,
    pub heap_end: u32,
    pub stack: u32,
    pub stack_end: u32,
    pub shared: u32,
}

/// Size in bytes of a process record, including its strings.
pub fn record_bytes(arguments: &[String], environment: &[String]) -> u32 {
    let strings = arguments.iter().chain(environment);
    let text: usize = strings.map(|s| s.len() + 1).sum();
    PROCESS_BYTES + 4 * (arguments.len() + environment.len() + 2) as u32 + text as u32
}

/// The bytes of a process record with its strings, which is stored at the global address `at`.
pub fn process(record: &Record, arguments: &[String], environment: &[String], at: u32) -> Vec<u8> {
    let argv = at + PROCESS_BYTES;
    let environ = argv + 4 * (arguments.len() as u32 + 1);
    let mut text_at = environ + 4 * (environment.len() as u32 + 1);
    let mut pointers = Vec::new();
    let mut text = Vec::new();
    for list in [arguments, environment] {
        for string in list {
            pointers.push(text_at);
            text.extend_from_slice(string.as_bytes());
            text.push(0);
            text_at += string.len() as u32 + 1;
        }
        pointers.push(0);
    }
    let head = [
        record.job,
        record.index,
        record.heap,
        record.heap_end,
        record.stack,
        record.stack_end,
        record.shared,
        arguments.len() as u32,
        argv,
        environ,
    ];
    let mut bytes = words(head.into_iter().chain(pointers));
    bytes.extend(text);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_what_is_written() {
        let arguments = ["prog".to_string(), "7".into()];
        let environment = ["A=b".to_string()];
        let record = Record {
            job: 1,
            index: 2,
            heap: 3,
            heap_end: 4,
            stack: 5,
            stack_end: 6,
            shared: 7,
        };
        let bytes = process(&record, &arguments, &environment, 0x8000_0000);
        assert_eq!(bytes.len() as u32, record_bytes(&arguments, &environment));
        let word = |i: usize| u32::from_le_bytes(bytes[i..i + 4].try_into().unwrap());
        let argv = (word(32) - 0x8000_0000) as usize;
        let second = (word(argv + 4) - 0x8000_0000) as usize;
        assert_eq!(&bytes[second..second + 2], b"7\0");
        assert_eq!(word(argv + 8), 0, "argv ends with a null pointer");
        let entry = Entry {
            core: 0,
            program: 0,
            shared: 0,
            queues: 0,
        };
        assert_eq!(job(0, &[entry; 3], 1, 0).len() as u32, job_bytes(3));
    }
}
