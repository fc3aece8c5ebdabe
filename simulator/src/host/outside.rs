//! The world outside the simulation: files and standard input. The same call would not get the same
//! answer a second time, because files change and input is consumed.
//!
//! A run that may be repeated keeps the answers. The repetition receives the kept answers in the
//! same order, and writes nothing twice.

use super::files::Files;
use super::{Input, Line};
use std::path::Path;

/// The result of a call, and the bytes that it read.
type Answer = (i32, Vec<u8>);

/// Files, standard input, and the answers that have been kept.
#[derive(Debug)]
pub struct Outside {
    files: Files,
    input: Option<Box<dyn Input>>,
    /// The kept answers; none for a run that is not to be repeated.
    kept: Option<Vec<Answer>>,
    /// Index of the next kept answer.
    next: usize,
}

impl Outside {
    pub fn new(root: &Path) -> std::io::Result<Outside> {
        Ok(Outside {
            files: Files::new(root)?,
            input: None,
            kept: None,
            next: 0,
        })
    }

    /// Lets processes start in a directory (`Files::start_in`).
    pub fn start_in(&mut self, directory: &Path) -> std::io::Result<()> {
        self.files.start_in(directory)
    }

    pub fn set_input(&mut self, input: Box<dyn Input>) {
        self.input = Some(input);
    }

    /// Keeps the answers from now on.
    pub fn keep(&mut self) {
        self.kept.get_or_insert_default();
    }

    /// Returns to the first kept answer.
    pub fn rewind(&mut self) {
        self.next = 0;
    }

    /// Forgets the kept answers that have not been repeated yet.
    pub fn forget_rest(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.truncate(self.next);
        }
    }

    /// Returns the next kept answer, if there is one, and copies the bytes that were read to
    /// `buffer`.
    pub fn repeated(&mut self, buffer: &mut [u8]) -> Option<i32> {
        let (result, bytes) = self.kept.as_ref()?.get(self.next)?;
        self.next += 1;
        let common = bytes.len().min(buffer.len());
        buffer[..common].copy_from_slice(&bytes[..common]);
        Some(*result)
    }

    fn note(&mut self, result: i32, buffer: &[u8]) -> i32 {
        if let Some(kept) = &mut self.kept {
            let bytes = usize::try_from(result).unwrap_or(0).min(buffer.len());
            kept.push((result, buffer[..bytes].to_vec()));
            self.next = kept.len();
        }
        result
    }

    /// Makes a call that returns only a number, or repeats its kept answer.
    pub fn ask(&mut self, call: impl FnOnce(&mut Files) -> i32) -> i32 {
        if let Some(answer) = self.repeated(&mut []) {
            return answer;
        }
        let result = call(&mut self.files);
        self.note(result, &[])
    }

    pub fn read(
        &mut self,
        buffer: &mut [u8],
        call: impl FnOnce(&mut Files, &mut [u8]) -> i32,
    ) -> i32 {
        if let Some(answer) = self.repeated(buffer) {
            return answer;
        }
        let result = call(&mut self.files, buffer);
        self.note(result, buffer)
    }

    /// Reads standard input, after `printed` has been shown.
    pub fn read_input(&mut self, printed: Vec<(u32, Line)>, buffer: &mut [u8]) -> i32 {
        let input = self.input.as_mut();
        let read = input.map_or(0, |input| input.read(printed, buffer));
        self.note(read as i32, buffer)
    }

    /// Closes the files that a process has left open.
    pub fn close_all(&mut self, process: u32) {
        self.files.close_all(process);
    }
}
