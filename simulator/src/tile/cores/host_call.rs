//! Calls from a core to the host: console, files, end of a process (`docs/register-map.md`, Host).

use super::hart::State;
use super::protection::{Tag, READ, WRITE};
use super::CoreComplex;
use crate::host::{errno, wants, BadFree, Files, HeapFull, Host, StartRequest};
use crate::host::{ENTRY_BYTES, STATUS_BYTES};
use crate::memory;
use crate::protocol::host_calls;
use crate::tile::ports::Cycle;

/// Longest path that the host accepts, in bytes.
const PATH_BYTES: u32 = 1024;

impl CoreComplex {
    pub(super) fn host_call(&mut self, core: usize, call: u32, host: &mut Host, cycle: Cycle) {
        let Cycle { now, .. } = cycle;
        let [a0, a1, a2, _] = self.harts[core].host_arguments;
        let process = self.harts[core].process;
        let result = match call {
            host_calls::EXIT => {
                let hart = &mut self.harts[core];
                hart.enter(State::Ended, now);
                hart.counts.ended = now;
                host.exit(process, a0 as i32, now);
                0
            }
            host_calls::ABORT => {
                let number = self.core_number(core);
                host.abort(process, number, a0 as i32, now);
                0
            }
            host_calls::WRITE | host_calls::READ if a2 == 0 => 0,
            host_calls::WRITE => match self.own_with(core, a1, a2, READ) {
                Some(offset) => {
                    let bytes = &self.memory[offset as usize..(offset + a2) as usize];
                    host.write(process, a0 as i32, bytes)
                }
                None => -errno::EFAULT,
            },
            host_calls::READ => match self.own_with(core, a1, a2, WRITE) {
                Some(offset) => {
                    let bytes = &mut self.memory[offset as usize..(offset + a2) as usize];
                    let count = host.read(process, a0 as i32, bytes);
                    if count > 0 {
                        self.written(offset, count as u32, Some(core), cycle);
                    }
                    count
                }
                None => -errno::EFAULT,
            },
            host_calls::OPEN => match self.path(core, a0) {
                Ok(path) => host.open(process, &path, a1, a2),
                Err(error) => -error,
            },
            host_calls::CLOSE => host.close(process, a0 as i32),
            host_calls::SEEK => host.seek(process, a0 as i32, a1 as i32, a2),
            host_calls::UNLINK
            | host_calls::CHANGE_FOLDER
            | host_calls::MAKE_FOLDER
            | host_calls::REMOVE_FOLDER => match self.path(core, a0) {
                Ok(path) => host.ask(|files| match call {
                    host_calls::UNLINK => files.unlink(process, &path),
                    host_calls::CHANGE_FOLDER => files.change_folder(process, &path),
                    host_calls::MAKE_FOLDER => files.make_folder(process, &path, a1),
                    _ => files.remove_folder(process, &path),
                }),
                Err(error) => -error,
            },
            host_calls::RENAME | host_calls::LINK | host_calls::SYMBOLIC_LINK => {
                match (self.path(core, a0), self.path(core, a1)) {
                    (Ok(from), Ok(to)) => host.ask(|files| match call {
                        host_calls::RENAME => files.rename(process, &from, &to),
                        host_calls::LINK => files.link(process, &from, &to),
                        _ => files.symbolic_link(process, &from, &to),
                    }),
                    (Err(error), _) | (_, Err(error)) => -error,
                }
            }
            host_calls::RANK => host.set_rank(process, a0),
            host_calls::FINALIZED => host.set_active(process, a0 != 0),
            host_calls::SHARE => self.share(core, a0, a1, a2 != 0),
            host_calls::PAGE => self.page_bytes() as i32,
            host_calls::RECORD => match self.own_with(core, a0, a1, READ) {
                Some(offset) => {
                    let bytes = &self.memory[offset as usize..(offset + a1) as usize];
                    host.record(process, bytes, now)
                }
                None => -errno::EFAULT,
            },
            host_calls::HEAP_FULL => {
                let full = HeapFull {
                    asked: a0,
                    heap: a1,
                    in_dram: a2 != 0,
                };
                host.set_heap_full(process, full)
            }
            host_calls::BAD_FREE => {
                let number = self.core_number(core);
                let bad_free = BadFree {
                    address: a0,
                    twice: a1 != 0,
                };
                host.bad_free(process, number, bad_free, now);
                0
            }
            host_calls::START_JOB => self.start_job(core, a0, host),
            host_calls::STOP_JOB if !host.jobs.may_start(self.harts[core].job) => -errno::EPERM,
            host_calls::STOP_JOB => {
                host.jobs.request_stop(a0);
                0
            }
            host_calls::COPY => host.copy(process, a0 as i32, a1 as i32, a2 != 0),
            host_calls::STATUS => {
                let mut status = [0; STATUS_BYTES];
                let call = |files: &mut Files, to: &mut [u8]| files.status(process, a0 as i32, to);
                let result = host.fill(&mut status, call);
                self.store_answer(core, a1, &status, result, cycle).min(0)
            }
            host_calls::STATUS_AT | host_calls::STATUS_OF_LINK => match self.path(core, a0) {
                Ok(path) => {
                    let mut status = [0; STATUS_BYTES];
                    let link = call == host_calls::STATUS_OF_LINK;
                    let result = host.fill(&mut status, |files, to| {
                        files.status_at(process, &path, link, to)
                    });
                    self.store_answer(core, a1, &status, result, cycle).min(0)
                }
                Err(error) => -error,
            },
            host_calls::ENTRY => {
                let mut entry = [0; ENTRY_BYTES];
                let call = |files: &mut Files, to: &mut [u8]| files.entry(process, a0 as i32, to);
                let result = host.fill(&mut entry, call);
                self.store_answer(core, a1, &entry, result, cycle)
            }
            host_calls::READ_LINK | host_calls::REAL_PATH => match self.path(core, a0) {
                Ok(path) => {
                    let mut text = vec![0; a2.min(PATH_BYTES) as usize];
                    let result = host.fill(&mut text, |files, to| match call {
                        host_calls::READ_LINK => files.read_link(process, &path, to),
                        _ => files.real_path(process, &path, to),
                    });
                    self.store_answer(core, a1, &text, result, cycle)
                }
                Err(error) => -error,
            },
            host_calls::TRUNCATE => host.ask(|files| files.truncate(process, a0 as i32, a1)),
            host_calls::SET_TIMES => match self.times(core, a1) {
                Ok(words) => host.ask(|files| files.set_times(process, a0 as i32, words)),
                Err(error) => -error,
            },
            host_calls::SET_MODE => host.ask(|files| files.set_mode(process, a0 as i32, a1)),
            host_calls::LOCK => self.lock(core, a0 as i32, a1, a2, host, cycle),
            host_calls::SET_TIMES_AT => match (self.path(core, a0), self.times(core, a1)) {
                (Ok(path), Ok(words)) => {
                    host.ask(|files| files.set_times_at(process, &path, a2 != 0, words))
                }
                (Err(error), _) | (_, Err(error)) => -error,
            },
            host_calls::SET_MODE_AT => match self.path(core, a0) {
                Ok(path) => host.ask(|files| files.set_mode_at(process, &path, a1)),
                Err(error) => -error,
            },
            host_calls::FLAGS => host.flags(process, a0 as i32),
            host_calls::PIPE => host.ask(|files| files.pipe(process, a0)),
            host_calls::SET_FLAGS => host.ask(|files| files.set_flags(process, a0 as i32, a1)),
            host_calls::READY => host.ask(|files| files.ready(process, a0 as i32)),
            _ => -errno::ENOSYS,
        };
        self.harts[core].host_result = result as u32;
    }

    /// Reads two times of a file from the six words at `at` (`struct hal_times` of the runtime):
    /// the seconds of both, then the nanoseconds of both.
    fn times(&self, core: usize, at: u32) -> Result<[u32; 6], i32> {
        let offset = self.own_with(core, at, 24, READ).ok_or(errno::EFAULT)?;
        let words = self.memory[offset as usize..(offset + 24) as usize].chunks(4);
        let words = words.map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        Ok(words.collect::<Vec<_>>().try_into().unwrap())
    }

    /// Stores the first `result` bytes of the host's answer, unless `result` is an error number.
    /// Returns `result` or an error number.
    fn store_answer(
        &mut self,
        core: usize,
        to: u32,
        bytes: &[u8],
        result: i32,
        cycle: Cycle,
    ) -> i32 {
        if result <= 0 {
            return result;
        }
        let count = result as u32;
        let Some(offset) = self.own_with(core, to, count, WRITE) else {
            return -errno::EFAULT;
        };
        let bytes = &bytes[..count as usize];
        self.memory[offset as usize..(offset + count) as usize].copy_from_slice(bytes);
        self.written(offset, count, Some(core), cycle);
        result
    }

    /// Sets the file lock that the four words at `address` describe, or finds a lock that conflicts
    /// with it (see `Files::lock`).
    fn lock(
        &mut self,
        core: usize,
        file: i32,
        address: u32,
        wants: u32,
        host: &mut Host,
        cycle: Cycle,
    ) -> i32 {
        let process = self.harts[core].process;
        let Some(offset) = self.own_with(core, address, 16, READ) else {
            return -errno::EFAULT;
        };
        let mut words = [0; 4];
        let bytes = self.memory[offset as usize..(offset + 16) as usize].chunks_exact(4);
        for (word, bytes) in words.iter_mut().zip(bytes) {
            *word = bytes
                .iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        let mut answer = [0; 16];
        let result = host.fill(&mut answer, |files, to| {
            let result = files.lock(process, file, wants, &mut words);
            for (to, byte) in to
                .iter_mut()
                .zip(words.into_iter().flat_map(u32::to_le_bytes))
            {
                *to = byte;
            }
            result
        });
        if wants & wants::WAIT != 0 && result == -errno::EAGAIN {
            self.harts[core].counts.lock_polls += 1;
        }
        self.store_answer(core, address, &answer, result, cycle)
            .min(0)
    }

    /// Requests a job on other cores. The four words at `address` are the job, the number of cores,
    /// the address of the cores' numbers, and the address of a word that is written when the job
    /// ends. The core gets the job's number as the result before its next instruction.
    fn start_job(&mut self, core: usize, address: u32, host: &mut Host) -> i32 {
        let process = self.harts[core].process;
        if !host.jobs.may_start(self.harts[core].job) {
            return -errno::EPERM;
        }
        let word = |offset: u32| memory::read(&self.memory, offset, 4) as u32;
        let Some(request) = self.own_with(core, address, 16, READ) else {
            return -errno::EFAULT;
        };
        let [image, count, cores, ended] = [0, 4, 8, 12].map(|at| word(request + at));
        let limit = self.bytes() / 4;
        let list = self.own_with(core, cores, 4 * count.min(limit), READ);
        let (Some(list), Some(ended)) = (list, self.own_with(core, ended, 4, READ | WRITE)) else {
            return -errno::EFAULT;
        };
        if count > limit || !(list | ended | request).is_multiple_of(4) {
            return -errno::EFAULT;
        }
        let cores = (0..count).map(|index| word(list + 4 * index)).collect();
        host.jobs.request(StartRequest {
            process,
            core: self.core_number(core),
            image,
            cores,
            ended,
        });
        0
    }

    /// Opens whole pages of the core's process to all processes of its job in this tile, if `open`,
    /// and closes such pages otherwise.
    fn share(&mut self, core: usize, address: u32, bytes: u32, open: bool) -> i32 {
        let Some(start) = self.own_with(core, address, bytes, READ | WRITE) else {
            return -errno::EFAULT;
        };
        if !(start | bytes).is_multiple_of(self.page_bytes()) {
            return -errno::EINVAL;
        }
        let owner = self.harts[core].owner;
        let pages = start >> self.page_shift..(start + bytes) >> self.page_shift;
        let owners = pages.clone().map(|page| self.tags[page as usize].owner);
        let Some(owners) = owners
            .map(|page| page.opened(owner, open))
            .collect::<Option<Vec<_>>>()
        else {
            return -errno::EFAULT;
        };
        for (page, owner) in pages.zip(owners) {
            let tag = self.tags[page as usize];
            self.set_tag(
                page << self.page_shift,
                self.page_bytes(),
                Tag { owner, ..tag },
            );
        }
        0
    }

    /// The null-terminated string at an address in the core's own memory.
    pub fn string(&self, core: usize, address: u32, limit: u32) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for i in 0..limit {
            let offset = self.own_with(core, address.checked_add(i)?, 1, READ)?;
            match self.memory[offset as usize] {
                0 => return Some(text),
                byte => text.push(byte),
            }
        }
        None
    }

    /// The path at an address, or an error number.
    fn path(&self, core: usize, address: u32) -> Result<String, i32> {
        let Some(path) = self.string(core, address, PATH_BYTES) else {
            let whole = self.own_with(core, address, PATH_BYTES, READ);
            return Err(whole.map_or(errno::EFAULT, |_| errno::ENAMETOOLONG));
        };
        String::from_utf8(path).map_err(|_| errno::EILSEQ)
    }
}
