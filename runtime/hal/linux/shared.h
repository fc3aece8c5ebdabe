/* What the processes of a job share on Linux.
 *
 * A job of n processes is started as n processes with this environment; without it, a process is
 * a job of one.
 *
 *   ONCHIP_PLACE      this process' place, 0 … n − 1
 *   ONCHIP_PLACES     n
 *   ONCHIP_PROGRAMS   for each place, the index of its program, with commas between: 0,0,1,1
 *                     (absent: all 0)
 *   ONCHIP_SHM        path of a file of this job's own, of any size, zero where it was not written
 *
 * The file is `struct shared`: what each process tells the others and the launcher, then the
 * shared blocks. The launcher (and nobody else) kills the rest when a process dies by a signal; a
 * process that calls hal_abort() sets `aborted`, kills the others itself and exits with the code.
 */
#ifndef HAL_LINUX_SHARED_H
#define HAL_LINUX_SHARED_H

#include <stdatomic.h>
#include <stdint.h>

#include "hal/hal.h"

#define SHARED_MAGIC 0x4c434f31u /* "1OCL" */
#define ABORTED 0x100u

/* One per place; a cache line, so that neighbours do not disturb each other. */
struct shared_place {
    _Alignas(64) _Atomic uint32_t events; /* bumped by whoever writes into this process' block */
    _Atomic uint32_t sleeping; /* while it may be in a futex wait for `events`: until somebody wakes
                                  it (1), or at most until a deadline (2) */
    _Atomic int32_t process;   /* its process number, 0 before it has started */
    _Atomic int32_t rank;      /* hal_tell_rank() + 1, 0 before */
    _Atomic uint32_t active;   /* hal_tell_active() */
    _Atomic uint64_t waiting;  /* where its hal_waiting is, for the launcher */
};

struct shared {
    uint32_t magic;
    _Atomic uint32_t aborted; /* ABORTED | exit code, once somebody has called hal_abort() */
    _Alignas(64) struct shared_place place[];
    /* after the last place: HAL_SHARED_BLOCK for each */
};

/* What this process knows of the job. */
struct self {
    int place;
    int places;
    const char *programs;
    struct shared *shared;
    char *blocks; /* of place 0; the others follow */
};

/* Set before main. */
extern struct self self;

/* Global addresses: the place, 16 bits; then bit 47 and an offset into its shared block (which
 * every process has mapped somewhere else), or a pointer of that process (below bit 47 in Linux
 * user space). */
#define PLACE_SHIFT 48
#define IN_SHARED ((hal_address)1 << 47)
#define POINTER_MASK (IN_SHARED - 1)

static inline int place_of(hal_address address) {
    return (int)(address >> PLACE_SHIFT);
}

/* Where an address in a shared block is mapped here. */
static inline void *shared_pointer(hal_address address) {
    return self.blocks + (size_t)place_of(address) * HAL_SHARED_BLOCK + (address & POINTER_MASK);
}

/* Lets a process that waits for a write into its block know that there was one. */
void notify(int place);

/* Says what is wrong and ends the job. */
_Noreturn void fail(const char *what);

#endif
