/* Windows: memory that other processes access without the help of this process (MPI 4.1, chapter
 * 12).
 *
 * A window has its own communicator, with the processes for which it was made. It uses this
 * communicator's group, barrier, error handler, name, attributes and hints. A window knows the
 * address of each rank's memory. An operation is therefore a transfer, or an access by the core,
 * that starts at once and is complete after oc_window_complete(). The target need not do
 * anything. */
#ifndef MPI_WINDOW_WINDOW_H
#define MPI_WINDOW_WINDOW_H

#include "mpi/core/communicator.h"
#include "mpi/core/process.h"
#include "mpi/transport/shared_block.h"

/* Why a process may access one target's memory. Fences are not listed, because they allow
 * operations on all targets. */
enum oc_access {
    OC_ACCESS_NONE,
    OC_ACCESS_STARTED,   /* MPI_Win_start */
    OC_ACCESS_SHARED,    /* a shared lock */
    OC_ACCESS_EXCLUSIVE, /* an exclusive lock */
    OC_ACCESS_UNCHECKED, /* a lock with MPI_MODE_NOCHECK, which is not acquired */
};

/* One rank's memory. All processes have the same values of the first six members. */
struct oc_target {
    hal_address base;  /* base address; in a dynamic window, hal_origin() */
    size_t bytes;      /* 0 in a dynamic window */
    hal_address queue; /* address of the queue of the rank's lock (lock.h) */
    hal_address words; /* address of the rank's struct oc_window_words */
    uint32_t unit;     /* displacement unit in bytes */
    bool atomic;       /* all processes reach the memory by hal_fetch_add() and other atomics */
    /* The values of the following members belong to this process alone. */
    bool reached;    /* loads and stores of this process reach the memory */
    uint8_t access;  /* enum oc_access */
    uint16_t ticket; /* ticket of an exclusive lock */
};

/* The kind of epoch that this process has as an origin. */
enum oc_epoch { OC_EPOCH_NONE, OC_EPOCH_FENCE, OC_EPOCH_START, OC_EPOCH_LOCK, OC_EPOCH_LOCK_ALL };

struct oc_window {
    struct oc_window *next; /* the next one in the list of all windows of this process */
    struct oc_communicator *comm;
    void *base; /* this process' memory, as MPI_WIN_BASE */
    MPI_Aint size;
    int unit;
    int flavor;
    int model;
    int slot; /* slot of the words in every rank's shared block; negative if they are not there */
    /* The words in a page to which the other processes have access (opened_words.h). If this is
     * null and there is no slot, the words follow the queue in memory. */
    struct oc_window_words *opened;
    uint32_t turns; /* number of entries of each queue, a power of two */
    bool words;     /* accumulate operations may use atomic accesses (accumulate.h) */
    bool open;      /* a fence has allowed operations on all targets */
    bool used;      /* there have been operations since the latest fence */
    enum oc_epoch epoch;
    int locks;                 /* number of single ranks of which this process holds the lock */
    struct oc_group *starts;   /* group of MPI_Win_start, until MPI_Win_complete */
    struct oc_group *posts;    /* group of MPI_Win_post, until MPI_Win_wait; then null */
    int arrived;               /* number of members of `posts` that have completed their accesses */
    void *memory;              /* memory to be freed with the window */
    struct oc_region *regions; /* memory attached to a dynamic window */
    struct oc_target target[];
};

/* All windows of this process. The one that was looked up last comes first. */
extern struct oc_window *oc_windows;

/* The window with this handle, or null. */
struct oc_window *oc_window_find(MPI_Win handle);

static inline MPI_Win oc_window_handle(struct oc_window *window) {
    return (MPI_Win)window;
}

/* Whether this process has started transfers that oc_window_complete() has not completed. */
extern bool oc_window_transfers;

/* Completes all operations on windows that this process has started, at both ends. */
static inline void oc_window_complete(void) {
    if (oc_window_transfers)
        hal_finish_all();
    else
        hal_fence();
    oc_window_transfers = false;
}

/* The address of a rank's words (struct oc_window_words), for accesses from any process. */
static inline hal_address oc_window_words(const struct oc_window *window, int rank) {
    return window->target[rank].words;
}

#endif
