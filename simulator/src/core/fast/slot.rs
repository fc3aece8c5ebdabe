//! The field of an operation that holds its handler. If code is compiled for the host, another
//! thread may replace the handler at any time.

use super::Handler;
#[cfg(compiled)]
use std::{
    mem::transmute,
    sync::atomic::{AtomicPtr, Ordering},
};

/// A handler that never changes.
#[cfg(not(compiled))]
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::core) struct Slot(Handler);

#[cfg(not(compiled))]
impl Slot {
    pub fn new(handler: Handler) -> Slot {
        Slot(handler)
    }

    #[inline(always)]
    pub fn get(&self) -> Handler {
        self.0
    }
}

/// A handler that can be replaced while other threads execute operations.
#[cfg(compiled)]
#[repr(transparent)]
pub(in crate::core) struct Slot(AtomicPtr<()>);

#[cfg(compiled)]
impl Slot {
    pub fn new(handler: Handler) -> Slot {
        Slot(AtomicPtr::new(handler as *mut ()))
    }

    #[inline(always)]
    pub fn get(&self) -> Handler {
        // SAFETY: only handlers are ever stored in the field.
        unsafe { transmute::<*mut (), Handler>(self.0.load(Ordering::Relaxed)) }
    }

    /// Replaces the handler. A thread that reads the new handler and then executes an acquire fence
    /// sees everything that the calling thread has written before this call.
    pub fn set(&self, handler: Handler) {
        self.0.store(handler as *mut (), Ordering::Release);
    }
}

#[cfg(compiled)]
impl Clone for Slot {
    fn clone(&self) -> Slot {
        Slot::new(self.get())
    }
}
