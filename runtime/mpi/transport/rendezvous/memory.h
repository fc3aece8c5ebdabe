/* Memories that messages go through, on chips that have others than DRAM: scratchpads of a cluster,
 * and external memory between clusters. In each, every process that may use it has, in the lower
 * addresses, a buffer of two halves for what it receives; and in the upper ones a line from each of
 * the others. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_MEMORY_H
#define MPI_TRANSPORT_RENDEZVOUS_MEMORY_H

#include "hal/hal.h"
#include "mpi/core/request_queue.h"

/* The most ranks of a job. */
#define OC_PEERS 64

/* Receives of which one is under way at a time; the others wait in the queue. */
struct oc_grant_queue {
    struct oc_request_queue queue;
    bool busy;
};

struct oc_memory {
    int controller;
    hal_address flags;            /* where the lines begin */
    hal_address buffer;           /* the own one, of two halves */
    size_t half;                  /* their length in bytes */
    struct oc_grant_queue grants; /* of receives through the own buffer */
    int users;                    /* processes that may use it, */
    uint8_t index[OC_PEERS];      /* their numbers among these, */
    int8_t links[OC_PEERS];       /* and how far it is from each; below zero: no user */
};

/* Called before the others of these: the first time it looks which memories there are. */
void oc_memories_find(void);

/* The most processes that may use one of those that this process may; 0: there is none. */
int oc_memory_users(void);

/* The one between two places, of which this process is one, as hal_controller_between() has it; or
 * null: messages go straight. */
struct oc_memory *oc_memory_between(int writer, int reader);

/* A process' buffer in a memory, and the line there that one writes for the other. */
hal_address oc_memory_buffer(const struct oc_memory *memory, int place);
hal_address oc_memory_line(const struct oc_memory *memory, int writer, int reader);

#endif
