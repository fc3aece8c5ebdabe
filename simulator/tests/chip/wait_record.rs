//! The simulator and the runtime have the same layout of the wait record, in which MPI notes what a
//! process waits for.

use onchip_simulator::observe::wait_record::{
    ALL, ALL_CLUSTERS, ANY, ANY_CLUSTER, BYTES, CALL, CLUSTER, NO_TAG, PEER, TAG,
};
use std::path::Path;
use std::process::Command;

#[test]
fn sizes_and_codes_are_those_of_the_header() {
    let equal = [
        ("sizeof(struct hal_wait_record)", i64::from(BYTES)),
        ("offsetof(struct hal_wait_record, call)", CALL.into()),
        ("offsetof(struct hal_wait_record, peer)", PEER.into()),
        ("offsetof(struct hal_wait_record, tag)", TAG.into()),
        ("HAL_WAIT_ANY", ANY.into()),
        ("HAL_WAIT_ALL", ALL.into()),
        ("HAL_WAIT_NO_TAG", NO_TAG.into()),
        ("HAL_WAIT_ANY_CLUSTER", ANY_CLUSTER.into()),
        ("HAL_WAIT_ALL_CLUSTERS", ALL_CLUSTERS.into()),
        ("HAL_WAIT_CLUSTER", CLUSTER.into()),
        // MPI writes this value into the record for any source.
        ("MPI_ANY_SOURCE", ANY.into()),
    ];
    let includes = "#include <stddef.h>\n#include <hal/record/wait_record.h>\n#include <mpi.h>\n";
    assert_equal(includes, &equal);
}

/// Makes the chip's compiler compare constant expressions with values.
pub fn assert_equal(includes: &str, equal: &[(&str, i64)]) {
    let checks: String = (equal.iter())
        .map(|(what, value)| {
            format!("_Static_assert((long long){what} == {value}, \"{what} is not {value}\");\n")
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder for the source");
    let source = folder.path().join("check.c");
    std::fs::write(&source, includes.to_string() + &checks).expect("a source file");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let done = Command::new("riscv64-unknown-elf-gcc")
        .args(["-march=rv32gc", "-mabi=ilp32d", "--specs=picolibc.specs"])
        .args(["-std=gnu11", "-fsyntax-only", "-I"])
        .arg(&runtime)
        .arg("-I")
        .arg(runtime.join("include"))
        .arg("-I")
        .arg(runtime.join("hal/chip"))
        .arg(&source)
        .output()
        .expect("riscv64-unknown-elf-gcc (package gcc-riscv64-unknown-elf)");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
}
