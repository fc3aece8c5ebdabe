//! Standard input.

use super::Line;
use std::fmt::Debug;

/// The standard input of the first process of the first job. All other processes have an empty one.
pub trait Input: Debug + Send + Sync {
    /// Reads at most `buffer.len()` bytes of those that are available; 0 bytes mean the end of the
    /// input. The call may take long, for instance until a person has typed a line. `printed` has
    /// the output of processes that `take_output` has not returned yet, each line with the number
    /// by which users know the process. The output must be shown before the call waits, because it
    /// may contain a question to the user.
    fn read(&mut self, printed: Vec<(u32, Line)>, buffer: &mut [u8]) -> usize;
}
