//! The floating-point environment of the host's threads: how they round, whether they flush
//! subnormal numbers to zero, which exceptions trap.
//!
//! The core's shortcuts ([`core`](crate::core)), compiled code and the figures of
//! [`traffic`](crate::traffic) compute on the host's unit, and are right in the environment that
//! every thread begins with. A caller may have another one: a library that has been linked with
//! `-Ofast` flushes subnormal numbers in the thread that loads it, and `fesetround` and
//! `feenableexcept` are any program's to call. So whoever lets cores execute or figures be computed
//! on such a caller's behalf does so [`in_default`]: the Python face.

/// Calls `act` in the environment that threads begin with. Its caller's comes back afterwards, as
/// it was: exceptions raised meanwhile leave no flags there.
pub fn in_default<T>(act: impl FnOnce() -> T) -> T {
    let _callers = Caller::leave();
    call(act)
}

/// Lets this thread compute in the default environment from now on.
pub fn set_default() {
    registers::write(registers::DEFAULT);
}

/// The caller's environment, which is set again at the end, also that of a panic.
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

/// A call: the compiler, which knows nothing of the environment, moves no arithmetic across it.
#[inline(never)]
fn call<T>(act: impl FnOnce() -> T) -> T {
    act()
}

/// MXCSR. Nothing here uses the x87 unit, which has a control word of its own.
#[cfg(target_arch = "x86_64")]
mod registers {
    use std::arch::asm;

    pub type Registers = u32;

    /// To nearest, no flags, all exceptions masked, subnormal numbers are numbers.
    pub const DEFAULT: Registers = 0x1f80;

    pub fn read() -> Registers {
        let mut control = 0;
        // SAFETY: it writes that variable.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut control, options(nostack)) };
        control
    }

    pub fn write(control: Registers) {
        // SAFETY: it reads that variable, which has the default value, or one that was there.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const control, options(nostack)) };
    }
}

/// FPCR, and FPSR, which has the flags.
#[cfg(target_arch = "aarch64")]
mod registers {
    use std::arch::asm;

    pub type Registers = [u64; 2];

    /// To nearest, no flags, no traps, subnormal numbers are numbers.
    pub const DEFAULT: Registers = [0, 0];

    pub fn read() -> Registers {
        let (control, status);
        // SAFETY: these only read.
        unsafe {
            asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) control, out(reg) status, options(nostack))
        };
        [control, status]
    }

    pub fn write([control, status]: Registers) {
        // SAFETY: the values are the default ones, or were there.
        unsafe {
            asm!("msr fpcr, {}", "msr fpsr, {}", in(reg) control, in(reg) status, options(nostack))
        };
    }
}

/// Stand-in for a host whose registers are unknown: the callers must run in the default
/// environment.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod registers {
    pub type Registers = ();

    pub const DEFAULT: Registers = ();

    pub fn read() -> Registers {}

    pub fn write(_: Registers) {}
}
