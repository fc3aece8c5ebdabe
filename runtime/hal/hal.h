/* This header declares the hardware abstraction layer (HAL). The software above the HAL knows the
 * chip only through these functions.
 *
 * There are two implementations: hal/chip runs on bare metal (docs/register-map.md describes the
 * registers), and hal/linux runs each place as a process with shared memory. A file above hal/
 * includes this header. If the file calls functions of hal/store.h, it includes that header too. It
 * includes no header of either implementation and needs no #ifdef.
 *
 * Each function is declared once, here or in hal/store.h. The compiler's include path, -Ihal/chip
 * or -Ihal/linux, chooses the parts that differ: inline/types.h has types and macros, and
 * inline/functions.h and inline/store.h define functions marked HAL_INLINE that take only a few
 * instructions. */
#ifndef HAL_HAL_H
#define HAL_HAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/record/job.h"
#include "hal/record/wait_record.h"
#include "inline/types.h"
#include "link/variant.h"

/* Macros of inline/types.h:
 *
 *   HAL_READ(word)            reads a word that other processes may write at any time
 *   HAL_WRITE(word, value)    writes a word that other processes may read at any time
 *   HAL_ACQUIRE               memory order of an atomic load; after the load, this process can read
 *                             what the writer of the word had stored before
 *   HAL_ACQ_REL               memory order of an atomic operation; in addition to the above, a
 *                             process that reads the new value can read what this process had
 *                             stored before
 *   HAL_IN_ORDER()            keeps this process' accesses in order
 *   HAL_MUTEX_HASH(address)   a hash of a mutex's address: a small multiple of 4 that usually
 *                             differs between mutexes */

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Identity -------------------------------------------------------------------------- */

/* A job is a set of processes that were started together; each has a *place*, 0 … places − 1.
 * A place is not yet an MPI rank: ranks are agreed inside MPI_Init. */
int hal_place(void);
int hal_places(void);

/* The job's number on the chip. A chip never gives the same number to two jobs. (Linux: 0.) */
uint32_t hal_job(void);

/* The chip-wide number of the core that runs the process at `place` (Linux: the place). */
int hal_core_of(int place);

/* The number of the tile that the process at `place` runs in. Processes of a tile share its memory.
 * (Linux: the place, as no two processes share memory.) */
int hal_tile_of(int place);

/* The index in the command line of the program that runs at `place`. */
int hal_program_of(int place);

/* Kernels (runtime/kernel) are processes of the job. They serve the other processes, and end when
 * the last of those has ended. Their places begin at hal_places(). Each kernel looks after a
 * *cluster* of places; on the chip, a cluster consists of the places of the kernel's tile. */
int hal_kernels(void);
int hal_cluster_of(int place); /* 0 … hal_kernels() − 1; −1: no kernel */
/* Lets the cycles pass that a call of the kernel costs its caller. Returns their number
 * (`kernel.call` in the chip file; Linux: 0). */
uint32_t hal_enter_kernel(void);

/* The number of links that cross the narrowest cut through the middle of the network in one
 * direction. (Linux: the number of places, as they share no links.) */
int hal_middle_links(void);

/* The number of columns of the mesh or torus, whose tiles are numbered row by row. (0 on Linux, and
 * on chips whose network is drawn as a map.) */
int hal_columns(void);

/* Writes a name such as "mesh4x4 tile 5 core 0" and a null byte, cut to `bytes`. Returns its
 * length. */
size_t hal_name(char *name, size_t bytes);

/* Whether the process at `place` has ended. A process that has ended never answers again. */
bool hal_has_ended(int place);

/* Both functions inform tools. The first tells them which rank this process has in the job's world;
 * the second tells them whether this process is between MPI_Init and MPI_Finalize. */
void hal_report_rank(int rank);
void hal_report_active(bool active);

/* Whether several threads of a process may call MPI at the same time. If so, the process calls
 * hal_turns_begin(), and from then on one thread at a time has the turn. A thread passes the turn
 * to other threads while it is in hal_wait(). These functions exist only if HAL_TURNS is 1. */
bool hal_may_take_turns(void);
void hal_turns_begin(void);

/* Passes bytes to tools. On the chip, the current cycle goes with them. */
void hal_record(const void *bytes, size_t count);

/* Makes the process call `function` when a fault raises a signal, before the signal ends the
 * process. On the chip this does nothing: a fault ends the job, and tools read the memory that it
 * leaves. */
void hal_at_fault(void (*function)(void));

/* ---- Global addresses -------------------------------------------------------------------- */

/* A hal_address names a byte of the job's memory and is valid in every process of the job. It is an
 * unsigned integer, not a pointer; arithmetic counts bytes. */

/* hal_global_from() gives the global address of an object of another process. `pointer` is the
 * object's address in that process, and `origin` is what hal_origin() returns there. */
hal_address hal_origin(void);
hal_address hal_global_from(hal_address origin, uintptr_t pointer);

/* Each process has a shared block of HAL_SHARED_BYTES, zero at start and aligned to 64 bytes. The
 * whole job may access it by loads, stores and atomics. Of a process' memory, hal_store, hal_load
 * and hal_fetch_* reach only the shared block; hal_store_anywhere, hal_put and hal_get reach all
 * memory. */
#define HAL_SHARED_BYTES (HAL_SHARED_BLOCK - HAL_LINE_BYTES)
void *hal_shared(void);                          /* the calling process' block, as a pointer */
HAL_INLINE hal_address hal_shared_of(int place); /* the block of the process at `place` */

/* The number of bytes that the library can still take from the heap. Whether they include blocks
 * that have been freed depends on the implementation. */
size_t hal_heap_left(void);

/* Opens whole pages of this process to loads and stores by all processes of the job in this tile,
 * or closes them again. Until a page is opened, only its own process can load and store there. A
 * page that was opened several times must be closed as often. Returns false if the memory is not
 * this process' own or is not whole pages. */
size_t hal_page_bytes(void);
bool hal_share(void *pages, size_t bytes, bool open);

/* Lends memory of this process to all processes of the job in this tile. Their cores may copy the
 * memory until hal_take_back() is called. The pages that contain the memory are open meanwhile; a
 * page that is lent twice must be taken back twice. Returns false if the memory cannot be lent;
 * hal_get can still read such memory. */
bool hal_lend(const void *memory, size_t bytes);
void hal_take_back(const void *memory, size_t bytes);
/* Copies memory that a process of this tile has lent. The calling core makes the copy, without
 * DMA. */
void hal_copy_lent(void *to, hal_address from, size_t bytes);

/* ---- Remote access, word by word --------------------------------------------------------- */

/* These functions, and the stores of hal/store.h, access words in shared blocks and in memories of
 * controllers (see below); a store into a controller's memory wakes no process. Stores to one
 * process, or to one controller, arrive in program order; stores to different ones arrive in any
 * order. A store may return before it has arrived; hal_fence() returns when all stores of this
 * process have arrived. */
HAL_INLINE uint32_t hal_load(hal_address from);
/* Loads two words in one packet. The address of the first word is a multiple of 8. */
HAL_INLINE void hal_load_two(uint32_t two[2], hal_address from);
uint32_t hal_fetch_add(hal_address word, uint32_t value); /* returns the old value */
uint32_t hal_fetch_or(hal_address word, uint32_t value);
uint32_t hal_swap(hal_address word, uint32_t value);
bool hal_compare_swap(hal_address word, uint32_t expected, uint32_t desired);
HAL_INLINE void hal_fence(void);

/* Whether hal_load() and the other functions that access words reach all memory of the process at
 * `place`, not only its shared block. If they do, that process also reaches all memory of this one.
 * (On the chip: true for a process in another tile and for the calling process itself. On Linux:
 * false.) */
bool hal_reaches(int place);

/* ---- DMA ----------------------------------------------------------------------------------- */

/* A transfer may have any length and alignment. When it is complete, the data are at the target and
 * the local buffer may be used again. Each handle must be waited for, or tested until the transfer
 * is complete. A process has hal_transfers() command buffers; while all of them are taken, hal_put
 * and hal_get wait for one. A put of at most HAL_LINE_BYTES into one line (an aligned block of
 * HAL_LINE_BYTES) arrives as one packet, and its bytes become visible in ascending order of
 * address. */
#define HAL_LINE_BYTES 64
typedef int hal_transfer;
hal_transfer hal_put(hal_address to, const void *from, size_t bytes);
hal_transfer hal_get(void *to, hal_address from, size_t bytes);
/* Start a transfer with the given priority, 0 to HAL_PRIORITIES - 1. All packets of the transfer,
 * requests and answers, have this priority, even if hal_priority_set() has set another one for
 * their target. Transfers of one packet each, with one priority and to one memory, arrive in the
 * order in which they were started. */
hal_transfer hal_put_at(int priority, hal_address to, const void *from, size_t bytes);
hal_transfer hal_get_at(int priority, void *to, hal_address from, size_t bytes);
int hal_transfers(void);
HAL_INLINE bool hal_done(hal_transfer transfer);
void hal_finish(hal_transfer transfer); /* sleeps until the transfer is complete */
void hal_finish_all(void); /* waits until all transfers are complete and all stores have arrived */

/* A process that holds a circuit (see below) must not wait for transfers that circuits of other
 * processes may block. It calls hal_drain() before it opens the circuit. Afterwards it uses
 * hal_put_now() and hal_get_now(), which return when their transfer is complete and wait for no
 * other transfer or store of this process. */
void hal_drain(void); /* waits until stores have arrived and a command buffer is free */
void hal_put_now(hal_address to, const void *from, size_t bytes);
void hal_get_now(void *to, hal_address from, size_t bytes);

/* ---- Arm and wait ------------------------------------------------------------------------ */

/* How to wait for a write without missing it: arm the range, test the memory, then call hal_wait().
 * The range is in the caller's shared block. hal_wait() returns when one of these events has
 * happened since hal_arm(): another process has written into the range, a DMA transfer of this
 * process has finished, or a flag of the synchronisation module that the mask selects (see below)
 * has been set. It also returns when hal_cycles() reaches `deadline` (HAL_NEVER: no deadline). It
 * may return for no reason, too, so the caller tests again in a loop. */
#define HAL_NEVER UINT64_MAX
HAL_INLINE void hal_arm(const volatile void *range, size_t bytes);
HAL_INLINE void hal_wait(uint64_t deadline);

/* Makes every later hal_wait() return at `time` at the latest, whatever deadline its caller passes.
 * HAL_NEVER removes this limit. A hal_wait() with a deadline may also remove the limit. */
HAL_INLINE void hal_wake_by(uint64_t time);

/* Makes the next hal_wait() return at once. Called if the caller, after hal_arm(), finds that
 * something for which it wants to wait has already happened, other than a write into the range. */
void hal_stay_awake(void);

/* From now on, calls `handler` every `cycles` cycles, between two instructions of the calling
 * core's program. If `cycles` is 0 or `handler` is null, the calls end. The handler runs on the
 * program's stack and is not interrupted itself. It must not use MPI, OpenMP, the heap or files,
 * because the program may be inside a call of one of these. A wait that is interrupted returns. (On
 * Linux there is one handler for the whole process.) */
void hal_on_tick(uint64_t cycles, void (*handler)(void));

/* Calls `handler` as hal_on_tick() does, whenever an event happens that would end a hal_wait()
 * without a deadline. Null ends the calls. Returns false on Linux, where nothing can make such
 * calls. */
bool hal_on_event(void (*handler)(void));

/* Orders accesses: reads before the call come before all accesses after it, and writes before it
 * come before writes after it to the same tile. (The chip keeps this order by itself; other
 * machines need a barrier.) */
static inline void hal_in_order(void) {
    HAL_IN_ORDER();
}

/* Reads a word of this process' shared block that other processes write. Afterwards this process
 * can read everything that the writer had stored to this process before it wrote the word. */
static inline uint32_t hal_observe(const volatile uint32_t *word) {
    uint32_t value = HAL_READ(word);
    hal_in_order();
    return value;
}

/* Tools read here what this process waits for. */
extern struct hal_wait_record hal_waiting;

/* ---- Counters ------------------------------------------------------------------------------ */

/* Each place has hal_counters() signed 32-bit counters, all 0 and without notifications when its
 * process starts. Every process of the job may add to a counter and read it. The counter's own
 * process sets up its notifications before an add makes it 0.
 *
 * When an add makes a counter exactly 0, the counter takes its reload value at once and sends each
 * of its notifications. A notification either stores a word into a shared block, which ends a
 * hal_wait() there, or adds a word to another counter. A counter that starts at minus the number of
 * processes, and reloads that value, is therefore a barrier that arms itself again; a barrier of
 * more than HAL_NOTIFICATIONS processes uses counters that notify counters. No notification is
 * lost: if one has not left yet when its counter reaches 0 again, it is sent twice. Counters must
 * not trigger each other endlessly.
 *
 * Memory order: a process that has seen an add to a counter of a place, or a notification from that
 * counter to the same place, can read what the adder had stored to that place before the add. For
 * stores to other places, the adder calls hal_fence() before the add. None of these functions waits
 * for another process. */
#define HAL_NOTIFICATIONS 4
int hal_counters(void); /* number of counters per place; 0: the chip has none */
OC_VARIANTS(hal_counters, hal_counters_all, hal_counters_left);
hal_address hal_counter_of(int place, int counter);
/* Sets the value and the reload value of a counter of this place. Causes no notification. */
void hal_counter_set(int counter, int32_t value, int32_t reload);
/* Makes `value` the reload value of a counter of this place whose reload value is 0, and adds it to
 * the counter. Processes may therefore add to the counter before this call, too, as long as they do
 * not make it 0. */
void hal_counter_start(int counter, int32_t value);
/* Sets up notification `which` (0 … HAL_NOTIFICATIONS − 1) of a counter of this place. `to` is an
 * aligned word of a shared block, which is set to `word`, or a counter, to which `word` is added,
 * or 0 for no notification. */
void hal_counter_notify(int counter, int which, hal_address to, uint32_t word);
int32_t hal_counter_value(hal_address counter);

/* Blocks of memory, such as the shared blocks of places, that one multicast packet reaches. The
 * data go to the same offset in each block. The fields belong to the HAL. */
struct hal_group {
    hal_address first; /* one of the blocks */
    uint32_t targets;
};
/* Makes a group of `count` blocks, whose addresses are block_of(of, 0), block_of(of, 1) and so on.
 * Returns false if the hardware cannot reach exactly these blocks with one packet. A chip with
 * multicasts can do so if all blocks have the same offset in their tiles and these tiles form a
 * rectangle; Linux never can. */
bool hal_group(struct hal_group *group, int count,
               hal_address (*block_of)(const void *of, int index), const void *of);
/* The number of links between one of the group's blocks and the middle of the group. */
int hal_group_distance(const struct hal_group *group, hal_address block);
/* Finds the offset of `memory`, which belongs to this process, from this process' shared block.
 * Returns false if packets to a group cannot reach memory at this offset. */
bool hal_group_offset(const void *memory, size_t *offset);
/* Puts bytes at `offset` into each block of the group. Returns when the bytes have left this
 * process. If the group contains this process' own block, the bytes are then already there. The
 * bytes arrive in ascending order of address, and before anything that the caller stores or puts
 * into these blocks later. */
void hal_put_group(const struct hal_group *group, size_t offset, const void *from, size_t bytes);

/* Accumulators are hardware units. An accumulator combines one word from each process of a group
 * that has one core in each tile, and writes the result into the memories of all these
 * processes. */
enum hal_operation {
    HAL_ADD,
    HAL_MIN,
    HAL_MAX,
    HAL_MIN_UNSIGNED,
    HAL_MAX_UNSIGNED,
    HAL_AND,
    HAL_OR,
    HAL_XOR
};
/* The number of accumulators of the calling core; 0 on Linux. */
int hal_accumulators(void);
/* Sets up an accumulator of the calling core. All cores of the group set up the accumulator with
 * the number `accumulator` before any of them stores a word. Returns an address A. For operation i
 * of enum hal_operation, a core stores its word at A + 4 * i. The result goes to `offset`, a
 * multiple of 8, in each block of the group: a word with the result, then a word with 1. A core
 * stores its next word only after it has received the result for its previous one. */
hal_address hal_accumulate_group(int accumulator, const struct hal_group *group, size_t offset);
/* Sets up notification 0 as hal_counter_notify() does, except that `word` goes to the words at
 * `offset` in all blocks of the group. */
void hal_counter_notify_group(int counter, const struct hal_group *group, size_t offset,
                              uint32_t word);

/* ---- Queues ---------------------------------------------------------------------------------- */

/* Each place has hal_queues() queues, closed when its process starts. A queue is a ring of elements
 * of one size in the shared block of its place. It is first in, first out; an element is enqueued
 * and dequeued as a whole. Every process of the job may enqueue and may read the count. A
 * single-reader queue is dequeued from only by its own process, a multiple-reader queue by every
 * process.
 *
 * Elements of one producer arrive in its program order. A dequeue from an empty queue waits in the
 * queue: up to `elements` readers are served in the order in which they came, and further readers
 * ask again. An enqueue into a full queue waits at its producer. Both sleep, possibly for ever. An
 * element that is written into the ring ends a hal_wait() of the queue's process if it has armed
 * the ring; an element that goes to a waiting reader is never written into the ring.
 *
 * Memory order: what a process had stored to a place before it enqueued into a queue of that place
 * can be read there once the element has been dequeued. For stores to other places, the producer
 * calls hal_fence() before it enqueues.
 *
 * Misuse ends the job with a message. Misuse is to use a queue that is not open, to pass `bytes`
 * that differ from the size of an element, and to read a single-reader queue from another
 * process. */
enum hal_queue_kind { HAL_SINGLE_READER = 1, HAL_MULTIPLE_READER = 2, HAL_INBOX = 3 };
#define HAL_ELEMENT_BYTES 64      /* largest element, in bytes, on any chip */
uint32_t hal_element_bytes(void); /* largest element, in bytes, on this chip: a power of two */
int hal_queues(void);             /* number of queues per place; 0: the chip has none */
OC_VARIANTS(hal_queues, hal_queues_all, hal_queues_left);
hal_address hal_queue_of(int place, int queue);
/* Opens a closed queue of this place; the queue is then empty. `ring` is elements * element_bytes
 * bytes in the caller's shared block, aligned to 4, and belongs to the queue until the queue is
 * closed. `elements` is at least 1; `element_bytes` is a multiple of 4 from 4 to HAL_ELEMENT_BYTES.
 * Other processes may use the queue once they have been told that it is open. */
void hal_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                    size_t element_bytes);
/* An inbox is a single-reader queue for messages of different lengths: an enqueue may have any
 * multiple of 4 bytes up to the size of an element. An inbox is never dequeued from. Its process
 * reads the elements in the ring, of which hal_inbox_count() are there, and then drops the oldest
 * ones. The first element after opening is at the beginning of the ring, and each next one follows,
 * round and round.
 *
 * The elements of one inbox of each process may have HAL_MESSAGE_BYTES, in a ring whose number of
 * elements is a power of two. Messages go into such an inbox by hal_inbox_put() and
 * hal_inbox_put_two() only. The first HAL_MESSAGE_HEAD bytes of each element belong to the HAL. (On
 * the chip, this is an inbox like any other.) */
HAL_INLINE uint32_t hal_inbox_count(int queue); /* elements in an inbox of this process */
HAL_INLINE void hal_inbox_drop(int queue);
/* Closes a queue of this place, on which no process may be waiting. Elements in it are dropped. */
void hal_queue_close(int queue);
/* Enqueues an element. Returns when the element is in the queue or has gone to a reader; `element`
 * may then be used again. */
void hal_enqueue(hal_address queue, const void *element, size_t bytes);
/* Starts to enqueue an element. The transfer is complete when the element is in the queue or has
 * gone to a reader. The caller may drop the transfer's handle if it learns in another way that the
 * element has been dequeued. */
hal_transfer hal_enqueue_start(hal_address queue, const void *element, size_t bytes);
bool hal_try_enqueue(hal_address queue, const void *element,
                     size_t bytes); /* false: the queue is full */
void hal_dequeue(hal_address queue, void *element, size_t bytes);
bool hal_try_dequeue(hal_address queue, void *element,
                     size_t bytes); /* false: the queue is empty */
/* Dequeue an element of one word or of two words into registers. */
HAL_INLINE uint32_t hal_dequeue_word(hal_address queue);
HAL_INLINE void hal_dequeue_two(uint32_t two[2], hal_address queue);
uint32_t hal_queue_count(hal_address queue); /* number of elements now; 0 while readers wait */

/* ---- Synchronisation module ------------------------------------------------------------------ */

/* Each place has 32 flags, clear when its process starts. They are not in its memory, so waiting
 * for a flag disturbs no other access. Every process of the job may set and clear a place's flags;
 * only the place's own process reads them. A flag that is set and under the mask ends a hal_wait().
 * The caller sets the mask, arms, takes the flags and then waits.
 *
 * Memory order: a process that has seen a flag can read what the process that set it had stored to
 * this place before. None of these functions waits for another process. Like hal_store(), setting
 * and clearing may return early. */
void hal_sync_set(int place, uint32_t flags);
void hal_sync_clear(int place, uint32_t flags);
uint32_t hal_sync_read(void);          /* flags of this place */
uint32_t hal_sync_take(uint32_t mask); /* returns and clears the flags under `mask`, atomically */
void hal_sync_mask(uint32_t mask);     /* which flags of this place end a hal_wait(); 0 at start */

/* ---- Trickbox -------------------------------------------------------------------------------- */

/* The trickbox has registers that hold, release and reset the core of a place;
 * include/onchip_trickbox.h describes them. HAL_RESET takes the address of an instruction, or 0;
 * the other registers take any value. When the function returns, the write has taken effect. On
 * Linux these functions end the job with a message. */
enum hal_trickbox { HAL_HOLD, HAL_RELEASE, HAL_RESET };
void hal_trickbox_write(int place, enum hal_trickbox which, uint32_t value);
uint32_t hal_trickbox_state(int place); /* the bits of TRICKBOX_STATE */

/* Convert the address of a queue or a mutex to a number of at least 2^16, and back. If the job runs
 * on several machines, the queue or mutex must be on this machine. */
HAL_INLINE uint32_t hal_number_of_device(hal_address device);
HAL_INLINE hal_address hal_device_with_number(uint32_t number);

/* ---- Hardware mutexes ------------------------------------------------------------------------ */

/* The memory controllers have test-and-set bits, clear at first. On the chip, jobs that run at the
 * same time share them. Only the process that has taken a mutex releases it; if another process
 * does, the job ends with a message. A process cannot take a mutex twice. When a job ends, the chip
 * releases the mutexes that it holds.
 *
 * Memory order: whatever a process has stored anywhere before it unlocks can be read by the next
 * owner. For this, the unlock waits until these stores have arrived. */
int hal_mutexes(void);               /* 0: no memory controller has mutexes */
hal_address hal_mutex_of(int mutex); /* 0 … hal_mutexes() − 1 */
HAL_INLINE bool hal_mutex_try(hal_address mutex);
/* Does what hal_mutex_try() does, for a thread that repeats the call until it has the mutex.
 * Reports then name the mutex for which the thread waits. */
HAL_INLINE bool hal_mutex_ask(hal_address mutex);
void hal_mutex_lock(hal_address mutex); /* waits; waiting processes get the mutex in any order */
void hal_mutex_unlock(hal_address mutex);

/* ---- Memories of controllers ----------------------------------------------------------------- */

/* Some memories belong to no process: DRAM, scratchpads that several tiles share, and external
 * memory. Each is behind a memory controller at a router of the network, and is zero when the chip
 * starts. If the heap is in DRAM, it takes the beginning of each DRAM, and only the rest counts as
 * a controller's memory. The processes of a job agree among themselves on the use of these
 * memories. If the chip runs several jobs, each job has its own part of each memory. On a chip
 * without DRAM, all jobs share the whole memories. */
int hal_controllers(void); /* 0 on Linux */
hal_address hal_controller_start(int controller);
uint32_t hal_controller_bytes(int controller);
/* The number of links between routers on the way from a process to a controller: 0 if both are at
 * the same router, -1 if the process may not use that memory. */
int hal_controller_links(int controller, int place);
/* Returns the controller through whose memory two processes exchange data over the fewest links in
 * total. Of several such controllers, it is the one closest to the reader; if several are equally
 * close, the first. Returns -1 if there is no controller that both processes may use. */
int hal_controller_between(int writer, int reader);

/* On some chips, a part of a tile's memory can serve as a second level of cache, which the tile's
 * cores share. This function turns `bytes` bytes of that part into cache, rounded up to what the
 * hardware can do, and returns how many bytes are cache. The rest of the part is memory of the
 * calling process: it begins at `*memory` and has `*room` bytes. Memory that was cache is zero;
 * memory that becomes cache again loses its contents. If another process already has the memory,
 * the job ends with a message. (On Linux and on chips without a second level, nothing is cache, and
 * there is no memory.) */
size_t hal_second_level(size_t bytes, void **memory, size_t *room);

/* ---- Quality of service ---------------------------------------------------------------------- */

/* The number `memory` stands for one of two things. Below hal_places(), it is a place, and stands
 * for the memory of the place's tile, which all places of this tile share. From hal_places() on, it
 * stands for a memory controller. docs/quality-of-service.md says what the network guarantees. */
uint32_t hal_memory_address(int memory); /* an address in that memory; 0: there is no such memory */

/* The priority of packets between a place and a memory, both requests and answers. It is from 0 (at
 * start) to HAL_PRIORITIES - 1, the highest. Every process of the job may set any priority. A
 * change applies to packets that leave after the function has returned. Linux keeps the values but
 * does not use them. */
#define HAL_PRIORITIES 8
enum hal_priority_result {
    HAL_PRIORITY_DONE = 0,
    HAL_PRIORITY_NO_PLACE = -1,
    HAL_PRIORITY_NO_MEMORY = -2
};
HAL_INLINE enum hal_priority_result hal_priority_set(int place, int memory, int priority);
int hal_priority_get(int place, int memory);
int hal_priority_swap(int memory, int priority); /* sets this process' own; returns the old one */
/* Sets the priority of packets between this process and every memory for which no priority has been
 * set. Returns the previous value. */
int hal_priority_swap_unmarked(int priority);
HAL_INLINE enum hal_priority_result hal_priority_reset(int place, int memory);
HAL_INLINE void hal_priorities_reset(void); /* resets the priorities of all places */

/* Open and close a circuit from this process to the memory that contains an address and, if
 * `duplex` is set, also back. At most one circuit begins at a process, and at most one ends at a
 * memory. Both functions return when the request has been carried out or refused. If another
 * process' circuit is in the way, the chip either lets the request wait or refuses it; on Linux the
 * request waits. */
enum hal_circuit_result {
    HAL_CIRCUIT_DONE = 1,
    HAL_CIRCUIT_REFUSED = 2,
    HAL_CIRCUIT_HAS_ONE = 3,  /* this process has a circuit already */
    HAL_CIRCUIT_NONE = 4,     /* the chip has no circuits */
    HAL_CIRCUIT_NOT_OPEN = 5, /* no circuit from this process to that memory is open */
    HAL_CIRCUIT_NOWHERE = 6,  /* this process may use no memory that contains the address */
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

/* A fibre is another flow of control of this process, with a stack of its own. The code that
 * resumes a fibre waits until the fibre leaves. Its creator chooses the size of the stack, which
 * cannot grow. Only the stack and the registers that calls preserve belong to the fibre; all else
 * belongs to the process. */
struct hal_fibre;

/* The number of bytes to allocate for a fibre whose functions need `depth` bytes of stack, as
 * measured on the chip. */
size_t hal_fibre_bytes(size_t depth);

/* Makes a fibre in memory that is aligned as malloc() aligns it. `run` must never return; at its
 * end it leaves and is not resumed again. To destroy a fibre that is not running, free its
 * memory. */
struct hal_fibre *hal_fibre_make(void *memory, size_t bytes, void (*run)(void *argument),
                                 void *argument);

/* Runs a fibre until it leaves. A fibre must not call this function. Returns false if the fibre has
 * overflowed its stack, which means that memory below the stack has been overwritten. */
bool hal_fibre_resume(struct hal_fibre *fibre);

/* Called by the running fibre to leave. Returns when the fibre is resumed. */
void hal_fibre_leave(struct hal_fibre *fibre);

/* ---- Threads --------------------------------------------------------------------------------- */

/* A process may have several cores; each runs one of its threads. Thread 0 runs main(), and
 * whatever this header says of a process' own shared block, counters, queues, flags and fibres
 * holds for the core of thread 0. The other threads begin in hal_thread_run() when the process
 * starts, and stop when it ends. All threads share the code, the data and the heap of the process,
 * wherever their cores are. Each thread has its own stack and thread-local variables, in memory
 * next to its core; pointers to these may be given to other threads.
 *
 * Other threads see a thread's stores in program order only if all go to one tile. Otherwise the
 * thread calls hal_fence() before it stores the word that tells the others. */
int hal_threads(void);           /* number of threads of the calling process */
int hal_thread_tile(int thread); /* the tile of the thread's core, as hal_tile_of() gives it */
int hal_thread(void);            /* the calling thread's number, from 0 */

/* The function that every thread except thread 0 runs. It does not return. The programming model
 * that uses threads defines this function. */
_Noreturn void hal_thread_run(void);

/* In a process of several threads, each thread has a block of HAL_SHARED_BYTES next to its core,
 * zero at start and aligned to 64 bytes. Thread blocks are to the threads of a process what shared
 * blocks are to the processes of a job: hal_store, hal_load and hal_fetch_* reach them, counters
 * notify words in them, and their own thread may arm them and put rings of queues into them. */
hal_address hal_thread_block(int thread);
void *hal_thread_own_block(void);

/* The functions below give the counters and queues at the core of a thread. Each thread sets up its
 * own, with hal_counter_set(), hal_counter_notify() and the functions for queues below. If the
 * process has several threads, the last HAL_THREAD_COUNTERS counters and HAL_THREAD_QUEUES queues
 * are reserved for the programming model that uses the threads, and hal_counters() and hal_queues()
 * do not count them. */
#define HAL_THREAD_COUNTERS 16
#define HAL_THREAD_QUEUES 4
int hal_thread_counters(void); /* all counters of a core */
hal_address hal_thread_counter(int thread, int counter);
int hal_thread_queues(void); /* all queues of a core */
hal_address hal_thread_queue(int thread, int queue);
void hal_thread_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                           size_t element_bytes);
/* The number of elements in an inbox of the calling thread. */
HAL_INLINE uint32_t hal_thread_inbox_count(hal_address queue);

/* Does what hal_try_dequeue() does, for a queue of the calling thread. */
bool hal_thread_try_dequeue(hal_address queue, void *element, size_t bytes);

/* Tools read here what a thread other than 0 waits for. */
extern _Thread_local struct hal_wait_record hal_thread_waiting;

/* ---- Time -------------------------------------------------------------------------------- */

uint64_t hal_cycles(void); /* cycles since the chip's reset (Linux: nanoseconds) */
uint64_t hal_cycles_per_second(void);

/* ---- Console, files, the end ----------------------------------------------------------------- */

/* These functions work as in POSIX, on the files below the folder that `--root` names. A negative
 * result is minus an errno. On Linux the C library does this work, and the runtime does not call
 * these functions. */
int hal_open(const char *path, int flags, int mode);
int hal_close(int file);
/* Duplicates the number of an open file; both numbers share one position. If `exact` is set, the
 * new number is `number`, and a file that has this number is closed first. Otherwise the new number
 * is the lowest free one from `number` on. */
int hal_copy_number(int file, int number, bool exact);
long hal_read(int file, void *buffer, size_t bytes);
long hal_write(int file, const void *buffer, size_t bytes);
long hal_seek(int file, long offset, int whence);
/* The properties of a file that the host reports. For devices and pipes, all values but `kind` and
 * `number` are 0 on the chip. */
enum hal_file_kind { HAL_DEVICE, HAL_FILE, HAL_FOLDER, HAL_LINK, HAL_PIPE };
enum hal_file_time { HAL_CHANGED, HAL_READ, HAL_STATE_CHANGED, HAL_FILE_TIMES };
struct hal_status {
    uint32_t kind;   /* enum hal_file_kind */
    uint32_t bytes;  /* length; 0 for folders */
    uint32_t number; /* counts from 1; all names of a file have one number */
    uint32_t mode;   /* permissions, as in st_mode */
    uint32_t names;
    uint32_t nanoseconds[HAL_FILE_TIMES];
    int64_t seconds[HAL_FILE_TIMES]; /* since the beginning of 1970 */
};
/* For hal_status() and hal_status_at(), `*status` must be on the stack of the calling thread. */
int hal_status(int file, struct hal_status *status);
int hal_status_at(const char *path, struct hal_status *status);
int hal_unlink(const char *path);
int hal_rename(const char *from, const char *to);

_Noreturn void hal_exit(int code);  /* ends this process */
_Noreturn void hal_abort(int code); /* ends the whole job at once */

/* Starts another job; only processes of the job allocator may call this function. It fetches the
 * program of job `number` of the workload from DRAM into the tiles of `cores` and starts the
 * program there; the first core runs place 0. Returns the new job's number on the chip, or minus an
 * errno if nothing was started. When the job is over and its cores are free, `*ended` becomes 1 if
 * the exit code was 0, otherwise 2. `ended` must point into the data, heap or stack of this
 * process. (Linux: -ENOSYS.) */
int hal_job_start(uint32_t number, const uint32_t *cores, uint32_t count, uint32_t *ended);
/* Ends the job that was started on this core, if it is still running. Afterwards its cores are free
 * and its `*ended` is 2. Returns minus an errno on failure. (Linux: -ENOSYS.) */
int hal_job_stop(uint32_t core);

#include "inline/functions.h"

#ifdef __cplusplus
}
#endif

#endif
