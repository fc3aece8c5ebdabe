//! Standard input.

use super::Line;
use std::fmt::Debug;

/// The standard input of the first process of the first job. All other processes have an empty one.
pub trait Input: Debug + Send + Sync {
    /// Reads the bytes that are there, at most `buffer.len()`, and 0 at the end. It may take long:
    /// until a person has typed a line. `printed` has what processes have printed since
    /// `take_output`, each line with the number by which users know the process: a question has to
    /// be seen before its answer.
    fn read(&mut self, printed: Vec<(u32, Line)>, buffer: &mut [u8]) -> usize;
}
