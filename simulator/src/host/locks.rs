//! Locks that processes hold on ranges of files (POSIX, `fcntl()`).

use super::errno;
use super::files::Files;
use cap_std::fs::{File, MetadataExt};
use std::collections::BTreeMap;

/// Flags of a program's request for a lock (`hal_lock_file`).
pub mod wants {
    /// The program only asks which lock conflicts with the requested one.
    pub const FIND: u32 = 1;
    /// The program waits until the lock is free.
    pub const WAIT: u32 = 2;
    /// Any lock is accepted, even if the file is not open for the access that the lock is for.
    pub const ANY_ACCESS: u32 = 4;
}

/// A file, by device and inode on this machine.
type Which = (u64, u64);

#[derive(Debug, Clone, Copy)]
struct Lock {
    file: Which,
    process: u32,
    exclusive: bool,
    /// The first byte of the range, and the byte after the last byte of the range.
    range: (u64, u64),
}

impl Lock {
    fn overlaps(&self, other: &Lock) -> bool {
        self.file == other.file && self.range.0 < other.range.1 && other.range.0 < self.range.1
    }
}

#[derive(Debug, Default)]
pub struct Locks {
    held: Vec<Lock>,
    /// The locks that processes keep trying to get.
    awaited: BTreeMap<u32, Lock>,
}

impl Locks {
    /// The locks of other processes that conflict with this one.
    fn against<'a>(&'a self, wanted: &'a Lock) -> impl Iterator<Item = &'a Lock> {
        self.held.iter().filter(|held| {
            held.process != wanted.process
                && (held.exclusive || wanted.exclusive)
                && held.overlaps(wanted)
        })
    }

    /// Whether a process that waited for a lock would wait for ever. This is so if the lock becomes
    /// free only after the same process has released one of its own locks.
    fn is_circle(&self, wanted: &Lock) -> bool {
        let mut seen = Vec::new();
        let mut next = vec![*wanted];
        while let Some(lock) = next.pop() {
            for holder in self.against(&lock).map(|held| held.process) {
                if holder == wanted.process {
                    return true;
                }
                if !seen.contains(&holder) {
                    seen.push(holder);
                    next.extend(self.awaited.get(&holder));
                }
            }
        }
        false
    }

    /// Removes a range from the locks that its process holds on the file.
    fn release(&mut self, range: &Lock) {
        let (start, end) = range.range;
        let held = std::mem::take(&mut self.held);
        for lock in held {
            if lock.process != range.process || !lock.overlaps(range) {
                self.held.push(lock);
                continue;
            }
            for range in [(lock.range.0, start), (end, lock.range.1)] {
                if range.0 < range.1 {
                    self.held.push(Lock { range, ..lock });
                }
            }
        }
    }

    pub fn release_file(&mut self, process: u32, file: Which) {
        self.held
            .retain(|lock| (lock.process, lock.file) != (process, file));
    }

    pub fn release_all(&mut self, process: u32) {
        self.held.retain(|lock| lock.process != process);
        self.awaited.remove(&process);
    }
}

impl Files {
    /// Sets a lock, or finds a conflicting lock (`wants`). The words are the kind of lock (0 none,
    /// 1 shared, 2 exclusive), the first byte, the number of bytes (0: to the end), and the number
    /// of a process, from 1 on. With `wants::FIND` the function returns the number of bytes of the
    /// words, and the first word is 0 if no lock conflicts. Otherwise it returns 0 or an error:
    /// `EAGAIN` if another process holds a conflicting lock, `EDEADLK` if waiting would never end
    /// because a holder waits for this process in turn, and `EBADF` if the file is not open for the
    /// access that the lock protects.
    pub fn lock(&mut self, process: u32, number: i32, wants: u32, words: &mut [u32; 4]) -> i32 {
        let file = match self.file(process, number).map(File::metadata) {
            Ok(Ok(about)) => (about.dev(), about.ino()),
            Ok(Err(error)) => return -errno::of(&error),
            Err(error) => return -error,
        };
        let [kind, start, bytes, _] = words.map(u64::from);
        let end = match bytes {
            0 => u64::MAX,
            bytes => start + bytes,
        };
        let wanted = Lock {
            file,
            process,
            exclusive: kind == 2,
            range: (start, end),
        };
        let against = match kind {
            0 => None,
            _ => self.locks.against(&wanted).next().copied(),
        };
        if wants & wants::FIND != 0 {
            words[0] = 0;
            if let Some(held) = against {
                let (start, end) = held.range;
                let bytes = if end == u64::MAX { 0 } else { end - start };
                let kind = 1 + u32::from(held.exclusive);
                *words = [kind, start as u32, bytes as u32, held.process + 1];
            }
            return 16;
        }
        let [read, write] = self.access(process, number);
        let is_open_for_it = [true, read, write][kind as usize];
        if wants & wants::ANY_ACCESS == 0 && !is_open_for_it {
            return -errno::EBADF;
        }
        self.locks.awaited.remove(&process);
        if against.is_some() {
            if wants & wants::WAIT == 0 {
                return -errno::EAGAIN;
            }
            if self.locks.is_circle(&wanted) {
                return -errno::EDEADLK;
            }
            self.locks.awaited.insert(process, wanted);
            return -errno::EAGAIN;
        }
        self.locks.release(&wanted);
        if kind != 0 {
            self.locks.held.push(wanted);
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITE: u32 = 0x42; // O_CREAT | O_RDWR

    #[test]
    fn ranges_exclude_other_processes() {
        let top = tempfile::tempdir().unwrap();
        let mut files = Files::new(top.path()).unwrap();
        let own = files.open(0, "a", WRITE, 0o666);
        let other = files.open(1, "a", WRITE, 0o666);
        let set = |files: &mut Files, process, kind, start, bytes| {
            let number = if process == 0 { own } else { other };
            files.lock(process, number, 0, &mut [kind, start, bytes, 0])
        };
        assert_eq!(set(&mut files, 0, 2, 10, 10), 0);
        assert_eq!(set(&mut files, 1, 1, 19, 1), -errno::EAGAIN);
        assert_eq!(set(&mut files, 1, 1, 20, 0), 0);
        assert_eq!(set(&mut files, 0, 1, 15, 10), 0);
        assert_eq!(set(&mut files, 0, 2, 25, 1), -errno::EAGAIN);
        assert_eq!(set(&mut files, 0, 0, 12, 2), 0);
        assert_eq!(set(&mut files, 1, 2, 12, 2), 0);
        for byte in [10, 14] {
            assert_eq!(set(&mut files, 1, 1, byte, 1), -errno::EAGAIN, "{byte}");
        }
        assert_eq!(set(&mut files, 1, 1, 15, 1), 0);
        let mut words = [2, 0, 0, 0];
        assert_eq!(files.lock(0, own, wants::FIND, &mut words), 16);
        assert_eq!(words[3], 2);
        assert_eq!(files.close(1, other), 0);
        let mut words = [2, 0, 0, 0];
        assert_eq!(files.lock(0, own, wants::FIND, &mut words), 16);
        assert_eq!(words[0], 0);
    }

    #[test]
    fn a_circle_of_waiting_processes_is_refused() {
        let top = tempfile::tempdir().unwrap();
        let mut files = Files::new(top.path()).unwrap();
        let numbers = [0, 1, 2].map(|process| files.open(process, "a", WRITE, 0o666));
        let set = |files: &mut Files, process: u32, byte, wants| {
            let number = numbers[process as usize];
            files.lock(process, number, wants, &mut [2, byte, 1, 0])
        };
        for process in 0..3 {
            assert_eq!(set(&mut files, process, process, 0), 0);
        }
        assert_eq!(set(&mut files, 0, 1, wants::WAIT), -errno::EAGAIN);
        assert_eq!(set(&mut files, 1, 2, wants::WAIT), -errno::EAGAIN);
        assert_eq!(set(&mut files, 2, 0, 0), -errno::EAGAIN);
        assert_eq!(set(&mut files, 2, 0, wants::WAIT), -errno::EDEADLK);
        // Process 1 gives up.
        assert_eq!(set(&mut files, 1, 3, 0), 0);
        assert_eq!(set(&mut files, 2, 0, wants::WAIT), -errno::EAGAIN);
        files.close_all(2);
        assert_eq!(set(&mut files, 1, 2, wants::WAIT), 0);
    }

    #[test]
    fn the_lock_of_a_folder_ends_when_it_is_closed() {
        let top = tempfile::tempdir().unwrap();
        let mut files = Files::new(top.path()).unwrap();
        let numbers = [0, 1].map(|process| files.open(process, ".", 0, 0));
        let set = |files: &mut Files, process: u32| {
            let number = numbers[process as usize];
            files.lock(process, number, wants::ANY_ACCESS, &mut [2, 0, 0, 0])
        };
        assert_eq!(set(&mut files, 0), 0);
        assert_eq!(set(&mut files, 1), -errno::EAGAIN);
        assert_eq!(files.close(0, numbers[0]), 0);
        assert_eq!(set(&mut files, 1), 0);
    }

    #[test]
    fn a_lock_needs_a_file_that_is_open_for_it() {
        let top = tempfile::tempdir().unwrap();
        let mut files = Files::new(top.path()).unwrap();
        let [read, write] = [0x40, 0x41].map(|how| files.open(0, "a", how, 0o666));
        for (number, kind, wants, result) in [
            (read, 2, 0, -errno::EBADF),
            (read, 2, wants::ANY_ACCESS, 0),
            (read, 1, 0, 0),
            (write, 1, 0, -errno::EBADF),
            (write, 2, wants::WAIT, 0),
            (read, 0, 0, 0),
        ] {
            assert_eq!(files.lock(0, number, wants, &mut [kind, 0, 1, 0]), result);
        }
    }
}
