//! An arena of memory that has the same address in this process and in QEMU's.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::OnceLock;

/// The address of the arena. It is free in both processes.
const BASE: usize = 0x10_0000_0000;
const BYTES: usize = 1 << 30;
const ALIGNMENT: usize = 64;

extern "C" {
    fn mmap(at: *mut u8, bytes: usize, access: i32, how: i32, file: i32, offset: i64) -> *mut u8;
}

struct Arena {
    folder: tempfile::TempDir,
    /// Number of bytes in use.
    used: AtomicUsize,
}

fn arena() -> &'static Arena {
    static ARENA: OnceLock<Arena> = OnceLock::new();
    ARENA.get_or_init(|| {
        const READ_AND_WRITE: i32 = 3;
        const SHARED_AND_FIXED_BUT_NOT_REPLACED: i32 = 0x10_0001;
        let folder = tempfile::tempdir().expect("a folder");
        let file = File::create_new(folder.path().join("arena")).expect("a file");
        file.set_len(BYTES as u64).expect("a sparse file");
        let file = File::options()
            .read(true)
            .write(true)
            .open(folder.path().join("arena"));
        let file = file.expect("the file");
        let (at, how) = (BASE as *mut u8, SHARED_AND_FIXED_BUT_NOT_REPLACED);
        // SAFETY: the new mapping does not replace another one.
        let got = unsafe { mmap(at, BYTES, READ_AND_WRITE, how, file.as_raw_fd(), 0) };
        assert_eq!(got, at, "the address must be free");
        let used = AtomicUsize::new(0);
        Arena { folder, used }
    })
}

/// Copies values into the arena.
pub(super) fn slice<T: Copy>(values: &[T]) -> &'static mut [T] {
    let room = take(size_of_val(values)).cast::<T>();
    // SAFETY: the memory is mapped and aligned, and nothing else uses it.
    unsafe {
        room.copy_from_nonoverlapping(values.as_ptr(), values.len());
        std::slice::from_raw_parts_mut(room, values.len())
    }
}

/// Moves a value into the arena, and returns its address.
pub(super) fn put<T>(value: T) -> *mut T {
    let room = take(size_of::<T>()).cast::<T>();
    // SAFETY: the memory is mapped and aligned, and nothing else uses it.
    unsafe { room.write(value) };
    room
}

/// Allocates zeroed bytes in the arena.
pub(super) fn take(bytes: usize) -> *mut u8 {
    let used = bytes.next_multiple_of(ALIGNMENT);
    let at = arena().used.fetch_add(used, Ordering::Relaxed);
    assert!(at + used <= BYTES, "the arena is too small");
    (BASE + at) as *mut u8
}

/// The arguments for a call of the routine that enters compiled code. The layout is that of `struct
/// call` in `execute.c`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Call {
    pub enter: u64,
    pub core: u64,
    pub memory: u64,
    pub context: u64,
    pub entrance: u64,
    /// The address at which the result of the call is stored.
    pub left: u64,
}

/// Executes the calls in QEMU.
pub(super) fn execute(calls: Vec<Call>) {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let program = arena().folder.path().join("execute");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/core/emulated/execute.c");
        succeeds(
            Command::new("aarch64-linux-gnu-gcc")
                .args([
                    "-O2", "-Wall", "-Wextra", "-Werror", "-static", source, "-o",
                ])
                .arg(&program),
        );
        program
    });
    let calls = slice(&calls);
    succeeds(
        Command::new("qemu-aarch64")
            .args([program, &arena().folder.path().join("arena")])
            .args([BASE, BYTES, calls.as_ptr() as usize, calls.len()].map(|it| it.to_string())),
    );
}

fn succeeds(command: &mut Command) {
    let status = command.status();
    let status = status.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}
