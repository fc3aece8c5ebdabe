//! Locks that processes hold on ranges of files (POSIX, `fcntl()`).

use super::errno;
use super::files::Files;
use cap_std::fs::{File, MetadataExt};

/// Device and inode of this machine.
type Which = (u64, u64);

#[derive(Debug, Clone, Copy)]
struct Lock {
    file: Which,
    process: u32,
    exclusive: bool,
    /// The first byte, and the one behind the last.
    range: (u64, u64),
}

impl Lock {
    fn overlaps(&self, other: &Lock) -> bool {
        self.file == other.file && self.range.0 < other.range.1 && other.range.0 < self.range.1
    }
}

#[derive(Debug, Default)]
pub struct Locks(Vec<Lock>);

impl Locks {
    /// The lock of another process that excludes this one.
    fn against(&self, wanted: &Lock) -> Option<Lock> {
        let excludes = |held: &&Lock| {
            held.process != wanted.process
                && (held.exclusive || wanted.exclusive)
                && held.overlaps(wanted)
        };
        self.0.iter().find(excludes).copied()
    }

    /// Takes a range away from what its process holds of the file.
    fn release(&mut self, range: &Lock) {
        let (start, end) = range.range;
        let held = std::mem::take(&mut self.0);
        for lock in held {
            if lock.process != range.process || !lock.overlaps(range) {
                self.0.push(lock);
                continue;
            }
            for range in [(lock.range.0, start), (end, lock.range.1)] {
                if range.0 < range.1 {
                    self.0.push(Lock { range, ..lock });
                }
            }
        }
    }

    pub fn release_file(&mut self, process: u32, file: Which) {
        self.0
            .retain(|lock| (lock.process, lock.file) != (process, file));
    }

    pub fn release_all(&mut self, process: u32) {
        self.0.retain(|lock| lock.process != process);
    }
}

impl Files {
    /// Sets a lock, or finds the one in its way if `find`. The words are the kind (0 none, 1
    /// shared, 2 exclusive), the first byte, the count of bytes (0: to the end), and the number of
    /// a process, from 1 on. Returns the bytes of the words if `find`.
    pub fn lock(&mut self, process: u32, number: i32, find: bool, words: &mut [u32; 4]) -> i32 {
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
            _ => self.locks.against(&wanted),
        };
        if find {
            words[0] = 0;
            if let Some(held) = against {
                let (start, end) = held.range;
                let bytes = if end == u64::MAX { 0 } else { end - start };
                let kind = 1 + u32::from(held.exclusive);
                *words = [kind, start as u32, bytes as u32, held.process + 1];
            }
            return 16;
        }
        if against.is_some() {
            return -errno::EAGAIN;
        }
        self.locks.release(&wanted);
        if kind != 0 {
            self.locks.0.push(wanted);
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
            files.lock(process, number, false, &mut [kind, start, bytes, 0])
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
        assert_eq!(files.lock(0, own, true, &mut words), 16);
        assert_eq!(words[3], 2);
        assert_eq!(files.close(1, other), 0);
        let mut words = [2, 0, 0, 0];
        assert_eq!(files.lock(0, own, true, &mut words), 16);
        assert_eq!(words[0], 0);
    }
}
