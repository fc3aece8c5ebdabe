//! Without a compiler for the host.

use super::super::trace::Tracing;
use super::When;

/// No compiled code.
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

/// What compiled code would look up.
#[derive(Debug, Clone, Default)]
pub struct Lookaside {}

impl Lookaside {
    pub fn clear(&mut self) {}
}
