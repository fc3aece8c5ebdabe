//! Standard input.

use super::Line;
use std::fmt::Debug;

/// The standard input of the first process of the first job; that of others is empty.
pub trait Input: Debug + Send + Sync {
    /// Reads as many bytes as are there, at most `buffer.len()`; 0 at the end. It may take long:
    /// until a person has typed a line. `printed` has what processes printed since `take_output`,
    /// with the number that users know each by: a question has to be seen before its answer.
    fn read(&mut self, printed: Vec<(u32, Line)>, buffer: &mut [u8]) -> usize;
}
