//! Tests of the whole simulator, by folders: chip files, the core alone and compared with QEMU, the
//! network compared with formulas, and the chip.
//!
//! `src/lib.rs` declares them as a module of the library. So these tests and the unit tests are one
//! program: the library is compiled only once, and the tests keep all cores of the host busy until
//! the last test has ended. The tests here use only public items.

mod bare;
mod cases;
mod chip;
mod chip_file;
mod core;
mod folders;
mod isa;
mod network;
mod random_chip;
