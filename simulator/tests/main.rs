//! The simulator as a whole, by folders: chip files, the core by itself and against QEMU, the
//! network against formulas, the chip.
//!
//! All tests are one program, so that the simulator and its generic functions are compiled for it
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
