//! Finds instructions of extensions that the chip's cores lack, before any core executes them.

use super::decode::decode_any;
use crate::config::Isa;

/// An instruction of an extension that the instruction set lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    pub address: u32,
    /// The assembler's name of the instruction; it begins with "compressed" if the instruction has
    /// two bytes.
    pub name: String,
    /// The letter of the extension to which the instruction belongs.
    pub extension: char,
}

/// Finds the first instruction in `code` that the instruction set `isa` lacks. `code` is that of
/// one function, and `base` is its address.
pub fn first_lacking(base: u32, code: &[u8], isa: Isa) -> Option<Lacking> {
    let half = |at: usize| Some(u16::from_le_bytes(code.get(at..at + 2)?.try_into().ok()?));
    let mut at = 0;
    while let Some(low) = half(at) {
        let address = base.wrapping_add(at as u32);
        let found = decode_any(address, low, half(at + 2));
        if let Some(extension) = found.lacking(isa) {
            let compressed = if found.length == 2 { "compressed " } else { "" };
            return Some(Lacking {
                address,
                name: format!("{compressed}{}", found.kind.mnemonic()),
                extension,
            });
        }
        at += usize::from(found.length);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Instruction words from the RISC-V specification, each with its name, its extension, and the
    /// instruction sets that have it.
    #[test]
    fn each_extension_is_found_by_its_instructions() {
        for (word, name, extension, having) in [
            (0x00b5_202f_u32, "amoadd.w", 'a', &Isa::WORDS[2..]),
            (0x1005_252f, "lr.w", 'a', &Isa::WORDS[2..]),
            (0x00b5_7553, "fadd.s", 'f', &Isa::WORDS[4..]),
            (0x0015_2507, "flw", 'f', &Isa::WORDS[4..]),
            (0x0020_2573, "csrrs", 'f', &Isa::WORDS[4..]),
            (0x02b5_7553, "fadd.d", 'd', &Isa::WORDS[5..]),
            (0x0005_3507, "fld", 'd', &Isa::WORDS[5..]),
            (0xc015_7553, "fcvt.wu.s", 'f', &Isa::WORDS[4..]),
            (
                0x0505_0505,
                "compressed addi",
                'c',
                &["rv32imc", "rv32imac", "rv32imafc", "rv32imafdc"],
            ),
        ] {
            // The first instruction is mul, which all cores have.
            let mut code = 0x02b5_0533_u32.to_le_bytes().to_vec();
            code.extend(word.to_le_bytes());
            for (index, isa) in Isa::WORDS.iter().enumerate() {
                let isa_of = [
                    Isa::Rv32im,
                    Isa::Rv32imc,
                    Isa::Rv32ima,
                    Isa::Rv32imac,
                    Isa::Rv32imafc,
                    Isa::Rv32imafdc,
                ][index];
                assert_eq!(isa_of.name(), *isa);
                let found = first_lacking(0x1000, &code, isa_of);
                let wanted = (!having.contains(isa)).then(|| Lacking {
                    address: 0x1004,
                    name: name.into(),
                    extension,
                });
                assert_eq!(found, wanted, "{name} on {isa}");
            }
        }
    }
}
