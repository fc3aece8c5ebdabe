//! The console, which passes on the output of processes in whole lines.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Longest line that is kept whole, in bytes. A longer line is passed on in pieces.
const LINE_BYTES: usize = 1 << 16;

/// A line that a process has printed. The line is unfinished if the process has ended or read
/// standard input before it ended the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Index of the process on the chip.
    pub process: u32,
    /// 1 for standard output, 2 for standard error, 3 for records for tools.
    pub stream: u8,
    pub bytes: Vec<u8>,
}

/// Collects the output of processes and passes on whole lines.
#[derive(Debug, Default)]
pub struct Console {
    /// For each process and stream, the line that has begun and not ended.
    begun: Vec<[Vec<u8>; 2]>,
    lines: Vec<Line>,
    /// Hashes of the lines that have been passed on; kept only for a run that may be repeated.
    passed: Option<BTreeMap<(u32, u8), Passed>>,
}

/// The lines that a process has written to a stream, as hashes.
#[derive(Debug, Default)]
struct Passed {
    lines: Vec<u64>,
    /// Number of lines that this run has written so far.
    made: usize,
}

impl Passed {
    /// Whether a line is new: no earlier run has printed this many lines, or the earlier run has
    /// printed a different line in its place.
    fn is_new(&mut self, bytes: &[u8]) -> bool {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let line = hasher.finish();
        let is_new = self.lines.get(self.made) != Some(&line);
        if is_new {
            self.lines.truncate(self.made);
            self.lines.push(line);
        }
        self.made += 1;
        is_new
    }
}

impl Console {
    pub fn write(&mut self, process: u32, stream: u8, bytes: &[u8]) {
        let index = process as usize;
        if self.begun.len() <= index {
            self.begun.resize_with(index + 1, Default::default);
        }
        for piece in bytes.split_inclusive(|&b| b == b'\n') {
            let begun = &mut self.begun[index][usize::from(stream) - 1];
            begun.extend_from_slice(piece);
            if piece.ends_with(b"\n") || begun.len() >= LINE_BYTES {
                let bytes = std::mem::take(begun);
                self.pass(Line {
                    process,
                    stream,
                    bytes,
                });
            }
        }
    }

    /// Passes on a whole record for tools, followed by the cycle as 8 bytes.
    pub fn record(&mut self, process: u32, bytes: &[u8], cycle: u64) {
        self.pass(Line {
            process,
            stream: 3,
            bytes: [bytes, &cycle.to_le_bytes()].concat(),
        });
    }

    /// Passes on the unfinished lines of a process. Called when the process has ended or is about
    /// to read standard input, and when the run is over or is reported.
    pub fn flush(&mut self, process: u32) {
        let Some(streams) = self.begun.get_mut(process as usize) else {
            return;
        };
        for (stream, bytes) in (1..).zip(std::mem::take(streams)) {
            if !bytes.is_empty() {
                self.pass(Line {
                    process,
                    stream,
                    bytes,
                });
            }
        }
    }

    fn pass(&mut self, line: Line) {
        let passed = (self.passed.as_mut())
            .map(|passed| passed.entry((line.process, line.stream)).or_default());
        if passed.is_none_or(|passed| passed.is_new(&line.bytes)) {
            self.lines.push(line);
        }
    }

    /// Keeps hashes of the lines from now on, so that repetitions of this run can suppress these
    /// lines.
    pub fn keep(&mut self) {
        self.passed = Some(BTreeMap::new());
    }

    /// Makes the console suppress lines that another run of the same programs has passed on. If a
    /// process writes something else, the console passes on the process's lines from there on.
    pub fn repeat(&mut self, other: &mut Console) {
        self.lines = other.take();
        self.passed = other.passed.take();
        for passed in self.passed.iter_mut().flat_map(|all| all.values_mut()) {
            passed.made = 0;
        }
    }

    /// The lines passed on since the last call.
    pub fn take(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_several_processes_stay_whole() {
        let mut console = Console::default();
        console.write(0, 1, b"from ");
        console.write(1, 1, b"one\nand");
        console.write(0, 1, b"zero\n");
        console.flush(1);
        let lines: Vec<_> = console.take().into_iter().map(|l| l.bytes).collect();
        assert_eq!(lines, [&b"one\n"[..], b"from zero\n", b"and"]);
        assert!(console.take().is_empty());
    }
}
