/* What the processes of a job share on Linux.
 *
 * A job of n processes is started as n processes with this environment; without it, a process is
 * a job of one.
 *
 *   ONCHIP_PLACE      this process' place, 0 … n − 1
 *   ONCHIP_PLACES     n
 *   ONCHIP_PROGRAMS   for each place, the index of its program, with commas between: 0,0,1,1
 *                     (absent: all 0)
 *   ONCHIP_KERNELS    how many of the last places are kernels (absent: 0)
 *   ONCHIP_CLUSTERS   for each other place, the number of its kernel, with commas between
 *   ONCHIP_THREADS    threads of each process (absent: 1; without ONCHIP_SHM, as many as there are
 *                     processors, in programs that use threads)
 *   ONCHIP_SHM        path of a file of this job's own, of any size, zero where it was not written
 *
 * A thread has a *seat*: where its devices are, and its shared block. Those of the first threads
 * are the places; after these come, place by place, those of further threads, whose shared blocks
 * are their thread blocks. The thread blocks of the first threads come after all seats.
 *
 * The file is `struct shared`: what each thread tells the others and the launcher; then the devices
 * of each, then the shared blocks. The launcher (and nobody else) kills the rest
 * when a process dies by a signal; a process that calls hal_abort() sets `aborted`, kills the
 * others itself and exits with the code.
 */
#ifndef HAL_LINUX_SHARED_H
#define HAL_LINUX_SHARED_H

#include <stdatomic.h>
#include <stdint.h>

#include "hal/hal.h"
#include "hal/linux/devices.h"

#define SHARED_MAGIC 0x4c434f32u /* "2OCL" */
#define ABORTED 0x100u
#define ABORTING 0x200u
#define FAULTED 0x400u
#define CALLERS 16

/* One per seat; a cache line, so that neighbours do not disturb each other. */
struct shared_place {
    _Alignas(64) _Atomic uint32_t events; /* bumped by each write into this process' block */
    _Atomic uint32_t sleeping; /* while it may be in a futex wait for `events`: until somebody wakes
                                  it (1), or at most until a deadline (2) */
    _Atomic int32_t process;   /* its process number, 0 before it has started */
    _Atomic int32_t rank;      /* hal_report_rank() + 1, 0 before */
    _Atomic uint32_t active;   /* hal_report_active() */
    _Atomic uint64_t waiting;  /* where its hal_waiting is, for the launcher */
    _Atomic uint64_t queue;    /* for an element of which it waits; 0: for none */
};

struct shared {
    uint32_t magic;
    /* Once somebody has called hal_abort(): ABORTING, then ABORTED | exit code; or has got a signal
     * that ends it: ABORTING | FAULTED, then FAULTED; with each, its place << 16. */
    _Atomic uint32_t aborted;
    /* Written before ABORTED, or FAULTED alone: the seat, and the return addresses of the calls
     * that it was in, the innermost first, as addresses of its program's file; 0 after the last. */
    int32_t seat_aborted;
    _Alignas(64) uint64_t callers[CALLERS];
    _Alignas(64) _Atomic uint32_t mutexes[MUTEXES]; /* lock.h */
    _Alignas(64) struct shared_place place[];
    /* after the last seat: struct devices for each, then HAL_SHARED_BLOCK for each and for each
     * place, then places * places priorities */
};

/* python/onchip/host/shared.py knows these. */
_Static_assert(offsetof(struct shared, callers) == 64 && offsetof(struct shared, place) == 256 &&
                   sizeof(struct shared_place) == 64,
               "layout");

/* What this process knows of the job. */
struct self {
    int place;
    int places;  /* with kernels */
    int kernels; /* the last of them */
    int threads; /* of each process; kernels use one */
    int seats;   /* places * threads */
    const char *programs;
    struct shared *shared;
    struct devices *devices;     /* one for each seat */
    char *blocks;                /* of process 0; the others follow */
    _Atomic uint8_t *priorities; /* place by place: of its packets to each memory */
};

/* Set before main. */
extern struct self hal_self;

/* The seat of the calling thread. */
extern _Thread_local int own_seat;

/* Writes `seat_aborted` and `callers`, without so many of the innermost. */
void hal_leave_callers(int inner);

/* Installs the signal handlers for faults, before main, if there is a launcher to tell. */
void hal_start_watching_faults(void);

/* Gives the calling thread a signal stack, so that it can report a fault when its own stack is full
 * (fault.c). Each new thread calls it. */
void hal_watch_faults(void);

/* What hal_thread() gives; funnel-x86_64.s reads it. */
extern _Thread_local int hal_own_thread;

static inline int seat_of(int place, int thread) {
    return thread ? hal_self.places + place * (hal_self.threads - 1) + thread - 1 : place;
}

/* Whose block is a thread's. */
static inline int block_seat_of(int thread) {
    return thread ? seat_of(hal_self.place, thread) : hal_self.seats + hal_self.place;
}

/* Global addresses: the place, or for blocks and devices the seat, 16 bits; then bit 47 and an
 * offset into its shared block (which every process has mapped somewhere else), or a pointer of
 * that process (below bit 47 in Linux user space). With bit 47, a bit from 44 to 46 and a
 * number: one of its counters or queues, or a mutex of the job. */
#define PLACE_SHIFT 48
#define IN_SHARED ((hal_address)1 << 47)
#define POINTER_MASK (IN_SHARED - 1)
#define IN_QUEUES ((hal_address)1 << 46)
#define IN_COUNTERS ((hal_address)1 << 45)
#define IN_MUTEXES ((hal_address)1 << 44)

static inline int place_of(hal_address address) {
    return (int)(address >> PLACE_SHIFT);
}

/* Where an address in a shared block is mapped here. */
static inline void *shared_pointer(hal_address address) {
    return hal_self.blocks + (size_t)place_of(address) * HAL_SHARED_BLOCK +
           (address & POINTER_MASK);
}

static inline bool is_shared_word(hal_address address) {
    return place_of(address) < hal_self.seats + hal_self.places && address & IN_SHARED &&
           address % 4 == 0 && (address & POINTER_MASK) < HAL_SHARED_BYTES;
}

/* `window`: IN_QUEUES, IN_COUNTERS or IN_MUTEXES. */
static inline hal_address device_address(int place, hal_address window, uint32_t number) {
    return (hal_address)place << PLACE_SHIFT | IN_SHARED | window | number;
}

static inline bool is_device(hal_address address, hal_address window) {
    return (address & POINTER_MASK) >> 32 == window >> 32 && address & IN_SHARED;
}

static inline uint32_t device_number(hal_address address) {
    return (uint32_t)address;
}

/* Lets a thread that waits for a write into its block know that there was one. */
void hal_notify(int seat);

/* Says what is wrong, and why the system refuses it (errno), and ends the job. */
_Noreturn void hal_fail(const char *what);

/* Says what the program has done wrong and what would be right, and ends the job. */
__attribute__((format(printf, 1, 2))) _Noreturn void hal_misuse(const char *format, ...);

#endif
