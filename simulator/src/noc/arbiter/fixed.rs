//! Fixed priority: the arbiter chooses the candidate with the lowest number.

/// The arbiter has no state: its choice depends on the candidates only.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fixed;

impl Fixed {
    /// Chooses among `candidates`, a set of inputs (bit i: input i) that must not be empty.
    #[inline]
    pub fn pick(self, candidates: u64) -> u32 {
        candidates.trailing_zeros()
    }
}
