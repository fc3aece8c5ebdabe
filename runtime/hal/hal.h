/* The hardware abstraction layer: everything that the software above knows of the chip.
 *
 * Two implementations, hal/chip (bare metal, register map in docs/register-map.md) and hal/linux
 * (a process per place, shared memory). A file above hal/ includes this header and nothing of
 * either implementation, and needs no #ifdef.
 *
 * Each function is declared once, here. The compiler's include path, -Ihal/chip or -Ihal/linux,
 * chooses what differs: inline/types.h has types and macros, and inline/functions.h defines the
 * functions marked HAL_INLINE where they are a few instructions.
 */
#ifndef HAL_HAL_H
#define HAL_HAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/record/job.h"
#include "hal/record/wait_record.h"
#include "inline/types.h"
#include "link/variant.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Identity -------------------------------------------------------------------------- */

/* A job is a set of processes that were started together; each has a *place*, 0 … places − 1.
 * A place is not yet an MPI rank: ranks are agreed inside MPI_Init. */
int hal_place(void);
int hal_places(void);

/* Number of the job on the chip, where no other one ever has it (Linux: 0). */
uint32_t hal_job(void);

/* Number of the core on the chip that the process at `place` runs on (Linux: the place). */
int hal_core_of(int place);

/* Number of the tile that it is in: whose memory it shares (Linux: the place, nobody's). */
int hal_tile_of(int place);

/* Index in the command line of the program that runs at `place`. */
int hal_program_of(int place);

/* Kernels (runtime/kernel): processes of the job that serve the others and end with the last of
 * them. They have the places from hal_places() on. Each looks after a *cluster* of places: on the
 * chip those of its tile. */
int hal_kernels(void);
int hal_cluster_of(int place); /* 0 … hal_kernels() − 1; −1: no kernel looks after it */

/* Writes a name such as "mesh4x4 tile 5 core 0" and a null byte, cut to `bytes`; gives its length.
 */
size_t hal_name(char *name, size_t bytes);

/* Whether the process at `place` has ended: it will never answer again. */
bool hal_has_ended(int place);

/* Tells tools which rank of the job's world this process has, and whether it is between
 * MPI_Init and MPI_Finalize. */
void hal_report_rank(int rank);
void hal_report_active(bool active);

/* Hands bytes to tools, and on the chip the cycle in which it does. */
void hal_record(const void *bytes, size_t count);

/* Calls a function before a signal ends the process because of what it has done. On the chip, where
 * a fault ends the job, tools read its memory: nothing. */
void hal_at_fault(void (*function)(void));

/* ---- Addresses that hold everywhere in the job ------------------------------------------- */

/* A global address, a hal_address, names a byte of the job's memory, the same for every process. It
 * is an unsigned integer, not a pointer: arithmetic is in bytes. */

/* The global address of an object of this process; 0 if others cannot reach it (constants). */
HAL_INLINE hal_address hal_global(const void *object);

/* The global address of an object of another process: `pointer` is its address there, and `origin`
 * what hal_origin() gives there. */
hal_address hal_origin(void);
hal_address hal_global_from(hal_address origin, uintptr_t pointer);

/* The shared block of each process: HAL_SHARED_BYTES, zero at start, aligned to 64, open to the
 * whole job for loads, stores and atomics. Of what processes own, only shared blocks may be the
 * target of hal_store, hal_load and hal_fetch_*; hal_store_anywhere, hal_put and hal_get reach
 * everything that a process owns.
 */
#define HAL_SHARED_BYTES (HAL_SHARED_BLOCK - HAL_LINE_BYTES)
void *hal_shared(void);                          /* this process' own, as a pointer */
HAL_INLINE hal_address hal_shared_of(int place); /* anybody's */

/* Bytes that the library can still get, in one piece or beside what has been given back. */
size_t hal_heap_left(void);

/* Memory of this process, whole pages, opened to (or closed again for) loads and stores by all
 * processes of the job in this tile; at first only its own process reaches it by these. A page is
 * closed when it has been closed as often as opened. False: it is not this process' own, or no
 * whole pages. */
size_t hal_page_bytes(void);
bool hal_share(void *pages, size_t bytes, bool open);

/* Memory of this process, lent to all processes of the job in this tile until it is taken back:
 * their cores may copy it then. Its pages are opened, and a page that is lent twice is taken back
 * twice. False: it cannot be lent; hal_get reaches it. */
bool hal_lend(const void *memory, size_t bytes);
void hal_take_back(const void *memory, size_t bytes);
/* Copies memory that a process of this tile has lent, by the own core. */
void hal_copy_lent(void *to, hal_address from, size_t bytes);

/* ---- Remote access, a word at a time ----------------------------------------------------- */

/* Access words in shared blocks, and in the memories of controllers (below), whose writes wake
 * nobody. Stores to one process, or to one controller, arrive in program order; those to different
 * ones in any order. A store may return before it has arrived; hal_fence() returns when all stores
 * of this process have arrived. */
HAL_INLINE void hal_store(hal_address to, uint32_t value);
/* Stores a word in a shared block or elsewhere in a process' memory; wakes nobody. */
HAL_INLINE void hal_store_anywhere(hal_address to, uint32_t value);
HAL_INLINE uint32_t hal_load(hal_address from);
/* Two words, the first one at a multiple of 8 bytes: one packet. A process that sees the second one
 * stored sees the first one too. (On Linux both are stored at once.) */
HAL_INLINE void hal_store_two(hal_address to, uint32_t first, uint32_t second);
HAL_INLINE void hal_load_two(uint32_t two[2], hal_address from);
uint32_t hal_fetch_add(hal_address word, uint32_t value); /* gives the value before */
uint32_t hal_fetch_or(hal_address word, uint32_t value);
uint32_t hal_swap(hal_address word, uint32_t value);
bool hal_compare_swap(hal_address word, uint32_t expected, uint32_t desired);
void hal_fence(void);

/* Whether these functions of this process reach all of the memory of the process at `place`, as
 * they do its shared block; then that process reaches this one's memory alike. (On the chip: if
 * they are in different tiles, or the same. On Linux: never.) */
bool hal_reaches(int place);

/* ---- DMA ----------------------------------------------------------------------------------- */

/* A transfer of any length and alignment. Complete means: the data lie at the target, and the
 * local buffer may be used again. A handle must be waited for or tested until it is complete.
 * When every command buffer is taken, hal_put and hal_get wait for one: hal_transfers() of them are
 * there.
 * A put of at most HAL_LINE_BYTES to a line (an aligned HAL_LINE_BYTES) arrives as one packet:
 * its bytes become visible in ascending order of address. */
#define HAL_LINE_BYTES 64
typedef int hal_transfer;
hal_transfer hal_put(hal_address to, const void *from, size_t bytes);
hal_transfer hal_get(void *to, hal_address from, size_t bytes);
int hal_transfers(void);
HAL_INLINE bool hal_done(hal_transfer transfer);
/* Whether transfers take no other path than that to their target: not where this process' own
 * memory is partly in DRAM. A circuit (below) may shut off all others. */
HAL_INLINE bool hal_is_direct(void);
void hal_finish(hal_transfer transfer); /* waits, asleep */
void hal_finish_all(void); /* all transfers of this process are complete, its stores have arrived */

/* For a process that holds a circuit (below), and must not wait for transfers that circuits of
 * others may block: hal_drain() before it is opened, and then transfers that return when they are
 * complete, and wait for no other transfer or store of this process. */
void hal_drain(void); /* stores have arrived; what the two need is free */
void hal_put_now(hal_address to, const void *from, size_t bytes);
void hal_get_now(void *to, hal_address from, size_t bytes);

/* ---- Arm and wait -------------------------------------------------------------------------- */

/* arm; test the memory; wait. hal_wait() returns when somebody else has written into the range
 * since hal_arm(), when a DMA of this process has finished since, when a flag under the mask of the
 * synchronisation module (below) has been set since, or when hal_cycles() has reached `deadline`
 * (HAL_NEVER: no deadline). It may also return for no reason: test again in a loop. */
#define HAL_NEVER UINT64_MAX
HAL_INLINE void hal_arm(const volatile void *range, size_t bytes); /* in the own shared block */
HAL_INLINE void hal_wait(uint64_t deadline);

/* Makes every hal_wait() from now on return at this time at the latest, whatever its deadline;
 * HAL_NEVER ends that. So may a hal_wait() with a deadline of its own. */
HAL_INLINE void hal_wake_by(uint64_t time);

/* The next hal_wait() returns at once: for code that finds, between arming and waiting, that
 * something other than a write into the range has happened. */
void hal_stay_awake(void);

/* Reads before it come before all accesses after it, and writes before it come before writes after
 * it to the same tile. (The chip keeps these in order; elsewhere that takes a barrier.) */
static inline void hal_in_order(void) {
    HAL_IN_ORDER();
}

/* A word of the own shared block that others write. What they wrote before it, to this process, can
 * be read after it. */
static inline uint32_t hal_observe(const volatile uint32_t *word) {
    uint32_t value = *word;
    hal_in_order();
    return value;
}

/* Where tools find what this process waits for. */
extern struct hal_wait_record hal_waiting;

/* ---- Counters ------------------------------------------------------------------------------ */

/* Each place has hal_counters() counters of 32 bits with a sign, all 0 and without notifications
 * when its process starts. Every process of the job may add to a counter and read it; it is set up
 * by its own process, before others add to it.
 *
 * When the result of an add is exactly 0, the counter takes its reload value at once and each of
 * its notifications is sent: a word that is stored into a shared block, where it ends a hal_wait(),
 * or that is added to another counter. So a counter that starts at, and reloads, minus the number
 * of processes is a barrier that arms itself again; for more processes than HAL_NOTIFICATIONS,
 * counters notify counters. No notification is lost: one that has not left when its counter reaches
 * 0 again is sent twice. Counters must not set each other off without end.
 *
 * Order: what a process has stored to a place before it adds to a counter of that place can be read
 * there by a process that has seen the add, or a notification of that counter to the same place.
 * For what it has stored to other places: hal_fence() before the add. None of these functions waits
 * for another process. */
#define HAL_NOTIFICATIONS 4
int hal_counters(void); /* of each place; 0: the chip has none */
OC_VARIANTS(hal_counters, hal_counters_without_threads, hal_counters_left);
hal_address hal_counter_of(int place, int counter);
/* Sets a counter of this place, and its reload value, without a notification. */
void hal_counter_set(int counter, int32_t value, int32_t reload);
/* Notification `which` (0 … HAL_NOTIFICATIONS − 1) of an own counter. `to`: an aligned word of a
 * shared block, which is set to `word`; or a counter, to which `word` is added; 0: none. */
void hal_counter_notify(int counter, int which, hal_address to, uint32_t word);
/* Like hal_store, may return early. */
HAL_INLINE void hal_counter_add(hal_address counter, int32_t amount);
int32_t hal_counter_value(hal_address counter);

/* ---- Queues ---------------------------------------------------------------------------------- */

/* Each place has hal_queues() queues, closed when its process starts. A queue is a ring of elements
 * of one size in the shared block of its place: first in, first out; an element is enqueued and
 * dequeued as a whole. Every process of the job may enqueue, and read the count. From a
 * single-reader queue only its own process dequeues; from a multiple-reader queue, everybody.
 *
 * Elements of one producer arrive in its program order. A dequeue from an empty queue waits in the
 * queue (readers are served in the order in which they came; up to `elements` of them, others ask
 * again), an enqueue into a full one waits at its producer. Both sleep, and both may wait for ever.
 * An element that is written into the ring ends a hal_wait() of the own process if the ring was
 * armed; one that a waiting reader gets is never written there.
 *
 * Order: what a process has stored to a place before it enqueues into a queue of that place can be
 * read there after the element was dequeued. For what it has stored to other places: hal_fence()
 * before.
 *
 * Misuse ends the job with a message: a queue that is not open; `bytes` other than the size of an
 * element; a single-reader queue read by another process. */
enum hal_queue_kind { HAL_SINGLE_READER = 1, HAL_MULTIPLE_READER = 2, HAL_INBOX = 3 };
#define HAL_ELEMENT_BYTES 64      /* the longest; a chip with shorter packets takes less: */
uint32_t hal_element_bytes(void); /* what this one takes, a power of two */
int hal_queues(void);             /* of each place; 0: the chip has none */
OC_VARIANTS(hal_queues, hal_queues_without_threads, hal_queues_left);
hal_address hal_queue_of(int place, int queue);
/* Opens an own queue that is closed, empty. `ring`: elements * element_bytes in the own shared
 * block, aligned to 4, the queue's alone until it is closed; `elements` at least 1; `element_bytes`
 * a multiple of 4, from 4 to HAL_ELEMENT_BYTES. Others may use it after they have learnt that it is
 * open. */
void hal_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                    size_t element_bytes);
/* An inbox is a single-reader queue for messages of several lengths: `bytes` of an enqueue is any
 * multiple of 4 up to the size of an element. Nobody dequeues from it; its process reads the
 * elements where they lie (the first after opening at the beginning of the ring, each next one an
 * element further, round and round), as many as hal_inbox_count() says, and then drops the oldest.
 */
HAL_INLINE bool hal_inbox_put(int place, int queue, const void *message,
                              size_t bytes);    /* false: full */
HAL_INLINE uint32_t hal_inbox_count(int queue); /* of an own inbox: elements in it */
HAL_INLINE void hal_inbox_drop(int queue);
/* Closes an own queue, on which nobody waits; elements in it are dropped. */
void hal_queue_close(int queue);
/* Enqueues an element; returns when it is in the queue, or with a reader, and `element` may be used
 * again. */
void hal_enqueue(hal_address queue, const void *element, size_t bytes);
/* Starts to enqueue an element: the transfer is complete when the element is in the queue, or with
 * a reader. Its handle may be forgotten once the caller knows otherwise that the element has been
 * dequeued. */
hal_transfer hal_enqueue_start(hal_address queue, const void *element, size_t bytes);
bool hal_try_enqueue(hal_address queue, const void *element, size_t bytes); /* false: full */
void hal_dequeue(hal_address queue, void *element, size_t bytes);
bool hal_try_dequeue(hal_address queue, void *element, size_t bytes); /* false: empty */
/* Enqueue and dequeue an element of one word, in registers. hal_enqueue_word may return before the
 * word has arrived, but does not overtake the previous one. */
HAL_INLINE void hal_enqueue_word(hal_address queue, uint32_t word);
HAL_INLINE uint32_t hal_dequeue_word(hal_address queue);
/* Enqueue and dequeue an element of two words. */
HAL_INLINE void hal_enqueue_two(hal_address queue, uint32_t first, uint32_t second);
HAL_INLINE void hal_dequeue_two(uint32_t two[2], hal_address queue);
/* Enqueues an element that is a pointer, if there is room. */
HAL_INLINE bool hal_try_enqueue_pointer(hal_address queue, const void *pointer); /* false: full */
uint32_t hal_queue_count(hal_address queue); /* elements in it now; 0 while readers wait */

/* ---- Synchronisation module ------------------------------------------------------------------ */

/* Each place has 32 flags, clear when its process starts, outside its memory: waiting for one
 * disturbs nobody. Every process of the job may set and clear them, only the own reads them. A
 * flag that is set under the mask ends a hal_wait(): mask, arm, take, wait.
 *
 * Order: what a process has stored to a place before it sets a flag there can be read there by
 * a process that has seen the flag. None of these functions waits for another process; setting and
 * clearing may, like hal_store, return early. */
void hal_sync_set(int place, uint32_t flags);
void hal_sync_clear(int place, uint32_t flags);
uint32_t hal_sync_read(void);          /* the own flags */
uint32_t hal_sync_take(uint32_t mask); /* the own flags under `mask`, which it clears, in one */
void hal_sync_mask(uint32_t mask);     /* which of the own flags end a hal_wait(); at first 0 */

/* ---- Hardware mutexes ------------------------------------------------------------------------ */

/* Test-and-set bits in the memory controllers, free at first; on the chip, jobs that run at the
 * same time share them. The process that has got one releases it; a release by another one is
 * misuse, which ends the job with a message. They do not nest. Whatever a job holds when it ends is
 * released.
 *
 * Order: what a process has stored anywhere before it unlocks can be read by the next owner; for
 * that the unlock waits until it has arrived. */
int hal_mutexes(void);               /* 0: no memory controller has any */
hal_address hal_mutex_of(int mutex); /* 0 … hal_mutexes() − 1 */
HAL_INLINE bool hal_mutex_try(hal_address mutex);
void hal_mutex_lock(hal_address mutex); /* waits; not first come, first served */
void hal_mutex_unlock(hal_address mutex);

/* ---- Memories of controllers ----------------------------------------------------------------- */

/* Memories that belong to no process: DRAM, scratchpads that several tiles share, external memory;
 * each behind a memory controller on a router of the network. They are zero when the chip starts.
 * Where the heap is in DRAM, it has the beginning of each, and what is left is a memory.
 * Processes, also those of jobs that run at the same time, agree among themselves on their use. */
int hal_controllers(void); /* Linux: 0 */
hal_address hal_controller_start(int controller);
uint32_t hal_controller_bytes(int controller);
/* Links between routers on the way from a process to a controller, 0 if both are at the same
 * router; -1: the process may not use that memory. */
int hal_controller_links(int controller, int place);
/* The controller whose memory two processes exchange data through with the fewest links for both
 * together; of several the closest to the reader, then the first. -1: none that both may use. */
int hal_controller_between(int writer, int reader);

/* ---- Quality of service ---------------------------------------------------------------------- */

/* A memory is that of the tile of a place (of several places in a tile it is the same one), or,
 * from hal_places() on, that of a memory controller. docs/quality-of-service.md says what the
 * network promises. */
uint32_t hal_memory_address(int memory); /* an address that names a memory; 0: there is none */

/* The priority of packets between a place and a memory, requests and answers: 0, as at start, to
 * HAL_PRIORITIES - 1, the highest. Every process of the job may set any; it holds for what leaves
 * after hal_fence(), and of the own ones at once. On Linux it is kept, and changes nothing. */
#define HAL_PRIORITIES 8
void hal_priority_set(int place, int memory, int priority);
int hal_priority_get(int place, int memory);
int hal_priority_swap(int memory, int priority); /* of this process; gives the one before */
void hal_priority_reset(int place, int memory);
void hal_priorities_reset(int place);

/* A circuit from this process to the memory that an address lies in; duplex: and back. A process
 * has one at most, and so has a memory. Both functions return when it is done or refused. Whether
 * one that somebody else's is in the way of waits, or is refused, is the chip's to say; on Linux it
 * waits. */
enum hal_circuit_result {
    HAL_CIRCUIT_DONE = 1,
    HAL_CIRCUIT_REFUSED = 2,
    HAL_CIRCUIT_HAS_ONE = 3,  /* this process: it would wait for itself */
    HAL_CIRCUIT_NONE = 4,     /* the chip has no circuits */
    HAL_CIRCUIT_NOT_OPEN = 5, /* there is no such one to close */
    HAL_CIRCUIT_NOWHERE = 6,  /* the address lies in no memory that this process may use */
};
bool hal_has_circuits(void);
enum hal_circuit_result hal_circuit_open(uint32_t address, bool duplex);
enum hal_circuit_result hal_circuit_close(uint32_t address, bool duplex);
enum hal_circuit_state {
    HAL_CIRCUIT_CLOSED = 0,
    HAL_CIRCUIT_OPENING = 1,
    HAL_CIRCUIT_OPEN = 2,
    HAL_CIRCUIT_CLOSING = 3,
};
enum hal_circuit_state hal_circuit_state(int place);

/* ---- Fibres ---------------------------------------------------------------------------------- */

/* A fibre is another flow of control of this process, on a stack of its own: it runs
 * until it leaves, while the code that has resumed it waits. Its stack ends where its memory does:
 * its maker knows how deep it goes. Nothing of the process is a fibre's own but the stack and the
 * registers that calls keep. */
struct hal_fibre;

/* Memory for a fibre whose functions take so many bytes of stack, as measured on the chip. */
size_t hal_fibre_bytes(size_t depth);

/* Makes one out of memory that is aligned as that of malloc() is. `run` must never return, but
 * leave. A fibre that is not running has nothing to be freed but its memory. */
struct hal_fibre *hal_fibre_make(void *memory, size_t bytes, void (*run)(void *argument),
                                 void *argument);

/* Lets it run until it leaves. Not for a fibre to call. False: it has used more memory than it has,
 * and what lies below is spoiled. */
bool hal_fibre_resume(struct hal_fibre *fibre);

/* Called by the fibre that is running; returns when it is resumed. */
void hal_fibre_leave(struct hal_fibre *fibre);

/* ---- Threads --------------------------------------------------------------------------------- */

/* A process may have several cores; each runs a thread of it. Thread 0 runs main(), and all that
 * this page says of a process' own shared block, counters, queues, flags and fibres is said of its
 * core. The others begin in hal_thread_run() when the process starts, and stop when it ends. They
 * share the code, the data and the heap of the process, wherever their cores are; stacks and
 * thread-local variables are their own, in memory next to their cores, and may be passed on.
 *
 * What a thread stores is seen by others in the order in which it stores only where it stores to
 * one tile: hal_fence() comes before a word that tells others of it. */
int hal_threads(void);           /* of this process */
int hal_thread_tile(int thread); /* as hal_tile_of(), of its core */
int hal_thread(void);            /* which of them calls, from 0 on */

/* What the further threads run; it does not return. The model that uses threads defines it. */
_Noreturn void hal_thread_run(void);

/* The block of each thread, if there are several: HAL_SHARED_BYTES, zero at start, aligned to 64,
 * next to its core. It is to the threads of the process what shared blocks are to a job: for
 * hal_store, hal_load, hal_fetch_*, for notifications of counters, and for its own thread to
 * hal_arm and to put rings of queues into. */
hal_address hal_thread_block(int thread);
void *hal_thread_own_block(void);

/* Counters and queues of the core of a thread; the thread itself sets them up, by
 * hal_counter_set() and hal_counter_notify(), and by these. Where there are several threads, the
 * last HAL_THREAD_COUNTERS counters and HAL_THREAD_QUEUES queues are left to the model that uses
 * them: hal_counters() and hal_queues() do not count them. */
#define HAL_THREAD_COUNTERS 16
#define HAL_THREAD_QUEUES 4
int hal_thread_counters(void); /* of each core, all */
hal_address hal_thread_counter(int thread, int counter);
int hal_thread_queues(void); /* of each core, all */
hal_address hal_thread_queue(int thread, int queue);
void hal_thread_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                           size_t element_bytes);
/* hal_thread_inbox_count() gives the number of elements in an inbox of the calling thread;
 * hal_thread_inbox_drop() drops the oldest `elements` of them. */
HAL_INLINE uint32_t hal_thread_inbox_count(hal_address queue);
HAL_INLINE void hal_thread_inbox_drop(hal_address queue, uint32_t elements);

/* hal_put(), hal_get() and hal_global() for threads, that ask nothing of what lies next to thread
 * 0: as quick in any tile. The local side is in the thread's own tile: hal_is_near() says of an
 * object whether it is (Linux: always). A thread looks after its own transfers only. */
HAL_INLINE hal_transfer hal_thread_put(hal_address to, const void *from, size_t bytes);
HAL_INLINE hal_transfer hal_thread_get(void *to, hal_address from, size_t bytes);
HAL_INLINE bool hal_is_near(const void *object);
HAL_INLINE hal_address hal_thread_global(const void *object);

/* Copies what two pointers take, aligned to that, between memories of the process' threads: on the
 * chip one trip to another tile, where the compiler would make two of it. */
static inline void hal_copy_pair(void *to, const void *from);

/* hal_try_dequeue(), alike. */
bool hal_thread_try_dequeue(hal_address queue, void *element, size_t bytes);

/* Where tools find what a thread other than 0 waits for. */
extern _Thread_local struct hal_wait_record hal_thread_waiting;

/* ---- Time ---------------------------------------------------------------------------------- */

uint64_t hal_cycles(void); /* cycles since the chip's reset (Linux: nanoseconds) */
uint64_t hal_cycles_per_second(void);

/* ---- Console, files, the end ----------------------------------------------------------------- */

/* POSIX-like, below the directory that the user named; below zero: minus an errno. On Linux the
 * C library does this itself, and these are there for completeness. */
int hal_open(const char *path, int flags, int mode);
int hal_close(int file);
long hal_read(int file, void *buffer, size_t bytes);
long hal_write(int file, const void *buffer, size_t bytes);
long hal_seek(int file, long offset, int whence);
int hal_unlink(const char *path);
int hal_rename(const char *from, const char *to);

_Noreturn void hal_exit(int code);  /* this process ends */
_Noreturn void hal_abort(int code); /* the whole job ends at once */

/* For processes that may start other jobs, those of the allocator: fetches the program of job
 * `number` of the workload from DRAM into the tiles of these cores, of which the first is that of
 * its place 0, and starts it there. Gives the job's number on the chip; negative: minus an errno,
 * and nothing has been started. When the job is over and its cores are free, `*ended`, which is in
 * this process' data, heap or stack, is 1 if its exit code is 0, otherwise 2. (Linux: -ENOSYS.) */
int hal_job_start(uint32_t number, const uint32_t *cores, uint32_t count, uint32_t *ended);
/* Ends the job that has been started on this core, if it is not over; its cores are free then, and
 * its `*ended` is 2. Negative: minus an errno. (Linux: -ENOSYS.) */
int hal_job_stop(uint32_t core);

#include "inline/functions.h"

#ifdef __cplusplus
}
#endif

#endif
