//! Tests of the whole simulator, by folders: chip files, the core alone and compared with QEMU, the
//! network compared with formulas, and the chip.
//!
//! They are a module of the library, which `src/lib.rs` declares. So these tests and those beside
//! the sources are one program, for which the library is compiled once, and they keep all cores of
//! the host busy until the last one has ended. They use only what is public.

mod bare;
mod cases;
mod chip;
mod chip_file;
mod core;
mod folders;
mod isa;
mod network;
mod random_chip;
