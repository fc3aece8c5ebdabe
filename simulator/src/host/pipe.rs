//! Pipes between threads of a process.

use super::errno;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// Largest number of bytes in a pipe, as on Linux.
const CAPACITY: usize = 65536;
/// Bytes of a page of Linux.
const PAGE: usize = 4096;

/// An end of a pipe. All copies of a file number share one end.
#[derive(Debug, Clone)]
pub(super) struct End {
    bytes: Arc<Mutex<VecDeque<u8>>>,
    /// Lives as long as this end has a file number. The other end has a weak reference to it.
    _own: Arc<()>,
    /// A reference to the other end, which lives while that end has a file number.
    other: Weak<()>,
    /// The number by which programs distinguish pipes from other files.
    pub number: u32,
    writes: bool,
    /// The flags that `fcntl` sets. The C library of the program acts on them; the pipe does not.
    status: Arc<AtomicU32>,
}

/// A bit of the state that `End::ready` returns: a read would not wait.
pub(super) const READS: i32 = 1;
/// A bit of the state that `End::ready` returns: a write of a page would not wait.
pub(super) const WRITES: i32 = 2;
/// A bit of the state that `End::ready` returns: the other end is closed.
pub(super) const HUNG_UP: i32 = 4;

impl End {
    /// The ends of a new pipe. The first one is for reading.
    pub fn pair(number: u32, flags: u32) -> [End; 2] {
        let bytes = Arc::new(Mutex::new(VecDeque::new()));
        let lives = [Arc::new(()), Arc::new(())];
        [0, 1].map(|side: usize| End {
            bytes: Arc::clone(&bytes),
            _own: Arc::clone(&lives[side]),
            other: Arc::downgrade(&lives[1 - side]),
            number,
            writes: side == 1,
            status: Arc::new(AtomicU32::new(flags)),
        })
    }

    fn held(&self) -> MutexGuard<'_, VecDeque<u8>> {
        self.bytes
            .lock()
            .expect("no thread stops while it has a pipe")
    }

    /// The flags of the end: 1 if the end is for writing, and the flags that were set.
    pub fn flags(&self) -> u32 {
        u32::from(self.writes) | self.status.load(Ordering::Relaxed)
    }

    pub fn set_flags(&self, flags: u32) {
        self.status.store(flags, Ordering::Relaxed);
    }

    fn is_alone(&self) -> bool {
        self.other.strong_count() == 0
    }

    pub fn read(&self, buffer: &mut [u8]) -> i32 {
        let mut held = self.held();
        match held.len() {
            _ if self.writes => -errno::EBADF,
            0 if self.is_alone() || buffer.is_empty() => 0,
            0 => -errno::EAGAIN,
            count => {
                let count = count.min(buffer.len());
                for (to, byte) in buffer.iter_mut().zip(held.drain(..count)) {
                    *to = byte;
                }
                count as i32
            }
        }
    }

    /// Writes all bytes or none.
    pub fn write(&self, bytes: &[u8]) -> i32 {
        let mut held = self.held();
        match bytes.len() {
            _ if !self.writes => -errno::EBADF,
            _ if self.is_alone() => -errno::EPIPE,
            count if count > CAPACITY - held.len() => -errno::EAGAIN,
            count => {
                held.extend(bytes);
                count as i32
            }
        }
    }

    /// The state of the end: `READS` if a read would not wait, `WRITES` if a write would not wait,
    /// and `HUNG_UP`. As on Linux, a write needs a free page of the pipe.
    pub fn ready(&self) -> i32 {
        let held = self.held().len();
        let ready = match self.writes {
            true if held + PAGE <= CAPACITY => WRITES,
            false if held > 0 => READS,
            _ => 0,
        };
        ready | if self.is_alone() { HUNG_UP } else { 0 }
    }
}
