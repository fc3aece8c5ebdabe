//! Assembles tests, and links them for QEMU and for the bare core.

use crate::tests::bare::Program;
use onchip_simulator::config::CoreCosts;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A test, linked for QEMU and for the bare core.
pub struct Programs {
    pub virt: PathBuf,
    pub core: PathBuf,
}

impl Programs {
    pub fn core(&self) -> Program {
        Program::load(&self.core, &CoreCosts::default())
    }
}

/// A file in the folder that Cargo gives to this library.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("OUT_DIR")).join(name)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/isa")
}

fn compiler(arguments: &[&str]) {
    let output = Command::new("riscv64-unknown-elf-gcc")
        .args([
            "-march=rv32gc",
            "-mabi=ilp32d",
            "-nostdlib",
            "-Wl,--no-warn-rwx-segments",
        ])
        .args(arguments)
        .current_dir(folder())
        .output()
        .unwrap_or_else(|error| {
            panic!("riscv64-unknown-elf-gcc (package gcc-riscv64-unknown-elf): {error}")
        });
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Builds the test `name` from assembler sources. Paths are absolute or relative to `tests/isa`.
pub fn build(name: &str, sources: &[&str]) -> Programs {
    let objects: Vec<String> = (0..sources.len())
        .map(|i| scratch(&format!("{name}-{i}.o")).display().to_string())
        .collect();
    for (source, object) in sources.iter().zip(&objects) {
        compiler(&["-c", source, "-o", object]);
    }
    let link = |target: &str| {
        let program = scratch(&format!("{name}.{target}"));
        let (start, script) = (format!("{target}.S"), format!("{target}.ld"));
        let output = program.display().to_string();
        let mut arguments = vec!["-T", &script, &start, "-o", &output];
        arguments.extend(objects.iter().map(String::as_str));
        compiler(&arguments);
        program
    };
    Programs {
        virt: link("virt"),
        core: link("core"),
    }
}

/// The bytes of a piece of assembler; `;` separates lines.
pub fn assemble(text: &str) -> Vec<u8> {
    use object::{Object, ObjectSection, RelocationFlags};
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let stem = format!("piece-{}-{number}", std::process::id());
    let (source, output) = (scratch(&format!("{stem}.S")), scratch(&format!("{stem}.o")));
    std::fs::write(&source, format!(".option norelax\n{text}\n"))
        .expect("a writable target folder");
    compiler(&[
        "-c",
        source.to_str().unwrap(),
        "-o",
        output.to_str().unwrap(),
    ]);
    let bytes = std::fs::read(&output).expect("the object file");
    let _ = std::fs::remove_file(source);
    let _ = std::fs::remove_file(output);
    let file = object::File::parse(&*bytes).expect("an object file");
    let section = file.section_by_name(".text").expect("a section .text");
    // The assembler has inserted the offsets of branches and jumps. It cannot insert addresses and
    // other offsets, so the text must not contain any.
    let has_distance = |flags| {
        use object::elf::{R_RISCV_BRANCH, R_RISCV_JAL, R_RISCV_RVC_BRANCH, R_RISCV_RVC_JUMP};
        let inserted = [
            R_RISCV_BRANCH,
            R_RISCV_JAL,
            R_RISCV_RVC_BRANCH,
            R_RISCV_RVC_JUMP,
        ];
        matches!(flags, RelocationFlags::Elf { r_type } if inserted.contains(&r_type))
    };
    assert!(
        { section.relocations() }.all(|(_, it)| has_distance(it.flags())),
        "an address in this text needs a linker: {text}"
    );
    section.data().unwrap().to_vec()
}

/// Removes the files of the test `name`. A failed test does not reach this call, so its files
/// remain.
pub fn remove(name: &str) {
    for ending in [".S", "-0.o", "-1.o", ".virt", ".core"] {
        let _ = std::fs::remove_file(scratch(&format!("{name}{ending}")));
    }
}
