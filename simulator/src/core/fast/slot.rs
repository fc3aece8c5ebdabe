//! Where an operation's handler stands: where code is compiled for the host, other threads may
//! replace it meanwhile.

use super::Handler;
#[cfg(compiled)]
use std::{
    mem::transmute,
    sync::atomic::{AtomicPtr, Ordering},
};

/// A handler.
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

/// A handler that can be replaced while cores execute.
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
        // SAFETY: nothing but handlers is ever stored there.
        unsafe { transmute::<*mut (), Handler>(self.0.load(Ordering::Relaxed)) }
    }

    /// What has been written before is visible to whoever finds the new handler and then makes an
    /// acquire fence.
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
