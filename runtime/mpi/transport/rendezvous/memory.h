/* Memories through which messages pass, on chips with shared memories other than DRAM: scratchpads
 * of a cluster, and external memory between clusters. Each process that may use such a memory has
 * two things in it: at the lower addresses a buffer of two halves, for data that it receives, and
 * at the upper addresses a line from each other process. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_MEMORY_H
#define MPI_TRANSPORT_RENDEZVOUS_MEMORY_H

#include "hal/hal.h"
#include "mpi/core/request_queue.h"

/* The largest number of ranks of a job that uses this transport. */
#define OC_PEERS 64

/* A queue of receives, of which one is in progress at a time; the others wait in the queue. `busy`
 * is set while one is in progress. */
struct oc_grant_queue {
    struct oc_request_queue queue;
    bool busy;
};

struct oc_memory {
    int controller;
    hal_address flags;            /* address of the lines */
    hal_address buffer;           /* address of this process' buffer, which has two halves */
    size_t half;                  /* bytes of a half */
    struct oc_grant_queue grants; /* receives through this buffer */
    int users;                    /* number of processes that may use this memory */
    uint8_t index[OC_PEERS];      /* index of each process among those that may use this memory */
    /* The number of links between each process and the memory. It is negative if the process may
     * not use the memory. */
    int8_t links[OC_PEERS];
};

/* The largest number of processes that share one of the memories that this process uses. It is 0 if
 * this process uses none. */
int oc_memory_users(void);

/* The shared memory between two places, chosen by the rule of hal_controller_between(). One of the
 * places must be that of this process. Null if data are written directly. */
struct oc_memory *oc_memory_between(int writer, int reader);

/* The address of a process' buffer in a memory, and the address of the line in this memory that one
 * process writes for another. */
hal_address oc_memory_buffer(const struct oc_memory *memory, int place);
hal_address oc_memory_line(const struct oc_memory *memory, int writer, int reader);

#endif
