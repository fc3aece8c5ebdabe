//! The undo log, which holds the bytes that stores have overwritten. The rollback of a tile
//! restores them.

/// Bytes that one store has overwritten: their offset, their number, and their old values.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub(super) struct Entry {
    pub offset: u32,
    pub bytes: u32,
    pub old: u64,
}

/// The bytes that stores have overwritten, in the order of the stores.
#[derive(Debug, Clone)]
pub struct UndoLog {
    entries: Vec<Entry>,
    capacity: usize,
    recording: bool,
}

impl UndoLog {
    /// Makes a log with room for `capacity` entries (at least 1). A core that executes ahead of the
    /// chip's clock stops when its log is full.
    pub fn new(capacity: usize) -> UndoLog {
        let capacity = capacity.max(1);
        UndoLog {
            entries: Vec::with_capacity(capacity),
            capacity,
            recording: true,
        }
    }

    /// An empty log of the same capacity.
    pub fn emptied(&self) -> UndoLog {
        UndoLog {
            entries: Vec::new(),
            ..*self
        }
    }

    /// Switches recording on or off. While recording is off, stores are not logged, and a core that
    /// executes ahead of the chip's clock never stops because of a full log. The log must be empty.
    pub fn set_recording(&mut self, recording: bool) {
        debug_assert!(self.entries.is_empty());
        self.recording = recording;
    }

    /// Number of entries in the log.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether a core that executes by [`run_ahead`](super::run_ahead) would stop at the next
    /// store.
    pub fn is_full(&self) -> bool {
        self.recording && self.entries.len() >= self.capacity
    }

    /// Empties the log. The stores in it become final.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Records a store. It is about to overwrite the `bytes` (1 to 8) bytes at `offset`, whose old
    /// value is `old`.
    ///
    /// The log may grow beyond its capacity, which limits only the fast path.
    pub fn push(&mut self, offset: u32, bytes: u32, old: u64) {
        if self.recording {
            self.entries.push(Entry { offset, bytes, old });
        }
    }

    /// Restores the memory to the state that it had when the log was last empty, and empties the
    /// log.
    ///
    /// # Panics
    ///
    /// Panics if `memory` is smaller than the memory of the stores.
    pub fn restore(&mut self, memory: &mut [u8]) {
        self.restore_to(0, memory);
    }

    /// Restores the memory to the state that it had when the log had `length` entries, and drops
    /// all later entries.
    ///
    /// # Panics
    ///
    /// Panics if `memory` is smaller than the memory of the stores, or if the log has fewer
    /// entries.
    pub fn restore_to(&mut self, length: usize, memory: &mut [u8]) {
        for entry in self.entries.drain(length..).rev() {
            let (start, bytes) = (entry.offset as usize, entry.bytes as usize);
            memory[start..start + bytes].copy_from_slice(&entry.old.to_le_bytes()[..bytes]);
        }
    }

    /// The address of the next free entry, and the end of the space that the fast path may fill.
    /// The log must not be full.
    pub(super) fn space(&mut self) -> (*mut Entry, *mut Entry) {
        if !self.recording {
            self.entries.clear();
        }
        let length = self.entries.len();
        self.entries.reserve(self.capacity.saturating_sub(length));
        let start = self.entries.as_mut_ptr();
        // SAFETY: both addresses are within the allocation, for which `reserve` has made room.
        unsafe { (start.add(length), start.add(self.capacity.max(length))) }
    }

    /// Adds the entries that the fast path has written before the address `next` to the log.
    ///
    /// # Safety
    ///
    /// `next` must come from [`UndoLog::space`], and all entries before it must have been written.
    pub(super) unsafe fn filled_to(&mut self, next: *const Entry) {
        let length = next.offset_from(self.entries.as_ptr()) as usize;
        self.entries.set_len(length);
        if !self.recording {
            self.entries.clear();
        }
    }
}
