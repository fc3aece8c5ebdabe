/* Windows: memory that other processes reach without this one's help (MPI 4.1, chapter 12).
 *
 * A window has a communicator of its own, of the same processes: its group, its barrier, its error
 * handler, name, attributes and hints are the window's. Of each rank it knows where its memory is,
 * so an operation is a transfer, or an access by the core, that begins at once and is complete
 * after oc_window_complete(). Nobody at the target has to do anything for it. */
#ifndef MPI_WINDOW_WINDOW_H
#define MPI_WINDOW_WINDOW_H

#include "mpi/core/communicator.h"
#include "mpi/core/process.h"
#include "mpi/transport/shared_block.h"

/* What allows operations on a target, beside a fence that allows them on all. */
enum oc_access {
    OC_ACCESS_NONE,
    OC_ACCESS_STARTED,   /* MPI_Win_start */
    OC_ACCESS_SHARED,    /* a shared lock */
    OC_ACCESS_EXCLUSIVE, /* an exclusive lock */
    OC_ACCESS_UNCHECKED, /* a lock with MPI_MODE_NOCHECK, which nobody needs to hold */
};

/* A rank's memory. The first six are the same everywhere. */
struct oc_target {
    hal_address base;  /* of a dynamic window: hal_origin() */
    size_t bytes;      /* 0 in a dynamic window */
    hal_address line;  /* that of its lock (lock.h) */
    hal_address words; /* struct oc_window_words */
    uint32_t unit;     /* of displacements, in bytes */
    bool atomic;       /* hal_fetch_add() of every process, and its relatives, reach it */
    /* This process' own: */
    bool reached;    /* its loads and stores reach it */
    uint8_t access;  /* enum oc_access */
    uint16_t ticket; /* of an exclusive lock */
};

/* In which epoch a process is, as an origin. */
enum oc_epoch { OC_EPOCH_NONE, OC_EPOCH_FENCE, OC_EPOCH_START, OC_EPOCH_LOCK, OC_EPOCH_LOCK_ALL };

struct oc_window {
    struct oc_window *next; /* among all of this process */
    struct oc_communicator *comm;
    void *base; /* what the attributes are: own memory, */
    MPI_Aint size;
    int unit;
    int flavor;
    int model;
    int slot; /* of the words in every rank's shared block; negative: they are elsewhere, */
    struct oc_window_words *opened; /* in an opened page (opened_words.h); null: behind the line */
    uint32_t turns;                 /* in each line, a power of two */
    bool words; /* accumulate words one by one, where that is possible (accumulate.h) */
    bool open;  /* after a fence: operations on all targets are allowed */
    bool used;  /* and there have been some */
    enum oc_epoch epoch;
    int locks;                 /* held one by one */
    struct oc_group *starts;   /* of MPI_Win_start, until MPI_Win_complete */
    struct oc_group *posts;    /* of MPI_Win_post, until MPI_Win_wait; null: not exposed */
    int arrived;               /* of its members, so many have completed */
    void *memory;              /* to be freed with it */
    struct oc_region *regions; /* attached; of a dynamic window */
    struct oc_target target[];
};

/* All windows of this process; the one that was asked for last is the first. */
extern struct oc_window *oc_windows;

/* The window with this handle, or null. */
struct oc_window *oc_window_find(MPI_Win handle);

static inline MPI_Win oc_window_handle(struct oc_window *window) {
    return (MPI_Win)window;
}

/* Whether this process has begun transfers since the last time. */
extern bool oc_window_transfers;

/* Everything that this process has begun is complete, here and at the targets. */
static inline void oc_window_complete(void) {
    if (oc_window_transfers)
        hal_finish_all();
    else
        hal_fence();
    oc_window_transfers = false;
}

/* Global address of a rank's words. */
static inline hal_address oc_window_words(const struct oc_window *window, int rank) {
    return window->target[rank].words;
}

#endif
