//! Stand-in for hosts without a compiler.

use super::super::trace::Tracing;
use super::When;

/// The compiled code of a program, of which there is none.
pub(in super::super) struct Blocks {}

impl Blocks {
    pub fn new(_tracing: Tracing) -> Blocks {
        Blocks {}
    }

    pub fn compile(&self, _when: When) {}

    pub fn regions(&self) -> usize {
        0
    }
}

/// The lookaside, which only compiled code would use.
#[derive(Debug, Clone, Default)]
pub struct Lookaside {}

impl Lookaside {
    pub fn clear(&mut self) {}
}
