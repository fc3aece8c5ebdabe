//! Generates blocks of random instructions in assembler.

use super::mnemonics::ALL;
use super::random::Random;
use super::values;
use std::collections::HashMap;
use std::fmt::Write;

/// Number of bytes that each block appends to the signature.
pub const SIGNATURE_BYTES: usize = 368;

/// Number of instructions of a block, without those that initialise its registers.
const BLOCK: usize = 32;

pub struct Test {
    pub assembly: String,
    /// The lines of each block.
    pub blocks: Vec<String>,
    /// Number of times that each mnemonic occurs outside of pseudo-instructions.
    pub counts: HashMap<String, u64>,
}

pub struct Generator {
    random: Random,
    counts: HashMap<String, u64>,
    /// The register of the latest `%D`, which `%d` repeats.
    kept: u64,
    last: u64,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator {
            random: Random::new(seed),
            counts: HashMap::new(),
            kept: 0,
            last: 0,
        }
    }

    /// Generates blocks with at least `count` instructions in total.
    pub fn generate(mut self, count: u64) -> Test {
        let mut blocks = vec![];
        while self.counts.values().sum::<u64>() < count {
            let block = self.block();
            blocks.push(block);
        }
        let mut assembly = String::from(PROLOGUE);
        for block in &blocks {
            assembly += block;
            assembly +=
                "\t.option norvc\n2:\tauipc x29, %pcrel_hi(save)\n\tjalr x29, %pcrel_lo(2b)(x29)\n";
        }
        assembly += EPILOGUE;
        self.data(&mut assembly, blocks.len());
        Test {
            assembly,
            blocks,
            counts: self.counts,
        }
    }

    fn block(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..6 {
            self.set_register(&mut text);
        }
        for _ in 0..8 {
            self.set_float(&mut text);
        }
        self.line(&mut text, "csrrwi x0, frm, %v");
        for _ in 0..BLOCK {
            match self.random.below(12) {
                0 => self.line(&mut text, "csrrw %X, fflags, x0"),
                1 => self.set_register(&mut text),
                2 | 3 => self.set_float(&mut text),
                _ => {}
            }
            let (_, template) = self.random.pick(ALL);
            for line in template.split(';') {
                self.line(&mut text, line.trim());
            }
        }
        text
    }

    fn set_register(&mut self, text: &mut String) {
        let register = 1 + self.random.below(26);
        writeln!(
            text,
            "\tli x{register}, {}",
            values::word(&mut self.random) as i32
        )
        .unwrap();
    }

    fn set_float(&mut self, text: &mut String) {
        let offset = 8 * self.random.below(8);
        self.line(text, &format!("fld %F, {offset}(x27)"));
    }

    /// Writes a line with random operands.
    fn line(&mut self, text: &mut String, template: &str) {
        let mut rest = template;
        if let Some(after) = rest.strip_prefix("1:") {
            text.push_str("1:\n");
            rest = after.trim();
        }
        let Some(mnemonic) = rest
            .split([' ', '%'])
            .next()
            .filter(|name| !name.is_empty())
        else {
            return;
        };
        *self.counts.entry(mnemonic.to_string()).or_default() += 1;
        let option = if mnemonic.starts_with("c.") {
            "rvc"
        } else {
            "norvc"
        };
        write!(text, "\t.option {option}\n\t").unwrap();
        let mut letters = rest.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '%' => {
                    let kind = letters.next().expect("a letter after %");
                    let operand = self.operand(kind);
                    text.push_str(&operand);
                }
                _ => text.push(letter),
            }
        }
        text.push('\n');
    }

    fn register(&mut self, lowest: u64, highest: u64) -> String {
        // Some operands repeat the operand before them, so that results depend on each other and
        // comparisons find equal values.
        let again = self.random.one_in(4) && (lowest..=highest).contains(&self.last);
        if !again {
            self.last = lowest + self.random.below(highest - lowest + 1);
        }
        format!("x{}", self.last)
    }

    fn aligned(&mut self, bytes: u64, below: u64) -> String {
        (self.random.below(below / bytes) * bytes).to_string()
    }

    fn signed(&mut self, from: i64, to: i64) -> String {
        let value = from + self.random.below((to - from + 1) as u64) as i64;
        value.to_string()
    }

    fn operand(&mut self, kind: char) -> String {
        let random = &mut self.random;
        match kind {
            'X' | 'x' => self.register(0, 26),
            'D' => {
                self.kept = random.below(27);
                format!("x{}", self.kept)
            }
            'd' => format!("x{}", self.kept),
            'Y' | 'y' => self.register(1, 26),
            's' => self.register(3, 26),
            'p' => self.register(8, 15),
            '9' => self.register(9, 15),
            'F' => format!("f{}", random.below(32)),
            'q' => format!("f{}", 8 + random.below(8)),
            'i' => self.signed(-2048, 2047),
            'u' => random.below(1 << 20).to_string(),
            'h' => (1 + random.below(31)).to_string(),
            'z' => random.below(32).to_string(),
            '6' => random
                .pick(&[1, -1, 31, -32, 2, -2, 5, -7, 15, 16, -17, 28])
                .to_string(),
            'l' => random
                .pick(&[1, 2, 5, 16, 31, 0xfffe0, 0xfffff, 0xffff5])
                .to_string(),
            '4' => (4 + 4 * random.below(255)).to_string(),
            't' => {
                let value = 16 * (1 + random.below(31) as i64);
                (if random.one_in(2) { value } else { -value }).to_string()
            }
            '1' => self.aligned(1, 2048),
            '2' => self.aligned(2, 2048),
            'w' => self.aligned(4, 2048),
            '8' => self.aligned(8, 2048),
            'c' => self.aligned(4, 128),
            'e' => self.aligned(4, 256),
            'k' => self.aligned(8, 256),
            'm' => self.aligned(8, 512),
            'a' => random.pick(&["", ".aq", ".rl", ".aqrl"]).to_string(),
            'r' => random
                .pick(&["", ", rne", ", rtz", ", rdn", ", rup", ", rmm", ", dyn"])
                .to_string(),
            // An invalid mode makes dynamic rounding illegal.
            'v' => (if random.one_in(32) {
                5 + random.below(3)
            } else {
                random.below(5)
            })
            .to_string(),
            'C' => random
                .pick(&["fcsr", "frm", "fflags", "mscratch"])
                .to_string(),
            _ => panic!("no operand %{kind}"),
        }
    }

    fn data(&mut self, text: &mut String, blocks: usize) {
        text.push_str("\t.data\n\t.balign 8\n\t.skip 16\nscratch:\n");
        for _ in 0..256 {
            writeln!(text, "\t.dword {:#x}", values::float(&mut self.random)).unwrap();
        }
        text.push_str("\t.globl values, values_end\nvalues:\n");
        for _ in 0..8 * 4096 {
            writeln!(text, "\t.dword {:#x}", values::float(&mut self.random)).unwrap();
        }
        text.push_str(
            "values_end:\n\t.bss\n\t.balign 8\n\t.globl signature, signature_end\nsignature:\n",
        );
        writeln!(text, "\t.skip {}\nsignature_end:", blocks * SIGNATURE_BYTES).unwrap();
    }
}

const PROLOGUE: &str = "\
	.option	norelax
	.globl	test
test:
	lla	x31, returns
	sw	ra, 0(x31)
	lla	x31, trap
	csrw	mtvec, x31
	lla	x31, scratch
	lla	x30, signature
	lla	x27, values
	.irp	n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,28,29
	li	x\\n, 0
	.endr
	csrw	mscratch, zero
";

const EPILOGUE: &str = "\
	.option	norvc
	lla	x31, returns
	lw	ra, 0(x31)
	ret
	.data
	.balign	8
returns:
	.dword	0
";
