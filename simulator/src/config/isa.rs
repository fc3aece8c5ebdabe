//! The instruction sets that cores may have.

use crate::words::words;

words! {
    /// An instruction set, named by its extensions. All have Zicsr, Zifencei and Zicntr.
    Isa {
        Rv32im = "rv32im",
        Rv32imc = "rv32imc",
        Rv32ima = "rv32ima",
        Rv32imac = "rv32imac",
        Rv32imafc = "rv32imafc",
        Rv32imafdc = "rv32imafdc",
    }
}

impl Isa {
    pub fn name(self) -> &'static str {
        Isa::WORDS[self as usize]
    }

    /// The letters of the extensions, with `i` for the base.
    fn letters(self) -> &'static str {
        &self.name()["rv32".len()..]
    }

    /// Whether the instruction set has the extension with this letter.
    pub fn has(self, extension: char) -> bool {
        self.letters().contains(extension)
    }

    /// The value of the control register `misa`: a bit for each letter, and the width of 32 bits.
    pub fn misa(self) -> u32 {
        let letters = self.letters().bytes();
        letters.fold(1 << 30, |bits, letter| bits | 1 << (letter - b'a'))
    }
}
