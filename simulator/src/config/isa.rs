//! The instruction sets that cores may have.

use serde::{Deserialize, Serialize};

/// An instruction set, named by its extensions. All have Zicsr, Zifencei and Zicntr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Isa {
    Rv32im,
    Rv32imc,
    Rv32ima,
    Rv32imac,
    Rv32imafc,
    #[default]
    Rv32imafdc,
}

impl Isa {
    /// The names of all instruction sets, as chip files spell them.
    pub const NAMES: &[&str] = &[
        "rv32im",
        "rv32imc",
        "rv32ima",
        "rv32imac",
        "rv32imafc",
        "rv32imafdc",
    ];

    pub fn name(self) -> &'static str {
        Isa::NAMES[self as usize]
    }

    /// The letters of the extensions, with `i` for the base.
    fn letters(self) -> &'static str {
        &self.name()["rv32".len()..]
    }

    /// Whether the instruction set has the extension with this letter.
    pub fn has(self, extension: char) -> bool {
        self.letters().contains(extension)
    }

    /// The value of the control register `misa`.
    pub fn misa(self) -> u32 {
        let letters = self.letters().bytes();
        letters.fold(1 << 30, |bits, letter| bits | 1 << (letter - b'a'))
    }
}
