//! Tests of the whole simulator, by folders: chip files, the core alone and compared with QEMU, the
//! network compared with formulas, and the chip.
//!
//! All tests are one program, so the simulator and its generic functions are compiled for them only
//! once.

mod bare;
mod cases;
mod chip;
mod chip_file;
mod core;
mod folders;
mod isa;
mod network;
mod random_chip;
