//! Calls from a core to the host: console, files, end of a process (`docs/register-map.md`, Host).

use super::hart::State;
use super::protection::{Tag, READ, WRITE};
use super::CoreComplex;
use crate::host::{errno, wants, BadFree, Files, HeapFull, Host, StartRequest};
use crate::host::{ENTRY_BYTES, STATUS_BYTES};
use crate::memory;
use crate::tile::ports::Cycle;

/// Longest path that the host accepts, in bytes.
const PATH_BYTES: u32 = 1024;

impl CoreComplex {
    pub(super) fn host_call(&mut self, core: usize, call: u32, host: &mut Host, cycle: Cycle) {
        let Cycle { now, .. } = cycle;
        let [a0, a1, a2, _] = self.harts[core].host_arguments;
        let process = self.harts[core].process;
        let result = match call {
            1 => {
                let hart = &mut self.harts[core];
                hart.enter(State::Ended, now);
                hart.counts.ended = now;
                host.exit(process, a0 as i32, now);
                0
            }
            2 => {
                let number = self.core_number(core);
                host.abort(process, number, a0 as i32, now);
                0
            }
            3 | 4 if a2 == 0 => 0,
            3 => match self.own_with(core, a1, a2, READ) {
                Some(offset) => {
                    let bytes = &self.memory[offset as usize..(offset + a2) as usize];
                    host.write(process, a0 as i32, bytes)
                }
                None => -errno::EFAULT,
            },
            4 => match self.own_with(core, a1, a2, WRITE) {
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
            5 => match self.path(core, a0) {
                Ok(path) => host.open(process, &path, a1, a2),
                Err(error) => -error,
            },
            6 => host.close(process, a0 as i32),
            7 => host.seek(process, a0 as i32, a1 as i32, a2),
            8 | 26..=28 => match self.path(core, a0) {
                Ok(path) => host.ask(|files| match call {
                    8 => files.unlink(process, &path),
                    26 => files.change_folder(process, &path),
                    27 => files.make_folder(process, &path, a1),
                    _ => files.remove_folder(process, &path),
                }),
                Err(error) => -error,
            },
            9 | 32 | 33 => match (self.path(core, a0), self.path(core, a1)) {
                (Ok(from), Ok(to)) => host.ask(|files| match call {
                    9 => files.rename(process, &from, &to),
                    32 => files.link(process, &from, &to),
                    _ => files.symbolic_link(process, &from, &to),
                }),
                (Err(error), _) | (_, Err(error)) => -error,
            },
            10 => host.set_rank(process, a0),
            11 => host.set_active(process, a0 != 0),
            12 => self.share(core, a0, a1, a2 != 0),
            13 => self.page_bytes() as i32,
            14 => match self.own_with(core, a0, a1, READ) {
                Some(offset) => {
                    let bytes = &self.memory[offset as usize..(offset + a1) as usize];
                    host.record(process, bytes, now)
                }
                None => -errno::EFAULT,
            },
            15 => {
                let full = HeapFull {
                    asked: a0,
                    heap: a1,
                    in_dram: a2 != 0,
                };
                host.set_heap_full(process, full)
            }
            16 => {
                let number = self.core_number(core);
                let bad_free = BadFree {
                    address: a0,
                    twice: a1 != 0,
                };
                host.bad_free(process, number, bad_free, now);
                0
            }
            17 => self.start_job(core, a0, host),
            18 if !host.jobs.may_start(self.harts[core].job) => -errno::EPERM,
            18 => {
                host.jobs.request_stop(a0);
                0
            }
            19 => host.copy(process, a0 as i32, a1 as i32, a2 != 0),
            20 => {
                let mut status = [0; STATUS_BYTES];
                let call = |files: &mut Files, to: &mut [u8]| files.status(process, a0 as i32, to);
                let result = host.tell(&mut status, call);
                self.told(core, a1, &status, result, cycle).min(0)
            }
            21 | 22 => match self.path(core, a0) {
                Ok(path) => {
                    let mut status = [0; STATUS_BYTES];
                    let link = call == 22;
                    let result = host.tell(&mut status, |files, to| {
                        files.status_at(process, &path, link, to)
                    });
                    self.told(core, a1, &status, result, cycle).min(0)
                }
                Err(error) => -error,
            },
            23 => {
                let mut entry = [0; ENTRY_BYTES];
                let call = |files: &mut Files, to: &mut [u8]| files.entry(process, a0 as i32, to);
                let result = host.tell(&mut entry, call);
                self.told(core, a1, &entry, result, cycle)
            }
            24 | 25 => match self.path(core, a0) {
                Ok(path) => {
                    let mut text = vec![0; a2.min(PATH_BYTES) as usize];
                    let result = host.tell(&mut text, |files, to| match call {
                        24 => files.read_link(process, &path, to),
                        _ => files.real_path(process, &path, to),
                    });
                    self.told(core, a1, &text, result, cycle)
                }
                Err(error) => -error,
            },
            29 => host.ask(|files| files.truncate(process, a0 as i32, a1)),
            30 => match self.times(core, a1) {
                Ok(words) => host.ask(|files| files.set_times(process, a0 as i32, words)),
                Err(error) => -error,
            },
            31 => host.ask(|files| files.set_mode(process, a0 as i32, a1)),
            34 => self.lock(core, a0 as i32, a1, a2, host, cycle),
            35 => match (self.path(core, a0), self.times(core, a1)) {
                (Ok(path), Ok(words)) => {
                    host.ask(|files| files.set_times_at(process, &path, a2 != 0, words))
                }
                (Err(error), _) | (_, Err(error)) => -error,
            },
            36 => match self.path(core, a0) {
                Ok(path) => host.ask(|files| files.set_mode_at(process, &path, a1)),
                Err(error) => -error,
            },
            37 => host.flags(process, a0 as i32),
            38 => host.ask(|files| files.pipe(process, a0)),
            39 => host.ask(|files| files.set_flags(process, a0 as i32, a1)),
            40 => host.ask(|files| files.ready(process, a0 as i32)),
            _ => -errno::ENOSYS,
        };
        self.harts[core].host_result = result as u32;
    }

    /// Reads the six words at `at` that stand for two times of a file (`struct hal_times` of the
    /// runtime): seconds, then nanoseconds.
    fn times(&self, core: usize, at: u32) -> Result<[u32; 6], i32> {
        let offset = self.own_with(core, at, 24, READ).ok_or(errno::EFAULT)?;
        let words = self.memory[offset as usize..(offset + 24) as usize].chunks(4);
        let words = words.map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        Ok(words.collect::<Vec<_>>().try_into().unwrap())
    }

    /// Stores the first `result` bytes of what the host tells, unless that is an error number.
    /// Returns `result` or an error number.
    fn told(&mut self, core: usize, to: u32, bytes: &[u8], result: i32, cycle: Cycle) -> i32 {
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
    /// with it (`Files::lock`).
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
        let result = host.tell(&mut answer, |files, to| {
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
        self.told(core, address, &answer, result, cycle).min(0)
    }

    /// Requests a job on other cores. The four words at `address` give the job, the number of
    /// cores, the address of their numbers, and the address of a word that is written when the job
    /// ends. The core has the result, the job's number, before its next instruction.
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

    /// Opens whole pages of the core's process to all processes of its job in this tile, or closes
    /// these pages.
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
