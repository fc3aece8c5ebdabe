//! Sets the condition under which hot code is compiled for the host.

use std::env::var;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(compiled)");
    let architecture = var("CARGO_CFG_TARGET_ARCH");
    let is_known = matches!(architecture.as_deref(), Ok("x86_64" | "aarch64"));
    // The code uses the calling convention of all systems except Windows.
    let is_known = is_known && var("CARGO_CFG_UNIX").is_ok();
    if is_known {
        println!("cargo::rustc-cfg=compiled");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
