//! An arbiter with fixed priorities: it chooses the candidate with the lowest number.

/// This arbiter has no state, because its choice depends on nothing but the candidates.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fixed;

impl Fixed {
    /// Chooses among `candidates`, a set of inputs (bit i: input i) that must not be empty.
    #[inline]
    pub fn pick(self, candidates: u64) -> u32 {
        candidates.trailing_zeros()
    }
}
