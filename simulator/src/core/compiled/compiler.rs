//! The compiler for the host, Cranelift, and the thread that it runs in.

use super::super::fast::Code;
use super::region::Region;
use super::translate::translate;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{default_libcall_names, FuncId, Linkage, Module};
use std::mem::transmute;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Sender};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

/// A region's code for the host.
pub(super) struct Compiled {
    module: Option<JITModule>,
    function: FuncId,
    pub entrances: Vec<usize>,
}

// SAFETY: after it has been made, nothing but its code is used, which does not change.
unsafe impl Send for Compiled {}
// SAFETY: the same.
unsafe impl Sync for Compiled {}

impl Compiled {
    /// Valid as long as `self` is.
    pub fn code(&self) -> Code {
        let module = self.module.as_ref().expect("it is there until `drop`");
        let address = module.get_finalized_function(self.function);
        // SAFETY: it has been compiled with this signature.
        unsafe { transmute::<*const u8, Code>(address) }
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: only cores with this program enter the code, and they keep its image.
            unsafe { module.free_memory() }
        }
    }
}

/// What has been compiled for a program, until one of its cores takes it.
#[derive(Default)]
pub(super) struct Done {
    ready: AtomicBool,
    compiled: Mutex<Vec<Compiled>>,
}

impl Done {
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }

    pub fn add(&self, compiled: Option<Compiled>) {
        let mut list = self.compiled.lock().expect("no panic while it was held");
        list.extend(compiled);
        self.ready.store(true, Ordering::Relaxed);
    }

    pub fn take(&self) -> Vec<Compiled> {
        let mut list = self.compiled.lock().expect("no panic while it was held");
        self.ready.store(false, Ordering::Relaxed);
        std::mem::take(&mut list)
    }
}

/// Has a region compiled meanwhile; nothing happens where there can be no thread.
pub(super) fn ask(region: Region, done: &Arc<Done>) {
    type Request = (Region, std::sync::Weak<Done>);
    static QUEUE: OnceLock<Option<Mutex<Sender<Request>>>> = OnceLock::new();
    let queue = QUEUE.get_or_init(|| {
        let (sender, receiver) = channel::<Request>();
        let work = move || {
            for (region, done) in receiver {
                // Nobody waits for it where the program is gone.
                if let Some(done) = done.upgrade() {
                    done.add(compile(&region));
                }
            }
        };
        let thread = thread::Builder::new().name("compiler".into()).spawn(work);
        thread.ok().map(|_| Mutex::new(sender))
    });
    if let Some(queue) = queue {
        let queue = queue.lock().expect("no panic while it was held");
        // Refused if the thread is gone: then the handlers remain.
        let _ = queue.send((region, Arc::downgrade(done)));
    }
}

/// None if the host cannot.
pub(super) fn compile(region: &Region) -> Option<Compiled> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
        ("is_pic", "false"),
        ("unwind_info", "false"),
    ] {
        flags.set(name, value).ok()?;
    }
    let isa = cranelift_native::builder().ok()?;
    let isa = isa.finish(settings::Flags::new(flags)).ok()?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let mut context = module.make_context();
    let mut builder = FunctionBuilderContext::new();
    translate(region, &mut context.func, &mut builder, &module);
    let signature = &context.func.signature;
    let function = module
        .declare_function("region", Linkage::Export, signature)
        .ok()?;
    module.define_function(function, &mut context).ok()?;
    module.finalize_definitions().ok()?;
    Some(Compiled {
        module: Some(module),
        function,
        entrances: region.entrances.clone(),
    })
}
