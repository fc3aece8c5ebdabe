//! Read-modify-write operations of the A extension.

/// The operation of an atomic instruction that reads and writes a word (AMO).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmoOp {
    Swap,
    Add,
    Xor,
    And,
    Or,
    Min,
    Max,
    MinUnsigned,
    MaxUnsigned,
}

impl AmoOp {
    /// The new value of a word that held `old`, after an operation with `value`.
    pub fn apply(self, old: u32, value: u32) -> u32 {
        match self {
            AmoOp::Swap => value,
            AmoOp::Add => old.wrapping_add(value),
            AmoOp::Xor => old ^ value,
            AmoOp::And => old & value,
            AmoOp::Or => old | value,
            AmoOp::Min => (old as i32).min(value as i32) as u32,
            AmoOp::Max => (old as i32).max(value as i32) as u32,
            AmoOp::MinUnsigned => old.min(value),
            AmoOp::MaxUnsigned => old.max(value),
        }
    }
}
