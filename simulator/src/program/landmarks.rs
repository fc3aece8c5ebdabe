//! What `--check` needs to know about a program: the functions of the heap and of libraries that
//! matter to a check, which code belongs to the library, and which bytes of the data belong to no
//! variable.

use super::Program;
use crate::protocol::map::{CODE, DATA};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A function that allocates or frees memory of the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeapFunction {
    /// `malloc(bytes)`
    Allocate,
    /// `calloc(count, bytes)`
    AllocateArray,
    /// `aligned_alloc(alignment, bytes)`
    AllocateAligned,
    /// `posix_memalign(&block, alignment, bytes)`
    AllocateTo,
    /// `realloc(block, bytes)`
    Resize,
    /// `free(block)`
    Free,
    /// `sbrk(bytes)`
    Extend,
    /// A function that reads the data structures of the heap itself.
    Inspect,
    /// `mallinfo()`, which also writes a `struct mallinfo` to the address in `a0`
    Describe,
}

use HeapFunction::*;

/// How a heap places its blocks. Lengths are in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    pub alignment: u32,
    /// Bytes of the heap before each block, which hold its length.
    pub header: u32,
}

impl Layout {
    /// The heap of a program: `ALIGNMENT` and `HEADER` of `runtime/libc/memory/chunk.h`.
    const PROGRAM: Layout = Layout {
        alignment: 16,
        header: 4,
    };
    /// The heap that the library keeps in the tile: `UNIT` and `HEADER` of
    /// `runtime/hal/chip-dram/heap.c`.
    const TILE: Layout = Layout {
        alignment: 8,
        header: 8,
    };

    /// The number of bytes between the end of a block of `bytes` bytes and the start of the next
    /// block.
    pub fn slack(self, bytes: u32) -> u32 {
        (bytes + self.header).next_multiple_of(self.alignment) - bytes
    }
}

/// The names of the heap's functions: those of `runtime/libc/memory/` and of
/// `runtime/hal/chip-dram/heap.c`.
const HEAP: [(&str, HeapFunction); 25] = [
    ("malloc", Allocate),
    ("__oc_malloc", Allocate),
    ("hal_tile_malloc", Allocate),
    ("valloc", Allocate),
    ("pvalloc", Allocate),
    ("calloc", AllocateArray),
    ("hal_tile_calloc", AllocateArray),
    ("memalign", AllocateAligned),
    ("__oc_memalign", AllocateAligned),
    ("aligned_alloc", AllocateAligned),
    ("hal_tile_aligned_alloc", AllocateAligned),
    ("posix_memalign", AllocateTo),
    ("__oc_posix_memalign", AllocateTo),
    ("realloc", Resize),
    ("hal_tile_realloc", Resize),
    ("free", Free),
    ("__oc_free", Free),
    ("cfree", Free),
    ("__oc_cfree", Free),
    ("hal_tile_free", Free),
    ("sbrk", Extend),
    ("__oc_sbrk", Extend),
    ("malloc_usable_size", Inspect),
    ("mallinfo", Describe),
    ("__oc_mallinfo", Describe),
];

/// The kinds of MPI objects that a program must free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    Communicator,
    Group,
    Datatype,
    Operation,
    Window,
}

impl Object {
    /// The object's name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Object::Communicator => "communicator",
            Object::Group => "group",
            Object::Datatype => "datatype",
            Object::Operation => "operation",
            Object::Window => "window",
        }
    }
}

/// The kinds of objects of the distributed kernel that have a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Port {
    Mailbox,
    Portal,
}

/// The functions of the distributed kernel that a program can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KernelCall {
    /// Returns the number of the caller's cluster, that is, of the ranks in its tile.
    Cluster,
    /// Makes an object for reading from a port; the first argument is the port. `Create`, `Open`
    /// and `MakeSync` return the number of the object.
    Create(Port),
    /// Makes an object for writing to a port of a cluster. The first argument is the cluster, and
    /// the second one is the port.
    Open(Port),
    MakeSync,
    /// Frees the object whose number is the first argument.
    Close,
    /// Writes to the mailbox or portal whose number is the first argument.
    Write,
    /// Uses the object whose number is the first argument in another way than by a write to a
    /// mailbox or portal.
    Use,
}

/// A library function whose meaning `--check` must know, for instance because it orders tasks or
/// threads, or uses memory of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Construct {
    /// Makes a task.
    Task,
    /// Waits for the child tasks of the current task.
    TaskWait,
    /// Waits for tasks with dependences.
    TaskWaitDepend,
    GroupStart,
    GroupEnd,
    /// Any other OpenMP function that makes or runs tasks.
    OtherTasking,
    /// A function inside the library that runs tasks that were made earlier, or lets other threads
    /// run them.
    Scheduling,
    /// Gives a thread its part of a loop. This does not order the threads.
    Share,
    /// Waits for a chunk's turn in a loop with `ordered`, and passes the turn on.
    Turn,
    /// Returns whether this thread executes the block of a `single`.
    Single,
    /// Returns the number of the section to execute next, or 0 if there is none.
    Section,
    SectionsEnd,
    /// Returns the memory that a thread uses for its part of a task reduction.
    Remap,
    /// Completes a task.
    Fulfil,
    Barrier,
    Parallel,
    /// Executes a `target` region. The only device is the host.
    Target,
    /// Begins a league, or ends one of its teams. If the league has another team, the call also
    /// begins that team.
    NextTeam,
    /// `ThreadNumber` returns the number of the thread, `ThreadCount` the number of threads.
    ThreadNumber,
    ThreadCount,
    Lock,
    /// Returns whether the thread has acquired the lock.
    TestLock,
    Unlock,
    /// Acquires the one lock that atomic constructs and unnamed critical constructs share.
    LockAll,
    UnlockAll,
    /// Reads or writes memory of an MPI window for the program.
    Transfer,
    /// Combines values with memory of an MPI window. Several processes may do so at once.
    Combine,
    /// `BufferBusy` notes that a pending message uses a buffer, `BufferIdle` that it no longer
    /// does.
    BufferBusy,
    BufferIdle,
    /// Returns a hash of the program's memory. The hash counts as defined, even if some of that
    /// memory is undefined.
    Hash,
    /// `MPI_Win_create(base, bytes, …)`
    WindowCreate,
    /// `MPI_Win_attach(window, base, bytes)`
    WindowAttach,
    /// `MPI_Win_allocate(bytes, unit, info, communicator, &base, …)`
    WindowAllocate,
    /// `Make` gives an MPI object to the program. `Drop` frees an MPI object of the program.
    Make(Object),
    Drop(Object),
    Finalize,
    Kernel(KernelCall),
    /// Divides integers of this many 32-bit words. These functions are in GCC's library.
    Divide(u8),
}

use Construct::*;

/// The library functions that a check must know, by their names or by the beginnings of their
/// names. The first matching entry counts. Names of MPI functions may also end with `_c`.
const CONSTRUCTS: [(&str, Construct); 94] = [
    ("GOMP_taskwait_depend", TaskWaitDepend),
    ("GOMP_taskwait", TaskWait),
    ("GOMP_taskgroup_start", GroupStart),
    ("GOMP_taskgroup_end", GroupEnd),
    ("GOMP_task_reduction_remap", Remap),
    ("GOMP_taskgroup_reduction", OtherTasking),
    ("GOMP_taskloop", OtherTasking),
    ("GOMP_taskyield", OtherTasking),
    ("GOMP_task", Task),
    ("oc_task_wait", Scheduling),
    ("oc_task_sleep", Scheduling),
    ("oc_task_run_any", Scheduling),
    ("oc_task_run", Scheduling),
    ("oc_dependent_close", Scheduling),
    ("omp_fulfill_event", Fulfil),
    ("omp_get_thread_num", ThreadNumber),
    ("omp_get_num_threads", ThreadCount),
    ("GOMP_barrier", Barrier),
    ("GOMP_loop_", Share),
    ("oc_order_finish", Turn),
    ("GOMP_single_start", Single),
    ("GOMP_sections_end", SectionsEnd),
    ("GOMP_sections_", Section),
    ("GOMP_sections2_", Section),
    ("GOMP_parallel", Parallel),
    ("GOMP_target_ext", Target),
    ("GOMP_teams4", NextTeam),
    ("GOMP_critical_start", LockAll),
    ("GOMP_critical_end", UnlockAll),
    ("GOMP_critical_name_start", Lock),
    ("GOMP_critical_name_end", Unlock),
    ("GOMP_atomic_start", LockAll),
    ("GOMP_atomic_end", UnlockAll),
    ("omp_set_", Lock),
    ("omp_test_", TestLock),
    ("omp_unset_", Unlock),
    ("oc_watch_buffer_busy", BufferBusy),
    ("oc_watch_buffer_idle", BufferIdle),
    ("oc_watch_hash", Hash),
    ("PMPI_Put", Transfer),
    ("PMPI_Rput", Transfer),
    ("PMPI_Get", Transfer),
    ("PMPI_Rget", Transfer),
    ("PMPI_Accumulate", Combine),
    ("PMPI_Raccumulate", Combine),
    ("PMPI_Get_accumulate", Combine),
    ("PMPI_Rget_accumulate", Combine),
    ("PMPI_Fetch_and_op", Combine),
    ("PMPI_Compare_and_swap", Combine),
    ("PMPI_Win_create", WindowCreate),
    ("PMPI_Win_attach", WindowAttach),
    ("PMPI_Win_allocate", WindowAllocate),
    ("PMPI_Win_allocate_shared", WindowAllocate),
    ("oc_communicator_enlist", Make(Object::Communicator)),
    ("oc_communicator_free", Drop(Object::Communicator)),
    ("oc_group_handle", Make(Object::Group)),
    ("oc_group_handle_free", Drop(Object::Group)),
    ("oc_construct", Make(Object::Datatype)),
    ("oc_type_unpublish", Drop(Object::Datatype)),
    ("oc_op_new", Make(Object::Operation)),
    ("oc_op_free", Drop(Object::Operation)),
    ("oc_give_window", Make(Object::Window)),
    ("oc_window_free", Drop(Object::Window)),
    ("PMPI_Finalize", Finalize),
    ("hal_cluster_of", Kernel(KernelCall::Cluster)),
    ("kmailbox_create", Kernel(KernelCall::Create(Port::Mailbox))),
    ("kmailbox_open", Kernel(KernelCall::Open(Port::Mailbox))),
    ("kmailbox_unlink", Kernel(KernelCall::Close)),
    ("kmailbox_close", Kernel(KernelCall::Close)),
    ("kmailbox_write", Kernel(KernelCall::Write)),
    ("kmailbox_awrite", Kernel(KernelCall::Write)),
    ("kmailbox_", Kernel(KernelCall::Use)),
    ("kportal_create", Kernel(KernelCall::Create(Port::Portal))),
    ("kportal_open", Kernel(KernelCall::Open(Port::Portal))),
    ("kportal_unlink", Kernel(KernelCall::Close)),
    ("kportal_close", Kernel(KernelCall::Close)),
    ("kportal_write", Kernel(KernelCall::Write)),
    ("kportal_awrite", Kernel(KernelCall::Write)),
    ("kportal_", Kernel(KernelCall::Use)),
    ("ksync_create", Kernel(KernelCall::MakeSync)),
    ("ksync_open", Kernel(KernelCall::MakeSync)),
    ("ksync_unlink", Kernel(KernelCall::Close)),
    ("ksync_close", Kernel(KernelCall::Close)),
    ("ksync_", Kernel(KernelCall::Use)),
    ("__divsi3", Divide(1)),
    ("__udivsi3", Divide(1)),
    ("__modsi3", Divide(1)),
    ("__umodsi3", Divide(1)),
    ("__divdi3", Divide(2)),
    ("__udivdi3", Divide(2)),
    ("__moddi3", Divide(2)),
    ("__umoddi3", Divide(2)),
    ("__divmoddi4", Divide(2)),
    ("__udivmoddi4", Divide(2)),
];

/// The index in `CONSTRUCTS` of the entry for the function with this name.
fn construct_of(name: &str) -> Option<usize> {
    let families = ["GOMP_", "kmailbox_", "kportal_", "ksync_"];
    let has_prefixes =
        families.iter().any(|family| name.starts_with(family)) || name.ends_with("lock");
    let whole = name.strip_suffix("_c").unwrap_or(name);
    // These functions for loops do order threads: an iteration of a doacross loop waits for other
    // iterations, and the end of a loop has a barrier.
    if name.starts_with("GOMP_loop_") && (name.contains("doacross") || name.contains("_end")) {
        return None;
    }
    (CONSTRUCTS.iter()).position(|(it, _)| whole == *it || has_prefixes && name.starts_with(it))
}

/// Library functions that access only memory that their callers name.
const ACCESS_FOR_CALLER: [&str; 29] = [
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strcmp",
    "strncmp",
    "strchr",
    "strrchr",
    "strstr",
    "strspn",
    "strcspn",
    "strpbrk",
    "stpcpy",
    "bsearch",
    "qsort",
    "qsort_r",
    "qsort_merging",
    "qsort_pair",
    "qsort_one_word",
    "qsort_words",
    "qsort_bytes",
    "qsort_in_place",
];

/// To whom the code at an address belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The user's program.
    Program,
    /// A library function that accesses memory for its caller, such as `memcpy`.
    Copy,
    /// Any other library function.
    Library,
}

/// Between two variables, alignment leaves fewer bytes than this.
const LARGEST_GAP: u32 = 64;

const QUIET: u16 = 0x2000;
const COPY: u16 = 0x4000;
const LIBRARY: u16 = 0x8000;

/// What `--check` needs to know about a program.
#[derive(Debug)]
pub struct Landmarks {
    /// An element for each halfword of the code: the flags `QUIET`, `COPY` and `LIBRARY`, and the
    /// number of the function that begins there, or 0. The functions in `HEAP` are numbered from 1,
    /// and those in `CONSTRUCTS` follow.
    halves: Vec<u16>,
    /// The code of `main`.
    pub main: Range<u32>,
    /// Address ranges in the data that belong to no variable, because alignment has left them.
    pub gaps: Vec<Range<u32>>,
    /// Size in bytes of a thread's own variables, which begin at its thread pointer.
    pub thread_bytes: u32,
}

/// What `--check` needs to know about the instruction at an address.
#[derive(Debug, Clone, Copy)]
pub struct Landmark(u16);

impl Landmark {
    fn number(self) -> usize {
        usize::from(self.0 & !(QUIET | COPY | LIBRARY))
    }

    /// Whether a function in `HEAP` or in `CONSTRUCTS` begins at the instruction.
    #[inline]
    pub fn begins_function(self) -> bool {
        self.number() != 0
    }

    /// Whether the instruction only computes with registers, or branches.
    #[inline]
    pub fn is_quiet(self) -> bool {
        self.0 & QUIET != 0
    }

    #[inline]
    pub fn role(self) -> Role {
        match self.0 & (COPY | LIBRARY) {
            0 => Role::Program,
            LIBRARY => Role::Library,
            _ => Role::Copy,
        }
    }

    /// Whether another instruction has the same [`Role`].
    #[inline]
    pub fn is_beside(self, other: Landmark) -> bool {
        (self.0 ^ other.0) & (COPY | LIBRARY) == 0
    }
}

impl Landmarks {
    /// What `--check` needs to know about the instruction at `pc`.
    #[inline]
    pub fn at(&self, pc: u32) -> Landmark {
        let index = pc.wrapping_sub(CODE) / 2;
        Landmark(self.halves.get(index as usize).copied().unwrap_or(LIBRARY))
    }

    /// The function of a heap that begins at `pc`, if one does, and the layout of that heap.
    pub fn heap_function(&self, pc: u32) -> Option<(HeapFunction, Layout)> {
        let &(name, function) = HEAP.get(self.at(pc).number().checked_sub(1)?)?;
        let layout = match name.starts_with("hal_tile_") {
            true => Layout::TILE,
            false => Layout::PROGRAM,
        };
        Some((function, layout))
    }

    /// The library function that begins at `pc`, if it is one that a check must know.
    pub fn construct(&self, pc: u32) -> Option<Construct> {
        Some(CONSTRUCTS[self.at(pc).number().checked_sub(HEAP.len() + 1)?].1)
    }

    /// To whom the code at `pc` belongs.
    #[inline]
    pub fn role(&self, pc: u32) -> Role {
        self.at(pc).role()
    }
}

impl Program {
    /// Finds the program's landmarks.
    pub fn find_landmarks(&mut self) {
        let functions = self.symbols.functions();
        let mut halves = vec![0; self.image.bytes().len() / 2];
        let index = |pc: u32| (pc.wrapping_sub(CODE) / 2) as usize;
        let pcs: Vec<u32> = (0..halves.len() as u32)
            .map(|half| CODE + 2 * half)
            .collect();
        for (half, is_library) in halves.iter_mut().zip(self.symbols.are_in_library(&pcs)) {
            *half = if is_library { LIBRARY } else { 0 };
        }
        // Symbols that the linker defines have no size. So if several symbols have one address, the
        // longest one counts.
        let mut ends: HashMap<u32, u32> = HashMap::new();
        for (_, range) in &functions {
            let end = ends.entry(range.start).or_default();
            *end = range.end.max(*end);
        }
        let mut main = 0..0;
        for (name, range) in functions {
            let end = index(ends[&range.start]);
            let (start, end) = (index(range.start), end.min(halves.len()));
            if start >= end {
                continue;
            }
            if name == "main" {
                main = range;
            }
            if ACCESS_FOR_CALLER.contains(&&name[..]) && halves[start] & LIBRARY != 0 {
                halves[start..end].fill(LIBRARY | COPY);
            }
            let of_heap = HEAP.iter().position(|(other, _)| *other == name);
            // A program may have its own function with a name in `CONSTRUCTS`.
            let is_library = halves[start] & LIBRARY != 0;
            let of_library = || is_library.then(|| construct_of(&name)).flatten();
            let number = of_heap.or_else(|| Some(HEAP.len() + of_library()?));
            if let Some(number) = number {
                // One function may have several of these names. The last one counts.
                halves[start] = halves[start] & (COPY | LIBRARY) | (number as u16 + 1);
            }
        }
        for (half, pc) in halves.iter_mut().zip(&pcs) {
            if *half & !(COPY | LIBRARY) == 0 && self.image.conduct(*pc).is_quiet() {
                *half |= QUIET;
            }
        }
        self.landmarks = Some(Arc::new(Landmarks {
            halves,
            main,
            thread_bytes: self.symbols.address("__tls_size").unwrap_or(0),
            gaps: gaps(self.symbols.variables(), DATA..DATA + self.data_bytes),
        }));
    }
}

/// Finds the gaps that alignment has left between variables. They are shorter than `LARGEST_GAP`
/// bytes, and than the alignment of the next variable. A longer gap contains data without a symbol.
fn gaps(mut variables: Vec<Range<u32>>, data: Range<u32>) -> Vec<Range<u32>> {
    variables.retain(|range| data.contains(&range.start));
    variables.sort_by_key(|range| (range.start, range.end));
    let mut gaps = Vec::new();
    let mut end = match variables.first() {
        Some(first) => first.start,
        None => return gaps,
    };
    for range in variables {
        let gap = range.start.saturating_sub(end);
        let alignment = 1 << range.start.trailing_zeros().min(6);
        if gap > 0 && gap < alignment && gap < LARGEST_GAP {
            gaps.push(end..range.start);
        }
        end = end.max(range.end);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_alignment_has_left() {
        let at = |start: u32, bytes: u32| DATA + start..DATA + start + bytes;
        let variables = vec![
            at(16, 2),
            at(0, 5),
            at(8, 8),
            at(20, 4),
            at(100, 4),
            at(8, 4),
        ];
        let found = gaps(variables, DATA..DATA + 104);
        assert_eq!(found, [at(5, 3), at(18, 2)]);
    }
}
