//! The floating-point environment of the host's threads: how they round, whether they flush
//! subnormal numbers to zero, which exceptions trap.
//!
//! The core's shortcuts ([`core`](crate::core)), compiled code and the figures of
//! [`traffic`](crate::traffic) compute on the host's floating-point unit. Their results are right
//! in the environment with which every thread begins. A caller may have another one: a library
//! linked with `-Ofast` flushes subnormal numbers in the thread that loads it, and any program may
//! call `fesetround` or `feenableexcept`. So the Python binding calls everything that executes
//! cores or computes figures through [`in_default`].

/// Calls `act` in the environment with which threads begin, then restores the caller's environment.
/// Exceptions that `act` raises set no flags in the caller's environment.
pub fn in_default<T>(act: impl FnOnce() -> T) -> T {
    let _callers = Caller::leave();
    call(act)
}

/// Makes this thread compute in the default environment from now on.
pub fn set_default() {
    registers::write(registers::DEFAULT);
}

/// The caller's environment. It is restored when this value is dropped, even by a panic.
struct Caller(registers::Registers);

impl Caller {
    fn leave() -> Caller {
        let caller = Caller(registers::read());
        set_default();
        caller
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        registers::write(self.0);
    }
}

/// Calls a function without inlining. The compiler does not know the floating-point environment,
/// but moves no arithmetic across such a call.
#[inline(never)]
fn call<T>(act: impl FnOnce() -> T) -> T {
    act()
}

/// MXCSR with rounding to nearest, no flags, all exceptions masked, subnormal numbers kept.
#[cfg(target_arch = "x86_64")]
pub(crate) const MXCSR_DEFAULT: u32 = 0x1f80;

/// The register MXCSR of SSE. The simulator does not use the x87 unit, which has a control word of
/// its own.
#[cfg(target_arch = "x86_64")]
mod registers {
    use std::arch::asm;

    pub type Registers = u32;

    pub const DEFAULT: Registers = super::MXCSR_DEFAULT;

    pub fn read() -> Registers {
        let mut control = 0;
        // SAFETY: the instruction writes `control` and nothing else.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut control, options(nostack)) };
        control
    }

    pub fn write(control: Registers) {
        // SAFETY: the instruction reads `control`, which holds the default value or one that this
        // register has held.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const control, options(nostack)) };
    }
}

/// FPCR (modes), and FPSR (flags).
#[cfg(target_arch = "aarch64")]
mod registers {
    use std::arch::asm;

    pub type Registers = [u64; 2];

    /// Rounding to nearest, no flags, no traps, subnormal numbers kept.
    pub const DEFAULT: Registers = [0, 0];

    pub fn read() -> Registers {
        let (control, status);
        // SAFETY: the instructions only read these registers.
        unsafe {
            asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) control, out(reg) status, options(nostack))
        };
        [control, status]
    }

    pub fn write([control, status]: Registers) {
        // SAFETY: the registers get their default values, or values that they have held.
        unsafe {
            asm!("msr fpcr, {}", "msr fpsr, {}", in(reg) control, in(reg) status, options(nostack))
        };
    }
}

/// Stand-in for a host whose registers are unknown. On such a host, callers must run in the default
/// environment.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod registers {
    pub type Registers = ();

    pub const DEFAULT: Registers = ();

    pub fn read() -> Registers {}

    pub fn write(_: Registers) {}
}
