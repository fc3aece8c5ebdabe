//! Names the condition under which hot code is compiled for the host.

use std::env::var;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(compiled)");
    let is_known = matches!(
        var("CARGO_CFG_TARGET_ARCH").as_deref(),
        Ok("x86_64" | "aarch64")
    );
    if is_known && var("CARGO_FEATURE_COMPILED_BLOCKS").is_ok() {
        println!("cargo::rustc-cfg=compiled");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
