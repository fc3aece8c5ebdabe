/* The memory that the processes of a job share on Linux.
 *
 * A job of n processes is started as n processes with the environment below. Without it, a process
 * is a job of one.
 *
 *   ONCHIP_PLACE      this process' place, 0 … n − 1
 *   ONCHIP_PLACES     n
 *   ONCHIP_PROGRAMS   for each place, the index of its program, with commas between: 0,0,1,1
 *                     (absent: all 0)
 *   ONCHIP_KERNELS    how many of the last places are kernels (absent: 0)
 *   ONCHIP_BRIDGE     1 if one more place, after the kernels, is the bridge (far.h)
 *   ONCHIP_CLUSTERS   for each place before the kernels, the number of its kernel
 *   ONCHIP_THREADS    threads of each process (absent: 1; without ONCHIP_SHM, as many as there are
 *                     processors, in programs that use threads)
 *   ONCHIP_SHM        path of a file that only this job uses, of any size, zero where not written
 *
 * Each thread has a *seat*, which numbers its devices and its shared block. Thread 0 of each
 * process has its place as its seat. The seats of further threads come after these, place by place,
 * and their shared blocks serve as their thread blocks. The thread blocks of the threads 0 come
 * after all seats.
 *
 * The file begins with `struct shared`, in which each thread tells the others and the launcher
 * about itself. The devices of all seats follow, then the shared blocks. When a process dies by a
 * signal, the launcher, and no other process, kills the rest. A process that calls hal_abort() sets
 * `aborted`, kills the others itself and exits with the code. */
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
#define SLEEPS_UNTIL 0x10000u

/* The record of one seat. Each record has its own cache line, so that threads of different seats do
 * not slow each other down. */
struct shared_seat {
    _Alignas(64) _Atomic uint32_t events; /* counts the writes into this process' block */
    /* Counts the threads that wait for `events` in a futex. Each thread without a deadline adds 1,
     * and each thread with a deadline adds SLEEPS_UNTIL. */
    _Atomic uint32_t sleeping;
    _Atomic int32_t process;  /* process id; 0 before the process has started */
    _Atomic int32_t rank;     /* hal_report_rank()'s argument + 1; 0 before the call */
    _Atomic uint32_t active;  /* hal_report_active()'s argument */
    _Atomic uint32_t counted; /* 1 while `asleep` below counts this seat */
    _Atomic uint64_t waiting; /* address of the thread's hal_waiting, for the launcher */
    _Atomic uint64_t awaits;  /* the queue or mutex for which the thread waits; 0: none */
    /* The number of threads that wait for a deadline only because they must check again
     * (turn.h). */
    _Atomic uint32_t in_turn;
};

/* A time during which threads do not poll. If another pause begins soon afterwards, it is
 * longer. */
struct pause {
    _Atomic uint64_t end, length; /* in nanoseconds */
};

struct shared {
    uint32_t magic;
    /* Zero until the job is ended. A call of hal_abort() sets ABORTING, then ABORTED | exit code. A
     * signal that ends a process sets ABORTING | FAULTED, then FAULTED. Each of these values also
     * contains the process' place << 16. */
    _Atomic uint32_t aborted;
    /* These fields describe the process that ends the job: its seat, and the return addresses of
     * its active calls. The addresses are relative to the program's file, innermost call first, and
     * end with 0. The fields are written before `aborted` becomes ABORTED or FAULTED without
     * ABORTING. */
    int32_t seat_aborted;
    _Atomic uint32_t asleep; /* seats that sleep in a futex wait and that nobody has woken yet */
    struct pause no_yields;  /* a period in which threads sleep instead of yielding (patience.c) */
    _Alignas(64) uint64_t callers[CALLERS];
    _Alignas(64) struct shared_seat seats[];
    /* After the last seat come a struct devices for each seat, a block of HAL_SHARED_BLOCK bytes
     * for each seat and for each place, and places * places priorities. */
};

/* python/onchip/host/shared.py finds these fields by their offsets. */
_Static_assert(offsetof(struct shared, callers) == 64 && offsetof(struct shared, seats) == 192 &&
                   sizeof(struct shared_seat) == 64,
               "layout");

/* The job, as far as this process knows it. */
struct self {
    int place;
    int places;  /* including kernels and the bridge */
    int kernels; /* number of kernels; their places follow those of the ranks */
    int bridges; /* 1 if the last place is a bridge to other machines (far.h), else 0 */
    int host;    /* the number of this machine */
    int threads; /* threads of each process; a kernel uses one */
    int seats;   /* places * threads */
    const char *programs;
    const uint16_t *host_of; /* each place's machine; null: all places are on this one */
    struct shared *shared;
    struct devices *devices; /* one for each seat */
    char *blocks;            /* the shared blocks of all seats */
    /* Place by place, the priorities of the packets from the place to each memory. */
    _Atomic uint8_t *priorities;
};

/* Set before main. */
extern struct self hal_self;

/* The seat of the calling thread, if it is a thread of the job other than a thread 0. It is 0 in
 * all other threads. */
extern _Thread_local int hal_further_seat;

/* Whether the calling thread is a thread of the job. It is not if the program itself has started
 * it. */
extern _Thread_local bool hal_is_of_job;

/* Whether the threads of the job, except thread 0, end when they have nothing to do (thread.c). */
extern _Atomic bool hal_threads_end;

/* Writes `seat_aborted` and `callers`. The `inner` innermost return addresses are left out. */
void hal_leave_callers(int inner);

/* Installs handlers for signals that faults raise, if a launcher can read the report. Called before
 * main. */
void hal_start_watching_faults(void);

/* Installs a signal stack for the calling thread, so that it can report a fault when its own stack
 * is full (fault.c). Each new thread calls this. */
void hal_watch_faults(void);

/* Frees the signal stack of a thread that ends. AddressSanitizer would otherwise treat this stack
 * as its own. */
void hal_unwatch_faults(void);

/* The result of hal_thread(); interpose.inc reads it. */
extern _Thread_local int hal_own_thread;

static inline int seat_of(int place, int thread) {
    return thread ? hal_self.places + place * (hal_self.threads - 1) + thread - 1 : place;
}

/* The number by which global addresses name the thread block of a thread. For thread 0, it differs
 * from the number of the thread's seat, which names the shared block. */
static inline int block_seat_of(int thread) {
    return thread ? seat_of(hal_self.place, thread) : hal_self.seats + hal_self.place;
}

/* The seat of the calling thread. Threads that the program itself has started use the seat of
 * thread 0. */
static inline int own_seat(void) {
    return hal_further_seat ? hal_further_seat : hal_self.place;
}

/* A global address has a number in its upper 16 bits: the seat for shared blocks and devices, the
 * place for all else. If bit 47 is 0, the lower bits are a pointer of that process (pointers of
 * Linux user space are below bit 47). If bit 47 is 1, the lower bits are an offset into the shared
 * block, which every process maps at a different address. If one of bits 44 to 46 is set as well,
 * the lower bits are the number of a counter, a queue or a mutex of the seat. */
#define PLACE_SHIFT 48
#define IN_SHARED ((hal_address)1 << 47)
#define POINTER_MASK (IN_SHARED - 1)
#define IN_QUEUES ((hal_address)1 << 46)
#define IN_COUNTERS ((hal_address)1 << 45)
#define IN_MUTEXES ((hal_address)1 << 44)

static inline int place_of(hal_address address) {
    return (int)(address >> PLACE_SHIFT);
}

/* Whether an address, or a place, is on another machine (far.h). The seats of threads other than
 * thread 0 never count as far, because only their own processes use them. */
static inline bool is_far_place(int place) {
    return __builtin_expect(hal_self.host_of != NULL, false) && place < hal_self.places &&
           hal_self.host_of[place] != hal_self.host;
}

static inline bool is_far(hal_address address) {
    return is_far_place(place_of(address));
}

/* The address at which this process has mapped an address in a shared block. */
static inline void *shared_pointer(hal_address address) {
    return hal_self.blocks + (size_t)place_of(address) * HAL_SHARED_BLOCK +
           (address & POINTER_MASK);
}

static inline bool is_shared_word(hal_address address) {
    return place_of(address) < hal_self.seats + hal_self.places && address & IN_SHARED &&
           address % 4 == 0 && (address & POINTER_MASK) < HAL_SHARED_BYTES;
}

/* The global address of a counter, queue or mutex. `window` is IN_COUNTERS, IN_QUEUES or
 * IN_MUTEXES. */
static inline hal_address device_address(int place, hal_address window, uint32_t number) {
    return (hal_address)place << PLACE_SHIFT | IN_SHARED | window | number;
}

static inline bool is_device(hal_address address, hal_address window) {
    return (address & POINTER_MASK) >> 32 == window >> 32 && address & IN_SHARED;
}

static inline uint32_t device_number(hal_address address) {
    return (uint32_t)address;
}

/* Tells the thread of a seat, which may be waiting, that its block has been written. */
void hal_notify(int seat);

/* Prints what failed and the system's reason (errno), and ends the job. */
_Noreturn void hal_fail(const char *what);

/* Prints the program's error and the correct use of the call, and ends the job. */
__attribute__((format(printf, 1, 2))) _Noreturn void hal_misuse(const char *format, ...);

#endif
