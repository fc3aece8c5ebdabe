/* The hardware abstraction layer: everything that the software above knows of the chip.
 *
 * Two implementations, hal/chip (bare metal, register map in docs/register-map.md) and hal/linux
 * (a process per place, shared memory). A file above hal/ includes this header and nothing of
 * either implementation, and needs no #ifdef.
 */
#ifndef HAL_HAL_H
#define HAL_HAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/job.h"
#include "hal/wait_record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Who am I -------------------------------------------------------------------------- */

/* A job is a set of processes that were started together; each has a *place*, 0 … places − 1.
 * A place is not yet an MPI rank: ranks are agreed inside MPI_Init. */
int hal_place(void);
int hal_places(void);

/* Number of the core on the chip that the process at `place` runs on (Linux: the place). */
int hal_core_of(int place);

/* Index in the command line of the program that runs at `place`. */
int hal_program_of(int place);

/* Writes a name such as "mesh4x4 tile 5 core 0" and a null byte, cut to `bytes`; gives its length.
 */
size_t hal_name(char *name, size_t bytes);

/* Whether the process at `place` has ended: it will never answer again. */
bool hal_has_ended(int place);

/* Tells tools which rank of the job's world this process has, and whether it is between
 * MPI_Init and MPI_Finalize. */
void hal_tell_rank(int rank);
void hal_tell_active(bool active);

/* ---- Addresses that hold everywhere in the job ------------------------------------------- */

/* A global address names a byte of the job's memory, the same for every process. Integers, not
 * pointers: arithmetic is in bytes. */
#if defined(__riscv) && __riscv_xlen == 32
typedef uint32_t hal_address;
#else
typedef uint64_t hal_address; /* place in the upper 16 bits, pointer in the lower 48 */
#endif

/* The global address of an object of this process; 0 if others cannot reach it (constants). */
hal_address hal_global(const void *object);

/* The shared block of each process: HAL_SHARED_BYTES, zero at start, aligned to 64, open to the
 * whole job for loads, stores and atomics. Only addresses in shared blocks may be the target of
 * hal_store*, hal_load* and hal_fetch_*; hal_put and hal_get reach everything that a process owns.
 */
#define HAL_SHARED_BYTES (HAL_SHARED_BLOCK - HAL_LINE_BYTES)
void *hal_shared(void);               /* this process' own, as a pointer */
hal_address hal_shared_of(int place); /* anybody's */

/* ---- Remote access, a word at a time ----------------------------------------------------- */

/* Stores to one process arrive in program order; to different ones in any order. A store may
 * return before it has arrived; hal_fence() returns when all of this process' have. */
void hal_store(hal_address to, uint32_t value);
uint32_t hal_load(hal_address from);
uint32_t hal_fetch_add(hal_address word, uint32_t value); /* gives the value before */
uint32_t hal_fetch_or(hal_address word, uint32_t value);
uint32_t hal_swap(hal_address word, uint32_t value);
bool hal_compare_swap(hal_address word, uint32_t expected, uint32_t desired);
void hal_fence(void);

/* ---- DMA ----------------------------------------------------------------------------------- */

/* A transfer of any length and alignment. Complete means: the data lie at the target, and the
 * local buffer may be used again. A handle must be waited for or tested until it is complete.
 * When every command buffer is taken, hal_put and hal_get wait for one.
 * A put of at most HAL_LINE_BYTES to a line (an aligned HAL_LINE_BYTES) arrives as one packet:
 * its bytes become visible in ascending order of address. */
#define HAL_LINE_BYTES 64
typedef int hal_transfer;
hal_transfer hal_put(hal_address to, const void *from, size_t bytes);
hal_transfer hal_get(void *to, hal_address from, size_t bytes);
bool hal_done(hal_transfer transfer);
void hal_finish(hal_transfer transfer); /* waits, asleep */

/* ---- Arm and wait -------------------------------------------------------------------------- */

/* arm; test the memory; wait. hal_wait() returns when somebody else has written into the range
 * since hal_arm(), when a DMA of this process has finished since, or when hal_cycles() has reached
 * `deadline` (HAL_NEVER: no deadline). It may also return for no reason: test again in a loop. */
#define HAL_NEVER UINT64_MAX
void hal_arm(const volatile void *range, size_t bytes); /* in the own shared block */
void hal_wait(uint64_t deadline);

/* A word of the own shared block that others write. What they wrote before it, to this process, can
 * be read after it. (The chip keeps a core's loads in order; elsewhere that takes a barrier.) */
static inline uint32_t hal_observe(const volatile uint32_t *word) {
    uint32_t value = *word;
#if defined(__riscv) && __riscv_xlen == 32
    __asm__ volatile("" ::: "memory");
#else
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
#endif
    return value;
}

/* Where tools find what this process waits for. */
extern struct hal_wait_record hal_waiting;

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

#ifdef __cplusplus
}
#endif

#endif
